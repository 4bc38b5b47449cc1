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
/// Between two lines that tell how far a game is.
const PAUSE: Duration = Duration::from_secs(2);

/// Judges a position or every game of a file; games that cannot be read are told on
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
        plan.judge_at_once(records, out)?;
    } else {
        plan.judge_in_turn(records, out)?;
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

/// How games are judged and told.
struct Plan<'o> {
    options: &'o AnalyseOptions,
    settings: AnalysisSettings,
    file: Option<EvalFile>,
}

/// Somebody who judges one game after the other.
#[derive(Default)]
struct Desk(Option<(Arc<Ruleset>, Analyser)>);

/// A game and its place in the file, from 1.
type Task = (usize, Record);

/// What is told of a game, or why nothing is.
type Told = (usize, anyhow::Result<Vec<u8>>);

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

    fn analyst(&self, ruleset: &Arc<Ruleset>) -> anyhow::Result<Analyser> {
        Ok(Analyser::new(ruleset.clone(), self.settings, self.file.as_ref())?)
    }

    /// One game after the other, each move told as soon as it is judged.
    fn judge_in_turn(
        &self,
        records: impl IntoIterator<Item = Record>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mut desk = Desk::default();
        (1..).zip(records).try_for_each(|(number, record)| self.judge(&mut desk, number, &record, out))
    }

    /// Several games at once, told in their order.
    fn judge_at_once(
        &self,
        records: impl IntoIterator<Item = Record>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let (tasks, inbox) = sync_channel::<Task>(self.options.jobs);
        let (done, told) = channel::<Told>();
        let inbox = Mutex::new(inbox);
        std::thread::scope(|scope| {
            for _ in 0..self.options.jobs {
                let done = done.clone();
                let inbox = &inbox;
                scope.spawn(move || self.work(inbox, &done));
            }
            drop(done);
            // Dropped when this ends, however: then the threads end.
            let tasks = tasks;
            let (mut given, mut printed) = (0, 0);
            let mut waiting = BTreeMap::new();
            let mut print = |least: usize, given: usize| -> anyhow::Result<()> {
                while given - printed > least {
                    let Ok((number, text)) = told.recv() else { bail!("an analysis thread ended early") };
                    waiting.insert(number, text);
                    while let Some(text) = waiting.remove(&(printed + 1)) {
                        printed += 1;
                        out.write_all(&text?)?;
                        out.flush()?;
                    }
                }
                Ok(())
            };
            for record in records {
                // As many wait as work; no more are read than that.
                print(2 * self.options.jobs, given)?;
                given += 1;
                if tasks.send((given, record)).is_err() {
                    bail!("all analysis threads have ended");
                }
            }
            print(0, given)
        })
    }

    fn work(&self, inbox: &Mutex<Receiver<Task>>, done: &Sender<Told>) {
        let mut desk = Desk::default();
        loop {
            let task = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((number, record)) = task else { return };
            let mut text = Vec::new();
            let judged = self.judge(&mut desk, number, &record, &mut text).map(|()| text);
            if done.send((number, judged)).is_err() {
                return;
            }
        }
    }

    fn judge(
        &self,
        desk: &mut Desk,
        number: usize,
        record: &Record,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let ruleset = record.game.ruleset();
        let (_, analyst) = match &mut desk.0 {
            Some(known) if known.0 == *ruleset => known,
            other => other.insert((ruleset.clone(), self.analyst(ruleset)?)),
        };
        let is_text = !self.options.json && !self.options.pgn;
        if number > 1 && !self.options.json {
            writeln!(out)?;
        }
        if is_text {
            text::begin(record, out)?;
        }
        let mut failure = None;
        let mut shown = Instant::now();
        let analysis = analyst.analyse_with_progress(&record.game, &mut |progress| {
            self.tell(number, &progress, &mut shown);
            let Some(one) = progress.analysed.filter(|_| is_text && failure.is_none()) else { return };
            let told = writeln!(out, "{}", text::judged(record.game.rules(), one)).and_then(|()| out.flush());
            failure = told.err();
        });
        failure.map_or(Ok(()), Err)?;
        self.conclude(record, &analysis, out)?;
        Ok(out.flush()?)
    }

    /// Tells now and then how far a game is.
    fn tell(&self, number: usize, progress: &AnalysisProgress<'_>, shown: &mut Instant) {
        if !self.options.quiet && shown.elapsed() >= PAUSE {
            *shown = Instant::now();
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
    let view = plan.analyst(ruleset)?.eval_node(&game);
    if matches!(view, NodeEval::Werera) {
        bail!("positions in the werera cannot be analysed, because both sides move at once");
    }
    if plan.options.json {
        return Ok(writeln!(out, "{}", json::position(&game, &view)?)?);
    }
    text::position(&game, &view, out)
}
