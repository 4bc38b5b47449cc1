//! Webhooks: addresses in the operator's network, more than one may have, tests without end, others' webhooks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::accounts::{account_at, send};
use super::client::Client;
use super::report::{Report, Tally};
use super::{Target, at_once, together};
use crate::Failure;

const DOORS: &str = "/api/v1/account/webhooks";
/// A receiver that is nobody's: no name server knows it.
const RECEIVER: &str = "https://receiver.invalid/rukh";
/// Time in which a delivery would arrive.
const SILENCE: Duration = Duration::from_secs(3);

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    report.run(("webhooks: into the operator's network", "400, no connection"), limit, inner(target)).await;
    report.run(("webhooks: 20 added at once", "5 at most"), limit, race(target)).await;
    report.run(("webhooks: tests without end", "429 soon"), limit, tests(target)).await;
    report.run(("webhooks: another's", "401, 403 or 404"), limit, others(target)).await;
    report.run(("webhooks: bodies no page sends", "400, 413, 422"), limit, bodies(target)).await;
}

fn request(url: &str) -> Value {
    json!({ "url": url, "events": ["challenge", "turn"] })
}

async fn add(client: &Client, cookie: &str, url: &str) -> crate::http::Reply {
    send(client, "POST", DOORS, cookie, &request(url)).await
}

/// An account with a webhook: its cookie and the address of the webhook.
async fn with_webhook(target: &Target) -> Result<(String, String), Failure> {
    let client = target.stranger();
    let (_, cookie) = account_at(target, &client).await?;
    let reply = add(&client, &cookie, RECEIVER).await;
    match reply.json()["id"].as_str() {
        Some(id) => Ok((cookie, format!("{DOORS}/{id}"))),
        None => Err(format!("no webhook: {}", reply.summary()).into()),
    }
}

/// A listener on this machine, with how many have connected.
async fn listener() -> Result<(u16, Arc<AtomicUsize>), Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    let count = Arc::<AtomicUsize>::default();
    let counted = count.clone();
    tokio::spawn(async move {
        while listener.accept().await.is_ok() {
            counted.fetch_add(1, Ordering::Relaxed);
        }
    });
    Ok((port, count))
}

async fn inner(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (port, count) = listener().await?;
    let own = target.address.port();
    let addresses = [
        format!("http://127.0.0.1:{port}/"),
        format!("https://127.0.0.1:{port}/"),
        format!("https://localhost:{port}/"),
        format!("http://127.0.0.1:{own}/metrics"),
        "https://127.0.0.1/".to_owned(),
        "https://127.1/".to_owned(),
        "https://2130706433/".to_owned(),
        "https://0x7f000001/".to_owned(),
        "https://0177.0.0.1/".to_owned(),
        "https://[::1]/".to_owned(),
        "https://[::ffff:127.0.0.1]/".to_owned(),
        "https://0.0.0.0/".to_owned(),
        "https://10.0.0.1/".to_owned(),
        "https://192.168.1.1/".to_owned(),
        "https://169.254.169.254/latest/meta-data/".to_owned(),
        "https://metadata.google.internal/".to_owned(),
        "https://localhost/".to_owned(),
        "https://database/".to_owned(),
        "https://printer.local/".to_owned(),
        "https://receiver.invalid:22/".to_owned(),
        "https://receiver.invalid@127.0.0.1/".to_owned(),
        "https://127\u{3002}0\u{3002}0\u{3002}1/".to_owned(),
        "https://\u{2460}\u{2461}\u{2466}.0.0.1/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "gopher://127.0.0.1/".to_owned(),
    ];
    // Few by one account, so that no limit is what answers.
    for urls in addresses.chunks(16) {
        let client = target.stranger();
        let (_, cookie) = account_at(target, &client).await?;
        for url in urls {
            tally.expect(&add(&client, &cookie, url).await, &[400], || format!("{url:.50}"));
        }
    }
    tokio::time::sleep(SILENCE).await;
    let reached = count.load(Ordering::Relaxed);
    tally.require(reached == 0, || format!("{reached} connections into the network"));
    Ok(tally)
}

