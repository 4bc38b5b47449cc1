//! Where generated moves go: counted, or handed on one by one.

use super::danger::KingDanger;
use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::kind::{PieceKind, PieceKindSet};
use crate::law::{PromotionChoice, PromotionDuty};
use crate::moves::{Move, MoveTag};
use crate::position::Position;
use crate::rules::{PAWN, Rules};

/// Who moves, in which position, by which rules.
#[derive(Debug)]
pub(crate) struct MoveContext<'a, S: Dimensions> {
    pub(crate) rules: &'a Rules<S>,
    pub(crate) position: &'a Position<S>,
    pub(crate) side: Side,
}

impl<S: Dimensions> Clone for MoveContext<'_, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: Dimensions> Copy for MoveContext<'_, S> {}

impl<S: Dimensions> MoveContext<'_, S> {
    #[inline(always)]
    pub(crate) fn own(self) -> S::Set {
        self.position.own(self.side)
    }

    #[inline(always)]
    pub(crate) fn enemies(self) -> S::Set {
        self.position.own(self.side.other())
    }

    /// Where a slot's pieces become others; in specialised shapes only pawns do.
    #[inline(always)]
    fn zone(self, slot: usize) -> S::Set {
        if S::GENERAL || slot == PAWN {
            self.rules.laws.zones[self.side.index()][slot]
        } else {
            S::Set::EMPTY
        }
    }

    /// What a slot's piece becomes on arrival, and whether it must. A piece that may
    /// become another of its own kind may stay what it is: that is one move.
    #[cold]
    fn becoming(self, slot: usize) -> (PieceKindSet, PromotionDuty) {
        let own = PieceKindSet::of(self.rules.slots.kind_of[slot]);
        let (to, duty) = self.promotion(slot);
        if to.0 & own.0 == 0 { (to, duty) } else { (PieceKindSet(to.0 & !own.0), PromotionDuty::Optional) }
    }

    fn promotion(self, slot: usize) -> (PieceKindSet, PromotionDuty) {
        let promotion =
            self.rules.laws.promotions[slot].as_ref().expect("a slot with a zone has a promotion");
        let to = match promotion.choice {
            PromotionChoice::Fixed | PromotionChoice::Player => promotion.to,
            PromotionChoice::LostMen { always, otherwise } => {
                self.lost_kinds(promotion.to, always, otherwise)
            }
        };
        (to, promotion.duty)
    }

    fn lost_kinds(self, to: PieceKindSet, always: PieceKindSet, otherwise: PieceKindSet) -> PieceKindSet {
        let is_lost = |kind: &PieceKind| {
            let had = self.rules.laws.array_counts[self.side.index()][kind.index()];
            self.position.count(self.rules, self.side, *kind) < u32::from(had)
        };
        let lost: PieceKindSet = to.iter().filter(is_lost).collect();
        let kinds = PieceKindSet(lost.0 | always.0);
        if kinds.is_empty() { otherwise } else { kinds }
    }
}

