//! A subscriber: a bounded queue with a close signal.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};

use crate::id::GuestId;
use crate::session::GameInfo;

/// Messages that are sent together.
pub type Packet = Arc<[Utf8Bytes]>;

/// Packets that may be queued before a reader counts as slow.
const QUEUE_SIZE: usize = 128;

/// Application-defined WebSocket close codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseCode {
    /// Unreadable message.
    BadMessage = 4000,
    /// Action not allowed on this socket.
    NotAllowed = 4001,
    /// No such game.
    NoSuchGame = 4004,
    /// Too many messages in too short a time.
    TooFast = 4008,
    /// The reader is too slow.
    SlowReader = 4010,
    /// The server is shutting down, or the game must be loaded again.
    Draining = 4301,
}

/// A client that looks at a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visitor {
    /// The id, if identified.
    pub id: Option<GuestId>,
    /// Whom the client blocked when it came.
    pub blocked: Arc<BTreeSet<GuestId>>,
}

impl Visitor {
    /// The id, if identified.
    #[must_use]
    pub fn id(&self) -> Option<&GuestId> {
        self.id.as_ref()
    }

    /// Whether the visitor plays in this game.
    #[must_use]
    pub fn is_player(&self, info: &GameInfo) -> bool {
        self.id().is_some_and(|id| !info.sides_of(id).is_empty())
    }
}

/// The actor's end of a subscription.
#[derive(Debug)]
pub struct Subscriber {
    /// The client at the other end.
    pub(super) visitor: Visitor,
    queue: mpsc::Sender<Packet>,
    close: oneshot::Sender<CloseCode>,
}

/// The client's end of a subscription.
#[derive(Debug)]
pub struct Subscription {
    /// Subscription number.
    pub number: u64,
    /// The greeting and the missed events.
    pub backlog: Packet,
    /// Later packets.
    pub queue: mpsc::Receiver<Packet>,
    /// Signals that the actor closes the subscription.
    pub close: oneshot::Receiver<CloseCode>,
}

impl Subscriber {
    pub(super) fn new(number: u64, visitor: Visitor, first: Packet) -> (Subscriber, Subscription) {
        let (queue, reader) = mpsc::channel(QUEUE_SIZE);
        let (close, closed) = oneshot::channel();
        (
            Subscriber { visitor, queue, close },
            Subscription { number, backlog: first, queue: reader, close: closed },
        )
    }

    /// Queues a packet; returns false if the reader is too slow or gone.
    pub(super) fn send(&self, packet: Packet) -> bool {
        self.queue.try_send(packet).is_ok()
    }

    /// Closes the subscription.
    pub(super) fn close(self, code: CloseCode) {
        let _ = self.close.send(code);
    }
}

#[cfg(test)]
mod tests {
    use super::{CloseCode, Packet, QUEUE_SIZE, Subscriber, Visitor};

    #[tokio::test]
    async fn send_full_queue_returns_false() {
        let nothing = || Packet::from([]);
        let (subscriber, joined) = Subscriber::new(1, Visitor::default(), nothing());
        assert!((0..QUEUE_SIZE).all(|_| subscriber.send(nothing())));
        assert!(!subscriber.send(nothing()));
        subscriber.close(CloseCode::SlowReader);
        assert_eq!(joined.close.await, Ok(CloseCode::SlowReader));
    }
}
