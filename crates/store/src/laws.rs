//! The laws of games, kept so that a game goes on and can be read under the laws it began with.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use super::{Append, Store, StoreError};

/// Maximum number of laws remembered as stored; beyond it a new game brings its laws along again.
const MAX_KNOWN: usize = 20_000;

/// What laws are stored by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LawsKey {
    /// Fingerprint of the ruleset.
    pub hash: String,
    /// Ruleset with its options.
    pub instance: String,
}

/// Laws that are known to be stored.
#[derive(Debug, Default)]
pub(super) struct KnownLaws(Mutex<HashSet<LawsKey>>);

impl KnownLaws {
    pub(super) fn contains(&self, hash: &str, instance: &str) -> bool {
        let key = LawsKey { hash: hash.to_owned(), instance: instance.to_owned() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&key)
    }

    pub(super) fn insert(&self, key: LawsKey) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MAX_KNOWN {
            known.insert(key);
        }
    }
}

/// The laws that an append brings along, if any.
pub(super) fn key_of(append: &Append) -> Option<LawsKey> {
    let new = append.new.as_ref().filter(|new| new.ruleset_text.is_some())?;
    Some(LawsKey { hash: new.hash.clone(), instance: append.card.instance.clone() })
}

impl Store {
    /// Whether the laws of a game may have to be stored with it.
    #[must_use]
    pub fn lacks_laws(&self, hash: &str, instance: &str) -> bool {
        !self.known_laws.contains(hash, instance)
    }

    /// The text of the ruleset file under which games of this fingerprint and instance began.
    ///
    /// # Errors
    /// A database error.
    pub async fn laws(&self, hash: &str, instance: &str) -> Result<Option<String>, StoreError> {
        let statement = "SELECT text FROM ruleset WHERE hash = $1 AND instance = $2";
        let rows = self.readers.fetch(statement, &[hash.into(), instance.into()]).await?;
        rows.first().map(|row| row.get("text")).transpose()
    }
}
