//! Whole pictures: compared with files, and drawn from any position.
//!
//! `RUKH_BLESS=1 cargo test -p rukh-draw --test pictures` rewrites the files.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::{Strategy, any};
use proptest::proptest;
use proptest::sample::select;
use rukh_draw::{
    Arrow, BoardDiagram, Circle, Coordinates, DrawError, MarkColour, PieceMoves, PieceSet, Rotation, Theme,
};
use rukh_rules::notation::placement::PlacedPiece;
use rukh_rules::ruleset::SKINS;
use rukh_rules::{Cell, Event, Game, Node, Ruleset, RulesetFile, Side, UciMove, catalog};
use strum::VariantArray;

fn ruleset(name: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(name).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn cell(ruleset: &Ruleset, name: &str) -> Cell {
    ruleset.geometry.parse_cell(name).unwrap_or_else(|| panic!("{name} is a cell"))
}

fn compare(name: &str, svg: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("RUKH_BLESS").is_some() {
        std::fs::write(&file, svg).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
    let golden = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    assert!(golden == svg, "{} differs; RUKH_BLESS=1 renews it", file.display());
}

/// Reads an SVG and checks that it is complete in itself.
fn check_svg(svg: &str) {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let distinct: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), distinct.len(), "an identifier twice");
    for node in document.descendants() {
        for name in ["style", "script", "text", "image", "foreignObject"] {
            assert!(!node.has_tag_name(name), "<{name}>");
        }
        for attribute in node.attributes() {
            let value = attribute.value();
            let target = match attribute.name() {
                "href" => Some(value.strip_prefix('#').unwrap_or_else(|| panic!("external: {value}"))),
                _ => value.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')')),
            };
            assert!(target.is_none_or(|target| ids.contains(&target)), "{value} is not defined");
            assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
        }
    }
}

#[test]
fn golden_start_of_a_game_on_its_own_skin() {
    let ruleset = ruleset("senterej");
    compare("senterej.svg", &BoardDiagram::new(&ruleset).to_svg().expect("a picture"));
}

#[test]
fn golden_game_with_last_move_check_and_marks() {
    let ruleset = ruleset("shatranj");
    let mut game = Game::from_fen(ruleset.clone(), "4k3/8/8/8/8/r7/3P4/R3K2R w 0 1").expect("a sound FEN");
    game.apply(Event::Move { mv: "h1h8".parse().expect("coordinates") }, None).expect("a legal move");
    let diagram = BoardDiagram::of_game(&game)
        .arrow(Arrow::parse(ruleset.geometry, "a3a1").expect("an arrow"))
        .circle(Circle::parse(ruleset.geometry, "d2:blue").expect("a circle"))
        .rotation(Rotation::Half)
        .theme(Theme::HighContrast)
        .piece_set(PieceSet::International)
        .title("1. Rh8+ <check>");
    let svg = diagram.to_svg().expect("a picture");
    assert!(svg.contains("<title>1. Rh8+ &lt;check&gt;</title>") && svg.contains("<desc>4k2R/8"), "{svg}");
    compare("check.svg", &svg);
}

#[test]
fn golden_moves_of_a_piece_on_a_long_board_on_its_side() {
    let ruleset = ruleset("oblong");
    let game = Game::new(ruleset.clone());
    let moves = PieceMoves::of(&game, cell(&ruleset, "a1")).expect("a piece stands there");
    let diagram = BoardDiagram::of_game(&game).moves(moves).rotation(Rotation::Quarter).theme(Theme::Dark);
    compare("moves.svg", &diagram.size(640).coordinates(Coordinates::Hidden).to_svg().expect("a picture"));
}

/// A custom ruleset may name pictures that do not exist.
#[test]
fn golden_piece_without_a_drawing_is_its_letter() {
    let text = catalog::text("shatranj").expect("a built-in ruleset").1;
    let text = text
        .replace("id = \"shatranj\"", "id = \"own\"")
        .replace("picture = \"rukh\"", "picture = 'tower \"of\" <babel>'");
    assert!(text.contains("babel"));
    let file = RulesetFile::parse("own.toml", &text, catalog::text).unwrap_or_else(|error| panic!("{error}"));
    let ruleset = file.resolve(&Default::default()).unwrap_or_else(|error| panic!("{error}"));
    let rook = ruleset.kind('r').expect("a rook");
    let piece = |name: &str, side| PlacedPiece { cell: cell(&ruleset, name), side, kind: rook };
    let board = BoardDiagram::empty(&ruleset).piece(piece("a1", Side::White)).piece(piece("b1", Side::Black));
    let svg = board.skin("plain-chequered").expect("a skin").to_svg().expect("a picture");
    check_svg(&svg);
    compare("letter.svg", &svg);
}

#[test]
fn svg_of_the_same_diagram_is_the_same_text() {
    let ruleset = ruleset("mideast");
    let draw = || BoardDiagram::new(&ruleset).to_svg().expect("a picture");
    assert_eq!(draw(), draw());
}

#[test]
fn of_array_unknown_lists_those_that_there_are() {
    let ruleset = ruleset("senterej");
    assert!(BoardDiagram::of_array(&ruleset, "facing").is_ok());
    let error = BoardDiagram::of_array(&ruleset, "sideways").err().map(|error| error.to_string());
    assert_eq!(
        error.as_deref(),
        Some("senterej has no array `sideways`; its arrays are `crosswise`, `facing`")
    );
}

