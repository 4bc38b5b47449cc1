//! The view of a game, for a board that knows no rules.

use std::collections::BTreeMap;

use rukh_rules::{NodeKind, Side, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::event::Seq;
use super::game::{FinalResult, GamePhase};
use super::message::WireMessage;
use super::time::{ClockReading, GameTimeControl, UnixMillis};

/// View of a game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// Number of the last event.
    pub seq: Seq,
    /// Phase.
    pub phase: GamePhase,
    /// What may happen next.
    pub node: NodeKind,
    /// Side on move; null while both sides may act.
    pub turn: Option<Side>,
    /// All pieces on the board.
    pub pieces: Vec<ViewPiece>,
    /// Current throw.
    pub throw: Option<ViewThrow>,
    /// Legal moves of each side.
    pub legal_moves: BySide<LegalMoves>,
    /// Whether the side on move may pass.
    pub pass: Option<ViewPass>,
    /// Werera moves that can be retracted.
    pub retractable: Vec<Retractable>,
    /// Cells of kings in check.
    pub check: Vec<SmolStr>,
    /// Each side's last move that was not taken back.
    pub last_moves: BySide<Option<SideLastMove>>,
    /// The last move that was not taken back.
    pub last_move: Option<LastMove>,
    /// Counters of the laws.
    pub counters: Vec<Counter>,
    /// Letters of each side's captured pieces, as they were at the start.
    pub captured: BySide<Vec<char>>,
    /// Pieces that keep each side's king from being bare; null if no law counts them.
    pub guards: Option<BySide<u32>>,
    /// Result.
    pub result: Option<FinalResult>,
    /// Position.
    pub fen: String,
    /// Hint for the players.
    pub hint: Option<WireMessage>,
    /// The clocks, if there are any.
    pub clock: Option<ViewClock>,
    /// Open offers.
    pub offers: ViewOffers,
    /// Actions of each side besides moving.
    pub actions: BySide<Vec<SideAction>>,
    /// Sides whose seed is still awaited.
    pub missing_seeds: Option<BySide<bool>>,
    /// Before the werera begins: sides that are ready.
    pub ready: Option<BySide<bool>>,
}

/// An action of a side besides moving, named like its intent. Making an offer that the other side
/// has made accepts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SideAction {
    /// Offer a draw, or accept one.
    Draw,
    /// Decline a draw.
    DeclineDraw,
    /// Ask for a takeback, or accept one.
    Takeback,
    /// Decline a takeback.
    DeclineTakeback,
    /// Offer to begin turns, or accept such an offer.
    Turns,
    /// Decline to begin turns.
    DeclineTurns,
    /// Offer a rematch, or accept one.
    Rematch,
    /// Decline a rematch.
    DeclineRematch,
    /// End the batch in a batched werera.
    EndBatch,
    /// Ready for the werera.
    Ready,
    /// Claim a win, once the other side has been away long enough; a draw can be claimed then at any time.
    ClaimWin,
    /// Resign.
    Resign,
    /// Abort the game before both sides have moved.
    Abort,
    /// Add time to the opponent's clock.
    AddTime,
}

/// The clocks at a time.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewClock {
    /// Their reading.
    #[serde(flatten)]
    pub reading: ClockReading,
    /// Time of the reading, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// Time control.
    pub time_control: GameTimeControl,
}

/// Open offers, each with the side that made it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewOffers {
    /// A draw.
    pub draw: Option<Side>,
    /// A takeback.
    pub takeback: Option<Side>,
    /// Beginning turns.
    pub turns: Option<Side>,
    /// A rematch with colours swapped.
    pub rematch: Option<Side>,
}

/// A value for each side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// Moves by start cell.
pub type LegalMoves = BTreeMap<SmolStr, Vec<LegalMove>>;

/// A piece on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewPiece {
    /// Its cell.
    pub cell: SmolStr,
    /// Its side.
    pub side: Side,
    /// Piece letter.
    pub letter: char,
    /// Piece id, the same throughout the game.
    pub id: u16,
}

/// The current throw.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewThrow {
    /// Face, from 1.
    pub face: u8,
    /// Letters of the pieces that may move.
    pub pieces: Vec<char>,
    /// The side that moves with it.
    pub side: Side,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LegalMove {
    /// Target cell.
    pub to: SmolStr,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: SmolStr,
    /// Whether the move captures.
    pub capture: bool,
    /// Promotion letter.
    pub promotion: Option<char>,
    /// Whether the move castles.
    pub castle: bool,
    /// The move in SAN.
    pub san: SmolStr,
}

/// A pass of the side on move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewPass {
    /// Whether it is the only legal move; the server then makes it.
    pub forced: bool,
    /// Why the side may or must pass, as a sentence for the players.
    pub text: WireMessage,
    /// When the server makes it, in milliseconds since the epoch.
    pub at: Option<UnixMillis>,
}

/// A werera move that can be retracted.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Retractable {
    /// Number of its event.
    pub seq: Seq,
    /// The side.
    pub side: Side,
    /// Piece letter before the move.
    pub piece: char,
    /// Start cell.
    pub from: SmolStr,
    /// Target cell.
    pub to: SmolStr,
}

/// A side's last move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SideLastMove {
    /// Start cell.
    pub from: Square,
    /// Target cell.
    pub to: Square,
    /// Number of its event.
    pub seq: Seq,
}

/// The last move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LastMove {
    /// Start cell.
    pub from: Square,
    /// Target cell.
    pub to: Square,
    /// The side.
    pub side: Side,
}

/// A counter of a law.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Counter {
    /// Label.
    pub label: WireMessage,
    /// The side, if it is one side's.
    pub side: Option<Side>,
    /// Current value.
    pub value: u64,
    /// Limit.
    pub limit: u64,
    /// The counter and its consequence, as a sentence.
    pub text: WireMessage,
}

/// Possible premoves of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossiblePremoves {
    /// Number of the last event.
    pub seq: Seq,
    /// The moves by start cell.
    pub moves: BTreeMap<SmolStr, Vec<PossiblePremove>>,
}

/// A possible premove.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossiblePremove {
    /// Target cell.
    pub to: SmolStr,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: SmolStr,
    /// Promotion letter.
    pub promotion: Option<char>,
    /// Throws that allow it; null without dice.
    pub faces: Option<Vec<u8>>,
}

/// The question why a side may not move: a piece, a piece and a target, or a move as text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhyQuery {
    /// The piece's cell.
    #[serde(default)]
    pub from: Option<String>,
    /// The target.
    #[serde(default)]
    pub to: Option<String>,
    /// The move.
    #[serde(default, rename = "move")]
    pub written: Option<String>,
}

/// Answer to the question why a side may not move a piece, or not to a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WhyResponse {
    /// The reason; null if the move is legal.
    pub refusal: Option<RefusalReason>,
}

/// A reason given by the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RefusalReason {
    /// Machine-readable code, as in a `nack`.
    pub code: String,
    /// The reason, as a sentence for the player.
    pub message: WireMessage,
}
