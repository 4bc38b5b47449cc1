//! The client of a request: its address and scheme, behind proxies that are trusted.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, header};
use axum::middleware::Next;
use axum::response::Response;
use rukh_engine_pool::Owner;

use super::AppState;
use super::middleware::HEALTH_PATHS;
use crate::id::GuestId;
use crate::proxies::TrustedProxies;

/// The client of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Client {
    /// Address; `None` for programs on this machine, which are not limited.
    pub(super) address: Option<IpAddr>,
    /// Whether the client is on this machine, by its connection.
    pub(super) is_local: bool,
    /// Whether the client speaks TLS to a trusted proxy.
    pub(super) is_https: bool,
    /// Whether it comes through a trusted proxy that does not say for whom: all its clients count as
    /// one.
    pub(super) is_unnamed: bool,
}

/// Whether requests come through a proxy that names no client.
#[derive(Debug, Default)]
pub struct UnnamedClients(Mutex<Option<UnnamedSeen>>);

/// When such requests were seen, and when that was last written to the log.
#[derive(Debug, Clone, Copy)]
struct UnnamedSeen {
    last: Instant,
    logged: Instant,
}

/// How often the log says that a proxy names no client.
const UNNAMED_LOG_INTERVAL: Duration = Duration::from_secs(3600);
/// For how long `/readyz` says so.
const UNNAMED_NOTICE: Duration = Duration::from_secs(600);

impl UnnamedClients {
    /// Notes a request, and warns the operator.
    fn note(&self, headers: &HeaderMap) {
        metrics::counter!("rukh_unnamed_clients_total").increment(1);
        let now = Instant::now();
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let logged = seen.map(|seen| seen.logged).filter(|logged| now - *logged < UNNAMED_LOG_INTERVAL);
        if logged.is_none() {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
            tracing::warn!(
                host,
                "a proxy sends neither X-Forwarded-For nor Forwarded: everybody behind it counts as one client"
            );
        }
        *seen = Some(UnnamedSeen { last: now, logged: logged.unwrap_or(now) });
    }

    /// Whether there were such requests lately.
    pub(super) fn is_recent(&self) -> bool {
        let seen = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.is_some_and(|seen| seen.last.elapsed() < UNNAMED_NOTICE)
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Self::Rejection> {
        Ok(parts.extensions.get::<Client>().copied().unwrap_or_default())
    }
}

/// Finds out who the client of a request is, and gives it the lines that its work waits in.
pub(super) async fn identify(
    State(state): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let client = peer.map(|peer| Client::of(peer, request.headers(), &state.trusted_proxies));
    let client = client.unwrap_or_default();
    if client.is_unnamed && !HEALTH_PATHS.contains(&request.uri().path()) {
        state.unnamed.note(request.headers());
    }
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(state.admission.clone());
    next.run(request).await
}

impl Client {
    /// Who a request's work is counted for.
    pub(super) fn owner(&self, guest: Option<&GuestId>) -> Owner {
        Owner::new(guest, self.address)
    }

    fn of(peer: IpAddr, headers: &HeaderMap, trusted: &TrustedProxies) -> Client {
        let peer = peer.to_canonical();
        if !trusted.contains(peer) {
            let is_local = peer.is_loopback();
            return Client { address: Some(peer), is_local, is_https: false, is_unnamed: false };
        }
        let forwarded = forwarded_elements(headers);
        let chains = [x_forwarded_for(headers), parameters(&forwarded, "for")];
        let mut found =
            chains.iter().filter(|chain| !chain.is_empty()).map(|chain| client_of(chain, trusted));
        let address = match (found.next(), found.next()) {
            (None, _) => Some(peer).filter(|peer| !peer.is_loopback() || is_proxied(headers)),
            (Some(client), None) => Some(client.unwrap_or(peer)),
            // A proxy that writes one of the headers may pass the other on as the client sent it.
            (Some(one), Some(other)) => Some(one.filter(|_| one == other).unwrap_or(peer)),
        };
        let is_named = chains.iter().any(|chain| !chain.is_empty());
        Client {
            address,
            is_local: peer.is_loopback() && !is_named,
            is_https: is_https(headers, &forwarded),
            is_unnamed: !is_named && is_proxied(headers),
        }
    }
}

/// Whether a request without the address of its client comes through a proxy all the same: it has a
/// header that only proxies write, or asks for another host than this machine, or comes from a page of
/// one. A program on this machine calls it by its address or `localhost`.
fn is_proxied(headers: &HeaderMap) -> bool {
    const OF_PROXIES: [&str; 4] = ["via", "x-real-ip", "x-forwarded-host", "x-forwarded-proto"];
    let is_elsewhere = |name: &HeaderName| {
        let text = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let authority = text.split_once("://").map_or(text, |(_, rest)| rest);
        let host = authority.parse::<Authority>().ok().map(|authority| authority.host().to_ascii_lowercase());
        host.is_some_and(|host| {
            let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
            host != "localhost" && !host.ends_with(".localhost") && address.is_err()
        })
    };
    OF_PROXIES.iter().any(|name| headers.contains_key(*name))
        || [header::HOST, header::ORIGIN].iter().any(is_elsewhere)
}

/// The client of a chain of proxies, nearest last: the first from the right that is not trusted.
/// `None` if the nearest names no address.
fn client_of(chain: &[String], trusted: &TrustedProxies) -> Option<IpAddr> {
    let mut client = None;
    for text in chain.iter().rev() {
        // Whatever stands before an unreadable entry was not written by a trusted proxy.
        let Some(address) = parse_address(text) else { break };
        client = Some(address);
        if !trusted.contains(address) {
            break;
        }
    }
    client
}

/// An address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`.
fn parse_address(text: &str) -> Option<IpAddr> {
    let address = text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    let address = address.or_else(|| text.strip_prefix('[')?.strip_suffix(']')?.parse().ok());
    address.map(|address: IpAddr| address.to_canonical())
}

/// The values of all headers of a name, separated at commas.
fn list<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    // A value that is no text is an unreadable entry.
    headers.get_all(name).iter().flat_map(|value| value.to_str().unwrap_or("?").split(',')).map(str::trim)
}

