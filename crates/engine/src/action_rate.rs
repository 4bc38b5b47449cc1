//! How fast a player acts in the werera, where no turn holds it back.

use std::time::Duration;

use rukh_rules::hash::mix;

use crate::level::Level;

/// The most a player who waits slows down, as a power of two; by feel: eight
/// times a person's pace still looks awake.
const MAX_SLOWDOWN: u32 = 3;

/// The share of the actions of the three highest levels that each level makes, in
/// hundredths. By feel: a beginner has to look at the board between two of them.
const SHARES: [u32; 8] = [25, 35, 50, 65, 80, 100, 100, 100];

/// A person's pace: so long between two actions, and a little longer by chance.
///
/// There is no clock here: a pace says how long, and who has a clock waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionRate {
    /// The shortest time between two actions.
    pub shortest: Duration,
    /// By how much that time varies.
    pub spread: Duration,
}

impl ActionRate {
    /// So many actions a second in the mean; each pause lasts from half to one
    /// and a half times the mean.
    ///
    /// # Panics
    /// If that is not a positive number.
    #[must_use]
    pub fn per_second(actions: f64) -> ActionRate {
        assert!(actions > 0.0 && actions.is_finite(), "a pace is a positive number of actions");
        let mean = Duration::from_secs_f64(1.0 / actions);
        ActionRate { shortest: mean / 2, spread: mean }
    }

    /// The pace of a level, where this is that of the three highest: the lower the
    /// level, the slower.
    #[must_use]
    pub fn for_level(self, level: Level) -> ActionRate {
        let share = SHARES[usize::from(level.number()) - 1];
        let slower = |time: Duration| time * 100 / share;
        ActionRate { shortest: slower(self.shortest), spread: slower(self.spread) }
    }

    /// How long until the next action; slower the more often in a row nothing
    /// was worth doing. The same seed, the same pause.
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
    fn pauses_vary_about_the_mean() {
        let pace = ActionRate::per_second(2.0);
        let pauses: Vec<Duration> = (0..1000).map(|seed| pace.delay(0, seed)).collect();
        assert!(pauses.iter().all(|pause| (250..=750).contains(&pause.as_millis())));
        let mean = pauses.iter().sum::<Duration>() / 1000;
        assert!((480..=520).contains(&mean.as_millis()), "{mean:?}");
        assert_eq!(pace.delay(9, 7), pace.delay(0, 7) * 8);
    }

    #[test]
    fn pace_lower_level_is_slower() {
        let pace = ActionRate::per_second(1.0);
        let paces: Vec<ActionRate> = Level::all().map(|level| pace.for_level(level)).collect();
        assert!(paces.windows(2).all(|pair| pair[0].shortest >= pair[1].shortest));
        assert_eq!(paces[0].shortest, Duration::from_secs(2));
        assert!(paces[5..].iter().all(|same| *same == pace));
    }
}
