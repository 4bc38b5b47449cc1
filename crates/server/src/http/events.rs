//! `/api/v1/events` and `/ws/v1/event/{id}`: tournaments of the site.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_store::clock;
use schemars::JsonSchema;
use serde::Deserialize;

use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::Identity;
use super::middleware::CreationQuota;
use super::web_app::site;
use super::websocket::SocketUpgrade;
use super::{AppState, feed as socket_feed};
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::events::{EventQuery, ResultsFile, files};
use crate::wire::events::{ByeRequest, EventDetails, EventList, EventRequest, EventSummary, RemovalRequest};

/// Lists events.
pub(super) async fn list(State(state): State<Arc<AppState>>) -> Result<Json<EventList>, ApiError> {
    Ok(Json(state.events.list().await?))
}

/// Makes an event.
pub(super) async fn create(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Json(request): Json<EventRequest>,
) -> Result<(StatusCode, Json<EventDetails>), ApiError> {
    Ok((StatusCode::CREATED, Json(state.events.create(request, &person).await?)))
}

/// Query of an event.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ShownPart {
    /// The round whose games are shown, instead of the last one.
    round: Option<u16>,
    /// How many lines of the standings are passed over.
    #[serde(default)]
    from: usize,
}

/// An event.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    person: Option<Identity>,
    Path(id): Path<String>,
    Query(ShownPart { round, from }): Query<ShownPart>,
) -> Result<Json<EventDetails>, ApiError> {
    let person = person.map(|person| person.0);
    Ok(Json(state.events.details(&id, person.as_ref(), EventQuery { round, from }).await?))
}

/// Changes an event.
pub(super) async fn edit(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
    Json(request): Json<EventRequest>,
) -> Result<Json<EventDetails>, ApiError> {
    Ok(Json(state.events.edit(&id, request, &person).await?))
}

/// The event of a game.
pub(super) async fn of_game(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<EventSummary>, ApiError> {
    Ok(Json(state.events.of_game(&id.parse()?).await?))
}

/// Joins an event.
pub(super) async fn join(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<Json<EventDetails>, ApiError> {
    Ok(Json(state.events.join(&id, &person).await?))
}

/// Withdraws from an event.
pub(super) async fn withdraw(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<Json<EventDetails>, ApiError> {
    Ok(Json(state.events.withdraw(&id, &person).await?))
}

/// Asks for a half-point bye; the body may be missing.
pub(super) async fn request_bye(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<EventDetails>, ApiError> {
    let ByeRequest { round } = match body.is_empty() {
        true => ByeRequest::default(),
        false => serde_json::from_slice(&body)
            .map_err(|error| ApiError::Rejected(StatusCode::BAD_REQUEST, error.to_string()))?,
    };
    Ok(Json(state.events.request_bye(&id, &person, round).await?))
}

/// Begins a simul before its time.
pub(super) async fn begin(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<Json<EventDetails>, ApiError> {
    Ok(Json(state.events.begin(&id, &person).await?))
}

/// Removes somebody from a simul.
pub(super) async fn remove(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
    Json(RemovalRequest { player }): Json<RemovalRequest>,
) -> Result<Json<EventDetails>, ApiError> {
    Ok(Json(state.events.remove(&id, &person, &player).await?))
}

/// Ends an event that runs.
pub(super) async fn end(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<Json<EventDetails>, ApiError> {
    Ok(Json(state.events.end(&id, &person).await?))
}

/// Calls an event off.
pub(super) async fn cancel(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<Json<EventDetails>, ApiError> {
    Ok(Json(state.events.cancel(&id, &person).await?))
}

/// Opens the socket of an event.
pub(super) async fn socket(
    State(state): State<Arc<AppState>>,
    client: Client,
    person: Option<Identity>,
    Path(id): Path<String>,
    upgrade: SocketUpgrade,
) -> Result<Response, ApiError> {
    let person = person.map(|person| person.0);
    let place = state.admission.enter(WorkClass::Socket, &client.owner(person.as_ref())).await?;
    let watcher = state.events.watch(&id, person.clone()).await?;
    let (draining, people) = (state.shutting_down.clone(), state.online.clone());
    drop(state);
    Ok(upgrade.accept(async move |socket| {
        socket_feed::run(watcher, people.enter(person), draining, socket).await;
        drop(place);
    }))
}

/// The results as a TRF file.
pub(super) async fn trf(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    results(&state, &id, ResultsFile::Trf, "text/plain; charset=utf-8").await
}

/// The results as CSV.
pub(super) async fn csv(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    results(&state, &id, ResultsFile::Csv, "text/csv; charset=utf-8").await
}

/// The results as JSON.
pub(super) async fn json(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    results(&state, &id, ResultsFile::Json, "application/json").await
}

async fn results(
    state: &AppState,
    id: &str,
    file: ResultsFile,
    kind: &'static str,
) -> Result<Response, ApiError> {
    let text = state.events.results(id, file).await?;
    let ending: &'static str = file.into();
    let name = format!("attachment; filename=\"results.{ending}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// The next events for calendars.
pub(super) async fn calendar(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (events, site) = listed(&state, &headers, "/api/v1/events.ics").await?;
    let text = files::calendar(&events, &site, clock::now());
    Ok(([(header::CONTENT_TYPE, "text/calendar; charset=utf-8")], text).into_response())
}

/// The next events as a feed.
pub(super) async fn feed(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (events, site) = listed(&state, &headers, "/api/v1/events.atom").await?;
    let text = files::feed(&events, &site, clock::now());
    Ok(([(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")], text).into_response())
}

/// Running and upcoming events, then the last ones, and the address of the site.
async fn listed(
    state: &AppState,
    headers: &HeaderMap,
    path: &str,
) -> Result<(Vec<EventSummary>, String), ApiError> {
    let site = site(state, headers).ok_or_else(|| ApiError::PathNotFound(path.to_owned()))?;
    let EventList { running, upcoming, recent } = state.events.list().await?;
    Ok(([running, upcoming, recent].concat(), site))
}
