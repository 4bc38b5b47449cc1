//! The werera over HTTP and WebSocket.

use serde_json::json;

use crate::host::{Host, TestStorage, on_both};

on_both! {
    senterej_game_from_first_move_to_resignation
    substitute_is_atomic
    turns_agreed_end_the_werera
    batches_alternate
}

#[expect(clippy::too_many_lines, reason = "one game from its start to its end")]
async fn senterej_game_from_first_move_to_resignation(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    let mut socket = host.socket(&game, 0).await;
    let hello = socket.next().await;
    assert_eq!((&hello["type"], &hello["protocol_version"]), (&json!("hello"), &json!(1)));
    assert_eq!(hello["view"]["phase"], "werera");
    assert_eq!(hello["view"]["turn"], json!(null));
    assert_eq!(hello["you"]["sides"], json!(["white", "black"]));
    assert_eq!(hello["board"]["pieces"].as_object().unwrap().len(), 6);
    assert_eq!(hello["board"]["pieces"]["p"]["picture"], "baidaq");
    let start = socket.next().await;
    assert_eq!((&start["type"], &start["seq"]), (&json!("start"), &json!(1)));
    assert!(start["data"]["commitment"].is_string(), "the seed has a commitment");

    // Both sides act at once, by socket and by request.
    let pawn = host.piece_id(&game, "e2").await;
    socket
        .send_intent(
            "first",
            json!({ "kind": "place", "side": "white", "piece_id": pawn, "from": "e2", "to": "e3" }),
        )
        .await;
    let event = socket.next().await;
    assert_eq!(
        (&event["type"], &event["seq"], &event["data"]["san"]),
        (&json!("place"), &json!(2), &json!("e3"))
    );
    assert_eq!(event["data"]["piece_id"], json!(pawn));
    let view = socket.next().await;
    assert_eq!((&view["type"], &view["seq"], &view["data"]["seq"]), (&json!("view"), &json!(2), &json!(2)));
    assert_eq!(socket.next().await, json!({ "type": "ack", "id": "first", "seq": 2 }));
    assert_eq!(host.place(&game, "black", "d7", "d6").await.0, 200);
    assert_eq!(host.place(&game, "black", "d6", "d5").await.0, 200);
    assert_eq!(host.place(&game, "white", "e3", "e4").await.0, 200);

    // A retraction names the event number of a retractable move.
    assert_eq!(host.place(&game, "white", "b1", "c3").await.0, 200);
    let (status, nack) =
        host.send_intent(&game, "wrong", json!({ "kind": "retract", "side": "black", "seq": 6 })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("bad_intent")));
    let view = host.hello(&game).await["view"].clone();
    let last =
        view["retractable"].as_array().unwrap().iter().find(|one| one["from"] == "b1").unwrap().clone();
    assert_eq!(last["seq"], 6);
    let (status, _) =
        host.send_intent(&game, "back", json!({ "kind": "retract", "side": "white", "seq": 6 })).await;
    assert_eq!(status, 200);
    assert_eq!(host.hello(&game).await["view"]["last_moves"]["white"]["seq"], 5);

    // The capture ends the werera; a later one is rejected.
    let late = host.piece_id(&game, "d5").await;
    let (status, ack) = host.place(&game, "white", "e4", "d5").await;
    assert_eq!((status, &ack["seq"]), (200, &json!(9)));
    let stale = json!({ "kind": "place", "side": "black", "piece_id": late, "from": "d5", "to": "e4" });
    let (status, nack) = host.send_intent(&game, "late", stale).await;
    assert_eq!((status, &nack["code"], &nack["seq"]), (409, &json!("phase_over"), &json!(9)));
    let ended = socket.until("werera_ended").await;
    assert_eq!(ended["data"]["captured_by"], "white");
    assert_eq!(
        (&ended["data"]["capture_seq"], &ended["data"]["first_to_move"]),
        (&json!(8), &json!("black"))
    );
    let view = socket.until("view").await["data"].clone();
    assert_eq!(
        (&view["phase"], &view["turn"], &view["node"]),
        (&json!("turns"), &json!("black"), &json!("choice"))
    );
    assert!(view["legal_moves"]["white"].as_object().unwrap().is_empty());

    // Turns, and the end of the game.
    let (status, nack) = host.send_intent(&game, "w", json!({ "kind": "move", "move": "a2a3" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("illegal")));
    assert_eq!(host.send_intent(&game, "b", json!({ "kind": "move", "move": "b8c6" })).await.0, 200);
    socket.send_intent("up", json!({ "kind": "resign", "side": "white" })).await;
    let end = socket.until("end").await;
    assert_eq!(end["data"]["result"]["winner"], "black");
    assert_eq!(end["data"]["result"]["reason"], "resignation");
    assert!(end["data"]["server_seed"].is_string(), "the seed is revealed");
    let (status, nack) = host.send_intent(&game, "after", json!({ "kind": "draw", "side": "white" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("over")));
    let games = host.get("/api/v1/games").await.json();
    assert_eq!((&games["games"][0]["phase"], &games["games"][0]["plies"]), (&json!("over"), &json!(7)));
}

async fn substitute_is_atomic(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    host.place(&game, "white", "a2", "a3").await;
    let (a, b) = (host.piece_id(&game, "a3").await, host.piece_id(&game, "b1").await);
    let impossible = json!({ "kind": "substitute", "side": "white", "retract": 2, "piece_id": b, "from": "b1", "to": "h8" });
    assert_eq!(host.send_intent(&game, "no", impossible).await.0, 409);
    assert_eq!(host.piece_id(&game, "a3").await, a);
    let other = json!({ "kind": "substitute", "side": "white", "retract": 2, "piece_id": b, "from": "b1", "to": "c3" });
    let (status, ack) = host.send_intent(&game, "yes", other).await;
    assert_eq!((status, &ack["seq"]), (200, &json!(4)));
    assert_eq!((host.piece_id(&game, "a2").await, host.piece_id(&game, "c3").await), (a, b));
    let kinds: Vec<_> = host.events(&game).await.iter().map(|event| event["type"].clone()).collect();
    assert_eq!(kinds, ["start", "place", "retract", "place"]);
}

async fn turns_agreed_end_the_werera(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    host.place(&game, "black", "h7", "h6").await;
    assert_eq!(host.send_intent(&game, "t", json!({ "kind": "turns", "side": "white" })).await.0, 200);
    let view = host.hello(&game).await["view"].clone();
    assert_eq!((&view["phase"], &view["turn"]), (&json!("turns"), &json!("white")));
    let events = host.events(&game).await;
    assert_eq!(events[2]["type"], "werera_ended");
    assert_eq!(
        (&events[2]["data"]["captured_by"], &events[2]["data"]["capture_seq"]),
        (&json!(null), &json!(null))
    );
    host.stop().await;
    let host = Host::start(&storage).await;
    assert_eq!(host.hello(&game).await["view"], view);
}

async fn batches_alternate(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let game = host.game("senterej[werera=batched]").await;
    let view = host.hello(&game).await["view"].clone();
    assert_eq!((&view["phase"], &view["turn"]), (&json!("werera"), &json!("white")));
    assert!(view["legal_moves"]["black"].as_object().unwrap().is_empty());
    let (status, nack) = host.place(&game, "black", "a7", "a6").await;
    assert_eq!((status, &nack["code"]), (409, &json!("not_your_turn")));
    for file in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        assert_eq!(host.place(&game, "white", &format!("{file}2"), &format!("{file}3")).await.0, 200);
    }
    let view = host.hello(&game).await["view"].clone();
    assert!(view["legal_moves"]["white"].as_object().unwrap().is_empty(), "the batch is full");
    assert!(view["hint"]["english"].as_str().unwrap().contains("full"));
    assert_eq!((&view["counters"][0]["value"], &view["counters"][0]["limit"]), (&json!(8), &json!(8)));
    assert_eq!(host.send_intent(&game, "end", json!({ "kind": "end_batch" })).await.0, 200);
    assert_eq!(host.hello(&game).await["view"]["turn"], "black");
    assert_eq!(host.place(&game, "black", "a7", "a6").await.0, 200);
    let before = host.hello(&game).await["view"].clone();
    host.stop().await;
    let host = Host::start(&storage).await;
    assert_eq!(host.hello(&game).await["view"], before);
}

#[tokio::test(flavor = "multi_thread")]
async fn piece_is_retracted_thirty_times_a_minute() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    let mut refused = None;
    for number in 0..40 {
        let (_, placed) = host.place(&game, "white", "b1", "c3").await;
        let retract = json!({ "kind": "retract", "side": "white", "seq": placed["seq"] });
        let (status, answer) = host.send_intent(&game, &format!("back {number}"), retract).await;
        if status != 200 {
            refused = Some((number, answer["code"].clone()));
            break;
        }
    }
    assert_eq!(refused, Some((30, json!("too_fast"))));
    // Another piece can be.
    let (_, placed) = host.place(&game, "white", "g1", "f3").await;
    let retract = json!({ "kind": "retract", "side": "white", "seq": placed["seq"] });
    assert_eq!(host.send_intent(&game, "other", retract).await.0, 200);
}
