//! `/api/v1/sign-in/providers`, `/api/v1/account/providers`: signing in by a provider of OpenID Connect.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use rukh_accounts::SiteAddress;
use rukh_store::WayToSignIn;
use schemars::JsonSchema;
use serde::Deserialize;
use url::form_urlencoded;

use super::AppState;
use super::account::{check_proof, guest_of, remove_way, welcome};
use super::client::Client;
use super::extract::{Json, Path, Query};
use super::identity::{SignedInDevice, is_https, secret_cookie};
use super::sign_in::{Caller, Site};
use crate::accounts::{Accounts, Refusal, Returned, Visited, away};
use crate::error::ApiError;
use crate::wire::account::{ProviderAccount, ProviderAddress, ProviderStart};

/// Longest text of a provider's answer that is looked at.
const MAX_PARAMETER: usize = 4096;

/// What a provider sends a browser back with.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ProviderAnswer {
    /// What the provider tells who somebody is for.
    code: Option<String>,
    /// Of the address that the browser was sent to.
    state: Option<String>,
    /// Why there is no code.
    error: Option<String>,
}

/// What somebody has turned back with, who has not signed in at the provider.
const TURNED_BACK: [&str; 4] =
    ["access_denied", "login_required", "interaction_required", "consent_required"];

/// A cookie of a quarter of an hour; behind https no sibling host can set it.
#[derive(Debug, Clone, Copy)]
enum VisitCookie {
    /// The secret that a browser's visits are bound to.
    Visit,
    /// The secret with which somebody makes an account whom a provider has identified.
    Newcomer,
}

impl VisitCookie {
    fn name(self, state: &AppState, client: Client) -> &'static str {
        match (self, is_https(state, client)) {
            (VisitCookie::Visit, true) => "__Host-rukh-visit",
            (VisitCookie::Visit, false) => "rukh-visit",
            (VisitCookie::Newcomer, true) => "__Host-rukh-newcomer",
            (VisitCookie::Newcomer, false) => "rukh-newcomer",
        }
    }

    fn read(self, state: &AppState, client: Client, headers: &HeaderMap) -> Option<String> {
        let jar = CookieJar::from_headers(headers);
        let value = jar.get(self.name(state, client))?.value().to_owned();
        Some(value).filter(|value| !value.is_empty() && value.len() <= MAX_PARAMETER)
    }

    /// The cookie with a value, or without one that which takes it away.
    fn with(self, state: &AppState, client: Client, value: String) -> Cookie<'static> {
        let age = if value.is_empty() { time::Duration::ZERO } else { time::Duration::minutes(15) };
        Cookie::build((self.name(state, client), value))
            .path("/")
            .max_age(age)
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(is_https(state, client))
            .build()
    }
}

/// Where a provider sends browsers back to; operators tell it this address.
fn way_back(site: &SiteAddress, provider: &str) -> String {
    format!("{}/api/v1/sign-in/providers/{provider}/return", site.origin)
}

/// Begins a visit to a provider.
pub(super) async fn start(
    State(state): State<Arc<AppState>>,
    Site(site): Site,
    caller: Caller,
    (Path(id), headers): (Path<String>, HeaderMap),
    Json(ProviderStart { adds, invitation }): Json<ProviderStart>,
) -> Result<Response, ApiError> {
    let provider = state.accounts.provider(&id)?;
    match &caller.signed_in {
        Some(row) if adds => check_proof(row)?,
        None if adds => return Err(Refusal::NoAccount.into()),
        _ => {}
    }
    // Visits of two pages of a browser are kept apart by their states.
    let known = VisitCookie::Visit.read(&state, caller.client, &headers);
    let secret = known.map_or_else(Accounts::visit_secret, Ok)?;
    let by = (secret.as_str(), caller.signed_in.as_ref());
    let about = (adds, invitation.as_deref().unwrap_or_default());
    let address = state.accounts.begin_visit(provider, &way_back(&site, &id), by, about).await?;
    let jar = CookieJar::new().add(VisitCookie::Visit.with(&state, caller.client, secret));
    Ok((jar, Json(ProviderAddress { address })).into_response())
}

/// Ends a visit to a provider, which has sent the browser back: leads to the page that goes on, or says why not. The
/// visit was counted when it began.
pub(super) async fn finish(
    State(state): State<Arc<AppState>>,
    Site(site): Site,
    client: Client,
    (Path(id), query): (Path<String>, Result<Query<ProviderAnswer>, ApiError>),
    headers: HeaderMap,
) -> Response {
    let caller = Caller::uncounted(&state, client, &headers).await;
    let was_signed_in = caller.as_ref().is_ok_and(|caller| caller.signed_in.is_some());
    let visited = async {
        let (caller, Query(answer)) = (caller?, query?);
        let provider = state.accounts.provider(&id)?;
        if let Some(error) = answer.error.filter(|error| !TURNED_BACK.contains(&error.as_str())) {
            return Err(away(
                provider,
                &format!("it says `{}`", error.escape_debug().take(80).collect::<String>()),
            ));
        }
        let short = |text: Option<String>| text.filter(|text| text.len() <= MAX_PARAMETER);
        let secret = VisitCookie::Visit.read(&state, client, &headers);
        let (Some(code), Some(visit), Some(secret)) = (short(answer.code), short(answer.state), secret)
        else {
            return Err(Refusal::CeremonyOver.into());
        };
        let returned = Returned { code, state: visit, secret };
        state.accounts.end_visit(provider, &way_back(&site, &id), returned, caller.device()).await
    };
    match visited.await {
        Ok(Visited::Added) => Redirect::to("/account#visit=added").into_response(),
        Ok(Visited::SignedIn(signed_in)) => match signed_in.secret {
            Some(secret) => (CookieJar::new().add(secret_cookie(&state, client, secret)), Redirect::to("/"))
                .into_response(),
            None => Redirect::to("/account#visit=proved").into_response(),
        },
        Ok(Visited::Newcomer { secret, name, invitation }) => {
            let parameters = [("provider", id.as_str()), ("name", &name), ("invitation", &invitation)];
            let hash = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
            let jar = CookieJar::new().add(VisitCookie::Newcomer.with(&state, client, secret));
            (jar, Redirect::to(&format!("/register#{hash}"))).into_response()
        }
        Err(error) => {
            let page = if was_signed_in { "account" } else { "sign-in" };
            Redirect::to(&format!("/{page}#visit={}", error.body().error.code)).into_response()
        }
    }
}

/// Makes the account of somebody whom a provider has identified.
pub(super) async fn create(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    headers: HeaderMap,
    Json(request): Json<ProviderAccount>,
) -> Result<Response, ApiError> {
    if caller.signed_in.is_some() {
        return Err(rukh_store::StoreError::AccountExists.into());
    }
    let secret = VisitCookie::Newcomer.read(&state, caller.client, &headers).ok_or(Refusal::CeremonyOver)?;
    let (guest, _) = guest_of(&state, &caller)?;
    let made = state.accounts.make_with_provider(&guest, &secret, &request, &caller.label).await?;
    let gone = CookieJar::new().add(VisitCookie::Newcomer.with(&state, caller.client, String::new()));
    Ok((gone, welcome(&state, caller.client, made).await?).into_response())
}

/// Takes a provider from an account.
pub(super) async fn remove(
    State(state): State<Arc<AppState>>,
    SignedInDevice(row): SignedInDevice,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    remove_way(&state, &row, WayToSignIn::Identity(&id)).await
}
