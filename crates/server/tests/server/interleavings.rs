//! Both players send intents at once without waiting for each other; in any order, every client
//! ends with the same game.
//!
//! `RUKH_INTERLEAVINGS` sets how many intents are sent.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::coordinate;
use rukh_rules::{Phase, Side};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};

use crate::host::{Host, Person, TestSocket, TestStorage, config};
use crate::replica::Replica;

/// Default number of intents.
const USUAL: usize = 2_000;
/// Intents per player and game.
const EACH: usize = 125;
/// Maximum number of pending requests of a connection.
const AT_ONCE: usize = 6;
/// Games played at once.
const TABLES: usize = 24;
const INSTANCES: [&str; 3] =
    ["senterej", "senterej[castle=right,pawn-sprint=on]", "senterej[werera=batched]"];

/// A keep-alive connection with pipelined requests.
struct Wire {
    stream: BufReader<TcpStream>,
    head: String,
}

impl Wire {
    async fn open(address: SocketAddr, person: &Person, game: &str) -> Wire {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let head = format!(
            "POST /api/v1/games/{game}/intents HTTP/1.1\r\nhost: {address}\r\n{}content-type: application/json\r\n",
            person.header()
        );
        Wire { stream: BufReader::new(stream), head }
    }

    async fn fire(&mut self, message: &Value) {
        let body = message.to_string();
        let request = format!("{}content-length: {}\r\n\r\n{body}", self.head, body.len());
        self.stream.get_mut().write_all(request.as_bytes()).await.unwrap();
    }

    async fn answer(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.stream.read_line(&mut line).await.unwrap() > 0, "an open connection");
            let line = line.trim_end().to_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await.unwrap();
        serde_json::from_slice(&body).unwrap()
    }
}

type Shared = Arc<Mutex<Replica>>;

/// Follows a game by socket; reconnects when disconnected.
async fn follow(address: SocketAddr, game: String, replica: Shared, reached: watch::Sender<u64>) {
    loop {
        let seen = replica.lock().unwrap().seq;
        let mut socket = TestSocket::open(address, None, &format!("/ws/v1/game/{game}?after={seen}")).await;
        while let Some(text) = socket.text().await {
            if !text.starts_with("{\"seq\"") {
                continue;
            }
            let event: Value = serde_json::from_str(&text).unwrap();
            let seq = {
                let mut replica = replica.lock().unwrap();
                replica.take(&event);
                replica.seq
            };
            if reached.send(seq).is_err() {
                return;
            }
        }
    }
}

/// A player that chooses at random.
struct Player {
    side: Side,
    word: &'static str,
    chance: SplitMix64,
    /// Event numbers of acknowledged intents, by intent id.
    acknowledged: HashMap<String, u64>,
    last: Option<Value>,
    fired: usize,
}

impl Player {
    fn below(&mut self, most: usize) -> usize {
        self.chance.below(most)
    }

    fn next(&mut self, replica: &Replica) -> Value {
        let repeated = self.last.clone().filter(|_| self.chance.below(30) == 0);
        if let Some(last) = repeated {
            return last;
        }
        self.fired += 1;
        let base = match self.below(4) {
            0 => 0,
            1 => replica.seq.saturating_sub(self.below(6) as u64),
            _ => replica.seq,
        };
        let id = format!("{} {}", self.word, self.fired);
        let message = json!({ "id": id, "base": base, "data": self.random_intent(replica) });
        self.last = Some(message.clone());
        message
    }

    fn random_intent(&mut self, replica: &Replica) -> Value {
        if replica.game.position().phase() != Phase::Werera {
            return self.turn(replica);
        }
        match self.below(100) {
            0..70 => self.place(replica),
            70..84 => json!({ "kind": "retract", "side": self.word, "seq": self.seq_to_retract(replica) }),
            84..92 => {
                let (mut d, seq_to_retract) = (self.place(replica), self.seq_to_retract(replica));
                d["kind"] = json!("substitute");
                d["retract"] = json!(seq_to_retract);
                d
            }
            92..96 => {
                let mut cell = || format!("{}{}", char::from(b'a' + self.below(8) as u8), 1 + self.below(8));
                let (from, to) = (cell(), cell());
                json!({ "kind": "place", "side": self.word, "from": from, "to": to })
            }
            96..98 => json!({ "kind": "end_batch" }),
            98 => json!({ "kind": "draw", "side": self.word, "offer": "draw" }),
            _ => json!({ "kind": "decline", "side": self.word, "offer": "draw" }),
        }
    }

    fn turn(&mut self, replica: &Replica) -> Value {
        let legal = replica.game.legal_moves();
        if legal.is_empty() || self.below(20) == 0 {
            return self.place(replica);
        }
        let chosen = legal[self.below(legal.len())];
        json!({ "kind": "move", "move": coordinate::format(replica.game.ruleset(), chosen) })
    }

