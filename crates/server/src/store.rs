//! The game store, in SQLite or PostgreSQL. All SQL is in this module.
//!
//! Appends go through writers that put everything queued into one transaction, so a busy server
//! does not flush more often than a quiet one. An append returns when it is durable. A game has a
//! single writer at a time, identified by its *epoch*: an append with another epoch is rejected in
//! the transaction that would have written it. Relying on lock timeouts alone was rejected: a node
//! that wakes up late would still write.

use std::convert::Infallible;
use std::future::Future;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{BufRead, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::Instant;

use crate::id::{GameId, GuestId};
use crate::token::TokenKeys;
use crate::wire::event::Seq;
use crate::wire::time::UnixMillis;
use crate::wire::{GameCard, WireEvent};

mod archive;
mod backend;
mod backup;
mod batch;
mod data;
mod error;
mod game_index;
mod input;
mod laws;
mod lease;
mod mail;
mod migrations;
mod notify;
mod outbox;
mod presence;
mod push;
mod query;
mod review;
mod row;
mod search;
mod seek;
mod sql;
mod sqlite;
mod sqlite_log;
#[cfg(test)]
mod tests;
mod token_key;
mod writer;

use backend::Backend;
pub use backend::StorageLocation;
use batch::{AsideWrite, StoreWrite};
pub use data::{
    Append, Epoch, GameFilter, GameStatus, GameSummary, Lease, LeaseOutcome, NewGame, SeekLimits, SeekRow,
    SideInput, StoredGame,
};
pub use error::StoreError;
pub use game_index::{IndexEntry, IndexedResult, OpeningHashes, PositionHash};
use laws::KnownLaws;
use lease::NodeLease;
pub use mail::Mail;
pub use migrations::MigrationStatus;
use notify::Notifier;
pub use notify::StoreEvent;
pub use outbox::FinishedGameConsumer;
pub use push::PushRow;
pub use search::{FoundGame, GameSearch, OpeningHalf, PlayerCount, PlayerFilter, ResultFilter};
use sql::{Pool, SqlDialect};
use sqlite_log::SqliteLog;
pub use token_key::MAX_REVOCATIONS;
use writer::WriteRequest;

/// The game store.
#[derive(Debug, Clone)]
pub struct Store {
    readers: Pool,
    searchers: Pool,
    writers: Pool,
    control: Pool,
    notifier: Notifier,
    node_lease: Arc<NodeLease>,
    log: LogWriter,
    known_laws: Arc<KnownLaws>,
    /// Dropped with the last clone, which closes the database.
    _open: mpsc::Sender<Infallible>,
}

/// Where writes of logs are queued.
#[derive(Debug, Clone)]
enum LogWriter {
    Sqlite(SqliteLog),
    /// One of several queues, chosen by the game.
    Postgres(Arc<[mpsc::Sender<WriteRequest>]>),
}

/// Completes when the last [`Store`] is dropped, all writes are flushed and the database is closed.
#[derive(Debug)]
pub struct CloseHandle(JoinHandle<()>);

impl Future for CloseHandle {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.0).poll(context).map(drop)
    }
}

impl Store {
    /// Opens the store and creates its tables if they are missing. Two processes whose nodes have the same
    /// id cannot run at once: the later one expires the leases of the earlier.
    ///
    /// # Errors
    /// An I/O or database error.
    pub async fn open(place: &StorageLocation, node: &str) -> Result<(Store, CloseHandle), StoreError> {
        let backend = Backend::open(place).await?;
        lease::observe_clock(&backend.control).await?;
        outbox::register(&backend.writers).await?;
        let node_lease = Arc::new(NodeLease::open(&backend.control, node).await?);
        let mut background_tasks = Vec::new();
        let (notifier, publisher) = match &backend.control {
            Pool::Sqlite(_) => (Notifier::local(), None),
            Pool::Postgres(vital) => {
                let (notifier, outbox) = Notifier::clustered();
                let listener = notify::connect(vital).await?;
                let listening =
                    notify::listen(listener, vital.clone(), node_lease.incarnation(), notifier.events());
                background_tasks.push(tokio::spawn(listening).abort_handle());
                (
                    notifier,
                    Some(tokio::spawn(notify::publish(
                        backend.control.clone(),
                        node_lease.incarnation(),
                        outbox,
                    ))),
                )
            }
        };
        let (beating, vital) = (node_lease.clone(), backend.control.clone());
        background_tasks
            .push(tokio::spawn(async move { beating.run_heartbeat(&vital).await }).abort_handle());
        let mut writing = Vec::from_iter(publisher);
        let log = match &backend.log_writers {
            Pool::Sqlite(threads) => LogWriter::Sqlite(SqliteLog::new(threads.clone())),
            Pool::Postgres(_) => {
                let mut shards = Vec::new();
                for _ in 0..backend.writer_shards {
                    let (shard, inbox) = mpsc::channel(writer::QUEUE_SIZE);
                    let pool = backend.log_writers.clone();
                    writing.push(tokio::spawn(writer::run(pool, notifier.clone(), inbox)));
                    shards.push(shard);
                }
                LogWriter::Postgres(shards.into())
            }
        };
        let (open, mut closed) = mpsc::channel(1);
        let store = Store {
            readers: backend.readers.clone(),
            searchers: backend.searchers.clone(),
            writers: backend.writers.clone(),
            control: backend.control.clone(),
            notifier,
            node_lease: node_lease.clone(),
            log,
            known_laws: Arc::default(),
            _open: open,
        };
        let closing = tokio::spawn(async move {
            let None = closed.recv().await;
            for task in writing {
                let _ = task.await;
            }
            background_tasks.iter().for_each(AbortHandle::abort);
            let _ = node_lease.expire(&backend.control).await;
            backend.close().await;
        });
        Ok((store, CloseHandle(closing)))
    }

