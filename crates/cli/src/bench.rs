//! `rukh bench`.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use rukh_engine::{Engine, bench};
use rukh_rules::{Ruleset, catalog};

use crate::args::BenchOptions;
use crate::library;

/// Searches every ruleset from its start, and prints how many positions that
/// took. The counts are the same on every machine; the speeds are not.
///
/// # Errors
/// A wrong ruleset, an evaluation file that does not fit.
pub fn run(options: &BenchOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let rulesets: Vec<Arc<Ruleset>> = if options.rulesets.is_empty() {
        catalog::ids().map(library::ruleset).collect::<anyhow::Result<_>>()?
    } else {
        options.rulesets.iter().map(|name| library::ruleset(name)).collect::<anyhow::Result<_>>()?
    };
    let file = library::eval_file(options.eval_file.as_deref())?;
    let (mut all, mut seconds) = (0, 0.0);
    for ruleset in rulesets {
        let depth = options.depth.unwrap_or_else(|| bench::depth(&ruleset));
        let mut engine = Engine::with_eval_file(ruleset.clone(), file.as_ref())?;
        let began = Instant::now();
        let found = bench::search(&mut engine, depth, &|| false);
        let took = began.elapsed().as_secs_f64();
        let speed = found.nodes as f64 / took.max(1e-9) / 1e6;
        let name = ruleset.instance.to_string();
        writeln!(out, "{name:24} {:10} nodes, depth {depth}, {speed:.2} million a second", found.nodes)?;
        all += found.nodes;
        seconds += took;
    }
    let speed = all as f64 / f64::max(seconds, 1e-9) / 1e6;
    Ok(writeln!(out, "{:24} {all:10} nodes, {speed:.2} million a second", "total")?)
}
