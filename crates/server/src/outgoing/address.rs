//! Addresses: public ones only, so that no URL leads into the operator's network.

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper_util::client::legacy::connect::dns::Name;
use ipnet::{Ipv4Net, Ipv6Net};
use tokio::sync::Semaphore;
use tower::Service;

/// IPv4 networks that are not public (RFC 6890).
const SPECIAL_V4: [Ipv4Net; 15] = [
    v4([0, 0, 0, 0], 8),
    v4([10, 0, 0, 0], 8),
    v4([100, 64, 0, 0], 10),
    v4([127, 0, 0, 0], 8),
    v4([169, 254, 0, 0], 16),
    v4([172, 16, 0, 0], 12),
    v4([192, 0, 0, 0], 24),
    v4([192, 0, 2, 0], 24),
    v4([192, 88, 99, 0], 24),
    v4([192, 168, 0, 0], 16),
    v4([198, 18, 0, 0], 15),
    v4([198, 51, 100, 0], 24),
    v4([203, 0, 113, 0], 24),
    v4([224, 0, 0, 0], 4),
    v4([240, 0, 0, 0], 4),
];
/// IPv6 networks within the global one that are not public: protocols with addresses in them, 6to4,
/// and those of documentation.
const SPECIAL_V6: [Ipv6Net; 4] = [
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32),
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16),
    v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20),
];
/// Global IPv6 addresses.
const GLOBAL_V6: Ipv6Net = v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);
/// IPv4 addresses in a network with IPv6 only (NAT64).
const NAT64: Ipv6Net = v6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96);

const fn v4([a, b, c, d]: [u8; 4], bits: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), bits)
}

const fn v6([a, b, c, d, e, f, g, h]: [u16; 8], bits: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, g, h), bits)
}

/// Whether an address is one of the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => !SPECIAL_V4.iter().any(|network| network.contains(&address)),
        IpAddr::V6(address) if NAT64.contains(&address) => {
            let [.., a, b, c, d] = address.octets();
            is_public(Ipv4Addr::new(a, b, c, d).into())
        }
        IpAddr::V6(address) => {
            GLOBAL_V6.contains(&address) && !SPECIAL_V6.iter().any(|network| network.contains(&address))
        }
    }
}

/// Names that are looked up at once. Where no name server answers, each takes a thread of the runtime for half a
/// minute, also when nobody waits for it any more; without a bound none would be left for engines and pairings.
const MAX_LOOKUPS: u32 = 64;

static LOOKUPS: Semaphore = Semaphore::const_new(MAX_LOOKUPS as usize);

/// The addresses of a name, public or not.
async fn look_up(name: Name) -> io::Result<std::vec::IntoIter<SocketAddr>> {
    let place = LOOKUPS.acquire().await.map_err(io::Error::other)?;
    let looked_up = tokio::task::spawn_blocking(move || {
        let found = (name.as_str(), 0).to_socket_addrs();
        drop(place);
        found
    });
    looked_up.await?
}

/// Resolves names to their public addresses.
#[derive(Debug, Clone, Copy)]
pub(super) struct PublicResolver;

impl Service<Name> for PublicResolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, io::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), io::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        Box::pin(async move {
            let found = look_up(name.clone()).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            match public.is_empty() {
                true => Err(io::Error::other(format!("`{}` has no public address", name.as_str()))),
                false => Ok(public.into_iter()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;
    use tower::Service;

    use super::{LOOKUPS, MAX_LOOKUPS, PublicResolver, is_public};

    #[test]
    fn address_of_an_inner_network_is_not_public() {
        for text in [
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "fe80::1",
            "fc00::1",
            "fd12:3456::1",
            "ff02::1",
            "64:ff9b::a00:1",
            "64:ff9b:1::808:808",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "4000::1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        for text in [
            "8.8.8.8",
            "142.250.1.95",
            "172.32.0.1",
            "100.128.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2a00:1450:4001::5f",
            "2620:149::1",
            "2001:4860:4860::8888",
        ] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }

    /// A name that leads to an inner address is refused where the connection is made, so a name that
    /// changes between a check and the connection gains nothing.
    #[tokio::test]
    async fn name_of_an_inner_address_is_not_resolved() {
        let refused = PublicResolver.call("localhost".parse().unwrap()).await.unwrap_err().to_string();
        assert!(refused.contains("no public address"), "{refused}");
    }

    #[tokio::test]
    async fn name_waits_while_as_many_are_looked_up_as_may_be() {
        let others = LOOKUPS.acquire_many(MAX_LOOKUPS).await.unwrap();
        let mut asked = PublicResolver.call("localhost".parse().unwrap());
        assert!(timeout(Duration::from_millis(50), asked.as_mut()).await.is_err());
        drop(others);
        assert!(asked.await.is_err(), "an inner address");
    }
}
