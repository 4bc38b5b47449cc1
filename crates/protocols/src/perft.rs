//! `go perft`, which ends when it is told to.

use std::sync::Arc;

use rukh_rules::perft::Scope;
use rukh_rules::shape::{Any, Shape, ShapeTask};
use rukh_rules::{Game, Move, Position, Rules};

/// Plies that are counted without asking whether to end: a count one ply deeper
/// is told even when the input has ended already.
const UNINTERRUPTED_DEPTH: u32 = 2;

/// The leaf nodes at a depth below a game, all laws obeyed: each first move with
/// its face (0 without a die) is told with its share. None if it had to end.
pub(super) fn divide(
    game: &Game,
    depth: u32,
    must_end: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(u8, Move, u64),
) -> Option<u64> {
    let fit = Rules::<Any>::fit(game.ruleset());
    fit.run(DivideTask { game, depth, must_end, tell })
}

struct DivideTask<'a> {
    game: &'a Game,
    depth: u32,
    must_end: &'a dyn Fn() -> bool,
    tell: &'a mut dyn FnMut(u8, Move, u64),
}

impl ShapeTask for DivideTask<'_> {
    type Output = Option<u64>;

    fn run<S: Shape>(self) -> Option<u64> {
        let DivideTask { game, depth, must_end, tell } = self;
        let rules = Rules::<S>::compile(Arc::clone(game.ruleset()));
        let position = game.position().reshape(game.rules(), &rules);
        let mut all = 0_u64;
        for ((face, chosen), next) in rules.children(&position, Scope::AllLaws) {
            let leaves = leaves(&rules, &next, depth.saturating_sub(1), must_end)?;
            tell(face, chosen, leaves);
            all = all.saturating_add(leaves);
        }
        Some(all)
    }
}

fn leaves<S: Shape>(
    rules: &Rules<S>,
    position: &Position<S>,
    depth: u32,
    must_end: &dyn Fn() -> bool,
) -> Option<u64> {
    if depth <= UNINTERRUPTED_DEPTH {
        return Some(rules.perft(position, depth, Scope::AllLaws));
    }
    if must_end() {
        return None;
    }
    let below = rules.children(position, Scope::AllLaws).into_iter();
    below
        .map(|(_, next)| leaves(rules, &next, depth - 1, must_end))
        .try_fold(0_u64, |sum, leaves| Some(sum.saturating_add(leaves?)))
}

#[cfg(test)]
mod tests {
    use super::{divide, *};
    use rukh_rules::{Ruleset, catalog};

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
