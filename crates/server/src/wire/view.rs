//! The view of a game, for a board that knows no rules.

use std::collections::BTreeMap;

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game::{FinalResult, GamePhase};
use super::time::{ClockReading, Time};

/// View of a game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// Number of the last event.
    pub seq: u64,
    /// Phase.
    pub phase: GamePhase,
    /// What may happen next: `werera`, `chance`, `choice` or `over`.
    pub node: &'static str,
    /// Side on move; null while both sides may act.
    pub turn: Option<SideName>,
    /// All pieces on the board.
    pub men: Vec<ViewMan>,
    /// Current throw.
    pub throw: Option<ViewThrow>,
    /// Legal moves of each side.
    pub legal: BySide<Moves>,
    /// Whether the side on move may pass.
    pub pass: Option<ViewPass>,
    /// Werera moves that can be retracted.
    pub retractable: Vec<Retractable>,
    /// Cells of kings in check.
    pub check: Vec<String>,
    /// Each side's last move that was not taken back.
    pub last: BySide<Option<LastOfSide>>,
    /// The last move that was not taken back.
    pub last_move: Option<LastMove>,
    /// Counters of the laws.
    pub counters: Vec<Counter>,
    /// Result.
    pub result: Option<FinalResult>,
    /// Position.
    pub fen: String,
    /// Hint for the players.
    pub hint: Option<String>,
    /// The clocks, if there are any.
    pub clock: Option<ViewClock>,
    /// Open offers.
    pub offers: ViewOffers,
    /// Actions of each side besides moving.
    pub actions: BySide<Vec<&'static str>>,
    /// Sides whose seed is still awaited.
    pub seeds: Option<BySide<bool>>,
    /// Before the werera begins: sides that are ready.
    pub ready: Option<BySide<bool>>,
}

/// The clocks at a time.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewClock {
    /// Their reading.
    #[serde(flatten)]
    pub reading: ClockReading,
    /// Time of the reading, in milliseconds since the epoch.
    pub at: u64,
    /// Time control.
    pub limit: Time,
}

/// Open offers, each with the side that made it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewOffers {
    /// A draw.
    pub draw: Option<SideName>,
    /// A takeback.
    pub takeback: Option<SideName>,
    /// Beginning turns.
    pub turns: Option<SideName>,
    /// A rematch with colours swapped.
    pub rematch: Option<SideName>,
}

/// A value for each side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// Moves by start cell.
pub type Moves = BTreeMap<String, Vec<LegalMove>>;

/// A piece on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewMan {
    /// Its cell.
    pub cell: String,
    /// Its side.
    pub side: SideName,
    /// Piece letter.
    pub man: char,
    /// Piece id, the same throughout the game.
    pub id: u16,
}

/// The current throw.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewThrow {
    /// Face, from 1.
    pub face: u8,
    /// Letters of the pieces that may move.
    pub mans: Vec<char>,
    /// The side that moves with it.
    pub side: SideName,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LegalMove {
    /// Target cell.
    pub to: String,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// Whether the move captures.
    pub capture: bool,
    /// Promotion letter.
    pub promotion: Option<char>,
    /// Whether the move castles.
    pub castle: bool,
    /// The move in SAN.
    pub san: String,
}

/// A pass of the side on move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewPass {
    /// Whether it is the only legal move; the server then makes it.
    pub forced: bool,
    /// The reason.
    pub reason: String,
    /// When the server makes it, in milliseconds since the epoch.
    pub at: Option<u64>,
}

/// A werera move that can be retracted.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Retractable {
    /// Number of its event.
    pub seq: u64,
    /// The side.
    pub side: SideName,
    /// Piece letter before the move.
    pub man: char,
    /// Start cell.
    pub from: String,
    /// Target cell.
    pub to: String,
}

/// A side's last move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LastOfSide {
    /// Start cell.
    pub from: String,
    /// Target cell.
    pub to: String,
    /// Number of its event.
    pub seq: u64,
}

/// The last move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LastMove {
    /// Start cell.
    pub from: String,
    /// Target cell.
    pub to: String,
    /// The side.
    pub side: SideName,
}

/// A counter of a law.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Counter {
    /// Label.
    pub label: String,
    /// The side, if it is one side's.
    pub side: Option<SideName>,
    /// Current value.
    pub value: u64,
    /// Limit.
    pub limit: u64,
    /// The counter in words.
    pub text: String,
}

/// Possible premoves of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossiblePremoves {
    /// Number of the last event.
    pub seq: u64,
    /// The moves by start cell.
    pub moves: BTreeMap<String, Vec<PossiblePremove>>,
}

/// A possible premove.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossiblePremove {
    /// Target cell.
    pub to: String,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// Promotion letter.
    pub promotion: Option<char>,
    /// Throws that allow it; null without dice.
    pub faces: Option<Vec<u8>>,
}

/// Why a side may not move a piece, or not to a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Why")]
pub struct WhyAnswer {
    /// The reason; null if the move is legal.
    pub why: Option<WhyReason>,
}

/// A reason given by the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "WhyNot")]
pub struct WhyReason {
    /// Machine-readable code, as in a `nack`.
    pub code: String,
    /// The reason, in a player's words.
    pub reason: String,
}
