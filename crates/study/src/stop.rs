//! When a cell has enough games: the interval of a figure, from games that are not all independent.

use rukh_lab::job::rows::GameRow;
use serde::Serialize;
use strum::{Display, EnumString, VariantNames};

/// Standard errors either side of the mean that hold 95 % of a normal distribution.
pub(crate) const Z_95: f64 = 1.96;
/// Least number of independent results from which an interval is given: the variance of fewer is not known well enough.
const MIN_CLUSTERS: f64 = 25.0;
/// A share that was never seen to vary in `n` results is within this, divided by `n`, of what was seen.
const RULE_OF_THREE: f64 = 3.0;

/// A figure by which a cell can end, named as in [`DEFINITIONS`](crate::figures::DEFINITIONS).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum StopMeasure {
    /// White's share of the points, of games with a result.
    Score,
    /// Share of games that a side has won, of all.
    Decisive,
    /// Mean number of plies in turns.
    PliesMean,
}

/// When a cell ends before all its games are played.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StopRule {
    /// The figure.
    pub measure: StopMeasure,
    /// Width of its interval of 95 % from which on there are games enough.
    pub width: f64,
}

impl StopMeasure {
    /// What the figure takes the mean of, where the game counts.
    fn value(self, row: &GameRow) -> Option<f64> {
        match (self, row.result.as_str()) {
            (StopMeasure::Score, "1-0") => Some(1.0),
            (StopMeasure::Score, "0-1") => Some(0.0),
            (StopMeasure::Score, "1/2-1/2") => Some(0.5),
            (StopMeasure::Score, _) => None,
            (StopMeasure::Decisive, result) => Some(f64::from(u8::from(matches!(result, "1-0" | "0-1")))),
            (StopMeasure::PliesMean, _) => Some(f64::from(row.plies)),
        }
    }
}

/// The interval of 95 % of a figure over games; `None` where they are too few. Rows of one cluster stand together.
///
/// # Examples
/// ```
/// use rukh_lab::job::rows::GameRow;
/// use rukh_study::stop::{StopMeasure, stop_interval};
///
/// let row = |cluster: u64, result: &str| GameRow { cluster, result: result.to_owned(), ..GameRow::default() };
/// let rows: Vec<GameRow> = (0..100).map(|number| row(number, ["1-0", "0-1"][number as usize % 2])).collect();
/// let [low, high] = stop_interval(StopMeasure::Score, &rows).expect("there are games enough");
/// assert!((low - 0.4).abs() < 0.01 && (high - 0.6).abs() < 0.01);
/// // The same results in pairs that are not independent say less, or more: here each pair has one point.
/// let pairs: Vec<GameRow> = rows.iter().map(|row| GameRow { cluster: row.cluster / 2, ..row.clone() }).collect();
/// let [low, high] = stop_interval(StopMeasure::Score, &pairs).expect("there are games enough");
/// assert!(high - low < 0.15);
/// ```
pub fn stop_interval<'r>(
    measure: StopMeasure,
    rows: impl IntoIterator<Item = &'r GameRow>,
) -> Option<[f64; 2]> {
    let mut sums = StopSums::default();
    sums.add(measure, rows);
    sums.interval(measure)
}

/// What an interval is made of, of any number of games.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct StopSums {
    clusters: f64,
    games: f64,
    values: f64,
    games_squared: f64,
    values_squared: f64,
    products: f64,
}

impl StopSums {
    /// Adds games; those of one cluster must come together.
    pub(crate) fn add<'r>(&mut self, measure: StopMeasure, rows: impl IntoIterator<Item = &'r GameRow>) {
        let mut open: Option<(u64, f64, f64)> = None;
        for row in rows {
            let Some(value) = measure.value(row) else { continue };
            match &mut open {
                Some((cluster, games, values)) if *cluster == row.cluster => {
                    (*games, *values) = (*games + 1.0, *values + value);
                }
                _ => {
                    self.add_cluster(open);
                    open = Some((row.cluster, 1.0, value));
                }
            }
        }
        self.add_cluster(open);
    }

    fn add_cluster(&mut self, cluster: Option<(u64, f64, f64)>) {
        let Some((_, games, values)) = cluster else { return };
        self.clusters += 1.0;
        self.games += games;
        self.values += values;
        self.games_squared += games * games;
        self.values_squared += values * values;
        self.products += games * values;
    }

    /// Normal interval of the mean, by the variance between clusters.
    pub(crate) fn interval(&self, measure: StopMeasure) -> Option<[f64; 2]> {
        if self.clusters < MIN_CLUSTERS {
            return None;
        }
        let mean = self.values / self.games;
        let squares = self.values_squared - 2.0 * mean * self.products + mean * mean * self.games_squared;
        let error = (squares.max(0.0) * self.clusters / (self.clusters - 1.0)).sqrt() / self.games;
        let least = match measure {
            StopMeasure::PliesMean => 0.0,
            StopMeasure::Score | StopMeasure::Decisive => RULE_OF_THREE / self.clusters,
        };
        let half = if error > 1e-9 { Z_95 * error } else { least };
        Some([mean - half, mean + half])
    }
}

