//! Values of quiet actions in the werera, where either side may act next.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, MoveTag, Position, Side};

use super::{QuietCandidate, WereraAction, WereraPlayer};
use crate::limits::SearchLimits;
use crate::score::{Value, WIN};
use crate::search::Search;

/// Share of the gain by acting twice that an action is worth, in
/// hundredths. Simulated: 30, 50 and 80 scored 59, 62 and 57 %, all within ± 6 %.
const OWN_DOUBLE_MOVE_WEIGHT: Value = 50;
/// Share of the opponent's gain by acting twice that an action costs, in
/// hundredths. Simulated with an own weight of 30: 0, 50 and 100 scored 49, 60 and 59 %
/// of 40 games, within ± 6 %.
const ENEMY_DOUBLE_MOVE_WEIGHT: Value = 100;
/// Maximum of either gain, in hundredths of a pawn: two rooks.
const MAX_SWING: Value = 2_000;
/// Distance from the best value, in hundredths of a pawn, beyond which a candidate is dropped.
const CANDIDATE_MARGIN: Value = 80;
/// Depth of a level from which double moves are considered, so that a beginner does not.
const DOUBLE_MOVE_MIN_DEPTH: u32 = 3;
/// Minimum nodes of a search.
const MIN_NODES: u64 = 100;

impl<S: Shape> WereraPlayer<'_, S> {
    /// The best quiet action, and its value.
    pub(super) fn best_candidate(
        &mut self,
        candidates: &[QuietCandidate<S>],
    ) -> Option<(Value, WereraAction)> {
        let share = self.nodes() / 2 / (candidates.len() as u64 + 1);
        let answered: Vec<Value> =
            candidates.iter().map(|candidate| self.value_after_reply(&candidate.next, share)).collect();
        let most = answered.iter().copied().max()?;
        let considers_double_moves = self.level.strength().depth >= DOUBLE_MOVE_MIN_DEPTH;
        let theirs = if considers_double_moves { self.retractions(self.side.other()) } else { Vec::new() };
        let theirs: Vec<Position<S>> = theirs.into_iter().map(|(_, position)| position).collect();
        let mut best: Option<(Value, WereraAction)> = None;
        for (candidate, answered) in candidates.iter().zip(answered) {
            if answered < most - CANDIDATE_MARGIN {
                continue;
            }
            let mut value = answered + candidate.bias;
            if considers_double_moves {
                let gain =
                    (self.value_after_double_move(&candidate.next, share) - answered).clamp(0, MAX_SWING);
                let with_gain = value + gain * OWN_DOUBLE_MOVE_WEIGHT / 100;
                // A loss only lowers the value, so that it is needed for a new best only.
                let is_best = best.is_none_or(|(known, _)| with_gain > known);
                let loss = if is_best {
                    self.enemy_double_move_gain(candidate, &theirs).clamp(0, MAX_SWING)
                } else {
                    0
                };
                value += (gain * OWN_DOUBLE_MOVE_WEIGHT - loss * ENEMY_DOUBLE_MOVE_WEIGHT) / 100;
            }
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, candidate.action));
            }
        }
        best
    }

    /// The value if the opponent answers at once, as in turns.
    pub(super) fn value_after_reply(&mut self, position: &Position<S>, nodes: u64) -> Value {
        let turns = self.rules.begin_turns(position, self.side.other());
        -self.search(&turns, nodes)
    }

    /// The value if the side acts once more.
    fn value_after_double_move(&mut self, position: &Position<S>, nodes: u64) -> Value {
        let other = self.side.other();
        if !self.rules.is_in_check(position, other) {
            let turns = self.rules.begin_turns(position, self.side);
            return self.search(&turns, nodes);
        }
        // In turns a side cannot move while the other king is in check. Only captures are
        // left, which begin turns with the king still in check.
        let moves = self.rules.werera_moves(position, self.side);
        let captures: Vec<Move> =
            moves.into_iter().filter(|mv| self.rules.is_capture(position, *mv)).collect();
        let share = nodes / captures.len().max(4) as u64;
        let mut best = -WIN;
        for mv in captures {
            let next = self.rules.werera_play(position, self.side, mv);
            best = best.max(self.value_after_reply(&next, share));
        }
        best
    }

    /// The value for the side to move.
    fn search(&mut self, turns: &Position<S>, nodes: u64) -> Value {
        let limits = SearchLimits::nodes(nodes.max(MIN_NODES)).with_depth(self.level.strength().depth);
        let keys = [turns.key()];
        let over = self.rules.outcome(turns);
        let mut search = Search::new(self.context, self.histories, limits, &keys);
        search.run(turns, over, self.seed, &mut |_| ()).score.centipawns()
    }

    /// The position after retracting the own move `seq` in another position, if the move
    /// is plain and its cells there are as after the move.
    fn undo(&self, position: &Position<S>, seq: u64) -> Option<Position<S>> {
        let standing = self.game.werera().standing.iter().find(|standing| standing.seq == seq)?;
        let (from, to) = (standing.mv.from(), standing.mv.to());
        let is_plain = standing.mv.tag() == MoveTag::Plain;
        let stands = position.pieces_of_side(self.side).has(to);
        let is_empty = Side::BOTH.iter().all(|side| !position.pieces_of_side(*side).has(from));
        let back = Move::new(to, from, MoveTag::Plain);
        (is_plain && stands && is_empty).then(|| self.rules.werera_play(position, self.side, back))
    }

    /// The opponent's maximum gain by acting twice, a move or retraction first; `theirs`
    /// are the positions after each retraction now.
    fn enemy_double_move_gain(&self, candidate: &QuietCandidate<S>, theirs: &[Position<S>]) -> Value {
        let other = self.side.other();
        let next = &candidate.next;
        let mut most = 0;
        for mv in self.rules.werera_moves(next, other) {
            if !self.rules.is_capture(next, mv) {
                let then = self.rules.werera_play(next, other, mv);
                most = most.max(self.best_exchange(&then, other));
            }
        }
        for back in theirs {
            let then = match candidate.action {
                WereraAction::Place(mv) if !back.pieces_of_side(other).has(mv.to()) => {
                    self.rules.werera_play(back, self.side, mv)
                }
                WereraAction::Wait => *back,
                WereraAction::Retract { seq } => match self.undo(back, seq) {
                    Some(then) => then,
                    None => continue,
                },
                _ => continue,
            };
            most = most.max(self.best_exchange(&then, other));
        }
        most
    }
}
