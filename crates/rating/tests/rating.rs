//! Properties of every update, and a simulation in which known strengths are recovered.

use proptest::prelude::{ProptestConfig, Strategy, prop_assert, prop_assert_eq, proptest};
use rukh_rating::{
    Days, GameScore, INITIAL_DEVIATION, LEADERBOARD_DEVIATION, MAX_VALUE, MAX_VOLATILITY, MIN_DEVIATION,
    MIN_VALUE, MIN_VOLATILITY, PROVISIONAL_DEVIATION, Rating, RatingPair, expected_score, update,
};

fn rating() -> impl Strategy<Value = Rating> {
    let numbers = (MIN_VALUE..=MAX_VALUE, MIN_DEVIATION..=INITIAL_DEVIATION, MIN_VOLATILITY..=MAX_VOLATILITY);
    numbers.prop_map(|(value, deviation, volatility)| {
        Rating::new(value, deviation, volatility).expect("numbers within the bounds")
    })
}

fn pair() -> impl Strategy<Value = RatingPair> {
    (rating(), rating()).prop_map(|(white, black)| RatingPair { white, black })
}

fn idle() -> impl Strategy<Value = Days> {
    proptest::prop_oneof![proptest::strategy::Just(0.0), 0.0..1000.0, 0.0..f64::MAX]
        .prop_map(|days| Days::new(days).expect("a time"))
}

