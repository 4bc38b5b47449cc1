//! `/api/v1/me/vacation`: the clocks of the requester's games with days for each move wait.

use std::sync::Arc;

use axum::extract::State;

use super::AppState;
use super::extract::Json;
use super::identity::Identity;
use super::middleware::CreationQuota;
use crate::error::ApiError;
use crate::wire::appointment::{VacationRequest, VacationState};

/// Says whether the requester is on vacation, and how many days are left.
pub(super) async fn read(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
) -> Result<Json<VacationState>, ApiError> {
    state.registry.vacation(&person).await.map(Json)
}

/// Begins a vacation.
pub(super) async fn begin(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Json(VacationRequest { days }): Json<VacationRequest>,
) -> Result<Json<VacationState>, ApiError> {
    state.registry.begin_vacation(&person, days).await?;
    state.registry.vacation(&person).await.map(Json)
}

/// Ends the requester's vacation.
pub(super) async fn end(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
) -> Result<Json<VacationState>, ApiError> {
    state.registry.end_vacation(&person).await?;
    state.registry.vacation(&person).await.map(Json)
}
