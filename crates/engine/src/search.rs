//! The search: what follows from a position, as far as limits allow.
//!
//! One [`Search`] serves one call. Without a die it is a principal-variation
//! search (`node`, what it does not look at in `prune`, `quiescence`); with a die
//! every turn is a chance node of its faces (`chance`). `root` deepens one ply
//! after the other; `order` and `history` say what is tried first.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rukh_rules::hash::mix;
use rukh_rules::law::{CheckLaw, DieLaw, MoveLimit, Repetition, Stalemate};
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Outcome, Position, Rules, Side};

use crate::evaluation::Evaluation;
use crate::limits::SearchLimits;
use crate::score::{MAX_PLY, Value, WIN, expected_result};
use crate::transposition::TranspositionTable;

mod chance;
mod extensions;
#[cfg(test)]
mod fixture;
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
mod see;

pub(crate) use history::Histories;
use history::{CorrectionKeys, PieceTo};
use margins::Margins;
use move_ordering::ScoredMove;
use repetition::ReversibleMoves;
use root::RootMove;

/// How often the caller is asked whether to stop, in positions.
const STOP_INTERVAL: u64 = 1024;
/// From how many plies before the move limit on the count is part of a key.
const MOVE_LIMIT_KEY_PLIES: u16 = 24;

/// What the search needs to know of the laws.
#[derive(Debug, Clone)]
pub(crate) struct SearchRules {
    /// Faces of the die, 0 without.
    pub(crate) die_faces: u8,
    one_throw: bool,
    repetition: Option<usize>,
    /// For positions that come again.
    reversible_moves: ReversibleMoves,
    move_limit: u16,
    /// Whether a side without a move ends the game.
    stalemate_ends: bool,
    /// Whether a side without a move is worse off than one that passes.
    stalemate_loses: bool,
}

impl SearchRules {
    pub(crate) fn new(ruleset: &Ruleset) -> SearchRules {
        let laws = &ruleset.laws;
        SearchRules {
            die_faces: match &laws.die.law {
                DieLaw::None => 0,
                die @ DieLaw::NamesMen { .. } => die.face_count(),
            },
            one_throw: laws.check.law == CheckLaw::OneThrow,
            repetition: match laws.repetition.law {
                Repetition::Draw { times } => Some(usize::from(times)),
                Repetition::None => None,
            },
            reversible_moves: match laws.repetition.law {
                Repetition::Draw { .. } if laws.die.law == DieLaw::None => ReversibleMoves::new(ruleset),
                _ => ReversibleMoves::default(),
            },
            move_limit: match laws.move_limit.law {
                MoveLimit::Draw { plies, .. } => plies,
                MoveLimit::None => u16::MAX,
            },
            stalemate_ends: laws.stalemate.law != Stalemate::Pass,
            stalemate_loses: matches!(laws.stalemate.law, Stalemate::Loss | Stalemate::LossWithoutPseudoMove),
        }
    }
}

/// Several searches of one position that share a table, and depths: which of them
/// is done with a depth first is followed by all.
#[derive(Debug)]
pub(crate) struct SharedState {
    /// Positions looked at, in whole intervals.
    nodes: AtomicU64,
    /// Whether the first of them has ended.
    pub(crate) is_done: AtomicBool,
    /// The last depth one of them has searched to its end; none is as deep where
    /// depths are not shared.
    depth: AtomicU32,
    /// What was found by it.
    latest: Option<Mutex<CompletedDepth>>,
}

/// What the first thread to be done with a depth has found.
#[derive(Debug, Default)]
struct CompletedDepth {
    depth: u32,
    moves: Vec<RootMove>,
    /// Positions its thread had looked at.
    nodes: u64,
}

impl Default for SharedState {
    fn default() -> SharedState {
        SharedState { latest: Some(Mutex::default()), ..SharedState::table_only() }
    }
}

impl SharedState {
    /// Searches that share nothing but the table.
    pub(crate) fn table_only() -> SharedState {
        SharedState {
            nodes: AtomicU64::new(0),
            is_done: AtomicBool::new(false),
            depth: AtomicU32::new(0),
            latest: None,
        }
    }

