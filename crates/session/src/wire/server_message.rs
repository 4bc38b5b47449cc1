//! Server messages on a game socket, other than events and answers.

use rukh_rules::Side;
use schemars::JsonSchema;
use serde::Serialize;

use super::event::Seq;
use super::people::{NamedChatEntry, Premove, Presence};
use super::{Hello, View};

/// A server message that is neither an event nor an answer.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage<'m> {
    /// First message of every socket.
    Hello(Box<Hello>),
    /// View after every change.
    View {
        /// Number of the last event it includes.
        seq: Seq,
        /// What the board shows then.
        data: Box<View>,
    },
    /// Presence after every change.
    Presence {
        /// Who is here.
        data: &'m Presence,
    },
    /// The receiver's premoves.
    Premoves {
        /// What the receiver has set for one side.
        data: SidePremoves<'m>,
    },
    /// A chat entry or demo.
    ChatEntry(&'m NamedChatEntry),
    /// Muted guests of the receiver.
    Muted {
        /// Guest ids, or `all`.
        data: Vec<String>,
    },
}

/// What a side has set to be played as soon as it is legal.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SidePremoves<'m> {
    /// The side that will make them.
    pub side: Side,
    /// The moves, in the order given.
    pub moves: &'m [Premove],
}
