//! The HTTP client.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::time::timeout;

use super::address::PublicResolver;

/// Time for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for a request and its answer.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Largest answer that is read, in bytes: it only explains an error in the log.
const MAX_ANSWER: usize = 4 * 1024;
/// Characters of an answer that are shown in the log.
const MAX_SHOWN: usize = 200;
/// Connections to one host that are kept open.
const MAX_IDLE: usize = 4;

/// How a request gets to its host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Over TLS, to public addresses only.
    Public,
    /// Without TLS to an address of this machine, which an operator has allowed for tests.
    Loopback,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutgoingAnswer {
    pub(crate) status: StatusCode,
    /// How long it asks to wait, in whole seconds; a date is left to the usual delay.
    pub(crate) retry_after: Option<Duration>,
    /// Its beginning, in one line, unless it says that all is well.
    pub(crate) text: String,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OutgoingError {
    /// None came in time.
    #[error("no answer in time")]
    Late,
    /// There is no connection, or it broke; why.
    #[error("{0}")]
    Unreached(String),
}

/// The client: it follows no redirect, reads little of an answer, and connects only to public
/// addresses or to what on this machine an operator has allowed.
pub(crate) struct OutgoingClient {
    https: Client<HttpsConnector<HttpConnector<PublicResolver>>, Full<Bytes>>,
    loopback: Client<HttpConnector, Full<Bytes>>,
}

impl OutgoingClient {
    pub(crate) fn new() -> OutgoingClient {
        let mut public = HttpConnector::new_with_resolver(PublicResolver);
        public.enforce_http(false);
        public.set_connect_timeout(Some(CONNECT_TIMEOUT));
        // The authorities are compiled in: a container may have none.
        let https = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            .https_only()
            .enable_http1()
            .wrap_connector(public);
        OutgoingClient {
            https: Client::builder(TokioExecutor::new()).pool_max_idle_per_host(MAX_IDLE).build(https),
            loopback: Client::builder(TokioExecutor::new()).build_http(),
        }
    }

    /// Sends a request. Its host is a name, which is resolved for it: an address in its place would be connected to
    /// as it is, so whoever checks URLs refuses those.
    pub(crate) async fn send(
        &self,
        reach: Reach,
        request: Request<Full<Bytes>>,
    ) -> Result<OutgoingAnswer, OutgoingError> {
        let asked = async {
            let answer = match reach {
                Reach::Loopback => self.loopback.request(request).await,
                Reach::Public => self.https.request(request).await,
            };
            match answer {
                Ok(answer) => Ok(read(answer).await),
                Err(error) => Err(OutgoingError::Unreached(causes(&error))),
            }
        };
        timeout(TIMEOUT, asked).await.unwrap_or(Err(OutgoingError::Late))
    }
}

async fn read(answer: Response<Incoming>) -> OutgoingAnswer {
    let (status, retry_after) = (answer.status(), retry_after(&answer));
    if status.is_success() {
        return OutgoingAnswer { status, retry_after, text: String::new() };
    }
    let body = Limited::new(answer.into_body(), MAX_ANSWER).collect().await;
    let body = body.map(|body| body.to_bytes()).unwrap_or_default();
    let text =
        String::from_utf8_lossy(&body).chars().filter(|one| !one.is_control()).take(MAX_SHOWN).collect();
    OutgoingAnswer { status, retry_after, text }
}

fn retry_after(answer: &Response<Incoming>) -> Option<Duration> {
    let seconds = answer.headers().get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// An error with its causes.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}
