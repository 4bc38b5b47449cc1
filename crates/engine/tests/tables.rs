//! Play by solved endings: as quick as can be, as long as can be, and as good as can be with a die.

use std::sync::Arc;

use rukh_engine::{Engine, Level, Score, SearchLimits};
use rukh_rules::hash::SplitMix64;
use rukh_rules::shape::Any;
use rukh_rules::{
    Event, Game, Material, Move, Node, Phase, PlacedPiece, Position, Rules, Ruleset, Setup, Side,
};
use rukh_tablebase::{Exact, Tables};

/// Shatranj, in which a lone king plays on.
const UNBARED: &str = "shatranj[bare=ignored]";

struct Player {
    ruleset: Arc<Ruleset>,
    rules: Arc<Rules<Any>>,
    tables: Arc<Tables>,
    engine: Engine,
    random: SplitMix64,
}

impl Player {
    fn new(instance: &str) -> Player {
        let ruleset = Arc::new(Ruleset::named(instance).expect("a built-in ruleset"));
        let tables = Arc::new(Tables::new(ruleset.clone()));
        Player {
            rules: Arc::new(Rules::compile(ruleset.clone())),
            engine: Engine::new(ruleset.clone()).with_tables(tables.clone()),
            random: SplitMix64::new(7),
            tables,
            ruleset,
        }
    }

    fn game(&self, fen: &str) -> Game {
        Game::from_fen(self.ruleset.clone(), fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"))
    }

    /// A game that begins with these pieces on random cells, and is not over.
    fn random_game(&mut self, material: &str) -> Game {
        let material = Material::parse(&self.ruleset, material).expect("a material");
        let cells: Vec<_> = self.ruleset.geometry.all().collect();
        loop {
            let mut setup = Setup::start(&self.ruleset);
            (setup.phase, setup.rights, setup.turn) =
                (Phase::Turns, Vec::new(), Side::BOTH[self.random.below(2)]);
            setup.pieces.clear();
            for side in Side::BOTH {
                for kind in material.of(side) {
                    let cell = cells[self.random.below(cells.len())];
                    setup.pieces.push(PlacedPiece { cell, side, kind: *kind });
                }
            }
            if let Ok(position) = setup.check(&self.rules) {
                let game = Game::from_position(self.rules.clone(), position);
                if game.outcome().is_none() {
                    return game;
                }
            }
        }
    }

    fn exact(&self, game: &Game) -> Option<Exact> {
        self.tables.exact(game.rules(), game.position())
    }

    fn moves(&self, game: &Game) -> Vec<(Move, Exact)> {
        self.tables.moves(game.rules(), game.position()).expect("every move is known")
    }

    fn search(&mut self, game: &Game, limits: &SearchLimits<'_>) -> (Option<Move>, Score) {
        let found = self.engine.search(game, limits, 0);
        (found.best, found.score)
    }
}

fn few() -> SearchLimits<'static> {
    SearchLimits::nodes(2_000)
}

fn score(exact: Exact) -> Score {
    match exact {
        Exact::Won { plies } => Score::Win { plies },
        Exact::Lost { plies } => Score::Loss { plies },
        Exact::Drawn => Score::Centipawns(0),
        Exact::Chances(_) => panic!("there is no die"),
    }
}

#[test]
fn engine_with_tables_plays_rook_endings_to_their_distance() {
    let mut player = Player::new(UNBARED);
    let mut longest = 0;
    for _ in 0..6 {
        let mut game = player.random_game("KRvK");
        let known = player.exact(&game).expect("three pieces");
        let mut played = 0;
        while game.outcome().is_none() && known != Exact::Drawn {
            let found = player.engine.search(&game, &few(), 0);
            assert_eq!(found.score, score(player.exact(&game).expect("three pieces")), "{}", game.fen());
            assert_eq!(found.best, found.pv.first().copied());
            game.play(found.best.expect("a move"), None).expect("a legal move");
            played += 1;
        }
        if let Exact::Won { plies } | Exact::Lost { plies } = known {
            assert_eq!((played, game.outcome().and_then(|over| over.winner)), (plies, Some(Side::White)));
            longest = longest.max(plies);
        }
    }
    assert!(longest > 20, "{longest}");
}

/// Whether the side to move wins in at most this many plies, by trying every move.
fn wins_within(rules: &Rules<Any>, position: &Position, plies: u16) -> bool {
    let loses = |next: Position| match rules.outcome(&next) {
        Some(over) => over.winner == Some(position.turn()),
        None => {
            plies > 2
                && rules.legal_moves(&next).into_iter().all(|reply| {
                    let after = rules.play(&next, reply);
                    match rules.outcome(&after) {
                        Some(over) => over.winner == Some(position.turn()),
                        None => wins_within(rules, &after, plies - 2),
                    }
                })
        }
    };
    plies > 0 && rules.legal_moves(position).into_iter().any(|mv| loses(rules.play(position, mv)))
}

