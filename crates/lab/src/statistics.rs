//! Shares and quantiles of samples, with intervals of 95 %.

use crate::elo::Z_95;

/// A part of a sample.
///
/// # Examples
/// ```
/// use rukh_lab::statistics::Share;
///
/// // Three of four games won: still anything from a third to nearly all.
/// let [low, high] = Share::new(3, 4).interval;
/// assert!((0.29..0.31).contains(&low) && (0.95..0.96).contains(&high));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Share {
    /// Number of the sample's members that belong to it.
    pub count: u32,
    /// Bounds of the share, 0 to 1: Wilson's interval of 95 %.
    pub interval: [f64; 2],
}

impl Share {
    /// Part of a sample of `of` independent members; everything is possible without any.
    #[must_use]
    pub fn new(count: u32, of: u32) -> Share {
        if of == 0 {
            return Share { count, interval: [0.0, 1.0] };
        }
        let (size, z2) = (f64::from(of), Z_95 * Z_95);
        let share = f64::from(count) / size;
        let centre = share + z2 / (2.0 * size);
        let reach = Z_95 * (share * (1.0 - share) / size + z2 / (4.0 * size * size)).sqrt();
        let bound = |at: f64| (at / (1.0 + z2 / size)).clamp(0.0, 1.0);
        Share { count, interval: [bound(centre - reach), bound(centre + reach)] }
    }
}

/// Quantiles of a sample: what half and three quarters of it do not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Quantiles {
    /// The value that a quarter of the sample does not exceed.
    pub low: f64,
    /// The middle value.
    pub median: f64,
    /// The value that three quarters of the sample do not exceed.
    pub high: f64,
    /// Interval of 95 % of the median, from the order of the values alone.
    pub median_interval: [f64; 2],
}

impl Quantiles {
    /// Quantiles of independent values; zeros without any.
    #[must_use]
    pub fn of(mut values: Vec<f64>) -> Quantiles {
        values.sort_by(f64::total_cmp);
        let Some(last) = values.len().checked_sub(1) else { return Quantiles::default() };
        // Between two values, a share of the way from the one to the other.
        let quantile = |share: f64| {
            let place = share * last as f64;
            let (below, above) = (values[place.floor() as usize], values[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        // The number of values below the median is binomial.
        let size = values.len() as f64;
        let reach = Z_95 * size.sqrt() / 2.0;
        let below = (size / 2.0 - reach).floor().max(0.0) as usize;
        let above = (size / 2.0 + reach).ceil() as usize;
        Quantiles {
            low: quantile(0.25),
            median: quantile(0.5),
            high: quantile(0.75),
            median_interval: [values[below.min(last)], values[above.min(last)]],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Quantiles, Share};

    #[test]
    fn share_has_the_published_interval() {
        // Newcombe, Statistics in Medicine 17 (1998), table I: the score method.
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let [below, above] = Share::new(count, of).interval;
            assert!((below - low).abs() < 5e-5 && (above - high).abs() < 5e-5, "{count}: {below} {above}");
        }
        assert_eq!(Share::new(0, 0).interval, [0.0, 1.0]);
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_values() {
        let of = |count: u32| Quantiles::of((1..=count).rev().map(f64::from).collect());
        let five = of(5);
        assert_eq!((five.low, five.median, five.high), (2.0, 3.0, 4.0));
        assert_eq!(of(4).median, 2.5);
        // By the binomial distribution the 41st to the 61st of a hundred values hold it with 95.4 %.
        assert_eq!(of(100).median_interval, [41.0, 61.0]);
        assert_eq!(of(1).median_interval, [1.0, 1.0]);
        assert_eq!(Quantiles::of(Vec::new()), Quantiles::default());
    }
}
