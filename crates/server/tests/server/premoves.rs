//! Premoves.

use std::time::Duration;

use serde_json::{Value, json};

use crate::host::{Host, TestSocket, TestStorage, fischer, kinds, on_both};

on_both! {
    premove_is_played_at_once_without_clock_time
    premove_survives_a_restart
    conditional_moves_answer_as_long_as_they_fit
}

fn prepare(side: &str, moves: Value) -> Value {
    json!({ "kind": "premove", "side": side, "moves": moves })
}

async fn premove_is_played_at_once_without_clock_time(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) =
        host.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 2) })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    let mut own = host.socket_as(Some(&black), &game, 3).await;
    let mut others = host.socket_as(Some(&white), &game, 3).await;
    let mut strangers = host.socket_as(None, &game, 3).await;
    let seq = host.send_accepted(&black, &game, "p", prepare("black", json!([{ "move": "d7d6" }]))).await;
    assert_eq!(seq, 3, "a premove causes no event");
    let message = own.until("premoves").await;
    assert_eq!(message["data"], json!({ "side": "black", "moves": [{ "move": "d7d6" }] }));
    // Cleared and set again; a later socket of the player receives the premoves.
    host.send_accepted(&black, &game, "q", prepare("black", json!([]))).await;
    assert_eq!(own.until("premoves").await["data"]["moves"], json!([]));
    host.send_accepted(&black, &game, "r", prepare("black", json!([{ "move": "d7d6" }]))).await;
    let mut late = host.socket_as(Some(&black), &game, 3).await;
    assert_eq!(late.until("premoves").await["data"]["moves"][0]["move"], "d7d6");

    assert_eq!(host.moves(&white, &game, "d2d3").await, 5, "move and premove are committed together");
    for socket in [&mut others, &mut strangers] {
        let mut message = socket.gather("move").await;
        message.extend(socket.gather("move").await);
        message.extend(socket.gather("view").await);
        assert!(!kinds(&message).contains(&"premoves"), "{message:?}");
        let moved: Vec<&Value> = message.iter().filter(|one| one["type"] == "move").collect();
        assert_eq!((&moved[1]["data"]["move"], &moved[0]["at"]), (&json!("d7d6"), &moved[1]["at"]));
        assert_eq!(
            moved[1]["clock"]["black"],
            json!(62_000),
            "a premove costs no time and gains the increment"
        );
        assert_eq!(message.last().unwrap()["data"]["turn"], "white");
    }
    assert_eq!(own.until("premoves").await["data"]["moves"][0]["move"], "d7d6");
    assert_eq!(own.until("premoves").await["data"]["moves"], json!([]), "the premove is used");
}

async fn premove_survives_a_restart(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    // The premove is made within milliseconds of the move.
    tokio::time::sleep(Duration::from_millis(5)).await;
    host.send_accepted(&black, &game, "p", prepare("black", json!([{ "move": "d7d6" }]))).await;
    host.stop().await;
    let host = Host::start(&storage).await;
    let mut socket = host.socket_as(Some(&black), &game, 3).await;
    assert_eq!(socket.until("premoves").await["data"]["moves"][0]["move"], "d7d6");
    assert_eq!(host.moves(&white, &game, "d2d3").await, 5);
    // A used premove does not reappear after a restart.
    host.stop().await;
    let host = Host::start(&storage).await;
    assert_eq!(host.moves(&white, &game, "c2c3").await, 6);
}

