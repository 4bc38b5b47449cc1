//! Figures of how a person plays, for moderators.

use rukh_lab::indicator::{IndicatorFigures, LevelIndicators};
use schemars::JsonSchema;
use serde::Serialize;

use super::rating::RatingPool;
use super::time::UnixMillis;

/// Figures of how a person plays, as far as they were asked for. They prove nothing.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlayIndicators {
    /// When a moderator asked last, in milliseconds since the epoch; null if nobody has, or that is long ago.
    pub asked: Option<UnixMillis>,
    /// Games that are judged since then.
    pub done: u64,
    /// Games that are to be judged; null until the server has looked.
    pub total: Option<u64>,
    /// When all were, in milliseconds since the epoch; null while it is under way.
    pub ended: Option<UnixMillis>,
    /// Games with counted moves below which there are no figures.
    pub least_games: u64,
    /// Counted moves below which there are no figures.
    pub least_moves: u64,
    /// Figures of the last games of each kind.
    pub pools: Vec<PoolIndicators>,
}

/// Figures of a person in one pool of ratings, beside those of others.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PoolIndicators {
    /// The pool.
    pub pool: RatingPool,
    /// When they were made, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// Revision of their definitions and of the judge.
    pub revision: u32,
    /// Node limit of the judge's search of each position.
    pub nodes: u64,
    /// The rating of the person when they were made, in points; null unless it was settled.
    pub rating: Option<u16>,
    /// Of the last games, 20 at most.
    pub recent: IndicatorFigures,
    /// Of the games before these, 20 at most; null without any.
    pub earlier: Option<IndicatorFigures>,
    /// Of others of about the same rating; null unless 10 have figures, and the person has
    /// a settled rating.
    pub peers: Option<PeerIndicators>,
    /// Of levels of the computer; empty where they were not measured with this judge.
    pub levels: Vec<LevelIndicators>,
}

/// Figures of other people of about the same rating, about whom moderators have asked too.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct PeerIndicators {
    /// Number of people.
    pub people: u64,
    /// Of the mean share of the points that a move gives away.
    pub loss: Option<PeerRange>,
    /// Of first choices where the second one is worse.
    pub first_over_worse: Option<PeerRange>,
    /// Of first choices where the second one is close.
    pub first_over_close: Option<PeerRange>,
    /// Of the spread of thinking times.
    pub time_spread: Option<PeerRange>,
    /// Of the correlation of time and difficulty.
    pub time_difficulty: Option<PeerRange>,
}

/// Where the figure of several people lies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct PeerRange {
    /// What a quarter of them does not exceed.
    pub low: f64,
    /// What half of them does not exceed.
    pub median: f64,
    /// What three quarters of them do not exceed.
    pub high: f64,
}
