//! A pawn's first step: the moves, and taking in passing.

use super::EnPassant;
use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::movegen::{KingDanger, MoveContext, MoveSink, before};
use crate::moves::{Move, MoveTag};
use crate::position::Position;
use crate::rules::{PAWN, Rules};

impl<S: Dimensions> Rules<S> {
    #[inline(always)]
    pub(crate) fn generate_long_steps(
        &self,
        turn: MoveContext<'_, S>,
        danger: &KingDanger<'_, S::Set>,
        sink: &mut impl MoveSink<S>,
    ) {
        let Some(step) = &self.laws.long_step else { return };
        let (position, side) = (turn.position, turn.side);
        let steppers = position.of(step.slot) & position.own(side) & step.from[side.index()];
        let free = steppers & !danger.pinned;
        self.advance(turn, free, danger.mask, sink);
        for from in (steppers & danger.pinned).cells() {
            let mut mask = danger.pinned_mask(from);
            if danger.crowded {
                mask = self.legal_by_trial(
                    position,
                    side,
                    step.slot,
                    from,
                    mask & self.board.all & !position.occupied(),
                );
            }
            self.advance(turn, S::Set::of(from), mask, sink);
        }
    }

    /// Steps of two cells and more straight ahead, all pieces at once.
    #[inline(always)]
    fn advance(&self, turn: MoveContext<'_, S>, pieces: S::Set, mask: S::Set, sink: &mut impl MoveSink<S>) {
        let Some(step) = &self.laws.long_step else { return };
        let files = u32::from(self.geometry.files());
        let (empty, side) = (self.board.all & !turn.position.occupied(), turn.side);
        let ahead = |pieces: S::Set| if side == Side::White { pieces.up(files) } else { pieces.down(files) };
        let mut reached = ahead(pieces) & empty;
        for number in 2..=i16::from(step.steps) {
            reached = ahead(reached) & empty;
            let delta = number * i16::from(self.geometry.files());
            let delta = if side == Side::White { delta } else { -delta };
            let mut targets = reached & mask;
            if S::GENERAL && !(self.slots.plain_pawns && step.slot == PAWN) {
                let ordinary = |to: &Cell| self.goes(turn, step.slot, before(*to, delta), *to);
                targets &=
                    !targets.cells().filter(ordinary).fold(S::Set::EMPTY, |set, to| set | S::Set::of(to));
            }
            sink.long_steps(turn, step.slot, targets, delta);
        }
    }

    /// Whether a piece may go to an empty cell by its ordinary moves, check aside.
    fn goes(&self, turn: MoveContext<'_, S>, slot: usize, from: Cell, to: Cell) -> bool {
        self.targets_anyhow(turn.position, turn.side, slot, from, turn.enemies()).has(to)
    }

    /// Each taking in passing, tried out: two pieces leave their cells at once.
    pub(crate) fn generate_en_passant(&self, turn: MoveContext<'_, S>, sink: &mut impl MoveSink<S>) {
        let Some(step) = &self.laws.long_step else { return };
        let (position, side) = (turn.position, turn.side);
        if position.ep_cells.is_empty() || step.en_passant == EnPassant::None {
            return;
        }
        let Some(victim) = self.passed_victim(position, side) else { return };
        let takers = position.of(step.slot) & position.own(side);
        for to in position.ep_cells.cells() {
            let attackers = self.attackers_from(side, step.slot, to);
            for from in (attackers & takers).cells() {
                // Who goes there without taking anybody does just that: one spelling, one move.
                if S::GENERAL && self.goes(turn, step.slot, from, to) {
                    continue;
                }
                let mut after = self.after_move(position, side, step.slot, from, to);
                after.take(self, side.other(), step.slot, victim);
                if !self.laws.king_must_be_safe || !self.is_king_attacked(&after, side) {
                    sink.one(turn, step.slot, Move::new(from, to, MoveTag::EnPassant));
                }
            }
        }
    }

    /// Where the piece stands that made the long step: one step beyond the last passed cell.
    pub(crate) fn passed_victim(&self, position: &Position<S>, side: Side) -> Option<Cell> {
        let stepper = side.other();
        let last = match stepper {
            Side::White => position.ep_cells.cells().last(),
            Side::Black => position.ep_cells.cells().next(),
        };
        let victim = self.geometry.forward(last?, stepper)?;
        let step = self.laws.long_step.as_ref()?;
        (position.of(step.slot) & position.own(stepper)).has(victim).then_some(victim)
    }

    /// The first enemy pawn met from `cell` on towards the taker's own side:
    /// the one that made the long step over the cell taken on.
    pub(crate) fn victim_beyond(
        &self,
        position: &Position<S>,
        side: Side,
        cell: Option<Cell>,
    ) -> Option<Cell> {
        let step = self.laws.long_step.as_ref()?;
        let victims = position.of(step.slot) & position.own(side.other());
        let mut cell = cell?;
        while !victims.has(cell) {
            cell = self.geometry.forward(cell, side.other())?;
        }
        Some(cell)
    }

    /// The cells on which a piece that made a long step can be taken: none, where it cannot.
    pub(crate) fn passed_cells(&self, from: Cell, to: Cell, side: Side) -> S::Set {
        let mut passed = S::Set::EMPTY;
        if self.laws.long_step.as_ref().is_none_or(|step| step.en_passant == EnPassant::None) {
            return passed;
        }
        let mut cell = from;
        while let Some(next) = self.geometry.forward(cell, side) {
            if next == to {
                break;
            }
            passed |= S::Set::of(next);
            cell = next;
        }
        passed
    }
}
