//! Setups of the werera: an engine plays both sides until turns begin without a capture.

use std::sync::Arc;

use rukh_engine::{Decision, WereraAction};
use rukh_protocols::werera::WereraAnswer;
use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Node, Rules, Ruleset, Side};

use crate::player::{EnginePlayer, PlayerError, PlayerSpec};

/// Decisions of each side after the random moves.
const DECISIONS: usize = 14;

/// Generator of games whose turns begin without a capture.
pub(super) struct SetupGenerator {
    player: Box<dyn EnginePlayer>,
}

impl SetupGenerator {
    pub(super) fn new(engine: &PlayerSpec, ruleset: &Arc<Ruleset>) -> Result<SetupGenerator, PlayerError> {
        Ok(SetupGenerator { player: engine.start(ruleset)? })
    }

    /// A game where turns have begun: random quiet moves of each side first, then actions of the
    /// engine, until one side would capture or neither has anything to do.
    pub(super) fn generate(
        &mut self,
        rules: &Arc<Rules<Any>>,
        moves: usize,
        rng: &mut SplitMix64,
    ) -> Result<Option<Game>, PlayerError> {
        let mut game = Game::from_rules(rules.clone());
        self.player.new_game(&game, 0)?;
        for _ in 0..moves {
            for side in Side::BOTH {
                make_random_move(&mut game, side, rng);
            }
        }
        'setup: for _ in 0..DECISIONS {
            let mut waiting = 0;
            for side in Side::BOTH {
                match self.decide(&game, side, rng)? {
                    Step::Capture => break 'setup,
                    Step::Nothing => waiting += 1,
                    Step::Event(event) => drop(game.apply(event, None)),
                }
            }
            if waiting == Side::BOTH.len() {
                break;
            }
        }
        if game.apply(Event::Turns { why: "agreed".to_owned() }, None).is_err() {
            return Ok(None);
        }
        Ok(matches!(game.node(), Node::Choice(_) | Node::Chance(_)).then_some(game))
    }

    fn decide(&mut self, game: &Game, side: Side, rng: &mut SplitMix64) -> Result<Step, PlayerError> {
        let seed = rng.next_u64();
        if !matches!(game.node(), Node::Werera(acting) if acting.may(side)) {
            return Ok(Step::Nothing);
        }
        Ok(match self.player.act(game, side, seed)? {
            WereraAnswer::Capture(_) => Step::Capture,
            answer => answer.event(game, side).map_or(Step::Nothing, Step::Event),
        })
    }
}

/// Decision of a side.
enum Step {
    Event(Event),
    Capture,
    Nothing,
}

/// Makes a random quiet move; where bundles alternate, it is a bundle.
fn make_random_move(game: &mut Game, side: Side, rng: &mut SplitMix64) {
    let mut moves = game.moves_of(side);
    moves.retain(|mv| !game.rules().is_capture(game.position(), *mv));
    if moves.is_empty() {
        return;
    }
    let mv = moves[rng.below(moves.len())];
    let decision = Decision::Werera(WereraAction::Place(mv));
    let Some(event) = decision.event(game.ruleset(), side) else { return };
    // The move was legal; a bundle that cannot end goes on.
    let _ = game.apply(event, None);
    let _ = game.apply(Event::Bundle { side }, None);
}
