//! The hosts that the server answers for.
//!
//! A page of another site can let its own name lead to this server (DNS rebinding): its requests
//! are then of the same origin, but they ask for that name.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::AppState;
use super::client::Client;
use super::middleware::HEALTH_PATHS;
use crate::error::ApiError;
use crate::origin::Origin;

/// The hosts that the server answers for.
#[derive(Debug, Clone)]
pub struct AllowedHosts {
    /// Name in the public URL.
    public: Option<String>,
    /// Whether only this machine can connect without a proxy.
    is_bound_to_loopback: bool,
}

impl AllowedHosts {
    /// Of a server with this public URL, which listens on this address.
    #[must_use]
    pub fn new(public_url: Option<&Origin>, bound: IpAddr) -> AllowedHosts {
        AllowedHosts {
            public: public_url.map(|url| normalized(url.host())),
            is_bound_to_loopback: bound.to_canonical().is_loopback(),
        }
    }

    /// Whether a client may ask for a host. Ports are not compared: proxies leave them out.
    ///
    /// With a public URL that is its name; programs on this machine may use loopback names too.
    /// Without one, IP addresses and `localhost`; also any other name if other machines can connect,
    /// since a local network may name this one as it likes, and a page that rebinds its name gets
    /// nothing there: cookies belong to the name they were set for.
    fn allows(&self, host: &str, client: Client) -> bool {
        let host = normalized(host);
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>().ok();
        let is_localhost = host == "localhost" || host.ends_with(".localhost");
        match &self.public {
            Some(public) if *public == host => true,
            Some(_) => client.is_local && (is_localhost || address.is_some_and(|ip| ip.is_loopback())),
            None => address.is_some() || is_localhost || !self.is_bound_to_loopback,
        }
    }
}

/// Lower case, without a final dot.
fn normalized(host: &str) -> String {
    host.trim_end_matches('.').to_ascii_lowercase()
}

/// Rejects requests for hosts that the server does not answer for; health checks may use any.
pub(super) async fn check(
    State(state): State<Arc<AppState>>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    if HEALTH_PATHS.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    match requested(&request) {
        Some(host) if !state.hosts.allows(&host, client) => {
            ApiError::WrongHost { host, public_url: state.public_url.clone() }.into_response()
        }
        _ => next.run(request).await,
    }
}

/// The host of the address or of the header `Host`; one that is unreadable is no host that is
/// answered for. Browsers always send one.
fn requested(request: &Request) -> Option<String> {
    if let Some(host) = request.uri().host() {
        return Some(host.to_owned());
    }
    let mut values = request.headers().get_all(header::HOST).iter();
    let host = values.next()?.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
    // Nothing but a host, perhaps with a port.
    let host = host.filter(|authority| authority == authority.host() || authority.port_u16().is_some());
    let host = host.map_or_else(|| "?".to_owned(), |authority| authority.host().to_owned());
    Some(if values.next().is_none() { host } else { "?".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::AllowedHosts;
    use crate::http::client::Client;

    fn allows(public_url: Option<&str>, bound: &str, host: &str, is_local: bool) -> bool {
        let client = Client { is_local, ..Client::default() };
        let public_url = public_url.map(|url| url.parse().unwrap());
        AllowedHosts::new(public_url.as_ref(), bound.parse().unwrap()).allows(host, client)
    }

    #[test]
    fn host_of_the_public_url_is_allowed_and_no_other() {
        let public = Some("https://Rukh.example:8443/");
        assert!(allows(public, "127.0.0.1", "rukh.example", false));
        assert!(allows(public, "0.0.0.0", "RUKH.example.", false));
        for host in ["evil.example", "10.0.0.1", "localhost", "rukh.example.evil.example", "?"] {
            assert!(!allows(public, "0.0.0.0", host, false), "{host}");
        }
        assert!(allows(public, "127.0.0.1", "127.0.0.1", true));
        assert!(allows(public, "127.0.0.1", "localhost", true));
        assert!(!allows(public, "127.0.0.1", "evil.example", true));
        let international = Some("https://ሩክ.example");
        assert!(allows(international, "0.0.0.0", "xn--gyd8x.example", false));
        assert!(!allows(international, "0.0.0.0", "rukh.example", false));
    }

    #[test]
    fn host_of_a_server_on_loopback_is_a_local_one() {
        for host in ["127.0.0.1", "[::1]", "localhost", "rukh.localhost", "192.168.1.5"] {
            assert!(allows(None, "127.0.0.1", host, true), "{host}");
        }
        assert!(!allows(None, "127.0.0.1", "evil.example", true));
        assert!(!allows(None, "::1", "evil.example", true));
    }

    #[test]
    fn host_of_a_server_on_a_local_network_may_have_any_name() {
        assert!(allows(None, "0.0.0.0", "chess.lan", false));
        assert!(allows(None, "192.168.1.5", "192.168.1.5", false));
    }
}
