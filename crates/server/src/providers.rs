//! Asking the providers of OpenID Connect who somebody is: the code flow with PKCE (RFC 6749, RFC 7636).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::{Request, Response, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use oauth2::basic::{
    BasicErrorResponse, BasicRevocationErrorResponse, BasicTokenIntrospectionResponse, BasicTokenType,
};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    ExtraTokenFields, HttpRequest, HttpResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl,
    RequestTokenError, Scope, StandardRevocableToken, StandardTokenResponse, TokenUrl,
};
use rukh_accounts::Secret;
use rukh_accounts::provider::{Endpoints, Identified, Provider};
use rukh_store::clock;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

/// Time for a request to a provider and its answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Largest answer, in bytes.
const MAX_ANSWER: usize = 256 * 1024;
/// How long a provider's description of itself is believed, and how long it is not asked again when it fails.
const KEPT: Duration = Duration::from_secs(3600);
const RETRY: Duration = Duration::from_secs(20);

/// The providers that an operator has chosen.
pub(crate) struct Providers {
    all: Vec<Provider>,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    described: Mutex<HashMap<String, Described>>,
}

/// When a provider was asked for its description of itself, and what it said.
type Described = (Instant, Result<Endpoints, ProviderFault>);

/// Where a browser is sent, and what is remembered until it returns.
pub(crate) struct ProviderVisit {
    pub(crate) address: String,
    pub(crate) state: String,
    pub(crate) nonce: String,
    pub(crate) verifier: String,
}

/// Why a provider does not say who somebody is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct ProviderFault(String);

impl ProviderFault {
    fn of(error: &dyn std::error::Error) -> ProviderFault {
        let mut text = error.to_string();
        let mut next = error.source();
        while let Some(cause) = next {
            text = format!("{text}: {cause}");
            next = cause.source();
        }
        ProviderFault(text)
    }
}

/// What OpenID Connect adds to the answer with a token.
#[derive(Debug, Serialize, Deserialize)]
struct WithIdentity {
    id_token: Option<String>,
}

impl ExtraTokenFields for WithIdentity {}

type OAuth = oauth2::Client<
    BasicErrorResponse,
    StandardTokenResponse<WithIdentity, BasicTokenType>,
    BasicTokenIntrospectionResponse,
    StandardRevocableToken,
    BasicRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
>;

impl Providers {
    pub(crate) fn new(all: Vec<Provider>) -> Providers {
        let builder = HttpsConnectorBuilder::new();
        // A provider of one's own may have a certificate of one's own, which the system knows.
        let builder = match builder.with_native_roots() {
            Ok(builder) => builder,
            Err(_) => HttpsConnectorBuilder::new().with_webpki_roots(),
        };
        let client =
            Client::builder(TokioExecutor::new()).build(builder.https_or_http().enable_http1().build());
        Providers { all, client, described: Mutex::default() }
    }

    pub(crate) fn all(&self) -> &[Provider] {
        &self.all
    }

    pub(crate) fn named(&self, id: &str) -> Option<&Provider> {
        self.all.iter().find(|provider| provider.id == id)
    }

