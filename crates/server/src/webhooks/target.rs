//! Where webhooks may lead: out of the operator's network, and to ports where receivers are.

use std::net::{IpAddr, SocketAddr};

use axum::http::Uri;
use url::{Host, Url};

use crate::outgoing::Reach;

/// Longest URL, in bytes.
const MAX_LENGTH: usize = 1024;
/// Ports that are posted to. At any other a webhook would tell its owner what listens at somebody else's.
const PORTS: [u16; 2] = [443, 8443];
/// Last labels of names that are nobody's on the public internet.
const INNER_LABELS: [&str; 4] = ["localhost", "local", "internal", "onion"];

/// Why a text is no URL of a webhook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TargetError {
    #[error("the URL has more than {MAX_LENGTH} bytes")]
    Long,
    #[error("`{0}` is no URL such as `https://bot.example/rukh`")]
    NoUrl(String),
    #[error("the URL must begin with `https://`")]
    NotHttps,
    #[error("the URL must not have a user name or password")]
    UserInfo,
    #[error("the port must be 443 or 8443, not {0}")]
    Port(u16),
    #[error("`{0}` is an address; name a domain such as `bot.example`")]
    Address(IpAddr),
    #[error("`{0}` is no domain of the public internet, such as `bot.example`")]
    Inner(String),
}

/// A URL that may be posted to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WebhookTarget {
    url: Url,
    uri: Uri,
    reach: Reach,
}

impl WebhookTarget {
    /// Checks a URL. `loopback` are the addresses of this machine that may be posted to without TLS. A fragment,
    /// which is never sent, is left out.
    ///
    /// # Errors
    /// Something about the URL is not allowed.
    pub(crate) fn parse(text: &str, loopback: &[SocketAddr]) -> Result<WebhookTarget, TargetError> {
        if text.len() > MAX_LENGTH {
            return Err(TargetError::Long);
        }
        let no_url = || TargetError::NoUrl(text.chars().filter(|one| !one.is_control()).take(120).collect());
        let mut url = Url::parse(text.trim()).map_err(|_| no_url())?;
        url.set_fragment(None);
        if !url.username().is_empty() || url.password().is_some() {
            return Err(TargetError::UserInfo);
        }
        let reach = match is_allowed_loopback(&url, loopback) {
            true => Reach::Loopback,
            false => check_public(&url).map(|()| Reach::Public)?,
        };
        let uri: Uri = url.as_str().parse().map_err(|_| no_url())?;
        Ok(WebhookTarget { url, uri, reach })
    }

    /// The URL as it is stored.
    pub(crate) fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// The URL for a request.
    pub(super) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// How a request gets there.
    pub(super) fn reach(&self) -> Reach {
        self.reach
    }
}

fn check_public(url: &Url) -> Result<(), TargetError> {
    if url.scheme() != "https" {
        return Err(TargetError::NotHttps);
    }
    let domain = match url.host() {
        Some(Host::Domain(domain)) => domain,
        // Addresses would be connected to as they are, and no authority certifies most of them.
        Some(Host::Ipv4(address)) => return Err(TargetError::Address(address.into())),
        Some(Host::Ipv6(address)) => return Err(TargetError::Address(address.into())),
        None => return Err(TargetError::NoUrl(url.as_str().chars().take(120).collect())),
    };
    let is_public = domain
        .rsplit_once('.')
        .is_some_and(|(rest, last)| !rest.is_empty() && !last.is_empty() && !INNER_LABELS.contains(&last));
    if !is_public {
        return Err(TargetError::Inner(domain.to_owned()));
    }
    let port = url.port_or_known_default().unwrap_or_default();
    if PORTS.contains(&port) { Ok(()) } else { Err(TargetError::Port(port)) }
}

