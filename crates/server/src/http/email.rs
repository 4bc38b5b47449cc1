//! `/api/v1/account/email`, `/api/v1/sign-in/email`, `/api/v1/email`: the address of an account, signing in by it, and
//! ending notices from a mail.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Redirect, Response};
use rukh_accounts::code_digest;
use rukh_store::{EmailKind, clock};

use super::AppState;
use super::account::check_proof;
use super::client::Client;
use super::extract::{Json, Path};
use super::identity::SignedInDevice;
use super::sign_in::Caller;
use crate::accounts::Refusal;
use crate::email::checked_address;
use crate::error::ApiError;
use crate::limits::LimitedAction;
use crate::push::{is_push_language, push_languages};
use crate::wire::email::{EmailCode, EmailNotice, EmailNotices, EmailRequest};

/// Refuses what needs mails where none are sent.
fn check_on(state: &AppState) -> Result<(), ApiError> {
    if state.sends_email { Ok(()) } else { Err(Refusal::EmailOff.into()) }
}

fn check_language(tag: &str) -> Result<(), ApiError> {
    if is_push_language(tag) {
        return Ok(());
    }
    let known: Vec<&str> = push_languages().collect();
    Err(ApiError::input("bad_language", format!("mails are in one of the languages {}", known.join(", "))))
}

fn address_of(request: &EmailRequest) -> Result<String, ApiError> {
    check_language(&request.language)?;
    Ok(checked_address(&request.address).ok_or(Refusal::EmailAddress)?)
}

/// Has a code sent to an address.
pub(super) async fn set(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
    Json(request): Json<EmailRequest>,
) -> Result<StatusCode, ApiError> {
    check_on(&state)?;
    check_proof(&row)?;
    let address = address_of(&request)?;
    state.registry.limits().check(LimitedAction::Email, Some(&row.player), client.address)?;
    let name = state.email_keys.name_of(&address);
    let store = state.registry.store();
    match store.request_email(&row.player, (&address, &name), &request.language, clock::now()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refusal::EmailLimit.into()),
    }
}

/// Confirms the address.
pub(super) async fn verify(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
    Json(EmailCode { code }): Json<EmailCode>,
) -> Result<StatusCode, ApiError> {
    state.registry.limits().check(LimitedAction::SignInTo, Some(&row.player), client.address)?;
    match state.registry.store().verify_email(&row.player, &code_digest(&code), clock::now()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refusal::EmailCode.into()),
    }
}

/// Removes the address.
pub(super) async fn remove(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
) -> Result<StatusCode, ApiError> {
    check_proof(&row)?;
    match state.registry.store().remove_email(&row.player, clock::now()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::PathNotFound("email".to_owned())),
    }
}

/// Chooses which mails the person gets.
pub(super) async fn notices(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
    Json(EmailNotices { language, muted }): Json<EmailNotices>,
) -> Result<StatusCode, ApiError> {
    check_language(&language)?;
    let muted: Vec<EmailKind> = muted.into_iter().filter_map(kind_of).collect();
    match state.registry.store().set_email_notices(&row.player, &language, &muted).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::PathNotFound("email".to_owned())),
    }
}

fn kind_of(notice: EmailNotice) -> Option<EmailKind> {
    EmailKind::parse(notice.into())
}

/// Has codes sent to whoever has an address. The answer is the same whoever that is, and so is the work: who it is is
/// looked up when the mail is sent.
pub(super) async fn start_sign_in(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    Json(request): Json<EmailRequest>,
) -> Result<StatusCode, ApiError> {
    check_on(&state)?;
    let address = address_of(&request)?;
    state.registry.limits().check(LimitedAction::Email, None, caller.client.address)?;
    let name = state.email_keys.name_of(&address);
    state.registry.store().request_email_recovery((&address, &name), clock::now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs in with a code that was sent by mail.
pub(super) async fn sign_in(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    Json(EmailCode { code }): Json<EmailCode>,
) -> Result<Response, ApiError> {
    let signed_in = state.accounts.sign_in_with_email(&code, &caller.label).await?;
    caller.answer(&state, signed_in).await
}

/// Leads to the page that ends mails of a kind: a mail program that only looks at links ends nothing.
pub(super) async fn show_unsubscribe(Path(token): Path<String>) -> Redirect {
    let is_sound = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let token = if is_sound { token.as_str() } else { "" };
    Redirect::to(&format!("/account#unsubscribe={token}"))
}

/// Ends mails of a kind. What a mail program sends beside is not looked at.
pub(super) async fn unsubscribe(
    State(state): State<Arc<AppState>>,
    Path(token): Path<String>,
) -> Result<StatusCode, ApiError> {
    let (player, kind) =
        state.email_keys.read_unsubscribe(&token).ok_or_else(|| ApiError::PathNotFound(token))?;
    state.registry.store().mute_email(&player, kind).await?;
    Ok(StatusCode::NO_CONTENT)
}
