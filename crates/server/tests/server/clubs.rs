//! Clubs: who joins, reads and writes, and whose events they are.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rukh_server::wire::moderation::Role;
use rukh_server::{ChatWords, Config, EventConfig};
use serde_json::{Value, json};

use crate::accounts::{Browser, account, with_accounts};
use crate::appointments::{HOUR, MINUTE, jump_to};
use crate::host::{Host, Person, TestStorage, fischer, on_both};
use crate::moderation::{self, give_role, refused, with_role};
use crate::push::{Browser as PushBrowser, PushServer};

on_both! {
    club_is_founded_joined_by_request_and_left
    club_by_link_is_seen_by_those_who_have_it
    ranks_of_a_club_bound_what_people_do
    board_has_the_rules_of_chats
    reported_post_and_club_are_decided_by_moderators
    event_for_members_refuses_others_on_every_node
    members_who_want_it_are_told_of_events
    export_and_deletion_cover_clubs
}

const CLUBS: &str = "/api/v1/clubs";
const DONE: (u16, String) = (204, String::new());

async fn found(host: &Host, by: &Person, name: &str, entry: &str) -> String {
    let reply = host.post_as(by, CLUBS, &json!({ "name": name, "about": "We play.", "entry": entry })).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["id"].as_str().unwrap().to_owned()
}

async fn act(host: &Host, person: &Person, club: &str, path: &str, body: Value) -> (u16, String) {
    moderation::status(host, person, &format!("{CLUBS}/{club}{path}"), body).await
}

async fn join(host: &Host, person: &Person, club: &str) -> Value {
    let reply = host.post_as(person, &format!("{CLUBS}/{club}/join"), &json!({})).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn delete(host: &Host, person: &Person, path: &str) -> u16 {
    host.ask("DELETE", path, &person.header(), "").await.status
}

async fn read(host: &Host, person: &Person, club: &str, path: &str) -> (u16, Value) {
    let reply = host.get_as(person, &format!("{CLUBS}/{club}{path}")).await;
    (reply.status, reply.json())
}

async fn write(host: &Host, person: &Person, club: &str, body: Value) -> u64 {
    let reply = host.post_as(person, &format!("{CLUBS}/{club}/posts"), &body).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["number"].as_u64().unwrap()
}

/// The texts of a board, each with its answers.
async fn board(host: &Host, person: &Person, club: &str) -> Vec<(Value, Vec<Value>)> {
    let (status, board) = read(host, person, club, "/posts").await;
    assert_eq!(status, 200, "{board}");
    assert!(!board.to_string().contains("shadow"), "{board}");
    let texts = |all: &Value| all.as_array().unwrap().iter().map(|one| one["text"].clone()).collect();
    board["threads"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["text"].clone(), texts(&one["replies"])))
        .collect()
}

