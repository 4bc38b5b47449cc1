//! Building the tables of many materials, the smaller ones first.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rukh_rules::{Material, Ruleset};

use crate::estimate::Estimate;
use crate::file::{FileInfo, write_table};
use crate::file_error::FileError;
use crate::materials::{canonical, successors};
use crate::sources::Sources;
use crate::tables::{Tables, Unsolvable, file_name};

/// One who builds tables and writes each to its file as soon as it is done, so that another goes on there.
#[derive(Debug, Clone)]
pub struct TableBuilder {
    /// Where the files are written.
    pub directory: PathBuf,
    /// Other directories with files, which need not be built.
    pub others: Vec<PathBuf>,
    /// Threads that compute.
    pub threads: usize,
    /// Most memory of a table while it is computed, in bytes.
    pub memory: u64,
}

/// What is to be built, and what cannot be.
#[derive(Debug, Default)]
pub struct BuildPlan {
    /// Each after those that it needs.
    pub jobs: Vec<BuildJob>,
    /// What cannot be built.
    pub skipped: Vec<SkippedTable>,
    /// Files that cannot be used, whose tables are among the jobs.
    pub damaged: Vec<FileError>,
}

/// A table to be built.
#[derive(Debug, Clone)]
pub struct BuildJob {
    /// Its material.
    pub material: Material,
    /// What it takes.
    pub estimate: Estimate,
}

/// A table that is not built.
#[derive(Debug, Clone)]
pub struct SkippedTable {
    /// Its material.
    pub material: Material,
    /// Why.
    pub obstacle: Obstacle,
}

/// Why a table is not built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// There can be none.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// It takes more memory than is allowed.
    #[error("it needs about {} MiB of memory, and {} are allowed", needed.div_ceil(1 << 20), allowed >> 20)]
    Memory {
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// It needs another table that is not built.
    #[error("it needs {material}, which is left out")]
    Needs {
        /// The text of the other's material.
        material: String,
    },
}

/// Age at which a part of a file is what an interrupted build has left.
const STALE: Duration = Duration::from_secs(3600);

impl TableBuilder {
    fn directories(&self) -> Vec<PathBuf> {
        [std::slice::from_ref(&self.directory), &self.others].concat()
    }

    /// What there is to do for the tables of materials that stand after those they need, as [`materials`] and
    /// [`closure`] have them.
    ///
    /// [`materials`]: crate::materials
    /// [`closure`]: crate::closure
    #[must_use]
    pub fn plan(&self, ruleset: &Arc<Ruleset>, wanted: &[Material]) -> BuildPlan {
        let sources = Sources::of(self.directories());
        let tables = Tables::new(ruleset.clone());
        let mut plan = BuildPlan::default();
        let mut missing = HashSet::new();
        for material in wanted {
            let name = file_name(ruleset, material);
            match sources.find(&name).map(|path| FileInfo::read(&path)) {
                Some(Ok(_)) => continue,
                Some(Err(error)) => plan.damaged.push(error),
                None => {}
            }
            let needed = successors(ruleset, material)
                .into_iter()
                .find(|next| missing.contains(&file_name(ruleset, next)));
            let obstacle = match (tables.estimate(material), needed) {
                (Err(error), _) => error.into(),
                (Ok(Estimate { bytes, .. }), _) if bytes > self.memory => {
                    Obstacle::Memory { needed: bytes, allowed: self.memory }
                }
                (Ok(_), Some(needed)) => Obstacle::Needs { material: needed.text(ruleset) },
                (Ok(estimate), None) => {
                    plan.jobs.push(BuildJob { material: material.clone(), estimate });
                    continue;
                }
            };
            missing.insert(name);
            plan.skipped.push(SkippedTable { material: material.clone(), obstacle });
        }
        plan
    }

    /// Builds a table from the files of those that it needs, and writes it. `listener` is told how far it is, as
    /// [`Tables::with_progress`] says.
    ///
    /// # Errors
    /// There can be no such table, its games turn out so long that it needs too much memory, or a file cannot be used or
    /// written.
    pub fn build(
        &self,
        ruleset: &Arc<Ruleset>,
        material: &Material,
        listener: impl Fn(f64) + Send + Sync + 'static,
    ) -> Result<PathBuf, Unsolvable> {
        let path = self.directory.join(file_name(ruleset, material));
        let made = std::fs::create_dir_all(&self.directory);
        made.map_err(|error| FileError::of_system(&self.directory, &error))?;
        // For each table anew, so that no more are in memory than it needs.
        let tables = Tables::new(ruleset.clone()).with_directories(self.directories());
        let tables = tables.with_threads(self.threads).with_memory(self.memory).with_progress(listener);
        let table = tables.compute(&canonical(ruleset, material))?;
        write_table(&table, ruleset, &path, self.threads)?;
        Ok(path)
    }

    /// Removes what interrupted builds have left.
    pub fn tidy(&self) {
        let is_stale = |path: &PathBuf| {
            let changed = path.metadata().and_then(|about| about.modified());
            let age = changed.ok().and_then(|changed| SystemTime::now().duration_since(changed).ok());
            path.extension().is_some_and(|extension| extension == "part")
                && age.is_some_and(|age| age > STALE)
        };
        let own = Sources::of(vec![self.directory.clone()]);
        // One that cannot be removed only takes space.
        own.files().filter(is_stale).for_each(|path| drop(std::fs::remove_file(path)));
    }
}
