//! The game actor: the one task that writes a live game. It orders incoming intents, asks the
//! session, appends to the log, and broadcasts only when the append is durable.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use rukh_engine_pool::Owner;
use rukh_rules::notation::record::Record;
use rukh_rules::{Failure, Node, Side};
use rukh_store::{
    Epoch,
    clock::{self, SiteClock},
};
use smol_str::SmolStr;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::RETRY_DELAY;
use super::chat::ChatLog;
use super::contest::ContestWindow;
use super::engine_games::{EngineWatch, seat_owner};
use super::engine_player::{EngineActivity, EngineEvent, EnginePlayers};
use super::follower::{PeerRequest, PeerResponse};
use super::forwarder::Forwarder;
use super::presence::{Attendance, PresenceTracker};
use super::push_notifications::PendingPush;
use super::registry::GameRegistry;
use super::subscriber::{CloseCode, Subscriber, Subscription, Visitor};
use crate::id::{GameId, GuestId};
use crate::session::clock::LagQuota;
use crate::session::{Draft, Rejection, Session};
use crate::wire::event::Seq;
use crate::wire::intent::IntentResult;
use crate::wire::people::{ChatRequest, DemoRequest, MuteRequest};
use crate::wire::replay::{Replay, ThrowProof};
use crate::wire::time::UnixMillis;
use crate::wire::view::{BySide, PossiblePremove, WhyQuery, WhyResponse};
use crate::wire::{ChatEntry, ClientMessage, EventKind, GamePhase, Hello};

/// Delay between a change of presence and its broadcast.
pub(super) const PRESENCE_DELAY: Duration = Duration::from_millis(300);

/// An intent with its sender and its measured delay.
#[derive(Debug, Clone)]
pub struct IncomingIntent {
    /// The message.
    pub message: ClientMessage,
    /// The sender, if known.
    pub guest: Option<GuestId>,
    /// The sender's address; `None` for programs on this machine, and where it is not known.
    pub address: Option<IpAddr>,
    /// Arrival time, in milliseconds since the epoch.
    pub arrived_at: UnixMillis,
    /// Measured round-trip time, in milliseconds.
    pub lag: Option<f64>,
}

impl IncomingIntent {
    /// Who is charged for what it causes.
    pub(super) fn owner(&self) -> Owner {
        Owner::new(self.guest.as_ref(), self.address)
    }
}

/// A chat, demo or mute request.
#[derive(Debug, Clone)]
pub enum ChatCommand {
    /// Text.
    Chat(ChatRequest),
    /// Pieces shown on other cells.
    Demo(DemoRequest),
    /// A guest to mute or unmute.
    Mute(MuteRequest),
}

/// A message to a game actor.
#[derive(Debug)]
pub enum ActorCommand {
    /// Execute an intent.
    Intent(IncomingIntent, ReplyTo),
    /// Chat, show pieces or mute.
    Chat(GuestId, ChatCommand, ChatReplyTo),
    /// Subscribe from after the given event number.
    Join(Seq, Visitor, oneshot::Sender<Subscription>),
    /// Unsubscribe.
    Leave(u64),
    /// The game has just begun, by an action of this guest.
    Begun(Option<GuestId>, oneshot::Sender<()>),
    /// Return the greeting.
    Hello(Visitor, oneshot::Sender<Hello>),
    /// Return the game as a record, with its info.
    Export(oneshot::Sender<Record>),
    /// Return the replay.
    Replay(Visitor, oneshot::Sender<Replay>),
    /// Return what is needed to verify the throws.
    Throws(oneshot::Sender<ThrowProof>),
    /// Return why a side may not move, or what is wrong with the question.
    Why(Side, WhyQuery, oneshot::Sender<Result<WhyResponse, Failure>>),
    /// Return the possible premoves of a side.
    Premoves(Side, oneshot::Sender<(Seq, PremovesByCell)>),
    /// The stored log has grown, here or on another node.
    LogGrown(Seq, u64),
    /// A request from another node.
    Peer(PeerRequest, oneshot::Sender<PeerResponse>),
    /// The owner's answer to a subscriber's intent that was forwarded.
    Forwarded(u64, Box<IntentResult>),
    /// The owner rejected a subscriber's chat request that was forwarded.
    ChatRejected(u64, Rejection),
    /// Presence across all nodes, as the owner reports it.
    OwnerPresence(Box<Attendance>),
}

/// Possible premoves of a side, by start cell.
pub type PremovesByCell = std::collections::BTreeMap<SmolStr, Vec<PossiblePremove>>;

