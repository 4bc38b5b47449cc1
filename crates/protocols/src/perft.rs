//! `go perft`, which ends when it is told to.

use rukh_rules::perft::{PerftCounter, PerftNode, PerftVisitor, Scope, Visit};
use rukh_rules::{Game, Move};

/// The leaf nodes at a depth below a game, all laws obeyed: each first move with
/// its face (0 without a die) is told with its share. None if it had to end.
pub(super) fn divide(
    game: &Game,
    depth: u32,
    must_end: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(u8, Move, u64),
) -> Option<u64> {
    let counter = PerftCounter::new(game.ruleset(), game.position(), Scope::AllLaws);
    let mut all = 0_u64;
    for ((face, chosen), next) in counter.children(game.position()) {
        let leaves = counter.leaves(&next, depth.saturating_sub(1), &mut Interrupt(must_end))?;
        tell(face, chosen, leaves);
        all = all.saturating_add(leaves);
    }
    Some(all)
}

/// Stops a count when the engine has to stop. Counts of up to [`UNVISITED_DEPTH`] plies always finish.
///
/// [`UNVISITED_DEPTH`]: rukh_rules::perft::UNVISITED_DEPTH
struct Interrupt<'a>(&'a dyn Fn() -> bool);

impl PerftVisitor for Interrupt<'_> {
    fn enter(&mut self, _: PerftNode) -> Visit {
        if (self.0)() { Visit::Stop } else { Visit::Count }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::perft::Scope;
    use rukh_rules::{Game, Ruleset, catalog};

    use super::divide;

    #[test]
    fn it_counts_what_the_rules_count() {
        for id in catalog::ids() {
            let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
            let game = crate::board::begin_turns(Game::new(ruleset.clone()));
            for depth in 1..=3 {
                let mut rows = Vec::new();
                let all = divide(&game, depth, &|| false, &mut |face, chosen, leaves| {
                    rows.push(((face, chosen), leaves));
                });
                let known = rukh_rules::perft::divide(&ruleset, game.position(), depth, Scope::AllLaws);
                assert_eq!(all, Some(known.iter().map(|(_, leaves)| leaves).sum()), "{id}");
                assert_eq!(rows, known, "{id}");
            }
        }
    }
}