fn x_forwarded_for(headers: &HeaderMap) -> Vec<String> {
    list(headers, "x-forwarded-for").map(str::to_owned).collect()
}

/// The elements of `Forwarded` (RFC 7239), each with its parameters.
fn forwarded_elements(headers: &HeaderMap) -> Vec<Vec<(String, String)>> {
    // Neither addresses nor schemes contain commas or semicolons.
    let parameter = |text: &str| {
        let (name, value) = text.split_once('=')?;
        Some((name.trim().to_ascii_lowercase(), value.trim().trim_matches('"').to_owned()))
    };
    list(headers, "forwarded").map(|element| element.split(';').filter_map(parameter).collect()).collect()
}

/// A parameter of every element; an element without it is an unreadable entry.
fn parameters(elements: &[Vec<(String, String)>], name: &str) -> Vec<String> {
    let value = |element: &Vec<(String, String)>| {
        element.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()).unwrap_or_default()
    };
    elements.iter().map(value).collect()
}

/// Whether the nearest proxy says that it was asked by https.
fn is_https(headers: &HeaderMap, forwarded: &[Vec<(String, String)>]) -> bool {
    let schemes = parameters(forwarded, "proto");
    let nearest = list(headers, "x-forwarded-proto").last().or(schemes.last().map(String::as_str));
    nearest.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::HeaderName;

    use super::{Client, TrustedProxies};

    fn client(peer: &str, headers: &[(&str, &str)], trusted: &[&str]) -> Client {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        let trusted = match trusted {
            [] => TrustedProxies::default(),
            networks => TrustedProxies::parse(networks).unwrap(),
        };
        Client::of(peer.parse().unwrap(), &map, &trusted)
    }

    fn address(peer: &str, headers: &[(&str, &str)], trusted: &[&str]) -> Option<String> {
        client(peer, headers, trusted).address.map(|address| address.to_string())
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn client_of_an_untrusted_peer_is_the_peer_whatever_it_sends() {
        let headers = [
            ("x-forwarded-for", "6.6.6.6"),
            ("forwarded", "for=6.6.6.6;proto=https"),
            ("x-forwarded-proto", "https"),
        ];
        let found = client("8.8.8.8", &headers, &[]);
        assert_eq!((found.address, found.is_https), ("8.8.8.8".parse().ok(), false));
        // Loopback is not trusted where other networks are.
        let found = client("127.0.0.1", &headers, &["10.0.0.0/8"]);
        assert_eq!((found.address, found.is_https), ("127.0.0.1".parse().ok(), false));
    }

    #[test]
    fn client_on_loopback_without_headers_has_no_address() {
        assert_eq!(address("127.0.0.1", &[], &[]), None);
        assert_eq!(address("::ffff:127.0.0.1", &[], &[]), None);
        assert_eq!(address("::1", &[], &[]), None);
        assert_eq!(address("10.0.0.5", &[], &["10.0.0.5"]), some("10.0.0.5"));
    }

    /// A proxy whose settings were forgotten makes its clients one, not programs without limits.
    #[test]
    fn clients_of_a_proxy_that_names_none_are_one() {
        let signs = [
            ("host", "rukh.example"),
            ("host", "Rukh.Example:443"),
            ("origin", "https://rukh.example"),
            ("x-forwarded-proto", "https"),
            ("x-real-ip", "9.9.9.9"),
            ("via", "1.1 proxy"),
        ];
        for sign in signs {
            let found = client("127.0.0.1", &[sign], &[]);
            assert_eq!((found.address, found.is_unnamed), ("127.0.0.1".parse().ok(), true), "{sign:?}");
            assert!(client("10.0.0.5", &[sign], &["10.0.0.0/8"]).is_unnamed, "{sign:?}");
            let named = client("127.0.0.1", &[sign, ("x-forwarded-for", "9.9.9.9")], &[]);
            assert_eq!((named.address, named.is_unnamed), ("9.9.9.9".parse().ok(), false), "{sign:?}");
        }
        for host in ["localhost:7878", "127.0.0.1:7878", "[::1]:7878", "rukh.localhost", "192.168.1.5:7878"] {
            let found = client("127.0.0.1", &[("host", host), ("origin", "http://localhost:5173")], &[]);
            assert_eq!((found.address, found.is_unnamed), (None, false), "{host}");
        }
        assert!(!client("8.8.8.8", &[("host", "rukh.example")], &[]).is_unnamed, "it is no proxy of ours");
    }

    #[test]
    fn client_is_the_first_untrusted_from_the_right() {
        let chain = [("x-forwarded-for", "1.1.1.1, 9.9.9.9, 10.0.0.7"), ("x-forwarded-for", "10.0.0.8")];
        assert_eq!(address("10.0.0.5", &chain, &["10.0.0.0/8"]), some("9.9.9.9"));
        assert_eq!(address("10.0.0.5", &chain, &["10.0.0.5/32"]), some("10.0.0.8"));
        assert_eq!(address("127.0.0.1", &[("x-forwarded-for", "6.6.6.6, 9.9.9.9")], &[]), some("9.9.9.9"));
        let chain = [("x-forwarded-for", "10.0.0.7")];
        assert_eq!(address("10.0.0.5", &chain, &["10.0.0.0/8"]), some("10.0.0.7"), "all are trusted");
        let v6 = [("x-forwarded-for", "2001:db8::7, [fd00::1]:443")];
        assert_eq!(address("fd00::2", &v6, &["fd00::/8"]), some("2001:db8::7"));
    }

    #[test]
    fn client_of_forwarded_is_read_like_rfc_7239() {
        let chain =
            [("forwarded", "for=1.1.1.1, For=\"[2001:db8::7]:4711\";proto=https;by=10.0.0.9, for=10.0.0.7")];
        let found = client("10.0.0.5", &chain, &["10.0.0.0/8"]);
        assert_eq!((found.address, found.is_https), ("2001:db8::7".parse().ok(), false));
        let found = client("10.0.0.5", &[("forwarded", "for=9.9.9.9;proto=https")], &["10.0.0.0/8"]);
        assert_eq!((found.address, found.is_https), ("9.9.9.9".parse().ok(), true));
    }

    /// What stands before an entry that no proxy of ours wrote is not believed.
    #[test]
    fn client_of_an_unreadable_chain_is_the_nearest_known_proxy() {
        let chain = [("x-forwarded-for", "1.1.1.1, unknown, 10.0.0.7")];
        assert_eq!(address("10.0.0.5", &chain, &["10.0.0.0/8"]), some("10.0.0.7"));
        assert_eq!(address("10.0.0.5", &[("forwarded", "for=_hidden")], &["10.0.0.0/8"]), some("10.0.0.5"));
        assert_eq!(address("127.0.0.1", &[("x-forwarded-for", "")], &[]), some("127.0.0.1"));
    }

    /// nginx writes one header and passes the other on as it came.
    #[test]
    fn client_of_headers_that_disagree_is_the_proxy() {
        let forged = [("forwarded", "for=6.6.6.6"), ("x-forwarded-for", "9.9.9.9")];
        assert_eq!(address("10.0.0.5", &forged, &["10.0.0.0/8"]), some("10.0.0.5"));
        let agreed = [("forwarded", "for=9.9.9.9"), ("x-forwarded-for", "1.1.1.1, 9.9.9.9")];
        assert_eq!(address("10.0.0.5", &agreed, &["10.0.0.0/8"]), some("9.9.9.9"));
    }

    #[test]
    fn scheme_is_that_of_the_nearest_proxy() {
        let https = |value: &str| client("127.0.0.1", &[("x-forwarded-proto", value)], &[]).is_https;
        assert!(https("https") && https("http, HTTPS"));
        assert!(!https("http") && !https("https, http") && !https(""));
    }

    #[test]
    fn trusted_proxy_that_is_no_network_is_refused() {
        for text in ["", "10.0.0.0/33", "10.0.0", "proxy.example", "::/129", "10.0.0.1:80"] {
            assert_eq!(TrustedProxies::parse(&[text]).unwrap_err().text, text);
        }
    }
}
