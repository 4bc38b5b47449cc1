//! The record of a game: its tags, its start, and its log, as JSON Lines.
//!
//! ```text
//! {"rukh":1,"ruleset":"shatranj","revision":1,"hash":"…","tags":{"White":"…"}}
//! {"seq":1,"at":1700000000000,"t":"move","mv":"e2e3"}
//! {"seq":2,"t":"resign","side":"black"}
//! ```
//! The first line is the header: the record's version, the ruleset's instance,
//! its revision and hash, the start as `fen` unless it is the ruleset's own,
//! and the tags. Every further line is an [`Entry`] of the log. Another header
//! begins another game.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{Entry, Game};
use crate::notation::fen::{self, Dialect};
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::{LoadError, Ruleset};
use crate::setup::Setup;
use crate::shape::Any;

/// The version of the record that is written and read.
pub const VERSION: u32 = 1;
/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;
/// The longest line that is read, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 16;
/// The most events a game may have.
pub const MAX_EVENTS: usize = 100_000;
/// The most complaints that are collected.
pub const MAX_COMPLAINTS: usize = 100;

/// What says how a ruleset's instance is found.
pub type Resolver<'r> = dyn Fn(&str) -> Result<Arc<Ruleset>, LoadError> + 'r;

/// A game with what is said about it.
#[derive(Debug, Clone)]
pub struct Record {
    /// Who, where, when.
    pub tags: Tags,
    /// The game.
    pub game: Game,
}

