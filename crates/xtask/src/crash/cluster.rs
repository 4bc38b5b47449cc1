//! A database that stalls, and an upgrade of two nodes one after the other: each with play going on.

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::{log, shuffle};
use crate::client::{Failure, Server, free_port, request};
use crate::postgres;

/// Longest time until an intent is answered, with some allowance for a busy machine.
const MAX_ANSWER: Duration = Duration::from_millis(4_000);

/// The answer to an intent and how long it took.
async fn answer(node: SocketAddr, token: &str, game: &str, id: u64) -> (Result<Value, Failure>, Duration) {
    let begun = Instant::now();
    let body = json!({ "id": id.to_string(), "base": 0, "data": shuffle(id) }).to_string();
    let path = format!("/api/v1/games/{game}/intents");
    let answer = request(node, "POST", &path, Some(token), &body).await;
    (answer, begun.elapsed())
}

/// Number of moves in a game's log.
async fn count_moves(server: &Server, game: &str) -> Result<u64, Failure> {
    let events = log(server, game).await?;
    Ok(events.iter().filter(|event| event["type"] == "place").count() as u64)
}

/// A process that locks a table until it is killed: its session waits for input, so that the database
/// notices at once when it is gone.
struct TableLock(Child);

impl TableLock {
    fn take(database: &str) -> Result<TableLock, Failure> {
        let mut process = Command::new("psql")
            .args([database, "--quiet"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("`psql` cannot be run: {error}"))?;
        let input = process.stdin.as_mut().ok_or("`psql` has no input")?;
        input.write_all(b"BEGIN; LOCK TABLE game IN ACCESS EXCLUSIVE MODE;\n")?;
        Ok(TableLock(process))
    }
}

impl Drop for TableLock {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The database stalls for some seconds: intents are refused in time, nobody's clock is charged.
pub async fn stall(binary: &Path) -> Result<(), Failure> {
    let database = postgres::fresh_database();
    let server = Server::start(binary, free_port().await?, &["--database", &database]).await?;
    let token = server.guest("stall").await?;
    let seat = json!({ "kind": "human" });
    let clock = json!({ "kind": "fischer", "initial": 300, "increment": 0 });
    let body = json!({ "instance": "shatranj", "white": seat, "black": seat, "time_control": clock });
    let game = server.request("POST", "/api/v1/games", Some(&token), &body.to_string()).await?;
    let game = game["id"].as_str().ok_or("no game")?.to_owned();
    let play = async |text: &str| {
        let data = json!({ "kind": "move", "move": text });
        let body = json!({ "id": text, "base": 0, "data": data }).to_string();
        let path = format!("/api/v1/games/{game}/intents");
        let begun = Instant::now();
        (server.request("POST", &path, Some(&token), &body).await, begun.elapsed())
    };
    for text in ["e2e3", "e7e6", "d2d3"] {
        play(text).await.0?;
    }
    let lock = TableLock::take(&database)?;
    tokio::time::sleep(Duration::from_millis(700)).await;
    let begun = Instant::now();
    let mut slowest = Duration::ZERO;
    for _ in 0..2 {
        let (answered, took) = play("d7d6").await;
        slowest = slowest.max(took);
        match answered {
            Err(error) if error.to_string().contains("unavailable") => {}
            other => return Err(format!("a stalled database is answered as {other:?}").into()),
        }
    }
    let stalled = begun.elapsed();
    drop(lock);
    while play("d7d6").await.0.is_err() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let hello = server.request("GET", &format!("/api/v1/games/{game}"), None, "").await?;
    let left = hello["view"]["clock"]["black"].as_u64().ok_or("no clock")?;
    let charged = Duration::from_millis(300_000 - left);
    println!(
        "database stalled for {stalled:.1?}: refused after {slowest:.1?} at most; Black was charged {charged:.1?}"
    );
    if slowest > MAX_ANSWER || charged > stalled.min(Duration::from_secs(3)) {
        return Err("a stalled database was charged to a player, or answered too late".into());
    }
    Ok(())
}

/// Two nodes of an earlier version are replaced one after the other while games are played.
pub async fn upgrade(old: &Path, new: &Path) -> Result<(), Failure> {
    let database = postgres::fresh_database();
    let storage = ["--database", database.as_str()];
    let addresses = [free_port().await?, free_port().await?];
    let mut nodes = Vec::new();
    for address in addresses {
        nodes.push(Server::start(old, address, &storage).await?);
    }
    let token = nodes[0].guest("upgrade").await?;
    let (is_done, mut players) = (Arc::new(AtomicBool::new(false)), Vec::new());
    for _ in 0..12 {
        let game = nodes[0].game(&token, "senterej").await?;
        players.push(play_through(addresses, token.clone(), game, is_done.clone()));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    for (index, address) in addresses.into_iter().enumerate() {
        nodes.remove(index).stop().await?;
        nodes.insert(index, Server::start(new, address, &storage).await?);
        tokio::time::sleep(Duration::from_secs(1)).await;
        // Who becomes a guest on one node is the same guest on the other.
        let token = nodes[index].guest("mixed").await?;
        for node in &nodes {
            let guest = node.request("GET", "/api/v1/me", Some(&token), "").await?;
            if guest["name"] != "mixed" {
                return Err(format!("a node takes a guest of another for {guest}").into());
            }
        }
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    is_done.store(true, Ordering::Relaxed);
    let (mut count, mut slowest) = (0, Duration::ZERO);
    for player in players {
        let (game, moves, longest) = player.await??;
        for node in &nodes {
            let stored = count_moves(node, &game).await?;
            if stored != moves {
                return Err(format!("{game}: {moves} moves were acknowledged, {stored} are there").into());
            }
        }
        (count, slowest) = (count + moves, slowest.max(longest));
    }
    println!("upgrade of two nodes: {count} moves acknowledged, none lost; longest pause {slowest:.1?}");
    Ok(())
}

type Played = JoinHandle<Result<(String, u64, Duration), Failure>>;

/// Plays a game through two nodes in turn, each move until it is acknowledged.
fn play_through(nodes: [SocketAddr; 2], token: String, game: String, is_done: Arc<AtomicBool>) -> Played {
    tokio::spawn(async move {
        let (mut number, mut longest) = (0, Duration::ZERO);
        while !is_done.load(Ordering::Relaxed) {
            let begun = Instant::now();
            for attempt in 0_usize.. {
                let node = nodes[(usize::try_from(number)? + attempt) % 2];
                match answer(node, &token, &game, number).await.0 {
                    Ok(_) => break,
                    Err(error) if begun.elapsed() > Duration::from_secs(30) => return Err(error),
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            }
            longest = longest.max(begun.elapsed());
            number += 1;
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        Ok((game, number, longest))
    })
}
