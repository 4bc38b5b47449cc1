//! Texts of rulesets in other languages, by the English text they translate.
//!
//! The English of a ruleset stays whole in its file; a file of translations repeats it, so that a
//! translator has both before them and a text that many rulesets share is translated once. A text
//! whose English changes has no translation any more, and a test says so.

use std::collections::HashMap;

use super::section::Section;
use super::tree::{self, Complaint, Value};

/// Translations of texts, by the English text.
///
/// # Examples
/// ```
/// use rukh_rules::catalog;
///
/// let translated = catalog::translations().of("Ethiopia");
/// assert!(translated.contains(&("am".to_owned(), "ኢትዮጵያ".to_owned())));
/// assert!(catalog::translations().of("no text of a ruleset").is_empty());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Translations {
    /// Texts by language tag, in the order in which the languages were added.
    texts: HashMap<String, Vec<(String, String)>>,
}

impl Translations {
    /// Adds a file of a language: `[[text]]` tables, each with the English text as `en` and its
    /// translation under the language's tag.
    ///
    /// # Errors
    /// Every complaint about the file.
    pub fn add(&mut self, language: &'static str, name: &str, text: &str) -> Result<(), Vec<Complaint>> {
        let root = tree::parse(name, text)?;
        let mut complaints = Vec::new();
        for (key, node) in &root.entries {
            let items = match (&node.value, key.as_str()) {
                (Value::List(items), "text") => items,
                _ => {
                    let message = format!("`{key}` is unknown here; write each text as [[text]]");
                    complaints.push(Complaint { place: node.place.clone(), message });
                    continue;
                }
            };
            for item in items {
                let Value::Table(table) = &item.value else {
                    let message = format!("`text` should be a table, not {}", item.value.what());
                    complaints.push(Complaint { place: item.place.clone(), message });
                    continue;
                };
                let mut section = Section::new("text", table, &[], &mut complaints);
                let (english, translated) = (section.name("en"), section.name(language));
                if let (Some(english), Some(translated)) = (english, translated) {
                    let known = self.texts.entry(english.to_owned()).or_default();
                    match known.iter().any(|(tag, _)| tag == language) {
                        true => section.complain_here(format!("`{english}` is translated twice")),
                        false => known.push((language.to_owned(), translated.to_owned())),
                    }
                }
                section.finish(&[]);
            }
        }
        if complaints.is_empty() { Ok(()) } else { Err(complaints) }
    }

