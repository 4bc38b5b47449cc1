//! `/api/v1/push`: subscriptions to push messages.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use rukh_store::{PushRow, clock};
use sha2::{Digest, Sha256};

use super::AppState;
use super::client::Client;
use super::extract::{Json, Path};
use super::identity::Identity;
use crate::error::ApiError;
use crate::limits::LimitedAction;
use crate::push::{Endpoint, EndpointError, RecipientKeys, is_push_language, push_languages};
use crate::say::host as say;
use crate::session::Rejection;
use crate::wire::push::{PushInfo, PushKeys, PushReceipt, PushRequest};

/// Greatest number of browsers of a guest that get messages; one more replaces the oldest.
const MAX_OF_GUEST: u32 = 10;

/// Whether push messages can be had, and with which key.
pub(super) async fn info(State(state): State<Arc<AppState>>) -> Json<PushInfo> {
    let key = state.push.as_ref().map(|push| push.key.public());
    Json(PushInfo { key, languages: push_languages().map(str::to_owned).collect() })
}

/// Subscribes a browser of the requester, or renews its subscription.
pub(super) async fn subscribe(
    State(state): State<Arc<AppState>>,
    Identity(guest): Identity,
    client: Client,
    Json(request): Json<PushRequest>,
) -> Result<(StatusCode, Json<PushReceipt>), ApiError> {
    let push = state.push.as_ref().ok_or_else(|| Rejection::new("push_off", say::error_no_push()))?;
    state.registry.limits().check(LimitedAction::Push, Some(&guest), client.address)?;
    let PushRequest { endpoint, keys: PushKeys { p256dh, auth }, language } = request;
    Endpoint::parse(&endpoint, &push.services).map_err(bad_endpoint)?;
    RecipientKeys::parse(&p256dh, &auth)
        .map_err(|error| ApiError::input("bad_push_key", error.to_string()))?;
    if !is_push_language(&language) {
        let known: Vec<&str> = push_languages().collect();
        let message = format!("push messages are in one of the languages {}", known.join(", "));
        return Err(ApiError::input("bad_language", message));
    }
    let id = hex::encode(&Sha256::digest(&endpoint)[..16]);
    let row =
        PushRow { id: id.clone(), guest, endpoint, p256dh, auth, locale: language, renewed: clock::now() };
    match state.registry.store().save_push(&row, MAX_OF_GUEST).await? {
        true => Ok((StatusCode::CREATED, Json(PushReceipt { id }))),
        false => Err(Rejection::new("endpoint_taken", say::error_endpoint_taken()).into()),
    }
}

/// Ends a subscription of the requester; one that is not there has ended.
pub(super) async fn unsubscribe(
    State(state): State<Arc<AppState>>,
    Identity(guest): Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.registry.store().delete_push(&id, &guest).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn bad_endpoint(error: EndpointError) -> ApiError {
    let hint = matches!(error, EndpointError::UnknownService(_)).then(say::hint_push_service);
    ApiError::Input { code: "bad_endpoint", message: say::error_request(error.to_string()), hint }
}
