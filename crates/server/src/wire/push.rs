//! Push messages: what a browser subscribes with, and what it is sent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::GameId;

/// Whether push messages can be had from this server.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PushInfo {
    /// Public key of the server, in base64url, to subscribe with at the browser's push service; null
    /// if the server sends no push messages.
    pub key: Option<String>,
    /// Tags of the languages of messages.
    pub languages: Vec<String>,
}

/// Request for push messages: what a browser's `PushSubscription` says as JSON, and the language.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PushRequest {
    /// URL at the push service: `https`, at its default port, of a service that the server knows.
    pub endpoint: String,
    /// Keys of the browser.
    pub keys: PushKeys,
    /// Tag of the language of the messages.
    pub language: String,
}

/// Keys of a browser, in base64url.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PushKeys {
    /// Public key, an uncompressed point of P-256.
    pub p256dh: String,
    /// Authentication secret of 16 bytes.
    pub auth: String,
}

/// A subscription that was stored.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PushReceipt {
    /// Id, by which it is ended.
    pub id: String,
}

/// A push message, as the browser gets it after decryption.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PushMessage {
    /// What has happened.
    pub kind: PushKind,
    /// Id of the game, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Id of the appointment, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appointment: Option<String>,
    /// Id of the event, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Name of the game or the event, for the title of a notification.
    pub title: String,
    /// A sentence in the language of the subscription.
    pub text: String,
    /// Name of the notifications about the same, of which a newer one replaces an older one.
    pub tag: String,
    /// Tag of the language.
    pub language: String,
}

/// What a push message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum PushKind {
    /// A game or an event has begun.
    Begin,
    /// It is the player's turn.
    Turn,
    /// The opponent offers a draw.
    Draw,
    /// The game has ended.
    End,
    /// Somebody proposes to play.
    Proposed,
    /// The time of a game is agreed.
    Agreed,
    /// Somebody has declined to play.
    Declined,
    /// Somebody has called a game off.
    Cancelled,
    /// The game of an appointment begins soon.
    Soon,
    /// An event begins soon.
    Event,
}
