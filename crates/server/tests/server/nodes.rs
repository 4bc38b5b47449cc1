//! Several nodes on one database.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::host::{Host, Line, Place, config, fischer, kinds};

/// Longest interruption of play when the owner of a game is gone.
const GAP: Duration = Duration::from_secs(6);

async fn two(place: &Place) -> (Host, Host) {
    (Host::start(place).await, Host::start(place).await)
}

/// The first message that is what is hoped for.
async fn find(line: &mut Line, is_it: impl Fn(&Value) -> bool) -> Value {
    loop {
        let told = line.next().await;
        if is_it(&told) {
            return told;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_is_playable_through_every_node() {
    let place = Place::shared();
    let (owner, other) = two(&place).await;
    let (white, black, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 1) })).await;
    let mut here = owner.line_as(Some(&white), &game, 0).await;
    let mut there = other.line_as(Some(&black), &game, 0).await;
    there.until("start").await;
    // By request and by socket, through the node that does not write it.
    assert_eq!(other.moves(&white, &game, "e2e3").await, 2);
    assert_eq!(there.until("move").await["data"]["move"], "e2e3");
    there.want_from("b", 2, json!({ "kind": "move", "move": "e7e6" })).await;
    assert_eq!(here.gather("move").await.last().unwrap()["data"]["move"], "e2e3");
    assert_eq!(here.until("move").await["data"]["move"], "e7e6");
    let mut told = there.gather("move").await;
    while !told.iter().any(|one| one["type"] == "ack") {
        told.push(there.next().await);
    }
    assert!(told.iter().any(|one| one["type"] == "ack" && one["seq"] == 3), "{:?}", kinds(&told));
    // What is refused is refused there too, and what was done is done once.
    let (status, nack) = other.want_as(&black, &game, "x", json!({ "kind": "move", "move": "d7d6" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("not_your_turn")));
    let (status, nack) =
        other.want_as(&black, &game, "y", json!({ "kind": "resign", "side": "white" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("not_allowed")));
    let d = json!({ "kind": "move", "move": "d2d3" });
    assert_eq!(
        owner.want_as(&white, &game, "z", d.clone()).await,
        other.want_as(&white, &game, "z", d).await
    );
    find(&mut there, |told| told["type"] == "view" && told["seq"] == 4).await;
    let (mut one, mut two) = (owner.view(&game).await, other.view(&game).await);
    assert_eq!(one["clock"].take(), two["clock"].take());
    assert_eq!(one, two);
}

/// Whoever looks for somebody is called on every line they have, wherever the game began.
#[tokio::test(flavor = "multi_thread")]
async fn seek_accepted_on_another_node_notifies_its_owner() {
    let place = Place::shared();
    let (one, two) = two(&place).await;
    let (owner, friend) = (one.person("Almaz").await, one.person("Bekele").await);
    for private in [false, true] {
        let wish = json!({ "instance": "shatranj", "private": private });
        let seek = one.post_as(&owner, "/api/v1/seeks", &wish).await.json()["id"].clone();
        // Pages that know nothing of the seek, on either node.
        let mut lines =
            [two.open(Some(&owner), "/ws/v1/lobby").await, one.open(Some(&owner), "/ws/v1/lobby").await];
        for line in &mut lines {
            line.until("lobby").await;
        }
        let path = format!("/api/v1/seeks/{}/accept", seek.as_str().unwrap());
        let game = one.post_as(&friend, &path, &json!({})).await.json()["id"].clone();
        for line in &mut lines {
            assert_eq!(line.until("accepted").await["data"], json!({ "seek": seek, "game": game }));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_and_chat_cross_nodes() {
    let place = Place::shared();
    let (owner, other) = two(&place).await;
    let (white, black, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 1) })).await;
    let bystander = other.person("Chala").await;
    let mut here = owner.line_as(Some(&white), &game, 1).await;
    let mut there = other.line_as(Some(&black), &game, 1).await;
    let mut looking = other.line_as(Some(&bystander), &game, 1).await;
    let is_full = |told: &Value| {
        told["type"] == "presence"
            && told["data"]["white"]["connected"] == true
            && told["data"]["black"]["connected"] == true
            && told["data"]["spectators"]["count"] == 1
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
    // What Black prepares on the other node is known wherever Black comes back.
    owner.moves(&white, &game, "e2e3").await;
    owner.moves(&black, &game, "e7e6").await;
    find(&mut there, |told| told["type"] == "view" && told["seq"] == 3).await;
    let d = json!({ "kind": "premove", "side": "black", "moves": [{ "move": "d7d6" }] });
    other.does(&black, &game, "p", d).await;
    assert_eq!(there.until("premoves").await["data"]["moves"][0]["move"], "d7d6");
    let mut back = other.line_as(Some(&black), &game, 3).await;
    let waited = tokio::time::timeout(Duration::from_secs(3), back.until("premoves")).await;
    assert_eq!(waited.expect("what was prepared")["data"]["moves"][0]["move"], "d7d6");
    other.moves(&white, &game, "d2d3").await;
    assert_eq!(there.until("premoves").await["data"]["moves"], json!([]));
    let mut again = other.line_as(Some(&black), &game, 5).await;
    again.say("chat", json!({ "text": "done" })).await;
    let told = find(&mut again, |told| told["data"]["text"] == "done" || told["type"] == "premoves").await;
    assert_eq!(told["type"], "chat_entry", "nothing is prepared any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn seek_is_accepted_on_another_node() {
    let place = Place::shared();
    let (one, two) = two(&place).await;
    let (almaz, bekele) = (one.person("Almaz").await, two.person("Bekele").await);
    let mut own = one.open(Some(&almaz), "/ws/v1/lobby").await;
    let mut lobby = two.open(Some(&bekele), "/ws/v1/lobby").await;
    lobby.until("lobby").await;
    let seek = one.post_as(&almaz, "/api/v1/seeks", &json!({ "instance": "shatranj" })).await.json();
    find(&mut lobby, |told| told["data"]["seeks"] == json!([seek])).await;
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let game = two.post_as(&bekele, &path, &json!({})).await.json();
    assert_eq!(own.until("accepted").await["data"], json!({ "seek": seek["id"], "game": game["id"] }));
    // Whose line is on another node than where they ask hears of it too.
    let seek = two.post_as(&almaz, "/api/v1/seeks", &json!({ "instance": "oblong" })).await.json();
    find(&mut own, |told| told["data"]["seeks"] == json!([seek])).await;
    let other = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let game = two.post_as(&bekele, &other, &json!({})).await.json();
    let heard = tokio::time::timeout(Duration::from_secs(5), own.until("accepted")).await;
    assert_eq!(heard.expect("word of the game")["data"]["game"], game["id"]);
    let again = one.post_as(&one.me, &path, &json!({})).await;
    assert_eq!((again.status, &again.json()["error"]["code"]), (409, &json!("seek_taken")));
}

/// Who plays goes on trying all the time.
async fn play_on(host: &Host, who: &crate::host::Person, game: &str, text: &str) -> Duration {
    let begun = Instant::now();
    let path = format!("/api/v1/games/{game}/intents");
    let message = json!({ "id": text, "base": 0, "data": { "kind": "move", "move": text } });
    let deeds = async {
        loop {
            let reply = host.post_as(who, &path, &message).await;
            if reply.status == 200 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    // Meanwhile somebody else cannot leave it alone.
    let impatience = async {
        for number in 0.. {
            tokio::time::sleep(Duration::from_millis(250)).await;
            let id = format!("{text} {number}");
            let d = json!({ "kind": "dance" });
            let _ = tokio::time::timeout(Duration::from_millis(50), host.want_as(who, game, &id, d)).await;
        }
    };
    tokio::select! {
        () = deeds => {}
        () = impatience => {}
    }
    begun.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn owner_crash_is_followed_by_takeover() {
    let place = Place::shared();
    let world = std::mem::ManuallyDrop::new(tokio::runtime::Runtime::new().unwrap());
    let settings = config(&place);
    let owner = world.spawn(Host::start_with(settings)).await.unwrap();
    let other = Host::start(&place).await;
    let (white, black, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(300, 0) })).await;
    let mut line = other.line_as(Some(&black), &game, 1).await;
    line.until("hello").await;
    other.moves(&white, &game, "e2e3").await;
    other.moves(&black, &game, "e7e6").await;
    let before = other.view(&game).await["clock"].clone();
    std::mem::ManuallyDrop::into_inner(world).shutdown_background();
    let took = play_on(&other, &white, &game, "d2d3").await;
    assert!(took < GAP, "{took:?}");
    // The line to the other node has stayed, and nobody pays for the gap.
    let outage = line.until("outage").await;
    let moved = line.until("move").await;
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
    let place = Place::shared();
    let (owner, other) = two(&place).await;
    let (white, _, game) = owner.pair(json!({ "instance": "shatranj" })).await;
    let mut line = other.line_as(Some(&white), &game, 1).await;
    owner.moves(&white, &game, "e2e3").await;
    line.until("move").await;
    owner.stop().await;
    let black = other.hello(&game).await["game"]["black"]["player"].clone();
    let (status, nack) = other.want_as(&white, &game, "x", json!({ "kind": "move", "move": "d2d3" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("not_your_turn")), "{black}");
    let d = json!({ "kind": "draw", "side": "white" });
    assert_eq!(other.does(&white, &game, "on", d).await, 3);
    assert_eq!(line.until("draw_offer").await["seq"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn peer_request_unsigned_is_rejected() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, _, game) = host.pair(json!({ "instance": "shatranj" })).await;
    let errand = json!({
        "kind": "intent", "who": { "id": white.id, "name": "Almaz" }, "age": 0, "lag": null,
        "message": { "id": "1", "base": 0, "data": { "kind": "resign", "side": "white" } },
    });
    let path = format!("/node/v1/games/{game}");
    for signature in ["", "x-rukh-node: 00\r\n", &format!("x-rukh-node: {}\r\n", "ab".repeat(32))] {
        let reply = host.ask("POST", &path, signature, &errand.to_string()).await;
        assert_eq!(
            (reply.status, &reply.json()["error"]["code"]),
            (403, &json!("not_allowed")),
            "{signature}"
        );
    }
    assert_eq!(host.hello(&game).await["seq"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn peer_request_unreadable_does_not_block() {
    let place = Place::shared();
    let (owner, other) = two(&place).await;
    let (white, _, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 1) })).await;
    let mut deep = json!([]);
    for _ in 0..125 {
        deep = json!([deep]);
    }
    for (id, d) in [("long", json!({ "kind": "x".repeat(16_280) })), ("deep", deep)] {
        let asked = tokio::time::timeout(Duration::from_secs(5), other.want_as(&other.me, &game, id, d));
        let (status, nack) = asked.await.expect("an answer");
        assert_eq!((status, &nack["code"]), (409, &json!("bad_intent")), "{id}");
    }
    assert_eq!(other.moves(&white, &game, "e2e3").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn flag_falls_on_a_follower_with_requests_only() {
    let place = Place::shared();
    let world = std::mem::ManuallyDrop::new(tokio::runtime::Runtime::new().unwrap());
    let settings = config(&place);
    let owner = world.spawn(Host::start_with(settings)).await.unwrap();
    let other = Host::start(&place).await;
    let (white, black, game) =
        owner.pair(json!({ "instance": "shatranj", "time_control": fischer(2, 0) })).await;
    assert_eq!(other.hello(&game).await["seq"], 1);
    owner.moves(&white, &game, "e2e3").await;
    owner.moves(&black, &game, "e7e6").await;
    std::mem::ManuallyDrop::into_inner(world).shutdown_background();
    let begun = Instant::now();
    while other.view(&game).await["result"]["reason"] != "time" {
        assert!(begun.elapsed() < Duration::from_secs(20), "nobody looks after the clock");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    drop(owner);
}

#[tokio::test(flavor = "multi_thread")]
async fn peer_requests_are_not_rate_limited() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let from = "x-forwarded-for: 9.9.9.9\r\n";
    for _ in 0..600 {
        let reply = host.ask("POST", "/node/v1/games/abc", from, "{}").await;
        assert_eq!(reply.status, 403, "{}", reply.body);
    }
}
