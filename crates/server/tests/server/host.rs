//! A server of a test's own, and the two ways to talk to it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rukh_server::{Config, Pace, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// How long anything in a test may take.
const PATIENCE: Duration = Duration::from_secs(90);

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A directory that goes with the test.
pub struct Place(pub PathBuf);

impl Place {
    pub fn new() -> Place {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Place(std::env::temp_dir().join(format!("rukh-server-{}-{number}", std::process::id())))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn config(place: &Place) -> Config {
    let no_pace = Pace { turn: Duration::ZERO, werera: Duration::ZERO, werera_spread: Duration::ZERO };
    Config {
        bind: "127.0.0.1:0".parse().unwrap(),
        data_dir: place.0.clone(),
        pace: no_pace,
        ..Config::default()
    }
}

/// A running server.
pub struct Host {
    pub address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Host {
    pub async fn start(place: &Place) -> Host {
        Host::start_with(config(place)).await
    }

    pub async fn start_with(config: Config) -> Host {
        let server = Server::bind(config).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            server.run(async { drop(stopped.await) }).await.unwrap();
        });
        Host { address, stop, task }
    }

    /// Stops in good order.
    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        tokio::time::timeout(PATIENCE, self.task).await.unwrap().unwrap();
    }

    pub async fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Reply { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "", "").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, "content-type: application/json\r\n", &body.to_string()).await
    }

    /// Begins a game between people; answers its id.
    pub async fn game(&self, instance: &str) -> String {
        self.sit(json!({ "instance": instance, "white": human("Abebe"), "black": human("Sara") })).await
    }

    pub async fn sit(&self, wishes: Value) -> String {
        let reply = self.post("/api/v1/games", &wishes).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    /// Sends an intent by request; answers the status and the answer.
    pub async fn want(&self, game: &str, id: &str, d: Value) -> (u16, Value) {
        let message = json!({ "t": "intent", "id": id, "base": 0, "d": d });
        let reply = self.post(&format!("/api/v1/games/{game}/intents"), &message).await;
        (reply.status, reply.json())
    }

    pub async fn hello(&self, game: &str) -> Value {
        self.get(&format!("/api/v1/games/{game}")).await.json()
    }

    /// The number of the man on a cell.
    pub async fn man(&self, game: &str, cell: &str) -> u64 {
        let hello = self.hello(game).await;
        let men = hello["view"]["men"].as_array().unwrap().iter();
        men.clone().find(|man| man["cell"] == cell).unwrap()["id"].as_u64().unwrap()
    }

    /// Moves a man in the werera; the id of the intent is the move.
    pub async fn place(&self, game: &str, side: &str, from: &str, to: &str) -> (u16, Value) {
        let id = self.man(game, from).await;
        let d = json!({ "kind": "place", "side": side, "id": id, "from": from, "to": to });
        let seq = self.hello(game).await["seq"].as_u64().unwrap();
        self.want(game, &format!("{from}{to}@{seq}"), d).await
    }

    /// Every event of a game.
    pub async fn events(&self, game: &str) -> Vec<Value> {
        let mut line = self.line(game, 0).await;
        let hello = line.next().await;
        let mut events = Vec::new();
        for _ in 0..hello["seq"].as_u64().unwrap() {
            events.push(line.next().await);
        }
        events
    }

    pub async fn line(&self, game: &str, after: u64) -> Line {
        let url = format!("ws://{}/ws/v1/game/{game}?after={after}", self.address);
        Line { socket: tokio_tungstenite::connect_async(url).await.unwrap().0 }
    }
}

/// A socket.
pub struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Line {
    pub async fn message(&mut self) -> Message {
        let wanted = async {
            loop {
                match self.socket.next().await.expect("an open line").expect("a sound message") {
                    Message::Ping(_) | Message::Pong(_) => {}
                    message => return message,
                }
            }
        };
        tokio::time::timeout(PATIENCE, wanted).await.expect("a message in time")
    }

    pub async fn next(&mut self) -> Value {
        match self.message().await {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("text was expected, not {other:?}"),
        }
    }

    /// The next message of that kind; others are passed over.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// The code the line is closed with.
    pub async fn closed(&mut self) -> u16 {
        loop {
            if let Message::Close(frame) = self.message().await {
                return frame.expect("a reason").code.into();
            }
        }
    }

    pub async fn send(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    pub async fn want(&mut self, id: &str, d: Value) {
        let message = json!({ "t": "intent", "id": id, "base": 0, "d": d });
        self.send(Message::text(message.to_string())).await;
    }
}

pub fn human(name: &str) -> Value {
    json!({ "kind": "human", "name": name })
}

pub fn engine(level: u8) -> Value {
    json!({ "kind": "engine", "level": level })
}

/// The moves of a side in a view, as coordinates.
pub fn moves(view: &Value, side: &str) -> Vec<Value> {
    let by_cell = view["legal"][side].as_object().unwrap();
    by_cell.values().flat_map(|moves| moves.as_array().unwrap().clone()).collect()
}
