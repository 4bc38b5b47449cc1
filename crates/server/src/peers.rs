//! Signed requests between the nodes of a site. Followers forward intents to the owner of a game.
//!
//! A signature covers the path, the body, the time and a nonce, so that a request that was overheard
//! cannot be sent again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode, header};
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::{BodyExt, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use sha2::Sha256;
use tokio::time::Instant;

use crate::clock::{self, random_id};
use crate::game::{PeerRequest, PeerResponse};
use crate::hex::to_hex;
use crate::id::GameId;
use crate::say;
use crate::store::PeerAddress;
use crate::wire::time::UnixMillis;

/// Path at which a node is asked whether it can be reached.
pub const PING_PATH: &str = "/node/v1/ping";

/// Header with the signature.
pub const SIGNATURE_HEADER: &str = "x-rukh-node";
/// Maximum size of a response, in bytes.
const MAX_RESPONSE_BYTES: usize = 256 * 1024;

type PeerError = Box<dyn std::error::Error + Send + Sync>;

/// Version of the requests between nodes that this node understands, for nodes of later versions.
pub const PEER_PROTOCOL: i64 = 1;
/// How far the time of a request may be from this node's, in milliseconds.
const MAX_AGE: u64 = 30_000;
/// Maximum number of nonces remembered; more requests than that in twice the greatest age are
/// rejected.
const MAX_NONCES: usize = 500_000;
/// How long a node that could not be reached is not asked over HTTP.
const UNREACHABLE_FOR: Duration = Duration::from_secs(10);

/// Client for the other nodes.
pub struct PeerClient {
    client: Client<HttpConnector, Body>,
    key: [u8; 32],
    /// Nonces of accepted requests and when they were accepted.
    nonces: Mutex<HashMap<String, UnixMillis>>,
    /// Nodes that could not be reached, and when.
    unreachable: Mutex<HashMap<String, Instant>>,
}

impl PeerClient {
    /// Uses the site key.
    #[must_use]
    pub fn new(key: [u8; 32]) -> PeerClient {
        PeerClient {
            client: Client::builder(TokioExecutor::new()).build_http(),
            key,
            nonces: Mutex::default(),
            unreachable: Mutex::default(),
        }
    }

    /// Sends a request to a node.
    ///
    /// # Errors
    /// The node does not respond, or its response is unreadable.
    pub async fn send(
        &self,
        node: &PeerAddress,
        game: &GameId,
        request: &PeerRequest,
    ) -> Result<PeerResponse, PeerError> {
        let path = format!("/node/v1/games/{game}");
        let (status, body) = self.post(node, &path, serde_json::to_vec(request)?).await?;
        if matches!(status, StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE) {
            // Retrying would not help.
            let message = say::host::reject_node_unreadable().into();
            return Ok(PeerResponse::Refused { code: "bad_intent".to_owned(), message });
        }
        if !status.is_success() {
            return Err(format!("{status}").into());
        }
        Ok(serde_json::from_slice(&body)?)
    }

    /// Whether a node answers at all at its address.
    ///
    /// # Errors
    /// It does not.
    pub async fn ping(&self, node: &PeerAddress) -> Result<(), PeerError> {
        self.post(node, PING_PATH, Vec::new()).await.map(drop)
    }

    async fn post(
        &self,
        node: &PeerAddress,
        path: &str,
        body: Vec<u8>,
    ) -> Result<(StatusCode, Bytes), PeerError> {
        let signature = self.sign(path, &body, clock::now(), &random_id::<16>()?);
        let request = Request::post(format!("{}{path}", node.address))
            .header(header::CONTENT_TYPE, "application/json")
            .header(SIGNATURE_HEADER, signature)
            .body(Body::from(body))?;
        let answer = self.client.request(request).await?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), MAX_RESPONSE_BYTES).collect().await?.to_bytes();
        Ok((status, body))
    }

    /// Records whether a node could be reached.
    pub fn record(&self, address: &str, is_reached: bool) {
        let mut unreachable = lock(&self.unreachable);
        if is_reached {
            unreachable.remove(address);
        } else {
            unreachable.insert(address.to_owned(), Instant::now());
        }
    }

    /// Whether a node could not be reached a moment ago.
    #[must_use]
    pub fn is_unreachable(&self, address: &str) -> bool {
        lock(&self.unreachable).get(address).is_some_and(|since| since.elapsed() < UNREACHABLE_FOR)
    }

    /// Whether a request was signed by another node of this site, recently, and not seen before.
    #[must_use]
    pub fn accepts(&self, path: &str, body: &[u8], signature: &str) -> bool {
        let Some((time, nonce)) = parse_signature(signature) else { return false };
        let now = clock::now();
        let age = now.since(time).max(time.since(now));
        age <= MAX_AGE
            && self.is_same(signature, &self.sign(path, body, time, nonce))
            && self.is_new(nonce, now)
    }

    /// Records a nonce; false if it was there.
    fn is_new(&self, nonce: &str, now: UnixMillis) -> bool {
        let mut nonces = lock(&self.nonces);
        if nonces.len() >= MAX_NONCES {
            nonces.retain(|_, accepted| now.since(*accepted) <= 2 * MAX_AGE);
        }
        nonces.len() < MAX_NONCES && nonces.insert(nonce.to_owned(), now).is_none()
    }

    /// Drops nonces that are too old to be accepted again.
    pub fn purge(&self) {
        let now = clock::now();
        lock(&self.nonces).retain(|_, accepted| now.since(*accepted) <= 2 * MAX_AGE);
        lock(&self.unreachable).retain(|_, since| since.elapsed() < UNREACHABLE_FOR);
    }

    /// Compares hashes of both, so that timing reveals nothing.
    fn is_same(&self, one: &str, other: &str) -> bool {
        self.mac(one.as_bytes()) == self.mac(other.as_bytes())
    }

    fn sign(&self, path: &str, body: &[u8], time: UnixMillis, nonce: &str) -> String {
        let head = format!("v1.{time}.{nonce}");
        let text = [head.as_bytes(), b"\n", path.as_bytes(), b"\n", body].concat();
        format!("{head}.{}", to_hex(&self.mac(&text)))
    }

    fn mac(&self, text: &[u8]) -> Vec<u8> {
        // HMAC accepts keys of any length.
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.key).unwrap_or_else(|_| unreachable!());
        mac.update(b"rukh node\n");
        mac.update(text);
        mac.finalize().into_bytes().to_vec()
    }
}

