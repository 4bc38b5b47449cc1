//! The lobby: open seeks and live games.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rukh_store::name::Names;
use rukh_store::{
    GameFilter, GameStatus, RatingRow, SeekLimits, SeekRow, Store, StoreError, StoreEvent,
    clock::{self, random_id},
};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, broadcast, watch};
use tokio::time::Instant;

use crate::auth::{Action, authorize};
use crate::error::ApiError;
use crate::game::{GameRegistry, check_times};
use crate::id::{GameId, GuestId};
use crate::moderation;
use crate::ratings;
use crate::say;
use crate::session::Rejection;
use crate::wire::rating::RatingPool;
use crate::wire::seek::{LobbyMessage, LobbyState, SeekAccepted};
use crate::wire::time::UnixMillis;
use crate::wire::{GameCard, Seek, SeekRequest};

mod changes;

use changes::{HiddenOwners, LobbyReader, Snapshot};

/// Length of a seek id: a private seek's id is its secret.
const ID_LENGTH: usize = 16;
/// Lifetime of a seek, in milliseconds: public with a live clock, and otherwise.
const SEEK_TTL: u64 = 3_600_000;
const LONG_SEEK_TTL: u64 = 14 * 86_400_000;
/// How long the owner of a public seek may be absent, in milliseconds: of a live game, and of one with days for each
/// move, whose owner is told by a push message that it begins.
const OWNER_TIMEOUT: u64 = 30_000;
const LONG_OWNER_TIMEOUT: u64 = 86_400_000;
/// How often the owners' presence is stored.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(8);
/// Changes within this time are sent together.
const DEBOUNCE: Duration = Duration::from_millis(250);
/// How often the number of clients is sent.
const ONLINE_INTERVAL: Duration = Duration::from_secs(5);
/// How long after its last event, or after a player was last connected, a game counts as live, in
/// milliseconds.
pub const ACTIVE_WINDOW: u64 = 300_000;
/// Number of games in the lobby.
const MAX_GAMES: u32 = 12;
/// Maximum numbers of open seeks of a guest and of an address.
const SEEK_LIMITS: SeekLimits = SeekLimits { of_guest: 5, of_origin: 10 };
/// Messages that may be queued for a lobby client.
const MAX_MAIL: usize = 16;

/// A client in the lobby.
struct LobbyClient {
    guest: Option<GuestId>,
    /// Seeks whose acceptance it waits for.
    awaited_seeks: HashSet<String>,
    mailbox: Arc<Mailbox>,
}

/// Messages for one client alone. They are few: a channel would keep room for many.
#[derive(Debug, Default)]
struct Mailbox {
    messages: Mutex<Vec<Utf8Bytes>>,
    arrived: Notify,
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Vec<Utf8Bytes>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message unless there are too many.
    fn add(&self, message: Utf8Bytes) {
        let mut messages = self.lock();
        if messages.len() < MAX_MAIL {
            messages.push(message);
            self.arrived.notify_one();
        }
    }
}

/// The lobby of a node.
pub struct Lobby {
    registry: Arc<GameRegistry>,
    clients: Mutex<HashMap<u64, LobbyClient>>,
    snapshot: watch::Sender<Arc<Snapshot>>,
    /// A client has come or gone.
    counted: Notify,
    /// A client waits for seeks that the latest refresh may have missed.
    awaited: Notify,
    next_number: std::sync::atomic::AtomicU64,
}

/// A connection to the lobby; dropping it disconnects.
pub struct LobbyConnection {
    lobby: Arc<Lobby>,
    number: u64,
    snapshot: watch::Receiver<Arc<Snapshot>>,
    reader: LobbyReader,
    mailbox: Arc<Mailbox>,
}

impl Drop for LobbyConnection {
    fn drop(&mut self) {
        self.lobby.clients().remove(&self.number);
        self.lobby.counted.notify_one();
    }
}

impl LobbyConnection {
    /// The next messages, to be sent together; `None` if the lobby is closed.
    pub async fn next(&mut self) -> Option<Vec<Utf8Bytes>> {
        loop {
            tokio::select! {
                changed = self.snapshot.changed() => {
                    changed.ok()?;
                    let snapshot = self.snapshot.borrow_and_update().clone();
                    let messages = self.reader.advance(&snapshot);
                    if !messages.is_empty() {
                        return Some(messages);
                    }
                }
                () = self.mailbox.arrived.notified() => {
                    let messages = std::mem::take(&mut *self.mailbox.lock());
                    if !messages.is_empty() {
                        return Some(messages);
                    }
                }
            }
        }
    }
}

