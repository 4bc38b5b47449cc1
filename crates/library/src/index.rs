//! The first page of the library: the games and their rulesets, and what else there is to read.

use maud::{Markup, html};
use rukh_rules::Ruleset;
use rukh_rules::ruleset::Status;

use crate::address::{PageAddress, to_ruleset};
use crate::reader::Reader;
use crate::{Draft, boards, say};

pub(crate) fn page(reader: &Reader<'_>) -> Draft {
    let title = reader.say(say::library());
    let text = reader.say(say::library_text());
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        (parts(reader))
        div.families {
            @for family in reader.library.families() { (family_of(reader, family)) }
        }
    };
    Draft::new(reader.say(say::library_index()), text, content)
}

/// Pages beside those of the rulesets.
fn parts(reader: &Reader<'_>) -> Markup {
    let parts = [
        (PageAddress::Disputes, say::library_disputes()),
        (PageAddress::Laboratory, say::library_laboratory()),
        (PageAddress::ComparisonChoice, say::library_compare()),
        (PageAddress::Map, say::library_map()),
        (PageAddress::Timeline, say::library_timeline()),
        (PageAddress::Squares, say::library_squares()),
        (PageAddress::Works, say::library_works()),
        (PageAddress::Files, say::library_files()),
    ];
    html! {
        nav.contents aria-label=(reader.say(say::library_contents())) {
            @for (address, title) in parts { a href=(address.to_string()) { (reader.say(title)) } }
        }
    }
}

/// A game: the ruleset that bears its name with its board, then the others.
fn family_of(reader: &Reader<'_>, family: &str) -> Markup {
    let members: Vec<&Ruleset> = reader.library.of_family(family).collect();
    let main = members.iter().find(|one| one.instance.id == family).or(members.first());
    html! {
        @if let Some(main) = main {
            section.family {
                (boards::of_array(reader, main, &main.start().id))
                div {
                    h2 { a href=(to_ruleset(&main.instance.id, "")) { (reader.name(main)) } (reader.native(main)) }
                    p { (reader.own(&main.about.summary, &main.about.summaries)) }
                    p.faint { small { (reader.translated_list(&main.about.periods)) @if let Some(region) = &main.about.region { " · " (reader.translated(region)) } } }
                    @if members.len() > 1 {
                        ul.relatives {
                            @for other in members.iter().filter(|other| other.instance.id != main.instance.id) {
                                li {
                                    a href=(to_ruleset(&other.instance.id, "")) { (reader.name(other)) }
                                    @if other.status == Status::Conjectural { " " small { (reader.say(say::library_reconstructed())) } }
                                    br;
                                    small { (reader.own(&other.about.summary, &other.about.summaries)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
