//! Whole numbers of games, counted in every replicate: memory grows with their range, not with the number of games.

use std::collections::BTreeMap;

use super::bootstrap::COLUMNS;

/// How often each number occurs, with the games as they are and in each replicate.
#[derive(Debug, Clone, Default)]
pub(super) struct WeightedHistogram {
    rows: BTreeMap<u32, Vec<u32>>,
    pub(super) games: u64,
}

/// A quantile of one column, while the rows are read.
struct Search {
    /// Numbers of the two values that it lies between, from 0.
    places: [u64; 2],
    /// How far it lies from the first to the second.
    between: f64,
    read: u64,
    found: [Option<u32>; 2],
}

impl WeightedHistogram {
    /// Counts a number of a game.
    pub(super) fn add(&mut self, value: u32, weights: &[u8]) {
        self.games += 1;
        let row = self.rows.entry(value).or_insert_with(|| vec![0; COLUMNS]);
        for (count, weight) in row.iter_mut().zip(weights) {
            *count += u32::from(*weight);
        }
    }

    /// The numbers that occur, with how many games have each.
    pub(super) fn counts(&self) -> BTreeMap<u32, u32> {
        self.rows.iter().map(|(value, row)| (*value, row[0])).collect()
    }

    /// The largest number that occurs below another.
    pub(super) fn largest_below(&self, bound: u32) -> Option<u32> {
        self.rows.range(..bound).next_back().map(|(value, _)| *value)
    }

    /// A quantile of every column, as of sorted values; NaN where a replicate has no game.
    pub(super) fn quantiles(&self, share: f64) -> Vec<f64> {
        let mut totals = vec![0_u64; COLUMNS];
        for row in self.rows.values() {
            for (total, count) in totals.iter_mut().zip(row) {
                *total += u64::from(*count);
            }
        }
        let search = |total: u64| {
            let place = share * total.saturating_sub(1) as f64;
            Search {
                places: [place.floor() as u64, place.ceil() as u64],
                between: place.fract(),
                read: 0,
                found: [None; 2],
            }
        };
        let mut searches: Vec<Search> = totals.into_iter().map(search).collect();
        for (value, row) in &self.rows {
            for (search, count) in searches.iter_mut().zip(row) {
                search.read += u64::from(*count);
                for (found, place) in search.found.iter_mut().zip(search.places) {
                    if found.is_none() && place < search.read {
                        *found = Some(*value);
                    }
                }
            }
        }
        let value = |search: Search| match search.found.map(|found| found.map(f64::from)) {
            [Some(below), Some(above)] => below + (above - below) * search.between,
            _ => f64::NAN,
        };
        searches.into_iter().map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use rukh_lab::statistics::Quantiles;
    use rukh_rules::hash::SplitMix64;

    use super::WeightedHistogram;
    use crate::figures::bootstrap::{ClusterWeights, quantile_of_sorted};

    #[test]
    fn quantiles_are_those_of_sorted_values_in_every_column() {
        let (mut random, mut weights) = (SplitMix64::new(4), ClusterWeights::new());
        let (mut histogram, mut values) = (WeightedHistogram::default(), Vec::new());
        for cluster in 0..60_u64 {
            let value = random.below(40) as u32;
            let of_cluster = weights.of(cluster);
            histogram.add(value, of_cluster);
            values.push((value, of_cluster.to_vec()));
        }
        for share in [0.1, 0.25, 0.5, 0.9] {
            let found = histogram.quantiles(share);
            for column in [0, 1, 17, 1000] {
                let repeated = values.iter().flat_map(|(value, weights)| {
                    std::iter::repeat_n(f64::from(*value), usize::from(weights[column]))
                });
                let mut sorted: Vec<f64> = repeated.collect();
                sorted.sort_by(f64::total_cmp);
                assert_eq!(Some(found[column]), quantile_of_sorted(&sorted, share), "{share}, {column}");
            }
        }
        let plain = Quantiles::of(values.iter().map(|(value, _)| f64::from(*value)).collect());
        let of = |share| histogram.quantiles(share)[0];
        assert_eq!([of(0.25), of(0.5), of(0.75)], [plain.low, plain.median, plain.high]);
        assert_eq!((histogram.games, histogram.counts().values().sum::<u32>()), (60, 60));
    }

    #[test]
    fn quantile_without_games_is_no_number() {
        assert!(WeightedHistogram::default().quantiles(0.5).iter().all(|value| value.is_nan()));
    }
}
