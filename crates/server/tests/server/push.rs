//! Push messages: who gets one, when, and how it is sent.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64ct::{Base64UrlUnpadded, Encoding};
use rukh_server::{Config, PushConfig, VapidKey};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

use crate::host::{Host, Person, TestStorage, config, on_both};

on_both! { turn_draw_and_end_are_told_once subscription_is_kept_and_ended }

/// Longest time until a message arrives.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time in which a message that is not expected would arrive: news are held for two seconds.
const SILENCE: Duration = Duration::from_secs(4);

fn days() -> Value {
    json!({ "instance": "shatranj", "time_control": { "kind": "days", "days": 3 } })
}

/// A request that the push service got.
#[derive(Clone)]
pub(crate) struct Sent {
    pub(crate) path: String,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Sent {
    pub(crate) fn header(&self, name: &str) -> &str {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut found = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
        found.next().map_or("", |(_, value)| value)
    }
}

/// A push service, or a receiver of webhooks, on this machine.
pub(crate) struct PushServer {
    pub(crate) origin: String,
    sent: Arc<Mutex<Vec<Sent>>>,
    /// Answers to come, the usual one after them.
    answers: Arc<Mutex<Vec<&'static str>>>,
}

impl PushServer {
    pub(crate) async fn start() -> PushServer {
        PushServer::at(0).await
    }

    /// One at a port; 0 lets the system choose it.
    pub(crate) async fn at(port: u16) -> PushServer {
        let began = Instant::now();
        let listener = loop {
            match TcpListener::bind(("127.0.0.1", port)).await {
                Ok(listener) => break listener,
                // Whatever had the port before may still be closing.
                Err(error) => assert!(began.elapsed() < PATIENCE, "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let (sent, answers) =
            (Arc::<Mutex<Vec<Sent>>>::default(), Arc::<Mutex<Vec<&'static str>>>::default());
        let (all, next) = (sent.clone(), answers.clone());
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let request = read(stream, || {
                    let mut answers = next.lock().unwrap();
                    if answers.is_empty() { "201 Created\r\n" } else { answers.remove(0) }
                });
                let request = request.await;
                all.lock().unwrap().push(request);
            }
        });
        PushServer { origin, sent, answers }
    }

    pub(crate) fn config(&self, storage: &TestStorage) -> Config {
        let push = PushConfig::new(VapidKey::generate().unwrap(), "mailto:chess@rukh.example").unwrap();
        let services = vec![self.origin.parse().unwrap()];
        let push = PushConfig { services, retry_delay: Duration::from_millis(50), ..push };
        Config { push: Some(push), ..config(storage) }
    }

    pub(crate) fn answer(&self, answers: &[&'static str]) {
        self.answers.lock().unwrap().extend(answers);
    }

    pub(crate) fn sent(&self) -> Vec<Sent> {
        self.sent.lock().unwrap().clone()
    }

    /// The requests, as soon as there are so many.
    pub(crate) async fn wait(&self, count: usize) -> Vec<Sent> {
        let began = Instant::now();
        while self.sent().len() < count {
            assert!(began.elapsed() < PATIENCE, "{} of {count} messages", self.sent().len());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.sent()
    }

    /// The only request since the last time.
    pub(crate) async fn next(&self) -> Sent {
        let sent = self.wait(1).await;
        assert_eq!(sent.len(), 1);
        self.sent.lock().unwrap().clear();
        sent.into_iter().next().unwrap()
    }

    /// Forgets what was sent.
    pub(crate) fn clear(&self) {
        self.sent.lock().unwrap().clear();
    }

    pub(crate) async fn expect_silence(&self) {
        tokio::time::sleep(SILENCE).await;
        let heads: Vec<String> = self.sent().into_iter().map(|sent| sent.path).collect();
        assert!(heads.is_empty(), "{heads:?}");
    }
}

async fn read(mut stream: TcpStream, answer: impl Fn() -> &'static str) -> Sent {
    let mut bytes = Vec::new();
    let (head, mut body) = loop {
        assert!(stream.read_buf(&mut bytes).await.unwrap() > 0, "a whole request");
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break (String::from_utf8(bytes[..end].to_vec()).unwrap(), bytes[end + 4..].to_vec());
        }
    };
    let path = head.split(' ').nth(1).unwrap().to_owned();
    let mut sent = Sent { path, head, body: Vec::new() };
    let length: usize = sent.header("content-length").parse().unwrap();
    while body.len() < length {
        assert!(stream.read_buf(&mut body).await.unwrap() > 0, "a whole body");
    }
    let reply = format!("HTTP/1.1 {}content-length: 0\r\nconnection: close\r\n\r\n", answer());
    stream.write_all(reply.as_bytes()).await.unwrap();
    stream.flush().await.unwrap();
    sent.body = body;
    sent
}

/// A browser with keys of its own.
pub(crate) struct Browser {
    pub(crate) path: &'static str,
    secret: SecretKey,
    auth: Auth,
}

impl Browser {
    pub(crate) fn new(path: &'static str) -> Browser {
        let number = path.len() as u8;
        Browser {
            path,
            secret: SecretKey::from_slice(&[number; 32]).unwrap(),
            auth: Auth::clone_from_slice(&[number; 16]),
        }
    }

    fn request(&self, server: &PushServer, language: &str) -> Value {
        let point = self.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": format!("{}{}", server.origin, self.path),
            "expirationTime": null,
            "keys": {
                "p256dh": Base64UrlUnpadded::encode_string(point.as_bytes()),
                "auth": Base64UrlUnpadded::encode_string(&self.auth),
            },
            "language": language,
        })
    }

