//! Proxies that are trusted to name their clients.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// Networks whose connections may say on whose behalf they come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// Loopback.
impl Default for TrustedProxies {
    fn default() -> TrustedProxies {
        let v4 = Ipv4Net::new_assert(Ipv4Addr::LOCALHOST, 8).trunc();
        TrustedProxies(vec![v4.into(), Ipv6Net::from(Ipv6Addr::LOCALHOST).into()])
    }
}

/// Why a text does not name a trusted proxy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is neither an address such as 10.0.0.5 nor a network such as 10.0.0.0/8 or fd00::/8")]
pub struct TrustedProxyError {
    /// The text.
    pub text: String,
}

impl TrustedProxies {
    /// The proxies at these addresses and in these networks.
    ///
    /// # Errors
    /// A text is neither an address nor a network.
    ///
    /// # Examples
    /// ```
    /// use rukh_server::TrustedProxies;
    ///
    /// assert!(TrustedProxies::parse(&["10.0.0.0/8", "::1"]).is_ok());
    /// assert!(TrustedProxies::parse(&["10.0.0.0/33"]).is_err());
    /// ```
    pub fn parse<S: AsRef<str>>(networks: &[S]) -> Result<TrustedProxies, TrustedProxyError> {
        let parse = |text: &S| {
            let text = text.as_ref().trim();
            let network = IpNet::from_str(text).or_else(|_| IpAddr::from_str(text).map(IpNet::from));
            network.map_err(|_| TrustedProxyError { text: text.to_owned() })
        };
        networks.iter().map(parse).collect::<Result<_, _>>().map(TrustedProxies)
    }

    /// Every address.
    pub(crate) fn everyone() -> TrustedProxies {
        TrustedProxies(vec![Ipv4Net::default().into(), Ipv6Net::default().into()])
    }

    /// Whether connections from this address are trusted.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}
