//! Time controls and clock readings.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Time control of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum GameTimeControl {
    /// No clocks.
    #[default]
    None,
    /// Initial time and increment, in seconds.
    Fischer {
        /// Initial time of each side.
        initial: u32,
        /// Increment per move.
        increment: u32,
        /// Shared time for the werera, in seconds; 120 by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        werera: Option<u32>,
    },
    /// Correspondence: days per move.
    Days {
        /// Days per move.
        days: u32,
        /// Shared days for the werera; 3 by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        werera_days: Option<u32>,
    },
}

/// The running clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunningClock {
    /// White's.
    White,
    /// Black's.
    Black,
    /// The shared clock of the werera.
    Werera,
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
pub struct ClockReading {
    /// White's remaining time.
    pub white: u64,
    /// Black's remaining time.
    pub black: u64,
    /// Remaining time of the werera.
    #[serde(default)]
    pub werera: Option<u64>,
    /// Clock that runs from here on.
    pub running: Option<RunningClock>,
    /// Compensated network delay of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<u64>,
}
