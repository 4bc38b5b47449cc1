//! Half-open connections, and clients that read nothing.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::Instant;

use super::client::Client;
use super::report::{Report, Tally};
use super::websocket::RawSocket;
use super::{Stranger, Target, at_once};
use crate::Failure;

/// Slack of the documented time limits.
const SLACK: Duration = Duration::from_secs(6);
/// Time for the head of a request, and between two.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// Time without progress of a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// Time until an answer begins.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// Time after which sockets that answer no ping, and clients that read nothing, are gone: 65 seconds
/// of silence, noticed with the next ping; or 30 seconds during which nothing could be written.
const READER_TIMEOUT: Duration = Duration::from_secs(90);
/// Files that a server may keep open after an attack beside those before it: its own connections to
/// the database.
const FILES_SLACK: usize = 8;
/// Receive buffer of clients that read nothing, in bytes: the smaller it is, the sooner it is full.
const RECEIVE_BUFFER: u32 = 2048;
/// Moves that are sent past clients that read nothing.
const MOVES: usize = 900;

/// A client that does not finish what it begins.
#[derive(Debug, Clone)]
struct HalfOpen {
    name: &'static str,
    /// What it sends at once.
    start: String,
    /// What it sends then, a byte a second.
    drip: String,
    /// When the connection must be closed.
    timeout: Duration,
}

fn half_open(target: &Target) -> Vec<HalfOpen> {
    let host = format!("host: {}\r\n", target.address);
    let head = "POST /api/v1/guests HTTP/1.1\r\ncontent-type: application/json\r\n";
    let body = format!("{head}{host}content-length: 9000\r\n\r\n{{\"name\":\"");
    let chunked = format!("{head}{host}transfer-encoding: chunked\r\n\r\n5\r\n{{");
    let get = format!("GET /api/v1/levels HTTP/1.1\r\n{host}");
    let letters = "x".repeat(200);
    let case = |name, start: &str, drip: &str, timeout| HalfOpen {
        name,
        start: start.to_owned(),
        drip: drip.to_owned(),
        timeout,
    };
    vec![
        case("nothing", "", "", HEAD_TIMEOUT),
        case("half a line", "GET /api", "", HEAD_TIMEOUT),
        case("half a head", &get, "", HEAD_TIMEOUT),
        case("head by bytes", &get, &format!("x: {letters}"), HEAD_TIMEOUT),
        case("nothing after an answer", &format!("{get}\r\n"), "", HEAD_TIMEOUT),
        case("half a body", &body, "", BODY_TIMEOUT + SLACK),
        case("half a chunk", &chunked, "", BODY_TIMEOUT + SLACK),
        case("body by bytes", &body, &letters, ANSWER_TIMEOUT + HEAD_TIMEOUT),
    ]
}

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    if target.quick {
        let expected = "strangers are served, files given back";
        report.run(("slow: half-open connections", expected), limit, held_for_a_moment(target)).await;
        return;
    }
    let expected = "closed in time, strangers are served";
    report.run(("slow: half-open connections", expected), limit, half_open_is_closed(target)).await;
    report.run(("slow: clients that read nothing", expected), limit, readers_are_closed(target)).await;
}

