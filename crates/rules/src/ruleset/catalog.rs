//! The only list of built-in rulesets.

use std::sync::OnceLock;

use crate::ruleset::{LoadError, RulesetFile, Sources, Translations};

macro_rules! built_in {
    ($($id:literal),* $(,)?) => {
        const FILES: &[(&str, &str)] = &[$(
            ($id, include_str!(concat!("../../rulesets/", $id, ".toml"))),
        )*];
    };
}

built_in![
    "shatranj",
    "senterej",
    "senterej-ras-imru",
    "oblong",
    "oblong-dice",
    "oblong-dice-cazaux",
    "oblong-dice-winther",
    "mustatila-307",
    "mustatila-307-ludii",
    "mustatila-1140",
    "mideast",
    "mideast-gollon",
    "mideast-greenwood",
];

macro_rules! translated {
    ($($language:literal),* $(,)?) => {
        const TRANSLATIONS: &[(&str, &str)] = &[$(
            ($language, include_str!(concat!("../../rulesets/translations/", $language, ".toml"))),
        )*];
    };
}

translated!["am", "ar", "fa"];

/// Rulesets that other programs have under the same name, with pieces of other
/// letters and a referee of their own, each with the name that keeps ours apart.
pub const ELSEWHERE: &[(&str, &str)] = &[("shatranj", "shatrandj")];

/// The ids of the built-in rulesets, in the order they are shown.
pub fn ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(id, _)| *id)
}

/// A built-in ruleset's file name and text.
#[must_use]
pub fn text(id: &str) -> Option<(String, String)> {
    let (id, text) = FILES.iter().find(|(known, _)| *known == id)?;
    Some((format!("rulesets/{id}.toml"), (*text).to_owned()))
}

/// Every built-in ruleset, read once.
///
/// # Panics
/// Never: a test reads them all.
pub fn all() -> &'static [RulesetFile] {
    static ALL: OnceLock<Vec<RulesetFile>> = OnceLock::new();
    ALL.get_or_init(|| {
        let read = |(id, source): &(&str, &str)| {
            RulesetFile::parse_unchecked(&format!("rulesets/{id}.toml"), source, text)
                .unwrap_or_else(|error| panic!("a built-in ruleset is broken: {error}"))
        };
        FILES.iter().map(read).collect()
    })
}

/// A built-in ruleset's file, by its id or by a name as [`RulesetFile::find`] knows them.
///
/// # Errors
/// An unknown name, with the ids there are, or one that several have.
pub fn file(name: &str) -> Result<&'static RulesetFile, LoadError> {
    RulesetFile::find(all().iter(), name)
}

/// The bibliography and evidence records the built-in rulesets cite.
///
/// # Panics
/// Never: a test reads the file.
pub fn sources() -> &'static Sources {
    static SOURCES: OnceLock<Sources> = OnceLock::new();
    SOURCES.get_or_init(|| {
        Sources::parse("rulesets/sources.toml", include_str!("../../rulesets/sources.toml"))
            .unwrap_or_else(|complaints| panic!("the bibliography is broken: {complaints:?}"))
    })
}

/// What the built-in rulesets, their bibliography and their evidence say, in other languages. A
/// program that never asks does not carry these texts.
///
/// # Panics
/// Never: a test reads the files.
pub fn translations() -> &'static Translations {
    static ALL: OnceLock<Translations> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Translations::default();
        for (language, text) in TRANSLATIONS {
            all.add(language, &format!("rulesets/translations/{language}.toml"), text)
                .unwrap_or_else(|complaints| panic!("a translation is broken: {complaints:?}"));
        }
        all
    })
}
