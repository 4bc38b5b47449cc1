//! The computer under a flood: one guest asks for many games at the highest level on the largest
//! board, and a stranger plays one at the lowest; and the memory that engines of many rulesets take.

use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::{Directory, Latencies};
use crate::client::{Failure, Server, Sink, Stream, free_port, intent};

/// Games that one guest asks for at level 8.
const FLOOD: usize = 60;
/// Answers of level 1 that are measured.
const ANSWERS: usize = 20;
/// Longest time for an answer.
const PATIENCE: Duration = Duration::from_secs(300);
/// Rulesets with options of which an engine plays a game each.
const INSTANCES: usize = 92;

pub(super) async fn run(binary: &Path) -> Result<(), Failure> {
    println!("\nthe computer: a stranger plays at level 1, a guest wants {FLOOD} games at level 8");
    let directory = Directory::new("engines");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let quiet = answers(&server).await?;
    println!("{:<11} {}", "alone", quiet.summary().await);
    let greedy = server.guest("greedy").await?;
    // The engines answer only when the guest has moved, so no game is refused.
    let mut games = Vec::new();
    for _ in 0..FLOOD {
        games.push(flood_game(&server, &greedy, "black").await?);
    }
    let mut sockets = Vec::new();
    for game in &games {
        sockets.push(move_once(&server, &greedy, game).await?);
    }
    let flooded = answers(&server).await?;
    println!("{:<11} {}", "60 moves", flooded.summary().await);
    let eager = server.guest("eager").await?;
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..FLOOD {
        match flood_game(&server, &eager, "white").await {
            Ok(_) => accepted += 1,
            Err(error) if error.to_string().contains("engines_busy") => refused += 1,
            Err(error) => return Err(error),
        }
    }
    let flooded = answers(&server).await?;
    println!("{:<11} {}; {accepted} accepted, {refused} refused", "60 more", flooded.summary().await);
    drop(server);
    memory(binary).await
}

/// Creates a game in which an engine plays a side at level 8.
async fn flood_game(server: &Server, token: &str, side: &str) -> Result<String, Failure> {
    let mut seats =
        json!({ "instance": "mideast", "white": { "kind": "human" }, "black": { "kind": "human" } });
    seats[side] = engine(8);
    let game = server.request("POST", "/api/v1/games", Some(token), &seats.to_string()).await?;
    Ok(game["id"].as_str().ok_or("no game")?.to_owned())
}

/// Makes the first move of a game; returns its socket.
async fn move_once(server: &Server, token: &str, game: &str) -> Result<(Sink, Stream), Failure> {
    let (mut sink, mut stream) = server.connect(Some(token), game, 0).await?;
    let view = until_turn(&mut stream, "white").await?.ok_or("the game is over at once")?;
    let mv = any_move(&view, "white").ok_or("no legal move")?;
    sink.send(intent("first", &json!({ "kind": "move", "move": mv }))).await?;
    until_turn(&mut stream, "black").await?;
    Ok((sink, stream))
}

fn engine(level: u8) -> Value {
    json!({ "kind": "engine", "level": level })
}

/// Times from a move of a new guest in a new game to the answer of level 1.
async fn answers(server: &Server) -> Result<Latencies, Failure> {
    let latencies = Latencies::default();
    let token = server.guest("stranger").await?;
    let mut measured = 0;
    while measured < ANSWERS {
        measured += play(server, &token, ANSWERS - measured, &latencies).await?;
    }
    Ok(latencies)
}

/// Plays a game, at most `most` moves; returns their number.
async fn play(server: &Server, token: &str, most: usize, latencies: &Latencies) -> Result<usize, Failure> {
    let seats = json!({ "instance": "shatranj", "white": { "kind": "human" }, "black": engine(1) });
    let game = server.request("POST", "/api/v1/games", Some(token), &seats.to_string()).await?;
    let game = game["id"].as_str().ok_or("no game")?.to_owned();
    let (mut sink, mut stream) = server.connect(Some(token), &game, 0).await?;
    let mut view = until_turn(&mut stream, "white").await?.ok_or("the game is over at once")?;
    for number in 0..most {
        let mv = any_move(&view, "white").ok_or("no legal move")?;
        let asked = Instant::now();
        sink.send(intent(&number.to_string(), &json!({ "kind": "move", "move": mv }))).await?;
        if until_turn(&mut stream, "black").await?.is_none() {
            return Ok(number);
        }
        let answered = until_turn(&mut stream, "white").await?;
        latencies.add(asked.elapsed()).await;
        match answered {
            Some(next) => view = next,
            None => return Ok(number + 1),
        }
    }
    Ok(most)
}

