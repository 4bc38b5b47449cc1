//! Storage backends: locations, connections and the site key.

use std::fs::{DirBuilder, File, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};

use super::sql::Pool;
use super::sqlite::{SqliteOptions, SqliteThreads};
use super::{StoreError, migrations};
use crate::clock::random_bytes;
use crate::hex::to_hex;

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
/// Number of log writers on PostgreSQL.
const WRITER_SHARDS: usize = 3;
/// Maximum number of other writing connections to PostgreSQL.
const MAX_WRITERS: u32 = 4;

/// PostgreSQL session settings: a node that hangs in a transaction must not block others from
/// taking its games over.
const POSTGRES_SETTINGS: [(&str, &str); 3] = [
    ("statement_timeout", "15s"),
    ("idle_in_transaction_session_timeout", "5s"),
    ("tcp_user_timeout", "10s"),
];
/// An open database with its tables.
#[derive(Debug)]
pub(super) struct Backend {
    pub(super) readers: Pool,
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
        migrations::run(&backend.writers).await?;
        Ok(backend)
    }

    /// Opens a database for reading while its server may be running.
    pub(super) async fn open_read_only(place: &StorageLocation) -> Result<Backend, StoreError> {
        let backend = match place {
            StorageLocation::Sqlite(directory) => {
                let options = SqliteOptions { file: directory.join("games.sqlite"), is_server: false };
                let readers = Pool::Sqlite(SqliteThreads::start(options, 1)?);
                let (writers, committers, vital) = (readers.clone(), readers.clone(), readers.clone());
                Backend {
                    readers,
                    writers,
                    log_writers: committers,
                    control: vital,
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
        let options = SqliteOptions { file, is_server: true };
        // A single writing connection: writers wait in a fair queue, not for the database lock.
        let writers = Pool::Sqlite(SqliteThreads::start(options.clone(), 1)?);
        quick_check(&writers, directory).await?;
        Ok(Backend {
            readers: Pool::Sqlite(SqliteThreads::start(options, SQLITE_READERS)?),
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
            .options(POSTGRES_SETTINGS)
            .disable_statement_logging();
        let pool = |most: u32, is_tested: bool| -> PgPool {
            PgPoolOptions::new()
                .max_connections(most)
                .test_before_acquire(is_tested)
                .acquire_timeout(TIMEOUT)
                .connect_lazy_with(options.clone())
        };
        let shards = u32::try_from(WRITER_SHARDS).unwrap_or(1);
        Ok(Backend {
            readers: Pool::Postgres(pool(MAX_READERS, true)),
            writers: Pool::Postgres(pool(MAX_WRITERS, true)),
            // A broken connection shows when the transaction begins.
            log_writers: Pool::Postgres(pool(shards, false)),
            // Heartbeat, listener and publisher.
            control: Pool::Postgres(pool(3, true)),
            writer_shards: WRITER_SHARDS,
            lock: None,
        })
    }

    pub(super) async fn close(self) {
        for pool in [&self.readers, &self.writers, &self.log_writers, &self.control] {
            pool.close().await;
        }
        drop(self.lock);
    }
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
    writers.execute(put, &[(&to_hex(&fresh)).into()]).await?;
    let lines = writers.fetch("SELECT value FROM secret WHERE name = 'site_key'", &[]).await?;
    let value: String = lines.first().ok_or_else(|| broken("it is missing"))?.get("value")?;
    parse_key("site_key", &value)
}

/// A stored key of a name.
pub(super) fn parse_key(name: &str, value: &str) -> Result<[u8; 32], StoreError> {
    let broken = |why: &str| StoreError::corrupt(name, why);
    let mut key = [0; 32];
    if value.len() != 64 || !value.is_ascii() {
        return Err(broken("it is too short or too long"));
    }
    for (byte, digits) in key.iter_mut().zip(value.as_bytes().chunks(2)) {
        let digits = std::str::from_utf8(digits).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).map_err(|error| broken(&error.to_string()))?;
    }
    Ok(key)
}
