//! Rated games: who may play one, and what it is rated by.

use rukh_rating::Rating;
use rukh_rules::Ruleset;
use rukh_session::say::host as say;
use rukh_session::wire::rating::{Rated, RatingPool, ShownRating};
use rukh_store::{RatingRow, Store, clock, shown};

use crate::error::ApiError;
use crate::id::GuestId;
use crate::session::Rejection;
use crate::wire::SeekRequest;
use crate::wire::time::UnixMillis;

/// Games between the same two people within [`PAIR_WINDOW`] that are rated: whoever plays more is not
/// measured, but farms.
const MAX_GAMES_OF_PAIR: u64 = 12;
/// A day, in milliseconds.
const PAIR_WINDOW: u64 = 86_400_000;

/// What a game between two people is rated by, before it is known who plays White.
#[derive(Debug, Clone)]
pub(crate) struct RatedTerms {
    pool: RatingPool,
    /// The ratings of the two, in the order in which they were named.
    ratings: [ShownRating; 2],
}

impl RatedTerms {
    /// The terms of a game in which the first of the two plays White, or Black.
    pub(crate) fn with_white(self, is_first: bool) -> Rated {
        let [first, second] = self.ratings;
        let (white, black) = if is_first { (first, second) } else { (second, first) };
        Rated { pool: self.pool, white, black }
    }
}

/// The pool of a rated seek.
///
/// # Errors
/// Its game cannot be rated: it has no clocks, odds of time, or begins in a position of its own.
pub(crate) fn pool_of_seek(request: &SeekRequest, ruleset: &Ruleset) -> Result<RatingPool, ApiError> {
    if request.fen.is_some() {
        return Err(Rejection::new("rated_position", say::error_rated_position()).into());
    }
    if request.odds.is_some() {
        return Err(Rejection::new("rated_odds", say::error_rated_odds()).into());
    }
    RatingPool::of(ruleset, &request.time_control)
        .ok_or_else(|| Rejection::new("rated_without_clock", say::error_rated_without_clock()).into())
}

/// Checks that a person may play rated games.
///
/// # Errors
/// The person has no account.
pub(crate) async fn check_account(store: &Store, player: &GuestId) -> Result<(), ApiError> {
    match store.is_account(player).await? {
        true => Ok(()),
        false => Err(Rejection::new("rated_needs_account", say::error_rated_needs_account()).into()),
    }
}

/// Checks that a person who plays a rated game with a bot has chosen that: whoever accepts what a bot offers sees
/// that it is one, but an offer to everyone says nothing of who accepts it.
///
/// # Errors
/// A bot accepts what a person offers to everyone, or the store failed.
pub(crate) async fn check_bot_is_chosen(
    store: &Store,
    offerer: &GuestId,
    accepter: &GuestId,
) -> Result<(), ApiError> {
    let bots = store.bots_among([offerer, accepter]).await?;
    match bots.contains(accepter) && !bots.contains(offerer) {
        true => Err(Rejection::new("rated_not_for_bots", say::error_rated_not_for_bots()).into()),
        false => Ok(()),
    }
}

/// What a game between two people is rated by.
///
/// # Errors
/// One of them has no account, or they have played too many rated games with each other.
pub(crate) async fn terms(
    store: &Store,
    pool: RatingPool,
    players: [&GuestId; 2],
) -> Result<RatedTerms, ApiError> {
    for player in players {
        check_account(store, player).await?;
    }
    let now = clock::now();
    if store.count_rated_games(players, now.saturating_sub(PAIR_WINDOW)).await? >= MAX_GAMES_OF_PAIR {
        let message = say::error_rated_too_often(MAX_GAMES_OF_PAIR);
        return Err(Rejection::new("rated_too_often", message).into());
    }
    let rows = store.ratings(players).await?;
    let ratings = players.map(|player| rating_in(&rows, player, &pool, now));
    Ok(RatedTerms { pool, ratings })
}

/// A person's rating in a pool at a time; that of somebody who has not played, if there is none.
pub(crate) fn rating_in(
    rows: &[RatingRow],
    player: &GuestId,
    pool: &RatingPool,
    now: UnixMillis,
) -> ShownRating {
    let row = rows.iter().find(|row| row.player == *player && row.pool == *pool);
    shown(&row.map_or(Rating::INITIAL, |row| row.at(now)))
}
