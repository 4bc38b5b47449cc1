//! Storage backends: connections, tables and migrations.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::StoreError;
use super::row::hex;
use super::sql::{Connection, Pool, SqlDialect, Transaction};
use crate::clock::random_bytes;

/// Location of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageLocation {
    /// An SQLite file in this directory; both are created if missing.
    Sqlite(PathBuf),
    /// PostgreSQL at an address such as `postgres://rukh@db.example/rukh`.
    Postgres(String),
}

/// Version of the tables.
pub(super) const SCHEMA_VERSION: i64 = 3;
/// Oldest version that is migrated, and whose backups can be restored.
pub(super) const OLDEST_SCHEMA_VERSION: i64 = 2;

/// Migration from version 2 to 3; new tables come from the schema.
const MIGRATION_2_TO_3: &str = "ALTER TABLE game ADD COLUMN turn TEXT";

const SCHEMA: &str = include_str!("schema.sql");

/// Timeout for acquiring a connection.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of reading connections.
const MAX_READERS: u32 = 8;
/// Number of log writers on PostgreSQL.
const WRITER_SHARDS: usize = 3;
/// Maximum number of other writing connections.
const MAX_WRITERS: u32 = 4;

/// PostgreSQL session settings: a node that hangs in a transaction must not block others from
/// taking its games over.
const POSTGRES_SETTINGS: [(&str, &str); 3] = [
    ("statement_timeout", "15s"),
    ("idle_in_transaction_session_timeout", "5s"),
    ("tcp_user_timeout", "10s"),
];
/// Advisory lock for the schema; any number shared by all nodes.
const SCHEMA_LOCK: &str = "SELECT pg_advisory_xact_lock(7240661)";

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
        let mut work = backend.writers.begin().await?;
        let prepared = migrate(&mut work).await;
        work.finish(prepared).await?;
        Ok(backend)
    }

    /// Opens a database for reading while its server may be running.
    pub(super) async fn open_read_only(place: &StorageLocation) -> Result<Backend, StoreError> {
        let backend = match place {
            StorageLocation::Sqlite(directory) => {
                let options = SqliteConnectOptions::new()
                    .filename(directory.join("games.sqlite"))
                    .busy_timeout(TIMEOUT)
                    .disable_statement_logging();
                let readers = Pool::Sqlite(sqlite_pool(1).connect_with(options).await?);
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
        let mut work = backend.readers.begin_read_only().await?;
        let known = schema_version(&mut work).await;
        match work.finish(known).await? {
            Some(SCHEMA_VERSION) => Ok(backend),
            Some(other) => Err(StoreError::Version(format!(
                "the games here are stored in tables of version {other}, this program knows {SCHEMA_VERSION}; \
                 serve them once with it, and earlier ones are brought up to date"
            ))),
            None => Err(StoreError::Version("there are no games here".to_owned())),
        }
    }

    async fn open_sqlite(directory: &Path) -> Result<Backend, StoreError> {
        let lock = lock(directory)?;
        let options = SqliteConnectOptions::new()
            .filename(directory.join("games.sqlite"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(TIMEOUT)
            .disable_statement_logging();
        // A single writing connection: writers wait in a fair queue, not for the database lock.
        let writers = sqlite_pool(1).connect_with(options.clone()).await?;
        let readers = sqlite_pool(MAX_READERS).connect_lazy_with(options);
        Ok(Backend {
            readers: Pool::Sqlite(readers),
            control: Pool::Sqlite(writers.clone()),
            log_writers: Pool::Sqlite(writers.clone()),
            writers: Pool::Sqlite(writers),
            writer_shards: 1,
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

fn sqlite_pool(most: u32) -> SqlitePoolOptions {
    // A connection to a file does not age.
    SqlitePoolOptions::new()
        .max_connections(most)
        .acquire_timeout(TIMEOUT * 4)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

/// Creates the directory and locks it.
fn lock(directory: &Path) -> Result<File, StoreError> {
    let unusable = |error| StoreError::Directory(directory.to_owned(), Arc::new(error));
    std::fs::create_dir_all(directory).map_err(unusable)?;
    let file = File::create(directory.join("lock")).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(directory.to_owned())),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// Creates or migrates the tables; rejects unknown versions.
async fn migrate(work: &mut Transaction) -> Result<(), StoreError> {
    match schema_version(work).await? {
        Some(SCHEMA_VERSION) => Ok(()),
        Some(OLDEST_SCHEMA_VERSION) => {
            work.script(MIGRATION_2_TO_3).await?;
            work.script(SCHEMA).await?;
            match work.dialect() {
                SqlDialect::Sqlite => work.script("PRAGMA user_version = 3").await,
                SqlDialect::Postgres => work.script("UPDATE table_version SET version = 3").await,
            }
        }
        Some(earlier) if earlier < OLDEST_SCHEMA_VERSION => {
            if !is_version_1_empty(work).await? {
                return Err(StoreError::Version(format!(
                    "the games here were stored by an earlier version of rukh (tables of version {earlier}, \
                     this program knows {SCHEMA_VERSION}); move `games.sqlite` away and start again, or play them \
                     on with that version"
                )));
            }
            work.script("DROP TABLE log; DROP TABLE game;").await?;
            create_tables(work).await
        }
        Some(later) => Err(StoreError::Version(format!(
            "the games here were stored by a later version of rukh (tables of version {later}, this program \
             knows {SCHEMA_VERSION}); use that version or a later one"
        ))),
        None => create_tables(work).await,
    }
}

async fn create_tables(work: &mut Transaction) -> Result<(), StoreError> {
    work.script(SCHEMA).await?;
    match work.dialect() {
        SqlDialect::Sqlite => work.script("PRAGMA user_version = 3").await,
        SqlDialect::Postgres => {
            work.script(
                "CREATE TABLE table_version (version BIGINT NOT NULL); INSERT INTO table_version VALUES (3)",
            )
            .await
        }
    }
}

/// Version of the existing tables, if any.
async fn schema_version(connection: &mut Connection) -> Result<Option<i64>, StoreError> {
    let statement = match connection.dialect() {
        SqlDialect::Sqlite => {
            "SELECT user_version AS version FROM pragma_user_version WHERE user_version > 0"
        }
        SqlDialect::Postgres => {
            connection.script(SCHEMA_LOCK).await?;
            let there = connection.fetch("SELECT 1 WHERE to_regclass('table_version') IS NULL", &[]).await?;
            if !there.is_empty() {
                return Ok(None);
            }
            "SELECT version FROM table_version"
        }
    };
    connection.fetch(statement, &[]).await?.first().map(|line| line.get("version")).transpose()
}

async fn is_version_1_empty(connection: &mut Connection) -> Result<bool, StoreError> {
    Ok(connection.fetch("SELECT 1 FROM game LIMIT 1", &[]).await?.is_empty())
}

/// The site key, created by the first node that asks.
pub(super) async fn site_key(writers: &Pool) -> Result<[u8; 32], StoreError> {
    let broken = |why: &str| StoreError::corrupt("site_key", why);
    let fresh: [u8; 32] = random_bytes().map_err(|error| broken(&error.to_string()))?;
    let put = "INSERT INTO secret (name, value) VALUES ('site_key', $1) ON CONFLICT (name) DO NOTHING";
    writers.execute(put, &[(&hex(&fresh)).into()]).await?;
    let lines = writers.fetch("SELECT value FROM secret WHERE name = 'site_key'", &[]).await?;
    let value: String = lines.first().ok_or_else(|| broken("it is missing"))?.get("value")?;
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
