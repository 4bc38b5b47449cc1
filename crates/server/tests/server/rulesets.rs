//! Rulesets over HTTP.

use std::sync::Arc;

use rukh_rules::{Event, Game, Phase, Ruleset};
use serde_json::json;

use crate::host::{Host, TestStorage, config, human};

#[tokio::test(flavor = "multi_thread")]
async fn rulesets_are_listed_with_their_sources() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let list = host.get("/api/v1/rulesets").await.json();
    let list = list["rulesets"].as_array().unwrap();
    assert_eq!(list.len(), rukh_rules::catalog::ids().count());
    let mut families: Vec<&str> = list.iter().map(|summary| summary["family"].as_str().unwrap()).collect();
    families.dedup();
    assert_eq!(families, ["senterej", "shatranj", "oblong", "mideast"], "the featured family is first");
    assert_eq!(list[0]["id"], "senterej");
    for summary in list {
        let id = summary["id"].as_str().unwrap();
        let reply = host.get(&format!("/api/v1/rulesets/{id}")).await;
        assert_eq!(reply.status, 200, "{id}");
        let whole = reply.json();
        assert_eq!(whole["instance"], json!(id));
        assert_eq!(whole["array"], summary["array"]);
        for law in whole["laws"].as_array().unwrap() {
            assert!(!law["text"]["english"].as_str().unwrap().is_empty(), "{id} {}", law["key"]);
            let is_cited = !law["sources"].as_array().unwrap().is_empty();
            assert!(is_cited || law["conjecture"].is_string(), "{id} {}", law["key"]);
        }
        for piece in whole["pieces"].as_array().unwrap() {
            assert!(piece["text"]["english"].as_str().unwrap().ends_with('.'), "{id} {piece}");
        }
    }
}

/// What the site's home plays as a loop is an opening phase that the rules allow, to its end.
#[test]
fn recorded_opening_phase_of_the_site_is_legal() {
    let recorded = include_str!("../../../../web/src/lobby/werera-loop.json");
    let recorded: serde_json::Value = serde_json::from_str(recorded).unwrap();
    let ruleset = Ruleset::named(recorded["ruleset"].as_str().unwrap()).unwrap();
    let mut game = Game::new(Arc::new(ruleset));
    let steps = recorded["steps"].as_array().unwrap();
    for (number, step) in steps.iter().enumerate() {
        assert_eq!(game.position().phase(), Phase::Werera, "{step}");
        let side = serde_json::from_value(step["side"].clone()).unwrap();
        let (from, to) = (step["from"].as_str().unwrap().to_owned(), step["to"].as_str().unwrap().to_owned());
        let event = if step["retracts"] == true {
            let undone =
                steps[..number].iter().rposition(|before| before["from"] == to && before["to"] == from);
            Event::Retract { side, seq: undone.expect("an earlier move") as u64 + 1 }
        } else {
            let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
            Event::Place { side, id: None, from, to, promotion: None }
        };
        game.apply(event, None).unwrap_or_else(|refusal| panic!("{step}: {refusal}"));
    }
    assert_eq!(game.position().phase(), Phase::Turns);
}

