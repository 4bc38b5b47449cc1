//! Rated games of people with accounts: each end that was acknowledged counts once.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::client::{Failure, Server, request};
use crate::http::{self, Ending};

/// The fewest and the most people who play; the limit of new accounts at one address allows no more.
const PEOPLE: [usize; 2] = [8, 24];
/// Longest time until an end is rated.
const RATING_WAIT: Duration = Duration::from_secs(30);

/// Somebody with an account: the id, and the secret of a device.
#[derive(Debug, Clone)]
struct Person {
    id: String,
    secret: String,
}

/// The people, and the rated games whose end was acknowledged.
#[derive(Debug, Default)]
pub struct RatedGames {
    people: Vec<Person>,
    /// Games begun so far, so that each pair comes in turn.
    begun: usize,
    ended: Vec<String>,
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
            people.push(register(server, &format!("Crash {number}")).await?);
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

async fn register(server: SocketAddr, name: &str) -> Result<Person, Failure> {
    let body = json!({ "name": name, "password": "correct horse battery" }).to_string();
    let text = http::request("POST", "/api/v1/account", server, "content-type: application/json\r\n", &body);
    let reply = http::exchange(server, text.as_bytes(), Ending::Open).await;
    let cookie = reply.header("set-cookie").and_then(|set| set.split([';', '=']).nth(1)).map(str::to_owned);
    let (201, Some(secret)) = (reply.status, cookie) else {
        return Err(format!("no account: {}", reply.summary()).into());
    };
    let id = reply.json()["id"].as_str().ok_or("an account without an id")?.to_owned();
    Ok(Person { id, secret })
}

/// Plays rated games until the server is gone.
///
/// # Errors
/// A request failed, as it does when the server is killed.
pub async fn play(server: SocketAddr, games: Arc<Mutex<RatedGames>>) -> Result<(), Failure> {
    loop {
        let [white, black] = games.lock().await.next_pair();
        let post = async |person: &Person, path: &str, body: Value| {
            request(server, "POST", path, Some(&person.secret), &body.to_string()).await
        };
        let terms = json!({
            "instance": "shatranj", "colour": "white", "rated": true, "private": true,
            "time_control": { "kind": "fischer", "initial": 600, "increment": 0 },
        });
        let seek = post(&white, "/api/v1/seeks", terms).await?;
        let seek = seek["id"].as_str().ok_or("a seek without an id")?;
        let game = post(&black, &format!("/api/v1/seeks/{seek}/accept"), json!({})).await?;
        let game = game["id"].as_str().ok_or("a game without an id")?.to_owned();
        let path = format!("/api/v1/games/{game}/intents");
        let act = async |person: &Person, id: &str, data: Value| {
            post(person, &path, json!({ "id": id, "base": 0, "data": data })).await
        };
        act(&white, "1", json!({ "kind": "move", "move": "e2e3" })).await?;
        act(&black, "2", json!({ "kind": "move", "move": "e7e6" })).await?;
        act(&black, "3", json!({ "kind": "resign", "side": "black" })).await?;
        games.lock().await.ended.push(game);
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
