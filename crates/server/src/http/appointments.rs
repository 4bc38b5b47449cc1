//! `/api/v1/appointments`: games that two people agree to play at a time.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::AppState;
use super::client::Client;
use super::extract::{Json, Path};
use super::identity::Identity;
use super::middleware::CreationQuota;
use super::web_app::site;
use crate::error::ApiError;
use crate::wire::appointment::{
    AcceptRequest, Appointment, AppointmentList, AppointmentRequest, TimesRequest,
};

/// Lists those of the requester.
pub(super) async fn list(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
) -> Result<Json<AppointmentList>, ApiError> {
    Ok(Json(state.appointments.list(&person).await?))
}

/// Makes an appointment.
pub(super) async fn create(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    client: Client,
    Json(request): Json<AppointmentRequest>,
) -> Result<(StatusCode, Json<Appointment>), ApiError> {
    let origin = client.address.map(|address| state.registry.origins().of(address));
    Ok((StatusCode::CREATED, Json(state.appointments.create(request, &person, origin).await?)))
}

/// An appointment.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    person: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<Appointment>, ApiError> {
    let person = person.map(|person| person.0);
    Ok(Json(state.appointments.get(&id, person.as_ref()).await?))
}

/// Accepts a time; the body may be missing where none was proposed.
pub(super) async fn accept(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Appointment>, ApiError> {
    let AcceptRequest { time } = match body.is_empty() {
        true => AcceptRequest::default(),
        false => serde_json::from_slice(&body)
            .map_err(|error| ApiError::Rejected(StatusCode::BAD_REQUEST, error.to_string()))?,
    };
    Ok(Json(state.appointments.accept(&id, &person, time).await?))
}

/// Proposes other times.
pub(super) async fn propose(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
    Json(TimesRequest { times }): Json<TimesRequest>,
) -> Result<Json<Appointment>, ApiError> {
    Ok(Json(state.appointments.propose(&id, &person, times).await?))
}

/// Declines.
pub(super) async fn decline(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<Json<Appointment>, ApiError> {
    Ok(Json(state.appointments.decline(&id, &person).await?))
}

/// Calls an appointment off.
pub(super) async fn cancel(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<Json<Appointment>, ApiError> {
    Ok(Json(state.appointments.cancel(&id, &person).await?))
}

/// An appointment as a file for calendars, whose address is that of its page with `.ics`.
pub(super) async fn calendar(state: &AppState, id: &str, headers: &HeaderMap) -> Response {
    let Some(site) = site(state, headers) else {
        return ApiError::AppointmentNotFound(id.to_owned()).into_response();
    };
    match state.appointments.calendar(id, &site).await {
        Ok(text) => {
            let headers = [
                (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
                (header::CACHE_CONTROL, "no-store"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"appointment.ics\""),
            ];
            (headers, text).into_response()
        }
        Err(error) => error.into_response(),
    }
}
