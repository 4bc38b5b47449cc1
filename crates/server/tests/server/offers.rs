//! Offers.

use serde_json::{Value, json};

use crate::host::{
    Host, Person, TestStorage, engine, fischer, human, kinds, on_both, pieces_by_id, place as placing,
};

on_both! {
    draw_offer_is_declined_expired_and_accepted
    takeback_accepted_restores_the_position
    takeback_to_the_start_allows_abort
    turns_offer_accepted_ends_the_werera
    rematch_swaps_colours
    rematch_leaves_odds_of_time_with_the_person
}

fn offer(what: &str, side: &str) -> Value {
    json!({ "kind": what, "side": side })
}

fn decline(what: &str, side: &str) -> Value {
    json!({ "kind": "decline", "side": side, "offer": what })
}

async fn may(host: &Host, game: &str, side: &str, action: &str) -> bool {
    host.view(game).await["actions"][side].as_array().unwrap().contains(&json!(action))
}

async fn draw_offer_is_declined_expired_and_accepted(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    assert!(may(&host, &game, "white", "draw").await);
    host.send_accepted(&white, &game, "1", offer("draw", "white")).await;
    assert_eq!(host.view(&game).await["offers"]["draw"], "white");
    assert_eq!(host.send_rejected(&white, &game, "2", offer("draw", "white")).await, "bad_intent");
    assert_eq!(host.send_rejected(&white, &game, "3", decline("draw", "white")).await, "bad_intent");
    assert!(!may(&host, &game, "white", "draw").await && may(&host, &game, "black", "decline_draw").await);
    host.send_accepted(&black, &game, "4", decline("draw", "black")).await;
    assert_eq!(host.view(&game).await["offers"]["draw"], json!(null));
    assert_eq!(host.send_rejected(&black, &game, "5", decline("draw", "black")).await, "bad_intent");
    // A move of the offering side keeps the offer; a move of the other side declines it.
    host.send_accepted(&white, &game, "6", offer("draw", "white")).await;
    host.moves(&white, &game, "e2e3").await;
    assert_eq!(host.view(&game).await["offers"]["draw"], "white");
    host.moves(&black, &game, "e7e6").await;
    assert_eq!(host.view(&game).await["offers"]["draw"], json!(null));
    host.send_accepted(&black, &game, "7", offer("draw", "black")).await;
    host.send_accepted(&white, &game, "8", offer("draw", "white")).await;
    let events = host.events(&game).await;
    let recorded = kinds(&events);
    assert_eq!(recorded[recorded.len() - 3..], ["draw_offer", "draw", "end"]);
    let result = host.view(&game).await["result"].clone();
    assert_eq!((&result["winner"], &result["reason"]), (&json!(null), &json!("agreement")), "{result}");
    assert_eq!(host.send_rejected(&white, &game, "9", offer("draw", "white")).await, "over");
}

