//! Command line definition; help, manual pages and completions are generated from it.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::reading::Strictness;
use serde::Deserialize;

use complete::rulesets;

use crate::write::{Existing, Overwrite, Target};

mod complete;
mod draw;
mod lab;
mod laboratory;
mod puzzle;
#[cfg(feature = "server")]
mod server;
mod tables;
#[cfg(feature = "server")]
mod werera_pace;

pub use complete::{complete_and_exit, write_completions};
pub use draw::{DrawOptions, PictureFormat};
pub use lab::{AnalyseOptions, MatchOptions, OpeningFormat, OpeningsOptions};
pub use laboratory::{ImportGamesOptions, LabCommand, RunStudyOptions};
pub use puzzle::{FindPuzzlesOptions, PuzzlesCommand};
#[cfg(feature = "server")]
pub use server::{AdminCommand, PlaceOptions, ResetChoice, RoleChoice, ServeOptions, SuspendFrom};
pub use tables::{
    BuildTablesOptions, ProbeOptions, TablesCommand, TablesOptions, TablesPlace, VerifyTablesOptions,
};
#[cfg(feature = "server")]
pub use werera_pace::WereraPace;

/// Play, analyse and serve historic chess variants.
///
/// A RULESET is a built-in name such as `shatranj` or `senterej[saba=G]`, or the path of a ruleset
/// file: `./mine.toml`, `./mine.toml[option=choice]`. `rukh rules list` lists the built-in names.
#[derive(Debug, Parser)]
#[command(name = "rukh", version, max_term_width = 100)]
pub struct Arguments {
    /// Subcommand to run.
    #[command(subcommand)]
    pub command: Command,
}

/// Subcommands of `rukh`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List, show and check rulesets.
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Count leaf nodes of the move tree (perft).
    Perft(PerftOptions),
    /// Play in the terminal, against the engine or another person.
    Play(PlayOptions),
    /// Convert game records between PGN and JSON Lines.
    Convert(ConvertOptions),
    /// Search each ruleset's start position and print the node count, which is the same on every machine.
    Bench(BenchOptions),
    /// Print the static evaluation of a position, term by term.
    Eval(crate::eval::EvalOptions),
    /// Tune the evaluation on games of self-play.
    Tune(crate::tune::TuneOptions),
    /// Train a net for the evaluation on games of self-play.
    Train(crate::train::TrainOptions),
    /// Play an engine match and estimate the Elo difference.
    Match(MatchOptions),
    /// Generate openings for engine matches.
    Openings(OpeningsOptions),
    /// Analyse games move by move, or a single position.
    Analyse(AnalyseOptions),
    /// Find and check puzzles: positions with one solution.
    #[command(subcommand)]
    Puzzles(PuzzlesCommand),
    /// Play studies: many games of the engine by a plan, as Parquet tables that can be made again.
    #[command(subcommand)]
    Lab(LabCommand),
    /// Build, probe and check tables of endings: every position of few pieces, solved exactly.
    #[command(subcommand)]
    Tb(TablesCommand),
    /// Draw a position, an array or a move of a game as SVG or PNG.
    Draw(DrawOptions),
    /// Run as a UCI engine.
    Uci(SessionOptions),
    /// Run as an XBoard (CECP) engine.
    Xboard(SessionOptions),
    /// Run the game server and web site.
    #[cfg(feature = "server")]
    Serve(Box<ServeOptions>),
    /// Verify that a game's die throws and coin tosses are those its server committed to.
    #[cfg(feature = "server")]
    Verify {
        /// URL of the game, such as `https://rukh.example/game/abc`, or a file with the response
        /// of `/api/v1/games/…/throws`; `-` reads standard input.
        #[arg(value_name = "GAME")]
        game: String,
    },
    /// Back up a server's games, seeks and secrets to one file. The server may be running.
    #[cfg(feature = "server")]
    Backup {
        #[command(flatten)]
        place: PlaceOptions,
        /// Backup file to write.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        overwrite: Overwrite,
    },
    /// Restore a backup into an empty database, SQLite or PostgreSQL.
    #[cfg(feature = "server")]
    Restore {
        #[command(flatten)]
        place: PlaceOptions,
        /// Backup file to read.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Migrate a server's database to this version, as starting the server does.
    #[cfg(feature = "server")]
    Migrate {
        #[command(flatten)]
        place: PlaceOptions,
        /// Change nothing; list the migrations that the database lacks and exit with status 1 if
        /// there are any.
        #[arg(long)]
        check: bool,
    },
    /// Make a private key for push messages, for `rukh serve --push-key`.
    #[cfg(feature = "server")]
    PushKey,
    /// Administer a server's database. The server may be running.
    #[cfg(feature = "server")]
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Print a shell completion script.
    Completions {
        /// Shell to complete for.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the manual pages of all commands.
    Man {
        /// Write all manual pages to this directory instead.
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        #[command(flatten)]
        overwrite: Overwrite,
    },
}

/// Options of `rukh bench`.
#[derive(Debug, Args)]
pub struct BenchOptions {
    /// Rulesets to search [default: all built-in ones].
    #[arg(value_name = "RULESET", add = rulesets())]
    pub rulesets: Vec<String>,
    /// Search depth in plies; with a die, in turns [default: 7; with a die 3].
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=40))]
    pub depth: Option<u32>,
    /// Evaluation file of `rukh tune` (weights) or `rukh train` (a net), used instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// Options of `rukh uci` and `rukh xboard`.
