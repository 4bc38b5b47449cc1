//! `/api/v1/catalog` and `/api/v1/rulesets`: the rulesets that can be played. They change with the
//! program only, so a client may keep them and ask whether they are still the same.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::AppState;
use super::caching::{has_tag, weak_tag_of};
use super::extract::Path;
use crate::error::ApiError;
use crate::wire::ruleset::{Catalog, RulesetList};

/// Lists every ruleset in few words.
pub(super) async fn catalog(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    let rulesets = state.library.summaries().iter().map(|summary| summary.card.clone()).collect();
    tagged(&headers, &Catalog { rulesets })
}

/// Lists every ruleset with its options.
pub(super) async fn list(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    tagged(&headers, &RulesetList { rulesets: state.library.summaries().to_vec() })
}

/// A ruleset in full.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    Path(instance): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Ok(tagged(&headers, &state.library.details(&instance)?))
}

/// An answer in JSON that a client may keep and ask for again with its tag.
fn tagged(headers: &HeaderMap, answer: &impl Serialize) -> Response {
    let text = match serde_json::to_string(answer) {
        Ok(text) => text,
        Err(error) => {
            tracing::error!(%error, "a ruleset cannot be written as JSON");
            return ApiError::Panicked.into_response();
        }
    };
    let tag = weak_tag_of(&text);
    let is_kept = has_tag(headers, &tag);
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, "public, no-cache".to_owned())];
    match is_kept {
        true => (StatusCode::NOT_MODIFIED, caching).into_response(),
        false => (caching, [(header::CONTENT_TYPE, "application/json")], text).into_response(),
    }
}
