//! Games as PGN text.

use std::fmt::Write;

use super::lexer::Score;
use super::walk::{BeginsWith, Walk};
use super::{command, comment, result};
use crate::failure::Failure;
use crate::game::{Entry, Event, Game};
use crate::geometry::Side;
use crate::notation::annotation::{Annotation, Element, Variation};
use crate::notation::coordinate::UciMove;
use crate::notation::dialect::Dialect;
use crate::notation::fen;
use crate::notation::record::{ROSTER, Record, has_own_start, unknown_value};
use crate::notation::san;
use crate::position::Phase;

/// The length lines are filled to.
const LINE: usize = 80;

/// Writes a game with its tags, comments and variations; [`parse`](super::parse) gives the same record
/// back.
#[must_use]
pub fn format(record: &Record) -> String {
    let log = record.game.log();
    let marshalled = log.iter().take_while(|entry| entry.event.is_werera()).count();
    let mut writer = Writer::new(record);
    log[..marshalled].iter().for_each(|entry| writer.entry(entry));
    let mut text = tags(record, &writer.walk.game, marshalled > 0);
    log[marshalled..].iter().for_each(|entry| writer.entry(entry));
    writer.atoms.push(Atom::Whole(record.result().to_owned()));
    text.push('\n');
    fill(&writer.atoms, &mut text);
    text
}

/// Whether all that the variations of a game play can be played, so that what is written is read back the
/// same; [`format()`] writes what cannot as it stands, and it is read as words.
///
/// # Errors
/// The first move or event that cannot be played where it stands.
pub fn check_variations(record: &Record) -> Result<(), Failure> {
    let mut writer = Writer::new(record);
    record.game.log().iter().for_each(|entry| writer.entry(entry));
    writer.impossible.map_or(Ok(()), |why| Err(why.into()))
}

/// Writes games one after the other.
#[must_use]
pub fn format_all(records: &[Record]) -> String {
    records.iter().map(format).collect::<Vec<_>>().join("\n")
}

fn tags(record: &Record, turns: &Game, has_werera: bool) -> String {
    let game = &record.game;
    let ruleset = game.ruleset();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for name in ROSTER {
        let value = if name == "Result" { Some(record.result()) } else { record.tags.get(name) };
        tag(name, value.unwrap_or(unknown_value(name)));
    }
    tag("Variant", &ruleset.about.name);
    tag("Ruleset", &ruleset.instance.to_string());
    tag("RulesetRevision", &ruleset.revision.to_string());
    tag("RulesetHash", &ruleset.hash());
    if has_werera || !has_own_start(game) {
        tag("SetUp", "1");
        tag("FEN", &turns.fen());
    }
    if game.start().phase() == Phase::Werera && !has_own_start(game) {
        tag("WereraFEN", &fen::format(game.rules(), game.start(), Dialect::Own));
    }
    for (name, value) in record.tags.iter().filter(|(name, _)| !ROSTER.contains(name)) {
        tag(name, value);
    }
    text
}

/// What stands in the lines of moves.
enum Atom {
    /// A word, or a command that stays in one piece.
    Whole(String),
    /// A comment in braces, with an empty line between its paragraphs, which may be broken between words.
    Comment(Vec<String>),
    /// A comment up to the end of its line.
    Rest(String),
}

impl Atom {
    /// What a parenthesis can be put before.
    fn first(&mut self) -> Option<&mut String> {
        match self {
            Atom::Whole(text) => Some(text),
            Atom::Comment(paragraphs) => paragraphs.first_mut(),
            Atom::Rest(_) => None,
        }
    }

    /// What a parenthesis can be put behind.
    fn last(&mut self) -> Option<&mut String> {
        match self {
            Atom::Whole(text) => Some(text),
            Atom::Comment(paragraphs) => paragraphs.last_mut(),
            Atom::Rest(_) => None,
        }
    }
}

