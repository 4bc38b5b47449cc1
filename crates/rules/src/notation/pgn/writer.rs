//! Games as PGN text.

use std::fmt::Write;

use super::branch::{self, Branch};
use super::command;
use crate::game::{Entry, Event, Game};
use crate::geometry::Side;
use crate::moves::Move;
use crate::notation::annotation::{Annotation, Element, Variation};
use crate::notation::dialect::Dialect;
use crate::notation::fen;
use crate::notation::record::{ROSTER, Record, has_own_start, unknown_value};
use crate::notation::{coordinate, san};
use crate::position::{Phase, Position};

/// The length lines are filled to.
const LINE: usize = 80;

/// Writes a game.
#[must_use]
pub fn format(record: &Record) -> String {
    let log = record.game.log();
    let marshalled = log.iter().take_while(|entry| entry.event.is_werera()).count();
    let mut writer = Writer::new(record);
    log[..marshalled].iter().for_each(|entry| writer.entry(entry));
    let mut text = tags(record, &writer.game, marshalled > 0);
    log[marshalled..].iter().for_each(|entry| writer.entry(entry));
    writer.atoms.push(Atom::Whole(record.result().to_owned()));
    text.push('\n');
    fill(&writer.atoms, &mut text);
    text
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
    /// A comment in braces, which may be broken between its words.
    Comment(String),
    /// A comment up to the end of its line.
    Rest(String),
}

struct Writer<'r> {
    record: &'r Record,
    /// The game as far as it is written.
    game: Game,
    branch: Branch,
    atoms: Vec<Atom>,
    /// Whether Black's next move needs a number: something stands before it.
    is_interrupted: bool,
}