/// "If c2c3, then f7f6; and if then d2d3 or a2a3, an answer to each."
async fn conditional_moves_answer_as_long_as_they_fit(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let then = json!([
        { "after": "d2d3", "move": "a7a6" },
        { "after": "a2a3", "move": "d7d6", "then": [{ "after": "b2b3", "move": "b7b6" }] },
    ]);
    let lines = json!([{ "after": "c2c3", "move": "f7f6", "then": then }]);
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.send_accepted(&black, &game, "p", prepare("black", lines.clone())).await;
    assert_eq!(host.moves(&white, &game, "c2c3").await, 3, "move and answer");
    let mut own = host.socket_as(Some(&black), &game, 3).await;
    assert_eq!(own.until("premoves").await["data"]["moves"], lines[0]["then"]);
    // What stands after an answer is kept with it.
    host.stop().await;
    let host = Host::start(&storage).await;
    assert_eq!(host.moves(&white, &game, "a2a3").await, 5);
    let mut own = host.socket_as(Some(&black), &game, 3).await;
    assert_eq!(own.until("premoves").await["data"]["moves"][0]["after"], "b2b3");
    assert_eq!(host.moves(&white, &game, "h2h3").await, 6, "no answer to another move");
    assert_eq!(own.until("premoves").await["data"]["moves"], json!([]));
    host.moves(&black, &game, "b7b6").await;
    assert_eq!(host.moves(&white, &game, "b2b3").await, 8, "the rest is forgotten");
}

#[tokio::test(flavor = "multi_thread")]
async fn conditional_move_impossible_is_rejected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    let answer = |after: &str, answer: &str| json!({ "after": after, "move": answer });
    let nested = |inner: Value| json!([{ "after": "e2e3", "move": "e7e6", "then": [inner] }]);
    let illegal = [
        json!([answer("e2e5", "e7e6")]),
        json!([answer("e7e6", "e2e3")]),
        json!([answer("e2e3", "e7e5")]),
        json!([answer("x", "e7e6")]),
        json!([answer("e2e3", "--")]),
        json!([answer("e2e3", "e7e6"), { "move": "d7d6" }]),
        json!([{ "move": "d7d6", "then": [answer("e2e3", "e7e6")] }]),
        nested(answer("e2e3", "d7d6")),
        nested(json!({ "move": "d7d6" })),
        json!([{ "after": "e2e3", "move": "e7e6", "face": 3 }]),
    ];
    for (number, moves) in illegal.into_iter().enumerate() {
        let id = number.to_string();
        let code = host.send_rejected(&black, &game, &id, prepare("black", moves.clone())).await;
        assert_eq!(code, "illegal", "{moves}");
    }
    let twice = json!([answer("e2e3", "e7e6"), answer("e2e3", "d7d6")]);
    assert_eq!(host.send_rejected(&black, &game, "twice", prepare("black", twice)).await, "bad_intent");
    // Written before a move, they came after it.
    let late = json!([answer("d2d3", "e7e6")]);
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "a7a6").await;
    let from = ("late", 1);
    let (_, answered) = host.send_intent_from(&black, &game, from, prepare("black", late.clone())).await;
    assert_eq!(answered["code"], "stale", "{answered}");
    host.send_accepted(&black, &game, "in time", prepare("black", late)).await;
    // A draw that is offered with the move is not passed over.
    host.send_accepted(&white, &game, "draw", json!({ "kind": "draw", "side": "white" })).await;
    assert_eq!(host.moves(&white, &game, "d2d3").await, 5, "no answer but that of a person");
    let deep = (0..61).fold(json!([]), |then, _| json!([{ "after": "e2e3", "move": "e7e6", "then": then }]));
    assert_eq!(host.send_rejected(&black, &game, "deep", prepare("black", deep)).await, "bad_intent");

    let (white, black, game) = host.pair(json!({ "instance": "oblong-dice-cazaux" })).await;
    let waits = match host.view(&game).await["turn"] == "white" {
        true => ("black", &black),
        false => ("white", &white),
    };
    let lines = json!([answer("a2a3", "a15a14")]);
    assert_eq!(host.send_rejected(waits.1, &game, "die", prepare(waits.0, lines)).await, "bad_intent");
}

