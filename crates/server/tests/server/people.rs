//! Guests and authorization.

use serde_json::{Value, json};

use crate::host::{Host, Reply, TestStorage, config, human, kinds, place as placing};

const PLAIN: &str = "content-type: application/json\r\n";

fn cookie(reply: &Reply) -> String {
    reply.header("set-cookie").unwrap().to_owned()
}

fn sent_back(cookie: &str) -> String {
    format!("cookie: other=1; {}\r\n", cookie.split(';').next().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_identifies_the_guest_and_is_http_only() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let first = host.ask("GET", "/api/v1/me", "", "").await;
    let kept = cookie(&first);
    let name = first.json()["name"].as_str().unwrap().to_owned();
    assert!(first.status == 200 && name.starts_with("Guest "), "{name}");
    let second = host.ask("GET", "/api/v1/me", "", "").await;
    assert_ne!(second.json()["name"], first.json()["name"], "two guests are told apart");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(kept.contains(part), "{kept}");
    }
    assert!(!kept.contains("Secure"), "{kept}");

    let again = host.ask("GET", "/api/v1/me", &sent_back(&kept), "").await;
    assert_eq!(again.json(), first.json());
    assert!(again.header("set-cookie").is_none(), "{}", again.head);

    let headers = format!("{PLAIN}{}", sent_back(&kept));
    let renamed = host.ask("POST", "/api/v1/me", &headers, r#"{"name":" አበበ "}"#).await;
    let expected = json!({ "id": first.json()["id"], "name": "አበበ", "is_account": false });
    assert_eq!(renamed.json(), expected);
    let now = host.ask("GET", "/api/v1/me", &sent_back(&kept), "").await;
    assert_eq!(now.json(), renamed.json());
    for name in ["", "   ", "a\nb", &"x".repeat(41)] {
        let refused = host.ask("POST", "/api/v1/me", &headers, &json!({ "name": name }).to_string()).await;
        assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &json!("bad_name")), "{name:?}");
    }
    // A guest can be created with a name.
    let named = host.ask("POST", "/api/v1/me", PLAIN, r#"{"name":"Sara"}"#).await;
    assert_eq!(named.json()["name"], "Sara");
    assert_ne!(named.json()["id"], first.json()["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_behind_https_is_secure() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let behind = host.ask("GET", "/api/v1/me", "x-forwarded-proto: https\r\n", "").await;
    assert!(cookie(&behind).contains("; Secure"), "{}", behind.head);
    let plain = host.ask("GET", "/api/v1/me", "x-forwarded-proto: http\r\n", "").await;
    assert!(!cookie(&plain).contains("Secure"), "{}", plain.head);
    let storage = TestStorage::new();
    let public = Some("https://rukh.example".parse().unwrap());
    let host = Host::start_with(rukh_server::Config { public_url: public, ..config(&storage) }).await;
    assert!(cookie(&host.ask("GET", "/api/v1/me", "", "").await).contains("; Secure"));
}

#[tokio::test(flavor = "multi_thread")]
async fn request_without_valid_token_is_rejected() {
    let (here, elsewhere) = (TestStorage::new(), TestStorage::new());
    let (host, other) = (Host::start(&here).await, Host::start(&elsewhere).await);
    let game = host.game("shatranj").await;
    let seek = host.post("/api/v1/seeks", &json!({ "instance": "shatranj" })).await.json();
    let token = host.me.token();
    let (claim, signature) = token.rsplit_once('.').unwrap();
    let bent = format!("{claim}0.{signature}");
    let proofs = [
        String::new(),
        format!("authorization: Bearer {bent}\r\n"),
        format!("authorization: Bearer {claim}.\r\n"),
        other.me.header(),
        format!("cookie: rukh={bent}\r\n"),
        format!("cookie: rukh={}\r\n", other.me.token()),
    ];
    let request = json!({ "instance": "shatranj", "white": human(), "black": human() });
    let intent = json!({ "id": "1", "base": 0, "data": { "kind": "resign", "side": "white" } });
    let (seek, own) = (seek["id"].as_str().unwrap(), format!("/api/v1/games/{game}"));
    for proof in proofs {
        let asks: [(&str, String, Value); 8] = [
            ("POST", "/api/v1/games".to_owned(), request.clone()),
            ("POST", "/api/v1/seeks".to_owned(), json!({ "instance": "shatranj" })),
            ("POST", format!("/api/v1/seeks/{seek}/accept"), json!({})),
            ("DELETE", format!("/api/v1/seeks/{seek}"), json!({})),
            ("POST", format!("{own}/intents"), intent.clone()),
            ("POST", format!("{own}/chat"), json!({ "text": "hi" })),
            ("POST", format!("{own}/demo"), json!({ "steps": [] })),
            ("GET", "/api/v1/games?player=me".to_owned(), json!({})),
        ];
        for (method, path, body) in asks {
            let reply = host.ask(method, &path, &format!("{PLAIN}{proof}"), &body.to_string()).await;
            let code = reply.json()["error"]["code"].clone();
            let expected = if proof.starts_with("authorization") { "bad_token" } else { "no_identity" };
            assert_eq!((reply.status, code), (401, json!(expected)), "{method} {path} {proof}");
        }
        // Reading needs no token.
        if proof.starts_with("authorization") {
            continue;
        }
        let reply = host.ask("GET", &own, &proof, "").await;
        assert_eq!((reply.status, &reply.json()["you"]["role"]), (200, &json!("spectator")));
    }
    let seq = host.hello(&game).await["seq"].clone();
    assert_eq!(seq, 1, "no event was caused");
}

#[tokio::test(flavor = "multi_thread")]
async fn intent_for_another_players_seat_is_rejected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "oblong-dice" })).await;
    let stranger = host.person("Stranger").await;
    let mut watched = host.socket_as(Some(&black), &game, 0).await;
    watched.until("start").await;
    let seed = json!({ "kind": "seed", "side": "white", "seed": "mine" });
    let premove = json!({ "kind": "premove", "side": "white", "moves": [] });
    let deeds = [
        seed,
        premove,
        json!({ "kind": "resign", "side": "white" }),
        json!({ "kind": "draw", "side": "white" }),
        json!({ "kind": "takeback", "side": "white" }),
        json!({ "kind": "abort", "side": "white" }),
        json!({ "kind": "add_time", "side": "white" }),
        json!({ "kind": "claim", "side": "white", "result": "win" }),
        json!({ "kind": "rematch", "side": "white" }),
        json!({ "kind": "decline", "side": "white", "offer": "draw" }),
    ];
    let before = host.view(&game).await;
    for (number, d) in deeds.into_iter().enumerate() {
        for (person, name) in [(&black, "black"), (&stranger, "stranger")] {
            let code = host.send_rejected(person, &game, &format!("{name} {number}"), d.clone()).await;
            assert_eq!(code, "not_allowed", "{d}");
        }
    }
    let mut socket = host.socket_as(Some(&stranger), &game, 1).await;
    socket.send_intent("by socket", json!({ "kind": "move", "move": "a2a3" })).await;
    assert_eq!(socket.answer("by socket").await["code"], "not_allowed");
    let mut nobody = host.socket_as(None, &game, 1).await;
    nobody.send_intent("by nobody", json!({ "kind": "resign", "side": "white" })).await;
    assert_eq!(nobody.answer("by nobody").await["code"], "not_allowed");
    assert_eq!(host.view(&game).await, before);
    // Each side's own seed is accepted, and no other event was broadcast.
    host.send_accepted(&white, &game, "w", json!({ "kind": "seed", "side": "white", "seed": "w" })).await;
    host.send_accepted(&black, &game, "b", json!({ "kind": "seed", "side": "black", "seed": "b" })).await;
    let received = watched.gather("seeds").await;
    assert!(received.iter().all(|one| one["type"] == "presence" || one["type"] == "seeds"), "{received:?}");
    assert_eq!(received.last().unwrap()["data"]["client_seed"], "w\nb");
}

