//! Games that the page hosts.

use serde::{Deserialize, Serialize};

use super::GameEvent;
use rukh_rules::Side;

/// What a game on this device begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LocalPlan {
    /// Its id: ASCII letters and digits.
    pub id: String,
    /// 32 secret random bytes that decide the throws, as 64 hexadecimal digits.
    pub seed: String,
    /// The ruleset, with options in brackets: `senterej[saba=G]`.
    pub instance: String,
    /// The level of White's engine; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<u8>,
    /// The level of Black's engine; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<u8>,
    /// The name of the person, or of both; may be empty.
    pub name: String,
    /// The position that it starts from, if not the ruleset's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
}

/// What a rematch begins with, if one is agreed: as in `LocalPlan`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RematchSeed {
    /// The id of the game.
    pub id: String,
    /// The seed of its throws.
    pub seed: String,
}

/// Everything about a game on this device, from which it is restored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LocalLog {
    /// The version of this format: 1.
    pub version: u32,
    /// The id.
    pub id: String,
    /// The seed of the throws.
    pub seed: String,
    /// The ruleset with its options.
    pub instance: String,
    /// The text of the ruleset file, so that the game goes on by the laws that it began with.
    pub ruleset_text: String,
    /// The level of White's engine; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<u8>,
    /// The level of Black's engine; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<u8>,
    /// The name of the person, or of both.
    pub name: String,
    /// When it began, in milliseconds since the epoch.
    pub started: u64,
    /// The events, as on the wire.
    pub events: Vec<serde_json::Value>,
}

/// What follows from something that has happened at the board.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LocalStep {
    /// Messages for the board, in their order: those of a socket of the server.
    pub messages: Vec<serde_json::Value>,
    /// The rematch that has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<LocalLog>,
}

/// The kind of an engine's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LocalTaskKind {
    /// A move in turn.
    Turn,
    /// An action in the werera.
    Werera,
    /// The answer to a draw offer.
    Draw,
}

/// What an engine has to decide now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LocalTask {
    /// Its side.
    pub side: Side,
    /// What it decides.
    pub kind: LocalTaskKind,
    /// Its level.
    pub level: u8,
    /// How often it has waited in a row.
    pub waits: u32,
    /// In the werera the time before it thinks, otherwise the shortest time for its answer; in
    /// milliseconds.
    pub delay: u64,
    /// The number of the last event.
    pub base: u64,
    /// The seed of its choice.
    pub seed: u64,
    /// Against a person: the milliseconds since both sides were ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since_ready: Option<u64>,
}

/// What an engine has decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LocalDecision {
    /// Its side.
    pub side: Side,
    /// The number of the last event that it knew.
    pub base: u64,
    /// What it does; absent if it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<GameEvent>,
    /// Whether it agrees to the draw that is offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
}
