//! `/api/v1/rulesets`: the rulesets that can be played.

use std::sync::Arc;

use axum::extract::State;

use super::AppState;
use super::extract::{Json, Path};
use crate::error::ApiError;
use crate::wire::ruleset::{RulesetDetails, RulesetList};

/// Lists every ruleset.
pub(super) async fn list(State(state): State<Arc<AppState>>) -> Json<RulesetList> {
    Json(RulesetList { rulesets: state.library.summaries().to_vec() })
}

/// A ruleset in full.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    Path(instance): Path<String>,
) -> Result<Json<RulesetDetails>, ApiError> {
    Ok(Json(state.library.details(&instance)?))
}
