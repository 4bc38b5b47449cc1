//! Engines of the server.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_rules::{Game, Ruleset};
use rukh_server::{BotDelay, Config};
use serde_json::{Value, json};

use crate::host::{Host, TestStorage, config, engine, fischer, human, on_both, passing_after};

on_both! {
    engine_waits_until_the_person_is_ready
    first_move_counts_as_ready
}

async fn engine_waits_until_the_person_is_ready(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let time = json!({ "kind": "fischer", "initial": 60, "increment": 0, "werera": 60 });
    let request =
        json!({ "instance": "senterej", "white": human(), "black": engine(8), "time_control": time });
    let game = host.create_game(request).await;
    let _socket = host.socket(&game, 0).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let view = host.view(&game).await;
    assert_eq!((&view["seq"], &view["clock"]["running"]), (&json!(1), &json!(null)));
    assert_eq!(view["ready"], json!({ "white": false, "black": true }));
    assert!(view["actions"]["white"].as_array().unwrap().contains(&json!("ready")), "{view}");
    assert_eq!(host.send_intent(&game, "up", json!({ "kind": "ready", "side": "white" })).await.0, 200);
    let again = host.send_intent(&game, "up 2", json!({ "kind": "ready", "side": "white" })).await;
    assert_eq!((again.0, &again.1["code"]), (409, &json!("bad_intent")));
    let mut socket = host.socket(&game, 1).await;
    assert_eq!(socket.until("ready").await["clock"]["running"], "werera");
    assert_eq!(socket.until("place").await["data"]["side"], "black");
    host.stop().await;
    // The log has the same events.
    let host = Host::start(&storage).await;
    let view = host.view(&game).await;
    assert_eq!(view["ready"], json!(null));
    let replay = host.get(&format!("/api/v1/games/{game}/replay")).await.json();
    let frames = replay["frames"].as_array().unwrap();
    assert_eq!(
        (&frames[1]["type"], &frames[1]["text"]["english"]),
        (&json!("ready"), &json!("White is ready."))
    );
    assert_eq!(frames[1]["clock"]["running"], "werera");
}

async fn first_move_counts_as_ready(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let game =
        host.create_game(json!({ "instance": "senterej", "white": engine(8), "black": human() })).await;
    let mut socket = host.socket(&game, 1).await;
    assert_eq!(host.place(&game, "black", "e7", "e6").await.0, 200);
    assert_eq!(host.view(&game).await["ready"], json!(null));
    loop {
        if socket.until("place").await["data"]["side"] == "white" {
            return;
        }
    }
}

/// Ready is not required without clocks, with correspondence clocks, or of one person on both
/// sides.
#[tokio::test(flavor = "multi_thread")]
async fn ready_is_required_only_with_a_clock_or_engine() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let days = json!({ "kind": "days", "days": 2 });
    for (request, ready) in [
        (json!({ "instance": "senterej" }), json!(null)),
        (json!({ "instance": "senterej", "time_control": days }), json!(null)),
        (json!({ "instance": "shatranj", "time_control": fischer(60, 0) }), json!(null)),
        (
            json!({ "instance": "senterej", "time_control": fischer(60, 0) }),
            json!({ "white": false, "black": false }),
        ),
    ] {
        let (_, _, game) = host.pair(request.clone()).await;
        assert_eq!(host.view(&game).await["ready"], ready, "{request}");
    }
    let game = host.game("senterej").await;
    assert_eq!(host.view(&game).await["ready"], json!(null));
}

