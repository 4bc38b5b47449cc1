//! What the endings of a game are, solved exactly: `rulesets/endings/ID.json`, written by `cargo xtask endings`.

use std::io::Write as _;
use std::sync::Arc;

use base64ct::{Base64UrlUnpadded, Encoding};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use maud::{Markup, html};
use rukh_draw::BoardDiagram;
use rukh_rules::notation::pgn;
use rukh_rules::notation::record::Record;
use rukh_rules::{Game, Material, Ruleset, Side};
use rust_embed::RustEmbed;
use serde::Deserialize;

use crate::address::{PageAddress, to_ruleset};
use crate::reader::Reader;
use crate::{Draft, laws, say};

#[derive(RustEmbed)]
#[folder = "../../rulesets/endings"]
struct EndingFiles;

/// The file of a ruleset.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Endings {
    /// Revision of the ruleset that was solved.
    revision: u32,
    /// Most pieces of an ending, kings counted.
    pieces: u32,
    materials: Vec<MaterialEndings>,
}

/// The positions of a material.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MaterialEndings {
    material: String,
    /// Those with White to move, and with Black to move.
    white: Figures,
    black: Figures,
    longest: Option<LongestWin>,
}

/// What positions are worth for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Figures {
    /// How many are won, drawn and lost.
    Results { won: u64, drawn: u64, lost: u64 },
    /// With a die: points on average, and how often the game is drawn or never ends.
    Chances { points: f64, draw: f64 },
}

/// A win that takes longest.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LongestWin {
    plies: usize,
    fen: String,
    /// The moves to the end or to where the limit of moves draws the game, in coordinates.
    line: Vec<String>,
}

/// The endings of a ruleset with its usual options, if they were solved.
fn of(ruleset: &Ruleset) -> Option<Endings> {
    let id = &ruleset.instance.id;
    let file = EndingFiles::get(&format!("{id}.json")).filter(|_| ruleset.instance.choices.is_empty())?;
    let endings: Endings =
        serde_json::from_slice(&file.data).expect("the endings are part of the program and tested");
    // Of other laws nothing is known.
    (endings.revision == ruleset.revision).then_some(endings)
}

/// The address of the page, if there is one.
pub(crate) fn address(ruleset: &Ruleset) -> Option<PageAddress> {
    of(ruleset).map(|_| PageAddress::Endings(ruleset.instance.id.clone()))
}

/// The page of a ruleset; `None` if there is none.
pub(crate) fn page(reader: &Reader<'_>, instance: &str) -> Option<Draft> {
    let ruleset = reader.resolve(instance)?;
    let endings = of(&ruleset)?;
    let title = reader.say(say::library_endings_of(reader.name(&ruleset).text));
    let lead = reader.say(match ruleset.has_die() {
        true => say::library_endings_text_die(endings.pieces),
        false => say::library_endings_text(endings.pieces),
    });
    let content = html! {
        h1 { (title) }
        p.lead { (lead) }
        p.actions { a href=(to_ruleset(instance, "")) { (reader.say(say::library_sheet_back())) } }
        (ends(reader, &ruleset))
        (table(reader, &ruleset, &endings))
        (longest(reader, &ruleset, &endings))
        p.faint { small { (reader.say(say::library_endings_note())) } }
    };
    Some(Draft { instance: Some(instance.to_owned()), ..Draft::new(title, lead, content) })
}

/// The laws that decide a game of few pieces.
fn ends(reader: &Reader<'_>, ruleset: &Ruleset) -> Markup {
    let entries = laws::first_of(ruleset);
    html! {
        ul.sentences {
            @for entry in entries.into_iter().filter(|entry| ["bare-king", "support", "stalemate"].contains(&entry.key)) {
                li {
                    strong { a href=(to_ruleset(&ruleset.instance.id, &format!("law-{}", entry.key))) { (reader.say(entry.title)) } }
                    " " (reader.say_of(ruleset, entry.text))
                }
            }
        }
    }
}

