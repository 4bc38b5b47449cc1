//! Reading one table of a ruleset: typed values out, complaints collected,
//! unknown keys named.

use std::str::FromStr;

use strum::VariantNames;

use super::tree::{Complaint, Extent, FileLocation, Node, Table, Value};
use crate::kind::{PieceKind, PieceKindSet};

/// What every law, piece, array and option choice says of where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Provenance {
    /// Bibliography keys, each with a place in the work after a colon: `murray1913:362`.
    pub sources: Vec<String>,
    /// Why it is held though no source says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conjecture: Option<String>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Whether a text has the form of a BCP 47 language tag: a language of 2 or 3 letters, then
/// subtags of 1 to 8 letters and digits, with hyphens between.
pub(crate) fn is_language_tag(text: &str) -> bool {
    let mut subtags = text.split('-');
    let language = subtags.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.chars().all(|c| c.is_ascii_alphabetic())
        && subtags.all(|tag| (1..=8).contains(&tag.len()) && tag.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// A table being read.
pub(crate) struct Section<'a, 'c> {
    name: String,
    table: &'a Table,
    /// The kinds' letters in order.
    letters: &'a [char],
    used: Vec<&'static str>,
    /// Keys of tables read by [`Section::within`].
    known: Vec<String>,
    complaints: &'c mut Vec<Complaint>,
}

impl<'a, 'c> Section<'a, 'c> {
    pub(crate) fn new(
        name: impl Into<String>,
        table: &'a Table,
        letters: &'a [char],
        complaints: &'c mut Vec<Complaint>,
    ) -> Section<'a, 'c> {
        Section { name: name.into(), table, letters, used: Vec::new(), known: Vec::new(), complaints }
    }

    pub(crate) fn table(&self) -> &'a Table {
        self.table
    }

    pub(crate) fn letters(&self) -> &'a [char] {
        self.letters
    }

    pub(crate) fn complain(&mut self, place: &FileLocation, message: impl Into<String>) {
        let message = format!("[{}] {}", self.name, message.into());
        self.complaints.push(Complaint { place: place.clone(), message });
    }

    pub(crate) fn complain_here(&mut self, message: impl Into<String>) {
        self.complain(&self.table.place.clone(), message);
    }

    /// Complains that something is not there, unless it may only have been lost.
    pub(crate) fn complain_of_absence(&mut self, message: impl Into<String>) {
        if self.table.extent == Extent::Whole {
            self.complain_here(message);
        }
    }

    /// The node of an optional key.
    pub(crate) fn optional(&mut self, key: &'static str) -> Option<&'a Node> {
        self.used.push(key);
        self.table.get(key)
    }

    /// The node of a key that must be there.
    pub(crate) fn required(&mut self, key: &'static str) -> Option<&'a Node> {
        let node = self.optional(key);
        if node.is_none() {
            self.complain_of_absence(format!("`{key}` is missing"));
        }
        node
    }

    fn wrong_type(&mut self, key: &str, node: &Node, wanted: &str) {
        let found = node.value.what();
        self.complain(&node.place, format!("`{key}` should be {wanted}, not {found}"));
    }

    fn as_text(&mut self, key: &str, node: &'a Node) -> Option<&'a str> {
        match &node.value {
            Value::Text(text) => Some(text),
            _ => {
                self.wrong_type(key, node, "a text");
                None
            }
        }
    }

    pub(crate) fn text(&mut self, key: &'static str) -> Option<&'a str> {
        let node = self.required(key)?;
        self.as_text(key, node)
    }

    /// A text that is more than blanks.
    pub(crate) fn name(&mut self, key: &'static str) -> Option<&'a str> {
        let text = self.text(key)?;
        if text.trim().is_empty() {
            let place = self.table.get(key).map_or(&self.table.place, |node| &node.place);
            self.complain(place, format!("`{key}` is empty"));
        }
        Some(text)
    }

    pub(crate) fn optional_text(&mut self, key: &'static str) -> Option<&'a str> {
        let node = self.optional(key)?;
        self.as_text(key, node)
    }

    /// One of a list of words.
    pub(crate) fn word(&mut self, key: &'static str, words: &[&'static str]) -> Option<&'static str> {
        let node = self.required(key)?;
        let text = self.as_text(key, node)?;
        let found = words.iter().find(|word| **word == text).copied();
        if found.is_none() {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            let words = words.join(", ");
            self.complain(&node.place, format!("`{key}` is `{text}`, but should be one of {words}"));
        }
        found
    }

    /// One of the words of an enum.
    pub(crate) fn choice<T: FromStr + VariantNames>(&mut self, key: &'static str) -> Option<T> {
        self.word(key, T::VARIANTS)?.parse().ok()
    }

    /// A whole number within bounds, both included.
    pub(crate) fn number(&mut self, key: &'static str, from: i64, to: i64) -> Option<i64> {
        let node = self.required(key)?;
        match node.value {
            Value::Number(number) if (from..=to).contains(&number) => Some(number),
            Value::Number(number) => {
                self.complain(&node.place, format!("`{key}` is {number}, but should be {from} to {to}"));
                None
            }
            _ => {
                self.wrong_type(key, node, "a whole number");
                None
            }
        }
    }

    pub(crate) fn optional_flag(&mut self, key: &'static str) -> bool {
        let Some(node) = self.optional(key) else { return false };
        match node.value {
            Value::Flag(flag) => flag,
            _ => {
                self.wrong_type(key, node, "true or false");
                false
            }
        }
    }

    pub(crate) fn sub_table(&mut self, key: &'static str) -> Option<&'a Table> {
        let node = self.optional(key)?;
        match &node.value {
            Value::Table(table) => Some(table),
            _ => {
                self.wrong_type(key, node, "a table");
                None
            }
        }
    }

    /// A table of texts by language tag, in the order of the file; empty if the key is absent.
    pub(crate) fn translations(&mut self, key: &'static str) -> Vec<(String, String)> {
        let Some(table) = self.sub_table(key) else { return Vec::new() };
        let mut found = Vec::new();
        for (language, node) in &table.entries {
            let entry = format!("{key}.{language}");
            if !is_language_tag(language) {
                let message =
                    format!("`{entry}`: `{language}` should be a language tag such as `am` or `am-Latn`");
                self.complain(&node.place, message);
            } else if let Some(text) = self.as_text(&entry, node) {
                found.push((language.clone(), text.to_owned()));
            }
        }
        found
    }

    /// A text, or a list of texts; none if the key is absent.
    pub(crate) fn texts(&mut self, key: &'static str) -> Vec<String> {
        let Some(node) = self.optional(key) else { return Vec::new() };
        match &node.value {
            Value::Text(text) => vec![text.clone()],
            Value::List(items) => {
                let texts = items.iter().filter_map(|item| self.as_text(key, item));
                texts.map(str::to_owned).collect::<Vec<_>>()
            }
            _ => {
                self.wrong_type(key, node, "a text or a list of texts");
                Vec::new()
            }
        }
    }

    pub(crate) fn kind_of(&mut self, place: &FileLocation, letter: char) -> Option<PieceKind> {
        let found = self.letters.iter().position(|&known| known == letter);
        if found.is_none() && self.table.extent == Extent::Whole {
            let known: String = self.letters.iter().collect();
            self.complain(place, format!("no piece has the letter `{letter}`; the pieces are `{known}`"));
        }
        found.map(|index| PieceKind(index as u8))
    }

    /// A text of pieces' letters, in their order; empty allowed.
    pub(crate) fn kinds(&mut self, key: &'static str) -> Option<Vec<PieceKind>> {
        let node = self.required(key)?;
        let text = self.as_text(key, node)?;
        self.kinds_of(key, &node.place, text)
    }

    /// The kinds with these letters, each named once.
    pub(crate) fn kinds_of(&mut self, key: &str, place: &FileLocation, text: &str) -> Option<Vec<PieceKind>> {
        let mut kinds = Vec::new();
        for letter in text.chars() {
            let kind = self.kind_of(place, letter);
            if kind.is_some_and(|kind| kinds.contains(&kind)) {
                self.complain(place, format!("`{key}` names `{letter}` twice"));
            }
            kinds.extend(kind);
        }
        (kinds.len() == text.chars().count()).then_some(kinds)
    }

    pub(crate) fn kind_set(&mut self, key: &'static str) -> Option<PieceKindSet> {
        Some(self.kinds(key)?.into_iter().collect())
    }

    /// A text of exactly one piece's letter.
    pub(crate) fn kind(&mut self, key: &'static str) -> Option<PieceKind> {
        let kinds = self.kinds(key)?;
        match kinds[..] {
            [kind] => Some(kind),
            _ => {
                self.complain_here(format!("`{key}` should be the letter of one piece"));
                None
            }
        }
    }

    /// Reads a table within this one; unknown keys in it are named too.
    pub(crate) fn within<T>(&mut self, table: &'a Table, read: impl FnOnce(&mut Section<'_, '_>) -> T) -> T {
        for (key, node) in &self.table.entries {
            if let Value::Table(inner) = &node.value
                && std::ptr::eq(inner, table)
            {
                self.known.push(key.clone());
            }
        }
        let mut inner = Section::new(self.name.clone(), table, self.letters, self.complaints);
        let value = read(&mut inner);
        inner.finish(&[]);
        value
    }

    /// Source, conjecture and note; one of the first two must be there.
    pub(crate) fn provenance(&mut self) -> Provenance {
        let provenance = Provenance {
            sources: self.texts("source"),
            conjecture: self.optional_text("conjecture").map(str::to_owned),
            note: self.optional_text("note").map(str::to_owned),
        };
        if provenance.sources.is_empty() && provenance.conjecture.is_none() {
            self.complain_of_absence("needs a `source`, or a `conjecture` with its reason");
        }
        provenance
    }

    /// Complains of every key that was not read, except those in `besides`.
    pub(crate) fn finish(mut self, besides: &[&str]) {
        if self.table.extent == Extent::Partial {
            return;
        }
        for (key, node) in &self.table.entries {
            if !self.used.contains(&key.as_str())
                && !besides.contains(&key.as_str())
                && !self.known.contains(key)
            {
                let known = self.used.join("`, `");
                self.complain(&node.place, format!("unknown key `{key}`; known here are `{known}`"));
            }
        }
    }
}
