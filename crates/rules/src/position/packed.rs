//! The state of a position besides its placement, in one machine word: a
//! position is copied for every move, and one word is copied at once.

use std::fmt;

use super::Phase;
use crate::geometry::Side;

/// Whose turn it is, the phase, castling rights, the throw, counters and how
/// far the game has come.
///
/// From the lowest bit: the side (1), the phase (2), rights (5), the throw (8),
/// the counters (8 and 8), idle plies (16), the number of the turn (16). The
/// lower half is what tells positions apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackedState(u64);

/// A run of bits: the first and how many.
type Field = (u32, u32);

const TURN: Field = (0, 1);
const PHASE: Field = (1, 2);
const RIGHTS: Field = (3, 5);
const THROW: Field = (8, 8);
const COUNTERS: [Field; 2] = [(16, 8), (24, 8)];
const IDLE: Field = (32, 16);
const TURN_NUMBER: Field = (48, 16);

impl PackedState {
    /// The first turn of a game of turns.
    pub(crate) fn first(turn: Side) -> PackedState {
        let mut course = PackedState(0);
        course.set_turn(turn);
        course.set_phase(Phase::Turns);
        course.set_turn_number(1);
        course
    }

    #[inline(always)]
    fn get(self, (first, bits): Field) -> u16 {
        (self.0 >> first & ((1 << bits) - 1)) as u16
    }

    /// What does not fit is lost.
    #[inline(always)]
    fn set(&mut self, (first, bits): Field, value: u16) {
        let mask = (1 << bits) - 1;
        self.0 = (self.0 & !(mask << first)) | (u64::from(value) & mask) << first;
    }

    /// The part that tells positions apart.
    #[inline(always)]
    pub(crate) fn state(self) -> u64 {
        self.0 & u64::from(u32::MAX)
    }

    #[inline(always)]
    pub(crate) fn turn(self) -> Side {
        if self.get(TURN) == 0 { Side::White } else { Side::Black }
    }

    #[inline(always)]
    pub(crate) fn set_turn(&mut self, turn: Side) {
        self.set(TURN, turn as u16);
    }

    #[inline(always)]
    pub(crate) fn phase(self) -> Phase {
        match self.get(PHASE) {
            0 => Phase::Werera,
            1 => Phase::Turns,
            _ => Phase::Claimed,
        }
    }

    #[inline(always)]
    pub(crate) fn set_phase(&mut self, phase: Phase) {
        self.set(PHASE, phase as u16);
    }

    #[inline(always)]
    pub(crate) fn rights(self) -> u8 {
        self.get(RIGHTS) as u8
    }

    #[inline(always)]
    pub(crate) fn set_rights(&mut self, rights: u8) {
        self.set(RIGHTS, rights.into());
    }

    /// The throw that lies on the board, 0 for none.
    #[inline(always)]
    pub(crate) fn throw(self) -> u8 {
        self.get(THROW) as u8
    }

    #[inline(always)]
    pub(crate) fn set_throw(&mut self, throw: u8) {
        self.set(THROW, throw.into());
    }

    /// Moves of each side's lone piece; for a draw after a bared king's moves,
    /// the plies since in the first.
    #[inline(always)]
    pub(crate) fn counters(self) -> [u8; 2] {
        COUNTERS.map(|counter| self.get(counter) as u8)
    }

    #[inline(always)]
    pub(crate) fn set_counter(&mut self, which: usize, count: u8) {
        self.set(COUNTERS[which], count.into());
    }

    #[inline(always)]
    pub(crate) fn halfmove_clock(self) -> u16 {
        self.get(IDLE)
    }

    #[inline(always)]
    pub(crate) fn set_halfmove_clock(&mut self, idle: u16) {
        self.set(IDLE, idle);
    }

    #[inline(always)]
    pub(crate) fn turn_number(self) -> u16 {
        self.get(TURN_NUMBER)
    }

    #[inline(always)]
    pub(crate) fn set_turn_number(&mut self, number: u16) {
        self.set(TURN_NUMBER, number);
    }
}

impl fmt::Debug for PackedState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Course")
            .field("turn", &self.turn())
            .field("phase", &self.phase())
            .field("rights", &self.rights())
            .field("throw", &self.throw())
            .field("counters", &self.counters())
            .field("idle", &self.halfmove_clock())
            .field("turn_number", &self.turn_number())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{PackedState, Phase, Side};

    #[test]
    fn set_one_part_keeps_the_others() {
        let mut course = PackedState::first(Side::Black);
        assert_eq!((course.turn(), course.phase(), course.turn_number()), (Side::Black, Phase::Turns, 1));
        course.set_turn_number(u16::MAX);
        course.set_halfmove_clock(u16::MAX);
        course.set_counter(0, u8::MAX);
        course.set_counter(1, 7);
        course.set_throw(6);
        course.set_rights(0b1_1111);
        for phase in [Phase::Werera, Phase::Turns, Phase::Claimed] {
            course.set_phase(phase);
            course.set_turn(course.turn().other());
            assert_eq!(course.phase(), phase);
        }
        assert_eq!(course.turn(), Side::White);
        assert_eq!((course.rights(), course.throw(), course.counters()), (0b1_1111, 6, [u8::MAX, 7]));
        assert_eq!((course.halfmove_clock(), course.turn_number()), (u16::MAX, u16::MAX));
        let state = course.state();
        course.set_halfmove_clock(0);
        course.set_turn_number(2);
        assert_eq!(course.state(), state, "how far the game has come tells no positions apart");
        course.set_throw(0);
        assert_ne!(course.state(), state);
    }
}
