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
use rukh_engine_pool::owner::{host, subnet};
use sha2::Sha256;
use strum::{IntoStaticStr, VariantArray};
use tokio::sync::Notify;

use crate::id::GuestId;

/// A limited action; its word is a label of metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum LimitedAction {
    /// Any request.
    Request,
    /// Creating a game or a seek, or accepting a seek.
    Creation,
    /// Becoming a new guest.
    #[strum(serialize = "guest")]
    NewGuest,
    /// Changing or deleting the own name.
    Naming,
    /// Signing out everywhere else.
    Revocation,
    /// Signing in, making an account, or adding a way to sign in.
    SignIn,
    /// Trying a password or a code for an account, by whomever.
    SignInTo,
    /// Having a mail sent.
    Email,
    /// Downloading everything about oneself.
    Export,
    /// Writing into a study.
    Study,
    /// Reporting something, answering a decision, or blocking somebody.
    Report,
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
    /// Changing or testing a webhook.
    Webhook,
}

/// Burst size, and time to gain one more.
pub(crate) type Rate = (u32, Duration);

/// The rates of an action: per guest, per address and per subnet.
struct Rates {
    guest: Option<Rate>,
    address: Rate,
    subnet: Rate,
}

impl LimitedAction {
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
            // Each is kept until the tokens have expired.
            LimitedAction::Revocation => {
                Rates { guest: None, address: (20, ms(3_600_000)), subnet: (60, ms(1_200_000)) }
            }
            LimitedAction::SignIn => {
                Rates { guest: None, address: (30, ms(10_000)), subnet: (300, ms(1000)) }
            }
            // What one account gets, from everywhere: 10 at once, then one in a minute.
            LimitedAction::SignInTo => {
                Rates { guest: Some((10, ms(60_000))), address: (60, ms(10_000)), subnet: (600, ms(1000)) }
            }
            // Beside what the database counts for each address.
            LimitedAction::Email => Rates {
                guest: Some((5, ms(1_200_000))),
                address: (10, ms(360_000)),
                subnet: (60, ms(60_000)),
            },
            LimitedAction::Export => Rates {
                guest: Some((3, ms(1_200_000))),
                address: (12, ms(300_000)),
                subnet: (60, ms(60_000)),
            },
            LimitedAction::Naming | LimitedAction::Rematch => {
                Rates { guest: Some((10, ms(6000))), address: (60, ms(1000)), subnet: (600, ms(100)) }
            }
            // A writer sends what has been typed in a second or so.
            LimitedAction::Study => {
                Rates { guest: Some((60, ms(500))), address: (240, ms(125)), subnet: (2400, ms(12)) }
            }
            LimitedAction::Report => {
                Rates { guest: Some((10, ms(60_000))), address: (30, ms(60_000)), subnet: (300, ms(6000)) }
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
            LimitedAction::Webhook => {
                Rates { guest: Some((20, ms(15_000))), address: (40, ms(7500)), subnet: (400, ms(750)) }
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
            guests: rates.guest.map(|rate| RateLimiter::keyed(quota(rate))),
            addresses: RateLimiter::keyed(quota(rates.address)),
            subnets: RateLimiter::keyed(quota(rates.subnet)),
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

pub(crate) fn quota((burst, period): Rate) -> Quota {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(period).unwrap_or(Quota::per_second(burst)).allow_burst(burst)
}

fn take<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), LimitExceeded> {
    limiter
        .check_key(key)
        .map_err(|until| LimitExceeded { retry_after: until.wait_time_from(DefaultClock::default().now()) })
}

/// Names clients for limits whose counts are stored or pass between nodes: keyed hashes, so that no address
/// is in the database.
#[derive(Clone)]
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
        hex::encode(self.hash(host(address)))
    }

    /// A private IPv6 address that stands for an address: those of one host or one subnet are alike in
    /// the bits that limits compare.
    #[must_use]
    pub fn alias(&self, address: IpAddr) -> IpAddr {
        let [net, host] = [subnet(address), host(address)].map(|network| self.hash(network));
        let mut octets = [0; 16];
        octets[0] = 0xfd;
        octets[1..6].copy_from_slice(&net[..5]);
        octets[6..8].copy_from_slice(&host[..2]);
        IpAddr::from(octets)
    }

