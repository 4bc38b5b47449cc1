//! Set-ups of the werera: both sides marshal, and turns begin without a capture.

use std::sync::Arc;

use rukh_first::{Decision, Engine, Level, WereraAction};
use rukh_rules::game::SideName;
use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Node, Rules, Ruleset, Side};

/// Decisions of each side after the random moves.
const DECISIONS: usize = 14;
/// The level they are made at.
const LEVEL: u8 = 2;

/// Somebody who marshals for both sides.
pub(super) struct SetupGenerator {
    /// The first engine: it never changes, and so neither do set-ups of one seed.
    engine: Engine,
}

impl SetupGenerator {
    pub(super) fn new(ruleset: &Arc<Ruleset>) -> SetupGenerator {
        SetupGenerator { engine: Engine::with_table(ruleset.clone(), 1 << 14) }
    }

    /// A game where turns have begun: random quiet moves of each side first,
    /// then what the player thinks good, until one side would capture or both
    /// are content.
    pub(super) fn generate(
        &mut self,
        rules: &Arc<Rules<Any>>,
        moves: usize,
        chance: &mut SplitMix64,
    ) -> Option<Game> {
        let mut game = Game::from_rules(rules.clone());
        for _ in 0..moves {
            for side in Side::BOTH {
                make_random_move(&mut game, side, chance);
            }
        }
        'marshalling: for _ in 0..DECISIONS {
            let mut content = 0;
            for side in Side::BOTH {
                match self.decide(&game, side, chance) {
                    Step::Capture => break 'marshalling,
                    Step::Nothing => content += 1,
                    Step::Event(event) => drop(game.apply(event, None)),
                }
            }
            if content == Side::BOTH.len() {
                break;
            }
        }
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).ok()?;
        matches!(game.node(), Node::Choice(_) | Node::Chance(_)).then_some(game)
    }

    fn decide(&mut self, game: &Game, side: Side, chance: &mut SplitMix64) -> Step {
        let level = Level::new(LEVEL).unwrap_or(Level::LOWEST);
        let Some(decision) = self.engine.choose(game, side, level, chance.next_u64()) else {
            return Step::Nothing;
        };
        if let Decision::Werera(WereraAction::Place(chosen)) = decision
            && game.rules().is_capture(game.position(), chosen)
        {
            return Step::Capture;
        }
        decision.event(game.ruleset(), side).map_or(Step::Nothing, Step::Event)
    }
}

/// What a side would do.
enum Step {
    Event(Event),
    Capture,
    Nothing,
}

/// A random quiet move; where bundles alternate, one that is a bundle.
fn make_random_move(game: &mut Game, side: Side, chance: &mut SplitMix64) {
    let mut moves = game.moves_of(side);
    moves.retain(|chosen| !game.rules().is_capture(game.position(), *chosen));
    if moves.is_empty() {
        return;
    }
    let chosen = moves[chance.below(moves.len())];
    let decision = Decision::Werera(WereraAction::Place(chosen));
    let Some(event) = decision.event(game.ruleset(), side) else { return };
    // It was among the moves that may be made; a bundle that cannot end goes on.
    let _ = game.apply(event, None);
    let _ = game.apply(Event::Bundle { side: SideName::from(side) }, None);
}
