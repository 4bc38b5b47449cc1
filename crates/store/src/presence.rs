//! When players of a game were last connected.

use rukh_session::id::GameId;
use rukh_session::wire::time::UnixMillis;

use super::row::to_json;
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
        if games.is_empty() {
            return Ok(());
        }
        let statement = self.writers.dialect().choose(
            "INSERT INTO presence (game, seen) SELECT value, $2 FROM json_each($1) WHERE TRUE \
             ON CONFLICT (game) DO UPDATE SET seen = excluded.seen",
            "INSERT INTO presence (game, seen) SELECT json_array_elements_text(CAST($1 AS json)), $2 \
             ON CONFLICT (game) DO UPDATE SET seen = excluded.seen",
        );
        self.writers.execute(statement, &[(&to_json(&games)?).into(), now.into()]).await.map(drop)
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
