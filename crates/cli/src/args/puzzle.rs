//! Options of `rukh puzzles`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::DialectWord;
use super::complete::rulesets;
use crate::write::Overwrite;

/// Subcommands of `rukh puzzles`.
#[derive(Debug, Subcommand)]
pub enum PuzzlesCommand {
    /// Find positions with one solution in games of the engine with itself, or in a file of games.
    Find(FindPuzzlesOptions),
    /// Verify every puzzle of files again: moves, themes, cost, proofs and searches.
    Check {
        /// Files of puzzles.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Check only what takes no search: ids, revisions of laws, legal moves, goals and themes.
        #[arg(long)]
        quick: bool,
    },
    /// Search the solutions of a file again, and print its lines with their margins, expected scores and
    /// costs as they are now.
    Renew {
        /// File of puzzles.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Make puzzles of known problems from a list of their positions, moves and sources (TOML).
    Compile {
        /// The list.
        #[arg(value_name = "FILE")]
        list: PathBuf,
    },
}

/// Options of `rukh puzzles find`.
#[derive(Debug, Args)]
pub struct FindPuzzlesOptions {
    /// Ruleset.
    #[arg(value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// Number of games played, at most.
    #[arg(long, value_name = "N", default_value_t = 100, conflicts_with = "from")]
    pub games: u64,
    /// Number of puzzles after which the search ends; no kind of them is more than a quarter.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub count: u32,
    /// Random seed of openings, die and mistakes.
    #[arg(long, value_name = "SEED", default_value_t = 1, conflicts_with = "from")]
    pub seed: u64,
    /// Node limit of the search that looks for a puzzle at each ply.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(100..))]
    pub nodes: u64,
    /// Node limit of each search that verifies a puzzle.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1_000..))]
    pub verify_nodes: u64,
    /// Plies after which a game ends.
    #[arg(long, value_name = "PLIES", default_value_t = 200, conflicts_with = "from")]
    pub max_plies: usize,
    /// Look for puzzles in the games of this file (PGN or JSON Lines) instead; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Letters of the file of games.
    #[arg(long, value_enum, default_value_t, requires = "from")]
    pub dialect: DialectWord,
    /// Output file, written at the end [default: standard output, puzzle by puzzle].
    #[arg(long = "out", short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Do not print progress on standard error.
    #[arg(long, short)]
    pub quiet: bool,
}
