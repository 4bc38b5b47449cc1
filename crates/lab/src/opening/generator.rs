//! Opening generator: random moves, kept if the position is balanced.

use std::collections::HashSet;
use std::sync::Arc;

use rukh_engine::{Engine, Level, SearchLimits};
use rukh_protocols::board::begin_turns;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Node, Rules, Ruleset, UciMove};

use super::OpeningSet;
use super::setup::SetupGenerator;
use crate::player::{EngineKind, EngineOptions, PlayerError, PlayerSpec};

/// Maximum number of attempts per opening.
const MAX_ATTEMPTS: u64 = 50;
/// Level of the default engine for setups of the werera.
const SETUP_LEVEL: Option<Level> = Level::new(2);

/// Settings of the opening generator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningGenerator {
    /// Number of openings.
    pub count: usize,
    /// Random seed.
    pub seed: u64,
    /// Minimum and maximum number of random plies; with a werera, of random moves of each side
    /// before an engine sets up the rest.
    pub plies: (usize, usize),
    /// Engine that sets up both sides in a werera.
    pub engine: PlayerSpec,
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
        let options = EngineOptions { level: SETUP_LEVEL, mebibytes: 1, ..EngineOptions::default() };
        let engine = PlayerSpec { kind: EngineKind::Rukh(options), name: None, time_control: None };
        OpeningGenerator { count, seed, plies, engine, nodes: 10_000, within: 100 }
    }

    /// Generates distinct openings; fewer than `count` if too many attempts fail.
    ///
    /// # Errors
    /// The engine for setups cannot be started, or fails.
    pub fn generate(&self, ruleset: &Arc<Ruleset>) -> Result<OpeningSet, PlayerError> {
        self.generate_with_progress(ruleset, &mut |_| ())
    }

    /// As [`OpeningGenerator::generate`]; reports the number of openings after each attempt.
    ///
    /// # Errors
    /// As [`OpeningGenerator::generate`].
    pub fn generate_with_progress(
        &self,
        ruleset: &Arc<Ruleset>,
        report: &mut dyn FnMut(usize),
    ) -> Result<OpeningSet, PlayerError> {
        let rules = Arc::new(Rules::<Any>::compile(ruleset.clone()));
        let mut engine = Engine::new(ruleset.clone());
        let setup = has_werera(ruleset).then(|| SetupGenerator::new(&self.engine, ruleset));
        let mut setup = setup.transpose()?;
        let mut known = HashSet::new();
        let mut openings = Vec::new();
        for attempt in 0..MAX_ATTEMPTS * self.count as u64 {
            if openings.len() == self.count {
                break;
            }
            let mut rng = SplitMix64::new(mix(mix(self.seed) ^ attempt));
            let plies = self.plies.0 + rng.below(self.plies.1.saturating_sub(self.plies.0) + 1);
            let game = match &mut setup {
                Some(setup) => setup.generate(&rules, plies, &mut rng)?,
                None => play_random_plies(&rules, plies, &mut rng),
            };
            // The opening is the position only, without the moves before it.
            let game = game.map(|game| Game::from_position(rules.clone(), *game.position()));
            openings.extend(game.filter(|game| self.is_even(&mut engine, game) && known.insert(game.fen())));
            report(openings.len());
        }
        let method = self.method(ruleset);
        let (ruleset, dialect) = (ruleset.clone(), Dialect::Own);
        Ok(OpeningSet { ruleset, method, seed: self.seed, dialect, openings })
    }

    /// Whether the engine is asked: whether the ruleset has a werera.
    #[must_use]
    pub fn uses_engine(&self, ruleset: &Ruleset) -> bool {
        has_werera(ruleset)
    }

    fn is_even(&self, engine: &mut Engine, game: &Game) -> bool {
        engine.clear();
        let found = engine.search(game, &SearchLimits::nodes(self.nodes), 0);
        !matches!(game.node(), Node::Over(_)) && found.score.centipawns().abs() <= self.within
    }

    fn method(&self, ruleset: &Ruleset) -> String {
        let (fewest, most) = self.plies;
        let how = if has_werera(ruleset) {
            let engine = self.engine.name();
            format!("werera, {fewest} to {most} random moves each, then set up by {engine}")
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
pub(crate) fn play_random_plies(rules: &Arc<Rules<Any>>, plies: usize, rng: &mut SplitMix64) -> Option<Game> {
    let mut game = begin_turns(Game::from_rules(rules.clone()));
    let mut made = 0;
    loop {
        let event = match game.node() {
            Node::Over(_) | Node::Werera(_) => return None,
            Node::Chance(_) | Node::Choice(_) if made == plies => return Some(game),
            Node::Chance(faces) => Event::Throw { face: faces[rng.below(faces.len())].number },
            Node::Choice(_) => {
                let moves = game.legal_moves();
                made += 1;
                Event::Move { mv: UciMove::of(game.ruleset(), moves[rng.below(moves.len())]) }
            }
        };
        game.apply(event, None).ok()?;
    }
}
