//! How many positions a second: `cargo bench -p rukh-engine`.
//!
//! Of each ruleset the best of a few searches from the beginning. Where Debian's
//! Fairy-Stockfish is installed (`make fairy`) it searches shatranj as far beside
//! it, since a figure says little without another of the same hour. Then how long two
//! threads take to a depth beside one: from several positions, since in one it is chance.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use rukh_engine::{Engine, SearchLimits, SearchResult};
use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game, Node, Ruleset};

const NODES: u64 = 500_000;
const TIMES: usize = 3;
/// Mebibytes of table: a million entries of this engine.
const TABLE: usize = 16;
/// Rulesets and depths, in plies, at which two threads are compared with one.
const DEPTHS: [(&str, u32); 3] = [("mideast", 16), ("shatranj", 18), ("senterej", 18)];
/// Number of start positions, each reached by `RANDOM_MOVES` random moves.
const STARTS: usize = 12;
const RANDOM_MOVES: usize = 6;

fn main() {
    let own = rukh_rules::catalog::ids().map(|id| {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let speeds = (0..TIMES).map(|_| searched(&ruleset));
        let (speed, found) =
            speeds.reduce(|best, next| if next.0 > best.0 { next } else { best }).expect("some");
        println!("{id:24} {speed:8.0} thousand a second, depth {:2}, {}", found.depth, found.score);
        (id, speed)
    });
    let own: Vec<(&str, f64)> = own.collect();
    let other = (0..TIMES).filter_map(|_| of_fairy("shatranj")).reduce(f64::max);
    match (other, own.iter().find(|(id, _)| *id == "shatranj")) {
        (Some(other), Some((_, speed))) => {
            println!(
                "fairy-stockfish shatranj {other:8.0} thousand a second: this engine {:.2} x",
                speed / other
            );
        }
        _ => println!("fairy-stockfish is not installed: nothing to compare with"),
    }
    for (id, depth) in DEPTHS {
        let ratio = time_of_two_threads(id, depth);
        println!("{id:24} two threads to depth {depth}: {ratio:.2} x the time of one, {STARTS} positions");
    }
}

/// The time two threads take to a depth as a part of what one takes: the geometric mean.
fn time_of_two_threads(id: &str, depth: u32) -> f64 {
    let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    let mut random = SplitMix64::new(5);
    let logarithms = (0..STARTS).map(|_| {
        let mut game = begun(&ruleset);
        for _ in 0..RANDOM_MOVES {
            let moves = game.legal_moves();
            let mv = coordinate::format(&ruleset, moves.as_slice()[random.below(moves.len())]);
            game.apply(Event::Move { mv }, None).expect("a legal move");
        }
        let [one, two] = [1, 2].map(|threads| {
            let mut engine = Engine::with_tt_entries(ruleset.clone(), TABLE << 16);
            let start = Instant::now();
            engine.search(&game, &SearchLimits::depth(depth).with_threads(threads), 0);
            start.elapsed().as_secs_f64()
        });
        (two / one).ln()
    });
    (logarithms.sum::<f64>() / STARTS as f64).exp()
}

/// A game where turns begin.
fn begun(ruleset: &Arc<Ruleset>) -> Game {
    let mut game = Game::new(ruleset.clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
    }
    game
}

/// Thousands of positions a second, and what was found.
fn searched(ruleset: &Arc<Ruleset>) -> (f64, SearchResult) {
    let mut engine = Engine::with_tt_entries(ruleset.clone(), TABLE << 16);
    let game = begun(ruleset);
    let start = Instant::now();
    let found = engine.search(&game, &SearchLimits::nodes(NODES), 0);
    (found.nodes as f64 / start.elapsed().as_secs_f64() / 1000.0, found)
}

/// The same of Fairy-Stockfish, if it is there and answers.
fn of_fairy(variant: &str) -> Option<f64> {
    let start = |program| Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok();
    let mut fairy = ["fairy-stockfish", "/usr/games/fairy-stockfish"].into_iter().find_map(start)?;
    let mut input = fairy.stdin.take()?;
    let mut lines = BufReader::new(fairy.stdout.take()?).lines().map_while(Result::ok);
    writeln!(
        input,
        "uci\nsetoption name UCI_Variant value {variant}\nsetoption name Hash value {TABLE}\nisready"
    )
    .ok()?;
    lines.find(|line| line == "readyok")?;
    let start = Instant::now();
    writeln!(input, "go nodes {NODES}").ok()?;
    let told = lines.by_ref().take_while(|line| !line.starts_with("bestmove"));
    let nodes = told.filter_map(|line| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<f64>().ok());
    let nodes = nodes.last()?;
    let seconds = start.elapsed().as_secs_f64();
    let _ = writeln!(input, "quit");
    let _ = fairy.wait();
    Some(nodes / seconds / 1000.0)
}
