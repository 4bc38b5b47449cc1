//! `/api/v1/rulesets`: the rulesets that can be played.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};

use super::AppState;
use crate::error::ApiError;
use crate::wire::ruleset::{RulesetDetails, RulesetList};

/// Lists every ruleset.
pub(super) async fn list(State(site): State<Arc<AppState>>) -> Json<RulesetList> {
    Json(RulesetList { rulesets: site.library.summaries().to_vec() })
}

/// A ruleset in full.
pub(super) async fn get(
    State(site): State<Arc<AppState>>,
    instance: Result<Path<String>, PathRejection>,
) -> Result<Json<RulesetDetails>, ApiError> {
    let Path(instance) = instance?;
    Ok(Json(site.library.details(&instance)?))
}
