//! Log writers of PostgreSQL: each collects queued writes and commits them together.

use std::collections::HashMap;
use std::time::Duration;

use rukh_session::id::GameId;
use rukh_session::wire::event::Seq;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::StoreError;
use super::batch::{self, Assumed, Batch, Before, MAX_BATCH, StoreWrite};
use super::notify::Notifier;
use super::row::JsonRows;
use super::sql::{Pool, SqlParam, Transaction};

/// Writes that may be queued before senders have to wait.
pub(super) const QUEUE_SIZE: usize = 4096;
/// Minimum interval between the starts of two batches. A quiet server does not notice; on a busy one
/// more writes share a statement and a flush.
const MIN_INTERVAL: Duration = Duration::from_millis(4);
/// Timeout of a transaction; after it the connection counts as lost.
const TIMEOUT: Duration = Duration::from_secs(15);

/// A write with the channel for its result.
pub(super) type WriteRequest = (StoreWrite, oneshot::Sender<Result<(), StoreError>>);

/// Writes until all senders are gone.
pub(super) async fn run(pool: Pool, notifier: Notifier, mut inbox: mpsc::Receiver<WriteRequest>) {
    let mut requests = Vec::with_capacity(MAX_BATCH);
    let mut ready = Instant::now();
    while inbox.recv_many(&mut requests, MAX_BATCH).await > 0 {
        if Instant::now() < ready {
            tokio::time::sleep_until(ready).await;
            while requests.len() < MAX_BATCH
                && let Ok(request) = inbox.try_recv()
            {
                requests.push(request);
            }
        }
        drop_abandoned(&mut requests);
        if requests.is_empty() {
            continue;
        }
        ready = Instant::now() + MIN_INTERVAL;
        let (writes, answers): (Vec<StoreWrite>, Vec<_>) = requests.drain(..).unzip();
        let results = write_all(&pool, &notifier, &writes).await;
        for (answer, result) in answers.into_iter().zip(results) {
            // The caller may have given up.
            let _ = answer.send(result);
        }
    }
}

/// Drops writes whose callers have given up, and told their players that nothing was stored.
pub(super) fn drop_abandoned(requests: &mut Vec<WriteRequest>) {
    requests.retain(|(_, answer)| !answer.is_closed());
}

/// Writes a batch: in one statement what only continues games, and the rest in a transaction.
async fn write_all(pool: &Pool, notifier: &Notifier, writes: &[StoreWrite]) -> Vec<Result<(), StoreError>> {
    match tokio::time::timeout(TIMEOUT, write_at_once(pool, writes)).await {
        Ok(Ok(Some((batch, written)))) => {
            let is_written = |write: &StoreWrite| written.contains_key(write.game());
            let progress = batch.progress.into_iter();
            let progress = progress.filter_map(|one| written.get(one.game()).map(|seq| one.from(*seq)));
            notifier.notify_games(progress.collect());
            let mut results = batch.results;
            // A game that stands otherwise: the transaction finds out why.
            for (write, result) in writes.iter().zip(&mut results).filter(|(write, _)| !is_written(write)) {
                *result = write_each(pool, notifier, std::slice::from_ref(write))
                    .await
                    .pop()
                    .unwrap_or(Err(StoreError::Closed));
            }
            results
        }
        Ok(Err(error)) if !error.is_row_error() && !error.is_connection_lost() => {
            vec![Err(error); writes.len()]
        }
        // A connection may have been lost long ago. If it was lost after the commit, the transaction
        // finds that the writes do not continue their games.
        Ok(Ok(None) | Err(_)) => write_each(pool, notifier, writes).await,
        Err(_) => vec![Err(StoreError::TimedOut); writes.len()],
    }
}

/// Writes a batch in one statement; returns it with the games that were written, each with the number
/// of its last event before. `None` if some write does more than to continue a game.
async fn write_at_once(
    pool: &Pool,
    writes: &[StoreWrite],
) -> Result<Option<(Batch<JsonRows>, HashMap<GameId, Seq>)>, StoreError> {
    let Some(Assumed { games, before }) = batch::assume(writes)? else { return Ok(None) };
    let mut batch = batch::plan::<JsonRows>(writes, before)?;
    let rows = batch.take_continuing_rows();
    let values: Vec<SqlParam<'_>> = std::iter::once(&games).chain(&rows).map(SqlParam::from).collect();
    let rows = pool.fetch(batch::CONTINUE_GAMES.as_str(), &values).await?;
    let written = rows.iter().map(|row| Ok((row.get("id")?, row.get("seq")?)));
    let written = written.collect::<Result<_, StoreError>>()?;
    Ok(Some((batch, written)))
}

/// Writes a batch in a transaction; if a row is rejected, each write alone, so that the others succeed.
async fn write_each(pool: &Pool, notifier: &Notifier, writes: &[StoreWrite]) -> Vec<Result<(), StoreError>> {
    match write(pool, notifier, writes).await {
        Ok(results) => results,
        Err(error) if error.is_row_error() && writes.len() > 1 => {
            let mut results = Vec::with_capacity(writes.len());
            for one in writes {
                let alone = write(pool, notifier, std::slice::from_ref(one)).await;
                results.push(alone.map_err(StoreError::unique_as_out_of_order).and_then(single));
            }
            results
        }
        Err(error) => vec![Err(error.unique_as_out_of_order()); writes.len()],
    }
}

fn single(mut results: Vec<Result<(), StoreError>>) -> Result<(), StoreError> {
    results.pop().unwrap_or(Err(StoreError::Closed))
}

/// Writes a batch within the timeout.
async fn write(
    pool: &Pool,
    notifier: &Notifier,
    writes: &[StoreWrite],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let writing = async {
        let mut work = pool.begin().await?;
        let written = write_batch(&mut work, writes).await;
        work.finish(written).await
    };
    let batch = tokio::time::timeout(TIMEOUT, writing).await.map_err(|_| StoreError::TimedOut)??;
    notifier.notify_games(batch.progress);
    Ok(batch.results)
}

async fn write_batch(work: &mut Transaction, writes: &[StoreWrite]) -> Result<Batch<JsonRows>, StoreError> {
    let mut before = Before::default();
    // Locked until the end of the transaction, in order of the ids to avoid deadlocks.
    if let Some(rows) = JsonRows::column(batch::seeks(writes))? {
        before.read_seeks(&work.fetch(batch::SELECT_SEEKS, &[(&rows).into()]).await?)?;
    }
    if let Some(rows) = JsonRows::column(batch::games(writes))? {
        before.read_heads(&work.fetch(batch::SELECT_HEADS, &[(&rows).into()]).await?)?;
    }
    let mut batch = batch::plan::<JsonRows>(writes, before)?;
    for (statement, rows) in std::mem::take(&mut batch.statements) {
        if let Some(rows) = rows.finish() {
            work.execute(statement, &[(&rows).into()]).await?;
        }
    }
    Ok(batch)
}
