//! Perft on one thread, rulesets loaded at run time, in millions of leaves a
//! second: with the last ply counted in bulk and with every leaf played to.
//! Beside it, on whatever machine this is, orthodox chess in `cozy-chess`, and
//! the slow generator of the tests on the same positions, so that the speeds
//! can be read as ratios.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::perft::Scope;
use rukh_rules::shape::{Any, Shape, ShapeTask};
use rukh_rules::{Position, Rules, Ruleset, RulesetFile, Setup, catalog};

#[path = "../tests/slow/mod.rs"]
#[allow(dead_code, reason = "the tests ask the slow generator for more")]
mod slow;

/// Rounds of which the fastest counts.
const ROUNDS: u32 = 5;

/// How the leaves of a tree are reckoned.
#[derive(Clone, Copy)]
enum Last {
    /// The last ply's moves are counted.
    Counted,
    /// Each is made.
    Played,
}

struct Count<'a> {
    ruleset: &'a Arc<Ruleset>,
    depth: u32,
    scope: Scope,
    last: Last,
}

impl ShapeTask for Count<'_> {
    type Output = (u64, f64);

    fn run<S: Shape>(self) -> (u64, f64) {
        let rules = Rules::<S>::compile(self.ruleset.clone());
        let position = start(&rules);
        best(ROUNDS, || match self.last {
            Last::Counted => rules.perft(black_box(&position), self.depth, self.scope),
            Last::Played => rules.perft_to_leaves(black_box(&position), self.depth, self.scope),
        })
    }
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

/// The count and the least seconds it took.
fn best(rounds: u32, mut run: impl FnMut() -> u64) -> (u64, f64) {
    let mut least = f64::MAX;
    let mut nodes = 0;
    for _ in 0..rounds {
        let start = Instant::now();
        nodes = black_box(run());
        least = least.min(start.elapsed().as_secs_f64());
    }
    (nodes, least)
}

/// Millions a second.
fn speed((nodes, seconds): (u64, f64)) -> f64 {
    nodes as f64 / seconds / 1e6
}

fn cozy(board: &cozy_chess::Board, depth: u32, last: Last) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 && matches!(last, Last::Counted) {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy(black_box(&next), depth - 1, last);
            }
        }
        false
    });
    nodes
}

fn chess() -> Arc<Ruleset> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/chess.toml");
    let text = std::fs::read_to_string(path).expect("the fixture is there");
    let file = RulesetFile::parse("chess.toml", &text, catalog::text).expect("the fixture loads");
    Arc::new(file.resolve(&Default::default()).expect("it resolves"))
}

fn named(id: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(id).expect("a built-in ruleset"))
}

fn count(ruleset: &Arc<Ruleset>, depth: u32, scope: Scope, last: Last) -> (u64, f64) {
    Rules::<Any>::fit(ruleset).run(Count { ruleset, depth, scope, last })
}

/// Counted in bulk, played to the leaf, and both beside the yardsticks.
fn print_both(name: &str, ruleset: &Arc<Ruleset>, depth: u32, scope: Scope, yardsticks: [f64; 2]) {
    let counted = count(ruleset, depth, scope, Last::Counted);
    let played = count(ruleset, depth, scope, Last::Played);
    assert_eq!(counted.0, played.0, "both count the same leaves");
    let speeds = [speed(counted), speed(played)];
    println!(
        "{name:<32} {:>12} {:>8.1} {:>6.2} x {:>8.1} {:>6.2} x",
        counted.0,
        speeds[0],
        speeds[0] / yardsticks[0],
        speeds[1],
        speeds[1] / yardsticks[1]
    );
}

/// The slow generator on the same start, no law ending anything.
fn print_slow(name: &str, ruleset: &Arc<Ruleset>, depth: u32) {
    let fast = count(ruleset, depth, Scope::MovesOnly, Last::Counted);
    let rules = Rules::<Any>::compile(ruleset.clone());
    let text = fen::format(&rules, &start(&rules), Dialect::Own);
    let position = slow::SlowPosition::from_fen(ruleset, &text);
    let slowly = best(1, || black_box(&position).perft(depth));
    assert_eq!(fast.0, slowly.0, "both generators count the same leaves");
    let ratio = speed(fast) / speed(slowly);
    println!("{name:<32} {:>12} {:>8.1} {:>8.4}   {ratio:>8.0} x", fast.0, speed(fast), speed(slowly));
}

fn main() {
    let start = Instant::now();
    let loaded: usize =
        catalog::all().iter().filter(|file| file.resolve(&Default::default()).is_ok()).count();
    println!("loading {loaded} rulesets from text: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);

    let board = cozy_chess::Board::default();
    let yardsticks =
        [Last::Counted, Last::Played].map(|last| speed(best(ROUNDS, || cozy(black_box(&board), 5, last))));
    println!(
        "\n{:<32} {:>12} {:>8} {:>8} {:>8} {:>8}",
        "million a second", "leaves", "bulk", "", "played", ""
    );
    let [counted, played] = yardsticks;
    println!("{:<32} {:>12} {counted:>8.1} {:>8} {played:>8.1}", "chess 5 in cozy-chess", 4_865_609, "");
    print_both("chess 5", &chess(), 5, Scope::MovesOnly, yardsticks);
    for (id, depth) in [
        ("shatranj", 6),
        ("senterej", 6),
        ("oblong", 5),
        ("mideast", 4),
        ("mideast-gollon", 4),
        ("mideast-greenwood", 4),
    ] {
        let ruleset = named(id);
        print_both(&format!("{id} {depth}"), &ruleset, depth, Scope::MovesOnly, yardsticks);
        print_both(&format!("{id} {depth}, all laws"), &ruleset, depth, Scope::AllLaws, yardsticks);
    }
    let dice = speed(count(&named("oblong-dice"), 4, Scope::MovesOnly, Last::Counted));
    println!("{:<32} {:>12} {dice:>8.1} {:>6.2} x", "oblong-dice 4", "", dice / yardsticks[0]);

    println!("\n{:<32} {:>12} {:>8} {:>8}", "beside the slow generator", "leaves", "bulk", "slow");
    print_slow("chess 3", &chess(), 3);
    for (id, depth) in [("shatranj", 3), ("oblong", 3), ("mideast", 2)] {
        print_slow(&format!("{id} {depth}"), &named(id), depth);
    }
}
