//! Games read one after the other, in constant memory, in whichever form they stand.
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::notation::reading::{GameReader, Strictness};
//! use rukh_rules::Ruleset;
//!
//! let text = "[Ruleset \"shatranj\"]\n\n1. e3 e6 *\n\n[Ruleset \"shatranj\"]\n\n1. e5 *\n";
//! let find = |name: &str| Ruleset::named(name).map(Arc::new);
//! let games: Vec<_> = GameReader::new(text.lines().map(|line| Ok(line.to_owned())), &find, Strictness::Lenient).collect();
//! assert!(games[0].is_ok(), "one bad game does not withhold the good ones");
//! assert!(games[1].as_ref().is_err_and(|error| error.line == 5));
//! ```

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use crate::notation::dialect::{Dialect, DialectChoice};
use crate::notation::pgn;
use crate::notation::record::{self, Record};
use crate::ruleset::{LoadError, Ruleset};

/// The most that one game may have, in bytes; one that has more is passed over with an error.
pub const MAX_GAME_BYTES: usize = 16 << 20;
/// The most complaints, and the most warnings, that are kept of one game.
pub const MAX_COMPLAINTS: usize = 100;

/// What is made of a game that breaks no law of its own file's program, but ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// It is read where it can be understood, with a warning.
    #[default]
    Lenient,
    /// It is refused.
    Strict,
}

/// How games are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameFormat {
    /// Portable Game Notation.
    Pgn,
    /// JSON Lines: a header and one event a line.
    JsonLines,
}

/// Something about a text, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1, where it is known.
    pub column: Option<usize>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

impl std::error::Error for Diagnostic {}

/// A game that was read.
#[derive(Debug, Clone)]
pub struct ReadGame {
    /// Its number among the games of the text, bad ones included, from 1.
    pub number: usize,
    /// The line it begins in, counted from 1.
    pub line: usize,
    /// The game.
    pub record: Record,
    /// Whose letters it was written in.
    pub dialect: Dialect,
    /// What a strict reader would have refused.
    pub warnings: Vec<Diagnostic>,
}

/// Why a game could not be read. Those after it can, unless the text itself ended there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameError {
    /// Its number among the games of the text, from 1.
    pub number: usize,
    /// The line it begins in, counted from 1.
    pub line: usize,
    /// What is wrong with it, a few at most; never empty.
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.diagnostics.iter().map(ToString::to_string).collect();
        write!(f, "game {}: {}", self.number, all.join("; "))
    }
}

impl std::error::Error for GameError {}

/// Why a line of a text is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineError {
    /// This line cannot be read; those after it can.
    Line(String),
    /// Nothing more can be read.
    End(String),
}

/// A line without its end, or why it is not there.
pub type InputLine = Result<String, LineError>;

/// Where the rulesets that games name are found.
pub trait FindRuleset: Send + Sync {
    /// The ruleset of an instance such as `oblong[array=s3]`, by its id or a name that
    /// people and other programs have for it.
    ///
    /// # Errors
    /// An unknown ruleset, an unknown option, a contradiction.
    fn instance(&self, text: &str) -> Result<Arc<Ruleset>, LoadError>;

    /// The ruleset of games in PGN that name none; without one they are refused.
    fn unnamed(&self) -> Option<Arc<Ruleset>> {
        None
    }
}

impl<F: Fn(&str) -> Result<Arc<Ruleset>, LoadError> + Send + Sync> FindRuleset for F {
    fn instance(&self, text: &str) -> Result<Arc<Ruleset>, LoadError> {
        self(text)
    }
}

/// The rulesets of a reader: another's, or its own.
#[derive(Clone)]
pub(super) enum RulesetFinder<'r> {
    Borrowed(&'r dyn FindRuleset),
    Shared(Arc<dyn FindRuleset>),
}

impl RulesetFinder<'_> {
    pub(super) fn instance(&self, text: &str) -> Result<Arc<Ruleset>, LoadError> {
        match self {
            RulesetFinder::Borrowed(rulesets) => rulesets.instance(text),
            RulesetFinder::Shared(rulesets) => rulesets.instance(text),
        }
    }

    pub(super) fn unnamed(&self) -> Option<Arc<Ruleset>> {
        match self {
            RulesetFinder::Borrowed(rulesets) => rulesets.unnamed(),
            RulesetFinder::Shared(rulesets) => rulesets.unnamed(),
        }
    }
}

/// Lines with their numbers, of which the next ones can be looked at before they are taken.
pub(super) struct Lines<L> {
    lines: L,
    ahead: VecDeque<InputLine>,
    /// The number of the line taken last.
    pub(super) number: usize,
    has_ended: bool,
}

impl<L: Iterator<Item = InputLine>> Lines<L> {
    pub(super) fn new(lines: L) -> Lines<L> {
        Lines { lines, ahead: VecDeque::new(), number: 0, has_ended: false }
    }

    pub(super) fn next(&mut self) -> Option<InputLine> {
        let line =
            self.ahead.pop_front().or_else(|| if self.has_ended { None } else { self.lines.next() })?;
        self.has_ended |= matches!(line, Err(LineError::End(_)));
        self.number += 1;
        Some(line)
    }

