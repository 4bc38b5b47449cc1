//! Reports, decisions, appeals, blocks and words that may not be written.

use std::time::{Duration, Instant};

use rukh_server::wire::moderation::Role;
use rukh_server::{ChatWords, Config};
use rukh_store::{NewReport, NewSanction, Store, clock};
use serde_json::{Value, json};

use crate::accounts::{Browser, account, with_accounts};
use crate::host::{Host, Person, TestStorage, on_both};

on_both! {
    report_leads_to_a_timeout_and_an_appeal_lifts_it
    doors_of_moderation_are_shut_to_everybody_else
    shadowed_chat_is_seen_by_its_author_alone
    block_keeps_two_people_apart
    note_of_another_moderator_is_not_overwritten
    flood_of_reports_is_paged_and_dismissed_at_once
    moderator_learns_nothing_about_themselves
    guest_without_a_name_can_be_blocked_reported_and_sanctioned
    program_reads_decisions_and_does_not_answer
    closed_account_can_only_appeal
    export_and_deletion_cover_moderation
}

pub(crate) async fn give_role(config: &Config, name: &str, role: Role) {
    assert!(Store::set_role(&config.storage(), name, Some(role)).await.unwrap().is_some());
}

/// A browser whose account has a role; numbers of passkeys differ.
pub(crate) async fn with_role<'a>(
    host: &'a Host,
    config: &Config,
    name: &str,
    number: u8,
    role: Role,
) -> Browser<'a> {
    let mut browser = Browser::visiting(host).await;
    browser.register(name, number).await;
    give_role(config, name, role).await;
    browser
}

pub(crate) async fn status(host: &Host, person: &Person, path: &str, body: Value) -> (u16, String) {
    let reply = host.post_as(person, path, &body).await;
    let body: Value = serde_json::from_str(&reply.body).unwrap_or_default();
    let code = [&body["error"]["code"], &body["code"]].into_iter().find_map(|code| code.as_str());
    (reply.status, code.unwrap_or_default().to_owned())
}

async fn say(host: &Host, person: &Person, game: &str, text: &str) -> (u16, String) {
    status(host, person, &format!("/api/v1/games/{game}/chat"), json!({ "text": text })).await
}

/// What somebody sees of the chat of a game: the texts.
async fn chat_seen_by(host: &Host, person: &Person, game: &str) -> Vec<String> {
    let replay = host.get_as(person, &format!("/api/v1/games/{game}/replay")).await.json();
    let chat = replay["chat"].as_array().unwrap().iter();
    assert!(!replay.to_string().contains("shadow"), "{replay}");
    chat.map(|entry| entry["data"]["text"].as_str().unwrap().to_owned()).collect()
}

pub(crate) fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

const OK: (u16, String) = (204, String::new());

