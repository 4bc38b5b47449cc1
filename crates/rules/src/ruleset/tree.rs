//! TOML as a tree in which every value knows the file and line it came from,
//! so that patched rulesets still complain at the right place.

use std::fmt;
use std::sync::Arc;

/// Where in a ruleset file something stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLocation {
    /// The file's name as it was given.
    pub file: Arc<str>,
    /// The line, counted from 1.
    pub line: usize,
}

impl fmt::Display for FileLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// One thing that is wrong with a ruleset file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// Where.
    pub place: FileLocation,
    /// What, and what would be right.
    pub message: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Value {
    Text(String),
    Number(i64),
    Decimal(f64),
    Flag(bool),
    List(Vec<Node>),
    Table(Table),
    Date,
}

impl Value {
    fn mark_partial(&mut self) {
        match self {
            Value::Table(table) => table.mark_partial(),
            Value::List(items) => items.iter_mut().for_each(|item| item.value.mark_partial()),
            _ => {}
        }
    }

    pub(crate) fn what(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Number(_) => "a whole number",
            Value::Decimal(_) => "a decimal number",
            Value::Flag(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Date => "a date",
        }
    }
}

impl Value {
    /// The value on one line of TOML.
    fn to_inline(&self) -> String {
        match self {
            Value::Text(text) => toml_text(text),
            Value::Number(number) => number.to_string(),
            Value::Decimal(number) => format!("{number:?}"),
            Value::Flag(flag) => flag.to_string(),
            // Which day it was is not kept, since no law has a date.
            Value::Date => "1970-01-01".to_owned(),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(|item| item.value.to_inline()).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Table(table) => {
                let entry =
                    |(key, node): &(String, Node)| format!("{} = {}", toml_key(key), node.value.to_inline());
                let entries: Vec<String> = table.entries.iter().map(entry).collect();
                format!("{{ {} }}", entries.join(", "))
            }
        }
    }
}

fn toml_key(key: &str) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if !key.is_empty() && key.chars().all(is_bare) { key.to_owned() } else { toml_text(key) }
}

/// A basic string: control characters, quotes and backslashes are escaped.
fn toml_text(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            letter if letter.is_ascii_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(letter))),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) place: FileLocation,
}

/// Whether all that was written in a table could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of it.
    Whole,
    /// Something was lost, so nothing can be said of what is missing.
    Partial,
}

#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) entries: Vec<(String, Node)>,
    pub(crate) place: FileLocation,
    pub(crate) extent: Extent,
}

impl Table {
    /// Notes that parts of this table and of those within it were lost.
    pub(crate) fn mark_partial(&mut self) {
        self.extent = Extent::Partial;
        for (_, node) in &mut self.entries {
            node.value.mark_partial();
        }
    }

    /// Complains that something is not there, unless it may only have been lost.
    pub(crate) fn complain_of_absence(&self, complaints: &mut Vec<Complaint>, message: impl Into<String>) {
        if self.extent == Extent::Whole {
            complaints.push(Complaint { place: self.place.clone(), message: message.into() });
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let found = self.entries.iter().find(|(name, _)| name == key);
        found.map(|(_, node)| node)
    }

    /// The place of a value, or of the innermost table on the way to it.
    pub(crate) fn place_of(&self, path: &[&str]) -> &FileLocation {
        let mut place = &self.place;
        let mut table = Some(self);
        for key in path {
            let Some(node) = table.and_then(|table| table.get(key)) else { break };
            place = &node.place;
            table = match &node.value {
                Value::Table(inner) => Some(inner),
                _ => None,
            };
        }
        place
    }

    pub(crate) fn table(&self, key: &str) -> Option<&Table> {
        match self.get(key) {
            Some(Node { value: Value::Table(table), .. }) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        match self.get(key) {
            Some(Node { value: Value::Text(text), .. }) => Some(text),
            _ => None,
        }
    }

    /// Lays `patch` over this table. A patch that names a `law` replaces the
    /// whole law, so that no parameter of the old variant survives in the new.
    pub(crate) fn lay_over(&mut self, patch: &Table) {
        if patch.extent == Extent::Partial {
            self.mark_partial();
        }
        for (key, node) in &patch.entries {
            let slot = self.entries.iter_mut().find(|(name, _)| name == key);
            match (slot, &node.value) {
                (Some((_, old)), Value::Table(new)) if new.get("law").is_none() => match &mut old.value {
                    Value::Table(old) => old.lay_over(new),
                    _ => *old = node.clone(),
                },
                (Some((_, old)), _) => *old = node.clone(),
                (None, _) => self.entries.push((key.clone(), node.clone())),
            }
        }
        if self.extent == Extent::Partial {
            self.mark_partial();
        }
    }

    /// The table as a TOML document. Texts, numbers and lists come before inner tables, which keep
    /// their order.
    pub(crate) fn to_toml(&self) -> String {
        let mut text = String::new();
        self.write_section("", &mut text);
        text
    }

    fn write_section(&self, path: &str, text: &mut String) {
        let mut inner = Vec::new();
        for (key, node) in &self.entries {
            match &node.value {
                Value::Table(table) => inner.push((key, table)),
                value => text.push_str(&format!("{} = {}\n", toml_key(key), value.to_inline())),
            }
        }
        for (key, table) in inner {
            let separator = if path.is_empty() { "" } else { "." };
            let path = format!("{path}{separator}{}", toml_key(key));
            text.push_str(&format!("\n[{path}]\n"));
            table.write_section(&path, text);
        }
    }

    /// Removes what a dotted path such as `options.saba` names; false if nothing was there.
    pub(crate) fn remove(&mut self, path: &str) -> bool {
        let (head, rest) = match path.split_once('.') {
            Some((head, rest)) => (head, Some(rest)),
            None => (path, None),
        };
        let Some(at) = self.entries.iter().position(|(name, _)| name == head) else {
            return false;
        };
        match (rest, &mut self.entries[at].1.value) {
            (None, _) => {
                self.entries.remove(at);
                true
            }
            (Some(rest), Value::Table(table)) => table.remove(rest),
            (Some(_), _) => false,
        }
    }
}

/// Deepest nesting of tables and lists that is read; the schema needs six.
const MAX_DEPTH: usize = 16;

/// Reads TOML text into a tree.
///
/// # Errors
/// A complaint for each thing that is not TOML.
pub(crate) fn parse(file: &str, text: &str) -> Result<Table, Vec<Complaint>> {
    let (table, complaints) = parse_what_can_be(file, text);
    if complaints.is_empty() { Ok(table) } else { Err(complaints) }
}

/// Reads what of a text is TOML into a tree, marked as partial if something is
/// not, with a complaint for each such thing.
pub(crate) fn parse_what_can_be(file: &str, text: &str) -> (Table, Vec<Complaint>) {
    let lines = Lines { file: Arc::from(file), starts: line_starts(text) };
    let (source, errors) = toml::de::DeTable::parse_recoverable(text);
    let mut complaints: Vec<Complaint> = Vec::new();
    for error in errors {
        let place = lines.place(error.span().map_or(0, |span| span.start));
        // One slip often makes several errors of its line.
        if complaints.last().is_none_or(|last| last.place != place) {
            complaints.push(Complaint { place, message: error.message().replace('\n', "; ") });
        }
    }
    let mut table = lines.table(source.get_ref(), lines.place(0), 0, &mut complaints);
    if !complaints.is_empty() {
        table.mark_partial();
    }
    (table, complaints)
}

fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
}

struct Lines {
    file: Arc<str>,
    starts: Vec<usize>,
}

impl Lines {
    fn place(&self, offset: usize) -> FileLocation {
        FileLocation { file: self.file.clone(), line: self.starts.partition_point(|&start| start <= offset) }
    }

