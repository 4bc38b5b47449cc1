//! Error responses.

use schemars::JsonSchema;
use serde::Serialize;

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
    pub message: String,
    /// A suggestion, where there is one.
    pub hint: Option<String>,
}
