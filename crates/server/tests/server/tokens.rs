//! Tokens of guests: cookies, bearer tokens, and rotation of the keys that sign them.

use std::time::{Duration, Instant};

use rukh_server::Config;
use rukh_store::Store;
use serde_json::json;

use crate::host::{Host, Person, Reply, TestStorage, config, on_both};

on_both! { key_rotated_keeps_guests_and_revoked_does_not tokens_revoked_end_those_of_one_guest }

const PLAIN: &str = "content-type: application/json\r\n";

fn set_cookie(reply: &Reply) -> Option<String> {
    reply.header("set-cookie").map(str::to_owned)
}

/// Name and value of a cookie that was set.
fn pair(set: &str) -> (&str, &str) {
    set.split(';').next().unwrap().split_once('=').unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_that_is_bad_beside_a_good_one_makes_no_new_guest() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let good = format!("rukh={}", host.me.token());
    for cookies in [
        format!("cookie: rukh=nonsense; {good}\r\n"),
        format!("cookie: {good}; rukh=\r\n"),
        format!("cookie: rukh=v1.a.61.00\r\ncookie: {good}\r\n"),
    ] {
        let reply = host.ask("GET", "/api/v1/me", &cookies, "").await;
        assert_eq!(reply.json()["id"], json!(host.me.id), "{cookies}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_behind_https_is_of_this_host_alone() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let https = "x-forwarded-proto: https\r\n";
    let new = set_cookie(&host.ask("GET", "/api/v1/me", https, "").await).unwrap();
    assert_eq!(pair(&new).0, "__Host-rukh");
    for part in ["; Secure", "; Path=/", "; HttpOnly"] {
        assert!(new.contains(part) && !new.contains("Domain"), "{new}");
    }
    // A page of a sibling host can set the other name.
    let token = host.me.token();
    let planted = format!("{https}cookie: rukh={token}\r\n");
    let me = host.ask("GET", "/api/v1/me", &planted, "").await;
    assert_ne!(me.json()["id"], json!(host.me.id));
    assert_eq!(host.ask("GET", "/api/v1/games?player=me", &planted, "").await.status, 401);
    let renamed = format!("{PLAIN}{planted}");
    let renamed = host.ask("POST", "/api/v1/me", &renamed, r#"{"name":"Sara"}"#).await;
    assert_ne!(renamed.json()["id"], json!(host.me.id));
    let both = format!("{https}cookie: rukh=other; __Host-rukh={token}\r\n");
    let again = host.ask("GET", "/api/v1/me", &both, "").await;
    assert_eq!((again.json()["id"].clone(), set_cookie(&again)), (json!(host.me.id), None));
}

/// Also where no token is needed: a program must notice that it is nobody any more.
#[tokio::test(flavor = "multi_thread")]
async fn bearer_token_that_is_bad_is_refused_everywhere() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("shatranj").await;
    for proof in ["Bearer nonsense", "bearer ", "BEARER v2.1.1.1.a.00"] {
        let headers = format!("{PLAIN}authorization: {proof}\r\ncookie: rukh={}\r\n", host.me.token());
        for path in [
            "/api/v1/me",
            "/api/v1/games",
            &format!("/api/v1/games/{game}"),
            &format!("/api/v1/games/{game}/replay"),
            &format!("/api/v1/games/{game}/stream"),
        ] {
            let reply = host.ask("GET", path, &headers, "").await;
            assert_eq!((reply.status, &reply.json()["error"]["code"]), (401, &json!("bad_token")), "{path}");
            assert!(reply.head.contains("www-authenticate: Bearer"), "{}", reply.head);
        }
        let renamed = host.ask("POST", "/api/v1/me", &headers, r#"{"name":"Sara"}"#).await;
        assert_eq!(renamed.status, 401);
    }
    // Credentials of another scheme are a proxy's.
    let basic = format!("authorization: Basic YTpi\r\ncookie: rukh={}\r\n", host.me.token());
    assert_eq!(host.ask("GET", "/api/v1/me", &basic, "").await.json()["id"], json!(host.me.id));
}

/// Asks for new guests until the running server signs with a key.
async fn wait_for_key(host: &Host, number: u32) -> Person {
    let (began, prefix) = (Instant::now(), format!("v1.{number}."));
    while began.elapsed() < Duration::from_secs(60) {
        // A token of a key that is not known makes the server look.
        let unknown = format!("authorization: Bearer {prefix}1.1.a.00\r\n");
        assert_eq!(host.ask("GET", "/api/v1/me", &unknown, "").await.status, 401);
        let person = host.person("Sara").await;
        if person.token().starts_with(&prefix) {
            return person;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    panic!("the server does not notice key {number}");
}

async fn key_rotated_keeps_guests_and_revoked_does_not(storage: TestStorage) {
    let host = Host::start(&storage).await;
    assert!(host.me.token().starts_with("v1.1."), "{}", host.me.token());
    assert_eq!(Store::rotate_token_key(&config(&storage).storage(), false).await.unwrap(), 2);
    let second = wait_for_key(&host, 2).await;
    // The old token is valid, and a new one is offered.
    let me = host.get("/api/v1/me").await;
    assert_eq!((me.status, &me.json()["id"]), (200, &json!(host.me.id)));
    let renewed = set_cookie(&me).expect("a new token");
    assert!(pair(&renewed).1.starts_with("v1.2."), "{renewed}");
    assert_eq!(set_cookie(&host.get_as(&second, "/api/v1/me").await), None);

    assert_eq!(Store::rotate_token_key(&config(&storage).storage(), true).await.unwrap(), 3);
    let third = wait_for_key(&host, 3).await;
    for old in [&host.me, &second] {
        assert_eq!(host.get_as(old, "/api/v1/me").await.status, 401);
    }
    assert_eq!(host.get_as(&third, "/api/v1/me").await.status, 200);
    // The keys outlive the server.
    host.stop().await;
    let _ = std::fs::remove_file(storage.directory.join("test-person"));
    let host = Host::start(&storage).await;
    assert_eq!(host.get_as(&third, "/api/v1/me").await.status, 200);
    assert!(host.me.token().starts_with("v1.3."));
}

async fn tokens_revoked_end_those_of_one_guest(storage: TestStorage) {
    let host = Host::start(&storage).await;
    let sara = host.person("Sara").await;
    let bearer = |token: &str| format!("authorization: Bearer {token}\r\n");
    let revoked = host.ask("POST", "/api/v1/me/tokens/revoke", &bearer(sara.token()), "").await;
    let fresh = revoked.json()["token"].as_str().unwrap().to_owned();
    let old = host.ask("GET", "/api/v1/me", &bearer(sara.token()), "").await;
    let new = host.ask("GET", "/api/v1/me", &bearer(&fresh), "").await;
    assert_eq!((old.status, new.status, &new.json()["id"]), (401, 200, &json!(sara.id)));
    // A browser gets the new token in its cookie alone.
    let cookie = format!("cookie: rukh={fresh}\r\n");
    let again = host.ask("POST", "/api/v1/me/tokens/revoke", &cookie, "").await;
    let set = set_cookie(&again).unwrap();
    assert!(again.json().get("token").is_none(), "{}", again.body);
    let kept = format!("cookie: rukh={}\r\n", pair(&set).1);
    assert_eq!(host.ask("GET", "/api/v1/me", &kept, "").await.json()["id"], json!(sara.id));
    assert_eq!(host.ask("GET", "/api/v1/me", &bearer(host.me.token()), "").await.status, 200);
    // The operator's revocation outlives the server.
    host.stop().await;
    Store::revoke_tokens_at(&config(&storage).storage(), &sara.id.parse().unwrap()).await.unwrap();
    let host = Host::start(&storage).await;
    assert_eq!(host.ask("GET", "/api/v1/games?player=me", &kept, "").await.status, 401);
    assert_eq!(host.ask("GET", "/api/v1/me", &bearer(host.me.token()), "").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn key_of_no_database_cannot_be_rotated() {
    let storage = TestStorage::new();
    let missing = Config { data_dir: storage.directory.join("nowhere"), ..config(&storage) };
    assert!(Store::rotate_token_key(&missing.storage(), false).await.is_err());
}
