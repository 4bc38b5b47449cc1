//! What an engine in a seat has to decide, and what its decision means for the session.
//!
//! The engine thinks elsewhere, and the session goes on meanwhile; so its answer names the event that it
//! knew, and may turn out to be outdated. The host asks, waits and answers:
//!
//! ```
//! # use std::sync::Arc;
//! # use rukh_fair_dice::ServerSeed;
//! # use rukh_rules::{Game, Ruleset, Side};
//! use rukh_session::engine_seat::{SeatOutcome, TaskKind};
//! # use rukh_session::session::{GameInfo, Session};
//! # use rukh_session::wire::time::UnixMillis;
//! # use rukh_session::wire::{GameTimeControl, Player, SpectatorMode};
//! # let info = GameInfo {
//! #     id: "game".parse()?,
//! #     white: Player::Engine { level: 3 },
//! #     black: Player::Engine { level: 3 },
//! #     server_seed: ServerSeed([7; 32]),
//! #     time_control: GameTimeControl::None,
//! #     odds: None,
//! #     spectator_mode: SpectatorMode::Match,
//! #     private: false,
//! #     rated: None,
//! #     started: UnixMillis::new(0),
//! # };
//! # let game = Game::new(Arc::new(Ruleset::named("shatranj")?));
//! # let (mut session, start) = Session::new(info, game, UnixMillis::new(0));
//! # session.commit(start, None);
//!
//! assert_eq!(session.pending_task(Side::White), Some(TaskKind::Turn));
//! assert_eq!(session.pending_task(Side::Black), None);
//! let base = session.seq();
//! let decided = session.game().event_of(Side::White, session.game().legal_move("e2e3")?);
//! let outcome = session.engine_action(Side::White, base, Some(decided.clone()));
//! let SeatOutcome::Execute(intent) = outcome else { panic!("nothing else has happened") };
//! session.commit(session.draft_intent(&intent, UnixMillis::new(300), 0).expect("legal"), None);
//! // The same answer again comes too late.
//! assert_eq!(session.engine_action(Side::White, base, Some(decided)), SeatOutcome::Outdated);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rukh_rules::hash::mix;
use rukh_rules::notation::coordinate;
use rukh_rules::{ActiveSides, Event, Node, Side};

use crate::intent::validate_base;
use crate::session::Session;
use crate::wire::Intent;
use crate::wire::event::Seq;
use crate::wire::intent::{OfferKind, PlaceIntent};

/// Number of times two engines wait for each other before turns begin.
const MAX_WAITS: u32 = 8;

/// Shortest time of an engine's move in turn, in milliseconds: a person's pace.
pub const TURN_DELAY: u64 = 300;

/// Kind of decision an engine thinks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskKind {
    /// A move in turn, which may take long.
    Turn,
    /// A werera move, which must not wait behind moves in turn.
    Werera,
    /// The answer to a draw offer in turns, which is short.
    DrawOffer,
}

/// What an engine's decision means now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatOutcome {
    /// The intent to execute.
    Execute(Intent),
    /// In the werera nothing is worth doing: the engine waits once more.
    Wait,
    /// The session has moved on: the engine is asked again.
    Outdated,
}

impl Session {
    /// What the engine of a side has to decide.
    #[must_use]
    pub fn pending_task(&self, side: Side) -> Option<TaskKind> {
        if self.owes_draw_answer(side) {
            return Some(TaskKind::DrawOffer);
        }
        if self.is_full() {
            return None;
        }
        match self.game().node() {
            Node::Choice(turn) if turn == side && !self.must_pass() => Some(TaskKind::Turn),
            Node::Werera(acting) if acting.may(side) && self.state().is_ready() => Some(TaskKind::Werera),
            _ => None,
        }
    }

    /// Seed of an engine's choice between equal moves: secret, and the same for the same event.
    #[must_use]
    pub fn engine_seed(&self, side: Side) -> u64 {
        let secret = self.info().server_seed.0;
        let secret = secret.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        mix(secret ^ self.seq().as_u64() << 1 ^ side as u64)
    }

