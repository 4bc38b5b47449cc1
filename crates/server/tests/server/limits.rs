//! Limits by guest, address and subnet, behind proxies and without.

use std::time::Duration;

use rukh_server::{Config, ConnectionConfig, TrustedProxies};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::host::{Host, Person, Reply, TestSocket, TestStorage, config, human};

const PLAIN: &str = "content-type: application/json\r\n";

fn from(address: &str) -> String {
    format!("x-forwarded-for: {address}\r\n")
}

/// Trusts a network that is not this machine: requests of tests come from an untrusted address.
fn untrusting(storage: &TestStorage) -> Config {
    Config { trusted_proxies: TrustedProxies::parse(&["10.0.0.0/8"]).unwrap(), ..config(storage) }
}

async fn new_guest(host: &Host, headers: &str) -> Reply {
    host.ask("POST", "/api/v1/guests", &format!("{PLAIN}{headers}"), r#"{"name":"Sara"}"#).await
}

fn person(reply: &Reply) -> Person {
    let guest = reply.json();
    Person::new(guest["id"].as_str().unwrap(), guest["token"].as_str().unwrap())
}

/// The recipe of `docs/operate.md`: one proxy in front, many people behind it.
#[tokio::test(flavor = "multi_thread")]
async fn people_behind_one_proxy_are_not_limited_together() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("shatranj").await;
    let mut sockets = Vec::new();
    for number in 0..200 {
        let address = format!("203.0.113.{number}");
        let reply = new_guest(&host, &from(&address)).await;
        assert_eq!(reply.status, 201, "{address}: {}", reply.body);
        let guest = person(&reply);
        let seek = json!({ "instance": "shatranj" }).to_string();
        let headers = format!("{PLAIN}{}{}", from(&address), guest.header());
        assert_eq!(host.ask("POST", "/api/v1/seeks", &headers, &seek).await.status, 201, "{address}");
        let path = format!("/ws/v1/game/{game}");
        let mut socket = TestSocket::open_from(host.address, Some(&guest), &path, &address).await.unwrap();
        socket.until("hello").await;
        sockets.push(socket);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_over_the_limit_are_told_when_to_retry() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let mut refused = None;
    for _ in 0..3000 {
        let reply = host.ask("GET", "/api/v1/levels", &from("9.9.9.9"), "").await;
        if reply.status == 429 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("a limit");
    assert_eq!(refused.json()["error"]["code"], "too_fast");
    assert!((1..=5).contains(&refused.retry_after().unwrap()));
    assert_eq!(host.ask("GET", "/api/v1/levels", &from("8.8.8.8"), "").await.status, 200);
}

/// A header of an untrusted peer changes neither its address nor its scheme.
#[tokio::test(flavor = "multi_thread")]
async fn forwarded_headers_of_untrusted_peers_are_ignored() {
    let storage = TestStorage::new();
    let host = Host::start_with(untrusting(&storage)).await;
    let https = "x-forwarded-proto: https\r\nforwarded: for=1.1.1.1;proto=https\r\n";
    let me = host.ask("GET", "/api/v1/me", https, "").await;
    assert!(!me.head.contains("Secure"), "{}", me.head);
    let mut statuses = Vec::new();
    for number in 0..100 {
        statuses.push(new_guest(&host, &from(&format!("9.9.{number}.9"))).await.status);
    }
    let refused = statuses.iter().filter(|status| **status == 429).count();
    assert!((35..=50).contains(&refused), "{refused} of {statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_of_an_address_are_limited() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (mut made, mut refused) = (0, None);
    for _ in 0..80 {
        let reply = host.ask("GET", "/api/v1/me", &from("9.9.9.9"), "").await;
        match reply.status {
            200 => made += 1,
            _ => refused = Some(reply),
        }
    }
    let refused = refused.expect("a limit");
    assert!((60..=66).contains(&made), "{made}");
    assert_eq!((refused.status, refused.json()["error"]["code"].clone()), (429, json!("too_fast")));
    assert!(refused.retry_after().unwrap() <= 5);
    assert_eq!(new_guest(&host, &from("9.9.9.9")).await.status, 429);
    // Who has a cookie already is not a new guest.
    let known = format!("{}{}", from("9.9.9.9"), host.me.header());
    assert_eq!(host.ask("GET", "/api/v1/me", &known, "").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn creations_of_an_address_are_limited_for_all_its_guests() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let body = json!({ "instance": "shatranj", "white": human(), "black": human() }).to_string();
    let mut statuses = Vec::new();
    for _ in 0..10 {
        let guest = host.person("Sara").await;
        let headers = format!("{PLAIN}{}{}", from("9.9.9.9"), guest.header());
        for _ in 0..8 {
            statuses.push(host.ask("POST", "/api/v1/games", &headers, &body).await.status);
        }
    }
    let made = statuses.iter().filter(|status| **status == 201).count();
    assert!((60..=75).contains(&made) && statuses.contains(&429), "{made} of {statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rematches_are_limited() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let mut game = host.game("shatranj").await;
    for number in 0..30 {
        let resign = json!({ "kind": "resign", "side": "white" });
        assert_eq!(host.send_intent(&game, &format!("resign {number}"), resign).await.0, 200);
        let rematch = json!({ "kind": "rematch", "side": "white" });
        let (status, answer) = host.send_intent(&game, &format!("rematch {number}"), rematch).await;
        if status != 200 {
            assert_eq!((status, &answer["code"]), (409, &json!("too_fast")));
            assert!((10..=12).contains(&number), "{number}");
            return;
        }
        let events = host.events(&game).await;
        let next = events.iter().find(|event| event["type"] == "rematched").expect("a next game");
        game = next["data"]["game"].as_str().unwrap().to_owned();
    }
    panic!("rematches are not limited");
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_of_an_address_and_of_a_game_is_limited() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("shatranj").await;
    let path = format!("/api/v1/games/{game}/chat");
    let said = async |guest: &Person, path: &str, address: &str| {
        let headers = format!("{PLAIN}{}{}", from(address), guest.header());
        host.ask("POST", path, &headers, r#"{"text":"hello"}"#).await
    };
    // Every voice is a new guest at a new address; together they fill the game.
    let mut codes = Vec::new();
    for number in 0..60 {
        let reply = said(&host.person("Sara").await, &path, &format!("9.9.{number}.9")).await;
        codes.push(if reply.status == 204 { Value::Null } else { reply.json()["code"].clone() });
    }
    let passed = codes.iter().filter(|code| code.is_null()).count();
    assert!((40..=55).contains(&passed) && codes.contains(&json!("too_fast")), "{passed} of {codes:?}");
    // At one address, also in other games.
    let mut others = Vec::new();
    for _ in 0..8 {
        others.push(format!("/api/v1/games/{}/chat", host.game("shatranj").await));
    }
    let mut refused = None;
    for path in others.iter().cycle().take(200) {
        let reply = said(&host.person("Sara").await, path, "8.8.8.8").await;
        if reply.status == 429 {
            refused = Some(reply);
            break;
        }
    }
    assert!(refused.expect("a limit").retry_after().unwrap() <= 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_a_guest_are_limited() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("shatranj").await;
    let path = format!("/ws/v1/game/{game}");
    let mut open = Vec::new();
    let refused = loop {
        let address = format!("9.9.9.{}", open.len());
        let path = if open.len() % 2 == 0 { path.as_str() } else { "/ws/v1/lobby" };
        match TestSocket::open_from(host.address, Some(&host.me), path, &address).await {
            Ok(socket) => open.push(socket),
            Err(status) => break status,
        }
        assert!(open.len() < 60, "no limit");
    };
    assert_eq!((open.len(), refused), (40, 429));
    let stream = format!("/api/v1/games/{game}/stream");
    let headers = format!("{}{}", from("9.9.9.9"), host.me.header());
    let reply = host.ask("GET", &stream, &headers, "").await;
    assert_eq!((reply.status, reply.retry_after()), (429, Some(10)));
    // A closed socket makes room.
    drop(open.pop());
    for _ in 0..100 {
        if TestSocket::open_from(host.address, Some(&host.me), &path, "9.9.9.9").await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a closed socket makes no room");
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_of_any_kind_count() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("shatranj").await;
    for path in [format!("/ws/v1/game/{game}"), "/ws/v1/lobby".to_owned()] {
        for frame in [Message::Ping(vec![b'x'; 100].into()), Message::Pong(Vec::new().into())] {
            let mut socket = host.open(Some(&host.me), &path).await;
            // Far more than the limit: the code arrives although the server does not read them all.
            for _ in 0..500 {
                socket.send(frame.clone()).await;
            }
            assert_eq!(socket.closed().await, 4008, "{path} {frame:?}");
        }
    }
}

/// Reads until the server closes; `None` if it does not.
async fn rest(stream: &mut TcpStream, patience: Duration) -> Option<String> {
    let mut bytes = Vec::new();
    // A reset is an end too.
    let _ = tokio::time::timeout(patience, stream.read_to_end(&mut bytes)).await.ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn impatient(storage: &TestStorage) -> Config {
    let short = Duration::from_millis(400);
    let connections =
        ConnectionConfig { header_timeout: short, body_timeout: short, write_timeout: short, max: None };
    Config { connections, ..config(storage) }
}

#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections_are_closed() {
    let storage = TestStorage::new();
    let host = Host::start_with(impatient(&storage)).await;
    let patience = Duration::from_secs(20);
    let body = format!(
        "POST /api/v1/guests HTTP/1.1\r\nhost: {}\r\n{PLAIN}content-length: 90\r\n\r\n{{",
        host.address
    );
    let idle = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", host.address);
    for sent in ["", "GET / HTTP/1.1\r\nhost: loc", &body, &idle] {
        let mut stream = TcpStream::connect(host.address).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        let answer = rest(&mut stream, patience).await;
        assert!(answer.is_some(), "{sent:?} is kept open");
        assert!(!answer.unwrap().contains("201 Created"), "{sent:?}");
    }
}

/// A client that asks for much and reads nothing.
#[tokio::test(flavor = "multi_thread")]
async fn client_that_reads_nothing_is_dropped() {
    let storage = TestStorage::new();
    let host = Host::start_with(impatient(&storage)).await;
    let mut stream = TcpStream::connect(host.address).await.unwrap();
    let request = format!("GET /api/v1/schema HTTP/1.1\r\nhost: {}\r\n\r\n", host.address);
    let dropped = tokio::time::timeout(Duration::from_secs(60), async {
        // Requests are sent until the server has closed.
        while stream.write_all(request.as_bytes()).await.is_ok() {}
    });
    assert!(dropped.await.is_ok(), "a client that reads nothing is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_kept_for_those_who_play() {
    let storage = TestStorage::new();
    let connections = ConnectionConfig { max: Some(20), ..ConnectionConfig::default() };
    let host = Host::start_with(Config { connections, ..config(&storage) }).await;
    let game = host.game("shatranj").await;
    let mut idle = Vec::new();
    for _ in 0..18 {
        idle.push(TcpStream::connect(host.address).await.unwrap());
    }
    // Connections are accepted in order, and this one is the nineteenth.
    let stranger = host.ask("GET", "/api/v1/levels", "", "").await;
    assert_eq!((stranger.status, stranger.json()["error"]["code"].clone()), (503, json!("overloaded")));
    assert_eq!(stranger.retry_after(), Some(10));
    assert_eq!(host.get(&format!("/api/v1/games/{game}")).await.status, 200, "a guest is no stranger");
    assert_eq!(host.ask("GET", "/healthz", "", "").await.status, 200);
    for _ in 0..2 {
        idle.push(TcpStream::connect(host.address).await.unwrap());
    }
    let refused = host.get(&format!("/api/v1/games/{game}")).await;
    assert_eq!(refused.status, 503, "all are in use");
    drop(idle);
    for _ in 0..100 {
        if host.ask("GET", "/api/v1/levels", "", "").await.status == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("closed connections make no room");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_of_an_untrusted_address_are_limited() {
    let storage = TestStorage::new();
    let connections = ConnectionConfig { max: Some(80), ..ConnectionConfig::default() };
    let host = Host::start_with(Config { connections, ..untrusting(&storage) }).await;
    let mut idle = Vec::new();
    for _ in 0..20 {
        idle.push(TcpStream::connect(host.address).await.unwrap());
    }
    let refused = host.get("/api/v1/levels").await;
    assert_eq!((refused.status, refused.json()["error"]["code"].clone()), (429, json!("too_fast")));
    assert_eq!(refused.retry_after(), Some(10));
}

/// One address after the other takes what it may, until there is no connection left.
#[tokio::test(flavor = "multi_thread")]
async fn newcomer_gets_a_connection_of_the_crowd_that_has_all() {
    let storage = TestStorage::new();
    let connections = ConnectionConfig { max: Some(16), ..ConnectionConfig::default() };
    let host = Host::start_with(Config { connections, ..untrusting(&storage) }).await;
    let connect = async |from: &str| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        socket.connect(host.address).await.unwrap()
    };
    let mut crowd = Vec::new();
    for number in 0..16 {
        crowd.push(connect(&format!("127.0.{}.1", 1 + number / 4)).await);
    }
    let mut newcomer = connect("127.0.9.1").await;
    let request =
        format!("GET /api/v1/levels HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", host.address);
    newcomer.write_all(request.as_bytes()).await.unwrap();
    let answer = rest(&mut newcomer, Duration::from_secs(30)).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let mut closed = 0;
    for stream in &mut crowd {
        closed += usize::from(rest(stream, Duration::from_millis(50)).await.is_some());
    }
    assert!((1..=2).contains(&closed), "one of the crowd has given way: {closed}");
    drop(crowd);
}

/// A request through a proxy that sends the upgrade on.
impl TestSocket {
    async fn open_from(
        address: std::net::SocketAddr,
        person: Option<&Person>,
        path: &str,
        client: &str,
    ) -> Result<TestSocket, u16> {
        let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", client.parse().unwrap());
        TestSocket::of_request(address, request, person, path).await
    }
}

/// A proxy whose settings were forgotten: everybody behind it is one client, and the operator hears of
/// it.
#[tokio::test(flavor = "multi_thread")]
async fn clients_of_a_proxy_that_names_none_are_limited_together() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    assert_eq!(host.get("/readyz").await.body, "ready\n");
    let mut is_refused = false;
    for _ in 0..3000 {
        let reply = host.ask("GET", "/api/v1/levels", "x-forwarded-proto: https\r\n", "").await;
        is_refused = reply.status == 429;
        if is_refused {
            break;
        }
    }
    assert!(is_refused, "no limit");
    let ready = host.get("/readyz").await;
    assert!(ready.status == 200 && ready.body.contains("a proxy names no clients"), "{}", ready.body);
    let metrics = host.get("/metrics").await;
    assert!(metrics.body.contains("rukh_unnamed_clients_total"), "{}", metrics.body);
}
