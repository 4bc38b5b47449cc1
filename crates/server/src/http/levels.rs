//! `/api/v1/levels`: how well the server's own players play, and which level to propose.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rukh_engine::Level;
use rukh_rules::Reason;

use super::Site;
use super::identity::Who;
use crate::error::ApiError;
use crate::game::USUAL_LEVEL;
use crate::store::{Filter, GameState};
use crate::wire::level::{LevelList, LevelName};
use crate::wire::{GameCard, Guest};

/// How many of somebody's last games are looked at.
const LOOKED_AT: u32 = 20;

/// Every level, and the one to propose.
pub(super) async fn list(
    State(site): State<Arc<Site>>,
    who: Option<Who>,
) -> Result<Json<LevelList>, ApiError> {
    let finished = match who {
        Some(Who(guest)) => finished(&site, &guest).await?,
        None => Vec::new(),
    };
    let levels = Level::all().map(|level| LevelName { level: level.number(), key: level.key() }).collect();
    Ok(Json(LevelList { levels, proposed: propose(&finished) }))
}

/// Somebody's last games that came to a result, the newest first.
async fn finished(site: &Site, guest: &Guest) -> Result<Vec<GameCard>, ApiError> {
    let filter = Filter {
        state: Some(GameState::Over),
        player: Some(guest.id.clone()),
        with_private: true,
        count: LOOKED_AT,
        ..Filter::default()
    };
    let mut games = site.rooms.store().list(filter).await?;
    let is_aborted =
        |game: &GameCard| game.result.as_ref().is_none_or(|result| result.reason == Reason::Aborted.as_str());
    games.retain(|game| !is_aborted(game));
    Ok(games)
}

/// The weakest level for a first game, else that of the last game against the computer.
fn propose(finished: &[GameCard]) -> u8 {
    let level_of = |game: &GameCard| game.white.engine_level().or(game.black.engine_level());
    match finished {
        [] => Level::LOWEST.number(),
        games => games.iter().find_map(level_of).unwrap_or(USUAL_LEVEL),
    }
}
