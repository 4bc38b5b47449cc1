//! Accounts: making them, signing in, devices, tokens, and leaving with everything.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use rukh_accounts::code_digest;
use rukh_server::wire::account::Registration;
use rukh_server::wire::time::UnixMillis;
use rukh_server::{Config, DoctorFinding, KnownPasswords, Severity, examine, export_account};
use rukh_store::{Store, clock};
use serde_json::{Value, json};

use crate::authenticator::Authenticator;
use crate::host::{Host, Person, Reply, TestStorage, config, human, on_both};

on_both! {
    account_keeps_games_and_is_left_with_everything
    password_and_recovery_code_sign_in_within_limits
    registration_and_sign_in_replayed_are_refused
    token_of_a_program_does_what_it_may_and_no_more
    invitation_lets_one_person_in
    operator_exports_and_examines_beside_the_server
}

const ORIGIN: &str = "https://rukh.example";
const JSON: &str = "content-type: application/json\r\n";

pub(crate) fn with_accounts(storage: &TestStorage) -> Config {
    Config {
        public_url: Some(ORIGIN.parse().unwrap()),
        passwords: Some(KnownPasswords::of_lines("password1")),
        ..config(storage)
    }
}

/// A browser: it keeps the cookie that it is given.
pub(crate) struct Browser<'a> {
    host: &'a Host,
    cookie: Option<String>,
}

impl<'a> Browser<'a> {
    pub(crate) async fn visiting(host: &'a Host) -> Browser<'a> {
        let mut browser = Browser { host, cookie: None };
        browser.ask("GET", "/api/v1/me", &Value::Null).await;
        browser
    }

    fn headers(&self) -> String {
        let cookie = self.cookie.as_ref().map(|value| format!("cookie: __Host-rukh={value}\r\n"));
        format!("{JSON}origin: {ORIGIN}\r\n{}", cookie.unwrap_or_default())
    }

    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: &Value) -> Reply {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let reply = self.host.ask(method, path, &self.headers(), &body).await;
        if let Some(set) = reply.header("set-cookie") {
            let value = set.strip_prefix("__Host-rukh=").unwrap().split(';').next().unwrap();
            self.cookie = Some(value.to_owned()).filter(|value| !value.is_empty());
        }
        reply
    }

    pub(crate) async fn good(&mut self, method: &str, path: &str, body: Value) -> Value {
        let reply = self.ask(method, path, &body).await;
        assert!((200..300).contains(&reply.status), "{method} {path}: {}", reply.summary());
        reply.json()
    }

    pub(crate) async fn refused(&mut self, method: &str, path: &str, body: Value) -> (u16, String) {
        let reply = self.ask(method, path, &body).await;
        (reply.status, reply.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    }

    pub(crate) async fn me(&mut self) -> Value {
        self.good("GET", "/api/v1/me", Value::Null).await
    }

    /// Makes an account with a passkey of a number; it and the recovery codes.
    pub(crate) async fn register(&mut self, name: &str, number: u8) -> (Authenticator, Vec<String>) {
        let begun = self.good("POST", "/api/v1/account/passkeys/start", json!({ "name": name })).await;
        let (passkey, credential) = Authenticator::register(number, &begun["options"], ORIGIN);
        let body = json!({ "ceremony": begun["ceremony"], "credential": credential, "label": "phone" });
        let made = self.good("POST", "/api/v1/account/passkeys", body).await;
        assert_eq!((&made["name"], &made["is_account"]), (&json!(name), &json!(true)));
        let codes = serde_json::from_value(made["recovery_codes"].clone()).unwrap();
        (passkey, codes)
    }

    /// The texts of the export by their names.
    pub(crate) async fn export(&mut self) -> Box<dyn Fn(&str) -> String> {
        let file = self.ask("GET", "/api/v1/account/export", &Value::Null).await;
        assert_eq!((file.status, file.header("content-type")), (200, Some("application/zip")));
        assert_eq!(file.header("content-length"), None, "it is sent while it is written");
        let bytes = without_chunks(&file.bytes);
        Box::new(move |name: &str| {
            let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
            let mut text = String::new();
            archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            text
        })
    }

    async fn begin_sign_in(&mut self) -> Value {
        self.good("POST", "/api/v1/sign-in/passkey/start", Value::Null).await
    }

    pub(crate) async fn sign_in(&mut self, passkey: &mut Authenticator) -> Value {
        let begun = self.begin_sign_in().await;
        let credential = passkey.sign_in(&begun["options"]);
        let body = json!({ "ceremony": begun["ceremony"], "credential": credential });
        self.good("POST", "/api/v1/sign-in/passkey", body).await
    }
}

/// The bytes of a body that was sent in chunks.
fn without_chunks(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(at) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..at]).unwrap(), 16).unwrap();
        let (chunk, rest) = body[at + 2..].split_at(size);
        whole.extend_from_slice(chunk);
        body = &rest[2..];
    }
    whole
}

