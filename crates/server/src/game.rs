//! A room is the one task that writes a game: what it hears goes through the
//! rules, then to disk, and only then to everybody in the room.
//!
//! Where several nodes share a database, a game is written on one of them; the
//! rooms of the others follow its log and pass on what they hear.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use rukh_rules::game::SideName;
use rukh_rules::notation::record::Record;
use rukh_rules::{Node, Side};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::clock::now_ms;
use crate::session::clock::LagQuota;
use crate::session::{Draft, Refused, Step, Table, Terms};
use crate::store::{Append, StoreError};
use crate::wire::intent::{Answer, OfferWord};
use crate::wire::people::{ChatWish, DemoWish, MuteWish, Premove, Presence};
use crate::wire::replay::{Replay, Throws};
use crate::wire::view::{BySide, PossiblePremove};
use crate::wire::{Ack, Aside, ClientMessage, EventKind, Guest, Hello, Intent, Nack, PhaseWord};

mod beside;
mod broadcast;
mod chat;
mod contest;
mod engine_player;
mod follower;
mod intent;
mod presence;
mod registry;
mod subscriber;
mod think_time;

use chat::Asides;
use contest::{Held, Window};
use engine_player::{Players, Wish};
pub use follower::{Errand, Report};
use presence::Attendance;
pub use registry::{Rooms, Setting, USUAL_LEVEL, check_time};
pub use subscriber::{CloseCode, Joined, Packet, Subscriber, Visitor};

/// How long until what follows by itself and was too much at once, or could not be
/// stored, goes on.
const BREATH: Duration = Duration::from_secs(2);
/// How long after a change of who is here everybody is told.
const ROLL_CALL: Duration = Duration::from_millis(300);

/// An intent with who asks, and how it came.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The intent.
    pub message: ClientMessage,
    /// Who asks.
    pub who: Option<Guest>,
    /// When it arrived, in milliseconds since the epoch.
    pub arrived: u64,
    /// The measured way to the player and back, in milliseconds.
    pub lag: Option<f64>,
}

/// Something said, shown or muted.
#[derive(Debug, Clone)]
pub enum AsideWish {
    /// Words.
    Chat(ChatWish),
    /// Men shown elsewhere.
    Demo(DemoWish),
    /// Somebody not to be heard.
    Mute(MuteWish),
}

/// What a room can be asked.
#[derive(Debug)]
pub enum Command {
    /// Do something.
    Intent(Asked, ReplyTo),
    /// Say, show or mute something.
    Aside(Guest, AsideWish, AsideReply),
    /// Let somebody follow the game who has seen the events up to a number.
    Join(u64, Visitor, oneshot::Sender<Joined>),
    /// Somebody has gone.
    Leave(u64),
    /// Say where the game stands.
    Hello(Visitor, oneshot::Sender<Hello>),
    /// Give the game away, with what stays the same.
    Copy(oneshot::Sender<(Terms, Record)>),
    /// Give the game as it happened.
    Replay(Visitor, oneshot::Sender<Replay>),
    /// Give what is needed to check the throws.
    Throws(oneshot::Sender<Throws>),
    /// Say what a side may prepare.
    Premoves(Side, oneshot::Sender<(u64, Prepared)>),
    /// The log of the game has grown, here or on another node.
    Grown(u64, u64),
    /// Another node asks for something.
    Errand(Errand, oneshot::Sender<Report>),
}

/// What a side may prepare, by the cell it starts from.
pub type Prepared = std::collections::BTreeMap<String, Vec<PossiblePremove>>;

/// Who wants to know what became of an intent.
#[derive(Debug)]
pub enum ReplyTo {
    /// A request that waits.
    Request(oneshot::Sender<Answer>),
    /// Somebody who follows the game.
    Subscriber(u64),
}

/// Who wants to know what became of something said or shown.
#[derive(Debug)]
pub enum AsideReply {
    /// A request that waits.
    Request(oneshot::Sender<Result<(), Refused>>),
    /// Somebody who follows the game.
    Subscriber(u64),
}

