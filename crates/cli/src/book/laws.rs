//! The reference of laws: every variant with its parameters, an executed example and its sentence.
//!
//! What a law accepts is asked of the reader itself, through its complaints; the descriptions in
//! `laws.toml` must name exactly that.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use rukh_rules::law::LawEntry;
use rukh_rules::{LoadError, Ruleset, RulesetFile, catalog};
use serde::Deserialize;

use super::{NOTICE, Page, cell};

/// Every law in the order of a ruleset's page.
static LAWS: LazyLock<Vec<LawReference>> = LazyLock::new(|| {
    let file: ReferenceFile =
        toml::from_str(include_str!("laws.toml")).unwrap_or_else(|error| panic!("{error}"));
    file.law
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReferenceFile {
    law: Vec<LawReference>,
}

/// A law with its variants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LawReference {
    /// The law's table in a ruleset.
    key: String,
    text: String,
    variants: Vec<Variant>,
}

/// A variant of a law.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    /// The value of `law`.
    word: String,
    text: String,
    #[serde(default)]
    parameters: Vec<Parameter>,
    /// The law's table, and those within it, with every parameter.
    example: String,
    /// Tables of the laws that the example needs beside it.
    #[serde(default)]
    beside: String,
}

/// A parameter of a variant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameter {
    key: String,
    /// Its type, where the reader of the law names neither words nor a range.
    #[serde(default, rename = "type")]
    kind: String,
    text: String,
}

/// The ruleset in which examples are read.
const BASE: &str = include_str!("../../../../examples/courier.toml");
/// Keys that every table of a law may have.
const COMMON: [&str; 4] = ["law", "source", "conjecture", "note"];

pub fn page() -> Page {
    let mut text = format!("{NOTICE}# Laws\n\n");
    text.push_str(
        "Every law that a ruleset states, with each variant, its parameters and an example. \
         Each example was read in courier chess ([`examples/courier.toml`](../../examples/courier.toml)) \
         in place of its law; the sentence below it is what players read. \
         Every table also has `source` or `conjecture`, and may have `note` \
         ([Write a ruleset](../rulesets.md#sources)). Letters are the FEN letters of pieces, lower case.\n\n",
    );
    let uses = uses();
    for law in LAWS.iter() {
        let title = entry(&base(), &law.key).title;
        text.push_str(&format!("- [`{}`](#{}): {}\n", law.key, law.key, lower(&title.to_string())));
    }
    for law in LAWS.iter() {
        text.push_str(&format!("\n## {}\n\n{}\n", law.key, law.text));
        for variant in &law.variants {
            write_variant(&mut text, law, variant, &uses);
        }
    }
    ("reference/laws.md".to_owned(), text)
}

fn lower(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}", first.to_lowercase(), letters.as_str()))
}

type Uses = BTreeMap<(String, String), Vec<String>>;

fn write_variant(text: &mut String, law: &LawReference, variant: &Variant, uses: &Uses) {
    text.push_str(&format!("\n### `{}` = `{}`\n\n{}\n", law.key, variant.word, variant.text));
    if !variant.parameters.is_empty() {
        text.push_str("\n| parameter | value | meaning |\n|---|---|---|\n");
        for parameter in &variant.parameters {
            let values = values(law, variant, parameter);
            text.push_str(&format!("| `{}` | {} | {} |\n", parameter.key, values, cell(&parameter.text)));
        }
    }
    text.push_str(&format!("\n```toml\n{}\n```\n", variant.example.trim()));
    let ruleset =
        read(&with_example(law, variant, &variant.example)).unwrap_or_else(|error| panic!("{error}"));
    let entry = entry(&ruleset, &law.key);
    assert_eq!(entry.law, variant.word, "the example of {} is of another variant", law.key);
    text.push_str(&format!("\n> {}\n", cell(&entry.text.to_string())));
    let used = uses.get(&(law.key.clone(), variant.word.clone()));
    let used = used.map_or("no built-in ruleset".to_owned(), |instances| instances.join(", "));
    text.push_str(&format!("\nUsed by {used}.\n"));
}

/// The built-in instances that use each variant: rulesets, and choices where their default differs.
fn uses() -> Uses {
    let mut uses = Uses::new();
    for file in catalog::all() {
        let default = file.resolve(&BTreeMap::new()).unwrap_or_else(|error| panic!("{error}"));
        let link = format!("[{0}](../games/{0}.md)", file.id());
        for entry in default.law_entries() {
            uses.entry((entry.key.to_owned(), entry.law.to_owned())).or_default().push(link.clone());
        }
        for choice in file.single_choices() {
            let Ok(chosen) = file.resolve(&BTreeMap::from([choice])) else { continue };
            let pairs = chosen.law_entries().into_iter().zip(default.law_entries());
            for (entry, _) in pairs.filter(|(entry, before)| entry.law != before.law) {
                let name = format!("`{}`", chosen.instance);
                uses.entry((entry.key.to_owned(), entry.law.to_owned())).or_default().push(name);
            }
        }
    }
    uses
}

fn base() -> Ruleset {
    read(BASE).unwrap_or_else(|error| panic!("{error}"))
}

fn entry(ruleset: &Ruleset, key: &str) -> LawEntry {
    let found = ruleset.law_entries().into_iter().find(|entry| entry.key == key);
    found.unwrap_or_else(|| panic!("no law is called {key}"))
}