    /// What form the games have: that of JSON Lines if the first line that is
    /// not empty is a header or an event of them, else PGN.
    fn format(&mut self) -> GameFormat {
        for line in self.lines.by_ref() {
            let format = match &line {
                Ok(text) if is_blank(text) => None,
                Ok(text) if record::is_line(text.trim_start_matches('\u{feff}')) => {
                    Some(GameFormat::JsonLines)
                }
                _ => Some(GameFormat::Pgn),
            };
            // Blank lines are counted, but not kept: there may be very many.
            match (&format, self.ahead.is_empty()) {
                (None, true) => self.number += 1,
                _ => self.ahead.push_back(line),
            }
            if let Some(format) = format {
                return format;
            }
        }
        GameFormat::Pgn
    }
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || letter == '\u{feff}')
}

/// The games of a text, one after the other. Ends after the last game, and
/// after a line that says [`LineError::End`]; nothing of a game that was cut off
/// there is given out.
pub struct GameReader<'r, L> {
    lines: Lines<L>,
    format: GameFormat,
    games: FormatReader<'r>,
    number: usize,
}

enum FormatReader<'r> {
    Pgn(Box<pgn::Reader<'r>>),
    JsonLines(Box<record::Reader<'r>>),
}

impl<'r, L: Iterator<Item = InputLine>> GameReader<'r, L> {
    /// The games in these lines, whose form their content says.
    pub fn new(lines: L, rulesets: &'r dyn FindRuleset, strictness: Strictness) -> GameReader<'r, L> {
        let mut lines = Lines::new(lines);
        let format = lines.format();
        GameReader::of(lines, format, RulesetFinder::Borrowed(rulesets), strictness)
    }

    /// As [`GameReader::new`], for a reader that keeps its rulesets, and may be kept itself.
    pub fn with_shared_rulesets(
        lines: L,
        rulesets: Arc<dyn FindRuleset>,
        strictness: Strictness,
    ) -> GameReader<'static, L> {
        let mut lines = Lines::new(lines);
        let format = lines.format();
        GameReader::of(lines, format, RulesetFinder::Shared(rulesets), strictness)
    }

    /// The games in these lines, which have this form.
    pub fn of_format(
        lines: L,
        format: GameFormat,
        rulesets: &'r dyn FindRuleset,
        strictness: Strictness,
    ) -> GameReader<'r, L> {
        GameReader::of(Lines::new(lines), format, RulesetFinder::Borrowed(rulesets), strictness)
    }

    fn of(
        lines: Lines<L>,
        format: GameFormat,
        rulesets: RulesetFinder<'r>,
        strictness: Strictness,
    ) -> GameReader<'r, L> {
        let games = match format {
            GameFormat::Pgn => FormatReader::Pgn(Box::new(pgn::Reader::new(rulesets, strictness))),
            GameFormat::JsonLines => FormatReader::JsonLines(Box::new(record::Reader::new(rulesets))),
        };
        GameReader { lines, format, games, number: 0 }
    }

    /// Reads PGN in this dialect, not in the one that each game's letters show.
    /// JSON Lines always have the ruleset's own letters.
    #[must_use]
    pub fn in_dialect(mut self, choice: DialectChoice) -> GameReader<'r, L> {
        if let FormatReader::Pgn(reader) = &mut self.games {
            reader.dialect = choice;
        }
        self
    }

    /// What form the games have.
    pub fn format(&self) -> GameFormat {
        self.format
    }
}

/// A game that a reader of one form has read.
pub(super) struct ParsedGame {
    pub(super) record: Record,
    pub(super) dialect: Dialect,
    pub(super) warnings: Vec<Diagnostic>,
}

/// A game as a reader of one form gives it: the line it begins in, and what became of it.
pub(super) type GameSlice = (usize, Result<ParsedGame, Vec<Diagnostic>>);

impl<L: Iterator<Item = InputLine>> Iterator for GameReader<'_, L> {
    type Item = Result<ReadGame, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (line, read) = match &mut self.games {
            FormatReader::Pgn(reader) => reader.next(&mut self.lines),
            FormatReader::JsonLines(reader) => reader.next(&mut self.lines),
        }?;
        self.number += 1;
        let number = self.number;
        Some(match read {
            Ok(ParsedGame { record, dialect, warnings }) => {
                Ok(ReadGame { number, line, record, dialect, warnings })
            }
            Err(diagnostics) => Err(GameError { number, line, diagnostics }),
        })
    }
}

/// All games of a text.
///
/// # Errors
/// Of each bad game what is wrong with it; or that there is no game.
pub(super) fn read_all(
    text: &str,
    format: GameFormat,
    rulesets: &dyn FindRuleset,
) -> Result<Vec<Record>, Vec<Diagnostic>> {
    let lines = text.lines().map(|line| Ok(line.to_owned()));
    let (mut records, mut errors) = (Vec::new(), Vec::new());
    for game in GameReader::of_format(lines, format, rulesets, Strictness::Lenient) {
        match game {
            Ok(game) => records.push(game.record),
            Err(error) => errors.extend(error.diagnostics),
        }
    }
    if records.is_empty() && errors.is_empty() {
        errors.push(Diagnostic { line: 1, column: None, message: no_game(format).to_owned() });
    }
    if errors.is_empty() { Ok(records) } else { Err(errors) }
}

/// What is said of a text without games.
#[must_use]
pub fn no_game(format: GameFormat) -> &'static str {
    match format {
        GameFormat::Pgn => "there is no game here; a game begins with tags such as `[Ruleset \"shatranj\"]`",
        GameFormat::JsonLines => {
            "there is no record here; the first line should be a header such as {\"rukh\":1,\"ruleset\":\"shatranj\",\"hash\":\"…\"}"
        }
    }
}
