//! Offers.

use serde_json::{Value, json};

use crate::host::{Host, Person, Place, engine, fischer, human, kinds, men_by_id, on_both, place as placing};

on_both! {
    draw_offer_is_declined_expired_and_accepted
    takeback_accepted_restores_the_position
    takeback_to_the_start_allows_abort
    turns_offer_accepted_ends_the_werera
    rematch_swaps_colours
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

async fn draw_offer_is_declined_expired_and_accepted(place: Place) {
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    assert!(may(&host, &game, "white", "draw").await);
    host.does(&white, &game, "1", offer("draw", "white")).await;
    assert_eq!(host.view(&game).await["offers"]["draw"], "white");
    assert_eq!(host.may_not(&white, &game, "2", offer("draw", "white")).await, "bad_intent");
    assert_eq!(host.may_not(&white, &game, "3", decline("draw", "white")).await, "bad_intent");
    assert!(!may(&host, &game, "white", "draw").await && may(&host, &game, "black", "decline_draw").await);
    host.does(&black, &game, "4", decline("draw", "black")).await;
    assert_eq!(host.view(&game).await["offers"]["draw"], json!(null));
    assert_eq!(host.may_not(&black, &game, "5", decline("draw", "black")).await, "bad_intent");
    // A move of one's own leaves the offer, a move of the other side's answers it.
    host.does(&white, &game, "6", offer("draw", "white")).await;
    host.moves(&white, &game, "e2e3").await;
    assert_eq!(host.view(&game).await["offers"]["draw"], "white");
    host.moves(&black, &game, "e7e6").await;
    assert_eq!(host.view(&game).await["offers"]["draw"], json!(null));
    host.does(&black, &game, "7", offer("draw", "black")).await;
    host.does(&white, &game, "8", offer("draw", "white")).await;
    let events = host.events(&game).await;
    let told = kinds(&events);
    assert_eq!(told[told.len() - 3..], ["draw_offer", "draw", "end"]);
    let result = host.view(&game).await["result"].clone();
    assert_eq!((&result["winner"], &result["reason"]), (&json!(null), &json!("agreement")), "{result}");
    assert_eq!(host.may_not(&white, &game, "9", offer("draw", "white")).await, "over");
}

async fn takeback_accepted_restores_the_position(place: Place) {
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    assert_eq!(host.may_not(&white, &game, "0", offer("takeback", "white")).await, "bad_intent");
    let start = host.view(&game).await;
    host.moves(&white, &game, "e2e3").await;
    // The very first move, asked back before the other side has moved.
    host.does(&white, &game, "1", offer("takeback", "white")).await;
    assert!(may(&host, &game, "black", "takeback").await);
    host.does(&black, &game, "2", offer("takeback", "black")).await;
    let view = host.view(&game).await;
    assert_eq!(
        (&view["pieces"], &view["fen"], &view["turn"]),
        (&start["pieces"], &start["fen"], &json!("white"))
    );
    assert_eq!((&view["last_move"], &view["offers"]["takeback"]), (&json!(null), &json!(null)));
    // Of two moves the asked one goes, with the answer to it.
    host.moves(&white, &game, "d2d3").await;
    let after_one = host.view(&game).await;
    host.moves(&black, &game, "e7e6").await;
    host.moves(&white, &game, "c2c3").await;
    host.does(&black, &game, "3", offer("takeback", "black")).await;
    host.does(&white, &game, "4", decline("takeback", "white")).await;
    host.does(&black, &game, "5", offer("takeback", "black")).await;
    host.does(&white, &game, "6", offer("takeback", "white")).await;
    let view = host.view(&game).await;
    assert_eq!((&view["fen"], &view["turn"]), (&after_one["fen"], &json!("black")));
    assert_eq!(men_by_id(&view["pieces"]), men_by_id(&after_one["pieces"]));
    assert_eq!(view["last_move"], after_one["last_move"]);
    let events = host.events(&game).await;
    let back = events.last().unwrap();
    let taken = events.iter().find(|event| event["data"]["move"] == "e7e6").unwrap();
    assert_eq!((&back["type"], &back["data"]["side"]), (&json!("takeback"), &json!("black")));
    assert_eq!(back["data"]["to"].as_u64().unwrap(), taken["seq"].as_u64().unwrap() - 1);
    // A move lets a wish lapse.
    host.moves(&black, &game, "d7d6").await;
    host.does(&black, &game, "7", offer("takeback", "black")).await;
    host.moves(&white, &game, "b2b3").await;
    assert_eq!(host.view(&game).await["offers"]["takeback"], json!(null));
    let before = host.view(&game).await;
    host.stop().await;
    let host = Host::start(&place).await;
    assert_eq!(host.view(&game).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn takeback_keeps_the_throw() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "oblong-dice" })).await;
    for (who, side) in [(&white, "white"), (&black, "black")] {
        host.does(who, &game, side, json!({ "kind": "seed", "side": side, "seed": side })).await;
    }
    let (mut stood, mut number) = (host.view(&game).await, 0);
    let side = loop {
        let side = stood["turn"].as_str().unwrap().to_owned();
        let legal = crate::host::moves(&stood, &side);
        let text = legal.first().map_or("--", |one| one["move"].as_str().unwrap());
        let who = if side == "white" { &white } else { &black };
        number += 1;
        host.does(who, &game, &format!("m{number}"), json!({ "kind": "move", "move": text })).await;
        if text != "--" {
            break side;
        }
        stood = host.view(&game).await;
    };
    let people = if side == "white" { [&white, &black] } else { [&black, &white] };
    let other = if side == "white" { "black" } else { "white" };
    host.does(people[0], &game, "back", offer("takeback", &side)).await;
    host.does(people[1], &game, "yes", offer("takeback", other)).await;
    let view = host.view(&game).await;
    assert_eq!((&view["throw"], &view["turn"]), (&stood["throw"], &stood["turn"]));
    assert_eq!((&view["legal_moves"], &view["pieces"]), (&stood["legal_moves"], &stood["pieces"]));
    // The throws that follow count on, so that none is used twice.
    let text = crate::host::moves(&view, &side)[0]["move"].clone();
    host.does(people[0], &game, "again", json!({ "kind": "move", "move": text })).await;
    let throws = host.get(&format!("/api/v1/games/{game}/throws")).await.json();
    let numbers: Vec<u64> =
        throws["throws"].as_array().unwrap().iter().map(|one| one["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
}

async fn takeback_to_the_start_allows_abort(place: Place) {
    let host = Host::start(&place).await;
    let wish = json!({ "instance": "shatranj", "time_control": fischer(60, 0) });
    let (white, black, game) = host.pair(wish).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    assert!(!may(&host, &game, "black", "abort").await);
    host.does(&white, &game, "1", offer("takeback", "white")).await;
    host.does(&black, &game, "2", offer("takeback", "black")).await;
    assert_eq!(host.view(&game).await["clock"]["running"], json!(null));
    assert!(may(&host, &game, "black", "abort").await, "no clock would end it");
    host.moves(&white, &game, "e2e3").await;
    assert!(may(&host, &game, "black", "abort").await);
    host.moves(&black, &game, "e7e6").await;
    assert!(!may(&host, &game, "black", "abort").await);
}

async fn turns_offer_accepted_ends_the_werera(place: Place) {
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "senterej" })).await;
    host.does(&black, &game, "1", offer("turns", "black")).await;
    assert_eq!(host.view(&game).await["offers"]["turns"], "black");
    assert_eq!(host.view(&game).await["phase"], "werera");
    host.does(&white, &game, "2", placing("white", "e2", "e3")).await;
    assert_eq!(host.view(&game).await["offers"]["turns"], "black", "marshalling goes on meanwhile");
    host.does(&white, &game, "3", offer("turns", "white")).await;
    let view = host.view(&game).await;
    assert_eq!(
        (&view["phase"], &view["turn"], &view["offers"]["turns"]),
        (&json!("turns"), &json!("white"), &json!(null))
    );
    assert_eq!(host.may_not(&white, &game, "4", offer("turns", "white")).await, "phase_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn batch_is_ended_by_its_side_only() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "senterej[werera=batched]" })).await;
    assert!(may(&host, &game, "white", "end_batch").await && !may(&host, &game, "black", "end_batch").await);
    assert_eq!(host.may_not(&black, &game, "0", json!({ "kind": "end_batch" })).await, "not_your_turn");
    host.does(&white, &game, "1", placing("white", "e2", "e3")).await;
    host.does(&white, &game, "2", json!({ "kind": "end_batch", "side": "white" })).await;
    assert!(may(&host, &game, "black", "end_batch").await && !may(&host, &game, "white", "end_batch").await);
}

