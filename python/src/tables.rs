//! `rukh.tables`: endings solved exactly.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rukh_engine::{SharedTables, Tables};
use rukh_lab::endings::Ending;
use rukh_rules::{Material, Ruleset};
use rukh_tablebase::{TableBuilder, closure, file_name, materials, successors};
use serde_json::json;

use crate::board::PyBoard;
use crate::interrupt::{INTERVAL, SignalWatch};
use crate::ruleset::RulesetArgument;
use crate::{data, errors};

fn parse_material(py: Python<'_>, ruleset: &Ruleset, text: &str) -> PyResult<Material> {
    Material::parse(ruleset, text).map_err(|error| errors::input(py, text, &error.to_string()))
}

/// The tables of up to so many pieces or those of a material: files, and what is to be built of them.
#[pyfunction]
pub(crate) fn plan_tables<'py>(
    py: Python<'py>,
    ruleset: RulesetArgument,
    pieces: usize,
    material: Option<&str>,
    directory: PathBuf,
    memory: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let ruleset = ruleset.0.ruleset.clone();
    let wanted = match material {
        Some(text) => closure(&ruleset, &parse_material(py, &ruleset, text)?),
        None => materials(&ruleset, pieces),
    };
    let builder = TableBuilder { directory, others: Vec::new(), threads: 1, memory };
    let plan = py.detach(|| builder.plan(&ruleset, &wanted));
    if let Some(error) = plan.damaged.first() {
        return Err(errors::input(py, &error.path.display().to_string(), &error.problem.to_string()));
    }
    let file = |material: &Material| file_name(&ruleset, material);
    let jobs = plan.jobs.iter().map(|job| {
        let mut needs: Vec<_> = successors(&ruleset, &job.material).iter().map(file).collect();
        needs.sort();
        needs.dedup();
        needs.retain(|other| *other != file(&job.material));
        let (material, numbers) = (job.material.text(&ruleset), job.estimate.numbers);
        json!({ "material": material, "file": file(&job.material), "needs": needs, "numbers": numbers })
    });
    let skipped =
        plan.skipped.iter().map(|table| json!([table.material.text(&ruleset), table.obstacle.to_string()]));
    let files = wanted.iter().map(file);
    data::object(
        py,
        &json!({
            "files": files.collect::<Vec<_>>(),
            "jobs": jobs.collect::<Vec<_>>(),
            "skipped": skipped.collect::<Vec<_>>(),
        }),
    )
}

/// Builds a table in a directory from the files of those it needs.
#[pyfunction]
pub(crate) fn build_table(
    py: Python<'_>,
    ruleset: RulesetArgument,
    material: &str,
    directory: PathBuf,
    threads: usize,
) -> PyResult<()> {
    let ruleset = ruleset.0.ruleset.clone();
    let parsed = parse_material(py, &ruleset, material)?;
    let builder = TableBuilder { directory, others: Vec::new(), threads, memory: u64::MAX };
    let (sender, receiver) = mpsc::channel();
    // A thread of its own: if a signal ends the wait, it writes the file nevertheless.
    std::thread::spawn(move || drop(sender.send(builder.build(&ruleset, &parsed, |_| ()))));
    let watch = SignalWatch::new();
    let is_raised = || watch.is_raised();
    let built = py.detach(move || {
        loop {
            match receiver.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Timeout) if !is_raised() => {}
                built => return built,
            }
        }
    });
    watch.finish()?;
    let built = built.map_err(|error| errors::input(py, material, &error.to_string()))?;
    built.map(drop).map_err(|error| errors::input(py, material, &error.to_string()))
}

/// The tables of a ruleset, with the files of a directory.
fn tables(ruleset: &Arc<Ruleset>, directory: PathBuf) -> Arc<Tables> {
    /// Those of the directory that was asked for last.
    static LAST: Mutex<Option<(PathBuf, SharedTables)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last.take().filter(|(known, _)| *known == directory);
    let (_, shared) = last.insert(known.unwrap_or_else(|| {
        let shared = SharedTables::with_directories(vec![directory.clone()], None);
        (directory, shared)
    }));
    // Files may have been built since.
    shared.look_again();
    shared.of(ruleset)
}

/// What tables say of where a board stands.
#[pyfunction]
pub(crate) fn probe_tables<'py>(
    py: Python<'py>,
    board: &PyBoard,
    directory: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let (ruleset, game) = (board.loaded.ruleset.clone(), board.game.clone());
    let ending = py.detach(|| match directory {
        Some(directory) => Ending::of(&tables(&ruleset, directory), &game),
        None => Ending::of(&Tables::shared(&ruleset), &game),
    });
    data::object(py, &serde_json::to_value(ending).expect("an ending is JSON"))
}
