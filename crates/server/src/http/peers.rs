//! `/node/v1/games/{id}`: requests between the nodes of a site.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};

use super::AppState;
use super::extract::{Json, Path};
use crate::error::ApiError;
use crate::game::{ActorCommand, PeerRequest, PeerResponse};
use crate::peers::SIGNATURE_HEADER;

/// Executes a request of another node, authenticated by the site key.
pub(super) async fn handle(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<PeerResponse>, ApiError> {
    let signature = headers.get(SIGNATURE_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let path = format!("/node/v1/games/{id}");
    if !state.registry.peers().is_signed(&path, &body, signature) {
        return Err(ApiError::Forbidden("only nodes of this site may ask here".to_owned()));
    }
    let request: PeerRequest = serde_json::from_slice(&body)
        .map_err(|error| ApiError::Rejected(StatusCode::BAD_REQUEST, error.to_string()))?;
    let command = |reply| ActorCommand::Peer(request.clone(), reply);
    Ok(Json(state.registry.ask(&id.parse()?, command).await?.0))
}
