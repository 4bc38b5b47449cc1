//! More than the limits allow, at addresses that a proxy on loopback would report.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::client::Client;
use super::report::{Report, Tally};
use super::websocket::{RawSocket, frame};
use super::{PARALLEL, Stranger, Target, at_once, is_limit, together};
use crate::Failure;
use crate::http::Reply;

/// Slack of counts that grow with time, for the time that requests are under way.
const SLACK: f64 = 4.0;

/// A rate as `docs/operate.md` states it.
struct Rate {
    at_once: f64,
    per_second: f64,
}

impl Rate {
    /// The most that may pass in a time.
    fn most(&self, time: Duration) -> u64 {
        (self.at_once + self.per_second * time.as_secs_f64() + SLACK).ceil() as u64
    }
}

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    let requests = "400 and 100/s, then 429";
    report
        .run(("flood: requests of an address", requests), limit, requests_of(target, |_| String::new()))
        .await;
    report.run(("flood: with invented addresses", requests), limit, requests_of(target, invented)).await;
    report.run(("flood: guests of an address", "60 and 12/min, then 429"), limit, guests(target)).await;
    report.run(("flood: 40 seeks of a guest", "5, then 409"), limit, seeks_of_guest(target)).await;
    report.run(("flood: seeks of an address", "10, then 409"), limit, seeks_of_address(target)).await;
    report.run(("flood: games of an address", "60 and 1/s, then 429"), limit, games(target)).await;
    report.run(("flood: rematches of a guest", "10, then 409 or 429"), limit, rematches(target)).await;
    report.run(("flood: chat in a game", "5 of a guest, then 409"), limit, chat(target)).await;
    report.run(("flood: sockets of a guest", "40, then 429"), limit, sockets_of_guest(target)).await;
    if !target.quick {
        let expected = "200, then 429";
        report.run(("flood: sockets of an address", expected), limit, sockets_of_address(target)).await;
    }
    report.run(("flood: frames on many sockets", "4008"), limit, frames(target)).await;
}

/// Counts the replies of a flood: at most `most` pass, and the others are clear refusals.
fn count_limited(tally: &mut Tally, replies: &[Reply], most: u64) {
    let mut passed = 0;
    for reply in replies {
        tally.count(reply.status_text());
        let is_passed = matches!(reply.status, 200..=299);
        passed += u64::from(is_passed);
        tally.require(is_passed || is_limit(reply), || {
            format!("no clear refusal: {} {}", reply.head.replace("\r\n", "; "), reply.summary())
        });
    }
    tally.require(passed <= most, || format!("{passed} passed, at most {most} should"));
    tally.require(passed > 0, || "nothing passed".to_owned());
    match replies.len() as u64 > most {
        true => tally.require(passed < replies.len() as u64, || format!("all {passed} passed")),
        false => tally.note("this machine is too slow to reach the limit"),
    }
}

/// An address that the client itself puts before the one that its proxy adds.
fn invented(number: usize) -> String {
    format!("203.0.{}.{}, ", number / 250 % 250, 1 + number % 250)
}

/// Requests as fast as possible, with what the client claims of its address before the true one.
async fn requests_of(target: &Target, claim: fn(usize) -> String) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (stranger, client) = (Stranger::start(target), target.stranger());
    let begun = Instant::now();
    let count = target.scaled(1_200, 6_000);
    let sent = (0..count).map(async |number: usize| {
        let from = format!("{}{}", claim(number), client.from.as_deref().unwrap_or_default());
        client.at(&from).get("/healthz").await
    });
    let replies = at_once(PARALLEL, sent).await;
    let rate = Rate { at_once: 400.0, per_second: 100.0 };
    count_limited(&mut tally, &replies, rate.most(begun.elapsed()));
    stranger.finish(&mut tally).await?;
    Ok(tally)
}

async fn guests(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (stranger, client, begun) = (Stranger::start(target), target.stranger(), Instant::now());
    let sent = (0..150).map(async |number| {
        client.post("/api/v1/guests", &json!({ "name": format!("Flood {number}") })).await
    });
    let replies = at_once(PARALLEL, sent).await;
    let rate = Rate { at_once: 60.0, per_second: 0.2 };
    count_limited(&mut tally, &replies, rate.most(begun.elapsed()));
    stranger.finish(&mut tally).await?;
    Ok(tally)
}

/// All at the same time: exactly five are open.
async fn seeks_of_guest(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.stranger().guest("Seeker").await?;
    let seek = json!({ "instance": "shatranj" });
    let requests = (0..40).map(|_| {
        let (client, seek) = (client.clone(), seek.clone());
        async move { client.post("/api/v1/seeks", &seek).await }
    });
    let replies = together(requests).await?;
    count_limited(&mut tally, &replies, 5);
    let made = tally.number_of("201");
    tally.require(made == 5, || format!("{made} seeks, not 5"));
    let open = own_seeks(&client).await.len();
    tally.require(open == 5, || format!("{open} seeks are open, not 5"));
    withdraw(&client).await;
    Ok(tally)
}

/// Ids of a guest's open seeks.
async fn own_seeks(client: &Client) -> Vec<String> {
    let list = client.get("/api/v1/seeks").await.json();
    let seeks: Vec<Value> = list["seeks"].as_array().cloned().unwrap_or_default();
    let own = seeks.iter().filter(|seek| seek["owner"]["id"] == client.id.as_str());
    own.filter_map(|seek| seek["id"].as_str().map(str::to_owned)).collect()
}

async fn withdraw(client: &Client) {
    for seek in own_seeks(client).await {
        client.send("DELETE", &format!("/api/v1/seeks/{seek}"), "", "").await;
    }
}