/// Somebody with an account, who plays with a program's token; numbers of passkeys differ.
pub async fn account(host: &Host, name: &str, passkey: u8) -> Person {
    let mut browser = Browser::visiting(host).await;
    browser.register(name, passkey).await;
    let body = json!({ "label": "test", "scopes": ["read", "play"], "days": 1 });
    let token = browser.good("POST", "/api/v1/account/tokens", body).await;
    let me = browser.me().await;
    Person::new(me["id"].as_str().unwrap(), token["token"].as_str().unwrap())
}

/// A guest plays, makes an account, signs in elsewhere, takes everything along and is gone.
async fn account_keeps_games_and_is_left_with_everything(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut phone = Browser::visiting(&host).await;
    let guest = phone.me().await;
    let (id, old_cookie) = (guest["id"].clone(), phone.cookie.clone());
    let game = json!({ "instance": "shatranj", "white": human(), "black": human() });
    let game = phone.good("POST", "/api/v1/games", game).await["id"].as_str().unwrap().to_owned();
    let (mut passkey, codes) = phone.register("Almaz", 3).await;
    assert_eq!(codes.len(), 10);
    let me = phone.me().await;
    assert_eq!((&me["id"], &me["name"], &me["is_account"]), (&id, &json!("Almaz"), &json!(true)));
    let mine = phone.good("GET", "/api/v1/games?player=me", Value::Null).await;
    assert_eq!(mine["games"][0]["id"], json!(game));
    // Whoever has a copy of the guest's cookie is not let in.
    let mut thief = Browser { host: &host, cookie: old_cookie.clone() };
    assert_ne!(thief.me().await["id"], id);

    let mut desk = Browser::visiting(&host).await;
    assert_eq!(desk.sign_in(&mut passkey).await["id"], id);
    let code = phone.good("POST", "/api/v1/account/device-code", Value::Null).await["code"].clone();
    let mut tablet = Browser::visiting(&host).await;
    tablet.good("POST", "/api/v1/sign-in/device-code", json!({ "code": code })).await;
    assert_eq!(tablet.me().await["id"], id);
    let again = tablet.refused("POST", "/api/v1/sign-in/device-code", json!({ "code": code })).await;
    assert_eq!(again, (401, "bad_sign_in".to_owned()), "a code signs in once");
    let unproved = tablet.refused("POST", "/api/v1/account/recovery-codes", Value::Null).await;
    assert_eq!(unproved, (403, "prove_it".to_owned()), "who was let in by a code may play only");
    tablet.sign_in(&mut passkey).await;
    let account = tablet.good("GET", "/api/v1/account", Value::Null).await;
    assert_eq!(
        account["sessions"].as_array().unwrap().len(),
        3,
        "proving signs no device in again: {account}"
    );

    desk.good("POST", "/api/v1/account/sessions/end-others", Value::Null).await;
    assert_ne!(phone.me().await["id"], id, "it is signed out");
    desk.good("POST", &format!("/api/v1/games/{game}/chat"), json!({ "text": "selam from Almaz" })).await;
    let read = desk.export().await;
    assert!(read(&format!("games/{game}.pgn")).contains("[White \"Almaz\"]"));
    assert!(read("chat.json").contains("selam from Almaz"));
    assert_eq!(read("ratings.json"), "[]");
    assert!(read("account.json").contains("\"name\": \"Almaz\""));

    let other = desk.refused("POST", "/api/v1/account/delete", json!({ "name": "Sara" })).await;
    assert_eq!(other, (400, "other_name".to_owned()));
    desk.good("POST", "/api/v1/account/delete", json!({ "name": "Almaz" })).await;
    assert_ne!(desk.me().await["id"], id);
    let mut thief = Browser { host: &host, cookie: old_cookie };
    assert_ne!(thief.me().await["id"], id, "nor is the guest's cookie good again");
    for path in ["", "/pgn", "/replay"] {
        let left = host.get(&format!("/api/v1/games/{game}{path}")).await;
        assert!(left.status == 200 && !left.body.contains("Almaz"), "{path} {}", left.body);
    }
    let begun = desk.begin_sign_in().await;
    let body = json!({ "ceremony": begun["ceremony"], "credential": passkey.sign_in(&begun["options"]) });
    assert_eq!(desk.refused("POST", "/api/v1/sign-in/passkey", body).await.1, "bad_sign_in");
}

