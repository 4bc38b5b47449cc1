//! Drafts: the events an intent or a deadline causes, ready to be stored.

use rukh_rules::game::{Event, RefusalCode};
use rukh_rules::{Game, Move, MoveTag, Node, Side, UciMove};

use super::offers::OfferOutcome;
use super::{PlayerInputs, Rejection, Session, SessionState, clock};
use crate::say;
use crate::wire::event::{MoveEvent, PlaceEvent, RetractEvent, Seq, ThrowEvent, WereraEndEvent};
use crate::wire::intent::{OfferKind, PlaceIntent};
use crate::wire::people::Premove;
use crate::wire::time::{RunningClock, UnixMillis};
use crate::wire::{ClockReading, EventKind, FinalResult, Intent, WireEvent};

/// Maximum number of automatic events in one draft; the rest follows in the next, so that a long
/// chain does not block others.
const MAX_STEPS: usize = 64;

/// Number of events after which a game takes no more moves, and can only be ended.
pub(super) const MAX_EVENTS: usize = 20_000;
/// How often a piece may be retracted in a minute.
const MAX_RETRACTIONS: usize = 30;
const MINUTE: u64 = 60_000;

/// Events that are not stored yet, and the state after them.
#[derive(Debug, Clone)]
pub struct Draft {
    pub(super) state: SessionState,
    pub(super) events: Vec<WireEvent>,
    pub(super) inputs: PlayerInputs,
}

impl Draft {
    /// The events in order, as they are to be stored and sent.
    #[must_use]
    pub fn events(&self) -> &[WireEvent] {
        &self.events
    }

    /// Premoves and seeds after the draft.
    #[must_use]
    pub fn inputs(&self) -> &PlayerInputs {
        &self.inputs
    }

    pub(super) fn start(session: &Session, start: EventKind, now: UnixMillis) -> Draft {
        let mut writer = DraftBuilder::new(session, now, 0);
        writer.clock = session.info().initial_reading(session.game());
        writer.push_unchecked(start);
        writer.finish()
    }

    pub(super) fn automatic(session: &Session, now: UnixMillis) -> Option<Draft> {
        DraftBuilder::new(session, now, 0).finish().non_empty()
    }

    pub(super) fn on_deadline(session: &Session, now: UnixMillis) -> Option<Draft> {
        let mut writer = DraftBuilder::new(session, now, 0);
        writer.time_up();
        writer.finish().non_empty()
    }

    pub(super) fn outage(session: &Session, from: UnixMillis, now: UnixMillis) -> Option<Draft> {
        let (reading, at) = session.state().reading()?;
        let (state, info) = (session.state(), session.info());
        let is_waiting = state.awaits_first_move(info) || state.awaits_ready(info);
        if reading.running.is_none() && !is_waiting {
            return None;
        }
        let from = from.max(at).min(now);
        let mut writer = DraftBuilder::new(session, now, 0);
        writer.clock = Some(reading.after_elapsed(from.since(at)));
        writer.push_unchecked(EventKind::Outage { from, to: now });
        writer.finish().non_empty()
    }

    pub(super) fn vacation(
        session: &Session,
        side: Side,
        vacation: Option<(UnixMillis, UnixMillis)>,
        now: UnixMillis,
    ) -> Draft {
        let mut writer = DraftBuilder::new(session, now, 0);
        let known = session.state().vacations.of(side).filter(|until| *until > now);
        let vacation = vacation.filter(|(_, until)| *until > now);
        let until = vacation.map(|(_, until)| until);
        if !session.keeps_vacations() || session.is_full() || known == until {
            return writer.draft;
        }
        if let (Some((since, _)), Some((reading, at))) = (vacation, session.state().reading())
            && reading.running.is_some_and(|running| running != side.other().into())
        {
            writer.clock = Some(reading.after_elapsed(since.max(at).min(now).since(at)));
        }
        writer.push_unchecked(EventKind::Vacation { side, until });
        writer.draft
    }

