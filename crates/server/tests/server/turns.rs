//! Games in turn.

use serde_json::json;

use crate::host::{Host, TestStorage, human};

#[tokio::test(flavor = "multi_thread")]
async fn promotion_choice_is_honoured() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let fen = "9k/P9/10/10/10/10/10/10/10/4K5 w - - 0 1";
    let game = host
        .create_game(json!({ "instance": "mideast", "white": human(), "black": human(), "fen": fen }))
        .await;
    let hello = host.hello(&game).await;
    assert_eq!(
        hello["board"]["pieces"].as_object().unwrap().len(),
        10,
        "every kind of piece, on the board or not"
    );
    let choices = hello["view"]["legal_moves"]["white"]["a9"].as_array().unwrap();
    let to_the_end: Vec<_> = choices.iter().filter(|one| one["to"] == "a10").collect();
    assert_eq!(to_the_end.len(), 8, "{choices:?}");
    let (status, nack) = host.send_intent(&game, "?", json!({ "kind": "move", "move": "a9a10" })).await;
    assert_eq!((status, &nack["code"]), (409, &json!("illegal")));
    assert_eq!(host.send_intent(&game, "!", json!({ "kind": "move", "move": "a9a10v" })).await.0, 200);
    let events = host.events(&game).await;
    let moved = &events[1]["data"];
    assert_eq!(
        (&moved["piece"], &moved["promotion"], &moved["capture"]),
        (&json!("p"), &json!("v"), &json!(false))
    );
    let view = host.hello(&game).await["view"].clone();
    let piece =
        view["pieces"].as_array().unwrap().iter().find(|piece| piece["cell"] == "a10").unwrap().clone();
    assert_eq!(piece["letter"], "v");
    assert_eq!(view["last_move"], json!({ "from": "a9", "to": "a10", "side": "white" }));
}

#[tokio::test(flavor = "multi_thread")]
async fn view_counts_captured_pieces_and_guards_of_kings() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let fen = "k7/p7/8/8/8/8/n7/K6R w - - 0 1";
    let game = host
        .create_game(json!({ "instance": "shatranj", "white": human(), "black": human(), "fen": fen }))
        .await;
    let view = host.hello(&game).await["view"].clone();
    assert_eq!(view["captured"], json!({ "white": [], "black": [] }));
    assert_eq!(view["guards"], json!({ "white": 1, "black": 2 }));
    assert_eq!(host.send_intent(&game, "!", json!({ "kind": "move", "move": "a1a2" })).await.0, 200);
    let view = host.hello(&game).await["view"].clone();
    assert_eq!(view["captured"], json!({ "white": [], "black": ["n"] }));
    assert_eq!(view["guards"], json!({ "white": 1, "black": 1 }));
    let uncounted = host.game("mideast").await;
    assert_eq!(host.hello(&uncounted).await["view"]["guards"], json!(null));
}

#[tokio::test(flavor = "multi_thread")]
async fn mate_ends_the_game_with_text() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let fen = "k7/8/1K6/8/8/8/8/n6R w - - 0 1";
    let game = host
        .create_game(json!({ "instance": "shatranj", "white": human(), "black": human(), "fen": fen }))
        .await;
    let mut socket = host.socket(&game, 1).await;
    socket.send_intent("mate", json!({ "kind": "move", "move": "h1h8" })).await;
    assert_eq!(socket.until("move").await["data"]["san"], "Rh8#");
    let end = socket.until("end").await;
    assert_eq!(
        (&end["data"]["result"]["winner"], &end["data"]["result"]["reason"]),
        (&json!("white"), &json!("checkmate"))
    );
    let view = socket.until("view").await["data"].clone();
    assert_eq!((&view["phase"], &view["check"]), (&json!("over"), &json!(["a8"])));
    assert!(view["result"]["text"]["english"].as_str().unwrap().starts_with("White wins"));
}

#[tokio::test(flavor = "multi_thread")]
async fn game_from_finished_position_ends_at_once() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let fen = "k7/8/8/8/8/8/8/K6R w - - 0 1";
    let game = host
        .create_game(json!({ "instance": "shatranj", "white": human(), "black": human(), "fen": fen }))
        .await;
    let hello = host.hello(&game).await;
    assert_eq!((&hello["view"]["phase"], &hello["seq"]), (&json!("over"), &json!(2)));
    assert_eq!(hello["view"]["result"]["reason"], "bare-king");
}
