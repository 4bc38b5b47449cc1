//! One address that asks for as much of everybody's as it can get, and a newcomer beside it.

use std::time::Duration;

use rukh_rules::Ruleset;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::Instant;

use super::client::Client;
use super::report::{Report, Tally};
use super::{Target, at_once, is_limit};
use crate::Failure;
use crate::http::Reply;

/// A ruleset with many options, whose page is long.
const OPTIONAL: &str = "senterej";
/// Rulesets whose usual pages a newcomer asks for in the meantime.
const USUAL: [&str; 3] = ["shatranj", "oblong", "mideast"];
/// Memory that a flood of pages may take above that before it, in bytes.
const PAGES_MEMORY: u64 = 128 << 20;
/// What an address may hold of analyses and of reviews.
const ENGINE_SHARE: usize = 12;
/// Downloads of an address.
const DOWNLOAD_SHARE: usize = 2;
/// Time after which a download that nobody reads is cut off, with some slack.
const SLOW_DOWNLOAD: Duration = Duration::from_secs(32);
/// Longest time of a newcomer for something that is computed.
const PATIENCE: Duration = Duration::from_secs(3);
const QUICK_PATIENCE: Duration = Duration::from_secs(15);

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    let expected = "a newcomer is served";
    report.run(("crowd: pages of the library", expected), limit, pages(target)).await;
    report.run(("crowd: analyses of an address", expected), limit, analyses(target)).await;
    report.run(("crowd: reviews of an address", expected), limit, reviews(target)).await;
    report.run(("crowd: downloads nobody reads", expected), limit, downloads(target)).await;
    let expected = "400 and 100/s, then 429";
    report.run(("crowd: a proxy that names no client", expected), limit, unnamed(target)).await;
    report.run(("crowd: methods of nothing", "404"), limit, methods_of_nothing(target)).await;
}

fn patience(target: &Target) -> Duration {
    if target.quick { QUICK_PATIENCE } else { PATIENCE }
}

/// Counts a reply that must be an answer or a clear refusal.
fn count_answer(tally: &mut Tally, reply: &Reply, what: &str) {
    tally.count(reply.status_text());
    tally.require(reply.status == 200 || is_limit(reply), || format!("{what}: {}", reply.summary()));
}

/// Instances of a ruleset that differ in their options.
fn instances(count: usize) -> Result<Vec<String>, Failure> {
    let ruleset = Ruleset::named(OPTIONAL)?;
    let instance = |mut number: usize| {
        let mut chosen = Vec::new();
        for option in &ruleset.options {
            let choice = &option.choices[number % option.choices.len()];
            number /= option.choices.len();
            chosen.push(format!("{}%3D{}", option.key, choice.id));
        }
        format!("{OPTIONAL}%5B{}%5D", chosen.join("%2C"))
    };
    Ok((1..=count).map(instance).collect())
}

async fn pages(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (crowd, newcomer) = (target.stranger(), target.stranger());
    let warm = newcomer.get(&format!("/library/{OPTIONAL}")).await;
    tally.expect(&warm, &[200], || "the usual page".to_owned());
    let before = target.memory();
    let count = target.scaled(60, 380);
    let instances = instances(count)?;
    let paths = instances
        .iter()
        .enumerate()
        .map(|(number, instance)| format!("/library/{instance}?lang={}", ["am", "ar", "fa"][number % 3]));
    let flood = at_once(
        count,
        paths.map(|path| {
            let crowd = crowd.clone();
            async move { crowd.get(&path).await }
        }),
    );
    let visits = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let mut visits = Vec::new();
        for ruleset in USUAL {
            let begun = Instant::now();
            let reply = newcomer.get(&format!("/library/{ruleset}")).await;
            visits.push((reply, begun.elapsed()));
        }
        visits
    };
    let (replies, visits) = tokio::join!(flood, visits);
    for reply in &replies {
        tally.count(reply.status_text());
        // Not all options go together.
        let is_answer = matches!(reply.status, 200 | 404) || is_limit(reply);
        tally.require(is_answer, || format!("a page: {}", reply.summary()));
    }
    for (reply, time) in visits {
        let is_served = reply.status == 200 && time <= patience(target);
        tally.require(is_served, || format!("a newcomer's page: {} after {time:.2?}", reply.summary()));
        tally.note(format!("newcomer's page {time:.0?}"));
    }
    if let (Some(before), Some(after)) = (before, target.memory()) {
        let more = after.saturating_sub(before);
        tally.note(format!("{} MiB, {} MiB before", after >> 20, before >> 20));
        tally.require(more <= PAGES_MEMORY, || format!("{} MiB more than before", more >> 20));
    }
    Ok(tally)
}

