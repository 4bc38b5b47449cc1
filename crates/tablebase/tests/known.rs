//! What tables say of endings that are known from elsewhere, and of games played by them.

use std::sync::Arc;

use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Any;
use rukh_rules::{Cell, Event, Game, Material, PlacedPiece, Rules, Ruleset, Setup, Side};
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

/// Ten moves are left to mate a bare king: what takes longer is no win, and is counted as none.
#[test]
fn hardest_win_over_a_bare_king_comes_within_its_count() {
    let ruleset = Arc::new(Ruleset::named("senterej-ras-imru").unwrap());
    let tables = Tables::new(ruleset.clone());
    let table = tables.solve(&Material::parse(&ruleset, "KRvK").unwrap()).unwrap();
    let (setup, plies) = table.hardest().unwrap();
    let start = Game::new(ruleset);
    let mut game = Game::from_position(start.rules().clone(), setup.check(start.rules()).unwrap());
    for _ in 0..plies {
        let moves = tables.moves(game.rules(), game.position()).unwrap();
        game.play(moves[0].0, None).unwrap();
    }
    assert_eq!(game.outcome().unwrap().winner, Some(Side::White));
    let MaterialStats::Results { won, drawn, longest, .. } = table.stats()[0] else { unreachable!() };
    assert!(won > 0 && drawn > 0 && longest == plies && plies <= 20, "{:?}", table.stats());
}

/// Where a knight has to mate by the die it can wait for one throw in many millions, and bounds do not meet. With what
/// each ply takes such an ending is drawn, and that is proved.
#[test]
fn ending_of_millions_of_plies_has_a_proved_score() {
    let tables = tables("mustatila-307", "KNvK");
    let game = game(&tables, "2k1/4/4/4/4/4/4/4/4/4/4/4/1N2/4/4/1K2 w - - 0 1");
    let Exact::Chances(score) = exact(&tables, &game) else { panic!("there is a die") };
    assert!(score.gap < 1e-6 && score.points > 0.5 && score.draw > 0.95, "{score:?}");
}

/// That an ending takes more memory since its games are long is found only while it is built.
#[test]
#[cfg(feature = "files")]
fn long_ending_is_not_built_with_the_memory_of_a_short_one() {
    use rukh_tablebase::{TableBuilder, Unsolvable};

    let ruleset = Arc::new(Ruleset::named("mustatila-307").unwrap());
    let material = Material::parse(&ruleset, "KFvK").unwrap();
    let estimate = Tables::new(ruleset.clone()).estimate(&material).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let own = directory.path().to_owned();
    let builder = TableBuilder { directory: own, others: Vec::new(), threads: 2, memory: estimate.bytes };
    let error = builder.build(&ruleset, &material, |_| ()).unwrap_err();
    let (least, most) = (estimate.long_bytes, estimate.bytes);
    assert!(
        matches!(error, Unsolvable::Memory { needed, allowed, .. } if (needed, allowed) == (least, most)),
        "{error}"
    );
    assert_eq!(directory.path().read_dir().unwrap().count(), 0);
}

/// A table says whether its points are of another game, also if only a table that it leads to has such points.
#[test]
#[cfg(feature = "files")]
fn files_of_long_games_and_of_what_leads_to_them_say_so() {
    use rukh_tablebase::{FileInfo, write_table};

    let directory = tempfile::tempdir().unwrap();
    let share = |ruleset: &str, text: &str| {
        let tables = tables(ruleset, text);
        let table = tables.solve(&Material::parse(tables.ruleset(), text).unwrap()).unwrap();
        let path = directory.path().join(text);
        write_table(&table, tables.ruleset(), &path, 2).unwrap();
        FileInfo::read(&path).unwrap().ply_share
    };
    // The pawn becomes a counsellor, and games with one are long.
    assert_eq!(
        [share("mustatila-307", "KFvK"), share("mustatila-307", "KPvK")],
        [1.0 / f64::from(1 << 20); 2]
    );
    assert_eq!(share("oblong-dice", "KvK"), 0.0);
}

/// Games by the table from positions at random, without a limit of moves, score as it promises: `RUKH_GAMES` of them.
#[test]
fn games_played_by_table_score_as_it_says() {
    let games = std::env::var("RUKH_GAMES").map_or(200, |text| text.parse().expect("a number of games"));
    for (ruleset, materials) in [
        ("oblong-dice[move-limit=none]", &["KFvK", "KEvK", "KNvK", "KRvK", "KPvK"][..]),
        ("oblong-dice-cazaux[move-limit=none]", &["KPvK"]),
        ("mustatila-307[move-limit=none]", &["KRvK"]),
    ] {
        let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
        let rules = Arc::new(Rules::<Any>::compile(ruleset.clone()));
        let tables = Tables::new(ruleset.clone()).with_threads(2);
        let mut random = SplitMix64::new(39);
        let (mut scored, mut promised, mut variance, mut gaps) = (0.0, 0.0, 0.0, 0.0);
        for number in 0..games {
            let material = Material::parse(&ruleset, materials[number % materials.len()]).unwrap();
            let start = random_game(&rules, &material, &mut random);
            let Exact::Chances(score) = exact(&tables, &start) else {
                panic!("{} has a die", ruleset.instance)
            };
            promised += score.points;
            variance += score.win() + score.draw / 4.0 - score.points.powi(2);
            gaps += score.gap;
            scored += play(&tables, start, &mut random);
        }
        let (apart, error) = (scored - promised, variance.sqrt());
        println!("{}: {games} games scored {scored} ± {error:.1}, promised {promised:.1}", ruleset.instance);
        assert!(apart.abs() <= 4.0 * error + gaps + 0.5, "{}: {apart} apart, ± {error}", ruleset.instance);
    }
}

/// A game that goes on from the pieces at random.
fn random_game(rules: &Arc<Rules<Any>>, material: &Material, random: &mut SplitMix64) -> Game {
    loop {
        let mut pieces = Vec::new();
        for side in Side::BOTH {
            for kind in material.of(side) {
                let cell = Cell::new(random.below(rules.geometry().cells()) as u8);
                pieces.push(PlacedPiece { cell, side, kind: *kind });
            }
        }
        let setup = Setup::of_pieces(pieces, Side::BOTH[random.below(2)]);
        let position = setup.check(rules).ok();
        if let Some(position) = position.filter(|position| rules.outcome(position).is_none()) {
            return Game::from_position(rules.clone(), position);
        }
    }
}

/// The points of the side to move in a game that both play by the table; half if it goes on for very long.
fn play(tables: &Tables, mut game: Game, random: &mut SplitMix64) -> f64 {
    let side = game.position().turn();
    for _ in 0..1000 {
        if let Some(outcome) = game.outcome() {
            return outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        }
        let face = 1 + random.below(usize::from(game.ruleset().faces())) as u8;
        game.apply(Event::Throw { face }, None).unwrap();
        let moves = tables.moves(game.rules(), game.position()).expect("a table is there");
        game.play(moves[0].0, None).unwrap();
    }
    0.5
}
