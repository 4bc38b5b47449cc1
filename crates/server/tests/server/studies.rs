//! Studies: several people write one at once, nobody reads what is not shared, and nothing is written twice.

use std::time::Duration;

use rukh_server::wire::moderation::Role;
use serde_json::{Value, json};

use crate::accounts::{Browser, account, with_accounts};
use crate::host::{Host, Person, TestSocket, TestStorage, on_both, on_crashing_runtime};
use crate::moderation::{self, refused};

on_both! {
    two_people_write_one_study_and_see_each_other
    study_says_who_has_it_open
    study_is_read_by_those_with_whom_it_is_shared
    operation_that_cannot_be_written_is_refused_with_its_reason
    event_is_followed_by_pgn
    reported_study_is_hidden_by_a_moderator
    export_has_studies_and_deletion_leaves_no_name
}

const STUDIES: &str = "/api/v1/studies";

async fn create(host: &Host, by: &Person, visibility: &str, pgn: Option<&str>) -> String {
    let request = json!({ "name": "Openings", "visibility": visibility, "pgn": pgn });
    let reply = host.post_as(by, STUDIES, &request).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["id"].as_str().unwrap().to_owned()
}

fn chapter(id: &str, clock: u64, name: &str) -> Value {
    json!({ "id": id, "clock": clock, "chapter": id, "do": "chapter", "name": name, "instance": "shatranj" })
}

fn line(id: &str, clock: u64, after: &str, moves: &[&str]) -> Value {
    let events: Vec<Value> = moves.iter().map(|mv| json!({ "t": "move", "mv": mv })).collect();
    json!({ "id": id, "clock": clock, "chapter": "aaaa-1", "do": "line", "after": after, "events": events })
}

fn comment(id: &str, clock: u64, node: &str, text: &str) -> Value {
    json!({ "id": id, "clock": clock, "chapter": "aaaa-1", "do": "comment", "node": node, "text": text })
}

