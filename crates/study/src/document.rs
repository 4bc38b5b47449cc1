//! A TOML text of which every complaint has its line: typed values out, unknown keys named.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rukh_rules::ruleset::{Complaint, FileLocation};
use toml::de::{DeTable, DeValue};

/// The complaints about a text.
pub(crate) struct Complaints {
    file: Arc<str>,
    starts: Vec<usize>,
    found: Vec<Complaint>,
    /// Something is no TOML, so nothing can be said of what is missing.
    is_partial: bool,
}

impl Complaints {
    pub(crate) fn new(file: &str, text: &str) -> Complaints {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        Complaints { file: Arc::from(file), starts, found: Vec::new(), is_partial: false }
    }

    /// Complains of what is no TOML.
    pub(crate) fn add_syntax(&mut self, errors: &[toml::de::Error]) {
        for error in errors {
            let place = self.place(error.span().map_or(0, |span| span.start));
            // One slip often makes several errors of its line.
            if self.found.last().is_none_or(|last| last.place != place) {
                self.found.push(Complaint { place, message: error.message().replace('\n', "; ") });
            }
        }
        self.is_partial |= !errors.is_empty();
    }

    /// Complains of what stands at an offset.
    pub(crate) fn add(&mut self, at: usize, message: impl Into<String>) {
        let complaint = Complaint { place: self.place(at), message: message.into() };
        // A line that is no TOML says nothing else.
        let is_lost = self.is_partial && self.found.iter().any(|known| known.place == complaint.place);
        if !is_lost && !self.found.contains(&complaint) {
            self.found.push(complaint);
        }
    }

    /// All of them, by lines.
    pub(crate) fn into_sorted(mut self) -> Vec<Complaint> {
        self.found.sort_by_key(|complaint| complaint.place.line);
        self.found
    }

    fn place(&self, offset: usize) -> FileLocation {
        FileLocation { file: self.file.clone(), line: self.starts.partition_point(|start| *start <= offset) }
    }
}

/// A value with its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed<T> {
    pub(crate) value: T,
    pub(crate) at: usize,
}

/// A table being read.
pub(crate) struct Section<'t, 'c> {
    /// Name for complaints, such as `[stop]`; empty for the whole text.
    name: &'static str,
    table: &'t DeTable<'t>,
    /// Where it begins.
    pub(crate) at: usize,
    used: Vec<&'static str>,
    pub(crate) complaints: &'c mut Complaints,
}

impl<'t, 'c> Section<'t, 'c> {
    pub(crate) fn new(
        name: &'static str,
        table: Placed<&'t DeTable<'t>>,
        complaints: &'c mut Complaints,
    ) -> Section<'t, 'c> {
        Section { name, table: table.value, at: table.at, used: Vec::new(), complaints }
    }

    pub(crate) fn complain(&mut self, at: usize, message: &str) {
        let gap = if self.name.is_empty() { "" } else { " " };
        self.complaints.add(at, format!("{}{gap}{message}", self.name));
    }

    fn optional(&mut self, key: &'static str) -> Option<Placed<&'t DeValue<'t>>> {
        if !self.used.contains(&key) {
            self.used.push(key);
        }
        let (name, value) = self.table.iter().find(|(name, _)| name.get_ref() == key)?;
        Some(Placed { value: value.get_ref(), at: name.span().start })
    }

    /// Whether there is a key.
    pub(crate) fn has(&mut self, key: &'static str) -> bool {
        self.optional(key).is_some()
    }

    /// Complains that something is not there, unless it may only have been lost.
    pub(crate) fn complain_of_absence(&mut self, message: &str) {
        if !self.complaints.is_partial {
            self.complain(self.at, message);
        }
    }

    fn required(&mut self, key: &'static str) -> Option<Placed<&'t DeValue<'t>>> {
        let found = self.optional(key);
        if found.is_none() {
            self.complain_of_absence(&format!("`{key}` is missing"));
        }
        found
    }

