//! Guest identity: a signed cookie, or the same token as a bearer token.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};

use super::AppState;
use super::client::Client;
use super::extract::Json;
use crate::error::ApiError;
use crate::limits::LimitedAction;
use crate::name::validate_name;
use crate::origin::Origin;
use crate::token::{TOKEN_LIFETIME, VerifiedToken};
use crate::wire::Guest;
use crate::wire::people::{NameRequest, NewGuest};

/// Name of the cookie on a site without TLS, and of that of earlier versions.
const COOKIE_NAME: &str = "rukh";
/// Name of the cookie behind https: by this prefix browsers keep it to this host, and take it over
/// TLS only.
const SECURE_COOKIE_NAME: &str = "__Host-rukh";
/// Max-Age of the cookie, that of the token.
const COOKIE_MAX_AGE: time::Duration = time::Duration::seconds(TOKEN_LIFETIME as i64);

/// Extractor of the authenticated guest; an optional one accepts requests without a token, and
/// rejects an invalid bearer token too.
pub(super) struct Identity(pub(super) Guest);

impl FromRequestParts<Arc<AppState>> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Identity, ApiError> {
        let proof = Proof::of(&parts.headers, state).await?.ok_or(ApiError::Unauthenticated)?;
        Ok(Identity(proof.token.guest))
    }
}

impl OptionalFromRequestParts<Arc<AppState>> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<Option<Identity>, ApiError> {
        Ok(Proof::of(&parts.headers, state).await?.map(|proof| Identity(proof.token.guest)))
    }
}

/// A valid token, and the name of the cookie it came in.
struct Proof {
    token: VerifiedToken,
    cookie: Option<&'static str>,
}

impl Proof {
    /// The bearer token, or else the first cookie that is valid.
    async fn of(headers: &HeaderMap, state: &AppState) -> Result<Option<Proof>, ApiError> {
        if let Some(bearer) = bearer_token(headers) {
            let token = state.verify(bearer).await.ok_or(ApiError::BadToken)?;
            return Ok(Some(Proof { token, cookie: None }));
        }
        for (name, value) in cookies(headers).into_iter().take(MAX_COOKIES) {
            if let Some(token) = state.verify(&value).await {
                return Ok(Some(Proof { token, cookie: Some(name) }));
            }
        }
        Ok(None)
    }
}

/// Cookies of the site's names that are tried; a browser sends two of a name at most rarely.
const MAX_COOKIES: usize = 8;

/// The text after `Bearer`, in any case; credentials of other schemes are a proxy's.
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?;
    // A value that is no text is no valid token either.
    let value = value.to_str().unwrap_or("bearer");
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The cookies that may hold a token, those that other hosts cannot set first.
fn cookies(headers: &HeaderMap) -> Vec<(&'static str, String)> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let all: Vec<Cookie<'_>> = all.flat_map(Cookie::split_parse).filter_map(Result::ok).collect();
    let named = |name: &'static str| {
        all.iter()
            .filter(move |cookie| cookie.name() == name)
            .map(move |cookie| (name, cookie.value().to_owned()))
    };
    named(SECURE_COOKIE_NAME).chain(named(COOKIE_NAME)).collect()
}

/// Whether the requester's browser speaks TLS.
fn is_https(state: &AppState, client: Client) -> bool {
    client.is_https || state.public_url.as_ref().is_some_and(Origin::is_https)
}

/// The name of the cookie. While nodes of the version before are alive it is the one they read.
fn cookie_name(state: &AppState, client: Client) -> &'static str {
    let is_old = state.registry.peers().has_old_nodes();
    if is_https(state, client) && !is_old { SECURE_COOKIE_NAME } else { COOKIE_NAME }
}

/// A token of a guest, which every live node can read.
fn sign(state: &AppState, guest: &Guest) -> String {
    let old = state.registry.peers().has_old_nodes().then(|| state.tokens.sign_for_old_nodes(guest));
    old.flatten().unwrap_or_else(|| state.tokens.sign(guest))
}

/// Returns the requester's guest, or creates one. An old token, or one in a cookie of another name,
/// is replaced; a program finds the new one in the cookie too.
pub(super) async fn me(
    State(state): State<Arc<AppState>>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    match Proof::of(&headers, &state).await? {
        Some(Proof { token, cookie }) => {
            let is_elsewhere = cookie.is_some_and(|name| name != cookie_name(&state, client));
            let is_stale = token.is_stale && !state.registry.peers().has_old_nodes();
            Ok(match is_stale || is_elsewhere {
                true => with_cookie(&state, client, token.guest),
                false => Json(token.guest).into_response(),
            })
        }
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
    let token = sign(&state, &guest);
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
    let cookie = Cookie::build((cookie_name(state, client), sign(state, &guest)))
        .path("/")
        .max_age(COOKIE_MAX_AGE)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(state, client));
    (CookieJar::new().add(cookie), Json(guest)).into_response()
}
