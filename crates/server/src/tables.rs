//! Solved endings: where their files are, and those that are built in the background.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rukh_engine::SharedTables;
use rukh_rules::{Ruleset, catalog};
use rukh_tablebase::{BuildJob, TableBuilder, materials};
use tokio::sync::watch;

use crate::config::{Config, TableBuild};
use crate::serve::ServeError;

/// Cells of the boards whose tables are built: those of larger ones take too long.
const CELLS: usize = 64;
/// How often the log says how far a table is.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(60);
/// Threads that build.
const THREADS: usize = 1;

/// The directory of the tables that the server computes itself.
fn own_directory(config: &Config) -> Option<PathBuf> {
    let is_named = !config.data_dir.as_os_str().is_empty();
    is_named.then(|| config.data_dir.join("tables"))
}

/// The tables of a server.
///
/// # Errors
/// The directory of the tables is not there.
pub(crate) fn open(config: &Config) -> Result<Arc<SharedTables>, ServeError> {
    if let Some(directory) = config.tables.as_ref().filter(|directory| !directory.is_dir()) {
        return Err(ServeError::NoTables(directory.clone()));
    }
    let directories = config.tables.iter().cloned().collect();
    let tables = SharedTables::with_directories(directories, own_directory(config));
    let (files, damaged) = tables.check_files();
    for error in damaged {
        tracing::warn!(%error, "a table file is left aside");
    }
    tracing::info!(files, "tables of endings are read from files");
    Ok(tables.into())
}

/// Builds tables on a thread of the lowest priority, until all are there or the server shuts down.
///
/// # Errors
/// There is no directory to write them to, or no thread.
pub(crate) fn build(
    config: &Config,
    tables: &Arc<SharedTables>,
    shutting_down: watch::Receiver<bool>,
) -> Result<(), ServeError> {
    let Some(TableBuild { pieces, memory }) = config.build_tables else { return Ok(()) };
    let directory = own_directory(config).ok_or(ServeError::NoTableDirectory)?;
    let others = config.tables.iter().cloned().collect();
    let builder = TableBuilder { directory, others, threads: THREADS, memory };
    let build = Build { builder, tables: tables.clone(), shutting_down };
    let run = move || {
        give_way();
        build.run(pieces);
    };
    // It can be ended at any time: a file gets its name only once it is complete.
    std::thread::Builder::new().name("tables".to_owned()).spawn(run).map_err(ServeError::Thread)?;
    Ok(())
}

/// Lets all other threads go first.
fn give_way() {
    // Elsewhere it is the priority of the whole process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(19) {
        tracing::warn!(%error, "tables are built at the usual priority");
    }
}

struct Build {
    builder: TableBuilder,
    tables: Arc<SharedTables>,
    shutting_down: watch::Receiver<bool>,
}

impl Build {
    fn is_stopped(&self) -> bool {
        *self.shutting_down.borrow() || self.shutting_down.has_changed().is_err()
    }

    /// Builds the tables of all rulesets, those of few pieces first.
    fn run(&self, pieces: usize) {
        self.builder.tidy();
        let resolved = catalog::all().iter().filter_map(|file| file.resolve(&Default::default()).ok());
        let is_small = |ruleset: &Ruleset| ruleset.geometry.cells() == CELLS;
        let rulesets: Vec<_> = resolved.filter(is_small).map(Arc::new).collect();
        for pieces in 2..=pieces {
            for ruleset in &rulesets {
                self.build_ruleset(ruleset, pieces);
                if self.is_stopped() {
                    return;
                }
            }
        }
        tracing::info!(pieces, rulesets = rulesets.len(), "all tables are built");
    }

    fn build_ruleset(&self, ruleset: &Arc<Ruleset>, pieces: usize) {
        let id = &ruleset.instance.id;
        let plan = self.builder.plan(ruleset, &materials(ruleset, pieces));
        for error in plan.damaged {
            tracing::warn!(%error, "a table file is built again");
        }
        for skipped in &plan.skipped {
            let material = skipped.material.text(ruleset);
            tracing::info!(ruleset = %id, material, reason = %skipped.obstacle, "a table is left out");
        }
        let mut built = 0;
        for job in &plan.jobs {
            if self.is_stopped() {
                return;
            }
            built += usize::from(self.build_table(ruleset, job));
        }
        if built > 0 {
            tracing::info!(ruleset = %id, pieces, built, "tables are built");
        }
    }

    /// Whether a table was built.
    fn build_table(&self, ruleset: &Arc<Ruleset>, job: &BuildJob) -> bool {
        let (id, material) = (ruleset.instance.id.clone(), job.material.text(ruleset));
        let last = Mutex::new(Instant::now());
        let own = material.clone();
        let tell = move |share: f64| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() >= PROGRESS_INTERVAL {
                *last = Instant::now();
                let percent = (100.0 * share) as u32;
                tracing::info!(ruleset = %id, material = own, percent, "a table is being built");
            }
        };
        let built = self.builder.build(ruleset, &job.material, tell);
        if let Err(error) = &built {
            tracing::warn!(%error, ruleset = %ruleset.instance.id, material, "a table cannot be built");
        }
        self.tables.look_again();
        built.is_ok()
    }
}
