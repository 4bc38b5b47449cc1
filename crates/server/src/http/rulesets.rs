//! `/api/v1/rulesets`: what can be played.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};

use super::Site;
use crate::error::ApiError;
use crate::wire::ruleset::{Details, RulesetList};

/// Every ruleset.
pub(super) async fn list(State(site): State<Arc<Site>>) -> Json<RulesetList> {
    Json(RulesetList { rulesets: site.library.summaries().to_vec() })
}

/// A ruleset, whole.
pub(super) async fn one(
    State(site): State<Arc<Site>>,
    instance: Result<Path<String>, PathRejection>,
) -> Result<Json<Details>, ApiError> {
    let Path(instance) = instance?;
    Ok(Json(site.library.details(&instance)?))
}
