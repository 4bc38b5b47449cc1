//! The queue of push messages and the task that sends them. No game waits for it: what does not fit
//! into the queue is dropped and counted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, header};
use http_body_util::Full;
use rukh_store::{PushRow, Store, clock};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};

use super::client::{self, Delivery};
use super::{Endpoint, PushConfig, PushEvent, PushKind, PushSubject, RecipientKeys};
use crate::outgoing::{OutgoingClient, with_jitter};

/// Events that wait in the queue.
const QUEUE_SIZE: usize = 1024;
/// Messages that are being sent or wait for another attempt.
const MAX_PENDING: usize = 4096;
/// Requests to push services at once.
const PARALLEL: usize = 16;
/// Attempts to send a message.
const MAX_ATTEMPTS: u32 = 5;
/// Factor from one delay to the next.
const BACKOFF: u32 = 4;
/// How long games may still queue events when the server shuts down.
const LINGER: Duration = Duration::from_millis(200);
/// Longest wait that a push service may ask for.
const MAX_WAIT: Duration = Duration::from_secs(3600);

/// The sending end of the queue.
#[derive(Debug, Clone)]
pub struct PushSender(mpsc::Sender<PushEvent>);

impl PushSender {
    /// Queues an event for a player; it is dropped if the queue is full.
    pub fn send(&self, event: PushEvent) {
        let kind = event.kind;
        if self.0.try_send(event).is_err() {
            count(kind, "dropped");
        }
    }
}

/// The task that sends.
#[derive(Debug)]
pub(crate) struct PushTask {
    task: JoinHandle<()>,
    closing: watch::Sender<bool>,
}

impl PushTask {
    /// Begins to send what is put into a queue.
    pub(crate) fn spawn(config: PushConfig, store: Store) -> (PushSender, PushTask) {
        let (queue, inbox) = mpsc::channel(QUEUE_SIZE);
        let (closing, closed) = watch::channel(false);
        let shared = Shared {
            config,
            store,
            client: OutgoingClient::new(),
            slots: Semaphore::new(PARALLEL),
            latest: Mutex::default(),
            closed,
        };
        let task = tokio::spawn(run(Arc::new(shared), inbox));
        (PushSender(queue), PushTask { task, closing })
    }

    /// Sends what is queued, at most for `grace`; makes no further attempts.
    pub(crate) async fn close(self, grace: Duration) {
        self.closing.send_replace(true);
        let abort = self.task.abort_handle();
        if tokio::time::timeout(grace, self.task).await.is_err() {
            abort.abort();
        }
    }
}

/// What the messages that are being sent share.
struct Shared {
    config: PushConfig,
    store: Store,
    client: OutgoingClient,
    slots: Semaphore,
    /// Number of the newest message of a subscription about a game, as long as one is being sent.
    latest: Mutex<HashMap<(String, PushSubject), u64>>,
    closed: watch::Receiver<bool>,
}

async fn run(shared: Arc<Shared>, mut inbox: mpsc::Receiver<PushEvent>) {
    let (mut pending, mut number) = (JoinSet::new(), 0);
    let mut closed = shared.closed.clone();
    loop {
        let event = tokio::select! {
            biased;
            Some(_) = pending.join_next() => continue,
            event = inbox.recv() => event,
            // What was queued before is still sent.
            () = end(&mut closed), if !inbox.is_closed() => {
                inbox.close();
                continue;
            }
        };
        let Some(event) = event else { break };
        let rows = match shared.store.push_of(&event.player).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::warn!(%error, "subscriptions to push messages cannot be read");
                count(event.kind, "failed");
                continue;
            }
        };
        let event = Arc::new(event);
        for row in rows {
            if pending.len() >= MAX_PENDING {
                count(event.kind, "dropped");
                continue;
            }
            number += 1;
            shared.latest().insert((row.id.clone(), event.subject.clone()), number);
            pending.spawn(deliver(shared.clone(), event.clone(), row, number));
        }
    }
    while pending.join_next().await.is_some() {}
}

