//! `rukh tune`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, bail};
use clap::Args;
use rukh_engine::tuning::{TunedWeights, TuningModel};
use rukh_lab::opening::OpeningGenerator;
use rukh_lab::tuning::{self, FitSettings, FittedChances, LabelledPosition, SelfPlay};
use rukh_rules::{Failure, Ruleset};

use crate::library;
use crate::write::{Overwrite, Target};

/// Openings that games with a werera start from, at most: no more than there are games.
const OPENINGS: u64 = 300;
/// Size limit of a file of positions, in bytes: about fifteen million positions.
const MAX_DATA_BYTES: u64 = 1 << 30;

/// Options of `rukh tune`.
#[derive(Debug, Args)]
pub struct TuneOptions {
    /// Ruleset to tune for.
    #[arg(value_name = "RULESET")]
    ruleset: String,
    /// Evaluation file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of self-play games; with 0, only the positions of --data are used.
    #[arg(long, default_value_t = 2_000, value_name = "COUNT")]
    games: u64,
    /// Node limit of each move of those games.
    #[arg(long, default_value_t = 1_000, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    self_play: SelfPlayOptions,
    /// File of positions written by --keep; repeatable.
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Write the positions of this run's games to a file, as lines of `FEN;centipawns;result`.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Sample one in COUNT quiet positions of those games.
    #[arg(long, default_value_t = 1, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    one_in: u16,
    /// Weight of the game's result in a position's target, 0 to 1; the rest is the search score.
    #[arg(long, default_value_t = 0.0, value_name = "PART", value_parser = part)]
    by_result: f64,
    /// Strength of the regularisation towards the derived weights; use more with fewer games.
    #[arg(long, default_value_t = 4.0, value_name = "WEIGHT", value_parser = weight)]
    hold: f64,
    /// Keep the weights, and fit only the mating chances (for rulesets where a bare king draws).
    #[arg(long)]
    keep_numbers: bool,
}

/// How games of self-play are played, whatever is made of them.
#[derive(Debug, Args)]
pub(crate) struct SelfPlayOptions {
    /// Number of plies after which a game counts as a draw.
    #[arg(long, default_value_t = 400, value_name = "COUNT")]
    pub most_plies: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games played at the same time.
    #[arg(long, default_value_t = 1, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub concurrency: u8,
}

fn weight(text: &str) -> Result<f64, Failure> {
    let value = text.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0);
    value.ok_or_else(|| "expected a number of at least 0".to_owned().into())
}

pub(crate) fn part(text: &str) -> Result<f64, Failure> {
    let value = text.parse().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "expected a number from 0 to 1".to_owned().into())
}