    /// The languages that have this English text, each with its translation.
    #[must_use]
    pub fn of(&self, english: &str) -> &[(String, String)] {
        self.texts.get(english).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::Translations;
    use crate::evidence::Example;
    use crate::message::Locale;
    use crate::ruleset::catalog;
    use crate::ruleset::tree::{self, Table, Value};

    /// Keys whose texts are said to a reader, wherever they stand.
    const SAID: [&str; 7] = ["note", "conjecture", "reason", "unlinked", "description", "region", "periods"];
    /// Of these, and of the texts of remarks and records, those that are sentences.
    const SENTENCES: [&str; 8] =
        ["note", "conjecture", "reason", "unlinked", "description", "content", "rules", "text"];
    /// Keys of a record of evidence or of a ruleset that are said, beside those above.
    const SAID_OF_RECORDS: [&str; 11] = [
        "type",
        "content",
        "rules",
        "place",
        "ages",
        "social-status",
        "genders",
        "period",
        "summary",
        "concepts",
        "other-rulesets",
    ];

    type Texts = BTreeMap<String, String>;

    /// Whether a place in a work says the same in every language, as pages do.
    fn is_number(place: &str) -> bool {
        !place.chars().any(char::is_alphabetic)
    }

    fn collect(path: &str, table: &Table, texts: &mut Texts) {
        for (key, node) in &table.entries {
            collect_value(path, key, &node.value, texts);
        }
    }

    fn collect_value(path: &str, key: &str, value: &Value, texts: &mut Texts) {
        let place = format!("{path}.{key}");
        match value {
            Value::Table(table) => collect(&place, table, texts),
            Value::List(items) => items.iter().for_each(|item| match &item.value {
                Value::Table(table) => collect(&place, table, texts),
                value => collect_value(path, key, value, texts),
            }),
            Value::Text(text) => {
                let is_remark = path.contains(".remarks.") && ["title", "text"].contains(&key);
                let is_array = path.contains(".arrays.") && key == "title";
                let is_sides = path.ends_with(".sides") && ["white", "black"].contains(&key);
                let is_record =
                    ["sources.evidence.", "sources.rulesets."].iter().any(|of| path.starts_with(of))
                        && SAID_OF_RECORDS.contains(&key);
                let said = match key {
                    "source" => text.split_once(':').map(|(_, place)| place),
                    _ if is_remark || is_array || is_sides || is_record => Some(text.as_str()),
                    _ => Some(text.as_str()).filter(|_| SAID.contains(&key)),
                };
                if let Some(said) = said.filter(|said| key != "source" || !is_number(said)) {
                    texts.entry(said.to_owned()).or_insert(place);
                }
            }
            _ => {}
        }
    }

    /// Every text that a page or a program says of the built-in rulesets, their sources, history and
    /// evidence, with its first place; names, summaries, titles of options and what happened in the
    /// history have their translations beside them.
    fn said() -> Texts {
        let mut texts = Texts::new();
        let sources = ("sources", include_str!("../../rulesets/sources.toml").to_owned());
        let history = ("history", include_str!("../../rulesets/history.toml").to_owned());
        let rulesets = catalog::ids().map(|id| (id, catalog::text(id).unwrap().1));
        for (id, text) in rulesets.chain([sources, history]) {
            collect(id, &tree::parse(id, &text).unwrap(), &mut texts);
        }
        for id in catalog::ids() {
            collect_examples(id, &mut texts);
        }
        texts
    }

    /// What the examples of a ruleset say; those of a ruleset that exists for a test are on no page.
    fn collect_examples(id: &str, texts: &mut Texts) {
        let path = format!("{}/../../evidence/{id}.md", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for example in Example::parse_all(&path, &text).unwrap() {
            let said = ["note", "conjecture"].into_iter().flat_map(|key| example.all(key));
            for said in said.filter(|_| example.get("with").is_none()) {
                texts.entry(said.to_owned()).or_insert(example.place.clone());
            }
        }
    }

    fn tags() -> Vec<&'static str> {
        Locale::tags().filter(|tag| *tag != "en").collect()
    }

    #[test]
    fn every_text_of_a_ruleset_is_translated_into_every_language() {
        let texts = said();
        assert!(texts.len() > 200, "{} texts", texts.len());
        for tag in tags() {
            let is_missing =
                |text: &str| !catalog::translations().of(text).iter().any(|(known, _)| known == tag);
            let missing: Vec<_> = texts.iter().filter(|(text, _)| is_missing(text)).collect();
            assert!(missing.is_empty(), "not in rulesets/translations/{tag}.toml: {missing:#?}");
        }
    }

    /// Whether a place of [`said`] is that of sentences: `senterej.pass.note`, or a line of an example.
    fn is_of_sentences(place: &str) -> bool {
        place.contains(".md:") || place.rsplit('.').next().is_some_and(|key| SENTENCES.contains(&key))
    }

    #[test]
    fn notes_begin_with_a_capital_and_end_with_a_stop() {
        let sentences: Texts = said().into_iter().filter(|(_, place)| is_of_sentences(place)).collect();
        assert!(sentences.len() > 200, "{}", sentences.len());
        for (english, place) in &sentences {
            assert!(
                !english.starts_with(|letter: char| letter.is_lowercase() || letter == '`'),
                "{place}: {english}"
            );
            let own = std::iter::once(("en", english.as_str()));
            let translated = catalog::translations().of(english).iter();
            for (tag, text) in own.chain(translated.map(|(tag, text)| (tag.as_str(), text.as_str()))) {
                let stops = if tag == "am" { ['።', '?', '!'] } else { ['.', '?', '!'] };
                assert!(text.ends_with(stops) || text.ends_with('؟'), "{place}, {tag}: {text}");
                // Pages set a label before them, so they bring none of their own.
                let is_label = text.split(' ').next().is_some_and(|word| word.ends_with([':', '፦']));
                assert!(!is_label, "{place}, {tag}: {text}");
            }
        }
    }

    /// A text of which the English has changed is one that no ruleset says.
    #[test]
    fn every_translation_is_of_a_text_that_a_ruleset_says() {
        let texts = said();
        let stale: BTreeSet<_> =
            catalog::translations().texts.keys().filter(|text| !texts.contains_key(*text)).collect();
        assert!(stale.is_empty(), "translated, but said nowhere: {stale:#?}");
    }

    /// Among Arabic letters a range such as `4-3` would be shown as `3-4`.
    #[test]
    fn translations_from_right_to_left_isolate_ranges() {
        for (english, texts) in &catalog::translations().texts {
            for (tag, text) in texts.iter().filter(|(tag, _)| ["ar", "fa"].contains(&tag.as_str())) {
                let letters: Vec<char> = text.chars().collect();
                let is_range = |three: &[char]| {
                    three[0].is_numeric() && ['-', '–'].contains(&three[1]) && three[2].is_numeric()
                };
                let has_range = letters.windows(3).any(is_range);
                assert!(!has_range || text.contains('\u{2066}'), "{tag}: {text}");
                let count = |mark: char| letters.iter().filter(|letter| **letter == mark).count();
                assert_eq!(count('\u{2066}'), count('\u{2069}'), "{tag}: {english}");
            }
        }
    }

    #[test]
    fn translations_reject_what_is_no_pair_of_texts() {
        let complaints = |text: &str| {
            let complaints = Translations::default().add("ar", "ar.toml", text).unwrap_err();
            complaints.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        let pair = "[[text]]\nen = \"one\"\nar = \"واحد\"\n";
        assert_eq!(complaints(&format!("{pair}{pair}")), "ar.toml:4: [text] `one` is translated twice");
        assert_eq!(complaints("[[text]]\nen = \"one\"\n"), "ar.toml:1: [text] `ar` is missing");
        assert_eq!(complaints("[[text]]\nen = \"one\"\nar = \" \"\n"), "ar.toml:3: [text] `ar` is empty");
        assert!(complaints(&pair.replace("ar", "fa")).contains("unknown key `fa`"));
        assert!(complaints("[text]\nen = \"one\"\n").contains("write each text as [[text]]"));
        assert!(complaints("text = [1]\n").contains("`text` should be a table, not a whole number"));
    }
}
