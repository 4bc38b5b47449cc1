//! Options of `rukh lab`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::DialectWord;
use super::lab::threads;

/// Subcommands of `rukh lab`.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Check a study and estimate what it costs: games, time and size, from a few games of each cell.
    Check {
        /// Study file (TOML).
        #[arg(value_name = "STUDY")]
        study: PathBuf,
    },
    /// Play a study into a folder of Parquet tables, or go on with it.
    Run(RunStudyOptions),
    /// Write games of PGN or JSON Lines into a folder of the same tables.
    Import(ImportGamesOptions),
    /// Write the report of a study: a page, Markdown with plots, JSON and CSV.
    Report(crate::lab::report::StudyReportOptions),
}

/// Options of `rukh lab run`.
///
/// Every game is kept when it ends. After Ctrl-C or a crash the same command goes on; the result is the same,
/// with any number of threads.
#[derive(Debug, Args)]
pub struct RunStudyOptions {
    /// Study file (TOML).
    #[arg(value_name = "STUDY")]
    pub study: PathBuf,
    /// Folder of the tables; it is made if it does not exist.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Number of games played at the same time [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<usize>,
    /// Do not print progress on standard error.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Options of `rukh lab import`.
///
/// A ruleset with its options is a cell. Bad games are reported and left out; then the exit code is 1.
#[derive(Debug, Args)]
pub struct ImportGamesOptions {
    /// Files of games, PGN or JSON Lines; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// New folder of the tables.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Ruleset file that the games refer to; repeatable.
    #[arg(long, value_name = "FILE")]
    pub ruleset: Vec<PathBuf>,
    /// Letters of the games.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
}
