//! Limits of what clients may do: rates, counted per guest, address and subnet, and connections.
//!
//! A guest costs nothing, so a quota per guest alone would be no limit: the address and its subnet
//! are counted too. Every limit is counted by each node for itself.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use hmac::{Hmac, KeyInit, Mac};
use ipnet::IpNet;
use sha2::Sha256;

use crate::hex::to_hex;
use crate::id::GuestId;

/// A limited action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitedAction {
    /// Any request.
    Request,
    /// Creating a game or a seek, or accepting a seek.
    Creation,
    /// Becoming a new guest.
    NewGuest,
    /// Asking for a rematch.
    Rematch,
    /// Sending a chat message or a demonstration.
    Chat,
    /// Drawing a picture for shared links that is not kept.
    Card,
    /// Having a position analysed.
    Analysis,
    /// Having a game reviewed.
    Review,
    /// Computing what is wrong with a move of a puzzle, where that is not kept.
    Refutation,
    /// Downloading the games of a search.
    Download,
    /// Subscribing to push messages.
    Push,
    /// A request between nodes with an invalid signature.
    ForgedNodeRequest,
}

/// Burst size, and time to gain one more.
type Rate = (u32, Duration);

/// The rates of an action: per guest, per address and per subnet.
struct Rates {
    guest: Option<Rate>,
    address: Rate,
    subnet: Rate,
}

impl LimitedAction {
    const ALL: [LimitedAction; 12] = [
        LimitedAction::Request,
        LimitedAction::Creation,
        LimitedAction::NewGuest,
        LimitedAction::Rematch,
        LimitedAction::Chat,
        LimitedAction::Card,
        LimitedAction::Analysis,
        LimitedAction::Review,
        LimitedAction::Refutation,
        LimitedAction::Download,
        LimitedAction::Push,
        LimitedAction::ForgedNodeRequest,
    ];

    /// The action as a label of metrics.
    fn as_str(self) -> &'static str {
        match self {
            LimitedAction::Request => "request",
            LimitedAction::Creation => "creation",
            LimitedAction::NewGuest => "guest",
            LimitedAction::Rematch => "rematch",
            LimitedAction::Chat => "chat",
            LimitedAction::Card => "card",
            LimitedAction::Analysis => "analysis",
            LimitedAction::Review => "review",
            LimitedAction::Refutation => "refutation",
            LimitedAction::Download => "download",
            LimitedAction::Push => "push",
            LimitedAction::ForgedNodeRequest => "forged",
        }
    }

    /// The rates, as documented in `docs/operate.md`.
    fn rates(self) -> Rates {
        let ms = Duration::from_millis;
        match self {
            LimitedAction::Request => {
                Rates { guest: None, address: (400, ms(10)), subnet: (8000, Duration::from_micros(500)) }
            }
            LimitedAction::Creation => {
                Rates { guest: Some((60, ms(1000))), address: (60, ms(1000)), subnet: (600, ms(100)) }
            }
            LimitedAction::NewGuest => Rates { guest: None, address: (60, ms(5000)), subnet: (600, ms(500)) },
            LimitedAction::Rematch => {
                Rates { guest: Some((10, ms(6000))), address: (60, ms(1000)), subnet: (600, ms(100)) }
            }
            LimitedAction::Chat => {
                Rates { guest: Some((20, ms(500))), address: (60, ms(250)), subnet: (600, ms(25)) }
            }
            LimitedAction::Card => Rates { guest: None, address: (20, ms(2000)), subnet: (200, ms(200)) },
            LimitedAction::Analysis => {
                Rates { guest: Some((60, ms(500))), address: (120, ms(250)), subnet: (1200, ms(25)) }
            }
            LimitedAction::Review => {
                Rates { guest: Some((10, ms(10_000))), address: (20, ms(5000)), subnet: (200, ms(500)) }
            }
            LimitedAction::Refutation => {
                Rates { guest: Some((30, ms(2000))), address: (60, ms(1000)), subnet: (600, ms(100)) }
            }
            LimitedAction::Download => {
                Rates { guest: None, address: (6, ms(30_000)), subnet: (60, ms(3000)) }
            }
            LimitedAction::Push => {
                Rates { guest: Some((20, ms(6000))), address: (60, ms(2000)), subnet: (600, ms(200)) }
            }
            LimitedAction::ForgedNodeRequest => {
                Rates { guest: None, address: (20, ms(1000)), subnet: (200, ms(100)) }
            }
        }
    }
}

