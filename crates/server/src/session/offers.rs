//! What needs both sides: draws, moves taken back, turns, another game.

use rukh_rules::game::SideName;
use rukh_rules::{ActiveSides, Node, Side};

use super::{Refused, Table};
use crate::wire::intent::OfferWord;
use crate::wire::view::ViewOffers;
use crate::wire::{EventKind, PhaseWord};

/// The most moves that are taken back by consent in one game: each makes the log dearer to read.
const MOST_TAKEBACKS: usize = 100;

/// What an offer comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The other side is asked.
    Offered,
    /// Both sides want it.
    Agreed,
}

impl ViewOffers {
    /// Who has offered something.
    #[must_use]
    pub fn by(&self, what: OfferWord) -> Option<SideName> {
        match what {
            OfferWord::Draw => self.draw,
            OfferWord::Takeback => self.takeback,
            OfferWord::Turns => self.turns,
            OfferWord::Rematch => self.rematch,
        }
    }

    fn slot(&mut self, what: OfferWord) -> &mut Option<SideName> {
        match what {
            OfferWord::Draw => &mut self.draw,
            OfferWord::Takeback => &mut self.takeback,
            OfferWord::Turns => &mut self.turns,
            OfferWord::Rematch => &mut self.rematch,
        }
    }
}

impl super::State {
    /// Notes what is offered or declined.
    pub(super) fn note_offer(&mut self, told: &EventKind) {
        match told {
            EventKind::DrawOffer { side } => self.offers.draw = Some(*side),
            EventKind::TakebackOffer { side } => self.offers.takeback = Some(*side),
            EventKind::TurnsOffer { side } => self.offers.turns = Some(*side),
            EventKind::RematchOffer { side } => self.offers.rematch = Some(*side),
            EventKind::Decline { what, .. } => *self.offers.slot(*what) = None,
            _ => {}
        }
    }
}

impl Table {
    /// What a side's offer comes to.
    ///
    /// # Errors
    /// Why it cannot be offered.
    pub fn offer(&self, side: SideName, what: OfferWord) -> Result<Step, Refused> {
        let other = Side::from(side).other();
        let offered = self.state.offers.by(what);
        // Who agrees has no move of their own to take back, but the other side has.
        let asking = if offered == Some(other.into()) { other } else { side.into() };
        self.check_offer(asking, what)?;
        if self.terms.is_engine(other) {
            return match what {
                OfferWord::Draw => Err(Refused::new("bad_intent", "The computer does not agree to draws.")),
                _ => Ok(Step::Agreed),
            };
        }
        if self.terms.is_one_person() || offered == Some(other.into()) {
            return Ok(Step::Agreed);
        }
        if offered == Some(side) {
            return Err(Refused::new("bad_intent", "You have offered that already."));
        }
        Ok(Step::Offered)
    }

    fn check_offer(&self, side: Side, what: OfferWord) -> Result<(), Refused> {
        match (what, self.phase()) {
            (OfferWord::Rematch, PhaseWord::Over) if self.state.rematch.is_some() => {
                Err(Refused::new("bad_intent", "The next game has begun already."))
            }
            (OfferWord::Rematch, PhaseWord::Over) => Ok(()),
            (OfferWord::Rematch, _) => Err(Refused::new("bad_intent", "This game is not over yet.")),
            (_, PhaseWord::Over) => Err(Refused::new("over", "The game is over.")),
            (OfferWord::Turns, PhaseWord::Turns) => {
                Err(Refused::new("phase_over", "The players take turns already."))
            }
            (OfferWord::Takeback, _) if self.takeback_target(side).is_none() => {
                Err(Refused::new("bad_intent", "There is no move of yours to take back in turn."))
            }
            (OfferWord::Takeback, _) if self.taken_back() >= MOST_TAKEBACKS => {
                let reason = format!("No more than {MOST_TAKEBACKS} moves are taken back in a game.");
                Err(Refused::new("bad_intent", reason))
            }
            _ => Ok(()),
        }
    }

    fn taken_back(&self) -> usize {
        self.events.iter().filter(|event| matches!(event.kind, EventKind::Takeback { .. })).count()
    }

    /// The number of the event after which the game stands again if a side's
    /// last move in turn is taken back.
    pub(super) fn takeback_target(&self, side: Side) -> Option<u64> {
        let of_side = |seq: &&u64| match &self.events[**seq as usize - 1].kind {
            EventKind::Move(moved) => moved.side == side.into() && !moved.pass,
            _ => false,
        };
        self.state.told_as.iter().rev().find(of_side).map(|seq| seq - 1)
    }

    /// Checks that there is something of the other side's to decline.
    pub(super) fn check_decline(&self, side: SideName, what: OfferWord) -> Result<(), Refused> {
        match self.state.offers.by(what) {
            Some(by) if by != side => Ok(()),
            _ => Err(Refused::new("bad_intent", "There is nothing to decline.")),
        }
    }

    /// What a side may do now besides moving.
    #[must_use]
    pub fn actions(&self, side: Side) -> Vec<&'static str> {
        let mut found = Vec::new();
        if self.terms.is_engine(side) {
            return found;
        }
        let (word, other) = (SideName::from(side), side.other());
        let mut offer = |what, yes: &'static str, no: &'static str| {
            let offered = self.state.offers.by(what);
            if offered != Some(word) && self.offer(word, what).is_ok() {
                found.push(yes);
            }
            if offered == Some(other.into()) {
                found.push(no);
            }
        };
        if self.phase() == PhaseWord::Over {
            offer(OfferWord::Rematch, "rematch", "decline_rematch");
            return found;
        }
        offer(OfferWord::Draw, "draw", "decline_draw");
        offer(OfferWord::Takeback, "takeback", "decline_takeback");
        offer(OfferWord::Turns, "turns", "decline_turns");
        if matches!(self.game().node(), Node::Werera(ActiveSides::Only(whose)) if whose == side) {
            found.push("bundle");
        }
        if self.may_be_ready(side) {
            found.push("ready");
        }
        found.push("resign");
        if self.may_abort() {
            found.push("abort");
        }
        if self.may_add_time(side) {
            found.push("add_time");
        }
        found
    }

    /// Whether the werera waits for a side to be ready.
    pub(super) fn may_be_ready(&self, side: Side) -> bool {
        self.state.is_werera() && !*self.state.ready.of(side)
    }

    /// Whether the game has not begun in earnest.
    pub(super) fn may_abort(&self) -> bool {
        let has_moved = |side: Side| *self.state.moved.of(side);
        !self.state.is_over() && !Side::BOTH.into_iter().all(has_moved)
    }

    /// Whether a side can give the other more time.
    pub(super) fn may_add_time(&self, side: Side) -> bool {
        let other = side.other();
        self.terms.time.is_live()
            && !self.state.is_over()
            && !self.terms.is_engine(other)
            && !self.terms.is_one_person()
    }
}
