//! The HTTP client for push services.

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

use super::Endpoint;
use super::address::PublicResolver;

/// Time for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for a request and its answer.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Largest answer that is read, in bytes: it only explains an error in the log.
const MAX_ANSWER: usize = 4 * 1024;
/// Characters of an answer that are shown in the log.
const MAX_SHOWN: usize = 200;
/// Connections to one push service that are kept open.
const MAX_IDLE: usize = 4;

/// What a push service did with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Delivery {
    /// It took the message.
    Taken,
    /// It does not know the endpoint any more.
    Gone,
    /// It cannot take the message now; how long it asks to wait, if it says so.
    Later(Option<Duration>, String),
    /// It will not take the message.
    Refused(String),
}

/// The client: it follows no redirect, reads little of an answer, and connects only to public
/// addresses or to the services on this machine that an operator has allowed.
pub(super) struct PushClient {
    https: Client<HttpsConnector<HttpConnector<PublicResolver>>, Full<Bytes>>,
    loopback: Client<HttpConnector, Full<Bytes>>,
}

impl PushClient {
    pub(super) fn new() -> PushClient {
        let mut public = HttpConnector::new_with_resolver(PublicResolver);
        public.enforce_http(false);
        public.set_connect_timeout(Some(CONNECT_TIMEOUT));
        // The authorities are compiled in: a container may have none.
        let https = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            .https_only()
            .enable_http1()
            .wrap_connector(public);
        PushClient {
            https: Client::builder(TokioExecutor::new()).pool_max_idle_per_host(MAX_IDLE).build(https),
            loopback: Client::builder(TokioExecutor::new()).build_http(),
        }
    }

    /// Sends a request for an endpoint.
    pub(super) async fn send(&self, endpoint: &Endpoint, request: Request<Full<Bytes>>) -> Delivery {
        let asked = async {
            let answer = match endpoint.is_loopback() {
                true => self.loopback.request(request).await,
                false => self.https.request(request).await,
            };
            match answer {
                Ok(answer) => delivery(answer).await,
                Err(error) => Delivery::Later(None, causes(&error)),
            }
        };
        timeout(TIMEOUT, asked)
            .await
            .unwrap_or_else(|_| Delivery::Later(None, "no answer in time".to_owned()))
    }
}

async fn delivery(answer: Response<Incoming>) -> Delivery {
    let (status, wait) = (answer.status(), retry_after(&answer));
    if status.is_success() {
        return Delivery::Taken;
    }
    if matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE) {
        return Delivery::Gone;
    }
    let body = Limited::new(answer.into_body(), MAX_ANSWER).collect().await;
    let body = body.map(|body| body.to_bytes()).unwrap_or_default();
    let text: String =
        String::from_utf8_lossy(&body).chars().filter(|one| !one.is_control()).take(MAX_SHOWN).collect();
    let reason = format!("{status} {text}");
    match status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
        true => Delivery::Later(wait, reason),
        false => Delivery::Refused(reason),
    }
}

/// The wait in seconds; a date is left to the usual delay.
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

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use axum::http::Request;
    use http_body_util::Full;

    use super::{Delivery, PushClient};
    use crate::push::Endpoint;

    /// The domain is allowed, its address is not.
    #[tokio::test]
    async fn message_to_an_inner_address_is_not_sent() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let uri = format!("https://inner.localhost:{}/x", listener.local_addr().unwrap().port());
        let own = ["inner.localhost".parse().unwrap()];
        assert!(Endpoint::parse(&uri, &own).is_err(), "another port");
        let endpoint = Endpoint::parse("https://inner.localhost/x", &own).unwrap();
        let request = Request::post(uri).body(Full::new(Bytes::new())).unwrap();
        match PushClient::new().send(&endpoint, request).await {
            Delivery::Later(None, reason) => assert!(reason.contains("address"), "{reason}"),
            other => panic!("{other:?}"),
        }
    }
}
