//! Restarts and crashes.

use rukh_rules::hash::SplitMix64;
use serde_json::{Value, json};

use crate::host::{Host, TestStorage, config, human, moves, on_both, on_crashing_runtime};

fn strip_clock(mut hello: Value) -> Value {
    hello.as_object_mut().unwrap().remove("server_time");
    hello.as_object_mut().unwrap().remove("presence");
    hello
}

on_both! {
    restart_continues_the_game
    idle_game_is_evicted_and_reloaded
}

async fn restart_continues_the_game(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    host.place(&game, "white", "e2", "e3").await;
    host.place(&game, "black", "d7", "d6").await;
    host.send_intent(&game, "back", json!({ "kind": "retract", "side": "white", "seq": 2 })).await;
    let d = json!({ "kind": "place", "side": "black", "from": "d6", "to": "d5" });
    let done = host.send_intent(&game, "kept", d.clone()).await;
    let mut socket = host.socket(&game, 0).await;
    let before = (strip_clock(host.hello(&game).await), host.events(&game).await);
    host.stop().await;
    assert_eq!(socket.closed().await, 4301);

    let host = Host::start(&storage).await;
    assert_eq!((strip_clock(host.hello(&game).await), host.events(&game).await), before);
    assert_eq!(host.send_intent(&game, "kept", d).await, done, "an earlier intent is still known");
    assert_eq!(host.hello(&game).await["seq"], before.0["seq"]);
    let mut socket = host.socket(&game, 3).await;
    assert_eq!(socket.next().await["type"], "hello");
    assert_eq!(socket.next().await["seq"], 4, "only missed events are sent");
    assert_eq!(
        host.send_intent(&game, "on", json!({ "kind": "retract", "side": "black", "seq": 5 })).await.0,
        200
    );
    let pgn = host.get(&format!("/api/v1/games/{game}/pgn")).await;
    assert!(pgn.body.contains("[White \"Abebe\"]") && pgn.body.contains("%werera"), "{}", pgn.body);
    assert!(pgn.head.contains("attachment"), "{}", pgn.head);
    let jsonl = host.get(&format!("/api/v1/games/{game}/jsonl")).await;
    assert_eq!(jsonl.body.lines().count(), 6, "a head and five events: {}", jsonl.body);
}

#[test]
fn crash_sqlite_keeps_acknowledged_events() {
    check_crash_loses_nothing(&TestStorage::new());
}

#[test]
fn crash_postgres_keeps_acknowledged_events() {
    check_crash_loses_nothing(&TestStorage::shared());
}

/// Checks that a crash loses no acknowledged event.
fn check_crash_loses_nothing(storage: &TestStorage) {
    let game = "senterej[castle=right,pawn-sprint=on]";
    let (id, before) = on_crashing_runtime(async {
        let host = Host::start(storage).await;
        let id = host.game(game).await;
        let mut chance = SplitMix64::new(7);
        for number in 0..60 {
            act(&host, &id, number, &mut chance).await;
        }
        let before = (strip_clock(host.hello(&id).await), host.events(&id).await);
        (id, before)
    });
    let after = on_crashing_runtime(async {
        let host = Host::start_with(config(storage)).await;
        (strip_clock(host.hello(&id).await), host.events(&id).await)
    });
    assert_eq!(after, before);
    assert!(before.1.iter().any(|event| event["type"] == "retract"), "a move was retracted");
}

/// Plays a random legal move or, now and then, retracts one.
async fn act(host: &Host, game: &str, number: usize, chance: &mut SplitMix64) {
    let view = host.hello(game).await["view"].clone();
    let pick = |list: &[Value], chance: &mut SplitMix64| list.get(chance.below(list.len().max(1))).cloned();
    let id = format!("act {number}");
    let back = view["retractable"].as_array().unwrap();
    if let Some(one) = pick(back, chance).filter(|_| chance.below(4) == 0) {
        let d = json!({ "kind": "retract", "side": one["side"], "seq": one["seq"] });
        assert_eq!(host.send_intent(game, &id, d).await.0, 200);
        return;
    }
    let side = match view["turn"].as_str() {
        Some(side) => side,
        None => ["white", "black"][chance.below(2)],
    };
    let Some(one) = pick(&moves(&view, side), chance) else { return };
    let text = one["move"].as_str().unwrap();
    let d = match view["phase"].as_str() {
        Some("werera") => {
            let (from, to) = (&text[..2], one["to"].as_str().unwrap());
            json!({ "kind": "place", "side": side, "from": from, "to": to, "promotion": one["promotion"] })
        }
        _ => json!({ "kind": "move", "move": text }),
    };
    let (status, answer) = host.send_intent(game, &id, d).await;
    assert_eq!(status, 200, "{answer}");
}

async fn idle_game_is_evicted_and_reloaded(storage: TestStorage) {
    let host = Host::start_with(rukh_server::Config {
        idle_timeout: std::time::Duration::from_millis(20),
        ..config(&storage)
    })
    .await;
    let game = host.create_game(json!({ "instance": "shatranj", "white": human(), "black": human() })).await;
    for (number, text) in ["e2e3", "e7e6", "d2d3"].iter().enumerate() {
        let d = json!({ "kind": "move", "move": text });
        assert_eq!(host.send_intent(&game, &number.to_string(), d).await.0, 200);
        tokio::time::sleep(std::time::Duration::from_millis(60)).await;
    }
    assert_eq!(host.hello(&game).await["seq"], 4);
}
