//! Who asks for work, and under what it is counted: everything that is shared fairly is shared by these.

use std::net::IpAddr;

use ipnet::IpNet;
use rukh_session::id::GuestId;

/// Who asks for work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// `None` for programs on this machine, which have no share: together they are one owner.
    subnet: Option<IpNet>,
    address: Option<IpNet>,
    guest: Option<GuestId>,
}

impl Owner {
    /// Number of the levels at which an owner is known.
    pub const LEVELS: usize = 3;

    /// A guest at an address, as far as they are known.
    #[must_use]
    pub fn new(guest: Option<&GuestId>, address: Option<IpAddr>) -> Owner {
        Owner { subnet: address.map(subnet), address: address.map(host), guest: guest.cloned() }
    }

    /// The guest, if it is known.
    #[must_use]
    pub fn guest(&self) -> Option<&GuestId> {
        self.guest.as_ref()
    }

    /// What holds the owner's work at each level: the subnet, the address and the guest.
    #[must_use]
    pub fn holders(&self) -> [Holder; Owner::LEVELS] {
        [Holder::Subnet(self.subnet), Holder::Address(self.address), Holder::Guest(self.guest.clone())]
    }
}

/// Under what an owner's work is counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Holder {
    /// The network of its address.
    Subnet(Option<IpNet>),
    /// Its address.
    Address(Option<IpNet>),
    /// The guest.
    Guest(Option<GuestId>),
}

/// The network that counts as one client: an IPv4 address, or the /64 that an IPv6 client has of
/// its own.
#[must_use]
pub fn host(address: IpAddr) -> IpNet {
    network(address, 32, 64)
}

/// The network around a client: the /24 of an IPv4 address, the /48 of an IPv6 address.
#[must_use]
pub fn subnet(address: IpAddr) -> IpNet {
    network(address, 24, 48)
}

fn network(address: IpAddr, v4: u8, v6: u8) -> IpNet {
    let address = address.to_canonical();
    let bits = if address.is_ipv4() { v4 } else { v6 };
    IpNet::new(address, bits).map_or_else(|_| IpNet::from(address), |net| net.trunc())
}

#[cfg(test)]
mod tests {
    use super::{host, subnet};

    #[test]
    fn network_masks_addresses() {
        assert_eq!(host(ip("2001:db8:1:2:3:4:5:6")), host(ip("2001:db8:1:2:ffff::1")));
        assert_ne!(host(ip("2001:db8:1:2::1")), host(ip("2001:db8:1:3::1")));
        assert_eq!(subnet(ip("2001:db8:1:2::1")), subnet(ip("2001:db8:1:3::1")));
        assert_eq!(host(ip("::ffff:8.8.8.8")), host(ip("8.8.8.8")));
        assert_eq!(subnet(ip("8.8.8.8")), subnet(ip("8.8.8.9")));
    }

    fn ip(text: &str) -> std::net::IpAddr {
        text.parse().unwrap()
    }
}