    fn table(
        &self,
        source: &toml::de::DeTable<'_>,
        place: FileLocation,
        depth: usize,
        complaints: &mut Vec<Complaint>,
    ) -> Table {
        let mut entries: Vec<(usize, (String, Node))> = source
            .iter()
            .map(|(key, value)| {
                let at = key.span().start;
                let value = self.value(value.get_ref(), self.place(at), depth, complaints);
                (at, (key.get_ref().to_string(), Node { value, place: self.place(at) }))
            })
            .collect();
        entries.sort_by_key(|(at, _)| *at);
        let entries = entries.into_iter().map(|(_, entry)| entry).collect();
        Table { entries, place, extent: Extent::Whole }
    }

    fn value(
        &self,
        source: &toml::de::DeValue<'_>,
        place: FileLocation,
        depth: usize,
        complaints: &mut Vec<Complaint>,
    ) -> Value {
        use toml::de::DeValue;
        if depth > MAX_DEPTH {
            complaints
                .push(Complaint { place, message: format!("tables are nested deeper than {MAX_DEPTH}") });
            return Value::Flag(false);
        }
        match source {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::Number(number),
                Err(_) => {
                    complaints
                        .push(Complaint { place, message: format!("`{number}` is too large a number") });
                    Value::Number(0)
                }
            },
            DeValue::Float(number) => Value::Decimal(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Array(items) => Value::List(
                items
                    .iter()
                    .map(|item| {
                        let place = self.place(item.span().start);
                        Node {
                            value: self.value(item.get_ref(), place.clone(), depth + 1, complaints),
                            place,
                        }
                    })
                    .collect(),
            ),
            DeValue::Table(table) => Value::Table(self.table(table, place, depth + 1, complaints)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, parse};

    #[test]
    fn lay_over_keeps_lines_of_values() {
        let mut table = parse("a.toml", "x = 1\n[law]\nlaw = 'a'\nold = 2\n").expect("valid");
        let patch = parse("b.toml", "\n\nlaw.law = 'b'\nx = 3").expect("valid");
        table.lay_over(&patch);
        let law = table.get("law").expect("patched");
        assert_eq!(law.place.to_string(), "b.toml:3");
        let Value::Table(law) = &law.value else { panic!("a table") };
        assert!(law.get("old").is_none(), "a replaced law keeps nothing");
    }

    #[test]
    fn to_toml_is_read_as_the_same_tree() {
        let text = "x = 1\n'odd key' = \"a \\\"quote\\\", a \\\\ and\\na line \\u007f\"\nlist = [1, [2.5, true], { a = 'b' }]\n\
                    [z]\nlaw = 'z'\n[z.inner]\n[a]\nflag = false\n";
        let table = parse("a.toml", text).expect("valid");
        let written = table.to_toml();
        let again = parse("b.toml", &written).expect("valid");
        assert_eq!(written, again.to_toml());
        let shown = |table: &super::Table| super::Value::Table(table.clone()).to_inline();
        assert_eq!(shown(&table), shown(&again), "{written}");
        assert!(written.find("[z]") < written.find("[a]"), "the order of tables is kept");
    }

    #[test]
    fn parse_broken_toml_names_the_place() {
        let complaints = parse("x.toml", "a = 1\nb = = 2\n").expect_err("not TOML");
        assert_eq!(complaints[0].place.line, 2);
    }
}
