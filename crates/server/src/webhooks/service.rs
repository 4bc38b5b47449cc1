//! What owners do with their webhooks.

use std::sync::Arc;
use std::time::Duration;

use rukh_store::{
    DeliveryRow, NewDelivery, Store, StoreError, WebhookRow,
    clock::{self, random_id},
};
use serde_json::{Value as Json, json};

use super::config::{OVERLAP, WebhookConfig};
use super::signature::new_secret;
use super::target::WebhookTarget;
use crate::accounts::{Refusal, after};
use crate::appointments::Appointments;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::say::host as say;
use crate::wire::account_feed::AccountChange;
use crate::wire::time::UnixMillis;
use crate::wire::webhook::{
    Webhook, WebhookDelivery, WebhookDeliveryList, WebhookDeliveryState, WebhookEvent, WebhookList,
    WebhookRequest, WebhookSecret,
};

/// Webhooks of an account.
const MAX_WEBHOOKS: u32 = 5;
/// Length of the id of a webhook, in letters.
const ID_LENGTH: usize = 16;
/// Kind of a test delivery.
pub(super) const TEST: &str = "test";
/// How long the secret before signs too, so that receivers can be changed meanwhile.
const FORMER_LIFETIME: Duration = Duration::from_secs(86_400);

/// Webhooks of a server.
pub struct Webhooks {
    store: Store,
    pub(super) appointments: Arc<Appointments>,
    config: Option<WebhookConfig>,
}

