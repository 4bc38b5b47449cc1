//! What stands before every door: whose page asks, how often, and what pages may do.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::Site;
use super::identity::Who;
use crate::error::ApiError;

/// What the pages may load: only what comes from here. Styles may stand in
/// elements, since a board's geometry is written there.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";

/// Adds what keeps pages safe to every answer.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    if is_api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Refuses what the page of somebody else asks for, where asking changes something.
pub(super) async fn origin(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_safe && !request.uri().path().starts_with("/ws/") {
        return next.run(request).await;
    }
    match foreign_origin(request.headers(), site.public_url.as_deref()) {
        Some(origin) => ApiError::ForeignOrigin(origin).into_response(),
        None => next.run(request).await,
    }
}

fn foreign_origin(headers: &HeaderMap, public: Option<&str>) -> Option<String> {
    let text = |value: &HeaderValue| value.to_str().unwrap_or("?").to_owned();
    let origin = headers.get(header::ORIGIN).map(text)?;
    let host = headers.get(header::HOST).map(text).unwrap_or_default();
    (!is_welcome(&origin, &host, public)).then_some(origin)
}

/// Programs send no origin. A page is welcome if it comes from the host it asks,
/// from the public address, or from this very machine to this very machine.
fn is_welcome(origin: &str, host: &str, public: Option<&str>) -> bool {
    if public.is_some_and(|public| public.trim_end_matches('/') == origin) {
        return true;
    }
    let Ok(uri) = origin.parse::<Uri>() else { return false };
    let Some(authority) = uri.authority() else { return false };
    authority.as_str() == host || is_loopback(authority.as_str()) && is_loopback(host)
}

fn is_loopback(authority: &str) -> bool {
    let name = authority.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let name = name.map_or(authority, |(name, _)| name);
    ["localhost", "127.0.0.1", "[::1]"].contains(&name)
}

/// Where the nodes of a site ask each other.
const NODES: &str = "/node/v1/";
/// Requests of one address: at once, and a second.
const REQUESTS: (u32, u32) = (400, 100);
/// Games and seeks of one guest, and of one address, since guests are soon made:
/// at once; one more comes free every second.
const BEGUN: u32 = 60;

/// How often somebody may ask.
pub struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    begun: DefaultKeyedRateLimiter<String>,
}

impl Default for Limits {
    fn default() -> Limits {
        let some = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let requests = Quota::per_second(some(REQUESTS.1)).allow_burst(some(REQUESTS.0));
        let begun = Quota::per_second(NonZeroU32::MIN).allow_burst(some(BEGUN));
        Limits { requests: RateLimiter::keyed(requests), begun: RateLimiter::keyed(begun) }
    }
}

impl Limits {
    /// Whether somebody may begin something more.
    fn may_begin(&self, guest: &str, address: Option<IpAddr>) -> bool {
        let may = |key: String| self.begun.check_key(&key).is_ok();
        address.is_none_or(|address| may(address.to_string())) && may(guest.to_owned())
    }

    /// Forgets who has not asked for long.
    pub fn tidy(&self) {
        self.requests.retain_recent();
        self.begun.retain_recent();
    }
}

/// Refuses who asks too often. Programs on this very machine may ask as they
/// like; a proxy on it says for whom it asks. A node asks for everybody on it,
/// and who is none is sent away before anything is done.
pub(super) async fn rate(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    if request.uri().path().starts_with(NODES) {
        return next.run(request).await;
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let is_free = peer.and_then(|peer| client(peer, request.headers()));
    match is_free {
        Some(address) if site.limits.requests.check_key(&address).is_err() => {
            ApiError::TooFast.into_response()
        }
        _ => next.run(request).await,
    }
}

/// Whose requests these are; nobody's who is counted. What counts is what the
/// proxy has added last: all before it the client may have made up.
fn client(peer: IpAddr, headers: &HeaderMap) -> Option<IpAddr> {
    if !peer.to_canonical().is_loopback() {
        return Some(household(peer));
    }
    let forwarded = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    forwarded.rsplit(',').next()?.trim().parse().ok().map(household)
}

/// An address as it is counted: who has one of IPv6 has 2⁶⁴ of them.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address => address,
    }
}

/// Leave to begin something: nobody fills the lists alone.
pub(super) struct Act;

impl FromRequestParts<Arc<Site>> for Act {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Act, ApiError> {
        let Who(guest) = <Who as FromRequestParts<_>>::from_request_parts(parts, site).await?;
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let address = peer.and_then(|peer| client(peer, &parts.headers));
        if site.limits.may_begin(&guest.id, address) { Ok(Act) } else { Err(ApiError::TooFast) }
    }
}

/// The address is right, the method is not.
pub(super) async fn wrong_method(request: Request) -> Response {
    let message = format!("`{}` does not take {}", request.uri().path(), request.method());
    ApiError::Unreadable(StatusCode::METHOD_NOT_ALLOWED, message).into_response()
}

#[cfg(test)]
mod tests {
    use super::{Limits, client, is_welcome};
    use axum::http::HeaderMap;

    #[test]
    fn a_proxy_on_this_machine_speaks_for_others() {
        let mut headers = HeaderMap::new();
        let here = "127.0.0.1".parse().unwrap();
        assert_eq!(client(here, &headers), None);
        headers.insert("x-forwarded-for", "6.6.6.6, 9.9.9.9".parse().unwrap());
        assert_eq!(client(here, &headers), Some("9.9.9.9".parse().unwrap()));
        let elsewhere = "8.8.8.8".parse().unwrap();
        assert_eq!(client(elsewhere, &headers), Some(elsewhere));
        // Who listens on IPv6 too sees this machine so.
        assert_eq!(client("::ffff:127.0.0.1".parse().unwrap(), &headers), Some("9.9.9.9".parse().unwrap()));
        // A proxy may add a line of its own to what the client has sent.
        headers.append("x-forwarded-for", "7.7.7.7".parse().unwrap());
        assert_eq!(client(here, &headers), Some("7.7.7.7".parse().unwrap()));
    }

    #[test]
    fn nobody_begins_more_under_many_names() {
        let limits = Limits::default();
        let here = "8.8.8.8".parse().ok();
        let begun = (0..100).filter(|number| limits.may_begin(&number.to_string(), here)).count();
        assert!((60..=65).contains(&begun), "{begun}");
        assert!(limits.may_begin("somebody", "9.9.9.9".parse().ok()) && limits.may_begin("else", None));
    }

    #[test]
    fn who_has_many_addresses_is_counted_once() {
        let counted = |address: &str| client(address.parse().unwrap(), &HeaderMap::new()).unwrap();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), counted("2001:db8:1:2:ffff::1"));
        assert_ne!(counted("2001:db8:1:2::1"), counted("2001:db8:1:3::1"));
        assert_eq!(counted("::ffff:8.8.8.8"), counted("8.8.8.8"));
    }

    #[test]
    fn only_own_pages_are_welcome() {
        assert!(is_welcome("http://rukh.example", "rukh.example", None));
        assert!(is_welcome("http://localhost:5173", "127.0.0.1:7878", None));
        assert!(is_welcome("https://rukh.example", "10.0.0.2:7878", Some("https://rukh.example/")));
        assert!(!is_welcome("https://elsewhere.example", "127.0.0.1:7878", None));
        assert!(!is_welcome("http://localhost.elsewhere.example", "127.0.0.1:7878", None));
        assert!(!is_welcome("null", "127.0.0.1:7878", None));
    }
}