#[derive(Debug, Args)]
pub struct SessionOptions {
    /// Evaluation file of `rukh tune` or `rukh train`, used for the ruleset it fits; the protocol's option
    /// `EvalFile` overrides it.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// Subcommands of `rukh rules`.
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// List the built-in rulesets.
    List {
        /// Output format: text or json.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Print a ruleset: its board, its pieces, and every law with its source.
    Show {
        /// Ruleset to show.
        #[arg(value_name = "RULESET", add = rulesets())]
        ruleset: String,
        /// For a ruleset that extends another: print the resolved laws without marking the
        /// inherited ones.
        #[arg(long)]
        resolved: bool,
        /// Output format: text or json.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Check ruleset files with all their options; print every error, and warn of likely mistakes.
    Check {
        /// Ruleset files to check.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Draw the moves of each piece of a valid ruleset into this file, as SVG or PNG by its name;
        /// with one FILE only.
        #[arg(long, value_name = "PICTURE")]
        picture: Option<PathBuf>,
        #[command(flatten)]
        overwrite: Overwrite,
        /// Output format: text or json.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Print the options of a ruleset and their choices.
    Options {
        /// Ruleset to print the options of.
        #[arg(value_name = "RULESET", add = rulesets())]
        ruleset: String,
        /// Output format: text or json.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

/// Options of `rukh perft`.
#[derive(Debug, Args)]
pub struct PerftOptions {
    /// Ruleset.
    #[arg(long, short, value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// Position to count from [default: the ruleset's start].
    #[arg(long)]
    pub fen: Option<String>,
    /// Letters of the FEN and of the printed moves.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    pub depth: u32,
    /// Print a count for each root move.
    #[arg(long)]
    pub divide: bool,
    /// Apply only the laws of movement, not those that end a game.
    #[arg(long)]
    pub moves_only: bool,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = lab::threads())]
    pub threads: usize,
    /// Size of the transposition table, in mebibytes; 0 turns it off.
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = lab::mebibytes_or_none())]
    pub hash: usize,
    /// Output format: text or json.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Options of `rukh play`.
#[derive(Debug, Args)]
pub struct PlayOptions {
    /// Ruleset to play.
    #[arg(value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// Side or sides you play.
    #[arg(long, value_enum, default_value_t = Players::White)]
    pub side: Players,
    /// Strength of the engine, from 1 (beginner) to 8 (strongest).
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub level: u8,
    /// Position to start from [default: the ruleset's start].
    #[arg(long)]
    pub fen: Option<String>,
    /// Letters of the FEN.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Random seed of the die and the engine [default: random].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Save the game to this file, as PGN or JSON Lines, when it ends, when you quit and when you
    /// are interrupted.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Draw the board with letters, without colours.
    #[arg(long)]
    pub plain: bool,
    /// Draw the board as a picture, on terminals with the graphics protocol of kitty; on others
    /// with characters.
    #[arg(long, conflicts_with = "plain")]
    pub picture: bool,
    /// Evaluation file of `rukh tune` (weights) or `rukh train` (a net), used instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// Options of `rukh convert`.
#[derive(Debug, Args)]
pub struct ConvertOptions {
    /// Game records, PGN or JSON Lines; `-` reads standard input.
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// Output format [default: by the extension of OUT, else the format that IN does not have].
    #[arg(long, value_enum)]
    pub to: Option<RecordFormat>,
    /// Output file [default: standard output].
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Ruleset file that the records refer to; repeatable.
    #[arg(long, value_name = "FILE")]
    pub ruleset: Vec<PathBuf>,
    /// Letters of the games.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Treat warnings as errors, and stop at the first bad game.
    #[arg(long)]
    pub strict: bool,
}

/// Strictness that `--strict` asks for.
#[must_use]
pub fn strictness(is_strict: bool) -> Strictness {
    if is_strict { Strictness::Strict } else { Strictness::Lenient }
}

/// Output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Plain text.
    #[default]
    Text,
    /// JSON.
    Json,
}

/// Piece letters of games and positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum DialectWord {
    /// Recognised from the text; the ruleset's own letters where both are possible.
    #[default]
    Auto,
    /// The ruleset's own letters.
    Own,
    /// The letters of Fairy-Stockfish and XBoard, such as `b` for the elephant and `q` for the ferz.
    Fsf,
}

impl From<DialectWord> for DialectChoice {
    fn from(word: DialectWord) -> DialectChoice {
        match word {
            DialectWord::Auto => DialectChoice::Auto,
            DialectWord::Own => DialectChoice::Given(Dialect::Own),
            DialectWord::Fsf => DialectChoice::Given(Dialect::FairyStockfish),
        }
    }
}

/// Sides played by people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Players {
    /// You play White, the engine Black.
    White,
    /// You play Black, the engine White.
    Black,
    /// Two people play at this terminal.
    Both,
    /// The engine plays against itself.
    None,
}