/// A new guest is proposed the weakest level, and later the level played last.
#[tokio::test(flavor = "multi_thread")]
async fn levels_first_game_proposes_the_weakest() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let levels = || async { host.get("/api/v1/levels").await.json() };
    let known = levels().await;
    assert_eq!(known["proposed"], 1);
    assert_eq!(known["levels"].as_array().unwrap().len(), 8);
    let level = |index: usize| {
        let level = &known["levels"][index];
        json!([level["level"], level["key"], level["elo"]])
    };
    assert_eq!((level(0), level(7)), (json!([1, "beginner", 800]), json!([8, "strongest", null])));
    assert_eq!(known["levels"][0]["measured"], json!([]), "there is no weaker level to measure against");
    let game =
        host.create_game(json!({ "instance": "shatranj", "white": human(), "black": engine(5) })).await;
    host.send_intent(&game, "off", json!({ "kind": "abort", "side": "white" })).await;
    assert_eq!(levels().await["proposed"], 1, "an aborted game does not count");
    let game =
        host.create_game(json!({ "instance": "shatranj", "white": human(), "black": engine(5) })).await;
    host.send_intent(&game, "up", json!({ "kind": "resign", "side": "white" })).await;
    assert_eq!(levels().await["proposed"], 5);
    assert_eq!(host.ask("GET", "/api/v1/levels", "", "").await.json()["proposed"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_finish_a_senterej_game() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    // The capture that ends a werera may give mate, so some games have no turns.
    for _ in 0..5 {
        let game =
            host.create_game(json!({ "instance": "senterej", "white": engine(1), "black": engine(1) })).await;
        let mut socket = host.socket(&game, 0).await;
        let ended = socket.until("werera_ended").await;
        assert!(ended["seq"].as_u64().unwrap() > 2);
        let end = socket.until("end").await;
        assert!(!end["data"]["result"]["text"]["english"].as_str().unwrap().is_empty());
        let events = host.events(&game).await;
        assert_eq!(events.last().unwrap()["type"], "end");
        if events.iter().any(|event| event["type"] == "move") {
            return;
        }
        assert_eq!(events[events.len() - 2]["type"], "werera_ended", "{events:#?}");
    }
    panic!("no game of five went on in turns");
}

/// White has a rook more.
const WHITE_AHEAD: &str = "4k3/pp4pp/8/8/8/8/PP4PP/R3K3 w - - 0 30";

fn offer_draw(side: &str) -> Value {
    json!({ "kind": "draw", "side": side })
}

#[tokio::test(flavor = "multi_thread")]
async fn draw_offer_is_accepted_by_an_engine_that_is_behind() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let request = json!({ "instance": "shatranj", "fen": WHITE_AHEAD, "white": human(), "black": engine(1) });
    let game = host.create_game(request).await;
    let mut socket = host.socket(&game, 1).await;
    socket.send_intent("1", offer_draw("white")).await;
    assert_eq!(socket.until("draw_offer").await["data"]["side"], "white");
    socket.until("draw").await;
    let result = socket.until("end").await["data"]["result"].clone();
    assert_eq!((&result["winner"], &result["reason"]), (&json!(null), &json!("agreement")));
}

#[tokio::test(flavor = "multi_thread")]
async fn draw_offer_is_declined_by_an_engine_that_is_ahead() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let fen = WHITE_AHEAD.replace(" w ", " b ");
    let request = json!({ "instance": "shatranj", "fen": fen, "white": engine(1), "black": human() });
    let game = host.create_game(request).await;
    let mut socket = host.socket(&game, 1).await;
    assert_eq!(host.send_intent(&game, "1", offer_draw("black")).await.0, 200);
    let declined = socket.until("decline").await["data"].clone();
    assert_eq!(declined, json!({ "side": "white", "offer": "draw" }));
    // The same position is not judged twice, and the offer cannot be made.
    let again = host.send_intent(&game, "2", offer_draw("black")).await;
    assert_eq!((again.0, &again.1["code"]), (409, &json!("bad_intent")));
    let may = |view: Value| view["actions"]["black"].as_array().unwrap().contains(&json!("draw"));
    assert!(!may(host.view(&game).await));
    assert_eq!(host.send_intent(&game, "3", json!({ "kind": "move", "move": "h7h6" })).await.0, 200);
    assert_eq!(socket.until("move").await["data"]["side"], "black");
    assert!(may(host.view(&game).await));
    // An engine that is to move answers before it moves.
    assert_eq!(host.send_intent(&game, "4", offer_draw("black")).await.0, 200);
    assert_eq!(socket.until("decline").await["data"]["side"], "white");
}

