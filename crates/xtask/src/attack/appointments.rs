//! Appointments and followers: bodies no browser sends, others' appointments, races, and more than one may have.

use std::time::Duration;

use serde_json::{Value, json};

use super::report::{Report, Tally};
use super::{PARALLEL, Target, at_once, together};
use crate::Failure;
use crate::client::now;

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    report.run(("appointments: requests no page sends", "400, 404, 409, 413"), limit, bodies(target)).await;
    report.run(("appointments: proposals to one person", "409 soon"), limit, spam(target)).await;
    report.run(("appointments: another's answered", "401, 403 or 404"), limit, others(target)).await;
    report.run(("appointments: accepted 20 times at once", "one game"), limit, race(target)).await;
    report.run(("follows: more than one may have", "409 from the 201st"), limit, follows(target)).await;
}

/// An appointment that may be made.
fn request(whom: &Value) -> Value {
    json!({
        "whom": whom, "instance": "shatranj", "times": [now() + 3_600_000],
        "time_control": { "kind": "fischer", "initial": 300, "increment": 3 },
    })
}

async fn bodies(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let guest = target.client().guest("Guest").await?;
    for (key, value) in [
        ("whom", json!("")),
        ("whom", json!("x".repeat(10_000))),
        ("whom", json!({ "id": "x" })),
        ("times", json!(null)),
        ("times", json!([-1])),
        ("times", json!([u64::MAX])),
        ("times", json!([now() - 1])),
        ("times", json!([now() + 90 * 86_400_000])),
        ("times", json!((1..=6).map(|n| now() + n * 60_000).collect::<Vec<_>>())),
        ("times", json!(vec![0; 1_000])),
        ("instance", json!("shatranj[".repeat(500))),
        ("fen", json!("8/".repeat(2_000))),
        ("time_control", json!({ "kind": "fischer", "initial": u32::MAX, "increment": u32::MAX })),
        ("colour", json!("red")),
        ("rated", json!(true)),
    ] {
        let mut body = request(&Value::Null);
        body[key] = value;
        let reply = guest.post("/api/v1/appointments", &body).await;
        tally.expect(&reply, &[400, 404, 409, 413, 422], || format!("{key}: {:.60}", body[key]));
    }
    for path in [
        "/api/v1/appointments/..%2F..",
        "/api/v1/appointments/%00",
        "/appointment/%F0.ics",
        "/appointment/.ics",
    ] {
        tally.expect(&guest.get(path).await, &[400, 404], || path.to_owned());
    }
    tally.expect(&target.client().get("/api/v1/appointments").await, &[401], || {
        "a list of nobody's".to_owned()
    });
    Ok(tally)
}

/// From many addresses and many guests, so that only what one person may be asked is left.
async fn spam(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let victim = target.client().guest("Victim").await?;
    let whom = victim.get("/api/v1/me").await.json()["id"].clone();
    let sent = (0..target.scaled(16, 40)).map(async |_| {
        let guest = target.stranger().guest("Guest").await?;
        let mut replies = Vec::new();
        for _ in 0..5 {
            replies.push(guest.post("/api/v1/appointments", &request(&whom)).await);
        }
        Ok::<_, Failure>(replies)
    });
    for replies in at_once(PARALLEL, sent).await {
        let replies = replies?;
        for reply in &replies {
            tally.expect(reply, &[201, 409, 429, 503], || "a proposal".to_owned());
        }
        let made = replies.iter().filter(|reply| reply.status == 201).count();
        tally.require(made <= 3, || format!("{made} proposals of one guest to another"));
    }
    let list = victim.get("/api/v1/appointments").await.json();
    let asked = list["appointments"].as_array().map_or(0, Vec::len);
    tally.require((1..=30).contains(&asked), || format!("{asked} proposals to one person"));
    Ok(tally)
}

async fn others(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (one, other) = (target.client().guest("One").await?, target.client().guest("Other").await?);
    let thief = target.client().guest("Thief").await?;
    let whom = other.get("/api/v1/me").await.json()["id"].clone();
    let body = request(&whom);
    let made = one.post("/api/v1/appointments", &body).await.json();
    let path = format!("/api/v1/appointments/{}", made["id"].as_str().unwrap_or_default());
    let answer = json!({ "time": body["times"][0], "times": body["times"] });
    for act in ["accept", "propose", "decline", "cancel"] {
        let reply = thief.post(&format!("{path}/{act}"), &answer).await;
        tally.expect(&reply, &[403], || format!("another's: {act}"));
        let reply = target.client().post(&format!("{path}/{act}"), &answer).await;
        tally.expect(&reply, &[401], || format!("by nobody: {act}"));
    }
    for act in ["accept", "propose", "decline"] {
        let reply = one.post(&format!("{path}/{act}"), &answer).await;
        tally.expect(&reply, &[409], || format!("the own proposal: {act}"));
    }
    let seen = other.get(&path).await.json();
    tally.require(seen["phase"] == "proposed", || format!("the appointment is {}", seen["phase"]));
    let list = thief.get("/api/v1/appointments").await.json();
    tally.require(list["appointments"] == json!([]), || "another's is listed".to_owned());
    Ok(tally)
}

async fn race(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let owner = target.client().guest("Owner").await?;
    let mut body = request(&Value::Null);
    body["times"] = json!([]);
    let made = owner.post("/api/v1/appointments", &body).await.json();
    let path = format!("/api/v1/appointments/{}", made["id"].as_str().unwrap_or_default());
    let requests = (0..20).map(|_| {
        let (client, path) = (target.stranger(), format!("{path}/accept"));
        async move {
            match client.guest("Guest").await {
                Ok(guest) => guest.post(&path, &json!({})).await,
                Err(_) => client.get(&path).await,
            }
        }
    });
    let replies = together(requests).await?;
    for reply in &replies {
        tally.expect(reply, &[200, 403, 405, 409, 429, 503], || "an answer in the race".to_owned());
    }
    let taken = replies.iter().filter(|reply| reply.status == 200).count();
    tally.require(taken == 1, || format!("{taken} answers to one offer"));
    let games = owner.get("/api/v1/games?player=me").await.json();
    let count = games["games"].as_array().map_or(0, Vec::len);
    tally.require(count == 1, || format!("{count} games of one offer"));
    Ok(tally)
}

async fn follows(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let guest = target.stranger().guest("Guest").await?;
    for path in ["/api/v1/follows/%00", "/api/v1/follows/..%2F..", "/api/v1/follows/a%20b"] {
        tally.expect(&guest.post(path, &json!({})).await, &[400, 404], || path.to_owned());
    }
    let own = guest.get("/api/v1/me").await.json()["id"].clone();
    let own = format!("/api/v1/follows/{}", own.as_str().unwrap_or_default());
    tally.expect(&guest.post(&own, &json!({})).await, &[400], || "oneself".to_owned());
    let count = target.scaled(70, 230);
    let sent =
        (0..count).map(async |number| guest.post(&format!("/api/v1/follows/p{number}"), &json!({})).await);
    for reply in &at_once(PARALLEL, sent).await {
        tally.expect(reply, &[204, 409, 429, 503], || "one more to follow".to_owned());
    }
    let list = guest.get("/api/v1/follows").await.json();
    let followed = list["followed"].as_array().map_or(0, Vec::len);
    tally.require((1..=200).contains(&followed), || format!("{followed} are followed"));
    Ok(tally)
}
