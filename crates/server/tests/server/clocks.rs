//! Time.

use std::time::Duration;

use serde_json::{Value, json};

use crate::host::{
    Host, Place, config, engine, fischer, human, in_a_world_that_ends, on_both, place as placing,
};

on_both! {
    clocks_subtract_time_and_add_increment
    flag_loses_the_game
}

async fn clocks_subtract_time_and_add_increment(place: Place) {
    let host = Host::start(&place).await;
    let wish = json!({ "instance": "shatranj", "time_control": fischer(60, 5) });
    let (white, black, game) = host.pair(wish).await;
    let mut line = host.line_as(Some(&white), &game, 0).await;
    let clock = line.next().await["view"]["clock"].clone();
    assert_eq!(
        (&clock["white"], &clock["black"], &clock["running"]),
        (&json!(60_000), &json!(60_000), &json!(null))
    );
    assert_eq!((&clock["time_control"], &clock["werera"]), (&fischer(60, 5), &json!(null)));
    // The first move of each side is free and gains nothing.
    host.moves(&white, &game, "e2e3").await;
    assert_eq!(host.view(&game).await["clock"]["running"], json!(null));
    host.moves(&black, &game, "e7e6").await;
    let clock = host.view(&game).await["clock"].clone();
    assert_eq!(
        (&clock["white"], &clock["black"], &clock["running"]),
        (&json!(60_000), &json!(60_000), &json!("white"))
    );
    tokio::time::sleep(Duration::from_millis(300)).await;
    host.moves(&white, &game, "d2d3").await;
    host.moves(&black, &game, "d7d6").await;
    let mut readings = Vec::new();
    for _ in 0..4 {
        let event = line.until("move").await;
        readings.push((event["at"].as_u64().unwrap(), event["clock"].clone()));
    }
    let (begun, _) = &readings[1];
    let (at, after) = &readings[2];
    let used = at - begun;
    assert!(used >= 300, "{readings:?}");
    assert_eq!(after["white"], json!(60_000 - used + 5_000));
    assert_eq!((&after["black"], &after["running"]), (&json!(60_000), &json!("black")));
    let (last, then) = &readings[3];
    assert_eq!((&then["white"], &then["running"]), (&after["white"], &json!("white")));
    assert_eq!(then["black"], json!(60_000 - (last - at) + 5_000));
    // Other programs read the clocks in the downloaded game.
    let pgn = host.get(&format!("/api/v1/games/{game}/pgn")).await;
    for left in [&after["white"], &then["black"]] {
        let seconds = left.as_u64().unwrap() / 1_000;
        let told = format!("{{[%clk 0:{:02}:{:02}]}}", seconds / 60, seconds % 60);
        assert!(pgn.body.contains(&told), "{told} is not in {}", pgn.body);
    }
    // An offer changes no clock.
    host.does(&black, &game, "draw", json!({ "kind": "draw", "side": "black" })).await;
    let clock = host.view(&game).await["clock"].clone();
    let left = |reading: &Value| reading["white"].as_u64().unwrap() + reading["at"].as_u64().unwrap();
    assert!(left(&clock).abs_diff(then["white"].as_u64().unwrap() + last) <= 1, "{clock} {readings:?}");
}

async fn flag_loses_the_game(place: Place) {
    let host = Host::start(&place).await;
    let (white, black, game) =
        host.pair(json!({ "instance": "shatranj", "time_control": fischer(1, 0) })).await;
    let mut line = host.line_as(Some(&black), &game, 1).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    let begun = line.until("move").await["at"].as_u64().unwrap();
    let flag = line.until("flag").await;
    assert_eq!((&flag["data"]["side"], &flag["clock"]["white"]), (&json!("white"), &json!(0)));
    let took = flag["at"].as_u64().unwrap() - begun;
    assert!((1000..4000).contains(&took), "{took}");
    let end = line.until("end").await["data"]["result"].clone();
    assert_eq!(end["winner"], "black", "{end}");
    assert_eq!(host.may_not(&white, &game, "late", json!({ "kind": "move", "move": "d2d3" })).await, "over");
}

#[tokio::test(flavor = "multi_thread")]
async fn werera_clock_is_shared_and_ends_the_werera() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let time = json!({ "kind": "fischer", "initial": 60, "increment": 0, "werera": 1 });
    let (white, black, game) = host.pair(json!({ "instance": "senterej", "time_control": time })).await;
    let mut line = host.line_as(Some(&black), &game, 0).await;
    let hello = line.next().await;
    assert_eq!(
        (&hello["view"]["clock"]["werera"], &hello["view"]["clock"]["running"]),
        (&json!(1000), &json!(null))
    );
    assert_eq!(hello["view"]["ready"], json!({ "white": false, "black": false }));
    host.does(&white, &game, "1", placing("white", "e2", "e3")).await;
    assert_eq!(host.view(&game).await["ready"], json!({ "white": true, "black": false }));
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(host.view(&game).await["clock"]["werera"], 1000, "nobody is hurried who is not ready");
    host.does(&black, &game, "2", json!({ "kind": "ready", "side": "black" })).await;
    let ready = line.until("ready").await;
    assert_eq!(ready["clock"]["running"], "werera");
    let begun = ready["at"].as_u64().unwrap();
    let ended = line.until("werera_ended").await;
    assert_eq!(
        (&ended["data"]["cause"], &ended["data"]["first_to_move"]),
        (&json!("clock"), &json!("white"))
    );
    let took = ended["at"].as_u64().unwrap() - begun;
    assert!((1000..4000).contains(&took), "{took}");
    let clock = &ended["clock"];
    assert_eq!(
        (&clock["running"], &clock["white"], &clock["werera"]),
        (&json!("white"), &json!(60_000), &json!(0))
    );
    let stale = host.want_from(&black, &game, ("late", 2), placing("black", "e7", "e6")).await;
    assert_eq!((stale.0, &stale.1["code"]), (409, &json!("phase_over")));
}

