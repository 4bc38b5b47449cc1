//! `rukh match`.

use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use rukh_lab::engine_match::{Match, Pairing};
use rukh_lab::opening::{OpeningGenerator, OpeningSet};
use rukh_lab::player::PlayerSpec;
use rukh_lab::referee::{Adjudication, DrawRule, ResignRule};
use rukh_lab::sprt::Sprt;
use rukh_lab::time_control::TimeControl;
use rukh_rules::Ruleset;

use crate::args::MatchOptions;
use crate::{interrupt, library, openings};

mod log;
pub mod report;

use log::MatchLog;
use report::{End, MatchPgnFile, PgnMode, Progress, Report, ReportFormat};

/// Games of a match without `--games` and `--sprt`.
const DEFAULT_GAMES: u64 = 200;
/// Games of a match with `--sprt`, at most.
const MAX_SPRT_GAMES: u64 = 200_000;
/// Openings generated for a match, at most.
const MAX_OPENINGS: u64 = 200;
/// Time between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

/// Plays a match and prints its games, progress and result.
///
/// # Errors
/// The options are invalid, or the match cannot be played.
pub fn run(options: &MatchOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    if options.luck_depth.is_some() && !ruleset.has_die() {
        bail!("--luck-depth: {} has no die", ruleset.instance);
    }
    let sprt = options.sprt.as_deref().map(Sprt::parse).transpose().map_err(anyhow::Error::msg)?;
    let games = options.games.unwrap_or(if sprt.is_some() { MAX_SPRT_GAMES } else { DEFAULT_GAMES });
    // Options are checked before openings are generated, which takes time.
    let (specs, time_control, adjudication) =
        (specs(options, &ruleset)?, time_control(options)?, adjudication(options)?);
    let mode = if options.append { PgnMode::Append } else { PgnMode::Create(options.overwrite.existing()) };
    let pgn = options.pgn.as_deref().map(|path| MatchPgnFile::open(path, mode)).transpose()?;
    let format = if options.json { ReportFormat::JsonLines } else { ReportFormat::Text };
    let progress = if options.quiet { Progress::Quiet } else { Progress::Shown };
    let report = Shared(Arc::new(Mutex::new(Report::new(format, progress, sprt, pgn))));
    report.conclude_when_interrupted()?;
    let openings = openings(options, &ruleset, games / 2, &report)?;
    let engine_match = Match {
        specs,
        time_control,
        openings: openings.games().to_vec(),
        pairs: games / 2,
        pairing: if options.unpaired { Pairing::Independent } else { Pairing::Reversed },
        sprt,
        adjudication,
        concurrency: options.concurrency,
        seed: options.seed,
        luck_depth: options.luck_depth,
        ruleset,
    };
    let header = report::header(options, &engine_match, openings.method());
    let log =
        options.resume.as_deref().map(|path| MatchLog::open(path, &header, &engine_match)).transpose()?;
    let (log, finished) = log.unzip();
    let finished = finished.unwrap_or_default();
    report.get().begin(&engine_match, (&header, &finished[..], log), out)?;
    let failed = RefCell::new(None);
    let flow = |done: anyhow::Result<()>| match done {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failed.replace(Some(error));
            ControlFlow::Break(())
        }
    };
    let result = engine_match.resume(
        finished,
        &|| false,
        &mut |names, game| flow(report.get().keep(names, game)),
        &mut |pair, standing| flow(report.get().add(&engine_match, pair, standing, out)),
    );
    let failure = failed.into_inner();
    // The games played so far count, however the match ended.
    let end = if result.is_ok() && failure.is_none() { End::Done } else { End::Failed };
    let concluded = report.get().conclude(end, out);
    failure.map_or(Ok(()), Err)?;
    result?;
    concluded
}

/// A report that an interrupt can end.
#[derive(Clone)]
struct Shared(Arc<Mutex<Report>>);

impl Shared {
    fn get(&self) -> MutexGuard<'_, Report> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes an interrupt print the result so far and kill the engines: these have process groups
    /// of their own, which an interrupt at the terminal does not reach.
    fn conclude_when_interrupted(&self) -> anyhow::Result<()> {
        let report = self.clone();
        interrupt::before_exit(move || {
            // The report stays locked: engines that are killed here have not lost.
            let mut report = report.get();
            rukh_lab::player::kill_all();
            report.note("interrupted");
            if let Err(error) = report.conclude(End::Interrupted, &mut anstream::stdout()) {
                eprintln!("error: {error:#}");
            }
            // It stays locked until the process has ended.
            std::mem::forget(report);
        })
    }
}