/// Quick wins of four pieces, with tables of three and by trying every move.
#[test]
fn search_with_tables_agrees_with_every_move_tried() {
    let mut player = Player::new(UNBARED);
    let mut quick = [0; 2];
    while quick.iter().sum::<usize>() < 20 || quick[0] < 3 {
        let game = player.random_game("KRvKN");
        let is_quick = wins_within(&player.rules, game.position(), 3);
        let is_mate = wins_within(&player.rules, game.position(), 1);
        player.engine.clear();
        let found = player.engine.search(&game, &SearchLimits::depth(5), 0);
        let is_found = matches!(found.score, Score::Win { plies: 1..=3 });
        assert_eq!(is_found, is_quick, "{}: {:?}", game.fen(), found.score);
        assert_eq!(found.score == Score::Win { plies: 1 }, is_mate, "{}", game.fen());
        quick[usize::from(!is_quick)] += 1;
    }
}

/// A ply before the table: the capture of the knight wins in as many plies as the table says of what is left.
#[test]
fn search_a_ply_before_a_table_has_its_distance() {
    let mut player = Player::new(UNBARED);
    let game = player.game("8/8/8/3k4/8/8/8/K3n2R w - - 0 1");
    let after = |best: &str| {
        let mut game = game.clone();
        game.play(game.legal_move(best).expect("a legal move"), None).expect("it is legal");
        game
    };
    let Some(Exact::Lost { plies }) = player.exact(&after("h1e1")) else { panic!("the rook wins") };
    let found = player.engine.search(&game, &SearchLimits::depth(1), 0);
    assert_eq!(found.score, Score::Win { plies: plies + 1 });
    assert!(found.tb_hits > 0);
    let without = Engine::new(player.ruleset.clone()).search(&game, &SearchLimits::depth(1), 0);
    assert!(matches!(without.score, Score::Centipawns(_)) && without.tb_hits == 0, "{without:?}");
}

