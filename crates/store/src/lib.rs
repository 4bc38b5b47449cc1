//! The game store, in SQLite or PostgreSQL. All SQL is in this crate.
//!
//! Appends go through writers that put everything queued into one transaction, so a busy server
//! does not flush more often than a quiet one. An append returns when it is durable. A game has a
//! single writer at a time, identified by its *epoch*: an append with another epoch is rejected in
//! the transaction that would have written it.
//!
//! ```
//! # use std::sync::Arc;
//! # use rukh_fair_dice::ServerSeed;
//! # use rukh_rules::{Game, Ruleset, catalog};
//! # use rukh_session::session::{GameInfo, Session};
//! # use rukh_session::wire::time::UnixMillis;
//! # use rukh_session::wire::{GameTimeControl, Intent, Player, SpectatorMode};
//! use rukh_store::{Append, Epoch, LeaseOutcome, NewGame, StorageLocation, Store, StoreError};
//!
//! # let info = GameInfo {
//! #     id: "example".parse()?,
//! #     white: Player::Engine { level: 1 },
//! #     black: Player::Engine { level: 1 },
//! #     server_seed: ServerSeed([7; 32]),
//! #     time_control: GameTimeControl::None,
//! #     odds: None,
//! #     spectator_mode: SpectatorMode::Match,
//! #     private: false,
//! #     rated: None,
//! #     started: UnixMillis::new(0),
//! # };
//! # let game = Game::new(Arc::new(Ruleset::named("shatranj")?));
//! # let new = NewGame {
//! #     hash: game.ruleset().hash(),
//! #     fen: game.fen(),
//! #     server_seed: info.server_seed.reveal(),
//! #     ruleset_text: Some(catalog::file("shatranj")?.text()),
//! #     seek: None,
//! # };
//! # let (mut session, start) = Session::new(info, game, UnixMillis::new(0));
//! # let folder = std::env::temp_dir().join(format!("rukh-store-example-{}", std::process::id()));
//! # let place = StorageLocation::Sqlite(folder.clone());
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let (store, closing) = Store::open(&place, "node").await?;
//! // A game begins with an append that has what is stored once.
//! let append = Append {
//!     card: session.card_with(&start),
//!     new: Some(new),
//!     events: start.events().to_vec(),
//!     intent: None,
//!     epoch: Epoch::FIRST,
//!     deadline: None,
//!     inputs: Vec::new(),
//!     begins: None,
//! };
//! store.append(append).await?;
//! session.commit(start, None);
//!
//! // Whoever acquires the lease has a new epoch; the writer before it writes nothing any more.
//! let id = &session.info().id;
//! let Some(LeaseOutcome::Granted(lease)) = store.acquire_lease(id).await? else { panic!() };
//! let mv = Intent::Move { coordinates: "e2e3".to_owned() };
//! let draft = session.draft_intent(&mv, UnixMillis::new(1_000), 0).expect("a legal move");
//! let next = |epoch| Append {
//!     card: session.card_with(&draft),
//!     new: None,
//!     events: draft.events().to_vec(),
//!     intent: None,
//!     epoch,
//!     deadline: None,
//!     inputs: Vec::new(),
//!     begins: None,
//! };
//! assert!(matches!(store.append(next(Epoch::FIRST)).await, Err(StoreError::Stale)));
//! store.append(next(lease.epoch)).await?;
//! assert_eq!(store.load(id).await?.map(|game| game.log.len()), Some(2));
//! drop(store);
//! closing.await;
//! # Ok::<(), StoreError>(())
//! # })?;
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Decision
//!
//! Relying on lock timeouts alone was rejected: a node that wakes up late would still write.

use std::convert::Infallible;
use std::future::Future;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rukh_session::id::GameId;
use rukh_session::wire::time::UnixMillis;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::{AbortHandle, JoinHandle};

mod account;
mod account_feed;
mod appointment;
mod archive;
mod backend;
mod backup;
mod batch;
mod block;
mod bot;
pub mod clock;
mod club;
mod data;
mod email;
mod email_outbox;
mod error;
mod event;
mod follow;
mod game_index;
mod health;
mod identity;
mod indicator;
mod input;
mod invitation;
mod laws;
mod lease;
mod level_rating;
mod mail;
mod migrations;
mod moderation;
mod moderation_log;
pub mod name;
mod notify;
mod outbox;
mod player;
mod postgres_log;
mod presence;
mod push;
mod query;
mod rating;
mod reminder;
mod report;
mod review;
mod row;
mod search;
mod seek;
mod sign_in;
mod sql;
mod sqlite;
mod sqlite_log;
mod study;
#[cfg(test)]
mod tests;
mod token_key;
mod vacation;
mod way;
mod webhook;
mod webhook_delivery;

