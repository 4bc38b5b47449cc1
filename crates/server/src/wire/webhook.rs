//! Webhooks: where an account has what happens to it posted to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::time::UnixMillis;

/// A kind of what happens to an account, as its stream tells it.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::VariantArray,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookEvent {
    /// `challenge` and `challenge_withdrawn`.
    Challenge,
    /// `appointment`.
    Appointment,
    /// `game_begun`.
    GameBegun,
    /// `turn`.
    Turn,
    /// `game_ended`.
    GameEnded,
}

/// Request for a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct WebhookRequest {
    /// Where to: `https`, a domain, at port 443 or 8443, without a user name.
    pub url: String,
    /// What is posted, at least one.
    pub events: Vec<WebhookEvent>,
}

/// A webhook that was made, or its new secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WebhookSecret {
    /// Id of the webhook.
    pub id: String,
    /// What signs its deliveries: `whsec_` and base64. Shown this time only.
    pub secret: String,
}

/// The webhooks of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WebhookList {
    /// Whether the server posts to webhooks.
    pub offered: bool,
    /// Most webhooks of an account.
    pub most: u32,
    /// Its webhooks, the oldest first.
    pub webhooks: Vec<Webhook>,
}

/// A webhook, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Webhook {
    /// Its id.
    pub id: String,
    /// Where to.
    pub url: String,
    /// What is posted.
    pub events: Vec<WebhookEvent>,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// Attempts that have failed since one succeeded.
    pub failures: u64,
    /// Since when all attempts have failed.
    pub failing: Option<UnixMillis>,
    /// Since when nothing is posted.
    pub stopped: Option<UnixMillis>,
    /// Why nothing is posted.
    pub cause: Option<WebhookCause>,
}

/// Why a webhook is switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookCause {
    /// Every attempt has failed for days.
    Failing,
    /// The receiver has answered 410.
    Gone,
    /// The account was recovered or signed out, so what was set up before may be somebody else's.
    Recovered,
}

/// The latest deliveries of a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WebhookDeliveryList {
    /// At most 20, the newest first.
    pub deliveries: Vec<WebhookDelivery>,
}

/// A delivery of a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WebhookDelivery {
    /// Its `webhook-id`.
    pub id: String,
    /// What it tells; null for a test.
    pub event: Option<WebhookEvent>,
    /// What has become of it.
    pub state: WebhookDeliveryState,
    /// When it was written, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// How often it was tried.
    pub attempts: u32,
    /// When it was tried last.
    pub tried: Option<UnixMillis>,
    /// When it is tried next.
    pub due: Option<UnixMillis>,
    /// Status of the last answer.
    pub answer: Option<u16>,
    /// Why there was no answer.
    pub problem: Option<WebhookProblem>,
}

/// What has become of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookDeliveryState {
    /// It is to be tried, perhaps again.
    Waiting,
    /// It was taken.
    Delivered,
    /// It was given up.
    Failed,
}

/// Why there was no answer to a delivery.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, strum::IntoStaticStr, strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookProblem {
    /// None came in time.
    Late,
    /// There is no connection: no such name, no public address, no TLS, nobody at the port.
    Unreached,
    /// The server does not post to this address any more.
    NotAllowed,
}
