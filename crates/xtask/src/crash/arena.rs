//! An arena that goes on over every kill: each game whose end was acknowledged counts once, and nobody has points
//! that no game gave.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::client::{Failure, Server, now};
use crate::http::{self, Ending};
use crate::people::{Person, play_out};

/// Number of those who play.
const ENTRANTS: usize = 6;
/// Longest time until the last results count.
const RESULT_WAIT: Duration = Duration::from_secs(30);

/// The arena, and its games whose end was acknowledged.
#[derive(Debug)]
pub struct Arena {
    id: String,
    people: Vec<Person>,
    ended: Vec<String>,
}

impl Arena {
    /// Makes an arena that outlasts the rounds, and lets some of the people join.
    ///
    /// # Errors
    /// The server refuses it.
    pub async fn new(server: SocketAddr, people: &[Person]) -> Result<Arena, Failure> {
        let people = people[..ENTRANTS.min(people.len())].to_vec();
        let request = json!({
            "name": "Crash", "instance": "shatranj", "starts": now() + 2_000,
            "time_control": { "kind": "fischer", "initial": 600, "increment": 0 },
            "format": { "kind": "arena", "minutes": 720 },
        });
        let event = people[0].post(server, "/api/v1/events", request).await?;
        let id = event["id"].as_str().ok_or("an event without an id")?.to_owned();
        for person in &people {
            person.post(server, &format!("/api/v1/events/{id}/join"), json!({})).await?;
        }
        Ok(Arena { id, people, ended: Vec::new() })
    }

    fn person(&self, guest: &Value) -> Option<Person> {
        self.people.iter().find(|person| guest["id"] == person.id.as_str()).cloned()
    }
}

/// Plays the games of the arena until the server is gone.
///
/// # Errors
/// A request failed, as it does when the server is killed.
pub async fn play(server: SocketAddr, arena: Arc<Mutex<Arena>>) -> Result<(), Failure> {
    let address = format!("/api/v1/events/{}", arena.lock().await.id);
    loop {
        let event = crate::client::request(server, "GET", &address, None, "").await?;
        for entry in event["games"].as_array().into_iter().flatten().filter(|entry| entry["result"].is_null())
        {
            let (white, black) = {
                let arena = arena.lock().await;
                (arena.person(&entry["white"]), arena.person(&entry["black"]))
            };
            let (Some(white), Some(black), Some(game)) = (white, black, entry["game"].as_str()) else {
                return Err(format!("a game of strangers: {entry}").into());
            };
            play_out(server, [&white, &black], game).await?;
            let ended = &mut arena.lock().await.ended;
            // An end that was acknowledged before may not be counted yet.
            if !ended.iter().any(|one| one == game) {
                ended.push(game.to_owned());
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Checks that every acknowledged end counts, each once; returns the number of games.
///
/// # Errors
/// A result was lost or counted twice.
pub async fn check(server: &Server, arena: &Arena) -> Result<usize, Failure> {
    let address = format!("/api/v1/events/{}", arena.id);
    let begun = Instant::now();
    loop {
        let event = server.request("GET", &address, None, "").await?;
        let sum = |key: &str| -> u64 {
            let lines = event["standings"].as_array().into_iter().flatten();
            lines.filter_map(|line| line[key].as_u64()).sum()
        };
        let text = http::request("GET", &format!("{address}/games.pgn"), server.address, "", "");
        let pgn = http::exchange(server.address, text.as_bytes(), Ending::Open).await.body;
        let games = pgn.matches("[White \"").count();
        let wrong = arena.ended.iter().find(|game| pgn.matches(&format!("{game}\"]")).count() != 1);
        let is_counted = sum("games") == 2 * games as u64 && sum("wins") == games as u64;
        match wrong {
            None if is_counted => return Ok(arena.ended.len()),
            _ if begun.elapsed() < RESULT_WAIT => tokio::time::sleep(Duration::from_millis(200)).await,
            _ => {
                let standings = &event["standings"];
                return Err(
                    format!("arena: {games} games ended, {wrong:?} is not there once: {standings}").into()
                );
            }
        }
    }
}
