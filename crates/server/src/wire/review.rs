//! Reviews of games.

use rukh_lab::review::GameReview;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

/// The review of a game, or how far it is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReviewStatus {
    /// The share that is done, from 0 to 1.
    pub done: f64,
    /// The review, once it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<GameReview>")]
    pub review: Option<Box<RawValue>>,
}
