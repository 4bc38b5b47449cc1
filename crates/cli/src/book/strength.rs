//! The page of the engine's strength: tables from the CSV files beside it.

use super::{Page, cell, docs};

/// What stands before the name of a CSV file, on the line above its table.
const BEGIN: &str = "<!-- table: ";
const END: &str = "<!-- end of table -->";

/// The page as it is, each table anew from its file.
pub fn page() -> Page {
    let path = "strength/README.md".to_owned();
    let text = std::fs::read_to_string(docs().join(&path)).expect("the page of strength exists");
    let mut out = String::new();
    let mut is_in_table = false;
    for line in text.lines() {
        if line == END {
            is_in_table = false;
        }
        if !is_in_table {
            out.push_str(line);
            out.push('\n');
        }
        if let Some(name) = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(" -->")) {
            is_in_table = true;
            out.push_str(&table(name));
        }
    }
    assert!(!is_in_table, "a table of {path} has no end");
    (path, out)
}

/// A CSV file as a Markdown table. No field has a comma, so none is quoted.
fn table(name: &str) -> String {
    let file = docs().join("strength").join(name);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap_or_else(|| panic!("{name} is empty"));
    let row = |fields: &[&str]| {
        let fields: Vec<String> = fields.iter().map(|field| cell(field).replace('_', " ")).collect();
        format!("| {} |\n", fields.join(" | "))
    };
    let mut out = format!("\n{}|{}\n", row(&head), "---|".repeat(head.len()));
    for fields in rows {
        assert_eq!(fields.len(), head.len(), "{name}: {fields:?}");
        out.push_str(&row(&fields));
    }
    out.push('\n');
    out
}

#[test]
fn strength_page_shows_every_csv_file() {
    let (_, text) = page();
    for entry in std::fs::read_dir(docs().join("strength")).expect("the book has a page of strength") {
        let name = entry.expect("a directory can be listed").file_name().to_string_lossy().into_owned();
        assert!(
            !name.ends_with(".csv") || text.contains(&format!("{BEGIN}{name} -->")),
            "{name} is not shown"
        );
    }
}
