//! `/api/v1/players`: players with the results of their listed games.

use std::sync::Arc;

use axum::extract::State;
use rukh_store::{PlayerCount, RatingRow, clock, shown};

use super::AppState;
use super::archive::unindexed;
use super::extract::{Json, Path};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::wire::game::{FamilyResults, PlayerDetails, PlayerResults};
use crate::wire::rating::PlayerRating;

/// A player with results by family.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<PlayerDetails>, ApiError> {
    let missing = || ApiError::PlayerNotFound(id.clone());
    let player: GuestId = id.parse().map_err(|_| missing())?;
    let name = name_of(&state, &player).await?.ok_or_else(missing)?;
    let counts = state.registry.store().player_counts(&player).await?;
    let families = by_family(&state, &counts);
    let store = state.registry.store();
    let has_account = store.is_account(&player).await?;
    let ratings = ratings_of(&state, &player).await?;
    let results = families.iter().fold(PlayerResults::default(), |sum, one| sum + one.results);
    let unindexed = unindexed(&state).await?;
    let is_bot = !store.bots_among([&player]).await?.is_empty();
    Ok(Json(PlayerDetails { id: player, name, results, families, has_account, is_bot, ratings, unindexed }))
}

/// The ratings of a player, the one with most games first.
async fn ratings_of(state: &AppState, player: &GuestId) -> Result<Vec<PlayerRating>, ApiError> {
    let mut rows = state.registry.store().ratings([player]).await?;
    rows.sort_by_key(|row| std::cmp::Reverse(row.games));
    let now = clock::now();
    let rating = |row: RatingRow| PlayerRating {
        rating: shown(&row.at(now)),
        pool: row.pool,
        games: row.games,
        played: row.played,
    };
    Ok(rows.into_iter().map(rating).collect())
}

/// The name of a player; `None` without a listed game.
pub(super) async fn name_of(state: &AppState, player: &GuestId) -> Result<Option<String>, ApiError> {
    let store = state.registry.store();
    Ok(match store.latest_game(player).await? {
        Some(_) => Some(store.names([player]).await?.of(player)),
        None => None,
    })
}

fn by_family(state: &AppState, counts: &[PlayerCount]) -> Vec<FamilyResults> {
    let mut families: Vec<FamilyResults> = Vec::new();
    for PlayerCount { ruleset, counts: [won, lost, drawn, other] } in counts {
        let (won, lost, drawn, other) = (*won, *lost, *drawn, *other);
        let results = PlayerResults { games: won + lost + drawn + other, won, lost, drawn, other };
        let cards = state.library.summaries().iter().map(|summary| &summary.card);
        let family = cards.into_iter().find(|card| card.id == *ruleset).map_or(ruleset, |card| &card.family);
        match families.iter_mut().find(|known| known.family == *family) {
            Some(known) => known.results = known.results + results,
            None => families.push(FamilyResults { family: family.clone(), results }),
        }
    }
    families.sort_by_key(|family| std::cmp::Reverse(family.results.games));
    families
}
