//! What the search need not look at: positions far above or below the window,
//! and moves that hardly ever matter.

use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::{PieceTo, ScoredMove, Search};
use crate::evaluation::piece_values::PieceValues;
use crate::score::{INFINITE, Value, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};

/// Plies up to which a value far above the window is believed.
const REVERSE_FUTILITY_MAX_DEPTH: i32 = 8;
/// Plies up to which one far below it is looked at only for captures.
const RAZORING_MAX_DEPTH: i32 = 3;
/// From this depth on a pass is tried first.
const NULL_MOVE_MIN_DEPTH: i32 = 3;
/// From this depth on a pass that held is verified by a search without one.
const NULL_MOVE_VERIFICATION_DEPTH: i32 = 12;
/// From this depth on a capture that brings far more than the window asks for
/// is searched less deep, and believed if it holds; and by how many plies less.
const PROBCUT_MIN_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;
/// Men besides king and pawns without which a pass proves nothing.
const NULL_MOVE_MIN_PIECES: i32 = 3;
/// Plies up to which late quiet moves are left out.
const LATE_MOVE_PRUNING_MAX_DEPTH: i32 = 8;
/// Plies up to which quiet moves that cannot reach the window are left out.
const FUTILITY_MAX_DEPTH: i32 = 7;
/// Plies up to which moves that lose men are left out.
const SEE_PRUNING_MAX_DEPTH: i32 = 8;
/// Plies up to which quiet moves of bad repute are left out.
const HISTORY_PRUNING_MAX_DEPTH: i32 = 4;
/// Raw hundredths a capture may bring beside what it takes, once all is quiet.
const DELTA_MARGIN: i32 = 120;
/// Repute below which, for a ply, they are.
const HISTORY_PRUNING_PER_PLY: i32 = -3_000;

/// What is thought a lot, in hundredths of this game's pawn: raw hundredths, of
/// which a man's worth is made, brought to its scale. Found by matches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Margins {
    /// What a ply may change.
    reverse_futility: Value,
    razoring: Value,
    /// How far above the window is far.
    probcut: Value,
    /// What a quiet move may bring at once, and each ply more.
    futility: Value,
    futility_per_ply: Value,
    /// What a quiet move, and a capture, may lose for a ply.
    see_quiet: Value,
    see_capture: Value,
    /// By how much a late move must be better to be searched deeper, and the
    /// table's to be searched two plies deeper.
    pub(super) deeper_search: Value,
    pub(super) double_extension: Value,
    /// What a capture may bring beside what it takes.
    pub(super) delta: Value,
    /// Half the first window around the last depth's value.
    pub(super) aspiration: Value,
}

impl Margins {
    pub(super) fn new(worth: &PieceValues) -> Margins {
        Margins {
            reverse_futility: worth.scaled(45),
            razoring: worth.scaled(150),
            probcut: worth.scaled(100),
            futility: worth.scaled(60),
            futility_per_ply: worth.scaled(50),
            see_quiet: worth.scaled(30),
            see_capture: worth.scaled(60),
            deeper_search: worth.scaled(12),
            double_extension: worth.scaled(6),
            delta: worth.scaled(DELTA_MARGIN),
            aspiration: worth.scaled(15).max(8),
        }
    }
}

/// A node, as the steps before its moves see it.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeContext {
    pub(super) key: u64,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether the side stands better than on its last turn.
    pub(super) improving: bool,
}

impl NodeContext {
    /// Whether quiet moves from the `number`th on are left out.
    pub(super) fn is_late_move(&self, number: i32) -> bool {
        let most = (4 + self.depth * self.depth) / (2 - i32::from(self.improving));
        self.depth <= LATE_MOVE_PRUNING_MAX_DEPTH && number > most
    }
}