async fn takeback_accepted_restores_the_position(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    assert_eq!(host.send_rejected(&white, &game, "0", offer("takeback", "white")).await, "bad_intent");
    let start = host.view(&game).await;
    host.moves(&white, &game, "e2e3").await;
    // The first move is taken back before the other side has moved.
    host.send_accepted(&white, &game, "1", offer("takeback", "white")).await;
    assert!(may(&host, &game, "black", "takeback").await);
    host.send_accepted(&black, &game, "2", offer("takeback", "black")).await;
    let view = host.view(&game).await;
    assert_eq!(
        (&view["pieces"], &view["fen"], &view["turn"]),
        (&start["pieces"], &start["fen"], &json!("white"))
    );
    assert_eq!((&view["last_move"], &view["offers"]["takeback"]), (&json!(null), &json!(null)));
    // The requested move is taken back together with the reply.
    host.moves(&white, &game, "d2d3").await;
    let after_one = host.view(&game).await;
    host.moves(&black, &game, "e7e6").await;
    host.moves(&white, &game, "c2c3").await;
    host.send_accepted(&black, &game, "3", offer("takeback", "black")).await;
    host.send_accepted(&white, &game, "4", decline("takeback", "white")).await;
    host.send_accepted(&black, &game, "5", offer("takeback", "black")).await;
    host.send_accepted(&white, &game, "6", offer("takeback", "white")).await;
    let view = host.view(&game).await;
    assert_eq!((&view["fen"], &view["turn"]), (&after_one["fen"], &json!("black")));
    assert_eq!(pieces_by_id(&view["pieces"]), pieces_by_id(&after_one["pieces"]));
    assert_eq!(view["last_move"], after_one["last_move"]);
    let events = host.events(&game).await;
    let back = events.last().unwrap();
    let taken = events.iter().find(|event| event["data"]["move"] == "e7e6").unwrap();
    assert_eq!((&back["type"], &back["data"]["side"]), (&json!("takeback"), &json!("black")));
    assert_eq!(back["data"]["to"].as_u64().unwrap(), taken["seq"].as_u64().unwrap() - 1);
    // A move cancels the request.
    host.moves(&black, &game, "d7d6").await;
    host.send_accepted(&black, &game, "7", offer("takeback", "black")).await;
    host.moves(&white, &game, "b2b3").await;
    assert_eq!(host.view(&game).await["offers"]["takeback"], json!(null));
    let before = host.view(&game).await;
    host.stop().await;
    let host = Host::start(&storage).await;
    assert_eq!(host.view(&game).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn takeback_keeps_the_throw() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "oblong-dice" })).await;
    for (person, side) in [(&white, "white"), (&black, "black")] {
        host.send_accepted(person, &game, side, json!({ "kind": "seed", "side": side, "seed": side })).await;
    }
    let (mut stood, mut number) = (host.view(&game).await, 0);
    let side = loop {
        let side = stood["turn"].as_str().unwrap().to_owned();
        let legal = crate::host::moves(&stood, &side);
        let text = legal.first().map_or("--", |one| one["move"].as_str().unwrap());
        let person = if side == "white" { &white } else { &black };
        number += 1;
        host.send_accepted(person, &game, &format!("m{number}"), json!({ "kind": "move", "move": text }))
            .await;
        if text != "--" {
            break side;
        }
        stood = host.view(&game).await;
    };
    let people = if side == "white" { [&white, &black] } else { [&black, &white] };
    let other = if side == "white" { "black" } else { "white" };
    host.send_accepted(people[0], &game, "back", offer("takeback", &side)).await;
    host.send_accepted(people[1], &game, "yes", offer("takeback", other)).await;
    let view = host.view(&game).await;
    assert_eq!((&view["throw"], &view["turn"]), (&stood["throw"], &stood["turn"]));
    assert_eq!((&view["legal_moves"], &view["pieces"]), (&stood["legal_moves"], &stood["pieces"]));
    let text = crate::host::moves(&view, &side)[0]["move"].clone();
    host.send_accepted(people[0], &game, "again", json!({ "kind": "move", "move": text })).await;
    let throws = host.get(&format!("/api/v1/games/{game}/throws")).await.json();
    let throws = throws["throws"].as_array().unwrap();
    let [.., undone, again] = throws.as_slice() else { panic!("{throws:?}") };
    // The throw belongs to its place in the game, and is not thrown anew for another try.
    assert_eq!((&again["number"], &again["face"]), (&undone["number"], &undone["face"]));
    let standing: Vec<u64> = throws
        .iter()
        .filter(|one| one["undone_by"].is_null())
        .map(|one| one["number"].as_u64().unwrap())
        .collect();
    assert_eq!(standing, (1..=standing.len() as u64).collect::<Vec<_>>(), "{throws:?}");
}

async fn takeback_to_the_start_allows_abort(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let request = json!({ "instance": "shatranj", "time_control": fischer(60, 0) });
    let (white, black, game) = host.pair(request).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    assert!(!may(&host, &game, "black", "abort").await);
    host.send_accepted(&white, &game, "1", offer("takeback", "white")).await;
    host.send_accepted(&black, &game, "2", offer("takeback", "black")).await;
    assert_eq!(host.view(&game).await["clock"]["running"], json!(null));
    assert!(may(&host, &game, "black", "abort").await, "without clocks the game can be aborted");
    host.moves(&white, &game, "e2e3").await;
    assert!(may(&host, &game, "black", "abort").await);
    host.moves(&black, &game, "e7e6").await;
    assert!(!may(&host, &game, "black", "abort").await);
}

