//! Boards from the evidence: the position of an example, and what it shows in words.

use std::collections::BTreeMap;

use maud::{Markup, html};
use rukh_draw::{BoardDiagram, PieceMoves};
use rukh_rules::evidence::Example;
use rukh_rules::message::{Message, PieceLabel};
use rukh_rules::{Cell, Game, Instance, Node, Ruleset};

use crate::cite;
use crate::reader::Reader;
use crate::say;

/// An example and the instance it is played by.
struct Shown<'l> {
    example: &'l Example,
    game: Game,
}

/// The board of the example that shows a law of a ruleset best; nothing if none does.
pub(crate) fn of_law(reader: &Reader<'_>, ruleset: &Ruleset, key: &str) -> Markup {
    let value = |ruleset: &Ruleset| {
        ruleset.law_entries().into_iter().find(|entry| entry.key == key).map(|entry| entry.value)
    };
    let wanted = value(ruleset);
    best(reader, ruleset, ("law", key), |other| value(other) == wanted)
}

/// The board of the example that shows a choice of an option best.
pub(crate) fn of_choice(reader: &Reader<'_>, ruleset: &Ruleset, option: &str, choice: &str) -> Markup {
    best(reader, ruleset, ("option", &format!("{option}={choice}")), |other| {
        let default = || other.options.iter().find(|known| known.key == option).map(|known| &known.default);
        other.instance.choices.get(option).or_else(default).is_some_and(|chosen| chosen == choice)
    })
}

fn best(
    reader: &Reader<'_>,
    ruleset: &Ruleset,
    (kind, name): (&str, &str),
    fits: impl Fn(&Ruleset) -> bool,
) -> Markup {
    let id = &ruleset.instance.id;
    let mut candidates: Vec<(&str, &Example)> = reader
        .library
        .examples(id)
        .into_iter()
        .filter(|(_, example)| example.is_about(kind, name) && example.get("with").is_none())
        // The start shows nothing that the page does not show already.
        .filter(|(_, example)| !example.starts || example.get("play").is_some())
        .collect();
    candidates
        .sort_by_key(|(of, example)| (*of != id.as_str(), example.subjects().count(), plainness(example)));
    let shown = candidates.into_iter().find_map(|(of, example)| {
        let instance = instance_for(example, of, id)?;
        let resolved = reader.resolve(&instance)?;
        // What a parent's examples show must hold in the child too.
        let game = fits(&resolved).then(|| example.game_under(&reader.compile(&resolved)))?.ok()?;
        (of == id.as_str() || claims_hold(example, &game)).then_some(Shown { example, game })
    });
    html! { @if let Some(shown) = &shown { (figure(reader, shown)) } }
}

/// The rank of an example: those that show an end or the moves of a piece come first.
fn plainness(example: &Example) -> u8 {
    match (example.get("outcome"), example.get("legal")) {
        (Some(outcome), _) if outcome != "none" => 0,
        (_, Some(_)) => 1,
        _ => 2,
    }
}

/// The instance of an example, with the id of its file replaced by that of the ruleset.
fn instance_for(example: &Example, of: &str, id: &str) -> Option<String> {
    let text = example.get("instance").unwrap_or(of);
    let instance: Instance = text.parse().ok()?;
    let Instance { choices, .. } = instance;
    Some(Instance { id: id.to_owned(), choices }.to_string())
}

/// Whether the outcome and the number of moves that an example states are those of a game.
fn claims_hold(example: &Example, game: &Game) -> bool {
    let outcome = game.outcome().map_or("none".to_owned(), |over| match over.winner {
        Some(winner) => format!("{winner} wins, {}", over.reason),
        None => format!("draw, {}", over.reason),
    });
    example.get("outcome").is_none_or(|stated| stated == outcome)
}

fn figure(reader: &Reader<'_>, shown: &Shown<'_>) -> Markup {
    let Shown { example, game } = shown;
    let ruleset = game.ruleset();
    let said: Vec<String> =
        sentences(reader, example, game).into_iter().map(|one| reader.say_of(ruleset, one)).collect();
    let mut diagram = BoardDiagram::of_game(game).title(&said.join(" "));
    let marked = example.get("legal").and_then(|claim| claim.split_whitespace().next());
    let marked = marked.and_then(|cell| ruleset.geometry.parse_cell(cell));
    if let Some(moves) = marked.filter(|_| game.outcome().is_none()).and_then(|cell| moves_of(game, cell)) {
        diagram = diagram.moves(moves);
    }
    html! {
        figure.example {
            (reader.board(diagram, ruleset.geometry))
            figcaption {
                p { (said.join(" ")) }
                @if let Some(note) = example.get("note") { p.note { (reader.prose(reader.translated(note))) } }
                p.source {
                    @for (index, citation) in example.citations().enumerate() {
                        @if index > 0 { (reader.semicolon()) }
                        (cite::citation(reader, citation))
                    }
                    @if let Some(conjecture) = example.get("conjecture") {
                        strong { (reader.say(say::library_conjecture())) } " " (reader.prose(reader.translated(conjecture)))
                    }
                }
            }
        }
    }
}

fn moves_of(game: &Game, cell: Cell) -> Option<PieceMoves> {
    PieceMoves::of(game, cell).ok()
}

