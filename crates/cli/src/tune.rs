//! `rukh tune`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, bail};
use clap::Args;
use rukh_engine::tuning::{Model, Tuned};
use rukh_lab::opening::Recipe;
use rukh_lab::tuning::{self, Fit, FittedChances, Labelled, SelfPlay};
use rukh_rules::law::Opening;

use crate::library;
use crate::write::{Overwrite, Target};

/// Set-ups that games with a werera begin from.
const SET_UPS: usize = 300;
/// The longest file of positions, in bytes: some fifteen million of them.
const MOST_DATA: u64 = 1 << 30;

/// What is tuned, on what.
#[derive(Debug, Args)]
pub struct TuneOptions {
    /// The ruleset.
    #[arg(value_name = "RULESET")]
    ruleset: String,
    /// The file for the tuned numbers.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games to play for it; with 0 only what --data names is used.
    #[arg(long, default_value_t = 2_000, value_name = "COUNT")]
    games: u64,
    /// Positions a search looks at for each move of those games.
    #[arg(long, default_value_t = 1_000, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Plies after which a game counts as drawn.
    #[arg(long, default_value_t = 400, value_name = "COUNT")]
    most_plies: usize,
    /// Decides everything left to chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at once.
    #[arg(long, default_value_t = 1, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
    /// Positions of earlier games, as --keep writes them; may be given more than once.
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// A file for the positions of the games played now, lines of `FEN;centipawns;result`.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Of how many calm positions of those games one is taken.
    #[arg(long, default_value_t = 1, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    one_in: u16,
    /// What part of a position's target is the game's result; the rest is what the search thought.
    #[arg(long, default_value_t = 0.0, value_name = "PART", value_parser = part)]
    by_result: f64,
    /// How firmly a number is held to what movement tables say: by few games, hold it firmly.
    #[arg(long, default_value_t = 4.0, value_name = "WEIGHT", value_parser = weight)]
    hold: f64,
    /// Leave the men's numbers as they are: fit only, where a bared king draws, how likely mates are.
    #[arg(long)]
    keep_numbers: bool,
}

fn weight(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0);
    value.ok_or_else(|| "a number from 0 up is wanted".to_owned())
}

fn part(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "a number from 0 to 1 is wanted".to_owned())?;
    if (0.0..=1.0).contains(&value) { Ok(value) } else { Err("a number from 0 to 1 is wanted".to_owned()) }
}

/// Plays, fits, writes.
///
/// # Errors
/// A wrong ruleset, unreadable data, a file that cannot be written.
pub fn run(options: &TuneOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let existing = options.overwrite.existing();
    if options.keep.as_ref() == Some(&options.out) {
        bail!("--keep and --out name the same file, {}", options.out.display());
    }
    let mut keep = options.keep.as_deref().map(|path| Target::new(path, existing)).transpose()?;
    let mut target = Target::new(&options.out, existing)?;
    let model = Model::new(&ruleset);
    if options.keep_numbers && model.chances().is_none() {
        bail!("with --keep-numbers nothing is left to fit: in `{}` no bared king draws", options.ruleset);
    }
    let mut positions: Vec<Labelled> = Vec::new();
    for path in &options.data {
        let text = library::read_text_up_to(path, MOST_DATA)?;
        let read = tuning::read(&text).map_err(anyhow::Error::msg);
        positions.extend(read.with_context(|| path.display().to_string())?);
    }
    if options.games > 0 {
        let how = SelfPlay {
            games: options.games,
            nodes: options.nodes,
            seed: options.seed,
            most_plies: options.most_plies,
            one_in: usize::from(options.one_in),
            concurrency: usize::from(options.concurrency),
        };
        let has_werera = matches!(ruleset.laws.opening.law, Opening::Werera(_));
        let set_ups = has_werera.then(|| Recipe::new(&ruleset, SET_UPS, options.seed).make(&ruleset));
        let done = AtomicU64::new(0);
        let told = |_| {
            let done = done.fetch_add(1, Relaxed) + 1;
            if done.is_multiple_of(100) {
                eprintln!("{done} of {} games", options.games);
            }
        };
        let played = tuning::play(&ruleset, set_ups.as_ref(), &how, &told);
        if let Some(keep) = &mut keep {
            keep.write(&tuning::write(&played))?;
        }
        positions.extend(played);
    }
    let (numbers, mut provenance) = if options.keep_numbers {
        (model.numbers().to_vec(), model.provenance().cloned().unwrap_or_default())
    } else {
        let how = Fit { by_result: options.by_result, hold: options.hold, ..Fit::default() };
        let fitted = tuning::fit(&ruleset, &positions, &how).map_err(anyhow::Error::msg)?;
        let (fitted_to, tested) = fitted.positions;
        writeln!(
            out,
            "{fitted_to} positions, {tested} more to test on: squared error {:.5}, after it {:.5}; {:.0} centipawns a step",
            fitted.before, fitted.after, fitted.scale,
        )?;
        let provenance = provenance(options, &fitted);
        (fitted.numbers, provenance)
    };
    let mut chances = model.chances().cloned();
    if chances.is_some() {
        match tuning::fit_chances(&ruleset, &positions, &numbers).map_err(anyhow::Error::msg)? {
            Some(found) => {
                let told = told_of_chances(options, &found);
                writeln!(out, "chances to mate: {told}")?;
                provenance.insert("chances".to_owned(), told);
                chances = Some(found.chances);
            }
            None => writeln!(out, "chances to mate: too few games were won to tell; kept as they are")?,
        }
    }
    let tuned = model.tuned(&numbers, chances, provenance);
    target.write(&text_of(&tuned)?)
}

