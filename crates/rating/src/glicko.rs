//! Glicko-2 by Glickman's steps, on his scale: μ is the value, φ the deviation, σ the volatility.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use crate::days::Days;
use crate::rating::{INITIAL_VALUE, MAX_VOLATILITY, MIN_VOLATILITY, PERIODS_PER_DAY, Rating, SCALE};
use crate::score::GameScore;

/// τ, which restrains the volatility. Glickman: 0.3 to 1.2; his example has 0.5.
const TAU: f64 = 0.5;
/// Accuracy of the volatility's logarithm, by Glickman.
const TOLERANCE: f64 = 1e-6;
/// Most steps of the iteration for the volatility; it needs about ten.
const MAX_STEPS: usize = 100;

/// The ratings of both players of a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RatingPair {
    /// White's rating.
    pub white: Rating,
    /// Black's rating.
    pub black: Rating,
}

/// A game of a rating period, from the side of the player who is rated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatedGame {
    /// The opponent's rating at the start of the period.
    pub opponent: Rating,
    /// The player's points: 0, 0.5 or 1; other numbers are moved between 0 and 1.
    pub points: f64,
}

/// Both ratings after a game. `idle` is the time since the last rated game of White and of Black, [`Days::ZERO`]
/// for a first game; both stored ratings are those after that game.
///
/// # Examples
/// ```
/// use rukh_rating::{Days, GameScore, Rating, RatingPair, update};
///
/// let strong = Rating::new(2000.0, 60.0, 0.06).unwrap();
/// let before = RatingPair { white: strong, black: Rating::INITIAL };
/// let year = Days::new(365.0).unwrap();
/// let after = update(&before, GameScore::Draw, [Days::ZERO, year]);
/// assert!(after.white.value() < 2000.0 && after.black.value() > 1500.0);
/// ```
#[must_use]
pub fn update(before: &RatingPair, score: GameScore, idle: [Days; 2]) -> RatingPair {
    // Each meets the other as known today; the growth of the own deviation is step 6.
    let RatingPair { white, black } = before;
    let of_white = RatedGame { opponent: black.after(idle[1]), points: score.white_points() };
    let of_black = RatedGame { opponent: white.after(idle[0]), points: score.black_points() };
    RatingPair {
        white: update_period(white, &[of_white], periods(idle[0])),
        black: update_period(black, &[of_black], periods(idle[1])),
    }
}

fn periods(idle: Days) -> f64 {
    idle.as_f64() * PERIODS_PER_DAY
}

/// A player's rating after the games of some time, of which the opponents' ratings are known: such as an engine's
/// level after a match. `periods` is how many rating periods have passed, also in part; a negative number, or one
/// that is not a number, counts as none.
#[must_use]
pub fn update_period(player: &Rating, games: &[RatedGame], periods: f64) -> Rating {
    // Step 2.
    let mu = mu_of(player);
    let phi = player.deviation() / SCALE;
    let periods = if periods > 0.0 { periods.min(f64::from(u32::MAX)) } else { 0.0 };
    // Steps 3 and 4: the estimated variance is the reciprocal of the information, and Δ
    // its product with the surprise.
    let (mut information, mut surprise) = (0.0, 0.0);
    for game in games {
        let weight = attenuation(game.opponent.deviation() / SCALE);
        let expected = logistic(weight * (mu - mu_of(&game.opponent)));
        information += weight * weight * expected * (1.0 - expected);
        surprise += weight * (game.points.clamp(0.0, 1.0) - expected);
    }
    if games.is_empty() || information <= 0.0 {
        let phi = phi.hypot(player.volatility() * periods.sqrt());
        return Rating::bounded(player.value(), phi * SCALE, player.volatility());
    }
    let variance = 1.0 / information;
    let sigma = volatility(player.volatility(), phi, variance, surprise * variance);
    // Steps 6 to 8.
    let before = phi.hypot(sigma * periods.sqrt());
    let square = 1.0 / (1.0 / (before * before) + information);
    Rating::bounded((mu + square * surprise) * SCALE + INITIAL_VALUE, square.sqrt() * SCALE, sigma)
}

fn mu_of(rating: &Rating) -> f64 {
    (rating.value() - INITIAL_VALUE) / SCALE
}

/// White's expected points, from 0 to 1, of two ratings as known today: the less is known, the nearer to half.
/// Glickman (1999), formula 16. White's first move is not considered.
#[must_use]
pub fn expected_score(ratings: &RatingPair) -> f64 {
    let phi = ratings.white.deviation().hypot(ratings.black.deviation()) / SCALE;
    logistic(attenuation(phi) * (mu_of(&ratings.white) - mu_of(&ratings.black)))
}

/// g(φ): how much less a game tells against an opponent whose rating is uncertain.
fn attenuation(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Step 5: the new volatility σ′, by the Illinois variant of regula falsi.
fn volatility(sigma: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let start = (sigma * sigma).ln();
    let slope = |x: f64| {
        let total = phi * phi + variance + x.exp();
        x.exp() * (delta * delta - total) / (2.0 * total * total) - (x - start) / (TAU * TAU)
    };
    let excess = delta * delta - phi * phi - variance;
    let mut low = start;
    let mut high = if excess > 0.0 {
        excess.ln()
    } else {
        let below = (1..=MAX_STEPS).map(|step| start - step as f64 * TAU);
        below.into_iter().find(|&x| slope(x) >= 0.0).unwrap_or(start)
    };
    let (mut at_low, mut at_high) = (slope(low), slope(high));
    for _ in 0..MAX_STEPS {
        if (high - low).abs() <= TOLERANCE {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = slope(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    let found = (low / 2.0).exp();
    if found.is_finite() { found.clamp(MIN_VOLATILITY, MAX_VOLATILITY) } else { sigma }
}

#[cfg(test)]
mod tests {
    use super::{RatedGame, RatingPair, expected_score, update_period};
    use crate::rating::Rating;

    fn rating(value: f64, deviation: f64) -> Rating {
        Rating::new(value, deviation, 0.06).expect("a rating")
    }

    /// The worked example of Glickman's paper, pages 4 to 6.
    #[test]
    fn update_period_glickmans_example_gives_his_numbers() {
        let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
        let games =
            games.map(|(value, deviation, points)| RatedGame { opponent: rating(value, deviation), points });
        let after = update_period(&rating(1500.0, 200.0), &games, 1.0);
        assert!((after.value() - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation() - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility() - 0.05999).abs() < 0.00001, "{after:?}");
    }

    /// Step 6 alone, with the numbers of the paper's example.
    #[test]
    fn update_period_without_games_grows_the_deviation_only() {
        let after = update_period(&rating(1500.0, 200.0), &[], 4.0);
        assert_eq!(after.value(), 1500.0);
        assert!((after.deviation() - 200.0_f64.hypot(2.0 * 0.06 * 173.7178)).abs() < 1e-9, "{after:?}");
    }

    /// 400 points are ten to one where both are known; unknown opponents bring it nearer to half.
    #[test]
    fn expected_score_of_known_players_is_that_of_elo() {
        let known = RatingPair { white: rating(1900.0, 30.0), black: rating(1500.0, 30.0) };
        let unknown = RatingPair { white: rating(1900.0, 30.0), black: rating(1500.0, 350.0) };
        assert!((expected_score(&known) - 10.0 / 11.0).abs() < 0.005);
        assert!((0.5..0.85).contains(&expected_score(&unknown)));
    }
}
