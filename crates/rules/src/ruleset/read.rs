//! From a resolved tree to a [`Ruleset`].

use super::section::Section;
use super::tree::{Complaint, Table, Value};
use super::{About, Array, Instance, Man, OptionInfo, Remark, Ruleset, SideNames, Status};
use crate::geometry::Geometry;
use crate::kind::MAX_KINDS;
use crate::law::Laws;
use crate::movement::Movement;

/// Tables and keys of a ruleset's root that are not laws.
const ROOT_KEYS: [&str; 15] = [
    "id",
    "revision",
    "status",
    "family",
    "extends",
    "array",
    "about",
    "board",
    "men",
    "arrays",
    "pawns",
    "options",
    "contradictions",
    "sides",
    "remarks",
];

/// The words a ruleset's `skin` may be; the site draws each of them.
pub const SKINS: [&str; 6] = ["red-cloth", "walnut", "paper", "leather", "plain", "plain-chequered"];

pub(super) fn ruleset(
    root: &Table,
    instance: Instance,
    options: Vec<OptionInfo>,
    complaints: &mut Vec<Complaint>,
) -> Option<Ruleset> {
    let letters = read_letters(root, complaints);
    let men = read_men(root, complaints);
    let (geometry, skin, board_provenance) = read_board(root, complaints)?;
    let laws = Laws::read(root, &letters, complaints);
    let mut section = Section::new("ruleset", root, &letters, complaints);
    let revision = section.number("revision", 1, i64::from(u32::MAX));
    let status = section.word("status", &["reviewed", "conjectural"]);
    let family = section.text("family");
    let pawns = match section.sub_table("pawns") {
        Some(table) => section.within(table, |inner| {
            inner.provenance();
            inner.kind_set("men")
        }),
        None => {
            section.complain_here("the table [pawns] is missing; `men` lists the men called pawns");
            None
        }
    };
    let about = section.sub_table("about");
    let chosen = section.text("array");
    let known: Vec<&str> = ROOT_KEYS.iter().chain(Laws::KEYS).copied().collect();
    section.finish(&known);
    let arrays = read_arrays(root, complaints);
    let array = chosen.and_then(|chosen| {
        let found = arrays.iter().position(|array| array.id == chosen);
        if found.is_none() {
            let message = format!("`array` chooses `{chosen}`, but there is no [arrays.{chosen}]");
            complaints.push(Complaint { place: root.place.clone(), message });
        }
        found
    });
    let about = about.map_or_else(
        || About { name: instance.id.clone(), ..About::default() },
        |table| read_about(table, complaints),
    );
    let side_names = read_side_names(root, complaints);
    let remarks = read_remarks(root, complaints);
    Some(Ruleset {
        instance,
        revision: revision? as u32,
        status: if status? == "reviewed" { Status::Reviewed } else { Status::Conjectural },
        family: family?.to_owned(),
        about,
        geometry,
        skin,
        board_provenance,
        men,
        arrays,
        array: array?,
        pawns: pawns?,
        laws: laws?,
        options,
        side_names,
        remarks,
    })
}

fn read_board(
    root: &Table,
    complaints: &mut Vec<Complaint>,
) -> Option<(Geometry, String, super::Provenance)> {
    let Some(table) = root.table("board") else {
        let message = "the table [board] is missing".to_owned();
        complaints.push(Complaint { place: root.place.clone(), message });
        return None;
    };
    let mut section = Section::new("board", table, &[], complaints);
    let files = section.number("files", 1, 16);
    let ranks = section.number("ranks", 1, 16);
    let skin = section.word("skin", &SKINS);
    let provenance = section.provenance();
    section.finish(&[]);
    let geometry = Geometry::new(files? as u8, ranks? as u8)?;
    Some((geometry, skin?.to_owned(), provenance))
}

fn read_letters(root: &Table, complaints: &mut Vec<Complaint>) -> Vec<char> {
    let Some(men) = root.table("men") else {
        let message = "the table [men] is missing".to_owned();
        complaints.push(Complaint { place: root.place.clone(), message });
        return Vec::new();
    };
    if men.entries.len() > MAX_KINDS {
        let message = format!("there are {} kinds of men; at most {MAX_KINDS} fit", men.entries.len());
        complaints.push(Complaint { place: men.place.clone(), message });
    }
    let mut letters = Vec::new();
    for (key, node) in &men.entries {
        match key.as_bytes() {
            [byte] if byte.is_ascii_lowercase() => letters.push(char::from(*byte)),
            _ => {
                let message = format!("[men.{key}]: a man's letter is one of `a` to `z`");
                complaints.push(Complaint { place: node.place.clone(), message });
                letters.push('?');
            }
        }
    }
    letters.truncate(MAX_KINDS);
    letters
}