    pub(crate) async fn subscribe(
        &self,
        host: &Host,
        person: &Person,
        server: &PushServer,
        language: &str,
    ) -> String {
        let reply = host.post_as(person, "/api/v1/push", &self.request(server, language)).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn read(&self, sent: &Sent) -> Value {
        assert_eq!(sent.path, self.path);
        let text = decrypt(sent.body.clone(), &self.secret, &self.auth).expect("a message for this browser");
        serde_json::from_slice(&text).unwrap()
    }
}

/// Checks the signature and the other headers of a message.
fn check_request(sent: &Sent, config: &Config, origin: &str) {
    let push = config.push.as_ref().unwrap();
    assert!(sent.head.starts_with("POST "), "{}", sent.head);
    let authorization = sent.header("authorization").strip_prefix("vapid t=").unwrap();
    let (token, key) = authorization.split_once(", k=").unwrap();
    assert_eq!(key, push.key.public());
    let decode = |text: &str| Base64UrlUnpadded::decode_vec(text).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let verifying = VerifyingKey::from_sec1_bytes(&decode(key)).unwrap();
    verifying.verify(signed.as_bytes(), &Signature::from_slice(&decode(signature)).unwrap()).unwrap();
    let claims: Value = serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(origin), &json!("mailto:chess@rukh.example")));
    assert_eq!(sent.header("content-encoding"), "aes128gcm");
    assert_eq!(sent.header("topic").len(), 24);
    let ttl: u64 = sent.header("ttl").parse().unwrap();
    assert!((3_600..=28 * 86_400).contains(&ttl), "{ttl}");
}

async fn turn_draw_and_end_are_told_once(storage: TestStorage) {
    let server = PushServer::start().await;
    let config = server.config(&storage);
    let host = Host::start_with(config.clone()).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let browser = Browser::new("/bekele");
    browser.subscribe(&host, &bekele, &server, "fa").await;
    // The invitation is White's, who hears nothing without a subscription.
    let game = host.game_of(&almaz, &bekele, days()).await;
    server.expect_silence().await;

    host.moves(&almaz, &game, "e2e3").await;
    let sent = server.next().await;
    check_request(&sent, &config, &server.origin);
    let message = browser.read(&sent);
    assert_eq!(
        (&message["kind"], &message["game"], &message["tag"]),
        (&json!("turn"), &json!(game), &json!(format!("rukh-{game}")))
    );
    assert_eq!((&message["title"], &message["language"]), (&json!("شطرنج کهن"), &json!("fa")));
    let text = message["text"].as_str().unwrap();
    assert!(text.contains("نوبت شماست") && text.contains("Almaz"), "{text}");
    crate::schema::check_push(&message);

    // Nothing is sent again for an old turn after a restart.
    host.stop().await;
    let host = Host::start_with(config.clone()).await;
    host.hello(&game).await;
    server.expect_silence().await;

    host.send_accepted(&almaz, &game, "offer", json!({ "kind": "draw", "side": "white" })).await;
    assert_eq!(browser.read(&server.next().await)["kind"], "draw");
    host.moves(&bekele, &game, "e7e6").await;
    server.expect_silence().await;
    host.send_accepted(&almaz, &game, "resign", json!({ "kind": "resign", "side": "white" })).await;
    let message = browser.read(&server.next().await);
    assert_eq!(message["kind"], "end");
    assert!(message["text"].as_str().unwrap().contains("سیاه برد: سفید تسلیم شد."), "{message}");
    server.expect_silence().await;
}

