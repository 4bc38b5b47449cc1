//! A node of the search without a die.

use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::Search;
use crate::score::{INFINITE, MAX_PLY, Value, WIN_IN_SIGHT};
use crate::table::{Bound, Known};

/// Plies below which a value far above the window is believed.
const FUTILE_DEPTH: i32 = 4;
/// Raw hundredths a ply may change.
const FUTILE_MARGIN: i32 = 60;
/// From this depth on a pass is tried first.
const PASS_DEPTH: i32 = 3;
/// Men besides king and pawns without which a pass proves nothing.
const PASS_MEN: i32 = 3;
/// From this depth on late moves are searched less deep.
const REDUCE_DEPTH: i32 = 3;

impl<S: Shape> Search<'_, S> {
    /// The value for the side to move.
    pub(super) fn node(
        &mut self,
        position: &Position<S>,
        mut depth: i32,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        self.clear_line(ply);
        if depth <= 0 {
            return self.quiescence(position, alpha, beta, ply, 0);
        }
        if self.count_node() {
            return 0;
        }
        if let Some(over) = self.ending(position) {
            return self.outcome_value(over, position.turn(), ply);
        }
        let key = position.key();
        if self.is_repeated(position, key) {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.evaluation.value(self.rules, position);
        }
        let is_open = beta - alpha > 1;
        let table_key = self.table_key(position, key);
        let known = self.table.probe(table_key, ply);
        if !is_open && let Some(value) = known.and_then(|known| known.settles(depth, alpha, beta)) {
            return value;
        }
        let in_check = self.rules.is_in_check(position, position.turn());
        if in_check {
            depth += 1;
        } else if !is_open && let Some(value) = self.without_moving(position, depth, beta, ply, key) {
            return value;
        }
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.legal_moves_into(position, &mut list);
        self.scratch = list;
        if Self::has_no_move(&self.scratch)
            && let Some(over) = self.rules.outcome(position)
        {
            return self.outcome_value(over, position.turn(), ply);
        }
        let range = self.rank_moves(position, known.and_then(|known| known.chosen), ply);
        let (start, end) = (range.start, range.end);
        let mut best = -INFINITE;
        let mut best_move = None;
        let was = alpha;
        self.path.push(key);
        for index in start..end {
            let scored = self.pick(index, end);
            let next = self.rules.play(position, scored.chosen);
            let number = index - start;
            let quiet = !Self::is_good_capture(scored.rank);
            let less = if number > 2 && quiet && !in_check { reduction(depth, number, is_open) } else { 0 };
            let mut value = Value::MIN;
            if number > 0 {
                value = -self.value(&next, depth - 1 - less, -alpha - 1, -alpha, ply + 1);
                if value > alpha && less > 0 {
                    value = -self.value(&next, depth - 1, -alpha - 1, -alpha, ply + 1);
                }
            }
            if number == 0 || (value > alpha && value < beta) {
                value = -self.value(&next, depth - 1, -beta, -alpha, ply + 1);
            }
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(scored.chosen);
                    self.adopt_line(ply, scored.chosen);
                }
                if value >= beta {
                    self.reward(position, scored.chosen, start..index, depth, ply);
                    break;
                }
            }
        }
        self.path.pop();
        self.moves.truncate(start);
        if self.stopped {
            return 0;
        }
        self.keep(table_key, ply, depth, best, best_move, (was, beta));
        best.max(-INFINITE + 1)
    }

    /// Puts a result into the table.
    pub(super) fn keep(
        &mut self,
        key: u64,
        ply: usize,
        depth: i32,
        value: Value,
        chosen: Option<Move>,
        (alpha, beta): (Value, Value),
    ) {
        let bound = match value {
            value if value >= beta => Bound::Lower,
            value if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(key, ply, Known { chosen, value, depth, bound });
    }

    /// A value at least `beta` that needs no move: because the side stands far
    /// above it, or because even a pass keeps it. A pass proves nothing where
    /// having to move may hurt, so few men or a running counter forbid it.
    fn without_moving(
        &mut self,
        position: &Position<S>,
        depth: i32,
        beta: Value,
        ply: usize,
        key: u64,
    ) -> Option<Value> {
        if beta.abs() > WIN_IN_SIGHT {
            return None;
        }
        let value = self.evaluation.value(self.rules, position);
        let margin = self.evaluation.worth.scaled(FUTILE_MARGIN) * depth;
        if depth < FUTILE_DEPTH && value - margin >= beta {
            return Some(value - margin);
        }
        let counting = position.counters() != [0; 2];
        if depth < PASS_DEPTH || value < beta || counting || self.passed.last() == Some(&key) {
            return None;
        }
        let men = self.evaluation.pieces(self.rules, position, position.turn());
        if men < PASS_MEN + i32::from(self.traits.stalemate_hurts) {
            return None;
        }
        let next = self.rules.play(position, Move::PASS);
        self.path.push(key);
        self.passed.push(next.key());
        let value = -self.node(&next, depth - 3 - depth / 4, -beta, -beta + 1, ply + 1);
        self.passed.pop();
        self.path.pop();
        (value >= beta && !self.stopped).then_some(value.min(WIN_IN_SIGHT))
    }
}

/// By how much less a late quiet move is searched.
fn reduction(depth: i32, number: usize, is_open: bool) -> i32 {
    if depth < REDUCE_DEPTH {
        return 0;
    }
    let late = i32::from(number > 6) + i32::from(number > 16);
    (1 + late + depth / 8 - i32::from(is_open)).clamp(0, depth - 2)
}
