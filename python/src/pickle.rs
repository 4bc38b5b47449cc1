//! Pickles and copies: what a value is made anew from, as plain data, and the functions that do so.
//!
//! A ruleset is its name with its fingerprint, and the text of its file if it is not a built-in one.
//! A board is its start with its events. Pickles are read as other input is: checked by the rules.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rukh_engine::Score;
use rukh_rules::notation::coordinate;
use rukh_rules::notation::reading::{GameReader, Strictness};
use rukh_rules::notation::record;
use rukh_rules::{Game, Move, MoveTag, Outcome, PieceKind, UciMove};

use crate::board::{PyBoard, parse_fen};
use crate::engine::{PlayResult, PyScore};
use crate::errors;
use crate::moves::{LegalMoves, PyFace, PyMove, PyOutcome, PyPiece};
use crate::pgn::{OwnRulesets, PgnGame};
use crate::ruleset::{PickledRuleset, PyRuleset, restored, side};

/// What `__reduce__` returns: a function of this module and its arguments.
pub(crate) type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// A function of this module with the arguments that make a value anew.
pub(crate) fn reduce<'py, A>(py: Python<'py>, function: &str, arguments: A) -> PyResult<Reduced<'py, A>> {
    Ok((py.import("rukh._rukh")?.getattr(function)?, arguments))
}

fn wrong(what: &str) -> PyErr {
    PyValueError::new_err(format!("this pickle has no such {what}"))
}

/// A ruleset.
#[pyfunction]
pub(crate) fn restore_ruleset(
    py: Python<'_>,
    name: String,
    hash: String,
    text: Option<String>,
) -> PyResult<PyRuleset> {
    restored(py, (name, hash, text)).map(PyRuleset)
}

/// A move, in coordinates, with the number of its effect.
#[pyfunction]
pub(crate) fn restore_move(py: Python<'_>, ruleset: PickledRuleset, uci: &str, tag: u8) -> PyResult<PyMove> {
    let loaded = restored(py, ruleset)?;
    let parsed =
        coordinate::parse(&loaded.ruleset, uci).map_err(|why| PyValueError::new_err(why.to_string()))?;
    let mv = match (parsed, TAGS.get(usize::from(tag))) {
        (UciMove::Pass, _) => Move::PASS,
        (UciMove::Go { from, to, promotion }, Some(tag)) => {
            let cell = |square| loaded.ruleset.geometry.cell_at(square).ok_or_else(|| wrong("cell"));
            let mv = Move::new(cell(from)?, cell(to)?, *tag);
            let kind_of = |letter| loaded.ruleset.kinds().find(|kind| loaded.ruleset.letter(*kind) == letter);
            match promotion {
                None => mv,
                Some(letter) => mv.becoming(kind_of(letter).ok_or_else(|| wrong("piece"))?),
            }
        }
        _ => return Err(wrong("move")),
    };
    Ok(PyMove { loaded, mv })
}

/// The effects of moves, by their numbers.
const TAGS: [MoveTag; 4] = [MoveTag::Plain, MoveTag::LongStep, MoveTag::EnPassant, MoveTag::Castle];

/// A piece, by its symbol.
#[pyfunction]
pub(crate) fn restore_piece(
    py: Python<'_>,
    ruleset: PickledRuleset,
    symbol: char,
    white: bool,
) -> PyResult<PyPiece> {
    let (loaded, side) = (restored(py, ruleset)?, side(white));
    let is_it = |kind: &PieceKind| loaded.ruleset.letter_for(*kind, side) == symbol;
    let kind = loaded.ruleset.kinds().find(is_it).ok_or_else(|| wrong("piece"))?;
    Ok(PyPiece { loaded, side, kind })
}

/// A face of the die.
#[pyfunction]
pub(crate) fn restore_face(number: u8, weight: u32, of: u32, pieces: String) -> PyFace {
    PyFace { number, weight, of, pieces }
}

