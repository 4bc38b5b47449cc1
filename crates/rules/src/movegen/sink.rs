//! Where generated moves go: counted, or handed on one by one.

use arrayvec::ArrayVec;

use crate::bits::CellSet;
use crate::geometry::{Cell, Side};
use crate::kind::KindSet;
use crate::law::Duty;
use crate::moves::{Move, MoveTag};
use crate::rules::{PAWN, Rules, SLOTS};
use crate::shape::Shape;

/// What generated moves are handed to.
pub(crate) trait Sink<S: Shape> {
    /// Whether moves that neither take nor promote are wanted.
    const QUIET: bool = true;
    /// Where men of `slot` may arrive that are wanted; asked when the promotions are told.
    #[inline(always)]
    fn wanted(&self, _slot: usize) -> S::Set {
        S::Set::FULL
    }
    /// The man of `slot` on `from` may go to each of `targets`.
    fn men(&mut self, rules: &Rules<S>, slot: usize, from: Cell, targets: S::Set);
    /// A pawn may go to each of `targets` from the cell `delta` before it.
    fn pawns(&mut self, rules: &Rules<S>, side: Side, targets: S::Set, delta: i16);
    /// A man of `slot` may go by a long step to each of `targets` from the cell `delta` before it.
    fn long_steps(&mut self, slot: usize, targets: S::Set, delta: i16);
    /// A single move.
    fn one(&mut self, slot: usize, chosen: Move);
    /// What men that arrive may become.
    fn promotions(&mut self, slot: usize, to: KindSet, zone: S::Set, duty: Duty);
}

/// What men of one slot may become.
#[derive(Clone, Copy)]
struct Becoming<B> {
    to: KindSet,
    zone: B,
    duty: Duty,
}

/// Counts moves without writing them down.
pub(crate) struct Counter<S: Shape> {
    pub(crate) count: u64,
    pawns: Option<Becoming<S::Set>>,
    others: ArrayVec<(usize, Becoming<S::Set>), SLOTS>,
}

impl<S: Shape> Default for Counter<S> {
    fn default() -> Counter<S> {
        Counter { count: 0, pawns: None, others: ArrayVec::new() }
    }
}

impl<S: Shape> Counter<S> {
    #[inline(always)]
    fn add(&mut self, targets: S::Set, becoming: Option<Becoming<S::Set>>) {
        self.count += u64::from(targets.count());
        if let Some(becoming) = becoming {
            let arriving = targets & becoming.zone;
            if !arriving.is_empty() {
                let choices = becoming.to.0.count_ones();
                let more = if becoming.duty == Duty::Optional { choices } else { choices.wrapping_sub(1) };
                self.count = self
                    .count
                    .wrapping_add(u64::from(arriving.count()).wrapping_mul(i64::from(more as i32) as u64));
            }
        }
    }
}

impl<S: Shape> Sink<S> for Counter<S> {
    #[inline(always)]
    fn men(&mut self, _: &Rules<S>, slot: usize, _: Cell, targets: S::Set) {
        let becoming = if S::RICH {
            self.others.iter().find(|(own, _)| *own == slot).map(|(_, becoming)| *becoming)
        } else {
            None
        };
        self.add(targets, becoming);
    }

    #[inline(always)]
    fn pawns(&mut self, _: &Rules<S>, _: Side, targets: S::Set, _: i16) {
        self.add(targets, self.pawns);
    }

    #[inline(always)]
    fn long_steps(&mut self, _: usize, targets: S::Set, _: i16) {
        self.count += u64::from(targets.count());
    }

    #[inline(always)]
    fn one(&mut self, _: usize, _: Move) {
        self.count += 1;
    }

    #[inline(always)]
    fn promotions(&mut self, slot: usize, to: KindSet, zone: S::Set, duty: Duty) {
        let becoming = Becoming { to, zone, duty };
        if slot == PAWN {
            self.pawns = Some(becoming);
        } else {
            self.others.push((slot, becoming));
        }
    }
}

/// Hands each move to a closure with the slot of the man that moves.
pub(crate) struct Visitor<S: Shape, F: FnMut(usize, Move)> {
    visit: F,
    pawns: Option<Becoming<S::Set>>,
    others: ArrayVec<(usize, Becoming<S::Set>), SLOTS>,
}

impl<S: Shape, F: FnMut(usize, Move)> Visitor<S, F> {
    #[inline(always)]
    pub(crate) fn new(visit: F) -> Self {
        Visitor { visit, pawns: None, others: ArrayVec::new() }
    }