/// Whether this room writes the game, or follows another that does.
#[derive(Debug, Clone)]
enum Post {
    /// It writes, as the owner of that epoch.
    Owner(i64),
    /// It follows the room of the node at that address.
    Follower(String),
}

/// The room must not go on from memory.
struct Lost;

pub(crate) struct Room {
    rooms: Arc<Rooms>,
    post: Post,
    table: Table,
    players: Players,
    subscribers: HashMap<u64, Subscriber>,
    joined: u64,
    asides: Asides,
    window: Window,
    lag: BySide<LagQuota>,
    attendance: Attendance,
    /// Who was last said to be here.
    told: Presence,
    /// When everybody is told who is here.
    roll_call: Option<Instant>,
    /// What could not be passed on to the owner yet.
    waiting: VecDeque<(Asked, ReplyTo)>,
    /// Since when the server was away, to be told before anything else.
    away_since: Option<u64>,
    /// When somebody last did something here.
    stirred: Instant,
    /// When a room that follows looks after the owner again, however much is asked meanwhile.
    watch: Instant,
    /// When steps that follow of themselves and were too many go on.
    breath: Option<Instant>,
}

/// What wakes a room.
enum Stir {
    Command(Option<Command>),
    Wish(Wish),
    Breath,
    Clock,
    Window,
    RollCall,
    Follow,
    Rest,
}

