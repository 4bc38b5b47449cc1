//! Rejections and their messages.

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::host::{Host, TestStorage, engine, human};

#[tokio::test(flavor = "multi_thread")]
async fn bad_message_closes_only_its_socket() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    let mut good = host.socket(&game, 1).await;
    good.until("hello").await;
    let long = Message::text("x".repeat(20_000));
    for bad in
        [Message::text("{\"type\":"), Message::text("{\"type\":\"intent\"}"), Message::binary(vec![1]), long]
    {
        let mut socket = host.socket(&game, 1).await;
        socket.until("hello").await;
        socket.send(bad).await;
        assert_eq!(socket.closed().await, 4000);
    }
    host.place(&game, "white", "a2", "a3").await;
    assert_eq!(good.until("place").await["data"]["to"], "a3");
    good.send_intent("still here", json!({ "kind": "place", "side": "black", "from": "a7", "to": "a6" }))
        .await;
    assert_eq!(good.until("ack").await["seq"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn flooding_client_is_disconnected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    let mut socket = host.socket(&game, 1).await;
    for number in 0..50 {
        socket.send_intent(&number.to_string(), json!({ "kind": "dance" })).await;
    }
    assert_eq!(socket.closed().await, 4008);
}

#[tokio::test(flavor = "multi_thread")]
async fn intent_repeated_is_done_once() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    let d = json!({ "kind": "place", "side": "white", "from": "a2", "to": "a3" });
    let first = host.send_intent(&game, "same", d.clone()).await;
    let second = host.send_intent(&game, "same", d).await;
    assert_eq!((first.0, &first), (200, &second));
    assert_eq!(host.hello(&game).await["seq"], 2);
    let (status, nack) = host.send_intent(&game, "odd", json!({ "kind": "dance" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("bad_intent")));
    assert!(nack["message"]["english"].as_str().unwrap().contains("dance"));
}

#[tokio::test(flavor = "multi_thread")]
async fn request_invalid_answers_the_reason() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let seats = |instance: &str| json!({ "instance": instance, "white": human(), "black": human() });
    for (request, status, code) in [
        (seats("shatrnj"), 404, "unknown_ruleset"),
        (seats("senterej[werera=off,castle=right]"), 400, "contradiction"),
        (seats("senterej[saba=X]"), 400, "unknown_option"),
        (seats("senterej[saba"), 400, "bad_instance"),
        (json!({ "instance": "shatranj", "white": human(), "black": engine(9) }), 400, "bad_seat"),
        (
            json!({ "instance": "shatranj", "white": human(), "black": human(), "fen": "8/8" }),
            400,
            "bad_position",
        ),
        (json!({ "instance": "shatranj" }), 400, "bad_request"),
    ] {
        let reply = host.post("/api/v1/games", &request).await;
        let error = reply.json()["error"].clone();
        assert_eq!((reply.status, &error["code"]), (status, &json!(code)), "{request} {error}");
        assert!(!error["message"]["english"].as_str().unwrap().is_empty(), "{error}");
        // Only a ruleset's own reason has its languages beside it.
        assert_ne!(error["message"]["key"].is_string(), error["localized_messages"].is_array(), "{error}");
    }
    let reply = host.get("/api/v1/rulesets/shatrnj").await;
    assert_eq!(
        (reply.status, &reply.json()["error"]["hint"]),
        (
            404,
            &json!({ "english": "Did you mean `shatranj`?", "key": "hint-nearest", "args": { "id": "shatranj" } })
        )
    );
    assert_eq!(host.get("/api/v1/games/nothing").await.status, 404);
    assert_eq!(host.get("/api/v1/nothing").await.status, 404);
    assert_eq!(host.ask("DELETE", "/api/v1/games", "", "").await.status, 405);
    let long = json!({ "instance": "x".repeat(20_000) });
    assert_eq!(host.post("/api/v1/games", &long).await.status, 413);
    assert_eq!(host.socket("nothing", 0).await.closed().await, 4004);
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_origin_is_rejected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let foreign = "origin: https://elsewhere.example\r\ncontent-type: application/json\r\n";
    let body = json!({ "instance": "shatranj", "white": human(), "black": human() }).to_string();
    assert_eq!(host.ask("POST", "/api/v1/games", foreign, &body).await.status, 403);
    let own =
        format!("origin: http://{}\r\ncontent-type: application/json\r\n{}", host.address, host.me.header());
    assert_eq!(host.ask("POST", "/api/v1/games", &own, &body).await.status, 201);
    assert_eq!(host.ask("GET", "/ws/v1/game/x", foreign, "").await.status, 403);
    let page = host.get("/").await;
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-security-policy"), "{}", page.head);
    assert!(page.body.contains("<html"));
    assert_eq!(host.get("/assets/nothing.js").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn intent_for_the_engine_side_is_rejected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game =
        host.create_game(json!({ "instance": "senterej", "white": human(), "black": engine(1) })).await;
    assert_eq!(host.hello(&game).await["you"]["sides"], json!(["white"]));
    let d = json!({ "kind": "resign", "side": "black" });
    let (status, nack) = host.send_intent(&game, "up", d).await;
    assert_eq!((status, &nack["code"]), (409, &json!("not_allowed")));
    assert_eq!(host.send_intent(&game, "draw", json!({ "kind": "draw", "side": "white" })).await.0, 409);
}
