//! One node of the principal-variation search, without a die.

use std::hash::{Hash, Hasher};

use rukh_rules::hash::mix;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Outcome, Position, Side};

use super::{CorrectionKeys, PieceTo, Search};
use crate::score::{INFINITE, MAX_PLY, Value, WIN, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};

/// Depth from which a node without a table move is reduced by a ply (internal iterative reduction).
const IIR_MIN_DEPTH: i32 = 4;
/// Centipawns by which a reduced move must beat the best value to be searched again at full depth.
const SHALLOWER_MARGIN: Value = 8;

/// Depth, ply and improvement of a node, for its pruning steps.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeContext {
    pub(super) key: u64,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether the static evaluation has improved since the side's last turn.
    pub(super) improving: bool,
}

impl<S: Shape> Search<'_, S> {
    /// The value of a position for the side to move, within the window.
    pub(super) fn negamax(
        &mut self,
        position: &Position<S>,
        mut depth: i32,
        mut alpha: Value,
        mut beta: Value,
        ply: usize,
    ) -> Value {
        self.clear_pv(ply);
        if depth <= 0 {
            return self.quiescence(position, alpha, beta, ply, 0);
        }
        if self.count_node(ply) {
            return 0;
        }
        if let Some(over) = self.outcome_before_moves(position) {
            return self.outcome_value(over, position.turn(), ply);
        }
        let key = position.key();
        let excluded = self.stack[ply].excluded_move;
        if excluded.is_none() && self.is_repeated(position, key) {
            return self.draw_value(position.turn());
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        // No line from here ends sooner than the next ply.
        alpha = alpha.max(ply as Value - WIN);
        beta = beta.min(WIN - ply as Value - 1);
        let is_pv = beta - alpha > 1;
        let repetition_bound =
            if excluded.is_none() { self.upcoming_repetition_bound(position, alpha) } else { None };
        alpha = alpha.max(repetition_bound.unwrap_or(alpha));
        if alpha >= beta {
            return alpha;
        }
        let table_key = self.tt_key(position, key);
        let tt_entry = if excluded.is_none() { self.table.probe(table_key, ply) } else { None };
        if !is_pv && let Some(value) = tt_entry.and_then(|tt_entry| tt_entry.cutoff_value(depth, alpha, beta))
        {
            if value >= beta
                && let Some(mv) = tt_entry.and_then(|tt_entry| tt_entry.mv)
            {
                self.update_tt_move_history(position, mv, depth, ply);
            }
            return value;
        }
        let in_check = self.rules.is_in_check(position, position.turn());
        let correction_keys = self.correction_keys(position, ply);
        let static_eval =
            if in_check { None } else { Some(self.static_eval(position, correction_keys, tt_entry, ply)) };
        self.stack[ply].static_eval = static_eval;
        if let Some(static_eval) = static_eval
            && excluded.is_none()
        {
            self.update_static_eval_history(position.turn(), static_eval, ply);
        }
        if in_check {
            depth += i32::from(self.has_few_pieces(position, position.turn().other()));
        } else if depth >= IIR_MIN_DEPTH
            && excluded.is_none()
            && tt_entry.is_none_or(|tt_entry| tt_entry.mv.is_none())
        {
            depth -= 1;
        }
        depth += self.hindsight_extension(static_eval, ply);
        let node = NodeContext { key, depth, ply, improving: self.is_improving(ply) };
        if !is_pv
            && excluded.is_none()
            && let Some(static_eval) = static_eval
            && let Some(value) = self.prune_before_moves(position, node, (alpha, beta), static_eval, tt_entry)
        {
            return value;
        }
        if self.stopped {
            return 0;
        }
        if let Some(over) = self.generate_moves(position) {
            return self.outcome_value(over, position.turn(), ply);
        }
        let range = self.score_moves(position, tt_entry.and_then(|tt_entry| tt_entry.mv), ply);
        let start = range.start;
        self.path.push(key);
        let (best, best_move) = self.search_moves(position, node, range, (alpha, beta), tt_entry);
        self.path.pop();
        self.moves.truncate(start);
        if self.stopped {
            return 0;
        }
        if best_move.is_none() && best >= beta && excluded.is_none() {
            // Several moves are that good, says half a search: it is kept nowhere.
            return best;
        }
        if let Some(repetition_bound) = repetition_bound
            && best_move.is_none()
        {
            return best.max(repetition_bound);
        }
        if excluded.is_none() {
            self.store(table_key, ply, depth, best, best_move, (alpha, beta));
            self.update_correction_history(position, node, correction_keys, best_move, best, (alpha, beta));
            if best_move.is_none() {
                self.update_fail_low_history(position.turn(), depth, ply);
            }
        }
        best.max(-INFINITE + 1)
    }

    /// Puts the legal moves into `scratch`, or says how the game is over where there is none.
    #[inline]
    fn generate_moves(&mut self, position: &Position<S>) -> Option<Outcome> {
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.legal_moves_into(position, &mut list);
        self.scratch = list;
        if Self::has_only_pass(&self.scratch) { self.rules.outcome(position) } else { None }
    }

    /// Whether the static evaluation has improved since the side's last turn out of check.
    fn is_improving(&self, ply: usize) -> bool {
        let before = |back: usize| ply.checked_sub(back).and_then(|earlier| self.stack[earlier].static_eval);
        let static_eval = self.stack[ply].static_eval;
        static_eval.is_some() && ply >= 2 && static_eval > before(2).or_else(|| before(4))
    }

    /// Searches the moves of a node in order: the best value, and the move that raised alpha.
    fn search_moves(
        &mut self,
        position: &Position<S>,
        node: NodeContext,
        range: std::ops::Range<usize>,
        (mut alpha, beta): (Value, Value),
        tt_entry: Option<TtEntry>,
    ) -> (Value, Option<Move>) {
        let NodeContext { depth, ply, .. } = node;
        let is_pv = beta - alpha > 1;
        let in_check = self.stack[ply].static_eval.is_none();
        let excluded = self.stack[ply].excluded_move;
        let tt_move = tt_entry.and_then(|tt_entry| tt_entry.mv);
        let tt_move_is_noisy = tt_move.is_some_and(|mv| !self.is_quiet(position, mv));
        let (start, end) = (range.start, range.end);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut move_count = 0;
        let mut check_info = None;
        for index in start..end {
            // Once quiet moves are left out, the order of the rest is no matter.
            let is_late = !in_check && best > -WIN_IN_MAX_PLY && node.is_late_move(move_count);
            let scored = if is_late { self.moves[index] } else { self.pick_best(index, end) };
            let mv = scored.mv;
            if Some(mv) == excluded {
                continue;
            }
            let so_far = (move_count, best, alpha);
            let reduction = match self.reduction_or_bound(
                position,
                node,
                (scored, &mut check_info),
                so_far,
                (is_pv, tt_move_is_noisy),
            ) {
                Ok(reduction) => reduction,
                Err(most) => {
                    best = best.max(most.min(WIN_IN_MAX_PLY - 1));
                    continue;
                }
            };
            let extension = match tt_entry {
                Some(tt_entry) if tt_move == Some(mv) => {
                    self.singular_extension(position, node, tt_entry, (beta, is_pv))
                }
                _ => Ok(0),
            };
            let extension = match extension {
                Ok(extension) => extension,
                Err(value) => return (value, None),
            };
            let next = self.rules.play_piece(position, scored.kind, mv);
            self.table.prefetch(next.key());
            self.stack[ply].piece_to = self.scored_piece_to(scored);
            self.stack[ply].quiet_move = (scored.quiet && !mv.is_pass()).then_some(mv);
            self.stack[ply + 1].double_extensions =
                self.stack[ply].double_extensions + u8::from(extension > 1);
            let depths = (depth - 1 + extension, if move_count > 0 { Some(reduction) } else { None });
            let value = self.search_move(&next, depths, (alpha, beta), (best, ply));
            if self.stopped {
                break;
            }
            move_count += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    self.update_pv(ply, mv);
                }
                if value >= beta {
                    self.update_histories(position, mv, start..index, depth, ply);
                    break;
                }
            }
        }
        if move_count == 0 && excluded.is_some() {
            return (alpha, None);
        }
        // How far above the window is worth the less, the less deep it was found.
        if best > beta && best < WIN_IN_MAX_PLY && beta > -WIN_IN_MAX_PLY {
            best = (best * depth + beta) / (depth + 1);
        }
        (best, best_move)
    }

    /// Principal-variation search of one move: the first with the full window, later ones reduced
    /// and with a null window, then deeper or shallower by how much they beat the best value.
    fn search_move(
        &mut self,
        next: &Position<S>,
        (mut new_depth, reduction): (i32, Option<i32>),
        (alpha, beta): (Value, Value),
        (best, ply): (Value, usize),
    ) -> Value {
        let is_cut = self.stack[ply].is_cut_node;
        if let Some(reduction) = reduction {
            let reduced_depth = new_depth - reduction;
            self.stack[ply].reduction = reduction;
            self.stack[ply + 1].is_cut_node = reduction > 0 || !is_cut;
            let mut value = -self.negamax(next, reduced_depth, -alpha - 1, -alpha, ply + 1);
            self.stack[ply].reduction = 0;
            if value > alpha && reduction > 0 && !self.stopped {
                new_depth += i32::from(reduction > 1 && value > best + self.margins.deeper_search);
                new_depth -= i32::from(value < best + SHALLOWER_MARGIN);
                if new_depth > reduced_depth {
                    self.stack[ply + 1].is_cut_node = !is_cut;
                    value = -self.negamax(next, new_depth, -alpha - 1, -alpha, ply + 1);
                }
                if self.stopped {
                    return value;
                }
                self.update_late_move_history(value > alpha, new_depth, ply);
            }
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
        }
        self.stack[ply + 1].is_cut_node = beta - alpha == 1 && !is_cut;
        -self.negamax(next, new_depth, -beta, -alpha, ply + 1)
    }

    /// Stores a result in the transposition table, with its bound.
    pub(super) fn store(
        &mut self,
        key: u64,
        ply: usize,
        depth: i32,
        value: Value,
        mv: Option<Move>,
        (alpha, beta): (Value, Value),
    ) {
        let bound = match value {
            value if value >= beta => Bound::Lower,
            value if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(key, ply, TtEntry { mv, value, depth, bound });
    }

    /// The static evaluation: corrected by the correction history and bounded by the table entry.
    pub(super) fn static_eval(
        &mut self,
        position: &Position<S>,
        correction_keys: CorrectionKeys,
        tt_entry: Option<TtEntry>,
        ply: usize,
    ) -> Value {
        let raw_eval = self.evaluate(position);
        self.stack[ply].raw_eval = raw_eval;
        let value = raw_eval + self.histories.correction(position.turn().index(), correction_keys);
        let value = value.clamp(-WIN_IN_MAX_PLY + 1, WIN_IN_MAX_PLY - 1);
        match tt_entry {
            Some(tt_entry) if tt_entry.value.abs() < WIN_IN_MAX_PLY => match tt_entry.bound {
                Bound::Exact => tt_entry.value,
                Bound::Lower => value.max(tt_entry.value),
                Bound::Upper => value.min(tt_entry.value),
            },
            _ => value,
        }
    }

    /// Updates the correction history, unless the result depends on captures.
    fn update_correction_history(
        &mut self,
        position: &Position<S>,
        node: NodeContext,
        correction_keys: CorrectionKeys,
        best_move: Option<Move>,
        best: Value,
        (alpha, beta): (Value, Value),
    ) {
        let Some(static_eval) = self.stack[node.ply].static_eval else { return };
        let tells = best.abs() < WIN_IN_MAX_PLY
            && best_move.is_none_or(|mv| self.is_quiet(position, mv))
            && !(best >= beta && best <= static_eval)
            && !(best <= alpha && best >= static_eval);
        if tells {
            let error = best - self.stack[node.ply].raw_eval;
            self.histories.update_correction(position.turn().index(), correction_keys, error, node.depth);
        }
    }

    /// The correction-history keys of a position: pawns, each side's pieces, the last move.
    pub(super) fn correction_keys(&self, position: &Position<S>, ply: usize) -> CorrectionKeys {
        let pawns = self.evaluation.pawns_of(self.rules, position);
        let of_side = |side| set_key(position.pieces_of_side(side) & !pawns);
        let last = if ply > 0 { self.stack[ply - 1].piece_to } else { PieceTo::NONE };
        CorrectionKeys([set_key(pawns), of_side(Side::White), of_side(Side::Black), last.key()])
    }
}

/// A hash of a set of cells.
fn set_key(set: impl Hash) -> u64 {
    let mut mixer = SetHasher(0);
    set.hash(&mut mixer);
    mixer.0
}

/// Hasher for sets, the same on every machine.
#[derive(Debug, Clone, Default)]
pub(super) struct SetHasher(u64);

impl Hasher for SetHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
    fn write_u128(&mut self, words: u128) {
        self.write_u64(words as u64);
        self.write_u64((words >> 64) as u64);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
