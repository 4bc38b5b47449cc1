//! Requests that are no HTTP, or not of the API.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::Client;
use super::report::{Report, Tally};
use super::{PARALLEL, Target, at_once};
use crate::Failure;
use crate::http::{Ending, Reply, exchange};

/// Largest body that the server takes, in bytes.
const MAX_BODY_BYTES: usize = 16 * 1024;
/// Requests of one guest before another takes over, below the quota of a guest.
const REQUESTS_OF_A_GUEST: usize = 25;
/// Paths of every route that reads; `{game}` and `{seek}` are filled in.
const READ_PATHS: &[&str] = &[
    "/api/v1/catalog",
    "/api/v1/rulesets",
    "/api/v1/rulesets/{bent}",
    "/api/v1/levels",
    "/api/v1/games",
    "/api/v1/games/{bent}",
    "/api/v1/games/{bent}/pgn",
    "/api/v1/games/{bent}/jsonl",
    "/api/v1/games/{bent}/premoves/white",
    "/api/v1/games/{game}/premoves/{bent}",
    "/api/v1/games/{bent}/why/white?from=a1",
    "/api/v1/games/{game}/why/{bent}?from=a1",
    "/api/v1/games/{game}/why/white?from={bent}",
    "/api/v1/games/{game}/why/white?move={bent}",
    "/api/v1/games/{bent}/replay",
    "/api/v1/games/{bent}/throws",
    "/api/v1/games/{bent}/stream",
    "/api/v1/games/{game}/stream?after={bent}",
    "/api/v1/games?player={bent}",
    "/api/v1/games?instance={bent}",
    "/api/v1/games?before={bent}",
    "/api/v1/games?count={bent}",
    "/api/v1/games?state={bent}",
    "/api/v1/seeks/{bent}",
    "/assets/{bent}",
    "/play/{bent}",
    "/library/{bent}",
    "/library/{bent}/card.png",
    "/learn/{bent}",
    "/game/{bent}",
    "/challenge/{bent}",
    "/new/{bent}",
    "/{bent}",
];
/// Parts of paths: null bytes, overlong UTF-8, climbing, numbers out of range.
const BENT_PARTS: &[&str] = &[
    "%00",
    "a%00b",
    "%c0%af",
    "%c0%ae%c0%ae/",
    "%e0%80%af",
    "%f0%80%80%af",
    "%ff%fe",
    "%ed%a0%80",
    "%",
    "%zz",
    "../../../../etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "....//....//etc/passwd",
    "-1",
    "18446744073709551616",
    "1e999",
    "'%20OR%201=1--",
    "%F0%9F%92%A9",
    "%E2%80%AE",
    "[saba=%5D%5B",
    "senterej%5Bsaba=G,saba=G%5D",
];

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    let refused = "4xx or closed";
    report.run(("malformed: random bytes", refused), limit, random_bytes(target)).await;
    report.run(("malformed: request lines", refused), limit, raw_list(target, request_lines())).await;
    report.run(("malformed: headers", refused), limit, raw_list(target, bent_headers())).await;
    report.run(("malformed: lengths and chunks", refused), limit, raw_list(target, bent_lengths())).await;
    report.run(("malformed: paths", "no 5xx, no file, no other host"), limit, paths(target)).await;
    report.run(("malformed: methods", "4xx"), limit, methods(target)).await;
    report.run(("malformed: bodies", "4xx"), limit, bodies(target)).await;
    report.run(("malformed: fields of bodies", "2xx or 4xx"), limit, fields(target)).await;
    report.run(("malformed: bodies over 16 KiB", "413"), limit, large_bodies(target)).await;
    report.run(("malformed: content types", "415"), limit, content_types(target)).await;
}

