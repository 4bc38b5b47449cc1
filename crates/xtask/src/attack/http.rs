//! A client that sends exactly the bytes it is given, also wrong ones.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Failure;

/// Longest time to wait for an answer to a well-formed request.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time after which a client that has sent something unfinished closes its side.
const HALF_CLOSE_DELAY: Duration = Duration::from_millis(250);
/// Most bytes of an answer that are read.
const MAX_ANSWER_BYTES: usize = 8 * 1024 * 1024;
/// Status of a connection that was closed without an answer.
const CLOSED: u16 = 0;
/// Status of a connection that neither answers nor is closed.
const SILENT: u16 = 1;

/// An answer, or how the connection ended without one.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    /// Whether the connection was closed without an answer.
    pub fn is_closed(&self) -> bool {
        self.status == CLOSED
    }

    /// The status, or how the connection ended.
    pub fn status_text(&self) -> String {
        match self.status {
            CLOSED => "closed".to_owned(),
            SILENT => "no answer".to_owned(),
            status => status.to_string(),
        }
    }

    /// Status and the beginning of the body.
    pub fn summary(&self) -> String {
        let body: String = self.body.chars().take(160).collect();
        format!("{} {}", self.status_text(), body.trim())
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let named = |line: &str| line.split_once(':').is_some_and(|(key, _)| key.eq_ignore_ascii_case(name));
        self.head.lines().find(|line| named(line))?.split_once(':').map(|(_, value)| value.trim())
    }

    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// Whether the answer says when to try again, as every 429 must.
    pub fn has_retry_after(&self) -> bool {
        self.header("retry-after").and_then(|text| text.parse::<u64>().ok()).is_some_and(|wait| wait > 0)
    }

    fn parse(bytes: &[u8]) -> Option<Reply> {
        let text = String::from_utf8_lossy(bytes);
        let status = text.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()?;
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        Some(Reply { status, head: head.to_owned(), body: body.to_owned() })
    }

    fn is_whole(&self) -> bool {
        if self.status == 101 || self.status == 204 || self.status == 304 {
            return true;
        }
        let length = self.header("content-length").and_then(|text| text.parse::<usize>().ok());
        match length {
            Some(length) => self.body.len() >= length,
            None => self.body.ends_with("0\r\n\r\n"),
        }
    }
}

/// What follows after the bytes of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The connection stays open until the answer is there.
    Open,
    /// The client closes its side after a moment, since the request may be unfinished.
    HalfClosed,
}

/// Sends bytes on a new connection and reads one answer.
pub async fn exchange(address: SocketAddr, bytes: &[u8], ending: Ending) -> Reply {
    let attempt = async {
        let (mut reader, mut writer) = TcpStream::connect(address).await?.into_split();
        let writing = async {
            // The server may refuse before it has read all.
            let _ = writer.write_all(bytes).await;
            if ending == Ending::HalfClosed {
                tokio::time::sleep(HALF_CLOSE_DELAY).await;
                let _ = writer.shutdown().await;
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            reply = read_reply(&mut reader) => Ok::<_, std::io::Error>(reply),
            () = writing => Ok(Reply::default()),
        }
    };
    match tokio::time::timeout(PATIENCE, attempt).await {
        Ok(Ok(reply)) => reply,
        Ok(Err(error)) => Reply { body: error.to_string(), ..Reply::default() },
        Err(_) => Reply { status: SILENT, ..Reply::default() },
    }
}

/// Reads until one answer is whole or the connection ends.
pub async fn read_reply(reader: &mut (impl AsyncReadExt + Unpin)) -> Reply {
    let mut bytes = Vec::new();
    let mut part = vec![0; 16 * 1024];
    loop {
        // A reset is an end too.
        let count = reader.read(&mut part).await.unwrap_or(0);
        bytes.extend_from_slice(&part[..count]);
        let has_head = bytes.windows(4).any(|window| window == b"\r\n\r\n");
        let reply = has_head.then(|| Reply::parse(&bytes)).flatten();
        match reply {
            Some(reply) if count == 0 || reply.is_whole() => return reply,
            _ if count == 0 || bytes.len() > MAX_ANSWER_BYTES => {
                return Reply { body: String::from_utf8_lossy(&bytes).into_owned(), ..Reply::default() };
            }
            _ => {}
        }
    }
}

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
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{}{headers}content-length: {}\r\n\r\n{body}",
            self.server,
            self.headers(),
            body.len()
        );
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

#[cfg(test)]
mod tests {
    use super::{Reply, read_reply};

    #[tokio::test]
    async fn reply_is_read_to_its_length() {
        let mut bytes: &[u8] =
            b"HTTP/1.1 429 Too Many\r\nRetry-After: 3\r\nContent-Length: 2\r\n\r\n{}trailing";
        let reply = read_reply(&mut bytes).await;
        assert_eq!((reply.status, reply.header("retry-after")), (429, Some("3")));
        assert!(reply.has_retry_after() && reply.body.starts_with("{}"), "{reply:?}");
    }

    #[tokio::test]
    async fn connection_closed_early_is_no_reply() {
        let mut bytes: &[u8] = b"HTTP/1.1 2";
        assert!(read_reply(&mut bytes).await.is_closed());
        assert!(!Reply::default().has_retry_after());
    }
}