/// Waits until the server has about as many files open as before, if this program has started it.
async fn files_come_back(target: &Target, before: Option<usize>, tally: &mut Tally) {
    let Some(before) = before else { return };
    let begun = Instant::now();
    loop {
        let now = target.open_files().unwrap_or_default();
        let is_back = now <= before + FILES_SLACK;
        if is_back || begun.elapsed() > SLACK {
            tally.note(format!("open files {before} before, {now} after"));
            tally.require(is_back, || format!("{now} files are open, {before} were before"));
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn held_for_a_moment(target: &Target) -> Result<Tally, Failure> {
    let (mut tally, before) = (Tally::default(), target.open_files());
    let mut held = Vec::new();
    for case in half_open(target) {
        for _ in 0..30 {
            let mut stream = TcpStream::connect(target.address).await?;
            stream.write_all(case.start.as_bytes()).await?;
            held.push(stream);
            tally.count("half-open");
        }
    }
    let stranger = Stranger::start(target);
    tokio::time::sleep(Duration::from_secs(2)).await;
    stranger.finish(&mut tally).await?;
    drop(held);
    files_come_back(target, before, &mut tally).await;
    Ok(tally)
}

async fn half_open_is_closed(target: &Target) -> Result<Tally, Failure> {
    let (mut tally, before) = (Tally::default(), target.open_files());
    let stranger = Stranger::start(target);
    let cases: Vec<HalfOpen> = half_open(target).into_iter().flat_map(|case| vec![case; 40]).collect();
    let count = cases.len();
    let held = cases.iter().map(async |case| (case, closed_after(target, case).await));
    for (case, closed) in at_once(count, held).await {
        match closed? {
            Some(time) => {
                tally.count(format!("{} closed", case.name));
                let most = case.timeout + SLACK;
                tally.require(time <= most, || {
                    format!("{}: closed after {time:.1?}, {most:.0?} at most", case.name)
                });
            }
            None => {
                tally.count(format!("{} open", case.name));
                tally.require(false, || format!("{}: still open", case.name));
            }
        }
    }
    stranger.finish(&mut tally).await?;
    files_come_back(target, before, &mut tally).await;
    Ok(tally)
}

/// How long the server keeps a connection; `None` if it does not close it.
async fn closed_after(target: &Target, case: &HalfOpen) -> Result<Option<Duration>, Failure> {
    let begun = Instant::now();
    let (mut reader, mut writer) = TcpStream::connect(target.address).await?.into_split();
    writer.write_all(case.start.as_bytes()).await?;
    let dripping = async {
        for byte in case.drip.as_bytes() {
            tokio::time::sleep(Duration::from_secs(1)).await;
            // The server may have closed.
            if writer.write_all(&[*byte]).await.is_err() {
                break;
            }
        }
        std::future::pending::<()>().await;
    };
    let reading = async {
        let mut part = [0; 1024];
        while reader.read(&mut part).await.is_ok_and(|count| count > 0) {}
    };
    let closed = async {
        tokio::select! {
            () = reading => {}
            () = dripping => {}
        }
    };
    let patience = case.timeout + SLACK * 4;
    Ok(tokio::time::timeout(patience, closed).await.ok().map(|()| begun.elapsed()))
}

/// A connection with a small receive buffer.
async fn narrow_connection(target: &Target) -> Result<TcpStream, Failure> {
    let socket = if target.address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    Ok(socket.connect(target.address).await?)
}

/// Game sockets, lobby sockets, streams and pipelined requests whose answers nobody reads, while a
/// game goes on.
async fn readers_are_closed(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let person = target.client().guest("Reader").await?;
    let game = person.game("senterej").await?;
    let before = target.open_files();
    let stranger = Stranger::start(target);
    let begun = Instant::now();
    let mut held = Vec::new();
    for _ in 0..10 {
        for path in [format!("/ws/v1/game/{game}?after=0"), "/ws/v1/lobby".to_owned()] {
            let stream = narrow_connection(target).await?;
            held.push(("socket", RawSocket::open_on(stream, &target.stranger(), &path).await?.into_stream()));
        }
        let mut stream = narrow_connection(target).await?;
        let request = format!("GET /api/v1/games/{game}/stream HTTP/1.1\r\nhost: {}\r\n\r\n", target.address);
        stream.write_all(request.as_bytes()).await?;
        held.push(("stream", stream));
        held.push(("pipeline", pipelined(target).await?));
    }
    for (name, _) in &held {
        tally.count(name);
    }
    play(&person, &game).await?;
    tally.note(format!("{MOVES} moves in {:.0?}", begun.elapsed()));
    tokio::time::sleep_until(begun + READER_TIMEOUT).await;
    files_come_back(target, before, &mut tally).await;
    let open = at_once(
        held.len(),
        held.into_iter().map(async |(name, mut stream)| (name, !is_closed(&mut stream).await)),
    );
    for (name, is_open) in open.await {
        tally.require(!is_open, || {
            format!("a {name} that nobody reads is still open after {READER_TIMEOUT:?}")
        });
    }
    stranger.finish(&mut tally).await?;
    Ok(tally)
}

/// A connection that asks for much and reads nothing.
async fn pipelined(target: &Target) -> Result<TcpStream, Failure> {
    let mut stream = narrow_connection(target).await?;
    let request = format!("GET /api/v1/schema HTTP/1.1\r\nhost: {}\r\n\r\n", target.address);
    let writing = async { while stream.write_all(request.as_bytes()).await.is_ok() {} };
    // It ends when the server has stopped reading, or has closed.
    let _ = tokio::time::timeout(Duration::from_secs(1), writing).await;
    Ok(stream)
}

/// Moves knights out and back.
async fn play(person: &Client, game: &str) -> Result<(), Failure> {
    for number in 0..MOVES {
        let (side, home, out) = if number % 2 == 0 { ("white", "b1", "c3") } else { ("black", "b8", "c6") };
        let (from, to) = if number % 4 < 2 { (home, out) } else { (out, home) };
        let place = json!({ "kind": "place", "side": side, "from": from, "to": to });
        let reply = person.intent(game, &number.to_string(), place).await;
        if reply.status != 200 {
            return Err(format!("move {number}: {}", reply.summary()).into());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// Whether the server has closed a connection: reads what has arrived.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let reading = async {
        let mut part = vec![0; 64 * 1024];
        while stream.read(&mut part).await.is_ok_and(|count| count > 0) {}
    };
    tokio::time::timeout(SLACK, reading).await.is_ok()
}
