//! Pictures, searches, matches and reviews.

use serde::{Deserialize, Serialize};

use super::RulesetSource;
use rukh_rules::Side;
#[cfg(feature = "engine")]
use rukh_session::wire::message::WireMessage;

/// How a picture looks and what is marked.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PictureOptions {
    /// Arrows: `e2e4`, `e2e4:blue`.
    pub arrows: Vec<String>,
    /// Circles: `e4`, `e4:red`.
    pub circles: Vec<String>,
    /// The cell of a piece whose legal moves are marked.
    pub legal: Option<String>,
    /// The degrees that the board is turned by: 0, 90, 180 or 270.
    pub rotate: u16,
    /// Whether coordinates are left out.
    pub no_coordinates: bool,
    /// `light`, `dark` or `contrast`.
    pub theme: Option<String>,
    /// `traditional` or `international`.
    pub pieces: Option<String>,
    /// A skin; absent for that of the ruleset.
    pub skin: Option<String>,
    /// The longer side in pixels.
    pub size: Option<u32>,
}

/// What a search shall do.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SearchOptions {
    /// The maximum depth in plies; with a die in turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The number of best moves that are looked for, 1 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multipv: Option<usize>,
    /// The moves that are searched, in coordinates, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Shuffles moves of equal order; 0, the default, keeps their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
}

/// What a level shall do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChoiceOptions {
    /// The level, 1 for beginners to 8.
    pub level: u8,
    /// The side; needed in the werera only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The seed of the level's errors, 0 by default.
    #[serde(default)]
    pub seed: u64,
    /// In a werera against a person: the milliseconds since both sides were ready. Low levels
    /// then hold back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_ready: Option<u64>,
}

/// What shall be explained.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ExplainOptions {
    /// A move in coordinates: what it changes, and the best reply to it. Without one the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The nodes of the search for threats and replies, 5000 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Something that the evaluation counts.
#[cfg(feature = "engine")]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "EvalReason"))]
#[serde(rename_all = "camelCase")]
pub struct EvalReasonData {
    /// The side that it speaks for.
    pub side: Side,
    /// How much, in hundredths of a pawn; more than 0.
    pub centipawns: i32,
    /// The same as a phrase.
    pub message: WireMessage,
}

/// Why a position is valued as it is, or what a move changes.
#[cfg(feature = "engine")]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Explanation"))]
#[serde(rename_all = "camelCase")]
pub struct ExplanationData {
    /// What the evaluation counts, the largest first.
    pub reasons: Vec<EvalReasonData>,
    /// What the other side threatens or replies; before a throw, with each face that captures or wins.
    pub threats: Vec<WireMessage>,
}

/// A won ending that is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExerciseOptions {
    /// The ruleset.
    pub ruleset: RulesetSource,
    /// The fewest plies to the end.
    pub least: u16,
    /// The most plies to the end.
    pub most: u16,
    /// The seed of the position.
    pub seed: u32,
}

/// Openings of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpeningOptions {
    /// The ruleset.
    pub ruleset: RulesetSource,
    /// How many are made, where the ruleset has no set of its own.
    pub count: usize,
    /// The seed of their order.
    #[serde(default)]
    pub seed: u64,
    /// A list with a FEN, EPD or `moves` and moves a line, or games in PGN or JSON Lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The result of a game for the first player of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "GameResult"))]
#[serde(rename_all = "lowercase")]
pub enum GameResultData {
    /// It won.
    Win,
    /// It drew.
    Draw,
    /// It lost.
    Loss,
}

/// Two games of a match from one opening, with colours reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "MatchPair"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MatchPairData {
    /// The results, that of the game in which the first player is White first.
    pub results: [GameResultData; 2],
    /// Whether both games repeat earlier ones, event for event, and so tell nothing new.
    pub is_repeat: bool,
}

/// The numbers of a match so far, for its first player.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatchNumbers {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// Pairs that repeat no earlier ones; the bounds come from these.
    pub independent_pairs: u64,
    /// The Elo difference; null for all points or none.
    pub elo: Option<f64>,
    /// The lower bound of 95 %; null if there is none.
    pub elo_low: Option<f64>,
    /// The upper bound of 95 %; null if there is none.
    pub elo_high: Option<f64>,
    /// The likelihood that the first player is the stronger one, 0 to 1.
    pub superiority: f64,
}

/// How far the review of a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "ReviewProgress"))]
pub struct ReviewProgressData {
    /// Steps done.
    pub done: usize,
    /// Steps there are.
    pub total: usize,
}
