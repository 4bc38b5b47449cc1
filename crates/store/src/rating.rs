//! Ratings: of each person one in each pool, and how each rated game changed them.
//!
//! A rated game is consumed from the outbox in the transaction that changes the ratings and says so in
//! `rating_change`: so it counts once, also after a crash, on several nodes, and where a backup was restored.

use std::collections::BTreeMap;

use rukh_rating::{Days, GameScore, Rating, RatingPair, update};
use rukh_rules::Side;
use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::rating::{RatingPool, ShownRating};
use rukh_session::wire::time::UnixMillis;

use super::outbox::{FinishedGameConsumer, consume};
use super::row::to_json;
use super::sql::{Connection, SqlDialect, SqlRow};
use super::{Store, StoreError};
use crate::clock;

/// Stored units of a point.
pub(super) const POINT: f64 = 1e3;
/// Stored units of a volatility of 1.
pub(super) const VOLATILITY: f64 = 1e9;
/// Most changes of a history that are read, the newest ones.
const MAX_HISTORY: u32 = 1_000;
/// Most people whom a leaderboard looks at.
const MAX_LEADERS: u32 = 500;
/// After this time without games nobody is well known, in milliseconds: 210 days.
const MAX_IDLE: u64 = 210 * 86_400_000;

/// A finished game that counts for ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameToRate {
    /// The game.
    pub game: GameId,
    /// The ratings that it counts for.
    pub pool: RatingPool,
    /// Who played White, and who Black: two people.
    pub players: [GuestId; 2],
    /// Its result.
    pub score: GameScore,
    /// When it ended.
    pub ended: UnixMillis,
}

/// Whose leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaderKind {
    /// People.
    People,
    /// Bots.
    Bots,
}

/// A person's rating in a pool.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingRow {
    /// The person.
    pub player: GuestId,
    /// The pool.
    pub pool: RatingPool,
    /// The rating as of the last game.
    pub rating: Rating,
    /// Number of rated games.
    pub games: u64,
    /// When the last game ended.
    pub played: UnixMillis,
}

impl RatingRow {
    /// The rating at a time, whose deviation has grown since the last game.
    #[must_use]
    pub fn at(&self, now: UnixMillis) -> Rating {
        self.rating.after(Days::between(self.played.as_u64(), now.as_u64()))
    }
}

/// How a game changed a rating.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingChange {
    /// The game.
    pub game: GameId,
    /// The side whose rating changed.
    pub side: Side,
    /// Its player.
    pub player: GuestId,
    /// The other player.
    pub opponent: GuestId,
    /// When the game ended.
    pub at: UnixMillis,
    /// The rating before.
    pub before: ShownRating,
    /// The rating after.
    pub after: ShownRating,
}

/// A rating as it is shown.
#[must_use]
pub fn shown(rating: &Rating) -> ShownRating {
    ShownRating {
        value: rounded(rating.value()),
        deviation: rounded(rating.deviation()),
        provisional: rating.is_provisional(),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "ratings lie between 0 and 4000")]
fn rounded(points: f64) -> u16 {
    points.round() as u16
}

