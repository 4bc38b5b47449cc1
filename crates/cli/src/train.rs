//! `rukh train`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use rukh_engine::tuning::{MAX_BUCKETS, MAX_HIDDEN, NetModel};
use rukh_rules::{Failure, Ruleset};
use rukh_train::data::{DataFile, DataHeader};
use rukh_train::quantise::{quantisation_error, quantise};
use rukh_train::samples::TrainingExamples;
use rukh_train::trainer::{FloatNet, NetShape, TrainSettings, Trained, TrainingPass, train};

use crate::library;
use crate::tune::{SelfPlayOptions, part};
use crate::write::{Overwrite, Readers, Target};

/// Games between two reports.
const REPORT_INTERVAL: u64 = 320;
/// Width of the bars that show the validation loss.
const BAR: f32 = 40.0;

/// Options of `rukh train`.
#[derive(Debug, Args)]
pub struct TrainOptions {
    /// Ruleset to train for.
    #[arg(value_name = "RULESET")]
    ruleset: String,
    /// File of training data. Games are added until it has as many as wanted; a run that was
    /// interrupted goes on with the same options.
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// Another file of training data to learn from as well; repeatable.
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,
    /// File of training data that judges the passes instead of every tenth game of the others, best of games at
    /// more nodes.
    #[arg(long, value_name = "FILE")]
    judge: Option<PathBuf>,
    /// File of the net to write, for --eval-file; without it only games are played.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Number of self-play games that the file of training data should have.
    #[arg(long, default_value_t = 20_000, value_name = "COUNT")]
    games: u64,
    /// Node limit of each move of those games.
    #[arg(long, default_value_t = 300, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Node limit of a second search of each position that is kept, whose score is learned; without it that of
    /// the search that chose the move.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    label_nodes: Option<u64>,
    #[command(flatten)]
    self_play: SelfPlayOptions,
    /// Size of the hidden layer for each side: a multiple of 16.
    #[arg(long, default_value_t = 32, value_name = "COUNT", value_parser = hidden)]
    hidden: usize,
    /// Number of outputs, chosen by the number of pieces.
    #[arg(long, default_value_t = 4, value_name = "COUNT", value_parser = buckets)]
    buckets: usize,
    /// Number of passes over the positions.
    #[arg(long, default_value_t = 10, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    epochs: u16,
    /// First learning rate; it falls to 0.
    #[arg(long, default_value_t = 0.002, value_name = "RATE", value_parser = rate)]
    learning_rate: f32,
    /// Weight of the game's result in a position's target, 0 to 1; the rest is the search score.
    #[arg(long, default_value_t = 0.0, value_name = "PART", value_parser = part)]
    by_result: f64,
    /// Decay of the weights: the part of each that a step takes away, over the learning rate. More of it keeps
    /// a net from learning few positions by heart.
    #[arg(long, default_value_t = 1.0, value_name = "PART", value_parser = part)]
    weight_decay: f64,
    /// More to be said of the origin of the net, as `match=+40 ± 20 at equal time`; repeatable.
    #[arg(long, value_name = "KEY=TEXT", value_parser = note)]
    note: Vec<(String, String)>,
}

fn note(text: &str) -> Result<(String, String), Failure> {
    let (key, value) = text.split_once('=').filter(|(key, _)| !key.is_empty()).ok_or("expected KEY=TEXT")?;
    Ok((key.to_owned(), value.to_owned()))
}

fn hidden(text: &str) -> Result<usize, Failure> {
    let size =
        text.parse().ok().filter(|size: &usize| (16..=MAX_HIDDEN).contains(size) && size.is_multiple_of(16));
    size.ok_or_else(|| format!("expected a multiple of 16 up to {MAX_HIDDEN}").into())
}

fn buckets(text: &str) -> Result<usize, Failure> {
    let count = text.parse().ok().filter(|count| (1..=MAX_BUCKETS).contains(count));
    count.ok_or_else(|| format!("expected a number from 1 to {MAX_BUCKETS}").into())
}

fn rate(text: &str) -> Result<f32, Failure> {
    let rate = text.parse().ok().filter(|rate: &f32| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "expected a number above 0 and at most 1".to_owned().into())
}

