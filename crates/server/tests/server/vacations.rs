//! Vacations: clocks of days wait, on every node.

use serde_json::{Value, json};

use crate::accounts::with_accounts;
use crate::host::{Host, Person, TestStorage, on_both};

on_both! {
    vacation_stops_the_clocks_of_days_and_is_bounded
}

const DAY: u64 = 86_400_000;

async fn ask(host: &Host, person: &Person, path: &str, body: Value) -> (u16, Value) {
    let reply = host.post_as(person, &format!("/api/v1/me/vacation{path}"), &body).await;
    (reply.status, reply.json())
}

fn in_days() -> Value {
    json!({ "instance": "shatranj", "time_control": { "kind": "days", "days": 2 } })
}

/// Waits until the clocks of a game wait for White until a time, or for nobody.
async fn waits(host: &Host, game: &str, until: &Value) {
    for _ in 0..200 {
        let clock = host.hello(game).await["view"]["clock"].clone();
        if &clock["vacations"]["white"] == until {
            let is_waiting = clock["at"].as_u64() >= until.as_u64();
            assert!(until.is_null() || is_waiting, "{clock}");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{}", host.hello(game).await["view"]["clock"]);
}

async fn vacation_stops_the_clocks_of_days_and_is_bounded(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(in_days()).await;
    for (days, status, code) in [(0, 400, "bad_days"), (31, 409, "vacation_days")] {
        let (answered, body) = ask(&host, &white, "", json!({ "days": days })).await;
        let found = body["error"]["code"].as_str().or(body["code"].as_str());
        assert_eq!((answered, found), (status, Some(code)), "{body}");
    }
    let (_, begun) = ask(&host, &white, "", json!({ "days": 10 })).await;
    assert_eq!(begun["days_left"], 20, "{begun}");
    waits(&host, &game, &begun["until"]).await;
    assert_eq!(ask(&host, &white, "", json!({ "days": 1 })).await.0, 409, "one at a time");
    let mut terms = in_days();
    terms["colour"] = json!("white");
    let seek = host.post_as(&white, "/api/v1/seeks", &terms).await.json();
    let accept = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let later = host.post_as(&black, &accept, &json!({})).await.json()["id"].as_str().unwrap().to_owned();
    waits(&host, &later, &begun["until"]).await;
    // Who sends the intent of a program changes nothing that the server does not know.
    let intent = json!({ "id": "x", "base": 0, "data": { "kind": "vacation", "side": "black" } });
    let sent = host.post_as(&black, &format!("/api/v1/games/{game}/intents"), &intent).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    assert_eq!(host.hello(&game).await["view"]["clock"]["vacations"]["black"], Value::Null);

    let (_, ended) = ask(&host, &white, "/end", json!({})).await;
    assert_eq!((&ended["until"], &ended["days_left"]), (&Value::Null, &json!(29)), "{ended}");
    for game in [&game, &later] {
        waits(&host, game, &Value::Null).await;
        let clock = host.hello(game).await["view"]["clock"].clone();
        let left = clock["white"].as_u64().unwrap();
        assert!((2 * DAY - 60_000..=2 * DAY).contains(&left), "{clock}");
    }
    let read = host.get_as(&white, "/api/v1/me/vacation").await.json();
    assert_eq!(read, ended);
    // Also the second end is told, and even a moment takes a day.
    let (_, again) = ask(&host, &white, "", json!({ "days": 20 })).await;
    waits(&host, &game, &again["until"]).await;
    let (_, ended) = ask(&host, &white, "/end", json!({})).await;
    assert_eq!(ended["days_left"], 28, "{ended}");
    waits(&host, &game, &Value::Null).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn vacation_is_told_to_games_of_another_node() {
    let storage = TestStorage::shared();
    let config = with_accounts(&storage);
    let (one, two) = (Host::start_with(config.clone()).await, Host::start_with(config).await);
    let (white, _, game) = one.pair(in_days()).await;
    let mut socket = one.socket_as(Some(&white), &game, 1).await;
    socket.until("hello").await;
    let (_, begun) = ask(&two, &white, "", json!({ "days": 3 })).await;
    assert_eq!(socket.until("vacation").await["data"]["until"], begun["until"]);
    waits(&two, &game, &begun["until"]).await;
}
