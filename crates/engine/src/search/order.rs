//! The order in which moves are tried: the table's, good captures by what they
//! take, moves that refuted before, losing captures last.

use std::ops::Range;

use rukh_rules::shape::Shape;
use rukh_rules::{Kind, Kinds, Move, Position};

use super::{Search, Stamp};

/// A move and when to try it: greater is sooner.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scored {
    pub(super) chosen: Move,
    pub(super) rank: i32,
    /// What moves; means nothing for a pass.
    pub(super) kind: Kind,
    /// Whether it neither takes nor promotes.
    pub(super) quiet: bool,
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
        let kinds = position.kinds(self.rules);
        let may_end = self.may_end(position);
        for index in 0..self.scratch.len() {
            let chosen = self.scratch[index];
            let scored = self.scored(position, &kinds, (chosen, may_end), known, ply);
            self.moves.push(scored);
        }
        start..self.moves.len()
    }

    /// A move with its rank; it is known whether a capture may end the game.
    #[inline(always)]
    pub(super) fn scored(
        &self,
        position: &Position<S>,
        kinds: &Kinds,
        (chosen, may_end): (Move, bool),
        known: Option<Move>,
        ply: usize,
    ) -> Scored {
        let kind = kinds.on(chosen.from());
        let takes = self.rules.is_capture(position, chosen);
        let quiet = chosen.promotion().is_none() && !takes;
        let rank = if known == Some(chosen) {
            FROM_TABLE
        } else if chosen.is_pass() {
            PASS
        } else if !quiet {
            self.rank_capture(position, kinds, chosen, may_end && takes)
        } else {
            match self.stack[ply].killers {
                [Some(first), _] if first == chosen => KILLER + 1,
                [_, Some(second)] if second == chosen => KILLER,
                _ => self.repute(position, chosen, kind, ply),
            }
        };
        Scored { chosen, rank, kind, quiet }
    }

    /// How a quiet move has done so far, here and after the moves before it.
    #[inline(always)]
    fn repute(&self, position: &Position<S>, chosen: Move, kind: Kind, ply: usize) -> i32 {
        if chosen.is_pass() {
            return 0;
        }
        let now = self.histories.stamp(kind.index(), chosen.to().index());
        let (from, to) = (chosen.from().index(), chosen.to().index());
        let mut sum = self.histories.of_quiet(position.turn().index(), from, to);
        for back in CONTINUATIONS.into_iter().filter(|back| *back <= ply) {
            sum += self.histories.of_continuation(self.stack[ply - back].made, now);
        }
        sum
    }

    /// The same of a quiet move that has been ranked.
    pub(super) fn repute_of(&self, position: &Position<S>, scored: Scored, ply: usize) -> i32 {
        if scored.rank.abs() < KILLER / 2 {
            scored.rank
        } else {
            self.repute(position, scored.chosen, scored.kind, ply)
        }
    }

    /// What arrives where by a move that has been ranked.
    pub(super) fn stamp_of(&self, scored: Scored) -> Stamp {
        if scored.chosen.is_pass() {
            return Stamp::NONE;
        }
        self.histories.stamp(scored.kind.index(), scored.chosen.to().index())
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

    fn rank_capture(&self, position: &Position<S>, kinds: &Kinds, chosen: Move, ends: bool) -> i32 {
        let kind = kinds.on(chosen.from());
        let gain = self.evaluation.gain_of(position, kinds, chosen);
        let taker = self.evaluation.worth.exchange[kind.index()];
        let is_certain = self.traits.faces == 0;
        if is_certain && ends {
            return ENDING + gain;
        }
        let loses = is_certain && taker > gain && {
            self.evaluation.falls_below(self.rules, position, (chosen, kind, gain), 0)
        };
        let base = if loses { LOSING } else { CAPTURE };
        let history = if position.is_occupied(chosen.to()) {
            let stamp = self.histories.stamp(kind.index(), chosen.to().index());
            self.histories.of_capture(stamp, kinds.on(chosen.to()).index())
        } else {
            0
        };
        base + 32 * gain - taker.min(10_000) / 32 + history / CAPTURE_HISTORY
    }

    /// Whether a capture may end the game by baring a king, whatever it costs.
    pub(super) fn may_end(&self, position: &Position<S>) -> bool {
        self.evaluation.is_nearly_bare(self.rules, position, position.turn().other())
    }

    /// The taker's stamp and the kind it takes.
    pub(super) fn taking(&self, position: &Position<S>, chosen: Move) -> Option<(Stamp, usize)> {
        let taken = position.man_at(self.rules, chosen.to())?.1;
        Some((self.stamp(position, chosen), taken.index()))
    }

    /// Brings the best of the moves from `index` on to the front of them.
    #[inline]
    pub(super) fn pick(&mut self, index: usize, end: usize) -> Scored {
        let moves = &mut self.moves[index..end];
        let (mut best, mut rank) = (0, moves[0].rank);
        for (other, scored) in moves.iter().enumerate().skip(1) {
            if scored.rank > rank {
                (best, rank) = (other, scored.rank);
            }
        }
        moves.swap(0, best);
        moves[0]
    }
}
