//! The options of a ruleset file, and the combinations its author rules out.

use super::file::{ChoiceInfo, OptionInfo};
use super::section::Section;
use super::tree::{Complaint, Extent, FileLocation, Table, Value};

/// Every option with its choices.
pub(super) fn read(root: &Table, complaints: &mut Vec<Complaint>) -> Vec<OptionInfo> {
    let Some(table) = root.table("options") else { return Vec::new() };
    let mut options = Vec::new();
    for (key, node) in &table.entries {
        let Value::Table(table) = &node.value else {
            let message = format!("[options] `{key}` should be a table");
            complaints.push(Complaint { place: node.place.clone(), message });
            continue;
        };
        let mut section = Section::new(format!("options.{key}"), table, &[], complaints);
        check_word(&mut section, &node.place, key);
        let title = section.text("title").unwrap_or_default().to_owned();
        let titles = section.translations("titles");
        let note = section.optional_text("note").map(str::to_owned);
        let default = section.text("default").unwrap_or_default().to_owned();
        let choices = section.sub_table("choices");
        if choices.is_none_or(|choices| choices.get(&default).is_none()) {
            section.complain_of_absence(format!("the default `{default}` is not among the choices"));
        }
        section.finish(&[]);
        let choices =
            choices.map_or_else(Vec::new, |choices| read_choices(key, &default, choices, complaints));
        options.push(OptionInfo { key: key.clone(), title, titles, note, default, choices });
    }
    options
}

/// Instances are written `id[key=choice,key=choice]`, so keys and choices are words.
fn check_word(section: &mut Section<'_, '_>, place: &FileLocation, word: &str) {
    if word.is_empty() || !word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        section.complain(place, format!("`{word}` should be a word of letters, digits and hyphens"));
    }
}

/// What a choice cannot change: what names the file, and what is read before any choice.
const UNPATCHABLE: [&str; 6] = ["id", "revision", "extends", "drop", "options", "contradictions"];

fn check_patch(section: &mut Section<'_, '_>, patch: &Table) {
    for (key, node) in &patch.entries {
        if UNPATCHABLE.contains(&key.as_str()) {
            section.complain(&node.place, format!("a choice cannot change `{key}`"));
        }
    }
}

fn read_choices(
    option: &str,
    default: &str,
    table: &Table,
    complaints: &mut Vec<Complaint>,
) -> Vec<ChoiceInfo> {
    let mut choices = Vec::new();
    for (id, node) in &table.entries {
        let Value::Table(table) = &node.value else {
            let message = format!("[options.{option}.choices] `{id}` should be a table");
            complaints.push(Complaint { place: node.place.clone(), message });
            continue;
        };
        let mut section = Section::new(format!("options.{option}.choices.{id}"), table, &[], complaints);
        check_word(&mut section, &node.place, id);
        let title = section.text("title").unwrap_or_default().to_owned();
        let titles = section.translations("titles");
        let unverified = section.optional_flag("unverified");
        let provenance = section.provenance();
        if let Some(patch) = section.sub_table("patch") {
            check_patch(&mut section, patch);
            if id == default {
                let message = "`patch` of the default would never be applied: write it in the file itself";
                section.complain(&patch.place, message);
            }
        }
        section.finish(&[]);
        choices.push(ChoiceInfo { id: id.clone(), title, titles, unverified, provenance });
    }
    choices
}

pub(super) type Contradiction = (Vec<(String, String)>, String);

/// Combinations the author rules out, with the reason.
pub(super) fn read_contradictions(
    root: &Table,
    options: &[OptionInfo],
    complaints: &mut Vec<Complaint>,
) -> Vec<Contradiction> {
    let Some(node) = root.get("contradictions") else { return Vec::new() };
    let Value::List(items) = &node.value else {
        let message = "`contradictions` should be written as [[contradictions]]".to_owned();
        complaints.push(Complaint { place: node.place.clone(), message });
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in items {
        let Value::Table(table) = &item.value else {
            let message = "`contradictions` should be written as [[contradictions]]".to_owned();
            complaints.push(Complaint { place: item.place.clone(), message });
            continue;
        };
        let mut section = Section::new("contradictions", table, &[], complaints);
        let reason = section.text("reason").unwrap_or_default().to_owned();
        let Some(when) = section.sub_table("when") else {
            section.complain_of_absence("`when` is missing");
            continue;
        };
        let mut pairs = Vec::new();
        for (key, node) in &when.entries {
            let choice = when.text(key).unwrap_or_default();
            let option = options.iter().find(|option| option.key == *key);
            let is_known = option.is_some_and(|option| option.choices.iter().any(|known| known.id == choice));
            if !is_known && when.extent == Extent::Whole {
                section.complain(&node.place, format!("there is no choice `{key}={choice}`"));
            }
            pairs.push((key.clone(), choice.to_owned()));
        }
        if pairs.is_empty() {
            section.complain_here("`when` names no choice, so it would forbid everything");
        }
        section.finish(&[]);
        found.push((pairs, reason));
    }
    found
}
