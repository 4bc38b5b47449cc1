//! What a server promises besides moves: seeds, premoves, chat, and that a seek that was accepted has
//! its game.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::log;
use crate::client::{Failure, Server, connect, request};

/// Longest time until the throws of a game begin without the other player's seed.
const SEEDS_WAIT: Duration = Duration::from_secs(15);

/// What was acknowledged.
#[derive(Default)]
pub struct Promises {
    /// Every seek that was created, and its game if it was accepted.
    seeks: Vec<(String, Option<String>)>,
    /// Game and White's seed.
    seeds: Vec<(String, String)>,
    /// Game, token of a player, and text.
    chat: Vec<(String, String, String)>,
    premoves: Vec<PremoveGame>,
}

/// A player's premoves in a game.
struct PremoveGame {
    game: String,
    token: String,
    /// The one that was acknowledged last.
    acknowledged: Option<String>,
    /// The one that was sent last.
    sent: Option<String>,
}

/// Counts of a check.
#[derive(Default)]
pub struct Tally {
    pub kept: usize,
    pub lost: Vec<String>,
}

impl Tally {
    fn count(&mut self, is_kept: bool, what: impl FnOnce() -> String) {
        match is_kept {
            true => self.kept += 1,
            false => self.lost.push(what()),
        }
    }
}

/// A person and a server.
struct Person {
    server: SocketAddr,
    token: String,
}

impl Person {
    async fn new(server: SocketAddr, name: &str) -> Result<Person, Failure> {
        let guest =
            request(server, "POST", "/api/v1/guests", None, &json!({ "name": name }).to_string()).await?;
        Ok(Person { server, token: guest["token"].as_str().ok_or("no token")?.to_owned() })
    }

    async fn post(&self, path: &str, body: Value) -> Result<Value, Failure> {
        request(self.server, "POST", path, Some(&self.token), &body.to_string()).await
    }

    async fn intent(&self, game: &str, id: &str, data: Value) -> Result<Value, Failure> {
        let message = json!({ "id": id, "base": 0, "data": data });
        self.post(&format!("/api/v1/games/{game}/intents"), message).await
    }
}

/// Lets two people seek, accept, give seeds, chat and premove until the server is gone.
pub async fn make(server: SocketAddr, round: u64, promises: Arc<Mutex<Promises>>) -> Result<(), Failure> {
    let (almaz, bekele) = (Person::new(server, "Almaz").await?, Person::new(server, "Bekele").await?);
    let waiting = pair(&almaz, &bekele, "shatranj", &promises).await?;
    let place = {
        let mut promises = promises.lock().await;
        let (game, token) = (waiting.clone(), bekele.token.clone());
        promises.premoves.push(PremoveGame { game, token, acknowledged: None, sent: None });
        promises.premoves.len() - 1
    };
    for number in 0_u64.. {
        let name = format!("{round}-{number}");
        let game = pair(&almaz, &bekele, "oblong-dice", &promises).await?;
        let seed = json!({ "kind": "seed", "side": "white", "seed": name });
        almaz.intent(&game, "seed", seed).await?;
        promises.lock().await.seeds.push((game.clone(), name.clone()));
        almaz.post(&format!("/api/v1/games/{game}/chat"), json!({ "text": name })).await?;
        promises.lock().await.chat.push((game, almaz.token.clone(), name.clone()));
        let premove = ["a7a6", "b7b6", "c7c6", "d7d6"][usize::try_from(number % 4)?];
        promises.lock().await.premoves[place].sent = Some(premove.to_owned());
        let data = json!({ "kind": "premove", "side": "black", "moves": [{ "move": premove }] });
        bekele.intent(&waiting, &name, data).await?;
        promises.lock().await.premoves[place].acknowledged = Some(premove.to_owned());
    }
    Ok(())
}

async fn pair(
    white: &Person,
    black: &Person,
    instance: &str,
    promises: &Mutex<Promises>,
) -> Result<String, Failure> {
    let request = json!({ "instance": instance, "colour": "white" });
    let seek = white.post("/api/v1/seeks", request).await?["id"].as_str().ok_or("no seek")?.to_owned();
    let place = {
        let mut promises = promises.lock().await;
        promises.seeks.push((seek.clone(), None));
        promises.seeks.len() - 1
    };
    let game = black.post(&format!("/api/v1/seeks/{seek}/accept"), json!({})).await?;
    let game = game["id"].as_str().ok_or("no game")?.to_owned();
    promises.lock().await.seeks[place].1 = Some(game.clone());
    Ok(game)
}

/// Compares promises with what a server has.
pub async fn check(server: &Server, promises: &Promises) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    for (seek, accepted) in &promises.seeks {
        let now = server.request("GET", &format!("/api/v1/seeks/{seek}"), None, "").await?;
        let game = now["game"].as_str();
        let exists = match game {
            Some(game) => server.request("GET", &format!("/api/v1/games/{game}"), None, "").await.is_ok(),
            None => true,
        };
        let is_kept = exists && (accepted.is_none() || accepted.as_deref() == game);
        tally.count(is_kept, || {
            format!("seek {seek}: accepted as {accepted:?}, now {game:?}, exists {exists}")
        });
    }
    for (game, seed) in &promises.seeds {
        let begun = Instant::now();
        let used = loop {
            let events = log(server, game).await?;
            if let Some(seeds) = events.iter().find(|event| event["type"] == "seeds") {
                break seeds["data"]["white"].as_str().unwrap_or_default().to_owned();
            }
            if begun.elapsed() > SEEDS_WAIT {
                return Err(format!("{game}: the throws do not begin").into());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        };
        tally.count(used == *seed, || format!("seed of {game}: {seed} became {used}"));
    }
    for (game, token, text) in &promises.chat {
        let replay = server.request("GET", &format!("/api/v1/games/{game}/replay"), Some(token), "").await?;
        let chat = replay["chat"].as_array().cloned().unwrap_or_default();
        let is_kept = chat.iter().any(|entry| entry["data"]["text"] == text.as_str());
        tally.count(is_kept, || format!("chat of {game}: {text}"));
    }
    for PremoveGame { game, token, acknowledged, sent } in &promises.premoves {
        let stored = premove(server, game, token).await?;
        tally.count(stored == *acknowledged || stored == *sent, || {
            format!("premove of {game}: {acknowledged:?}, then {sent:?}, became {stored:?}")
        });
    }
    Ok(tally)
}

/// The premove that a player's socket is told of, if any.
async fn premove(server: &Server, game: &str, token: &str) -> Result<Option<String>, Failure> {
    let path = format!("/ws/v1/game/{game}?after=1000000");
    let (_sink, mut stream) = connect(server.address, Some(token), &path).await?;
    let first = async {
        while let Some(Ok(message)) = stream.next().await {
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if message["type"] == "premoves" {
                return Ok::<_, Failure>(message["data"]["moves"][0]["move"].as_str().map(str::to_owned));
            }
        }
        Ok(None)
    };
    tokio::time::timeout(Duration::from_secs(2), first).await.unwrap_or(Ok(None))
}