/// Time and nonce of a signature.
fn parse_signature(signature: &str) -> Option<(UnixMillis, &str)> {
    let mut parts = signature.strip_prefix("v1.")?.split('.');
    let (time, nonce, _) = (parts.next()?.parse().ok()?, parts.next()?, parts.next()?);
    (parts.next().is_none() && !nonce.is_empty() && nonce.len() <= 64)
        .then_some((UnixMillis::new(time), nonce))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{MAX_AGE, PeerClient};
    use crate::clock;

    const PATH: &str = "/node/v1/games/a";

    #[test]
    fn signature_of_another_key_path_or_body_is_rejected() {
        let (ours, theirs) = (PeerClient::new([1; 32]), PeerClient::new([2; 32]));
        let signed = |nonce: &str| ours.sign(PATH, b"{}", clock::now(), nonce);
        assert!(ours.accepts(PATH, b"{}", &signed("1")));
        assert!(!ours.accepts("/node/v1/games/b", b"{}", &signed("2")));
        assert!(!ours.accepts(PATH, b"[]", &signed("3")));
        assert!(!theirs.accepts(PATH, b"{}", &signed("4")));
        for bent in ["", "v1", "v1...", "v1.1.2.3", &signed("5").replace("v1.", "v1.1"), &signed("6")[..40]] {
            assert!(!ours.accepts(PATH, b"{}", bent), "{bent}");
        }
    }

    #[test]
    fn signature_is_accepted_once_and_not_for_long() {
        let ours = PeerClient::new([1; 32]);
        let signed = |time| ours.sign(PATH, b"{}", time, &format!("n{time}"));
        let now = clock::now();
        assert!(ours.accepts(PATH, b"{}", &signed(now)));
        assert!(!ours.accepts(PATH, b"{}", &signed(now)), "it was accepted before");
        assert!(!ours.accepts(PATH, b"{}", &signed(now.saturating_sub(MAX_AGE + 1_000))));
        assert!(!ours.accepts(PATH, b"{}", &signed(now + MAX_AGE + 1_000)));
        ours.purge();
        assert!(!ours.accepts(PATH, b"{}", &signed(now)), "nonces outlive the signatures");
    }
}
