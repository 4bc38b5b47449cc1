//! The figures, with their intervals.

use rukh_rules::hash::SplitMix64;
use serde::{Deserialize, Serialize};

use super::counted::CountedMove;
use super::sums::MoveSums;
use crate::statistics::Share;

/// Revision of the figures: raised with whatever changes what they say of a game, such as a definition, the limits of
/// the judge, or its search and evaluation.
pub const REVISION: u32 = 2;
/// What this revision says of written-out games of shatranj and of `oblong-dice`, as sums of their counted moves.
#[cfg(test)]
pub(super) const JUDGED: [&str; 2] = [
    "ba0916370d6802b9b08e7563da58467da7176f9e2153ffd54e1e6797e1e3470b",
    "8a2e5c0a06140568c7bfb5e3e8b299c6d259299151df7df70de751e990d2cb44",
];
/// Games that figures rest on, at most.
pub const MAX_GAMES: usize = 20;
/// Games with counted moves below which there are no figures; and none that rests on cases of fewer games.
pub const MIN_GAMES: usize = 5;
/// Counted moves below which there are no figures.
pub const MIN_MOVES: usize = 60;
/// Cases of its own that a figure rests on, at least.
const MIN_CASES: u32 = 15;
/// Samples of the bootstrap, and its seed: the same games have the same intervals.
const RESAMPLES: usize = 1_000;
const SEED: u64 = 1;
/// Figures are rounded to so many parts: no more can be read from them, and what is written is read again exactly.
const PARTS: f64 = 1e6;

/// Figures of how somebody plays. All are absent where there are too few games or moves, and each where there are too
/// few cases of its own, or these are of too few games.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndicatorFigures {
    /// Games with counted moves.
    pub games: u32,
    /// Moves that count.
    pub moves: u32,
    /// The mean share of the points that a move gives away, from 0 to 1.
    pub loss: Option<IndicatorEstimate>,
    /// How often the judge's first choice was played where its second one is worse, from 0 to 1.
    pub first_over_worse: Option<IndicatorEstimate>,
    /// How often the judge's first choice was played where its second one is close, from 0 to 1.
    pub first_over_close: Option<IndicatorEstimate>,
    /// The standard deviation of thinking times, as parts of the mean of their game.
    pub time_spread: Option<IndicatorEstimate>,
    /// The rank correlation of thinking time and difficulty within games, from -1 to 1.
    pub time_difficulty: Option<IndicatorEstimate>,
}

/// A figure with its interval of 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndicatorEstimate {
    /// The figure.
    pub value: f64,
    /// Lower bound, by games drawn again and again from the same ones; of how often something was played also by the
    /// number of cases.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// Moves that it rests on.
    pub moves: u32,
}

impl IndicatorFigures {
    /// Figures of games, each with its counted moves; those without any are left out. The same games in the same order
    /// have the same figures and intervals.
    ///
    /// # Examples
    /// ```
    /// use rukh_lab::indicator::{CountedMove, IndicatorFigures, SecondChoice};
    ///
    /// let mv = CountedMove {
    ///     seq: 30, loss: 20_000, first: false, second: SecondChoice::Close, settled: 0, time: None,
    /// };
    /// let games = vec![vec![mv; 12]; 5];
    /// let figures = IndicatorFigures::of(&games);
    /// assert_eq!(figures.loss.map(|loss| (loss.value, loss.moves)), Some((0.02, 60)));
    /// // Four games are too little, however many moves they have.
    /// assert_eq!(IndicatorFigures::of(&games[..4]).loss, None);
    /// ```
    #[must_use]
    pub fn of(games: &[Vec<CountedMove>]) -> IndicatorFigures {
        let games: Vec<MoveSums> =
            games.iter().filter(|moves| !moves.is_empty()).map(|moves| MoveSums::of_game(moves)).collect();
        let all = games.iter().fold(MoveSums::default(), MoveSums::plus);
        let counts =
            IndicatorFigures { games: games.len() as u32, moves: all.moves, ..IndicatorFigures::default() };
        if games.len() < MIN_GAMES || (all.moves as usize) < MIN_MOVES {
            return counts;
        }
        let samples = resample(&games);
        let estimate = |[cases, of_games]: [u32; 2], figure: fn(&MoveSums) -> Option<f64>| {
            let is_enough = cases >= MIN_CASES && of_games as usize >= MIN_GAMES;
            figure(&all).filter(|_| is_enough).map(|value| {
                let [low, high] = interval(samples.iter().filter_map(figure).collect(), value);
                IndicatorEstimate { value: rounded(value), low, high, moves: cases }
            })
        };
        // Games that are all alike, drawn again, would leave no doubt.
        let share = |cases: [u32; 2], first: u32, figure: fn(&MoveSums) -> Option<f64>| {
            estimate(cases, figure).map(|one| {
                let [low, high] = Share::new(first, cases[0]).interval.map(rounded);
                IndicatorEstimate { low: one.low.min(low), high: one.high.max(high), ..one }
            })
        };
        let timed = [all.timed, all.timed_games];
        IndicatorFigures {
            loss: estimate([all.moves, counts.games], MoveSums::loss),
            first_over_worse: share(
                [all.worse, all.worse_games],
                all.worse_first,
                MoveSums::first_over_worse,
            ),
            first_over_close: share(
                [all.close, all.close_games],
                all.close_first,
                MoveSums::first_over_close,
            ),
            time_spread: estimate(timed, MoveSums::time_spread),
            time_difficulty: estimate(timed, MoveSums::time_difficulty),
            ..counts
        }
    }
}

