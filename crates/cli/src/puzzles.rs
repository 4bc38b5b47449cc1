//! `rukh puzzles`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use rukh_lab::puzzle::{
    self, FinderProgress, PuzzleChecker, PuzzleFinder, PuzzleFinderSettings, PuzzleOrigin,
};
use rukh_rules::notation::reading::Strictness;
use serde::Deserialize;

use crate::args::{FindPuzzlesOptions, PuzzlesCommand};
use crate::games::GameFile;
use crate::library::{self, Library};
use crate::write::Target;

/// Number of games between two lines of progress.
const PROGRESS_INTERVAL: u64 = 10;

/// A list of known problems.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemList {
    problem: Vec<Problem>,
}

/// A known problem.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Problem {
    name: String,
    ruleset: String,
    fen: String,
    moves: String,
    sources: Vec<String>,
}

/// Finds, checks or compiles puzzles.
///
/// # Errors
/// An option is invalid, a file cannot be read or written.
pub fn run(command: PuzzlesCommand, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        PuzzlesCommand::Find(options) => find(&options, out),
        PuzzlesCommand::Check { files, quick } => {
            let mut checker = PuzzleChecker::new();
            let mut wrong = 0;
            for file in &files {
                wrong += check(file, quick, &mut checker, out)?;
            }
            Ok(ExitCode::from(u8::from(wrong > 0)))
        }
        PuzzlesCommand::Renew { file } => renew(&file, out),
        PuzzlesCommand::Compile { list } => compile(&list, out),
    }
}

fn find(options: &FindPuzzlesOptions, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let existing = options.overwrite.existing();
    let target = options.output.as_deref().map(|path| Target::new(path, existing)).transpose()?;
    let settings = PuzzleFinderSettings {
        games: options.games,
        count: options.count as usize,
        seed: options.seed,
        nodes: options.nodes,
        verify_nodes: options.verify_nodes,
        max_plies: options.max_plies,
    };
    let (mut text, mut failed, mut last) = (String::new(), None, 0);
    let mut report = |progress: FinderProgress<'_>| {
        if let Some(puzzle) = progress.puzzle {
            let line = puzzle.to_line() + "\n";
            if target.is_some() {
                text.push_str(&line);
            } else if let Err(error) = out.write_all(line.as_bytes()).and_then(|()| out.flush()) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        } else if !options.quiet && progress.games >= last + PROGRESS_INTERVAL {
            last = progress.games;
            eprintln!("{} games, {} puzzles", progress.games, progress.found);
        }
        ControlFlow::Continue(())
    };
    let mut finder = PuzzleFinder::new(ruleset.clone(), settings);
    let code = match &options.from {
        None => {
            finder.find(&mut report);
            ExitCode::SUCCESS
        }
        Some(path) => {
            let library = Library::open(&[])?;
            let mut games = GameFile::open(path, &library, Strictness::Lenient, options.dialect)?;
            for read in games.by_ref() {
                let game = read.record.game;
                if game.ruleset().instance != ruleset.instance {
                    eprintln!("game {}: of `{}`, left out", read.number, game.ruleset().instance);
                } else if finder.scan(&game, read.number as u64, &mut report).is_break() {
                    break;
                }
            }
            games.close()?
        }
    };
    if let Some(error) = failed {
        return Err(error.into());
    }
    if let Some(mut target) = target {
        target.write(&text)?;
    }
    Ok(code)
}

/// Checks a file, and returns the number of wrong lines.
fn check(
    file: &Path,
    quick: bool,
    checker: &mut PuzzleChecker,
    out: &mut dyn Write,
) -> anyhow::Result<usize> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{shown} cannot be read"))?;
    let (mut good, mut wrong) = (0, 0);
    let mut ids = std::collections::BTreeMap::new();
    for read in puzzle::parse(&text) {
        let checked = read.map_err(|error| error.to_string()).and_then(|(line, puzzle)| {
            if let Some(first) = ids.insert(puzzle.id.clone(), line) {
                return Err(format!("line {line}: the same puzzle as in line {first}"));
            }
            let checked = if quick { checker.check_moves(&puzzle) } else { checker.check(&puzzle) };
            checked.map_err(|problem| format!("line {line}: puzzle {}: {problem}", puzzle.id))
        });
        match checked {
            Ok(()) => good += 1,
            Err(problem) => {
                wrong += 1;
                writeln!(out, "{shown}, {problem}")?;
            }
        }
    }
    if good + wrong == 0 {
        bail!("{shown} holds no puzzle; expected one in each line, as JSON");
    }
    writeln!(out, "{shown}: {good} good, {wrong} wrong")?;
    Ok(wrong)
}

fn renew(file: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{shown} cannot be read"))?;
    let mut checker = PuzzleChecker::new();
    for read in puzzle::parse(&text) {
        let (line, puzzle) = read.with_context(|| format!("{shown} is no file of puzzles"))?;
        let renewed = checker.renew(&puzzle);
        let renewed = renewed.map_err(|problem| anyhow!("{shown}, line {line}: {problem}"))?;
        writeln!(out, "{}", renewed.to_line())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn compile(path: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("{shown} cannot be read"))?;
    let list: ProblemList =
        toml::from_str(&text).with_context(|| format!("{shown} is no list of problems"))?;
    let mut checker = PuzzleChecker::new();
    for Problem { name, ruleset, fen, moves, sources } in list.problem {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let origin = PuzzleOrigin::Mansuba { name: name.clone(), sources };
        let puzzle = checker.mansuba(&ruleset, &fen, &moves, origin);
        let puzzle = puzzle.map_err(|problem| anyhow!("{shown}, `{name}`: {problem}"))?;
        writeln!(out, "{}", puzzle.to_line())?;
    }
    Ok(ExitCode::SUCCESS)
}
