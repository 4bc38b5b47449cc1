//! `rukh analyse`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use rukh_engine::Score;
use rukh_engine::tuning::EvalFile;
use rukh_lab::analysis::{Analyser, Analysis, AnalysisLimit, AnalysisProgress, AnalysisSettings, NodeEval};
use rukh_rules::notation::record::Record;
use rukh_rules::{Game, Ruleset, Side};

use crate::args::{AnalyseOptions, strictness};
use crate::dialect;
use crate::games::GameFile;
use crate::library::{self, Library};

mod json;
mod notes;
mod text;

/// Positions a search may look at, if nothing is said.
const NODES: u64 = 50_000;
/// Between two lines that report_progress how far a game is.
const PAUSE: Duration = Duration::from_secs(2);

/// Judges a position or every game of a file; games that cannot be read are results on
/// standard error, and then the exit code is 1.
///
/// # Errors
/// What is wrong with the position, the file or the options.
pub fn run(options: &AnalyseOptions, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let Some(what) = options.what.as_deref() else {
        writeln!(out, "{}", json::schema())?;
        return Ok(ExitCode::SUCCESS);
    };
    let plan = Plan::new(options)?;
    let path = Path::new(what);
    if what != "-" && !path.is_file() {
        let Some(ruleset) = &options.ruleset else {
            bail!("no such file: `{what}`; to analyse a FEN, pass `--ruleset`");
        };
        position(&library::ruleset(ruleset)?, what, &plan, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let own: Vec<_> = options.ruleset.iter().filter(|name| name.contains(".toml")).map(Into::into).collect();
    let library = Library::open(&own)?;
    let mut games = GameFile::open(path, &library, strictness(options.strict), options.dialect)?;
    let records = games.by_ref().map(|game| game.record);
    if options.jobs > 1 {
        plan.judge_concurrently(records, out)?;
    } else {
        plan.judge_sequentially(records, out)?;
    }
    games.close()
}

/// A score of the side to move as White sees it.
fn for_white(score: Score, turn: Side) -> Score {
    match (turn, score) {
        (Side::White, score) => score,
        (_, Score::Centipawns(value)) => Score::Centipawns(-value),
        (_, Score::Win { plies }) => Score::Loss { plies },
        (_, Score::Loss { plies }) => Score::Win { plies },
        (_, Score::Chance { win }) => Score::Chance { win: 10_000 - win },
    }
}

/// A share of the points of the side to move as White sees it.
fn share_for_white(share: f64, turn: Side) -> f64 {
    if turn == Side::White { share } else { 1.0 - share }
}

/// How games are judged and results.
struct Plan<'o> {
    options: &'o AnalyseOptions,
    settings: AnalysisSettings,
    file: Option<EvalFile>,
}

/// Somebody who judges one game after the other.
#[derive(Default)]
struct CachedAnalyser(Option<(Arc<Ruleset>, Analyser)>);

/// A game and its place in the file, from 1.
type Task = (usize, Record);

/// What is results of a game, or why nothing is.
type JudgedGame = (usize, anyhow::Result<Vec<u8>>);

impl<'o> Plan<'o> {
    fn new(options: &'o AnalyseOptions) -> anyhow::Result<Plan<'o>> {
        let cost = match (options.time, options.depth) {
            (Some(seconds), _) => {
                let time = Duration::try_from_secs_f64(seconds);
                AnalysisLimit::Time(time.map_err(|error| anyhow!("--time {seconds}: {error}"))?)
            }
            (None, Some(depth)) => AnalysisLimit::Depth(depth),
            (None, None) => AnalysisLimit::Nodes(options.nodes.unwrap_or(NODES).max(1)),
        };
        let (lines, threads) = (usize::from(options.multipv), options.threads);
        let settings = AnalysisSettings { limit: cost, mebibytes: options.hash, lines, threads };
        Ok(Plan { options, settings, file: library::eval_file(options.eval_file.as_deref())? })
    }

    fn analyser(&self, ruleset: &Arc<Ruleset>) -> anyhow::Result<Analyser> {
        Ok(Analyser::new(ruleset.clone(), self.settings, self.file.as_ref())?)
    }

    /// Judges one game after the other, and prints each move as soon as it is judged.
    fn judge_sequentially(
        &self,
        records: impl IntoIterator<Item = Record>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mut cached = CachedAnalyser::default();
        (1..).zip(records).try_for_each(|(number, record)| self.judge(&mut cached, number, &record, out))
    }

    /// Judges several games at once, and prints them in their order.
    fn judge_concurrently(
        &self,
        records: impl IntoIterator<Item = Record>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let (tasks, inbox) = sync_channel::<Task>(self.options.jobs);
        let (done, results) = channel::<JudgedGame>();
        let inbox = Mutex::new(inbox);
        std::thread::scope(|scope| {
            for _ in 0..self.options.jobs {
                let done = done.clone();
                let inbox = &inbox;
                scope.spawn(move || self.work(inbox, &done));
            }
            drop(done);
            // Dropped at the end of this scope, also after an error; then the threads end.
            let tasks = tasks;
            let (mut sent, mut printed) = (0, 0);
            let mut finished = BTreeMap::new();
            let mut print = |max_pending: usize, sent: usize| -> anyhow::Result<()> {
                while sent - printed > max_pending {
                    let Ok((number, text)) = results.recv() else { bail!("an analysis thread ended early") };
                    finished.insert(number, text);
                    while let Some(text) = finished.remove(&(printed + 1)) {
                        printed += 1;
                        out.write_all(&text?)?;
                        out.flush()?;
                    }
                }
                Ok(())
            };
            for record in records {
                // Twice as many games as threads are read ahead, no more.
                print(2 * self.options.jobs, sent)?;
                sent += 1;
                if tasks.send((sent, record)).is_err() {
                    bail!("all analysis threads have ended");
                }
            }
            print(0, sent)
        })
    }

    fn work(&self, inbox: &Mutex<Receiver<Task>>, done: &Sender<JudgedGame>) {
        let mut cached = CachedAnalyser::default();
        loop {
            let task = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((number, record)) = task else { return };
            let mut text = Vec::new();
            let judged = self.judge(&mut cached, number, &record, &mut text).map(|()| text);
            if done.send((number, judged)).is_err() {
                return;
            }
        }
    }

    fn judge(
        &self,
        cached: &mut CachedAnalyser,
        number: usize,
        record: &Record,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let ruleset = record.game.ruleset();
        let (_, analyser) = match &mut cached.0 {
            Some(cached_entry) if cached_entry.0 == *ruleset => cached_entry,
            other => other.insert((ruleset.clone(), self.analyser(ruleset)?)),
        };
        let is_text = !self.options.json && !self.options.pgn;
        if number > 1 && !self.options.json {
            writeln!(out)?;
        }
        if is_text {
            text::begin(record, out)?;
        }
        let mut failure = None;
        let mut last_progress = Instant::now();
        let analysis = analyser.analyse_with_progress(&record.game, &mut |progress| {
            self.report_progress(number, &progress, &mut last_progress);
            let Some(one) = progress.analysed.filter(|_| is_text && failure.is_none()) else { return };
            let written =
                writeln!(out, "{}", text::judged(record.game.rules(), one)).and_then(|()| out.flush());
            failure = written.err();
        });
        failure.map_or(Ok(()), Err)?;
        self.conclude(record, &analysis, out)?;
        Ok(out.flush()?)
    }

    /// Prints progress on standard error, now and then.
    fn report_progress(&self, number: usize, progress: &AnalysisProgress<'_>, last_progress: &mut Instant) {
        if !self.options.quiet && last_progress.elapsed() >= PAUSE {
            *last_progress = Instant::now();
            eprintln!("game {number}: {} of {} moves analysed", progress.done, progress.total);
        }
    }

    fn conclude(&self, record: &Record, analysis: &Analysis, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.options.json {
            return Ok(writeln!(out, "{}", json::game(record, analysis)?)?);
        }
        if self.options.pgn {
            return Ok(out.write_all(notes::write(record, analysis).as_bytes())?);
        }
        text::end(record, analysis, out)
    }
}

fn position(ruleset: &Arc<Ruleset>, fen: &str, plan: &Plan<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    if plan.options.pgn {
        bail!("a position is not a game and cannot be printed as PGN");
    }
    let dialect = dialect::of_fen(ruleset, Some(fen), plan.options.dialect);
    let game = Game::from_fen_in(ruleset.clone(), fen, dialect).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(|error| format!("  {error}")).collect();
        anyhow!("no such file, and not a valid FEN:\n{}", lines.join("\n"))
    })?;
    let view = plan.analyser(ruleset)?.eval_node(&game);
    if matches!(view, NodeEval::Werera) {
        bail!("positions in the werera cannot be analysed, because both sides move at once");
    }
    if plan.options.json {
        return Ok(writeln!(out, "{}", json::position(&game, &view)?)?);
    }
    text::position(&game, &view, out)
}
