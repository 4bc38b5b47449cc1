//! The view of a game, for a board that knows no rules.

use std::collections::BTreeMap;

use rukh_rules::{NodeKind, Side, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::event::Seq;
use super::game::{FinalResult, GamePhase};
use super::message::WireMessage;
use super::time::{ClockReading, GameTimeControl, TimeOdds, UnixMillis};

/// Everything that a board shows at one time, and all moves that can be made from there.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// Number of the last event.
    pub seq: Seq,
    /// Whether it is in the werera, in turns or over.
    pub phase: GamePhase,
    /// What may happen next.
    pub node: NodeKind,
    /// Side on move; null while both sides may act.
    pub turn: Option<Side>,
    /// All pieces on the board.
    pub pieces: Vec<ViewPiece>,
    /// The throw on the board, if any.
    pub throw: Option<ViewThrow>,
    /// What each side may move now, by the cell that it leaves; nothing for a side that is not on move,
    /// except in the werera.
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
    /// How the game ended; null while it lasts.
    pub result: Option<FinalResult>,
    /// The position as FEN.
    pub fen: String,
    /// What the players should do now, as a sentence, where it is not plain.
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
    /// Refuse the draw that the other side offers.
    DeclineDraw,
    /// Ask for a takeback, or accept one.
    Takeback,
    /// Refuse the takeback that the other side asks for.
    DeclineTakeback,
    /// Offer to begin turns, or accept such an offer.
    Turns,
    /// Refuse to begin turns.
    DeclineTurns,
    /// Offer a rematch, or accept one.
    Rematch,
    /// Refuse the rematch that the other side offers.
    DeclineRematch,
    /// End the batch in a batched werera.
    EndBatch,
    /// Ready for the werera.
    Ready,
    /// Claim a win, once the other side has been away long enough; a draw can be claimed then at any time.
    ClaimWin,
    /// Give the game up.
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
    /// Time from which the running clock counts, in milliseconds since the epoch: that of the reading, or the end of
    /// a vacation for which it waits.
    pub at: UnixMillis,
    /// How much time each side has.
    pub time_control: GameTimeControl,
    /// Other time of one side, if there are odds of time; such a game is not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<TimeOdds>,
    /// Until when each side is on vacation, in milliseconds since the epoch; absent if neither was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacations: Option<BySide<Option<UnixMillis>>>,
}

/// Open offers, each with the side that made it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewOffers {
    /// Side that offers a draw.
    pub draw: Option<Side>,
    /// Side that asks for a takeback.
    pub takeback: Option<Side>,
    /// Side that offers to begin turns.
    pub turns: Option<Side>,
    /// Side that offers a rematch.
    pub rematch: Option<Side>,
}

/// A value for each side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct BySide<T> {
    /// The value for White.
    pub white: T,
    /// The value for Black.
    pub black: T,
}

/// Moves by start cell.
pub type LegalMoves = BTreeMap<SmolStr, Vec<LegalMove>>;

/// A piece on the board, as it is to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewPiece {
    /// Where it stands, such as `e2`.
    pub cell: SmolStr,
    /// The side that it belongs to.
    pub side: Side,
    /// Letter of its kind, lower case.
    pub letter: char,
    /// Piece id, the same throughout the game.
    pub id: u16,
}

/// The throw on the board.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewThrow {
    /// Face, from 1.
    pub face: u8,
    /// Letters of the pieces that may move.
    pub pieces: Vec<char>,
    /// The side that moves with it.
    pub side: Side,
}

/// A legal move, ready to be shown and sent.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LegalMove {
    /// Cell that the piece goes to.
    pub to: SmolStr,
    /// What an intent says to make it.
    #[serde(rename = "move")]
    pub coordinates: SmolStr,
    /// Whether the move captures.
    pub capture: bool,
    /// Letter of what the piece becomes, if it promotes.
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
    /// The side that made it.
    pub side: Side,
    /// Piece letter before the move.
    pub piece: char,
    /// Cell where the piece stands again after it.
    pub from: SmolStr,
    /// Cell where the piece stands now.
    pub to: SmolStr,
}

/// The last move of one side that was not taken back.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SideLastMove {
    /// Cell that the piece left.
    pub from: Square,
    /// Cell that it went to.
    pub to: Square,
    /// Number of its event.
    pub seq: Seq,
}

/// The last move of the game, for marking its cells.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LastMove {
    /// Cell that the piece left.
    pub from: Square,
    /// Cell that it went to.
    pub to: Square,
    /// The side that made it.
    pub side: Side,
}

/// How far a law has counted, such as the moves of a lone piece.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Counter {
    /// What is counted, in a few words.
    pub label: WireMessage,
    /// The side, if it is one side's.
    pub side: Option<Side>,
    /// How many so far.
    pub value: u64,
    /// Number at which the law takes effect.
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

/// A move that might be legal when the side's turn comes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossiblePremove {
    /// Cell that the piece would go to.
    pub to: SmolStr,
    /// What a premove says to make it.
    #[serde(rename = "move")]
    pub coordinates: SmolStr,
    /// Letter of what the piece would become, if it promotes.
    pub promotion: Option<char>,
    /// Throws that allow it; null without dice.
    pub faces: Option<Vec<u8>>,
}

/// The question why a side may not move: a piece, a piece and a target, or a move as text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhyQuery {
    /// Cell of the piece that is asked about.
    #[serde(default)]
    pub from: Option<String>,
    /// Cell that it might go to.
    #[serde(default)]
    pub to: Option<String>,
    /// The move as somebody wrote it, in SAN or coordinates.
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
