//! Rulesets as wire types: names, laws with their sources, pieces.

use rukh_rules::law::LawEntry;
use rukh_rules::ruleset::{
    ChoiceInfo, EvidenceRecord, OptionInfo, PieceDefinition, Provenance, Ruleset, Sources,
};
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, Side, catalog};

use crate::wire::ruleset::{
    ArrayPiece, Citation, EvidenceSummary, LawText, LocalizedName, PieceRules, RuleChoice, RuleOption,
    RulesetCard, RulesetDetails, RulesetSummary,
};

/// Summary of a ruleset.
pub(super) fn summary(ruleset: &Ruleset) -> RulesetSummary {
    let about = &ruleset.about;
    let array = ArrayPiece::array(ruleset);
    let pieces_per_side = array.iter().filter(|piece| piece.side == Side::White).count();
    let card = RulesetCard {
        id: ruleset.instance.id.clone(),
        name: about.name.clone(),
        localized_names: LocalizedName::all(&about.names),
        native_name: about.native_name.clone(),
        summary: about.summary.clone(),
        localized_summaries: LocalizedName::all(&about.summaries),
        status: ruleset.status,
        family: ruleset.family.clone(),
        files: ruleset.geometry.files(),
        ranks: ruleset.geometry.ranks(),
        skin: ruleset.skin.clone(),
        dice: ruleset.has_die(),
        werera: ruleset.has_werera(),
        period: (!about.periods.is_empty()).then(|| about.periods.join(", ")),
        localized_periods: joined(&about.periods, comma),
        region: about.region.clone(),
        localized_regions: translated(about.region.as_deref()),
        array,
    };
    RulesetSummary { card, pieces_per_side, options: ruleset.options.iter().map(option).collect() }
}

/// A ruleset in full; `summary` is that of its default instance.
pub(super) fn details(summary: RulesetSummary, rules: &std::sync::Arc<Rules<Any>>) -> RulesetDetails {
    let ruleset = rules.ruleset();
    let sources = catalog::sources();
    let records = ruleset.about.evidence.iter();
    let records = records.filter_map(|id| sources.evidence.iter().find(|record| record.id == *id));
    RulesetDetails {
        instance: ruleset.instance.to_string(),
        hash: ruleset.hash(),
        description: ruleset.about.description.clone(),
        localized_descriptions: translated(Some(&ruleset.about.description)),
        names: LocalizedName::all(&ruleset.about.other_names),
        identifiers: ruleset.about.identifiers.clone(),
        pieces: ruleset.pieces.iter().map(piece_rules).collect(),
        laws: ruleset.law_entries().into_iter().map(law).collect(),
        evidence: records.map(|record| evidence(record, sources)).collect(),
        fen: Game::from_rules(rules.clone()).fen(),
        board: ArrayPiece::array(ruleset),
        summary,
    }
}

/// The translations of a text that a built-in ruleset says.
#[must_use]
pub fn localized(english: &str) -> Vec<LocalizedName> {
    LocalizedName::all(catalog::translations().of(english))
}

fn translated(english: Option<&str>) -> Vec<LocalizedName> {
    english.map_or_else(Vec::new, localized)
}

/// Texts in every language that has all of them, each list in one line.
fn joined(texts: &[String], separator: impl Fn(&str) -> &'static str) -> Vec<LocalizedName> {
    let Some(first) = texts.first() else { return Vec::new() };
    let in_language = |tag: &str| -> Option<String> {
        let found = |text: &String| {
            let translated = catalog::translations().of(text).iter();
            translated.clone().find(|(known, _)| known == tag).map(|(_, text)| text.as_str())
        };
        let all: Option<Vec<&str>> = texts.iter().map(found).collect();
        all.map(|all| all.join(separator(tag)))
    };
    let tags = catalog::translations().of(first).iter().map(|(tag, _)| tag);
    tags.filter_map(|tag| Some(LocalizedName { language: tag.clone(), text: in_language(tag)? })).collect()
}

