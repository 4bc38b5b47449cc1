//! Players of a simulation.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rukh_protocols::werera::WereraAnswer;
use rukh_rules::{Game, Ruleset, Side};

use super::{SimulationConfig, SimulationError};
use crate::player::{EnginePlayer, PlayerError, PlayerSpec};
use crate::referee::{Adjudication, Cause, Referee};
use crate::time_control::TimeControl;

/// Player of a simulation: an engine for the werera, and the same or another one for the turns.
pub struct SimulationPlayer {
    werera: Box<dyn EnginePlayer>,
    /// Engine of the turns, if not the same.
    turns: Option<Box<dyn EnginePlayer>>,
    /// Limit of a move in turns.
    time_control: TimeControl,
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
        let other = (turns != werera).then_some(turns);
        let time_control = turns.time_control.or(werera.time_control);
        let time_control = time_control.unwrap_or(TimeControl::Nodes(config.nodes));
        if let TimeControl::Clock { .. } = time_control {
            return Err(SimulationError::Clock);
        }
        let start = |spec: &PlayerSpec| start(spec, &config.ruleset);
        Ok(SimulationPlayer { turns: other.map(start).transpose()?, werera: start(werera)?, time_control })
    }

    /// Starts one engine for the werera, if there is one, and for the turns.
    pub(crate) fn start_one(
        spec: &PlayerSpec,
        ruleset: &Arc<Ruleset>,
        time_control: TimeControl,
    ) -> Result<SimulationPlayer, SimulationError> {
        Ok(SimulationPlayer { werera: start(spec, ruleset)?, turns: None, time_control })
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

    /// The engine that plays the turns.
    fn engine_of_turns(&mut self) -> &mut dyn EnginePlayer {
        self.turns.as_mut().unwrap_or(&mut self.werera).as_mut()
    }
}

fn start(spec: &PlayerSpec, ruleset: &Arc<Ruleset>) -> Result<Box<dyn EnginePlayer>, SimulationError> {
    spec.start(ruleset).map_err(|error| SimulationError::Start { name: spec.name(), error })
}

/// Plays a game on from where turns begin, until it ends or has so many more plies; then it has no end.
pub(crate) fn play_turns(
    game: &Game,
    players: [&mut SimulationPlayer; 2],
    max_plies: usize,
    seed: u64,
) -> (Game, Cause) {
    let [white, black] = players;
    let time_controls = [white.time_control, black.time_control];
    let referee =
        Referee { time_controls, adjudication: Adjudication { max_plies, ..Adjudication::default() }, seed };
    let never = AtomicBool::new(false);
    let engines = [white.engine_of_turns(), black.engine_of_turns()];
    referee.play_or_cut_off(game, engines, &never).expect("nobody stops it")
}

impl std::fmt::Debug for SimulationPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimulationPlayer")
            .field("name", &self.name())
            .field("time_control", &self.time_control)
            .finish()
    }
}