async fn club_is_founded_joined_by_request_and_left(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let guest = host.post(CLUBS, &json!({ "name": "Guests", "entry": "open" })).await;
    assert_eq!((guest.status, &guest.json()["error"]["code"]), (401, &json!("no_account")), "{}", guest.body);
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let club = found(&host, &almaz, "Senterej friends", "request").await;
    let taken = json!({ "name": "SENTEREJ FRIENDS", "entry": "open" });
    assert_eq!(moderation::status(&host, &bekele, CLUBS, taken).await, refused(409, "name_taken"));
    for (name, about) in [("", ""), ("Rukh", ""), ("a\u{200b}b", ""), ("Long", &"x".repeat(2001))] {
        let bad = json!({ "name": name, "about": about, "entry": "open" });
        let (status, code) = moderation::status(&host, &bekele, CLUBS, bad).await;
        assert!(status == 400 && code.starts_with("bad_"), "{name} {status} {code}");
    }
    let (_, seen) = read(&host, &host.me, &club, "").await;
    assert_eq!((&seen["name"], &seen["members"]), (&json!("Senterej friends"), &json!(1)));
    assert_eq!((&seen["leaders"][0]["player"]["name"], &seen["role"]), (&json!("Almaz"), &Value::Null));
    assert_eq!((&seen["invite"], &seen["announcement"]), (&Value::Null, &Value::Null));
    let listed = host.get(&format!("{CLUBS}?name=friends")).await.json();
    assert_eq!(listed["clubs"][0]["id"], json!(club));
    for path in ["/members", "/posts"] {
        assert_eq!(read(&host, &bekele, &club, path).await.0, 403);
    }

    assert_eq!(join(&host, &bekele, &club).await["role"], "asking");
    assert_eq!(read(&host, &bekele, &club, "/posts").await.0, 403);
    assert_eq!(read(&host, &almaz, &club, "").await.1["asking"], 1);
    let asking = read(&host, &almaz, &club, "/members?who=asking").await.1;
    assert_eq!(asking["members"][0]["player"]["id"], json!(bekele.id));
    let of_bekele = format!("/members/{}", bekele.id);
    assert_eq!(act(&host, &almaz, &club, &of_bekele, json!({ "role": "member" })).await, DONE);
    let again = act(&host, &almaz, &club, &of_bekele, json!({ "role": "asking" })).await;
    assert_eq!(again, refused(400, "bad_role"));
    let own = host.get_as(&bekele, &format!("{CLUBS}?mine=true")).await.json();
    assert_eq!((&own["clubs"][0]["role"], &own["clubs"][0]["members"]), (&json!("member"), &json!(2)));

    // The owner goes, and the one who is left owns it.
    assert_eq!(act(&host, &almaz, &club, "/leave", json!({})).await, DONE);
    assert_eq!(act(&host, &almaz, &club, "/leave", json!({})).await, refused(409, "no_member"));
    assert_eq!(read(&host, &bekele, &club, "").await.1["role"], "owner");
    assert_eq!(act(&host, &bekele, &club, "", json!({ "name": "Ours", "entry": "open" })).await.0, 200);
    assert_eq!(join(&host, &almaz, &club).await["role"], "member");
    assert_eq!(delete(&host, &almaz, &format!("{CLUBS}/{club}")).await, 403);
    assert_eq!(delete(&host, &bekele, &format!("{CLUBS}/{club}")).await, 204);
    assert_eq!(read(&host, &bekele, &club, "").await.0, 404);
    assert_eq!(act(&host, &almaz, &club, "/join", json!({})).await, refused(404, "no_such_club"));
}

async fn club_by_link_is_seen_by_those_who_have_it(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let club = found(&host, &almaz, "Family", "link").await;
    assert_eq!(host.get(CLUBS).await.json()["clubs"], json!([]));
    assert_eq!(read(&host, &bekele, &club, "").await.0, 404);
    assert_eq!(act(&host, &bekele, &club, "/join", json!({})).await, refused(409, "not_invited"));
    let invite = read(&host, &almaz, &club, "").await.1["invite"].as_str().unwrap().to_owned();
    let (status, seen) = read(&host, &bekele, &club, &format!("?invite={invite}")).await;
    assert_eq!((status, &seen["invited"]), (200, &json!(true)));
    // A new link, and the old one invites no more.
    assert_eq!(act(&host, &almaz, &club, "", json!({ "new_invite": true })).await.0, 200);
    assert_eq!(read(&host, &bekele, &club, &format!("?invite={invite}")).await.0, 404);
    let invite = read(&host, &almaz, &club, "").await.1["invite"].clone();
    let joined = host.post_as(&bekele, &format!("{CLUBS}/{club}/join"), &json!({ "invite": invite })).await;
    assert_eq!((joined.status, &joined.json()["role"]), (200, &json!("member")), "{}", joined.body);
    assert_eq!(read(&host, &bekele, &club, "").await.1["invite"], Value::Null);
    // Its events are in no list, and only members see whose they are.
    let event = make_event(&host, &almaz, json!({ "club": club })).await;
    assert_eq!(host.get("/api/v1/events").await.json()["upcoming"], json!([]));
    let address = format!("/api/v1/events/{event}");
    let outside = host.get(&address).await.json();
    assert_eq!((&outside["id"], &outside["club"]), (&json!(event), &Value::Null));
    assert_eq!(host.get_as(&bekele, &address).await.json()["club"]["name"], "Family");
    assert_eq!(read(&host, &bekele, &club, "").await.1["events"][0]["id"], json!(event));
}

