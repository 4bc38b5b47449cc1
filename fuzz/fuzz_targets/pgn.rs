//! Any text as PGN: games, or errors with line and column.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use rukh_rules::Ruleset;
use rukh_rules::notation::pgn;

fuzz_target!(|text: &str| {
    let resolve = |instance: &str| Ruleset::named(instance).map(Arc::new);
    if let Ok(records) = pgn::read(text, resolve) {
        for record in records {
            let again = pgn::read(&pgn::write(&record), resolve).expect("what is written can be read");
            assert_eq!(again[0].game.log(), record.game.log());
        }
    }
});