fn specs(options: &MatchOptions, ruleset: &Ruleset) -> anyhow::Result<[PlayerSpec; 2]> {
    let spec = |text: &String| {
        let spec = text.parse::<PlayerSpec>().map_err(|error| anyhow!("--engine {text}: {error}"))?;
        let key = if options.nodes.is_some() { "nodes" } else { "depth" };
        if spec.has_own_limits() && (options.nodes.is_some() || options.depth.is_some()) {
            bail!(
                "--engine {text}: a level sets its own limits, so --{key} does not apply to it; \
                 give `{key}=` to the other player instead, or set a clock with --tc"
            );
        }
        Ok(spec)
    };
    let [one, two] = &options.engine[..] else { bail!("a match needs two players: give `--engine` twice") };
    let mut specs = [spec(one)?, spec(two)?];
    if let Some(path) = &options.eval_file {
        let applied =
            specs.iter_mut().map(|spec| spec.set_eval_file(path)).filter(|applied| *applied).count();
        anyhow::ensure!(applied > 0, "--eval-file: neither player is `rukh`, and no other player can use it");
    }
    for (spec, text) in specs.iter().zip(&options.engine) {
        spec.check(ruleset).map_err(|error| anyhow!("--engine {text}: {error}"))?;
    }
    Ok(specs)
}

fn time_control(options: &MatchOptions) -> anyhow::Result<TimeControl> {
    let settings = [("nodes", &options.nodes), ("depth", &options.depth), ("tc", &options.tc)];
    let chosen = settings.into_iter().find_map(|(key, value)| Some((key, value.as_deref()?)));
    let (key, value) = chosen.unwrap_or(("nodes", "10000"));
    TimeControl::parse(key, value).map_err(|error| anyhow!("--{key}: {error}"))
}

/// The openings of `--openings`, else the ruleset's fixed set, else generated ones for the pairs.
fn openings(
    options: &MatchOptions,
    ruleset: &Arc<Ruleset>,
    pairs: u64,
    report: &Shared,
) -> anyhow::Result<OpeningSet> {
    let make = || {
        let count = MAX_OPENINGS.min(pairs);
        let generator = OpeningGenerator::new(ruleset, count as usize, options.seed);
        let note = |text: &str| report.get().note(text);
        let set = generator.generate_with_progress(ruleset, &mut progress_of_openings(count, &note));
        let set = set.context("the werera cannot be set up")?;
        let made = set.games().len();
        if (made as u64) < count {
            report.get().note(&format!("found only {made} of {count} openings"));
        }
        Ok(set)
    };
    match options.openings.as_deref() {
        None => OpeningSet::built_in(ruleset).map_or_else(make, Ok),
        Some("generated") => make(),
        Some(file) => openings::read(Path::new(file), ruleset, options.dialect),
    }
}

/// A callback that reports the number of generated openings, at most once in a while.
pub fn progress_of_openings(count: u64, report: &dyn Fn(&str)) -> impl FnMut(usize) {
    let mut shown = Instant::now();
    move |made| {
        if shown.elapsed() >= PROGRESS_INTERVAL {
            shown = Instant::now();
            report(&format!("{made} of {count} openings generated"));
        }
    }
}

fn adjudication(options: &MatchOptions) -> anyhow::Result<Adjudication> {
    let numbers = |text: &str, count: usize| -> Option<Vec<usize>> {
        let numbers: Vec<usize> =
            text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
        (numbers.len() == count && !numbers.contains(&0)).then_some(numbers)
    };
    let resign = options.resign.as_deref().map(|text| {
        let read = |text| {
            let numbers = numbers(text, 2)?;
            Some(ResignRule { moves: numbers[0], behind: i32::try_from(numbers[1]).ok()? })
        };
        read(text)
            .with_context(|| format!("invalid --resign `{text}`: expected MOVES,CENTIPAWNS, such as `4,800`"))
    });
    let draw = options.draw.as_deref().map(|text| {
        let read = |text| {
            let numbers = numbers(text, 3)?;
            let within = i32::try_from(numbers[2]).ok()?;
            Some(DrawRule { from_ply: numbers[0], moves: numbers[1], within })
        };
        read(text).with_context(|| {
            format!("invalid --draw `{text}`: expected PLY,MOVES,CENTIPAWNS, such as `80,8,10`")
        })
    });
    Ok(Adjudication {
        max_plies: options.max_plies,
        resign: resign.transpose()?,
        draw: draw.transpose()?,
        time_margin: Duration::from_millis(options.margin),
    })
}