#[test]
fn size_is_that_of_the_longer_side_and_has_bounds() {
    let ruleset = ruleset("oblong");
    let sized = |pixels| BoardDiagram::new(&ruleset).size(pixels).to_svg();
    let svg = sized(1072).expect("a picture");
    assert!(svg.contains(r#"viewBox="0 0 304 1072" width="304" height="1072""#), "{svg}");
    assert_eq!(sized(15), Err(DrawError::Size(15)));
    let error = sized(4097).expect_err("too large").to_string();
    assert_eq!(error, "a picture cannot be 4097 pixels long; its longer side is 16 to 4096 pixels");
}

#[test]
fn canvas_holds_the_board_in_its_middle() {
    let ruleset = ruleset("shatranj");
    let board = BoardDiagram::new(&ruleset).canvas(1200, 630);
    let svg = board.to_svg().expect("a picture");
    check_svg(&svg);
    assert!(svg.contains(r#"viewBox="0 0 1200 630" width="1200" height="630""#), "{svg}");
    // 630 pixels less twice 4 in 100 are 579.6; the board has 560 units.
    assert!(svg.contains(r#"<g transform="translate(310.2 25.2)scale(1.0350)">"#), "{svg}");
    assert_eq!(BoardDiagram::new(&ruleset).canvas(1200, 9).to_svg(), Err(DrawError::Size(9)));
}

/// A game of moves chosen by numbers, of any built-in ruleset.
fn play(ruleset: Arc<Ruleset>, choices: &[usize]) -> Game {
    let mut game = Game::new(ruleset);
    for &choice in choices {
        let event = match game.node() {
            Node::Over(_) => break,
            Node::Chance(faces) => Event::Throw { face: faces[choice % faces.len()].number },
            Node::Choice(_) => {
                let moves = game.legal_moves();
                Event::Move { mv: UciMove::of(game.ruleset(), moves[choice % moves.len()]) }
            }
            Node::Werera(_) => {
                let side = Side::BOTH[choice % 2];
                let moves = game.moves_of(side);
                let Some(&mv) = moves.get(choice / 2 % moves.len().max(1)) else { break };
                game.event_of(side, mv)
            }
        };
        if game.apply(event, None).is_err() {
            break;
        }
    }
    game
}

fn rotations() -> impl Strategy<Value = Rotation> {
    select(Rotation::VARIANTS.to_vec())
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 96, ..Default::default() })]

    #[test]
    fn svg_of_any_position_is_well_formed(
        id in select(catalog::ids().collect::<Vec<_>>()),
        choices in proptest::collection::vec(any::<usize>(), 0..40),
        rotation in rotations(),
        theme in select(Theme::VARIANTS.to_vec()),
        set in select(PieceSet::VARIANTS.to_vec()),
        skin in select(SKINS.to_vec()),
        piece in any::<usize>(),
        title in any::<String>(),
    ) {
        let game = play(ruleset(id), &choices);
        let pieces = game.pieces();
        let moves = PieceMoves::of(&game, pieces[piece % pieces.len()].cell).expect("a piece stands there");
        let diagram = BoardDiagram::of_game(&game).moves(moves).rotation(rotation).theme(theme);
        let svg = diagram.piece_set(set).skin(skin).expect("a skin").title(&title).to_svg().expect("a picture");
        check_svg(&svg);
        assert_eq!(svg.matches("<use ").count(), pieces.len());
    }

    #[test]
    fn marks_off_the_board_are_refused(
        id in select(catalog::ids().collect::<Vec<_>>()), from in any::<u8>(), to in any::<u8>(), kind in 0..4,
    ) {
        let ruleset = ruleset(id);
        let (from, to) = (Cell::new(from), Cell::new(to));
        let colour = MarkColour::Green;
        let board = BoardDiagram::new(&ruleset);
        let (board, cells, what) = match kind {
            0 => (board.arrow(Arrow { from, to, colour }), vec![from, to], "arrow"),
            1 => (board.circle(Circle { cell: to, colour }), vec![to], "circle"),
            2 => (board.last_move(from, to), vec![from, to], "last move"),
            _ => (board.moves(PieceMoves { quiet: vec![to], ..PieceMoves::default() }), vec![to], "move"),
        };
        let outside = cells.iter().find(|cell| cell.index() >= ruleset.geometry.cells());
        match (outside, board.to_svg()) {
            (None, Ok(svg)) => check_svg(&svg),
            (Some(cell), Err(error)) => {
                let text = error.to_string();
                let wanted = format!("{what}: `number {}` is not a cell of this board; its cells are a1 to ", cell.index());
                assert!(text.starts_with(&wanted), "{text}");
            }
            (outside, drawn) => panic!("{outside:?}: {drawn:?}"),
        }
    }

    #[test]
    fn arrow_of_any_text_is_an_arrow_or_a_clear_error(text in "[a-q0-9:]{0,6}|.{0,8}") {
        let ruleset = ruleset("oblong");
        match Arrow::parse(ruleset.geometry, &text) {
            Ok(arrow) => check_svg(&BoardDiagram::new(&ruleset).arrow(arrow).to_svg().expect("a picture")),
            Err(error) => {
                let error = error.to_string();
                let is_clear = ["is not a cell of this board", "names no two cells", "colours are"];
                assert!(is_clear.iter().any(|part| error.contains(part)), "{text}: {error}");
            }
        }
    }
}

#[cfg(feature = "png")]
#[test]
fn png_has_the_size_that_was_asked_for() {
    let ruleset = ruleset("oblong");
    let png = BoardDiagram::new(&ruleset).rotation(Rotation::Quarter).size(536).to_png().expect("a picture");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((number(16), number(20)), (536, 152));
    assert!(png.len() > 5000, "{} bytes show a board", png.len());
}
