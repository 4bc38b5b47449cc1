//! The engine as it is, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rukh_engine::protocol::timing::Stability;
use rukh_engine::tuning::EvalFile;
use rukh_engine::{Engine, SearchLimits};
use rukh_rules::{Game, Ruleset};

use super::move_timer::MoveTimer;
use super::spec::{EngineOptions, read_eval_file};
use super::{BestMove, Player, PlayerError, SearchLimit};

/// The engine of this build.
pub(super) struct RukhPlayer {
    name: String,
    ruleset: Arc<Ruleset>,
    options: EngineOptions,
    eval_file: Option<EvalFile>,
    /// None after it has panicked, until the next game.
    engine: Option<Engine>,
    seed: u64,
}

impl RukhPlayer {
    pub(super) fn new(
        name: String,
        ruleset: &Arc<Ruleset>,
        strength: EngineOptions,
    ) -> Result<RukhPlayer, PlayerError> {
        let numbers = strength.eval_file.as_deref().map(|path| read_eval_file(path, ruleset)).transpose();
        let numbers = numbers.map_err(PlayerError::Crash)?;
        Ok(RukhPlayer {
            name,
            ruleset: ruleset.clone(),
            options: strength,
            eval_file: numbers,
            engine: None,
            seed: 0,
        })
    }

    fn new_engine(&self) -> Engine {
        let engine = Engine::with_eval_file(self.ruleset.clone(), self.eval_file.as_ref());
        let mut engine = engine.expect("the numbers were checked against the ruleset");
        engine.resize_tt(self.options.mebibytes);
        engine
    }
}

impl Player for RukhPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: &Game, seed: u64) -> Result<(), PlayerError> {
        self.seed = seed;
        match &mut self.engine {
            Some(engine) => engine.clear(),
            None => self.engine = Some(self.new_engine()),
        }
        Ok(())
    }

    fn best_move(&mut self, game: &Game, allowance: SearchLimit) -> Result<BestMove, PlayerError> {
        let mut engine = self.engine.take().unwrap_or_else(|| self.new_engine());
        // What a panic leaves behind is thrown away.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let choice = search(&mut engine, &self.options, game, allowance, self.seed);
            (engine, choice)
        }));
        let (engine, choice) = answer.map_err(|_| PlayerError::Crash("the engine panicked".to_owned()))?;
        self.engine = Some(engine);
        choice.ok_or_else(PlayerError::no_move)
    }
}

fn search(
    engine: &mut Engine,
    strength: &EngineOptions,
    game: &Game,
    allowance: SearchLimit,
    seed: u64,
) -> Option<BestMove> {
    let turn = game.position().turn();
    let watch = MoveTimer::start(allowance, turn, strength.level.is_none());
    let stop = || watch.is_expired();
    if let Some(level) = strength.level {
        // It has limits of its own; a clock it must keep as well.
        let within = SearchLimits::nodes(u64::MAX).with_contempt(strength.contempt).with_stop(&stop);
        let found = engine.play(game, level.strength(), &within, seed ^ game.seq());
        return found.best.map(|best| BestMove { nodes: found.nodes, ..BestMove::without_score(best) });
    }
    let limits = match allowance {
        SearchLimit::Nodes(nodes) => SearchLimits::nodes(nodes),
        SearchLimit::Depth(depth) => SearchLimits::depth(depth),
        SearchLimit::Clocks(_) => SearchLimits::nodes(u64::MAX).with_stop(&stop),
    };
    let limits = limits.with_threads(strength.threads).with_contempt(strength.contempt);
    let mut doubt = Stability::for_game(game);
    let found =
        engine.search_with_reports(game, &limits, seed, &mut |found| watch.finish_depth(doubt.update(found)));
    Some(BestMove { mv: found.best?, score: Some(found.score), nodes: found.nodes })
}
