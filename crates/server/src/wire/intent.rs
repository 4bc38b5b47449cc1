//! What players want: messages from a client and the answers to them.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::people::{ChatWish, DemoWish, MuteWish, Premove};

/// A message from a client over a line.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum LineMessage {
    /// Something to be done in the game.
    Intent(ClientMessage),
    /// Words.
    Chat {
        /// Which.
        d: ChatWish,
    },
    /// Men to be shown elsewhere.
    Demo {
        /// Which and where.
        d: DemoWish,
    },
    /// Somebody not to be heard.
    Mute {
        /// Whom.
        d: MuteWish,
    },
}

/// An intent with its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClientMessage {
    /// Chosen by the client; the same id is done once.
    pub id: String,
    /// The last event the client had seen.
    #[serde(default)]
    pub base: u64,
    /// The intent, read in a second step so that a wrong one can be answered.
    pub d: serde_json::Value,
}

/// What a player wants to do.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Intent {
    /// Move in turn; `--` passes.
    Move {
        /// Coordinates, such as `a1c3` or `d7d8q`.
        #[serde(rename = "move")]
        coordinates: String,
    },
    /// Move a man in the werera.
    Place(PlaceIntent),
    /// Take a move of the werera back.
    Retract {
        /// Whose.
        side: SideName,
        /// The number of that move's event.
        seq: u64,
    },
    /// Take a move back and make another, or neither.
    Substitute {
        /// The number of the event of the move to take back.
        retract: u64,
        /// The move to make.
        #[serde(flatten)]
        place: PlaceIntent,
    },
    /// Begin turns: an offer, or the answer to one.
    Turns {
        /// Who offers.
        side: SideName,
    },
    /// In a werera of bundles the side on move ends its bundle.
    Bundle,
    /// Ready for the werera. A first move says the same.
    Ready {
        /// Whose.
        side: SideName,
    },
    /// Give up.
    Resign {
        /// Whose.
        side: SideName,
    },
    /// A draw: an offer, or the answer to one.
    Draw {
        /// Who offers.
        side: SideName,
    },
    /// One's last move taken back: an offer, or the answer to one.
    Takeback {
        /// Who offers.
        side: SideName,
    },
    /// Another game with colours changed: an offer, or the answer to one.
    Rematch {
        /// Who offers.
        side: SideName,
    },
    /// No to an offer.
    Decline {
        /// Who declines.
        side: SideName,
        /// What.
        what: OfferWord,
    },
    /// Break the game off before it has begun in earnest.
    Abort {
        /// Who wants it.
        side: SideName,
    },
    /// Give the other side more time.
    #[serde(rename = "add_time")]
    AddTime {
        /// Who gives.
        side: SideName,
    },
    /// The other side has left.
    Claim {
        /// Who claims.
        side: SideName,
        /// What is claimed.
        result: ClaimWord,
    },
    /// Moves to be made as soon as they can be; none withdraws them.
    Premove {
        /// Whose.
        side: SideName,
        /// The moves.
        moves: Vec<Premove>,
    },
    /// What a player gives for the throws.
    Seed {
        /// Who gives.
        side: SideName,
        /// What.
        seed: String,
    },
}

/// Something that needs both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferWord {
    /// A draw.
    Draw,
    /// To take a move back.
    Takeback,
    /// To begin turns.
    Turns,
    /// Another game.
    Rematch,
}

/// What may be claimed when the other side has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimWord {
    /// The game.
    Win,
    /// A draw.
    Draw,
}

/// A man to be moved in the werera.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct PlaceIntent {
    /// Whose.
    pub side: SideName,
    /// The man's number; without it, whatever man stands on `from`.
    #[serde(default)]
    pub id: Option<u16>,
    /// Where from.
    pub from: String,
    /// Where to.
    pub to: String,
    /// What it becomes, where there is a choice.
    #[serde(default)]
    pub promotion: Option<char>,
}

/// An intent was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename = "ack")]
pub struct Ack {
    /// The intent.
    pub id: String,
    /// The number of the last event it caused.
    pub seq: u64,
}

/// An intent was refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename = "nack")]
pub struct Nack {
    /// The intent.
    pub id: String,
    /// What it is about.
    pub code: String,
    /// Why, in a player's words.
    pub reason: String,
    /// The number of the last event.
    pub seq: u64,
}

/// What becomes of an intent.
pub type Answer = Result<Ack, Nack>;

/// Something said, shown or muted was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename = "refused")]
pub struct RefusedAside {
    /// What it is about.
    pub code: String,
    /// Why, in words.
    pub reason: String,
}
