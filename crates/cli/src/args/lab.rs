//! Options of `rukh match`, `rukh openings` and `rukh analyse`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use rukh_rules::Failure;

use super::DialectWord;
use super::complete::rulesets;
use crate::write::Overwrite;

/// Options of `rukh match`.
#[derive(Debug, Args)]
pub struct MatchOptions {
    /// Ruleset.
    #[arg(long, short, value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// A player; give this option twice. `rukh` is this engine, `uci:COMMAND` and
    /// `xboard:COMMAND` are external engines. Settings follow after commas, for `rukh` after a colon:
    /// `rukh:hash=16,threads=1,level=3,contempt=300,eval-file=mine.json,tables=off,nodes=5000`,
    /// `uci:fairy-stockfish,option.Hash=16,name=FSF`. For external engines, `variant=` is their
    /// name of the ruleset and `timeout=` the longest wait in seconds for its start, for `isready`
    /// and for a move without a clock [default: 20, 20 and 60].
    #[arg(long, value_name = "SPEC", required = true)]
    pub engine: Vec<String>,
    /// Evaluation file of `rukh tune` or `rukh train`, for every player `rukh` without an `eval-file=`.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
    /// Number of games, even because each opening is played with both colours [default: 200; with
    /// --sprt, until the test is decided].
    #[arg(long, value_name = "N", value_parser = even)]
    pub games: Option<u64>,
    /// Give each game an opening and throws of its own, and compute the error from games instead of
    /// pairs. For studies of an engine with itself: the two games of a pair would be the same.
    #[arg(long)]
    pub unpaired: bool,
    /// Run an SPRT of ELO1 against ELO0, such as `0,5`, and stop when it is decided (logistic Elo,
    /// alpha and beta 0.05, pentanomial).
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Node limit of each move [default: 10000]. A level sets its own limits, so beside a player
    /// with a level give `nodes=` to the other player instead.
    #[arg(long, value_name = "N", conflicts_with_all = ["depth", "tc"])]
    pub nodes: Option<String>,
    /// Depth limit of each move in plies; with a die, in turns.
    #[arg(long, value_name = "PLIES", conflicts_with = "tc")]
    pub depth: Option<String>,
    /// Time control: seconds for the game plus increment, such as `1+0.05`.
    #[arg(long, value_name = "TIME")]
    pub tc: Option<String>,
    /// File of openings, or `generated` [default: the ruleset's fixed set, or else generated]. A file
    /// has a FEN, EPD (with operations such as `id` and `hmvc`) or `moves` with moves a line, as `rukh
    /// openings` writes it; or games in PGN or JSON Lines, whose last positions are the openings.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<String>,
    /// Letters of the file of openings.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Number of games played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one())]
    pub concurrency: usize,
    /// Random seed of the order of openings and of the die.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// With a die: judge the luck of each throw by a search of this many turns, and print beside the results what
    /// they are less luck: as true on average, with a smaller error. An SPRT is then decided by them.
    #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u32).range(1..=95))]
    pub luck_depth: Option<u32>,
    /// Write the games to this file, pair by pair as they end.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Append the games to an existing --pgn file.
    #[arg(long, requires = "pgn", conflicts_with = "force")]
    pub append: bool,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print JSON Lines: one of type `match`, one of type `game` for each game, one of type `result`.
    #[arg(long)]
    pub json: bool,
    /// Keep the match in this file, as the JSON Lines of --json, and go on with the match that it
    /// holds: finished games count and are not played again. The settings must be the same, but for
    /// --concurrency, and --games unless openings are generated for them. A --pgn file gets all games,
    /// so overwrite it with --force.
    #[arg(long, value_name = "FILE", conflicts_with = "append")]
    pub resume: Option<PathBuf>,
    /// Do not print progress on standard error.
    #[arg(long, short)]
    pub quiet: bool,
    /// Adjudicate a loss when a side's score is at most -CENTIPAWNS for MOVES consecutive moves,
    /// such as `4,800`.
    #[arg(long, value_name = "MOVES,CENTIPAWNS")]
    pub resign: Option<String>,
    /// Adjudicate a draw from PLY on when both sides' scores are within CENTIPAWNS of 0 for MOVES
    /// consecutive moves each, such as `80,8,10`.
    #[arg(long, value_name = "PLY,MOVES,CENTIPAWNS")]
    pub draw: Option<String>,
    /// Cut a game off after this many plies; it counts as drawn, and the result says how many were.
    #[arg(long, value_name = "PLIES", default_value_t = 600)]
    pub max_plies: usize,
    /// Time a player may overstep its clock, in milliseconds, up to 1000.
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(..=1_000))]
    pub margin: u64,
}

