//! Openings: positions games of a match begin from.

use std::collections::HashSet;
use std::sync::Arc;

use rukh_engine::protocol::board::begun;
use rukh_engine::{Engine, Limits};
use rukh_rules::hash::{Sequence, mix};
use rukh_rules::notation::coordinate;
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Node, Rules, Ruleset};

/// How openings are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    /// How many are wanted.
    pub count: usize,
    /// Decides everything left to chance.
    pub seed: u64,
    /// The fewest and the most random plies.
    pub plies: (usize, usize),
    /// What a search may look at.
    pub nodes: u64,
    /// The most centipawns either side may be ahead.
    pub within: i32,
}

impl Recipe {
    /// The usual one.
    #[must_use]
    pub const fn new(count: usize, seed: u64) -> Recipe {
        Recipe { count, seed, plies: (6, 10), nodes: 4_000, within: 120 }
    }

    /// Makes openings, each another one. Fewer than wanted if too many attempts fail.
    #[must_use]
    pub fn make(&self, ruleset: &Arc<Ruleset>) -> Vec<Game> {
        let rules = Arc::new(Rules::<Any>::compile(ruleset.clone()));
        let mut engine = Engine::new(ruleset.clone());
        let mut known = HashSet::new();
        let mut made = Vec::new();
        for attempt in 0..50 * self.count as u64 {
            if made.len() == self.count {
                break;
            }
            let mut chance = Sequence::new(mix(self.seed) ^ attempt << 32);
            let Some(game) = self.walk(&rules, &mut chance) else { continue };
            if !known.insert(game.position().key()) {
                continue;
            }
            engine.clear();
            let value = engine.search(&game, &Limits::nodes(self.nodes), 0).score.centipawns();
            if value.abs() <= self.within {
                made.push(game);
            }
        }
        made
    }

    /// Random plies from the start; nothing if the game ends on the way.
    fn walk(&self, rules: &Arc<Rules<Any>>, chance: &mut Sequence) -> Option<Game> {
        let mut game = begun(Game::from_rules(rules.clone()));
        let (fewest, most) = self.plies;
        let plies = fewest + chance.below(most.saturating_sub(fewest) + 1);
        let mut made = 0;
        loop {
            let event = match game.node() {
                Node::Over(_) | Node::Werera(_) => return None,
                Node::Chance(_) if made == plies => break,
                Node::Chance(faces) => Event::Throw { face: faces[chance.below(faces.len())].number },
                Node::Choice(_) if made == plies => break,
                Node::Choice(_) => {
                    let moves = game.legal_moves();
                    made += 1;
                    Event::Move { mv: coordinate::write(game.ruleset(), moves[chance.below(moves.len())]) }
                }
            };
            game.apply(event, None).ok()?;
        }
        // The way there is forgotten: only the position is the opening.
        Some(Game::from_position(rules.clone(), *game.position()))
    }
}