async fn turns_offer_accepted_ends_the_werera(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "senterej" })).await;
    host.send_accepted(&black, &game, "1", offer("turns", "black")).await;
    assert_eq!(host.view(&game).await["offers"]["turns"], "black");
    assert_eq!(host.view(&game).await["phase"], "werera");
    host.send_accepted(&white, &game, "2", placing("white", "e2", "e3")).await;
    assert_eq!(host.view(&game).await["offers"]["turns"], "black", "the werera goes on");
    host.send_accepted(&white, &game, "3", offer("turns", "white")).await;
    let view = host.view(&game).await;
    assert_eq!(
        (&view["phase"], &view["turn"], &view["offers"]["turns"]),
        (&json!("turns"), &json!("white"), &json!(null))
    );
    assert_eq!(host.send_rejected(&white, &game, "4", offer("turns", "white")).await, "phase_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn batch_is_ended_by_its_side_only() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "senterej[werera=batched]" })).await;
    assert!(may(&host, &game, "white", "end_batch").await && !may(&host, &game, "black", "end_batch").await);
    assert_eq!(host.send_rejected(&black, &game, "0", json!({ "kind": "end_batch" })).await, "not_your_turn");
    host.send_accepted(&white, &game, "1", placing("white", "e2", "e3")).await;
    host.send_accepted(&white, &game, "2", json!({ "kind": "end_batch", "side": "white" })).await;
    assert!(may(&host, &game, "black", "end_batch").await && !may(&host, &game, "white", "end_batch").await);
}

async fn rematch(host: &Host, game: &str) -> String {
    let events = host.events(game).await;
    let recorded = events.iter().find(|event| event["type"] == "rematched").expect("a rematch");
    recorded["data"]["game"].as_str().unwrap().to_owned()
}

async fn rematch_swaps_colours(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj", "spectator_mode": "match" })).await;
    assert_eq!(host.send_rejected(&white, &game, "0", offer("rematch", "white")).await, "bad_intent");
    host.send_accepted(&white, &game, "1", json!({ "kind": "resign", "side": "white" })).await;
    host.send_accepted(&white, &game, "2", offer("rematch", "white")).await;
    host.send_accepted(&black, &game, "3", decline("rematch", "black")).await;
    host.send_accepted(&black, &game, "4", offer("rematch", "black")).await;
    let again = host.send_accepted(&white, &game, "5", offer("rematch", "white")).await;
    let next = rematch(&host, &game).await;
    let hello = host.get_as(&white, &format!("/api/v1/games/{next}")).await.json();
    assert_eq!(
        (&hello["you"]["sides"], &hello["game"]["spectator_mode"]),
        (&json!(["black"]), &json!("match"))
    );
    assert_eq!(hello["game"]["white"]["player"]["id"], json!(black.id));
    assert_eq!(
        host.send_accepted(&white, &game, "5", offer("rematch", "white")).await,
        again,
        "executed once"
    );
    assert_eq!(host.send_rejected(&black, &game, "6", offer("rematch", "black")).await, "bad_intent");
    assert!(!may(&host, &game, "white", "rematch").await);
    // The offer is gone.
    assert_eq!(host.view(&game).await["offers"]["rematch"], json!(null));
    assert!(!may(&host, &game, "white", "decline_rematch").await);
    assert_eq!(host.send_rejected(&white, &game, "7", decline("rematch", "white")).await, "bad_intent");
    assert_eq!(host.get("/api/v1/games").await.json()["games"].as_array().unwrap().len(), 2);
}

