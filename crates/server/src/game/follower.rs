//! A follower: the game is written on another node. The log is followed here and intents are
//! forwarded; when the owner is gone, this actor takes over.

use std::net::IpAddr;

use rukh_store::{LeaseOutcome, StoreError, clock};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::actor::route_of;
use super::chat::parse_entry;
use super::forwarder::{self, ForwardContext};
use super::pipeline::INTENT_TIMEOUT;
use super::presence::{Attendance, Roster, local_roster};
use super::{
    ChatCommand, ChatReplyTo, GameActor, IncomingIntent, LeaseLost, NodeRole, PRESENCE_DELAY, ReplyTo,
};
use crate::id::GuestId;
use crate::say;
use crate::session::Rejection;
use crate::wire::event::Seq;
use crate::wire::message::WireMessage;
use crate::wire::people::{ChatRequest, DemoRequest};
use crate::wire::{Ack, ChatEntry, ClientMessage, Nack};

/// A request from one node to another.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PeerRequest {
    /// Execute an intent.
    Intent {
        /// The message.
        message: ClientMessage,
        /// The sender.
        guest: Option<GuestId>,
        /// An alias of the sender's address, whom the searches of an engine are charged to.
        address: Option<IpAddr>,
        /// Time since it arrived here, in milliseconds.
        age: u64,
        /// Measured round-trip time, in milliseconds.
        lag: Option<f64>,
    },
    /// Post a chat message.
    Chat {
        /// The author.
        guest: GuestId,
        /// The message.
        request: ChatRequest,
    },
    /// Show a demo.
    Demo {
        /// The author.
        guest: GuestId,
        /// The demo.
        request: DemoRequest,
    },
    /// Record the presence on a node.
    Roster {
        /// The reporting node.
        node: String,
        /// The visitors there.
        roster: Roster,
    },
}

/// The response of one node to another.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PeerResponse {
    /// The intent was executed.
    Ack(Ack),
    /// The intent was rejected.
    Nack(Nack),
    /// The chat request was executed.
    Done,
    /// The chat request was rejected, or the request is unreadable.
    Refused {
        /// Machine-readable code.
        code: String,
        /// The reason.
        message: WireMessage,
    },
    /// Presence across all nodes.
    Presence {
        /// The presence.
        presence: Attendance,
    },
    /// This node does not own the game.
    NotOwner,
}

impl GameActor {
    /// Forwards an intent to the owner.
    pub(super) fn forward_intent(&mut self, incoming: IncomingIntent, reply: ReplyTo) {
        let mut forwarder = std::mem::take(&mut self.forwarder);
        let refused = forwarder.forward(|| self.forward_context(), incoming, reply, self.session.seq());
        self.forwarder = forwarder;
        if let Err(refused) = refused {
            let (incoming, reply) = *refused;
            let refused = Rejection::new("unavailable", say::host::reject_busy());
            let answer = Err(self.nack(&incoming.message.id, refused));
            self.reply(reply, answer);
        }
    }

    fn forward_context(&self) -> ForwardContext {
        ForwardContext {
            registry: self.registry.clone(),
            game: self.session.info().id.clone(),
            actor: self.mailbox.clone(),
            route: self.route.subscribe(),
        }
    }

    pub(super) fn forward_chat(&self, guest: GuestId, request: ChatCommand, reply: ChatReplyTo) {
        let request = match request {
            ChatCommand::Chat(request) => PeerRequest::Chat { guest, request },
            ChatCommand::Demo(request) => PeerRequest::Demo { guest, request },
            // Mutes concern this node only.
            ChatCommand::Mute(_) => return,
        };
        forwarder::forward_chat(self.forward_context(), request, reply);
    }

    /// Reports local presence to the owner.
    pub(super) fn report_presence(&self) {
        let own = local_roster(self.subscribers.values().map(|one| &one.visitor), self.session.info());
        let request = PeerRequest::Roster { node: self.registry.node().to_owned(), roster: own };
        forwarder::report_presence(self.forward_context(), request);
    }

