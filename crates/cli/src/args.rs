//! What can be typed; the help, the manual and the completions follow from it.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::reading::Strictness;
use serde::Deserialize;

use complete::rulesets;

use crate::write::{Existing, Overwrite, Target};

mod complete;
mod lab;
mod werera_pace;

pub use complete::{answer_shell, write_completions};
pub use lab::{AnalyseOptions, MatchOptions, OpeningsOptions};
pub use werera_pace::WereraPace;

/// Plays, explains and serves the historic chesses.
///
/// A RULESET is an instance such as `shatranj` or `senterej[saba=G]`, or a file
/// of one's own: `./mine.toml`, `./mine.toml[option=choice]`. `rukh rules list`
/// shows what there is.
#[derive(Debug, Parser)]
#[command(name = "rukh", version, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What `rukh` does.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show and check rulesets.
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Count the ways a game can go in so many plies.
    Perft(PerftOptions),
    /// Play on this terminal, against the engine or each other.
    Play(PlayOptions),
    /// Turn game records into PGN or JSON Lines.
    Convert(ConvertOptions),
    /// Count the positions a search of each ruleset's start looks at: the same on every machine.
    Bench(BenchOptions),
    /// Say what each term of the evaluation makes of a position.
    Eval(crate::eval::EvalOptions),
    /// Fit the evaluation's numbers to games the engine plays against itself.
    Tune(crate::tune::TuneOptions),
    /// Let two players play many games, and tell how much stronger the first is.
    Match(MatchOptions),
    /// Make openings for matches.
    Openings(OpeningsOptions),
    /// Judge every move of a game, or a position.
    Analyse(AnalyseOptions),
    /// Think for another program, which speaks UCI on standard input and output.
    Uci(SessionOptions),
    /// Think for XBoard, or whatever else speaks its protocol.
    Xboard(SessionOptions),
    /// Serve games to browsers.
    Serve(ServeOptions),
    /// Check that a game's throws and coins are those its server committed to.
    Verify {
        /// The game's address, such as `https://rukh.example/game/abc`, or a file with the answer
        /// of `/api/v1/games/…/throws`; `-` reads standard input.
        #[arg(value_name = "GAME")]
        game: String,
    },
    /// Write every game, seek and secret of a server into one file. The server may be running.
    Backup {
        #[command(flatten)]
        place: PlaceOptions,
        /// The file to write.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        overwrite: Overwrite,
    },
    /// Read such a file into an empty database, of the same kind or the other.
    Restore {
        #[command(flatten)]
        place: PlaceOptions,
        /// The file to read.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands.
    Man {
        /// Write every page into this directory instead.
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        #[command(flatten)]
        overwrite: Overwrite,
    },
}

/// What is searched.
#[derive(Debug, Args)]
pub struct BenchOptions {
    /// The rulesets; every built-in one if none is named.
    #[arg(value_name = "RULESET", add = rulesets())]
    pub rulesets: Vec<String>,
    /// Plies of full search, with a die turns [default: 7; with a die 3].
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=40))]
    pub depth: Option<u32>,
    /// Numbers for the evaluation instead of the engine's own, as `rukh tune` writes them.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// What a session for another program begins with.
