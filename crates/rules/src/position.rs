//! The state of a game between two events, small and copied freely.

use crate::bits::CellSet;
use crate::dimensions::{Any, Dimensions};
use crate::geometry::{Cell, Side};
use crate::hash::mix;
use crate::kind::PieceKind;
use crate::rules::{ROYAL, Rules};
pub(crate) use packed::PackedState;

mod packed;

/// Where in its course a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// No side is on move: both sides may act. For a werera in bundles,
    /// [`Position::turn`] says whose bundle it is.
    Werera,
    /// The players take turns.
    Turns,
    /// The opponent of the side to move has claimed its failed escape.
    Claimed,
}

/// The kinds of some pieces, by cell, for those who ask often. What it says of
/// other cells means nothing.
#[derive(Debug, Clone, Copy)]
pub struct KindsByCell([PieceKind; 256]);

impl KindsByCell {
    /// The kind of the piece on a cell.
    #[must_use]
    #[inline(always)]
    pub fn on(&self, cell: Cell) -> PieceKind {
        self.0[cell.index()]
    }
}

/// A position under compiled rules. Made by [`Setup::check`](crate::Setup::check), by
/// [`fen::parse`](crate::notation::fen::parse) or by playing on, so it is always a sound one.
///
/// It holds pieces by slot and not by kind, so most questions need the [`Rules`] it was made under. To
/// ask those of another shape, [`Position::reshape`] it.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::{Game, Ruleset, Side};
///
/// let game = Game::new(Arc::new(Ruleset::named("shatranj")?));
/// let (rules, position) = (game.rules(), game.position());
/// let rook = position.piece_at(rules, rules.geometry().parse_cell("a1").unwrap());
/// assert_eq!(rook, rules.ruleset().kind('r').map(|kind| (Side::White, kind)));
/// assert_eq!(position.all_pieces(rules).count(), 32);
/// // Where only pieces and turn count, as in a table of a search, positions have a key.
/// let opened = rules.play(position, game.legal_move("b1c3")?);
/// assert_ne!(opened.key(), position.key());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Position<S: Dimensions = Any> {
    /// The pieces of each slot, then those of each side.
    pub(crate) pieces: S::Pieces,
    /// Cells a long step has passed and may be taken on.
    pub(crate) ep_cells: S::Set,
    pub(crate) state: PackedState,
    /// Of pieces and board only; [`Position::key`] adds the rest.
    pub(crate) piece_key: u64,
}

impl<S: Dimensions> Position<S> {
    pub(crate) fn empty(turn: Side) -> Position<S> {
        Position {
            pieces: S::NO_PIECES,
            ep_cells: S::Set::EMPTY,
            state: PackedState::first(turn),
            piece_key: 0,
        }
    }

