//! Games, positions and moves.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[cfg(feature = "game")]
use rukh_session::wire::message::WireMessage;

use super::RulesetSource;
use rukh_rules::{NodeKind, Side};

/// A game as it goes to a worker: ruleset, start, and everything that has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameData {
    /// The ruleset.
    pub ruleset: RulesetSource,
    /// The position that the game started from, as FEN.
    pub start: String,
    /// The events since then.
    pub events: Vec<GameEvent>,
}

/// An event of a game, as in JSON Lines: `{"t": "move", "mv": "e2e3"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameEvent(pub serde_json::Map<String, serde_json::Value>);

/// The state of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The position.
    pub fen: String,
    /// What may happen next.
    pub node: NodeKind,
    /// The sides that may act now.
    pub acting: Vec<Side>,
    /// The side to move or to throw; absent where both sides may act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// The face of the die that lies on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<u8>,
    /// The faces that may fall, if a die is thrown next.
    pub faces: Vec<FaceData>,
    /// Whether the side to move is in check.
    pub is_check: bool,
    /// The number of the turn, from 1.
    pub turn_number: u16,
    /// The number of the last event, 0 before the first.
    pub seq: u64,
    /// A number of the position without its counts of turns, the same on every machine: 16
    /// hexadecimal digits.
    pub key: String,
    /// Every piece on the board.
    pub pieces: Vec<PieceOnBoard>,
    /// The cells of the last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_move: Option<[String; 2]>,
    /// Counters of laws that can end the game.
    pub counters: Vec<CounterData>,
    /// The end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeData>,
}

/// A face of the die.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FaceData {
    /// The number, from 1.
    pub number: u8,
    /// Its chance as one of `of` equal parts.
    pub weight: u32,
    /// The number of equal parts.
    pub of: u32,
    /// The letters of the kinds that it lets move.
    pub pieces: Vec<char>,
}

/// A piece on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PieceOnBoard {
    /// Its number, the same all game long.
    pub id: u16,
    /// The cell: `e2`.
    pub cell: String,
    /// The side.
    pub side: Side,
    /// The letter of its kind, lower case.
    pub letter: char,
}

/// A counter of a law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CounterData {
    /// The law: `lone-piece`, `move-limit` and so on.
    pub kind: &'static str,
    /// The side counted; absent if both are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The number reached.
    pub value: u32,
    /// The number at which the law takes effect.
    pub limit: u32,
    /// The counter and its consequence in an English sentence.
    pub text: String,
    /// What is counted, in a few words.
    #[cfg(feature = "game")]
    pub label: WireMessage,
    /// The sentence by its key and arguments, for readers in other languages.
    #[cfg(feature = "game")]
    pub message: WireMessage,
}

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OutcomeData {
    /// The winner; absent for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The reason as a word: `bare-king`, `checkmate`.
    pub reason: &'static str,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that was broken off.
    pub result: &'static str,
    /// The reason in a sentence, by the laws of the game.
    pub message: String,
    /// How custom judges the mate: `poor`, `respectable` or `praised`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate_rank: Option<&'static str>,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoveData {
    /// The move in coordinates: `e2e3`, `a7a8f`, `--` for a pass.
    pub uci: String,
    /// The move as people write it: `Nf3`.
    pub san: String,
    /// The side that moves.
    pub side: Side,
    /// The cell it leaves; absent for a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The cell it goes to; absent for a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The letter of what the piece becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// Whether a piece is captured.
    pub is_capture: bool,
}

/// A move of the werera that can be taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Retractable"))]
pub struct RetractableData {
    /// The number of its event.
    pub seq: u64,
    /// The move in coordinates.
    pub uci: String,
}

/// A game that was read from a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecordData {
    /// The number in the text, from 1.
    pub number: usize,
    /// The line it begins in, from 1.
    pub line: usize,
    /// The headers that are set.
    pub headers: BTreeMap<String, String>,
    /// The game.
    pub game: GameData,
    /// Comments, NAGs and variations, by the number of the event that they follow; 0 is the start.
    pub annotations: BTreeMap<u64, Vec<AnnotationData>>,
    /// What a strict reader would have refused, each with its line.
    pub warnings: Vec<String>,
}

/// A comment, a NAG, or a variation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AnnotationData {
    /// A comment.
    Comment(String),
    /// A numeric annotation glyph, 0 to 255.
    Nag(u8),
    /// Moves that might have been played instead of the event before.
    Variation(Vec<ElementData>),
}

/// A part of a variation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ElementData {
    /// A move in coordinates.
    Move(String),
    /// A throw.
    Throw(u8),
    /// An event of the werera.
    Werera(GameEvent),
    /// An end of the game that no law gives, such as a resignation, or a draw that is not claimed.
    End(GameEvent),
    /// A word that is no legal move there.
    Unread(String),
    /// A comment.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(u8),
    /// A variation of this variation.
    Variation(Vec<ElementData>),
}
