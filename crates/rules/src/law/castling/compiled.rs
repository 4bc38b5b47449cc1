//! Castling on a board of one shape.

use super::{CastlingPhase, CastlingSides, KingSteps};
use crate::bits::CellSet;
use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::ruleset::Ruleset;

/// One castling a side may have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Castle<B> {
    pub(crate) side: Side,
    /// The bit of its right in a position.
    pub(crate) right: u8,
    pub(crate) king_from: Cell,
    pub(crate) king_to: Cell,
    pub(crate) rook_from: Cell,
    pub(crate) rook_to: Cell,
    pub(crate) rook: PieceKind,
    /// Cells that must be empty.
    pub(crate) empty: B,
    /// Cells that must not be attacked: the king's from start to end.
    pub(crate) safe: B,
    /// The move in SAN: `O-O` with the nearer of two rooks, else `O-O-O`.
    pub(crate) san: &'static str,
    pub(crate) when: CastlingPhase,
}

impl<B: CellSet> Castle<B> {
    /// Every castling that the array of a ruleset gives.
    pub(crate) fn of_array(ruleset: &Ruleset) -> Vec<Castle<B>> {
        let Some(KingSteps { steps, rook, sides, when }) = ruleset.castling() else { return Vec::new() };
        let geometry = ruleset.geometry;
        let mut castles = Vec::new();
        for side in Side::BOTH {
            let Some(king) = cells_of(ruleset, side, ruleset.royal()).first().copied() else { continue };
            let rooks = cells_of(ruleset, side, rook);
            let rank = geometry.rank(king);
            let on_rank = rooks.into_iter().filter(|&cell| geometry.rank(cell) == rank);
            let (low, high): (Vec<Cell>, Vec<Cell>) = on_rank.partition(|&cell| cell < king);
            let pair = [(high.first().copied(), 1_i16), (low.last().copied(), -1)];
            for (index, (rook_from, way)) in pair.into_iter().enumerate() {
                let Some(rook_from) = rook_from else { continue };
                let right_hand = if side == Side::White { 1 } else { -1 };
                if sides == CastlingSides::Right && way != right_hand {
                    continue;
                }
                let other = pair[1 - index].0;
                let distance = |cell: Cell| (i16::from(cell.0) - i16::from(king.0)).abs();
                let is_short = match other.map(distance) {
                    Some(other) if other == distance(rook_from) => way == 1 || sides == CastlingSides::Right,
                    Some(other) => distance(rook_from) < other,
                    None => true,
                };
                // It goes towards the rook, not onto it or over it.
                if distance(rook_from) <= i16::from(steps) {
                    continue;
                }
                let right = 1 << (2 * side.index() + index);
                let Some(king_to) = geometry.offset(king, way * i16::from(steps), 0) else { continue };
                let Some(rook_to) = geometry.offset(king_to, -way, 0) else { continue };
                let between = |a: Cell, b: Cell| {
                    (a.0.min(b.0)..=a.0.max(b.0)).map(Cell).fold(B::EMPTY, |set, cell| set | B::of(cell))
                };
                let pieces = B::of(king) | B::of(rook_from);
                let empty = (between(king, rook_from) | between(king, king_to)) & !pieces;
                let safe = between(king, king_to);
                castles.push(Castle {
                    side,
                    right,
                    king_from: king,
                    king_to,
                    rook_from,
                    rook_to,
                    rook,
                    empty,
                    safe,
                    san: if is_short { "O-O" } else { "O-O-O" },
                    when,
                });
            }
        }
        castles
    }
}

/// Where the array puts a side's pieces of one kind, in rising order.
fn cells_of(ruleset: &Ruleset, side: Side, kind: PieceKind) -> Vec<Cell> {
    let pieces = ruleset.start_pieces().unwrap_or_default();
    let found = pieces.into_iter().filter(|piece| (piece.side, piece.kind) == (side, kind));
    let mut cells: Vec<Cell> = found.map(|piece| piece.cell).collect();
    cells.sort();
    cells
}
