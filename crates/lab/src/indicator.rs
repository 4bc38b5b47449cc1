//! Figures of how somebody plays, for people who must judge whether an engine has helped.
//!
//! A figure proves nothing. Who plays well loses little, and so does who plays against weak moves or knows an ending;
//! who follows another program differs from this judge. So every figure has an interval and is shown beside others:
//! those of the same person before, of people of about the same rating, and of the computer's levels.
//!
//! # Definitions
//!
//! A move *counts* if the side had several moves, [`OPENING_PLIES`] plies in turns have been played, and the judge gives
//! the side between a tenth and nine tenths of the points. The judge searches the position alone, with two lines,
//! without solved endings, and by nodes ([`settings`]): so the same game has the same figures on every machine, in
//! whatever order games are judged. With a die it searches after the throw.
//!
//! - *loss*: the mean share of the points that counted moves give away.
//! - *first choice, second one worse*: how often the judge's first choice was played where its second one lets expect
//!   at least a twentieth of the points less, with a die a hundredth.
//! - *first choice, second one close*: the same where the second one is at most a fiftieth behind, with a die 1/250.
//! - *spread of thinking time*: the standard deviation of the times of counted moves, as parts of the mean of their
//!   game. Who takes the same time for each move has 0.
//! - *time and difficulty*: the rank correlation, within games, of the times with how late the judge saw its own first
//!   choice, as a share of its depths. People think longer where a position is hard.
//!
//! Intervals are those of 95 % by the bootstrap over games: moves of one game are not independent. Those of first choices
//! reach at least as far as Wilson's, since games that are all alike would leave no doubt. A figure rests on cases of
//! [`MIN_GAMES`] games at least.

mod counted;
mod figures;
mod levels;
mod sums;

pub use counted::{CountedMove, OPENING_PLIES, SecondChoice, count_moves, nodes, settings};
pub use figures::{IndicatorEstimate, IndicatorFigures, MAX_GAMES, MIN_GAMES, MIN_MOVES, REVISION};
pub use levels::{LevelIndicators, family_of, levels_of, read_levels};
