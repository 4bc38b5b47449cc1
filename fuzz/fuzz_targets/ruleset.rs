//! Any text as a ruleset file: loaded, or refused with every complaint.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use rukh_rules::{Game, RulesetFile, catalog};

fuzz_target!(|text: &str| {
    if let Ok(file) = RulesetFile::parse("mine.toml", text, catalog::text)
        && let Ok(ruleset) = file.resolve(&Default::default())
    {
        let game = Game::new(Arc::new(ruleset));
        let _ = game.legal_moves();
    }
});
