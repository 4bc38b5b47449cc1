//! Webhooks: what is posted, signed by whom, how often, and who may have them.

use std::collections::BTreeSet;
use std::time::Duration;

use base64ct::{Base64, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use rukh_server::{Config, FailureLimit, WebhookConfig};
use rukh_store::clock;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::accounts::{Browser, account, with_accounts};
use crate::appointments::{MINUTE, in_ms, jump_to};
use crate::host::{Host, Person, TestStorage, fischer, on_both, on_crashing_runtime};
use crate::push::{PushServer, Sent};
use crate::schema::check_message;

on_both! {
    events_are_posted_signed_and_once
    delivery_refused_is_tried_again_under_its_id
    webhook_that_fails_is_switched_off_and_on_again
    webhooks_are_changed_by_their_owner_alone
    webhooks_are_in_the_export_and_gone_with_the_account
}

const DOORS: &str = "/api/v1/account/webhooks";
const ALL: [&str; 5] = ["challenge", "appointment", "game_begun", "turn", "game_ended"];
/// Time in which a delivery that is not expected would arrive.
const SILENCE: Duration = Duration::from_millis(1_500);

/// Webhooks that may lead to a receiver on this machine, with short delays.
fn config_for(storage: &TestStorage, port: u16) -> Config {
    let webhooks = WebhookConfig {
        loopback: vec![([127, 0, 0, 1], port).into()],
        interval: Duration::from_millis(50),
        delays: vec![Duration::from_millis(50); 3],
        failure_limit: FailureLimit { attempts: 5, age: 0 },
    };
    Config { webhooks: Some(webhooks), ..with_accounts(storage) }
}

fn port(server: &PushServer) -> u16 {
    server.origin.rsplit_once(':').unwrap().1.parse().unwrap()
}

/// Somebody with an account: the browser and a program's token.
async fn register<'a>(host: &'a Host, name: &str, passkey: u8) -> (Browser<'a>, Person) {
    let mut browser = Browser::visiting(host).await;
    browser.register(name, passkey).await;
    let body = json!({ "label": "test", "scopes": ["read", "play"], "days": 1 });
    let token = browser.good("POST", "/api/v1/account/tokens", body).await;
    let me = browser.me().await;
    let program = Person::new(me["id"].as_str().unwrap(), token["token"].as_str().unwrap());
    (browser, program)
}

/// Adds a webhook; its id and secret.
async fn add(browser: &mut Browser<'_>, server: &PushServer, events: &[&str]) -> (String, String) {
    let body = json!({ "url": format!("{}/rukh", server.origin), "events": events });
    let made = browser.good("POST", DOORS, body).await;
    let text = |key: &str| made[key].as_str().unwrap().to_owned();
    (text("id"), text("secret"))
}

async fn challenge(host: &Host, by: &Person, whom: &Person, time_control: Value) -> String {
    let request = json!({
        "whom": whom.id, "instance": "shatranj", "colour": "white", "time_control": time_control, "times": [],
    });
    let made = host.post_as(by, "/api/v1/appointments", &request).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["id"].as_str().unwrap().to_owned()
}

async fn accept(host: &Host, person: &Person, id: &str) -> String {
    let accepted = host.post_as(person, &format!("/api/v1/appointments/{id}/accept"), &json!({})).await;
    accepted.json()["game"].as_str().unwrap().to_owned()
}

/// The signature of a delivery by a secret.
fn signature(sent: &Sent, secret: &str) -> String {
    let key = Base64::decode_vec(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&key).unwrap();
    let head = format!("{}.{}.", sent.header("webhook-id"), sent.header("webhook-timestamp"));
    mac.update(head.as_bytes());
    mac.update(&sent.body);
    format!("v1,{}", Base64::encode_string(&mac.finalize().into_bytes()))
}

fn message(sent: &Sent) -> Value {
    serde_json::from_slice(&sent.body).unwrap()
}

/// The first delivery of a type, whose other deliveries are looked at too.
async fn wait(server: &PushServer, kind: &str) -> Sent {
    for count in 1.. {
        let sent = server.wait(count).await;
        if let Some(found) = sent.iter().find(|one| message(one)["type"] == kind) {
            return found.clone();
        }
    }
    unreachable!()
}