    /// What a visit to a provider begins with; `proves` whether the person has to sign in there once more.
    pub(crate) async fn begin(
        &self,
        provider: &Provider,
        back: &str,
        proves: bool,
    ) -> Result<ProviderVisit, ProviderFault> {
        let client = self.oauth(provider, back).await?;
        let nonce = Secret::new("n1").map_err(|error| ProviderFault::of(&error))?.text;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let request = client
            .authorize_url(CsrfToken::new_random)
            .add_scope(Scope::new("openid".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge)
            .add_extra_param("nonce", nonce.as_str());
        // Whoever was asked for it must say when the person signed in (OpenID Connect Core, 3.1.2.1).
        let request = match proves {
            true => request.add_extra_param("prompt", "login").add_extra_param("max_age", "0"),
            false => request,
        };
        let (address, state) = request.url();
        Ok(ProviderVisit {
            address: address.into(),
            state: state.into_secret(),
            nonce,
            verifier: verifier.into_secret(),
        })
    }

    /// Whom a provider names for the code that a browser has brought.
    pub(crate) async fn identified(
        &self,
        provider: &Provider,
        back: &str,
        code: String,
        [nonce, verifier]: [String; 2],
    ) -> Result<Identified, ProviderFault> {
        let client = self.oauth(provider, back).await?;
        let send = |request: HttpRequest| self.send(request);
        let asked = client
            .exchange_code(AuthorizationCode::new(code))
            .set_pkce_verifier(PkceCodeVerifier::new(verifier))
            .request_async(&send);
        // What the provider sends may hold tokens, so it is not shown.
        let answer = asked.await.map_err(|error| match error {
            RequestTokenError::ServerResponse(refusal) => {
                ProviderFault(format!("it refuses the code: {}", refusal.error()))
            }
            RequestTokenError::Request(fault) => fault,
            RequestTokenError::Parse(..) => ProviderFault("its answer is no token".to_owned()),
            RequestTokenError::Other(reason) => ProviderFault(reason),
        })?;
        let token = answer.extra_fields().id_token.as_deref();
        let token = token.ok_or_else(|| ProviderFault("its answer has no ID token".to_owned()))?;
        let now = clock::now().as_u64() / 1000;
        provider.identified(token, &nonce, now).map_err(|error| ProviderFault::of(&error))
    }

    async fn oauth(&self, provider: &Provider, back: &str) -> Result<OAuth, ProviderFault> {
        let Endpoints { authorization, token, secret_in_body } = self.endpoints(provider).await?;
        let back = RedirectUrl::new(back.to_owned()).map_err(|error| ProviderFault::of(&error))?;
        Ok(oauth2::Client::new(ClientId::new(provider.client_id.clone()))
            .set_client_secret(ClientSecret::new(provider.client_secret.clone()))
            .set_auth_type(if secret_in_body { AuthType::RequestBody } else { AuthType::BasicAuth })
            .set_auth_uri(AuthUrl::from_url(authorization))
            .set_token_uri(TokenUrl::from_url(token))
            .set_redirect_uri(back))
    }

    /// The addresses of a provider, as it has described itself lately.
    pub(crate) async fn endpoints(&self, provider: &Provider) -> Result<Endpoints, ProviderFault> {
        let known = self.described.lock().unwrap_or_else(PoisonError::into_inner).get(&provider.id).cloned();
        if let Some((read, described)) = known
            && read.elapsed() < if described.is_ok() { KEPT } else { RETRY }
        {
            return described;
        }
        let described = async {
            let request = Request::get(provider.description()).header(header::ACCEPT, "application/json");
            let request = request.body(Vec::new()).map_err(|error| ProviderFault::of(&error))?;
            let answer = self.send(request).await?;
            if !answer.status().is_success() {
                return Err(ProviderFault(format!("{} answers {}", provider.description(), answer.status())));
            }
            provider.endpoints(answer.body()).map_err(|error| ProviderFault::of(&error))
        };
        let described = described.await;
        let mut kept = self.described.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(provider.id.clone(), (Instant::now(), described.clone()));
        described
    }

    /// Sends a request; no redirect is followed.
    fn send(
        &self,
        request: HttpRequest,
    ) -> impl Future<Output = Result<HttpResponse, ProviderFault>> + use<> {
        let client = self.client.clone();
        let asked = async move {
            let answer = client.request(request.map(|body| Full::new(Bytes::from(body)))).await;
            let (head, body) = answer.map_err(|error| ProviderFault::of(&error))?.into_parts();
            let body = Limited::new(body, MAX_ANSWER).collect().await;
            let body = body.map_err(|error| ProviderFault::of(error.as_ref()))?.to_bytes();
            Ok(Response::from_parts(head, body.into()))
        };
        async move {
            timeout(TIMEOUT, asked)
                .await
                .unwrap_or_else(|_| Err(ProviderFault("no answer in time".to_owned())))
        }
    }
}

impl std::fmt::Debug for Providers {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Providers").field(&self.all).finish()
    }
}
