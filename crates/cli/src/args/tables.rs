//! Options of `rukh tb`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::complete::rulesets;
use super::{DialectWord, Format, lab};

/// Subcommands of `rukh tb`.
#[derive(Debug, Subcommand)]
pub enum TablesCommand {
    /// Compute tables and write them to files; those that have files already are left as they are.
    Build(BuildTablesOptions),
    /// Print what a position and each of its moves are worth, and the best line.
    Probe(ProbeOptions),
    /// Check the files of a ruleset: their checksums, and their values by the rules.
    Verify(VerifyTablesOptions),
    /// Print what a table file holds.
    Info {
        /// Table file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Output format: text or json.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Print the win that takes longest, and its line; not with a die.
    Longest(TablesOptions),
    /// Print for each table how many positions are won, drawn and lost; with a die the mean chances.
    Stats(TablesOptions),
}

/// Where the tables are.
#[derive(Debug, Args)]
pub struct TablesPlace {
    /// Directory of the table files [default: rukh/tables in the XDG data directory].
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Options of `rukh tb build`.
#[derive(Debug, Args)]
pub struct BuildTablesOptions {
    /// Ruleset.
    #[arg(value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// Build all tables of up to this many pieces, kings counted.
    #[arg(long, visible_alias = "men", value_name = "N", default_value_t = 3, conflicts_with = "material", value_parser = clap::value_parser!(u8).range(2..=6))]
    pub pieces: u8,
    /// Build the table of this material, such as `KRvKN`, and those that it needs.
    #[arg(long, value_name = "MATERIAL")]
    pub material: Option<String>,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = lab::threads())]
    pub threads: usize,
    /// Most memory to use, in mebibytes; a table that needs more is not built.
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: u64,
    #[command(flatten)]
    pub place: TablesPlace,
    /// Do not print progress on standard error.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Options of `rukh tb probe`.
#[derive(Debug, Args)]
pub struct ProbeOptions {
    /// Ruleset.
    #[arg(value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// Position.
    #[arg(value_name = "FEN")]
    pub fen: String,
    /// Letters of the FEN and of the printed moves.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    #[command(flatten)]
    pub place: TablesPlace,
    /// Output format: text or json.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Options of `rukh tb verify`.
#[derive(Debug, Args)]
pub struct VerifyTablesOptions {
    /// Ruleset.
    #[arg(value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// Check the file of this material only.
    #[arg(long, value_name = "MATERIAL")]
    pub material: Option<String>,
    /// Recompute the value of every position.
    #[arg(long, conflicts_with = "sample")]
    pub everywhere: bool,
    /// Recompute about this many values of each table; 0 checks checksums only.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub sample: usize,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = lab::threads())]
    pub threads: usize,
    #[command(flatten)]
    pub place: TablesPlace,
}

/// Options of `rukh tb longest` and `rukh tb stats`.
#[derive(Debug, Args)]
pub struct TablesOptions {
    /// Ruleset.
    #[arg(value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// Only this material, such as `KRvKN` [default: all of three pieces, and all that have files].
    #[arg(long, value_name = "MATERIAL")]
    pub material: Option<String>,
    #[command(flatten)]
    pub place: TablesPlace,
    /// Output format: text or json.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}