async fn expect_silence(server: &PushServer) {
    tokio::time::sleep(SILENCE).await;
    let sent: Vec<Value> = server.sent().iter().map(message).collect();
    assert_eq!(sent, Vec::<Value>::new());
}

async fn deliveries(browser: &mut Browser<'_>, id: &str) -> Vec<Value> {
    let list = browser.good("GET", &format!("{DOORS}/{id}/deliveries"), Value::Null).await;
    list["deliveries"].as_array().unwrap().clone()
}

async fn events_are_posted_signed_and_once(storage: TestStorage) {
    let server = PushServer::start().await;
    let host = Host::start_with(config_for(&storage, port(&server))).await;
    let almaz = account(&host, "Almaz", 1).await;
    let (mut browser, bot) = register(&host, "Ferz", 2).await;
    // What was before is no news.
    let before = challenge(&host, &almaz, &bot, fischer(60, 0)).await;
    host.post_as(&almaz, &format!("/api/v1/appointments/{before}/cancel"), &json!({})).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    let (id, secret) = add(&mut browser, &server, &ALL).await;
    expect_silence(&server).await;

    let asked = challenge(&host, &almaz, &bot, json!({ "kind": "days", "days": 2 })).await;
    let sent = wait(&server, "challenge").await;
    assert_eq!((sent.path.as_str(), sent.header("content-type")), ("/rukh", "application/json"));
    assert_eq!(sent.header("webhook-signature"), signature(&sent, &secret));
    let at: u64 = sent.header("webhook-timestamp").parse().unwrap();
    assert!(clock::now().as_u64() / 1000 - at < 60, "{at}");
    let told = message(&sent);
    check_message("/api/v1/me/stream", &told);
    assert_eq!((&told["data"]["id"], &told["data"]["by"]["name"]), (&json!(asked), &json!("Almaz")));
    assert_eq!(told["data"]["you"]["may_accept"], true, "as the bot sees it");

    let game = accept(&host, &bot, &asked).await;
    assert_eq!(message(&wait(&server, "game_begun").await)["data"]["id"], json!(game));
    host.moves(&almaz, &game, "e2e3").await;
    assert_eq!(message(&wait(&server, "turn").await)["data"]["turn"], "black");
    host.send_accepted(&almaz, &game, "up", json!({ "kind": "resign", "side": "white" })).await;
    assert_eq!(message(&wait(&server, "game_ended").await)["data"]["result"]["winner"], "black");
    tokio::time::sleep(SILENCE).await;
    let sent = server.sent();
    let keys: BTreeSet<String> = sent.iter().map(|one| message(one)["key"].to_string()).collect();
    let ids: BTreeSet<&str> = sent.iter().map(|one| one.header("webhook-id")).collect();
    assert_eq!((keys.len(), ids.len()), (sent.len(), sent.len()), "nothing is posted twice: {keys:?}");

    let listed = deliveries(&mut browser, &id).await;
    assert!(listed.iter().all(|one| one["state"] == "delivered" && one["answer"] == 201), "{listed:?}");
    let listed: BTreeSet<&str> = listed.iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(listed, ids);
    // Another node, or the same one after a restart, posts nothing of it again.
    server.clear();
    host.stop().await;
    let _host = Host::start_with(config_for(&storage, port(&server))).await;
    expect_silence(&server).await;
}

