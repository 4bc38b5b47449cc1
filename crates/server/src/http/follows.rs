//! `/api/v1/follows`: whom the requester follows, and who of them is online.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use rukh_store::clock;

use super::AppState;
use super::extract::{Json, Path};
use super::identity::Identity;
use super::middleware::CreationQuota;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::meeting::check_may_meet;
use crate::online::ONLINE_TTL;
use crate::wire::appointment::{FollowList, FollowedPerson, OnlineRequest};

/// Most people whom one follows.
const MAX_FOLLOWED: u64 = 200;

fn person_of(id: &str) -> Result<GuestId, ApiError> {
    id.parse().map_err(|_| ApiError::PlayerNotFound(id.to_owned()))
}

/// Lists whom the requester follows.
pub(super) async fn list(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
) -> Result<Json<FollowList>, ApiError> {
    let store = state.registry.store();
    let rows = store.followed(&person).await?;
    let names = state.registry.names(rows.iter().map(|row| &row.whom)).await;
    let since = clock::now().saturating_sub(ONLINE_TTL);
    let mut followed: Vec<FollowedPerson> = rows
        .into_iter()
        .map(|row| FollowedPerson {
            player: names.guest(&row.whom),
            online: row.seen.is_some_and(|seen| seen >= since),
            since: row.since,
        })
        .collect();
    followed.sort_by_key(|one| !one.online);
    Ok(Json(FollowList { followed, shows_online: store.shows_online(&person).await? }))
}

/// Follows a person.
pub(super) async fn follow(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let whom = person_of(&id)?;
    if whom == person {
        return Err(ApiError::input("follow_self", "nobody follows themselves".to_owned()));
    }
    check_may_meet(state.registry.store(), &person, &whom).await?;
    state.registry.store().follow(&person, &whom, clock::now(), MAX_FOLLOWED).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Follows a person no more.
pub(super) async fn unfollow(
    State(state): State<Arc<AppState>>,
    Identity(person): Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.registry.store().unfollow(&person, &person_of(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes whether others see when the requester is online.
pub(super) async fn show_online(
    State(state): State<Arc<AppState>>,
    _act: CreationQuota,
    Identity(person): Identity,
    Json(OnlineRequest { shows }): Json<OnlineRequest>,
) -> Result<StatusCode, ApiError> {
    state.registry.store().show_online(&person, shows).await?;
    Ok(StatusCode::NO_CONTENT)
}
