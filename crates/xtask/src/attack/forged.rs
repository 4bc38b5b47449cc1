//! Tokens, cookies, signatures of nodes, origins, hosts and forwarded addresses that are not true.

use std::time::Duration;

use serde_json::json;

use super::client::Client;
use super::report::{Report, Tally};
use super::websocket::RawSocket;
use super::{PARALLEL, Target, at_once};
use crate::Failure;
use crate::http::{Ending, Reply, exchange};

/// The public key of the browser in an example of RFC 8291.
const BROWSER_KEY: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    report.run(("forged: bearer tokens", "401"), limit, bearer_tokens(target)).await;
    report.run(("forged: cookies", "nobody's, or a new guest's"), limit, cookies(target)).await;
    report.run(("forged: cookie beside a good one", "the good one's"), limit, two_cookies(target)).await;
    report.run(("forged: origins", "403"), limit, origins(target)).await;
    report.run(("forged: hosts", "421 or 400"), limit, hosts(target)).await;
    report.run(("forged: forwarded addresses", "no 5xx"), limit, forwarded(target)).await;
    report.run(("forged: endpoints of push messages", "400 or 409"), limit, push_endpoints(target)).await;
    report.run(("forged: another's game and seek", "403, 404 or 409"), limit, others(target)).await;
}

/// Tokens made from a good one, none of which is good.
fn bent_tokens(target: &Target, good: &str) -> Vec<String> {
    let mut tokens: Vec<String> = [
        "",
        ".",
        "...",
        "....",
        "v1",
        "v1...",
        "v1.....",
        "v9.a.b.c",
        "null",
        "undefined",
        "Bearer",
        "\u{e9}",
        "eyJhbGciOiJub25lIn0.eyJpZCI6ImEifQ.",
    ]
    .map(str::to_owned)
    .into();
    for _ in 0..target.scaled(60, 400) {
        let mut bytes = good.as_bytes().to_vec();
        let (place, bit) = (target.below(bytes.len()), target.below(7));
        bytes[place] ^= 1 << bit;
        let is_visible = bytes[place].is_ascii_graphic();
        // Digits in capitals are the same digits.
        let is_same = bytes.eq_ignore_ascii_case(good.as_bytes());
        if let (true, false, Ok(token)) = (is_visible, is_same, String::from_utf8(bytes)) {
            tokens.push(token);
        }
    }
    let parts: Vec<&str> = good.split('.').collect();
    for left_out in 0..parts.len() {
        let kept = parts.iter().enumerate().filter(|(index, _)| *index != left_out);
        tokens.push(kept.map(|(_, part)| *part).collect::<Vec<_>>().join("."));
        let emptied = parts.iter().enumerate().map(|(index, part)| if index == left_out { "" } else { part });
        tokens.push(emptied.collect::<Vec<_>>().join("."));
        let zeros = parts.iter().enumerate().map(|(index, part)| if index == left_out { "0" } else { part });
        tokens.push(zeros.collect::<Vec<_>>().join("."));
    }
    tokens.extend([
        good[..good.len() - 1].to_owned(),
        good[1..].to_owned(),
        format!("{good}0"),
        format!("{good}.{good}"),
        good.repeat(50),
        "a".repeat(20_000),
    ]);
    tokens
}

/// A bent token acts for nobody.
async fn bearer_tokens(target: &Target) -> Result<Tally, Failure> {
    let person = target.client().guest("Forged").await?;
    let good = person.token.clone().ok_or("no token")?;
    let mut tally = Tally::default();
    let tokens = bent_tokens(target, &good);
    for path in ["/api/v1/games?player=me", "/api/v1/me", "/api/v1/seeks"] {
        let sent = tokens.iter().map(async |token| {
            let forger = Client { token: Some(token.clone()), ..target.client() };
            (token, forger.get(path).await)
        });
        for (token, reply) in at_once(PARALLEL, sent).await {
            let shown: String = token.chars().take(120).collect();
            tally.expect(&reply, &[401], || format!("GET {path} with bearer {shown}"));
        }
    }
    for scheme in ["Bearer", "Bearer ", "bearer\t", "BEARER x"] {
        let header = format!("authorization: {scheme}\r\n");
        let reply = target.client().send("GET", "/api/v1/games?player=me", &header, "").await;
        tally.expect(&reply, &[401], || format!("authorization {scheme:?}"));
    }
    Ok(tally)
}

