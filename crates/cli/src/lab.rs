//! `rukh lab`.

pub mod report;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use rukh_rules::notation::reading::Strictness;
use rukh_study::{GameImport, RunOptions, RunProgress, Study, run as play};

use crate::args::{ImportGamesOptions, LabCommand, RunStudyOptions};
use crate::games::GameFile;
use crate::interrupt;
use crate::library::{self, Library};
use crate::time_left::time_left;

/// Time for the games of an estimate.
const SAMPLE_TIME: Duration = Duration::from_secs(20);
/// Time between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

/// Runs a subcommand.
///
/// # Errors
/// A file is wrong or cannot be read or written, or a game cannot be played.
pub fn run(command: &LabCommand, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        LabCommand::Check { study } => check(study, out)?,
        LabCommand::Run(options) => run_study(options, out)?,
        LabCommand::Import(options) => return import(options, out),
        LabCommand::Report(options) => report::run(options, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a study file.
fn open(path: &Path) -> anyhow::Result<Study> {
    let text = library::read_text(path)?;
    let name = path.display().to_string();
    Study::parse(&text, &name).map_err(|complaints| {
        let lines: Vec<String> = complaints.iter().map(|complaint| format!("  {complaint}")).collect();
        anyhow!("{name} is not a valid study:\n{}", lines.join("\n"))
    })
}

fn check(path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let study = open(path)?;
    writeln!(out, "{}: {}", study.id, study.title)?;
    for cell in &study.plan().cells {
        let [one, two] = &cell.players;
        writeln!(out, "cell {}: {}, {one} against {two}", cell.index, cell.instance)?;
    }
    let cost = study.cost(SAMPLE_TIME)?;
    let most = if study.stop.is_some() { " at most" } else { "" };
    writeln!(out, "{} cells, {} games{most}", cost.cells, cost.games)?;
    writeln!(
        out,
        "about {:.2} core hours and {:.1} MB, estimated from {} games",
        cost.core_seconds / 3_600.0,
        cost.bytes as f64 / 1e6,
        cost.sampled
    )?;
    Ok(())
}

fn run_study(options: &RunStudyOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let study = open(&options.study)?;
    let threads =
        options.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    // Games that have ended are in their journals, so nothing need be done.
    interrupt::before_exit(|| eprintln!("interrupted; the same command goes on from here"))?;
    let progress = ProgressLine::new(&study, options.quiet);
    let on_progress = |now: &RunProgress| progress.show(now);
    let run_options = RunOptions { threads, stop: &|| false, on_progress: &on_progress };
    let done = play(&study, &options.out, run_options)?;
    writeln!(
        out,
        "{} games of {} cells in {}, {} of them played now",
        done.finished,
        done.cells,
        options.out.display(),
        done.played
    )?;
    Ok(())
}

/// Progress on standard error, a line now and then.
struct ProgressLine {
    is_quiet: bool,
    /// What stands before the time that is left.
    most: &'static str,
    start: Instant,
    last: Mutex<Instant>,
}

impl ProgressLine {
    fn new(study: &Study, is_quiet: bool) -> ProgressLine {
        let start = Instant::now();
        let most = if study.stop.is_some() { "at most " } else { "" };
        ProgressLine { is_quiet, most, start, last: Mutex::new(start) }
    }

    fn show(&self, progress: &RunProgress) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_quiet || last.elapsed() < PROGRESS_INTERVAL {
            return;
        }
        *last = Instant::now();
        eprintln!("{}", self.line(progress, self.start.elapsed()));
    }

    fn line(&self, progress: &RunProgress, elapsed: Duration) -> String {
        let RunProgress { played, finished, planned, cells_done, cells } = *progress;
        let seconds = elapsed.as_secs_f64() / played.max(1) as f64 * progress.left() as f64;
        let left = time_left(seconds);
        format!("{finished} of {planned} games, {cells_done} of {cells} cells done; {}{left}", self.most)
    }
}

fn import(options: &ImportGamesOptions, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let library = Library::open(&options.ruleset)?;
    let mut import = GameImport::create(&options.out)?;
    let mut bad = 0;
    for path in &options.files {
        let mut games = GameFile::open(path, &library, Strictness::Lenient, options.dialect)?;
        for game in games.by_ref() {
            import.add(&game.record)?;
        }
        bad += games.bad();
        let _ = games.close()?;
    }
    let good = import.finish()?;
    if good == 0 {
        bail!("there was no good game");
    }
    writeln!(out, "{good} games in {}", options.out.display())?;
    Ok(ExitCode::from(u8::from(bad > 0)))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    use super::ProgressLine;
    use rukh_study::RunProgress;

    #[test]
    fn progress_estimates_by_the_games_of_this_run() {
        let start = Instant::now();
        let line = ProgressLine { is_quiet: false, most: "at most ", start, last: Mutex::new(start) };
        let progress = RunProgress { played: 50, finished: 150, planned: 400, cells_done: 1, cells: 4 };
        assert_eq!(
            line.line(&progress, Duration::from_secs(100)),
            "150 of 400 games, 1 of 4 cells done; at most about 9 min left"
        );
    }
}
