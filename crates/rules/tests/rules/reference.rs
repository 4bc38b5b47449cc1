//! Perft against counts by independent programs: Fairy-Stockfish, Ludii, and a
//! slow generator written from the rule texts. The data stand in `data/perft`,
//! in their letters.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use rukh_rules::movement::Movement;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::perft::{Scope, perft};
use rukh_rules::shape::Any;
use rukh_rules::{Geometry, Rules, Ruleset, RulesetFile, Side, catalog};

/// How a file of counts is to be read.
struct Table {
    file: &'static str,
    ruleset: Arc<Ruleset>,
    dialect: Dialect,
    scope: Scope,
    /// Their rows end games in their own way: only rows in which our laws end
    /// nothing are comparable.
    only_unended: bool,
}

fn named(instance: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(instance).unwrap_or_else(|error| panic!("{instance}: {error}")))
}

/// A ruleset of the catalog with a phrase of its file replaced.
fn changed(id: &str, from: &str, to: &str) -> Arc<Ruleset> {
    let (name, text) = catalog::text(id).expect("a built-in id");
    assert!(text.contains(from), "{id} has `{from}`");
    parsed(&name, &own(&text.replace(from, to)))
}

/// A built-in ruleset's text under an id that is nobody else's.
fn own(text: &str) -> String {
    text.replacen("id = \"", "id = \"own-", 1)
}

fn parsed(name: &str, text: &str) -> Arc<Ruleset> {
    let file = RulesetFile::parse(name, text, catalog::text).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(file.resolve(&Default::default()).expect("its defaults resolve"))
}

fn fixture(id: &str) -> Arc<Ruleset> {
    let folder = if id == "courier" { "../../examples" } else { "tests/fixtures" };
    parsed_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{folder}/{id}.toml")))
}

fn parsed_file(path: &Path) -> Arc<Ruleset> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    parsed(&path.display().to_string(), &text)
}

/// The highest count that is checked: a million in the normal tests, all with
/// `RUKH_PERFT=deep`.
fn ceiling() -> u64 {
    match std::env::var("RUKH_PERFT").as_deref() {
        Ok("deep") => u64::MAX,
        _ => 1_000_000,
    }
}

fn check(table: &Table) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/perft/{}.perft", table.file));
    let text = std::fs::read_to_string(&path).expect("the table is there");
    let rules = Rules::<Any>::compile(table.ruleset.clone());
    let mut position = None;
    let mut line_fen = "";
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(text) = line.strip_prefix("fen ") {
            line_fen = text;
            position = Some(
                fen::parse_waiving_check(&rules, text, table.dialect)
                    .unwrap_or_else(|errors| panic!("{text}: {errors:?}")),
            );
            continue;
        }
        let (depth, nodes) = line.split_once(' ').expect("depth and nodes");
        let (depth, nodes): (u32, u64) = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
        if nodes > ceiling() {
            continue;
        }
        let position = position.as_ref().expect("a fen stands before its counts");
        if table.only_unended {
            let all_laws = perft(&table.ruleset, position, depth, Scope::AllLaws);
            if all_laws != perft(&table.ruleset, position, depth, Scope::MovesOnly) {
                continue;
            }
        }
        let found = perft(&table.ruleset, position, depth, table.scope);
        assert_eq!(found, nodes, "{} {} depth {depth}: {line_fen}", table.file, table.ruleset.instance);
        checked += 1;
    }
    assert!(checked >= 10, "{} of {} rows are comparable", checked, table.file);
    println!("{}: {checked} counts", table.file);
}

fn moves_only(file: &'static str, ruleset: Arc<Ruleset>, dialect: Dialect) {
    check(&Table { file, ruleset, dialect, scope: Scope::MovesOnly, only_unended: false });
}

fn unended(file: &'static str, instance: &str) {
    let ruleset = named(instance);
    check(&Table {
        file,
        ruleset,
        dialect: Dialect::FairyStockfish,
        scope: Scope::AllLaws,
        only_unended: true,
    });
}

const FAIRY: Dialect = Dialect::FairyStockfish;

#[test]
fn perft_of_shatranj_matches_reference() {
    moves_only("shatranj-nobare", named("shatranj"), FAIRY);
    unended("shatranj", "shatranj");
    let ruleset = named("shatranj[bare=loss-at-once]");
    let (dialect, scope) = (Dialect::Own, Scope::AllLaws);
    check(&Table { file: "shatranj-ludii", ruleset, dialect, scope, only_unended: false });
}

#[test]
fn perft_of_senterej_matches_reference() {
    moves_only("senterej-nobare", named("senterej"), FAIRY);
    unended("senterej", "senterej");
    unended("senterej-ferzmK", "senterej[ferz=FmW]");
    unended("senterej-lost", "senterej[promo=lost-piece]");
}

#[test]
fn perft_of_oblong_matches_reference() {
    moves_only("oblong4x16", named("oblong"), Dialect::Own);
}

const ALL_PROMOTIONS: &str = "to = \"qrnbvcht\"";
const NO_CAVALIER: &str = "to = \"qrnbcht\"";

#[test]
fn perft_of_mideast_matches_reference() {
    moves_only("mideast-full", named("mideast"), Dialect::Own);
    moves_only("mideast-nocav", changed("mideast", ALL_PROMOTIONS, NO_CAVALIER), FAIRY);
    moves_only("mideast-stonecav", stone_cavaliers(), FAIRY);
    let path = "../../tests/clients/sjaak/mideast-without-cavaliers.toml";
    moves_only("mideast-nocav", parsed_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path)), FAIRY);
}

