//! Writers: each gathers what is asked of it and writes it in one transaction.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::batch::{self, Batch, Job, Standing};
use super::notify::Herald;
use super::row::Rows;
use super::sql::{Pool, Work};
use super::{StoreError, sql};

/// The most jobs in one transaction.
const MOST: usize = 512;
/// Jobs that may wait for a writer before whoever asks has to.
pub(super) const QUEUE: usize = 4096;
/// How long after the beginning of a transaction the next one begins at the
/// earliest. A quiet server does not notice. On a busy one more gathers: at 2,000
/// appends a second on two cores this saves two thirds of the CPU of each, most of
/// which goes into waking threads for each statement.
const PACE: Duration = Duration::from_millis(4);
/// How long a transaction may take; then its line is taken for lost.
const PATIENCE: Duration = Duration::from_secs(15);

/// A job, and who wants to know what became of it.
pub(super) type Order = (Job, oneshot::Sender<Result<(), StoreError>>);

/// Writes until nobody can ask any more.
pub(super) async fn run(pool: Pool, herald: Herald, mut inbox: mpsc::Receiver<Order>) {
    let mut orders = Vec::with_capacity(MOST);
    let mut ready = Instant::now();
    while inbox.recv_many(&mut orders, MOST).await > 0 {
        if Instant::now() < ready {
            tokio::time::sleep_until(ready).await;
            while orders.len() < MOST
                && let Ok(order) = inbox.try_recv()
            {
                orders.push(order);
            }
        }
        ready = Instant::now() + PACE;
        let (jobs, answers): (Vec<Job>, Vec<_>) = orders.drain(..).unzip();
        let verdicts = write_all(&pool, &herald, &jobs).await;
        for (answer, verdict) in answers.into_iter().zip(verdicts) {
            // Who has stopped waiting needs no answer.
            let _ = answer.send(verdict);
        }
    }
}

/// Writes a batch; if one of it is at fault, each for itself, so that the
/// others succeed.
async fn write_all(pool: &Pool, herald: &Herald, jobs: &[Job]) -> Vec<Result<(), StoreError>> {
    match write(pool, herald, jobs).await {
        Ok(verdicts) => verdicts,
        Err(error) if error.is_about_rows() && jobs.len() > 1 => {
            let mut verdicts = Vec::with_capacity(jobs.len());
            for job in jobs {
                let alone = write(pool, herald, std::slice::from_ref(job)).await;
                verdicts.push(alone.map_err(StoreError::or_out_of_order).and_then(only));
            }
            verdicts
        }
        Err(error) => vec![Err(error.or_out_of_order()); jobs.len()],
    }
}

fn only(mut verdicts: Vec<Result<(), StoreError>>) -> Result<(), StoreError> {
    verdicts.pop().unwrap_or(Err(StoreError::Closed))
}

/// Writes a batch, within the time it may take.
async fn write(
    pool: &Pool,
    herald: &Herald,
    jobs: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let writing = async {
        let mut work = pool.begin().await?;
        let written = fill(&mut work, jobs).await;
        work.end(written).await
    };
    let lost = |_| StoreError::from(sqlx::Error::PoolTimedOut);
    let batch = tokio::time::timeout(PATIENCE, writing).await.map_err(lost)??;
    herald.games(batch.reached);
    Ok(batch.verdicts)
}

async fn fill(work: &mut Work, jobs: &[Job]) -> Result<Batch, StoreError> {
    let standing = standing(work, jobs).await?;
    let batch = batch::sort(jobs, standing)?;
    for (statement, rows) in &batch.statements {
        work.run(*statement, &[rows.into()]).await?;
    }
    Ok(batch)
}

/// How the games stand that jobs are about; they stay so until the end of the
/// transaction. Kept in the order of their names, so that nobody waits in a ring.
async fn standing(work: &mut Work, jobs: &[Job]) -> Result<HashMap<String, Standing>, StoreError> {
    let mut games: Vec<&str> = jobs.iter().map(Job::game).collect();
    games.sort_unstable();
    games.dedup();
    let mut rows = Rows::default();
    for game in games {
        rows.push(&[game])?;
    }
    let Some(rows) = rows.finish() else { return Ok(HashMap::new()) };
    let statement = "SELECT id, epoch, seq, asides FROM game \
         WHERE id IN (SELECT value->>0 FROM {each}) ORDER BY id {lock}";
    let lines = work.rows(statement, &[sql::Value::from(&rows)]).await?;
    let standing = |line: &sql::Line| {
        let standing =
            Standing { epoch: line.get("epoch")?, seq: line.count("seq")?, asides: line.count("asides")? };
        Ok((line.get("id")?, standing))
    };
    lines.iter().map(standing).collect()
}
