//! Access to both databases.
//!
//! Both understand numbered placeholders (`$1`), `ON CONFLICT`, `RETURNING` and `now_ms()`, the database's
//! clock in milliseconds: a statement of nothing else is one text for both. Where they differ, each has its
//! own ([`SqlDialect::choose`]).

use std::borrow::Cow;
use std::sync::Arc;

use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::event::Seq;
use rukh_session::wire::time::UnixMillis;
use rusqlite::types::Value;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgPool, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Column, Postgres, Row, TypeInfo, ValueRef};

use super::sqlite::{SqliteSession, SqliteThreads};
use super::{Epoch, StoreError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SqlDialect {
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl SqlDialect {
    /// What each database calls the same.
    pub(super) fn choose<T>(self, sqlite: T, postgres: T) -> T {
        match self {
            SqlDialect::Sqlite => sqlite,
            SqlDialect::Postgres => postgres,
        }
    }
}

/// A bound parameter.
#[derive(Debug, Clone, Copy)]
pub(super) enum SqlParam<'a> {
    /// Integer.
    Int(Option<i64>),
    Text(Option<&'a str>),
    Bytes(&'a [u8]),
}

impl From<i64> for SqlParam<'_> {
    fn from(value: i64) -> Self {
        SqlParam::Int(Some(value))
    }
}

impl From<u64> for SqlParam<'_> {
    fn from(value: u64) -> Self {
        SqlParam::Int(Some(to_i64(value)))
    }
}

impl From<Seq> for SqlParam<'_> {
    fn from(seq: Seq) -> Self {
        seq.as_u64().into()
    }
}

impl From<UnixMillis> for SqlParam<'_> {
    fn from(time: UnixMillis) -> Self {
        time.as_u64().into()
    }
}

impl<'a> From<&'a str> for SqlParam<'a> {
    fn from(value: &'a str) -> Self {
        SqlParam::Text(Some(value))
    }
}

impl<'a> From<&'a String> for SqlParam<'a> {
    fn from(value: &'a String) -> Self {
        SqlParam::Text(Some(value))
    }
}

impl<'a> From<&'a GameId> for SqlParam<'a> {
    fn from(id: &'a GameId) -> Self {
        SqlParam::Text(Some(id.as_str()))
    }
}

impl<'a> From<&'a GuestId> for SqlParam<'a> {
    fn from(id: &'a GuestId) -> Self {
        SqlParam::Text(Some(id.as_str()))
    }
}

impl From<SqlParam<'_>> for Value {
    fn from(value: SqlParam<'_>) -> Value {
        match value {
            SqlParam::Int(Some(value)) => Value::Integer(value),
            SqlParam::Text(Some(text)) => Value::Text(text.to_owned()),
            SqlParam::Bytes(bytes) => Value::Blob(bytes.to_vec()),
            SqlParam::Int(None) | SqlParam::Text(None) => Value::Null,
        }
    }
}

