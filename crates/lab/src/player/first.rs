//! The first engine, in this process.

use std::sync::Arc;

use rukh_engine::Score;
use rukh_first::{Engine, Limits};
use rukh_rules::{Game, Ruleset};

use super::watch::Watch;
use super::{Allowance, Choice, Fault, Player};

/// Bytes of an entry of its table.
const ENTRY: usize = 24;

/// The first engine.
pub(super) struct First {
    name: String,
    engine: Engine,
    seed: u64,
}

impl First {
    pub(super) fn new(name: String, ruleset: &Arc<Ruleset>, mebibytes: usize) -> First {
        // Its table is rounded up to a power of two: what is rounded down stays within.
        let entries = (mebibytes << 20) / ENTRY;
        let entries = (entries / 2 + 1).next_power_of_two();
        First { name, engine: Engine::with_table(ruleset.clone(), entries), seed: 0 }
    }
}

impl Player for First {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _: &Game, seed: u64) -> Result<(), Fault> {
        self.engine.clear();
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Fault> {
        let watch = Watch::start(allowance, game.position().turn(), true);
        let stop = || watch.must_end();
        let limits = match allowance {
            Allowance::Nodes(nodes) => Limits::nodes(nodes),
            Allowance::Depth(depth) => Limits::depth(depth),
            Allowance::Clocks(_) => Limits::nodes(u64::MAX).and_stop(&stop),
        };
        let found = self.engine.search_reporting(game, &limits, self.seed, &mut |_| watch.note(100));
        let chosen = found.best.ok_or_else(Fault::no_move)?;
        Ok(Choice { chosen, score: Some(in_our_words(found.score)), nodes: found.nodes })
    }
}

fn in_our_words(score: rukh_first::Score) -> Score {
    match score {
        rukh_first::Score::Centipawns(value) => Score::Centipawns(value),
        rukh_first::Score::Win { plies } => Score::Win { plies },
        rukh_first::Score::Loss { plies } => Score::Loss { plies },
        rukh_first::Score::Chance { win } => Score::Chance { win },
    }
}
