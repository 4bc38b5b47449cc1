//! Error responses.

use schemars::JsonSchema;
use serde::Serialize;

use super::message::WireMessage;
use super::ruleset::LocalizedName;

/// Body of an error response.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
}

/// An error.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ErrorDetail {
    /// Machine-readable code, such as `no_such_game`.
    pub code: String,
    /// What is wrong.
    pub message: WireMessage,
    /// What is wrong in other languages, where a ruleset says it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub localized_messages: Vec<LocalizedName>,
    /// A suggestion, where there is one.
    pub hint: Option<WireMessage>,
}
