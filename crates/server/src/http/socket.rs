//! `/ws/v1/game/{id}`: a game as it happens.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};

use super::AppState;
use super::client::Client;
use super::extract::{Path, Query};
use super::games::{is_rematch, visitor};
use super::identity::Identity;
use crate::error::ApiError;
use crate::game::{
    ActorCommand, ChatCommand, ChatReplyTo, CloseCode, GameRegistry, IncomingIntent, Packet, ReplyTo,
    Subscription, Visitor,
};
use crate::limits::LimitedAction;
use crate::say;
use crate::session::clock::RoundTrips;
use crate::wire::event::Seq;
use crate::wire::intent::{ChatRejection, SocketMessage};
use crate::wire::time::UnixMillis;
use crate::wire::{Guest, Nack};

/// Maximum size of a client message, in bytes.
pub(super) const MAX_MESSAGE_BYTES: usize = 8 * 1024;
/// Frame quota of a client: burst, and frames a second.
const MESSAGE_BURST: f64 = 40.0;
const MESSAGES_PER_SECOND: f64 = 20.0;
/// Interval between pings, and how long a socket may be silent.
pub(super) const PING_INTERVAL: Duration = Duration::from_secs(20);
pub(super) const IDLE_TIMEOUT: Duration = Duration::from_secs(65);
/// Read and write buffer of a socket, in bytes: sockets are many and most are quiet.
const BUFFER_BYTES: usize = 2 * 1024;
/// Maximum write buffer of a socket, in bytes.
const MAX_WRITE_BUFFER_BYTES: usize = 1024 * 1024;
/// Delay of the first ping, so that the round-trip time is known early.
const FIRST_PING_DELAY: Duration = Duration::from_millis(200);
/// Interval of the pings after it, until there are enough round trips.
const EARLY_PING_INTERVAL: Duration = Duration::from_secs(1);
/// Timeout for closing a socket.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Query that resumes a stream.
#[derive(Debug, Deserialize)]
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
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let upgrade =
        with_small_buffers(upgrade).max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES);
    let visitor = visitor(guest);
    let permit = state.registry.limits().open_socket(visitor.id(), client.address)?;
    Ok(upgrade.on_upgrade(async move |socket| {
        run_socket(state, (id, after), visitor, client, socket).await;
        drop(permit);
    }))
}

/// A socket with small buffers.
pub(super) fn with_small_buffers(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_write_buffer_size(MAX_WRITE_BUFFER_BYTES)
}

async fn run_socket(
    state: Arc<AppState>,
    (id, after): (String, Seq),
    visitor: Visitor,
    client: Client,
    socket: WebSocket,
) {
    let (mut sink, mut stream) = socket.split();
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
            let budget = MessageBudget::new();
            let (actor, guest) = (actor.clone(), visitor.guest);
            let mut connection = GameSocket {
                sink,
                stream,
                actor,
                number,
                guest,
                round_trips: RoundTrips::default(),
                client,
                registry,
                pinged_at: None,
                shutting_down: draining,
                budget,
            };
            let code = connection.run(joined).await;
            // A stopped actor has no subscribers left.
            let _ = connection.actor.send(ActorCommand::Leave(number)).await;
            (sink, stream) = (connection.sink, connection.stream);
            code
        }
        Err(ApiError::ShuttingDown | ApiError::Store(_)) => Some(CloseCode::Draining),
        Err(_) => Some(CloseCode::NoSuchGame),
    };
    close(sink, stream, code).await;
}

/// Closes a socket, with a code unless the client is gone. What the client goes on sending is read
/// for a moment: closing with unread data would reset the connection, and the client would not
/// learn the code.
pub(super) async fn close(
    mut sink: SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    code: Option<CloseCode>,
) {
    let closing = async {
        if let Some(code) = code {
            let frame = CloseFrame { code: code as u16, reason: reason(code).into() };
            sink.send(Message::Close(Some(frame))).await?;
            while let Some(Ok(_)) = stream.next().await {}
        }
        sink.close().await
    };
    // The client may be gone, or send without end.
    let _ = timeout(CLOSE_TIMEOUT, closing).await;
}

fn reason(code: CloseCode) -> &'static str {
    match code {
        CloseCode::BadMessage => "bad message",
        CloseCode::NotAllowed => "not allowed",
        CloseCode::NoSuchGame => "no such game",
        CloseCode::TooFast => "too fast",
        CloseCode::SlowReader => "slow reader",
        CloseCode::Draining => "draining",
    }
}

