//! Ratings of players by Glicko-2, for play in which a rating changes after each game.
//!
//! A [`Rating`] is a value with its uncertainty. [`update`] gives the ratings of both players after a
//! game. Glicko-2 is defined for *rating periods*, in which everybody plays some games and at whose end
//! all ratings change together. Here a period is a unit of time that may pass in part: each game is an
//! update of its own, and a deviation grows with the time since the player's last game, in fractions of
//! a period, as lichess does it.
//!
//! The crate reads no clock: the time that has passed is handed in as [`Days`].
//!
//! The library `skillratings` (0.29) was not used: its periods are whole, so that each game would add
//! the uncertainty of a whole period.
//!
//! Sources: Mark Glickman, *Example of the Glicko-2 system* (2022), whose steps the code names;
//! Mark Glickman, *Parameter estimation in large dynamic paired comparison experiments* (1999).
//!
//! # Examples
//! ```
//! use rukh_rating::{Days, GameScore, Rating, RatingPair, update};
//!
//! let before = RatingPair { white: Rating::INITIAL, black: Rating::INITIAL };
//! let idle = [Days::ZERO; 2];
//! let after = update(&before, GameScore::WhiteWins, idle);
//! assert_eq!(after.white.value().round(), 1662.0);
//! assert_eq!(after.black.value().round(), 1338.0);
//! assert!(after.white.is_provisional());
//! ```

mod days;
mod glicko;
mod rating;
mod score;

pub use days::Days;
pub use glicko::{RatedGame, RatingPair, expected_score, update, update_period};
pub use rating::{
    INITIAL_DEVIATION, INITIAL_VALUE, INITIAL_VOLATILITY, LEADERBOARD_DEVIATION, MAX_VALUE, MAX_VOLATILITY,
    MIN_DEVIATION, MIN_VALUE, MIN_VOLATILITY, PERIODS_PER_DAY, PROVISIONAL_DEVIATION, Rating, RatingError,
};
pub use score::GameScore;
