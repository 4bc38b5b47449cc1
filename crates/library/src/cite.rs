//! Citations: where a statement comes from, linked to the bibliography.

use maud::{Markup, html};
use rukh_rules::catalog;
use rukh_rules::ruleset::{Provenance, Source};

use crate::reader::Reader;
use crate::say;

/// A work in few words: its author and year, or its title where it has no year.
pub(crate) fn short(work: &Source) -> String {
    let year = work.year.as_deref().filter(|year| year.starts_with(|digit: char| digit.is_ascii_digit()));
    match (&work.author, year) {
        (Some(author), Some(year)) => format!("{author} {year}"),
        (Some(author), None) => format!("{author}, {}", work.title),
        (None, _) => work.title.clone(),
    }
}

/// A work by its author and title, linked, where its year stands beside it.
pub(crate) fn titled(reader: &Reader<'_>, work: &Source) -> Markup {
    let language = reader.english("").language;
    html! {
        cite {
            a href={ "/sources#" (work.key) } lang=[language] dir=[language.map(|_| "ltr")] {
                @if let Some(author) = &work.author { (author) ", " }
                em { (work.title) }
            }
        }
    }
}

/// A citation such as `murray1913:362`, linked.
pub(crate) fn citation(reader: &Reader<'_>, text: &str) -> Markup {
    let (key, place) = text.split_once(':').map_or((text, None), |(key, place)| (key, Some(place)));
    let language = reader.english("").language;
    html! {
        cite {
            @match catalog::sources().work(key) {
                Some(work) => {
                    a href={ "/sources#" (key) } title=(work.title) lang=[language] dir=[language.map(|_| "ltr")] { (short(work)) }
                },
                None => { (key) },
            }
            @if let Some(place) = place { (reader.comma()) bdi { (reader.translated(place)) } }
        }
    }
}

/// Sources, conjecture and note of a statement.
pub(crate) fn provenance(reader: &Reader<'_>, provenance: &Provenance) -> Markup {
    let Provenance { sources, conjecture, note } = provenance;
    html! {
        @if !sources.is_empty() {
            p.source {
                span.visually-hidden { (reader.say(say::library_source())) " " }
                @for (index, source) in sources.iter().enumerate() {
                    @if index > 0 { (reader.semicolon()) }
                    (citation(reader, source))
                }
            }
        }
        @if let Some(conjecture) = conjecture {
            p.source.conjecture { strong { (reader.say(say::library_conjecture())) } " " (reader.prose(reader.translated(conjecture))) }
        }
        @if let Some(note) = note {
            p.source.note { (reader.prose(reader.translated(note))) }
        }
    }
}