/// Black takes the rook or loses.
#[test]
fn drawn_root_keeps_the_draw_and_tells_what_loses() {
    let mut player = Player::new(UNBARED);
    let game = player.game("8/8/8/3k4/3R4/8/8/K7 b - - 0 1");
    let found = player.engine.search(&game, &few().with_multipv(9), 0);
    assert_eq!(found.best, game.legal_move("d5d4").ok());
    assert_eq!((found.score, found.lines[0].score), (Score::Centipawns(0), Score::Centipawns(0)));
    assert_eq!(found.lines.len(), game.legal_moves().len());
    let losses: Vec<u16> = found.lines[1..]
        .iter()
        .map(|line| match line.score {
            Score::Loss { plies } => plies,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(losses.is_sorted_by(|later, sooner| later >= sooner), "{losses:?}");
    let (others, keeps): (Vec<Move>, Vec<Move>) =
        game.legal_moves().iter().partition(|mv| Some(**mv) != found.best);
    // With `searchmoves` only those moves are compared.
    let limits = few().with_search_moves(others);
    assert!(matches!(player.search(&game, &limits).1, Score::Loss { .. }));
    assert_eq!(player.search(&game, &few().with_search_moves(keeps)).1, Score::Centipawns(0));
}

/// A win that the limit of moves may forestall is not told as one, and one that comes just in time is played.
#[test]
fn win_beyond_the_move_limit_is_not_taken_for_one() {
    let mut player = Player::new(UNBARED);
    let limit = player.ruleset.move_limit().expect("shatranj has one");
    let fen = |clock: u16| format!("8/8/8/3k4/8/8/8/K6R w - - {clock} 90");
    let mut game = player.game(&fen(limit - 29));
    assert_eq!(player.search(&game, &few()).1, Score::Win { plies: 29 });
    while game.outcome().is_none() {
        let best = player.search(&game, &few()).0.expect("a move");
        game.play(best, None).expect("a legal move");
    }
    assert_eq!(game.outcome().and_then(|over| over.winner), Some(Side::White));
    let (_, late) = player.search(&player.game(&fen(limit - 28)), &few());
    assert!(matches!(late, Score::Centipawns(_)), "{late:?}");
}

/// The quickest move would draw by repetition: another one wins.
#[test]
fn win_that_repeats_is_avoided() {
    let mut player = Player::new(UNBARED);
    let mut found = 0;
    while found < 3 {
        let game = player.random_game("KRvK");
        let Some((repeated, quickest)) = repeated_quickest(&player, &game) else { continue };
        let (best, score) = player.search(&repeated, &few());
        assert_ne!(best, Some(quickest), "{}", repeated.fen());
        assert!(matches!(score, Score::Win { .. }), "{score:?}");
        found += 1;
    }
}

/// A game that is where another stands, with the other's quickest move there, after which the same has been twice.
fn repeated_quickest(player: &Player, game: &Game) -> Option<(Game, Move)> {
    let mut moves = player.moves(game);
    moves.sort_by(|(_, one), (_, other)| other.compare(*one));
    let [(quickest, Exact::Won { plies }), (_, Exact::Won { plies: slower }), ..] = moves[..] else {
        return None;
    };
    let back = |mv: Move| Move::new(mv.to(), mv.from(), mv.tag());
    let after = |game: &Game, mv| {
        let mut next = game.clone();
        next.play(mv, None).ok()?;
        next.outcome().is_none().then_some(next)
    };
    let begun = after(game, quickest).filter(|_| plies < slower && plies > 9)?;
    for answer in begun.legal_moves() {
        let cycle = [answer, back(quickest), back(answer), quickest];
        let start = Game::from_position(player.rules.clone(), *begun.position());
        let twice = cycle.iter().chain(&cycle[..3]).try_fold(start, |game, mv| after(&game, *mv));
        if let Some(twice) = twice.filter(|twice| twice.position().key() == game.position().key()) {
            return Some((twice, quickest));
        }
    }
    None
}

/// With a die: before the throw what the table says, after it a move of the most points, of equal ones the one that
/// makes progress.
#[test]
fn engine_with_a_die_plays_the_best_move_of_the_table() {
    let mut player = Player::new("oblong-dice");
    let (mut choices, faces) = (0, player.ruleset.faces());
    for _ in 0..40 {
        let mut game = player.random_game("KRvK");
        let Some(Exact::Chances(before)) = player.exact(&game) else { panic!("three pieces") };
        let expected = Score::Chance { win: (before.points * 10_000.0) as u16 };
        let (best, Score::Chance { win }) = player.search(&game, &few()) else { panic!("there is a die") };
        let Score::Chance { win: known } = expected else { unreachable!() };
        assert!(best.is_none() && win.abs_diff(known) <= 1, "{win} for {known}");
        let face = 1 + player.random.below(faces.into()) as u8;
        game.apply(Event::Throw { face }, None).expect("a face of the die");
        if !matches!(game.node(), Node::Choice(_)) {
            continue;
        }
        let points = |exact: Exact| match exact {
            Exact::Chances(score) => score.points,
            other => panic!("{other:?}"),
        };
        let moves = player.moves(&game);
        let most = moves.iter().map(|(_, exact)| points(*exact)).fold(0.0, f64::max);
        let best = player.search(&game, &few()).0.expect("a move");
        let (_, played) = moves.iter().find(|(mv, _)| *mv == best).expect("a legal move");
        // No table tells points apart that are nearer to each other than its gaps.
        assert!(points(*played) >= most - 2e-6, "{}", game.fen());
        assert_eq!(best, moves[0].0, "{}", game.fen());
        choices += usize::from(moves.iter().any(|(_, exact)| points(*exact) < most - 0.01));
    }
    assert!(choices > 5, "{choices}");
}

/// With a die the leaves are exact: a turn before the table, the mean is that of the table's values.
#[test]
fn expectation_a_turn_before_a_table_is_the_mean_of_its_values() {
    let mut player = Player::new("oblong-dice");
    let game = player.game("k3/4/4/4/4/4/4/4/4/4/4/4/4/4/n3/R2K w - - 0 1");
    let rules = game.rules();
    let mean = |face: u8| {
        let thrown = rules.throw(game.position(), face);
        let best = rules.legal_moves(&thrown).into_iter().filter_map(|mv| {
            match player.tables.exact(rules, &rules.play(&thrown, mv))?.before() {
                Exact::Chances(score) => Some(score.points),
                other => panic!("{other:?}"),
            }
        });
        best.reduce(f64::max)
    };
    let known: Vec<(u8, f64)> =
        (1..=player.ruleset.faces()).filter_map(|face| Some((face, mean(face)?))).collect();
    assert!(!known.is_empty(), "the rook takes the knight with its face");
    for (face, points) in known {
        let mut thrown = game.clone();
        thrown.apply(Event::Throw { face }, None).expect("a face of the die");
        let Score::Chance { win } = player.search(&thrown, &SearchLimits::depth(1)).1 else {
            panic!("a die")
        };
        assert!(f64::from(win) / 1e4 >= points - 2e-4, "{face}: {win} for {points}");
    }
}

/// A search with a `stop` goes on without the table, which is there later; one without waits for it.
#[test]
fn search_with_a_stop_does_not_wait_for_tables() {
    let mut player = Player::new(UNBARED);
    let game = player.game("8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let timed = |player: &mut Player| player.engine.search(&game, &few().with_stop(&|| false), 0);
    assert_eq!(timed(&mut player).tb_hits, 0);
    // This waits for the table that is computed in the background.
    assert!(player.exact(&game).is_some());
    let later = timed(&mut player);
    assert_eq!(later.score, Score::Win { plies: 29 });
    let mut fresh = Player::new(UNBARED);
    assert_eq!(fresh.search(&game, &few()).1, Score::Win { plies: 29 });
}

/// Levels with a measured Elo play endings as they play all else.
#[test]
fn levels_but_the_highest_play_without_tables() {
    let mut player = Player::new(UNBARED);
    let game = player.game("8/8/8/3k4/8/8/8/K6R w - - 0 1");
    for level in Level::all() {
        let found = player.engine.play(&game, level.strength(), &few(), 1);
        assert_eq!(found.tb_hits > 0, level == Level::HIGHEST, "{level:?}");
    }
}
