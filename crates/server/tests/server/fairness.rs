//! Who was first, and what had happened meanwhile.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::host::{Host, Line, Person, Place, config, kinds, place as placing};

/// How long the far player's bytes are on their way, there and back each.
const FAR: Duration = Duration::from_millis(60);

/// A long way to a server.
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

/// A game in the werera with two knights before the same cells, White's player
/// near and Black's far away.
struct Duel {
    host: Host,
    white: Person,
    game: String,
    near: Line,
    far: Line,
}

impl Duel {
    async fn begin(place: &Place, fairness: Duration) -> Duel {
        let host =
            Host::start_with(rukh_server::Config { max_contest_delay: fairness, ..config(place) }).await;
        let (white, black, game) = host.pair(json!({ "instance": "senterej" })).await;
        let path = format!("/ws/v1/game/{game}?after=1");
        let near = Line::open(host.address, Some(&white), &path).await;
        let far = Line::open(far_from(host.address).await, Some(&black), &path).await;
        let mut duel = Duel { host, white, game, near, far };
        // The lines are tried for the first time, which needs somebody who listens.
        let listened = async {
            let (near, far) = (&mut duel.near, &mut duel.far);
            let both = async { tokio::join!(near.until("never"), far.until("never")) };
            tokio::time::timeout(Duration::from_millis(500), both).await.unwrap_err();
        };
        listened.await;
        // The server learns how far away somebody is by what they do.
        for (number, (side, from, to)) in
            [("white", "g1", "f3"), ("black", "b8", "c6"), ("white", "e2", "e3"), ("black", "e7", "e6")]
                .into_iter()
                .enumerate()
        {
            let line = if side == "white" { &mut duel.near } else { &mut duel.far };
            let id = format!("before {number}");
            line.want_from(&id, 1 + number as u64, placing(side, from, to)).await;
            assert_eq!(line.answer(&id).await["type"], "ack");
        }
        for line in [&mut duel.near, &mut duel.far] {
            line.want_from("settled", 5, json!({ "kind": "dance" })).await;
            line.answer("settled").await;
        }
        duel
    }
}