/// Reads a file's text.
fn read(text: &str) -> Result<Ruleset, LoadError> {
    let file = RulesetFile::parse_own(Path::new("example.toml"), text, |_| Ok(None));
    file.and_then(|file| file.resolve(&BTreeMap::new()))
}

/// Whether a law has a variant of that word.
pub fn has_variant(word: &str) -> bool {
    LAWS.iter().any(|law| law.variants.iter().any(|variant| variant.word == word))
}

/// The base with a law replaced by an example, and the laws that the variant needs beside it.
fn with_example(law: &LawReference, variant: &Variant, example: &str) -> String {
    let beside = variant.beside.split("\n[").filter(|table| !table.is_empty());
    beside.fold(replaced(BASE, &law.key, example), |text, table| {
        let table = table.trim_start_matches('[');
        let key = table.split(']').next().unwrap_or_default();
        replaced(&text, key, &format!("[{table}"))
    })
}

/// A file's text with the tables of a law replaced, and a conjecture added to the first of them.
fn replaced(text: &str, key: &str, example: &str) -> String {
    let (own, inner) = (format!("[{key}]"), format!("[{key}."));
    let mut kept = String::new();
    let mut is_skipped = false;
    for line in text.lines() {
        if line.starts_with('[') {
            is_skipped = line == own || line.starts_with(&inner);
        }
        if !is_skipped {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept.push_str(&example.trim().replacen(&own, &format!("{own}\nconjecture = \"an example\""), 1));
    kept.push('\n');
    kept
}

/// An example with a parameter set to another value.
fn set(example: &str, key: &str, value: &str) -> String {
    let is_it = |line: &str| line.split('=').next().is_some_and(|name| name.trim() == key);
    let lines = example.lines().map(|line| match is_it(line) {
        true => format!("{key} = {value}"),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What the reader of a law says when a parameter has a wrong value.
fn complaint(law: &LawReference, variant: &Variant, key: &str, value: &str) -> String {
    let read = read(&with_example(law, variant, &set(&variant.example, key, value)));
    read.err().map(|error| error.to_string()).unwrap_or_default()
}

/// The words that a parameter accepts, if it accepts words.
fn words(law: &LawReference, variant: &Variant, key: &str) -> Option<Vec<String>> {
    let complaint = complaint(law, variant, key, "\"?\"");
    let (_, rest) = complaint.split_once(&format!("`{key}` is `?`, but should be one of "))?;
    let list = rest.lines().next().unwrap_or_default();
    Some(list.split('`').skip(1).step_by(2).map(str::to_owned).collect())
}

/// The values that a parameter accepts, for its row.
fn values(law: &LawReference, variant: &Variant, parameter: &Parameter) -> String {
    if let Some(words) = words(law, variant, &parameter.key) {
        return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    }
    let complaint = complaint(law, variant, &parameter.key, "-1");
    match complaint.split_once(&format!("`{}` is -1, but should be ", parameter.key)) {
        Some((_, range)) => range.lines().next().unwrap_or_default().to_owned(),
        None => parameter.kind.clone(),
    }
}

/// The keys that the reader of a variant knows, besides the common ones.
fn known_keys(law: &LawReference, variant: &Variant) -> Vec<String> {
    let example = format!("{}\nunheard-of = 1", variant.example.trim());
    let error = read(&with_example(law, variant, &example)).expect_err("an unknown key is refused");
    let complaint = error.to_string();
    let (_, known) = complaint.split_once("known here are ").unwrap_or_else(|| panic!("{complaint}"));
    let line = known.lines().next().unwrap_or_default();
    let mut keys: Vec<String> = line.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    keys.retain(|key| !COMMON.contains(&key.as_str()));
    keys.sort();
    keys.dedup();
    keys
}

#[test]
fn laws_reference_has_every_law_and_no_other() {
    let known: Vec<&str> = base().law_entries().iter().map(|entry| entry.key).collect();
    let described: Vec<&str> = LAWS.iter().map(|law| law.key.as_str()).collect();
    assert_eq!(described, known);
}

#[test]
fn laws_reference_has_every_variant_and_parameter_that_is_read() {
    for law in LAWS.iter() {
        let first = &law.variants[0];
        let described: Vec<&str> = law.variants.iter().map(|variant| variant.word.as_str()).collect();
        let mut known = words(law, first, "law").unwrap_or_else(|| panic!("{} has no words", law.key));
        known.sort();
        let mut sorted = described.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, known, "variants of {}", law.key);
        for variant in &law.variants {
            let mut described: Vec<&str> =
                variant.parameters.iter().map(|parameter| parameter.key.as_str()).collect();
            described.sort_unstable();
            assert_eq!(described, known_keys(law, variant), "parameters of {} {}", law.key, variant.word);
        }
    }
}

/// The guide's files that extend a built-in ruleset are read as they stand there.
#[test]
fn guide_examples_of_extending_are_valid() {
    let guide = include_str!("../../../../docs/rulesets.md");
    let blocks = guide.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut extending = 0;
    for block in blocks.filter(|block| block.contains("extends = ")) {
        read(block).unwrap_or_else(|error| panic!("{block}\n{error}"));
        extending += 1;
    }
    assert_eq!(extending, 2);
}