async fn password_and_recovery_code_sign_in_within_limits(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut one = Browser::visiting(&host).await;
    let new = |password: &str| json!({ "name": "Sara", "password": password });
    for (password, code) in
        [("short", "weak_password"), ("password1", "weak_password"), ("sara sar", "weak_password")]
    {
        let refused = one.refused("POST", "/api/v1/account", new(password)).await;
        assert_eq!(refused, (400, code.to_owned()), "{password}");
    }
    let made = one.good("POST", "/api/v1/account", new("correct horse battery")).await;
    let code = made["recovery_codes"][0].clone();
    let taken = Browser::visiting(&host).await.refused("POST", "/api/v1/account", new("another one")).await;
    assert_eq!(taken, (409, "name_taken".to_owned()));
    let last = one.refused("DELETE", "/api/v1/account/password", Value::Null).await;
    assert_eq!(last, (409, "last_way_in".to_owned()));

    let mut two = Browser::visiting(&host).await;
    two.good("POST", "/api/v1/sign-in/password", new("correct horse battery")).await;
    assert_eq!(two.me().await["name"], "Sara");
    two.good("POST", "/api/v1/sign-out", Value::Null).await;
    assert_eq!(two.cookie, None);
    let by_code = json!({ "name": "sara", "code": code.as_str().unwrap().to_uppercase() });
    two.good("POST", "/api/v1/sign-in/recovery-code", by_code.clone()).await;
    assert_eq!(two.me().await["name"], "Sara");
    let mut three = Browser::visiting(&host).await;
    let used = three.refused("POST", "/api/v1/sign-in/recovery-code", by_code).await;
    assert_eq!(used, (401, "bad_sign_in".to_owned()), "a code signs in once");
    // A name that nobody has is refused as a wrong password is.
    let nobody = json!({ "name": "Nobody", "password": "correct horse battery" });
    assert_eq!(three.refused("POST", "/api/v1/sign-in/password", nobody).await.1, "bad_sign_in");
    let mut refusals = Vec::new();
    for _ in 0..12 {
        refusals.push(three.refused("POST", "/api/v1/sign-in/password", new("a wrong one")).await.0);
    }
    assert!(refusals.contains(&401) && refusals.ends_with(&[429]), "{refusals:?}");
}

