//! `/api/v1/seeks` and `/ws/v1/lobby`: looking for somebody to play with.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::time::{Instant, timeout};

use super::Site;
use super::identity::Who;
use super::middleware::Act;
use super::socket::{FAREWELL, LONGEST, PING, SILENCE};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::game::CloseCode;
use crate::wire::seek::SeekList;
use crate::wire::{GameCard, Guest, Seek, SeekWish};

/// Who looks for whom.
pub(super) async fn list(State(site): State<Arc<Site>>) -> Result<Json<SeekList>, ApiError> {
    Ok(Json(SeekList { seeks: site.lobby.open_seeks(now_ms()).await? }))
}

/// Looks for somebody.
pub(super) async fn create(
    State(site): State<Arc<Site>>,
    _act: Act,
    Who(who): Who,
    wish: Result<Json<SeekWish>, JsonRejection>,
) -> Result<(StatusCode, Json<Seek>), ApiError> {
    let Json(wish) = wish?;
    Ok((StatusCode::CREATED, Json(site.lobby.seek(wish, &who).await?)))
}

/// One of them.
pub(super) async fn one(
    State(site): State<Arc<Site>>,
    who: Option<Who>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<Seek>, ApiError> {
    let Path(id) = id?;
    Ok(Json(site.lobby.find(&id, who.as_ref().map(|who| &who.0)).await?))
}

/// Comes to play.
pub(super) async fn accept(
    State(site): State<Arc<Site>>,
    _act: Act,
    Who(who): Who,
    id: Result<Path<String>, PathRejection>,
) -> Result<(StatusCode, Json<GameCard>), ApiError> {
    let Path(id) = id?;
    Ok((StatusCode::CREATED, Json(site.lobby.accept(&id, &who).await?)))
}

/// Looks no longer.
pub(super) async fn withdraw(
    State(site): State<Arc<Site>>,
    Who(who): Who,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let Path(id) = id?;
    site.lobby.withdraw(&id, &who).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a visitor of the lobby waits for.
#[derive(Debug, Deserialize)]
pub(super) struct Waiting {
    #[serde(default)]
    seek: Option<String>,
}

/// Opens a line to the lobby.
pub(super) async fn lobby(
    State(site): State<Arc<Site>>,
    who: Option<Who>,
    waiting: Result<Query<Waiting>, QueryRejection>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let Query(Waiting { seek }) = waiting?;
    let upgrade = super::socket::sized(upgrade).max_message_size(LONGEST).max_frame_size(LONGEST);
    let guest = who.map(|who| who.0);
    Ok(upgrade.on_upgrade(move |socket| attend(site, guest, seek, socket)))
}

async fn attend(site: Arc<Site>, guest: Option<Guest>, seek: Option<String>, socket: WebSocket) {
    let (mut sink, mut stream) = socket.split();
    let mut visit = site.lobby.enter(guest.as_ref(), seek).await;
    let mut draining = site.draining.clone();
    drop(site);
    visit.notices.mark_changed();
    let mut ping = tokio::time::interval_at(Instant::now() + PING, PING);
    let mut heard = Instant::now();
    let code = loop {
        let message = tokio::select! {
            changed = visit.notices.changed() => {
                if changed.is_err() {
                    break Some(CloseCode::Draining);
                }
                let text = visit.notices.borrow_and_update().clone();
                if text.is_empty() {
                    continue;
                }
                Message::Text(text)
            }
            Some(text) = visit.line.recv() => Message::Text(text),
            _ = draining.changed() => break Some(CloseCode::Draining),
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    break None;
                }
                Message::Ping(Vec::new().into())
            }
            message = stream.next() => {
                heard = Instant::now();
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
    if let Some(code) = code {
        let frame = CloseFrame { code: code as u16, reason: super::socket::reason(code).into() };
        let _ = timeout(FAREWELL, sink.send(Message::Close(Some(frame)))).await;
    }
    let _ = timeout(FAREWELL, sink.close()).await;
}
