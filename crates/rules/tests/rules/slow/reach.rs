//! How far pieces reach, counted a second time.

use std::collections::BTreeSet;

use rukh_rules::Side;

use super::SlowPosition;
use super::men::May;

impl SlowPosition<'_> {
    /// Pairs of a side's piece and a cell it could walk to, check aside.
    pub fn reach(&self, side: Side) -> usize {
        let of_man = |(from, letter): (usize, char)| {
            let ends = self.walks(side, from, letter).into_iter();
            let open = ends.filter(|&(may, to)| self.is_open(side, letter, may, to));
            open.map(|(_, to)| to).collect::<BTreeSet<usize>>().len()
        };
        self.men_of(side).into_iter().map(of_man).sum()
    }

    /// For each of a side's pieces how many of some cells it attacks, whatever stands
    /// there, as if a king did.
    pub fn attacks(&self, side: Side, cells: &[usize]) -> Vec<usize> {
        let king = self.letter(self.ruleset.royal());
        let of_man = |(from, letter): (usize, char)| {
            let ends = self.walks(side, from, letter).into_iter();
            let taken = ends
                .filter(|&(may, to)| may != May::Move && !self.spares(letter, king) && cells.contains(&to));
            taken.map(|(_, to)| to).collect::<BTreeSet<usize>>().len()
        };
        self.men_of(side).into_iter().map(of_man).collect()
    }

    /// The cell of a side's king and those beside it, in rising order.
    pub fn king_zone(&self, side: Side) -> Vec<usize> {
        let Some(king) = self.king(side) else { return Vec::new() };
        let beside = |step: i32| self.go(Side::White, king, (step % 3 - 1, step / 3 - 1));
        (0..9).filter_map(beside).collect()
    }
}
