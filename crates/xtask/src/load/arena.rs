//! An arena of two hundred people over sockets: how long its pairings take, and how much of a core all of it.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use super::Directory;
use super::engines::{any_move, until_turn};
use crate::client::{Failure, Server, connect, free_port, intent, now};
use crate::http::{self, Ending};
use crate::people::Person;
use crate::postgres;

/// Number of those who play.
const PEOPLE: usize = 200;
/// Time in which all of them join before it begins.
const JOIN_TIME: u64 = 20_000;
/// Time that is measured.
const DURATION: Duration = Duration::from_secs(120);
/// Requests that wait for an answer at once.
const AT_ONCE: usize = 8;
/// Moves of each side in a game, and the time for one.
const MOVES: usize = 8;
const THINK_TIME: Duration = Duration::from_secs(1);

/// Measures on each database.
pub(super) async fn run(binary: &Path) -> Result<(), Failure> {
    println!("\nan arena of {PEOPLE}, games of {MOVES} moves a side, {} s", DURATION.as_secs());
    let directory = Directory::new("arena");
    measure(binary, "SQLite", &["--data-dir", &directory.text()]).await?;
    measure(binary, "PostgreSQL", &["--database", &postgres::fresh_database()]).await
}

async fn measure(binary: &Path, name: &str, storage: &[&str]) -> Result<(), Failure> {
    let server = Server::start(binary, free_port().await?, &[storage, &["--passwords"]].concat()).await?;
    let people: Vec<Person> = stream::iter(0..PEOPLE)
        .map(|number| {
            let from = format!("x-forwarded-for: 2001:4860:{number:x}::1\r\n");
            async move { Person::register_from(server.address, &format!("Arena {number}"), &from).await }
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    let event = people[0].post(server.address, "/api/v1/events", arena()).await?;
    let id = event["id"].as_str().ok_or("an event without an id")?.to_owned();
    stream::iter(&people)
        .map(|person| {
            let path = format!("/api/v1/events/{id}/join");
            async move { person.post(server.address, &path, json!({})).await }
        })
        .buffer_unordered(AT_ONCE)
        .try_for_each(async |_| Ok(()))
        .await?;
    let games = Arc::new(AtomicU64::new(0));
    let mut players = JoinSet::new();
    for person in people {
        players.spawn(play(server.address, person, id.clone(), games.clone()));
    }
    let starts = event["starts"].as_u64().ok_or("an event without a start")?;
    tokio::time::sleep(Duration::from_millis(starts.saturating_sub(now()))).await;
    let before = server.cpu_seconds();
    tokio::time::sleep(DURATION).await;
    let share = (server.cpu_seconds() - before) / DURATION.as_secs_f64();
    if let Some(ended) = players.try_join_next() {
        return ended?;
    }
    let metrics = http::request("GET", "/metrics", server.address, "", "");
    let metrics = http::exchange(server.address, metrics.as_bytes(), Ending::Open).await.body;
    let of = |line: &str| {
        let found = metrics.lines().find_map(|text| text.strip_prefix(line)?.trim().parse::<f64>().ok());
        found.ok_or_else(|| Failure::from(format!("no `{line}` in the metrics")))
    };
    println!(
        "{name:<11} {} games ended; {} pairings, in the median {:.1} ms, p99 {:.1} ms; {:.0} % of a core, {} MiB",
        games.load(Ordering::Relaxed) / 2,
        of("rukh_pairing_seconds_count")?,
        1000.0 * of("rukh_pairing_seconds{quantile=\"0.5\"}")?,
        1000.0 * of("rukh_pairing_seconds{quantile=\"0.99\"}")?,
        100.0 * share,
        server.memory() >> 20
    );
    Ok(())
}

fn arena() -> Value {
    json!({
        "name": "Load", "instance": "shatranj", "starts": now() + JOIN_TIME,
        "time_control": { "kind": "fischer", "initial": 60, "increment": 0 },
        "format": { "kind": "arena", "minutes": 60 },
    })
}

/// Plays whatever game the event's socket tells of, as the site does.
async fn play(
    server: SocketAddr,
    person: Person,
    event: String,
    games: Arc<AtomicU64>,
) -> Result<(), Failure> {
    let (_sink, mut told) = connect(server, Some(person.secret()), &format!("/ws/v1/event/{event}")).await?;
    while let Some(message) = told.next().await {
        let Message::Text(text) = message? else { continue };
        let message: Value = serde_json::from_str(&text)?;
        let Some(game) = message["game"].as_str().filter(|_| message["type"] == "paired") else { continue };
        let view = person.get(server, &format!("/api/v1/games/{game}")).await?;
        let is_white = view["white"]["player"]["id"] == person.id.as_str();
        play_game(server, &person, game, is_white).await?;
        games.fetch_add(1, Ordering::Relaxed);
    }
    Err("the event's socket has ended".into())
}

/// Moves on each turn, until Black resigns.
async fn play_game(server: SocketAddr, person: &Person, game: &str, is_white: bool) -> Result<(), Failure> {
    let side = if is_white { "white" } else { "black" };
    let path = format!("/ws/v1/game/{game}?after=0");
    let (mut sink, mut stream) = connect(server, Some(person.secret()), &path).await?;
    let mut moves = 0;
    while let Some(view) = until_turn(&mut stream, side).await? {
        tokio::time::sleep(THINK_TIME).await;
        let data = match any_move(&view, side) {
            Some(mv) if is_white || moves < MOVES => json!({ "kind": "move", "move": mv }),
            _ => json!({ "kind": "resign", "side": side }),
        };
        sink.send(intent(&moves.to_string(), &data)).await?;
        moves += 1;
    }
    Ok(())
}
