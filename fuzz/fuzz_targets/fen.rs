//! Any text as FEN under each ruleset: what is read is written and read again.
#![no_main]

use std::sync::{Arc, OnceLock};

use libfuzzer_sys::fuzz_target;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::shape::Any;
use rukh_rules::{Rules, Ruleset, catalog};

static RULES: OnceLock<Vec<Rules<Any>>> = OnceLock::new();

fuzz_target!(|input: (u8, &str)| {
    let rules = RULES.get_or_init(|| {
        let named = |id| Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        catalog::ids().map(|id| Rules::compile(named(id))).collect()
    });
    let rules = &rules[usize::from(input.0) % rules.len()];
    if let Ok(position) = fen::read(rules, input.1, Dialect::Own) {
        let text = fen::write(rules, &position, Dialect::Own);
        assert_eq!(fen::read(rules, &text, Dialect::Own), Ok(position));
        let _ = rules.outcome(&position);
        let _ = rules.legal_moves(&position);
    }
});
