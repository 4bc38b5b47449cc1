//! Puzzles: the files of [`puzzles/`](https://github.com/rukh-chess/rukh/tree/main/puzzles), with the
//! positions that a reader can reach, and the refutations of wrong moves.
//!
//! A refutation is what a search with a fixed number of nodes finds, so it is the same for everybody.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use rukh_lab::puzzle::{self, Puzzle, PuzzleGoal, PuzzleOrigin, PuzzleTheme, Verification};
use rukh_rules::{Failure, Ruleset, catalog};
use rukh_session::wire::ruleset::ArrayPiece;
use rust_embed::RustEmbed;

use crate::lessons::course_of_line;
use crate::wire::puzzle::{
    DailyPuzzle, PuzzleDetails, PuzzleGoalName, PuzzleList, PuzzleSource, PuzzleSummary, PuzzleVerification,
};

mod refutation;

pub use refutation::{RefutationKey, WrongMove, WrongMoveError};

#[derive(RustEmbed)]
#[folder = "../../puzzles"]
struct PuzzleFiles;

/// Steps in a family, whose puzzles are sorted by difficulty, from one puzzle of the day to the next. A
/// prime, so that all of them have their day; a test holds it against their number.
const DAILY_STRIDE: u64 = 37;

/// A puzzle with its ruleset and what is sent of it.
pub struct KnownPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its ruleset.
    pub ruleset: Arc<Ruleset>,
    /// What a list says of it.
    pub summary: PuzzleSummary,
}

/// The puzzles there are.
struct PuzzleLibrary {
    puzzles: Vec<KnownPuzzle>,
    text: String,
}

static LIBRARY: LazyLock<PuzzleLibrary> =
    LazyLock::new(|| read().expect("the puzzles are part of the program and tested"));

/// Properties that puzzles are chosen by.
#[derive(Debug, Clone, Default)]
pub struct PuzzleFilter {
    /// Family of games.
    pub family: Option<String>,
    /// Ruleset instance.
    pub ruleset: Option<String>,
    /// Theme.
    pub theme: Option<PuzzleTheme>,
}

fn read() -> Result<PuzzleLibrary, Failure> {
    let mut rulesets: HashMap<String, Arc<Ruleset>> = HashMap::new();
    let (mut puzzles, mut text) = (Vec::new(), String::new());
    for name in PuzzleFiles::iter().filter(|name| name.ends_with(".jsonl")) {
        let file = PuzzleFiles::get(&name).ok_or_else(|| format!("{name} is gone"))?;
        let lines = String::from_utf8_lossy(&file.data).into_owned();
        for read in puzzle::parse(&lines) {
            let (_, puzzle) = read.map_err(|error| format!("{name}, {error}"))?;
            let ruleset = match rulesets.get(&puzzle.ruleset) {
                Some(ruleset) => ruleset.clone(),
                None => {
                    let ruleset = Ruleset::named(&puzzle.ruleset).map_err(|error| error.to_string())?;
                    rulesets.entry(puzzle.ruleset.clone()).or_insert(Arc::new(ruleset)).clone()
                }
            };
            puzzles.push(KnownPuzzle::new(puzzle, ruleset).map_err(|problem| format!("{name}: {problem}"))?);
        }
        text += &lines;
    }
    let place = |one: &KnownPuzzle| catalog::ids().position(|id| id == one.ruleset.instance.id);
    let mut ranks: HashMap<String, Option<usize>> = HashMap::new();
    for one in &puzzles {
        let rank = ranks.entry(one.summary.family.clone()).or_insert_with(|| place(one));
        *rank = (*rank).min(place(one));
    }
    puzzles.sort_by_key(|one| {
        let rank = ranks.get(&one.summary.family).copied();
        (rank, one.summary.name.is_none(), one.summary.difficulty, one.puzzle.cost)
    });
    Ok(PuzzleLibrary { puzzles, text })
}

impl KnownPuzzle {
    fn new(puzzle: Puzzle, ruleset: Arc<Ruleset>) -> Result<KnownPuzzle, Failure> {
        let side =
            puzzle.side().ok_or_else(|| format!("puzzle {}: its position has no side to move", puzzle.id))?;
        let throw = puzzle.fen.split_whitespace().find_map(|field| field.strip_prefix("throw:"));
        let summary = PuzzleSummary {
            id: puzzle.id.clone(),
            family: ruleset.family.clone(),
            instance: puzzle.ruleset.clone(),
            goal: match puzzle.goal {
                PuzzleGoal::Win { .. } => PuzzleGoalName::Win,
                PuzzleGoal::Advantage => PuzzleGoalName::Advantage,
                PuzzleGoal::Defence => PuzzleGoalName::Defence,
                PuzzleGoal::BestMove => PuzzleGoalName::BestMove,
            },
            is_decisive: puzzle.is_decisive(),
            moves: puzzle.moves.len().div_ceil(2) as u16,
            themes: puzzle.themes.iter().map(PuzzleTheme::to_string).collect(),
            difficulty: puzzle.difficulty(),
            side,
            face: throw.and_then(|face| face.parse().ok()),
            name: match &puzzle.origin {
                PuzzleOrigin::Mansuba { name, .. } => Some(name.clone()),
                _ => None,
            },
        };
        Ok(KnownPuzzle { puzzle, ruleset, summary })
    }

