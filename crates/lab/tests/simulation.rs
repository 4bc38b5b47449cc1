//! The simulation of wereras: repeatable, and by the rules.

use std::sync::Arc;
use std::time::Duration;

use rukh_engine::ActionRate;
use rukh_lab::simulation::{
    SimulatedGame, Simulation, SimulationConfig, TurnSearch, WereraEnd, WereraMatch, WereraPlayerKind,
};
use rukh_rules::{Event, Game, Ruleset};

fn terms() -> SimulationConfig {
    let ruleset = Arc::new(Ruleset::named("senterej").expect("a built-in ruleset"));
    SimulationConfig { nodes: 200, ..SimulationConfig::new(ruleset) }
}

fn play(terms: SimulationConfig, seed: u64) -> SimulatedGame {
    let [mut white, mut black] =
        [WereraPlayerKind::Rukh(3), WereraPlayerKind::First(3)].map(|who| who.build(&terms.ruleset));
    Simulation::new(terms).play([&mut *white, &mut *black], seed)
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let [one, two, other] = [5, 5, 6].map(|seed| play(terms(), seed));
    assert_eq!(one.game.log(), two.game.log());
    assert_eq!((one.duration_ms, one.moves, one.dropped), (two.duration_ms, two.moves, two.dropped));
    assert_ne!(one.game.log(), other.game.log());
}

#[test]
fn the_log_replays() {
    for seed in 0..4 {
        let played = play(terms(), seed);
        let start = Game::new(played.game.ruleset().clone());
        let again = start.replay(played.game.log()).expect("the log replays");
        assert_eq!(again.position(), played.game.position());
        assert_eq!(again.outcome(), played.outcome);
        assert_eq!(again.pieces(), played.game.pieces());
    }
}

#[test]
fn time_goes_forward_and_turns_have_none() {
    let played = play(terms(), 3);
    let times: Vec<u64> = played.game.log().iter().map_while(|entry| entry.at).collect();
    assert!(times.is_sorted(), "{times:?}");
    assert_eq!(times.last(), Some(&played.duration_ms));
    let rest = &played.game.log()[times.len()..];
    assert!(rest.iter().all(|entry| matches!(entry.event, Event::Move { .. }) && entry.at.is_none()));
}

#[test]
fn a_werera_that_lasts_too_long_ends_by_agreement() {
    let terms = SimulationConfig { max_duration: Duration::from_secs(2), ..terms() };
    let played = play(terms, 1);
    assert_eq!((played.end, played.duration_ms), (WereraEnd::Timeout, 2_000));
    assert!(played.game.log().iter().any(|entry| matches!(entry.event, Event::Turns { .. })));
}

#[test]
fn the_faster_side_does_more() {
    let terms =
        SimulationConfig { rates: [ActionRate::per_second(3.0), ActionRate::per_second(0.5)], ..terms() };
    let played = play(terms, 2);
    assert!(played.moves[0] > 2 * played.moves[1], "{:?}", played.moves);
}

#[test]
fn a_match_does_not_depend_on_its_workers() {
    let contestants = [WereraPlayerKind::Rukh(4), WereraPlayerKind::First(4)];
    let match_of = |workers| {
        let terms = terms();
        WereraMatch {
            config: terms,
            players: contestants,
            turn_players: contestants,
            games: 8,
            seed: 1,
            workers,
        }
        .play(&|_, _, _| ())
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
fn a_player_against_itself_scores_a_half() {
    let contestants = [WereraPlayerKind::First(3); 2];
    let base = WereraMatch {
        config: terms(),
        players: contestants,
        turn_players: contestants,
        games: 4,
        seed: 9,
        workers: 1,
    };
    let report = base.play(&|_, _, _| ());
    assert_eq!(report.pairs, [1.0, 1.0]);
    assert!((report.all.score() - 0.5).abs() < 1e-9);
    // Whoever takes the turns, the wereras are the same.
    let turns = [WereraPlayerKind::Rukh(3), WereraPlayerKind::First(3)];
    let terms = SimulationConfig { turn_search: TurnSearch::Own, ..terms() };
    let relayed = WereraMatch { config: terms, turn_players: turns, ..base }.play(&|_, _, _| ());
    assert_eq!((relayed.moves, relayed.duration_ms), (report.moves, report.duration_ms));
}

#[test]
fn contestants_are_read() {
    assert_eq!("ours".parse(), Ok(WereraPlayerKind::Rukh(8)));
    assert_eq!("first:3".parse(), Ok(WereraPlayerKind::First(3)));
    assert_eq!(WereraPlayerKind::Rukh(5).to_string().parse(), Ok(WereraPlayerKind::Rukh(5)));
    assert!("ours:9".parse::<WereraPlayerKind>().is_err());
    assert!("theirs".parse::<WereraPlayerKind>().is_err());
}