impl Webhooks {
    /// The webhooks in a store; without settings nothing is posted.
    #[must_use]
    pub fn new(store: Store, appointments: Arc<Appointments>, config: Option<WebhookConfig>) -> Webhooks {
        Webhooks { store, appointments, config }
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// The settings.
    ///
    /// # Errors
    /// Nothing is posted.
    pub(super) fn config(&self) -> Result<&WebhookConfig, ApiError> {
        Ok(self.config.as_ref().ok_or(Refusal::WebhooksOff)?)
    }

    /// The webhooks of an account.
    pub(crate) async fn list(&self, player: &GuestId) -> Result<WebhookList, ApiError> {
        let webhooks = self.store.webhooks_of(player).await?.into_iter().map(view).collect();
        Ok(WebhookList { offered: self.config.is_some(), most: MAX_WEBHOOKS, webhooks })
    }

    /// Adds a webhook.
    pub(crate) async fn add(
        &self,
        player: &GuestId,
        request: &WebhookRequest,
    ) -> Result<WebhookSecret, ApiError> {
        let target = WebhookTarget::parse(&request.url, &self.config()?.loopback).map_err(|error| {
            let message = say::error_request(error.to_string());
            ApiError::Input { code: "bad_webhook_url", message, hint: Some(say::hint_webhook_url()) }
        })?;
        let mut events = request.events.clone();
        events.sort_unstable();
        events.dedup();
        if events.is_empty() {
            return Err(ApiError::input("bad_webhook_events", "name at least one kind of event".to_owned()));
        }
        let id = random_id::<ID_LENGTH>().map_err(no_randomness)?;
        let secret = new_secret().map_err(no_randomness)?;
        let now = clock::now();
        let row = WebhookRow {
            id: id.clone(),
            player: player.clone(),
            url: target.as_str().to_owned(),
            events: events.into_iter().map(|event| <&str>::from(event).to_owned()).collect(),
            secret: secret.clone(),
            former: None,
            created: now,
            looked: news_from(now),
            failures: 0,
            failing: None,
            stopped: None,
        };
        match self.store.add_webhook(&row, MAX_WEBHOOKS).await? {
            true => Ok(WebhookSecret { id, secret }),
            false => Err(Refusal::TooManyWebhooks(MAX_WEBHOOKS).into()),
        }
    }

    /// Gives a webhook another secret.
    pub(crate) async fn replace_secret(&self, player: &GuestId, id: &str) -> Result<WebhookSecret, ApiError> {
        let secret = new_secret().map_err(no_randomness)?;
        let until = after(clock::now(), FORMER_LIFETIME);
        found(self.store.replace_webhook_secret(player, id, &secret, until).await?, id)?;
        Ok(WebhookSecret { id: id.to_owned(), secret })
    }

    /// Switches a webhook on again.
    pub(crate) async fn resume(&self, player: &GuestId, id: &str) -> Result<(), ApiError> {
        self.config()?;
        found(self.store.resume_webhook(player, id, news_from(clock::now())).await?, id)
    }

    /// Removes a webhook.
    pub(crate) async fn remove(&self, player: &GuestId, id: &str) -> Result<(), ApiError> {
        found(self.store.delete_webhook(player, id).await?, id)
    }

    /// Has a test posted, also to a webhook that is switched off.
    pub(crate) async fn test(&self, player: &GuestId, id: &str) -> Result<(), ApiError> {
        self.config()?;
        let is_own = self.store.webhooks_of(player).await?.iter().any(|row| row.id == id);
        found(is_own, id)?;
        let name = random_id::<ID_LENGTH>().map_err(no_randomness)?;
        let now = clock::now();
        let test = NewDelivery {
            id: format!("msg_{name}"),
            webhook: id.to_owned(),
            player: player.clone(),
            kind: TEST.to_owned(),
            body: json!({ "type": TEST, "key": format!("test:{name}") }).to_string(),
            due: now,
        };
        self.store.put_deliveries(&[test], (&[], now), now).await?;
        Ok(())
    }

    /// The latest deliveries of a webhook.
    pub(crate) async fn deliveries(
        &self,
        player: &GuestId,
        id: &str,
    ) -> Result<WebhookDeliveryList, ApiError> {
        let rows = self.store.latest_deliveries(player, id).await?;
        let rows = rows.ok_or_else(|| ApiError::PathNotFound(id.to_owned()))?;
        Ok(WebhookDeliveryList { deliveries: rows.into_iter().map(delivery_view).collect() })
    }
}

/// Which events of webhooks a change is; none if it happens to the stream and not to the account.
pub(super) fn event_of(change: &AccountChange) -> Option<WebhookEvent> {
    match change {
        AccountChange::Challenge(_) | AccountChange::ChallengeWithdrawn(_) => Some(WebhookEvent::Challenge),
        AccountChange::Appointment(_) => Some(WebhookEvent::Appointment),
        AccountChange::GameBegun(_) => Some(WebhookEvent::GameBegun),
        AccountChange::Turn(_) => Some(WebhookEvent::Turn),
        AccountChange::GameEnded(_) => Some(WebhookEvent::GameEnded),
        AccountChange::Ready => None,
    }
}

/// Up to when was looked for what has happened, if only what happens after a time is news: looks go further back.
fn news_from(time: UnixMillis) -> UnixMillis {
    time + OVERLAP
}

fn found(is_there: bool, id: &str) -> Result<(), ApiError> {
    if is_there { Ok(()) } else { Err(ApiError::PathNotFound(id.to_owned())) }
}

fn no_randomness(error: std::io::Error) -> ApiError {
    ApiError::Store(StoreError::Corrupt(format!("no randomness: {error}")))
}

/// The webhooks of an account with their latest deliveries, for its export.
pub(crate) async fn export(store: &Store, player: &GuestId) -> Result<Vec<Json>, ApiError> {
    let mut found = Vec::new();
    for row in store.webhooks_of(player).await? {
        let deliveries = store.latest_deliveries(player, &row.id).await?.unwrap_or_default();
        let deliveries: Vec<WebhookDelivery> = deliveries.into_iter().map(delivery_view).collect();
        found.push(json!({ "webhook": view(row), "deliveries": deliveries }));
    }
    Ok(found)
}

/// A webhook, as its owner sees it: without its secret.
fn view(row: WebhookRow) -> Webhook {
    Webhook {
        id: row.id,
        url: row.url,
        events: row.events.iter().filter_map(|event| event.parse().ok()).collect(),
        created: row.created,
        failures: row.failures,
        failing: row.failing,
        stopped: row.stopped.map(|(at, _)| at),
        cause: row.stopped.and_then(|(_, cause)| cause.as_str().parse().ok()),
    }
}

fn delivery_view(row: DeliveryRow) -> WebhookDelivery {
    WebhookDelivery {
        id: row.id,
        event: row.kind.parse().ok(),
        state: match row.taken {
            None => WebhookDeliveryState::Waiting,
            Some(true) => WebhookDeliveryState::Delivered,
            Some(false) => WebhookDeliveryState::Failed,
        },
        created: row.created,
        attempts: row.attempts,
        tried: row.tried,
        due: row.due,
        answer: row.answer,
        problem: row.problem.and_then(|word| word.parse().ok()),
    }
}
