//! Log writers: each collects queued writes and commits them in one transaction.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::batch::{self, Batch, Before, GameHead, StoreWrite};
use super::notify::Notifier;
use super::row::JsonRows;
use super::sql::{Pool, Transaction};
use super::{StoreError, sql};
use crate::id::GameId;

/// Maximum number of writes in a transaction.
const MAX_BATCH: usize = 512;
/// Writes that may be queued before senders have to wait.
pub(super) const QUEUE_SIZE: usize = 4096;
/// Minimum interval between the starts of two transactions. A quiet server does not notice. On a
/// busy one more writes are batched: at 2,000 appends a second on two cores this saves two thirds
/// of the CPU of each, most of which goes into waking threads for each statement.
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
        ready = Instant::now() + MIN_INTERVAL;
        let (writes, answers): (Vec<StoreWrite>, Vec<_>) = requests.drain(..).unzip();
        let results = write_all(&pool, &notifier, &writes).await;
        for (answer, result) in answers.into_iter().zip(results) {
            // The sender may have stopped waiting.
            let _ = answer.send(result);
        }
    }
}

/// Writes a batch; if a row is rejected, writes each alone, so that the others succeed.
async fn write_all(pool: &Pool, notifier: &Notifier, writes: &[StoreWrite]) -> Vec<Result<(), StoreError>> {
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
    let lost = |_| StoreError::from(sqlx::Error::PoolTimedOut);
    let batch = tokio::time::timeout(TIMEOUT, writing).await.map_err(lost)??;
    notifier.notify_games(batch.progress);
    Ok(batch.results)
}

async fn write_batch(work: &mut Transaction, writes: &[StoreWrite]) -> Result<Batch, StoreError> {
    let seeks = load_seeks(work, writes).await?;
    let heads = load_heads(work, writes).await?;
    let batch = batch::plan(writes, Before { heads, seeks })?;
    for (statement, rows) in &batch.statements {
        work.execute(*statement, &[rows.into()]).await?;
    }
    Ok(batch)
}

/// Heads of the games of a batch, locked until the end of the transaction, in order of their ids to
/// avoid deadlocks.
async fn load_heads(
    work: &mut Transaction,
    writes: &[StoreWrite],
) -> Result<HashMap<GameId, GameHead>, StoreError> {
    let mut games: Vec<&GameId> = writes.iter().flat_map(StoreWrite::games).collect();
    games.sort_unstable();
    games.dedup();
    let mut rows = JsonRows::default();
    for game in games {
        rows.push(&[game])?;
    }
    let Some(rows) = rows.finish() else { return Ok(HashMap::new()) };
    let statement = "SELECT id, epoch, seq, asides FROM game \
         WHERE id IN (SELECT value->>0 FROM {each}) ORDER BY id {lock}";
    let rows = work.fetch(statement, &[sql::SqlParam::from(&rows)]).await?;
    let head = |row: &sql::SqlRow| {
        let head = GameHead {
            epoch: super::Epoch(row.get("epoch")?),
            seq: row.get_seq("seq")?,
            asides: row.get_u64("asides")?,
        };
        Ok((row.get("id")?, head))
    };
    rows.iter().map(head).collect()
}

/// The seeks that a batch takes, with the game that came of each, locked as the games are.
async fn load_seeks(
    work: &mut Transaction,
    writes: &[StoreWrite],
) -> Result<HashMap<String, Option<GameId>>, StoreError> {
    let mut seeks: Vec<&String> = writes.iter().filter_map(StoreWrite::seek).collect();
    seeks.sort_unstable();
    seeks.dedup();
    let mut rows = JsonRows::default();
    for seek in seeks {
        rows.push(&[seek])?;
    }
    let Some(rows) = rows.finish() else { return Ok(HashMap::new()) };
    let statement = "SELECT id, game FROM seek WHERE id IN (SELECT value->>0 FROM {each}) ORDER BY id {lock}";
    let rows = work.fetch(statement, &[sql::SqlParam::from(&rows)]).await?;
    rows.iter().map(|row| Ok((row.get("id")?, row.get("game")?))).collect()
}