    fn latest(&self) -> Option<MutexGuard<'_, CompletedDepth>> {
        // What was found is whole whoever panicked.
        Some(self.latest.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tells what was found at a depth, unless another was first.
    fn publish(&self, depth: u32, moves: &[RootMove], nodes: u64) {
        let Some(mut latest) = self.latest() else { return };
        if latest.depth < depth {
            *latest = CompletedDepth { depth, moves: moves.to_vec(), nodes };
            self.depth.store(depth, Relaxed);
        }
    }

    /// What was found at this depth or a later one.
    fn completed_depth(&self, depth: u32) -> Option<(u32, Vec<RootMove>, u64)> {
        let latest = self.latest()?;
        (latest.depth >= depth).then(|| (latest.depth, latest.moves.clone(), latest.nodes))
    }
}

/// What is known of one ply of the line being searched.
#[derive(Debug, Clone, Copy)]
struct StackFrame {
    /// The evaluation, for learning how wrong it is.
    raw_eval: Value,
    /// What it is thought to be worth without search; none in check.
    static_eval: Option<Value>,
    /// What moved here.
    piece_to: PieceTo,
    /// A move left out, to see what the others are worth.
    excluded_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// What moved here, if it neither took nor promoted.
    quiet_move: Option<Move>,
    /// Whether the value is expected above the window, so that one move will do.
    is_cut_node: bool,
    /// Moves on the way here that were searched two plies deeper.
    double_extensions: u8,
    /// By how many plies less the move made here is being searched.
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

/// One search.
pub(crate) struct Search<'a, S: Shape> {
    rules: &'a Rules<S>,
    evaluation: &'a Evaluation,
    search_rules: &'a SearchRules,
    table: &'a TranspositionTable,
    shared: Option<&'a SharedState>,
    limits: SearchLimits<'a>,
    /// By how much White is thought to be the stronger player, in centipawns.
    contempt: Value,
    pub(crate) nodes: u64,
    /// Plies of full search under way.
    root_depth: usize,
    /// The longest line looked at.
    seldepth: usize,
    stopped: bool,
    /// Whether it was stopped because another thread is done with this depth.
    is_overtaken: bool,
    /// Keys of the game and of the line being searched.
    path: Vec<u64>,
    /// Where in the path the line begins.
    root_index: usize,
    /// Positions of the game that draw if they come once more.
    nearly_drawn_keys: Vec<u64>,
    /// Keys of positions on the line that came about by a pass tried for proof, and
    /// how many positions came before.
    null_moves: Vec<(u64, usize)>,
    /// The moves of every node on the line, one node after the other.
    moves: Vec<ScoredMove>,
    scratch: Vec<Move>,
    stack: Vec<StackFrame>,
    histories: &'a mut Histories,
    margins: Margins,
    /// Up to which ply no pass is tried, while one is being verified.
    null_move_min_ply: usize,
    pv_table: Vec<Vec<Move>>,
}

impl<'a, S: Shape> Search<'a, S> {
    pub(crate) fn new(
        rules: &'a Rules<S>,
        evaluation: &'a Evaluation,
        search_rules: &'a SearchRules,
        table: &'a TranspositionTable,
        histories: &'a mut Histories,
        limits: SearchLimits<'a>,
        keys: &[u64],
    ) -> Search<'a, S> {
        Search {
            rules,
            evaluation,
            search_rules,
            table,
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
            margins: Margins::new(&evaluation.piece_values),
            null_move_min_ply: 0,
            pv_table: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Makes this search one of several that share what they find.
    pub(crate) fn with_shared_state(mut self, shared: &'a SharedState) -> Search<'a, S> {
        self.shared = Some(shared);
        self
    }

    /// Counts a position; true if the search must end.
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
                self.stopped |= all >= self.limits.nodes || shared.is_done.load(Relaxed);
                let is_behind = self.root_depth > 0 && shared.depth.load(Relaxed) as usize >= self.root_depth;
                self.is_overtaken |= is_behind && !self.stopped;
                self.stopped |= is_behind;
            }
        }
        self.stopped
    }

