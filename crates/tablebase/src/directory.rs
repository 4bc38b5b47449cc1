//! Finding the table of a position.

use std::collections::HashMap;

use rukh_rules::shape::Shape;
use rukh_rules::{Material, PieceKind, Position, Rules, Ruleset, Side};

use crate::layout::{Layout, Sides};

/// The pieces of both sides, a byte for each, in a fixed order; no more than 16 of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Counts(u128);

/// Tables by the pieces of their positions.
#[derive(Debug)]
pub(crate) struct Directory<T> {
    kinds: Vec<PieceKind>,
    tables: HashMap<Counts, (T, Sides)>,
}

impl<T: Clone> Directory<T> {
    pub(crate) fn new(ruleset: &Ruleset) -> Directory<T> {
        Directory { kinds: ruleset.kinds().collect(), tables: HashMap::new() }
    }

    /// Adds the table that has a layout.
    pub(crate) fn add(&mut self, layout: &Layout, table: &T) {
        let counts = |material: &Material| {
            self.counts(|side, kind| material.of(side).iter().filter(|own| **own == kind).count() as u32)
        };
        let exchanged =
            layout.has_exchanged().then(|| (counts(&layout.material().swapped()), Sides::Exchanged));
        // A material that is its own exchange is found as named.
        for (counts, sides) in exchanged.into_iter().chain([(counts(layout.material()), Sides::AsNamed)]) {
            self.tables.insert(counts, (table.clone(), sides));
        }
    }

    /// The table of a position's pieces.
    pub(crate) fn find<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Option<(&T, Sides)> {
        self.get(self.counts_of(rules, position))
    }

    pub(crate) fn get(&self, counts: Counts) -> Option<(&T, Sides)> {
        self.tables.get(&counts).map(|(table, sides)| (table, *sides))
    }

    /// The pieces of a position.
    pub(crate) fn counts_of<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Counts {
        self.counts(|side, kind| position.count(rules, side, kind))
    }

    fn counts(&self, count: impl Fn(Side, PieceKind) -> u32) -> Counts {
        let both = self.kinds.iter().flat_map(|kind| Side::BOTH.map(|side| (side, *kind)));
        Counts(both.fold(0, |counts, (side, kind)| {
            let piece = 1 + 2 * kind.index() as u128 + side.index() as u128;
            (0..count(side, kind)).fold(counts, |counts: u128, _| counts << 8 | piece)
        }))
    }
}
