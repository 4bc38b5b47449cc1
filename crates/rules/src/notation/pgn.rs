//! PGN: games as text that every chess program can open, and that loses nothing.
//!
//! The tags `Variant` (the game's name), `Ruleset` (the instance),
//! `RulesetRevision` and `RulesetHash` say which laws hold; `SetUp` and `FEN`
//! stand if the moves do not begin at the ruleset's own start. What PGN has no
//! word for stands in comments, as commands:
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::notation::pgn;
//! use rukh_rules::notation::record::Record;
//! use rukh_rules::{Event, Game, Ruleset, Side};
//!
//! let mut game = Game::new(Arc::new(Ruleset::named("oblong-dice")?));
//! game.apply(Event::Throw { face: 4 }, None)?;
//! game.play(game.legal_move("a1c3")?, None)?;
//! game.apply(Event::Resign { side: Side::Black }, None)?;
//! let text = pgn::format(&Record::new(game));
//! assert!(text.contains("{[%die 4]} 1. Ec3 {[%end resign b]} 1-0"));
//!
//! let records = pgn::parse(&text, |name| Ruleset::named(name).map(Arc::new)).unwrap();
//! assert_eq!(records[0].game.log().len(), 3, "the throw and the reason have come back");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! command = "[%die" face [time] "]"                       before the move the throw allows
//!         | "[%at" ms "]"                                 after a move: when it was made
//!         | "[%werera" side [number] move [time] "]"      a piece goes: its number, coordinates
//!         | "[%werera" side "-" event [time] "]"          the move of that event is taken back
//!         | "[%werera" side "bundle" [time] "]"           the side ends its bundle
//!         | "[%werera" "turns" [why] [time] "]"           turns begin without a capture
//!         | "[%unclaimed" [time] "]"                      no side claims the draw that the laws give here
//!         | "[%end" ("resign" | "flag") side [time] "]"   the side gives up, or its time is over
//!         | "[%end" "leave" side ["draw"] [time] "]"      the side has left; the other claims, if need be a draw
//!         | "[%end" ("draw" | "abort") [time] "]"         agreed, broken off
//!         | "[%end" "result" result [time] "]"            the record states this result, where `Result` alone is not enough
//! side    = "w" | "b"
//! time    = "@" ms                                        milliseconds since the epoch
//! ```
//! So `{[%werera w 12 e2e3 @1234]}` is White's piece 12 going from e2 to e3, the
//! first event, and `{[%werera w -1 @1500]}` takes it back. `why` is written
//! with `%20` for a space.
//!
//! A werera stands in comments before the first move, the capture that ends it
//! included. `FEN` is then the position in which turns begin, so that programs
//! that know no werera show the rest of the game rightly, and `WereraFEN` is
//! the true start, if that is not the ruleset's own.
//!
//! # Annotations
//! All other comments, with the commands of other programs in them (`[%clk
//! 0:05:00]`, `[%emt 3]`, `[%eval 0.2]`), NAGs (`$1`, or signs as `!`, `?!`, `±`)
//! and variations are kept as [annotations](super::annotation) and written where
//! they stood. A variation's moves, throws and other events are read under the same
//! laws; words of it that are no legal moves are kept as they stand, with a warning.
//!
//! A variation stands behind the event that it is played instead of; one that
//! begins with a throw, behind a move, instead of the throw before that move. So a
//! line behind the end of a game stands behind `[%end …]`, which is written where the
//! result alone would do. Other programs write such a line behind the last move, and
//! lines behind any move: where the begin of a variation can only be played from there
//! on, it is read as one instead of what comes next.
//!
//! An empty line in a comment ends a paragraph; a line that begins with `;` behind
//! another is the next paragraph of it. Words that would be a command of ours are
//! written with one `%` more, `[%%end draw]`.
//!
//! # Games of other programs
//! A lenient reader ([`Strictness::Lenient`](super::reading::Strictness)) takes
//! what other programs write, and warns:
//! - a game that goes on after a draw by repetition or for want of progress: the
//!   draw was not claimed;
//! - a result that contradicts the end the laws give: the file's result stands,
//!   except `*`, and except where an `[%end …]` says how the game ended;
//! - the results of tag and moves disagree: one that is decided goes before `*`,
//!   the tag before the moves;
//! - results as `1/2`, `½`, `1–0`; a tag that stands twice: the last one counts.
//!
//! A result that nothing contradicts and nothing explains is the record's own:
//! no side is said to have given up. `Termination` explains it with `time forfeit`
//! (the loser's time) and `abandoned` (the loser has left).
//!
//! `0000`, `Z0`, `null` and `@@@@` pass, as `--` does. Lines that begin with `%`
//! belong to other programs and are skipped. Comments behind a result on the same
//! line belong to the game it ends; comments before the tags to the game they begin.

use std::sync::Arc;

use crate::notation::dialect::DialectChoice;
use crate::notation::reading::{
    self, Diagnostic, GameFormat, GameSlice, InputLine, Lines, RulesetFinder, Strictness,
};
use crate::notation::record::{Record, RulesCache};
use crate::ruleset::{LoadError, Ruleset};

mod assembler;
mod command;
mod comment;
mod laws;
mod lexer;
mod reader;
mod result;
#[cfg(test)]
mod tests;
mod variation;
mod walk;
mod writer;

pub use writer::{check_variations, format, format_all};

use assembler::Assembler;

/// Reads games, and plays each through under the ruleset its tags name.
/// [`GameReader`](reading::GameReader) reads them one after the other, and gives out the
/// good ones beside the bad ones.
///
/// # Errors
/// Of every bad game what is wrong with it: everything about its tags, and the
/// first thing about its moves.
pub fn parse(
    text: &str,
    resolver: impl Fn(&str) -> Result<Arc<Ruleset>, LoadError> + Send + Sync,
) -> Result<Vec<Record>, Vec<Diagnostic>> {
    reading::read_all(text, GameFormat::Pgn, &resolver)
}

/// Reads one game after the other from lines.
pub(super) struct Reader<'r> {
    assembler: Assembler,
    shelf: RulesCache<'r>,
    strictness: Strictness,
    pub(super) dialect: DialectChoice,
}

impl<'r> Reader<'r> {
    pub(super) fn new(rulesets: RulesetFinder<'r>, strictness: Strictness) -> Reader<'r> {
        let (assembler, shelf) = (Assembler::default(), RulesCache::new(rulesets));
        Reader { assembler, shelf, strictness, dialect: DialectChoice::Auto }
    }

    pub(super) fn next<L: Iterator<Item = InputLine>>(&mut self, lines: &mut Lines<L>) -> Option<GameSlice> {
        let raw = self.assembler.next(lines)?;
        Some((raw.place.line, reader::build(raw, &mut self.shelf, self.dialect, self.strictness)))
    }
}
