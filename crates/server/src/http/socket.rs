//! `/ws/v1/game/{id}`: a game as it happens.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::Utf8Bytes;
use axum::response::Response;
use governor::{DefaultDirectRateLimiter, RateLimiter};
use rukh_store::clock;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::AppState;
use super::client::Client;
use super::extract::{Path, Query};
use super::games::{is_rematch, visitor};
use super::identity::Identity;
use super::websocket::{ClientSocket, SocketUpgrade};
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::game::{
    ActorCommand, ChatCommand, ChatReplyTo, CloseCode, GameRegistry, IncomingIntent, Packet, ReplyTo,
    Subscription, Visitor,
};
use crate::id::GuestId;
use crate::limits::{LimitedAction, Rate, quota};
use crate::online::OnlineGuard;
use crate::say;
use crate::session::clock::RoundTrips;
use crate::wire::Nack;
use crate::wire::event::Seq;
use crate::wire::intent::{ChatRejection, SocketMessage};

/// Frames that a client may send.
pub(super) const FRAMES: Rate = (40, Duration::from_millis(50));
/// Interval between pings, and how long a socket may be silent.
pub(super) const PING_INTERVAL: Duration = Duration::from_secs(20);
pub(super) const IDLE_TIMEOUT: Duration = Duration::from_secs(65);
/// Delay of the first ping, so that the round-trip time is known early.
const FIRST_PING_DELAY: Duration = Duration::from_millis(200);
/// Interval of the pings after it, until there are enough round trips.
const EARLY_PING_INTERVAL: Duration = Duration::from_secs(1);

/// Query that resumes a stream.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ResumeQuery {
    /// The last event the client has.
    #[serde(default)]
    pub(super) after: Seq,
}

/// Opens a game socket.
pub(super) async fn open(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Path(id): Path<String>,
    Query(ResumeQuery { after }): Query<ResumeQuery>,
    upgrade: SocketUpgrade,
) -> Result<Response, ApiError> {
    let visitor = visitor(&state, guest).await?;
    let place = state.admission.enter(WorkClass::Socket, &client.owner(visitor.id())).await?;
    Ok(upgrade.accept(async move |socket| {
        run_socket(state, (id, after), visitor, client, socket).await;
        drop(place);
    }))
}

async fn run_socket(
    state: Arc<AppState>,
    (id, after): (String, Seq),
    visitor: Visitor,
    client: Client,
    mut socket: ClientSocket,
) {
    let online = state.online.enter(visitor.id().cloned());
    // Boxed: loading a game takes memory that is freed again, while a socket lasts long and there
    // are many.
    let joined = Box::pin(async {
        let command = |reply| ActorCommand::Join(after, visitor.clone(), reply);
        state.registry.ask(&id.parse()?, command).await
    });
    let joined = joined.await;
    let (draining, registry) = (state.shutting_down.clone(), state.registry.clone());
    drop(state);
    let code = match joined {
        Ok((joined, actor)) => {
            let number = joined.number;
            let frames = RateLimiter::direct(quota(FRAMES));
            let (actor, guest) = (actor.clone(), visitor.id);
            let mut connection = GameSocket {
                socket,
                actor,
                number,
                guest,
                round_trips: RoundTrips::default(),
                client,
                registry,
                pinged_at: None,
                shutting_down: draining,
                online,
                frames,
            };
            let code = connection.run(joined).await;
            // A stopped actor has no subscribers left.
            let _ = connection.actor.send(ActorCommand::Leave(number)).await;
            socket = connection.socket;
            code
        }
        Err(ApiError::ShuttingDown | ApiError::Store(_)) => Some(CloseCode::Draining),
        Err(_) => Some(CloseCode::NoSuchGame),
    };
    socket.close(code).await;
}

struct GameSocket {
    socket: ClientSocket,
    actor: mpsc::Sender<ActorCommand>,
    number: u64,
    guest: Option<GuestId>,
    client: Client,
    registry: Arc<GameRegistry>,
    /// Measured round trips.
    round_trips: RoundTrips,
    /// Time of the last ping.
    pinged_at: Option<Instant>,
    shutting_down: watch::Receiver<bool>,
    online: OnlineGuard,
    frames: DefaultDirectRateLimiter,
}

/// Why a socket ends: a close code, or `None` if the client is gone.
type CloseReason = Option<CloseCode>;