/// Options of `rukh openings`.
#[derive(Debug, Args)]
pub struct OpeningsOptions {
    /// Ruleset.
    #[arg(long, short, value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// Number of openings.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = at_least_one())]
    pub count: usize,
    /// Random seed.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Number of random plies from the start; with a werera, of random moves of each side before
    /// the engine sets up the rest [default: 6-10; with a werera 3-6].
    #[arg(long, value_name = "PLIES")]
    pub plies: Option<String>,
    /// Engine that sets up both sides in a werera, such as `uci:./engine`
    /// [default: rukh:level=2,hash=1].
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    /// Node limit of the search that checks an opening's balance [default: 10000].
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Largest advantage of either side, in centipawns [default: 100].
    #[arg(long, value_name = "CENTIPAWNS")]
    pub within: Option<i32>,
    /// Convert the openings of this file instead: a list with FENs, EPD or moves, or games in PGN or
    /// JSON Lines.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "seed", "plies", "engine", "nodes", "within"])]
    pub read: Option<PathBuf>,
    /// Letters of the file that is read.
    #[arg(long, value_enum, default_value_t, requires = "read")]
    pub dialect: DialectWord,
    /// Format of the output; `list` has a checksum and says how the openings were made.
    #[arg(long, value_enum, default_value_t)]
    pub format: OpeningFormat,
    /// Output file [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
}

/// Format of a set of openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum OpeningFormat {
    /// A FEN a line below a header.
    #[default]
    List,
    /// A position a line with the operations `hmvc`, `fmvn` and `id`.
    Epd,
    /// Games without moves.
    Pgn,
}

/// Options of `rukh analyse`.
///
/// Scores are from White's point of view in text and PGN: in pawns, as wins or losses in plies, with
/// a die as White's expected score. The loss of a move and the luck of a throw are from the point of
/// view of the side that made it, and so is everything in JSON, which is written as in reviews of
/// the server and of the npm package.
#[derive(Debug, Args)]
pub struct AnalyseOptions {
    /// Position as FEN, or file of games in PGN or JSON Lines; `-` reads standard input.
    #[arg(value_name = "FEN|FILE", required_unless_present = "schema")]
    pub what: Option<String>,
    /// Ruleset of the FEN, or ruleset file that the games refer to.
    #[arg(long, short, value_name = "RULESET", add = rulesets())]
    pub ruleset: Option<String>,
    /// Letters of the position or the games.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Node limit of each search [default: 50000].
    #[arg(long, value_name = "N", conflicts_with_all = ["time", "depth"])]
    pub nodes: Option<u64>,
    /// Time limit of each search in seconds; results then depend on the machine.
    #[arg(long, value_name = "SECONDS", conflicts_with = "depth")]
    pub time: Option<f64>,
    /// Depth limit of each search in plies; with a die, in turns.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=95))]
    pub depth: Option<u32>,
    /// Number of best moves to print for each position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub multipv: u8,
    /// Threads of each search; with more than one, results vary from run to run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub threads: usize,
    /// Number of games analysed at the same time, each with its own hash table; output keeps their order.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub jobs: usize,
    /// Hash table size in mebibytes.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = at_least_one())]
    pub hash: usize,
    /// Evaluation file of `rukh tune` (weights) or `rukh train` (a net), used instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
    /// Print one line of JSON for each game or position.
    #[arg(long, conflicts_with = "pgn")]
    pub json: bool,
    /// Print annotated PGN.
    #[arg(long)]
    pub pgn: bool,
    /// Treat warnings as errors, and stop at the first bad game.
    #[arg(long)]
    pub strict: bool,
    /// Print the JSON Schema of the --json output.
    #[arg(long, exclusive = true)]
    pub schema: bool,
    /// Do not print progress on standard error.
    #[arg(long, short)]
    pub quiet: bool,
}

fn even(text: &str) -> Result<u64, Failure> {
    let number: u64 = text.parse().map_err(|_| "expected an even number of at least 2".to_owned())?;
    match number {
        0 => Err("a match has at least 2 games".into()),
        odd if odd % 2 == 1 => Err(format!(
            "games are played in pairs, each opening with both colours: {} or {}",
            (odd - 1).max(2),
            odd.saturating_add(1)
        )
        .into()),
        even => Ok(even),
    }
}

/// Parses a number of threads, 1 to 256.
pub(super) fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=256)
}

/// Parses a table size in mebibytes, 0 to 65536.
pub(super) fn mebibytes_or_none() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=65_536)
}

fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=65_536)
}
