//! Games: seats, list entries, boards and greetings.

use std::collections::BTreeMap;

use rukh_rules::notation::dialect::Dialect;
use rukh_rules::ruleset::PieceDefinition;
use rukh_rules::{Game, Outcome, Ruleset, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::Seq;
use super::message::WireMessage;
use super::people::{Player, Presence, SpectatorMode};
use super::rating::{PlayerRating, Rated};
use super::ruleset::LocalizedName;
use super::time::{GameTimeControl, TimeOdds, UnixMillis};
use super::view::{BySide, View};
use crate::id::{GameId, GuestId};

/// A seat: the player of a side, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Seat {
    /// Who sits there: a person, a bot or an engine.
    pub player: Player,
    /// The name of a person or a bot.
    pub name: Option<String>,
}

/// The names of the people in both seats of a game.
pub type SeatNames = BySide<Option<String>>;

/// Who is to play a side of a new game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum NewSeat {
    /// The requester.
    Human,
    /// An engine of the server.
    Engine {
        /// Level, from 1 to 8; 3 if none is given.
        #[serde(default)]
        level: Option<u8>,
    },
}

/// What the players do now: set up without turns, take turns, or nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GamePhase {
    /// Werera: both sides may move.
    Werera,
    /// The sides take turns.
    Turns,
    /// The game has ended.
    Over,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinalResult {
    /// The winner; null in a draw.
    pub winner: Option<Side>,
    /// Reason code, such as `bare-king`.
    pub reason: String,
    /// The reason, as a sentence for the players.
    pub text: WireMessage,
    /// Traditional rank of the mate.
    pub style: Option<MateStyleText>,
}

/// Traditional rank of a mate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MateStyleText {
    /// `poor`, `respectable` or `praised`.
    #[schemars(extend("enum" = ["poor", "respectable", "praised"]))]
    pub rank: String,
    /// The rank, as a sentence.
    pub text: WireMessage,
}

impl FinalResult {
    /// The result of a finished game.
    #[must_use]
    pub fn of(game: &Game) -> Option<FinalResult> {
        let Outcome { winner, reason } = game.outcome()?;
        let style = game.style().map(|style| MateStyleText {
            rank: style.rank.to_string(),
            text: style.message(game.ruleset()).into(),
        });
        Some(FinalResult {
            winner,
            reason: reason.to_string(),
            text: game.outcome()?.message(game.ruleset()).into(),
            style,
        })
    }
}

/// What is settled when a game is made.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct NewGameRequest {
    /// Ruleset with its options, such as `senterej[saba=G]`.
    pub instance: String,
    /// Who is to play White: the sender as a person, or an engine with a level.
    pub white: NewSeat,
    /// Who is to play Black, likewise.
    pub black: NewSeat,
    /// Start position, if not the ruleset's own; in the ruleset's letters or `XBoard`'s.
    #[serde(default)]
    pub fen: Option<String>,
    /// How much time each side has; without it, no clocks.
    #[serde(default)]
    pub time_control: GameTimeControl,
    /// Other time of one side, on live clocks; without it, both have the same.
    #[serde(default)]
    pub odds: Option<TimeOdds>,
    /// What spectators may do.
    #[serde(default)]
    pub spectator_mode: SpectatorMode,
    /// Whether the game is unlisted.
    #[serde(default)]
    pub private: bool,
}

/// A game that was made, and how the request was read.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CreatedGame {
    /// Its list entry.
    #[serde(flatten)]
    pub card: GameCard,
    /// Dialect in which the request's `fen` was read, if it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<DialectName>,
}

/// Dialect of a position: whose piece letters it uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DialectName {
    /// The ruleset's own.
    Own,
    /// Fairy-Stockfish's and `XBoard`'s.
    FairyStockfish,
}

impl From<Dialect> for DialectName {
    fn from(dialect: Dialect) -> DialectName {
        match dialect {
            Dialect::Own => DialectName::Own,
            Dialect::FairyStockfish => DialectName::FairyStockfish,
        }
    }
}

/// One page of a list of games.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GameList {
    /// The games, newest first: by start, and in a search of finished games by end.
    pub games: Vec<ListedGame>,
    /// `cursor` of the next page of a search, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// How many games a search finds in all, on its first page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<GameCount>,
    /// How many finished games are not in the index yet, so that a search cannot find them; 1,000 stands
    /// for more. Absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unindexed: Option<u64>,
}

/// A game as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ListedGame {
    /// What every list shows of it.
    #[serde(flatten)]
    pub card: GameCard,
    /// The last placement, as in FEN; in a search only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<String>,
    /// After how many moves the game reached the position of the search first, as `/game/{id}#20` counts
    /// them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_number: Option<u64>,
}

impl From<GameCard> for ListedGame {
    fn from(card: GameCard) -> ListedGame {
        ListedGame { card, placement: None, move_number: None }
    }
}

/// A position that a game has reached, for a board or an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GamePosition {
    /// Id of the ruleset.
    pub ruleset: String,
    /// Ruleset with its options.
    pub instance: String,
    /// The position as FEN.
    pub fen: String,
}

