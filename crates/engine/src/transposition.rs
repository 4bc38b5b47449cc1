//! Transposition table.
//!
//! Keys carry no die: with one, only positions before a throw are stored. Threads read and write without locks:
//! a slot is two words, the first the key XORed with the second, so that a torn entry matches no key.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rukh_rules::Move;

use crate::exchange::Exchange;
use crate::score::{Value, WIN_IN_MAX_PLY};
use crate::search::Window;

/// What a stored value says about the true value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// Entry of the transposition table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TtEntry {
    pub(crate) mv: Option<Move>,
    pub(crate) value: Value,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl TtEntry {
    /// The value, if it cuts off a search of that depth and window.
    pub(crate) fn cutoff_value(&self, depth: i32, window: Window) -> Option<Value> {
        let is_outside = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.beta,
            Bound::Upper => self.value <= window.alpha,
        };
        (is_outside && self.depth >= depth).then_some(self.value)
    }
}

/// Slots of a cluster, which fills a cache line.
const CLUSTER_SIZE: usize = 4;
const CLUSTER_BYTES: usize = 64;
/// Number of generations; a generation has seven bits.
const GENERATIONS: u8 = 128;
/// Searches after which an entry has expired.
const MAX_AGE: u8 = 50;
/// Parts of the table; each search clears the expired entries of one.
const SWEEP_PARTS: u8 = 50;
const NO_MOVE: u32 = u32::MAX;
/// Maximum size of the table: 16 TiB, or 2 GiB where addresses have 32 bits.
const MAX_MEBIBYTES: usize = if usize::BITS > 32 { 1 << 24 } else { 1 << 11 };
/// Entries of the largest table.
const MAX_ENTRIES: usize = MAX_MEBIBYTES * ((1 << 20) / CLUSTER_BYTES) * CLUSTER_SIZE;

#[derive(Debug, Default)]
struct Slot {
    /// The key XORed with `data`.
    masked_key: AtomicU64,
    /// From the lowest bit: move (32), value (16), depth (7), bound (2), generation (7).
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER_SIZE]);

/// A transposition table of fixed size.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    clusters: Box<[Cluster]>,
    /// Generation of the current search.
    generation: u8,
    /// Searches since the table was cleared, at most [`MAX_AGE`]; older entries have expired.
    searches_since_clear: u8,
    /// The part, of [`SWEEP_PARTS`], that is cleared of expired entries next.
    sweep_part: u8,
    /// Where other engines leave entries.
    pub(crate) exchange: Option<Exchange>,
}

impl TranspositionTable {
    /// A table of at least `entries` entries.
    pub(crate) fn new(entries: usize) -> TranspositionTable {
        let count = (entries.clamp(1 << 8, MAX_ENTRIES) / CLUSTER_SIZE).next_power_of_two();
        TranspositionTable {
            clusters: empty_clusters(count),
            generation: 0,
            searches_since_clear: 0,
            sweep_part: 0,
            exchange: None,
        }
    }

    /// The largest table within a size of at least one mebibyte; a smaller one where memory is short.
    pub(crate) fn with_mebibytes(size: usize) -> TranspositionTable {
        let count = size.clamp(1, MAX_MEBIBYTES) * ((1 << 20) / CLUSTER_BYTES);
        let mut count = if count.is_power_of_two() { count } else { count.next_power_of_two() / 2 };
        loop {
            let mut clusters = Vec::new();
            if clusters.try_reserve_exact(count).is_ok() || count == 1 {
                clusters.resize_with(count, Cluster::default);
                return TranspositionTable {
                    clusters: clusters.into_boxed_slice(),
                    generation: 0,
                    searches_since_clear: 0,
                    sweep_part: 0,
                    exchange: None,
                };
            }
            count /= 2;
        }
    }

