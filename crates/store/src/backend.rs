//! Storage backends: locations, connections and the site key.

use std::fs::{DirBuilder, File, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions};

use super::sql::Pool;
use super::sqlite::{SqliteOptions, SqliteThreads};
use super::{Store, StoreError, migrations};
use crate::clock::random_bytes;

/// Location of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageLocation {
    /// An SQLite file in this directory; both are created if missing.
    Sqlite(PathBuf),
    /// PostgreSQL at an address such as `postgres://rukh@db.example/rukh`.
    Postgres(String),
}

/// Timeout for acquiring a connection.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of reading connections to PostgreSQL.
const MAX_READERS: u32 = 8;
/// Number of threads that read an SQLite file.
const SQLITE_READERS: usize = 4;
/// Number of threads, or of connections, that search for games.
const SEARCHERS: usize = 2;
/// How long a statement may run that reads something known.
const READ_DEADLINE: Duration = Duration::from_secs(15);
/// How long a search may run.
const SEARCH_DEADLINE: Duration = Duration::from_secs(2);
/// Number of log writers on PostgreSQL.
const WRITER_SHARDS: usize = 3;
/// Maximum number of other writing connections to PostgreSQL.
const MAX_WRITERS: u32 = 4;

/// PostgreSQL session settings: a node that hangs in a transaction must not block others from
/// taking its games over.
const POSTGRES_SETTINGS: &str =
    "SET idle_in_transaction_session_timeout = '5s'; SET tcp_user_timeout = '10s'";

/// An open database with its tables.
#[derive(Debug)]
pub(super) struct Backend {
    pub(super) readers: Pool,
    /// For searches, which take longer than other reads and must not keep them waiting.
    pub(super) searchers: Pool,
    pub(super) writers: Pool,
    /// For appends.
    pub(super) log_writers: Pool,
    /// For heartbeats and notifications, which must not queue behind other work.
    pub(super) control: Pool,
    pub(super) writer_shards: usize,
    /// Lock file of the data directory, held while the store is open.
    pub(super) lock: Option<File>,
}

impl Backend {
    pub(super) async fn open(place: &StorageLocation) -> Result<Backend, StoreError> {
        let backend = match place {
            StorageLocation::Sqlite(directory) => Backend::open_sqlite(directory).await?,
            StorageLocation::Postgres(url) => Backend::open_postgres(url)?,
        };
        check_sessions(&backend.writers).await?;
        migrations::run(&backend.writers).await?;
        Ok(backend)
    }

    /// Opens a database for reading while its server may be running.
    pub(super) async fn open_read_only(place: &StorageLocation) -> Result<Backend, StoreError> {
        let backend = match place {
            StorageLocation::Sqlite(directory) => {
                let file = directory.join("games.sqlite");
                let options = SqliteOptions { file, is_server: false, deadline: None };
                let readers = Pool::Sqlite(SqliteThreads::start(options, 1)?);
                Backend {
                    searchers: readers.clone(),
                    writers: readers.clone(),
                    log_writers: readers.clone(),
                    control: readers.clone(),
                    readers,
                    writer_shards: 0,
                    lock: None,
                }
            }
            StorageLocation::Postgres(url) => Backend::open_postgres(url)?,
        };
        Ok(backend)
    }

    async fn open_sqlite(directory: &Path) -> Result<Backend, StoreError> {
        let lock = lock(directory)?;
        let file = directory.join("games.sqlite");
        restrict(&file).map_err(|error| StoreError::Directory(directory.to_owned(), Arc::new(error)))?;
        let options = SqliteOptions { file, is_server: true, deadline: None };
        let reading = |deadline, threads| {
            let options = SqliteOptions { deadline: Some(deadline), ..options.clone() };
            SqliteThreads::start(options, threads).map(Pool::Sqlite)
        };
        // A single writing connection: writers wait in a fair queue, not for the database lock.
        let writers = Pool::Sqlite(SqliteThreads::start(options.clone(), 1)?);
        quick_check(&writers, directory).await?;
        Ok(Backend {
            readers: reading(READ_DEADLINE, SQLITE_READERS)?,
            searchers: reading(SEARCH_DEADLINE, SEARCHERS)?,
            control: writers.clone(),
            log_writers: writers.clone(),
            writers,
            writer_shards: 0,
            lock: Some(lock),
        })
    }

    fn open_postgres(url: &str) -> Result<Backend, StoreError> {
        let options = PgConnectOptions::from_str(url)?
            .application_name("rukh")
            // No value is a float, and poolers refuse the setting.
            .extra_float_digits(None)
            .disable_statement_logging();
        let within = |deadline: Duration, most: u32, is_tested: bool| -> PgPool {
            // Set in the session, since poolers refuse settings of the connection's start.
            let settings = format!("SET statement_timeout = {}; {POSTGRES_SETTINGS}", deadline.as_millis());
            let settings: Arc<str> = settings.into();
            PgPoolOptions::new()
                .max_connections(most)
                .test_before_acquire(is_tested)
                .acquire_timeout(TIMEOUT)
                .after_connect(move |connection, _| {
                    let settings = AssertSqlSafe(settings.to_string());
                    Box::pin(async move { sqlx::raw_sql(settings).execute(connection).await.map(drop) })
                })
                .connect_lazy_with(options.clone())
        };
        let pool = |most, is_tested| within(READ_DEADLINE, most, is_tested);
        let shards = u32::try_from(WRITER_SHARDS).unwrap_or(1);
        Ok(Backend {
            readers: Pool::Postgres(pool(MAX_READERS, true)),
            searchers: Pool::Postgres(within(SEARCH_DEADLINE, SEARCHERS as u32, true)),
            writers: Pool::Postgres(pool(MAX_WRITERS, true)),
            // A broken connection shows when the transaction begins.
            log_writers: Pool::Postgres(pool(shards, false)),
            // Heartbeat, listener, publisher and health check.
            control: Pool::Postgres(pool(4, true)),
            writer_shards: WRITER_SHARDS,
            lock: None,
        })
    }

