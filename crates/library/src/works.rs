//! The bibliography: every work, with what rests on it.

use maud::{Markup, html};
use rukh_rules::Ruleset;
use rukh_rules::catalog;
use rukh_rules::message::Message;
use rukh_rules::ruleset::{Provenance, Seen, Source};

use crate::address::{PageAddress, to_ruleset};
use crate::reader::Reader;
use crate::{Draft, history, say};

/// A statement that rests on a work: its name and where it stands.
struct Statement {
    name: String,
    path: String,
}

pub(crate) fn page(reader: &Reader<'_>) -> Draft {
    let mut works: Vec<&Source> = catalog::sources().works.iter().collect();
    works.sort_by_key(|work| order(work));
    let title = reader.say(say::library_works());
    let text = reader.say(say::library_works_text());
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        ul.works.whole {
            @for work in works {
                li id=(work.key) {
                    (line(reader, work))
                    (resting(reader, work))
                }
            }
        }
    };
    Draft::new(title, text, content)
}

/// The place of a work in the alphabet: by author, or by title where it has none.
pub(crate) fn order(work: &Source) -> (String, Option<String>) {
    let name = work.author.as_deref().unwrap_or(&work.title);
    // Authors are written with the family name last, but for names in Arabic.
    let family = name.split([',', '(']).next().unwrap_or(name).trim();
    let first = family.split(" and ").next().unwrap_or(family);
    let key = match first.rsplit_once(' ') {
        Some((_, last)) if is_person(first) => last,
        _ => first,
    };
    let key = key.trim_start_matches("al-").trim_start_matches("Al-");
    (key.to_lowercase(), work.year.clone())
}

/// Whether a name is that of a person in the European order.
fn is_person(name: &str) -> bool {
    let groups = ["contributors", "Portal", "Pages", "project", "Club", "Encyclopaedia"];
    !groups.iter().any(|group| name.contains(group)) && !name.contains(" b. ")
}

/// A work in full.
pub(crate) fn line(reader: &Reader<'_>, work: &Source) -> Markup {
    let language = reader.english("").language;
    let details = [&work.edition, &work.place, &work.publisher, &work.year].map(Option::as_deref);
    let details: Vec<&str> = details.into_iter().flatten().filter(|text| *text != "undated").collect();
    html! {
        div.work lang=[language] dir=[language.map(|_| "ltr")] {
            @if let Some(author) = &work.author { strong { (author) } ", " }
            em { (work.title) }
            @if !details.is_empty() { ", " (details.join(", ")) }
            @if let Some(reprint) = &work.reprint { "; reprint " (reprint) }
            @for isbn in &work.isbn { ", ISBN " (isbn) }
            @for url in &work.url { " " a.url rel="external nofollow" href=(url) { (host(url)) } }
            @if let Some(credit) = &work.credit { "; " (credit) }
        }
        p.seen { (reader.say(match work.seen {
            Seen::Read => say::library_seen_whole(),
            Seen::Part => say::library_seen_part(),
            Seen::SecondHand => say::library_seen_reported(),
        })) }
        @if let Some(reason) = &work.unlinked { p.note { (reader.say(say::library_unlinked())) " " (reader.translated(reason)) } }
        @if let Some(note) = &work.note { p.note { (reader.prose(reader.translated(note))) } }
    }
}

/// The site of an address.
pub(crate) fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest).trim_start_matches("www.")
}

