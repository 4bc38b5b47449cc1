//! `rukh convert`.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use rukh_rules::notation::annotation::AnnotationCounts;
use rukh_rules::notation::pgn;
use rukh_rules::notation::reading::GameFormat;
use rukh_rules::notation::record;

use crate::args::{ConvertOptions, RecordFormat, strictness};
use crate::games::GameFile;
use crate::library::Library;
use crate::write::{Readers, Target};

/// Reads games and writes them in the other format, one after the other. Invalid games are
/// reported on standard error and left out; then the exit code is 1. With `--strict`, or if there
/// is no valid game, OUT is not written.
///
/// # Errors
/// A file cannot be read or written, or there is no game.
pub fn run(options: &ConvertOptions, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let existing = options.overwrite.existing();
    let target = options.output.as_deref().map(|path| Target::new(path, existing)).transpose()?;
    let library = Library::open(&options.ruleset)?;
    let mut games = GameFile::open(&options.input, &library, strictness(options.strict), options.dialect)?;
    let to = options.to.or_else(|| options.output.as_deref().and_then(format_of));
    let to = to.unwrap_or(other(games.format()));
    let left_out = match &target {
        None => write_games(&mut games, to, out)?,
        Some(target) => {
            let mut file = BufWriter::new(target.stream(Readers::Usual)?);
            let left_out = write_games(&mut games, to, &mut file)?;
            let stream = file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            if games.good() > 0 && !(options.strict && games.bad() > 0) {
                stream.finish()?;
            }
            left_out
        }
    };
    if !left_out.is_zero() {
        eprintln!("left out, because JSON Lines cannot represent them: {left_out}");
    }
    games.close()
}

/// Writes games as they are read; returns how many annotations the format cannot represent.
fn write_games(
    games: &mut GameFile<'_>,
    to: RecordFormat,
    out: &mut dyn Write,
) -> anyhow::Result<AnnotationCounts> {
    let mut left_out = AnnotationCounts::default();
    for (index, game) in games.enumerate() {
        match to {
            RecordFormat::Pgn => {
                let gap = if index == 0 { "" } else { "\n" };
                write!(out, "{gap}{}", pgn::format(&game.record))?;
            }
            RecordFormat::Jsonl => {
                left_out.add(game.record.annotations.counts());
                out.write_all(record::format_jsonl(&game.record).as_bytes())?;
            }
        }
    }
    out.flush()?;
    Ok(left_out)
}

/// The format of a file by its extension.
pub fn format_of(path: &Path) -> Option<RecordFormat> {
    match path.extension()?.to_str()? {
        "pgn" => Some(RecordFormat::Pgn),
        "jsonl" | "ndjson" => Some(RecordFormat::Jsonl),
        _ => None,
    }
}

fn other(format: GameFormat) -> RecordFormat {
    match format {
        GameFormat::Pgn => RecordFormat::Jsonl,
        GameFormat::JsonLines => RecordFormat::Pgn,
    }
}
