//! The server's engines in a game: when they think, and how fast they move.

use std::time::Duration;

use rukh_engine::Level;
use rukh_engine_pool::{
    EnginePool, MoveTask, SearchHandle, SeatRequest, TaskKind, ThinkPermit, owner::Owner,
};
use rukh_rules::{Event, Side};
use rukh_session::engine_seat::SeatOutcome;
use rukh_store::clock;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::think_time::ThinkTime;
use crate::config::BotDelay;
use crate::session::Session;
use crate::wire::Intent;
use crate::wire::event::Seq;

/// An event of an engine seat.
pub(super) enum EngineEvent {
    /// A werera move is due.
    Due(Side),
    /// The engine has a permit to think.
    Permitted(PermittedTask),
    /// The engine has a decision.
    Decided(EngineDecision),
}

/// An engine with a permit to think.
pub(super) struct PermittedTask {
    side: Side,
    task: TaskKind,
    permit: ThinkPermit,
    /// Earliest time of the move.
    not_before: Instant,
}

/// An engine's decision.
pub(super) struct EngineDecision {
    side: Side,
    /// The last event the engine knew.
    base: Seq,
    verdict: Verdict,
}

/// What an engine has decided.
enum Verdict {
    /// The action; `None` means waiting.
    Action(Option<Event>),
    /// Whether it agrees to the draw that is offered.
    Draw(bool),
}

enum SeatState {
    Idle,
    /// Until then, at a person's pace.
    Pausing(Instant),
    /// For a permit.
    Queued,
    /// The search, which ends soon after this state.
    Thinking(TaskKind, SearchHandle),
}

/// What the engines may do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EngineActivity {
    /// Whether they move in turns.
    pub(super) turns: bool,
    /// Whether they act in the werera.
    pub(super) werera: bool,
}

struct EngineSeat {
    side: Side,
    level: u8,
    state: SeatState,
    /// Number of consecutive decisions to wait.
    waits: u32,
}

/// The server's engines in a game.
pub(super) struct EnginePlayers {
    pool: EnginePool,
    /// Who their searches are charged to.
    owner: Owner,
    bot_delay: BotDelay,
    seats: Vec<EngineSeat>,
    events: mpsc::Sender<EngineEvent>,
    inbox: mpsc::Receiver<EngineEvent>,
}

impl EnginePlayers {
    pub(super) fn new(pool: EnginePool, owner: Owner, pace: BotDelay, session: &Session) -> EnginePlayers {
        let seat = |side: Side| {
            let level = session.info().player(side).engine_level()?;
            Some(EngineSeat { side, level, state: SeatState::Idle, waits: 0 })
        };
        let seats: Vec<EngineSeat> = Side::BOTH.into_iter().filter_map(seat).collect();
        let (events, inbox) = mpsc::channel(seats.len().max(1));
        EnginePlayers { pool, owner, bot_delay: pace, seats, events, inbox }
    }

    /// Who their searches are charged to.
    pub(super) fn owner(&self) -> &Owner {
        &self.owner
    }

    /// Charges searches from now on to the opponent that was just heard of.
    pub(super) fn charge(&mut self, owner: Owner) {
        self.owner = owner;
    }

    /// Schedules every engine that has something to do, and withdraws searches that nobody needs.
    pub(super) fn schedule(&mut self, session: &Session, activity: EngineActivity) {
        for index in 0..self.seats.len() {
            let seat = &self.seats[index];
            match (&seat.state, session.pending_task(seat.side)) {
                (SeatState::Thinking(task, search), pending) if pending != Some(*task) => search.withdraw(),
                (
                    SeatState::Idle | SeatState::Pausing(_),
                    Some(task @ (TaskKind::Turn | TaskKind::DrawOffer)),
                ) if activity.turns => {
                    let think_time =
                        ThinkTime::of_turn(session, seat.side, self.bot_delay.turn, clock::now());
                    self.queue(index, task, think_time);
                }
                (SeatState::Idle, Some(TaskKind::Werera)) if activity.werera => {
                    let pause = self.pause(seat, session);
                    self.seats[index].state = SeatState::Pausing(Instant::now() + pause);
                }
                (SeatState::Pausing(_), None) => self.seats[index].state = SeatState::Idle,
                (SeatState::Pausing(_), Some(_)) if !activity.werera => {
                    self.seats[index].state = SeatState::Idle;
                }
                _ => {}
            }
        }
    }

