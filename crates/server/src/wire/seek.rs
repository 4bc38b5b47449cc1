//! Seeks: looking for an opponent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game::GameCard;
use super::people::{Guest, SpectatorMode};
use super::rating::ShownRating;
use super::time::{GameTimeControl, UnixMillis};
use crate::id::GameId;

/// Colour the seeker wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeekColour {
    /// White.
    White,
    /// Black.
    Black,
    /// Random.
    #[default]
    Random,
}

/// Request to create a seek.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeekRequest {
    /// Ruleset instance.
    pub instance: String,
    /// Colour.
    #[serde(default)]
    pub colour: SeekColour,
    /// Start position, if not the ruleset's own; in the ruleset's letters or `XBoard`'s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Time control.
    #[serde(default)]
    pub time_control: GameTimeControl,
    /// The maker's own time, if it is another: odds of time, on live clocks. Not in an open seek, and never rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<GameTimeControl>,
    /// Spectator mode.
    #[serde(default)]
    pub spectator_mode: SpectatorMode,
    /// Whether only those with the link can accept.
    #[serde(default)]
    pub private: bool,
    /// Whether the game is rated: both must have an account, and the game is listed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

/// A seek.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seek {
    /// Seek id.
    pub id: String,
    /// Name of the ruleset.
    pub ruleset_name: String,
    /// Board skin.
    pub skin: String,
    /// The guest that made it.
    pub owner: Guest,
    /// The owner's rating, if the game is to be rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<ShownRating>,
    /// The request.
    #[serde(flatten)]
    pub request: SeekRequest,
    /// Creation time, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// The game, once accepted.
    #[serde(default)]
    pub game: Option<GameId>,
}

/// A list of seeks.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeekList {
    /// The open public seeks.
    pub seeks: Vec<Seek>,
}

/// State of the lobby.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct LobbyState {
    /// The newest open seeks, at most 200, oldest first.
    pub seeks: Vec<Seek>,
    /// Live games, at most 12, newest first.
    pub games: Vec<GameCard>,
    /// Number of clients in the lobby of this node.
    pub online: usize,
}

/// What has changed in the lobby since the message before: first the removed entries leave their
/// list, then the others are inserted in order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct LobbyChanges {
    /// Ids of the seeks that leave the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed_seeks: Vec<String>,
    /// Seeks that enter the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeks: Vec<PlacedSeek>,
    /// Ids of the games that leave the list; one that has changed enters it again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed_games: Vec<GameId>,
    /// Games that enter the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<PlacedGame>,
    /// Number of clients in the lobby of this node, if it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub online: Option<usize>,
}

/// A seek with its place in the list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlacedSeek {
    /// Number of seeks before it.
    pub index: usize,
    /// The seek.
    pub seek: Seek,
}

/// A game with its place in the list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlacedGame {
    /// Number of games before it.
    pub index: usize,
    /// The game.
    pub game: GameCard,
}

/// A message on the lobby socket.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyMessage {
    /// State of the lobby, at once and after every change; with `changes=true`, only at once and
    /// to a client that has fallen behind.
    Lobby {
        /// The state.
        data: LobbyState,
    },
    /// What has changed, with `changes=true`.
    LobbyChanges {
        /// The changes.
        data: LobbyChanges,
    },
    /// A seek of the receiver was accepted.
    Accepted {
        /// The seek and its game.
        data: SeekAccepted,
    },
}

/// An accepted seek.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeekAccepted {
    /// Seek id.
    pub seek: String,
    /// Game id.
    pub game: GameId,
}
