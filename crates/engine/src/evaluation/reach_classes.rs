//! Colour-bound pieces: those that cannot reach every cell, such as alfil and ferz.

use rukh_rules::bits::CellSet;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::{Cell, PieceKind, Side};

/// Maximum number of reach classes of a colour-bound piece.
const MAX_CLASSES: usize = 16;

/// A kind of piece that cannot reach every cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ColourBound {
    pub(crate) kind: PieceKind,
    /// By cell: the cells reachable from there in any number of moves, in words of 64 cells.
    reachable: Vec<[u64; 4]>,
}

impl ColourBound {
    /// The cells reachable from a cell in any number of moves.
    #[inline(always)]
    pub(crate) fn reachable<B: CellSet>(&self, cell: Cell) -> B {
        B::of_words(self.reachable[cell.index()])
    }
}

/// The colour-bound pieces of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReachClasses {
    pub(crate) colour_bound: Vec<ColourBound>,
}

impl ReachClasses {
    pub(crate) fn new(ruleset: &Ruleset) -> ReachClasses {
        let kinds = ruleset.kinds();
        let pieces = kinds.filter(|kind| *kind != ruleset.royal() && !ruleset.pawns.has(*kind));
        let limited = pieces.filter_map(|kind| {
            let classes = classes(ruleset, kind);
            let count = 1 + usize::from(classes.iter().copied().max().unwrap_or(0));
            let of_class = |class: &u8| {
                let mut words = [0; 4];
                for (cell, _) in classes.iter().enumerate().filter(|(_, other)| *other == class) {
                    words[cell / 64] |= 1 << (cell % 64);
                }
                words
            };
            let reached = classes.iter().map(of_class).collect();
            (2..=MAX_CLASSES).contains(&count).then_some(ColourBound { kind, reachable: reached })
        });
        ReachClasses { colour_bound: limited.collect() }
    }
}

/// The class of each cell, from 0; moves in either direction connect the cells of a class.
fn classes(ruleset: &Ruleset, kind: PieceKind) -> Vec<u8> {
    let geometry = ruleset.geometry;
    let movement = &ruleset.pieces[kind.index()].movement;
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
    use super::ReachClasses;
    use rukh_rules::Ruleset;
    use rukh_rules::bits::CellSet;

    #[test]
    fn reach_classes_of_alfil_are_eight_and_of_ferz_two() {
        let ruleset = Ruleset::named("shatranj").expect("a built-in ruleset");
        let orbits = ReachClasses::new(&ruleset);
        let of = |letter| {
            let kind = ruleset.kind(letter).expect("a piece of the game");
            let limited =
                orbits.colour_bound.iter().find(|limited| limited.kind == kind).expect("it is limited");
            let geometry = ruleset.geometry;
            let mut classes: Vec<u64> = geometry.all().map(|cell| limited.reachable::<u64>(cell)).collect();
            let same = |a: &str, b: &str| {
                let cell = |name| geometry.parse_cell(name).expect("a cell");
                limited.reachable::<u64>(cell(a)).has(cell(b))
            };
            let (c1e3, c1d1) = (same("c1", "e3"), same("c1", "d1"));
            classes.sort_unstable();
            classes.dedup();
            (classes.len(), c1e3, c1d1)
        };
        assert_eq!(of('e'), (8, true, false));
        assert_eq!(of('f'), (2, true, false));
        assert_eq!(orbits.colour_bound.len(), 2);
    }
}
