//! The grid of a study: rulesets with every combination of choices, each with every pair of players.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use rukh_lab::job::engine_fingerprint;
use rukh_rules::ruleset::OptionInfo;
use rukh_rules::{Ruleset, RulesetFile, catalog};
use toml::de::DeTable;

use crate::document::{Complaints, Placed, Section};
use crate::figures::{ComparedBy, ComparedCells, MAIN_FIGURES};
use crate::read::PlayersEntry;
use crate::study::StudyCell;

/// The most cells that a study may have.
const MAX_CELLS: usize = 10_000;
/// The word for every choice of an option.
const ALL: &str = "all";

/// A ruleset of a study with the choices that are combined.
pub(crate) struct RulesetEntry {
    file: &'static RulesetFile,
    /// Options with their choices, in the order of the study.
    varied: Vec<(String, Vec<String>)>,
    at: usize,
}

/// An entry of `[[compare]]` as it is written.
pub(crate) struct StatedComparison<'t> {
    pub(crate) of: ComparedNames<'t>,
    pub(crate) base: Placed<&'t str>,
    pub(crate) figures: Vec<String>,
    pub(crate) at: usize,
}

/// What a study names to be compared.
pub(crate) enum ComparedNames<'t> {
    Option(Placed<&'t str>),
    Rulesets(Vec<Placed<&'t str>>),
}

/// Figures of a comparison that names none.
pub(crate) fn default_figures() -> Vec<String> {
    MAIN_FIGURES.map(str::to_owned).to_vec()
}

/// Reads an entry of `[[rulesets]]`.
pub(crate) fn read_ruleset<'t>(
    table: Placed<&'t DeTable<'t>>,
    complaints: &mut Complaints,
) -> Option<RulesetEntry> {
    let mut section = Section::new("[[rulesets]]", table, complaints);
    let id = section.text("id");
    let lists = section.lists("options");
    let file = id.and_then(|id| match catalog::file(id.value) {
        Ok(file) => Some(file),
        Err(error) => {
            section.complain(id.at, &error.to_string());
            None
        }
    });
    let mut varied = Vec::new();
    if let Some(file) = file {
        for (key, choices) in lists {
            match file.options().iter().find(|option| option.key == key.value) {
                Some(option) => {
                    varied.push((option.key.clone(), read_choices(option, &choices, &mut section)))
                }
                None => {
                    let known: Vec<&str> = file.options().iter().map(|option| option.key.as_str()).collect();
                    let known = known.join("`, `");
                    section.complain(key.at, &format!("no option `{}`; there are `{known}`", key.value));
                }
            }
        }
    }
    section.finish();
    Some(RulesetEntry { file: file?, varied, at: table.at })
}

/// The choices of an option, each once.
fn read_choices(option: &OptionInfo, texts: &[Placed<&str>], section: &mut Section<'_, '_>) -> Vec<String> {
    let known: Vec<&str> = option.choices.iter().map(|choice| choice.id.as_str()).collect();
    if let [text] = texts
        && text.value == ALL
        && !known.contains(&ALL)
    {
        return known.iter().map(|choice| (*choice).to_owned()).collect();
    }
    let mut choices = Vec::new();
    for text in texts {
        let choice = text.value.to_owned();
        if !known.contains(&text.value) {
            let (key, known) = (&option.key, known.join("`, `"));
            section.complain(text.at, &format!("`{key}` has no choice `{choice}`; there are `{known}`"));
        } else if choices.contains(&choice) {
            section.complain(text.at, &format!("`{choice}` is chosen twice"));
        } else {
            choices.push(choice);
        }
    }
    choices
}

/// Every combination of a ruleset's choices.
fn combinations(entry: &RulesetEntry) -> Vec<BTreeMap<String, String>> {
    let mut all = vec![BTreeMap::new()];
    for (key, choices) in &entry.varied {
        let with = |known: &BTreeMap<String, String>, choice: &String| {
            let mut known = known.clone();
            known.insert(key.clone(), choice.clone());
            known
        };
        all = all.iter().flat_map(|known| choices.iter().map(move |choice| with(known, choice))).collect();
    }
    all
}

