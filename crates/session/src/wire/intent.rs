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
    /// A player asks for a change of the game; answered with `ack` or `nack`.
    Intent(ClientMessage),
    /// A chat message.
    Chat {
        /// Its words, or the key of a preset message.
        data: ChatRequest,
    },
    /// A demo.
    Demo {
        /// The pieces to show.
        data: DemoRequest,
    },
    /// Mute or unmute.
    Mute {
        /// Whom to mute, or no longer.
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
        /// The side that takes its move back.
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
        /// The side that offers or accepts.
        side: Side,
    },
    /// End the batch of the side on move in a batched werera.
    EndBatch,
    /// Ready for the werera; a first move says the same.
    Ready {
        /// The side that is ready.
        side: Side,
    },
    /// Resign.
    Resign {
        /// The side that gives up.
        side: Side,
    },
    /// Offer a draw, or accept one.
    Draw {
        /// The side that offers or accepts.
        side: Side,
    },
    /// Ask for a takeback, or accept one.
    Takeback {
        /// The side that asks or agrees.
        side: Side,
    },
    /// Offer a rematch, with colours swapped unless one side lacks pieces, or accept one.
    Rematch {
        /// The side that offers or accepts.
        side: Side,
    },
    /// Decline an offer.
    Decline {
        /// The side that declines.
        side: Side,
        /// What the other side has offered.
        offer: OfferKind,
    },
    /// Abort the game before both sides have moved.
    Abort {
        /// The side that breaks the game off.
        side: Side,
    },
    /// Add time to the opponent's clock.
    AddTime {
        /// The giving side.
        side: Side,
    },
    /// Have the clock of days wait, or run again, as the server knows of the player's vacation.
    Vacation {
        /// The side of the player.
        side: Side,
    },
    /// Claim a result because the other side has left.
    Claim {
        /// The side that is still here.
        side: Side,
        /// Win or draw, as it likes.
        result: ClaimResult,
    },
    /// Premoves, played as soon as they are legal; an empty list clears them.
    Premove {
        /// The side that will make them.
        side: Side,
        /// The moves, one for each throw.
        moves: Vec<Premove>,
    },
    /// A player's seed for the throws.
    Seed {
        /// The side whose player gives it.
        side: Side,
        /// Any text; both players' seeds take part in every throw.
        seed: String,
    },
}

/// What one side can offer and the other accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum OfferKind {
    /// The game ends without a winner.
    Draw,
    /// The last move of the side that asks is taken back, with all after it.
    Takeback,
    /// The werera ends without a capture.
    Turns,
    /// A new game begins with colours swapped.
    Rematch,
}

/// A result that can be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum ClaimResult {
    /// The other side has lost by leaving.
    Win,
    /// Both sides get half a point.
    Draw,
}

/// A move that a side wants to make in the werera.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct PlaceIntent {
    /// The side that moves.
    pub side: Side,
    /// Number of the piece; without it, the piece on `from`.
    #[serde(default)]
    pub piece_id: Option<u16>,
    /// Cell that the piece leaves.
    pub from: Square,
    /// Cell that it goes to.
    pub to: Square,
    /// Promotion letter, where there is a choice.
    #[serde(default)]
    pub promotion: Option<char>,
}

/// The intent was executed, now or before: its events are in the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename = "ack")]
#[schemars(rename = "Ack", transform = with_tag("ack"))]
pub struct Ack {
    /// Id of the intent, as its client chose it.
    pub id: String,
    /// Number of the last event it caused.
    pub seq: Seq,
}

/// The intent was rejected; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename = "nack")]
#[schemars(rename = "Nack", transform = with_tag("nack"))]
pub struct Nack {
    /// Id of the intent, as its client chose it.
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

/// The one answer to an intent: executed or rejected.
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