/// A bent cookie is nobody's: where a guest is needed there is none, and elsewhere a new one is made.
async fn cookies(target: &Target) -> Result<Tally, Failure> {
    let person = target.client().guest("Forged").await?;
    let good = person.token.clone().ok_or("no token")?;
    let mut tally = Tally::default();
    for token in bent_tokens(target, &good) {
        let headers = format!("cookie: rukh={token}; __Host-rukh={token}\r\n");
        let games = target.client().send("GET", "/api/v1/games?player=me", &headers, "").await;
        tally.expect(&games, &[401], || format!("games of cookie {token:.100}"));
    }
    for token in bent_tokens(target, &good).iter().take(target.scaled(20, 60)) {
        let headers = format!("cookie: rukh={token}\r\n");
        let me = target.client().send("GET", "/api/v1/me", &headers, "").await;
        tally.expect(&me, &[200], || format!("guest of cookie {token:.100}"));
        tally.require(me.json()["id"] != person.id.as_str(), || format!("cookie {token:.100} is good"));
    }
    Ok(tally)
}

async fn two_cookies(target: &Target) -> Result<Tally, Failure> {
    let person = target.client().guest("Cookies").await?;
    let good = person.token.clone().ok_or("no token")?;
    let mut tally = Tally::default();
    for headers in [
        format!("cookie: rukh=bad; rukh={good}\r\n"),
        format!("cookie: rukh={good}; rukh=bad\r\n"),
        format!("cookie: __Host-rukh=bad; rukh={good}\r\n"),
        format!("cookie: rukh=bad\r\ncookie: rukh={good}\r\n"),
        format!("cookie: ;;; =; rukh; rukh={good}; \u{1}x=1\r\n"),
    ] {
        let me = target.client().send("GET", "/api/v1/me", &headers, "").await;
        // A head with a control character may be refused as a whole.
        tally.expect(&me, &[200, 400], || headers.clone());
        tally.require(me.status != 200 || me.json()["id"] == person.id.as_str(), || {
            format!("{headers}: another guest, {}", me.summary())
        });
    }
    Ok(tally)
}

/// Pages of other sites may not act.
async fn origins(target: &Target) -> Result<Tally, Failure> {
    let person = target.client().guest("Origins").await?;
    let port = target.address.port();
    let mut tally = Tally::default();
    for origin in [
        "https://evil.example".to_owned(),
        "null".to_owned(),
        String::new(),
        format!("http://127.0.0.1.evil.example:{port}"),
        format!("http://evil.example:{port}"),
        format!("http://localhost.evil.example:{port}"),
        format!("http://127.0.0.1:{port}@evil.example"),
        "file://".to_owned(),
        "\u{e9}".to_owned(),
    ] {
        let headers = format!("origin: {origin}\r\ncontent-type: application/json\r\n");
        let posted = person.send("POST", "/api/v1/guests", &headers, "{\"name\":\"Evil\"}").await;
        tally.expect(&posted, &[403], || format!("POST from origin {origin:?}"));
        let seek = json!({ "instance": "shatranj" }).to_string();
        let sought = person.send("POST", "/api/v1/seeks", &headers, &seek).await;
        tally.expect(&sought, &[403], || format!("seek from origin {origin:?}"));
        let foreign = Client { from: None, ..person.clone() };
        for path in ["/ws/v1/lobby", "/ws/v1/game/abc"] {
            let reply = open_from(&foreign, path, &origin).await;
            tally.expect(&reply, &[403], || format!("{path} from origin {origin:?}"));
        }
    }
    let own = format!("origin: http://{}\r\ncontent-type: application/json\r\n", target.address);
    let posted = person.send("POST", "/api/v1/guests", &own, "{\"name\":\"Own\"}").await;
    tally.expect(&posted, &[201], || "POST from the own origin".to_owned());
    Ok(tally)
}

/// The answer to a handshake from a page.
async fn open_from(client: &Client, path: &str, origin: &str) -> Reply {
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: {}\r\norigin: {origin}\r\n{}connection: Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        client.server,
        client.headers()
    );
    exchange(client.server, request.as_bytes(), Ending::Open).await
}

