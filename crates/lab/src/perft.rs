//! Perft on several threads, with a table of what was counted.
//!
//! The count is that of [`rukh_rules::perft`]: a position that comes about by several
//! orders of moves is looked up instead of counted again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use rukh_rules::hash::mix;
use rukh_rules::perft::{PerftCounter, PerftNode, PerftVisitor, Scope, UNVISITED_DEPTH, Visit};
use rukh_rules::shape::Any;
use rukh_rules::{Move, Position, Ruleset};

const ENTRY_BYTES: usize = 16;

/// A first move, with the face it needs (0 without a die), and the leaves below it.
pub type RootCount = ((u8, Move), u64);

/// What is counted, and with what.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_lab::perft::PerftJob;
/// use rukh_rules::perft::Scope;
/// use rukh_rules::{Game, Ruleset};
///
/// let ruleset = &Arc::new(Ruleset::named("shatranj")?);
/// let start = *Game::new(ruleset.clone()).position();
/// let scope = Scope::AllLaws;
/// let job = PerftJob { ruleset, position: &start, depth: 4, scope, threads: 2, mebibytes: 1 };
/// let found = job.divide(&|done, of| assert!(done <= of));
/// assert_eq!(found.root_counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 68_122);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PerftJob<'a> {
    /// The laws that are counted under.
    pub ruleset: &'a Arc<Ruleset>,
    /// The position it is counted from.
    pub position: &'a Position<Any>,
    /// Plies from the position to the leaves.
    pub depth: u32,
    /// The laws that are obeyed.
    pub scope: Scope,
    /// Threads that count at once, at least 1.
    pub threads: usize,
    /// Mebibytes of the table; with 0 there is none.
    pub mebibytes: usize,
}

/// What a count has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerftResult {
    /// The leaves below each first move.
    pub root_counts: Vec<RootCount>,
    /// Threads that counted.
    pub threads: usize,
    /// Positions whose leaves were found in the table.
    pub hits: u64,
}

impl PerftJob<'_> {
    /// Counts leaf nodes. Any thread calls `report` with the parts done and the number of parts.
    #[must_use]
    pub fn divide(&self, report: &(dyn Fn(usize, usize) + Sync)) -> PerftResult {
        let PerftJob { position, depth, .. } = *self;
        if depth == 0 {
            return PerftResult { root_counts: Vec::new(), threads: 1, hits: 0 };
        }
        let counter = PerftCounter::new(self.ruleset, position, self.scope);
        let roots = counter.children(position);
        // Parts small enough for all threads to have enough to do.
        let mut parts: Vec<(usize, Position<Any>, u32)> = Vec::new();
        for (at, (_, next)) in roots.iter().enumerate() {
            if depth > UNVISITED_DEPTH + 1 {
                parts.extend(counter.children(next).into_iter().map(|(_, next)| (at, next, depth - 2)));
            } else {
                parts.push((at, *next, depth - 1));
            }
        }
        let sums: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
        let (next, done, hits) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
        let (table, limit) = (PerftTable::new(self.mebibytes), limit(self));
        let work = || {
            let mut lookup = table.as_ref().map(|table| Lookup { table, limit, hits: 0 });
            while let Some((at, position, depth)) = parts.get(next.fetch_add(1, Relaxed)) {
                let leaves = match &mut lookup {
                    Some(lookup) => counter.leaves(position, *depth, lookup).unwrap_or_default(),
                    None => counter.perft(position, *depth),
                };
                let _ = sums[*at].fetch_update(Relaxed, Relaxed, |sum| Some(sum.saturating_add(leaves)));
                report(done.fetch_add(1, Relaxed) + 1, parts.len());
            }
            hits.fetch_add(lookup.map_or(0, |lookup| lookup.hits), Relaxed);
        };
        let threads = std::thread::scope(|scope| {
            let spawn = |_: &usize| std::thread::Builder::new().spawn_scoped(scope, work).is_ok();
            // Where the system gives no more threads, those there are do the work.
            let others = (1..self.threads).take_while(spawn).count();
            work();
            1 + others
        });
        let rows = roots.iter().zip(sums).map(|((row, _), sum)| (*row, sum.into_inner())).collect();
        PerftResult { root_counts: rows, threads, hits: hits.into_inner() }
    }
}

/// Plies without progress that end a game, if any do.
fn limit(count: &PerftJob<'_>) -> u32 {
    match (count.scope, count.ruleset.move_limit()) {
        (Scope::AllLaws, Some(plies)) => u32::from(plies),
        _ => u32::MAX,
    }
}

/// Looks up what was counted already.
struct Lookup<'a> {
    table: &'a PerftTable,
    limit: u32,
    hits: u64,
}

impl Lookup<'_> {
    /// A key of all that has a part in the count: a position's key leaves out plies
    /// without progress, which matter where the limit can be reached.
    fn key(&self, node: PerftNode) -> u64 {
        let idle = u32::from(node.halfmove_clock);
        let idle = if idle.saturating_add(node.depth) >= self.limit { idle + 1 } else { 0 };
        node.key ^ mix(u64::from(node.depth) | u64::from(idle) << 8 | 1 << 42)
    }
}

