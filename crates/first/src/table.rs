//! The transposition table: what was found out about positions seen before.
//!
//! Keys carry no die: with one, only positions before a throw are kept.

use rukh_rules::Move;

use crate::score::{Value, WIN_IN_SIGHT};

/// What a kept value says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What is known about a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    pub(crate) chosen: Option<Move>,
    pub(crate) value: Value,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Known {
    /// The value, if it settles a search of that depth and window.
    pub(crate) fn settles(&self, depth: i32, alpha: Value, beta: Value) -> Option<Value> {
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        (settled && self.depth >= depth).then_some(self.value)
    }
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    key: u64,
    chosen: Option<Move>,
    value: i16,
    depth: u8,
    bound: Bound,
    generation: u8,
}

const EMPTY: Slot = Slot { key: 0, chosen: None, value: 0, depth: 0, bound: Bound::Exact, generation: 0 };

/// A table of a fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    /// Slots of other generations count as empty; 0 is nobody's.
    generation: u8,
}

impl Table {
    /// A table of at least so many entries.
    pub(crate) fn new(entries: usize) -> Table {
        let entries = entries.clamp(1 << 8, 1 << 28).next_power_of_two();
        Table { slots: vec![EMPTY; entries], generation: 1 }
    }

    pub(crate) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(EMPTY);
            self.generation = 1;
        }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    /// What is known; wins in sight count from this ply.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        let slot = &self.slots[self.index(key)];
        (slot.key == key && slot.generation == self.generation).then(|| Known {
            chosen: slot.chosen,
            value: from_here(Value::from(slot.value), ply),
            depth: i32::from(slot.depth),
            bound: slot.bound,
        })
    }

    pub(crate) fn store(&mut self, key: u64, ply: usize, known: Known) {
        let generation = self.generation;
        let index = self.index(key);
        let slot = &mut self.slots[index];
        let is_same = slot.key == key && slot.generation == generation;
        let is_deeper = slot.generation == generation && i32::from(slot.depth) > known.depth + 2;
        if is_deeper && known.bound != Bound::Exact {
            return;
        }
        let kept = if is_same { slot.chosen } else { None };
        *slot = Slot {
            key,
            chosen: known.chosen.or(kept),
            value: to_here(known.value, ply) as i16,
            depth: known.depth.clamp(0, 255) as u8,
            bound: known.bound,
            generation,
        };
    }
}

/// A win in so many plies from the root, told from this position.
fn to_here(value: Value, ply: usize) -> Value {
    match value {
        value if value > WIN_IN_SIGHT => value + ply as Value,
        value if value < -WIN_IN_SIGHT => value - ply as Value,
        value => value,
    }
}

fn from_here(value: Value, ply: usize) -> Value {
    match value {
        value if value > WIN_IN_SIGHT => value - ply as Value,
        value if value < -WIN_IN_SIGHT => value + ply as Value,
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Known, Table};
    use crate::score::WIN;

    #[test]
    fn a_cleared_table_knows_nothing_and_wins_count_from_where_they_are_read() {
        let mut table = Table::new(300);
        let known = Known { chosen: None, value: WIN - 7, depth: 4, bound: Bound::Exact };
        table.store(77, 2, known);
        assert_eq!(table.probe(77, 2).map(|known| known.value), Some(WIN - 7));
        assert_eq!(table.probe(77, 0).map(|known| known.value), Some(WIN - 5));
        for _ in 0..600 {
            table.clear();
            assert!(table.probe(77, 0).is_none());
        }
    }
}
