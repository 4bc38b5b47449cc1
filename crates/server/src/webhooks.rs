//! Webhooks: what happens to an account is posted to addresses that its owner has named, for programs that cannot hold
//! a stream open.
//!
//! One task of each node finds what has happened ([`watch`]) and writes it to the store, another posts it
//! ([`sender`]). What is posted is what the stream of the account says, signed as the Standard Webhooks specification
//! defines. Nothing is lost with a node that is killed, and something may be posted twice, under one id.

mod config;
mod sender;
mod service;
mod signature;
mod target;
mod watch;

use std::sync::Arc;
use std::time::{Duration, Instant};

pub use config::WebhookConfig;
pub use service::Webhooks;

pub(crate) use service::export;

use sender::WebhookSender;
use watch::Watch;

/// How often what waits is counted.
const COUNT_INTERVAL: Duration = Duration::from_secs(15);

/// Finds what is to be posted, and posts it. Runs until shutdown; ends at once where nothing is posted.
pub(crate) async fn run(webhooks: Arc<Webhooks>) {
    let Ok(config) = webhooks.config().cloned() else { return };
    let interval = config.interval;
    tokio::join!(WebhookSender::new(webhooks.clone(), config).run(), look(&webhooks, interval));
}

async fn look(webhooks: &Webhooks, interval: Duration) {
    let (mut watch, mut counted) = (Watch::default(), None::<Instant>);
    loop {
        tokio::time::sleep(interval).await;
        if let Err(error) = watch.look(webhooks).await {
            tracing::warn!(%error, "it cannot be found what is to be posted to webhooks");
        }
        if counted.is_none_or(|at| at.elapsed() >= COUNT_INTERVAL) {
            counted = Some(Instant::now());
            match webhooks.store().waiting_deliveries().await {
                Ok(waiting) => metrics::gauge!("rukh_webhook_waiting").set(waiting as f64),
                Err(error) => tracing::warn!(%error, "deliveries of webhooks cannot be counted"),
            }
        }
    }
}
