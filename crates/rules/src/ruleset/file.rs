//! A ruleset file: its tree, its options, and how an instance is resolved.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Serialize;

use super::catalog;
use super::extends::Parent;
use super::section::Provenance;
use super::tree::{self, Complaint, Extent, Table, Value};
use super::{Instance, InstanceError, Ruleset, check, extends, options, read};
use crate::failure::Failure;
use crate::law::judge::Report;

/// An option of a ruleset, with its choices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionInfo {
    /// Key, as written in an instance.
    pub key: String,
    /// Title, in English.
    pub title: String,
    /// Title in other languages, by language tag.
    #[serde(serialize_with = "super::by_language")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub titles: Vec<(String, String)>,
    /// A remark.
    pub note: Option<String>,
    /// The choice that holds if none is named.
    pub default: String,
    /// What can be chosen, in the order of the file.
    pub choices: Vec<ChoiceInfo>,
}

/// One choice of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceInfo {
    /// Key, as written in an instance.
    pub id: String,
    /// Title, in English.
    pub title: String,
    /// Title in other languages, by language tag.
    #[serde(serialize_with = "super::by_language")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub titles: Vec<(String, String)>,
    /// Whether the sources leave it in doubt.
    pub unverified: bool,
    /// Sources, or why the choice is a conjecture.
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
    /// Several rulesets have that name.
    AmbiguousName {
        /// What was asked for.
        name: String,
        /// The ids of those that have it.
        ids: Vec<String>,
    },
    /// An option or choice does not exist.
    UnknownOption {
        /// What was asked for and what there is.
        message: String,
    },
    /// Options that cannot stand together.
    Contradiction {
        /// The instance that was asked for: `senterej[…]`.
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
            LoadError::AmbiguousName { name, ids } => {
                let ids = ids.join("`, `");
                write!(f, "several rulesets are called `{name}`: say which of `{ids}`")
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
///
/// # Examples
/// ```
/// use rukh_rules::{RulesetFile, catalog};
///
/// let text = r#"
/// id = "own"
/// revision = 1
/// extends = "shatranj"
///
/// [about]
/// name = "My shatranj"
/// summary = "Shatranj without a limit of moves."
///
/// [move-limit]
/// law = "none"
/// conjecture = "an example"
/// "#;
/// let file = RulesetFile::parse("own.toml", text, catalog::text)?;
/// let ruleset = file.resolve(&Default::default())?;
/// assert_eq!(ruleset.move_limit(), None);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct RulesetFile {
    id: String,
    extends: Option<String>,
    /// Every option with its choices, in the order of the file.
    stated: Vec<String>,
    root: Table,
    options: Vec<OptionInfo>,
    contradictions: Vec<options::Contradiction>,
}

/// A name as it is compared.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).take(200).collect()
}

fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

/// The longest ruleset file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;

impl RulesetFile {
    /// Reads a file's text; `name` is what complaints call it, `parent` gives
    /// the text of a ruleset this one extends.
    ///
    /// # Errors
    /// Every complaint about the file and about each of its option choices.
    pub fn parse<P: Into<Parent>>(
        name: &str,
        text: &str,
        parent: impl Fn(&str) -> P,
    ) -> Result<RulesetFile, LoadError> {
        let (file, mut complaints) = RulesetFile::read(name, text, parent)?;
        file.check_id(text, &mut complaints);
        complaints.extend(file.report().complaints);
        file.accept_without(complaints)
    }

    /// As [`RulesetFile::parse`], of a file of the user's own: `read` gives the
    /// text of a file, if there is one. What it extends is named by its path from
    /// this file, `../base.toml`, or by its id: then `base.toml` is looked for
    /// beside this file, and after that the built-in ruleset of that id.
    ///
    /// # Errors
    /// As [`RulesetFile::parse`].
    pub fn parse_own(
        path: &Path,
        text: &str,
        read: impl Fn(&Path) -> Result<Option<String>, Failure>,
    ) -> Result<RulesetFile, LoadError> {
        RulesetFile::parse(&path.display().to_string(), text, |name| Parent::beside(path, name, &read))
    }

    /// As [`RulesetFile::parse`], but the laws are read only when an instance
    /// is resolved; for built-in files, which a test has checked.
    ///
    /// # Errors
    /// Complaints about the file as such and its options.
    pub fn parse_unchecked<P: Into<Parent>>(
        name: &str,
        text: &str,
        parent: impl Fn(&str) -> P,
    ) -> Result<RulesetFile, LoadError> {
        let (file, complaints) = RulesetFile::read(name, text, parent)?;
        file.accept_without(complaints)
    }

    /// The file, or every complaint once, those about the file itself first.
    fn accept_without(self, complaints: Vec<Complaint>) -> Result<RulesetFile, LoadError> {
        let mut told: Vec<Complaint> = Vec::new();
        for complaint in complaints {
            // Where a line is no TOML, what else is said of it follows from that.
            let is_told = match self.root.extent {
                Extent::Whole => told.contains(&complaint),
                Extent::Partial => told.iter().any(|earlier| earlier.place == complaint.place),
            };
            if !is_told {
                told.push(complaint);
            }
        }
        told.sort_by_key(|complaint| (complaint.place.file != self.root.place.file, complaint.place.line));
        if told.is_empty() { Ok(self) } else { Err(LoadError::Complaints(told)) }
    }

