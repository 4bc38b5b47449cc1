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
    /// Elo rating measured in games of Shatranj between the levels, the weakest having 800; null if
    /// the level was not measured. Not comparable with the ratings of people.
    pub elo: Option<u32>,
}
