//! Why a piece may not move, asked over HTTP.

use serde_json::{Value, json};

use crate::host::{Host, TestStorage};

async fn ask(host: &Host, game: &str, side: &str, query: &str) -> (u16, Value) {
    let reply = host.get(&format!("/api/v1/games/{game}/why/{side}?{query}")).await;
    (reply.status, reply.json())
}

#[tokio::test(flavor = "multi_thread")]
async fn why_gives_the_reason_of_the_rules() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let request = json!({ "instance": "shatranj", "fen": "3kr3/8/8/8/8/8/4N3/4K3 w - - 0 1" });
    let (_, _, game) = host.pair(request).await;
    for query in ["from=e2", "from=e2&to=c3", "move=e2c3", "move=Nc3"] {
        let (status, answer) = ask(&host, &game, "white", query).await;
        assert_eq!(
            (status, &answer["refusal"]["code"]),
            (200, &json!("leaves_king_attacked")),
            "{query}: {answer}"
        );
        assert!(
            answer["refusal"]["message"]["english"].as_str().unwrap().contains("pinned"),
            "{query}: {answer}"
        );
    }
    let (_, answer) = ask(&host, &game, "black", "from=e8").await;
    assert_eq!(answer["refusal"]["code"], "not_your_turn");
    assert_eq!(ask(&host, &game, "white", "from=e1&to=d1").await, (200, json!({ "refusal": null })));
}

#[tokio::test(flavor = "multi_thread")]
async fn why_invalid_query_answers_the_reason() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    for query in ["", "from=z9", "from=a1&move=a1a2", "to=a2", "piece=a1"] {
        let (status, answer) = ask(&host, &game, "white", query).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!("bad_request")), "{query}: {answer}");
    }
    assert_eq!(ask(&host, "nosuchgame", "white", "from=a1").await.0, 404);
    assert_eq!(ask(&host, &game, "red", "from=a1").await.0, 400);
}
