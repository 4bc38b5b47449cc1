//! Positions a second of the search from the start of each ruleset, and how long two threads
//! take to a depth beside one: `cargo bench -p rukh-engine`.
//!
//! Where Debian's Fairy-Stockfish is installed it searches shatranj as far in the same group,
//! since a figure says little without another of the same hour.

use std::cell::Cell;
use std::fmt;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rukh_engine::{Engine, SearchLimits};
use rukh_rules::hash::SplitMix64;
use rukh_rules::{Event, Game, Node, Ruleset};

const NODES: u64 = 500_000;
/// Mebibytes of table: a million entries of this engine.
const TABLE: usize = 16;
/// Number of start positions of `to_depth`, each reached by `RANDOM_MOVES` random moves.
const STARTS: u32 = 12;
const RANDOM_MOVES: usize = 6;

fn main() {
    if Fairy::start().is_none() {
        eprintln!("fairy-stockfish is not installed: nothing to compare with");
    }
    divan::main();
}

/// Nodes a second within a fixed number of nodes, with a new table.
#[divan::bench_group(sample_count = 3, sample_size = 1)]
mod search {
    use divan::Bencher;
    use rukh_rules::catalog;

    use super::{bench_fairy, bench_search, fairy_games};

    #[divan::bench(args = catalog::ids())]
    fn rukh(bencher: Bencher<'_, '_>, id: &str) {
        bench_search(bencher, id);
    }

    #[divan::bench(args = fairy_games())]
    fn fairy_stockfish(bencher: Bencher<'_, '_>, _id: &str) {
        bench_fairy(bencher);
    }
}

/// The time to a depth of one and of two threads. Each sample is another position, since in one
/// position it is chance; compare the column `mean`.
#[divan::bench(args = DEPTHS, consts = [1, 2], sample_count = STARTS, sample_size = 1)]
fn to_depth<const THREADS: usize>(bencher: Bencher<'_, '_>, to: &ToDepth) {
    let ruleset = named(to.id);
    let games = random_starts(&ruleset);
    let limits = SearchLimits::depth(to.depth).with_threads(THREADS);
    let next = Cell::new(0);
    let input = || {
        let game = &games[next.replace(next.get() + 1) % games.len()];
        (Engine::with_tt_entries(ruleset.clone(), TABLE << 16), game)
    };
    bencher.with_inputs(input).bench_local_refs(|(engine, game)| engine.search(game, &limits, 0).nodes);
}

/// A ruleset and a depth in plies.
#[derive(Clone, Copy)]
struct ToDepth {
    id: &'static str,
    depth: u32,
}

impl fmt::Display for ToDepth {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.id, self.depth)
    }
}

const DEPTHS: [ToDepth; 3] = [
    ToDepth { id: "mideast", depth: 16 },
    ToDepth { id: "shatranj", depth: 18 },
    ToDepth { id: "senterej", depth: 18 },
];

fn random_starts(ruleset: &Arc<Ruleset>) -> Vec<Game> {
    let mut random = SplitMix64::new(5);
    let starts = (0..STARTS).map(|_| {
        let mut game = begun(ruleset);
        for _ in 0..RANDOM_MOVES {
            let moves = game.legal_moves();
            let mv = moves.as_slice()[random.below(moves.len())];
            game.play(mv, None).expect("a legal move");
        }
        game
    });
    starts.collect()
}

fn named(id: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(id).expect("a built-in ruleset"))
}

/// A game where turns begin.
fn begun(ruleset: &Arc<Ruleset>) -> Game {
    let mut game = Game::new(ruleset.clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
    }
    game
}

fn bench_search(bencher: Bencher<'_, '_>, id: &str) {
    let ruleset = named(id);
    let game = begun(&ruleset);
    let limits = SearchLimits::nodes(NODES);
    let engine = || Engine::with_tt_entries(ruleset.clone(), TABLE << 16);
    let nodes = engine().search(&game, &limits, 0).nodes;
    let bencher = bencher.counter(ItemsCount::new(nodes)).with_inputs(engine);
    bencher.bench_local_refs(|engine| engine.search(&game, &limits, 0).nodes);
}

/// The games that both programs play, if the other is installed.
fn fairy_games() -> Vec<&'static str> {
    Fairy::start().map(|_| Fairy::VARIANT).into_iter().collect()
}

fn bench_fairy(bencher: Bencher<'_, '_>) {
    let fairy = || Fairy::start().expect("it started before");
    let nodes = fairy().search().expect("it reports its nodes");
    let bencher = bencher.counter(ItemsCount::new(nodes)).with_inputs(fairy);
    bencher.bench_local_refs(|fairy| fairy.search());
}

/// A process of Fairy-Stockfish that waits for a search.
struct Fairy {
    process: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Fairy {
    const VARIANT: &'static str = "shatranj";

    /// Starts it, if it is there and answers.
    fn start() -> Option<Fairy> {
        let start = |program| Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok();
        let mut process = ["fairy-stockfish", "/usr/games/fairy-stockfish"].into_iter().find_map(start)?;
        let input = process.stdin.take()?;
        let lines = BufReader::new(process.stdout.take()?).lines();
        let mut fairy = Fairy { process, input, lines };
        let variant = Self::VARIANT;
        writeln!(
            fairy.input,
            "uci\nsetoption name UCI_Variant value {variant}\nsetoption name Hash value {TABLE}\nisready"
        )
        .ok()?;
        fairy.lines.by_ref().map_while(Result::ok).find(|line| line == "readyok")?;
        Some(fairy)
    }

    /// Searches from the start; the number of nodes that it reports last.
    fn search(&mut self) -> Option<u64> {
        writeln!(self.input, "go nodes {NODES}").ok()?;
        let lines = self.lines.by_ref().map_while(Result::ok);
        let reports = lines.take_while(|line| !line.starts_with("bestmove"));
        let nodes = reports.filter_map(|line| line.split(" nodes ").nth(1)?.split(' ').next()?.parse().ok());
        nodes.last()
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        // A process that has ended already reads nothing.
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}
