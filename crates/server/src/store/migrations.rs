//! Migrations of the tables, run whenever a store is opened.
//!
//! Nodes of two versions run side by side, so a change of the tables takes two releases: one only
//! *expands* (adds tables and columns that the version before ignores), the next *contracts* (drops
//! what nobody uses any more). A database therefore has two numbers. Its *version* is its last
//! migration. Its *level* is the oldest version that a program must know to work with it; it stands
//! where versions of rukh without a table of migrations look for a version, in `user_version` of
//! SQLite and `table_version` of PostgreSQL, and only a contracting migration raises it. A database
//! without a table of migrations is adopted by recording those up to its level as applied.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use super::StoreError;
use super::sql::{Connection, Pool, SqlDialect, Transaction};

static SQLITE: LazyLock<Migrator> = LazyLock::new(|| tolerant(sqlx::migrate!("migrations/sqlite")));
static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| tolerant(sqlx::migrate!("migrations/postgres")));

/// Version of the tables: number of the last migration.
pub(super) const SCHEMA_VERSION: i64 = 8;
/// Oldest version that is migrated, and whose backups can be restored.
pub(super) const OLDEST_SCHEMA_VERSION: i64 = 2;

/// Advisory lock for the tables until the end of a transaction; any number shared by all nodes. A lock of
/// the session would stay where a pooler hands the session on.
const POSTGRES_LOCK: &str = "SELECT pg_advisory_xact_lock(7240661)";
/// The same lock, unless another connection has it.
const POSTGRES_TRY_LOCK: &str = "SELECT 1 WHERE pg_try_advisory_xact_lock(7240661)";
/// The connection that has the lock.
const POSTGRES_LOCK_HOLDER: &str = "SELECT CAST(pid AS BIGINT) AS pid, application_name AS name FROM pg_locks \
     JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND objid = 7240661 AND granted";
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

/// Migrations of later versions are no error: whether this program can work with them is said by the
/// level.
fn tolerant(mut migrator: Migrator) -> Migrator {
    // The lock of this module serves both databases; that of the library is one of the session.
    migrator.set_ignore_missing(true).set_locking(false);
    migrator
}

