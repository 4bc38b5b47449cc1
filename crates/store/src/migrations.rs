//! Migrations of the tables, run whenever a store is opened.
//!
//! Nodes of two versions run side by side, so a change of the tables takes two releases: one only
//! *expands* (adds tables and columns that the version before ignores), the next *contracts* (drops
//! what nobody uses any more). A database therefore has two numbers. Its *version* is its last
//! migration. Its *level* is the oldest version that a program must know to work with it, in
//! `user_version` of SQLite and `table_version` of PostgreSQL; only a contracting migration raises it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha384};

use super::backend::{Backend, StorageLocation};
use super::sql::{Connection, Pool, SqlDialect, SqlParam, Transaction};
use super::{Store, StoreError};

/// A change of the tables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Migration {
    /// Number and description, joined by `_`.
    pub(super) name: &'static str,
    pub(super) sqlite: &'static str,
    pub(super) postgres: &'static str,
}

macro_rules! migration {
    ($name:literal) => {
        Migration {
            name: $name,
            sqlite: include_str!(concat!("../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../migrations/postgres/", $name, ".sql")),
        }
    };
}

/// The migrations, the first one first.
pub(super) const MIGRATIONS: [Migration; 16] = [
    migration!("0001_games"),
    migration!("0002_accounts"),
    migration!("0003_ratings"),
    migration!("0004_events"),
    migration!("0005_appointments"),
    migration!("0006_moderation"),
    migration!("0007_bots"),
    migration!("0008_vacation"),
    migration!("0009_email"),
    migration!("0010_studies"),
    migration!("0011_clubs"),
    migration!("0012_invitations"),
    migration!("0013_levels"),
    migration!("0014_identity"),
    migration!("0015_indicators"),
    migration!("0016_webhooks"),
];

impl Migration {
    fn number(&self) -> i64 {
        self.name.split('_').next().and_then(|number| number.parse().ok()).unwrap_or_default()
    }

    fn description(&self) -> String {
        self.name.split('_').skip(1).collect::<Vec<_>>().join(" ")
    }

    fn script(&self, dialect: SqlDialect) -> &'static str {
        dialect.choose(self.sqlite, self.postgres)
    }
}

/// Version of the tables: number of the last migration.
pub(super) const SCHEMA_VERSION: i64 = 16;

/// Advisory lock for the tables until the end of a transaction; any number shared by all nodes. A lock of
/// the session would stay where a pooler hands the session on.
const POSTGRES_LOCK: &str = "SELECT pg_advisory_xact_lock(7240661)";
/// The same lock, unless another connection has it.
const POSTGRES_TRY_LOCK: &str = "SELECT 1 WHERE pg_try_advisory_xact_lock(7240661)";
/// The connection that has the lock: `pg_locks` shows those of all databases, where the number is as free.
const POSTGRES_LOCK_HOLDER: &str = "SELECT CAST(pid AS BIGINT) AS pid, application_name AS name FROM pg_locks \
     JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND objid = 7240661 AND objsubid = 1 \
     AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
/// How long the migrations of another node are waited for.
const LOCK_TIMEOUT: Duration = Duration::from_secs(600);
/// How often the lock is asked for.
const LOCK_INTERVAL: Duration = Duration::from_millis(500);
/// A migration, or waiting for that of another node, may take long; that the table of migrations
/// exists already is no news.
const POSTGRES_SETTINGS: &str = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; \
     SET client_min_messages = warning";

/// State of the tables of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MigrationStatus {
    /// Version of the tables; `None` if there are none.
    pub version: Option<i64>,
    /// Version this program migrates to.
    pub target: i64,
    /// Migrations that are not applied yet: number and description.
    pub pending: Vec<(i64, String)>,
}

