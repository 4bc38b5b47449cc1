//! Puzzles: positions with one solution, with every position that a reader can reach.

use rukh_rules::Side;
use rukh_session::wire::ruleset::ArrayPiece;
use schemars::JsonSchema;
use serde::Serialize;

use super::lesson::{Course, LessonState};

/// A list of puzzles.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PuzzleList {
    /// Summaries without solutions, by family, the easiest first.
    pub puzzles: Vec<PuzzleSummary>,
}

/// Summary of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PuzzleSummary {
    /// Puzzle id.
    pub id: String,
    /// Family of games.
    pub family: String,
    /// Ruleset instance.
    pub instance: String,
    /// What is asked for.
    pub goal: PuzzleGoalName,
    /// Whether the advantage that is asked for decides the game, or the disadvantage that is to be
    /// avoided: three quarters of the points.
    pub is_decisive: bool,
    /// Number of moves of the solver.
    pub moves: u16,
    /// Themes, such as `fork`.
    pub themes: Vec<String>,
    /// Difficulty, 1 to 5, by the positions that the engine searches for the solution.
    pub difficulty: u8,
    /// The solver's side.
    pub side: Side,
    /// The face that was thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<u8>,
    /// Name of a problem of the old masters, as a message key without the prefix `mansuba-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The puzzle of the day.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DailyPuzzle {
    /// The puzzle without its solution.
    pub puzzle: PuzzleSummary,
    /// The pieces of its position.
    pub board: Vec<ArrayPiece>,
}

/// What a puzzle asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleGoalName {
    /// Win the game in the number of moves.
    Win,
    /// Get an advantage.
    Advantage,
    /// Avoid a disadvantage.
    Defence,
    /// Play the best move for the throw.
    BestMove,
}

/// A puzzle.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PuzzleDetails {
    /// The summary.
    pub summary: PuzzleSummary,
    /// Position in FEN, with the throw if there is one.
    pub fen: String,
    /// Positions that the engine searches until it has found the solution.
    pub cost: u64,
    /// Margin of the solution over the second best move, in expected score (0 to 1), where no win is
    /// proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// How the solution was verified.
    pub verified: PuzzleVerification,
    /// Nodes of each search that verified it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Works that it comes from, if it is a problem of the old masters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<PuzzleSource>,
    /// Board, pieces and positions: a course of one step, which is to find the line.
    pub course: Course,
}

/// How a solution was verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleVerification {
    /// Exhaustive search of all moves.
    Proof,
    /// Searches of the two best moves.
    Search,
    /// Exhaustive search of checks: the line wins, but that nothing else wins is not proved.
    Checks,
    /// The sources alone.
    Sources,
}

/// A work that a puzzle comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PuzzleSource {
    /// Key in the bibliography.
    pub key: String,
    /// The citation.
    pub text: String,
}

/// The answer to a move that is not the solution.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PuzzleRefutation {
    /// What is wrong with the move.
    pub verdict: PuzzleVerdict,
    /// Expected score of the solver after the move, 0 to 1.
    pub expected: f64,
    /// Expected score of the solver with the solution, 0 to 1.
    pub best: f64,
    /// The move and what follows, in the letters of the ruleset.
    pub line: Vec<String>,
    /// The positions after each move of `line`.
    pub states: Vec<LessonState>,
}

/// What is wrong with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleVerdict {
    /// It gives away what the solution holds.
    Refuted,
    /// It wins too, but not in the number of moves.
    Slower,
    /// The engine thinks it as good, though it is not the solution.
    AsGood,
}
