//! The Poisson bootstrap: weights of clusters, percentile intervals, p-values and Holm's adjustment.
//!
//! In a replicate every cluster of games counts 0, 1, 2, … times, by Poisson's distribution with the mean 1 [Hanley
//! & MacGibbon, Creating non-parametric bootstrap samples using Poisson frequencies, 2006]. The weight is a hash of
//! cluster and replicate, so it needs no memory, does not depend on the order of games, and is the same in all cells:
//! differences between cells whose games share openings and throws are paired.

use rukh_rules::hash::mix;

use crate::stop::Z_95;

/// Number of replicates.
pub const REPLICATES: usize = 1_000;
/// Values of every sum: that of the games as they are, and that of each replicate.
pub(super) const COLUMNS: usize = REPLICATES + 1;
/// Keeps weights apart from the seeds of games, which are hashes of the same clusters.
const SALT: u64 = 0x626f_6f74_7374_7261;
/// Chance of weight 0: 1/e.
const CHANCE_OF_ZERO: f64 = 0.367_879_441_171_442_33;
/// The largest weight; a larger one has a chance of 1e-15.
const LARGEST: usize = 16;
/// Number of hashes.
const HASHES: f64 = 18_446_744_073_709_551_616.0;
/// Counts of replicates give p-values above this one; below, too few replicates are left to count.
const COARSE: f64 = 2.0 * 11.0 / (REPLICATES + 1) as f64;

/// The weights of a cluster: 1 for the games as they are, then one for each replicate.
#[derive(Debug, Clone)]
pub(super) struct ClusterWeights {
    cluster: Option<u64>,
    /// Hashes below the bound of an index have at most that weight.
    bounds: [u64; LARGEST],
    weights: Vec<u8>,
}

impl ClusterWeights {
    pub(super) fn new() -> ClusterWeights {
        let (mut below, mut chance) = (0.0, CHANCE_OF_ZERO);
        let bounds = std::array::from_fn(|weight| {
            below += chance;
            chance /= (weight + 1) as f64;
            (below * HASHES) as u64
        });
        ClusterWeights { cluster: None, bounds, weights: vec![1; COLUMNS] }
    }

    /// The weights of a cluster, `COLUMNS` of them.
    pub(super) fn of(&mut self, cluster: u64) -> &[u8] {
        if self.cluster != Some(cluster) {
            self.cluster = Some(cluster);
            let base = mix(cluster ^ SALT);
            for (replicate, weight) in (1_u64..).zip(self.weights.iter_mut().skip(1)) {
                let hash = mix(base.wrapping_add(replicate));
                *weight = self.bounds.iter().take_while(|bound| hash >= **bound).count() as u8;
            }
        }
        &self.weights
    }
}

/// A quantile of sorted values; between two of them a share of the way from the one to the other.
pub(super) fn quantile_of_sorted(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + (above - below) * place.fract())
}

/// The percentile interval of 95 %; `None` where half of the replicates have no value.
pub(super) fn interval(replicates: &[f64]) -> Option<[f64; 2]> {
    let mut sorted: Vec<f64> = replicates.iter().copied().filter(|value| value.is_finite()).collect();
    if sorted.len() * 2 < replicates.len() {
        return None;
    }
    sorted.sort_by(f64::total_cmp);
    Some([quantile_of_sorted(&sorted, 0.025)?, quantile_of_sorted(&sorted, 0.975)?])
}

/// The two-sided p-value of an effect: twice the share of replicates on the other side of zero. Where ten or fewer
/// are left there, they are too few to count, and the tail of the normal distribution decides whose standard
/// deviation is that of the replicates: else no study with thirty comparisons could find anything.
pub(super) fn p_value(effect: f64, replicates: &[f64]) -> f64 {
    let finite: Vec<f64> = replicates.iter().copied().filter(|value| value.is_finite()).collect();
    let size = finite.len() as f64;
    let share = |beyond: fn(f64) -> bool| {
        let count = finite.iter().filter(|value| beyond(**value)).count();
        (count + 1) as f64 / (size + 1.0)
    };
    let counted = (2.0 * share(|value| value <= 0.0).min(share(|value| value >= 0.0))).min(1.0);
    if counted > COARSE {
        return counted;
    }
    let mean = finite.iter().sum::<f64>() / size;
    let deviation = (finite.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / size).sqrt();
    if deviation > 0.0 { counted.min(2.0 * normal_tail(effect.abs() / deviation)) } else { counted }
}

/// The two-sided p-value of an effect that is the same in all replicates, by its interval: that of a normal deviate
/// whose interval has the same bound towards zero. `None` where the interval has no width.
pub(super) fn p_value_of_interval(effect: f64, [low, high]: [f64; 2]) -> Option<f64> {
    let reach = if effect > 0.0 { effect - low } else { high - effect };
    (reach > 0.0).then(|| 2.0 * normal_tail(Z_95 * effect.abs() / reach))
}

/// The least p-value that so many independent pairs can have: that all of them agree has this chance without an effect.
pub(super) fn least_p_value(clusters: u64) -> f64 {
    0.5_f64.powi(clusters.saturating_sub(1).min(1_000) as i32)
}

