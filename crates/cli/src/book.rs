//! The generated pages of the book in `docs/`, compared with the committed files.
//!
//! `RUKH_BLESS=1 cargo test -p rukh book` rewrites them.

use std::path::{Path, PathBuf};

mod betza;
mod commands;
mod figures;
mod games;
mod laws;
mod pictures;
mod strength;

/// First line of a page that is generated as a whole.
const NOTICE: &str = "<!-- Generated. Do not edit; run `RUKH_BLESS=1 cargo test -p rukh book`. -->\n\n";

/// A file of the book: its path below `docs/`, and its text.
type Page = (String, String);

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn is_blessed() -> bool {
    std::env::var_os("RUKH_BLESS").is_some()
}

/// Compares pages with the files, or writes the files where that is asked for.
fn compare(pages: &[Page]) {
    let mut stale = Vec::new();
    for (path, text) in pages {
        let file = docs().join(path);
        if is_blessed() {
            std::fs::create_dir_all(file.parent().expect("a file of the book has a directory"))
                .and_then(|()| std::fs::write(&file, text))
                .unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
        } else if std::fs::read_to_string(&file).ok().as_ref() != Some(text) {
            stale.push(path.as_str());
        }
    }
    assert!(stale.is_empty(), "run `RUKH_BLESS=1 cargo test -p rukh book`; out of date: {stale:?}");
}

/// Text for a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Lines as a block of plain text.
fn block(lines: &[String]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    format!("```text\n{}\n```\n", lines.join("\n"))
}

#[test]
fn book_generated_pages_match_the_code() {
    let mut pages = games::pages();
    pages.push(betza::page());
    pages.push(laws::page());
    pages.push(commands::page());
    pages.push(figures::page());
    pages.push(strength::page());
    pages.extend(pictures::pages());
    compare(&pages);
}

#[test]
fn book_has_no_page_of_a_ruleset_that_is_gone() {
    let wanted: Vec<String> = games::pages().into_iter().map(|(path, _)| path).collect();
    for entry in std::fs::read_dir(docs().join("games")).expect("the book has pages of games") {
        let name = entry.expect("a directory can be listed").file_name();
        let path = format!("games/{}", name.to_string_lossy());
        assert!(wanted.contains(&path), "{path} belongs to no ruleset");
    }
}
