//! Reviews of finished games.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rukh_server::Config;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::host::{Host, TestStorage, config, human, on_both};

on_both! {
    review_is_computed_once_and_stored
    review_of_a_werera_has_its_course
}

/// A game of this guest on both sides, after some moves, given up by White.
async fn resigned(host: &Host, instance: &str, moves: &[&str]) -> String {
    let seats = json!({ "instance": instance, "white": human(), "black": human() });
    let game = host.create_game(seats).await;
    for mv in moves {
        host.moves(&host.me, &game, mv).await;
    }
    host.send_accepted(&host.me, &game, "bye", json!({ "kind": "resign", "side": "white" })).await;
    game
}

/// Has a game reviewed, and waits for that.
async fn reviewed(host: &Host, game: &str) -> Value {
    let path = format!("/api/v1/games/{game}/review");
    let asked = host.ask("POST", &path, &host.me.header(), "").await;
    assert_eq!(asked.status, 202, "{}", asked.body);
    let began = Instant::now();
    loop {
        let answer = host.get(&path).await;
        if answer.status == 200 {
            return answer.json()["review"].clone();
        }
        assert_eq!(answer.status, 202, "{}", answer.body);
        let done = answer.json()["done"].as_f64().expect("a share");
        assert!((0.0..=1.0).contains(&done), "{done}");
        assert!(began.elapsed() < Duration::from_secs(60), "the review does not end");
        sleep(Duration::from_millis(20)).await;
    }
}

async fn review_is_computed_once_and_stored(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let live = host.game("shatranj").await;
    let path = format!("/api/v1/games/{live}/review");
    let early = host.ask("POST", &path, &host.me.header(), "").await;
    assert_eq!((early.status, &early.json()["error"]["code"]), (409, &json!("not_over")));
    // The rook of White is given away.
    let game =
        resigned(&host, "shatranj", &["a2a3", "h7h6", "a1a2", "b8c6", "a2a1", "c6b4", "a1a2", "b4a2"]).await;
    let path = format!("/api/v1/games/{game}/review");
    let absent = host.get(&path).await;
    assert_eq!((absent.status, &absent.json()["error"]["code"]), (404, &json!("no_review")));
    let review = reviewed(&host, &game).await;
    let moves = review["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 8);
    assert_eq!(
        (&moves[0]["uci"], &moves[0]["turn"], &moves[7]["side"]),
        (&json!("a2a3"), &json!(1), &json!("black"))
    );
    let turned = &review["findings"][0];
    assert_eq!(
        (&turned["kind"], &turned["side"], &turned["turn"]),
        (&json!("turned"), &json!("white"), &json!(4))
    );
    assert_eq!(review["findings"][1]["kind"], "costliest");
    host.stop().await;

    let host = Host::start(&storage).await;
    for method in ["GET", "POST"] {
        let again = host.ask(method, &path, &host.me.header(), "").await;
        assert_eq!((again.status, &again.json()["review"]), (200, &review), "{method}");
    }
    let unknown = host.get("/api/v1/games/aaaaaaaaaaaa/review").await;
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &json!("no_such_game")));
}

async fn review_of_a_werera_has_its_course(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let seats = json!({ "instance": "senterej", "white": human(), "black": human() });
    let game = host.create_game(seats).await;
    for (side, from, to) in [("white", "e2", "e3"), ("black", "e7", "e6"), ("white", "b1", "c3")] {
        assert_eq!(host.place(&game, side, from, to).await.0, 200);
    }
    host.send_accepted(&host.me, &game, "bye", json!({ "kind": "resign", "side": "white" })).await;
    let review = reviewed(&host, &game).await;
    assert_eq!((&review["moves"], &review["skipped"]), (&json!([]), &json!(3)));
    let course = review["werera"].as_array().expect("a course");
    assert_eq!(course.iter().map(|point| point["seq"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(course.iter().all(|point| point["time"].is_u64() && point["expected"].is_f64()), "{course:?}");
}

/// The reviews of an address wait behind themselves: another address is not refused for them.
#[tokio::test(flavor = "multi_thread")]
async fn reviews_of_an_address_leave_room_for_others() {
    let storage = TestStorage::new();
    let host = Host::start_with(Config { engine_threads: Some(1), ..config(&storage) }).await;
    let mut asked = Vec::new();
    for _ in 0..17 {
        let game = resigned(&host, "shatranj", &["a2a3", "h7h6", "b2b3", "g7g6"]).await;
        asked.push((format!("/api/v1/games/{game}/review"), host.person("Crowd").await.header()));
    }
    let (newcomer, header) = asked.pop().unwrap();
    let of_one = asked.iter().map(async |(path, header)| {
        host.ask("POST", path, &format!("x-forwarded-for: 8.8.8.8\r\n{header}"), "").await.status
    });
    let statuses = join_all(of_one).await;
    let accepted = statuses.iter().filter(|status| **status == 202).count();
    assert!((12..16).contains(&accepted) && statuses.contains(&429), "{statuses:?}");
    let headers = format!("x-forwarded-for: 9.9.9.9\r\n{header}");
    assert_eq!(host.ask("POST", &newcomer, &headers, "").await.status, 202);
}
