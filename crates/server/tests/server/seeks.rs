//! Seeks and the lobby.

use serde_json::{Value, json};
use std::collections::HashSet;

use crate::host::{Host, Person, Reply, TestSocket, TestStorage, fischer, on_both};

on_both! {
    seek_is_listed_and_accepted
    seek_accepted_concurrently_has_one_winner
    seek_withdrawn_by_another_is_rejected
    lobby_pushes_changes
    lobby_changes_lead_to_the_whole_state
    seeks_of_people_with_a_block_are_hidden
}

async fn seek(host: &Host, person: &Person, request: Value) -> Value {
    let reply = host.post_as(person, "/api/v1/seeks", &request).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()
}

async fn accept(host: &Host, person: &Person, seek: &Value) -> Reply {
    host.post_as(person, &format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap()), &json!({})).await
}

fn code(reply: &Reply) -> (u16, String) {
    (reply.status, reply.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
}

async fn listed(host: &Host) -> Vec<Value> {
    host.get("/api/v1/seeks").await.json()["seeks"].as_array().unwrap().clone()
}

async fn seek_is_listed_and_accepted(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let request = json!({ "instance": "senterej", "colour": "black", "time_control": fischer(300, 3), "spectator_mode": "match" });
    let made = seek(&host, &almaz, request).await;
    assert_eq!(made["owner"], json!({ "id": almaz.id, "name": "Almaz" }));
    assert_eq!((&made["ruleset_name"], &made["game"]), (&json!("Senterej"), &json!(null)));
    assert_eq!(listed(&host).await, std::slice::from_ref(&made));
    assert_eq!(code(&accept(&host, &almaz, &made).await), (409, "own_seek".to_owned()));
    let reply = accept(&host, &bekele, &made).await;
    let game = reply.json();
    assert_eq!(reply.status, 201, "{game}");
    assert_eq!(
        (&game["black"]["player"]["id"], &game["white"]["player"]["id"]),
        (&json!(almaz.id), &json!(bekele.id))
    );
    assert_eq!((&game["spectator_mode"], &game["time_control"]), (&json!("match"), &fischer(300, 3)));
    assert!(listed(&host).await.is_empty());
    assert_eq!(code(&accept(&host, &bekele, &made).await), (409, "seek_taken".to_owned()));
    let path = format!("/api/v1/seeks/{}", made["id"].as_str().unwrap());
    let withdrawn = host.ask("DELETE", &path, &almaz.header(), "").await;
    assert_eq!(code(&withdrawn), (409, "seek_taken".to_owned()));
    assert_eq!(host.get(&path).await.json()["game"], game["id"]);
    let hello = host.get_as(&almaz, &format!("/api/v1/games/{}", game["id"].as_str().unwrap())).await.json();
    assert_eq!(hello["you"]["sides"], json!(["black"]));
}

async fn seek_accepted_concurrently_has_one_winner(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let almaz = host.person("Almaz").await;
    let made = seek(&host, &almaz, json!({ "instance": "shatranj" })).await;
    let mut people = Vec::new();
    for number in 0..20 {
        people.push(host.person(&format!("Guest {number}")).await);
    }
    let replies =
        futures_util::future::join_all(people.iter().map(|person| accept(&host, person, &made))).await;
    let began: Vec<&Reply> = replies.iter().filter(|reply| reply.status == 201).collect();
    assert_eq!(began.len(), 1);
    let refused = replies.iter().filter(|reply| code(reply) == (409, "seek_taken".to_owned())).count();
    assert_eq!(refused, 19);
    let games = host.get("/api/v1/games").await.json();
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
    assert_eq!(games["games"][0]["id"], began[0].json()["id"]);
}

async fn seek_withdrawn_by_another_is_rejected(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let made = seek(&host, &almaz, json!({ "instance": "shatranj" })).await;
    let path = format!("/api/v1/seeks/{}", made["id"].as_str().unwrap());
    let refused = host.ask("DELETE", &path, &bekele.header(), "").await;
    assert_eq!(code(&refused), (403, "not_allowed".to_owned()));
    assert_eq!(listed(&host).await.len(), 1);
    assert_eq!(host.ask("DELETE", &path, &almaz.header(), "").await.status, 204);
    assert!(listed(&host).await.is_empty());
    assert_eq!(code(&accept(&host, &bekele, &made).await), (404, "no_such_seek".to_owned()));
    assert_eq!(code(&host.get(&path).await), (404, "no_such_seek".to_owned()));
    assert_eq!(host.ask("DELETE", &path, &almaz.header(), "").await.status, 404);
}

/// The first state of the lobby that matches.
async fn shown(lobby: &mut TestSocket, is_it: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = lobby.until("lobby").await["data"].clone();
        if is_it(&message) {
            return message;
        }
    }
}

