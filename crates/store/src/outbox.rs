//! An outbox of finished games: everything that reads them once.
//!
//! The append with which a game ends writes a row for each consumer in the same transaction, and a consumer
//! deletes its row in the transaction that writes what it made of the game: so each game is consumed once,
//! also after a crash and by several nodes. A number up to which a consumer has read was rejected: in
//! PostgreSQL a row with a lower number may be committed later, and would be passed over.

use std::collections::BTreeSet;

use rukh_session::id::GameId;

use super::row::to_json;
use super::sql::{Connection, Pool, SqlDialect};
use super::{Store, StoreError};

/// A reader of finished games. A new one also gets the games that ended before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinishedGameConsumer {
    /// The index that searches read.
    Index,
    /// The ratings of the players; it gets rated games only.
    Ratings,
    /// The results of events; it gets the games of events only.
    Events,
    /// The ratings of the levels of the computer; it gets games on clocks with somebody who has an account.
    Levels,
}

impl FinishedGameConsumer {
    const ALL: [FinishedGameConsumer; 4] = [
        FinishedGameConsumer::Index,
        FinishedGameConsumer::Ratings,
        FinishedGameConsumer::Events,
        FinishedGameConsumer::Levels,
    ];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            FinishedGameConsumer::Index => "index",
            FinishedGameConsumer::Ratings => "ratings",
            FinishedGameConsumer::Events => "events",
            FinishedGameConsumer::Levels => "levels",
        }
    }
}

/// Whether a consumer gets a game, in SQL: `game` is its row, the argument the consumer's name.
macro_rules! is_for_consumer {
    ($name:literal) => {
        concat!(
            "(",
            $name,
            " <> 'ratings' OR game.rated IS NOT NULL) AND (",
            $name,
            " <> 'events' OR EXISTS (SELECT 1 FROM event_game WHERE event_game.game = game.id)) AND (",
            $name,
            " <> 'levels' OR ((game.time LIKE '%fischer%' OR game.time LIKE '%delay%' OR game.time LIKE '%byoyomi%') \
             AND (game.white_player IS NULL) <> (game.black_player IS NULL) AND EXISTS (SELECT 1 FROM account \
             WHERE account.player = coalesce(game.white_player, game.black_player) AND account.bot IS NULL)))"
        )
    };
}
pub(super) use is_for_consumer;

/// Number of games up to which they are counted.
const MAX_COUNTED: i64 = 1_000;

impl Store {
    /// Finished games that a consumer has not read yet, those that ended first before the others.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn finished_games(
        &self,
        consumer: FinishedGameConsumer,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let statement = "SELECT game FROM finished_game WHERE consumer = $1 ORDER BY number LIMIT $2";
        let values = [consumer.as_str().into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(|row| row.get("game")).collect()
    }

    /// How many finished games a consumer has not read yet; 1,000 stands for more.
    ///
    /// # Errors
    /// A database error.
    pub async fn count_finished_games(&self, consumer: FinishedGameConsumer) -> Result<u64, StoreError> {
        let statement = "SELECT count(*) AS n FROM \
             (SELECT 1 FROM finished_game WHERE consumer = $1 LIMIT $2) AS missing";
        let rows = self.readers.fetch(statement, &[consumer.as_str().into(), MAX_COUNTED.into()]).await?;
        rows.first().map_or(Ok(0), |row| row.get("n"))
    }

    /// Passes over a finished game of which a consumer can make nothing.
    ///
    /// # Errors
    /// A database error.
    pub async fn skip_finished_game(
        &self,
        consumer: FinishedGameConsumer,
        game: &GameId,
    ) -> Result<(), StoreError> {
        consume(&mut self.writers.connection().await?, consumer, &[game]).await.map(drop)
    }
}

/// Consumes games in the transaction that writes what is made of them: those that were not consumed before.
pub(super) async fn consume(
    work: &mut Connection,
    consumer: FinishedGameConsumer,
    games: &[&GameId],
) -> Result<BTreeSet<GameId>, StoreError> {
    let statement = work.dialect().choose(
        "DELETE FROM finished_game WHERE consumer = $1 AND game IN (SELECT value FROM json_each($2)) \
         RETURNING game",
        // In one order, so that two nodes wait for each other and not both for ever.
        "DELETE FROM finished_game WHERE number IN (SELECT number FROM finished_game WHERE consumer = $1 \
         AND game IN (SELECT json_array_elements_text(CAST($2 AS json))) ORDER BY number FOR UPDATE) \
         RETURNING game",
    );
    let games: Vec<&str> = games.iter().map(|game| game.as_str()).collect();
    let rows = work.fetch(statement, &[consumer.as_str().into(), (&to_json(&games)?).into()]).await?;
    rows.iter().map(|row| row.get("game")).collect()
}

/// Makes the consumers known: from then on each gets every game that ends, and with the first row all that
/// have ended.
pub(super) async fn register(pool: &Pool) -> Result<(), StoreError> {
    for consumer in FinishedGameConsumer::ALL {
        let name = consumer.as_str();
        let known = "SELECT 1 FROM consumer WHERE name = $1";
        if !pool.fetch(known, &[name.into()]).await?.is_empty() {
            continue;
        }
        let mut work = pool.begin().await?;
        let registered = async {
            if work.dialect() == SqlDialect::Postgres {
                // Appends that have begun know no such consumer: their games are read once they are stored.
                work.script("LOCK TABLE consumer IN ACCESS EXCLUSIVE MODE").await?;
            }
            let insert = "INSERT INTO consumer (name) VALUES ($1) ON CONFLICT DO NOTHING";
            if work.execute(insert, &[name.into()]).await? == 1 {
                let ended = concat!(
                    "INSERT INTO finished_game (consumer, game) SELECT $1, id FROM game WHERE is_over = 1 AND ",
                    is_for_consumer!("$1"),
                    " ORDER BY updated"
                );
                work.execute(ended, &[name.into()]).await?;
            }
            Ok(())
        };
        let registered = registered.await;
        work.finish(registered).await?;
    }
    Ok(())
}

/// Makes all consumers new again, for games that were restored.
pub(super) async fn reset(work: &mut Connection) -> Result<(), StoreError> {
    work.script("DELETE FROM finished_game; DELETE FROM consumer").await
}