/// Times and counts stay far below the largest integer of a database.
pub(super) fn to_i64(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A connection pool of either database.
#[derive(Debug, Clone)]
pub(super) enum Pool {
    Sqlite(SqliteThreads),
    /// PostgreSQL.
    Postgres(PgPool),
}

impl Pool {
    pub(super) fn dialect(&self) -> SqlDialect {
        match self {
            Pool::Sqlite(_) => SqlDialect::Sqlite,
            Pool::Postgres(_) => SqlDialect::Postgres,
        }
    }

    pub(super) async fn connection(&self) -> Result<Connection, StoreError> {
        Ok(match self {
            Pool::Sqlite(threads) => Connection::Sqlite(threads.session().await?),
            Pool::Postgres(pool) => Connection::Postgres(pool.acquire().await?),
        })
    }

    /// Rows of a single statement.
    pub(super) async fn fetch(
        &self,
        statement: impl Into<Cow<'static, str>>,
        values: &[SqlParam<'_>],
    ) -> Result<Vec<SqlRow>, StoreError> {
        match self {
            Pool::Sqlite(threads) => {
                let (statement, values) = (statement.into(), sqlite_values(values));
                threads.run(move |connection| connection.fetch_in_time(&statement, &values)).await
            }
            Pool::Postgres(_) => self.connection().await?.fetch(statement, values).await,
        }
    }

    /// Number of rows changed by a single statement.
    pub(super) async fn execute(
        &self,
        statement: impl Into<Cow<'static, str>>,
        values: &[SqlParam<'_>],
    ) -> Result<u64, StoreError> {
        match self {
            Pool::Sqlite(threads) => {
                let (statement, values) = (statement.into(), sqlite_values(values));
                threads.run(move |connection| connection.execute(&statement, &values)).await
            }
            Pool::Postgres(_) => self.connection().await?.execute(statement, values).await,
        }
    }

    /// Begins a writing transaction.
    pub(super) async fn begin(&self) -> Result<Transaction, StoreError> {
        let begin = match self {
            Pool::Sqlite(_) => "BEGIN IMMEDIATE",
            Pool::Postgres(_) => "BEGIN",
        };
        Transaction::begin(self, begin).await
    }

    /// Begins a read-only transaction on a snapshot.
    pub(super) async fn begin_read_only(&self) -> Result<Transaction, StoreError> {
        let begin = match self {
            Pool::Sqlite(_) => "BEGIN",
            Pool::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        Transaction::begin(self, begin).await
    }

    pub(super) async fn close(&self) {
        match self {
            Pool::Sqlite(threads) => threads.close().await,
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}

/// A connection to either database.
#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(SqliteSession),
    /// PostgreSQL.
    Postgres(PoolConnection<Postgres>),
}

impl Connection {
    pub(super) fn dialect(&self) -> SqlDialect {
        match self {
            Connection::Sqlite(_) => SqlDialect::Sqlite,
            Connection::Postgres(_) => SqlDialect::Postgres,
        }
    }

    pub(super) async fn fetch(
        &mut self,
        statement: impl Into<Cow<'static, str>>,
        values: &[SqlParam<'_>],
    ) -> Result<Vec<SqlRow>, StoreError> {
        Ok(match self {
            Connection::Sqlite(session) => {
                let (statement, values) = (statement.into(), sqlite_values(values));
                session.run(move |connection| connection.fetch(&statement, &values)).await?
            }
            Connection::Postgres(connection) => {
                let query = postgres_query(statement, values);
                postgres_rows(&query.fetch_all(&mut **connection).await?)?
            }
        })
    }

    pub(super) async fn execute(
        &mut self,
        statement: impl Into<Cow<'static, str>>,
        values: &[SqlParam<'_>],
    ) -> Result<u64, StoreError> {
        Ok(match self {
            Connection::Sqlite(session) => {
                let (statement, values) = (statement.into(), sqlite_values(values));
                session.run(move |connection| connection.execute(&statement, &values)).await?
            }
            Connection::Postgres(connection) => {
                let query = postgres_query(statement, values);
                query.execute(&mut **connection).await?.rows_affected()
            }
        })
    }

    /// Locks the rows of a table that a condition finds until the end of the transaction, in the order of their ids. A
    /// statement that changes several rows meets them in any order, and two that meet them in different ones would
    /// wait for each other. SQLite has one writer at a time.
    pub(super) async fn lock_in_order(
        &mut self,
        table: &str,
        condition: &str,
        values: &[SqlParam<'_>],
    ) -> Result<(), StoreError> {
        if self.dialect() == SqlDialect::Postgres {
            let lock = format!("SELECT 1 AS one FROM {table} WHERE {condition} ORDER BY id FOR UPDATE");
            self.fetch(lock, values).await?;
        }
        Ok(())
    }

    /// Executes several statements without parameters.
    pub(super) async fn script(&mut self, script: &'static str) -> Result<(), StoreError> {
        match self {
            Connection::Sqlite(session) => {
                session.run(|connection| connection.script(script)).await?;
            }
            Connection::Postgres(connection) => {
                sqlx::raw_sql(script).execute(&mut **connection).await?;
            }
        }
        Ok(())
    }

    /// The session of PostgreSQL that a statement runs in, asked without preparing one; `None` for SQLite.
    pub(super) async fn session_id(&mut self) -> Result<Option<i32>, StoreError> {
        let Connection::Postgres(connection) = self else { return Ok(None) };
        let row = sqlx::raw_sql("SELECT pg_backend_pid() AS pid").fetch_one(&mut **connection).await?;
        row.try_get("pid").map(Some).map_err(|error| StoreError::corrupt("pid", error))
    }

    /// Closes the connection instead of returning it to its pool.
    pub(super) async fn close(self) {
        if let Connection::Postgres(connection) = self {
            // An error means that it is closed already.
            let _ = connection.close().await;
        }
    }

    fn close_on_drop(&mut self) {
        match self {
            // Its thread rolls an unfinished transaction back.
            Connection::Sqlite(_) => {}
            Connection::Postgres(connection) => connection.close_on_drop(),
        }
    }
}

/// The parameters of a statement, for the thread of a connection.
fn sqlite_values(values: &[SqlParam<'_>]) -> Vec<Value> {
    values.iter().copied().map(Value::from).collect()
}

/// A statement with its parameters.
fn postgres_query<'a>(
    statement: impl Into<Cow<'static, str>>,
    values: &'a [SqlParam<'a>],
) -> Query<'a, Postgres, PgArguments> {
    let statement = AssertSqlSafe(statement.into());
    values.iter().fold(sqlx::query(statement), |query, value| match *value {
        SqlParam::Int(value) => query.bind(value),
        SqlParam::Text(value) => query.bind(value),
        SqlParam::Bytes(value) => query.bind(value),
    })
}

/// Maximum number of stale connections skipped.
const MAX_STALE_CONNECTIONS: usize = 8;

/// A transaction. Dropping it unfinished closes its connection, so that no other user gets one
/// inside a transaction.
#[derive(Debug)]
pub(super) struct Transaction {
    connection: Connection,
    is_open: bool,
}

impl Transaction {
    async fn begin(pool: &Pool, begin: &'static str) -> Result<Transaction, StoreError> {
        let mut work = Transaction { connection: pool.connection().await?, is_open: true };
        for _ in 0..MAX_STALE_CONNECTIONS {
            match work.script(begin).await {
                // The connection was lost while idle; nothing was executed yet.
                Err(error) if error.is_connection_lost() => {
                    work = Transaction { connection: pool.connection().await?, is_open: true };
                }
                begun => return begun.map(|()| work),
            }
        }
        work.script(begin).await.map(|()| work)
    }

    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        self.script("COMMIT").await?;
        self.is_open = false;
        Ok(())
    }

    /// Commits, or rolls back after an error.
    pub(super) async fn finish<T>(mut self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        let outcome = match outcome {
            Ok(value) => self.script("COMMIT").await.map(|()| value),
            Err(error) => Err(error),
        };
        self.is_open = match &outcome {
            Ok(_) => false,
            // On a full disk the database may have rolled back by itself; the result of this
            // rollback only shows whether the connection is alive.
            Err(_) => self.script("ROLLBACK").await.is_err_and(|error| error.is_connection_lost()),
        };
        outcome
    }
}

impl std::ops::Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl std::ops::DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if self.is_open {
            self.connection.close_on_drop();
        }
    }
}

/// A row of either database.
#[derive(Debug)]
pub(super) struct SqlRow {
    /// Names of the columns.
    pub(super) names: Arc<[String]>,
    pub(super) values: Vec<Value>,
}

/// The rows of an answer of PostgreSQL.
fn postgres_rows(rows: &[PgRow]) -> Result<Vec<SqlRow>, sqlx::Error> {
    let columns = rows.first().map(PgRow::columns).unwrap_or_default();
    let names: Arc<[String]> = columns.iter().map(|column| column.name().to_owned()).collect();
    let value = |row: &PgRow, column: usize| {
        let raw = row.try_get_raw(column)?;
        match raw.type_info().name() {
            _ if raw.is_null() => Ok(Value::Null),
            // Of a function that returns nothing.
            "VOID" => Ok(Value::Null),
            "BOOL" => row.try_get::<bool, _>(column).map(|value| Value::Integer(value.into())),
            "INT4" => row.try_get::<i32, _>(column).map(|value| Value::Integer(value.into())),
            "INT8" => row.try_get(column).map(Value::Integer),
            "BYTEA" => row.try_get(column).map(Value::Blob),
            _ => row.try_get(column).map(Value::Text),
        }
    };
    let row = |row: &PgRow| {
        let values = (0..names.len()).map(|column| value(row, column)).collect::<Result<_, _>>()?;
        Ok(SqlRow { names: names.clone(), values })
    };
    rows.iter().map(row).collect()
}

impl SqlRow {
    /// Value of a column.
    pub(super) fn get<T: ColumnValue>(&self, column: &str) -> Result<T, StoreError> {
        let index = self.names.iter().position(|name| name == column);
        let value = index.and_then(|index| self.values.get(index));
        let value = value.ok_or_else(|| StoreError::corrupt(column, "there is no such column"))?;
        T::read(value)
            .ok_or_else(|| StoreError::corrupt(column, format!("this {} is out of place", value.data_type())))
    }
}

/// What a column may hold.
pub(super) trait ColumnValue: Sized {
    /// The value; `None` if it is of another type or out of range.
    fn read(value: &Value) -> Option<Self>;
}

impl<T: ColumnValue> ColumnValue for Option<T> {
    fn read(value: &Value) -> Option<Option<T>> {
        if *value == Value::Null { Some(None) } else { T::read(value).map(Some) }
    }
}

/// Implements [`ColumnValue`] by a pattern and what it means.
macro_rules! column_value {
    ($($type:ty: $pattern:pat => $meaning:expr;)*) => {$(
        impl ColumnValue for $type {
            fn read(value: &Value) -> Option<$type> {
                match value {
                    $pattern => $meaning,
                    _ => None,
                }
            }
        }
    )*};
}

column_value! {
    bool: Value::Integer(value) => Some(*value != 0);
    i64: Value::Integer(value) => Some(*value);
    u64: Value::Integer(value) => u64::try_from(*value).ok();
    Epoch: Value::Integer(value) => Some(Epoch(*value));
    Seq: Value::Integer(value) => u64::try_from(*value).ok().map(Seq::new);
    UnixMillis: Value::Integer(value) => u64::try_from(*value).ok().map(UnixMillis::new);
    String: Value::Text(text) => Some(text.clone());
    GameId: Value::Text(text) => text.parse().ok();
    GuestId: Value::Text(text) => text.parse().ok();
    Vec<u8>: Value::Blob(bytes) => Some(bytes.clone());
}
