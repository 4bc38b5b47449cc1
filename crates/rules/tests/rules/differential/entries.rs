//! One move, one entry: a piece that may stay what it is by several ways, long steps
//! and captures in passing that end where pieces are promoted, long steps that are
//! ordinary moves too.

use std::collections::BTreeMap;
use std::sync::Arc;

use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::notation::{coordinate, san};
use rukh_rules::perft::{Scope, perft};
use rukh_rules::shape::Any;
use rukh_rules::{Event, Game, Rules, Ruleset, RulesetFile, catalog};

use super::slow::SlowPosition;

const OPTIONAL_LOST: &str = include_str!("../../fixtures/optlost.toml");
const SINGLE_STEP: &str = "[pawn-step]\nlaw = \"single\"";

/// A text with changes, each of which it must have something to do with.
fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    let mut text = text.replacen("id = \"", "id = \"own-", 1);
    for (from, to) in changes {
        assert!(text.contains(from), "there is `{from}`");
        text = text.replacen(from, to, 1);
    }
    text
}

fn loaded(text: &str) -> Arc<Ruleset> {
    let file = RulesetFile::parse("own.toml", text, catalog::text).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(file.resolve(&BTreeMap::new()).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn optional_promotion_to_lost_piece_counts_once() {
    let ruleset = loaded(&changed(OPTIONAL_LOST, &[]));
    let start = "3k/4/P3/4/K3 w - - 0 1";
    let rules = Rules::<Any>::compile(ruleset.clone());
    let position = fen::parse(&rules, start, Dialect::Own).expect("the array");
    let slow = SlowPosition::from_fen(&ruleset, start);
    // The king has three moves, and the pawn steps on: no rook has been lost.
    assert_eq!(slow.legal_moves(None), ["a1a2", "a1b1", "a1b2", "a3a4"]);
    assert_eq!([slow.perft(1), perft(&ruleset, &position, 1, Scope::MovesOnly)], [4, 4]);
    for depth in 2..=4 {
        assert_eq!(perft(&ruleset, &position, depth, Scope::MovesOnly), slow.perft(depth), "depth {depth}");
    }
    // A pawn that stayed one may stand where it was not promoted.
    let text = changed(OPTIONAL_LOST, &[("duty=\"optional\"", "duty=\"compulsory\"")]);
    let mut game = Game::new(loaded(&text));
    game.apply(Event::Move { mv: "a3a4".parse().expect("coordinates") }, None)
        .expect("nothing is lost, so it stays");
    let again = fen::parse(game.rules(), &game.fen(), Dialect::Own);
    assert_eq!(again.as_ref(), Ok(game.position()));
}

#[test]
fn legal_moves_have_one_entry_and_one_spelling() {
    let to_itself =
        [("to=\"r\"", "to=\"rp\""), ("choice=\"lost-men\"", "choice=\"player\""), ("otherwise=\"p\"", "")];
    let itself = changed(OPTIONAL_LOST, &to_itself);
    let forced = itself.replace("duty=\"optional\"", "duty=\"compulsory\"");
    for text in [itself, forced] {
        let text = text.replace("3k/4/P3/4/K3", "3k/1p2/P3/4/K3");
        assert_eq!(spellings(&text, "3k/1p2/P3/4/K3 w - - 0 1").len(), 3 + 2 + 2, "a3a4, a3a4r, a3b4, a3b4r");
    }
    let long = [(
        "[pawn-step]\nlaw = \"single\"",
        "[pawn-step]\nlaw = \"initial\"\nman = \"p\"\nrank = 1\nsteps = 3\nen-passant = \"passed-cells\"",
    )];
    let text = changed(OPTIONAL_LOST, &long)
        .replace("choice=\"lost-men\"", "choice=\"player\"")
        .replace("otherwise=\"p\"", "");
    let moves = spellings(&text, "2pk/4/4/4/PK2 w - - 0 1");
    for expected in ["a1a2", "a1a3", "a1a4", "a1a4r"] {
        assert!(moves.contains(&expected.to_owned()), "{expected}: {moves:?}");
    }
    let mut game = Game::new(loaded(&text.replace("3k/4/P3/4/K3", "p2k/4/1P2/4/K3")));
    for mv in ["a1a2", "a5a3"] {
        game.apply(Event::Move { mv: mv.parse().expect("coordinates") }, None)
            .unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    let moves: Vec<String> =
        game.legal_moves().iter().map(|&mv| coordinate::format(game.ruleset(), mv)).collect();
    assert!(moves.contains(&"b3a4".to_owned()) && moves.contains(&"b3a4r".to_owned()), "{moves:?}");
    game.apply(Event::Move { mv: "b3a4r".parse().expect("coordinates") }, None)
        .expect("taken in passing and promoted");
    assert!(game.fen().starts_with("3k/R3/4/K3/4 b"), "{}", game.fen());
    let (_, shatranj) = catalog::text("shatranj").expect("a built-in id");
    let ordinary = changed(
        &shatranj,
        &[(
            SINGLE_STEP,
            "[pawn-step]\nlaw = \"initial\"\nman = \"r\"\nrank = 1\nsteps = 3\nen-passant = \"none\"",
        )],
    );
    spellings(&ordinary, "3k4/8/8/8/8/8/8/R2K4 w - - 0 1");
}

/// The legal moves of a position as coordinates, which must be those of the slow
/// generator, each written once, as coordinates and as SAN.
fn spellings(text: &str, position: &str) -> Vec<String> {
    let ruleset = loaded(text);
    let rules = Rules::<Any>::compile(ruleset.clone());
    let start = fen::parse(&rules, position, Dialect::Own).unwrap_or_else(|errors| panic!("{errors:?}"));
    let all = san::format_all(&rules, &start, start.turn());
    let mut sans: Vec<&String> = all.iter().map(|(_, san)| san).collect();
    sans.sort();
    sans.dedup();
    assert_eq!(sans.len(), all.len(), "{sans:?}");
    let mut texts: Vec<String> = all.iter().map(|(mv, _)| coordinate::format(&ruleset, *mv)).collect();
    texts.sort();
    assert_eq!(texts, SlowPosition::from_fen(&ruleset, position).legal_moves(None));
    assert_eq!(perft(&ruleset, &start, 1, Scope::MovesOnly), texts.len() as u64);
    texts
}
