//! Names of guests: what may be one, where they are kept, and that they can be changed and deleted.

use std::time::{Duration, Instant};

use rusqlite::types::ValueRef;
use serde_json::{Value, json};

use crate::host::{Host, Person, TestStorage, on_both};

on_both! { name_changed_or_deleted_is_nowhere_any_more }

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

const NAMES: [&str; 2] = ["Zerfeshiwal", "Walelign"];

/// The tables in which a text is, in capitals or small letters.
fn tables_with(storage: &TestStorage, text: &str) -> Vec<String> {
    let file = rusqlite::Connection::open(storage.directory.join("games.sqlite")).unwrap();
    let mut tables =
        file.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").unwrap();
    let tables: Vec<String> =
        tables.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    let has_text = |table: &String| {
        let mut rows = file.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let width = rows.column_count();
        let mut rows = rows.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..width {
                if let ValueRef::Text(bytes) | ValueRef::Blob(bytes) = row.get_ref(column).unwrap()
                    && String::from_utf8_lossy(bytes).to_lowercase().contains(&text.to_lowercase())
                {
                    return true;
                }
            }
        }
        false
    };
    tables.into_iter().filter(has_text).collect()
}

/// Everything the server says about a live game, a finished one and a seek; the lobby, whose changes are sent
/// together, when it has a name and another no more.
async fn said(
    host: &Host,
    [live, over, seek]: &[String; 3],
    people: &[Person],
    (name, gone): (&str, &str),
) -> String {
    let mut said = String::new();
    let mut paths = vec![
        "/api/v1/games".to_owned(),
        "/api/v1/games?state=archived".to_owned(),
        "/downloads/games.pgn".to_owned(),
        "/downloads/games.jsonl".to_owned(),
        "/api/v1/seeks".to_owned(),
        format!("/api/v1/seeks/{seek}"),
        format!("/challenge/{seek}"),
    ];
    for game in [live, over] {
        for part in ["", "/replay", "/pgn", "/jsonl"] {
            paths.push(format!("/api/v1/games/{game}{part}"));
        }
        paths.push(format!("/game/{game}"));
    }
    paths.extend(people[..2].iter().map(|person| format!("/api/v1/players/{}", person.id)));
    for path in paths {
        let reply = host.get_as(&people[0], &path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        said += &reply.body;
    }
    for game in [live, over] {
        // Each reconnects: an open page keeps what it shows.
        let _watching = host.socket_as(Some(&people[2]), game, 0).await;
        let mut socket = host.socket_as(Some(&people[0]), game, 0).await;
        for message in socket.gather("chat_entry").await {
            said += &message.to_string();
        }
    }
    let mut lobby = host.open(None, "/ws/v1/lobby").await;
    loop {
        let state = lobby.until("lobby").await.to_string();
        if state.contains(name) && !state.contains(gone) {
            return said + &state;
        }
    }
}

async fn indexed(host: &Host) {
    let began = Instant::now();
    while host.get("/api/v1/games?state=archived").await.json()["games"].as_array().is_none_or(Vec::is_empty)
    {
        assert!(began.elapsed() < Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Both games of two people with the first name, one with chat of theirs and a spectator's, and a seek.
async fn games(host: &Host, people: &[Person]) -> [String; 3] {
    let [white, black, spectator] = people else { panic!("three people") };
    let request = json!({ "instance": "shatranj" });
    let over = host.game_of(white, black, request.clone()).await;
    let live = host.game_of(white, black, request.clone()).await;
    for game in [&over, &live] {
        host.moves(white, game, "e2e3").await;
        for person in people {
            let reply = host
                .post_as(person, &format!("/api/v1/games/{game}/chat"), &json!({ "text": "Selam" }))
                .await;
            assert_eq!(reply.status, 204, "{}", reply.body);
        }
        let demo = json!({ "steps": [{ "from": "e7", "to": "e6" }] });
        let reply = host.post_as(spectator, &format!("/api/v1/games/{game}/demo"), &demo).await;
        assert_eq!(reply.status, 204, "{}", reply.body);
    }
    host.send_accepted(white, &over, "end", json!({ "kind": "resign", "side": "white" })).await;
    let seek = host.post_as(white, "/api/v1/seeks", &request).await.json();
    indexed(host).await;
    [live, over, seek["id"].as_str().unwrap().to_owned()]
}

async fn name_changed_or_deleted_is_nowhere_any_more(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let [first, second] = NAMES;
    let mut people = Vec::new();
    for _ in 0..3 {
        people.push(host.person(first).await);
    }
    let shown = games(&host, &people).await;
    let before = said(&host, &shown, &people, (first, second)).await;
    assert!(before.contains(first), "{before}");
    if storage.database.is_none() {
        assert_eq!(tables_with(&storage, first), ["game_index", "player"], "no log, chat or seek has a name");
    }

    // A finished game is read without an actor.
    host.stop().await;
    let host = Host::start(&storage).await;
    let replay = format!("/api/v1/games/{}/replay", shown[1]);
    let tag = |head: &str| head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let kept = tag(&host.get(&replay).await.head);
    for person in &people {
        let reply = host.post_as(person, "/api/v1/me", &json!({ "name": second })).await;
        assert_eq!((reply.status, &reply.json()["name"]), (200, &json!(second)));
    }
    assert_ne!(tag(&host.get(&replay).await.head), kept, "what a client keeps is not current any more");
    let after = said(&host, &shown, &people, (second, first)).await;
    assert!(after.contains(second) && !after.contains(first), "{after}");
    let found = async |name: &str| {
        host.get(&format!("/api/v1/games?name={name}")).await.json()["games"].as_array().unwrap().len()
    };
    assert_eq!((found(first).await, found(second).await), (0, 1));

    let mut guests = Vec::new();
    for person in &people {
        let reply = host.ask("DELETE", "/api/v1/me/name", &person.header(), "").await;
        guests.push(reply.json()["name"].as_str().unwrap().to_owned());
        assert!(reply.status == 200 && guests.last().unwrap().starts_with("Guest "), "{}", reply.body);
    }
    let after = said(&host, &shown, &people, (&guests[0], second)).await;
    assert!(!after.contains(second) && guests.iter().all(|guest| after.contains(guest)), "{after}");
    assert_eq!((found(second).await, found(&guests[1].replace(' ', "%20")).await), (0, 1));
    if storage.database.is_none() {
        for name in NAMES {
            assert_eq!(tables_with(&storage, name), [""; 0], "{name}");
        }
    }
}
