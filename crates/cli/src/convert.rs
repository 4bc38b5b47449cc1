//! `rukh convert`.

use std::io::Write;
use std::path::Path;

use rukh_rules::notation::pgn;
use rukh_rules::notation::record::{self, Record};

use crate::args::{ConvertOptions, RecordFormat};
use crate::library::{self, Library};
use crate::write::Target;

/// Reads records and writes them in the other form.
///
/// # Errors
/// Everything that is wrong with the records, with line and column.
pub fn run(options: &ConvertOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let existing = options.overwrite.existing();
    let target = options.output.as_deref().map(|path| Target::new(path, existing)).transpose()?;
    let library = Library::open(&options.ruleset)?;
    let (from, records) = open(&options.input, &library)?;
    let to = options.to.or_else(|| options.output.as_deref().and_then(format_of));
    let text = match to.unwrap_or(other(from)) {
        RecordFormat::Pgn => pgn::write_all(&records),
        RecordFormat::Jsonl => records.iter().map(record::write_jsonl).collect(),
    };
    match target {
        None => Ok(out.write_all(text.as_bytes())?),
        Some(mut target) => target.write(&text),
    }
}

/// Reads the games of a file, in either form.
///
/// # Errors
/// Everything that is wrong with them, with line and column.
pub fn open(path: &Path, library: &Library) -> anyhow::Result<(RecordFormat, Vec<Record>)> {
    let text = library::read_text(path)?;
    let from = recorded_as(&text);
    let records = read(&text, from, library).map_err(|errors| {
        let input = path.display();
        let lines: Vec<String> = errors.iter().map(|error| format!("  {input}: {error}")).collect();
        anyhow::anyhow!("{input} cannot be read:\n{}", lines.join("\n"))
    })?;
    Ok((from, records))
}

/// What a file's name says of its form.
pub fn format_of(path: &Path) -> Option<RecordFormat> {
    match path.extension()?.to_str()? {
        "pgn" => Some(RecordFormat::Pgn),
        "jsonl" | "ndjson" => Some(RecordFormat::Jsonl),
        _ => None,
    }
}

/// JSON Lines begin with a brace and a quoted name; PGN never does.
fn recorded_as(text: &str) -> RecordFormat {
    let begins = text.trim_start_matches('\u{feff}').trim_start().strip_prefix('{');
    match begins.map(str::trim_start) {
        Some(rest) if rest.starts_with('"') => RecordFormat::Jsonl,
        _ => RecordFormat::Pgn,
    }
}

fn other(format: RecordFormat) -> RecordFormat {
    match format {
        RecordFormat::Pgn => RecordFormat::Jsonl,
        RecordFormat::Jsonl => RecordFormat::Pgn,
    }
}

fn read(text: &str, from: RecordFormat, library: &Library) -> Result<Vec<Record>, Vec<String>> {
    let find = |instance: &str| library.find(instance);
    match from {
        RecordFormat::Pgn => {
            pgn::read(text, find).map_err(|errors| errors.iter().map(ToString::to_string).collect())
        }
        RecordFormat::Jsonl => {
            record::read_jsonl(text, find).map_err(|errors| errors.iter().map(ToString::to_string).collect())
        }
    }
}
