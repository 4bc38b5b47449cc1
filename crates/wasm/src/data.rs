//! The data that page, worker and module exchange as JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use crate::error::{PlacedReason, Problem, ProblemKind};
#[cfg(feature = "engine")]
pub use rukh_lab::search_info::{FaceEval, LineData, ScoreData, SearchInfo};

/// A side: `white` moves first in turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Side"))]
#[serde(rename_all = "lowercase")]
pub enum SideData {
    /// The first player.
    White,
    /// The second player.
    Black,
}

impl From<rukh_rules::Side> for SideData {
    fn from(side: rukh_rules::Side) -> SideData {
        match side {
            rukh_rules::Side::White => SideData::White,
            rukh_rules::Side::Black => SideData::Black,
        }
    }
}

impl From<SideData> for rukh_rules::Side {
    fn from(side: SideData) -> rukh_rules::Side {
        match side {
            SideData::White => rukh_rules::Side::White,
            SideData::Black => rukh_rules::Side::Black,
        }
    }
}

/// Where a ruleset comes from: a built-in one by name, or the text of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RulesetSource {
    /// A built-in ruleset, with options in brackets: `senterej[saba=G]`.
    BuiltIn {
        /// The name.
        name: String,
    },
    /// A ruleset of your own.
    Text {
        /// The text of its TOML file; it may extend a built-in ruleset.
        toml: String,
        /// Choices for options that shall not have their defaults.
        #[serde(default)]
        options: BTreeMap<String, String>,
    },
}

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

/// What may happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "NodeKind"))]
#[serde(rename_all = "lowercase")]
pub enum NodeData {
    /// Both sides may move and take moves back.
    Werera,
    /// A die is thrown.
    Chance,
    /// One side chooses a move.
    Choice,
    /// The game has ended.
    Over,
}

/// The state of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The position.
    pub fen: String,
    /// What may happen next.
    pub node: NodeData,
    /// The sides that may act now.
    pub acting: Vec<SideData>,
    /// The side to move or to throw; absent where both sides may act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<SideData>,
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
    pub side: SideData,
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
    pub side: Option<SideData>,
    /// The number reached.
    pub value: u32,
    /// The number at which the law takes effect.
    pub limit: u32,
    /// The counter and its consequence in a sentence.
    pub text: String,
}

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OutcomeData {
    /// The winner; absent for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideData>,
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
    pub side: SideData,
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

/// Where a law, a piece or an option comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProvenanceData {
    /// Citations: `murray1913:362`.
    pub sources: Vec<String>,
    /// Why it is conjecture, if no source says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conjecture: Option<String>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A ruleset in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "RulesetSummary"))]
pub struct RulesetSummaryData {
    /// The id: `senterej`.
    pub id: String,
    /// The name in English.
    pub title: String,
    /// One sentence.
    pub summary: String,
}

/// A ruleset: board, pieces, arrays, options, and every law with its source.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RulesetData {
    /// The id without options: `senterej`.
    pub id: String,
    /// The id with the options chosen: `senterej[saba=G]`.
    pub name: String,
    /// The name in English.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// A paragraph or more.
    pub description: String,
    /// Raised whenever a law changes.
    pub revision: u32,
    /// The fingerprint of everything that decides a game: 16 hexadecimal digits.
    pub hash: String,
    /// The number of files (columns).
    pub files: u8,
    /// The number of ranks (rows).
    pub ranks: u8,
    /// Whether a die is thrown before each move.
    pub has_die: bool,
    /// Whether the game begins with a werera.
    pub has_werera: bool,
    /// The position that a game starts from.
    pub starting_fen: String,
    /// The kinds of piece.
    pub pieces: Vec<PieceKindData>,
    /// The starting arrangements.
    pub arrays: Vec<ArrayData>,
    /// The options.
    pub options: Vec<OptionData>,
    /// The laws.
    pub laws: Vec<LawData>,
    /// The works cited.
    pub sources: Vec<SourceData>,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PieceKindData {
    /// The letter, lower case.
    pub letter: char,
    /// The name in English.
    pub name: String,
    /// The names by language tag.
    pub names: BTreeMap<String, String>,
    /// The move in Betza notation.
    pub betza: String,
    /// Whether it is the king.
    pub is_royal: bool,
    /// Sources.
    #[serde(flatten)]
    pub provenance: ProvenanceData,
}

/// A starting arrangement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ArrayData {
    /// The id.
    pub id: String,
    /// A heading.
    pub title: String,
    /// Whether it is the one chosen.
    pub is_chosen: bool,
    /// Whether its source could not be checked.
    pub is_unverified: bool,
    /// Sources.
    #[serde(flatten)]
    pub provenance: ProvenanceData,
}

/// An option of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OptionData {
    /// The key.
    pub key: String,
    /// A heading.
    pub title: String,
    /// The choice without a wish.
    pub default: String,
    /// The choice of this ruleset.
    pub chosen: String,
    /// The choices.
    pub choices: Vec<ChoiceData>,
}

/// A choice of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChoiceData {
    /// The id.
    pub id: String,
    /// What it means.
    pub title: String,
    /// Whether its source could not be checked.
    pub is_unverified: bool,
    /// Sources.
    #[serde(flatten)]
    pub provenance: ProvenanceData,
}

/// A law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LawData {
    /// The key: `bare-king`.
    pub key: String,
    /// A heading.
    pub title: String,
    /// The variant chosen.
    pub law: String,
    /// What it says, in sentences.
    pub text: String,
    /// Sources.
    #[serde(flatten)]
    pub provenance: ProvenanceData,
}

/// A work that is cited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SourceData {
    /// The citation as laws write it.
    pub citation: String,
    /// The work in full.
    pub text: String,
    /// Its addresses.
    pub urls: Vec<String>,
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

