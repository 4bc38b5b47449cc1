//! A room is the one task that writes a game: what it hears goes through the
//! rules, then to disk, and only then to everybody in the room.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rukh_rules::game::{Refusal, RefusalCode};
use rukh_rules::{Game, Node, Side};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::clock::now_ms;
use crate::library;
use crate::store::Append;
use crate::table::{Draft, Table, Terms};
use crate::wire::game::{Hello, You};
use crate::wire::intent::Answer;
use crate::wire::{Ack, ClientMessage, Nack, PROTOCOL, PhaseWord, WireEvent};

mod manners;
mod players;
mod rooms;
mod subscriber;

use players::{Players, Wish};
pub use rooms::{Rooms, Wishes};
pub use subscriber::{CloseCode, Joined, Packet, Subscriber};

/// How long two sides that can only pass are given before the next such steps.
const BREATH: Duration = Duration::from_secs(2);

/// What a room can be asked.
#[derive(Debug)]
pub enum Command {
    /// Do something.
    Intent(ClientMessage, ReplyTo),
    /// Let somebody follow the game who has seen the events up to a number.
    Join(u64, oneshot::Sender<Joined>),
    /// Somebody has gone.
    Leave(u64),
    /// Say where the game stands.
    Hello(oneshot::Sender<Hello>),
    /// Give the game away, with what stays the same.
    Copy(oneshot::Sender<(Terms, Game)>),
}

/// Who wants to know what became of an intent.
#[derive(Debug)]
pub enum ReplyTo {
    /// A request that waits.
    Request(oneshot::Sender<Answer>),
    /// Somebody who follows the game.
    Subscriber(u64),
}

/// The room has lost its disk and must not go on from memory.
struct Lost;

pub(crate) struct Room {
    rooms: Arc<Rooms>,
    table: Table,
    players: Players,
    subscribers: HashMap<u64, Subscriber>,
    joined: u64,
    /// When somebody last did something here.
    stirred: Instant,
    /// When steps that follow of themselves and were too many go on.
    breath: Option<Instant>,
}