    /// Delay before the next werera move: the level's pace, slower the longer nothing was worth
    /// doing.
    fn pause(&self, seat: &EngineSeat, session: &Session) -> Duration {
        let seed = session.delay_seed(seat.side, seat.waits);
        let level = Level::new(seat.level).unwrap_or(Level::LOWEST);
        self.bot_delay.werera.for_level(level).delay(seat.waits, seed)
    }

    /// Requests a permit. The position is read when it is granted: in the werera the board does not
    /// wait. Neither does a clock: waiting for the permit is part of the move's time.
    fn queue(&mut self, index: usize, task: TaskKind, think_time: ThinkTime) {
        let seat = &mut self.seats[index];
        seat.state = SeatState::Queued;
        let (side, asked) = (seat.side, Instant::now());
        let (not_before, deadline) = (asked + think_time.min, think_time.max.map(|most| asked + most));
        let request = SeatRequest { kind: task, owner: self.owner.clone(), level: seat.level, deadline };
        let (pool, events) = (self.pool.clone(), self.events.clone());
        tokio::spawn(async move {
            let permit = tokio::select! {
                permit = pool.acquire(&request) => permit,
                // A closed actor needs no permit.
                () = events.closed() => return,
            };
            let permitted = PermittedTask { side, task, permit, not_before };
            let _ = events.send(EngineEvent::Permitted(permitted)).await;
        });
    }

    /// Starts thinking with a permit, if there is still something to decide.
    fn start_thinking(&mut self, permitted: PermittedTask, session: &Session) {
        let PermittedTask { side, task, permit, not_before } = permitted;
        let Some(seat) = self.seats.iter_mut().find(|seat| seat.side == side) else { return };
        if session.pending_task(side) != Some(task) {
            seat.state = SeatState::Idle;
            return;
        }
        let search = SearchHandle::default();
        let flag = search.flag();
        seat.state = SeatState::Thinking(task, search);
        let base = session.seq();
        let seed = session.engine_seed(side);
        let elapsed = Duration::from_millis(clock::now().since(session.state().ready_at()));
        let person = (!session.info().is_engine(side.other())).then_some(elapsed);
        let move_task = MoveTask { game: session.game().clone(), side, level: seat.level, seed, person };
        let (pool, events) = (self.pool.clone(), self.events.clone());
        tokio::spawn(async move {
            let verdict = match task {
                TaskKind::DrawOffer => Verdict::Draw(pool.answer_draw(permit, move_task, flag).await),
                TaskKind::Turn | TaskKind::Werera => {
                    Verdict::Action(pool.choose(permit, move_task, flag).await)
                }
            };
            tokio::time::sleep_until(not_before).await;
            // A closed actor needs no decision.
            let _ = events.send(EngineEvent::Decided(EngineDecision { side, base, verdict })).await;
        });
    }

    /// Waits for the next event of a seat.
    pub(super) async fn next_event(&mut self) -> EngineEvent {
        let pausing = self.seats.iter().filter_map(|seat| match seat.state {
            SeatState::Pausing(until) => Some((until, seat.side)),
            _ => None,
        });
        let due = pausing.min();
        tokio::select! {
            Some(event) = self.inbox.recv() => event,
            side = async {
                match due {
                    Some((until, side)) => {
                        tokio::time::sleep_until(until).await;
                        side
                    }
                    None => std::future::pending().await,
                }
            } => EngineEvent::Due(side),
        }
    }

    /// Wakes waiting engines after an event, at the usual pace. The others keep their schedule;
    /// otherwise a fast opponent could postpone them forever.
    pub(super) fn wake(&mut self) {
        for seat in self.seats.iter_mut().filter(|seat| seat.waits > 0) {
            seat.waits = 0;
            if matches!(seat.state, SeatState::Pausing(_)) {
                seat.state = SeatState::Idle;
            }
        }
    }

