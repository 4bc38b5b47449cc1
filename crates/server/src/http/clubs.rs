//! `/api/v1/clubs`: clubs, their members and their boards.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use rukh_store::ClubMemberKind;
use schemars::JsonSchema;
use serde::Deserialize;

use super::AppState;
use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::Identity;
use super::middleware::CreationQuota;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::limits::LimitedAction;
use crate::moderation::Moderator;
use crate::wire::club::{
    ClubBoard, ClubDecision, ClubDetails, ClubEdit, ClubJoinRequest, ClubList, ClubMemberList,
    ClubNoticesRequest, ClubPost, ClubPostRequest, ClubRequest, ClubRoleRequest,
};
use crate::wire::time::UnixMillis;

/// Query of a list of clubs.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ClubsQuery {
    /// Whether those of the requester are listed, and those that they ask to join, instead of all.
    #[serde(default)]
    mine: bool,
    /// A part of their names.
    #[serde(default)]
    name: String,
    /// Those founded before this time, in milliseconds since the epoch.
    before: Option<u64>,
}

/// Lists clubs.
pub(super) async fn list(
    State(state): State<Arc<AppState>>,
    person: Option<Identity>,
    Query(ClubsQuery { mine, name, before }): Query<ClubsQuery>,
) -> Result<Json<ClubList>, ApiError> {
    let person = match (mine, person) {
        (true, None) => return Err(ApiError::Unauthenticated),
        (true, Some(Identity(person))) => Some(person),
        (false, _) => None,
    };
    Ok(Json(state.clubs().list(person.as_ref(), &name, before.map(UnixMillis::new)).await?))
}

/// Founds a club.
pub(super) async fn found(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Json(request): Json<ClubRequest>,
) -> Result<(StatusCode, Json<ClubDetails>), ApiError> {
    Ok((StatusCode::CREATED, Json(state.clubs().found(request, &person).await?)))
}

/// Query of a club.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct InviteQuery {
    /// The secret of a link that invites.
    invite: Option<String>,
}

/// A club.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    person: Option<Identity>,
    Path(id): Path<String>,
    Query(InviteQuery { invite }): Query<InviteQuery>,
) -> Result<Json<ClubDetails>, ApiError> {
    let person = person.map(|person| person.0);
    Ok(Json(state.clubs().get(&id, person.as_ref(), invite.as_deref()).await?))
}

/// Changes a club.
pub(super) async fn edit(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
    Json(request): Json<ClubEdit>,
) -> Result<Json<ClubDetails>, ApiError> {
    Ok(Json(state.clubs().edit(&id, &person, request).await?))
}

/// Closes a club.
pub(super) async fn close(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.clubs().close(&id, &person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Joins a club, or asks to; the body may be missing.
pub(super) async fn join(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<ClubDetails>, ApiError> {
    let ClubJoinRequest { invite } = match body.is_empty() {
        true => ClubJoinRequest::default(),
        false => serde_json::from_slice(&body)
            .map_err(|error| ApiError::Rejected(StatusCode::BAD_REQUEST, error.to_string()))?,
    };
    Ok(Json(state.clubs().join(&id, &person, invite.as_deref()).await?))
}

/// Leaves a club, or asks no more.
pub(super) async fn leave(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.clubs().leave(&id, &person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes whether the requester is told of a club's events.
pub(super) async fn notices(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path(id): Path<String>,
    Json(ClubNoticesRequest { events }): Json<ClubNoticesRequest>,
) -> Result<StatusCode, ApiError> {
    state.clubs().notices(&id, &person, events).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which people of a club are listed.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ListedPeople {
    /// Those who belong to it.
    #[default]
    Members,
    /// Those who wait to be accepted.
    Asking,
    /// Those who were removed.
    Removed,
}

/// Query of the people of a club.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MembersQuery {
    /// Which people.
    #[serde(default)]
    who: ListedPeople,
    /// How many are passed over.
    #[serde(default)]
    from: u32,
}

/// People of a club.
pub(super) async fn members(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path(id): Path<String>,
    Query(MembersQuery { who, from }): Query<MembersQuery>,
) -> Result<Json<ClubMemberList>, ApiError> {
    let kind = match who {
        ListedPeople::Members => ClubMemberKind::Members,
        ListedPeople::Asking => ClubMemberKind::Asking,
        ListedPeople::Removed => ClubMemberKind::Removed,
    };
    Ok(Json(state.clubs().members(&id, &person, kind, from).await?))
}

/// Accepts, promotes, demotes or removes somebody.
pub(super) async fn change_member(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path((id, whom)): Path<(String, GuestId)>,
    Json(ClubRoleRequest { role }): Json<ClubRoleRequest>,
) -> Result<StatusCode, ApiError> {
    state.clubs().change_member(&id, &person, &whom, role).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Declines somebody who asks, or lets somebody who was removed join again.
pub(super) async fn forget_member(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path((id, whom)): Path<(String, GuestId)>,
) -> Result<StatusCode, ApiError> {
    state.clubs().forget_member(&id, &person, &whom).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Query of the board of a club.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct BoardQuery {
    /// Number of the post after the last that is sent; the last of all without it.
    before: Option<u64>,
}

/// Posts of a club.
pub(super) async fn board(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path(id): Path<String>,
    Query(BoardQuery { before }): Query<BoardQuery>,
) -> Result<Json<ClubBoard>, ApiError> {
    Ok(Json(state.clubs().board(&id, &person, before).await?))
}

/// Writes a post.
pub(super) async fn write(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(person): Identity,
    Path(id): Path<String>,
    Json(request): Json<ClubPostRequest>,
) -> Result<(StatusCode, Json<ClubPost>), ApiError> {
    state.registry.limits().check(LimitedAction::Chat, Some(&person), client.address)?;
    Ok((StatusCode::CREATED, Json(state.clubs().write(&id, &person, request).await?)))
}

/// Deletes a post.
pub(super) async fn delete_post(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path((id, number)): Path<(String, u64)>,
) -> Result<StatusCode, ApiError> {
    state.clubs().delete_post(&id, &person, number).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A moderator renames a club, closes it or opens it again.
pub(super) async fn decide(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(id): Path<String>,
    Json(decision): Json<ClubDecision>,
) -> Result<StatusCode, ApiError> {
    state.moderation.decide_club(&moderator, &id, decision).await?;
    Ok(StatusCode::NO_CONTENT)
}
