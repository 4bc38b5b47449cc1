//! Entries that the engines of several workers exchange, in words of a memory that the page shares with them.

use rukh_engine::{EntryExchange, PackedEntry};
use rukh_rules::Ruleset;
use rukh_rules::hash::mix;

/// A memory of 32-bit words shared by workers, where every word is read and written as a whole.
pub(crate) trait SharedWords: Send + Sync {
    /// The number of words.
    fn len(&self) -> u32;
    fn load(&self, index: u32) -> u32;
    fn store(&self, index: u32, word: u32);
}

/// Words of a slot: the key XORed with the entry in two words, and the entry in two.
const SLOT_WORDS: u32 = 4;

/// Slots in a shared memory, written without locks: a torn slot matches no key, unless both entries were of
/// the same position.
#[derive(Debug)]
pub(crate) struct WordExchange<W> {
    words: W,
    /// Tells the entries of rulesets apart.
    salt: u64,
}

impl<W: SharedWords> WordExchange<W> {
    pub(crate) fn new(words: W, ruleset: &Ruleset) -> WordExchange<W> {
        let hash = u64::from_str_radix(&ruleset.hash(), 16).expect("16 hexadecimal digits");
        WordExchange { words, salt: mix(hash) }
    }

    /// The first word of the slot of a salted key.
    fn slot(&self, key: u64) -> u32 {
        (mix(key) % u64::from(self.words.len() / SLOT_WORDS)) as u32 * SLOT_WORDS
    }

    fn word_pair(&self, index: u32) -> u64 {
        u64::from(self.words.load(index)) | u64::from(self.words.load(index + 1)) << 32
    }

    fn store_pair(&self, index: u32, pair: u64) {
        self.words.store(index, pair as u32);
        self.words.store(index + 1, (pair >> 32) as u32);
    }

    fn find(&self, key: u64, slot: u32) -> Option<PackedEntry> {
        let entry = PackedEntry::from_bits(self.word_pair(slot + 2))?;
        (self.word_pair(slot) ^ entry.bits() == key).then_some(entry)
    }
}

impl<W: SharedWords> EntryExchange for WordExchange<W> {
    fn load(&self, key: u64) -> Option<PackedEntry> {
        let key = key ^ self.salt;
        self.find(key, self.slot(key))
    }

    /// Replaces whatever is there, but for a deeper entry of the same position.
    fn store(&self, key: u64, entry: PackedEntry) {
        let key = key ^ self.salt;
        let slot = self.slot(key);
        if self.find(key, slot).is_none_or(|old| old.depth() <= entry.depth()) {
            self.store_pair(slot, key ^ entry.bits());
            self.store_pair(slot + 2, entry.bits());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use rukh_engine::{Engine, EntryExchange, PackedEntry, SearchLimits};
    use rukh_rules::{Game, Ruleset};

    use super::{SharedWords, WordExchange};

    #[derive(Clone)]
    struct Words(Arc<[AtomicU32]>);

    impl Words {
        fn new(count: usize) -> Words {
            Words((0..count).map(|_| AtomicU32::new(0)).collect())
        }
    }

    impl SharedWords for Words {
        fn len(&self) -> u32 {
            self.0.len() as u32
        }

        fn load(&self, index: u32) -> u32 {
            self.0[index as usize].load(Relaxed)
        }

        fn store(&self, index: u32, word: u32) {
            self.0[index as usize].store(word, Relaxed);
        }
    }

    fn ruleset(name: &str) -> Arc<Ruleset> {
        Arc::new(Ruleset::named(name).unwrap())
    }

    #[test]
    fn load_gives_what_was_stored_for_the_same_ruleset_only() {
        let words = Words::new(64);
        let shatranj = WordExchange::new(words.clone(), &ruleset("shatranj"));
        let mideast = WordExchange::new(words, &ruleset("mideast"));
        let entry = |depth: u64| PackedEntry::from_bits(1 << 55 | depth << 48 | 7).unwrap();
        assert_eq!([4, 5, 6].map(|depth| entry(depth).depth()), [4, 5, 6]);
        assert_eq!(shatranj.load(3), None);
        shatranj.store(3, entry(5));
        assert_eq!(shatranj.load(3), Some(entry(5)));
        assert_eq!(shatranj.load(4), None);
        assert_eq!(mideast.load(3), None);
        shatranj.store(3, entry(4));
        assert_eq!(shatranj.load(3), Some(entry(5)), "a deeper entry stays");
        shatranj.store(3, entry(6));
        assert_eq!(shatranj.load(3), Some(entry(6)));
    }

    /// Two entries of different positions, half of each written.
    #[test]
    fn torn_slot_matches_no_key() {
        let entry = |key: u64| PackedEntry::from_bits(1 << 55 | key << 8).unwrap();
        let whole = |key| {
            let words = Words::new(4);
            WordExchange::new(words.clone(), &ruleset("shatranj")).store(key, entry(key));
            words
        };
        let (one, other) = (whole(11), whole(12));
        for torn in 1..15_u32 {
            let words = Words::new(4);
            for index in 0..4 {
                let from = if torn >> index & 1 == 0 { &one } else { &other };
                words.store(index, from.load(index));
            }
            let exchange = WordExchange::new(words, &ruleset("shatranj"));
            for key in [11, 12] {
                if let Some(found) = exchange.load(key) {
                    assert_eq!(found, entry(key), "{torn:04b}");
                }
            }
        }
    }

    #[test]
    fn second_engine_searches_less_with_the_entries_of_the_first() {
        let ruleset = ruleset("oblong-dice");
        let game = Game::new(ruleset.clone());
        let words = Words::new(1 << 18);
        let search = || {
            let mut engine = Engine::new(ruleset.clone());
            engine.exchange_entries(Box::new(WordExchange::new(words.clone(), &ruleset)));
            engine.search(&game, &SearchLimits::depth(4), 0).nodes
        };
        let (first, second) = (search(), search());
        assert!(second * 4 < first, "{second} nodes after {first}");
    }
}
