//! The search: alpha-beta without a die, expectimax with one.
//!
//! One [`Search`] serves one call. `root` deepens iteratively with aspiration windows; `node` is one node
//! of the principal-variation search, `quiescence` its leaves, `chance` the search with a die. The steps of a
//! node have files of their own: `null_move`, `probcut`, `futility` (reverse futility, razoring and the
//! pruning of moves), `reductions`, `extensions`, `move_ordering`, `history` and `repetition`.
//! All three kinds of nodes begin with [`Search::enter`], where `tables` know those of few pieces.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rukh_rules::hash::mix;
use rukh_rules::law::Stalemate;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Outcome, Position, Rules, Side};
use rukh_tablebase::{Prober, Tables, Wait};

use crate::evaluation::Evaluation;
use crate::evaluation::net::accumulators::Accumulators;
use crate::limits::SearchLimits;
use crate::pieces::PieceModel;
use crate::score::{INFINITE, MAX_PLY, Value, WIN, expected_result};
use crate::transposition::TranspositionTable;

mod chance;
mod extensions;
#[cfg(test)]
pub(crate) mod fixture;
mod futility;
mod history;
mod history_update;
mod margins;
mod move_ordering;
mod node;
mod null_move;
mod probcut;
mod quiescence;
mod reductions;
mod repetition;
pub(crate) mod root;
pub(crate) mod tables;
pub(crate) mod threads;
mod window;

pub(crate) use history::Histories;
use history::{CorrectionKeys, PieceTo};
use margins::Margins;
use move_ordering::ScoredMove;
use repetition::ReversibleMoves;
use root::RootMove;
pub(crate) use window::Window;

/// Nodes between two checks of the stop condition.
pub const STOP_INTERVAL: u64 = 1024;
/// Plies before the move limit from which the halfmove clock is part of a table key.
const MOVE_LIMIT_KEY_PLIES: u16 = 24;

/// Laws that the search depends on.
#[derive(Debug, Clone)]
pub(crate) struct SearchRules {
    /// Faces of the die, 0 without.
    pub(crate) die_faces: u8,
    one_throw: bool,
    repetition: Option<usize>,
    /// Key differences of reversible moves, to see upcoming repetitions.
    reversible_moves: ReversibleMoves,
    move_limit: u16,
    /// Whether a side without a move ends the game.
    stalemate_ends: bool,
    /// Whether a side without a move loses.
    stalemate_loses: bool,
}

impl SearchRules {
    pub(crate) fn new(ruleset: &Ruleset) -> SearchRules {
        SearchRules {
            die_faces: ruleset.faces(),
            one_throw: ruleset.has_one_throw_to_escape(),
            repetition: ruleset.repetition_limit().map(usize::from),
            reversible_moves: match ruleset.repetition_limit() {
                Some(_) if !ruleset.has_die() => ReversibleMoves::new(ruleset),
                _ => ReversibleMoves::default(),
            },
            move_limit: ruleset.move_limit().unwrap_or(u16::MAX),
            stalemate_ends: ruleset.stalemate() != Stalemate::Pass,
            stalemate_loses: matches!(
                ruleset.stalemate(),
                Stalemate::Loss | Stalemate::LossWithoutPseudoMove
            ),
        }
    }
}

/// State shared by the threads of one search: node count, stop flag and the last completed depth.
#[derive(Debug)]
pub(crate) struct SharedState {
    /// Nodes searched, in whole intervals.
    nodes: AtomicU64,
    /// Probes of tables that found something, of those intervals.
    tb_hits: AtomicU64,
    /// Whether the first thread has ended.
    pub(crate) is_done: AtomicBool,
    /// The last depth completed by any thread; stays 0 where depths are not shared.
    depth: AtomicU32,
    /// The result of that depth.
    latest: Option<Mutex<CompletedDepth>>,
}

/// The result of the first thread to complete a depth.
#[derive(Debug, Default)]
struct CompletedDepth {
    depth: u32,
    moves: Vec<RootMove>,
    /// Nodes its thread had searched.
    nodes: u64,
}

