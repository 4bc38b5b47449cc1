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
use super::games::visitor;
use super::identity::Who;
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::game::{AsideReply, AsideWish, Asked, CloseCode, Command, Joined, Packet, ReplyTo, Visitor};
use crate::wire::Guest;
use crate::wire::intent::LineMessage;

/// The longest message of a client, in bytes.
pub(super) const LONGEST: usize = 8 * 1024;
/// Messages a client may send at once, and how fast it may send more.
const BURST: f64 = 40.0;
const PER_SECOND: f64 = 20.0;
/// How often the line is tried, and how long it may be silent.
pub(super) const PING: Duration = Duration::from_secs(20);
pub(super) const SILENCE: Duration = Duration::from_secs(65);
/// What a line sets aside for reading and writing, in bytes: lines are many and
/// most of them quiet.
const BUFFER: usize = 2 * 1024;
/// The most that waits to be written to a line, in bytes.
const MOST_WAITING: usize = 1024 * 1024;
/// When a line is tried for the first time, so that its length is known early.
const FIRST_PING: Duration = Duration::from_millis(200);
/// How long a farewell may take.
pub(super) const FAREWELL: Duration = Duration::from_secs(1);

/// Where to go on.
#[derive(Debug, Deserialize)]
pub(super) struct Since {
    /// The last event the client has.
    #[serde(default)]
    pub(super) after: u64,
}

/// Opens a line to a game.
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    who: Option<Who>,
    id: Result<Path<String>, PathRejection>,
    from: Result<Query<Since>, QueryRejection>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let (Path(id), Query(Since { after })) = (id?, from?);
    let upgrade = sized(upgrade).max_message_size(LONGEST).max_frame_size(LONGEST);
    let visitor = visitor(who);
    Ok(upgrade.on_upgrade(move |socket| attend(site, id, after, visitor, socket)))
}

/// A line with small buffers.
pub(super) fn sized(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER).max_write_buffer_size(MOST_WAITING)
}

async fn attend(site: Arc<Site>, id: String, after: u64, visitor: Visitor, socket: WebSocket) {
    let (mut sink, stream) = socket.split();
    // Opening a game takes room that is given back: a line lasts long, and there are many.
    let joined = Box::pin(site.rooms.ask(&id, |reply| Command::Join(after, visitor.clone(), reply))).await;
    let draining = site.draining.clone();
    drop(site);
    let code = match joined {
        Ok((joined, room)) => {
            let number = joined.number;
            let budget = Budget::new();
            let (room, guest) = (room.clone(), visitor.guest);
            let mut line =
                Line { sink, stream, room, number, guest, lag: None, tried: None, draining, budget };
            let code = line.follow(joined).await;
            // A room that has closed has forgotten everybody.
            let _ = line.room.send(Command::Leave(number)).await;
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

pub(super) fn reason(code: CloseCode) -> &'static str {
    match code {
        CloseCode::BadMessage => "bad message",
        CloseCode::NotAllowed => "not allowed",
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
    guest: Option<Guest>,
    /// The measured way there and back, in milliseconds.
    lag: Option<f64>,
    /// When the line was last tried.
    tried: Option<Instant>,
    draining: watch::Receiver<bool>,
    budget: Budget,
}

/// Why a line ends: with a code of ours, or because the client has gone.
type Farewell = Option<CloseCode>;

impl Line {
    async fn follow(&mut self, joined: Joined) -> Farewell {
        let Joined { first, mut queue, mut close, .. } = joined;
        let mut next_ping = Instant::now() + FIRST_PING;
        let mut heard = Instant::now();
        if let Err(farewell) = self.deliver(first, &mut close).await {
            return farewell;
        }
        loop {
            tokio::select! {
                packet = queue.recv() => {
                    let Some(mut packet) = packet else {
                        return Some(close.await.unwrap_or(CloseCode::Draining));
                    };
                    // What has gathered meanwhile goes with it.
                    while let Ok(more) = queue.try_recv() {
                        packet = packet.iter().chain(more.iter()).cloned().collect();
                    }
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
                () = tokio::time::sleep_until(next_ping) => {
                    self.tried = Some(Instant::now());
                    next_ping = Instant::now() + if self.lag.is_some() { PING } else { FIRST_PING * 5 };
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
        let sending = async {
            // What belongs together goes out together.
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

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Farewell> {
        let text = match message {
            None | Some(Ok(Message::Close(_))) => return Err(None),
            Some(Ok(Message::Ping(_))) => return Ok(()),
            Some(Ok(Message::Pong(_))) => {
                // Only an answer to our own trial says something: the client cannot make it shorter.
                let measured = self.tried.take().map(|tried| tried.elapsed().as_secs_f64() * 1000.0);
                self.lag = measured.or(self.lag);
                return Ok(());
            }
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_)) | Err(_)) => return Err(Some(CloseCode::BadMessage)),
        };
        if !self.budget.spend() {
            return Err(Some(CloseCode::TooFast));
        }
        let message: LineMessage = serde_json::from_str(&text).map_err(|_| Some(CloseCode::BadMessage))?;
        let reply = AsideReply::Subscriber(self.number);
        let command = match message {
            LineMessage::Intent(message) => {
                let (who, lag) = (self.guest.clone(), self.lag);
                let asked = Asked { message, who, arrived: now_ms(), lag };
                Command::Intent(asked, ReplyTo::Subscriber(self.number))
            }
            LineMessage::Chat { d } => Command::Aside(self.speaker()?, AsideWish::Chat(d), reply),
            LineMessage::Demo { d } => Command::Aside(self.speaker()?, AsideWish::Demo(d), reply),
            LineMessage::Mute { d } => Command::Aside(self.speaker()?, AsideWish::Mute(d), reply),
        };
        self.room.send(command).await.map_err(|_| Some(CloseCode::Draining))
    }

    /// Who speaks on this line; who has not said it may only look.
    fn speaker(&self) -> Result<Guest, Farewell> {
        self.guest.clone().ok_or(Some(CloseCode::NotAllowed))
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
