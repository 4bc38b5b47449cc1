//! What happens in a game: the entries of its log, as they are stored and sent.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game::{MatchResult, Seat};
use super::intent::{ClaimWord, OfferWord};
use super::people::MannerWord;
use super::time::{Reading, Time};
use super::view::BySide;

/// An entry of a game's log.
///
/// Its number counts everything that is told, what follows by itself included:
/// the start, throws, the end of the werera and of the game. The log of the
/// rules counts only what was decided; `Table` keeps the two apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireEvent {
    /// The number, from 1 without gaps.
    pub v: u64,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
    /// When, in milliseconds since the epoch.
    pub at: u64,
    /// What the clocks show from then on, if that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Reading>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "d", rename_all = "snake_case")]
pub enum EventKind {
    /// The game begins.
    Start(Start),
    /// A side is ready for the werera; it begins when both are.
    Ready {
        /// Whose.
        side: SideName,
    },
    /// A man is moved in the werera.
    Place(Place),
    /// Such a move is taken back.
    Retract(Retract),
    /// In a werera of bundles a side ends its bundle.
    Bundle {
        /// Whose.
        side: SideName,
    },
    /// Turns begin.
    WereraEnded(WereraEnded),
    /// The die is thrown.
    Throw(Throw),
    /// A move in turn, or a pass.
    Move(Moved),
    /// A side gives up.
    Resign {
        /// Whose.
        side: SideName,
    },
    /// A side offers a draw.
    DrawOffer {
        /// Who.
        side: SideName,
    },
    /// A side wants its last move back.
    TakebackOffer {
        /// Who.
        side: SideName,
    },
    /// A side wants turns to begin.
    TurnsOffer {
        /// Who.
        side: SideName,
    },
    /// A side wants another game.
    RematchOffer {
        /// Who.
        side: SideName,
    },
    /// A side declines.
    Decline {
        /// Who.
        side: SideName,
        /// What.
        what: OfferWord,
    },
    /// A move is taken back by consent, with what came after it.
    Takeback {
        /// Whose.
        side: SideName,
        /// The game stands again as after the event of this number.
        to: u64,
    },
    /// Both sides agree to a draw.
    Draw {},
    /// The game is broken off before it has begun in earnest.
    Abort {
        /// Who wanted it; nobody if the game did not begin in time.
        side: Option<SideName>,
    },
    /// A side claims, since the other has left.
    Claim {
        /// Who.
        side: SideName,
        /// What.
        result: ClaimWord,
    },
    /// A side's time has run out.
    Flag {
        /// Whose.
        side: SideName,
    },
    /// A side is given more time.
    TimeAdded {
        /// Which.
        side: SideName,
        /// How much, in milliseconds.
        ms: u64,
    },
    /// The server was away; nobody is charged for it.
    Outage {
        /// Since when, in milliseconds since the epoch.
        from: u64,
        /// Until when.
        to: u64,
    },
    /// What the players gave for the throws.
    Seeds {
        /// White's share.
        white: String,
        /// Black's share.
        black: String,
        /// Both, joined by a line feed.
        client_seed: String,
    },
    /// Two sides wanted what only one could have; the first entry was first.
    Contest {
        /// In the order in which they were judged.
        entries: Vec<Contender>,
        /// The committed coin, where it had to decide.
        coin: Option<u8>,
    },
    /// Another game with colours changed has begun.
    Rematched {
        /// Its name in addresses.
        game: String,
    },
    /// The game is over.
    End {
        /// How.
        result: MatchResult,
        /// The secret behind the throws, if there were any.
        server_seed: Option<String>,
    },
}

/// The game begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Start {
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// The ruleset with its options.
    pub instance: String,
    /// The ruleset's fingerprint.
    pub hash: String,
    /// The position.
    pub fen: String,
    /// SHA-256 of the server's seed, where chance may have to decide.
    pub commitment: Option<String>,
    /// How much time there is.
    pub time: Time,
    /// How spectators and players live together.
    pub manner: MannerWord,
    /// Whether the game stands in no list.
    pub private: bool,
    /// Which sides are ready from the start: those of whom nothing is awaited
    /// before the werera begins.
    #[serde(default = "both_ready")]
    pub ready: BySide<bool>,
}

/// Of logs in which nobody was asked whether they were ready.
fn both_ready() -> BySide<bool> {
    BySide { white: true, black: true }
}

/// One of several who wanted the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contender {
    /// Whose intent.
    pub side: SideName,
    /// The intent.
    pub id: String,
    /// When it arrived, in milliseconds since the epoch.
    pub arrived: u64,
    /// What its way through the net was taken to have cost, in milliseconds.
    pub lag: u64,
}

/// A man is moved in the werera.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Whose.
    pub side: SideName,
    /// The man's number.
    pub id: u16,
    /// What it was before the move.
    pub man: char,
    /// Where from.
    pub from: String,
    /// Where to.
    pub to: String,
    /// The move as people write it.
    pub san: String,
    /// Whether it takes a man.
    pub capture: bool,
    /// What it becomes.
    #[serde(default)]
    pub promotion: Option<char>,
}

/// A move of the werera is taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Retract {
    /// Whose.
    pub side: SideName,
    /// The number of that move's event.
    pub seq: u64,
    /// What the man is again.
    pub man: char,
    /// Where that move came from: here the man stands again.
    pub from: String,
    /// Where that move went.
    pub to: String,
}

/// Turns begin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WereraEnded {
    /// Who took the first man, if anybody did.
    pub by: Option<SideName>,
    /// The number of the capture's event.
    pub capture_seq: Option<u64>,
    /// Who moves first.
    pub first: SideName,
    /// Why, as a word: `capture`, `agreed`, `clock` or `budget`.
    pub why: String,
    /// Why, in a player's words.
    pub reason: String,
}

/// The die is thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Throw {
    /// For whom.
    pub side: SideName,
    /// The face.
    pub face: u8,
    /// Which throw of the game, from 1.
    pub n: u64,
    /// The men it names.
    pub mans: Vec<char>,
}

/// A move in turn, or a pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// Whose.
    pub side: SideName,
    /// Where from; nothing for a pass.
    pub from: Option<String>,
    /// Where to; nothing for a pass.
    pub to: Option<String>,
    /// What the man was before the move.
    pub man: Option<char>,
    /// The move as people write it.
    pub san: String,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// Whether it takes a man.
    pub capture: bool,
    /// What the man becomes.
    pub promotion: Option<char>,
    /// Whether the king castles.
    pub castle: bool,
    /// Whether the turn goes by.
    pub pass: bool,
}
