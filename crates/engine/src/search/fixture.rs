//! Owner of what a search borrows, for the tests of its steps.

use std::sync::Arc;

use rukh_rules::shape::Any;
use rukh_rules::{Rules, Ruleset};

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
