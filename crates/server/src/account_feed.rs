//! What happens to people, told to their programs: challenges, appointments, games, turns.
//!
//! Nothing is kept of it: a game and an appointment say when they last changed, so a client that reconnects, to any
//! node, gets what has changed since. One task per node polls for all its listeners. What is written a moment after its
//! time is found because each look goes a little further back than the one before; what was found already is known by
//! its key.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_store::{AppointmentRow, AppointmentStage, GameFilter, GameStatus, StoreError, StoreEvent, clock};
use tokio::sync::{Notify, broadcast, mpsc};
use tokio::time::Instant;

pub(crate) use changes::{ChangeReader, Changed};
pub(crate) use messages::{
    key_of_appointment, message_of_appointment, messages_of_game, time_of_appointment,
};

use crate::appointments::Appointments;
use crate::error::ApiError;
use crate::game::GameRegistry;
use crate::id::{GameId, GuestId};
use crate::wire::GameCard;
use crate::wire::account_feed::{AccountChange, AccountMessage};
use crate::wire::time::UnixMillis;
use changes::PAGE;

mod changes;
mod messages;

/// How often a node looks at what it is not told of, such as moves in games with days for each.
const INTERVAL: Duration = Duration::from_secs(1);
/// Changes within this time are looked for together.
const DEBOUNCE: Duration = Duration::from_millis(200);
/// How much further back each look goes, in milliseconds: longer than a transaction takes.
const OVERLAP: u64 = 10_000;
/// How long what has happened is told afterwards, in milliseconds: who was away for longer hears what is open now.
const MAX_BACKLOG: u64 = 30 * 86_400_000;
/// How often the public seeks of those who listen are kept alive.
const SEEK_INTERVAL: Duration = Duration::from_secs(8);
/// Changes that wait for a slow reader; one who is behind by more comes again.
const MAX_WAITING: usize = 512;
/// Keys that a stream remembers.
const MAX_KEYS: usize = 4_096;

/// Something that has changed, with the time up to which everything was read.
#[derive(Debug, Clone)]
struct Change {
    what: Changed,
    until: UnixMillis,
}

/// Those who listen on a node.
pub struct AccountFeeds {
    registry: Arc<GameRegistry>,
    appointments: Arc<Appointments>,
    listeners: Mutex<HashMap<GuestId, Vec<mpsc::Sender<Change>>>>,
    arrived: Notify,
}

impl AccountFeeds {
    /// Feeds without listeners.
    #[must_use]
    pub fn new(registry: Arc<GameRegistry>, appointments: Arc<Appointments>) -> AccountFeeds {
        AccountFeeds { registry, appointments, listeners: Mutex::default(), arrived: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GuestId, Vec<mpsc::Sender<Change>>>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listens for a person: first to what is so now, or with a time of the last 30 days to what has changed
    /// since.
    pub(crate) fn listen(self: &Arc<Self>, person: GuestId, after: Option<UnixMillis>) -> AccountFeed {
        let (sender, changes) = mpsc::channel(MAX_WAITING);
        self.lock().entry(person.clone()).or_default().push(sender);
        self.arrived.notify_one();
        let opened = clock::now();
        let after = after.filter(|after| *after >= opened.saturating_sub(MAX_BACKLOG));
        let since = after.map(|after| after.saturating_sub(OVERLAP));
        AccountFeed {
            feeds: self.clone(),
            person,
            changes,
            backlog: since.map_or(Backlog::Open(None), |since| Backlog::Games(since, None)),
            since: since.unwrap_or_default(),
            opened,
            seen: Seen::default(),
        }
    }

    /// Whoever listens.
    fn people(&self) -> Vec<GuestId> {
        let mut listeners = self.lock();
        listeners.retain(|_, senders| {
            senders.retain(|sender| !sender.is_closed());
            !senders.is_empty()
        });
        listeners.keys().cloned().collect()
    }

    /// Tells listeners what has changed. Runs until the store closes.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut events = self.registry.store().subscribe();
        let mut since = clock::now();
        let mut kept_seeks = Instant::now();
        loop {
            tokio::time::sleep(DEBOUNCE).await;
            let people = self.people();
            if people.is_empty() {
                self.arrived.notified().await;
                since = clock::now();
                continue;
            }
            let until = clock::now();
            match self.look(&people, since.saturating_sub(OVERLAP), until).await {
                Ok(()) => since = until,
                Err(error) => tracing::warn!(%error, "it cannot be read what has changed for accounts"),
            }
            if kept_seeks.elapsed() >= SEEK_INTERVAL {
                kept_seeks = Instant::now();
                if let Err(error) = self.registry.store().touch_seeks(&people, until).await {
                    tracing::warn!(%error, "seeks cannot be refreshed");
                }
            }
            if !next_look(&mut events).await {
                return;
            }
        }
    }

    async fn look(&self, people: &[GuestId], since: UnixMillis, until: UnixMillis) -> Result<(), StoreError> {
        let mut reader = ChangeReader::new(self.registry.store(), people, (since, until));
        while let Some(changes) = reader.next().await? {
            for (person, what) in changes {
                self.tell(&person, &Change { what, until });
            }
        }
        Ok(())
    }

    /// Tells a person's listeners; one that is too far behind hears nothing any more, so that it comes again.
    fn tell(&self, person: &GuestId, change: &Change) {
        if let Some(senders) = self.lock().get_mut(person) {
            senders.retain(|sender| sender.try_send(change.clone()).is_ok());
        }
    }
}

/// Waits for the next look; false if the store is closed.
async fn next_look(events: &mut broadcast::Receiver<StoreEvent>) -> bool {
    let due = tokio::time::sleep(INTERVAL);
    tokio::pin!(due);
    loop {
        tokio::select! {
            () = &mut due => return true,
            event = events.recv() => match event {
                Ok(StoreEvent::Lobby | StoreEvent::Lagged) | Err(broadcast::error::RecvError::Lagged(_)) => return true,
                Ok(_) => {}
                Err(broadcast::error::RecvError::Closed) => return false,
            },
        }
    }
}

/// What is yet to be read of what was so before a stream began; without a time only what is open.
enum Backlog {
    /// Open games that began before a time.
    Open(Option<UnixMillis>),
    /// Games that have changed since a time, after that of an id.
    Games(UnixMillis, Option<GameId>),
    Appointments(Option<UnixMillis>),
    Ready,
    Read,
}

/// The keys of the latest messages.
#[derive(Default)]
struct Seen {
    keys: HashSet<String>,
    order: VecDeque<String>,
}

impl Seen {
    /// Whether a key is new, which it is not any more.
    fn is_new(&mut self, key: &str) -> bool {
        if !self.keys.insert(key.to_owned()) {
            return false;
        }
        self.order.push_back(key.to_owned());
        if self.order.len() > MAX_KEYS
            && let Some(oldest) = self.order.pop_front()
        {
            self.keys.remove(&oldest);
        }
        true
    }
}

/// What happens to one person.
pub(crate) struct AccountFeed {
    feeds: Arc<AccountFeeds>,
    person: GuestId,
    changes: mpsc::Receiver<Change>,
    backlog: Backlog,
    /// Games that have begun since are news.
    since: UnixMillis,
    opened: UnixMillis,
    seen: Seen,
}

impl AccountFeed {
    /// The next messages, none if nothing happens within a time; `None` if nothing comes any more.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn next(&mut self, patience: Duration) -> Result<Option<Vec<AccountMessage>>, ApiError> {
        if !matches!(self.backlog, Backlog::Read) {
            return self.next_of_backlog().await.map(Some);
        }
        let deadline = Instant::now() + patience;
        loop {
            let Ok(change) = tokio::time::timeout_at(deadline, self.changes.recv()).await else {
                return Ok(Some(Vec::new()));
            };
            let Some(Change { what, until }) = change else { return Ok(None) };
            let mut messages = match what {
                Changed::Game(card) => self.of_game(&card),
                Changed::Appointment(row) => self.of_appointment(&row, until).await?,
            };
            if !messages.is_empty() {
                messages.iter_mut().for_each(|message| message.cursor = Some(until));
                return Ok(Some(messages));
            }
        }
    }

