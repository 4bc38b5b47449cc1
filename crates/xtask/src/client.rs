//! Servers and clients for the load and crash tools; each tool uses some of them.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::{SplitSink, SplitStream};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;

pub use crate::Failure;
use crate::http::{self, Ending, Socket};

pub type Sink = SplitSink<Socket, Message>;
pub type Stream = SplitStream<Socket>;

/// Timeout for a server start or a response.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A server in its own process, killed on drop.
pub struct Server {
    pub address: SocketAddr,
    process: Child,
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A port that is currently free.
pub async fn free_port() -> Result<SocketAddr, Failure> {
    Ok(TcpListener::bind("127.0.0.1:0").await?.local_addr()?)
}

impl Server {
    /// Starts `rukh serve` at an address with a data directory or database.
    pub async fn start(binary: &Path, address: SocketAddr, storage: &[&str]) -> Result<Server, Failure> {
        Server::start_with(binary, address, storage, &[]).await
    }

    /// As [`Server::start`], with variables of the environment.
    pub async fn start_with(
        binary: &Path,
        address: SocketAddr,
        storage: &[&str],
        environment: &[(&str, &OsStr)],
    ) -> Result<Server, Failure> {
        let process = Command::new(binary)
            .args(["serve", "--bind", &address.to_string(), "--log", "warn"])
            .args(storage)
            .envs(environment.iter().copied())
            .stdout(Stdio::null())
            .spawn()?;
        let server = Server { address, process };
        let ready = async {
            while server.request("GET", "/readyz", None, "").await.is_err() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(TIMEOUT, ready).await.map_err(|_| "the server does not start")?;
        Ok(server)
    }

    /// Process id.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Whether the process runs; one that has ended is a zombie until it is waited for.
    pub fn is_running(&self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with(['Z', 'X']))
    }

    /// Sends a signal such as `-STOP` to the process.
    pub fn signal(&self, signal: &str) -> Result<(), Failure> {
        Command::new("kill").args([signal, &self.pid().to_string()]).status()?;
        Ok(())
    }

    /// Asks the process to stop and waits until it has.
    pub async fn stop(mut self) -> Result<(), Failure> {
        self.signal("-TERM")?;
        let begun = std::time::Instant::now();
        while self.process.try_wait()?.is_none() {
            if begun.elapsed() > TIMEOUT {
                return Err("the server does not stop".into());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Kills the process without warning, like a power cut.
    pub fn kill(mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Sends a request and returns the body of a successful response.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> Result<Value, Failure> {
        request(self.address, method, path, token, body).await
    }

    /// Creates a guest and returns its token.
    pub async fn guest(&self, name: &str) -> Result<String, Failure> {
        let guest =
            self.request("POST", "/api/v1/guests", None, &json!({ "name": name }).to_string()).await?;
        Ok(guest["token"].as_str().ok_or("no token")?.to_owned())
    }

    /// Creates a game in which one guest plays both sides.
    pub async fn game(&self, token: &str, instance: &str) -> Result<String, Failure> {
        let seat = json!({ "kind": "human" });
        let body = json!({ "instance": instance, "white": seat, "black": seat });
        let game = self.request("POST", "/api/v1/games", Some(token), &body.to_string()).await?;
        Ok(game["id"].as_str().ok_or("no game")?.to_owned())
    }

    /// Opens a WebSocket to a game.
    pub async fn connect(
        &self,
        token: Option<&str>,
        game: &str,
        after: u64,
    ) -> Result<(Sink, Stream), Failure> {
        connect(self.address, token, &format!("/ws/v1/game/{game}?after={after}")).await
    }

    /// Processor time used so far, in seconds.
    pub fn cpu_seconds(&self) -> f64 {
        cpu_seconds(self.pid())
    }

    /// Resident memory, in bytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0) * 1024
    }
}

/// Milliseconds since the epoch.
pub fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Processor time a process has used so far, in seconds.
pub fn cpu_seconds(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 =
        after_name.split_whitespace().skip(11).take(2).filter_map(|text| text.parse::<u64>().ok()).sum();
    // Linux reports 100 ticks a second, whatever its own clock frequency.
    ticks as f64 / 100.0
}

/// The server has understood a request and does not do it: no matter of a server that is gone, nor of the pace.
#[derive(Debug)]
pub struct Refused(String);

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// Sends a request to a server and returns the body of a successful response.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &str,
) -> Result<Value, Failure> {
    let bearer = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
    let headers = format!("content-type: application/json\r\n{bearer}");
    let request = http::request(method, path, address, &headers, body);
    let answer = http::exchange(address, request.as_bytes(), Ending::Open);
    let reply = tokio::time::timeout(TIMEOUT, answer).await?;
    match reply.status {
        200..300 => Ok(reply.json()),
        // Whoever is only too fast has done the rest, and a server that has no database is as good as gone.
        400..500 if reply.status != 429 && reply.json()["code"] != "unavailable" => {
            Err(Refused(format!("{method} {path}: {}", reply.summary())).into())
        }
        _ => Err(format!("{method} {path}: {}", reply.summary()).into()),
    }
}

/// Opens a WebSocket.
pub async fn connect(
    address: SocketAddr,
    token: Option<&str>,
    path: &str,
) -> Result<(Sink, Stream), Failure> {
    Ok(http::connect(address, format!("ws://{address}{path}"), token).await?.split())
}

/// An intent message.
pub fn intent(id: &str, data: &Value) -> Message {
    Message::text(json!({ "type": "intent", "id": id, "base": 0, "data": data }).to_string())
}
