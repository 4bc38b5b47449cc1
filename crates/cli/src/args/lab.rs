//! What can be typed to measure engines and to judge games.

use std::path::PathBuf;

use clap::Args;

/// Two players and how they meet.
#[derive(Debug, Args)]
pub struct MatchOptions {
    /// The ruleset.
    #[arg(long, short, value_name = "RULESET")]
    pub ruleset: String,
    /// A player; twice. `rukh` is this engine, `first` the first one, `uci:COMMAND` and
    /// `xboard:COMMAND` other programs. Settings follow after commas, of the first two after a
    /// colon: `rukh:hash=16,threads=1,level=3,contempt=300,nodes=5000`, `uci:fairy-stockfish,option.Hash=16,name=FSF`,
    /// `variant=` for what a program calls the ruleset, `timeout=` for seconds it is waited for.
    #[arg(long, value_name = "SPEC", required = true)]
    pub engine: Vec<String>,
    /// Games to play, an even number [default: 200; with --sprt as many as it takes].
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Stop as soon as it is settled whether the first player is stronger by ELO1 rather than by
    /// ELO0 (logistic Elo, errors of 5 %, counted by pairs), as in `0,5`.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Positions a move may cost [default: 10000].
    #[arg(long, value_name = "N", conflicts_with_all = ["depth", "tc"])]
    pub nodes: Option<String>,
    /// Plies of full search a move may cost; with a die, turns.
    #[arg(long, value_name = "PLIES", conflicts_with = "tc")]
    pub depth: Option<String>,
    /// A clock: seconds, and seconds each move adds, as in `1+0.05`.
    #[arg(long, value_name = "TIME")]
    pub tc: Option<String>,
    /// A file of openings, or `generated` [default: the set made for the ruleset once and for all,
    /// or else generated].
    #[arg(long, value_name = "FILE")]
    pub openings: Option<String>,
    /// Games played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub concurrency: usize,
    /// Orders the openings and throws the dice.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Append the games to this file.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// A side gives up after so many moves in a row at which it is so many centipawns behind, as in `4,800`.
    #[arg(long, value_name = "MOVES,CENTIPAWNS")]
    pub resign: Option<String>,
    /// A draw from that ply on, after so many moves of each side that are at most so many
    /// centipawns from even, as in `80,8,10`.
    #[arg(long, value_name = "PLY,MOVES,CENTIPAWNS")]
    pub draw: Option<String>,
    /// A draw after so many plies.
    #[arg(long, value_name = "PLIES", default_value_t = 600)]
    pub max_plies: usize,
    /// How far a clock may be overdrawn, in milliseconds, up to 1000.
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(..=1_000))]
    pub margin: u64,
}

/// What openings are made.
#[derive(Debug, Args)]
pub struct OpeningsOptions {
    /// The ruleset.
    #[arg(long, short, value_name = "RULESET")]
    pub ruleset: String,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = at_least_one)]
    pub count: usize,
    /// Decides everything left to chance.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Random plies from the start; where there is a werera, random moves of each side before they
    /// marshal [default: 6-10, in a werera 3-6].
    #[arg(long, value_name = "PLIES")]
    pub plies: Option<String>,
    /// Positions a search may look at to judge an opening [default: 10000].
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// The most centipawns a side may be ahead [default: 100].
    #[arg(long, value_name = "CENTIPAWNS")]
    pub within: Option<i32>,
    /// Where to write, instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A game or a position to be judged.
#[derive(Debug, Args)]
pub struct AnalyseOptions {
    /// A position as FEN, or a file with games, PGN or JSON Lines; `-` is standard input.
    #[arg(value_name = "FEN|FILE")]
    pub what: String,
    /// The ruleset of a FEN, or a file with a ruleset that the games name.
    #[arg(long, short, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// Positions a search may look at [default: 50000].
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub nodes: Option<u64>,
    /// Seconds a search may take; what it finds then depends on the machine.
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// The size of the engine's table, in mebibytes.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = at_least_one)]
    pub hash: usize,
    /// Print one line of JSON for each game or position.
    #[arg(long, conflicts_with = "pgn")]
    pub json: bool,
    /// Print PGN with comments.
    #[arg(long)]
    pub pgn: bool,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=65_536).contains(number));
    number.ok_or_else(|| "a number from 1 to 65536 was expected".to_owned())
}