async fn delivery_refused_is_tried_again_under_its_id(storage: TestStorage) {
    let (server, elsewhere) = (PushServer::start().await, PushServer::start().await);
    let host = Host::start_with(config_for(&storage, port(&server))).await;
    let almaz = account(&host, "Almaz", 1).await;
    let (mut browser, bot) = register(&host, "Ferz", 2).await;
    let (id, secret) = add(&mut browser, &server, &["game_begun"]).await;
    let redirect: &'static str =
        Box::leak(format!("302 Found\r\nlocation: {}/\r\n", elsewhere.origin).into_boxed_str());
    server.answer(&["500 Internal Server Error\r\n", redirect]);
    // Only what is wanted is posted.
    let asked = challenge(&host, &almaz, &bot, fischer(60, 0)).await;
    accept(&host, &bot, &asked).await;
    let sent = server.wait(3).await;
    assert!(sent.iter().all(|one| message(one)["type"] == "game_begun"));
    let ids: BTreeSet<&str> = sent.iter().map(|one| one.header("webhook-id")).collect();
    assert_eq!(ids.len(), 1, "three attempts at one delivery");
    assert!(sent.iter().all(|one| one.header("webhook-signature") == signature(one, &secret)));
    expect_silence(&elsewhere).await;
    assert_eq!(server.sent().len(), 3);
    let listed = deliveries(&mut browser, &id).await;
    assert_eq!((&listed[0]["state"], &listed[0]["attempts"]), (&json!("delivered"), &json!(3)));

    // Beside a new secret the old one signs for a day.
    let changed = browser.good("POST", &format!("{DOORS}/{id}/secret"), Value::Null).await;
    let new = changed["secret"].as_str().unwrap().to_owned();
    server.clear();
    browser.good("POST", &format!("{DOORS}/{id}/test"), Value::Null).await;
    let test = server.next().await;
    assert_eq!(message(&test)["type"], "test");
    let both = format!("{} {}", signature(&test, &new), signature(&test, &secret));
    assert_eq!(test.header("webhook-signature"), both);
    // After the last attempt a delivery is given up, a test after the only one.
    server.answer(&["500 Internal Server Error\r\n"; 4]);
    let asked = challenge(&host, &almaz, &bot, fischer(61, 0)).await;
    accept(&host, &bot, &asked).await;
    server.wait(4).await;
    tokio::time::sleep(SILENCE).await;
    assert_eq!(server.sent().len(), 4);
    let failed = &deliveries(&mut browser, &id).await[0];
    assert_eq!((&failed["state"], &failed["answer"]), (&json!("failed"), &json!(500)));
    assert_eq!((&failed["event"], &failed["due"]), (&json!("game_begun"), &Value::Null));
    server.clear();
    server.answer(&["500 Internal Server Error\r\n"]);
    browser.good("POST", &format!("{DOORS}/{id}/test"), Value::Null).await;
    server.wait(1).await;
    tokio::time::sleep(SILENCE).await;
    assert_eq!(server.sent().len(), 1);
    let failed = &deliveries(&mut browser, &id).await[0];
    assert_eq!((&failed["state"], &failed["event"]), (&json!("failed"), &Value::Null));
}

async fn webhook_that_fails_is_switched_off_and_on_again(storage: TestStorage) {
    let server = PushServer::start().await;
    let host = Host::start_with(config_for(&storage, port(&server))).await;
    let almaz = account(&host, "Almaz", 1).await;
    let (mut browser, bot) = register(&host, "Ferz", 2).await;
    let (id, _) = add(&mut browser, &server, &["challenge"]).await;
    let state = async |browser: &mut Browser<'_>| {
        let row = browser.good("GET", DOORS, Value::Null).await["webhooks"][0].clone();
        (row["stopped"].is_u64(), row["cause"].clone(), row["failures"].clone())
    };
    server.answer(&["500 Internal Server Error\r\n"; 5]);
    challenge(&host, &almaz, &bot, fischer(60, 0)).await;
    server.wait(4).await;
    challenge(&host, &almaz, &bot, fischer(61, 0)).await;
    server.wait(5).await;
    tokio::time::sleep(SILENCE).await;
    assert_eq!(state(&mut browser).await, (true, json!("failing"), json!(5)));
    server.clear();
    challenge(&host, &almaz, &bot, fischer(62, 0)).await;
    expect_silence(&server).await;
    // A test goes there nevertheless, and changes nothing.
    browser.good("POST", &format!("{DOORS}/{id}/test"), Value::Null).await;
    server.next().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(state(&mut browser).await, (true, json!("failing"), json!(0)));

    browser.good("POST", &format!("{DOORS}/{id}/resume"), Value::Null).await;
    assert_eq!(state(&mut browser).await, (false, Value::Null, json!(0)));
    // The receiver is there no more.
    server.answer(&["410 Gone\r\n"]);
    browser.good("POST", &format!("{DOORS}/{id}/test"), Value::Null).await;
    server.wait(1).await;
    tokio::time::sleep(SILENCE).await;
    assert_eq!(state(&mut browser).await, (true, json!("gone"), json!(1)));
}

