//! Analyses of positions.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rukh_server::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::host::{Host, Person, TestStorage, config, human};

const PATH: &str = "/api/v1/analysis";
/// White wins in one move, which bares the king; the search proves it soon.
const WON: &str = "7k/p7/8/8/8/8/R7/1R5K w - - 0 1";
const TIMEOUT: Duration = Duration::from_secs(90);

/// A request for the analysis of a game from the start of its ruleset.
fn request(name: &str, fen: &str, events: Value, lines: usize) -> Value {
    json!({ "game": { "ruleset": { "name": name }, "start": fen, "events": events }, "lines": lines })
}

/// The position that games of a ruleset start from.
fn array(name: &str) -> String {
    rukh_rules::Game::new(std::sync::Arc::new(rukh_rules::Ruleset::named(name).unwrap())).fen()
}

fn from_start(name: &str, events: Value, lines: usize) -> Value {
    request(name, &array(name), events, lines)
}

/// A server whose engines have one seat.
async fn host_of_one_seat(storage: &TestStorage) -> Host {
    Host::start_with(Config { engine_threads: Some(1), ..config(storage) }).await
}

/// A reader of an analysis.
struct Reading {
    stream: TcpStream,
    text: String,
}

impl Reading {
    async fn open(host: &Host, person: &Person, body: &Value) -> Reading {
        Reading::open_at(host, person, "", body).await
    }

    /// As a proxy reports a reader at an address.
    async fn open_at(host: &Host, person: &Person, address: &str, body: &Value) -> Reading {
        let mut stream = TcpStream::connect(host.address).await.unwrap();
        let body = body.to_string();
        let forwarded = match address {
            "" => String::new(),
            address => format!("x-forwarded-for: {address}\r\n"),
        };
        let headers = format!("content-type: application/json\r\n{forwarded}{}", person.header());
        // HTTP/1.0 has no chunks.
        let request =
            format!("POST {PATH} HTTP/1.0\r\n{headers}content-length: {}\r\n\r\n{body}", body.len());
        stream.write_all(request.as_bytes()).await.unwrap();
        Reading { stream, text: String::new() }
    }

    /// Reads until a text has arrived; false if it does not in this time or before the end.
    async fn has_within(&mut self, time: Duration, wanted: &str) -> bool {
        let reading = async {
            let mut bytes = [0; 4096];
            while !self.text.contains(wanted) {
                match self.stream.read(&mut bytes).await.unwrap() {
                    0 => return false,
                    read => self.text.push_str(std::str::from_utf8(&bytes[..read]).unwrap()),
                }
            }
            true
        };
        tokio::time::timeout(time, reading).await.unwrap_or(false)
    }

