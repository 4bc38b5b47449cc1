//! `/ws/v1/game/{id}`: a game as it happens.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};

use super::Site;
use crate::error::ApiError;
use crate::room::{CloseCode, Command, Joined, Packet, ReplyTo};
use crate::wire::ClientMessage;

/// The longest message of a client, in bytes.
const LONGEST: usize = 8 * 1024;
/// Messages a client may send at once, and how fast it may send more.
const BURST: f64 = 40.0;
const PER_SECOND: f64 = 20.0;
/// How often the line is tried, and how long it may be silent.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(65);
/// How long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// Where to go on.
#[derive(Debug, Deserialize)]
pub(super) struct From {
    /// The last event the client has.
    #[serde(default)]
    after: u64,
}

/// Opens a line to a game.
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    id: Result<Path<String>, PathRejection>,
    from: Result<Query<From>, QueryRejection>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let (Path(id), Query(From { after })) = (id?, from?);
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    Ok(upgrade.on_upgrade(move |socket| attend(site, id, after, socket)))
}

async fn attend(site: Arc<Site>, id: String, after: u64, socket: WebSocket) {
    let (mut sink, stream) = socket.split();
    let joined = site.rooms.ask(&id, |reply| Command::Join(after, reply)).await;
    let draining = site.draining.clone();
    drop(site);
    let code = match joined {
        Ok((joined, room)) => {
            let number = joined.number;
            let mut line = Line { sink, stream, room: room.clone(), number, draining, budget: Budget::new() };
            let code = line.follow(joined).await;
            // A room that has closed has forgotten everybody.
            let _ = room.send(Command::Leave(number)).await;
            sink = line.sink;
            code
        }
        Err(ApiError::Draining | ApiError::Store(_)) => Some(CloseCode::Draining),
        Err(_) => Some(CloseCode::NoSuchGame),
    };
    if let Some(code) = code {
        let frame = CloseFrame { code: code as u16, reason: reason(code).into() };
        let _ = timeout(FAREWELL, sink.send(Message::Close(Some(frame)))).await;
    }
    let _ = timeout(FAREWELL, sink.close()).await;
}

fn reason(code: CloseCode) -> &'static str {
    match code {
        CloseCode::BadMessage => "bad message",
        CloseCode::NoSuchGame => "no such game",
        CloseCode::TooFast => "too fast",
        CloseCode::SlowReader => "slow reader",
        CloseCode::Draining => "draining",
    }
}

struct Line {
    sink: SplitSink<WebSocket, Message>,
    stream: SplitStream<WebSocket>,
    room: mpsc::Sender<Command>,
    number: u64,
    draining: watch::Receiver<bool>,
    budget: Budget,
}

/// Why a line ends: with a code of ours, or because the client has gone.
type Farewell = Option<CloseCode>;

impl Line {
    async fn follow(&mut self, joined: Joined) -> Farewell {
        let Joined { first, mut queue, mut close, .. } = joined;
        let mut ping = tokio::time::interval_at(Instant::now() + PING, PING);
        let mut heard = Instant::now();
        if let Err(farewell) = self.deliver(first, &mut close).await {
            return farewell;
        }
        loop {
            tokio::select! {
                packet = queue.recv() => {
                    let Some(packet) = packet else { return Some(close.await.unwrap_or(CloseCode::Draining)) };
                    if let Err(farewell) = self.deliver(packet, &mut close).await {
                        return farewell;
                    }
                }
                code = &mut close => return Some(code.unwrap_or(CloseCode::Draining)),
                message = self.stream.next() => {
                    heard = Instant::now();
                    if let Err(farewell) = self.hear(message).await {
                        return farewell;
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE || self.sink.send(Message::Ping(Vec::new().into())).await.is_err() {
                        return None;
                    }
                }
                _ = self.draining.changed() => return Some(CloseCode::Draining),
            }
        }
    }

    /// Sends a packet unless the room closes the line meanwhile.
    async fn deliver(
        &mut self,
        packet: Packet,
        close: &mut oneshot::Receiver<CloseCode>,
    ) -> Result<(), Farewell> {
        for text in packet.iter() {
            tokio::select! {
                sent = self.sink.send(Message::Text(text.clone())) => sent.map_err(|_| None)?,
                code = &mut *close => return Err(Some(code.unwrap_or(CloseCode::Draining))),
            }
        }
        Ok(())
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Farewell> {
        let text = match message {
            None | Some(Ok(Message::Close(_))) => return Err(None),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_)) | Err(_)) => return Err(Some(CloseCode::BadMessage)),
        };
        if !self.budget.spend() {
            return Err(Some(CloseCode::TooFast));
        }
        let message: ClientMessage = serde_json::from_str(&text).map_err(|_| Some(CloseCode::BadMessage))?;
        let command = Command::Intent(message, ReplyTo::Subscriber(self.number));
        self.room.send(command).await.map_err(|_| Some(CloseCode::Draining))
    }
}

/// How many messages a client may still send.
struct Budget {
    left: f64,
    counted: Instant,
}

impl Budget {
    fn new() -> Budget {
        Budget { left: BURST, counted: Instant::now() }
    }

    fn spend(&mut self) -> bool {
        let now = Instant::now();
        let gained = (now - self.counted).as_secs_f64() * PER_SECOND;
        self.left = (self.left + gained).min(BURST) - 1.0;
        self.counted = now;
        self.left >= 0.0
    }
}
