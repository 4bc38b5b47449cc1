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

use crate::client::{Failure, Server, Sink, Stream, connect, cpu_seconds, free_port, intent};
use crate::{postgres, program};

mod arena;
mod engines;
mod lobby;
mod memory;
mod rated;
mod sign_in;

/// Number of games the moves are spread over.
const GAMES: usize = 200;
/// Games of one guest, who may have forty sockets.
const GAMES_OF_GUEST: usize = 40;
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
    /// Clients in the lobby.
    #[arg(long, value_name = "NUMBER", default_value_t = SOCKETS, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    clients: usize,
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
    /// Live games in memory.
    Memory,
    /// Many wereras at once.
    Burst,
    /// Many spectators of one game; it needs `ulimit -n 20000`.
    Spectators,
    /// Clients that connect late.
    CatchUp,
    /// A guest who floods the computer with games, and a stranger who plays one.
    Engines,
    /// A long lobby with many clients; it needs `ulimit -n 20000`.
    Lobby,
    /// Ends of rated games beside those of unrated ones.
    Rated,
    /// An arena of two hundred people; it needs `ulimit -n 20000`.
    Arena,
    /// People who sign in with passkeys.
    SignIn,
}

/// Runs the load tests and prints their figures.
///
/// # Errors
/// A server does not start or a socket breaks.
pub fn run(options: &LoadOptions) -> Result<(), Failure> {
    let binary = program(options.binary.as_deref())?;
    let is_wanted = |part| options.part.is_none_or(|wanted| wanted == part);
    let duration = Duration::from_secs(options.seconds);
    runtime()?.block_on(async {
        if is_wanted(LoadPart::Moves) {
            moves(&binary, duration).await?;
        }
        if is_wanted(LoadPart::Idle) {
            idle(&binary).await?;
        }
        if is_wanted(LoadPart::Memory) {
            memory::run(&binary).await?;
        }
        if is_wanted(LoadPart::Burst) {
            burst(&binary, duration).await?;
        }
        if is_wanted(LoadPart::Spectators) {
            spectators(&binary, duration).await?;
        }
        if is_wanted(LoadPart::CatchUp) {
            catch_up(&binary).await?;
        }
        if is_wanted(LoadPart::Engines) {
            engines::run(&binary).await?;
        }
        if is_wanted(LoadPart::Lobby) {
            lobby::run(&binary, options.clients, duration).await?;
        }
        if is_wanted(LoadPart::Rated) {
            rated::run(&binary).await?;
        }
        if is_wanted(LoadPart::Arena) {
            arena::run(&binary).await?;
        }
        if is_wanted(LoadPart::SignIn) {
            sign_in::run(&binary).await?;
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

    async fn summary(&self) -> String {
        let mut all = self.0.lock().await.clone();
        all.sort();
        let at = |share: f64| all.get(((all.len() as f64 * share) as usize).min(all.len().saturating_sub(1)));
        let ms = |share| at(share).map_or(f64::NAN, |one| one.as_secs_f64() * 1000.0);
        format!(
            "{:>7} responses, p50 {:>7.2} ms, p99 {:>7.2} ms, max {:>7.2} ms",
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
        let out = process.stdout.take().ok_or("the echo server has no output")?;
        std::io::BufReader::new(out).read_line(&mut first)?;
        Ok(Echo { process, address: first.trim().parse()? })
    }
}

// ---- moves -----------------------------------------------------------------

/// One player's socket, which moves a knight out and back in the werera forever.
struct PlayerSocket {
    sink: Sink,
    sent: Arc<Mutex<HashMap<String, Instant>>>,
    number: u64,
}

impl PlayerSocket {
    /// Sends the next move; `due` is when it should have been sent.
    async fn send_move(&mut self, due: Instant, name: &str) -> Result<(), Failure> {
        let (from, to) = if self.number.is_multiple_of(2) { ("b1", "c3") } else { ("c3", "b1") };
        let id = format!("{name}-{}", self.number);
        self.number += 1;
        self.sent.lock().await.insert(id.clone(), due);
        let data = json!({ "kind": "place", "side": "white", "from": from, "to": to });
        self.sink.send(intent(&id, &data)).await?;
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
        let is_response = text.starts_with("{\"type\":\"ack\"")
            || text.starts_with("{\"type\":\"nack\"")
            || text.starts_with("{\"base\"");
        if !is_response {
            continue;
        }
        let arrived = Instant::now();
        let response: Value = serde_json::from_str(&text).unwrap_or_default();
        if response["type"] == "nack" {
            refused.fetch_add(1, Ordering::Relaxed);
        }
        let due = sent.lock().await.remove(response["id"].as_str().unwrap_or_default());
        if let Some(due) = due {
            latencies.add(arrived - due).await;
        }
    }
}

/// Sends `rate` moves a second over all sockets for a while; returns how many.
async fn drive(players: &mut [PlayerSocket], rate: u64, duration: Duration) -> Result<u64, Failure> {
    let start = Instant::now();
    let interval = Duration::from_secs(1) / u32::try_from(rate)?;
    let mut sent = 0_u32;
    let count = players.len();
    while start.elapsed() < duration {
        let due = start + interval * sent;
        tokio::time::sleep_until(due).await;
        let index = sent as usize % count;
        players[index].send_move(due, &index.to_string()).await?;
        sent += 1;
    }
    Ok(u64::from(sent))
}

/// Games of a node, with a socket of each to the same node or to another.
async fn open_games(
    server: &Server,
    socket_node: &Server,
    latencies: &Latencies,
    refused: &Arc<AtomicU64>,
) -> Result<Vec<PlayerSocket>, Failure> {
    let mut token = String::new();
    let mut players = Vec::with_capacity(GAMES);
    for number in 0..GAMES {
        if number.is_multiple_of(GAMES_OF_GUEST) {
            token = server.guest("load").await?;
        }
        let game = server.game(&token, "senterej").await?;
        let (sink, stream) = socket_node.connect(Some(&token), &game, 0).await?;
        let sent = Arc::new(Mutex::new(HashMap::new()));
        tokio::spawn(listen(stream, sent.clone(), latencies.clone(), refused.clone()));
        players.push(PlayerSocket { sink, sent, number: 0 });
    }
    Ok(players)
}

async fn moves(binary: &Path, duration: Duration) -> Result<(), Failure> {
    println!("\ndurable moves ({GAMES} games, {} s each)", duration.as_secs());
    for rate in [500, 2_000] {
        echo_load(rate, duration).await?;
        let directory = Directory::new("moves");
        let nodes = nodes(binary, 1, &["--data-dir", &directory.text()]).await?;
        move_load("SQLite", &nodes, (rate, duration)).await?;
        let nodes = nodes_on_postgres(binary, 1).await?;
        move_load("PostgreSQL", &nodes, (rate, duration)).await?;
    }
    for rate in [50, 200, 500] {
        move_load("forwarded", &nodes_on_postgres(binary, 2).await?, (rate, duration)).await?;
    }
    Ok(())
}

async fn nodes_on_postgres(binary: &Path, count: usize) -> Result<Vec<Server>, Failure> {
    nodes(binary, count, &["--database", &postgres::fresh_database()]).await
}

async fn nodes(binary: &Path, count: usize, storage: &[&str]) -> Result<Vec<Server>, Failure> {
    let mut nodes = Vec::new();
    for _ in 0..count {
        nodes.push(Server::start(binary, free_port().await?, storage).await?);
    }
    Ok(nodes)
}

async fn echo_load(rate: u64, duration: Duration) -> Result<(), Failure> {
    let echo = Echo::start()?;
    let (latencies, refused) = (Latencies::default(), Arc::default());
    let mut players = Vec::new();
    for _ in 0..GAMES {
        let (sink, stream) = connect(echo.address, None, "/ws").await?;
        let sent = Arc::new(Mutex::new(HashMap::new()));
        tokio::spawn(listen(stream, sent.clone(), latencies.clone(), Arc::clone(&refused)));
        players.push(PlayerSocket { sink, sent, number: 0 });
    }
    let before = cpu_seconds(echo.process.id());
    let sent = drive(&mut players, rate, duration).await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let cost = (cpu_seconds(echo.process.id()) - before) * 1e6 / sent as f64;
    println!(
        "{:<11} {rate:>5}/s: {cost:>6.0} µs of processor a message; {}",
        "bare echo",
        latencies.summary().await
    );
    Ok(())
}

/// Moves in games of the first node that are sent to the last one.
async fn move_load(name: &str, nodes: &[Server], (rate, duration): (u64, Duration)) -> Result<(), Failure> {
    let [owner, ..] = nodes else { return Err("no node".into()) };
    let (latencies, refused) = (Latencies::default(), Arc::new(AtomicU64::new(0)));
    let mut players = open_games(owner, nodes.last().unwrap_or(owner), &latencies, &refused).await?;
    drive(&mut players, rate.min(200), Duration::from_secs(1)).await?;
    latencies.0.lock().await.clear();
    let processor = || nodes.iter().map(Server::cpu_seconds).sum::<f64>();
    let before = processor();
    let sent = drive(&mut players, rate, duration).await?;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let cost = (processor() - before) * 1e6 / sent as f64;
    let refused = refused.load(Ordering::Relaxed);
    println!(
        "{name:<11} {rate:>5}/s: {cost:>6.0} µs of processor a move;    {}{}",
        latencies.summary().await,
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
    let mut sockets = Vec::with_capacity(SOCKETS);
    for _ in 0..SOCKETS {
        sockets.push(connect(echo.address, None, "/ws").await?);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let each = memory(echo.process.id()).saturating_sub(before) / SOCKETS as u64;
    println!("bare echo   {SOCKETS} sockets: {each} bytes each");
    drop((sockets, echo));
    let directory = Directory::new("idle");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let token = server.guest("idle").await?;
    let mut games = Vec::new();
    for _ in 0..50 {
        games.push(server.game(&token, "senterej").await?);
    }
    drop(server.connect(None, &games[0], 0).await?);
    let before = server.memory();
    let mut sockets = Vec::with_capacity(SOCKETS);
    for number in 0..SOCKETS {
        let (sink, mut stream) = server.connect(None, &games[number % games.len()], 0).await?;
        // The first message is read, as any client does.
        stream.next().await.ok_or("no first message")??;
        tokio::spawn(async move { while let Some(Ok(_)) = stream.next().await {} });
        sockets.push(sink);
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let each = server.memory().saturating_sub(before) / SOCKETS as u64;
    println!("rukh        {SOCKETS} sockets over {} games: {each} bytes each", games.len());
    Ok(())
}

// ---- many wereras at once --------------------------------------------------

/// Every event a socket has received, as text.
async fn collect_events(mut stream: Stream, received: Arc<Mutex<Vec<String>>>) {
    while let Some(Ok(message)) = stream.next().await {
        if let Message::Text(text) = message
            && text.starts_with("{\"seq\":")
        {
            received.lock().await.push(text.to_string());
        }
    }
}

async fn burst(binary: &Path, duration: Duration) -> Result<(), Failure> {
    const BOARDS: usize = 100;
    println!(
        "\nburst: {BOARDS} wereras, two players and a spectator each, 10 moves/s a game, {} s",
        duration.as_secs()
    );
    let directory = Directory::new("burst");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let (latencies, refused) = (Latencies::default(), Arc::new(AtomicU64::new(0)));
    let (mut players, mut games, mut received) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BOARDS {
        let (white, black) = (server.guest("white").await?, server.guest("black").await?);
        let body = json!({ "instance": "senterej", "colour": "white" }).to_string();
        let seek = server.request("POST", "/api/v1/seeks", Some(&white), &body).await?;
        let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap_or_default());
        let game = server.request("POST", &path, Some(&black), "{}").await?;
        let game = game["id"].as_str().ok_or("no game")?.to_owned();
        for (token, side) in [(&white, "white"), (&black, "black")] {
            let (sink, stream) = server.connect(Some(token), &game, 0).await?;
            let sent = Arc::new(Mutex::new(HashMap::new()));
            tokio::spawn(listen(stream, sent.clone(), latencies.clone(), refused.clone()));
            players.push((PlayerSocket { sink, sent, number: 0 }, side));
        }
        let events = Arc::new(Mutex::new(Vec::new()));
        let (_, stream) = server.connect(None, &game, 0).await?;
        tokio::spawn(collect_events(stream, events.clone()));
        received.push(events);
        games.push(game);
    }
    let before = server.cpu_seconds();
    let (start, mut sent) = (Instant::now(), 0_u32);
    let interval = Duration::from_secs(1) / (10 * BOARDS as u32);
    let count = players.len();
    while start.elapsed() < duration {
        let due = start + interval * sent;
        tokio::time::sleep_until(due).await;
        let (player, side) = &mut players[sent as usize % count];
        let home = if *side == "white" { ["b1", "c3"] } else { ["b8", "c6"] };
        let way = if player.number.is_multiple_of(2) { home } else { [home[1], home[0]] };
        let id = format!("{}-{}", sent as usize % count, player.number);
        player.number += 1;
        player.sent.lock().await.insert(id.clone(), due);
        let data = json!({ "kind": "place", "side": side, "from": way[0], "to": way[1] });
        player.sink.send(intent(&id, &data)).await?;
        sent += 1;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let cost = (server.cpu_seconds() - before) * 1e6 / f64::from(sent);
    let diverged = diverged_games(&server, &games, &received).await?;
    println!(
        "{:<11} {cost:>6.0} µs of processor a move; {}; {} refused, {diverged} games diverged",
        "SQLite",
        latencies.summary().await,
        refused.load(Ordering::Relaxed)
    );
    Ok(())
}

/// The number of games whose events a new spectator gets differently from the one who watched them.
async fn diverged_games(
    server: &Server,
    games: &[String],
    received: &[Arc<Mutex<Vec<String>>>],
) -> Result<usize, Failure> {
    let mut diverged = 0;
    for (game, received) in games.iter().zip(received) {
        let (_, mut stream) = server.connect(None, game, 0).await?;
        let received = received.lock().await;
        let mut again = Vec::new();
        while again.len() < received.len() {
            match tokio::time::timeout(Duration::from_secs(5), stream.next()).await {
                Ok(Some(Ok(Message::Text(text)))) if text.starts_with("{\"seq\":") => {
                    again.push(text.to_string())
                }
                Ok(Some(Ok(_))) => {}
                _ => break,
            }
        }
        diverged += usize::from(*received != again);
    }
    Ok(diverged)
}

// ---- many spectators -------------------------------------------------------

async fn spectators(binary: &Path, duration: Duration) -> Result<(), Failure> {
    println!("\none game with {SPECTATORS} spectators, 5 moves/s, {} s", duration.as_secs());
    let directory = Directory::new("spectators");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let token = server.guest("player").await?;
    let game = server.game(&token, "senterej").await?;
    let due: Arc<Mutex<HashMap<u64, Instant>>> = Arc::default();
    let latencies = Latencies::default();
    for _ in 0..SPECTATORS {
        let (_, mut stream) = server.connect(None, &game, 1).await?;
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
                let arrived = Instant::now();
                let due = due.lock().await.get(&number).copied();
                if let Some(due) = due {
                    latencies.add(arrived - due).await;
                }
            }
        });
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let (sink, _stream) = server.connect(Some(&token), &game, 1).await?;
    let mut player = PlayerSocket { sink, sent: Arc::default(), number: 0 };
    let before = server.cpu_seconds();
    let start = Instant::now();
    let mut moved = 0_u32;
    while start.elapsed() < duration {
        tokio::time::sleep_until(start + Duration::from_millis(200) * moved).await;
        due.lock().await.insert(u64::from(moved) + 2, Instant::now());
        player.send_move(Instant::now(), "player").await?;
        moved += 1;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let cost = (server.cpu_seconds() - before) * 1e6 / f64::from(moved) / SPECTATORS as f64;
    println!(
        "{:<11} {cost:>6.1} µs of processor a move and spectator; until seen: {}",
        "SQLite",
        latencies.summary().await
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
    let (sink, stream) = server.connect(Some(&token), &game, 0).await?;
    let mut players = [PlayerSocket { sink, sent: Arc::default(), number: 0 }];
    tokio::spawn(listen(stream, players[0].sent.clone(), latencies.clone(), refused));
    drive(&mut players, 18, Duration::from_millis(EVENTS * 1000 / 18)).await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let late = Latencies::default();
    for _ in 0..200 {
        let start = Instant::now();
        let (_, mut stream) = server.connect(None, &game, 0).await?;
        let last = format!("{{\"seq\":{},", EVENTS - 2);
        while let Some(Ok(message)) = stream.next().await {
            if message.to_text().is_ok_and(|text| text.starts_with(&last)) {
                break;
            }
        }
        late.add(start.elapsed()).await;
    }
    println!("{:<11} from opening the socket to the last event: {}", "SQLite", late.summary().await);
    Ok(())
}
