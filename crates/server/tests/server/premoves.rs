//! Premoves.

use std::time::Duration;

use serde_json::{Value, json};

use crate::host::{Host, Line, Place, fischer, kinds, on_both};

on_both! {
    premove_is_played_at_once_without_clock_time
    premove_survives_a_restart
}

fn prepare(side: &str, moves: Value) -> Value {
    json!({ "kind": "premove", "side": side, "moves": moves })
}

async fn premove_is_played_at_once_without_clock_time(place: Place) {
    let host = Host::start(&place).await;
    let (white, black, game) =
        host.pair(json!({ "instance": "shatranj", "time_control": fischer(60, 2) })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    let mut own = host.line_as(Some(&black), &game, 3).await;
    let mut others = host.line_as(Some(&white), &game, 3).await;
    let mut strangers = host.line_as(None, &game, 3).await;
    let seq = host.does(&black, &game, "p", prepare("black", json!([{ "move": "d7d6" }]))).await;
    assert_eq!(seq, 3, "nothing is told by it");
    let told = own.until("premoves").await;
    assert_eq!(told["data"], json!({ "side": "black", "moves": [{ "move": "d7d6" }] }));
    // Withdrawn and prepared again; somebody who comes later hears of it.
    host.does(&black, &game, "q", prepare("black", json!([]))).await;
    assert_eq!(own.until("premoves").await["data"]["moves"], json!([]));
    host.does(&black, &game, "r", prepare("black", json!([{ "move": "d7d6" }]))).await;
    let mut late = host.line_as(Some(&black), &game, 3).await;
    assert_eq!(late.until("premoves").await["data"]["moves"][0]["move"], "d7d6");

    assert_eq!(host.moves(&white, &game, "d2d3").await, 5, "both moves in one go");
    for line in [&mut others, &mut strangers] {
        let mut told = line.gather("move").await;
        told.extend(line.gather("move").await);
        told.extend(line.gather("view").await);
        assert!(!kinds(&told).contains(&"premoves"), "{told:?}");
        let moved: Vec<&Value> = told.iter().filter(|one| one["type"] == "move").collect();
        assert_eq!((&moved[1]["data"]["move"], &moved[0]["at"]), (&json!("d7d6"), &moved[1]["at"]));
        assert_eq!(moved[1]["clock"]["black"], json!(62_000), "no time, and the increment");
        assert_eq!(told.last().unwrap()["data"]["turn"], "white");
    }
    assert_eq!(own.until("premoves").await["data"]["moves"][0]["move"], "d7d6");
    assert_eq!(own.until("premoves").await["data"]["moves"], json!([]), "it is used up");
}

async fn premove_survives_a_restart(place: Place) {
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    // A little later than the move, as clocks of milliseconds tell it.
    tokio::time::sleep(Duration::from_millis(5)).await;
    host.does(&black, &game, "p", prepare("black", json!([{ "move": "d7d6" }]))).await;
    host.stop().await;
    let host = Host::start(&place).await;
    let mut line = host.line_as(Some(&black), &game, 3).await;
    assert_eq!(line.until("premoves").await["data"]["moves"][0]["move"], "d7d6");
    assert_eq!(host.moves(&white, &game, "d2d3").await, 5);
    // What was used is not prepared any more after another.
    host.stop().await;
    let host = Host::start(&place).await;
    assert_eq!(host.moves(&white, &game, "c2c3").await, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn premove_impossible_is_rejected() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    let one = |text: &str| json!([{ "move": text }]);
    assert_eq!(host.may_not(&white, &game, "turn", prepare("white", one("e2e3"))).await, "not_your_turn");
    for (number, moves) in
        [one("a7a2"), one("e2e3"), one("x"), json!([{ "move": "e7e6", "face": 3 }])].into_iter().enumerate()
    {
        let code = host.may_not(&black, &game, &number.to_string(), prepare("black", moves.clone())).await;
        assert_eq!(code, "illegal", "{moves}");
    }
    let many = Value::Array(vec![json!({ "move": "e7e6" }); 13]);
    assert_eq!(host.may_not(&black, &game, "many", prepare("black", many)).await, "bad_intent");
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
    let place = Place::new();
    let host = Host::start(&place).await;
    let fen = "k7/8/8/8/r7/8/8/3R3K w - - 0 1";
    let (white, black, game) = host.pair(json!({ "instance": "shatranj", "fen": fen })).await;
    host.does(&black, &game, "p", prepare("black", json!([{ "move": "a4e4" }]))).await;
    let mut line = host.line_as(Some(&black), &game, 1).await;
    line.until("premoves").await;
    // White's rook checks nothing but stands in the way now.
    assert_eq!(host.moves(&white, &game, "d1d4").await, 2);
    assert_eq!(line.until("premoves").await["data"]["moves"], json!([]));
    assert_eq!(host.view(&game).await["turn"], "black");
}

async fn thrown(line: &mut Line) -> (u64, String) {
    let event = line.until("throw").await;
    (event["data"]["face"].as_u64().unwrap(), event["data"]["side"].as_str().unwrap().to_owned())
}

/// Under each throw another move; the one that fits is made in the commit of the throw.
#[tokio::test(flavor = "multi_thread")]
async fn premove_with_dice_is_chosen_by_the_throw() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "oblong-dice" })).await;
    for (who, side) in [(&white, "white"), (&black, "black")] {
        host.does(who, &game, side, json!({ "kind": "seed", "side": side, "seed": side })).await;
    }
    let mut line = host.line_as(Some(&white), &game, 2).await;
    let (mut made, mut left) = (0, 0);
    for round in 0..12 {
        let possible = host.get(&format!("/api/v1/games/{game}/premoves/black")).await.json();
        let all = possible["moves"].as_object().unwrap().values();
        let all: Vec<Value> = all.flat_map(|moves| moves.as_array().unwrap().clone()).collect();
        // For the odd throws only.
        let under = |face: u64| {
            let fits = |one: &&Value| one["faces"].as_array().unwrap().contains(&json!(face));
            all.iter().find(fits).map(|one| json!({ "move": one["move"], "face": face }))
        };
        let wish: Vec<Value> = [1, 3, 5].into_iter().filter_map(under).collect();
        host.does(&black, &game, &format!("p{round}"), prepare("black", json!(wish))).await;
        let (_, side) = thrown(&mut line).await;
        assert_eq!(side, "white");
        host.does(&white, &game, &format!("w{round}"), json!({ "kind": "move", "move": "--" })).await;
        let (face, side) = thrown(&mut line).await;
        assert_eq!(side, "black");
        let meant = wish.iter().find(|one| one["face"] == face);
        let view = host.view(&game).await;
        match meant {
            Some(meant) => {
                let moved = line.until("move").await;
                assert_eq!(moved["data"]["move"], meant["move"], "{wish:?}");
                made += 1;
            }
            None => {
                assert_eq!((&view["turn"], &view["throw"]["face"]), (&json!("black"), &json!(face)));
                host.does(&black, &game, &format!("b{round}"), json!({ "kind": "move", "move": "--" })).await;
                left += 1;
            }
        }
        if made > 0 && left > 0 {
            return;
        }
    }
    panic!("twelve throws alike: {made} {left}");
}