async fn registration_and_sign_in_replayed_are_refused(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut phone = Browser::visiting(&host).await;
    let begun = phone.good("POST", "/api/v1/account/passkeys/start", json!({ "name": "Almaz" })).await;
    let (mut passkey, credential) = Authenticator::register(3, &begun["options"], ORIGIN);
    let body = json!({ "ceremony": begun["ceremony"], "credential": credential });
    // Somebody else's browser, which has seen it all.
    let stolen =
        Browser::visiting(&host).await.refused("POST", "/api/v1/account/passkeys", body.clone()).await;
    assert_eq!(stolen, (409, "ceremony_over".to_owned()));
    let late = phone.refused("POST", "/api/v1/account/passkeys", body).await;
    assert_eq!(late, (409, "ceremony_over".to_owned()), "it was taken");
    let begun = phone.good("POST", "/api/v1/account/passkeys/start", json!({ "name": "Almaz" })).await;
    let (again, credential) = Authenticator::register(3, &begun["options"], ORIGIN);
    passkey.handle = again.handle;
    let body = json!({ "ceremony": begun["ceremony"], "credential": credential });
    phone.good("POST", "/api/v1/account/passkeys", body).await;

    let begun = phone.begin_sign_in().await;
    let body = json!({ "ceremony": begun["ceremony"], "credential": passkey.sign_in(&begun["options"]) });
    let mut desk = Browser::visiting(&host).await;
    desk.good("POST", "/api/v1/sign-in/passkey", body.clone()).await;
    let replayed = Browser::visiting(&host).await.refused("POST", "/api/v1/sign-in/passkey", body).await;
    assert_eq!(replayed, (409, "ceremony_over".to_owned()));
    let begun = desk.begin_sign_in().await;
    let evil = passkey.at("https://evil.example").sign_in(&begun["options"]);
    let body = json!({ "ceremony": begun["ceremony"], "credential": evil });
    assert_eq!(desk.refused("POST", "/api/v1/sign-in/passkey", body).await.1, "bad_passkey");
    // A page of another site cannot sign its visitor in.
    let forged = format!("{JSON}origin: https://evil.example\r\n");
    let reply = host.ask("POST", "/api/v1/sign-in/passkey/start", &forged, "").await;
    assert_eq!(reply.json()["error"]["code"], "foreign_origin");
}