impl Room {
    pub(crate) fn new(rooms: Arc<Rooms>, table: Table) -> Room {
        let players = Players::new(rooms.study.clone(), rooms.pace, &table);
        Room {
            rooms,
            table,
            players,
            subscribers: HashMap::new(),
            joined: 0,
            stirred: Instant::now(),
            breath: Some(Instant::now()),
        }
    }

    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Command>) {
        let id = self.table.terms().id.clone();
        loop {
            self.players.seat(&self.table, self.is_watched());
            let rest = self.stirred + self.rooms.idle;
            let step = tokio::select! {
                command = inbox.recv() => match command {
                    Some(command) => self.hear(command).await,
                    None => break,
                },
                wish = self.players.next() => self.play(wish).await,
                () = sleep_until(self.breath) => self.go_on().await,
                () = tokio::time::sleep_until(rest), if self.may_rest() => {
                    if self.rooms.release(&id, &inbox) {
                        break;
                    }
                    self.stirred = Instant::now();
                    Ok(())
                }
            };
            if let Err(Lost) = step {
                self.rooms.forget(&id);
                break;
            }
        }
        for (_, subscriber) in self.subscribers.drain() {
            subscriber.close(CloseCode::Draining);
        }
    }

    fn is_watched(&self) -> bool {
        !self.subscribers.is_empty() || self.stirred.elapsed() < self.rooms.idle
    }

    fn may_rest(&self) -> bool {
        self.subscribers.is_empty() && !self.players.are_busy(&self.table)
    }

    async fn hear(&mut self, command: Command) -> Result<(), Lost> {
        self.stirred = Instant::now();
        match command {
            Command::Intent(message, reply) => {
                let (answer, step) = self.weigh(message).await;
                self.reply(reply, answer);
                return step;
            }
            Command::Join(after, reply) => self.join(after, reply),
            Command::Leave(number) => drop(self.subscribers.remove(&number)),
            Command::Hello(reply) => drop(reply.send(self.hello())),
            Command::Copy(reply) => {
                drop(reply.send((self.table.terms().clone(), self.table.game().clone())));
            }
        }
        Ok(())
    }

    /// What becomes of a message: done once, refused, or done before.
    async fn weigh(&mut self, message: ClientMessage) -> (Answer, Result<(), Lost>) {
        let ClientMessage { id, d, .. } = message;
        if let Some(seq) = self.table.done_as(&id) {
            return (Ok(Ack { id, seq }), Ok(()));
        }
        let draft = manners::read(&id, d).and_then(|intent| {
            manners::check(&self.table, &intent)?;
            self.table.answer(&intent, self.now())
        });
        let seq = self.table.seq();
        let draft = match draft {
            Ok(draft) => draft,
            Err(Refusal { code, reason }) => {
                return (Err(Nack { id, code: code.word().to_owned(), reason, seq }), Ok(()));
            }
        };
        match self.commit(draft, Some(id.clone())).await {
            Ok(()) => (Ok(Ack { id, seq: self.table.seq() }), Ok(())),
            Err(Lost) => {
                let reason = "The server could not store this; try again in a moment.".to_owned();
                (Err(Nack { id, code: "unavailable".to_owned(), reason, seq }), Err(Lost))
            }
        }
    }

    fn now(&self) -> u64 {
        now_ms().max(self.table.events().last().map_or(0, |event| event.at))
    }

    /// Stores a draft, takes it over and tells everybody.
    async fn commit(&mut self, draft: Draft, intent: Option<String>) -> Result<(), Lost> {
        let append = Append {
            card: self.table.card_with(&draft),
            new: None,
            events: draft.events().to_vec(),
            intent: intent.clone(),
        };
        if let Err(error) = self.rooms.store.append(append).await {
            eprintln!("rukh: game {}: {error}", self.table.terms().id);
            return Err(Lost);
        }
        let from = self.table.events().len();
        self.table.take(draft, intent);
        self.players.stir();
        self.breath = Some(Instant::now() + BREATH).filter(|_| self.owes_steps());
        self.announce(from);
        Ok(())
    }

    /// Whether something follows of itself that was not told yet.
    fn owes_steps(&self) -> bool {
        match self.table.game().node() {
            Node::Chance(_) => true,
            Node::Choice(_) => self.table.must_pass(),
            Node::Over(_) | Node::Werera(_) => false,
        }
    }

    async fn go_on(&mut self) -> Result<(), Lost> {
        self.breath = None;
        match self.table.go_on(self.now()) {
            Some(draft) => self.commit(draft, None).await,
            None => Ok(()),
        }
    }

    /// What one of the server's own players has decided; what the game no
    /// longer allows is dropped, and the player asked again.
    async fn play(&mut self, wish: Wish) -> Result<(), Lost> {
        let Some(intent) = self.players.take(wish, &self.table) else { return Ok(()) };
        match self.table.answer(&intent, self.now()) {
            Ok(draft) => self.commit(draft, None).await,
            Err(_) => Ok(()),
        }
    }

    fn hello(&self) -> Hello {
        let human = |side: &Side| self.table.terms().seat(*side).engine_level().is_none();
        Hello {
            proto: PROTOCOL,
            server_time: now_ms(),
            seq: self.table.seq(),
            game: self.table.card(),
            board: library::board(self.table.game().ruleset()),
            view: self.table.view(),
            you: You { sides: Side::BOTH.into_iter().filter(human).map(Into::into).collect() },
        }
    }

    fn join(&mut self, after: u64, reply: oneshot::Sender<Joined>) {
        #[derive(Serialize)]
        #[serde(tag = "t", rename = "hello")]
        struct Greeting {
            #[serde(flatten)]
            hello: Hello,
        }
        let seen = usize::try_from(after).unwrap_or(usize::MAX);
        let missed = self.table.events().get(seen..).unwrap_or_default();
        let greeting = text(&Greeting { hello: self.hello() });
        let first = std::iter::once(greeting).chain(missed.iter().map(text)).collect();
        self.joined += 1;
        let (subscriber, joined) = Subscriber::new(self.joined, first);
        if reply.send(joined).is_ok() {
            self.subscribers.insert(self.joined, subscriber);
        }
    }

    /// Tells everybody the events from an index on, and where the game stands.
    fn announce(&mut self, from: usize) {
        #[derive(Serialize)]
        #[serde(tag = "t", rename = "view")]
        struct Sight {
            seq: u64,
            d: crate::wire::View,
        }
        if self.subscribers.is_empty() {
            return;
        }
        let sight = text(&Sight { seq: self.table.seq(), d: self.table.view() });
        let events: Vec<Utf8Bytes> = self.table.events()[from..].iter().map(text::<WireEvent>).collect();
        let packet: Packet = events.into_iter().chain(std::iter::once(sight)).collect();
        let slow = self.subscribers.iter().filter(|(_, subscriber)| !subscriber.send(packet.clone()));
        for number in slow.map(|(number, _)| *number).collect::<Vec<u64>>() {
            self.drop_slow(number);
        }
    }

    fn drop_slow(&mut self, number: u64) {
        if let Some(subscriber) = self.subscribers.remove(&number) {
            subscriber.close(CloseCode::SlowReader);
        }
    }

    fn reply(&mut self, reply: ReplyTo, answer: Answer) {
        match reply {
            ReplyTo::Request(reply) => drop(reply.send(answer)),
            ReplyTo::Subscriber(number) => {
                let answer = match &answer {
                    Ok(ack) => text(ack),
                    Err(nack) => text(nack),
                };
                let packet: Packet = [answer].into();
                let is_slow = self.subscribers.get(&number).is_some_and(|one| !one.send(packet));
                if is_slow {
                    self.drop_slow(number);
                }
            }
        }
    }
}

/// A message as it is sent.
fn text<T: Serialize>(message: &T) -> Utf8Bytes {
    // Wire types have text keys and no map or number that JSON cannot hold.
    Utf8Bytes::from(serde_json::to_string(message).unwrap_or_default())
}

async fn sleep_until(when: Option<Instant>) {
    match when {
        Some(when) => tokio::time::sleep_until(when).await,
        None => std::future::pending().await,
    }
}

/// Whether a game may be left alone: nobody but people can go on with it.
fn is_for_people(table: &Table) -> bool {
    let has_human = Side::BOTH.iter().any(|side| table.terms().seat(*side).engine_level().is_none());
    has_human || table.phase() == PhaseWord::Over
}

/// A refusal in the server's own words.
fn refusal(code: RefusalCode, reason: impl Into<String>) -> Refusal {
    Refusal { code, reason: reason.into() }
}
