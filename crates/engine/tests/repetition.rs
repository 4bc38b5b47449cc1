//! Who could have won must not let the same position come a third time.

use std::sync::Arc;

use rukh_engine::{Engine, Score, SearchLimits, SearchResult};
use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game, Ruleset};

/// White, with two rooks and a fine attack, has let Black's rook go up and down
/// beside him; from a game at 10 000 positions a move.
const START: &str = "1e1k2r1/2R2R2/2f1e3/8/4P3/1PP2PK1/6P1/8 w - - 7 57";
const PLAYED: [&str; 10] = ["g3f2", "g8f8", "f7h7", "f8h8", "h7g7", "h8g8", "g7h7", "g8h8", "h7g7", "h8g8"];

fn search(id: &str, moves: Option<&[&str]>, limits: SearchLimits<'_>) -> (String, SearchResult) {
    let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    let mut game = Game::from_fen(ruleset.clone(), START).expect("a sound position");
    for mv in PLAYED {
        game.apply(Event::Move { mv: mv.parse().expect("coordinates") }, None)
            .unwrap_or_else(|why| panic!("{mv}: {why:?}"));
    }
    let legal = game.legal_moves();
    let wanted = moves.map(|moves| {
        let is_named = |chosen: &_| moves.contains(&coordinate::format(&ruleset, *chosen).as_str());
        legal.into_iter().filter(is_named).collect::<Vec<_>>()
    });
    let mut limits = limits;
    limits.search_moves = wanted.map(Into::into);
    let found = Engine::new(ruleset.clone()).search(&game, &limits, 0);
    (found.best.map_or_else(String::new, |best| coordinate::format(&ruleset, best)), found)
}

#[test]
fn search_sees_a_repetition_draw_one_move_away() {
    // 62.Rh7 allows 62…Rh8 for the third time, however bad that looks without the law.
    let (_, found) = search("senterej", Some(&["g7h7"]), SearchLimits::nodes(2_000));
    assert_eq!(found.score, Score::Centipawns(0));
}

#[test]
fn search_of_a_won_game_avoids_repetition() {
    for nodes in [300, 3_000, 10_000] {
        let (best, found) = search("senterej", None, SearchLimits::nodes(nodes));
        assert_ne!(best, "g7h7", "{nodes}");
        assert!(found.score.centipawns() > 500, "{nodes}: {:?}", found.score);
    }
}

#[test]
fn repetition_is_worth_the_negative_contempt() {
    for contempt in [-250, 0, 250] {
        let limits = SearchLimits::nodes(2_000).with_contempt(contempt);
        let (_, found) = search("shatranj", Some(&["g7h7"]), limits);
        assert_eq!(found.score, Score::Centipawns(-contempt));
    }
}