impl Store {
    /// Which migrations a database has and lacks; changes nothing.
    ///
    /// # Errors
    /// The tables are too old or too new, there is no database, or a database error.
    pub async fn migration_status(place: &StorageLocation) -> Result<MigrationStatus, StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let status = async {
            let mut work = backend.readers.begin_read_only().await?;
            let status = status(&mut work).await;
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
}

/// Checks that a database has every table that this program writes to.
///
/// # Errors
/// It lacks some, there is no database, or a database error.
pub(super) async fn check_current(place: &StorageLocation) -> Result<(), StoreError> {
    match Store::migration_status(place).await?.pending.first() {
        None => Ok(()),
        Some((number, _)) => Err(StoreError::Version(format!(
            "the tables here lack the migration {number}; `rukh migrate` makes it, or a start of the server"
        ))),
    }
}

/// Creates the tables or migrates them to the present version.
///
/// # Errors
/// The tables have an unknown version, or a database error.
pub(super) async fn run(pool: &Pool) -> Result<(), StoreError> {
    run_all(pool, &MIGRATIONS).await
}

/// Applies those of the migrations that are missing.
pub(super) async fn run_all(pool: &Pool, migrations: &[Migration]) -> Result<(), StoreError> {
    if pool.dialect() == SqlDialect::Sqlite {
        return apply(&mut pool.connection().await?, migrations).await;
    }
    let lock = lock(pool, LOCK_TIMEOUT).await?;
    let mut connection = pool.connection().await?;
    let migrated = match connection.script(POSTGRES_SETTINGS).await {
        Ok(()) => apply(&mut connection, migrations).await,
        Err(error) => Err(error),
    };
    // Ends its settings.
    connection.close().await;
    lock.finish(migrated).await
}

/// A transaction of PostgreSQL that has the lock of the tables, which one process at a time may change.
///
/// # Errors
/// [`StoreError::Locked`] if another connection keeps the lock longer than `timeout`.
pub(super) async fn lock(pool: &Pool, timeout: Duration) -> Result<Transaction, StoreError> {
    let begun = Instant::now();
    let mut is_logged = false;
    loop {
        let mut work = pool.begin().await?;
        work.script("SET LOCAL idle_in_transaction_session_timeout = 0").await?;
        if !work.fetch(POSTGRES_TRY_LOCK, &[]).await?.is_empty() {
            return Ok(work);
        }
        let rows = work.fetch(POSTGRES_LOCK_HOLDER, &[]).await?;
        work.finish(Ok(())).await?;
        // The lock may have been released since.
        if let Some(row) = rows.first() {
            let (pid, name): (i64, String) = (row.get("pid")?, row.get("name")?);
            if begun.elapsed() >= timeout {
                return Err(StoreError::Locked { pid, name });
            }
            if !is_logged {
                tracing::warn!(pid, name, "waiting for a connection that has the lock of the tables");
                is_logged = true;
            }
        }
        tokio::time::sleep(LOCK_INTERVAL).await;
    }
}

/// Recorded migrations of later versions are no error: whether this program can work with them is said by
/// the level.
async fn apply(connection: &mut Connection, migrations: &[Migration]) -> Result<(), StoreError> {
    level(connection).await?;
    let dialect = connection.dialect();
    connection.script(record_table(dialect)).await?;
    let recorded = connection.fetch("SELECT version, checksum FROM _sqlx_migrations", &[]).await?;
    let recorded = recorded.iter().map(|row| Ok((row.get("version")?, row.get("checksum")?)));
    let recorded: BTreeMap<i64, Vec<u8>> = recorded.collect::<Result<_, StoreError>>()?;
    for migration in migrations {
        let (number, script) = (migration.number(), migration.script(dialect));
        let checksum = Sha384::digest(script);
        match recorded.get(&number) {
            Some(recorded) if **recorded == *checksum => continue,
            Some(_) => return Err(another_migration(number)),
            None => {}
        }
        let begun = Instant::now();
        connection.script("BEGIN").await?;
        connection.script(script).await?;
        let record = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             VALUES ($1, $2, TRUE, $3, $4)";
        let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let description = migration.description();
        let values = [number.into(), (&description).into(), SqlParam::Bytes(&checksum), nanoseconds.into()];
        connection.execute(record, &values).await?;
        connection.script("COMMIT").await?;
    }
    Ok(())
}

/// The table of the applied migrations.
fn record_table(dialect: SqlDialect) -> &'static str {
    match dialect {
        SqlDialect::Sqlite => {
            "CREATE TABLE IF NOT EXISTS _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
             installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, \
             checksum BLOB NOT NULL, execution_time BIGINT NOT NULL)"
        }
        SqlDialect::Postgres => {
            "CREATE TABLE IF NOT EXISTS _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
             installed_on TIMESTAMPTZ NOT NULL DEFAULT now(), success BOOLEAN NOT NULL, \
             checksum BYTEA NOT NULL, execution_time BIGINT NOT NULL)"
        }
    }
}

