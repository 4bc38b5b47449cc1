//! What can be typed to measure engines and to judge games.

use std::path::PathBuf;

use clap::Args;

use super::DialectWord;
use super::complete::rulesets;
use crate::write::Overwrite;

/// Two players and how they meet.
#[derive(Debug, Args)]
pub struct MatchOptions {
    /// The ruleset.
    #[arg(long, short, value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// A player; twice. `rukh` is this engine, `first` the first one, `uci:COMMAND` and
    /// `xboard:COMMAND` other programs. Settings follow after commas, of the first two after a
    /// colon: `rukh:hash=16,threads=1,level=3,contempt=300,eval-file=mine.json,nodes=5000`, `uci:fairy-stockfish,option.Hash=16,name=FSF`,
    /// `variant=` for what a program calls the ruleset, `timeout=` for seconds it is waited for.
    #[arg(long, value_name = "SPEC", required = true)]
    pub engine: Vec<String>,
    /// Numbers for the evaluation of every player `rukh` that names none itself, as `rukh tune` writes them.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
    /// Games to play: an even number, as each opening is played with both colours [default: 200;
    /// with --sprt as many as it takes].
    #[arg(long, value_name = "N", value_parser = even)]
    pub games: Option<u64>,
    /// Stop as soon as it is settled whether the first player is stronger by ELO1 rather than by
    /// ELO0 (logistic Elo, errors of 5 %, counted by pairs), as in `0,5`.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Positions a move may cost a player that does not say otherwise [default: 10000]. A level
    /// has limits of its own, so beside one `nodes=` stands with the other player.
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
    /// Whose letters the file of openings is read in.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Games played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub concurrency: usize,
    /// Orders the openings and throws the dice.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Write the games into this file as they end, pair by pair.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Add the games to a --pgn file that exists.
    #[arg(long, requires = "pgn", conflicts_with = "force")]
    pub append: bool,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print JSON Lines: one of type `match`, one of type `game` for each game, one of type `result`.
    #[arg(long)]
    pub json: bool,
    /// Do not tell on standard error how far the match is.
    #[arg(long, short)]
    pub quiet: bool,
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
    #[arg(long, short, value_name = "RULESET", add = rulesets())]
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
    #[command(flatten)]
    pub overwrite: Overwrite,
}

/// Games or a position to be judged.
///
/// Scores are for White throughout, in text, JSON and PGN: in pawns (JSON: centipawns), as wins or
/// losses in plies, with a die as White's share of the points. What a move gives away and what a
/// throw brings is told of the side that made it.
#[derive(Debug, Args)]
pub struct AnalyseOptions {
    /// A position as FEN, or a file with games, PGN or JSON Lines; `-` is standard input.
    #[arg(value_name = "FEN|FILE", required_unless_present = "schema")]
    pub what: Option<String>,
    /// The ruleset of a FEN, or a file with a ruleset that the games name.
    #[arg(long, short, value_name = "RULESET", add = rulesets())]
    pub ruleset: Option<String>,
    /// Whose letters the position or the games are written in.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Positions a search may look at [default: 50000].
    #[arg(long, value_name = "N", conflicts_with_all = ["time", "depth"])]
    pub nodes: Option<u64>,
    /// Seconds a search may take; what it finds then depends on the machine.
    #[arg(long, value_name = "SECONDS", conflicts_with = "depth")]
    pub time: Option<f64>,
    /// Plies of full search; with a die, turns.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=95))]
    pub depth: Option<u32>,
    /// How many of the best moves are told of each position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub multipv: u8,
    /// Threads of each search; with more than one, what is found also depends on chance.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    /// Games judged at once, each with a table of its own; they are printed in their order.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub jobs: usize,
    /// The size of the engine's table, in mebibytes.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = at_least_one)]
    pub hash: usize,
    /// Numbers for the evaluation instead of the engine's own, as `rukh tune` writes them.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
    /// Print one line of JSON for each game or position.
    #[arg(long, conflicts_with = "pgn")]
    pub json: bool,
    /// Print PGN with comments.
    #[arg(long)]
    pub pgn: bool,
    /// Refuse games that would be read with a warning, and stop at the first bad one.
    #[arg(long)]
    pub strict: bool,
    /// Print the JSON Schema of the lines of --json.
    #[arg(long, exclusive = true)]
    pub schema: bool,
    /// Do not tell on standard error how far a game is.
    #[arg(long, short)]
    pub quiet: bool,
}

fn even(text: &str) -> Result<u64, String> {
    let number: u64 = text.parse().map_err(|_| "an even number from 2 on was expected".to_owned())?;
    match number {
        0 => Err("a match has at least 2 games".to_owned()),
        odd if odd % 2 == 1 => Err(format!(
            "games are played in pairs, each opening with both colours: {} or {}",
            (odd - 1).max(2),
            odd.saturating_add(1)
        )),
        even => Ok(even),
    }
}

/// A number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=256).contains(number));
    number.ok_or_else(|| "a number from 1 to 256 was expected".to_owned())
}

/// A size of a table, or 0.
pub(super) fn mebibytes_or_none(text: &str) -> Result<usize, String> {
    if text == "0" { Ok(0) } else { at_least_one(text) }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=65_536).contains(number));
    number.ok_or_else(|| "a number from 1 to 65536 was expected".to_owned())
}
