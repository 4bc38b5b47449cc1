//! Levels of play, from 1 for beginners to 8.
//!
//! A level limits the search and adds a seeded random error of at most `noise` to
//! the value of each candidate move before the best is played. A forced win has no
//! error.

use rukh_rules::hash::mix;

use crate::limits::SearchLimits;

/// A level of play, 1 to 8.
///
/// # Examples
/// ```
/// use rukh_engine::Level;
///
/// let level = Level::new(3).expect("3 is a level");
/// assert_eq!((level.number(), level.key()), (3, "casual"));
/// assert!(level.strength().nodes < Level::HIGHEST.strength().nodes);
/// assert_eq!(Level::new(9), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// Limits and random error of a level or an Elo rating; [`Engine::play`](crate::Engine::play) plays by
/// them.
///
/// # Examples
/// ```
/// use rukh_engine::{HIGHEST_ELO, LOWEST_ELO, Level, PlayStrength};
///
/// assert_eq!(PlayStrength::from_elo(LOWEST_ELO, 1), Level::LOWEST.strength());
/// // Between levels: more nodes and a smaller error than the one below.
/// let (weak, middle) = (Level::LOWEST.strength(), PlayStrength::from_elo(1_000, 1));
/// assert!(middle.nodes > weak.nodes && middle.noise < weak.noise);
/// assert_eq!(PlayStrength::from_elo(9_000, 1), PlayStrength::from_elo(HIGHEST_ELO, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayStrength {
    /// Nodes searched for a move.
    pub nodes: u64,
    /// Maximum depth in plies.
    pub depth: u32,
    /// Maximum depth in turns where a die is thrown.
    pub throws: u32,
    /// Maximum random error of a move's value, in centipawns.
    pub noise: u32,
    /// The same where a die is thrown, in ten-thousandths of the points: a move matters less there, and
    /// looking further gains little, so this is most of what tells the levels apart.
    pub noise_with_die: u32,
    /// Number of candidate moves.
    pub candidates: usize,
}

/// Chosen by feel; [`ELOS`] are the ratings measured.
const STRENGTHS: [PlayStrength; 8] = [
    PlayStrength { nodes: 1_500, depth: 1, throws: 1, noise: 400, noise_with_die: 600, candidates: 40 },
    PlayStrength { nodes: 2_000, depth: 2, throws: 1, noise: 80, noise_with_die: 260, candidates: 24 },
    PlayStrength { nodes: 8_000, depth: 3, throws: 2, noise: 50, noise_with_die: 200, candidates: 12 },
    PlayStrength { nodes: 20_000, depth: 4, throws: 2, noise: 25, noise_with_die: 70, candidates: 6 },
    PlayStrength { nodes: 50_000, depth: 6, throws: 3, noise: 10, noise_with_die: 40, candidates: 3 },
    PlayStrength { nodes: 150_000, depth: 8, throws: 4, noise: 0, noise_with_die: 0, candidates: 1 },
    PlayStrength { nodes: 500_000, depth: 12, throws: 5, noise: 0, noise_with_die: 0, candidates: 1 },
    PlayStrength { nodes: 2_000_000, depth: 64, throws: 64, noise: 0, noise_with_die: 0, candidates: 1 },
];

/// Keys of the levels, the weakest first.
const KEYS: [&str; 8] =
    ["beginner", "novice", "casual", "practised", "club", "expert", "master", "strongest"];

impl Level {
    /// The weakest level.
    pub const LOWEST: Level = Level(1);
    /// The strongest level.
    pub const HIGHEST: Level = Level(STRENGTHS.len() as u8);

    /// A level from its number, 1 to 8.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Level::LOWEST.0 && number <= Level::HIGHEST.0 { Some(Level(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::LOWEST.0..=Level::HIGHEST.0).map(Level)
    }

    /// The strongest level whose measured Elo is at most this; the weakest level below all of them.
    #[must_use]
    pub fn from_elo(elo: u32) -> Level {
        let stronger = ELOS.iter().skip(1).take_while(|known| **known <= elo).count();
        u8::try_from(stronger)
            .ok()
            .and_then(|above| Level::new(Level::LOWEST.0 + above))
            .unwrap_or(Level::LOWEST)
    }

    /// The number of the level, 1 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The key of its translated name: `beginner` to `strongest`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        KEYS[self.0 as usize - 1]
    }

    /// The rating measured in games of shatranj between the levels, where the weakest has 800;
    /// `None` if the level was not measured. Not comparable with the ratings of people.
    #[must_use]
    pub fn measured_elo(self) -> Option<u32> {
        ELOS.get(usize::from(self.0 - 1)).copied()
    }

    /// Limits and random error of the level.
    #[must_use]
    pub const fn strength(self) -> PlayStrength {
        STRENGTHS[self.0 as usize - 1]
    }
}

