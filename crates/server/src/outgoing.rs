//! Requests of this server to others: push services, and the receivers of webhooks.
//!
//! Where they go is chosen by clients, so a server that asks could be made to ask anywhere: it connects to public
//! addresses only, over TLS, and knows which these are where the connection is made. No redirect is followed, and
//! little of an answer is read.

mod address;
mod client;

use std::time::Duration;

use rukh_store::clock::random_bytes;

pub(crate) use client::{OutgoingAnswer, OutgoingClient, OutgoingError, Reach};

/// A wait and a little more, so that what has failed together is not tried again together.
pub(crate) fn with_jitter(wait: Duration) -> Duration {
    let [jitter] = random_bytes::<1>().unwrap_or_default();
    wait.mul_f64(1.0 + f64::from(jitter) / 1024.0)
}
