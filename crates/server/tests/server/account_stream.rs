//! The stream of an account: what happens to it, on every node and after a break.

use std::time::Duration;

use serde_json::{Value, json};

use crate::accounts::{Browser, account, with_accounts};
use crate::host::{Host, Person, TestStorage, fischer, on_both};
use crate::stream::Reading;

on_both! {
    stream_tells_of_challenges_games_and_turns
    stream_goes_on_after_a_break_without_loss
    stream_after_a_break_of_months_begins_with_what_is_open
}

const TIMEOUT: Duration = Duration::from_secs(60);
const STREAM: &str = "/api/v1/me/stream";

/// The first message of a kind, and all that came with it.
async fn wait(reading: &mut Reading, kind: &str) -> Value {
    let wanted = format!("\"type\":\"{kind}\"");
    tokio::time::timeout(TIMEOUT, reading.until(&wanted)).await.unwrap_or_else(|_| panic!("no `{kind}`"));
    // The rest of its line.
    tokio::time::timeout(TIMEOUT, reading.until_line_of(&wanted)).await.unwrap();
    reading.messages().into_iter().find(|one| one["type"] == kind).unwrap()
}

fn kinds(reading: &Reading) -> Vec<String> {
    reading.messages().iter().map(|one| one["type"].as_str().unwrap().to_owned()).collect()
}

async fn challenge(host: &Host, by: &Person, whom: &Person, time_control: Value) -> String {
    let request = json!({
        "whom": whom.id, "instance": "shatranj", "colour": "white", "time_control": time_control, "times": [],
    });
    let made = host.post_as(by, "/api/v1/appointments", &request).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["id"].as_str().unwrap().to_owned()
}

async fn answer(host: &Host, person: &Person, id: &str, what: &str) -> Value {
    let answered = host.post_as(person, &format!("/api/v1/appointments/{id}/{what}"), &json!({})).await;
    assert_eq!(answered.status, 200, "{}", answered.body);
    answered.json()
}

async fn stream_tells_of_challenges_games_and_turns(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (almaz, bot) = (account(&host, "Almaz", 1).await, account(&host, "Ferz", 2).await);
    let before = challenge(&host, &almaz, &bot, fischer(60, 0)).await;
    let mut reading = Reading::at(&host, &bot, STREAM).await;
    let ready = wait(&mut reading, "ready").await;
    assert!(ready["cursor"].is_u64(), "{ready}");
    assert_eq!(kinds(&reading), ["challenge", "ready"], "what was open before comes first");
    let open = &reading.messages()[0];
    assert_eq!((&open["data"]["id"], &open["data"]["by"]["name"]), (&json!(before), &json!("Almaz")));
    assert_eq!(open["data"]["you"]["may_accept"], true);
    answer(&host, &almaz, &before, "cancel").await;
    let withdrawn = wait(&mut reading, "challenge_withdrawn").await;
    assert_eq!(
        (&withdrawn["data"]["id"], &withdrawn["data"]["phase"]),
        (&json!(before), &json!("cancelled"))
    );

    let days = json!({ "kind": "days", "days": 2 });
    let next = challenge(&host, &almaz, &bot, days).await;
    let game = answer(&host, &bot, &next, "accept").await["game"].as_str().unwrap().to_owned();
    assert_eq!(wait(&mut reading, "game_begun").await["data"]["id"], json!(game));
    assert!(!kinds(&reading).contains(&"turn".to_owned()), "White is the other one");
    host.moves(&almaz, &game, "e2e3").await;
    assert_eq!(wait(&mut reading, "turn").await["data"]["turn"], "black");
    host.send_accepted(&almaz, &game, "up", json!({ "kind": "resign", "side": "white" })).await;
    let ended = wait(&mut reading, "game_ended").await;
    assert_eq!(ended["data"]["result"]["winner"], "black");
    let keys: Vec<Value> = reading.messages().iter().map(|one| one["key"].clone()).collect();
    let distinct: std::collections::BTreeSet<String> = keys.iter().map(Value::to_string).collect();
    assert_eq!(distinct.len(), keys.len(), "nothing is told twice: {keys:?}");
    assert_eq!(host.ask("GET", STREAM, "", "").await.status, 401);
}

