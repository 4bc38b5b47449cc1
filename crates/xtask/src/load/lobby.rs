//! Many clients in a long lobby while seeks come and go, as whole states and as changes.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use serde_json::json;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::Directory;
use crate::client::{Failure, Server, Sink, Stream, connect, free_port};

/// Guests with open seeks, and how many each has: as many as a guest may have, and in all as many
/// as a lobby lists.
const OWNERS: usize = 40;
const SEEKS_OF_OWNER: usize = 5;
/// Interval at which seeks are withdrawn and created in turn.
const CHANGE_INTERVAL: Duration = Duration::from_millis(500);
/// Guests and sockets that are created at the same time.
const AT_ONCE: usize = 50;
/// Time in which the last messages arrive, and the number of clients is sent.
const SETTLE_TIME: Duration = Duration::from_secs(6);
/// Longest time until a client has the first state.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the clients have received.
#[derive(Debug, Default)]
struct Received {
    messages: AtomicU64,
    bytes: AtomicU64,
}

impl Received {
    fn add(&self, message: &Message) {
        if let Message::Text(text) = message {
            self.messages.fetch_add(1, Ordering::Relaxed);
            self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        }
    }

    fn take(&self) -> (u64, u64) {
        (self.messages.swap(0, Ordering::Relaxed), self.bytes.swap(0, Ordering::Relaxed))
    }
}

/// A guest with its open seeks, the oldest first.
struct Owner {
    token: String,
    seeks: VecDeque<String>,
}

impl Owner {
    async fn create(&mut self, server: &Server) -> Result<(), Failure> {
        let clock = json!({ "kind": "fischer", "initial": 300, "increment": 3 });
        let body = json!({ "instance": "senterej", "time_control": clock }).to_string();
        let seek = server.request("POST", "/api/v1/seeks", Some(&self.token), &body).await?;
        self.seeks.push_back(seek["id"].as_str().ok_or("no seek")?.to_owned());
        Ok(())
    }

    async fn withdraw(&mut self, server: &Server) -> Result<(), Failure> {
        let Some(seek) = self.seeks.pop_front() else { return Ok(()) };
        server.request("DELETE", &format!("/api/v1/seeks/{seek}"), Some(&self.token), "").await.map(drop)
    }
}

pub(super) async fn run(binary: &Path, clients: usize, duration: Duration) -> Result<(), Failure> {
    println!(
        "\na lobby of {clients} clients and {} seeks, {} s",
        OWNERS * SEEKS_OF_OWNER,
        duration.as_secs()
    );
    measure(binary, "whole", "/ws/v1/lobby", clients, duration).await?;
    measure(binary, "changes", "/ws/v1/lobby?changes=true", clients, duration).await
}

async fn measure(
    binary: &Path,
    name: &str,
    path: &str,
    clients: usize,
    duration: Duration,
) -> Result<(), Failure> {
    let directory = Directory::new("lobby");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let mut tokens: Vec<String> = Vec::with_capacity(clients);
    let mut guests = stream::iter(0..clients.max(OWNERS)).map(|_| server.guest("lobby")).buffered(AT_ONCE);
    while let Some(token) = guests.next().await {
        tokens.push(token?);
    }
    drop(guests);
    let mut owners = Vec::with_capacity(OWNERS);
    for token in &tokens[..OWNERS] {
        let mut owner = Owner { token: token.clone(), seeks: VecDeque::new() };
        for _ in 0..SEEKS_OF_OWNER {
            owner.create(&server).await?;
        }
        owners.push(owner);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;

    let (memory, cpu, started) = (server.memory(), server.cpu_seconds(), Instant::now());
    let received = Arc::new(Received::default());
    let sinks = open(&server, &tokens, path, &received).await?;
    let took = started.elapsed();
    tokio::time::sleep(SETTLE_TIME).await;
    let (messages, bytes) = received.take();
    println!(
        "{name:<11} connecting took {:.1} s: {:.0} µs of processor, {:.1} messages, {:.1} KiB a client",
        took.as_secs_f64(),
        (server.cpu_seconds() - cpu) * 1e6 / sinks.len() as f64,
        messages as f64 / sinks.len() as f64,
        bytes as f64 / sinks.len() as f64 / 1024.0,
    );

    let cpu = server.cpu_seconds();
    let changes = drive(&server, &mut owners, duration).await?;
    tokio::time::sleep(SETTLE_TIME).await;
    let cost = (server.cpu_seconds() - cpu) * 1e6 / changes as f64 / sinks.len() as f64;
    let (messages, bytes) = received.take();
    let each = server.memory().saturating_sub(memory) / sinks.len() as u64;
    println!(
        "{name:<11} {cost:>6.1} µs of processor a change and client; {:.0} bytes a change and client, \
         {:.1} messages of {:.0} bytes for {changes} changes; {each} bytes of memory a socket",
        bytes as f64 / changes as f64 / sinks.len() as f64,
        messages as f64 / sinks.len() as f64,
        bytes as f64 / messages.max(1) as f64,
    );
    Ok(())
}

/// Opens a socket for each guest and waits until each has the state.
async fn open(
    server: &Server,
    tokens: &[String],
    path: &str,
    received: &Arc<Received>,
) -> Result<Vec<Sink>, Failure> {
    let open = |token: &String| {
        let (token, received) = (token.clone(), received.clone());
        async move {
            let (sink, mut stream) = connect(server.address, Some(&token), path).await?;
            let first = tokio::time::timeout(PATIENCE, stream.next()).await.map_err(|_| "no state")?;
            received.add(&first.ok_or("the socket is closed")??);
            tokio::spawn(read(stream, received));
            Ok::<Sink, Failure>(sink)
        }
    };
    let mut opening = stream::iter(tokens).map(open).buffer_unordered(AT_ONCE);
    let mut sinks = Vec::with_capacity(tokens.len());
    while let Some(sink) = opening.next().await {
        sinks.push(sink?);
    }
    Ok(sinks)
}

async fn read(mut stream: Stream, received: Arc<Received>) {
    while let Some(Ok(message)) = stream.next().await {
        received.add(&message);
    }
}

/// Withdraws and creates seeks for a while; returns how many changes that was.
async fn drive(server: &Server, owners: &mut [Owner], duration: Duration) -> Result<u64, Failure> {
    let started = Instant::now();
    let mut changes: u64 = 0;
    while started.elapsed() < duration {
        let owner = &mut owners[changes as usize / 2 % OWNERS];
        if changes.is_multiple_of(2) {
            owner.withdraw(server).await?
        } else {
            owner.create(server).await?
        }
        changes += 1;
        tokio::time::sleep_until(started + CHANGE_INTERVAL * u32::try_from(changes)?).await;
    }
    Ok(changes)
}