    fn read<P: Into<Parent>>(
        name: &str,
        text: &str,
        parent: impl Fn(&str) -> P,
    ) -> Result<(RulesetFile, Vec<Complaint>), LoadError> {
        if text.len() > MAX_FILE_BYTES {
            let place = tree::FileLocation { file: name.into(), line: 1 };
            let message = format!("the file is longer than {MAX_FILE_BYTES} bytes");
            return Err(LoadError::Complaints(vec![Complaint { place, message }]));
        }
        let (mut root, mut complaints) = tree::parse_what_can_be(name, text);
        let extends = root.text("extends").map(str::to_owned);
        if let Some(node) = root.get("extends").filter(|_| extends.is_none()) {
            let message = "`extends` should be a text: the id or the path of a ruleset".to_owned();
            complaints.push(Complaint { place: node.place.clone(), message });
        }
        let stated = root.entries.iter().map(|(key, _)| key.clone()).collect();
        if let Some(base) = &extends {
            root = extends::lay_over_parent(root, base, parent, &mut complaints);
        }
        let options = options::read(&root, &mut complaints);
        let contradictions = options::read_contradictions(&root, &options, &mut complaints);
        let id = root.text("id").unwrap_or_default().to_owned();
        if id.is_empty() || !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            let message = "`id` should be a word of lower-case letters, digits and hyphens";
            match root.get("id") {
                Some(node) => {
                    complaints.push(Complaint { place: node.place.clone(), message: message.to_owned() });
                }
                None => root.complain_of_absence(&mut complaints, message),
            }
        }
        Ok((RulesetFile { id, extends, stated, root, options, contradictions }, complaints))
    }

    /// An id names one ruleset everywhere: a built-in one's is no other file's.
    fn check_id(&self, text: &str, complaints: &mut Vec<Complaint>) {
        if let Some((_, known)) = catalog::text(&self.id)
            && known.lines().ne(text.lines())
        {
            let place = self.root.place_of(&["id"]).clone();
            let message = format!("`id` is `{}`, which is a built-in ruleset: choose another", self.id);
            complaints.push(Complaint { place, message });
        }
    }

    /// All that is to be said of the laws, by themselves and with each option choice.
    fn report(&self) -> Report {
        let mut all = Report::default();
        let default = self.canonical(&BTreeMap::new());
        if let Err(LoadError::Contradiction { reason, .. }) = &default {
            let place = self.root.place_of(&["contradictions"]).clone();
            let message = format!("the defaults of the options contradict each other: {reason}");
            all.complaints.push(Complaint { place, message });
        }
        let (plain, report) = self.examine(BTreeMap::new());
        all.complaints.extend(report.complaints);
        all.notes.extend(report.notes);
        for (key, choice) in self.single_choices() {
            let Ok(choices) = self.canonical(&BTreeMap::from([(key.clone(), choice.clone())])) else {
                continue;
            };
            let (ruleset, report) = self.examine(choices);
            let with = |complaint: Complaint| Complaint {
                message: format!("{} (with `{key}={choice}`)", complaint.message),
                ..complaint
            };
            let is_new = |known: &[Complaint], complaint: &Complaint| !known.contains(complaint);
            let complaints = report.complaints.into_iter().filter(|it| is_new(&all.complaints, it));
            let complaints: Vec<Complaint> = complaints.map(with).collect();
            let notes: Vec<Complaint> =
                report.notes.into_iter().filter(|it| is_new(&all.notes, it)).map(with).collect();
            all.complaints.extend(complaints);
            all.notes.extend(notes);
            if let (Some(plain), Some(ruleset)) = (&plain, &ruleset)
                && plain.hash() == ruleset.hash()
            {
                let place = self.root.place_of(&["options", &key, "choices", &choice]).clone();
                let message = format!("[options.{key}.choices.{choice}] changes nothing in the game");
                all.notes.push(Complaint { place, message });
            }
        }
        all
    }

    /// What is hardly meant, though it can be: what the file's laws, pieces and
    /// options leave without effect. A sound file may have such notes.
    #[must_use]
    pub fn notes(&self) -> Vec<Complaint> {
        let mut notes = self.report().notes;
        notes.extend(self.pairs_that_cannot_be());
        notes.sort_by_key(|note| (note.place.file != self.root.place.file, note.place.line));
        notes.dedup();
        notes
    }

    /// The id under which the ruleset is found, without options.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The file that a name means: the one with this id; else the only one that is
    /// shown to people, or is known to other programs, under this name; else the
    /// only one with this among its other names. Case and what is neither letter
    /// nor digit make no difference then.
    ///
    /// # Errors
    /// That there is none, or that there are several.
    pub fn find<'f>(
        files: impl Iterator<Item = &'f RulesetFile> + Clone,
        name: &str,
    ) -> Result<&'f RulesetFile, LoadError> {
        if let Some(file) = files.clone().find(|file| file.id == name) {
            return Ok(file);
        }
        let wanted = plain(name);
        for names in [RulesetFile::ids, RulesetFile::first_names, RulesetFile::other_names] {
            let has_it = |file: &&RulesetFile| names(file).any(|name| plain(name) == wanted);
            let found: Vec<&RulesetFile> = files.clone().filter(has_it).collect();
            match found[..] {
                _ if wanted.is_empty() => {}
                [] => {}
                [only] => return Ok(only),
                _ => {
                    let ids = found.iter().map(|file| file.id.clone()).collect();
                    return Err(LoadError::AmbiguousName { name: shortened(name), ids });
                }
            }
        }
        let known = files.map(|file| file.id.clone()).collect();
        Err(LoadError::UnknownRuleset { id: shortened(name), known })
    }

    fn ids(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(std::iter::once(self.id.as_str()))
    }

    /// The name that is shown to people, and that of other programs.
    fn first_names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        let shown = self.root.table("about").and_then(|about| about.text("name"));
        let elsewhere = catalog::ELSEWHERE.iter().filter(|(id, _)| *id == self.id).map(|(_, name)| *name);
        Box::new(shown.into_iter().chain(elsewhere))
    }

    fn other_names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        let list = self.root.table("about").and_then(|about| about.get("other-names"));
        let Some(Value::List(items)) = list.map(|node| &node.value) else {
            return Box::new(std::iter::empty());
        };
        Box::new(items.iter().filter_map(|item| match &item.value {
            Value::Table(entry) => entry.text("text"),
            _ => None,
        }))
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

    /// The file as TOML that needs no other: what it extends is laid beneath it. Read again, it
    /// gives the same rulesets.
    ///
    /// # Examples
    /// ```
    /// use rukh_rules::{RulesetFile, catalog};
    ///
    /// let file = catalog::file("oblong-dice")?;
    /// let text = file.text();
    /// let again = RulesetFile::parse_unchecked("oblong-dice", &text, |_| None)?;
    /// assert_eq!(again.resolve(&Default::default())?, file.resolve(&Default::default())?);
    /// # Ok::<(), rukh_rules::LoadError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let mut root = self.root.clone();
        root.remove("extends");
        root.to_toml()
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
        match self.examine(choices) {
            (Some(ruleset), report) if report.complaints.is_empty() => Ok(ruleset),
            (_, report) => Err(LoadError::Complaints(report.complaints)),
        }
    }

    /// The instance that these choices name: those that are the default are left out, so that every
    /// spelling of a ruleset gives the same one. Much cheaper than [`RulesetFile::resolve`], which
    /// judges the laws too.
    ///
    /// # Errors
    /// An unknown option or a contradiction.
    pub fn instance(&self, choices: &BTreeMap<String, String>) -> Result<Instance, LoadError> {
        Ok(Instance { id: self.id.clone(), choices: self.canonical(choices)? })
    }

    /// Reads and judges all that can be of an instance whose choices are canonical.
    fn examine(&self, choices: BTreeMap<String, String>) -> (Option<Ruleset>, Report) {
        let instance = Instance { id: self.id.clone(), choices };
        let mut root = self.root.clone();
        for (key, choice) in &instance.choices {
            let path = ["options", key, "choices", choice];
            let found = path.iter().try_fold(&self.root, |table, key| table.table(key));
            if let Some(patch) = found.and_then(|choice| choice.table("patch")) {
                root.lay_over(&with_provenance(patch, found));
            }
        }
        let mut report = Report::default();
        let draft = read::draft(&root, &self.id, &mut report.complaints);
        let read = report.complaints.len();
        check::check(&root, &draft, &mut report);
        let ruleset = draft.complete(instance, self.options.clone());
        match &ruleset {
            // Only parts that agree make a position.
            Some(ruleset) if report.complaints.len() == read && root.extent == Extent::Whole => {
                check::check_start(&root, ruleset, &mut report);
            }
            None if report.complaints.is_empty() && root.extent == Extent::Whole => {
                let message = "parts of the ruleset are missing".to_owned();
                report.complaints.push(Complaint { place: root.place.clone(), message });
            }
            _ => {}
        }
        (ruleset, report)
    }

    /// Pairs of choices, each sound by itself, that make no sound ruleset
    /// together though no contradiction says so.
    fn pairs_that_cannot_be(&self) -> Vec<Complaint> {
        let singles: Vec<(String, String)> = self.single_choices().collect();
        let mut found = Vec::new();
        for (index, first) in singles.iter().enumerate() {
            for second in singles[index + 1..].iter().filter(|second| second.0 != first.0) {
                let choices = BTreeMap::from([first.clone(), second.clone()]);
                let Err(LoadError::Complaints(complaints)) = self.resolve(&choices) else { continue };
                let place = self.root.place_of(&["options", &second.0, "choices", &second.1]).clone();
                let why = complaints.first().map_or("", |complaint| complaint.message.as_str());
                let message = format!(
                    "`{}={}` and `{}={}` cannot stand together: {why}; say so in [[contradictions]]",
                    first.0, first.1, second.0, second.1
                );
                found.push(Complaint { place, message });
            }
        }
        found
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
