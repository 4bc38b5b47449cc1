//! Who a request comes from: a guest by a signed cookie or the same token as a bearer token, or an account by the
//! secret of a device or a program, in the same places.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use rukh_store::{APPEAL_SCOPE, SignInRow, StoreError, TOKEN_LIFETIME, clock};
use serde::Serialize;

use super::AppState;
use super::client::Client;
use super::extract::Json;
use crate::accounts::{Accounts, Refusal, SEEN_INTERVAL, SIGN_IN_LIFETIME, after, valid_name};
use crate::error::ApiError;
use crate::id::{GuestId, random_guest};
use crate::limits::LimitedAction;
use crate::origin::Origin;
use crate::token::VerifiedToken;
use crate::wire::Guest;
use crate::wire::account::{Me, TokenScope};
use crate::wire::people::{NameRequest, NewGuest};

/// Name of the cookie on a site without TLS.
pub(super) const COOKIE_NAME: &str = "rukh";
/// Name of the cookie behind https: by this prefix browsers keep it to this host, and take it over
/// TLS only. No other name counts there: a page of a sibling host can set one that this host is sent,
/// and would make the visitor a guest of its choice.
const SECURE_COOKIE_NAME: &str = "__Host-rukh";
/// Max-Age of the cookie, that of the token.
const COOKIE_MAX_AGE: time::Duration = time::Duration::seconds(TOKEN_LIFETIME as i64);

/// When to try again where tokens cannot be revoked, since those of too many guests are.
const REVOCATION_RETRY: Duration = Duration::from_secs(3600);

/// Extractor of the authenticated person; an optional one accepts requests without a token, and
/// rejects an invalid bearer token too.
pub(super) struct Identity(pub(super) GuestId);

/// Extractor of an account that is signed in on a device. A program's token is none: it may play, but not change
/// who signs in.
pub(super) struct SignedInDevice(pub(super) SignInRow);

/// What a request proves.
pub(super) enum Proof {
    /// The token of a guest.
    Guest(VerifiedToken),
    /// The secret of a device or a program, and its text.
    SignIn(SignInRow, String),
}

impl Proof {
    pub(super) fn player(&self) -> &GuestId {
        match self {
            Proof::Guest(token) => &token.guest,
            Proof::SignIn(row, _) => &row.player,
        }
    }
}

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
        let Some(proof) = proof_of(state, client, &parts.headers).await? else { return Ok(None) };
        if let Proof::SignIn(SignInRow { scopes: Some(scopes), .. }, _) = &proof {
            if scopes == APPEAL_SCOPE {
                return Err(Refusal::Closed.into());
            }
            let is_reading = matches!(parts.method, Method::GET | Method::HEAD) && !is_socket(parts);
            let needed = if is_reading { TokenScope::Read } else { TokenScope::Play };
            if !scopes.split(' ').any(|scope| scope == <&str>::from(needed)) {
                return Err(Refusal::TokenScope.into());
            }
        }
        Ok(Some(Identity(proof.player().clone())))
    }
}

/// Whether a request opens a socket, over which one may play.
fn is_socket(parts: &Parts) -> bool {
    parts.uri.path().starts_with("/ws/")
}

impl FromRequestParts<Arc<AppState>> for SignedInDevice {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<SignedInDevice, ApiError> {
        let Ok(client) = Client::from_request_parts(parts, state).await;
        match proof_of(state, client, &parts.headers).await? {
            Some(Proof::SignIn(row, _)) if row.scopes.is_none() => Ok(SignedInDevice(row)),
            Some(Proof::SignIn(row, _)) if row.scopes.as_deref() == Some(APPEAL_SCOPE) => {
                Err(Refusal::Closed.into())
            }
            Some(Proof::SignIn(..)) => Err(Refusal::TokenScope.into()),
            _ => Err(Refusal::NoAccount.into()),
        }
    }
}

/// What the bearer token proves, or else the first cookie that proves something.
pub(super) async fn proof_of(
    state: &AppState,
    client: Client,
    headers: &HeaderMap,
) -> Result<Option<Proof>, ApiError> {
    if let Some(bearer) = bearer_token(headers) {
        return proof_of_token(state, bearer).await?.ok_or(ApiError::BadToken).map(Some);
    }
    for value in cookies(headers, cookie_name(state, client)).into_iter().take(MAX_COOKIES) {
        if let Some(proof) = proof_of_token(state, &value).await? {
            return Ok(Some(proof));
        }
    }
    Ok(None)
}

/// What a token proves, if it is valid. That of a guest who has made an account proves nothing any more: whoever
/// has a copy of it is not let in to the account.
async fn proof_of_token(state: &AppState, token: &str) -> Result<Option<Proof>, ApiError> {
    if Accounts::is_secret(token) {
        let row = state.accounts.signed_in(token).await?;
        return Ok(row.map(|row| Proof::SignIn(row, token.to_owned())));
    }
    match state.verify(token).await {
        Some(verified) if state.registry.store().is_account(&verified.guest).await? => Ok(None),
        verified => Ok(verified.map(Proof::Guest)),
    }
}

