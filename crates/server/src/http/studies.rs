//! `/api/v1/studies` and `/ws/v1/study/{id}`: trees of moves that several people write together.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rukh_store::clock;
use schemars::JsonSchema;
use serde::Deserialize;

use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::Identity;
use super::middleware::CreationQuota;
use super::websocket::SocketUpgrade;
use super::{AppState, feed};
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::limits::LimitedAction;
use crate::moderation::Moderator;
use crate::wire::study::{
    HideRequest, ShareRequest, StudyDetails, StudyEdit, StudyList, StudyOpList, StudyOpsRequest,
    StudyPgnReceipt, StudyReceipt, StudyRequest,
};
use crate::wire::time::UnixMillis;

/// Maximum size of operations that are written at once, in bytes.
pub(super) const MAX_OPS_BYTES: usize = 256 * 1024;
/// Maximum size of games of PGN, in bytes.
pub(super) const MAX_PGN_BYTES: usize = 1024 * 1024;

/// Query of a list of studies.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct StudiesQuery {
    /// Whether those of the requester are listed, and those shared with them, instead of public ones.
    #[serde(default)]
    mine: bool,
    /// Public ones that were changed before this time, in milliseconds since the epoch.
    before: Option<u64>,
}

/// Lists studies.
pub(super) async fn list(
    State(state): State<Arc<AppState>>,
    person: Option<Identity>,
    Query(StudiesQuery { mine, before }): Query<StudiesQuery>,
) -> Result<Json<StudyList>, ApiError> {
    let person = match (mine, person) {
        (true, None) => return Err(ApiError::Unauthenticated),
        (true, Some(Identity(person))) => Some(person),
        (false, _) => None,
    };
    Ok(Json(state.studies.list(person.as_ref(), before.map(UnixMillis::new)).await?))
}

/// Makes a study.
pub(super) async fn create(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    client: Client,
    Identity(person): Identity,
    Json(request): Json<StudyRequest>,
) -> Result<(StatusCode, Json<StudyDetails>), ApiError> {
    Ok((
        StatusCode::CREATED,
        Json(state.studies.create(request, &person, &client.owner(Some(&person))).await?),
    ))
}

/// A study.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    person: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<StudyDetails>, ApiError> {
    let person = person.map(|person| person.0);
    Ok(Json(state.studies.get(&id, person.as_ref()).await?))
}

/// Changes a study.
pub(super) async fn edit(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
    Json(request): Json<StudyEdit>,
) -> Result<Json<StudyDetails>, ApiError> {
    Ok(Json(state.studies.edit(&id, &person, request).await?))
}

/// Deletes a study.
pub(super) async fn remove(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.studies.delete(&id, &person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Shares a study.
pub(super) async fn share(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
    Json(request): Json<ShareRequest>,
) -> Result<Json<StudyDetails>, ApiError> {
    Ok(Json(state.studies.share(&id, &person, request).await?))
}

/// Shares a study no more.
pub(super) async fn unshare(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path((id, whom)): Path<(String, GuestId)>,
) -> Result<StatusCode, ApiError> {
    state.studies.unshare(&id, &person, &whom).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Query of operations.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AfterQuery {
    /// Number of the last operation that the client has.
    #[serde(default)]
    after: u64,
}

/// Operations of a study.
pub(super) async fn ops(
    State(state): State<Arc<AppState>>,
    person: Option<Identity>,
    Path(id): Path<String>,
    Query(AfterQuery { after }): Query<AfterQuery>,
) -> Result<Json<StudyOpList>, ApiError> {
    let person = person.map(|person| person.0);
    Ok(Json(state.studies.ops(&id, person.as_ref(), after).await?))
}

/// Writes operations.
pub(super) async fn write(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(person): Identity,
    Path(id): Path<String>,
    Json(StudyOpsRequest { ops }): Json<StudyOpsRequest>,
) -> Result<Json<StudyReceipt>, ApiError> {
    state.registry.limits().check(LimitedAction::Study, Some(&person), client.address)?;
    Ok(Json(state.studies.write(&id, &person, &client.owner(Some(&person)), ops).await?))
}

/// The chapters of a study as PGN.
pub(super) async fn pgn(
    State(state): State<Arc<AppState>>,
    client: Client,
    person: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let person = person.map(|person| person.0);
    let text = state.studies.pgn(&id, person.as_ref(), &client.owner(person.as_ref())).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"study.pgn\""),
    ];
    Ok((headers, text).into_response())
}

/// Writes games of PGN into a study.
pub(super) async fn write_pgn(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(person): Identity,
    Path(id): Path<String>,
    body: axum::body::Bytes,
) -> Result<Json<StudyPgnReceipt>, ApiError> {
    state.registry.limits().check(LimitedAction::Study, Some(&person), client.address)?;
    let text =
        String::from_utf8(body.into()).map_err(|_| ApiError::input("bad_pgn", "the text is not UTF-8"))?;
    Ok(Json(state.studies.write_pgn(&id, &person, &client.owner(Some(&person)), text).await?))
}

/// A moderator hides a study from all but its members, or shows it again.
pub(super) async fn hide(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(id): Path<String>,
    Json(HideRequest { hidden }): Json<HideRequest>,
) -> Result<StatusCode, ApiError> {
    let hidden = hidden.then(clock::now);
    state.moderation.hide_study(&moderator, &id, hidden).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Opens the socket of a study.
pub(super) async fn socket(
    State(state): State<Arc<AppState>>,
    client: Client,
    person: Option<Identity>,
    Path(id): Path<String>,
    Query(AfterQuery { after }): Query<AfterQuery>,
    upgrade: SocketUpgrade,
) -> Result<Response, ApiError> {
    let person = person.map(|person| person.0);
    let owner = client.owner(person.as_ref());
    let place = state.admission.enter(WorkClass::Socket, &owner).await?;
    let watcher = state.studies.clone().watch(&id, person.clone(), &owner, after).await?;
    let (draining, people) = (state.shutting_down.clone(), state.online.clone());
    drop(state);
    Ok(upgrade.accept(async move |socket| {
        feed::run(watcher, people.enter(person), draining, socket).await;
        drop(place);
    }))
}