impl<'r> Writer<'r> {
    fn new(record: &'r Record) -> Writer<'r> {
        let game = Game::from_position(record.game.rules().clone(), *record.game.start());
        let branch = Branch::at(*game.position());
        let mut writer = Writer { record, game, branch, atoms: Vec::new(), is_interrupted: true };
        writer.annotations(0);
        writer
    }

    fn whole(&mut self, text: impl Into<String>) {
        self.atoms.push(Atom::Whole(text.into()));
    }

    fn entry(&mut self, entry: &Entry) {
        let before = *self.game.position();
        match &entry.event {
            Event::Move { mv } => {
                let moves = self.game.legal_moves();
                self.numbered_move(&before, &moves, mv);
                if let Some(at) = entry.at {
                    self.whole(format!("{{[%at {at}]}}"));
                    self.is_interrupted = true;
                }
            }
            // The result at the end of the moves says it already, where nothing contradicts it.
            Event::Result { .. } if entry.at.is_none() && self.game.outcome().is_none() => {}
            _ => {
                self.whole(format!("{{{}}}", command::format(entry)));
                self.is_interrupted = true;
            }
        }
        self.game.apply(entry.event.clone(), entry.at).expect("a game's log replays");
        let after = *self.game.position();
        self.branch = match entry.event {
            Event::Move { .. } => self.branch.after_move(self.game.rules(), before),
            Event::Throw { .. } => Branch::after_throw(before, after),
            _ => Branch::at(after),
        };
        self.annotations(entry.seq);
    }

    fn numbered_move(&mut self, position: &Position, moves: &[Move], mv: &str) {
        let rules = self.game.rules().clone();
        let number = position.turn_number();
        let is_interrupted = std::mem::replace(&mut self.is_interrupted, false);
        match position.turn() {
            Side::White => self.whole(format!("{number}.")),
            Side::Black if is_interrupted => self.whole(format!("{number}...")),
            Side::Black => {}
        }
        self.whole(match coordinate::parse_legal(rules.ruleset(), moves, mv) {
            Ok(mv) => san::format(&rules, position, mv),
            Err(_) => mv.to_owned(),
        });
    }

    fn annotations(&mut self, seq: u64) {
        let record = self.record;
        for annotation in record.annotations.after(seq) {
            let branch = match annotation {
                Annotation::Variation(_) => self.branch.of_variation(&self.game),
                Annotation::Comment(_) | Annotation::Nag(_) => self.branch.clone(),
            };
            self.annotation(annotation, &branch);
        }
    }

    fn annotation(&mut self, annotation: &Annotation, branch: &Branch) {
        match annotation {
            Annotation::Nag(number) => self.whole(format!("${number}")),
            Annotation::Comment(text) => {
                self.comment(text);
                self.is_interrupted = true;
            }
            Annotation::Variation(variation) => {
                self.variation(variation, branch);
                self.is_interrupted = true;
            }
        }
    }

    /// A comment; one with a brace in it cannot stand in braces.
    fn comment(&mut self, text: &str) {
        if text.contains('}') {
            self.atoms.extend(text.lines().map(|line| Atom::Rest(format!(";{line}"))));
        } else {
            self.atoms.push(Atom::Comment(format!("{{{}}}", text.replace(['\n', '\r'], " "))));
        }
    }

    fn variation(&mut self, variation: &Variation, branch: &Branch) {
        let from = self.atoms.len();
        let mut position = branch.start(variation);
        let mut werera = branch.werera();
        let mut branch = Branch::at(position);
        self.is_interrupted = true;
        for element in &variation.elements {
            match element {
                Element::Annotation(annotation) => self.annotation(annotation, &branch),
                Element::Unread(word) => self.whole(word.clone()),
                Element::Throw(face) => {
                    self.whole(format!("{{[%die {face}]}}"));
                    self.is_interrupted = true;
                    let before = position;
                    position = branch::throw(self.game.rules(), &position, *face).unwrap_or(position);
                    branch = Branch::after_throw(before, position);
                }
                Element::Werera(event) => {
                    let entry = Entry { seq: 0, at: None, event: event.clone() };
                    self.whole(format!("{{{}}}", command::format(&entry)));
                    self.is_interrupted = true;
                    let Some(before) = werera.take() else { continue };
                    werera = branch::apply(&before, event).or(Some(before.clone()));
                    position = werera.as_ref().map_or(position, |game| *game.position());
                    branch = Branch::in_werera(before);
                }
                Element::Move(mv) => {
                    let rules = self.game.rules().clone();
                    let moves = branch::moves(&rules, &position);
                    self.numbered_move(&position, &moves, mv);
                    branch = branch.after_move(&rules, position);
                    if let Ok(mv) = coordinate::parse_legal(rules.ruleset(), &moves, mv) {
                        position = rules.play(&position, mv);
                        werera = None;
                    }
                }
            }
        }
        self.parenthesise(from);
    }

    /// Puts parentheses around the atoms from here on.
    fn parenthesise(&mut self, from: usize) {
        match self.atoms.get_mut(from) {
            Some(Atom::Whole(text) | Atom::Comment(text)) => text.insert(0, '('),
            Some(Atom::Rest(_)) | None => self.atoms.insert(from, Atom::Whole("(".to_owned())),
        }
        match self.atoms.last_mut() {
            Some(Atom::Whole(text) | Atom::Comment(text)) => text.push(')'),
            Some(Atom::Rest(_)) | None => self.whole(")"),
        }
    }
}

/// Puts atoms into lines.
fn fill(atoms: &[Atom], text: &mut String) {
    let mut column = 0;
    let mut put = |word: &str| {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length < LINE;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        if column == 0 && word.starts_with('%') {
            // At the beginning of a line it would belong to another program.
            text.push(' ');
        }
        text.push_str(word);
        column += length;
        if word.starts_with(';') {
            // Nothing else may stand in this line.
            column = LINE;
        }
    };
    for atom in atoms {
        match atom {
            Atom::Whole(word) | Atom::Rest(word) => put(word),
            Atom::Comment(text) => pieces(text).into_iter().for_each(&mut put),
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