fn told_of_chances(options: &TuneOptions, found: &FittedChances) -> String {
    let (fitted_to, tested) = found.positions;
    format!(
        "by how {} games of {} nodes ended, seed {}, and {} files of earlier positions; {fitted_to} positions, \
         {tested} more to test on: logarithmic loss {:.5}, after it {:.5}",
        options.games,
        options.nodes,
        options.seed,
        options.data.len(),
        found.before,
        found.after,
    )
}

fn provenance(options: &TuneOptions, fitted: &tuning::Fitted) -> BTreeMap<String, String> {
    let told = [
        ("by", "rukh tune".to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("games", options.games.to_string()),
        ("nodes", options.nodes.to_string()),
        ("seed", options.seed.to_string()),
        ("one-in", options.one_in.to_string()),
        ("by-result", options.by_result.to_string()),
        ("hold", options.hold.to_string()),
        ("earlier-data", options.data.len().to_string()),
        ("positions", (fitted.positions.0 + fitted.positions.1).to_string()),
        ("error-before", format!("{:.5}", fitted.before)),
        ("error-after", format!("{:.5}", fitted.after)),
        ("centipawns-a-step", format!("{:.0}", fitted.scale)),
    ];
    told.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// The file: a line for each term, so that a change can be read.
fn text_of(tuned: &Tuned) -> anyhow::Result<String> {
    let mut text = String::from("{\n");
    let line = |key: &str, value: &serde_json::Value| format!("  {}: {value}", serde_json::Value::from(key));
    let lines = [
        line("ruleset", &serde_json::to_value(&tuned.ruleset)?),
        line("men", &serde_json::to_value(&tuned.men)?),
        line("basis", &serde_json::to_value(&tuned.basis)?),
        line("provenance", &serde_json::to_value(&tuned.provenance)?),
    ];
    text.push_str(&lines.join(",\n"));
    if let Some(chances) = &tuned.chances {
        text.push_str(",\n");
        text.push_str(&line("chances", &serde_json::to_value(chances)?));
    }
    text.push_str(",\n  \"weights\": {\n");
    let terms: Vec<String> = tuned
        .weights
        .iter()
        .map(|(term, numbers)| Ok(format!("  {}", line(term, &serde_json::to_value(numbers)?))))
        .collect::<anyhow::Result<_>>()?;
    text.push_str(&terms.join(",\n"));
    text.push_str("\n  }\n}\n");
    Ok(text)
}
