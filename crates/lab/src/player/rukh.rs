//! The engine of this build, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rukh_engine::tuning::EvalFile;
use rukh_engine::{Engine, Level, SearchLimits, Wait};
use rukh_protocols::timing::Stability;
use rukh_protocols::werera::WereraAnswer;
use rukh_rules::{Game, Ruleset, Side};

use super::move_timer::MoveTimer;
use super::spec::{EngineOptions, read_eval_file};
use super::{BestMove, EnginePlayer, PlayerError, SearchLimit};

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
        options: EngineOptions,
    ) -> Result<RukhPlayer, PlayerError> {
        let eval_file = options.eval_file.as_deref().map(|path| read_eval_file(path, ruleset)).transpose();
        let eval_file = eval_file.map_err(|why| PlayerError::Crash(why.into()))?;
        Ok(RukhPlayer { name, ruleset: ruleset.clone(), options, eval_file, engine: None, seed: 0 })
    }

    fn new_engine(&self) -> Engine {
        let engine = Engine::with_eval_file(self.ruleset.clone(), self.eval_file.as_ref());
        let engine = engine.expect("the evaluation file was checked against the ruleset");
        let mut engine = if self.options.tables { engine.with_shared_tables() } else { engine };
        engine.resize_tt(self.options.mebibytes);
        engine
    }

    /// Asks the engine; one that panics is dropped.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Engine, &EngineOptions) -> T) -> Result<T, PlayerError> {
        let mut engine = self.engine.take().unwrap_or_else(|| self.new_engine());
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let answer = question(&mut engine, &self.options);
            (engine, answer)
        }));
        let (engine, answer) = answer.map_err(|_| PlayerError::Crash("the engine panicked".to_owned()))?;
        self.engine = Some(engine);
        Ok(answer)
    }
}

impl EnginePlayer for RukhPlayer {
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

    fn best_move(&mut self, game: &Game, limit: SearchLimit) -> Result<BestMove, PlayerError> {
        let seed = self.seed;
        let found = self.ask(|engine, options| search(engine, options, game, (limit, seed)))?;
        found.ok_or_else(PlayerError::no_move)
    }

    fn act(&mut self, game: &Game, side: Side, seed: u64) -> Result<WereraAnswer, PlayerError> {
        let action = self.ask(|engine, options| {
            engine.choose_werera(game, side, options.level.unwrap_or(Level::HIGHEST), seed)
        })?;
        Ok(WereraAnswer::from_action(game, action))
    }
}

fn search(
    engine: &mut Engine,
    options: &EngineOptions,
    game: &Game,
    (limit, seed): (SearchLimit, u64),
) -> Option<BestMove> {
    let turn = game.position().turn();
    let timer = MoveTimer::start(limit, turn);
    let timer = if options.level.is_some() { timer.soft_only() } else { timer };
    let stop = || timer.is_expired();
    if let Some(level) = options.level {
        // It has limits of its own; a clock it must keep as well. Without one it waits for tables, so that what it
        // plays does not depend on how fast they are computed.
        let wait = if matches!(limit, SearchLimit::Clocks(_)) { Wait::Never } else { Wait::ForTables };
        let within = SearchLimits::nodes(u64::MAX).with_contempt(options.contempt);
        let within = within.with_stop(&stop).with_wait(wait);
        let found = engine.play(game, level.strength(), &within, seed ^ game.seq());
        return found.best.map(|best| BestMove { nodes: found.nodes, ..BestMove::without_score(best) });
    }
    let limits = match limit {
        SearchLimit::Nodes(nodes) => SearchLimits::nodes(nodes),
        SearchLimit::Depth(depth) => SearchLimits::depth(depth),
        SearchLimit::Clocks(_) => SearchLimits::nodes(u64::MAX).with_stop(&stop),
    };
    let limits = limits.with_threads(options.threads).with_contempt(options.contempt);
    let mut stability = Stability::for_game(game);
    let found = engine
        .search_with_reports(game, &limits, seed, &mut |found| timer.finish_depth(stability.update(found)));
    Some(BestMove { mv: found.best?, score: Some(found.score), nodes: found.nodes })
}
