//! Engine levels.

use schemars::JsonSchema;
use serde::Serialize;

/// The engine levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelList {
    /// Every level, weakest first.
    pub levels: Vec<LevelName>,
    /// Level to propose to the requester: the weakest for a first game.
    pub proposed: u8,
}

/// An engine level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelName {
    /// Level number.
    pub level: u8,
    /// Key a client translates: `beginner` to `strongest`.
    pub key: &'static str,
}