/// The cells, without the fingerprints of the engine.
pub(crate) fn cells(
    rulesets: &[RulesetEntry],
    players: &[PlayersEntry<'_>],
    complaints: &mut Complaints,
) -> Vec<StudyCell> {
    let mut cells: Vec<StudyCell> = Vec::new();
    let mut seen = BTreeSet::new();
    for entry in rulesets {
        let count = entry.varied.iter().map(|(_, choices)| choices.len()).fold(1, usize::saturating_mul);
        if count.saturating_mul(players.len()).saturating_add(cells.len()) > MAX_CELLS {
            complaints.add(entry.at, format!("[[rulesets]] a study has at most {MAX_CELLS} cells"));
            continue;
        }
        for choices in combinations(entry) {
            let ruleset = match entry.file.resolve(&choices) {
                Ok(ruleset) => Arc::new(ruleset),
                Err(error) => {
                    complaints.add(entry.at, format!("[[rulesets]] {error}"));
                    continue;
                }
            };
            for pair in players {
                let cell = cell(cells.len() as u32, &ruleset, pair, &choices);
                if seen.insert((cell.instance.clone(), cell.players.clone())) {
                    cells.push(cell);
                } else {
                    let (instance, [one, two]) = (&cell.instance, &cell.players);
                    let message = format!("`{instance}` is played twice between `{one}` and `{two}`");
                    // The later of the two is the slip.
                    complaints.add(entry.at.max(pair.at), message);
                }
            }
        }
    }
    cells
}

fn cell(
    index: u32,
    ruleset: &Arc<Ruleset>,
    pair: &PlayersEntry<'_>,
    choices: &BTreeMap<String, String>,
) -> StudyCell {
    let options = ruleset.options.iter();
    let choices = options
        .map(|option| (option.key.clone(), choices.get(&option.key).unwrap_or(&option.default).clone()))
        .collect();
    StudyCell {
        index,
        ruleset: ruleset.clone(),
        instance: ruleset.instance.to_string(),
        laws: ruleset.hash(),
        evaluation: String::new(),
        choices,
        players: pair.texts.map(str::to_owned),
        is_paired: pair.texts[0] != pair.texts[1],
    }
}

/// Adds the fingerprint of the engine to each cell.
pub(crate) fn add_fingerprints(cells: &mut [StudyCell]) {
    let mut known: HashMap<String, String> = HashMap::new();
    for cell in cells {
        let fingerprint =
            known.entry(cell.instance.clone()).or_insert_with(|| engine_fingerprint(&cell.ruleset));
        cell.evaluation = fingerprint.clone();
    }
}

/// The comparisons, or those that follow from the options with several choices.
pub(crate) fn comparisons(
    stated: Vec<StatedComparison<'_>>,
    (rulesets, cells): (&[RulesetEntry], &[StudyCell]),
    complaints: &mut Complaints,
) -> Vec<ComparedCells> {
    if stated.is_empty() {
        return usual_comparisons(rulesets);
    }
    let mut found = Vec::new();
    for StatedComparison { of, base, figures, at } in stated {
        let (by, base) = match of {
            ComparedNames::Option(option) => compared_choices(option, base, at, cells, complaints),
            ComparedNames::Rulesets(names) => compared_rulesets(&names, base, at, cells, complaints),
        };
        // It would count twice when p-values are adjusted.
        let is_known = |known: &ComparedCells| {
            known.by == by
                && known.base.as_ref() == Some(&base)
                && known.figures.iter().any(|figure| figures.contains(figure))
        };
        if found.iter().any(is_known) {
            let what = match &by {
                ComparedBy::Option(option) => format!("`{option}` is"),
                ComparedBy::Rulesets(_) => "rulesets are".to_owned(),
            };
            complaints.add(at, format!("[[compare]] {what} compared with `{base}` twice by a figure"));
        }
        found.push(ComparedCells { by, base: Some(base), figures });
    }
    found
}

/// The choices of an option, of which two cells must have different ones, one of them the base.
fn compared_choices(
    option: Placed<&str>,
    base: Placed<&str>,
    at: usize,
    cells: &[StudyCell],
    complaints: &mut Complaints,
) -> (ComparedBy, String) {
    let (option, base) = (option.value, base.value);
    let choices: BTreeSet<&str> =
        cells.iter().filter_map(|cell| cell.choices.get(option)).map(String::as_str).collect();
    if choices.len() < 2 {
        complaints.add(at, format!("[[compare]] no two cells have different choices of `{option}`"));
    } else if !choices.contains(base) {
        complaints.add(at, format!("[[compare]] no cell has the choice `{base}` of `{option}`"));
    }
    (ComparedBy::Option(option.to_owned()), base.to_owned())
}

/// Rulesets that cells play, at least two, one of them the base; an id alone is the ruleset with its defaults.
fn compared_rulesets(
    names: &[Placed<&str>],
    base: Placed<&str>,
    at: usize,
    cells: &[StudyCell],
    complaints: &mut Complaints,
) -> (ComparedBy, String) {
    let mut instances: Vec<String> = Vec::new();
    for name in names {
        let Some(instance) = played(*name, cells, complaints) else { continue };
        if instances.contains(&instance) {
            complaints.add(name.at, format!("[[compare]] `{instance}` is named twice"));
        } else {
            instances.push(instance);
        }
    }
    if names.len() < 2 {
        complaints.add(at, "[[compare]] `rulesets` should name at least two");
    }
    let found = if names.iter().any(|name| name.value == base.value) {
        canonical(base.value)
    } else {
        let known = names.iter().map(|name| name.value).collect::<Vec<_>>().join("`, `");
        complaints.add(base.at, format!("[[compare]] `base` should be one of `rulesets`: `{known}`"));
        None
    };
    (ComparedBy::Rulesets(instances), found.unwrap_or_else(|| base.value.to_owned()))
}

/// A ruleset as cells name it: without the choices that are its defaults.
fn canonical(name: &str) -> Option<String> {
    Ruleset::named(name).ok().map(|ruleset| ruleset.instance.to_string())
}

/// The instance of a ruleset that is named; a complaint where no cell plays it.
fn played(name: Placed<&str>, cells: &[StudyCell], complaints: &mut Complaints) -> Option<String> {
    let instance = match Ruleset::named(name.value) {
        Ok(ruleset) => ruleset.instance.to_string(),
        Err(error) => {
            complaints.add(name.at, format!("[[compare]] {error}"));
            return None;
        }
    };
    if cells.iter().any(|cell| cell.instance == instance) {
        return Some(instance);
    }
    let known: BTreeSet<&str> = cells.iter().map(|cell| cell.instance.as_str()).collect();
    let known = Vec::from_iter(known).join("`, `");
    complaints.add(name.at, format!("[[compare]] no cell plays `{instance}`; there are `{known}`"));
    None
}

/// A comparison of each option that has several choices within a ruleset.
fn usual_comparisons(rulesets: &[RulesetEntry]) -> Vec<ComparedCells> {
    let mut found: Vec<ComparedCells> = Vec::new();
    for entry in rulesets {
        for (key, choices) in entry.varied.iter().filter(|(_, choices)| choices.len() > 1) {
            let by = ComparedBy::Option(key.clone());
            if found.iter().any(|known| known.by == by) {
                continue;
            }
            let option = entry.file.options().iter().find(|option| option.key == *key);
            let default = option.map(|option| &option.default).filter(|default| choices.contains(*default));
            let base = default.unwrap_or(&choices[0]).clone();
            found.push(ComparedCells { by, base: Some(base), figures: default_figures() });
        }
    }
    found
}
