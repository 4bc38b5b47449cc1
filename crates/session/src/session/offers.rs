//! Offers that need both sides: draws, takebacks, turns, rematches.

use rukh_rules::{ActiveSides, Node, Side};

use super::{Rejection, Session};
use crate::say;
use crate::wire::event::Seq;
use crate::wire::intent::{ClaimResult, OfferKind};
use crate::wire::view::{SideAction, ViewOffers};
use crate::wire::{EventKind, GamePhase};

/// Maximum number of takebacks in a game: each makes the log slower to replay.
const MAX_TAKEBACKS: usize = 100;

/// What becomes of an offer: made by one side, or an answer to the other's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferOutcome {
    /// The other side is asked.
    Offered,
    /// Both sides agree.
    Agreed,
}

impl ViewOffers {
    /// The side that has made an offer.
    #[must_use]
    pub fn offered_by(&self, what: OfferKind) -> Option<Side> {
        match what {
            OfferKind::Draw => self.draw,
            OfferKind::Takeback => self.takeback,
            OfferKind::Turns => self.turns,
            OfferKind::Rematch => self.rematch,
        }
    }

    fn slot(&mut self, what: OfferKind) -> &mut Option<Side> {
        match what {
            OfferKind::Draw => &mut self.draw,
            OfferKind::Takeback => &mut self.takeback,
            OfferKind::Turns => &mut self.turns,
            OfferKind::Rematch => &mut self.rematch,
        }
    }
}

impl super::SessionState {
    /// Records an offer or a refusal.
    pub(super) fn record_offer(&mut self, kind: &EventKind) {
        match kind {
            EventKind::DrawOffer { side } => self.offers.draw = Some(*side),
            EventKind::TakebackOffer { side } => self.offers.takeback = Some(*side),
            EventKind::TurnsOffer { side } => self.offers.turns = Some(*side),
            EventKind::RematchOffer { side } => self.offers.rematch = Some(*side),
            EventKind::Decline { offer, .. } => *self.offers.slot(*offer) = None,
            _ => {}
        }
    }
}

impl Session {
    /// The outcome of a side's offer.
    ///
    /// # Errors
    /// A rejection with the reason.
    pub fn offer(&self, side: Side, what: OfferKind) -> Result<OfferOutcome, Rejection> {
        let other = side.other();
        let offered = self.state.offers.offered_by(what);
        // A takeback offer is checked for the side that asked, not for the one that accepts.
        let asking = if offered == Some(other) { other } else { side };
        self.validate_offer(asking, what)?;
        if self.info.is_engine(other) && what != OfferKind::Draw {
            return Ok(OfferOutcome::Agreed);
        }
        if self.info.has_one_player() || offered == Some(other) {
            return Ok(OfferOutcome::Agreed);
        }
        if offered == Some(side) {
            return Err(Rejection::new("bad_intent", say::reject_offered()));
        }
        Ok(OfferOutcome::Offered)
    }

    fn validate_offer(&self, side: Side, what: OfferKind) -> Result<(), Rejection> {
        match (what, self.phase()) {
            (OfferKind::Rematch, GamePhase::Over) if self.state.rematch.is_some() => {
                Err(Rejection::new("bad_intent", say::reject_rematch_begun()))
            }
            (OfferKind::Rematch, GamePhase::Over) => Ok(()),
            (OfferKind::Rematch, _) => Err(Rejection::new("bad_intent", say::reject_not_over())),
            (_, GamePhase::Over) => Err(Rejection::new("over", say::reject_over())),
            (OfferKind::Turns, GamePhase::Turns) => {
                Err(Rejection::new("phase_over", say::reject_turns_begun()))
            }
            (OfferKind::Takeback, _) if self.takeback_target(side).is_none() => {
                Err(Rejection::new("bad_intent", say::reject_no_takeback()))
            }
            (OfferKind::Takeback, _) if self.takeback_count() >= MAX_TAKEBACKS => {
                Err(Rejection::new("bad_intent", say::reject_takeback_limit(MAX_TAKEBACKS as u64)))
            }
            (OfferKind::Draw, _) if self.info.is_engine(side.other()) => self.validate_engine_draw(side),
            _ => Ok(()),
        }
    }

    /// An engine judges a draw in turns, and once after each move of the side that offers it.
    fn validate_engine_draw(&self, side: Side) -> Result<(), Rejection> {
        if self.state.is_werera() {
            return Err(Rejection::new("bad_intent", say::reject_engine_draw_werera()));
        }
        let last = self.events.iter().rev().find(|event| match &event.kind {
            kind @ EventKind::Move(_) => kind.mover() == Some(side),
            EventKind::Decline { side: by, offer: OfferKind::Draw } => *by == side.other(),
            _ => false,
        });
        match last.map(|event| &event.kind) {
            Some(EventKind::Decline { .. }) => {
                Err(Rejection::new("bad_intent", say::reject_engine_draw_again()))
            }
            _ => Ok(()),
        }
    }

