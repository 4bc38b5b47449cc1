//! Bots: accounts of programs.
//!
//! An account becomes a bot for good, and only before it has played: so its games, of which each says what its
//! players were, are those of a bot from the first one on.

use std::collections::BTreeSet;

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::player::lock_names;
use super::row::to_json;
use super::sql::Connection;
use super::{Store, StoreError};

/// What became of the wish to be a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BotChoice {
    /// It is one from now on.
    Made,
    /// It was one already.
    Known,
    /// It has played, or it has seeks or appointments of which games may begin.
    HasPlayed,
}

/// Games, open seeks and appointments: whatever a bot may have no part in before it is one.
const PLAYED: &str = "SELECT 1 AS one FROM game WHERE white_player = $1 OR black_player = $1 \
     UNION ALL SELECT 1 FROM seek WHERE by_player = $1 AND game IS NULL AND expires > $2 \
     UNION ALL SELECT 1 FROM appointment WHERE (by_player = $1 OR with_player = $1) AND expires > $2 \
     AND stage IN ('proposed', 'agreed') LIMIT 1";

impl Store {
    /// Makes an account a bot's, for good, unless it has played.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn become_bot(&self, player: &GuestId, at: UnixMillis) -> Result<BotChoice, StoreError> {
        let mut work = self.writers.begin().await?;
        let chosen = choose(&mut work, player, at).await;
        work.finish(chosen).await
    }

    /// Who of these people are bots.
    ///
    /// # Errors
    /// A database error.
    pub async fn bots_among(
        &self,
        players: impl IntoIterator<Item = &GuestId>,
    ) -> Result<BTreeSet<GuestId>, StoreError> {
        let players: Vec<&GuestId> = players.into_iter().collect();
        let statement = self.readers.dialect().choose(
            "SELECT player FROM account WHERE bot IS NOT NULL AND player IN (SELECT value FROM json_each($1))",
            "SELECT player FROM account WHERE bot IS NOT NULL \
             AND player IN (SELECT json_array_elements_text(CAST($1 AS json)))",
        );
        let rows = self.readers.fetch(statement, &[(&to_json(&players)?).into()]).await?;
        rows.iter().map(|row| row.get("player")).collect()
    }
}

async fn choose(work: &mut Connection, player: &GuestId, at: UnixMillis) -> Result<BotChoice, StoreError> {
    lock_names(work).await?;
    let known = "SELECT 1 AS one FROM account WHERE player = $1 AND bot IS NOT NULL";
    if !work.fetch(known, &[player.into()]).await?.is_empty() {
        return Ok(BotChoice::Known);
    }
    if !work.fetch(PLAYED, &[player.into(), at.into()]).await?.is_empty() {
        return Ok(BotChoice::HasPlayed);
    }
    work.execute("UPDATE account SET bot = $2 WHERE player = $1", &[player.into(), at.into()]).await?;
    Ok(BotChoice::Made)
}
