//! A ruleset as a page to read.

use std::io::{self, Write};
use std::sync::Arc;

use rukh_rules::law::LawEntry;
use rukh_rules::movement::diagram::Diagram;
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::notation::placement;
use rukh_rules::ruleset::Provenance;
use rukh_rules::{Rules, Ruleset, RulesetData, RulesetFile, catalog};
use serde::Serialize;
use serde_json::{Value, json};

use super::{diagram, records, write_options};

/// How wide lines of text may be.
const WIDTH: usize = 90;

/// What a page shows.
pub struct Page<'a> {
    /// The ruleset.
    pub ruleset: &'a Ruleset,
    /// The one it extends, if laws taken from it are to be marked.
    pub base: Option<&'a Ruleset>,
    /// Its file.
    pub file: &'a RulesetFile,
}

impl Page<'_> {
    /// Writes the page.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_head(out)?;
        self.write_array(out)?;
        self.write_pieces(out)?;
        writeln!(out, "\nTHE LAWS")?;
        for entry in self.ruleset.law_entries() {
            self.write_law(out, &entry)?;
        }
        if !self.ruleset.options.is_empty() {
            writeln!(out, "\nOPTIONS")?;
            write_options(&self.ruleset.options, out)?;
        }
        records::write(self.ruleset, out)
    }

    fn write_head(&self, out: &mut dyn Write) -> io::Result<()> {
        let (ruleset, about) = (self.ruleset, &self.ruleset.about);
        let native = about.native_name.as_ref().map_or(String::new(), |name| format!(" · {name}"));
        writeln!(out, "{}{native}", about.name)?;
        let laws = ruleset.law_counts();
        let (instance, revision, hash) = (&ruleset.instance, ruleset.revision, ruleset.hash());
        writeln!(out, "{instance}, revision {revision}, {laws}, hash {hash}")?;
        if let Some(parent) = self.file.extends() {
            writeln!(out, "extends {parent}")?;
        }
        writeln!(out)?;
        write_wrapped(out, &about.summary, 0)?;
        for paragraph in about.description.split("\n\n").filter(|text| !text.trim().is_empty()) {
            writeln!(out)?;
            write_wrapped(out, paragraph, 0)?;
        }
        let names: Vec<String> =
            about.other_names.iter().map(|(lang, name)| format!("{name} ({lang})")).collect();
        let rows = [
            ("Played", about.periods.join(", ")),
            ("Where", about.region.clone().unwrap_or_default()),
            ("Also called", names.join(", ")),
            ("Identifiers", about.identifiers.join(", ")),
        ];
        writeln!(out)?;
        for (title, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
            write_wrapped(out, &format!("{title}: {text}"), 0)?;
        }
        Ok(())
    }

    fn write_array(&self, out: &mut dyn Write) -> io::Result<()> {
        let ruleset = self.ruleset;
        let array = ruleset.start();
        let doubt = if array.unverified { " (unverified)" } else { "" };
        writeln!(out, "\nTHE ARRAY: {}, {}{doubt}\n", array.id, array.title)?;
        for line in board(ruleset) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        write_provenance(out, &array.provenance, 2)?;
        for other in ruleset.arrays.iter().filter(|other| other.id != array.id) {
            let doubt = if other.unverified { " (unverified)" } else { "" };
            writeln!(out, "\n  Another array: {}, {}{doubt}", other.id, other.title)?;
            write_wrapped(out, &other.placement, 6)?;
            write_provenance(out, &other.provenance, 6)?;
        }
        let (files, ranks) = (ruleset.geometry.files(), ruleset.geometry.ranks());
        writeln!(out, "\nTHE BOARD: {files} files, {ranks} ranks, drawn as {}", ruleset.skin)?;
        write_provenance(out, &ruleset.board_provenance, 2)?;
        if let Some(names) = &ruleset.side_names {
            writeln!(out, "\nTHE SIDES: White is {}, Black is {}", names.white, names.black)?;
            write_provenance(out, &names.provenance, 2)?;
        }
        Ok(())
    }

    fn write_pieces(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\nTHE PIECES")?;
        for piece in &self.ruleset.pieces {
            let names: Vec<String> =
                piece.names.iter().map(|(lang, name)| format!("{name} ({lang})")).collect();
            let names = if names.is_empty() { String::new() } else { format!("; {}", names.join(", ")) };
            let elsewhere = piece.elsewhere.map_or(String::new(), |letter| {
                format!("; `{letter}` in {}", Dialect::FairyStockfish.title())
            });
            let moves = piece.movement.text();
            let head = format!("{}  {}: moves as {moves}{names}{elsewhere}", piece.letter, piece.name);
            write_wrapped(out, &head, 2)?;
            write_provenance(out, &piece.provenance, 6)?;
        }
        diagram::write_diagrams(out, self.ruleset)
    }

    fn write_law(&self, out: &mut dyn Write, entry: &LawEntry) -> io::Result<()> {
        let inherited = match (self.base, self.file.extends()) {
            (Some(base), Some(parent)) if self.is_inherited(base, entry) => format!(" (as in {parent})"),
            _ => String::new(),
        };
        writeln!(out, "\n  {} [{}: {}]{inherited}", entry.title, entry.key, entry.law)?;
        write_wrapped(out, &entry.text.to_string(), 4)?;
        write_provenance(out, &entry.provenance, 6)
    }

    fn is_inherited(&self, base: &Ruleset, entry: &LawEntry) -> bool {
        !self.file.states(entry.key) && base.law_entries().contains(entry)
    }

    /// The page for programs.
    pub fn to_json(&self) -> Value {
        let ruleset = self.ruleset;
        let is_inherited = |entry: &LawEntry| self.base.is_some_and(|base| self.is_inherited(base, entry));
        let rules = Rules::compile(Arc::new(ruleset.clone()));
        let data = RulesetData::new(&rules);
        let inherited = ruleset.law_entries().into_iter().filter(is_inherited);
        json!(PageData {
            extends: self.file.extends(),
            inherited_laws: inherited.map(|entry| entry.key).collect(),
            board_provenance: &ruleset.board_provenance,
            diagrams: ruleset.kinds().map(|kind| ruleset.diagram(kind)).collect(),
            records: records::to_json(ruleset),
            ruleset: data,
        })
    }
}

