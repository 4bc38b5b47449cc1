//! Castling: the moves, and what they do.

use super::CastlingPhase;
use super::compiled::Castle;
use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::movegen::{MoveContext, MoveSink};
use crate::moves::{Move, MoveTag};
use crate::position::Position;
use crate::rules::{ROYAL, Rules};

impl<S: Dimensions> Rules<S> {
    pub(crate) fn generate_castles(
        &self,
        turn: MoveContext<'_, S>,
        phase: CastlingPhase,
        sink: &mut impl MoveSink<S>,
    ) {
        let (position, side) = (turn.position, turn.side);
        let enemies = position.own(side.other());
        let occupied = position.occupied();
        for castle in &self.laws.castles {
            let has_right =
                castle.side == side && castle.when == phase && position.state.rights() & castle.right != 0;
            if !has_right || castle.empty.meets(occupied) {
                continue;
            }
            let without_king = occupied & !S::Set::of(castle.king_from);
            let safe = |cell| !self.attacks(position, cell, side.other(), enemies, without_king);
            let is_safe = || castle.safe.cells().all(safe) && !self.is_attacked_castled(position, castle);
            if !self.laws.king_must_be_safe || is_safe() {
                sink.one(turn, ROYAL, Move::new(castle.king_from, castle.king_to, MoveTag::Castle));
            }
        }
    }

    /// Whether the castled king is attacked: by a piece the rook stood in the way
    /// of, or by a hopper.
    fn is_attacked_castled(&self, position: &Position<S>, castle: &Castle<S::Set>) -> bool {
        let mut after = *position;
        let rook = self.slot(castle.rook);
        after.take(self, castle.side, ROYAL, castle.king_from);
        after.take(self, castle.side, rook, castle.rook_from);
        after.put(self, castle.side, ROYAL, castle.king_to);
        after.put(self, castle.side, rook, castle.rook_to);
        self.is_king_attacked(&after, castle.side)
    }

    pub(crate) fn carry_rook(&self, next: &mut Position<S>, side: Side, from: Cell, to: Cell) {
        let castle = self
            .laws
            .castles
            .iter()
            .find(|castle| castle.side == side && (castle.king_from, castle.king_to) == (from, to));
        if let Some(castle) = castle {
            let slot = self.slot(castle.rook);
            next.take(self, side, slot, castle.rook_from);
            next.put(self, side, slot, castle.rook_to);
        }
    }
}