async fn seeks_of_people_with_a_block_are_hidden(storage: TestStorage) {
    let host = Host::start(&storage).await;
    check_hidden_seeks([&host, &host]).await;
}

/// Whoever is in the lobby of another node sees the block, too.
#[tokio::test(flavor = "multi_thread")]
async fn seeks_are_hidden_on_every_node() {
    let storage = TestStorage::shared();
    let hosts = [Host::start(&storage).await, Host::start(&storage).await];
    check_hidden_seeks([&hosts[0], &hosts[1]]).await;
}

/// Blocks on one node, and looks on another.
async fn check_hidden_seeks([one, other]: [&Host; 2]) {
    let people = [one.person("Almaz").await, one.person("Bekele").await, one.person("Chala").await];
    let [almaz, bekele, _] = &people;
    let mut sockets = Vec::new();
    for person in &people {
        sockets.push(other.open(Some(person), "/ws/v1/lobby").await);
        seek(one, person, json!({ "instance": "shatranj" })).await;
    }
    let owners = |seeks: &Value| -> Vec<String> {
        let names = seeks.as_array().unwrap().iter();
        names.map(|one| one["owner"]["name"].as_str().unwrap().to_owned()).collect()
    };
    let everybody: &[&str] = &["Almaz", "Bekele", "Chala"];
    let hidden = [&["Almaz", "Chala"][..], &["Bekele", "Chala"], everybody];
    let path = format!("/api/v1/blocks/{}", bekele.id);
    let expected = [[everybody; 3], hidden, [everybody; 3]];
    for (step, expected) in expected.into_iter().enumerate() {
        match step {
            0 => {}
            1 => {
                let blocked = one.post_as(almaz, "/api/v1/blocks", &json!({ "player": bekele.id })).await;
                assert_eq!(blocked.status, 200, "{}", blocked.body);
            }
            _ => assert_eq!(one.ask("DELETE", &path, &almaz.header(), "").await.status, 200),
        }
        for ((person, socket), names) in people.iter().zip(&mut sockets).zip(expected) {
            // Only those whom it concerns are told of it.
            if step == 0 || [&almaz.id, &bekele.id].contains(&&person.id) {
                shown(socket, |message| owners(&message["seeks"]) == names).await;
            }
            let list = other.get_as(person, "/api/v1/seeks").await.json();
            assert_eq!(owners(&list["seeks"]), names, "step {step}");
            // Whoever comes later is shown the same.
            let mut late = other.open(Some(person), "/ws/v1/lobby?changes=true").await;
            let first = late.until("lobby").await["data"]["seeks"].clone();
            assert_eq!(owners(&first), names, "step {step}");
        }
        assert_eq!(owners(&other.get("/api/v1/seeks").await.json()["seeks"]), everybody);
    }
}

async fn lobby_pushes_changes(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let mut own = host.open(Some(&almaz), "/ws/v1/lobby").await;
    let mut other = host.open(None, "/ws/v1/lobby").await;
    let empty = shown(&mut other, |message| message["online"] == 2).await;
    assert_eq!((&empty["seeks"], &empty["games"]), (&json!([]), &json!([])));
    let made = seek(&host, &almaz, json!({ "instance": "shatranj", "time_control": fischer(60, 0) })).await;
    let message = shown(&mut other, |message| message["seeks"] != json!([])).await;
    assert_eq!(message["seeks"], json!([made]));
    let game = accept(&host, &bekele, &made).await.json();
    let accepted = own.until("accepted").await;
    assert_eq!(accepted["data"], json!({ "seek": made["id"], "game": game["id"] }));
    let message = shown(&mut other, |message| message["games"] != json!([])).await;
    assert_eq!((&message["games"][0]["id"], &message["seeks"]), (&game["id"], &json!([])));
    drop(own);
    assert!(
        other.gather("lobby").await.iter().all(|one| one["type"] == "lobby"),
        "`accepted` is for one only"
    );
    // An owner that reconnects with the seek's id is notified too.
    let path = format!("/ws/v1/lobby?seek={}", made["id"].as_str().unwrap());
    let mut back = host.open(Some(&almaz), &path).await;
    assert_eq!(back.until("accepted").await["data"]["game"], game["id"]);
}

