//! `/api/v1/ratings` and the ratings of players and games.

use std::sync::Arc;

use axum::extract::State;
use rukh_rating::LEADERBOARD_DEVIATION;
use rukh_rules::Side;
use rukh_store::{LeaderKind, clock, shown};

use super::AppState;
use super::extract::{Json, Path};
use crate::error::ApiError;
use crate::id::{GameId, GuestId};
use crate::wire::GamePhase;
use crate::wire::leaderboard::{
    GameRatings, Leader, Leaderboard, RatingHistory, RatingPoint, RatingPoolList, RatingPoolSize, RatingStep,
};
use crate::wire::rating::RatingPool;
use crate::wire::view::BySide;

/// Length of a leaderboard.
const MAX_LEADERS: usize = 100;

/// The pools in which somebody is rated.
pub(super) async fn list(State(state): State<Arc<AppState>>) -> Result<Json<RatingPoolList>, ApiError> {
    let pools = state.registry.store().rating_pools().await?.into_iter();
    Ok(Json(RatingPoolList {
        pools: pools.map(|(pool, [players, bots])| RatingPoolSize { pool, players, bots }).collect(),
    }))
}

/// The leaderboard of people in a pool.
pub(super) async fn leaderboard(
    State(state): State<Arc<AppState>>,
    Path(pool): Path<String>,
) -> Result<Json<Leaderboard>, ApiError> {
    leaders(&state, &pool, LeaderKind::People).await
}

/// The leaderboard of bots in a pool.
pub(super) async fn bots(
    State(state): State<Arc<AppState>>,
    Path(pool): Path<String>,
) -> Result<Json<Leaderboard>, ApiError> {
    leaders(&state, &pool, LeaderKind::Bots).await
}

async fn leaders(state: &AppState, pool: &str, of: LeaderKind) -> Result<Json<Leaderboard>, ApiError> {
    let pool = pool_of(pool)?;
    let store = state.registry.store();
    let rows = store.leaders(&pool, of, MAX_LEADERS).await?;
    let names = store.names(rows.iter().map(|row| &row.player)).await?;
    let now = clock::now();
    let leader = |row: &rukh_store::RatingRow| Leader {
        player: names.guest(&row.player),
        rating: shown(&row.at(now)),
        games: row.games,
    };
    let leaders = rows.iter().map(leader).collect();
    Ok(Json(Leaderboard { pool, deviation_below: LEADERBOARD_DEVIATION as u16, leaders }))
}

/// How the rating of a player in a pool came about.
pub(super) async fn history(
    State(state): State<Arc<AppState>>,
    Path((player, pool)): Path<(String, String)>,
) -> Result<Json<RatingHistory>, ApiError> {
    let player: GuestId = player.parse().map_err(|_| ApiError::PlayerNotFound(player))?;
    let pool = pool_of(&pool)?;
    let changes = state.registry.store().rating_history(&player, &pool).await?.into_iter().rev();
    let point = |change: rukh_store::RatingChange| RatingPoint {
        game: change.game,
        at: change.at,
        rating: change.after,
    };
    Ok(Json(RatingHistory { pool, points: changes.map(point).collect() }))
}

/// What became of the ratings of a game's players.
pub(super) async fn of_game(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<GameRatings>, ApiError> {
    let id: GameId = id.parse()?;
    let store = state.registry.store();
    let card = store.card(&id).await?.ok_or_else(|| ApiError::GameNotFound(id.to_string()))?;
    if card.rated.is_none() {
        return Ok(Json(GameRatings::Unrated));
    }
    let waits = card.phase != GamePhase::Over || store.is_to_be_rated(&id).await?;
    let mut changes = BySide::<Option<RatingStep>>::default();
    for change in store.rating_changes(&id).await? {
        *changes.of_mut(change.side) = Some(RatingStep { before: change.before, after: change.after });
    }
    let has_changed = Side::BOTH.into_iter().any(|side| changes.of(side).is_some());
    Ok(Json(match (has_changed, waits) {
        (true, _) => GameRatings::Changed { changes: Box::new(changes) },
        (false, true) => GameRatings::Pending,
        (false, false) => GameRatings::Uncounted,
    }))
}

fn pool_of(text: &str) -> Result<RatingPool, ApiError> {
    text.parse()
        .map_err(|error: crate::wire::rating::RatingPoolError| ApiError::input("bad_pool", error.to_string()))
}
