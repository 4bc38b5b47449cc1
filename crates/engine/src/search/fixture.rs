//! Owner of what a search borrows, for the tests of its steps.

use std::sync::Arc;

use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Node, Rules, Ruleset};

use super::{Histories, Search, SearchContext, SearchRules};
use crate::evaluation::Evaluation;
use crate::limits::SearchLimits;
use crate::transposition::TranspositionTable;

pub(super) struct Fixture {
    pub(super) ruleset: Arc<Ruleset>,
    pub(super) rules: Rules<Any>,
    evaluation: Evaluation,
    search_rules: SearchRules,
    table: TranspositionTable,
    histories: Histories,
}

impl Fixture {
    /// For a built-in ruleset.
    pub(super) fn named(id: &str) -> Fixture {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        Fixture {
            rules: Rules::compile(ruleset.clone()),
            evaluation: Evaluation::new(&ruleset),
            search_rules: SearchRules::new(&ruleset),
            table: TranspositionTable::new(1 << 10),
            histories: Histories::new(ruleset.pieces.len(), ruleset.geometry.cells()),
            ruleset,
        }
    }

    /// A search of one ply after the positions of these keys.
    pub(super) fn search(&mut self, keys: &[u64]) -> Search<'_, Any> {
        let context = SearchContext {
            rules: &self.rules,
            evaluation: &self.evaluation,
            search_rules: &self.search_rules,
            table: &self.table,
            endings: None,
        };
        Search::new(context, &mut self.histories, SearchLimits::depth(1), keys)
    }
}

/// Plays random moves in turns until the game has `events` events, and shows it after each.
pub(crate) fn random_game(
    ruleset: &Arc<Ruleset>,
    chance: &mut SplitMix64,
    events: usize,
    visit: &mut dyn FnMut(&Game),
) {
    let mut game = Game::new(ruleset.clone());
    if matches!(game.node(), Node::Werera(_)) {
        game.apply(Event::Turns { why: "agreed".to_owned() }, None).expect("the werera lasts");
    }
    while game.log().len() < events {
        match game.node() {
            Node::Chance(faces) => {
                let face = faces[chance.below(faces.len())].number;
                game.apply(Event::Throw { face }, None).expect("a face of the die");
            }
            Node::Choice(_) => {
                let moves = game.legal_moves();
                game.play(moves[chance.below(moves.len())], None).expect("a legal move");
            }
            Node::Over(_) | Node::Werera(_) => return,
        }
        visit(&game);
    }
}
