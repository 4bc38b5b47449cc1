//! Ratings: leaderboards, histories, and what a game has changed.

use schemars::JsonSchema;
use serde::Serialize;

use super::people::Guest;
use super::rating::{RatingPool, ShownRating};
use super::time::UnixMillis;
use super::view::BySide;
use crate::id::GameId;

/// The pools in which somebody is rated.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RatingPoolList {
    /// The pools, the one with most people first.
    pub pools: Vec<RatingPoolSize>,
}

/// A pool, and how many people and bots have a rating in it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RatingPoolSize {
    /// The pool.
    pub pool: RatingPool,
    /// Number of people.
    pub players: u64,
    /// Number of bots.
    pub bots: u64,
}

/// The best people of a pool, or its best bots, whose strength is well known.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Leaderboard {
    /// The pool.
    pub pool: RatingPool,
    /// A deviation below which a rating is listed; it grows without games.
    pub deviation_below: u16,
    /// At most 100, the best one first.
    pub leaders: Vec<Leader>,
}

/// Somebody on a leaderboard.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Leader {
    /// Who it is.
    pub player: Guest,
    /// The rating now.
    pub rating: ShownRating,
    /// Number of rated games.
    pub games: u64,
}

/// How a rating came about.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RatingHistory {
    /// The pool.
    pub pool: RatingPool,
    /// The changes, oldest first; of more than 1,000 the latest.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RatingPoint {
    /// The game.
    pub game: GameId,
    /// When it ended, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// The rating after it.
    pub rating: ShownRating,
}

/// What became of the ratings of a game's players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum GameRatings {
    /// The game is not rated.
    Unrated,
    /// It goes on, or ended a moment ago.
    Pending,
    /// It ended and does not count: it was broken off, or a side never moved.
    Uncounted,
    /// The ratings have changed; null for a player who has no account any more.
    Changed {
        /// What changed.
        changes: Box<BySide<Option<RatingStep>>>,
    },
}

/// How a game changed a rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RatingStep {
    /// The rating before.
    pub before: ShownRating,
    /// The rating after.
    pub after: ShownRating,
}