    pub(super) fn event(session: &Session, kind: EventKind, now: UnixMillis) -> Draft {
        let mut writer = DraftBuilder::new(session, now, 0);
        writer.push_unchecked(kind);
        writer.draft
    }

    pub(super) fn intent(
        session: &Session,
        intent: &Intent,
        now: UnixMillis,
        lag: u64,
    ) -> Result<Draft, Rejection> {
        let ends = matches!(
            intent,
            Intent::Resign { .. } | Intent::Draw { .. } | Intent::Claim { .. } | Intent::Rematch { .. }
        );
        if session.is_full() && !ends {
            return Err(Rejection::new("bad_intent", say::reject_game_full(MAX_EVENTS as u64)));
        }
        let mut writer = DraftBuilder::new(session, now, lag);
        match intent {
            Intent::Move { coordinates } => writer.make_move(coordinates)?,
            Intent::Place(place) => writer.place(place)?,
            Intent::Retract { side, seq } => writer.retract(*side, *seq)?,
            Intent::Substitute { retract, place } => {
                writer.retract(place.side, *retract)?;
                writer.place(place)?;
            }
            Intent::EndBatch => writer.end_batch()?,
            Intent::Ready { side } => writer.mark_ready(*side)?,
            Intent::Resign { side } => writer.push(EventKind::Resign { side: *side })?,
            Intent::Draw { side } => writer.offer(*side, OfferKind::Draw)?,
            Intent::Takeback { side } => writer.offer(*side, OfferKind::Takeback)?,
            Intent::Turns { side } => writer.offer(*side, OfferKind::Turns)?,
            Intent::Rematch { side } => writer.offer(*side, OfferKind::Rematch)?,
            Intent::Decline { side, offer } => {
                session.validate_decline(*side, *offer)?;
                writer.push(EventKind::Decline { side: *side, offer: *offer })?;
            }
            Intent::Abort { side } => writer.abort(Some(*side))?,
            Intent::AddTime { side } => writer.add_time(*side)?,
            Intent::Vacation { .. } => {
                // Only the host knows of vacations.
                return Err(Rejection::new("bad_intent", say::reject_no_vacation()));
            }
            Intent::Claim { side, result } => {
                writer.push(EventKind::Claim { side: *side, result: *result })?
            }
            Intent::Premove { side, moves } => {
                if !session.state().is_over() {
                    *writer.draft.inputs.premoves.of_mut(*side) = moves.clone();
                }
            }
            Intent::Seed { side, seed } => writer.seed(*side, seed)?,
        }
        Ok(writer.finish())
    }

    fn non_empty(self) -> Option<Draft> {
        (!self.events.is_empty()).then_some(self)
    }
}

/// Why the werera has ended.
enum WereraEndReason {
    /// A side has captured, in the event of this number.
    Capture(Side, Seq),
    /// The players agreed.
    Agreement,
    /// The werera's clock ran out.
    Clock,
    /// Both sides have used their budget of moves.
    Budget,
}

struct DraftBuilder<'t> {
    session: &'t Session,
    now: UnixMillis,
    /// Compensated network delay of the move, in milliseconds.
    lag: u64,
    /// Current clock reading, before the next event.
    clock: Option<ClockReading>,
    draft: Draft,
}

