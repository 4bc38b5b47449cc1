//! Guest identity: a signed cookie, or the same token as a bearer token.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use axum_extra::headers::authorization::Bearer;
use axum_extra::headers::{Authorization, HeaderMapExt};

use super::AppState;
use super::client::Client;
use super::extract::Json;
use crate::error::ApiError;
use crate::limits::LimitedAction;
use crate::name::validate_name;
use crate::wire::Guest;
use crate::wire::people::{NameRequest, NewGuest};

/// Name of the cookie.
const COOKIE_NAME: &str = "rukh";
/// Max-Age of the cookie.
const COOKIE_MAX_AGE: time::Duration = time::Duration::days(365);

/// Extractor of the authenticated guest.
pub(super) struct Identity(pub(super) Guest);

impl FromRequestParts<Arc<AppState>> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Identity, ApiError> {
        identify(&parts.headers, state).map(Identity).ok_or(ApiError::Unauthenticated)
    }
}

impl OptionalFromRequestParts<Arc<AppState>> for Identity {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<Option<Identity>, Infallible> {
        Ok(identify(&parts.headers, state).map(Identity))
    }
}

/// The guest of a bearer token, or else of the cookie.
fn identify(headers: &HeaderMap, state: &AppState) -> Option<Guest> {
    if let Some(Authorization(bearer)) = headers.typed_get::<Authorization<Bearer>>() {
        return state.tokens.verify(bearer.token().trim());
    }
    let jar = CookieJar::from_headers(headers);
    jar.get(COOKIE_NAME).and_then(|cookie| state.tokens.verify(cookie.value()))
}

/// Returns the requester's guest, or creates one.
pub(super) async fn me(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
) -> Result<Response, ApiError> {
    match guest {
        Some(Identity(guest)) => Ok(Json(guest).into_response()),
        None => Ok(with_cookie(&state, client, new_guest(&state, client, None)?)),
    }
}

/// Renames the requester.
pub(super) async fn rename(
    State(state): State<Arc<AppState>>,
    client: Client,
    guest: Option<Identity>,
    Json(NameRequest { name }): Json<NameRequest>,
) -> Result<Response, ApiError> {
    let name = checked_name(&name)?;
    let guest = match guest {
        Some(Identity(guest)) => Guest { name, ..guest },
        None => new_guest(&state, client, Some(name))?,
    };
    Ok(with_cookie(&state, client, guest))
}

/// Creates a guest for a program.
pub(super) async fn create_guest(
    State(state): State<Arc<AppState>>,
    client: Client,
    Json(NameRequest { name }): Json<NameRequest>,
) -> Result<Response, ApiError> {
    let guest = new_guest(&state, client, Some(checked_name(&name)?))?;
    let token = state.tokens.sign(&guest);
    Ok((StatusCode::CREATED, Json(NewGuest { guest, token })).into_response())
}

fn checked_name(name: &str) -> Result<String, ApiError> {
    validate_name(name).map_err(|message| ApiError::Input { code: "bad_name", message, hint: None })
}

/// Creates a guest; a client can become so many only.
fn new_guest(state: &AppState, client: Client, name: Option<String>) -> Result<Guest, ApiError> {
    state.registry.limits().check(LimitedAction::NewGuest, None, client.address)?;
    state.tokens.create(name).map_err(|error| {
        ApiError::Store(crate::store::StoreError::Corrupt(format!("no randomness: {error}")))
    })
}

fn with_cookie(state: &AppState, client: Client, guest: Guest) -> Response {
    let is_secure =
        state.public_url.as_deref().is_some_and(|url| url.starts_with("https://")) || client.is_https;
    let cookie = Cookie::build((COOKIE_NAME, state.tokens.sign(&guest)))
        .path("/")
        .max_age(COOKIE_MAX_AGE)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure);
    (CookieJar::new().add(cookie), Json(guest)).into_response()
}
