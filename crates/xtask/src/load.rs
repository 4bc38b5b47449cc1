//! Measures the server's cost and latency against a bare WebSocket echo in the same
//! run. Loopback only; takes a few minutes.
//!
//! `RUKH_LOAD_POSTGRES` is a PostgreSQL address with the right to create databases; without it the
//! tool starts its own cluster.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Failure, Server, Sink, Stream, free_port, intent, line, used};
use crate::{postgres, program};

/// Number of games the moves are spread over.
const GAMES: usize = 200;
const SOCKETS: usize = 5_000;
const SPECTATORS: usize = 1_000;

/// Options of `cargo xtask load`.
#[derive(Debug, Args)]
pub struct LoadOptions {
    /// Part to run [default: all].
    #[arg(value_enum)]
    part: Option<LoadPart>,
    /// Duration of each load in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Program to measure [default: that of this build].
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

/// Part of the load test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LoadPart {
    /// Moves that are stored before they are acknowledged.
    Moves,
    /// Sockets without traffic; it needs `ulimit -n 20000`.
    Idle,
    /// Many wereras at once.
    Burst,
    /// Many spectators of one game; it needs `ulimit -n 20000`.
    Spectators,
    /// Clients that connect late.
    CatchUp,
}

/// Runs the load tests and prints their figures.
///
/// # Errors
/// A server does not start or a socket breaks.
pub fn run(options: &LoadOptions) -> Result<(), Failure> {
    let binary = program(options.binary.as_deref())?;
    let is_wanted = |part| options.part.is_none_or(|wanted| wanted == part);
    let lasts = Duration::from_secs(options.seconds);
    runtime()?.block_on(async {
        if is_wanted(LoadPart::Moves) {
            moves(&binary, lasts).await?;
        }
        if is_wanted(LoadPart::Idle) {
            idle(&binary).await?;
        }
        if is_wanted(LoadPart::Burst) {
            burst(&binary, lasts).await?;
        }
        if is_wanted(LoadPart::Spectators) {
            spectators(&binary, lasts).await?;
        }
        if is_wanted(LoadPart::CatchUp) {
            catch_up(&binary).await?;
        }
        Ok(())
    })
}