    fn as_text(&mut self, key: &str, found: Placed<&'t DeValue<'t>>) -> Option<Placed<&'t str>> {
        let DeValue::String(text) = found.value else {
            self.complain(found.at, &format!("`{key}` should be a text"));
            return None;
        };
        if text.trim().is_empty() {
            self.complain(found.at, &format!("`{key}` is empty"));
            return None;
        }
        Some(Placed { value: &**text, at: found.at })
    }

    /// A text that must be there and is not empty.
    pub(crate) fn text(&mut self, key: &'static str) -> Option<Placed<&'t str>> {
        let found = self.required(key)?;
        self.as_text(key, found)
    }

    /// A text that may be missing, but not empty.
    pub(crate) fn optional_text(&mut self, key: &'static str) -> Option<Placed<&'t str>> {
        let found = self.optional(key)?;
        self.as_text(key, found)
    }

    /// A whole number that must be there.
    pub(crate) fn number(&mut self, key: &'static str, range: RangeInclusive<u64>) -> Option<Placed<u64>> {
        let found = self.required(key)?;
        self.as_number(key, found, range)
    }

    /// A whole number, or what holds without it.
    pub(crate) fn number_or(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
    ) -> Option<Placed<u64>> {
        match self.optional(key) {
            None => Some(Placed { value: default, at: self.at }),
            Some(found) => self.as_number(key, found, range),
        }
    }

    fn as_number(
        &mut self,
        key: &str,
        found: Placed<&'t DeValue<'t>>,
        range: RangeInclusive<u64>,
    ) -> Option<Placed<u64>> {
        let number = match found.value {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let (least, most) = (range.start(), range.end());
            self.complain(found.at, &format!("`{key}` should be a whole number from {least} to {most}"));
        }
        number.map(|value| Placed { value, at: found.at })
    }

    /// A number above 0 that must be there.
    pub(crate) fn positive(&mut self, key: &'static str) -> Option<f64> {
        let found = self.required(key)?;
        let number = match found.value {
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::Integer(number) => number.as_str().parse().ok(),
            _ => None,
        };
        let number = number.filter(|number: &f64| *number > 0.0 && number.is_finite());
        if number.is_none() {
            self.complain(found.at, &format!("`{key}` should be a number above 0"));
        }
        number
    }

    /// A text or a list of texts, each with its place; `None` if the key is not there or something else.
    pub(crate) fn texts(&mut self, key: &'static str) -> Option<Vec<Placed<&'t str>>> {
        let found = self.optional(key)?;
        self.as_texts(key, found)
    }

    fn as_texts(&mut self, key: &str, found: Placed<&'t DeValue<'t>>) -> Option<Vec<Placed<&'t str>>> {
        let DeValue::Array(items) = found.value else {
            return Some(vec![self.as_text(key, found)?]);
        };
        if items.is_empty() {
            self.complain(found.at, &format!("`{key}` is an empty list"));
        }
        // All are looked at before any is missed, so that each complaint is made.
        let texts: Vec<Option<Placed<&'t str>>> = items
            .iter()
            .map(|item| self.as_text(key, Placed { value: item.get_ref(), at: item.span().start }))
            .collect();
        texts.into_iter().collect()
    }

    /// The keys of a table with their texts, in the order of the text.
    pub(crate) fn lists(&mut self, key: &'static str) -> Vec<(Placed<&'t str>, Vec<Placed<&'t str>>)> {
        let Some(table) = self.table(key) else { return Vec::new() };
        let mut lists: Vec<(Placed<&'t str>, Vec<Placed<&'t str>>)> = Vec::new();
        for (name, value) in table.value.iter() {
            let at = name.span().start;
            let value = Placed { value: value.get_ref(), at };
            let name: &'t str = name.get_ref();
            if let Some(texts) = self.as_texts(name, value) {
                lists.push((Placed { value: name, at }, texts));
            }
        }
        lists.sort_by_key(|(name, _)| name.at);
        lists
    }

    /// A table that may be missing.
    pub(crate) fn table(&mut self, key: &'static str) -> Option<Placed<&'t DeTable<'t>>> {
        let found = self.optional(key)?;
        match found.value {
            DeValue::Table(table) => Some(Placed { value: table, at: found.at }),
            _ => {
                self.complain(found.at, &format!("`{key}` should be a table"));
                None
            }
        }
    }

    /// A list of tables; empty without the key.
    pub(crate) fn tables(&mut self, key: &'static str) -> Vec<Placed<&'t DeTable<'t>>> {
        let Some(found) = self.optional(key) else { return Vec::new() };
        let DeValue::Array(items) = found.value else {
            self.complain(found.at, &format!("`{key}` should be written as `[[{key}]]`"));
            return Vec::new();
        };
        let tables: Option<Vec<Placed<&'t DeTable<'t>>>> = items
            .iter()
            .map(|item| match item.get_ref() {
                DeValue::Table(table) => Some(Placed { value: table, at: item.span().start }),
                _ => None,
            })
            .collect();
        let tables = tables.filter(|tables| !tables.is_empty());
        if tables.is_none() {
            self.complain(found.at, &format!("`{key}` should be written as `[[{key}]]`"));
        }
        tables.unwrap_or_default()
    }

    /// Complains of every key that was not read.
    pub(crate) fn finish(mut self) {
        if self.complaints.is_partial {
            return;
        }
        let table = self.table;
        for (name, _) in table.iter() {
            let key = name.get_ref();
            if !self.used.iter().any(|used| key == used) {
                let known = self.used.join("`, `");
                self.complain(name.span().start, &format!("unknown key `{key}`; known here are `{known}`"));
            }
        }
    }
}
