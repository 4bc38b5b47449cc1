//! `/api/v1/sign-in`, `/api/v1/sign-out`: who has an account becomes who they are on this device.

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use rukh_accounts::{Passkeys, SiteAddress};
use rukh_store::SignInRow;

use super::AppState;
use super::client::Client;
use super::extract::Json;
use super::identity::{Proof, bearer_token, is_https, named, proof_of, with_secret, without_cookie};
use crate::accounts::{Device, SignedIn};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::limits::LimitedAction;
use crate::wire::account::{
    DeviceSignIn, Me, PasskeyCeremony, PasskeySignIn, PasswordSignIn, ProviderEntry, RecoverySignIn,
    SignInWays,
};

/// Longest label of a device that is taken from its browser's name for itself.
const MAX_AGENT_CHARS: usize = 60;

/// Extractor of the address at which the requester's browser sees the site.
pub(super) struct Site(pub(super) SiteAddress);

impl FromRequestParts<Arc<AppState>> for Site {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Site, ApiError> {
        let Ok(client) = Client::from_request_parts(parts, state).await;
        if let Some(public) = &state.public_url {
            let (origin, host) = (public.as_str().to_owned(), public.host().to_owned());
            return Ok(Site(SiteAddress { origin, host }));
        }
        // Without a public address it is what the browser asks for, which has passed the check of hosts.
        let asked = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let host = asked.parse::<Authority>().map(|authority| authority.host().to_ascii_lowercase());
        let scheme = if is_https(state, client) { "https" } else { "http" };
        let origin = format!("{scheme}://{}", asked.to_ascii_lowercase());
        Ok(Site(SiteAddress { origin, host: host.unwrap_or_default() }))
    }
}

/// Extractor of the device that a request comes from.
pub(super) struct Caller {
    pub(super) client: Client,
    /// Its browser and system.
    pub(super) label: String,
    /// The guest that it is, if it is one.
    pub(super) guest: Option<GuestId>,
    /// What it is signed in as.
    pub(super) signed_in: Option<SignInRow>,
}

impl FromRequestParts<Arc<AppState>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Caller, ApiError> {
        let Ok(client) = Client::from_request_parts(parts, state).await;
        state.registry.limits().check(LimitedAction::SignIn, None, client.address)?;
        Caller::uncounted(state, client, &parts.headers).await
    }
}

impl Caller {
    /// The device of a request that is no try of its own.
    pub(super) async fn uncounted(
        state: &AppState,
        client: Client,
        headers: &HeaderMap,
    ) -> Result<Caller, ApiError> {
        let caller = Caller { client, label: device_label(headers), guest: None, signed_in: None };
        // Who signs in by a page has a cookie; a token that is sent beside is not looked at.
        if bearer_token(headers).is_some() {
            return Ok(caller);
        }
        Ok(match proof_of(state, client, headers).await? {
            None => caller,
            Some(Proof::Guest(token)) => Caller { guest: Some(token.guest), ..caller },
            Some(Proof::SignIn(row, _)) => {
                Caller { signed_in: Some(row).filter(|row| row.scopes.is_none()), ..caller }
            }
        })
    }

    pub(super) fn device(&self) -> Device<'_> {
        Device { label: &self.label, signed_in: self.signed_in.as_ref() }
    }

    /// Whether one more may be tried for an account.
    fn may_try<'a>(&'a self, state: &'a AppState) -> impl FnOnce(&GuestId) -> Result<(), ApiError> + 'a {
        |player| {
            let limits = state.registry.limits();
            Ok(limits.check(LimitedAction::SignInTo, Some(player), self.client.address)?)
        }
    }

    /// The answer to a sign-in.
    pub(super) async fn answer(&self, state: &AppState, signed_in: SignedIn) -> Result<Response, ApiError> {
        let me = Me { guest: named(state, &signed_in.player).await?, is_account: true };
        Ok(match signed_in.secret {
            Some(secret) => with_secret(state, self.client, me, secret),
            None => Json(me).into_response(),
        })
    }
}