/// Names that another site could let lead to this server.
async fn hosts(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let address = target.address;
    for (line, hosts) in [
        ("GET /api/v1/levels", "host: evil.example\r\n".to_owned()),
        ("GET /api/v1/levels", format!("host: evil.example:{}\r\n", address.port())),
        ("GET /api/v1/levels", format!("host: {address}.evil.example\r\n")),
        ("GET /api/v1/levels", format!("host: {address}\r\nhost: evil.example\r\n")),
        ("GET /api/v1/levels", format!("host: {address}, evil.example\r\n")),
        ("GET /api/v1/levels", "host: \u{e9}\r\n".to_owned()),
        ("GET /api/v1/levels", "host: a b\r\n".to_owned()),
        ("GET http://evil.example/api/v1/levels", format!("host: {address}\r\n")),
        ("GET /", "host: evil.example\r\n".to_owned()),
    ] {
        let request = format!("{line} HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
        let reply = exchange(address, request.as_bytes(), Ending::Open).await;
        tally.expect(&reply, &[421, 400], || request);
    }
    Ok(tally)
}

/// Whatever a client says where it comes from, it is answered.
async fn forwarded(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let address = target.new_address();
    for value in [
        String::new(),
        ",".to_owned(),
        ",,,".to_owned(),
        "unknown".to_owned(),
        "127.0.0.1".to_owned(),
        "::1".to_owned(),
        "::ffff:127.0.0.1".to_owned(),
        "999.1.1.1".to_owned(),
        format!("{address}:80"),
        format!("[{address}]"),
        "[::1".to_owned(),
        format!("{}{address}", "1.1.1.1, ".repeat(3_000)),
        "\u{e9}".to_owned(),
        "a".repeat(20_000),
    ] {
        for name in ["x-forwarded-for", "forwarded", "x-forwarded-proto"] {
            let value = if name == "forwarded" { format!("for={value};by=;;=\"") } else { value.clone() };
            let header = format!("{name}: {value}\r\n");
            let reply = target.client().send("GET", "/api/v1/levels", &header, "").await;
            tally.expect(&reply, &[200, 400, 429], || format!("{header:.80}"));
        }
    }
    Ok(tally)
}

/// Endpoints that would lead the server into its own network, or to somebody who asks for no
/// messages. A server without a key refuses all of them.
async fn push_endpoints(target: &Target) -> Result<Tally, Failure> {
    let person = target.client().guest("Endpoint").await?;
    let own = format!("http://{}/", target.client().server);
    let mut tally = Tally::default();
    for endpoint in [
        own.as_str(),
        "https://localhost/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://[::1]/",
        "https://[::ffff:169.254.169.254]/latest/meta-data",
        "https://10.0.0.1/",
        "https://push.example/",
        "http://fcm.googleapis.com/fcm/send/a",
        "https://fcm.googleapis.com:22/",
        "https://fcm.googleapis.com@push.example/",
        "https://push.example#@fcm.googleapis.com/",
        "https://push.example\\@fcm.googleapis.com/",
        "https://push.example/fcm.googleapis.com",
        "https://fcm.googleapis.com.push.example/",
        "https://xfcm.googleapis.com/",
        "https://fcm.googleapis.com%2f@push.example/",
        "https://fcm.googleapis.com\r\nhost: push.example/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_FLUSHALL",
        "//push.example/",
        "",
    ] {
        // A sound key of a browser: the endpoint alone is wrong.
        let keys = json!({ "p256dh": BROWSER_KEY, "auth": "AAAAAAAAAAAAAAAAAAAAAA" });
        let body = json!({ "endpoint": endpoint, "keys": keys, "language": "en" });
        let reply = person.post("/api/v1/push", &body).await;
        tally.expect(&reply, &[400, 409, 429], || format!("a subscription at `{endpoint}`"));
    }
    Ok(tally)
}

/// A guest acts on what belongs to others.
async fn others(target: &Target) -> Result<Tally, Failure> {
    let owner = target.client().guest("Owner").await?;
    let thief = target.client().guest("Thief").await?;
    let (game, seek) = (owner.game("shatranj").await?, owner.seek("shatranj").await?);
    let mut tally = Tally::default();
    let sides = ["white", "black"];
    for side in sides {
        for kind in ["resign", "draw", "takeback", "abort", "rematch", "add_time", "ready", "turns"] {
            let reply = thief.intent(&game, kind, json!({ "kind": kind, "side": side })).await;
            tally.expect(&reply, &[403, 409], || format!("{kind} for another's {side}"));
        }
    }
    let moved = thief.intent(&game, "move", json!({ "kind": "move", "move": "a2a3" })).await;
    tally.expect(&moved, &[403, 409], || "a move in another's game".to_owned());
    let withdrawn = thief.send("DELETE", &format!("/api/v1/seeks/{seek}"), "", "").await;
    tally.expect(&withdrawn, &[403, 404, 409], || "another's seek is withdrawn".to_owned());
    let nobody = target.client();
    let refused = nobody.intent(&game, "nobody", json!({ "kind": "resign", "side": "white" })).await;
    tally.expect(&refused, &[401, 403], || "an intent of nobody".to_owned());
    tally.require(RawSocket::open(&thief, &format!("/ws/v1/game/{game}")).await.is_ok(), || {
        "a spectator cannot watch".to_owned()
    });
    let frames = owner.frames(&game).await?;
    tally.require(frames.iter().all(|frame| frame["type"] != "resign"), || "the thief resigned".to_owned());
    Ok(tally)
}