    /// The size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.clusters.len() * CLUSTER_BYTES
    }

    /// The size in mebibytes.
    pub(crate) fn mebibytes(&self) -> usize {
        self.bytes() >> 20
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        self.new_search();
        self.searches_since_clear = 0;
    }

    /// Begins a new generation: earlier entries stay, and are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        self.searches_since_clear = (self.searches_since_clear + 1).min(MAX_AGE);
        // Generation numbers recur, so entries of the last use of a number must be gone by then. Only expired
        // entries are cleared, so that the moment makes no difference.
        let start = |part: u8| self.clusters.len() * usize::from(part) / usize::from(SWEEP_PARTS);
        let part = &self.clusters[start(self.sweep_part)..start(self.sweep_part + 1)];
        for slot in part.iter().flat_map(|cluster| &cluster.0) {
            if !self.is_alive(slot.data.load(Relaxed)) {
                slot.masked_key.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
        }
        self.sweep_part = (self.sweep_part + 1) % SWEEP_PARTS;
    }

    /// Age of an entry, in searches.
    fn age(&self, data: u64) -> u8 {
        (GENERATIONS + self.generation - generation_of(data)) % GENERATIONS
    }

    /// Whether an entry is filled and has not expired.
    fn is_alive(&self, data: u64) -> bool {
        data != 0 && self.age(data) <= self.searches_since_clear
    }

    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[key as usize & (self.clusters.len() - 1)]
    }

    /// Prefetches a position's cluster, where the processor can.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, reason = "a prefetch hint, which neither reads nor writes")]
        // SAFETY: the address is that of a cluster of the table, and a prefetch has no effect on memory.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(std::ptr::from_ref(self.cluster(key)).cast(), _MM_HINT_T0);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of a key; wins are counted from this ply.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.masked_key.load(Relaxed) ^ data == key && self.is_alive(data) {
                let entry = unpack(data);
                return Some(TtEntry { value: value_from_tt(entry.value, ply), ..entry });
            }
        }
        None
    }

    /// As [`TranspositionTable::probe`] for a node of this depth, for which other engines may know more.
    #[inline]
    pub(crate) fn probe_deep(&self, key: u64, ply: usize, depth: i32) -> Option<TtEntry> {
        let own = self.probe(key, ply);
        let Some(exchange) = &self.exchange else { return own };
        let Some(entry) = exchange.load(key, depth, own) else { return own };
        let entry = TtEntry { value: value_from_tt(entry.value, ply), ..entry };
        self.insert(key, ply, entry);
        Some(entry)
    }

    /// Stores an entry, and leaves it for other engines if it is deep.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, entry: TtEntry) {
        self.insert(key, ply, entry);
        if let Some(exchange) = &self.exchange {
            exchange.store(key, TtEntry { value: value_to_tt(entry.value, ply), ..entry });
        }
    }

    /// Stores an entry: over the same position first, then an expired entry, then the shallowest of the oldest.
    /// Wins count from this ply.
    fn insert(&self, key: u64, ply: usize, entry: TtEntry) {
        let new = TtEntry { value: value_to_tt(entry.value, ply), ..entry };
        let mut worst = (&self.cluster(key).0[0], i32::MAX);
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if !self.is_alive(data) {
                worst = if worst.1 == i32::MIN { worst } else { (slot, i32::MIN) };
                continue;
            }
            if slot.masked_key.load(Relaxed) ^ data == key {
                return self.replace(slot, key, new, data);
            }
            let rank = unpack(data).depth - 8 * i32::from(self.age(data));
            if rank < worst.1 {
                worst = (slot, rank);
            }
        }
        self.write(worst.0, key, new);
    }

    /// Overwrites an entry of the same position, unless that is much deeper.
    fn replace(&self, slot: &Slot, key: u64, new: TtEntry, data: u64) {
        let old = unpack(data);
        let is_deeper = self.age(data) == 0 && old.depth > new.depth + 2;
        if is_deeper && new.bound != Bound::Exact {
            return;
        }
        self.write(slot, key, TtEntry { mv: new.mv.or(old.mv), ..new });
    }

    fn write(&self, slot: &Slot, key: u64, entry: TtEntry) {
        let data = pack(entry, self.generation);
        slot.masked_key.store(key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    /// Share of the table filled by this search, in thousandths.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = self.clusters.len().min(250);
        let slots = self.clusters[..sample].iter().flat_map(|cluster| &cluster.0);
        let current = slots.filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && self.is_alive(data) && self.age(data) == 0
        });
        (current.count() * 1000 / (sample * CLUSTER_SIZE)) as u32
    }
}

fn empty_clusters(count: usize) -> Box<[Cluster]> {
    std::iter::repeat_with(Cluster::default).take(count).collect()
}

fn generation_of(data: u64) -> u8 {
    (data >> 57) as u8
}

/// An entry in one word, which is never 0.
pub(crate) fn pack(entry: TtEntry, generation: u8) -> u64 {
    let mv = entry.mv.map_or(NO_MOVE, Move::bits);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(mv)
        | u64::from(entry.value as i16 as u16) << 32
        | (entry.depth.clamp(0, 127) as u64) << 48
        | bound << 55
        | u64::from(generation) << 57
}

