//! How nodes of one site talk to each other: small signed requests. A game's
//! rooms that follow pass on what they hear to the one that writes.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use hmac::{Hmac, Mac};
use http_body_util::{BodyExt, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use sha2::Sha256;

use crate::game::{Errand, Report};

/// The header with the signature.
pub const SIGNATURE: &str = "x-rukh-node";
/// The longest answer that is read, in bytes.
const LONGEST: usize = 256 * 1024;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The other nodes of the site.
pub struct Peers {
    client: Client<HttpConnector, Body>,
    key: [u8; 32],
}

impl Peers {
    /// With the site's key.
    #[must_use]
    pub fn new(key: [u8; 32]) -> Peers {
        Peers { client: Client::builder(TokioExecutor::new()).build_http(), key }
    }

    /// Sends an errand to the node at an address such as `http://10.0.0.2:7878`.
    ///
    /// # Errors
    /// Why there is no answer.
    pub async fn send(&self, address: &str, game: &str, errand: &Errand) -> Result<Report, Failure> {
        let path = format!("/node/v1/games/{game}");
        let body = serde_json::to_vec(errand)?;
        let request = Request::post(format!("{address}{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(SIGNATURE, self.sign(&path, &body))
            .body(Body::from(body))?;
        let answer = self.client.request(request).await?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), LONGEST).collect().await?.to_bytes();
        if matches!(status, StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE) {
            // It would be no better the next time.
            let reason = "This is too long or makes no sense.".to_owned();
            return Ok(Report::Refused { code: "bad_intent".to_owned(), reason });
        }
        if !status.is_success() {
            return Err(format!("{status}").into());
        }
        Ok(serde_json::from_slice(&body)?)
    }

    /// Whether a request comes from another node of this site.
    #[must_use]
    pub fn is_signed(&self, path: &str, body: &[u8], signature: &str) -> bool {
        // Compared by what both hash to, so that time tells nothing.
        self.mac(signature.as_bytes()) == self.mac(self.sign(path, body).as_bytes())
    }

    fn sign(&self, path: &str, body: &[u8]) -> String {
        let text = [path.as_bytes(), b"\n", body].concat();
        self.mac(&text).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn mac(&self, text: &[u8]) -> Vec<u8> {
        // HMAC takes keys of any length.
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&self.key).unwrap_or_else(|_| unreachable!());
        mac.update(b"rukh node\n");
        mac.update(text);
        mac.finalize().into_bytes().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::Peers;

    #[test]
    fn only_nodes_of_the_site_are_heard() {
        let (ours, theirs) = (Peers::new([1; 32]), Peers::new([2; 32]));
        let signature = ours.sign("/node/v1/games/a", b"{}");
        assert!(ours.is_signed("/node/v1/games/a", b"{}", &signature));
        assert!(!ours.is_signed("/node/v1/games/b", b"{}", &signature));
        assert!(!ours.is_signed("/node/v1/games/a", b"[]", &signature));
        assert!(!theirs.is_signed("/node/v1/games/a", b"{}", &signature));
        assert!(!ours.is_signed("/node/v1/games/a", b"{}", ""));
    }
}
