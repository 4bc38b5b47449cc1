//! Ids of games and guests.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};

/// Gives a newtype the schema of its content: derived, a documented newtype would get a name and a
/// description of its own on the wire.
macro_rules! schema_of_content {
    ($newtype:ty, $content:ty) => {
        impl schemars::JsonSchema for $newtype {
            fn inline_schema() -> bool {
                <$content>::inline_schema()
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$content>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$content>::json_schema(generator)
            }
        }
    };
}

pub(crate) use schema_of_content;

/// Id of a game: ASCII letters and digits, 12 of them in a new listed game and 26 in a private one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct GameId(String);

schema_of_content!(GameId, String);

impl GameId {
    /// How ids of games begin that are on the player's device only. No id that a server gives begins
    /// so.
    pub const LOCAL_PREFIX: &'static str = "local";

    /// Whether the game is on the player's device only.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.0.starts_with(GameId::LOCAL_PREFIX)
    }

    /// Its letters and digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a text is not a game id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a game id, which has only ASCII letters and digits")]
pub struct GameIdError {
    /// What was given for an id.
    pub text: String,
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<GameId, GameIdError> {
        // The two databases treat other characters differently.
        match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            true => Ok(GameId(text.to_owned())),
            false => Err(GameIdError { text: text.to_owned() }),
        }
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Id of a guest: public, so it proves nothing. A new one has 16 ASCII letters and digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GuestId(String);

schema_of_content!(GuestId, String);

impl GuestId {
    /// Its characters, whatever they are.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GuestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text is not a guest id, because it contains the character 0, which PostgreSQL cannot store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no guest id contains the character 0")]
pub struct GuestIdError;

impl FromStr for GuestId {
    type Err = GuestIdError;

    fn from_str(text: &str) -> Result<GuestId, GuestIdError> {
        match text.contains('\0') {
            true => Err(GuestIdError),
            false => Ok(GuestId(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{GameId, GuestId, GuestIdError};

    #[test]
    fn game_id_other_characters_are_rejected() {
        for text in ["", "a-b", "a b", "é", "a\0", "../a"] {
            assert_eq!(text.parse::<GameId>().unwrap_err().text, text);
            assert!(serde_json::from_value::<GameId>(json!(text)).is_err(), "{text:?}");
        }
    }

    #[test]
    fn guest_id_with_nul_is_rejected() {
        assert_eq!("a\0".parse::<GuestId>(), Err(GuestIdError));
        assert_eq!("a b".parse::<GuestId>().unwrap().as_str(), "a b");
    }
}
