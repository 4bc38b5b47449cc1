//! Verification of puzzles that were made earlier.

use std::collections::HashMap;
use std::sync::Arc;

use rukh_rules::notation::{coordinate, fen};
use rukh_rules::{Failure, Game, Move, Node, Ruleset};

use super::finder::make;
use super::judge::{Judge, Solution, after};
use super::{Puzzle, PuzzleGoal, PuzzleOrigin, PuzzleTheme, Verification, theme};

/// Checker of puzzles, of any ruleset.
#[derive(Debug, Default)]
pub struct PuzzleChecker {
    judges: HashMap<String, Judge>,
}

/// A puzzle whose position and moves are legal.
struct Legal {
    game: Game,
    moves: Vec<Move>,
}

impl PuzzleChecker {
    /// Checker that has seen no ruleset yet.
    #[must_use]
    pub fn new() -> PuzzleChecker {
        PuzzleChecker::default()
    }

    /// Checks what takes no search: that the id, the revision and the themes are right, and that the
    /// moves are legal and end where the goal says.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_moves(&mut self, puzzle: &Puzzle) -> Result<(), Failure> {
        self.legal(puzzle).map(|_| ())
    }

    /// Checks everything again: also proofs, searches and the cost.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<(), Failure> {
        let legal = self.legal(puzzle)?;
        let judge = self.judges.get_mut(&puzzle.ruleset).ok_or("its ruleset was not read")?;
        check_solution(judge, puzzle, &legal)?;
        let cost = judge.cost(&legal.game, &legal.moves);
        if cost != puzzle.cost {
            return Err(format!("its cost is {} nodes; expected {cost}", puzzle.cost).into());
        }
        Ok(())
    }

    /// The puzzle with margin, expected scores and cost as searches find them now.
    ///
    /// # Errors
    /// What is wrong: also that searches find another solution.
    pub fn renew(&mut self, puzzle: &Puzzle) -> Result<Puzzle, Failure> {
        let legal = self.legal(puzzle)?;
        let judge = self.judges.get_mut(&puzzle.ruleset).ok_or("its ruleset was not read")?;
        let mut renewed = puzzle.clone();
        if let Verification::Search { nodes } = puzzle.verified {
            let found = search_solution(judge, puzzle, &legal, nodes)?;
            (renewed.margin, renewed.expected) = (found.margin, found.expected);
        }
        renewed.cost = judge.cost(&legal.game, &legal.moves);
        Ok(renewed)
    }

    fn legal(&mut self, puzzle: &Puzzle) -> Result<Legal, Failure> {
        let judge = self.judge(&puzzle.ruleset)?;
        let ruleset = judge.rules.ruleset().clone();
        if puzzle.revision != ruleset.revision {
            let (had, has) = (puzzle.revision, ruleset.revision);
            return Err(
                format!("verified under revision {had} of `{}`; it is now {has}", puzzle.ruleset).into()
            );
        }
        let game = game(&ruleset, &puzzle.fen)?;
        let id = Puzzle::id_of(&puzzle.ruleset, &puzzle.fen);
        if id != puzzle.id {
            return Err(format!("the id is `{}`; expected `{id}`", puzzle.id).into());
        }
        let (moves, end) = replay(&game, &puzzle.moves)?;
        check_goal(puzzle, &game, &end)?;
        let mut themes = theme::themes(&game, puzzle.goal, &moves, &judge.engine.piece_values());
        if matches!(puzzle.origin, PuzzleOrigin::Mansuba { .. }) {
            themes.insert(PuzzleTheme::Mansuba);
        }
        if themes != puzzle.themes {
            return Err(format!("the themes are {}; expected {}", list(&puzzle.themes), list(&themes)).into());
        }
        Ok(Legal { game, moves })
    }

    fn judge(&mut self, instance: &str) -> Result<&mut Judge, Failure> {
        if !self.judges.contains_key(instance) {
            let ruleset = Ruleset::named(instance).map_err(|error| error.to_string())?;
            self.judges.insert(instance.to_owned(), Judge::new(Arc::new(ruleset)));
        }
        self.judges.get_mut(instance).ok_or_else(|| "its ruleset was not read".to_owned().into())
    }

    /// A puzzle of a known problem, with the moves of its sources: what can be proved of them decides
    /// how it was verified.
    ///
    /// # Errors
    /// The ruleset, the position or a move is wrong.
    pub fn mansuba(
        &mut self,
        instance: &str,
        fen: &str,
        moves: &[&str],
        origin: PuzzleOrigin,
    ) -> Result<Puzzle, Failure> {
        let judge = self.judge(instance)?;
        let game = game(&judge.rules.ruleset().clone(), fen)?;
        let texts: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
        let (moves, end) = replay(&game, &texts)?;
        let wins = end.outcome().is_some_and(|over| over.winner == Some(game.position().turn()));
        let goal = match wins {
            true => PuzzleGoal::Win { moves: moves.len().div_ceil(2) as u16 },
            false => PuzzleGoal::Advantage,
        };
        let solution = Solution { goal, moves, margin: None, expected: None };
        let mut puzzle = make(judge, &game, &solution, 0, origin);
        puzzle.themes.insert(PuzzleTheme::Mansuba);
        puzzle.verified = match goal {
            PuzzleGoal::Win { moves } if judge.proves(&game, moves, &solution.moves) => Verification::Proof,
            PuzzleGoal::Win { moves } if judge.wins_by_checks(&game, moves) => Verification::Checks,
            _ => Verification::Sources,
        };
        Ok(puzzle)
    }
}

