//! Notifications that logs or the lobby have changed. They only prompt a read: the log is the
//! truth, and a lost notification costs one extra look at it.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use rukh_session::id::GameId;
use rukh_session::wire::event::Seq;
use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::{broadcast, mpsc};

use super::batch::GameHead;
use super::row::to_json;
use super::sql::Pool;

/// A change in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreEvent {
    /// Games changed by other nodes: each with the numbers of its last event and of its last chat entry.
    Games(Vec<(GameId, Seq, u64)>),
    /// Seeks or the list of games have changed.
    Lobby,
    /// A study has changed; its id.
    Study(String),
    /// There is mail for a node; its incarnation.
    Mail(String),
    /// A request sent by mail has a response; its id.
    Answered(String),
    /// Notifications may have been lost: read everything again.
    Lagged,
}

/// Game id, number of its last event and of its last chat entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameProgress(GameId, Seq, u64);

impl GameProgress {
    pub(super) fn new(id: &GameId, head: GameHead) -> GameProgress {
        GameProgress(id.clone(), head.seq, head.asides)
    }

    pub(super) fn game(&self) -> &GameId {
        &self.0
    }

    /// The progress of a game that has stood at an event already.
    pub(super) fn from(self, seq: Seq) -> GameProgress {
        GameProgress(self.0, self.1.max(seq), self.2)
    }
}

/// A notification to other nodes.
#[derive(Debug)]
pub(super) enum Notification {
    Games(Vec<GameProgress>),
    Lobby,
    Study(String),
    Mail(String),
    Answered(String),
}

/// Sends notifications to this node and to others.
#[derive(Debug, Clone)]
pub(super) struct Notifier {
    events: broadcast::Sender<StoreEvent>,
    /// Queue to the publisher, with several nodes.
    outbox: Option<mpsc::UnboundedSender<Notification>>,
}

/// Events a slow receiver may lag behind.
const EVENT_BUFFER: usize = 1024;

impl Notifier {
    /// Without other nodes.
    pub(super) fn local() -> Notifier {
        Notifier { events: broadcast::channel(EVENT_BUFFER).0, outbox: None }
    }

    /// With other nodes; the returned queue is for the publisher.
    pub(super) fn clustered() -> (Notifier, mpsc::UnboundedReceiver<Notification>) {
        let (outbox, inbox) = mpsc::unbounded_channel();
        (Notifier { outbox: Some(outbox), ..Notifier::local() }, inbox)
    }

    pub(super) fn events(&self) -> broadcast::Sender<StoreEvent> {
        self.events.clone()
    }

    /// Tells other nodes that games have grown. On this node their one writer knows it already.
    pub(super) fn notify_games(&self, progress: Vec<GameProgress>) {
        if !progress.is_empty() {
            let _ = self.outbox.as_ref().map(|outbox| outbox.send(Notification::Games(progress)));
        }
    }

    pub(super) fn notify_mail(&self, receiver: &str) {
        let _ = self.outbox.as_ref().map(|outbox| outbox.send(Notification::Mail(receiver.to_owned())));
    }

    pub(super) fn notify_answer(&self, id: &str) {
        let _ = self.outbox.as_ref().map(|outbox| outbox.send(Notification::Answered(id.to_owned())));
    }

    pub(super) fn notify_study(&self, id: &str) {
        let _ = self.events.send(StoreEvent::Study(id.to_owned()));
        let _ = self.outbox.as_ref().map(|outbox| outbox.send(Notification::Study(id.to_owned())));
    }

    pub(super) fn notify_lobby(&self) {
        let _ = self.events.send(StoreEvent::Lobby);
        let _ = self.outbox.as_ref().map(|outbox| outbox.send(Notification::Lobby));
    }
}

/// PostgreSQL channel shared by all nodes.
const CHANNEL: &str = "rukh";
/// Maximum payload of a notification, in bytes; PostgreSQL allows less than 8,000.
const MAX_PAYLOAD_BYTES: usize = 7_400;
/// Maximum number of notifications sent at once.
const MAX_BATCH: usize = 1024;
/// Delay before a lost connection is retried.
const RETRY_DELAY: Duration = Duration::from_millis(300);

/// Publishes queued notifications until the queue closes. A commit that contains a NOTIFY waits for
/// all other such commits, so notifications are sent after the commits, for many commits at once.
pub(super) async fn publish(pool: Pool, from: String, mut inbox: mpsc::UnboundedReceiver<Notification>) {
    let mut received = Vec::new();
    let mut pending = PendingNotifications::default();
    while !pending.is_empty() || inbox.recv_many(&mut received, MAX_BATCH).await > 0 {
        while let Ok(more) = inbox.try_recv() {
            received.push(more);
        }
        received.drain(..).for_each(|notification| pending.add(notification));
        match send(&pool, &pending.payloads(&from)).await {
            Ok(()) => pending = PendingNotifications::default(),
            Err(()) if inbox.is_closed() => break,
            Err(()) => tokio::time::sleep(RETRY_DELAY).await,
        }
    }
}

async fn send(pool: &Pool, payloads: &[String]) -> Result<(), ()> {
    let statement = "SELECT pg_notify('rukh', json_array_elements_text(CAST($1 AS json)))";
    let payloads = to_json(&payloads).map_err(drop)?;
    pool.fetch(statement, &[(&payloads).into()]).await.map(drop).map_err(drop)
}