/// A request that is answered for long: its connection, and how its answer begins.
async fn begin(
    client: &Client,
    method: &str,
    path: &str,
    body: &str,
) -> Result<(TcpStream, String), Failure> {
    let socket = if client.server.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // The smaller the buffer is, the sooner it is full.
    socket.set_recv_buffer_size(2048)?;
    let mut stream = socket.connect(client.server).await?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\n{}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        client.server,
        client.headers(),
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut head = vec![0; 16];
    tokio::time::timeout(Duration::from_secs(30), stream.read_exact(&mut head)).await??;
    Ok((stream, String::from_utf8_lossy(&head).into_owned()))
}

/// Sixteen guests of an address with four analyses each, and then a newcomer.
async fn analyses(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let ruleset = std::sync::Arc::new(Ruleset::named("shatranj")?);
    let start = rukh_rules::Game::new(ruleset).fen();
    let body =
        json!({ "game": { "ruleset": { "name": "shatranj" }, "start": start, "events": [] } }).to_string();
    let address = target.new_address();
    let mut held = Vec::new();
    for _ in 0..16 {
        let guest = target.client().guest("Crowd").await?.at(&address);
        for _ in 0..4 {
            let (stream, head) = begin(&guest, "POST", "/api/v1/analysis", &body).await?;
            tally.count(head.get(9..12).unwrap_or("?"));
            if head.contains(" 200") {
                held.push(stream);
            }
        }
    }
    let most = ENGINE_SHARE + 8;
    tally.require(held.len() <= most, || format!("{} of one address, at most {most} should", held.len()));
    let newcomer = target.client().guest("Newcomer").await?.at(&target.new_address());
    let (mut stream, head) = begin(&newcomer, "POST", "/api/v1/analysis", &body).await?;
    tally.require(head.contains(" 200"), || format!("a newcomer's analysis: {head}"));
    let begun = Instant::now();
    let reading = async {
        let (mut text, mut part) = (String::new(), [0; 1024]);
        while !text.contains("\"depth\"") {
            match stream.read(&mut part).await {
                Ok(count) if count > 0 => text += &String::from_utf8_lossy(&part[..count]),
                _ => return false,
            }
        }
        true
    };
    let is_served = tokio::time::timeout(patience(target) * 4, reading).await.unwrap_or(false);
    tally.require(is_served, || format!("a newcomer has no analysis after {:.1?}", begun.elapsed()));
    tally.note(format!("newcomer's first depth after {:.1?}", begun.elapsed()));
    Ok(tally)
}

/// A finished game of a guest.
async fn finished(guest: &Client) -> Result<String, Failure> {
    let game = guest.game("shatranj").await?;
    let reply = guest.intent(&game, "end", json!({ "kind": "resign", "side": "white" })).await;
    match reply.status {
        200 => Ok(game),
        _ => Err(format!("a game does not end: {}", reply.summary()).into()),
    }
}