/// A limit is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitExceeded {
    /// Time after which the action may be tried again.
    pub retry_after: Duration,
}

struct Limiter {
    guests: Option<DefaultKeyedRateLimiter<GuestId>>,
    addresses: DefaultKeyedRateLimiter<IpNet>,
    subnets: DefaultKeyedRateLimiter<IpNet>,
}

impl Limiter {
    fn new(rates: &Rates) -> Limiter {
        Limiter {
            guests: rates.guest.map(limiter),
            addresses: limiter(rates.address),
            subnets: limiter(rates.subnet),
        }
    }

    fn check(&self, guest: Option<&GuestId>, address: Option<IpAddr>) -> Result<(), LimitExceeded> {
        // The subnet comes first: a subnet that has used up its quota adds no keys for addresses.
        if let Some(address) = address {
            take(&self.subnets, &subnet(address))?;
            take(&self.addresses, &host(address))?;
        }
        match (&self.guests, guest) {
            (Some(guests), Some(guest)) => take(guests, guest),
            _ => Ok(()),
        }
    }
}

fn limiter<K: Hash + Eq + Clone>((burst, period): Rate) -> DefaultKeyedRateLimiter<K> {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(period).unwrap_or(Quota::per_second(burst)).allow_burst(burst);
    RateLimiter::keyed(quota)
}

fn take<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), LimitExceeded> {
    limiter
        .check_key(key)
        .map_err(|until| LimitExceeded { retry_after: until.wait_time_from(DefaultClock::default().now()) })
}

/// The network that counts as one client: an IPv4 address, or the /64 that an IPv6 client has of
/// its own.
pub(crate) fn host(address: IpAddr) -> IpNet {
    network(address, 32, 64)
}

/// The network around a client: the /24 of an IPv4 address, the /48 of an IPv6 address.
pub(crate) fn subnet(address: IpAddr) -> IpNet {
    network(address, 24, 48)
}

fn network(address: IpAddr, v4: u8, v6: u8) -> IpNet {
    let address = address.to_canonical();
    let bits = if address.is_ipv4() { v4 } else { v6 };
    IpNet::new(address, bits).map_or_else(|_| IpNet::from(address), |net| net.trunc())
}

/// Names clients for limits that are stored: a keyed hash, so that no address is.
pub struct OriginNames {
    key: [u8; 32],
}

impl OriginNames {
    /// Uses the site key.
    #[must_use]
    pub fn new(key: [u8; 32]) -> OriginNames {
        OriginNames { key }
    }

    /// The name of an address, the same on every node.
    #[must_use]
    pub fn of(&self, address: IpAddr) -> String {
        // HMAC accepts keys of any length.
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.key).unwrap_or_else(|_| unreachable!());
        mac.update(b"rukh origin\n");
        mac.update(host(address).to_string().as_bytes());
        to_hex(&mac.finalize().into_bytes()[..8])
    }
}

/// The limits of a node.
pub struct Limits {
    limiters: HashMap<LimitedAction, Limiter>,
}

impl Default for Limits {
    fn default() -> Limits {
        let limiters = LimitedAction::ALL.map(|action| (action, Limiter::new(&action.rates()))).into();
        Limits { limiters }
    }
}

impl Limits {
    /// Counts an action of a guest at an address; `None` is not limited.
    ///
    /// # Errors
    /// The guest, the address or its subnet has used up its quota.
    pub fn check(
        &self,
        action: LimitedAction,
        guest: Option<&GuestId>,
        address: Option<IpAddr>,
    ) -> Result<(), LimitExceeded> {
        let Some(limiter) = self.limiters.get(&action) else { return Ok(()) };
        limiter.check(guest, address).inspect_err(|_| count_refusal(action.as_str()))
    }

    /// Drops limiters that have not been used recently.
    pub fn purge(&self) {
        for limiter in self.limiters.values() {
            limiter.addresses.retain_recent();
            limiter.subnets.retain_recent();
            if let Some(guests) = &limiter.guests {
                guests.retain_recent();
            }
        }
    }
}

/// Counts a refusal in the metrics.
pub fn count_refusal(kind: &'static str) {
    metrics::counter!("rukh_refused_total", "limit" => kind).increment(1);
}

/// Numbers of open connections by address and subnet.
#[derive(Debug, Default)]
pub struct ConnectionCounts(Arc<Mutex<HashMap<IpNet, usize>>>);

