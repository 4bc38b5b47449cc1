//! Chat, demos and mutes.

use serde_json::{Value, json};

use crate::host::{Host, Line, Person, Place, on_both};

on_both! {
    chat_is_stored_and_replayed
}

/// Two players and two spectators, with a socket each.
struct Cafe {
    host: Host,
    game: String,
    people: Vec<Person>,
    lines: Vec<Line>,
}

impl Cafe {
    async fn open(place: &Place, manner: &str) -> Cafe {
        let host = Host::start(place).await;
        let (white, black, game) =
            host.pair(json!({ "instance": "shatranj", "spectator_mode": manner })).await;
        let people = vec![white, black, host.person("Chala").await, host.person("Desta").await];
        let mut lines = Vec::new();
        for who in &people {
            let mut line = host.line_as(Some(who), &game, 1).await;
            line.until("hello").await;
            lines.push(line);
        }
        Cafe { host, game, people, lines }
    }

    async fn say(&mut self, who: usize, text: &str) {
        self.lines[who].say("chat", json!({ "text": text })).await;
    }

    /// Who receives a text, before everyone receives the end of the round.
    async fn hears(&mut self, text: &str) -> Vec<usize> {
        let mut heard = Vec::new();
        for index in 0..self.lines.len() {
            loop {
                let told = self.lines[index].next().await;
                match told["data"]["text"].as_str() {
                    Some("over now") => break,
                    Some(said) if said == text => heard.push(index),
                    _ => {}
                }
            }
        }
        heard
    }

    async fn path(&self, who: usize, what: &str, d: Value) -> (u16, Value) {
        let reply =
            self.host.post_as(&self.people[who], &format!("/api/v1/games/{}/{what}", self.game), &d).await;
        let body = serde_json::from_str(&reply.body).unwrap_or_default();
        (reply.status, body)
    }
}

