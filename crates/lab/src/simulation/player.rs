//! Players of a simulation.

use rukh_protocols::werera::WereraAnswer;
use rukh_rules::{Game, Move, Side};

use super::{SimulationConfig, SimulationError};
use crate::player::{EnginePlayer, PlayerError, PlayerSpec, SearchLimit};
use crate::time_control::TimeControl;

/// Player of a simulation: an engine for the werera, and the same or another one for the turns.
pub struct SimulationPlayer {
    werera: Box<dyn EnginePlayer>,
    /// Engine of the turns, if not the same.
    turns: Option<Box<dyn EnginePlayer>>,
    /// Limit of a move in turns.
    limit: SearchLimit,
}

impl SimulationPlayer {
    /// Starts the engines; a limit of the engine for the turns replaces that of the configuration.
    ///
    /// # Errors
    /// An engine cannot be started, or has a clock: the time of a simulation is virtual.
    pub fn start(
        werera: &PlayerSpec,
        turns: &PlayerSpec,
        config: &SimulationConfig,
    ) -> Result<SimulationPlayer, SimulationError> {
        let start = |spec: &PlayerSpec| {
            let failed = |error| SimulationError::Start { name: spec.name(), error };
            spec.start(&config.ruleset).map_err(failed)
        };
        let limit = match turns.time_control.or(werera.time_control) {
            None => SearchLimit::Nodes(config.nodes),
            Some(TimeControl::Nodes(nodes)) => SearchLimit::Nodes(nodes),
            Some(TimeControl::Depth(depth)) => SearchLimit::Depth(depth),
            Some(TimeControl::Clock { .. }) => return Err(SimulationError::Clock),
        };
        let other = (turns != werera).then(|| start(turns)).transpose()?;
        Ok(SimulationPlayer { werera: start(werera)?, turns: other, limit })
    }

    /// Name of the engine that plays the werera.
    #[must_use]
    pub fn name(&self) -> &str {
        self.werera.name()
    }

    pub(super) fn begin_werera(&mut self, game: &Game, seed: u64) -> Result<(), PlayerError> {
        self.werera.new_game(game, seed)
    }

    pub(super) fn act(&mut self, game: &Game, side: Side, seed: u64) -> Result<WereraAnswer, PlayerError> {
        self.werera.act(game, side, seed)
    }

    pub(super) fn begin_turns(&mut self, game: &Game, seed: u64) -> Result<(), PlayerError> {
        self.turns.as_mut().unwrap_or(&mut self.werera).new_game(game, seed)
    }

    pub(super) fn best_move(&mut self, game: &Game) -> Result<Move, PlayerError> {
        let player = self.turns.as_mut().unwrap_or(&mut self.werera);
        player.best_move(game, self.limit).map(|best| best.mv)
    }
}

impl std::fmt::Debug for SimulationPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimulationPlayer").field("name", &self.name()).field("limit", &self.limit).finish()
    }
}