/// Cookies of the site's name that are tried; a browser sends two of a name at most rarely.
const MAX_COOKIES: usize = 8;

/// The text after `Bearer`, in any case; credentials of other schemes are a proxy's.
pub(super) fn bearer_token(headers: &HeaderMap) -> Option<&str> {
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
pub(super) fn is_https(state: &AppState, client: Client) -> bool {
    client.is_https || state.public_url.as_ref().is_some_and(Origin::is_https)
}

/// The name of the cookie.
fn cookie_name(state: &AppState, client: Client) -> &'static str {
    if is_https(state, client) { SECURE_COOKIE_NAME } else { COOKIE_NAME }
}

/// Returns who the requester is; one who is nobody becomes a guest. An old token is replaced; a program finds the new
/// one in the cookie too.
pub(super) async fn me(
    State(state): State<Arc<AppState>>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    match proof_of(&state, client, &headers).await? {
        Some(Proof::Guest(VerifiedToken { guest, is_stale: false })) => {
            Ok(Json(guest_me(named(&state, &guest).await?)).into_response())
        }
        Some(Proof::Guest(VerifiedToken { guest, is_stale: true })) => {
            with_cookie(&state, client, named(&state, &guest).await?)
        }
        Some(Proof::SignIn(row, secret)) => {
            let me = Me { guest: named(&state, &row.player).await?, is_account: true };
            let now = clock::now();
            if now.as_u64() < after(row.seen, SEEN_INTERVAL).as_u64() {
                return Ok(Json(me).into_response());
            }
            // A device that comes back stays signed in; the life of a program's token is fixed.
            let expires = if row.scopes.is_none() { after(now, SIGN_IN_LIFETIME) } else { row.expires };
            state.registry.store().see_sign_in(&row.id, now, expires).await?;
            match bearer_token(&headers) {
                Some(_) => Ok(Json(me).into_response()),
                None => Ok(with_secret(&state, client, me, secret)),
            }
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
    let name = valid_name(&name)?;
    let id = match guest {
        Some(Identity(guest)) => {
            state.registry.limits().check(LimitedAction::Naming, Some(&guest), client.address)?;
            guest
        }
        None => new_guest(&state, client)?,
    };
    state.registry.set_name(&id, Some(&name)).await?;
    with_cookie(&state, client, Guest { id, name, is_bot: false })
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
    let name = valid_name(&name)?;
    let id = new_guest(&state, client)?;
    state.registry.set_name(&id, Some(&name)).await?;
    let token = state.tokens.sign(&id);
    let guest = Guest { id, name, is_bot: false };
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
    if state.registry.store().is_account(&guest).await? {
        return Err(StoreError::AccountExists.into());
    }
    let before = state.registry.store().revoke_tokens(&guest).await?;
    let before = before.ok_or(ApiError::Busy { retry_after: REVOCATION_RETRY })?;
    state.refresh_keys().await;
    let token = state.tokens.sign_issued(&guest, before);
    let guest = named(&state, &guest).await?;
    Ok(match bearer_token(&headers) {
        Some(_) => Json(NewGuest { guest, token }).into_response(),
        None => with_secret(&state, client, guest_me(guest), token),
    })
}

/// Creates a guest; a client can become so many only.
pub(super) fn new_guest(state: &AppState, client: Client) -> Result<GuestId, ApiError> {
    state.registry.limits().check(LimitedAction::NewGuest, None, client.address)?;
    random_guest()
        .map_err(|error| ApiError::Store(rukh_store::StoreError::Corrupt(format!("no randomness: {error}"))))
}

/// A person with the name.
pub(super) async fn named(state: &AppState, id: &GuestId) -> Result<Guest, ApiError> {
    Ok(state.registry.store().names([id]).await?.guest(id))
}

fn guest_me(guest: Guest) -> Me {
    Me { guest, is_account: false }
}

fn with_cookie(state: &AppState, client: Client, guest: Guest) -> Result<Response, ApiError> {
    let token = state.tokens.sign(&guest.id);
    Ok(with_secret(state, client, guest_me(guest), token))
}

/// An answer whose cookie has the token of a guest or the secret of a device.
pub(super) fn with_secret(
    state: &AppState,
    client: Client,
    body: impl Serialize,
    secret: String,
) -> Response {
    (CookieJar::new().add(secret_cookie(state, client, secret)), Json(body)).into_response()
}

/// The cookie with the token of a guest or the secret of a device.
pub(super) fn secret_cookie(state: &AppState, client: Client, secret: String) -> Cookie<'static> {
    cookie(state, client, secret, COOKIE_MAX_AGE)
}

/// An answer that takes the cookie away.
pub(super) fn without_cookie(state: &AppState, client: Client) -> Response {
    let gone = cookie(state, client, String::new(), time::Duration::ZERO);
    (StatusCode::NO_CONTENT, CookieJar::new().add(gone)).into_response()
}

fn cookie(state: &AppState, client: Client, value: String, max_age: time::Duration) -> Cookie<'static> {
    Cookie::build((cookie_name(state, client), value))
        .path("/")
        .max_age(max_age)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(state, client))
        .build()
}