/// Plays the games, fits the weights and writes the evaluation file.
///
/// # Errors
/// The ruleset is invalid, the data cannot be read, or a file cannot be written.
pub fn run(options: &TuneOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let existing = options.overwrite.existing();
    if options.keep.as_ref() == Some(&options.out) {
        bail!("--keep and --out name the same file, {}", options.out.display());
    }
    let mut keep = options.keep.as_deref().map(|path| Target::new(path, existing)).transpose()?;
    let mut target = Target::new(&options.out, existing)?;
    let model = TuningModel::new(&ruleset);
    if options.keep_numbers && model.mate_odds().is_none() {
        bail!("--keep-numbers leaves nothing to fit: in `{}` a bare king does not draw", options.ruleset);
    }
    let mut positions: Vec<LabelledPosition> = Vec::new();
    for path in &options.data {
        let text = library::read_text_up_to(path, MAX_DATA_BYTES)?;
        let read = tuning::parse(&text).map_err(anyhow::Error::msg);
        positions.extend(read.with_context(|| path.display().to_string())?);
    }
    if options.games > 0 {
        let played = play_games(options, &ruleset)?;
        if let Some(keep) = &mut keep {
            keep.write(&tuning::write(&played))?;
        }
        positions.extend(played);
    }
    let (numbers, mut provenance) = if options.keep_numbers {
        (model.weights().to_vec(), model.provenance().cloned().unwrap_or_default())
    } else {
        let settings = FitSettings {
            result_weight: options.by_result,
            regularisation: options.hold,
            ..FitSettings::default()
        };
        let fitted = tuning::fit(&ruleset, &positions, &settings).map_err(anyhow::Error::msg)?;
        let (training, test) = fitted.positions;
        writeln!(
            out,
            "trained on {training} positions, tested on {test}: squared error {:.5} before, {:.5} after; \
             sigmoid scale {:.0} centipawns",
            fitted.before, fitted.after, fitted.scale,
        )?;
        let provenance = provenance(options, &fitted);
        (fitted.numbers, provenance)
    };
    let mut chances = model.mate_odds().cloned();
    if chances.is_some() {
        match tuning::fit_chances(&ruleset, &positions, &numbers).map_err(anyhow::Error::msg)? {
            Some(found) => {
                let summary = chances_summary(options, &found);
                writeln!(out, "mating chances: {summary}")?;
                provenance.insert("chances".to_owned(), summary);
                chances = Some(found.chances);
            }
            None => writeln!(out, "mating chances: too few games were won, so they stay unchanged")?,
        }
    }
    let tuned = model.tuned_weights(&numbers, chances, provenance);
    target.write(&text_of(&tuned)?)
}

/// Plays the engine against itself, and says how far it has come.
fn play_games(options: &TuneOptions, ruleset: &Arc<Ruleset>) -> anyhow::Result<Vec<LabelledPosition>> {
    let settings = SelfPlay {
        games: options.games,
        nodes: options.nodes,
        seed: options.self_play.seed,
        max_plies: options.self_play.most_plies,
        one_in: usize::from(options.one_in),
        concurrency: usize::from(options.self_play.concurrency),
    };
    let count = OPENINGS.min(options.games) as usize;
    let openings = ruleset
        .has_werera()
        .then(|| OpeningGenerator::new(ruleset, count, options.self_play.seed).generate(ruleset))
        .transpose()
        .context("the werera cannot be set up")?;
    let done = AtomicU64::new(0);
    let on_game_end = |_| {
        let done = done.fetch_add(1, Relaxed) + 1;
        if done.is_multiple_of(100) {
            eprintln!("{done} of {} games", options.games);
        }
    };
    Ok(tuning::play(ruleset, openings.as_ref(), &settings, &on_game_end))
}

fn chances_summary(options: &TuneOptions, found: &FittedChances) -> String {
    let (training, test) = found.positions;
    format!(
        "fitted to the results of {} games at {} nodes a move, seed {}, and {} files of earlier positions; \
         trained on {training} positions, tested on {test}: log loss {:.5} before, {:.5} after",
        options.games,
        options.nodes,
        options.self_play.seed,
        options.data.len(),
        found.before,
        found.after,
    )
}

fn provenance(options: &TuneOptions, fitted: &tuning::FittedWeights) -> BTreeMap<String, String> {
    let fields = [
        ("by", "rukh tune".to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("games", options.games.to_string()),
        ("nodes", options.nodes.to_string()),
        ("seed", options.self_play.seed.to_string()),
        ("one-in", options.one_in.to_string()),
        ("by-result", options.by_result.to_string()),
        ("hold", options.hold.to_string()),
        ("earlier-data", options.data.len().to_string()),
        ("positions", (fitted.positions.0 + fitted.positions.1).to_string()),
        ("error-before", format!("{:.5}", fitted.before)),
        ("error-after", format!("{:.5}", fitted.after)),
        ("centipawns-a-step", format!("{:.0}", fitted.scale)),
    ];
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Text of the evaluation file, a line for each term so that diffs are readable.
fn text_of(tuned: &TunedWeights) -> anyhow::Result<String> {
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