    /// Seed of the delay before an engine's next werera move, after some decisions to wait.
    #[must_use]
    pub fn delay_seed(&self, side: Side, waits: u32) -> u64 {
        self.seq().as_u64() ^ u64::from(waits) << 32 ^ side as u64
    }

    /// What an engine's action means; `base` is the last event the engine knew, and an absent action
    /// means waiting.
    #[must_use]
    pub fn engine_action(&self, side: Side, base: Seq, action: Option<Event>) -> SeatOutcome {
        match action {
            Some(Event::Move { .. }) if base != self.seq() => SeatOutcome::Outdated,
            // The target may have changed meanwhile, as for people.
            Some(event) if !self.game().is_bundle_full() => self
                .intent_of(event)
                .filter(|intent| validate_base(self, base, intent).is_ok())
                .map_or(SeatOutcome::Outdated, SeatOutcome::Execute),
            _ if self.pending_task(side) == Some(TaskKind::Werera) => SeatOutcome::Wait,
            // An engine without a move must not block the game.
            None if self.pending_task(side) == Some(TaskKind::Turn) => {
                self.first_move().map_or(SeatOutcome::Outdated, SeatOutcome::Execute)
            }
            _ => SeatOutcome::Outdated,
        }
    }

    /// What an engine's answer to a draw offer means.
    #[must_use]
    pub fn engine_draw_answer(&self, side: Side, base: Seq, agrees: bool) -> SeatOutcome {
        // An offer that still stands after other events is judged again.
        if base != self.seq() || !self.owes_draw_answer(side) {
            return SeatOutcome::Outdated;
        }
        SeatOutcome::Execute(match agrees {
            true => Intent::Draw { side },
            false => Intent::Decline { side, offer: OfferKind::Draw },
        })
    }

    /// What follows when an engine waits; `waits` are the decisions to wait in a row of every engine.
    /// Ends a batch in which nothing more is worth doing; two engines that wait for each other begin
    /// turns.
    #[must_use]
    pub fn after_waiting(&self, waits: impl IntoIterator<Item = u32>) -> Option<Intent> {
        if let Node::Werera(ActiveSides::Only(side)) = self.game().node() {
            // A mated side cannot end its batch: only turns can follow.
            let is_mated = self.game().rules().is_in_check(self.game().position(), side);
            return Some(if is_mated { Intent::Turns { side } } else { Intent::EndBatch });
        }
        let waits: Vec<u32> = waits.into_iter().collect();
        let all_wait = waits.iter().all(|waits| *waits >= MAX_WAITS);
        (waits.len() == 2 && all_wait).then_some(Intent::Turns { side: Side::White })
    }

    fn first_move(&self) -> Option<Intent> {
        let chosen = *self.game().legal_moves().first()?;
        Some(Intent::Move { coordinates: coordinate::format(self.game().ruleset(), chosen) })
    }

    /// The intent a person would send to cause this event.
    fn intent_of(&self, event: Event) -> Option<Intent> {
        match event {
            Event::Move { mv } => Some(Intent::Move { coordinates: mv.to_string() }),
            Event::Place { side, id, from, to, promotion } => {
                Some(Intent::Place(PlaceIntent { side, piece_id: id, from, to, promotion }))
            }
            Event::Retract { side, seq } => Some(Intent::Retract { side, seq: self.event_seq(seq) }),
            Event::Bundle { .. } => Some(Intent::EndBatch),
            Event::Turns { .. } => Some(Intent::Turns { side: Side::White }),
            Event::Resign { side } => Some(Intent::Resign { side }),
            Event::Draw
            | Event::Throw { .. }
            | Event::Flag { .. }
            | Event::Leave { .. }
            | Event::Abort
            | Event::Unclaimed
            | Event::Result { .. } => None,
        }
    }
}