async fn seeks_of_address(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let address = target.new_address();
    let mut guests = Vec::new();
    for _ in 0..8 {
        guests.push(target.client().guest("Seeker").await?.at(&address));
    }
    let requests = (0..40_usize).map(|number| {
        let client = guests[number % guests.len()].clone();
        async move { client.post("/api/v1/seeks", &json!({ "instance": "shatranj" })).await }
    });
    let replies = together(requests).await?;
    count_limited(&mut tally, &replies, 10);
    for client in &guests {
        withdraw(client).await;
    }
    Ok(tally)
}

async fn games(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let address = target.new_address();
    let stranger = Stranger::start(target);
    let mut guests = Vec::new();
    for _ in 0..5 {
        guests.push(target.client().guest("Creator").await?.at(&address));
    }
    let seat = json!({ "kind": "human" });
    let body = json!({ "instance": "shatranj", "white": seat, "black": seat, "private": true });
    let begun = Instant::now();
    let sent = (0..100_usize).map(async |number| guests[number % 5].post("/api/v1/games", &body).await);
    let replies = at_once(PARALLEL, sent).await;
    let rate = Rate { at_once: 60.0, per_second: 1.0 };
    count_limited(&mut tally, &replies, rate.most(begun.elapsed()));
    stranger.finish(&mut tally).await?;
    Ok(tally)
}

/// One game after the other by rematches.
async fn rematches(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.stranger().guest("Again").await?;
    let mut game = client.game("shatranj").await?;
    let mut replies = Vec::new();
    let begun = Instant::now();
    for number in 0..25 {
        client.intent(&game, &format!("resign {number}"), json!({ "kind": "resign", "side": "white" })).await;
        let rematch = json!({ "kind": "rematch", "side": "white" });
        let reply = client.intent(&game, &format!("rematch {number}"), rematch).await;
        let is_new = reply.status == 200;
        replies.push(reply);
        if is_new {
            game = next_game(&client, &game).await?;
        }
    }
    let rate = Rate { at_once: 10.0, per_second: 10.0 / 60.0 };
    count_limited(&mut tally, &replies, rate.most(begun.elapsed()));
    Ok(tally)
}

/// The game of a rematch.
async fn next_game(client: &Client, game: &str) -> Result<String, Failure> {
    let path = format!("/ws/v1/game/{game}?after=0");
    let (_sink, mut stream) = crate::client::connect(client.server, client.token.as_deref(), &path).await?;
    let reading = async {
        use futures_util::StreamExt;
        while let Some(message) = stream.next().await {
            let event: Value = serde_json::from_str(message?.to_text()?).unwrap_or_default();
            if event["type"] == "rematched" {
                let next = event["data"]["game"].as_str().ok_or("no game")?;
                return Ok(next.to_owned());
            }
        }
        Err::<String, Failure>("no rematch".into())
    };
    tokio::time::timeout(Duration::from_secs(10), reading).await?
}

async fn chat(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.stranger().guest("Talker").await?;
    let game = client.game("shatranj").await?;
    let begun = Instant::now();
    let path = format!("/api/v1/games/{game}/chat");
    let sent =
        (0..60).map(async |number| client.post(&path, &json!({ "text": format!("spam {number}") })).await);
    let replies = at_once(PARALLEL, sent).await;
    let rate = Rate { at_once: 5.0, per_second: 0.5 };
    count_limited(&mut tally, &replies, rate.most(begun.elapsed()));
    Ok(tally)
}

/// Opens sockets until one is refused.
async fn open_many(clients: impl Iterator<Item = Client>, path: &str) -> (Vec<RawSocket>, String) {
    let mut open = Vec::new();
    for client in clients {
        match RawSocket::open(&client, path).await {
            Ok(socket) => open.push(socket),
            Err(error) => return (open, error.to_string()),
        }
    }
    (open, "no refusal".to_owned())
}

async fn sockets_of_guest(target: &Target) -> Result<Tally, Failure> {
    let client = target.client().guest("Sockets").await?;
    let game = client.game("shatranj").await?;
    // Each from another address: the guest is limited wherever it comes from.
    let clients = (0..60).map(|_| client.at(&target.new_address()));
    sockets(target, clients, &format!("/ws/v1/game/{game}"), 40).await
}

async fn sockets_of_address(target: &Target) -> Result<Tally, Failure> {
    let client = target.stranger();
    sockets(target, (0..260).map(|_| client.clone()), "/ws/v1/lobby", 200).await
}

/// Opens sockets up to the limit, and again when they are closed.
async fn sockets(
    target: &Target,
    clients: impl Iterator<Item = Client> + Clone,
    path: &str,
    limit: usize,
) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let stranger = Stranger::start(target);
    let (open, refusal) = open_many(clients.clone(), path).await;
    for _ in &open {
        tally.count("101");
    }
    tally.count(&refusal);
    tally.require(open.len() == limit && refusal == "429", || {
        format!("{} sockets open, then {refusal}", open.len())
    });
    drop(open);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (again, _) = open_many(clients.take(3), path).await;
    tally.require(again.len() == 3, || "closed sockets make no room".to_owned());
    stranger.finish(&mut tally).await?;
    Ok(tally)
}

/// Pings on many sockets at once.
async fn frames(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let stranger = Stranger::start(target);
    let client = target.stranger().guest("Pings").await?;
    let pings = frame(9, b"ping").repeat(1_000);
    let sent = (0..30).map(async |_| match RawSocket::open(&client, "/ws/v1/lobby").await {
        Ok(mut socket) => {
            socket.write(&pings).await;
            socket.end().await
        }
        Err(error) => format!("not opened: {error}"),
    });
    for end in at_once(10, sent).await {
        tally.count(&end);
        tally.require(end == "4008" || end == "closed", || format!("1,000 pings: {end}"));
    }
    stranger.finish(&mut tally).await?;
    Ok(tally)
}