fn score() -> impl Strategy<Value = GameScore> {
    proptest::sample::select(GameScore::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn update_any_ratings_stays_within_the_bounds(pair in pair(), score in score(), white in idle(), black in idle()) {
        let after = update(&pair, score, [white, black]);
        for rating in [after.white, after.black] {
            prop_assert_eq!(Rating::new(rating.value(), rating.deviation(), rating.volatility()), Ok(rating));
        }
        prop_assert!((0.0..=1.0).contains(&expected_score(&pair)));
    }

    #[test]
    fn update_with_colours_exchanged_gives_exchanged_ratings(
        pair in pair(), score in score(), white in idle(), black in idle(),
    ) {
        let after = update(&pair, score, [white, black]);
        let exchanged = RatingPair { white: pair.black, black: pair.white };
        let mirrored = update(&exchanged, score.reversed(), [black, white]);
        prop_assert_eq!((mirrored.white, mirrored.black), (after.black, after.white));
    }

    /// A millionth of a point is the accuracy of the volatility.
    #[test]
    fn update_better_score_gives_no_lower_value(pair in pair(), white in idle(), black in idle()) {
        let values = GameScore::ALL.map(|score| update(&pair, score, [white, black]));
        for two in values.windows(2) {
            prop_assert!(two[1].white.value() >= two[0].white.value() - 1e-6);
            prop_assert!(two[1].black.value() <= two[0].black.value() + 1e-6);
        }
    }

    #[test]
    fn update_win_never_lowers_and_loss_never_raises(pair in pair(), white in idle(), black in idle()) {
        let after = update(&pair, GameScore::WhiteWins, [white, black]);
        prop_assert!(after.white.value() >= pair.white.value());
        prop_assert!(after.black.value() <= pair.black.value());
    }

    #[test]
    fn update_game_played_at_once_lowers_the_deviation(pair in pair(), score in score()) {
        let after = update(&pair, score, [Days::ZERO; 2]);
        for (before, after) in [(pair.white, after.white), (pair.black, after.black)] {
            // Not at all where the least is reached, or where the result was as good as certain.
            prop_assert!(after.deviation() <= before.deviation() + 1e-9);
        }
        if (0.05..0.95).contains(&expected_score(&pair)) && pair.white.deviation() > MIN_DEVIATION + 1.0 {
            prop_assert!(after.white.deviation() < pair.white.deviation());
        }
    }

    #[test]
    fn after_more_time_gives_no_smaller_deviation(rating in rating(), first in idle(), second in idle()) {
        let (less, more) = if first < second { (first, second) } else { (second, first) };
        prop_assert!(rating.deviation() <= rating.after(less).deviation() + 1e-9);
        prop_assert!(rating.after(less).deviation() <= rating.after(more).deviation());
    }

    #[test]
    fn rating_as_json_reads_back(rating in rating()) {
        let text = serde_json::to_string(&rating).expect("JSON");
        let read: Rating = serde_json::from_str(&text).expect("a rating");
        // `serde_json` reads the last digit of a number only approximately.
        prop_assert!((read.value() - rating.value()).abs() < 1e-9);
        prop_assert!((read.deviation() - rating.deviation()).abs() < 1e-9);
        prop_assert!((read.volatility() - rating.volatility()).abs() < 1e-12);
    }
}

/// The thresholds' documented reasons.
#[test]
fn thresholds_are_reached_after_some_games_against_equals() {
    let opponent = Rating::new(1500.0, 60.0, 0.06).expect("a rating");
    let mut pair = RatingPair { white: Rating::INITIAL, black: opponent };
    let mut reached = Vec::new();
    for game in 1..=60 {
        let score = if game % 2 == 0 { GameScore::BlackWins } else { GameScore::WhiteWins };
        let before = pair.white.deviation();
        pair = RatingPair { white: update(&pair, score, [Days::ZERO; 2]).white, black: opponent };
        for bound in [PROVISIONAL_DEVIATION, LEADERBOARD_DEVIATION] {
            if before >= bound && pair.white.deviation() < bound {
                reached.push(game);
            }
        }
    }
    assert_eq!(reached, [10, 22]);
}

/// Numbers of a seed, by SplitMix64.
struct Random(u64);

impl Random {
    /// A number from 0 to 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.unit() * bound as f64) as usize
    }

    /// A number of the standard normal distribution, as the sum of twelve uniform ones.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

/// A player of the simulation.
struct Simulated {
    strength: f64,
    rating: Rating,
    last_game: Option<f64>,
}

impl Simulated {
    fn idle(&self, now: f64) -> Days {
        Days::new(now - self.last_game.unwrap_or(now)).expect("time passes forwards")
    }
}

/// What a simulation found: the share of strengths within two deviations of their estimates, their mean
/// square distance in deviations (1 if the deviations are right), and the mean error in points.
fn simulate(seed: u64, games: usize) -> (f64, f64, f64) {
    let random = &mut Random(seed);
    let mut players: Vec<Simulated> = (0..200)
        .map(|_| Simulated {
            strength: 1500.0 + 300.0 * random.normal(),
            rating: Rating::INITIAL,
            last_game: None,
        })
        .collect();
    let mut now = 0.0;
    for _ in 0..games {
        // A hundred games a day.
        now += 0.02 * random.unit();
        let white = random.below(players.len());
        // People meet those of about their rating.
        let near = |one: &usize| (players[*one].rating.value() - players[white].rating.value()).abs() < 400.0;
        let Some(black) = (0..50).map(|_| random.below(players.len())).find(|one| *one != white && near(one))
        else {
            continue;
        };
        let chance = 1.0 / (1.0 + 10.0_f64.powf((players[black].strength - players[white].strength) / 400.0));
        // A third of the points that the weaker side can have are draws.
        let draws = chance.min(1.0 - chance) / 1.5;
        let die = random.unit();
        let score = if die < chance - draws / 2.0 {
            GameScore::WhiteWins
        } else if die < chance + draws / 2.0 {
            GameScore::Draw
        } else {
            GameScore::BlackWins
        };
        let before = RatingPair { white: players[white].rating, black: players[black].rating };
        let after = update(&before, score, [players[white].idle(now), players[black].idle(now)]);
        for (player, rating) in [(white, after.white), (black, after.black)] {
            players[player].rating = rating;
            players[player].last_game = Some(now);
        }
    }
    let distance = |one: &Simulated| (one.strength - one.rating.value()) / one.rating.deviation();
    let mean = |of: &dyn Fn(&Simulated) -> f64| players.iter().map(of).sum::<f64>() / players.len() as f64;
    (
        mean(&|one| f64::from(distance(one).abs() <= 2.0)),
        mean(&|one| distance(one).powi(2)),
        mean(&|one| (one.strength - one.rating.value()).abs()),
    )
}

/// The bounds stand around what 20 seeds gave: 93 to 99 % within two deviations (a normal distribution has
/// 95 %), mean square distances of 0.70 to 1.25, mean errors of 38 to 53 points.
#[test]
fn simulation_of_200_players_recovers_their_strengths() {
    for seed in 1..=5 {
        let (within, square, error) = simulate(seed, 6000);
        assert!((0.90..=1.0).contains(&within), "{seed}: {within} of the strengths within two deviations");
        assert!((0.6..=1.35).contains(&square), "{seed}: mean square distance {square}");
        assert!(error < 58.0, "{seed}: mean error {error} points");
    }
}
