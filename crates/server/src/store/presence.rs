//! When players were last seen at their boards.

use super::StoreError;
use super::row::Rows;
use super::sql::Pool;

/// How long after it was noted a sight is forgotten, in milliseconds.
const FORGOTTEN: u64 = 86_400_000;

/// Notes that players of these games are at their boards. `games` is sorted, so that
/// two nodes that note the same wait for each other and not in a circle.
pub(super) async fn note(pool: &Pool, games: &[String], now: u64) -> Result<(), StoreError> {
    let mut rows = Rows::default();
    for game in games {
        rows.push(&[game])?;
    }
    let Some(rows) = rows.finish() else { return Ok(()) };
    let statement = "INSERT INTO presence (game, seen) SELECT value->>0, CAST($2 AS BIGINT) FROM {each} \
         WHERE 1 = 1 ON CONFLICT (game) DO UPDATE SET seen = excluded.seen";
    pool.run(statement, &[(&rows).into(), now.into()]).await.map(drop)
}

/// Forgets what was noted long ago.
pub(super) async fn forget(pool: &Pool, now: u64) -> Result<(), StoreError> {
    let statement = "DELETE FROM presence WHERE seen < $1";
    pool.run(statement, &[now.saturating_sub(FORGOTTEN).into()]).await.map(drop)
}
