//! Opening generator: random moves, kept if the position is balanced.

use std::collections::HashSet;
use std::sync::Arc;

use rukh_engine::protocol::board::begin_turns;
use rukh_engine::{Engine, SearchLimits};
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::coordinate;
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Node, Rules, Ruleset};

use super::OpeningSet;
use super::setup::SetupGenerator;

/// Maximum number of attempts per opening.
const MAX_ATTEMPTS: u64 = 50;

/// Settings of the opening generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpeningGenerator {
    /// Number of openings.
    pub count: usize,
    /// Random seed.
    pub seed: u64,
    /// Minimum and maximum number of random plies; with a werera, of random moves of each side
    /// before the engine sets up the rest.
    pub plies: (usize, usize),
    /// Node limit of the balance check.
    pub nodes: u64,
    /// Largest advantage of either side, in centipawns.
    pub within: i32,
}

impl OpeningGenerator {
    /// Default settings for a ruleset.
    #[must_use]
    pub fn new(ruleset: &Ruleset, count: usize, seed: u64) -> OpeningGenerator {
        let plies = if has_werera(ruleset) { (3, 6) } else { (6, 10) };
        OpeningGenerator { count, seed, plies, nodes: 10_000, within: 100 }
    }

    /// Generates distinct openings; fewer than `count` if too many attempts fail.
    #[must_use]
    pub fn generate(&self, ruleset: &Arc<Ruleset>) -> OpeningSet {
        self.generate_with_progress(ruleset, &mut |_| ())
    }

    /// As [`OpeningGenerator::generate`], telling after each attempt how many there are.
    pub fn generate_with_progress(
        &self,
        ruleset: &Arc<Ruleset>,
        report: &mut dyn FnMut(usize),
    ) -> OpeningSet {
        let rules = Arc::new(Rules::<Any>::compile(ruleset.clone()));
        let mut engine = Engine::new(ruleset.clone());
        let mut marshal = has_werera(ruleset).then(|| SetupGenerator::new(ruleset));
        let mut known = HashSet::new();
        let mut openings = Vec::new();
        for attempt in 0..MAX_ATTEMPTS * self.count as u64 {
            if openings.len() == self.count {
                break;
            }
            let mut chance = SplitMix64::new(mix(mix(self.seed) ^ attempt));
            let plies = self.plies.0 + chance.below(self.plies.1.saturating_sub(self.plies.0) + 1);
            let game = match &mut marshal {
                Some(marshal) => marshal.generate(&rules, plies, &mut chance),
                None => play_random_plies(&rules, plies, &mut chance),
            };
            // What led here is forgotten: only the position is the opening.
            let game = game.map(|game| Game::from_position(rules.clone(), *game.position()));
            openings.extend(game.filter(|game| self.is_even(&mut engine, game) && known.insert(game.fen())));
            report(openings.len());
        }
        OpeningSet { ruleset: ruleset.clone(), method: self.method(ruleset), seed: self.seed, openings }
    }

    fn is_even(&self, engine: &mut Engine, game: &Game) -> bool {
        engine.clear();
        let found = engine.search(game, &SearchLimits::nodes(self.nodes), 0);
        !matches!(game.node(), Node::Over(_)) && found.score.centipawns().abs() <= self.within
    }

    fn method(&self, ruleset: &Ruleset) -> String {
        let (fewest, most) = self.plies;
        let how = if has_werera(ruleset) {
            format!("werera, {fewest} to {most} random moves each, then marshalled by the first engine")
        } else {
            format!("{fewest} to {most} random plies")
        };
        format!("{how}; at most {} centipawns from even in {} nodes", self.within, self.nodes)
    }
}

fn has_werera(ruleset: &Ruleset) -> bool {
    ruleset.has_werera()
}

/// Random plies from the start; nothing if the game ends on the way.
fn play_random_plies(rules: &Arc<Rules<Any>>, plies: usize, chance: &mut SplitMix64) -> Option<Game> {
    let mut game = begin_turns(Game::from_rules(rules.clone()));
    let mut made = 0;
    loop {
        let event = match game.node() {
            Node::Over(_) | Node::Werera(_) => return None,
            Node::Chance(_) | Node::Choice(_) if made == plies => return Some(game),
            Node::Chance(faces) => Event::Throw { face: faces[chance.below(faces.len())].number },
            Node::Choice(_) => {
                let moves = game.legal_moves();
                made += 1;
                Event::Move { mv: coordinate::format(game.ruleset(), moves[chance.below(moves.len())]) }
            }
        };
        game.apply(event, None).ok()?;
    }
}