/// Creates the tables or migrates them to the present version.
///
/// # Errors
/// The tables have an unknown version, or a database error.
pub(super) async fn run(pool: &Pool) -> Result<(), StoreError> {
    if pool.dialect() == SqlDialect::Sqlite {
        return migrate(&mut pool.connection().await?).await;
    }
    let lock = lock(pool, LOCK_TIMEOUT).await?;
    let mut connection = pool.connection().await?;
    let migrated = match connection.script(POSTGRES_SETTINGS).await {
        Ok(()) => migrate(&mut connection).await,
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

async fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let adopted = match level(connection).await? {
        None => None,
        Some(earlier) if earlier < OLDEST_SCHEMA_VERSION => {
            drop_empty_tables(connection, earlier).await?;
            None
        }
        Some(known) if known <= SCHEMA_VERSION => Some(known),
        Some(later) => return Err(later_version(later)),
    };
    match connection {
        Connection::Postgres(connection) => apply(&POSTGRES, &mut **connection, adopted).await?,
        Connection::Sqlite(session) => {
            let options = SqliteConnectOptions::new().filename(session.file()).disable_statement_logging();
            let mut connection = options.connect().await?;
            apply(&SQLITE, &mut connection, adopted).await?;
            connection.close().await?;
        }
    }
    Ok(())
}

/// Records the migrations up to a version as applied, then applies the others.
async fn apply<C: Migrate>(
    migrator: &Migrator,
    connection: &mut C,
    adopted: Option<i64>,
) -> Result<(), MigrateError> {
    if adopted.is_some() {
        migrator.run_direct(adopted, connection, true).await?;
    }
    migrator.run_direct(None, connection, false).await
}

/// Version of tables that this program can read, in a transaction that only reads.
///
/// # Errors
/// There are no tables, they are too old or too new, or a database error.
pub(super) async fn readable_version(connection: &mut Connection) -> Result<i64, StoreError> {
    if connection.dialect() == SqlDialect::Postgres {
        connection.script(POSTGRES_LOCK).await?;
    }
    match level(connection).await? {
        Some(later) if later > SCHEMA_VERSION => Err(later_version(later)),
        Some(level) if level >= OLDEST_SCHEMA_VERSION => {
            Ok(applied(connection).await?.into_iter().fold(level, i64::max))
        }
        Some(earlier) => Err(earlier_version(earlier)),
        None => Err(StoreError::Version("there are no games here".to_owned())),
    }
}

/// Which migrations a database has and lacks, in a transaction that only reads.
///
/// # Errors
/// The tables are too old or too new, or a database error.
pub(super) async fn status(connection: &mut Connection) -> Result<MigrationStatus, StoreError> {
    let migrator = match connection.dialect() {
        SqlDialect::Sqlite => &SQLITE,
        SqlDialect::Postgres => &POSTGRES,
    };
    let (version, applied) = match level(connection).await? {
        None => (None, Vec::new()),
        Some(later) if later > SCHEMA_VERSION => return Err(later_version(later)),
        Some(earlier) if earlier < OLDEST_SCHEMA_VERSION => return Err(earlier_version(earlier)),
        Some(level) => {
            let mut applied = applied(connection).await?;
            applied.extend(OLDEST_SCHEMA_VERSION..=level);
            (applied.iter().copied().max(), applied)
        }
    };
    let is_pending = |number: i64| !applied.contains(&number);
    let pending = migrator.iter().filter(|migration| is_pending(migration.version));
    let pending = pending.map(|migration| (migration.version, migration.description.to_string())).collect();
    Ok(MigrationStatus { version, target: SCHEMA_VERSION, pending })
}

/// Numbers of the recorded migrations.
async fn applied(connection: &mut Connection) -> Result<Vec<i64>, StoreError> {
    let missing = match connection.dialect() {
        SqlDialect::Sqlite => {
            "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations')"
        }
        SqlDialect::Postgres => "SELECT 1 WHERE to_regclass('_sqlx_migrations') IS NULL",
    };
    if !connection.fetch(missing, &[]).await?.is_empty() {
        return Ok(Vec::new());
    }
    let rows = connection.fetch("SELECT version FROM _sqlx_migrations", &[]).await?;
    rows.iter().map(|row| row.get("version")).collect()
}

/// Level of the existing tables, if any.
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
    connection.fetch(statement, &[]).await?.first().map(|row| row.get("version")).transpose()
}

/// Drops the tables of a version that cannot be migrated, if they hold no game.
async fn drop_empty_tables(connection: &mut Connection, version: i64) -> Result<(), StoreError> {
    if !connection.fetch("SELECT 1 FROM game LIMIT 1", &[]).await?.is_empty() {
        return Err(earlier_version(version));
    }
    connection.script("DROP TABLE log; DROP TABLE game").await
}

fn earlier_version(version: i64) -> StoreError {
    StoreError::Version(format!(
        "the games here were stored by an earlier version of rukh (tables of version {version}, this \
         program knows {SCHEMA_VERSION}); move `games.sqlite` away and start again, or play them on with \
         that version"
    ))
}

fn later_version(version: i64) -> StoreError {
    StoreError::Version(format!(
        "the games here were stored by a later version of rukh (tables of version {version}, this program \
         knows {SCHEMA_VERSION}); use that version or a later one"
    ))
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            MigrateError::VersionMissing(version) => later_version(version),
            MigrateError::VersionMismatch(version) => StoreError::Version(format!(
                "the tables here were made by another build of rukh, whose migration {version} differs; use \
                 that build, or restore a backup into an empty database"
            )),
            other => sqlx::Error::from(other).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OLDEST_SCHEMA_VERSION, POSTGRES, SCHEMA_VERSION, SQLITE};

    #[test]
    fn migrations_of_both_databases_have_the_same_numbers() {
        for migrator in [&*SQLITE, &*POSTGRES] {
            let numbers: Vec<i64> = migrator.iter().map(|migration| migration.version).collect();
            assert_eq!(numbers, (OLDEST_SCHEMA_VERSION..=SCHEMA_VERSION).collect::<Vec<_>>());
        }
    }
}
