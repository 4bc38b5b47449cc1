//! Finished games of a match as JSON, from which a match that was interrupted goes on.

use std::time::Duration;

use rukh_rules::{Event, Failure, Game, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine_match::Match;
use crate::player::PlayerError;
use crate::referee::{Cause, PlayedGame, SearchStats};

/// A finished game with its place in a match.
#[derive(Debug, Clone)]
pub struct MatchGame {
    /// Pair number, from 0.
    pub pair: u64,
    /// Place in the pair: 0, in which the first player is White, or 1.
    pub index: usize,
    /// The game with its end, its cause and what the searches took.
    pub played: PlayedGame,
}

impl MatchGame {
    /// Moves and passes that were made in turns.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.played.game.log().iter().filter(|entry| matches!(entry.event, Event::Move { .. })).count()
    }

    /// Thinking time of both players.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.played.stats.iter().map(|stats| stats.time).sum()
    }

    /// The game as a JSON object, complete enough for [`MatchGame::from_json`].
    ///
    /// # Panics
    /// Never: the object is plain data.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let PlayedGame { game, cause, stats, luck, .. } = &self.played;
        let start = Game::from_position(game.rules().clone(), *game.start());
        let data = GameData {
            pair: self.pair + 1,
            game: self.index + 1,
            plies: self.plies(),
            seconds: self.time().as_secs_f64(),
            start: start.fen(),
            log: game.log().iter().map(|entry| entry.event.clone()).collect(),
            cause: CauseData::from(cause),
            thinking: stats.map(ThinkingData::from),
            luck: *luck,
        };
        serde_json::to_value(data).expect("a game is plain data")
    }

    /// Reads [`MatchGame::to_json`], other keys aside, and plays the game through.
    ///
    /// # Errors
    /// What is missing, or why it is no game of this match.
    pub fn from_json(value: &Value, engine_match: &Match) -> Result<MatchGame, Failure> {
        let data = GameData::deserialize(value).map_err(|error| error.to_string())?;
        if engine_match.openings.is_empty() {
            return Err("the match has no openings".into());
        }
        let (pair, index) = match (data.pair, data.game) {
            (1.., 1..=2) => (data.pair - 1, data.game - 1),
            _ => return Err(format!("pair {} has no game {}", data.pair, data.game).into()),
        };
        let schedule = engine_match.schedule();
        let opening = schedule.opening(pair, index);
        let mut game = Game::from_position(opening.rules().clone(), *opening.start());
        if game.fen() != data.start {
            return Err(
                format!("the game should begin from {}, but begins from {}", game.fen(), data.start).into()
            );
        }
        for event in data.log {
            game.apply(event, None).map_err(|refusal| refusal.to_string())?;
        }
        let outcome = game.outcome().ok_or("the game has no end")?;
        let (cause, stats) = (Cause::try_from(data.cause)?, data.thinking.map(SearchStats::try_from));
        let [white, black] = stats;
        let played = PlayedGame { game, outcome, cause, stats: [white?, black?], luck: data.luck };
        Ok(MatchGame { pair, index, played })
    }
}

/// A game as JSON; numbers of pairs and games are from 1.
#[derive(Serialize, Deserialize)]
struct GameData {
    pair: u64,
    game: usize,
    plies: usize,
    seconds: f64,
    start: String,
    log: Vec<Event>,
    cause: CauseData,
    /// Of White and of Black.
    thinking: [ThinkingData; 2],
    /// Of White, where it was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    luck: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct ThinkingData {
    moves: u64,
    nodes: u64,
    seconds: f64,
}

impl From<SearchStats> for ThinkingData {
    fn from(stats: SearchStats) -> ThinkingData {
        ThinkingData { moves: stats.moves, nodes: stats.nodes, seconds: stats.time.as_secs_f64() }
    }
}

impl TryFrom<ThinkingData> for SearchStats {
    type Error = Failure;

    fn try_from(data: ThinkingData) -> Result<SearchStats, Failure> {
        Ok(SearchStats { moves: data.moves, nodes: data.nodes, time: duration(data.seconds)? })
    }
}

/// Cause of the end of a game.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum CauseData {
    Rules,
    Time { side: Side },
    Illegal { side: Side, text: String },
    Crash { side: Side, text: String },
    Timeout { side: Side, seconds: f64 },
    Resigned { side: Side },
    Adjudicated,
    CutOff,
}

impl From<&Cause> for CauseData {
    fn from(cause: &Cause) -> CauseData {
        match cause {
            Cause::Rules => CauseData::Rules,
            Cause::TimeForfeit(side) => CauseData::Time { side: *side },
            Cause::PlayerError(side, error) => {
                let side = *side;
                match error {
                    PlayerError::IllegalMove(text) => CauseData::Illegal { side, text: text.clone() },
                    PlayerError::Crash(text) => CauseData::Crash { side, text: text.clone() },
                    PlayerError::Timeout(time) => CauseData::Timeout { side, seconds: time.as_secs_f64() },
                    PlayerError::Resigned => CauseData::Resigned { side },
                }
            }
            Cause::Adjudicated => CauseData::Adjudicated,
            Cause::CutOff => CauseData::CutOff,
        }
    }
}

impl TryFrom<CauseData> for Cause {
    type Error = Failure;

    fn try_from(data: CauseData) -> Result<Cause, Failure> {
        let failed = |side: Side, error| Cause::PlayerError(side, error);
        Ok(match data {
            CauseData::Rules => Cause::Rules,
            CauseData::Time { side } => Cause::TimeForfeit(side),
            CauseData::Illegal { side, text } => failed(side, PlayerError::IllegalMove(text)),
            CauseData::Crash { side, text } => failed(side, PlayerError::Crash(text)),
            CauseData::Timeout { side, seconds } => failed(side, PlayerError::Timeout(duration(seconds)?)),
            CauseData::Resigned { side } => failed(side, PlayerError::Resigned),
            CauseData::Adjudicated => Cause::Adjudicated,
            CauseData::CutOff => Cause::CutOff,
        })
    }
}

fn duration(seconds: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(seconds).map_err(|error| format!("{seconds} seconds: {error}").into())
}
