//! `/api/v1/account/webhooks`: where what happens to an account is posted to. No token of a program gets here.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use rukh_store::SignInRow;

use super::AppState;
use super::account::check_proof;
use super::client::Client;
use super::extract::{Json, Path};
use super::identity::SignedInDevice;
use crate::error::ApiError;
use crate::limits::LimitedAction;
use crate::wire::webhook::{WebhookDeliveryList, WebhookList, WebhookRequest, WebhookSecret};

fn check_limit(state: &AppState, row: &SignInRow, client: Client) -> Result<(), ApiError> {
    Ok(state.registry.limits().check(LimitedAction::Webhook, Some(&row.player), client.address)?)
}

/// Lists the webhooks of the requester.
pub(super) async fn list(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
) -> Result<Json<WebhookList>, ApiError> {
    state.webhooks.list(&row.player).await.map(Json)
}

/// Adds a webhook.
pub(super) async fn add(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
    Json(request): Json<WebhookRequest>,
) -> Result<(StatusCode, Json<WebhookSecret>), ApiError> {
    check_proof(&row)?;
    check_limit(&state, &row, client)?;
    Ok((StatusCode::CREATED, Json(state.webhooks.add(&row.player, &request).await?)))
}

/// Removes a webhook.
pub(super) async fn remove(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.webhooks.remove(&row.player, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives a webhook another secret.
pub(super) async fn replace_secret(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
    Path(id): Path<String>,
) -> Result<Json<WebhookSecret>, ApiError> {
    check_proof(&row)?;
    check_limit(&state, &row, client)?;
    state.webhooks.replace_secret(&row.player, &id).await.map(Json)
}

/// Switches a webhook on again.
pub(super) async fn resume(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    check_proof(&row)?;
    check_limit(&state, &row, client)?;
    state.webhooks.resume(&row.player, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Has a test posted.
pub(super) async fn test(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    check_limit(&state, &row, client)?;
    state.webhooks.test(&row.player, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The latest deliveries of a webhook.
pub(super) async fn deliveries(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
    Path(id): Path<String>,
) -> Result<Json<WebhookDeliveryList>, ApiError> {
    state.webhooks.deliveries(&row.player, &id).await.map(Json)
}
