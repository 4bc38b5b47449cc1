//! How the moves of a ruleset's pieces share out the square around them.
//!
//! The pieces of Senterej other than king and pawn together reach every cell of
//! the 5x5 square around them once: none twice, none left out. [`Coverage`]
//! counts that for any pieces and any square, and [`partitions`] finds every set
//! of a ruleset's pieces of which it is true.
//!
//! ```
//! use rukh_rules::Ruleset;
//! use rukh_rules::ruleset::complement::partitions;
//!
//! let found = partitions(&Ruleset::named("senterej")?, 2);
//! assert_eq!(found[0].figure(), ["enrne", "nfrfn", "rr*rr", "nfrfn", "enrne"]);
//! // Read otherwise, the saba leaps to the third square and leaves the corners empty.
//! assert!(partitions(&Ruleset::named("senterej[saba=G]")?, 2).is_empty());
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```

use std::collections::BTreeSet;

use serde::Serialize;

use crate::geometry::{Geometry, Side};
use crate::kind::PieceKind;
use crate::movement::Movement;
use crate::ruleset::Ruleset;

/// The widest square that fits the widest board, as cells from its middle to its edge.
pub const MAX_RADIUS: u8 = 7;

/// The most sets of pieces that [`partitions`] finds.
pub const MAX_PARTITIONS: usize = 64;

/// A cell as files to the right and ranks ahead of the piece.
pub type Offset = (i16, i16);

/// The cells of the square that one piece reaches when nothing stands in its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PieceShare {
    /// The piece's letter.
    pub letter: char,
    /// The cells, in rising order.
    pub cells: Vec<Offset>,
}

/// How the moves of some pieces cover a square around one cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Cells from the middle to the edge: 2 for the 5x5 square.
    pub radius: u8,
    /// What each piece reaches, in the order given.
    pub shares: Vec<PieceShare>,
    /// Cells that more than one piece reaches.
    pub overlaps: Vec<Offset>,
    /// Cells that no piece reaches; the middle is not counted.
    pub gaps: Vec<Offset>,
}

impl Coverage {
    /// Counts the cells of the square of side `2 * radius + 1` for these pieces.
    /// A radius over [`MAX_RADIUS`] is taken as that.
    #[must_use]
    pub fn of(pieces: &[(char, &Movement)], radius: u8) -> Coverage {
        let radius = radius.min(MAX_RADIUS);
        let share =
            |&(letter, movement): &(char, &Movement)| PieceShare { letter, cells: reach(movement, radius) };
        Coverage::from_shares(pieces.iter().map(share).collect(), radius)
    }

    fn from_shares(shares: Vec<PieceShare>, radius: u8) -> Coverage {
        let takers = |cell: &Offset| shares.iter().filter(|share| share.cells.contains(cell)).count();
        let overlaps = square(radius).filter(|cell| takers(cell) > 1).collect();
        let gaps = square(radius).filter(|cell| takers(cell) == 0).collect();
        Coverage { radius, shares, overlaps, gaps }
    }

    /// Whether every cell is reached by exactly one piece.
    #[must_use]
    pub fn is_partition(&self) -> bool {
        self.overlaps.is_empty() && self.gaps.is_empty()
    }

    /// The square from the far rank to the near one: the letter of the piece that
    /// reaches a cell, `*` in the middle, `+` where pieces overlap, `.` in a gap.
    #[must_use]
    pub fn figure(&self) -> Vec<String> {
        let radius = i16::from(self.radius);
        let letter = |cell: Offset| {
            let mut takers = self.shares.iter().filter(|share| share.cells.contains(&cell));
            match (cell, takers.next(), takers.next()) {
                ((0, 0), ..) => '*',
                (_, None, _) => '.',
                (_, Some(share), None) => share.letter,
                (_, Some(_), Some(_)) => '+',
            }
        };
        let row = |ahead: i16| -> String { (-radius..=radius).map(|right| letter((right, ahead))).collect() };
        (-radius..=radius).rev().map(row).collect()
    }
}

/// Every set of a ruleset's pieces, royal piece and pawns aside, whose moves
/// share out the square of that radius with no cell twice and none left out.
/// Sets and pieces stand in the order of the ruleset; at most [`MAX_PARTITIONS`] are found.
#[must_use]
pub fn partitions(ruleset: &Ruleset, radius: u8) -> Vec<Coverage> {
    let radius = radius.min(MAX_RADIUS);
    let (royal, pawns) = (ruleset.royal(), ruleset.pawns);
    let kinds = (0..).map(PieceKind);
    let shares: Vec<PieceShare> = kinds
        .zip(&ruleset.pieces)
        .filter(|(kind, _)| *kind != royal && !pawns.has(*kind))
        .map(|(_, piece)| PieceShare { letter: piece.letter, cells: reach(&piece.movement, radius) })
        .filter(|share| !share.cells.is_empty())
        .collect();
    let mut found = Vec::new();
    let left: BTreeSet<Offset> = square(radius).collect();
    partition(&shares, &mut Vec::new(), &left, &mut found);
    found.sort();
    let mv = |set: Vec<usize>| set.into_iter().map(|index| shares[index].clone()).collect();
    found.into_iter().map(|set| Coverage::from_shares(mv(set), radius)).collect()
}

/// Covers the first cell that is left in every possible way, and what is left after it.
fn partition(
    shares: &[PieceShare],
    mv: &mut Vec<usize>,
    left: &BTreeSet<Offset>,
    found: &mut Vec<Vec<usize>>,
) {
    let Some(first) = left.first() else {
        let mut set = mv.clone();
        set.sort_unstable();
        found.push(set);
        return;
    };
    for (index, share) in shares.iter().enumerate() {
        let fits = share.cells.contains(first) && share.cells.iter().all(|cell| left.contains(cell));
        if fits && found.len() < MAX_PARTITIONS {
            let rest = left.iter().filter(|cell| !share.cells.contains(cell)).copied().collect();
            mv.push(index);
            partition(shares, mv, &rest, found);
            mv.pop();
        }
    }
}

/// Every cell of the square but the middle, in rising order.
fn square(radius: u8) -> impl Iterator<Item = Offset> {
    let radius = i16::from(radius);
    let cells = (-radius..=radius).flat_map(move |right| (-radius..=radius).map(move |ahead| (right, ahead)));
    cells.filter(|cell| *cell != (0, 0))
}

/// Where a piece in the middle of an empty square may go, to move or to capture.
fn reach(movement: &Movement, radius: u8) -> Vec<Offset> {
    let side = 2 * radius + 1;
    let middle = i16::from(radius);
    let Some(board) = Geometry::new(side, side) else { return Vec::new() };
    let Some(from) = board.cell(middle, middle) else { return Vec::new() };
    let stops = movement.routes(board, from, Side::White).into_iter().flat_map(|route| {
        let stops = route.steps[route.first_stop..].to_vec();
        stops
            .into_iter()
            .map(|cell| (i16::from(board.file(cell)) - middle, i16::from(board.rank(cell)) - middle))
    });
    stops.collect::<BTreeSet<Offset>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{Coverage, Offset, partitions};
    use crate::movement::Movement;
    use crate::ruleset::Ruleset;

    fn coverage(pieces: &[(char, &str)], radius: u8) -> Coverage {
        let parse = |text: &str| Movement::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let movements: Vec<(char, Movement)> =
            pieces.iter().map(|(letter, text)| (*letter, parse(text))).collect();
        let pieces: Vec<(char, &Movement)> =
            movements.iter().map(|(letter, movement)| (*letter, movement)).collect();
        Coverage::of(&pieces, radius)
    }

    fn counts(coverage: &Coverage) -> Vec<(char, usize)> {
        coverage.shares.iter().map(|share| (share.letter, share.cells.len())).collect()
    }

    fn sets(instance: &str) -> Vec<String> {
        let ruleset = Ruleset::named(instance).expect("a built-in ruleset");
        let letters = |found: Coverage| found.shares.iter().map(|share| share.letter).collect();
        partitions(&ruleset, 2).into_iter().map(letters).collect()
    }

    #[test]
    fn coverage_of_senterej_is_the_square_of_five() {
        let ruleset = Ruleset::named("senterej").expect("a built-in ruleset");
        let sets = partitions(&ruleset, 2);
        let [found] = &sets[..] else { panic!("one set of pieces") };
        assert_eq!(counts(found), [('f', 4), ('e', 4), ('n', 8), ('r', 8)]);
        assert!(found.is_partition());
        assert_eq!(found.figure(), ["enrne", "nfrfn", "rr*rr", "nfrfn", "enrne"]);
    }

    #[test]
    fn coverage_of_senterej_with_long_saba_lacks_corners() {
        assert!(partitions(&Ruleset::named("senterej[saba=G]").expect("an instance"), 2).is_empty());
        let found = coverage(&[('r', "R"), ('n', "N"), ('f', "F"), ('e', "G")], 2);
        assert_eq!(found.gaps, [(-2, -2), (-2, 2), (2, -2), (2, 2)]);
        assert!(found.overlaps.is_empty());
        assert!(!found.is_partition());
    }

    #[test]
    fn partitions_of_modern_pieces_are_two() {
        let found = coverage(&[('r', "R"), ('n', "N"), ('b', "B")], 2);
        assert_eq!((found.is_partition(), counts(&found)), (true, vec![('r', 8), ('n', 8), ('b', 8)]));
        assert!(coverage(&[('n', "N"), ('q', "Q")], 2).is_partition());
        let overlap = coverage(&[('r', "R"), ('q', "Q")], 2);
        assert_eq!((overlap.overlaps.len(), overlap.gaps.len()), (8, 8));
        assert_eq!(overlap.figure(), ["q.+.q", ".q+q.", "++*++", ".q+q.", "q.+.q"]);
    }

    /// Tamerlane chess: general, vizier, elephant, catapult and knight fill the
    /// square; rook, general, knight, camel and giraffe fill the files and ranks
    /// through the middle and beside it, whatever the width.
    #[test]
    fn coverage_of_tamerlane_is_square_and_wide_cross() {
        let square = [('f', "F"), ('w', "W"), ('a', "A"), ('d', "D"), ('n', "N")];
        assert!(coverage(&square, 2).is_partition());
        // One step diagonally and three or more straight outward: the fourth rank or file at the least.
        let giraffe = "[F-fsR]";
        for radius in 2..=7 {
            let cross = [('r', "R"), ('f', "F"), ('n', "N"), ('c', "C")];
            let found = coverage(&cross, radius);
            let long: Vec<Offset> = coverage(&[('g', giraffe)], radius).shares[0]
                .cells
                .iter()
                .filter(|(right, ahead)| right.abs().max(ahead.abs()) >= 4)
                .copied()
                .collect();
            assert!(found.overlaps.is_empty(), "{radius}");
            let is_cross = |(right, ahead): &Offset| right.abs().min(ahead.abs()) <= 1;
            let open: Vec<Offset> = found.gaps.iter().filter(|cell| is_cross(cell)).copied().collect();
            assert_eq!(open, long, "{radius}");
        }
    }

    #[test]
    fn partitions_of_rulesets_are_as_published() {
        assert_eq!(sets("shatranj"), ["fenr"]);
        assert_eq!(sets("oblong"), ["fenr"]);
        assert_eq!(sets("mideast"), ["qn", "qv", "rbn", "rbv"]);
        assert!(partitions(&Ruleset::named("senterej").expect("a built-in ruleset"), 3).is_empty());
        assert_eq!(coverage(&[('r', "R")], 200).radius, super::MAX_RADIUS);
    }
}
