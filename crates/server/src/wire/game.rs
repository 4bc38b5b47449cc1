//! A game as it is introduced: who plays, by which rules, on what board.

use std::collections::BTreeMap;

use rukh_rules::game::SideName;
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::{Game, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::people::{MannerWord, Presence};
use super::ruleset::Named;
use super::time::Time;
use super::view::View;

/// Who sits on a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seat {
    /// A person or the server's own player.
    pub kind: SeatKind,
    /// The person's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How strong the server's player is, from 1 to 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The number of the guest who sits here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

impl Seat {
    /// The level of the server's player, if it sits here.
    #[must_use]
    pub fn engine_level(&self) -> Option<u8> {
        (self.kind == SeatKind::Engine).then(|| self.level.unwrap_or(1))
    }
}

/// What kind of player sits on a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// A person.
    Human,
    /// The server's own player.
    Engine,
}

/// Where in its course a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PhaseWord {
    /// Both sides may act.
    Werera,
    /// The sides take turns.
    Turns,
    /// It has ended.
    Over,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchResult {
    /// Who has won; nobody in a draw.
    pub winner: Option<SideName>,
    /// Why, as a word such as `bare-king`.
    pub reason: String,
    /// Why, in a player's words.
    pub text: String,
    /// How custom judges the mate.
    pub style: Option<StyleWords>,
}

/// How custom judges a mate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StyleWords {
    /// `poor`, `respectable` or `praised`.
    pub rank: String,
    /// The same in words.
    pub text: String,
}

impl MatchResult {
    /// How this game ended, if it has.
    #[must_use]
    pub fn of(game: &Game) -> Option<MatchResult> {
        let Outcome { winner, reason } = game.outcome()?;
        let style = game.style().map(|style| StyleWords {
            rank: style.rank.as_str().to_owned(),
            text: style.text(game.ruleset()),
        });
        Some(MatchResult {
            winner: winner.map(SideName::from),
            reason: reason.as_str().to_owned(),
            text: game.outcome()?.text(game.ruleset()),
            style,
        })
    }
}

/// A game somebody wants.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Wishes {
    /// The ruleset with its options.
    pub instance: String,
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// The start, if it is not the ruleset's own; in the ruleset's letters or `XBoard`'s.
    #[serde(default)]
    pub fen: Option<String>,
    /// How much time.
    #[serde(default)]
    pub time: Time,
    /// How spectators and players live together.
    #[serde(default)]
    pub manner: MannerWord,
    /// Whether it stands in no list.
    #[serde(default)]
    pub private: bool,
}

/// A game that has begun.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CreatedGame {
    /// The game.
    #[serde(flatten)]
    pub card: GameCard,
    /// Whose letters the wish's `fen` was read in, if it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<DialectWord>,
}

/// Whose letters a position is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DialectWord {
    /// The ruleset's own.
    Own,
    /// Fairy-Stockfish's and `XBoard`'s.
    Fsf,
}

impl From<Dialect> for DialectWord {
    fn from(dialect: Dialect) -> DialectWord {
        match dialect {
            Dialect::Own => DialectWord::Own,
            Dialect::FairyStockfish => DialectWord::Fsf,
        }
    }
}

/// Some games.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GameList {
    /// The games, the newest first.
    pub games: Vec<GameCard>,
}

/// A game in a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GameCard {
    /// Its name in addresses.
    pub id: String,
    /// The ruleset with its options.
    pub instance: String,
    /// What the ruleset is called.
    pub ruleset_name: String,
    /// How the board looks.
    pub skin: String,
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// Where in its course it stands.
    pub phase: PhaseWord,
    /// Who is on move; nobody while both sides may act, and when it is over.
    pub turn: Option<SideName>,
    /// How it ended.
    pub result: Option<MatchResult>,
    /// When it began, in milliseconds since the epoch.
    pub started: u64,
    /// When something last happened.
    pub updated: u64,
    /// Moves made, without those taken back by consent.
    pub plies: u64,
    /// How much time there is.
    pub time: Time,
    /// How spectators and players live together.
    pub manner: MannerWord,
    /// Whether it stands in no list.
    pub private: bool,
}

/// The board and the men.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Board {
    /// How many files.
    pub files: u8,
    /// How many ranks.
    pub ranks: u8,
    /// How it looks.
    pub skin: String,
    /// Every kind of man the ruleset knows, by letter.
    pub men: BTreeMap<char, BoardMan>,
}

/// A kind of man.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BoardMan {
    /// What it is called.
    pub name: String,
    /// What others call it.
    pub names: Vec<Named>,
    /// Which drawing shows it.
    pub picture: String,
    /// How it moves, in Betza notation.
    pub betza: String,
    /// How it moves, in words.
    pub text: String,
}

/// Everything one needs to sit down at a game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Hello {
    /// The version of the wire.
    pub proto: u32,
    /// The server's clock, in milliseconds since the epoch.
    pub server_time: u64,
    /// The number of the last event.
    pub seq: u64,
    /// The game.
    pub game: GameCard,
    /// The board and the men.
    pub board: Board,
    /// Where the game stands.
    pub view: View,
    /// What the receiver is and may do.
    pub you: You,
    /// Who is here.
    pub presence: Presence,
}

/// What the receiver is and may do.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct You {
    /// The receiver's number, if known.
    pub id: Option<String>,
    /// The receiver's name, if known.
    pub name: Option<String>,
    /// The sides the receiver plays.
    pub sides: Vec<SideName>,
    /// `player` or `spectator`.
    pub role: &'static str,
    /// Whom the receiver does not want to hear.
    pub muted: Vec<String>,
}