#[tokio::test(flavor = "multi_thread")]
async fn draw_offer_to_an_engine_is_rejected_in_the_werera() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game =
        host.create_game(json!({ "instance": "senterej", "white": human(), "black": engine(1) })).await;
    let (status, nack) = host.send_intent(&game, "1", offer_draw("white")).await;
    assert_eq!((status, &nack["message"]["key"]), (409, &json!("reject-engine-draw-werera")), "{nack}");
}

#[tokio::test(flavor = "multi_thread")]
async fn engine_replies_to_a_person() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game =
        host.create_game(json!({ "instance": "shatranj", "white": human(), "black": engine(2) })).await;
    let mut socket = host.socket(&game, 1).await;
    socket.send_intent("1", json!({ "kind": "move", "move": "e2e3" })).await;
    assert_eq!(socket.until("move").await["data"]["side"], "white");
    assert_eq!(socket.until("move").await["data"]["side"], "black");
    assert_eq!(host.hello(&game).await["view"]["turn"], "white");
}

#[tokio::test(flavor = "multi_thread")]
async fn engine_plays_batches_and_dice() {
    let storage = TestStorage::new();
    let host = Host::start_with(passing_after(&storage, Duration::ZERO)).await;
    let game = host
        .create_game(json!({ "instance": "senterej[werera=batched]", "white": engine(1), "black": human() }))
        .await;
    let mut socket = host.socket(&game, 0).await;
    socket.send_intent("ready", json!({ "kind": "ready", "side": "black" })).await;
    let mut kinds = Vec::new();
    loop {
        let event = socket.next().await;
        kinds.push(event["type"].as_str().unwrap_or_default().to_owned());
        if event["type"] == "batch_ended" || event["type"] == "werera_ended" {
            break;
        }
    }
    assert!(kinds.iter().any(|kind| kind == "place"), "{kinds:?}");
    let game =
        host.create_game(json!({ "instance": "oblong-dice", "white": engine(1), "black": engine(1) })).await;
    let end = host.socket(&game, 0).await.until("end").await;
    assert!(end["data"]["server_seed"].is_string());
}

/// A batch cannot end while its king is attacked, so an engine mated in it offers turns.
#[tokio::test(flavor = "multi_thread")]
async fn engine_mated_in_a_batch_begins_turns() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let instance = "senterej[werera=batched]";
    let start = Game::new(Arc::new(Ruleset::named(instance).unwrap())).fen();
    let fen = format!("4kE2/8/8/8/8/8/7r/K6r {}", start.split_once(' ').unwrap().1);
    let request = json!({ "instance": instance, "white": engine(2), "black": engine(2), "fen": fen });
    let game = host.create_game(request).await;
    let end = host.socket(&game, 0).await.until("end").await;
    assert_eq!(end["data"]["result"]["winner"], "black", "{end}");
    let request = json!({ "instance": instance, "white": engine(2), "black": human(), "fen": fen });
    let game = host.create_game(request).await;
    let (status, answer) =
        host.send_intent(&game, "ready", json!({ "kind": "ready", "side": "black" })).await;
    assert_eq!(status, 200, "{answer}");
    let offer = host.socket(&game, 0).await.until("turns_offer").await;
    assert_eq!(offer["data"]["side"], "white");
}