/// Random bytes, some behind a correct beginning.
async fn random_bytes(target: &Target) -> Result<Tally, Failure> {
    let requests: Vec<Vec<u8>> = (0..target.scaled(60, 600))
        .map(|number| {
            let mut bytes: Vec<u8> = match number % 4 {
                // With a letter behind it, since an empty line would end a request that is whole.
                0 => b"GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\nx".to_vec(),
                1 => b"POST ".to_vec(),
                _ => Vec::new(),
            };
            let count = target.below(600);
            bytes.extend((0..count).map(|_| u8::try_from(target.below(256)).unwrap_or_default()));
            bytes
        })
        .collect();
    raw_list(target, requests).await
}

/// Sends raw requests, each of which must be refused.
async fn raw_list(target: &Target, requests: Vec<Vec<u8>>) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let sent = requests.iter().map(async |bytes| {
        (String::from_utf8_lossy(bytes), exchange(target.address, bytes, Ending::HalfClosed).await)
    });
    for (text, reply) in at_once(PARALLEL, sent).await {
        tally.expect_refusal(&reply, || format!("{:?}", text.chars().take(80).collect::<String>()));
    }
    Ok(tally)
}

fn request_lines() -> Vec<Vec<u8>> {
    let lines: &[&[u8]] = &[
        b"",
        b"GET",
        b"GET /",
        b"GET / HTTP/9.9",
        b"GET / HTTP/1.1 HTTP/1.1",
        b"GET / http/1.1",
        b"GET\t/\tHTTP/1.1",
        b"GET  HTTP/1.1",
        b" GET / HTTP/1.1",
        b"G\0T / HTTP/1.1",
        b"GET /\0 HTTP/1.1",
        b"GET /a b HTTP/1.1",
        b"GET /\xff\xfe HTTP/1.1",
        b"GET api/v1/games HTTP/1.1",
        b"CONNECT 127.0.0.1:22 HTTP/1.1",
        b"OPTIONS * HTTP/1.1",
        b"PRI * HTTP/2.0",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"EHLO localhost",
    ];
    let mut requests: Vec<Vec<u8>> =
        lines.iter().map(|line| [line, b"\r\nhost: localhost\r\n\r\n".as_slice()].concat()).collect();
    for length in [9_000, 70_000, 1_000_000] {
        requests
            .push(format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "a".repeat(length)).into_bytes());
        requests.push(format!("{} / HTTP/1.1\r\nhost: localhost\r\n\r\n", "A".repeat(length)).into_bytes());
    }
    requests
}

fn bent_headers() -> Vec<Vec<u8>> {
    let many: String = (0..3_000).map(|number| format!("x-{number}: 1\r\n")).collect();
    let headers: Vec<Vec<u8>> = vec![
        format!("x: {}\r\n", "a".repeat(70_000)).into_bytes(),
        format!("x: {}\r\n", "a".repeat(2_000_000)).into_bytes(),
        format!("{}: 1\r\n", "a".repeat(70_000)).into_bytes(),
        format!("cookie: rukh={}\r\n", "a".repeat(100_000)).into_bytes(),
        many.into_bytes(),
        b"no colon\r\n".to_vec(),
        b": no name\r\n".to_vec(),
        b"na me: 1\r\n".to_vec(),
        b"x: a\0b\r\n".to_vec(),
        b"x\0: 1\r\n".to_vec(),
        b"x: 1\r\n folded\r\n".to_vec(),
        b"\xc3\xa9: 1\r\n".to_vec(),
    ];
    let start = b"GET /api/v1/no/such/path HTTP/1.1\r\nhost: localhost\r\n";
    headers.into_iter().map(|header| [start.as_slice(), &header, b"\r\n"].concat()).collect()
}