impl Lobby {
    /// An empty lobby.
    #[must_use]
    pub fn new(registry: Arc<GameRegistry>) -> Lobby {
        Lobby {
            registry,
            clients: Mutex::default(),
            snapshot: watch::Sender::default(),
            counted: Notify::new(),
            awaited: Notify::new(),
            next_number: std::sync::atomic::AtomicU64::new(0),
        }
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<u64, LobbyClient>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Connects a client, which waits for all seeks of its guest; `named` is one that may have been
    /// accepted already. After the first state it receives only changes if it wants so.
    pub async fn connect(
        self: &Arc<Self>,
        guest: Option<&GuestId>,
        named: Option<String>,
        wants_changes: bool,
    ) -> LobbyConnection {
        let mailbox = Arc::<Mailbox>::default();
        let number = self.next_number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let guest = guest.cloned();
        let guests: Vec<GuestId> = guest.iter().cloned().collect();
        let own = self.registry.store().waiting_seeks(&guests, clock::now()).await.unwrap_or_else(|error| {
            // The next refresh finds them.
            tracing::warn!(%error, "seeks cannot be read");
            Vec::new()
        });
        let awaited_seeks: HashSet<String> =
            named.into_iter().chain(own.into_iter().map(|(_, id)| id)).collect();
        let is_awaiting = !awaited_seeks.is_empty();
        let reader = LobbyReader::new(guest.clone(), wants_changes);
        self.clients().insert(number, LobbyClient { guest, awaited_seeks, mailbox: mailbox.clone() });
        self.counted.notify_one();
        if is_awaiting {
            self.awaited.notify_one();
        }
        let mut snapshot = self.snapshot.subscribe();
        snapshot.mark_changed();
        LobbyConnection { lobby: self.clone(), number, snapshot, reader, mailbox }
    }

    /// Keeps the lobby's state up to date. Runs until the store closes.
    pub async fn run(self: Arc<Self>) {
        let mut events = self.registry.store().subscribe();
        let mut touch = tokio::time::interval_at(Instant::now() + KEEP_ALIVE_INTERVAL, KEEP_ALIVE_INTERVAL);
        let mut online = OnlineCount::default();
        loop {
            if let Err(error) = self.refresh(&mut online).await {
                tracing::warn!(%error, "the lobby cannot be read");
            }
            tokio::time::sleep(DEBOUNCE).await;
            loop {
                tokio::select! {
                    event = events.recv() => match event {
                        Ok(StoreEvent::Lobby | StoreEvent::Lagged) | Err(broadcast::error::RecvError::Lagged(_)) => break,
                        Ok(_) => {}
                        Err(broadcast::error::RecvError::Closed) => return,
                    },
                    () = self.awaited.notified() => break,
                    _ = touch.tick() => {
                        self.keep_alive().await;
                        break;
                    }
                    () = self.counted.notified() => online.changed(),
                    () = online.due() => {
                        let known = self.snapshot.borrow().clone();
                        let online = online.update(self.clients().len());
                        self.publish(LobbyState { online, ..known.state().clone() }, known.hidden().clone());
                    }
                }
            }
        }
    }

    /// Ids of the connected guests.
    fn guest_ids(&self) -> Vec<GuestId> {
        let guests: HashSet<GuestId> =
            self.clients().values().filter_map(|client| client.guest.clone()).collect();
        guests.into_iter().collect()
    }

    /// Keeps the seeks of connected guests alive.
    async fn keep_alive(&self) {
        let guests = self.guest_ids();
        if !guests.is_empty()
            && let Err(error) = self.registry.store().touch_seeks(&guests, clock::now()).await
        {
            tracing::warn!(%error, "seeks cannot be refreshed");
        }
    }

    async fn refresh(&self, online: &mut OnlineCount) -> Result<(), StoreError> {
        let now = clock::now();
        let seeks = self.open_seeks(now).await?;
        let waiting = self.track_own_seeks(now).await?;
        let attended_since = Some(now.saturating_sub(ACTIVE_WINDOW));
        let filter = GameFilter {
            state: Some(GameStatus::Live),
            count: MAX_GAMES,
            attended_since,
            ..GameFilter::default()
        };
        let games = self.registry.store().list(filter).await?;
        let hidden = self.hidden_owners(&seeks).await?;
        self.publish(LobbyState { seeks, games, online: online.update(self.clients().len()) }, hidden);
        self.notify_accepted(&waiting, now).await
    }

    /// Shows a state to the clients.
    fn publish(&self, state: LobbyState, hidden: HiddenOwners) {
        self.snapshot.send_if_modified(|known| match known.next(state, hidden) {
            Some(next) => {
                *known = Arc::new(next);
                true
            }
            None => false,
        });
    }

    /// Whom the owners of seeks block or are blocked by.
    async fn hidden_owners(&self, seeks: &[Seek]) -> Result<HiddenOwners, StoreError> {
        let owners: HashSet<&GuestId> = seeks.iter().map(|seek| &seek.owner.id).collect();
        let blocks = self.registry.store().blocks_among(&owners.iter().copied().collect::<Vec<_>>()).await?;
        let mut hidden = HiddenOwners::new();
        for [one, other] in blocks {
            for (person, owner) in [(&one, &other), (&other, &one)] {
                if owners.contains(owner) {
                    hidden.entry(person.clone()).or_default().insert(owner.clone());
                }
            }
        }
        Ok(hidden)
    }

    /// Adds new seeks of connected guests to those they wait for; returns all that are open.
    async fn track_own_seeks(&self, now: UnixMillis) -> Result<HashSet<String>, StoreError> {
        let waiting = self.registry.store().waiting_seeks(&self.guest_ids(), now).await?;
        let mut by_guest: HashMap<&GuestId, Vec<&String>> = HashMap::new();
        for (by, id) in &waiting {
            by_guest.entry(by).or_default().push(id);
        }
        for client in self.clients().values_mut() {
            let own = client.guest.as_ref().and_then(|guest| by_guest.get(guest));
            client.awaited_seeks.extend(own.into_iter().flatten().copied().cloned());
        }
        Ok(waiting.into_iter().map(|(_, id)| id).collect())
    }

    /// Open public seeks of present owners whom the guest does not block or is blocked by, and all of the guest.
    ///
    /// # Errors
    /// The store failed.
    pub async fn open_seeks_for(&self, guest: Option<&GuestId>) -> Result<Vec<Seek>, StoreError> {
        let now = clock::now();
        let mut seeks = self.open_seeks(now).await?;
        let Some(guest) = guest else { return Ok(seeks) };
        if let Some(hidden) = self.hidden_owners(&seeks).await?.get(guest) {
            seeks.retain(|seek| !hidden.contains(&seek.owner.id));
        }
        let mut own = self.registry.store().own_seeks(guest, now).await?;
        own.retain(|row| seeks.iter().all(|seek| seek.id != row.id));
        seeks.extend(self.read_seeks(own).await?);
        Ok(seeks)
    }

    /// Open public seeks of owners who are present, or can be told.
    async fn open_seeks(&self, now: UnixMillis) -> Result<Vec<Seek>, StoreError> {
        let alive = [OWNER_TIMEOUT, LONG_OWNER_TIMEOUT].map(|timeout| now.saturating_sub(timeout));
        let rows = self.registry.store().open_seeks(now, alive).await?;
        self.read_seeks(rows).await
    }

    /// Open seeks with the names of their owners.
    async fn read_seeks(&self, rows: Vec<SeekRow>) -> Result<Vec<Seek>, StoreError> {
        let owners = Owners::of(self.registry.store(), rows.iter().map(|row| &row.by)).await?;
        Ok(rows.into_iter().filter_map(|row| read_seek(row, None, &owners)).collect())
    }

    /// Notifies the owners of accepted seeks: those that clients wait for and that are not open.
    async fn notify_accepted(&self, waiting: &HashSet<String>, now: UnixMillis) -> Result<(), StoreError> {
        let is_gone = |id: &&String| !waiting.contains(*id);
        let gone: HashSet<String> = self
            .clients()
            .values()
            .flat_map(|client| client.awaited_seeks.iter().filter(is_gone).cloned())
            .collect();
        for id in gone {
            let found = self.registry.store().seek(&id).await?;
            let owner = found.as_ref().map(|(row, _)| row.by.clone());
            let is_open = found.as_ref().is_some_and(|(row, game)| game.is_none() && row.expires > now);
            let accepted = found.and_then(|(_, game)| game).map(|game| {
                let data = SeekAccepted { seek: id.clone(), game };
                changes::text(&LobbyMessage::Accepted { data })
            });
            for client in self.clients().values_mut() {
                let is_own = client.guest.is_some() && client.guest == owner;
                if is_own && is_open {
                    // It was created since.
                    continue;
                }
                if client.awaited_seeks.remove(&id)
                    && is_own
                    && let Some(text) = &accepted
                {
                    // A client with a full mailbox finds the game by fetching the seek.
                    client.mailbox.add(text.clone());
                }
            }
        }
        Ok(())
    }

    /// Creates a seek; `origin` tells clients apart for limits.
    ///
    /// # Errors
    /// The seek is invalid, or cannot be stored.
    pub async fn create(
        &self,
        request: SeekRequest,
        by: &GuestId,
        origin: Option<String>,
    ) -> Result<Seek, ApiError> {
        moderation::check_player(self.registry.store(), by).await?;
        check_times(&request.time_control, request.odds)?;
        if request.odds.is_some() && !request.private {
            return Err(ApiError::input(
                "bad_time",
                "`odds` are not for an open seek: make it `private`".to_owned(),
            ));
        }
        let (game, dialect) = self.registry.factory().new_game(&request.instance, request.fen.as_deref())?;
        let now = clock::now();
        let ruleset = game.ruleset();
        let pool = match request.rated {
            true => {
                ratings::check_account(self.registry.store(), by).await?;
                Some(ratings::pool_of_seek(&request, ruleset)?)
            }
            false => None,
        };
        let fen = dialect.map(|_| game.fen());
        let request = SeekRequest { instance: ruleset.instance.to_string(), fen, ..request };
        let id = random_id::<ID_LENGTH>()
            .map_err(|error| ApiError::Store(StoreError::Corrupt(format!("no randomness: {error}"))))?;
        let is_short = request.time_control.is_live() && !request.private;
        let private = request.private;
        let (ruleset_name, skin) = (ruleset.about.name.clone(), ruleset.skin.clone());
        let body = SeekBody { ruleset_name, skin, pool, request };
        let row = SeekRow {
            id,
            by: by.clone(),
            body: serde_json::to_string(&body).unwrap_or_default(),
            private,
            created: now,
            expires: now + if is_short { SEEK_TTL } else { LONG_SEEK_TTL },
            origin,
        };
        self.registry.store().insert_seek(row.clone(), SEEK_LIMITS).await?;
        for client in self.clients().values_mut().filter(|client| client.guest.as_ref() == Some(by)) {
            client.awaited_seeks.insert(row.id.clone());
        }
        self.registry.store().notify_lobby().await;
        let owners = Owners::of(self.registry.store(), [by]).await?;
        Ok(body.into_seek(row, None, &owners))
    }

    /// A seek, with its game if it was accepted.
    ///
    /// # Errors
    /// There is no such seek, or the store failed.
    pub async fn find(&self, id: &str, guest: Option<&GuestId>) -> Result<Seek, ApiError> {
        let missing = || ApiError::SeekNotFound(id.to_owned());
        let (row, game) = self.registry.store().seek(id).await?.ok_or_else(missing)?;
        if row.expires < clock::now() && game.is_none() {
            return Err(missing());
        }
        if guest == Some(&row.by) {
            self.registry.store().touch_seeks(std::slice::from_ref(&row.by), clock::now()).await?;
        }
        let owners = Owners::of(self.registry.store(), [&row.by]).await?;
        read_seek(row, game, &owners).ok_or_else(missing)
    }

    /// Accepts a seek.
    ///
    /// # Errors
    /// The seek is taken, or the game cannot be created.
    pub async fn accept(&self, id: &str, guest: &GuestId) -> Result<GameCard, ApiError> {
        let seek = self.find(id, None).await?;
        authorize(Some(guest), Action::AcceptSeek(&seek.owner.id))?;
        moderation::check_pair(self.registry.store(), guest, &seek.owner.id).await?;
        match self.registry.create_from_seek(&seek, guest).await {
            Err(ApiError::Store(StoreError::SeekTaken)) => Err(taken()),
            outcome => outcome,
        }
    }

    /// Withdraws a seek.
    ///
    /// # Errors
    /// The seek belongs to another guest, is taken or gone, or the store failed.
    pub async fn withdraw(&self, id: &str, guest: &GuestId) -> Result<(), ApiError> {
        let seek = self.find(id, None).await?;
        authorize(Some(guest), Action::WithdrawSeek(&seek.owner.id))?;
        if !self.registry.store().delete_seek(id, guest).await? {
            // It is gone, or it has a game.
            self.find(id, None).await?;
            return Err(taken());
        }
        self.registry.store().notify_lobby().await;
        Ok(())
    }
}

/// When the number of clients is sent.
#[derive(Debug, Default)]
struct OnlineCount {
    sent: usize,
    sent_at: Option<Instant>,
    due: Option<Instant>,
}

impl OnlineCount {
    /// The number may have changed.
    fn changed(&mut self) {
        let next = self.sent_at.map(|at| at + ONLINE_INTERVAL);
        let soon = Instant::now() + DEBOUNCE;
        self.due.get_or_insert(next.map_or(soon, |next| next.max(soon)));
    }

