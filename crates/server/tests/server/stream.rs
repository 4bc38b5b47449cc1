//! Streams and replays.

use std::collections::{BTreeMap, BTreeSet};

use rukh_fair_dice::ServerSeed;
use rukh_rules::hash::SplitMix64;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::host::{Host, Person, TestStorage, human, moves, pieces_by_id};
use crate::replica::Replica;

/// A reader of a stream.
pub(crate) struct Reading {
    stream: TcpStream,
    text: String,
}

impl Reading {
    async fn open(host: &Host, person: &Person, game: &str, after: u64) -> Reading {
        Reading::at(host, person, &format!("/api/v1/games/{game}/stream?after={after}")).await
    }

    pub(crate) async fn at(host: &Host, person: &Person, path: &str) -> Reading {
        let mut stream = TcpStream::connect(host.address).await.unwrap();
        // HTTP/1.0 has no chunks.
        let request = format!("GET {path} HTTP/1.0\r\n{}\r\n", person.header());
        stream.write_all(request.as_bytes()).await.unwrap();
        Reading { stream, text: String::new() }
    }

    /// Reads until a text has arrived, or to the end.
    pub(crate) async fn until(&mut self, wanted: &str) {
        let mut bytes = [0; 4096];
        while !self.text.contains(wanted) {
            match self.stream.read(&mut bytes).await.unwrap() {
                0 => return,
                read => self.text.push_str(std::str::from_utf8(&bytes[..read]).unwrap()),
            }
        }
    }

    /// Reads until the line of a text that has arrived is whole.
    pub(crate) async fn until_line_of(&mut self, wanted: &str) {
        let mut bytes = [0; 4096];
        let is_whole = |text: &str| text.find(wanted).is_some_and(|at| text[at..].contains('\n'));
        while !is_whole(&self.text) {
            let read = self.stream.read(&mut bytes).await.unwrap();
            assert_ne!(read, 0, "the stream has ended: {}", self.text);
            self.text.push_str(std::str::from_utf8(&bytes[..read]).unwrap());
        }
    }

