//! Puzzles: positions with one solution, found in games, verified, and their file format.
//!
//! A file holds one puzzle in each line, as JSON. A puzzle states how it was made, so that
//! [`PuzzleChecker`] can do all of it again: a forced win is proved by exhaustive search, any other
//! solution by a search of the two best moves at every move of the solver. Themes and cost are
//! computed, never typed.
//!
//! The best known problem of shatranj, in which two rooks are given for a mate by a knight:
//!
//! ```
//! use rukh_lab::puzzle::{PuzzleChecker, PuzzleGoal, PuzzleOrigin, PuzzleTheme, Verification};
//!
//! let dilaram = "1r4k1/8/5PP1/8/K5NR/7E/1r6/7R w - - 0 1";
//! let moves = "h4h8 g8h8 h3f5 b2h2 h1h2 h8g8 h2h8 g8h8 g6g7 h8g8 g4h6";
//! let moves: Vec<&str> = moves.split(' ').collect();
//! let sources = vec!["mansubat-dilaram".to_owned()];
//! let origin = PuzzleOrigin::Mansuba { name: "dilaram".to_owned(), sources };
//! let puzzle = PuzzleChecker::new().mansuba("shatranj", dilaram, &moves, origin)?;
//! assert_eq!(puzzle.goal, PuzzleGoal::Win { moves: 6 });
//! assert_eq!(puzzle.verified, Verification::Checks);
//! assert!(puzzle.themes.contains(&PuzzleTheme::Sacrifice));
//! # Ok::<(), rukh_rules::Failure>(())
//! ```

use std::collections::BTreeSet;

use rukh_rules::Side;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::standing::Standing;

mod checker;
mod finder;
mod forced_win;
mod judge;
mod theme;

pub use checker::PuzzleChecker;
pub use finder::{FinderProgress, PuzzleFinder, PuzzleFinderSettings};

/// Version of the engine that searches.
const ENGINE: &str = concat!("rukh ", env!("CARGO_PKG_VERSION"));

/// A puzzle: a position, its solution, and how it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The id: twelve hexadecimal digits of the digest of ruleset and position.
    pub id: String,
    /// Ruleset instance.
    pub ruleset: String,
    /// Revision of the ruleset's laws under which it was verified.
    pub revision: u32,
    /// Position in the ruleset's FEN, with the throw where a die was thrown.
    pub fen: String,
    /// What is asked for.
    pub goal: PuzzleGoal,
    /// Moves in coordinates: the solver's and the replies in turn, a move of the solver first and last.
    pub moves: Vec<String>,
    /// Themes, in their order.
    pub themes: BTreeSet<PuzzleTheme>,
    /// Difficulty: positions the engine searches until it has found each move of the solver for good.
    pub cost: u64,
    /// The least margin of a solver's move over the second best, in expected score (0 to 1); absent
    /// where a win is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Expected score (0 to 1) of the solver's first move and of the second best one; absent where the
    /// solution is not searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<[f64; 2]>,
    /// How it was verified.
    pub verified: Verification,
    /// Where it comes from.
    pub origin: PuzzleOrigin,
}

/// What a puzzle asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum PuzzleGoal {
    /// Win the game by force.
    Win {
        /// Number of the solver's moves until the game is over.
        moves: u16,
    },
    /// Get an advantage, where every other move leaves none.
    Advantage,
    /// Avoid a disadvantage.
    Defence,
    /// With a die: play the best move for the throw.
    BestMove,
}

/// How the solution was verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "by", deny_unknown_fields)]
pub enum Verification {
    /// Exhaustive search: every other move of the solver fails to win in the number of moves.
    Proof,
    /// Searches of the two best moves with this many nodes at each move of the solver.
    Search {
        /// Node limit of each search.
        nodes: u64,
    },
    /// The line wins against every reply, by exhaustive search of checks alone; that no other move
    /// wins is not proved.
    Checks,
    /// The moves are those of the sources.
    Sources,
}

