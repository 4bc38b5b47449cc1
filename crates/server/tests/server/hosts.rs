//! The hosts the server answers for, and the address for operators.

use rukh_server::{Config, Server};

use crate::host::{Host, TestStorage, config};
use crate::http::{Ending, exchange, request};

/// Status and body of a response to a request for a host.
async fn get(address: std::net::SocketAddr, path: &str, host: &str, headers: &str) -> (u16, String) {
    let request = request("GET", path, host, headers, "");
    let reply = exchange(address, request.as_bytes(), Ending::Open).await;
    (reply.status, reply.body)
}

#[tokio::test(flavor = "multi_thread")]
async fn host_that_is_not_the_public_one_is_refused() {
    let storage = TestStorage::new();
    let public_url = Some("https://rukh.example".parse().unwrap());
    let host = Host::start_with(Config { public_url, ..config(&storage) }).await;
    let proxied = "x-forwarded-for: 9.9.9.9\r\n";
    for (name, headers, status) in [
        ("rukh.example", proxied, 200),
        ("RUKH.example:443", proxied, 200),
        ("evil.example", proxied, 421),
        ("127.0.0.1", proxied, 421),
        ("127.0.0.1", "", 200),
        ("localhost:7878", "", 200),
        ("evil.example", "", 421),
        ("rukh.example\r\nhost: evil.example", "", 421),
    ] {
        let (answered, body) = get(host.address, "/api/v1/levels", name, headers).await;
        assert_eq!(answered, status, "{name} {headers}: {body}");
        if status == 421 {
            assert!(body.contains("wrong_host") && body.contains("https://rukh.example"), "{body}");
        }
    }
    for path in ["/healthz", "/readyz"] {
        assert_eq!(get(host.address, path, "10.1.2.3", proxied).await.0, 200);
    }
    assert_eq!(get(host.address, "http://evil.example/", "rukh.example", "").await.0, 421);
}

/// A page elsewhere that lets its name lead to this machine (DNS rebinding).
#[tokio::test(flavor = "multi_thread")]
async fn host_of_a_page_elsewhere_is_refused_on_loopback() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    for (name, status) in [
        ("evil.example", 421),
        ("127.0.0.1:80.evil.example", 421),
        ("localhost", 200),
        ("127.0.0.1:80", 200),
        ("[::1]", 200),
    ] {
        assert_eq!(get(host.address, "/api/v1/levels", name, "").await.0, status, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn host_on_a_local_network_may_have_any_name() {
    let storage = TestStorage::new();
    let bind = "0.0.0.0:0".parse().unwrap();
    let host = Host::start_with(Config { bind, ..config(&storage) }).await;
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], host.address.port()));
    for name in ["chess.lan", "my-computer", "192.168.1.5:7878"] {
        assert_eq!(get(address, "/api/v1/levels", name, "").await.0, 200, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_served_to_operators_only() {
    let storage = TestStorage::new();
    let admin_bind = Some("127.0.0.1:0".parse().unwrap());
    let server = Server::bind(Config { admin_bind, ..config(&storage) }).await.unwrap();
    let (public, admin) = (server.address(), server.admin_address().unwrap());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let task = tokio::spawn(server.run(async { drop(stopped.await) }));
    for path in ["/healthz", "/readyz"] {
        assert_eq!(get(admin, path, "anything.example", "").await.0, 200);
        assert_eq!(get(public, path, "localhost", "").await.0, 200);
    }
    let (status, body) = get(admin, "/metrics", "10.0.0.9:9100", "").await;
    assert!(status == 200 && body.contains("rukh_connections"), "{status} {body}");
    assert_eq!(get(public, "/metrics", "localhost", "").await.0, 404);
    assert_eq!(get(admin, "/api/v1/levels", "localhost", "").await.0, 404);
    stop.send(()).unwrap();
    task.await.unwrap();
    let storage = TestStorage::new();
    let alone = Host::start(&storage).await;
    assert_eq!(alone.get("/metrics").await.status, 200);
}
