//! One way to speak to either database.
//!
//! Both understand the same numbered places, `ON CONFLICT`, `UPDATE … FROM`
//! and `->>`, so that nearly every statement is written once. What differs
//! stands in statements as a word in braces and is replaced here: `{now}`, the
//! database's clock in milliseconds; `{each}`, the rows of a JSON array given
//! as `$1`, each a `value`; `{lock}`, which keeps rows as they were read.

use std::borrow::Cow;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgRow};
use sqlx::query::Query;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Database, Decode, Encode, Postgres, Row, Sqlite, Type};

use super::StoreError;

/// What the two databases say differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl Dialect {
    fn words(self) -> [(&'static str, &'static str); 7] {
        match self {
            Dialect::Sqlite => [
                ("{now}", "CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
                ("{each}", "json_each($1)"),
                ("{lock}", ""),
                ("{integer}", "INTEGER"),
                ("{bytes}", "BLOB"),
                ("{strict}", " STRICT"),
                ("{order}", "id INTEGER PRIMARY KEY,"),
            ],
            Dialect::Postgres => [
                ("{now}", "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"),
                ("{each}", "json_array_elements(CAST($1 AS json)) AS each (value)"),
                ("{lock}", "FOR UPDATE"),
                ("{integer}", "BIGINT"),
                ("{bytes}", "BYTEA"),
                ("{strict}", ""),
                ("{order}", ""),
            ],
        }
    }

    fn speak(self, statement: Cow<'static, str>) -> Cow<'static, str> {
        if !statement.contains('{') {
            return statement;
        }
        let replaced = self.words().iter().fold(statement.into_owned(), |text, (word, meaning)| {
            if text.contains(word) { text.replace(word, meaning) } else { text }
        });
        Cow::Owned(replaced)
    }
}

/// What is given to a statement.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value<'a> {
    /// A whole number.
    Int(Option<i64>),
    /// A text.
    Text(Option<&'a str>),
    /// Bytes.
    Bytes(&'a [u8]),
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Value::Int(Some(value))
    }
}

impl From<u64> for Value<'_> {
    fn from(value: u64) -> Self {
        Value::Int(Some(number(value)))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Value::Text(Some(value))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(value: &'a String) -> Self {
        Value::Text(Some(value))
    }
}

/// Milliseconds and counts stay far below the largest number a database holds.
pub(super) fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Connections to either.
#[derive(Debug, Clone)]
pub(super) enum Pool {
    /// To SQLite.
    Sqlite(SqlitePool),
    /// To PostgreSQL.
    Postgres(PgPool),
}

impl Pool {
    pub(super) fn dialect(&self) -> Dialect {
        match self {
            Pool::Sqlite(_) => Dialect::Sqlite,
            Pool::Postgres(_) => Dialect::Postgres,
        }
    }

    pub(super) async fn connection(&self) -> Result<Connection, StoreError> {
        Ok(match self {
            Pool::Sqlite(pool) => Connection::Sqlite(pool.acquire().await?),
            Pool::Postgres(pool) => Connection::Postgres(pool.acquire().await?),
        })
    }

    /// The rows a statement of its own gives.
    pub(super) async fn rows(
        &self,
        statement: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<Vec<Line>, StoreError> {
        self.connection().await?.rows(statement, values).await
    }

    /// How many rows a statement of its own has changed.
    pub(super) async fn run(
        &self,
        statement: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        self.connection().await?.run(statement, values).await
    }

    /// Begins a transaction that writes.
    pub(super) async fn begin(&self) -> Result<Work, StoreError> {
        let begin = match self {
            Pool::Sqlite(_) => "BEGIN IMMEDIATE",
            Pool::Postgres(_) => "BEGIN",
        };
        Work::begin(self, begin).await
    }

    /// Begins a transaction that sees everything as it is now.
    pub(super) async fn snapshot(&self) -> Result<Work, StoreError> {
        let begin = match self {
            Pool::Sqlite(_) => "BEGIN",
            Pool::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        Work::begin(self, begin).await
    }

    pub(super) async fn close(&self) {
        match self {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}

/// A connection to either.
#[derive(Debug)]
pub(super) enum Connection {
    /// To SQLite.
    Sqlite(PoolConnection<Sqlite>),
    /// To PostgreSQL.
    Postgres(PoolConnection<Postgres>),
}

impl Connection {
    pub(super) fn dialect(&self) -> Dialect {
        match self {
            Connection::Sqlite(_) => Dialect::Sqlite,
            Connection::Postgres(_) => Dialect::Postgres,
        }
    }

    pub(super) async fn rows(
        &mut self,
        statement: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<Vec<Line>, StoreError> {
        Ok(match self {
            Connection::Sqlite(connection) => {
                let query = query(Dialect::Sqlite, statement, values);
                query.fetch_all(&mut **connection).await?.into_iter().map(Line::Sqlite).collect()
            }
            Connection::Postgres(connection) => {
                let query = query(Dialect::Postgres, statement, values);
                query.fetch_all(&mut **connection).await?.into_iter().map(Line::Postgres).collect()
            }
        })
    }

    pub(super) async fn run(
        &mut self,
        statement: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        Ok(match self {
            Connection::Sqlite(connection) => {
                let query = query(Dialect::Sqlite, statement, values);
                query.execute(&mut **connection).await?.rows_affected()
            }
            Connection::Postgres(connection) => {
                let query = query(Dialect::Postgres, statement, values);
                query.execute(&mut **connection).await?.rows_affected()
            }
        })
    }

    /// Runs statements without values, several at once.
    pub(super) async fn script(&mut self, script: &'static str) -> Result<(), StoreError> {
        match self {
            Connection::Sqlite(connection) => {
                let script = AssertSqlSafe(Dialect::Sqlite.speak(script.into()));
                sqlx::raw_sql(script).execute(&mut **connection).await?;
            }
            Connection::Postgres(connection) => {
                let script = AssertSqlSafe(Dialect::Postgres.speak(script.into()));
                sqlx::raw_sql(script).execute(&mut **connection).await?;
            }
        }
        Ok(())
    }

    fn give_up(&mut self) {
        match self {
            Connection::Sqlite(connection) => connection.close_on_drop(),
            Connection::Postgres(connection) => connection.close_on_drop(),
        }
    }
}

/// A statement with its values.
fn query<'a, DB: Database>(
    dialect: Dialect,
    statement: impl Into<Cow<'static, str>>,
    values: &'a [Value<'a>],
) -> Query<'a, DB, DB::Arguments>
where
    Option<i64>: Encode<'a, DB> + Type<DB>,
    Option<&'a str>: Encode<'a, DB> + Type<DB>,
    &'a [u8]: Encode<'a, DB> + Type<DB>,
{
    let statement = AssertSqlSafe(dialect.speak(statement.into()));
    values.iter().fold(sqlx::query(statement), |query, value| match *value {
        Value::Int(value) => query.bind(value),
        Value::Text(value) => query.bind(value),
        Value::Bytes(value) => query.bind(value),
    })
}

/// How many connections that were lost unnoticed are passed over.
const STALE_LINES: usize = 8;

/// A transaction. Who drops it without an end gives up its connection, so that
/// nobody ever finds one in the middle of something.
#[derive(Debug)]
pub(super) struct Work {
    connection: Connection,
    is_open: bool,
}

impl Work {
    async fn begin(pool: &Pool, begin: &'static str) -> Result<Work, StoreError> {
        let mut work = Work { connection: pool.connection().await?, is_open: true };
        for _ in 0..STALE_LINES {
            match work.script(begin).await {
                // The line was lost while nobody used it; nothing was asked yet.
                Err(error) if error.is_lost_line() => {
                    work = Work { connection: pool.connection().await?, is_open: true };
                }
                begun => return begun.map(|()| work),
            }
        }
        work.script(begin).await.map(|()| work)
    }

    /// Makes everything durable.
    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        self.script("COMMIT").await?;
        self.is_open = false;
        Ok(())
    }

    /// Makes everything durable, or undoes everything if something was wrong.
    pub(super) async fn end<T>(mut self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        let outcome = match outcome {
            Ok(value) => self.script("COMMIT").await.map(|()| value),
            Err(error) => Err(error),
        };
        self.is_open = match &outcome {
            Ok(_) => false,
            // A database that is full may have ended the transaction by itself;
            // what it says to this is of no account while it says anything.
            Err(_) => self.script("ROLLBACK").await.is_err_and(|error| error.is_lost_line()),
        };
        outcome
    }
}

impl std::ops::Deref for Work {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl std::ops::DerefMut for Work {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if self.is_open {
            self.connection.give_up();
        }
    }
}

/// A row of either.
#[derive(Debug)]
pub(super) enum Line {
    /// Of SQLite.
    Sqlite(SqliteRow),
    /// Of PostgreSQL.
    Postgres(PgRow),
}

impl Line {
    /// What stands in a column: an `i64`, a `String` or bytes, or maybe one.
    pub(super) fn get<T>(&self, column: &str) -> Result<T, StoreError>
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>,
    {
        let value = match self {
            Line::Sqlite(row) => row.try_get(column),
            Line::Postgres(row) => row.try_get(column),
        };
        value.map_err(|error| StoreError::broken(column, error))
    }

    /// A count or a moment.
    pub(super) fn count(&self, column: &str) -> Result<u64, StoreError> {
        let value: i64 = self.get(column)?;
        u64::try_from(value).map_err(|error| StoreError::broken(column, error))
    }

    /// A yes or no.
    pub(super) fn is(&self, column: &str) -> Result<bool, StoreError> {
        Ok(self.get::<i64>(column)? != 0)
    }
}