pub use account::{AccountAction, AccountRow, ListedAccount, NewAccount, PasskeyRow, RENAME_INTERVAL};
pub use appointment::{AppointmentLimits, AppointmentRow, AppointmentStage};
use backend::Backend;
pub use backend::StorageLocation;
use batch::{AsideWrite, StoreWrite, WriteRequest};
pub use bot::BotChoice;
pub use club::{ClubChange, ClubLimits, ClubMemberKind, ClubMemberRow, ClubPostRow, ClubRow, NewClubPost};
pub use data::{
    Append, Epoch, GameFilter, GameStatus, GameSummary, Lease, LeaseOutcome, NewGame, SeekLimits, SeekRow,
    SideInput, StoredGame,
};
pub use email::{EmailAccount, EmailRow};
pub use email_outbox::{EmailKind, OutgoingEmail, SecurityChange};
pub use error::{ClubRefusal, StoreError};
pub use event::{EventAppend, EventEntry, EventRow, EventStage, FinishedEventGame};
pub use follow::FollowRow;
pub use game_index::{IndexEntry, IndexedResult, OpeningHashes, PositionHash};
pub use health::Health;
pub use identity::{IdentityAddition, IdentityRow};
pub use indicator::{CountedGameRow, IndicatorClaim, IndicatorJob, IndicatorRow};
pub use invitation::InvitationRow;
use laws::KnownLaws;
use lease::NodeLease;
pub use level_rating::{LevelGame, LevelRatingRow};
pub use mail::Mail;
pub use migrations::MigrationStatus;
pub use moderation::{NewSanction, REPORT_RETENTION_DAYS, Restrictions, SanctionRow};
pub use moderation_log::{LogPage, ModerationEntry};
use notify::Notifier;
pub use notify::StoreEvent;
pub use outbox::FinishedGameConsumer;
pub use push::PushRow;
pub use rating::{GameToRate, LeaderKind, RatingChange, RatingRow, shown};
pub use reminder::{Reminder, ReminderKind};
pub use report::{NewReport, ReportRow};
pub use search::{FoundGame, GameSearch, OpeningHalf, PlayerCount, PlayerFilter, ResultFilter};
pub use sign_in::{APPEAL_SCOPE, Ceremony, SignInRow};
use sql::{Pool, SqlDialect};
use sqlite_log::SqliteLog;
pub use study::{NewStudyOp, StudyAppend, StudyLimits, StudyMember, StudyOpRow, StudyRow};
pub use token_key::{CLOCK_SKEW, MAX_REVOCATIONS, TOKEN_LIFETIME, TokenKey, TokenKeys};
pub use vacation::{VACATION_DAYS, VacationOutcome, VacationRow, vacation_days_left};
pub use way::{WayRemoval, WayToSignIn};
pub use webhook::{WebhookRow, WebhookStop};
pub use webhook_delivery::{
    DeliveryAttempt, DeliveryOutcome, DeliveryRow, DueDelivery, FailureLimit, LATEST_DELIVERIES, NewDelivery,
};

/// The game store. Clones share its connections; the database is closed with the last one.
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
                    let (shard, inbox) = mpsc::channel(postgres_log::QUEUE_SIZE);
                    let pool = backend.log_writers.clone();
                    writing.push(tokio::spawn(postgres_log::run(pool, notifier.clone(), inbox)));
                    shards.push(shard);
                }
                LogWriter::Postgres(shards.into())
            }
        };
        let (store, mut closed) = Store::over(&backend, notifier, node_lease.clone(), log);
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

    /// Opens the store of a server that may be running, to read it: no game can be written by what is opened.
    ///
    /// # Errors
    /// There is no database, its tables are not those of this program, or a database error.
    pub async fn open_beside(place: &StorageLocation) -> Result<(Store, CloseHandle), StoreError> {
        migrations::check_current(place).await?;
        let backend = Backend::open_read_only(place).await?;
        let log = match &backend.log_writers {
            Pool::Sqlite(threads) => LogWriter::Sqlite(SqliteLog::new(threads.clone())),
            Pool::Postgres(_) => LogWriter::Postgres([mpsc::channel(1).0].into()),
        };
        let node_lease = Arc::new(NodeLease::unregistered("beside")?);
        let (store, mut closed) = Store::over(&backend, Notifier::local(), node_lease, log);
        let closing = tokio::spawn(async move {
            let None = closed.recv().await;
            backend.close().await;
        });
        Ok((store, CloseHandle(closing)))
    }

    /// A store over the connections of a database, and what says that its last clone is dropped.
    fn over(
        backend: &Backend,
        notifier: Notifier,
        node_lease: Arc<NodeLease>,
        log: LogWriter,
    ) -> (Store, mpsc::Receiver<Infallible>) {
        let (open, closed) = mpsc::channel(1);
        let store = Store {
            readers: backend.readers.clone(),
            searchers: backend.searchers.clone(),
            writers: backend.writers.clone(),
            control: backend.control.clone(),
            notifier,
            node_lease,
            log,
            known_laws: Arc::default(),
            _open: open,
        };
        (store, closed)
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

    /// Whether other nodes share this store.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.readers.dialect() == SqlDialect::Postgres
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
}