fn contest(events: &[Value]) -> Option<&Value> {
    events.iter().find(|event| event["type"] == "contest")
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_earlier_move_of_a_distant_player_wins() {
    let place = Place::new();
    let mut duel = Duel::begin(&place, Duration::from_millis(120)).await;
    duel.far.want_from("far", 5, placing("black", "c6", "d4")).await;
    tokio::time::sleep(Duration::from_millis(15)).await;
    duel.near.want_from("near", 5, placing("white", "f3", "d4")).await;
    let (near, far) = tokio::join!(duel.near.answer("near"), duel.far.answer("far"));
    assert_eq!(far["type"], "ack", "{far} {near}");
    assert_eq!((&near["type"], &near["code"]), (&json!("nack"), &json!("target_taken")), "{near}");
    let events = duel.host.events(&duel.game).await;
    let told = contest(&events).expect("the evidence");
    let entries = told["data"]["entries"].as_array().unwrap();
    let sides: Vec<&Value> = entries.iter().map(|entry| &entry["side"]).collect();
    assert_eq!(sides, ["black", "white"], "{told}");
    assert_eq!((&entries[0]["intent_id"], &entries[1]["intent_id"]), (&json!("far"), &json!("near")));
    let number = |entry: usize, key: &str| entries[entry][key].as_u64().unwrap();
    assert!(number(0, "lag") >= 100 && number(1, "lag") < 60, "{told}");
    assert!(number(0, "arrived") >= number(1, "arrived"), "it came later: {told}");
    assert!(number(0, "arrived") - number(0, "lag") < number(1, "arrived") - number(1, "lag"));
    let view = duel.host.view(&duel.game).await;
    assert_eq!(view["phase"], "werera", "nobody has taken anybody by accident");
    let man = view["pieces"].as_array().unwrap().iter().find(|man| man["cell"] == "d4").unwrap().clone();
    assert_eq!((&man["side"], &man["letter"]), (&json!("black"), &json!("n")));
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_later_move_of_a_distant_player_loses() {
    let place = Place::new();
    let mut duel = Duel::begin(&place, Duration::from_millis(120)).await;
    duel.near.want_from("near", 5, placing("white", "f3", "d4")).await;
    tokio::time::sleep(Duration::from_millis(250)).await;
    duel.far.want_from("far", 5, placing("black", "c6", "d4")).await;
    let (near, far) = tokio::join!(duel.near.answer("near"), duel.far.answer("far"));
    assert_eq!((&near["type"], &far["type"]), (&json!("ack"), &json!("nack")), "{near} {far}");
    assert!(contest(&duel.host.events(&duel.game).await).is_none(), "it was late");
}

#[tokio::test(flavor = "multi_thread")]
async fn uncontested_move_is_not_delayed() {
    let place = Place::new();
    let mut duel = Duel::begin(&place, Duration::from_millis(120)).await;
    let mut took = Vec::new();
    for (number, file) in ["a", "b", "g", "h"].into_iter().enumerate() {
        let begun = Instant::now();
        let id = format!("plain {number}");
        duel.near.want_from(&id, 5, placing("white", &format!("{file}2"), &format!("{file}3"))).await;
        assert_eq!(duel.near.answer(&id).await["type"], "ack");
        took.push(begun.elapsed());
    }
    assert!(took.iter().min().unwrap() < &Duration::from_millis(100), "{took:?}");
    // In order of arrival, though the far player was earlier.
    duel.far.want_from("far", 9, placing("black", "a7", "a6")).await;
    duel.near.want_from("near", 9, placing("white", "b1", "c3")).await;
    let (near, far) = tokio::join!(duel.near.answer("near"), duel.far.answer("far"));
    assert!(near["seq"].as_u64() < far["seq"].as_u64(), "{near} {far}");
    assert!(contest(&duel.host.events(&duel.game).await).is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_delay_zero_judges_by_arrival() {
    let place = Place::new();
    let mut duel = Duel::begin(&place, Duration::ZERO).await;
    duel.far.want_from("far", 5, placing("black", "c6", "d4")).await;
    duel.near.want_from("near", 5, placing("white", "f3", "d4")).await;
    let (near, far) = tokio::join!(duel.near.answer("near"), duel.far.answer("far"));
    assert_eq!((&near["type"], &far["code"]), (&json!("ack"), &json!("target_taken")), "{near} {far}");
    let events = duel.host.events(&duel.game).await;
    assert!(contest(&events).is_none(), "{:?}", kinds(&events));
    drop(duel.white);
}

/// What one player has not seen yet does not turn a move into another.
#[tokio::test(flavor = "multi_thread")]
async fn move_on_a_changed_target_is_rejected() {
    let place = Place::new();
    let host = Host::start(&place).await;
    let (white, black, game) = host.pair(json!({ "instance": "senterej" })).await;
    let mut number = 0;
    let mut id = || {
        number += 1;
        number.to_string()
    };
    let refused = async |who: &Person, id: String, base: u64, d: Value| {
        let (status, nack) = host.want_from(who, &game, (&id, base), d).await;
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
        let who = if side == "white" { &white } else { &black };
        host.does(who, &game, &id(), placing(side, from, to)).await;
    }
    let ahead = refused(&white, id(), 8, placing("white", "a2", "a3")).await;
    assert_eq!(ahead, "bad_intent", "nobody has seen the eighth event");
    // The man to be taken has left.
    host.does(&black, &game, &id(), placing("black", "d5", "d4")).await;
    assert_eq!(refused(&white, id(), 7, placing("white", "e4", "d5")).await, "target_moved");
    // Somebody else stands there now: to take him was not what was meant.
    host.does(&black, &game, &id(), json!({ "kind": "retract", "side": "black", "seq": 8 })).await;
    let seen = host.does(&black, &game, &id(), placing("black", "a7", "a6")).await;
    host.does(&black, &game, &id(), placing("black", "c6", "d4")).await;
    assert_eq!(refused(&white, id(), seen, placing("white", "f3", "d4")).await, "target_taken");
    // The man itself is elsewhere already.
    let pawn = host.man(&game, "h2").await;
    let seen = host.does(&white, &game, &id(), placing("white", "h2", "h3")).await;
    let late = json!({ "kind": "place", "side": "white", "piece_id": pawn, "from": "h2", "to": "h3" });
    assert_eq!(refused(&white, id(), seen - 1, late).await, "man_moved");
    // Who has seen it may take him; who has not seen the end is told that it is over.
    let seen = host.hello(&game).await["seq"].as_u64().unwrap();
    assert_eq!(host.want_from(&white, &game, (&id(), seen), placing("white", "f3", "d4")).await.0, 200);
    assert_eq!(refused(&black, id(), seen, placing("black", "h7", "h6")).await, "phase_over");
    assert_eq!(host.view(&game).await["phase"], "turns");
}
