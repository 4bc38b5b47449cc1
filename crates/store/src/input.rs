//! Premoves and seeds, one row for each side of a game.

use rukh_session::id::GameId;

use super::row;
use super::sql::SqlRow;
use super::{SideInput, Store, StoreError};

impl Store {
    /// What the sides of a game have given in advance, if its number is later than `after`.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn inputs(&self, game: &GameId, after: u64) -> Result<Vec<SideInput>, StoreError> {
        let statement =
            "SELECT side, n, at, premoves, seed FROM player_input WHERE game = $1 AND n > $2 ORDER BY n";
        let rows = self.readers.fetch(statement, &[game.into(), after.into()]).await?;
        let input = |row: &SqlRow| {
            Ok(SideInput {
                side: row::from_json("side", &format!("\"{}\"", row.get::<String>("side")?))?,
                number: row.get("n")?,
                at: row.get("at")?,
                premoves: row::from_json("premoves", &row.get::<String>("premoves")?)?,
                seed: row.get("seed")?,
            })
        };
        rows.iter().map(input).collect()
    }
}
