//! Recorded games and fingerprints of the laws: what changes them is meant, or a fault.
//!
//! `INSTA_UPDATE=always cargo test -p rukh-rules --test rules golden` renews the files in `snapshots/`.

use std::collections::BTreeMap;
use std::sync::Arc;

use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{Ruleset, RulesetFile, catalog};

use crate::playout;

/// One line for each built-in ruleset: where a seeded game stands after 120 events, and the key
/// of every position on the way folded into one number.
#[test]
fn game_of_a_seed_equals_its_record() {
    let games: Vec<String> = catalog::ids()
        .map(|id| {
            let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
            let mut keys = 0;
            let game = playout::playout(ruleset, &mut SplitMix64::new(2026), 120, |game| {
                keys = mix(keys ^ game.position().key());
            });
            let ending = game.outcome().map_or("goes on", |over| over.reason.into());
            format!("{id} {keys:016x} {} events, {ending}, {}", game.seq(), game.fen())
        })
        .collect();
    insta::with_settings!({
        description => "a game goes otherwise: renew its record only where the laws have changed",
        omit_expression => true,
    }, {
        insta::assert_snapshot!("games", games.join("\n"));
    });
}

/// Perft cannot see a change of result; the hash of everything that affects play does.
#[test]
fn fingerprint_of_every_revision_equals_its_record() {
    let fingerprints: Vec<String> = catalog::all()
        .iter()
        .map(|file| {
            let ruleset = file.resolve(&BTreeMap::new()).expect("a built-in ruleset resolves");
            format!("{} {} {}", file.id(), ruleset.revision, ruleset.hash())
        })
        .collect();
    insta::with_settings!({
        description => "raise the revision of a ruleset whose play on the board has changed before you renew this file",
        omit_expression => true,
    }, {
        insta::assert_snapshot!("fingerprints", fingerprints.join("\n"));
    });
}

/// A file written out whole gives the same rulesets, whatever is chosen, and needs no other file.
#[test]
fn text_of_every_file_gives_the_same_rulesets() {
    for file in catalog::all() {
        let text = file.text();
        let again = RulesetFile::parse_unchecked(file.id(), &text, |_| None).expect("its own text");
        assert_eq!(again.text(), text, "{}", file.id());
        let choices = file.single_choices().map(|choice| BTreeMap::from([choice]));
        for choices in std::iter::once(BTreeMap::new()).chain(choices) {
            let (ours, theirs) = (file.resolve(&choices), again.resolve(&choices));
            assert_eq!(ours, theirs, "{} {choices:?}", file.id());
        }
    }
}
