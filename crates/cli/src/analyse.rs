//! `rukh analyse`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{anyhow, bail};
use rukh_lab::analysis::{Analysis, Analyst, Cost, View};
use rukh_rules::notation::record::Record;
use rukh_rules::{Game, Ruleset};

use crate::args::AnalyseOptions;
use crate::convert;
use crate::library::{self, Library};

mod json;
mod notes;
mod text;

/// Positions a search may look at, if nothing is said.
const NODES: u64 = 50_000;

/// Judges a position or every game of a file.
///
/// # Errors
/// What is wrong with the position, the file or the options.
pub fn run(options: &AnalyseOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = Path::new(&options.what);
    if options.what != "-" && !path.is_file() {
        let Some(ruleset) = &options.ruleset else {
            bail!("`{}` is no file; of a FEN say what game it is with `--ruleset`", options.what);
        };
        return position(&library::ruleset(ruleset)?, options, out);
    }
    let own: Vec<_> = options.ruleset.iter().filter(|name| name.contains(".toml")).map(Into::into).collect();
    let (_, records) = convert::open(path, &Library::open(&own)?)?;
    let mut analyst: Option<(Arc<Ruleset>, Analyst)> = None;
    for (number, record) in records.iter().enumerate() {
        let ruleset = record.game.ruleset();
        let (_, analyst) = match &mut analyst {
            Some(known) if known.0 == *ruleset => known,
            other => other.insert((ruleset.clone(), hire(ruleset, options)?)),
        };
        let analysis = analyst.judge(&record.game);
        if number > 0 && !options.json {
            writeln!(out)?;
        }
        game(record, &analysis, options, out)?;
    }
    Ok(())
}

fn hire(ruleset: &Arc<Ruleset>, options: &AnalyseOptions) -> anyhow::Result<Analyst> {
    let cost = match options.time {
        None => Cost::Nodes(options.nodes.unwrap_or(NODES).max(1)),
        Some(seconds) => {
            let time = Duration::try_from_secs_f64(seconds);
            Cost::Time(time.map_err(|error| anyhow!("--time {seconds}: {error}"))?)
        }
    };
    Ok(Analyst::new(ruleset.clone(), cost, options.hash))
}

fn position(ruleset: &Arc<Ruleset>, options: &AnalyseOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    if options.pgn {
        bail!("a position is no game, so it cannot be printed as PGN");
    }
    let game = Game::from_fen(ruleset.clone(), &options.what).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(|error| format!("  {error}")).collect();
        anyhow!("there is no such file, and as a FEN this is wrong:\n{}", lines.join("\n"))
    })?;
    let view = hire(ruleset, options)?.view(&game);
    if matches!(view, View::Werera) {
        bail!("in the werera both sides move at once; only positions with turns can be judged");
    }
    if options.json {
        return Ok(writeln!(out, "{}", json::position(&game, &view))?);
    }
    text::position(&game, &view, out)
}

fn game(
    record: &Record,
    analysis: &Analysis,
    options: &AnalyseOptions,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if options.json {
        return Ok(writeln!(out, "{}", json::game(record, analysis))?);
    }
    if options.pgn {
        return Ok(out.write_all(notes::write(record, analysis).as_bytes())?);
    }
    text::game(record, analysis, out)
}