    /// Changes the role, and where intents go that are being forwarded.
    pub(super) fn set_role(&mut self, role: NodeRole) {
        let route = route_of(&role);
        self.role = role;
        self.route.send_if_modified(|known| {
            let is_news = *known != route;
            *known = route;
            is_news
        });
    }

    /// Checks whether the owner is alive; takes over if not.
    pub(super) async fn check_owner(&mut self) -> Result<(), LeaseLost> {
        self.owner_check = Instant::now() + self.registry.config.owner_check_interval;
        // An expired clock is a reason to check even without subscribers.
        let deadline = self.session.deadline();
        let is_overdue = deadline.is_some_and(|deadline| deadline < self.now());
        if self.subscribers.is_empty() && !self.forwarder.is_busy() && !is_overdue {
            return Ok(());
        }
        let id = self.session.info().id.clone();
        let lease = tokio::time::timeout(INTENT_TIMEOUT, self.registry.store.acquire_lease(&id)).await;
        match lease.unwrap_or(Err(StoreError::TimedOut)) {
            Ok(Some(LeaseOutcome::Granted(lease))) => {
                if let Some(since) = lease.orphaned_since {
                    self.registry.record_outage(&id, since);
                }
                self.read_log().await?;
                tracing::info!(game = id.as_str(), epoch = %lease.epoch, "took over a game");
                self.set_role(NodeRole::Owner(lease.epoch));
                // Players connected to the lost node may come back.
                self.attendance = self.attendance.anew(self.now());
                self.outage_since = self.registry.take_outage(&id);
                self.retry_at = Some(Instant::now());
                self.restore_premoves();
            }
            Ok(Some(LeaseOutcome::HeldBy(node))) => {
                self.set_role(NodeRole::Follower(node));
                self.read_log().await?;
                self.report_presence();
            }
            Ok(None) => return Err(LeaseLost),
            Err(error) => {
                tracing::warn!(game = id.as_str(), %error, "the owner of a game cannot be found");
                return Ok(());
            }
        }
        Ok(())
    }

    /// Reads the part of the log that is missing here.
    pub(super) async fn on_log_grown(&mut self, seq: Seq, asides: u64) -> Result<(), LeaseLost> {
        if self.is_owner() {
            return self.verify_ownership(seq).await;
        }
        if seq <= self.session.seq() && asides <= self.chat.last_number() {
            return Ok(());
        }
        self.read_log().await
    }

    /// A log that grew without its owner has another owner: the in-memory state is stale, so the
    /// actor stops and is loaded again.
    async fn verify_ownership(&self, seq: Seq) -> Result<(), LeaseLost> {
        if seq <= self.session.seq() {
            return Ok(());
        }
        let id = &self.session.info().id;
        match self.registry.store.log_after(id, self.session.seq()).await {
            Ok(news) if !news.is_empty() => {
                tracing::warn!(game = id.as_str(), "another node has taken over this game");
                Err(LeaseLost)
            }
            // An append would be rejected if the lease were lost.
            _ => Ok(()),
        }
    }

    /// Reads and applies stored events and chat entries newer than the session.
    pub(super) async fn read_log(&mut self) -> Result<(), LeaseLost> {
        let id = self.session.info().id.clone();
        let news = self.registry.store.log_after(&id, self.session.seq()).await.map_err(|_| LeaseLost)?;
        let from = self.session.events().len();
        for (event, intent) in news {
            if let Err(error) = self.session.apply(event, intent) {
                tracing::error!(game = id.as_str(), %error, "a log cannot be replayed");
                return Err(LeaseLost);
            }
        }
        if self.session.events().len() > from {
            self.broadcast_events(from);
        }
        let known = self.chat.last_number();
        let asides = self.registry.store.asides(&id, known).await.map_err(|_| LeaseLost)?;
        let inputs = self.registry.store.inputs(&id, known).await.map_err(|_| LeaseLost)?;
        for entry in asides.into_iter().filter_map(parse_entry) {
            if let ChatEntry::Premoves { side, moves } = &entry.data {
                *self.session.inputs_mut().premoves.of_mut(*side) = moves.clone();
            }
            self.chat.insert(entry.clone());
            self.broadcast_chat(entry).await;
        }
        for input in inputs {
            let known = self.session.inputs_mut();
            *known.premoves.of_mut(input.side) = input.premoves.clone();
            *known.seeds.of_mut(input.side) = input.seed.clone();
            self.chat.insert_input(&input);
            self.send_premoves(input.side, &input.premoves);
        }
        Ok(())
    }

