//! Files to download: rulesets, evidence and the bibliography; and how to contribute.

use maud::{Markup, html};
use rukh_rules::catalog;

use crate::reader::Reader;
use crate::{Draft, LibraryPages, evidence_text, say};

/// A file to download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryFile {
    /// Its media type.
    pub media_type: &'static str,
    /// Its text.
    pub text: String,
}

/// Names of the files that hold more than one ruleset.
const ALL_RULESETS: &str = "rulesets.json";
const ALL_EVIDENCE: &str = "evidence.json";
const SOURCES: &str = "sources.json";
/// Names of what the server sends beside these files: puzzles, the finished listed games, and a text that says what is
/// in them.
const PUZZLES: [&str; 2] = ["puzzles.jsonl", "puzzles.parquet"];
const GAMES: [&str; 4] = ["games.pgn", "games.jsonl", "games.parquet", "moves.parquet"];
const CARD: &str = "README.md";

/// A file by its name, such as `senterej.toml` or `senterej.md`.
#[must_use]
pub fn file(library: &LibraryPages, name: &str) -> Option<LibraryFile> {
    let json = |value: serde_json::Value| LibraryFile {
        media_type: "application/json",
        text: format!("{value:#}\n"),
    };
    let texts = |text: &dyn Fn(&str) -> Option<String>| -> serde_json::Value {
        let ids = library.rulesets().iter().map(|ruleset| ruleset.instance.id.as_str());
        ids.filter_map(|id| Some((id.to_owned(), serde_json::Value::from(text(id)?))))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    match name {
        ALL_RULESETS => Some(json(texts(&|id| ruleset_text(library, id)))),
        ALL_EVIDENCE => Some(json(texts(&evidence_text))),
        SOURCES => Some(json(serde_json::to_value(catalog::sources()).ok()?)),
        _ => match name.rsplit_once('.')? {
            (stem, kind) if stem.contains('.') => study_file(library, stem, kind),
            (id, "toml") => {
                Some(LibraryFile { media_type: "application/toml", text: ruleset_text(library, id)? })
            }
            (id, "md") => {
                library.ruleset(id)?;
                Some(LibraryFile { media_type: "text/markdown; charset=utf-8", text: evidence_text(id)? })
            }
            _ => None,
        },
    }
}

/// A file of a study: `stalemate.study` as `toml`, `stalemate.figures` as `json` or `csv`.
fn study_file(library: &LibraryPages, stem: &str, kind: &str) -> Option<LibraryFile> {
    let (id, part) = stem.split_once('.')?;
    let study = library.studies().iter().find(|study| study.plan.id == id)?;
    let (media_type, text) = match (part, kind) {
        ("study", "toml") => ("application/toml", study.text.clone()),
        ("figures", "json") => ("application/json", study.data.clone()?),
        ("figures", "csv") => ("text/csv; charset=utf-8", study.results.as_ref()?.csv()),
        _ => return None,
    };
    Some(LibraryFile { media_type, text })
}

/// Whether the server has a file of this name beside those of the library.
#[cfg(test)]
pub(crate) fn is_of_server(name: &str) -> bool {
    PUZZLES.contains(&name) || GAMES.contains(&name) || name == CARD
}

/// Links to files.
fn links(names: &[&str]) -> Markup {
    html! {
        @for (index, name) in names.iter().enumerate() {
            @if index > 0 { " · " }
            a href={ "/downloads/" (name) } download="" { code dir="ltr" { (name) } }
        }
    }
}

/// A ruleset's file, with what it extends laid beneath.
fn ruleset_text(library: &LibraryPages, id: &str) -> Option<String> {
    library.file(id).map(rukh_rules::RulesetFile::text)
}

pub(crate) fn page(reader: &Reader<'_>) -> Draft {
    let title = reader.say(say::library_files());
    let text = reader.say(say::library_files_text());
    let whole = [
        (ALL_RULESETS, say::library_files_rulesets()),
        (ALL_EVIDENCE, say::library_files_evidence()),
        (SOURCES, say::library_files_sources()),
    ];
    let ways = [
        (say::library_contribute_source(), say::library_contribute_source_text()),
        (say::library_contribute_correction(), say::library_contribute_correction_text()),
        (say::library_contribute_ruleset(), say::library_contribute_ruleset_text()),
    ];
    let source = env!("CARGO_PKG_REPOSITORY");
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        section {
            h2 { (reader.say(say::library_downloads())) }
            ul.links {
                @for (name, title) in whole {
                    li { a href={ "/downloads/" (name) } download="" { (reader.say(title)) } " " code dir="ltr" { (name) } }
                }
                li { (reader.say(say::library_files_puzzles())) (reader.say(say::library_colon())) " " (links(&PUZZLES)) }
                li {
                    (reader.say(say::library_files_games())) (reader.say(say::library_colon())) " " (links(&GAMES))
                    " (" a href="/games" { (reader.say(say::library_files_search())) } ")"
                }
                li { (reader.say(say::library_files_card())) (reader.say(say::library_colon())) " " (links(&[CARD])) }
            }
            ul.links {
                @for ruleset in reader.library.rulesets() {
                    @let id = &ruleset.instance.id;
                    li {
                        (reader.name(ruleset)) (reader.say(say::library_colon())) " "
                        a href={ "/downloads/" (id) ".toml" } download="" { code dir="ltr" { (id) ".toml" } }
                        @if evidence_text(id).is_some() {
                            " · " a href={ "/downloads/" (id) ".md" } download="" { code dir="ltr" { (id) ".md" } }
                        }
                    }
                }
            }
        }
        section #contribute {
            h2 { (reader.say(say::library_contribute())) }
            @for (title, text) in ways {
                h3 { (reader.say(title)) }
                p { (reader.say(text)) }
            }
            p.actions {
                a.button rel="external" href={ (source) "/issues/new" } { (reader.say(say::library_contribute_report())) }
                a.button rel="external" href={ (source) "/blob/main/CONTRIBUTING.md" } { (reader.say(say::library_contribute_guide())) }
            }
        }
    };
    Draft::new(title, text, content)
}
