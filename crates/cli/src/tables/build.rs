//! `rukh tb build`.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rukh_rules::Ruleset;
use rukh_tablebase::{BuildJob, BuildPlan, SkippedTable, TableBuilder, closure, materials};

use crate::args::BuildTablesOptions;
use crate::library;
use crate::time_left::time_left;

/// Builds tables.
///
/// # Errors
/// The ruleset or the material is wrong, there can be no such table, it needs too much memory, or a file there is
/// damaged or cannot be written.
pub fn run(options: &BuildTablesOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let directory = options.place.directory()?;
    std::fs::create_dir_all(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let wanted = match &options.material {
        Some(text) => closure(&ruleset, &super::material(&ruleset, text)?),
        None => materials(&ruleset, options.pieces.into()),
    };
    let (threads, memory) = (options.threads, options.memory << 20);
    let builder = TableBuilder { directory, others: Vec::new(), threads, memory };
    builder.tidy();
    let BuildPlan { jobs, skipped, damaged } = builder.plan(&ruleset, &wanted);
    if let Some(error) = damaged.into_iter().next() {
        return Err(error.into());
    }
    // If anything that a material needs is left out, so is the material, which is the last.
    if let (Some(text), Some(SkippedTable { obstacle, .. })) = (&options.material, skipped.last()) {
        bail!("{text} cannot be built: {obstacle}");
    }
    for SkippedTable { material, obstacle } in &skipped {
        eprintln!("{}: left out: {obstacle}", material.text(&ruleset));
    }
    let report = Arc::new(Report::new(&ruleset, &jobs, options.quiet));
    for (place, job) in jobs.iter().enumerate() {
        let own = report.clone();
        builder.build(&ruleset, &job.material, move |share| own.tell_share(place, share))?;
        report.tell_built(place);
    }
    let there = wanted.len() - jobs.len() - skipped.len();
    writeln!(
        out,
        "{} tables built, {there} there already, {} left out, in {}",
        jobs.len(),
        skipped.len(),
        builder.directory.display()
    )?;
    Ok(())
}

/// What is said on standard error while tables are built.
struct Report {
    /// The texts of the materials, and the numbers of their tables.
    jobs: Vec<(String, u64)>,
    is_quiet: bool,
    start: Instant,
    /// When a table was begun, and when it was last said how far it is.
    times: Mutex<(Instant, Instant)>,
    /// Time between two lines about the same table, which replace each other on a terminal.
    interval: Duration,
}

/// Puts the cursor at the start of an empty line.
const CLEAR: &str = "\r\x1b[K";

impl Report {
    fn new(ruleset: &Ruleset, jobs: &[BuildJob], is_quiet: bool) -> Report {
        let start = Instant::now();
        Report {
            jobs: jobs.iter().map(|job| (job.material.text(ruleset), job.estimate.numbers)).collect(),
            is_quiet,
            start,
            times: Mutex::new((start, start)),
            interval: Duration::from_millis(if std::io::stderr().is_terminal() { 200 } else { 10_000 }),
        }
    }

    /// How far a table is.
    fn tell_share(&self, place: usize, share: f64) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_quiet || times.1.elapsed() < self.interval {
            return;
        }
        times.1 = Instant::now();
        let (material, numbers) = &self.jobs[place];
        let percent = (100.0 * share).clamp(0.0, 99.0) as u32;
        let line = format!("{}: {material}: {percent} % of {numbers} numbers", self.count(place));
        let left = remaining(&self.jobs, place, share, self.start.elapsed());
        if std::io::stderr().is_terminal() {
            eprint!("{CLEAR}{line}, {left}");
        } else {
            eprintln!("{line}, {left}");
        }
    }

    fn tell_built(&self, place: usize) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let seconds = now.duration_since(times.0).as_secs_f64();
        *times = (now, now);
        if self.is_quiet {
            return;
        }
        let (material, numbers) = &self.jobs[place];
        let clear = if std::io::stderr().is_terminal() { CLEAR } else { "" };
        let left = remaining(&self.jobs, place, 1.0, self.start.elapsed());
        eprintln!("{clear}{}: {material}: {numbers} numbers in {seconds:.1} s, {left}", self.count(place));
    }

    fn count(&self, place: usize) -> String {
        format!("{} of {}", place + 1, self.jobs.len())
    }
}

/// The time that is left when a share of a table and all those before it are built: as if each number took the same.
fn remaining(jobs: &[(String, u64)], place: usize, share: f64, elapsed: Duration) -> String {
    let numbers = |jobs: &[(String, u64)]| jobs.iter().map(|(_, numbers)| *numbers as f64).sum::<f64>();
    let done = numbers(&jobs[..place]) + share * jobs[place].1 as f64;
    let seconds = elapsed.as_secs_f64() * (numbers(jobs) / done.max(1.0) - 1.0).max(0.0);
    time_left(seconds)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::remaining;

    #[test]
    fn remaining_counts_tables_to_come_and_the_rest_of_this_one() {
        let jobs = [100, 300, 1600].map(|numbers| (String::new(), numbers));
        let left = |place, share, seconds| remaining(&jobs, place, share, Duration::from_secs(seconds));
        assert_eq!(left(0, 1.0, 1), "about 19 s left");
        assert_eq!(left(1, 0.5, 10), "about 70 s left");
        assert_eq!(left(1, 0.5, 100), "about 12 min left");
        assert_eq!(left(0, 0.01, 4), "about 3 h left");
        assert_eq!(left(2, 1.0, 9), "about 0 s left");
    }
}