async fn ranks_of_a_club_bound_what_people_do(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut people = Vec::new();
    for (number, name) in (1..).zip(["Almaz", "Bekele", "Chaltu", "Dawit"]) {
        people.push(account(&host, name, number).await);
    }
    let [owner, officer, member, other] = &people[..] else { unreachable!() };
    let club = found(&host, owner, "Ranks", "open").await;
    for person in [officer, member, other] {
        join(&host, person, &club).await;
    }
    let set = async |by: &Person, whom: &Person, role: &str| {
        act(&host, by, &club, &format!("/members/{}", whom.id), json!({ "role": role })).await
    };
    let not_allowed = refused(403, "not_allowed");
    assert_eq!(set(member, other, "removed").await, not_allowed);
    assert_eq!(set(member, member, "owner").await, not_allowed);
    assert_eq!(set(owner, officer, "officer").await, DONE);
    assert_eq!(set(officer, member, "officer").await, not_allowed);
    assert_eq!(set(officer, owner, "removed").await, not_allowed);
    assert_eq!(act(&host, officer, &club, "", json!({ "about": "Mine." })).await, not_allowed);
    assert_eq!(set(owner, owner, "member").await, refused(409, "last_owner"));
    assert_eq!(set(officer, other, "removed").await, DONE);
    assert_eq!(act(&host, other, &club, "/join", json!({})).await, refused(409, "removed"));
    let forgiven = format!("{CLUBS}/{club}/members/{}", other.id);
    assert_eq!(delete(&host, other, &forgiven).await, 403);
    assert_eq!(delete(&host, officer, &forgiven).await, 204);
    assert_eq!(delete(&host, officer, &forgiven).await, 404);
    join(&host, other, &club).await;
    let announcement = json!({ "text": "Tonight!", "announcement": true });
    assert_eq!(act(&host, member, &club, "/posts", announcement.clone()).await, not_allowed);
    let number = write(&host, officer, &club, announcement).await;
    assert_eq!(read(&host, member, &club, "").await.1["announcement"]["number"], json!(number));
    // Whose post it is, or who leads.
    let post = write(&host, member, &club, json!({ "text": "Hello" })).await;
    let path = format!("{CLUBS}/{club}/posts/{post}");
    assert_eq!(delete(&host, other, &path).await, 403);
    for number in [post, 99] {
        assert_eq!(delete(&host, &host.me, &format!("{CLUBS}/{club}/posts/{number}")).await, 403);
    }
    // What an officer does not see is not there.
    host.post_as(officer, "/api/v1/blocks", &json!({ "player": member.id })).await;
    assert_eq!(delete(&host, officer, &path).await, 409);
    let about = json!({ "about": { "kind": "post", "club": club, "number": post }, "reason": "spam" });
    assert_eq!(
        moderation::status(&host, officer, "/api/v1/reports", about).await,
        refused(400, "no_such_entry")
    );
    assert_eq!(delete(&host, officer, &format!("/api/v1/blocks/{}", member.id)).await, 200);
    assert_eq!(delete(&host, officer, &path).await, 204);
    assert_eq!(delete(&host, officer, &path).await, 409);
    // Passing on.
    assert_eq!(set(owner, member, "owner").await, DONE);
    assert_eq!(set(member, owner, "member").await, not_allowed);
    assert_eq!(set(owner, owner, "member").await, DONE);
    assert_eq!(read(&host, owner, &club, "").await.1["role"], "member");
    let listed = read(&host, owner, &club, "/members?from=1").await.1;
    assert_eq!(listed["members"][0]["role"], "officer");
}

