//! `rukh perft`.

use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rukh_lab::perft::{PerftJob, PerftResult};
use rukh_rules::notation::coordinate;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::perft::Scope;
use rukh_rules::shape::Any;
use rukh_rules::{Move, Position, Rules, Ruleset, Setup};

use crate::args::{Format, PerftOptions};
use crate::{dialect, library};

/// Time between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

/// Counts leaf nodes and prints the counts.
///
/// # Errors
/// The ruleset or the FEN is invalid, or the output cannot be written.
pub fn run(options: &PerftOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let rules = Rules::<Any>::compile(ruleset.clone());
    let dialect = dialect::of_fen(&ruleset, options.fen.as_deref(), options.dialect);
    let scope = if options.moves_only { Scope::MovesOnly } else { Scope::AllLaws };
    let position = match (options.fen.as_deref(), scope) {
        // Moves can also be counted where the side not on move is in check, which no game allows.
        (Some(text), Scope::MovesOnly) => fen::parse_waiving_check(&rules, text, dialect)
            .map_err(|errors| anyhow::anyhow!("invalid FEN: {}", list(&errors)))?,
        (text, _) => position(&rules, text, dialect)?,
    };
    let start = Instant::now();
    let count = PerftJob {
        ruleset: &ruleset,
        position: &position,
        depth: options.depth,
        scope,
        threads: options.threads,
        mebibytes: options.hash,
    };
    let last_progress = Mutex::new(start);
    let counted = count.divide(&|done, parts| report_progress(&last_progress, start, done, parts));
    let seconds = start.elapsed().as_secs_f64();
    let nodes = if options.depth == 0 { 1 } else { counted.root_counts.iter().map(|(_, nodes)| nodes).sum() };
    let PerftResult { threads, hits, .. } = counted;
    let rows: Vec<(String, u64)> = counted
        .root_counts
        .into_iter()
        .map(|((face, mv), nodes)| (row_name(&ruleset, face, mv, dialect), nodes))
        .collect();
    let speed = nodes as f64 / seconds.max(1e-9);
    if options.format == Format::Json {
        let divided = rows.iter().map(|(name, nodes)| serde_json::json!({"move": name, "nodes": nodes}));
        let mut report = serde_json::json!({
            "ruleset": ruleset.instance.to_string(), "hash": ruleset.hash(),
            "fen": fen::format(&rules, &position, dialect), "depth": options.depth,
            "nodes": nodes, "seconds": seconds, "threads": threads, "table_hits": hits,
        });
        if options.divide {
            report["divide"] = divided.collect();
        }
        return Ok(writeln!(out, "{report:#}")?);
    }
    if options.divide {
        for (name, nodes) in &rows {
            writeln!(out, "{name}: {nodes}")?;
        }
    }
    writeln!(out, "nodes {nodes}")?;
    writeln!(out, "{seconds:.3} s, {:.1} million a second", speed / 1e6)?;
    if options.threads > 1 || options.hash > 0 {
        writeln!(out, "{threads} threads, {hits} table hits")?;
    }
    Ok(())
}

/// Prints progress on standard error, now and then.
fn report_progress(last_progress: &Mutex<Instant>, start: Instant, done: usize, parts: usize) {
    // Another thread is printing.
    let Ok(mut last_progress) = last_progress.try_lock() else { return };
    if last_progress.elapsed() >= PROGRESS_INTERVAL {
        *last_progress = Instant::now();
        let left = start.elapsed().as_secs_f64() / done as f64 * (parts - done) as f64;
        eprintln!("{done} of {parts} parts counted, about {left:.0} s left");
    }
}

/// The position of a FEN, or a ruleset's start.
///
/// # Errors
/// The FEN is invalid; the error lists every problem.
pub fn position(rules: &Rules<Any>, text: Option<&str>, dialect: Dialect) -> anyhow::Result<Position> {
    let (read, problem) = match text {
        Some(text) => (fen::parse(rules, text, dialect).map_err(|errors| list(&errors)), "invalid FEN"),
        None => {
            let checked = Setup::start(rules.ruleset()).check(rules);
            (checked.map_err(|errors| list(&errors)), "invalid start position")
        }
    };
    read.map_err(|errors| anyhow::anyhow!("{problem}: {errors}"))
}

fn list<E: ToString>(errors: &[E]) -> String {
    errors.iter().map(E::to_string).collect::<Vec<_>>().join("; ")
}

fn row_name(ruleset: &Ruleset, face: u8, mv: Move, dialect: Dialect) -> String {
    let name = coordinate::format_in(ruleset, mv, dialect);
    if face > 0 { format!("{face} {name}") } else { name }
}
