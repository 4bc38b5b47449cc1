//! The log writer of SQLite: writes that were queued are committed together by the thread of the
//! writing connection.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::StoreError;
use super::batch::{self, Batch, Before, MAX_BATCH, StoreWrite};
use super::sql::{ValueRows, for_one_row};
use super::sqlite::{SqliteConnection, SqliteParam, SqliteThreads};
use super::writer::{self, WriteRequest};

/// Minimum interval between the starts of two transactions. A quiet server does not notice; on a
/// busy one more writes share what a transaction costs whatever is in it, a quarter of a millisecond
/// of a processor and a flush. Twice as long after small batches saves a fifth of the processor at
/// 500 moves a second, where there is plenty, and moves wait 6 ms longer.
const MIN_INTERVAL: Duration = Duration::from_millis(4);

/// A queue of writes.
#[derive(Debug, Clone)]
pub(super) struct SqliteLog {
    threads: SqliteThreads,
    queue: Arc<Mutex<Queue>>,
}

#[derive(Debug)]
struct Queue {
    requests: Vec<WriteRequest>,
    /// Whether a job that takes them is queued.
    is_scheduled: bool,
    /// When the next transaction may begin.
    ready: Instant,
}

impl SqliteLog {
    /// An empty queue for the thread that writes; there must be only one.
    pub(super) fn new(threads: SqliteThreads) -> SqliteLog {
        let queue = Queue { requests: Vec::new(), is_scheduled: false, ready: Instant::now() };
        SqliteLog { threads, queue: Arc::new(Mutex::new(queue)) }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes; returns when the write is durable.
    pub(super) async fn submit(&self, write: StoreWrite) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        let is_scheduled = {
            let mut queue = self.queue();
            queue.requests.push((write, done));
            std::mem::replace(&mut queue.is_scheduled, true)
        };
        if !is_scheduled {
            self.schedule()?;
        }
        answer.await.map_err(|_| StoreError::Closed)?
    }

    fn schedule(&self) -> Result<(), StoreError> {
        let log = self.clone();
        self.threads.queue(Box::new(move |connection| log.write_queued(connection)))
    }

    /// Writes what is queued. What does not fit into one transaction waits behind other jobs. The next
    /// job is queued before this one writes, so that a write that panics stops no later one.
    fn write_queued(&self, connection: &mut SqliteConnection) {
        std::thread::sleep(self.queue().ready.saturating_duration_since(Instant::now()));
        let mut requests = {
            let mut queue = self.queue();
            queue.ready = Instant::now() + MIN_INTERVAL;
            let count = queue.requests.len().min(MAX_BATCH);
            let requests: Vec<_> = queue.requests.drain(..count).collect();
            queue.is_scheduled = !queue.requests.is_empty();
            if queue.is_scheduled && self.schedule().is_err() {
                // The store is closing: requests that are dropped are answered as closed.
                queue.requests.clear();
            }
            requests
        };
        writer::drop_abandoned(&mut requests);
        let (writes, answers): (Vec<StoreWrite>, Vec<_>) = requests.into_iter().unzip();
        let results = write_all(connection, &writes);
        for (answer, result) in answers.into_iter().zip(results) {
            // The caller may have given up.
            let _ = answer.send(result);
        }
    }
}

/// Writes a batch; if a row is rejected, writes each alone, so that the others succeed.
fn write_all(connection: &mut SqliteConnection, writes: &[StoreWrite]) -> Vec<Result<(), StoreError>> {
    if writes.is_empty() {
        return Vec::new();
    }
    match connection.transaction(|connection| write(connection, writes)) {
        Ok(batch) => batch.results,
        Err(error) if error.is_row_error() && writes.len() > 1 => {
            writes.iter().flat_map(|one| write_all(connection, std::slice::from_ref(one))).collect()
        }
        Err(error) => vec![Err(error.unique_as_out_of_order()); writes.len()],
    }
}

/// The statements of batches for one row.
static ONE_ROW: LazyLock<HashMap<&str, String>> =
    LazyLock::new(|| batch::STATEMENTS.into_iter().map(|text| (text, for_one_row(text))).collect());

fn write(connection: &mut SqliteConnection, writes: &[StoreWrite]) -> Result<Batch<ValueRows>, StoreError> {
    let mut before = Before::default();
    for seek in batch::seeks(writes) {
        before.read_seeks(&connection.fetch(&ONE_ROW[batch::SELECT_SEEKS], &[seek.clone().into()])?)?;
    }
    for game in batch::games(writes) {
        let rows = connection.fetch(&ONE_ROW[batch::SELECT_HEADS], &[game.as_str().to_owned().into()])?;
        before.read_heads(&rows)?;
    }
    let mut batch = batch::plan::<ValueRows>(writes, before)?;
    for (statement, rows) in std::mem::take(&mut batch.statements) {
        for values in rows.into_values() {
            let values: Vec<SqliteParam> = values.into_iter().map(SqliteParam::from).collect();
            connection.execute(&ONE_ROW[statement], &values)?;
        }
    }
    Ok(batch)
}

#[cfg(test)]
mod tests {
    use super::ONE_ROW;
    use crate::batch;

    #[test]
    fn statements_for_one_row_take_their_values_as_parameters() {
        for statement in batch::STATEMENTS {
            let one = &ONE_ROW[statement];
            assert!(!one.contains(['{', '}']) && !one.contains("value"), "{one}");
            assert_eq!(one.matches('?').count(), statement.matches("value->>").count(), "{one}");
        }
        assert!(ONE_ROW[batch::SELECT_HEADS].contains("WHERE id IN (SELECT ?1 )"));
    }
}
