//! Chat, demos and mutes.

use serde_json::{Value, json};

use crate::host::{Host, Person, TestSocket, TestStorage, on_both};

on_both! {
    chat_is_stored_and_replayed
}

/// Two players and two spectators, with a socket each.
struct ChatFixture {
    host: Host,
    game: String,
    people: Vec<Person>,
    sockets: Vec<TestSocket>,
}

impl ChatFixture {
    async fn open(storage: &TestStorage, manner: &str) -> ChatFixture {
        let host = Host::start(storage).await;
        let (white, black, game) =
            host.pair(json!({ "instance": "shatranj", "spectator_mode": manner })).await;
        let people = vec![white, black, host.person("Chala").await, host.person("Desta").await];
        let mut sockets = Vec::new();
        for author in &people {
            let mut socket = host.socket_as(Some(author), &game, 1).await;
            socket.until("hello").await;
            sockets.push(socket);
        }
        ChatFixture { host, game, people, sockets }
    }

    async fn say(&mut self, author: usize, text: &str) {
        self.sockets[author].say("chat", json!({ "text": text })).await;
    }

    /// Indices of the sockets that receive a text before the end of the round.
    async fn receivers_of(&mut self, text: &str) -> Vec<usize> {
        let mut received = Vec::new();
        for index in 0..self.sockets.len() {
            loop {
                let entry = self.sockets[index].next().await;
                match entry["data"]["text"].as_str() {
                    Some("over now") => break,
                    Some(said) if said == text => received.push(index),
                    _ => {}
                }
            }
        }
        received
    }

    async fn path(&self, author: usize, what: &str, d: Value) -> (u16, Value) {
        let reply =
            self.host.post_as(&self.people[author], &format!("/api/v1/games/{}/{what}", self.game), &d).await;
        let body = serde_json::from_str(&reply.body).unwrap_or_default();
        (reply.status, body)
    }
}

