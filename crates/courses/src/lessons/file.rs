//! The file of a course.

use rukh_rules::{Failure, Side};
use serde::Deserialize;

use super::LessonError;
use crate::wire::lesson::{GuideMoment, LessonTask};

/// A file of `lessons/`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CourseFile {
    /// Course id, the file's name.
    pub id: String,
    /// Place among the courses.
    pub order: u32,
    /// Ruleset instance.
    pub ruleset: String,
    /// Message key of a sentence about the game.
    pub text: String,
    /// The steps.
    #[serde(rename = "step")]
    pub steps: Vec<StepEntry>,
    /// Hints beside the first game.
    #[serde(default)]
    pub guide: Vec<GuideEntry>,
}

/// A step of a file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StepEntry {
    /// Step id.
    pub id: String,
    /// Message key of the text.
    pub text: String,
    /// Message key of the text once the step is done.
    #[serde(default)]
    pub done: Option<String>,
    /// Letters of the pieces that the step explains; a piece moves in no earlier step.
    #[serde(default)]
    pub introduces: String,
    /// What the step explains beside pieces; it is needed in no earlier step.
    #[serde(default)]
    pub teaches: Vec<Skill>,
    /// Ruleset instance, if not the course's.
    #[serde(default)]
    pub instance: Option<String>,
    /// Position, if not the start.
    #[serde(default)]
    pub fen: Option<String>,
    /// Events before the step begins.
    #[serde(default)]
    pub play: Vec<String>,
    /// The reader's side.
    #[serde(default = "white")]
    pub side: Side,
    /// Whether the cells that a piece can reach are not shown.
    #[serde(default)]
    pub hidden: bool,
    /// Pieces each of which is to be moved once, in any order: `b1` anywhere, `b1c3` to that cell.
    #[serde(default)]
    pub each: Vec<String>,
    /// Moves of the other side that go on meanwhile, in a werera.
    #[serde(default)]
    pub partner: Vec<String>,
    /// Cell of the piece that visits the cells of `visit`.
    #[serde(default)]
    pub piece: Option<String>,
    /// Cells to be reached by the piece, in any order.
    #[serde(default)]
    pub visit: Vec<String>,
    /// Whether the piece goes back after each move.
    #[serde(default)]
    pub returns: bool,
    /// Moves asked for, one after the other.
    #[serde(default)]
    pub line: Vec<LineEntry>,
    /// Wrong tries at the beginning and the reasons the rules must give.
    #[serde(default)]
    pub wrong: Vec<WrongEntry>,
    /// What the rules must say at the end: `white wins, checkmate`, `draw, bare-king`.
    #[serde(default)]
    pub verdict: Option<String>,
    /// How customs must judge the mate: `praised`.
    #[serde(default)]
    pub style: Option<String>,
    /// Counters that must run at the beginning and are shown: `lone-piece 6/7`.
    #[serde(default)]
    pub counters: Vec<String>,
}

impl StepEntry {
    /// A step whose reader finds a line: the reader's moves and the replies in turn.
    pub(super) fn of_line(id: &str, fen: &str, side: Side, moves: &[String]) -> StepEntry {
        let entry = |pair: &[String]| LineEntry {
            moves: vec![pair[0].clone()],
            text: None,
            answer: pair[1..].to_vec(),
        };
        StepEntry {
            id: id.to_owned(),
            text: String::new(),
            done: None,
            introduces: String::new(),
            teaches: Vec::new(),
            instance: None,
            fen: Some(fen.to_owned()),
            play: Vec::new(),
            side,
            hidden: false,
            each: Vec::new(),
            partner: Vec::new(),
            piece: None,
            visit: Vec::new(),
            returns: false,
            line: moves.chunks(2).map(entry).collect(),
            wrong: Vec::new(),
            verdict: None,
            style: None,
            counters: Vec::new(),
        }
    }
}

/// What a reader must have been told before a step needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skill {
    /// Capturing a piece.
    Capture,
    /// Promoting a pawn.
    Promotion,
    /// Undoing a move of the werera.
    Undo,
    /// Passing.
    Pass,
}

/// A move asked for, and what follows it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LineEntry {
    /// The reader's moves that are right.
    #[serde(rename = "do")]
    pub moves: Vec<String>,
    /// Message key of the text from then on.
    #[serde(default)]
    pub text: Option<String>,
    /// Events that follow: moves of the other side, throws.
    #[serde(default)]
    pub answer: Vec<String>,
}

/// A wrong try.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WrongEntry {
    /// Start and target cell, or a start cell only.
    #[serde(rename = "move")]
    pub cells: String,
    /// Message key of the reason.
    pub reason: String,
}

/// A hint beside the first game.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GuideEntry {
    /// When it is shown.
    pub when: GuideMoment,
    /// Message key.
    pub text: String,
}

fn white() -> Side {
    Side::White
}

impl CourseFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The text is not a course.
    pub fn parse(name: &str, text: &str) -> Result<CourseFile, LessonError> {
        let file: CourseFile =
            toml::from_str(text).map_err(|error| LessonError::new(name, error.to_string()))?;
        match name.strip_suffix(".toml") == Some(file.id.as_str()) {
            true => Ok(file),
            false => Err(LessonError::new(name, format!("the id `{}` is not the file's name", file.id))),
        }
    }

    /// Every message key of the course.
    pub fn message_keys(&self) -> impl Iterator<Item = &str> {
        let steps = self.steps.iter().flat_map(|step| {
            let line = step.line.iter().filter_map(|entry| entry.text.as_deref());
            [Some(step.text.as_str()), step.done.as_deref()].into_iter().flatten().chain(line)
        });
        let guide = self.guide.iter().map(|hint| hint.text.as_str());
        std::iter::once(self.text.as_str()).chain(steps).chain(guide)
    }
}

impl StepEntry {
    /// What the reader does.
    ///
    /// # Errors
    /// The step asks for several things.
    pub(super) fn task(&self) -> Result<LessonTask, Failure> {
        let asked = [!self.each.is_empty(), !self.visit.is_empty(), !self.line.is_empty()];
        if asked.iter().filter(|asked| **asked).count() > 1 {
            return Err("`each`, `visit` and `line` exclude each other".into());
        }
        if self.piece.is_some() == self.visit.is_empty() {
            return Err("`piece` and `visit` belong together".into());
        }
        if self.returns && self.visit.is_empty() {
            return Err("`returns` goes with `visit`".into());
        }
        if !self.partner.is_empty() && self.each.is_empty() {
            return Err("`partner` goes with `each`".into());
        }
        Ok(match asked {
            [true, ..] => LessonTask::Each,
            [_, true, _] => LessonTask::Visit,
            [.., true] => LessonTask::Line,
            _ => LessonTask::Read,
        })
    }
}
