//! The figures of a cell, computed while its games are read one after another.

use std::collections::BTreeMap;

use rukh_lab::job::rows::{GameRow, MoveRow};
use rukh_lab::statistics::Share;
use serde::Serialize;

use super::board::{BoardContent, HeatMaps};
use super::bootstrap::{self, ClusterWeights};
use super::contribution::of_game;
use super::definition::{Counted, DEFINITIONS, FigureDefinition, FigureUnit, Formula};
use super::histogram::WeightedHistogram;
use super::sums::{Column, Sum, Sums};

/// A figure of a cell: its value with the interval of 95 %.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FigureEstimate {
    /// Id of the figure.
    pub figure: &'static str,
    /// Reason, kind of piece or arrangement; `None` for a figure with one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Value, in the unit of the figure.
    pub value: f64,
    /// Percentile interval of 95 %; `None` where games are too few for one.
    pub interval: Option<[f64; 2]>,
    /// Number of games that it is computed from.
    pub games: u64,
    /// Whether games that were cut off make it too low, so that the value is a lower bound.
    pub is_least: bool,
    /// Number of clusters of these games, which are independent.
    #[serde(skip)]
    pub(super) clusters: u64,
    /// The value in each replicate of the bootstrap; NaN where it has none.
    #[serde(skip)]
    pub(super) replicates: Vec<f64>,
}

/// Sums over the games of a cell, from which its figures follow. Memory does not grow with the number of games.
///
/// # Examples
/// ```no_run
/// # fn rows() -> Vec<(rukh_lab::job::rows::GameRow, Vec<rukh_lab::job::rows::MoveRow>)> { Vec::new() }
/// use rukh_study::figures::CellFigures;
///
/// let mut cell = CellFigures::new(["rukh:nodes=200", "rukh:nodes=200"]);
/// for (game, moves) in rows() {
///     cell.add(&game, &moves);
/// }
/// println!("{:?}", cell.interval("score"));
/// ```
#[derive(Debug, Clone)]
pub struct CellFigures {
    /// The player that the study names first, where the two differ.
    first: Option<String>,
    weights: ClusterWeights,
    sums: Sums,
    histograms: BTreeMap<Counted, WeightedHistogram>,
    /// How many games that were cut off have each number of plies.
    cut_lengths: BTreeMap<u32, u32>,
    heat_maps: HeatMaps,
}

impl CellFigures {
    /// A cell without games, played by White and Black as the study names them.
    #[must_use]
    pub fn new(players: [&str; 2]) -> CellFigures {
        let [first, second] = players;
        CellFigures {
            first: (first != second).then(|| first.to_owned()),
            weights: ClusterWeights::new(),
            sums: Sums::default(),
            histograms: BTreeMap::new(),
            cut_lengths: BTreeMap::new(),
            heat_maps: HeatMaps::default(),
        }
    }

    /// Adds a game with its moves in their order; without moves (an empty slice) figures that need them leave it out.
    /// Games of a cluster are added one after another.
    pub fn add(&mut self, row: &GameRow, moves: &[MoveRow]) {
        let board = BoardContent::of_fen(&row.opening);
        let weights = self.weights.of(row.cluster);
        for contribution in of_game(row, moves, &board, self.first.as_deref()) {
            self.sums.add(contribution, row.cluster, weights);
        }
        let counted = [
            (Counted::Plies, Some(row.plies)),
            (Counted::WereraEvents, row.werera_events),
            (
                Counted::WereraTenths,
                row.werera_ms.map(|ms| u32::try_from(ms.saturating_add(50) / 100).unwrap_or(u32::MAX)),
            ),
        ];
        for (counted, value) in counted {
            if let Some(value) = value {
                self.histograms.entry(counted).or_default().add(value, weights);
            }
        }
        if !matches!(row.result.as_str(), "1-0" | "0-1" | "1/2-1/2") {
            *self.cut_lengths.entry(row.plies).or_default() += 1;
        }
        self.heat_maps.add(&board, moves);
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.sums.column(Sum::Games, "").map_or(0, |column| column.games)
    }

    /// Number of games without a result.
    #[must_use]
    pub fn cut_off(&self) -> u64 {
        self.sums.column(Sum::CutOff, "").map_or(0, |column| column.games)
    }

    /// How many games have each number of plies.
    #[must_use]
    pub fn lengths(&self) -> BTreeMap<u32, u32> {
        self.histograms.get(&Counted::Plies).map(WeightedHistogram::counts).unwrap_or_default()
    }

    /// How many of the games without a result have each number of plies.
    #[must_use]
    pub fn cut_lengths(&self) -> &BTreeMap<u32, u32> {
        &self.cut_lengths
    }

    /// Where moves ended, and where they captured.
    #[must_use]
    pub fn heat_maps(&self) -> &HeatMaps {
        &self.heat_maps
    }

    /// The interval of 95 % of a figure with one value, by its [`FigureDefinition::id`]; `None` where there is no
    /// such figure, or too few games for it.
    #[must_use]
    pub fn interval(&self, figure: &str) -> Option<[f64; 2]> {
        let definition = super::definition(figure).filter(|one| one.key.is_none())?;
        self.estimates_of(definition).into_iter().next()?.interval
    }