impl Store {
    /// Changes the ratings of the players of finished games that no node has rated yet, in their order, and
    /// consumes them. A person who has no account any more has no rating; the opponent's changes.
    ///
    /// # Errors
    /// A database error or corrupt data; nothing has changed.
    pub async fn rate_games(&self, games: &[GameToRate]) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let rated = async {
            // Of two transactions that rate one player the later one sees what the earlier one wrote.
            if work.dialect() == SqlDialect::Postgres {
                work.fetch("SELECT pg_advisory_xact_lock(7240663)", &[]).await?;
            }
            let ids: Vec<&GameId> = games.iter().map(|game| &game.game).collect();
            let new = consume(&mut work, FinishedGameConsumer::Ratings, &ids).await?;
            for game in games.iter().filter(|game| new.contains(&game.game)) {
                rate_within(&mut work, game).await?;
            }
            Ok(())
        };
        let rated = rated.await;
        work.finish(rated).await
    }

    /// All ratings of people.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn ratings(
        &self,
        players: impl IntoIterator<Item = &GuestId>,
    ) -> Result<Vec<RatingRow>, StoreError> {
        let players: Vec<&GuestId> = players.into_iter().collect();
        if players.is_empty() {
            return Ok(Vec::new());
        }
        let statement = self.readers.dialect().choose(
            "SELECT * FROM rating WHERE player IN (SELECT value FROM json_each($1)) ORDER BY player, pool",
            "SELECT * FROM rating WHERE player IN (SELECT json_array_elements_text(CAST($1 AS json))) \
             ORDER BY player, pool",
        );
        let rows = self.readers.fetch(statement, &[(&to_json(&players)?).into()]).await?;
        rows.iter().map(rating_row).collect()
    }

    /// The best people of a pool, or its best bots, the best one first: those who are well known at this time, by deviations that have
    /// grown since their last games.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn leaders(
        &self,
        pool: &RatingPool,
        of: LeaderKind,
        most: usize,
    ) -> Result<Vec<RatingRow>, StoreError> {
        let kind = match of {
            LeaderKind::People => "NOT EXISTS",
            LeaderKind::Bots => "EXISTS",
        };
        let statement = format!(
            "SELECT * FROM rating WHERE pool = $1 AND deviation < $2 AND played >= $3 AND {kind} \
             (SELECT 1 FROM account WHERE account.player = rating.player AND bot IS NOT NULL) \
             ORDER BY value DESC, player LIMIT $4"
        );
        let known = stored(rukh_rating::LEADERBOARD_DEVIATION, POINT);
        let (pool, now) = (pool.to_string(), clock::now());
        let since = now.saturating_sub(MAX_IDLE);
        let values = [(&pool).into(), known.into(), since.into(), i64::from(MAX_LEADERS).into()];
        let rows = self.readers.fetch(statement, &values).await?;
        let mut leaders = rows.iter().map(rating_row).collect::<Result<Vec<_>, _>>()?;
        leaders.retain(|row| row.at(now).is_established());
        leaders.truncate(most);
        Ok(leaders)
    }

    /// The pools in which somebody has a rating, with the numbers of people and of bots in each.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn rating_pools(&self) -> Result<Vec<(RatingPool, [u64; 2])>, StoreError> {
        let statement = "SELECT pool, count(*) - count(bot) AS people, count(bot) AS bots FROM rating \
             LEFT JOIN account ON account.player = rating.player GROUP BY pool ORDER BY count(*) DESC, pool";
        let rows = self.readers.fetch(statement, &[]).await?;
        rows.iter().map(|row| Ok((pool(row)?, [row.get("people")?, row.get("bots")?]))).collect()
    }

    /// How a person's rating in a pool has changed, the last game first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn rating_history(
        &self,
        player: &GuestId,
        pool: &RatingPool,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let statement = "SELECT * FROM rating_change WHERE player = $1 AND pool = $2 \
             ORDER BY at DESC, game LIMIT $3";
        let pool = pool.to_string();
        let values = [player.into(), (&pool).into(), i64::from(MAX_HISTORY).into()];
        let rows = self.readers.fetch(statement, &values).await?;
        rows.iter().map(change).collect()
    }

    /// How a game changed the ratings of its players; nothing before it was rated, or if it does not count.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn rating_changes(&self, game: &GameId) -> Result<Vec<RatingChange>, StoreError> {
        let statement = "SELECT * FROM rating_change WHERE game = $1";
        self.readers.fetch(statement, &[game.into()]).await?.iter().map(change).collect()
    }

    /// Whether a finished game waits to be rated.
    ///
    /// # Errors
    /// A database error.
    pub async fn is_to_be_rated(&self, game: &GameId) -> Result<bool, StoreError> {
        let statement = "SELECT 1 AS one FROM finished_game WHERE consumer = 'ratings' AND game = $1";
        Ok(!self.readers.fetch(statement, &[game.into()]).await?.is_empty())
    }

    /// How many games between two people have been rated since a time.
    ///
    /// # Errors
    /// A database error.
    pub async fn count_rated_games(
        &self,
        players: [&GuestId; 2],
        since: UnixMillis,
    ) -> Result<u64, StoreError> {
        let statement =
            "SELECT count(*) AS n FROM rating_change WHERE player = $1 AND opponent = $2 AND at >= $3";
        let values = [players[0].into(), players[1].into(), since.into()];
        let rows = self.readers.fetch(statement, &values).await?;
        rows.first().map_or(Ok(0), |row| row.get("n"))
    }
}

/// Rates a game that was not rated before a backup was made.
async fn rate_within(work: &mut Connection, game: &GameToRate) -> Result<(), StoreError> {
    let rated = "SELECT 1 AS one FROM rating_change WHERE game = $1";
    if !work.fetch(rated, &[(&game.game).into()]).await?.is_empty() {
        return Ok(());
    }
    let [white, black] = &game.players;
    let known = known_within(work, game).await?;
    let of = |player: &GuestId| known.get(player);
    let before = [white, black].map(|player| of(player).map_or(Rating::INITIAL, |row| row.rating));
    let idle = [white, black].map(|player| {
        of(player).map_or(Days::ZERO, |row| Days::between(row.played.as_u64(), game.ended.as_u64()))
    });
    let pair = RatingPair { white: before[0], black: before[1] };
    let after = update(&pair, game.score, idle);
    for (side, opponent) in [(Side::White, black), (Side::Black, white)] {
        let index = usize::from(side == Side::Black);
        let player = &game.players[index];
        let account = "SELECT 1 AS one FROM account WHERE player = $1";
        if work.fetch(account, &[player.into()]).await?.is_empty() {
            continue;
        }
        let after = [after.white, after.black][index];
        let row = RatingRow {
            player: player.clone(),
            pool: game.pool.clone(),
            rating: after,
            games: of(player).map_or(0, |row| row.games) + 1,
            played: of(player).map_or(game.ended, |row| row.played.max(game.ended)),
        };
        put_rating(work, &row).await?;
        let shown = before[index].after(idle[index]);
        put_change(work, game, side, opponent, &shown, &after).await?;
    }
    Ok(())
}

