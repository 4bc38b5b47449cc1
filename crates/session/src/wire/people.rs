//! Guests, presence and chat.

use rukh_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::time::UnixMillis;
use crate::id::GuestId;

/// A player of a game. Events hold players and never names, so that a name can be changed or deleted
/// later: views put it beside the player.
///
/// People of every kind share one space of ids. What asks only who somebody is (limits, seeks, chat, the
/// archive) knows the id; the kind is known where somebody is identified and where a game is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Player {
    /// A guest: a person without an account.
    Guest {
        /// Public id; it proves nothing.
        id: GuestId,
    },
    /// A program with a bot account of its own.
    Bot {
        /// Public id; it proves nothing.
        id: GuestId,
    },
    /// An engine of the server.
    Engine {
        /// Level, from 1 to 8.
        level: u8,
    },
}

impl Player {
    /// The id, if a person or a bot plays.
    #[must_use]
    pub fn id(&self) -> Option<&GuestId> {
        match self {
            Player::Guest { id } | Player::Bot { id } => Some(id),
            Player::Engine { .. } => None,
        }
    }

    /// The engine level, if an engine plays.
    #[must_use]
    pub fn engine_level(&self) -> Option<u8> {
        match self {
            Player::Engine { level } => Some(*level),
            Player::Guest { .. } | Player::Bot { .. } => None,
        }
    }

    /// Whether a bot plays.
    #[must_use]
    pub fn is_bot(&self) -> bool {
        matches!(self, Player::Bot { .. })
    }
}

/// A guest: a name and a public id, without an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Guest {
    /// Public id; it proves nothing.
    pub id: GuestId,
    /// What others see, 1 to 40 characters; that of a bot ends in ` (bot)`, which no other name does.
    pub name: String,
    /// Whether it is a bot account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_bot: bool,
}

/// Request to choose a name.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct NameRequest {
    /// The name, of 1 to 40 characters.
    pub name: String,
}

/// A guest created for a program.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NewGuest {
    /// Id and name, as others see them.
    #[serde(flatten)]
    pub guest: Guest,
    /// Token for `Authorization: Bearer`.
    pub token: String,
}

/// Spectator mode: what spectators may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SpectatorMode {
    /// Spectators chat with everyone and show moves, as is customary.
    #[default]
    Traditional,
    /// Spectators chat among themselves only.
    Match,
}

/// Role of a guest in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatRole {
    /// Plays White, or both sides.
    White,
    /// Plays Black.
    Black,
    /// Watches the game.
    Spectator,
}

/// Author of a chat entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatAuthor {
    /// Public id of the guest.
    pub id: GuestId,
    /// What the guest is in this game.
    pub role: ChatRole,
    /// Whether nobody else sees the entry. It is stored with the entry and never sent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(skip)]
    pub is_shadowed: bool,
}

/// Who sees a chat entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatRoom {
    /// Players and spectators.
    All,
    /// The two players.
    Players,
    /// Spectators only, so that the players do not hear advice.
    Spectators,
}

/// A chat entry, demo or premove list. It does not affect the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ChatEntry {
    /// A chat message.
    Chat {
        /// Who wrote it.
        author: ChatAuthor,
        /// Who sees it.
        room: ChatRoom,
        /// Its words; of a preset message in English.
        text: String,
        /// Key of a preset message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preset: Option<String>,
    },
    /// Pieces shown on other cells.
    Demo {
        /// Who shows them.
        author: ChatAuthor,
        /// Who sees them.
        room: ChatRoom,
        /// The pieces; an empty list clears the demo.
        steps: Vec<DemoPiece>,
        /// End of the demo, in milliseconds since the epoch.
        until: UnixMillis,
    },
    /// A side's premoves, sent to its player only.
    Premoves {
        /// The side that will make them.
        side: Side,
        /// The moves, one for each throw.
        moves: Vec<Premove>,
    },
}

/// A piece shown on another cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DemoPiece {
    /// Cell where it stands.
    pub from: String,
    /// The cell where it is shown.
    pub to: String,
    /// Piece letter.
    pub piece: char,
    /// The side that it belongs to.
    pub side: Side,
}

/// A move that is made as soon as it is the side's turn and the move is legal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Premove {
    /// Coordinates, such as `e2e3`.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// The throw it is meant for; any, if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<u8>,
    /// The other side's move that it answers, in coordinates; any, if none is given. It is a *conditional move* then,
    /// and legal after that move; not with a die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Conditional moves that stand when it was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Premove>,
}

/// A numbered chat entry, as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NumberedChatEntry {
    /// Number in the game, from 1; invisible entries leave gaps.
    pub number: u64,
    /// Time, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// What was written or shown.
    pub data: ChatEntry,
}

impl ChatEntry {
    /// The author of a message or demo, to be changed.
    pub fn author_mut(&mut self) -> Option<&mut ChatAuthor> {
        match self {
            ChatEntry::Chat { author, .. } | ChatEntry::Demo { author, .. } => Some(author),
            ChatEntry::Premoves { .. } => None,
        }
    }

    /// The author of a message or demo.
    #[must_use]
    pub fn author(&self) -> Option<&ChatAuthor> {
        match self {
            ChatEntry::Chat { author, .. } | ChatEntry::Demo { author, .. } => Some(author),
            ChatEntry::Premoves { .. } => None,
        }
    }
}

/// A chat entry as it is shown, with the name of its author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NamedChatEntry {
    /// What is stored of it.
    #[serde(flatten)]
    pub entry: NumberedChatEntry,
    /// Name of the author of a message or demo.
    pub name: Option<String>,
}

/// Request to post a chat message: either `text` or `preset`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatRequest {
    /// Words of one's own.
    #[serde(default)]
    pub text: Option<String>,
    /// Key of a preset message.
    #[serde(default)]
    pub preset: Option<String>,
}

/// Request to show a demo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DemoRequest {
    /// The pieces; an empty list clears the demo.
    pub steps: Vec<DemoStep>,
}

/// A piece to show on another cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DemoStep {
    /// Cell where it stands.
    pub from: String,
    /// The cell where it is shown.
    pub to: String,
}

/// Request to mute or unmute a guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MuteRequest {
    /// Guest id, or `all`.
    pub guest: String,
    /// Whether the guest is to be muted.
    pub muted: bool,
}

/// Who is here: both players and the spectators.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// White's player.
    pub white: PlayerPresence,
    /// Black's player.
    pub black: PlayerPresence,
    /// Who watches.
    pub spectators: Spectators,
}

/// Whether a player is here, and what follows if not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerPresence {
    /// Whether the player is connected to the game.
    pub connected: bool,
    /// Since when, in milliseconds since the epoch.
    pub since: UnixMillis,
    /// When the other side may claim the game, in milliseconds since the epoch; never from the host of a simul, who is on
    /// other boards too.
    pub claim_at: Option<UnixMillis>,
    /// Network delay that the server measured with the player's last intents, in milliseconds: what
    /// contests and clocks go by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<u64>,
}

/// Who watches a game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spectators {
    /// Their number, including anonymous ones.
    pub count: usize,
    /// Some of the named ones.
    pub guests: Vec<Guest>,
}
