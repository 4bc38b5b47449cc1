//! Premoves and seeds, one row for each side of a game.

use super::row;
use super::sql::Pool;
use super::{SideInput, StoreError};
use crate::id::GameId;

pub(super) async fn load(pool: &Pool, game: &GameId, after: u64) -> Result<Vec<SideInput>, StoreError> {
    let statement =
        "SELECT side, n, at, premoves, seed FROM player_input WHERE game = $1 AND n > $2 ORDER BY n";
    let rows = pool.fetch(statement, &[game.into(), after.into()]).await?;
    let input = |row: &super::sql::SqlRow| {
        Ok(SideInput {
            side: row::from_json("side", &format!("\"{}\"", row.get::<String>("side")?))?,
            number: row.get_u64("n")?,
            at: row.get_time("at")?,
            premoves: row::from_json("premoves", &row.get::<String>("premoves")?)?,
            seed: row.get("seed")?,
        })
    };
    rows.iter().map(input).collect()
}
