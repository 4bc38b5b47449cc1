//! Clocks.

use std::time::Duration;

use serde_json::{Value, json};

use crate::host::{
    Host, TestStorage, config, engine, fischer, human, on_both, on_crashing_runtime, place as placing,
};

on_both! {
    clocks_subtract_time_and_add_increment
    flag_loses_the_game
    delay_passes_before_the_clock_counts
    byoyomi_keeps_a_period_that_is_not_used_up
}

async fn clocks_subtract_time_and_add_increment(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let request = json!({ "instance": "shatranj", "time_control": fischer(60, 5) });
    let (white, black, game) = host.pair(request).await;
    let mut socket = host.socket_as(Some(&white), &game, 0).await;
    let clock = socket.next().await["view"]["clock"].clone();
    assert_eq!(
        (&clock["white"], &clock["black"], &clock["running"]),
        (&json!(60_000), &json!(60_000), &json!(null))
    );
    assert_eq!((&clock["time_control"], &clock["werera"]), (&fischer(60, 5), &json!(null)));
    // The first move of each side costs no time and gains no increment.
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
        let event = socket.until("move").await;
        readings.push((event["at"].as_u64().unwrap(), event["clock"].clone()));
    }
    let (began, _) = &readings[1];
    let (at, after) = &readings[2];
    let used = at - began;
    assert!(used >= 300, "{readings:?}");
    assert_eq!(after["white"], json!(60_000 - used + 5_000));
    assert_eq!((&after["black"], &after["running"]), (&json!(60_000), &json!("black")));
    let (last, then) = &readings[3];
    assert_eq!((&then["white"], &then["running"]), (&after["white"], &json!("white")));
    assert_eq!(then["black"], json!(60_000 - (last - at) + 5_000));
    // The exported PGN has the clocks, for other programs.
    let pgn = host.get(&format!("/api/v1/games/{game}/pgn")).await;
    for left in [&after["white"], &then["black"]] {
        let seconds = left.as_u64().unwrap() / 1_000;
        let message = format!("{{[%clk 0:{:02}:{:02}]}}", seconds / 60, seconds % 60);
        assert!(pgn.body.contains(&message), "{message} is not in {}", pgn.body);
    }
    // An offer does not change the clocks.
    host.send_accepted(&black, &game, "draw", json!({ "kind": "draw", "side": "black" })).await;
    let clock = host.view(&game).await["clock"].clone();
    let left = |reading: &Value| reading["white"].as_u64().unwrap() + reading["at"].as_u64().unwrap();
    assert!(left(&clock).abs_diff(then["white"].as_u64().unwrap() + last) <= 1, "{clock} {readings:?}");
}

async fn flag_loses_the_game(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) =
        host.pair(json!({ "instance": "shatranj", "time_control": fischer(1, 0) })).await;
    let mut socket = host.socket_as(Some(&black), &game, 1).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    let began = socket.until("move").await["at"].as_u64().unwrap();
    let flag = socket.until("flag").await;
    assert_eq!((&flag["data"]["side"], &flag["clock"]["white"]), (&json!("white"), &json!(0)));
    let took = flag["at"].as_u64().unwrap() - began;
    assert!((1000..4000).contains(&took), "{took}");
    let end = socket.until("end").await["data"]["result"].clone();
    assert_eq!(end["winner"], "black", "{end}");
    assert_eq!(
        host.send_rejected(&white, &game, "late", json!({ "kind": "move", "move": "d2d3" })).await,
        "over"
    );
}

async fn delay_passes_before_the_clock_counts(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let time = json!({ "kind": "delay", "initial": 1, "delay": 2 });
    let (white, black, game) = host.pair(json!({ "instance": "shatranj", "time_control": time })).await;
    let mut socket = host.socket_as(Some(&black), &game, 1).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    let clock = host.view(&game).await["clock"].clone();
    assert_eq!(
        (&clock["white"], &clock["delay"], &clock["time_control"]),
        (&json!(1_000), &json!(2_000), &time)
    );
    tokio::time::sleep(Duration::from_millis(500)).await;
    host.moves(&white, &game, "d2d3").await;
    for _ in 0..2 {
        socket.until("move").await;
    }
    let moved = socket.until("move").await;
    assert_eq!((&moved["clock"]["white"], &moved["clock"]["delay"]), (&json!(1_000), &json!(2_000)));
    let flag = socket.until("flag").await;
    assert_eq!((&flag["data"]["side"], &flag["clock"]["black"]), (&json!("black"), &json!(0)));
    assert!(flag["at"].as_u64().unwrap() - moved["at"].as_u64().unwrap() >= 3_000, "{flag}");
    let pgn = host.get(&format!("/api/v1/games/{game}/pgn")).await;
    assert!(pgn.body.contains("[TimeControl \"1+2d\"]"), "{}", pgn.body);
}

