//! Analysis of games as Python dicts: losses of moves, luck of throws.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rukh_lab::analysis::{
    Analyser, AnalysisSettings, Balance, MoveAnalysis, NodeEval, PlayerSummary, PositionEval, ThrowAnalysis,
};
use rukh_rules::notation::san;
use rukh_rules::{Game, Side};
use std::sync::Arc;

use crate::board::PyBoard;
use crate::engine::PyScore;
use crate::errors;
use crate::interrupt::SignalWatch;
use crate::ruleset::color;

/// What an analyser finds of a board's game, unless a signal stops it.
fn run<T: Send>(
    py: Python<'_>,
    board: &PyBoard,
    settings: AnalysisSettings,
    find: impl FnOnce(&mut Analyser, &Game) -> T + Send,
) -> PyResult<T> {
    let watch = Arc::new(SignalWatch::new());
    let stopped = watch.clone();
    let made = Analyser::new(board.loaded.ruleset.clone(), settings, None);
    let made = made.map_err(|error| errors::engine(py, "analysis", &error.to_string()))?;
    let mut analyser = made.with_stop(move || stopped.is_raised());
    let game = board.game.clone();
    let found = py.detach(|| find(&mut analyser, &game));
    watch.finish()?;
    Ok(found)
}

/// The value of each face of the die that is to be thrown.
pub(crate) fn faces<'py>(
    py: Python<'py>,
    board: &PyBoard,
    settings: AnalysisSettings,
) -> PyResult<Bound<'py, PyDict>> {
    let found = run(py, board, settings, |analyser, game| analyser.eval_node(game))?;
    let NodeEval::Chance(faces) = found else {
        return Err(errors::engine(py, "faces", "no throw is due now"));
    };
    face_dict(py, board, board.game.position().turn(), &faces)
}

fn face_dict<'py>(
    py: Python<'py>,
    board: &PyBoard,
    turn: Side,
    faces: &[(u8, PositionEval)],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (face, eval) in faces {
        dict.set_item(face, eval_dict(py, board, turn, eval)?)?;
    }
    Ok(dict)
}

fn eval_dict<'py>(
    py: Python<'py>,
    board: &PyBoard,
    turn: Side,
    eval: &PositionEval,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("score", PyScore::new(eval.score, turn, &board.loaded))?;
    dict.set_item("expected", eval.expected)?;
    dict.set_item("pv", eval.pv.iter().map(|mv| board.wrap(*mv)).collect::<Vec<_>>())?;
    dict.set_item("depth", eval.depth)?;
    dict.set_item("nodes", eval.nodes)?;
    Ok(dict)
}

/// The analysis of a game from its start.
pub(crate) fn game<'py>(
    py: Python<'py>,
    board: &PyBoard,
    settings: AnalysisSettings,
) -> PyResult<Bound<'py, PyDict>> {
    let found = run(py, board, settings, |analyser, game| analyser.analyse(game))?;
    let dict = PyDict::new(py);
    let moves = found.moves.iter().map(|one| move_dict(py, board, one)).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("moves", PyList::new(py, moves)?)?;
    dict.set_item("skipped", found.skipped)?;
    dict.set_item("balance", found.balance().map(|balance| balance_dict(py, &balance)).transpose()?)?;
    for side in Side::BOTH {
        dict.set_item(<&str>::from(side), summary_dict(py, &found.summary(side))?)?;
    }
    Ok(dict)
}

fn move_dict<'py>(py: Python<'py>, board: &PyBoard, one: &MoveAnalysis) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("seq", one.seq)?;
    dict.set_item("color", color(one.side))?;
    dict.set_item("move", board.wrap(one.mv))?;
    dict.set_item("san", san::format(board.game.rules(), &one.position, one.mv))?;
    dict.set_item("best", one.eval.best.map(|mv| board.wrap(mv)))?;
    dict.set_item("lines", lines(py, board, one)?)?;
    dict.set_item("before", one.before)?;
    dict.set_item("after", one.after)?;
    dict.set_item("loss", one.loss())?;
    dict.set_item("centipawns_lost", one.centipawns_lost())?;
    dict.set_item("accuracy", one.accuracy())?;
    dict.set_item("grade", one.grade().to_string())?;
    dict.set_item("is_forced", one.is_forced)?;
    dict.set_item(
        "throw",
        one.throw.as_ref().map(|throw| throw_dict(py, board, one.side, throw)).transpose()?,
    )?;
    Ok(dict)
}

fn lines<'py>(py: Python<'py>, board: &PyBoard, one: &MoveAnalysis) -> PyResult<Bound<'py, PyList>> {
    let line = |line: &rukh_engine::PvLine| {
        let dict = PyDict::new(py);
        dict.set_item("score", PyScore::new(line.score, one.side, &board.loaded))?;
        dict.set_item("pv", line.pv.iter().map(|mv| board.wrap(*mv)).collect::<Vec<_>>())?;
        Ok(dict)
    };
    PyList::new(py, one.eval.lines.iter().map(line).collect::<PyResult<Vec<_>>>()?)
}

fn throw_dict<'py>(
    py: Python<'py>,
    board: &PyBoard,
    side: Side,
    throw: &ThrowAnalysis,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("face", throw.face)?;
    dict.set_item("luck", throw.luck)?;
    dict.set_item("faces", face_dict(py, board, side, &throw.faces)?)?;
    Ok(dict)
}

fn balance_dict<'py>(py: Python<'py>, balance: &Balance) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let Balance { start, luck, skill, remainder, result } = *balance;
    for (key, share) in
        [("start", start), ("luck", luck), ("skill", skill), ("remainder", remainder), ("result", result)]
    {
        dict.set_item(key, share)?;
    }
    Ok(dict)
}

fn summary_dict<'py>(py: Python<'py>, summary: &PlayerSummary) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let [inaccuracies, mistakes, blunders] = summary.error_counts;
    dict.set_item("moves", summary.moves)?;
    dict.set_item("accuracy", summary.accuracy)?;
    dict.set_item("loss", summary.loss)?;
    dict.set_item("centipawns", summary.centipawns)?;
    dict.set_item("inaccuracies", inaccuracies)?;
    dict.set_item("mistakes", mistakes)?;
    dict.set_item("blunders", blunders)?;
    dict.set_item("luck", summary.luck)?;
    Ok(dict)
}
