//! Levels of play, from one for beginners to eight.
//!
//! A level is a limit and an imprecision: each of the best moves found has a
//! seeded amount added to or taken from its value, at most `noise`, before the
//! best is played. A win in sight is never missed by the noise.

use rukh_rules::hash::mix;

use crate::limits::SearchLimits;

/// How strong an opponent is wanted, 1 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// What a level means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayStrength {
    /// Positions looked at for a move.
    pub nodes: u64,
    /// Plies of full search.
    pub depth: u32,
    /// Turns of full search where a die is thrown.
    pub throws: u32,
    /// The most a move's value is falsified by, in centipawns.
    pub noise: u32,
    /// How many moves compete.
    pub candidates: usize,
}

/// Found by feel; [`ELOS`] says what came of it.
const STRENGTHS: [PlayStrength; 8] = [
    strength(1_500, 1, 1, 400, 40),
    strength(2_000, 2, 1, 80, 24),
    strength(8_000, 3, 2, 50, 12),
    strength(20_000, 4, 2, 25, 6),
    strength(50_000, 6, 3, 10, 3),
    strength(150_000, 8, 4, 0, 1),
    strength(500_000, 12, 5, 0, 1),
    strength(2_000_000, 64, 64, 0, 1),
];

/// The words for the levels, the weakest first.
const KEYS: [&str; 8] =
    ["beginner", "novice", "casual", "practised", "club", "expert", "master", "strongest"];

const fn strength(nodes: u64, depth: u32, throws: u32, noise: u32, candidates: usize) -> PlayStrength {
    PlayStrength { nodes, depth, throws, noise, candidates }
}

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// The strongest.
    pub const HIGHEST: Level = Level(STRENGTHS.len() as u8);

    /// A level from its number, 1 to 8.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Level::LOWEST.0 && number <= Level::HIGHEST.0 { Some(Level(number)) } else { None }
    }

    /// Every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::LOWEST.0..=Level::HIGHEST.0).map(Level)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The word for it, which a page looks up in its own language: `beginner` to
    /// `strongest`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        KEYS[self.0 as usize - 1]
    }

    /// What it means.
    #[must_use]
    pub const fn strength(self) -> PlayStrength {
        STRENGTHS[self.0 as usize - 1]
    }
}

/// The Elo of the weakest level.
pub const LOWEST_ELO: u32 = ELOS[0];
/// The Elo of the strongest level that was measured.
pub const HIGHEST_ELO: u32 = ELOS[ELOS.len() - 1];

/// How strong the levels are that were measured, from the first on: the first
/// stands at 800 by convention, each other one above the last by what it wins
/// of it. Matches of shatranj from the frozen openings, `match shatranj
/// rukh:level=2 rukh:level=1 games=100` and so on: 2 against 1
/// +583 ± 86 (400 games), 3 against 2 +298 ± 54 (200), 4 against 3 +282 ± 57 (200),
/// 5 against 4 +568 ± 90 (300), 6 against 5 +319 ± 79 (80, with an earlier search).
/// Elo of other players and other games is another thing. Levels 7 and 8 are not
/// measured.
const ELOS: [u32; 6] = [800, 1_383, 1_681, 1_963, 2_531, 2_850];

impl PlayStrength {
    /// The strength of an Elo of shatranj, between the levels that have measured
    /// ones: less than the lowest is the lowest, more than the highest the highest.
    /// Where the depth is between two whole ones, the seed decides for this move:
    /// a ply more is too great a step.
    #[must_use]
    pub fn from_elo(elo: u32, seed: u64) -> PlayStrength {
        let elo = elo.clamp(LOWEST_ELO, HIGHEST_ELO);
        let above = ELOS.iter().position(|known| *known >= elo).unwrap_or(ELOS.len() - 1).max(1);
        let (low, high) = (ELOS[above - 1], ELOS[above]);
        let share = f64::from(elo - low) / f64::from(high - low);
        let coin = (mix(seed ^ 0xE10) >> 11) as f64 / (1_u64 << 53) as f64;
        STRENGTHS[above - 1].interpolate(STRENGTHS[above], share, coin)
    }

    /// The strength so far on the way to another, from 0 to 1: nodes and
    /// candidates by ratio, noise by difference, depths up or down as a coin from 0 to 1 falls.
    fn interpolate(self, other: PlayStrength, share: f64, coin: f64) -> PlayStrength {
        let even = |from: f64, to: f64| from + (to - from) * share;
        let ratio = |from: f64, to: f64| even(from.ln(), to.ln()).exp().round();
        let whole = |from: u32, to: u32| (even(from.into(), to.into()) + coin).floor() as u32;
        PlayStrength {
            nodes: ratio(self.nodes as f64, other.nodes as f64) as u64,
            depth: whole(self.depth, other.depth),
            throws: whole(self.throws, other.throws),
            noise: even(self.noise.into(), other.noise.into()).round() as u32,
            candidates: ratio(self.candidates as f64, other.candidates as f64) as usize,
        }
    }

    /// The limits of a search, with a die or without.
    pub(crate) fn limits(self, has_die: bool) -> SearchLimits<'static> {
        let depth = if has_die { self.throws } else { self.depth };
        SearchLimits::nodes(self.nodes).with_depth(depth).with_multipv(self.candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::{ELOS, HIGHEST_ELO, LOWEST_ELO, Level, PlayStrength};

    #[test]
    fn levels_rise() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(9), None);
        assert_eq!(Level::all().count(), 8);
        let nodes: Vec<u64> = Level::all().map(|level| level.strength().nodes).collect();
        assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]));
        let keys: std::collections::HashSet<&str> = Level::all().map(Level::key).collect();
        assert_eq!(keys.len(), 8);
    }

    #[test]
    fn elo_rises_through_the_levels() {
        for (level, elo) in Level::all().zip(ELOS) {
            assert_eq!(PlayStrength::from_elo(elo, u64::from(elo)), level.strength());
        }
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
        assert!(rising.windows(2).all(|pair| pair[0].noise >= pair[1].noise));
    }
}
