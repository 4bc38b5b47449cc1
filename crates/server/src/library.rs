//! The ruleset library: built-in rulesets and the user's own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use rukh_library::LibraryPages;
use rukh_rules::notation::text::{self, DecodeError};
use rukh_rules::ruleset::{Instance, LoadError, Ruleset, RulesetFile};
use rukh_rules::shape::Any;
use rukh_rules::{Failure, Rules, catalog};

use crate::wire::ruleset::{RulesetDetails, RulesetSummary};

mod ruleset_json;

pub use ruleset_json::localized;

/// Why a ruleset file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RulesetFileError {
    /// I/O error.
    #[error("the ruleset file `{path}` cannot be read: {1}", path = .0.display())]
    Read(PathBuf, std::io::Error),
    /// The file is not text.
    #[error("the ruleset file `{path}` cannot be read: {1}", path = .0.display())]
    Decode(PathBuf, DecodeError),
    /// The file is not a valid ruleset.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The id is already taken.
    #[error("`{}` calls itself `{id}`, but there is such a ruleset already", .path.display())]
    Taken {
        /// Path of the file.
        path: PathBuf,
        /// The id.
        id: String,
    },
}

/// The ruleset library.
#[derive(Debug)]
pub struct RulesetLibrary {
    own: Vec<RulesetFile>,
    summaries: Vec<RulesetSummary>,
    /// Compiled rules held by games, by canonical instance; those of laws that were kept also by
    /// their fingerprint.
    compiled: Mutex<HashMap<String, Weak<Rules<Any>>>>,
    /// Made when the first page of the library is asked for.
    pages: OnceLock<LibraryPages>,
}

impl RulesetLibrary {
    /// The built-in rulesets and those of the given files.
    ///
    /// # Errors
    /// The first file that cannot be used.
    pub fn open(paths: &[PathBuf]) -> Result<RulesetLibrary, RulesetFileError> {
        let mut own: Vec<RulesetFile> = Vec::new();
        for path in paths {
            let file = read_file(path)?;
            let is_taken = catalog::ids().any(|id| id == file.id());
            if is_taken || own.iter().any(|other| other.id() == file.id()) {
                return Err(RulesetFileError::Taken { path: path.clone(), id: file.id().to_owned() });
            }
            own.push(file);
        }
        let compiled = Mutex::default();
        let mut library = RulesetLibrary { own, summaries: Vec::new(), compiled, pages: OnceLock::new() };
        let rulesets: Result<Vec<Ruleset>, LoadError> =
            library.files().map(|file| file.resolve(&std::collections::BTreeMap::new())).collect();
        let mut rulesets = rulesets.map_err(RulesetFileError::Load)?;
        put_featured_first(&mut rulesets);
        library.summaries = rulesets.iter().map(ruleset_json::summary).collect();
        Ok(library)
    }

    fn files(&self) -> impl Iterator<Item = &RulesetFile> + Clone {
        catalog::all().iter().chain(&self.own)
    }

    /// A summary of every ruleset, in the order to show them.
    #[must_use]
    pub fn summaries(&self) -> &[RulesetSummary] {
        &self.summaries
    }

    /// The pages of the library, its rulesets in the order of [`RulesetLibrary::summaries`].
    ///
    /// # Errors
    /// A ruleset cannot be resolved, which [`RulesetLibrary::open`] has checked.
    pub fn pages(&self) -> Result<&LibraryPages, LoadError> {
        if let Some(pages) = self.pages.get() {
            return Ok(pages);
        }
        let order = |file: &RulesetFile| self.summaries.iter().position(|one| one.card.id == file.id());
        let mut files: Vec<RulesetFile> = self.files().cloned().collect();
        files.sort_by_key(order);
        let pages = LibraryPages::new(files)?;
        Ok(self.pages.get_or_init(|| pages))
    }

    /// Resolves an instance: a ruleset with its options.
    ///
    /// # Errors
    /// The text, the id, an option or their combination is invalid.
    pub fn resolve(&self, text: &str) -> Result<Ruleset, LoadError> {
        let instance: Instance = text.parse()?;
        RulesetFile::find(self.files(), &instance.id)?.resolve(&instance.choices)
    }

