//! `/api/v1/seeks` and `/ws/v1/lobby`: seeking an opponent.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;

use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::Identity;
use super::middleware::CreationQuota;
use super::websocket::{ClientSocket, SocketUpgrade};
use super::{AppState, feed};
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::wire::seek::SeekList;
use crate::wire::{GameCard, Seek, SeekRequest};

/// Lists open seeks.
pub(super) async fn list(
    State(state): State<Arc<AppState>>,
    guest: Option<Identity>,
) -> Result<Json<SeekList>, ApiError> {
    let seeks = state.lobby.open_seeks_for(guest.as_ref().map(|guest| &guest.0)).await?;
    Ok(Json(SeekList { seeks }))
}

/// Creates a seek.
pub(super) async fn create(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(guest): Identity,
    client: Client,
    Json(request): Json<SeekRequest>,
) -> Result<(StatusCode, Json<Seek>), ApiError> {
    let origin = client.address.map(|address| state.registry.origins().of(address));
    Ok((StatusCode::CREATED, Json(state.lobby.create(request, &guest, origin).await?)))
}

/// A seek.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    guest: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<Seek>, ApiError> {
    Ok(Json(state.lobby.find(&id, guest.as_ref().map(|guest| &guest.0)).await?))
}

/// Accepts a seek.
pub(super) async fn accept(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(guest): Identity,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<GameCard>), ApiError> {
    Ok((StatusCode::CREATED, Json(state.lobby.accept(&id, &guest).await?)))
}

/// Withdraws a seek.
pub(super) async fn withdraw(
    State(state): State<Arc<AppState>>,
    Identity(guest): Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.lobby.withdraw(&id, &guest).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Query of the lobby socket.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct LobbyQuery {
    /// A seek that may have been accepted meanwhile.
    #[serde(default)]
    seek: Option<String>,
    /// Whether the client wants changes instead of whole states.
    #[serde(default)]
    changes: bool,
}

/// Opens a lobby socket.
pub(super) async fn lobby(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Query(query): Query<LobbyQuery>,
    upgrade: SocketUpgrade,
) -> Result<Response, ApiError> {
    let guest = guest.map(|guest| guest.0);
    let owner = client.owner(guest.as_ref());
    let place = state.admission.enter(WorkClass::Socket, &owner).await?;
    Ok(upgrade.accept(async move |socket| {
        run_lobby(state, guest, query, socket).await;
        drop(place);
    }))
}

async fn run_lobby(
    state: Arc<AppState>,
    guest: Option<GuestId>,
    LobbyQuery { seek, changes }: LobbyQuery,
    socket: ClientSocket,
) {
    // Boxed: reading the store takes memory that is freed again, while a socket lasts long.
    let connection = Box::pin(state.lobby.connect(guest.as_ref(), seek, changes)).await;
    let online = state.online.enter(guest);
    let shutting_down = state.shutting_down.clone();
    drop(state);
    feed::run(connection, online, shutting_down, socket).await;
}
