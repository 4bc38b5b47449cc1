//! SQLite: threads that own a connection each, and run what is queued for them.
//!
//! A statement takes some microseconds, less than waking a thread for it, so a batch of appends is
//! one job and not one job a statement.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::OpenFlags;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use serde_json::Value as Json;
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::clock::wall_clock;
use super::sql::{SqlRow, to_i64};

/// How long a connection waits for the lock of the file, which another process may hold.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the start of a job is waited for; once begun it may take longer, as the check of a large
/// file does.
const START_TIMEOUT: Duration = Duration::from_secs(20);
/// Steps of SQLite's machine between two looks at the time: a fraction of a millisecond.
const STEPS_BETWEEN_LOOKS: i32 = 20_000;
/// Prepared statements that a connection keeps.
const CACHED_STATEMENTS: usize = 64;

/// What is queued for a thread.
pub(super) type Job = Box<dyn FnOnce(&mut SqliteConnection) + Send>;

/// How the file is opened.
#[derive(Debug, Clone)]
pub(super) struct SqliteOptions {
    pub(super) file: PathBuf,
    /// Whether it is created if it is missing, and set up for a server.
    pub(super) is_server: bool,
    /// How long a statement that is asked for alone may run.
    pub(super) deadline: Option<Duration>,
}

/// Threads with a connection each that share a queue.
#[derive(Debug, Clone)]
pub(super) struct SqliteThreads(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// `None` once closed.
    jobs: Mutex<Option<mpsc::UnboundedSender<Job>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl SqliteThreads {
    /// Starts threads, which open the file when their first job arrives.
    pub(super) fn start(options: SqliteOptions, count: usize) -> Result<SqliteThreads, StoreError> {
        let (jobs, queue) = mpsc::unbounded_channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        let mut threads = Vec::with_capacity(count);
        for _ in 0..count {
            let (options, queue) = (options.clone(), queue.clone());
            let run = move || run(&options, &queue);
            threads.push(std::thread::Builder::new().name("rukh-sqlite".to_owned()).spawn(run)?);
        }
        let (jobs, threads) = (Mutex::new(Some(jobs)), Mutex::new(threads));
        Ok(SqliteThreads(Arc::new(Inner { jobs, threads })))
    }

    /// Queues a job. The queue is unbounded: each job has a caller that waits for it, and callers are
    /// limited as connections and games.
    pub(super) fn queue(&self, job: Job) -> Result<(), StoreError> {
        let jobs = self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or(StoreError::Closed)
    }

    /// Runs a job and returns its result. A job whose caller has given up is not started.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut SqliteConnection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let ((begun, ready), (done, result)) = (oneshot::channel(), oneshot::channel());
        self.queue(Box::new(move |connection| {
            if begun.send(()).is_ok() {
                // The caller may have given up meanwhile.
                let _ = done.send(job(connection));
            }
        }))?;
        begin(ready).await?;
        result.await.map_err(|_| StoreError::Closed)?
    }

    /// A connection for one user alone, until it is dropped.
    pub(super) async fn session(&self) -> Result<SqliteSession, StoreError> {
        let (jobs, mut queue) = mpsc::unbounded_channel::<Job>();
        let (begun, ready) = oneshot::channel();
        self.queue(Box::new(move |connection| {
            // The caller may have given up; then the queue is closed and empty.
            let _ = begun.send(());
            while let Some(job) = queue.blocking_recv() {
                job(connection);
            }
        }))?;
        begin(ready).await?;
        Ok(SqliteSession(jobs))
    }

    /// Closes the connections when what is queued is done.
    pub(super) async fn close(&self) {
        drop(self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let threads = std::mem::take(&mut *self.0.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let join = || threads.into_iter().for_each(|thread| drop(thread.join()));
        let _ = tokio::task::spawn_blocking(join).await;
    }
}

/// Waits until a job has begun.
async fn begin(ready: oneshot::Receiver<()>) -> Result<(), StoreError> {
    match tokio::time::timeout(START_TIMEOUT, ready).await {
        Ok(begun) => begun.map_err(|_| StoreError::Closed),
        Err(_) => Err(StoreError::TimedOut),
    }
}

/// The connection of a thread, for one user alone.
#[derive(Debug)]
pub(super) struct SqliteSession(mpsc::UnboundedSender<Job>);

impl SqliteSession {
    /// Runs a job and returns its result.
    pub(super) async fn run<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut SqliteConnection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, result) = oneshot::channel();
        let job: Job = Box::new(move |connection| drop(done.send(job(connection))));
        self.0.send(job).map_err(|_| StoreError::Closed)?;
        result.await.map_err(|_| StoreError::Closed)?
    }
}

