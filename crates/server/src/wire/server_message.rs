//! What a line of a game tells besides events and answers.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::Serialize;

use super::people::{NumberedAside, Premove, Presence};
use super::{Hello, View};

/// A message from the server that is neither an event nor an answer.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum Told<'m> {
    /// The first message of every line.
    Hello(Box<Hello>),
    /// Where the game stands, after every change.
    View {
        /// The number of the last event it has seen.
        seq: u64,
        /// The position and what may be done.
        d: Box<View>,
    },
    /// Who is here, after every change.
    Presence {
        /// Who.
        d: &'m Presence,
    },
    /// What the receiver has prepared.
    Premoves {
        /// For which side, and what.
        d: Prepared<'m>,
    },
    /// Something said or shown beside the board.
    Aside(&'m NumberedAside),
    /// Whom the receiver does not want to hear.
    Muted {
        /// Their numbers, or `all`.
        d: Vec<String>,
    },
}

/// What a side has prepared.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Prepared<'m> {
    /// Which side.
    pub side: SideName,
    /// The moves, in the order in which they were given.
    pub moves: &'m [Premove],
}
