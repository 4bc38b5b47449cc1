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
//! begins another game. Annotations cannot be written so.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::game::{Entry, Game};
use crate::notation::annotation::Annotations;
use crate::notation::dialect::Dialect;
use crate::notation::fen;
use crate::notation::reading::{
    self, Diagnostic, GameFormat, GameSlice, InputLine, LineError, Lines, MAX_COMPLAINTS, MAX_GAME_BYTES,
    ParsedGame, RulesetFinder,
};
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::{LoadError, Ruleset};
use crate::setup::Setup;
use crate::shape::Any;

/// Version of the record.
pub const VERSION: u32 = 1;
/// The longest line that is read, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 16;
/// The most events a game may have.
pub const MAX_EVENTS: usize = 100_000;

/// A game with what is said about it.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::notation::record::{Record, format_jsonl, parse_jsonl};
/// use rukh_rules::{Game, Ruleset};
///
/// let mut game = Game::new(Arc::new(Ruleset::named("shatranj")?));
/// game.play(game.legal_move("e2e3")?, None)?;
/// let mut record = Record::new(game);
/// record.tags.set("White", "as-Suli")?;
/// let text = format_jsonl(&record);
/// assert_eq!(text.lines().last(), Some(r#"{"seq":1,"t":"move","mv":"e2e3"}"#));
/// let read = parse_jsonl(&text, |name| Ruleset::named(name).map(Arc::new)).unwrap();
/// assert_eq!(read[0].tags.get("White"), Some("as-Suli"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Record {
    /// Players, place and date.
    pub tags: Tags,
    /// The start and the log, played through.
    pub game: Game,
    /// Comments, NAGs and variations, which PGN alone can hold.
    pub annotations: Annotations,
}

