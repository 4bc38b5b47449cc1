//! Events and rated games: bodies no browser sends, others' events, races, and more than one may have.

use std::time::Duration;

use serde_json::{Value, json};

use super::accounts::{account_at, send};
use super::report::{Report, Tally};
use super::{Target, together};
use crate::Failure;
use crate::client::now;

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    report.run(("events: requests no page sends", "400, 401, 409, 422"), limit, bodies(target)).await;
    report.run(("events: joined 20 times at once", "one entrant"), limit, joins(target)).await;
    report.run(("events: more than one may have planned", "409 from the sixth"), limit, hoard(target)).await;
    report.run(("events: another's, and by a guest", "401, 403 or 404"), limit, others(target)).await;
    report.run(("rated games without an account", "409"), limit, unrated(target)).await;
}

/// The cookie of a new account, made at an address of its own: one address may make few.
async fn account(target: &Target) -> Result<String, Failure> {
    Ok(account_at(target, &target.stranger()).await?.1)
}

/// An event that may be made.
fn request(target: &Target) -> Value {
    json!({
        "name": format!("Attack {}", target.below(1 << 40)), "instance": "shatranj",
        "time_control": { "kind": "fischer", "initial": 300, "increment": 3 },
        "format": { "kind": "arena", "minutes": 60 }, "starts": now() + 3_600_000,
    })
}

/// A new event: its address.
async fn event(target: &Target, cookie: &str) -> Result<String, Failure> {
    let made = send(&target.client(), "POST", "/api/v1/events", cookie, &request(target)).await;
    let made = made.json();
    Ok(format!("/api/v1/events/{}", made["id"].as_str().ok_or_else(|| format!("no event: {made}"))?))
}

async fn bodies(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let cookie = account(target).await?;
    let client = target.client();
    for (key, value) in [
        ("name", json!("")),
        ("name", json!("x".repeat(10_000))),
        ("name", json!("a\u{0}b")),
        ("instance", json!("no-such-game")),
        ("instance", json!("shatranj[".repeat(500))),
        ("time_control", json!({ "kind": "none" })),
        ("time_control", json!({ "kind": "fischer", "initial": u32::MAX, "increment": u32::MAX })),
        (
            "time_control",
            json!({ "kind": "byoyomi", "initial": u32::MAX, "period": u32::MAX, "periods": u32::MAX }),
        ),
        ("format", json!({ "kind": "arena", "minutes": 0 })),
        ("format", json!({ "kind": "swiss", "rounds": 65_535 })),
        ("format", json!({ "kind": "knockout", "games": 0 })),
        ("format", json!({ "kind": "simul", "host_colour": "white", "boards": 65_535, "begin_with": 1 })),
        ("format", json!({ "kind": "simul", "host_colour": "white", "boards": 5, "begin_with": 6 })),
        ("format", json!({ "kind": "lottery" })),
        ("starts", json!(0)),
        ("starts", json!(u64::MAX)),
        ("starts", json!(-1)),
    ] {
        let mut body = request(target);
        body[key] = value;
        let reply = send(&client, "POST", "/api/v1/events", &cookie, &body).await;
        tally.expect(&reply, &[400, 404, 413, 422], || format!("{key}: {:.60}", body[key]));
    }
    for path in ["/api/v1/events/..%2F..", "/api/v1/events/%00", "/api/v1/ratings/x", "/api/v1/ratings/%F0"] {
        tally.expect(&client.get(path).await, &[400, 404], || path.to_owned());
    }
    Ok(tally)
}

async fn joins(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let cookie = account(target).await?;
    let event = event(target, &cookie).await?;
    let requests = (0..20).map(|_| {
        let (client, path, cookie) = (target.client(), format!("{event}/join"), cookie.clone());
        async move { send(&client, "POST", &path, &cookie, &json!({})).await }
    });
    let replies = together(requests).await?;
    for reply in &replies {
        tally.expect(reply, &[200, 409, 429, 503], || "a join in the race".to_owned());
    }
    let seen = target.client().get(&event).await.json();
    tally.require(seen["entrants"] == 1, || format!("{} entrants of one person", seen["entrants"]));
    Ok(tally)
}

async fn hoard(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let cookie = account(target).await?;
    let requests = (0..10).map(|_| {
        let (client, body, cookie) = (target.client(), request(target), cookie.clone());
        async move { send(&client, "POST", "/api/v1/events", &cookie, &body).await }
    });
    let replies = together(requests).await?;
    for reply in &replies {
        tally.expect(reply, &[201, 409, 429, 503], || "an event too many".to_owned());
    }
    let made = replies.iter().filter(|reply| reply.status == 201).count();
    tally.require(made <= 5, || format!("{made} events planned by one account"));
    Ok(tally)
}

async fn others(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (mine, theirs) = (account(target).await?, account(target).await?);
    let event = event(target, &theirs).await?;
    let client = target.client();
    let guest = target.client().guest("Guest").await?;
    for act in ["cancel", "join", "withdraw", "bye", "begin", "end"] {
        let reply = guest.post(&format!("{event}/{act}"), &json!({})).await;
        tally.expect(&reply, &[400, 401, 403, 409], || format!("{act} by a guest"));
    }
    let reply = send(&client, "POST", &format!("{event}/cancel"), &mine, &json!({})).await;
    tally.expect(&reply, &[403], || "another's event called off".to_owned());
    let reply = send(&client, "POST", &format!("{event}/end"), &mine, &json!({})).await;
    tally.expect(&reply, &[403], || "another's event ended".to_owned());
    let reply = send(&client, "POST", &event, &mine, &request(target)).await;
    tally.expect(&reply, &[403], || "another's event changed".to_owned());
    let seen = client.get(&event).await.json();
    tally.require(seen["phase"] == "upcoming", || format!("the event is {}", seen["phase"]));
    Ok(tally)
}

async fn unrated(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let cookie = account(target).await?;
    let guest = target.client().guest("Guest").await?;
    let terms = json!({
        "instance": "shatranj", "rated": true, "private": true,
        "time_control": { "kind": "fischer", "initial": 300, "increment": 0 },
    });
    tally.expect(&guest.post("/api/v1/seeks", &terms).await, &[409], || "a rated seek of a guest".to_owned());
    let seek = send(&target.client(), "POST", "/api/v1/seeks", &cookie, &terms).await.json();
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap_or_default());
    tally.expect(&guest.post(&path, &json!({})).await, &[409], || "a rated game of a guest".to_owned());
    let own = send(&target.client(), "POST", &path, &cookie, &json!({})).await;
    tally.expect(&own, &[409], || "a rated game with oneself".to_owned());
    Ok(tally)
}
