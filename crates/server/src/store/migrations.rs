//! Migrations of the tables, run whenever a store is opened.
//!
//! Every migration also writes its number where versions of rukh without a table of migrations look
//! for it: `user_version` in SQLite, `table_version` in PostgreSQL. A database of such a version is
//! adopted by recording the migrations up to that number as applied.

use sqlx::migrate::{Migrate, MigrateError, Migrator};

use super::StoreError;
use super::sql::{Connection, Pool, SqlDialect};

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

/// Version of the tables: number of the last migration.
pub(super) const SCHEMA_VERSION: i64 = 3;
/// Oldest version that is migrated, and whose backups can be restored.
pub(super) const OLDEST_SCHEMA_VERSION: i64 = 2;

/// Advisory lock for the tables; any number shared by all nodes.
const POSTGRES_LOCK: &str = "SELECT pg_advisory_lock(7240661)";
/// The same lock until the end of a transaction.
const POSTGRES_TRANSACTION_LOCK: &str = "SELECT pg_advisory_xact_lock(7240661)";
/// A migration, or waiting for that of another node, may take long; that the table of migrations
/// exists already is no news.
const POSTGRES_SETTINGS: &str = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; \
     SET client_min_messages = warning";

/// Creates the tables or migrates them to the present version.
///
/// # Errors
/// The tables have an unknown version, or a database error.
pub(super) async fn run(pool: &Pool) -> Result<(), StoreError> {
    let mut connection = pool.connection().await?;
    let migrated = migrate(&mut connection).await;
    if connection.dialect() == SqlDialect::Postgres {
        // Ends its lock and its settings.
        connection.close().await;
    }
    migrated
}

async fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    if connection.dialect() == SqlDialect::Postgres {
        connection.script(POSTGRES_SETTINGS).await?;
        connection.script(POSTGRES_LOCK).await?;
    }
    let adopted = match version(connection).await? {
        None => None,
        Some(earlier) if earlier < OLDEST_SCHEMA_VERSION => {
            drop_empty_tables(connection, earlier).await?;
            None
        }
        Some(known) if known <= SCHEMA_VERSION => Some(known),
        Some(later) => return Err(later_version(later)),
    };
    match connection {
        Connection::Sqlite(connection) => apply(&SQLITE, &mut **connection, adopted).await,
        Connection::Postgres(connection) => apply(&POSTGRES, &mut **connection, adopted).await,
    }
    .map_err(StoreError::from)
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

/// Checks that tables have the present version, in a transaction that only reads.
///
/// # Errors
/// The tables have another version, or a database error.
pub(super) async fn check(connection: &mut Connection) -> Result<(), StoreError> {
    if connection.dialect() == SqlDialect::Postgres {
        connection.script(POSTGRES_TRANSACTION_LOCK).await?;
    }
    match version(connection).await? {
        Some(SCHEMA_VERSION) => Ok(()),
        Some(earlier) if earlier < SCHEMA_VERSION => Err(StoreError::Version(format!(
            "the games here are stored in tables of version {earlier}, this program knows {SCHEMA_VERSION}; \
             start the server once, which migrates them"
        ))),
        Some(later) => Err(later_version(later)),
        None => Err(StoreError::Version("there are no games here".to_owned())),
    }
}

/// Version of the existing tables, if any.
async fn version(connection: &mut Connection) -> Result<Option<i64>, StoreError> {
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
        return Err(StoreError::Version(format!(
            "the games here were stored by an earlier version of rukh (tables of version {version}, this \
             program knows {SCHEMA_VERSION}); move `games.sqlite` away and start again, or play them on with \
             that version"
        )));
    }
    connection.script("DROP TABLE log; DROP TABLE game").await
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
        for migrator in [&SQLITE, &POSTGRES] {
            let numbers: Vec<i64> = migrator.iter().map(|migration| migration.version).collect();
            assert_eq!(numbers, (OLDEST_SCHEMA_VERSION..=SCHEMA_VERSION).collect::<Vec<_>>());
        }
    }
}
