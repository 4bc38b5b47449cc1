//! Solved endings over HTTP.

use std::sync::Arc;

use rukh_rules::{Material, RulesetFile};
use rukh_server::{Config, Server};
use rukh_tablebase::{TableBuilder, closure};
use serde_json::json;

use crate::host::{Host, TestStorage, config};

const ADDRESS: &str = "/api/v1/tables?ruleset=shatranj%5Bbare%3Dignored%5D&fen=";

/// Black takes the rook or loses; the best move stands first.
#[tokio::test(flavor = "multi_thread")]
async fn ending_tells_what_each_move_leads_to() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let ending = host.get(&format!("{ADDRESS}8/8/8/3k4/3R4/8/8/K7+b+-+-+0+1")).await.json();
    assert_eq!(ending["value"], json!({ "is": "drawn" }));
    let moves = ending["moves"].as_array().unwrap();
    assert_eq!((&moves[0]["uci"], &moves[0]["value"]), (&json!("d5d4"), &json!({ "is": "drawn" })));
    assert!(moves.len() > 1 && moves[1..].iter().all(|mv| mv["value"]["is"] == "lost"), "{ending}");
    let whole = host.get(&format!("{ADDRESS}rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR+w+-+-+0+1")).await;
    assert_eq!(whole.json(), json!({ "value": null, "moves": [] }));
    let refused = host.get(&format!("{ADDRESS}8/8/8/8/8/8/8/K7+w+-+-+0+1")).await;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &json!("bad_position")));
    let unknown = host.get("/api/v1/tables?ruleset=none&fen=8").await;
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &json!("unknown_ruleset")));
}

/// Before a throw every face has its value and its moves.
#[tokio::test(flavor = "multi_thread")]
async fn ending_with_a_die_tells_what_each_face_leads_to() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let fen = "2k1/4/4/4/4/4/4/4/4/4/4/4/4/4/4/RK2+w+-+-+0+1";
    let ending = host.get(&format!("/api/v1/tables?ruleset=oblong-dice&fen={fen}")).await.json();
    assert_eq!((&ending["value"]["is"], &ending["moves"]), (&json!("chance"), &json!([])));
    let faces = ending["faces"].as_array().unwrap();
    let points: Vec<f64> = faces.iter().map(|face| face["value"]["points"].as_f64().unwrap()).collect();
    let mean = points.iter().sum::<f64>() / 6.0;
    assert!((ending["value"]["points"].as_f64().unwrap() - mean).abs() < 1e-6, "{ending}");
    assert!(faces.iter().any(|face| face["moves"][0]["value"] == face["value"]), "{ending}");
}

/// A directory of tables gives more endings; a ruleset file has a board of sixteen squares, where they are small.
#[tokio::test(flavor = "multi_thread")]
async fn directory_of_tables_gives_endings_of_four_pieces() {
    let storage = TestStorage::new();
    let directory = storage.directory.join("given");
    std::fs::create_dir_all(&directory).unwrap();
    let text = include_str!("../../../../rulesets/shatranj.toml")
        .replacen("id = \"shatranj\"", "id = \"small\"", 1)
        .replacen("files = 8\nranks = 8", "files = 4\nranks = 4", 1)
        .replace("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR", "rnkf/pppp/PPPP/RNKF")
        .replace("rnefkenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR", "rnfk/pppp/PPPP/RNFK");
    let path = storage.directory.join("small.toml");
    std::fs::write(&path, &text).unwrap();
    let file = RulesetFile::parse_unchecked("small.toml", &text, |_| None::<(String, String)>).unwrap();
    let ruleset = Arc::new(file.resolve(&Default::default()).unwrap());
    let builder = TableBuilder { directory: directory.clone(), others: vec![], threads: 1, memory: 1 << 30 };
    for material in closure(&ruleset, &Material::parse(&ruleset, "KRvKN").unwrap()) {
        builder.build(&ruleset, &material, |_| ()).unwrap();
    }
    let with = |tables| Config { ruleset_files: vec![path.clone()], tables, ..config(&storage) };
    let four = "/api/v1/tables?ruleset=small&fen=k3/3n/4/KR2+w+-+-+0+1";
    let host = Host::start_with(with(None)).await;
    assert_eq!(host.get(four).await.json()["value"], json!(null));
    host.stop().await;
    let host = Host::start_with(with(Some(directory.clone()))).await;
    assert_eq!(host.get(four).await.json()["value"]["is"], "won");
    host.stop().await;
    // A damaged file is no reason not to start.
    for entry in std::fs::read_dir(&directory).unwrap() {
        std::fs::write(entry.unwrap().path(), "nothing").unwrap();
    }
    let host = Host::start_with(with(Some(directory.clone()))).await;
    assert_eq!(host.get(four).await.json()["value"], json!(null));
    let kings = host.get("/api/v1/tables?ruleset=small&fen=k3/4/4/K3+w+-+-+0+1").await;
    assert_eq!(kings.json()["value"]["is"], "drawn");
    host.stop().await;
    let none = Server::bind(with(Some(storage.directory.join("none")))).await.err().unwrap().to_string();
    assert!(none.contains("none` does not exist"), "{none}");
}
