//! Any text as a ruleset file: refused with every complaint, or loaded, and then
//! a game can be played by it.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use rukh_rules::hash::SplitMix64;
use rukh_rules::{Event, Game, Node, RulesetFile, Side, UciMove, catalog};

fuzz_target!(|text: &str| {
    if let Ok(file) = RulesetFile::parse("mine.toml", text, catalog::text) {
        let _ = file.notes();
        if let Ok(ruleset) = file.resolve(&Default::default()) {
            play(Game::new(Arc::new(ruleset)), SplitMix64::new(text.len() as u64));
        }
    }
});

/// Plays by chance until the game is over or long enough.
fn play(mut game: Game, mut random: SplitMix64) {
    for _ in 0..40 {
        let event = match game.node() {
            Node::Over(_) => return,
            Node::Chance(faces) => Event::Throw { face: faces[random.below(faces.len())].number },
            Node::Werera(_) => {
                let _ = Side::BOTH.map(|side| game.moves_of(side));
                Event::Turns { why: "agreed".to_owned() }
            }
            Node::Choice(_) => {
                let moves = game.legal_moves();
                assert!(!moves.is_empty(), "somebody can move, or pass, or the game is over");
                let chosen = moves[random.below(moves.len())];
                Event::Move { mv: UciMove::of(game.ruleset(), chosen) }
            }
        };
        game.apply(event, None).expect("what is offered is allowed");
    }
}