/// The page for programs: the ruleset's data, and what else the page shows.
#[derive(Serialize)]
struct PageData<'p> {
    #[serde(flatten)]
    ruleset: RulesetData<'p>,
    extends: Option<&'p str>,
    /// Keys of the laws that are as in the ruleset it extends.
    inherited_laws: Vec<&'static str>,
    board_provenance: &'p Provenance,
    /// Of each kind of piece.
    diagrams: Vec<Diagram>,
    #[serde(flatten)]
    records: Value,
}

/// The array that is set up, in letters.
pub fn board(ruleset: &Ruleset) -> Vec<String> {
    let geometry = ruleset.geometry;
    let pieces = placement::parse(ruleset, &ruleset.start().placement).unwrap_or_default();
    let letter = |cell| {
        let piece = pieces.iter().find(|piece| piece.cell == cell);
        piece.map_or('.', |piece| ruleset.letter_for(piece.kind, piece.side))
    };
    let mut lines = Vec::new();
    for rank in (0..i16::from(geometry.ranks())).rev() {
        let cells = (0..i16::from(geometry.files())).filter_map(|file| geometry.cell(file, rank));
        let row: String = cells.map(|cell| format!(" {}", letter(cell))).collect();
        lines.push(format!("  {:>2} {row}", rank + 1));
    }
    let files: String = (0..geometry.files()).map(|file| format!(" {}", char::from(b'a' + file))).collect();
    lines.push(format!("     {files}"));
    lines
}

/// Writes where something comes from, its sources in full.
pub fn write_provenance(out: &mut dyn Write, provenance: &Provenance, indent: usize) -> io::Result<()> {
    for source in &provenance.sources {
        write_wrapped(out, &format!("Source: {}", catalog::sources().cite(source)), indent)?;
    }
    if let Some(conjecture) = &provenance.conjecture {
        write_wrapped(out, &format!("Conjecture: {conjecture}"), indent)?;
    }
    if let Some(note) = &provenance.note {
        write_wrapped(out, &format!("Note: {note}"), indent)?;
    }
    Ok(())
}

/// Writes a text in lines of bearable width.
pub fn write_wrapped(out: &mut dyn Write, text: &str, indent: usize) -> io::Result<()> {
    for line in wrap(text, WIDTH - indent) {
        writeln!(out, "{:indent$}{line}", "")?;
    }
    Ok(())
}

/// Breaks a text into lines at its spaces.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
