//! Endpoints of push services: which of them this server sends to.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use axum::http::Uri;
use axum::http::uri::Scheme;

use crate::outgoing::Reach;

/// Domains of the push services of Chrome, Edge, Firefox and Safari, and of browsers made from them.
/// What is beneath a domain is its too.
const KNOWN_SERVICES: [&str; 5] = [
    "fcm.googleapis.com",
    "jmt17.google.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
];

/// Greatest length of an endpoint, in bytes; those of the known services have at most half.
const MAX_LENGTH: usize = 1024;

/// A push service that an operator allows besides the known ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PushService {
    /// A domain with all beneath it, over TLS at the default port and public addresses.
    Domain(String),
    /// A service on this machine without TLS, for tests.
    Loopback(SocketAddr),
}

/// A text names no push service.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no push service; name its domain, such as `push.example.org`, or for tests one on this \
     machine by address and port, such as `http://127.0.0.1:8090`"
)]
pub struct PushServiceError(pub String);

impl FromStr for PushService {
    type Err = PushServiceError;

    fn from_str(text: &str) -> Result<PushService, PushServiceError> {
        let refused = || PushServiceError(text.to_owned());
        if let Some(address) = text.strip_prefix("http://") {
            let address: SocketAddr = address.trim_end_matches('/').parse().map_err(|_| refused())?;
            return match address.ip().is_loopback() && address.port() != 0 {
                true => Ok(PushService::Loopback(address)),
                false => Err(refused()),
            };
        }
        let domain = text.to_ascii_lowercase();
        let is_label = |label: &str| {
            !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        // The last label of an IPv4 address has digits only.
        let is_name = domain
            .rsplit_once('.')
            .is_some_and(|(_, last)| last.contains(|one: char| one.is_ascii_alphabetic()));
        match is_name && domain.len() <= 253 && domain.split('.').all(is_label) {
            true => Ok(PushService::Domain(domain)),
            false => Err(refused()),
        }
    }
}

impl fmt::Display for PushService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PushService::Domain(domain) => f.write_str(domain),
            PushService::Loopback(address) => write!(f, "http://{address}"),
        }
    }
}

/// Why a text is no endpoint that this server sends to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// Too long.
    #[error("the endpoint has more than {MAX_LENGTH} bytes")]
    Long,
    /// No absolute URL.
    #[error("the endpoint is no URL such as `https://push.example/abc`")]
    NoUrl,
    /// Not over TLS.
    #[error("the endpoint must begin with `https://`")]
    NotHttps,
    /// With a name or password.
    #[error("the endpoint must not have a user name or password")]
    UserInfo,
    /// With another port than 443.
    #[error("the endpoint must be at the default port")]
    Port,
    /// At a host that is no known push service.
    #[error("`{0}` is no push service that this server knows")]
    UnknownService(String),
}

/// An endpoint at an allowed push service.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Endpoint {
    uri: Uri,
    reach: Reach,
}

impl Endpoint {
    /// Checks the text of an endpoint.
    ///
    /// # Errors
    /// It is no URL, not `https` at its default port, with user and password, or of no known service.
    pub(crate) fn parse(text: &str, services: &[PushService]) -> Result<Endpoint, EndpointError> {
        if text.len() > MAX_LENGTH {
            return Err(EndpointError::Long);
        }
        let uri: Uri = text.parse().map_err(|_| EndpointError::NoUrl)?;
        let (Some(scheme), Some(authority)) = (uri.scheme(), uri.authority()) else {
            return Err(EndpointError::NoUrl);
        };
        if authority.as_str().contains('@') {
            return Err(EndpointError::UserInfo);
        }
        if *scheme == Scheme::HTTP && is_loopback_service(authority.as_str(), services) {
            return Ok(Endpoint { uri, reach: Reach::Loopback });
        }
        if *scheme != Scheme::HTTPS {
            return Err(EndpointError::NotHttps);
        }
        let host = authority.host().to_ascii_lowercase();
        // An empty port is a part of the authority too.
        if authority.as_str().len() != host.len() && authority.port_u16() != Some(443) {
            return Err(EndpointError::Port);
        }
        let own = services.iter().filter_map(|service| match service {
            PushService::Domain(domain) => Some(domain.as_str()),
            PushService::Loopback(_) => None,
        });
        match KNOWN_SERVICES.into_iter().chain(own).any(|domain| is_within(&host, domain)) {
            true => Ok(Endpoint { uri, reach: Reach::Public }),
            false => Err(EndpointError::UnknownService(host.chars().take(120).collect())),
        }
    }

    /// The URL.
    pub(super) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// The origin of the push service, such as `https://push.example`.
    pub(super) fn origin(&self) -> String {
        let scheme = self.uri.scheme_str().unwrap_or("https");
        let authority = self.uri.authority().map_or("", |authority| authority.as_str()).to_ascii_lowercase();
        let authority = match self.reach {
            Reach::Loopback => authority.as_str(),
            Reach::Public => authority.trim_end_matches(":443"),
        };
        format!("{scheme}://{authority}")
    }

    /// How requests get there.
    pub(super) fn reach(&self) -> Reach {
        self.reach
    }
}

/// The host only: the rest of an endpoint is a secret.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin())
    }
}

fn is_loopback_service(authority: &str, services: &[PushService]) -> bool {
    let address: Option<SocketAddr> = authority.parse().ok();
    address.is_some_and(|address| services.contains(&PushService::Loopback(address)))
}

