//! People with accounts.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::client::{Failure, Refused, request};
use crate::http::{self, Ending};

/// Somebody with an account: the id, and the secret of a device.
#[derive(Debug, Clone)]
pub struct Person {
    pub id: String,
    secret: String,
}

impl Person {
    /// Makes an account.
    ///
    /// # Errors
    /// The server refuses it.
    pub async fn register(server: SocketAddr, name: &str) -> Result<Person, Failure> {
        Person::register_from(server, name, "").await
    }

    /// Makes an account by a request with more headers, such as those of a proxy.
    ///
    /// # Errors
    /// The server refuses it.
    pub async fn register_from(server: SocketAddr, name: &str, headers: &str) -> Result<Person, Failure> {
        let body = json!({ "name": name, "password": "correct horse battery" }).to_string();
        let headers = format!("content-type: application/json\r\n{headers}");
        let text = http::request("POST", "/api/v1/account", server, &headers, &body);
        let reply = http::exchange(server, text.as_bytes(), Ending::Open).await;
        let cookie = reply.header("set-cookie").and_then(|set| set.split([';', '=']).nth(1));
        let (201, Some(secret)) = (reply.status, cookie.map(str::to_owned)) else {
            return Err(format!("no account: {}", reply.summary()).into());
        };
        let id = reply.json()["id"].as_str().ok_or("an account without an id")?.to_owned();
        Ok(Person { id, secret })
    }

    /// What signs in.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// The body of a successful answer.
    ///
    /// # Errors
    /// The request is refused, or the server is gone.
    pub async fn get(&self, server: SocketAddr, path: &str) -> Result<Value, Failure> {
        request(server, "GET", path, Some(&self.secret), "").await
    }

    /// The body of a successful answer.
    ///
    /// # Errors
    /// The request is refused, or the server is gone.
    pub async fn post(&self, server: SocketAddr, path: &str, body: Value) -> Result<Value, Failure> {
        request(server, "POST", path, Some(&self.secret), &body.to_string()).await
    }

    /// Takes something away that may be gone already.
    ///
    /// # Errors
    /// The server is gone.
    pub async fn withdraw(&self, server: SocketAddr, path: &str) -> Result<(), Failure> {
        match request(server, "DELETE", path, Some(&self.secret), "").await {
            Err(error) if !error.is::<Refused>() => Err(error),
            _ => Ok(()),
        }
    }
}

/// Each side moves once, and Black resigns; what was done before a kill is not done twice.
///
/// # Errors
/// The server refuses something, or is gone.
pub async fn play_out(server: SocketAddr, [white, black]: [&Person; 2], game: &str) -> Result<(), Failure> {
    let path = format!("/api/v1/games/{game}/intents");
    for (person, id, data) in [
        (white, "1", json!({ "kind": "move", "move": "e2e3" })),
        (black, "2", json!({ "kind": "move", "move": "e7e6" })),
        (black, "3", json!({ "kind": "resign", "side": "black" })),
    ] {
        person.post(server, &path, json!({ "id": id, "base": 0, "data": data })).await?;
    }
    Ok(())
}
