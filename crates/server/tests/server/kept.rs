//! What is kept: laws, finished games, seeds and premoves.

use std::path::PathBuf;

use rukh_server::Config;
use serde_json::{Value, json};

use crate::host::{Host, TestStorage, config, human, on_both};

on_both! {
    finished_game_is_read_without_being_loaded
    game_goes_on_under_the_laws_it_began_with
    seed_given_before_a_restart_is_used
    premoves_given_before_a_restart_are_made
}

/// The metric of games in memory.
async fn in_memory(host: &Host) -> String {
    let metrics = host.get("/metrics").await.body;
    let line = metrics.lines().find(|line| line.starts_with("rukh_games_in_memory "));
    line.unwrap().split(' ').nth(1).unwrap().to_owned()
}

async fn finished_game_is_read_without_being_loaded(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let game = host.game("oblong-dice").await;
    host.send_intent(&game, "bye", json!({ "kind": "resign", "side": "white" })).await;
    let (hello, replay) =
        (host.hello(&game).await, host.get(&format!("/api/v1/games/{game}/replay")).await.json());
    host.stop().await;

    let host = Host::start(&storage).await;
    let again = host.hello(&game).await;
    assert_eq!((&again["view"], &again["game"]), (&hello["view"], &hello["game"]));
    assert_eq!(host.get(&format!("/api/v1/games/{game}/replay")).await.json(), replay);
    for part in ["replay", "throws", "pgn", "jsonl"] {
        let path = format!("/api/v1/games/{game}/{part}");
        let first = host.ask("GET", &path, "", "").await;
        let tag = first.header("etag").expect(part);
        assert!(first.head.contains("cache-control: private, no-cache"), "{}", first.head);
        let kept = host.ask("GET", &path, &format!("if-none-match: {tag}\r\n"), "").await;
        assert_eq!((kept.status, kept.body.as_str()), (304, ""), "{part}");
    }
    let why = host.get(&format!("/api/v1/games/{game}/why/white?from=a1")).await;
    assert_eq!(why.status, 200, "{}", why.body);
    assert_eq!(in_memory(&host).await, "0");
    // Who opens its page can still talk and ask for a rematch.
    let mut socket = host.socket_as(Some(&host.me), &game, 0).await;
    socket.until("hello").await;
    assert_eq!(in_memory(&host).await, "1");
    socket.say("chat", json!({ "text": "again?" })).await;
    assert_eq!(socket.until("chat_entry").await["data"]["text"], "again?");
    let offer = json!({ "kind": "rematch", "side": "white" });
    assert_eq!(host.send_intent(&game, "more", offer).await.0, 200);
    let tagged = host.ask("GET", &format!("/api/v1/games/{game}/pgn"), "", "").await;
    assert_eq!(tagged.status, 200);
}

const OWN: &str = "id = \"own\"\nrevision = 1\nstatus = \"conjectural\"\nextends = \"shatranj\"\n\
    [about]\nname = \"Own\"\nsummary = \"A test.\"\n";

fn with_own(storage: &TestStorage, more: &str) -> (Config, PathBuf) {
    std::fs::create_dir_all(&storage.directory).unwrap();
    let path = storage.directory.join("own.toml");
    std::fs::write(&path, format!("{OWN}{more}")).unwrap();
    (Config { ruleset_files: vec![path.clone()], ..config(storage) }, path)
}

async fn game_goes_on_under_the_laws_it_began_with(storage: TestStorage) {
    let (settings, _) = with_own(&storage, "");
    let host = Host::start_with(settings).await;
    let seats = json!({ "instance": "own", "white": human(), "black": human() });
    let (live, over) = (host.create_game(seats.clone()).await, host.create_game(seats.clone()).await);
    for game in [&live, &over] {
        host.moves(&host.me, game, "e2e3").await;
    }
    host.send_intent(&over, "bye", json!({ "kind": "resign", "side": "white" })).await;
    let pgn = |host: Host, game: String| async move {
        let body = host.get(&format!("/api/v1/games/{game}/pgn")).await.body;
        (host, body)
    };
    let (host, before) = pgn(host, over.clone()).await;
    host.stop().await;

    // Without a limit of moves: other laws under the same id.
    let (settings, _) = with_own(&storage, "[move-limit]\nlaw = \"none\"\nconjecture = \"a test\"\n");
    let host = Host::start_with(settings).await;
    let (host, after) = pgn(host, over).await;
    assert_eq!(after, before);
    assert_eq!(host.moves(&host.me, &live, "e7e6").await, 3);
    let hash = |events: Vec<Value>| events[0]["data"]["hash"].clone();
    let kept = hash(host.events(&live).await);
    let new = host.create_game(seats).await;
    assert_ne!(hash(host.events(&new).await), kept, "a new game has the present laws");
    host.moves(&host.me, &new, "e2e3").await;
    host.moves(&host.me, &live, "d2d3").await;
    // A rematch is played under the laws of its game.
    for kind in ["resign", "rematch"] {
        host.send_accepted(&host.me, &live, kind, json!({ "kind": kind, "side": "white" })).await;
    }
    let events = host.events(&live).await;
    let rematch = events.iter().find(|event| event["type"] == "rematched").unwrap();
    let rematch = rematch["data"]["game"].as_str().unwrap();
    assert_eq!(hash(host.events(rematch).await), kept);
}

async fn seed_given_before_a_restart_is_used(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "oblong-dice" })).await;
    let seed = |side: &str, seed: &str| json!({ "kind": "seed", "side": side, "seed": seed });
    host.send_accepted(&white, &game, "w", seed("white", "almaz")).await;
    host.stop().await;
    let host = Host::start(&storage).await;
    host.send_intent_as(&black, &game, "b", seed("black", "bekele")).await;
    let began = std::time::Instant::now();
    let seeds = loop {
        let events = host.events(&game).await;
        if let Some(event) = events.iter().find(|event| event["type"] == "seeds") {
            break event["data"].clone();
        }
        assert!(began.elapsed() < std::time::Duration::from_secs(90), "no seeds");
    };
    assert_eq!(seeds["white"], "almaz");
}

async fn premoves_given_before_a_restart_are_made(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    for moves in [json!([{ "move": "a2a3" }]), json!([{ "move": "d2d3" }])] {
        let premove = json!({ "kind": "premove", "side": "white", "moves": moves });
        host.send_accepted(&white, &game, &moves.to_string(), premove).await;
    }
    host.stop().await;
    let host = Host::start(&storage).await;
    host.moves(&black, &game, "e7e6").await;
    let events = host.events(&game).await;
    assert_eq!(events.last().unwrap()["data"]["move"], "d2d3", "{events:?}");
}
