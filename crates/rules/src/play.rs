//! What a move does to a position.

use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::moves::{Move, MoveTag};
use crate::position::{PackedState, Position};
use crate::rules::{ROYAL, Rules};

/// What a move updates besides the placement.
pub(crate) trait Bookkeeping {
    /// The key, and the number of the turn.
    const RECORD: bool;
    /// The counters by which laws end a game.
    const COUNTS: bool;
}

/// What every move of a position shares.
#[derive(Clone, Copy)]
pub(crate) struct MovePrelude {
    /// After any of them.
    course: PackedState,
    /// Each side's pieces that keep a king from being bare, before any of them,
    /// where laws ask for it.
    counted: [u32; 2],
}

/// The side that moves and the slot of its piece; no slot for a pass.
#[derive(Clone, Copy)]
pub(crate) struct Mover {
    pub(crate) side: Side,
    pub(crate) slot: Option<usize>,
}

/// Everything.
pub(crate) struct FullRecord;
/// The counters that laws ask for.
pub(crate) struct CountersOnly;
/// Nothing else.
pub(crate) struct PiecesOnly;

impl Bookkeeping for FullRecord {
    const RECORD: bool = true;
    const COUNTS: bool = true;
}
impl Bookkeeping for CountersOnly {
    const RECORD: bool = false;
    const COUNTS: bool = true;
}
impl Bookkeeping for PiecesOnly {
    const RECORD: bool = false;
    const COUNTS: bool = false;
}

impl<S: Dimensions> Rules<S> {
    /// [`Rules::play`].
    pub(crate) fn after_turn(&self, position: &Position<S>, mv: Move) -> Position<S> {
        let slot = if mv.is_pass() { 0 } else { position.slot_at(mv.from()).unwrap_or(0) };
        self.play_slot::<FullRecord>(position, position.turn(), slot, mv)
    }

    /// As [`Rules::play`], where the kind of the piece that moves is known.
    #[must_use]
    pub fn play_piece(&self, position: &Position<S>, kind: PieceKind, mv: Move) -> Position<S> {
        self.play_slot::<FullRecord>(position, position.turn(), self.slot(kind), mv)
    }

    /// As [`Rules::play`], where the side to move and the slot of its piece are known.
    #[inline(always)]
    pub(crate) fn play_slot<U: Bookkeeping>(
        &self,
        position: &Position<S>,
        side: Side,
        slot: usize,
        mv: Move,
    ) -> Position<S> {
        self.play_after::<U>(position, self.begin_move::<U>(position, side), side, slot, mv)
    }

    /// What is the same whatever is played: the first half of [`Rules::play_slot`],
    /// for those who play many moves of one position.
    #[inline(always)]
    pub(crate) fn begin_move<U: Bookkeeping>(&self, position: &Position<S>, side: Side) -> MovePrelude {
        let mut course = position.state;
        course.set_turn(side.other());
        course.set_throw(0);
        if U::COUNTS {
            course.set_halfmove_clock(position.state.halfmove_clock().saturating_add(1));
        }
        if U::RECORD && side == Side::Black {
            course.set_turn_number(position.turn_number().saturating_add(1));
        }
        let counts = U::COUNTS && self.laws.has_counters;
        MovePrelude { course, counted: if counts { self.counted_pair(position) } else { [0; 2] } }
    }

    /// The second half.
    #[inline(always)]
    pub(crate) fn play_after<U: Bookkeeping>(
        &self,
        position: &Position<S>,
        turned: MovePrelude,
        side: Side,
        slot: usize,
        mv: Move,
    ) -> Position<S> {
        // Field by field: what fills the row up is not worth copying.
        let mut next = Position {
            pieces: S::NO_PIECES,
            ep_cells: S::Set::EMPTY,
            state: turned.course,
            piece_key: position.piece_key,
        };
        if mv.is_pass() {
            next.pieces = position.pieces;
            self.claim_by_pass(position, &mut next);
        } else {
            let progress = self.apply_move::<U>(position, &mut next, side, slot, mv);
            if U::COUNTS && progress {
                next.state.set_halfmove_clock(0);
            }
        }
        if U::COUNTS && self.laws.has_counters {
            let (before, after) = (turned.counted, self.counted_pair(&next));
            let mover = Mover { side, slot: (!mv.is_pass()).then_some(slot) };
            self.count_lone_man(before, after, mover, &mut next);
            self.count_bare_king(before, after, &mut next);
        }
        next
    }

