//! From a resolved tree to a [`Draft`], and from a whole draft to a [`Ruleset`].

use super::section::{Section, is_language_tag};
use super::tree::{Complaint, Extent, Node, Table, Value};
use super::{
    About, Array, Instance, OptionInfo, PieceDefinition, Provenance, Remark, Ruleset, SideNames, Status,
};
use crate::geometry::Geometry;
use crate::kind::{MAX_KINDS, PieceKindSet};
use crate::law::DraftLaws;
use crate::movement::Movement;

/// What could be read of a ruleset, part by part, so that the parts that are
/// there can be judged though others are not.
pub(crate) struct Draft {
    pub(crate) letters: Vec<char>,
    pub(crate) men: Vec<DraftMan>,
    pub(crate) geometry: Option<Geometry>,
    skin: Option<String>,
    board_provenance: Provenance,
    pub(crate) arrays: Vec<Array>,
    /// Which of them is set up.
    pub(crate) array: Option<usize>,
    pub(crate) pawns: Option<PieceKindSet>,
    pub(crate) laws: DraftLaws,
    revision: Option<u32>,
    status: Option<Status>,
    family: Option<String>,
    about: About,
    side_names: Option<SideNames>,
    remarks: Vec<Remark>,
}

/// A kind of piece whose letter or movement may be wrong.
pub(crate) struct DraftMan {
    pub(super) letter: Option<char>,
    pub(super) elsewhere: Option<char>,
    pub(crate) name: String,
    names: Vec<(String, String)>,
    picture: String,
    pub(crate) movement: Option<Movement>,
    provenance: Provenance,
}

impl Draft {
    /// The ruleset, if every part of it is there.
    pub(super) fn complete(self, instance: Instance, options: Vec<OptionInfo>) -> Option<Ruleset> {
        let man = |man: DraftMan| {
            Some(PieceDefinition {
                letter: man.letter?,
                elsewhere: man.elsewhere,
                name: man.name,
                names: man.names,
                picture: man.picture,
                movement: man.movement?,
                provenance: man.provenance,
            })
        };
        let men: Option<Vec<PieceDefinition>> = self.men.into_iter().map(man).collect();
        Some(Ruleset {
            instance,
            revision: self.revision?,
            status: self.status?,
            family: self.family?,
            about: self.about,
            geometry: self.geometry?,
            skin: self.skin?,
            board_provenance: self.board_provenance,
            pieces: men.filter(|men| !men.is_empty() && men.len() <= MAX_KINDS)?,
            arrays: self.arrays,
            array: self.array?,
            pawns: self.pawns?,
            laws: self.laws.complete()?,
            options,
            side_names: self.side_names,
            remarks: self.remarks,
        })
    }
}

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

/// Reads what there is; `id` names a ruleset that has no name.
pub(super) fn draft(root: &Table, id: &str, complaints: &mut Vec<Complaint>) -> Draft {
    let letters = read_letters(root, complaints);
    let men = read_men(root, complaints);
    let (geometry, skin, board_provenance) = read_board(root, complaints);
    let laws = DraftLaws::read(root, &letters, complaints);
    let mut section = Section::new("ruleset", root, &letters, complaints);
    let revision = section.number("revision", 1, i64::from(u32::MAX)).map(|revision| revision as u32);
    let status = section.choice("status");
    let family = section.name("family").map(str::to_owned);
    let pawns = match section.sub_table("pawns") {
        Some(table) => section.within(table, |inner| {
            inner.provenance();
            inner.kind_set("men")
        }),
        None => {
            section.complain_of_absence("the table [pawns] is missing; `men` lists the pieces called pawns");
            None
        }
    };
    let about = section.sub_table("about");
    let chosen = section.text("array");
    let known: Vec<&str> = ROOT_KEYS.iter().chain(DraftLaws::KEYS).copied().collect();
    section.finish(&known);
    let arrays = read_arrays(root, complaints);
    let array = chosen.and_then(|chosen| {
        let found = arrays.iter().position(|array| array.id == chosen);
        if found.is_none() && root.extent == Extent::Whole {
            let message = format!("`array` chooses `{chosen}`, but there is no [arrays.{chosen}]");
            let place = root.get("array").map_or(&root.place, |node| &node.place);
            complaints.push(Complaint { place: place.clone(), message });
        }
        found
    });
    let about = about.map_or_else(
        || About { name: id.to_owned(), ..About::default() },
        |table| read_about(table, complaints),
    );
    let side_names = read_side_names(root, complaints);
    let remarks = read_remarks(root, complaints);
    Draft {
        letters,
        men,
        geometry,
        skin,
        board_provenance,
        arrays,
        array,
        pawns,
        laws,
        revision,
        status,
        family,
        about,
        side_names,
        remarks,
    }
}

fn read_board(
    root: &Table,
    complaints: &mut Vec<Complaint>,
) -> (Option<Geometry>, Option<String>, Provenance) {
    let Some(table) = root.table("board") else {
        root.complain_of_absence(complaints, "the table [board] is missing");
        return (None, None, Provenance::default());
    };
    let mut section = Section::new("board", table, &[], complaints);
    let files = section.number("files", 1, 16);
    let ranks = section.number("ranks", 1, 16);
    let skin = section.word("skin", &SKINS).map(str::to_owned);
    let provenance = section.provenance();
    if files == Some(1) && ranks == Some(1) {
        section.complain_here("two kings need two cells: a board has two cells or more");
    }
    section.finish(&[]);
    let size = files.zip(ranks).filter(|&size| size != (1, 1));
    let geometry = size.and_then(|(files, ranks)| Geometry::new(files as u8, ranks as u8));
    (geometry, skin, provenance)
}