async fn board_has_the_rules_of_chats(storage: TestStorage) {
    std::fs::create_dir_all(storage.directory.join("words")).unwrap();
    std::fs::write(storage.directory.join("words/en.txt"), "gobbledygook\n").unwrap();
    let chat_words = ChatWords::read(&storage.directory.join("words")).unwrap();
    let config = Config { chat_words, ..with_accounts(&storage) };
    let host = Host::start_with(config.clone()).await;
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let mut moderator = with_role(&host, &config, "Moderator", 3, Role::Moderator).await;
    let named = json!({ "name": "Gobbledygook", "entry": "open" });
    assert_eq!(moderation::status(&host, &almaz, CLUBS, named).await, refused(409, "chat_word"));
    let club = found(&host, &almaz, "Words", "open").await;
    join(&host, &bekele, &club).await;
    let post = async |text: &str| act(&host, &bekele, &club, "/posts", json!({ "text": text })).await;
    assert_eq!(post("what gobbledygook").await, refused(409, "chat_word"));
    for text in ["", " \n ", &"x".repeat(2001), "a\u{7}b"] {
        assert_eq!(post(text).await, refused(400, "bad_post"));
    }
    let first = write(&host, &almaz, &club, json!({ "text": "Two lines\nof text" })).await;
    write(&host, &bekele, &club, json!({ "text": "An answer", "to": first })).await;
    let (text, answer) = (json!("Two lines\nof text"), json!("An answer"));
    assert_eq!(board(&host, &almaz, &club).await, [(text.clone(), vec![answer.clone()])]);
    let nothing = act(&host, &bekele, &club, "/posts", json!({ "text": "?", "to": 99 })).await;
    assert_eq!(nothing, refused(409, "no_such_post"));
    // Blocks, shadows and time-outs.
    host.post_as(&almaz, "/api/v1/blocks", &json!({ "player": bekele.id })).await;
    assert_eq!(board(&host, &almaz, &club).await, [(text.clone(), vec![])]);
    assert_eq!(board(&host, &bekele, &club).await, [(text.clone(), vec![answer])]);
    assert_eq!(delete(&host, &almaz, &format!("/api/v1/blocks/{}", bekele.id)).await, 200);
    let decisions = format!("/api/v1/moderation/players/{}/decisions", bekele.id);
    let measure = |measure: &str, hours: Option<u32>| json!({ "measure": measure, "reason": "spam", "text": "Because.", "hours": hours });
    assert_eq!(moderator.ask("POST", &decisions, &measure("shadow", None)).await.status, 204);
    write(&host, &bekele, &club, json!({ "text": "Unheard" })).await;
    assert_eq!(board(&host, &bekele, &club).await.len(), 2);
    assert_eq!(board(&host, &almaz, &club).await.len(), 1);
    assert_eq!(moderator.ask("POST", &decisions, &measure("chat", Some(1))).await.status, 204);
    assert_eq!(post("Hello").await, refused(409, "chat_timeout"));
}