    pub(crate) fn messages(&self) -> Vec<Value> {
        let (head, body) = self.text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("application/x-ndjson"), "{head}");
        let lines = body.lines().filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// The messages without presence and server time, which differ between stream and socket.
fn comparable(messages: &[Value]) -> Vec<Value> {
    let received = messages.iter().filter(|message| message["type"] != "presence");
    received
        .cloned()
        .map(|mut message| {
            if message["type"] == "hello" {
                message["server_time"] = json!(null);
                message["presence"] = json!(null);
            }
            message
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn stream_and_socket_send_the_same() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    host.moves(&white, &game, "e2e3").await;
    let mut socket = host.socket_as(Some(&black), &game, 1).await;
    let mut reading = Reading::open(&host, &black, &game, 1).await;
    reading.until("\"move\":\"e2e3\"").await;
    host.moves(&black, &game, "e7e6").await;
    let chat = json!({ "text": "hello" });
    host.post_as(&white, &format!("/api/v1/games/{game}/chat"), &chat).await;
    host.send_accepted(&white, &game, "draw", json!({ "kind": "draw", "side": "white" })).await;
    host.send_accepted(&black, &game, "up", json!({ "kind": "resign", "side": "black" })).await;
    reading.until("nothing ends it but its end").await;
    let mut received = socket.gather("end").await;
    received.push(socket.next().await);
    assert_eq!(comparable(&reading.messages()), comparable(&received));
    assert_eq!(reading.messages().last().unwrap()["data"]["phase"], "over");

    // The stream of a finished game sends the rest and ends.
    let mut rest = Reading::open(&host, &black, &game, 4).await;
    rest.until("nothing").await;
    let received = rest.messages();
    let numbers: Vec<&Value> = received
        .iter()
        .filter(|one| !one["seq"].is_null() && !one["at"].is_null())
        .map(|one| &one["seq"])
        .collect();
    assert_eq!(numbers, [5, 6], "{received:?}");
    assert_eq!(
        (&received[0]["type"], &received.last().unwrap()["type"]),
        (&json!("hello"), &json!("chat_entry"))
    );
    assert_eq!(host.get("/api/v1/games/nothing/stream").await.status, 404);
}

/// Plays a random legal intent, preferring rare ones.
async fn act(host: &Host, game: &str, number: usize, chance: &mut SplitMix64) -> Option<String> {
    let view = host.view(game).await;
    let id = format!("act {number}");
    let back = view["retractable"].as_array().unwrap();
    if !back.is_empty() && chance.below(4) == 0 {
        let one = &back[chance.below(back.len())];
        host.send_accepted(
            &host.me,
            game,
            &id,
            json!({ "kind": "retract", "side": one["side"], "seq": one["seq"] }),
        )
        .await;
        return Some("retract".to_owned());
    }
    let able = |side: &str| view["actions"][side].as_array().unwrap().contains(&json!("takeback"));
    if let Some(side) = ["white", "black"].into_iter().find(|side| able(side))
        && chance.below(8) == 0
    {
        host.send_accepted(&host.me, game, &id, json!({ "kind": "takeback", "side": side })).await;
        return Some("takeback".to_owned());
    }
    let is_werera = view["phase"] == "werera";
    let side = match view["turn"].as_str() {
        Some(side) => side,
        None if is_werera => ["white", "black"][chance.below(2)],
        None => return None,
    };
    let legal = moves(&view, side);
    let rare = legal.iter().find(|one| one["castle"] == true || !one["promotion"].is_null());
    let quiet: Vec<&Value> =
        legal.iter().filter(|one| !is_werera || one["capture"] == false || number > 20).collect();
    let Some(one) = rare.or_else(|| quiet.get(chance.below(quiet.len().max(1))).copied()) else {
        if view["pass"].is_object() {
            host.send_accepted(&host.me, game, &id, json!({ "kind": "move", "move": "--" })).await;
            return Some("pass".to_owned());
        }
        return None;
    };
    let d = match is_werera {
        true => {
            let from = view["legal_moves"][side].as_object().unwrap();
            let from = from.iter().find(|(_, moves)| moves.as_array().unwrap().contains(one)).unwrap().0;
            json!({ "kind": "place", "side": side, "from": from, "to": one["to"], "promotion": one["promotion"] })
        }
        false => json!({ "kind": "move", "move": one["move"] }),
    };
    host.send_accepted(&host.me, game, &id, d).await;
    let kind = match (one["castle"] == true, one["promotion"].is_null()) {
        (true, _) => "castle",
        (_, false) => "promotion",
        _ => "plain",
    };
    Some(kind.to_owned())
}

async fn check_replay(host: &Host, game: &str) {
    let hello = host.hello(game).await;
    let replay = host.get(&format!("/api/v1/games/{game}/replay")).await.json();
    let frames = replay["frames"].as_array().unwrap();
    assert_eq!(json!(frames.len()), hello["seq"]);
    let mut pieces = pieces_by_id(&replay["pieces"]);
    for (index, frame) in frames.iter().enumerate() {
        assert_eq!(frame["seq"], json!(index + 1));
        assert!(!frame["text"]["english"].as_str().unwrap().is_empty(), "{frame}");
        for change in frame["changes"].as_array().unwrap() {
            let id = change["id"].as_u64().unwrap();
            match change["cell"].is_null() {
                true => drop(pieces.remove(&id).expect("a removed piece was on the board")),
                false => drop(pieces.insert(id, change.clone())),
            }
        }
    }
    assert_eq!(pieces, pieces_by_id(&hello["view"]["pieces"]), "{game}");
    let last = frames.last().unwrap();
    assert_eq!((&last["phase"], &last["throw"]), (&hello["view"]["phase"], &hello["view"]["throw"]));
    let instance = hello["game"]["instance"].as_str().unwrap();
    Replica::of(instance, &host.events(game).await).check(&hello["view"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn replay_ends_at_the_current_position() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let castling = "10/r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R/10 w KQkq - 0 1";
    let promoting = "9k/P9/10/10/10/10/10/10/10/4K5 w - - 0 1";
    let mut tables: Vec<(String, Option<&str>)> =
        rukh_rules::catalog::ids().map(|id| (id.to_owned(), None)).collect();
    tables.push(("mideast".to_owned(), Some(promoting)));
    tables.push(("mideast-gollon".to_owned(), Some(castling)));
    tables.push(("senterej[castle=right,pawn-sprint=on]".to_owned(), None));
    tables.push(("senterej[werera=batched]".to_owned(), None));
    let mut seen = BTreeSet::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (seed, (instance, fen)) in tables.into_iter().enumerate() {
        let request = json!({ "instance": instance, "white": human(), "black": human(), "fen": fen });
        let game = host.create_game(request).await;
        if host.view(&game).await["missing_seeds"].is_object() {
            for side in ["white", "black"] {
                host.send_accepted(
                    &host.me,
                    &game,
                    side,
                    json!({ "kind": "seed", "side": side, "seed": "s" }),
                )
                .await;
            }
        }
        let mut chance = SplitMix64::new(seed as u64 + 1);
        for number in 0..40 {
            let Some(kind) = act(&host, &game, number, &mut chance).await else { break };
            *counts.entry(kind.clone()).or_default() += 1;
            seen.insert(kind);
        }
        check_replay(&host, &game).await;
    }
    for kind in ["retract", "takeback", "promotion", "castle", "plain"] {
        assert!(seen.contains(kind), "{counts:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn throws_are_verifiable() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "oblong-dice" })).await;
    let path = format!("/api/v1/games/{game}/throws");
    let before = host.get(&path).await.json();
    assert_eq!(
        (&before["client_seed"], &before["throws"], &before["faces"]),
        (&json!(null), &json!([]), &json!(6))
    );
    host.send_accepted(&black, &game, "b", json!({ "kind": "seed", "side": "black", "seed": "ጨው" })).await;
    host.send_accepted(&white, &game, "w", json!({ "kind": "seed", "side": "white", "seed": "salt" })).await;
    for number in 0..8 {
        let person = if host.view(&game).await["turn"] == "white" { &white } else { &black };
        host.send_accepted(person, &game, &number.to_string(), json!({ "kind": "move", "move": "--" })).await;
    }
    let hidden = host.get(&path).await.json();
    assert_eq!((&hidden["server_seed"], &hidden["over"]), (&json!(null), &json!(false)));
    let replay = host.get(&format!("/api/v1/games/{game}/replay")).await;
    host.send_accepted(&white, &game, "up", json!({ "kind": "resign", "side": "white" })).await;
    let shown = host.get(&path).await.json();
    let secret = shown["server_seed"].as_str().unwrap();
    assert!(!replay.body.contains(secret), "the seed is secret until the end");
    let seed = ServerSeed::parse(secret).unwrap();
    assert_eq!(shown["commitment"], json!(seed.commitment()));
    let client = shown["client_seed"].as_str().unwrap();
    assert_eq!(client, "salt\nጨው");
    let throws = shown["throws"].as_array().unwrap();
    assert_eq!(throws.len(), 9);
    for (index, throw) in throws.iter().enumerate() {
        let n = index as u64 + 1;
        assert_eq!((&throw["number"], &throw["face"]), (&json!(n), &json!(seed.throw(client, n, 6))));
    }
}
