//! Levels of play, from one for beginners to eight.
//!
//! A level is a limit and an imprecision: each of the best moves found has a
//! seeded amount added to or taken from its value, at most `noise`, before the
//! best is played. A win in sight is never missed by the noise.

use crate::limits::Limits;

/// How strong an opponent is wanted, 1 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// What a level means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
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

/// Found by feel: each level should win about two games of three against the
/// one below it.
const STRENGTHS: [Strength; 8] = [
    strength(400, 1, 1, 140, 40),
    strength(2_000, 2, 1, 80, 24),
    strength(8_000, 3, 2, 50, 12),
    strength(20_000, 4, 2, 25, 6),
    strength(50_000, 6, 3, 10, 3),
    strength(150_000, 8, 4, 0, 1),
    strength(500_000, 12, 5, 0, 1),
    strength(2_000_000, 64, 64, 0, 1),
];

const fn strength(nodes: u64, depth: u32, throws: u32, noise: u32, candidates: usize) -> Strength {
    Strength { nodes, depth, throws, noise, candidates }
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

    /// What it means.
    #[must_use]
    pub const fn strength(self) -> Strength {
        STRENGTHS[self.0 as usize - 1]
    }
}

impl Strength {
    /// The limits of a search, with a die or without.
    pub(crate) fn limits(self, has_die: bool) -> Limits<'static> {
        let depth = if has_die { self.throws } else { self.depth };
        Limits::nodes(self.nodes).and_depth(depth).and_lines(self.candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn levels_rise() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(9), None);
        assert_eq!(Level::all().count(), 8);
        let nodes: Vec<u64> = Level::all().map(|level| level.strength().nodes).collect();
        assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
