//! Contests between a near and a distant player, and moves based on an old state.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::host::{Host, Person, TestSocket, TestStorage, config, kinds, place as placing};

/// One-way delay of the distant player.
const FAR: Duration = Duration::from_millis(60);

/// Address of a proxy that delays both directions.
async fn far_from(address: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let entrance = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect(address).await.unwrap();
            near.set_nodelay(true).unwrap();
            far.set_nodelay(true).unwrap();
            let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
            tokio::spawn(carry(near_in, far_out));
            tokio::spawn(carry(far_in, near_out));
        }
    });
    entrance
}

async fn carry(mut from: impl AsyncRead + Unpin + Send + 'static, mut to: impl AsyncWrite + Unpin) {
    let (sender, mut underway) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = from.read(&mut bytes).await {
            let _ = sender.send((Instant::now() + FAR, bytes[..read].to_vec()));
        }
    });
    while let Some((due, bytes)) = underway.recv().await {
        tokio::time::sleep_until(due.into()).await;
        if to.write_all(&bytes).await.is_err() {
            return;
        }
    }
}

/// A werera in which two knights reach the same cells; White's player is near and Black's is
/// distant.
struct Duel {
    host: Host,
    white: Person,
    game: String,
    near: TestSocket,
    far: TestSocket,
}

impl Duel {
    async fn begin(storage: &TestStorage, fairness: Duration) -> Duel {
        let host =
            Host::start_with(rukh_server::Config { max_contest_delay: fairness, ..config(storage) }).await;
        let (white, black, game) = host.pair(json!({ "instance": "senterej" })).await;
        let path = format!("/ws/v1/game/{game}?after=1");
        let near = TestSocket::open(host.address, Some(&white), &path).await;
        let far = TestSocket::open(far_from(host.address).await, Some(&black), &path).await;
        let mut duel = Duel { host, white, game, near, far };
        // The server measures a round trip only while the client reads.
        let listened = async {
            let (near, far) = (&mut duel.near, &mut duel.far);
            let both = async { tokio::join!(near.until("never"), far.until("never")) };
            tokio::time::timeout(Duration::from_millis(500), both).await.unwrap_err();
        };
        listened.await;
        // Each intent gives the server a measurement.
        for (number, (side, from, to)) in
            [("white", "g1", "f3"), ("black", "b8", "c6"), ("white", "e2", "e3"), ("black", "e7", "e6")]
                .into_iter()
                .enumerate()
        {
            let socket = if side == "white" { &mut duel.near } else { &mut duel.far };
            let id = format!("before {number}");
            socket.send_intent_from(&id, 1 + number as u64, placing(side, from, to)).await;
            assert_eq!(socket.answer(&id).await["type"], "ack");
        }
        for socket in [&mut duel.near, &mut duel.far] {
            socket.send_intent_from("settled", 5, json!({ "kind": "dance" })).await;
            socket.answer("settled").await;
        }
        duel
    }
}

