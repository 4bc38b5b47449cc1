//! What tables say of endings that are known from elsewhere, and of games played by them.

use std::sync::Arc;

use rukh_rules::hash::SplitMix64;
use rukh_rules::{Game, Material, Ruleset, Side};
use rukh_tablebase::{Exact, MaterialStats, Tables};

fn tables(ruleset: &str, material: &str) -> Tables {
    let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
    let material = Material::parse(&ruleset, material).unwrap();
    let tables = Tables::new(ruleset).with_threads(2);
    tables.solve(&material).unwrap_or_else(|error| panic!("{error}"));
    tables
}

fn game(tables: &Tables, fen: &str) -> Game {
    Game::from_fen(tables.ruleset().clone(), fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"))
}

fn exact(tables: &Tables, game: &Game) -> Exact {
    tables.exact(game.rules(), game.position()).expect("a table is there")
}

/// The problem of as-Suli, unsolved for a thousand years: Averbakh found the only way in 1986.
#[test]
fn as_sulis_diamond_is_won_in_39_plies_by_the_one_move() {
    let tables = tables("shatranj", "KFvKF");
    let game = game(&tables, "8/8/8/3k4/8/1KF5/8/f7 w - - 0 1");
    assert_eq!(exact(&tables, &game), Exact::Won { plies: 39 });
    let moves = tables.moves(game.rules(), game.position()).unwrap();
    let moves: Vec<(String, Exact)> =
        moves.into_iter().map(|(mv, exact)| (game.san(Side::White)(mv), exact)).collect();
    assert_eq!(moves[0], ("Kb4".to_owned(), Exact::Won { plies: 39 }));
}

/// In Mideast chess rook and queen mate as in later chess, on more cells; a lone bishop or knight does not.
#[test]
fn lone_piece_of_mideast_mates_if_rook_or_queen() {
    let ruleset = Arc::new(Ruleset::named("mideast").unwrap());
    let tables = Tables::new(ruleset.clone());
    let longest = |material| {
        let table = tables.solve(&Material::parse(&ruleset, material).unwrap()).unwrap();
        match table.stats()[0] {
            MaterialStats::Results { won, longest, .. } => (won > 0).then_some(longest),
            MaterialStats::Chances { .. } => None,
        }
    };
    assert_eq!([longest("KBvK"), longest("KNvK")], [None, None]);
    assert_eq!([longest("KQvK"), longest("KRvK")], [Some(23), Some(41)]);
}

/// Where a knight has to mate by the die, games last so long that bounds do not meet in the time there is. What is
/// known then is said with its gap.
#[test]
#[ignore = "takes half a minute"]
fn bounds_that_meet_slowly_keep_their_gap() {
    let tables = tables("mustatila-307", "KNvK");
    let game = game(&tables, "2k1/4/4/4/4/4/4/4/4/4/4/4/1N2/4/4/1K2 w - - 0 1");
    let Exact::Chances(score) = exact(&tables, &game) else { panic!("there is a die") };
    assert!(score.gap > 1e-6 && score.gap < 0.5 && score.points > 0.5, "{score:?}");
}

/// Games by the table, without a limit of moves, end on average as it says: `RUKH_GAMES` of them.
#[test]
fn games_played_by_table_score_as_it_says() {
    let games = std::env::var("RUKH_GAMES").map_or(1000, |text| text.parse().expect("a number of games"));
    for (ruleset, material, fen) in [
        ("oblong-dice[move-limit=none]", "KRvK", "2k1/4/4/4/4/4/4/4/4/4/4/4/1R2/4/4/1K2 w - - 0 1"),
        ("oblong-dice-cazaux[move-limit=none]", "KPvK", "2k1/4/4/4/4/4/4/4/4/4/2P1/4/4/4/4/1K2 w - - 0 1"),
        ("mustatila-307[move-limit=none]", "KRvK", "2k1/4/4/4/4/4/4/4/4/4/4/4/1R2/4/4/1K2 b - - 0 1"),
    ] {
        let tables = tables(ruleset, material);
        let start = game(&tables, fen);
        let Exact::Chances(score) = exact(&tables, &start) else { panic!("{ruleset} has a die") };
        let mut random = SplitMix64::new(39);
        let results: Vec<f64> = (0..games).map(|_| play(&tables, &start, &mut random)).collect();
        let mean = results.iter().sum::<f64>() / results.len() as f64;
        let variance =
            results.iter().map(|result| (result - mean).powi(2)).sum::<f64>() / results.len() as f64;
        let error = (variance / results.len() as f64).sqrt();
        let apart = (mean - score.points).abs();
        assert!(apart <= 4.0 * error + 1e-3, "{ruleset}: {games} games scored {mean} ± {error}, {score:?}");
    }
}

/// The points of the side to move in a game that both play by the table; half if it goes on for very long.
fn play(tables: &Tables, start: &Game, random: &mut SplitMix64) -> f64 {
    let (rules, mut position) = (start.rules(), *start.position());
    let side = position.turn();
    for _ in 0..5000 {
        if let Some(outcome) = rules.outcome(&position) {
            return outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        }
        let face = 1 + random.below(usize::from(rules.ruleset().faces())) as u8;
        let moves = tables.moves(rules, &rules.throw(&position, face)).expect("a table is there");
        position = rules.play(&rules.throw(&position, face), moves[0].0);
    }
    0.5
}