impl PerftVisitor for Lookup<'_> {
    fn enter(&mut self, node: PerftNode) -> Visit {
        let Some(leaves) = self.table.probe(self.key(node)) else { return Visit::Count };
        self.hits += 1;
        Visit::Known(leaves)
    }

    fn leave(&mut self, node: PerftNode, leaves: u64) {
        self.table.store(self.key(node), leaves);
    }
}

/// Counts by their keys, read and written by several threads at once without locks:
/// the first word is the key masked with the second, so that a torn entry matches no key.
struct PerftTable(Box<[[AtomicU64; 2]]>);

impl PerftTable {
    /// A table that fits into so many mebibytes; none for 0, a smaller one where there
    /// is not so much memory.
    fn new(mebibytes: usize) -> Option<PerftTable> {
        let wanted = mebibytes.checked_mul((1 << 20) / ENTRY_BYTES).filter(|wanted| *wanted > 0)?;
        let mut entries = 1 << wanted.ilog2();
        loop {
            let mut empty = Vec::new();
            if empty.try_reserve_exact(entries).is_ok() {
                empty.resize_with(entries, || [const { AtomicU64::new(0) }; 2]);
                return Some(PerftTable(empty.into_boxed_slice()));
            }
            entries /= 2;
        }
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        &self.0[key as usize & (self.0.len() - 1)]
    }

    fn probe(&self, key: u64) -> Option<u64> {
        let [mark, leaves] = self.entry(key);
        let leaves = leaves.load(Relaxed);
        (mark.load(Relaxed) ^ leaves == key && key != 0).then_some(leaves)
    }

    fn store(&self, key: u64, leaves: u64) {
        let [mark, known] = self.entry(key);
        mark.store(key ^ leaves, Relaxed);
        known.store(leaves, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use rukh_rules::perft::{Scope, divide};
    use rukh_rules::{Game, Ruleset, catalog};

    use super::{PerftJob, PerftTable, RootCount};

    fn counted(
        ruleset: &Arc<Ruleset>,
        game: &Game,
        depth: u32,
        with: (usize, usize),
        scope: Scope,
    ) -> Vec<RootCount> {
        let (threads, mebibytes) = with;
        let position = game.position();
        PerftJob { ruleset, position, depth, scope, threads, mebibytes }.divide(&|_, _| ()).root_counts
    }

    #[test]
    fn perft_with_threads_and_a_table_counts_what_the_rules_count() {
        for id in catalog::ids() {
            let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
            let game = Game::new(ruleset.clone());
            let depth = if ruleset.has_die() { 2 } else { 3 };
            for scope in [Scope::AllLaws, Scope::MovesOnly] {
                let known = divide(&ruleset, game.position(), depth, scope);
                for with in [(1, 0), (3, 0), (1, 1), (3, 1)] {
                    assert_eq!(counted(&ruleset, &game, depth, with, scope), known, "{id} {with:?}");
                }
            }
        }
    }

    /// Deep enough for transpositions, with a limit that ends some lines and not others.
    #[test]
    fn perft_with_a_table_knows_counters_that_no_key_holds() {
        for (id, fen) in [
            ("shatranj", "3k4/8/8/8/8/8/4r3/R2K4 w - - 0 1"),
            ("shatranj", "3k4/8/8/8/8/8/4r3/R2K4 w - - 0 70"),
        ] {
            let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
            let limit = super::limit(&PerftJob {
                ruleset: &ruleset,
                position: Game::new(ruleset.clone()).position(),
                depth: 1,
                scope: Scope::AllLaws,
                threads: 1,
                mebibytes: 0,
            });
            for idle in [0, limit.saturating_sub(4).min(1_000)] {
                let fen = fen.replace("- - 0", &format!("- - {idle}"));
                let game = Game::from_fen(ruleset.clone(), &fen).expect("a position");
                let known = divide(&ruleset, game.position(), 5, Scope::AllLaws);
                assert_eq!(counted(&ruleset, &game, 5, (2, 1), Scope::AllLaws), known, "{fen}");
            }
        }
    }

    #[test]
    fn perft_reports_every_part_when_it_is_done() {
        let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
        let game = Game::new(ruleset.clone());
        let (position, scope) = (game.position(), Scope::AllLaws);
        let reports = AtomicUsize::new(0);
        let count = PerftJob { ruleset: &ruleset, position, depth: 4, scope, threads: 2, mebibytes: 1 };
        let rows = count.divide(&|done, parts| {
            assert!((1..=parts).contains(&done) && parts == 256, "{done} of {parts}");
            reports.fetch_add(1, Relaxed);
        });
        assert_eq!(
            (reports.into_inner(), rows.root_counts.iter().map(|row| row.1).sum::<u64>()),
            (256, 68_122)
        );
    }

    #[test]
    fn perft_table_finds_what_it_keeps_and_nothing_else() {
        let table = PerftTable::new(1).expect("a table");
        assert!(PerftTable::new(0).is_none());
        table.store(77, 5);
        assert_eq!(
            (table.probe(77), table.probe(77 + table.0.len() as u64), table.probe(0)),
            (Some(5), None, None)
        );
    }
}
