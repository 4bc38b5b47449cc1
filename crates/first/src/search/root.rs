//! The root: one depth after the other, the best lines first.

use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Outcome, Phase, Position};

use super::Search;
use crate::score::{INFINITE, MAX_PLY, Score, Value, expectation};

/// A move with its value and what is expected to follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The move.
    pub chosen: Move,
    /// Its value for the side that makes it.
    pub score: Score,
    /// The move and what follows; with a die only the move.
    pub pv: Vec<Move>,
}

/// What a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The best move; none where there is nothing to choose: before a throw, in
    /// the werera, or when the game is over.
    pub best: Option<Move>,
    /// The value for the side to move or to throw.
    pub score: Score,
    /// The last depth searched to its end.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The moves expected, the best move first; with a die only that.
    pub pv: Vec<Move>,
    /// As many of the best moves as were asked for, the best first.
    pub lines: Vec<Line>,
}

/// A move of the root and what is known of it.
#[derive(Debug, Clone)]
pub(crate) struct RootMove {
    pub(crate) chosen: Move,
    pub(crate) value: Value,
    line: Vec<Move>,
}

impl<S: Shape> Search<'_, S> {
    /// Searches a position, telling `report` after each depth what is known.
    pub(crate) fn run(
        &mut self,
        position: &Position<S>,
        over: Option<Outcome>,
        seed: u64,
        report: &mut dyn FnMut(&Found),
    ) -> Found {
        if let Some(over) = over {
            let value = self.outcome_value(over, position.turn(), 0);
            return self.found(&[], value, 0);
        }
        if position.phase() == Phase::Werera {
            let value = self.evaluation.value(self.rules, position);
            return self.found(&[], value, 0);
        }
        if self.traits.faces > 0 && position.throw().is_none() {
            return self.before_throw(position, report);
        }
        let mut moves = self.root_moves(position, seed);
        if moves.is_empty() {
            return self.found(&[], 0, 0);
        }
        let wanted = self.limits.lines.clamp(1, moves.len());
        let mut done = 0;
        for depth in 1..=self.limits.depth.min(MAX_PLY as u32 - 1) {
            let settled = moves.clone();
            for index in 0..wanted {
                self.deepen(position, &mut moves, index, depth as i32);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                // Without one line to its end the last depth is all there is.
                if wanted > 1 && done > 0 {
                    moves = settled;
                }
                break;
            }
            moves[..wanted].sort_by_key(|root| -root.value);
            done = depth;
            let value = moves[0].value;
            report(&self.found(&moves[..wanted], value, done));
            if self.is_settled(&moves, depth) {
                break;
            }
        }
        let value = moves[0].value;
        self.found(&moves[..wanted], value, done)
    }

    /// Whether going deeper cannot change anything worth knowing.
    fn is_settled(&self, moves: &[RootMove], depth: u32) -> bool {
        match self.score(moves[0].value) {
            Score::Win { plies } | Score::Loss { plies } => u32::from(plies) <= depth,
            Score::Chance { win } => win == 10_000,
            Score::Centipawns(_) => false,
        }
    }

    fn before_throw(&mut self, position: &Position<S>, report: &mut dyn FnMut(&Found)) -> Found {
        let own = self.path.pop();
        self.line_start = self.path.len();
        let (mut value, mut done) = (self.leaf(position, 0), 0);
        for depth in 1..=self.limits.depth.min(MAX_PLY as u32 - 1) {
            let next = self.chance(position, depth as i32, -INFINITE, INFINITE, 0);
            if self.stopped {
                break;
            }
            (value, done) = (next, depth);
            report(&self.found(&[], value, done));
        }
        self.path.extend(own);
        self.found(&[], value, done)
    }

    /// The legal moves as the search would try them; equal ones by the seed.
    fn root_moves(&mut self, position: &Position<S>, seed: u64) -> Vec<RootMove> {
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.legal_moves_into(position, &mut list);
        if seed != 0 {
            let mut sequence = SplitMix64::new(seed);
            for index in (1..list.len()).rev() {
                list.swap(index, sequence.below(index + 1));
            }
        }
        self.scratch = list;
        let range = self.rank_moves(position, None, 0);
        let mut ranked = self.moves.split_off(range.start);
        ranked.sort_by_key(|scored| -scored.rank);
        let root = |chosen| {
            let next = self.rules.play(position, chosen);
            let value = -self.evaluation.value(self.rules, &next);
            let value = if self.traits.faces > 0 { expectation(value) } else { value };
            RootMove { chosen, value, line: vec![chosen] }
        };
        ranked.into_iter().map(|scored| root(scored.chosen)).collect()
    }

    /// Finds the best of the moves from `first` on and brings it there.
    fn deepen(&mut self, position: &Position<S>, moves: &mut [RootMove], first: usize, depth: i32) {
        let mut alpha = -INFINITE;
        let mut best = first;
        for (index, root) in moves.iter_mut().enumerate().skip(first) {
            let next = self.rules.play(position, root.chosen);
            let mut value = Value::MIN;
            if index > first {
                value = -self.value(&next, depth - 1, -alpha - 1, -alpha, 1);
            }
            if !self.stopped && (index == first || value > alpha) {
                value = -self.value(&next, depth - 1, -INFINITE, -alpha, 1);
            }
            if self.stopped {
                break;
            }
            if value > alpha {
                alpha = value;
                best = index;
                self.adopt_line(0, root.chosen);
                root.value = value;
                root.line.clone_from(&self.lines[0]);
            }
        }
        moves[first..=best].rotate_right(1);
    }

    fn score(&self, value: Value) -> Score {
        if self.traits.faces > 0 { Score::of_chance(value) } else { Score::certain(value) }
    }

    fn found(&self, moves: &[RootMove], value: Value, depth: u32) -> Found {
        let line = |root: &RootMove| Line {
            chosen: root.chosen,
            score: self.score(root.value),
            pv: root.line.clone(),
        };
        let lines: Vec<Line> = moves.iter().map(line).collect();
        Found {
            best: lines.first().map(|line| line.chosen),
            score: self.score(value),
            depth,
            nodes: self.nodes,
            pv: lines.first().map(|line| line.pv.clone()).unwrap_or_default(),
            lines,
        }
    }
}
