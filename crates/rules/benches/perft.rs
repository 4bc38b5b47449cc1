//! Perft on one thread, rulesets loaded at run time, in leaves a second: with the last ply
//! counted in bulk, and with every leaf played to.
//!
//! A figure says little without another of the same machine and hour. So each group has a row of
//! another generator on orthodox chess or on the same positions: `cozy_chess`, or the slow
//! generator of the tests. The quotient of two rows' items a second, in the column `fastest`, is
//! the ratio that `docs/strength/` quotes.

use std::fmt;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::perft::Scope;
use rukh_rules::shape::{Any, Shape, ShapeTask};
use rukh_rules::{Position, Rules, Ruleset, RulesetFile, Setup, catalog};

#[path = "../tests/rules/slow/mod.rs"]
#[allow(dead_code, reason = "the tests ask the slow generator for more")]
mod slow;

/// The id of the fixture of orthodox chess, which is not in the catalog.
const CHESS: &str = "chess";
/// Plies that `cozy_chess` and we count from the start of chess.
const CHESS_DEPTH: u32 = 5;

fn main() {
    divan::main();
}

/// Text to rulesets.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn load_every_ruleset(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(catalog::ids().count())).bench_local(|| {
        let loaded = catalog::ids().map(|id| {
            let (name, text) = catalog::text(id).expect("a built-in id");
            let file = RulesetFile::parse(&name, &text, catalog::text).expect("a built-in file loads");
            file.resolve(&Default::default()).expect("it resolves")
        });
        loaded.map(black_box).count()
    });
}

/// The moves of the last ply are counted, not made.
#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod bulk {
    use super::{Bencher, CHESS_DEPTH, Leaves, Tree, bench_cozy, bench_rukh, trees};

    #[divan::bench]
    fn cozy_chess(bencher: Bencher<'_, '_>) {
        bench_cozy(bencher, CHESS_DEPTH, Leaves::Counted);
    }

    #[divan::bench(args = trees())]
    fn rukh(bencher: Bencher<'_, '_>, tree: &Tree) {
        bench_rukh(bencher, tree, Leaves::Counted);
    }
}

/// Every move of the last ply is made.
#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod every_leaf {
    use super::{Bencher, CHESS_DEPTH, Leaves, Tree, bench_cozy, bench_rukh, trees};

    #[divan::bench]
    fn cozy_chess(bencher: Bencher<'_, '_>) {
        bench_cozy(bencher, CHESS_DEPTH, Leaves::Played);
    }

    #[divan::bench(args = trees())]
    fn rukh(bencher: Bencher<'_, '_>, tree: &Tree) {
        bench_rukh(bencher, tree, Leaves::Played);
    }
}

/// In bulk beside the slow generator, from the same starts; no law ends anything.
#[divan::bench_group(sample_count = 1, sample_size = 1)]
mod beside_slow {
    use super::{Bencher, Leaves, Tree, bench_rukh, bench_slow, small_trees};

    #[divan::bench(args = small_trees())]
    fn rukh(bencher: Bencher<'_, '_>, tree: &Tree) {
        bench_rukh(bencher, tree, Leaves::Counted);
    }

    #[divan::bench(args = small_trees())]
    fn slow(bencher: Bencher<'_, '_>, tree: &Tree) {
        bench_slow(bencher, tree);
    }
}

/// How the leaves of a tree are reckoned.
#[derive(Clone, Copy)]
enum Leaves {
    /// The last ply's moves are counted.
    Counted,
    /// Each is made.
    Played,
}

/// A tree to count, from the start of a ruleset.
struct Tree {
    id: &'static str,
    depth: u32,
    scope: Scope,
}

impl fmt::Display for Tree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let laws = match self.scope {
            Scope::AllLaws => ", all laws",
            Scope::MovesOnly => "",
        };
        write!(out, "{} {}{laws}", self.id, self.depth)
    }
}

