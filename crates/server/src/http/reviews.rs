//! `/api/v1/games/{id}/review`: reviews of finished games.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::AppState;
use super::client::Client;
use super::extract::{Json, Path};
use super::games::export;
use super::identity::Identity;
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::id::GameId;
use crate::limits::LimitedAction;
use crate::reviews::ReviewState;
use crate::say;
use crate::session::Rejection;
use crate::wire::review::ReviewStatus;

/// The review of a game, or how far it is.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let id: GameId = id.parse()?;
    let game = export(&state, &id).await?.game.game;
    let found = state.reviews.state(&id, &game).await?;
    answer(found).ok_or_else(|| ApiError::ReviewNotFound(id.to_string()))
}

/// Has a finished game reviewed, unless it has been.
pub(super) async fn create(
    State(state): State<Arc<AppState>>,
    Identity(guest): Identity,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let id: GameId = id.parse()?;
    let owner = client.owner(Some(&guest));
    let reading = state.admission.enter(WorkClass::Read, &owner).await?;
    let game = export(&state, &id).await?.game.game;
    if game.outcome().is_none() {
        return Err(Rejection::new("not_over", say::host::error_not_over()).into());
    }
    if let Some(answer) = answer(state.reviews.state(&id, &game).await?) {
        return Ok(answer);
    }
    state.registry.limits().check(LimitedAction::Review, Some(&guest), client.address)?;
    drop(reading);
    state.reviews.begin(&id, game, owner)?;
    Ok(running(0.0))
}

/// The response for a review that is stored or under way.
fn answer(state: ReviewState) -> Option<Response> {
    match state {
        ReviewState::Stored(review) => {
            Some(Json(ReviewStatus { done: 1.0, review: Some(review) }).into_response())
        }
        ReviewState::Running(done) => Some(running(done)),
        ReviewState::Absent => None,
    }
}

fn running(done: f64) -> Response {
    (StatusCode::ACCEPTED, Json(ReviewStatus { done, review: None })).into_response()
}