async fn report_leads_to_a_timeout_and_an_appeal_lifts_it(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let (white, rude, game) = host.pair(json!({ "instance": "shatranj" })).await;
    assert_eq!(say(&host, &rude, &game, "rude words").await, OK);
    let report =
        json!({ "about": { "kind": "chat", "game": game, "number": 1 }, "reason": "insult", "text": "look" });
    let sent = host.post_as(&white, "/api/v1/reports", &report).await;
    assert_eq!(sent.status, 201, "{}", sent.body);
    assert_eq!(status(&host, &white, "/api/v1/reports", report.clone()).await, refused(409, "reported"));
    assert_eq!(status(&host, &rude, "/api/v1/reports", report.clone()).await, refused(409, "own_report"));
    for (about, status_code) in [
        (json!({ "kind": "chat", "game": game, "number": 9 }), 400),
        (json!({ "kind": "chat", "game": "nogame", "number": 1 }), 400),
        (json!({ "kind": "play", "game": game, "player": host.me.id }), 404),
        (json!({ "kind": "name", "player": "nobody-at-all" }), 404),
        (json!({ "kind": "else" }), 400),
    ] {
        let sent =
            status(&host, &white, "/api/v1/reports", json!({ "about": about, "reason": "spam" })).await;
        assert_eq!(sent.0, status_code, "{about}: {}", sent.1);
    }
    let long = json!({ "about": report["about"], "reason": "spam", "text": "x".repeat(501) });
    assert_eq!(status(&host, &host.me, "/api/v1/reports", long).await, refused(400, "bad_text"));

    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let queue = moderator.good("GET", "/api/v1/moderation", Value::Null).await;
    let found = &queue["reports"][0];
    assert_eq!((&found["quote"], &found["name"]), (&json!("rude words"), &json!("Bekele")), "{queue}");
    let path = format!("/api/v1/moderation/reports/{}", found["id"].as_str().unwrap());
    moderator.good("POST", &format!("{path}/take"), Value::Null).await;
    moderator.good("POST", &format!("{path}/note"), json!({ "text": "seen" })).await;
    let chat = |hours: Value| json!({ "measure": { "measure": "chat", "reason": "insult", "hours": hours, "text": "Be kind." } });
    for hours in [Value::Null, json!(2)] {
        let answer = moderator.refused("POST", &format!("{path}/resolve"), chat(hours)).await;
        assert_eq!(answer, refused(400, "bad_hours"));
    }
    moderator.good("POST", &format!("{path}/resolve"), chat(json!(24))).await;
    let again = moderator.refused("POST", &format!("{path}/resolve"), chat(json!(24))).await;
    assert_eq!(again, refused(409, "resolved"));

    assert_eq!(say(&host, &rude, &game, "more").await, refused(409, "chat_timeout"));
    assert_eq!(say(&host, &white, &game, "peace").await, OK);
    let own = host.get_as(&rude, "/api/v1/decisions").await.json();
    let decision = &own["decisions"][0];
    assert_eq!((&decision["text"], &decision["may_appeal"]), (&json!("Be kind."), &json!(true)), "{own}");
    assert!(!own.to_string().contains("Desta"), "who decided is not said: {own}");
    let id = decision["id"].as_str().unwrap();
    let appeal = format!("/api/v1/decisions/{id}/appeal");
    let text = json!({ "text": "I am sorry." });
    assert_eq!(status(&host, &white, &appeal, text.clone()).await.0, 404, "it is another's");
    assert_eq!(status(&host, &rude, &appeal, text.clone()).await, OK);
    assert_eq!(status(&host, &rude, &appeal, text).await, refused(409, "appealed"));
    let queue = moderator.good("GET", "/api/v1/moderation", Value::Null).await;
    assert_eq!(queue["appeals"][0]["appeal"]["text"], "I am sorry.");
    let answer = json!({ "lift": true, "text": "All right." });
    moderator.good("POST", &format!("/api/v1/moderation/decisions/{id}/answer"), answer).await;
    assert_eq!(say(&host, &rude, &game, "thank you").await, OK);
    let log = moderator.good("GET", "/api/v1/moderation/log", Value::Null).await;
    let acts: Vec<&str> =
        log["entries"].as_array().unwrap().iter().map(|one| one["act"].as_str().unwrap()).collect();
    let expected = ["revoke chat", "grant appeal", "appeal", "impose chat", "resolve", "note", "take"];
    assert_eq!(acts, expected);
    let earlier = moderator.good("GET", "/api/v1/moderation/log?before=3", Value::Null).await;
    assert_eq!(earlier["entries"][0]["act"], "take", "{earlier}");
    assert!(!log.to_string().contains("rude words"), "the log has ids alone: {log}");
}

