//! `/api/v1/account`: one's own account: making it, its name, ways to sign in, devices, tokens, and its end.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rukh_store::{AccountRow, BotChoice, SignInRow, WayToSignIn, clock};

use super::AppState;
use super::client::Client;
use super::extract::{Json, Path};
use super::identity::{SignedInDevice, named, new_guest, with_secret, without_cookie};
use super::sign_in::{Caller, Site};
use crate::accounts::{NewlyMade, Refusal, account_view, checked_label, proof_until, valid_name};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::limits::LimitedAction;
use crate::wire::account::{
    Account, DeviceCode, Me, NameConfirmation, NewToken, PasskeyCeremony, PasskeyRegistration, PasskeyStart,
    PasswordRegistration, PasswordRequest, RecoveryCodes, Registered, TokenRequest,
};
use crate::wire::people::NameRequest;

/// The account of a device that is signed in.
async fn account_of(state: &AppState, row: &SignInRow) -> Result<AccountRow, ApiError> {
    Ok(state.registry.store().account(&row.player).await?.ok_or(Refusal::NoAccount)?)
}

/// Asks for a sign-in of the last minutes.
pub(super) fn check_proof(row: &SignInRow) -> Result<(), ApiError> {
    match clock::now().as_u64() < proof_until(row) {
        true => Ok(()),
        false => Err(Refusal::ProveIt.into()),
    }
}

/// Begins the registration of a passkey: the first of an account that a guest makes, or one more.
pub(super) async fn start_passkey(
    State(state): State<Arc<AppState>>,
    Site(site): Site,
    caller: Caller,
    Json(PasskeyStart { name, invitation }): Json<PasskeyStart>,
) -> Result<Response, ApiError> {
    if let Some(row) = &caller.signed_in {
        check_proof(row)?;
        let account = account_of(&state, row).await?;
        return Ok(Json(state.accounts.begin_passkey(&site, &account).await?).into_response());
    }
    let name = name.ok_or(Refusal::NoAccount)?;
    // Who comes without a cookie becomes a guest first, so that the registration is theirs alone.
    let (guest, is_new) = guest_of(&state, &caller)?;
    let begun: PasskeyCeremony =
        state.accounts.begin_account(&site, &guest, &name, invitation.as_deref()).await?;
    Ok(match is_new {
        true => with_secret(&state, caller.client, begun, state.tokens.sign(&guest)),
        false => Json(begun).into_response(),
    })
}

/// The guest that a caller is, or a new one.
pub(super) fn guest_of(state: &AppState, caller: &Caller) -> Result<(GuestId, bool), ApiError> {
    match &caller.guest {
        Some(guest) => Ok((guest.clone(), false)),
        None => Ok((new_guest(state, caller.client)?, true)),
    }
}

/// Registers a passkey.
pub(super) async fn register_passkey(
    State(state): State<Arc<AppState>>,
    Site(site): Site,
    caller: Caller,
    Json(request): Json<PasskeyRegistration>,
) -> Result<Response, ApiError> {
    let PasskeyRegistration { ceremony, credential, label } = request;
    let label = label.as_deref().map_or_else(|| Ok(caller.label.clone()), checked_label)?;
    if let Some(row) = &caller.signed_in {
        state.accounts.finish_passkey(&site, &row.player, &ceremony, &credential, &label).await?;
        let me = Me { guest: named(&state, &row.player).await?, is_account: true };
        return Ok((StatusCode::CREATED, Json(Registered { me, recovery_codes: None })).into_response());
    }
    let guest = caller.guest.as_ref().ok_or(Refusal::CeremonyOver)?;
    let labels = [label.as_str(), caller.label.as_str()];
    let made = state.accounts.finish_account(&site, guest, &ceremony, &credential, labels).await?;
    welcome(&state, caller.client, made).await
}

/// Makes an account with a password.
pub(super) async fn create(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    Json(request): Json<PasswordRegistration>,
) -> Result<Response, ApiError> {
    if caller.signed_in.is_some() {
        return Err(rukh_store::StoreError::AccountExists.into());
    }
    let (guest, _) = guest_of(&state, &caller)?;
    let made = state.accounts.make_with_password(&guest, &request, &caller.label).await?;
    welcome(&state, caller.client, made).await
}

