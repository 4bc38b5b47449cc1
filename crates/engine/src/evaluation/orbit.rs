//! Men that never get to every cell: an alfil has its orbit, a ferz its colour.

use rukh_rules::ruleset::Ruleset;
use rukh_rules::{Cell, Kind, Side};

/// Kinds of such men that are looked at.
pub(crate) const LIMITED: usize = 4;
/// Classes of cells of such a man that are told apart.
pub(crate) const CLASSES: usize = 16;

/// A kind of man that has but a part of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Limited {
    pub(crate) kind: Kind,
    /// By cell: cells of one class are those it gets to from each other.
    classes: Vec<u8>,
}

impl Limited {
    #[inline(always)]
    pub(crate) fn class(&self, cell: Cell) -> usize {
        usize::from(self.classes[cell.index()]) % CLASSES
    }
}

/// All of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Orbits {
    pub(crate) limited: Vec<Limited>,
}

impl Orbits {
    pub(crate) fn new(ruleset: &Ruleset) -> Orbits {
        let kinds = (0..ruleset.men.len()).map(|index| Kind(index as u8));
        let men = kinds.filter(|kind| *kind != ruleset.royal() && !ruleset.pawns.has(*kind));
        let limited = men.filter_map(|kind| {
            let classes = classes(ruleset, kind);
            let count = 1 + classes.iter().copied().max().unwrap_or(0);
            (2..=CLASSES as u8).contains(&count).then_some(Limited { kind, classes })
        });
        Orbits { limited: limited.take(LIMITED).collect() }
    }
}

/// The class of each cell, from 0: cells that moves connect, in whatever direction.
fn classes(ruleset: &Ruleset, kind: Kind) -> Vec<u8> {
    let geometry = ruleset.geometry;
    let movement = &ruleset.men[kind.index()].movement;
    let mut class: Vec<usize> = (0..geometry.cells()).collect();
    for from in geometry.all() {
        for route in movement.routes(geometry, from, Side::White) {
            for to in &route.steps[route.first_stop..] {
                let (old, new) = (class[to.index()], class[from.index()]);
                for entry in class.iter_mut().filter(|entry| **entry == old) {
                    *entry = new;
                }
            }
        }
    }
    let mut names = Vec::new();
    let mut name = |class: usize| {
        names.iter().position(|known| *known == class).unwrap_or_else(|| {
            names.push(class);
            names.len() - 1
        })
    };
    class.into_iter().map(|class| name(class).min(255) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::Orbits;
    use rukh_rules::Ruleset;

    #[test]
    fn alfils_have_eight_orbits_and_ferzes_two_colours() {
        let ruleset = Ruleset::named("shatranj").expect("a built-in ruleset");
        let orbits = Orbits::new(&ruleset);
        let of = |letter| {
            let kind = ruleset.kind(letter).expect("a man of the game");
            let limited = orbits.limited.iter().find(|limited| limited.kind == kind).expect("it is limited");
            let geometry = ruleset.geometry;
            let mut classes: Vec<usize> = geometry.all().map(|cell| limited.class(cell)).collect();
            let same = |a: &str, b: &str| {
                let cell = |name| geometry.parse_cell(name).expect("a cell");
                limited.class(cell(a)) == limited.class(cell(b))
            };
            let (c1e3, c1d1) = (same("c1", "e3"), same("c1", "d1"));
            classes.sort_unstable();
            classes.dedup();
            (classes.len(), c1e3, c1d1)
        };
        assert_eq!(of('e'), (8, true, false));
        assert_eq!(of('f'), (2, true, false));
        assert_eq!(orbits.limited.len(), 2);
    }
}
