//! `/api/v1/tables`: what solved endings say of a position and of each of its moves.

use std::sync::Arc;

use axum::extract::State;
use rukh_lab::endings::Ending;
use rukh_rules::Game;
use rukh_rules::notation::dialect::DialectChoice;
use rukh_rules::notation::fen;
use schemars::JsonSchema;
use serde::Deserialize;

use super::AppState;
use super::client::Client;
use super::extract::{Json, Query};
use crate::admission::WorkClass;
use crate::error::ApiError;

/// The position that is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EndingQuery {
    /// Ruleset instance.
    ruleset: String,
    /// The position, in either dialect.
    fen: String,
}

/// Answers with the value of a position. The request keeps its place among the computations until the table is
/// done, also if the client has disconnected.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    Query(EndingQuery { ruleset, fen }): Query<EndingQuery>,
    client: Client,
) -> Result<Json<Ending>, ApiError> {
    let own = state.clone();
    let look_up = move || {
        let rules = own.library.rules(&ruleset)?;
        let dialect = DialectChoice::Auto.of_fen(rules.ruleset(), &fen);
        let position = fen::parse(&rules, &fen, dialect).map_err(ApiError::Position)?;
        let game = Game::from_position(rules, position);
        Ok::<_, ApiError>(Ending::of(&own.tables.of(game.ruleset()), &game))
    };
    let ending = state.admission.compute(WorkClass::Ending, &client.owner(None), look_up).await??;
    Ok(Json(ending))
}
