//! `rukh tb build`.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use rukh_rules::{Material, Ruleset};
use rukh_tablebase::{Estimate, FileInfo, Tables, closure, file_name, materials, successors, write_table};

use crate::args::BuildTablesOptions;
use crate::library;

/// A table to be built.
struct Job {
    material: Material,
    estimate: Estimate,
}

/// Why a table is not built.
struct Skipped {
    material: Material,
    reason: String,
}

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
    let (jobs, skipped) = plan(options, &ruleset, &directory, &wanted)?;
    // If anything that a material needs is left out, so is the material, which is the last.
    if let (Some(text), Some(Skipped { reason, .. })) = (&options.material, skipped.last()) {
        bail!("{text} cannot be built: {reason}");
    }
    for Skipped { material, reason } in &skipped {
        eprintln!("{}: left out: {reason}", material.text(&ruleset));
    }
    let start = Instant::now();
    let all: u64 = jobs.iter().map(|job| job.estimate.numbers).sum();
    let mut done = 0;
    for (place, job) in jobs.iter().enumerate() {
        let began = Instant::now();
        build(options, &ruleset, &directory, &job.material)?;
        done += job.estimate.numbers;
        if !options.quiet {
            let left = start.elapsed().as_secs_f64() / done as f64 * (all - done) as f64;
            eprintln!(
                "{} of {}: {} of {} numbers in {:.1} s, about {left:.0} s left",
                place + 1,
                jobs.len(),
                job.material.text(&ruleset),
                job.estimate.numbers,
                began.elapsed().as_secs_f64(),
            );
        }
    }
    let there = wanted.len() - jobs.len() - skipped.len();
    writeln!(
        out,
        "{} tables built, {there} there already, {} left out, in {}",
        jobs.len(),
        skipped.len(),
        directory.display()
    )?;
    Ok(())
}

/// What is to be built, and what cannot be.
fn plan(
    options: &BuildTablesOptions,
    ruleset: &Arc<Ruleset>,
    directory: &Path,
    wanted: &[Material],
) -> anyhow::Result<(Vec<Job>, Vec<Skipped>)> {
    let tables = Tables::new(ruleset.clone());
    let (mut jobs, mut skipped) = (Vec::new(), Vec::new());
    let mut missing = HashSet::new();
    for material in wanted {
        let path = directory.join(file_name(ruleset, material));
        if path.exists() {
            FileInfo::read(&path)?;
            continue;
        }
        let needed = successors(ruleset, material)
            .into_iter()
            .find(|next| missing.contains(&file_name(ruleset, next)));
        let reason = match (tables.estimate(material), needed) {
            (Err(error), _) => error.to_string(),
            (Ok(estimate), _) if estimate.bytes > options.memory << 20 => format!(
                "it needs about {} MiB of memory, and --memory allows {}",
                estimate.bytes.div_ceil(1 << 20),
                options.memory
            ),
            (Ok(_), Some(needed)) => format!("it needs {}, which is left out", needed.text(ruleset)),
            (Ok(estimate), None) => {
                jobs.push(Job { material: material.clone(), estimate });
                continue;
            }
        };
        missing.insert(file_name(ruleset, material));
        skipped.push(Skipped { material: material.clone(), reason });
    }
    Ok((jobs, skipped))
}

/// Builds a table from the files of those that it needs, and writes it.
fn build(
    options: &BuildTablesOptions,
    ruleset: &Arc<Ruleset>,
    directory: &Path,
    material: &Material,
) -> anyhow::Result<()> {
    // For each table anew, so that no more are in memory than it needs.
    let tables = Tables::new(ruleset.clone()).with_directory(directory).with_threads(options.threads);
    let table = tables.solve(material)?;
    write_table(&table, ruleset, &directory.join(file_name(ruleset, material)), options.threads)?;
    Ok(())
}
