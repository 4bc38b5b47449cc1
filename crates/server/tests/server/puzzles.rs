//! Puzzles over HTTP: lists, single puzzles, and what is wrong with a move.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::cards;
use crate::host::{Host, TestStorage};

fn ids(list: &Value) -> Vec<String> {
    let puzzles = list["puzzles"].as_array().expect("a list of puzzles");
    puzzles.iter().map(|one| one["id"].as_str().expect("an id").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_listed_without_solutions_and_filtered() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let reply = host.get("/api/v1/puzzles").await;
    assert!(reply.head.to_lowercase().contains("etag: \""), "{}", reply.head);
    let all = reply.json();
    assert!(ids(&all).len() >= 240);
    assert!(all["puzzles"][0].get("course").is_none() && all["puzzles"][0].get("fen").is_none());
    for filter in ["family=oblong", "theme=fork", "ruleset=oblong-dice", "family=shatranj&theme=mansuba"] {
        let some = host.get(&format!("/api/v1/puzzles?{filter}")).await.json();
        let (some, all) = (ids(&some), ids(&all));
        assert!(!some.is_empty() && some.len() < all.len(), "{filter}: {}", some.len());
        assert!(some.iter().all(|id| all.contains(id)), "{filter}");
    }
    for (filter, known) in [("family=go", "shatranj"), ("theme=luck", "fork"), ("ruleset=go", "senterej")] {
        let refused = host.get(&format!("/api/v1/puzzles?{filter}")).await;
        let error = refused.json()["error"].clone();
        assert_eq!((refused.status, error["code"].as_str()), (400, Some("unknown_puzzles")), "{filter}");
        assert!(error["hint"]["english"].as_str().is_some_and(|hint| hint.contains(known)), "{error}");
    }
    assert_eq!(host.get("/api/v1/puzzles?colour=red").await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzle_of_the_day_is_the_same_for_everyone_and_kept_for_a_while() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let reply = host.get("/api/v1/puzzles/daily").await;
    let head = reply.head.to_lowercase();
    let (_, age) = head.split_once("cache-control: public, max-age=").expect("how long to keep it");
    let age: u32 = age.lines().next().and_then(|age| age.trim().parse().ok()).expect("seconds");
    assert!((1..=3600).contains(&age) && head.contains("etag: \""), "{head}");
    let daily = reply.json();
    let id = daily["puzzle"]["id"].as_str().expect("an id");
    let puzzle = host.get(&format!("/api/v1/puzzles/{id}")).await.json();
    assert_eq!(puzzle["summary"], daily["puzzle"]);
    let first = puzzle["course"]["steps"][0]["states"][0]["pieces"].as_str().expect("pieces");
    let board = daily["board"].as_array().expect("a board");
    assert_eq!(board.len(), first.split(' ').filter(|piece| *piece != "-").count(), "{first}");
    assert!(daily.get("fen").is_none() && daily["puzzle"].get("course").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzle_is_served_with_its_positions_and_refutations() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let list = host.get("/api/v1/puzzles?theme=mate").await.json();
    let id = ids(&list)[0].clone();
    let puzzle = host.get(&format!("/api/v1/puzzles/{id}")).await.json();
    let states = puzzle["course"]["steps"][0]["states"].as_array().expect("positions").clone();
    assert!(states.iter().any(|state| state["goal"] == true), "{id}");
    let moves = states[0]["moves"].as_object().expect("moves of the first position");
    let all = moves.iter().flat_map(|(from, list)| {
        list.as_array().into_iter().flatten().map(move |one| (from.clone(), one.clone()))
    });
    let text = |(from, one): &(String, Value)| {
        let promotion = one["promotion"].as_str().unwrap_or_default();
        format!("{from}{}{promotion}", one["to"].as_str().expect("a cell"))
    };
    let (right, wrong): (Vec<_>, Vec<_>) = all.partition(|(_, one)| one.get("state").is_some());
    assert_eq!(right.len(), 1, "one solution");
    let address = |query: &str| format!("/api/v1/puzzles/{id}/refutation?{query}");
    let asked = address(&format!("move={}", text(&wrong[0])));
    let first = host.get(&asked).await;
    assert_eq!(first.status, 200, "{}", first.head);
    let (answer, again) = (first.json(), host.get(&asked).await.json());
    assert_eq!(answer, again, "a refutation is the same each time");
    let (line, shown) = (answer["line"].as_array(), answer["states"].as_array());
    assert_eq!(line.map(Vec::len), shown.map(Vec::len));
    assert!(["refuted", "slower", "as_good"].contains(&answer["verdict"].as_str().unwrap_or_default()));
    let right = format!("move={}", text(&right[0]));
    for (query, code) in
        [(right.as_str(), "right_move"), ("move=a1a1", "illegal_move"), ("move=x&after=9", "no_such_move")]
    {
        let refused = host.get(&address(query)).await;
        assert_eq!((refused.status, refused.json()["error"]["code"].as_str()), (400, Some(code)), "{query}");
    }
    assert_eq!(host.get(&address("after=0")).await.status, 400, "a move is missing");
    for path in ["/api/v1/puzzles/nothing", "/api/v1/puzzles/nothing/refutation?move=a1a2"] {
        let lost = host.get(path).await;
        assert_eq!((lost.status, lost.json()["error"]["code"].as_str()), (404, Some("no_such_puzzle")));
    }
    assert_eq!(host.get(&format!("/puzzles/{id}")).await.status, 200);
    assert_eq!(host.get("/puzzles/nothing").await.status, 404);
    let card = host.ask("GET", &format!("/puzzles/{id}/card.png"), "", "").await;
    assert_eq!((card.status, cards::size(&card.bytes)), (200, [1200, 630]), "{}", card.head);
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_can_be_downloaded() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let file = host.get("/downloads/puzzles.jsonl").await;
    assert_eq!(file.status, 200);
    let lines: Vec<Value> = file.body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let listed = ids(&host.get("/api/v1/puzzles").await.json());
    assert_eq!(lines.len(), listed.len());
    assert!(lines.iter().all(|line| listed.contains(&line["id"].as_str().unwrap().to_owned())));
}

#[tokio::test(flavor = "multi_thread")]
async fn card_of_the_data_says_columns_and_digests() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let card = host.get("/downloads/README.md").await;
    assert_eq!(card.status, 200);
    assert!(card.body.contains("| `werera_ms` | uint64? |") && card.body.contains("| `time_ms` | uint32? |"));
    assert!(!card.body.contains("<!--") && !card.body.contains("### `positions`"), "{}", card.body);
    for name in ["puzzles.parquet", "puzzles.jsonl", "rulesets.json", "evidence.json", "sources.json"] {
        let file = host.ask("GET", &format!("/downloads/{name}"), "", "").await;
        assert_eq!(file.status, 200, "{name}");
        let row = format!("| {} | `{}` |", file.bytes.len(), hex::encode(Sha256::digest(&file.bytes)));
        assert!(card.body.contains(&row), "{name}: {row}");
    }
}
