//! Ids of games and guests.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::clock::random_id;

/// Length of the id of a listed game.
const PUBLIC_GAME_LENGTH: usize = 12;
/// Length of the id of a private game, whose id is its secret.
const PRIVATE_GAME_LENGTH: usize = 26;
/// Length of a guest id.
const GUEST_LENGTH: usize = 16;

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

/// A newtype of text in a column of SQLite, as `sqlx::Type` makes it one in PostgreSQL.
macro_rules! text_column {
    ($name:ident) => {
        impl rusqlite::types::FromSql for $name {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                String::column_result(value).map($name)
            }
        }
    };
}

/// Id of a game: ASCII letters and digits, 12 of them in a new listed game and 26 in a private one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, sqlx::Type)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct GameId(String);

schema_of_content!(GameId, String);

text_column!(GameId);

impl GameId {
    /// A new id of a listed game.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn random_public() -> std::io::Result<GameId> {
        random_id::<PUBLIC_GAME_LENGTH>().map(GameId)
    }

    /// A new id of a private game, long enough to be its secret.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn random_private() -> std::io::Result<GameId> {
        random_id::<PRIVATE_GAME_LENGTH>().map(GameId)
    }

    /// The id as text.
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
    /// The text.
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
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct GuestId(String);

schema_of_content!(GuestId, String);

text_column!(GuestId);

impl GuestId {
    /// A new id.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn random() -> std::io::Result<GuestId> {
        random_id::<GUEST_LENGTH>().map(GuestId)
    }

    /// The id as text.
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
    fn game_id_random_round_trips_as_text() {
        for (id, length) in [(GameId::random_public(), 12), (GameId::random_private(), 26)] {
            let id = id.unwrap();
            assert_eq!(id.as_str().len(), length);
            assert_eq!(id.to_string().parse(), Ok(id.clone()));
            assert_eq!(serde_json::to_value(&id).unwrap(), json!(id.as_str()));
        }
    }

    #[test]
    fn guest_id_with_nul_is_rejected() {
        assert_eq!("a\0".parse::<GuestId>(), Err(GuestIdError));
        let id = GuestId::random().unwrap();
        assert_eq!(id.as_str().len(), 16);
        assert_eq!(id.to_string().parse(), Ok(id));
    }
}