async fn byoyomi_keeps_a_period_that_is_not_used_up(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let time = json!({ "kind": "byoyomi", "initial": 0, "period": 2, "periods": 2 });
    let (white, black, game) = host.pair(json!({ "instance": "shatranj", "time_control": time })).await;
    let mut socket = host.socket_as(Some(&black), &game, 1).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    host.moves(&white, &game, "d2d3").await;
    for _ in 0..2 {
        socket.until("move").await;
    }
    let moved = socket.until("move").await;
    assert_eq!((&moved["clock"]["white"], &moved["clock"]["running"]), (&json!(4_000), &json!("black")));
    let give = json!({ "kind": "add_time", "side": "white" });
    host.send_accepted(&white, &game, "give", give).await;
    let added = socket.until("time_added").await;
    assert_eq!((&added["data"]["side"], &added["data"]["milliseconds"]), (&json!("black"), &json!(16_000)));
    let pgn = host.get(&format!("/api/v1/games/{game}/pgn")).await;
    assert!(pgn.body.contains("[TimeControl \"1/2:1/2\"]"), "{}", pgn.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_that_is_none_is_refused() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for time in [
        fischer(0, 0),
        json!({ "kind": "byoyomi", "initial": u32::MAX, "period": u32::MAX, "periods": u32::MAX }),
        json!({ "kind": "delay", "initial": 60, "delay": u32::MAX }),
    ] {
        let body =
            json!({ "instance": "shatranj", "white": human(), "black": human(), "time_control": time });
        let reply = host.post("/api/v1/games", &body).await;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!("bad_time")), "{time}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn werera_clock_is_shared_and_ends_the_werera() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let time = json!({ "kind": "fischer", "initial": 60, "increment": 0, "werera": 1 });
    let (white, black, game) = host.pair(json!({ "instance": "senterej", "time_control": time })).await;
    let mut socket = host.socket_as(Some(&black), &game, 0).await;
    let hello = socket.next().await;
    assert_eq!(
        (&hello["view"]["clock"]["werera"], &hello["view"]["clock"]["running"]),
        (&json!(1000), &json!(null))
    );
    assert_eq!(hello["view"]["ready"], json!({ "white": false, "black": false }));
    host.send_accepted(&white, &game, "1", placing("white", "e2", "e3")).await;
    assert_eq!(host.view(&game).await["ready"], json!({ "white": true, "black": false }));
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(host.view(&game).await["clock"]["werera"], 1000, "the clock waits until both sides are ready");
    host.send_accepted(&black, &game, "2", json!({ "kind": "ready", "side": "black" })).await;
    let ready = socket.until("ready").await;
    assert_eq!(ready["clock"]["running"], "werera");
    let began = ready["at"].as_u64().unwrap();
    let ended = socket.until("werera_ended").await;
    assert_eq!(
        (&ended["data"]["cause"], &ended["data"]["first_to_move"]),
        (&json!("clock"), &json!("white"))
    );
    let took = ended["at"].as_u64().unwrap() - began;
    assert!((1000..4000).contains(&took), "{took}");
    let clock = &ended["clock"];
    assert_eq!(
        (&clock["running"], &clock["white"], &clock["werera"]),
        (&json!("white"), &json!(60_000), &json!(0))
    );
    let stale = host.send_intent_from(&black, &game, ("late", 2), placing("black", "e7", "e6")).await;
    assert_eq!((stale.0, &stale.1["code"]), (409, &json!("phase_over")));
}

#[tokio::test(flavor = "multi_thread")]
async fn werera_clock_without_moves_ends_the_werera() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let time = json!({ "kind": "fischer", "initial": 60, "increment": 0, "werera": 1 });
    let (white, black, game) = host.pair(json!({ "instance": "senterej", "time_control": time })).await;
    let mut socket = host.socket_as(Some(&white), &game, 0).await;
    for (person, side) in [(&white, "white"), (&black, "black")] {
        host.send_accepted(person, &game, side, json!({ "kind": "ready", "side": side })).await;
    }
    assert_eq!(socket.until("werera_ended").await["data"]["cause"], "clock");
}

