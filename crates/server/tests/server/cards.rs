//! Pictures of games and rulesets for shared links.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::host::{Host, TestStorage};

/// Status, head and body of a response.
pub async fn get(host: &Host, path: &str, headers: &str) -> (u16, String, Vec<u8>) {
    let mut stream = TcpStream::connect(host.address).await.unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{headers}connection: close\r\n\r\n", host.address);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head, answer[end + 4..].to_vec())
}

fn tag(head: &str) -> String {
    head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned()
}

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
    let (status, head, png) = get(&host, &path, "").await;
    assert_eq!((status, size(&png)), (200, [1200, 630]), "{head}");
    assert!(head.contains("content-type: image/png") && head.contains("max-age=60"), "{head}");
    let first = tag(&head);
    let again = format!("if-none-match: {first}\r\n");
    assert_eq!(get(&host, &path, &again).await.0, 304);
    host.send_accepted(&host.me, &game, "1", json!({ "kind": "move", "move": "e2e3" })).await;
    let (status, head, changed) = get(&host, &path, &again).await;
    assert_eq!(status, 200);
    assert!(tag(&head) != first && changed != png);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_of_each_ruleset_is_drawn_and_of_others_refused() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for instance in ["oblong", "senterej%5Barray%3Dfacing%5D"] {
        let (status, head, png) = get(&host, &format!("/library/{instance}/card.png"), "").await;
        assert_eq!((status, size(&png)), (200, [1200, 630]), "{head}");
    }
    for path in ["/library/chess/card.png", "/game/0/card.png"] {
        let (status, head, _) = get(&host, path, "").await;
        assert_eq!(status, 404, "{head}");
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_that_must_be_drawn_are_limited_by_address() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let (flooder, other) = ("x-forwarded-for: 203.0.113.9\r\n", "x-forwarded-for: 203.0.113.10\r\n");
    let game = host.game("senterej").await;
    let path = format!("/game/{game}/card.png");
    // Pawns of both sides walk until they meet, so every picture is another.
    let steps = [("white", 2, 3), ("black", 7, 6), ("white", 3, 4), ("black", 6, 5)];
    let moves = steps.iter().flat_map(|&(side, from, to)| {
        "abcdefgh".chars().map(move |file| (side, format!("{file}{from}"), format!("{file}{to}")))
    });
    let mut answers = Vec::new();
    for (number, (side, from, to)) in moves.enumerate() {
        let intent = json!({ "kind": "place", "side": side, "from": from, "to": to });
        host.send_accepted(&host.me, &game, &number.to_string(), intent).await;
        answers.push(get(&host, &path, flooder).await);
        if answers.last().unwrap().0 != 200 {
            break;
        }
    }
    let (status, head, _) = answers.pop().unwrap();
    assert!(status == 429 && head.contains("retry-after: ") && answers.len() >= 20, "{head}");
    // Another client may request the same picture; it is then kept for everyone.
    assert_eq!(get(&host, &path, other).await.0, 200);
    assert_eq!(get(&host, &path, flooder).await.0, 200);
    host.stop().await;
}
