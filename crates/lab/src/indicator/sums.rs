//! What the counted moves of games add up to: every figure is a quotient of sums, so that games can be drawn again.

use super::counted::{CountedMove, SecondChoice};

/// Millionths in a whole.
const UNIT: f64 = 1e6;

/// Sums over the moves of one game, or of several.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct MoveSums {
    pub(super) moves: u32,
    loss: f64,
    /// Positions whose second choice is worse, and those among them in which the first was played.
    pub(super) worse: u32,
    pub(super) worse_first: u32,
    /// Games with such positions.
    pub(super) worse_games: u32,
    /// The same where it is close.
    pub(super) close: u32,
    pub(super) close_first: u32,
    pub(super) close_games: u32,
    /// Moves whose time counts, and games with such moves.
    pub(super) timed: u32,
    pub(super) timed_games: u32,
    /// Squares of what times differ from the mean of their game, as parts of it, and the degrees of freedom.
    squares: f64,
    freedom: u32,
    /// Products of the ranks of times and difficulties, within games: both, times alone, difficulties alone.
    products: [f64; 3],
}

impl MoveSums {
    /// Sums of one game.
    pub(super) fn of_game(moves: &[CountedMove]) -> MoveSums {
        let mut sums = MoveSums { moves: moves.len() as u32, ..MoveSums::default() };
        for one in moves {
            sums.loss += f64::from(one.loss) / UNIT;
            let first = u32::from(one.first);
            match one.second {
                SecondChoice::Worse => {
                    (sums.worse, sums.worse_first) = (sums.worse + 1, sums.worse_first + first)
                }
                SecondChoice::Close => {
                    (sums.close, sums.close_first) = (sums.close + 1, sums.close_first + first)
                }
                SecondChoice::Between => {}
            }
        }
        (sums.worse_games, sums.close_games) = (u32::from(sums.worse > 0), u32::from(sums.close > 0));
        sums.add_times(moves);
        sums
    }

    fn add_times(&mut self, moves: &[CountedMove]) {
        let timed = moves.iter().filter_map(|one| Some((one.time? as f64, f64::from(one.settled))));
        let (times, difficulties): (Vec<f64>, Vec<f64>) = timed.unzip();
        let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
        // The spread of one time alone is unknown.
        if times.len() < 2 || mean <= 0.0 {
            return;
        }
        (self.timed, self.timed_games) = (times.len() as u32, 1);
        self.squares = times.iter().map(|time| (time / mean - 1.0).powi(2)).sum();
        self.freedom = self.timed - 1;
        let (times, difficulties) = (centred_ranks(&times), centred_ranks(&difficulties));
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        self.products =
            [product(&times, &difficulties), product(&times, &times), product(&difficulties, &difficulties)];
    }

    /// These sums and others.
    pub(super) fn plus(self, other: &MoveSums) -> MoveSums {
        let [both, times, difficulties] = self.products;
        let [other_both, other_times, other_difficulties] = other.products;
        MoveSums {
            moves: self.moves + other.moves,
            loss: self.loss + other.loss,
            worse: self.worse + other.worse,
            worse_first: self.worse_first + other.worse_first,
            worse_games: self.worse_games + other.worse_games,
            close: self.close + other.close,
            close_first: self.close_first + other.close_first,
            close_games: self.close_games + other.close_games,
            timed: self.timed + other.timed,
            timed_games: self.timed_games + other.timed_games,
            squares: self.squares + other.squares,
            freedom: self.freedom + other.freedom,
            products: [both + other_both, times + other_times, difficulties + other_difficulties],
        }
    }

    /// The mean share of the points that a move gives away.
    pub(super) fn loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.loss / f64::from(self.moves))
    }

    /// How often the first choice was played where the second is worse.
    pub(super) fn first_over_worse(&self) -> Option<f64> {
        (self.worse > 0).then(|| f64::from(self.worse_first) / f64::from(self.worse))
    }

    /// How often the first choice was played where the second is close.
    pub(super) fn first_over_close(&self) -> Option<f64> {
        (self.close > 0).then(|| f64::from(self.close_first) / f64::from(self.close))
    }

    /// The standard deviation of times as parts of the mean of their game.
    pub(super) fn time_spread(&self) -> Option<f64> {
        (self.freedom > 0).then(|| (self.squares / f64::from(self.freedom)).sqrt())
    }

    /// The rank correlation of times and difficulties within games; `None` where either is the same everywhere.
    pub(super) fn time_difficulty(&self) -> Option<f64> {
        let [both, times, difficulties] = self.products;
        let scale = (times * difficulties).sqrt();
        (scale > 0.0).then(|| (both / scale).clamp(-1.0, 1.0))
    }
}

/// Ranks as parts of the number of values, less their mean; equal values share the mean of their ranks.
fn centred_ranks(values: &[f64]) -> Vec<f64> {
    let size = values.len() as f64;
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count() as f64;
        let equal = values.iter().filter(|other| *other == value).count() as f64;
        (below + (equal - 1.0) / 2.0 - (size - 1.0) / 2.0) / size
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::{MoveSums, centred_ranks};
    use crate::indicator::{CountedMove, SecondChoice};

    fn timed(times: &[(u64, u32)]) -> MoveSums {
        let moves = times.iter().map(|&(time, settled)| CountedMove {
            seq: 1,
            loss: 0,
            first: true,
            second: SecondChoice::Between,
            settled,
            time: Some(time),
        });
        MoveSums::of_game(&moves.collect::<Vec<_>>())
    }

    #[test]
    fn ranks_are_centred_and_shared_by_equals() {
        assert_eq!(centred_ranks(&[3.0, 1.0, 2.0]), [1.0 / 3.0, -1.0 / 3.0, 0.0]);
        assert_eq!(centred_ranks(&[7.0, 7.0]), [0.0, 0.0]);
        assert_eq!(centred_ranks(&[]), Vec::<f64>::new());
    }

    #[test]
    fn times_correlate_with_difficulty_or_not_at_all() {
        let hard = timed(&[(1_000, 0), (5_000, 400_000), (9_000, 900_000), (2_000, 100_000)]);
        assert!(hard.time_difficulty().is_some_and(|found| (found - 1.0).abs() < 1e-12), "{hard:?}");
        let inverse = timed(&[(9_000, 0), (5_000, 400_000), (1_000, 900_000)]);
        assert!(inverse.time_difficulty().is_some_and(|found| (found + 1.0).abs() < 1e-12), "{inverse:?}");
        let even = timed(&[(3_000, 0), (3_000, 400_000), (3_000, 900_000)]);
        assert_eq!((even.time_difficulty(), even.time_spread()), (None, Some(0.0)));
    }

    /// A slow game and a quick one with the same rhythm have one spread together.
    #[test]
    fn spread_of_times_does_not_depend_on_the_pace_of_games() {
        let quick = timed(&[(100, 0), (200, 0), (600, 0)]);
        let slow = timed(&[(10_000, 0), (20_000, 0), (60_000, 0)]);
        let [one, both] = [quick, quick.plus(&slow)].map(|sums| sums.time_spread().expect("times"));
        assert!((one - both).abs() < 1e-12 && one > 0.5, "{one} {both}");
        assert_eq!(timed(&[(100, 0)]).time_spread(), None, "one time has no spread");
    }
}
