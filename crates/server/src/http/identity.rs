//! Guest identity: a signed cookie, or the same token as a bearer token.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use rukh_store::TOKEN_LIFETIME;
use rukh_store::name::validate_name;

use super::AppState;
use super::client::Client;
use super::extract::Json;
use crate::error::ApiError;
use crate::id::{GuestId, random_guest};
use crate::limits::LimitedAction;
use crate::origin::Origin;
use crate::token::VerifiedToken;
use crate::wire::Guest;
use crate::wire::people::{NameRequest, NewGuest};

/// Name of the cookie on a site without TLS.
const COOKIE_NAME: &str = "rukh";
/// Name of the cookie behind https: by this prefix browsers keep it to this host, and take it over
/// TLS only. No other name counts there: a page of a sibling host can set one that this host is sent,
/// and would make the visitor a guest of its choice.
const SECURE_COOKIE_NAME: &str = "__Host-rukh";
/// Max-Age of the cookie, that of the token.
const COOKIE_MAX_AGE: time::Duration = time::Duration::seconds(TOKEN_LIFETIME as i64);

/// When to try again where tokens cannot be revoked, since those of too many guests are.
const REVOCATION_RETRY: Duration = Duration::from_secs(3600);

/// Extractor of the authenticated guest; an optional one accepts requests without a token, and
/// rejects an invalid bearer token too.
pub(super) struct Identity(pub(super) GuestId);

impl FromRequestParts<Arc<AppState>> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Identity, ApiError> {
        let identity = <Identity as OptionalFromRequestParts<_>>::from_request_parts(parts, state).await?;
        identity.ok_or(ApiError::Unauthenticated)
    }
}

impl OptionalFromRequestParts<Arc<AppState>> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<Option<Identity>, ApiError> {
        let Ok(client) = Client::from_request_parts(parts, state).await;
        Ok(verified_token(state, client, &parts.headers).await?.map(|token| Identity(token.guest)))
    }
}

/// The bearer token, or else that of the first cookie that is valid.
async fn verified_token(
    state: &AppState,
    client: Client,
    headers: &HeaderMap,
) -> Result<Option<VerifiedToken>, ApiError> {
    if let Some(bearer) = bearer_token(headers) {
        return state.verify(bearer).await.ok_or(ApiError::BadToken).map(Some);
    }
    for value in cookies(headers, cookie_name(state, client)).into_iter().take(MAX_COOKIES) {
        if let Some(token) = state.verify(&value).await {
            return Ok(Some(token));
        }
    }
    Ok(None)
}

/// Cookies of the site's name that are tried; a browser sends two of a name at most rarely.
const MAX_COOKIES: usize = 8;

/// The text after `Bearer`, in any case; credentials of other schemes are a proxy's.
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?;
    // A value that is no text is no valid token either.
    let value = value.to_str().unwrap_or("bearer");
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Values of the cookies of a name.
fn cookies(headers: &HeaderMap, name: &str) -> Vec<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let all = all.flat_map(Cookie::split_parse).filter_map(Result::ok);
    all.filter(|cookie| cookie.name() == name).map(|cookie| cookie.value().to_owned()).collect()
}

/// Whether the requester's browser speaks TLS.
fn is_https(state: &AppState, client: Client) -> bool {
    client.is_https || state.public_url.as_ref().is_some_and(Origin::is_https)
}

/// The name of the cookie.
fn cookie_name(state: &AppState, client: Client) -> &'static str {
    if is_https(state, client) { SECURE_COOKIE_NAME } else { COOKIE_NAME }
}

/// Returns the requester's guest, or creates one. An old token is replaced; a program finds the new one
/// in the cookie too.
pub(super) async fn me(
    State(state): State<Arc<AppState>>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    match verified_token(&state, client, &headers).await? {
        Some(VerifiedToken { guest, is_stale: false }) => {
            Ok(Json(named(&state, &guest).await?).into_response())
        }
        Some(VerifiedToken { guest, is_stale: true }) => {
            with_cookie(&state, client, named(&state, &guest).await?)
        }
        None => with_cookie(&state, client, named(&state, &new_guest(&state, client)?).await?),
    }
}