async fn subscription_is_kept_and_ended(storage: TestStorage) {
    let server = PushServer::start().await;
    let config = server.config(&storage);
    let host = Host::start_with(config.clone()).await;
    let info = host.get("/api/v1/push").await.json();
    assert_eq!(info["key"], json!(config.push.as_ref().unwrap().key.public()));
    assert_eq!(info["languages"], json!(["en", "am", "ar", "fa"]));
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let (phone, desk) = (Browser::new("/phone"), Browser::new("/desktop"));
    let id = phone.subscribe(&host, &bekele, &server, "en").await;
    assert_eq!(phone.subscribe(&host, &bekele, &server, "am").await, id);
    desk.subscribe(&host, &bekele, &server, "en").await;
    let game = host.game_of(&bekele, &almaz, days()).await;
    // White's opponent has accepted, and every browser hears of it in its language.
    let sent = server.wait(2).await;
    let to = |browser: &Browser| browser.read(sent.iter().find(|sent| sent.path == browser.path).unwrap());
    assert_eq!((&to(&phone)["kind"], &to(&phone)["language"]), (&json!("turn"), &json!("am")));
    assert_eq!(to(&desk)["text"], "It is your turn against \u{2068}Almaz\u{2069}.");
    server.sent.lock().unwrap().clear();

    // Another guest ends nothing, and what has ended can be ended again.
    let end = async |person: &Person| {
        host.ask("DELETE", &format!("/api/v1/push/{id}"), &person.header(), "").await.status
    };
    assert_eq!(
        (end(&almaz).await, host.ask("DELETE", &format!("/api/v1/push/{id}"), "", "").await.status),
        (204, 401)
    );
    assert_eq!((end(&bekele).await, end(&bekele).await), (204, 204));
    host.moves(&bekele, &game, "e2e3").await;
    // 410: the browser has unsubscribed.
    server.answer(&["410 Gone\r\n"]);
    host.moves(&almaz, &game, "e7e6").await;
    desk.read(&server.next().await);
    tokio::time::sleep(Duration::from_millis(300)).await;
    host.moves(&bekele, &game, "d2d3").await;
    host.moves(&almaz, &game, "d7d6").await;
    server.expect_silence().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_who_is_connected_gets_no_message() {
    let storage = TestStorage::new();
    let server = PushServer::start().await;
    let host = Host::start_with(server.config(&storage)).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    Browser::new("/bekele").subscribe(&host, &bekele, &server, "en").await;
    let game = host.game_of(&almaz, &bekele, days()).await;
    let mut socket = host.socket_as(Some(&bekele), &game, 0).await;
    socket.until("hello").await;
    host.moves(&almaz, &game, "e2e3").await;
    server.expect_silence().await;
    drop(socket);
    tokio::time::sleep(Duration::from_millis(500)).await;
    host.moves(&bekele, &game, "e7e6").await;
    host.moves(&almaz, &game, "d2d3").await;
    assert_eq!(server.next().await.path, "/bekele");
}

#[tokio::test(flavor = "multi_thread")]
async fn game_without_days_sends_no_message() {
    let storage = TestStorage::new();
    let server = PushServer::start().await;
    let host = Host::start_with(server.config(&storage)).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    Browser::new("/bekele").subscribe(&host, &bekele, &server, "en").await;
    let game = host.game_of(&almaz, &bekele, json!({ "instance": "shatranj" })).await;
    host.moves(&almaz, &game, "e2e3").await;
    server.expect_silence().await;
}

/// Two requests in vain; the third is taken.
#[tokio::test(flavor = "multi_thread")]
async fn message_is_sent_again_while_the_push_service_is_busy() {
    let storage = TestStorage::new();
    let server = PushServer::start().await;
    let host = Host::start_with(server.config(&storage)).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let browser = Browser::new("/bekele");
    browser.subscribe(&host, &bekele, &server, "en").await;
    let game = host.game_of(&almaz, &bekele, days()).await;
    server.answer(&["503 Service Unavailable\r\n", "429 Too Many Requests\r\nretry-after: 1\r\n"]);
    host.moves(&almaz, &game, "e2e3").await;
    let began = {
        server.wait(2).await;
        Instant::now()
    };
    let sent = server.wait(3).await;
    assert!(began.elapsed() > Duration::from_millis(700), "`Retry-After` is heeded");
    for one in &sent {
        assert_eq!(browser.read(one)["kind"], "turn");
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(server.sent().len(), 3);
}

/// A redirect is not followed, and a message that is refused is not sent again.
#[tokio::test(flavor = "multi_thread")]
async fn redirect_of_a_push_service_is_not_followed() {
    let storage = TestStorage::new();
    let (server, elsewhere) = (PushServer::start().await, PushServer::start().await);
    let host = Host::start_with(server.config(&storage)).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    Browser::new("/bekele").subscribe(&host, &bekele, &server, "en").await;
    let game = host.game_of(&almaz, &bekele, days()).await;
    let to: &'static str = format!("307 Temporary Redirect\r\nlocation: {}/x\r\n", elsewhere.origin).leak();
    server.answer(&[to]);
    host.moves(&almaz, &game, "e2e3").await;
    server.next().await;
    elsewhere.expect_silence().await;
    assert!(server.sent().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_send_one_message() {
    let storage = TestStorage::shared();
    let server = PushServer::start().await;
    let config = server.config(&storage);
    let (one, two) = (Host::start_with(config.clone()).await, Host::start_with(config).await);
    let (almaz, bekele) = (one.person("Almaz").await, one.person("Bekele").await);
    let browser = Browser::new("/bekele");
    browser.subscribe(&two, &bekele, &server, "en").await;
    let game = one.game_of(&almaz, &bekele, days()).await;
    // Both nodes have the game in memory.
    let mut watching = two.socket_as(Some(&almaz), &game, 0).await;
    watching.until("hello").await;
    two.moves(&almaz, &game, "e2e3").await;
    assert_eq!(browser.read(&server.next().await)["kind"], "turn");
    server.expect_silence().await;
    // A player who is connected to the other node is there.
    one.moves(&bekele, &game, "e7e6").await;
    let mut socket = two.socket_as(Some(&bekele), &game, 0).await;
    socket.until("hello").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    one.moves(&almaz, &game, "d2d3").await;
    server.expect_silence().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn subscription_with_a_bad_field_is_refused() {
    let storage = TestStorage::new();
    let server = PushServer::start().await;
    let host = Host::start_with(server.config(&storage)).await;
    let sound = Browser::new("/me").request(&server, "en");
    let with = |path: &str, value: Value| {
        let mut changed = sound.clone();
        *changed.pointer_mut(path).unwrap() = value;
        changed
    };
    for (body, code) in [
        (with("/endpoint", json!("https://push.example/x")), "bad_endpoint"),
        (with("/endpoint", json!("https://127.0.0.1/x")), "bad_endpoint"),
        (with("/endpoint", json!("https://fcm.googleapis.com:8443/x")), "bad_endpoint"),
        (with("/endpoint", json!("https://a:b@fcm.googleapis.com/x")), "bad_endpoint"),
        (with("/endpoint", json!("http://169.254.169.254/latest")), "bad_endpoint"),
        (with("/endpoint", json!(7)), "bad_request"),
        (with("/keys/p256dh", json!("AAAA")), "bad_push_key"),
        (with("/keys/auth", json!("AAAA")), "bad_push_key"),
        (with("/keys", json!({})), "bad_request"),
        (with("/language", json!("tlh")), "bad_language"),
        (json!({}), "bad_request"),
    ] {
        let reply = host.post("/api/v1/push", &body).await;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(code)), "{body}");
        assert!(!reply.json()["error"]["message"]["english"].as_str().unwrap().is_empty());
    }
    let nobody =
        host.ask("POST", "/api/v1/push", "content-type: application/json\r\n", &sound.to_string()).await;
    assert_eq!((nobody.status, &nobody.json()["error"]["code"]), (401, &json!("no_identity")));
    assert_eq!(host.post("/api/v1/push", &sound).await.status, 201);
    // Another guest does not get it without its secret.
    let other = host.person("Sara").await;
    let stolen = with("/keys/auth", json!("AAAAAAAAAAAAAAAAAAAAAA"));
    let reply = host.post_as(&other, "/api/v1/push", &stolen).await;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (409, &json!("endpoint_taken")));
}

#[tokio::test(flavor = "multi_thread")]
async fn server_without_a_key_offers_nothing() {
    let storage = TestStorage::new();
    let server = PushServer::start().await;
    let host = Host::start(&storage).await;
    assert_eq!(host.get("/api/v1/push").await.json()["key"], Value::Null);
    let reply = host.post("/api/v1/push", &Browser::new("/me").request(&server, "en")).await;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (409, &json!("push_off")));
}