impl Room {
    fn new(rooms: Arc<Rooms>, post: Post, table: Table, asides: Asides, away_since: Option<u64>) -> Room {
        let players = Players::new(rooms.study.clone(), rooms.setting.pace, &table);
        let watch = Instant::now() + rooms.setting.watch;
        let mut room = Room {
            rooms,
            post,
            table,
            players,
            subscribers: HashMap::new(),
            joined: 0,
            asides,
            window: Window::default(),
            lag: BySide::default(),
            attendance: Attendance::new(now_ms()),
            told: Presence::default(),
            roll_call: None,
            waiting: VecDeque::new(),
            away_since,
            stirred: Instant::now(),
            watch,
            breath: Some(Instant::now()),
        };
        room.recall_premoves();
        room
    }

    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Command>) {
        let id = self.table.terms().id.clone();
        loop {
            let step = match self.wait(&mut inbox).await {
                Stir::Command(Some(command)) => self.hear(command).await,
                Stir::Command(None) => break,
                Stir::Wish(wish) => self.play(wish).await,
                Stir::Breath => self.go_on().await,
                Stir::Clock => self.time_up().await,
                Stir::Window => self.close_window().await,
                Stir::RollCall => self.call_roll().await,
                Stir::Follow => self.look_after_owner().await,
                Stir::Rest if self.rooms.release(&id, &inbox) => break,
                Stir::Rest => {
                    self.stirred = Instant::now();
                    Ok(())
                }
            };
            if let Err(Lost) = step {
                inbox.close();
                self.rooms.forget(&id);
                break;
            }
        }
        self.leave(&id).await;
    }

    async fn wait(&mut self, inbox: &mut mpsc::Receiver<Command>) -> Stir {
        let is_owner = self.is_owner();
        if is_owner {
            self.players.seat(&self.table, self.is_watched());
        }
        let rest = self.stirred + self.rooms.setting.idle;
        let may_rest = self.may_rest();
        let is_away = self.away_since.is_some();
        let deadline = self.deadline().filter(|_| is_owner && !is_away);
        tokio::select! {
            command = inbox.recv() => Stir::Command(command),
            wish = self.players.next(), if is_owner => Stir::Wish(wish),
            () = sleep_until(self.breath), if is_owner => Stir::Breath,
            () = sleep_until(deadline) => Stir::Clock,
            () = sleep_until(self.window.until()) => Stir::Window,
            () = sleep_until(self.roll_call) => Stir::RollCall,
            () = tokio::time::sleep_until(self.watch), if !is_owner => Stir::Follow,
            () = tokio::time::sleep_until(rest), if may_rest => Stir::Rest,
        }
    }

    /// Sends everybody off and, if all is well, gives the game up for others to open.
    async fn leave(&mut self, id: &str) {
        self.rooms.note_left(id);
        for (_, subscriber) in self.subscribers.drain() {
            metrics::gauge!("rukh_lines").decrement(1.0);
            subscriber.close(CloseCode::Draining);
        }
        // A running clock makes the next owner look how long nobody wrote the game.
        if let Post::Owner(epoch) = self.post
            && !self.runs_live()
            && let Err(error) = self.rooms.store.release(id, epoch).await
        {
            tracing::warn!(game = id, %error, "a game could not be given up");
        }
    }

    fn is_owner(&self) -> bool {
        matches!(self.post, Post::Owner(_))
    }

    fn is_watched(&self) -> bool {
        !self.subscribers.is_empty() || self.stirred.elapsed() < self.rooms.setting.idle
    }

    /// Whether the room may be left: nobody looks, and no clock that counts
    /// minutes runs. Days run on without a room.
    fn may_rest(&self) -> bool {
        let is_busy = self.is_owner() && (self.runs_live() || self.players.are_busy(&self.table));
        self.subscribers.is_empty() && !is_busy && !self.window.is_open()
    }

    /// Whether something will happen because a clock counts minutes.
    fn runs_live(&self) -> bool {
        let terms = self.table.terms();
        terms.time.is_live() && self.table.deadline().is_some()
    }

    /// When the clock next causes something: a little later than it shows,
    /// since what was made in time may still be on its way.
    fn deadline(&self) -> Option<Instant> {
        let left = self.last_moment()?.saturating_sub(now_ms());
        Some(Instant::now() + Duration::from_millis(left))
    }

    /// Until when what arrives is in time, in milliseconds since the epoch.
    fn last_moment(&self) -> Option<u64> {
        let deadline = self.table.deadline()?;
        if self.table.must_pass() {
            return Some(deadline);
        }
        let turn = self.table.game().position().turn();
        Some(deadline + self.lag.of(turn).available())
    }

    async fn hear(&mut self, command: Command) -> Result<(), Lost> {
        if !matches!(command, Command::Grown(..) | Command::Leave(_)) {
            self.stirred = Instant::now();
        }
        match command {
            Command::Intent(asked, reply) => return self.take_intent(asked, reply).await,
            Command::Aside(who, wish, reply) => return self.take_aside(who, wish, reply).await,
            Command::Grown(seq, asides) => return self.catch_up(seq, asides).await,
            Command::Errand(errand, reply) => return self.run_errand(errand, reply).await,
            Command::Join(after, visitor, reply) => self.join(after, visitor, reply),
            Command::Leave(number) => self.bid_farewell(number),
            Command::Hello(visitor, reply) => drop(reply.send(self.hello(&visitor))),
            Command::Replay(visitor, reply) => return self.send_replay(visitor, reply).await,
            Command::Throws(reply) => drop(reply.send(self.table.throws())),
            Command::Premoves(side, reply) => {
                drop(reply.send((self.table.seq(), self.table.possible_premoves(side))));
            }
            Command::Copy(reply) => {
                let mut record = Record::new(self.table.game().clone());
                record.annotations = self.table.clock_comments();
                drop(reply.send((self.table.terms().clone(), record)));
            }
        }
        Ok(())
    }

    /// Weighs an intent at once, lets it wait for what may still arrive, or
    /// passes it on to the owner.
    async fn take_intent(&mut self, asked: Asked, reply: ReplyTo) -> Result<(), Lost> {
        if !self.is_owner() {
            return self.pass_on(asked, reply).await;
        }
        // Nobody is charged for an outage: that is told before anything is done.
        if self.away_since.is_some() {
            self.go_on().await?;
            if self.away_since.is_some() {
                let refused = Refused::new("unavailable", Failure::Full.reason());
                let answer = Err(self.nack(&asked.message.id, refused));
                self.reply(reply, answer);
                return Ok(());
            }
        }
        // A clock that has run out goes before what came too late, however busy the machine.
        if self.last_moment().is_some_and(|last| last < asked.arrived) {
            self.time_up().await?;
        }
        let intent = match self.read(&asked) {
            Ok(intent) => intent,
            Err(answer) => {
                self.reply(reply, answer);
                return Ok(());
            }
        };
        let side = intent::side_of(&self.table, &intent);
        if let (Some(round_trip), false) = (asked.lag, self.table.terms().is_one_person()) {
            self.lag.of_mut(side).measure(round_trip);
        }
        // Who has a line is here as long as it is open.
        if asked.lag.is_none() && matches!(reply, ReplyTo::Request(_)) {
            self.attendance.stir(side.into(), now_ms());
        }
        let lag = self.lag.of(side).available();
        if let Some(wait) = self.has_to_wait(side, &intent) {
            // Who answers trials late on purpose gains no more by it than may be waited for.
            let most = u64::try_from(self.rooms.setting.fairness.as_millis()).unwrap_or(u64::MAX);
            self.window.hold(Held { asked, intent, side, lag: lag.min(most), reply }, wait);
            return Ok(());
        }
        self.settle(&asked, side, intent, lag, reply).await
    }

    /// Whether an intent of the werera waits, and at least how long.
    fn has_to_wait(&self, side: SideName, intent: &Intent) -> Option<Duration> {
        let is_werera = self.table.phase() == PhaseWord::Werera;
        if !is_werera
            || !matches!(intent, Intent::Place(_) | Intent::Substitute { .. } | Intent::Retract { .. })
        {
            return None;
        }
        let terms = self.table.terms();
        if terms.is_one_person() || Side::BOTH.into_iter().any(|side| terms.is_engine(side)) {
            return None;
        }
        let most = self.rooms.setting.fairness;
        if self.window.is_open() {
            let joins = self.window.holds(side) || contest::is_contested(&self.table, side, intent);
            return joins.then_some(Duration::ZERO);
        }
        let other = Side::from(side).other();
        let wait = contest::wait(self.lag.of(side).available(), self.lag.of(other).available(), most)?;
        contest::is_contested(&self.table, side, intent).then_some(wait)
    }

    /// Judges what has waited.
    async fn close_window(&mut self) -> Result<(), Lost> {
        let terms = self.table.terms();
        // The coin is thrown apart from the die.
        let n = self.table.state().coins() + 1;
        let judged = self.window.close(|| terms.server_seed.throw("coin", n, 2));
        if !judged.entries.is_empty() {
            let told = EventKind::Contest { entries: judged.entries, coin: judged.coin };
            let draft = self.table.contest(told, self.now());
            if let Err(failure) = self.commit(draft, None).await {
                for held in judged.order {
                    let refused = Refused::new("unavailable", failure.reason());
                    let answer = Err(self.nack(&held.asked.message.id, refused));
                    self.reply(held.reply, answer);
                }
                return failure.step();
            }
        }
        for held in judged.order {
            // What was judged before it counts as not seen by its player.
            let Held { asked, intent, side, lag, reply } = held;
            match intent::check(&self.table, asked.who.as_ref(), asked.message.base, &intent) {
                Ok(()) => self.settle(&asked, side, intent, lag, reply).await?,
                Err(refused) => {
                    let nack = self.nack(&asked.message.id, refused);
                    self.reply(reply, Err(nack));
                }
            }
        }
        Ok(())
    }

    /// Reads an intent and looks whether it may be wanted; answers at once if
    /// it was done before or may not.
    fn read(&self, asked: &Asked) -> Result<Intent, Answer> {
        let ClientMessage { id, base, d } = &asked.message;
        if let Some(seq) = self.table.done_as(&intent::name(&self.table, asked)) {
            return Err(Ok(Ack { id: id.clone(), seq }));
        }
        let intent = intent::read(id, d.clone());
        let checked = intent.and_then(|intent| {
            intent::check(&self.table, asked.who.as_ref(), *base, &intent)?;
            Ok(intent)
        });
        checked.map_err(|refused| Err(self.nack(id, refused)))
    }

    fn nack(&self, id: &str, Refused { code, reason }: Refused) -> Nack {
        Nack { id: id.to_owned(), code: code.to_owned(), reason, seq: self.table.seq() }
    }

    /// Does what is wanted and answers.
    async fn settle(
        &mut self,
        asked: &Asked,
        side: SideName,
        intent: Intent,
        lag: u64,
        reply: ReplyTo,
    ) -> Result<(), Lost> {
        let (id, name) = (asked.message.id.clone(), intent::name(&self.table, asked));
        if let Some(seq) = self.table.done_as(&name) {
            self.reply(reply, Ok(Ack { id, seq }));
            return Ok(());
        }
        let (answer, step) = match self.draft(&intent, lag).await {
            Err(refused) => (Err(self.nack(&id, refused)), Ok(())),
            Ok(draft) => match self.commit(draft, Some(name)).await {
                Ok(()) => (Ok(Ack { id, seq: self.table.seq() }), Ok(())),
                Err(failure) => {
                    let refused = Refused::new("unavailable", failure.reason());
                    (Err(self.nack(&id, refused)), failure.step())
                }
            },
        };
        if answer.is_ok() && matches!(intent, Intent::Move { .. }) {
            self.lag.of_mut(side).spend(lag);
        }
        self.reply(reply, answer);
        step
    }

    /// What an intent would cause, another game included.
    async fn draft(&mut self, intent: &Intent, lag: u64) -> Result<Draft, Refused> {
        match intent {
            Intent::Rematch { side } if self.table.offer(*side, OfferWord::Rematch)? == Step::Agreed => {
                let game = self.rooms.rematch(self.table.terms(), self.table.game()).await;
                let game = game.map_err(|error| {
                    tracing::warn!(%error, "another game could not begin");
                    Refused::new("unavailable", "The next game could not begin; try again in a moment.")
                })?;
                Ok(self.table.rematched(&game, self.now()))
            }
            Intent::Claim { side, result } => {
                let presence = self.presence();
                presence::check_claim(&self.table, &presence, (*side).into(), *result)?;
                self.table.answer(intent, self.now(), 0)
            }
            _ => self.table.answer(intent, self.now(), lag),
        }
    }

    fn now(&self) -> u64 {
        now_ms().max(self.table.events().last().map_or(0, |event| event.at))
    }

    /// Stores a draft, takes it over and tells everybody.
    async fn commit(&mut self, draft: Draft, intent: Option<String>) -> Result<(), Failure> {
        let prepared = self.table.advance().premoves.clone();
        if !draft.events().is_empty() {
            self.append(&draft, intent.clone()).await?;
        }
        let from = self.table.events().len();
        let was_over = self.table.phase() == PhaseWord::Over;
        let intent = intent.filter(|_| !draft.events().is_empty());
        self.table.take(draft, intent);
        self.players.stir();
        self.breath = Some(Instant::now() + BREATH).filter(|_| self.owes_steps());
        if self.table.events().len() > from {
            self.announce(from);
        }
        self.keep_premoves(&prepared).await;
        if !was_over && self.table.phase() == PhaseWord::Over {
            self.rooms.store.say_lobby().await;
        }
        Ok(())
    }

    async fn append(&self, draft: &Draft, intent: Option<String>) -> Result<(), Failure> {
        let Post::Owner(epoch) = self.post else { return Err(Failure::Lost) };
        let append = Append {
            card: self.table.card_with(draft),
            new: None,
            events: draft.events().to_vec(),
            intent,
            epoch,
            deadline: self.table.deadline_with(draft),
        };
        let (begun, since) = (Instant::now(), now_ms());
        let written = self.rooms.store.append(append).await;
        metrics::histogram!("rukh_append_seconds").record(begun.elapsed().as_secs_f64());
        written.map_err(|error| {
            tracing::error!(game = self.table.terms().id, %error, "an append has failed");
            match error {
                // Nothing was written, and the game is still ours: it can go on.
                StoreError::Full => Failure::Full,
                StoreError::Database(_) => {
                    self.rooms.remember_gap(&self.table.terms().id, self.away_since.unwrap_or(since));
                    Failure::Lost
                }
                _ => Failure::Lost,
            }
        })?;
        metrics::counter!("rukh_events_total").increment(draft.events().len() as u64);
        Ok(())
    }

    /// Whether something follows of itself that was not told yet.
    fn owes_steps(&self) -> bool {
        match self.table.game().node() {
            Node::Chance(_) => !self.table.state().awaits_seeds(),
            Node::Choice(_) | Node::Over(_) | Node::Werera(_) => false,
        }
    }

    /// Commits what follows by itself; a full disk is tried again later.
    async fn commit_if_any(&mut self, draft: Option<Draft>) -> Result<(), Lost> {
        let Some(draft) = draft else { return Ok(()) };
        match self.commit(draft, None).await {
            Ok(()) => Ok(()),
            Err(failure) => {
                self.breath = Some(Instant::now() + BREATH);
                tokio::time::sleep(ROLL_CALL).await;
                failure.step()
            }
        }
    }

    async fn go_on(&mut self) -> Result<(), Lost> {
        self.breath = None;
        if let Some(from) = self.away_since {
            if let Some(outage) = self.table.outage(from, self.now())
                && let Err(failure) = self.commit(outage, None).await
            {
                // Until it is told, the outage lasts.
                self.breath = Some(Instant::now() + BREATH);
                return failure.step();
            }
            self.away_since = None;
        }
        self.commit_if_any(self.table.go_on(self.now())).await
    }

    async fn time_up(&mut self) -> Result<(), Lost> {
        self.commit_if_any(self.table.time_up(self.now())).await
    }

    /// What one of the server's own players has decided; what the game no
    /// longer allows is dropped, and the player asked again.
    async fn play(&mut self, wish: Wish) -> Result<(), Lost> {
        let Some(intent) = self.players.take(wish, &self.table) else { return Ok(()) };
        self.commit_if_any(self.table.answer(&intent, self.now(), 0).ok()).await
    }

    /// Lays before the table what the sides have prepared, after a restart.
    fn recall_premoves(&mut self) {
        for side in Side::BOTH {
            let has_moved_since = |at: u64| {
                let is_own =
                    |kind: &EventKind| matches!(kind, EventKind::Move(moved) if moved.side == side.into());
                self.table.events().iter().rev().any(|event| event.at >= at && is_own(&event.kind))
            };
            let Some(aside) = self.asides.premoves(side.into()) else { continue };
            if let Aside::Premoves { moves, .. } = &aside.d
                && !has_moved_since(aside.at)
            {
                let moves = moves.clone();
                *self.table.advance_mut().premoves.of_mut(side) = moves;
            }
        }
    }

    /// Keeps what the sides have prepared if it has changed, and tells them.
    async fn keep_premoves(&mut self, before: &BySide<Vec<Premove>>) {
        for side in Side::BOTH {
            let moves = self.table.advance().premoves.of(side).clone();
            if *before.of(side) != moves {
                self.write_aside(Aside::Premoves { side: side.into(), moves }, now_ms()).await;
            }
        }
    }
}

/// Why something could not be stored.
enum Failure {
    /// There is no room; nothing was written.
    Full,
    /// What the disk has is not known.
    Lost,
}

impl Failure {
    fn reason(&self) -> &'static str {
        match self {
            Failure::Full => "The server's disk is full: nothing was changed. Try again later.",
            Failure::Lost => "The server could not store this; try again in a moment.",
        }
    }

    fn step(&self) -> Result<(), Lost> {
        match self {
            Failure::Full => Ok(()),
            Failure::Lost => Err(Lost),
        }
    }
}

async fn sleep_until(when: Option<Instant>) {
    match when {
        Some(when) => tokio::time::sleep_until(when).await,
        None => std::future::pending().await,
    }
}

/// Whether a game may be left alone: nobody but people can go on with it.
fn is_for_people(table: &Table) -> bool {
    let has_human = Side::BOTH.iter().any(|side| !table.terms().is_engine(*side));
    has_human || table.phase() == PhaseWord::Over
}