async fn rematch_leaves_odds_of_time_with_the_person(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let odds = json!({ "kind": "byoyomi", "initial": 10, "period": 5, "periods": 2 });
    let (white, black, game) = host
        .pair(
            json!({ "instance": "shatranj", "time_control": fischer(60, 1), "odds": odds, "private": true }),
        )
        .await;
    let hello = host.hello(&game).await;
    assert_eq!(hello["game"]["odds"], json!({ "side": "white", "time_control": odds }));
    let clock = &hello["view"]["clock"];
    assert_eq!((&clock["white"], &clock["black"]), (&json!(20_000), &json!(60_000)));
    assert_eq!(clock["odds"], hello["game"]["odds"]);
    let pgn = host.get(&format!("/api/v1/games/{game}/pgn")).await.body;
    assert!(
        pgn.contains("[WhiteTimeControl \"10:1/5:1/5\"]") && pgn.contains("[BlackTimeControl \"60+1\"]"),
        "{pgn}"
    );
    assert!(!pgn.contains("[TimeControl "), "{pgn}");
    host.send_accepted(&white, &game, "1", json!({ "kind": "resign", "side": "white" })).await;
    host.send_accepted(&white, &game, "2", offer("rematch", "white")).await;
    host.send_accepted(&black, &game, "3", offer("rematch", "black")).await;
    let next = host.hello(&rematch(&host, &game).await).await;
    assert_eq!(next["game"]["odds"], json!({ "side": "black", "time_control": odds }));
    let clock = &next["view"]["clock"];
    assert_eq!((&clock["white"], &clock["black"]), (&json!(60_000), &json!(20_000)));
}

/// Pieces that are missing are those of a colour, so the colours stay, and any other time with them.
#[tokio::test(flavor = "multi_thread")]
async fn rematch_leaves_odds_of_pieces_with_the_person() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let fen = "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/1NEKFENR w - - 0 1";
    let request = json!({
        "instance": "shatranj", "fen": fen, "time_control": fischer(60, 1), "odds": fischer(30, 0), "private": true
    });
    let (white, black, game) = host.pair(request).await;
    let first = host.hello(&game).await;
    host.send_accepted(&white, &game, "1", json!({ "kind": "resign", "side": "white" })).await;
    host.send_accepted(&white, &game, "2", offer("rematch", "white")).await;
    host.send_accepted(&black, &game, "3", offer("rematch", "black")).await;
    let next = host.hello(&rematch(&host, &game).await).await;
    for key in ["white", "black", "odds"] {
        assert_eq!(next["game"][key], first["game"][key]);
    }
    assert_eq!(next["game"]["white"]["player"]["id"], json!(white.id));
    assert_eq!(next["piece_odds"], json!({ "side": "white", "pieces": ["r"] }));
}