/// What rests on a work, by ruleset.
fn resting(reader: &Reader<'_>, work: &Source) -> Markup {
    let of_rulesets: Vec<(&Ruleset, Vec<Statement>)> = reader
        .library
        .rulesets()
        .iter()
        .map(|ruleset| (ruleset, statements(reader, ruleset, &work.key)))
        .filter(|(_, found)| !found.is_empty())
        .collect();
    let sources = catalog::sources();
    let cites =
        |text: Option<&str>| text.is_some_and(|text| text.split(", ").any(|one| is_of(one, &work.key)));
    let records = sources.evidence.iter().chain(&sources.rulesets);
    let records = records.filter(|record| cites(record.field("source")) || cites(record.field("reference")));
    let others: Vec<Statement> = records
        .map(|record| Statement {
            name: record.id.clone(),
            path: PageAddress::Record(record.id.clone()).to_string(),
        })
        .chain(history::citing(&work.key).map(|event| Statement {
            name: reader.own(&event.text, &event.texts).text.to_owned(),
            path: format!("{}#{}", PageAddress::Timeline, event.id),
        }))
        .collect();
    html! {
        @if !of_rulesets.is_empty() || !others.is_empty() {
            details {
                summary { (reader.say(say::library_rests(total(&of_rulesets, &others)))) }
                dl.rests {
                    @for (ruleset, found) in &of_rulesets {
                        div { dt { (reader.name(ruleset)) } dd { (links(found)) } }
                    }
                    @if !others.is_empty() {
                        div { dt { (reader.say(say::library_records())) } dd { (links(&others)) } }
                    }
                }
            }
        }
    }
}

fn total(of_rulesets: &[(&Ruleset, Vec<Statement>)], others: &[Statement]) -> u32 {
    let count: usize = of_rulesets.iter().map(|(_, found)| found.len()).sum();
    u32::try_from(count + others.len()).unwrap_or(u32::MAX)
}

fn links(statements: &[Statement]) -> Markup {
    html! {
        @for (index, one) in statements.iter().enumerate() {
            @if index > 0 { " · " }
            a href=(one.path) { (one.name) }
        }
    }
}

/// Whether a citation names a work.
fn is_of(citation: &str, key: &str) -> bool {
    citation.split(':').next() == Some(key)
}

/// The statements of a ruleset that rest on a work.
fn statements(reader: &Reader<'_>, ruleset: &Ruleset, key: &str) -> Vec<Statement> {
    let rests = |provenance: &Provenance| provenance.sources.iter().any(|citation| is_of(citation, key));
    let id = &ruleset.instance.id;
    let at = |name: String, anchor: String| Statement { name, path: to_ruleset(id, &anchor) };
    let say = |message: Message| reader.say(message);
    let mut found = Vec::new();
    if ruleset.about.sources.iter().any(|citation| is_of(citation, key)) {
        found.push(at(say(say::library_story()), "story".to_owned()));
    }
    let sides = ruleset.side_names.iter().map(|names| &names.provenance);
    if rests(&ruleset.board_provenance) || sides.into_iter().any(rests) {
        found.push(at(say(say::library_board()), "arrays".to_owned()));
    }
    for array in ruleset.arrays.iter().filter(|array| rests(&array.provenance)) {
        found.push(at(reader.translated(&array.title).text.to_owned(), format!("array-{}", array.id)));
    }
    for (kind, piece) in ruleset.kinds().zip(&ruleset.pieces).filter(|(_, piece)| rests(&piece.provenance)) {
        found.push(at(reader.piece(ruleset, kind).text.to_owned(), format!("piece-{}", piece.letter)));
    }
    for law in ruleset.law_entries().into_iter().filter(|law| rests(&law.provenance)) {
        found.push(at(say(law.title), format!("law-{}", law.key)));
    }
    for option in &ruleset.options {
        for choice in option.choices.iter().filter(|choice| rests(&choice.provenance)) {
            let titles = [(&option.title, &option.titles), (&choice.title, &choice.titles)];
            let name = titles.map(|(title, titles)| reader.own(title, titles).text).join(": ");
            found.push(at(name, format!("option-{}", option.key)));
        }
    }
    for remark in ruleset.remarks.iter().filter(|remark| rests(&remark.provenance)) {
        found.push(at(reader.translated(&remark.title).text.to_owned(), format!("remark-{}", remark.id)));
    }
    found
}