    /// Carries a side's piece, with whatever the move's tag says; true if the
    /// move is progress. What is not about pieces must stand in `next` already,
    /// and stays as it is but for rights and passed cells.
    #[inline(always)]
    pub(crate) fn apply_move<U: Bookkeeping>(
        &self,
        position: &Position<S>,
        next: &mut Position<S>,
        side: Side,
        slot: usize,
        mv: Move,
    ) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let target = S::Set::of(to);
        let origin = S::Set::of(from);
        let mut progress = self.laws.zeroing_slots >> slot & 1 == 1;
        if (U::RECORD || U::COUNTS) && position.own(side.other()).meets(target) {
            progress = true;
            if U::RECORD
                && let Some(victim) = position.slot_at(to)
            {
                next.piece_key ^= self.piece_key(side.other(), victim, to);
            }
        }
        let becomes = match mv.promotion() {
            Some(kind) => self.slot(kind),
            None => slot,
        };
        // Every slot alike and the sides too, without a branch: the compiler makes vectors of it.
        let kept = !(origin | target);
        let arrival = &self.moves.arrivals[side.index()][becomes];
        S::Set::carry(position.pieces.as_ref(), next.pieces.as_mut(), arrival.as_ref(), kept, target);
        if U::RECORD {
            next.piece_key ^= self.piece_key(side, slot, from) ^ self.piece_key(side, becomes, to);
        }
        if !self.laws.castles.is_empty() {
            let kept = self.laws.rights_kept[from.index()] & self.laws.rights_kept[to.index()];
            next.state.set_rights(next.state.rights() & kept);
        }
        match mv.tag() {
            MoveTag::Plain | MoveTag::Pass => {}
            MoveTag::LongStep => next.ep_cells = self.passed_cells(from, to, side),
            MoveTag::EnPassant => {
                let victim = self.victim_beyond(next, side, self.geometry.forward(to, side.other()));
                if let Some(victim) = victim {
                    self.remove(next, side.other(), victim);
                }
                progress = true;
            }
            MoveTag::Castle => self.carry_rook(next, side, from, to),
        }
        progress
    }

    #[inline(always)]
    fn remove(&self, next: &mut Position<S>, side: Side, cell: Cell) {
        let gone = S::Set::of(cell);
        for slot in 0..S::SLOTS {
            if next.of(slot).meets(gone) {
                next.piece_key ^= self.piece_key(side, slot, cell);
            }
            next.pieces.as_mut()[slot] &= !gone;
        }
        next.pieces.as_mut()[S::SLOTS + side.index()] &= !gone;
    }

    fn counted_pair(&self, position: &Position<S>) -> [u32; 2] {
        [position.counted_pieces(self, Side::White), position.counted_pieces(self, Side::Black)]
    }

    /// The position with a throw on the board.
    #[must_use]
    pub fn throw(&self, position: &Position<S>, face: u8) -> Position<S> {
        let mut thrown = *position;
        thrown.state.set_throw(face);
        thrown
    }

    /// Whether a move takes a piece.
    #[must_use]
    #[inline]
    pub fn is_capture(&self, position: &Position<S>, mv: Move) -> bool {
        match mv.tag() {
            MoveTag::EnPassant => true,
            MoveTag::Pass | MoveTag::Castle => false,
            MoveTag::Plain | MoveTag::LongStep => position.occupied().has(mv.to()),
        }
    }

    /// Whether a move takes the king.
    #[must_use]
    pub fn takes_king(&self, position: &Position<S>, mv: Move) -> bool {
        !mv.is_pass()
            && position.of(ROYAL).has(mv.to())
            && mv.tag() != MoveTag::Castle
            && !position.own(position.turn()).has(mv.to())
    }
}