/// Runs jobs until all senders are gone.
fn run(options: &SqliteOptions, queue: &Mutex<mpsc::UnboundedReceiver<Job>>) {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
    let mut connection = SqliteConnection { options: options.clone(), open: None };
    while let Some(job) = next() {
        let job = std::panic::AssertUnwindSafe(|| job(&mut connection));
        if std::panic::catch_unwind(job).is_err() {
            tracing::error!("a job of the database has panicked");
        }
        connection.roll_back();
    }
}

/// A connection, opened when it is first used.
#[derive(Debug)]
pub(super) struct SqliteConnection {
    options: SqliteOptions,
    open: Option<rusqlite::Connection>,
}

impl SqliteConnection {
    fn get(&mut self) -> Result<&mut rusqlite::Connection, StoreError> {
        match &mut self.open {
            Some(connection) => Ok(connection),
            closed => Ok(closed.insert(open(&self.options)?)),
        }
    }

    /// Rows of a statement, within the deadline of the connection.
    ///
    /// # Errors
    /// [`StoreError::TooLong`], and those of [`SqliteConnection::fetch`].
    pub(super) fn fetch_in_time(
        &mut self,
        statement: &str,
        values: &[Value],
    ) -> Result<Vec<SqlRow>, StoreError> {
        let Some(deadline) = self.options.deadline else { return self.fetch(statement, values) };
        let begun = Instant::now();
        self.get()?.progress_handler(STEPS_BETWEEN_LOOKS, Some(move || begun.elapsed() > deadline))?;
        let rows = self.fetch(statement, values);
        self.get()?.progress_handler(0, None::<fn() -> bool>)?;
        rows
    }

    /// Rows of a statement.
    pub(super) fn fetch(&mut self, statement: &str, values: &[Value]) -> Result<Vec<SqlRow>, StoreError> {
        let mut statement = self.get()?.prepare_cached(statement)?;
        let names: Arc<[String]> = statement.column_names().into_iter().map(str::to_owned).collect();
        bind(&mut statement, |name| numbered(values, name))?;
        let mut rows = statement.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..names.len()).map(|index| row.get(index)).collect::<Result<_, _>>()?;
            found.push(SqlRow { names: names.clone(), values });
        }
        Ok(found)
    }

    /// Number of rows changed by a statement; rows that it returns are passed over.
    pub(super) fn execute(&mut self, statement: &str, values: &[Value]) -> Result<u64, StoreError> {
        self.execute_with(statement, |name| numbered(values, name))
    }

    /// Executes a statement with the values of a row, an object of texts, integers and nulls.
    pub(super) fn execute_row(&mut self, statement: &str, row: &Json) -> Result<u64, StoreError> {
        self.execute_with(statement, |name| named(row, name))
    }

    fn execute_with<'v>(
        &mut self,
        statement: &str,
        value_of: impl Fn(&str) -> Option<ValueRef<'v>>,
    ) -> Result<u64, StoreError> {
        let connection = self.get()?;
        let mut statement = connection.prepare_cached(statement)?;
        bind(&mut statement, value_of)?;
        let mut rows = statement.raw_query();
        while rows.next()?.is_some() {}
        drop(rows);
        drop(statement);
        Ok(connection.changes())
    }

    /// Executes several statements without parameters.
    pub(super) fn script(&mut self, script: &str) -> Result<(), StoreError> {
        Ok(self.get()?.execute_batch(script)?)
    }

    /// Runs a function in a writing transaction, which is rolled back after an error.
    pub(super) fn transaction<T>(
        &mut self,
        work: impl FnOnce(&mut SqliteConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.execute("BEGIN IMMEDIATE", &[])?;
        let outcome = work(self).and_then(|value| self.execute("COMMIT", &[]).map(|_| value));
        self.roll_back();
        outcome
    }

    /// Rolls an unfinished transaction back. On a full disk the database may have done so by itself.
    fn roll_back(&mut self) {
        if let Some(connection) = &self.open
            && !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "a transaction could not be rolled back");
        }
    }
}

/// Opens the file.
fn open(options: &SqliteOptions) -> Result<rusqlite::Connection, StoreError> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, options.is_server);
    let connection = rusqlite::Connection::open_with_flags(&options.file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    connection.execute_batch("PRAGMA foreign_keys = ON")?;
    let now = |_: &rusqlite::functions::Context<'_>| Ok(to_i64(wall_clock().as_u64()));
    connection.create_scalar_function("now_ms", 0, FunctionFlags::SQLITE_UTF8, now)?;
    if options.is_server {
        let settings = "PRAGMA cell_size_check = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL";
        connection.execute_batch(settings)?;
    }
    Ok(connection)
}

/// Binds the parameters of a statement, which SQLite numbers by their first use, by their names.
fn bind<'v>(
    statement: &mut rusqlite::Statement<'_>,
    value_of: impl Fn(&str) -> Option<ValueRef<'v>>,
) -> Result<(), StoreError> {
    for number in 1..=statement.parameter_count() {
        let name = statement.parameter_name(number).unwrap_or_default();
        let value = value_of(name).ok_or_else(|| StoreError::corrupt(name, "it has no value"))?;
        statement.raw_bind_parameter(number, ToSqlOutput::Borrowed(value))?;
    }
    Ok(())
}