struct Writer<'r> {
    record: &'r Record,
    /// The game as far as it is written.
    walk: Walk,
    atoms: Vec<Atom>,
    /// Whether Black's next move needs a number: something stands before it.
    is_interrupted: bool,
    /// What a variation plays and cannot.
    impossible: Option<String>,
}

impl<'r> Writer<'r> {
    fn new(record: &'r Record) -> Writer<'r> {
        let game = Game::from_position(record.game.rules().clone(), *record.game.start());
        let (walk, atoms) = (Walk::new(game), Vec::new());
        let mut writer = Writer { record, walk, atoms, is_interrupted: true, impossible: None };
        writer.annotations(0);
        writer
    }

    fn whole(&mut self, text: impl Into<String>) {
        self.atoms.push(Atom::Whole(text.into()));
    }

    fn entry(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Move { mv } => {
                self.numbered_move(*mv);
                if let Some(at) = entry.at {
                    self.whole(format!("{{[%at {at}]}}"));
                    self.is_interrupted = true;
                }
            }
            Event::Result { .. } if self.is_told_by_result(entry) => {}
            _ => drop(self.command(entry)),
        }
        self.walk.apply(entry.event.clone(), entry.at).expect("a game's log replays");
        self.annotations(entry.seq);
    }

    fn command(&mut self, entry: &Entry) -> String {
        let text = command::format(entry);
        self.whole(format!("{{{text}}}"));
        self.is_interrupted = true;
        text
    }

    /// Whether the result at the end of the moves says this entry already: nothing contradicts or explains
    /// it, and nothing stands behind it.
    fn is_told_by_result(&self, entry: &Entry) -> bool {
        let Event::Result { result } = entry.event else { return false };
        let termination = self.record.tags.get("Termination");
        entry.at.is_none()
            && self.walk.game.outcome().is_none()
            && self.record.annotations.after(entry.seq).is_empty()
            && result::explained(&self.walk.game, result, termination) == entry.event
    }

    fn numbered_move(&mut self, mv: UciMove) {
        let game = &self.walk.game;
        let (rules, position) = (game.rules().clone(), *game.position());
        let number = position.turn_number();
        let text = match mv.find(rules.ruleset(), &game.legal_moves()) {
            Some(mv) => san::format(&rules, &position, mv),
            None => mv.to_string(),
        };
        let is_interrupted = std::mem::replace(&mut self.is_interrupted, false);
        match position.turn() {
            Side::White => self.whole(format!("{number}.")),
            Side::Black if is_interrupted => self.whole(format!("{number}...")),
            Side::Black => {}
        }
        self.whole(text);
    }

    fn annotations(&mut self, seq: u64) {
        let record = self.record;
        record.annotations.after(seq).iter().for_each(|annotation| self.annotation(annotation));
    }

    fn annotation(&mut self, annotation: &Annotation) {
        match annotation {
            Annotation::Nag(number) => return self.whole(format!("${number}")),
            Annotation::Comment(text) => self.comment(text),
            Annotation::Variation(variation) => self.variation(variation),
        }
        self.is_interrupted = true;
    }

    /// A comment; one with a brace in it cannot stand in braces, and one without words is nothing.
    fn comment(&mut self, text: &str) {
        let paragraphs = comment::paragraphs(text);
        let Some(last) = paragraphs.len().checked_sub(1) else { return };
        if !text.contains('}') {
            let braced = paragraphs.into_iter().enumerate().map(|(index, words)| {
                let (open, close) = (if index == 0 { "{" } else { "" }, if index == last { "}" } else { "" });
                format!("{open}{words}{close}")
            });
            return self.atoms.push(Atom::Comment(braced.collect()));
        }
        if matches!(self.atoms.last(), Some(Atom::Rest(_))) {
            // Lines that follow each other would be one comment.
            self.whole("{}");
        }
        self.atoms.extend(paragraphs.into_iter().map(|line| Atom::Rest(format!(";{line}"))));
    }

