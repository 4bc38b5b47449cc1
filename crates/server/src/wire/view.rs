//! Where a game stands, as a board that knows no rules needs it.

use std::collections::BTreeMap;

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game::{MatchResult, PhaseWord};
use super::time::{Reading, Time};

/// Where a game stands.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// The number of the last event.
    pub seq: u64,
    /// Where in its course the game stands.
    pub phase: PhaseWord,
    /// What may happen next: `werera`, `chance`, `choice` or `over`.
    pub node: &'static str,
    /// Who is on move; nobody while both sides may act.
    pub turn: Option<SideName>,
    /// Every man on the board.
    pub men: Vec<ViewMan>,
    /// The throw on the board.
    pub throw: Option<ViewThrow>,
    /// What each side may do now.
    pub legal: BySide<Moves>,
    /// Whether the side on move may let its turn go by.
    pub pass: Option<ViewPass>,
    /// Moves of the werera that may be taken back.
    pub retractable: Vec<Retractable>,
    /// Cells of kings in check.
    pub check: Vec<String>,
    /// Each side's last move that stands.
    pub last: BySide<Option<LastOfSide>>,
    /// The last move that stands.
    pub last_move: Option<LastMove>,
    /// What the laws count.
    pub counters: Vec<Counter>,
    /// How the game ended.
    pub result: Option<MatchResult>,
    /// The position.
    pub fen: String,
    /// What a player should know now.
    pub hint: Option<String>,
    /// The clocks, if there are any.
    pub clock: Option<ViewClock>,
    /// What is offered, and by whom.
    pub offers: ViewOffers,
    /// What each side may do besides moving.
    pub actions: BySide<Vec<&'static str>>,
    /// Whose share in the throws is still awaited.
    pub seeds: Option<BySide<bool>>,
    /// Before the werera begins: which sides are ready for it.
    pub ready: Option<BySide<bool>>,
}

/// The clocks at a moment.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewClock {
    /// What they show.
    #[serde(flatten)]
    pub reading: Reading,
    /// When, in milliseconds since the epoch.
    pub at: u64,
    /// How much time was agreed.
    pub limit: Time,
}

/// What is offered, and by whom.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewOffers {
    /// A draw.
    pub draw: Option<SideName>,
    /// To take a move back.
    pub takeback: Option<SideName>,
    /// To begin turns.
    pub turns: Option<SideName>,
    /// Another game with colours changed.
    pub rematch: Option<SideName>,
}

/// Something each side has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// Moves by the cell they start from.
pub type Moves = BTreeMap<String, Vec<LegalMove>>;

/// A man on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewMan {
    /// Where it stands.
    pub cell: String,
    /// Whose it is.
    pub side: SideName,
    /// What it is.
    pub man: char,
    /// Its number, the same all game long.
    pub id: u16,
}

/// A throw on the board.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewThrow {
    /// The face.
    pub face: u8,
    /// The men it names.
    pub mans: Vec<char>,
    /// Whose throw it is.
    pub side: SideName,
}

/// A move that may be made.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LegalMove {
    /// Where to.
    pub to: String,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// Whether it takes a man.
    pub capture: bool,
    /// What the man becomes.
    pub promotion: Option<char>,
    /// Whether the king castles.
    pub castle: bool,
    /// The move as people write it.
    pub san: String,
}

/// The side on move may let its turn go by.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViewPass {
    /// Whether nothing else is possible; then the server does it.
    pub forced: bool,
    /// Why.
    pub reason: String,
    /// When the server does it, in milliseconds since the epoch.
    pub at: Option<u64>,
}

/// A move of the werera that may be taken back.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Retractable {
    /// The number of its event.
    pub seq: u64,
    /// Whose.
    pub side: SideName,
    /// What the man was before it.
    pub man: char,
    /// Where from.
    pub from: String,
    /// Where to.
    pub to: String,
}

/// A side's last move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LastOfSide {
    /// Where from.
    pub from: String,
    /// Where to.
    pub to: String,
    /// The number of its event.
    pub seq: u64,
}

/// The last move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LastMove {
    /// Where from.
    pub from: String,
    /// Where to.
    pub to: String,
    /// Whose.
    pub side: SideName,
}

/// Something a law counts.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Counter {
    /// What is counted.
    pub label: String,
    /// Whose, if it is one side's.
    pub side: Option<SideName>,
    /// How many there are.
    pub value: u64,
    /// How many there may be.
    pub limit: u64,
    /// The same in words.
    pub text: String,
}

/// What a side may prepare while the other is on move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossiblePremoves {
    /// The number of the last event.
    pub seq: u64,
    /// The moves, by the cell they start from.
    pub moves: BTreeMap<String, Vec<PossiblePremove>>,
}

/// What might be a move if it were that side's turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossiblePremove {
    /// Where to.
    pub to: String,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// What the man becomes.
    pub promotion: Option<char>,
    /// The throws that allow it; nothing where no die is thrown.
    pub faces: Option<Vec<u8>>,
}

/// Why a side may not move a piece, or not so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Why {
    /// The reason; nothing where there is such a move.
    pub why: Option<WhyNot>,
}

/// A reason of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WhyNot {
    /// What it is about, as in a `nack`.
    pub code: String,
    /// The reason in a player's words.
    pub reason: String,
}
