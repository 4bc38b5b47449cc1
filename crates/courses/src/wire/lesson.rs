//! Lessons: every position that a reader can reach in a course, computed by the rules.
//!
//! Message keys lack the prefix that the bundles of the site give them, `learn-`.

use std::collections::BTreeMap;

use rukh_rules::Side;
use rukh_session::wire::game::{BoardInfo, FinalResult};
use rukh_session::wire::message::WireMessage;
use rukh_session::wire::ruleset::{ArrayPiece, LocalizedName};
use rukh_session::wire::view::{Counter, ViewThrow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// The list of courses.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CourseList {
    /// Summaries, in the order in which they are offered.
    pub courses: Vec<CourseSummary>,
}

/// Summary of a course.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CourseSummary {
    /// Course id.
    pub id: String,
    /// Name of the game, in English.
    pub name: String,
    /// Name in other languages.
    pub localized_names: Vec<LocalizedName>,
    /// Name in its own script.
    pub native_name: Option<String>,
    /// Message key of a sentence about the game, without the prefix `learn-`.
    pub text: String,
    /// Ids of the steps, in order.
    pub steps: Vec<String>,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Board skin.
    pub skin: String,
    /// The array.
    pub array: Vec<ArrayPiece>,
}

/// A course.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Course {
    /// Course id.
    pub id: String,
    /// Name of the game, in English.
    pub name: String,
    /// Name in other languages.
    pub localized_names: Vec<LocalizedName>,
    /// Name in its own script.
    pub native_name: Option<String>,
    /// Ruleset instance of the first game and of the rules to read.
    pub instance: String,
    /// The board and the kinds of pieces.
    pub board: BoardInfo,
    /// Reasons why a move is refused, by number; `{from}` and `{to}` in an argument or in the
    /// English text stand for the cells of the move.
    pub reasons: Vec<WireMessage>,
    /// The steps.
    pub steps: Vec<LessonStep>,
    /// Hints beside the first game.
    pub guide: Vec<GuideHint>,
}

/// A step of a course.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LessonStep {
    /// Step id.
    pub id: String,
    /// What the reader does.
    pub task: LessonTask,
    /// Message key of the text, without the prefix `learn-`.
    pub text: String,
    /// Message key of what is said once the step is done, without the prefix `learn-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<String>,
    /// Letters of the pieces that the step explains, to be shown with their pictures and moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub introduces: Vec<char>,
    /// The reader's side.
    pub side: Side,
    /// Whether the cells that a piece can reach are not shown.
    pub hidden: bool,
    /// Cells to be reached, in any order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub visit: Vec<SmolStr>,
    /// The positions; the step begins with the first.
    pub states: Vec<LessonState>,
}

/// What the reader of a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonTask {
    /// Read.
    Read,
    /// Move every marked piece once.
    Each,
    /// Take one piece to all cells of `visit`.
    Visit,
    /// Make the moves asked for, one after the other; other moves lead nowhere.
    Line,
}

/// A position of a step.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LessonState {
    /// The pieces by identity, separated by blanks: letter (upper case for White) and cell; `-` for
    /// a piece that has left the board.
    pub pieces: String,
    /// Cells of the last move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last: Vec<SmolStr>,
    /// Cells of kings in check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub check: Vec<SmolStr>,
    /// Current throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<ViewThrow>,
    /// Counters of the laws, where the step is about one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counter>,
    /// Result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<FinalResult>,
    /// Cells of pieces that are still to be moved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<SmolStr>,
    /// Legal moves of the pieces that the reader can pick up, by start cell.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub moves: BTreeMap<SmolStr, Vec<LessonMove>>,
    /// Moves of the werera that can be retracted, by the cell of the piece.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub undo: BTreeMap<SmolStr, LessonUndo>,
    /// Whether the reader may pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<LessonPass>,
    /// Why pieces do not move, by their cell.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub refusals: BTreeMap<SmolStr, LessonRefusals>,
    /// The position that follows of itself after a moment, such as the answer of the other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
    /// Message key of a text that is shown from here on, without the prefix `learn-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the step is done here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub goal: bool,
}

/// A legal move of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LessonMove {
    /// Target cell.
    pub to: SmolStr,
    /// Whether the move captures.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub capture: bool,
    /// Promotion letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// The position it leads to; absent for a move that is legal but not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<usize>,
}

/// A retraction of a move of the werera.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LessonUndo {
    /// Cell to which the piece returns.
    pub to: SmolStr,
    /// The position it leads to; absent if it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<usize>,
}

/// A pass of the reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LessonPass {
    /// Why the side may or must pass, as a sentence.
    pub text: WireMessage,
    /// The position it leads to; absent if it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<usize>,
}

/// Why a piece does not move, as numbers of reasons.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LessonRefusals {
    /// Why it does not move at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<usize>,
    /// Why it does not move to most cells that it cannot reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
    /// Why it does not move to certain cells.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cells: BTreeMap<SmolStr, usize>,
}

/// A hint beside the first game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GuideHint {
    /// When it is shown.
    pub when: GuideMoment,
    /// Message key, without the prefix `learn-`.
    pub text: String,
}

/// A moment of a first game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GuideMoment {
    /// The beginning, until something else happens.
    Start,
    /// The player has moved in the werera.
    WereraMove,
    /// Turns have begun after a werera.
    Turns,
    /// The player has made a move in turn.
    Moved,
    /// The first capture in turn.
    Capture,
    /// The player's first throw.
    Throw,
    /// The player's throw allows no move.
    NoMove,
    /// The player's king is in check.
    Check,
    /// A counter of a law runs.
    Counter,
    /// The end.
    Over,
}
