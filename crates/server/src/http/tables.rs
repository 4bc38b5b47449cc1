//! `/api/v1/tables`: what solved endings say of a position and of each of its moves.

use std::sync::Arc;

use axum::extract::State;
use rukh_lab::endings::Ending;
use rukh_rules::Game;
use rukh_rules::notation::dialect::DialectChoice;
use rukh_rules::notation::fen;
use rukh_tablebase::Tables;
use serde::Deserialize;

use super::AppState;
use super::extract::{Json, Query};
use crate::error::ApiError;

/// The position that is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndingQuery {
    /// Ruleset instance.
    ruleset: String,
    /// The position, in either dialect.
    fen: String,
}

/// Tells the value of a position. Its place is kept while a table is computed.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    Query(EndingQuery { ruleset, fen }): Query<EndingQuery>,
) -> Result<Json<Ending>, ApiError> {
    let rules = state.library.rules(&ruleset)?;
    let dialect = DialectChoice::Auto.of_fen(rules.ruleset(), &fen);
    let position = fen::parse(&rules, &fen, dialect).map_err(ApiError::Position)?;
    let game = Game::from_position(rules, position);
    let look_up = move || Ending::of(&Tables::shared(game.ruleset()), &game);
    let ending = tokio::task::spawn_blocking(look_up).await.map_err(|_| ApiError::Panicked)?;
    Ok(Json(ending))
}
