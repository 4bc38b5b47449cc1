//! What push services answer.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, StatusCode};
use http_body_util::Full;

use super::Endpoint;
use crate::outgoing::{OutgoingAnswer, OutgoingClient};

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

/// Sends a request for an endpoint.
pub(super) async fn send(
    client: &OutgoingClient,
    endpoint: &Endpoint,
    request: Request<Full<Bytes>>,
) -> Delivery {
    let OutgoingAnswer { status, retry_after, text } = match client.send(endpoint.reach(), request).await {
        Ok(answer) => answer,
        Err(error) => return Delivery::Later(None, error.to_string()),
    };
    let reason = format!("{status} {text}");
    match status {
        _ if status.is_success() => Delivery::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => Delivery::Gone,
        _ if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            Delivery::Later(retry_after, reason)
        }
        _ => Delivery::Refused(reason),
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use axum::http::Request;
    use http_body_util::Full;

    use super::{Delivery, send};
    use crate::outgoing::OutgoingClient;
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
        match send(&OutgoingClient::new(), &endpoint, request).await {
            Delivery::Later(None, reason) => assert!(reason.contains("address"), "{reason}"),
            other => panic!("{other:?}"),
        }
    }
}
