//! Mails: bombing an address, finding out who has one, guessing codes, and addresses that are more than one.

use std::time::Duration;

use serde_json::{Value, json};

use super::accounts::{account_at, cookie_of, send};
use super::client::Client;
use super::report::{Report, Tally};
use super::{PARALLEL, Target, at_once};
use crate::Failure;
use crate::smtp::MailServer;

/// Codes that one address is sent in a short time, whoever asks.
const MOST_CODES: usize = 5;
/// Time in which mails that were asked for arrive.
const SILENCE: Duration = Duration::from_secs(3);

/// The checks; none against a server that somebody else has started, whose mails would reach people.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    let Some(mails) = &target.mails else { return };
    report.run(("email: one address asked for from everywhere", "5 mails"), limit, bomb(target, mails)).await;
    report
        .run(("email: addresses that are known or not", "the same answer"), limit, known(target, mails))
        .await;
    report.run(("email: many addresses by one account", "429 soon"), limit, spray(target, mails)).await;
    report.run(("email: codes guessed", "401, then 429"), limit, guesses(target)).await;
    report
        .run(("email: addresses that are more than one", "400, no mail"), limit, injected(target, mails))
        .await;
}

/// An address that nobody has in this run.
fn new_address(target: &Target) -> String {
    format!("victim-{}@mail.example", target.below(1 << 40))
}

fn request(address: &str) -> Value {
    json!({ "address": address, "language": "en" })
}

/// How many mails an address was sent, once no more are expected.
async fn count(mails: &MailServer, address: &str) -> usize {
    tokio::time::sleep(SILENCE).await;
    mails.mails().iter().filter(|mail| mail.to == address).count()
}

/// An account with an address that it has confirmed.
async fn with_address(target: &Target, mails: &MailServer) -> Result<String, Failure> {
    let client = target.stranger();
    let (_, cookie) = account_at(target, &client).await?;
    let address = new_address(target);
    let reply = send(&client, "POST", "/api/v1/account/email", &cookie, &request(&address)).await;
    if reply.status != 204 {
        return Err(format!("no code is sent: {}", reply.summary()).into());
    }
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let sent = mails.mails();
        let Some(mail) = sent.iter().find(|mail| mail.to == address) else { continue };
        // The code stands alone in its line.
        let is_code = |line: &&str| line.len() >= 9 && line.split('-').all(|part| part.len() == 4);
        let code = mail.text.lines().find(is_code).ok_or("a mail without a code")?;
        let reply =
            send(&client, "POST", "/api/v1/account/email/verify", &cookie, &json!({ "code": code })).await;
        return match reply.status {
            204 => Ok(address),
            _ => Err(format!("the code is refused: {}", reply.summary()).into()),
        };
    }
    Err("no mail arrives".into())
}

async fn ask_for_codes(client: &Client, address: &str) -> crate::http::Reply {
    send(client, "POST", "/api/v1/sign-in/email/start", "", &request(address)).await
}

async fn bomb(target: &Target, mails: &MailServer) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let address = with_address(target, mails).await?;
    let before = count(mails, &address).await;
    let strangers: Vec<Client> = (0..target.scaled(30, 200)).map(|_| target.stranger()).collect();
    let sent = strangers.iter().map(async |client| ask_for_codes(client, &address).await);
    for reply in at_once(PARALLEL, sent).await {
        tally.expect(&reply, &[204, 429, 503], || "a code for an address".to_owned());
    }
    let sent = count(mails, &address).await - before;
    tally.note(format!("mails {sent}"));
    tally.require((1..=MOST_CODES).contains(&sent), || format!("{sent} mails were sent to one address"));
    Ok(tally)
}

async fn known(target: &Target, mails: &MailServer) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let (address, other) = (with_address(target, mails).await?, new_address(target));
    let known = ask_for_codes(&target.stranger(), &address).await;
    let unknown = ask_for_codes(&target.stranger(), &other).await;
    tally.expect(&known, &[204], || "a code for an address of an account".to_owned());
    tally.require((known.status, &known.body) == (unknown.status, &unknown.body), || {
        format!("they are told apart: {} and {}", known.summary(), unknown.summary())
    });
    let sent = count(mails, &other).await;
    tally.require(sent == 0, || "a stranger gets a mail".to_owned());
    let arrived = count(mails, &address).await;
    tally.require(arrived >= 2, || "the address that is known gets no code".to_owned());
    Ok(tally)
}

async fn spray(target: &Target, mails: &MailServer) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.stranger();
    let (_, cookie) = account_at(target, &client).await?;
    let victims: Vec<String> = (0..target.scaled(12, 40)).map(|_| new_address(target)).collect();
    let sent = victims.iter().map(async |address| {
        send(&client, "POST", "/api/v1/account/email", &cookie, &request(address)).await
    });
    let replies = at_once(4, sent).await;
    for reply in &replies {
        tally.expect(reply, &[204, 429], || "an address of an account".to_owned());
    }
    tokio::time::sleep(SILENCE).await;
    let reached = mails.mails().iter().filter(|mail| victims.contains(&mail.to)).count();
    tally.note(format!("mails {reached}"));
    tally.require(replies.iter().any(|reply| reply.status == 429), || "nobody is slowed".to_owned());
    tally.require((1..=MOST_CODES).contains(&reached), || {
        format!("one account has {reached} strangers written to")
    });
    Ok(tally)
}

async fn guesses(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let client = target.stranger();
    let sent = (0..target.scaled(45, 90)).map(async |number| {
        let body = json!({ "code": format!("abcd-efgh-jkmn-{number:04}") });
        send(&client, "POST", "/api/v1/sign-in/email", "", &body).await
    });
    let replies = at_once(4, sent).await;
    for reply in &replies {
        tally.expect(reply, &[401, 429], || "a guessed code".to_owned());
        tally.require(cookie_of(reply).is_empty(), || "somebody is signed in".to_owned());
    }
    tally.require(replies.iter().any(|reply| reply.status == 429), || "nobody is slowed".to_owned());
    Ok(tally)
}

async fn injected(target: &Target, mails: &MailServer) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let long = format!("{}@mail.example", "x".repeat(300));
    let addresses = [
        "a@mail.example\r\nBcc: b@mail.example",
        "a@mail.example, b@mail.example",
        "a@mail.example\0",
        "<a@mail.example> <b@mail.example>",
        "a@mail.example>\r\nDATA",
        "a b@mail.example",
        "@mail.example",
        "a@",
        "",
        &long,
    ];
    // To an address that is accepted here a mail goes at once.
    let client = target.stranger();
    let (_, cookie) = account_at(target, &client).await?;
    for address in addresses {
        let reply = send(&client, "POST", "/api/v1/account/email", &cookie, &request(address)).await;
        tally.expect(&reply, &[400], || format!("{address:.40?}"));
    }
    tokio::time::sleep(SILENCE).await;
    let reached = mails.mails().into_iter().find(|mail| !mail.to.starts_with("victim-"));
    tally.require(reached.is_none(), || format!("a mail was sent: {reached:?}"));
    Ok(tally)
}