    async fn next_of_backlog(&mut self) -> Result<Vec<AccountMessage>, ApiError> {
        let feeds = self.feeds.clone();
        let (store, person) = (feeds.registry.store(), self.person.clone());
        let mut messages = Vec::new();
        self.backlog = match std::mem::replace(&mut self.backlog, Backlog::Ready) {
            Backlog::Open(before) => {
                let games = store.list(GameFilter { before, ..open_games_of(person) }).await?;
                messages.extend(games.iter().flat_map(|card| self.of_game(card)));
                match games.last() {
                    Some(card) if games.len() >= PAGE as usize => Backlog::Open(Some(card.started)),
                    _ => Backlog::Appointments(None),
                }
            }
            Backlog::Games(since, last) => {
                let people = std::slice::from_ref(&person);
                let games = store.changed_games(people, (since, last.as_ref()), PAGE).await?;
                messages.extend(games.iter().flat_map(|card| self.of_game(card)));
                match games.last() {
                    Some(card) if games.len() == PAGE as usize => {
                        Backlog::Games(card.updated, Some(card.id.clone()))
                    }
                    _ => Backlog::Appointments(Some(self.since)),
                }
            }
            Backlog::Appointments(since) => {
                let people = std::slice::from_ref(&person);
                let rows = match since {
                    Some(since) => store.changed_appointments(people, since, self.opened).await?,
                    None => {
                        let mut open = store.appointments_of(&person, self.opened, PAGE).await?;
                        open.retain(|row| {
                            matches!(row.stage, AppointmentStage::Proposed | AppointmentStage::Agreed)
                        });
                        open
                    }
                };
                for row in rows {
                    messages.extend(self.of_appointment(&row, self.opened).await?);
                }
                Backlog::Ready
            }
            Backlog::Ready | Backlog::Read => {
                let cursor = Some(self.opened);
                messages.push(AccountMessage {
                    change: AccountChange::Ready,
                    key: "ready".to_owned(),
                    cursor,
                });
                Backlog::Read
            }
        };
        Ok(messages)
    }

    fn of_game(&mut self, card: &GameCard) -> Vec<AccountMessage> {
        let mut messages = messages_of_game(card, &self.person, self.since);
        messages.retain(|message| self.seen.is_new(&message.key));
        messages
    }

    async fn of_appointment(
        &mut self,
        row: &AppointmentRow,
        now: UnixMillis,
    ) -> Result<Vec<AccountMessage>, ApiError> {
        if self.seen.keys.contains(&key_of_appointment(row, now)) {
            return Ok(Vec::new());
        }
        let message = message_of_appointment(&self.feeds.appointments, row, (&self.person, now)).await?;
        Ok(message.into_iter().filter(|message| self.seen.is_new(&message.key)).collect())
    }
}

fn open_games_of(person: GuestId) -> GameFilter {
    GameFilter {
        player: Some(person),
        with_private: true,
        state: Some(GameStatus::Live),
        count: PAGE,
        ..GameFilter::default()
    }
}