/// The chance that a normal deviate exceeds `z`, by Laplace's continued fraction; 1/2 for `z` below 1.
fn normal_tail(z: f64) -> f64 {
    if z < 1.0 {
        return 0.5;
    }
    let fraction = (1_u32..=60).rev().fold(z, |below, step| z + f64::from(step) / below);
    (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt() / fraction
}

/// Adjusts p-values so that the chance of any wrong rejection among them is at most the level at which they are read
/// [Holm, A simple sequentially rejective multiple test procedure, 1979].
///
/// # Examples
/// ```
/// let adjusted = rukh_study::figures::holm(&[0.01, 0.04, 0.03, 0.005]);
/// let rounded: Vec<f64> = adjusted.iter().map(|p| (p * 1e6).round() / 1e6).collect();
/// assert_eq!(rounded, [0.03, 0.06, 0.06, 0.02]);
/// ```
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|one, other| p_values[*one].total_cmp(&p_values[*other]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        least = least.max((p_values.len() - rank) as f64 * p_values[index]).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::{
        COLUMNS, ClusterWeights, holm, interval, least_p_value, normal_tail, p_value, p_value_of_interval,
        quantile_of_sorted,
    };

    #[test]
    fn weights_have_the_distribution_of_poisson() {
        let mut weights = ClusterWeights::new();
        let (mut counts, mut sum, mut squares) = ([0_u32; 4], 0.0, 0.0);
        for cluster in 0..400 {
            let of_cluster = weights.of(cluster);
            assert_eq!((of_cluster.len(), of_cluster[0]), (COLUMNS, 1));
            for weight in &of_cluster[1..] {
                counts[usize::from(*weight).min(3)] += 1;
                sum += f64::from(*weight);
                squares += f64::from(*weight).powi(2);
            }
        }
        // 400,000 weights: chances e⁻¹, e⁻¹, e⁻¹/2 and the rest; mean and variance 1.
        for (count, chance) in counts.into_iter().zip([0.36788, 0.36788, 0.18394, 0.08030]) {
            let share = f64::from(count) / 400_000.0;
            assert!((share - chance).abs() < 0.004, "{share} instead of {chance}");
        }
        let mean = sum / 400_000.0;
        assert!((mean - 1.0).abs() < 0.008 && (squares / 400_000.0 - mean * mean - 1.0).abs() < 0.02);
    }

    #[test]
    fn weights_are_those_of_the_cluster_alone() {
        let mut one = ClusterWeights::new();
        let first = one.of(7).to_vec();
        assert_ne!(one.of(8), first);
        assert_eq!(one.of(7), first);
        assert_eq!(ClusterWeights::new().of(7), first);
    }

    #[test]
    fn interval_is_that_of_the_sorted_values() {
        let values: Vec<f64> = (0_u32..=1000).rev().map(f64::from).collect();
        assert_eq!(interval(&values), Some([25.0, 975.0]));
        assert_eq!(interval(&[f64::NAN, f64::NAN, 1.0]), None);
        assert_eq!(quantile_of_sorted(&[1.0, 2.0], 0.5), Some(1.5));
        assert_eq!(quantile_of_sorted(&[], 0.5), None);
    }

    #[test]
    fn normal_tail_has_the_tabled_values() {
        for (z, tail) in
            [(1.0, 0.158_655_254), (1.96, 0.024_997_895), (3.0, 0.001_349_898), (5.0, 2.866_516e-7)]
        {
            assert!((normal_tail(z) / tail - 1.0).abs() < 1e-5, "{z}: {}", normal_tail(z));
        }
    }

    #[test]
    fn p_value_counts_replicates_and_goes_on_where_none_are_left() {
        let spread =
            |centre: f64| (0_i32..1000).map(|at| centre + f64::from(at - 500) / 500.0).collect::<Vec<_>>();
        assert_eq!(p_value(0.0, &[0.0; 1000]), 1.0);
        assert!(p_value(0.0, &spread(0.0)) > 0.99);
        // A tenth of the replicates is below zero: 2 · 101 / 1001.
        let tenth = p_value(0.8, &spread(0.8));
        assert!((tenth - 0.2).abs() < 0.005, "{tenth}");
        let (near, far) = (p_value(2.5, &spread(2.5)), p_value(5.0, &spread(5.0)));
        assert!(far < near && near < 0.002 && far > 0.0, "{near} {far}");
        assert_eq!(p_value(-0.8, &spread(0.8).iter().map(|value| -value).collect::<Vec<_>>()), tenth);
    }

    #[test]
    fn p_value_of_an_interval_is_that_of_its_bound() {
        let at_bound = p_value_of_interval(0.4, [0.0, 0.9]).expect("it has a width");
        assert!((at_bound - 0.05).abs() < 1e-4, "{at_bound}");
        assert_eq!(p_value_of_interval(-0.4, [-0.5, 0.0]), Some(at_bound));
        assert_eq!(
            (p_value_of_interval(0.0, [-0.1, 0.1]), p_value_of_interval(3.0, [3.0, 3.0])),
            (Some(1.0), None)
        );
        assert_eq!([0, 1, 2, 6].map(least_p_value), [1.0, 1.0, 0.5, 1.0 / 32.0]);
    }

    #[test]
    fn holm_agrees_with_worked_examples() {
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.7, 0.6]), [1.0, 1.0]);
        let adjusted = holm(&[0.001, 0.01, 0.02, 0.6]);
        for (found, right) in adjusted.iter().zip([0.004, 0.03, 0.04, 0.6]) {
            assert!((found - right).abs() < 1e-12, "{adjusted:?}");
        }
    }
}
