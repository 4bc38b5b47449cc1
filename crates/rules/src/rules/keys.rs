//! Numbers for hashing, the same for every shape.

use crate::geometry::{Cell, Side};
use crate::hash;
use crate::kind::PieceKind;
use crate::unchecked_table::UncheckedTable;

/// The share of each piece on each cell in the key of a position.
#[derive(Debug)]
pub(crate) struct PieceKeys {
    /// `[(side * 32 + kind) * cells + cell]`
    keys: UncheckedTable<u64>,
    cells: usize,
}

impl PieceKeys {
    pub(super) fn new(kinds: usize, cells: usize) -> PieceKeys {
        let mut keys = vec![0; 2 * 32 * cells];
        for side in Side::BOTH {
            for kind in 0..kinds {
                for cell in 0..cells {
                    keys[(side.index() * 32 + kind) * cells + cell] =
                        hash::piece(side, PieceKind(kind as u8), Cell(cell as u8));
                }
            }
        }
        PieceKeys { keys: keys.into(), cells }
    }

    #[inline(always)]
    pub(crate) fn of(&self, side: Side, kind: PieceKind, cell: Cell) -> u64 {
        self.keys[(side.index() * 32 + kind.index()) * self.cells + cell.index()]
    }
}
