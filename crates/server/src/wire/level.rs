//! How well the server's own players play.

use schemars::JsonSchema;
use serde::Serialize;

/// How well the server's own players can play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelList {
    /// Every level, the weakest first.
    pub levels: Vec<LevelName>,
    /// The level to propose to the one who asks: the weakest for a first game.
    pub proposed: u8,
}

/// A level with its word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelName {
    /// Its number.
    pub level: u8,
    /// Its word, which a page shows in its own language: `beginner` to `strongest`.
    pub key: &'static str,
}
