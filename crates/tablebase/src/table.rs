//! The values of a material's positions.

use std::cmp::Reverse;

use rukh_rules::shape::Shape;
use rukh_rules::{Material, Position, Rules, Setup};

use crate::chances::{Bounds, Chance, NOTHING};
use crate::exact::Exact;
use crate::layout::{Layout, Place, Sides};
use crate::retrograde::Distance;

/// What is known of a position, for its side to move.
pub(crate) trait Value: Copy + Send + Sync + 'static {
    /// The end of the game, which the side to move has won or lost; `None` for a draw.
    fn over(won: Option<bool>) -> Self;
    /// The same where the game is drawn after so many plies.
    fn within(self, left: Option<u16>) -> Self;
    /// What a table says.
    fn read(values: &Values, place: Place) -> Self;
}

/// The solved positions of one material.
#[derive(Debug)]
pub struct Table {
    layout: Layout,
    values: Values,
}

/// Values by layer and number.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// Distances to the end.
    Distances(Vec<Vec<Distance>>),
    /// Expected scores in parts of [`Bounds::WHOLE`], each within `gap` parts of the true one. Where games are very
    /// long, in this table or in one that it leads to, each ply takes 2^-`decay` off a lead; otherwise `decay` is 0.
    Chances { scores: Vec<u32>, decided: Vec<u32>, gap: u32, decay: u8 },
}

impl Values {
    /// Bytes of one value in memory.
    pub(crate) fn bytes(has_die: bool) -> usize {
        if has_die { 2 * size_of::<u32>() } else { size_of::<Distance>() }
    }
}

impl Table {
    pub(crate) fn new(layout: Layout, values: Values) -> Table {
        Table { layout, values }
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn values(&self) -> &Values {
        &self.values
    }

    #[cfg(test)]
    pub(crate) fn values_mut(&mut self) -> &mut Values {
        &mut self.values
    }

    /// The power of two that each ply takes off a lead where games are very long; 0 for none.
    pub(crate) fn decay(&self) -> u8 {
        match self.values {
            Values::Chances { decay, .. } => decay,
            Values::Distances(_) => 0,
        }
    }

    /// The pieces of its positions.
    #[must_use]
    pub fn material(&self) -> &Material {
        self.layout.material()
    }

    /// Memory of its values, in bytes.
    pub(crate) fn memory(&self) -> usize {
        match &self.values {
            Values::Distances(layers) => layers.iter().map(|layer| size_of_val(&layer[..])).sum(),
            Values::Chances { scores, decided, .. } => size_of_val(&scores[..]) + size_of_val(&decided[..]),
        }
    }

    /// Counts over all positions of the table, White to move first; positions that a symmetry carries to each
    /// other are counted once. Where a bare king must be mated in time, its count begins.
    #[must_use]
    pub fn stats(&self) -> [MaterialStats; 2] {
        let half = self.layout.len() / 2;
        [0..half, half..2 * half].map(|range| match &self.values {
            Values::Distances(layers) => MaterialStats::of_distances(&layers[0][range], self.layout.limit()),
            Values::Chances { scores, decided, .. } => {
                MaterialStats::of_chances(&scores[range.clone()], &decided[range])
            }
        })
    }

    /// The position whose side to move wins, but takes longest, and the plies it takes; `None` if no position is won,
    /// and with a die. Where a bare king must be mated in time, its count begins.
    #[must_use]
    pub fn hardest(&self) -> Option<(Setup, u16)> {
        let Values::Distances(layers) = &self.values else { return None };
        let limit = self.layout.limit();
        let won = |(index, value): (usize, &Distance)| match value.within(limit).decided() {
            Some((true, plies)) => Some((plies, Reverse(index))),
            _ => None,
        };
        let (plies, Reverse(index)) = layers[0].iter().enumerate().filter_map(won).max()?;
        let mut setup = self.layout.setup();
        self.layout.fill(Place { layer: 0, index }, &mut setup)?;
        Some((setup, plies))
    }

    /// What the table says of a position of its material.
    pub(crate) fn value<S: Shape, V: Value>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        sides: Sides,
    ) -> V {
        match self.layout.place(rules, position, sides) {
            Some(place) => V::read(&self.values, place),
            None => V::over(None),
        }
    }

