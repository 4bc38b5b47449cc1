//! Differences between the choices of an option, and between rulesets.

use std::collections::BTreeMap;

use serde::Serialize;

use super::board::HeatMaps;
use super::bootstrap::{holm, interval, least_p_value, p_value, p_value_of_interval};
use super::cell::{CellFigures, FigureEstimate};

/// A cell with its figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CellEstimates {
    /// Number of the cell in its study.
    pub cell: u32,
    /// Ruleset with the options chosen.
    pub instance: String,
    /// Every option with its choice.
    pub choices: BTreeMap<String, String>,
    /// Fingerprint of the laws.
    pub laws: String,
    /// Players as the study names them.
    pub players: [String; 2],
    /// Number of games.
    pub games: u64,
    /// Number of games without a result.
    pub cut_off: u64,
    /// The figures, in the order of [`DEFINITIONS`](super::DEFINITIONS).
    pub figures: Vec<FigureEstimate>,
    /// How many games have each number of plies.
    pub lengths: BTreeMap<u32, u32>,
    /// How many of the games without a result have each number of plies.
    pub cut_lengths: BTreeMap<u32, u32>,
    /// Where moves ended, and where they captured.
    pub heat_maps: HeatMaps,
}

/// What a cell was played with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellName {
    /// Number of the cell in its study.
    pub cell: u32,
    /// Ruleset with the options chosen.
    pub instance: String,
    /// Every option with its choice.
    pub choices: BTreeMap<String, String>,
    /// Fingerprint of the laws.
    pub laws: String,
    /// Players as the study names them.
    pub players: [String; 2],
}

impl CellEstimates {
    /// The figures of a cell whose games are all added.
    #[must_use]
    pub fn new(name: CellName, figures: &CellFigures) -> CellEstimates {
        let mut estimates = figures.estimates();
        // Figures with several values are not compared.
        estimates.iter_mut().filter(|one| one.key.is_some()).for_each(|one| one.replicates = Vec::new());
        CellEstimates {
            cell: name.cell,
            instance: name.instance,
            choices: name.choices,
            laws: name.laws,
            players: name.players,
            games: figures.games(),
            cut_off: figures.cut_off(),
            figures: estimates,
            lengths: figures.lengths(),
            cut_lengths: figures.cut_lengths().clone(),
            heat_maps: figures.heat_maps().clone(),
        }
    }

    /// Id of the ruleset, without options.
    #[must_use]
    pub fn ruleset(&self) -> &str {
        self.instance.split('[').next().unwrap_or_default()
    }

    /// A figure with one value.
    #[must_use]
    pub fn figure(&self, id: &str) -> Option<&FigureEstimate> {
        self.figures.iter().find(|one| one.figure == id && one.key.is_none())
    }

    /// The choice of an option; `None` where the ruleset has no such option.
    fn choice(&self, option: &str) -> Option<&str> {
        self.choices.get(option).map(String::as_str)
    }

    /// The choices of all options but one.
    fn others(&self, option: &str) -> impl Iterator<Item = (&String, &String)> {
        self.choices.iter().filter(move |(key, _)| *key != option)
    }
}

/// What sets the cells apart that are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComparedBy {
    /// The choices of an option, by its key, within each ruleset; all other choices are equal.
    Option(String),
    /// Rulesets with the options chosen, canonical: `mideast[castling=three]`.
    Rulesets(Vec<String>),
}

/// What is compared, by figures with one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedCells {
    /// What sets the cells apart.
    pub by: ComparedBy,
    /// Choice or ruleset that the others are compared with; `None` is that of the first cell.
    pub base: Option<String>,
    /// Ids of figures.
    pub figures: Vec<String>,
}

