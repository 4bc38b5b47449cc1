//! Several nodes on one database.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::host::{Host, TestSocket, TestStorage, config, fischer, kinds};

/// Longest interruption of play when the owner of a game is gone.
const GAP: Duration = Duration::from_secs(6);

async fn two(storage: &TestStorage) -> (Host, Host) {
    (Host::start(storage).await, Host::start(storage).await)
}

/// The first message that matches.
async fn find(socket: &mut TestSocket, is_it: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = socket.next().await;
        if is_it(&message) {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_is_playable_through_every_node() {
    let storage = TestStorage::shared();
    let (owner, other) = two(&storage).await;
    let (white, black, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 1) })).await;
    let mut here = owner.socket_as(Some(&white), &game, 0).await;
    let mut there = other.socket_as(Some(&black), &game, 0).await;
    there.until("start").await;
    // By request and by socket, through the follower.
    assert_eq!(other.moves(&white, &game, "e2e3").await, 2);
    assert_eq!(there.until("move").await["data"]["move"], "e2e3");
    there.send_intent_from("b", 2, json!({ "kind": "move", "move": "e7e6" })).await;
    assert_eq!(here.gather("move").await.last().unwrap()["data"]["move"], "e2e3");
    assert_eq!(here.until("move").await["data"]["move"], "e7e6");
    let mut messages = there.gather("move").await;
    while !messages.iter().any(|one| one["type"] == "ack") {
        messages.push(there.next().await);
    }
    assert!(messages.iter().any(|one| one["type"] == "ack" && one["seq"] == 3), "{:?}", kinds(&messages));
    // A follower also rejects an illegal move, and executes a repeated intent once.
    let (status, nack) =
        other.send_intent_as(&black, &game, "x", json!({ "kind": "move", "move": "d7d6" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("not_your_turn")));
    let (status, nack) =
        other.send_intent_as(&black, &game, "y", json!({ "kind": "resign", "side": "white" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("not_allowed")));
    let d = json!({ "kind": "move", "move": "d2d3" });
    assert_eq!(
        owner.send_intent_as(&white, &game, "z", d.clone()).await,
        other.send_intent_as(&white, &game, "z", d).await
    );
    find(&mut there, |message| message["type"] == "view" && message["seq"] == 4).await;
    let (mut one, mut two) = (owner.view(&game).await, other.view(&game).await);
    assert_eq!(one["clock"].take(), two["clock"].take());
    assert_eq!(one, two);
}

/// The owner of a seek is notified on every socket, on whichever node the game was created.
#[tokio::test(flavor = "multi_thread")]
async fn seek_accepted_on_another_node_notifies_its_owner() {
    let storage = TestStorage::shared();
    let (one, two) = two(&storage).await;
    let (owner, friend) = (one.person("Almaz").await, one.person("Bekele").await);
    for private in [false, true] {
        let request = json!({ "instance": "shatranj", "private": private });
        let seek = one.post_as(&owner, "/api/v1/seeks", &request).await.json()["id"].clone();
        // Sockets on either node, opened without the seek's id.
        let mut sockets =
            [two.open(Some(&owner), "/ws/v1/lobby").await, one.open(Some(&owner), "/ws/v1/lobby").await];
        for socket in &mut sockets {
            socket.until("lobby").await;
        }
        let path = format!("/api/v1/seeks/{}/accept", seek.as_str().unwrap());
        let game = one.post_as(&friend, &path, &json!({})).await.json()["id"].clone();
        for socket in &mut sockets {
            assert_eq!(socket.until("accepted").await["data"], json!({ "seek": seek, "game": game }));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_and_chat_cross_nodes() {
    let storage = TestStorage::shared();
    let (owner, other) = two(&storage).await;
    let (white, black, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 1) })).await;
    let bystander = other.person("Chala").await;
    let mut here = owner.socket_as(Some(&white), &game, 1).await;
    let mut there = other.socket_as(Some(&black), &game, 1).await;
    let mut looking = other.socket_as(Some(&bystander), &game, 1).await;
    let is_full = |message: &Value| {
        message["type"] == "presence"
            && message["data"]["white"]["connected"] == true
            && message["data"]["black"]["connected"] == true
            && message["data"]["spectators"]["count"] == 1
    };
    find(&mut here, is_full).await;
    find(&mut there, is_full).await;
    there.say("chat", json!({ "text": "hello from afar" })).await;
    assert_eq!(here.until("chat_entry").await["data"]["text"], "hello from afar");
    assert_eq!(there.until("chat_entry").await["data"]["text"], "hello from afar");
    let step = json!({ "steps": [{ "from": "b1", "to": "c3" }] });
    looking.say("demo", step.clone()).await;
    assert_eq!(here.until("chat_entry").await["data"]["kind"], "demo");
    there.say("demo", step).await;
    assert_eq!(there.until("refused").await["code"], "not_allowed");
    // Premoves sent through one node are known to the other.
    owner.moves(&white, &game, "e2e3").await;
    owner.moves(&black, &game, "e7e6").await;
    find(&mut there, |message| message["type"] == "view" && message["seq"] == 3).await;
    let d = json!({ "kind": "premove", "side": "black", "moves": [{ "move": "d7d6" }] });
    other.send_accepted(&black, &game, "p", d).await;
    assert_eq!(there.until("premoves").await["data"]["moves"][0]["move"], "d7d6");
    let mut back = other.socket_as(Some(&black), &game, 3).await;
    assert_eq!(back.until("premoves").await["data"]["moves"][0]["move"], "d7d6");
    other.moves(&white, &game, "d2d3").await;
    assert_eq!(there.until("premoves").await["data"]["moves"], json!([]));
    let mut again = other.socket_as(Some(&black), &game, 5).await;
    again.say("chat", json!({ "text": "done" })).await;
    let message =
        find(&mut again, |message| message["data"]["text"] == "done" || message["type"] == "premoves").await;
    assert_eq!(message["type"], "chat_entry", "no premoves are left");
}

#[tokio::test(flavor = "multi_thread")]
async fn seek_is_accepted_on_another_node() {
    let storage = TestStorage::shared();
    let (one, two) = two(&storage).await;
    let (almaz, bekele) = (one.person("Almaz").await, two.person("Bekele").await);
    let mut own = one.open(Some(&almaz), "/ws/v1/lobby").await;
    let mut lobby = two.open(Some(&bekele), "/ws/v1/lobby").await;
    lobby.until("lobby").await;
    let seek = one.post_as(&almaz, "/api/v1/seeks", &json!({ "instance": "shatranj" })).await.json();
    find(&mut lobby, |message| message["data"]["seeks"] == json!([seek])).await;
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let game = two.post_as(&bekele, &path, &json!({})).await.json();
    assert_eq!(own.until("accepted").await["data"], json!({ "seek": seek["id"], "game": game["id"] }));
    // The owner is notified on a node other than the one that received the seek.
    let seek = two.post_as(&almaz, "/api/v1/seeks", &json!({ "instance": "oblong" })).await.json();
    find(&mut own, |message| message["data"]["seeks"] == json!([seek])).await;
    let other = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let game = two.post_as(&bekele, &other, &json!({})).await.json();
    assert_eq!(own.until("accepted").await["data"]["game"], game["id"]);
    let again = one.post_as(&one.me, &path, &json!({})).await;
    assert_eq!((again.status, &again.json()["error"]["code"]), (409, &json!("seek_taken")));
}

/// Retries a move until it is accepted; returns how long that took.
async fn play_on(host: &Host, person: &crate::host::Person, game: &str, text: &str) -> Duration {
    let began = Instant::now();
    let path = format!("/api/v1/games/{game}/intents");
    let message = json!({ "id": text, "base": 0, "data": { "kind": "move", "move": text } });
    let deeds = async {
        loop {
            let reply = host.post_as(person, &path, &message).await;
            if reply.status == 200 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    // Meanwhile unreadable intents keep arriving.
    let impatience = async {
        for number in 0.. {
            tokio::time::sleep(Duration::from_millis(250)).await;
            let id = format!("{text} {number}");
            let d = json!({ "kind": "dance" });
            let _ =
                tokio::time::timeout(Duration::from_millis(50), host.send_intent_as(person, game, &id, d))
                    .await;
        }
    };
    tokio::select! {
        () = deeds => {}
        () = impatience => {}
    }
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn owner_crash_is_followed_by_takeover() {
    let storage = TestStorage::shared();
    let world = std::mem::ManuallyDrop::new(tokio::runtime::Runtime::new().unwrap());
    let settings = config(&storage);
    let owner = world.spawn(Host::start_with(settings)).await.unwrap();
    let other = Host::start(&storage).await;
    let (white, black, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(300, 0) })).await;
    let mut socket = other.socket_as(Some(&black), &game, 1).await;
    socket.until("hello").await;
    other.moves(&white, &game, "e2e3").await;
    other.moves(&black, &game, "e7e6").await;
    let before = other.view(&game).await["clock"].clone();
    std::mem::ManuallyDrop::into_inner(world).shutdown_background();
    let took = play_on(&other, &white, &game, "d2d3").await;
    assert!(took < GAP, "{took:?}");
    // The socket to the surviving node stays open, and the outage costs no clock time.
    let outage = socket.until("outage").await;
    let moved = socket.until("move").await;
    assert_eq!(moved["data"]["move"], "d2d3");
    let (from, to) = (outage["data"]["from"].as_u64().unwrap(), outage["data"]["to"].as_u64().unwrap());
    assert!(from < to && to <= moved["at"].as_u64().unwrap(), "{outage}");
    let used = (from - before["at"].as_u64().unwrap()) + (moved["at"].as_u64().unwrap() - to);
    let left = before["white"].as_u64().unwrap() - used;
    assert!(moved["clock"]["white"].as_u64().unwrap() >= left, "{moved} {outage}");
    assert!(moved["clock"]["white"].as_u64().unwrap() <= left + 500, "{moved} {outage}");
    other.moves(&black, &game, "d7d6").await;
    drop(owner);
}

#[tokio::test(flavor = "multi_thread")]
async fn owner_shutdown_is_followed_by_takeover() {
    let storage = TestStorage::shared();
    let (owner, other) = two(&storage).await;
    let (white, _, game) = owner.pair(json!({ "instance": "shatranj" })).await;
    let mut socket = other.socket_as(Some(&white), &game, 1).await;
    owner.moves(&white, &game, "e2e3").await;
    socket.until("move").await;
    owner.stop().await;
    let black = other.hello(&game).await["game"]["black"]["player"]["id"].clone();
    let (status, nack) =
        other.send_intent_as(&white, &game, "x", json!({ "kind": "move", "move": "d2d3" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("not_your_turn")), "{black}");
    let d = json!({ "kind": "draw", "side": "white" });
    assert_eq!(other.send_accepted(&white, &game, "on", d).await, 3);
    assert_eq!(socket.until("draw_offer").await["seq"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn peer_request_unreadable_does_not_block() {
    let storage = TestStorage::shared();
    let (owner, other) = two(&storage).await;
    let (white, _, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 1) })).await;
    let mut deep = json!([]);
    for _ in 0..125 {
        deep = json!([deep]);
    }
    for (id, d) in [("long", json!({ "kind": "x".repeat(16_280) })), ("deep", deep)] {
        let (status, nack) = other.send_intent_as(&other.me, &game, id, d).await;
        assert_eq!((status, &nack["code"]), (409, &json!("bad_intent")), "{id}");
    }
    assert_eq!(other.moves(&white, &game, "e2e3").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn flag_falls_on_a_follower_with_requests_only() {
    let storage = TestStorage::shared();
    let world = std::mem::ManuallyDrop::new(tokio::runtime::Runtime::new().unwrap());
    let settings = config(&storage);
    let owner = world.spawn(Host::start_with(settings)).await.unwrap();
    let other = Host::start(&storage).await;
    let (white, black, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(2, 0) })).await;
    assert_eq!(other.hello(&game).await["seq"], 1);
    owner.moves(&white, &game, "e2e3").await;
    owner.moves(&black, &game, "e7e6").await;
    std::mem::ManuallyDrop::into_inner(world).shutdown_background();
    let began = Instant::now();
    while other.view(&game).await["result"]["reason"] != "time" {
        assert!(began.elapsed() < Duration::from_secs(90), "no node watches the clock");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    drop(owner);
}