/// Receiver of an intent's result.
#[derive(Debug)]
pub enum ReplyTo {
    /// A pending request.
    Request(oneshot::Sender<IntentResult>),
    /// A subscriber of the game.
    Subscriber(u64),
}

/// Receiver of a chat request's result.
#[derive(Debug)]
pub enum ChatReplyTo {
    /// A pending request.
    Request(oneshot::Sender<Result<(), Rejection>>),
    /// A subscriber of the game.
    Subscriber(u64),
}

/// Role of this node for the game.
#[derive(Debug, Clone)]
pub(super) enum NodeRole {
    /// Owner of the lease; writes under this epoch.
    Owner(Epoch),
    /// Follower of the owner, a node of this incarnation.
    Follower(String),
    /// Reader of a game that is over: no node holds its lease until somebody writes.
    Reader,
}

/// Where intents of a game go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OwnerRoute {
    /// To this node.
    Here,
    /// To the node of an incarnation.
    Node(String),
}

/// The lease is lost: the in-memory state must not be used any more.
pub(super) struct LeaseLost;

pub(super) struct GameActor {
    pub(super) registry: Arc<GameRegistry>,
    pub(super) role: NodeRole,
    pub(super) session: Session,
    pub(super) engines: EnginePlayers,
    pub(super) engine_watch: EngineWatch,
    pub(super) subscribers: HashMap<u64, Subscriber>,
    pub(super) last_subscriber: u64,
    pub(super) chat: ChatLog,
    pub(super) window: ContestWindow,
    pub(super) lag: BySide<LagQuota>,
    pub(super) attendance: PresenceTracker,
    /// Presence as last broadcast.
    pub(super) last_presence: Attendance,
    /// When presence is broadcast next.
    pub(super) presence_due: Option<Instant>,
    pub(super) forwarder: Forwarder,
    /// Where intents go, for those that are being forwarded.
    pub(super) route: watch::Sender<OwnerRoute>,
    /// This actor's mailbox.
    pub(super) mailbox: mpsc::WeakSender<ActorCommand>,
    /// Start of an outage that must be recorded before anything else.
    pub(super) outage_since: Option<UnixMillis>,
    /// Push messages that are delayed.
    pub(super) pending_push: PendingPush,
    /// Time of the last activity.
    pub(super) last_active: Instant,
    /// When a follower checks the owner next, however busy it is.
    pub(super) owner_check: Instant,
    /// When automatic steps are retried.
    pub(super) retry_at: Option<Instant>,
    /// The time of this game.
    clock: GameClock,
}

/// The time of a game. A jump of the site's clock changes nothing until the actor adopts it.
struct GameClock {
    /// Offset of the site's clock as it was adopted.
    adopted: i64,
    /// Offset of this game's time, which is later if events were stored by a clock that was ahead.
    own: i64,
}

impl GameClock {
    /// The time of a game whose last event was at `last`, and by how much it is ahead.
    fn after(last: UnixMillis) -> (GameClock, u64) {
        let site = SiteClock::site();
        let adopted = site.offset();
        let lead = last.since(site.at_offset(adopted));
        (GameClock { adopted, own: adopted + i64::try_from(lead).unwrap_or(0) }, lead)
    }

    fn now(&self) -> UnixMillis {
        SiteClock::site().at_offset(self.own)
    }

    /// Adopts changes of the site's clock; returns whether it has jumped.
    fn adopt(&mut self) -> bool {
        let offset = SiteClock::site().offset();
        let before = std::mem::replace(&mut self.adopted, offset);
        self.own += offset - before;
        SiteClock::is_jump(before, offset)
    }
}

/// A game's time ahead of the site's by this much was stored by a clock that has since gone back.
const NOTABLE_LEAD: u64 = 1_000;

/// An event the actor waits for.
enum Wake {
    Command(Option<ActorCommand>),
    Engine(EngineEvent),
    Retry,
    Clock,
    Window,
    Presence,
    Push,
    CheckOwner,
    CheckWatch,
    Idle,
}

