//! How long people wait who sign in with passkeys.

use std::path::Path;
use std::time::Duration;

use futures_util::future::try_join_all;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Directory, Latencies};
use crate::client::{Failure, Server, free_port};
use crate::http::{self, Ending};
use crate::postgres;

#[path = "../../../accounts/tests/support/authenticator.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod authenticator;

use authenticator::Authenticator;

/// What people see in their browsers.
const ORIGIN: &str = "https://rukh.example";
const HOST: &str = "rukh.example";
/// Accounts, and how often each signs in: more often would be refused.
const PEOPLE: u8 = 60;
const TIMES: u32 = 4;
const SIGN_INS_PER_SECOND: u32 = 50;

/// Measures on each database.
pub(super) async fn run(binary: &Path) -> Result<(), Failure> {
    println!("\nsigning in with a passkey, both requests, {SIGN_INS_PER_SECOND} a second");
    let directory = Directory::new("sign-in");
    measure(binary, "SQLite", &["--data-dir", &directory.text()]).await?;
    measure(binary, "PostgreSQL", &["--database", &postgres::fresh_database()]).await
}

async fn measure(binary: &Path, name: &str, storage: &[&str]) -> Result<(), Failure> {
    let options = [storage, &["--public-url", ORIGIN, "--events", "none"]].concat();
    let server = Server::start(binary, free_port().await?, &options).await?;
    let mut passkeys = Vec::new();
    for number in 1..=PEOPLE {
        passkeys.push(register(&server, number).await?);
    }
    let latencies = Latencies::default();
    let (cpu, mut next) = (server.cpu_seconds(), Instant::now());
    let mut waiting = Vec::new();
    for _ in 0..TIMES {
        for passkey in &mut passkeys {
            next += Duration::from_secs(1) / SIGN_INS_PER_SECOND;
            passkey.counter += 1;
            let (mut passkey, begin, latencies) = (passkey.clone(), next, latencies.clone());
            let server = &server;
            waiting.push(async move {
                tokio::time::sleep_until(begin).await;
                sign_in(server, &mut passkey).await?;
                latencies.add(begin.elapsed()).await;
                Ok::<_, Failure>(())
            });
        }
    }
    let count = waiting.len();
    try_join_all(waiting).await?;
    let each = (server.cpu_seconds() - cpu) * 1e6 / count as f64;
    println!("{name:<11} {}, {each:.0} µs of processor each", latencies.summary().await);
    Ok(())
}

/// A person's browser behind the proxy, at an address of its own, with the cookie that it has got.
struct Browser {
    address: String,
    cookie: String,
}

impl Browser {
    fn of(number: u8) -> Browser {
        Browser { address: format!("{number}.0.2.1"), cookie: String::new() }
    }

    async fn post(&mut self, server: &Server, path: &str, body: &Value) -> Result<Value, Failure> {
        let headers = format!(
            "content-type: application/json\r\norigin: {ORIGIN}\r\nx-forwarded-for: {}\r\n\
             x-forwarded-proto: https\r\n{}",
            self.address, self.cookie
        );
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let text = http::request("POST", path, HOST, &headers, &body);
        let reply = http::exchange(server.address, text.as_bytes(), Ending::Open).await;
        if let Some(pair) = reply.header("set-cookie").and_then(|set| set.split(';').next()) {
            self.cookie = format!("cookie: {pair}\r\n");
        }
        match reply.status {
            200..300 => Ok(reply.json()),
            _ => Err(format!("{path}: {}", reply.summary()).into()),
        }
    }
}

async fn register(server: &Server, number: u8) -> Result<Authenticator, Failure> {
    let mut browser = Browser::of(number);
    let name = json!({ "name": format!("Person {number}") });
    let begun = browser.post(server, "/api/v1/account/passkeys/start", &name).await?;
    let (passkey, credential) = Authenticator::register(number, &begun["options"], ORIGIN);
    let body = json!({ "ceremony": begun["ceremony"], "credential": credential, "label": "phone" });
    browser.post(server, "/api/v1/account/passkeys", &body).await?;
    Ok(passkey)
}

async fn sign_in(server: &Server, passkey: &mut Authenticator) -> Result<(), Failure> {
    let mut browser = Browser::of(passkey.id[0]);
    let begun = browser.post(server, "/api/v1/sign-in/passkey/start", &Value::Null).await?;
    let credential = passkey.sign_in(&begun["options"]);
    let body = json!({ "ceremony": begun["ceremony"], "credential": credential });
    browser.post(server, "/api/v1/sign-in/passkey", &body).await.map(drop)
}