/// Sums of games drawn again and again from the same ones, as many each time.
fn resample(games: &[MoveSums]) -> Vec<MoveSums> {
    let mut random = SplitMix64::new(SEED);
    let draw = |_| {
        let drawn = games.iter().map(|_| &games[random.below(games.len())]);
        drawn.fold(MoveSums::default(), MoveSums::plus)
    };
    (0..RESAMPLES).map(draw).collect()
}

/// Bounds of the middle 95 %, which hold the figure itself.
fn interval(mut found: Vec<f64>, value: f64) -> [f64; 2] {
    found.sort_by(f64::total_cmp);
    let tail = found.len() / 40;
    let bound = |at: Option<&f64>| at.copied().unwrap_or(value);
    let low = bound(found.get(tail)).min(value);
    let high = bound(found.len().checked_sub(1 + tail).and_then(|at| found.get(at))).max(value);
    [rounded(low), rounded(high)]
}

fn rounded(value: f64) -> f64 {
    // A figure of -0 is 0.
    (value * PARTS).round() / PARTS + 0.0
}

#[cfg(test)]
mod tests {
    use rukh_rules::hash::SplitMix64;

    use super::{IndicatorEstimate, IndicatorFigures, MIN_GAMES, MIN_MOVES};
    use crate::indicator::{CountedMove, SecondChoice};

    /// Moves of which each loses up to `loss` millionths.
    fn games(count: usize, moves: usize, loss: usize, random: &mut SplitMix64) -> Vec<Vec<CountedMove>> {
        let mut one = |seq| {
            let lost = random.below(loss + 1) as u32;
            CountedMove {
                seq,
                loss: lost,
                first: lost == 0 || random.below(3) == 0,
                second: [SecondChoice::Worse, SecondChoice::Between, SecondChoice::Close][random.below(3)],
                settled: random.below(1_000_000) as u32,
                time: Some(1 + random.below(60_000) as u64),
            }
        };
        (0..count).map(|_| (0..moves as u64).map(&mut one).collect()).collect()
    }

    fn estimates(figures: &IndicatorFigures) -> Vec<IndicatorEstimate> {
        let IndicatorFigures {
            loss, first_over_worse, first_over_close, time_spread, time_difficulty, ..
        } = *figures;
        [loss, first_over_worse, first_over_close, time_spread, time_difficulty]
            .into_iter()
            .flatten()
            .collect()
    }

    #[test]
    fn figures_lie_in_their_intervals_and_are_the_same_again() {
        for seed in 0..20 {
            let games = games(MIN_GAMES + seed as usize, 20, 90_000, &mut SplitMix64::new(seed));
            let figures = IndicatorFigures::of(&games);
            let found = estimates(&figures);
            assert_eq!(found.len(), 5, "{figures:?}");
            for one in found {
                assert!(one.low <= one.value && one.value <= one.high && one.low < one.high, "{figures:?}");
            }
            assert_eq!(IndicatorFigures::of(&games), figures);
            let text = serde_json::to_string(&figures).expect("it is JSON");
            assert_eq!(serde_json::from_str::<IndicatorFigures>(&text).expect("its own JSON"), figures);
        }
    }

