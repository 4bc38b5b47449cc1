//! A ruleset file: its tree, its options, and how an instance is resolved.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::section::{Provenance, Section};
use super::tree::{self, Complaint, Table, Value};
use super::{Instance, InstanceError, Ruleset, check, read};

/// Something a ruleset lets the players choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// Its key, as written in an instance.
    pub key: String,
    /// What it is about.
    pub title: String,
    /// A remark.
    pub note: Option<String>,
    /// The choice that holds if none is named.
    pub default: String,
    /// What can be chosen.
    pub choices: Vec<ChoiceInfo>,
}

/// One choice of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChoiceInfo {
    /// Its key, as written in an instance.
    pub id: String,
    /// What it means.
    pub title: String,
    /// Whether the sources leave it in doubt.
    pub unverified: bool,
    /// Where it comes from.
    #[serde(flatten)]
    pub provenance: Provenance,
}

/// Why a ruleset could not be had.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// The instance's text is malformed.
    Instance(InstanceError),
    /// No ruleset has that id.
    UnknownRuleset {
        /// What was asked for.
        id: String,
        /// The ids there are.
        known: Vec<String>,
    },
    /// An option or choice does not exist.
    UnknownOption {
        /// What was asked for and what there is.
        message: String,
    },
    /// Options that cannot stand together.
    Contradiction {
        /// The instance.
        instance: String,
        /// Why.
        reason: String,
    },
    /// The file is wrong; every complaint.
    Complaints(Vec<Complaint>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Instance(error) => error.fmt(f),
            LoadError::UnknownRuleset { id, known } => {
                let known = known.join("`, `");
                write!(f, "no ruleset is called `{id}`; there are `{known}`")
            }
            LoadError::UnknownOption { message } => f.write_str(message),
            LoadError::Contradiction { instance, reason } => {
                write!(f, "`{instance}` contradicts itself: {reason}")
            }
            LoadError::Complaints(complaints) => {
                let lines: Vec<String> = complaints.iter().map(Complaint::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl From<InstanceError> for LoadError {
    fn from(error: InstanceError) -> LoadError {
        LoadError::Instance(error)
    }
}

/// A ruleset as its author wrote it, with what it extends laid beneath.
#[derive(Debug, Clone)]
pub struct RulesetFile {
    id: String,
    extends: Option<String>,
    /// Keys of laws this file states itself, where it extends another.
    stated: Vec<String>,
    root: Table,
    options: Vec<OptionInfo>,
    contradictions: Vec<(Vec<(String, String)>, String)>,
}

/// The longest ruleset file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;

impl RulesetFile {
    /// Reads a file's text; `name` is what complaints call it, `parent` gives
    /// the text of a ruleset this one extends.
    ///
    /// # Errors
    /// Every complaint about the file and about each of its option choices.
    pub fn parse(
        name: &str,
        text: &str,
        parent: impl Fn(&str) -> Option<(String, String)>,
    ) -> Result<RulesetFile, LoadError> {
        let file = RulesetFile::parse_unchecked(name, text, parent)?;
        let mut complaints: Vec<Complaint> = Vec::new();
        for (key, choice) in
            std::iter::once(None).chain(file.single_choices().map(Some)).map(|pair| pair.unwrap_or_default())
        {
            let choices: BTreeMap<String, String> =
                if key.is_empty() { BTreeMap::new() } else { BTreeMap::from([(key, choice)]) };
            match file.resolve(&choices) {
                Ok(_) | Err(LoadError::Contradiction { .. }) => {}
                Err(LoadError::Complaints(found)) => {
                    for complaint in found {
                        if !complaints.contains(&complaint) {
                            complaints.push(complaint);
                        }
                    }
                }
                Err(other) => return Err(other),
            }
        }
        if complaints.is_empty() { Ok(file) } else { Err(LoadError::Complaints(complaints)) }
    }

    /// As [`RulesetFile::parse`], but the laws are read only when an instance
    /// is resolved; for built-in files, which a test has checked.
    ///
    /// # Errors
    /// Complaints about the file as such and its options.
    pub fn parse_unchecked(
        name: &str,
        text: &str,
        parent: impl Fn(&str) -> Option<(String, String)>,
    ) -> Result<RulesetFile, LoadError> {
        if text.len() > MAX_FILE_BYTES {
            let place = tree::Place { file: name.into(), line: 1 };
            let message = format!("the file is longer than {MAX_FILE_BYTES} bytes");
            return Err(LoadError::Complaints(vec![Complaint { place, message }]));
        }
        let mut root = tree::parse(name, text).map_err(LoadError::Complaints)?;
        let mut complaints = Vec::new();
        let extends = root.text("extends").map(str::to_owned);
        let stated = root.entries.iter().map(|(key, _)| key.clone()).collect();
        if let Some(base) = &extends {
            root = extend(root, base, parent, &mut complaints);
        }
        let options = read_options(&root, &mut complaints);
        let contradictions = read_contradictions(&root, &options, &mut complaints);
        let id = root.text("id").unwrap_or_default().to_owned();
        if id.is_empty() || !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            let message = "`id` should be a word of lower-case letters, digits and hyphens".to_owned();
            complaints.push(Complaint { place: root.place.clone(), message });
        }
        if complaints.is_empty() {
            Ok(RulesetFile { id, extends, stated, root, options, contradictions })
        } else {
            Err(LoadError::Complaints(complaints))
        }
    }

    /// The ruleset's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The ruleset this one extends, if any.
    #[must_use]
    pub fn extends(&self) -> Option<&str> {
        self.extends.as_deref()
    }

    /// Whether the file states this table (a law, `men`, `options`) itself.
    #[must_use]
    pub fn states(&self, key: &str) -> bool {
        self.extends.is_none() || self.stated.iter().any(|stated| stated == key)
    }

    /// What can be chosen.
    #[must_use]
    pub fn options(&self) -> &[OptionInfo] {
        &self.options
    }

    /// Every option with every choice that is not its default.
    pub fn single_choices(&self) -> impl Iterator<Item = (String, String)> {
        self.options.iter().flat_map(|option| {
            let others = option.choices.iter().filter(|choice| choice.id != option.default);
            others.map(|choice| (option.key.clone(), choice.id.clone()))
        })
    }

    /// The ruleset with these choices made.
    ///
    /// # Errors
    /// An unknown option, a contradiction, or every complaint about the laws.
    pub fn resolve(&self, choices: &BTreeMap<String, String>) -> Result<Ruleset, LoadError> {
        let choices = self.canonical(choices)?;
        let instance = Instance { id: self.id.clone(), choices };
        let mut root = self.root.clone();
        for (key, choice) in &instance.choices {
            let path = ["options", key, "choices", choice];
            let found = path.iter().try_fold(&self.root, |table, key| table.table(key));
            if let Some(patch) = found.and_then(|choice| choice.table("patch")) {
                root.lay_over(&with_provenance(patch, found));
            }
        }
        let mut complaints = Vec::new();
        let ruleset = read::ruleset(&root, instance, self.options.clone(), &mut complaints);
        if let Some(ruleset) = &ruleset {
            check::check(ruleset, &root, &mut complaints);
        }
        match ruleset {
            Some(ruleset) if complaints.is_empty() => Ok(ruleset),
            _ => Err(LoadError::Complaints(complaints)),
        }
    }

    /// Defaults dropped, unknown names and contradictions refused.
    fn canonical(&self, choices: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, LoadError> {
        let mut kept = BTreeMap::new();
        for (key, choice) in choices {
            let option = self.options.iter().find(|option| option.key == *key).ok_or_else(|| {
                let known: Vec<&str> = self.options.iter().map(|option| option.key.as_str()).collect();
                LoadError::UnknownOption {
                    message: format!("`{}` has no option `{key}`; it has {}", self.id, listed(&known)),
                }
            })?;
            if !option.choices.iter().any(|known| known.id == *choice) {
                let known: Vec<&str> = option.choices.iter().map(|choice| choice.id.as_str()).collect();
                return Err(LoadError::UnknownOption {
                    message: format!(
                        "option `{key}` of `{}` has no choice `{choice}`; it has {}",
                        self.id,
                        listed(&known)
                    ),
                });
            }
            if *choice != option.default {
                kept.insert(key.clone(), choice.clone());
            }
        }
        let chosen = |key: &str| {
            let default =
                || self.options.iter().find(|option| option.key == key).map(|option| option.default.clone());
            kept.get(key).cloned().or_else(default)
        };
        for (pairs, reason) in &self.contradictions {
            if pairs.iter().all(|(key, choice)| chosen(key).as_ref() == Some(choice)) {
                let instance = Instance { id: self.id.clone(), choices: kept };
                return Err(LoadError::Contradiction {
                    instance: instance.to_string(),
                    reason: reason.clone(),
                });
            }
        }
        Ok(kept)
    }
}

/// A choice's patch whose laws, where they name no source, carry the choice's own.
fn with_provenance(patch: &Table, choice: Option<&Table>) -> Table {
    let mut patch = patch.clone();
    for (_, node) in &mut patch.entries {
        let Value::Table(law) = &mut node.value else { continue };
        if law.get("law").is_none() || law.get("source").is_some() || law.get("conjecture").is_some() {
            continue;
        }
        let given = choice.into_iter().flat_map(|choice| &choice.entries);
        let given = given.filter(|(key, _)| ["source", "conjecture", "note"].contains(&key.as_str()));
        law.entries.extend(given.cloned());
    }
    patch
}

fn listed(words: &[&str]) -> String {
    if words.is_empty() { "none".to_owned() } else { format!("`{}`", words.join("`, `")) }
}

fn extend(
    mut child: Table,
    base: &str,
    parent: impl Fn(&str) -> Option<(String, String)>,
    complaints: &mut Vec<Complaint>,
) -> Table {
    let place = child.get("extends").map_or(child.place.clone(), |node| node.place.clone());
    let mut complain = |message: String| complaints.push(Complaint { place: place.clone(), message });
    let Some((name, text)) = parent(base) else {
        complain(format!("`extends` names `{base}`, but no such ruleset is known"));
        return child;
    };
    let mut root = match tree::parse(&name, &text) {
        Ok(root) => root,
        Err(found) => {
            complaints.extend(found);
            return child;
        }
    };
    if root.get("extends").is_some() {
        complain(format!("`{base}` extends another ruleset itself; only one level is allowed"));
    }
    root.remove("about");
    if let Some(drop) = child.get("drop").cloned() {
        let paths = match &drop.value {
            Value::List(items) => items.as_slice(),
            _ => &[],
        };
        for item in paths {
            let known = matches!(&item.value, Value::Text(path) if root.remove(path));
            if !known {
                let message = "`drop` should list keys the parent has, such as \"options.saba\"".to_owned();
                complaints.push(Complaint { place: item.place.clone(), message });
            }
        }
        child.remove("drop");
    }
    root.lay_over(&child);
    root.place = child.place;
    root
}

fn read_options(root: &Table, complaints: &mut Vec<Complaint>) -> Vec<OptionInfo> {
    let Some(table) = root.table("options") else { return Vec::new() };
    let mut options = Vec::new();
    for (key, node) in &table.entries {
        let Value::Table(table) = &node.value else {
            let message = format!("[options] `{key}` should be a table");
            complaints.push(Complaint { place: node.place.clone(), message });
            continue;
        };
        let mut section = Section::new(format!("options.{key}"), table, &[], complaints);
        let title = section.text("title").unwrap_or_default().to_owned();
        let note = section.optional_text("note").map(str::to_owned);
        let default = section.text("default").unwrap_or_default().to_owned();
        let choices = section.sub_table("choices");
        if choices.is_none_or(|choices| choices.get(&default).is_none()) {
            section.complain_here(format!("the default `{default}` is not among the choices"));
        }
        section.finish(&[]);
        let choices = choices.map_or_else(Vec::new, |choices| read_choices(key, choices, complaints));
        options.push(OptionInfo { key: key.clone(), title, note, default, choices });
    }
    options
}

fn read_choices(option: &str, table: &Table, complaints: &mut Vec<Complaint>) -> Vec<ChoiceInfo> {
    let mut choices = Vec::new();
    for (id, node) in &table.entries {
        let Value::Table(table) = &node.value else {
            let message = format!("[options.{option}.choices] `{id}` should be a table");
            complaints.push(Complaint { place: node.place.clone(), message });
            continue;
        };
        let mut section = Section::new(format!("options.{option}.choices.{id}"), table, &[], complaints);
        let title = section.text("title").unwrap_or_default().to_owned();
        let unverified = section.optional_flag("unverified");
        let provenance = section.provenance();
        section.sub_table("patch");
        section.finish(&[]);
        choices.push(ChoiceInfo { id: id.clone(), title, unverified, provenance });
    }
    choices
}

type Contradiction = (Vec<(String, String)>, String);

fn read_contradictions(
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
        let Value::Table(table) = &item.value else { continue };
        let mut section = Section::new("contradictions", table, &[], complaints);
        let reason = section.text("reason").unwrap_or_default().to_owned();
        let Some(when) = section.sub_table("when") else {
            section.complain_here("`when` is missing");
            continue;
        };
        let mut pairs = Vec::new();
        for (key, node) in &when.entries {
            let choice = when.text(key).unwrap_or_default();
            let option = options.iter().find(|option| option.key == *key);
            if !option.is_some_and(|option| option.choices.iter().any(|known| known.id == choice)) {
                section.complain(&node.place, format!("there is no choice `{key}={choice}`"));
            }
            pairs.push((key.clone(), choice.to_owned()));
        }
        section.finish(&[]);
        found.push((pairs, reason));
    }
    found
}