fn bent_lengths() -> Vec<Vec<u8>> {
    let chunked = "transfer-encoding: chunked\r\n";
    let cases: Vec<(String, String)> = vec![
        ("content-length: -1\r\n".into(), "{}".into()),
        ("content-length: +2\r\n".into(), "{}".into()),
        ("content-length: 2\r\ncontent-length: 3\r\n".into(), "{}".into()),
        ("content-length: 2, 3\r\n".into(), "{}".into()),
        ("content-length: 0x2\r\n".into(), "{}".into()),
        ("content-length: 99999999999999999999999\r\n".into(), "{}".into()),
        ("content-length: 18446744073709551615\r\n".into(), "{}".into()),
        ("content-length: two\r\n".into(), "{}".into()),
        ("content-length: \r\n".into(), "{}".into()),
        ("content-length: 1000\r\n".into(), "{\"name\":\"short\"}".into()),
        (chunked.into(), "zz\r\n{}\r\n0\r\n\r\n".into()),
        (chunked.into(), "-1\r\n{}\r\n0\r\n\r\n".into()),
        (chunked.into(), "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n".into()),
        (chunked.into(), "2\r\n{}0\r\n\r\n".into()),
        (chunked.into(), "2\r\n{}".into()),
        (chunked.into(), format!("2;{}\r\n{{}}\r\n0\r\n\r\n", "x".repeat(100_000))),
        (chunked.into(), format!("0\r\n{}\r\n", "x: 1\r\n".repeat(20_000))),
        (chunked.into(), "1\r\n{\r\n".repeat(20_000)),
        ("transfer-encoding: gzip\r\n".into(), "{}".into()),
        ("transfer-encoding: chunked, gzip\r\n".into(), "2\r\n{}\r\n0\r\n\r\n".into()),
        ("transfer-encoding: xchunked\r\n".into(), "2\r\n{}\r\n0\r\n\r\n".into()),
    ];
    let start = "POST /api/v1/guests HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    cases.into_iter().map(|(head, body)| format!("{start}{head}\r\n{body}").into_bytes()).collect()
}

/// Paths and queries: whatever they hold, the server does not fail and hands out no file.
async fn paths(target: &Target) -> Result<Tally, Failure> {
    let person = target.client().guest("Paths").await?;
    let game = person.game("shatranj").await?;
    let parts = if target.quick { &BENT_PARTS[..8] } else { BENT_PARTS };
    let mut requests = Vec::new();
    for path in READ_PATHS {
        for part in parts {
            // A stream that is accepted lasts; its argument must be no number.
            requests.push(path.replace("{game}", &game).replace("{bent}", part));
        }
    }
    let long = "a".repeat(8_000);
    requests.extend(READ_PATHS.iter().map(|path| path.replace("{game}", &game).replace("{bent}", &long)));
    let mut tally = Tally::default();
    let sent = requests.iter().map(async |path| (path, person.get(path).await));
    for (path, reply) in at_once(PARALLEL, sent).await {
        tally.count(reply.status_text());
        let is_moved = reply.status == 308 && leads_within_the_site(&reply.head);
        let is_held = is_moved || matches!(reply.status, 200 | 304 | 400..=499) || reply.is_closed();
        let shown: String = path.chars().take(90).collect();
        tally.require(is_held, || format!("GET {shown}: {}", reply.summary()));
        tally.require(!reply.body.contains("root:"), || format!("GET {shown} shows a file"));
    }
    Ok(tally)
}

/// Whether a redirection leads to a path of the same site, and to no other host.
fn leads_within_the_site(head: &str) -> bool {
    let is_location = |name: &str| name.eq_ignore_ascii_case("location");
    let location = head.lines().find_map(|line| line.split_once(": ").filter(|(name, _)| is_location(name)));
    location.is_some_and(|(_, to)| to.starts_with('/') && !to.starts_with("//") && !to.contains('\\'))
}

/// Methods that no route has.
async fn methods(target: &Target) -> Result<Tally, Failure> {
    let mut paths: Vec<String> = READ_PATHS.iter().map(|path| path.replace("{bent}", "abc")).collect();
    paths.extend(posts("abc", "abc").into_iter().map(|(path, _)| path));
    paths.extend(["/healthz", "/readyz", "/metrics", "/ws/v1/lobby", "/ws/v1/game/abc"].map(str::to_owned));
    let client = target.client();
    let mut requests = Vec::new();
    for path in &paths {
        for method in ["PUT", "PATCH", "TRACE", "PROPFIND", "get"] {
            requests.push((method, path.replace("{game}", "abc")));
        }
    }
    let mut tally = Tally::default();
    let sent = requests
        .iter()
        .map(async |(method, path)| (format!("{method} {path}"), client.send(method, path, "", "").await));
    for (request, reply) in at_once(PARALLEL, sent).await {
        tally.expect_refusal(&reply, || request);
    }
    Ok(tally)
}

