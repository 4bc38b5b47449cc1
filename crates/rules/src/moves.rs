//! A move: where from, where to, what it becomes, and what else happens.

use crate::geometry::Cell;
use crate::kind::PieceKind;

/// What a move does besides carrying one piece from cell to cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveTag {
    /// Nothing.
    Plain,
    /// A pawn's long first step, which may be answered en passant.
    LongStep,
    /// Takes a pawn on a cell it passed.
    EnPassant,
    /// The king castles; `from` and `to` are its cells.
    Castle,
    /// The pass: no piece moves.
    Pass,
}

/// A move, four bytes. Meaningful only for the ruleset it was generated for.
///
/// Whether it captures depends on the position: [`Rules::is_capture`](crate::Rules::is_capture) says so.
/// What outlives the position, such as a log or a message, holds a [`UciMove`](crate::UciMove).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u32);

const NO_KIND: u32 = 63;

impl Move {
    /// The move of a side that lets its turn go by; `--` in text. [`Move::from`] and [`Move::to`] of it
    /// mean nothing.
    pub const PASS: Move = Move(NO_KIND << 16 | (MoveTag::Pass as u32) << 22);

    /// A move without promotion, legal or not.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: Cell, to: Cell, tag: MoveTag) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 8 | NO_KIND << 16 | (tag as u32) << 22)
    }

    /// A plain move with which the piece becomes another, legal or not.
    #[inline(always)]
    #[must_use]
    pub const fn promoting(from: Cell, to: Cell, kind: PieceKind) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 8 | (kind.0 as u32) << 16)
    }

    /// The same move, the piece becoming another on arrival.
    #[inline(always)]
    #[must_use]
    pub const fn becoming(self, kind: PieceKind) -> Move {
        Move(self.0 & !(NO_KIND << 16) | (kind.0 as u32) << 16)
    }

    /// The cell the piece leaves.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Cell {
        Cell(self.0 as u8)
    }

    /// The cell the piece goes to.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Cell {
        Cell((self.0 >> 8) as u8)
    }

    /// What it becomes, if it promotes.
    #[inline(always)]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceKind> {
        match self.0 >> 16 & 63 {
            NO_KIND => None,
            kind => Some(PieceKind(kind as u8)),
        }
    }

    /// The effect besides carrying a piece from cell to cell.
    #[inline(always)]
    #[must_use]
    pub const fn tag(self) -> MoveTag {
        match self.0 >> 22 {
            0 => MoveTag::Plain,
            1 => MoveTag::LongStep,
            2 => MoveTag::EnPassant,
            3 => MoveTag::Castle,
            _ => MoveTag::Pass,
        }
    }

    /// Whether the move is the pass.
    #[inline(always)]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0 >> 22 == MoveTag::Pass as u32
    }

    /// The move as a number, for tables.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The move of such a number; of any other number some move, perhaps of no ruleset.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::{Move, MoveTag};
    use crate::geometry::Cell;
    use crate::kind::PieceKind;

    #[test]
    fn new_parts_are_returned() {
        let plain = Move::new(Cell(3), Cell(255), MoveTag::LongStep);
        assert_eq!(
            (plain.from(), plain.to(), plain.tag(), plain.promotion()),
            (Cell(3), Cell(255), MoveTag::LongStep, None)
        );
        let promoting = Move::promoting(Cell(200), Cell(1), PieceKind(31));
        assert_eq!(promoting.promotion(), Some(PieceKind(31)));
        assert_eq!(promoting.tag(), MoveTag::Plain);
        assert!(Move::PASS.is_pass() && !promoting.is_pass());
        let passing = Move::new(Cell(20), Cell(29), MoveTag::EnPassant).becoming(PieceKind(25));
        assert_eq!(
            (passing.from(), passing.to(), passing.tag(), passing.promotion()),
            (Cell(20), Cell(29), MoveTag::EnPassant, Some(PieceKind(25)))
        );
    }
}