    /// Whose turn it is. In a live werera this says nothing.
    #[must_use]
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.state.turn()
    }

    /// Where in its course the game stands.
    #[must_use]
    #[inline(always)]
    pub fn phase(&self) -> Phase {
        self.state.phase()
    }

    /// The throw that lies on the board, if any.
    #[must_use]
    #[inline(always)]
    pub fn throw(&self) -> Option<u8> {
        (self.state.throw() > 0).then_some(self.state.throw())
    }

    /// Plies in a row without a capture or a pawn's move.
    #[must_use]
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock()
    }

    /// The number of the turn, from 1, raised after Black's move.
    #[must_use]
    #[inline(always)]
    pub fn turn_number(&self) -> u16 {
        self.state.turn_number()
    }

    /// The counters of the lone-piece or bared-king law, White's first.
    #[must_use]
    #[inline(always)]
    pub fn counters(&self) -> [u8; 2] {
        self.state.counters()
    }

    /// The cells on which the piece that has just made a long step can be taken.
    #[must_use]
    #[inline(always)]
    pub fn ep_cells(&self) -> S::Set {
        self.ep_cells
    }

    /// Whether a side may still castle.
    #[must_use]
    pub fn has_castling_rights(&self) -> bool {
        self.state.rights() != 0
    }

    #[inline(always)]
    pub(crate) fn of(&self, slot: usize) -> S::Set {
        self.pieces.as_ref()[slot]
    }

    /// The pieces of each slot.
    #[inline(always)]
    fn slots(&self) -> &[S::Set] {
        &self.pieces.as_ref()[..S::SLOTS]
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> S::Set {
        self.own(Side::White) | self.own(Side::Black)
    }

    #[inline(always)]
    pub(crate) fn own(&self, side: Side) -> S::Set {
        self.pieces.as_ref()[S::SLOTS + side.index()]
    }

    /// A side's king, if it still stands.
    #[inline(always)]
    pub(crate) fn king(&self, side: Side) -> Option<Cell> {
        let king = self.of(ROYAL) & self.own(side);
        (!king.is_empty()).then(|| king.lowest())
    }

    #[inline]
    pub(crate) fn slot_at(&self, cell: Cell) -> Option<usize> {
        let set = S::Set::of(cell);
        if !S::GENERAL {
            // Without a branch for each slot: where the piece stands is anybody's guess.
            let pieces = self.slots().iter().enumerate();
            let found = pieces.map(|(slot, pieces)| if pieces.meets(set) { slot } else { 0 });
            return self.occupied().meets(set).then(|| found.fold(0, |slots, slot| slots | slot));
        }
        self.slots().iter().position(|pieces| pieces.meets(set))
    }

    /// The piece on a cell.
    #[must_use]
    pub fn piece_at(&self, rules: &Rules<S>, cell: Cell) -> Option<(Side, PieceKind)> {
        let slot = self.slot_at(cell)?;
        let side = if self.own(Side::White).has(cell) { Side::White } else { Side::Black };
        Some((side, rules.slots.kind_of[slot]))
    }

    /// The kinds of the pieces on some cells.
    #[must_use]
    #[inline(always)]
    pub fn kinds(&self, rules: &Rules<S>, cells: S::Set) -> KindsByCell {
        let mut kinds = KindsByCell([PieceKind(0); 256]);
        for (pieces, kind) in self.slots().iter().zip(rules.slots.kind_of) {
            for cell in (*pieces & cells).cells() {
                kinds.0[cell.index()] = kind;
            }
        }
        kinds
    }

    /// The cells on which another position has another piece, or none, or one where none stands here.
    #[must_use]
    #[inline(always)]
    pub fn differing_cells(&self, other: &Position<S>) -> S::Set {
        let pairs = self.pieces.as_ref().iter().zip(other.pieces.as_ref());
        pairs.fold(S::Set::EMPTY, |cells, (own, others)| cells | (*own ^ *others))
    }

    /// Every piece on the board with its cell, in rising order of cells.
    pub fn all_pieces(&self, rules: &Rules<S>) -> impl Iterator<Item = (Cell, Side, PieceKind)> {
        let cells = self.occupied().cells();
        cells.filter_map(|cell| self.piece_at(rules, cell).map(|(side, kind)| (cell, side, kind)))
    }

    /// The cells on which a side's pieces of one kind stand.
    #[must_use]
    #[inline]
    pub fn pieces_of(&self, rules: &Rules<S>, side: Side, kind: PieceKind) -> S::Set {
        self.of(rules.slot(kind)) & self.own(side)
    }

    /// The cells on which a side's pieces stand.
    #[must_use]
    #[inline]
    pub fn pieces_of_side(&self, side: Side) -> S::Set {
        self.own(side)
    }

    /// How many pieces of one kind a side has.
    #[must_use]
    pub fn count(&self, rules: &Rules<S>, side: Side, kind: PieceKind) -> u32 {
        (self.of(rules.slot(kind)) & self.own(side)).count()
    }

    /// How many pieces a side has of those that keep a king from being bare.
    pub(crate) fn counted_pieces(&self, rules: &Rules<S>, side: Side) -> u32 {
        self.counted(rules, side).count()
    }

    #[inline(always)]
    pub(crate) fn counted(&self, rules: &Rules<S>, side: Side) -> S::Set {
        // The whole row, in which the sides' masks are empty: so it is few wide instructions.
        let masks = rules.laws.uncounted_masks.as_ref().iter();
        let uncounted = self.pieces.as_ref().iter().zip(masks);
        self.own(side) & !uncounted.fold(S::Set::EMPTY, |set, (pieces, mask)| set | (*pieces & *mask))
    }

    pub(crate) fn put(&mut self, rules: &Rules<S>, side: Side, slot: usize, cell: Cell) {
        let set = S::Set::of(cell);
        self.pieces.as_mut()[slot] |= set;
        self.pieces.as_mut()[S::SLOTS + side.index()] |= set;
        self.piece_key ^= rules.piece_key(side, slot, cell);
    }

    pub(crate) fn take(&mut self, rules: &Rules<S>, side: Side, slot: usize, cell: Cell) {
        let set = !S::Set::of(cell);
        self.pieces.as_mut()[slot] &= set;
        self.pieces.as_mut()[S::SLOTS + side.index()] &= set;
        self.piece_key ^= rules.piece_key(side, slot, cell);
    }

    /// A number for the whole state but the counts of turns: pieces, side to
    /// move, phase, rights, passed cells, throw and the laws' counters.
    /// Reproducible on every machine, the same for every shape.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        let state = self.state.state();
        let mut key = self.piece_key ^ mix(state | 1 << 40);
        for cell in self.ep_cells.cells() {
            key ^= mix(u64::from(cell.0) | 1 << 41);
        }
        key
    }

    /// What the key would be were the other side to move and no cell passed: that
    /// of a position one plain quiet move away differs from it by the shares
    /// ([`hash::piece`](crate::hash::piece)) of the cells the piece leaves and enters, unless a counter
    /// of the laws, a right or a throw has changed.
    #[must_use]
    #[inline]
    pub fn key_of_other_turn(&self) -> u64 {
        let mut course = self.state;
        course.set_turn(self.turn().other());
        self.piece_key ^ mix(course.state() | 1 << 40)
    }

    /// The same position in another shape.
    #[must_use]
    pub fn reshape<T: Dimensions>(&self, from: &Rules<S>, to: &Rules<T>) -> Position<T> {
        let mut position = Position::<T> {
            state: self.state,
            ep_cells: self.ep_cells.cells().fold(T::Set::EMPTY, |set, cell| set | T::Set::of(cell)),
            ..Position::empty(self.turn())
        };
        for (cell, side, kind) in self.all_pieces(from) {
            position.put(to, side, to.slot(kind), cell);
        }
        position
    }
}

impl<S: Dimensions> Rules<S> {
    #[inline(always)]
    pub(crate) fn piece_key(&self, side: Side, slot: usize, cell: Cell) -> u64 {
        self.keys.of(side, self.slots.kind_of[slot], cell)
    }
}
