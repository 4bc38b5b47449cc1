//! Mails: addresses, recovery, notices, and what happens when they cannot be sent.

use std::time::Duration;

use mail_parser::{Message, MessageParser};
use rukh_server::wire::moderation::{Measure, ReportReason};
use rukh_server::{Config, EmailConfig};
use rukh_store::{EmailKind, NewSanction, Store};
use serde_json::{Value, json};

use crate::accounts::{Browser, with_accounts};
use crate::appointments::{HOUR, MINUTE, in_ms, jump_to};
use crate::host::{Host, TestStorage, fischer, on_both, on_crashing_runtime};
use crate::smtp::{CapturedMail, MailServer};

on_both! {
    address_is_verified_recovers_and_is_gone_with_the_account
    recovery_is_answered_the_same_whoever_has_the_address
    mail_is_sent_again_after_some_errors_and_given_up_after_others
    notices_are_sent_as_the_person_wants
    turn_is_told_once_to_whoever_is_away
    codes_to_one_address_are_limited_by_the_database
}

/// Time in which a mail that is not expected would arrive.
const SILENCE: Duration = Duration::from_millis(1_500);

fn config_at(storage: &TestStorage, url: &str) -> Config {
    let site = "https://rukh.example".parse().unwrap();
    let mut email = EmailConfig::new(url, "Rukh <chess@rukh.example>", site).unwrap();
    (email.retry_delay, email.interval) = (Duration::from_millis(50), Duration::from_millis(50));
    Config { email: Some(email), ..with_accounts(storage) }
}

/// A mail as its reader sees it.
#[derive(Debug)]
struct Letter {
    to: String,
    subject: String,
    text: String,
    unsubscribe: Option<String>,
    id: String,
}

impl Letter {
    fn read(mail: &CapturedMail) -> Letter {
        let message: Message<'_> = MessageParser::default().parse(mail.text.as_bytes()).unwrap();
        let header = |name: &str| message.header_raw(name).map(|value| value.trim().to_owned());
        assert_eq!(header("Auto-Submitted").as_deref(), Some("auto-generated"));
        assert!(message.from().unwrap().first().unwrap().address().unwrap() == "chess@rukh.example");
        let unsubscribe = header("List-Unsubscribe");
        let one_click = header("List-Unsubscribe-Post");
        assert_eq!(one_click.as_deref(), unsubscribe.as_ref().map(|_| "List-Unsubscribe=One-Click"));
        Letter {
            to: mail.to.clone(),
            subject: message.subject().unwrap().to_owned(),
            text: message.body_text(0).unwrap().into_owned(),
            unsubscribe: unsubscribe.map(|link| link.replace(char::is_whitespace, "")),
            id: message.message_id().unwrap().to_owned(),
        }
    }

    /// The code, which stands alone in its line.
    fn code(&self) -> String {
        let is_code = |line: &&str| {
            line.contains('-') && line.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
        };
        self.text.lines().find(is_code).expect(&self.text).to_owned()
    }
}

async fn letters(server: &MailServer, count: usize) -> Vec<Letter> {
    let mails = server.wait(count).await;
    let mut letters: Vec<Letter> = mails.iter().map(Letter::read).collect();
    letters.sort_by(|one, other| (&one.to, &one.subject).cmp(&(&other.to, &other.subject)));
    assert_eq!(letters.len(), count, "{letters:?}");
    letters
}

async fn letter(server: &MailServer) -> Letter {
    letters(server, 1).await.remove(0)
}

async fn expect_silence(server: &MailServer) {
    tokio::time::sleep(SILENCE).await;
    assert_eq!(server.mails(), []);
}

fn address(text: &str) -> Value {
    json!({ "address": text, "language": "en" })
}

/// Gives the account of a browser an address; the mail that tells so is taken away.
async fn give(browser: &mut Browser<'_>, server: &MailServer, to: &str, language: &str) {
    let body = json!({ "address": to, "language": language });
    browser.good("POST", "/api/v1/account/email", body).await;
    let code = letter(server).await.code();
    browser.good("POST", "/api/v1/account/email/verify", json!({ "code": code })).await;
    assert_eq!(letter(server).await.to, to);
}

