//! Rulesets.

use serde::Serialize;

/// A ruleset in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "RulesetSummary"))]
pub struct RulesetSummaryData {
    /// The id: `senterej`.
    pub id: String,
    /// The name in English.
    pub title: String,
    /// One sentence.
    pub summary: String,
}
