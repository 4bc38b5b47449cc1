//! Perft with bulk count at the last ply, one thread, rulesets loaded at run
//! time; orthodox chess beside it in `cozy-chess`, so that the speeds can be
//! read as ratios on whatever machine this is.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rukh_rules::perft::Scope;
use rukh_rules::shape::{Any, Shape, ShapeTask};
use rukh_rules::{Position, Rules, Ruleset, RulesetFile, Setup, catalog};

/// Rounds of which the fastest counts.
const ROUNDS: u32 = 5;

struct Count<'a> {
    ruleset: &'a Arc<Ruleset>,
    depth: u32,
    scope: Scope,
}

impl ShapeTask for Count<'_> {
    type Output = (u64, f64);

    fn run<S: Shape>(self) -> (u64, f64) {
        let rules = Rules::<S>::compile(self.ruleset.clone());
        let mut setup = Setup::start(self.ruleset);
        if setup.phase == rukh_rules::Phase::Werera {
            setup.phase = rukh_rules::Phase::Turns;
            setup.rights.clear();
        }
        let position: Position<S> = setup.check(&rules).expect("the start is sound");
        best(|| rules.perft(black_box(&position), self.depth, self.scope))
    }
}

/// The count and the least seconds it took.
fn best(mut run: impl FnMut() -> u64) -> (u64, f64) {
    let mut least = f64::MAX;
    let mut nodes = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        nodes = black_box(run());
        least = least.min(start.elapsed().as_secs_f64());
    }
    (nodes, least)
}

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for chosen in moves {
                let mut next = board.clone();
                next.play_unchecked(chosen);
                nodes += cozy(&next, depth - 1);
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

fn main() {
    let start = Instant::now();
    let loaded: usize =
        catalog::all().iter().filter(|file| file.resolve(&Default::default()).is_ok()).count();
    println!("loading {loaded} rulesets from text: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let (nodes, seconds) = best(|| cozy(&cozy_chess::Board::default(), 5));
    let yardstick = nodes as f64 / seconds / 1e6;
    println!("{:<28} {nodes:>12} nodes {yardstick:>8.1} M/s  (the yardstick)", "chess in cozy-chess");
    let named = |id: &str| Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    let rows = [
        (chess(), 5, Scope::MovesOnly),
        (named("shatranj"), 6, Scope::MovesOnly),
        (named("shatranj"), 6, Scope::AllLaws),
        (named("senterej"), 6, Scope::AllLaws),
        (named("oblong"), 6, Scope::MovesOnly),
        (named("oblong"), 6, Scope::AllLaws),
        (named("mideast"), 4, Scope::MovesOnly),
        (named("mideast-gollon"), 4, Scope::MovesOnly),
        (named("mideast-greenwood"), 4, Scope::MovesOnly),
        (named("oblong-dice"), 4, Scope::MovesOnly),
    ];
    for (ruleset, depth, scope) in rows {
        let (nodes, seconds) = Rules::<Any>::fit(&ruleset).run(Count { ruleset: &ruleset, depth, scope });
        let speed = nodes as f64 / seconds / 1e6;
        let laws = if scope == Scope::AllLaws { "all laws" } else { "moves only" };
        let name = format!("{} {depth}, {laws}", ruleset.instance);
        println!("{name:<28} {nodes:>12} nodes {speed:>8.1} M/s  {:>6.2} x", speed / yardstick);
    }
}