/// The game that begins with a position written as the rules write it.
fn game(ruleset: &Arc<Ruleset>, fen: &str) -> Result<Game, Failure> {
    let game = Game::from_fen(ruleset.clone(), fen).map_err(|errors| fen::join_errors(&errors))?;
    match (game.node(), game.fen()) {
        (Node::Choice(_), own) if own == fen => Ok(game),
        (Node::Choice(_), own) => Err(format!("the FEN is not in its usual form `{own}`").into()),
        _ => Err("the position has no side to move".into()),
    }
}

/// The moves of a line, and the game after them.
fn replay(game: &Game, texts: &[String]) -> Result<(Vec<Move>, Game), Failure> {
    let (mut moves, mut state) = (Vec::new(), game.clone());
    for text in texts {
        let mv = coordinate::parse_legal(game.ruleset(), &state.legal_moves(), text)
            .map_err(|error| format!("move {}: {error}", moves.len() + 1))?;
        state = after(&state, mv).ok_or_else(|| format!("move `{text}` is refused"))?;
        moves.push(mv);
    }
    match moves.len() % 2 {
        1 => Ok((moves, state)),
        _ => Err("the solution has to begin and end with a move of the solver".into()),
    }
}

fn check_goal(puzzle: &Puzzle, game: &Game, end: &Game) -> Result<(), Failure> {
    let own = puzzle.moves.len().div_ceil(2);
    let won = end.outcome().is_some_and(|over| over.winner == Some(game.position().turn()));
    match puzzle.goal {
        PuzzleGoal::Win { moves } if usize::from(moves) != own => {
            Err(format!("a win in {moves} moves has a solution of {own}").into())
        }
        PuzzleGoal::Win { .. } if !won => Err("the solution does not win the game".into()),
        PuzzleGoal::BestMove if !game.ruleset().has_die() => {
            Err("`best-move` is asked for only where a die is thrown".into())
        }
        _ => Ok(()),
    }
}

fn check_solution(judge: &mut Judge, puzzle: &Puzzle, legal: &Legal) -> Result<(), Failure> {
    let Legal { game, moves } = legal;
    let own = puzzle.moves.len().div_ceil(2) as u16;
    match puzzle.verified {
        Verification::Proof => match judge.proves(game, own, moves) {
            true => Ok(()),
            false => Err("exhaustive search does not prove that its moves alone win".into()),
        },
        Verification::Checks => match judge.wins_by_checks(game, own) {
            true => Ok(()),
            false => Err("exhaustive search of checks finds no such win".into()),
        },
        Verification::Search { nodes } => {
            let found = search_solution(judge, puzzle, legal, nodes)?;
            if (found.margin, found.expected) != (puzzle.margin, puzzle.expected) {
                let (margin, expected) = (found.margin, found.expected);
                return Err(
                    format!("a search with {nodes} nodes finds margin {margin:?}, {expected:?}").into()
                );
            }
            Ok(())
        }
        // There is nothing to compute.
        Verification::Sources => Ok(()),
    }
}

/// The solution that searches find, which has to have the goal and the moves of the puzzle.
fn search_solution(
    judge: &mut Judge,
    puzzle: &Puzzle,
    legal: &Legal,
    nodes: u64,
) -> Result<Solution, Failure> {
    let Some(found) = judge.line(&legal.game, nodes) else {
        return Err(format!("a search with {nodes} nodes finds no only move").into());
    };
    if (&found.moves, found.goal) != (&legal.moves, puzzle.goal) {
        let word = |mv: &Move| coordinate::format(legal.game.ruleset(), *mv);
        let line: Vec<String> = found.moves.iter().map(word).collect();
        return Err(format!("a search with {nodes} nodes finds {line:?} by {:?}", found.margin).into());
    }
    Ok(found)
}

fn list(themes: &std::collections::BTreeSet<PuzzleTheme>) -> String {
    themes.iter().map(PuzzleTheme::to_string).collect::<Vec<_>>().join(", ")
}
