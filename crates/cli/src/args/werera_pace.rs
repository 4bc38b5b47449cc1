//! Value of `rukh serve --werera-pace`.

use rukh_rules::Failure;
use std::str::FromStr;

use rukh_server::BotDelay;
use serde::Deserialize;

/// Lowest and highest rate, in actions a second: one in a hundred seconds, and more than a decision
/// leaves time for.
const BOUNDS: (f64, f64) = (0.01, 20.0);

/// Rate of a bot's werera actions, in actions a second.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub struct WereraPace(f64);

impl WereraPace {
    /// Configuration of the server's bots with this rate.
    #[must_use]
    pub fn pace(self) -> BotDelay {
        BotDelay { werera: rukh_engine::ActionRate::per_second(self.0), ..BotDelay::default() }
    }
}

impl TryFrom<f64> for WereraPace {
    type Error = Failure;

    fn try_from(actions: f64) -> Result<WereraPace, Failure> {
        let (lowest, highest) = BOUNDS;
        match (lowest..=highest).contains(&actions) {
            true => Ok(WereraPace(actions)),
            false => Err(format!("{actions} actions a second is not from {lowest} to {highest}").into()),
        }
    }
}

impl FromStr for WereraPace {
    type Err = Failure;

    fn from_str(text: &str) -> Result<WereraPace, Failure> {
        let actions: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
        WereraPace::try_from(actions)
    }
}

#[cfg(test)]
mod tests {
    use super::WereraPace;

    #[test]
    fn werera_pace_outside_bounds_is_rejected() {
        for text in ["0", "-1", "0.001", "21", "inf", "nan", "fast", ""] {
            assert!(text.parse::<WereraPace>().is_err(), "{text}");
        }
        for (text, actions) in [("0.01", 0.01), ("1.5", 1.5), ("20", 20.0)] {
            let pace = text.parse::<WereraPace>().unwrap().pace();
            assert_eq!(pace.werera, rukh_engine::ActionRate::per_second(actions));
        }
    }
}
