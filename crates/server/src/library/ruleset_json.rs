//! Rulesets as wire types: names, laws with their sources, pieces.

use rukh_rules::law::LawEntry;
use rukh_rules::notation::placement;
use rukh_rules::ruleset::{
    ChoiceInfo, EvidenceRecord, OptionInfo, PieceDefinition, Ruleset, Sources, Status,
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
    let array = array(ruleset);
    let status = match ruleset.status {
        Status::Reviewed => "reviewed",
        Status::Conjectural => "conjectural",
    };
    let pieces_per_side = array.iter().filter(|piece| Side::from(piece.side) == Side::White).count();
    let card = RulesetCard {
        id: ruleset.instance.id.clone(),
        name: about.name.clone(),
        localized_names: LocalizedName::all(&about.names),
        native_name: about.native_name.clone(),
        summary: about.summary.clone(),
        localized_summaries: LocalizedName::all(&about.summaries),
        status: status.to_owned(),
        family: ruleset.family.clone(),
        files: ruleset.geometry.files(),
        ranks: ruleset.geometry.ranks(),
        skin: ruleset.skin.clone(),
        dice: ruleset.has_die(),
        werera: ruleset.has_werera(),
        period: (!about.periods.is_empty()).then(|| about.periods.join(", ")),
        region: about.region.clone(),
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
        names: LocalizedName::all(&ruleset.about.other_names),
        identifiers: ruleset.about.identifiers.clone(),
        pieces: ruleset.pieces.iter().map(piece_rules).collect(),
        laws: ruleset.law_entries().into_iter().map(|entry| law(entry, sources)).collect(),
        evidence: records.map(|record| evidence(record, sources)).collect(),
        fen: Game::from_rules(rules.clone()).fen(),
        board: array(ruleset),
        summary,
    }
}

/// The pieces of the array.
#[must_use]
pub fn array(ruleset: &Ruleset) -> Vec<ArrayPiece> {
    let pieces = placement::parse(ruleset, &ruleset.start().placement).unwrap_or_default();
    let placed = pieces.into_iter().map(|piece| ArrayPiece {
        cell: ruleset.geometry.name(piece.cell),
        side: piece.side.into(),
        letter: ruleset.letter(piece.kind),
        picture: ruleset.pieces[piece.kind.index()].picture.clone(),
    });
    placed.collect()
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
        default: option.default.clone(),
        choices: option.choices.iter().map(choice).collect(),
    }
}

fn choice(choice: &ChoiceInfo) -> RuleChoice {
    let cited: Vec<String> =
        choice.provenance.sources.iter().map(|source| catalog::sources().cite(source)).collect();
    RuleChoice {
        key: choice.id.clone(),
        title: choice.title.clone(),
        localized_titles: LocalizedName::all(&choice.titles),
        source: (!cited.is_empty()).then(|| cited.join("; ")),
        conjecture: choice.provenance.conjecture.clone(),
        note: choice.provenance.note.clone(),
        unverified: choice.unverified,
    }
}

fn law(entry: LawEntry, sources: &Sources) -> LawText {
    let cited = entry.provenance.sources.iter().map(|source| {
        let (key, locator) =
            source.split_once(':').map_or((source.as_str(), None), |(key, locator)| (key, Some(locator)));
        Citation { key: key.to_owned(), citation: sources.cite(key), locator: locator.map(str::to_owned) }
    });
    LawText {
        sources: cited.collect(),
        key: entry.key.to_owned(),
        title: entry.title.into(),
        law: entry.law.to_owned(),
        text: entry.text.into(),
        conjecture: entry.provenance.conjecture,
        note: entry.provenance.note,
    }
}

fn evidence(record: &EvidenceRecord, sources: &Sources) -> EvidenceSummary {
    let field = |key: &str| record.field(key).filter(|text| !text.is_empty()).map(str::to_owned);
    let date = match (field("date.from"), field("date.to")) {
        (Some(from), Some(to)) if from != to => Some(format!("{from} to {to}")),
        (from, to) => from.or(to),
    };
    EvidenceSummary {
        id: record.id.clone(),
        kind: field("type").unwrap_or_default(),
        location: field("location.place"),
        date,
        content: field("content").unwrap_or_default(),
        source: field("source").map(|source| sources.cite(&source)).unwrap_or_default(),
    }
}
