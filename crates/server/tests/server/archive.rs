//! The archive: searches of finished games, players and downloads.

use std::time::Duration;

use rukh_lab::job::rows::{GameRow, MoveRow};
use rukh_lab::job::{GameLabels, rows_of};
use serde_json::{Value, json};

use crate::host::{Host, Person, TestStorage, engine, human, on_both};

on_both! {
    search_finds_games_by_each_filter search_finds_openings_and_positions private_games_are_found_by_their_players_only
    pages_are_stable_while_games_end players_have_results_by_family downloads_have_every_game_of_a_search
    tables_have_the_rows_of_every_game_of_a_search
}

/// Percent-encoded text of a query.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte.is_ascii_alphanumeric() {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Waits until the index has every finished game, and there are so many.
async fn indexed(host: &Host, me: &Person, count: usize) {
    let began = std::time::Instant::now();
    loop {
        let found = host.get_as(me, "/api/v1/games?state=archived").await.json();
        if found["games"].as_array().unwrap().len() >= count && found["unindexed"].is_null() {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{found}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Ids of the games that a search finds.
async fn ids(host: &Host, query: &str) -> Vec<String> {
    let reply = host.get(&format!("/api/v1/games?{query}")).await;
    assert_eq!(reply.status, 200, "{query}: {}", reply.body);
    let found = reply.json();
    found["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

/// The message of a refused search.
async fn refusal(host: &Host, query: &str) -> String {
    let reply = host.get(&format!("/api/v1/games?{query}")).await;
    assert_eq!(reply.status, 400, "{query}: {}", reply.body);
    reply.json()["error"]["message"]["english"].as_str().unwrap().to_owned()
}

/// A body that was sent in chunks.
fn joined_bytes(body: &[u8]) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), body);
    while let Some(end) = rest.windows(2).position(|pair| pair == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).unwrap();
        let (chunk, after) = rest[end + 2..].split_at(usize::from_str_radix(size, 16).unwrap());
        bytes.extend_from_slice(chunk);
        rest = after.strip_prefix(b"\r\n").unwrap_or_default();
    }
    bytes
}

/// The text of a body that was sent in chunks.
fn joined(body: &str) -> String {
    String::from_utf8(joined_bytes(body.as_bytes())).unwrap()
}

struct Players {
    almaz: Person,
    bekele: Person,
}

impl Players {
    async fn new(host: &Host) -> Players {
        Players { almaz: host.person("Almaz").await, bekele: host.person("Élodie Ras").await }
    }

    /// A finished game between them: moves in turn, then one of them resigns or both agree to a draw.
    async fn game(&self, host: &Host, instance: &str, moves: &[&str], end: &str) -> String {
        let request = json!({ "instance": instance });
        let game = host.game_of(&self.almaz, &self.bekele, request).await;
        for (number, text) in moves.iter().enumerate() {
            let mover = if number % 2 == 0 { &self.almaz } else { &self.bekele };
            host.moves(mover, &game, text).await;
        }
        let resign = |side: &str| json!({ "kind": "resign", "side": side });
        match end {
            "white" => drop(host.send_accepted(&self.almaz, &game, "end", resign("white")).await),
            "black" => drop(host.send_accepted(&self.bekele, &game, "end", resign("black")).await),
            "draw" => {
                for (player, side) in [(&self.almaz, "white"), (&self.bekele, "black")] {
                    let draw = json!({ "kind": "draw", "side": side });
                    host.send_accepted(player, &game, &format!("draw-{side}"), draw).await;
                }
            }
            "abort" => {
                let abort = json!({ "kind": "abort", "side": "white" });
                host.send_accepted(&self.almaz, &game, "end", abort).await;
            }
            other => panic!("{other}"),
        }
        game
    }
}

async fn search_finds_games_by_each_filter(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let players = Players::new(&host).await;
    let won = players.game(&host, "shatranj", &["e2e3", "e7e6", "d2d3"], "black").await;
    let lost = players.game(&host, "shatranj[stalemate=draw]", &["e2e3"], "white").await;
    let drawn = players.game(&host, "oblong", &[], "draw").await;
    let broken = players.game(&host, "shatranj", &[], "abort").await;
    let live = host.game_of(&players.almaz, &players.bekele, json!({ "instance": "shatranj" })).await;
    indexed(&host, &host.me, 4).await;
    let all = [&broken, &drawn, &lost, &won];
    let today = {
        let date =
            host.get("/api/v1/games?state=archived").await.json()["games"][0]["started"].as_u64().unwrap();
        rukh_server::wire::time::UnixMillis::new(date).pgn_date().replace('.', "-")
    };
    let almaz = &players.almaz.id;
    let expected: Vec<(String, Vec<&String>)> = vec![
        ("state=archived".to_owned(), all.to_vec()),
        ("instance=shatranj&state=archived".to_owned(), vec![&broken, &won]),
        ("ruleset=shatranj".to_owned(), vec![&broken, &lost, &won]),
        ("ruleset=Shatranj&result=white".to_owned(), vec![&won]),
        ("family=oblong".to_owned(), vec![&drawn]),
        (format!("player={almaz}&state=archived"), all.to_vec()),
        (format!("player={almaz}&result=won"), vec![&won]),
        (format!("player={almaz}&result=lost"), vec![&lost]),
        ("name=ALMAZ&plies_from=0".to_owned(), all.to_vec()),
        (format!("name={}&result=won", encoded("e\u{301}lodie  ras")), vec![&lost]),
        ("name=alma".to_owned(), vec![]),
        (format!("from={today}"), all.to_vec()),
        (format!("from={today}&to={today}"), all.to_vec()),
        ("from=2099-01-01".to_owned(), vec![]),
        ("to=2020-01-01".to_owned(), vec![]),
        ("result=white".to_owned(), vec![&won]),
        ("result=black".to_owned(), vec![&lost]),
        ("result=draw".to_owned(), vec![&drawn]),
        ("result=none".to_owned(), vec![&broken]),
        ("reason=resignation".to_owned(), vec![&lost, &won]),
        ("reason=agreement&family=oblong".to_owned(), vec![&drawn]),
        ("reason=checkmate".to_owned(), vec![]),
        ("plies_from=1".to_owned(), vec![&lost, &won]),
        ("plies_from=1&plies_to=2".to_owned(), vec![&lost]),
        // Live games are as they were, and have the filters that need no end.
        ("state=live&family=shatranj".to_owned(), vec![&live]),
        ("state=live&family=oblong".to_owned(), vec![]),
        ("state=live&plies_to=0&ruleset=shatranj".to_owned(), vec![&live]),
        (format!("state=live&from={today}"), vec![&live]),
        ("state=over".to_owned(), all.to_vec()),
    ];
    for (query, games) in &expected {
        assert_eq!(ids(&host, query).await.iter().collect::<Vec<_>>(), *games, "{query}");
    }
    let found = host.get("/api/v1/games?ruleset=shatranj&count=1").await.json();
    assert_eq!(found["total"], json!({ "count": 3, "is_more": false }));
    let drawn = host.get("/api/v1/games?result=draw").await.json();
    assert_eq!(drawn["games"][0]["placement"].as_str().unwrap().split('/').count(), 16);
    assert!(drawn["next"].is_null());
    wrong_filters_say_what_is_right(&host).await;
    host.stop().await;
}

async fn wrong_filters_say_what_is_right(host: &Host) {
    let cases = [
        ("familly=oblong", "familly"),
        ("family=chess", "one of `senterej`"),
        ("ruleset=shatranj%5Bstalemate%3Ddraw%5D", "`instance`"),
        ("ruleset=shatranj&family=oblong", "one of `instance`, `ruleset` and `family`"),
        ("from=26.11.2026", "a day such as 2026-11-26"),
        ("from=2026-02-01&to=2026-01-01", "later"),
        ("plies_from=many", "a number such as 40"),
        ("plies_from=3&plies_to=2", "greater"),
        ("result=won", "`player` or `name`"),
        ("result=gold", "result"),
        ("reason=mate", "`bare-king`"),
        ("position=8/8", "`ruleset`, `instance` or `family`"),
        ("position=8/8&ruleset=shatranj", "2 ranks"),
        ("opening=8/8&ruleset=shatranj", "no werera"),
        ("opening=8/8&ruleset=senterej", "2 ranks"),
        ("opening_of=white", "needs an `opening`"),
        ("cursor=x", "`next` of an earlier page"),
        ("name=%20", "a player's name"),
        ("before=1&family=oblong", "`cursor`"),
        ("state=live&result=draw", "finished games"),
    ];
    for (query, expected) in cases {
        let message = refusal(host, query).await;
        assert!(message.contains(expected), "{query}: {message}");
    }
    let reply = host.get("/api/v1/games?ruleset=shatran").await;
    assert!(reply.status == 404 && reply.body.contains("Did you mean"), "{}", reply.body);
}

async fn search_finds_openings_and_positions(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let mine = host.game("senterej").await;
    for (side, from, to) in [("white", "e2", "e3"), ("black", "d7", "d6"), ("white", "c2", "c3")] {
        assert_eq!(host.place(&mine, side, from, to).await.0, 200);
    }
    for side in ["white", "black"] {
        let turns = json!({ "kind": "turns", "side": side });
        host.send_intent(&mine, &format!("turns-{side}"), turns).await;
    }
    let begun = host.view(&mine).await;
    assert_eq!(begun["phase"], "turns", "{begun}");
    let array = begun["fen"].as_str().unwrap().to_owned();
    host.send_intent(&mine, "move", json!({ "kind": "move", "move": "a2a3" })).await;
    let later = host.view(&mine).await["fen"].as_str().unwrap().to_owned();
    host.send_intent(&mine, "end", json!({ "kind": "resign", "side": "white" })).await;
    let other = host.game("senterej").await;
    assert_eq!(host.place(&other, "white", "e2", "e3").await.0, 200);
    host.send_intent(&other, "end", json!({ "kind": "resign", "side": "white" })).await;
    indexed(&host, &host.me, 2).await;

    let opening = |half: &str| format!("family=senterej&opening={}&opening_of={half}", encoded(&array));
    for half in ["both", "white", "black"] {
        assert_eq!(ids(&host, &opening(half)).await, [mine.as_str()], "{half}");
    }
    // Another arrangement of Black leaves White's half as it is.
    let changed = array.replacen("ppp1pppp/3p4", "1ppppppp/p7", 1);
    assert_ne!(changed, array);
    let placement = encoded(changed.split(' ').next().unwrap());
    let of_changed = |half: &str| format!("ruleset=senterej&opening={placement}&opening_of={half}");
    assert_eq!(ids(&host, &of_changed("white")).await, [mine.as_str()]);
    assert!(ids(&host, &of_changed("both")).await.is_empty());

    let at = |fen: &str| format!("ruleset=senterej&position={}", encoded(fen));
    let hit = |found: &Value| (found["games"][0]["id"].clone(), found["games"][0]["move_number"].clone());
    let found = host.get(&format!("/api/v1/games?{}", at(&array))).await.json();
    assert_eq!((hit(&found), found["total"]["count"].clone()), ((json!(mine), json!(3)), json!(1)));
    let found = host.get(&format!("/api/v1/games?{}", at(&later))).await.json();
    assert_eq!(hit(&found), (json!(mine), json!(4)));
    // The first action of the werera is the same in both; counts make no difference.
    let start = host.get("/api/v1/rulesets/senterej").await.json()["fen"].as_str().unwrap().to_owned();
    assert_eq!(ids(&host, &at(&start)).await, [other.as_str(), &mine]);
    assert_eq!(ids(&host, &at(&later.replace(" 0 1", " 3 9"))).await, [mine.as_str()]);
    let side = if later.contains(" w ") { later.replace(" w ", " b ") } else { later.replace(" b ", " w ") };
    assert!(ids(&host, &at(&side)).await.is_empty());
    // Options are another filter than the ruleset.
    let narrow = format!("instance=senterej%5Bsaba%3DG%5D&position={}", encoded(&later));
    assert!(ids(&host, &narrow).await.is_empty());
    host.stop().await;
}

async fn private_games_are_found_by_their_players_only(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let players = Players::new(&host).await;
    let request = json!({ "instance": "shatranj", "private": true });
    let hidden = host.game_of(&players.almaz, &players.bekele, request).await;
    host.moves(&players.almaz, &hidden, "e2e3").await;
    host.send_accepted(&players.almaz, &hidden, "end", json!({ "kind": "resign", "side": "white" })).await;
    let open = players.game(&host, "shatranj", &["e2e3"], "white").await;
    indexed(&host, &players.almaz, 1).await;
    let start = host.get("/api/v1/rulesets/shatranj").await.json()["fen"].as_str().unwrap().to_owned();
    let queries = [
        "state=archived".to_owned(),
        "ruleset=shatranj".to_owned(),
        "name=almaz".to_owned(),
        format!("player={}&state=archived", players.almaz.id),
        "reason=resignation".to_owned(),
        "result=black".to_owned(),
        format!("ruleset=shatranj&position={}", encoded(&start)),
    ];
    for query in &queries {
        assert_eq!(ids(&host, query).await, [open.as_str()], "{query}");
        let found = host.get_as(&players.bekele, &format!("/api/v1/games?{query}")).await.json();
        assert_eq!(found["games"].as_array().unwrap().len(), 1, "{query}");
        assert_eq!(found["total"]["count"], 1, "{query}");
    }
    let own = host.get_as(&players.almaz, "/api/v1/games?player=me&state=archived").await.json();
    let own: Vec<&str> =
        own["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(own, [open.as_str(), &hidden]);
    let player = host.get_as(&players.almaz, &format!("/api/v1/players/{}", players.almaz.id)).await.json();
    assert_eq!(player["results"]["games"], 1);
    // Not even for its players: a file goes from hand to hand.
    let path = "/downloads/games.jsonl?player=me&ruleset=shatranj";
    let file = host.get_as(&players.almaz, path).await.body;
    assert!(file.contains(&open) && !file.contains(&hidden), "{file}");
    host.stop().await;
}

async fn pages_are_stable_while_games_end(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let players = Players::new(&host).await;
    let mut games = Vec::new();
    for _ in 0..5 {
        games.insert(0, players.game(&host, "shatranj", &[], "white").await);
    }
    indexed(&host, &host.me, 5).await;
    let (mut seen, mut cursor, mut late) = (Vec::new(), String::new(), 0);
    loop {
        let found = host.get(&format!("/api/v1/games?ruleset=shatranj&count=2{cursor}")).await.json();
        assert_eq!(found["total"].is_null(), !cursor.is_empty());
        seen.extend(
            found["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()),
        );
        let Some(next) = found["next"].as_str() else { break };
        cursor = format!("&cursor={next}");
        if late < 2 {
            late += 1;
            players.game(&host, "shatranj", &[], "white").await;
            indexed(&host, &host.me, 5 + late).await;
        }
    }
    assert_eq!(seen, games);
    host.stop().await;
}

async fn players_have_results_by_family(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let players = Players::new(&host).await;
    for end in ["white", "black", "draw"] {
        players.game(&host, "oblong", &[], end).await;
    }
    players.game(&host, "shatranj", &[], "abort").await;
    // One person at both sides wins nothing.
    let request = json!({ "instance": "shatranj", "white": human(), "black": human() });
    let both = host.post_as(&players.almaz, "/api/v1/games", &request).await.json();
    let both = both["id"].as_str().unwrap().to_owned();
    host.send_accepted(&players.almaz, &both, "end", json!({ "kind": "resign", "side": "white" })).await;
    indexed(&host, &host.me, 5).await;
    let of = |person: &Person| {
        let path = format!("/api/v1/players/{}", person.id);
        let host = &host;
        async move { host.get(&path).await.json() }
    };
    let player = of(&players.almaz).await;
    let oblong = json!({ "games": 3, "won": 1, "lost": 1, "drawn": 1, "other": 0 });
    let shatranj = json!({ "games": 2, "won": 0, "lost": 0, "drawn": 0, "other": 2 });
    let families = json!([
        { "family": "oblong", "results": oblong }, { "family": "shatranj", "results": shatranj }
    ]);
    assert_eq!((player["name"].clone(), player["families"].clone()), (json!("Almaz"), families));
    assert_eq!(player["results"], json!({ "games": 5, "won": 1, "lost": 1, "drawn": 1, "other": 2 }));
    assert_eq!(of(&players.bekele).await["name"], "Élodie Ras");
    let stranger = host.person("Nobody").await;
    assert_eq!(of(&stranger).await["error"]["code"], "no_such_player");
    // A live game is enough to be known.
    host.game_of(&stranger, &players.bekele, json!({ "instance": "shatranj" })).await;
    assert_eq!(of(&stranger).await["results"]["games"], 0);
    host.stop().await;
}

async fn downloads_have_every_game_of_a_search(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let players = Players::new(&host).await;
    let mut games = Vec::new();
    // More than a page of the search.
    for number in 0..52 {
        let instance = if number % 26 == 0 { "oblong" } else { "shatranj" };
        games.push(players.game(&host, instance, &[], "white").await);
    }
    indexed(&host, &host.me, 50).await;
    let began = std::time::Instant::now();
    while !host.get("/api/v1/games?state=archived&count=1").await.json()["unindexed"].is_null() {
        assert!(began.elapsed() < Duration::from_secs(90));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let pgn = host.get("/downloads/games.pgn").await;
    assert_eq!(pgn.status, 200);
    assert!(pgn.head.contains("attachment; filename=\"games.pgn\""), "{}", pgn.head);
    let read = |instance: &str| rukh_rules::Ruleset::named(instance).map(std::sync::Arc::new);
    let records = rukh_rules::notation::pgn::parse(&joined(&pgn.body), read).unwrap();
    assert_eq!(records.len(), games.len());
    for (record, id) in records.iter().zip(games.iter().rev()) {
        assert_eq!(record.tags.get("Site"), Some(format!("game {id}").as_str()));
    }
    let lines = joined(&host.get("/downloads/games.jsonl?family=oblong").await.body);
    assert_eq!(rukh_rules::notation::record::parse_jsonl(&lines, read).unwrap().len(), 2);
    let few = joined(&host.get("/downloads/games.jsonl?ruleset=shatranj&count=3").await.body);
    assert_eq!(rukh_rules::notation::record::parse_jsonl(&few, read).unwrap().len(), 3);
    let wrong = host.get("/downloads/games.pgn?state=live").await;
    assert!(wrong.status == 400 && wrong.body.contains("finished games"), "{}", wrong.body);
    // An address has six, then must wait.
    let mut answers = Vec::new();
    for _ in 0..7 {
        let header = "x-forwarded-for: 203.0.113.20\r\n";
        answers.push(host.ask("GET", "/downloads/games.jsonl?count=1", header, "").await);
    }
    let last = answers.pop().unwrap();
    assert!(answers.iter().all(|answer| answer.status == 200));
    assert!(last.status == 429 && last.retry_after().is_some(), "{}", last.head);
    host.stop().await;
}

/// Writes the tables of a search into a folder as the import of games does.
async fn fetch_tables(host: &Host, query: &str, folder: &std::path::Path) {
    for table in ["games", "moves"] {
        let header = "x-forwarded-for: 203.0.113.21\r\n";
        let reply = host.ask("GET", &format!("/downloads/{table}.parquet{query}"), header, "").await;
        assert_eq!(reply.status, 200, "{}", reply.head);
        assert_eq!(reply.header("content-type"), Some("application/vnd.apache.parquet"));
        std::fs::create_dir_all(folder.join(table)).unwrap();
        let file = folder.join(table).join("c000-r0000.parquet");
        std::fs::write(file, joined_bytes(&reply.bytes)).unwrap();
    }
}

async fn tables_have_the_rows_of_every_game_of_a_search(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let players = Players::new(&host).await;
    players.game(&host, "shatranj", &["e2e3", "e7e6", "d2d3"], "black").await;
    players.game(&host, "shatranj[stalemate=draw]", &["e2e3"], "draw").await;
    players.game(&host, "senterej", &[], "white").await;
    players.game(&host, "shatranj", &[], "abort").await;
    let request = json!({ "instance": "shatranj", "private": true });
    let hidden = host.game_of(&players.almaz, &players.bekele, request).await;
    let resign = json!({ "kind": "resign", "side": "white" });
    host.send_accepted(&players.almaz, &hidden, "end", resign.clone()).await;
    let computer = json!({ "instance": "shatranj", "white": human(), "black": engine(3) });
    let computer = host.create_game(computer).await;
    assert_eq!(host.send_intent(&computer, "end", resign).await.0, 200);
    indexed(&host, &host.me, 5).await;

    let folder = storage.directory.join("downloaded");
    fetch_tables(&host, "", &folder).await;
    let tables = rukh_study::Folder::open(&folder).unwrap();
    let games: Vec<GameRow> = tables.games().collect::<Result<_, _>>().unwrap();
    let moves: Vec<MoveRow> = tables.moves().collect::<Result<_, _>>().unwrap();
    let lines = joined(&host.get("/downloads/games.jsonl").await.body);
    let read = |instance: &str| rukh_rules::Ruleset::named(instance).map(std::sync::Arc::new);
    let records = rukh_rules::notation::record::parse_jsonl(&lines, read).unwrap();
    assert_eq!((games.len(), records.len()), (5, 5));
    let mut wanted = Vec::new();
    for (game, record) in games.iter().zip(&records) {
        let labels = GameLabels {
            number: game.number,
            cluster: game.number,
            white: "human".to_owned(),
            black: game.black.clone(),
            ..GameLabels::default()
        };
        let rows = rows_of(&record.game, &labels, None);
        assert_eq!(*game, rows.game);
        wanted.extend(rows.moves);
    }
    assert_eq!(moves, wanted);
    assert_eq!(moves.iter().filter(|mv| mv.time_ms.is_some()).count(), 2, "all but the first of each game");
    let black: Vec<&str> = games.iter().map(|game| game.black.as_str()).collect();
    assert_eq!(black, ["computer level 3", "human", "human", "human", "human"]);
    let reasons: Vec<&str> = games.iter().map(|game| game.reason.as_str()).collect();
    assert_eq!(reasons, ["resignation", "aborted", "resignation", "agreement", "resignation"]);
    assert!(games.is_sorted_by(|one, next| one.number > next.number), "each has a number of its own");

    // The filters of the search.
    fetch_tables(&host, "?ruleset=shatranj&result=black&count=1", &folder).await;
    let few: Vec<GameRow> = tables.games().collect::<Result<_, _>>().unwrap();
    assert_eq!(few, games[..1]);
    assert_eq!(tables.moves().count(), 0);
    let wrong = host.get("/downloads/moves.parquet?plies_from=x").await;
    assert!(wrong.status == 400 && wrong.body.contains("plies_from"), "{}", wrong.body);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn embedded_games_may_be_framed_and_nothing_else() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("shatranj").await;
    let embed = host.get(&format!("/embed/game/{game}")).await;
    assert_eq!(embed.status, 200);
    assert!(embed.head.contains("frame-ancestors *"), "{}", embed.head);
    assert!(embed.head.contains("cross-origin-resource-policy: cross-origin"), "{}", embed.head);
    for path in [&format!("/game/{game}"), "/games", "/", "/embed/game/nosuchgame00", "/embed/x"] {
        let other = host.get(path).await;
        assert!(other.head.contains("frame-ancestors 'none'"), "{path}: {}", other.head);
        assert!(other.head.contains("cross-origin-resource-policy: same-origin"), "{path}: {}", other.head);
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn position_and_picture_of_a_move_are_those_after_it() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("shatranj").await;
    let start = host.view(&game).await["fen"].clone();
    host.send_intent(&game, "1", json!({ "kind": "move", "move": "e2e3" })).await;
    let first = host.view(&game).await["fen"].clone();
    host.send_intent(&game, "2", json!({ "kind": "move", "move": "e7e6" })).await;
    let at = |query: &'static str| {
        let (host, game) = (&host, &game);
        async move { host.get(&format!("/api/v1/games/{game}/position{query}")).await }
    };
    assert_eq!(at("?move=0").await.json()["fen"], start);
    let position = at("?move=1").await.json();
    assert_eq!(position, json!({ "ruleset": "shatranj", "instance": "shatranj", "fen": first }));
    assert_eq!(at("").await.json()["fen"], host.view(&game).await["fen"]);
    let none = at("?move=3").await;
    assert!(none.status == 400 && none.body.contains("has 2 moves"), "{}", none.body);
    let picture = |query: &'static str| {
        let (host, game) = (&host, &game);
        async move {
            let card = host.ask("HEAD", &format!("/game/{game}/card.png{query}"), "", "").await;
            card.header("etag").map(str::to_owned)
        }
    };
    assert!(picture("?move=1").await.is_some());
    assert_ne!(picture("?move=1").await, picture("").await);
    assert_eq!(picture("?move=2").await, picture("").await);
    host.stop().await;
}
