//! What a sensible opponent must see.

use std::sync::Arc;

use rukh_engine::{Engine, Found, Limits, Score};
use rukh_rules::notation::coordinate;
use rukh_rules::{Game, Ruleset};

fn search(ruleset: &str, fen: &str, limits: Limits<'_>) -> (String, Found) {
    let ruleset = Arc::new(Ruleset::named(ruleset).expect("a built-in ruleset"));
    let game = Game::from_fen(ruleset.clone(), fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
    let found = Engine::new(ruleset.clone()).search(&game, &limits, 0);
    let best = found.best.map_or_else(String::new, |best| coordinate::write(&ruleset, best));
    (best, found)
}

#[test]
fn mates_in_one_and_two_are_found() {
    // The end of Dilaram's mate [dossier T7]: 1.g7+ Kg8 2.Nh6#, from after 4…Kxh8.
    let (best, found) = search("shatranj", "1r5k/8/5PP1/5E2/K5N1/8/8/8 w - - 0 1", Limits::depth(5));
    assert_eq!((best.as_str(), found.score), ("g6g7", Score::Win { plies: 3 }));
    let (best, found) = search("shatranj", "1r4k1/6P1/5P2/5E2/K5N1/8/8/8 w - - 0 1", Limits::depth(3));
    assert_eq!((best.as_str(), found.score), ("g4h6", Score::Win { plies: 1 }));
}

// Budgets of the mansubat: at least twice what they took when they were written.

#[test]
fn dilarams_mate_is_found() {
    // [dossier T7]: both rooks are given up, an elephant and two pawns mate; some diagrams have a black horse.
    let diagrams = [("K5NR", 1_200_000), ("K1n3NR", 1_000_000)];
    for (rank, nodes) in diagrams {
        let fen = format!("1r4k1/8/5PP1/8/{rank}/7E/1r6/7R w - - 0 1");
        let (best, found) = search("shatranj", &fen, Limits::nodes(nodes));
        assert_eq!((best.as_str(), found.score), ("h4h8", Score::Win { plies: 11 }), "{fen}");
    }
}

#[test]
fn dilarams_legacy_is_found() {
    // [dossier T8]: two horses drive the king across the board, every move a check; mate in eight.
    let fen = "rne1kenr/p2ppppp/1pp5/4NN2/2F5/2K1E3/8/8 w - - 0 1";
    let (best, found) = search("shatranj", fen, Limits::nodes(50_000));
    assert_eq!((best.as_str(), found.score), ("f5g7", Score::Win { plies: 15 }));
}

/// A king and a ferz each; who must move is in need [dossier T12].
const DIAMOND: &str = "8/8/8/3k4/8/1KF5/8/f7";

#[test]
fn as_sulis_diamond_is_lost_for_black_on_move() {
    let (_, found) = search("shatranj", &format!("{DIAMOND} b - - 0 1"), Limits::nodes(130_000));
    assert_eq!(found.score, Score::Loss { plies: 10 });
}

/// The problem nobody solved for a thousand years, in as many plies as the solver
/// of the dossier needs: 39, of which the sources give 21.
#[test]
fn as_sulis_diamond_is_solved() {
    let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
    let game = Game::from_fen(ruleset.clone(), &format!("{DIAMOND} w - - 0 1")).expect("a position");
    let limits = Limits::nodes(12_000_000).and_depth(40);
    let found = Engine::with_table(ruleset.clone(), 1 << 21).search(&game, &limits, 0);
    let line: Vec<String> =
        found.pv.iter().take(6).map(|chosen| coordinate::write(&ruleset, *chosen)).collect();
    assert_eq!(line, ["b3b4", "d5d6", "b4c4", "d6e6", "c4d4", "e6f6"]);
    assert_eq!(found.score, Score::Win { plies: 39 });
}

#[test]
fn a_hanging_rook_is_taken() {
    for ruleset in ["shatranj", "senterej[werera=off]"] {
        let fen = "rnefk1nr/ppp1pppp/3p4/4R3/8/8/PPPP1PPP/1NEFKENR b - - 0 1";
        let (best, _) = search(ruleset, fen, Limits::depth(3));
        assert_eq!(best, "d6e5", "{ruleset}");
    }
}

#[test]
fn baring_is_preferred_to_winning_material() {
    // The rook may take a second rook or the last man: the last man ends the game.
    let (best, found) = search("shatranj", "7k/8/6K1/8/8/8/8/R6r w - - 0 1", Limits::depth(4));
    assert_eq!((best.as_str(), found.score), ("a1h1", Score::Win { plies: 1 }));
}

#[test]
fn a_bared_king_bares_in_return() {
    // [dossier T6]: 1.Kxf2 has bared Black, who draws by taking the rook.
    let (best, found) = search("shatranj", "1k6/2R5/8/8/8/8/5K2/8 b - - 0 1", Limits::depth(3));
    assert_eq!((best.as_str(), found.score), ("b8c7", Score::Centipawns(0)), "{found:?}");
}

#[test]
fn stalemate_is_a_win_where_it_loses_and_a_draw_where_it_draws() {
    // 1.Nc6 takes the last cell from the king in the corner; the pawns block each other.
    let fen = "k7/2K5/8/4N3/8/7p/7P/8 w - - 0 1";
    let (best, loses) = search("shatranj", fen, Limits::depth(3));
    assert_eq!((best.as_str(), loses.score), ("e5c6", Score::Win { plies: 1 }));
    let (best, draws) = search("shatranj[stalemate=draw]", fen, Limits::depth(3));
    assert_ne!(best, "e5c6", "{draws:?}");
}

#[test]
fn several_lines_come_in_order() {
    let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
    let game = Game::new(ruleset.clone());
    let mut reports = 0;
    let found = Engine::new(ruleset)
        .search_reporting(&game, &Limits::depth(3).and_lines(4), 0, &mut |_| reports += 1);
    assert_eq!((found.lines.len(), reports), (4, 3));
    let values: Vec<f64> = found.lines.iter().map(|line| line.score.expected()).collect();
    assert!(values.windows(2).all(|pair| pair[0] >= pair[1]), "{values:?}");
    assert!(found.lines.iter().all(|line| line.pv.first() == Some(&line.chosen)));
}

#[test]
fn a_stop_ends_a_search_with_a_move() {
    let ruleset = Arc::new(Ruleset::named("mideast").expect("a built-in ruleset"));
    let game = Game::new(ruleset.clone());
    let stop = || true;
    let found = Engine::new(ruleset).search(&game, &Limits::depth(40).and_stop(&stop), 0);
    assert!(found.best.is_some() && found.nodes < 5_000);
}
