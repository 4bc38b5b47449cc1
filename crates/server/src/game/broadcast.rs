//! What a room tells those who are in it.

use axum::extract::ws::Utf8Bytes;
use rukh_rules::Side;
use serde::Serialize;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::presence::roster;
use super::{Joined, Lost, Packet, ROLL_CALL, ReplyTo, Room, Subscriber, Visitor};
use crate::clock::now_ms;
use crate::game::CloseCode;
use crate::library;
use crate::wire::game::You;
use crate::wire::intent::Answer;
use crate::wire::people::{Premove, Presence};
use crate::wire::server_message::{Prepared, Told};
use crate::wire::{Hello, PROTOCOL, PhaseWord, WireEvent};

/// From how many readers on the roll is called less often.
const CROWD: usize = 100;
/// How much less often.
const CROWD_PACE: u32 = 5;

impl Room {
    pub(super) fn hello(&mut self, visitor: &Visitor) -> Hello {
        let sides = visitor.id().map(|id| self.table.terms().sides_of(id)).unwrap_or_default();
        let you = You {
            id: visitor.id().map(str::to_owned),
            name: visitor.guest.as_ref().map(|guest| guest.name.clone()),
            role: if sides.is_empty() { "spectator" } else { "player" },
            sides: sides.into_iter().map(Into::into).collect(),
            muted: visitor.id().map(|id| self.asides.muted_by(id)).unwrap_or_default(),
        };
        Hello {
            proto: PROTOCOL,
            server_time: now_ms(),
            seq: self.table.seq(),
            game: self.table.card(),
            board: library::board(self.table.game().ruleset()),
            view: self.table.view(),
            you,
            presence: self.presence(),
        }
    }

    pub(super) fn join(&mut self, after: u64, visitor: Visitor, reply: oneshot::Sender<Joined>) {
        let seen = usize::try_from(after).unwrap_or(usize::MAX);
        let mut first = vec![text(&Told::Hello(Box::new(self.hello(&visitor))))];
        first.extend(self.table.events().get(seen..).unwrap_or_default().iter().map(text));
        first.extend(self.asides.heard_by(&visitor, &self.table, now_ms()).map(super::beside::aside_text));
        for side in visitor.id().map(|id| self.table.terms().sides_of(id)).unwrap_or_default() {
            let moves = self.table.advance().premoves.of(side);
            if !moves.is_empty() {
                first.push(text(&Told::Premoves { d: Prepared { side: side.into(), moves } }));
            }
        }
        self.joined += 1;
        let (subscriber, joined) = Subscriber::new(self.joined, visitor, first.into());
        if reply.send(joined).is_ok() {
            metrics::gauge!("rukh_lines").increment(1.0);
            self.subscribers.insert(self.joined, subscriber);
            self.somebody_came_or_went();
        }
    }

    pub(super) fn bid_farewell(&mut self, number: u64) {
        if self.subscribers.remove(&number).is_some() {
            metrics::gauge!("rukh_lines").decrement(1.0);
            self.somebody_came_or_went();
        }
    }

    pub(super) fn somebody_came_or_went(&mut self) {
        let terms = self.table.terms();
        match self.subscribers.values().any(|one| one.visitor.is_player(terms)) {
            true => self.rooms.note_attended(&terms.id),
            false => self.rooms.note_left(&terms.id),
        }
        let pace = if self.subscribers.len() > CROWD { CROWD_PACE } else { 1 };
        self.roll_call.get_or_insert_with(|| Instant::now() + ROLL_CALL * pace);
    }

    /// Who is here, on every node.
    pub(super) fn presence(&mut self) -> Presence {
        if !self.is_owner() {
            return self.told.clone();
        }
        let now = now_ms();
        let own = roster(self.subscribers.values().map(|one| &one.visitor), self.table.terms());
        let all = self.attendance.everybody(own, now);
        self.attendance.presence(all, &self.table, now)
    }

    /// Tells everybody who is here, if that has changed.
    pub(super) async fn call_roll(&mut self) -> Result<(), Lost> {
        self.roll_call = None;
        if !self.is_owner() {
            return self.report_roster().await;
        }
        let presence = self.presence();
        self.tell_presence(presence);
        Ok(())
    }

    pub(super) fn tell_presence(&mut self, presence: Presence) {
        let lines = roster(self.subscribers.values().map(|one| &one.visitor), self.table.terms());
        let is_unseen = |side: &Side| !lines.players.of(*side) && !self.table.terms().is_engine(*side);
        if Side::BOTH.iter().any(is_unseen)
            && !self.subscribers.is_empty()
            && self.table.phase() != PhaseWord::Over
        {
            // Who asks by request, or on another node, comes and goes unseen: look again.
            self.roll_call.get_or_insert_with(|| Instant::now() + 10 * ROLL_CALL);
        }
        if presence != self.told {
            let packet: Packet = [text(&Told::Presence { d: &presence })].into();
            self.told = presence;
            self.send_where(packet, |_| true);
        }
    }

    /// Tells a side's player what is prepared.
    pub(super) fn tell_premoves(&mut self, side: Side, moves: &[Premove]) {
        let packet: Packet = [text(&Told::Premoves { d: Prepared { side: side.into(), moves } })].into();
        let player = self.table.terms().seat(side).player.clone();
        self.send_where(packet, |visitor| player.is_some() && visitor.id() == player.as_deref());
    }

    /// Tells everybody the events from an index on, and where the game stands.
    pub(super) fn announce(&mut self, from: usize) {
        if self.subscribers.is_empty() {
            return;
        }
        let sight = text(&Told::View { seq: self.table.seq(), d: Box::new(self.table.view()) });
        let events: Vec<Utf8Bytes> = self.table.events()[from..].iter().map(text::<WireEvent>).collect();
        let packet: Packet = events.into_iter().chain(std::iter::once(sight)).collect();
        self.send_where(packet, |_| true);
    }

    /// Queues a packet for some; who does not keep up is sent off.
    pub(super) fn send_where(&mut self, packet: Packet, is_meant: impl Fn(&Visitor) -> bool) {
        let slow =
            self.subscribers.iter().filter(|(_, one)| is_meant(&one.visitor) && !one.send(packet.clone()));
        for number in slow.map(|(number, _)| *number).collect::<Vec<u64>>() {
            self.drop_slow(number);
        }
    }

    fn drop_slow(&mut self, number: u64) {
        if let Some(subscriber) = self.subscribers.remove(&number) {
            metrics::gauge!("rukh_lines").decrement(1.0);
            metrics::counter!("rukh_slow_readers_total").increment(1);
            subscriber.close(CloseCode::SlowReader);
            self.somebody_came_or_went();
        }
    }

    /// Queues a packet for one reader.
    pub(super) fn send_to(&mut self, number: u64, message: Utf8Bytes) {
        let packet: Packet = [message].into();
        let is_slow = self.subscribers.get(&number).is_some_and(|one| !one.send(packet));
        if is_slow {
            self.drop_slow(number);
        }
    }

    pub(super) fn reply(&mut self, reply: ReplyTo, answer: Answer) {
        match reply {
            ReplyTo::Request(reply) => drop(reply.send(answer)),
            ReplyTo::Subscriber(number) => {
                let answer = match &answer {
                    Ok(ack) => text(ack),
                    Err(nack) => text(nack),
                };
                self.send_to(number, answer);
            }
        }
    }
}

/// A message as it is sent.
pub(super) fn text<T: Serialize>(message: &T) -> Utf8Bytes {
    // Wire types have text keys and no map or number that JSON cannot hold.
    Utf8Bytes::from(serde_json::to_string(message).unwrap_or_default())
}
