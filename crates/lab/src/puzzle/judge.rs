//! What makes a position a puzzle: thresholds, searches and proofs, the same for finder and checker.

use std::sync::Arc;

use rukh_engine::{Engine, PvLine, Score, SearchLimits, SearchResult};
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Move, Node, Rules, Ruleset};

use super::PuzzleGoal;
use super::forced_win::{Attack, ForcedWin};

/// Centipawns that a puzzle of advantage or defence is about.
const ADVANTAGE: i32 = 250;
/// Centipawns within which a position is no better than level for the side that is behind.
const LEVEL: i32 = 100;
/// Least distance of the second best move, in centipawns.
const LEAST_GAP: i32 = 250;
/// The same with a die, in expected score.
const LEAST_CHANCE: f64 = 0.03;
/// Longest forced win that is proved, in moves.
const MOST_MOVES: u16 = 4;
/// Positions of a proof, at most; a proof that needs more is none.
const PROOF_BUDGET: u64 = 3_000_000;
/// Node limit of the searches that measure the cost of a solution.
const COST_NODES: u64 = 50_000;
/// Moves of the solver in a solution that is no forced win, at most.
const LONGEST_LINE: usize = 5;
/// Cost below which a single move is no puzzle, unless it wins the game.
const LEAST_COST: u64 = 30;
/// The same of a move that takes what nothing protects.
const LEAST_COST_OF_CAPTURE: u64 = 300;
/// Legal moves of the solver's first position, at least.
const FEWEST_MOVES: usize = 4;
/// The same with a die, which forbids most.
const FEWEST_MOVES_OF_ROLL: usize = 3;

/// A solution with what it asks for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solution {
    pub goal: PuzzleGoal,
    pub moves: Vec<Move>,
    pub margin: Option<f64>,
    pub expected: Option<[f64; 2]>,
}

/// The one best move of a position, with its distance from the second best in expected score.
#[derive(Debug, Clone, Copy, PartialEq)]
struct OnlyMove {
    goal: PuzzleGoal,
    mv: Move,
    /// Expected scores of the best and of the second best.
    expected: [f64; 2],
}

impl OnlyMove {
    fn margin(&self) -> f64 {
        self.expected[0] - self.expected[1]
    }
}

/// Searches and proves.
#[derive(Debug)]
pub(super) struct Judge {
    pub engine: Engine,
    pub rules: Arc<Rules<Any>>,
}

impl Judge {
    pub fn new(ruleset: Arc<Ruleset>) -> Judge {
        let mut engine = Engine::new(ruleset.clone());
        engine.resize_tt(16);
        Judge { engine, rules: Arc::new(Rules::compile(ruleset)) }
    }

    /// The two best moves by a search that knows nothing of earlier ones.
    fn two_best(&mut self, game: &Game, nodes: u64) -> Vec<PvLine> {
        self.engine.clear();
        self.engine.search(game, &SearchLimits::nodes(nodes).with_multipv(2), 0).lines
    }

    /// Whether a position may be a puzzle, by the two best moves of a cheap search.
    pub fn is_candidate(&self, game: &Game, lines: &[PvLine]) -> bool {
        let moves = game.legal_moves();
        let fewest = if game.ruleset().has_die() { FEWEST_MOVES_OF_ROLL } else { FEWEST_MOVES };
        moves.len() >= fewest
            && self.only_move(lines).is_some_and(|only| !only.mv.is_pass() && !is_recapture(game, only.mv))
    }

    /// The move that alone holds the result.
    fn only_move(&self, lines: &[PvLine]) -> Option<OnlyMove> {
        let [first, second] = lines else { return None };
        let (best, next) = (first.score.centipawns(), second.score.centipawns());
        let expected = [first, second].map(|line| self.engine.expected_score(line.score));
        let goal = if self.engine.ruleset().has_die() {
            (expected[0] - expected[1] >= LEAST_CHANCE).then_some(PuzzleGoal::BestMove)?
        } else if best - next < LEAST_GAP {
            return None;
        } else if best >= ADVANTAGE && next <= LEVEL {
            PuzzleGoal::Advantage
        } else if best >= -LEVEL && next <= -ADVANTAGE {
            PuzzleGoal::Defence
        } else {
            return None;
        };
        Some(OnlyMove { goal, mv: first.mv, expected })
    }

    /// The solution of a position, if it has one and only one.
    pub fn solve(&mut self, game: &Game, nodes: u64) -> Option<Solution> {
        let lines = self.two_best(game, nodes);
        let most = match lines.first()?.score {
            Score::Win { plies } => plies.div_ceil(2),
            Score::Chance { win: 10_000 } => 1,
            _ => 0,
        };
        let won = if (1..=MOST_MOVES).contains(&most) { self.forced_win(game, most) } else { None };
        let found = won.or_else(|| self.line_from(game, &lines, nodes))?;
        // A pass is no move that a solver looks for.
        (!found.moves.iter().step_by(2).any(|mv| mv.is_pass())).then_some(found)
    }

    /// The forced win of a position in at most `most` moves, if exhaustive search proves that each of its
    /// moves is the only one.
    fn forced_win(&self, game: &Game, most: u16) -> Option<Solution> {
        let position = game.position();
        let mut search = ForcedWin::new(&self.rules, position.turn(), Attack::Everything, PROOF_BUDGET);
        let moves = search.shortest(position, most).ok()??;
        let line = search.only_line(position, moves).ok()??;
        Some(Solution { goal: PuzzleGoal::Win { moves }, moves: line, margin: None, expected: None })
    }

