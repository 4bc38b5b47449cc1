//! Moderation: every door tried without a role, floods of reports, and bodies no page sends.

use std::time::Duration;

use serde_json::{Value, json};

use super::accounts::{account_at, send};
use super::client::Client;
use super::report::{Report, Tally};
use super::{Target, together};
use crate::Failure;

/// The schema of the wire, which lists every request.
const SCHEMA: &str = include_str!("../../../../docs/wire.schema.json");

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    report.run(("moderation: every door without a role", "401 or 403"), limit, doors(target)).await;
    report.run(("moderation: a role given to oneself", "no role"), limit, escalation(target)).await;
    report.run(("reports: a flood about one thing and about many", "20 a day"), limit, flood(target)).await;
    report.run(("reports: bodies no page sends", "400, 404, 413, 422"), limit, bodies(target)).await;
    report
        .run(("blocks: a flood, of nobody, and seeks of the two", "400, 404, 429"), limit, blocks(target))
        .await;
}

/// Addresses below `/api/v1/moderation`, with ids of no report.
fn addresses() -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(SCHEMA).unwrap_or_default();
    let requests = document["x-requests"].as_object().into_iter().flat_map(|requests| requests.keys());
    let addresses = requests.filter_map(|address| {
        let (method, path) = address.split_once(' ')?;
        let is_inside = path.starts_with("/api/v1/moderation");
        is_inside.then(|| (method.to_owned(), path.replace("{id}", "x")))
    });
    addresses.collect()
}

/// Guests, accounts, and what a proxy or a program may try to say about itself.
async fn doors(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let addresses = addresses();
    tally.require(addresses.len() >= 9, || format!("only {} doors are known", addresses.len()));
    let stranger = target.stranger();
    let (_, cookie) = account_at(target, &stranger).await?;
    let guest = target.client().guest("Guest").await?;
    for (method, path) in addresses {
        let body = if method == "GET" { Value::Null } else { json!({ "text": "x", "lift": true }) };
        for (who, cookie) in [("nobody", ""), ("an account", &*cookie), ("a planted cookie", "d1.x")] {
            let reply = send(&target.client(), &method, &path, cookie, &body).await;
            tally.expect(&reply, &[401, 403], || format!("{method} {path} by {who}"));
        }
        let text = if body.is_null() { String::new() } else { body.to_string() };
        for header in
            ["", "x-role: admin\r\n", "x-forwarded-user: admin\r\n", "x-http-method-override: GET\r\n"]
        {
            let headers = format!("content-type: application/json\r\n{header}");
            let reply = guest.send(&method, &path, &headers, &text).await;
            tally.expect(&reply, &[401, 403], || {
                format!("{method} {path} by a guest with `{}`", header.trim())
            });
        }
        for variant in [
            path.to_uppercase(),
            format!("{path}/"),
            path.replace("/moderation", "/./moderation"),
            path.replace("/api", "//api"),
        ] {
            let reply = send(&target.client(), &method, &variant, &cookie, &body).await;
            tally.expect(&reply, &[301, 308, 400, 401, 403, 404, 405], || format!("{method} {variant}"));
        }
    }
    Ok(tally)
}

/// Fields that a page does not send give nobody a role.
async fn escalation(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (name, cookie) = account_at(target, &target.stranger()).await?;
    let client = target.client();
    for (path, body) in [
        ("/api/v1/account/name", json!({ "name": name, "role": "admin" })),
        ("/api/v1/me", json!({ "name": name, "role": "admin", "is_account": true })),
        ("/api/v1/account/tokens", json!({ "label": "x", "scopes": ["read", "admin"], "days": 1 })),
        ("/api/v1/account/tokens", json!({ "label": "x", "scopes": ["appeal"], "days": 1 })),
    ] {
        send(&client, "POST", path, &cookie, &body).await;
    }
    let own = send(&client, "GET", "/api/v1/decisions", &cookie, &Value::Null).await;
    tally.require(own.json()["role"].is_null(), || format!("a role: {}", own.summary()));
    let queue = send(&client, "GET", "/api/v1/moderation", &cookie, &Value::Null).await;
    tally.expect(&queue, &[403], || "the queue".to_owned());
    Ok(tally)
}

fn report_about(player: &str) -> Value {
    json!({ "about": { "kind": "name", "player": player }, "reason": "name" })
}

async fn flood(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (reporter, other) = (target.client().guest("Reporter").await?, target.client().guest("Other").await?);
    let same = together((0..20).map(|_| {
        let (reporter, body) = (reporter.clone(), report_about(&other.id));
        async move { reporter.post("/api/v1/reports", &body).await }
    }));
    let same = same.await?;
    for reply in &same {
        tally.expect(reply, &[201, 409, 429, 503], || "the same report".to_owned());
    }
    let made = same.iter().filter(|reply| reply.status == 201).count();
    tally.require(made == 1, || format!("{made} open reports about one thing"));
    let mut made = made;
    for number in 0..30 {
        let other = target.client().guest(&format!("Other {number}")).await?;
        let reply = reporter.post("/api/v1/reports", &report_about(&other.id)).await;
        tally.expect(&reply, &[201, 429, 503], || "a report about somebody else".to_owned());
        made += usize::from(reply.status == 201);
    }
    tally.require(made <= 20, || format!("{made} reports of one person"));
    // Guests are cheap: those of one address share its quota.
    let address = target.new_address();
    let mut made = 0;
    for _ in 0..50 {
        let guest = Client { from: Some(address.clone()), ..target.client().guest("Many").await? };
        made += usize::from(guest.post("/api/v1/reports", &report_about(&other.id)).await.status == 201);
    }
    tally.require(made <= 35, || format!("{made} reports from one address"));
    Ok(tally)
}