/// How a picture looks and what is marked.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PictureOptions {
    /// Arrows: `e2e4`, `e2e4:blue`.
    pub arrows: Vec<String>,
    /// Circles: `e4`, `e4:red`.
    pub circles: Vec<String>,
    /// The cell of a piece whose legal moves are marked.
    pub legal: Option<String>,
    /// The degrees that the board is turned by: 0, 90, 180 or 270.
    pub rotate: u16,
    /// Whether coordinates are left out.
    pub no_coordinates: bool,
    /// `light`, `dark` or `contrast`.
    pub theme: Option<String>,
    /// `traditional` or `international`.
    pub pieces: Option<String>,
    /// A skin; absent for that of the ruleset.
    pub skin: Option<String>,
    /// The longer side in pixels.
    pub size: Option<u32>,
}

/// What a search shall do.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SearchOptions {
    /// The maximum depth in plies; with a die in turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The number of best moves that are looked for, 1 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multipv: Option<usize>,
    /// The moves that are searched, in coordinates, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Shuffles moves of equal order; 0, the default, keeps their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
}

/// What a level shall do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChoiceOptions {
    /// The level, 1 for beginners to 8.
    pub level: u8,
    /// The side; needed in the werera only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideData>,
    /// The seed of the level's errors, 0 by default.
    #[serde(default)]
    pub seed: u64,
    /// In a werera against a person: the milliseconds since both sides were ready. Low levels
    /// then hold back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_ready: Option<u64>,
}

/// Openings of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpeningOptions {
    /// The ruleset.
    pub ruleset: RulesetSource,
    /// How many are made, where the ruleset has no set of its own.
    pub count: usize,
    /// The seed of their order.
    #[serde(default)]
    pub seed: u64,
    /// A list with a FEN, EPD or `moves` and moves a line, or games in PGN or JSON Lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The result of a game for the first player of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "GameResult"))]
#[serde(rename_all = "lowercase")]
pub enum GameResultData {
    /// It won.
    Win,
    /// It drew.
    Draw,
    /// It lost.
    Loss,
}

/// Two games of a match from one opening, with colours reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "MatchPair"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MatchPairData {
    /// The results, that of the game in which the first player is White first.
    pub results: [GameResultData; 2],
    /// Whether both games repeat earlier ones, event for event, and so tell nothing new.
    pub is_repeat: bool,
}

/// The numbers of a match so far, for its first player.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatchNumbers {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// Pairs that repeat no earlier ones; the bounds come from these.
    pub independent_pairs: u64,
    /// The Elo difference; null for all points or none.
    pub elo: Option<f64>,
    /// The lower bound of 95 %; null if there is none.
    pub elo_low: Option<f64>,
    /// The upper bound of 95 %; null if there is none.
    pub elo_high: Option<f64>,
    /// The likelihood that the first player is the stronger one, 0 to 1.
    pub superiority: f64,
}

/// How far the review of a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "ReviewProgress"))]
pub struct ReviewProgressData {
    /// Steps done.
    pub done: usize,
    /// Steps there are.
    pub total: usize,
}

/// What a game on this device begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LocalPlan {
    /// Its id: ASCII letters and digits.
    pub id: String,
    /// 32 secret random bytes that decide the throws, as 64 hexadecimal digits.
    pub seed: String,
    /// The ruleset, with options in brackets: `senterej[saba=G]`.
    pub instance: String,
    /// The level of White's engine; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<u8>,
    /// The level of Black's engine; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<u8>,
    /// The name of the person, or of both; may be empty.
    pub name: String,
    /// The position that it starts from, if not the ruleset's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
}

/// What a rematch begins with, if one is agreed: as in `LocalPlan`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RematchSeed {
    /// The id of the game.
    pub id: String,
    /// The seed of its throws.
    pub seed: String,
}

/// Everything about a game on this device, from which it is restored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LocalLog {
    /// The version of this format: 1.
    pub version: u32,
    /// The id.
    pub id: String,
    /// The seed of the throws.
    pub seed: String,
    /// The ruleset with its options.
    pub instance: String,
    /// The text of the ruleset file, so that the game goes on by the laws that it began with.
    pub ruleset_text: String,
    /// The level of White's engine; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<u8>,
    /// The level of Black's engine; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<u8>,
    /// The name of the person, or of both.
    pub name: String,
    /// When it began, in milliseconds since the epoch.
    pub started: u64,
    /// The events, as on the wire.
    pub events: Vec<serde_json::Value>,
}

/// What follows from something that has happened at the board.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LocalStep {
    /// Messages for the board, in their order: those of a socket of the server.
    pub messages: Vec<serde_json::Value>,
    /// The rematch that has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<LocalLog>,
}

/// The kind of an engine's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LocalTaskKind {
    /// A move in turn.
    Turn,
    /// An action in the werera.
    Werera,
    /// The answer to a draw offer.
    Draw,
}

/// What an engine has to decide now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LocalTask {
    /// Its side.
    pub side: SideData,
    /// What it decides.
    pub kind: LocalTaskKind,
    /// Its level.
    pub level: u8,
    /// How often it has waited in a row.
    pub waits: u32,
    /// In the werera the time before it thinks, otherwise the shortest time for its answer; in
    /// milliseconds.
    pub delay: u64,
    /// The number of the last event.
    pub base: u64,
    /// The seed of its choice.
    pub seed: u64,
    /// Against a person: the milliseconds since both sides were ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since_ready: Option<u64>,
}

/// What an engine has decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LocalDecision {
    /// Its side.
    pub side: SideData,
    /// The number of the last event that it knew.
    pub base: u64,
    /// What it does; absent if it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<GameEvent>,
    /// Whether it agrees to the draw that is offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
}
