//! What players of events are told while the site is closed, once, whatever happens to the server.

use std::time::Duration;

use rukh_server::{Config, EventConfig};
use serde_json::{Value, json};

use crate::accounts::{account, with_accounts};
use crate::appointments::{HOUR, MINUTE, in_ms, jump_to};
use crate::host::{Host, TestStorage, fischer, on_both};
use crate::push::{Browser, PushServer, Sent};

on_both! {
    players_of_a_swiss_are_told_before_it_and_when_it_pairs
    player_without_a_game_in_the_first_round_is_told_that_it_has_begun
    players_of_an_arena_who_join_late_are_told_when_it_begins
}

async fn players_of_a_swiss_are_told_before_it_and_when_it_pairs(storage: TestStorage) {
    let server = PushServer::start().await;
    let interval = Duration::from_millis(50);
    let events = EventConfig { interval, round_break: Duration::ZERO, ..EventConfig::default() };
    let config = Config { push: server.config(&storage).push, events, ..with_accounts(&storage) };
    let host = Host::start_with(config.clone()).await;
    let people = [account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await];
    let browsers = [Browser::new("/almaz"), Browser::new("/bekele-b")];
    for (browser, person) in browsers.iter().zip(&people) {
        browser.subscribe(&host, person, &server, "en").await;
    }
    let starts = in_ms(2 * HOUR);
    let request = json!({
        "name": "Shatranj night", "instance": "shatranj", "time_control": fischer(300, 0), "starts": starts,
        "format": { "kind": "swiss", "rounds": 1 }, "rated": false,
    });
    let made = host.post_as(&people[0], "/api/v1/events", &request).await;
    let event = made.json()["id"].as_str().unwrap().to_owned();
    for person in &people {
        let joined = host.post_as(person, &format!("/api/v1/events/{event}/join"), &json!({})).await;
        assert_eq!(joined.status, 200, "{}", joined.body);
    }
    let told = async || {
        let read = |sent: &Sent| -> Value {
            let browser = browsers.iter().find(|browser| browser.path == sent.path).unwrap();
            browser.read(sent)
        };
        let mut sent = server.wait(2).await;
        assert_eq!(sent.len(), 2);
        sent.sort_by(|one, other| one.path.cmp(&other.path));
        assert_ne!(sent[0].path, sent[1].path, "each once");
        server.clear();
        sent.iter().map(read).collect::<Vec<_>>()
    };
    jump_to(starts - 14 * MINUTE);
    for message in told().await {
        crate::schema::check_push(&message);
        assert_eq!((&message["kind"], &message["event"]), (&json!("event"), &json!(event)));
        assert_eq!((&message["title"], &message["game"]), (&json!("Shatranj night"), &Value::Null));
    }
    host.stop().await;
    let host = Host::start_with(config).await;
    server.expect_silence().await;
    jump_to(starts);
    let begun = told().await;
    let details = host.get(&format!("/api/v1/events/{event}")).await.json();
    for message in begun {
        assert_eq!((&message["kind"], &message["game"]), (&json!("begin"), &details["games"][0]["game"]));
    }
    server.expect_silence().await;
}

async fn player_without_a_game_in_the_first_round_is_told_that_it_has_begun(storage: TestStorage) {
    let server = PushServer::start().await;
    let events = EventConfig { interval: Duration::from_millis(50), ..EventConfig::default() };
    let config = Config { push: server.config(&storage).push, events, ..with_accounts(&storage) };
    let host = Host::start_with(config).await;
    let browsers = ["/one", "/two", "/three"].map(Browser::new);
    let mut people = Vec::new();
    for (number, browser) in (1..).zip(&browsers) {
        people.push(account(&host, &format!("Player {number}"), number).await);
        browser.subscribe(&host, &people[people.len() - 1], &server, "en").await;
    }
    let starts = in_ms(2 * HOUR);
    let request = json!({
        "name": "Shatranj night", "instance": "shatranj", "time_control": fischer(300, 0), "starts": starts,
        "format": { "kind": "swiss", "rounds": 2 }, "rated": false,
    });
    let made = host.post_as(&people[0], "/api/v1/events", &request).await;
    let event = made.json()["id"].as_str().unwrap().to_owned();
    for person in &people {
        let joined = host.post_as(person, &format!("/api/v1/events/{event}/join"), &json!({})).await;
        assert_eq!(joined.status, 200, "{}", joined.body);
    }
    jump_to(starts - 14 * MINUTE);
    server.wait(3).await;
    server.clear();
    jump_to(starts);
    let messages: Vec<Value> = server
        .wait(3)
        .await
        .iter()
        .map(|sent| {
            let browser = browsers.iter().find(|browser| browser.path == sent.path).unwrap();
            browser.read(sent)
        })
        .collect();
    let of_event: Vec<&Value> = messages.iter().filter(|message| message["game"].is_null()).collect();
    assert_eq!(of_event.len(), 1, "the others have a game: {messages:?}");
    assert_eq!((&of_event[0]["kind"], &of_event[0]["event"]), (&json!("begin"), &json!(event)));
    assert_eq!(of_event[0]["text"], "This event has begun.");
    server.clear();
    server.expect_silence().await;
}