    /// Positions looked at, by the others of the crew too.
    fn total_nodes(&self) -> u64 {
        self.shared.map_or(self.nodes, |shared| shared.nodes.load(Relaxed) + self.nodes % STOP_INTERVAL)
    }

    /// The evaluation for the side to move, from memory where it was asked for before.
    #[inline]
    fn evaluate(&mut self, position: &Position<S>) -> Value {
        let key = position.key();
        let white = self.histories.cached_eval(key).unwrap_or_else(|| {
            let value = self.evaluation.value_before_counters(self.rules, position);
            self.histories.cache_eval(key, value);
            value
        });
        let white = self.evaluation.scale_by_counters(self.rules, position, white, self.contempt);
        if position.turn() == Side::White { white } else { -white }
    }

    /// The value of what follows a move, for the side that is then to move.
    #[inline]
    fn search_child(
        &mut self,
        position: &Position<S>,
        depth: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        if self.search_rules.die_faces > 0 {
            self.expectimax(position, depth, alpha, beta, ply)
        } else {
            self.negamax(position, depth, alpha, beta, ply)
        }
    }

    /// A key for the table: near the move limit the count belongs to it.
    #[inline]
    fn tt_key(&self, position: &Position<S>, key: u64) -> u64 {
        let idle = position.halfmove_clock();
        if idle.saturating_add(MOVE_LIMIT_KEY_PLIES) >= self.search_rules.move_limit {
            key ^ mix(u64::from(idle) | 1 << 48)
        } else {
            key
        }
    }

    /// How the game is over, as far as can be told without moves.
    #[inline]
    fn outcome_before_moves(&self, position: &Position<S>) -> Option<Outcome> {
        let early = self.rules.early_outcome(position)?;
        match early.winner {
            Some(_) => Some(early),
            // A mate on the board goes before a counter.
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

    /// The value of a draw for a side.
    #[inline]
    fn draw_value(&self, side: Side) -> Value {
        let white = self.evaluation.draw_value(self.contempt);
        let own = if side == Side::White { white } else { -white };
        if self.search_rules.die_faces > 0 { expected_result(own) } else { own }
    }

    /// Whether nothing is left but the pass.
    fn has_only_pass(moves: &[Move]) -> bool {
        moves.iter().all(|mv| mv.is_pass())
    }

    fn clear_pv(&mut self, ply: usize) {
        self.pv_table[ply].clear();
    }

    /// Makes a move and the line after it the line of this ply.
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
    use rukh_rules::notation::coordinate;
    use rukh_rules::{Event, Game, Node};

    use super::fixture::Fixture;

    /// Remembered, a value is what it would be if reckoned anew: counters that
    /// are no part of the key included.
    #[test]
    fn remembered_values_are_those_of_the_evaluation() {
        for id in rukh_rules::catalog::ids() {
            let mut fixture = Fixture::named(id);
            let ruleset = fixture.ruleset.clone();
            let mut search = fixture.search(&[]);
            let mut chance = SplitMix64::new(7);
            for _ in 0..3 {
                let mut game = Game::new(ruleset.clone());
                if matches!(game.node(), Node::Werera(_)) {
                    game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
                }
                while game.log().len() < 160 {
                    match game.node() {
                        Node::Chance(faces) => {
                            let face = faces[chance.below(faces.len())].number;
                            game.apply(Event::Throw { face }, None).expect("a face of the die");
                        }
                        Node::Choice(_) => {
                            let moves = game.legal_moves();
                            let mv = coordinate::format(&ruleset, moves[chance.below(moves.len())]);
                            game.apply(Event::Move { mv }, None).expect("a legal move");
                        }
                        Node::Over(_) | Node::Werera(_) => break,
                    }
                    let expected = search.evaluation.value(search.rules, game.position());
                    for _ in 0..2 {
                        assert_eq!(search.evaluate(game.position()), expected, "{}", game.fen());
                    }
                }
            }
        }
    }
}
