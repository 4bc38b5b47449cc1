//! Stored reviews of finished games.

use rukh_session::id::GameId;
use rukh_session::wire::event::Seq;
use serde_json::value::RawValue;

use super::archive::{deflate, inflate};
use super::row;
use super::sql::{SqlParam, SqlRow};
use super::{Store, StoreError};

/// Version of a stored review. A higher one comes with whatever changes what a review says: then games
/// are reviewed again when somebody asks.
const FORMAT: i64 = 2;

impl Store {
    /// The review of a game as JSON, if it was made of the game as it is now, with `seq` events.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn review(&self, game: &GameId, seq: Seq) -> Result<Option<Box<RawValue>>, StoreError> {
        let statement = "SELECT body FROM review WHERE game = $1 AND seq = $2 AND format = $3";
        let rows = self.readers.fetch(statement, &[game.into(), seq.into(), FORMAT.into()]).await?;
        let unpack = |row: &SqlRow| row::from_json("a review", &inflate(&row.get::<Vec<u8>>("body")?)?);
        rows.first().map(unpack).transpose()
    }

    /// Stores the review of a game with `seq` events, as JSON.
    ///
    /// # Errors
    /// A database error.
    pub async fn save_review(&self, game: &GameId, seq: Seq, review: &RawValue) -> Result<(), StoreError> {
        let statement = "INSERT INTO review (game, seq, format, body) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, format = excluded.format, body = excluded.body";
        let body = deflate(review.get())?;
        self.writers
            .execute(statement, &[game.into(), seq.into(), FORMAT.into(), SqlParam::Bytes(&body)])
            .await
            .map(drop)
    }
}