/// Ends a round with a message that everyone receives.
async fn end_round(cafe: &mut Cafe, who: usize) {
    cafe.say(who, "over now").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_traditional_reaches_everyone() {
    let place = Place::new();
    let mut cafe = Cafe::open(&place, "traditional").await;
    for who in [0, 2] {
        let text = format!("from {who}");
        cafe.say(who, &text).await;
        end_round(&mut cafe, who).await;
        assert_eq!(cafe.hears(&text).await, [0, 1, 2, 3]);
    }
    cafe.lines[3].say("chat", json!({ "preset": "good_luck" })).await;
    let told = cafe.lines[0].until("chat_entry").await;
    let d = &told["data"];
    assert_eq!(
        (&d["kind"], &d["text"], &d["preset"]),
        (&json!("chat"), &json!("Good luck!"), &json!("good_luck"))
    );
    assert_eq!(d["author"], json!({ "id": cafe.people[3].id, "name": "Desta", "role": "spectator" }));
    assert_eq!((&d["room"], &told["number"]), (&json!("all"), &json!(5)));
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_match_separates_players_and_spectators_until_the_end() {
    let place = Place::new();
    let mut cafe = Cafe::open(&place, "match").await;
    for (who, others) in [(0, [0, 1]), (1, [0, 1]), (2, [2, 3]), (3, [2, 3])] {
        let text = format!("from {who}");
        cafe.say(who, &text).await;
        // Who hears it is told; who does not is asked about by what comes last.
        for index in others {
            assert_eq!(cafe.lines[index].until("chat_entry").await["data"]["text"], json!(text));
        }
    }
    let game = cafe.game.clone();
    // Somebody who comes now hears what their circle has said.
    let mut late = cafe.host.line_as(Some(&cafe.people[2]), &game, 1).await;
    let texts = [late.until("chat_entry").await, late.until("chat_entry").await]
        .map(|told| told["data"]["text"].clone());
    assert_eq!(texts, [json!("from 2"), json!("from 3")]);
    let d = json!({ "kind": "resign", "side": "black" });
    cafe.host.does(&cafe.people[1], &game, "up", d).await;
    cafe.say(3, "over now").await;
    assert!(cafe.hears("from 2").await.is_empty(), "nobody heard anything twice, or from elsewhere");
    let mut late = cafe.host.line_as(Some(&cafe.people[0]), &game, 1).await;
    let mut texts = Vec::new();
    for _ in 0..5 {
        texts.push(late.until("chat_entry").await["data"]["text"].clone());
    }
    assert_eq!(texts, ["from 0", "from 1", "from 2", "from 3", "over now"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn mute_hides_messages() {
    let place = Place::new();
    let mut cafe = Cafe::open(&place, "traditional").await;
    let desta = cafe.people[3].id.clone();
    cafe.lines[0].say("mute", json!({ "guest": desta, "muted": true })).await;
    assert_eq!(cafe.lines[0].until("muted").await["data"], json!([desta]));
    cafe.say(3, "hush").await;
    assert_eq!(cafe.lines[2].until("chat_entry").await["data"]["text"], "hush");
    end_round(&mut cafe, 2).await;
    assert_eq!(cafe.hears("hush").await, [1, 3]);
    cafe.lines[0].say("mute", json!({ "guest": "all", "muted": true })).await;
    assert_eq!(cafe.lines[0].until("muted").await["data"].as_array().unwrap().len(), 2);
    cafe.say(2, "anybody?").await;
    cafe.lines[1].until("chat_entry").await;
    cafe.say(0, "my own voice").await;
    assert_eq!(cafe.lines[0].until("chat_entry").await["data"]["text"], "my own voice");
    let hello = cafe.host.get_as(&cafe.people[0], &format!("/api/v1/games/{}", cafe.game)).await.json();
    assert_eq!(hello["you"]["muted"].as_array().unwrap().len(), 2);
    for who in ["all", &desta] {
        assert_eq!(cafe.path(0, "mute", json!({ "guest": who, "muted": false })).await.0, 204);
    }
    cafe.lines[0].until("muted").await;
    assert_eq!(cafe.lines[0].until("muted").await["data"], json!([]));
    let nobody = json!({ "guest": "x".repeat(1000), "muted": true });
    let (status, refused) = cafe.path(0, "mute", nobody).await;
    assert_eq!((status, &refused["code"]), (409, &json!("bad_message")));
    cafe.say(3, "again").await;
    assert_eq!(cafe.lines[0].until("chat_entry").await["data"]["text"], "again");
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_flood_is_rate_limited() {
    let place = Place::new();
    let mut cafe = Cafe::open(&place, "traditional").await;
    for number in 0..6 {
        cafe.say(2, &format!("{number}")).await;
    }
    let refused = cafe.lines[2].until("refused").await;
    assert_eq!(refused["code"], "too_fast", "{refused}");
    let (status, answer) = cafe.path(2, "chat", json!({ "text": "more" })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("too_fast")));
    assert_eq!(cafe.path(3, "chat", json!({ "text": "another voice" })).await.0, 204);
    for bad in [
        json!({ "text": "" }),
        json!({ "text": "a\nb" }),
        json!({ "text": "x".repeat(301) }),
        json!({ "preset": "shout" }),
        json!({}),
        json!({ "text": "a", "preset": "hello" }),
    ] {
        let (status, answer) = cafe.path(3, "chat", bad.clone()).await;
        assert_eq!((status, &answer["code"]), (409, &json!("bad_message")), "{bad}");
    }
    cafe.lines[3].say("chat", json!({ "preset": "shout" })).await;
    assert_eq!(cafe.lines[3].until("refused").await["code"], "bad_message");
}

fn step(from: &str, to: &str) -> Value {
    json!({ "steps": [{ "from": from, "to": to }] })
}

#[tokio::test(flavor = "multi_thread")]
async fn demo_is_shown_by_spectators_only() {
    let place = Place::new();
    let mut cafe = Cafe::open(&place, "traditional").await;
    let before = cafe.host.view(&cafe.game).await;
    cafe.lines[2].say("demo", step("b1", "e5")).await;
    let told = cafe.lines[0].until("chat_entry").await;
    assert_eq!((&told["data"]["kind"], &told["data"]["room"]), (&json!("demo"), &json!("all")));
    assert_eq!(told["data"]["steps"], json!([{ "from": "b1", "to": "e5", "piece": "n", "side": "white" }]));
    assert_eq!(told["data"]["until"], json!(told["at"].as_u64().unwrap() + 10_000));
    assert_eq!(cafe.host.view(&cafe.game).await, before, "it moves nothing");
    for (who, wish, code) in [
        (0, step("b1", "c3"), "not_allowed"),
        (1, step("b1", "c3"), "not_allowed"),
        (3, step("e5", "e6"), "bad_message"),
        (3, step("b1", "z9"), "bad_message"),
        (3, json!({ "steps": vec![json!({ "from": "b1", "to": "c3" }); 5] }), "bad_message"),
    ] {
        let (status, answer) = cafe.path(who, "demo", wish.clone()).await;
        assert_eq!((status, &answer["code"]), (409, &json!(code)), "{who} {wish}");
    }
    // One for each, four at a board.
    assert_eq!(cafe.path(2, "demo", step("g1", "f3")).await.0, 204);
    for number in 0..3 {
        let who = cafe.host.person(&format!("Guest {number}")).await;
        cafe.people.push(who);
        assert_eq!(cafe.path(4 + number, "demo", step("g1", "f3")).await.0, 204);
    }
    let (status, answer) = cafe.path(3, "demo", step("g1", "f3")).await;
    assert_eq!((status, &answer["code"]), (409, &json!("too_fast")), "four are shown already");
    assert_eq!(cafe.path(4, "demo", json!({ "steps": [] })).await.0, 204);
    assert_eq!(cafe.path(3, "demo", step("g1", "f3")).await.0, 204, "one was taken away");
    let gone = loop {
        let told = cafe.lines[0].until("chat_entry").await;
        if told["data"]["steps"] == json!([]) {
            break told;
        }
    };
    assert!(gone["data"]["until"].as_u64() <= gone["at"].as_u64());
    for _ in 0..4 {
        if cafe.path(3, "demo", step("g1", "f3")).await.1["code"] == "too_fast" {
            return;
        }
    }
    panic!("nobody waves as often as they like");
}

async fn chat_is_stored_and_replayed(place: Place) {
    let cafe = Cafe::open(&place, "match").await;
    for who in 0..4 {
        assert_eq!(cafe.path(who, "chat", json!({ "text": format!("from {who}") })).await.0, 204);
    }
    assert_eq!(cafe.path(2, "demo", step("b1", "c3")).await.0, 204);
    let Cafe { host, game, people, lines } = cafe;
    drop(lines);
    host.stop().await;
    let host = Host::start(&place).await;
    let said = async |who: &Person| {
        let replay = host.get_as(who, &format!("/api/v1/games/{game}/replay")).await.json();
        let asides = replay["chat"].as_array().unwrap().clone();
        asides
            .iter()
            .map(|one| (one["number"].as_u64().unwrap(), one["data"]["kind"].as_str().unwrap().to_owned()))
            .collect::<Vec<_>>()
    };
    let chat = |n: u64| (n, "chat".to_owned());
    assert_eq!(said(&people[0]).await, [chat(1), chat(2)]);
    assert_eq!(said(&people[3]).await, [chat(3), chat(4), (5, "demo".to_owned())]);
    let mut line = host.line_as(Some(&people[1]), &game, 1).await;
    assert_eq!(line.until("chat_entry").await["data"]["text"], "from 0");
    // Numbers go on.
    let path = format!("/api/v1/games/{game}/chat");
    assert_eq!(host.post_as(&people[0], &path, &json!({ "text": "on" })).await.status, 204);
    line.until("chat_entry").await;
    assert_eq!(line.until("chat_entry").await["number"], 6);
    host.does(&people[0], &game, "up", json!({ "kind": "resign", "side": "white" })).await;
    assert_eq!(said(&people[0]).await.len(), 6, "after the end everybody may read everything");
}
