//! One node of the principal-variation search, without a die.

use std::hash::{Hash, Hasher};

use rukh_rules::hash::mix;
use rukh_rules::shape::Shape;
use rukh_rules::{CheckInfo, Move, Outcome, Position, Side};

use super::history_update::{Cutoff, bonus};
use super::{CorrectionKeys, PieceTo, Search, Window};
use crate::score::{INFINITE, Value, WIN, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};

/// Depth from which a node without a table move is reduced by a ply (internal iterative reduction).
const IIR_MIN_DEPTH: i32 = 4;
/// Centipawns by which a reduced move must beat the best value to be searched again at full depth.
const SHALLOWER_MARGIN: Value = 8;

/// What the steps of a node share.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeContext {
    pub(super) key: u64,
    pub(super) window: Window,
    /// Depth after extensions and reductions of the node itself.
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether the static evaluation has improved since the side's last turn.
    pub(super) improving: bool,
    /// Table entry of the position; `None` in a singular extension search.
    pub(super) tt_entry: Option<TtEntry>,
    pub(super) correction_keys: CorrectionKeys,
}

/// State of the move loop of a node.
#[derive(Debug)]
pub(super) struct MoveLoop<B> {
    pub(super) alpha: Value,
    pub(super) best: Value,
    /// The move that raised alpha last.
    best_move: Option<Move>,
    /// Moves searched so far.
    pub(super) move_count: i32,
    pub(super) tt_move_is_noisy: bool,
    /// Computed when first needed.
    pub(super) check_info: Option<CheckInfo<B>>,
}

impl<B> MoveLoop<B> {
    /// The state before the first move.
    pub(super) fn new(alpha: Value) -> MoveLoop<B> {
        MoveLoop {
            alpha,
            best: -INFINITE,
            best_move: None,
            move_count: 0,
            tt_move_is_noisy: false,
            check_info: None,
        }
    }
}

/// Parameters of the principal-variation search of one move.
struct MoveSearch {
    window: Window,
    /// Depth of the child without reduction.
    depth: i32,
    /// Plies of reduction; `None` for the first move, which is searched with the full window at once.
    reduction: Option<i32>,
    /// Best value of the moves before.
    best: Value,
    /// Ply of the parent.
    ply: usize,
}

