//! Accounts: guessing, racing, planting cookies, and bodies that no browser sends.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::Client;
use super::report::{Report, Tally};
use super::{PARALLEL, Target, at_once, together};
use crate::Failure;
use crate::http::Reply;

const PASSWORD: &str = "correct horse battery";

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    report.run(("accounts: a name registered 20 times at once", "one 201"), limit, names(target)).await;
    report.run(("accounts: passwords of one account guessed", "429 soon"), limit, guesses(target)).await;
    report.run(("accounts: passwords tried on many accounts", "429 soon"), limit, stuffing(target)).await;
    report.run(("accounts: codes of devices guessed", "401, then 429"), limit, codes(target)).await;
    report.run(("accounts: names that exist or not", "the same answer"), limit, enumeration(target)).await;
    report.run(("accounts: a cookie that was planted", "not signed in by it"), limit, fixation(target)).await;
    report.run(("accounts: bodies no browser sends", "400, 401, 403, 409"), limit, bodies(target)).await;
    report.run(("accounts: another's devices and tokens", "401, 403 or 404"), limit, others(target)).await;
}

/// A name that nobody has in this run.
fn new_name(target: &Target) -> String {
    format!("Holder {}", target.below(1 << 40))
}

/// Sends a body with a cookie, as a page does; null is no body.
pub async fn send(client: &Client, method: &str, path: &str, cookie: &str, body: &Value) -> Reply {
    let cookie = if cookie.is_empty() { String::new() } else { format!("cookie: rukh={cookie}\r\n") };
    let headers = format!("content-type: application/json\r\n{cookie}");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    client.send(method, path, &headers, &body).await
}

/// The value of the cookie that an answer sets.
pub fn cookie_of(reply: &Reply) -> String {
    let set = reply.header("set-cookie").unwrap_or_default();
    set.split(';')
        .next()
        .and_then(|pair| pair.split_once('='))
        .map_or(String::new(), |(_, value)| value.to_owned())
}

/// A new account: its name and its cookie.
async fn account(target: &Target) -> Result<(String, String), Failure> {
    account_at(target, &target.client()).await
}

/// A new account that somebody makes: its name and its cookie.
///
/// # Errors
/// The server refuses it.
pub async fn account_at(target: &Target, client: &Client) -> Result<(String, String), Failure> {
    let name = new_name(target);
    let body = json!({ "name": name, "password": PASSWORD });
    let reply = send(client, "POST", "/api/v1/account", "", &body).await;
    match reply.status {
        201 => Ok((name, cookie_of(&reply))),
        _ => Err(format!("no account: {}", reply.summary()).into()),
    }
}

/// Whether a cookie is that of an account.
async fn is_signed_in(client: &Client, cookie: &str) -> bool {
    send(client, "GET", "/api/v1/account", cookie, &Value::Null).await.status == 200
}

async fn names(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let name = new_name(target);
    let requests = (0..20).map(|number| {
        let (client, name) = (target.client(), name.clone());
        // Half of them with letters that look the same.
        let name = if number % 2 == 0 { name } else { name.replace('o', "\u{43e}") };
        async move {
            let body = json!({ "name": name, "password": PASSWORD });
            send(&client, "POST", "/api/v1/account", "", &body).await
        }
    });
    let replies = together(requests).await?;
    for reply in &replies {
        tally.expect(reply, &[201, 409, 503], || "a registration in the race".to_owned());
    }
    let made = replies.iter().filter(|reply| reply.status == 201).count();
    tally.require(made == 1, || format!("{made} accounts of one name"));
    Ok(tally)
}

/// From many addresses, so that only the account's own limit is left.
async fn guesses(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (name, _) = account(target).await?;
    let clients: Vec<Client> = (0..target.scaled(20, 60)).map(|_| target.stranger()).collect();
    let sent = clients.iter().enumerate().map(async |(number, client)| {
        let body = json!({ "name": name, "password": format!("a guess of number {number}") });
        send(client, "POST", "/api/v1/sign-in/password", "", &body).await
    });
    let replies = at_once(PARALLEL, sent).await;
    for reply in &replies {
        tally.expect(reply, &[401, 429, 503], || "a guessed password".to_owned());
    }
    let tried = replies.iter().filter(|reply| reply.status == 401).count();
    tally.require(tried <= 12, || format!("{tried} passwords were tried for one account"));
    Ok(tally)
}

async fn stuffing(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.stranger();
    let sent = (0..target.scaled(36, 90)).map(async |number| {
        let body = json!({ "name": format!("somebody {number}"), "password": PASSWORD });
        send(&client, "POST", "/api/v1/sign-in/password", "", &body).await
    });
    let replies = at_once(4, sent).await;
    for reply in &replies {
        tally.expect(reply, &[401, 429, 503], || "a password of a list".to_owned());
    }
    tally.require(replies.iter().any(|reply| reply.status == 429), || "nobody is slowed".to_owned());
    Ok(tally)
}