    /// The same for those who ask; `None` where there is no such position.
    pub(crate) fn exact<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        sides: Sides,
    ) -> Option<Exact> {
        match self.values {
            Values::Distances(_) => Exact::of_distance(self.value::<S, Distance>(rules, position, sides)),
            Values::Chances { .. } => Some(Exact::of_chance(self.value::<S, Chance>(rules, position, sides))),
        }
    }
}

/// What the positions of a material are worth for the side to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MaterialStats {
    /// Without a die: how many positions there are of each result.
    Results {
        /// Won by the side to move.
        won: u64,
        /// Drawn.
        drawn: u64,
        /// Lost by the side to move.
        lost: u64,
        /// The most plies to the end of a won or lost one; 0 if there is none.
        longest: u16,
    },
    /// With a die: averages over the positions.
    Chances {
        /// How many positions there are.
        positions: u64,
        /// Expected points of the side to throw.
        points: f64,
        /// How often the game is drawn.
        draw: f64,
    },
}

impl MaterialStats {
    fn of_distances(values: &[Distance], limit: Option<u16>) -> MaterialStats {
        let (mut won, mut drawn, mut lost, mut longest) = (0, 0, 0, 0);
        for value in values.iter().map(|value| value.within(limit)) {
            match value.decided() {
                Some((wins, plies)) => {
                    *(if wins { &mut won } else { &mut lost }) += 1;
                    longest = longest.max(plies);
                }
                None => drawn += u64::from(value == Distance::DRAWN),
            }
        }
        MaterialStats::Results { won, drawn, lost, longest }
    }

    fn of_chances(scores: &[u32], decided: &[u32]) -> MaterialStats {
        let positions = scores.iter().filter(|score| **score != NOTHING).count() as u64;
        let mean = |values: &[u32]| {
            let sum: u64 =
                values.iter().filter(|value| **value != NOTHING).map(|value| u64::from(*value)).sum();
            sum as f64 / f64::from(Bounds::WHOLE) / positions.max(1) as f64
        };
        MaterialStats::Chances { positions, points: mean(scores), draw: 1.0 - mean(decided) }
    }
}

impl Value for Distance {
    fn over(won: Option<bool>) -> Distance {
        match won {
            Some(true) => Distance::won(0),
            Some(false) => Distance::lost(0),
            None => Distance::DRAWN,
        }
    }

    fn within(self, left: Option<u16>) -> Distance {
        match (self.decided(), left) {
            (Some((_, plies)), Some(left)) if plies > left => Distance::DRAWN,
            _ => self,
        }
    }

    fn read(values: &Values, place: Place) -> Distance {
        match values {
            Values::Distances(layers) => layers[place.layer][place.index],
            Values::Chances { .. } => Distance::NOTHING,
        }
    }
}

impl Value for Chance {
    fn over(won: Option<bool>) -> Chance {
        let (score, decided) = match won {
            Some(true) => (Bounds::WHOLE, Bounds::WHOLE),
            Some(false) => (0, Bounds::WHOLE),
            None => (Bounds::WHOLE / 2, 0),
        };
        Chance { bounds: Bounds::exactly(score), decided }
    }

    /// Laws that count do not go with a die here: see [`Unsolvable::Counters`](crate::Unsolvable::Counters).
    fn within(self, _: Option<u16>) -> Chance {
        self
    }

    fn read(values: &Values, place: Place) -> Chance {
        match values {
            Values::Chances { scores, decided, gap, .. } => {
                Chance { bounds: Bounds::around(scores[place.index], *gap), decided: decided[place.index] }
            }
            Values::Distances(_) => Chance { bounds: Bounds::UNKNOWN, decided: 0 },
        }
    }
}
