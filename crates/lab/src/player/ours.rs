//! The engine as it is, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rukh_engine::protocol::timing::Stability;
use rukh_engine::tuning::EvalFile;
use rukh_engine::{Engine, SearchLimits};
use rukh_rules::{Game, Ruleset};

use super::spec::{Strength, numbers};
use super::watch::Watch;
use super::{Allowance, Choice, Fault, Player};

/// The engine of this build.
pub(super) struct Ours {
    name: String,
    ruleset: Arc<Ruleset>,
    strength: Strength,
    numbers: Option<EvalFile>,
    /// None after it has panicked, until the next game.
    engine: Option<Engine>,
    seed: u64,
}

impl Ours {
    pub(super) fn new(name: String, ruleset: &Arc<Ruleset>, strength: Strength) -> Result<Ours, Fault> {
        let numbers = strength.eval_file.as_deref().map(|path| numbers(path, ruleset)).transpose();
        let numbers = numbers.map_err(Fault::Crash)?;
        Ok(Ours { name, ruleset: ruleset.clone(), strength, numbers, engine: None, seed: 0 })
    }

    fn fresh(&self) -> Engine {
        let engine = Engine::with_eval_file(self.ruleset.clone(), self.numbers.as_ref());
        let mut engine = engine.expect("the numbers were checked against the ruleset");
        engine.resize_tt(self.strength.mebibytes);
        engine
    }
}

impl Player for Ours {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _: &Game, seed: u64) -> Result<(), Fault> {
        self.seed = seed;
        match &mut self.engine {
            Some(engine) => engine.clear(),
            None => self.engine = Some(self.fresh()),
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Fault> {
        let mut engine = self.engine.take().unwrap_or_else(|| self.fresh());
        // What a panic leaves behind is thrown away.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let choice = think(&mut engine, &self.strength, game, allowance, self.seed);
            (engine, choice)
        }));
        let (engine, choice) = answer.map_err(|_| Fault::Crash("the engine has panicked".to_owned()))?;
        self.engine = Some(engine);
        choice.ok_or_else(Fault::no_move)
    }
}

fn think(
    engine: &mut Engine,
    strength: &Strength,
    game: &Game,
    allowance: Allowance,
    seed: u64,
) -> Option<Choice> {
    let turn = game.position().turn();
    let watch = Watch::start(allowance, turn, strength.level.is_none());
    let stop = || watch.must_end();
    if let Some(level) = strength.level {
        // It has limits of its own; a clock it must keep as well.
        let within = SearchLimits::nodes(u64::MAX).with_contempt(strength.contempt).with_stop(&stop);
        let found = engine.play(game, level.strength(), &within, seed ^ game.seq());
        return found.best.map(|best| Choice { nodes: found.nodes, ..Choice::plain(best) });
    }
    let limits = match allowance {
        Allowance::Nodes(nodes) => SearchLimits::nodes(nodes),
        Allowance::Depth(depth) => SearchLimits::depth(depth),
        Allowance::Clocks(_) => SearchLimits::nodes(u64::MAX).with_stop(&stop),
    };
    let limits = limits.with_threads(strength.threads).with_contempt(strength.contempt);
    let mut doubt = Stability::for_game(game);
    let found = engine.search_with_reports(game, &limits, seed, &mut |found| watch.note(doubt.update(found)));
    Some(Choice { chosen: found.best?, score: Some(found.score), nodes: found.nodes })
}
