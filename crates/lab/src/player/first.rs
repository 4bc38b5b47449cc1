//! The first engine, in this process.

use std::sync::Arc;

use rukh_engine::Score;
use rukh_first::{Engine, Limits};
use rukh_rules::{Game, Ruleset};

use super::move_timer::MoveTimer;
use super::{BestMove, Player, PlayerError, SearchLimit};

/// Bytes of an entry of its table.
const ENTRY: usize = 24;

/// The first engine.
pub(super) struct FirstPlayer {
    name: String,
    engine: Engine,
    seed: u64,
}

impl FirstPlayer {
    pub(super) fn new(name: String, ruleset: &Arc<Ruleset>, mebibytes: usize) -> FirstPlayer {
        // Its table is rounded up to a power of two: what is rounded down stays within.
        let entries = (mebibytes << 20) / ENTRY;
        let entries = (entries / 2 + 1).next_power_of_two();
        FirstPlayer { name, engine: Engine::with_table(ruleset.clone(), entries), seed: 0 }
    }
}

impl Player for FirstPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: &Game, seed: u64) -> Result<(), PlayerError> {
        self.engine.clear();
        self.seed = seed;
        Ok(())
    }

    fn best_move(&mut self, game: &Game, allowance: SearchLimit) -> Result<BestMove, PlayerError> {
        let watch = MoveTimer::start(allowance, game.position().turn(), true);
        let stop = || watch.is_expired();
        let limits = match allowance {
            SearchLimit::Nodes(nodes) => Limits::nodes(nodes),
            SearchLimit::Depth(depth) => Limits::depth(depth),
            SearchLimit::Clocks(_) => Limits::nodes(u64::MAX).and_stop(&stop),
        };
        let found = self.engine.search_reporting(game, &limits, self.seed, &mut |_| watch.finish_depth(100));
        let chosen = found.best.ok_or_else(PlayerError::no_move)?;
        Ok(BestMove { mv: chosen, score: Some(in_our_words(found.score)), nodes: found.nodes })
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
