//! Any text as games, in every dialect: each is read and comes back the same, annotations
//! and all, or there are errors with their places.
#![no_main]

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::pgn;
use rukh_rules::notation::reading::{GameReader, Strictness};
use rukh_rules::strum::VariantArray;
use rukh_rules::{LoadError, Ruleset};

/// Rulesets that were read once: reading one takes longer than reading a game.
static RULESETS: LazyLock<Mutex<HashMap<String, Arc<Ruleset>>>> = LazyLock::new(Mutex::default);
const MAX_RULESETS: usize = 500;

fn resolve(instance: &str) -> Result<Arc<Ruleset>, LoadError> {
    let mut rulesets = RULESETS.lock().expect("no thread has panicked");
    if let Some(ruleset) = rulesets.get(instance) {
        return Ok(ruleset.clone());
    }
    let ruleset = Arc::new(Ruleset::named(instance)?);
    if rulesets.len() < MAX_RULESETS {
        rulesets.insert(instance.to_owned(), ruleset.clone());
    }
    Ok(ruleset)
}

fuzz_target!(|text: &str| {
    let lines = |text: &str| text.lines().map(|line| Ok(line.to_owned())).collect::<Vec<_>>();
    let given = Dialect::VARIANTS.iter().copied().map(DialectChoice::Given);
    for dialect in given.chain([DialectChoice::Auto]) {
        let games =
            GameReader::new(lines(text).into_iter(), &resolve, Strictness::Lenient).in_dialect(dialect);
        for game in games.flatten() {
            let written = pgn::format(&game.record);
            let again = pgn::parse(&written, resolve).expect("what is written can be read");
            assert_eq!(again[0].game.log(), game.record.game.log());
            assert_eq!(again[0].annotations, game.record.annotations);
            assert_eq!(pgn::format(&again[0]), written);
        }
    }
    let _ = GameReader::new(lines(text).into_iter(), &resolve, Strictness::Strict).count();
});
