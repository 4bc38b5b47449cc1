//! What a sensible opponent must see.

use std::sync::Arc;

use rukh_engine::{Engine, Score, SearchLimits, SearchResult};
use rukh_rules::notation::coordinate;
use rukh_rules::{Game, Ruleset};

fn search(ruleset: &str, fen: &str, limits: SearchLimits<'_>) -> (String, SearchResult) {
    let ruleset = Arc::new(Ruleset::named(ruleset).expect("a built-in ruleset"));
    let game = Game::from_fen(ruleset.clone(), fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
    let found = Engine::new(ruleset.clone()).search(&game, &limits, 0);
    let best = found.best.map_or_else(String::new, |best| coordinate::format(&ruleset, best));
    (best, found)
}

#[test]
fn mates_in_one_and_two_are_found() {
    // The end of Dilaram's mate [dossier T7]: 1.g7+ Kg8 2.Nh6#, from after 4…Kxh8.
    let (best, found) = search("shatranj", "1r5k/8/5PP1/5E2/K5N1/8/8/8 w - - 0 1", SearchLimits::depth(5));
    assert_eq!((best.as_str(), found.score), ("g6g7", Score::Win { plies: 3 }));
    let (best, found) = search("shatranj", "1r4k1/6P1/5P2/5E2/K5N1/8/8/8 w - - 0 1", SearchLimits::depth(3));
    assert_eq!((best.as_str(), found.score), ("g4h6", Score::Win { plies: 1 }));
}

// Budgets of the mansubat: at least twice what they took when they were written.

#[test]
fn dilarams_mate_is_found() {
    // [dossier T7]: both rooks are given up, an elephant and two pawns mate; some diagrams have a black horse.
    let diagrams = [("K5NR", 1_200_000), ("K1n3NR", 1_000_000)];
    for (rank, nodes) in diagrams {
        let fen = format!("1r4k1/8/5PP1/8/{rank}/7E/1r6/7R w - - 0 1");
        let (best, found) = search("shatranj", &fen, SearchLimits::nodes(nodes));
        assert_eq!((best.as_str(), found.score), ("h4h8", Score::Win { plies: 11 }), "{fen}");
    }
}

#[test]
fn dilarams_legacy_is_found() {
    // [dossier T8]: two horses drive the king across the board, every move a check; mate in eight.
    let fen = "rne1kenr/p2ppppp/1pp5/4NN2/2F5/2K1E3/8/8 w - - 0 1";
    let (best, found) = search("shatranj", fen, SearchLimits::nodes(50_000));
    assert_eq!((best.as_str(), found.score), ("f5g7", Score::Win { plies: 15 }));
}

/// A king and a ferz each; who must move is in need [dossier T12].
const DIAMOND: &str = "8/8/8/3k4/8/1KF5/8/f7";

#[test]
fn as_sulis_diamond_is_lost_for_black_on_move() {
    let (_, found) = search("shatranj", &format!("{DIAMOND} b - - 0 1"), SearchLimits::nodes(130_000));
    assert_eq!(found.score, Score::Loss { plies: 10 });
}

/// The problem nobody solved for a thousand years, in as many plies as the solver
/// of the dossier needs: 39, of which the sources give 21.
#[test]
fn as_sulis_diamond_is_solved() {
    let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
    let game = Game::from_fen(ruleset.clone(), &format!("{DIAMOND} w - - 0 1")).expect("a position");
    let limits = SearchLimits::nodes(12_000_000).with_depth(40);
    let found = Engine::with_tt_entries(ruleset.clone(), 1 << 21).search(&game, &limits, 0);
    let line: Vec<String> =
        found.pv.iter().take(6).map(|chosen| coordinate::format(&ruleset, *chosen)).collect();
    assert_eq!(line, ["b3b4", "d5d6", "b4c4", "d6e6", "c4d4", "e6f6"]);
    assert_eq!(found.score, Score::Win { plies: 39 });
}

#[test]
fn search_captures_a_hanging_rook() {
    for ruleset in ["shatranj", "senterej[werera=off]"] {
        let fen = "rnefk1nr/ppp1pppp/3p4/4R3/8/8/PPPP1PPP/1NEFKENR b - - 0 1";
        let (best, _) = search(ruleset, fen, SearchLimits::depth(3));
        assert_eq!(best, "d6e5", "{ruleset}");
    }
}

#[test]
fn baring_is_preferred_to_winning_material() {
    // The rook may take a second rook or the last piece: the last piece ends the game.
    let (best, found) = search("shatranj", "7k/8/6K1/8/8/8/8/R6r w - - 0 1", SearchLimits::depth(4));
    assert_eq!((best.as_str(), found.score), ("a1h1", Score::Win { plies: 1 }));
}

#[test]
fn search_bared_king_bares_in_return() {
    // [dossier T6]: 1.Kxf2 has bared Black, who draws by taking the rook.
    let (best, found) = search("shatranj", "1k6/2R5/8/8/8/8/5K2/8 b - - 0 1", SearchLimits::depth(3));
    assert_eq!((best.as_str(), found.score), ("b8c7", Score::Centipawns(0)), "{found:?}");
}

#[test]
fn stalemate_is_what_the_law_makes_of_it() {
    // 1.Nc6 takes the last cell from the king in the corner; the pawns block each other.
    let fen = "k7/2K5/8/4N3/8/7p/7P/8 w - - 0 1";
    let (best, loses) = search("shatranj", fen, SearchLimits::depth(3));
    assert_eq!((best.as_str(), loses.score), ("e5c6", Score::Win { plies: 1 }));
    let (best, draws) = search("shatranj[stalemate=draw]", fen, SearchLimits::depth(3));
    assert_ne!(best, "e5c6", "{draws:?}");
    let every_move = SearchLimits::depth(3).with_multipv(64);
    let (best, wins) = search("shatranj[stalemate=win]", fen, every_move);
    assert_ne!(best, "e5c6", "{wins:?}");
    let lost = wins.lines.iter().filter(|line| line.score == Score::Loss { plies: 1 });
    assert_eq!(lost.count(), 1, "stalemate loses for who gives it: {wins:?}");
}

/// A side that thinks itself well off without a move of its own has lost by having none.
#[test]
fn search_sees_a_winning_stalemate_at_depth_one() {
    for (fen, expected) in
        [("2R3K1/8/2p5/2P5/6p1/5pP1/k1N2P2/8 w - - 0 1", 1), ("5N1k/3p3p/2pP3P/2P5/1K6/8/7R/8 w - - 0 1", 1)]
    {
        let (_, found) = search("shatranj", fen, SearchLimits::depth(3));
        assert_eq!(found.score, Score::Win { plies: expected }, "{fen}");
    }
}

#[test]
fn multipv_lines_are_in_order() {
    let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
    let game = Game::new(ruleset.clone());
    let mut reports = 0;
    let found = Engine::new(ruleset).search_with_reports(
        &game,
        &SearchLimits::depth(3).with_multipv(4),
        0,
        &mut |_| reports += 1,
    );
    assert_eq!((found.lines.len(), reports), (4, 3));
    let values: Vec<i32> = found.lines.iter().map(|line| line.score.centipawns()).collect();
    assert!(values.windows(2).all(|pair| pair[0] >= pair[1]), "{values:?}");
    assert!(found.lines.iter().all(|line| line.pv.first() == Some(&line.mv)));
}

/// Where the nodes end within a depth, what it has brought is told before what the
/// last depth left; and of no depth's end only what was looked into.
#[test]
fn multipv_interrupted_depth_keeps_searched_lines() {
    let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
    // Of the rook's moves, Rxd5 wins a pawn for the moment and loses the rook.
    let fen = "3r1k2/p6p/1p6/3p4/8/1P6/P6P/3R1K2 w - - 0 1";
    let game = Game::from_fen(ruleset.clone(), fen).unwrap();
    let mut engine = Engine::new(ruleset.clone());
    let mut cut = |nodes| {
        engine.clear();
        engine.search(&game, &SearchLimits::nodes(nodes).with_depth(1).with_multipv(40), 0)
    };
    let whole = cut(u64::MAX);
    let count = whole.lines.len();
    let value = |found: &SearchResult, chosen| {
        found.lines.iter().find(|line| line.mv == chosen).map(|line| line.score.centipawns())
    };
    let few = cut(whole.nodes / 3);
    assert!((1..count).contains(&few.lines.len()) && few.depth == 0, "{few:?}");
    for line in &few.lines {
        assert_eq!(value(&whole, line.mv), Some(line.score.centipawns()), "{few:?}");
    }
    // Deeper: the lines that came to their end are those of the deeper search.
    let mut last = 0;
    let mut nodes = Vec::new();
    engine.clear();
    let limits = SearchLimits::depth(6).with_multipv(3);
    let sixth = engine.search_with_reports(&game, &limits, 0, &mut |found| nodes.push(found.nodes));
    for nodes in (nodes[4] + 1..nodes[5]).step_by(((nodes[5] - nodes[4]) / 40).max(1) as usize) {
        engine.clear();
        let found = engine.search(&game, &SearchLimits::nodes(nodes).with_multipv(3), 0);
        let of_sixth = found.lines.iter().take_while(|line| sixth.lines.contains(line)).count();
        assert_eq!((found.lines.len(), found.depth), (3, 5));
        let values: Vec<i32> = found.lines.iter().map(|line| line.score.centipawns()).collect();
        assert!(values.is_sorted_by(|one, next| one >= next), "{values:?}");
        let mut all: Vec<_> = found.lines.iter().map(|line| line.mv).collect();
        all.dedup();
        assert_eq!(all.len(), 3, "no move twice");
        last = last.max(of_sixth);
    }
    assert!(last >= 2, "what a depth has brought is not thrown away: {last}");
}

/// Late moves are searched less deep, so that the first mate that is found need not be
/// the shortest; asked for one of four moves, the search is content with no other.
#[test]
fn with_mate_ends_with_a_mate_of_that_length() {
    let fen = "8/8/eK6/8/2f2k2/2P5/1N2f3/1n6 b - - 0 114";
    let limits = SearchLimits::nodes(3_000_000).with_mate(4);
    let (best, found) = search("shatranj", fen, limits);
    assert_eq!((best.as_str(), found.score), ("b1c3", Score::Win { plies: 7 }));
    assert!(found.nodes < 3_000_000);
}

/// A mate ends the search of its own line, not of the others.
#[test]
fn multipv_mate_on_first_line_does_not_end_the_search() {
    let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
    let fen = "7k/R7/8/8/p7/1p6/8/K5R1 w - - 0 1";
    let game = Game::from_fen(ruleset.clone(), fen).unwrap();
    let found = Engine::new(ruleset).search(&game, &SearchLimits::depth(4).with_multipv(3), 0);
    assert!(matches!(found.lines[0].score, Score::Win { .. }), "{found:?}");
    assert_eq!(found.depth, 4);
}

#[test]
fn stop_ends_the_search_with_a_move() {
    let ruleset = Arc::new(Ruleset::named("mideast").expect("a built-in ruleset"));
    let game = Game::new(ruleset.clone());
    let stop = || true;
    let found = Engine::new(ruleset).search(&game, &SearchLimits::depth(40).with_stop(&stop), 0);
    assert!(found.best.is_some() && found.nodes < 5_000);
}