async fn token_of_a_program_does_what_it_may_and_no_more(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let mut phone = Browser::visiting(&host).await;
    phone.register("Almaz", 3).await;
    let ask = |scopes: Value, days: u32| json!({ "label": "my bot", "scopes": scopes, "days": days });
    for (body, code) in [(ask(json!([]), 9), "bad_scopes"), (ask(json!(["read"]), 0), "bad_days")] {
        assert_eq!(phone.refused("POST", "/api/v1/account/tokens", body).await.1, code);
    }
    let reading = phone.good("POST", "/api/v1/account/tokens", ask(json!(["read"]), 9)).await;
    let playing = phone.good("POST", "/api/v1/account/tokens", ask(json!(["read", "play"]), 9)).await;
    let bearer =
        |token: &Value| format!("{JSON}authorization: Bearer {}\r\n", token["token"].as_str().unwrap());
    let game = json!({ "instance": "shatranj", "white": human(), "black": human() }).to_string();
    let status = async |method: &str, path: &str, token: &Value, body: &str| {
        let reply = host.ask(method, path, &bearer(token), body).await;
        (reply.status, reply.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(status("GET", "/api/v1/games?player=me", &reading, "").await.0, 200);
    assert_eq!(status("POST", "/api/v1/games", &reading, &game).await, (403, "out_of_scope".to_owned()));
    assert_eq!(status("POST", "/api/v1/games", &playing, &game).await.0, 201);
    for (method, path) in [("GET", "/api/v1/account"), ("POST", "/api/v1/account/device-code")] {
        assert_eq!(status(method, path, &playing, "").await, (403, "out_of_scope".to_owned()), "{path}");
    }
    let account = phone.good("GET", "/api/v1/account", Value::Null).await;
    let tokens = account["tokens"].as_array().unwrap();
    assert_eq!(tokens.len(), 2, "{account}");
    phone
        .good("DELETE", &format!("/api/v1/account/tokens/{}", playing["id"].as_str().unwrap()), Value::Null)
        .await;
    assert_eq!(status("GET", "/api/v1/me", &playing, "").await, (401, "bad_token".to_owned()));
    assert_eq!(status("GET", "/api/v1/me", &reading, "").await.0, 200);
}

async fn invitation_lets_one_person_in(storage: TestStorage) {
    let config = Config { registration: Registration::Invited, ..with_accounts(&storage) };
    let place = config.storage();
    let host = Host::start_with(config).await;
    let mut phone = Browser::visiting(&host).await;
    let ways = phone.good("GET", "/api/v1/sign-in", Value::Null).await;
    assert_eq!(ways["registration"], "invited");
    let later = UnixMillis::new(clock::now().as_u64() + 60_000);
    let hash = |code: &str| vec![code_digest(code)];
    for code in ["abcd-efgh", "jkmn-pqrs"] {
        Store::invite(&place, &hash(code), "", later).await.unwrap();
    }
    let uninvited = (403, "not_invited".to_owned());
    let start = "/api/v1/account/passkeys/start";
    for body in [json!({ "name": "Almaz" }), json!({ "name": "Almaz", "invitation": "abcd-efgx" })] {
        assert_eq!(phone.refused("POST", start, body).await, uninvited);
    }
    // Two begin with one code: it lets in whoever is done first.
    let mut desk = Browser::visiting(&host).await;
    let begun = desk.good("POST", start, json!({ "name": "Sara", "invitation": "ABCD EFGH" })).await;
    let first = phone.good("POST", start, json!({ "name": "Almaz", "invitation": "abcd-efgh" })).await;
    for (browser, begun, number, status) in [(&mut phone, first, 3, 201), (&mut desk, begun, 4, 403)] {
        let (_, credential) = Authenticator::register(number, &begun["options"], ORIGIN);
        let body = json!({ "ceremony": begun["ceremony"], "credential": credential });
        let reply = browser.ask("POST", "/api/v1/account/passkeys", &body).await;
        assert_eq!(reply.status, status, "{}", reply.summary());
    }
    let by_password = |invitation: &str| json!({ "name": "Sara", "password": "correct horse battery", "invitation": invitation });
    assert_eq!(desk.refused("POST", "/api/v1/account", by_password("abcd-efgh")).await, uninvited);
    desk.good("POST", "/api/v1/account", by_password("jkmn-pqrs")).await;
    assert_eq!(Store::invitations(&place).await.unwrap(), []);
    host.stop().await;
    let closed = Config { registration: Registration::Closed, ..with_accounts(&storage) };
    let host = Host::start_with(closed).await;
    let refused = Browser::visiting(&host).await.refused("POST", "/api/v1/account", by_password("x")).await;
    assert_eq!(refused, (403, "registration_closed".to_owned()));
    let name = json!({ "name": "Saba" });
    let refused = Browser::visiting(&host).await.refused("POST", start, name).await;
    assert_eq!(refused, (403, "registration_closed".to_owned()));
}

async fn operator_exports_and_examines_beside_the_server(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let mut phone = Browser::visiting(&host).await;
    let game = json!({ "instance": "shatranj", "white": human(), "black": human() });
    let game = phone.good("POST", "/api/v1/games", game).await["id"].as_str().unwrap().to_owned();
    phone.register("Almaz", 3).await;
    phone.good("POST", &format!("/api/v1/games/{game}/chat"), json!({ "text": "selam" })).await;
    let own = phone.export().await;
    let mut file = Vec::new();
    assert_eq!(export_account(&config, "Nobody", &mut file).await.unwrap(), None);
    let player = export_account(&config, "almaz", &mut file).await.unwrap().unwrap();
    assert_eq!(json!(player), phone.me().await["id"]);
    let texts = |bytes: &[u8]| {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        let mut texts = BTreeMap::new();
        for name in names {
            let mut text = String::new();
            archive.by_name(&name).unwrap().read_to_string(&mut text).unwrap();
            texts.insert(name, text);
        }
        texts
    };
    let by_operator = texts(&file);
    let pgn = format!("games/{game}.pgn");
    for name in ["README.txt", "chat.json", "ratings.json", &pgn] {
        assert_eq!(by_operator[name], own(name), "{name}");
    }
    assert!(by_operator["account.json"].contains("\"is_this\": false"));

    let texts = |found: &[DoctorFinding], severity| {
        let found = found.iter().filter(|finding| finding.severity == severity);
        found.map(|finding| finding.text.clone()).collect::<Vec<_>>()
    };
    let found = examine(&config).await;
    assert_eq!(texts(&found, Severity::Fault), [""; 0]);
    let fine = texts(&found, Severity::Fine).join("\n");
    assert!(fine.contains("1 games, 1 accounts; servers that run: 1"), "{fine}");
    let wrong = Config {
        public_url: Some("http://rukh.example".parse().unwrap()),
        passwords: None,
        tables: Some("/there/is/none".into()),
        ..config.clone()
    };
    let faults = texts(&examine(&wrong).await, Severity::Fault).join("\n");
    for part in ["has no https", "nobody can sign in", "the directory of tables `/there/is/none`"] {
        assert!(faults.contains(part), "{faults}");
    }
    // The server was not disturbed.
    phone.good("POST", &format!("/api/v1/games/{game}/chat"), json!({ "text": "still here" })).await;
}