    #[test]
    fn engine_and_blunderer_are_told_apart() {
        let mut random = SplitMix64::new(9);
        let [engine, people] =
            [2_000, 120_000].map(|loss| IndicatorFigures::of(&games(12, 20, loss, &mut random)));
        let (engine, people) = (engine.loss.expect("enough"), people.loss.expect("enough"));
        assert!(engine.high < people.low, "{engine:?} {people:?}");
    }

    #[test]
    fn few_games_or_moves_have_counts_alone() {
        let mut random = SplitMix64::new(1);
        let mut of = |count, moves| IndicatorFigures::of(&games(count, moves, 1_000, &mut random));
        for (count, moves) in [(0, 0), (MIN_GAMES - 1, MIN_MOVES), (MIN_MOVES - 1, 1), (MIN_GAMES, 11)] {
            let figures = of(count, moves);
            assert!(estimates(&figures).is_empty(), "{figures:?}");
            assert_eq!((figures.games, figures.moves), (count as u32, (count * moves) as u32));
        }
        assert_eq!(estimates(&of(MIN_MOVES, 1)).len(), 3, "one move of a game has no spread");
        // A game without counted moves is none.
        let mut some = games(MIN_GAMES - 1, MIN_MOVES, 1_000, &mut random);
        some.push(Vec::new());
        assert_eq!(IndicatorFigures::of(&some).games, MIN_GAMES as u32 - 1);
    }

    /// Games of twelve moves each: those whose number `has` have three of a kind, with times, in which the first choice
    /// was played or not.
    fn alike(
        count: u32,
        second: SecondChoice,
        first: bool,
        has: impl Fn(u32) -> bool,
    ) -> Vec<Vec<CountedMove>> {
        let plain = CountedMove {
            seq: 1,
            loss: 0,
            first: false,
            second: SecondChoice::Between,
            settled: 0,
            time: None,
        };
        let of = |seq| CountedMove { seq, first, second, settled: seq as u32, time: Some(seq), ..plain };
        let game = |number| match has(number) {
            true => [(1..=3).map(of).collect(), vec![plain; 9]].concat(),
            false => vec![plain; 12],
        };
        (0..count).map(game).collect()
    }

    /// Fifteen of fifteen may be four of five, and none of fifteen one of five.
    #[test]
    fn first_choices_that_are_all_alike_leave_doubt() {
        for second in [SecondChoice::Worse, SecondChoice::Close] {
            for first in [true, false] {
                let figures = IndicatorFigures::of(&alike(5, second, first, |_| true));
                let IndicatorFigures { first_over_worse, first_over_close, .. } = figures;
                let one = if second == SecondChoice::Worse { first_over_worse } else { first_over_close };
                let one = one.expect("fifteen cases of five games");
                let (value, bounds) = if first { (1.0, 0.75..0.85) } else { (0.0, 0.15..0.25) };
                let (doubted, certain) = if first { (one.low, one.high) } else { (one.high, one.low) };
                assert_eq!((one.value, one.moves, certain), (value, 15, value), "{one:?}");
                assert!(bounds.contains(&doubted), "{one:?}");
            }
        }
    }

    /// A figure rests on cases of as many games as all of them together do.
    #[test]
    fn cases_of_few_games_have_no_figure() {
        for second in [SecondChoice::Worse, SecondChoice::Close] {
            for with in 1..=2 * MIN_GAMES as u32 {
                // Enough cases in any number of games.
                let mut games = alike(2 * MIN_GAMES as u32, second, true, |number| number < with);
                for game in games.iter_mut().take(with as usize) {
                    *game = game[..3].repeat(6);
                }
                let IndicatorFigures {
                    loss,
                    first_over_worse,
                    first_over_close,
                    time_spread,
                    time_difficulty,
                    ..
                } = IndicatorFigures::of(&games);
                let of_kind = if second == SecondChoice::Worse { first_over_worse } else { first_over_close };
                let found = [of_kind, time_spread, time_difficulty].map(|one| one.is_some());
                assert_eq!(found, [with >= MIN_GAMES as u32; 3], "{with} games");
                assert!(loss.is_some());
            }
        }
    }

    /// More games of the same player say more.
    #[test]
    fn intervals_shrink_with_games() {
        let width = |count| {
            let figures = IndicatorFigures::of(&games(count, 15, 90_000, &mut SplitMix64::new(4)));
            figures.loss.map(|loss| loss.high - loss.low).expect("enough")
        };
        assert!(width(20) < width(MIN_GAMES), "{} {}", width(20), width(MIN_GAMES));
    }
}