    #[inline(always)]
    fn give(&mut self, slot: usize, from: Cell, to: Cell, becoming: Option<Becoming<S::Set>>, plain: bool) {
        if let Some(becoming) = becoming
            && becoming.zone.has(to)
        {
            for kind in becoming.to.kinds() {
                (self.visit)(slot, Move::promoting(from, to, kind));
            }
            if becoming.duty == Duty::Compulsory {
                return;
            }
        }
        if plain {
            (self.visit)(slot, Move::new(from, to, MoveTag::Plain));
        }
    }

    /// What men of a slot become, where they become anything.
    #[inline(always)]
    fn becoming(&self, slot: usize) -> Option<Becoming<S::Set>> {
        if slot == PAWN {
            return self.pawns;
        }
        if !S::RICH {
            return None;
        }
        self.others.iter().find(|(own, _)| *own == slot).map(|(_, becoming)| *becoming)
    }
}

impl<S: Shape, F: FnMut(usize, Move)> Visitor<S, F> {
    /// A pawn's advances, plain or not.
    pub(crate) fn sprint(&mut self, slot: usize, from: Cell, targets: S::Set) {
        let becoming = self.becoming(slot);
        for to in targets.cells() {
            self.give(slot, from, to, becoming, true);
        }
    }
}

impl<S: Shape, F: FnMut(usize, Move)> Sink<S> for Visitor<S, F> {
    #[inline(always)]
    fn men(&mut self, _: &Rules<S>, slot: usize, from: Cell, targets: S::Set) {
        let becoming = self.becoming(slot);
        for to in targets.cells() {
            self.give(slot, from, to, becoming, true);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, _: &Rules<S>, _: Side, targets: S::Set, delta: i16) {
        for to in targets.cells() {
            let from = Cell((i16::from(to.0) - delta) as u8);
            self.give(PAWN, from, to, self.pawns, true);
        }
    }

    #[inline(always)]
    fn long_steps(&mut self, slot: usize, targets: S::Set, delta: i16) {
        for to in targets.cells() {
            let from = Cell((i16::from(to.0) - delta) as u8);
            (self.visit)(slot, Move::new(from, to, MoveTag::LongStep));
        }
    }

    #[inline(always)]
    fn one(&mut self, slot: usize, chosen: Move) {
        (self.visit)(slot, chosen);
    }

    #[inline(always)]
    fn promotions(&mut self, slot: usize, to: KindSet, zone: S::Set, duty: Duty) {
        let becoming = Becoming { to, zone, duty };
        if slot == PAWN {
            self.pawns = Some(becoming);
        } else {
            self.others.push((slot, becoming));
        }
    }
}

/// Hands captures and promotions to a closure, each with the slot of the man that moves.
pub(crate) struct Noisy<S: Shape, F: FnMut(usize, Move)> {
    visitor: Visitor<S, F>,
    enemies: S::Set,
}

impl<S: Shape, F: FnMut(usize, Move)> Noisy<S, F> {
    #[inline(always)]
    pub(crate) fn new(enemies: S::Set, visit: F) -> Self {
        Noisy { visitor: Visitor::new(visit), enemies }
    }
}

impl<S: Shape, F: FnMut(usize, Move)> Sink<S> for Noisy<S, F> {
    const QUIET: bool = false;

    #[inline(always)]
    fn wanted(&self, slot: usize) -> S::Set {
        match self.visitor.becoming(slot) {
            Some(becoming) => self.enemies | becoming.zone,
            None => self.enemies,
        }
    }

    #[inline(always)]
    fn men(&mut self, _: &Rules<S>, slot: usize, from: Cell, targets: S::Set) {
        let becoming = self.visitor.becoming(slot);
        for to in targets.cells() {
            self.visitor.give(slot, from, to, becoming, self.enemies.has(to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, _: &Rules<S>, _: Side, targets: S::Set, delta: i16) {
        for to in targets.cells() {
            let from = Cell((i16::from(to.0) - delta) as u8);
            self.visitor.give(PAWN, from, to, self.visitor.pawns, self.enemies.has(to));
        }
    }

    fn long_steps(&mut self, _: usize, _: S::Set, _: i16) {}

    #[inline(always)]
    fn one(&mut self, slot: usize, chosen: Move) {
        if chosen.tag() == MoveTag::EnPassant {
            (self.visitor.visit)(slot, chosen);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, slot: usize, to: KindSet, zone: S::Set, duty: Duty) {
        self.visitor.promotions(slot, to, zone, duty);
    }
}