    /// Executes a request of another node.
    pub(super) async fn handle_peer_request(
        &mut self,
        request: PeerRequest,
        reply: oneshot::Sender<PeerResponse>,
    ) -> Result<(), LeaseLost> {
        self.own_for_writing().await?;
        if self.is_follower() {
            drop(reply.send(PeerResponse::NotOwner));
            return Ok(());
        }
        let done = |result: Result<(), Rejection>| match result {
            Ok(()) => PeerResponse::Done,
            Err(Rejection { code, message }) => PeerResponse::Refused { code: code.to_owned(), message },
        };
        let response = match request {
            PeerRequest::Intent { message, guest, address, age, lag } => {
                let incoming = IncomingIntent {
                    message,
                    guest,
                    address,
                    arrived_at: clock::now().saturating_sub(age),
                    lag,
                };
                let (answer, answered) = oneshot::channel();
                let step = self.handle_intent(incoming, ReplyTo::Request(answer)).await;
                // An intent may be held for a contest, so its result is awaited in another task.
                tokio::spawn(async move {
                    let response = match answered.await {
                        Ok(Ok(ack)) => PeerResponse::Ack(ack),
                        Ok(Err(nack)) => PeerResponse::Nack(nack),
                        Err(_) => PeerResponse::NotOwner,
                    };
                    drop(reply.send(response));
                });
                return step;
            }
            PeerRequest::Chat { guest, request } => {
                done(self.post_chat(&guest, ChatCommand::Chat(request)).await?)
            }
            PeerRequest::Demo { guest, request } => {
                done(self.post_chat(&guest, ChatCommand::Demo(request)).await?)
            }
            PeerRequest::Roster { node, roster } => {
                let now = self.now();
                self.attendance.record_remote(node, roster, now);
                self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY);
                PeerResponse::Presence { presence: self.presence() }
            }
        };
        drop(reply.send(response));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rukh_store::clock;
    use tokio::sync::{mpsc, oneshot};

    use crate::game::chat::ChatLog;
    use crate::game::presence::PresenceTracker;
    use crate::game::registry::tests::TestRegistry;
    use crate::game::{GameActor, NodeRole, Visitor};
    use crate::wire::event::Seq;

    #[tokio::test]
    async fn takeover_absence_limit_starts_anew() {
        let fixture = TestRegistry::new().await;
        let id = fixture.game().await;
        let role = NodeRole::Follower("gone".to_owned());
        let session = fixture.session(&id).await;
        let (mailbox, _inbox) = mpsc::channel(1);
        let started = (None, mailbox.downgrade());
        let mut actor = GameActor::new(fixture.registry.clone(), role, session, ChatLog::default(), started);
        // A long-running follower that has never seen Black.
        actor.attendance = PresenceTracker::new(clock::now().saturating_sub(3_600_000));
        let (reply, _joined) = oneshot::channel();
        actor
            .subscribe(
                Seq::ZERO,
                Visitor { id: Some(TestRegistry::person("white")), ..Visitor::default() },
                reply,
            )
            .await;
        assert!(actor.check_owner().await.is_ok() && actor.is_owner());
        let presence = actor.presence();
        assert!(presence.players.white.connected && presence.players.black.claim_at.unwrap() > clock::now());
    }
}
