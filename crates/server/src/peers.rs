//! Signed requests between the nodes of a site. Followers forward intents to the owner of a game.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::{BodyExt, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use sha2::Sha256;

use crate::game::{PeerRequest, PeerResponse};
use crate::id::GameId;
use crate::say;

/// Header with the signature.
pub const SIGNATURE_HEADER: &str = "x-rukh-node";
/// Maximum size of a response, in bytes.
const MAX_RESPONSE_BYTES: usize = 256 * 1024;

type PeerError = Box<dyn std::error::Error + Send + Sync>;

/// Client for the other nodes.
pub struct PeerClient {
    client: Client<HttpConnector, Body>,
    key: [u8; 32],
}

impl PeerClient {
    /// Uses the site key.
    #[must_use]
    pub fn new(key: [u8; 32]) -> PeerClient {
        PeerClient { client: Client::builder(TokioExecutor::new()).build_http(), key }
    }

    /// Sends a request to the node at an address such as `http://10.0.0.2:7878`.
    ///
    /// # Errors
    /// The node does not respond, or its response is unreadable.
    pub async fn send(
        &self,
        address: &str,
        game: &GameId,
        request: &PeerRequest,
    ) -> Result<PeerResponse, PeerError> {
        let path = format!("/node/v1/games/{game}");
        let body = serde_json::to_vec(request)?;
        let request = Request::post(format!("{address}{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(SIGNATURE_HEADER, self.sign(&path, &body))
            .body(Body::from(body))?;
        let answer = self.client.request(request).await?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), MAX_RESPONSE_BYTES).collect().await?.to_bytes();
        if matches!(status, StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE) {
            // Retrying would not help.
            let message = say::reject_node_unreadable().into();
            return Ok(PeerResponse::Refused { code: "bad_intent".to_owned(), message });
        }
        if !status.is_success() {
            return Err(format!("{status}").into());
        }
        Ok(serde_json::from_slice(&body)?)
    }

    /// Whether a request was signed by another node of this site.
    #[must_use]
    pub fn is_signed(&self, path: &str, body: &[u8], signature: &str) -> bool {
        // Compares hashes of both, so that timing reveals nothing.
        self.mac(signature.as_bytes()) == self.mac(self.sign(path, body).as_bytes())
    }

    fn sign(&self, path: &str, body: &[u8]) -> String {
        let text = [path.as_bytes(), b"\n", body].concat();
        self.mac(&text).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn mac(&self, text: &[u8]) -> Vec<u8> {
        // HMAC accepts keys of any length.
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.key).unwrap_or_else(|_| unreachable!());
        mac.update(b"rukh node\n");
        mac.update(text);
        mac.finalize().into_bytes().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::PeerClient;

    #[test]
    fn signature_of_another_key_is_rejected() {
        let (ours, theirs) = (PeerClient::new([1; 32]), PeerClient::new([2; 32]));
        let signature = ours.sign("/node/v1/games/a", b"{}");
        assert!(ours.is_signed("/node/v1/games/a", b"{}", &signature));
        assert!(!ours.is_signed("/node/v1/games/b", b"{}", &signature));
        assert!(!ours.is_signed("/node/v1/games/a", b"[]", &signature));
        assert!(!theirs.is_signed("/node/v1/games/a", b"{}", &signature));
        assert!(!ours.is_signed("/node/v1/games/a", b"{}", ""));
    }
}
