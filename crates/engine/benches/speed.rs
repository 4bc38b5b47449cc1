//! How many positions a second: `cargo bench -p rukh-engine`.
//!
//! Of each ruleset the best of a few searches from the beginning. Where Debian's
//! Fairy-Stockfish is installed (`make fairy`) it searches shatranj as far beside
//! it, since a figure says little without another of the same hour.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use rukh_engine::{Engine, Found, Limits};
use rukh_rules::{Event, Game, Node, Ruleset};

const NODES: u64 = 500_000;
const TIMES: usize = 3;
/// Mebibytes of table: a million entries of this engine.
const TABLE: usize = 16;

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
}

/// Thousands of positions a second, and what was found.
fn searched(ruleset: &Arc<Ruleset>) -> (f64, Found) {
    let mut engine = Engine::with_table(ruleset.clone(), TABLE << 16);
    let mut game = Game::new(ruleset.clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
    }
    let start = Instant::now();
    let found = engine.search(&game, &Limits::nodes(NODES), 0);
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