#[tokio::test(flavor = "multi_thread")]
async fn move_of_another_players_piece_is_rejected() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "senterej" })).await;
    let mut socket = host.socket_as(Some(&black), &game, 1).await;
    socket.until("hello").await;
    host.send_accepted(&white, &game, "own", placing("white", "e2", "e3")).await;
    assert_eq!(
        host.send_rejected(&black, &game, "theirs", placing("white", "d2", "d3")).await,
        "not_allowed"
    );
    let retract = json!({ "kind": "retract", "side": "white", "seq": 2 });
    assert_eq!(host.send_rejected(&black, &game, "back", retract).await, "not_allowed");
    // Naming the own side does not allow a move of the other side's piece.
    let code = host.send_rejected(&black, &game, "as own", placing("black", "d2", "d3")).await;
    assert!(["illegal", "piece_moved", "bad_intent"].contains(&code.as_str()), "{code}");
    host.send_accepted(&black, &game, "last", placing("black", "a7", "a6")).await;
    let received = socket.gather("place").await;
    let more = socket.gather("place").await;
    let seen: Vec<&str> = kinds(&received).into_iter().chain(kinds(&more)).collect();
    assert_eq!(seen.iter().filter(|kind| **kind == "nack").count(), 0, "{seen:?}");
    assert_eq!(host.hello(&game).await["seq"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn private_game_is_listed_for_its_players_only() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let request = |private| json!({ "instance": "shatranj", "private": private });
    let (white, black, secret) = host.pair(request(true)).await;
    let open = host.game_of(&white, &black, request(false)).await;
    let stranger = host.person("Stranger").await;
    let ids = |reply: Reply| {
        let games = reply.json()["games"].as_array().unwrap().clone();
        games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let whites = format!("/api/v1/games?player={}", white.id);
    for (person, path) in [
        (&stranger, "/api/v1/games"),
        (&stranger, "/api/v1/games?state=live"),
        (&stranger, whites.as_str()),
        (&black, whites.as_str()),
        (&white, "/api/v1/games"),
    ] {
        assert_eq!(ids(host.get_as(person, path).await), [open.as_str()], "{path}");
    }
    for person in [&white, &black] {
        let own = ids(host.get_as(person, "/api/v1/games?player=me").await);
        assert_eq!(own, [open.as_str(), secret.as_str()]);
    }
    assert!(ids(host.get_as(&stranger, "/api/v1/games?player=me").await).is_empty());
    let mut lobby = host.open(Some(&stranger), "/ws/v1/lobby").await;
    let shown = lobby.until("lobby").await;
    assert!(!shown.to_string().contains(&secret), "{shown}");
    assert!(secret.len() > open.len(), "the id of a private game is its secret");
    // The link gives read access.
    assert_eq!(host.get_as(&stranger, &format!("/api/v1/games/{secret}")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn anonymous_socket_is_read_only() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    for (kind, d) in [
        ("chat", json!({ "text": "hello" })),
        ("demo", json!({ "steps": [] })),
        ("mute", json!({ "guest": "all", "muted": true })),
    ] {
        let mut socket = host.socket_as(None, &game, 0).await;
        let hello = socket.next().await;
        assert_eq!(hello["you"]["role"], "spectator");
        assert_eq!((&hello["you"]["id"], &hello["you"]["name"]), (&json!(null), &json!(null)));
        assert_eq!(socket.next().await["type"], "start");
        socket.say(kind, d).await;
        assert_eq!(socket.closed().await, 4001, "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_is_broadcast() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (white, black, game) = host.pair(json!({ "instance": "shatranj" })).await;
    let stranger = host.person("Stranger").await;
    let mut socket = host.socket_as(Some(&white), &game, 1).await;
    let mut other = host.socket_as(Some(&black), &game, 1).await;
    let _named = host.socket_as(Some(&stranger), &game, 1).await;
    let _again = host.socket_as(Some(&stranger), &game, 1).await;
    let _nobody = host.socket_as(None, &game, 1).await;
    loop {
        let received = socket.until("presence").await["data"].clone();
        if received["spectators"]["count"] == 2 && received["black"]["connected"] == true {
            assert_eq!(received["spectators"]["guests"], json!([{ "id": stranger.id, "name": "Stranger" }]));
            assert_eq!(
                (&received["white"]["connected"], &received["white"]["claim_at"]),
                (&json!(true), &json!(null))
            );
            break;
        }
    }
    other.until("hello").await;
    // A player is absent once its socket closes, even right after an action.
    other.send_intent("peace", json!({ "kind": "draw", "side": "black" })).await;
    assert_eq!(other.answer("peace").await["type"], "ack");
    drop(other);
    loop {
        let received = socket.until("presence").await["data"].clone();
        if received["black"]["connected"] == false {
            let since = received["black"]["since"].as_u64().unwrap();
            assert_eq!(received["black"]["claim_at"], json!(since + 180_000), "a game without clocks");
            break;
        }
    }
    let code = host.send_rejected(
        &white,
        &game,
        "too soon",
        json!({ "kind": "claim", "side": "white", "result": "draw" }),
    );
    assert_eq!(code.await, "bad_intent");
}
