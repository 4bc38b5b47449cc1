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

use std::sync::Arc;

use rukh_rules::hash::mix;
use rukh_rules::{Event, Game, Node, Ruleset};

use crate::evaluation::Evaluation;
use crate::{Engine, SearchLimits, SearchResult};

/// Default depth in plies; deep enough to use every step of the search.
const DEPTH: u32 = 7;
/// Default depth in turns, with a die.
const THROWS: u32 = 3;
/// Nodes of the search of a fingerprint, and entries of its table.
const FINGERPRINT_NODES: u64 = 4_000;
const FINGERPRINT_ENTRIES: usize = 1 << 12;

/// Default depth of a ruleset, in plies; with a die, in turns.
#[must_use]
pub fn depth(ruleset: &Ruleset) -> u32 {
    if ruleset.has_die() { THROWS } else { DEPTH }
}

/// Searches the start of a ruleset, in turns, with a cleared engine, until `stop` returns true.
pub fn search(engine: &mut Engine, depth: u32, stop: &(dyn Fn() -> bool + Sync)) -> SearchResult {
    let game = start(engine.ruleset());
    engine.clear();
    engine.search(&game, &SearchLimits::depth(depth).with_threads(1).with_stop(stop), 0)
}

/// A fingerprint of the engine for a ruleset, 16 hexadecimal digits: of the weights of its evaluation and of a search
/// from the start by them. Engines of the same fingerprint play the same games from the same seeds; one whose
/// evaluation or search is another has, in all likelihood, another fingerprint.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use rukh_engine::bench;
/// use rukh_rules::Ruleset;
///
/// let fingerprint = |name: &str| Ruleset::named(name).map(|ruleset| bench::fingerprint(&Arc::new(ruleset)));
/// assert_eq!(fingerprint("shatranj")?, fingerprint("shatranj")?);
/// assert_ne!(fingerprint("shatranj")?, fingerprint("mideast")?);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[must_use]
pub fn fingerprint(ruleset: &Arc<Ruleset>) -> String {
    let mut engine = Engine::with_tt_entries(ruleset.clone(), FINGERPRINT_ENTRIES);
    let found = engine.search(&start(ruleset), &SearchLimits::nodes(FINGERPRINT_NODES), 0);
    let weights = Evaluation::new(ruleset).linear().fingerprint();
    let line: Vec<u32> = found.pv.iter().map(|mv| mv.bits()).collect();
    let text = format!("{weights} {} {} {:?} {line:?}", found.nodes, found.depth, found.score);
    format!("{:016x}", text.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte))))
}

/// The start of a ruleset, where turns begin.
fn start(ruleset: &Arc<Ruleset>) -> Game {
    let mut game = Game::new(ruleset.clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None)
            .expect("both sides may agree to begin turns");
    }
    game
}
