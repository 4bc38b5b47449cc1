//! Any text as FEN under each ruleset and in each dialect: what is read is written
//! and read again, in the same dialect and in the ruleset's own.
#![no_main]

use std::sync::{Arc, OnceLock};

use libfuzzer_sys::fuzz_target;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::fen;
use rukh_rules::shape::Any;
use rukh_rules::strum::VariantArray;
use rukh_rules::{Rules, Ruleset, catalog};

static RULES: OnceLock<Vec<Rules<Any>>> = OnceLock::new();

fuzz_target!(|input: (u8, &str)| {
    let rules = RULES.get_or_init(|| {
        let named = |id| Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        catalog::ids().map(|id| Rules::compile(named(id))).collect()
    });
    let rules = &rules[usize::from(input.0) % rules.len()];
    let recognised = DialectChoice::Auto.of_fen(rules.ruleset(), input.1);
    let others = Dialect::VARIANTS.iter().copied().filter(|other| *other != recognised);
    for other in others {
        let _ = fen::parse(rules, input.1, other);
    }
    if let Ok(position) = fen::parse(rules, input.1, recognised) {
        for &dialect in Dialect::VARIANTS {
            let text = fen::format(rules, &position, dialect);
            assert_eq!(fen::parse(rules, &text, dialect), Ok(position));
            let again = DialectChoice::Auto.of_fen(rules.ruleset(), &text);
            assert_eq!(fen::parse(rules, &text, again), Ok(position));
        }
        let _ = rules.outcome(&position);
        let _ = rules.legal_moves(&position);
    }
});