/// The Elo of the weakest level.
pub const LOWEST_ELO: u32 = ELOS[0];
/// The Elo of the strongest level that was measured.
pub const HIGHEST_ELO: u32 = ELOS[ELOS.len() - 1];

/// Elo ratings of the levels measured, from the first on. The first has 800 by convention, each other one
/// its difference more, as measured in matches of shatranj (`docs/strength`, 60 to 100 games a step). They
/// are not comparable with the Elo of other players or games. Level 8 is not measured.
const ELOS: [u32; 7] = [800, 1_476, 1_696, 2_004, 2_556, 2_871, 3_307];

impl PlayStrength {
    /// The strength of an Elo rating in shatranj, interpolated between the levels
    /// measured and clamped to their range. Between two depths the seed selects one
    /// for this move, since a whole ply is too large a step.
    #[must_use]
    pub fn from_elo(elo: u32, seed: u64) -> PlayStrength {
        let elo = elo.clamp(LOWEST_ELO, HIGHEST_ELO);
        let above = ELOS.iter().position(|known| *known >= elo).unwrap_or(ELOS.len() - 1).max(1);
        let (low, high) = (ELOS[above - 1], ELOS[above]);
        let share = f64::from(elo - low) / f64::from(high - low);
        let coin = (mix(seed ^ 0xE10) >> 11) as f64 / (1_u64 << 53) as f64;
        STRENGTHS[above - 1].interpolate(STRENGTHS[above], share, coin)
    }

    /// The strength at a share from 0 to 1 of the way to another: nodes and candidates by
    /// ratio, noise by difference, depths rounded up or down by `coin`, from 0 to 1.
    fn interpolate(self, other: PlayStrength, share: f64, coin: f64) -> PlayStrength {
        let linear = |from: f64, to: f64| from + (to - from) * share;
        let ratio = |from: f64, to: f64| linear(from.ln(), to.ln()).exp().round();
        let whole = |from: u32, to: u32| (linear(from.into(), to.into()) + coin).floor() as u32;
        PlayStrength {
            nodes: ratio(self.nodes as f64, other.nodes as f64) as u64,
            depth: whole(self.depth, other.depth),
            throws: whole(self.throws, other.throws),
            noise: linear(self.noise.into(), other.noise.into()).round() as u32,
            noise_with_die: linear(self.noise_with_die.into(), other.noise_with_die.into()).round() as u32,
            candidates: ratio(self.candidates as f64, other.candidates as f64) as usize,
        }
    }

    /// The limits of a search without a die.
    pub(crate) fn limits(self) -> SearchLimits<'static> {
        SearchLimits::nodes(self.nodes).with_depth(self.depth).with_multipv(self.candidates)
    }

    pub(crate) fn limits_with_die(self) -> SearchLimits<'static> {
        self.limits().with_depth(self.throws)
    }
}

#[cfg(test)]
mod tests {
    use super::{ELOS, HIGHEST_ELO, LOWEST_ELO, Level, PlayStrength};

    #[test]
    fn levels_are_eight_of_rising_strength() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(9), None);
        assert_eq!(Level::all().count(), 8);
        let nodes: Vec<u64> = Level::all().map(|level| level.strength().nodes).collect();
        assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]));
        let keys: std::collections::HashSet<&str> = Level::all().map(Level::key).collect();
        assert_eq!(keys.len(), 8);
    }

    #[test]
    fn from_elo_rises_through_the_levels() {
        for (level, elo) in Level::all().zip(ELOS) {
            assert_eq!(PlayStrength::from_elo(elo, u64::from(elo)), level.strength());
        }
        let levels = [0, 800, 1_475, 1_476, 3_306, 9_999].map(|elo| Level::from_elo(elo).number());
        assert_eq!(levels, [1, 1, 1, 2, 6, 7]);
        let of_elo = |elo| PlayStrength::from_elo(elo, 1);
        assert_eq!(of_elo(0), of_elo(LOWEST_ELO));
        assert_eq!(of_elo(9_999), of_elo(HIGHEST_ELO));
        let deep = (0..1_000)
            .filter(|seed| PlayStrength::from_elo((ELOS[0] + ELOS[1]) / 2, *seed).depth == 2)
            .count();
        assert!((450..550).contains(&deep), "{deep} of 1000 halfway between depths 1 and 2");
        let rising: Vec<PlayStrength> = (LOWEST_ELO..=HIGHEST_ELO).map(of_elo).collect();
        assert!(
            rising.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes && pair[0].depth <= pair[1].depth)
        );
        assert!(rising.windows(2).all(|pair| {
            pair[0].noise >= pair[1].noise && pair[0].noise_with_die >= pair[1].noise_with_die
        }));
    }
}