fn contest(events: &[Value]) -> Option<&Value> {
    events.iter().find(|event| event["type"] == "contest")
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_earlier_move_of_a_distant_player_wins() {
    let storage = TestStorage::new();
    let mut duel = Duel::begin(&storage, Duration::from_millis(120)).await;
    duel.far.send_intent_from("far", 5, placing("black", "c6", "d4")).await;
    tokio::time::sleep(Duration::from_millis(15)).await;
    duel.near.send_intent_from("near", 5, placing("white", "f3", "d4")).await;
    let (near, far) = tokio::join!(duel.near.answer("near"), duel.far.answer("far"));
    assert_eq!(far["type"], "ack", "{far} {near}");
    assert_eq!((&near["type"], &near["code"]), (&json!("nack"), &json!("target_taken")), "{near}");
    let events = duel.host.events(&duel.game).await;
    let event = contest(&events).expect("a contest event");
    let entries = event["data"]["entries"].as_array().unwrap();
    let sides: Vec<&Value> = entries.iter().map(|entry| &entry["side"]).collect();
    assert_eq!(sides, ["black", "white"], "{event}");
    assert_eq!((&entries[0]["intent_id"], &entries[1]["intent_id"]), (&json!("far"), &json!("near")));
    let number = |entry: usize, key: &str| entries[entry][key].as_u64().unwrap();
    assert!(number(0, "lag") >= 100 && number(1, "lag") < 60, "{event}");
    assert!(number(0, "arrived") >= number(1, "arrived"), "it came later: {event}");
    assert!(number(0, "arrived") - number(0, "lag") < number(1, "arrived") - number(1, "lag"));
    let view = duel.host.view(&duel.game).await;
    assert_eq!(view["phase"], "werera", "no capture has ended the werera");
    let piece =
        view["pieces"].as_array().unwrap().iter().find(|piece| piece["cell"] == "d4").unwrap().clone();
    assert_eq!((&piece["side"], &piece["letter"]), (&json!("black"), &json!("n")));
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_later_move_of_a_distant_player_loses() {
    let storage = TestStorage::new();
    let mut duel = Duel::begin(&storage, Duration::from_millis(120)).await;
    duel.near.send_intent_from("near", 5, placing("white", "f3", "d4")).await;
    tokio::time::sleep(Duration::from_millis(250)).await;
    duel.far.send_intent_from("far", 5, placing("black", "c6", "d4")).await;
    let (near, far) = tokio::join!(duel.near.answer("near"), duel.far.answer("far"));
    assert_eq!((&near["type"], &far["type"]), (&json!("ack"), &json!("nack")), "{near} {far}");
    assert!(contest(&duel.host.events(&duel.game).await).is_none(), "a late move is no contest");
}

#[tokio::test(flavor = "multi_thread")]
async fn uncontested_move_is_not_delayed() {
    let storage = TestStorage::new();
    let mut duel = Duel::begin(&storage, Duration::from_millis(120)).await;
    let mut took = Vec::new();
    for (number, file) in ["a", "b", "g", "h"].into_iter().enumerate() {
        let began = Instant::now();
        let id = format!("plain {number}");
        duel.near.send_intent_from(&id, 5, placing("white", &format!("{file}2"), &format!("{file}3"))).await;
        assert_eq!(duel.near.answer(&id).await["type"], "ack");
        took.push(began.elapsed());
    }
    assert!(took.iter().min().unwrap() < &Duration::from_millis(100), "{took:?}");
    // In order of arrival, although the distant player moved earlier.
    duel.far.send_intent_from("far", 9, placing("black", "a7", "a6")).await;
    duel.near.send_intent_from("near", 9, placing("white", "b1", "c3")).await;
    let (near, far) = tokio::join!(duel.near.answer("near"), duel.far.answer("far"));
    assert!(near["seq"].as_u64() < far["seq"].as_u64(), "{near} {far}");
    assert!(contest(&duel.host.events(&duel.game).await).is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_delay_zero_judges_by_arrival() {
    let storage = TestStorage::new();
    let mut duel = Duel::begin(&storage, Duration::ZERO).await;
    duel.far.send_intent_from("far", 5, placing("black", "c6", "d4")).await;
    duel.near.send_intent_from("near", 5, placing("white", "f3", "d4")).await;
    let (near, far) = tokio::join!(duel.near.answer("near"), duel.far.answer("far"));
    assert_eq!((&near["type"], &far["code"]), (&json!("ack"), &json!("target_taken")), "{near} {far}");
    let events = duel.host.events(&duel.game).await;
    assert!(contest(&events).is_none(), "{:?}", kinds(&events));
    drop(duel.white);
}

/// A move on a target that has changed since the player saw it is rejected.
#[tokio::test(flavor = "multi_thread")]
async fn move_on_a_changed_target_is_rejected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "senterej" })).await;
    let mut number = 0;
    let mut id = || {
        number += 1;
        number.to_string()
    };
    let refused = async |person: &Person, id: String, base: u64, d: Value| {
        let (status, nack) = host.send_intent_from(person, &game, (&id, base), d).await;
        assert_eq!(status, 409, "{nack}");
        nack["code"].as_str().unwrap().to_owned()
    };
    for (side, from, to) in [
        ("white", "g1", "f3"),
        ("black", "b8", "c6"),
        ("white", "e2", "e3"),
        ("white", "e3", "e4"),
        ("black", "d7", "d6"),
        ("black", "d6", "d5"),
    ] {
        let person = if side == "white" { &white } else { &black };
        host.send_accepted(person, &game, &id(), placing(side, from, to)).await;
    }
    let ahead = refused(&white, id(), 8, placing("white", "a2", "a3")).await;
    assert_eq!(ahead, "bad_intent", "there is no eighth event");
    // The piece to be captured has left.
    host.send_accepted(&black, &game, &id(), placing("black", "d5", "d4")).await;
    assert_eq!(refused(&white, id(), 7, placing("white", "e4", "d5")).await, "target_moved");
    // Another piece stands there now, which the player did not mean to capture.
    host.send_accepted(&black, &game, &id(), json!({ "kind": "retract", "side": "black", "seq": 8 })).await;
    let seen = host.send_accepted(&black, &game, &id(), placing("black", "a7", "a6")).await;
    host.send_accepted(&black, &game, &id(), placing("black", "c6", "d4")).await;
    assert_eq!(refused(&white, id(), seen, placing("white", "f3", "d4")).await, "target_taken");
    // The moving piece is elsewhere already.
    let pawn = host.piece_id(&game, "h2").await;
    let seen = host.send_accepted(&white, &game, &id(), placing("white", "h2", "h3")).await;
    let late = json!({ "kind": "place", "side": "white", "piece_id": pawn, "from": "h2", "to": "h3" });
    assert_eq!(refused(&white, id(), seen - 1, late).await, "piece_moved");
    // A player that has seen the change may capture; after the end the intent is rejected.
    let seen = host.hello(&game).await["seq"].as_u64().unwrap();
    assert_eq!(
        host.send_intent_from(&white, &game, (&id(), seen), placing("white", "f3", "d4")).await.0,
        200
    );
    assert_eq!(refused(&black, id(), seen, placing("black", "h7", "h6")).await, "phase_over");
    assert_eq!(host.view(&game).await["phase"], "turns");
}