impl<'t> DraftBuilder<'t> {
    fn new(session: &'t Session, now: UnixMillis, lag: u64) -> DraftBuilder<'t> {
        let (state, advance) = (session.state.clone(), session.inputs.clone());
        let (before, lag) = (state.clock(now), state.refund(now, lag));
        DraftBuilder {
            session,
            now,
            lag,
            clock: before,
            draft: Draft { state, events: Vec::new(), inputs: advance },
        }
    }

    fn seq(&self) -> Seq {
        Seq::of_count(self.session.events.len() + self.draft.events.len())
    }

    /// Appends an event, and the end of the werera if the event caused it.
    fn push(&mut self, kind: EventKind) -> Result<(), Rejection> {
        let was_werera = self.is_werera();
        let mut event = WireEvent { seq: self.seq().next(), kind, at: self.now, clock: None };
        let undone = self.draft.state.timed_moves_undone(&event.kind);
        self.draft.state.apply(&event, &self.session.events)?;
        event.clock = self.update_clock(&event.kind, &undone);
        let why = match &event.kind {
            EventKind::Place(place) if place.capture => Some(WereraEndReason::Capture(place.side, event.seq)),
            EventKind::Place(_) => Some(WereraEndReason::Budget),
            _ => None,
        };
        self.draft.events.push(event);
        if was_werera
            && !self.is_werera()
            && let Some(why) = why
        {
            let first = self.draft.state.game.position().turn();
            self.push_werera_end(why, first)?;
        }
        Ok(())
    }

    /// Appends an event the rules cannot reject.
    fn push_unchecked(&mut self, kind: EventKind) {
        let pushed = self.push(kind);
        debug_assert!(pushed.is_ok(), "the rules rejected an automatic event: {pushed:?}");
    }

    /// Clock reading after an event, if the event changed it. `undone` are the sides of the moves on
    /// a running clock that it took back.
    fn update_clock(&mut self, kind: &EventKind, undone: &[Side]) -> Option<ClockReading> {
        let state = &mut self.draft.state;
        let before = self.clock?;
        let info = self.session.info();
        let reading = match kind {
            EventKind::Move(moved) => before.after_move(moved.side, info.time_of(moved.side), self.lag),
            EventKind::TimeAdded { side, milliseconds } => before.with_added_time(*side, *milliseconds),
            EventKind::Takeback { .. } => before.after_takeback(undone, info),
            _ => ClockReading { lag: None, ..before },
        };
        let is_new_turn = matches!(kind, EventKind::Move(_) | EventKind::Takeback { .. });
        let reading = reading.with_running(state.running_clock(&info.time_control), is_new_turn, info);
        let is_news = Some(reading) != self.clock
            || matches!(kind, EventKind::Start(_) | EventKind::Outage { .. } | EventKind::Vacation { .. });
        self.clock = Some(ClockReading { lag: None, ..reading });
        is_news.then(|| {
            state.set_reading(reading, self.now);
            reading
        })
    }

    /// The rules' reason for rejecting an impossible action.
    fn rejection(&mut self, event: Event) -> Rejection {
        match self.draft.state.game.apply(event, None) {
            Err(refusal) => refusal.into(),
            Ok(_) => Rejection::new(RefusalCode::Illegal.into(), say::reject_impossible()),
        }
    }

    fn is_werera(&self) -> bool {
        self.draft.state.game.position().phase() == rukh_rules::Phase::Werera
    }

    fn push_werera_end(&mut self, why: WereraEndReason, first_to_move: Side) -> Result<(), Rejection> {
        let (captured_by, capture_seq, cause, text) = match why {
            WereraEndReason::Capture(side, seq) => {
                (Some(side), Some(seq), "capture", say::event_werera_capture(side))
            }
            WereraEndReason::Agreement => (None, None, "agreed", say::event_werera_agreed()),
            WereraEndReason::Clock => (None, None, "clock", say::event_werera_clock()),
            WereraEndReason::Budget => (None, None, "budget", say::event_werera_budget()),
        };
        let cause = cause.to_owned();
        self.push(EventKind::WereraEnded(WereraEndEvent {
            captured_by,
            capture_seq,
            first_to_move,
            cause,
            text: text.into(),
        }))
    }

    /// Ends the werera without a capture.
    fn end_werera(&mut self, why: WereraEndReason) -> Result<(), Rejection> {
        let mut tried = self.draft.state.game.clone();
        tried.apply(Event::Turns { why: String::new() }, None)?;
        self.push_werera_end(why, tried.position().turn())
    }

    fn offer(&mut self, side: Side, what: OfferKind) -> Result<(), Rejection> {
        match (self.session.offer(side, what)?, what) {
            (OfferOutcome::Offered, OfferKind::Draw) => self.push(EventKind::DrawOffer { side }),
            (OfferOutcome::Offered, OfferKind::Takeback) => self.push(EventKind::TakebackOffer { side }),
            (OfferOutcome::Offered, OfferKind::Turns) => self.push(EventKind::TurnsOffer { side }),
            // The actor creates the game when both sides agree.
            (_, OfferKind::Rematch) => self.push(EventKind::RematchOffer { side }),
            (OfferOutcome::Agreed, OfferKind::Draw) => self.push(EventKind::Draw {}),
            (OfferOutcome::Agreed, OfferKind::Turns) => self.end_werera(WereraEndReason::Agreement),
            (OfferOutcome::Agreed, OfferKind::Takeback) => self.take_back(side),
        }
    }

    fn take_back(&mut self, side: Side) -> Result<(), Rejection> {
        let offered = self.session.state().offers.takeback;
        let side = offered.filter(|by| *by != side).unwrap_or(side);
        let target = self.session.takeback_target(side);
        let to = target.ok_or_else(|| Rejection::new("bad_intent", say::reject_no_takeback()))?;
        self.draft.inputs.premoves = Default::default();
        self.push(EventKind::Takeback { side, to })
    }

    fn abort(&mut self, side: Option<Side>) -> Result<(), Rejection> {
        if !self.session.state().is_over() && !self.session.may_abort() {
            return Err(Rejection::new("bad_intent", say::reject_abort_late()));
        }
        self.push(EventKind::Abort { side })
    }

    fn add_time(&mut self, side: Side) -> Result<(), Rejection> {
        if !self.session.may_add_time(side) {
            return Err(Rejection::new("bad_intent", say::reject_no_clock()));
        }
        let other = side.other();
        let time = self.session.info().time_of(other);
        let added = self.clock.map_or(clock::ADDED_TIME, |reading| time.added_time(reading.left(other)));
        self.push(EventKind::TimeAdded { side: other, milliseconds: added })
    }

    fn seed(&mut self, side: Side, seed: &str) -> Result<(), Rejection> {
        if !self.session.state().awaits_seeds() {
            return Err(Rejection::new("bad_intent", say::reject_no_seed()));
        }
        *self.draft.inputs.seeds.of_mut(side) = Some(seed.to_owned());
        Ok(())
    }

    /// Whether every person has given a seed.
    fn has_all_seeds(&self) -> bool {
        let info = self.session.info();
        Side::BOTH.iter().all(|side| info.is_engine(*side) || self.draft.inputs.seeds.of(*side).is_some())
    }

    fn push_seeds(&mut self) {
        let seeds = &self.draft.inputs.seeds;
        let (white, black) =
            (seeds.white.clone().unwrap_or_default(), seeds.black.clone().unwrap_or_default());
        let client_seed = format!("{white}\n{black}");
        self.push_unchecked(EventKind::Seeds { white, black, client_seed });
    }

    /// Appends what an expired deadline causes.
    fn time_up(&mut self) {
        let state = self.session.state();
        let is_due = self.session.deadline().is_some_and(|deadline| deadline <= self.now);
        if !is_due {
            return;
        }
        if self.session.must_pass() {
            self.push_unchecked(move_event(&state.game, Move::PASS));
            return;
        }
        if state.awaits_seeds() {
            self.push_seeds();
            return;
        }
        // A rejection here means that the game has ended in the meantime.
        let _ = match state.reading().and_then(|(reading, _)| reading.running) {
            Some(RunningClock::White) => self.push(EventKind::Flag { side: Side::White }),
            Some(RunningClock::Black) => self.push(EventKind::Flag { side: Side::Black }),
            Some(RunningClock::Werera) => self.end_werera(WereraEndReason::Clock),
            None => self.abort(None),
        };
    }

    fn mark_ready(&mut self, side: Side) -> Result<(), Rejection> {
        if !self.session.may_be_ready(side) {
            return Err(Rejection::new("bad_intent", say::reject_no_ready()));
        }
        self.push(EventKind::Ready { side })
    }

    fn place(&mut self, intent: &PlaceIntent) -> Result<(), Rejection> {
        let PlaceIntent { side, piece_id: id, from, to, promotion } = *intent;
        let meant = Event::Place { side, id, from, to, promotion };
        let mv = self.draft.state.game.move_of(&meant);
        let event = mv.and_then(|mv| self.place_event(intent, mv));
        match event.filter(|event| id.is_none_or(|id| id == event.piece_id)) {
            Some(event) => self.push(EventKind::Place(event)),
            None => Err(self.rejection(meant)),
        }
    }

    fn place_event(&self, intent: &PlaceIntent, mv: Move) -> Option<PlaceEvent> {
        let game = &self.draft.state.game;
        let (_, kind) = game.position().piece_at(game.rules(), mv.from())?;
        Some(PlaceEvent {
            side: intent.side,
            piece_id: game.id_at(mv.from())?,
            piece: game.ruleset().letter(kind),
            from: intent.from,
            to: intent.to,
            san: game.san(intent.side)(mv),
            capture: game.rules().is_capture(game.position(), mv),
            promotion: mv.promotion().map(|kind| game.ruleset().letter(kind)),
        })
    }

    fn retract(&mut self, side: Side, seq: Seq) -> Result<(), Rejection> {
        // The rules reject a number that names no move.
        let entry = self.session.state.rules_seq(seq).unwrap_or(u64::MAX);
        let event = Event::Retract { side, seq: entry };
        let game = &self.draft.state.game;
        let Some(standing) = game.werera().standing.iter().find(|standing| standing.seq == entry) else {
            return Err(self.rejection(event));
        };
        let piece_id = self.session.placed_piece(seq);
        if self.session.retractions_since(piece_id, self.now.saturating_sub(MINUTE)) >= MAX_RETRACTIONS {
            return Err(Rejection::new("too_fast", say::reject_retractions(MAX_RETRACTIONS as u64)));
        }
        let name = |cell| game.ruleset().geometry.square(cell);
        let event = RetractEvent {
            side,
            seq,
            piece: game.ruleset().letter(standing.kind),
            from: name(standing.mv.from()),
            to: name(standing.mv.to()),
        };
        self.push(EventKind::Retract(event))
    }

    fn end_batch(&mut self) -> Result<(), Rejection> {
        let side = self.draft.state.game.position().turn();
        self.push(EventKind::BatchEnded { side })
    }

    fn make_move(&mut self, text: &str) -> Result<(), Rejection> {
        let game = &self.draft.state.game;
        let event = move_event(game, game.legal_move(text)?);
        self.push(event)
    }

    /// Appends automatic events: throws, premoves, the end of the game. A forced pass follows
    /// later, so that the throw is seen.
    fn finish(mut self) -> Draft {
        // Automatic events have no network delay.
        self.lag = 0;
        for _ in 0..MAX_STEPS {
            if !self.step() {
                break;
            }
        }
        self.draft
    }

    fn step(&mut self) -> bool {
        match self.draft.state.game.node() {
            Node::Over(_) => {
                self.push_end();
                false
            }
            Node::Chance(_) if self.draft.state.awaits_seeds() => {
                let has_all = self.has_all_seeds();
                if has_all {
                    self.push_seeds();
                }
                has_all
            }
            Node::Chance(faces) => self.throw(faces.len() as u8),
            Node::Choice(_) if must_pass(&self.draft.state.game) => false,
            Node::Choice(side) => self.play_premove(side),
            Node::Werera(_) => false,
        }
    }

    /// Plays a side's premove, if it fits.
    fn play_premove(&mut self, side: Side) -> bool {
        let prepared = std::mem::take(self.draft.inputs.premoves.of_mut(side));
        let throw = self.draft.state.game.position().throw();
        let answered = self.last_move(side.other());
        let fits = |one: &Premove| {
            let is_for = |after: &String| after.parse().ok().is_some_and(|after| Some(after) == answered);
            one.face.is_none_or(|face| Some(face) == throw) && one.after.as_ref().is_none_or(is_for)
        };
        let Some(premove) = prepared.into_iter().find(fits) else { return false };
        // A draw that was offered before the move is for the person to answer.
        if premove.after.is_some() && self.draft.state.offers.draw == Some(side.other()) {
            return false;
        }
        if self.make_move(&premove.coordinates).is_err() {
            return false;
        }
        *self.draft.inputs.premoves.of_mut(side) = premove.then;
        true
    }

    /// The last move of a side in turns.
    fn last_move(&self, side: Side) -> Option<UciMove> {
        let events = self.draft.events.iter().rev().chain(self.session.events.iter().rev());
        let mut moves = events.filter(|event| event.kind.mover() == Some(side));
        moves.find_map(|event| match &event.kind {
            EventKind::Move(played) => Some(played.coordinates),
            _ => None,
        })
    }

    fn throw(&mut self, faces: u8) -> bool {
        let (state, number) = (&self.draft.state, self.draft.state.next_throw());
        let client_seed = state.client_seed.as_deref().unwrap_or_default();
        let face = self.session.info().server_seed.throw(client_seed, number, faces);
        let ruleset = self.draft.state.game.ruleset();
        let pieces = ruleset.pieces_of_face(face).iter().map(|kind| ruleset.letter(kind)).collect();
        let side = self.draft.state.game.position().turn();
        let event = ThrowEvent { side, face, number, pieces };
        self.push(EventKind::Throw(event)).is_ok()
    }

    fn push_end(&mut self) {
        if self.draft.state.is_end_recorded {
            return;
        }
        let Some(result) = FinalResult::of(&self.draft.state.game) else { return };
        let has_secret = matches!(
            self.session.events.first().or(self.draft.events.first()).map(|event| &event.kind),
            Some(EventKind::Start(start)) if start.commitment.is_some()
        );
        let server_seed = has_secret.then(|| self.session.info.server_seed.reveal());
        self.push_unchecked(EventKind::End { result, server_seed });
    }
}

fn move_event(game: &Game, mv: Move) -> EventKind {
    let (ruleset, position) = (game.ruleset(), game.position());
    let cell = |cell| (!mv.is_pass()).then(|| ruleset.geometry.square(cell));
    let piece = position.piece_at(game.rules(), mv.from()).filter(|_| !mv.is_pass());
    EventKind::Move(MoveEvent {
        side: position.turn(),
        from: cell(mv.from()),
        to: cell(mv.to()),
        piece: piece.map(|(_, kind)| ruleset.letter(kind)),
        san: game.san(position.turn())(mv),
        coordinates: UciMove::of(ruleset, mv),
        capture: !mv.is_pass() && game.rules().is_capture(position, mv),
        promotion: mv.promotion().map(|kind| ruleset.letter(kind)),
        castle: mv.tag() == MoveTag::Castle,
        pass: mv.is_pass(),
        forced: mv.is_pass() && must_pass(game),
    })
}

/// Whether the side on move has no move but a pass.
pub(super) fn must_pass(game: &Game) -> bool {
    game.ruleset().has_passes() && game.known_moves(game.position().turn()) == [Move::PASS]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_fair_dice::ServerSeed;
    use rukh_rules::Side;
    use rukh_rules::notation::coordinate;
    use rukh_rules::{Game, Ruleset};

    use super::MAX_EVENTS;
    use crate::session::{GameInfo, Session};
    use crate::wire::time::UnixMillis;
    use crate::wire::{EventKind, GameTimeControl, Intent, Player, SpectatorMode, WireEvent};

    fn session_of(instance: &str, fen: Option<&str>) -> Session {
        let player = |id: &str| Player::Guest { id: id.parse().unwrap() };
        let info = GameInfo {
            id: "game".parse().unwrap(),
            white: player("w"),
            black: player("b"),
            server_seed: ServerSeed([7; 32]),
            time_control: GameTimeControl::Fischer { initial: 300, increment: 0, werera: None },
            odds: None,
            spectator_mode: SpectatorMode::Match,
            private: false,
            rated: None,
            started: UnixMillis::new(0),
        };
        let ruleset = Arc::new(Ruleset::named(instance).unwrap());
        let game = match fen {
            Some(fen) => Game::from_fen(ruleset, fen).unwrap(),
            None => Game::new(ruleset),
        };
        let (mut session, draft) = Session::new(info, game, UnixMillis::new(0));
        session.commit(draft, None);
        session
    }

    /// Executes an intent at a time with a network delay; returns the events.
    fn does(session: &mut Session, intent: &Intent, now: u64, lag: u64) -> Vec<WireEvent> {
        let draft = session.draft_intent(intent, UnixMillis::new(now), lag).unwrap();
        let events = draft.events().to_vec();
        session.commit(draft, None);
        events
    }

    fn moves(session: &mut Session, now: u64, lag: u64) -> Vec<WireEvent> {
        let mv = session.game().legal_moves()[0];
        let coordinates = coordinate::format(session.game().ruleset(), mv);
        does(session, &Intent::Move { coordinates }, now, lag)
    }

    #[test]
    fn game_with_too_many_events_can_only_be_ended() {
        let mut session = session_of("shatranj", None);
        moves(&mut session, 1_000, 0);
        let last = session.events.last().cloned().unwrap();
        session.events.resize(MAX_EVENTS, last);
        let mv = session.game().legal_moves()[0];
        let coordinates = coordinate::format(session.game().ruleset(), mv);
        let refused = session.draft_intent(&Intent::Move { coordinates }, UnixMillis::new(2_000), 0);
        assert!(refused.unwrap_err().message.english.contains("20000 events"));
        let events = does(&mut session, &Intent::Resign { side: Side::Black }, 2_000, 0);
        assert!(matches!(events.last().unwrap().kind, EventKind::End { .. }));
    }

    #[test]
    fn lag_refund_is_capped_by_elapsed_time() {
        let mut session = session_of("shatranj", None);
        for _ in 0..2 {
            moves(&mut session, 1000, 0);
        }
        let reading = |events: &[WireEvent]| events[0].clock.unwrap();
        let quick = reading(&moves(&mut session, 1050, 400));
        assert_eq!((quick.white, quick.lag), (300_000, Some(50)));
        // Black's clock ran out during the last 100 of 400 milliseconds of delay.
        let late = reading(&moves(&mut session, 301_150, 400));
        assert_eq!((late.black, late.lag), (300, Some(300)));
    }

    #[test]
    fn automatic_events_have_no_lag() {
        let fen = "k3/4/4/4/4/4/p3/4/4/4/3P/4/4/4/4/3K w - - 0 1";
        let mut session = session_of("oblong-dice-cazaux", Some(fen));
        for side in [Side::White, Side::Black] {
            does(&mut session, &Intent::Seed { side, seed: "salt".to_owned() }, 0, 0);
        }
        let mut passes = 0;
        for turn in 1..30 {
            if session.state().is_over() {
                break;
            }
            let now = turn * 10_000;
            let events = match session.deadline().filter(|_| session.must_pass()) {
                Some(_) => {
                    let before = session.state().reading().unwrap().0;
                    let due = session.deadline().unwrap();
                    assert!(
                        session.draft_deadline(due.saturating_sub(1)).is_none(),
                        "the throw is seen first"
                    );
                    let draft = session.draft_deadline(due).unwrap();
                    let events = draft.events().to_vec();
                    session.commit(draft, None);
                    let after = events[0].clock.unwrap_or(before);
                    assert_eq!(
                        (before.running, before.white, before.black),
                        (None, after.white, after.black)
                    );
                    assert!(matches!(&events[0].kind, EventKind::Move(moved) if moved.pass), "{events:?}");
                    passes += 1;
                    events
                }
                None => moves(&mut session, now, 400).split_off(1),
            };
            assert!(events.iter().filter_map(|one| one.clock).all(|clock| clock.lag.is_none()), "{events:?}");
        }
        assert!(passes > 0);
    }
}