/// A guest who wants more of the computer than it can do is refused; another guest is not, and is
/// answered at once.
#[tokio::test(flavor = "multi_thread")]
async fn engines_busy_refuses_only_the_guest_who_floods() {
    let storage = TestStorage::new();
    let host = Host::start_with(Config { engine_threads: Some(1), ..config(&storage) }).await;
    let request = json!({ "instance": "mideast", "white": engine(8), "black": human() });
    let mut refused = None;
    for _ in 0..12 {
        let reply = host.post("/api/v1/games", &request).await;
        if reply.status != 201 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("a queue of searches of seconds");
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (503, &json!("engines_busy")));
    let head = refused.head.to_lowercase();
    let seconds = head.split("retry-after: ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    assert!((1..=60).contains(&seconds.trim().parse::<u64>().unwrap()), "{head}");
    let other = host.person("Sara").await;
    let request = json!({ "instance": "shatranj", "white": engine(1), "black": human() });
    let begun = Instant::now();
    let reply = host.post_as(&other, "/api/v1/games", &request).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let game = reply.json()["id"].as_str().unwrap().to_owned();
    host.socket(&game, 1).await.until("move").await;
    // Far less than the queue of the other guest, which is of more than ten seconds.
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

/// A server whose engines take a moment to move, so that a game lasts some seconds.
async fn slow_host(storage: &TestStorage, watch_grace: Duration) -> Host {
    let usual = config(storage);
    let bot_delay = BotDelay { turn: Duration::from_millis(60), ..usual.bot_delay };
    Host::start_with(Config { bot_delay, watch_grace, ..usual }).await
}

fn engine_game(time: Value) -> Value {
    json!({ "instance": "shatranj", "white": engine(1), "black": engine(1), "time_control": time })
}

async fn seq(host: &Host, game: &str) -> u64 {
    host.hello(game).await["seq"].as_u64().unwrap()
}

/// Waits until a game has stood still for a while; returns its last event.
async fn until_paused(host: &Host, game: &str) -> u64 {
    let began = Instant::now();
    let mut last = seq(host, game).await;
    loop {
        tokio::time::sleep(Duration::from_millis(400)).await;
        let now = seq(host, game).await;
        if now == last {
            return now;
        }
        assert!(began.elapsed() < Duration::from_secs(90), "the game does not pause");
        last = now;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_between_engines_runs_only_while_it_is_watched() {
    let storage = TestStorage::new();
    let host = slow_host(&storage, Duration::from_millis(200)).await;
    let game = host.create_game(engine_game(json!({ "kind": "none" }))).await;
    let mut socket = host.socket(&game, 1).await;
    socket.until("move").await;
    let second = host.post("/api/v1/games", &engine_game(json!({ "kind": "none" }))).await;
    assert_eq!((second.status, &second.json()["error"]["code"]), (409, &json!("too_many_engine_games")));
    let other = host.person("Sara").await;
    let reply = host.post_as(&other, "/api/v1/games", &engine_game(json!({ "kind": "none" }))).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    drop(socket);
    let paused = until_paused(&host, &game).await;
    assert_ne!(host.hello(&game).await["game"]["phase"], "over");
    // Another may begin, and while it is watched the first one waits.
    let later = host.create_game(engine_game(json!({ "kind": "none" }))).await;
    let mut watched = host.socket(&later, 1).await;
    watched.until("move").await;
    let mut socket = host.socket(&game, paused).await;
    watched.until("move").await;
    watched.until("move").await;
    assert_eq!(seq(&host, &game).await, paused);
    drop(watched);
    socket.until("move").await;
}

/// A pause is not charged to the clocks, and no flag falls in it.
#[tokio::test(flavor = "multi_thread")]
async fn game_between_engines_pauses_its_clocks() {
    let storage = TestStorage::new();
    let host = slow_host(&storage, Duration::from_millis(200)).await;
    let game = host.create_game(engine_game(fischer(6, 0))).await;
    let mut socket = host.socket(&game, 1).await;
    for _ in 0..4 {
        socket.until("move").await;
    }
    drop(socket);
    let paused = until_paused(&host, &game).await;
    // Longer than either clock, and than the search for due games.
    tokio::time::sleep(Duration::from_secs(7)).await;
    assert_eq!(seq(&host, &game).await, paused);
    let mut socket = host.socket(&game, paused).await;
    let outage = socket.until("outage").await;
    let (from, to) = (outage["data"]["from"].as_u64().unwrap(), outage["data"]["to"].as_u64().unwrap());
    assert!(to - from >= 7_000, "{outage}");
    assert!(outage["clock"]["white"].as_u64().unwrap() > 1_000, "{outage}");
    socket.until("move").await;
}
