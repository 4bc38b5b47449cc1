//! Who asks: a signed cookie, or the same proof as a bearer's token.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::Site;
use crate::auth::check_name;
use crate::error::ApiError;
use crate::wire::Guest;
use crate::wire::people::{NameWish, Newcomer};

/// The cookie's name.
const COOKIE: &str = "rukh";
/// How long it is kept, in seconds: a year.
const KEPT: u32 = 31_536_000;

/// Somebody who has said who they are.
pub(super) struct Who(pub(super) Guest);

impl FromRequestParts<Arc<Site>> for Who {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Who, ApiError> {
        read(&parts.headers, site).map(Who).ok_or(ApiError::NoIdentity)
    }
}

impl OptionalFromRequestParts<Arc<Site>> for Who {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Option<Who>, Infallible> {
        Ok(read(&parts.headers, site).map(Who))
    }
}

fn read(headers: &HeaderMap, site: &Site) -> Option<Guest> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(token) = bearer.and_then(|value| value.strip_prefix("Bearer ")) {
        return site.guests.read(token.trim());
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).and_then(|(_, token)| site.guests.read(token))
}

/// A name somebody wants.
/// Who the one who asks is; a guest is made of who is nobody yet.
pub(super) async fn me(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    who: Option<Who>,
) -> Result<Response, ApiError> {
    match who {
        Some(Who(guest)) => Ok(Json(guest).into_response()),
        None => introduce(&site, &headers, new_guest(&site, None)?),
    }
}

/// Changes the name of the one who asks.
pub(super) async fn rename(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    who: Option<Who>,
    wish: Result<Json<NameWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let name = name_of(wish)?;
    let guest = match who {
        Some(Who(guest)) => Guest { name, ..guest },
        None => new_guest(&site, Some(name))?,
    };
    introduce(&site, &headers, guest)
}

/// Makes a guest for a program.
pub(super) async fn guest(
    State(site): State<Arc<Site>>,
    wish: Result<Json<NameWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let guest = new_guest(&site, Some(name_of(wish)?))?;
    let token = site.guests.token(&guest);
    Ok((StatusCode::CREATED, Json(Newcomer { guest, token })).into_response())
}

fn name_of(wish: Result<Json<NameWish>, JsonRejection>) -> Result<String, ApiError> {
    let Json(NameWish { name }) = wish?;
    check_name(&name).map_err(|message| ApiError::Input { code: "bad_name", message, hint: None })
}

fn new_guest(site: &Site, name: Option<String>) -> Result<Guest, ApiError> {
    site.guests
        .welcome(name)
        .map_err(|error| ApiError::Store(crate::store::StoreError::Broken(format!("no randomness: {error}"))))
}

fn introduce(site: &Site, headers: &HeaderMap, guest: Guest) -> Result<Response, ApiError> {
    let is_secure = site.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
        || headers.get("x-forwarded-proto").is_some_and(|value| value == "https");
    let secure = if is_secure { "; Secure" } else { "" };
    let token = site.guests.token(&guest);
    let cookie = format!("{COOKIE}={token}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}");
    // A token is of letters, digits and points.
    let cookie = HeaderValue::from_str(&cookie).map_err(|_| ApiError::NoIdentity)?;
    Ok(([(header::SET_COOKIE, cookie)], Json(guest)).into_response())
}