/// What another choice of an option, or another ruleset, changes about a figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChoiceEffect {
    /// Id of the ruleset, without options; of the base where rulesets are compared.
    pub ruleset: String,
    /// Players as the study names them.
    pub players: [String; 2],
    /// Key of the option; `None` where rulesets are compared.
    pub option: Option<String>,
    /// Choice that it is compared with; a ruleset with the options chosen where rulesets are compared.
    pub base: String,
    /// The other choice, or the other ruleset.
    pub choice: String,
    /// Id of the figure.
    pub figure: &'static str,
    /// The figure with this choice less that with the base; the mean over the combinations of all other options.
    pub effect: f64,
    /// Interval of 95 % of the effect; games of the same cluster count alike in both cells. `None` where games are
    /// too few for one.
    pub interval: Option<[f64; 2]>,
    /// Two-sided p-value of no effect.
    pub p: f64,
    /// The p-value adjusted by Holm for all comparisons of the study.
    pub p_adjusted: f64,
    /// Number of combinations of all other options; 1 where rulesets are compared.
    pub strata: usize,
    /// Whether games that were cut off make one of the figures too low.
    pub is_least: bool,
}

/// Two cells of which the second is compared with the first.
type CellPair<'c> = [&'c CellEstimates; 2];

/// What sets the cells of pairs apart: the option, or `None` for rulesets; the base and what is compared with it.
#[derive(Clone, Copy)]
struct Contrast<'c> {
    option: Option<&'c str>,
    base: &'c str,
    choice: &'c str,
}

/// Compares the choices of options within each ruleset, and rulesets with each other, for each pair of players. Cells
/// that have no counterpart are left out.
#[must_use]
pub fn compare(cells: &[CellEstimates], compared: &[ComparedCells]) -> Vec<ChoiceEffect> {
    let mut groups: Vec<&[String; 2]> = Vec::new();
    for cell in cells {
        if !groups.contains(&&cell.players) {
            groups.push(&cell.players);
        }
    }
    let mut effects = Vec::new();
    for players in groups {
        let cells: Vec<&CellEstimates> = cells.iter().filter(|cell| cell.players == *players).collect();
        for one in compared {
            match &one.by {
                ComparedBy::Option(option) => effects.extend(compare_choices(&cells, option, one)),
                ComparedBy::Rulesets(instances) => effects.extend(compare_rulesets(&cells, instances, one)),
            }
        }
    }
    let adjusted = holm(&effects.iter().map(|effect| effect.p).collect::<Vec<_>>());
    for (effect, p) in effects.iter_mut().zip(adjusted) {
        effect.p_adjusted = p;
    }
    effects
}

/// The options that have several choices in these cells, each compared by these figures with the choice of the first
/// cell.
#[must_use]
pub fn compared_by_default(cells: &[CellEstimates], figures: &[&str]) -> Vec<ComparedCells> {
    let mut choices = BTreeMap::<&str, Vec<&str>>::new();
    for (option, choice) in cells.iter().flat_map(|cell| &cell.choices) {
        let known = choices.entry(option).or_default();
        if !known.contains(&choice.as_str()) {
            known.push(choice);
        }
    }
    let figures: Vec<String> = figures.iter().map(|&id| id.to_owned()).collect();
    let several = choices.into_iter().filter(|(_, choices)| choices.len() > 1);
    several
        .map(|(option, _)| ComparedCells {
            by: ComparedBy::Option(option.to_owned()),
            base: None,
            figures: figures.clone(),
        })
        .collect()
}

/// Compares the choices of one option within each ruleset, in cells of one pair of players.
fn compare_choices(cells: &[&CellEstimates], option: &str, compared: &ComparedCells) -> Vec<ChoiceEffect> {
    let mut rulesets: Vec<&str> = Vec::new();
    for cell in cells {
        if !rulesets.contains(&cell.ruleset()) {
            rulesets.push(cell.ruleset());
        }
    }
    let mut effects = Vec::new();
    for ruleset in rulesets {
        let cells: Vec<&CellEstimates> =
            cells.iter().copied().filter(|cell| cell.ruleset() == ruleset).collect();
        effects.extend(compare_choices_of_ruleset(&cells, option, compared));
    }
    effects
}