impl<S: Shape> Search<'_, S> {
    /// The value of a position for the side to move, within the window.
    pub(super) fn negamax(
        &mut self,
        position: &Position<S>,
        mut window: Window,
        mut depth: i32,
        ply: usize,
    ) -> Value {
        if depth <= 0 {
            return self.quiescence(position, window, ply, 0);
        }
        let key = position.key();
        let excluded = self.stack[ply].excluded_move;
        let repetition_key = if excluded.is_none() { Some(key) } else { None };
        if let Some(value) = self.enter(position, ply, repetition_key) {
            return value;
        }
        // No line from here ends sooner than the next ply.
        window.alpha = window.alpha.max(ply as Value - WIN);
        window.beta = window.beta.min(WIN - ply as Value - 1);
        let is_pv = window.is_open();
        let repetition_bound =
            if excluded.is_none() { self.upcoming_repetition_bound(position, window.alpha) } else { None };
        window = window.raised(repetition_bound.unwrap_or(window.alpha));
        if window.is_empty() {
            return window.alpha;
        }
        let table_key = self.tt_key(position, key);
        let tt_entry = if excluded.is_none() { self.table.probe_deep(table_key, ply, depth) } else { None };
        if !is_pv && let Some(value) = tt_entry.and_then(|tt_entry| tt_entry.cutoff_value(depth, window)) {
            if value >= window.beta
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
        let improving = self.is_improving(ply);
        let node = NodeContext { key, window, depth, ply, improving, tt_entry, correction_keys };
        if !is_pv
            && excluded.is_none()
            && let Some(static_eval) = static_eval
            && let Some(value) = self.prune_before_moves(position, &node, static_eval)
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
        let (best, best_move) = self.search_moves(position, &node, range);
        self.path.pop();
        self.moves.truncate(start);
        if self.stopped {
            return 0;
        }
        if best_move.is_none() && best >= window.beta && excluded.is_none() {
            // The value of a multi-cut is that of a reduced search and must not be stored as this depth's.
            return best;
        }
        if let Some(repetition_bound) = repetition_bound
            && best_move.is_none()
        {
            return best.max(repetition_bound);
        }
        if excluded.is_none() {
            let bound = window.bound_of(best);
            self.table.store(table_key, ply, TtEntry { mv: best_move, value: best, depth, bound });
            self.update_correction_history(position, &node, best, best_move);
            if best_move.is_none() {
                self.update_fail_low_history(position.turn(), depth, ply);
            }
        }
        best.max(-INFINITE + 1)
    }

    /// Puts the legal moves into `scratch`; the outcome, if the game is over for lack of them.
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
        node: &NodeContext,
        range: std::ops::Range<usize>,
    ) -> (Value, Option<Move>) {
        let NodeContext { depth, ply, window: Window { alpha, beta }, .. } = *node;
        let in_check = self.stack[ply].static_eval.is_none();
        let excluded = self.stack[ply].excluded_move;
        let tt_move = node.tt_entry.and_then(|tt_entry| tt_entry.mv);
        let (start, end) = (range.start, range.end);
        let mut state = MoveLoop::new(alpha);
        state.tt_move_is_noisy = tt_move.is_some_and(|mv| !self.is_quiet(position, mv));
        for index in start..end {
            // Once late quiet moves are pruned, the order of the rest makes no difference.
            let is_late = !in_check && state.best > -WIN_IN_MAX_PLY && node.is_late_move(state.move_count);
            let scored = if is_late { self.moves[index] } else { self.pick_best(index, end) };
            let mv = scored.mv;
            if Some(mv) == excluded {
                continue;
            }
            let reduction = match self.reduction_or_bound(position, node, scored, &mut state) {
                Ok(reduction) => reduction,
                Err(bound) => {
                    state.best = state.best.max(bound.min(WIN_IN_MAX_PLY - 1));
                    continue;
                }
            };
            let extension = match node.tt_entry {
                Some(tt_entry) if tt_move == Some(mv) => self.singular_extension(position, node, tt_entry),
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
            let search = MoveSearch {
                window: Window::new(state.alpha, beta),
                depth: depth - 1 + extension,
                reduction: if state.move_count > 0 { Some(reduction) } else { None },
                best: state.best,
                ply,
            };
            let value = self.search_move(&next, search);
            if self.stopped {
                break;
            }
            state.move_count += 1;
            if value > state.best {
                state.best = value;
                if value > state.alpha {
                    state.alpha = value;
                    state.best_move = Some(mv);
                    self.update_pv(ply, mv);
                }
                if value >= beta {
                    self.update_histories(position, Cutoff { mv, tried: start..index, depth, ply });
                    break;
                }
            }
        }
        let MoveLoop { mut best, best_move, move_count, .. } = state;
        if move_count == 0 && excluded.is_some() {
            return (alpha, None);
        }
        // The excess over beta counts the less, the shallower the search.
        if best > beta && best < WIN_IN_MAX_PLY && beta > -WIN_IN_MAX_PLY {
            best = (best * depth + beta) / (depth + 1);
        }
        (best, best_move)
    }

    /// Principal-variation search of one move: the first with the full window, later ones reduced
    /// and with a null window, then deeper or shallower by how much they beat the best value.
    fn search_move(&mut self, next: &Position<S>, search: MoveSearch) -> Value {
        let MoveSearch { window, depth: mut new_depth, reduction, best, ply } = search;
        let null = Window::above(window.alpha).negated();
        let is_cut = self.stack[ply].is_cut_node;
        if let Some(reduction) = reduction {
            let reduced_depth = new_depth - reduction;
            self.stack[ply].reduction = reduction;
            self.stack[ply + 1].is_cut_node = reduction > 0 || !is_cut;
            let mut value = -self.negamax(next, null, reduced_depth, ply + 1);
            self.stack[ply].reduction = 0;
            if value > window.alpha && reduction > 0 && !self.stopped {
                new_depth += i32::from(reduction > 1 && value > best + self.margins.deeper_search);
                new_depth -= i32::from(value < best + SHALLOWER_MARGIN);
                if new_depth > reduced_depth {
                    self.stack[ply + 1].is_cut_node = !is_cut;
                    value = -self.negamax(next, null, new_depth, ply + 1);
                }
                if self.stopped {
                    return value;
                }
                let bonus = bonus(new_depth);
                self.update_late_move_history(if value > window.alpha { bonus } else { -bonus }, ply);
            }
            if value <= window.alpha || value >= window.beta || self.stopped {
                return value;
            }
        }
        self.stack[ply + 1].is_cut_node = !window.is_open() && !is_cut;
        -self.negamax(next, window.negated(), new_depth, ply + 1)
    }

    /// The static evaluation: corrected by the correction history and bounded by the table entry.
    pub(super) fn static_eval(
        &mut self,
        position: &Position<S>,
        correction_keys: CorrectionKeys,
        tt_entry: Option<TtEntry>,
        ply: usize,
    ) -> Value {
        let raw_eval = self.evaluate(position, ply);
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
        node: &NodeContext,
        best: Value,
        best_move: Option<Move>,
    ) {
        let Some(static_eval) = self.stack[node.ply].static_eval else { return };
        let is_informative = best.abs() < WIN_IN_MAX_PLY
            && best_move.is_none_or(|mv| self.is_quiet(position, mv))
            && !(best >= node.window.beta && best <= static_eval)
            && !(best <= node.window.alpha && best >= static_eval);
        if is_informative {
            let error = best - self.stack[node.ply].raw_eval;
            let (side, keys) = (position.turn().index(), node.correction_keys);
            self.histories.update_correction(side, keys, error, node.depth);
        }
    }

    /// The correction-history keys of a position: pawns, each side's pieces, the last move.
    pub(super) fn correction_keys(&self, position: &Position<S>, ply: usize) -> CorrectionKeys {
        let pawns = self.pieces.pawns_of(self.rules, position);
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
