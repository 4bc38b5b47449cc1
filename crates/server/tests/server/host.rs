//! Test host: a server with HTTP and WebSocket clients.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rukh_server::{BotDelay, Config, ServeError, Server, StoreError};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::postgres;

/// Forced passes are made by the tests themselves by default.
const BY_HAND: Duration = Duration::from_secs(3600);
/// Timeout of any step in a test.
const PATIENCE: Duration = Duration::from_secs(90);

static COUNT: AtomicU32 = AtomicU32::new(0);

/// Storage of a test: a temporary directory, and possibly a PostgreSQL database.
pub struct Place {
    pub directory: PathBuf,
    pub database: Option<String>,
}

impl Place {
    pub fn new() -> Place {
        Place::of(None)
    }

    /// Storage that several servers can share.
    pub fn shared() -> Place {
        Place::of(Some(postgres::fresh_database()))
    }

    fn of(database: Option<String>) -> Place {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let directory = std::env::temp_dir().join(format!("rukh-server-{}-{number}", std::process::id()));
        Place { directory, database }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// A test for each database, with empty storage.
macro_rules! on_both {
    ($($name:ident)*) => {$(
        mod $name {
            use crate::host::Place;

            #[tokio::test(flavor = "multi_thread")]
            async fn on_sqlite() {
                super::$name(Place::new()).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn on_postgres() {
                super::$name(Place::shared()).await;
            }
        }
    )*};
}
pub(crate) use on_both;

/// Runs a future on a runtime that is then shut down without warning.
pub fn in_a_world_that_ends<T>(work: impl Future<Output = T>) -> T {
    let world = tokio::runtime::Runtime::new().unwrap();
    let outcome = world.block_on(work);
    world.shutdown_background();
    outcome
}

/// A configuration in which the server makes forced passes after a delay.
pub fn passing_after(place: &Place, forced_pass: Duration) -> Config {
    let by_hand = config(place);
    Config { bot_delay: BotDelay { forced_pass, ..by_hand.bot_delay }, ..by_hand }
}

pub fn config(place: &Place) -> Config {
    let at_once = rukh_engine::ActionRate { shortest: Duration::ZERO, spread: Duration::ZERO };
    Config {
        bind: "127.0.0.1:0".parse().unwrap(),
        data_dir: place.directory.clone(),
        database: place.database.clone(),
        bot_delay: BotDelay { turn: Duration::ZERO, werera: at_once, forced_pass: BY_HAND },
        ..Config::default()
    }
}

/// A guest with a token.
#[derive(Clone)]
pub struct Person {
    pub id: String,
    token: String,
}

impl Person {
    pub fn token(&self) -> &str {
        &self.token
    }

    pub fn header(&self) -> String {
        format!("authorization: Bearer {}\r\n", self.token)
    }
}

/// A running server, and a default guest who plays both sides.
pub struct Host {
    pub address: SocketAddr,
    pub me: Person,
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

/// A server; after a crash, once the last threads have released the directory.
async fn bind(config: Config) -> Server {
    let begun = std::time::Instant::now();
    loop {
        match Server::bind(config.clone()).await {
            Ok(server) => return server,
            Err(ServeError::Store(StoreError::InUse(_))) if begun.elapsed() < PATIENCE => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Host {
    pub async fn start(place: &Place) -> Host {
        Host::start_with(config(place)).await
    }

    pub async fn start_with(config: Config) -> Host {
        let kept = config.data_dir.join("test-person");
        let server = bind(config).await;
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            server.run(async { drop(stopped.await) }).await.unwrap();
        });
        let nobody = Person { id: String::new(), token: String::new() };
        let mut host = Host { address, me: nobody, stop, task };
        host.me = match std::fs::read_to_string(&kept) {
            Ok(text) => {
                let (id, token) = text.split_once(' ').unwrap();
                Person { id: id.to_owned(), token: token.to_owned() }
            }
            Err(_) => host.person("Abebe").await,
        };
        std::fs::create_dir_all(kept.parent().unwrap()).unwrap();
        std::fs::write(&kept, format!("{} {}", host.me.id, host.me.token)).unwrap();
        host
    }

    /// Somebody else.
    pub async fn person(&self, name: &str) -> Person {
        let body = json!({ "name": name }).to_string();
        let reply = self.ask("POST", "/api/v1/guests", "content-type: application/json\r\n", &body).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let guest = reply.json();
        let text = |key: &str| guest[key].as_str().unwrap().to_owned();
        Person { id: text("id"), token: text("token") }
    }

    /// A new game between two people who are new too.
    pub async fn pair(&self, wish: Value) -> (Person, Person, String) {
        let (white, black) = (self.person("Almaz").await, self.person("Bekele").await);
        let game = self.game_of(&white, &black, wish).await;
        (white, black, game)
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
        crate::schema::check_answer(method, path, status, body);
        Reply { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.get_as(&self.me, path).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.post_as(&self.me, path, body).await
    }

    pub async fn post_as(&self, who: &Person, path: &str, body: &Value) -> Reply {
        let headers = format!("content-type: application/json\r\n{}", who.header());
        self.ask("POST", path, &headers, &body.to_string()).await
    }

    pub async fn get_as(&self, who: &Person, path: &str) -> Reply {
        self.ask("GET", path, &who.header(), "").await
    }

    /// A game between two people, the first of whom plays White.
    pub async fn game_of(&self, white: &Person, black: &Person, wish: Value) -> String {
        let mut wish = wish;
        wish["colour"] = json!("white");
        let reply = self.post_as(white, "/api/v1/seeks", &wish).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let seek = reply.json()["id"].as_str().unwrap().to_owned();
        let reply = self.post_as(black, &format!("/api/v1/seeks/{seek}/accept"), &json!({})).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    /// Sends an intent of somebody's by request.
    pub async fn want_as(&self, who: &Person, game: &str, id: &str, d: Value) -> (u16, Value) {
        let message = json!({ "id": id, "base": 0, "data": d });
        let reply = self.post_as(who, &format!("/api/v1/games/{game}/intents"), &message).await;
        (reply.status, reply.json())
    }

    /// As [`Host::want_as`], of somebody who has seen so many events.
    pub async fn want_from(
        &self,
        who: &Person,
        game: &str,
        (id, base): (&str, u64),
        d: Value,
    ) -> (u16, Value) {
        let message = json!({ "id": id, "base": base, "data": d });
        let reply = self.post_as(who, &format!("/api/v1/games/{game}/intents"), &message).await;
        (reply.status, reply.json())
    }

    /// Makes a move in turn that must be allowed.
    pub async fn moves(&self, who: &Person, game: &str, text: &str) -> u64 {
        let id = format!("{text}@{}", self.hello(game).await["seq"]);
        let (status, answer) = self.want_as(who, game, &id, json!({ "kind": "move", "move": text })).await;
        assert_eq!(status, 200, "{text}: {answer}");
        answer["seq"].as_u64().unwrap()
    }

    /// Sends an intent that must be allowed.
    pub async fn does(&self, who: &Person, game: &str, id: &str, d: Value) -> u64 {
        let (status, answer) = self.want_as(who, game, id, d.clone()).await;
        assert_eq!(status, 200, "{d}: {answer}");
        answer["seq"].as_u64().unwrap()
    }

    /// Sends an intent that must be refused; answers the code.
    pub async fn may_not(&self, who: &Person, game: &str, id: &str, d: Value) -> String {
        let (status, answer) = self.want_as(who, game, id, d.clone()).await;
        assert_eq!(status, 409, "{d}: {answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    pub async fn view(&self, game: &str) -> Value {
        self.hello(game).await["view"].clone()
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
        let message = json!({ "type": "intent", "id": id, "base": 0, "data": d });
        let reply = self.post(&format!("/api/v1/games/{game}/intents"), &message).await;
        (reply.status, reply.json())
    }

    pub async fn hello(&self, game: &str) -> Value {
        self.get(&format!("/api/v1/games/{game}")).await.json()
    }

    /// The number of the man on a cell.
    pub async fn man(&self, game: &str, cell: &str) -> u64 {
        let hello = self.hello(game).await;
        let men = hello["view"]["pieces"].as_array().unwrap().iter();
        men.clone().find(|man| man["cell"] == cell).unwrap()["id"].as_u64().unwrap()
    }

    /// Moves a man in the werera; the id of the intent is the move.
    pub async fn place(&self, game: &str, side: &str, from: &str, to: &str) -> (u16, Value) {
        let id = self.man(game, from).await;
        let d = json!({ "kind": "place", "side": side, "piece_id": id, "from": from, "to": to });
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
        self.line_as(Some(&self.me), game, after).await
    }

    /// A line of somebody's, or of nobody in particular.
    pub async fn line_as(&self, who: Option<&Person>, game: &str, after: u64) -> Line {
        self.open(who, &format!("/ws/v1/game/{game}?after={after}")).await
    }

    pub async fn open(&self, who: Option<&Person>, path: &str) -> Line {
        Line::open(self.address, who, path).await
    }
}

/// A socket.
pub struct Line {
    path: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Line {
    pub async fn open(address: SocketAddr, who: Option<&Person>, path: &str) -> Line {
        let url = format!("ws://{address}{path}");
        let mut request = url.into_client_request().unwrap();
        if let Some(who) = who {
            let proof = format!("Bearer {}", who.token).parse().unwrap();
            request.headers_mut().insert("authorization", proof);
        }
        let path = path.to_owned();
        Line { path, socket: tokio_tungstenite::connect_async(request).await.unwrap().0 }
    }

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

    /// The next text, or none if the line is closed.
    pub async fn text(&mut self) -> Option<Utf8Bytes> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Some(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        match self.message().await {
            Message::Text(text) => {
                let message = serde_json::from_str(&text).unwrap();
                crate::schema::check_told(&self.path, &message);
                message
            }
            other => panic!("text was expected, not {other:?}"),
        }
    }

    /// The next message of that kind; others are passed over.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next message of that kind; answers those before it too.
    pub async fn gather(&mut self, kind: &str) -> Vec<Value> {
        let mut gathered = vec![self.next().await];
        while gathered.last().is_some_and(|message| message["type"] != kind) {
            gathered.push(self.next().await);
        }
        gathered
    }

    /// The answer to an intent; what comes before it is passed over.
    pub async fn answer(&mut self, id: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["id"] == id && (message["type"] == "ack" || message["type"] == "nack") {
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

    pub async fn say(&mut self, kind: &str, d: Value) {
        self.send(Message::text(json!({ "type": kind, "data": d }).to_string())).await;
    }

    /// Sends an intent of somebody who has seen so many events.
    pub async fn want_from(&mut self, id: &str, base: u64, d: Value) {
        let message = json!({ "type": "intent", "id": id, "base": base, "data": d });
        self.send(Message::text(message.to_string())).await;
    }

    pub async fn want(&mut self, id: &str, d: Value) {
        let message = json!({ "type": "intent", "id": id, "base": 0, "data": d });
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
    let by_cell = view["legal_moves"][side].as_object().unwrap();
    by_cell.values().flat_map(|moves| moves.as_array().unwrap().clone()).collect()
}

/// A clock with so many seconds for the game and for each move.
pub fn fischer(initial: u32, increment: u32) -> Value {
    json!({ "kind": "fischer", "initial": initial, "increment": increment })
}

/// An intent of the werera.
pub fn place(side: &str, from: &str, to: &str) -> Value {
    json!({ "kind": "place", "side": side, "from": from, "to": to })
}

/// The kinds of some messages.
pub fn kinds(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|message| message["type"].as_str().unwrap_or_default()).collect()
}

/// The men of a view or a replay, by number.
pub fn men_by_id(men: &Value) -> BTreeMap<u64, Value> {
    let men = men.as_array().unwrap().iter();
    men.map(|man| (man["id"].as_u64().unwrap(), man.clone())).collect()
}
