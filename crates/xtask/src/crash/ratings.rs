//! Rated games of people with accounts: each end that was acknowledged counts once.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::client::{Failure, Server};
use crate::people::{Person, play_out};

/// The fewest and the most people who play; the limit of new accounts at one address allows no more.
const PEOPLE: [usize; 2] = [8, 24];
/// Longest time until an end is rated.
const RATING_WAIT: Duration = Duration::from_secs(30);

/// The people, and the rated games whose end was acknowledged.
#[derive(Debug, Default)]
pub struct RatedGames {
    pub people: Vec<Person>,
    /// Games begun so far, so that each pair comes in turn.
    begun: usize,
    ended: Vec<String>,
    /// Seeks that a kill may have left open; a person may have a few only.
    open: Vec<(Person, String)>,
}

impl RatedGames {
    /// Makes the accounts: enough for these rounds, since two may play a dozen rated games a day.
    ///
    /// # Errors
    /// The server refuses one.
    pub async fn new(server: SocketAddr, rounds: u64) -> Result<RatedGames, Failure> {
        let wanted = usize::try_from(rounds / 4)?.clamp(PEOPLE[0], PEOPLE[1]);
        let mut people = Vec::with_capacity(wanted);
        for number in 0..wanted {
            people.push(Person::register(server, &format!("Crash {number}")).await?);
        }
        Ok(RatedGames { people, ..RatedGames::default() })
    }

    /// The two whose turn it is.
    fn next_pair(&mut self) -> [Person; 2] {
        let people = self.people.len();
        let first = self.begun % people;
        let step = 1 + self.begun / people % (people - 1);
        self.begun += 1;
        [first, (first + step) % people].map(|index| self.people[index].clone())
    }
}

/// Plays rated games until the server is gone.
///
/// # Errors
/// A request failed, as it does when the server is killed.
pub async fn play(server: SocketAddr, games: Arc<Mutex<RatedGames>>) -> Result<(), Failure> {
    let open = games.lock().await.open.clone();
    for (person, seek) in open {
        person.withdraw(server, &format!("/api/v1/seeks/{seek}")).await?;
    }
    games.lock().await.open.clear();
    loop {
        let [white, black] = games.lock().await.next_pair();
        let terms = json!({
            "instance": "shatranj", "colour": "white", "rated": true, "private": true,
            "time_control": { "kind": "fischer", "initial": 600, "increment": 0 },
        });
        let seek = white.post(server, "/api/v1/seeks", terms).await?;
        let seek = seek["id"].as_str().ok_or("a seek without an id")?;
        games.lock().await.open.push((white.clone(), seek.to_owned()));
        let game = black.post(server, &format!("/api/v1/seeks/{seek}/accept"), json!({})).await?;
        let game = game["id"].as_str().ok_or("a game without an id")?.to_owned();
        play_out(server, [&white, &black], &game).await?;
        let mut games = games.lock().await;
        games.open.clear();
        games.ended.push(game);
    }
}

/// Checks that every acknowledged end has changed both ratings, and that nobody has more games than were rated;
/// returns the number of games.
///
/// # Errors
/// A rating was lost, or counted twice.
pub async fn check(server: &Server, games: &RatedGames) -> Result<usize, Failure> {
    let begun = Instant::now();
    for game in &games.ended {
        loop {
            let ratings = server.request("GET", &format!("/api/v1/games/{game}/ratings"), None, "").await?;
            match ratings["state"].as_str() {
                Some("changed") if ratings["changes"]["white"].is_object() => break,
                Some("pending") if begun.elapsed() < RATING_WAIT => {}
                _ => return Err(format!("{game}: it ended and is not rated: {ratings}").into()),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    // A game may have ended whose acknowledgement was lost with the server.
    let mut in_histories: BTreeMap<String, usize> = BTreeMap::new();
    for person in &games.people {
        let address = format!("/api/v1/players/{}", person.id);
        let history = server.request("GET", &format!("{address}/ratings/shatranj-live"), None, "").await?;
        let points = history["points"].as_array().cloned().unwrap_or_default();
        if points.is_empty() {
            // The page of somebody without a finished game is not found.
            continue;
        }
        let details = server.request("GET", &address, None, "").await?;
        let counted = details["ratings"][0]["games"].as_u64().unwrap_or(0) as usize;
        if counted != points.len() {
            return Err(format!("{}: {counted} games counted, {} rated", person.id, points.len()).into());
        }
        for point in points {
            *in_histories.entry(point["game"].to_string()).or_default() += 1;
        }
    }
    if let Some((game, times)) = in_histories.iter().find(|(_, times)| **times != 2) {
        return Err(format!("{game}: in {times} histories instead of two").into());
    }
    Ok(games.ended.len())
}
