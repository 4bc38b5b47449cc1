//! The king with a single piece left to support it.

use serde::Serialize;

use super::{BareKing, Law, PieceNames};
use crate::game::{CounterKind, LawCounter};
use crate::geometry::Side;
use crate::message::{Argument, Message, say};
use crate::outcome::{Outcome, Reason};
use crate::play::Mover;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;
use crate::shape::Shape;

/// A limit for a king with exactly one piece of those that the bare-king law counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoneManLimit {
    /// No limit.
    None,
    /// A draw unless the king is mated before a number of moves are made.
    LoneMan {
        /// The number of moves.
        limit: u8,
        /// The moves that count.
        moves: LoneManCount,
    },
}

/// Which moves of the weaker side count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoneManCount {
    /// The lone piece's own moves.
    LoneMan,
    /// Every move of its side.
    Any,
}

impl LoneManCount {
    /// The word by which a bundle chooses.
    pub(crate) fn choice(self) -> Argument {
        Argument::Choice(match self {
            LoneManCount::LoneMan => "lone-man",
            LoneManCount::Any => "any",
        })
    }
}

impl LoneManLimit {
    /// The counters of the sides with one guard left. `counts` and `guards` are
    /// the moves counted and the guards left, White's first.
    pub(crate) fn counters(self, bare_king: BareKing, counts: [u8; 2], guards: [u32; 2]) -> Vec<LawCounter> {
        let (LoneManLimit::LoneMan { limit, moves }, Some(counted)) = (self, bare_king.counts()) else {
            return Vec::new();
        };
        let shown = Side::BOTH.into_iter().filter(|side| guards[side.index()] == 1);
        let counter = |side: Side| LawCounter {
            kind: CounterKind::LonePiece { moves, guards: counted },
            side: Some(side),
            value: counts[side.index()].into(),
            limit: limit.into(),
        };
        shown.map(counter).collect()
    }
}

impl LoneManLimit {
    /// The end of the game by this law.
    pub(crate) fn end(self, ruleset: &Ruleset) -> Message {
        let king = ruleset.label(ruleset.royal());
        match self {
            LoneManLimit::LoneMan { limit, moves } => {
                say::outcome_lone_man_limit(moves.choice(), ruleset.bare_choice(), king, limit)
            }
            LoneManLimit::None => say::outcome_unexplained_draw(),
        }
    }
}

impl Law for LoneManLimit {
    const KEY: &'static str = "support";

    fn title() -> Message {
        say::law_support_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<LoneManLimit> {
        if section.word("law", &["none", "lone-man"])? == "none" {
            return Some(LoneManLimit::None);
        }
        let limit = section.number("limit", 1, 100);
        let moves = section.word("counts-moves", &["lone-man", "any"])?;
        let moves = if moves == "any" { LoneManCount::Any } else { LoneManCount::LoneMan };
        Some(LoneManLimit::LoneMan { limit: limit? as u8, moves })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let Some(bare) = judge.laws().bare_king.as_ref().map(|bare| bare.law) else { return };
        if *self == LoneManLimit::None {
            return;
        }
        if bare.counts().is_none() {
            judge.complain(
                "law",
                "the count of a lone piece needs a bare-king law that says which pieces count",
            );
        }
        if matches!(bare, BareKing::DrawAfter { .. }) {
            let message = "the lone-man count and `draw-after` of the bare king exclude each other";
            judge.complain("law", message);
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            LoneManLimit::None => "none",
            LoneManLimit::LoneMan { .. } => "lone-man",
        }
    }

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        vec![match self {
            LoneManLimit::None => say::law_support_none(),
            LoneManLimit::LoneMan { limit, moves } => say::law_support_lone_man(moves.choice(), *limit),
        }]
    }
}

impl<S: Shape> Rules<S> {
    /// A side with one guard left has made its moves.
    pub(crate) fn lone_man_limit_reached(&self, position: &Position<S>) -> Option<Outcome> {
        let limit = self.ruleset.lone_man_limit()?;
        let is_reached = position.counters().iter().any(|&count| count >= limit);
        is_reached.then_some(Outcome::draw(Reason::LoneManLimit))
    }

    /// Counts a move of a side that had one guard before it and has one after it.
    pub(crate) fn count_lone_man(
        &self,
        before: [u32; 2],
        after: [u32; 2],
        mover: Mover,
        next: &mut Position<S>,
    ) {
        let LoneManLimit::LoneMan { moves, .. } = self.ruleset.laws.support.law else { return };
        let side = mover.side.index();
        let by_guard = mover.slot.is_some_and(|slot| self.laws.uncounted >> slot & 1 == 0);
        if before[side] == 1 && (moves == LoneManCount::Any || by_guard) {
            next.state.set_counter(side, next.counters()[side].saturating_add(1));
        }
        for side in 0..2 {
            if after[side] != 1 || before[side] != 1 {
                next.state.set_counter(side, 0);
            }
        }
    }
}