async fn rematch(host: &Host, game: &str) -> String {
    let events = host.events(game).await;
    let told = events.iter().find(|event| event["type"] == "rematched").expect("another game");
    told["data"]["game"].as_str().unwrap().to_owned()
}

async fn rematch_swaps_colours(place: Place) {
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj", "spectator_mode": "match" })).await;
    assert_eq!(host.may_not(&white, &game, "0", offer("rematch", "white")).await, "bad_intent");
    host.does(&white, &game, "1", json!({ "kind": "resign", "side": "white" })).await;
    host.does(&white, &game, "2", offer("rematch", "white")).await;
    host.does(&black, &game, "3", decline("rematch", "black")).await;
    host.does(&black, &game, "4", offer("rematch", "black")).await;
    let again = host.does(&white, &game, "5", offer("rematch", "white")).await;
    let next = rematch(&host, &game).await;
    let hello = host.get_as(&white, &format!("/api/v1/games/{next}")).await.json();
    assert_eq!(
        (&hello["you"]["sides"], &hello["game"]["spectator_mode"]),
        (&json!(["black"]), &json!("match"))
    );
    assert_eq!(hello["game"]["white"]["player"], json!(black.id));
    assert_eq!(host.does(&white, &game, "5", offer("rematch", "white")).await, again, "done once");
    assert_eq!(host.may_not(&black, &game, "6", offer("rematch", "black")).await, "bad_intent");
    assert!(!may(&host, &game, "white", "rematch").await);
    // Nothing of the offer is left.
    assert_eq!(host.view(&game).await["offers"]["rematch"], json!(null));
    assert!(!may(&host, &game, "white", "decline_rematch").await);
    assert_eq!(host.may_not(&white, &game, "7", decline("rematch", "white")).await, "bad_intent");
    assert_eq!(host.get("/api/v1/games").await.json()["games"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_without_opponent_are_accepted_at_once() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let me = host.me.clone();
    let game = host.sit(json!({ "instance": "shatranj", "white": human("A"), "black": human("B") })).await;
    host.moves(&me, &game, "e2e3").await;
    host.does(&me, &game, "1", offer("takeback", "white")).await;
    assert_eq!(host.view(&game).await["turn"], "white");
    host.does(&me, &game, "2", offer("draw", "black")).await;
    assert_eq!(host.view(&game).await["phase"], "over");
    host.does(&me, &game, "3", offer("rematch", "white")).await;
    let next = host.hello(&rematch(&host, &game).await).await;
    assert_eq!((&next["game"]["white"]["name"], &next["game"]["black"]["name"]), (&json!("B"), &json!("A")));

    let game = host.sit(json!({ "instance": "shatranj", "white": human("A"), "black": engine(1) })).await;
    let mut line = host.line(&game, 1).await;
    host.moves(&me, &game, "e2e3").await;
    line.until("move").await;
    line.until("move").await;
    assert_eq!(host.may_not(&me, &game, "1", offer("draw", "white")).await, "bad_intent");
    host.does(&me, &game, "2", offer("takeback", "white")).await;
    let view = host.view(&game).await;
    assert_eq!((&view["turn"], &view["last_move"]), (&json!("white"), &json!(null)));
    host.does(&me, &game, "3", json!({ "kind": "resign", "side": "white" })).await;
    host.does(&me, &game, "4", offer("rematch", "white")).await;
    let next = rematch(&host, &game).await;
    let mut line = host.line(&next, 0).await;
    let hello = line.next().await;
    assert_eq!(
        (&hello["game"]["white"]["kind"], &hello["you"]["sides"]),
        (&json!("engine"), &json!(["black"]))
    );
    assert_eq!(line.until("move").await["data"]["side"], "white", "the computer begins");
}

#[tokio::test(flavor = "multi_thread")]
async fn abort_after_both_moved_is_rejected() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let abort = |side: &str| offer("abort", side);
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    assert!(may(&host, &game, "black", "abort").await);
    host.does(&black, &game, "1", abort("black")).await;
    let result = host.view(&game).await["result"].clone();
    assert_eq!(result["winner"], json!(null), "{result}");
    assert_eq!(host.may_not(&white, &game, "2", abort("white")).await, "over");
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    assert!(!may(&host, &game, "white", "abort").await);
    assert_eq!(host.may_not(&white, &game, "1", abort("white")).await, "bad_intent");
    // In the werera too.
    let (white, black, game) = host.pair(json!({ "instance": "senterej" })).await;
    host.does(&white, &game, "1", placing("white", "e2", "e3")).await;
    assert!(may(&host, &game, "black", "abort").await);
    host.does(&black, &game, "2", placing("black", "e7", "e6")).await;
    assert_eq!(host.may_not(&black, &game, "3", abort("black")).await, "bad_intent");
}

/// What was seen before a move was taken back is no ground for another move.
#[tokio::test(flavor = "multi_thread")]
async fn move_after_takeback_is_stale() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    host.moves(&black, &game, "e7e6").await;
    let seen = host.moves(&white, &game, "d2d3").await;
    host.does(&white, &game, "1", offer("takeback", "white")).await;
    host.does(&black, &game, "2", offer("takeback", "black")).await;
    let d = json!({ "kind": "move", "move": "e3e4" });
    let (status, nack) = host.want_from(&white, &game, ("3", seen), d.clone()).await;
    assert_eq!((status, &nack["code"]), (409, &json!("stale")), "{nack}");
    let now = nack["seq"].as_u64().unwrap();
    assert_eq!(host.want_from(&white, &game, ("4", now), d).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn intent_id_is_scoped_to_its_side() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    let act = async |who: &Person, text: &str| {
        host.want_as(who, &game, "1", json!({ "kind": "move", "move": text })).await
    };
    assert_eq!(act(&white, "e2e3").await.1["seq"], 2);
    assert_eq!(act(&black, "e7e6").await.1["seq"], 3, "both number their moves from 1");
}

#[tokio::test(flavor = "multi_thread")]
async fn takebacks_are_limited() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let game = host.game("shatranj").await;
    let back = json!({ "kind": "takeback", "side": "white" });
    for number in 0..100 {
        let (status, answer) =
            host.want(&game, &format!("m{number}"), json!({ "kind": "move", "move": "e2e3" })).await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(host.want(&game, &format!("b{number}"), back.clone()).await.0, 200);
    }
    host.want(&game, "last", json!({ "kind": "move", "move": "e2e3" })).await;
    assert_eq!(host.want(&game, "too much", back).await.1["code"], "bad_intent");
    let actions = host.view(&game).await["actions"]["white"].clone();
    assert!(!actions.as_array().unwrap().contains(&json!("takeback")), "{actions}");
}
