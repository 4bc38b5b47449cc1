//! Somebody looks for somebody to play with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game::GameCard;
use super::people::{Guest, MannerWord};
use super::time::Time;

/// Which side the one who asks wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Whichever comes.
    #[default]
    Random,
}

/// What somebody looks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeekWish {
    /// The ruleset with its options.
    pub instance: String,
    /// Which side.
    #[serde(default)]
    pub colour: Colour,
    /// The start, if it is not the ruleset's own; in the ruleset's letters or `XBoard`'s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// How much time.
    #[serde(default)]
    pub time: Time,
    /// How spectators and players live together.
    #[serde(default)]
    pub manner: MannerWord,
    /// Whether only those who have the link may come.
    #[serde(default)]
    pub private: bool,
}

/// Somebody looks for somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seek {
    /// Its name in addresses.
    pub id: String,
    /// What the ruleset is called.
    pub ruleset_name: String,
    /// How the board looks.
    pub skin: String,
    /// Who looks.
    pub by: Guest,
    /// For what.
    #[serde(flatten)]
    pub wish: SeekWish,
    /// Since when, in milliseconds since the epoch.
    pub created: u64,
    /// The game that came of it.
    #[serde(default)]
    pub game: Option<String>,
}

/// Who looks for whom.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeekList {
    /// The public seeks that wait for somebody.
    pub seeks: Vec<Seek>,
}

/// What the lobby shows.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Notices {
    /// Who looks for whom.
    pub seeks: Vec<Seek>,
    /// What is being played.
    pub games: Vec<GameCard>,
    /// How many are in the lobby of this node.
    pub online: usize,
}

/// A message of the lobby's line.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum LobbyTold {
    /// What the lobby shows, at once and after every change.
    Lobby {
        /// All of it.
        d: Notices,
    },
    /// Somebody has taken up a seek of the receiver's.
    Accepted {
        /// Which, and where to go.
        d: Accepted,
    },
}

/// A seek that has found its game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Accepted {
    /// The seek.
    pub seek: String,
    /// The game.
    pub game: String,
}
