//! Names of guests and of seats.

use serde_json::{Value, json};

use crate::host::{Host, TestStorage, human};

const PLAIN: &str = "content-type: application/json\r\n";
const BAD_NAMES: [&str; 6] = ["Rukh, level 8", "Ruкh", "\u{202e}abc", "a\u{200b}b", "\u{3164}", "\u{301}"];

#[tokio::test(flavor = "multi_thread")]
async fn name_that_misleads_is_refused_wherever_it_enters() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let headers = format!("{PLAIN}{}", host.me.header());
    let refused = async |path: &str, headers: &str, body: &Value, code: &str| {
        let reply = host.ask("POST", path, headers, &body.to_string()).await;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(code)), "{path} {body}");
    };
    for name in BAD_NAMES {
        refused("/api/v1/me", &headers, &json!({ "name": name }), "bad_name").await;
        refused("/api/v1/me", PLAIN, &json!({ "name": name }), "bad_name").await;
        refused("/api/v1/guests", PLAIN, &json!({ "name": name }), "bad_name").await;
        let game = json!({ "instance": "shatranj", "white": human(name), "black": human("B") });
        refused("/api/v1/games", &headers, &game, "bad_seat").await;
    }
    for (name, kept) in
        [("علی‌رضا", "علی‌رضا"), ("हर्षवर्धन", "हर्षवर्धन"), (" Jose\u{301} ", "José"), ("አልማዝ", "አልማዝ")]
    {
        let reply = host.ask("POST", "/api/v1/me", &headers, &json!({ "name": name }).to_string()).await;
        assert_eq!((reply.status, &reply.json()["name"]), (200, &json!(kept)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn name_like_the_opponents_is_told_apart() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let white = host.person("Sara").await;
    for (name, shown) in [("Sаrа", "Sаrа (2)"), ("sara", "sara (2)"), ("Almaz", "Almaz")] {
        let black = host.person(name).await;
        let game = host.game_of(&white, &black, json!({ "instance": "shatranj" })).await;
        let hello = host.hello(&game).await;
        let text = hello.to_string();
        assert!(
            text.contains(&json!("Sara").to_string()) && text.contains(&json!(shown).to_string()),
            "{text}"
        );
    }
}