fn read_letters(root: &Table, complaints: &mut Vec<Complaint>) -> Vec<char> {
    let Some(men) = root.table("men") else {
        root.complain_of_absence(complaints, "the table [men] is missing");
        return Vec::new();
    };
    if men.entries.len() > MAX_KINDS {
        let count = men.entries.len();
        let message =
            format!("[men] there are {count} kinds of piece, but at most {MAX_KINDS}, one for each letter");
        complaints.push(Complaint { place: men.place.clone(), message });
    }
    let mut letters = Vec::new();
    for (key, node) in &men.entries {
        match man_letter(key) {
            Some(letter) => letters.push(letter),
            None => {
                let message = format!("[men.{key}]: a piece's letter is one of `a` to `z`");
                complaints.push(Complaint { place: node.place.clone(), message });
                letters.push('?');
            }
        }
    }
    letters.truncate(MAX_KINDS);
    letters
}

fn man_letter(key: &str) -> Option<char> {
    match key.as_bytes() {
        [byte] if byte.is_ascii_lowercase() => Some(char::from(*byte)),
        _ => None,
    }
}

fn read_men(root: &Table, complaints: &mut Vec<Complaint>) -> Vec<DraftMan> {
    let Some(table) = root.table("men") else { return Vec::new() };
    table.entries.iter().take(MAX_KINDS).map(|(key, node)| read_man(key, node, complaints)).collect()
}

fn read_man(key: &str, node: &Node, complaints: &mut Vec<Complaint>) -> DraftMan {
    let Value::Table(table) = &node.value else {
        let message = format!("[men] `{key}` should be a table");
        complaints.push(Complaint { place: node.place.clone(), message });
        return DraftMan {
            letter: None,
            elsewhere: None,
            name: "man".to_owned(),
            names: Vec::new(),
            picture: "disc".to_owned(),
            movement: None,
            provenance: Provenance::default(),
        };
    };
    let mut section = Section::new(format!("men.{key}"), table, &[], complaints);
    let name = section.name("name").unwrap_or("man").to_owned();
    let names = section.translations("names");
    let picture = section.optional_text("picture").unwrap_or("disc").to_owned();
    let elsewhere = read_elsewhere(&mut section);
    let place = table.get("move").map_or(&table.place, |node| &node.place);
    let movement = section.text("move").and_then(|text| match Movement::parse(text) {
        Ok(movement) => Some(movement),
        Err(error) => {
            section.complain(place, error.to_string());
            None
        }
    });
    let provenance = section.provenance();
    section.finish(&[]);
    DraftMan { letter: man_letter(key), elsewhere, name, names, picture, movement, provenance }
}

/// The letter other programs write a piece with.
fn read_elsewhere(section: &mut Section<'_, '_>) -> Option<char> {
    let text = section.optional_text("elsewhere")?;
    match text.as_bytes() {
        [byte] if byte.is_ascii_lowercase() => Some(char::from(*byte)),
        _ => {
            section.complain_here("`elsewhere`, a piece's letter in other programs, is one of `a` to `z`");
            None
        }
    }
}

fn read_arrays(root: &Table, complaints: &mut Vec<Complaint>) -> Vec<Array> {
    let Some(table) = root.table("arrays") else {
        let message = "the table [arrays] is missing; it needs at least one arrangement";
        root.complain_of_absence(complaints, message);
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

const OTHER_NAMES: &str =
    "`other-names` should be a list of names, each written { text = \"der\", lang = \"am-Latn\" }";

fn read_other_names(section: &mut Section<'_, '_>) -> Vec<(String, String)> {
    let Some(node) = section.optional("other-names") else { return Vec::new() };
    let Value::List(items) = &node.value else {
        section.complain(&node.place, OTHER_NAMES);
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in items {
        let name = match &item.value {
            Value::Table(entry) => entry.text("lang").zip(entry.text("text")),
            _ => None,
        };
        match name {
            Some((language, text)) if is_language_tag(language) => {
                found.push((language.to_owned(), text.to_owned()));
            }
            _ => section.complain(&item.place, OTHER_NAMES),
        }
    }
    found
}

fn read_about(table: &Table, complaints: &mut Vec<Complaint>) -> About {
    let mut section = Section::new("about", table, &[], complaints);
    let other_names = read_other_names(&mut section);
    let about = About {
        name: section.name("name").unwrap_or_default().to_owned(),
        names: section.translations("names"),
        native_name: section.optional_text("native-name").map(str::to_owned),
        other_names,
        summary: section.text("summary").unwrap_or_default().to_owned(),
        summaries: section.translations("summaries"),
        description: section.optional_text("description").unwrap_or_default().to_owned(),
        periods: section.texts("periods"),
        region: section.optional_text("region").map(str::to_owned),
        identifiers: section.texts("identifiers"),
        sources: section.texts("sources"),
        evidence: section.texts("evidence"),
        featured: section.optional_flag("featured"),
    };
    section.finish(&[]);
    about
}
