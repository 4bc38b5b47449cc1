//! Counters of the laws as wire types.

use rukh_rules::Game;

use crate::wire::view::Counter;

/// All counters a player should see now.
#[must_use]
pub fn counters(game: &Game) -> Vec<Counter> {
    let found = game.counters().into_iter().map(|counter| Counter {
        label: counter.kind.title().into(),
        side: counter.side,
        value: counter.value.into(),
        limit: counter.limit.into(),
        text: counter.message(game.ruleset()).into(),
    });
    found.collect()
}