/// Where a puzzle comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "from", deny_unknown_fields)]
pub enum PuzzleOrigin {
    /// A game of the engine with itself.
    SelfPlay {
        /// Seed of openings, dice and mistakes.
        seed: u64,
        /// Number of the game, from 0.
        game: u64,
        /// Plies played before the position.
        ply: usize,
        /// Node limit of the search that noticed it.
        nodes: u64,
        /// Program and version.
        engine: String,
    },
    /// A game of a file.
    File {
        /// Number of the game in its file, from 1.
        game: u64,
        /// Plies played before the position.
        ply: usize,
        /// Node limit of the search that noticed it.
        nodes: u64,
        /// Program and version.
        engine: String,
    },
    /// A problem of the old masters (mansuba).
    Mansuba {
        /// Its name, a key of messages.
        name: String,
        /// Keys of its sources in the bibliography.
        sources: Vec<String>,
    },
}

/// A property of a puzzle that follows from its moves.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleTheme {
    /// It ends with mate.
    Mate,
    /// It ends by taking the last piece beside the king.
    BareKing,
    /// It ends with a stalemate that wins.
    Stalemate,
    /// It ends by taking the king.
    KingCapture,
    /// A piece attacks two at once.
    Fork,
    /// A pawn promotes.
    Promotion,
    /// The solver wins material.
    Material,
    /// The first move gives material away.
    Sacrifice,
    /// The first move neither takes nor gives check.
    Quiet,
    /// The solver saves what seems lost.
    Defence,
    /// A die is thrown.
    Die,
    /// At most eight pieces are on the board.
    Endgame,
    /// A problem of the old masters.
    Mansuba,
}

/// Upper bounds of the cost of the first four steps of difficulty, in nodes.
const DIFFICULTY_BOUNDS: [u64; 4] = [60, 300, 2_000, 15_000];

impl Puzzle {
    /// Whether an advantage that is asked for is decisive, or a disadvantage that is to be avoided:
    /// by what the first move and the second best lead to. A solution that is proved or of the sources wins.
    #[must_use]
    pub fn is_decisive(&self) -> bool {
        let Some([best, second]) = self.expected else {
            return !matches!(self.verified, Verification::Search { .. });
        };
        match self.goal {
            PuzzleGoal::Win { .. } => true,
            PuzzleGoal::Advantage => Standing::of(best) == Standing::Winning,
            PuzzleGoal::Defence => Standing::of(second) == Standing::Losing,
            PuzzleGoal::BestMove => false,
        }
    }
}

impl Puzzle {
    /// The id of a position of a ruleset.
    #[must_use]
    pub fn id_of(instance: &str, fen: &str) -> String {
        let digest = Sha256::digest(format!("{instance}\n{fen}"));
        hex::encode(&digest[..6])
    }

    /// Step of difficulty, 1 to 5.
    #[must_use]
    pub fn difficulty(&self) -> u8 {
        1 + DIFFICULTY_BOUNDS.iter().filter(|bound| self.cost > **bound).count() as u8
    }

    /// Side of the solver, by the position.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        self.fen.split_whitespace().nth(1)?.parse().ok()
    }

    /// The puzzle as a line of a file, without its end.
    ///
    /// # Panics
    /// Never: a puzzle is made of texts and numbers.
    #[must_use]
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a puzzle is made of texts and numbers")
    }
}

/// Problem of a line of a file of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct PuzzleError {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// Reads a file of puzzles: each with the number of its line, or what is wrong with the line.
pub fn parse(text: &str) -> impl Iterator<Item = Result<(usize, Puzzle), PuzzleError>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(line, text)| match serde_json::from_str(text) {
        Ok(puzzle) => Ok((line, puzzle)),
        Err(error) => Err(PuzzleError { line, problem: format!("no puzzle: {error}") }),
    })
}