/// The entry of a word of [`pack`].
pub(crate) fn unpack(data: u64) -> TtEntry {
    let mv = data as u32;
    TtEntry {
        mv: (mv != NO_MOVE).then(|| Move::from_bits(mv)),
        value: Value::from((data >> 32) as i16),
        depth: (data >> 48 & 127) as i32,
        bound: match data >> 55 & 3 {
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

/// A win counted from the root, converted to one counted from this ply.
fn value_to_tt(value: Value, ply: usize) -> Value {
    match value {
        value if value > WIN_IN_MAX_PLY => value + ply as Value,
        value if value < -WIN_IN_MAX_PLY => value - ply as Value,
        value => value,
    }
}

fn value_from_tt(value: Value, ply: usize) -> Value {
    match value {
        value if value > WIN_IN_MAX_PLY => value - ply as Value,
        value if value < -WIN_IN_MAX_PLY => value + ply as Value,
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, TranspositionTable, TtEntry, pack, unpack};
    use crate::score::WIN;
    use rukh_rules::hash::SplitMix64;
    use rukh_rules::{Cell, Move, PieceKind};

    const KNOWN: TtEntry = TtEntry { mv: None, value: WIN - 7, depth: 4, bound: Bound::Exact };

    #[test]
    fn clear_empties_the_table_and_probe_counts_wins_from_its_ply() {
        let mut table = TranspositionTable::new(300);
        table.store(77, 2, KNOWN);
        assert_eq!(table.probe(77, 2).map(|known| known.value), Some(WIN - 7));
        assert_eq!(table.probe(77, 0).map(|known| known.value), Some(WIN - 5));
        for _ in 0..600 {
            table.clear();
            assert!(table.probe(77, 0).is_none());
        }
    }

    /// Entries from before the table was cleared have no influence, however many searches ago.
    #[test]
    fn clear_makes_the_table_equal_to_a_new_one() {
        let searches = |table: &mut TranspositionTable, count: usize, seed: u64| {
            let mut random = SplitMix64::new(seed);
            let mut found = Vec::new();
            for _ in 0..count {
                table.new_search();
                for _ in 0..12 {
                    let key = 1 + random.below(1_000) as u64;
                    found.push(table.probe(key, 0));
                    table.store(key, 0, TtEntry { depth: random.below(20) as i32, ..KNOWN });
                }
            }
            found
        };
        let fresh = searches(&mut TranspositionTable::new(2_048), 180, 1);
        assert!(fresh.iter().flatten().count() > 500);
        for before in [1, 30, 49, 50, 51, 77, 99, 100, 101, 260] {
            let mut table = TranspositionTable::new(2_048);
            searches(&mut table, before, 2);
            table.clear();
            assert_eq!(searches(&mut table, 180, 1), fresh, "{before}");
        }
    }

    #[test]
    fn unpack_reverses_pack() {
        let promoting = PieceKind::new(31).map(|kind| Move::promoting(Cell::new(200), Cell::new(17), kind));
        for (mv, value, depth, bound) in [
            (None, -WIN, 0, Bound::Upper),
            (promoting, -1, 127, Bound::Lower),
            (Some(Move::PASS), WIN, 96, Bound::Exact),
        ] {
            let known = TtEntry { mv, value, depth, bound };
            assert_eq!(unpack(pack(known, 127)), known);
        }
    }

    #[test]
    fn store_replaces_the_oldest_entry_of_a_full_cluster() {
        let mut table = TranspositionTable::new(256);
        let clusters = table.clusters.len() as u64;
        // Five positions of one cluster, which has four slots.
        let keys: Vec<u64> = (0..5).map(|number| 9 + number * clusters).collect();
        for key in &keys[..4] {
            table.store(*key, 0, TtEntry { depth: 20, ..KNOWN });
            table.new_search();
        }
        table.store(keys[4], 0, TtEntry { depth: 1, ..KNOWN });
        let found: Vec<bool> = keys.iter().map(|key| table.probe(*key, 0).is_some()).collect();
        assert_eq!(found, [false, true, true, true, true]);
        for _ in 0..500 {
            table.new_search();
            table.store(keys[4], 0, KNOWN);
        }
        assert!(table.probe(keys[4], 0).is_some());
        assert!(table.probe(keys[1], 0).is_none(), "it was not probed for hundreds of searches");
        table.clear();
        assert_eq!(table.hashfull(), 0);
        assert!(keys.iter().all(|key| table.probe(*key, 0).is_none()));
    }

    #[test]
    fn with_mebibytes_takes_the_largest_power_of_two_within() {
        for size in [0, 1, 3, 8] {
            let table = TranspositionTable::with_mebibytes(size);
            assert!(table.clusters.len() * 64 <= size.max(1) << 20);
            assert!(table.clusters.len() * 128 > size.max(1) << 20);
        }
    }
}