/// Changes the name of the requester.
pub(super) async fn rename(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Json(NameRequest { name }): Json<NameRequest>,
) -> Result<Response, ApiError> {
    let name = checked_name(&name)?;
    let id = match guest {
        Some(Identity(guest)) => {
            state.registry.limits().check(LimitedAction::Naming, Some(&guest), client.address)?;
            guest
        }
        None => new_guest(&state, client)?,
    };
    state.registry.set_name(&id, Some(&name)).await?;
    with_cookie(&state, client, Guest { id, name })
}

/// Deletes the name of the requester, who is shown as a guest that has chosen none from then on.
pub(super) async fn delete_name(
    State(state): State<Arc<AppState>>,
    client: Client,
    Identity(guest): Identity,
) -> Result<Json<Guest>, ApiError> {
    state.registry.limits().check(LimitedAction::Naming, Some(&guest), client.address)?;
    state.registry.set_name(&guest, None).await?;
    Ok(Json(named(&state, &guest).await?))
}

/// Creates a guest for a program.
pub(super) async fn create_guest(
    State(state): State<Arc<AppState>>,
    client: Client,
    Json(NameRequest { name }): Json<NameRequest>,
) -> Result<Response, ApiError> {
    let name = checked_name(&name)?;
    let id = new_guest(&state, client)?;
    state.registry.set_name(&id, Some(&name)).await?;
    let token = state.tokens.sign(&id);
    let guest = Guest { id, name };
    Ok((StatusCode::CREATED, Json(NewGuest { guest, token })).into_response())
}

/// Revokes every token of the requester, and answers with a new one: in the cookie to a browser, in the
/// body to a program. One token alone cannot be revoked, since a holder can have made others of it.
pub(super) async fn revoke_tokens(
    State(state): State<Arc<AppState>>,
    client: Client,
    headers: HeaderMap,
    Identity(guest): Identity,
) -> Result<Response, ApiError> {
    state.registry.limits().check(LimitedAction::Revocation, None, client.address)?;
    let before = state.registry.store().revoke_tokens(&guest).await?;
    let before = before.ok_or(ApiError::Busy { retry_after: REVOCATION_RETRY })?;
    state.refresh_keys().await;
    let token = state.tokens.sign_issued(&guest, before);
    let guest = named(&state, &guest).await?;
    Ok(match bearer_token(&headers) {
        Some(_) => Json(NewGuest { guest, token }).into_response(),
        None => with_token(&state, client, guest, token),
    })
}

fn checked_name(name: &str) -> Result<String, ApiError> {
    validate_name(name).map_err(|message| ApiError::Input { code: "bad_name", message, hint: None })
}

/// Creates a guest; a client can become so many only.
fn new_guest(state: &AppState, client: Client) -> Result<GuestId, ApiError> {
    state.registry.limits().check(LimitedAction::NewGuest, None, client.address)?;
    random_guest()
        .map_err(|error| ApiError::Store(rukh_store::StoreError::Corrupt(format!("no randomness: {error}"))))
}

/// A guest with its name.
async fn named(state: &AppState, id: &GuestId) -> Result<Guest, ApiError> {
    Ok(state.registry.store().names([id]).await?.guest(id))
}

fn with_cookie(state: &AppState, client: Client, guest: Guest) -> Result<Response, ApiError> {
    let token = state.tokens.sign(&guest.id);
    Ok(with_token(state, client, guest, token))
}

fn with_token(state: &AppState, client: Client, guest: Guest, token: String) -> Response {
    let cookie = Cookie::build((cookie_name(state, client), token))
        .path("/")
        .max_age(COOKIE_MAX_AGE)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(state, client));
    (CookieJar::new().add(cookie), Json(guest)).into_response()
}
