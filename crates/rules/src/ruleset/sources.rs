//! The bibliography and the evidence records.

use serde::Serialize;

use super::tree::{self, Complaint, Table, Value};

/// A work that rulesets cite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The key used in citations.
    pub key: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// What it is called.
    pub title: String,
    /// When it appeared.
    pub year: Option<String>,
    /// Every other field, as written: publisher, kind, how much of it was seen.
    pub fields: Vec<(String, String)>,
}

impl Source {
    /// The work as a footnote names it.
    #[must_use]
    pub fn citation(&self) -> String {
        let author = self.author.as_ref().map_or(String::new(), |author| format!("{author}, "));
        let year = self.year.as_ref().map_or(String::new(), |year| format!(" ({year})"));
        format!("{author}{}{year}", self.title)
    }
}

/// A record of evidence for a game, as collections of sources keep them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EvidenceRecord {
    /// Its identifier, `DLP.Evidence.1406`.
    pub id: String,
    /// Every field as written, nested keys joined by a dot: `location.lat`.
    pub fields: Vec<(String, String)>,
}

impl EvidenceRecord {
    /// A field's text.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(name, _)| name == key);
        found.map(|(_, text)| text.as_str())
    }
}

/// The bibliography and the evidence records.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Sources {
    /// Works, in the order of the file.
    pub works: Vec<Source>,
    /// Evidence records, in the order of the file.
    pub evidence: Vec<EvidenceRecord>,
}

impl Sources {
    /// Reads `sources.toml`.
    ///
    /// # Errors
    /// Every complaint about the file.
    pub fn parse(name: &str, text: &str) -> Result<Sources, Vec<Complaint>> {
        let root = tree::parse(name, text)?;
        let mut sources = Sources::default();
        let mut complaints = Vec::new();
        for (key, node) in &root.entries {
            let Value::Table(table) = &node.value else {
                let message = format!("`{key}` should be a table with a `title`");
                complaints.push(Complaint { place: node.place.clone(), message });
                continue;
            };
            if key == "evidence" {
                sources.evidence.extend(table.entries.iter().filter_map(|(id, node)| match &node.value {
                    Value::Table(record) => {
                        Some(EvidenceRecord { id: id.clone(), fields: flatten(record, "") })
                    }
                    _ => None,
                }));
                continue;
            }
            let fields = flatten(table, "");
            let take = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, text)| text.clone());
            let Some(title) = take("title") else {
                complaints.push(Complaint {
                    place: node.place.clone(),
                    message: format!("[{key}] `title` is missing"),
                });
                continue;
            };
            let (author, year) = (take("author"), take("year"));
            let fields = fields
                .into_iter()
                .filter(|(key, _)| !["title", "author", "year"].contains(&key.as_str()))
                .collect();
            sources.works.push(Source { key: key.clone(), author, title, year, fields });
        }
        if complaints.is_empty() { Ok(sources) } else { Err(complaints) }
    }

    /// The work with that key.
    #[must_use]
    pub fn work(&self, key: &str) -> Option<&Source> {
        self.works.iter().find(|work| work.key == key)
    }

    /// A citation such as `murray1913:362` in full: the work, then the place.
    /// An unknown key is given back as it stands.
    #[must_use]
    pub fn cite(&self, citation: &str) -> String {
        let (key, place) = match citation.split_once(':') {
            Some((key, place)) => (key, Some(place)),
            None => (citation, None),
        };
        let work = self.work(key).map_or_else(|| key.to_owned(), Source::citation);
        match place {
            Some(place) => format!("{work}, {place}"),
            None => work,
        }
    }
}

fn flatten(table: &Table, prefix: &str) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (key, node) in &table.entries {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match &node.value {
            Value::Table(inner) => fields.extend(flatten(inner, &name)),
            value => fields.push((name, plain(value))),
        }
    }
    fields
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Decimal(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::List(items) => items.iter().map(|item| plain(&item.value)).collect::<Vec<_>>().join(", "),
        Value::Date | Value::Table(_) => String::new(),
    }
}
