//! Who did what an event records: a player, or the rules.
//!
//! The rules throw the die, pass for a side that has no move, and end the game. None of that is an
//! answer to an offer, a first move, or a move that a player could take back.

use rukh_rules::Side;

use crate::wire::EventKind;

impl EventKind {
    /// The side whose player did it, a person or an engine; `None` for what the rules do by
    /// themselves, and for what both sides agreed to.
    #[must_use]
    pub fn player(&self) -> Option<Side> {
        let other = |side: Side| Some(side.other());
        match self {
            EventKind::Move(moved) => (!moved.forced).then_some(moved.side),
            EventKind::Place(placed) => Some(placed.side),
            EventKind::Retract(retracted) => Some(retracted.side),
            EventKind::Ready { side }
            | EventKind::BatchEnded { side }
            | EventKind::Resign { side }
            | EventKind::DrawOffer { side }
            | EventKind::TakebackOffer { side }
            | EventKind::TurnsOffer { side }
            | EventKind::RematchOffer { side }
            | EventKind::Decline { side, .. }
            | EventKind::Claim { side, .. } => Some(*side),
            // The other side has agreed.
            EventKind::Takeback { side, .. } => other(*side),
            // The other side has given it.
            EventKind::TimeAdded { side, .. } => other(*side),
            EventKind::Abort { side } => *side,
            EventKind::Start(_)
            | EventKind::WereraEnded(_)
            | EventKind::Throw(_)
            | EventKind::Draw {}
            | EventKind::Flag { .. }
            | EventKind::Vacation { .. }
            | EventKind::Outage { .. }
            | EventKind::Seeds { .. }
            | EventKind::Contest { .. }
            | EventKind::Rematched { .. }
            | EventKind::End { .. }
            | EventKind::Unknown(_) => None,
        }
    }

    /// The side whose player moved: in turn, a pass by choice among them, or in the werera.
    #[must_use]
    pub fn mover(&self) -> Option<Side> {
        self.player().filter(|_| self.is_ply())
    }

    /// Whether it is a move or a pass, by a player or by the rules.
    #[must_use]
    pub fn is_ply(&self) -> bool {
        matches!(self, EventKind::Place(_) | EventKind::Move(_))
    }
}