fn table(reader: &Reader<'_>, ruleset: &Ruleset, endings: &Endings) -> Markup {
    let heads = match ruleset.has_die() {
        true => vec![say::library_endings_points(), say::library_endings_decided()],
        false => vec![
            say::library_endings_won(),
            say::library_endings_drawn(),
            say::library_endings_lost(),
            say::library_endings_moves(),
        ],
    };
    html! {
        div.endings-frame tabindex="0" role="region" aria-label=(reader.say(say::library_endings())) {
            table.endings {
                thead {
                    tr {
                        th scope="col" { (reader.say(say::library_endings_turn())) }
                        @for head in heads { th scope="col" { (reader.say(head)) } }
                    }
                }
                @for entry in &endings.materials {
                    @let material = named(reader, ruleset, &entry.material);
                    tbody {
                        tr { th.material scope="rowgroup" colspan="5" { (material) } }
                        @if entry.white == entry.black {
                            (row(&reader.say(say::library_endings_either()), &entry.white, longest_of(entry, None)))
                        } @else {
                            @for (side, figures) in [(Side::White, &entry.white), (Side::Black, &entry.black)] {
                                (row(&reader.say_of(ruleset, say::library_endings_side(side)), figures, longest_of(entry, Some(side))))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn row(turn: &str, figures: &Figures, longest: Option<String>) -> Markup {
    let cells = match *figures {
        Figures::Results { won, drawn, lost } => {
            let all = won + drawn + lost;
            let cells = [won, drawn, lost].map(|count| percent(count as f64 / all.max(1) as f64));
            [cells.to_vec(), vec![longest.unwrap_or_default()]].concat()
        }
        Figures::Chances { points, draw } => vec![format!("{points:.3}"), percent(1.0 - draw)],
    };
    html! { tr { th scope="row" { (turn) } @for cell in cells { td { (cell) } } } }
}

/// The moves of the longest win, on the line of the side that wins.
fn longest_of(entry: &MaterialEndings, side: Option<Side>) -> Option<String> {
    let longest = entry.longest.as_ref()?;
    let is_whites = longest.fen.split(' ').nth(1) == Some("w");
    let is_here = side.is_none_or(|side| is_whites == (side == Side::White));
    is_here.then(|| longest.plies.div_ceil(2).to_string())
}

/// A share in percent, with a digit after the point. What is not quite nothing or all is not said to be.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match format!("{percent:.1}").as_str() {
        "0.0" if share > 0.0 => "< 0.1".to_owned(),
        "100.0" if share < 1.0 => "> 99.9".to_owned(),
        "0.0" => "0".to_owned(),
        "100.0" => "100".to_owned(),
        text => text.to_owned(),
    }
}

/// The pieces of both sides.
fn named(reader: &Reader<'_>, ruleset: &Ruleset, text: &str) -> String {
    let material = Material::parse(ruleset, text).expect("the endings are tested");
    let [white, black] = [Side::White, Side::Black].map(|side| reader.pieces(ruleset, material.of(side)));
    reader.say(say::library_endings_material(white, black))
}

/// A board with the longest win of each material, and how it goes.
fn longest(reader: &Reader<'_>, ruleset: &Arc<Ruleset>, endings: &Endings) -> Markup {
    let wins: Vec<_> =
        endings.materials.iter().filter_map(|entry| Some((entry, entry.longest.as_ref()?))).collect();
    html! {
        @if !wins.is_empty() {
            section #longest {
                h2 { (reader.say(say::library_endings_longest())) }
                div.boards {
                    @for (entry, win) in wins { (figure(reader, ruleset, entry, win)) }
                }
            }
        }
    }
}

fn figure(reader: &Reader<'_>, ruleset: &Arc<Ruleset>, entry: &MaterialEndings, win: &LongestWin) -> Markup {
    let start = Game::from_fen(ruleset.clone(), &win.fen).expect("the endings are tested");
    let (mut game, mut moves) = (start.clone(), Vec::new());
    for text in &win.line {
        let mv = game.legal_move(text).expect("the endings are tested");
        moves.push(game.san(game.position().turn())(mv));
        game.play(mv, None).expect("the endings are tested");
    }
    let material = named(reader, ruleset, &entry.material);
    let count = u32::try_from(win.plies.div_ceil(2)).unwrap_or(u32::MAX);
    let mut said = vec![
        reader.say_of(ruleset, say::library_board_turn(start.position().turn())),
        reader.say(say::library_endings_wins(count)),
    ];
    if win.line.len() < win.plies {
        said.push(reader.say(say::library_endings_limit()));
    }
    html! {
        figure.example {
            (reader.board(BoardDiagram::of_game(&start).title(&material), ruleset.geometry))
            figcaption {
                p { strong { (material) } }
                p { (said.join(" ")) }
                details.line {
                    summary { (reader.say(say::library_endings_line())) }
                    p dir="ltr" { (numbered(&start, &moves)) }
                }
                p { a href={ "/analysis#pgn=" (packed(&game)) } { (reader.say(say::library_endings_play())) } }
            }
        }
    }
}

/// Moves with the numbers of their turns.
fn numbered(start: &Game, moves: &[String]) -> String {
    let (mut turn, mut number) = (start.position().turn(), start.position().turn_number());
    let mut words = Vec::new();
    for (place, mv) in moves.iter().enumerate() {
        match turn {
            Side::White => words.push(format!("{number}. {mv}")),
            Side::Black if place == 0 => words.push(format!("{number}... {mv}")),
            Side::Black => words.push(mv.clone()),
        }
        number += u16::from(turn == Side::Black);
        turn = turn.other();
    }
    words.join(" ")
}

/// A game as the address of the analysis board has it: see `web/src/analysis/link.ts`.
fn packed(game: &Game) -> String {
    let text = pgn::format(&Record::new(game.clone()));
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    Base64UrlUnpadded::encode_string(&written.expect("memory can be written to"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::{Game, Material, Ruleset, catalog};

    use super::{Figures, of, packed, percent};

    /// A ruleset that has changed is solved again: `cargo xtask endings`.
    #[test]
    fn endings_of_every_ruleset_are_of_its_revision_and_their_lines_win() {
        for id in catalog::ids() {
            let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
            let endings = of(&ruleset).unwrap_or_else(|| panic!("{id} is not solved"));
            assert!(endings.pieces >= 3 && endings.materials.len() > 3, "{id}");
            for entry in &endings.materials {
                assert!(Material::parse(&ruleset, &entry.material).is_ok(), "{id}: {}", entry.material);
                let is_chance = matches!(entry.white, Figures::Chances { .. });
                assert!(is_chance == ruleset.has_die(), "{id}: {}", entry.material);
                let Some(win) = &entry.longest else { continue };
                let mut game = Game::from_fen(ruleset.clone(), &win.fen).expect("a sound FEN");
                let winner = game.position().turn();
                for text in &win.line {
                    game.play(game.legal_move(text).expect("a legal move"), None).expect("it can be played");
                }
                let outcome = game.outcome().unwrap_or_else(|| panic!("{id}: {} goes on", entry.material));
                let is_cut = win.line.len() < win.plies && outcome.winner.is_none();
                assert!(is_cut || outcome.winner == Some(winner), "{id}: {}", entry.material);
            }
        }
    }

    #[test]
    fn shares_that_are_not_whole_are_not_said_to_be() {
        let texts = [0.0, 1e-6, 0.0994, 0.99999, 1.0].map(percent);
        assert_eq!(texts, ["0", "< 0.1", "9.9", "> 99.9", "100"]);
    }

    /// The analysis board reads these addresses: `deflate-raw`, then base64 without padding.
    #[test]
    fn address_of_a_line_has_its_game() {
        use std::io::Read as _;

        use base64ct::{Base64UrlUnpadded, Encoding};
        let mut game = Game::new(Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset")));
        game.play(game.legal_move("e2e3").expect("a legal move"), None).expect("it can be played");
        let bytes = Base64UrlUnpadded::decode_vec(&packed(&game)).expect("base64");
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).expect("deflate");
        assert!(text.contains("[Variant \"") && text.contains("1. e3"), "{text}");
    }
}