impl ConnectionCounts {
    /// Counts a connection of an address, of which there may be `per_address` and in its subnet
    /// `per_subnet`.
    pub fn open(&self, address: IpAddr, per_address: usize, per_subnet: usize) -> Option<CountedConnection> {
        let networks = [(host(address), per_address), (subnet(address), per_subnet)];
        let mut counts = locked(&self.0);
        if networks.iter().any(|(network, most)| counts.get(network).is_some_and(|count| count >= most)) {
            return None;
        }
        for (network, _) in networks {
            *counts.entry(network).or_default() += 1;
        }
        drop(counts);
        Some(CountedConnection { counts: self.0.clone(), networks: networks.map(|(network, _)| network) })
    }
}

fn locked(counts: &Mutex<HashMap<IpNet, usize>>) -> MutexGuard<'_, HashMap<IpNet, usize>> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection counted in [`ConnectionCounts`] until it is dropped.
#[derive(Debug)]
pub struct CountedConnection {
    counts: Arc<Mutex<HashMap<IpNet, usize>>>,
    networks: [IpNet; 2],
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        let mut counts = locked(&self.counts);
        for network in &self.networks {
            let is_last = counts.get_mut(network).is_some_and(|count| {
                *count -= 1;
                *count == 0
            });
            if is_last {
                counts.remove(network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::Duration;

    use super::{ConnectionCounts, LimitedAction, Limits, host, subnet};

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn creation_quota_is_shared_by_guests_of_an_address() {
        let limits = Limits::default();
        let create = |guest: &str, address: Option<IpAddr>| {
            limits.check(LimitedAction::Creation, Some(&guest.parse().unwrap()), address)
        };
        let address = Some(ip("8.8.8.8"));
        let allowed = (0..100).filter(|number| create(&number.to_string(), address).is_ok()).count();
        assert!((60..=65).contains(&allowed), "{allowed}");
        let wait = create("another", address).unwrap_err().retry_after;
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(1), "{wait:?}");
        assert!(create("somebody", Some(ip("9.9.9.9"))).is_ok() && create("else", None).is_ok());
        let alone = (0..100).filter(|_| create("local", None).is_ok()).count();
        assert!((60..=65).contains(&alone), "{alone}");
    }

    #[test]
    fn subnet_quota_is_shared_by_its_addresses() {
        let limits = Limits::default();
        let new = |address: IpAddr| limits.check(LimitedAction::NewGuest, None, Some(address)).is_ok();
        let of_subnet =
            |net: u8| (0..2000_u16).filter(|n| new(IpAddr::from([10, 0, net, (n % 250) as u8]))).count();
        let allowed = of_subnet(1);
        assert!((600..=620).contains(&allowed), "{allowed}");
        assert!(new(ip("10.0.2.1")));
    }

    #[test]
    fn origin_is_that_of_the_client_and_the_site() {
        let names = super::OriginNames::new([1; 32]);
        let of = |text: &str| names.of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::2"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert_ne!(of("192.0.2.1"), super::OriginNames::new([2; 32]).of("192.0.2.1".parse().unwrap()));
        assert_eq!(of("192.0.2.1").len(), 16);
    }

    #[test]
    fn network_masks_addresses() {
        assert_eq!(host(ip("2001:db8:1:2:3:4:5:6")), host(ip("2001:db8:1:2:ffff::1")));
        assert_ne!(host(ip("2001:db8:1:2::1")), host(ip("2001:db8:1:3::1")));
        assert_eq!(subnet(ip("2001:db8:1:2::1")), subnet(ip("2001:db8:1:3::1")));
        assert_eq!(host(ip("::ffff:8.8.8.8")), host(ip("8.8.8.8")));
        assert_eq!(subnet(ip("8.8.8.8")), subnet(ip("8.8.8.9")));
    }

    #[test]
    fn connections_are_counted_by_address_and_subnet() {
        let counts = ConnectionCounts::default();
        let held: Vec<_> = (0..5).filter_map(|_| counts.open(ip("8.8.8.8"), 3, 4)).collect();
        let more: Vec<_> = (0..5).filter_map(|_| counts.open(ip("8.8.8.9"), 3, 4)).collect();
        assert_eq!((held.len(), more.len()), (3, 1));
        drop(held);
        assert!(counts.open(ip("8.8.8.9"), 3, 4).is_some());
    }
}