async fn reported_post_and_club_are_decided_by_moderators(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let mut moderator = with_role(&host, &config, "Moderator", 3, Role::Moderator).await;
    let club = found(&host, &almaz, "Rude club", "open").await;
    join(&host, &bekele, &club).await;
    let rude = write(&host, &bekele, &club, json!({ "text": "rude words" })).await;
    let kept = write(&host, &bekele, &club, json!({ "text": "kind words" })).await;
    let about = json!({ "kind": "post", "club": club, "number": rude });
    let report = json!({ "about": about, "reason": "insult" });
    let outside = moderation::status(&host, &host.me, "/api/v1/reports", report.clone()).await;
    assert_eq!(outside, refused(404, "no_such_club"));
    assert_eq!(host.post_as(&almaz, "/api/v1/reports", &report).await.status, 201);
    let about_club = json!({ "about": { "kind": "club", "club": club }, "reason": "name" });
    assert_eq!(host.post("/api/v1/reports", &about_club).await.status, 201);

    let queue = moderator.good("GET", "/api/v1/moderation", Value::Null).await;
    let reports = queue["reports"].as_array().unwrap();
    assert_eq!((&reports[0]["about"], &reports[0]["quote"]), (&about, &json!("rude words")));
    assert_eq!(reports[0]["player"]["name"], "Bekele");
    assert_eq!(
        (&reports[1]["player"]["name"], &reports[1]["quote"]),
        (&json!("Almaz"), &json!("Rude club\nWe play."))
    );
    // Moderators read no board, and delete what is reported.
    let posts = format!("{CLUBS}/{club}/posts");
    assert_eq!(moderator.ask("GET", &posts, &Value::Null).await.status, 403);
    assert_eq!(moderator.ask("DELETE", &format!("{posts}/{kept}"), &Value::Null).await.status, 403);
    assert_eq!(moderator.ask("DELETE", &format!("{posts}/{rude}"), &Value::Null).await.status, 204);
    assert_eq!(board(&host, &almaz, &club).await, [(json!("kind words"), vec![])]);
    let log = moderator.good("GET", "/api/v1/moderation/log", Value::Null).await.to_string();
    assert!(log.contains("delete post"), "{log}");
    // A moderator decides about no other one.
    let other = account(&host, "Chaltu", 4).await;
    join(&host, &other, &club).await;
    let by_other = write(&host, &other, &club, json!({ "text": "more" })).await;
    let report = json!({ "about": { "kind": "post", "club": club, "number": by_other }, "reason": "spam" });
    assert_eq!(host.post_as(&almaz, "/api/v1/reports", &report).await.status, 201);
    give_role(&config, "Chaltu", Role::Moderator).await;
    let rank = moderator.ask("DELETE", &format!("{posts}/{by_other}"), &Value::Null).await;
    assert_eq!(rank.status, 403, "{}", rank.body);

    let decide = format!("/api/v1/moderation/clubs/{club}");
    let name = json!({ "name": "Club 417" });
    assert_eq!(moderation::status(&host, &almaz, &decide, name.clone()).await.0, 403);
    assert_eq!(moderator.ask("POST", &decide, &name).await.status, 204);
    let back = act(&host, &almaz, &club, "", json!({ "name": "Rude club" })).await;
    assert_eq!(back, refused(409, "name_kept"));
    assert_eq!(act(&host, &almaz, &club, "", json!({ "about": "Kind." })).await.0, 200);
    assert_eq!(moderator.ask("POST", &decide, &json!({ "closed": true })).await.status, 204);
    assert_eq!(read(&host, &almaz, &club, "").await.0, 404);
    let seen = moderator.good("GET", &format!("{CLUBS}/{club}"), Value::Null).await;
    assert!(seen["closed"].is_u64(), "{seen}");
    assert_eq!(moderator.ask("POST", &decide, &json!({ "closed": false })).await.status, 204);
    assert_eq!(read(&host, &almaz, &club, "").await.1["role"], "owner");
    assert_eq!(moderator.ask("POST", "/api/v1/moderation/clubs/none", &name).await.status, 404);
    // Nor about a club that they lead themselves, who is not its first owner.
    let me = moderator.good("GET", "/api/v1/me", Value::Null).await["id"].as_str().unwrap().to_owned();
    assert_eq!(moderator.ask("POST", &format!("{CLUBS}/{club}/join"), &json!({})).await.status, 200);
    let promote = act(&host, &almaz, &club, &format!("/members/{me}"), json!({ "role": "officer" })).await;
    assert_eq!(promote, DONE);
    assert_eq!(moderator.ask("POST", &decide, &json!({ "closed": true })).await.status, 403);
}

fn in_ms(milliseconds: u64) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    u64::try_from(now).unwrap() + milliseconds
}

fn event_request(more: Value) -> Value {
    let mut request = json!({
        "name": "Club night", "instance": "shatranj", "time_control": fischer(300, 0),
        "format": { "kind": "arena", "minutes": 30 }, "starts": in_ms(HOUR),
    });
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    request
}

async fn make_event(host: &Host, by: &Person, more: Value) -> String {
    let reply = host.post_as(by, "/api/v1/events", &event_request(more)).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["id"].as_str().unwrap().to_owned()
}