    fn hash(&self, network: IpNet) -> [u8; 8] {
        // HMAC accepts keys of any length.
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.key).unwrap_or_else(|_| unreachable!());
        mac.update(b"rukh origin\n");
        mac.update(network.to_string().as_bytes());
        std::array::from_fn({
            let hash = mac.finalize().into_bytes();
            move |index| hash[index]
        })
    }
}

/// The limits of a node.
pub struct Limits {
    limiters: HashMap<LimitedAction, Limiter>,
}

impl Default for Limits {
    fn default() -> Limits {
        let limiters =
            LimitedAction::VARIANTS.iter().map(|action| (*action, Limiter::new(&action.rates()))).collect();
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
        let Some(limiter) = self.limiters.get(&action) else {
            return Ok(());
        };
        limiter.check(guest, address).inspect_err(|_| count_refusal(action.into()))
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

/// Open connections by subnet and address. When no more are possible, the newest one of the owner that holds
/// most gives way.
#[derive(Debug, Default)]
pub struct OpenConnections(Arc<Mutex<Subnets>>);

/// Connections by the addresses of a subnet, each with its number, the newest last.
type Addresses = HashMap<IpNet, Vec<(u64, Arc<Notify>)>>;

#[derive(Debug, Default)]
struct Subnets {
    subnets: HashMap<IpNet, Addresses>,
    last_number: u64,
}

fn total(addresses: &Addresses) -> usize {
    addresses.values().map(Vec::len).sum()
}

impl Subnets {
    /// The subnet and the address that hold most, if that is more than a newcomer holds with one.
    fn weightiest(&self, newcomer: IpAddr) -> Option<[IpNet; 2]> {
        let (own_subnet, own) = (subnet(newcomer), host(newcomer));
        let (subnet, addresses) = self.subnets.iter().max_by_key(|(_, addresses)| total(addresses))?;
        let (address, open) = addresses.iter().max_by_key(|(_, open)| open.len())?;
        let holds_more = match *subnet == own_subnet {
            true => open.len() > addresses.get(&own).map_or(1, Vec::len),
            false => total(addresses) > self.subnets.get(&own_subnet).map_or(1, total),
        };
        holds_more.then_some([*subnet, *address])
    }

    /// Takes connections of an address off.
    fn remove(&mut self, [subnet, address]: [IpNet; 2], take: impl FnOnce(&mut Vec<(u64, Arc<Notify>)>)) {
        let Some(addresses) = self.subnets.get_mut(&subnet) else { return };
        let Some(open) = addresses.get_mut(&address) else { return };
        take(open);
        if open.is_empty() {
            addresses.remove(&address);
            if addresses.is_empty() {
                self.subnets.remove(&subnet);
            }
        }
    }
}

impl OpenConnections {
    fn lock(&self) -> MutexGuard<'_, Subnets> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection of an address, of which there may be `per_address` and in its subnet
    /// `per_subnet`.
    pub fn open(&self, address: IpAddr, per_address: usize, per_subnet: usize) -> Option<CountedConnection> {
        let networks = [subnet(address), host(address)];
        let mut all = self.lock();
        let is_full = |held: &Addresses| {
            total(held) >= per_subnet || held.get(&networks[1]).is_some_and(|open| open.len() >= per_address)
        };
        if all.subnets.get(&networks[0]).is_some_and(is_full) {
            return None;
        }
        all.last_number += 1;
        let (number, gives_way) = (all.last_number, Arc::new(Notify::new()));
        let addresses = all.subnets.entry(networks[0]).or_default();
        addresses.entry(networks[1]).or_default().push((number, gives_way.clone()));
        Some(CountedConnection { all: OpenConnections(self.0.clone()), networks, number, gives_way })
    }

    /// Whether another owner holds more than a client does.
    #[must_use]
    pub fn have_heavier(&self, client: IpAddr) -> bool {
        self.lock().weightiest(client).is_some()
    }

    /// Has a connection give way to a newcomer; false if no owner holds more than the newcomer.
    #[must_use]
    pub fn make_room(&self, newcomer: IpAddr) -> bool {
        let mut all = self.lock();
        let Some(networks) = all.weightiest(newcomer) else { return false };
        all.remove(networks, |open| {
            if let Some((_, gives_way)) = open.pop() {
                gives_way.notify_one();
            }
        });
        true
    }
}

/// A connection counted in [`OpenConnections`] until it gives way or is dropped.
#[derive(Debug)]
pub struct CountedConnection {
    all: OpenConnections,
    networks: [IpNet; 2],
    number: u64,
    gives_way: Arc<Notify>,
}

impl CountedConnection {
    /// Told when the connection is to be closed in favour of somebody who holds less.
    #[must_use]
    pub fn gives_way(&self) -> Arc<Notify> {
        self.gives_way.clone()
    }
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        let number = self.number;
        self.all.lock().remove(self.networks, |open| open.retain(|(known, _)| *known != number));
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::Duration;

    use futures_util::FutureExt;
    use rukh_store::{MAX_REVOCATIONS, TOKEN_LIFETIME};

    use super::{LimitedAction, Limits, OpenConnections, host, subnet};

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
    fn alias_keeps_who_shares_a_host_or_a_subnet_and_no_address() {
        let names = super::OriginNames::new([1; 32]);
        let of = |text: &str| names.alias(ip(text));
        for (one, other, is_same_host, is_same_subnet) in [
            ("192.0.2.1", "192.0.2.1", true, true),
            ("192.0.2.1", "192.0.2.2", false, true),
            ("192.0.2.1", "192.0.3.1", false, false),
            ("2001:db8::1", "2001:db8::2", true, true),
            ("2001:db8:0:1::1", "2001:db8:0:2::1", false, true),
        ] {
            let (one, other) = (of(one), of(other));
            assert_eq!(host(one) == host(other), is_same_host, "{one} {other}");
            assert_eq!(subnet(one) == subnet(other), is_same_subnet, "{one} {other}");
        }
        assert_ne!(of("192.0.2.1"), super::OriginNames::new([2; 32]).alias(ip("192.0.2.1")));
    }

    #[test]
    fn connections_are_counted_by_address_and_subnet() {
        let all = OpenConnections::default();
        let held: Vec<_> = (0..5).filter_map(|_| all.open(ip("8.8.8.8"), 3, 4)).collect();
        let more: Vec<_> = (0..5).filter_map(|_| all.open(ip("8.8.8.9"), 3, 4)).collect();
        assert_eq!((held.len(), more.len()), (3, 1));
        drop(held);
        assert!(all.open(ip("8.8.8.9"), 3, 4).is_some());
        drop(more);
        assert!(all.lock().subnets.is_empty(), "nobody is remembered");
    }

    #[test]
    fn newest_connection_of_whoever_holds_most_gives_way() {
        let all = OpenConnections::default();
        let open = |address: &str| all.open(ip(address), 9, 9).unwrap();
        let held = ["8.8.8.8", "8.8.8.8", "8.8.8.9", "9.9.9.9", "9.9.9.9"].map(open);
        let gives_way = |one: &super::CountedConnection| one.gives_way().notified().now_or_never().is_some();
        let newcomer = open("7.7.7.7");
        assert!(!all.have_heavier(ip("8.8.8.8")), "it holds most itself");
        assert!(all.have_heavier(ip("8.8.8.9")), "beside it in the subnet is one that holds more");
        assert!(all.make_room(ip("7.7.7.7")));
        assert_eq!(held.each_ref().map(gives_way), [false, true, false, false, false]);
        // Two and two are left beside one.
        assert!(all.make_room(ip("7.7.7.7")) && all.make_room(ip("7.7.7.7")));
        assert!(!all.make_room(ip("7.7.7.7")), "nobody holds more than one");
        drop((held, newcomer));
        assert!(all.lock().subnets.is_empty(), "nobody is remembered");
    }

    /// One subnet alone cannot fill the table of revocations, not even on three nodes.
    #[test]
    fn revocations_of_a_subnet_leave_room_for_others() {
        let (burst, period) = LimitedAction::Revocation.rates().subnet;
        let most = u64::from(burst) + TOKEN_LIFETIME / period.as_secs();
        assert!(3 * most < MAX_REVOCATIONS, "{most}");
    }
}
