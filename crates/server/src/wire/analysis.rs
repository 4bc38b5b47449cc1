//! Analyses of positions.

use std::time::Duration;

use rukh_lab::search_info::{FaceEval, SearchInfo};
use rukh_rules::Event;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request for the analysis of the position that a game has come to.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The game, as the npm package's `game.data()` writes it.
    pub game: GameLog,
    /// How many of the best moves are looked for, from 1 to 5.
    #[serde(default = "one_line")]
    pub lines: usize,
}

fn one_line() -> usize {
    1
}

/// A game: its ruleset, its start, and everything that has happened.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameLog {
    /// The ruleset.
    pub ruleset: KnownRuleset,
    /// The position that the game started from, as FEN.
    pub start: String,
    /// The events since then, as in JSON Lines.
    pub events: Vec<Event>,
}

/// A ruleset that the server has.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownRuleset {
    /// Its instance: `senterej[saba=G]`.
    pub name: String,
}

/// A line of the response to a request for an analysis.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum AnalysisMessage {
    /// The first line, sent before the search has an engine.
    Limit {
        /// The maximum number of nodes.
        nodes: u64,
    },
    /// A depth is completed.
    Depth {
        /// Milliseconds since the search has an engine.
        time: u64,
        /// What was found.
        info: SearchInfo,
    },
    /// Before a throw: the value of each face of the die.
    Faces {
        /// The faces, in their order.
        faces: Vec<FaceEval>,
    },
    /// The last line: there is no engine for it, as somebody else who has fewer analyses is served.
    Busy {
        /// Seconds after which to ask again.
        retry_after: u64,
    },
    /// The last line: the search has come to its end. A response without it was broken off.
    End,
}

impl AnalysisMessage {
    /// That there is no engine, and when to ask again.
    pub(crate) fn busy(retry_after: Option<Duration>) -> AnalysisMessage {
        AnalysisMessage::Busy { retry_after: retry_after.map_or(1, |wait| wait.as_secs().max(1)) }
    }
}
