//! The root: iterative deepening, aspiration windows, MultiPV.

use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Outcome, Phase, Position};

use super::{Search, Window};
use crate::score::{INFINITE, MAX_PLY, Score, Value, WIN_IN_MAX_PLY, expected_result};
use crate::transposition::Bound;

/// Depth from which aspiration windows and reductions at the root are used.
const ASPIRATION_MIN_DEPTH: i32 = 4;

/// Depth, as a multiple of the length of a win or loss, from which no shorter one is expected; more than 1 since
/// late moves are reduced.
const MATE_DEPTH_FACTOR: u32 = 2;

/// A root move with its score and principal variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PvLine {
    /// The root move that the line begins with.
    pub mv: Move,
    /// Its value for the side to move.
    pub score: Score,
    /// The principal variation, this move first; with a die only this move.
    pub pv: Vec<Move>,
}

/// What a search found, by the last depth it completed and whatever of the next one it had searched.
///
/// # Examples
/// The line of a win, played to its end: the rook mates, or the king takes the last black pawn.
/// ```
/// use std::sync::Arc;
///
/// use rukh_engine::{Engine, Score, SearchLimits};
/// use rukh_rules::{Game, Ruleset, Side};
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let mut game = Game::from_fen(shatranj.clone(), "7k/8/5K1p/8/8/8/R7/8 w - - 0 1").expect("a sound FEN");
/// let found = Engine::new(shatranj).search(&game, &SearchLimits::nodes(20_000).with_mate(3), 0);
/// assert_eq!(found.score, Score::Win { plies: 3 });
/// assert_eq!(found.best, found.pv.first().copied());
/// for mv in found.pv {
///     game.play(mv, None)?;
/// }
/// assert_eq!(game.outcome().and_then(|over| over.winner), Some(Side::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` before a throw, in the werera, and when the game is over.
    pub best: Option<Move>,
    /// The value for the side to move or to throw.
    pub score: Score,
    /// The last completed depth.
    pub depth: u32,
    /// Selective depth: the longest line searched, in plies; with a die in turns.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Positions whose value was found in a table of endings.
    pub tb_hits: u64,
    /// Share of the nodes spent on the best move, in thousandths.
    pub effort: u32,
    /// Share of the table filled by this search, in thousandths.
    pub hashfull: u32,
    /// The principal variation, the best move first; with a die only that move.
    pub pv: Vec<Move>,
    /// The best moves in order, at most `multipv`.
    pub lines: Vec<PvLine>,
}

/// A root move during the search.
#[derive(Debug, Clone)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    pub(crate) value: Value,
    /// Nodes searched below it.
    effort: u64,
    pub(super) pv: Vec<Move>,
}

/// The lines of an interrupted depth: those it completed, then the others from the last completed depth, bounded
/// by the worst of the former. Without a completed depth there are only the former (or one move), since a move
/// without a search has the value of its capture.
fn merge_interrupted_lines(
    completed: &[RootMove],
    previous: Vec<RootMove>,
    completed_depth: u32,
) -> Vec<RootMove> {
    let mut moves = completed.to_vec();
    moves.sort_by_key(|root| -root.value);
    let worst = moves.last().map_or(INFINITE, |root| root.value);
    let is_other = |root: &RootMove| completed.iter().all(|known| known.mv != root.mv);
    let bounded = |root: RootMove| RootMove { value: root.value.min(worst), ..root };
    let rest = previous.into_iter().filter(is_other).map(bounded);
    let count = if completed_depth > 0 { usize::MAX } else { usize::from(completed.is_empty()) };
    moves.extend(rest.take(count));
    moves
}