#[tokio::test(flavor = "multi_thread")]
async fn premove_impossible_is_rejected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    let one = |text: &str| json!([{ "move": text }]);
    assert_eq!(
        host.send_rejected(&white, &game, "turn", prepare("white", one("e2e3"))).await,
        "not_your_turn"
    );
    for (number, moves) in
        [one("a7a2"), one("e2e3"), one("x"), json!([{ "move": "e7e6", "face": 3 }])].into_iter().enumerate()
    {
        let code =
            host.send_rejected(&black, &game, &number.to_string(), prepare("black", moves.clone())).await;
        assert_eq!(code, "illegal", "{moves}");
    }
    let many = Value::Array(vec![json!({ "move": "e7e6" }); 61]);
    assert_eq!(host.send_rejected(&black, &game, "many", prepare("black", many)).await, "bad_intent");
    let possible = host.get(&format!("/api/v1/games/{game}/premoves/black")).await.json();
    assert_eq!(possible["seq"], 1);
    let pawn = &possible["moves"]["e7"];
    assert_eq!(pawn, &json!([{ "to": "e6", "move": "e7e6", "promotion": null, "faces": null }]));
    let none = host.get(&format!("/api/v1/games/{game}/premoves/white")).await.json();
    assert_eq!(none["moves"], json!({}), "it is White's turn");
    assert_eq!(host.get(&format!("/api/v1/games/{game}/premoves/red")).await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn premove_no_longer_legal_is_dropped() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let fen = "k7/8/8/8/r7/8/8/3R3K w - - 0 1";
    let (white, black, game) = host.pair(json!({ "instance": "shatranj", "fen": fen })).await;
    host.send_accepted(&black, &game, "p", prepare("black", json!([{ "move": "a4e4" }]))).await;
    let mut socket = host.socket_as(Some(&black), &game, 1).await;
    socket.until("premoves").await;
    // White's rook gives no check, but blocks the premove now.
    assert_eq!(host.moves(&white, &game, "d1d4").await, 2);
    assert_eq!(socket.until("premoves").await["data"]["moves"], json!([]));
    assert_eq!(host.view(&game).await["turn"], "black");
}

async fn thrown(socket: &mut TestSocket) -> (u64, String) {
    let event = socket.until("throw").await;
    (event["data"]["face"].as_u64().unwrap(), event["data"]["side"].as_str().unwrap().to_owned())
}

/// With a premove for each throw, the matching one is made in the commit of the throw.
#[tokio::test(flavor = "multi_thread")]
async fn premove_with_dice_is_chosen_by_the_throw() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "oblong-dice" })).await;
    for (person, side) in [(&white, "white"), (&black, "black")] {
        host.send_accepted(person, &game, side, json!({ "kind": "seed", "side": side, "seed": side })).await;
    }
    let mut socket = host.socket_as(Some(&white), &game, 2).await;
    let (mut made, mut left) = (0, 0);
    for round in 0..12 {
        let possible = host.get(&format!("/api/v1/games/{game}/premoves/black")).await.json();
        let all = possible["moves"].as_object().unwrap().values();
        let all: Vec<Value> = all.flat_map(|moves| moves.as_array().unwrap().clone()).collect();
        // Premoves for odd throws only.
        let under = |face: u64| {
            let fits = |one: &&Value| one["faces"].as_array().unwrap().contains(&json!(face));
            all.iter().find(fits).map(|one| json!({ "move": one["move"], "face": face }))
        };
        let request: Vec<Value> = [1, 3, 5].into_iter().filter_map(under).collect();
        host.send_accepted(&black, &game, &format!("p{round}"), prepare("black", json!(request))).await;
        let (_, side) = thrown(&mut socket).await;
        assert_eq!(side, "white");
        host.send_accepted(&white, &game, &format!("w{round}"), json!({ "kind": "move", "move": "--" }))
            .await;
        let (face, side) = thrown(&mut socket).await;
        assert_eq!(side, "black");
        let meant = request.iter().find(|one| one["face"] == face);
        let view = host.view(&game).await;
        match meant {
            Some(meant) => {
                let moved = socket.until("move").await;
                assert_eq!(moved["data"]["move"], meant["move"], "{request:?}");
                made += 1;
            }
            None => {
                assert_eq!((&view["turn"], &view["throw"]["face"]), (&json!("black"), &json!(face)));
                host.send_accepted(
                    &black,
                    &game,
                    &format!("b{round}"),
                    json!({ "kind": "move", "move": "--" }),
                )
                .await;
                left += 1;
            }
        }
        if made > 0 && left > 0 {
            return;
        }
    }
    panic!("twelve throws of one parity: {made} {left}");
}