    /// Whether a side has still to answer the other side's draw offer in turns.
    #[must_use]
    pub fn owes_draw_answer(&self, side: Side) -> bool {
        self.phase() == GamePhase::Turns && self.state.offers.draw == Some(side.other())
    }

    fn takeback_count(&self) -> usize {
        self.events.iter().filter(|event| matches!(event.kind, EventKind::Takeback { .. })).count()
    }

    /// Number of the event whose position is restored if a side's last move in turn is taken back.
    pub(super) fn takeback_target(&self, side: Side) -> Option<Seq> {
        let is_of_side = |before: &Seq| match &self.events[before.count()].kind {
            kind @ EventKind::Move(_) => kind.mover() == Some(side),
            _ => false,
        };
        self.state.event_seqs.iter().rev().filter_map(|seq| seq.previous()).find(is_of_side)
    }

    /// Validates that the other side has made the offer.
    pub(super) fn validate_decline(&self, side: Side, what: OfferKind) -> Result<(), Rejection> {
        match self.state.offers.offered_by(what) {
            Some(by) if by != side => Ok(()),
            _ => Err(Rejection::new("bad_intent", say::reject_nothing_to_decline())),
        }
    }

    /// Validates what a side claims of an opponent who has left: a win while it is the opponent who is
    /// waited for, and only where the side could still win.
    ///
    /// # Errors
    /// A rejection with the reason.
    pub fn validate_claim(&self, side: Side, result: ClaimResult) -> Result<(), Rejection> {
        let position = self.game().position();
        match result {
            ClaimResult::Draw => Ok(()),
            ClaimResult::Win if self.phase() == GamePhase::Turns && position.turn() == side => {
                Err(Rejection::new("not_your_turn", say::reject_claim_own_turn()))
            }
            ClaimResult::Win if !self.game().rules().can_win(position, side) => {
                Err(Rejection::new("bad_intent", say::reject_claim_unwinnable()))
            }
            ClaimResult::Win => Ok(()),
        }
    }

    /// Actions of a side besides moving.
    #[must_use]
    pub fn actions(&self, side: Side) -> Vec<SideAction> {
        let mut found = Vec::new();
        if self.info.is_engine(side) {
            return found;
        }
        let (word, other) = (side, side.other());
        let mut offer = |what, accept, decline| {
            let offered = self.state.offers.offered_by(what);
            if offered != Some(word) && self.offer(word, what).is_ok() {
                found.push(accept);
            }
            if offered == Some(other) {
                found.push(decline);
            }
        };
        if self.phase() == GamePhase::Over {
            offer(OfferKind::Rematch, SideAction::Rematch, SideAction::DeclineRematch);
            return found;
        }
        offer(OfferKind::Draw, SideAction::Draw, SideAction::DeclineDraw);
        offer(OfferKind::Takeback, SideAction::Takeback, SideAction::DeclineTakeback);
        offer(OfferKind::Turns, SideAction::Turns, SideAction::DeclineTurns);
        if matches!(self.game().node(), Node::Werera(ActiveSides::Only(whose)) if whose == side) {
            found.push(SideAction::EndBatch);
        }
        if self.may_be_ready(side) {
            found.push(SideAction::Ready);
        }
        if self.validate_claim(side, ClaimResult::Win).is_ok() {
            found.push(SideAction::ClaimWin);
        }
        found.push(SideAction::Resign);
        if self.may_abort() {
            found.push(SideAction::Abort);
        }
        if self.may_add_time(side) {
            found.push(SideAction::AddTime);
        }
        found
    }

    /// Whether the werera waits for a side to be ready.
    pub(super) fn may_be_ready(&self, side: Side) -> bool {
        self.state.is_werera() && !*self.state.ready.of(side)
    }

    /// Whether a side has not made its first move yet.
    pub(super) fn may_abort(&self) -> bool {
        let has_moved = |side: Side| *self.state.moved.of(side);
        !self.state.is_over() && !Side::BOTH.into_iter().all(has_moved)
    }

    /// Whether a side can give the other more time.
    pub(super) fn may_add_time(&self, side: Side) -> bool {
        let other = side.other();
        self.info.time_control.is_live()
            && !self.state.is_over()
            && !self.info.is_engine(other)
            && !self.info.has_one_player()
    }
}
