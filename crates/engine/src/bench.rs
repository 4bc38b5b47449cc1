//! A search with the same node count on every machine, for measuring speed.
//!
//! The count is the *signature* of the engine for a ruleset: a change that alters it is a change of the
//! search, and one that keeps it can be judged by time alone.
//!
//! ```
//! use std::sync::Arc;
//! use rukh_engine::{Engine, bench};
//! use rukh_rules::Ruleset;
//!
//! let mut engine = Engine::new(Arc::new(Ruleset::named("shatranj")?));
//! let first = bench::search(&mut engine, 3, &|| false);
//! assert_eq!(bench::search(&mut engine, 3, &|| false).nodes, first.nodes);
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```

use rukh_rules::{Event, Game, Node, Ruleset};

use crate::{Engine, SearchLimits, SearchResult};

/// Default depth in plies; deep enough to use every step of the search.
const DEPTH: u32 = 7;
/// Default depth in turns, with a die.
const THROWS: u32 = 3;

/// Default depth of a ruleset, in plies; with a die, in turns.
#[must_use]
pub fn depth(ruleset: &Ruleset) -> u32 {
    if ruleset.has_die() { THROWS } else { DEPTH }
}

/// Searches the start of a ruleset, in turns, with a cleared engine, until `stop` returns true.
pub fn search(engine: &mut Engine, depth: u32, stop: &(dyn Fn() -> bool + Sync)) -> SearchResult {
    let mut game = Game::new(engine.ruleset().clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None)
            .expect("both sides may agree to begin turns");
    }
    engine.clear();
    engine.search(&game, &SearchLimits::depth(depth).with_threads(1).with_stop(stop), 0)
}
