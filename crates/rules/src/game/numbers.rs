//! The numbers by which pieces are known all game long.

use super::Game;
use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::moves::{Move, MoveTag};

/// A piece on the board, with its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberedPiece {
    /// Its number, the same all game long.
    pub id: u16,
    /// Where it stands.
    pub cell: Cell,
    /// The side that it belongs to.
    pub side: Side,
    /// What it is now, after any promotion.
    pub kind: PieceKind,
}

impl Game {
    /// Every piece on the board with its number, in rising order of cells.
    #[must_use]
    pub fn pieces(&self) -> Vec<NumberedPiece> {
        let pieces = self.position.all_pieces(&self.rules);
        pieces
            .map(|(cell, side, kind)| NumberedPiece {
                id: self.ids[cell.index()].unwrap_or(0),
                cell,
                side,
                kind,
            })
            .collect()
    }

    /// The number of the piece on a cell; `None` where none stands.
    #[must_use]
    pub fn id_at(&self, cell: Cell) -> Option<u16> {
        self.ids[cell.index()]
    }

    pub(super) fn carry_ids(&mut self, side: Side, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        if mv.tag() == MoveTag::EnPassant
            && let Some(victim) = self.rules.passed_victim(&self.position, side)
        {
            self.ids[victim.index()] = None;
        }
        self.ids[to.index()] = self.ids[from.index()].take();
        self.carry_rook_ids(side, mv, false);
    }

    pub(super) fn carry_rook_ids(&mut self, side: Side, mv: Move, back: bool) {
        if mv.tag() != MoveTag::Castle {
            return;
        }
        let castle =
            self.rules.laws.castles.iter().find(|castle| {
                castle.side == side && (castle.king_from, castle.king_to) == (mv.from(), mv.to())
            });
        if let Some(castle) = castle {
            let (from, to) =
                if back { (castle.rook_to, castle.rook_from) } else { (castle.rook_from, castle.rook_to) };
            self.ids[to.index()] = self.ids[from.index()].take();
        }
    }
}