/// The ways to sign in.
pub(super) async fn ways(State(state): State<Arc<AppState>>, Site(site): Site) -> Json<SignInWays> {
    let passkeys = Passkeys::of(&site).is_some();
    let (passwords, registration) = (state.accounts.allow_passwords(), state.accounts.registration());
    let providers = state.accounts.providers().all().iter();
    let providers = providers
        .map(|provider| ProviderEntry { id: provider.id.clone(), name: provider.name.clone() })
        .collect();
    Json(SignInWays { passkeys, passwords, email: state.sends_email, registration, providers })
}

/// Begins a sign-in with a passkey.
pub(super) async fn start_passkey(
    State(state): State<Arc<AppState>>,
    Site(site): Site,
    _caller: Caller,
) -> Result<Json<PasskeyCeremony>, ApiError> {
    state.accounts.begin_sign_in(&site).await.map(Json)
}

/// Signs in with a passkey.
pub(super) async fn passkey(
    State(state): State<Arc<AppState>>,
    Site(site): Site,
    caller: Caller,
    Json(request): Json<PasskeySignIn>,
) -> Result<Response, ApiError> {
    let PasskeySignIn { ceremony, credential } = request;
    let signed_in = state.accounts.finish_sign_in(&site, &ceremony, &credential, caller.device()).await?;
    caller.answer(&state, signed_in).await
}

/// Signs in with a password.
pub(super) async fn password(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    Json(PasswordSignIn { name, password }): Json<PasswordSignIn>,
) -> Result<Response, ApiError> {
    let may_try = caller.may_try(&state);
    let signed_in = state.accounts.sign_in_with_password(&name, &password, caller.device(), may_try).await?;
    caller.answer(&state, signed_in).await
}

/// Signs in with a recovery code.
pub(super) async fn recovery_code(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    Json(RecoverySignIn { name, code }): Json<RecoverySignIn>,
) -> Result<Response, ApiError> {
    let may_try = caller.may_try(&state);
    let signed_in = state.accounts.sign_in_with_code(&name, &code, caller.device(), may_try).await?;
    caller.answer(&state, signed_in).await
}

/// Signs in with the code that another device shows.
pub(super) async fn device_code(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    Json(DeviceSignIn { code }): Json<DeviceSignIn>,
) -> Result<Response, ApiError> {
    let signed_in = state.accounts.sign_in_with_device(&code, caller.device()).await?;
    caller.answer(&state, signed_in).await
}

/// Signs this device out. Who is not signed in only loses the cookie.
pub(super) async fn sign_out(
    State(state): State<Arc<AppState>>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if let Some(Proof::SignIn(row, _)) = proof_of(&state, client, &headers).await? {
        state.registry.store().end_sign_in(&row.player, &row.id).await?;
    }
    Ok(without_cookie(&state, client))
}

/// Browser and system, as the browser names itself: enough to know one's devices apart.
pub(super) fn device_label(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    // Later names of a row call themselves by earlier ones, too.
    let browsers = [
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    let systems = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
    };
    match (named(&browsers), named(&systems)) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => {
            let agent: String = agent.chars().filter(|letter| !letter.is_control()).collect();
            let short: String = agent.trim().chars().take(MAX_AGENT_CHARS).collect();
            if short.is_empty() { "–".to_owned() } else { short }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::device_label;

    #[test]
    fn device_is_called_by_browser_and_system() {
        let label = |agent: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::USER_AGENT, HeaderValue::from_str(agent).unwrap());
            device_label(&headers)
        };
        let chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \
                      Mobile Safari/537.36";
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like \
                      Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
        assert_eq!(label(chrome), "Chrome, Android");
        assert_eq!(label(safari), "Safari, iPhone");
        assert_eq!(label(firefox), "Firefox, Linux");
        assert_eq!(label("curl/8.5.0"), "curl/8.5.0");
        assert_eq!(device_label(&HeaderMap::new()), "–");
        assert_eq!(label(&"x".repeat(500)).len(), 60);
    }
}
