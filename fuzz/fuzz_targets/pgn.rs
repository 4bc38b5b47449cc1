//! Any text as games, in every dialect: each is read and comes back the same, annotations
//! and all, or there are errors with their places.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use rukh_rules::Ruleset;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::pgn;
use rukh_rules::notation::reading::{GameReader, Strictness};
use rukh_rules::strum::VariantArray;

fuzz_target!(|text: &str| {
    let resolve = |instance: &str| Ruleset::named(instance).map(Arc::new);
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