async fn webhooks_are_changed_by_their_owner_alone(storage: TestStorage) {
    let server = PushServer::start().await;
    let host = Host::start_with(config_for(&storage, port(&server))).await;
    let (mut almaz, program) = register(&host, "Almaz", 1).await;
    let (mut bekele, _) = register(&host, "Bekele", 2).await;
    let body = |url: &str| json!({ "url": url, "events": ["turn"] });
    for url in [
        "http://127.0.0.1:1/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://bot.example:22/",
        "http://bot.example/",
        "bot.example",
    ] {
        let refused = almaz.refused("POST", DOORS, body(url)).await;
        assert_eq!(refused, (400, "bad_webhook_url".to_owned()), "{url}");
    }
    let (id, secret) = add(&mut bekele, &server, &["turn", "turn", "challenge"]).await;
    let list = bekele.good("GET", DOORS, Value::Null).await;
    assert_eq!((&list["offered"], &list["most"]), (&json!(true), &json!(5)));
    assert_eq!(list["webhooks"][0]["events"], json!(["challenge", "turn"]));
    assert!(!list.to_string().contains(&secret), "a secret is shown once: {list}");
    let none = bekele.refused("POST", DOORS, json!({ "url": server.origin, "events": [] })).await;
    assert_eq!(none, (400, "bad_webhook_events".to_owned()));
    for _ in 0..4 {
        add(&mut bekele, &server, &["turn"]).await;
    }
    let full = bekele.refused("POST", DOORS, body(&server.origin)).await;
    assert_eq!(full, (409, "too_many_webhooks".to_owned()));

    // Neither somebody else, nor a program, nor a device that has proved nothing.
    assert_eq!(almaz.good("GET", DOORS, Value::Null).await["webhooks"], json!([]));
    let doors =
        [("DELETE", ""), ("POST", "/secret"), ("POST", "/resume"), ("POST", "/test"), ("GET", "/deliveries")];
    for (method, rest) in doors {
        let path = format!("{DOORS}/{id}{rest}");
        assert_eq!(almaz.ask(method, &path, &Value::Null).await.status, 404, "{method} {path}");
        let token = host.ask(method, &path, &program.header(), "").await;
        assert_eq!((token.status, &token.json()["error"]["code"]), (403, &json!("out_of_scope")));
        assert_eq!(host.ask(method, &path, "", "").await.status, 401);
    }
    let code = bekele.good("POST", "/api/v1/account/device-code", Value::Null).await["code"].clone();
    let mut tablet = Browser::visiting(&host).await;
    tablet.good("POST", "/api/v1/sign-in/device-code", json!({ "code": code })).await;
    for path in [DOORS.to_owned(), format!("{DOORS}/{id}/secret"), format!("{DOORS}/{id}/resume")] {
        let refused = tablet.refused("POST", &path, body("https://bot.example/")).await;
        assert_eq!(refused, (403, "prove_it".to_owned()), "{path}");
    }
    bekele.good("DELETE", &format!("{DOORS}/{id}"), Value::Null).await;
    assert_eq!(bekele.good("GET", DOORS, Value::Null).await["webhooks"].as_array().unwrap().len(), 4);
}

async fn webhooks_are_in_the_export_and_gone_with_the_account(storage: TestStorage) {
    let server = PushServer::start().await;
    let host = Host::start_with(config_for(&storage, port(&server))).await;
    let (mut browser, _) = register(&host, "Almaz", 1).await;
    let (id, secret) = add(&mut browser, &server, &["turn"]).await;
    browser.good("POST", &format!("{DOORS}/{id}/test"), Value::Null).await;
    server.next().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let text = browser.export().await("webhooks.json");
    let exported: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(exported[0]["webhook"]["url"], format!("{}/rukh", server.origin));
    assert_eq!(exported[0]["deliveries"][0]["state"], "delivered");
    assert!(!text.contains(&secret), "{text}");
    // What waits is gone with the account.
    server.answer(&["500 Internal Server Error\r\n"]);
    browser.good("POST", &format!("{DOORS}/{id}/test"), Value::Null).await;
    browser.good("POST", "/api/v1/account/delete", json!({ "name": "Almaz" })).await;
    tokio::time::sleep(SILENCE).await;
    assert!(server.sent().len() <= 1, "at most the attempt that was under way");
}

