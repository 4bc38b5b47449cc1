//! The order in which moves are tried: the table's, good captures by what they
//! take, moves that refuted before, losing captures last.

use std::ops::Range;

use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::{Search, Stamp};

/// A move and when to try it: greater is sooner.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scored {
    pub(super) chosen: Move,
    pub(super) rank: i32,
}

const FROM_TABLE: i32 = 1 << 30;
const ENDING: i32 = 1 << 28;
const CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const LOSING: i32 = -(1 << 26);
const PASS: i32 = -(1 << 22);
/// How much of a capture's rank is its history: 16 384 of it are 64 centipawns.
const CAPTURE_HISTORY: i32 = 8;
/// Which moves before a quiet one have a say in its repute, in plies back.
pub(super) const CONTINUATIONS: [usize; 2] = [1, 2];

impl Scored {
    /// Whether this is the table's move or a capture that does not lose.
    pub(super) fn is_good(self) -> bool {
        self.rank >= CAPTURE - (1 << 22)
    }

    /// Whether this is a capture that loses.
    pub(super) fn is_losing(self) -> bool {
        self.rank < -(1 << 24)
    }
}

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
            let scored = self.scored(position, chosen, known, ply);
            self.moves.push(scored);
        }
        start..self.moves.len()
    }

    pub(super) fn scored(
        &self,
        position: &Position<S>,
        chosen: Move,
        known: Option<Move>,
        ply: usize,
    ) -> Scored {
        Scored { chosen, rank: self.rank(position, chosen, known, ply) }
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
        match self.stack[ply].killers {
            [Some(first), _] if first == chosen => KILLER + 1,
            [_, Some(second)] if second == chosen => KILLER,
            _ => self.repute(position, chosen, ply),
        }
    }

    /// How a quiet move has done so far, here and after the moves before it.
    pub(super) fn repute(&self, position: &Position<S>, chosen: Move, ply: usize) -> i32 {
        if chosen.is_pass() {
            return 0;
        }
        let now = self.stamp(position, chosen);
        let (from, to) = (chosen.from().index(), chosen.to().index());
        let mut sum = self.histories.of_quiet(position.turn().index(), from, to);
        for back in CONTINUATIONS.into_iter().filter(|back| *back <= ply) {
            sum += self.histories.of_continuation(self.stack[ply - back].made, now);
        }
        sum
    }

    /// The same of a quiet move that has been ranked.
    pub(super) fn repute_of(&self, position: &Position<S>, scored: Scored, ply: usize) -> i32 {
        if scored.rank.abs() < KILLER / 2 { scored.rank } else { self.repute(position, scored.chosen, ply) }
    }

    /// What arrives where.
    pub(super) fn stamp(&self, position: &Position<S>, chosen: Move) -> Stamp {
        if chosen.is_pass() {
            return Stamp::NONE;
        }
        let man = position.man_at(self.rules, chosen.from());
        man.map_or(Stamp::NONE, |(_, kind)| self.histories.stamp(kind.index(), chosen.to().index()))
    }

    /// Whether a move neither takes nor promotes.
    pub(super) fn is_quiet(&self, position: &Position<S>, chosen: Move) -> bool {
        chosen.promotion().is_none() && !self.rules.is_capture(position, chosen)
    }

    pub(super) fn rank_capture(&self, position: &Position<S>, chosen: Move) -> i32 {
        let gain = self.evaluation.gain(self.rules, position, chosen);
        let taker = self.evaluation.worth_on(self.rules, position, chosen.from());
        if self.traits.faces == 0 && self.may_end(position, chosen) {
            return ENDING + gain;
        }
        let loses = self.traits.faces == 0 && taker > gain && {
            self.evaluation.exchange(self.rules, position, position.turn(), chosen) < 0
        };
        let base = if loses { LOSING } else { CAPTURE };
        base + 32 * gain - taker.min(10_000) / 32 + self.capture_history(position, chosen) / CAPTURE_HISTORY
    }

    /// Whether a capture may end the game by baring a king, whatever it costs.
    pub(super) fn may_end(&self, position: &Position<S>, chosen: Move) -> bool {
        self.evaluation.is_nearly_bare(self.rules, position, position.turn().other())
            && self.rules.is_capture(position, chosen)
    }

    /// The taker's stamp and the kind it takes.
    pub(super) fn taking(&self, position: &Position<S>, chosen: Move) -> Option<(Stamp, usize)> {
        let taken = position.man_at(self.rules, chosen.to())?.1;
        Some((self.stamp(position, chosen), taken.index()))
    }

    fn capture_history(&self, position: &Position<S>, chosen: Move) -> i32 {
        let taking = self.taking(position, chosen);
        taking.map_or(0, |(stamp, taken)| self.histories.of_capture(stamp, taken))
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
}