/// The ratings of both players of a game in its pool.
async fn known_within(
    work: &mut Connection,
    game: &GameToRate,
) -> Result<BTreeMap<GuestId, RatingRow>, StoreError> {
    let statement = "SELECT * FROM rating WHERE pool = $1 AND player IN ($2, $3)";
    let [white, black] = &game.players;
    let pool = game.pool.to_string();
    let values = [(&pool).into(), white.into(), black.into()];
    let rows = work.fetch(statement, &values).await?;
    rows.iter().map(|row| rating_row(row).map(|row| (row.player.clone(), row))).collect()
}

async fn put_rating(work: &mut Connection, row: &RatingRow) -> Result<(), StoreError> {
    let statement = "INSERT INTO rating (player, pool, value, deviation, volatility, games, played) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, pool) DO UPDATE SET value = excluded.value, \
         deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
         played = excluded.played";
    let pool = row.pool.to_string();
    let values = [
        (&row.player).into(),
        (&pool).into(),
        stored(row.rating.value(), POINT).into(),
        stored(row.rating.deviation(), POINT).into(),
        stored(row.rating.volatility(), VOLATILITY).into(),
        row.games.into(),
        row.played.into(),
    ];
    work.execute(statement, &values).await.map(drop)
}

async fn put_change(
    work: &mut Connection,
    game: &GameToRate,
    side: Side,
    opponent: &GuestId,
    before: &Rating,
    after: &Rating,
) -> Result<(), StoreError> {
    let statement = "INSERT INTO rating_change (game, side, player, opponent, pool, at, before_value, \
         before_deviation, value, deviation) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let pool = game.pool.to_string();
    let values = [
        (&game.game).into(),
        side_name(side).into(),
        (&game.players[usize::from(side == Side::Black)]).into(),
        opponent.into(),
        (&pool).into(),
        game.ended.into(),
        stored(before.value(), POINT).into(),
        stored(before.deviation(), POINT).into(),
        stored(after.value(), POINT).into(),
        stored(after.deviation(), POINT).into(),
    ];
    work.execute(statement, &values).await.map(drop)
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// A number in stored units.
#[expect(clippy::cast_possible_truncation, reason = "ratings lie between 0 and 4000")]
pub(super) fn stored(number: f64, unit: f64) -> i64 {
    (number * unit).round() as i64
}

pub(super) fn rating_row(row: &SqlRow) -> Result<RatingRow, StoreError> {
    let volatility: i64 = row.get("volatility")?;
    Ok(RatingRow {
        player: row.get("player")?,
        pool: pool(row)?,
        rating: rating(row, "value", "deviation", volatility as f64 / VOLATILITY)?,
        games: row.get("games")?,
        played: row.get("played")?,
    })
}

pub(super) fn pool(row: &SqlRow) -> Result<RatingPool, StoreError> {
    let pool: String = row.get("pool")?;
    pool.parse().map_err(|error| StoreError::corrupt("pool", error))
}

pub(super) fn rating(
    row: &SqlRow,
    value: &str,
    deviation: &str,
    volatility: f64,
) -> Result<Rating, StoreError> {
    let (value, deviation): (i64, i64) = (row.get(value)?, row.get(deviation)?);
    Rating::new(value as f64 / POINT, deviation as f64 / POINT, volatility)
        .map_err(|error| StoreError::corrupt("a rating", error))
}

fn change(row: &SqlRow) -> Result<RatingChange, StoreError> {
    let side: String = row.get("side")?;
    let numbers = |value, deviation| {
        rating(row, value, deviation, rukh_rating::INITIAL_VOLATILITY).map(|rating| shown(&rating))
    };
    Ok(RatingChange {
        game: row.get("game")?,
        side: if side == "white" { Side::White } else { Side::Black },
        player: row.get("player")?,
        opponent: row.get("opponent")?,
        at: row.get("at")?,
        before: numbers("before_value", "before_deviation")?,
        after: numbers("value", "deviation")?,
    })
}

/// What makes a person's ratings those of somebody who has not played; the games stay as they were rated.
pub(super) const RESET: &str = "DELETE FROM rating WHERE player = $1";

/// Deletes the ratings of a person and how they came about; those of opponents stay as they are.
pub(super) const DELETIONS: [&str; 2] = [RESET, "DELETE FROM rating_change WHERE player = $1"];