/// Reviews for the guests of an address, up to the rate of reviews, or of five, and then a newcomer's.
async fn reviews(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    for _ in 0..target.scaled(1, 5) {
        let address = target.new_address();
        let mut accepted = 0;
        for _ in 0..18 {
            let guest = target.client().guest("Crowd").await?.at(&address);
            let game = finished(&guest).await?;
            let reply = guest.send("POST", &format!("/api/v1/games/{game}/review"), "", "").await;
            accepted += usize::from(reply.status == 202);
            tally.count(reply.status_text());
            tally.require(reply.status == 202 || is_limit(&reply), || {
                format!("a review: {}", reply.summary())
            });
        }
        tally.note(format!("{accepted} of an address"));
    }
    let newcomer = target.client().guest("Newcomer").await?.at(&target.new_address());
    let game = finished(&newcomer).await?;
    let reply = newcomer.send("POST", &format!("/api/v1/games/{game}/review"), "", "").await;
    tally.expect(&reply, &[202], || "a newcomer's review".to_owned());
    Ok(tally)
}

/// Downloads of one address whose readers take nothing, and one of another.
async fn downloads(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    // As many games as fill the buffers of a connection.
    for _ in 0..target.scaled(1, 24) {
        let guest = target.client().guest("Player").await?;
        let games = (0..50).map(async |_| finished(&guest).await);
        for game in at_once(8, games).await {
            game?;
        }
    }
    indexed(target).await?;
    let path = "/downloads/games.jsonl";
    let whole = target.client().get(path).await;
    tally.note(format!("{} KiB", whole.body.len() >> 10));
    let crowd = target.stranger();
    let mut held = Vec::new();
    for _ in 0..4 {
        let (stream, head) = begin(&crowd, "GET", path, "").await?;
        tally.count(head.get(9..12).unwrap_or("?"));
        if head.contains(" 200") {
            held.push(stream);
        }
    }
    // In the quick part the file is too short to hold a place.
    if !target.quick {
        tally.require(held.len() == DOWNLOAD_SHARE, || format!("{} of one address", held.len()));
    }
    let newcomer = target.stranger().get(&format!("{path}?count=1")).await;
    tally.expect(&newcomer, &[200], || "a newcomer's download".to_owned());
    if !target.quick {
        tokio::time::sleep(SLOW_DOWNLOAD).await;
        let again = crowd.get(&format!("{path}?count=1")).await;
        tally.expect(&again, &[200], || "a download after the slow ones".to_owned());
    }
    Ok(tally)
}

/// Waits until the archive has the games that have ended.
async fn indexed(target: &Target) -> Result<(), Failure> {
    let begun = Instant::now();
    loop {
        let reply = target.client().get("/api/v1/games?state=archived&count=1").await;
        if reply.status == 200 && reply.json()["unindexed"] == Value::Null {
            return Ok(());
        }
        if begun.elapsed() > Duration::from_secs(60) {
            return Err(format!("the archive is behind: {}", reply.summary()).into());
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Requests through a proxy that says neither for whom it asks nor hides that it is one.
async fn unnamed(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.client();
    let (count, begun) = (target.scaled(700, 2_000), Instant::now());
    let sent =
        (0..count).map(async |_| client.send("GET", "/healthz", "x-forwarded-proto: https\r\n", "").await);
    for reply in at_once(super::PARALLEL, sent).await {
        count_answer(&mut tally, &reply, "a request");
    }
    let most = 404.0 + 100.0 * begun.elapsed().as_secs_f64();
    let passed = tally.number_of("200");
    tally.require(passed as f64 <= most, || format!("{passed} passed, at most {most:.0} should"));
    Ok(tally)
}

/// What is not there is not there for any method.
async fn methods_of_nothing(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
        for path in ["/nowhere", "/api/v1/nowhere", "/assets/nowhere.js", "/ws/nowhere", "/library/a/b/c"] {
            let reply = target.client().send(method, path, "", "").await;
            tally.expect(&reply, &[404], || format!("{method} {path}"));
        }
    }
    Ok(tally)
}