/// What generated moves are handed to.
pub(crate) trait MoveSink<S: Dimensions> {
    /// Whether moves that neither take nor promote are wanted.
    const QUIET: bool = true;
    /// Whether the order of moves matters.
    const ORDERED: bool = true;
    /// Where pieces of a slot may arrive that are wanted.
    #[inline(always)]
    fn wanted(&self, _turn: MoveContext<'_, S>, _slot: usize) -> S::Set {
        S::Set::FULL
    }
    /// The piece of `slot` on `from` may go to each of `targets`.
    fn pieces(&mut self, turn: MoveContext<'_, S>, slot: usize, from: Cell, targets: S::Set);
    /// A pawn may go to each of `targets` from the cell `delta` before it.
    fn pawns(&mut self, turn: MoveContext<'_, S>, targets: S::Set, delta: i16);
    /// A piece of `slot` may go by a long step to each of `targets` from the cell `delta` before it.
    fn long_steps(&mut self, turn: MoveContext<'_, S>, slot: usize, targets: S::Set, delta: i16);
    /// A single move.
    fn one(&mut self, turn: MoveContext<'_, S>, slot: usize, mv: Move);
    /// Takes what [`Rules::generate_bound`] generates.
    #[inline(always)]
    fn bound(&mut self, turn: MoveContext<'_, S>, takeable: S::Set, danger: &KingDanger<'_, S::Set>)
    where
        Self: Sized,
    {
        turn.rules.generate_bound(turn.position, turn.side, takeable, danger, self);
    }
}

/// Counts moves without writing them down.
#[derive(Default)]
pub(crate) struct CountingSink {
    pub(crate) count: u64,
}

impl CountingSink {
    #[inline(always)]
    fn add<S: Dimensions>(&mut self, turn: MoveContext<'_, S>, slot: usize, targets: S::Set) {
        self.count += u64::from(targets.count());
        let arriving = targets & turn.zone(slot);
        if !arriving.is_empty() {
            let (to, duty) = turn.becoming(slot);
            let stays = u64::from(duty == PromotionDuty::Optional);
            let choices = u64::from(to.0.count_ones()) + stays;
            self.count = self.count - u64::from(arriving.count()) + u64::from(arriving.count()) * choices;
        }
    }
}

impl<S: Dimensions> MoveSink<S> for CountingSink {
    const ORDERED: bool = false;

    #[inline(always)]
    fn pieces(&mut self, turn: MoveContext<'_, S>, slot: usize, _: Cell, targets: S::Set) {
        self.add(turn, slot, targets);
    }

    #[inline(always)]
    fn pawns(&mut self, turn: MoveContext<'_, S>, targets: S::Set, _: i16) {
        self.add(turn, PAWN, targets);
    }

    #[inline(always)]
    fn long_steps(&mut self, turn: MoveContext<'_, S>, slot: usize, targets: S::Set, _: i16) {
        if S::GENERAL {
            self.add(turn, slot, targets);
        } else {
            self.count += u64::from(targets.count());
        }
    }

    #[inline(always)]
    fn one(&mut self, turn: MoveContext<'_, S>, slot: usize, mv: Move) {
        if S::GENERAL && mv.tag() == MoveTag::EnPassant {
            self.add(turn, slot, S::Set::of(mv.to()));
        } else {
            self.count += 1;
        }
    }

    /// With another counter, so that this one stays in a register.
    #[inline(always)]
    fn bound(&mut self, turn: MoveContext<'_, S>, takeable: S::Set, danger: &KingDanger<'_, S::Set>) {
        let mut counter = CountingSink::default();
        turn.rules.generate_bound(turn.position, turn.side, takeable, danger, &mut counter);
        self.count += counter.count;
    }
}

/// What takes moves one by one, each with the slot of the piece that moves.
pub(crate) trait MoveVisitor<S: Dimensions> {
    /// As [`Sink::ORDERED`].
    const ORDERED: bool;
    /// Takes a move.
    fn receive(&mut self, turn: MoveContext<'_, S>, slot: usize, mv: Move);
}

impl<S: Dimensions> MoveVisitor<S> for &mut Vec<Move> {
    const ORDERED: bool = true;

    #[inline(always)]
    fn receive(&mut self, _: MoveContext<'_, S>, _: usize, mv: Move) {
        self.push(mv);
    }
}

/// Hands each move on; if `NOISY`, only captures and promotions.
pub(crate) struct VisitingSink<R, const NOISY: bool = false>(pub(crate) R);

impl<R, const NOISY: bool> VisitingSink<R, NOISY> {
    #[inline(always)]
    fn give<S: Dimensions>(&mut self, turn: MoveContext<'_, S>, slot: usize, mv: Move)
    where
        R: MoveVisitor<S>,
    {
        if turn.zone(slot).has(mv.to()) && self.promote(turn, slot, mv) == PromotionDuty::Compulsory {
            return;
        }
        self.0.receive(turn, slot, mv);
    }

    /// Hands on what a piece may become by a move that ends in its zone; tells
    /// whether the move without a change is out of the question.
    #[inline(always)]
    fn promote<S: Dimensions>(&mut self, turn: MoveContext<'_, S>, slot: usize, mv: Move) -> PromotionDuty
    where
        R: MoveVisitor<S>,
    {
        let (kinds, duty) = turn.becoming(slot);
        // A piece that has become another is not taken in passing.
        let arriving = match mv.tag() {
            MoveTag::LongStep => Move::new(mv.from(), mv.to(), MoveTag::Plain),
            _ => mv,
        };
        for kind in kinds.iter() {
            self.0.receive(turn, slot, arriving.becoming(kind));
        }
        let takes = mv.tag() == MoveTag::EnPassant || turn.enemies().has(mv.to());
        if NOISY && !takes { PromotionDuty::Compulsory } else { duty }
    }

    /// A pawn's advances, plain or not.
    pub(crate) fn sprint<S: Dimensions>(
        &mut self,
        turn: MoveContext<'_, S>,
        slot: usize,
        from: Cell,
        targets: S::Set,
    ) where
        R: MoveVisitor<S>,
    {
        for to in targets.cells() {
            self.give(turn, slot, Move::new(from, to, MoveTag::Plain));
        }
    }
}

/// The cell this many numbers before another.
#[inline(always)]
pub(crate) fn before(to: Cell, delta: i16) -> Cell {
    Cell((i16::from(to.0) - delta) as u8)
}

impl<S: Dimensions, R: MoveVisitor<S>, const NOISY: bool> MoveSink<S> for VisitingSink<R, NOISY> {
    const QUIET: bool = !NOISY;
    const ORDERED: bool = R::ORDERED;

    #[inline(always)]
    fn wanted(&self, turn: MoveContext<'_, S>, slot: usize) -> S::Set {
        if NOISY { turn.enemies() | turn.zone(slot) } else { S::Set::FULL }
    }

    #[inline(always)]
    fn pieces(&mut self, turn: MoveContext<'_, S>, slot: usize, from: Cell, targets: S::Set) {
        for to in targets.cells() {
            self.give(turn, slot, Move::new(from, to, MoveTag::Plain));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, turn: MoveContext<'_, S>, targets: S::Set, delta: i16) {
        for to in targets.cells() {
            self.give(turn, PAWN, Move::new(before(to, delta), to, MoveTag::Plain));
        }
    }

    #[inline(always)]
    fn long_steps(&mut self, turn: MoveContext<'_, S>, slot: usize, targets: S::Set, delta: i16) {
        for to in targets.cells() {
            let mv = Move::new(before(to, delta), to, MoveTag::LongStep);
            if S::GENERAL && turn.zone(slot).has(to) {
                self.give(turn, slot, mv);
            } else if !NOISY {
                self.0.receive(turn, slot, mv);
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, turn: MoveContext<'_, S>, slot: usize, mv: Move) {
        if S::GENERAL && mv.tag() == MoveTag::EnPassant {
            self.give(turn, slot, mv);
        } else if !NOISY || mv.tag() == MoveTag::EnPassant {
            self.0.receive(turn, slot, mv);
        }
    }
}