    /// The messages of an analysis that goes on to its end.
    async fn messages(mut self) -> Vec<Value> {
        assert!(self.has_within(TIMEOUT, r#"{"type":"end"}"#).await, "{}", self.text);
        let (head, body) = self.text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("200 OK") && head.contains("application/x-ndjson"), "{head}");
        let lines = body.lines().filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

async fn analysis(host: &Host, body: &Value) -> Vec<Value> {
    let messages = Reading::open(host, &host.me, body).await.messages().await;
    for message in &messages {
        crate::schema::check_answer("POST", PATH, 200, &message.to_string());
    }
    messages
}

async fn refusal(host: &Host, body: &Value) -> (u16, String, String) {
    let reply = host.post(PATH, body).await;
    let error = reply.json()["error"].clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (reply.status, text(&error["code"]), text(&error["message"]["english"]))
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_reports_its_limit_and_every_depth() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let messages = analysis(&host, &request("shatranj", WON, json!([]), 2)).await;
    let [limit, depths @ .., end] = &messages[..] else { panic!("{messages:?}") };
    assert_eq!((limit, end), (&json!({ "type": "limit", "nodes": 2_000_000 }), &json!({ "type": "end" })));
    let numbers: Vec<u64> = depths.iter().map(|one| one["info"]["depth"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=depths.len() as u64).collect::<Vec<_>>());
    let last = &depths.last().expect("a depth")["info"];
    assert!(last["nodes"].as_u64().unwrap() <= 2_000_000, "{last}");
    assert_eq!((&last["score"]["plies"], &last["score"]["expected"]), (&json!(1), &json!(1.0)));
    assert_eq!((&last["pv"], &last["lines"][0]["pv"]), (&json!([last["best"]]), &last["pv"]));
    assert_eq!(last["lines"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_before_a_throw_values_each_face() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let messages = analysis(&host, &from_start("oblong-dice", json!([]), 1)).await;
    let [limit, faces, _] = &messages[..] else { panic!("{messages:?}") };
    assert_eq!(limit["nodes"], 6 * 60_000);
    let faces = faces["faces"].as_array().expect("faces");
    assert_eq!(faces.iter().map(|one| one["face"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let is_valued = |one: &Value| one["best"].is_string() && one["score"]["expected"].is_f64();
    assert!(faces.iter().all(is_valued), "{faces:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_of_a_werera_is_as_if_turns_began() {
    let storage = TestStorage::new();
    let host = host_of_one_seat(&storage).await;
    let place = json!({ "t": "place", "side": "white", "from": "e2", "to": "e3" });
    let turns = json!({ "t": "turns", "why": "agreed" });
    let mut found = Vec::new();
    for events in [json!([place]), json!([place, turns])] {
        let mut reading = Reading::open(&host, &host.me, &from_start("senterej", events, 3)).await;
        assert!(reading.has_within(TIMEOUT, r#""depth":4"#).await, "{}", reading.text);
        let depth = reading.text.lines().find(|line| line.contains(r#""depth":3"#)).unwrap().to_owned();
        let depth: Value = serde_json::from_str(&depth).unwrap();
        found.push(depth["info"].clone());
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0]["lines"].as_array().unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_answered_with_their_place() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (e3, e5) = (json!({ "t": "move", "mv": "e2e3" }), json!({ "t": "move", "mv": "e2e5" }));
    let bared = json!([{ "t": "move", "mv": "a2a7" }]);
    for (body, status, code, message) in [
        (request("shatrnj", "", json!([]), 1), 404, "unknown_ruleset", "shatrnj"),
        (request("shatranj", "8/8/8/8/8/8/8/8 w - - 0 1", json!([]), 1), 400, "bad_position", "shah"),
        (
            from_start("shatranj", json!([e3, e5]), 1),
            400,
            "illegal_event",
            "`game.events[1]` is {\"t\":\"move\",\"mv\":\"e2e5\"}",
        ),
        (from_start("shatranj", json!([e3, { "t": "fly" }]), 1), 400, "bad_request", "game.events[1]"),
        (request("shatranj", WON, bared, 1), 409, "game_over", "nothing to search"),
        (from_start("shatranj", json!([]), 6), 400, "bad_lines", "`lines` is 6; it should be 1 to 5"),
        (from_start("shatranj", json!([]), 0), 400, "bad_lines", "`lines` is 0"),
        (
            json!({ "game": { "ruleset": { "toml": "" }, "start": "", "events": [] } }),
            400,
            "bad_request",
            "unknown field `toml`",
        ),
    ] {
        let found = refusal(&host, &body).await;
        assert_eq!((found.0, found.1.as_str()), (status, code), "{body}: {}", found.2);
        assert!(found.2.contains(message), "{}", found.2);
    }
    let anonymous = host.ask("POST", PATH, "content-type: application/json\r\n", "{}").await;
    assert_eq!(anonymous.status, 401);
    let too_long = request(&"x".repeat(256 * 1024), "", json!([]), 1);
    assert_eq!(refusal(&host, &too_long).await.0, 413);
}

/// With one seat, an analysis begins only when the one before has left it.
#[tokio::test(flavor = "multi_thread")]
async fn closing_the_connection_withdraws_the_search() {
    let storage = TestStorage::new();
    let host = host_of_one_seat(&storage).await;
    let body = from_start("shatranj", json!([]), 2);
    let began = Instant::now();
    analysis(&host, &body).await;
    let whole = began.elapsed();
    let began = Instant::now();
    for _ in 0..6 {
        let mut reading = Reading::open(&host, &host.me, &body).await;
        assert!(reading.has_within(TIMEOUT, r#""depth":1,"#).await, "{}", reading.text);
    }
    let closed = began.elapsed();
    assert!(closed < 2 * whole, "six closed analyses took {closed:?}, a whole one {whole:?}");
}

/// A search that waits gives up its place too.
#[tokio::test(flavor = "multi_thread")]
async fn analyses_of_a_guest_are_bounded_until_they_are_closed() {
    let storage = TestStorage::new();
    let host = host_of_one_seat(&storage).await;
    let body = from_start("shatranj", json!([]), 1);
    let mut open = Vec::new();
    for _ in 0..4 {
        let mut reading = Reading::open(&host, &host.me, &body).await;
        assert!(reading.has_within(TIMEOUT, "limit").await, "{}", reading.text);
        open.push(reading);
    }
    let fifth = host.post(PATH, &body).await;
    assert_eq!((fifth.status, fifth.json()["error"]["code"].clone()), (429, json!("too_fast")));
    assert!(fifth.head.contains("retry-after: 5"), "{}", fifth.head);
    let mut other = Reading::open(&host, &host.person("Sara").await, &body).await;
    assert!(other.has_within(TIMEOUT, "limit").await, "others are served: {}", other.text);
    drop(open);
    let closed = Instant::now();
    loop {
        let mut again = Reading::open(&host, &host.me, &body).await;
        if again.has_within(Duration::from_secs(5), "limit").await {
            break;
        }
        assert!(closed.elapsed() < Duration::from_secs(60), "{}", again.text);
    }
}

/// Asks for four analyses for each guest, each at its address, all at the same time; returns those that
/// are under way.
async fn crowd(host: &Host, guests: &[(Person, String)], body: &Value) -> Vec<Reading> {
    let asked = guests.iter().flat_map(|guest| [guest; 4]).map(async |(guest, address)| {
        let mut reading = Reading::open_at(host, guest, address, body).await;
        let is_begun = reading.has_within(TIMEOUT, "limit").await;
        let is_refused = reading.text.contains(" 429 ") || reading.text.contains(" 503 ");
        assert!(is_begun || is_refused, "{}", reading.text);
        is_begun.then_some(reading)
    });
    join_all(asked).await.into_iter().flatten().collect()
}

/// Sixteen guests of one address, each with as many analyses as a guest may have, and as many at other
/// addresses as fill the line: a newcomer has its own all the same.
#[tokio::test(flavor = "multi_thread")]
async fn analyses_of_a_crowd_leave_room_for_a_newcomer() {
    let storage = TestStorage::new();
    let host = host_of_one_seat(&storage).await;
    let body = from_start("shatranj", json!([]), 1);
    let (mut neighbours, mut others) = (Vec::new(), Vec::new());
    for number in 0..16 {
        neighbours.push((host.person("Crowd").await, "8.8.8.8".to_owned()));
        others.push((host.person("Crowd").await, format!("10.{}.0.1", number / 2)));
    }
    let of_one = crowd(&host, &neighbours, &body).await;
    assert!((12..32).contains(&of_one.len()), "one address holds its share: {}", of_one.len());
    let _of_many = crowd(&host, &others, &body).await;
    let newcomer = host.person("Sara").await;
    let mut reading = Reading::open_at(&host, &newcomer, "9.9.9.9", &body).await;
    assert!(reading.has_within(TIMEOUT, r#""depth":1,"#).await, "{}", reading.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn move_of_a_game_goes_before_an_analysis() {
    let storage = TestStorage::new();
    let host = host_of_one_seat(&storage).await;
    let mut reading = Reading::open(&host, &host.me, &from_start("shatranj", json!([]), 5)).await;
    assert!(reading.has_within(TIMEOUT, r#""depth":1,"#).await, "{}", reading.text);
    let seats =
        json!({ "instance": "shatranj", "white": { "kind": "engine", "level": 1 }, "black": human() });
    let game = host.create_game(seats).await;
    let mut socket = host.socket(&game, 0).await;
    socket.until("move").await;
    assert!(
        !reading.has_within(Duration::from_millis(1), r#""type":"end""#).await,
        "the analysis is over already"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_of_an_address_are_limited() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let headers =
        format!("content-type: application/json\r\nx-forwarded-for: 9.9.9.9\r\n{}", host.me.header());
    let body = from_start("shatranj", json!([]), 9).to_string();
    let mut statuses = Vec::new();
    for _ in 0..80 {
        statuses.push(host.ask("POST", PATH, &headers, &body).await.status);
    }
    let refused = statuses.iter().filter(|status| **status == 429).count();
    assert!((1..=20).contains(&refused), "{refused} of {statuses:?}");
}
