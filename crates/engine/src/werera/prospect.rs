//! What a quiet action in the werera leads to, whoever acts next.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, MoveTag, Position, Side};

use super::{Candidate, Player, WereraAction};
use crate::limits::Limits;
use crate::score::{Value, WIN};
use crate::search::Search;

/// The part of what acting twice would win that an action is worth, in
/// hundredths. Simulated: 30, 50 and 80 scored 59, 62 and 57 %, all within ± 6 %.
const HOPE: Value = 50;
/// The part of what the opponent would win by acting twice that it costs, in
/// hundredths. Simulated with a hope of 30: 0, 50 and 100 scored 49, 60 and 59 %
/// of 40 games, within ± 6 %.
const FEAR: Value = 100;
/// The most that either is thought to be, in hundredths of a pawn: two rooks.
const MOST: Value = 2_000;
/// Hundredths of a pawn below the best answer at which hope is not asked for.
const TOLERANCE: Value = 80;
/// Plies of full search from which on a player thinks of acting twice; a
/// beginner does not.
const FORESIGHT: u32 = 3;
/// The fewest positions of a search that says anything.
const LEAST_NODES: u64 = 100;

impl<S: Shape> Player<'_, S> {
    /// The quiet action with the best prospects, and what it is worth.
    pub(super) fn best_candidate(&mut self, candidates: &[Candidate<S>]) -> Option<(Value, WereraAction)> {
        let share = self.nodes() / 2 / (candidates.len() as u64 + 1);
        let answered: Vec<Value> =
            candidates.iter().map(|candidate| self.answered(&candidate.next, share)).collect();
        let most = answered.iter().copied().max()?;
        let foresees = self.level.strength().depth >= FORESIGHT;
        let theirs = if foresees { self.taken_back(self.side.other()) } else { Vec::new() };
        let theirs: Vec<Position<S>> = theirs.into_iter().map(|(_, position)| position).collect();
        let mut best: Option<(Value, WereraAction)> = None;
        for (candidate, answered) in candidates.iter().zip(answered) {
            if answered < most - TOLERANCE {
                continue;
            }
            let mut value = answered + candidate.bias;
            if foresees {
                let gain = (self.again(&candidate.next, share) - answered).clamp(0, MOST);
                let hopeful = value + gain * HOPE / 100;
                // Fear makes it no better: where another is already, it is not asked for.
                let is_best = best.is_none_or(|(known, _)| hopeful > known);
                let loss = if is_best { self.danger(candidate, &theirs).clamp(0, MOST) } else { 0 };
                value += (gain * HOPE - loss * FEAR) / 100;
            }
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, candidate.action));
            }
        }
        best
    }

    /// The value if the opponent answers at once, as in turns.
    pub(super) fn answered(&mut self, position: &Position<S>, nodes: u64) -> Value {
        let turns = self.rules.begin_turns(position, self.side.other());
        -self.search(&turns, nodes)
    }

    /// The value if the side acts once more.
    fn again(&mut self, position: &Position<S>, nodes: u64) -> Value {
        let other = self.side.other();
        if !self.rules.is_in_check(position, other) {
            let turns = self.rules.begin_turns(position, self.side);
            return self.search(&turns, nodes);
        }
        // In turns nobody moves while the other's king hangs: so only captures,
        // which begin turns with the king still in check.
        let moves = self.rules.werera_moves(position, self.side);
        let captures: Vec<Move> =
            moves.into_iter().filter(|chosen| self.rules.is_capture(position, *chosen)).collect();
        let share = nodes / captures.len().max(4) as u64;
        let mut best = -WIN;
        for chosen in captures {
            let next = self.rules.werera_play(position, self.side, chosen);
            best = best.max(self.answered(&next, share));
        }
        best
    }

    /// The value for the side to move.
    fn search(&mut self, turns: &Position<S>, nodes: u64) -> Value {
        let limits = Limits::nodes(nodes.max(LEAST_NODES)).and_depth(self.level.strength().depth);
        let keys = [turns.key()];
        let over = self.rules.outcome(turns);
        let mut search =
            Search::new(self.rules, self.evaluation, self.traits, self.table, self.learned, limits, &keys);
        search.run(turns, over, self.seed, &mut |_| ()).score.centipawns()
    }

    /// The own move of that number taken back in another position, if its men stand there
    /// as they did; a plain one only.
    fn undo(&self, position: &Position<S>, seq: u64) -> Option<Position<S>> {
        let standing = self.game.werera().standing.iter().find(|standing| standing.seq == seq)?;
        let (from, to) = (standing.chosen.from(), standing.chosen.to());
        let is_plain = standing.chosen.tag() == MoveTag::Plain;
        let stands = position.men_of_side(self.side).has(to);
        let is_empty = Side::BOTH.iter().all(|side| !position.men_of_side(*side).has(from));
        let back = Move::new(to, from, MoveTag::Plain);
        (is_plain && stands && is_empty).then(|| self.rules.werera_play(position, self.side, back))
    }

    /// The most the opponent could win by acting twice, be the first a move or
    /// taking one back; each of `theirs` is what becomes of one taken back now.
    fn danger(&self, candidate: &Candidate<S>, theirs: &[Position<S>]) -> Value {
        let other = self.side.other();
        let next = &candidate.next;
        let mut most = 0;
        for chosen in self.rules.werera_moves(next, other) {
            if !self.rules.is_capture(next, chosen) {
                let then = self.rules.werera_play(next, other, chosen);
                most = most.max(self.threat(&then, other));
            }
        }
        for back in theirs {
            let then = match candidate.action {
                WereraAction::Place(chosen) if !back.men_of_side(other).has(chosen.to()) => {
                    self.rules.werera_play(back, self.side, chosen)
                }
                WereraAction::Wait => *back,
                WereraAction::Retract { seq } => match self.undo(back, seq) {
                    Some(then) => then,
                    None => continue,
                },
                _ => continue,
            };
            most = most.max(self.threat(&then, other));
        }
        most
    }
}