/// What happens while nobody listens is told afterwards, also by a server that was killed meanwhile.
async fn stream_goes_on_after_a_break_without_loss(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (almaz, bot) = (account(&host, "Almaz", 1).await, account(&host, "Ferz", 2).await);
    let mut reading = Reading::at(&host, &bot, STREAM).await;
    let cursor = wait(&mut reading, "ready").await["cursor"].clone();
    drop(reading);
    let first = challenge(&host, &almaz, &bot, fischer(60, 0)).await;
    let game = answer(&host, &bot, &first, "accept").await["game"].as_str().unwrap().to_owned();
    host.send_accepted(&almaz, &game, "up", json!({ "kind": "resign", "side": "white" })).await;
    let second = challenge(&host, &almaz, &bot, fischer(60, 0)).await;
    host.stop().await;
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut reading = Reading::at(&host, &bot, &format!("{STREAM}?after={cursor}")).await;
    wait(&mut reading, "ready").await;
    let told = reading.messages();
    let told: Vec<_> = told.iter().map(|one| (one["type"].as_str().unwrap(), &one["data"]["id"])).collect();
    assert!(told.contains(&("game_begun", &json!(game))), "{told:?}");
    assert!(told.contains(&("game_ended", &json!(game))), "{told:?}");
    assert!(told.contains(&("challenge", &json!(second))), "{told:?}");
    assert!(!told.contains(&("challenge", &json!(first))), "{told:?}");
}

/// A time from which on all games of an account would be read.
async fn stream_after_a_break_of_months_begins_with_what_is_open(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (almaz, bot) = (account(&host, "Almaz", 1).await, account(&host, "Ferz", 2).await);
    let first = challenge(&host, &almaz, &bot, fischer(60, 0)).await;
    let game = answer(&host, &bot, &first, "accept").await["game"].as_str().unwrap().to_owned();
    host.send_accepted(&almaz, &game, "up", json!({ "kind": "resign", "side": "white" })).await;
    let second = challenge(&host, &almaz, &bot, fischer(60, 0)).await;
    let mut reading = Reading::at(&host, &bot, &format!("{STREAM}?after=0")).await;
    wait(&mut reading, "ready").await;
    assert_eq!(kinds(&reading), ["challenge", "ready"]);
    assert_eq!(reading.messages()[0]["data"]["id"], json!(second));
}

/// A challenge that is made through one node is told by the other; a token that is ended ends its stream.
#[tokio::test(flavor = "multi_thread")]
async fn stream_of_another_node_tells_the_same() {
    let storage = TestStorage::shared();
    let one = Host::start_with(with_accounts(&storage)).await;
    let two = Host::start_with(with_accounts(&storage)).await;
    let (almaz, bot) = (account(&one, "Almaz", 1).await, account(&one, "Ferz", 2).await);
    let mut reading = Reading::at(&two, &bot, STREAM).await;
    wait(&mut reading, "ready").await;
    let id = challenge(&one, &almaz, &bot, json!({ "kind": "days", "days": 2 })).await;
    assert_eq!(wait(&mut reading, "challenge").await["data"]["id"], json!(id));
    let game = answer(&one, &bot, &id, "accept").await["game"].as_str().unwrap().to_owned();
    one.moves(&almaz, &game, "e2e3").await;
    assert_eq!(wait(&mut reading, "turn").await["data"]["id"], json!(game));
}

/// A heartbeat comes while nothing happens, and a token that is ended takes its stream along.
#[tokio::test(flavor = "multi_thread")]
async fn stream_of_an_ended_token_ends() {
    let storage = TestStorage::new();
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut browser = Browser::visiting(&host).await;
    browser.register("Ferz", 1).await;
    let body = json!({ "label": "test", "scopes": ["read"], "days": 1 });
    let made = browser.good("POST", "/api/v1/account/tokens", body).await;
    let bot = Person::new("", made["token"].as_str().unwrap());
    let mut reading = Reading::at(&host, &bot, STREAM).await;
    wait(&mut reading, "ready").await;
    tokio::time::timeout(TIMEOUT, reading.until("\n\n")).await.expect("a heartbeat");
    let path = format!("/api/v1/account/tokens/{}", made["id"].as_str().unwrap());
    browser.good("DELETE", &path, Value::Null).await;
    // It reads to the end, for the text never comes.
    tokio::time::timeout(TIMEOUT, reading.until("the stream goes on")).await.expect("the stream ends");
}

/// Somebody who listens waits in the lobby without asking for the seek.
#[tokio::test(flavor = "multi_thread")]
async fn seek_of_a_listener_stays_and_its_game_is_told() {
    let storage = TestStorage::new();
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut browser = Browser::visiting(&host).await;
    browser.register("Almaz", 1).await;
    let bot = host.person("Ferz").await;
    let mut reading = Reading::at(&host, &bot, STREAM).await;
    wait(&mut reading, "ready").await;
    let seek = host.post_as(&bot, "/api/v1/seeks", &json!({ "instance": "shatranj" })).await.json();
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let game = browser.good("POST", &path, json!({})).await;
    assert_eq!(wait(&mut reading, "game_begun").await["data"]["id"], game["id"]);
}
