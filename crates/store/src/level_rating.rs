//! Ratings of the computer's levels, on the scale of people's: by finished games on clocks with people who are well
//! known. No game with the computer changes a person's rating.

use rukh_rating::{Days, GameScore, Rating, RatingPair, update};
use rukh_rules::Side;
use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::rating::RatingPool;
use rukh_session::wire::time::UnixMillis;

use super::outbox::{FinishedGameConsumer, consume};
use super::rating::{POINT, VOLATILITY, pool, rating, rating_row, stored};
use super::sql::{Connection, SqlDialect, SqlRow};
use super::{Store, StoreError};

/// Games of one person with the computer that count within [`WINDOW`]: nobody decides alone what a level is worth.
const MAX_GAMES: u64 = 6;
/// A day, in milliseconds.
const WINDOW: u64 = 86_400_000;

/// A finished game between a person and a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelGame {
    /// The game.
    pub game: GameId,
    /// The ratings by which the person is known.
    pub pool: RatingPool,
    /// The person.
    pub person: GuestId,
    /// The level, and the side that it played.
    pub level: (u8, Side),
    /// The result.
    pub score: GameScore,
    /// When the game ended.
    pub ended: UnixMillis,
}

/// The rating of a level in a pool.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelRatingRow {
    /// Number of the level.
    pub level: u8,
    /// The pool.
    pub pool: RatingPool,
    /// The rating.
    pub rating: Rating,
    /// Number of games that it rests on.
    pub games: u64,
}

impl Store {
    /// Changes the ratings of levels by finished games that no node has read yet, in their order, and consumes them. A
    /// game with somebody who is not well known says nothing, nor does one before the person's last rated game, nor
    /// one of many within a day.
    ///
    /// # Errors
    /// A database error or corrupt data; nothing has changed.
    pub async fn rate_levels(&self, games: &[LevelGame]) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let rated = async {
            // Of two transactions that rate one level the later one sees what the earlier one wrote.
            if work.dialect() == SqlDialect::Postgres {
                work.fetch("SELECT pg_advisory_xact_lock(7240664)", &[]).await?;
            }
            let ids: Vec<&GameId> = games.iter().map(|game| &game.game).collect();
            let new = consume(&mut work, FinishedGameConsumer::Levels, &ids).await?;
            for game in games.iter().filter(|game| new.contains(&game.game)) {
                rate_within(&mut work, game).await?;
            }
            Ok(())
        };
        let rated = rated.await;
        work.finish(rated).await
    }

    /// The ratings of all levels that have played with people, the weakest level first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn level_ratings(&self) -> Result<Vec<LevelRatingRow>, StoreError> {
        let statement = "SELECT * FROM level_rating ORDER BY level, pool";
        self.readers.fetch(statement, &[]).await?.iter().map(level_row).collect()
    }
}

async fn rate_within(work: &mut Connection, game: &LevelGame) -> Result<(), StoreError> {
    let pool = game.pool.to_string();
    let known = "SELECT * FROM rating WHERE player = $1 AND pool = $2";
    let rows = work.fetch(known, &[(&game.person).into(), (&pool).into()]).await?;
    let Some(person) = rows.first().map(rating_row).transpose()? else { return Ok(()) };
    let played = person.played;
    let person = person.at(game.ended);
    if !person.is_established() || played > game.ended {
        return Ok(());
    }
    let others = "SELECT count(*) AS n FROM game WHERE is_over = 1 AND updated >= $2 AND updated <= $3 AND id <> $4 \
         AND ((white_player = $1 AND black_player IS NULL) OR (black_player = $1 AND white_player IS NULL))";
    let since = game.ended.saturating_sub(WINDOW);
    let values = [(&game.person).into(), since.into(), game.ended.into(), (&game.game).into()];
    let rows = work.fetch(others, &values).await?;
    if rows.first().map_or(Ok(0), |row| row.get::<u64>("n"))? >= MAX_GAMES {
        return Ok(());
    }
    let (level, side) = game.level;
    let known = "SELECT * FROM level_rating WHERE level = $1 AND pool = $2";
    let rows = work.fetch(known, &[i64::from(level).into(), (&pool).into()]).await?;
    let before = rows.first().map(level_row).transpose()?;
    let rating = before.as_ref().map_or(Rating::INITIAL, |row| row.rating);
    let pair = match side {
        Side::White => RatingPair { white: rating, black: person },
        Side::Black => RatingPair { white: person, black: rating },
    };
    // A level does not change while it rests.
    let after = update(&pair, game.score, [Days::ZERO; 2]);
    let after = match side {
        Side::White => after.white,
        Side::Black => after.black,
    };
    let put = "INSERT INTO level_rating (level, pool, value, deviation, volatility, games) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (level, pool) DO UPDATE SET value = excluded.value, \
         deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games";
    let values = [
        i64::from(level).into(),
        (&pool).into(),
        stored(after.value(), POINT).into(),
        stored(after.deviation(), POINT).into(),
        stored(after.volatility(), VOLATILITY).into(),
        (before.map_or(0, |row| row.games) + 1).into(),
    ];
    work.execute(put, &values).await.map(drop)
}

fn level_row(row: &SqlRow) -> Result<LevelRatingRow, StoreError> {
    let (level, volatility): (i64, i64) = (row.get("level")?, row.get("volatility")?);
    Ok(LevelRatingRow {
        level: u8::try_from(level).map_err(|error| StoreError::corrupt("level", error))?,
        pool: pool(row)?,
        rating: rating(row, "value", "deviation", volatility as f64 / VOLATILITY)?,
        games: row.get("games")?,
    })
}
