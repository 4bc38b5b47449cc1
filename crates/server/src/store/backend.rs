//! Where games are kept: reaching the database and making its tables.

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
use super::sql::{Connection, Dialect, Pool, Work};
use crate::clock::secret;

/// Where games are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In one SQLite file in this directory; both are made if they are missing.
    Sqlite(PathBuf),
    /// In PostgreSQL, at an address such as `postgres://rukh@db.example/rukh`.
    Postgres(String),
}

/// The version of the tables.
pub(super) const VERSION: i64 = 3;
/// The earliest version whose tables are brought up to date, and whose backups are read.
pub(super) const OLDEST: i64 = 2;

/// What version 3 has and version 2 has not; the rest of it stands in the schema.
const FROM_2: &str = "ALTER TABLE game ADD COLUMN turn TEXT";

const SCHEMA: &str = include_str!("schema.sql");

/// How long a connection is waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// Connections that read.
const READERS: u32 = 8;
/// Writers of logs, where several can write at once.
const LANES: usize = 3;
/// Connections for everything else that is written.
const SPARE_WRITERS: u32 = 4;

/// How PostgreSQL is to treat us: a node that hangs in the middle of something
/// must not keep the others from taking its games over.
const MANNERS: [(&str, &str); 3] = [
    ("statement_timeout", "15s"),
    ("idle_in_transaction_session_timeout", "5s"),
    ("tcp_user_timeout", "10s"),
];
/// Any number, as long as all nodes name the same.
const SCHEMA_LOCK: &str = "SELECT pg_advisory_xact_lock(7240661)";

/// A database that was reached and has its tables.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) readers: Pool,
    pub(super) writers: Pool,
    /// For the logs.
    pub(super) committers: Pool,
    /// For the heart and the ears, which must not wait for anybody.
    pub(super) vital: Pool,
    pub(super) lanes: usize,
    /// Held as long as the directory is ours.
    pub(super) lock: Option<File>,
}

impl Ground {
    pub(super) async fn reach(place: &Place) -> Result<Ground, StoreError> {
        let ground = match place {
            Place::Sqlite(directory) => Ground::in_directory(directory).await?,
            Place::Postgres(url) => Ground::at_address(url)?,
        };
        let mut work = ground.writers.begin().await?;
        let prepared = prepare(&mut work).await;
        work.end(prepared).await?;
        Ok(ground)
    }

    /// Reaches a database to read it, while its server may be running.
    pub(super) async fn visit(place: &Place) -> Result<Ground, StoreError> {
        let ground = match place {
            Place::Sqlite(directory) => {
                let options = SqliteConnectOptions::new()
                    .filename(directory.join("games.sqlite"))
                    .busy_timeout(PATIENCE)
                    .disable_statement_logging();
                let readers = Pool::Sqlite(sqlite_pool(1).connect_with(options).await?);
                let (writers, committers, vital) = (readers.clone(), readers.clone(), readers.clone());
                Ground { readers, writers, committers, vital, lanes: 0, lock: None }
            }
            Place::Postgres(url) => Ground::at_address(url)?,
        };
        let mut work = ground.readers.snapshot().await?;
        let known = version(&mut work).await;
        match work.end(known).await? {
            Some(VERSION) => Ok(ground),
            Some(other) => Err(StoreError::Version(format!(
                "the games here are stored in tables of version {other}, this program knows {VERSION}; \
                 serve them once with it, and earlier ones are brought up to date"
            ))),
            None => Err(StoreError::Version("there are no games here".to_owned())),
        }
    }