async fn bodies(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (guest, other) = (target.client().guest("Guest").await?, target.client().guest("Other").await?);
    for body in [
        json!({}),
        json!({ "about": null, "reason": "spam" }),
        json!({ "about": { "kind": "chat", "game": "x", "number": u64::MAX }, "reason": "spam" }),
        json!({ "about": { "kind": "chat", "game": "../x", "number": 1 }, "reason": "spam" }),
        json!({ "about": { "kind": "play", "game": "nogame", "player": other.id }, "reason": "spam" }),
        json!({ "about": { "kind": "name", "player": "\u{0}" }, "reason": "spam" }),
        json!({ "about": { "kind": "name", "player": "x".repeat(9000) }, "reason": "spam" }),
        json!({ "about": { "kind": "name", "player": "' OR 1=1 --" }, "reason": "spam" }),
        json!({ "about": { "kind": "name", "player": other.id }, "reason": "revenge" }),
        json!({ "about": { "kind": "name", "player": other.id }, "reason": "spam", "text": "x".repeat(501) }),
        json!({ "about": { "kind": "name", "player": other.id }, "reason": "spam", "text": "x".repeat(100_000) }),
        json!({ "about": { "kind": "name", "player": other.id }, "reason": "spam", "text": "a\u{0}b" }),
    ] {
        // Each from an address of its own, so that no limit answers first.
        let guest = target.stranger().guest("Guest").await.unwrap_or_else(|_| guest.clone());
        let reply = guest.post("/api/v1/reports", &body).await;
        tally.expect(&reply, &[400, 404, 413, 422], || format!("{body:.90}"));
    }
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    tally.expect(&guest.post_text("/api/v1/reports", &deep).await, &[400, 413, 422], || "nested".to_owned());
    for path in
        ["/api/v1/decisions/%00/appeal", "/api/v1/decisions/x/appeal", "/api/v1/decisions/..%2F../appeal"]
    {
        let reply = guest.post(path, &json!({ "text": "x" })).await;
        tally.expect(&reply, &[400, 404, 429], || path.to_owned());
    }
    Ok(tally)
}

/// Whether a seek is among those that somebody is shown.
async fn is_shown(client: &Client, seek: &Value) -> bool {
    let list = client.get("/api/v1/seeks").await.json();
    list["seeks"].as_array().is_some_and(|seeks| seeks.iter().any(|one| one["id"] == *seek))
}

async fn blocks(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let guest = target.client().guest("Guest").await?;
    for player in
        [json!(guest.id), json!("nobody-at-all"), json!(""), json!("x".repeat(9000)), json!(7), Value::Null]
    {
        let reply = guest.post("/api/v1/blocks", &json!({ "player": player })).await;
        tally.expect(&reply, &[400, 404, 422], || format!("{player:.60}"));
    }
    let reply = guest.send("DELETE", "/api/v1/blocks/nobody-at-all", "", "").await;
    tally.expect(&reply, &[200], || "somebody who is not blocked".to_owned());
    // Each of the two sees only the own seek from then on, and accepts no other.
    let pair = [target.stranger().guest("One").await?, target.stranger().guest("Other").await?];
    let mut seeks = Vec::new();
    for person in &pair {
        let made = person.post("/api/v1/seeks", &json!({ "instance": "shatranj" })).await;
        tally.expect(&made, &[201], || "a seek".to_owned());
        seeks.push(made.json()["id"].clone());
    }
    for seek in &seeks {
        tally.require(is_shown(&pair[0], seek).await, || "a seek is not listed".to_owned());
    }
    let blocked = pair[0].post("/api/v1/blocks", &json!({ "player": pair[1].id })).await;
    tally.expect(&blocked, &[200], || "a block".to_owned());
    for seek in &seeks {
        tally.require(is_shown(&guest, seek).await, || "a seek is hidden from others".to_owned());
    }
    for (person, (own, other)) in pair.iter().zip([(&seeks[0], &seeks[1]), (&seeks[1], &seeks[0])]) {
        tally.require(is_shown(person, own).await, || "the own seek is hidden".to_owned());
        tally.require(!is_shown(person, other).await, || "the other's seek is shown".to_owned());
        let path = format!("/api/v1/seeks/{}/accept", other.as_str().unwrap_or_default());
        tally.expect(&person.post(&path, &json!({})).await, &[409], || "the other's seek".to_owned());
    }
    // One after the other, on and off, which every node's lobby follows.
    let mut refused = 0;
    for _ in 0..target.scaled(40, 200) {
        let reply = pair[0].post("/api/v1/blocks", &json!({ "player": pair[1].id })).await;
        tally.expect(&reply, &[200, 429, 503], || "a flood of blocks".to_owned());
        refused += usize::from(reply.status == 429);
        let path = format!("/api/v1/blocks/{}", pair[1].id);
        let reply = pair[0].send("DELETE", &path, "", "").await;
        tally.expect(&reply, &[200, 429, 503], || "a flood of ends of blocks".to_owned());
    }
    tally.require(refused > 0, || "blocks have no limit".to_owned());
    Ok(tally)
}