/// The answer to who has just made an account.
pub(super) async fn welcome(state: &AppState, client: Client, made: NewlyMade) -> Result<Response, ApiError> {
    let me = Me { guest: named(state, &made.signed_in.player).await?, is_account: true };
    state.registry.store().notify_lobby().await;
    let body = Registered { me, recovery_codes: Some(made.recovery_codes) };
    let secret = made.signed_in.secret.unwrap_or_default();
    let mut response = with_secret(state, client, body, secret);
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// One's own account.
pub(super) async fn get(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
) -> Result<Json<Account>, ApiError> {
    account_view(state.registry.store(), &row.player, Some(&row), state.accounts.providers().all())
        .await
        .map(Json)
}

/// Changes the name.
pub(super) async fn rename(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
    Json(NameRequest { name }): Json<NameRequest>,
) -> Result<Json<Me>, ApiError> {
    state.registry.limits().check(LimitedAction::Naming, Some(&row.player), client.address)?;
    let name = valid_name(&name)?;
    if !state.registry.store().rename_account(&row.player, &name, clock::now()).await? {
        return Err(Refusal::RenamedLately.into());
    }
    state.registry.store().notify_lobby().await;
    Ok(Json(Me { guest: named(&state, &row.player).await?, is_account: true }))
}

/// Sets the password.
pub(super) async fn set_password(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
    Json(PasswordRequest { password }): Json<PasswordRequest>,
) -> Result<StatusCode, ApiError> {
    state.registry.limits().check(LimitedAction::SignIn, None, client.address)?;
    check_proof(&row)?;
    state.accounts.set_password(&account_of(&state, &row).await?, &password).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the password.
pub(super) async fn delete_password(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
) -> Result<StatusCode, ApiError> {
    remove_way(&state, &row, WayToSignIn::Password).await
}

/// Deletes a passkey.
pub(super) async fn delete_passkey(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    remove_way(&state, &row, WayToSignIn::Passkey(&id)).await
}

/// Removes a way to sign in, from a device that has just proved whose it is.
pub(super) async fn remove_way(
    state: &AppState,
    row: &SignInRow,
    way: WayToSignIn<'_>,
) -> Result<StatusCode, ApiError> {
    check_proof(row)?;
    state.accounts.remove_way(&row.player, way).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces the recovery codes.
pub(super) async fn recovery_codes(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
) -> Result<Json<RecoveryCodes>, ApiError> {
    check_proof(&row)?;
    Ok(Json(RecoveryCodes { codes: state.accounts.new_recovery_codes(&row.player).await? }))
}

/// A code for another device.
pub(super) async fn device_code(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
) -> Result<Json<DeviceCode>, ApiError> {
    state.registry.limits().check(LimitedAction::SignIn, None, client.address)?;
    check_proof(&row)?;
    let (code, expires) = state.accounts.device_code(&row.player).await?;
    Ok(Json(DeviceCode { code, expires }))
}

/// Signs out a device, or ends a token.
pub(super) async fn end_sign_in(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    match state.registry.store().end_sign_in(&row.player, &id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::PathNotFound(id)),
    }
}

/// Signs out every other device, ends all tokens and switches webhooks off.
pub(super) async fn end_others(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
) -> Result<StatusCode, ApiError> {
    state.registry.store().end_other_sign_ins(&row.player, &row.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a token for a program.
pub(super) async fn create_token(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
    Json(request): Json<TokenRequest>,
) -> Result<(StatusCode, Json<NewToken>), ApiError> {
    check_proof(&row)?;
    let (id, token) = state.accounts.new_token(&row.player, &request).await?;
    Ok((StatusCode::CREATED, Json(NewToken { id, token })))
}

/// Checks that somebody who does what cannot be undone has written the name of the account.
async fn check_name(
    state: &AppState,
    row: &SignInRow,
    NameConfirmation { name }: &NameConfirmation,
) -> Result<(), ApiError> {
    match account_of(state, row).await?.name == name.trim() {
        true => Ok(()),
        false => Err(Refusal::NameNotOwn.into()),
    }
}

/// Makes the account a bot's, for good.
pub(super) async fn become_bot(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
    Json(confirmation): Json<NameConfirmation>,
) -> Result<Json<Me>, ApiError> {
    check_proof(&row)?;
    check_name(&state, &row, &confirmation).await?;
    if state.events.takes_part(&row.player).await? {
        return Err(Refusal::HasPlayed.into());
    }
    match state.registry.store().become_bot(&row.player, clock::now()).await? {
        BotChoice::HasPlayed => return Err(Refusal::HasPlayed.into()),
        BotChoice::Made | BotChoice::Known => {}
    }
    state.registry.store().notify_lobby().await;
    Ok(Json(Me { guest: named(&state, &row.player).await?, is_account: true }))
}

/// Deletes the account.
pub(super) async fn delete(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
    Json(confirmation): Json<NameConfirmation>,
) -> Result<Response, ApiError> {
    check_proof(&row)?;
    check_name(&state, &row, &confirmation).await?;
    state.registry.store().delete_account(&row.player).await?;
    // The tokens of the guest that it was made of are revoked with it.
    state.refresh_keys().await;
    state.registry.store().notify_lobby().await;
    Ok(without_cookie(&state, client))
}
