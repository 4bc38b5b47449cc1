//! Somebody who follows a game: a bounded queue, and a way to be sent off.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};

use crate::session::Terms;
use crate::wire::Guest;

/// Messages that belong together.
pub type Packet = Arc<[Utf8Bytes]>;

/// Packets that may wait for a reader before it counts as slow.
const QUEUE: usize = 128;

/// Why a line is closed, as WebSocket codes of our own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseCode {
    /// A message made no sense.
    BadMessage = 4000,
    /// This line is not allowed.
    NotAllowed = 4001,
    /// There is no such game.
    NoSuchGame = 4004,
    /// Too many messages in too short a time.
    TooFast = 4008,
    /// The reader does not keep up.
    SlowReader = 4010,
    /// The server is about to stop, or the game has to be opened afresh.
    Draining = 4301,
}

/// Who follows a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visitor {
    /// The guest, if they have said who they are.
    pub guest: Option<Guest>,
}

impl Visitor {
    /// The guest's number.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.guest.as_ref().map(|guest| guest.id.as_str())
    }

    /// Whether they play here.
    #[must_use]
    pub fn is_player(&self, terms: &Terms) -> bool {
        self.id().is_some_and(|id| !terms.sides_of(id).is_empty())
    }
}

/// The room's end of a line.
#[derive(Debug)]
pub struct Subscriber {
    /// Who is at the other end.
    pub(super) visitor: Visitor,
    queue: mpsc::Sender<Packet>,
    close: oneshot::Sender<CloseCode>,
}

/// The reader's end of a line.
#[derive(Debug)]
pub struct Joined {
    /// What the room calls it.
    pub number: u64,
    /// The greeting and the events that were missed.
    pub first: Packet,
    /// What comes after.
    pub queue: mpsc::Receiver<Packet>,
    /// Told when the room sends the reader off.
    pub close: oneshot::Receiver<CloseCode>,
}

impl Subscriber {
    pub(super) fn new(number: u64, visitor: Visitor, first: Packet) -> (Subscriber, Joined) {
        let (queue, reader) = mpsc::channel(QUEUE);
        let (close, closed) = oneshot::channel();
        (Subscriber { visitor, queue, close }, Joined { number, first, queue: reader, close: closed })
    }

    /// Queues a packet; answers false if the reader does not keep up or has gone.
    pub(super) fn send(&self, packet: Packet) -> bool {
        self.queue.try_send(packet).is_ok()
    }

    /// Sends the reader off.
    pub(super) fn close(self, code: CloseCode) {
        let _ = self.close.send(code);
    }
}

#[cfg(test)]
mod tests {
    use super::{CloseCode, Packet, QUEUE, Subscriber, Visitor};

    #[tokio::test]
    async fn a_reader_that_does_not_keep_up_is_noticed() {
        let nothing = || Packet::from([]);
        let (subscriber, joined) = Subscriber::new(1, Visitor::default(), nothing());
        assert!((0..QUEUE).all(|_| subscriber.send(nothing())));
        assert!(!subscriber.send(nothing()));
        subscriber.close(CloseCode::SlowReader);
        assert_eq!(joined.close.await, Ok(CloseCode::SlowReader));
    }
}
