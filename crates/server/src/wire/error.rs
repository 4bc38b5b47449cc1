//! Error responses.

use schemars::JsonSchema;
use serde::Serialize;

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
    /// What is wrong, in English.
    pub message: String,
    /// What is wrong in other languages; none for most errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub localized_messages: Vec<LocalizedName>,
    /// A suggestion, where there is one.
    pub hint: Option<String>,
}