/// Whether a host is a domain or beneath it.
fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::{Endpoint, EndpointError, PushService};
    use crate::outgoing::Reach;

    fn refused(text: &str) -> EndpointError {
        Endpoint::parse(text, &[]).expect_err(text)
    }

    #[test]
    fn endpoint_of_a_known_service_is_accepted() {
        for (text, origin) in [
            ("https://fcm.googleapis.com/fcm/send/abc:def", "https://fcm.googleapis.com"),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
                "https://updates.push.services.mozilla.com",
            ),
            ("https://web.push.apple.com/QGz", "https://web.push.apple.com"),
            (
                "https://wns2-par02p.notify.windows.com/w/?token=B%2bQ",
                "https://wns2-par02p.notify.windows.com",
            ),
            ("HTTPS://FCM.googleapis.com:443/x", "https://fcm.googleapis.com"),
        ] {
            let endpoint = Endpoint::parse(text, &[]).expect(text);
            assert_eq!((endpoint.origin(), endpoint.reach()), (origin.to_owned(), Reach::Public));
            assert_eq!(format!("{endpoint:?}"), origin, "a log shows no secret");
        }
    }

    #[test]
    fn endpoint_elsewhere_is_refused() {
        for (text, host) in [
            ("https://push.example/abc", "push.example"),
            ("https://127.0.0.1/x", "127.0.0.1"),
            ("https://[::1]/x", "[::1]"),
            ("https://169.254.169.254/latest/meta-data", "169.254.169.254"),
            ("https://localhost/x", "localhost"),
            ("https://fcm.googleapis.com.evil.example/x", "fcm.googleapis.com.evil.example"),
            ("https://evilfcm.googleapis.com/x", "evilfcm.googleapis.com"),
            ("https://fcm.googleapis.com./x", "fcm.googleapis.com."),
            ("https://googleapis.com/x", "googleapis.com"),
        ] {
            assert_eq!(refused(text), EndpointError::UnknownService(host.to_owned()), "{text}");
        }
    }

    #[test]
    fn endpoint_that_is_no_plain_https_url_is_refused() {
        for (text, error) in [
            ("http://fcm.googleapis.com/x", EndpointError::NotHttps),
            ("ftp://fcm.googleapis.com/x", EndpointError::NotHttps),
            ("https://fcm.googleapis.com:8443/x", EndpointError::Port),
            ("https://fcm.googleapis.com:22/x", EndpointError::Port),
            ("https://me:secret@fcm.googleapis.com/x", EndpointError::UserInfo),
            ("https://fcm.googleapis.com@evil.example/x", EndpointError::UserInfo),
            ("https://evil.example\\@fcm.googleapis.com/x", EndpointError::NoUrl),
            ("https://fcm.googleapis.com /x", EndpointError::NoUrl),
            ("https://fcm.googleapis.com/\r\nhost: a", EndpointError::NoUrl),
            ("/fcm/send/abc", EndpointError::NoUrl),
            ("fcm.googleapis.com", EndpointError::NoUrl),
            ("", EndpointError::NoUrl),
            (&format!("https://fcm.googleapis.com/{}", "x".repeat(1024)), EndpointError::Long),
        ] {
            assert_eq!(refused(text), error, "{text}");
        }
        assert!(matches!(
            refused("https://fcm.googleapis.com:/x"),
            EndpointError::Port | EndpointError::NoUrl
        ));
    }

    #[test]
    fn service_of_the_operator_is_accepted_with_all_beneath() {
        let own = ["Push.Example.org".parse().unwrap()];
        assert!(Endpoint::parse("https://push.example.org/x", &own).is_ok());
        assert!(Endpoint::parse("https://eu.push.example.org/x", &own).is_ok());
        assert!(Endpoint::parse("https://fcm.googleapis.com/x", &own).is_ok());
        for other in ["https://example.org/x", "http://push.example.org/x", "https://push.example.org:1/x"] {
            assert!(Endpoint::parse(other, &own).is_err(), "{other}");
        }
    }

    #[test]
    fn service_on_this_machine_is_accepted_at_its_address_only() {
        let own = ["http://127.0.0.1:8090".parse().unwrap(), "http://[::1]:8091/".parse().unwrap()];
        for sound in ["http://127.0.0.1:8090/x", "http://[::1]:8091/x"] {
            assert_eq!(Endpoint::parse(sound, &own).unwrap().reach(), Reach::Loopback, "{sound}");
        }
        for other in [
            "http://127.0.0.1:8091/x",
            "http://127.0.0.1/x",
            "http://localhost:8090/x",
            "https://127.0.0.1:8090/x",
            "http://10.0.0.1:8090/x",
        ] {
            assert!(Endpoint::parse(other, &own).is_err(), "{other}");
        }
    }

    #[test]
    fn push_service_that_is_neither_domain_nor_loopback_is_refused() {
        for text in [
            "",
            "push",
            "https://push.example",
            "10.0.0.1",
            "push.example:8443",
            "push..example",
            "*.example.org",
            "http://10.0.0.1:8090",
            "http://push.example:80",
            "http://127.0.0.1",
            "http://127.0.0.1:0",
            "[::1]",
        ] {
            assert_eq!(text.parse::<PushService>().unwrap_err().0, text);
        }
    }
}