#[tokio::test(flavor = "multi_thread")]
async fn werera_clock_without_moves_ends_the_werera() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let time = json!({ "kind": "fischer", "initial": 60, "increment": 0, "werera": 1 });
    let (white, black, game) = host.pair(json!({ "instance": "senterej", "time_control": time })).await;
    let mut line = host.line_as(Some(&white), &game, 0).await;
    for (who, side) in [(&white, "white"), (&black, "black")] {
        host.does(who, &game, side, json!({ "kind": "ready", "side": side })).await;
    }
    let waited = tokio::time::timeout(Duration::from_secs(5), line.until("werera_ended")).await;
    assert_eq!(waited.expect("the time of the werera is over")["data"]["cause"], "clock");
}

#[tokio::test(flavor = "multi_thread")]
async fn correspondence_clock_runs_from_the_start() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, black, game) =
        host.pair(json!({ "instance": "shatranj", "time_control": { "kind": "days", "days": 2 } })).await;
    let day = 86_400_000_u64;
    let clock = host.view(&game).await["clock"].clone();
    assert_eq!((&clock["white"], &clock["running"]), (&json!(2 * day), &json!("white")));
    host.moves(&white, &game, "e2e3").await;
    let clock = host.view(&game).await["clock"].clone();
    assert_eq!((&clock["white"], &clock["running"]), (&json!(2 * day), &json!("black")));
    let code = host.may_not(&white, &game, "add", json!({ "kind": "add_time", "side": "white" })).await;
    assert_eq!(code, "bad_intent");
    host.moves(&black, &game, "e7e6").await;
    assert_eq!(host.view(&game).await["clock"]["running"], "white");
}

#[tokio::test(flavor = "multi_thread")]
async fn add_time_extends_the_opponent_clock() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, black, game) =
        host.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 0) })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    let mut line = host.line_as(Some(&black), &game, 3).await;
    let actions = host.view(&game).await["actions"]["white"].clone();
    assert!(actions.as_array().unwrap().contains(&json!("add_time")), "{actions}");
    host.does(&white, &game, "more", json!({ "kind": "add_time", "side": "white" })).await;
    let told = line.until("time_added").await;
    assert_eq!(told["data"], json!({ "side": "black", "milliseconds": 15_000 }));
    assert_eq!((&told["clock"]["black"], &told["clock"]["running"]), (&json!(75_000), &json!("white")));
    // Nobody gives time where one person plays both sides, or the computer plays.
    for other in [human("B"), engine(1)] {
        let wishes = json!({ "instance": "shatranj", "white": human("A"), "black": other, "time_control": fischer(60, 0) });
        let game = host.sit(wishes).await;
        let code = host.may_not(&host.me, &game, "add", json!({ "kind": "add_time", "side": "white" })).await;
        assert_eq!(code, "bad_intent");
    }
}

/// A game nobody looks at is opened when its time has come.
#[test]
fn flag_falls_without_clients() {
    let place = Place::new();
    let game = in_a_world_that_ends(async {
        let host = Host::start(&place).await;
        let (white, black, game) =
            host.pair(json!({ "instance": "shatranj", "time_control": fischer(1, 0) })).await;
        host.moves(&white, &game, "e2e3").await;
        host.moves(&black, &game, "e7e6").await;
        game
    });
    in_a_world_that_ends(async {
        let host = Host::start_with(config(&place)).await;
        let begun = std::time::Instant::now();
        loop {
            // A list opens no game.
            let over = host.get("/api/v1/games?state=over").await.json()["games"].clone();
            if over[0]["id"] == json!(game) {
                assert_eq!(over[0]["result"]["winner"], "black");
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "nobody has looked at it");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
}

/// While the server is away nobody's clock runs.
#[test]
fn outage_is_not_charged_to_the_clocks() {
    let place = Place::new();
    let (game, before, gone) = in_a_world_that_ends(async {
        let host = Host::start(&place).await;
        let (white, black, game) =
            host.pair(json!({ "instance": "shatranj", "time_control": fischer(3, 0) })).await;
        host.moves(&white, &game, "e2e3").await;
        host.moves(&black, &game, "e7e6").await;
        (game.clone(), host.view(&game).await["clock"].clone(), std::time::Instant::now())
    });
    std::thread::sleep(Duration::from_millis(3200));
    let away = u64::try_from(gone.elapsed().as_millis()).unwrap();
    in_a_world_that_ends(async {
        let host = Host::start_with(config(&place)).await;
        let mut line = host.line(&game, 3).await;
        let outage = line.until("outage").await;
        let (from, to) = (outage["data"]["from"].as_u64().unwrap(), outage["data"]["to"].as_u64().unwrap());
        assert!(to - from >= 3000, "{outage}");
        let read_at = before["at"].as_u64().unwrap();
        let charged = from - read_at;
        assert_eq!(outage["clock"]["white"], json!(before["white"].as_u64().unwrap() - charged), "{before}");
        assert!(charged <= away, "{outage}");
        let flag = line.until("flag").await;
        assert!(flag["at"].as_u64().unwrap() >= to + 3000 - charged, "{flag}");
        assert_eq!(flag["data"]["side"], "white");
    });
}