async fn note_of_another_moderator_is_not_overwritten(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let rude = host.person("Rude").await;
    let report = json!({ "about": { "kind": "name", "player": rude.id }, "reason": "name" });
    assert_eq!(host.post_as(&host.me, "/api/v1/reports", &report).await.status, 201);
    let mut desta = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let mut sara = with_role(&host, &config, "Sara", 4, Role::Moderator).await;
    let queue = desta.good("GET", "/api/v1/moderation", Value::Null).await;
    let id = queue["reports"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/moderation/reports/{id}/note");
    desta.good("POST", &path, json!({ "text": "asked them" })).await;
    let blind = sara.refused("POST", &path, json!({ "text": "mine" })).await;
    assert_eq!(blind, refused(409, "note_changed"));
    sara.good("POST", &path, json!({ "text": "asked them; no answer", "before": "asked them" })).await;
    let queue = desta.good("GET", "/api/v1/moderation", Value::Null).await;
    assert_eq!(queue["reports"][0]["note"], "asked them; no answer", "{queue}");
}

/// Whoever floods the queue neither hides what others report nor makes work for each report.
async fn flood_of_reports_is_paged_and_dismissed_at_once(storage: TestStorage) {
    let config = with_accounts(&storage);
    let (store, closing) = Store::open(&config.storage(), "before").await.unwrap();
    for number in 0..101 {
        let new = NewReport {
            reporter: "flooder".parse().unwrap(),
            player: "somebody".parse().unwrap(),
            about: format!("chat:game:{number}"),
            reason: rukh_server::wire::moderation::ReportReason::Spam,
            text: None,
            name: "Somebody".to_owned(),
            quote: None,
        };
        store.insert_report(&new, clock::now(), 1000).await.unwrap();
    }
    drop(store);
    closing.await;
    let host = Host::start_with(config.clone()).await;
    let honest = json!({ "about": { "kind": "name", "player": "flooder" }, "reason": "spam" });
    assert_eq!(host.post_as(&host.me, "/api/v1/reports", &honest).await.status, 201);
    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let queue = moderator.good("GET", "/api/v1/moderation", Value::Null).await;
    let shown = queue["reports"].as_array().unwrap();
    assert_eq!((&queue["waiting"], shown.len()), (&json!(102), 100));
    let last = shown.last().unwrap()["id"].as_str().unwrap();
    let rest = moderator.good("GET", &format!("/api/v1/moderation?after={last}"), Value::Null).await;
    let rest: Vec<_> = rest["reports"].as_array().unwrap().iter().map(|one| &one["about"]["kind"]).collect();
    assert_eq!(rest, [&json!("chat"), &json!("name")]);
    let record = "/api/v1/moderation/players/flooder";
    assert_eq!(moderator.good("GET", record, Value::Null).await["made"], 101);
    let dismissed = moderator.good("POST", &format!("{record}/dismiss"), json!({})).await;
    assert_eq!(dismissed, json!({ "count": 101 }));
    let queue = moderator.good("GET", "/api/v1/moderation", Value::Null).await;
    assert_eq!((&queue["waiting"], &queue["reports"][0]["about"]["kind"]), (&json!(1), &json!("name")));
    let again = moderator.good("POST", &format!("{record}/dismiss"), json!({})).await;
    assert_eq!(again, json!({ "count": 0 }));
}

async fn moderator_learns_nothing_about_themselves(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let mut desta = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let mut admin = with_role(&host, &config, "Abebe Admin", 5, Role::Admin).await;
    let id = desta.me().await["id"].as_str().unwrap().to_owned();
    let about = json!({ "kind": "name", "player": id });
    let report = json!({ "about": about, "reason": "name", "text": "tell nobody" });
    assert_eq!(status(&host, &host.me, "/api/v1/reports", report).await.0, 201);
    impose(&mut admin, &id, "shadow", None).await;
    impose(&mut admin, &id, "warning", None).await;
    let own = desta.good("GET", "/api/v1/decisions", Value::Null).await;
    let appeal = format!("/api/v1/decisions/{}/appeal", own["decisions"][0]["id"].as_str().unwrap());
    desta.good("POST", &appeal, json!({ "text": "Why?" })).await;
    let record = format!("/api/v1/moderation/players/{id}");
    let log_of = format!("/api/v1/moderation/log?player={id}");
    for path in ["/api/v1/moderation", "/api/v1/moderation/log", &log_of] {
        let seen = desta.good("GET", path, Value::Null).await;
        assert!(!seen.to_string().contains(&id), "{path}: {seen}");
        let seen = admin.good("GET", path, Value::Null).await;
        assert!(seen.to_string().contains(&id), "others see it: {path}: {seen}");
    }
    assert_eq!(desta.refused("GET", &record, Value::Null).await, refused(403, "not_allowed"));
    let seen = admin.good("GET", &record, Value::Null).await;
    assert_eq!(seen["reports"][0]["text"], "tell nobody");
}

async fn guest_without_a_name_can_be_blocked_reported_and_sanctioned(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let mut rude = Browser::visiting(&host).await;
    let id = rude.me().await["id"].as_str().unwrap().to_owned();
    let (white, _, game) = host.pair(json!({ "instance": "shatranj" })).await;
    let chat = format!("/api/v1/games/{game}/chat");
    rude.good("POST", &chat, json!({ "text": "rude words" })).await;
    let blocked = host.post_as(&white, "/api/v1/blocks", &json!({ "player": id })).await;
    assert_eq!(blocked.json()["players"][0]["id"], json!(id), "{}", blocked.body);
    let report = json!({ "about": { "kind": "name", "player": id }, "reason": "spam" });
    assert_eq!(status(&host, &white, "/api/v1/reports", report).await.0, 201);
    impose(&mut moderator, &id, "chat", Some(1)).await;
    let record = moderator.good("GET", &format!("/api/v1/moderation/players/{id}"), Value::Null).await;
    assert_eq!((&record["is_account"], &record["decisions"][0]["measure"]), (&json!(false), &json!("chat")));
    assert_eq!(rude.refused("POST", &chat, json!({ "text": "more" })).await.0, 409);
}

async fn program_reads_decisions_and_does_not_answer(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let mut sara = Browser::visiting(&host).await;
    sara.register("Sara", 4).await;
    let id = sara.me().await["id"].as_str().unwrap().to_owned();
    impose(&mut moderator, &id, "warning", None).await;
    let text = json!({ "text": "Sorry." });
    let mut path = String::new();
    for scopes in [json!(["read"]), json!(["read", "play"])] {
        let ask = json!({ "label": "program", "scopes": scopes, "days": 1 });
        let token = sara.good("POST", "/api/v1/account/tokens", ask).await;
        let program = Person::new(&id, token["token"].as_str().unwrap());
        let own = host.get_as(&program, "/api/v1/decisions").await.json();
        path = format!("/api/v1/decisions/{}/appeal", own["decisions"][0]["id"].as_str().unwrap());
        assert_eq!(status(&host, &program, &path, text.clone()).await, refused(403, "out_of_scope"));
    }
    sara.good("POST", &path, text).await;
}

/// Every address below `/api/v1/moderation`, as the schema of the wire lists them.
fn doors() -> Vec<(String, String)> {
    let schema = rukh_server::wire::schema::document();
    let requests = schema["x-requests"].as_object().unwrap().keys();
    let doors = requests.filter_map(|address| {
        let (method, path) = address.split_once(' ')?;
        let path = path.replace("{id}", "x");
        path.starts_with("/api/v1/moderation").then(|| (method.to_owned(), path))
    });
    doors.collect()
}

async fn doors_of_moderation_are_shut_to_everybody_else(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let guest = host.person("Guest").await;
    // A program of a moderator may not moderate either.
    let program = account(&host, "Program", 8).await;
    give_role(&config, "Program", Role::Moderator).await;
    let mut browser = Browser::visiting(&host).await;
    browser.register("Sara", 4).await;
    assert!(doors().len() >= 9, "{:?}", doors());
    for (method, path) in doors() {
        for (person, statuses) in
            [(None, [401, 401]), (Some(&guest), [401, 403]), (Some(&program), [403, 403])]
        {
            let header = person.map(Person::header).unwrap_or_default();
            let reply =
                host.ask(&method, &path, &format!("content-type: application/json\r\n{header}"), "{}").await;
            assert!(statuses.contains(&reply.status), "{method} {path}: {}", reply.summary());
        }
        let body = if method == "GET" { Value::Null } else { json!({}) };
        let reply = browser.refused(&method, &path, body).await;
        assert_eq!(reply, refused(403, "not_allowed"), "{method} {path}");
    }
    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let mut admin = with_role(&host, &config, "Abebe Admin", 5, Role::Admin).await;
    let ids = [moderator.me().await["id"].clone(), admin.me().await["id"].clone(), json!(program.id)];
    let [own, boss, colleague] =
        ids.map(|id| format!("/api/v1/moderation/players/{}/decisions", id.as_str().unwrap()));
    let warning = json!({ "measure": "warning", "reason": "other", "text": "Careful." });
    for path in [&own, &boss, &colleague] {
        let reply = moderator.refused("POST", path, warning.clone()).await;
        assert_eq!(reply, refused(403, "not_allowed"), "{path}");
    }
    admin.good("POST", &colleague, warning.clone()).await;
    assert_eq!(admin.refused("POST", &boss, warning.clone()).await, refused(403, "not_allowed"));
    // Nor what was decided about a moderator.
    let record = admin.good("GET", &format!("/api/v1/moderation/players/{}", program.id), Value::Null).await;
    let id = record["decisions"][0]["id"].as_str().unwrap();
    let revoke = format!("/api/v1/moderation/decisions/{id}/revoke");
    assert_eq!(moderator.refused("POST", &revoke, Value::Null).await, refused(403, "not_allowed"));
    // A role that is taken away ends at once.
    Store::set_role(&config.storage(), "Desta", None).await.unwrap();
    let reply = moderator.refused("GET", "/api/v1/moderation", Value::Null).await;
    assert_eq!(reply, refused(403, "not_allowed"));
}

pub(crate) async fn impose(moderator: &mut Browser<'_>, whom: &str, measure: &str, hours: Option<u32>) {
    let body = json!({ "measure": measure, "reason": "spam", "hours": hours, "text": "Because." });
    moderator.good("POST", &format!("/api/v1/moderation/players/{whom}/decisions"), body).await;
}

async fn shadowed_chat_is_seen_by_its_author_alone(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let (white, rude, game) = host.pair(json!({ "instance": "shatranj" })).await;
    assert_eq!(say(&host, &rude, &game, "before").await, OK);
    impose(&mut moderator, &rude.id, "shadow", None).await;
    let mut own = host.socket_as(Some(&rude), &game, 1).await;
    let mut other = host.socket_as(Some(&white), &game, 1).await;
    for socket in [&mut own, &mut other] {
        socket.until("chat_entry").await;
    }
    own.say("chat", json!({ "text": "in the dark" })).await;
    let seen = own.until("chat_entry").await;
    assert_eq!(seen["data"]["text"], "in the dark");
    assert!(!seen.to_string().contains("shadow"), "{seen}");
    assert_eq!(say(&host, &white, &game, "hello?").await, OK);
    assert_eq!(other.until("chat_entry").await["data"]["text"], "hello?");
    assert_eq!(chat_seen_by(&host, &rude, &game).await, ["before", "in the dark", "hello?"]);
    assert_eq!(chat_seen_by(&host, &white, &game).await, ["before", "hello?"]);
    let decisions = host.get_as(&rude, "/api/v1/decisions").await.json();
    assert_eq!(decisions["decisions"], json!([]), "the person does not know");
}

async fn block_keeps_two_people_apart(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (white, rude, game) = host.pair(json!({ "instance": "shatranj" })).await;
    let mut listening = host.socket_as(Some(&white), &game, 1).await;
    assert_eq!(say(&host, &rude, &game, "one").await, OK);
    assert_eq!(listening.until("chat_entry").await["data"]["text"], "one");
    let blocked = host.post_as(&white, "/api/v1/blocks", &json!({ "player": rude.id })).await;
    assert_eq!(blocked.json()["players"][0]["name"], "Bekele", "{}", blocked.body);
    let oneself = status(&host, &white, "/api/v1/blocks", json!({ "player": white.id })).await;
    assert_eq!(oneself.0, 404);
    // The open socket hears no more of it.
    assert_eq!(say(&host, &rude, &game, "two").await, OK);
    assert_eq!(say(&host, &white, &game, "three").await, OK);
    assert_eq!(listening.until("chat_entry").await["data"]["text"], "three");
    assert_eq!(chat_seen_by(&host, &white, &game).await, ["three"]);
    assert_eq!(chat_seen_by(&host, &rude, &game).await, ["one", "two", "three"]);
    let offer = host.send_rejected(&rude, &game, "d", json!({ "kind": "draw", "side": "black" })).await;
    assert_eq!(offer, "blocked");
    host.send_accepted(&white, &game, "d2", json!({ "kind": "draw", "side": "white" })).await;
    host.send_accepted(&rude, &game, "d3", json!({ "kind": "draw", "side": "black" })).await;
    for (person, side) in [(&rude, "black"), (&white, "white")] {
        let rematch = json!({ "kind": "rematch", "side": side });
        assert_eq!(host.send_rejected(person, &game, "r", rematch).await, "blocked");
    }
    // Neither accepts the other's seek.
    for (owner, other) in [(&white, &rude), (&rude, &white)] {
        let seek = host.post_as(owner, "/api/v1/seeks", &json!({ "instance": "shatranj" })).await.json();
        let accept = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
        assert_eq!(status(&host, other, &accept, json!({})).await, refused(409, "blocked"));
        assert_eq!(host.post_as(&host.me, &accept, &json!({})).await.status, 201, "others do");
    }
    let header = white.header();
    let freed = host.ask("DELETE", &format!("/api/v1/blocks/{}", rude.id), &header, "").await;
    assert_eq!(freed.json()["players"], json!([]));
    assert_eq!(chat_seen_by(&host, &white, &game).await, ["one", "two", "three"]);
}

async fn closed_account_can_only_appeal(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let mut rude = Browser::visiting(&host).await;
    let (mut passkey, _) = rude.register("Rude", 4).await;
    let id = rude.me().await["id"].as_str().unwrap().to_owned();
    let seek = rude.good("POST", "/api/v1/seeks", json!({ "instance": "shatranj" })).await;
    impose(&mut moderator, &id, "close", None).await;
    for (method, path) in [("GET", "/api/v1/account"), ("POST", "/api/v1/seeks"), ("GET", "/api/v1/blocks")] {
        let body = if method == "GET" { Value::Null } else { json!({ "instance": "shatranj" }) };
        assert_eq!(rude.refused(method, path, body).await, refused(403, "account_closed"), "{path}");
    }
    let seek = host.get(&format!("/api/v1/seeks/{}", seek["id"].as_str().unwrap())).await;
    assert_eq!(seek.status, 404, "its seeks are gone");
    // Who signs in again gets no further.
    let mut again = Browser::visiting(&host).await;
    again.sign_in(&mut passkey).await;
    assert_eq!(again.refused("GET", "/api/v1/account", Value::Null).await, refused(403, "account_closed"));
    let own = again.good("GET", "/api/v1/decisions", Value::Null).await;
    let decision = own["decisions"][0]["id"].as_str().unwrap().to_owned();
    again.good("POST", &format!("/api/v1/decisions/{decision}/appeal"), json!({ "text": "Sorry." })).await;
    let answer = json!({ "lift": true, "text": "Welcome back." });
    moderator.good("POST", &format!("/api/v1/moderation/decisions/{decision}/answer"), answer).await;
    again.good("GET", "/api/v1/account", Value::Null).await;
    rude.good("POST", "/api/v1/seeks", json!({ "instance": "shatranj" })).await;
}

async fn export_and_deletion_cover_moderation(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let rude = host.person("Rude").await;
    let mut sara = Browser::visiting(&host).await;
    sara.register("Sara", 4).await;
    let id = sara.me().await["id"].as_str().unwrap().to_owned();
    let report =
        json!({ "about": { "kind": "name", "player": rude.id }, "reason": "name", "text": "my words" });
    sara.good("POST", "/api/v1/reports", report).await;
    sara.good("POST", "/api/v1/blocks", json!({ "player": rude.id })).await;
    impose(&mut moderator, &id, "warning", None).await;
    let order: Value = serde_json::from_str(&sara.export().await("moderation.json")).unwrap();
    assert_eq!(order["reports"][0]["text"], "my words", "{order}");
    assert_eq!(order["blocks"], json!([rude.id]));
    assert_eq!(order["decisions"][0]["measure"], "warning");
    sara.good("POST", "/api/v1/account/delete", json!({ "name": "Sara" })).await;
    let queue = moderator.good("GET", "/api/v1/moderation", Value::Null).await;
    let left = &queue["reports"][0];
    assert_eq!((&left["reporter"], &left["text"]), (&Value::Null, &Value::Null), "{queue}");
}

/// Decisions hold on other nodes at once, and open sockets of a closed account end there too.
#[tokio::test(flavor = "multi_thread")]
async fn decisions_hold_on_every_node() {
    let storage = TestStorage::shared();
    let config = with_accounts(&storage);
    let (one, two) = (Host::start_with(config.clone()).await, Host::start_with(config.clone()).await);
    let mut moderator = with_role(&one, &config, "Desta", 3, Role::Moderator).await;
    let (white, black, game) = two.pair(json!({ "instance": "shatranj" })).await;
    assert_eq!(say(&two, &black, &game, "one").await, OK);
    impose(&mut moderator, &black.id, "chat", Some(1)).await;
    for host in [&one, &two] {
        assert_eq!(say(host, &black, &game, "two").await, refused(409, "chat_timeout"));
        let mut socket = host.socket_as(Some(&black), &game, 1).await;
        socket.say("chat", json!({ "text": "two" })).await;
        assert_eq!(socket.until("refused").await["code"], "chat_timeout");
    }
    let seek = two.post_as(&white, "/api/v1/seeks", &json!({ "instance": "shatranj" })).await.json();
    impose(&mut moderator, &white.id, "play", Some(24)).await;
    let accept = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    assert_eq!(status(&two, &black, &accept, json!({})).await.0, 404, "the seek is gone");
    let seek = status(&two, &white, "/api/v1/seeks", json!({ "instance": "shatranj" })).await;
    assert_eq!(seek, refused(409, "play_timeout"));

    let rude = account(&two, "Rude", 5).await;
    let mut socket = two.socket_as(Some(&rude), &game, 1).await;
    socket.until("hello").await;
    let mut lobby = two.open(Some(&rude), "/ws/v1/lobby").await;
    lobby.until("lobby").await;
    let mut other = two.open(Some(&black), "/ws/v1/lobby").await;
    other.until("lobby").await;
    let began = Instant::now();
    impose(&mut moderator, &rude.id, "close", None).await;
    assert_eq!(two.get_as(&rude, "/api/v1/blocks").await.status, 403);
    assert_eq!((socket.closed().await, lobby.closed().await), (4001, 4001));
    assert_eq!(two.post_as(&black, "/api/v1/seeks", &json!({ "instance": "shatranj" })).await.status, 201);
    other.until("lobby").await;
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

/// `rukh admin suspend` works beside a running server, on its file.
#[tokio::test(flavor = "multi_thread")]
async fn operator_closes_an_account_beside_the_server() {
    let storage = TestStorage::new();
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let game = host.game("shatranj").await;
    let rude = account(&host, "Rude", 5).await;
    let mut socket = host.socket_as(Some(&rude), &game, 1).await;
    socket.until("hello").await;
    let new = |player| NewSanction {
        player,
        measure: rukh_server::wire::moderation::Measure::Close,
        reason: rukh_server::wire::moderation::ReportReason::Spam,
        text: "Spam.".to_owned(),
        hours: None,
    };
    assert!(Store::impose_at(&config.storage(), "Rude", new).await.unwrap().is_some());
    assert_eq!(host.get_as(&rude, "/api/v1/blocks").await.status, 403);
    assert_eq!(socket.closed().await, 4001);
}

#[tokio::test(flavor = "multi_thread")]
async fn word_of_the_list_is_refused_with_a_reason() {
    let storage = TestStorage::new();
    let directory = storage.directory.join("words");
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join("en.txt"), "grobian\n").unwrap();
    let chat_words = ChatWords::read(&directory).unwrap();
    let host = Host::start_with(Config { chat_words, ..crate::host::config(&storage) }).await;
    let game = host.game("shatranj").await;
    assert_eq!(say(&host, &host.me, &game, "you Grоbian").await, refused(409, "chat_word"));
    assert_eq!(say(&host, &host.me, &game, "good game").await, OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_bounded_for_a_day() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let mut codes = Vec::new();
    for number in 0..30 {
        let other = host.person(&format!("Person {number}")).await;
        let report = json!({ "about": { "kind": "name", "player": other.id }, "reason": "name" });
        codes.push(status(&host, &host.me, "/api/v1/reports", report).await);
    }
    assert_eq!(
        codes.iter().filter(|(status, _)| *status == 201).count(),
        10,
        "the rate comes first: {codes:?}"
    );
    assert!(codes[10..].iter().all(|(status, _)| *status == 429), "{codes:?}");
}
