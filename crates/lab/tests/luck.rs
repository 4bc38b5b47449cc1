//! The luck of throws: its mean over all throws, and what results less luck are worth.

use std::sync::Arc;

use rukh_engine::{Engine, SearchLimits, Tables};
use rukh_lab::analysis::{Analyser, AnalysisLimit, AnalysisSettings};
use rukh_lab::luck::LuckAdjusted;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{Event, Game, Node, Ruleset, Side};

/// Plies after which a game of the simulation is cut off.
const MAX_PLIES: usize = 200;

fn analyser(ruleset: &Arc<Ruleset>, depth: u32) -> Analyser {
    let limit = AnalysisLimit::Depth(depth);
    let settings = AnalysisSettings { limit, mebibytes: 1, lines: 1, threads: 1 };
    Analyser::new(ruleset.clone(), settings, None).expect("no file is given")
}

/// The sum of luck over all throws to come, each weighed by its chance. The players see the board alone.
fn mean_luck(judge: &mut Analyser, game: &Game, throws: u32) -> f64 {
    match game.node() {
        Node::Chance(faces) if throws > 0 => {
            let after = faces.iter().map(|face| {
                let mut thrown = game.clone();
                thrown.apply(Event::Throw { face: face.number }, None).expect("a face");
                mean_luck(judge, &thrown, throws - 1)
            });
            after.sum::<f64>() / faces.len() as f64
        }
        Node::Choice(_) => {
            let moves = game.legal_moves();
            let mut played = game.clone();
            let index = game.position().key() % moves.len() as u64;
            played.play(moves[index as usize], None).expect("a legal move");
            mean_luck(judge, &played, throws)
        }
        _ => judge.luck_of_throws(game),
    }
}

/// The judge looks one turn ahead and is often wrong, of which luck knows nothing.
#[test]
fn luck_over_all_streams_of_throws_is_zero() {
    for id in ["oblong-dice", "mustatila-307"] {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let mut judge = analyser(&ruleset, 1);
        let luck = mean_luck(&mut judge, &Game::new(ruleset), 3);
        assert!(luck.abs() < 1e-12, "{id}: {luck}");
    }
}

/// A game of an ending in which White plays the best moves, and Black does or moves at random.
fn ending(engine: &mut Engine, start: &Game, does_black_err: bool, random: &mut SplitMix64) -> Game {
    let mut game = start.clone();
    for _ in 0..2 * MAX_PLIES {
        match game.node() {
            Node::Chance(faces) => {
                let face = faces[random.below(faces.len())].number;
                game.apply(Event::Throw { face }, None).expect("a face");
            }
            Node::Choice(side) => {
                let moves = game.legal_moves();
                let best = engine.search(&game, &SearchLimits::depth(1), 0).best;
                let errs = does_black_err && side == Side::Black;
                let mv = best.filter(|_| !errs).unwrap_or_else(|| moves[random.below(moves.len())]);
                game.play(mv, None).expect("a legal move");
            }
            Node::Over(_) | Node::Werera(_) => break,
        }
    }
    game
}

/// What White got of games of an ending that is solved, and the luck that the solution sees.
fn simulated(does_black_err: bool, games: u64) -> (f64, Vec<[f64; 2]>) {
    let ruleset = Arc::new(Ruleset::named("oblong-dice[move-limit=none]").expect("a built-in ruleset"));
    let tables = Arc::new(Tables::new(ruleset.clone()));
    let mut engine = Engine::with_tt_entries(ruleset.clone(), 1 << 10).with_tables(tables.clone());
    let mut judge = analyser(&ruleset, 1).with_tables(tables);
    let fen = "4/4/4/4/1k2/4/4/4/4/4/1N2/4/2K1/4/4/4 w - - 0 1";
    let start = Game::from_fen(ruleset, fen).expect("a position");
    let expected = judge.eval_node(&start).expected_score(Side::White, Side::White);
    let mut one = |seed| {
        let game = ending(&mut engine, &start, does_black_err, &mut SplitMix64::new(mix(seed)));
        // Where a game is cut off, what could be expected stands for the result.
        let turn = game.position().turn();
        let result = judge.eval_node(&game).expected_score(Side::White, turn);
        [result, judge.luck_of_throws(&game)]
    };
    (expected, (1..=games).map(&mut one).collect())
}

fn mean_and_error(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, (variance / count).sqrt())
}

#[test]
fn best_play_less_luck_is_what_was_expected() {
    let (expected, games) = simulated(false, 60);
    assert!((0.55..0.95).contains(&expected), "{expected}");
    let (_, spread) = mean_and_error(games.iter().map(|[result, _]| *result));
    assert!(spread > 0.02, "{spread}");
    for [result, luck] in games {
        assert!((result - luck - expected).abs() < 0.005, "{result} with luck {luck}, expected {expected}");
    }
}

#[test]
fn results_less_luck_are_unbiased_and_scatter_less() {
    let (_, games) = simulated(true, 600);
    let (luck, error) = mean_and_error(games.iter().map(|[_, luck]| *luck));
    assert!(luck.abs() < 3.0 * error, "{luck} ± {error}");
    let mut adjusted = LuckAdjusted::default();
    games.iter().for_each(|[result, luck]| adjusted.add(*result, *luck));
    let (raw, _) = mean_and_error(games.iter().map(|[result, _]| *result));
    let (mean, _) = mean_and_error(adjusted.scores().into_iter());
    let (_, of_difference) = mean_and_error(games.iter().map(|[_, luck]| adjusted.factor() * luck));
    assert!((mean - raw).abs() < 3.0 * of_difference, "{mean} for {raw}");
    let ratio = adjusted.variance_ratio().expect("results differ");
    assert!(ratio < 0.85, "{ratio}");
}
