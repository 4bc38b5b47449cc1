//! Throws of the die.

use std::time::Duration;

use rukh_fair_dice::ServerSeed;
use rukh_server::{BotDelay, Config};
use serde_json::{Value, json};

use crate::host::{Host, TestStorage, fischer, human, moves, on_both, on_crashing_runtime, passing_after};

/// Sends both seeds, which causes the first throw.
async fn give_seeds(host: &Host, game: &str) {
    assert_eq!(host.hello(game).await["view"]["missing_seeds"], json!({ "white": true, "black": true }));
    for (side, seed) in [("white", "salt"), ("black", "pepper")] {
        let (status, answer) =
            host.send_intent(game, side, json!({ "kind": "seed", "side": side, "seed": seed })).await;
        assert_eq!(status, 200, "{answer}");
    }
}

async fn play_some(host: &Host, game: &str, most: usize) {
    for turn in 0..most {
        let view = host.hello(game).await["view"].clone();
        let Some(side) = view["turn"].as_str() else { return };
        let legal = moves(&view, side);
        let quiet = legal.iter().find(|one| one["capture"] == false).or(legal.first());
        let chosen = quiet.map_or("--", |one| one["move"].as_str().unwrap());
        let (status, answer) =
            host.send_intent(game, &format!("turn {turn}"), json!({ "kind": "move", "move": chosen })).await;
        // The server may have passed in the meantime.
        assert!(status == 200 || view["pass"]["forced"] == true, "{answer}");
    }
}

fn check_throws(events: &[Value], faces: u8) {
    let start = &events[0]["data"];
    let end = events.last().unwrap();
    assert_eq!(end["type"], "end");
    let seed = ServerSeed::parse(end["data"]["server_seed"].as_str().unwrap()).unwrap();
    assert_eq!(start["commitment"], json!(seed.commitment()));
    let client = events[1]["data"]["client_seed"].as_str().unwrap();
    assert_eq!((events[1]["type"].as_str(), client), (Some("seeds"), "salt\npepper"));
    let throws: Vec<&Value> = events.iter().filter(|event| event["type"] == "throw").collect();
    assert!(throws.len() > 3, "{events:?}");
    for (index, throw) in throws.into_iter().enumerate() {
        let number = index as u64 + 1;
        assert_eq!(throw["data"]["number"], json!(number));
        assert_eq!(throw["data"]["face"], json!(seed.throw(client, number, faces)));
    }
}

on_both! {
    throws_match_the_revealed_seed
    forced_pass_is_played_by_the_server
}

async fn throws_match_the_revealed_seed(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let game = host
        .create_game(json!({
            "instance": "oblong-dice", "white": human(), "black": human(),
        }))
        .await;
    give_seeds(&host, &game).await;
    let view = host.hello(&game).await["view"].clone();
    let pieces = ["p", "r", "n", "e", "f", "k"];
    let face = view["throw"]["face"].as_u64().unwrap() as usize;
    assert_eq!(view["throw"]["pieces"], json!([pieces[face - 1]]));
    assert!(view["pass"].is_object(), "passing is allowed");
    play_some(&host, &game, 12).await;
    host.send_intent(&game, "up", json!({ "kind": "resign", "side": "black" })).await;
    check_throws(&host.events(&game).await, 6);
}

async fn forced_pass_is_played_by_the_server(storage: TestStorage) {
    let host = Host::start_with(passing_after(&storage, Duration::ZERO)).await;
    let fen = "k3/4/4/4/4/4/p3/4/4/4/3P/4/4/4/4/3K w - - 0 1";
    let game = host
        .create_game(json!({
            "instance": "oblong-dice-cazaux", "white": human(), "black": human(), "fen": fen,
        }))
        .await;
    give_seeds(&host, &game).await;
    play_some(&host, &game, 4).await;
    let events = host.events(&game).await;
    let passes = events.iter().filter(|event| event["data"]["pass"] == true).count();
    assert!(passes > 0, "four faces of six name pieces that are not there: {events:?}");
    for (index, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], json!(index + 1));
        if event["type"] == "move" {
            assert_eq!(events[index - 1]["type"], "throw", "a throw comes before every move");
            assert_eq!(event["data"]["move"] == "--", event["data"]["pass"] == true);
        }
    }
}

/// With so few pieces, most throws force a pass.
const BARE: &str = "k3/4/4/4/4/4/p3/4/4/4/3P/4/4/4/4/3K w - - 0 1";

/// A configuration with the default delay of forced passes.
fn usual(storage: &TestStorage) -> Config {
    passing_after(storage, BotDelay::default().forced_pass)
}

/// A game in which the throw allows the side on move no move.
async fn without_a_move(host: &Host, instance: &str) -> (String, Value) {
    for _ in 0..60 {
        let request = json!({ "instance": instance, "fen": BARE, "time_control": fischer(60, 5) });
        let (white, black, game) = host.pair(request).await;
        for (person, side) in [(&white, "white"), (&black, "black")] {
            host.send_accepted(person, &game, side, json!({ "kind": "seed", "side": side, "seed": side }))
                .await;
        }
        let view = host.view(&game).await;
        if view["pass"]["forced"] == true {
            return (game, view);
        }
    }
    panic!("each of sixty throws allowed a move");
}

/// A pass without alternative is made by the server, after a delay in which the throw is seen; it
/// costs no clock time.
#[tokio::test(flavor = "multi_thread")]
async fn forced_pass_is_delayed_after_the_throw() {
    let storage = TestStorage::new();
    let host = Host::start_with(usual(&storage)).await;
    for instance in ["oblong-dice-cazaux", "oblong-dice"] {
        let (game, view) = without_a_move(&host, instance).await;
        let mut socket = host.socket(&game, 0).await;
        let throw = socket.until("throw").await;
        let due = throw["at"].as_u64().unwrap() + 1_500;
        assert_eq!((&view["pass"]["at"], &view["clock"]["running"]), (&json!(due), &json!(null)), "{view}");
        let pass = socket.until("move").await;
        assert_eq!(pass["data"]["pass"], true, "{pass}");
        let at = pass["at"].as_u64().unwrap();
        assert!((due..due + 2_000).contains(&at), "{at} is not soon after {due}");
        let clock = host.view(&game).await["clock"].clone();
        assert_eq!((&clock["white"], &clock["black"]), (&json!(60_000), &json!(60_000)), "{instance}");
    }
}

/// A forced pass due while the server was down is made after the restart.
#[test]
fn forced_pass_survives_a_restart() {
    let storage = TestStorage::new();
    let game = on_crashing_runtime(async {
        let host = Host::start_with(usual(&storage)).await;
        without_a_move(&host, "oblong-dice-cazaux").await.0
    });
    std::thread::sleep(Duration::from_millis(1_600));
    on_crashing_runtime(async {
        let host = Host::start_with(usual(&storage)).await;
        let pass = host.socket(&game, 0).await.until("move").await;
        assert_eq!(pass["data"]["pass"], true, "{pass}");
    });
}
