//! Messages from the actor to its subscribers.

use axum::extract::ws::Utf8Bytes;
use rukh_rules::Side;
use rukh_rules::notation::record::Record;
use rukh_store::clock;
use rukh_store::name::Names;
use serde::Serialize;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::chat::{ChatLog, authors, chat_json, named, parse_entry};
use super::presence::{Attendance, local_roster};
use super::{GameActor, LeaseLost, PRESENCE_DELAY, Packet, ReplyTo, Subscriber, Subscription, Visitor};
use crate::auth::{Action, authorize};
use crate::game::CloseCode;
use crate::session::Session;
use crate::wire::event::Seq;
use crate::wire::intent::IntentResult;
use crate::wire::people::Premove;
use crate::wire::replay::Replay;
use crate::wire::server_message::{ServerMessage, SidePremoves};
use crate::wire::{BoardInfo, GamePhase, Hello, NumberedChatEntry, WireEvent};

/// Audience size above which presence is broadcast less often.
const LARGE_AUDIENCE: usize = 100;
/// Factor by which it is broadcast less often.
const LARGE_AUDIENCE_FACTOR: u32 = 5;

impl GameActor {
    pub(super) async fn hello(&mut self, visitor: &Visitor) -> Hello {
        let presence = self.presence();
        let names = self.names(&presence, visitor).await;
        greeting(&self.session, &self.chat, visitor, presence, &names)
    }

    /// The names of all who are shown to a visitor at first.
    async fn names(&self, presence: &Attendance, visitor: &Visitor) -> Names {
        let shown = self.session.info().people().chain(self.chat.authors()).chain(visitor.id());
        self.registry.names(shown.chain(&presence.crowd.guests)).await
    }

    pub(super) async fn subscribe(
        &mut self,
        after: Seq,
        visitor: Visitor,
        reply: oneshot::Sender<Subscription>,
    ) {
        let presence = self.presence();
        let names = self.names(&presence, &visitor).await;
        let hello = greeting(&self.session, &self.chat, &visitor, presence, &names);
        let mut first = vec![to_json(&ServerMessage::Hello(Box::new(hello)))];
        first.extend(self.session.events().get(after.count()..).unwrap_or_default().iter().map(to_json));
        let said = self.chat.visible_to(&visitor, &self.session, self.now());
        first.extend(said.map(|entry| chat_json(&named(entry.clone(), &names))));
        for side in visitor.id().map(|id| self.session.info().sides_of(id)).unwrap_or_default() {
            let moves = self.session.inputs().premoves.of(side);
            if !moves.is_empty() {
                first.push(to_json(&ServerMessage::Premoves { data: SidePremoves { side, moves } }));
            }
        }
        self.last_subscriber += 1;
        let (subscriber, joined) = Subscriber::new(self.last_subscriber, visitor, first.into());
        if reply.send(joined).is_ok() {
            metrics::gauge!("rukh_game_connections").increment(1.0);
            self.subscribers.insert(self.last_subscriber, subscriber);
            self.audience_changed();
        }
    }

    pub(super) fn unsubscribe(&mut self, number: u64) {
        if self.subscribers.remove(&number).is_some() {
            metrics::gauge!("rukh_game_connections").decrement(1.0);
            self.audience_changed();
        }
    }