/// Who has joined before is told once, when the arena is near; who joins after that, when it begins.
async fn players_of_an_arena_who_join_late_are_told_when_it_begins(storage: TestStorage) {
    let server = PushServer::start().await;
    let interval = Duration::from_millis(50);
    let events = EventConfig { interval, ..EventConfig::default() };
    let config = Config { push: server.config(&storage).push, events, ..with_accounts(&storage) };
    let host = Host::start_with(config.clone()).await;
    let mut people = Vec::new();
    let browsers = ["/early", "/late", "/gone"].map(Browser::new);
    for (number, browser) in (1..).zip(&browsers) {
        people.push(account(&host, &format!("Player {number}"), number).await);
        browser.subscribe(&host, &people[people.len() - 1], &server, "en").await;
    }
    let make = async |starts: u64| {
        let request = json!({
            "name": "Arena night", "instance": "shatranj", "time_control": fischer(300, 0), "starts": starts,
            "format": { "kind": "arena", "minutes": 30 }, "rated": false,
        });
        let made = host.post_as(&people[0], "/api/v1/events", &request).await;
        assert_eq!(made.status, 201, "{}", made.body);
        made.json()["id"].as_str().unwrap().to_owned()
    };
    let act = async |number: usize, event: &str, deed: &str| {
        let path = format!("/api/v1/events/{event}/{deed}");
        let reply = host.post_as(&people[number], &path, &json!({})).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    };
    let told = async |number: usize, event: &str, kind: &str| {
        let sent = server.next().await;
        assert_eq!(sent.path, browsers[number].path, "{kind}");
        let message = browsers[number].read(&sent);
        crate::schema::check_push(&message);
        assert_eq!((&message["kind"], &message["event"]), (&json!(kind), &json!(event)));
        message["text"].as_str().unwrap().to_owned()
    };
    let starts = in_ms(2 * HOUR);
    let event = make(starts).await;
    act(0, &event, "join").await;
    jump_to(starts - 14 * MINUTE);
    assert_eq!(told(0, &event, "event").await, "This event begins soon.");
    for number in [1, 2] {
        act(number, &event, "join").await;
    }
    act(2, &event, "withdraw").await;
    server.expect_silence().await;
    jump_to(starts);
    assert_eq!(told(1, &event, "begin").await, "This event has begun.");
    server.expect_silence().await;

    // One that is made shortly before: whoever is there when that is seen is told then, the others at its start.
    let starts = starts + 5 * MINUTE;
    let event = make(starts).await;
    tokio::time::sleep(interval * 6).await;
    act(2, &event, "join").await;
    // It comes to nothing with one player alone.
    jump_to(starts);
    server.expect_silence().await;
    let starts = starts + 5 * MINUTE;
    let event = make(starts).await;
    tokio::time::sleep(interval * 6).await;
    act(2, &event, "join").await;
    act(1, &event, "join").await;
    jump_to(starts);
    let mut sent = server.wait(2).await;
    sent.sort_by(|one, other| one.path.cmp(&other.path));
    for (sent, browser) in sent.iter().zip([&browsers[2], &browsers[1]]) {
        let message = browser.read(sent);
        assert_eq!((&message["kind"], &message["event"]), (&json!("begin"), &json!(event)));
    }
    server.clear();
    server.expect_silence().await;
}