impl<S: Shape> Search<'_, S> {
    /// A value outside the null window that needs no move: because the side
    /// stands far above or below it, or because even a pass keeps it above.
    pub(super) fn prune_before_moves(
        &mut self,
        position: &Position<S>,
        here: NodeContext,
        (alpha, beta): (Value, Value),
        calm: Value,
        known: Option<TtEntry>,
    ) -> Option<Value> {
        if beta.abs() > WIN_IN_MAX_PLY {
            return None;
        }
        if calm >= beta
            && let Some(value) = self.stalemate_value(position, here.ply)
        {
            return Some(value);
        }
        let depth = here.depth;
        let margin = self.margins.reverse_futility * (depth - i32::from(here.improving));
        if depth <= REVERSE_FUTILITY_MAX_DEPTH && calm - margin >= beta {
            return Some((calm + beta) / 2);
        }
        if depth <= RAZORING_MAX_DEPTH && calm + self.margins.razoring * depth < alpha {
            let value = self.quiescence(position, alpha, beta, here.ply, 0);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        let value = self.null_move(position, here, beta, calm);
        if value.is_some() || self.stopped {
            return value;
        }
        self.probcut(position, here, beta, calm, known)
    }

    /// A value far above `beta` that a capture holds when searched less deep.
    fn probcut(
        &mut self,
        position: &Position<S>,
        here: NodeContext,
        beta: Value,
        calm: Value,
        known: Option<TtEntry>,
    ) -> Option<Value> {
        let NodeContext { key, depth, ply, .. } = here;
        let bar = beta + self.margins.probcut;
        let is_denied = |known: TtEntry| {
            known.depth > depth - PROBCUT_REDUCTION && known.bound != Bound::Lower && known.value < bar
        };
        if depth < PROBCUT_MIN_DEPTH || bar >= WIN_IN_MAX_PLY || known.is_some_and(is_denied) {
            return None;
        }
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.captures_into(position, &mut list);
        self.scratch = list;
        let least = (bar - calm).max(0);
        let known_move = known.and_then(|known| known.chosen);
        let (start, end) = self.score_noisy_moves(position, false, bar - calm, known_move, ply);
        let mut found = None;
        self.path.push(key);
        for index in start..end {
            let scored = self.pick_best(index, end);
            let chosen = scored.chosen;
            let gain = self.evaluation.capture_gain(self.rules, position, chosen);
            if self.evaluation.see_lt(self.rules, position, (chosen, scored.kind, gain), least) {
                continue;
            }
            self.stack[ply].piece_to = self.scored_piece_to(scored);
            self.stack[ply].quiet_move = None;
            self.stack[ply + 1].is_cut_node = !self.stack[ply].is_cut_node;
            let next = self.rules.play_piece(position, scored.kind, chosen);
            self.table.prefetch(next.key());
            let mut value = -self.quiescence(&next, -bar, -bar + 1, ply + 1, 0);
            if value >= bar && !self.stopped {
                value = -self.negamax(&next, depth - PROBCUT_REDUCTION, -bar, -bar + 1, ply + 1);
            }
            if value >= bar || self.stopped {
                found = Some((value, chosen));
                break;
            }
        }
        self.path.pop();
        self.moves.truncate(start);
        let (value, chosen) = found.filter(|_| !self.stopped)?;
        let table_key = self.tt_key(position, key);
        self.store(table_key, ply, depth - PROBCUT_REDUCTION + 1, value, Some(chosen), (bar - 1, bar));
        Some(value.min(WIN_IN_MAX_PLY))
    }

    /// Whether even a pass keeps the value at `beta`. A pass proves nothing where
    /// having to move may hurt, so few men or a running counter forbid it, and
    /// deep ones are verified.
    fn null_move(
        &mut self,
        position: &Position<S>,
        here: NodeContext,
        beta: Value,
        calm: Value,
    ) -> Option<Value> {
        let NodeContext { key, depth, ply, .. } = here;
        let counting = position.counters() != [0; 2];
        if depth < NULL_MOVE_MIN_DEPTH || calm < beta || counting || ply < self.null_move_min_ply {
            return None;
        }
        if self.null_moves.last().is_some_and(|(passed, _)| *passed == key) {
            return None;
        }
        let men = self.evaluation.non_pawn_count(self.rules, position, position.turn());
        if men < NULL_MOVE_MIN_PIECES + i32::from(self.search_rules.stalemate_loses) {
            return None;
        }
        let next = self.rules.play(position, Move::PASS);
        self.table.prefetch(next.key());
        let above = ((calm - beta) / self.margins.razoring.max(1)).min(2);
        let less = 3 + depth / 4 + above;
        self.path.push(key);
        self.null_moves.push((next.key(), self.path.len()));
        self.stack[ply].piece_to = PieceTo::NONE;
        self.stack[ply].quiet_move = None;
        self.stack[ply + 1].is_cut_node = !self.stack[ply].is_cut_node;
        self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions;
        let value = -self.negamax(&next, depth - 1 - less, -beta, -beta + 1, ply + 1);
        self.null_moves.pop();
        self.path.pop();
        if value < beta || self.stopped {
            return None;
        }
        let value = if value > WIN_IN_MAX_PLY { beta } else { value };
        if depth < NULL_MOVE_VERIFICATION_DEPTH || self.null_move_min_ply > 0 {
            return Some(value);
        }
        self.null_move_min_ply = ply + (3 * (depth - less) / 4).max(1) as usize;
        let proof = self.negamax(position, depth - 1 - less, beta - 1, beta, ply);
        self.null_move_min_ply = 0;
        (proof >= beta && !self.stopped).then_some(value)
    }

    /// The most that a move could bring, the `number`th of its node and quiet if it
    /// has a repute, where it is not worth a search of `reduced` plies once
    /// something better than a loss is known; the least there is, where that is
    /// not what tells.
    pub(super) fn pruned_move_bound(
        &self,
        position: &Position<S>,
        here: NodeContext,
        (scored, repute): (ScoredMove, Option<i32>),
        (number, reduced): (i32, i32),
        alpha: Value,
    ) -> Option<Value> {
        const UNKNOWN: Value = -INFINITE;
        let depth = here.depth;
        let Some(repute) = repute else {
            let least = -self.margins.see_capture * depth;
            let gain = self.evaluation.capture_gain(self.rules, position, scored.chosen);
            let taking = (scored.chosen, scored.kind, gain);
            let loses =
                depth <= SEE_PRUNING_MAX_DEPTH && self.evaluation.see_lt(self.rules, position, taking, least);
            return loses.then_some(UNKNOWN);
        };
        let hope = self.margins.futility + self.margins.futility_per_ply * reduced.max(0);
        let most = self.stack[here.ply].static_eval.map(|calm| calm + hope);
        if let Some(most) = most.filter(|most| reduced <= FUTILITY_MAX_DEPTH && *most <= alpha) {
            return Some(most);
        }
        let is_ill_reputed = depth <= HISTORY_PRUNING_MAX_DEPTH && repute < HISTORY_PRUNING_PER_PLY * depth;
        if here.is_late_move(number) || is_ill_reputed {
            return Some(UNKNOWN);
        }
        let least = -self.margins.see_quiet * reduced.max(1);
        let going = (scored.chosen, scored.kind, 0);
        let loses =
            depth <= SEE_PRUNING_MAX_DEPTH && self.evaluation.see_lt(self.rules, position, going, least);
        loses.then_some(UNKNOWN)
    }
}
