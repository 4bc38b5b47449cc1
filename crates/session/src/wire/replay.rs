//! Replays, step by step, for a board that knows no rules.

use rukh_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::event::Seq;
use super::game::{BoardInfo, GameCard, GamePhase};
use super::message::WireMessage;
use super::people::NamedChatEntry;
use super::time::{ClockReading, UnixMillis};
use super::view::{ViewPiece, ViewThrow};

/// A game for going through it event by event.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Replay {
    /// List entry of the game.
    pub game: GameCard,
    /// The board and its kinds of pieces.
    pub board: BoardInfo,
    /// Pieces at the start.
    pub pieces: Vec<ViewPiece>,
    /// One frame for each event.
    pub frames: Vec<ReplayFrame>,
    /// Chat entries and demos.
    pub chat: Vec<NamedChatEntry>,
}

/// A frame: what an event changed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ReplayFrame {
    /// Number of the event.
    pub seq: Seq,
    /// When it happened, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// Type of the event, as in the log.
    #[serde(rename = "type")]
    pub kind: String,
    /// The move as people write it, if it is one.
    pub san: Option<String>,
    /// The acting side.
    pub side: Option<Side>,
    /// Cell that a piece left.
    pub from: Option<String>,
    /// Cell that it went to.
    pub to: Option<String>,
    /// Throw on the board after the event.
    pub throw: Option<ViewThrow>,
    /// Phase after the event.
    pub phase: GamePhase,
    /// Pieces that moved, changed, appeared or disappeared.
    pub changes: Vec<PieceChange>,
    /// Clock reading, if it changed.
    pub clock: Option<ClockReading>,
    /// The event, as a sentence.
    pub text: WireMessage,
}

/// A piece that moved, changed, appeared or disappeared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PieceChange {
    /// Number of the piece, the same throughout the game.
    pub id: u16,
    /// Its cell; null if it was removed.
    pub cell: Option<SmolStr>,
    /// Piece letter.
    pub letter: char,
    /// The side that it belongs to.
    pub side: Side,
}

/// Data to verify a game's throws.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThrowProof {
    /// SHA-256 of the secret seed, published at the start.
    pub commitment: Option<String>,
    /// The secret seed, once the game is over.
    pub server_seed: Option<String>,
    /// The players' joined seeds.
    pub client_seed: Option<String>,
    /// Number of faces of the die.
    pub faces: u8,
    /// The throws in order.
    pub throws: Vec<ThrowRecord>,
    /// Coins that decided ties, in order: 1 for White.
    pub coins: Vec<u8>,
    /// Whether the game is over.
    pub over: bool,
}

/// A throw of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThrowRecord {
    /// Number of the throw: its place in the game, from 1.
    pub number: u64,
    /// Face, from 1.
    pub face: u8,
    /// The side that moves with it.
    pub side: Side,
    /// Number of its event.
    pub seq: u64,
    /// Number of the takeback's event, if it was taken back.
    pub undone_by: Option<u64>,
}

impl ThrowProof {
    /// The number that each throw must have: its place in the game as it stood when it was thrown.
    #[must_use]
    pub fn places(&self) -> Vec<u64> {
        let mut standing: Vec<&ThrowRecord> = Vec::new();
        let mut places = Vec::with_capacity(self.throws.len());
        for throw in &self.throws {
            let is_gone = |one: &&ThrowRecord| one.undone_by.is_some_and(|by| by < throw.seq);
            while standing.last().is_some_and(is_gone) {
                standing.pop();
            }
            standing.push(throw);
            places.push(standing.len() as u64);
        }
        places
    }
}
