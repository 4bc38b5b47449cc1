//! `rukh bench`.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use rukh_engine::{Engine, Limits};
use rukh_rules::{Event, Game, Node, Ruleset, catalog};

use crate::args::BenchOptions;
use crate::library;

/// Plies, if nothing is said; enough to meet every part of the search.
const DEPTH: u32 = 7;
/// The same where a die is thrown: turns.
const THROWS: u32 = 3;

/// Searches every ruleset from its start, and prints how many positions that
/// took. The counts are the same on every machine; the speeds are not.
///
/// # Errors
/// A wrong ruleset.
pub fn run(options: &BenchOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let rulesets: Vec<Arc<Ruleset>> = if options.rulesets.is_empty() {
        catalog::ids().map(library::ruleset).collect::<anyhow::Result<_>>()?
    } else {
        options.rulesets.iter().map(|name| library::ruleset(name)).collect::<anyhow::Result<_>>()?
    };
    let (mut all, mut seconds) = (0, 0.0);
    for ruleset in rulesets {
        let has_die = ruleset.laws.die.law.face_count() > 0;
        let depth = options.depth.unwrap_or(if has_die { THROWS } else { DEPTH });
        let mut engine = Engine::new(ruleset.clone());
        let mut game = Game::new(ruleset.clone());
        if matches!(game.node(), Node::Werera(_)) {
            game.apply(Event::Turns { why: "agreed".to_owned() }, None)?;
        }
        let began = Instant::now();
        let found = engine.search(&game, &Limits::depth(depth).and_threads(1), 0);
        let took = began.elapsed().as_secs_f64();
        let speed = found.nodes as f64 / took.max(1e-9) / 1e6;
        let name = ruleset.instance.to_string();
        writeln!(out, "{name:24} {:10} nodes, depth {depth}, {speed:.2} million a second", found.nodes)?;
        all += found.nodes;
        seconds += took;
    }
    let speed = all as f64 / f64::max(seconds, 1e-9) / 1e6;
    Ok(writeln!(out, "{:24} {all:10} nodes, {speed:.2} million a second", "all")?)
}