/// Ends a round with a message that everyone receives.
async fn end_round(fixture: &mut ChatFixture, author: usize) {
    fixture.say(author, "over now").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_traditional_reaches_everyone() {
    let storage = TestStorage::new();
    let mut fixture = ChatFixture::open(&storage, "traditional").await;
    for author in [0, 2] {
        let text = format!("from {author}");
        fixture.say(author, &text).await;
        end_round(&mut fixture, author).await;
        assert_eq!(fixture.receivers_of(&text).await, [0, 1, 2, 3]);
    }
    fixture.sockets[3].say("chat", json!({ "preset": "good_luck" })).await;
    let entry = fixture.sockets[0].until("chat_entry").await;
    let d = &entry["data"];
    assert_eq!(
        (&d["kind"], &d["text"], &d["preset"]),
        (&json!("chat"), &json!("Good luck!"), &json!("good_luck"))
    );
    assert_eq!(d["author"], json!({ "id": fixture.people[3].id, "role": "spectator" }));
    assert_eq!(entry["name"], "Desta");
    assert_eq!((&d["room"], &entry["number"]), (&json!("all"), &json!(5)));
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_match_separates_players_and_spectators_until_the_end() {
    let storage = TestStorage::new();
    let mut fixture = ChatFixture::open(&storage, "match").await;
    for (author, others) in [(0, [0, 1]), (1, [0, 1]), (2, [2, 3]), (3, [2, 3])] {
        let text = format!("from {author}");
        fixture.say(author, &text).await;
        // Each receiver gets the text; another receiver would fail at its next message.
        for index in others {
            assert_eq!(fixture.sockets[index].until("chat_entry").await["data"]["text"], json!(text));
        }
    }
    let game = fixture.game.clone();
    // A new subscriber receives the earlier messages of its audience.
    let mut late = fixture.host.socket_as(Some(&fixture.people[2]), &game, 1).await;
    let texts = [late.until("chat_entry").await, late.until("chat_entry").await]
        .map(|entry| entry["data"]["text"].clone());
    assert_eq!(texts, [json!("from 2"), json!("from 3")]);
    let d = json!({ "kind": "resign", "side": "black" });
    fixture.host.send_accepted(&fixture.people[1], &game, "up", d).await;
    fixture.say(3, "over now").await;
    assert!(
        fixture.receivers_of("from 2").await.is_empty(),
        "no message arrived twice or at the wrong audience"
    );
    let mut late = fixture.host.socket_as(Some(&fixture.people[0]), &game, 1).await;
    let mut texts = Vec::new();
    for _ in 0..5 {
        texts.push(late.until("chat_entry").await["data"]["text"].clone());
    }
    assert_eq!(texts, ["from 0", "from 1", "from 2", "from 3", "over now"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn mute_hides_messages() {
    let storage = TestStorage::new();
    let mut fixture = ChatFixture::open(&storage, "traditional").await;
    let desta = fixture.people[3].id.clone();
    fixture.sockets[0].say("mute", json!({ "guest": desta, "muted": true })).await;
    assert_eq!(fixture.sockets[0].until("muted").await["data"], json!([desta]));
    fixture.say(3, "hush").await;
    assert_eq!(fixture.sockets[2].until("chat_entry").await["data"]["text"], "hush");
    end_round(&mut fixture, 2).await;
    assert_eq!(fixture.receivers_of("hush").await, [1, 3]);
    fixture.sockets[0].say("mute", json!({ "guest": "all", "muted": true })).await;
    assert_eq!(fixture.sockets[0].until("muted").await["data"].as_array().unwrap().len(), 2);
    fixture.say(2, "anybody?").await;
    fixture.sockets[1].until("chat_entry").await;
    fixture.say(0, "my own voice").await;
    assert_eq!(fixture.sockets[0].until("chat_entry").await["data"]["text"], "my own voice");
    let hello =
        fixture.host.get_as(&fixture.people[0], &format!("/api/v1/games/{}", fixture.game)).await.json();
    assert_eq!(hello["you"]["muted"].as_array().unwrap().len(), 2);
    for target in ["all", &desta] {
        assert_eq!(fixture.path(0, "mute", json!({ "guest": target, "muted": false })).await.0, 204);
    }
    fixture.sockets[0].until("muted").await;
    assert_eq!(fixture.sockets[0].until("muted").await["data"], json!([]));
    let nobody = json!({ "guest": "x".repeat(1000), "muted": true });
    let (status, refused) = fixture.path(0, "mute", nobody).await;
    assert_eq!((status, &refused["code"]), (409, &json!("bad_message")));
    fixture.say(3, "again").await;
    assert_eq!(fixture.sockets[0].until("chat_entry").await["data"]["text"], "again");
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_flood_is_rate_limited() {
    let storage = TestStorage::new();
    let mut fixture = ChatFixture::open(&storage, "traditional").await;
    for number in 0..6 {
        fixture.say(2, &format!("{number}")).await;
    }
    let refused = fixture.sockets[2].until("refused").await;
    assert_eq!(refused["code"], "too_fast", "{refused}");
    let (status, answer) = fixture.path(2, "chat", json!({ "text": "more" })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("too_fast")));
    assert_eq!(fixture.path(3, "chat", json!({ "text": "another voice" })).await.0, 204);
    for bad in [
        json!({ "text": "" }),
        json!({ "text": "a\nb" }),
        json!({ "text": "x".repeat(301) }),
        json!({ "preset": "shout" }),
        json!({}),
        json!({ "text": "a", "preset": "hello" }),
    ] {
        let (status, answer) = fixture.path(3, "chat", bad.clone()).await;
        assert_eq!((status, &answer["code"]), (409, &json!("bad_message")), "{bad}");
    }
    fixture.sockets[3].say("chat", json!({ "preset": "shout" })).await;
    assert_eq!(fixture.sockets[3].until("refused").await["code"], "bad_message");
}

fn step(from: &str, to: &str) -> Value {
    json!({ "steps": [{ "from": from, "to": to }] })
}

#[tokio::test(flavor = "multi_thread")]
async fn demo_is_shown_by_spectators_only() {
    let storage = TestStorage::new();
    let mut fixture = ChatFixture::open(&storage, "traditional").await;
    let before = fixture.host.view(&fixture.game).await;
    fixture.sockets[2].say("demo", step("b1", "e5")).await;
    let entry = fixture.sockets[0].until("chat_entry").await;
    assert_eq!((&entry["data"]["kind"], &entry["data"]["room"]), (&json!("demo"), &json!("all")));
    assert_eq!(entry["data"]["steps"], json!([{ "from": "b1", "to": "e5", "piece": "n", "side": "white" }]));
    assert_eq!(entry["data"]["until"], json!(entry["at"].as_u64().unwrap() + 10_000));
    assert_eq!(fixture.host.view(&fixture.game).await, before, "a demo does not change the position");
    for (author, request, code) in [
        (0, step("b1", "c3"), "not_allowed"),
        (1, step("b1", "c3"), "not_allowed"),
        (3, step("e5", "e6"), "bad_message"),
        (3, step("b1", "z9"), "bad_message"),
        (3, json!({ "steps": vec![json!({ "from": "b1", "to": "c3" }); 5] }), "bad_message"),
    ] {
        let (status, answer) = fixture.path(author, "demo", request.clone()).await;
        assert_eq!((status, &answer["code"]), (409, &json!(code)), "{author} {request}");
    }
    // One demo for each spectator, four at a board.
    assert_eq!(fixture.path(2, "demo", step("g1", "f3")).await.0, 204);
    for number in 0..3 {
        let guest = fixture.host.person(&format!("Guest {number}")).await;
        fixture.people.push(guest);
        assert_eq!(fixture.path(4 + number, "demo", step("g1", "f3")).await.0, 204);
    }
    let (status, answer) = fixture.path(3, "demo", step("g1", "f3")).await;
    assert_eq!((status, &answer["code"]), (409, &json!("too_fast")), "four demos are shown already");
    assert_eq!(fixture.path(4, "demo", json!({ "steps": [] })).await.0, 204);
    assert_eq!(fixture.path(3, "demo", step("g1", "f3")).await.0, 204, "a demo was cleared");
    let gone = loop {
        let entry = fixture.sockets[0].until("chat_entry").await;
        if entry["data"]["steps"] == json!([]) {
            break entry;
        }
    };
    assert!(gone["data"]["until"].as_u64() <= gone["at"].as_u64());
    for _ in 0..4 {
        if fixture.path(3, "demo", step("g1", "f3")).await.1["code"] == "too_fast" {
            return;
        }
    }
    panic!("demos are not rate limited");
}

async fn chat_is_stored_and_replayed(storage: TestStorage) {
    let fixture = ChatFixture::open(&storage, "match").await;
    for author in 0..4 {
        assert_eq!(fixture.path(author, "chat", json!({ "text": format!("from {author}") })).await.0, 204);
    }
    assert_eq!(fixture.path(2, "demo", step("b1", "c3")).await.0, 204);
    let ChatFixture { host, game, people, sockets } = fixture;
    drop(sockets);
    host.stop().await;
    let host = Host::start(&storage).await;
    let said = async |reader: &Person| {
        let replay = host.get_as(reader, &format!("/api/v1/games/{game}/replay")).await.json();
        let asides = replay["chat"].as_array().unwrap().clone();
        asides
            .iter()
            .map(|one| (one["number"].as_u64().unwrap(), one["data"]["kind"].as_str().unwrap().to_owned()))
            .collect::<Vec<_>>()
    };
    let chat = |n: u64| (n, "chat".to_owned());
    assert_eq!(said(&people[0]).await, [chat(1), chat(2)]);
    assert_eq!(said(&people[3]).await, [chat(3), chat(4), (5, "demo".to_owned())]);
    let mut socket = host.socket_as(Some(&people[1]), &game, 1).await;
    assert_eq!(socket.until("chat_entry").await["data"]["text"], "from 0");
    // Numbering continues.
    let path = format!("/api/v1/games/{game}/chat");
    assert_eq!(host.post_as(&people[0], &path, &json!({ "text": "on" })).await.status, 204);
    socket.until("chat_entry").await;
    assert_eq!(socket.until("chat_entry").await["number"], 6);
    host.send_accepted(&people[0], &game, "up", json!({ "kind": "resign", "side": "white" })).await;
    assert_eq!(said(&people[0]).await.len(), 6, "after the end all messages are visible");
}
