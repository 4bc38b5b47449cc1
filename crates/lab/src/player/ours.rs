//! The engine as it is, in this process.

use std::sync::Arc;

use rukh_engine::{Decision, Engine, Level, Limits};
use rukh_rules::{Game, Ruleset};

use super::watch::Watch;
use super::{Allowance, Choice, Fault, Player};

/// The engine of this build.
pub(super) struct Ours {
    name: String,
    engine: Engine,
    threads: usize,
    level: Option<Level>,
    seed: u64,
}

impl Ours {
    pub(super) fn new(
        name: String,
        ruleset: &Arc<Ruleset>,
        mebibytes: usize,
        threads: usize,
        level: Option<Level>,
    ) -> Ours {
        let mut engine = Engine::with_table(ruleset.clone(), 1);
        engine.resize_table(mebibytes);
        Ours { name, engine, threads, level, seed: 0 }
    }
}

impl Player for Ours {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _: &Game, seed: u64) -> Result<(), Fault> {
        self.engine.clear();
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Fault> {
        let none = || Fault::Illegal("no move at all".to_owned());
        if let [only] = game.legal_moves()[..] {
            return Ok(Choice { chosen: only, score: None, nodes: 0 });
        }
        let turn = game.position().turn();
        if let Some(level) = self.level {
            let decision = self.engine.choose(game, turn, level, self.seed ^ game.seq());
            let Some(Decision::Move(chosen)) = decision else { return Err(none()) };
            return Ok(Choice { chosen, score: None, nodes: 0 });
        }
        let watch = Watch::start(allowance, turn);
        let stop = || watch.must_end();
        let limits = match allowance {
            Allowance::Nodes(nodes) => Limits::nodes(nodes),
            Allowance::Depth(depth) => Limits::depth(depth),
            Allowance::Clocks(_) => Limits::nodes(u64::MAX).and_stop(&stop),
        };
        let limits = limits.and_threads(self.threads);
        let found = self.engine.search_reporting(game, &limits, self.seed, &mut |_| watch.note());
        let chosen = found.best.ok_or_else(none)?;
        Ok(Choice { chosen, score: Some(found.score), nodes: found.nodes })
    }
}
