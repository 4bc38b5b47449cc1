//! Games of random events.

use std::sync::Arc;

use rukh_rules::game::{Event, Game};
use rukh_rules::{Move, Node, Ruleset, Side, UciMove};

use crate::random::Choices;

/// The event of a side's move in the werera.
pub fn place(game: &Game, side: Side, mv: Move) -> Event {
    let geometry = game.ruleset().geometry;
    Event::Place {
        side,
        id: game.id_at(mv.from()),
        from: geometry.square(mv.from()),
        to: geometry.square(mv.to()),
        promotion: mv.promotion().map(|kind| game.ruleset().letter(kind)),
    }
}

/// Some event that the rules allow now, if one is and a choice is left; captures are rare in the
/// werera, so that it lasts.
fn random_event(game: &Game, choices: &mut impl Choices) -> Option<Event> {
    match game.node() {
        Node::Over(_) => None,
        Node::Chance(faces) => Some(Event::Throw { face: faces[choices.below(faces.len())?].number }),
        Node::Choice(_) => {
            let moves = game.legal_moves();
            let mv = moves[choices.below(moves.len())?];
            Some(Event::Move { mv: UciMove::of(game.ruleset(), mv) })
        }
        Node::Werera(acting) => {
            let side = Side::BOTH[choices.below(2)?];
            let side = if acting.may(side) { side } else { side.other() };
            let back = game.retractable(side);
            if !back.is_empty() && choices.below(4)? == 0 {
                return Some(Event::Retract { side, seq: back[choices.below(back.len())?].seq });
            }
            let mut moves = game.moves_of(side);
            if choices.below(20)? > 0 {
                moves.retain(|mv| !game.rules().is_capture(game.position(), *mv));
            }
            match moves.len() {
                0 => Some(Event::Turns { why: "agreed".to_owned() }),
                count => Some(place(game, side, moves[choices.below(count)?])),
            }
        }
    }
}

/// Plays a game of at most `limit` random events, as long as there are choices, and shows it to
/// `look` before each.
pub fn playout(
    ruleset: Arc<Ruleset>,
    choices: &mut impl Choices,
    limit: usize,
    mut look: impl FnMut(&Game),
) -> Game {
    let mut game = Game::new(ruleset);
    for _ in 0..limit {
        look(&game);
        let Some(event) = random_event(&game, choices) else { break };
        let tried = game.apply(event.clone(), None);
        // In a werera of batches a full batch is ended.
        if tried.is_err() && matches!(event, Event::Place { .. }) {
            let side = game.position().turn();
            if game.apply(Event::Bundle { side }, None).is_err() {
                break;
            }
        }
    }
    game
}