/// The most cells that a caption lists; where the board marks more, it counts them.
const MAX_LISTED: usize = 4;

/// What an example shows, in sentences.
fn sentences(reader: &Reader<'_>, example: &Example, game: &Game) -> Vec<Message> {
    let ruleset = game.ruleset();
    let mut said = Vec::new();
    match (game.outcome(), game.node()) {
        (Some(outcome), _) => said.push(outcome.message(ruleset)),
        (None, Node::Werera(_)) => said.push(say::library_board_werera()),
        (None, Node::Chance(_)) => said.push(say::library_board_roll(game.position().turn())),
        (None, _) => match game.position().throw() {
            Some(face) => said.push(say::library_board_rolled(game.position().turn(), face)),
            None => said.push(say::library_board_turn(game.position().turn())),
        },
    }
    said.extend(game.style().map(|style| style.message(ruleset)));
    if game.outcome().is_none() {
        said.extend((example.get("outcome") == Some("none")).then(say::library_board_goes_on));
        // The board marks the cells of the first claim.
        let most = [MAX_LISTED].into_iter().chain(std::iter::repeat(usize::MAX));
        said.extend(
            example.all("legal").zip(most).filter_map(|(claim, most)| legal(reader, game, claim, most)),
        );
        match example.get("pass") {
            Some("may") => said.push(say::library_board_may_pass()),
            Some("must") => said.push(say::library_board_must_pass()),
            Some(_) => said.push(say::library_board_no_pass()),
            None => {}
        }
        for refused in example.all("illegal").filter_map(|claim| illegal(game, claim)) {
            if !said.contains(&refused) {
                said.push(refused);
            }
        }
        said.extend(game.counters().into_iter().map(|counter| counter.message(ruleset)));
    }
    said
}

/// The piece on a cell, as sentences name it.
fn label_at(game: &Game, cell: Cell) -> Option<PieceLabel> {
    let (_, kind) = game.position().piece_at(game.rules(), cell)?;
    Some(game.ruleset().label(kind))
}

/// A claim such as `c1 a3 e3` or `c1 none`, with at most the given number of cells by name.
fn legal(reader: &Reader<'_>, game: &Game, claim: &str, most: usize) -> Option<Message> {
    let (cell, targets) = claim.split_once(' ')?;
    let piece = label_at(game, game.ruleset().geometry.parse_cell(cell)?)?;
    let cells: Vec<&str> = targets.split_whitespace().collect();
    Some(match cells.as_slice() {
        ["none"] => say::library_board_stuck(piece, cell),
        cells if cells.len() > most => {
            say::library_board_marked(piece, cell, u32::try_from(cells.len()).unwrap_or(u32::MAX))
        }
        cells => say::library_board_legal(piece, cell, reader.list(cells)),
    })
}

/// A claim such as `h2h4`, `a7a8r` or `--`.
fn illegal(game: &Game, claim: &str) -> Option<Message> {
    if claim == "--" {
        return Some(say::library_board_no_pass());
    }
    let ruleset = game.ruleset();
    let (from, to, promoted) = cells_of(ruleset, claim)?;
    let piece = label_at(game, from)?;
    let [from, to] = [from, to].map(|cell| ruleset.geometry.name(cell));
    Some(match promoted.and_then(|letter| ruleset.kind(letter)) {
        Some(kind) => say::library_board_no_promotion(piece, to, ruleset.label(kind)),
        None => say::library_board_illegal(piece, from, to),
    })
}

/// The cells of a move in coordinates, and the letter behind them.
fn cells_of(ruleset: &Ruleset, text: &str) -> Option<(Cell, Cell, Option<char>)> {
    let (moved, promoted) = match text.char_indices().last()? {
        (index, letter) if letter.is_alphabetic() => (&text[..index], Some(letter)),
        _ => (text, None),
    };
    let second = moved.char_indices().skip(1).find(|(_, letter)| letter.is_alphabetic())?.0;
    let cell = |name: &str| ruleset.geometry.parse_cell(name);
    Some((cell(&moved[..second])?, cell(&moved[second..])?, promoted))
}

/// The array of a ruleset as a board.
pub(crate) fn of_array(reader: &Reader<'_>, ruleset: &Ruleset, array: &str) -> Markup {
    let title = ruleset.arrays.iter().find(|known| known.id == array).map_or("", |known| &known.title);
    let title = reader.translated(title).text;
    match BoardDiagram::of_array(ruleset, array) {
        Ok(diagram) => reader.board(diagram.title(title), ruleset.geometry),
        Err(error) => html! { p.faint { (error) } },
    }
}

/// The choices of an instance with one of them changed; defaults are left out.
pub(crate) fn with_choice(ruleset: &Ruleset, option: &str, choice: &str) -> String {
    let Instance { id, mut choices } = ruleset.instance.clone();
    let default =
        ruleset.options.iter().find(|known| known.key == option).map(|known| known.default.as_str());
    match default == Some(choice) {
        true => choices.remove(option),
        false => choices.insert(option.to_owned(), choice.to_owned()),
    };
    Instance { id, choices: choices.into_iter().collect::<BTreeMap<_, _>>() }.to_string()
}
