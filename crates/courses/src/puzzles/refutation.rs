//! The refutation of a wrong move: what a search finds after it.

use std::sync::Arc;

use rukh_engine::{Engine, Score, SearchLimits, SearchResult};
use rukh_rules::notation::{coordinate, fen, san};
use rukh_rules::{Failure, Game, Move, Node};

use super::KnownPuzzle;
use crate::lessons::positions;
use crate::wire::puzzle::{PuzzleGoalName, PuzzleRefutation, PuzzleVerdict};

/// Nodes of each search; some tenths of a second.
const NODES: u64 = 60_000;
/// Entries of the engine's table: small, since it is made for one answer.
const TABLE_ENTRIES: usize = 1 << 15;
/// Moves that are shown after the wrong one, at most.
const SHOWN_PLIES: usize = 3;
/// Difference of expected score that does not count.
const NEAR: f64 = 0.02;

/// What a refutation is kept by: the puzzle's id, the number of the solver's move and the move.
pub type RefutationKey = (String, usize, String);

/// A legal move that is not the solution.
#[derive(Debug, Clone)]
pub struct WrongMove {
    puzzle: &'static str,
    after: usize,
    mv: Move,
    text: String,
    /// The position in which it is made.
    game: Game,
    /// The move that is right.
    right: Move,
}

/// Why a move is no wrong move of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrongMoveError {
    /// The solver makes fewer moves.
    NoSuchMove {
        /// Number of the solver's moves.
        moves: usize,
    },
    /// The text is no legal move.
    Illegal(String),
    /// It is the solution.
    Right,
    /// The puzzle's own line is not legal.
    Broken(String),
}

impl WrongMove {
    /// A try at the solver's move number `after`, from 0.
    ///
    /// # Errors
    /// It is no legal move, or the solution.
    pub fn new(known: &'static KnownPuzzle, after: usize, text: &str) -> Result<WrongMove, WrongMoveError> {
        let puzzle = &known.puzzle;
        let Some(right) = puzzle.moves.get(2 * after) else {
            return Err(WrongMoveError::NoSuchMove { moves: puzzle.moves.len().div_ceil(2) });
        };
        let broken = |problem: String| WrongMoveError::Broken(problem);
        let mut game = Game::from_fen(known.ruleset.clone(), &puzzle.fen)
            .map_err(|errors| broken(fen::join_errors(&errors)))?;
        for mv in &puzzle.moves[..2 * after] {
            let made = game.legal_move(mv).and_then(|mv| game.play(mv, None).map(drop));
            made.map_err(|refusal| broken(refusal.to_string()))?;
        }
        let moves = game.legal_moves();
        let find = |text: &str| coordinate::parse_legal(&known.ruleset, &moves, text);
        let right = find(right).map_err(|why| broken(why.into()))?;
        let mv = find(text).map_err(|why| WrongMoveError::Illegal(why.into()))?;
        if mv == right {
            return Err(WrongMoveError::Right);
        }
        let text = coordinate::format(&known.ruleset, mv);
        Ok(WrongMove { puzzle: &puzzle.id, after, mv, text, game, right })
    }

    /// What it is kept by.
    #[must_use]
    pub fn key(&self) -> RefutationKey {
        (self.puzzle.to_owned(), self.after, self.text.clone())
    }

    /// The refutation, with searches that `stop` may end; `None` if it did.
    pub fn refute(
        &self,
        known: &KnownPuzzle,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Result<PuzzleRefutation, Failure>> {
        let mut engine = Engine::with_tt_entries(known.ruleset.clone(), TABLE_ENTRIES);
        let mut value = |mv: Move| {
            engine.clear();
            let limits = SearchLimits::nodes(NODES).with_search_moves([mv]).with_stop(stop);
            let found = engine.search(&self.game, &limits, 0);
            (!stop()).then(|| (engine.expected_score(found.score), found))
        };
        let (best, _) = value(self.right)?;
        let (expected, found) = value(self.mv)?;
        let line = self.line(&found, &mut engine, stop)?;
        let verdict = match found.score {
            Score::Win { .. } if known.summary.goal == PuzzleGoalName::Win => PuzzleVerdict::Slower,
            _ if expected + NEAR >= best => PuzzleVerdict::AsGood,
            _ => PuzzleVerdict::Refuted,
        };
        let before = &known.puzzle.moves[..2 * self.after];
        let texts: Vec<String> = line.iter().map(|mv| coordinate::format(&known.ruleset, *mv)).collect();
        let states = positions(&known.ruleset, &known.puzzle.fen, &[before, &texts].concat(), before.len());
        Some(states.map(|states| PuzzleRefutation {
            verdict,
            expected: rounded(expected),
            best: rounded(best),
            line: self.written(&line),
            states,
        }))
    }

    /// The move and what follows: without a die the line of the search, or at least the best reply.
    fn line(
        &self,
        found: &SearchResult,
        engine: &mut Engine,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Move>> {
        let mut game = self.game.clone();
        let mut line = vec![self.mv];
        game.play(self.mv, None).ok()?;
        if matches!(game.node(), Node::Choice(_)) {
            let best = match found.pv.get(1) {
                Some(reply) => Some(*reply),
                None => engine.search(&game, &SearchLimits::nodes(NODES).with_stop(stop), 0).best,
            };
            line.extend(best);
            line.extend(found.pv.get(2..).unwrap_or_default().iter().take(SHOWN_PLIES - 1));
        }
        (!stop()).then_some(line)
    }

    /// The moves of a line in algebraic notation.
    fn written(&self, line: &[Move]) -> Vec<String> {
        let mut game = self.game.clone();
        let mut words = Vec::new();
        for mv in line {
            let rules: Arc<_> = game.rules().clone();
            words.push(san::format(&rules, game.position(), *mv));
            if game.play(*mv, None).is_err() {
                break;
            }
        }
        words
    }
}

/// An expected score in thousandths.
fn rounded(expected: f64) -> f64 {
    (expected * 1_000.0).round() / 1_000.0
}
