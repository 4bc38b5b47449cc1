//! The documents: relative links and named paths exist, and the book lists every page.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a directory is readable") {
        let path = entry.expect("an entry is readable").path();
        if path.is_dir() {
            files.extend(markdown_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    files
}

/// The documents whose links are tested.
fn documents() -> Vec<PathBuf> {
    let named = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let mut files: Vec<PathBuf> = named.iter().map(|name| root().join(name)).collect();
    files.extend(markdown_files(&root().join("docs")));
    files
}

/// A document without its fenced blocks, whose brackets are no links.
fn prose(text: &str) -> String {
    let mut fence: Option<&str> = None;
    let mut kept = String::new();
    for line in text.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => {
                kept.push_str(line);
                kept.push('\n');
            }
            Some(open) if ticks.len() >= open.len() => fence = None,
            Some(_) => {}
        }
    }
    kept
}

/// Targets of links and pictures: what stands in `](…)`.
fn targets(text: &str) -> Vec<&str> {
    let parts = text.split("](").skip(1);
    parts.filter_map(|part| part.split_once(')')).map(|(target, _)| target).collect()
}

/// The anchors of a document's headings, as code hosts and mdBook derive them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn documents_relative_links_lead_to_files_and_headings() {
    let mut broken = Vec::new();
    for document in documents() {
        let text = prose(&fs::read_to_string(&document).expect("a document is readable"));
        for target in targets(&text).into_iter().filter(|target| !target.contains("://")) {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if path.is_empty() { document.clone() } else { document.with_file_name(path) };
            let is_heading = || {
                let linked = fs::read_to_string(&file).expect("a linked document is readable");
                anchors(&prose(&linked)).iter().any(|known| known == anchor)
            };
            if !file.exists() || (!anchor.is_empty() && !is_heading()) {
                broken.push(format!("{}: {target}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere: {broken:#?}");
}

#[test]
fn documents_paths_in_code_spans_exist() {
    let starts = ["crates/", "rulesets/", "evidence/", "web/", "docs/", "examples/", "tests/", "fuzz/"];
    let mut missing = Vec::new();
    for document in documents() {
        let text = prose(&fs::read_to_string(&document).expect("a document is readable"));
        let spans = text.split('`').skip(1).step_by(2);
        for span in spans.filter(|span| starts.iter().any(|start| span.starts_with(start))) {
            let is_pattern = span.contains(['<', '*', '{', '…', ' ']);
            if !is_pattern && !root().join(span).exists() {
                missing.push(format!("{}: {span}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "paths that do not exist: {missing:#?}");
}

#[test]
fn book_summary_lists_every_page() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("the book has a summary");
    let listed: Vec<PathBuf> = targets(&summary).into_iter().map(|target| docs.join(target)).collect();
    for page in markdown_files(&docs).into_iter().filter(|page| !page.ends_with("SUMMARY.md")) {
        assert!(listed.contains(&page), "docs/SUMMARY.md does not list {}", page.display());
    }
}