impl StopRule {
    /// Whether games of these sums are enough.
    pub(crate) fn is_met(&self, sums: &StopSums) -> bool {
        sums.interval(self.measure).is_some_and(|[low, high]| high - low <= self.width)
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantNames;

    use super::{StopMeasure, StopRule, StopSums, stop_interval};
    use crate::figures::single_ids;
    use rukh_lab::job::rows::GameRow;
    use rukh_rules::hash::SplitMix64;

    fn row(cluster: u64, result: &str, plies: u32) -> GameRow {
        GameRow { cluster, result: result.to_owned(), plies, ..GameRow::default() }
    }

    #[test]
    fn interval_covers_the_truth_about_as_often_as_it_says() {
        let mut random = SplitMix64::new(1);
        let mut covered = 0;
        for _ in 0..400 {
            // Both games of a pair have the same result: half as much is known.
            let rows: Vec<GameRow> = (0..60)
                .flat_map(|cluster| {
                    let result = if random.below(10) < 3 { "1-0" } else { "0-1" };
                    [row(cluster, result, 1), row(cluster, result, 1)]
                })
                .collect();
            let [low, high] = stop_interval(StopMeasure::Score, &rows).expect("games enough");
            covered += u32::from((low..=high).contains(&0.3));
        }
        assert!((360..=392).contains(&covered), "{covered} of 400");
    }

    #[test]
    fn sums_of_parts_are_those_of_the_whole() {
        let mut random = SplitMix64::new(2);
        let rows: Vec<GameRow> = (0..200)
            .map(|number| row(number / 2, ["1-0", "0-1", "1/2-1/2", "*"][random.below(4)], 40))
            .collect();
        let mut parts = StopSums::default();
        rows.chunks(50).for_each(|part| parts.add(StopMeasure::Score, part));
        let whole = stop_interval(StopMeasure::Score, &rows).expect("games enough");
        let of_parts = parts.interval(StopMeasure::Score).expect("games enough");
        assert!(whole.iter().zip(of_parts).all(|(one, other)| (one - other).abs() < 1e-12));
    }

    #[test]
    fn games_without_a_result_count_only_where_they_say_something() {
        let rows: Vec<GameRow> = (0..60).map(|cluster| row(cluster, "*", 600)).collect();
        assert_eq!(stop_interval(StopMeasure::Score, &rows), None);
        assert_eq!(stop_interval(StopMeasure::PliesMean, &rows), Some([600.0, 600.0]));
        let [low, high] = stop_interval(StopMeasure::Decisive, &rows).expect("games enough");
        assert!(
            (high - 0.05).abs() < 1e-12 && (low + 0.05).abs() < 1e-12,
            "none of 60 may still be one of 20"
        );
    }

    #[test]
    fn measures_are_figures_of_the_same_name() {
        assert!(StopMeasure::VARIANTS.iter().all(|name| single_ids().any(|id| id == *name)));
        // The figure `plies` is the median.
        assert_eq!(StopMeasure::PliesMean.to_string(), "plies-mean");
    }

    #[test]
    fn rule_is_not_met_by_few_games() {
        let rule = StopRule { measure: StopMeasure::Score, width: 0.3 };
        let met = |games: u64| {
            let mut sums = StopSums::default();
            let rows: Vec<GameRow> = (0..games).map(|number| row(number, "1/2-1/2", 9)).collect();
            sums.add(rule.measure, &rows);
            rule.is_met(&sums)
        };
        assert_eq!([met(24), met(25)], [false, true]);
    }
}
