//! Posting: each delivery by one node, again after what may be better later.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, StatusCode, header};
use http_body_util::Full;
use rukh_store::{DeliveryAttempt, DeliveryOutcome, DueDelivery, WebhookRow, clock};
use tokio::task::{Id, JoinSet};

use super::config::WebhookConfig;
use super::service::{TEST, Webhooks};
use super::signature::signatures;
use super::target::WebhookTarget;
use crate::accounts::after;
use crate::id::GuestId;
use crate::outgoing::{OutgoingClient, OutgoingError, with_jitter};
use crate::wire::webhook::WebhookProblem;

/// Requests at once. The store gives few of them to one account.
const PARALLEL: usize = 256;
/// Longest wait that a receiver may ask for.
const MAX_WAIT: Duration = Duration::from_secs(3600);
/// What this server calls itself.
const AGENT: &str = concat!("Rukh-Webhooks/", env!("CARGO_PKG_VERSION"));

/// Posts what is due.
pub(super) struct WebhookSender {
    webhooks: Arc<Webhooks>,
    config: WebhookConfig,
    client: OutgoingClient,
}

impl WebhookSender {
    pub(super) fn new(webhooks: Arc<Webhooks>, config: WebhookConfig) -> WebhookSender {
        WebhookSender { webhooks, config, client: OutgoingClient::new() }
    }

    /// Runs until shutdown.
    pub(super) async fn run(self) {
        let sender = Arc::new(self);
        let (mut tasks, mut busy) = (JoinSet::new(), HashMap::<Id, GuestId>::new());
        loop {
            let most = u32::try_from(PARALLEL.saturating_sub(tasks.len())).unwrap_or_default();
            let people: Vec<GuestId> = busy.values().cloned().collect();
            let due = match most {
                0 => Vec::new(),
                _ => {
                    sender.webhooks.store().take_deliveries(clock::now(), most, &people).await.unwrap_or_else(
                        |error| {
                            tracing::warn!(%error, "deliveries of webhooks cannot be read");
                            Vec::new()
                        },
                    )
                }
            };
            for delivery in due {
                let (sender, player) = (sender.clone(), delivery.player.clone());
                let task = tasks.spawn(async move { sender.deliver(&delivery).await });
                busy.insert(task.id(), player);
            }
            tokio::select! {
                Some(done) = tasks.join_next_with_id() => {
                    busy.remove(&done.map_or_else(|error| error.id(), |(id, ())| id));
                }
                () = tokio::time::sleep(sender.config.interval) => {}
            }
        }
    }

    /// Tries a delivery, and notes what came of it.
    async fn deliver(&self, delivery: &DueDelivery) {
        let store = self.webhooks.store();
        let webhook = match store.webhook(&delivery.webhook).await {
            Ok(webhook) => webhook.filter(|row| row.stopped.is_none() || delivery.kind == TEST),
            Err(error) => return tracing::warn!(%error, "a webhook cannot be read"),
        };
        let Some(webhook) = webhook else {
            count("void");
            if let Err(error) = store.give_up_delivery(delivery).await {
                tracing::warn!(id = delivery.id, %error, "a delivery cannot be given up");
            }
            return;
        };
        let attempt = self.attempt(&webhook, delivery).await;
        count(match attempt.outcome {
            DeliveryOutcome::Taken => "delivered",
            DeliveryOutcome::Retry(_) => "retried",
            DeliveryOutcome::GivenUp => "failed",
            DeliveryOutcome::Gone => "gone",
        });
        match store.note_attempt(delivery, attempt, self.config.failure_limit).await {
            Ok(true) => tracing::info!(id = webhook.id, "a webhook that has failed is switched off"),
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(id = delivery.id, %error, "a delivery is tried again, whatever came of it")
            }
        }
    }

    async fn attempt(&self, webhook: &WebhookRow, delivery: &DueDelivery) -> DeliveryAttempt<'static> {
        let (id, attempts) = (delivery.id.as_str(), delivery.attempts);
        // What is allowed may have changed since the webhook was made.
        let request = WebhookTarget::parse(&webhook.url, &self.config.loopback)
            .map_err(|error| error.to_string())
            .and_then(|target| Ok((target.reach(), request(webhook, &target, delivery)?)));
        let (reach, request) = match request {
            Ok(request) => request,
            Err(reason) => {
                tracing::info!(id, reason, "a delivery of a webhook is not allowed");
                let problem = Some(WebhookProblem::NotAllowed.into());
                let outcome = DeliveryOutcome::GivenUp;
                return DeliveryAttempt { at: clock::now(), answer: None, problem, outcome };
            }
        };
        let answered = self.client.send(reach, request).await;
        let at = clock::now();
        let (answer, problem, wait) = match &answered {
            Ok(answer) if answer.status.is_success() => {
                let answer = Some(answer.status.as_u16());
                return DeliveryAttempt { at, answer, problem: None, outcome: DeliveryOutcome::Taken };
            }
            Ok(answer) => {
                // Its text may be anything, so only the status is kept.
                tracing::debug!(id, attempts, status = %answer.status, text = answer.text, "not delivered");
                (Some(answer.status.as_u16()), None, answer.retry_after)
            }
            Err(error) => {
                tracing::debug!(id, attempts, %error, "not delivered");
                let problem = match error {
                    OutgoingError::Late => WebhookProblem::Late,
                    // Why is not told: it would tell of names and ports in the operator's network.
                    OutgoingError::Unreached(_) => WebhookProblem::Unreached,
                };
                (None, Some(problem.into()), None)
            }
        };
        // Whoever asks for a test waits for what comes of it.
        let delays: &[Duration] = if delivery.kind == TEST { &[] } else { &self.config.delays };
        let next = delays.get(attempts.saturating_sub(1) as usize);
        let outcome = match next {
            _ if answer == Some(StatusCode::GONE.as_u16()) => DeliveryOutcome::Gone,
            Some(delay) => {
                let delay = (*delay).max(wait.unwrap_or_default().min(MAX_WAIT));
                DeliveryOutcome::Retry(after(at, with_jitter(delay)))
            }
            None => DeliveryOutcome::GivenUp,
        };
        DeliveryAttempt { at, answer, problem, outcome }
    }
}

fn request(
    webhook: &WebhookRow,
    target: &WebhookTarget,
    delivery: &DueDelivery,
) -> Result<Request<Full<Bytes>>, String> {
    let at = clock::now();
    Request::post(target.uri().clone())
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, AGENT)
        .header("webhook-id", &delivery.id)
        .header("webhook-timestamp", at.as_u64() / 1000)
        .header("webhook-signature", signatures(webhook, (&delivery.id, at), &delivery.body))
        .body(Full::new(Bytes::from(delivery.body.clone())))
        .map_err(|error| error.to_string())
}

/// Counts an attempt in the metrics.
fn count(outcome: &'static str) {
    metrics::counter!("rukh_webhook_total", "outcome" => outcome).increment(1);
}
