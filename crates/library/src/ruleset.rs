//! The page of a ruleset.

use maud::{Markup, html};
use rukh_rules::catalog;
use rukh_rules::ruleset::{Provenance, Source};
use rukh_rules::{Instance, Ruleset};

use crate::address::{PageAddress, encoded_segment, to_ruleset};
use crate::reader::Reader;
use crate::section::{self, Section};
use crate::{
    Draft, boards, cite, compare, concepts, disputes, endings, evidence_text, laws, pieces, record, say,
    squares, works,
};

/// The page of an instance; `None` if there is none.
pub(crate) fn page(reader: &Reader<'_>, instance: &str) -> Option<Draft> {
    let ruleset = reader.resolve(instance)?;
    let about = &ruleset.about;
    let title = reader.say(say::library_rules_of(reader.title(&ruleset)));
    let sections: Vec<Section> = [
        Some(story(reader, &ruleset)),
        Some(laws::overview(reader, &ruleset)),
        Some(pieces::section(reader, &ruleset)),
        Some(pieces::arrays(reader, &ruleset)),
        Some(laws::section(reader, &ruleset)),
        disputes::section(reader, &ruleset),
        remarks(reader, &ruleset),
        squares::section(reader, &ruleset),
        Some(concepts::section(reader, &ruleset)),
        records(reader, &ruleset),
        relatives(reader, &ruleset),
        Some(bibliography(reader, &ruleset)),
        Some(downloads(reader, &ruleset)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let content = html! {
        (heading(reader, &ruleset))
        (section::contents(reader, &sections))
        @for section in &sections { (section) }
    };
    let description = reader.own(&about.summary, &about.summaries).text.to_owned();
    Some(Draft {
        canonical: Some(to_ruleset(&ruleset.instance.id, "")),
        instance: Some(ruleset.instance.to_string()),
        ..Draft::new(title, description, content)
    })
}

fn heading(reader: &Reader<'_>, ruleset: &Ruleset) -> Markup {
    let about = &ruleset.about;
    let instance = ruleset.instance.to_string();
    html! {
        div.title {
            div {
                h1 { (reader.title(ruleset)) (reader.native(ruleset)) }
                @let summary = reader.own(&about.summary, &about.summaries);
                p.lead lang=[summary.language] dir=[summary.direction()] { (summary.text) }
                (facts(reader, ruleset))
                (changed(reader, ruleset))
                p.actions {
                    a.button.primary href={ "/play/" (encoded_segment(&instance)) } { (reader.say(say::library_play())) }
                    @if catalog::ids().any(|id| id == ruleset.instance.id) {
                        a.button href={ "/puzzles#" (ruleset.family) } { (reader.say(say::library_puzzles())) }
                    }
                    @if let Some(address) = endings::address(ruleset) {
                        a.button href=(address.to_string()) { (reader.say(say::library_endings())) }
                    }
                    a.button href=(PageAddress::Sheet(instance).to_string()) { (reader.say(say::library_sheet())) }
                }
            }
            (boards::of_array(reader, ruleset, &ruleset.start().id))
        }
    }
}

/// Period, region, status, names.
fn facts(reader: &Reader<'_>, ruleset: &Ruleset) -> Markup {
    let about = &ruleset.about;
    let name = reader.name(ruleset);
    let mut others: Vec<(&str, &str)> = Vec::new();
    for (tag, other) in about.other_names.iter().filter(|(_, other)| other != name.text) {
        if !others.iter().any(|(_, known)| known == other) {
            others.push((tag, other));
        }
    }
    html! {
        dl.facts {
            @if !about.periods.is_empty() { div { dt { (reader.say(say::library_period())) } dd { (reader.translated_list(&about.periods)) } } }
            @if let Some(region) = &about.region { div { dt { (reader.say(say::library_region())) } dd { (reader.translated(region)) } } }
            @if !others.is_empty() {
                div {
                    dt { (reader.say(say::library_other_names())) }
                    dd {
                        @for (index, (tag, other)) in others.iter().enumerate() {
                            @if index > 0 { " · " }
                            span lang=(tag) dir="auto" { (other) }
                        }
                    }
                }
            }
            div {
                dt { (reader.say(say::library_status())) }
                @let laws = ruleset.law_counts();
                dd { (reader.say(say::library_laws_sourced(laws.all(), laws.sourced, laws.reconstructed))) }
            }
            @if !about.identifiers.is_empty() {
                div {
                    dt { (reader.say(say::library_identifiers())) }
                    dd {
                        span dir="ltr" {
                            @for (index, id) in about.identifiers.iter().enumerate() {
                                @if index > 0 { ", " }
                                (record::link(id))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What an instance changes, with a link back.
fn changed(reader: &Reader<'_>, ruleset: &Ruleset) -> Markup {
    let Instance { id, choices } = &ruleset.instance;
    html! {
        @if !choices.is_empty() {
            div.refusal.changed {
                p { (reader.say(say::library_changed(u32::try_from(choices.len()).unwrap_or(u32::MAX)))) }
                ul {
                    @for option in ruleset.options.iter().filter(|option| choices.contains_key(&option.key)) {
                        @let choice = option.choices.iter().find(|choice| Some(&choice.id) == choices.get(&option.key));
                        li {
                            a href={ "#option-" (option.key) } { (reader.own(&option.title, &option.titles)) }
                            @if let Some(choice) = choice { (reader.say(say::library_colon())) " " (reader.own(&choice.title, &choice.titles)) }
                        }
                    }
                }
                p { a href=(to_ruleset(id, "")) { (reader.say(say::library_usual())) } }
            }
        }
    }
}

fn story(reader: &Reader<'_>, ruleset: &Ruleset) -> Section {
    let description = reader.translated(&ruleset.about.description);
    let content = html! {
        @for paragraph in description.text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
            p lang=[description.language] dir=[description.direction()] { (paragraph.trim()) }
        }
        (cite::provenance(reader, &Provenance { sources: ruleset.about.sources.clone(), ..Provenance::default() }))
    };
    Section::open("story", reader.say(say::library_story()), content)
}

fn remarks(reader: &Reader<'_>, ruleset: &Ruleset) -> Option<Section> {
    let content = html! {
        @for remark in &ruleset.remarks {
            article.law id={ "remark-" (remark.id) } {
                div {
                    h3 { (reader.translated(&remark.title)) }
                    p { (reader.prose(reader.translated(&remark.text))) }
                    (cite::provenance(reader, &remark.provenance))
                }
            }
        }
    };
    let is_there = !ruleset.remarks.is_empty();
    is_there.then(|| Section::folded("remarks", reader.say(say::library_remarks()), content))
}

/// Records of evidence, and of this ruleset in other collections.
fn records(reader: &Reader<'_>, ruleset: &Ruleset) -> Option<Section> {
    let sources = catalog::sources();
    let mut ids: Vec<&String> = Vec::new();
    for id in ruleset.about.identifiers.iter().chain(&ruleset.about.evidence) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let known: Vec<_> = ids.into_iter().filter_map(|id| sources.record(id)).collect();
    let content = html! {
        @for one in &known {
            article.record {
                h3 dir="ltr" { (record::link(&one.id)) }
                (record::fields(reader, one))
            }
        }
    };
    let is_there = !known.is_empty();
    is_there.then(|| Section::folded("evidence", reader.say(say::library_records()), content))
}

/// Other rulesets of the game.
fn relatives(reader: &Reader<'_>, ruleset: &Ruleset) -> Option<Section> {
    let id = &ruleset.instance.id;
    let others: Vec<&Ruleset> =
        reader.library.of_family(&ruleset.family).filter(|one| one.instance.id != *id).collect();
    let content = html! {
        ul.relatives {
            @for other in &others {
                li {
                    h3 { a href=(to_ruleset(&other.instance.id, "")) { (reader.name(other)) } }
                    p { (reader.own(&other.about.summary, &other.about.summaries)) }
                    p { a href=(compare::to(ruleset, other)) { (reader.say(say::library_compare())) } }
                }
            }
        }
    };
    let is_there = !others.is_empty();
    is_there.then(|| Section::folded("relatives", reader.say(say::library_relatives()), content))
}

fn bibliography(reader: &Reader<'_>, ruleset: &Ruleset) -> Section {
    let sources = catalog::sources();
    let mut cited: Vec<&Source> = Vec::new();
    for work in ruleset.citations().iter().filter_map(|citation| sources.find(citation)) {
        if !cited.contains(&work) {
            cited.push(work);
        }
    }
    cited.sort_by_key(|work| works::order(work));
    let content = html! {
        ul.works {
            @for work in cited { li { (works::line(reader, work)) } }
        }
    };
    Section::folded("bibliography", reader.say(say::library_works()), content)
}

fn downloads(reader: &Reader<'_>, ruleset: &Ruleset) -> Section {
    let id = &ruleset.instance.id;
    let content = html! {
        ul.links {
            li { a href={ "/downloads/" (id) ".toml" } download="" { (reader.say(say::library_download_ruleset())) } }
            @if evidence_text(id).is_some() {
                li { a href={ "/downloads/" (id) ".md" } download="" { (reader.say(say::library_download_evidence())) } }
            }
            li { a href="/downloads" { (reader.say(say::library_files())) } }
        }
        p.faint { small { (reader.say(say::library_version())) " " code dir="ltr" { (ruleset.instance) } " " code dir="ltr" { (ruleset.hash()) } } }
    };
    Section::folded("downloads", reader.say(say::library_downloads()), content)
}
