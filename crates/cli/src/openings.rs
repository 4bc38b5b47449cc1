//! `rukh openings`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use rukh_lab::opening::{OpeningGenerator, OpeningSet};
use rukh_rules::Ruleset;

use crate::args::{DialectWord, OpeningFormat, OpeningsOptions};
use crate::engine_match::progress_of_openings;
use crate::write::Target;
use crate::{dialect, library};

/// Generates a set of openings, or reads one, and writes it.
///
/// # Errors
/// The ruleset, an option or the file that is read is invalid, or the set cannot be written.
pub fn run(options: &OpeningsOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let existing = options.overwrite.existing();
    let target = options.output.as_deref().map(|path| Target::new(path, existing)).transpose()?;
    let set = match &options.read {
        Some(file) => read(file, &ruleset, options.dialect)?,
        None => generate(options, &ruleset)?,
    };
    let text = match options.format {
        OpeningFormat::List => set.write(),
        OpeningFormat::Epd => set.to_epd(),
        OpeningFormat::Pgn => set.to_pgn(),
    };
    match target {
        None => Ok(out.write_all(text.as_bytes())?),
        Some(mut target) => target.write(&text),
    }
}

/// Reads the openings of a file.
///
/// # Errors
/// It cannot be read, or everything that is wrong with it.
pub fn read(file: &Path, ruleset: &Arc<Ruleset>, choice: DialectWord) -> anyhow::Result<OpeningSet> {
    let text = library::read_text(file)?;
    let set = OpeningSet::parse_in(&text, ruleset, choice.into()).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(|error| format!("  {error}")).collect();
        anyhow!("{} is not a valid opening set:\n{}", file.display(), lines.join("\n"))
    })?;
    dialect::announce("the openings are", set.dialect(), choice);
    Ok(set)
}

fn generate(options: &OpeningsOptions, ruleset: &Arc<Ruleset>) -> anyhow::Result<OpeningSet> {
    let mut generator = OpeningGenerator::new(ruleset, options.count, options.seed);
    generator.nodes = options.nodes.unwrap_or(generator.nodes);
    generator.within = options.within.unwrap_or(generator.within);
    if let Some(plies) = &options.plies {
        let (fewest, most) = plies.split_once('-').unwrap_or((plies, plies));
        match (fewest.trim().parse(), most.trim().parse()) {
            (Ok(fewest), Ok(most)) if fewest <= most && most <= 1_000 => generator.plies = (fewest, most),
            _ => bail!("invalid --plies `{plies}`: expected a number or a range such as `6-10`"),
        }
    }
    if let Some(engine) = &options.engine {
        generator.engine = engine.parse().map_err(|error| anyhow!("--engine {engine}: {error}"))?;
        anyhow::ensure!(
            generator.uses_engine(ruleset),
            "--engine: `{}` has no werera to set up",
            options.ruleset
        );
    }
    let count = options.count as u64;
    let mut progress = progress_of_openings(count, &|text| eprintln!("{text}"));
    let set = generator.generate_with_progress(ruleset, &mut progress);
    let set =
        set.map_err(|error| anyhow!("the werera cannot be set up: {} {error}", generator.engine.name()))?;
    let made = set.games().len();
    if made < options.count {
        bail!("found only {made} openings; allow more plies or a larger `--within`");
    }
    Ok(set)
}