/// Every path that takes a JSON body, with a valid one.
fn posts(game: &str, guest: &str) -> Vec<(String, Value)> {
    let seat = json!({ "kind": "engine", "level": 1 });
    let time = json!({ "kind": "fischer", "initial": 60, "increment": 1, "werera": 60 });
    let place = json!({ "kind": "substitute", "side": "white", "retract": 1, "from": "b1", "to": "c3",
        "piece_id": 1, "promotion": "q" });
    let premove = json!({ "kind": "premove", "side": "white", "moves": [{ "move": "a2a3", "face": 1 }] });
    let of = |path: &str| format!("/api/v1/games/{game}/{path}");
    vec![
        ("/api/v1/guests".to_owned(), json!({ "name": "Bent" })),
        ("/api/v1/me".to_owned(), json!({ "name": "Bent" })),
        (
            "/api/v1/games".to_owned(),
            json!({ "instance": "shatranj", "white": { "kind": "human" }, "black": seat, "private": true,
                "time_control": time, "fen": null, "spectator_mode": "match" }),
        ),
        (
            "/api/v1/seeks".to_owned(),
            json!({ "instance": "shatranj", "colour": "white", "private": true, "fen": null,
                "spectator_mode": "match", "time_control": time }),
        ),
        (of("intents"), json!({ "id": "x", "base": 0, "data": place })),
        (of("intents"), json!({ "id": "y", "base": 0, "data": premove })),
        (of("chat"), json!({ "text": "hello" })),
        (of("demo"), json!({ "steps": [{ "from": "a1", "to": "a2" }] })),
        (of("mute"), json!({ "guest": guest, "muted": true })),
    ]
}