async fn event_for_members_refuses_others_on_every_node(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    // On PostgreSQL the others are at another node.
    let other = if storage.database.is_some() { Some(Host::start_with(config).await) } else { None };
    let there = other.as_ref().unwrap_or(&host);
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let club = found(&host, &almaz, "Members", "open").await;
    let make = async |by: &Person, more: Value| {
        moderation::status(there, by, "/api/v1/events", event_request(more)).await
    };
    assert_eq!(make(&bekele, json!({ "club": club })).await, refused(403, "not_allowed"));
    assert_eq!(make(&almaz, json!({ "members_only": true })).await, refused(400, "bad_event"));
    let event = make_event(&host, &almaz, json!({ "club": club, "members_only": true })).await;
    let address = format!("/api/v1/events/{event}");
    let of_bekele = async |host: &Host| host.get_as(&bekele, &address).await.json();
    let seen = of_bekele(there).await;
    assert_eq!((&seen["club"]["name"], &seen["members_only"]), (&json!("Members"), &json!(true)));
    assert_eq!(seen["you"]["may_join"], false);
    let join_event = format!("{address}/join");
    let refused_here = moderation::status(there, &bekele, &join_event, json!({})).await;
    assert_eq!(refused_here, refused(409, "members_only"));
    join(&host, &bekele, &club).await;
    assert_eq!(of_bekele(there).await["you"]["may_join"], true);
    assert_eq!(moderation::status(there, &bekele, &join_event, json!({})).await.0, 200);
    assert_eq!(read(&host, &almaz, &club, "").await.1["events"][0]["entrants"], 1);
    // Whoever is removed at one node takes part no more at another.
    let of_club = format!("/members/{}", bekele.id);
    assert_eq!(act(&host, &almaz, &club, &of_club, json!({ "role": "removed" })).await, DONE);
    let seen = of_bekele(there).await;
    assert_eq!((&seen["entrants"], &seen["you"]["takes_part"]), (&json!(0), &json!(false)), "{seen}");
    assert_eq!(
        moderation::status(there, &bekele, &join_event, json!({})).await,
        refused(409, "members_only")
    );
    // Who leads the club manages its events, whoever has made them.
    let chaltu = account(&host, "Chaltu", 3).await;
    join(&host, &chaltu, &club).await;
    assert_eq!(moderation::status(there, &chaltu, &format!("{address}/cancel"), json!({})).await.0, 403);
    let promote = format!("/members/{}", chaltu.id);
    assert_eq!(act(&host, &almaz, &club, &promote, json!({ "role": "officer" })).await, DONE);
    assert_eq!(there.get_as(&chaltu, &address).await.json()["you"]["may_cancel"], true);
    let moved = event_request(json!({ "name": "Later", "club": club, "members_only": false }));
    let edited = there.post_as(&chaltu, &address, &moved).await;
    assert_eq!((edited.status, &edited.json()["members_only"]), (200, &json!(false)), "{}", edited.body);
    // Those outside may have joined by now.
    assert_eq!(moderation::status(there, &bekele, &join_event, json!({})).await.0, 200);
    let narrowed = event_request(json!({ "name": "Later", "club": club, "members_only": true }));
    assert_eq!(moderation::status(there, &chaltu, &address, narrowed).await, refused(400, "bad_event"));
    // Its maker leads the club no more.
    assert_eq!(act(&host, &almaz, &club, &promote, json!({ "role": "owner" })).await, DONE);
    let of_almaz = format!("/members/{}", almaz.id);
    assert_eq!(act(&host, &almaz, &club, &of_almaz, json!({ "role": "member" })).await, DONE);
    assert_eq!(there.get_as(&almaz, &address).await.json()["you"]["may_cancel"], false);
    let cancel = moderation::status(there, &almaz, &format!("{address}/cancel"), json!({})).await;
    assert_eq!(cancel, refused(403, "not_allowed"));
    let without = event_request(json!({ "name": "Later" }));
    assert_eq!(moderation::status(there, &chaltu, &address, without).await, refused(400, "bad_event"));
    // A club that is closed calls them off.
    assert_eq!(delete(&host, &chaltu, &format!("{CLUBS}/{club}")).await, 204);
    let seen = there.get(&address).await.json();
    assert_eq!((&seen["phase"], &seen["club"]), (&json!("cancelled"), &Value::Null));
}