/// The end of a game.
#[pyfunction]
pub(crate) fn restore_outcome(
    winner: Option<bool>,
    termination: &str,
    message: String,
    mate_rank: Option<String>,
) -> PyResult<PyOutcome> {
    let reason = termination.parse().map_err(|_| wrong("termination"))?;
    Ok(PyOutcome { outcome: Outcome { winner: winner.map(side), reason }, message, mate_rank })
}

/// The legal moves of a board.
#[pyfunction]
pub(crate) fn restore_legal_moves(
    py: Python<'_>,
    ruleset: PickledRuleset,
    moves: Vec<PyRef<'_, PyMove>>,
) -> PyResult<LegalMoves> {
    Ok(LegalMoves { loaded: restored(py, ruleset)?, moves: moves.iter().map(|one| one.mv).collect() })
}

/// A board: where its game started, and its events, one a line.
#[pyfunction]
pub(crate) fn restore_board(
    py: Python<'_>,
    ruleset: PickledRuleset,
    start: &str,
    events: &str,
) -> PyResult<PyBoard> {
    let loaded = restored(py, ruleset)?;
    let start = parse_fen(py, &loaded, start, "own")?;
    let mut board = PyBoard::from_game(loaded, start);
    for line in events.lines() {
        let entry = record::parse_entry(line).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let refused = |refused| errors::refusal(py, line, &refused);
        board.happen(entry.event, entry.at).map_err(refused)?;
    }
    Ok(board)
}

/// What a pickle keeps of a game: its start and its events.
pub(crate) fn start_and_events(game: &Game) -> (String, String) {
    let start = Game::from_position(game.rules().clone(), *game.start()).fen();
    let events: Vec<String> = game.log().iter().map(|entry| record::format_entry(entry)).collect();
    (start, events.join("\n"))
}

/// A game with all that stands beside it in a file, as PGN.
#[pyfunction]
pub(crate) fn restore_game(
    py: Python<'_>,
    ruleset: PickledRuleset,
    text: &str,
    place: (Option<usize>, Option<usize>, Vec<String>),
) -> PyResult<PgnGame> {
    let loaded = restored(py, ruleset)?;
    let own = OwnRulesets(vec![loaded.file.clone()]);
    let lines = text.lines().map(|line| Ok(line.to_owned()));
    let read = GameReader::new(lines, &own, Strictness::Lenient).next().ok_or_else(|| wrong("game"))?;
    let read = read.map_err(|error| errors::pgn(py, &error))?;
    let mut game = PgnGame::from_record(loaded, read.record);
    (game.number, game.line, game.warnings) = place;
    Ok(game)
}

/// A score, as the word of its kind and its value.
#[pyfunction]
pub(crate) fn restore_score(
    py: Python<'_>,
    ruleset: PickledRuleset,
    white: bool,
    kind: &str,
    value: i32,
) -> PyResult<PyScore> {
    let score = parse_score(kind, value).ok_or_else(|| wrong("score"))?;
    Ok(PyScore::new(score, side(white), &restored(py, ruleset)?))
}

fn parse_score(kind: &str, value: i32) -> Option<Score> {
    Some(match kind {
        "cp" => Score::Centipawns(value),
        "win" => Score::Win { plies: u16::try_from(value).ok()? },
        "loss" => Score::Loss { plies: u16::try_from(value).ok()? },
        "chance" => Score::Chance { win: u16::try_from(value).ok().filter(|win| *win <= 10_000)? },
        _ => return None,
    })
}

/// The word of a score's kind, and its value.
pub(crate) fn score_parts(score: Score) -> (&'static str, i32) {
    match score {
        Score::Centipawns(value) => ("cp", value),
        Score::Win { plies } => ("win", plies.into()),
        Score::Loss { plies } => ("loss", plies.into()),
        Score::Chance { win } => ("chance", win.into()),
    }
}

/// A move that an engine has chosen.
#[pyfunction]
pub(crate) fn restore_play_result(r#move: &PyMove, info: Py<PyDict>) -> PlayResult {
    PlayResult { mv: r#move.clone(), info }
}