/// Waits until the server shuts down and its games have queued their last events.
async fn end(closed: &mut watch::Receiver<bool>) {
    // Without a sender the server is gone.
    let _ = closed.wait_for(|closed| *closed).await;
    tokio::time::sleep(LINGER).await;
}

/// Sends a message to one browser, with further attempts while it is the newest about its game.
async fn deliver(shared: Arc<Shared>, event: Arc<PushEvent>, row: PushRow, number: u64) {
    let key = (row.id.clone(), event.subject.clone());
    let outcome = shared.attempt(&event, &row, || shared.latest().get(&key) == Some(&number)).await;
    count(event.kind, outcome);
    let mut latest = shared.latest();
    if latest.get(&key) == Some(&number) {
        latest.remove(&key);
    }
}

impl Shared {
    fn latest(&self) -> MutexGuard<'_, HashMap<(String, PushSubject), u64>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends until the push service takes the message, refuses it, or a newer one is on its way.
    /// Returns the outcome as a label of metrics.
    async fn attempt(&self, event: &PushEvent, row: &PushRow, is_latest: impl Fn() -> bool) -> &'static str {
        // The list of services may have become shorter since the browser subscribed.
        let Ok(endpoint) = Endpoint::parse(&row.endpoint, &self.config.services) else {
            tracing::warn!(
                id = row.id,
                "a subscription to push messages is of a service that is not allowed"
            );
            return "refused";
        };
        let mut delay = self.config.retry_delay;
        for attempt in 1..=MAX_ATTEMPTS {
            if !is_latest() {
                return "replaced";
            }
            let sent = match self.slots.acquire().await {
                Ok(_slot) => self.send(event, row, &endpoint).await,
                Err(_) => return "failed",
            };
            match sent {
                Delivery::Taken => return "sent",
                Delivery::Gone => {
                    if let Err(error) = self.store.forget_push(row).await {
                        tracing::warn!(%error, "a subscription to push messages cannot be deleted");
                    }
                    return "gone";
                }
                Delivery::Refused(reason) => {
                    tracing::warn!(service = ?endpoint, reason, "a push service has refused a message");
                    return "refused";
                }
                Delivery::Later(wait, reason) => {
                    tracing::info!(service = ?endpoint, attempt, reason, "a push message could not be sent");
                    if attempt == MAX_ATTEMPTS || !self.pause(wait.unwrap_or(delay).min(MAX_WAIT)).await {
                        return "failed";
                    }
                    delay *= BACKOFF;
                }
            }
        }
        "failed"
    }

    /// Waits, and a little longer; false if the server shuts down meanwhile.
    async fn pause(&self, wait: Duration) -> bool {
        let mut closed = self.closed.clone();
        tokio::select! {
            () = tokio::time::sleep(with_jitter(wait)) => true,
            _ = closed.wait_for(|closed| *closed) => false,
        }
    }

    async fn send(&self, event: &PushEvent, row: &PushRow, endpoint: &Endpoint) -> Delivery {
        let encrypted =
            RecipientKeys::parse(&row.p256dh, &row.auth).map_err(|error| error.to_string().into());
        let encrypted = encrypted.and_then(|keys| keys.encrypt(&event.message(&row.locale)));
        let PushConfig { key, contact, .. } = &self.config;
        let request = encrypted.and_then(|body| {
            let request = Request::post(endpoint.uri().clone())
                .header(header::AUTHORIZATION, key.authorization(&endpoint.origin(), contact, clock::now()))
                .header(header::CONTENT_ENCODING, "aes128gcm")
                .header(header::CONTENT_TYPE, "application/octet-stream")
                .header("ttl", event.lifetime.as_secs())
                .header("urgency", "normal")
                .header("topic", event.topic())
                .body(Full::new(Bytes::from(body)));
            request.map_err(|error| error.to_string().into())
        });
        match request {
            Ok(request) => client::send(&self.client, endpoint, request).await,
            Err(reason) => Delivery::Refused(reason.into()),
        }
    }
}

/// Counts a message in the metrics.
fn count(kind: PushKind, outcome: &'static str) {
    let kind: &str = kind.into();
    metrics::counter!("rukh_push_total", "kind" => kind, "outcome" => outcome).increment(1);
}
