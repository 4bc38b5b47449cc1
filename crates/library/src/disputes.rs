//! Where the sources differ: each choice beside the others, and what it changes.

use maud::{Markup, html};
use rukh_rules::Ruleset;
use rukh_rules::ruleset::{ChoiceInfo, OptionInfo};

use crate::address::to_ruleset;
use crate::compare::{self, Difference};
use crate::reader::Reader;
use crate::section::Section;
use crate::{Draft, boards, cite, laboratory, say};

/// The disputed points of every game that stands on its own.
pub(crate) fn page(reader: &Reader<'_>) -> Draft {
    let library = reader.library;
    let games: Vec<&Ruleset> = library.rulesets().iter().filter(|one| !one.options.is_empty()).collect();
    let title = reader.say(say::library_disputes());
    let text = reader.say(say::library_disputes_text());
    let content = html! {
        h1 { (title) }
        p.lead { (text) }
        nav.contents aria-label=(reader.say(say::library_contents())) {
            @for ruleset in &games { a href={ "#" (ruleset.instance.id) } { (reader.name(ruleset)) } }
        }
        @for ruleset in &games {
            section id=(ruleset.instance.id) {
                h2 { a href=(to_ruleset(&ruleset.instance.id, "")) { (reader.name(ruleset)) } }
                @for option in own_options(reader, ruleset) { (dispute(reader, ruleset, option, false)) }
                @if let Some(parent) = inherits(reader, ruleset) {
                    p.faint { (reader.say(say::library_disputes_inherited(reader.name(parent).text))) " "
                        a href={ "#" (parent.instance.id) } { (reader.name(parent)) } }
                }
            }
        }
    };
    Draft::new(title, text, content)
}

/// The options that a ruleset does not share with the one it extends.
fn own_options<'r>(reader: &Reader<'_>, ruleset: &'r Ruleset) -> Vec<&'r OptionInfo> {
    let parent = parent_of(reader, ruleset);
    let is_own = |option: &&OptionInfo| parent.is_none_or(|parent| !parent.options.contains(option));
    ruleset.options.iter().filter(is_own).collect()
}

fn parent_of<'l>(reader: &Reader<'l>, ruleset: &Ruleset) -> Option<&'l Ruleset> {
    let file = reader.library.file(&ruleset.instance.id)?;
    reader.library.ruleset(file.extends()?)
}

fn inherits<'l>(reader: &Reader<'l>, ruleset: &Ruleset) -> Option<&'l Ruleset> {
    let parent = parent_of(reader, ruleset)?;
    ruleset.options.iter().any(|option| parent.options.contains(option)).then_some(parent)
}

/// The disputed points of one ruleset.
pub(crate) fn section(reader: &Reader<'_>, ruleset: &Ruleset) -> Option<Section> {
    let content = html! {
        p.faint { small { (reader.say(say::library_disputes_text())) } }
        @for option in &ruleset.options { (dispute(reader, ruleset, option, true)) }
    };
    let is_there = !ruleset.options.is_empty();
    is_there.then(|| Section::folded("disputes", reader.say(say::library_disputes()), content))
}

/// One disputed point.
fn dispute(reader: &Reader<'_>, ruleset: &Ruleset, option: &OptionInfo, has_boards: bool) -> Markup {
    let id = format!("option-{}", option.key);
    let id = if has_boards { id } else { format!("{}-{id}", ruleset.instance.id) };
    let chosen = ruleset.instance.choices.get(&option.key).unwrap_or(&option.default);
    html! {
        article.dispute id=(id) {
            h3 { (reader.own(&option.title, &option.titles)) }
            @if let Some(note) = &option.note { p.note { (reader.translated(note)) } }
            div.choices {
                @for choice in &option.choices {
                    div.choice.chosen[choice.id == *chosen] {
                        (choice_of(reader, ruleset, option, choice, choice.id == *chosen))
                        @if has_boards { (boards::of_choice(reader, ruleset, &option.key, &choice.id)) }
                    }
                }
            }
            (laboratory::measured(reader, ruleset, option))
        }
    }
}

fn choice_of(
    reader: &Reader<'_>,
    ruleset: &Ruleset,
    option: &OptionInfo,
    choice: &ChoiceInfo,
    is_chosen: bool,
) -> Markup {
    let instance = boards::with_choice(ruleset, &option.key, &choice.id);
    let changes = reader.resolve(&instance).filter(|_| !is_chosen);
    let changes = changes.map(|other| compare::differences(ruleset, &other)).unwrap_or_default();
    html! {
        h4 {
            @if is_chosen { (reader.own(&choice.title, &choice.titles)) }
            @else { a href=(to_ruleset(&instance, &format!("option-{}", option.key))) { (reader.own(&choice.title, &choice.titles)) } }
        }
        @if choice.id == option.default { p.mark { (reader.say(say::library_our_choice())) } }
        @if choice.unverified { p.mark { (reader.say(say::library_unverified())) } }
        (cite::provenance(reader, &choice.provenance))
        @if !changes.is_empty() {
            p.changes-title { (reader.say(say::library_changes())) }
            ul.changes {
                @for change in changes { li { (change_of(reader, ruleset, change)) } }
            }
        }
    }
}

fn change_of(reader: &Reader<'_>, ruleset: &Ruleset, change: Difference) -> Markup {
    match change {
        Difference::Law { title, after } => {
            html! { strong { (reader.say(title)) } " " (reader.say_of(ruleset, after)) }
        }
        Difference::Piece { label, after } => {
            html! { strong { (label.in_language(reader.language())) } " " (reader.say(after)) }
        }
        Difference::Array { after } => {
            html! { strong { (reader.say(say::library_arrays())) } " " (reader.translated(&after)) }
        }
    }
}
