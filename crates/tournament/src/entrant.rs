//! Those who take part.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Greatest rating of an entrant: four digits, which is what a TRF file has room for.
pub const MAX_RATING: u16 = 9999;

/// Greatest length of an entrant's id, in bytes.
pub const MAX_ID_BYTES: usize = 64;

/// The public id of an entrant: 1 to 64 visible ASCII characters. Names are not part of a tournament, so that they
/// can be changed and deleted: reports are handed them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EntrantId(String);

/// Why a text is no id of an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("an entrant's id has 1 to {MAX_ID_BYTES} visible ASCII characters")]
pub struct EntrantIdError;

impl EntrantId {
    /// Reads an id.
    ///
    /// # Errors
    /// If the text is empty, longer than 64 bytes, or has a character that is not visible ASCII.
    pub fn new(text: impl Into<String>) -> Result<EntrantId, EntrantIdError> {
        let text = text.into();
        let is_good =
            (1..=MAX_ID_BYTES).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if is_good { Ok(EntrantId(text)) } else { Err(EntrantIdError) }
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for EntrantId {
    type Error = EntrantIdError;

    fn try_from(text: String) -> Result<EntrantId, EntrantIdError> {
        EntrantId::new(text)
    }
}

impl From<EntrantId> for String {
    fn from(id: EntrantId) -> String {
        id.0
    }
}

impl fmt::Display for EntrantId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Somebody who has joined a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// The public id.
    pub id: EntrantId,
    /// The rating with which the entrant joined; it orders the seeds.
    pub rating: u16,
    /// Rounds for which a half-point bye was requested.
    pub requested_byes: Vec<u16>,
    /// The number of events before the withdrawal; `None` for those who take part.
    pub(crate) withdrawn: Option<usize>,
    /// Whether the host of a simul has removed the entrant.
    pub(crate) removed: bool,
}

impl Entrant {
    /// Somebody who joins.
    pub(crate) fn new(id: EntrantId, rating: u16) -> Entrant {
        Entrant { id, rating, requested_byes: Vec::new(), withdrawn: None, removed: false }
    }

    /// Whether the entrant takes part no more.
    #[must_use]
    pub fn has_withdrawn(&self) -> bool {
        self.withdrawn.is_some()
    }

    /// Whether the host of a simul has removed the entrant.
    #[must_use]
    pub fn was_removed(&self) -> bool {
        self.removed
    }
}

/// Somebody who waits for a game of an arena.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingEntrant {
    /// The entrant.
    pub entrant: EntrantId,
    /// How long, in milliseconds.
    pub waited_ms: u64,
}

#[cfg(test)]
mod tests {
    use super::EntrantId;

    #[test]
    fn entrant_id_of_strange_text_is_refused_also_in_json() {
        for text in ["", "a b", "a\n", "é", &"a".repeat(65)] {
            assert!(EntrantId::new(text).is_err(), "{text:?}");
        }
        assert!(serde_json::from_str::<EntrantId>("\"a b\"").is_err());
        assert_eq!(serde_json::from_str::<EntrantId>("\"a-b\"").expect("an id").as_str(), "a-b");
    }
}