    /// An instance in canonical form: all its spellings give the same.
    ///
    /// # Errors
    /// The text, the id, an option or their combination is invalid.
    pub fn canonical(&self, text: &str) -> Result<Instance, LoadError> {
        let instance: Instance = text.parse()?;
        RulesetFile::find(self.files(), &instance.id)?.instance(&instance.choices)
    }

    /// A ruleset in full.
    ///
    /// # Errors
    /// As [`RulesetLibrary::resolve`].
    pub fn details(&self, text: &str) -> Result<RulesetDetails, LoadError> {
        let ruleset = Arc::new(self.resolve(text)?);
        let summary = self.summaries.iter().find(|summary| summary.card.id == ruleset.instance.id);
        let summary = summary.cloned().unwrap_or_else(|| ruleset_json::summary(&ruleset));
        Ok(ruleset_json::details(summary, &self.compile(ruleset)))
    }

    /// Compiled rules, shared by the games that play them.
    ///
    /// # Errors
    /// As [`RulesetLibrary::resolve`].
    pub fn rules(&self, text: &str) -> Result<Arc<Rules<Any>>, LoadError> {
        let compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner).get(text).cloned();
        if let Some(rules) = compiled.and_then(|rules| rules.upgrade()) {
            return Ok(rules);
        }
        Ok(self.compile(Arc::new(self.resolve(text)?)))
    }

    /// The ruleset file of an instance as text that needs no other file.
    ///
    /// # Errors
    /// No ruleset has this id.
    pub fn text(&self, instance: &Instance) -> Result<String, LoadError> {
        Ok(RulesetFile::find(self.files(), &instance.id)?.text())
    }

    /// Compiled rules of an instance of a ruleset file that was kept, with their fingerprint.
    ///
    /// # Errors
    /// This program cannot read the text, or the instance is invalid.
    pub fn kept_rules(&self, text: &str, instance: &str) -> Result<(Arc<Rules<Any>>, String), LoadError> {
        let instance: Instance = instance.parse()?;
        let file = RulesetFile::parse_unchecked(&instance.id, text, |_: &str| None::<(String, String)>)?;
        let ruleset = Arc::new(file.resolve(&instance.choices)?);
        let hash = ruleset.hash();
        Ok((self.compile_as(format!("{hash} {instance}"), ruleset), hash))
    }

    fn compile(&self, ruleset: Arc<Ruleset>) -> Arc<Rules<Any>> {
        self.compile_as(ruleset.instance.to_string(), ruleset)
    }

    fn compile_as(&self, instance: String, ruleset: Arc<Ruleset>) -> Arc<Rules<Any>> {
        let known = |compiled: &HashMap<String, Weak<Rules<Any>>>| compiled.get(&instance)?.upgrade();
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known(&compiled) {
            return rules;
        }
        let rules = Arc::new(Rules::compile(ruleset));
        compiled.retain(|_, rules| rules.strong_count() > 0);
        compiled.insert(instance, Arc::downgrade(&rules));
        rules
    }
}

/// Puts the families of featured rulesets before the others, each in its order.
fn put_featured_first(rulesets: &mut [Ruleset]) {
    let is_featured = |ruleset: &&Ruleset| ruleset.about.featured;
    let families: Vec<String> =
        rulesets.iter().filter(is_featured).map(|ruleset| ruleset.family.clone()).collect();
    rulesets.sort_by_key(|ruleset| !families.contains(&ruleset.family));
}

fn read_file(path: &Path) -> Result<RulesetFile, RulesetFileError> {
    let bytes = std::fs::read(path).map_err(|error| RulesetFileError::Read(path.to_owned(), error))?;
    let text = text::decode(&bytes).map_err(|error| RulesetFileError::Decode(path.to_owned(), error))?;
    RulesetFile::parse_own(path, &text, read_optional).map_err(RulesetFileError::Load)
}

/// The text of a file that a ruleset extends, if it exists.
fn read_optional(path: &Path) -> Result<Option<String>, Failure> {
    let shown = path.display();
    match std::fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("`{shown}` cannot be read: {error}").into()),
        Ok(bytes) => match text::decode(&bytes) {
            Ok(text) => Ok(Some(text.into_owned())),
            Err(error) => Err(format!("`{shown}` cannot be read: {error}").into()),
        },
    }
}