    /// Waits until the number is to be sent.
    async fn due(&self) {
        match self.due {
            Some(due) => tokio::time::sleep_until(due).await,
            None => std::future::pending().await,
        }
    }

    /// The number to send, which stays the same for a while.
    fn update(&mut self, count: usize) -> usize {
        let now = Instant::now();
        if self.sent_at.is_none_or(|at| now >= at + ONLINE_INTERVAL) {
            self.due = None;
            if self.sent != count {
                (self.sent, self.sent_at) = (count, Some(now));
            }
        }
        self.sent
    }
}

fn taken() -> ApiError {
    Rejection::new("seek_taken", say::host::error_seek_taken()).into()
}

/// What is stored of a seek as JSON.
#[derive(Serialize, Deserialize)]
struct SeekBody {
    ruleset_name: String,
    skin: String,
    /// The ratings that the game counts for, if it is to be rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pool: Option<RatingPool>,
    #[serde(flatten)]
    request: SeekRequest,
}

impl SeekBody {
    fn into_seek(self, row: SeekRow, game: Option<GameId>, owners: &Owners) -> Seek {
        let SeekBody { ruleset_name, skin, pool, request } = self;
        let rating = pool.map(|pool| ratings::rating_in(&owners.ratings, &row.by, &pool, clock::now()));
        let owner = owners.names.guest(&row.by);
        Seek { id: row.id, ruleset_name, skin, owner, rating, created: row.created, game, request }
    }
}

/// What is shown of the owners of seeks.
struct Owners {
    names: Names,
    ratings: Vec<RatingRow>,
}

impl Owners {
    async fn of<'a>(
        store: &Store,
        players: impl IntoIterator<Item = &'a GuestId>,
    ) -> Result<Owners, StoreError> {
        let players: Vec<&GuestId> = players.into_iter().collect();
        let names = store.names(players.iter().copied()).await?;
        Ok(Owners { names, ratings: store.ratings(players).await? })
    }
}

