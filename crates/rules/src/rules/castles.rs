//! Castling worked out from the array: which king, which rooks, which cells.

use super::{PieceKind, Rules, Shape};
use crate::bits::CellSet;
use crate::geometry::{Cell, Side};
use crate::law::{CastlingPhase, CastlingSides, KingSteps};

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
    /// Whether the rook is the nearer of two, written `O-O`.
    pub(crate) short: bool,
    pub(crate) when: CastlingPhase,
}

/// Bits of castling rights: White towards the last file, towards the first, then Black.
pub(crate) const RIGHT_LETTERS: [(u8, char); 4] = [(1, 'K'), (2, 'Q'), (4, 'k'), (8, 'q')];

pub(super) fn fill<S: Shape>(rules: &mut Rules<S>) {
    let Some(KingSteps { steps, rook, sides, when }) = rules.ruleset.castling() else { return };
    for side in Side::BOTH {
        let Some(king) = cells_of(rules, side, rules.ruleset.royal()).first().copied() else { continue };
        let rooks = cells_of(rules, side, rook);
        let rank = rules.geometry.rank(king);
        let on_rank = rooks.into_iter().filter(|&cell| rules.geometry.rank(cell) == rank);
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
            let short = match other.map(distance) {
                Some(other) if other == distance(rook_from) => way == 1 || sides == CastlingSides::Right,
                Some(other) => distance(rook_from) < other,
                None => true,
            };
            // He goes towards the rook, not onto it or over it.
            if distance(rook_from) <= i16::from(steps) {
                continue;
            }
            let right = 1 << (2 * side.index() + index);
            let Some(king_to) = rules.geometry.offset(king, way * i16::from(steps), 0) else { continue };
            let Some(rook_to) = rules.geometry.offset(king_to, -way, 0) else { continue };
            let between = |a: Cell, b: Cell| {
                (a.0.min(b.0)..=a.0.max(b.0))
                    .map(Cell)
                    .fold(S::Set::EMPTY, |set, cell| set | S::Set::of(cell))
            };
            let men = S::Set::of(king) | S::Set::of(rook_from);
            let empty = (between(king, rook_from) | between(king, king_to)) & !men;
            let safe = between(king, king_to);
            rules.castles.push(Castle {
                side,
                right,
                king_from: king,
                king_to,
                rook_from,
                rook_to,
                rook,
                empty,
                safe,
                short,
                when,
            });
            rules.rights_kept[king.index()] &= !right;
            rules.rights_kept[rook_from.index()] &= !right;
        }
    }
}

/// Where the array puts a side's men of one kind, in rising order.
fn cells_of<S: Shape>(rules: &Rules<S>, side: Side, kind: PieceKind) -> Vec<Cell> {
    let letter = rules.ruleset.letter_for(kind, side);
    let men = crate::notation::placement::parse(&rules.ruleset, &rules.ruleset.start().placement)
        .unwrap_or_default();
    let mut cells: Vec<Cell> = men
        .into_iter()
        .filter(|man| rules.ruleset.letter_for(man.kind, man.side) == letter)
        .map(|man| man.cell)
        .collect();
    cells.sort();
    cells
}
