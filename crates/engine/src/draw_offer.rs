//! The answer to a draw offer.

use rukh_rules::{Game, Side};

use crate::engine::Engine;
use crate::limits::SearchLimits;

/// Number of the turn before which the engine declines every draw.
const FIRST_DRAW_TURN: u16 = 20;
/// Greatest advantage with which the engine agrees to a draw, in centipawns: about half a tempo.
const DRAW_MARGIN: i32 = 20;
/// Nodes of the search that answers a draw offer, whatever the level.
const DRAW_NODES: u64 = 50_000;

impl Engine {
    /// Whether a side agrees to a draw that the other side offers in turns, not before turn 20. A
    /// search that is stopped too early to tell declines.
    ///
    /// # Panics
    /// The game has another ruleset than the engine.
    pub fn agrees_to_draw(&mut self, game: &Game, side: Side, stop: &(dyn Fn() -> bool + Sync)) -> bool {
        if game.position().turn_number() < FIRST_DRAW_TURN {
            return false;
        }
        self.clear();
        let found = self.search(game, &SearchLimits::nodes(DRAW_NODES).with_stop(stop), 0);
        let centipawns = found.score.centipawns();
        let advantage = if game.position().turn() == side { centipawns } else { -centipawns };
        found.depth > 0 && advantage <= DRAW_MARGIN
    }
}