impl GameActor {
    pub(super) fn new(
        registry: Arc<GameRegistry>,
        role: NodeRole,
        session: Session,
        chat: ChatLog,
        (away_since, mailbox): (Option<UnixMillis>, mpsc::WeakSender<ActorCommand>),
    ) -> GameActor {
        let owner = seat_owner(session.info(), &registry.engine_games);
        let pool = registry.engine_pool.clone();
        let engines = EnginePlayers::new(pool, owner, registry.config.bot_delay, &session);
        let engine_watch = EngineWatch::new(&session);
        let owner_check = Instant::now() + registry.config.owner_check_interval;
        let last = session.events().last().map(|event| event.at).unwrap_or_default();
        let (clock, lead) = GameClock::after(last);
        let is_ahead = lead > NOTABLE_LEAD;
        if is_ahead {
            tracing::warn!(
                game = session.info().id.as_str(),
                milliseconds = lead,
                "the last event of a game is in the future; its clocks run on from there"
            );
        }
        let mut actor = GameActor {
            registry,
            role: role.clone(),
            session,
            engines,
            engine_watch,
            subscribers: HashMap::new(),
            last_subscriber: 0,
            chat,
            window: ContestWindow::default(),
            lag: BySide::default(),
            attendance: PresenceTracker::new(clock.now()),
            last_presence: Attendance::default(),
            presence_due: None,
            forwarder: Forwarder::default(),
            route: watch::Sender::new(route_of(&role)),
            mailbox,
            outage_since: away_since.or(is_ahead.then_some(last)),
            pending_push: PendingPush::default(),
            last_active: Instant::now(),
            owner_check,
            retry_at: Some(Instant::now()),
            clock,
        };
        actor.restore_premoves();
        actor
    }

    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<ActorCommand>) {
        let id = self.session.info().id.clone();
        loop {
            let wake = self.next_wake(&mut inbox).await;
            self.adopt_clock();
            let step = match wake {
                Wake::Command(Some(command)) => self.handle(command).await,
                Wake::Command(None) => break,
                Wake::Engine(event) => self.on_engine_event(event).await,
                Wake::Retry => self.resume().await,
                Wake::Clock => self.on_deadline().await,
                Wake::Window => self.resolve_contest().await,
                Wake::Presence => self.broadcast_presence().await,
                Wake::Push => {
                    self.send_pending_push().await;
                    Ok(())
                }
                Wake::CheckOwner => self.check_owner().await,
                Wake::CheckWatch => Ok(()),
                Wake::Idle if self.registry.actors.evict_if_idle(&id, &inbox) => break,
                Wake::Idle => {
                    self.last_active = Instant::now();
                    Ok(())
                }
            };
            if let Err(LeaseLost) = step {
                inbox.close();
                self.registry.actors.evict(&id);
                break;
            }
        }
        self.shut_down(&id).await;
    }

    async fn next_wake(&mut self, inbox: &mut mpsc::Receiver<ActorCommand>) -> Wake {
        let (is_owner, is_follower) = (self.is_owner(), self.is_follower());
        if is_owner {
            self.update_engine_watch();
            self.engines.schedule(&self.session, self.engine_activity());
        }
        let rest = self.last_active + self.registry.config.idle_timeout;
        let may_rest = self.can_be_evicted();
        let watch_check = self.next_watch_check().filter(|_| is_owner);
        let is_away = self.outage_since.is_some();
        let deadline = self.deadline().filter(|_| is_owner && !is_away && !self.is_paused());
        tokio::select! {
            command = inbox.recv() => Wake::Command(command),
            event = self.engines.next_event(), if is_owner => Wake::Engine(event),
            () = sleep_until(self.retry_at), if is_owner => Wake::Retry,
            () = sleep_until(deadline) => Wake::Clock,
            () = sleep_until(self.window.closes_at()) => Wake::Window,
            () = sleep_until(self.presence_due) => Wake::Presence,
            () = sleep_until(self.pending_push.due()) => Wake::Push,
            () = tokio::time::sleep_until(self.owner_check), if is_follower => Wake::CheckOwner,
            () = sleep_until(watch_check) => Wake::CheckWatch,
            () = tokio::time::sleep_until(rest), if may_rest => Wake::Idle,
        }
    }

    /// Disconnects all subscribers and releases the lease, if nothing went wrong.
    async fn shut_down(&mut self, id: &GameId) {
        if self.pending_push.due().is_some() {
            self.send_pending_push().await;
        }
        self.registry.occupied.remove(id);
        for (_, subscriber) in self.subscribers.drain() {
            metrics::gauge!("rukh_game_connections").decrement(1.0);
            subscriber.close(CloseCode::Draining);
        }
        // While a clock runs the lease is kept, so that the next owner can tell how long the game
        // was unattended.
        if let NodeRole::Owner(epoch) = self.role
            && !self.has_live_clock()
            && let Err(error) = self.registry.store.release_lease(id, epoch).await
        {
            tracing::warn!(game = id.as_str(), %error, "a lease could not be released");
        }
    }

    pub(super) fn is_owner(&self) -> bool {
        matches!(self.role, NodeRole::Owner(_))
    }

    /// Whether another node writes the game.
    pub(super) fn is_follower(&self) -> bool {
        matches!(self.role, NodeRole::Follower(_))
    }

    /// What the engines may do now: against a person they answer in turns at any time.
    fn engine_activity(&self) -> EngineActivity {
        match self.engine_watch {
            EngineWatch::Attended => EngineActivity { turns: true, werera: self.is_watched() },
            EngineWatch::Running { .. } => EngineActivity { turns: true, werera: true },
            EngineWatch::Paused { .. } => EngineActivity { turns: false, werera: false },
        }
    }

    fn is_watched(&self) -> bool {
        !self.subscribers.is_empty() || self.last_active.elapsed() < self.registry.config.idle_timeout
    }

    /// Whether the actor can be evicted: no subscribers, no clock of less than days running, and no
    /// engine that moves by itself. Correspondence clocks run on without an actor.
    fn can_be_evicted(&self) -> bool {
        let is_busy =
            self.is_owner() && (self.has_live_clock() || self.engines.are_busy() || self.runs_by_itself());
        self.subscribers.is_empty() && !is_busy && !self.window.is_open()
    }

    /// Whether a clock of less than days is running.
    fn has_live_clock(&self) -> bool {
        let info = self.session.info();
        info.time_control.is_live() && self.session.deadline().is_some() && !self.is_paused()
    }

    /// When the clock acts next: a little after zero, because a move made in time may still be on
    /// its way.
    fn deadline(&self) -> Option<Instant> {
        let left = self.latest_arrival()?.since(self.clock.now());
        Some(Instant::now() + Duration::from_millis(left))
    }

    /// Latest arrival that counts as in time, in milliseconds since the epoch.
    pub(super) fn latest_arrival(&self) -> Option<UnixMillis> {
        let deadline = self.session.deadline()?;
        if self.session.must_pass() {
            return Some(deadline);
        }
        let turn = self.session.game().position().turn();
        Some(deadline + self.lag.of(turn).available())
    }

    async fn handle(&mut self, command: ActorCommand) -> Result<(), LeaseLost> {
        let is_own = matches!(
            command,
            ActorCommand::LogGrown(..) | ActorCommand::Leave(_) | ActorCommand::OwnerPresence(_)
        );
        if !is_own {
            self.last_active = Instant::now();
        }
        match command {
            ActorCommand::Intent(incoming, reply) => return self.handle_intent(incoming, reply).await,
            ActorCommand::Chat(guest, request, reply) => {
                return self.handle_chat(guest, request, reply).await;
            }
            ActorCommand::LogGrown(seq, asides) => return self.on_log_grown(seq, asides).await,
            ActorCommand::Peer(request, reply) => return self.handle_peer_request(request, reply).await,
            ActorCommand::Forwarded(number, answer) => self.reply(ReplyTo::Subscriber(number), *answer),
            ActorCommand::ChatRejected(number, refused) => self.reject_chat(number, refused),
            ActorCommand::OwnerPresence(presence) if self.is_follower() => {
                self.send_presence(*presence).await
            }
            ActorCommand::OwnerPresence(_) => {}
            ActorCommand::Join(after, visitor, reply) => self.subscribe(after, visitor, reply).await,
            ActorCommand::Leave(number) => self.unsubscribe(number),
            ActorCommand::Begun(by, reply) => {
                self.queue_begin_push(by.as_ref());
                let _ = reply.send(());
            }
            ActorCommand::Hello(visitor, reply) => drop(reply.send(self.hello(&visitor).await)),
            ActorCommand::Replay(visitor, reply) => return self.send_replay(visitor, reply).await,
            ActorCommand::Throws(reply) => drop(reply.send(self.session.throws())),
            ActorCommand::Why(side, query, reply) => drop(reply.send(self.session.why(side, &query))),
            ActorCommand::Premoves(side, reply) => {
                drop(reply.send((self.session.seq(), self.session.possible_premoves(side))));
            }
            ActorCommand::Export(reply) => self.send_record(reply).await,
        }
        Ok(())
    }

    /// The time of the next event, in milliseconds since the epoch; never before that of the last one.
    pub(super) fn now(&self) -> UnixMillis {
        self.clock.now().max(self.session.events().last().map(|event| event.at).unwrap_or_default())
    }

    /// Adopts changes of the site's clock. A jump is an outage, which is recorded before anything
    /// else happens, so that no clock is charged for it.
    fn adopt_clock(&mut self) {
        let before = self.now();
        if self.clock.adopt() && self.is_owner() {
            self.outage_since.get_or_insert(before);
            self.retry_at = Some(Instant::now());
        }
    }

    /// When something arrived, in the time of this game.
    pub(super) fn time_of(&self, arrived: UnixMillis) -> UnixMillis {
        self.now().saturating_sub(clock::now().since(arrived))
    }

    /// Whether an automatic step is pending.
    pub(super) fn has_automatic_step(&self) -> bool {
        match self.session.game().node() {
            Node::Chance(_) => !self.session.state().awaits_seeds(),
            Node::Choice(_) | Node::Over(_) | Node::Werera(_) => false,
        }
    }

    /// Commits an automatic draft; a full disk is retried later.
    pub(super) async fn commit_if_any(&mut self, draft: Option<Draft>) -> Result<(), LeaseLost> {
        let Some(draft) = draft else { return Ok(()) };
        match self.commit(draft, None).await {
            Ok(()) => Ok(()),
            Err(failure) => {
                self.retry_at = Some(Instant::now() + RETRY_DELAY);
                tokio::time::sleep(PRESENCE_DELAY).await;
                failure.outcome()
            }
        }
    }

    pub(super) async fn resume(&mut self) -> Result<(), LeaseLost> {
        self.retry_at = None;
        if let Some(from) = self.outage_since {
            if let Some(outage) = self.session.draft_outage(from, self.now())
                && let Err(failure) = self.commit(outage, None).await
            {
                // The outage lasts until it is recorded.
                self.retry_at = Some(Instant::now() + RETRY_DELAY);
                return failure.outcome();
            }
            self.outage_since = None;
        }
        if !self.keep_vacations().await? {
            self.retry_at = Some(Instant::now() + RETRY_DELAY);
        }
        self.commit_if_any(self.session.draft_automatic(self.now())).await
    }

    /// Records an outage before anything that reads the clocks.
    pub(super) async fn settle_outage(&mut self) -> Result<(), LeaseLost> {
        match self.outage_since {
            Some(_) => self.resume().await,
            None => Ok(()),
        }
    }

    pub(super) async fn on_deadline(&mut self) -> Result<(), LeaseLost> {
        self.settle_outage().await?;
        match self.keep_vacations().await? {
            true => self.commit_if_any(self.session.draft_deadline(self.now())).await,
            // Nobody loses on time who is perhaps on vacation.
            false => {
                self.retry_at = Some(Instant::now() + RETRY_DELAY);
                tokio::time::sleep(PRESENCE_DELAY).await;
                Ok(())
            }
        }
    }

    /// Handles an engine's decision; one the game no longer allows is dropped and the engine is
    /// asked again.
    async fn on_engine_event(&mut self, event: EngineEvent) -> Result<(), LeaseLost> {
        self.settle_outage().await?;
        let Some(intent) = self.engines.handle(event, &self.session) else { return Ok(()) };
        self.commit_if_any(self.session.draft_intent(&intent, self.now(), 0).ok()).await
    }

    /// Restores stored premoves after a restart.
    pub(super) fn restore_premoves(&mut self) {
        for side in Side::BOTH {
            let has_moved_since = |at: UnixMillis| {
                let is_own =
                    |kind: &EventKind| matches!(kind, EventKind::Move(_)) && kind.mover() == Some(side);
                self.session.events().iter().rev().any(|event| event.at > at && is_own(&event.kind))
            };
            let Some(entry) = self.chat.premoves(side) else { continue };
            if let ChatEntry::Premoves { moves, .. } = &entry.data
                && !has_moved_since(entry.at)
            {
                let moves = moves.clone();
                *self.session.inputs_mut().premoves.of_mut(side) = moves;
            }
        }
    }
}

/// Where intents go under a role.
pub(super) fn route_of(role: &NodeRole) -> OwnerRoute {
    match role {
        NodeRole::Follower(node) => OwnerRoute::Node(node.clone()),
        NodeRole::Owner(_) | NodeRole::Reader => OwnerRoute::Here,
    }
}

async fn sleep_until(when: Option<Instant>) {
    match when {
        Some(when) => tokio::time::sleep_until(when).await,
        None => std::future::pending().await,
    }
}

/// Whether the game can be left alone because only people can continue it.
pub(super) fn needs_a_person(session: &Session) -> bool {
    let has_human = Side::BOTH.iter().any(|side| !session.info().is_engine(*side));
    has_human || session.phase() == GamePhase::Over
}

#[cfg(test)]
mod tests;
