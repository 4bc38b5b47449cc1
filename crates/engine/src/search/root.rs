//! The root: iterative deepening, aspiration windows, MultiPV.

use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Outcome, Phase, Position};

use super::Search;
use crate::score::{INFINITE, MAX_PLY, Score, Value, WIN_IN_MAX_PLY, expected_result};

/// Depth from which aspiration windows and reductions at the root are used.
const ASPIRATION_MIN_DEPTH: i32 = 4;

/// How many times as deep as a win or a loss is long the search goes before it believes
/// that none is shorter: late moves are searched less deep than the rest.
const MATE_DEPTH_FACTOR: u32 = 2;

/// A root move with its score and principal variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PvLine {
    /// The move.
    pub mv: Move,
    /// Its value for the side that makes it.
    pub score: Score,
    /// The move and what follows; with a die only the move.
    pub pv: Vec<Move>,
}

/// Result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` before a throw, in the werera, or when the game is over.
    pub best: Option<Move>,
    /// The value for the side to move or to throw.
    pub score: Score,
    /// The last completed depth.
    pub depth: u32,
    /// Selective depth: the longest line searched, in plies; with a die in turns.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Share of the nodes spent on the best move, in thousandths.
    pub effort: u32,
    /// Share of the table filled by this search, in thousandths.
    pub hashfull: u32,
    /// The moves expected, the best move first; with a die only that.
    pub pv: Vec<Move>,
    /// The best moves in order, as many as MultiPV asks for.
    pub lines: Vec<PvLine>,
}

/// A root move during the search.
#[derive(Debug, Clone)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    pub(crate) value: Value,
    /// Positions looked at below it.
    effort: u64,
    pv: Vec<Move>,
}