    /// All figures for which there are games, in the order of [`DEFINITIONS`].
    #[must_use]
    pub fn estimates(&self) -> Vec<FigureEstimate> {
        DEFINITIONS.iter().flat_map(|definition| self.estimates_of(definition)).collect()
    }

    fn estimates_of(&self, definition: &'static FigureDefinition) -> Vec<FigureEstimate> {
        match definition.computed {
            Formula::Quotient { of, by, plus } => {
                let keys: Vec<&str> = match definition.key {
                    Some(_) => self.sums.keys(of).collect(),
                    None => vec![""],
                };
                keys.into_iter().filter_map(|key| self.quotient(definition, [of, by], plus, key)).collect()
            }
            Formula::Quantile { of, share } => self.quantile(definition, of, share).into_iter().collect(),
            Formula::Explained => self.explained(definition).into_iter().collect(),
        }
    }

    fn quotient(
        &self,
        definition: &'static FigureDefinition,
        [of, by]: [Sum; 2],
        plus: f64,
        key: &str,
    ) -> Option<FigureEstimate> {
        let whole = self.sums.column(by, key).filter(|whole| whole.sums[0] > 0.0)?;
        let part = self.sums.column(of, key).map_or(&[] as &[f64], |part| part.sums.as_slice());
        let parts = part.iter().copied().chain(std::iter::repeat(0.0));
        let values = whole.sums.iter().zip(parts).map(|(whole, part)| part / whole);
        let mut estimate = estimate(definition, values.collect(), [whole.games, whole.clusters])?;
        if definition.unit == FigureUnit::Share {
            widen(&mut estimate, whole);
        }
        estimate.key = definition.key.map(|_| key.to_owned());
        estimate.is_least = definition.is_of_length() && !self.cut_lengths.is_empty();
        let values = estimate.replicates.iter_mut().chain(estimate.interval.iter_mut().flatten());
        values.chain([&mut estimate.value]).for_each(|value| *value += plus);
        Some(estimate)
    }

    fn quantile(
        &self,
        definition: &'static FigureDefinition,
        of: Counted,
        share: f64,
    ) -> Option<FigureEstimate> {
        let histogram = self.histograms.get(&of)?;
        let scale = if of == Counted::WereraTenths { 0.1 } else { 1.0 };
        let values = histogram.quantiles(share).into_iter().map(|value| value * scale).collect();
        let clusters = self.sums.column(Sum::Games, "").map_or(0, |games| games.clusters);
        let mut estimate = estimate(definition, values, [histogram.games, clusters])?;
        // What lies above the longest game that ended before any was cut off would be more without a limit.
        let least = self.cut_lengths.keys().next().filter(|_| of == Counted::Plies);
        let known = least.map(|least| histogram.largest_below(*least).map_or(-1.0, f64::from));
        estimate.is_least = known.is_some_and(|known| estimate.value > known);
        Some(estimate)
    }

    fn explained(&self, definition: &'static FigureDefinition) -> Option<FigureEstimate> {
        use Sum::{Luck, LuckGames, LuckPoints, LuckPointsSquared, LuckProduct, LuckSquared};
        let sums = [LuckGames, LuckPoints, Luck, LuckPointsSquared, LuckSquared, LuckProduct];
        let columns: Vec<&Column> = sums.iter().filter_map(|sum| self.sums.column(*sum, "")).collect();
        let columns: [&Column; 6] = columns.try_into().ok()?;
        let value = |at: usize| {
            let [games, points, luck, points_squared, luck_squared, product] =
                columns.map(|column| column.sums[at]);
            let covariance = product - points * luck / games;
            let variances = (points_squared - points * points / games) * (luck_squared - luck * luck / games);
            // Rounding leaves a little of a variance that is zero.
            if variances > 1e-9 { (covariance * covariance / variances).min(1.0) } else { f64::NAN }
        };
        let counts = [columns[0].games, columns[0].clusters];
        estimate(definition, (0..bootstrap::COLUMNS).map(value).collect(), counts)
    }
}

/// An estimate of a figure's values in all columns, from so many games and clusters; `None` where the games as they are
/// have none.
fn estimate(
    definition: &'static FigureDefinition,
    mut values: Vec<f64>,
    [games, clusters]: [u64; 2],
) -> Option<FigureEstimate> {
    let replicates = values.split_off(1);
    let value = values.first().copied().filter(|value| value.is_finite())?;
    Some(FigureEstimate {
        figure: definition.id,
        key: None,
        value,
        interval: bootstrap::interval(&replicates),
        games,
        is_least: false,
        clusters,
        replicates,
    })
}

/// Drawing again from games that are all alike says nothing of those that were not played: a share that is the same
/// in all replicates gets Wilson's interval, with clusters as independent members.
fn widen(estimate: &mut FigureEstimate, whole: &Column) {
    if estimate.interval.is_none_or(|[low, high]| low == high) {
        let clusters = u32::try_from(whole.clusters).unwrap_or(u32::MAX);
        let count = (estimate.value * f64::from(clusters)).round() as u32;
        estimate.interval = Some(Share::new(count.min(clusters), clusters).interval);
    }
}