/// Applies messages of a lobby socket until the state matches.
async fn follow(lobby: &mut TestSocket, state: &mut Value, is_it: impl Fn(&Value) -> bool) {
    while !is_it(state) {
        let message = lobby.next().await;
        let data = &message["data"];
        match message["type"].as_str().unwrap() {
            "lobby" => *state = data.clone(),
            "lobby_changes" => {
                assert!(data.as_object().is_some_and(|fields| !fields.is_empty()), "{message}");
                for (list, removed, entry) in
                    [("seeks", "removed_seeks", "seek"), ("games", "removed_games", "game")]
                {
                    let kept = state[list].as_array_mut().unwrap();
                    let leaving = data[removed].as_array().cloned().unwrap_or_default();
                    kept.retain(|one| !leaving.contains(&one["id"]));
                    for placed in data[list].as_array().into_iter().flatten() {
                        kept.insert(placed["index"].as_u64().unwrap() as usize, placed[entry].clone());
                    }
                }
                if data["online"].is_u64() {
                    state["online"] = data["online"].clone();
                }
            }
            // For the owner of a seek alone, before or after the state without it.
            "accepted" => {}
            other => panic!("{other}"),
        }
    }
}

async fn lobby_changes_lead_to_the_whole_state(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let first = seek(&host, &almaz, json!({ "instance": "shatranj" })).await;
    let mut whole = host.open(Some(&almaz), "/ws/v1/lobby").await;
    let mut changes = host.open(None, "/ws/v1/lobby?changes=true").await;
    let (mut seen, mut known) = (Value::Null, Value::Null);
    let both = |state: &Value| state["online"] == 2 && state["seeks"] == json!([first]);
    follow(&mut changes, &mut known, both).await;
    follow(&mut whole, &mut seen, both).await;
    let second = seek(&host, &bekele, json!({ "instance": "oblong" })).await;
    let message = changes.next().await;
    let placed = json!({ "index": 1, "seek": second });
    assert_eq!(message, json!({ "type": "lobby_changes", "data": { "seeks": [placed] } }));
    known["seeks"].as_array_mut().unwrap().push(second.clone());
    follow(&mut whole, &mut seen, |state| state["seeks"] == json!([first, second])).await;
    assert_eq!(seen, known);
    let game = accept(&host, &bekele, &first).await.json();
    let is_begun = |state: &Value| state["games"] != json!([]) && state["seeks"] == json!([second]);
    // Perhaps in more than one message.
    follow(&mut changes, &mut known, is_begun).await;
    assert_eq!(known["games"][0]["id"], game["id"]);
    follow(&mut whole, &mut seen, is_begun).await;
    let mut late = (host.open(None, "/ws/v1/lobby?changes=true").await, Value::Null);
    follow(&mut late.0, &mut late.1, is_begun).await;
    assert_eq!((&late.1["seeks"], &late.1["games"]), (&seen["seeks"], &seen["games"]));
    assert_eq!(host.get("/ws/v1/lobby?changes=maybe").await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_reconnect_still_reports_the_accepted_seek() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let mut first = host.open(Some(&almaz), "/ws/v1/lobby").await;
    first.until("lobby").await;
    let early = seek(&host, &almaz, json!({ "instance": "shatranj" })).await;
    shown(&mut first, |message| message["seeks"] == json!([early])).await;
    drop(first);
    let mut second = host.open(Some(&almaz), "/ws/v1/lobby").await;
    second.until("lobby").await;
    let late = seek(&host, &almaz, json!({ "instance": "oblong" })).await;
    for made in [late, early] {
        shown(&mut second, |message| message["seeks"].as_array().unwrap().contains(&made)).await;
        let game = accept(&host, &bekele, &made).await.json();
        let wanted = json!({ "seek": made["id"], "game": game["id"] });
        assert_eq!(second.until("accepted").await["data"], wanted);
        second = host.open(Some(&almaz), "/ws/v1/lobby").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn private_seek_is_found_by_link_only() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (almaz, friend) = (host.person("Almaz").await, host.person("Bekele").await);
    let made = seek(&host, &almaz, json!({ "instance": "oblong", "colour": "white", "private": true })).await;
    assert!(listed(&host).await.is_empty());
    let mut lobby = host.open(Some(&friend), "/ws/v1/lobby").await;
    assert_eq!(lobby.until("lobby").await["data"]["seeks"], json!([]));
    let path = format!("/api/v1/seeks/{}", made["id"].as_str().unwrap());
    assert_eq!(host.get_as(&friend, &path).await.json(), made);
    let game = accept(&host, &friend, &made).await.json();
    assert_eq!((&game["private"], &game["white"]["player"]["id"]), (&json!(true), &json!(almaz.id)));
    assert_eq!(host.get("/api/v1/games").await.json()["games"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn random_colour_gives_both_sides() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let mut seen = HashSet::new();
    for _ in 0..40 {
        let made = seek(&host, &almaz, json!({ "instance": "shatranj", "colour": "random" })).await;
        let game = accept(&host, &bekele, &made).await.json();
        seen.insert(game["white"]["player"]["id"] == json!(almaz.id));
        if seen.len() == 2 {
            return;
        }
    }
    panic!("forty games with the same colour");
}

#[tokio::test(flavor = "multi_thread")]
async fn seek_of_invalid_game_is_rejected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let with = |key: &str, value: Value| {
        let mut request = json!({ "instance": "shatranj" });
        request[key] = value;
        request
    };
    let with_werera = json!({ "kind": "fischer", "initial": 60, "increment": 0, "werera": 60 });
    let odds = |time: Value, own: Value, private: bool| json!({ "instance": "shatranj", "time_control": time, "odds": own, "private": private });
    for (request, status, word) in [
        (with("time_control", fischer(0, 0)), 400, "bad_time"),
        (with("time_control", fischer(999_999, 0)), 400, "bad_time"),
        (with("time_control", json!({ "kind": "delay", "initial": 60, "delay": 0 })), 400, "bad_time"),
        (
            with("time_control", json!({ "kind": "byoyomi", "initial": 60, "period": 30, "periods": 11 })),
            400,
            "bad_time",
        ),
        (with("time_control", json!({ "kind": "days", "days": 0 })), 400, "bad_time"),
        (with("time_control", json!({ "kind": "days", "days": 31 })), 400, "bad_time"),
        (with("time_control", json!({ "kind": "sand" })), 400, "bad_request"),
        (odds(fischer(60, 0), fischer(60, 0), false), 400, "bad_time"),
        (odds(json!({ "kind": "none" }), fischer(60, 0), true), 400, "bad_time"),
        (odds(fischer(60, 0), json!({ "kind": "days", "days": 1 }), true), 400, "bad_time"),
        (odds(fischer(60, 0), fischer(0, 0), true), 400, "bad_time"),
        (odds(fischer(60, 0), with_werera, true), 400, "bad_time"),
        (with("colour", json!("red")), 400, "bad_request"),
        (with("fen", json!("8/8")), 400, "bad_position"),
        (with("instance", json!("shatrnj")), 404, "unknown_ruleset"),
        (json!({}), 400, "bad_request"),
    ] {
        let reply = host.post("/api/v1/seeks", &request).await;
        assert_eq!(code(&reply), (status, word.to_owned()), "{request}");
    }
    assert!(listed(&host).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_per_guest_are_limited() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for number in 0..5 {
        let request = json!({ "instance": "shatranj", "private": number % 2 == 0 });
        assert_eq!(host.post("/api/v1/seeks", &request).await.status, 201);
    }
    let reply = host.post("/api/v1/seeks", &json!({ "instance": "shatranj", "private": true })).await;
    assert_eq!(code(&reply), (409, "too_many_seeks".to_owned()));
    let other = host.person("Sara").await;
    assert_eq!(host.post_as(&other, "/api/v1/seeks", &json!({ "instance": "shatranj" })).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_sent_at_once_stay_within_the_limits() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let request = json!({ "instance": "shatranj" }).to_string();
    let open = async |persons: &[&crate::host::Person], address: &str| {
        let posts = (0..40).map(|number| {
            let person = persons[number % persons.len()];
            let headers = format!(
                "content-type: application/json\r\nx-forwarded-for: {address}\r\n{}",
                person.header()
            );
            let (host, request) = (&host, &request);
            async move { host.ask("POST", "/api/v1/seeks", &headers, request).await.status }
        });
        let answers = futures_util::future::join_all(posts).await;
        assert!(answers.iter().all(|status| [201, 409, 429].contains(status)), "{answers:?}");
        answers.iter().filter(|status| **status == 201).count()
    };
    assert_eq!(open(&[&host.me], "192.0.2.1").await, 5);
    let (one, two, three) =
        (host.person("Almaz").await, host.person("Bekele").await, host.person("Chala").await);
    assert_eq!(open(&[&one, &two, &three], "192.0.2.2").await, 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn accepted_seek_is_reported_to_its_owner_only() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (owner, friend, curious) = (host.person("A").await, host.person("B").await, host.person("C").await);
    let reply =
        host.post_as(&owner, "/api/v1/seeks", &json!({ "instance": "shatranj", "private": true })).await;
    let seek = reply.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/ws/v1/lobby?seek={seek}");
    let mut own = host.open(Some(&owner), &path).await;
    let mut other = host.open(Some(&curious), &path).await;
    own.until("lobby").await;
    other.until("lobby").await;
    assert_eq!(host.post_as(&friend, &format!("/api/v1/seeks/{seek}/accept"), &json!({})).await.status, 201);
    own.until("accepted").await;
    // The next lobby state comes after any message about this seek.
    assert_eq!(host.post_as(&friend, "/api/v1/seeks", &json!({ "instance": "shatranj" })).await.status, 201);
    assert_eq!(other.next().await["type"], "lobby");
}
