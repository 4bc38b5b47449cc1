//! The walk down the tree where the players take turns and never pass.

use std::hint::black_box;
use std::marker::PhantomData;

use super::Scope;
use crate::geometry::Side;
use crate::movegen::{MoveContext, MoveVisitor, VisitingSink};
use crate::moves::Move;
use crate::play::{Bookkeeping, MovePrelude};
use crate::position::Position;
use crate::rules::Rules;
use crate::shape::Shape;

/// The side to move, in specialised shapes known to the compiler.
trait Mover {
    type Other: Mover;
    fn side<S: Shape>(position: &Position<S>) -> Side;
}

struct White;
struct Black;
struct Either;

impl Mover for White {
    type Other = Black;
    #[inline(always)]
    fn side<S: Shape>(_: &Position<S>) -> Side {
        Side::White
    }
}
impl Mover for Black {
    type Other = White;
    #[inline(always)]
    fn side<S: Shape>(_: &Position<S>) -> Side {
        Side::Black
    }
}
impl Mover for Either {
    type Other = Either;
    #[inline(always)]
    fn side<S: Shape>(position: &Position<S>) -> Side {
        position.turn()
    }
}

/// Plays each move as it is generated and adds up the leaves below.
struct PerftVisitor<M, U, const BULK: bool> {
    turned: MovePrelude,
    depth: u32,
    leaves: u64,
    marker: PhantomData<(M, U)>,
}

impl<S: Shape, M: Mover, U: Bookkeeping, const BULK: bool> MoveVisitor<S> for PerftVisitor<M, U, BULK> {
    const ORDERED: bool = false;

    #[inline(always)]
    fn receive(&mut self, turn: MoveContext<'_, S>, slot: usize, mv: Move) {
        let next = turn.rules.play_after::<U>(turn.position, self.turned, turn.side, slot, mv);
        self.leaves += turn.rules.descend::<M::Other, U, BULK>(&next, self.depth - 1);
    }
}

/// Plays each move as it is generated, and nothing after it.
struct Leaves<U> {
    turned: MovePrelude,
    leaves: u64,
    marker: PhantomData<U>,
}

impl<S: Shape, U: Bookkeeping> MoveVisitor<S> for Leaves<U> {
    const ORDERED: bool = false;

    #[inline(always)]
    fn receive(&mut self, turn: MoveContext<'_, S>, slot: usize, mv: Move) {
        let next = turn.rules.play_after::<U>(turn.position, self.turned, turn.side, slot, mv);
        black_box(&next);
        self.leaves += 1;
    }
}

impl<S: Shape> Rules<S> {
    /// Leaves below a position, one ply or more; with `BULK` those of the last ply are counted, not played.
    pub(super) fn walk<U: Bookkeeping, const BULK: bool>(&self, position: &Position<S>, depth: u32) -> u64 {
        match position.turn() {
            _ if S::GENERAL => self.descend::<Either, U, BULK>(position, depth),
            Side::White => self.descend::<White, U, BULK>(position, depth),
            Side::Black => self.descend::<Black, U, BULK>(position, depth),
        }
    }

    /// Kept apart from what it calls, so that the last ply does not pay for a branch's many registers.
    #[inline(never)]
    fn descend<M: Mover, U: Bookkeeping, const BULK: bool>(&self, position: &Position<S>, depth: u32) -> u64 {
        if U::COUNTS {
            if self.outcome_but_moves(position).is_some() {
                return 0;
            }
        } else if S::GENERAL && self.is_finished(position, Scope::MovesOnly) {
            return 0;
        }
        if depth == 1 {
            return if BULK {
                self.count_turn(position, M::side(position), !0)
            } else {
                self.touch::<M, U>(position)
            };
        }
        self.branch::<M, U, BULK>(position, depth)
    }

    #[inline(never)]
    fn touch<M: Mover, U: Bookkeeping>(&self, position: &Position<S>) -> u64 {
        let side = M::side(position);
        let turned = self.begin_move::<U>(position, side);
        let mut leaves = VisitingSink::<_>(Leaves::<U> { turned, leaves: 0, marker: PhantomData });
        self.generate_turn(position, side, !0, &mut leaves);
        leaves.0.leaves
    }

    #[inline(never)]
    fn branch<M: Mover, U: Bookkeeping, const BULK: bool>(&self, position: &Position<S>, depth: u32) -> u64 {
        let side = M::side(position);
        let turned = self.begin_move::<U>(position, side);
        let mut walk =
            VisitingSink::<_>(PerftVisitor::<M, U, BULK> { turned, depth, leaves: 0, marker: PhantomData });
        self.generate_turn(position, side, !0, &mut walk);
        walk.0.leaves
    }
}
