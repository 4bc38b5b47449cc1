//! Appointments: what was agreed begins, once, also if the server is killed at its time.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::client::{Failure, Server, now};
use crate::people::Person;

/// How far ahead the times are that are agreed, in milliseconds: some fall into the next kill.
const AHEAD: u64 = 2_000;
/// Time between two appointments; whoever makes them faster is refused.
const INTERVAL: Duration = Duration::from_millis(700);
/// Longest time until everything that was agreed has begun.
const BEGIN_WAIT: Duration = Duration::from_secs(30);

/// What two people have agreed on, as far as it was acknowledged.
#[derive(Debug)]
pub struct Agreed {
    people: [Person; 2],
    ids: Vec<String>,
}

impl Agreed {
    /// Two people without appointments.
    #[must_use]
    pub fn new(people: [Person; 2]) -> Agreed {
        Agreed { people, ids: Vec::new() }
    }
}

/// Makes appointments until the server is gone.
///
/// # Errors
/// A request failed, as it does when the server is killed.
pub async fn make(server: SocketAddr, agreed: Arc<Mutex<Agreed>>) -> Result<(), Failure> {
    let [by, with] = agreed.lock().await.people.clone();
    loop {
        let time = now() + AHEAD;
        let terms = json!({
            "whom": with.id, "times": [time], "instance": "shatranj", "colour": "white", "private": true,
            "time_control": { "kind": "days", "days": 30 },
        });
        let made = match by.post(server, "/api/v1/appointments", terms).await {
            // Those that are agreed must begin first.
            Err(refusal) if refusal.to_string().contains("too_many_appointments") => {
                tokio::time::sleep(INTERVAL).await;
                continue;
            }
            made => made?,
        };
        let id = made["id"].as_str().ok_or("an appointment without an id")?.to_owned();
        let accept = format!("/api/v1/appointments/{id}/accept");
        with.post(server, &accept, json!({ "time": time })).await?;
        agreed.lock().await.ids.push(id);
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Checks that everything agreed has begun, each with a game of its own; returns how many.
///
/// # Errors
/// Something agreed was lost, or began twice.
pub async fn check(server: &Server, agreed: &Agreed) -> Result<usize, Failure> {
    let [by, _] = &agreed.people;
    let begun = Instant::now();
    let mut games = BTreeSet::new();
    for id in &agreed.ids {
        let game = loop {
            let now = by.get(server.address, &format!("/api/v1/appointments/{id}")).await?;
            match (now["phase"].as_str(), now["game"].as_str()) {
                (Some("begun"), Some(game)) => break game.to_owned(),
                (Some("agreed"), None) if begun.elapsed() < BEGIN_WAIT => {}
                _ => return Err(format!("appointment {id} was agreed, and now: {now}").into()),
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        };
        server.request("GET", &format!("/api/v1/games/{game}"), None, "").await?;
        if !games.insert(game) {
            return Err(format!("appointment {id} has the game of another").into());
        }
    }
    // Also the last one, whose acceptance was perhaps not acknowledged: the two play nothing else.
    let mine = by.get(server.address, "/api/v1/appointments").await?;
    for appointment in mine["appointments"].as_array().into_iter().flatten() {
        games.extend(appointment["game"].as_str().map(str::to_owned));
    }
    let played = games_of(server, by).await?;
    match played == games {
        true => Ok(agreed.ids.len()),
        false => {
            Err(format!("appointments: {} games belong to none", played.difference(&games).count()).into())
        }
    }
}

/// Ids of the games that a person plays.
async fn games_of(server: &Server, person: &Person) -> Result<BTreeSet<String>, Failure> {
    let mut games = BTreeSet::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/v1/games?state=live&player=me&count=50{cursor}");
        let page = person.get(server.address, &path).await?;
        let ids = page["games"].as_array().into_iter().flatten().filter_map(|game| game["id"].as_str());
        games.extend(ids.map(str::to_owned));
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return Ok(games),
        }
    }
}
