//! The laws of a ruleset, each in sentences with its source and a board, and the game on one screen.

use maud::{Markup, html};
use rukh_rules::Ruleset;
use rukh_rules::law::LawEntry;

use crate::reader::Reader;
use crate::section::Section;
use crate::{boards, cite, say};

/// Variants of laws that say only that something does not exist here.
const ABSENT: [&str; 6] = ["none", "never", "ignored", "turns", "single", "ordinary"];

/// The laws that a player needs first, in the order in which a game meets them.
const FIRST: [&str; 12] = [
    "opening",
    "die",
    "pass",
    "royalty",
    "check",
    "stalemate",
    "bare-king",
    "support",
    "promotion",
    "pawn-step",
    "castling",
    "immunity",
];

/// The laws that a player needs first, without those that say that something does not exist.
pub(crate) fn first_of(ruleset: &Ruleset) -> Vec<LawEntry> {
    let entries = ruleset.law_entries();
    let find =
        |key: &str| entries.iter().find(|entry| entry.key == key && !ABSENT.contains(&entry.law)).cloned();
    FIRST.into_iter().filter_map(find).collect()
}

/// How the game is played, on one screen.
pub(crate) fn overview(reader: &Reader<'_>, ruleset: &Ruleset) -> Section {
    let content = html! {
        ul.sentences {
            @for entry in first_of(ruleset) {
                li {
                    strong { a href={ "#law-" (entry.key) } { (reader.say(entry.title)) } }
                    " " (reader.say_of(ruleset, entry.text))
                }
            }
        }
    };
    Section::open("overview", reader.say(say::library_overview()), content)
}

/// Every law.
pub(crate) fn section(reader: &Reader<'_>, ruleset: &Ruleset) -> Section {
    let content = html! { @for entry in ruleset.law_entries() { (law(reader, ruleset, entry)) } };
    Section::folded("rules", reader.say(say::library_laws()), content)
}

fn law(reader: &Reader<'_>, ruleset: &Ruleset, entry: LawEntry) -> Markup {
    html! {
        article.law id={ "law-" (entry.key) } {
            div {
                h3 { (reader.say(entry.title)) }
                p { (reader.say_of(ruleset, entry.text)) }
                (cite::provenance(reader, &entry.provenance))
            }
            (boards::of_law(reader, ruleset, entry.key))
        }
    }
}

/// The laws on a rule sheet: those that a player needs first, and then how else a game ends.
pub(crate) fn for_sheet(ruleset: &Ruleset) -> Vec<LawEntry> {
    let mut found = first_of(ruleset);
    let more = ruleset.law_entries().into_iter().filter(|entry| !ABSENT.contains(&entry.law));
    let more: Vec<LawEntry> = more.filter(|entry| !FIRST.contains(&entry.key)).collect();
    found.extend(more);
    found
}