#[tokio::test(flavor = "multi_thread")]
async fn correspondence_clock_runs_from_the_start() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) =
        host.pair(json!({ "instance": "shatranj", "time_control": { "kind": "days", "days": 2 } })).await;
    let day = 86_400_000_u64;
    let clock = host.view(&game).await["clock"].clone();
    assert_eq!((&clock["white"], &clock["running"]), (&json!(2 * day), &json!("white")));
    host.moves(&white, &game, "e2e3").await;
    let clock = host.view(&game).await["clock"].clone();
    assert_eq!((&clock["white"], &clock["running"]), (&json!(2 * day), &json!("black")));
    let code = host.send_rejected(&white, &game, "add", json!({ "kind": "add_time", "side": "white" })).await;
    assert_eq!(code, "bad_intent");
    host.moves(&black, &game, "e7e6").await;
    assert_eq!(host.view(&game).await["clock"]["running"], "white");
}

#[tokio::test(flavor = "multi_thread")]
async fn add_time_extends_the_opponent_clock() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) =
        host.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 0) })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    let mut socket = host.socket_as(Some(&black), &game, 3).await;
    let actions = host.view(&game).await["actions"]["white"].clone();
    assert!(actions.as_array().unwrap().contains(&json!("add_time")), "{actions}");
    host.send_accepted(&white, &game, "more", json!({ "kind": "add_time", "side": "white" })).await;
    let message = socket.until("time_added").await;
    assert_eq!(message["data"], json!({ "side": "black", "milliseconds": 15_000 }));
    assert_eq!((&message["clock"]["black"], &message["clock"]["running"]), (&json!(75_000), &json!("white")));
    // Time cannot be added where one person plays both sides, or against an engine.
    for other in [human(), engine(1)] {
        let request = json!({ "instance": "shatranj", "white": human(), "black": other, "time_control": fischer(60, 0) });
        let game = host.create_game(request).await;
        let code =
            host.send_rejected(&host.me, &game, "add", json!({ "kind": "add_time", "side": "white" })).await;
        assert_eq!(code, "bad_intent");
    }
}

/// A game without clients is loaded when its deadline has passed.
#[test]
fn flag_falls_without_clients() {
    let storage = TestStorage::new();
    let game = on_crashing_runtime(async {
        let host = Host::start(&storage).await;
        let (white, black, game) =
            host.pair(json!({ "instance": "shatranj", "time_control": fischer(1, 0) })).await;
        host.moves(&white, &game, "e2e3").await;
        host.moves(&black, &game, "e7e6").await;
        game
    });
    on_crashing_runtime(async {
        let host = Host::start_with(config(&storage)).await;
        let began = std::time::Instant::now();
        loop {
            // Listing a game does not load it.
            let over = host.get("/api/v1/games?state=over").await.json()["games"].clone();
            if over[0]["id"] == json!(game) {
                assert_eq!(over[0]["result"]["winner"], "black");
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(90), "the game was not loaded");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
}

/// Clocks do not run while the server is down.
#[test]
fn outage_is_not_charged_to_the_clocks() {
    let storage = TestStorage::new();
    let (game, before, gone) = on_crashing_runtime(async {
        let host = Host::start(&storage).await;
        let (white, black, game) =
            host.pair(json!({ "instance": "shatranj", "time_control": fischer(3, 0) })).await;
        host.moves(&white, &game, "e2e3").await;
        host.moves(&black, &game, "e7e6").await;
        (game.clone(), host.view(&game).await["clock"].clone(), std::time::Instant::now())
    });
    std::thread::sleep(Duration::from_millis(3200));
    let away = u64::try_from(gone.elapsed().as_millis()).unwrap();
    on_crashing_runtime(async {
        let host = Host::start_with(config(&storage)).await;
        let mut socket = host.socket(&game, 3).await;
        let outage = socket.until("outage").await;
        let (from, to) = (outage["data"]["from"].as_u64().unwrap(), outage["data"]["to"].as_u64().unwrap());
        assert!(to - from >= 3000, "{outage}");
        let read_at = before["at"].as_u64().unwrap();
        let charged = from - read_at;
        assert_eq!(outage["clock"]["white"], json!(before["white"].as_u64().unwrap() - charged), "{before}");
        assert!(charged <= away, "{outage}");
        let flag = socket.until("flag").await;
        assert!(flag["at"].as_u64().unwrap() >= to + 3000 - charged, "{flag}");
        assert_eq!(flag["data"]["side"], "white");
    });
}
