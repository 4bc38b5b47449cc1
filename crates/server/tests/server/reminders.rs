//! What players of events are told while the site is closed, once, whatever happens to the server.

use std::time::Duration;

use rukh_server::{Config, EventConfig};
use serde_json::{Value, json};

use crate::accounts::{account, with_accounts};
use crate::appointments::{HOUR, MINUTE, in_ms, jump_to};
use crate::host::{Host, TestStorage, fischer, on_both};
use crate::push::{Browser, PushServer, Sent};

on_both! { players_of_a_swiss_are_told_before_it_and_when_it_pairs }

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
