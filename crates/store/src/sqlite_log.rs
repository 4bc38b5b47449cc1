//! The log writer of SQLite: writes that were queued are committed together by the thread of the
//! writing connection.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::StoreError;
use super::batch::{self, Batch, Before, MAX_BATCH, StoreWrite, WriteRequest};
use super::outbox::is_for_consumer;
use super::sqlite::{SqliteConnection, SqliteThreads};

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
        // In a statement of its own: the queue must not be locked while this thread sleeps, or else whoever submits
        // a write blocks a thread of the runtime for as long.
        let ready = self.queue().ready;
        std::thread::sleep(ready.saturating_duration_since(Instant::now()));
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
        batch::drop_abandoned(&mut requests);
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

const SELECT_SEEK: &str = "SELECT id, game FROM seek WHERE id = $1";
const SELECT_HEAD: &str = "SELECT id, epoch, seq, asides FROM game WHERE id = $1";
const TAKE_SEEK: &str = "UPDATE seek SET game = :game WHERE id = :id";
const INSERT_RULESET: &str = "INSERT INTO ruleset (hash, instance, text) VALUES (:hash, :instance, :text) \
     ON CONFLICT (hash, instance) DO NOTHING";
const INSERT_GAME: &str = "INSERT INTO game (id, epoch, seq, asides, instance, hash, ruleset_name, skin, white, \
     black, white_player, black_player, time, manner, is_private, rated, server_seed, start_fen, started, phase, \
     is_over, result, updated, plies, deadline) \
     VALUES (:id, :epoch, :seq, 0, :instance, :hash, :ruleset_name, :skin, :white, :black, :white_player, \
     :black_player, :time, :manner, :is_private, :rated, :server_seed, :start_fen, :started, '\"turns\"', 0, NULL, 0, \
     0, NULL)";
/// Before the game has ended.
const INSERT_FINISHED: &str = concat!(
    "INSERT INTO finished_game (consumer, game) SELECT consumer.name, game.id FROM consumer, game \
     WHERE game.is_over = 0 AND game.id = :id AND ",
    is_for_consumer!("consumer.name"),
    " ON CONFLICT DO NOTHING"
);
const UPDATE_GAME: &str = "UPDATE game SET seq = :seq, phase = :phase, is_over = :is_over, result = :result, \
     updated = :updated, plies = :plies, deadline = :deadline, turn = :turn, \
     asides = coalesce(:asides, asides) WHERE id = :id";
const INSERT_EVENT: &str = "INSERT INTO log (game, seq, body, intent) VALUES (:game, :seq, :body, :intent)";
const INSERT_ASIDE: &str = "INSERT INTO aside (game, n, at, body) VALUES (:game, :n, :at, :body)";
const UPSERT_INPUT: &str = "INSERT INTO player_input (game, side, n, at, premoves, seed) \
     VALUES (:game, :side, :n, :at, :premoves, :seed) ON CONFLICT (game, side) DO UPDATE SET n = excluded.n, \
     at = excluded.at, premoves = excluded.premoves, seed = excluded.seed";
const UPDATE_ASIDES: &str = "UPDATE game SET asides = :asides WHERE id = :id";

/// Writes a batch in the transaction of a connection.
pub(super) fn write(connection: &mut SqliteConnection, writes: &[StoreWrite]) -> Result<Batch, StoreError> {
    let mut before = Before::default();
    for seek in batch::seeks(writes) {
        before.read_seeks(&connection.fetch(SELECT_SEEK, &[seek.clone().into()])?)?;
    }
    for game in batch::games(writes) {
        before.read_heads(&connection.fetch(SELECT_HEAD, &[game.as_str().to_owned().into()])?)?;
    }
    let batch = batch::plan(writes, before)?;
    let rows = &batch.rows;
    for (statement, rows) in [
        (TAKE_SEEK, &rows.taken_seeks),
        (INSERT_RULESET, &rows.rulesets),
        (INSERT_GAME, &rows.games),
        (INSERT_FINISHED, &rows.finished),
        (UPDATE_GAME, &rows.cards),
        (INSERT_EVENT, &rows.events),
        (INSERT_ASIDE, &rows.asides),
        (UPSERT_INPUT, &rows.inputs),
        (UPDATE_ASIDES, &rows.aside_numbers),
    ] {
        for row in rows {
            connection.execute_row(statement, row)?;
        }
    }
    Ok(batch)
}
