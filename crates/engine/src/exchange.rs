//! Table entries for engines that have no memory in common, such as the workers of a web page.
//!
//! Threads of one engine share its table. Engines with a table each can tell each other the entries of deep
//! nodes: few enough that the way to the other engine may be slow, and they save a part of its work.

use std::num::NonZeroU64;

use rukh_rules::Ruleset;

use crate::transposition::{TtEntry, pack, unpack};

/// A table entry in one word, as engines of one version exchange it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedEntry(NonZeroU64);

impl PackedEntry {
    /// The entry of a word that [`PackedEntry::bits`] gave; `None` of 0.
    #[must_use]
    pub fn from_bits(bits: u64) -> Option<PackedEntry> {
        NonZeroU64::new(bits).map(PackedEntry)
    }

    /// The entry as a word, which is not 0.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0.get()
    }

    /// The depth of the search that found it, in plies; with a die, in turns.
    #[must_use]
    pub fn depth(self) -> u32 {
        unpack(self.bits()).depth.unsigned_abs()
    }
}

/// A place where engines that search the same position leave entries for each other.
///
/// Keys are those of positions. They do not tell rulesets or evaluations apart: engines that differ in these
/// must not exchange entries.
///
/// # Examples
/// ```
/// use std::collections::HashMap;
/// use std::sync::{Arc, Mutex};
///
/// use rukh_engine::{Engine, EntryExchange, PackedEntry, SearchLimits};
/// use rukh_rules::{Game, Ruleset};
///
/// #[derive(Clone, Default)]
/// struct Shared(Arc<Mutex<HashMap<u64, u64>>>);
///
/// impl EntryExchange for Shared {
///     fn load(&self, key: u64) -> Option<PackedEntry> {
///         self.0.lock().ok()?.get(&key).copied().and_then(PackedEntry::from_bits)
///     }
///     fn store(&self, key: u64, entry: PackedEntry) {
///         if let Ok(mut entries) = self.0.lock() {
///             entries.insert(key, entry.bits());
///         }
///     }
/// }
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let shared = Shared::default();
/// let mut engine = Engine::new(shatranj.clone());
/// engine.exchange_entries(Box::new(shared.clone()));
/// engine.search(&Game::new(shatranj), &SearchLimits::depth(6), 0);
/// assert!(!shared.0.lock().unwrap().is_empty(), "another engine can go on from these");
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
pub trait EntryExchange: Send + Sync {
    /// The entry stored under a key, if it is still there.
    fn load(&self, key: u64) -> Option<PackedEntry>;
    /// Stores an entry under a key. It may replace another, and may be lost.
    fn store(&self, key: u64, entry: PackedEntry);
}

/// Least depth of an entry that is exchanged: in searches of shatranj and mideast, one entry in 35 to 45 nodes.
const MIN_DEPTH: i32 = 4;
/// The same for searches with a die, whose depth counts turns.
const MIN_DEPTH_WITH_DIE: i32 = 2;

/// An exchange with the depth from which a table uses it.
pub(crate) struct Exchange {
    place: Box<dyn EntryExchange>,
    min_depth: i32,
}

impl Exchange {
    pub(crate) fn new(place: Box<dyn EntryExchange>, ruleset: &Ruleset) -> Exchange {
        Exchange { place, min_depth: if ruleset.has_die() { MIN_DEPTH_WITH_DIE } else { MIN_DEPTH } }
    }

    /// An entry of another engine for a node of this depth, if it is deeper than the own one.
    pub(crate) fn load(&self, key: u64, depth: i32, own: Option<TtEntry>) -> Option<TtEntry> {
        let known = own.map_or(-1, |own| own.depth);
        if depth < self.min_depth || known >= depth {
            return None;
        }
        self.place.load(key).map(|entry| unpack(entry.bits())).filter(|entry| entry.depth > known)
    }

    /// Leaves an entry for others, if it is deep enough.
    pub(crate) fn store(&self, key: u64, entry: TtEntry) {
        if entry.depth >= self.min_depth
            && let Some(packed) = PackedEntry::from_bits(pack(entry, 0))
        {
            self.place.store(key, packed);
        }
    }
}

impl std::fmt::Debug for Exchange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exchange").field("min_depth", &self.min_depth).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::{Arc, Mutex};

    use rukh_rules::{Game, Ruleset};

    use super::{EntryExchange, PackedEntry};
    use crate::{Engine, SearchLimits};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<HashMap<u64, PackedEntry>>>);

    impl EntryExchange for Shared {
        fn load(&self, key: u64) -> Option<PackedEntry> {
            self.0.lock().unwrap().get(&key).copied()
        }

        fn store(&self, key: u64, entry: PackedEntry) {
            self.0.lock().unwrap().insert(key, entry);
        }
    }

    /// What one engine has searched, another need not search as a whole; few entries suffice for that.
    #[test]
    fn exchanged_entries_save_nodes_of_a_search() {
        for (name, depth, saving) in [("shatranj", 16, 1), ("mideast", 14, 1), ("oblong-dice", 4, 4)] {
            let ruleset = Arc::new(Ruleset::named(name).unwrap());
            let game = Game::new(ruleset.clone());
            let shared = Shared::default();
            let search = || {
                let mut engine = Engine::new(ruleset.clone());
                engine.exchange_entries(Box::new(shared.clone()));
                engine.search(&game, &SearchLimits::depth(depth), 0).nodes
            };
            let (first, second) = (search(), search());
            assert!(second * saving < first, "{name}: {second} nodes after {first}");
            let count = shared.0.lock().unwrap().len() as u64;
            assert!(count > 0 && count * 10 < first, "{name}: {count} entries of {first} nodes");
        }
    }
}