impl Record {
    /// A game of which nothing is said.
    #[must_use]
    pub fn new(game: Game) -> Record {
        Record { tags: Tags::default(), game }
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` if the game is not over.
    #[must_use]
    pub fn result(&self) -> &'static str {
        self.game.outcome().map_or("*", crate::outcome::Outcome::result)
    }
}

/// The tags every PGN game has, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/// Tags that say what the game itself says; they are never set.
pub const DERIVED: [&str; 8] =
    ["Result", "Variant", "Ruleset", "RulesetRevision", "RulesetHash", "SetUp", "FEN", "WereraFEN"];

/// The longest value of a tag, in characters.
pub const MAX_TAG_CHARS: usize = 1000;

/// What is said of a game, by name: who played, where, when.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Tags(BTreeMap<String, String>);

impl Tags {
    /// A tag's value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a tag. A tag of the roster set to what PGN writes for the unknown
    /// is removed.
    ///
    /// # Errors
    /// What is wrong with the name or the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let shown: String = name.chars().take(40).collect();
        if name.is_empty() || name.len() > 80 || !name.chars().all(is_word) {
            return Err(format!("`{shown}` is no tag's name; use letters, digits and `_`"));
        }
        if DERIVED.contains(&name) {
            return Err(format!("the tag `{name}` follows from the game and cannot be set"));
        }
        if value.chars().count() > MAX_TAG_CHARS {
            return Err(format!("the tag `{name}` is longer than {MAX_TAG_CHARS} characters"));
        }
        if value.chars().any(char::is_control) {
            return Err(format!("the tag `{name}` contains a control character"));
        }
        if ROSTER.contains(&name) && value == unknown_value(name) {
            self.0.remove(name);
        } else {
            self.0.insert(name.to_owned(), value.to_owned());
        }
        Ok(())
    }

    /// Every tag that is set, in rising order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// What PGN writes for a tag of the roster that is not known.
pub(super) fn unknown_value(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}

/// One thing that is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    rukh: u32,
    ruleset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    revision: Option<u32>,
    hash: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(default)]
    tags: BTreeMap<String, String>,
}

/// Writes a record, one line for the header and one for each event.
#[must_use]
pub fn write_jsonl(record: &Record) -> String {
    let game = &record.game;
    let ruleset = game.ruleset();
    let header = Header {
        rukh: VERSION,
        ruleset: ruleset.instance.to_string(),
        revision: Some(ruleset.revision),
        hash: ruleset.hash(),
        fen: (!has_own_start(game)).then(|| fen::write(game.rules(), game.start(), Dialect::Own)),
        tags: record.tags.0.clone(),
    };
    let mut text = json(&header);
    for entry in game.log() {
        text.push('\n');
        text.push_str(&write_entry(entry));
    }
    text.push('\n');
    text
}

/// Writes an entry of a log as one line of JSON.
#[must_use]
pub fn write_entry(entry: &Entry) -> String {
    json(entry)
}

/// Reads what [`write_entry`] wrote.
///
/// # Errors
/// What is wrong with the JSON.
pub fn read_entry(line: &str) -> Result<Entry, serde_json::Error> {
    serde_json::from_str(line)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and maps of strings always serialise")
}

/// Whether a game began where its ruleset begins.
pub(super) fn has_own_start(game: &Game) -> bool {
    own_start(game.rules()) == *game.start()
}

/// Where a ruleset begins.
pub(super) fn own_start(rules: &Rules<Any>) -> Position {
    Setup::start(rules.ruleset()).check(rules).expect("a loaded ruleset's start is sound")
}

/// Why a record's ruleset is not the one at hand, if it is not.
pub(super) fn hash_complaint(ruleset: &Ruleset, revision: Option<u32>, hash: &str) -> Option<String> {
    let own = ruleset.hash();
    if own == hash {
        return None;
    }
    let shown: String = hash.chars().take(40).collect();
    let made = revision.map_or("another revision".to_owned(), |revision| format!("revision {revision}"));
    Some(format!(
        "the game was recorded under {made} of `{}` with the hash `{shown}`, but the ruleset here is revision {} with the hash `{own}`; their laws differ, so the game cannot be replayed",
        ruleset.instance, ruleset.revision
    ))
}

/// Rulesets found so far, each compiled once.
pub(super) struct Shelf<'r> {
    resolve: &'r Resolver<'r>,
    rules: HashMap<String, Arc<Rules<Any>>>,
}

impl<'r> Shelf<'r> {
    pub(super) fn new(resolve: &'r Resolver<'r>) -> Shelf<'r> {
        Shelf { resolve, rules: HashMap::new() }
    }

    pub(super) fn rules(&mut self, instance: &str) -> Result<Arc<Rules<Any>>, LoadError> {
        if let Some(rules) = self.rules.get(instance) {
            return Ok(rules.clone());
        }
        let rules = Arc::new(Rules::<Any>::compile((self.resolve)(instance)?));
        self.rules.insert(instance.to_owned(), rules.clone());
        Ok(rules)
    }
}

/// Reads records and plays them through.
///
/// # Errors
/// Every complaint with its line: broken lines, an unknown ruleset, another
/// hash, numbers out of order, and of each game the first event that is refused.
pub fn read_jsonl(
    text: &str,
    resolver: impl Fn(&str) -> Result<Arc<Ruleset>, LoadError>,
) -> Result<Vec<Record>, Vec<RecordError>> {
    let mut reader =
        Reader { shelf: Shelf::new(&resolver), records: Vec::new(), game: State::None, errors: Vec::new() };
    if text.len() > MAX_BYTES {
        reader.complain(1, format!("the text is longer than {MAX_BYTES} bytes"));
        return Err(reader.errors);
    }
    for (index, line) in text.lines().enumerate() {
        if reader.errors.len() >= MAX_COMPLAINTS {
            break;
        }
        reader.line(index + 1, line.trim_end_matches('\r'));
    }
    reader.close();
    if reader.records.is_empty() && reader.errors.is_empty() {
        reader.complain(1, "there is no record here; the first line should be a header such as {\"rukh\":1,\"ruleset\":\"shatranj\",\"hash\":\"…\"}");
    }
    if reader.errors.is_empty() { Ok(reader.records) } else { Err(reader.errors) }
}

/// How far the game that is being read has come.
enum State {
    /// No header yet.
    None,
    /// Events are being played.
    Playing(Box<Record>),
    /// Something was wrong; its lines are only looked at.
    Broken,
}

struct Reader<'r> {
    shelf: Shelf<'r>,
    records: Vec<Record>,
    game: State,
    errors: Vec<RecordError>,
}

impl Reader<'_> {
    fn complain(&mut self, line: usize, message: impl Into<String>) {
        self.errors.push(RecordError { line, message: message.into() });
    }

    fn close(&mut self) {
        if let State::Playing(record) = std::mem::replace(&mut self.game, State::None) {
            self.records.push(*record);
        }
    }

    fn line(&mut self, number: usize, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        if line.len() > MAX_LINE_BYTES {
            return self.complain(number, format!("the line is longer than {MAX_LINE_BYTES} bytes"));
        }
        let value: serde_json::Value = match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) => return self.syntax(number, &error),
        };
        if value.get("rukh").is_some() {
            self.close();
            let header = serde_json::from_value::<Header>(value);
            self.game =
                match header.map_err(|error| error.to_string()).and_then(|header| self.begin(number, header))
                {
                    Ok(record) => State::Playing(Box::new(record)),
                    Err(message) => {
                        if !message.is_empty() {
                            self.complain(number, message);
                        }
                        State::Broken
                    }
                };
            return;
        }
        match read_entry(line) {
            Ok(entry) => self.entry(number, entry),
            Err(error) => self.syntax(number, &error),
        }
    }

    fn syntax(&mut self, number: usize, error: &serde_json::Error) {
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or(&said);
        let place = if error.column() > 0 { format!("column {}: ", error.column()) } else { String::new() };
        self.complain(
            number,
            format!("{place}{said}; a line should be an event such as {{\"seq\":1,\"t\":\"move\",\"mv\":\"e2e3\"}}"),
        );
        self.game = State::Broken;
    }

    /// Begins a game; an empty error means that the complaints are made already.
    fn begin(&mut self, number: usize, header: Header) -> Result<Record, String> {
        if header.rukh != VERSION {
            return Err(format!(
                "records of version {} are not known; this reads version {VERSION}",
                header.rukh
            ));
        }
        let rules = self.shelf.rules(&header.ruleset).map_err(|error| error.to_string())?;
        let before = self.errors.len();
        if let Some(complaint) = hash_complaint(rules.ruleset(), header.revision, &header.hash) {
            self.complain(number, complaint);
        }
        let mut tags = Tags::default();
        for (name, value) in &header.tags {
            if let Err(message) = tags.set(name, value) {
                self.complain(number, message);
            }
        }
        let start = match &header.fen {
            None => Some(own_start(&rules)),
            Some(text) => match fen::read(&rules, text, Dialect::Own) {
                Ok(start) => Some(start),
                Err(errors) => {
                    errors.iter().for_each(|error| self.complain(number, format!("fen: {error}")));
                    None
                }
            },
        };
        match start.filter(|_| self.errors.len() == before) {
            Some(start) => Ok(Record { tags, game: Game::from_position(rules, start) }),
            None => Err(String::new()),
        }
    }

    fn entry(&mut self, number: usize, entry: Entry) {
        let record = match &mut self.game {
            State::Playing(record) => record,
            State::Broken => return,
            State::None => {
                self.complain(number, "an event stands before any header; the first line should be one, with `rukh`, `ruleset` and `hash`");
                self.game = State::Broken;
                return;
            }
        };
        let wanted = record.game.seq() + 1;
        let complaint = if entry.seq != wanted {
            Some(format!("the event has the number {}, but {wanted} comes next", entry.seq))
        } else if record.game.log().len() >= MAX_EVENTS {
            Some(format!("the game has more than {MAX_EVENTS} events"))
        } else {
            record.game.apply(entry.event, entry.at).err().map(|refusal| format!("event {wanted}: {refusal}"))
        };
        if let Some(complaint) = complaint {
            self.complain(number, complaint);
            self.game = State::Broken;
        }
    }
}
