//! `/api/v1/seeks` and `/ws/v1/lobby`: seeking an opponent.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::time::Instant;

use super::AppState;
use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::Identity;
use super::middleware::CreationQuota;
use super::socket::{IDLE_TIMEOUT, MAX_MESSAGE_BYTES, MessageBudget, PING_INTERVAL};
use crate::error::ApiError;
use crate::game::CloseCode;
use crate::wire::seek::SeekList;
use crate::wire::{GameCard, Guest, Seek, SeekRequest};

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
    let origin = client.address.map(|address| state.origins.of(address));
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
#[derive(Debug, Deserialize)]
pub(super) struct LobbyQuery {
    #[serde(default)]
    seek: Option<String>,
}

/// Opens a lobby socket.
pub(super) async fn lobby(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Query(LobbyQuery { seek }): Query<LobbyQuery>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let upgrade = super::socket::with_small_buffers(upgrade)
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES);
    let guest = guest.map(|guest| guest.0);
    let permit =
        state.registry.limits().open_socket(guest.as_ref().map(|guest| &guest.id), client.address)?;
    Ok(upgrade.on_upgrade(async move |socket| {
        run_lobby(state, guest, seek, socket).await;
        drop(permit);
    }))
}

async fn run_lobby(state: Arc<AppState>, guest: Option<Guest>, seek: Option<String>, socket: WebSocket) {
    let (mut sink, mut stream) = socket.split();
    let mut connection = state.lobby.connect(guest.as_ref(), seek).await;
    let mut draining = state.shutting_down.clone();
    drop(state);
    connection.state.mark_changed();
    let mut ping = tokio::time::interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
    let mut last_heard = Instant::now();
    let mut budget = MessageBudget::new();
    let code = loop {
        let message = tokio::select! {
            changed = connection.state.changed() => {
                if changed.is_err() {
                    break Some(CloseCode::Draining);
                }
                let text = connection.state.borrow_and_update().clone();
                if text.is_empty() {
                    continue;
                }
                Message::Text(text)
            }
            Some(text) = connection.messages.recv() => Message::Text(text),
            _ = draining.changed() => break Some(CloseCode::Draining),
            _ = ping.tick() => {
                if last_heard.elapsed() > IDLE_TIMEOUT {
                    break None;
                }
                Message::Ping(Vec::new().into())
            }
            message = stream.next() => {
                last_heard = Instant::now();
                // Every frame costs, also one without content.
                if !budget.spend() {
                    break Some(CloseCode::TooFast);
                }
                match message {
                    None | Some(Ok(Message::Close(_))) => break None,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Text(_) | Message::Binary(_)) | Err(_)) => break Some(CloseCode::BadMessage),
                }
            }
        };
        if sink.send(message).await.is_err() {
            break None;
        }
    };
    super::socket::close(sink, stream, code).await;
}
