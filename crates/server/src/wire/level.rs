//! Engine levels.

use schemars::JsonSchema;
use serde::Serialize;

use super::rating::{RatingPool, ShownRating};

/// The engine levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelList {
    /// Every level, weakest first.
    pub levels: Vec<LevelName>,
    /// Level to propose to the requester: the weakest for a first game.
    pub proposed: u8,
}

/// An engine level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelName {
    /// Level number.
    pub level: u8,
    /// Key a client translates: `beginner` to `strongest`.
    pub key: &'static str,
    /// Elo rating measured in games of Shatranj between the levels, the weakest having 800; null if
    /// the level was not measured. Not comparable with the ratings of people.
    pub elo: Option<u32>,
    /// Its score in games with the next weaker level, in the kinds of games in which it was measured.
    pub measured: Vec<LevelScore>,
    /// Its ratings on the scale of people's, where it has played with enough people who are well known.
    pub ratings: Vec<LevelRating>,
}

/// The rating of a level on this site: by games on clocks with people whose rating is well known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelRating {
    /// The people's ratings with which it compares.
    pub pool: RatingPool,
    /// The rating.
    pub rating: ShownRating,
    /// Number of games that it rests on.
    pub games: u64,
}

/// Measured score of a level against the next weaker one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelScore {
    /// Family of games.
    pub family: String,
    /// Whether a die was used.
    pub dice: bool,
    /// Games played.
    pub games: u32,
    /// Lower bound of its share of the points, in percent, with 95 % certainty.
    pub low: u8,
    /// Upper bound of its share of the points, in percent, with 95 % certainty.
    pub high: u8,
}