/// Texts that are no JSON value of any request.
fn bent_bodies() -> Vec<String> {
    let mut bodies: Vec<String> = [
        "", " ", "null", "true", "0", "-1", "1e999", "\"\"", "\"\\ud800\"", "[]", "{", "}", "{\"", "\0",
        "\u{feff}{}", "{} {}", "{\"name\"}", "{\"name\":}", "{'name':'x'}", "NaN", "{\"a\":1,}", "// x\n{}",
        "{\"name\":\"x\",\"name\":\"y\",\"instance\":1,\"instance\":2,\"id\":1,\"id\":2,\"text\":1,\"text\":2,\
         \"steps\":1,\"steps\":1,\"guest\":1,\"guest\":1}",
    ]
    .map(str::to_owned)
    .into();
    let depth = MAX_BODY_BYTES / 2 - 50;
    bodies.push("[".repeat(depth));
    bodies.push(format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
    bodies.push(format!("{}1{}", "{\"a\":".repeat(2_000), "}".repeat(2_000)));
    bodies.push(format!("{{\"id\":\"d\",\"data\":{}1{}}}", "[".repeat(5_000), "]".repeat(5_000)));
    bodies.push("9".repeat(MAX_BODY_BYTES - 50));
    bodies
}

/// Posts bodies and returns each with its reply; guests take turns to stay below their quotas.
async fn post_all(target: &Target, requests: Vec<(String, String)>) -> Result<Vec<Posted>, Failure> {
    let mut answers = Vec::new();
    for part in requests.chunks(REQUESTS_OF_A_GUEST) {
        let person = target.client().guest("Bent").await?;
        let sent = part
            .iter()
            .map(async |(path, body)| (path.clone(), body.clone(), person.post_text(path, body).await));
        answers.extend(at_once(PARALLEL, sent).await);
    }
    Ok(answers)
}

/// Path, body and reply.
type Posted = (String, String, Reply);

async fn bodies(target: &Target) -> Result<Tally, Failure> {
    let person = target.client().guest("Bodies").await?;
    let game = person.game("shatranj").await?;
    let mut requests = Vec::new();
    for (path, _) in posts(&game, &person.id) {
        requests.extend(bent_bodies().into_iter().map(|body| (path.clone(), body)));
    }
    let mut tally = Tally::default();
    for (path, body, reply) in post_all(target, requests).await? {
        let shown: String = body.chars().take(60).collect();
        tally.count(reply.status_text());
        let is_refused = matches!(reply.status, 400..=499);
        tally.require(is_refused, || format!("POST {path} {shown:?}: {}", reply.summary()));
    }
    Ok(tally)
}

/// Valid bodies in which one value, however deep, is replaced by one of another type or far out of
/// range.
async fn fields(target: &Target) -> Result<Tally, Failure> {
    let person = target.client().guest("Fields").await?;
    let game = person.game("senterej").await?;
    let long = "x".repeat(8_000);
    let wrong = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e300),
        json!(""),
        json!("\0"),
        json!("\u{202e}\u{200b}"),
        json!(long),
        json!([]),
        json!([[[]]]),
        json!({}),
        json!({ "kind": "x" }),
        json!("a0"),
        json!("z99"),
    ];
    let wrong = if target.quick { &wrong[..9] } else { &wrong[..] };
    let mut requests = Vec::new();
    for (path, body) in posts(&game, &person.id) {
        for place in places(&body) {
            for value in wrong {
                let mut bent = body.clone();
                if let Some(field) = bent.pointer_mut(&place) {
                    *field = value.clone();
                }
                requests.push((path.clone(), bent.to_string()));
            }
        }
    }
    let mut tally = Tally::default();
    for (path, body, reply) in post_all(target, requests).await? {
        let shown: String = body.chars().take(160).collect();
        tally.count(reply.status_text());
        let is_held = matches!(reply.status, 200..=299 | 400..=499);
        tally.require(is_held, || format!("POST {path} {shown}: {}", reply.summary()));
    }
    Ok(tally)
}

/// Pointers to all values inside a value.
fn places(value: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, child)| (key.clone(), child)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, child)| (index.to_string(), child)).collect()
        }
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for (key, child) in children {
        found.push(format!("/{key}"));
        found.extend(places(child).into_iter().map(|rest| format!("/{key}{rest}")));
    }
    found
}

async fn large_bodies(target: &Target) -> Result<Tally, Failure> {
    let person = target.client().guest("Large").await?;
    let game = person.game("shatranj").await?;
    let mut tally = Tally::default();
    for (path, _) in posts(&game, &person.id) {
        for length in [MAX_BODY_BYTES + 1, 1_000_000] {
            let body = format!("{{\"name\":\"{}\"}}", "x".repeat(length));
            let reply = person.post_text(&path, &body).await;
            tally.expect(&reply, &[413], || format!("POST {path} of {length} bytes"));
        }
    }
    Ok(tally)
}

async fn content_types(target: &Target) -> Result<Tally, Failure> {
    let person: Client = target.client().guest("Types").await?;
    let game = person.game("shatranj").await?;
    let mut tally = Tally::default();
    for (path, body) in posts(&game, &person.id) {
        let types =
            ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
        for kind in types {
            let header = if kind.is_empty() { String::new() } else { format!("content-type: {kind}\r\n") };
            let reply = person.send("POST", &path, &header, &body.to_string()).await;
            tally.expect(&reply, &[415], || format!("POST {path} as {kind:?}"));
        }
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::places;

    #[test]
    fn places_are_those_of_all_values() {
        let value = json!({ "a": [1, { "b": null }], "c": "x" });
        assert_eq!(places(&value), ["/a", "/a/0", "/a/1", "/a/1/b", "/c"]);
        assert!(places(&value).iter().all(|place| value.pointer(place).is_some()));
    }
}
