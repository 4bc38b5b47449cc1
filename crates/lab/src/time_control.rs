//! Time controls.

use rukh_rules::Failure;
use std::fmt;
use std::time::Duration;

use rukh_protocols::timing::Clock;

/// Limit of a side's thinking. Nodes make a match repeatable; a clock measures what players would see.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// use rukh_lab::time_control::TimeControl;
///
/// let (base, increment) = (Duration::from_secs(10), Duration::from_millis(100));
/// assert_eq!(TimeControl::parse("tc", "10+0.1")?, TimeControl::Clock { base, increment });
/// assert!(TimeControl::parse("nodes", "0").is_err());
/// # Ok::<(), rukh_rules::Failure>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeControl {
    /// Nodes per move.
    Nodes(u64),
    /// Depth per move, in plies; with a die, in turns.
    Depth(u32),
    /// Clock for the game.
    Clock {
        /// Time at the start.
        base: Duration,
        /// Increment per move.
        increment: Duration,
    },
}

impl TimeControl {
    /// Parses a setting: `nodes`, `depth`, or `tc` in seconds such as `1+0.05`.
    ///
    /// # Errors
    /// A message about the invalid key or value.
    pub fn parse(key: &str, value: &str) -> Result<TimeControl, Failure> {
        let wrong = |what: &str| Failure::from(format!("`{value}` should be {what}"));
        match key {
            "nodes" => {
                let nodes = value.parse().ok().filter(|nodes| *nodes > 0);
                nodes.map(TimeControl::Nodes).ok_or_else(|| wrong("a number of nodes from 1 on"))
            }
            "depth" => {
                let depth = value.parse().ok().filter(|depth| *depth > 0);
                depth.map(TimeControl::Depth).ok_or_else(|| wrong("a number of plies from 1 on"))
            }
            "tc" => {
                let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
                let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
                let clock = seconds(base).zip(seconds(increment)).filter(|(base, _)| !base.is_zero());
                let clock = clock.map(|(base, increment)| TimeControl::Clock { base, increment });
                clock.ok_or_else(|| wrong("seconds with an optional increment, such as `1+0.05`"))
            }
            _ => Err(format!("`{key}` is not a time control; use `nodes`, `depth` or `tc`").into()),
        }
    }

    /// Clock at the start of a game; zero without a clock.
    #[must_use]
    pub fn clock(self) -> Clock {
        match self {
            TimeControl::Clock { base, increment } => Clock { left: base, increment, moves_to_go: None },
            TimeControl::Nodes(_) | TimeControl::Depth(_) => {
                Clock { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None }
            }
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            TimeControl::Depth(depth) => write!(f, "depth {depth}"),
            TimeControl::Clock { base, increment } => {
                write!(f, "{}+{} s", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}
