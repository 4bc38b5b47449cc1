//! When players of a game were last connected.

use rukh_session::id::GameId;
use rukh_session::wire::time::UnixMillis;

use super::row::JsonRows;
use super::{Store, StoreError};

/// Age at which presence is deleted, in milliseconds.
const RETENTION: u64 = 86_400_000;

impl Store {
    /// Records that players of these games are connected. They are sorted, so that two nodes that write the
    /// same rows do not deadlock.
    ///
    /// # Errors
    /// A database error.
    pub async fn record_presence(&self, games: &[GameId], now: UnixMillis) -> Result<(), StoreError> {
        let Some(rows) = JsonRows::column(games)? else { return Ok(()) };
        let statement = "INSERT INTO presence (game, seen) SELECT value->>0, CAST($2 AS BIGINT) FROM {each} \
             WHERE 1 = 1 ON CONFLICT (game) DO UPDATE SET seen = excluded.seen";
        self.writers.execute(statement, &[(&rows).into(), now.into()]).await.map(drop)
    }

    /// Deletes old presence.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_presence(&self, now: UnixMillis) -> Result<(), StoreError> {
        let statement = "DELETE FROM presence WHERE seen < $1";
        self.writers.execute(statement, &[now.saturating_sub(RETENTION).into()]).await.map(drop)
    }
}
