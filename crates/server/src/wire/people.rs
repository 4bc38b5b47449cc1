//! Who is here, and what is said beside the board.

use rukh_rules::game::SideName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Somebody who has no account: a name and a public number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Guest {
    /// The number others see; it proves nothing.
    pub id: String,
    /// What they want to be called.
    pub name: String,
}

/// A name somebody wants to go by.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct NameWish {
    /// The name, of 1 to 40 characters.
    pub name: String,
}

/// A guest made for a program.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Newcomer {
    /// Who it is.
    #[serde(flatten)]
    pub guest: Guest,
    /// The proof, for `Authorization: Bearer`.
    pub token: String,
}

/// How spectators and players live together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MannerWord {
    /// Bystanders call out and show moves, as custom has it.
    #[default]
    Traditional,
    /// Spectators speak among themselves only.
    Match,
}

/// What somebody is at a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Plays White, or both sides.
    White,
    /// Plays Black.
    Black,
    /// Looks on.
    Spectator,
}

/// Who says something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Voice {
    /// The guest's number.
    pub id: String,
    /// The guest's name.
    pub name: String,
    /// What the guest is here.
    pub role: Role,
}

/// Who hears it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Circle {
    /// Everybody.
    All,
    /// The two players.
    Players,
    /// Those who look on.
    Spectators,
}

/// Something said or shown beside the board. It decides nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Aside {
    /// Words.
    Chat {
        /// Who.
        from: Voice,
        /// For whom.
        room: Circle,
        /// What.
        text: String,
        /// The word of a ready-made sentence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preset: Option<String>,
    },
    /// Men shown where they might go.
    Demo {
        /// Who.
        from: Voice,
        /// For whom.
        room: Circle,
        /// What; nothing takes back what was shown.
        steps: Vec<Ghost>,
        /// When it fades, in milliseconds since the epoch.
        until: u64,
    },
    /// What a side has prepared; only its player hears of it.
    Premoves {
        /// Whose.
        side: SideName,
        /// The moves, one for a throw.
        moves: Vec<Premove>,
    },
}

/// A man shown where it might go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ghost {
    /// Where it stands.
    pub from: String,
    /// Where it is shown.
    pub to: String,
    /// What it is.
    pub man: char,
    /// Whose it is.
    pub side: SideName,
}

/// A move to be made as soon as it can be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Premove {
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// The throw it is meant for; any, if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<u8>,
}

/// An aside with its number and time, as it is sent and kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NumberedAside {
    /// Its number in the game, from 1; those one may not hear leave gaps.
    pub n: u64,
    /// When, in milliseconds since the epoch.
    pub at: u64,
    /// What.
    pub d: Aside,
}

/// What a client wants to say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatWish {
    /// Words of one's own.
    #[serde(default)]
    pub text: Option<String>,
    /// The word of a ready-made sentence.
    #[serde(default)]
    pub preset: Option<String>,
}

/// What a spectator wants to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DemoWish {
    /// The men to be shown; none takes back what was shown.
    pub steps: Vec<DemoStep>,
}

/// A man to be shown elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DemoStep {
    /// Where it stands.
    pub from: String,
    /// Where it is to be shown.
    pub to: String,
}

/// Whom a reader does not want to hear.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MuteWish {
    /// A guest's number, or `all`.
    pub who: String,
    /// Whether to mute or to hear again.
    pub on: bool,
}

/// Who is at a board.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// White's player.
    pub white: Here,
    /// Black's player.
    pub black: Here,
    /// Those who look on.
    pub spectators: Crowd,
}

/// Whether a player is there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Here {
    /// Whether the player has a line to the game.
    pub here: bool,
    /// Since when, in milliseconds since the epoch.
    pub since: u64,
    /// From when on the other side may claim the game.
    pub claim_at: Option<u64>,
}

/// Those who look on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Crowd {
    /// How many, those without a name included.
    pub count: usize,
    /// Some of those with one.
    pub list: Vec<Guest>,
}
