//! The figures for programs.

use std::fmt::Write;

use serde::Serialize;

use super::StudyReport;
use crate::figures::{CellEstimates, DEFINITIONS, FigureDefinition, REPLICATES, definition};

/// Version of the format; raised when fields change their meaning or go.
const FORMAT: u32 = 1;

/// The file `figures.json`.
#[derive(Debug, Serialize)]
struct ReportData<'r> {
    format: u32,
    #[serde(flatten)]
    report: &'r StudyReport,
    replicates: usize,
    definitions: &'static [FigureDefinition],
}

/// All of a report as JSON, on one line: it is published with the library.
pub(super) fn json(report: &StudyReport) -> String {
    let data = ReportData { format: FORMAT, report, replicates: REPLICATES, definitions: DEFINITIONS };
    let mut text = serde_json::to_string(&data).expect("texts, numbers and maps by texts or numbers");
    text.push('\n');
    text
}

/// The figures of all cells as CSV: a line for each value.
pub(super) fn csv(cells: &[CellEstimates]) -> String {
    let mut text = String::from("cell,instance,white,black,figure,key,unit,value,low,high,games,is_least\n");
    for cell in cells {
        let [white, black] = &cell.players;
        let [instance, white, black] = [&cell.instance, white, black].map(|field| quoted(field));
        for one in &cell.figures {
            let unit = definition(one.figure).map(|known| known.unit.to_string()).unwrap_or_default();
            let [low, high] = match one.interval {
                Some(bounds) => bounds.map(|bound| bound.to_string()),
                None => [String::new(), String::new()],
            };
            let key = quoted(one.key.as_deref().unwrap_or_default());
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{},{instance},{white},{black},{},{key},{unit},{},{low},{high},{},{}",
                cell.cell, one.figure, one.value, one.games, one.is_least
            );
        }
    }
    text
}

/// A field as CSV.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