    /// The puzzle as the puzzle of a day.
    #[must_use]
    pub fn daily(&self) -> DailyPuzzle {
        let placement = self.puzzle.fen.split_whitespace().next().unwrap_or_default();
        DailyPuzzle { puzzle: self.summary.clone(), board: ArrayPiece::placed(&self.ruleset, placement) }
    }

    /// The puzzle in full. Takes some milliseconds.
    ///
    /// # Errors
    /// What is wrong with it; a test reads them all.
    pub fn details(&self) -> Result<PuzzleDetails, Failure> {
        let Puzzle { id, fen, moves, cost, margin, .. } = &self.puzzle;
        let cited = match &self.puzzle.origin {
            PuzzleOrigin::Mansuba { sources, .. } => sources.as_slice(),
            _ => &[],
        };
        let source = |citation: &String| PuzzleSource {
            key: citation.split(':').next().unwrap_or_default().to_owned(),
            text: catalog::sources().cite(citation),
        };
        Ok(PuzzleDetails {
            summary: self.summary.clone(),
            fen: fen.clone(),
            cost: *cost,
            margin: *margin,
            verified: match self.puzzle.verified {
                Verification::Proof => PuzzleVerification::Proof,
                Verification::Search { .. } => PuzzleVerification::Search,
                Verification::Checks => PuzzleVerification::Checks,
                Verification::Sources => PuzzleVerification::Sources,
            },
            nodes: match self.puzzle.verified {
                Verification::Search { nodes } => Some(nodes),
                _ => None,
            },
            sources: cited.iter().map(source).collect(),
            course: course_of_line(&self.ruleset, id, fen, moves)?,
        })
    }
}

/// The puzzles that a filter lets through.
#[must_use]
pub fn filtered(filter: &PuzzleFilter) -> PuzzleList {
    let PuzzleFilter { family, ruleset, theme } = filter;
    let is_wanted = |one: &&KnownPuzzle| {
        family.as_ref().is_none_or(|family| *family == one.summary.family)
            && ruleset.as_ref().is_none_or(|ruleset| *ruleset == one.summary.instance)
            && theme.is_none_or(|theme| one.puzzle.themes.contains(&theme))
    };
    PuzzleList { puzzles: LIBRARY.puzzles.iter().filter(is_wanted).map(|one| one.summary.clone()).collect() }
}

/// Families of games that there are puzzles of.
#[must_use]
pub fn families() -> BTreeSet<&'static str> {
    LIBRARY.puzzles.iter().map(|one| one.summary.family.as_str()).collect()
}

/// Ruleset instances that there are puzzles of.
#[must_use]
pub fn instances() -> BTreeSet<&'static str> {
    LIBRARY.puzzles.iter().map(|one| one.summary.instance.as_str()).collect()
}

/// A puzzle by its id.
#[must_use]
pub fn get(id: &str) -> Option<&'static KnownPuzzle> {
    LIBRARY.puzzles.iter().find(|one| one.puzzle.id == id)
}

/// The puzzle of a day, which is counted from 1 January 1970: the families in turn, and in each family
/// easy and hard ones in turn. Problems of the old masters are left out: they take an evening.
#[must_use]
pub fn of_day(day: u64) -> &'static KnownPuzzle {
    let found: Vec<&KnownPuzzle> = LIBRARY.puzzles.iter().filter(|one| one.summary.name.is_none()).collect();
    let families: Vec<&[&KnownPuzzle]> =
        found.chunk_by(|one, other| one.summary.family == other.summary.family).collect();
    let nth = |of: usize, number: u64| (number % of as u64) as usize;
    let family = families[nth(families.len(), day)];
    family[nth(family.len(), day / families.len() as u64 * DAILY_STRIDE)]
}

/// The ids of the puzzles.
pub fn ids() -> impl Iterator<Item = &'static str> {
    LIBRARY.puzzles.iter().map(|one| one.puzzle.id.as_str())
}

/// All files in one, a puzzle in each line.
#[must_use]
pub fn text() -> &'static str {
    &LIBRARY.text
}

#[cfg(test)]
mod tests;