#[tokio::test(flavor = "multi_thread")]
async fn ruleset_options_change_the_details() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let whole = host.get("/api/v1/rulesets/senterej%5Bstalemate%3Dloss%2Csaba%3DG%5D").await.json();
    assert_eq!(whole["instance"], "senterej[saba=G,stalemate=loss]");
    let law =
        |key: &str| whole["laws"].as_array().unwrap().iter().find(|law| law["key"] == key).unwrap().clone();
    assert_eq!(law("stalemate")["law"], "loss");
    let saba = whole["pieces"].as_array().unwrap().iter().find(|piece| piece["letter"] == "e").unwrap();
    assert_eq!(saba["betza"], "G");
    let plain = host.get("/api/v1/rulesets/senterej").await.json();
    assert_ne!(plain["hash"], whole["hash"]);
    let facing = host.get("/api/v1/rulesets/senterej%5Barray%3Dfacing%5D").await.json();
    assert_eq!(facing["array"], plain["array"], "a summary shows the default array");
    assert_ne!(facing["board"], plain["board"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn user_ruleset_is_listed_and_playable() {
    let storage = TestStorage::new();
    std::fs::create_dir_all(&storage.directory).unwrap();
    let (_, text) = rukh_rules::catalog::text("shatranj").unwrap();
    let path = storage.directory.join("mine.toml");
    std::fs::write(&path, text.replace("id = \"shatranj\"", "id = \"mine\"")).unwrap();
    let child = storage.directory.join("child.toml");
    let text = "id = \"child\"\nrevision = 1\nstatus = \"conjectural\"\nextends = \"mine\"\n\
                [about]\nname = \"Child\"\nsummary = \"A test.\"\n";
    std::fs::write(&child, text).unwrap();
    let files = vec![child, path];
    let host = Host::start_with(rukh_server::Config { ruleset_files: files, ..config(&storage) }).await;
    let list = host.get("/api/v1/rulesets").await.json();
    assert_eq!(list["rulesets"].as_array().unwrap().last().unwrap()["id"], "mine");
    assert_eq!(host.get("/api/v1/rulesets/child").await.json()["name"], "Child");
    let game = host.game("mine").await;
    assert_eq!(host.send_intent(&game, "1", json!({ "kind": "move", "move": "e2e3" })).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_filter_canonicalises_the_instance() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej[saba=G,stalemate=loss]").await;
    let plain = host.game("senterej").await;
    let listed = |query: &'static str| {
        let host = &host;
        async move {
            let games = host.get(&format!("/api/v1/games?instance={query}")).await.json();
            let ids = games["games"].as_array().unwrap().iter();
            ids.map(|game| game["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        }
    };
    for query in [
        "senterej%5Bsaba%3DG%2Cstalemate%3Dloss%5D",
        "senterej%5Bstalemate%3Dloss%2Csaba%3DG%5D",
        "Senterej%5B%20stalemate%3Dloss%2C%20saba%3DG%2Carray%3Dcrosswise%5D",
    ] {
        assert_eq!(listed(query).await, [game.as_str()], "{query}");
    }
    assert_eq!(
        listed("senterej%5Barray%3Dcrosswise%5D").await,
        [plain.as_str()],
        "a default changes nothing"
    );
    for (query, status, code) in [
        ("chaturanga", 404, "unknown_ruleset"),
        ("senterej%5Bsaba%3DX%5D", 400, "unknown_option"),
        ("santaraj", 400, "ambiguous_ruleset"),
        ("", 400, "bad_instance"),
        ("%00", 404, "unknown_ruleset"),
    ] {
        let reply = host.get(&format!("/api/v1/games?instance={query}")).await;
        assert_eq!(reply.status, status, "{query}");
        let error = reply.json();
        assert_eq!(error["error"]["code"], code, "{error}");
        assert!(!error["error"]["message"]["english"].as_str().unwrap().trim_end().ends_with(':'), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_from_fen_reports_the_dialect() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let someone = host.person("Abebe").await;
    let began = |fen: Option<&'static str>| {
        let (host, someone) = (&host, &someone);
        let request = json!({ "instance": "Shatranj", "white": human(), "black": human(), "fen": fen });
        async move { host.post_as(someone, "/api/v1/games", &request).await }
    };
    let theirs = began(Some("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR b 0 1")).await.json();
    assert_eq!(
        (&theirs["dialect"], &theirs["instance"]),
        (&json!("fairy_stockfish"), &json!("shatranj")),
        "{theirs}"
    );
    let own = began(Some("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR b")).await.json();
    assert_eq!(own["dialect"], "own");
    let id = theirs["id"].as_str().unwrap();
    let hello = host.get(&format!("/api/v1/games/{id}")).await.json().to_string();
    assert!(hello.contains("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR b - - 0 1"), "{hello}");
    assert!(began(None).await.json().get("dialect").is_none());
    let refused = began(Some("")).await;
    assert_eq!(refused.status, 400);
    assert!(
        refused.json()["error"]["message"]["english"].as_str().unwrap().contains("there is none"),
        "{:?}",
        refused.json()
    );
}

/// The English texts of an answer that a reader sees, each with the languages beside it.
fn localized_texts(value: &serde_json::Value, found: &mut Vec<(String, Vec<String>)>) {
    const FIELDS: [(&str, &str); 11] = [
        ("summary", "localized_summaries"),
        ("title", "localized_titles"),
        ("period", "localized_periods"),
        ("region", "localized_regions"),
        ("description", "localized_descriptions"),
        ("conjecture", "localized_conjectures"),
        ("note", "localized_notes"),
        ("locator", "localized_locators"),
        ("kind", "localized_kinds"),
        ("location", "localized_locations"),
        ("content", "localized_contents"),
    ];
    if let Some(object) = value.as_object() {
        for (english, others) in FIELDS {
            let Some(english) = object.get(english).and_then(|text| text.as_str()) else { continue };
            let languages = object[others].as_array().expect("a list of translations").iter();
            let languages = languages.map(|one| one["language"].as_str().unwrap().to_owned()).collect();
            found.push((english.to_owned(), languages));
        }
        object.values().for_each(|value| localized_texts(value, found));
    }
    value.as_array().into_iter().flatten().for_each(|value| localized_texts(value, found));
}

#[tokio::test(flavor = "multi_thread")]
async fn rulesets_say_everything_in_every_language() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for id in rukh_rules::catalog::ids() {
        let mut found = Vec::new();
        localized_texts(&host.get(&format!("/api/v1/rulesets/{id}")).await.json(), &mut found);
        assert!(found.len() > 10, "{id}");
        for (english, languages) in found.iter().filter(|(text, _)| text.chars().any(char::is_alphabetic)) {
            for tag in ["am", "ar", "fa"] {
                assert!(languages.iter().any(|known| known == tag), "{id} in {tag}: {english}");
            }
        }
    }
    let cards = host.get("/api/v1/catalog").await.json();
    let periods = &cards["rulesets"][0]["localized_periods"];
    assert_eq!(periods[2], json!({ "language": "fa", "text": "سدهٔ شانزدهم تا بیستم" }));
    // A citation keeps its title; what is said of the place in the work is translated.
    let whole = host.get("/api/v1/rulesets/senterej").await.json();
    let choice = &whole["options"][0]["choices"][1];
    assert!(choice["source"].as_str().unwrap().ends_with(", the program only"), "{choice}");
    let cited = &choice["sources"][0];
    assert!(cited["citation"].as_str().unwrap().starts_with("Ludii Portal"), "{cited}");
    assert_eq!(cited["localized_locators"][1], json!({ "language": "ar", "text": "في البرنامج فقط" }));
}

#[tokio::test(flavor = "multi_thread")]
async fn contradicting_options_are_explained_in_every_language() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let instance = "shatranj%5Brepetition%3Dnone%2Cmove-limit%3Dnone%5D";
    let reply = host.get(&format!("/api/v1/rulesets/{instance}")).await;
    let error = &reply.json()["error"];
    assert_eq!((reply.status, &error["code"]), (400, &json!("contradiction")));
    let languages: Vec<&str> = error["localized_messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["language"].as_str().unwrap())
        .collect();
    assert_eq!(languages, ["am", "ar", "fa"]);
}