impl<S: Shape> Search<'_, S> {
    /// Searches a position by iterative deepening, with a report after each depth.
    pub(crate) fn run(
        &mut self,
        position: &Position<S>,
        outcome: Option<Outcome>,
        seed: u64,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        self.contempt = self.limits.white_contempt(position.turn());
        if let Some(over) = outcome {
            let value = self.outcome_value(over, position.turn(), 0);
            return self.search_result(&[], value, 0);
        }
        if position.phase() == Phase::Werera {
            let value = self.evaluate(position, 0);
            return self.search_result(&[], value, 0);
        }
        if self.search_rules.die_faces > 0 && position.throw().is_none() {
            return self.search_before_throw(position, report);
        }
        let mut moves = self.root_moves(position, seed);
        if moves.is_empty() {
            return self.search_result(&[], 0, 0);
        }
        let multipv = self.limits.multipv.clamp(1, moves.len());
        let mut completed_depth = 0;
        let max_depth = self.limits.depth.min(MAX_PLY as u32 - 1);
        while completed_depth < max_depth {
            let mut depth = completed_depth + 1;
            let previous = moves.clone();
            let mut completed_lines = 0;
            while completed_lines < multipv {
                self.aspiration_search(position, &mut moves[completed_lines..], depth as i32);
                if self.stopped {
                    break;
                }
                completed_lines += 1;
            }
            if let Some(found) = self.take_over_completed_depth() {
                (depth, moves) = found;
            } else if self.stopped {
                if multipv > 1 {
                    let completed = &moves[..completed_lines];
                    moves = merge_interrupted_lines(completed, previous, completed_depth);
                }
                break;
            } else if let Some(shared) = self.shared {
                shared.publish(depth, &moves, self.nodes);
            }
            moves[..multipv].sort_by_key(|root| -root.value);
            completed_depth = depth;
            let value = moves[0].value;
            report(&self.search_result(&moves[..multipv], value, completed_depth));
            if self.is_decided(&moves[..multipv], depth) {
                break;
            }
        }
        let value = moves[0].value;
        self.search_result(&moves[..multipv.min(moves.len())], value, completed_depth)
    }

    /// Takes over the result of a thread that completed this depth, or a later one, first.
    fn take_over_completed_depth(&mut self) -> Option<(u32, Vec<RootMove>)> {
        if !std::mem::take(&mut self.is_overtaken) {
            return None;
        }
        let (depth, mut moves, nodes) = self.shared?.completed_depth(self.root_depth as u32)?;
        for root in &mut moves {
            // Scaled, so that its share of the nodes stays the same.
            root.effort =
                (u128::from(root.effort) * u128::from(self.nodes) / u128::from(nodes.max(1))) as u64;
        }
        // An interrupted search leaves the path as it found it.
        self.stopped = false;
        Some((depth, moves))
    }

    /// Whether a deeper search cannot change these lines: a win as short as asked for, or no shorter win or loss likely.
    fn is_decided(&self, lines: &[RootMove], depth: u32) -> bool {
        let is_sure = |plies| MATE_DEPTH_FACTOR * u32::from(plies) <= depth;
        let is_settled = |root: &RootMove| match (self.score(root.value), self.limits.mate) {
            (Score::Win { plies }, Some(mate)) => plies.div_ceil(2) <= mate,
            (Score::Win { plies } | Score::Loss { plies }, _) => is_sure(plies),
            (Score::Chance { win }, _) => win == 10_000,
            (Score::Centipawns(_), _) => false,
        };
        let count = if self.limits.mate.is_some() { 1 } else { lines.len() };
        lines.iter().take(count).all(is_settled)
    }

    fn search_before_throw(
        &mut self,
        position: &Position<S>,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let root_key = self.path.pop();
        self.root_index = self.path.len();
        let (mut value, mut completed_depth) = (self.static_expectation(position, INFINITE, 0), 0);
        for depth in 1..=self.limits.depth.min(MAX_PLY as u32 - 1) {
            let next = self.expectimax(position, Window::FULL, depth as i32, 0);
            if self.stopped {
                break;
            }
            (value, completed_depth) = (next, depth);
            report(&self.search_result(&[], value, completed_depth));
        }
        self.path.extend(root_key);
        self.search_result(&[], value, completed_depth)
    }

    /// The legal moves in search order; the seed shuffles equal ones.
    pub(super) fn root_moves(&mut self, position: &Position<S>, seed: u64) -> Vec<RootMove> {
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.legal_moves_into(position, &mut list);
        if let Some(search_moves) = &self.limits.search_moves {
            list.retain(|mv| search_moves.contains(mv));
        }
        if seed != 0 {
            let mut random = SplitMix64::new(seed);
            for index in (1..list.len()).rev() {
                list.swap(index, random.below(index + 1));
            }
        }
        self.scratch = list;
        let range = self.score_moves(position, None, 0);
        let mut ranked = self.moves.split_off(range.start);
        ranked.sort_by_key(|scored| -scored.score);
        let mut root = |mv| {
            let next = self.rules.play(position, mv);
            let value = -self.evaluate(&next, 1);
            let value = if self.search_rules.die_faces > 0 { expected_result(value) } else { value };
            RootMove { mv, value, effort: 0, pv: vec![mv] }
        };
        ranked.into_iter().map(|scored| root(scored.mv)).collect()
    }

    /// Finds the best of some root moves and moves it to the front, with an aspiration window that widens on
    /// failure.
    fn aspiration_search(&mut self, position: &Position<S>, moves: &mut [RootMove], depth: i32) {
        self.root_depth = depth as usize;
        let before = moves[0].value;
        let mut delta = self.margins.aspiration;
        let is_narrow = self.search_rules.die_faces == 0
            && depth >= ASPIRATION_MIN_DEPTH
            && before.abs() < WIN_IN_MAX_PLY;
        let mut window = if is_narrow { Window::new(before - delta, before + delta) } else { Window::FULL };
        loop {
            let value = self.search_root(position, moves, window, depth);
            if self.stopped {
                return;
            }
            delta = if delta > self.margins.aspiration * 16 { INFINITE } else { delta * 3 };
            match window.bound_of(value) {
                Bound::Upper => window.alpha = (value - delta).max(-INFINITE),
                Bound::Lower => window.beta = (value + delta).min(INFINITE),
                Bound::Exact => return,
            }
        }
    }

    /// The value of the best of some root moves, which moves to the front if it raises alpha.
    fn search_root(
        &mut self,
        position: &Position<S>,
        moves: &mut [RootMove],
        window: Window,
        depth: i32,
    ) -> Value {
        let Window { mut alpha, beta } = window;
        let mut best = None;
        let mut best_value = -INFINITE;
        for (index, root) in moves.iter_mut().enumerate() {
            let mv = root.mv;
            self.stack[0].piece_to = self.piece_to(position, mv);
            self.stack[0].quiet_move = (!mv.is_pass() && self.is_quiet(position, mv)).then_some(mv);
            let next = self.rules.play(position, mv);
            let mut value = Value::MIN;
            let before = self.nodes;
            if index > 0 {
                let is_late = self.search_rules.die_faces == 0 && depth >= ASPIRATION_MIN_DEPTH && index > 3;
                let reduction = i32::from(is_late && self.is_quiet(position, mv));
                let null = Window::above(alpha).negated();
                self.stack[1].is_cut_node = true;
                value = -self.search_child(&next, null, depth - 1 - reduction, 1);
                if value > alpha && reduction > 0 && !self.stopped {
                    value = -self.search_child(&next, null, depth - 1, 1);
                }
            }
            if !self.stopped && (index == 0 || value > alpha) {
                self.stack[1].is_cut_node = false;
                value = -self.search_child(&next, Window::new(alpha, beta).negated(), depth - 1, 1);
            }
            root.effort += self.nodes - before;
            if self.stopped {
                break;
            }
            best_value = best_value.max(value);
            if value > alpha {
                alpha = value;
                best = Some(index);
                self.update_pv(0, mv);
                root.value = value;
                root.pv.clone_from(&self.pv_table[0]);
                if value >= beta {
                    break;
                }
            }
        }
        if let Some(best) = best {
            moves[..=best].rotate_right(1);
        }
        best_value
    }

    pub(super) fn score(&self, value: Value) -> Score {
        if self.search_rules.die_faces > 0 {
            Score::from_expected_result(value)
        } else {
            Score::from_value(value)
        }
    }

    pub(super) fn search_result(&self, moves: &[RootMove], value: Value, depth: u32) -> SearchResult {
        let line =
            |root: &RootMove| PvLine { mv: root.mv, score: self.score(root.value), pv: root.pv.clone() };
        let lines: Vec<PvLine> = moves.iter().map(line).collect();
        let effort = moves.first().map_or(0, |root| root.effort);
        SearchResult {
            best: lines.first().map(|line| line.mv),
            score: self.score(value),
            depth,
            seldepth: self.seldepth as u32,
            nodes: self.total_nodes(),
            tb_hits: self.total_tb_hits(),
            effort: (effort * 1_000 / self.nodes.max(1)) as u32,
            hashfull: self.table.hashfull(),
            pv: lines.first().map(|line| line.pv.clone()).unwrap_or_default(),
            lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::Game;

    use super::RootMove;
    use crate::search::SharedState;
    use crate::search::fixture::Fixture;

    #[test]
    fn search_overtaken_by_another_thread_continues_from_its_depth() {
        let mut fixture = Fixture::named("mideast");
        let game = Game::new(fixture.ruleset.clone());
        let shared = SharedState::default();
        let search = fixture.search(game.keys());
        let mv = *search.rules.legal_moves(game.position()).last().expect("there are moves");
        shared.publish(7, &[RootMove { mv, value: 77, effort: 3, pv: vec![mv] }], 6);
        shared.publish(6, &[], 6);
        let mut search = search.with_shared_state(&shared);
        search.limits.depth = 7;
        let mut depths = Vec::new();
        let found = search.run(game.position(), None, 0, &mut |found| depths.push(found.depth));
        assert_eq!((found.depth, found.best, found.effort), (7, Some(mv), 500));
        assert_eq!(found.score, crate::Score::Centipawns(77));
        assert!(depths.len() < 7 && depths.last() == Some(&7), "{depths:?}");
    }
}
