//! What players want: messages from a client and the answers to them.

use rukh_rules::game::SideWord;
use serde::{Deserialize, Serialize};

/// A message from a client.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClientMessage {
    /// Always `intent`; may be left out of a request.
    #[serde(default, rename = "t")]
    pub kind: MessageKind,
    /// Chosen by the client; the same id is done once.
    pub id: String,
    /// The last event the client had seen.
    #[serde(default)]
    pub base: u64,
    /// The intent, read in a second step so that a wrong one can be answered.
    pub d: serde_json::Value,
}

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    /// An intent.
    #[default]
    Intent,
}

/// What a player wants to do.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Intent {
    /// Move in turn; `--` passes.
    Move {
        /// Coordinates, such as `a1c3` or `d7d8q`.
        #[serde(rename = "move")]
        coordinates: String,
    },
    /// Move a man in the werera.
    Place(PlaceIntent),
    /// Take a move of the werera back.
    Retract {
        /// Whose.
        side: SideWord,
        /// The number of that move's event.
        seq: u64,
    },
    /// Take a move back and make another, or neither.
    Substitute {
        /// The number of the event of the move to take back.
        retract: u64,
        /// The move to make.
        #[serde(flatten)]
        place: PlaceIntent,
    },
    /// The players agree to begin turns.
    Turns,
    /// In a werera of bundles the side on move ends its bundle.
    Bundle,
    /// Give up.
    Resign {
        /// Whose.
        side: SideWord,
    },
    /// The players agree to a draw.
    Draw,
}

/// A man to be moved in the werera.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PlaceIntent {
    /// Whose.
    pub side: SideWord,
    /// The man's number; without it, whatever man stands on `from`.
    #[serde(default)]
    pub id: Option<u16>,
    /// Where from.
    pub from: String,
    /// Where to.
    pub to: String,
    /// What it becomes, where there is a choice.
    #[serde(default)]
    pub promotion: Option<char>,
}

/// An intent was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename = "ack")]
pub struct Ack {
    /// The intent.
    pub id: String,
    /// The number of the last event it caused.
    pub seq: u64,
}

/// An intent was refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename = "nack")]
pub struct Nack {
    /// The intent.
    pub id: String,
    /// What it is about.
    pub code: String,
    /// Why, in a player's words.
    pub reason: String,
    /// The number of the last event.
    pub seq: u64,
}

/// What becomes of an intent.
pub type Answer = Result<Ack, Nack>;
