//! `/api/v1/levels`: the engine levels, and which one to propose.

use std::sync::Arc;

use axum::extract::State;
use rukh_engine::Level;
use rukh_rules::Reason;

use super::AppState;
use super::extract::Json;
use super::identity::Identity;
use crate::error::ApiError;
use crate::game::DEFAULT_LEVEL;
use crate::store::{GameFilter, GameStatus};
use crate::wire::level::{LevelList, LevelName};
use crate::wire::{GameCard, Guest};

/// Number of recent games that are looked at.
const RECENT_GAMES: u32 = 20;

/// Lists every level and the proposed one.
pub(super) async fn list(
    State(state): State<Arc<AppState>>,
    guest: Option<Identity>,
) -> Result<Json<LevelList>, ApiError> {
    let finished = match guest {
        Some(Identity(guest)) => finished(&state, &guest).await?,
        None => Vec::new(),
    };
    let name =
        |level: Level| LevelName { level: level.number(), key: level.key(), elo: level.measured_elo() };
    Ok(Json(LevelList { levels: Level::all().map(name).collect(), proposed: propose(&finished) }))
}

/// A guest's last finished games, newest first, without aborted ones.
async fn finished(state: &AppState, guest: &Guest) -> Result<Vec<GameCard>, ApiError> {
    let filter = GameFilter {
        state: Some(GameStatus::Over),
        player: Some(guest.id.clone()),
        with_private: true,
        count: RECENT_GAMES,
        ..GameFilter::default()
    };
    let mut games = state.registry.store().list(filter).await?;
    let is_aborted =
        |game: &GameCard| game.result.as_ref().is_none_or(|result| result.reason == Reason::Aborted.as_str());
    games.retain(|game| !is_aborted(game));
    Ok(games)
}

/// The lowest level for a first game, otherwise that of the last game against an engine.
fn propose(finished: &[GameCard]) -> u8 {
    let level_of = |game: &GameCard| game.white.engine_level().or(game.black.engine_level());
    match finished {
        [] => Level::LOWEST.number(),
        games => games.iter().find_map(level_of).unwrap_or(DEFAULT_LEVEL),
    }
}
