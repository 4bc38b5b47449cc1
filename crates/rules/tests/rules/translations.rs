//! Texts of the built-in rulesets in every language that the rules speak.

use rukh_rules::catalog;
use rukh_rules::message::Locale;
use rukh_rules::ruleset::Ruleset;

/// What a ruleset lacks in a language.
fn missing(ruleset: &Ruleset, tag: &str) -> Vec<String> {
    let about = &ruleset.about;
    let mut texts: Vec<(String, &[(String, String)])> =
        vec![("about.names".to_owned(), &about.names), ("about.summaries".to_owned(), &about.summaries)];
    texts
        .extend(ruleset.pieces.iter().map(|piece| (format!("men.{}.names", piece.letter), &piece.names[..])));
    for option in &ruleset.options {
        texts.push((format!("options.{}.titles", option.key), &option.titles));
        let choices = option.choices.iter();
        texts.extend(
            choices
                .map(|choice| (format!("options.{}.{}.titles", option.key, choice.id), &choice.titles[..])),
        );
    }
    let lacks = |texts: &[(String, String)]| !texts.iter().any(|(language, _)| language == tag);
    texts.into_iter().filter(|(_, texts)| lacks(texts)).map(|(key, _)| key).collect()
}

#[test]
fn rulesets_are_translated_into_every_language() {
    for id in catalog::ids() {
        let ruleset = Ruleset::named(id).unwrap();
        for tag in Locale::tags().filter(|tag| *tag != "en") {
            assert_eq!(missing(&ruleset, tag), Vec::<String>::new(), "{id} in {tag}");
        }
    }
}

/// Two games that share a name could not be told apart in a list.
#[test]
fn names_of_rulesets_are_distinct_in_every_language() {
    let rulesets: Vec<Ruleset> = catalog::ids().map(|id| Ruleset::named(id).unwrap()).collect();
    for tag in Locale::tags().filter(|tag| *tag != "en") {
        let name = |ruleset: &Ruleset| ruleset.about.names.iter().find(|(known, _)| known == tag).cloned();
        let mut names: Vec<_> = rulesets.iter().filter_map(name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), rulesets.len(), "{tag}");
        for ruleset in &rulesets {
            let mut pieces: Vec<_> = ruleset.pieces.iter().map(|piece| piece.label()).collect();
            pieces.sort_by(|one, other| one.in_language(tag).cmp(other.in_language(tag)));
            pieces.dedup_by(|one, other| one.in_language(tag) == other.in_language(tag));
            assert_eq!(pieces.len(), ruleset.pieces.len(), "{} in {tag}", ruleset.instance);
        }
    }
}
