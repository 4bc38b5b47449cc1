//! Time controls and clock readings.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Time control of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Time {
    /// No clocks.
    #[default]
    None,
    /// Initial time and increment, in seconds.
    Fischer {
        /// Initial time of each side.
        initial: u32,
        /// Increment per move.
        increment: u32,
        /// Shared time for the werera.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marshal: Option<u32>,
    },
    /// Correspondence: days per move.
    Days {
        /// Days per move.
        days: u32,
        /// Shared days for the werera.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marshal_days: Option<u32>,
    },
}

/// The running clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Runs")]
pub enum RunningClock {
    /// White's.
    White,
    /// Black's.
    Black,
    /// The shared clock of the werera.
    Marshal,
}

impl From<SideName> for RunningClock {
    fn from(side: SideName) -> RunningClock {
        match side {
            SideName::White => RunningClock::White,
            SideName::Black => RunningClock::Black,
        }
    }
}

/// A clock reading, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Reading")]
pub struct ClockReading {
    /// White's remaining time.
    pub white: u64,
    /// Black's remaining time.
    pub black: u64,
    /// Remaining time of the werera.
    #[serde(default)]
    pub marshal: Option<u64>,
    /// Clock that runs from here on.
    pub runs: Option<RunningClock>,
    /// Compensated network delay of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<u64>,
}