async fn codes(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (_, cookie) = account(target).await?;
    send(&target.client(), "POST", "/api/v1/account/device-code", &cookie, &Value::Null).await;
    let client = target.stranger();
    let sent = (0..target.scaled(45, 90)).map(async |_| {
        let body = json!({ "code": format!("{:08}", target.below(100_000_000)) });
        send(&client, "POST", "/api/v1/sign-in/device-code", "", &body).await
    });
    let replies = at_once(4, sent).await;
    for reply in &replies {
        tally.expect(reply, &[401, 429], || "a guessed code".to_owned());
    }
    tally.require(replies.iter().any(|reply| reply.status == 429), || "nobody is slowed".to_owned());
    Ok(tally)
}

async fn enumeration(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (name, _) = account(target).await?;
    for path in ["/api/v1/sign-in/password", "/api/v1/sign-in/recovery-code"] {
        let body =
            |name: &str| json!({ "name": name, "password": "a wrong one", "code": "abcd-efgh-jkmn-pqrs" });
        let known = send(&target.stranger(), "POST", path, "", &body(&name)).await;
        let unknown = send(&target.stranger(), "POST", path, "", &body("Nobody at all")).await;
        tally.expect(&known, &[401], || format!("{path} of an account"));
        tally.require((known.status, &known.body) == (unknown.status, &unknown.body), || {
            format!("{path} tells them apart: {} and {}", known.summary(), unknown.summary())
        });
    }
    Ok(tally)
}

/// Somebody puts a guest's cookie into the browser of a victim, who then signs in.
async fn fixation(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.client();
    let planted = cookie_of(&send(&client, "GET", "/api/v1/me", "", &Value::Null).await);
    let body = json!({ "name": new_name(target), "password": PASSWORD });
    let made = send(&client, "POST", "/api/v1/account", &planted, &body).await;
    tally.expect(&made, &[201], || "an account".to_owned());
    let own = cookie_of(&made);
    tally.require(own != planted && is_signed_in(&client, &own).await, || "no new secret".to_owned());
    tally.require(!is_signed_in(&client, &planted).await, || "the planted cookie is signed in".to_owned());
    let me = send(&client, "GET", "/api/v1/me", &planted, &Value::Null).await;
    tally.require(me.json()["id"] != made.json()["id"], || "the planted cookie is the account's".to_owned());
    send(&client, "POST", "/api/v1/sign-out", &own, &Value::Null).await;
    tally.require(!is_signed_in(&client, &own).await, || "signed in after signing out".to_owned());
    Ok(tally)
}

async fn bodies(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (_, cookie) = account(target).await?;
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let texts =
        ["", "null", "[]", "{}", "{\"ceremony\":1}", "{\"ceremony\":\"c1.x\",\"credential\":null}", &deep];
    let long = json!({ "ceremony": "c1.x", "credential": "x".repeat(15_000), "name": "", "password": "z", "code": "" });
    for path in [
        "/api/v1/sign-in/passkey",
        "/api/v1/sign-in/password",
        "/api/v1/sign-in/recovery-code",
        "/api/v1/sign-in/device-code",
        "/api/v1/account",
        "/api/v1/account/passkeys/start",
        "/api/v1/account/passkeys",
        "/api/v1/account/providers",
        "/api/v1/account/name",
        "/api/v1/account/password",
        "/api/v1/account/tokens",
        "/api/v1/account/delete",
    ] {
        for text in texts.iter().map(|text| (*text).to_owned()).chain([long.to_string()]) {
            let headers = format!("content-type: application/json\r\ncookie: rukh={cookie}\r\n");
            let reply = target.client().send("POST", path, &headers, &text).await;
            tally.expect(&reply, &[400, 401, 403, 409, 422], || format!("{path} with {text:.60}"));
        }
    }
    // No provider is known here, so nobody comes back from one.
    for query in ["", "?code=x&state=y", "?error=access_denied", "?code=x&code=y", "?state=%00%ff"] {
        let reply = target.client().get(&format!("/api/v1/sign-in/providers/x/return{query}")).await;
        tally.expect(&reply, &[303], || format!("a return from a provider with {query}"));
        let leads = reply.header("location").unwrap_or_default();
        tally.require(leads.starts_with("/sign-in#visit="), || format!("it leads to {leads}"));
    }
    tally.require(is_signed_in(&target.client(), &cookie).await, || "signed out by it".to_owned());
    Ok(tally)
}

async fn others(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.client();
    let (_, mine) = account(target).await?;
    let (_, theirs) = account(target).await?;
    let view = send(&client, "GET", "/api/v1/account", &theirs, &Value::Null).await.json();
    let device = view["sessions"][0]["id"].as_str().unwrap_or_default().to_owned();
    for kind in ["sessions", "tokens", "passkeys", "providers"] {
        let path = format!("/api/v1/account/{kind}/{device}");
        let reply = send(&client, "DELETE", &path, &mine, &Value::Null).await;
        tally.expect(&reply, &[404, 409], || format!("{kind} of somebody else"));
        // What is listed of a device is not its secret.
        let reply = send(&client, "DELETE", &path, &device, &Value::Null).await;
        tally.expect(&reply, &[401], || format!("{kind} by the id of a device"));
    }
    tally.require(is_signed_in(&client, &theirs).await, || "signed out by somebody else".to_owned());
    let guest = target.client().guest("Guest").await?;
    for path in ["/api/v1/account", "/api/v1/account/export"] {
        tally.expect(&guest.get(path).await, &[401], || format!("{path} of a guest"));
    }
    Ok(tally)
}
