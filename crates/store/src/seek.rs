//! Seeks.

use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::time::UnixMillis;

use super::row;
use super::sql::{Connection, SqlDialect, SqlParam, Transaction};
use super::{SeekLimits, SeekRow, Store, StoreError};

/// Maximum number of listed seeks.
const MAX_LISTED: u32 = 200;
const COLUMNS: &str = "id, by_player, body, is_private, created, expires, origin";

impl Store {
    /// Inserts a seek unless its owner or its origin has too many open ones; its owner counts as
    /// present. Concurrent inserts wait for each other: those of one database file by its lock, those of
    /// one owner or origin in PostgreSQL by advisory locks.
    ///
    /// # Errors
    /// [`StoreError::TooManySeeks`], or a database error.
    pub async fn insert_seek(&self, seek: SeekRow, limits: SeekLimits) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let inserted = insert_within(&mut work, &seek, limits).await;
        work.finish(inserted).await.map_err(StoreError::unique_as_out_of_order)
    }

    /// A seek with the game that came of it.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn seek(&self, id: &str) -> Result<Option<(SeekRow, Option<GameId>)>, StoreError> {
        let rows = self
            .readers
            .fetch(format!("SELECT {COLUMNS}, game FROM seek WHERE id = $1"), &[id.into()])
            .await?;
        rows.first().map(|row| Ok((row::seek(row)?, row.get("game")?))).transpose()
    }

    /// The newest open public seeks whose owners were present recently, oldest first. `alive_since` is for live clocks and
    /// none; a game with days for each move needs nobody to be there at once.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn open_seeks(
        &self,
        now: UnixMillis,
        [alive_since, with_days]: [UnixMillis; 2],
    ) -> Result<Vec<SeekRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM seek WHERE game IS NULL AND is_private = 0 AND expires > $1 AND (alive >= $2 \
             OR alive >= $3 AND body LIKE '%\"time_control\":{{\"kind\":\"days\"%') \
             ORDER BY created DESC, id DESC LIMIT {MAX_LISTED}"
        );
        let values = [now.into(), alive_since.into(), with_days.into()];
        let rows = self.readers.fetch(statement, &values).await?;
        rows.iter().rev().map(row::seek).collect()
    }

    /// Open public seeks of a guest, oldest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn own_seeks(&self, by: &GuestId, now: UnixMillis) -> Result<Vec<SeekRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM seek WHERE by_player = $1 AND game IS NULL AND is_private = 0 AND expires > $2 \
             ORDER BY created, id"
        );
        self.readers.fetch(statement, &[by.into(), now.into()]).await?.iter().map(row::seek).collect()
    }

    /// Open seeks of these guests, including private ones: owner and seek id.
    ///
    /// # Errors
    /// A database error.
    pub async fn waiting_seeks(
        &self,
        by: &[GuestId],
        now: UnixMillis,
    ) -> Result<Vec<(GuestId, String)>, StoreError> {
        if by.is_empty() {
            return Ok(Vec::new());
        }
        let statement = self.readers.dialect().choose(
            "SELECT by_player, id FROM seek WHERE by_player IN (SELECT value FROM json_each($1)) \
             AND game IS NULL AND expires > $2",
            "SELECT by_player, id FROM seek \
             WHERE by_player IN (SELECT json_array_elements_text(CAST($1 AS json))) \
             AND game IS NULL AND expires > $2",
        );
        let rows = self.readers.fetch(statement, &[(&row::to_json(&by)?).into(), now.into()]).await?;
        rows.iter().map(|row| Ok((row.get("by_player")?, row.get("id")?))).collect()
    }

    /// Records that these owners are present.
    ///
    /// # Errors
    /// A database error.
    pub async fn touch_seeks(&self, by: &[GuestId], now: UnixMillis) -> Result<(), StoreError> {
        if by.is_empty() {
            return Ok(());
        }
        let statement = self.writers.dialect().choose(
            "UPDATE seek SET alive = $2 WHERE by_player IN (SELECT value FROM json_each($1)) \
             AND game IS NULL AND alive < $2",
            // In the order of whoever takes several.
            "UPDATE seek SET alive = $2 WHERE id IN (SELECT id FROM seek \
             WHERE by_player IN (SELECT json_array_elements_text(CAST($1 AS json))) \
             AND game IS NULL AND alive < $2 ORDER BY id FOR UPDATE)",
        );
        self.writers.execute(statement, &[(&row::to_json(&by)?).into(), now.into()]).await.map(drop)
    }

    /// Deletes an open seek of its owner.
    ///
    /// # Errors
    /// A database error.
    pub async fn delete_seek(&self, id: &str, by: &GuestId) -> Result<bool, StoreError> {
        let statement = "DELETE FROM seek WHERE id = $1 AND by_player = $2 AND game IS NULL";
        Ok(self.writers.execute(statement, &[SqlParam::from(id), by.into()]).await? == 1)
    }
}

/// Deletes the open seeks of a person.
pub(super) async fn delete_open_of(work: &mut Connection, player: &GuestId) -> Result<(), StoreError> {
    let open = "by_player = $1 AND game IS NULL";
    work.lock_in_order("seek", open, &[player.into()]).await?;
    work.execute(format!("DELETE FROM seek WHERE {open}"), &[player.into()]).await.map(drop)
}

async fn insert_within(work: &mut Transaction, seek: &SeekRow, limits: SeekLimits) -> Result<(), StoreError> {
    let owner = ("by_player", seek.by.as_str(), limits.of_guest);
    let origin = seek.origin.as_deref().map(|origin| ("origin", origin, limits.of_origin));
    for (column, value, most) in std::iter::once(owner).chain(origin) {
        if work.dialect() == SqlDialect::Postgres {
            let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 7240661))";
            work.fetch(lock, &[value.into()]).await?;
        }
        let statement = format!(
            "SELECT count(*) AS open FROM seek WHERE {column} = $1 AND game IS NULL AND expires > $2"
        );
        let rows = work.fetch(statement, &[value.into(), seek.created.into()]).await?;
        if rows.first().map_or(Ok(0), |row| row.get("open"))? >= most {
            return Err(StoreError::TooManySeeks(most));
        }
    }
    let statement = "INSERT INTO seek (id, by_player, body, is_private, created, expires, alive, origin) \
         VALUES ($1, $2, $3, $4, $5, $6, $5, $7)";
    let values = [
        (&seek.id).into(),
        (&seek.by).into(),
        (&seek.body).into(),
        i64::from(seek.private).into(),
        seek.created.into(),
        seek.expires.into(),
        SqlParam::Text(seek.origin.as_deref()),
    ];
    work.execute(statement, &values).await.map(drop)
}