async fn address_is_verified_recovers_and_is_gone_with_the_account(storage: TestStorage) {
    let server = MailServer::start().await;
    let host = Host::start_with(config_at(&storage, &server.url())).await;
    let mut phone = Browser::visiting(&host).await;
    phone.register("Almaz", 3).await;
    assert_eq!(phone.good("GET", "/api/v1/account", Value::Null).await["email"], Value::Null);
    let bad = phone.refused("POST", "/api/v1/account/email", address("almaz")).await;
    assert_eq!(bad, (400, "bad_email".to_owned()));
    phone.good("POST", "/api/v1/account/email", address("almaz@mail.example")).await;
    let sent = letter(&server).await;
    assert_eq!((sent.to.as_str(), sent.unsubscribe.as_ref()), ("almaz@mail.example", None));
    assert!(sent.text.contains("Almaz") && sent.text.contains("https://rukh.example/account#email="));
    let waiting = phone.good("GET", "/api/v1/account", Value::Null).await;
    assert_eq!(
        waiting["email"],
        json!({ "address": null, "pending": "almaz@mail.example", "language": "en", "muted": [] })
    );
    // It counts for nothing yet.
    phone.good("POST", "/api/v1/sign-in/email/start", address("almaz@mail.example")).await;
    expect_silence(&server).await;
    let verify = "/api/v1/account/email/verify";
    let wrong = phone.refused("POST", verify, json!({ "code": "0000-0000" })).await;
    assert_eq!(wrong, (400, "bad_email_code".to_owned()));
    let mut other = Browser::visiting(&host).await;
    other.register("Sara", 4).await;
    let stolen = other.refused("POST", verify, json!({ "code": sent.code() })).await;
    assert_eq!(stolen, (400, "bad_email_code".to_owned()), "a code is good for the account that asked");
    phone.good("POST", verify, json!({ "code": sent.code() })).await;
    assert_eq!(phone.refused("POST", verify, json!({ "code": sent.code() })).await.1, "bad_email_code");
    let told = letter(&server).await;
    assert!(told.text.contains("now belongs to the account"), "{}", told.text);

    // Whoever has lost everything asks by mail; all else is signed out.
    let mut new = Browser::visiting(&host).await;
    new.good("POST", "/api/v1/sign-in/email/start", address("Almaz@mail.example")).await;
    let sent = letter(&server).await;
    assert!(sent.text.contains(&format!("https://rukh.example/sign-in#email={}", sent.code())));
    let code = json!({ "code": sent.code().to_uppercase() });
    let me = new.good("POST", "/api/v1/sign-in/email", code.clone()).await;
    assert_eq!((&me["name"], &me["is_account"]), (&json!("Almaz"), &json!(true)));
    assert_eq!(phone.me().await["is_account"], false, "it is signed out");
    let again = phone.refused("POST", "/api/v1/sign-in/email", code).await;
    assert_eq!(again, (401, "bad_sign_in".to_owned()), "a code signs in once");
    assert!(letter(&server).await.text.contains("signed in a device"));

    // A change is told at both addresses, and what was sent to the old one is void.
    new.good("POST", "/api/v1/sign-in/email/start", address("almaz@mail.example")).await;
    let stale = letter(&server).await.code();
    new.good("POST", "/api/v1/account/email", address("new@mail.example")).await;
    let code = letter(&server).await.code();
    new.good("POST", verify, json!({ "code": code })).await;
    let both = letters(&server, 2).await;
    assert!(both[0].to == "almaz@mail.example" && both[0].text.contains("Another e-mail address"));
    assert!(both[1].to == "new@mail.example" && both[1].text.contains("now belongs"));
    assert_eq!(phone.refused("POST", "/api/v1/sign-in/email", json!({ "code": stale })).await.0, 401);
    let read = new.export().await;
    assert!(read("account.json").contains("new@mail.example"));
    let player = new.me().await["id"].as_str().unwrap().to_owned();
    let seen = other.ask("GET", &format!("/api/v1/players/{player}"), &Value::Null).await;
    assert!(!seen.body.contains("mail.example"), "{}", seen.body);

    new.good("DELETE", "/api/v1/account/email", Value::Null).await;
    let told = letter(&server).await;
    assert!(told.to == "new@mail.example" && told.text.contains("was removed from the account"));
    give(&mut new, &server, "last@mail.example", "en").await;
    new.good("POST", "/api/v1/account/delete", json!({ "name": "Almaz" })).await;
    other.good("POST", "/api/v1/sign-in/email/start", address("last@mail.example")).await;
    expect_silence(&server).await;
    host.stop().await;
    let mut backup = Vec::new();
    Store::backup_offline(&config_at(&storage, &server.url()).storage(), &mut backup).await.unwrap();
    assert!(
        !String::from_utf8(backup).unwrap().contains("mail.example\""),
        "nothing is left of the addresses"
    );
}

