//! `rukh openings`.

use std::io::Write;

use anyhow::{anyhow, bail};
use rukh_lab::opening::OpeningGenerator;

use crate::args::OpeningsOptions;
use crate::engine_match::progress_of_openings;
use crate::library;
use crate::write::Target;

/// Generates a set of openings and writes it.
///
/// # Errors
/// The ruleset or an option is invalid, or the file cannot be written.
pub fn run(options: &OpeningsOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let mut generator = OpeningGenerator::new(&ruleset, options.count, options.seed);
    generator.nodes = options.nodes.unwrap_or(generator.nodes);
    generator.within = options.within.unwrap_or(generator.within);
    if let Some(plies) = &options.plies {
        let (fewest, most) = plies.split_once('-').unwrap_or((plies, plies));
        match (fewest.trim().parse(), most.trim().parse()) {
            (Ok(fewest), Ok(most)) if fewest <= most && most <= 1_000 => generator.plies = (fewest, most),
            _ => bail!("invalid --plies `{plies}`: expected a number or a range such as `6-10`"),
        }
    }
    let existing = options.overwrite.existing();
    let target = options.output.as_deref().map(|path| Target::new(path, existing)).transpose()?;
    let count = options.count as u64;
    if let Some(engine) = &options.engine {
        generator.engine = engine.parse().map_err(|error| anyhow!("--engine {engine}: {error}"))?;
        anyhow::ensure!(
            generator.uses_engine(&ruleset),
            "--engine: `{}` has no werera to set up",
            options.ruleset
        );
    }
    let mut progress = progress_of_openings(count, &|text| eprintln!("{text}"));
    let set = generator.generate_with_progress(&ruleset, &mut progress);
    let set =
        set.map_err(|error| anyhow!("the werera cannot be set up: {} {error}", generator.engine.name()))?;
    let made = set.games().len();
    if made < options.count {
        bail!("found only {made} openings; allow more plies or a larger `--within`");
    }
    match target {
        None => Ok(out.write_all(set.write().as_bytes())?),
        Some(mut target) => target.write(&set.write()),
    }
}