/// The comma of a language.
fn comma(tag: &str) -> &'static str {
    match tag {
        "am" => "፣ ",
        "ar" | "fa" => "، ",
        _ => ", ",
    }
}

fn citation(source: &str) -> Citation {
    let (key, place) = source.split_once(':').map_or((source, None), |(key, place)| (key, Some(place)));
    Citation {
        key: key.to_owned(),
        citation: catalog::sources().cite(key),
        locator: place.map(str::to_owned),
        localized_locators: translated(place),
    }
}

/// A year where the dates are its first and last day, else the dates with a dash between.
fn dated(from: Option<String>, to: Option<String>) -> Option<String> {
    match (from, to) {
        (Some(from), Some(to)) => Some(match (from.strip_suffix("-01-01"), to.strip_suffix("-12-31")) {
            (Some(first), Some(last)) if first == last => first.to_owned(),
            (Some(first), Some(last)) => format!("{first}–{last}"),
            _ if from == to => from,
            _ => format!("{from} – {to}"),
        }),
        (from, to) => from.or(to),
    }
}

fn piece_rules(piece: &PieceDefinition) -> PieceRules {
    PieceRules {
        letter: piece.letter,
        name: piece.name.clone(),
        names: LocalizedName::all(&piece.names),
        betza: piece.movement.text().to_owned(),
        text: piece.movement.message().into(),
        picture: piece.picture.clone(),
    }
}

fn option(option: &OptionInfo) -> RuleOption {
    RuleOption {
        key: option.key.clone(),
        title: option.title.clone(),
        localized_titles: LocalizedName::all(&option.titles),
        note: option.note.clone(),
        localized_notes: translated(option.note.as_deref()),
        default: option.default.clone(),
        choices: option.choices.iter().map(choice).collect(),
    }
}

fn choice(choice: &ChoiceInfo) -> RuleChoice {
    let Provenance { sources, conjecture, note } = &choice.provenance;
    let cited: Vec<String> = sources.iter().map(|source| catalog::sources().cite(source)).collect();
    RuleChoice {
        key: choice.id.clone(),
        title: choice.title.clone(),
        localized_titles: LocalizedName::all(&choice.titles),
        source: (!cited.is_empty()).then(|| cited.join("; ")),
        sources: sources.iter().map(|source| citation(source)).collect(),
        conjecture: conjecture.clone(),
        localized_conjectures: translated(conjecture.as_deref()),
        note: note.clone(),
        localized_notes: translated(note.as_deref()),
        unverified: choice.unverified,
    }
}

fn law(entry: LawEntry) -> LawText {
    let Provenance { conjecture, note, .. } = &entry.provenance;
    LawText {
        sources: entry.provenance.sources.iter().map(|source| citation(source)).collect(),
        key: entry.key.to_owned(),
        title: entry.title.into(),
        law: entry.law.to_owned(),
        localized_conjectures: translated(conjecture.as_deref()),
        conjecture: conjecture.clone(),
        localized_notes: translated(note.as_deref()),
        note: note.clone(),
        text: entry.text.into(),
    }
}

fn evidence(record: &EvidenceRecord, sources: &Sources) -> EvidenceSummary {
    let field = |key: &str| record.field(key).filter(|text| !text.is_empty()).map(str::to_owned);
    let in_languages = |key: &str| translated(record.field(key));
    EvidenceSummary {
        id: record.id.clone(),
        kind: field("type").unwrap_or_default(),
        localized_kinds: in_languages("type"),
        location: field("location.place"),
        localized_locations: in_languages("location.place"),
        date: dated(field("date.from"), field("date.to")),
        content: field("content").unwrap_or_default(),
        localized_contents: in_languages("content"),
        source: field("source").map(|source| sources.cite(&source)).unwrap_or_default(),
    }
}
