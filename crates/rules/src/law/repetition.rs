//! Games that would not end: positions that come again, moves without progress.

use serde::Serialize;

use super::{Law, PieceNames};
use crate::game::{CounterKind, LawCounter};
use crate::kind::PieceKindSet;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;

/// A position that comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// Nothing.
    None,
    /// Drawn when it stands for this time.
    Draw {
        /// The number of times.
        times: u8,
    },
}

impl Repetition {
    /// The counter of the current position, once it has occurred before; `keys`
    /// are those of the positions that can occur again, the current one last.
    pub(crate) fn counter(self, keys: &[u64]) -> Option<LawCounter> {
        let Repetition::Draw { times } = self else { return None };
        let last = keys.last()?;
        let value = keys.iter().filter(|key| *key == last).count() as u32;
        let counter = LawCounter { kind: CounterKind::Repetition, side: None, value, limit: times.into() };
        (value > 1).then_some(counter)
    }
}

impl Law for Repetition {
    const KEY: &'static str = "repetition";
    const TITLE: &'static str = "Repetition";

    fn read(section: &mut Section<'_, '_>) -> Option<Repetition> {
        if section.word("law", &["none", "draw"])? == "none" {
            return Some(Repetition::None);
        }
        Some(Repetition::Draw { times: section.number("times", 2, 20)? as u8 })
    }

    fn as_str(&self) -> &'static str {
        match self {
            Repetition::None => "none",
            Repetition::Draw { .. } => "draw",
        }
    }

    fn text(&self, _: &PieceNames<'_>) -> String {
        match self {
            Repetition::None => "Positions may come again as often as they like.".to_owned(),
            Repetition::Draw { times } => format!(
                "When the same position stands with the same side to move for the {times}. time, the game is drawn."
            ),
        }
    }
}

/// Moves without progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveLimit {
    /// No limit.
    None,
    /// Drawn after so many plies in a row without a capture or a pawn's move.
    Draw {
        /// How many plies; a pass is one.
        plies: u16,
        /// The men whose moves are progress.
        pawns: PieceKindSet,
    },
}

/// A move limit is counted aloud from one part in this many of the limit on.
const SHOWN_FROM: u32 = 4;

impl MoveLimit {
    /// The counter, once a good part of the limit is reached.
    pub(crate) fn counter(self, halfmove_clock: u16) -> Option<LawCounter> {
        let MoveLimit::Draw { plies, pawns } = self else { return None };
        let (value, limit) = (u32::from(halfmove_clock), u32::from(plies));
        let kind = CounterKind::MoveLimit { zeroing: pawns };
        (value * SHOWN_FROM >= limit).then_some(LawCounter { kind, side: None, value, limit })
    }

    /// The moves that are progress, as they follow `without`: `a capture or a
    /// move by any pawn`.
    pub(crate) fn progress_text(zeroing: PieceKindSet, words: &PieceNames<'_>) -> String {
        if zeroing.is_empty() {
            return "a capture".to_owned();
        }
        format!("a capture or a move by any {}", words.list(zeroing.iter(), "or"))
    }
}

impl Law for MoveLimit {
    const KEY: &'static str = "move-limit";
    const TITLE: &'static str = "Moves without progress";

    fn read(section: &mut Section<'_, '_>) -> Option<MoveLimit> {
        if section.word("law", &["none", "draw"])? == "none" {
            return Some(MoveLimit::None);
        }
        let plies = section.number("plies", 2, 10_000);
        let pawns = section.kind_set("pawns")?;
        Some(MoveLimit::Draw { plies: plies? as u16, pawns })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let repetition = judge.laws().repetition.as_ref().map(|repetition| repetition.law);
        if *self == MoveLimit::None && repetition == Some(Repetition::None) {
            judge
                .note("law", "with no [repetition] either, two sides that only shuffle never come to an end");
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            MoveLimit::None => "none",
            MoveLimit::Draw { .. } => "draw",
        }
    }

    fn text(&self, words: &PieceNames<'_>) -> String {
        match self {
            MoveLimit::None => "There is no limit of moves.".to_owned(),
            MoveLimit::Draw { plies, pawns } => {
                let progress = MoveLimit::progress_text(*pawns, words);
                format!("After {plies} moves by the two sides together without {progress} the game is drawn.")
            }
        }
    }
}
