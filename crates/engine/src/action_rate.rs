//! The rate of an engine's actions in the werera.

use std::time::Duration;

use rukh_rules::hash::mix;

use crate::level::Level;

/// Maximum slowdown of a waiting player, as a power of two; chosen by feel: at eight
/// times a person's delay it still seems active.
const MAX_SLOWDOWN: u32 = 3;

/// Rate of each level, in hundredths of that of the three highest. Chosen by feel: a
/// beginner needs time to look at the board between two actions.
const SHARES: [u32; 8] = [25, 35, 50, 65, 80, 100, 100, 100];

/// The delay between two actions: a minimum and a random part.
///
/// It only computes delays; the caller has the clock and waits.
///
/// # Examples
/// ```
/// use rukh_engine::ActionRate;
///
/// let delay = ActionRate::per_second(2.0).delay(0, 7);
/// assert!((250..=750).contains(&delay.as_millis()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionRate {
    /// Minimum time between two actions.
    pub shortest: Duration,
    /// Range of the random part.
    pub spread: Duration,
}

impl ActionRate {
    /// The mean rate of the highest levels against people, in actions a second; chosen by feel.
    pub const DEFAULT_PER_SECOND: f64 = 0.87;

    /// A mean number of actions a second; each delay is from half to one and a half times
    /// the mean.
    ///
    /// # Panics
    /// The number is not positive and finite.
    #[must_use]
    pub fn per_second(actions: f64) -> ActionRate {
        assert!(actions > 0.0 && actions.is_finite(), "the number of actions is positive and finite");
        let mean = Duration::from_secs_f64(1.0 / actions);
        ActionRate { shortest: mean / 2, spread: mean }
    }

    /// The rate of a level, where this is the rate of the three highest. Lower levels are
    /// slower.
    #[must_use]
    pub fn for_level(self, level: Level) -> ActionRate {
        let share = SHARES[usize::from(level.number()) - 1];
        let slower = |time: Duration| time * 100 / share;
        ActionRate { shortest: slower(self.shortest), spread: slower(self.spread) }
    }

    /// The delay until the next action, doubled for each wait in a row up to a limit.
    /// The same seed gives the same delay.
    #[must_use]
    pub fn delay(self, waits: u32, seed: u64) -> Duration {
        let varied = self.spread.mul_f64((mix(seed) % 1000) as f64 / 1000.0);
        (self.shortest + varied) * 2_u32.pow(waits.min(MAX_SLOWDOWN))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::ActionRate;
    use crate::level::Level;

    #[test]
    fn delay_varies_around_the_mean() {
        let pace = ActionRate::per_second(2.0);
        let pauses: Vec<Duration> = (0..1000).map(|seed| pace.delay(0, seed)).collect();
        assert!(pauses.iter().all(|pause| (250..=750).contains(&pause.as_millis())));
        let mean = pauses.iter().sum::<Duration>() / 1000;
        assert!((480..=520).contains(&mean.as_millis()), "{mean:?}");
        assert_eq!(pace.delay(9, 7), pace.delay(0, 7) * 8);
    }

    #[test]
    fn for_level_lower_level_is_slower() {
        let pace = ActionRate::per_second(1.0);
        let paces: Vec<ActionRate> = Level::all().map(|level| pace.for_level(level)).collect();
        assert!(paces.windows(2).all(|pair| pair[0].shortest >= pair[1].shortest));
        assert_eq!(paces[0].shortest, Duration::from_secs(2));
        assert!(paces[5..].iter().all(|same| *same == pace));
    }
}