/// A legal move of a side.
pub(super) fn any_move(view: &Value, side: &str) -> Option<String> {
    let by_cell = view["legal_moves"][side].as_object()?;
    by_cell.values().find_map(|moves| Some(moves.as_array()?.first()?["move"].as_str()?.to_owned()))
}

/// The view when it is a side's turn; `None` if the game is over.
pub(super) async fn until_turn(stream: &mut Stream, side: &str) -> Result<Option<Value>, Failure> {
    loop {
        let message = tokio::time::timeout(PATIENCE, stream.next()).await.map_err(|_| "no answer")?;
        let Message::Text(text) = message.ok_or("the socket is closed")?? else { continue };
        let message: Value = serde_json::from_str(&text)?;
        let view = match message["type"].as_str() {
            Some("hello") => &message["view"],
            Some("view") => &message["data"],
            Some("nack") => return Err(format!("a move is refused: {message}").into()),
            _ => continue,
        };
        if view["phase"] == "over" {
            return Ok(None);
        }
        if view["turn"] == side {
            return Ok(Some(view.clone()));
        }
    }
}

/// Resident memory after a move of an engine in each of many instances.
async fn memory(binary: &Path) -> Result<(), Failure> {
    println!("\nmemory of engines: a move at level 1 in each of {INSTANCES} instances of senterej");
    let directory = Directory::new("instances");
    let storage = ["--data-dir", &directory.text(), "--werera-pace", "20"];
    let server = Server::start(binary, free_port().await?, &storage).await?;
    let before = server.memory();
    let (mut token, mut played) = (server.guest("curious").await?, 0);
    for instance in instances(&server).await?.into_iter().take(INSTANCES) {
        // The creation quota is one of each guest.
        if played % 20 == 19 {
            token = server.guest("curious").await?;
        }
        let seats = json!({ "instance": instance, "white": engine(1), "black": { "kind": "human" } });
        let game = server.request("POST", "/api/v1/games", Some(&token), &seats.to_string()).await?;
        let game = game["id"].as_str().ok_or("no game")?.to_owned();
        let (mut sink, mut stream) = server.connect(Some(&token), &game, 0).await?;
        sink.send(intent("ready", &json!({ "kind": "ready", "side": "black" }))).await?;
        until_engine_acts(&mut stream).await?;
        played += 1;
    }
    println!(
        "{:<11} {played} instances: {} MiB before, {} MiB after",
        "SQLite",
        before >> 20,
        server.memory() >> 20
    );
    Ok(())
}

/// Waits for an event of the engine with the white pieces.
async fn until_engine_acts(stream: &mut Stream) -> Result<(), Failure> {
    loop {
        let message = tokio::time::timeout(PATIENCE, stream.next()).await.map_err(|_| "no answer")?;
        let Message::Text(text) = message.ok_or("the socket is closed")?? else { continue };
        let message: Value = serde_json::from_str(&text)?;
        let is_act = matches!(message["type"].as_str(), Some("place" | "move" | "turns_offer"));
        if is_act && message["data"]["side"] == "white" {
            return Ok(());
        }
    }
}

/// Instances of senterej: its options, in all pairs of choices.
async fn instances(server: &Server) -> Result<Vec<String>, Failure> {
    let ruleset = server.request("GET", "/api/v1/rulesets/senterej", None, "").await?;
    let options = ruleset["options"].as_array().ok_or("no options")?;
    let mut choices: Vec<(usize, String)> = Vec::new();
    for (index, option) in options.iter().enumerate() {
        let key = option["key"].as_str().ok_or("an option without key")?;
        for choice in option["choices"].as_array().ok_or("no choices")? {
            choices.push((index, format!("{key}={}", choice["key"].as_str().unwrap_or_default())));
        }
    }
    let mut instances = vec!["senterej".to_owned()];
    for (number, (option, first)) in choices.iter().enumerate() {
        instances.push(format!("senterej[{first}]"));
        for (other, second) in &choices[number + 1..] {
            if other != option {
                instances.push(format!("senterej[{first},{second}]"));
            }
        }
    }
    // Some combinations contradict each other, and a default choice is no other instance.
    let mut canonical = Vec::new();
    for instance in instances {
        let path = format!("/api/v1/rulesets/{instance}");
        if let Ok(known) = server.request("GET", &path, None, "").await
            && let Some(name) = known["instance"].as_str()
            && !canonical.contains(&name.to_owned())
        {
            canonical.push(name.to_owned());
        }
    }
    Ok(canonical)
}