    fn variation(&mut self, variation: &Variation) {
        let from = self.atoms.len();
        let outer = self.walk.enter(BeginsWith::of(variation));
        self.is_interrupted = true;
        let mut is_lost = false;
        for element in &variation.elements {
            let event = match element {
                Element::Annotation(annotation) => {
                    self.annotation(annotation);
                    continue;
                }
                Element::Unread(word) => {
                    is_lost |= Score::parse(word).is_none();
                    self.whole(word.clone());
                    continue;
                }
                Element::Move(mv) => Event::Move { mv: *mv },
                Element::Throw(face) => Event::Throw { face: *face },
                Element::Werera(event) | Element::End(event) => event.clone(),
            };
            let written = match &event {
                Event::Move { mv } => {
                    self.numbered_move(*mv);
                    mv.to_string()
                }
                _ => self.command(&Entry { seq: 0, at: None, event: event.clone() }),
            };
            // Behind a word that is no move, nothing is read as one.
            if is_lost || self.walk.apply(event, None).is_err() {
                self.impossible.get_or_insert(written);
            }
        }
        self.walk.leave(outer);
        self.parenthesise(from);
    }

    /// Puts parentheses around the atoms from here on.
    fn parenthesise(&mut self, from: usize) {
        match self.atoms.get_mut(from).and_then(Atom::first) {
            Some(first) => first.insert(0, '('),
            None => self.atoms.insert(from, Atom::Whole("(".to_owned())),
        }
        match self.atoms.last_mut().and_then(Atom::last) {
            Some(last) => last.push(')'),
            None => self.whole(")"),
        }
    }
}

/// Lines that are filled with words.
struct Lines<'t> {
    text: &'t mut String,
    column: usize,
}

impl Lines<'_> {
    fn put(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length < LINE;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        if self.column == 0 && means_more_at_begin(word) {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// Ends the line, where nothing else may stand in it.
    fn end(&mut self) {
        self.column = LINE;
    }

    fn end_paragraph(&mut self) {
        self.text.push_str("\n\n");
        self.column = 0;
    }
}

/// Whether a word at the begin of a line would belong to another program, or begin another game.
fn means_more_at_begin(word: &str) -> bool {
    word.starts_with('%') || (word.starts_with('[') && !word.starts_with("[%"))
}

/// Puts atoms into lines.
fn fill(atoms: &[Atom], text: &mut String) {
    let mut lines = Lines { text, column: 0 };
    for atom in atoms {
        match atom {
            Atom::Whole(word) => lines.put(word),
            Atom::Rest(line) => {
                lines.put(line);
                lines.end();
            }
            Atom::Comment(paragraphs) => {
                for (index, paragraph) in paragraphs.iter().enumerate() {
                    if index > 0 {
                        lines.end_paragraph();
                    }
                    pieces(paragraph).into_iter().for_each(|piece| lines.put(piece));
                }
            }
        }
    }
    text.push('\n');
}

/// The parts of a comment that lines may be broken between: at a single space, in
/// no command, and not before what would mean something at the beginning of a line.
fn pieces(comment: &str) -> Vec<&str> {
    let bytes = comment.as_bytes();
    let last_close = comment.rfind(']').unwrap_or(0);
    let (mut found, mut from, mut is_command) = (Vec::new(), 0, false);
    for (at, byte) in comment.bytes().enumerate() {
        match byte {
            b'[' if at < last_close && bytes.get(at + 1) == Some(&b'%') => is_command = true,
            b']' => is_command = false,
            b' ' if !is_command && at > from => {
                let next = bytes.get(at + 1).copied().unwrap_or(b' ');
                let is_tag = next == b'[' && bytes.get(at + 2) != Some(&b'%');
                if bytes[at - 1] != b' ' && !matches!(next, b' ' | b'%' | b';') && !is_tag {
                    found.push(&comment[from..at]);
                    from = at + 1;
                }
            }
            _ => {}
        }
    }
    found.push(&comment[from..]);
    found
}