async fn recovery_is_answered_the_same_whoever_has_the_address(storage: TestStorage) {
    let server = MailServer::start().await;
    let host = Host::start_with(config_at(&storage, &server.url())).await;
    let mut almaz = Browser::visiting(&host).await;
    almaz.register("Almaz", 3).await;
    give(&mut almaz, &server, "family@mail.example", "en").await;
    // Two accounts may have one address: that tells nobody whose it is.
    let mut sara = Browser::visiting(&host).await;
    sara.register("Sara", 4).await;
    give(&mut sara, &server, "Family@mail.example", "en").await;
    let mut stranger = Browser::visiting(&host).await;
    let mut answers = Vec::new();
    for to in ["family@mail.example", "nobody@mail.example"] {
        let reply = stranger.ask("POST", "/api/v1/sign-in/email/start", &address(to)).await;
        answers.push((reply.status, reply.body));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0].0, 204);
    let sent = letter(&server).await;
    assert!(sent.text.contains("Almaz") && sent.text.contains("Sara"), "{}", sent.text);
    expect_silence(&server).await;
    // Without a mail server nothing of it is offered.
    host.stop().await;
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut guest = Browser::visiting(&host).await;
    assert_eq!(guest.good("GET", "/api/v1/sign-in", Value::Null).await["email"], false);
    let refused = guest.refused("POST", "/api/v1/sign-in/email/start", address("family@mail.example")).await;
    assert_eq!(refused, (403, "email_off".to_owned()));
}