/// What is known of several lines where a depth was cut short: those that came to their
/// end in it, then the others as the last depth, the `done`th, left them, none thought
/// better than what was found better in this one; of a first depth only the former,
/// since a move not looked into seems to win what it takes.
fn merge_interrupted_lines(
    ended: &[RootMove],
    settled: Vec<RootMove>,
    completed_depth: u32,
) -> Vec<RootMove> {
    let mut moves = ended.to_vec();
    moves.sort_by_key(|root| -root.value);
    let worst = moves.last().map_or(INFINITE, |root| root.value);
    let is_left = |root: &RootMove| ended.iter().all(|known| known.mv != root.mv);
    let bounded = |root: RootMove| RootMove { value: root.value.min(worst), ..root };
    let rest = settled.into_iter().filter(is_left).map(bounded);
    let most = if completed_depth > 0 { usize::MAX } else { usize::from(ended.is_empty()) };
    moves.extend(rest.take(most));
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
            let value = self.evaluate(position);
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
            let settled = moves.clone();
            let mut ended = 0;
            while ended < multipv {
                self.aspiration_search(position, &mut moves, ended, depth as i32);
                if self.stopped {
                    break;
                }
                ended += 1;
            }
            if let Some(found) = self.take_over_completed_depth() {
                (depth, moves) = found;
            } else if self.stopped {
                if multipv > 1 {
                    moves = merge_interrupted_lines(&moves[..ended], settled, completed_depth);
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
            // As large a part of the work as it was there.
            root.effort =
                (u128::from(root.effort) * u128::from(self.nodes) / u128::from(nodes.max(1))) as u64;
        }
        // A search that is cut short takes back all it has put on the line.
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
        let own = self.path.pop();
        self.root_index = self.path.len();
        let (mut value, mut completed_depth) = (self.static_expectation(position, INFINITE, 0), 0);
        for depth in 1..=self.limits.depth.min(MAX_PLY as u32 - 1) {
            let next = self.expectimax(position, depth as i32, -INFINITE, INFINITE, 0);
            if self.stopped {
                break;
            }
            (value, completed_depth) = (next, depth);
            report(&self.search_result(&[], value, completed_depth));
        }
        self.path.extend(own);
        self.search_result(&[], value, completed_depth)
    }

    /// The legal moves in search order; the seed shuffles equal ones.
    fn root_moves(&mut self, position: &Position<S>, seed: u64) -> Vec<RootMove> {
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.legal_moves_into(position, &mut list);
        if let Some(search_moves) = &self.limits.search_moves {
            list.retain(|mv| search_moves.contains(mv));
        }
        if seed != 0 {
            let mut sequence = SplitMix64::new(seed);
            for index in (1..list.len()).rev() {
                list.swap(index, sequence.below(index + 1));
            }
        }
        self.scratch = list;
        let range = self.score_moves(position, None, 0);
        let mut ranked = self.moves.split_off(range.start);
        ranked.sort_by_key(|scored| -scored.score);
        let mut root = |mv| {
            let next = self.rules.play(position, mv);
            let value = -self.evaluate(&next);
            let value = if self.search_rules.die_faces > 0 { expected_result(value) } else { value };
            RootMove { mv, value, effort: 0, pv: vec![mv] }
        };
        ranked.into_iter().map(|scored| root(scored.mv)).collect()
    }

    /// Finds the best of the moves from `first` on and moves it there, with an aspiration window that widens on failure.
    fn aspiration_search(
        &mut self,
        position: &Position<S>,
        moves: &mut [RootMove],
        first: usize,
        depth: i32,
    ) {
        self.root_depth = depth as usize;
        let before = moves[first].value;
        let mut delta = self.margins.aspiration;
        let narrow = self.search_rules.die_faces == 0
            && depth >= ASPIRATION_MIN_DEPTH
            && before.abs() < WIN_IN_MAX_PLY;
        let mut window = if narrow { (before - delta, before + delta) } else { (-INFINITE, INFINITE) };
        loop {
            let value = self.search_root(position, moves, first, depth, window);
            if self.stopped {
                return;
            }
            delta = if delta > self.margins.aspiration * 16 { INFINITE } else { delta * 3 };
            window = match value {
                value if value <= window.0 => ((value - delta).max(-INFINITE), window.1),
                value if value >= window.1 => (window.0, (value + delta).min(INFINITE)),
                _ => return,
            };
        }
    }

    /// The value of the best of the moves from `first` on, which moves there if it raises alpha.
    fn search_root(
        &mut self,
        position: &Position<S>,
        moves: &mut [RootMove],
        first: usize,
        depth: i32,
        (mut alpha, beta): (Value, Value),
    ) -> Value {
        let mut best = None;
        let mut best_value = -INFINITE;
        for (index, root) in moves.iter_mut().enumerate().skip(first) {
            let mv = root.mv;
            self.stack[0].piece_to = self.piece_to(position, mv);
            self.stack[0].quiet_move = (!mv.is_pass() && self.is_quiet(position, mv)).then_some(mv);
            let next = self.rules.play(position, mv);
            let mut value = Value::MIN;
            let before = self.nodes;
            if index > first {
                let late =
                    self.search_rules.die_faces == 0 && depth >= ASPIRATION_MIN_DEPTH && index > first + 3;
                let reduction = i32::from(late && self.is_quiet(position, mv));
                self.stack[1].is_cut_node = true;
                value = -self.search_child(&next, depth - 1 - reduction, -alpha - 1, -alpha, 1);
                if value > alpha && reduction > 0 && !self.stopped {
                    value = -self.search_child(&next, depth - 1, -alpha - 1, -alpha, 1);
                }
            }
            if !self.stopped && (index == first || value > alpha) {
                self.stack[1].is_cut_node = false;
                value = -self.search_child(&next, depth - 1, -beta, -alpha, 1);
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
            moves[first..=best].rotate_right(1);
        }
        best_value
    }

    fn score(&self, value: Value) -> Score {
        if self.search_rules.die_faces > 0 {
            Score::from_expected_result(value)
        } else {
            Score::from_value(value)
        }
    }

    fn search_result(&self, moves: &[RootMove], value: Value, depth: u32) -> SearchResult {
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

    /// A thread that is behind goes on from what the first one found.
    #[test]
    fn search_overtaken_by_another_thread_goes_on_from_its_depth() {
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
