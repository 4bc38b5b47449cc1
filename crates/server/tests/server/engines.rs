//! The server's own players.

use std::sync::Arc;
use std::time::Duration;

use rukh_rules::{Game, Ruleset};
use serde_json::json;

use crate::host::{Host, Place, engine, human};

#[tokio::test(flavor = "multi_thread")]
async fn two_engines_play_a_senterej_game_to_its_end() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let game = host.sit(json!({ "instance": "senterej", "white": engine(1), "black": engine(1) })).await;
    let mut line = host.line(&game, 0).await;
    let ended = line.until("werera_ended").await;
    assert!(ended["v"].as_u64().unwrap() > 2);
    let end = line.until("end").await;
    assert!(!end["d"]["result"]["text"].as_str().unwrap().is_empty());
    let events = host.events(&game).await;
    assert_eq!(events.last().unwrap()["t"], "end");
    assert!(events.iter().any(|event| event["t"] == "move"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_answers_a_person() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let game = host.sit(json!({ "instance": "shatranj", "white": human("A"), "black": engine(2) })).await;
    let mut line = host.line(&game, 1).await;
    line.want("1", json!({ "kind": "move", "move": "e2e3" })).await;
    assert_eq!(line.until("move").await["d"]["side"], "white");
    assert_eq!(line.until("move").await["d"]["side"], "black");
    assert_eq!(host.hello(&game).await["view"]["turn"], "white");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_plays_bundles_and_dice() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let game = host
        .sit(json!({ "instance": "senterej[werera=batched]", "white": engine(1), "black": human("B") }))
        .await;
    let mut line = host.line(&game, 0).await;
    let mut kinds = Vec::new();
    loop {
        let event = line.next().await;
        kinds.push(event["t"].as_str().unwrap_or_default().to_owned());
        if event["t"] == "bundle" || event["t"] == "werera_ended" {
            break;
        }
    }
    assert!(kinds.iter().any(|kind| kind == "place"), "{kinds:?}");
    let game = host.sit(json!({ "instance": "oblong-dice", "white": engine(1), "black": engine(1) })).await;
    let end = host.line(&game, 0).await.until("end").await;
    assert!(end["d"]["server_seed"].is_string());
}

/// A bundle cannot end while its king is attacked, so who is mated in it asks for turns.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_mated_in_a_bundle_does_not_hold_up_the_game() {
    let place = Place::new();
    let host = Host::start_with(passing_after(&place, Duration::ZERO)).await;
    let instance = "senterej[werera=batched]";
    let start = Game::new(Arc::new(Ruleset::named(instance).unwrap())).fen();
    let fen = format!("4kE2/8/8/8/8/8/7r/K6r {}", start.split_once(' ').unwrap().1);
    let wishes = json!({ "instance": instance, "white": engine(2), "black": engine(2), "fen": fen });
    let game = host.sit(wishes).await;
    let end = host.line(&game, 0).await.until("end").await;
    assert_eq!(end["d"]["result"]["winner"], "black", "{end}");
    let wishes = json!({ "instance": instance, "white": engine(2), "black": human("B"), "fen": fen });
    let game = host.sit(wishes).await;
    let offer = host.line(&game, 0).await.until("turns_offer").await;
    assert_eq!(offer["d"]["side"], "white");
}
    line.want("ready", json!({ "kind": "ready", "side": "black" })).await;
    let (status, answer) = host.want(&game, "ready", json!({ "kind": "ready", "side": "black" })).await;
    assert_eq!(status, 200, "{answer}");
