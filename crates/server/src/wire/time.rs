//! Time for thinking, as it is agreed and as it is read.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much time a game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Time {
    /// As much as anybody likes.
    #[default]
    None,
    /// A base and something more for each move, in seconds.
    Fischer {
        /// What each side has for the game.
        initial: u32,
        /// What each move adds.
        increment: u32,
        /// What both have together for the werera.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marshal: Option<u32>,
    },
    /// Days for each move.
    Days {
        /// How many.
        days: u32,
        /// Days both have together for the werera.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marshal_days: Option<u32>,
    },
}

/// Whose time runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Runs {
    /// White's.
    White,
    /// Black's.
    Black,
    /// That of the werera, which is both sides'.
    Marshal,
}

impl From<SideName> for Runs {
    fn from(side: SideName) -> Runs {
        match side {
            SideName::White => Runs::White,
            SideName::Black => Runs::Black,
        }
    }
}

/// What the clocks show at a moment, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// White's time.
    pub white: u64,
    /// Black's time.
    pub black: u64,
    /// What is left of the werera's.
    #[serde(default)]
    pub marshal: Option<u64>,
    /// Whose time runs from here on.
    pub runs: Option<Runs>,
    /// What the move's way through the net was taken to have cost, and was given back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<u64>,
}
