//! Throws that anyone can check.

use rukh_rules::law::dice::commit::ServerSeed;
use serde_json::{Value, json};

use crate::host::{Host, Place, human, moves, on_both};

/// Both sides give their share, and the first throw falls.
async fn give_seeds(host: &Host, game: &str) {
    assert_eq!(host.hello(game).await["view"]["seeds"], json!({ "white": true, "black": true }));
    for (side, seed) in [("white", "salt"), ("black", "pepper")] {
        let (status, answer) =
            host.want(game, side, json!({ "kind": "seed", "side": side, "seed": seed })).await;
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
            host.want(game, &format!("turn {turn}"), json!({ "kind": "move", "move": chosen })).await;
        assert_eq!(status, 200, "{answer}");
    }
}

fn check_throws(events: &[Value], faces: u8) {
    let start = &events[0]["d"];
    let end = events.last().unwrap();
    assert_eq!(end["t"], "end");
    let seed = ServerSeed::parse(end["d"]["server_seed"].as_str().unwrap()).unwrap();
    assert_eq!(start["commitment"], json!(seed.commitment()));
    let client = events[1]["d"]["client_seed"].as_str().unwrap();
    assert_eq!((events[1]["t"].as_str(), client), (Some("seeds"), "salt\npepper"));
    let throws: Vec<&Value> = events.iter().filter(|event| event["t"] == "throw").collect();
    assert!(throws.len() > 3, "{events:?}");
    for (index, throw) in throws.into_iter().enumerate() {
        let number = index as u64 + 1;
        assert_eq!(throw["d"]["n"], json!(number));
        assert_eq!(throw["d"]["face"], json!(seed.throw(client, number, faces)));
    }
}

on_both! {
    every_throw_agrees_with_the_revealed_seed
    forced_passes_are_played_by_the_server
}

async fn every_throw_agrees_with_the_revealed_seed(place: Place) {
    let host = Host::start(&place).await;
    let game = host
        .sit(json!({
            "instance": "oblong-dice", "white": human("A"), "black": human("B"),
        }))
        .await;
    give_seeds(&host, &game).await;
    let view = host.hello(&game).await["view"].clone();
    let men = ["p", "r", "n", "e", "f", "k"];
    let face = view["throw"]["face"].as_u64().unwrap() as usize;
    assert_eq!(view["throw"]["mans"], json!([men[face - 1]]));
    assert!(view["pass"].is_object(), "moving is not obligatory there");
    play_some(&host, &game, 12).await;
    host.want(&game, "up", json!({ "kind": "resign", "side": "black" })).await;
    check_throws(&host.events(&game).await, 6);
}

async fn forced_passes_are_played_by_the_server(place: Place) {
    let host = Host::start(&place).await;
    let fen = "k3/4/4/4/4/4/p3/4/4/4/3P/4/4/4/4/3K w - - 0 1";
    let game = host
        .sit(json!({
            "instance": "oblong-dice-cazaux", "white": human("A"), "black": human("B"), "fen": fen,
        }))
        .await;
    give_seeds(&host, &game).await;
    play_some(&host, &game, 4).await;
    let events = host.events(&game).await;
    let passes = events.iter().filter(|event| event["d"]["pass"] == true).count();
    assert!(passes > 0, "four faces of six name men that are not there: {events:?}");
    for (index, event) in events.iter().enumerate() {
        assert_eq!(event["v"], json!(index + 1));
        if event["t"] == "move" {
            assert_eq!(events[index - 1]["t"], "throw", "a throw comes before every move");
            assert_eq!(event["d"]["move"] == "--", event["d"]["pass"] == true);
        }
    }
}