    async fn in_directory(directory: &Path) -> Result<Ground, StoreError> {
        let lock = lock(directory)?;
        let options = SqliteConnectOptions::new()
            .filename(directory.join("games.sqlite"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        // One writer: who would write waits in a fair queue, not for a lock.
        let writers = sqlite_pool(1).connect_with(options.clone()).await?;
        let readers = sqlite_pool(READERS).connect_lazy_with(options);
        Ok(Ground {
            readers: Pool::Sqlite(readers),
            vital: Pool::Sqlite(writers.clone()),
            committers: Pool::Sqlite(writers.clone()),
            writers: Pool::Sqlite(writers),
            lanes: 1,
            lock: Some(lock),
        })
    }

    fn at_address(url: &str) -> Result<Ground, StoreError> {
        let options = PgConnectOptions::from_str(url)?
            .application_name("rukh")
            .options(MANNERS)
            .disable_statement_logging();
        let pool = |most: u32, is_tested: bool| -> PgPool {
            PgPoolOptions::new()
                .max_connections(most)
                .test_before_acquire(is_tested)
                .acquire_timeout(PATIENCE)
                .connect_lazy_with(options.clone())
        };
        let lanes = u32::try_from(LANES).unwrap_or(1);
        Ok(Ground {
            readers: Pool::Postgres(pool(READERS, true)),
            writers: Pool::Postgres(pool(SPARE_WRITERS, true)),
            // Whoever begins a transaction finds out by itself.
            committers: Pool::Postgres(pool(lanes, false)),
            // The heart, the ears and the mouth.
            vital: Pool::Postgres(pool(3, true)),
            lanes: LANES,
            lock: None,
        })
    }

    pub(super) async fn close(self) {
        for pool in [&self.readers, &self.writers, &self.committers, &self.vital] {
            pool.close().await;
        }
        drop(self.lock);
    }
}

fn sqlite_pool(most: u32) -> SqlitePoolOptions {
    // A connection to a file does not age.
    SqlitePoolOptions::new()
        .max_connections(most)
        .acquire_timeout(PATIENCE * 4)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

/// Makes the directory, and it ours.
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

/// Makes the tables, or refuses those of another version.
async fn prepare(work: &mut Work) -> Result<(), StoreError> {
    match version(work).await? {
        Some(VERSION) => Ok(()),
        Some(OLDEST) => {
            work.script(FROM_2).await?;
            work.script(SCHEMA).await?;
            match work.dialect() {
                Dialect::Sqlite => work.script("PRAGMA user_version = 3").await,
                Dialect::Postgres => work.script("UPDATE table_version SET version = 3").await,
            }
        }
        Some(earlier) if earlier < OLDEST => {
            if !is_version_1_empty(work).await? {
                return Err(StoreError::Version(format!(
                    "the games here were stored by an earlier version of rukh (tables of version {earlier}, \
                     this program knows {VERSION}); move `games.sqlite` away and start again, or play them \
                     on with that version"
                )));
            }
            work.script("DROP TABLE log; DROP TABLE game;").await?;
            make(work).await
        }
        Some(later) => Err(StoreError::Version(format!(
            "the games here were stored by a later version of rukh (tables of version {later}, this program \
             knows {VERSION}); use that version or a later one"
        ))),
        None => make(work).await,
    }
}

async fn make(work: &mut Work) -> Result<(), StoreError> {
    work.script(SCHEMA).await?;
    match work.dialect() {
        Dialect::Sqlite => work.script("PRAGMA user_version = 3").await,
        Dialect::Postgres => {
            work.script(
                "CREATE TABLE table_version (version BIGINT NOT NULL); INSERT INTO table_version VALUES (3)",
            )
            .await
        }
    }
}

/// The version of the tables that are there, if any are.
async fn version(connection: &mut Connection) -> Result<Option<i64>, StoreError> {
    let statement = match connection.dialect() {
        Dialect::Sqlite => "SELECT user_version AS version FROM pragma_user_version WHERE user_version > 0",
        Dialect::Postgres => {
            connection.script(SCHEMA_LOCK).await?;
            let there = connection.rows("SELECT 1 WHERE to_regclass('table_version') IS NULL", &[]).await?;
            if !there.is_empty() {
                return Ok(None);
            }
            "SELECT version FROM table_version"
        }
    };
    connection.rows(statement, &[]).await?.first().map(|line| line.get("version")).transpose()
}

async fn is_version_1_empty(connection: &mut Connection) -> Result<bool, StoreError> {
    Ok(connection.rows("SELECT 1 FROM game LIMIT 1", &[]).await?.is_empty())
}

/// The secret of the site, made by whoever asks first.
pub(super) async fn site_key(writers: &Pool) -> Result<[u8; 32], StoreError> {
    let broken = |why: &str| StoreError::broken("site_key", why);
    let fresh: [u8; 32] = secret().map_err(|error| broken(&error.to_string()))?;
    let put = "INSERT INTO secret (name, value) VALUES ('site_key', $1) ON CONFLICT (name) DO NOTHING";
    writers.run(put, &[(&hex(&fresh)).into()]).await?;
    let lines = writers.rows("SELECT value FROM secret WHERE name = 'site_key'", &[]).await?;
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
