//! Request ids, compression, caching and security headers of responses.

use crate::host::{Host, TestStorage, config};

#[tokio::test(flavor = "multi_thread")]
async fn response_carries_the_request_id() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let reply = host.ask("GET", "/healthz", "x-request-id: from-a-proxy\r\n", "").await;
    assert!(reply.head.contains("x-request-id: from-a-proxy"), "{}", reply.head);
    let ids = [host.get("/healthz").await.head, host.get("/api/v1/games/none").await.head]
        .map(|head| head.split_once("x-request-id: ").unwrap().1.lines().next().unwrap().to_owned());
    assert_ne!(ids[0], ids[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn response_is_compressed_on_request() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let plain = host.get("/api/v1/rulesets/senterej").await;
    assert!(!plain.head.contains("content-encoding"), "{}", plain.head);
    let reply = host.ask("GET", "/api/v1/rulesets/senterej", "accept-encoding: gzip\r\n", "").await;
    assert_eq!(reply.header("content-encoding"), Some("gzip"));
    assert!(reply.bytes.len() < plain.bytes.len() / 2, "{} of {}", reply.bytes.len(), plain.bytes.len());
}

/// Compression would delay single lines.
#[tokio::test(flavor = "multi_thread")]
async fn response_of_json_lines_is_not_compressed() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    let path = format!("/api/v1/games/{game}/jsonl");
    let reply = host.ask("GET", &path, "accept-encoding: gzip\r\n", "").await;
    assert_eq!(reply.header("content-type"), Some("application/x-ndjson; charset=utf-8"));
    assert!(reply.header("content-encoding").is_none() && reply.body.contains("senterej"), "{reply:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn response_of_the_api_is_never_cached() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for (method, path) in [
        ("GET", "/api/v1/levels"),
        ("GET", "/api/v1/games/none"),
        ("GET", "/api/v1/nothing"),
        ("DELETE", "/api/v1/rulesets"),
    ] {
        let reply = host.ask(method, path, "", "").await;
        assert!(reply.head.contains("cache-control: no-store"), "{method} {path}: {}", reply.head);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn response_has_security_headers_and_hsts_only_behind_https() {
    let storage = TestStorage::new();
    for (public_url, has_hsts) in
        [(None, false), (Some("http://rukh.example"), false), (Some("https://rukh.example"), true)]
    {
        let public = public_url.map(|url| url.parse().unwrap());
        let host = Host::start_with(rukh_server::Config { public_url: public, ..config(&storage) }).await;
        for path in ["/", "/api/v1/rulesets", "/nowhere/at/all"] {
            let head = host.get(path).await.head;
            for header in [
                "content-security-policy: ",
                "'wasm-unsafe-eval'",
                "cross-origin-embedder-policy: require-corp",
                "x-content-type-options: nosniff",
                "permissions-policy: ",
            ] {
                assert!(head.contains(header), "{path} lacks `{header}`: {head}");
            }
            assert!(
                head.contains("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';"),
                "{path}: {head}"
            );
            let hsts = head.contains("strict-transport-security: max-age=31536000");
            assert_eq!(hsts, has_hsts, "{public_url:?} {path}: {head}");
        }
        host.stop().await;
    }
}
