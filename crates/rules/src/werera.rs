//! The phase without turns, and the moves that may be taken back in it.
//!
//! Both sides place and retract in any order until the first capture. Each piece
//! has a number for the whole game, so that an intent names the piece and not
//! only its cell. Moves that do not touch each other commute.

use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::law::{WereraLaw, WereraMode};
use crate::moves::{Move, MoveTag};
use crate::play::FullRecord;
use crate::position::{Phase, Position};
use crate::rules::Rules;

/// A quiet move of the werera that still stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetractableMove {
    /// The number of its entry in the game's log.
    pub seq: u64,
    /// The side that made it.
    pub side: Side,
    /// The piece's number.
    pub id: u16,
    /// The piece's kind before the move.
    pub kind: PieceKind,
    /// The move as it was made; taken back, the piece returns to its first cell.
    pub mv: Move,
    /// Castling rights before it.
    pub(crate) rights: u8,
}

/// What the werera remembers besides the position.
///
/// # Examples
/// Senterej begins with the werera: a side may move as often as it likes, and take quiet moves back,
/// until the first capture. The side that lost the first piece then moves first.
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::game::RefusalCode;
/// use rukh_rules::{Event, Game, Node, NoSquare, Ruleset, Side};
///
/// let place = |from: &str, to: &str| -> Result<Event, NoSquare> {
///     let (from, to) = (from.parse()?, to.parse()?);
///     Ok(Event::Place { side: Side::White, id: None, from, to, promotion: None })
/// };
/// let mut game = Game::new(Arc::new(Ruleset::named("senterej")?));
/// game.apply(place("b1", "c3")?, None)?;
/// game.apply(place("c3", "b5")?, None)?;
/// game.apply(Event::Retract { side: Side::White, seq: 2 }, None)?;
/// game.apply(place("c3", "d5")?, None)?;
/// game.apply(place("d5", "e7")?, None)?;
/// assert_eq!((game.werera().made, game.werera().standing.len()), ([4, 0], 2));
/// assert_eq!(game.node(), Node::Choice(Side::Black));
/// let refusal = game.apply(Event::Retract { side: Side::White, seq: 4 }, None).unwrap_err();
/// assert_eq!(refusal.code, RefusalCode::PhaseOver);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WereraState {
    /// Quiet moves not taken back, oldest first.
    pub standing: Vec<RetractableMove>,
    /// Moves each side has made, retractions not subtracted.
    pub made: [u16; 2],
    /// Moves in the current bundle.
    pub batched: u16,
}

impl WereraState {
    /// Whether a side has used up its budget.
    #[must_use]
    pub fn is_spent(&self, law: &WereraLaw, side: Side) -> bool {
        law.budget > 0 && self.made[side.index()] >= law.budget
    }

    /// Whether the current bundle is full.
    #[must_use]
    pub fn is_batch_full(&self, law: &WereraLaw) -> bool {
        matches!(law.manner, WereraMode::Batched { bundle } if self.batched >= bundle)
    }
}

impl<S: Dimensions> Rules<S> {
    /// [`Rules::werera_play`].
    pub(crate) fn after_placing(&self, position: &Position<S>, side: Side, mv: Move) -> Position<S> {
        let mut next = *position;
        let slot = position.slot_at(mv.from()).unwrap_or(0);
        let captures = self.is_capture(position, mv);
        self.apply_move::<FullRecord>(position, &mut next, side, slot, mv);
        next.ep_cells = S::NO_PIECES.as_ref()[0];
        next.state.set_halfmove_clock(0);
        if captures {
            next = self.begin_turns(&next, side.other());
        }
        next
    }

    /// The position with turns begun.
    #[must_use]
    pub fn begin_turns(&self, position: &Position<S>, first: Side) -> Position<S> {
        let werera_rights =
            self.laws.castles.iter().filter(|castle| castle.when == crate::law::CastlingPhase::Werera);
        let gone = werera_rights.fold(0, |rights, castle| rights | castle.right);
        let mut begun = *position;
        begun.state.set_phase(Phase::Turns);
        begun.state.set_turn(first);
        begun.state.set_rights(position.state.rights() & !gone);
        begun
    }

    /// The position with a standing move taken back, or why that cannot be.
    pub(crate) fn taken_back(
        &self,
        position: &Position<S>,
        standing: &RetractableMove,
    ) -> Result<Position<S>, Obstacle> {
        let side = standing.side;
        let (from, to) = (standing.mv.from(), standing.mv.to());
        let mut next = *position;
        let castle = self.laws.castles.iter().find(|castle| {
            standing.mv.tag() == MoveTag::Castle
                && castle.side == side
                && (castle.king_from, castle.king_to) == (from, to)
        });
        let slot = position.slot_at(to).ok_or(Obstacle::Moved)?;
        next.take(self, side, slot, to);
        if let Some(castle) = castle {
            let rook = self.slot(castle.rook);
            if position.slot_at(castle.rook_to) != Some(rook) {
                return Err(Obstacle::Moved);
            }
            next.take(self, side, rook, castle.rook_to);
            if next.slot_at(castle.rook_from).is_some() {
                return Err(Obstacle::Occupied(castle.rook_from));
            }
            next.put(self, side, rook, castle.rook_from);
        }
        if next.slot_at(from).is_some() {
            return Err(Obstacle::Occupied(from));
        }
        next.put(self, side, self.slot(standing.kind), from);
        next.state.set_rights(next.state.rights() | standing.rights);
        next.state.set_turn(position.turn());
        if self.is_in_check(&next, side) {
            return Err(Obstacle::KingAttacked);
        }
        Ok(next)
    }
}

/// Why a move cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// The piece is no longer where the move put it.
    Moved,
    /// A piece stands where it came from.
    Occupied(Cell),
    /// The own king would be attacked.
    KingAttacked,
}
