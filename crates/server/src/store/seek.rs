//! Seeks.

use super::row::{self, JsonRows};
use super::sql::{Pool, SqlParam};
use super::{SeekRow, StoreError};
use crate::id::{GameId, GuestId};
use crate::wire::time::UnixMillis;

/// Maximum number of listed seeks.
const MAX_LISTED: u32 = 200;
const COLUMNS: &str = "id, by_player, body, is_private, created, expires";

pub(super) async fn insert(pool: &Pool, seek: &SeekRow) -> Result<(), StoreError> {
    let statement = "INSERT INTO seek (id, by_player, body, is_private, created, expires, alive) \
         VALUES ($1, $2, $3, $4, $5, $6, $5)";
    let values = [
        (&seek.id).into(),
        (&seek.by).into(),
        (&seek.body).into(),
        i64::from(seek.private).into(),
        seek.created.into(),
        seek.expires.into(),
    ];
    pool.execute(statement, &values).await.map(drop).map_err(StoreError::unique_as_out_of_order)
}

pub(super) async fn get(pool: &Pool, id: &str) -> Result<Option<(SeekRow, Option<GameId>)>, StoreError> {
    let rows = pool.fetch(format!("SELECT {COLUMNS}, game FROM seek WHERE id = $1"), &[id.into()]).await?;
    rows.first().map(|row| Ok((row::seek(row)?, row.get("game")?))).transpose()
}

/// Open public seeks of owners that were present recently, oldest first.
pub(super) async fn list_open(
    pool: &Pool,
    now: UnixMillis,
    alive_since: UnixMillis,
) -> Result<Vec<SeekRow>, StoreError> {
    let statement = format!(
        "SELECT {COLUMNS} FROM seek WHERE game IS NULL AND is_private = 0 AND expires > $1 AND alive >= $2 \
         ORDER BY created, id LIMIT {MAX_LISTED}"
    );
    pool.fetch(statement, &[now.into(), alive_since.into()]).await?.iter().map(row::seek).collect()
}

/// Number of a guest's open seeks.
pub(super) async fn count(pool: &Pool, by: &GuestId, now: UnixMillis) -> Result<u64, StoreError> {
    let statement =
        "SELECT count(*) AS waiting FROM seek WHERE by_player = $1 AND game IS NULL AND expires > $2";
    let rows = pool.fetch(statement, &[by.into(), now.into()]).await?;
    rows.first().map_or(Ok(0), |row| row.get_u64("waiting"))
}

/// Open seeks of these guests: owner and seek id.
pub(super) async fn waiting(
    pool: &Pool,
    by: &[GuestId],
    now: UnixMillis,
) -> Result<Vec<(GuestId, String)>, StoreError> {
    let mut rows = JsonRows::default();
    for player in by {
        rows.push(&[player])?;
    }
    let Some(rows) = rows.finish() else { return Ok(Vec::new()) };
    let statement = "SELECT by_player, id FROM seek \
         WHERE by_player IN (SELECT value->>0 FROM {each}) AND game IS NULL AND expires > $2";
    let rows = pool.fetch(statement, &[(&rows).into(), now.into()]).await?;
    rows.iter().map(|row| Ok((row.get("by_player")?, row.get("id")?))).collect()
}

/// Records that these owners are present.
pub(super) async fn touch(pool: &Pool, by: &[GuestId], now: UnixMillis) -> Result<(), StoreError> {
    let mut rows = JsonRows::default();
    for player in by {
        rows.push(&[player])?;
    }
    let Some(rows) = rows.finish() else { return Ok(()) };
    let statement = "UPDATE seek SET alive = $2 \
         WHERE by_player IN (SELECT value->>0 FROM {each}) AND game IS NULL AND alive < $2";
    pool.execute(statement, &[(&rows).into(), now.into()]).await.map(drop)
}

/// Whether this call, and no other, has taken the seek.
pub(super) async fn take(pool: &Pool, id: &str, game: &GameId) -> Result<bool, StoreError> {
    let statement = "UPDATE seek SET game = $2 WHERE id = $1 AND game IS NULL";
    Ok(pool.execute(statement, &[id.into(), game.into()]).await? == 1)
}

pub(super) async fn reopen(pool: &Pool, id: &str) -> Result<(), StoreError> {
    pool.execute("UPDATE seek SET game = NULL WHERE id = $1", &[id.into()]).await.map(drop)
}

pub(super) async fn delete(pool: &Pool, id: &str, by: &GuestId) -> Result<bool, StoreError> {
    let statement = "DELETE FROM seek WHERE id = $1 AND by_player = $2 AND game IS NULL";
    Ok(pool.execute(statement, &[SqlParam::from(id), by.into()]).await? == 1)
}