/// The value of a parameter such as `$1`.
fn numbered<'v>(values: &'v [Value], name: &str) -> Option<ValueRef<'v>> {
    let number: usize = name.strip_prefix('$')?.parse().ok()?;
    values.get(number.checked_sub(1)?).map(ValueRef::from)
}

/// The value of a parameter such as `:seq`: a text, an integer or null.
fn named<'v>(row: &'v Json, name: &str) -> Option<ValueRef<'v>> {
    match row.get(name.strip_prefix(':')?)? {
        Json::Null => Some(ValueRef::Null),
        Json::Number(number) => number.as_i64().map(ValueRef::Integer),
        Json::String(text) => Some(ValueRef::Text(text.as_bytes())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use serde_json::json;

    use super::{Json, SqliteOptions, SqliteThreads};
    use crate::StoreError;

    /// The file of a test.
    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("rukh-sqlite-{name}-{}", std::process::id()))
    }

    /// One thread with a table, in a file of the test's own.
    async fn thread(name: &str) -> SqliteThreads {
        let file = file(name);
        let _ = std::fs::remove_file(&file);
        let deadline = Some(Duration::from_millis(20));
        let threads = SqliteThreads::start(SqliteOptions { file, is_server: true, deadline }, 1).unwrap();
        threads.run(|connection| connection.script("CREATE TABLE t (a)")).await.unwrap();
        threads
    }

    async fn count(threads: &SqliteThreads) -> i64 {
        let rows = threads.run(|connection| connection.fetch("SELECT count(*) AS n FROM t", &[])).await;
        rows.unwrap()[0].get("n").unwrap()
    }

    async fn end(threads: SqliteThreads, name: &str) {
        threads.close().await;
        assert!(matches!(threads.run(|_| Ok(())).await, Err(StoreError::Closed)));
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", file(name).display()));
        }
    }

    #[tokio::test]
    async fn session_dropped_in_a_transaction_is_rolled_back() {
        let threads = thread("session").await;
        let mut session = threads.session().await.unwrap();
        session.run(|connection| connection.script("BEGIN; INSERT INTO t VALUES (1)")).await.unwrap();
        drop(session);
        assert_eq!(count(&threads).await, 0);
        end(threads, "session").await;
    }

    #[tokio::test]
    async fn job_that_panics_does_not_stop_its_thread() {
        let threads = thread("panic").await;
        let outcome = threads
            .run::<()>(|connection| {
                connection.script("BEGIN; INSERT INTO t VALUES (1)")?;
                panic!("a job of this test panics")
            })
            .await;
        assert!(matches!(outcome, Err(StoreError::Closed)), "{outcome:?}");
        assert_eq!(count(&threads).await, 0);
        end(threads, "panic").await;
    }

    #[tokio::test]
    async fn job_that_nobody_waits_for_is_not_begun() {
        let threads = thread("abandoned").await;
        let session = threads.session().await.unwrap();
        let insert = threads.run(|connection| connection.script("INSERT INTO t VALUES (1)"));
        assert!(tokio::time::timeout(Duration::from_millis(50), insert).await.is_err());
        drop(session);
        assert_eq!(count(&threads).await, 0);
        end(threads, "abandoned").await;
    }

    #[tokio::test]
    async fn statement_past_its_deadline_is_ended_and_the_next_one_runs() {
        let threads = thread("deadline").await;
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n";
        let ended = threads.run(|connection| connection.fetch_in_time(endless, &[])).await;
        assert!(matches!(ended, Err(StoreError::TooLong)), "{ended:?}");
        assert_eq!(count(&threads).await, 0);
        end(threads, "deadline").await;
    }

    #[tokio::test]
    async fn parameters_are_numbered_as_in_the_other_database() {
        let threads = thread("numbers").await;
        let statement = "SELECT $2 AS b, $1 AS a";
        let values = ["first".to_owned().into(), "second".to_owned().into()];
        let rows = threads.run(move |connection| connection.fetch(statement, &values)).await.unwrap();
        let row = (rows[0].get::<String>("a").unwrap(), rows[0].get::<String>("b").unwrap());
        assert_eq!(row, ("first".to_owned(), "second".to_owned()));
        end(threads, "numbers").await;
    }

    #[tokio::test]
    async fn row_without_a_value_that_a_statement_names_is_refused() {
        let threads = thread("names").await;
        let insert = |row: Json| {
            threads.run(move |connection| connection.execute_row("INSERT INTO t VALUES (:a)", &row))
        };
        assert_eq!(insert(json!({ "b": 1, "a": 2 })).await.unwrap(), 1);
        assert!(matches!(insert(json!({ "b": 1 })).await, Err(StoreError::Corrupt(_))));
        assert_eq!(count(&threads).await, 1);
        end(threads, "names").await;
    }
}
