//! Test host: a server with HTTP and WebSocket clients.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rukh_server::{BotDelay, Config, ServeError, Server, StoreError};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

pub use crate::http::Reply;
use crate::http::{self, Ending, Socket};
use crate::postgres;

/// Forced passes are made by the tests themselves by default.
const BY_HAND: Duration = Duration::from_secs(3600);
/// Timeout of any step in a test.
const TIMEOUT: Duration = Duration::from_secs(90);

static COUNT: AtomicU32 = AtomicU32::new(0);

/// Storage of a test: a temporary directory, and possibly a PostgreSQL database.
pub struct TestStorage {
    pub directory: PathBuf,
    pub database: Option<String>,
}

impl TestStorage {
    pub fn new() -> TestStorage {
        TestStorage::of(None)
    }

    /// Storage that several servers can share.
    pub fn shared() -> TestStorage {
        TestStorage::of(Some(postgres::fresh_database()))
    }

    fn of(database: Option<String>) -> TestStorage {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let directory = std::env::temp_dir().join(format!("rukh-server-{}-{number}", std::process::id()));
        TestStorage { directory, database }
    }
}

impl Drop for TestStorage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// A test for each database, with empty storage.
macro_rules! on_both {
    ($($name:ident)*) => {$(
        mod $name {
            use crate::host::TestStorage;

            #[tokio::test(flavor = "multi_thread")]
            async fn on_sqlite() {
                super::$name(TestStorage::new()).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn on_postgres() {
                super::$name(TestStorage::shared()).await;
            }
        }
    )*};
}
pub(crate) use on_both;

/// Runs a future on a runtime that is then shut down without warning.
pub fn on_crashing_runtime<T>(work: impl Future<Output = T>) -> T {
    let world = tokio::runtime::Runtime::new().unwrap();
    let outcome = world.block_on(work);
    world.shutdown_background();
    outcome
}

/// A configuration in which the server makes forced passes after a delay.
pub fn passing_after(storage: &TestStorage, forced_pass: Duration) -> Config {
    let by_hand = config(storage);
    Config { bot_delay: BotDelay { forced_pass, ..by_hand.bot_delay }, ..by_hand }
}

pub fn config(storage: &TestStorage) -> Config {
    let at_once = rukh_engine::ActionRate { shortest: Duration::ZERO, spread: Duration::ZERO };
    Config {
        bind: "127.0.0.1:0".parse().unwrap(),
        data_dir: storage.directory.clone(),
        database: storage.database.clone(),
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
    pub fn new(id: &str, token: &str) -> Person {
        Person { id: id.to_owned(), token: token.to_owned() }
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    pub fn header(&self) -> String {
        format!("authorization: Bearer {}\r\n", self.token)
    }
}

/// A running server, and a default guest that plays both sides.
pub struct Host {
    pub address: SocketAddr,
    pub me: Person,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// Binds a server; after a crash, waits until the last threads have released the directory.
async fn bind(config: Config) -> Server {
    let began = std::time::Instant::now();
    loop {
        match Server::bind(config.clone()).await {
            Ok(server) => return server,
            Err(ServeError::Store(StoreError::InUse(_))) if began.elapsed() < TIMEOUT => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Host {
    pub async fn start(storage: &TestStorage) -> Host {
        Host::start_with(config(storage)).await
    }

    pub async fn start_with(config: Config) -> Host {
        let kept = config.data_dir.join("test-person");
        let server = bind(config).await;
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            server.run(async { drop(stopped.await) }).await;
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

    /// Creates another guest.
    pub async fn person(&self, name: &str) -> Person {
        let body = json!({ "name": name }).to_string();
        let reply = self.ask("POST", "/api/v1/guests", "content-type: application/json\r\n", &body).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let guest = reply.json();
        let text = |key: &str| guest[key].as_str().unwrap().to_owned();
        Person { id: text("id"), token: text("token") }
    }

    /// Creates two guests and a game between them.
    pub async fn pair(&self, request: Value) -> (Person, Person, String) {
        let (white, black) = (self.person("Almaz").await, self.person("Bekele").await);
        let game = self.game_of(&white, &black, request).await;
        (white, black, game)
    }

    /// Shuts the server down and waits for it.
    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        tokio::time::timeout(TIMEOUT, self.task).await.unwrap().unwrap();
    }

    pub async fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let request = http::request(method, path, self.address, headers, body);
        let reply = http::exchange(self.address, request.as_bytes(), Ending::Open).await;
        crate::schema::check_answer(method, path, reply.status, &reply.body);
        reply
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.get_as(&self.me, path).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.post_as(&self.me, path, body).await
    }

    pub async fn post_as(&self, person: &Person, path: &str, body: &Value) -> Reply {
        let headers = format!("content-type: application/json\r\n{}", person.header());
        self.ask("POST", path, &headers, &body.to_string()).await
    }

    pub async fn get_as(&self, person: &Person, path: &str) -> Reply {
        self.ask("GET", path, &person.header(), "").await
    }

    /// Creates a game between two guests.
    pub async fn game_of(&self, white: &Person, black: &Person, request: Value) -> String {
        let mut request = request;
        request["colour"] = json!("white");
        let reply = self.post_as(white, "/api/v1/seeks", &request).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let seek = reply.json()["id"].as_str().unwrap().to_owned();
        let reply = self.post_as(black, &format!("/api/v1/seeks/{seek}/accept"), &json!({})).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    /// Sends a guest's intent by request; returns the status and the body.
    pub async fn send_intent_as(&self, person: &Person, game: &str, id: &str, d: Value) -> (u16, Value) {
        let message = json!({ "id": id, "base": 0, "data": d });
        let reply = self.post_as(person, &format!("/api/v1/games/{game}/intents"), &message).await;
        (reply.status, reply.json())
    }

    /// Sends a guest's intent based on the event `base`.
    pub async fn send_intent_from(
        &self,
        person: &Person,
        game: &str,
        (id, base): (&str, u64),
        d: Value,
    ) -> (u16, Value) {
        let message = json!({ "id": id, "base": base, "data": d });
        let reply = self.post_as(person, &format!("/api/v1/games/{game}/intents"), &message).await;
        (reply.status, reply.json())
    }

    /// Makes a move in turn that must be accepted; returns the number of its last event.
    pub async fn moves(&self, person: &Person, game: &str, text: &str) -> u64 {
        let id = format!("{text}@{}", self.hello(game).await["seq"]);
        let (status, answer) =
            self.send_intent_as(person, game, &id, json!({ "kind": "move", "move": text })).await;
        assert_eq!(status, 200, "{text}: {answer}");
        answer["seq"].as_u64().unwrap()
    }

    /// Sends an intent that must be accepted; returns the number of its last event.
    pub async fn send_accepted(&self, person: &Person, game: &str, id: &str, d: Value) -> u64 {
        let (status, answer) = self.send_intent_as(person, game, id, d.clone()).await;
        assert_eq!(status, 200, "{d}: {answer}");
        answer["seq"].as_u64().unwrap()
    }

    /// Sends an intent that must be rejected; returns the code.
    pub async fn send_rejected(&self, person: &Person, game: &str, id: &str, d: Value) -> String {
        let (status, answer) = self.send_intent_as(person, game, id, d.clone()).await;
        assert_eq!(status, 409, "{d}: {answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    pub async fn view(&self, game: &str) -> Value {
        self.hello(game).await["view"].clone()
    }

    /// Creates a game of the default guest; returns its id.
    pub async fn game(&self, instance: &str) -> String {
        self.create_game(json!({ "instance": instance, "white": human(), "black": human() })).await
    }

    pub async fn create_game(&self, request: Value) -> String {
        let reply = self.post("/api/v1/games", &request).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    /// Sends an intent of the default guest by request; returns the status and the body.
    pub async fn send_intent(&self, game: &str, id: &str, d: Value) -> (u16, Value) {
        let message = json!({ "type": "intent", "id": id, "base": 0, "data": d });
        let reply = self.post(&format!("/api/v1/games/{game}/intents"), &message).await;
        (reply.status, reply.json())
    }

    pub async fn hello(&self, game: &str) -> Value {
        self.get(&format!("/api/v1/games/{game}")).await.json()
    }

    /// Id of the piece on a cell.
    pub async fn piece_id(&self, game: &str, cell: &str) -> u64 {
        let hello = self.hello(game).await;
        let pieces = hello["view"]["pieces"].as_array().unwrap().iter();
        pieces.clone().find(|piece| piece["cell"] == cell).unwrap()["id"].as_u64().unwrap()
    }

    /// Makes a werera move; the id of the intent is the move.
    pub async fn place(&self, game: &str, side: &str, from: &str, to: &str) -> (u16, Value) {
        let id = self.piece_id(game, from).await;
        let d = json!({ "kind": "place", "side": side, "piece_id": id, "from": from, "to": to });
        let seq = self.hello(game).await["seq"].as_u64().unwrap();
        self.send_intent(game, &format!("{from}{to}@{seq}"), d).await
    }

    /// All events of a game.
    pub async fn events(&self, game: &str) -> Vec<Value> {
        let mut socket = self.socket(game, 0).await;
        let hello = socket.next().await;
        let mut events = Vec::new();
        for _ in 0..hello["seq"].as_u64().unwrap() {
            events.push(socket.next().await);
        }
        events
    }

    pub async fn socket(&self, game: &str, after: u64) -> TestSocket {
        self.socket_as(Some(&self.me), game, after).await
    }

    /// A game socket of a guest, or an anonymous one.
    pub async fn socket_as(&self, person: Option<&Person>, game: &str, after: u64) -> TestSocket {
        self.open(person, &format!("/ws/v1/game/{game}?after={after}")).await
    }

    pub async fn open(&self, person: Option<&Person>, path: &str) -> TestSocket {
        TestSocket::open(self.address, person, path).await
    }
}

/// A client's socket.
pub struct TestSocket {
    path: String,
    socket: Socket,
}

impl TestSocket {
    pub async fn open(address: SocketAddr, person: Option<&Person>, path: &str) -> TestSocket {
        TestSocket::of_request(address, format!("ws://{address}{path}"), person, path).await.unwrap()
    }

    /// Opens a socket with a prepared request; the error is the status of the response.
    pub async fn of_request(
        address: SocketAddr,
        request: impl IntoClientRequest,
        person: Option<&Person>,
        path: &str,
    ) -> Result<TestSocket, u16> {
        match http::connect(address, request, person.map(Person::token)).await {
            Ok(socket) => Ok(TestSocket { path: path.to_owned(), socket }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    pub async fn message(&mut self) -> Message {
        let wanted = async {
            loop {
                match self.socket.next().await.expect("an open socket").expect("a valid message") {
                    Message::Ping(_) | Message::Pong(_) => {}
                    message => return message,
                }
            }
        };
        tokio::time::timeout(TIMEOUT, wanted).await.expect("a message in time")
    }

    /// The next text; `None` if the socket is closed.
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
                crate::schema::check_message(&self.path, &message);
                message
            }
            other => panic!("text was expected, not {other:?}"),
        }
    }

    /// The next message of a kind; skips others.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The messages up to the next one of a kind.
    pub async fn gather(&mut self, kind: &str) -> Vec<Value> {
        let mut gathered = vec![self.next().await];
        while gathered.last().is_some_and(|message| message["type"] != kind) {
            gathered.push(self.next().await);
        }
        gathered
    }

    /// The reply to an intent; skips other messages.
    pub async fn answer(&mut self, id: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["id"] == id && (message["type"] == "ack" || message["type"] == "nack") {
                return message;
            }
        }
    }

    /// The close code of the socket.
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

    /// Sends an intent based on the event `base`.
    pub async fn send_intent_from(&mut self, id: &str, base: u64, d: Value) {
        let message = json!({ "type": "intent", "id": id, "base": base, "data": d });
        self.send(Message::text(message.to_string())).await;
    }

    pub async fn send_intent(&mut self, id: &str, d: Value) {
        let message = json!({ "type": "intent", "id": id, "base": 0, "data": d });
        self.send(Message::text(message.to_string())).await;
    }
}

pub fn human() -> Value {
    json!({ "kind": "human" })
}

pub fn engine(level: u8) -> Value {
    json!({ "kind": "engine", "level": level })
}

/// The legal moves of a side in a view, in coordinates.
pub fn moves(view: &Value, side: &str) -> Vec<Value> {
    let by_cell = view["legal_moves"][side].as_object().unwrap();
    by_cell.values().flat_map(|moves| moves.as_array().unwrap().clone()).collect()
}

/// A Fischer time control, in seconds.
pub fn fischer(initial: u32, increment: u32) -> Value {
    json!({ "kind": "fischer", "initial": initial, "increment": increment })
}

/// A werera move as an intent.
pub fn place(side: &str, from: &str, to: &str) -> Value {
    json!({ "kind": "place", "side": side, "from": from, "to": to })
}

/// The kinds of messages.
pub fn kinds(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|message| message["type"].as_str().unwrap_or_default()).collect()
}

/// The pieces of a view or a replay, by id.
pub fn pieces_by_id(pieces: &Value) -> BTreeMap<u64, Value> {
    let pieces = pieces.as_array().unwrap().iter();
    pieces.map(|piece| (piece["id"].as_u64().unwrap(), piece.clone())).collect()
}
