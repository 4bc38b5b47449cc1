//! What the search learns of moves: praise for those that refuted, blame for
//! those tried in vain before them, and news of how a quiet move has turned out.

use std::ops::Range;

use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position, Side};

use super::order::CONTINUATIONS;
use super::{Search, Stamp};
use crate::score::Value;

/// What a refutation is worth for each ply of its depth, and at most.
const REWARD: i32 = 160;
const MOST_REWARD: i32 = 1_600;
/// What a quiet move is worth for each centipawn it brought without search.
const OUTRIGHT: i32 = 10;

/// What something found at that depth is worth.
fn amount(depth: i32) -> i32 {
    (REWARD * depth - REWARD / 2).clamp(REWARD / 2, MOST_REWARD)
}

impl<S: Shape> Search<'_, S> {
    /// Remembers a move that refuted, and those that failed to before it.
    pub(super) fn reward(
        &mut self,
        position: &Position<S>,
        chosen: Move,
        tried: Range<usize>,
        depth: i32,
        ply: usize,
    ) {
        let amount = amount(depth);
        if chosen.is_pass() {
            return;
        }
        let quiet = self.is_quiet(position, chosen);
        if quiet {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(chosen) {
                *killers = [Some(chosen), killers[0]];
            }
            self.reward_quiet(position, chosen, amount, ply);
        } else {
            self.reward_capture(position, chosen, amount);
        }
        for index in tried {
            let other = self.moves[index].chosen;
            if other.is_pass() || other == chosen {
                continue;
            }
            if !self.is_quiet(position, other) {
                self.reward_capture(position, other, -amount);
            } else if quiet {
                self.reward_quiet(position, other, -amount, ply);
            }
        }
    }

    /// Remembers the table's move that refuted once more, if it is quiet.
    pub(super) fn reward_known(&mut self, position: &Position<S>, chosen: Move, depth: i32, ply: usize) {
        if !chosen.is_pass() && self.is_quiet(position, chosen) {
            self.reward_quiet(position, chosen, amount(depth), ply);
        }
    }

    /// Remembers the move that led to this ply, if it was quiet and nothing was found against it.
    pub(super) fn reward_unanswered(&mut self, turn: Side, depth: i32, ply: usize) {
        let Some(before) = ply.checked_sub(1) else { return };
        if let Some(chosen) = self.stack[before].quiet {
            let amount = amount(depth) / 2;
            self.reward_way(turn.other(), chosen, amount);
            self.reward_continuations(self.stack[before].made, before, amount);
        }
    }

    /// Remembers by how much the move that led to this ply, if it was quiet,
    /// changed the value without search.
    pub(super) fn reward_outright(&mut self, turn: Side, calm: Value, ply: usize) {
        let Some(before) = ply.checked_sub(1).map(|before| self.stack[before]) else { return };
        if let (Some(value), Some(chosen)) = (before.calm, before.quiet) {
            let amount = (-OUTRIGHT * (calm + value)).clamp(-MOST_REWARD, MOST_REWARD);
            self.reward_way(turn.other(), chosen, amount);
        }
    }

    /// Remembers whether a late move, if it was quiet, deserved to be searched in full.
    pub(super) fn reward_late(&mut self, deserved: bool, depth: i32, ply: usize) {
        if self.stack[ply].quiet.is_some() {
            let amount = amount(depth);
            self.reward_continuations(self.stack[ply].made, ply, if deserved { amount } else { -amount });
        }
    }

    fn reward_quiet(&mut self, position: &Position<S>, chosen: Move, amount: i32, ply: usize) {
        self.reward_way(position.turn(), chosen, amount);
        self.reward_continuations(self.stamp(position, chosen), ply, amount);
    }

    /// From where to where, whatever moved.
    fn reward_way(&mut self, side: Side, chosen: Move, amount: i32) {
        let (from, to) = (chosen.from().index(), chosen.to().index());
        self.histories.reward_quiet(side.index(), from, to, amount);
    }

    /// What arrives where at a ply, after the moves before it.
    fn reward_continuations(&mut self, now: Stamp, ply: usize, amount: i32) {
        for back in CONTINUATIONS.into_iter().filter(|back| *back <= ply) {
            self.histories.reward_continuation(self.stack[ply - back].made, now, amount);
        }
    }

    fn reward_capture(&mut self, position: &Position<S>, chosen: Move, amount: i32) {
        if let Some((stamp, taken)) = self.taking(position, chosen) {
            self.histories.reward_capture(stamp, taken, amount);
        }
    }
}