fn read_men(root: &Table, complaints: &mut Vec<Complaint>) -> Vec<Man> {
    let Some(table) = root.table("men") else { return Vec::new() };
    let mut men = Vec::new();
    for (key, node) in table.entries.iter().take(MAX_KINDS) {
        let Value::Table(table) = &node.value else {
            let message = format!("[men] `{key}` should be a table");
            complaints.push(Complaint { place: node.place.clone(), message });
            continue;
        };
        let mut section = Section::new(format!("men.{key}"), table, &[], complaints);
        let name = section.text("name").unwrap_or("man").to_owned();
        let names = read_names(&mut section);
        let picture = section.optional_text("picture").unwrap_or("disc").to_owned();
        let text = section.text("move").unwrap_or("W");
        let place = table.get("move").map_or(&table.place, |node| &node.place);
        let movement = Movement::parse(text).unwrap_or_else(|error| {
            section.complain(place, error.to_string());
            Movement::parse("W").expect("W is a movement")
        });
        let provenance = section.provenance();
        section.finish(&[]);
        let letter = key.chars().next().unwrap_or('?');
        men.push(Man { letter, name, names, picture, movement, provenance });
    }
    men
}

fn read_names(section: &mut Section<'_, '_>) -> Vec<(String, String)> {
    let Some(table) = section.sub_table("names") else { return Vec::new() };
    let texts = table.entries.iter().filter_map(|(lang, _)| {
        let text = table.text(lang)?;
        Some((lang.clone(), text.to_owned()))
    });
    texts.collect()
}

fn read_arrays(root: &Table, complaints: &mut Vec<Complaint>) -> Vec<Array> {
    let Some(table) = root.table("arrays") else {
        let message = "the table [arrays] is missing; it needs at least one arrangement".to_owned();
        complaints.push(Complaint { place: root.place.clone(), message });
        return Vec::new();
    };
    let mut arrays = Vec::new();
    for (id, node) in &table.entries {
        let Value::Table(table) = &node.value else {
            let message = format!("[arrays] `{id}` should be a table");
            complaints.push(Complaint { place: node.place.clone(), message });
            continue;
        };
        let mut section = Section::new(format!("arrays.{id}"), table, &[], complaints);
        let title = section.text("title").unwrap_or_default().to_owned();
        let placement = section.text("placement").unwrap_or_default().to_owned();
        let unverified = section.optional_flag("unverified");
        let provenance = section.provenance();
        section.finish(&[]);
        arrays.push(Array { id: id.clone(), title, placement, unverified, provenance });
    }
    arrays
}

fn read_side_names(root: &Table, complaints: &mut Vec<Complaint>) -> Option<SideNames> {
    let node = root.get("sides")?;
    let Value::Table(table) = &node.value else {
        let message = "`sides` should be a table with `white` and `black`".to_owned();
        complaints.push(Complaint { place: node.place.clone(), message });
        return None;
    };
    let mut section = Section::new("sides", table, &[], complaints);
    let (white, black) = (section.text("white"), section.text("black"));
    let provenance = section.provenance();
    section.finish(&[]);
    Some(SideNames { white: white?.to_owned(), black: black?.to_owned(), provenance })
}

fn read_remarks(root: &Table, complaints: &mut Vec<Complaint>) -> Vec<Remark> {
    let Some(node) = root.get("remarks") else { return Vec::new() };
    let Value::Table(table) = &node.value else {
        let message = "`remarks` should be a table of remarks, each with `title` and `text`".to_owned();
        complaints.push(Complaint { place: node.place.clone(), message });
        return Vec::new();
    };
    let mut remarks = Vec::new();
    for (id, node) in &table.entries {
        let Value::Table(table) = &node.value else {
            let message = format!("[remarks] `{id}` should be a table");
            complaints.push(Complaint { place: node.place.clone(), message });
            continue;
        };
        let mut section = Section::new(format!("remarks.{id}"), table, &[], complaints);
        let title = section.text("title").unwrap_or_default().to_owned();
        let text = section.text("text").unwrap_or_default().trim().to_owned();
        let provenance = section.provenance();
        section.finish(&[]);
        remarks.push(Remark { id: id.clone(), title, text, provenance });
    }
    remarks
}

fn read_about(table: &Table, complaints: &mut Vec<Complaint>) -> About {
    let mut section = Section::new("about", table, &[], complaints);
    let other_names = section.optional("other-names").map_or_else(Vec::new, |node| match &node.value {
        Value::List(items) => items
            .iter()
            .filter_map(|item| match &item.value {
                Value::Table(entry) => {
                    Some((entry.text("lang").unwrap_or("en").to_owned(), entry.text("text")?.to_owned()))
                }
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    });
    let about = About {
        name: section.text("name").unwrap_or_default().to_owned(),
        native_name: section.optional_text("native-name").map(str::to_owned),
        other_names,
        summary: section.text("summary").unwrap_or_default().to_owned(),
        description: section.optional_text("description").unwrap_or_default().to_owned(),
        periods: section.texts("periods"),
        region: section.optional_text("region").map(str::to_owned),
        identifiers: section.texts("identifiers"),
        sources: section.texts("sources"),
        evidence: section.texts("evidence"),
    };
    section.finish(&[]);
    about
}