struct GameSocket {
    sink: SplitSink<WebSocket, Message>,
    stream: SplitStream<WebSocket>,
    actor: mpsc::Sender<ActorCommand>,
    number: u64,
    guest: Option<Guest>,
    client: Client,
    registry: Arc<GameRegistry>,
    /// Measured round trips.
    round_trips: RoundTrips,
    /// Time of the last ping.
    pinged_at: Option<Instant>,
    shutting_down: watch::Receiver<bool>,
    budget: MessageBudget,
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
                message = self.stream.next() => {
                    last_heard = Instant::now();
                    if let Err(reason) = self.on_message(message).await {
                        return reason;
                    }
                }
                () = tokio::time::sleep_until(next_ping) => {
                    self.pinged_at = Some(Instant::now());
                    next_ping = Instant::now() + if self.round_trips.count() < RoundTrips::WINDOW { EARLY_PING_INTERVAL } else { PING_INTERVAL };
                    if last_heard.elapsed() > IDLE_TIMEOUT || self.sink.send(Message::Ping(Vec::new().into())).await.is_err() {
                        return None;
                    }
                }
                _ = self.shutting_down.changed() => return Some(CloseCode::Draining),
            }
        }
    }

    /// Sends a packet unless the actor closes the socket meanwhile.
    async fn send_packet(
        &mut self,
        packet: Packet,
        close: &mut oneshot::Receiver<CloseCode>,
    ) -> Result<(), CloseReason> {
        let sending = async {
            // Messages of a packet are flushed together.
            for text in packet.iter() {
                self.sink.feed(Message::Text(text.clone())).await?;
            }
            self.sink.flush().await
        };
        tokio::select! {
            sent = sending => sent.map_err(|_: axum::Error| None),
            code = &mut *close => Err(Some(code.unwrap_or(CloseCode::Draining))),
        }
    }

    async fn on_message(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), CloseReason> {
        // Every frame costs, also one without content.
        if !self.budget.spend() {
            return Err(Some(CloseCode::TooFast));
        }
        let text = match message {
            None | Some(Ok(Message::Close(_))) => return Err(None),
            Some(Ok(Message::Ping(_))) => return Ok(()),
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
            return self.send(Message::Text(refusal)).await;
        }
        let reply = ChatReplyTo::Subscriber(self.number);
        let command = match message {
            SocketMessage::Intent(message) => {
                let (guest, lag) = (self.guest.clone(), self.round_trips.shortest());
                let incoming = IncomingIntent { message, guest, arrived_at: UnixMillis::now(), lag };
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
        let guest = self.guest.as_ref().map(|guest| &guest.id);
        match message {
            SocketMessage::Intent(message) if is_rematch(message) => {
                let checked = limits.check(LimitedAction::Rematch, None, self.client.address);
                let (id, code) = (message.id.clone(), "too_fast".to_owned());
                let nack =
                    || Nack { id, code, message: say::reject_rematch_too_fast().into(), seq: message.base };
                checked.err().map(|_| json(&nack()))
            }
            SocketMessage::Chat { .. } | SocketMessage::Demo { .. } => {
                let checked = limits.check(LimitedAction::Chat, guest, self.client.address);
                let (code, message) = ("too_fast".to_owned(), say::reject_chat_too_fast().into());
                checked.err().map(|_| json(&ChatRejection { code, message }))
            }
            _ => None,
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), CloseReason> {
        self.sink.send(message).await.map_err(|_| None)
    }

    /// The guest of this socket; anonymous sockets are read-only.
    fn require_guest(&self) -> Result<Guest, CloseReason> {
        self.guest.clone().ok_or(Some(CloseCode::NotAllowed))
    }
}

fn json(message: &impl serde::Serialize) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Frames a client may still send.
pub(super) struct MessageBudget {
    left: f64,
    counted: Instant,
}

impl MessageBudget {
    pub(super) fn new() -> MessageBudget {
        MessageBudget { left: MESSAGE_BURST, counted: Instant::now() }
    }

    /// Takes one; false if there is none left.
    pub(super) fn spend(&mut self) -> bool {
        let now = Instant::now();
        let gained = (now - self.counted).as_secs_f64() * MESSAGES_PER_SECOND;
        self.left = (self.left + gained).min(MESSAGE_BURST) - 1.0;
        self.counted = now;
        self.left >= 0.0
    }
}
