//! `rukh.lab`: studies, the games of their parts, and which cells have enough of them.
//!
//! A part is played by whoever asks for it, in any order and on any machine; `rukh.lab` decides in
//! one place which parts belong to a study.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rukh_study::tally::{self, PartTally};
use rukh_study::{PartId, Study};
use serde_json::json;

use crate::interrupt::SignalWatch;
use crate::{data, errors};

/// A study of a text; the last one is kept, since a worker plays one part of it after the other.
fn parse(py: Python<'_>, text: &str, name: &str) -> PyResult<Arc<Study>> {
    static LAST: Mutex<Option<Arc<Study>>> = Mutex::new(None);
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(study) = last().as_ref().filter(|study| study.text() == text) {
        return Ok(study.clone());
    }
    let study = py.detach(|| Study::parse(text, name));
    let study = Arc::new(study.map_err(|complaints| errors::study(py, &complaints))?);
    *last() = Some(study.clone());
    Ok(study)
}

/// What a study plays: its cells, rounds and tables, and what its files depend on.
#[pyfunction]
pub(crate) fn plan_study<'py>(py: Python<'py>, text: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let study = parse(py, text, name)?;
    let kept = [("games", true), ("moves", study.keep.moves), ("positions", study.keep.positions)];
    let tables: Vec<&str> =
        kept.into_iter().filter_map(|(table, is_kept)| is_kept.then_some(table)).collect();
    let cells = study.plan().cells.iter().map(|cell| {
        json!({
            "index": cell.index,
            "instance": cell.instance,
            "options": cell.choices,
            "white": cell.players[0],
            "black": cell.players[1],
            "laws": cell.laws,
            "evaluation": cell.evaluation,
        })
    });
    let plan = json!({
        "id": study.id,
        "title": study.title,
        "question": study.question,
        "hash": study.hash(),
        "version": env!("CARGO_PKG_VERSION"),
        "rounds": study.rounds(),
        "games": study.games,
        "tables": tables,
        "cells": cells.collect::<Vec<_>>(),
    });
    data::object(py, &plan)
}

/// The name of the file of a part, from the folder of its study.
#[pyfunction]
#[pyo3(signature = (cell, round, table="games"))]
pub(crate) fn part_name(cell: u32, round: u32, table: &str) -> String {
    PartId { cell, round }.path(table)
}

/// A sign to stop for parts that other threads play, which hear no signals.
#[pyclass(module = "rukh._rukh", frozen)]
pub(crate) struct StopFlag(Arc<AtomicBool>);

#[pymethods]
impl StopFlag {
    #[new]
    fn new() -> StopFlag {
        StopFlag(Arc::new(AtomicBool::new(false)))
    }

    /// Has every part stop that was given this flag.
    fn set(&self) {
        self.0.store(true, Relaxed);
    }
}

/// Plays a part of a study: the bytes of its files by their names.
///
/// # Errors
/// `StudyError`, `RukhError` where there is no such part or a player fails, or what a signal raised.
#[pyfunction]
#[pyo3(signature = (text, cell, round, stop=None))]
pub(crate) fn play_part<'py>(
    py: Python<'py>,
    text: &str,
    cell: u32,
    round: u32,
    stop: Option<PyRef<'py, StopFlag>>,
) -> PyResult<Bound<'py, PyDict>> {
    let study = parse(py, text, "study.toml")?;
    let id = PartId { cell, round };
    let flag = stop.map(|flag| flag.0.clone());
    let watch = SignalWatch::new();
    let is_stopped = || watch.is_raised() || flag.as_ref().is_some_and(|flag| flag.load(Relaxed));
    let played = py.detach(|| {
        rukh_study::play_part(&study, id, &is_stopped, &mut |_| ()).map(|part| part.files(&study))
    });
    watch.finish()?;
    let files = played.map_err(|error| errors::input(py, &id.to_string(), &error.to_string()))?;
    let dict = PyDict::new(py);
    for (name, bytes) in files {
        dict.set_item(name, PyBytes::new(py, &bytes))?;
    }
    Ok(dict)
}

/// The parts of a study that are there, and which cells have games enough by its stop rule.
#[pyclass(module = "rukh._rukh")]
pub(crate) struct StudyTally {
    study: Arc<Study>,
    tally: PartTally,
}

#[pymethods]
impl StudyTally {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<StudyTally> {
        let study = parse(py, text, "study.toml")?;
        Ok(StudyTally { tally: PartTally::new(&study), study })
    }

    /// Whether the bytes are the file of a part's games, with all of them.
    ///
    /// # Errors
    /// `RukhError` of games that are those of another study.
    fn is_whole(&self, py: Python<'_>, cell: u32, round: u32, games: &[u8]) -> PyResult<bool> {
        let id = PartId { cell, round };
        let found = tally::is_whole(&self.study, id, games);
        found.map_err(|error| errors::input(py, &id.to_string(), &error.to_string()))
    }

    /// Adds the file of the games of a cell's next round; whether the cell has all it needs.
    ///
    /// # Errors
    /// `RukhError` of bytes that are no such file, or of another round.
    fn add(&mut self, py: Python<'_>, cell: u32, round: u32, games: &[u8]) -> PyResult<bool> {
        let id = PartId { cell, round };
        let added = self.tally.add(&self.study, id, games);
        added.map_err(|error| errors::input(py, &id.to_string(), &error.to_string()))
    }
}
