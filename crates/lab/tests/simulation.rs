//! The simulation of wereras: repeatable, by the rules, and with players of any program.

use std::sync::Arc;
use std::time::Duration;

use rukh_engine::ActionRate;
use rukh_lab::opening::OpeningGenerator;
use rukh_lab::player::{PlayerError, PlayerSpec};
use rukh_lab::simulation::{
    SimulatedGame, Simulation, SimulationConfig, SimulationError, SimulationPlayer, TurnSearch, WereraEnd,
    WereraMatch,
};
use rukh_rules::{Event, Game, Ruleset, Side};

fn senterej() -> Arc<Ruleset> {
    Arc::new(Ruleset::named("senterej").expect("a built-in ruleset"))
}

fn config() -> SimulationConfig {
    SimulationConfig { nodes: 200, ..SimulationConfig::new(senterej()) }
}

fn spec(text: &str) -> PlayerSpec {
    text.parse().expect("a player")
}

/// A UCI program that behaves in one way.
fn fake(behaviour: &str) -> PlayerSpec {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fakes/werera.sh");
    spec(&format!("uci:sh \"{script}\" {behaviour},timeout=5"))
}

fn player(spec: &PlayerSpec, config: &SimulationConfig) -> SimulationPlayer {
    SimulationPlayer::start(spec, spec, config).expect("the player starts")
}

fn play_between(specs: [&PlayerSpec; 2], config: SimulationConfig, seed: u64) -> SimulatedGame {
    let [mut white, mut black] = specs.map(|spec| player(spec, &config));
    Simulation::new(config).expect("a live werera").play([&mut white, &mut black], seed)
}

fn play(config: SimulationConfig, seed: u64) -> SimulatedGame {
    let specs = [3, 2].map(|level| spec(&format!("rukh:hash=1,level={level}")));
    play_between([&specs[0], &specs[1]], config, seed)
}

#[test]
fn simulation_with_the_same_seed_gives_the_same_game() {
    let [one, two, other] = [5, 5, 6].map(|seed| play(config(), seed));
    assert_eq!(one.game.log(), two.game.log());
    assert_eq!((one.duration_ms, one.moves, one.dropped), (two.duration_ms, two.moves, two.dropped));
    assert_ne!(one.game.log(), other.game.log());
}

#[test]
fn log_of_a_simulation_replays() {
    for seed in 0..4 {
        let played = play(config(), seed);
        let start = Game::new(played.game.ruleset().clone());
        let again = start.replay(played.game.log()).expect("the log replays");
        assert_eq!(again.position(), played.game.position());
        assert_eq!(again.outcome(), played.outcome);
        assert_eq!(again.pieces(), played.game.pieces());
    }
}

#[test]
fn log_of_a_simulation_has_rising_times_and_none_in_turns() {
    let played = play(config(), 3);
    let times: Vec<u64> = played.game.log().iter().map_while(|entry| entry.at).collect();
    assert!(times.is_sorted(), "{times:?}");
    assert_eq!(times.last(), Some(&played.duration_ms));
    let rest = &played.game.log()[times.len()..];
    assert!(rest.iter().all(|entry| matches!(entry.event, Event::Move { .. }) && entry.at.is_none()));
}

#[test]
fn werera_at_its_time_limit_ends_by_agreement() {
    let config = SimulationConfig { max_duration: Duration::from_secs(2), ..config() };
    let played = play(config, 1);
    assert_eq!((played.end, played.duration_ms), (WereraEnd::Timeout, 2_000));
    assert!(played.game.log().iter().any(|entry| matches!(entry.event, Event::Turns { .. })));
}

#[test]
fn faster_side_makes_more_moves() {
    let rates = [ActionRate::per_second(3.0), ActionRate::per_second(0.5)];
    let played = play(SimulationConfig { rates, ..config() }, 2);
    assert!(played.moves[0] > 2 * played.moves[1], "{:?}", played.moves);
}

#[test]
fn match_on_two_workers_has_the_same_report() {
    let players = ["rukh:hash=1,level=4", "rukh:hash=1,level=3"].map(spec);
    let match_of = |workers| {
        let (players, turn_players) = (players.clone(), players.clone());
        let engine_match =
            WereraMatch { config: config(), players, turn_players, games: 8, seed: 1, workers };
        engine_match.play(&|_, _, _| ()).expect("it is played")
    };
    let [one, two] = [1, 2].map(match_of);
    assert_eq!(one, two);
    assert_eq!((one.all.games(), one.pairs.len()), (8, 4));
    let by_taker = one.captured_first.games() + one.opponent_captured_first.games() + one.no_capture.games();
    assert_eq!(by_taker, 8);
    let points: f64 = one.pairs.iter().sum();
    assert!((one.all.score() - points / 8.0).abs() < 1e-9, "{one}");
}