impl GameSocket {
    async fn run(&mut self, joined: Subscription) -> CloseReason {
        let Subscription { backlog: first, mut queue, mut close, .. } = joined;
        let mut next_ping = Instant::now() + FIRST_PING_DELAY;
        let mut last_heard = Instant::now();
        if let Err(reason) = self.send_packet(first, &mut close).await {
            return reason;
        }
        loop {
            tokio::select! {
                packet = queue.recv() => {
                    let Some(mut packet) = packet else {
                        return Some(close.await.unwrap_or(CloseCode::Draining));
                    };
                    // Packets queued meanwhile are sent together.
                    while let Ok(more) = queue.try_recv() {
                        packet = packet.iter().chain(more.iter()).cloned().collect();
                    }
                    if let Err(reason) = self.send_packet(packet, &mut close).await {
                        return reason;
                    }
                }
                code = &mut close => return Some(code.unwrap_or(CloseCode::Draining)),
                message = self.socket.receive() => {
                    last_heard = Instant::now();
                    if let Err(reason) = self.on_message(message).await {
                        return reason;
                    }
                }
                () = tokio::time::sleep_until(next_ping) => {
                    self.pinged_at = Some(Instant::now());
                    next_ping = Instant::now() + if self.round_trips.count() < RoundTrips::WINDOW { EARLY_PING_INTERVAL } else { PING_INTERVAL };
                    if last_heard.elapsed() > IDLE_TIMEOUT || self.socket.ping().await.is_err() {
                        return None;
                    }
                }
                _ = self.shutting_down.changed() => return Some(CloseCode::Draining),
                () = self.online.dismissed() => return Some(CloseCode::NotAllowed),
            }
        }
    }

    /// Sends a packet unless the actor closes the socket meanwhile.
    async fn send_packet(
        &mut self,
        packet: Packet,
        close: &mut oneshot::Receiver<CloseCode>,
    ) -> Result<(), CloseReason> {
        tokio::select! {
            sent = self.socket.send(packet.iter().cloned()) => sent.map_err(|_| None),
            code = &mut *close => Err(Some(code.unwrap_or(CloseCode::Draining))),
        }
    }

    async fn on_message(&mut self, message: Option<Result<Message, Error>>) -> Result<(), CloseReason> {
        // Every frame costs, also one without content.
        if self.frames.check().is_err() {
            return Err(Some(CloseCode::TooFast));
        }
        let text = match message {
            None | Some(Ok(Message::Close(_))) => return Err(None),
            Some(Ok(Message::Ping(_) | Message::Frame(_))) => return Ok(()),
            Some(Ok(Message::Pong(_))) => {
                // Only a pong to our own ping counts: the client cannot shorten it.
                if let Some(pinged) = self.pinged_at.take() {
                    self.round_trips.record(pinged.elapsed().as_secs_f64() * 1000.0);
                }
                return Ok(());
            }
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_)) | Err(_)) => return Err(Some(CloseCode::BadMessage)),
        };
        let message: SocketMessage = serde_json::from_str(&text).map_err(|_| Some(CloseCode::BadMessage))?;
        if let Some(refusal) = self.refusal(&message) {
            return self.socket.send([refusal]).await.map_err(|_| None);
        }
        let reply = ChatReplyTo::Subscriber(self.number);
        let command = match message {
            SocketMessage::Intent(message) => {
                let (guest, lag) = (self.guest.clone(), self.round_trips.shortest());
                let incoming = IncomingIntent {
                    message,
                    guest,
                    address: self.client.address,
                    arrived_at: clock::now(),
                    lag,
                };
                ActorCommand::Intent(incoming, ReplyTo::Subscriber(self.number))
            }
            SocketMessage::Chat { data } => {
                ActorCommand::Chat(self.require_guest()?, ChatCommand::Chat(data), reply)
            }
            SocketMessage::Demo { data } => {
                ActorCommand::Chat(self.require_guest()?, ChatCommand::Demo(data), reply)
            }
            SocketMessage::Mute { data } => {
                ActorCommand::Chat(self.require_guest()?, ChatCommand::Mute(data), reply)
            }
        };
        self.actor.send(command).await.map_err(|_| Some(CloseCode::Draining))
    }

    /// The answer to a message over the limits of its guest or address.
    fn refusal(&self, message: &SocketMessage) -> Option<Utf8Bytes> {
        let limits = self.registry.limits();
        let guest = self.guest.as_ref();
        match message {
            SocketMessage::Intent(message) if is_rematch(message) => {
                let checked = limits.check(LimitedAction::Rematch, None, self.client.address);
                let (id, code) = (message.id.clone(), "too_fast".to_owned());
                let nack = || Nack {
                    id,
                    code,
                    message: say::host::reject_rematch_too_fast().into(),
                    seq: message.base,
                };
                checked.err().map(|_| json(&nack()))
            }
            SocketMessage::Chat { .. } | SocketMessage::Demo { .. } => {
                let checked = limits.check(LimitedAction::Chat, guest, self.client.address);
                let (code, message) = ("too_fast".to_owned(), say::host::reject_chat_too_fast().into());
                checked.err().map(|_| json(&ChatRejection { code, message }))
            }
            _ => None,
        }
    }

    /// The guest of this socket; anonymous sockets are read-only.
    fn require_guest(&self) -> Result<GuestId, CloseReason> {
        self.guest.clone().ok_or(Some(CloseCode::NotAllowed))
    }
}

fn json(message: &impl serde::Serialize) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}
