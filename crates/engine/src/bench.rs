//! A search whose count of positions is the same on every machine.

use rukh_rules::{Event, Game, Node, Ruleset};

use crate::{Engine, SearchLimits, SearchResult};

/// Plies, if nothing is said; enough to meet every part of the search.
const DEPTH: u32 = 7;
/// The same where a die is thrown: turns.
const THROWS: u32 = 3;

/// How deep a ruleset is searched if nothing is said: plies, with a die turns.
#[must_use]
pub fn depth(ruleset: &Ruleset) -> u32 {
    if ruleset.has_die() { THROWS } else { DEPTH }
}

/// Searches a ruleset's start, in turns, with an engine that knows nothing yet; `stop` may end it.
pub fn search(engine: &mut Engine, depth: u32, stop: &(dyn Fn() -> bool + Sync)) -> SearchResult {
    let mut game = Game::new(engine.ruleset().clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("turns may always begin");
    }
    engine.clear();
    engine.search(&game, &SearchLimits::depth(depth).with_threads(1).with_stop(stop), 0)
}
