//! Intents: client messages and their answers.

use rukh_rules::{Side, Square};
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};

use super::event::Seq;
use super::message::WireMessage;
use super::people::{ChatRequest, DemoRequest, MuteRequest, Premove};

/// A client message on a game socket.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SocketMessage {
    /// An intent.
    Intent(ClientMessage),
    /// A chat message.
    Chat {
        /// The message.
        data: ChatRequest,
    },
    /// A demo.
    Demo {
        /// The demo.
        data: DemoRequest,
    },
    /// Mute or unmute.
    Mute {
        /// The guest.
        data: MuteRequest,
    },
}

/// An intent with its id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClientMessage {
    /// Chosen by the client; the same id is executed once.
    pub id: String,
    /// Last event the client had seen.
    #[serde(default)]
    pub base: Seq,
    /// The intent, parsed separately so that an invalid one can be answered.
    #[schemars(with = "Intent")]
    pub data: serde_json::Value,
}

/// An action a player requests.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Intent {
    /// Move in turn; `--` passes.
    Move {
        /// Coordinates, such as `a1c3` or `d7d8q`.
        #[serde(rename = "move")]
        coordinates: String,
    },
    /// Make a werera move.
    Place(PlaceIntent),
    /// Retract a werera move.
    Retract {
        /// The side.
        side: Side,
        /// Number of the move's event.
        seq: Seq,
    },
    /// Retract a werera move and make another, or neither.
    Substitute {
        /// Number of the retracted move's event.
        retract: Seq,
        /// The new move.
        #[serde(flatten)]
        place: PlaceIntent,
    },
    /// Offer to begin turns, or accept such an offer.
    Turns {
        /// The side.
        side: Side,
    },
    /// End the batch of the side on move in a batched werera.
    EndBatch,
    /// Ready for the werera; a first move says the same.
    Ready {
        /// The side.
        side: Side,
    },
    /// Resign.
    Resign {
        /// The side.
        side: Side,
    },
    /// Offer a draw, or accept one.
    Draw {
        /// The side.
        side: Side,
    },
    /// Ask for a takeback, or accept one.
    Takeback {
        /// The side.
        side: Side,
    },
    /// Offer a rematch with colours swapped, or accept one.
    Rematch {
        /// The side.
        side: Side,
    },
    /// Decline an offer.
    Decline {
        /// The side.
        side: Side,
        /// The offer.
        offer: OfferKind,
    },
    /// Abort the game before both sides have moved.
    Abort {
        /// The side.
        side: Side,
    },
    /// Add time to the opponent's clock.
    AddTime {
        /// The giving side.
        side: Side,
    },
    /// Claim a result because the other side has left.
    Claim {
        /// The side.
        side: Side,
        /// The claimed result.
        result: ClaimResult,
    },
    /// Premoves, played as soon as they are legal; an empty list clears them.
    Premove {
        /// The side.
        side: Side,
        /// The moves.
        moves: Vec<Premove>,
    },
    /// A player's seed for the throws.
    Seed {
        /// The side.
        side: Side,
        /// The seed.
        seed: String,
    },
}

/// An offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// Beginning turns.
    Turns,
    /// A rematch.
    Rematch,
}

/// A result that can be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum ClaimResult {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

/// A werera move.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct PlaceIntent {
    /// The side.
    pub side: Side,
    /// Piece id; without it, the piece on `from`.
    #[serde(default)]
    pub piece_id: Option<u16>,
    /// Start cell.
    pub from: Square,
    /// Target cell.
    pub to: Square,
    /// Promotion letter, where there is a choice.
    #[serde(default)]
    pub promotion: Option<char>,
}

/// The intent was executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename = "ack")]
#[schemars(rename = "Ack", transform = with_tag("ack"))]
pub struct Ack {
    /// Intent id.
    pub id: String,
    /// Number of the last event it caused.
    pub seq: Seq,
}

/// The intent was rejected; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename = "nack")]
#[schemars(rename = "Nack", transform = with_tag("nack"))]
pub struct Nack {
    /// Intent id.
    pub id: String,
    /// Machine-readable code.
    pub code: String,
    /// The reason, as a sentence for the player.
    pub message: WireMessage,
    /// Number of the last event.
    pub seq: Seq,
}

/// Adds the field `type` to the schema of a message, which the derived schema leaves out.
fn with_tag(tag: &'static str) -> impl FnMut(&mut Schema) {
    move |schema| {
        let fields = schema.ensure_object();
        let properties = fields.entry("properties").or_insert_with(|| serde_json::json!({}));
        properties["type"] = serde_json::json!({ "type": "string", "const": tag });
        let required = fields.entry("required").or_insert_with(|| serde_json::json!([]));
        required.as_array_mut().into_iter().for_each(|names| names.insert(0, "type".into()));
    }
}

/// Result of an intent.
pub type IntentResult = Result<Ack, Nack>;

/// A rejected chat, demo or mute request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename = "refused")]
#[schemars(rename = "ChatRejection", transform = with_tag("refused"))]
pub struct ChatRejection {
    /// Machine-readable code.
    pub code: String,
    /// The reason, as a sentence.
    pub message: WireMessage,
}