    /// Whether an engine is thinking or queued.
    pub(super) fn are_busy(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat.state, SeatState::Queued | SeatState::Thinking(..)))
    }

    /// The intent that results from an event, if any.
    pub(super) fn handle(&mut self, event: EngineEvent, session: &Session) -> Option<Intent> {
        match event {
            EngineEvent::Due(side) => {
                let index = self.seats.iter().position(|seat| seat.side == side)?;
                self.queue(index, TaskKind::Werera, ThinkTime::default());
                None
            }
            EngineEvent::Permitted(permitted) => {
                self.start_thinking(permitted, session);
                None
            }
            EngineEvent::Decided(decision) => self.on_decision(decision, session),
        }
    }

    fn on_decision(&mut self, decision: EngineDecision, session: &Session) -> Option<Intent> {
        let seat = self.seats.iter_mut().find(|seat| seat.side == decision.side)?;
        seat.state = SeatState::Idle;
        let (side, base) = (decision.side, decision.base);
        let outcome = match decision.verdict {
            Verdict::Draw(agrees) => session.engine_draw_answer(side, base, agrees),
            Verdict::Action(action) => session.engine_action(side, base, action),
        };
        match outcome {
            SeatOutcome::Execute(intent) => Some(intent),
            SeatOutcome::Outdated => None,
            SeatOutcome::Wait => {
                seat.waits += 1;
                session.after_waiting(self.seats.iter().map(|seat| seat.waits))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use rukh_engine_pool::{MoveTask, Opponent, Owner, SeatRequest};
    use rukh_fair_dice::ServerSeed;
    use rukh_rules::{Event, Game, Ruleset, Side};
    use rukh_session::engine_seat::SeatOutcome;
    use rukh_store::clock;
    use tokio::time::Instant;

    use super::{EngineActivity, EngineEvent, EnginePlayers, EnginePool, SeatState, TaskKind};
    use crate::config::BotDelay;
    use crate::session::{GameInfo, Session};
    use crate::wire::time::UnixMillis;
    use crate::wire::{GameTimeControl, Intent, Player, SpectatorMode};

    /// Records its tasks, and whether each was due at once, and waits.
    #[derive(Default)]
    struct RecordingOpponent(Mutex<Vec<(MoveTask, bool)>>);

    const ACTIVE: EngineActivity = EngineActivity { turns: true, werera: true };

    fn request(kind: TaskKind) -> SeatRequest {
        SeatRequest { kind, owner: Owner::new(None, None), level: 3, deadline: None }
    }

    /// The intent that an engine's action means.
    fn intent(session: &Session, side: Side, action: Option<Event>) -> Intent {
        match session.engine_action(side, session.seq(), action) {
            SeatOutcome::Execute(intent) => intent,
            other => panic!("an intent was expected, not {other:?}"),
        }
    }

    fn first_move(session: &Session) -> Intent {
        intent(session, session.game().position().turn(), None)
    }

    impl Opponent for RecordingOpponent {
        fn choose(&self, task: &MoveTask, stop: &(dyn Fn() -> bool + Sync)) -> Option<Event> {
            self.0.lock().unwrap().push((task.clone(), stop()));
            None
        }

        fn agrees_to_draw(&self, _: &MoveTask, _: &(dyn Fn() -> bool + Sync)) -> bool {
            false
        }
    }

    /// A game between two engines, with one permit of each kind.
    fn engines(instance: &str, time: GameTimeControl) -> (Session, EnginePlayers, Arc<RecordingOpponent>) {
        let engine = Player::Engine { level: 3 };
        let info = GameInfo {
            id: "game".parse().unwrap(),
            white: engine.clone(),
            black: engine,
            server_seed: ServerSeed([7; 32]),
            time_control: time,
            odds: None,
            spectator_mode: SpectatorMode::Match,
            private: false,
            rated: None,
            started: UnixMillis::new(0),
        };
        let game = Game::new(Arc::new(Ruleset::named(instance).unwrap()));
        let (mut session, draft) = Session::new(info, game, UnixMillis::new(0));
        session.commit(draft, None);
        let recorder = Arc::new(RecordingOpponent::default());
        let pool = EnginePool::with_seats(recorder.clone(), 1, 1);
        let engines = EnginePlayers::new(pool, Owner::new(None, None), BotDelay::default(), &session);
        (session, engines, recorder)
    }

    /// A waiting engine is woken by the opponent's moves; others are not delayed by them.
    #[tokio::test]
    async fn wake_resets_only_waiting_seats() {
        let (_, mut engines, _) = engines("senterej", GameTimeControl::None);
        let long = Instant::now() + Duration::from_secs(12);
        for (seat, waits) in engines.seats.iter_mut().zip([3, 0]) {
            (seat.state, seat.waits) = (SeatState::Pausing(long), waits);
        }
        engines.wake();
        assert!(matches!(engines.seats[0].state, SeatState::Idle) && engines.seats[0].waits == 0);
        assert!(matches!(engines.seats[1].state, SeatState::Pausing(until) if until == long));
    }

    /// Events that happen while an engine waits for a permit are seen by it.
    #[tokio::test]
    async fn permit_granted_later_sees_the_current_position() {
        let (mut session, mut engines, recorder) = engines("senterej", GameTimeControl::None);
        let held = engines.pool.acquire(&request(TaskKind::Werera)).await;
        assert!(engines.handle(EngineEvent::Due(Side::White), &session).is_none());
        let chosen = session.game().moves_of(Side::Black)[0];
        let made = session.game().event_of(Side::Black, chosen);
        let draft =
            session.draft_intent(&intent(&session, Side::Black, Some(made)), UnixMillis::new(0), 0).unwrap();
        session.commit(draft, None);
        drop(held);
        let permitted = engines.next_event().await;
        assert!(
            matches!(permitted, EngineEvent::Permitted(_)) && engines.handle(permitted, &session).is_none()
        );
        let EngineEvent::Decided(decision) = engines.next_event().await else {
            panic!("a decision was expected")
        };
        assert_eq!(decision.base, session.seq());
        let asked = recorder.0.lock().unwrap();
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].0.game.fen(), session.game().fen());
    }

    /// A permit granted when nothing is left to decide is released.
    #[tokio::test]
    async fn permit_without_task_is_released() {
        let (session, mut engines, recorder) = engines("shatranj", GameTimeControl::None);
        engines.handle(EngineEvent::Due(Side::White), &session);
        let permitted = engines.next_event().await;
        engines.handle(permitted, &session);
        assert!(matches!(engines.seats[0].state, SeatState::Idle));
        drop(engines.pool.acquire(&request(TaskKind::Werera)).await);
        assert!(recorder.0.lock().unwrap().is_empty());
    }

    /// A clock's time begins when the move is requested, not when the permit is granted.
    #[tokio::test]
    async fn permit_wait_on_a_clock_counts_towards_the_deadline() {
        for (time, is_due) in [
            (GameTimeControl::Fischer { initial: 2, increment: 0, werera: None }, true),
            (GameTimeControl::Days { days: 1, werera_days: None }, false),
            (GameTimeControl::None, false),
        ] {
            let (mut session, mut engines, recorder) = engines("shatranj", time);
            for _ in 0..2 {
                let draft = session.draft_intent(&first_move(&session), clock::now(), 0).unwrap();
                session.commit(draft, None);
            }
            let held = engines.pool.acquire(&request(TaskKind::Turn)).await;
            engines.schedule(&session, ACTIVE);
            let asked = Instant::now();
            // On a clock the engine does not wait for this permit.
            let _taken = is_due.then_some(held);
            let permitted = engines.next_event().await;
            engines.handle(permitted, &session);
            assert!(matches!(engines.next_event().await, EngineEvent::Decided(_)));
            assert_eq!(recorder.0.lock().unwrap()[0].1, is_due, "{time:?}");
            assert!(asked.elapsed() < Duration::from_secs(1), "{time:?}");
        }
    }

    /// Engines that may not move begin nothing, and a search that nobody needs is withdrawn.
    #[tokio::test]
    async fn schedule_follows_the_activity_and_the_game() {
        let (mut session, mut engines, recorder) = engines("shatranj", GameTimeControl::None);
        engines.schedule(&session, EngineActivity { turns: false, werera: false });
        assert!(!engines.are_busy());
        let held = engines.pool.acquire(&request(TaskKind::Turn)).await;
        engines.schedule(&session, ACTIVE);
        assert!(engines.are_busy());
        drop(held);
        let permitted = engines.next_event().await;
        engines.handle(permitted, &session);
        let SeatState::Thinking(_, search) = &engines.seats[0].state else { panic!("it thinks") };
        let flag = search.flag();
        let draft = session.draft_intent(&first_move(&session), clock::now(), 0).unwrap();
        session.commit(draft, None);
        engines.schedule(&session, EngineActivity { turns: false, werera: false });
        assert!(flag.is_set());
        assert!(matches!(engines.next_event().await, EngineEvent::Decided(_)));
        assert_eq!(recorder.0.lock().unwrap().len(), 1);
    }
}