    pub(super) async fn close(self) {
        for pool in [&self.readers, &self.searchers, &self.writers, &self.log_writers, &self.control] {
            pool.close().await;
        }
        drop(self.lock);
    }
}

impl Store {
    /// The site key, created once and shared by all nodes.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn site_key(&self) -> Result<[u8; 32], StoreError> {
        site_key(&self.writers).await
    }
}

/// Recognises a pooler in transaction mode: there one connection runs in the session of another, or in
/// another one while the first is in use.
async fn check_sessions(pool: &Pool) -> Result<(), StoreError> {
    let mut first = pool.connection().await?;
    let Some(session) = first.session_id().await? else { return Ok(()) };
    let mut second = pool.begin().await?;
    let other = second.session_id().await?;
    let again = tokio::time::timeout(TIMEOUT, first.session_id()).await;
    second.finish(Ok(())).await?;
    let is_kept = other != Some(session) && matches!(again, Ok(Ok(Some(again))) if again == session);
    if is_kept { Ok(()) } else { Err(StoreError::Pooler) }
}

/// Largest file that is checked before a server starts, in bytes: it takes a few seconds. A larger
/// one is checked page by page as it is read.
const MAX_CHECKED_BYTES: u64 = 4 << 30;

/// Recognises a damaged database file.
async fn quick_check(writers: &Pool, directory: &Path) -> Result<(), StoreError> {
    let file = directory.join("games.sqlite");
    let size = std::fs::metadata(&file).map_or(0, |metadata| metadata.len());
    if size > MAX_CHECKED_BYTES {
        tracing::info!(bytes = size, "the database is too large to be checked at the start");
        return Ok(());
    }
    let found = writers.fetch("PRAGMA quick_check(1)", &[]).await.map_err(|error| damaged(&file, error))?;
    match found.first().map(|row| row.get::<String>("quick_check")).transpose()? {
        Some(answer) if answer != "ok" => Err(StoreError::Damaged(file, answer)),
        _ => Ok(()),
    }
}

/// The error of a file that is no database, or one with a malformed image.
fn damaged(file: &Path, error: StoreError) -> StoreError {
    match &error {
        StoreError::Database(report) if matches!(report.code().as_deref(), Some("11" | "26")) => {
            StoreError::Damaged(file.to_owned(), report.to_string())
        }
        _ => error,
    }
}

/// Creates the database file and keeps it from other users: it holds the key that signs cookies.
/// The files that SQLite puts beside it get the same mode.
#[cfg(unix)]
fn restrict(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};

    let open = File::options().create(true).append(true).mode(0o600).open(file)?;
    open.set_permissions(std::fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn restrict(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Creates the directory, for this user only, and locks it.
fn lock(directory: &Path) -> Result<File, StoreError> {
    let unusable = |error| StoreError::Directory(directory.to_owned(), Arc::new(error));
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory).map_err(unusable)?;
    let file = File::create(directory.join("lock")).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(directory.to_owned())),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// The site key, created by the first node that asks. A database with games must have one: a new key
/// would sign everybody out, so it is not made in silence.
pub(super) async fn site_key(writers: &Pool) -> Result<[u8; 32], StoreError> {
    let orphans =
        "SELECT 1 FROM game WHERE NOT EXISTS (SELECT 1 FROM secret WHERE name = 'site_key') LIMIT 1";
    if !writers.fetch(orphans, &[]).await?.is_empty() {
        return Err(StoreError::NoSiteKey);
    }
    let broken = |why: &str| StoreError::corrupt("site_key", why);
    let fresh: [u8; 32] = random_bytes().map_err(|error| broken(&error.to_string()))?;
    let put = "INSERT INTO secret (name, value) VALUES ('site_key', $1) ON CONFLICT (name) DO NOTHING";
    writers.execute(put, &[(&hex::encode(fresh)).into()]).await?;
    let lines = writers.fetch("SELECT value FROM secret WHERE name = 'site_key'", &[]).await?;
    let value: String = lines.first().ok_or_else(|| broken("it is missing"))?.get("value")?;
    parse_key("site_key", &value)
}

/// A stored key of a name.
pub(super) fn parse_key(name: &str, value: &str) -> Result<[u8; 32], StoreError> {
    let mut key = [0; 32];
    hex::decode_to_slice(value, &mut key).map_err(|error| StoreError::corrupt(name, error))?;
    Ok(key)
}