#[derive(Debug, Args)]
pub struct SessionOptions {
    /// Numbers for the evaluation of the ruleset they fit, as `rukh tune` writes them; the option
    /// `EvalFile` of the protocol changes them.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// What is shown of rulesets.
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// List the built-in rulesets.
    List {
        /// For people or for programs.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Print a ruleset: its board, its men, and every law with its source.
    Show {
        /// The ruleset.
        #[arg(value_name = "RULESET", add = rulesets())]
        ruleset: String,
        /// For a ruleset that extends another: print its laws as they come out,
        /// without saying which are the other's.
        #[arg(long)]
        resolved: bool,
        /// For people or for programs.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Check ruleset files, with all their options; list every complaint, and note what is hardly meant.
    Check {
        /// The files.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// For people or for programs.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Print what can be chosen in a ruleset.
    Options {
        /// The ruleset.
        #[arg(value_name = "RULESET", add = rulesets())]
        ruleset: String,
        /// For people or for programs.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

/// What is counted.
#[derive(Debug, Args)]
pub struct PerftOptions {
    /// The ruleset.
    #[arg(long, short, value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// The position to count from, instead of the ruleset's start.
    #[arg(long)]
    pub fen: Option<String>,
    /// Whose letters the FEN is read in, and the moves written.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// How many plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    pub depth: u32,
    /// Count below each first move.
    #[arg(long)]
    pub divide: bool,
    /// Obey only how men move, not the laws that end games.
    #[arg(long)]
    pub moves_only: bool,
    /// Threads that count at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = lab::threads)]
    pub threads: usize,
    /// Mebibytes for a table of positions counted already, which come about again by other orders
    /// of moves; 0 is none.
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = lab::mebibytes_or_none)]
    pub hash: usize,
    /// For people or for programs.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// A game on the terminal.
#[derive(Debug, Args)]
pub struct PlayOptions {
    /// The ruleset.
    #[arg(value_name = "RULESET", add = rulesets())]
    pub ruleset: String,
    /// Which side you play.
    #[arg(long, value_enum, default_value_t = Players::White)]
    pub side: Players,
    /// How well the engine plays, from 1 (beginner) to 8 (strongest).
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub level: u8,
    /// The position to begin from, instead of the ruleset's start.
    #[arg(long)]
    pub fen: Option<String>,
    /// Whose letters the FEN is read in.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Fixes the dice and the engine's choices; without it they are random.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Keep the record in this file, as PGN or JSON Lines, when the game ends, is left or
    /// interrupted.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Letters instead of figures, no colours.
    #[arg(long)]
    pub plain: bool,
    /// Numbers for the evaluation instead of the engine's own, as `rukh tune` writes them.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// What is converted.
#[derive(Debug, Args)]
pub struct ConvertOptions {
    /// The records, PGN or JSON Lines; `-` is standard input.
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// What to write; by default what the output's name says, or the other of the two.
    #[arg(long, value_enum)]
    pub to: Option<RecordFormat>,
    /// Where to write, instead of standard output.
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// A file with a ruleset that the records name.
    #[arg(long, value_name = "FILE")]
    pub ruleset: Vec<PathBuf>,
    /// Whose letters the games are written in.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Refuse what would be read with a warning, and stop at the first bad game.
    #[arg(long)]
    pub strict: bool,
}

/// How games are read, as it is typed.
#[must_use]
pub fn strictness(is_strict: bool) -> Strictness {
    if is_strict { Strictness::Strict } else { Strictness::Lenient }
}

/// Where games are kept. Each of these may stand in the environment or in the
/// configuration file instead.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlaceOptions {
    /// The directory games are kept in [default: rukh in the XDG data directory].
    #[arg(long, value_name = "DIR", env = "RUKH_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// The PostgreSQL database that several nodes share, instead of a directory.
    #[arg(long, value_name = "URL", env = "RUKH_DATABASE", hide_env_values = true)]
    pub database: Option<String>,
}

/// How the server is run. What stands on the command line goes before the
/// environment, and that before the configuration file.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServeOptions {
    /// A file with these options in TOML, such as `bind = "0.0.0.0:7878"`.
    #[arg(long, value_name = "FILE", env = "RUKH_CONFIG")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Where to listen; port 0 lets the system choose one [default: 127.0.0.1:7878].
    #[arg(long, value_name = "ADDRESS", env = "RUKH_BIND")]
    pub bind: Option<SocketAddr>,
    /// The directory games are kept in [default: rukh in the XDG data directory].
    #[arg(long, value_name = "DIR", env = "RUKH_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// The PostgreSQL database that several nodes share, instead of a directory.
    #[arg(long, value_name = "URL", env = "RUKH_DATABASE", hide_env_values = true)]
    pub database: Option<String>,
    /// Where the other nodes reach this one, if not where it listens.
    #[arg(long, value_name = "URL", env = "RUKH_NODE_ADDRESS")]
    pub node_address: Option<String>,
    /// A file with a ruleset of one's own, offered beside the built-in ones.
    #[arg(long, value_name = "FILE", env = "RUKH_RULESET", value_delimiter = ',')]
    pub ruleset: Vec<PathBuf>,
    /// The address people type, if it is not the one listened on. With
    /// `https://` cookies are sent over TLS only.
    #[arg(long, value_name = "URL", env = "RUKH_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// The longest a contested move of the werera waits for an earlier one of
    /// the other side, in milliseconds; 0 judges by arrival [default: 120].
    #[arg(long, value_name = "MS", env = "RUKH_FAIRNESS")]
    pub fairness: Option<u64>,
    /// How many times a second the server's own players of levels 6 to 8 act in the werera in the
    /// mean, from 0.01 to 20; lower levels act less often, level 1 a quarter as often [default: 0.87].
    #[arg(long, value_name = "PER_SECOND", env = "RUKH_WERERA_PACE", allow_negative_numbers = true)]
    pub werera_pace: Option<WereraPace>,
    /// How long a game that nobody looks at stays in memory, in seconds [default: 300].
    #[arg(long, value_name = "SECONDS", env = "RUKH_IDLE")]
    pub idle: Option<u64>,
    /// How long after their end games are packed together, in hours [default: 24].
    #[arg(long, value_name = "HOURS", env = "RUKH_PACK_AFTER")]
    pub pack_after: Option<u64>,
    /// How the log is written [default: text].
    #[arg(long, value_enum, value_name = "FORMAT", env = "RUKH_LOG_FORMAT")]
    pub log_format: Option<Format>,
    /// What is logged, such as `info` or `rukh_server=debug` [default: info].
    #[arg(long, value_name = "FILTER", env = "RUKH_LOG")]
    pub log: Option<String>,
}

/// Who reads the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// People.
    #[default]
    Text,
    /// Programs.
    Json,
}

/// Whose letters games and positions are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum DialectWord {
    /// What the letters say; the ruleset's where both readings are possible.
    #[default]
    Auto,
    /// The ruleset's.
    Own,
    /// Those of Fairy-Stockfish and XBoard, such as `b` for the elephant and `q` for the ferz.
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

/// The sides people play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Players {
    /// You play White, the engine Black.
    White,
    /// You play Black, the engine White.
    Black,
    /// Two people at one terminal.
    Both,
    /// The engine plays itself.
    None,
}

/// How games are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RecordFormat {
    /// Portable Game Notation.
    Pgn,
    /// JSON Lines.
    Jsonl,
}

/// Writes the manual: one page, or a page for each command into a directory.
///
/// # Errors
/// Where the pages cannot be written; a page that exists is refused before any is.
pub fn write_manual(dir: Option<&Path>, existing: Existing, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(dir) = dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
        return Ok(out.write_all(&page)?);
    };
    let unwritten = || format!("the manual cannot be written into {}", dir.display());
    let part = dir.join(format!(".rukh-man.{}.part", std::process::id()));
    std::fs::create_dir(&part).with_context(unwritten)?;
    let moved = clap_mangen::generate_to(Arguments::command(), &part)
        .with_context(unwritten)
        .and_then(|()| move_pages(&part, dir, existing));
    // What was moved is gone from there, and what was not is of no use.
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
