//! Errors as Python exceptions, which `rukh.errors` declares with their attributes.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use rukh_lab::opening::OpeningError;
use rukh_rules::game::Refusal;
use rukh_rules::notation::fen::FenError;
use rukh_rules::notation::reading::GameError;
use rukh_rules::notation::san::SanError;
use rukh_rules::ruleset::Complaint;
use rukh_rules::{LoadError, Ruleset};

/// One thing that is wrong: where, if that is known, and why.
pub(crate) type PlacedReason = (Option<String>, String);

/// An exception class of `rukh.errors`.
fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("rukh.errors").map(Bound::unbind))?;
    Ok(module.bind(py).getattr(name)?.cast_into()?)
}

/// An exception with its attributes; where the class is missing, the error that says so.
fn exception(
    py: Python<'_>,
    name: &str,
    message: &str,
    fill: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyErr {
    let attributes = PyDict::new(py);
    let made = fill(&attributes).and_then(|()| class(py, name)?.call((message,), Some(&attributes)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// `RulesetError` with every complaint about a ruleset.
pub(crate) fn ruleset(py: Python<'_>, error: &LoadError) -> PyErr {
    let reasons: Vec<PlacedReason> = match error {
        LoadError::Complaints(complaints) => {
            complaints.iter().map(|one| (Some(one.place.to_string()), one.message.clone())).collect()
        }
        other => vec![(None, other.to_string())],
    };
    exception(py, "RulesetError", &error.to_string(), |set| set.set_item("reasons", reasons))
}

/// `StudyError` with every complaint about a study.
pub(crate) fn study(py: Python<'_>, complaints: &[Complaint]) -> PyErr {
    let placed = |one: &Complaint| (Some(one.place.to_string()), one.message.clone());
    let reasons: Vec<PlacedReason> = complaints.iter().map(placed).collect();
    let all: Vec<String> = complaints.iter().map(ToString::to_string).collect();
    exception(py, "StudyError", &all.join("\n"), |set| set.set_item("reasons", reasons))
}

/// `RulesetError` for a file that cannot be read.
pub(crate) fn ruleset_file(py: Python<'_>, place: &str, reason: &str) -> PyErr {
    let reasons = vec![(Some(place.to_owned()), reason.to_owned())];
    exception(py, "RulesetError", &format!("{place}: {reason}"), |set| set.set_item("reasons", reasons))
}

/// What is wrong with a FEN, each with its field, rank or cell.
pub(crate) fn fen_reasons(errors: &[FenError]) -> Vec<PlacedReason> {
    errors
        .iter()
        .map(|error| (error.place().map(|place| place.to_string()), error.detail().to_string()))
        .collect()
}

/// `FenError` with everything that is wrong with a FEN; `index` is its place in a list of FENs.
pub(crate) fn fen(py: Python<'_>, text: &str, index: Option<usize>, errors: &[FenError]) -> PyErr {
    let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let which = index.map_or(String::new(), |index| format!("FEN {index}: "));
    exception(py, "FenError", &format!("{which}{}", all.join("; ")), |set| {
        set.set_item("reasons", fen_reasons(errors))?;
        set.set_item("index", index)?;
        set.set_item("fen", text.chars().take(200).collect::<String>())
    })
}

/// `IllegalMoveError` of an event that the rules refuse.
pub(crate) fn refusal(py: Python<'_>, what: &str, refusal: &Refusal) -> PyErr {
    let reason = refusal.message.to_string();
    illegal(py, what, &reason, refusal.code.into())
}

/// `IllegalMoveError` with a code such as `illegal` or `not_your_turn`.
pub(crate) fn illegal(py: Python<'_>, what: &str, reason: &str, code: &str) -> PyErr {
    let reasons = vec![(Some(what.to_owned()), reason.to_owned())];
    exception(py, "IllegalMoveError", &format!("{what}: {reason}"), |set| {
        set.set_item("reasons", reasons)?;
        set.set_item("code", code)
    })
}

/// `IllegalMoveError` of a move in SAN, with legal moves like it.
pub(crate) fn san(py: Python<'_>, error: &SanError) -> PyErr {
    let reasons = vec![(Some(error.text.clone()), error.message.clone())];
    exception(py, "IllegalMoveError", &error.to_string(), |set| {
        set.set_item("reasons", reasons)?;
        set.set_item("code", "illegal")?;
        set.set_item("legal", error.legal.clone())
    })
}

/// `PgnError` with the number of the game and its lines.
pub(crate) fn pgn(py: Python<'_>, error: &GameError) -> PyErr {
    let placed = error.diagnostics.iter().map(|one| {
        let place = match one.column {
            Some(column) => format!("line {}, column {column}", one.line),
            None => format!("line {}", one.line),
        };
        (Some(place), one.message.clone())
    });
    let reasons: Vec<PlacedReason> = placed.collect();
    let first = error.diagnostics.first();
    exception(py, "PgnError", &error.to_string(), |set| {
        set.set_item("reasons", reasons)?;
        set.set_item("game", error.number)?;
        set.set_item("line", first.map_or(error.line, |one| one.line))?;
        set.set_item("column", first.and_then(|one| one.column))
    })
}

/// `PgnError` without a place: a tag or an annotation that cannot be written.
pub(crate) fn pgn_value(py: Python<'_>, what: &str, reason: &str) -> PyErr {
    let reasons = vec![(Some(what.to_owned()), reason.to_owned())];
    exception(py, "PgnError", &format!("{what}: {reason}"), |set| set.set_item("reasons", reasons))
}

/// `EngineError`: a search or a match that cannot be made as asked for.
pub(crate) fn engine(py: Python<'_>, what: &str, reason: &str) -> PyErr {
    let reasons = vec![(Some(what.to_owned()), reason.to_owned())];
    exception(py, "EngineError", &format!("{what}: {reason}"), |set| set.set_item("reasons", reasons))
}

/// `EngineError` of openings that cannot be read, each with its line.
pub(crate) fn openings(py: Python<'_>, errors: &[OpeningError]) -> PyErr {
    let placed =
        |error: &OpeningError| (error.line.map(|line| format!("line {line}")), error.message.clone());
    let reasons: Vec<PlacedReason> = errors.iter().map(placed).collect();
    let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
    exception(py, "EngineError", &all.join("; "), |set| set.set_item("reasons", reasons))
}

/// `RukhError` of an input that is wrong.
pub(crate) fn input(py: Python<'_>, what: &str, reason: &str) -> PyErr {
    let reasons = vec![(Some(what.to_owned()), reason.to_owned())];
    exception(py, "RukhError", &format!("{what}: {reason}"), |set| set.set_item("reasons", reasons))
}

/// `RukhError` of a square or a piece that a ruleset does not have.
pub(crate) fn square(py: Python<'_>, what: &str, ruleset: &Ruleset) -> PyErr {
    let geometry = ruleset.geometry;
    let shown: String = what.chars().take(40).collect();
    let last = geometry.all().last().map_or_else(String::new, |cell| geometry.name(cell));
    let reason =
        format!("no square of this board: use a1 to {last}, or a number from 0 to {}", geometry.cells() - 1);
    let reasons = vec![(Some(shown.clone()), reason.clone())];
    exception(py, "RukhError", &format!("`{shown}`: {reason}"), |set| set.set_item("reasons", reasons))
}