/// A stored seek; `None` if its text is unreadable.
fn read_seek(row: SeekRow, game: Option<GameId>, owners: &Owners) -> Option<Seek> {
    let body = serde_json::from_str::<SeekBody>(&row.body).ok()?;
    Some(body.into_seek(row, game, owners))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{Lobby, LobbyConnection};
    use crate::game::TestRegistry;

    /// The messages that arrive next, as one text.
    async fn next(client: &mut LobbyConnection) -> String {
        let arrived = tokio::time::timeout(Duration::from_secs(20), client.next()).await;
        arrived.expect("a message in time").expect("an open lobby").iter().map(|text| text.as_str()).collect()
    }

    #[tokio::test]
    async fn number_of_clients_is_sent_without_reading_the_database() {
        let fixture = TestRegistry::new().await;
        let lobby = Arc::new(Lobby::new(fixture.registry.clone()));
        let mut client = lobby.connect(None, None, true).await;
        tokio::spawn(lobby.clone().run());
        while !next(&mut client).await.contains("\"online\":1") {}
        // From here on every reading of the lobby fails.
        let file = rusqlite::Connection::open(fixture.directory.join("games.sqlite")).unwrap();
        file.execute_batch("DROP TABLE game; DROP TABLE seek").unwrap();
        let other = lobby.connect(None, None, true).await;
        assert!(next(&mut client).await.contains("\"online\":2"));
        drop(other);
    }
}