    /// Appends to a game's log; returns when the append is durable.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the game has another epoch, [`StoreError::OutOfOrder`] if the
    /// append does not continue the log, [`StoreError::SeekTaken`] if its seek is not open,
    /// [`StoreError::Full`] if the disk is full: nothing was written. After
    /// [`StoreError::Database`] the log must be read to find out.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let laws = [Some(&append), append.begins.as_deref()].into_iter().flatten().filter_map(laws::key_of);
        let laws: Vec<_> = laws.collect();
        self.submit(StoreWrite::Append(Box::new(append))).await?;
        laws.into_iter().for_each(|key| self.known_laws.insert(key));
        Ok(())
    }

    /// Whether the laws of a game may have to be stored with it.
    #[must_use]
    pub fn lacks_laws(&self, hash: &str, instance: &str) -> bool {
        !self.known_laws.contains(hash, instance)
    }

    /// The text of the ruleset file under which games of this fingerprint and instance began.
    ///
    /// # Errors
    /// A database error.
    pub async fn laws(&self, hash: &str, instance: &str) -> Result<Option<String>, StoreError> {
        laws::load(&self.readers, hash, instance).await
    }

    /// How far a game is; `None` if there is no such game.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn summary(&self, id: &GameId) -> Result<Option<GameSummary>, StoreError> {
        query::summary(&self.readers, id).await
    }

    /// What the sides of a game have given in advance, if its number is later than `after`.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn inputs(&self, game: &GameId, after: u64) -> Result<Vec<SideInput>, StoreError> {
        input::load(&self.readers, game, after).await
    }

    /// Stores a chat entry; returns when it is durable.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub async fn add_aside(
        &self,
        game: &GameId,
        n: u64,
        at: UnixMillis,
        body: String,
        epoch: Epoch,
    ) -> Result<(), StoreError> {
        self.submit(StoreWrite::Aside(AsideWrite { game: game.clone(), n, at, body, epoch })).await
    }

    async fn submit(&self, write: StoreWrite) -> Result<(), StoreError> {
        let shards = match &self.log {
            LogWriter::Sqlite(log) => return log.submit(write).await,
            LogWriter::Postgres(shards) => shards,
        };
        let (done, answer) = oneshot::channel();
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(write.game());
        let shard = usize::try_from(hash % shards.len() as u64).unwrap_or_default();
        shards[shard].send((write, done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Acquires the lease of a game, unless a live node holds it; raises the epoch. `None` if the
    /// game does not exist.
    ///
    /// # Errors
    /// A database error.
    pub async fn acquire_lease(&self, game: &GameId) -> Result<Option<LeaseOutcome>, StoreError> {
        self.node_lease.acquire(&self.writers, game).await
    }

    /// Releases a lease: the game keeps its epoch and its clocks go on. The lease of a game whose
    /// clocks must stop while no node is up is not released.
    ///
    /// # Errors
    /// A database error.
    pub async fn release_lease(&self, game: &GameId, epoch: Epoch) -> Result<(), StoreError> {
        self.node_lease.release_game(&self.writers, game, epoch).await
    }

    /// Whether other nodes may consider this one dead, because its last heartbeat is too old.
    #[must_use]
    pub fn is_fenced(&self) -> bool {
        self.node_lease.is_fenced(self.readers.dialect())
    }

    /// Whether other nodes share this store.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.readers.dialect() == SqlDialect::Postgres
    }

    /// Sends a request to a node and waits for its response; `None` if there
    /// is none in time.
    ///
    /// # Errors
    /// A database error.
    pub async fn exchange_mail(
        &self,
        incarnation: &str,
        game: &GameId,
        request: &str,
        until: Instant,
    ) -> Result<Option<String>, StoreError> {
        mail::exchange(&self.writers, &self.notifier, (incarnation, game), request, until).await
    }

    /// Requests of other nodes that have no response yet.
    ///
    /// # Errors
    /// A database error.
    pub async fn read_mail(&self) -> Result<Vec<Mail>, StoreError> {
        mail::read(&self.readers, &self.node_lease.incarnation()).await
    }

    /// Answers such a request.
    ///
    /// # Errors
    /// A database error.
    pub async fn answer_mail(&self, id: &str, response: &str) -> Result<(), StoreError> {
        mail::answer(&self.writers, &self.notifier, id, response).await
    }

    /// Loads a game with its log.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        query::load(&self.readers, id).await
    }

    /// Loads the log after an event.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn log_after(
        &self,
        id: &GameId,
        seq: Seq,
    ) -> Result<Vec<(WireEvent, Option<String>)>, StoreError> {
        query::log_after(&self.readers, id, seq).await
    }

    /// Chat entries after a number, time and body.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn asides(
        &self,
        game: &GameId,
        after: u64,
    ) -> Result<Vec<(u64, UnixMillis, String)>, StoreError> {
        query::asides(&self.readers, game, after).await
    }

    /// A game as lists show it, also a private one; `None` if there is no such game.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn card(&self, id: &GameId) -> Result<Option<GameCard>, StoreError> {
        query::card(&self.readers, id).await
    }

    /// The newest games that match a filter.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn list(&self, filter: GameFilter) -> Result<Vec<GameCard>, StoreError> {
        let pool = if filter.is_search() { &self.searchers } else { &self.readers };
        query::list(pool, &filter).await
    }

    /// Puts finished games into the index, all or none.
    ///
    /// # Errors
    /// A database error.
    pub async fn index_games(&self, entries: &[IndexEntry]) -> Result<(), StoreError> {
        game_index::insert(&self.writers, entries).await
    }

    /// Has the database count what its indexes hold, which it chooses among them by.
    ///
    /// # Errors
    /// A database error.
    pub async fn update_statistics(&self) -> Result<(), StoreError> {
        game_index::update_statistics(&self.writers).await
    }

    /// A page of the finished games that match, those that ended last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn search(&self, search: &GameSearch) -> Result<Vec<FoundGame>, StoreError> {
        search::search(&self.searchers, search).await
    }

    /// How many finished games match, counted up to `most`.
    ///
    /// # Errors
    /// A database error.
    pub async fn count_found(&self, search: &GameSearch, most: u32) -> Result<u64, StoreError> {
        search::count(&self.searchers, search, most).await
    }

    /// The listed finished games of a player, counted by ruleset.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn player_counts(&self, player: &GuestId) -> Result<Vec<PlayerCount>, StoreError> {
        search::player_counts(&self.searchers, player).await
    }

    /// The latest listed game of a player, live or finished.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn latest_game(&self, player: &GuestId) -> Result<Option<GameCard>, StoreError> {
        search::latest_game(&self.readers, player).await
    }

    /// Records that players of these games are connected.
    ///
    /// # Errors
    /// A database error.
    pub async fn record_presence(&self, games: &[GameId], now: UnixMillis) -> Result<(), StoreError> {
        presence::record(&self.writers, games, now).await
    }

    /// Deletes old presence.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_presence(&self, now: UnixMillis) -> Result<(), StoreError> {
        presence::purge(&self.writers, now).await
    }

    /// Live games whose deadline has passed, most urgent first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn due_games(&self, now: UnixMillis) -> Result<Vec<GameId>, StoreError> {
        query::due_games(&self.readers, now).await
    }

    /// Inserts a seek unless its owner or its origin has too many open ones; its owner counts as
    /// present.
    ///
    /// # Errors
    /// [`StoreError::TooManySeeks`], or a database error.
    pub async fn insert_seek(&self, seek: SeekRow, limits: SeekLimits) -> Result<(), StoreError> {
        seek::insert(&self.writers, &seek, limits).await
    }

    /// A seek with the game that came of it.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn seek(&self, id: &str) -> Result<Option<(SeekRow, Option<GameId>)>, StoreError> {
        seek::get(&self.readers, id).await
    }

    /// Open public seeks whose owners were present recently.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn open_seeks(
        &self,
        now: UnixMillis,
        alive_since: UnixMillis,
    ) -> Result<Vec<SeekRow>, StoreError> {
        seek::list_open(&self.readers, now, alive_since).await
    }

    /// Open public seeks of a guest, oldest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn own_seeks(&self, by: &GuestId, now: UnixMillis) -> Result<Vec<SeekRow>, StoreError> {
        seek::list_own(&self.readers, by, now).await
    }

    /// Open seeks of these guests, including private ones: owner and seek id.
    ///
    /// # Errors
    /// A database error.
    pub async fn waiting_seeks(
        &self,
        by: &[GuestId],
        now: UnixMillis,
    ) -> Result<Vec<(GuestId, String)>, StoreError> {
        seek::waiting(&self.readers, by, now).await
    }

    /// Records that these owners are present.
    ///
    /// # Errors
    /// A database error.
    pub async fn touch_seeks(&self, by: &[GuestId], now: UnixMillis) -> Result<(), StoreError> {
        seek::touch(&self.writers, by, now).await
    }

    /// Deletes an open seek of its owner.
    ///
    /// # Errors
    /// A database error.
    pub async fn delete_seek(&self, id: &str, by: &GuestId) -> Result<bool, StoreError> {
        seek::delete(&self.writers, id, by).await
    }

    /// The site key, created once and shared by all nodes.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn site_key(&self) -> Result<[u8; 32], StoreError> {
        backend::site_key(&self.writers).await
    }

    /// The keys that sign guest tokens, the first created once; shared by all nodes.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn token_keys(&self) -> Result<TokenKeys, StoreError> {
        token_key::token_keys(&self.writers).await
    }

    /// Creates a new key for guest tokens; returns its number. A server may be running meanwhile.
    ///
    /// # Errors
    /// The store does not exist, or a database error.
    pub async fn rotate_token_key(place: &StorageLocation, revoke_old: bool) -> Result<u32, StoreError> {
        token_key::rotate(place, revoke_old).await
    }

    /// Revokes the tokens of a guest that were issued up to now; returns the least time of issue of
    /// those that are valid, in seconds since the epoch. `None` if too many guests have revoked theirs.
    ///
    /// # Errors
    /// A database error.
    pub async fn revoke_tokens(&self, guest: &GuestId) -> Result<Option<u64>, StoreError> {
        token_key::revoke(&self.writers, guest, MAX_REVOCATIONS).await
    }

    /// Revokes the tokens of a guest in a database whose server may be running.
    ///
    /// # Errors
    /// There is no database, or it cannot be written.
    pub async fn revoke_tokens_at(place: &StorageLocation, guest: &GuestId) -> Result<(), StoreError> {
        token_key::revoke_at(place, guest).await
    }

    /// Checks that games can be read and written and that this node's lease is valid.
    ///
    /// # Errors
    /// What is wrong.
    pub async fn check_health(&self) -> Result<(), StoreError> {
        self.control.fetch("SELECT 1 FROM game LIMIT 1", &[]).await?;
        self.node_lease.prove_write(&self.control).await?;
        if self.is_fenced() { Err(StoreError::Fenced) } else { Ok(()) }
    }

    /// Subscribes to events of this node and all others. A receiver that lags must read everything
    /// again, as after [`StoreEvent::Lagged`].
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<StoreEvent> {
        self.notifier.events().subscribe()
    }

    /// Notifies all nodes that the lobby has changed.
    pub async fn notify_lobby(&self) {
        self.notifier.notify_lobby();
    }

    /// Archives the logs of at most `most` games that ended before a time; returns how many.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn archive_games(&self, before: UnixMillis, most: u32) -> Result<u32, StoreError> {
        archive::archive_games(&self.readers, &self.writers, before, most).await
    }

    /// Which migrations a database has and lacks; changes nothing.
    ///
    /// # Errors
    /// The tables are too old or too new, there is no database, or a database error.
    pub async fn migration_status(place: &StorageLocation) -> Result<MigrationStatus, StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let status = async {
            let mut work = backend.readers.begin_read_only().await?;
            let status = migrations::status(&mut work).await;
            work.finish(status).await
        };
        let status = status.await;
        backend.close().await;
        status
    }

    /// Migrates a database to the tables of this program, or creates them.
    ///
    /// # Errors
    /// The tables are too old or too new, or a database error.
    pub async fn migrate(place: &StorageLocation) -> Result<(), StoreError> {
        Backend::open(place).await?.close().await;
        Ok(())
    }

    /// Writes a backup from one consistent snapshot; returns the number of rows. A server may be
    /// running meanwhile. The backup contains the secrets of site and games.
    ///
    /// # Errors
    /// The store does not exist, or a database or I/O error.
    pub async fn backup_offline(place: &StorageLocation, out: impl Write) -> Result<u64, StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let written = backup::write(&backend.readers, out).await;
        backend.close().await;
        written
    }

    /// As [`Store::backup_offline`], for an open store.
    ///
    /// # Errors
    /// As [`Store::backup_offline`].
    #[cfg(test)]
    pub async fn backup(&self, out: impl Write) -> Result<u64, StoreError> {
        backup::write(&self.readers, out).await
    }

    /// Restores a backup into an empty database, all or nothing; returns the number of rows.
    ///
    /// # Errors
    /// The database is not empty, or the backup is malformed.
    pub async fn restore(place: &StorageLocation, input: impl BufRead) -> Result<u64, StoreError> {
        backup::read(place, input).await
    }
}