/// Each delivery is posted by one of two nodes, whichever finds it.
#[tokio::test(flavor = "multi_thread")]
async fn deliveries_of_two_nodes_are_posted_once() {
    let storage = TestStorage::shared();
    let server = PushServer::start().await;
    let one = Host::start_with(config_for(&storage, port(&server))).await;
    let other = Host::start_with(config_for(&storage, port(&server))).await;
    let almaz = account(&one, "Almaz", 1).await;
    let (mut browser, bot) = register(&one, "Ferz", 2).await;
    add(&mut browser, &server, &["challenge"]).await;
    for (seconds, host) in [(60, &one), (61, &other), (62, &one)] {
        challenge(host, &almaz, &bot, fischer(seconds, 0)).await;
    }
    server.wait(3).await;
    tokio::time::sleep(SILENCE).await;
    assert_eq!(server.sent().len(), 3);
}

#[test]
fn event_of_a_node_that_is_killed_is_posted_on_sqlite() {
    check_kill(&TestStorage::new());
}

#[test]
fn event_of_a_node_that_is_killed_is_posted_on_postgres() {
    check_kill(&TestStorage::shared());
}

/// What has happened is posted, also if the node was killed before it looked for it.
fn check_kill(storage: &TestStorage) {
    let (port, asked) = on_crashing_runtime(async {
        let receiver = PushServer::start().await;
        let mut config = config_for(storage, port(&receiver));
        config.webhooks.as_mut().unwrap().interval = Duration::from_secs(3600);
        let host = Host::start_with(config).await;
        let almaz = account(&host, "Almaz", 1).await;
        let (mut browser, bot) = register(&host, "Ferz", 2).await;
        add(&mut browser, &receiver, &ALL).await;
        let asked = challenge(&host, &almaz, &bot, fischer(60, 0)).await;
        assert_eq!(receiver.sent().len(), 0);
        (port(&receiver), asked)
    });
    on_crashing_runtime(async {
        let receiver = PushServer::at(port).await;
        let _host = Host::start_with(config_for(storage, port)).await;
        // Long after: what has happened meanwhile is no less news.
        jump_to(in_ms(2 * MINUTE));
        assert_eq!(message(&wait(&receiver, "challenge").await)["data"]["id"], json!(asked));
        tokio::time::sleep(SILENCE).await;
        assert_eq!(receiver.sent().len(), 1);
    });
}

/// An appointment whose row is corrupt silences only those whom it concerns, and only if it cannot be read at all.
#[tokio::test(flavor = "multi_thread")]
async fn corrupt_appointment_silences_nobody_else() {
    let storage = TestStorage::new();
    let server = PushServer::start().await;
    let mut config = config_for(&storage, port(&server));
    config.webhooks.as_mut().unwrap().interval = Duration::from_secs(3600);
    let host = Host::start_with(config).await;
    let almaz = account(&host, "Almaz", 1).await;
    let (mut browser, bot) = register(&host, "Ferz", 2).await;
    add(&mut browser, &server, &ALL).await;
    let (mut browser, other) = register(&host, "Bekele", 3).await;
    add(&mut browser, &server, &ALL).await;
    let unseen = challenge(&host, &almaz, &bot, fischer(60, 0)).await;
    let unread = challenge(&host, &almaz, &other, fischer(60, 0)).await;
    host.stop().await;
    let file = rusqlite::Connection::open(storage.directory.join("games.sqlite")).unwrap();
    for (column, id) in [("body", unseen), ("times", unread)] {
        let spoil = format!("UPDATE appointment SET {column} = 'nonsense' WHERE id = ?1");
        assert_eq!(file.execute(&spoil, [&id]).unwrap(), 1);
    }
    drop(file);
    let host = Host::start_with(config_for(&storage, port(&server))).await;
    let asked = challenge(&host, &almaz, &bot, fischer(61, 0)).await;
    assert_eq!(message(&wait(&server, "challenge").await)["data"]["id"], json!(asked));
}

/// Without webhooks nothing is offered, and nobody can add one.
#[tokio::test(flavor = "multi_thread")]
async fn webhooks_that_are_off_are_refused() {
    let storage = TestStorage::new();
    let host = Host::start_with(Config { webhooks: None, ..with_accounts(&storage) }).await;
    let (mut browser, _) = register(&host, "Almaz", 1).await;
    assert_eq!(browser.good("GET", DOORS, Value::Null).await["offered"], false);
    let body = json!({ "url": "https://bot.example/", "events": ["turn"] });
    assert_eq!(browser.refused("POST", DOORS, body).await, (403, "webhooks_off".to_owned()));
}