/// Runs the echo server that the loads are compared with, until it is killed.
///
/// # Errors
/// It cannot listen.
pub fn run_echo() -> Result<(), Failure> {
    runtime()?.block_on(echo())
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

/// A directory that is deleted on drop.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        Directory(std::env::temp_dir().join(format!("rukh-load-{name}-{}", std::process::id())))
    }

    fn text(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Percentiles of latencies.
#[derive(Clone, Default)]
struct Latencies(Arc<Mutex<Vec<Duration>>>);

impl Latencies {
    async fn add(&self, latency: Duration) {
        self.0.lock().await.push(latency);
    }

    async fn tell(&self) -> String {
        let mut all = self.0.lock().await.clone();
        all.sort();
        let at = |share: f64| all.get(((all.len() as f64 * share) as usize).min(all.len().saturating_sub(1)));
        let ms = |share| at(share).map_or(f64::NAN, |one| one.as_secs_f64() * 1000.0);
        format!(
            "{:>7} answers, p50 {:>7.2} ms, p99 {:>7.2} ms, most {:>7.2} ms",
            all.len(),
            ms(0.5),
            ms(0.99),
            ms(1.0)
        )
    }
}

// ---- baseline --------------------------------------------------------------

/// A bare echo server in axum: the cost of the sockets alone.
async fn echo() -> Result<(), Failure> {
    use axum::extract::ws::{WebSocket, WebSocketUpgrade};
    async fn answer(mut socket: WebSocket) {
        while let Some(Ok(message)) = socket.recv().await {
            if socket.send(message).await.is_err() {
                return;
            }
        }
    }
    let open = |upgrade: WebSocketUpgrade| async {
        upgrade.read_buffer_size(2048).write_buffer_size(2048).on_upgrade(answer)
    };
    let router = axum::Router::new().route("/ws", axum::routing::get(open));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    axum::serve(listener, router).await?;
    Ok(())
}

struct Echo {
    process: std::process::Child,
    address: std::net::SocketAddr,
}

impl Drop for Echo {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Echo {
    fn start() -> Result<Echo, Failure> {
        use std::io::BufRead;
        let mut process = std::process::Command::new(std::env::current_exe()?)
            .arg("echo")
            .stdout(std::process::Stdio::piped())
            .spawn()?;
        let mut first = String::new();
        let out = process.stdout.take().ok_or("the echo says nothing")?;
        std::io::BufReader::new(out).read_line(&mut first)?;
        Ok(Echo { process, address: first.trim().parse()? })
    }
}

// ---- moves -----------------------------------------------------------------

/// One player's socket, which moves a knight out and back in the werera forever.
struct Hand {
    sink: Sink,
    sent: Arc<Mutex<HashMap<String, Instant>>>,
    number: u64,
}

impl Hand {
    /// Sends the next move; `due` is when it should have been sent.
    async fn move_on(&mut self, due: Instant, name: &str) -> Result<(), Failure> {
        let (from, to) = if self.number.is_multiple_of(2) { ("b1", "c3") } else { ("c3", "b1") };
        let id = format!("{name}-{}", self.number);
        self.number += 1;
        self.sent.lock().await.insert(id.clone(), due);
        let d = json!({ "kind": "place", "side": "white", "from": from, "to": to });
        self.sink.send(intent(&id, &d)).await?;
        Ok(())
    }
}

/// Records when responses arrive.
async fn listen(
    mut stream: Stream,
    sent: Arc<Mutex<HashMap<String, Instant>>>,
    latencies: Latencies,
    refused: Arc<AtomicU64>,
) {
    while let Some(Ok(message)) = stream.next().await {
        let Message::Text(text) = message else { continue };
        let is_answer = text.starts_with("{\"type\":\"ack\"")
            || text.starts_with("{\"type\":\"nack\"")
            || text.starts_with("{\"base\"");
        if !is_answer {
            continue;
        }
        let came = Instant::now();
        let answer: Value = serde_json::from_str(&text).unwrap_or_default();
        if answer["type"] == "nack" {
            refused.fetch_add(1, Ordering::Relaxed);
        }
        let due = sent.lock().await.remove(answer["id"].as_str().unwrap_or_default());
        if let Some(due) = due {
            latencies.add(came - due).await;
        }
    }
}

/// Sends `rate` moves a second over all sockets for a while; returns how many.
async fn drive(hands: &mut [Hand], rate: u64, lasts: Duration) -> Result<u64, Failure> {
    let begun = Instant::now();
    let pace = Duration::from_secs(1) / u32::try_from(rate)?;
    let mut sent = 0_u32;
    let count = hands.len();
    while begun.elapsed() < lasts {
        let due = begun + pace * sent;
        tokio::time::sleep_until(due).await;
        let index = sent as usize % count;
        hands[index].move_on(due, &index.to_string()).await?;
        sent += 1;
    }
    Ok(u64::from(sent))
}

async fn hands_at(
    server: &Server,
    latencies: &Latencies,
    refused: &Arc<AtomicU64>,
) -> Result<Vec<Hand>, Failure> {
    let token = server.guest("load").await?;
    let mut hands = Vec::with_capacity(GAMES);
    for number in 0..GAMES {
        // The creation quota limits how many games one guest may start at once.
        let token = if number % 50 == 0 { server.guest("load").await? } else { token.clone() };
        let game = server.game(&token, "senterej").await.or(Err("a game"));
        let (token, game) = match game {
            Ok(game) => (token, game),
            Err(_) => {
                let other = server.guest("load").await?;
                let game = server.game(&other, "senterej").await?;
                (other, game)
            }
        };
        let (sink, stream) = server.line(Some(&token), &game, 0).await?;
        let sent = Arc::new(Mutex::new(HashMap::new()));
        tokio::spawn(listen(stream, sent.clone(), latencies.clone(), refused.clone()));
        hands.push(Hand { sink, sent, number: 0 });
    }
    Ok(hands)
}

async fn moves(binary: &Path, lasts: Duration) -> Result<(), Failure> {
    println!("\ndurable moves ({GAMES} games, {} s each)", lasts.as_secs());
    for rate in [500, 2_000] {
        echo_floor(rate, lasts).await?;
        let directory = Directory::new("moves");
        move_load(binary, "SQLite", (rate, lasts), &["--data-dir", &directory.text()]).await?;
        let database = postgres::fresh_database();
        move_load(binary, "PostgreSQL", (rate, lasts), &["--database", &database]).await?;
    }
    Ok(())
}

async fn echo_floor(rate: u64, lasts: Duration) -> Result<(), Failure> {
    let echo = Echo::start()?;
    let (latencies, refused) = (Latencies::default(), Arc::default());
    let mut hands = Vec::new();
    for _ in 0..GAMES {
        let (sink, stream) = line(echo.address, None, "/ws").await?;
        let sent = Arc::new(Mutex::new(HashMap::new()));
        tokio::spawn(listen(stream, sent.clone(), latencies.clone(), Arc::clone(&refused)));
        hands.push(Hand { sink, sent, number: 0 });
    }
    let before = used(echo.process.id());
    let sent = drive(&mut hands, rate, lasts).await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let cost = (used(echo.process.id()) - before) * 1e6 / sent as f64;
    println!(
        "{:<11} {rate:>5}/s: {cost:>6.0} µs of processor a message; {}",
        "bare echo",
        latencies.tell().await
    );
    Ok(())
}

async fn move_load(
    binary: &Path,
    name: &str,
    (rate, lasts): (u64, Duration),
    place: &[&str],
) -> Result<(), Failure> {
    let server = Server::start(binary, free_port().await?, place).await?;
    let (latencies, refused) = (Latencies::default(), Arc::new(AtomicU64::new(0)));
    let mut hands = hands_at(&server, &latencies, &refused).await?;
    drive(&mut hands, 200, Duration::from_secs(1)).await?;
    latencies.0.lock().await.clear();
    let before = server.used();
    let sent = drive(&mut hands, rate, lasts).await?;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let cost = (server.used() - before) * 1e6 / sent as f64;
    let refused = refused.load(Ordering::Relaxed);
    println!(
        "{name:<11} {rate:>5}/s: {cost:>6.0} µs of processor a move;    {}{}",
        latencies.tell().await,
        if refused > 0 { format!(", {refused} REFUSED") } else { String::new() }
    );
    Ok(())
}

// ---- idle sockets ----------------------------------------------------------

async fn idle(binary: &Path) -> Result<(), Failure> {
    println!("\nidle sockets");
    let echo = Echo::start()?;
    let memory = |pid: u32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default().to_owned();
        line.split_whitespace().nth(1).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0) * 1024
    };
    let before = memory(echo.process.id());
    let mut lines = Vec::with_capacity(SOCKETS);
    for _ in 0..SOCKETS {
        lines.push(line(echo.address, None, "/ws").await?);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let each = memory(echo.process.id()).saturating_sub(before) / SOCKETS as u64;
    println!("bare echo   {SOCKETS} sockets: {each} bytes each");
    drop((lines, echo));
    let directory = Directory::new("idle");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let token = server.guest("idle").await?;
    let mut games = Vec::new();
    for _ in 0..50 {
        games.push(server.game(&token, "senterej").await?);
    }
    drop(server.line(None, &games[0], 0).await?);
    let before = server.memory();
    let mut lines = Vec::with_capacity(SOCKETS);
    for number in 0..SOCKETS {
        let (sink, mut stream) = server.line(None, &games[number % games.len()], 0).await?;
        // The greeting is read, as any client does.
        stream.next().await.ok_or("no greeting")??;
        tokio::spawn(async move { while let Some(Ok(_)) = stream.next().await {} });
        lines.push(sink);
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let each = server.memory().saturating_sub(before) / SOCKETS as u64;
    println!("rukh        {SOCKETS} sockets over {} games: {each} bytes each", games.len());
    Ok(())
}

// ---- many wereras at once --------------------------------------------------

/// Every event a socket has received, as text.
async fn hear(mut stream: Stream, heard: Arc<Mutex<Vec<String>>>) {
    while let Some(Ok(message)) = stream.next().await {
        if let Message::Text(text) = message
            && text.starts_with("{\"seq\":")
        {
            heard.lock().await.push(text.to_string());
        }
    }
}

async fn burst(binary: &Path, lasts: Duration) -> Result<(), Failure> {
    const BOARDS: usize = 100;
    println!(
        "\nburst: {BOARDS} wereras, two players and a bystander each, 10 moves/s a game, {} s",
        lasts.as_secs()
    );
    let directory = Directory::new("burst");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let (latencies, refused) = (Latencies::default(), Arc::new(AtomicU64::new(0)));
    let (mut hands, mut games, mut heard) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BOARDS {
        let (white, black) = (server.guest("white").await?, server.guest("black").await?);
        let wish = json!({ "instance": "senterej", "colour": "white" }).to_string();
        let seek = server.ask("POST", "/api/v1/seeks", Some(&white), &wish).await?;
        let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap_or_default());
        let game = server.ask("POST", &path, Some(&black), "{}").await?;
        let game = game["id"].as_str().ok_or("no game")?.to_owned();
        for (token, side) in [(&white, "white"), (&black, "black")] {
            let (sink, stream) = server.line(Some(token), &game, 0).await?;
            let sent = Arc::new(Mutex::new(HashMap::new()));
            tokio::spawn(listen(stream, sent.clone(), latencies.clone(), refused.clone()));
            hands.push((Hand { sink, sent, number: 0 }, side));
        }
        let ears = Arc::new(Mutex::new(Vec::new()));
        let (_, stream) = server.line(None, &game, 0).await?;
        tokio::spawn(hear(stream, ears.clone()));
        heard.push(ears);
        games.push(game);
    }
    let before = server.used();
    let (begun, mut sent) = (Instant::now(), 0_u32);
    let pace = Duration::from_secs(1) / (10 * BOARDS as u32);
    let count = hands.len();
    while begun.elapsed() < lasts {
        let due = begun + pace * sent;
        tokio::time::sleep_until(due).await;
        let (hand, side) = &mut hands[sent as usize % count];
        let home = if *side == "white" { ["b1", "c3"] } else { ["b8", "c6"] };
        let way = if hand.number.is_multiple_of(2) { home } else { [home[1], home[0]] };
        let id = format!("{}-{}", sent as usize % count, hand.number);
        hand.number += 1;
        hand.sent.lock().await.insert(id.clone(), due);
        let d = json!({ "kind": "place", "side": side, "from": way[0], "to": way[1] });
        hand.sink.send(intent(&id, &d)).await?;
        sent += 1;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let cost = (server.used() - before) * 1e6 / f64::from(sent);
    let mut diverged = 0;
    for (game, heard) in games.iter().zip(&heard) {
        let (_, mut stream) = server.line(None, game, 0).await?;
        let heard = heard.lock().await;
        let mut again = Vec::new();
        while again.len() < heard.len() {
            match tokio::time::timeout(Duration::from_secs(5), stream.next()).await {
                Ok(Some(Ok(Message::Text(text)))) if text.starts_with("{\"seq\":") => {
                    again.push(text.to_string())
                }
                Ok(Some(Ok(_))) => {}
                _ => break,
            }
        }
        diverged += usize::from(*heard != again);
    }
    println!(
        "{:<11} {cost:>6.0} µs of processor a move; {}; {} refused, {diverged} games diverged",
        "SQLite",
        latencies.tell().await,
        refused.load(Ordering::Relaxed)
    );
    Ok(())
}

// ---- many spectators -------------------------------------------------------

async fn spectators(binary: &Path, lasts: Duration) -> Result<(), Failure> {
    println!("\none game with {SPECTATORS} spectators, 5 moves/s, {} s", lasts.as_secs());
    let directory = Directory::new("eyes");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let token = server.guest("player").await?;
    let game = server.game(&token, "senterej").await?;
    let due: Arc<Mutex<HashMap<u64, Instant>>> = Arc::default();
    let latencies = Latencies::default();
    for _ in 0..SPECTATORS {
        let (_, mut stream) = server.line(None, &game, 1).await?;
        let (due, latencies) = (due.clone(), latencies.clone());
        tokio::spawn(async move {
            while let Some(Ok(message)) = stream.next().await {
                let Message::Text(text) = message else { continue };
                let Some(number) = text
                    .strip_prefix("{\"seq\":")
                    .and_then(|rest| rest.split(',').next()?.parse::<u64>().ok())
                else {
                    continue;
                };
                let came = Instant::now();
                let due = due.lock().await.get(&number).copied();
                if let Some(due) = due {
                    latencies.add(came - due).await;
                }
            }
        });
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let (sink, _stream) = server.line(Some(&token), &game, 1).await?;
    let mut hand = Hand { sink, sent: Arc::default(), number: 0 };
    let before = server.used();
    let begun = Instant::now();
    let mut moved = 0_u32;
    while begun.elapsed() < lasts {
        tokio::time::sleep_until(begun + Duration::from_millis(200) * moved).await;
        due.lock().await.insert(u64::from(moved) + 2, Instant::now());
        hand.move_on(Instant::now(), "player").await?;
        moved += 1;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let cost = (server.used() - before) * 1e6 / f64::from(moved) / SPECTATORS as f64;
    println!(
        "{:<11} {cost:>6.1} µs of processor a move and spectator; until seen: {}",
        "SQLite",
        latencies.tell().await
    );
    Ok(())
}

// ---- catching up -----------------------------------------------------------

async fn catch_up(binary: &Path) -> Result<(), Failure> {
    const EVENTS: u64 = 300;
    println!("\ncatching up with {EVENTS} events");
    let directory = Directory::new("late");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let token = server.guest("player").await?;
    let game = server.game(&token, "senterej").await?;
    let (latencies, refused) = (Latencies::default(), Arc::default());
    let (sink, stream) = server.line(Some(&token), &game, 0).await?;
    let mut hands = [Hand { sink, sent: Arc::default(), number: 0 }];
    tokio::spawn(listen(stream, hands[0].sent.clone(), latencies.clone(), refused));
    drive(&mut hands, 18, Duration::from_millis(EVENTS * 1000 / 18)).await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let late = Latencies::default();
    for _ in 0..200 {
        let begun = Instant::now();
        let (_, mut stream) = server.line(None, &game, 0).await?;
        let last = format!("{{\"seq\":{},", EVENTS - 2);
        while let Some(Ok(message)) = stream.next().await {
            if message.to_text().is_ok_and(|text| text.starts_with(&last)) {
                break;
            }
        }
        late.add(begun.elapsed()).await;
    }
    println!("{:<11} from opening the line to the last event: {}", "SQLite", late.tell().await);
    Ok(())
}
