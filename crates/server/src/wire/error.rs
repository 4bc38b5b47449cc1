//! Errors, as requests are told of them.

use schemars::JsonSchema;
use serde::Serialize;

/// The answer to a request that failed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Failure {
    /// What went wrong.
    pub error: Complaint,
}

/// What went wrong.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Complaint {
    /// A word for programs, such as `no_such_game`.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What would be right, where that can be said.
    pub hint: Option<String>,
}