async fn write(host: &Host, by: &Person, study: &str, ops: &[Value]) -> Value {
    let reply = host.post_as(by, &format!("{STUDIES}/{study}/ops"), &json!({ "ops": ops })).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn not_written(host: &Host, by: &Person, study: &str, op: Value) -> (u16, String) {
    moderation::status(host, by, &format!("{STUDIES}/{study}/ops"), json!({ "ops": [op] })).await
}

async fn share(host: &Host, by: &Person, study: &str, name: &str, role: &str) {
    let body = json!({ "name": name, "role": role });
    let reply = host.post_as(by, &format!("{STUDIES}/{study}/members"), &body).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
}

async fn pgn(host: &Host, by: &Person, study: &str) -> String {
    let reply = host.get_as(by, &format!("{STUDIES}/{study}/pgn")).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.body
}

/// The next operation on a socket.
async fn op(socket: &mut TestSocket) -> Value {
    socket.until("op").await["data"].take()
}

async fn two_people_write_one_study_and_see_each_other(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    // On PostgreSQL the other one is at another node.
    let other = if storage.database.is_some() { Some(Host::start_with(config).await) } else { None };
    let there = other.as_ref().unwrap_or(&host);
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let study = create(&host, &almaz, "private", None).await;
    share(&host, &almaz, &study, "Bekele", "writer").await;
    let path = format!("/ws/v1/study/{study}?after=0");
    let mut of_almaz = host.open(Some(&almaz), &path).await;
    let mut of_bekele = there.open(Some(&bekele), &path).await;
    let first = of_bekele.until("study").await;
    assert_eq!((&first["data"]["role"], &first["data"]["seq"]), (&json!("writer"), &json!(0)));
    assert_eq!(first["data"]["members"][0]["player"]["name"], "Bekele");

    write(&host, &almaz, &study, &[chapter("aaaa-1", 1, "First"), line("aaaa-2", 2, "", &["e2e3", "e7e6"])])
        .await;
    assert_eq!(op(&mut of_bekele).await["name"], "First");
    let seen = op(&mut of_bekele).await;
    assert_eq!(
        (&seen["id"], &seen["by"]["name"], &seen["seq"]),
        (&json!("aaaa-2"), &json!("Almaz"), &json!(2))
    );
    // Both say something of the same move at once, and both words stay.
    let ours = [comment("aaaa-3", 3, "aaaa-2.0", "slow")];
    let theirs = [comment("bbbb-1", 3, "aaaa-2.0", "solid"), line("bbbb-2", 4, "aaaa-2.0", &["d7d6"])];
    let (one, two) =
        tokio::join!(write(&host, &almaz, &study, &ours), write(there, &bekele, &study, &theirs));
    assert_eq!([&one, &two].iter().map(|one| one["seq"].as_u64().unwrap()).max(), Some(5));
    for socket in [&mut of_almaz, &mut of_bekele] {
        let mut ids = Vec::new();
        while !(ids.contains(&json!("aaaa-3")) && ids.contains(&json!("bbbb-2"))) {
            ids.push(op(socket).await["id"].take());
        }
    }
    let text = pgn(&host, &almaz, &study).await;
    assert!(text.contains("[ChapterName \"First\"]") && text.contains("1. e3"), "{text}");
    assert!(text.contains("slow") && text.contains("solid") && text.contains("(1... d6)"), "{text}");
    assert_eq!(pgn(there, &bekele, &study).await, text);

    // What was sent without an answer is sent again, and written once.
    let again = [comment("aaaa-3", 3, "aaaa-2.0", "slow")];
    assert_eq!(write(there, &almaz, &study, &again).await["seq"], 5);
    let all = there.get_as(&bekele, &format!("{STUDIES}/{study}/ops?after=3")).await.json();
    assert_eq!((all["ops"].as_array().unwrap().len(), &all["seq"]), (2, &json!(5)));

    // Who may read no more is told, and hears nothing more.
    let removed =
        host.ask("DELETE", &format!("{STUDIES}/{study}/members/{}", bekele.id), &almaz.header(), "").await;
    assert_eq!(removed.status, 204);
    of_bekele.until("gone").await;
    assert_eq!(there.get_as(&bekele, &format!("{STUDIES}/{study}")).await.status, 404);
}

/// Members are named to members, and counted for all others, who are not counted themselves.
async fn study_says_who_has_it_open(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let study = create(&host, &almaz, "link", None).await;
    share(&host, &almaz, &study, "Bekele", "reader").await;
    let path = format!("/ws/v1/study/{study}");
    let people = async |socket: &mut TestSocket| {
        let said = socket.until("people").await;
        let of = |person: &Value| person["name"].as_str().unwrap().to_owned();
        let mut names: Vec<String> = said["people"].as_array().unwrap().iter().map(of).collect();
        names.sort();
        (names.join(" "), said["others"].as_u64().unwrap())
    };
    let mut of_almaz = host.open(Some(&almaz), &path).await;
    assert_eq!(people(&mut of_almaz).await, ("Almaz".to_owned(), 0));
    let mut of_bekele = host.open(Some(&bekele), &path).await;
    assert_eq!(people(&mut of_bekele).await, ("Almaz Bekele".to_owned(), 0));
    assert_eq!(people(&mut of_almaz).await, ("Almaz Bekele".to_owned(), 0));
    let mut of_nobody = host.open(None, &path).await;
    assert_eq!(people(&mut of_nobody).await, (String::new(), 2));
    assert_eq!(people(&mut of_almaz).await, ("Almaz Bekele".to_owned(), 1));
    // A second page of somebody is not another person.
    let second = host.open(Some(&bekele), &path).await;
    drop((second, of_bekele));
    assert_eq!(people(&mut of_almaz).await, ("Almaz".to_owned(), 1));
}

async fn study_is_read_by_those_with_whom_it_is_shared(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let guest =
        moderation::status(&host, &host.me, STUDIES, json!({ "name": "X", "visibility": "link" })).await;
    assert_eq!(guest, refused(409, "no_account"));
    let study = create(&host, &almaz, "private", None).await;
    let address = format!("{STUDIES}/{study}");
    let can_read = async |person: &Person| host.get_as(person, &address).await.status == 200;
    assert_eq!(
        (can_read(&almaz).await, can_read(&bekele).await, can_read(&host.me).await),
        (true, false, false)
    );
    for path in ["ops", "pgn"] {
        assert_eq!(host.get_as(&bekele, &format!("{address}/{path}")).await.status, 404);
    }
    assert_eq!(
        not_written(&host, &bekele, &study, chapter("bbbb-1", 1, "X")).await,
        refused(404, "no_such_study")
    );

    share(&host, &almaz, &study, "bekele", "reader").await;
    assert!(can_read(&bekele).await);
    assert_eq!(
        not_written(&host, &bekele, &study, chapter("bbbb-1", 1, "X")).await,
        refused(403, "not_allowed")
    );
    let edit = moderation::status(&host, &bekele, &address, json!({ "visibility": "public" })).await;
    assert_eq!(edit, refused(403, "not_allowed"));
    let listed = async |person: &Person, query: &str| -> Vec<Value> {
        let list = host.get_as(person, &format!("{STUDIES}{query}")).await.json();
        list["studies"].as_array().unwrap().clone()
    };
    assert_eq!(listed(&bekele, "?mine=true").await[0]["role"], "reader");
    assert_eq!(listed(&host.me, "").await.len(), 0);

    let edit = host.post_as(&almaz, &address, &json!({ "visibility": "link", "name": "Ends" })).await;
    assert_eq!((edit.status, &edit.json()["name"]), (200, &json!("Ends")));
    assert!(can_read(&host.me).await);
    assert_eq!(host.get_as(&host.me, &address).await.json()["members"], json!([]));
    assert_eq!(listed(&host.me, "").await.len(), 0);
    host.post_as(&almaz, &address, &json!({ "visibility": "public" })).await;
    assert_eq!(listed(&host.me, "").await[0]["owner"]["name"], "Almaz");

    let members = format!("{address}/members");
    let nobody =
        moderation::status(&host, &almaz, &members, json!({ "name": "Nobody", "role": "reader" })).await;
    assert_eq!(nobody, refused(404, "no_such_player"));
    let own = moderation::status(&host, &almaz, &members, json!({ "name": "Almaz", "role": "reader" })).await;
    assert_eq!(own, refused(409, "own_study"));
    assert_eq!(host.post_as(&bekele, "/api/v1/blocks", &json!({ "player": almaz.id })).await.status, 200);
    let blocked =
        moderation::status(&host, &almaz, &members, json!({ "name": "Bekele", "role": "writer" })).await;
    assert_eq!(blocked, refused(409, "blocked"));

    assert_eq!(host.ask("DELETE", &address, &bekele.header(), "").await.status, 403);
    assert_eq!(host.ask("DELETE", &address, &almaz.header(), "").await.status, 204);
    assert!(!can_read(&almaz).await);
}

async fn operation_that_cannot_be_written_is_refused_with_its_reason(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let study = create(&host, &almaz, "link", None).await;
    share(&host, &almaz, &study, "Bekele", "writer").await;
    let begun = [
        chapter("aaaa-1", 1, "First"),
        line("aaaa-2", 2, "", &["e2e3"]),
        comment("aaaa-3", 3, "aaaa-2.0", "mine"),
    ];
    write(&host, &almaz, &study, &begun).await;
    let with = |op: Value, field: &str, value: Value| {
        let mut op = op;
        op[field] = value;
        op
    };
    let bad = refused(400, "bad_operation");
    for (op, expected) in [
        (line("aaaa-9", 9, "", &["e2e5"]), &bad),
        (line("aaaa-9", 9, "aaaa-7.0", &["e2e3"]), &bad),
        (line("aaaa-9", 2, "aaaa-2.0", &["e7e6"]), &bad),
        (line("aaaa-9", 9, "", &[]), &bad),
        (line("aaaa-9", 900_000, "", &["d2d3"]), &bad),
        (line("AAAA-9", 9, "", &["d2d3"]), &bad),
        (with(line("aaaa-9", 9, "", &["d2d3"]), "chapter", json!("zzzz-1")), &bad),
        (with(chapter("aaaa-9", 9, "X"), "instance", json!("nothing")), &refused(404, "unknown_ruleset")),
        (with(chapter("aaaa-9", 9, "X"), "name", json!("")), &refused(400, "bad_study")),
        (with(chapter("aaaa-9", 9, "X"), "fen", json!("nonsense")), &refused(400, "bad_position")),
        (comment("aaaa-9", 9, "aaaa-2.0", &"x".repeat(4001)), &refused(400, "bad_study")),
        (comment("aaaa-9", 9, "aaaa-2.5", "x"), &bad),
        (
            json!({ "id": "aaaa-9", "clock": 9, "chapter": "aaaa-1", "do": "dance" }),
            &refused(400, "bad_request"),
        ),
    ] {
        assert_eq!(not_written(&host, &almaz, &study, op.clone()).await, *expected, "{op}");
    }
    // Nobody takes away what somebody else said, but the owner of the study.
    let theirs = with(comment("bbbb-1", 9, "aaaa-2.0", "better"), "replaces", json!(["aaaa-3"]));
    assert_eq!(not_written(&host, &bekele, &study, theirs).await, bad);
    write(&host, &bekele, &study, &[comment("bbbb-2", 9, "aaaa-2.0", "rude")]).await;
    write(
        &host,
        &almaz,
        &study,
        &[with(comment("aaaa-4", 10, "aaaa-2.0", ""), "replaces", json!(["bbbb-2"]))],
    )
    .await;
    let text = pgn(&host, &almaz, &study).await;
    assert!(text.contains("mine") && !text.contains("rude"), "{text}");

    let path = format!("{STUDIES}/{study}/pgn");
    for (body, code) in [("", "bad_pgn"), ("[Ruleset \"shatranj\"]\n\n1. e9 *\n", "bad_pgn")] {
        let reply = host.ask("POST", &path, &almaz.header(), body).await;
        assert_eq!(
            (reply.status, reply.json()["error"]["code"].as_str()),
            (400, Some(code)),
            "{}",
            reply.body
        );
    }
    let many = "[Ruleset \"shatranj\"]\n\n1. e3 *\n\n".repeat(65);
    let reply = host.ask("POST", &path, &almaz.header(), &many).await;
    assert_eq!((reply.status, reply.json()["error"]["code"].as_str()), (409, Some("study_full")));
    let long = "x".repeat(1024 * 1024 + 1);
    assert_eq!(host.ask("POST", &path, &almaz.header(), &long).await.status, 413);
    // Of operations that are sent together all are written, or none.
    let body = json!({ "ops": [line("aaaa-20", 20, "", &["d2d3"]), line("aaaa-21", 21, "", &["d2d5"])] });
    assert_eq!(moderation::status(&host, &almaz, &format!("{STUDIES}/{study}/ops"), body).await, bad);
    assert_eq!(host.get_as(&almaz, &format!("{STUDIES}/{study}")).await.json()["seq"], 5);
}

#[test]
fn written_operation_survives_a_crash_on_sqlite() {
    check_crash(&TestStorage::new());
}

#[test]
fn written_operation_survives_a_crash_on_postgres() {
    check_crash(&TestStorage::shared());
}

/// Killed after it was written; whoever got no answer sends it again.
fn check_crash(storage: &TestStorage) {
    let config = with_accounts(storage);
    let ops = [chapter("aaaa-1", 1, "First"), line("aaaa-2", 2, "", &["e2e3"])];
    let (almaz, study) = on_crashing_runtime(async {
        let host = Host::start_with(config.clone()).await;
        let almaz = account(&host, "Almaz", 1).await;
        let study = create(&host, &almaz, "link", None).await;
        write(&host, &almaz, &study, &ops).await;
        (almaz, study)
    });
    on_crashing_runtime(async {
        let host = Host::start_with(config).await;
        assert_eq!(write(&host, &almaz, &study, &ops).await["seq"], 2);
        let more = [ops[1].clone(), line("aaaa-3", 3, "aaaa-2.0", &["e7e6"])];
        assert_eq!(write(&host, &almaz, &study, &more).await["seq"], 3);
        assert!(pgn(&host, &almaz, &study).await.contains("1. e3 e6"));
    });
}

async fn event_is_followed_by_pgn(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let almaz = account(&host, "Almaz", 1).await;
    let game = |white: &str, moves: &str, result: &str| {
        format!(
            "[Event \"Cup\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\
             [Ruleset \"shatranj\"]\n\n{moves} {result}\n\n"
        )
    };
    let first = game("A", "1. e3", "*") + &game("C", "1. d3", "*");
    let study = create(&host, &almaz, "public", Some(&first)).await;
    let mut reader = host.open(None, &format!("/ws/v1/study/{study}?after=0")).await;
    let seq = reader.until("study").await["data"]["seq"].as_u64().unwrap();
    for _ in 0..seq {
        op(&mut reader).await;
    }
    let push = async |text: &str| {
        let reply = host.ask("POST", &format!("{STUDIES}/{study}/pgn"), &almaz.header(), text).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        (reply.json()["added"].as_u64().unwrap(), reply.json()["updated"].as_u64().unwrap())
    };
    assert_eq!(push(&first).await, (0, 0));
    assert_eq!(push(&(game("A", "1. e3 e6 2. f3", "*") + &game("D", "1. a3", "*"))).await, (1, 1));
    let moved = op(&mut reader).await;
    assert_eq!((&moved["do"], &moved["events"][1]["mv"]), (&json!("line"), &json!("f2f3")), "{moved}");
    assert_eq!(push(&game("A", "1. e3 e6 2. f3", "1-0")).await, (0, 1));
    let text = pgn(&host, &host.me, &study).await;
    assert_eq!(text.matches("[Event \"Cup\"]").count(), 3, "{text}");
    assert!(text.contains("1. e3 e6 2. f3 1-0") && text.contains("1. d3 *"), "{text}");
}

async fn reported_study_is_hidden_by_a_moderator(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let (almaz, bekele) = (account(&host, "Almaz", 1).await, account(&host, "Bekele", 2).await);
    let mut moderator = moderation::with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let private = create(&host, &almaz, "private", None).await;
    let study = create(&host, &almaz, "public", None).await;
    let report = |study: &str| json!({ "about": { "kind": "study", "study": study }, "reason": "hate" });
    let unknown = moderation::status(&host, &bekele, "/api/v1/reports", report(&private)).await;
    assert_eq!(unknown, refused(404, "no_such_study"));
    assert_eq!(moderation::status(&host, &bekele, "/api/v1/reports", report(&study)).await.0, 201);
    let queue = moderator.good("GET", "/api/v1/moderation", Value::Null).await;
    assert_eq!(
        (&queue["reports"][0]["about"]["study"], &queue["reports"][0]["quote"]),
        (&json!(study), &json!("Openings"))
    );
    let hide = format!("/api/v1/moderation/studies/{study}/hide");
    assert_eq!(moderation::status(&host, &bekele, &hide, json!({ "hidden": true })).await.0, 403);
    let mut reader = host.open(Some(&bekele), &format!("/ws/v1/study/{study}")).await;
    reader.until("study").await;
    assert_eq!(moderator.ask("POST", &hide, &json!({ "hidden": true })).await.status, 204);
    reader.until("gone").await;
    let address = format!("{STUDIES}/{study}");
    assert_eq!(host.get_as(&bekele, &address).await.status, 404);
    assert_eq!(host.get_as(&almaz, &address).await.json()["hidden"], true);
    assert_eq!(moderator.ask("GET", &address, &Value::Null).await.status, 200);
    assert_eq!(host.get(STUDIES).await.json()["studies"], json!([]));
    assert_eq!(moderator.ask("POST", &hide, &json!({ "hidden": false })).await.status, 204);
    assert_eq!(host.get_as(&bekele, &address).await.status, 200);
}

async fn export_has_studies_and_deletion_leaves_no_name(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut desk = Browser::visiting(&host).await;
    desk.register("Almaz", 1).await;
    let bekele = account(&host, "Bekele", 2).await;
    let request =
        json!({ "name": "Mine", "visibility": "link", "pgn": "[Ruleset \"shatranj\"]\n\n1. e3 {kept} *\n" });
    let own = desk.good("POST", STUDIES, request).await["id"].as_str().unwrap().to_owned();
    let theirs = create(&host, &bekele, "link", None).await;
    share(&host, &bekele, &theirs, "Almaz", "writer").await;
    write(&host, &bekele, &theirs, &[chapter("aaaa-1", 1, "First"), line("aaaa-2", 2, "", &["e2e3"])]).await;
    let said = json!({ "ops": [comment("bbbb-1", 3, "aaaa-2.0", "from Almaz")] });
    desk.good("POST", &format!("{STUDIES}/{theirs}/ops"), said).await;

    let file = desk.export().await;
    assert!(file(&format!("studies/{own}.pgn")).contains("kept"));
    let listed: Value = serde_json::from_str(&file("studies.json")).unwrap();
    let written = &listed["written_in_studies_of_others"][0];
    assert_eq!((&written["study"], &written["operation"]["text"]), (&json!(theirs), &json!("from Almaz")));

    desk.good("POST", "/api/v1/account/delete", json!({ "name": "Almaz" })).await;
    assert_eq!(host.get_as(&bekele, &format!("{STUDIES}/{own}")).await.status, 404);
    // A node that has the study in memory forgets it after a while; the store has no author any more.
    host.stop().await;
    tokio::time::sleep(Duration::from_millis(1)).await;
    let host = Host::start_with(with_accounts(&storage)).await;
    let ops = host.get_as(&bekele, &format!("{STUDIES}/{theirs}/ops")).await.json();
    assert_eq!((&ops["ops"][2]["by"], &ops["ops"][2]["text"]), (&Value::Null, &json!("from Almaz")));
    assert_eq!(host.get_as(&bekele, &format!("{STUDIES}/{theirs}")).await.json()["members"], json!([]));
}