fn compare_choices_of_ruleset(
    cells: &[&CellEstimates],
    option: &str,
    compared: &ComparedCells,
) -> Vec<ChoiceEffect> {
    let mut choices: Vec<&str> = Vec::new();
    for choice in cells.iter().filter_map(|cell| cell.choice(option)) {
        if !choices.contains(&choice) {
            choices.push(choice);
        }
    }
    let Some(base) = compared.base.as_deref().or(choices.first().copied()) else { return Vec::new() };
    let mut effects = Vec::new();
    for choice in choices.iter().copied().filter(|choice| *choice != base) {
        let mut pairs: Vec<CellPair<'_>> = Vec::new();
        for one in cells.iter().filter(|cell| cell.choice(option) == Some(base)) {
            let other = cells.iter().find(|cell| {
                cell.choice(option) == Some(choice) && cell.others(option).eq(one.others(option))
            });
            pairs.extend(other.map(|other| [*one, *other]));
        }
        let contrast = Contrast { option: Some(option), base, choice };
        effects.extend(compared.figures.iter().filter_map(|figure| effect(&pairs, contrast, figure)));
    }
    effects
}

/// Compares rulesets with that of the base, in cells of one pair of players.
fn compare_rulesets(
    cells: &[&CellEstimates],
    instances: &[String],
    compared: &ComparedCells,
) -> Vec<ChoiceEffect> {
    let cell_of = |instance: &str| cells.iter().copied().find(|cell| cell.instance == instance);
    let base = compared.base.as_deref().or(instances.first().map(String::as_str));
    let Some(one) = base.and_then(cell_of) else { return Vec::new() };
    let mut effects = Vec::new();
    for other in instances.iter().filter_map(|instance| cell_of(instance)) {
        if other.instance == one.instance {
            continue;
        }
        let contrast = Contrast { option: None, base: &one.instance, choice: &other.instance };
        let found = compared.figures.iter().filter_map(|figure| effect(&[[one, other]], contrast, figure));
        effects.extend(found);
    }
    effects
}

/// The effect on a figure; `None` where no pair of cells has it.
fn effect(pairs: &[CellPair<'_>], contrast: Contrast<'_>, figure: &str) -> Option<ChoiceEffect> {
    let estimates =
        pairs.iter().filter_map(|[one, other]| Some([one.figure(figure)?, other.figure(figure)?]));
    let estimates: Vec<[&FigureEstimate; 2]> = estimates.collect();
    let cell = pairs.first()?[0];
    let strata = estimates.len();
    let id = estimates.first()?[0].figure;
    let mean = |value: &dyn Fn(&FigureEstimate) -> f64| {
        estimates.iter().map(|&[one, other]| value(other) - value(one)).sum::<f64>() / strata as f64
    };
    let length = estimates.iter().flatten().map(|one| one.replicates.len()).min()?;
    let replicates: Vec<f64> = (0..length).map(|at| mean(&|one| one.replicates[at])).collect();
    let effect = mean(&|one| one.value);
    let found = interval(&replicates);
    // Replicates that are all the same say nothing of how far the truth may be from them.
    let is_degenerate = found.is_none_or(|[low, high]| low == high);
    let found = if is_degenerate { joined_interval(&estimates, effect) } else { found };
    let by_interval = found.filter(|_| is_degenerate).and_then(|found| p_value_of_interval(effect, found));
    let clusters = estimates.iter().flatten().map(|one| one.clusters).min()?;
    Some(ChoiceEffect {
        ruleset: cell.ruleset().to_owned(),
        players: cell.players.clone(),
        option: contrast.option.map(str::to_owned),
        base: contrast.base.to_owned(),
        choice: contrast.choice.to_owned(),
        figure: id,
        effect,
        interval: found,
        p: by_interval.unwrap_or_else(|| p_value(effect, &replicates)).max(least_p_value(clusters)),
        p_adjusted: 1.0,
        strata,
        is_least: estimates.iter().flatten().any(|one| one.is_least),
    })
}

/// The interval of a difference that is the same in all replicates, from the intervals of both figures [Newcombe,
/// Interval estimation for the difference between independent proportions, 1998, method 10].
fn joined_interval(estimates: &[[&FigureEstimate; 2]], effect: f64) -> Option<[f64; 2]> {
    let mut squares = [0.0; 2];
    for [one, other] in estimates {
        let ([one_low, one_high], [other_low, other_high]) = (one.interval?, other.interval?);
        squares[0] += (other.value - other_low).powi(2) + (one_high - one.value).powi(2);
        squares[1] += (other_high - other.value).powi(2) + (one.value - one_low).powi(2);
    }
    let [below, above] = squares.map(|square| square.sqrt() / estimates.len() as f64);
    Some([effect - below, effect + above])
}
