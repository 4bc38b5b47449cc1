//! Log writers of PostgreSQL: each collects queued writes and commits them together.

use std::collections::HashMap;
use std::time::Duration;

use rukh_session::id::GameId;
use rukh_session::wire::event::Seq;
use serde_json::{Value as Json, json};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::StoreError;
use super::batch::{self, Assumed, Batch, BatchRows, Before, MAX_BATCH, StoreWrite, WriteRequest};
use super::notify::Notifier;
use super::outbox::is_for_consumer;
use super::row::to_json;
use super::sql::{Connection, Pool, SqlParam, SqlRow, Transaction};

/// Writes that may be queued before senders have to wait.
pub(super) const QUEUE_SIZE: usize = 4096;
/// Minimum interval between the starts of two batches. A quiet server does not notice; on a busy one
/// more writes share a statement and a flush.
const MIN_INTERVAL: Duration = Duration::from_millis(4);
/// Timeout of a transaction; after it the connection counts as lost.
const TIMEOUT: Duration = Duration::from_secs(15);

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
        batch::drop_abandoned(&mut requests);
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
) -> Result<Option<(Batch, HashMap<GameId, Seq>)>, StoreError> {
    let Some(Assumed { games, before }) = batch::assume(writes) else { return Ok(None) };
    let batch = batch::plan(writes, before)?;
    let rows = continue_games(&mut pool.connection().await?, &games, &batch.rows).await?;
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

/// Locks seeks until the end of the transaction, in order of their ids to avoid deadlocks.
const SELECT_SEEKS: &str = "SELECT id, game FROM seek \
     WHERE id IN (SELECT json_array_elements_text(CAST($1 AS json))) ORDER BY id FOR UPDATE";
/// Locks games in the same way.
const SELECT_HEADS: &str = "SELECT id, epoch, seq, asides FROM game \
     WHERE id IN (SELECT json_array_elements_text(CAST($1 AS json))) ORDER BY id FOR UPDATE";
const TAKE_SEEKS: &str = "UPDATE seek SET game = taken.game \
     FROM json_populate_recordset(NULL::seek, CAST($1 AS json)) AS taken WHERE seek.id = taken.id";
/// In one order, so that two nodes that begin games of the same do not wait for each other.
const INSERT_RULESETS: &str = "INSERT INTO ruleset (hash, instance, text) SELECT hash, instance, text \
     FROM json_populate_recordset(NULL::ruleset, CAST($1 AS json)) ORDER BY hash, instance \
     ON CONFLICT (hash, instance) DO NOTHING";
const INSERT_GAMES: &str = "INSERT INTO game (id, epoch, seq, asides, instance, hash, ruleset_name, skin, white, \
     black, white_player, black_player, time, manner, is_private, rated, server_seed, start_fen, started, phase, \
     is_over, result, updated, plies, deadline) \
     SELECT id, epoch, seq, 0, instance, hash, ruleset_name, skin, white, black, white_player, black_player, \
     time, manner, is_private, rated, server_seed, start_fen, started, '\"turns\"', 0, NULL, 0, 0, NULL \
     FROM json_populate_recordset(NULL::game, CAST($1 AS json))";

/// Writes to the games that stand as their writers assume, and returns these with the number of their last
/// event before. Each parameter is an array of rows.
const CONTINUE_GAMES: &str = concat!(
    "WITH head AS (\
       SELECT game.id, game.seq FROM json_to_recordset(CAST($1 AS json)) \
         AS assumed (id TEXT, epoch BIGINT, seq BIGINT, aside BIGINT) JOIN game ON game.id = assumed.id \
       WHERE game.epoch = coalesce(assumed.epoch, game.epoch) AND game.seq = coalesce(assumed.seq, game.seq) \
         AND (assumed.aside IS NULL OR game.asides < assumed.aside) ORDER BY game.id FOR UPDATE OF game\
     ), finished AS (\
       INSERT INTO finished_game (consumer, game) SELECT consumer.name, game.id \
       FROM json_populate_recordset(NULL::game, CAST($2 AS json)) AS over JOIN head ON head.id = over.id \
         JOIN game ON game.id = over.id CROSS JOIN consumer WHERE game.is_over = 0 AND ",
    is_for_consumer!("consumer.name"),
    " ON CONFLICT DO NOTHING\
     ), card AS (\
       UPDATE game SET seq = card.seq, phase = card.phase, is_over = card.is_over, result = card.result, \
         updated = card.updated, plies = card.plies, deadline = card.deadline, turn = card.turn, \
         asides = coalesce(card.asides, game.asides) \
       FROM json_populate_recordset(NULL::game, CAST($3 AS json)) AS card JOIN head ON head.id = card.id \
       WHERE game.id = card.id\
     ), event AS (\
       INSERT INTO log (game, seq, body, intent) SELECT event.game, event.seq, event.body, event.intent \
       FROM json_populate_recordset(NULL::log, CAST($4 AS json)) AS event JOIN head ON head.id = event.game\
     ), chat AS (\
       INSERT INTO aside (game, n, at, body) SELECT entry.game, entry.n, entry.at, entry.body \
       FROM json_populate_recordset(NULL::aside, CAST($5 AS json)) AS entry JOIN head ON head.id = entry.game\
     ), input AS (\
       INSERT INTO player_input (game, side, n, at, premoves, seed) \
       SELECT input.game, input.side, input.n, input.at, input.premoves, input.seed \
       FROM json_populate_recordset(NULL::player_input, CAST($6 AS json)) AS input \
         JOIN head ON head.id = input.game \
       ON CONFLICT (game, side) DO UPDATE SET n = excluded.n, at = excluded.at, \
         premoves = excluded.premoves, seed = excluded.seed\
     ), aside_number AS (\
       UPDATE game SET asides = last.asides \
       FROM json_populate_recordset(NULL::game, CAST($7 AS json)) AS last JOIN head ON head.id = last.id \
       WHERE game.id = last.id\
     ) SELECT id, seq FROM head"
);

/// Runs [`CONTINUE_GAMES`] for games as [`Assumed`] has them.
async fn continue_games(
    work: &mut Connection,
    games: &[Json],
    rows: &BatchRows,
) -> Result<Vec<SqlRow>, StoreError> {
    let BatchRows { finished, cards, events, asides, inputs, aside_numbers, .. } = rows;
    let rows: [&[Json]; 7] = [games, finished, cards, events, asides, inputs, aside_numbers];
    let rows: Vec<String> = rows.iter().map(to_json).collect::<Result<_, _>>()?;
    work.fetch(CONTINUE_GAMES, &rows.iter().map(SqlParam::from).collect::<Vec<_>>()).await
}

/// Writes a batch in a transaction.
pub(super) async fn write_batch(work: &mut Transaction, writes: &[StoreWrite]) -> Result<Batch, StoreError> {
    let mut before = Before::default();
    let seeks = batch::seeks(writes);
    if !seeks.is_empty() {
        before.read_seeks(&work.fetch(SELECT_SEEKS, &[(&to_json(&seeks)?).into()]).await?)?;
    }
    let games = to_json(&batch::games(writes))?;
    before.read_heads(&work.fetch(SELECT_HEADS, &[(&games).into()]).await?)?;
    let batch = batch::plan(writes, before)?;
    let BatchRows { taken_seeks, rulesets, games, .. } = &batch.rows;
    for (statement, rows) in [(TAKE_SEEKS, taken_seeks), (INSERT_RULESETS, rulesets), (INSERT_GAMES, games)] {
        if !rows.is_empty() {
            work.execute(statement, &[(&to_json(rows)?).into()]).await?;
        }
    }
    let locked: Vec<Json> = batch.progress.iter().map(|one| json!({ "id": one.game() })).collect();
    continue_games(work, &locked, &batch.rows).await?;
    Ok(batch)
}