impl Default for SharedState {
    fn default() -> SharedState {
        SharedState { latest: Some(Mutex::default()), ..SharedState::table_only() }
    }
}

impl SharedState {
    /// A state for searches that share nothing but the table and the node count.
    pub(crate) fn table_only() -> SharedState {
        SharedState {
            nodes: AtomicU64::new(0),
            tb_hits: AtomicU64::new(0),
            is_done: AtomicBool::new(false),
            depth: AtomicU32::new(0),
            latest: None,
        }
    }

    fn latest(&self) -> Option<MutexGuard<'_, CompletedDepth>> {
        // A result is replaced as a whole, so that a panic elsewhere leaves it valid.
        Some(self.latest.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Publishes the result of a depth unless another thread was first.
    fn publish(&self, depth: u32, moves: &[RootMove], nodes: u64) {
        let Some(mut latest) = self.latest() else { return };
        if latest.depth < depth {
            *latest = CompletedDepth { depth, moves: moves.to_vec(), nodes };
            self.depth.store(depth, Relaxed);
        }
    }

    /// The published result of this depth or a later one.
    fn completed_depth(&self, depth: u32) -> Option<(u32, Vec<RootMove>, u64)> {
        let latest = self.latest()?;
        (latest.depth >= depth).then(|| (latest.depth, latest.moves.clone(), latest.nodes))
    }
}

/// Search stack entry of one ply.
#[derive(Debug, Clone, Copy)]
struct StackFrame {
    /// Evaluation before correction, for the correction history.
    raw_eval: Value,
    /// Corrected static evaluation; `None` in check.
    static_eval: Option<Value>,
    /// Piece and target of the move made here.
    piece_to: PieceTo,
    /// Move excluded by a singular extension search.
    excluded_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// The move made here if it is quiet.
    quiet_move: Option<Move>,
    /// Whether a fail high is expected, so that one move suffices.
    is_cut_node: bool,
    /// Double extensions on the line so far.
    double_extensions: u8,
    /// Plies by which the move made here is reduced.
    reduction: i32,
}

impl StackFrame {
    const EMPTY: StackFrame = StackFrame {
        raw_eval: 0,
        static_eval: None,
        piece_to: PieceTo::NONE,
        excluded_move: None,
        killers: [None; 2],
        quiet_move: None,
        is_cut_node: false,
        double_extensions: 0,
        reduction: 0,
    };
}

/// What the searches of one engine share.
pub(crate) struct SearchContext<'a, S: Shape> {
    pub(crate) rules: &'a Rules<S>,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) search_rules: &'a SearchRules,
    pub(crate) table: &'a TranspositionTable,
    /// Solved endings, and whether to wait for those that are not solved yet.
    pub(crate) endings: Option<(&'a Arc<Tables>, Wait)>,
}

impl<S: Shape> Clone for SearchContext<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Shape> Copy for SearchContext<'_, S> {}

pub(crate) struct Search<'a, S: Shape> {
    rules: &'a Rules<S>,
    pieces: &'a PieceModel,
    evaluation: &'a Evaluation,
    search_rules: &'a SearchRules,
    table: &'a TranspositionTable,
    prober: Option<Prober>,
    /// Its probes that found something.
    tb_hits: u64,
    shared: Option<&'a SharedState>,
    limits: SearchLimits<'a>,
    /// Contempt for White, in centipawns.
    contempt: Value,
    pub(crate) nodes: u64,
    /// Depth of the current iteration, in plies.
    root_depth: usize,
    /// Selective depth: the longest line searched, in plies.
    seldepth: usize,
    stopped: bool,
    /// Whether it was stopped because another thread has completed this depth.
    is_overtaken: bool,
    /// Keys of the game and of the line being searched.
    path: Vec<u64>,
    /// Index in `path` of the root position.
    root_index: usize,
    /// Positions of the game that draw if they occur once more.
    nearly_drawn_keys: Vec<u64>,
    /// Null moves on the line: the key after each, and the number of positions before it.
    null_moves: Vec<(u64, usize)>,
    /// The moves of every node on the line, one node after the other.
    moves: Vec<ScoredMove>,
    scratch: Vec<Move>,
    stack: Vec<StackFrame>,
    histories: &'a mut Histories,
    /// Of the net, if the evaluation has one.
    accumulators: Accumulators<S>,
    margins: Margins,
    /// Ply below which no null move is tried, while one is being verified.
    null_move_min_ply: usize,
    pv_table: Vec<Vec<Move>>,
}

