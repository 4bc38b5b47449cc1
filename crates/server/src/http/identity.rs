//! Guest identity: a signed cookie, or the same token as a bearer token.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::AppState;
use crate::auth::validate_name;
use crate::error::ApiError;
use crate::wire::Guest;
use crate::wire::people::{NameRequest, NewGuest};

/// Name of the cookie.
const COOKIE_NAME: &str = "rukh";
/// Max-Age of the cookie, in seconds: a year.
const COOKIE_MAX_AGE: u32 = 31_536_000;

/// Extractor of the authenticated guest.
pub(super) struct Identity(pub(super) Guest);

impl FromRequestParts<Arc<AppState>> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<AppState>) -> Result<Identity, ApiError> {
        identify(&parts.headers, site).map(Identity).ok_or(ApiError::Unauthenticated)
    }
}

impl OptionalFromRequestParts<Arc<AppState>> for Identity {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        site: &Arc<AppState>,
    ) -> Result<Option<Identity>, Infallible> {
        Ok(identify(&parts.headers, site).map(Identity))
    }
}

fn identify(headers: &HeaderMap, site: &AppState) -> Option<Guest> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(token) = bearer.and_then(|value| value.strip_prefix("Bearer ")) {
        return site.tokens.verify(token.trim());
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).and_then(|(_, token)| site.tokens.verify(token))
}

/// Returns the requester's guest, or creates one.
pub(super) async fn me(
    State(site): State<Arc<AppState>>,
    headers: HeaderMap,
    who: Option<Identity>,
) -> Result<Response, ApiError> {
    match who {
        Some(Identity(guest)) => Ok(Json(guest).into_response()),
        None => with_cookie(&site, &headers, new_guest(&site, None)?),
    }
}

/// Renames the requester.
pub(super) async fn rename(
    State(site): State<Arc<AppState>>,
    headers: HeaderMap,
    who: Option<Identity>,
    wish: Result<Json<NameRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let name = requested_name(wish)?;
    let guest = match who {
        Some(Identity(guest)) => Guest { name, ..guest },
        None => new_guest(&site, Some(name))?,
    };
    with_cookie(&site, &headers, guest)
}

/// Creates a guest for a program.
pub(super) async fn create_guest(
    State(site): State<Arc<AppState>>,
    wish: Result<Json<NameRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let guest = new_guest(&site, Some(requested_name(wish)?))?;
    let token = site.tokens.sign(&guest);
    Ok((StatusCode::CREATED, Json(NewGuest { guest, token })).into_response())
}

fn requested_name(wish: Result<Json<NameRequest>, JsonRejection>) -> Result<String, ApiError> {
    let Json(NameRequest { name }) = wish?;
    validate_name(&name).map_err(|message| ApiError::Input { code: "bad_name", message, hint: None })
}

fn new_guest(site: &AppState, name: Option<String>) -> Result<Guest, ApiError> {
    site.tokens.create(name).map_err(|error| {
        ApiError::Store(crate::store::StoreError::Corrupt(format!("no randomness: {error}")))
    })
}

fn with_cookie(site: &AppState, headers: &HeaderMap, guest: Guest) -> Result<Response, ApiError> {
    let is_secure = site.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
        || headers.get("x-forwarded-proto").is_some_and(|value| value == "https");
    let secure = if is_secure { "; Secure" } else { "" };
    let token = site.tokens.sign(&guest);
    let cookie =
        format!("{COOKIE_NAME}={token}; Path=/; Max-Age={COOKIE_MAX_AGE}; HttpOnly; SameSite=Lax{secure}");
    // A token consists of letters, digits and dots.
    let cookie = HeaderValue::from_str(&cookie).map_err(|_| ApiError::Unauthenticated)?;
    Ok(([(header::SET_COOKIE, cookie)], Json(guest)).into_response())
}
