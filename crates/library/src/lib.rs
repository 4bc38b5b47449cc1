//! The library: games, laws, sources and evidence as pages of HTML.
//!
//! Every page is written from the rulesets, the bibliography and the evidence, in the language of its
//! reader, and says nothing that is not stored there or in the messages of this crate. A page is the
//! content alone, which the server puts into the site's shell. It needs no script.
//!
//! ```
//! use rukh_library::{LibraryPages, PageAddress};
//!
//! let library = LibraryPages::of_built_in()?;
//! let page = library.page(&PageAddress::Ruleset("senterej".to_owned()), "en").expect("a page");
//! assert!(page.content.contains("id=\"law-opening\""));
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```

use std::collections::BTreeMap;
use std::sync::LazyLock;

use maud::{Markup, PreEscaped, html};
use rukh_rules::evidence::{Example, ExampleError};
use rukh_rules::message::Locale;
use rukh_rules::{LoadError, Ruleset, RulesetFile, catalog};
use rust_embed::RustEmbed;

pub use address::{PageAddress, encoded_segment};
pub use frame::{PageFrame, frame, keeping_language};
use reader::Reader;
use studies::MeasuredStudy;

mod address;
mod amounts;
mod boards;
mod cite;
mod compare;
mod concepts;
mod digits;
mod disputes;
mod endings;
mod figures;
mod files;
mod frame;
mod history;
mod index;
mod laboratory;
mod laws;
mod map;
mod names;
mod pieces;
mod plot;
mod reader;
mod record;
mod ruleset;
mod say;
mod section;
mod sheet;
mod squares;
mod studies;
mod timeline;
mod works;

pub use files::{LibraryFile, file};

#[derive(RustEmbed)]
#[folder = "../../evidence"]
struct EvidenceFiles;

/// The languages of the pages, English first, each with the texts of this crate.
const BUNDLES: [(&str, &str); 4] = [
    ("en", include_str!("../locales/en.ftl")),
    ("am", include_str!("../locales/am.ftl")),
    ("ar", include_str!("../locales/ar.ftl")),
    ("fa", include_str!("../locales/fa.ftl")),
];

static LOCALES: LazyLock<Vec<Locale>> = LazyLock::new(|| {
    let locale = |(tag, text): (&str, &str)| {
        let named = Locale::named_with(tag, &[text]).expect("the rules have every language of the library");
        named.expect("the bundles are compiled in and tested")
    };
    BUNDLES.into_iter().map(locale).collect()
});

/// The tags of the languages that pages are written in, English first.
pub fn languages() -> impl Iterator<Item = &'static str> {
    BUNDLES.iter().map(|(tag, _)| *tag)
}

/// The texts of a language; of English where it is unknown.
fn locale_of(language: &str) -> &'static Locale {
    LOCALES.iter().find(|locale| locale.language() == language).unwrap_or(&LOCALES[0])
}

/// Whether a language is written from right to left.
#[must_use]
pub fn is_right_to_left(language: &str) -> bool {
    matches!(language, "ar" | "fa")
}

/// A page: its content in HTML, and what its head says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryPage {
    /// The title.
    pub title: String,
    /// A sentence about the page.
    pub description: String,
    /// The path under which it is listed; an instance with options is listed under its ruleset.
    pub canonical: String,
    /// The instance of the ruleset that a picture of the page shows.
    pub instance: Option<String>,
    /// What stands in `<main>`.
    pub content: String,
}

/// Everything the pages are written from.
#[derive(Debug)]
pub struct LibraryPages {
    files: Vec<RulesetFile>,
    /// The rulesets with their usual options, in the order of the files.
    rulesets: Vec<Ruleset>,
    examples: BTreeMap<String, Vec<Example>>,
    studies: Vec<MeasuredStudy>,
}

impl LibraryPages {
    /// Pages of the built-in rulesets.
    ///
    /// # Errors
    /// A ruleset cannot be resolved.
    pub fn of_built_in() -> Result<LibraryPages, LoadError> {
        LibraryPages::new(catalog::all().to_vec())
    }

    /// Pages of rulesets, in the order in which they are listed.
    ///
    /// # Errors
    /// A ruleset cannot be resolved.
    pub fn new(files: Vec<RulesetFile>) -> Result<LibraryPages, LoadError> {
        let rulesets = files.iter().map(|file| file.resolve(&BTreeMap::new())).collect::<Result<_, _>>()?;
        let examples = files.iter().map(|file| (file.id().to_owned(), examples_of(file.id())));
        Ok(LibraryPages { examples: examples.collect(), studies: studies::of_built_in(), rulesets, files })
    }

    /// A page in a language; `None` where there is nothing at that address. An unknown language is
    /// English.
    #[must_use]
    pub fn page(&self, address: &PageAddress, language: &str) -> Option<LibraryPage> {
        let reader = Reader::new(self, locale_of(language));
        let draft = match address {
            PageAddress::Index => index::page(&reader),
            PageAddress::Ruleset(instance) => ruleset::page(&reader, instance)?,
            PageAddress::Sheet(instance) => sheet::page(&reader, instance)?,
            PageAddress::Endings(instance) => endings::page(&reader, instance)?,
            PageAddress::Comparison(first, second) => compare::page(&reader, first, second)?,
            PageAddress::ComparisonChoice => compare::choice(&reader),
            PageAddress::Works => works::page(&reader),
            PageAddress::Record(id) => record::page(&reader, id)?,
            PageAddress::Disputes => disputes::page(&reader),
            PageAddress::Map => map::page(&reader),
            PageAddress::Timeline => timeline::page(&reader),
            PageAddress::Squares => squares::page(&reader),
            PageAddress::Files => files::page(&reader),
            PageAddress::Laboratory => laboratory::index(&reader),
            PageAddress::Measurement(id) => laboratory::page(&reader, id)?,
        };
        let Draft { title, description, canonical, instance, content } = draft;
        let title = reader.say(say::library_head(title));
        let definitions = PreEscaped(reader.definitions());
        let content = html! { div.page.library { (content) (definitions) } }.into_string();
        let (title, description, content) = match reader.language() {
            "fa" => {
                (digits::persian_text(&title), digits::persian_text(&description), digits::persian(&content))
            }
            _ => (title, description, content),
        };
        let canonical = canonical.unwrap_or_else(|| address.to_string());
        Some(LibraryPage { title, description, canonical, instance, content })
    }

    /// The addresses of the pages that search engines may list.
    #[must_use]
    pub fn addresses(&self) -> Vec<PageAddress> {
        let plain = [
            PageAddress::Index,
            PageAddress::Works,
            PageAddress::Disputes,
            PageAddress::ComparisonChoice,
            PageAddress::Map,
            PageAddress::Timeline,
            PageAddress::Squares,
            PageAddress::Files,
            PageAddress::Laboratory,
        ];
        let rulesets = self.rulesets.iter().map(|one| PageAddress::Ruleset(one.instance.id.clone()));
        let endings = self.rulesets.iter().filter_map(endings::address);
        let sources = catalog::sources();
        let records = sources.evidence.iter().chain(&sources.rulesets);
        let records = records.map(|record| PageAddress::Record(record.id.clone()));
        let studies = self.studies.iter().map(|study| PageAddress::Measurement(study.plan.id.clone()));
        plain.into_iter().chain(rulesets).chain(endings).chain(records).chain(studies).collect()
    }

    /// The rulesets with their usual options.
    pub(crate) fn rulesets(&self) -> &[Ruleset] {
        &self.rulesets
    }

    /// The studies of the laboratory.
    pub(crate) fn studies(&self) -> &[MeasuredStudy] {
        &self.studies
    }

    pub(crate) fn ruleset(&self, id: &str) -> Option<&Ruleset> {
        self.rulesets.iter().find(|ruleset| ruleset.instance.id == id)
    }

    pub(crate) fn file(&self, id: &str) -> Option<&RulesetFile> {
        self.files.iter().find(|file| file.id() == id)
    }

    /// An instance of a ruleset.
    pub(crate) fn resolve(&self, instance: &str) -> Option<Ruleset> {
        let instance: rukh_rules::Instance = instance.parse().ok()?;
        self.file(&instance.id)?.resolve(&instance.choices).ok()
    }

    /// The evidence of a ruleset and then that of the one it extends, each with the id of its file.
    pub(crate) fn examples(&self, id: &str) -> Vec<(&str, &Example)> {
        let own = self.examples.get_key_value(id);
        let parent = self.file(id).and_then(RulesetFile::extends);
        let parent = parent.and_then(|parent| self.examples.get_key_value(parent));
        let pair = |(id, examples)| {
            let id: &String = id;
            let examples: &Vec<Example> = examples;
            examples.iter().map(move |example| (id.as_str(), example))
        };
        own.into_iter().chain(parent).flat_map(pair).collect()
    }

    /// The families in the order of their rulesets.
    pub(crate) fn families(&self) -> Vec<&str> {
        let mut families: Vec<&str> = Vec::new();
        for ruleset in &self.rulesets {
            if !families.contains(&ruleset.family.as_str()) {
                families.push(&ruleset.family);
            }
        }
        families
    }

    pub(crate) fn of_family<'l>(&'l self, family: &'l str) -> impl Iterator<Item = &'l Ruleset> {
        self.rulesets.iter().filter(move |ruleset| ruleset.family == family)
    }
}

/// A page before its frame.
struct Draft {
    title: String,
    description: String,
    canonical: Option<String>,
    instance: Option<String>,
    content: Markup,
}

impl Draft {
    fn new(title: String, description: String, content: Markup) -> Draft {
        Draft { title, description, canonical: None, instance: None, content }
    }
}

/// The text of an evidence file, if there is one.
fn evidence_text(id: &str) -> Option<String> {
    let file = EvidenceFiles::get(&format!("{id}.md"))?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// The evidence of a built-in ruleset; a user's own has none.
fn examples_of(id: &str) -> Vec<Example> {
    let text = evidence_text(id).unwrap_or_default();
    let examples: Result<Vec<Example>, ExampleError> =
        Example::parse_all(&format!("evidence/{id}.md"), &text);
    examples.expect("the evidence is part of the program and tested")
}

#[cfg(test)]
mod tests;
