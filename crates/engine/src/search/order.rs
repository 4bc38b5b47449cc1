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

/// What the moves of a node are ranked by.
pub(super) struct Ranking {
    /// Of the side that moves.
    kinds: Kinds,
    known: Option<Move>,
    killers: [Option<Move>; 2],
    /// What the last moves made.
    before: [Stamp; 2],
    /// Whether a capture may end the game by baring a king, whatever it costs.
    pub(super) may_end: bool,
}

impl Ranking {
    /// The kind of the man that moves.
    #[inline(always)]
    pub(super) fn mover(&self, chosen: Move) -> Kind {
        self.kinds.on(chosen.from())
    }
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
        let ranking = self.ranking(position, known, ply);
        for index in 0..self.scratch.len() {
            let scored = self.scored(position, &ranking, self.scratch[index]);
            self.moves.push(scored);
        }
        start..self.moves.len()
    }

    /// What the moves of a node are ranked by.
    #[inline(always)]
    pub(super) fn ranking(&self, position: &Position<S>, known: Option<Move>, ply: usize) -> Ranking {
        Ranking {
            kinds: position.kinds(self.rules, position.men_of_side(position.turn())),
            known,
            killers: self.stack[ply].killers,
            before: self.before(ply),
            may_end: self.evaluation.is_nearly_bare(self.rules, position, position.turn().other()),
        }
    }

    /// What the last moves made, where they have a say.
    fn before(&self, ply: usize) -> [Stamp; 2] {
        CONTINUATIONS.map(|back| if back <= ply { self.stack[ply - back].made } else { Stamp::NONE })
    }

    /// A move with its rank.
    #[inline(always)]
    pub(super) fn scored(&self, position: &Position<S>, ranking: &Ranking, chosen: Move) -> Scored {
        let kind = ranking.mover(chosen);
        let quiet = self.is_quiet(position, chosen);
        let rank = if ranking.known == Some(chosen) {
            FROM_TABLE
        } else if chosen.is_pass() {
            PASS
        } else if !quiet {
            self.rank_capture(position, ranking, (chosen, kind, self.victim(position, chosen)))
        } else {
            match ranking.killers {
                [Some(first), _] if first == chosen => KILLER + 1,
                [_, Some(second)] if second == chosen => KILLER,
                _ => self.repute(position, chosen, kind, ranking.before),
            }
        };
        Scored { chosen, rank, kind, quiet }
    }

    /// The kind of the man on a move's target.
    pub(super) fn victim(&self, position: &Position<S>, chosen: Move) -> Option<Kind> {
        position.man_at(self.rules, chosen.to()).map(|(_, kind)| kind)
    }

    /// How a quiet move, not a pass, has done so far, here and after the moves before it.
    #[inline(always)]
    fn repute(&self, position: &Position<S>, chosen: Move, kind: Kind, before: [Stamp; 2]) -> i32 {
        let now = self.histories.stamp(kind.index(), chosen.to().index());
        let (from, to) = (chosen.from().index(), chosen.to().index());
        let here = self.histories.of_quiet(position.turn().index(), from, to);
        before.into_iter().fold(here, |sum, made| sum + self.histories.of_continuation(made, now))
    }

    /// The repute of a quiet move, not a pass, that has been ranked.
    pub(super) fn repute_of(&self, position: &Position<S>, scored: Scored, ply: usize) -> i32 {
        if scored.rank.abs() < KILLER / 2 {
            scored.rank
        } else {
            self.repute(position, scored.chosen, scored.kind, self.before(ply))
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

    /// The rank of a capture or promotion, where the kinds of the man that moves
    /// and of the one on its target are known.
    fn rank_capture(
        &self,
        position: &Position<S>,
        ranking: &Ranking,
        (chosen, kind, victim): (Move, Kind, Option<Kind>),
    ) -> i32 {
        let gain = self.evaluation.gain_of(chosen, kind, victim);
        let taker = self.evaluation.worth.exchange[kind.index()];
        let is_certain = self.traits.faces == 0;
        if is_certain && ranking.may_end && self.rules.is_capture(position, chosen) {
            return ENDING + gain;
        }
        let loses = is_certain && taker > gain && {
            self.evaluation.falls_below(self.rules, position, (chosen, kind, gain), 0)
        };
        let base = if loses { LOSING } else { CAPTURE };
        let stamp = self.histories.stamp(kind.index(), chosen.to().index());
        let history = victim.map_or(0, |victim| self.histories.of_capture(stamp, victim.index()));
        base + 32 * gain - taker.min(10_000) / 32 + history / CAPTURE_HISTORY
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
