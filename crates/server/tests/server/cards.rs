//! Pictures of games and rulesets for shared links.

use futures_util::future::join_all;
use serde_json::json;

use crate::host::{Host, TestStorage};

/// Width and height of a PNG.
pub fn size(png: &[u8]) -> [u32; 2] {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

#[tokio::test(flavor = "multi_thread")]
async fn card_of_a_game_changes_with_it_and_has_an_entity_tag() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("shatranj").await;
    let path = format!("/game/{game}/card.png");
    let card = host.ask("GET", &path, "", "").await;
    assert_eq!((card.status, size(&card.bytes)), (200, [1200, 630]), "{}", card.head);
    assert_eq!(card.header("content-type"), Some("image/png"));
    assert!(card.head.contains("max-age=60"), "{}", card.head);
    let again = format!("if-none-match: {}\r\n", card.header("etag").unwrap());
    assert_eq!(host.ask("GET", &path, &again, "").await.status, 304);
    host.send_accepted(&host.me, &game, "1", json!({ "kind": "move", "move": "e2e3" })).await;
    let changed = host.ask("GET", &path, &again, "").await;
    assert_eq!(changed.status, 200);
    assert!(changed.header("etag") != card.header("etag") && changed.bytes != card.bytes);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_of_each_ruleset_is_drawn_and_of_others_refused() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for instance in ["oblong", "senterej%5Barray%3Dfacing%5D"] {
        let card = host.ask("GET", &format!("/library/{instance}/card.png"), "", "").await;
        assert_eq!((card.status, size(&card.bytes)), (200, [1200, 630]), "{}", card.head);
    }
    for path in ["/library/chess/card.png", "/game/0/card.png"] {
        let card = host.ask("GET", path, "", "").await;
        assert_eq!(card.status, 404, "{}", card.head);
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_that_must_be_drawn_are_limited_by_address() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (flooder, other) = ("x-forwarded-for: 203.0.113.9\r\n", "x-forwarded-for: 203.0.113.10\r\n");
    let game = host.game("senterej").await;
    // Pawns of both sides walk until they meet, so every picture is another.
    let steps = [("white", 2, 3), ("black", 7, 6), ("white", 3, 4), ("black", 6, 5)];
    let moves = steps.iter().flat_map(|&(side, from, to)| {
        "abcdefgh".chars().map(move |file| (side, format!("{file}{from}"), format!("{file}{to}")))
    });
    for (number, (side, from, to)) in moves.enumerate() {
        let intent = json!({ "kind": "place", "side": side, "from": from, "to": to });
        host.send_accepted(&host.me, &game, &number.to_string(), intent).await;
    }
    // All at once, of which some find no place to be drawn: the limit is reached however slowly they are drawn.
    let path = |number: usize| format!("/game/{game}/card.png?move={number}");
    let paths: Vec<String> = (1..=32).map(path).collect();
    let asked = join_all(paths.iter().map(|path| host.ask("GET", path, flooder, ""))).await;
    let drawn = asked.iter().filter(|answer| answer.status == 200).count();
    assert!((1..=24).contains(&drawn), "{drawn}");
    let mut limited = None;
    for (path, _) in paths.iter().zip(&asked).filter(|(_, answer)| answer.status != 200) {
        let answer = host.ask("GET", path, flooder, "").await;
        if answer.status != 200 {
            limited = Some((path, answer));
            break;
        }
    }
    let (path, last) = limited.expect("the limit is reached");
    assert_eq!(last.status, 429, "{}", last.head);
    assert!(last.retry_after().is_some(), "{}", last.head);
    // Another client may request the same picture; it is then kept for everyone.
    assert_eq!(host.ask("GET", path, other, "").await.status, 200);
    assert_eq!(host.ask("GET", path, flooder, "").await.status, 200);
    host.stop().await;
}