async fn race(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.stranger();
    let (_, cookie) = account_at(target, &client).await?;
    let requests = (0..20).map(|_| {
        let (client, cookie) = (target.stranger(), cookie.clone());
        async move { add(&client, &cookie, RECEIVER).await }
    });
    for reply in together(requests).await? {
        tally.expect(&reply, &[201, 409, 429, 503], || "a webhook in the race".to_owned());
    }
    let list = send(&client, "GET", DOORS, &cookie, &Value::Null).await.json();
    let made = list["webhooks"].as_array().map_or(0, Vec::len);
    tally.require((1..=5).contains(&made), || format!("{made} webhooks of one account"));
    let is_shown = list.to_string().contains("whsec_");
    tally.require(!is_shown, || "a secret is listed".to_owned());
    Ok(tally)
}

async fn tests(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (cookie, webhook) = with_webhook(target).await?;
    let path = format!("{webhook}/test");
    let clients: Vec<Client> = (0..target.scaled(40, 120)).map(|_| target.stranger()).collect();
    let sent = clients.iter().map(async |client| send(client, "POST", &path, &cookie, &json!({})).await);
    let replies = at_once(4, sent).await;
    for reply in &replies {
        tally.expect(reply, &[204, 429, 503], || "a test".to_owned());
    }
    tally.require(replies.iter().any(|reply| reply.status == 429), || "nobody is slowed".to_owned());
    let taken = replies.iter().filter(|reply| reply.status == 204).count();
    tally.require((1..=25).contains(&taken), || format!("{taken} tests of one account"));
    let list = send(&target.stranger(), "GET", &format!("{webhook}/deliveries"), &cookie, &Value::Null).await;
    let listed = list.json()["deliveries"].as_array().map_or(0, Vec::len);
    tally.require((1..=20).contains(&listed), || format!("{listed} deliveries are listed"));
    Ok(tally)
}

async fn others(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (theirs, webhook) = with_webhook(target).await?;
    let (mine, _) = with_webhook(target).await?;
    let client = target.stranger();
    let body = json!({ "label": "thief", "scopes": ["read", "play"], "days": 1 });
    let token = send(&client, "POST", "/api/v1/account/tokens", &theirs, &body).await.json();
    let token = token["token"].as_str().unwrap_or_default().to_owned();
    let doors =
        [("DELETE", ""), ("POST", "/secret"), ("POST", "/resume"), ("POST", "/test"), ("GET", "/deliveries")];
    for (method, rest) in doors {
        let path = format!("{webhook}{rest}");
        let reply = send(&client, method, &path, &mine, &Value::Null).await;
        tally.expect(&reply, &[404], || format!("{method} {rest} of somebody else"));
        let reply = send(&client, method, &path, &token, &Value::Null).await;
        tally.expect(&reply, &[403], || format!("{method} {rest} by a token"));
        let reply = send(&client, method, &path, "", &Value::Null).await;
        tally.expect(&reply, &[401], || format!("{method} {rest} by nobody"));
    }
    let reply = send(&client, "POST", DOORS, &token, &request(RECEIVER)).await;
    tally.expect(&reply, &[403], || "a webhook by a token".to_owned());
    let left = send(&client, "GET", DOORS, &theirs, &Value::Null).await.json();
    let left = left["webhooks"].as_array().map_or(0, Vec::len);
    tally.require(left == 1, || format!("{left} webhooks are left"));
    Ok(tally)
}

async fn bodies(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (cookie, _) = with_webhook(target).await?;
    for body in [
        json!({}),
        json!({ "url": RECEIVER }),
        json!({ "url": RECEIVER, "events": [] }),
        json!({ "url": RECEIVER, "events": ["everything"] }),
        json!({ "url": RECEIVER, "events": "turn" }),
        json!({ "url": 7, "events": ["turn"] }),
        json!({ "url": "", "events": ["turn"] }),
        json!({ "url": format!("{RECEIVER}{}", "x".repeat(2_000)), "events": ["turn"] }),
        json!({ "url": "https://receiver.invalid/\r\nhost: a", "events": [] }),
        json!({ "url": "x".repeat(40_000), "events": ["turn"] }),
    ] {
        let reply = send(&target.stranger(), "POST", DOORS, &cookie, &body).await;
        tally.expect(&reply, &[400, 413, 422], || format!("{:.60}", body.to_string()));
    }
    for id in ["%00", "..%2F..", "a%20b", "%F0"] {
        let path = format!("{DOORS}/{id}/deliveries");
        let reply = send(&target.stranger(), "GET", &path, &cookie, &Value::Null).await;
        tally.expect(&reply, &[400, 404], || path.clone());
    }
    Ok(tally)
}
