//! `/node/v1/games/{id}`: what the nodes of a site ask each other.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use super::Site;
use crate::error::ApiError;
use crate::game::{Command, Errand, Report};
use crate::peers::SIGNATURE;

/// Does what another node asks for. Only nodes that share the site's key are heard.
pub(super) async fn errand(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Report>, ApiError> {
    let signature = headers.get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let path = format!("/node/v1/games/{id}");
    if !site.rooms.peers().is_signed(&path, &body, signature) {
        return Err(ApiError::NotAllowed("only nodes of this site may ask here".to_owned()));
    }
    let errand: Errand = serde_json::from_slice(&body)
        .map_err(|error| ApiError::Unreadable(StatusCode::BAD_REQUEST, error.to_string()))?;
    let command = |reply| Command::Errand(errand.clone(), reply);
    Ok(Json(site.rooms.ask(&id, command).await?.0))
}