async fn members_who_want_it_are_told_of_events(storage: TestStorage) {
    let server = PushServer::start().await;
    let interval = Duration::from_millis(50);
    let events = EventConfig { interval, ..EventConfig::default() };
    let config = Config { push: server.config(&storage).push, events, ..with_accounts(&storage) };
    let host = Host::start_with(config.clone()).await;
    let mut people = Vec::new();
    let browsers = ["/almaz", "/bekele", "/chaltu"].map(PushBrowser::new);
    for ((number, name), browser) in (1..).zip(["Almaz", "Bekele", "Chaltu"]).zip(&browsers) {
        people.push(account(&host, name, number).await);
        browser.subscribe(&host, &people[people.len() - 1], &server, "en").await;
    }
    let club = found(&host, &people[0], "Told", "open").await;
    for person in &people[1..] {
        join(&host, person, &club).await;
        assert_eq!(act(&host, person, &club, "/notices", json!({ "events": true })).await, DONE);
    }
    assert_eq!(act(&host, &host.me, &club, "/notices", json!({ "events": true })).await.0, 403);
    assert_eq!(read(&host, &people[1], &club, "").await.1["told"], true);
    assert_eq!(act(&host, &people[2], &club, "/leave", json!({})).await, DONE);
    let starts = crate::appointments::in_ms(2 * HOUR);
    let event = make_event(&host, &people[0], json!({ "club": club, "starts": starts })).await;
    jump_to(starts - 14 * MINUTE);
    let sent = server.next().await;
    let message = browsers[1].read(&sent);
    assert_eq!(
        (&*sent.path, &message["event"], &message["kind"]),
        ("/bekele", &json!(event), &json!("event"))
    );
    server.clear();
    server.expect_silence().await;
}

async fn export_and_deletion_cover_clubs(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut almaz = Browser::visiting(&host).await;
    almaz.register("Almaz", 1).await;
    let bekele = account(&host, "Bekele", 2).await;
    let club = almaz.good("POST", CLUBS, json!({ "name": "Exported", "entry": "open" })).await;
    let club = club["id"].as_str().unwrap().to_owned();
    join(&host, &bekele, &club).await;
    let posts = format!("{CLUBS}/{club}/posts");
    almaz.good("POST", &posts, json!({ "text": "What I wrote" })).await;
    let exported: Value = serde_json::from_str(&almaz.export().await("clubs.json")).unwrap();
    assert_eq!(
        (&exported["clubs"][0]["role"], &exported["clubs"][0]["name"]),
        (&json!("owner"), &json!("Exported"))
    );
    assert_eq!(exported["posts"][0]["text"], "What I wrote");
    assert_eq!((&exported["clubs"][0]["about"], &exported["clubs"][0]["closed"]), (&json!(""), &Value::Null));
    let closed =
        almaz.good("POST", CLUBS, json!({ "name": "Closed", "entry": "open", "about": "Old." })).await;
    let closed = format!("{CLUBS}/{}", closed["id"].as_str().unwrap());
    assert_eq!(almaz.ask("DELETE", &closed, &Value::Null).await.status, 204);
    let exported: Value = serde_json::from_str(&almaz.export().await("clubs.json")).unwrap();
    assert_eq!(
        (&exported["clubs"][1]["about"], exported["clubs"][1]["closed"].is_u64()),
        (&json!("Old."), true)
    );
    assert_eq!(almaz.ask("POST", "/api/v1/account/delete", &json!({ "name": "Almaz" })).await.status, 204);
    let (_, seen) = read(&host, &bekele, &club, "").await;
    assert_eq!((&seen["role"], &seen["members"]), (&json!("owner"), &json!(1)));
    assert_eq!(board(&host, &bekele, &club).await, []);
}