/// Mideast chess with cavaliers that never move, as one table has them.
fn stone_cavaliers() -> Arc<Ruleset> {
    let (name, text) = catalog::text("mideast").expect("a built-in id");
    let text = text.replace(ALL_PROMOTIONS, NO_CAVALIER).replace("move = \"yafsFyafsW\"", "move = \"\"");
    parsed(&name, &own(&text))
}

#[test]
fn perft_of_mideast_gollon_matches_reference() {
    let (_, parent) = catalog::text("mideast").expect("a built-in id");
    let parent = parent.replace(ALL_PROMOTIONS, NO_CAVALIER);
    let (name, text) = catalog::text("mideast-gollon").expect("a built-in id");
    let text = own(&text.replace(ALL_PROMOTIONS, NO_CAVALIER));
    let file = RulesetFile::parse(&name, &text, |_| Some(("mideast.toml".to_owned(), parent.clone())));
    let ruleset = file.expect("it loads").resolve(&Default::default()).expect("it resolves");
    moves_only("mideast-nocav-gollon", Arc::new(ruleset), FAIRY);
}

#[test]
fn perft_of_greenwood_matches_reference() {
    moves_only("greenwood-full", named("mideast-greenwood"), Dialect::Own);
    let (_, parent) = catalog::text("mideast").expect("a built-in id");
    let parent = parent.replace(ALL_PROMOTIONS, NO_CAVALIER);
    let (name, text) = catalog::text("mideast-greenwood").expect("a built-in id");
    let text = own(&text.replace(ALL_PROMOTIONS, NO_CAVALIER));
    let file = RulesetFile::parse(&name, &text, |_| Some(("mideast.toml".to_owned(), parent.clone())));
    let ruleset = file.expect("it loads").resolve(&Default::default()).expect("it resolves");
    moves_only("greenwood-nocav", Arc::new(ruleset), FAIRY);
}

#[test]
fn perft_of_fixtures_matches_reference() {
    moves_only("makruk", fixture("makruk"), Dialect::Own);
    moves_only("courier-nobare", fixture("courier"), Dialect::Own);
    check(&Table {
        file: "courier",
        ruleset: fixture("courier"),
        dialect: Dialect::Own,
        scope: Scope::AllLaws,
        only_unended: true,
    });
}

/// Counts every chess programmer knows.
#[test]
fn perft_of_orthodox_chess_matches_reference() {
    let ruleset = fixture("chess");
    let rules = Rules::<Any>::compile(ruleset.clone());
    let known = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ];
    for (text, depth, nodes) in known {
        let position = fen::parse(&rules, text, Dialect::Own).expect("a sound position");
        assert_eq!(perft(&ruleset, &position, depth, Scope::MovesOnly), nodes, "{text}");
    }
}

#[test]
fn perft_of_dice_matches_ludii() {
    let ruleset = named("mustatila-307-ludii");
    check(&Table {
        file: "dice-shipped",
        ruleset,
        dialect: Dialect::Own,
        scope: Scope::AllLaws,
        only_unended: false,
    });
}

#[test]
fn perft_of_dice_with_king_capture_matches_reference() {
    moves_only("dice-kingcapture", named("oblong-dice[pass=forced]"), Dialect::Own);
}

#[test]
fn perft_of_dice_with_any_rescue_matches_reference() {
    moves_only("dice-legal_anydie", named("oblong-dice-cazaux"), Dialect::Own);
}

#[test]
fn perft_of_dice_with_strict_six_matches_reference() {
    let instance = "mustatila-1140[pil=free,shah-taking=yes]";
    moves_only("dice-strict_six", named(instance), Dialect::Own);
}

/// Chess as one table of counts with pieces of one's own has it.
fn with_custom_man(betza: &str) -> Arc<Ruleset> {
    let (name, text) = catalog::text("shatranj").expect("a built-in id");
    assert!(text.contains("move = \"A\""), "the elephant's place is the custom piece's");
    parsed(&name, &own(&text.replace("move = \"A\"", &format!("move = \"{betza}\""))))
}

#[test]
fn perft_of_custom_pieces_matches_fairy_stockfish() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft/custom-men.perft");
    let text = std::fs::read_to_string(path).expect("the table is there");
    let (mut betza, mut fen, mut checked) = ("", "", 0);
    let mut ruleset = with_custom_man("A");
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once(' ').expect("every line has two parts") {
            ("betza", man) => (betza, ruleset) = (man, with_custom_man(man)),
            ("fen", text) => fen = text,
            (depth, nodes) => {
                let rules = Rules::<Any>::compile(ruleset.clone());
                let position = fen::parse_waiving_check(&rules, fen, Dialect::Own)
                    .unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
                let depth = depth.parse().expect("a depth");
                let found = perft(&ruleset, &position, depth, Scope::MovesOnly);
                assert_eq!(found.to_string(), nodes, "{betza} depth {depth}: {fen}");
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "{checked} rows");
}

#[test]
fn directions_match_fairy_stockfish() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/betza-directions.txt");
    let text = std::fs::read_to_string(path).expect("the table is there");
    let board = Geometry::new(8, 8).expect("a board");
    let from = board.parse_cell("d4").expect("a cell");
    let mut agreed = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (betza, cells) = line.split_once(": ").expect("a piece and its cells");
        // What is read in different ways elsewhere is refused here, and says so.
        let Ok(movement) = Movement::parse(betza) else { continue };
        let routes = movement.routes(board, from, Side::White);
        let stops = routes.iter().flat_map(|route| &route.steps[route.first_stop..]);
        let found: BTreeSet<String> = stops.map(|&cell| board.name(cell)).collect();
        assert_eq!(found.into_iter().collect::<Vec<_>>().join(" "), cells, "{betza}");
        agreed += 1;
    }
    assert!(agreed > 400, "{agreed} rows");
}
