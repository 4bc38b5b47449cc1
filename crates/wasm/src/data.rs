//! The data that page, worker and module exchange as JSON.

mod engine;
mod game;
mod local;
mod ruleset;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use engine::{
    ChoiceOptions, ExerciseOptions, ExplainOptions, GameResultData, MatchNumbers, MatchPairData,
    OpeningOptions, PictureOptions, ReviewProgressData, SearchOptions,
};
#[cfg(feature = "engine")]
pub use engine::{EvalReasonData, ExplanationData};
pub use game::{
    AnnotationData, CounterData, ElementData, FaceData, GameData, GameEvent, GameState, MoveData,
    OutcomeData, PieceOnBoard, RecordData, RetractableData,
};
pub use local::{LocalDecision, LocalLog, LocalPlan, LocalStep, LocalTask, LocalTaskKind, RematchSeed};
pub use ruleset::RulesetSummaryData;

pub use crate::error::{PlacedReason, Problem, ProblemKind};
#[cfg(feature = "engine")]
pub use rukh_lab::search_info::{EvalData, FaceEval, LineData, ScoreData, SearchInfo};

/// Where a ruleset comes from: a built-in one by name, or the text of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RulesetSource {
    /// A built-in ruleset, with options in brackets: `senterej[saba=G]`.
    BuiltIn {
        /// The name.
        name: String,
    },
    /// A ruleset of your own.
    Text {
        /// The text of its TOML file; it may extend a built-in ruleset.
        toml: String,
        /// Choices for options that shall not have their defaults.
        #[serde(default)]
        options: BTreeMap<String, String>,
    },
}