    /// The line in which each move of the solver is the only good one, by searches with `nodes` nodes.
    pub fn line(&mut self, game: &Game, nodes: u64) -> Option<Solution> {
        let lines = self.two_best(game, nodes);
        self.line_from(game, &lines, nodes)
    }

    /// The same, where the two best moves of its first position are known.
    fn line_from(&mut self, game: &Game, lines: &[PvLine], nodes: u64) -> Option<Solution> {
        let only = self.only_move(lines)?;
        let mut solution = Solution {
            goal: only.goal,
            moves: vec![only.mv],
            margin: Some(only.margin()),
            expected: Some(only.expected.map(to_thousandth)),
        };
        let mut game = after(game, only.mv)?;
        while solution.moves.len() < 2 * LONGEST_LINE - 1 && matches!(game.node(), Node::Choice(_)) {
            self.engine.clear();
            let Some(reply) = self.engine.search(&game, &SearchLimits::nodes(nodes), 0).best else { break };
            let Some(next) = after(&game, reply) else { break };
            if next.legal_moves().len() < 2 {
                break;
            }
            let lines = self.two_best(&next, nodes);
            let Some(only) = self.only_move(&lines).filter(|only| !is_recapture(&next, only.mv)) else {
                break;
            };
            let Some(last) = after(&next, only.mv) else { break };
            solution.moves.extend([reply, only.mv]);
            solution.margin = solution.margin.map(|margin| margin.min(only.margin()));
            game = last;
        }
        solution.margin = solution.margin.map(to_thousandth);
        Some(solution)
    }

    /// Whether a solution is seen at once: a single move that is found without looking ahead, or that
    /// takes a piece which nothing protects.
    pub fn is_trivial(&self, game: &Game, solution: &Solution, cost: u64) -> bool {
        let [mv] = solution.moves[..] else { return false };
        if matches!(solution.goal, PuzzleGoal::Win { .. }) {
            return false;
        }
        let (position, has_die) = (game.position(), game.ruleset().has_die());
        let next = self.rules.play(position, mv);
        let takes_back = |reply: &Move| !reply.is_pass() && reply.to() == mv.to();
        let is_free = self.rules.is_capture(position, mv) && {
            // With a die any piece may take back after the next throw.
            let faces = if has_die { 1..=game.ruleset().faces() } else { 0..=0 };
            faces
                .map(|face| self.rules.throw(&next, face))
                .all(|thrown| !self.rules.legal_moves(&thrown).iter().any(takes_back))
        };
        // With a die a search of a few positions has seen every throw that may follow.
        let least = if has_die { 0 } else { LEAST_COST };
        cost < if is_free { LEAST_COST_OF_CAPTURE } else { least }
    }

    /// Positions searched until the engine has found each move of the solver and keeps it.
    pub fn cost(&mut self, game: &Game, moves: &[Move]) -> u64 {
        let (mut game, mut cost) = (game.clone(), 0);
        for (index, mv) in moves.iter().enumerate() {
            if index % 2 == 0 {
                cost += self.nodes_to_find(&game, *mv);
            }
            let Some(next) = after(&game, *mv) else { break };
            game = next;
        }
        cost
    }

    fn nodes_to_find(&mut self, game: &Game, mv: Move) -> u64 {
        self.engine.clear();
        let mut since = None;
        let mut note = |found: &SearchResult| {
            since = if found.best == Some(mv) { since.or(Some(found.nodes)) } else { None };
        };
        let last = self.engine.search_with_reports(game, &SearchLimits::nodes(COST_NODES), 0, &mut note);
        since.filter(|_| last.best == Some(mv)).unwrap_or(COST_NODES)
    }

    /// Whether exhaustive search proves that each move of the solver in this line is the only one that
    /// wins within the moves that are left.
    pub fn proves(&self, game: &Game, moves: u16, line: &[Move]) -> bool {
        let mut position = *game.position();
        let mut search = ForcedWin::new(&self.rules, position.turn(), Attack::Everything, PROOF_BUDGET);
        for (index, mv) in (0..).zip(line) {
            let left = moves.saturating_sub(index / 2);
            if index % 2 == 0 && search.winning_moves(&position, left) != Ok(vec![*mv]) {
                return false;
            }
            position = self.rules.play(&position, *mv);
        }
        true
    }

    /// Whether a line of checks wins against every reply, by exhaustive search of checks alone.
    pub fn wins_by_checks(&self, game: &Game, moves: u16) -> bool {
        let mut search = ForcedWin::new(&self.rules, game.position().turn(), Attack::Checks, PROOF_BUDGET);
        search.shortest(game.position(), moves) == Ok(Some(moves))
    }
}

fn to_thousandth(share: f64) -> f64 {
    (share * 1_000.0).round() / 1_000.0
}

/// The game after a move.
pub(super) fn after(game: &Game, mv: Move) -> Option<Game> {
    let mut next = game.clone();
    next.play(mv, None).ok()?;
    Some(next)
}

/// Whether a move takes back where the last one has taken.
fn is_recapture(game: &Game, mv: Move) -> bool {
    let [.., last] = game.log() else { return false };
    if !matches!(last.event, Event::Move { .. }) {
        return false;
    }
    let before = game.without_last(1);
    let Some(last) = before.move_of(&last.event) else { return false };
    last.to() == mv.to() && game.rules().is_capture(before.position(), last)
}