/// Plays the games, trains the net and writes its file.
///
/// # Errors
/// The ruleset is invalid or its sides differ, the data cannot be read, or a file cannot be written.
pub fn run(options: &TrainOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let model = NetModel::new(&ruleset).with_context(|| {
        format!("the sides of `{}` are not alike, and a net sees the board from both", options.ruleset)
    })?;
    let target =
        options.out.as_deref().map(|path| Target::new(path, options.overwrite.existing())).transpose()?;
    // A net that is too large for its file is refused before the hours that it takes.
    let shape = NetShape {
        rows: model.rows(),
        hidden: options.hidden,
        buckets: options.buckets,
        pieces: model.pieces(),
    };
    quantise(&FloatNet::random(shape, 0), &model, BTreeMap::new())
        .with_context(|| format!("--hidden {} is too large for this ruleset", options.hidden))?;
    play_games(options, &ruleset)?;
    let Some(target) = target else { return Ok(()) };
    let paths: Vec<&Path> =
        std::iter::once(&options.data).chain(&options.also).map(PathBuf::as_path).collect();
    let examples = TrainingExamples::read(&paths, options.judge.as_deref(), &ruleset, &model)?;
    let judges = if options.judge.is_some() { "of the file of --judge" } else { "of every tenth game" };
    writeln!(
        out,
        "{} positions of {} games for training and {} {judges} for validation; sigmoid scale {:.0} centipawns",
        examples.training.len(),
        examples.sources.iter().map(|source| source.games).sum::<u64>(),
        examples.validation.len(),
        examples.scale,
    )?;
    let trained = train_net(options, &model, &examples, out)?;
    let provenance = provenance(options, &examples, &trained);
    let file = quantise(&trained.net, &model, provenance)?;
    let (mean, most) = quantisation_error(&trained.net, &file, &examples.validation);
    writeln!(out, "whole numbers change the output by {mean:.2} centipawns in the mean, {most:.2} at most")?;
    let bytes = file.write()?;
    let mut stream = target.stream(Readers::Usual)?;
    stream.write_all(&bytes).with_context(|| format!("{} cannot be written", target.path().display()))?;
    stream.finish()?;
    Ok(writeln!(out, "{}: {} bytes", target.path().display(), bytes.len())?)
}

/// Plays until the file has as many games as wanted, and says how far it has come.
fn play_games(options: &TrainOptions, ruleset: &Arc<Ruleset>) -> anyhow::Result<()> {
    let SelfPlayOptions { most_plies, seed, concurrency } = options.self_play;
    let header =
        DataHeader::new(ruleset, options.nodes, most_plies, seed).with_label_nodes(options.label_nodes);
    let mut data = DataFile::open_or_create(&options.data, &header)?;
    if data.cut_off() > 0 {
        let (path, bytes) = (options.data.display(), data.cut_off());
        eprintln!("{path}: the last game was cut off; its {bytes} bytes are removed, and it is played again");
    }
    let (start, before) = (Instant::now(), data.games());
    let mut report = |data: &DataFile| {
        if data.games().is_multiple_of(REPORT_INTERVAL) {
            let rate = (data.games() - before) as f64 / start.elapsed().as_secs_f64();
            eprintln!(
                "{} of {} games, {} positions, {rate:.1} games a second",
                data.games(),
                options.games,
                data.positions(),
            );
        }
    };
    Ok(data.extend(ruleset, options.games, usize::from(concurrency), &mut report)?)
}

fn train_net(
    options: &TrainOptions,
    model: &NetModel,
    examples: &TrainingExamples,
    out: &mut dyn Write,
) -> anyhow::Result<Trained> {
    let settings = TrainSettings {
        hidden: options.hidden,
        buckets: options.buckets,
        epochs: usize::from(options.epochs),
        learning_rate: options.learning_rate,
        by_result: options.by_result as f32,
        weight_decay: options.weight_decay as f32,
        seed: options.self_play.seed,
    };
    let mut written = Ok(());
    let trained =
        train(examples, model, &settings, &mut |TrainingPass { number, training, validation }, before| {
            let bar = "#".repeat((BAR * validation / before).clamp(0.0, 2.0 * BAR) as usize);
            let line = writeln!(out, "{number:4}  training {training:.6}  validation {validation:.6}  {bar}");
            written = std::mem::replace(&mut written, Ok(())).and(line);
        });
    written?;
    let Trained { before, after, factor, .. } = trained;
    writeln!(out, "squared error {before:.6} before, {after:.6} after, with {factor:.1} of the output")?;
    Ok(trained)
}

fn provenance(
    options: &TrainOptions,
    examples: &TrainingExamples,
    trained: &Trained,
) -> BTreeMap<String, String> {
    let fields = [
        ("by", "rukh train".to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("data", examples.sources.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")),
        ("judge", examples.judge.as_ref().map_or_else(|| "every tenth game".to_owned(), ToString::to_string)),
        ("seed", options.self_play.seed.to_string()),
        ("positions", (examples.training.len() + examples.validation.len()).to_string()),
        ("epochs", options.epochs.to_string()),
        ("learning-rate", options.learning_rate.to_string()),
        ("by-result", options.by_result.to_string()),
        ("weight-decay", options.weight_decay.to_string()),
        ("centipawns-a-step", format!("{:.0}", examples.scale)),
        ("output-factor", trained.factor.to_string()),
        ("error-before", format!("{:.6}", trained.before)),
        ("error-after", format!("{:.6}", trained.after)),
    ];
    let fields = fields.into_iter().map(|(key, value)| (key.to_owned(), value));
    fields.chain(options.note.iter().cloned()).collect()
}
