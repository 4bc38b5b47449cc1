//! A client of the server under attack.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::Failure;
use crate::http::{Ending, Reply, exchange, request};

/// A client: a server's address, the address it pretends to come from, and a guest.
#[derive(Debug, Clone)]
pub struct Client {
    pub server: SocketAddr,
    /// Address that a proxy on loopback would report; without one the server does not limit requests.
    pub from: Option<String>,
    pub token: Option<String>,
    pub id: String,
}

impl Client {
    /// A client without an address or a guest.
    pub fn new(server: SocketAddr) -> Client {
        Client { server, from: None, token: None, id: String::new() }
    }

    /// The same guest at another address.
    pub fn at(&self, address: &str) -> Client {
        Client { from: Some(address.to_owned()), ..self.clone() }
    }

    /// A new guest at this address.
    ///
    /// # Errors
    /// The server makes none.
    pub async fn guest(&self, name: &str) -> Result<Client, Failure> {
        let reply = self.post("/api/v1/guests", &json!({ "name": name })).await;
        let guest = reply.json();
        let token = guest["token"].as_str().ok_or_else(|| format!("no guest: {}", reply.summary()))?;
        let id = guest["id"].as_str().unwrap_or_default().to_owned();
        Ok(Client { token: Some(token.to_owned()), id, ..self.clone() })
    }

    /// The headers that say who the client is.
    pub fn headers(&self) -> String {
        let from = self.from.as_ref().map_or(String::new(), |from| format!("x-forwarded-for: {from}\r\n"));
        let token =
            self.token.as_ref().map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
        format!("{from}{token}")
    }

    /// Sends a request with more headers, each with its line end.
    pub async fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let headers = format!("{}{headers}", self.headers());
        let request = request(method, path, self.server, &headers, body);
        exchange(self.server, request.as_bytes(), Ending::Open).await
    }

    /// Sends a request without a body.
    pub async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, "", "").await
    }

    /// Sends a JSON value.
    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.post_text(path, &body.to_string()).await
    }

    /// Sends a text as JSON.
    pub async fn post_text(&self, path: &str, body: &str) -> Reply {
        self.send("POST", path, "content-type: application/json\r\n", body).await
    }

    /// Creates a game in which the guest plays both sides.
    ///
    /// # Errors
    /// The server creates none.
    pub async fn game(&self, instance: &str) -> Result<String, Failure> {
        let seat = json!({ "kind": "human" });
        let body = json!({ "instance": instance, "white": seat, "black": seat });
        let reply = self.post("/api/v1/games", &body).await;
        let id = reply.json()["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| format!("no game: {}", reply.summary()).into())
    }

    /// Creates a seek for White.
    ///
    /// # Errors
    /// The server creates none.
    pub async fn seek(&self, instance: &str) -> Result<String, Failure> {
        let reply = self.post("/api/v1/seeks", &json!({ "instance": instance, "colour": "white" })).await;
        let id = reply.json()["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| format!("no seek: {}", reply.summary()).into())
    }

    /// Starts a game against another guest, who gets Black.
    ///
    /// # Errors
    /// The server starts none.
    pub async fn game_against(&self, black: &Client, instance: &str) -> Result<String, Failure> {
        let seek = self.seek(instance).await?;
        let reply = black.post(&format!("/api/v1/seeks/{seek}/accept"), &json!({})).await;
        let id = reply.json()["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| format!("no game: {}", reply.summary()).into())
    }

    /// Sends an intent.
    pub async fn intent(&self, game: &str, id: &str, data: Value) -> Reply {
        let message = json!({ "id": id, "base": 0, "data": data });
        self.post(&format!("/api/v1/games/{game}/intents"), &message).await
    }

    /// The frames of a game's replay.
    ///
    /// # Errors
    /// The game cannot be read.
    pub async fn frames(&self, game: &str) -> Result<Vec<Value>, Failure> {
        let reply = self.get(&format!("/api/v1/games/{game}/replay")).await;
        match reply.json()["frames"].as_array() {
            Some(frames) => Ok(frames.clone()),
            None => Err(format!("{game} cannot be read: {}", reply.summary()).into()),
        }
    }
}