/// Trees of about a second or less, those of every ruleset with a shape or laws of its own.
fn trees() -> Vec<Tree> {
    let games = [
        ("shatranj", 6),
        ("senterej", 6),
        ("oblong", 5),
        ("mideast", 4),
        ("mideast-gollon", 4),
        ("mideast-greenwood", 4),
    ];
    let mut trees = vec![Tree { id: CHESS, depth: CHESS_DEPTH, scope: Scope::MovesOnly }];
    for (id, depth) in games {
        trees.extend([Scope::MovesOnly, Scope::AllLaws].map(|scope| Tree { id, depth, scope }));
    }
    trees.push(Tree { id: "oblong-dice", depth: 4, scope: Scope::MovesOnly });
    trees
}

/// Trees that the slow generator counts in seconds.
fn small_trees() -> Vec<Tree> {
    let games = [(CHESS, 3), ("shatranj", 3), ("oblong", 3), ("mideast", 2)];
    games.map(|(id, depth)| Tree { id, depth, scope: Scope::MovesOnly }).into()
}

fn bench_cozy(bencher: Bencher<'_, '_>, depth: u32, leaves: Leaves) {
    let board = cozy_chess::Board::default();
    let count = cozy(&board, depth, leaves);
    let bencher = bencher.counter(ItemsCount::new(count));
    bencher.bench_local(|| assert_eq!(cozy(black_box(&board), depth, leaves), count));
}

fn bench_rukh(bencher: Bencher<'_, '_>, tree: &Tree, leaves: Leaves) {
    let ruleset = ruleset(tree.id);
    Rules::<Any>::fit(&ruleset).run(Count { bencher, ruleset: ruleset.clone(), tree, leaves });
}

/// The count of a tree in the shape that fits.
struct Count<'a, 'b, 'c> {
    bencher: Bencher<'a, 'b>,
    ruleset: Arc<Ruleset>,
    tree: &'c Tree,
    leaves: Leaves,
}

impl ShapeTask for Count<'_, '_, '_> {
    type Output = ();

    fn run<S: Shape>(self) {
        let Tree { depth, scope, .. } = *self.tree;
        let rules = Rules::<S>::compile(self.ruleset);
        let position = start(&rules);
        let count = rules.perft(&position, depth, scope);
        let bencher = self.bencher.counter(ItemsCount::new(count));
        bencher.bench_local(|| {
            let counted = match self.leaves {
                Leaves::Counted => rules.perft(black_box(&position), depth, scope),
                Leaves::Played => rules.perft_to_leaves(black_box(&position), depth, scope),
            };
            assert_eq!(counted, count, "both ways count the same leaves");
        });
    }
}

fn bench_slow(bencher: Bencher<'_, '_>, tree: &Tree) {
    let ruleset = ruleset(tree.id);
    let rules = Rules::<Any>::compile(ruleset.clone());
    let start = start(&rules);
    let count = rules.perft(&start, tree.depth, tree.scope);
    let position = slow::SlowPosition::from_fen(&ruleset, &fen::format(&rules, &start, Dialect::Own));
    let bencher = bencher.counter(ItemsCount::new(count));
    bencher.bench_local(|| assert_eq!(black_box(&position).perft(tree.depth), count));
}

/// The start, turns begun.
fn start<S: Shape>(rules: &Rules<S>) -> Position<S> {
    let mut setup = Setup::start(rules.ruleset());
    if setup.phase == rukh_rules::Phase::Werera {
        setup.phase = rukh_rules::Phase::Turns;
        setup.rights.clear();
    }
    setup.check(rules).expect("the start is sound")
}

fn cozy(board: &cozy_chess::Board, depth: u32, leaves: Leaves) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 && matches!(leaves, Leaves::Counted) {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy(black_box(&next), depth - 1, leaves);
            }
        }
        false
    });
    nodes
}

/// A built-in ruleset, or orthodox chess.
fn ruleset(id: &str) -> Arc<Ruleset> {
    if id != CHESS {
        return Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/chess.toml");
    let text = std::fs::read_to_string(path).expect("the fixture is there");
    let file = RulesetFile::parse("chess.toml", &text, catalog::text).expect("the fixture loads");
    Arc::new(file.resolve(&Default::default()).expect("it resolves"))
}