/// A number of games that is counted up to a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameCount {
    /// The number, at most 1,000.
    pub count: u64,
    /// Whether there are more.
    pub is_more: bool,
}

/// A player with the results of the finished games that are listed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlayerDetails {
    /// Public id of the player.
    pub id: GuestId,
    /// Name that the player has now.
    pub name: String,
    /// Results in all games.
    pub results: PlayerResults,
    /// Results by family of rulesets, the family with most games first.
    pub families: Vec<FamilyResults>,
    /// Whether the player has an account.
    pub has_account: bool,
    /// Whether it is a bot account.
    pub is_bot: bool,
    /// Ratings, the one with most games first.
    pub ratings: Vec<PlayerRating>,
    /// As in `GameList`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unindexed: Option<u64>,
}

/// Results of a player in a family of rulesets.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FamilyResults {
    /// Family; the id of a ruleset that the server does not have any more.
    pub family: String,
    /// Games of this family only.
    pub results: PlayerResults,
}

/// Numbers of finished games of a player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayerResults {
    /// All games.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games that were broken off, and those in which the player played both sides.
    pub other: u64,
}

impl std::ops::Add for PlayerResults {
    type Output = PlayerResults;

    fn add(self, other: PlayerResults) -> PlayerResults {
        PlayerResults {
            games: self.games + other.games,
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            other: self.other + other.other,
        }
    }
}

/// List entry of a game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GameCard {
    /// Id by which `/game/{id}` shows it.
    pub id: GameId,
    /// Ruleset with its options, such as `senterej[saba=G]`.
    pub instance: String,
    /// Name of the game, in English.
    pub ruleset_name: String,
    /// Key of the drawing of the board.
    pub skin: String,
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// Whether it is in the werera, in turns or over.
    pub phase: GamePhase,
    /// Side on move; null while both sides may act, and after the end.
    pub turn: Option<Side>,
    /// How it ended; null while it lasts.
    pub result: Option<FinalResult>,
    /// Start time, in milliseconds since the epoch.
    pub started: UnixMillis,
    /// Time of the last event, in milliseconds since the epoch.
    pub updated: UnixMillis,
    /// Plies played, without those taken back.
    pub plies: u64,
    /// How much time each side has.
    pub time_control: GameTimeControl,
    /// Other time of one side, if there are odds of time; such a game is not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<TimeOdds>,
    /// What spectators may do.
    pub spectator_mode: SpectatorMode,
    /// Whether the game is unlisted.
    pub private: bool,
    /// What it is rated by, unless it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<Rated>,
}

/// The board and its kinds of pieces.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BoardInfo {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Key of the drawing of the board.
    pub skin: String,
    /// Every kind of piece of the ruleset, by letter.
    pub pieces: BTreeMap<char, BoardPiece>,
}

impl BoardInfo {
    /// The board of a ruleset and every kind of piece.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> BoardInfo {
        let piece = |piece: &PieceDefinition| BoardPiece {
            name: piece.name.clone(),
            names: LocalizedName::all(&piece.names),
            picture: piece.picture.clone(),
            betza: piece.movement.text().to_owned(),
            text: piece.movement.message().into(),
        };
        BoardInfo {
            files: ruleset.geometry.files(),
            ranks: ruleset.geometry.ranks(),
            skin: ruleset.skin.clone(),
            pieces: ruleset.pieces.iter().map(|kind| (kind.letter, piece(kind))).collect(),
        }
    }
}

/// What a client needs to name, draw and explain a kind of piece.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BoardPiece {
    /// The ruleset's own name for it.
    pub name: String,
    /// Names by language.
    pub names: Vec<LocalizedName>,
    /// Key of its drawing.
    pub picture: String,
    /// Movement in Betza notation.
    pub betza: String,
    /// Movement in sentences.
    pub text: WireMessage,
}

/// Greeting of a game: everything a client needs to show it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Hello {
    /// Version of the wire.
    pub protocol_version: u32,
    /// Server time, in milliseconds since the epoch.
    pub server_time: UnixMillis,
    /// Number of the last event.
    pub seq: Seq,
    /// List entry of the game.
    pub game: GameCard,
    /// Pieces that one side lacks from the start, if the game is otherwise that of the array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece_odds: Option<PieceOdds>,
    /// The board and its kinds of pieces.
    pub board: BoardInfo,
    /// What the board shows now.
    pub view: View,
    /// What the server knows of the receiver.
    pub you: You,
    /// Who is here.
    pub presence: Presence,
}

/// Odds of pieces: what one side lacks from the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PieceOdds {
    /// The side that plays without them.
    pub side: Side,
    /// Letters of the pieces.
    pub pieces: Vec<char>,
}

/// Role of the receiver of a greeting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ViewerRole {
    /// Plays a side, or both.
    Player,
    /// Watches, and may chat.
    #[default]
    Spectator,
}

/// The receiver of a greeting.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct You {
    /// Public id of the guest, if known.
    pub id: Option<GuestId>,
    /// Name, if known.
    pub name: Option<String>,
    /// Sides the receiver plays.
    pub sides: Vec<Side>,
    /// Whether the receiver plays or watches.
    pub role: ViewerRole,
    /// Ids the receiver has muted.
    pub muted: Vec<String>,
}