/// Checks that there are tables which this program can read, in a transaction that only reads.
///
/// # Errors
/// There are no tables, they are too new, or a database error.
pub(super) async fn check_readable(connection: &mut Connection) -> Result<(), StoreError> {
    if connection.dialect() == SqlDialect::Postgres {
        connection.script(POSTGRES_LOCK).await?;
    }
    match level(connection).await? {
        Some(_) => Ok(()),
        None => Err(StoreError::Version("there are no games here".to_owned())),
    }
}

/// Which migrations a database has and lacks, in a transaction that only reads.
///
/// # Errors
/// The tables are too new, or a database error.
pub(super) async fn status(connection: &mut Connection) -> Result<MigrationStatus, StoreError> {
    let applied: Vec<i64> = match level(connection).await? {
        None => Vec::new(),
        Some(_) => {
            let rows = connection.fetch("SELECT version FROM _sqlx_migrations", &[]).await?;
            rows.iter().map(|row| row.get("version")).collect::<Result<_, _>>()?
        }
    };
    let pending = MIGRATIONS.into_iter().filter(|migration| !applied.contains(&migration.number()));
    let pending = pending.map(|migration| (migration.number(), migration.description())).collect();
    Ok(MigrationStatus { version: applied.into_iter().max(), target: SCHEMA_VERSION, pending })
}

/// Level of the existing tables, if any.
///
/// # Errors
/// It is above this program's version, or a database error.
async fn level(connection: &mut Connection) -> Result<Option<i64>, StoreError> {
    let statement = match connection.dialect() {
        SqlDialect::Sqlite => {
            "SELECT user_version AS version FROM pragma_user_version WHERE user_version > 0"
        }
        SqlDialect::Postgres => {
            let missing = "SELECT 1 WHERE to_regclass('table_version') IS NULL";
            if !connection.fetch(missing, &[]).await?.is_empty() {
                return Ok(None);
            }
            "SELECT version FROM table_version"
        }
    };
    let rows = connection.fetch(statement, &[]).await?;
    match rows.first().map(|row| row.get("version")).transpose()? {
        Some(later) if later > SCHEMA_VERSION => Err(later_version(later)),
        known => Ok(known),
    }
}

fn later_version(version: i64) -> StoreError {
    StoreError::Version(format!(
        "the games here were stored by a later version of rukh (tables of version {version}, this program \
         knows {SCHEMA_VERSION}); use that version or a later one"
    ))
}

fn another_migration(number: i64) -> StoreError {
    StoreError::Version(format!(
        "the tables here were made by another build of rukh, whose migration {number} differs; use that \
         build, or restore a backup into an empty database"
    ))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{MIGRATIONS, SCHEMA_VERSION};

    #[test]
    fn migrations_are_in_order_and_are_all_that_is_stored() {
        let numbers: Vec<i64> = MIGRATIONS.iter().map(|migration| migration.number()).collect();
        assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
        assert_eq!(numbers.last(), Some(&SCHEMA_VERSION));
        for folder in ["migrations/sqlite", "migrations/postgres"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            assert_eq!(std::fs::read_dir(folder).unwrap().count(), MIGRATIONS.len());
        }
    }
}
