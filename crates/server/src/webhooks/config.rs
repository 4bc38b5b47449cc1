//! Settings of webhooks.

use std::net::SocketAddr;
use std::time::Duration;

use rukh_store::FailureLimit;

/// How much further back than the one before each look for what has happened goes, in milliseconds: longer than a
/// transaction takes, and than clocks of nodes differ.
pub(super) const OVERLAP: u64 = 300_000;
/// Delays before the second attempt and each further one.
const DELAYS: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
    Duration::from_secs(2 * 3600),
    Duration::from_secs(5 * 3600),
    Duration::from_secs(10 * 3600),
];
/// A webhook that has failed twenty times and for three days is switched off.
const FAILURE_LIMIT: FailureLimit = FailureLimit { attempts: 20, age: 3 * 86_400_000 };

/// Settings of webhooks.
#[derive(Debug, Clone)]
pub struct WebhookConfig {
    /// Addresses of this machine that are posted to without TLS, for tests.
    pub loopback: Vec<SocketAddr>,
    /// How often is looked for what has happened and what is due.
    pub interval: Duration,
    /// Delays before the second attempt and each further one; after the last one a delivery is given up.
    pub delays: Vec<Duration>,
    /// When a webhook that fails is switched off.
    pub failure_limit: FailureLimit,
}

impl Default for WebhookConfig {
    fn default() -> WebhookConfig {
        WebhookConfig {
            loopback: Vec::new(),
            interval: Duration::from_secs(1),
            delays: DELAYS.to_vec(),
            failure_limit: FAILURE_LIMIT,
        }
    }
}