#[test]
fn player_against_itself_scores_a_half() {
    let players = ["rukh:hash=1,level=3", "rukh:hash=1,level=3"].map(spec);
    let base = WereraMatch {
        config: config(),
        players: players.clone(),
        turn_players: players,
        games: 4,
        seed: 9,
        workers: 1,
    };
    let report = base.play(&|_, _, _| ()).expect("it is played");
    assert_eq!(report.pairs, [1.0, 1.0]);
    assert!((report.all.score() - 0.5).abs() < 1e-9);
    // The players of the turns do not change the wereras.
    let turn_players = ["rukh:hash=1", "rukh:hash=1,nodes=50"].map(spec);
    let config = SimulationConfig { turn_search: TurnSearch::Own, ..config() };
    let relayed = WereraMatch { config, turn_players, ..base }.play(&|_, _, _| ()).expect("it is played");
    assert_eq!((relayed.moves, relayed.duration_ms), (report.moves, report.duration_ms));
}

#[test]
fn program_with_the_werera_plays_by_uci() {
    let level = spec("rukh:hash=1,level=2");
    let played = play_between([&fake("undo"), &level], config(), 4);
    assert_eq!(played.failure, None);
    assert!(played.moves[0] > 0 && played.retractions[0] > 0, "{:?} {:?}", played.moves, played.retractions);
    // Two players that are ready agree on the turns; one that waits does not.
    let played = play_between([&fake("ready"), &fake("ready")], config(), 4);
    assert_eq!((played.end, played.moves, played.failure), (WereraEnd::Agreement, [0, 0], None));
    let short = SimulationConfig { max_duration: Duration::from_secs(3), ..config() };
    let played = play_between([&fake("ready"), &fake("wait")], short, 4);
    assert_eq!((played.end, played.duration_ms), (WereraEnd::Timeout, 3_000));
}

#[test]
fn program_that_fails_in_the_werera_loses() {
    let level = spec("rukh:hash=1,level=2");
    for (behaviour, expected) in [("cheat", "illegal move"), ("babble", "is no action"), ("crash", "ended")] {
        let played = play_between([&level, &fake(behaviour)], config(), 4);
        let Some((Side::Black, error)) = &played.failure else { panic!("{behaviour}: {:?}", played.failure) };
        assert!(error.to_string().contains(expected), "{behaviour}: {error}");
        assert_eq!(played.outcome.and_then(|outcome| outcome.winner), Some(Side::White), "{behaviour}");
    }
}

#[test]
fn program_without_the_werera_is_named() {
    let played = play_between([&fake("without"), &spec("rukh:hash=1,level=2")], config(), 4);
    let Some((Side::White, PlayerError::Crash(why))) = &played.failure else {
        panic!("{:?}", played.failure)
    };
    assert!(why.contains("does not play the werera"), "{why}");
    let generator = OpeningGenerator { engine: fake("without"), ..OpeningGenerator::new(&senterej(), 1, 1) };
    let error = generator.generate(&senterej()).expect_err("it cannot set up").to_string();
    assert!(error.contains("does not play the werera"), "{error}");
}

#[test]
fn openings_are_set_up_by_any_program() {
    let generator = OpeningGenerator {
        engine: fake("ready"),
        nodes: 50,
        within: 400,
        ..OpeningGenerator::new(&senterej(), 2, 1)
    };
    let set = generator.generate(&senterej()).expect("the program answers");
    assert_eq!(set.games().len(), 2);
    assert!(set.games().iter().all(|game| matches!(game.node(), rukh_rules::Node::Choice(_))));
}

#[test]
fn simulation_refuses_what_it_cannot_play() {
    let shatranj = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
    let error = Simulation::new(SimulationConfig::new(shatranj)).err().expect("it has no werera");
    assert_eq!(error.to_string(), "`shatranj` has no werera in which both sides act at once");
    let start = |text: &str| SimulationPlayer::start(&spec(text), &spec(text), &config());
    assert_eq!(start("rukh:tc=1").expect_err("it has a clock"), SimulationError::Clock);
    let error = start("uci:/no/such/program").expect_err("it does not start").to_string();
    assert!(error.contains("cannot play"), "{error}");
}
