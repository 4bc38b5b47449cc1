//! Request ids, compression, caching and security headers of responses.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::host::{Host, TestStorage, config};

/// Head and body of a response to a client that accepts gzip.
async fn get_compressed(host: &Host, path: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(host.address).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\naccept-encoding: gzip\r\n\r\n",
        host.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    let end = response.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    (String::from_utf8(response[..end].to_vec()).unwrap(), response[end + 4..].to_vec())
}

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
    let (head, body) = get_compressed(&host, "/api/v1/rulesets/senterej").await;
    assert!(head.contains("content-encoding: gzip"), "{head}");
    assert!(body.len() < plain.body.len() / 2, "{} of {}", body.len(), plain.body.len());
}

/// Compression would delay single lines.
#[tokio::test(flavor = "multi_thread")]
async fn response_of_json_lines_is_not_compressed() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let game = host.game("senterej").await;
    let (head, body) = get_compressed(&host, &format!("/api/v1/games/{game}/jsonl")).await;
    assert!(head.contains("application/x-ndjson") && !head.contains("content-encoding"), "{head}");
    assert!(std::str::from_utf8(&body).unwrap().contains("senterej"));
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