    fn place(&mut self, replica: &Replica) -> Value {
        let game = &replica.game;
        let mut moves = game.moves_of(self.side);
        let takes = self.below(400) == 0;
        moves.retain(|chosen| takes || !game.rules().is_capture(game.position(), *chosen));
        if moves.is_empty() {
            return json!({ "kind": "resign", "side": "nobody" });
        }
        let chosen = moves[self.below(moves.len())];
        let ruleset = game.ruleset();
        let name = |cell| ruleset.geometry.name(cell);
        let id = game.id_at(chosen.from()).filter(|_| self.chance.below(2) == 0);
        let promotion = chosen.promotion().map(|kind| ruleset.letter(kind));
        json!({
            "kind": "place", "side": self.word, "piece_id": id,
            "from": name(chosen.from()), "to": name(chosen.to()), "promotion": promotion,
        })
    }

    /// Event number of a move that may be retractable, or of any event.
    fn seq_to_retract(&mut self, replica: &Replica) -> u64 {
        let side = if self.below(8) == 0 { self.side.other() } else { self.side };
        let own = replica.game.retractable(side);
        match own.is_empty() || self.below(10) == 0 {
            true => self.below(replica.seq as usize + 2) as u64,
            false => replica.event_of(own[self.below(own.len())].seq),
        }
    }

    fn hear(&mut self, sent: &Value, answer: &Value) -> bool {
        let id = sent["id"].as_str().unwrap();
        assert_eq!(answer["id"], sent["id"], "{sent} {answer}");
        let Some(seq) = answer["seq"].as_u64().filter(|_| answer["type"] == "ack") else {
            assert_eq!(answer["type"], "nack", "{answer}");
            assert_ne!(answer["code"], "unavailable", "{answer}");
            assert!(!self.acknowledged.contains_key(id), "an executed intent cannot be rejected: {answer}");
            return false;
        };
        let before = self.acknowledged.insert(id.to_owned(), seq);
        assert!(before.is_none_or(|before| before == seq), "executed twice: {sent} {answer}");
        true
    }
}

/// Sends all intents of a player; returns how many were executed.
async fn play(mut wire: Wire, mut player: Player, replica: Shared) -> usize {
    let (mut left, mut done) = (EACH, 0);
    while left > 0 {
        let volley = (1 + player.below(AT_ONCE)).min(left);
        let mut sent = Vec::new();
        for _ in 0..volley {
            let message = {
                let replica = replica.lock().unwrap();
                player.next(&replica)
            };
            wire.fire(&message).await;
            sent.push(message);
        }
        for message in sent {
            let answer = wire.answer().await;
            done += usize::from(player.hear(&message, &answer));
        }
        left -= volley;
    }
    done
}

/// Id and final state of a game.
struct Stood {
    game: String,
    view: Value,
    done: usize,
}

async fn sit_down(host: &Host, number: usize) -> Stood {
    let instance = INSTANCES[number % INSTANCES.len()];
    let (white, black, game) = host.pair(json!({ "instance": instance })).await;
    let replica = Arc::new(Mutex::new(Replica::new(instance, None)));
    let (reached, mut seen) = watch::channel(0);
    let following = tokio::spawn(follow(host.address, game.clone(), replica.clone(), reached));
    let mut playing = Vec::new();
    for (side, word, person) in [(Side::White, "white", &white), (Side::Black, "black", &black)] {
        let wire = Wire::open(host.address, person, &game).await;
        let chance = SplitMix64::new(((number as u64) << 8) | (side as u64 + 1));
        let player = Player { side, word, chance, acknowledged: HashMap::new(), last: None, fired: 0 };
        playing.push(tokio::spawn(play(wire, player, replica.clone())));
    }
    let mut done = 0;
    for player in playing {
        done += player.await.unwrap();
    }
    let view = host.view(&game).await;
    let last = view["seq"].as_u64().unwrap();
    seen.wait_for(|seq| *seq >= last).await.unwrap();
    following.abort();
    replica.lock().unwrap().check(&view);
    Stood { game, view, done }
}

#[tokio::test(flavor = "multi_thread")]
async fn interleaved_intents_converge_on_every_client() {
    let wanted = std::env::var("RUKH_INTERLEAVINGS").ok().and_then(|text| text.parse().ok());
    let games = wanted.unwrap_or(USUAL).div_ceil(2 * EACH);
    let storage = TestStorage::new();
    let brief = || rukh_server::Config { idle_timeout: Duration::from_secs(1), ..config(&storage) };
    let host = Arc::new(Host::start_with(brief()).await);
    let tables = Arc::new(Semaphore::new(TABLES));
    let mut playing = Vec::new();
    for number in 0..games {
        let seat = tables.clone().acquire_owned().await.unwrap();
        let host = host.clone();
        playing.push(tokio::spawn(async move {
            let stood = sit_down(&host, number).await;
            drop(seat);
            stood
        }));
    }
    let mut stood = Vec::new();
    for game in playing {
        stood.push(game.await.unwrap());
    }
    let done: usize = stood.iter().map(|one| one.done).sum();
    let events: u64 = stood.iter().map(|one| one.view["seq"].as_u64().unwrap()).sum();
    println!("{games} games, {} intents, {done} done, {events} events", games * 2 * EACH);
    assert!(done > games * EACH / 4, "too few intents were executed");
    let host = Arc::into_inner(host).expect("all clients are gone");
    host.stop().await;
    // The same after a reload from disk.
    let host = Host::start_with(brief()).await;
    for one in stood {
        assert_eq!(host.view(&one.game).await, one.view, "{}", one.game);
    }
}