#[tokio::test(flavor = "multi_thread")]
async fn greeting_names_the_pieces_that_one_side_lacks() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for (instance, fen, odds) in [
        (
            "shatranj",
            "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/1NEKFE1R w - - 0 1",
            Some(("white", json!(["r", "n"]))),
        ),
        ("senterej", "rnekfen1/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR * - - 0 1", Some(("black", json!(["r"])))),
        ("shatranj", "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1", None),
        ("shatranj", "rnekfen1/pppppppp/8/8/8/8/PPPPPPPP/1NEKFENR w - - 0 1", None),
        ("shatranj", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", None),
    ] {
        let body = json!({ "instance": instance, "white": human(), "black": human(), "fen": fen });
        let game = host.create_game(body).await;
        let wanted = odds.map(|(side, pieces)| json!({ "side": side, "pieces": pieces }));
        assert_eq!(host.hello(&game).await["piece_odds"], wanted.unwrap_or_default(), "{fen}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_without_opponent_are_accepted_at_once() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let me = host.me.clone();
    let game = host.create_game(json!({ "instance": "shatranj", "white": human(), "black": human() })).await;
    host.moves(&me, &game, "e2e3").await;
    host.send_accepted(&me, &game, "1", offer("takeback", "white")).await;
    assert_eq!(host.view(&game).await["turn"], "white");
    host.send_accepted(&me, &game, "2", offer("draw", "black")).await;
    assert_eq!(host.view(&game).await["phase"], "over");
    host.send_accepted(&me, &game, "3", offer("rematch", "white")).await;
    let next = host.hello(&rematch(&host, &game).await).await;
    assert_eq!(next["game"]["white"], next["game"]["black"]);

    let game =
        host.create_game(json!({ "instance": "shatranj", "white": human(), "black": engine(1) })).await;
    let mut socket = host.socket(&game, 1).await;
    host.moves(&me, &game, "e2e3").await;
    socket.until("move").await;
    socket.until("move").await;
    host.send_accepted(&me, &game, "2", offer("takeback", "white")).await;
    let view = host.view(&game).await;
    assert_eq!((&view["turn"], &view["last_move"]), (&json!("white"), &json!(null)));
    host.send_accepted(&me, &game, "3", json!({ "kind": "resign", "side": "white" })).await;
    host.send_accepted(&me, &game, "4", offer("rematch", "white")).await;
    let next = rematch(&host, &game).await;
    let mut socket = host.socket(&next, 0).await;
    let hello = socket.next().await;
    assert_eq!(
        (&hello["game"]["white"]["player"]["kind"], &hello["you"]["sides"]),
        (&json!("engine"), &json!(["black"]))
    );
    assert_eq!(socket.until("move").await["data"]["side"], "white", "the engine moves first");
}

#[tokio::test(flavor = "multi_thread")]
async fn abort_after_both_moved_is_rejected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let abort = |side: &str| offer("abort", side);
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    assert!(may(&host, &game, "black", "abort").await);
    host.send_accepted(&black, &game, "1", abort("black")).await;
    let result = host.view(&game).await["result"].clone();
    assert_eq!(result["winner"], json!(null), "{result}");
    assert_eq!(host.send_rejected(&white, &game, "2", abort("white")).await, "over");
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    assert!(!may(&host, &game, "white", "abort").await);
    assert_eq!(host.send_rejected(&white, &game, "1", abort("white")).await, "bad_intent");
    // The same holds in the werera.
    let (white, black, game) = host.pair(json!({ "instance": "senterej" })).await;
    host.send_accepted(&white, &game, "1", placing("white", "e2", "e3")).await;
    assert!(may(&host, &game, "black", "abort").await);
    host.send_accepted(&black, &game, "2", placing("black", "e7", "e6")).await;
    assert_eq!(host.send_rejected(&black, &game, "3", abort("black")).await, "bad_intent");
}

/// A move based on the state before a takeback is rejected.
#[tokio::test(flavor = "multi_thread")]
async fn move_after_takeback_is_stale() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    let seen = host.moves(&white, &game, "d2d3").await;
    host.send_accepted(&white, &game, "1", offer("takeback", "white")).await;
    host.send_accepted(&black, &game, "2", offer("takeback", "black")).await;
    let d = json!({ "kind": "move", "move": "e3e4" });
    let (status, nack) = host.send_intent_from(&white, &game, ("3", seen), d.clone()).await;
    assert_eq!((status, &nack["code"]), (409, &json!("stale")), "{nack}");
    let now = nack["seq"].as_u64().unwrap();
    assert_eq!(host.send_intent_from(&white, &game, ("4", now), d).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn intent_id_is_scoped_to_its_side() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    let act = async |person: &Person, text: &str| {
        host.send_intent_as(person, &game, "1", json!({ "kind": "move", "move": text })).await
    };
    assert_eq!(act(&white, "e2e3").await.1["seq"], 2);
    assert_eq!(act(&black, "e7e6").await.1["seq"], 3, "both number their moves from 1");
}

#[tokio::test(flavor = "multi_thread")]
async fn takebacks_are_limited() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("shatranj").await;
    let back = json!({ "kind": "takeback", "side": "white" });
    for number in 0..100 {
        let (status, answer) =
            host.send_intent(&game, &format!("m{number}"), json!({ "kind": "move", "move": "e2e3" })).await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(host.send_intent(&game, &format!("b{number}"), back.clone()).await.0, 200);
    }
    host.send_intent(&game, "last", json!({ "kind": "move", "move": "e2e3" })).await;
    assert_eq!(host.send_intent(&game, "too much", back).await.1["code"], "bad_intent");
    let actions = host.view(&game).await["actions"]["white"].clone();
    assert!(!actions.as_array().unwrap().contains(&json!("takeback")), "{actions}");
}
