//! Moves without progress.

use serde::Serialize;

use super::{Law, PieceNames, Repetition};
use crate::game::{CounterKind, LawCounter};
use crate::kind::PieceKindSet;
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;
use crate::shape::Shape;

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

    /// The end of the game by this law, as it follows `Draw: `.
    pub(crate) fn end_text(self, words: &PieceNames<'_>) -> String {
        match self {
            MoveLimit::Draw { plies, pawns } => {
                let progress = MoveLimit::progress_text(pawns, words);
                format!("{plies} moves by the two sides together without {progress}")
            }
            MoveLimit::None => "too many moves without progress".to_owned(),
        }
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

impl<S: Shape> Rules<S> {
    /// Too many plies in a row without progress.
    #[inline(always)]
    pub(crate) fn moves_without_progress(&self, position: &Position<S>) -> Option<Outcome> {
        (position.state.halfmove_clock() >= self.ply_limit).then_some(Outcome::draw(Reason::MoveLimit))
    }
}