fn is_allowed_loopback(url: &Url, loopback: &[SocketAddr]) -> bool {
    let address: IpAddr = match url.host() {
        Some(Host::Ipv4(address)) => address.into(),
        Some(Host::Ipv6(address)) => address.into(),
        _ => return false,
    };
    let port = url.port_or_known_default().unwrap_or_default();
    url.scheme() == "http" && loopback.contains(&SocketAddr::new(address, port))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use proptest::prelude::*;
    use url::{Host, Url};

    use super::{PORTS, TargetError, WebhookTarget};
    use crate::outgoing::Reach;

    fn refused(text: &str) -> TargetError {
        WebhookTarget::parse(text, &[]).expect_err(text)
    }

    #[test]
    fn public_https_url_is_accepted() {
        for (text, kept) in [
            ("https://bot.example/rukh", "https://bot.example/rukh"),
            (" HTTPS://Bot.Example:443/rukh?key=a#part\n", "https://bot.example/rukh?key=a"),
            ("https://bot.example:8443", "https://bot.example:8443/"),
            ("https://b\u{fc}cher.example/", "https://xn--bcher-kva.example/"),
        ] {
            let target = WebhookTarget::parse(text, &[]).expect(text);
            assert_eq!((target.as_str(), target.reach()), (kept, Reach::Public));
            assert_eq!(target.uri().to_string(), kept);
            // What is stored is accepted again as it is.
            assert_eq!(WebhookTarget::parse(kept, &[]).unwrap(), target);
        }
    }

    #[test]
    fn url_that_is_not_public_https_is_refused() {
        let address = |text: &str| TargetError::Address(text.parse::<IpAddr>().unwrap());
        let inner = |text: &str| TargetError::Inner(text.to_owned());
        for (text, error) in [
            ("http://bot.example/", TargetError::NotHttps),
            ("ftp://bot.example/", TargetError::NotHttps),
            ("file:///etc/passwd", TargetError::NotHttps),
            ("https://me:secret@bot.example/", TargetError::UserInfo),
            ("https://bot.example@127.0.0.1/", TargetError::UserInfo),
            ("https://bot.example:22/", TargetError::Port(22)),
            ("https://bot.example:80/", TargetError::Port(80)),
            ("https://127.0.0.1/", address("127.0.0.1")),
            ("https://2130706433/", address("127.0.0.1")),
            ("https://0x7f.1/", address("127.0.0.1")),
            ("https://0177.0.0.1/", address("127.0.0.1")),
            ("https://169.254.169.254/latest/meta-data", address("169.254.169.254")),
            ("https://8.8.8.8/", address("8.8.8.8")),
            ("https://[::1]/", address("::1")),
            ("https://[::ffff:10.0.0.1]/", address("::ffff:10.0.0.1")),
            ("https://localhost/", inner("localhost")),
            ("https://db/", inner("db")),
            ("https://bot.localhost/", inner("bot.localhost")),
            ("https://printer.local/", inner("printer.local")),
            ("https://metadata.google.internal/", inner("metadata.google.internal")),
            ("https://bot.example./", inner("bot.example.")),
        ] {
            assert_eq!(refused(text), error, "{text}");
        }
        assert!(matches!(refused("bot.example/rukh"), TargetError::NoUrl(_)));
        assert!(matches!(refused("https://"), TargetError::NoUrl(_)));
        assert_eq!(refused(&format!("https://bot.example/{}", "a".repeat(1024))), TargetError::Long);
    }

    #[test]
    fn loopback_is_posted_to_where_the_operator_allows_its_port() {
        let allowed = ["127.0.0.1:8090".parse().unwrap(), "[::1]:80".parse().unwrap()];
        for text in ["http://127.0.0.1:8090/x", "http://[::1]/x"] {
            assert_eq!(WebhookTarget::parse(text, &allowed).unwrap().reach(), Reach::Loopback);
        }
        for text in ["http://127.0.0.1:8091/", "http://127.0.0.2:8090/", "https://127.0.0.1:8090/"] {
            assert!(WebhookTarget::parse(text, &allowed).is_err(), "{text}");
        }
    }

    proptest! {
        /// Whatever is written, what is accepted is a domain over TLS at a port of the list.
        #[test]
        fn url_accepted_leads_to_a_domain(
            scheme in "(https|http|HTTPS|ftp)",
            host in "[a-z0-9.:@%\\[\\]\\\\/#?x-]{0,24}",
            port in proptest::option::of(0_u32..70_000),
            rest in "[ -~]{0,16}",
        ) {
            let port = port.map(|port| format!(":{port}")).unwrap_or_default();
            if let Ok(target) = WebhookTarget::parse(&format!("{scheme}://{host}{port}/{rest}"), &[]) {
                let url = Url::parse(target.as_str()).unwrap();
                prop_assert_eq!(url.scheme(), "https");
                prop_assert!(matches!(url.host(), Some(Host::Domain(_))));
                prop_assert!(PORTS.contains(&url.port_or_known_default().unwrap()));
                // The request goes to the host that was checked.
                prop_assert_eq!(target.uri().host(), url.host_str());
                prop_assert!(target.uri().host().unwrap().parse::<IpAddr>().is_err());
            }
        }
    }
}