impl<'a, S: Shape> Search<'a, S> {
    /// A search of a position after those of `keys`, its own key last.
    pub(crate) fn new(
        context: SearchContext<'a, S>,
        histories: &'a mut Histories,
        limits: SearchLimits<'a>,
        keys: &[u64],
    ) -> Search<'a, S> {
        let SearchContext { rules, evaluation, search_rules, table, endings } = context;
        Search {
            rules,
            pieces: &evaluation.pieces,
            evaluation,
            search_rules,
            table,
            prober: endings.map(|(tables, wait)| Prober::new(tables.clone(), wait)),
            tb_hits: 0,
            shared: None,
            limits,
            contempt: 0,
            nodes: 0,
            root_depth: 0,
            seldepth: 0,
            stopped: false,
            is_overtaken: false,
            path: keys.to_vec(),
            root_index: keys.len().saturating_sub(1),
            nearly_drawn_keys: repetition::nearly_drawn_keys(keys, search_rules.repetition),
            null_moves: Vec::new(),
            moves: Vec::with_capacity(2048),
            scratch: Vec::with_capacity(256),
            stack: vec![StackFrame::EMPTY; MAX_PLY + 2],
            histories,
            accumulators: Accumulators::default(),
            margins: Margins::new(&evaluation.pieces.values),
            null_move_min_ply: 0,
            pv_table: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Makes this search one thread of several.
    pub(crate) fn with_shared_state(mut self, shared: &'a SharedState) -> Search<'a, S> {
        self.shared = Some(shared);
        self
    }

    /// Enters a node: counts it, and returns its value if it needs no search: the search must stop, the game
    /// is over, `repetition_key` repeats a position, a table has it, or the line is too long.
    #[inline(always)]
    fn enter(&mut self, position: &Position<S>, ply: usize, repetition_key: Option<u64>) -> Option<Value> {
        self.clear_pv(ply);
        if self.count_node(ply) {
            return Some(0);
        }
        if let Some(over) = self.outcome_before_moves(position) {
            return Some(self.outcome_value(over, position.turn(), ply));
        }
        if repetition_key.is_some_and(|key| self.is_repeated(position, key)) {
            return Some(self.draw_value(position.turn()));
        }
        if let Some(value) = self.table_value(position, ply) {
            return Some(value);
        }
        (ply >= MAX_PLY).then(|| self.leaf_value(position, ply))
    }

    /// The value of a position that is searched no further, on the scale of the search.
    #[cold]
    fn leaf_value(&mut self, position: &Position<S>, ply: usize) -> Value {
        if self.search_rules.die_faces > 0 {
            self.static_expectation(position, INFINITE, ply)
        } else {
            self.evaluate(position, ply)
        }
    }

    /// Counts a node; true if the search must stop.
    #[inline]
    fn count_node(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.limits.nodes {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(STOP_INTERVAL) {
            self.stopped |= self.limits.stop.is_some_and(|stop| stop());
            if let Some(shared) = self.shared {
                let all = shared.nodes.fetch_add(STOP_INTERVAL, Relaxed) + STOP_INTERVAL;
                shared.tb_hits.fetch_add(std::mem::take(&mut self.tb_hits), Relaxed);
                self.stopped |= all >= self.limits.nodes || shared.is_done.load(Relaxed);
                let is_behind = self.root_depth > 0 && shared.depth.load(Relaxed) as usize >= self.root_depth;
                self.is_overtaken |= is_behind && !self.stopped;
                self.stopped |= is_behind;
            }
        }
        self.stopped
    }

    /// Nodes searched by all threads.
    fn total_nodes(&self) -> u64 {
        self.shared.map_or(self.nodes, |shared| shared.nodes.load(Relaxed) + self.nodes % STOP_INTERVAL)
    }

    /// Probes of tables by all threads that found something.
    fn total_tb_hits(&self) -> u64 {
        self.tb_hits + self.shared.map_or(0, |shared| shared.tb_hits.load(Relaxed))
    }

    /// The static evaluation for the side to move, cached by key.
    #[inline]
    fn evaluate(&mut self, position: &Position<S>, ply: usize) -> Value {
        let key = position.key();
        let white = self.histories.cached_eval(key).unwrap_or_else(|| {
            let accumulators = &mut self.accumulators;
            let value =
                self.evaluation.updated_value_before_counters(self.rules, position, accumulators, ply);
            self.histories.cache_eval(key, value);
            value
        });
        let white = self.evaluation.scale_by_counters(self.rules, position, white, self.contempt);
        if position.turn() == Side::White { white } else { -white }
    }

    /// The value of a child node for its side to move: expectimax with a die, negamax without.
    #[inline]
    fn search_child(&mut self, position: &Position<S>, window: Window, depth: i32, ply: usize) -> Value {
        if self.search_rules.die_faces > 0 {
            self.expectimax(position, window, depth, ply)
        } else {
            self.negamax(position, window, depth, ply)
        }
    }

    /// The table key of a position: near the move limit it includes the halfmove clock.
    #[inline]
    fn tt_key(&self, position: &Position<S>, key: u64) -> u64 {
        let clock = position.halfmove_clock();
        if clock.saturating_add(MOVE_LIMIT_KEY_PLIES) >= self.search_rules.move_limit {
            key ^ mix(u64::from(clock) | 1 << 48)
        } else {
            key
        }
    }

    /// The outcome of a position, except those that depend on its moves.
    #[inline]
    fn outcome_before_moves(&self, position: &Position<S>) -> Option<Outcome> {
        let early = self.rules.early_outcome(position)?;
        match early.winner {
            Some(_) => Some(early),
            // A mate takes precedence over a counter of the laws.
            None => self.rules.outcome(position).or(Some(early)),
        }
    }

    /// The value of an outcome for a side.
    #[inline]
    fn outcome_value(&self, outcome: Outcome, side: Side, ply: usize) -> Value {
        let ply = if self.search_rules.die_faces > 0 { 0 } else { ply as Value };
        match outcome.winner {
            None => self.draw_value(side),
            Some(winner) if winner == side => WIN - ply,
            Some(_) => ply - WIN,
        }
    }

    /// The value of a draw for a side, by contempt.
    #[inline]
    fn draw_value(&self, side: Side) -> Value {
        let white = self.evaluation.draw_value(self.contempt);
        let own = if side == Side::White { white } else { -white };
        if self.search_rules.die_faces > 0 { expected_result(own) } else { own }
    }

    /// Whether passing is the only move.
    fn has_only_pass(moves: &[Move]) -> bool {
        moves.iter().all(|mv| mv.is_pass())
    }

    fn clear_pv(&mut self, ply: usize) {
        self.pv_table[ply].clear();
    }

    /// Sets the principal variation of a ply to a move and the variation below it.
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.pv_table.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::hash::SplitMix64;

    use super::fixture::{Fixture, random_game};

    /// Counters that are not part of the key included.
    #[test]
    fn evaluation_cached_or_in_portable_code_is_the_same() {
        for id in rukh_rules::catalog::ids() {
            let mut fixture = Fixture::named(id);
            let ruleset = fixture.ruleset.clone();
            let mut search = fixture.search(&[]);
            let mut chance = SplitMix64::new(7);
            for _ in 0..3 {
                random_game(&ruleset, &mut chance, 160, &mut |game| {
                    let (rules, position) = (search.rules, game.position());
                    let portable = search.evaluation.linear().compute_value(rules, position)
                        + search.evaluation.net_value(rules, position);
                    assert_eq!(search.evaluation.value_before_counters(rules, position), portable);
                    let expected = search.evaluation.value(rules, position);
                    for _ in 0..2 {
                        assert_eq!(search.evaluate(position, 0), expected, "{}", game.fen());
                    }
                });
            }
        }
    }
}
