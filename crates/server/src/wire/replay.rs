//! A game as it happened, step by step, for a board that knows no rules.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game::{Board, GameCard, PhaseWord};
use super::people::NumberedAside;
use super::time::Reading;
use super::view::{ViewMan, ViewThrow};

/// A game as it happened.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Replay {
    /// The game.
    pub game: GameCard,
    /// The board and the men.
    pub board: Board,
    /// Every man at the start.
    pub men: Vec<ViewMan>,
    /// One for each event.
    pub frames: Vec<Frame>,
    /// What was said and shown meanwhile.
    pub asides: Vec<NumberedAside>,
}

/// What an event changed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Frame {
    /// The event's number.
    pub v: u64,
    /// When, in milliseconds since the epoch.
    pub at: u64,
    /// What kind of event.
    pub t: String,
    /// The move as people write it.
    pub san: Option<String>,
    /// Whose doing.
    pub side: Option<SideName>,
    /// Where a man went from.
    pub from: Option<String>,
    /// Where it went.
    pub to: Option<String>,
    /// The throw that lies on the board.
    pub throw: Option<ViewThrow>,
    /// Where in its course the game stands.
    pub phase: PhaseWord,
    /// The men that moved, changed, came or went.
    pub changes: Vec<Change>,
    /// What the clocks show, if that has changed.
    pub clock: Option<Reading>,
    /// What happened, in words.
    pub text: String,
}

/// A man that moved, changed, came or went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    /// Its number.
    pub id: u16,
    /// Where it stands; nowhere if it has gone.
    pub cell: Option<String>,
    /// What it is.
    pub man: char,
    /// Whose it is.
    pub side: SideName,
}

/// What is needed to check a game's throws.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Throws {
    /// SHA-256 of the secret, published at the start.
    pub commitment: Option<String>,
    /// The secret, once the game is over.
    pub server_seed: Option<String>,
    /// What the players gave.
    pub client_seed: Option<String>,
    /// How many faces the die has.
    pub faces: u8,
    /// The throws in order.
    pub throws: Vec<ThrowOfGame>,
    /// How the coin fell where both sides were equally early, in order: 1 for White.
    pub coins: Vec<u8>,
    /// Whether the game is over.
    pub over: bool,
}

/// A throw of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThrowOfGame {
    /// Which throw, from 1.
    pub n: u64,
    /// The face.
    pub face: u8,
    /// For whom.
    pub side: SideName,
    /// The number of its event.
    pub seq: u64,
}
