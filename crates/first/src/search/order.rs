//! The order in which moves are tried: the table's, good captures by what they
//! take, moves that refuted before, losing captures last.

use std::ops::Range;

use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::Search;

/// A move and when to try it: greater is sooner.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scored {
    pub(super) chosen: Move,
    pub(super) rank: i32,
}

const FROM_TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;
const HISTORY_LIMIT: i32 = 1 << 20;
const LOSING: i32 = -(1 << 26);
const PASS: i32 = -(1 << 21);

impl<S: Shape> Search<'_, S> {
    /// Puts the moves in `scratch` behind all others, ranked.
    pub(super) fn rank_moves(
        &mut self,
        position: &Position<S>,
        known: Option<Move>,
        ply: usize,
    ) -> Range<usize> {
        let start = self.moves.len();
        for index in 0..self.scratch.len() {
            let chosen = self.scratch[index];
            let rank = self.rank(position, chosen, known, ply);
            self.moves.push(Scored { chosen, rank });
        }
        start..self.moves.len()
    }

    fn rank(&self, position: &Position<S>, chosen: Move, known: Option<Move>, ply: usize) -> i32 {
        if known == Some(chosen) {
            return FROM_TABLE;
        }
        if chosen.is_pass() {
            return PASS;
        }
        if chosen.promotion().is_some() || self.rules.is_capture(position, chosen) {
            return self.rank_capture(position, chosen);
        }
        match self.killers[ply] {
            [Some(first), _] if first == chosen => KILLER + 1,
            [_, Some(second)] if second == chosen => KILLER,
            _ => self.history[self.history_index(position, chosen)],
        }
    }

    pub(super) fn rank_capture(&self, position: &Position<S>, chosen: Move) -> i32 {
        let gain = self.evaluation.gain(self.rules, position, chosen);
        let taker = self.evaluation.worth_on(self.rules, position, chosen.from());
        let loses = self.traits.faces == 0 && taker > gain && {
            self.evaluation.exchange(self.rules, position, position.turn(), chosen) < 0
        };
        let base = if loses { LOSING } else { CAPTURE };
        base + 32 * gain - taker.min(10_000) / 32
    }

    /// Whether a rank is that of a capture that does not lose, or better.
    pub(super) fn is_good_capture(rank: i32) -> bool {
        rank >= CAPTURE - (1 << 20)
    }

    /// Whether a rank is that of a losing capture.
    pub(super) fn is_losing_capture(rank: i32) -> bool {
        rank < -(1 << 22)
    }

    fn history_index(&self, position: &Position<S>, chosen: Move) -> usize {
        let cells = self.rules.geometry().cells();
        (position.turn().index() * cells + chosen.from().index()) * cells + chosen.to().index()
    }

    /// Brings the best of the moves from `index` on to the front of them.
    #[inline]
    pub(super) fn pick(&mut self, index: usize, end: usize) -> Scored {
        let mut best = index;
        for other in index + 1..end {
            if self.moves[other].rank > self.moves[best].rank {
                best = other;
            }
        }
        self.moves.swap(index, best);
        self.moves[index]
    }

    /// Remembers a quiet move that refuted, and those that failed to before it.
    pub(super) fn reward(
        &mut self,
        position: &Position<S>,
        chosen: Move,
        tried: Range<usize>,
        depth: i32,
        ply: usize,
    ) {
        if chosen.is_pass() || chosen.promotion().is_some() || self.rules.is_capture(position, chosen) {
            return;
        }
        if self.killers[ply][0] != Some(chosen) {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = Some(chosen);
        }
        let amount = (depth * depth).min(400);
        let index = self.history_index(position, chosen);
        self.history[index] = (self.history[index] + amount).min(HISTORY_LIMIT);
        for other in tried {
            let other = self.moves[other].chosen;
            if !other.is_pass() && other != chosen {
                let index = self.history_index(position, other);
                self.history[index] = (self.history[index] - amount / 2).max(-HISTORY_LIMIT);
            }
        }
    }
}
