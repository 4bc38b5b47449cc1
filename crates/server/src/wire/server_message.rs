//! Server messages on a game socket, other than events and answers.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::Serialize;

use super::people::{NumberedAside, Premove, Presence};
use super::{Hello, View};

/// A server message that is neither an event nor an answer.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "t", rename_all = "lowercase")]
#[schemars(rename = "Told")]
pub enum ServerMessage<'m> {
    /// First message of every socket.
    Hello(Box<Hello>),
    /// View after every change.
    View {
        /// Number of the last event it includes.
        seq: u64,
        /// The view.
        d: Box<View>,
    },
    /// Presence after every change.
    Presence {
        /// The presence.
        d: &'m Presence,
    },
    /// The receiver's premoves.
    Premoves {
        /// The premoves.
        d: SidePremoves<'m>,
    },
    /// A chat entry or demo.
    Aside(&'m NumberedAside),
    /// Muted guests of the receiver.
    Muted {
        /// Guest ids, or `all`.
        d: Vec<String>,
    },
}

/// Premoves of a side.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Prepared")]
pub struct SidePremoves<'m> {
    /// The side.
    pub side: SideName,
    /// The moves, in the order given.
    pub moves: &'m [Premove],
}