/// Format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RecordFormat {
    /// Portable Game Notation.
    Pgn,
    /// JSON Lines.
    Jsonl,
}

/// Writes the manual page to `out`, or a page for each command into `dir`.
///
/// # Errors
/// The pages cannot be written, or one exists and `existing` is `Refuse`.
pub fn write_manual(dir: Option<&Path>, existing: Existing, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(dir) = dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
        return Ok(out.write_all(&page)?);
    };
    let unwritten = || format!("cannot write the manual to {}", dir.display());
    let part = dir.join(format!(".rukh-man.{}.part", std::process::id()));
    std::fs::create_dir(&part).with_context(unwritten)?;
    let moved = clap_mangen::generate_to(Arguments::command(), &part)
        .with_context(unwritten)
        .and_then(|()| move_pages(&part, dir, existing));
    // Moved pages are gone from there; pages not moved are of no use.
    let _ = std::fs::remove_dir_all(&part);
    moved
}

fn move_pages(part: &Path, dir: &Path, existing: Existing) -> anyhow::Result<()> {
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(part)? {
        let page = entry?;
        pages.push((Target::new(&dir.join(page.file_name()), existing)?, page.path()));
    }
    pages.sort_by(|one, two| one.1.cmp(&two.1));
    for (mut target, page) in pages {
        target.write(&std::fs::read_to_string(page)?)?;
    }
    Ok(())
}