async fn mail_is_sent_again_after_some_errors_and_given_up_after_others(storage: TestStorage) {
    let server = MailServer::start().await;
    let (url, port) = (server.url(), server.port());
    let host = Host::start_with(config_at(&storage, &url)).await;
    let mut phone = Browser::visiting(&host).await;
    phone.register("Almaz", 3).await;
    let ask = "/api/v1/account/email";
    server.answer(&["451 later", "535 who are you"]);
    phone.good("POST", ask, address("almaz@mail.example")).await;
    let sent = letter(&server).await;
    let code = json!({ "code": sent.code() });
    phone.good("POST", &format!("{ask}/verify"), code).await;
    letter(&server).await;
    server.answer(&["550 no such mailbox"]);
    phone.good("POST", ask, address("typo@mail.example")).await;
    expect_silence(&server).await;
    let store = async || {
        let location = config_at(&storage, &url).storage();
        let mut backup = Vec::new();
        Store::backup_offline(&location, &mut backup).await.unwrap();
        let text = String::from_utf8(backup).unwrap();
        text.lines()
            .skip_while(|line| !line.contains("\"email_outbox\""))
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    assert!(store().await.contains("\"table\""), "it is given up: {}", store().await);
    // A server that is away gets it when it is back.
    drop(server);
    tokio::time::sleep(Duration::from_millis(100)).await;
    phone.good("POST", ask, address("sara@mail.example")).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    let server = MailServer::at(port).await;
    assert_eq!(letter(&server).await.to, "sara@mail.example");
    // A node that stops before it has noted that a mail was sent leaves it to be sent again.
    while !store().await.contains("\"table\"") {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // Where TLS is wanted and there is none, nothing is sent.
    host.stop().await;
    let host = Host::start_with(config_at(&storage, &format!("{url}?tls=required"))).await;
    let mut desk = Browser::visiting(&host).await;
    desk.register("Bekele", 4).await;
    desk.good("POST", ask, address("bekele@mail.example")).await;
    expect_silence(&server).await;
    host.stop().await;
    let _host = Host::start_with(config_at(&storage, &url)).await;
    // One that was being sent when the node stopped is kept from others for five minutes.
    jump_to(in_ms(6 * MINUTE));
    assert_eq!(letter(&server).await.to, "bekele@mail.example");
}

async fn notices_are_sent_as_the_person_wants(storage: TestStorage) {
    let server = MailServer::start().await;
    let config = config_at(&storage, &server.url());
    let host = Host::start_with(config.clone()).await;
    let mut almaz = Browser::visiting(&host).await;
    let (mut passkey, _) = almaz.register("Almaz", 3).await;
    give(&mut almaz, &server, "almaz@mail.example", "fa").await;
    let id = almaz.me().await["id"].clone();
    let time = in_ms(HOUR);
    let challenge = json!({
        "instance": "shatranj", "time_control": fischer(300, 0), "colour": "black", "times": [time], "whom": id,
    });
    let bekele = crate::accounts::account(&host, "Bekele", 5).await;
    let made = host.post_as(&bekele, "/api/v1/appointments", &challenge).await.json();
    let made = made["id"].as_str().unwrap().to_owned();
    let sent = letter(&server).await;
    assert!(sent.subject.contains("شطرنج") && sent.subject.contains("Bekele"), "{}", sent.subject);
    assert!(sent.text.contains(&format!("https://rukh.example/appointment/{made}")), "{}", sent.text);
    almaz.good("POST", &format!("/api/v1/appointments/{made}/accept"), json!({ "time": time })).await;
    expect_silence(&server).await;
    jump_to(time - 9 * MINUTE);
    let soon = letter(&server).await;
    assert!(soon.text.contains("به‌زودی") && soon.id != sent.id, "{}", soon.text);

    // The link of the mail ends such mails without signing in; a program that only looks ends nothing.
    let link = sent.unsubscribe.unwrap();
    let path = link.strip_prefix("<https://rukh.example").unwrap().trim_end_matches('>');
    let looked = host.ask("GET", path, "", "").await;
    assert_eq!(looked.status, 303);
    let page = looked.header("location").unwrap().to_owned();
    assert!(sent.text.contains(&format!("https://rukh.example{page}")), "{page}");
    let form = "content-type: application/x-www-form-urlencoded\r\n";
    let said = host.ask("POST", path, form, "List-Unsubscribe=One-Click").await;
    assert_eq!(said.status, 204);
    assert_eq!(host.ask("POST", &format!("{path}A"), form, "").await.status, 404);
    let account = almaz.good("GET", "/api/v1/account", Value::Null).await;
    assert_eq!(account["email"]["muted"], json!(["proposed"]));
    assert_eq!(host.post_as(&bekele, "/api/v1/appointments", &challenge).await.status, 201);
    expect_silence(&server).await;

    // What concerns the account cannot be switched off; a decision can.
    let all = json!({ "language": "en", "muted": ["turn", "proposed", "soon"] });
    almaz.good("POST", "/api/v1/account/email/notices", all).await;
    let impose = async || {
        let new = |player| NewSanction {
            player,
            measure: Measure::Warning,
            reason: ReportReason::Spam,
            text: "Please stop.".to_owned(),
            hours: None,
        };
        Store::impose_at(&config.storage(), "Almaz", new).await.unwrap().unwrap();
    };
    impose().await;
    let told = letter(&server).await;
    assert!(told.text.contains("The moderators have decided") && !told.text.contains("Please stop"));
    let all = json!({ "language": "am", "muted": ["turn", "proposed", "soon", "decision"] });
    almaz.good("POST", "/api/v1/account/email/notices", all).await;
    impose().await;
    let mut desk = Browser::visiting(&host).await;
    desk.sign_in(&mut passkey).await;
    let told = letter(&server).await;
    assert!(told.unsubscribe.is_none() && told.text.contains("አዲስ መሣሪያ ገብቷል"), "{}", told.text);
    expect_silence(&server).await;
}

async fn turn_is_told_once_to_whoever_is_away(storage: TestStorage) {
    let server = MailServer::start().await;
    let config = config_at(&storage, &server.url());
    let host = Host::start_with(config.clone()).await;
    let mut almaz = Browser::visiting(&host).await;
    almaz.register("Almaz", 3).await;
    give(&mut almaz, &server, "almaz@mail.example", "en").await;
    let id = almaz.me().await["id"].clone();
    let seek =
        json!({ "instance": "shatranj", "time_control": { "kind": "days", "days": 3 }, "colour": "white" });
    let seek = almaz.good("POST", "/api/v1/seeks", seek).await["id"].as_str().unwrap().to_owned();
    let bekele = host.person("Bekele").await;
    let game = host.post_as(&bekele, &format!("/api/v1/seeks/{seek}/accept"), &json!({})).await.json();
    let game = game["game"].as_str().or(game["id"].as_str()).unwrap().to_owned();
    assert!(
        almaz
            .good("GET", &format!("/api/v1/games/{game}"), Value::Null)
            .await
            .to_string()
            .contains(id.as_str().unwrap())
    );
    expect_silence(&server).await;
    almaz.good("POST", "/api/v1/me/vacation", json!({ "days": 2 })).await;
    for (hours, why) in [(23, "not yet"), (25, "on vacation")] {
        jump_to(in_ms(hours * HOUR));
        tokio::time::sleep(Duration::from_secs(4)).await;
        assert_eq!(server.mails(), [], "{why}");
    }
    jump_to(in_ms(49 * HOUR));
    let told = letter(&server).await;
    assert_eq!(told.subject, "Shatranj: It is your turn against Bekele.");
    assert!(told.text.contains(&format!("https://rukh.example/game/{game}")), "{}", told.text);
    host.stop().await;
    let _host = Host::start_with(config).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(server.mails(), [], "once");
}

async fn codes_to_one_address_are_limited_by_the_database(storage: TestStorage) {
    let server = MailServer::start().await;
    let config = config_at(&storage, &server.url());
    let host = Host::start_with(config.clone()).await;
    for number in 0..5 {
        let mut somebody = Browser::visiting(&host).await;
        somebody.register(&format!("Somebody {number}"), 10 + number).await;
        somebody.good("POST", "/api/v1/account/email", address("victim@mail.example")).await;
        letter(&server).await;
    }
    // Also on another node, or after a restart.
    host.stop().await;
    let host = Host::start_with(config).await;
    let mut last = Browser::visiting(&host).await;
    last.register("Somebody else", 30).await;
    let refused = last.refused("POST", "/api/v1/account/email", address("Victim@mail.example")).await;
    assert_eq!(refused, (429, "too_many_emails".to_owned()));
    last.good("POST", "/api/v1/account/email", address("other@mail.example")).await;
    letter(&server).await;
    let mut one = Browser::visiting(&host).await;
    for _ in 0..7 {
        one.good("POST", "/api/v1/sign-in/email/start", address("victim@mail.example")).await;
    }
    expect_silence(&server).await;
    // Whose address it is waits two hours, and not a day.
    jump_to(in_ms(2 * HOUR + MINUTE));
    let mut owner = Browser::visiting(&host).await;
    owner.register("Owner", 40).await;
    owner.good("POST", "/api/v1/account/email", address("victim@mail.example")).await;
    letter(&server).await;
}

#[test]
fn mail_of_a_node_that_is_killed_is_sent_once_on_sqlite() {
    check_kill(&TestStorage::new());
}

#[test]
fn mail_of_a_node_that_is_killed_is_sent_once_on_postgres() {
    check_kill(&TestStorage::shared());
}

/// What was promised to a person is in the database when it is answered.
fn check_kill(storage: &TestStorage) {
    let port = on_crashing_runtime(async {
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = silent.local_addr().unwrap().port();
        drop(silent);
        let host = Host::start_with(config_at(storage, &format!("smtp://127.0.0.1:{port}"))).await;
        let mut phone = Browser::visiting(&host).await;
        phone.register("Almaz", 3).await;
        phone.good("POST", "/api/v1/account/email", address("almaz@mail.example")).await;
        port
    });
    on_crashing_runtime(async {
        let server = MailServer::at(port).await;
        let _host = Host::start_with(config_at(storage, &server.url())).await;
        // One that the killed node was about to send is kept from others for five minutes.
        tokio::time::sleep(Duration::from_millis(300)).await;
        jump_to(in_ms(6 * MINUTE));
        assert_eq!(letter(&server).await.to, "almaz@mail.example");
        expect_silence(&server).await;
    });
}

/// Each of many mails is sent by one of two nodes.
#[tokio::test(flavor = "multi_thread")]
async fn mails_of_two_nodes_are_sent_once() {
    let storage = TestStorage::shared();
    let server = MailServer::start().await;
    let config = config_at(&storage, &server.url());
    let one = Host::start_with(config.clone()).await;
    let _other = Host::start_with(config).await;
    let mut phone = Browser::visiting(&one).await;
    phone.register("Almaz", 3).await;
    give(&mut phone, &server, "almaz@mail.example", "en").await;
    for _ in 0..12 {
        phone.good("POST", "/api/v1/account/recovery-codes", Value::Null).await;
    }
    let sent = letters(&server, 12).await;
    let ids: std::collections::BTreeSet<&String> = sent.iter().map(|letter| &letter.id).collect();
    assert_eq!(ids.len(), 12);
    expect_silence(&server).await;
}

#[test]
fn notices_have_the_words_of_the_wire() {
    let words: Vec<&str> = EmailKind::NOTICES.into_iter().map(EmailKind::as_str).collect();
    let schema = rukh_server::wire::schema::document();
    let known = schema["$defs"]["EmailNotice"]["oneOf"].as_array().unwrap();
    let known: Vec<&str> = known.iter().map(|one| one["const"].as_str().unwrap()).collect();
    assert_eq!(known, words);
}
