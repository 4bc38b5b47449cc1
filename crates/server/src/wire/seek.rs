//! Somebody looks for somebody to play with.

use serde::{Deserialize, Serialize};

use super::people::{Guest, MannerWord};
use super::time::Time;

/// Which side the one who asks wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeekWish {
    /// The ruleset with its options.
    pub instance: String,
    /// Which side.
    #[serde(default)]
    pub colour: Colour,
    /// The start, if it is not the ruleset's own.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