#[derive(Default)]
struct PendingNotifications {
    games: HashMap<GameId, (Seq, u64)>,
    is_lobby: bool,
    /// Kind and name of notifications about mail and studies.
    named: BTreeSet<(&'static str, String)>,
}

impl PendingNotifications {
    fn is_empty(&self) -> bool {
        self.games.is_empty() && !self.is_lobby && self.named.is_empty()
    }

    fn add(&mut self, notification: Notification) {
        match notification {
            Notification::Lobby => self.is_lobby = true,
            Notification::Study(id) => drop(self.named.insert(("study", id))),
            Notification::Mail(receiver) => drop(self.named.insert(("mail", receiver))),
            Notification::Answered(id) => drop(self.named.insert(("answered", id))),
            Notification::Games(progress) => {
                for GameProgress(id, seq, asides) in progress {
                    let before = self.games.entry(id).or_default();
                    *before = (before.0.max(seq), before.1.max(asides));
                }
            }
        }
    }

    fn payloads(&self, from: &str) -> Vec<String> {
        let mut payloads = Vec::new();
        if self.is_lobby {
            payloads.push(format!("{from} lobby"));
        }
        payloads.extend(self.named.iter().map(|(kind, name)| format!("{from} {kind} {name}")));
        let mut payload = String::new();
        for (id, (seq, asides)) in &self.games {
            let entry = format!(" {id}:{seq}:{asides}");
            if payload.len() + entry.len() > MAX_PAYLOAD_BYTES {
                payloads.push(std::mem::take(&mut payload));
            }
            if payload.is_empty() {
                payload = format!("{from} games");
            }
            payload.push_str(&entry);
        }
        payloads.extend(Some(payload).filter(|payload| !payload.is_empty()));
        payloads
    }
}

/// The event of a payload, unless this node sent it.
fn parse_payload(payload: &str, own: &str) -> Option<StoreEvent> {
    let mut words = payload.split(' ');
    if words.next()? == own {
        return None;
    }
    match words.next()? {
        "lobby" => Some(StoreEvent::Lobby),
        "study" => words.next().map(|id| StoreEvent::Study(id.to_owned())),
        "mail" => words.next().map(|receiver| StoreEvent::Mail(receiver.to_owned())),
        "answered" => words.next().map(|id| StoreEvent::Answered(id.to_owned())),
        "games" => words.map(parse_progress).collect::<Option<_>>().map(StoreEvent::Games),
        _ => None,
    }
}

fn parse_progress(word: &str) -> Option<(GameId, Seq, u64)> {
    let mut parts = word.rsplitn(3, ':');
    let (asides, seq, id) = (parts.next()?, parts.next()?, parts.next()?);
    Some((id.parse().ok()?, seq.parse().ok()?, asides.parse().ok()?))
}

/// Listens to other nodes until aborted.
pub(super) async fn listen(
    mut listener: PgListener,
    pool: PgPool,
    own: String,
    events: broadcast::Sender<StoreEvent>,
) {
    loop {
        forward(&mut listener, &own, &events).await;
        listener = loop {
            tokio::time::sleep(RETRY_DELAY).await;
            if let Ok(again) = connect(&pool).await {
                break again;
            }
        };
        let _ = events.send(StoreEvent::Lagged);
    }
}

/// Connects a listener to the channel.
pub(super) async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Forwards notifications until the connection is lost.
async fn forward(listener: &mut PgListener, own: &str, events: &broadcast::Sender<StoreEvent>) {
    while let Ok(Some(notification)) = listener.try_recv().await {
        let event = parse_payload(notification.payload(), own);
        let _ = event.map(|event| events.send(event));
    }
}

#[cfg(test)]
mod tests {
    use rukh_session::wire::event::Seq;

    use super::{
        GameProgress, MAX_PAYLOAD_BYTES, Notification, PendingNotifications, StoreEvent, parse_payload,
    };

    #[test]
    fn payload_own_node_is_ignored() {
        let mut pending = PendingNotifications::default();
        pending.add(Notification::Games(vec![GameProgress("abc".parse().unwrap(), Seq::new(3), 0)]));
        pending.add(Notification::Games(vec![GameProgress("abc".parse().unwrap(), Seq::new(4), 1)]));
        let payloads = pending.payloads("me");
        assert_eq!(payloads, ["me games abc:4:1"]);
        assert_eq!(parse_payload(&payloads[0], "me"), None);
        assert_eq!(
            parse_payload(&payloads[0], "you"),
            Some(StoreEvent::Games(vec![("abc".parse().unwrap(), Seq::new(4), 1)]))
        );
        assert_eq!(parse_payload("me lobby", "you"), Some(StoreEvent::Lobby));
        assert_eq!(parse_payload("nonsense", "you"), None);
        assert_eq!(parse_payload("me games abc:x:1", "you"), None);
    }

    #[test]
    fn payload_many_games_is_split() {
        let mut pending = PendingNotifications::default();
        let progress = |n: u64| GameProgress(format!("game{n:08}").parse().unwrap(), Seq::new(n), 0);
        pending.add(Notification::Games((0..2000).map(progress).collect()));
        let payloads = pending.payloads("me");
        assert!(payloads.iter().all(|payload| payload.len() <= MAX_PAYLOAD_BYTES));
        let received: usize = payloads
            .iter()
            .filter_map(|payload| parse_payload(payload, "you"))
            .map(|event| if let StoreEvent::Games(games) = event { games.len() } else { 0 })
            .sum();
        assert_eq!(received, 2000);
    }
}
