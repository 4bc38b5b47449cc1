//! `/api/v1/reports`, `/api/v1/moderation`, `/api/v1/decisions` and `/api/v1/blocks`: order on the site.

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use rukh_store::APPEAL_SCOPE;
use schemars::JsonSchema;
use serde::Deserialize;

use super::AppState;
use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::{Identity, Proof, SignedInDevice, proof_of};
use crate::accounts::Refusal;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::limits::LimitedAction;
use crate::moderation::Moderator;
use crate::wire::account::TokenScope;
use crate::wire::indicator::PlayIndicators;
use crate::wire::moderation::{
    AppealDecision, BlockList, BlockRequest, DismissedReports, MeasureRequest, ModerationLog,
    ModerationQueue, NoteRequest, OwnDecisions, PersonRecord, ReportReceipt, ReportRequest, ResolveRequest,
    TextRequest,
};

/// Only who is signed in on a device, and has a role.
impl FromRequestParts<Arc<AppState>> for Moderator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Moderator, ApiError> {
        let SignedInDevice(row) = SignedInDevice::from_request_parts(parts, state).await?;
        state.moderation.moderator(row.player).await
    }
}

/// Extractor of somebody whose decisions are asked for: everybody, and also whose account is closed. A program may
/// read them; only the person answers.
pub(super) struct Concerned(GuestId);

impl FromRequestParts<Arc<AppState>> for Concerned {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Concerned, ApiError> {
        let Ok(client) = Client::from_request_parts(parts, state).await;
        let proof = proof_of(state, client, &parts.headers).await?.ok_or(ApiError::Unauthenticated)?;
        if let Proof::SignIn(row, _) = &proof
            && let Some(scopes) = &row.scopes
            && scopes != APPEAL_SCOPE
            && !(matches!(parts.method, Method::GET | Method::HEAD)
                && scopes.split(' ').any(|scope| scope == <&str>::from(TokenScope::Read)))
        {
            return Err(Refusal::TokenScope.into());
        }
        Ok(Concerned(proof.player().clone()))
    }
}

/// Reports something to moderators.
pub(super) async fn report(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(person): Identity,
    Json(request): Json<ReportRequest>,
) -> Result<(StatusCode, Json<ReportReceipt>), ApiError> {
    state.registry.limits().check(LimitedAction::Report, Some(&person), client.address)?;
    let id = state.moderation.report(&person, request).await?;
    Ok((StatusCode::CREATED, Json(ReportReceipt { id })))
}

/// Query of what waits for moderators.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct QueueQuery {
    /// Id of the report before the first that is sent.
    after: Option<String>,
}

/// What waits for moderators.
pub(super) async fn queue(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Query(QueueQuery { after }): Query<QueueQuery>,
) -> Result<Json<ModerationQueue>, ApiError> {
    state.moderation.queue(&moderator, after.as_deref()).await.map(Json)
}

/// A moderator takes care of a report.
pub(super) async fn take(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.moderation.take(&moderator, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A moderator notes something about a report.
pub(super) async fn note(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(id): Path<String>,
    Json(request): Json<NoteRequest>,
) -> Result<StatusCode, ApiError> {
    state.moderation.note(&moderator, &id, request).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A moderator resolves all reports of a person with nothing.
pub(super) async fn dismiss_reports(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(player): Path<String>,
) -> Result<Json<DismissedReports>, ApiError> {
    state.moderation.dismiss_reports(&moderator, &person_of(&player)?).await.map(Json)
}

/// A moderator resolves a report.
pub(super) async fn resolve(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(id): Path<String>,
    Json(request): Json<ResolveRequest>,
) -> Result<StatusCode, ApiError> {
    state.moderation.resolve(&moderator, &id, request).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What moderators know of a person.
pub(super) async fn person(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(player): Path<String>,
) -> Result<Json<PersonRecord>, ApiError> {
    state.moderation.person(&moderator, &person_of(&player)?).await.map(Json)
}

/// Figures of how a person plays, and how far they are.
pub(super) async fn indicators(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(player): Path<String>,
) -> Result<Json<PlayIndicators>, ApiError> {
    state.moderation.indicators(&moderator, &person_of(&player)?).await.map(Json)
}

/// A moderator asks for figures of how a person plays.
pub(super) async fn ask_indicators(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(player): Path<String>,
) -> Result<(StatusCode, Json<PlayIndicators>), ApiError> {
    let found = state.moderation.ask_indicators(&moderator, &person_of(&player)?).await?;
    Ok((StatusCode::ACCEPTED, Json(found)))
}

/// A moderator takes a measure without a report.
pub(super) async fn impose(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(player): Path<String>,
    Json(request): Json<MeasureRequest>,
) -> Result<StatusCode, ApiError> {
    state.moderation.impose(&moderator, &person_of(&player)?, request).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A moderator revokes a decision.
pub(super) async fn revoke(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.moderation.revoke(&moderator, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A moderator decides about an appeal.
pub(super) async fn decide(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Path(id): Path<String>,
    Json(decision): Json<AppealDecision>,
) -> Result<StatusCode, ApiError> {
    state.moderation.decide(&moderator, &id, decision).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Query of the log of moderation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct LogQuery {
    /// Number of the entry after the last that is sent; the last of all without it.
    before: Option<u64>,
    /// Whom the entries concern; everybody without it.
    player: Option<GuestId>,
}

/// The log of moderation.
pub(super) async fn log(
    State(state): State<Arc<AppState>>,
    moderator: Moderator,
    Query(LogQuery { before, player }): Query<LogQuery>,
) -> Result<Json<ModerationLog>, ApiError> {
    state.moderation.log(&moderator, before, player.as_ref()).await.map(Json)
}

/// What was decided about the requester.
pub(super) async fn own(
    State(state): State<Arc<AppState>>,
    Concerned(person): Concerned,
) -> Result<Json<OwnDecisions>, ApiError> {
    state.moderation.own(&person).await.map(Json)
}

/// The requester answers a decision.
pub(super) async fn appeal(
    State(state): State<Arc<AppState>>,
    client: Client,
    Concerned(person): Concerned,
    Path(id): Path<String>,
    Json(TextRequest { text }): Json<TextRequest>,
) -> Result<StatusCode, ApiError> {
    state.registry.limits().check(LimitedAction::Report, Some(&person), client.address)?;
    state.moderation.appeal(&person, &id, &text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whom the requester blocks.
pub(super) async fn blocks(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
) -> Result<Json<BlockList>, ApiError> {
    state.moderation.blocks(&person).await.map(Json)
}

/// The requester blocks a person.
pub(super) async fn block(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(person): Identity,
    Json(BlockRequest { player }): Json<BlockRequest>,
) -> Result<Json<BlockList>, ApiError> {
    state.registry.limits().check(LimitedAction::Report, Some(&person), client.address)?;
    state.moderation.block(&person, &player).await?;
    state.moderation.blocks(&person).await.map(Json)
}

/// The requester blocks a person no more.
pub(super) async fn unblock(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path(player): Path<String>,
) -> Result<Json<BlockList>, ApiError> {
    state.moderation.unblock(&person, &person_of(&player)?).await?;
    state.moderation.blocks(&person).await.map(Json)
}

fn person_of(text: &str) -> Result<GuestId, ApiError> {
    text.parse().map_err(|_| ApiError::PlayerNotFound(text.to_owned()))
}
