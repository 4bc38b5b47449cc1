//! The client of the server's tests and of the tools that load and attack one: it sends exactly the bytes it
//! is given, also wrong ones.

use std::fmt::Display;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A client's WebSocket.
pub type Socket = WebSocketStream<TcpStream>;

/// Longest time to wait for an answer to a well-formed request.
const PATIENCE: Duration = Duration::from_secs(60);
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
    /// The body as text.
    pub body: String,
    pub bytes: Vec<u8>,
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
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// Seconds after which the request may be tried again.
    pub fn retry_after(&self) -> Option<u64> {
        self.header("retry-after")?.parse().ok()
    }

    /// The answer that some bytes begin, if they have its head.
    fn parse(bytes: &[u8]) -> Option<Reply> {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()?;
        Some(Reply { status, head, bytes: bytes[end + 4..].to_vec(), ..Reply::default() })
    }

    fn is_whole(&self) -> bool {
        let length = self.header("content-length").and_then(|text| text.parse::<usize>().ok());
        match (self.status, length) {
            (101 | 204 | 304, _) => true,
            (_, Some(length)) => self.bytes.len() >= length,
            (_, None) => self.bytes.ends_with(b"0\r\n\r\n"),
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

/// A request of which the server closes the connection; each header has its line end.
pub fn request(method: &str, path: &str, host: impl Display, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n{body}"
    )
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
    let (mut reply, mut part) = (Reply::default(), vec![0; 16 * 1024]);
    loop {
        // A reset is an end too.
        let count = reader.read(&mut part).await.unwrap_or(0);
        reply.bytes.extend_from_slice(&part[..count]);
        if reply.status == CLOSED {
            reply = Reply::parse(&reply.bytes).unwrap_or(reply);
        }
        let is_whole = reply.status != CLOSED && reply.is_whole();
        if is_whole || count == 0 || reply.bytes.len() > MAX_ANSWER_BYTES {
            reply.body = String::from_utf8_lossy(&reply.bytes).into_owned();
            return reply;
        }
    }
}

/// Opens a WebSocket; the bearer of a token, if there is one, is added to the request.
///
/// # Errors
/// The server refuses, or does not answer.
pub async fn connect(
    address: SocketAddr,
    request: impl IntoClientRequest,
    token: Option<&str>,
) -> Result<Socket, Error> {
    let mut request = request.into_client_request()?;
    if let Some(token) = token {
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    }
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let small = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
    Ok(client_async_with_config(request, stream, Some(small)).await?.0)
}

#[cfg(test)]
mod tests {
    use super::read_reply;

    #[tokio::test]
    async fn reply_is_read_to_its_length() {
        let mut bytes: &[u8] =
            b"HTTP/1.1 429 Too Many\r\nRetry-After: 3\r\nContent-Length: 2\r\n\r\n{}trailing";
        let reply = read_reply(&mut bytes).await;
        assert_eq!(
            (reply.status, reply.header("retry-after"), reply.retry_after()),
            (429, Some("3"), Some(3))
        );
        assert!(reply.body.starts_with("{}"), "{reply:?}");
    }

    #[tokio::test]
    async fn connection_closed_early_is_no_reply() {
        let mut bytes: &[u8] = b"HTTP/1.1 2";
        assert!(read_reply(&mut bytes).await.is_closed());
    }
}