    pub(super) fn audience_changed(&mut self) {
        let info = self.session.info();
        match self.subscribers.values().any(|one| one.visitor.is_player(info)) {
            true => self.registry.occupied.insert(&info.id),
            false => self.registry.occupied.remove(&info.id),
        }
        let pace = if self.subscribers.len() > LARGE_AUDIENCE { LARGE_AUDIENCE_FACTOR } else { 1 };
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY * pace);
    }

    /// The replay of the game, with the chat this visitor may see.
    pub(super) async fn send_replay(
        &mut self,
        visitor: Visitor,
        reply: oneshot::Sender<Replay>,
    ) -> Result<(), LeaseLost> {
        let stored = self.registry.store.asides(&self.session.info().id, 0).await;
        let stored = stored.unwrap_or_else(|error| {
            tracing::warn!(%error, "the chat of a game cannot be read");
            Vec::new()
        });
        let said: Vec<NumberedChatEntry> = stored.into_iter().filter_map(parse_entry).collect();
        let names = self.registry.names(self.session.info().people().chain(authors(&said))).await;
        drop(reply.send(replay(&self.session, &self.chat, &visitor, said, &names)));
        Ok(())
    }

    /// Sends the game as a record.
    pub(super) async fn send_record(&self, reply: oneshot::Sender<Record>) {
        let info = self.session.info();
        let names = self.registry.names(info.people()).await;
        drop(reply.send(self.session.record(&names.of_seats(&info.white, &info.black))));
    }

    /// Presence across all nodes.
    pub(super) fn presence(&mut self) -> Attendance {
        if self.is_follower() {
            return self.last_presence.clone();
        }
        let now = self.now();
        let own = local_roster(self.subscribers.values().map(|one| &one.visitor), self.session.info());
        let all = self.attendance.merge(own, now);
        let mut presence = self.attendance.presence(all, &self.session, now);
        presence.players.white.lag = self.lag.white.measured();
        presence.players.black.lag = self.lag.black.measured();
        presence
    }

    /// Broadcasts presence if it has changed.
    pub(super) async fn broadcast_presence(&mut self) -> Result<(), LeaseLost> {
        self.presence_due = None;
        if self.is_follower() {
            self.report_presence();
            return Ok(());
        }
        let presence = self.presence();
        self.send_presence(presence).await;
        Ok(())
    }

    pub(super) async fn send_presence(&mut self, presence: Attendance) {
        let roster = local_roster(self.subscribers.values().map(|one| &one.visitor), self.session.info());
        let is_unseen = |side: &Side| !roster.players.of(*side) && !self.session.info().is_engine(*side);
        if Side::BOTH.iter().any(is_unseen)
            && !self.subscribers.is_empty()
            && self.session.phase() != GamePhase::Over
        {
            // Players that use requests or another node are not subscribers here: check again later.
            self.presence_due.get_or_insert_with(|| Instant::now() + 10 * PRESENCE_DELAY);
        }
        if presence != self.last_presence {
            let names = self.registry.names(&presence.crowd.guests).await;
            self.last_presence = presence.clone();
            let packet: Packet = [to_json(&ServerMessage::Presence { data: &presence.named(&names) })].into();
            self.send_matching(packet, |_| true);
        }
    }

    /// Sends a side's premoves to its player.
    pub(super) fn send_premoves(&mut self, side: Side, moves: &[Premove]) {
        let packet: Packet =
            [to_json(&ServerMessage::Premoves { data: SidePremoves { side, moves } })].into();
        let receivers = self
            .subscribers
            .iter()
            .filter(|(_, one)| authorize(one.visitor.id(), Action::Play(self.session.info(), side)).is_ok());
        for number in receivers.map(|(number, _)| *number).collect::<Vec<u64>>() {
            self.send_to(number, packet[0].clone());
        }
    }

    /// Broadcasts the events from an index on, and the current view.
    pub(super) fn broadcast_events(&mut self, from: usize) {
        if self.subscribers.is_empty() {
            return;
        }
        let view =
            to_json(&ServerMessage::View { seq: self.session.seq(), data: Box::new(self.session.view()) });
        let events: Vec<Utf8Bytes> = self.session.events()[from..].iter().map(to_json::<WireEvent>).collect();
        let packet: Packet = events.into_iter().chain(std::iter::once(view)).collect();
        self.send_matching(packet, |_| true);
    }

    /// Queues a packet for matching subscribers and disconnects those that are too slow.
    pub(super) fn send_matching(&mut self, packet: Packet, is_meant: impl Fn(&Visitor) -> bool) {
        let slow =
            self.subscribers.iter().filter(|(_, one)| is_meant(&one.visitor) && !one.send(packet.clone()));
        for number in slow.map(|(number, _)| *number).collect::<Vec<u64>>() {
            self.disconnect_slow(number);
        }
    }

    fn disconnect_slow(&mut self, number: u64) {
        if let Some(subscriber) = self.subscribers.remove(&number) {
            metrics::gauge!("rukh_game_connections").decrement(1.0);
            metrics::counter!("rukh_slow_readers_total").increment(1);
            subscriber.close(CloseCode::SlowReader);
            self.audience_changed();
        }
    }

    /// Queues a message for one subscriber.
    pub(super) fn send_to(&mut self, number: u64, message: Utf8Bytes) {
        let packet: Packet = [message].into();
        let is_slow = self.subscribers.get(&number).is_some_and(|one| !one.send(packet));
        if is_slow {
            self.disconnect_slow(number);
        }
    }

    pub(super) fn reply(&mut self, reply: ReplyTo, answer: IntentResult) {
        match reply {
            ReplyTo::Request(reply) => drop(reply.send(answer)),
            ReplyTo::Subscriber(number) => {
                let answer = match &answer {
                    Ok(ack) => to_json(ack),
                    Err(nack) => to_json(nack),
                };
                self.send_to(number, answer);
            }
        }
    }
}

/// The greeting of a game for a visitor.
pub(super) fn greeting(
    session: &Session,
    chat: &ChatLog,
    visitor: &Visitor,
    presence: Attendance,
    names: &Names,
) -> Hello {
    let muted = visitor.id().map(|id| chat.muted_by(id)).unwrap_or_default();
    let guest = visitor.id().map(|id| names.guest(id));
    let seats = names.of_seats(&session.info().white, &session.info().black);
    session.hello(guest.as_ref(), muted, (presence.named(names), seats), clock::now())
}

/// The replay of a game with what a visitor may see of its chat.
pub(super) fn replay(
    session: &Session,
    log: &ChatLog,
    visitor: &Visitor,
    said: Vec<NumberedChatEntry>,
    names: &Names,
) -> Replay {
    let (pieces, frames) = session.frames();
    let is_heard = |entry: &NumberedChatEntry| log.is_shown(&entry.data, visitor, session);
    let chat = said.into_iter().filter(is_heard).map(|entry| named(entry, names)).collect();
    let game = session.card(names.of_seats(&session.info().white, &session.info().black));
    Replay { game, board: BoardInfo::of(session.game().ruleset()), pieces, frames, chat }
}

/// A message as JSON text.
pub(super) fn to_json<T: Serialize>(message: &T) -> Utf8Bytes {
    // Wire types have string keys and no value that JSON cannot represent.
    Utf8Bytes::from(serde_json::to_string(message).unwrap_or_default())
}
