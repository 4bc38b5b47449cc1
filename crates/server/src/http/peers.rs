//! `/node/v1/games/{id}`: requests between the nodes of a site.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};

use super::AppState;
use super::extract::{Json, Path};
use crate::error::ApiError;
use crate::game::{ActorCommand, PeerRequest, PeerResponse};
use crate::limits::LimitedAction;
use crate::peers::{PING_PATH, SIGNATURE_HEADER};

/// Executes a request of another node, authenticated by the site key. Valid requests are not
/// limited: each carries the load of many clients.
pub(super) async fn handle(
    State(state): State<Arc<AppState>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<PeerResponse>, ApiError> {
    let path = format!("/node/v1/games/{id}");
    check_signature(&state, peer, &path, &headers, &body)?;
    let request: PeerRequest = serde_json::from_slice(&body)
        .map_err(|error| ApiError::Rejected(StatusCode::BAD_REQUEST, error.to_string()))?;
    let command = |reply| ActorCommand::Peer(request.clone(), reply);
    Ok(Json(state.registry.ask(&id.parse()?, command).await?.0))
}

/// Answers another node that tests whether it can reach this one.
pub(super) async fn ping(
    State(state): State<Arc<AppState>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    check_signature(&state, peer, PING_PATH, &headers, &body)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks a request's signature; what is not signed is limited.
fn check_signature(
    state: &AppState,
    peer: SocketAddr,
    path: &str,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<(), ApiError> {
    let signature = headers.get(SIGNATURE_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if state.registry.peers().accepts(path, body, signature) {
        return Ok(());
    }
    // Nodes connect without a proxy: the address that forges is that of the connection.
    state.registry.limits().check(LimitedAction::ForgedNodeRequest, None, Some(peer.ip()))?;
    Err(ApiError::Forbidden("only nodes of this site may ask here".to_owned()))
}
