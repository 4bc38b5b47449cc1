//! Rulesets as a page shows them.

use std::collections::BTreeMap;

use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::ruleset::Provenance;
use rukh_rules::shape::Any;
use rukh_rules::{Rules, Ruleset, Setup, catalog};

use crate::data::{
    ArrayData, ChoiceData, LawData, OptionData, PieceKindData, ProvenanceData, RulesetData,
    RulesetSummaryData, SourceData,
};
use crate::error::Problem;

/// The built-in rulesets.
pub(crate) fn all() -> Result<Vec<RulesetSummaryData>, Problem> {
    let summary = |id: &str| {
        let ruleset = Ruleset::named(id)?;
        let about = &ruleset.about;
        Ok(RulesetSummaryData {
            id: id.to_owned(),
            title: about.name.clone(),
            summary: about.summary.clone(),
        })
    };
    catalog::ids().map(summary).collect()
}

/// Everything about a ruleset.
pub(crate) fn describe(rules: &Rules<Any>) -> RulesetData {
    let ruleset = rules.ruleset();
    let geometry = ruleset.geometry;
    let start = Setup::start(ruleset).check(rules).expect("a loaded ruleset's start is sound");
    RulesetData {
        id: ruleset.instance.id.clone(),
        name: ruleset.instance.to_string(),
        title: ruleset.about.name.clone(),
        summary: ruleset.about.summary.clone(),
        description: ruleset.about.description.clone(),
        revision: ruleset.revision,
        hash: ruleset.hash(),
        files: geometry.files(),
        ranks: geometry.ranks(),
        has_die: ruleset.has_die(),
        has_werera: ruleset.has_werera(),
        starting_fen: fen::format(rules, &start, Dialect::Own),
        pieces: pieces(ruleset),
        arrays: arrays(ruleset),
        options: options(ruleset),
        laws: laws(ruleset),
        sources: sources(ruleset),
    }
}

fn provenance(provenance: &Provenance) -> ProvenanceData {
    ProvenanceData {
        sources: provenance.sources.clone(),
        conjecture: provenance.conjecture.clone(),
        note: provenance.note.clone(),
    }
}

fn pieces(ruleset: &Ruleset) -> Vec<PieceKindData> {
    let piece = |(kind, piece): (_, &rukh_rules::ruleset::PieceDefinition)| PieceKindData {
        letter: piece.letter,
        name: piece.name.clone(),
        names: BTreeMap::from_iter(piece.names.iter().cloned()),
        betza: piece.movement.text().to_owned(),
        is_royal: kind == ruleset.royal(),
        provenance: provenance(&piece.provenance),
    };
    ruleset.kinds().zip(&ruleset.pieces).map(piece).collect()
}

fn arrays(ruleset: &Ruleset) -> Vec<ArrayData> {
    let array = |(index, array): (usize, &rukh_rules::ruleset::Array)| ArrayData {
        id: array.id.clone(),
        title: array.title.clone(),
        is_chosen: index == ruleset.array,
        is_unverified: array.unverified,
        provenance: provenance(&array.provenance),
    };
    ruleset.arrays.iter().enumerate().map(array).collect()
}

fn options(ruleset: &Ruleset) -> Vec<OptionData> {
    let option = |option: &rukh_rules::ruleset::OptionInfo| OptionData {
        key: option.key.clone(),
        title: option.title.clone(),
        default: option.default.clone(),
        chosen: ruleset.instance.choices.get(&option.key).unwrap_or(&option.default).clone(),
        choices: option
            .choices
            .iter()
            .map(|choice| ChoiceData {
                id: choice.id.clone(),
                title: choice.title.clone(),
                is_unverified: choice.unverified,
                provenance: provenance(&choice.provenance),
            })
            .collect(),
    };
    ruleset.options.iter().map(option).collect()
}

fn laws(ruleset: &Ruleset) -> Vec<LawData> {
    let law = |law: rukh_rules::law::LawEntry| LawData {
        title: law.title.to_string(),
        text: law.text.to_string(),
        provenance: provenance(&law.provenance),
        key: law.key.to_owned(),
        law: law.law.to_owned(),
    };
    ruleset.law_entries().into_iter().map(law).collect()
}

fn sources(ruleset: &Ruleset) -> Vec<SourceData> {
    let sources = catalog::sources();
    let source = |citation: String| SourceData {
        text: sources.cite(&citation),
        urls: sources.find(&citation).map(|work| work.url.clone()).unwrap_or_default(),
        citation,
    };
    ruleset.citations().into_iter().map(source).collect()
}