impl Record {
    /// A game of which nothing is said.
    #[must_use]
    pub fn new(game: Game) -> Record {
        Record { tags: Tags::default(), game, annotations: Annotations::default() }
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
    /// The value of a tag that is set; `None` also for one of the roster that is unknown.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a tag. A tag of the roster set to what PGN writes for the unknown
    /// is removed.
    ///
    /// # Errors
    /// What is wrong with the name or the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || "_+#=:-".contains(letter);
        let shown: String = name.chars().take(40).collect();
        if name.is_empty() || name.len() > 80 || !name.chars().all(is_word) {
            return Err(format!("`{shown}` is no tag's name; use letters, digits and `_+#=:-`").into());
        }
        if DERIVED.contains(&name) {
            return Err(format!("the tag `{name}` follows from the game and cannot be set").into());
        }
        if value.chars().count() > MAX_TAG_CHARS {
            return Err(format!("the tag `{name}` is longer than {MAX_TAG_CHARS} characters").into());
        }
        if value.chars().any(char::is_control) {
            return Err(format!("the tag `{name}` contains a control character").into());
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
pub fn format_jsonl(record: &Record) -> String {
    let game = &record.game;
    let ruleset = game.ruleset();
    let header = Header {
        rukh: VERSION,
        ruleset: ruleset.instance.to_string(),
        revision: Some(ruleset.revision),
        hash: ruleset.hash(),
        fen: (!has_own_start(game)).then(|| fen::format(game.rules(), game.start(), Dialect::Own)),
        tags: record.tags.0.clone(),
    };
    let mut text = json(&header);
    for entry in game.log() {
        text.push('\n');
        text.push_str(&format_entry(entry));
    }
    text.push('\n');
    text
}

/// Writes an entry of a log as one line of JSON.
#[must_use]
pub fn format_entry(entry: &Entry) -> String {
    json(entry)
}

/// Reads what [`format_entry`] wrote.
///
/// # Errors
/// What is wrong with the JSON.
pub fn parse_entry(line: &str) -> Result<Entry, serde_json::Error> {
    serde_json::from_str(line)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and maps of strings always serialise")
}

/// Whether a game began where its ruleset begins.
pub(super) fn has_own_start(game: &Game) -> bool {
    own_start(game.rules()) == *game.start()
}

/// The start of a ruleset.
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
pub(super) struct RulesCache<'r> {
    rulesets: RulesetFinder<'r>,
    rules: HashMap<String, Arc<Rules<Any>>>,
}

/// The most rulesets that are kept compiled.
const MAX_SHELF: usize = 64;

impl<'r> RulesCache<'r> {
    pub(super) fn new(rulesets: RulesetFinder<'r>) -> RulesCache<'r> {
        RulesCache { rulesets, rules: HashMap::new() }
    }

    pub(super) fn rules(&mut self, instance: &str) -> Result<Arc<Rules<Any>>, LoadError> {
        if let Some(rules) = self.rules.get(instance) {
            return Ok(rules.clone());
        }
        let rules = Arc::new(Rules::<Any>::compile(self.rulesets.instance(instance)?));
        if self.rules.len() >= MAX_SHELF {
            // A text may name very many instances; it need not be fast as well.
            self.rules.clear();
        }
        self.rules.insert(instance.to_owned(), rules.clone());
        Ok(rules)
    }

    /// The rules of games that name none.
    pub(super) fn unnamed(&mut self) -> Option<Arc<Rules<Any>>> {
        let ruleset = self.rulesets.unnamed()?;
        let compiled = self.rules.entry(ruleset.instance.to_string());
        Some(compiled.or_insert_with(|| Arc::new(Rules::<Any>::compile(ruleset))).clone())
    }

    /// The rules of an instance, or of the ruleset that is shown to people under this name.
    pub(super) fn rules_by_name(&mut self, name: &str) -> Result<Arc<Rules<Any>>, LoadError> {
        self.rules(name).or_else(|error| {
            let words: Vec<String> = name
                .split(|letter: char| !letter.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(str::to_lowercase)
                .collect();
            self.rules(&words.join("-")).map_err(|_| error)
        })
    }
}

/// Reads records and plays them through.
///
/// # Errors
/// Every complaint with its line: broken lines, an unknown ruleset, another
/// hash, numbers out of order, and of each game the first event that is refused.
pub fn parse_jsonl(
    text: &str,
    resolver: impl Fn(&str) -> Result<Arc<Ruleset>, LoadError> + Send + Sync,
) -> Result<Vec<Record>, Vec<Diagnostic>> {
    reading::read_all(text, GameFormat::JsonLines, &resolver)
}

/// Whether a line is a header or an event of such a record, or the beginning of one.
pub(super) fn is_line(line: &str) -> bool {
    let line = line.trim();
    if line.len() > MAX_LINE_BYTES {
        return false;
    }
    match serde_json::from_str::<serde_json::Value>(line) {
        Ok(value) => value.get("rukh").is_some() || (value.get("seq").is_some() && value.get("t").is_some()),
        Err(error) => error.is_eof() && line.starts_with("{\"rukh\"") && !line.contains('}'),
    }
}

/// A game that is being read.
struct OpenGame {
    /// The line of its header.
    line: usize,
    /// The game, as long as nothing is wrong with it.
    record: Option<Record>,
    errors: Vec<Diagnostic>,
    bytes: usize,
}

impl OpenGame {
    fn new(line: usize) -> OpenGame {
        OpenGame { line, record: None, errors: Vec::new(), bytes: 0 }
    }

    fn complain(&mut self, line: usize, message: impl Into<String>) {
        self.record = None;
        if self.errors.len() < MAX_COMPLAINTS {
            self.errors.push(Diagnostic { line, column: None, message: message.into() });
        }
    }

    fn close(self) -> GameSlice {
        match self.record {
            Some(record) => {
                (self.line, Ok(ParsedGame { record, dialect: Dialect::Own, warnings: Vec::new() }))
            }
            None => (self.line, Err(self.errors)),
        }
    }

    fn entry(&mut self, number: usize, line: &str) {
        let entry = match parse_entry(line) {
            Ok(entry) => entry,
            Err(error) => return self.syntax(number, &error),
        };
        self.bytes += line.len();
        let Some(record) = &mut self.record else { return };
        let wanted = record.game.seq() + 1;
        let complaint = if entry.seq != wanted {
            Some(format!("the event has the number {}, but {wanted} comes next", entry.seq))
        } else if record.game.log().len() >= MAX_EVENTS {
            Some(format!("the game has more than {MAX_EVENTS} events"))
        } else if self.bytes > MAX_GAME_BYTES {
            Some(format!("the game has more than {MAX_GAME_BYTES} bytes"))
        } else {
            record.game.apply(entry.event, entry.at).err().map(|refusal| format!("event {wanted}: {refusal}"))
        };
        if let Some(complaint) = complaint {
            self.complain(number, complaint);
        }
    }

    fn syntax(&mut self, number: usize, error: &serde_json::Error) {
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or(&said);
        self.complain(
            number,
            format!("{said}; a line should be an event such as {{\"seq\":1,\"t\":\"move\",\"mv\":\"e2e3\"}}"),
        );
        if let Some(last) = self.errors.last_mut() {
            last.column = Some(error.column()).filter(|column| *column > 0);
        }
    }
}

/// Reads one record after the other from lines.
pub(super) struct Reader<'r> {
    shelf: RulesCache<'r>,
    open: Option<OpenGame>,
}

impl<'r> Reader<'r> {
    pub(super) fn new(rulesets: RulesetFinder<'r>) -> Reader<'r> {
        Reader { shelf: RulesCache::new(rulesets), open: None }
    }

    pub(super) fn next<L: Iterator<Item = InputLine>>(&mut self, lines: &mut Lines<L>) -> Option<GameSlice> {
        while let Some(line) = lines.next() {
            let number = lines.number;
            match line {
                Ok(line) => {
                    if let Some(closed) = self.line(number, line.trim_matches(['\r', '\u{feff}'])) {
                        return Some(closed.close());
                    }
                }
                Err(LineError::Line(message) | LineError::End(message)) => {
                    self.open(number).complain(number, message);
                }
            }
        }
        self.open.take().map(OpenGame::close)
    }

    fn open(&mut self, number: usize) -> &mut OpenGame {
        self.open.get_or_insert_with(|| OpenGame::new(number))
    }

    /// Reads a line; gives out the game that ended before it.
    fn line(&mut self, number: usize, line: &str) -> Option<OpenGame> {
        if line.trim().is_empty() {
            return None;
        }
        if line.len() > MAX_LINE_BYTES {
            let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
            self.open(number).complain(number, message);
            return None;
        }
        let value: serde_json::Value = match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) => {
                self.open(number).syntax(number, &error);
                return None;
            }
        };
        if value.get("rukh").is_some() {
            let mut begun = OpenGame::new(number);
            match serde_json::from_value::<Header>(value) {
                Ok(header) => self.begin(number, &header, &mut begun),
                Err(error) => begun.complain(number, error.to_string()),
            }
            return self.open.replace(begun);
        }
        if self.open.is_none() {
            let message = "an event stands before any header; the first line should be one, with `rukh`, `ruleset` and `hash`";
            self.open(number).complain(number, message);
            return None;
        }
        self.open(number).entry(number, line);
        None
    }

    fn begin(&mut self, number: usize, header: &Header, open: &mut OpenGame) {
        if header.rukh != VERSION {
            let message =
                format!("records of version {} are not known; this reads version {VERSION}", header.rukh);
            return open.complain(number, message);
        }
        let rules = match self.shelf.rules(&header.ruleset) {
            Ok(rules) => rules,
            Err(error) => return open.complain(number, error.to_string()),
        };
        if let Some(complaint) = hash_complaint(rules.ruleset(), header.revision, &header.hash) {
            open.complain(number, complaint);
        }
        let mut tags = Tags::default();
        for (name, value) in &header.tags {
            if let Err(message) = tags.set(name, value) {
                open.complain(number, message);
            }
        }
        let start = match &header.fen {
            None => own_start(&rules),
            Some(text) => match fen::parse(&rules, text, Dialect::Own) {
                Ok(start) => start,
                Err(errors) => {
                    return errors.iter().for_each(|error| open.complain(number, format!("fen: {error}")));
                }
            },
        };
        if open.errors.is_empty() {
            let game = Game::from_position(rules, start);
            open.record = Some(Record { tags, game, annotations: Annotations::default() });
        }
    }
}
