//! PGN: games as text that every chess program can open, and that loses nothing.
//!
//! The tags `Variant` (the game's name), `Ruleset` (the instance),
//! `RulesetRevision` and `RulesetHash` say which laws hold; `SetUp` and `FEN`
//! stand if the moves do not begin at the ruleset's own start. What PGN has no
//! word for stands in comments, as commands:
//!
//! ```text
//! command = "[%die" face [time] "]"                       before the move the throw allows
//!         | "[%at" ms "]"                                 after a move: when it was made
//!         | "[%werera" side [number] move [time] "]"      a man goes: its number, coordinates
//!         | "[%werera" side "-" event [time] "]"          the move of that event is taken back
//!         | "[%werera" side "bundle" [time] "]"           the side ends its bundle
//!         | "[%werera" "turns" [why] [time] "]"           turns begin without a capture
//!         | "[%end" ("resign" | "flag") side [time] "]"   the side gives up, or its time is over
//!         | "[%end" "leave" side ["draw"] [time] "]"      the side has left; the other claims, if need be a draw
//!         | "[%end" ("draw" | "abort") [time] "]"         agreed, broken off
//! side    = "w" | "b"
//! time    = "@" ms                                        milliseconds since the epoch
//! ```
//! So `{[%werera w 12 e2e3 @1234]}` is White's man 12 going from e2 to e3, the
//! first event, and `{[%werera w -1 @1500]}` takes it back. `why` is written
//! with `%20` for a space. Other commands and all other comments are skipped.
//!
//! A werera stands in comments before the first move, the capture that ends it
//! included. `FEN` is then the position in which turns begin, so that programs
//! that know no werera show the rest of the game rightly, and `WereraFEN` is
//! the true start, if that is not the ruleset's own.
//!
//! A foreign game may end without an `[%end …]`: if no law has ended it, a
//! result is read as the loser's giving up (his time, if `Termination` says
//! `time forfeit`) or as an agreed draw.

use std::fmt::{self, Write};
use std::sync::Arc;

use crate::game::{Entry, Event, Game, SideWord};
use crate::geometry::Side;
use crate::notation::fen::{self, Dialect};
use crate::notation::record::{ROSTER, Record, has_own_start, unknown_value};
use crate::notation::{coordinate, san};
use crate::position::Phase;
use crate::ruleset::{LoadError, Ruleset};

mod lexer;
mod reader;

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;
/// The most games a text may have.
pub const MAX_GAMES: usize = 10_000;
/// The length lines are filled to.
const LINE: usize = 80;

/// One thing that is wrong with a PGN text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for PgnError {}

/// Reads games, and plays each through under the ruleset its tags name.
///
/// # Errors
/// Everything wrong with the tags, and of each game the first thing wrong with
/// its moves.
pub fn read(
    text: &str,
    resolver: impl Fn(&str) -> Result<Arc<Ruleset>, LoadError>,
) -> Result<Vec<Record>, Vec<PgnError>> {
    reader::read(text, &resolver)
}

/// Writes a game.
#[must_use]
pub fn write(record: &Record) -> String {
    let game = &record.game;
    let marshalled = game.log().iter().take_while(|entry| is_werera(&entry.event)).count();
    let mut played = Game::from_position(game.rules().clone(), *game.start());
    let mut tokens = Vec::new();
    for entry in &game.log()[..marshalled] {
        tokens.push(format!("{{{}}}", werera_command(entry)));
        replay(&mut played, entry);
    }
    let mut text = tags(record, &played, marshalled > 0);
    movetext(&game.log()[marshalled..], &mut played, &mut tokens);
    tokens.push(record.result().to_owned());
    text.push('\n');
    fill(&tokens, &mut text);
    text
}

/// Writes games one after the other.
#[must_use]
pub fn write_all(records: &[Record]) -> String {
    records.iter().map(write).collect::<Vec<_>>().join("\n")
}

fn replay(game: &mut Game, entry: &Entry) {
    game.apply(entry.event.clone(), entry.at).expect("a game's log replays");
}

fn is_werera(event: &Event) -> bool {
    matches!(event, Event::Place { .. } | Event::Retract { .. } | Event::Turns { .. } | Event::Bundle { .. })
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
        tag("WereraFEN", &fen::write(game.rules(), game.start(), Dialect::Own));
    }
    for (name, value) in record.tags.iter().filter(|(name, _)| !ROSTER.contains(name)) {
        tag(name, value);
    }
    text
}

fn movetext(log: &[Entry], game: &mut Game, tokens: &mut Vec<String>) {
    let mut must_number = true;
    for entry in log {
        match &entry.event {
            Event::Move { mv } => {
                let position = game.position();
                match position.turn() {
                    Side::White => tokens.push(format!("{}.", position.turn_number())),
                    Side::Black if must_number => tokens.push(format!("{}...", position.turn_number())),
                    Side::Black => {}
                }
                let moves = game.legal_moves();
                let chosen = coordinate::find(game.ruleset(), &moves, mv).expect("a logged move is legal");
                tokens.push(san::write(game.rules(), position, chosen));
                tokens.extend(entry.at.map(|at| format!("{{[%at {at}]}}")));
                must_number = entry.at.is_some();
            }
            event => {
                tokens.extend(command(event, entry.at).map(|command| format!("{{{command}}}")));
                must_number = true;
            }
        }
        replay(game, entry);
    }
}

fn time(at: Option<u64>) -> String {
    at.map_or(String::new(), |at| format!(" @{at}"))
}

fn letter(word: SideWord) -> &'static str {
    match word {
        SideWord::White => "w",
        SideWord::Black => "b",
    }
}

/// What happens in turns besides moves.
fn command(event: &Event, at: Option<u64>) -> Option<String> {
    let time = time(at);
    match event {
        Event::Throw { face } => Some(format!("[%die {face}{time}]")),
        Event::Resign { side } => Some(format!("[%end resign {}{time}]", letter(*side))),
        Event::Flag { side } => Some(format!("[%end flag {}{time}]", letter(*side))),
        Event::Draw => Some(format!("[%end draw{time}]")),
        Event::Leave { side, drawn } => {
            let draw = if *drawn { " draw" } else { "" };
            Some(format!("[%end leave {}{draw}{time}]", letter(*side)))
        }
        Event::Abort => Some(format!("[%end abort{time}]")),
        _ => None,
    }
}

fn werera_command(entry: &Entry) -> String {
    let time = time(entry.at);
    match &entry.event {
        Event::Place { side, id, from, to, promotion } => {
            let number = id.map_or(String::new(), |id| format!(" {id}"));
            let becomes = promotion.map_or(String::new(), |letter| letter.to_string());
            format!("[%werera {}{number} {from}{to}{becomes}{time}]", letter(*side))
        }
        Event::Retract { side, seq } => format!("[%werera {} -{seq}{time}]", letter(*side)),
        Event::Bundle { side } => format!("[%werera {} bundle{time}]", letter(*side)),
        Event::Turns { why } if why.is_empty() => format!("[%werera turns{time}]"),
        Event::Turns { why } => format!("[%werera turns {}{time}]", escape(why)),
        _ => String::new(),
    }
}

/// Keeps letters, digits, `-`, `.` and `_`, and writes every other byte as `%20`.
fn escape(text: &str) -> String {
    let keeps = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    text.bytes()
        .map(|byte| if keeps(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Reads what [`escape`] wrote.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

fn fill(tokens: &[String], text: &mut String) {
    let mut column = 0;
    for token in tokens {
        if column > 0 {
            let fits = column + 1 + token.len() < LINE;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(token);
        column += token.len();
    }
    text.push('\n');
}
