//! What happens in a game: the entries of its log, as they are stored and sent.

use rukh_rules::game::SideWord;
use serde::{Deserialize, Serialize};

use super::game::{MatchResult, Seat};

/// An entry of a game's log.
///
/// Its number counts everything that is told, what follows of itself included:
/// the start, throws, the end of the werera and of the game. The log of the
/// rules counts only what was decided; `Table` keeps the two apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WireEvent {
    /// The number, from 1 without gaps.
    pub v: u64,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
    /// When, in milliseconds since the epoch.
    pub at: u64,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "d", rename_all = "snake_case")]
pub enum EventKind {
    /// The game begins.
    Start(Start),
    /// A man is moved in the werera.
    Place(Place),
    /// Such a move is taken back.
    Retract(Retract),
    /// In a werera of bundles a side ends its bundle.
    Bundle {
        /// Whose.
        side: SideWord,
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
        side: SideWord,
    },
    /// Both sides agree to a draw.
    Draw {},
    /// The game is over.
    End {
        /// How.
        result: MatchResult,
        /// The secret behind the throws, if there were any.
        server_seed: Option<String>,
    },
}

/// The game begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// SHA-256 of the server's seed, in a game with a die.
    pub commitment: Option<String>,
    /// What the players gave for the throws.
    pub client_seed: String,
}

/// A man is moved in the werera.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Whose.
    pub side: SideWord,
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Retract {
    /// Whose.
    pub side: SideWord,
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WereraEnded {
    /// Who took the first man, if anybody did.
    pub by: Option<SideWord>,
    /// The number of the capture's event.
    pub capture_seq: Option<u64>,
    /// Who moves first.
    pub first: SideWord,
    /// Why, in a player's words.
    pub reason: String,
}

/// The die is thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Throw {
    /// For whom.
    pub side: SideWord,
    /// The face.
    pub face: u8,
    /// Which throw of the game, from 1.
    pub n: u64,
    /// The men it names.
    pub mans: Vec<char>,
}

/// A move in turn, or a pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// Whose.
    pub side: SideWord,
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
