//! Hostile requests to a server on loopback, and a table of what held.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use futures_util::StreamExt;
use rukh_rules::hash::SplitMix64;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::client::{Failure, Server, free_port};
use crate::crash::Directory;
use crate::http::Reply;
use crate::program;
use crate::smtp::MailServer;

mod accounts;
mod appointments;
pub mod client;
mod crowd;
mod email;
mod events;
mod flood;
mod forged;
mod malformed;
mod moderation;
mod race;
mod report;
mod slow;
mod webhooks;
mod websocket;
mod werera;

use client::Client;
use report::{KNOWN, Report, Tally};

/// Longest time of a check, of the quick part and otherwise.
const QUICK_LIMIT: Duration = Duration::from_secs(20);
const LIMIT: Duration = Duration::from_secs(150);
/// Longest time until a stranger is answered during a flood. The quick part runs beside other tests,
/// on a debug build.
const STRANGER_PATIENCE: Duration = Duration::from_secs(1);
const QUICK_STRANGER_PATIENCE: Duration = Duration::from_secs(4);
/// Pause between the requests of the stranger.
const STRANGER_INTERVAL: Duration = Duration::from_millis(100);
/// Number of requests that are under way at once where no other number is needed.
const PARALLEL: usize = 32;
/// Settings of push messages, none of which are sent.
const PUSH_KEY: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE";
const PUSH_CONTACT: &str = "mailto:attack@rukh.example";
/// Time a server gets to be ready after an attack.
const RECOVERY: Duration = Duration::from_secs(10);

/// Options of `cargo xtask attack`.
#[derive(Debug, Args)]
pub struct AttackOptions {
    /// Kind of attack [default: all].
    #[arg(value_enum)]
    kind: Option<AttackKind>,
    /// Loopback address of a running server, which must trust loopback proxies as it does by
    /// default; it keeps the games of the attack [default: an own server with a new database].
    #[arg(long, value_name = "HOST:PORT", value_parser = loopback)]
    address: Option<SocketAddr>,
    /// Fewer requests, in 20 seconds.
    #[arg(long)]
    quick: bool,
    /// Seed of random requests and addresses [default: another each time; it is printed].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Program to test [default: that of this build].
    #[arg(long, value_name = "PATH", conflicts_with = "address")]
    binary: Option<PathBuf>,
}

/// Kind of attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AttackKind {
    /// Requests that are no HTTP, or not of the API.
    Malformed,
    /// Handshakes, frames and messages of WebSockets.
    Websocket,
    /// Tokens, cookies, signatures, origins, hosts.
    Forged,
    /// More than the limits allow, from many addresses.
    Flood,
    /// Half-open connections and clients that read nothing.
    Slow,
    /// Requests at the same time that exclude each other.
    Race,
    /// Moves made and taken back without end.
    Werera,
    /// One address that asks for all that everybody shares.
    Crowd,
    /// Guessed passwords and codes, raced names, planted cookies.
    Accounts,
    /// Events of others, raced joins, rated games without an account.
    Events,
    /// Doors of moderators, floods of reports, bodies no page sends.
    Moderation,
    /// Proposals without end, others' appointments, raced answers.
    Appointments,
    /// Mails that nobody asked for, guessed codes, addresses that are more than one.
    Email,
    /// Webhooks into the operator's network, tests without end, others' webhooks.
    Webhooks,
}

/// An address on loopback.
fn loopback(text: &str) -> Result<SocketAddr, Failure> {
    let text = text.replace("localhost:", "127.0.0.1:");
    let address: SocketAddr =
        text.parse().map_err(|_| format!("`{text}` is no HOST:PORT such as 127.0.0.1:7878"))?;
    match address.ip().to_canonical().is_loopback() {
        true => Ok(address),
        false => Err(format!(
            "{} is not on loopback: attack a server only on the machine where you run it, such as \
             127.0.0.1:7878",
            address.ip()
        )
        .into()),
    }
}

/// The server under attack.
pub struct Target {
    server: Option<Server>,
    /// Where the server sends mails, if this program has started it.
    mails: Option<MailServer>,
    address: SocketAddr,
    /// Whether this is the quick part.
    quick: bool,
    random: Mutex<SplitMix64>,
    /// Number of the next address that a client pretends to come from.
    next_address: AtomicU32,
}

impl Target {
    /// A client on this machine, which the server does not limit by address.
    pub fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// An address of its own subnet that nobody has pretended to come from in this run.
    pub fn new_address(&self) -> String {
        // 198.18.0.0/15 is reserved for benchmarks, and has 512 subnets of a /24.
        let number = self.next_address.fetch_add(1, Ordering::Relaxed);
        let (subnet, host) = (number % 512, 1 + number / 512 % 250);
        format!("198.{}.{}.{host}", 18 + subnet / 256, subnet % 256)
    }

    /// A client at a new address.
    pub fn stranger(&self) -> Client {
        self.client().at(&self.new_address())
    }

    /// A random number below `bound`.
    pub fn below(&self, bound: usize) -> usize {
        self.random.lock().map_or(0, |mut random| random.below(bound.max(1)))
    }

    /// One number for the quick part, another otherwise.
    pub fn scaled(&self, quick: usize, full: usize) -> usize {
        if self.quick { quick } else { full }
    }

    /// Resident memory of the server in bytes, if this program has started it.
    pub fn memory(&self) -> Option<u64> {
        self.server.as_ref().map(Server::memory)
    }

    /// Number of open files of the server, if this program has started it.
    pub fn open_files(&self) -> Option<usize> {
        let server = self.server.as_ref()?;
        Some(std::fs::read_dir(format!("/proc/{}/fd", server.pid())).ok()?.count())
    }

    /// Waits until the server is ready again.
    async fn check_ready(&self) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        let begun = Instant::now();
        loop {
            let reply = self.client().get("/readyz").await;
            if reply.status == 200 && reply.body.starts_with("ready") || begun.elapsed() > RECOVERY {
                tally.expect(&reply, &[200], || "GET /readyz".to_owned());
                tally.require(reply.body.starts_with("ready"), || format!("/readyz: {}", reply.body));
                break;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        if let Some(server) = &self.server {
            tally.require(server.is_running(), || "the server has ended".to_owned());
        }
        Ok(tally)
    }
}

/// An honest person at another address, who asks for something all the time.
struct Stranger {
    task: JoinHandle<Tally>,
    stop: tokio::sync::oneshot::Sender<()>,
}

impl Stranger {
    fn start(target: &Target) -> Stranger {
        let client = target.stranger();
        let patience = if target.quick { QUICK_STRANGER_PATIENCE } else { STRANGER_PATIENCE };
        let (stop, mut stopped) = tokio::sync::oneshot::channel();
        let task = tokio::spawn(async move {
            let (mut tally, mut slowest) = (Tally::default(), Duration::ZERO);
            loop {
                let begun = Instant::now();
                let reply = client.get("/api/v1/levels").await;
                let time = begun.elapsed();
                slowest = slowest.max(time);
                let is_served = reply.status == 200 && time <= patience;
                tally.require(is_served, || {
                    format!("a stranger is answered {} after {time:.2?}", reply.summary())
                });
                if tokio::time::timeout(STRANGER_INTERVAL, &mut stopped).await.is_ok() {
                    break;
                }
            }
            tally.note(format!("stranger waited {slowest:.0?} at most"));
            tally
        });
        Stranger { task, stop }
    }

    /// Stops and adds what was seen.
    async fn finish(self, tally: &mut Tally) -> Result<(), Failure> {
        // A task that has panicked has no receiver; its error follows.
        let _ = self.stop.send(());
        tally.merge(self.task.await?);
        Ok(())
    }
}

/// Runs futures, `parallel` at a time, and collects their results.
async fn at_once<F: Future>(parallel: usize, futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    futures_util::stream::iter(futures).buffer_unordered(parallel).collect().await
}

/// Runs futures on all threads at the same time and collects their results.
async fn together<T: Send + 'static>(
    futures: impl IntoIterator<Item = impl Future<Output = T> + Send + 'static>,
) -> Result<Vec<T>, Failure> {
    let futures: Vec<_> = futures.into_iter().collect();
    let barrier = Arc::new(tokio::sync::Barrier::new(futures.len()));
    let tasks = futures.into_iter().map(|future| {
        let barrier = barrier.clone();
        tokio::spawn(async move {
            barrier.wait().await;
            future.await
        })
    });
    let mut results = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        results.push(task.await?);
    }
    Ok(results)
}

/// Runs the attacks.
///
/// # Errors
/// Something did not hold, or the server cannot be reached.
pub fn run(options: &AttackOptions) -> Result<(), Failure> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    let seed = options.seed.unwrap_or(u64::from(now.subsec_nanos()) ^ now.as_secs());
    tokio::runtime::Runtime::new()?.block_on(attack(options, seed))
}

async fn attack(options: &AttackOptions, seed: u64) -> Result<(), Failure> {
    let directory = Directory::new("attack")?;
    let (server, mails) = match options.address {
        Some(_) => (None, None),
        None => {
            let binary = program(options.binary.as_deref())?;
            let (directory, mails, address) =
                (directory.text(), MailServer::start().await, free_port().await?);
            let (site, smtp) = (format!("http://{address}"), mails.url());
            let options = [
                "--data-dir",
                &directory,
                "--push-key",
                PUSH_KEY,
                "--push-contact",
                PUSH_CONTACT,
                "--passwords",
                "--public-url",
                &site,
                "--events",
                "none",
                "--smtp",
                &smtp,
                "--mail-from",
                "Rukh <attack@rukh.example>",
            ];
            (Some(Server::start(&binary, address, &options).await?), Some(mails))
        }
    };
    let address = options.address.or(server.as_ref().map(|server| server.address)).ok_or("no server")?;
    let mut random = SplitMix64::new(seed);
    let next_address = AtomicU32::new(u32::try_from(random.below(512 * 250))?);
    let quick = options.quick;
    let target = Target { server, mails, address, quick, random: Mutex::new(random), next_address };
    let first = target.client().get("/readyz").await;
    if first.status != 200 {
        return Err(format!("no server is ready at {address}: {}", first.summary()).into());
    }
    println!("attack on {address} with --seed {seed}{}\n", if quick { " --quick" } else { "" });
    let mut report = Report::new(KNOWN);
    report.print_head();
    for kind in AttackKind::value_variants() {
        if options.kind.is_none_or(|wanted| wanted == *kind) {
            kind.run(&target, &mut report).await;
        }
    }
    report.finish()
}

impl AttackKind {
    async fn run(self, target: &Target, report: &mut Report) {
        let limit = if target.quick { QUICK_LIMIT } else { LIMIT };
        match self {
            AttackKind::Malformed => malformed::run(target, report, limit).await,
            AttackKind::Websocket => websocket::run(target, report, limit).await,
            AttackKind::Forged => forged::run(target, report, limit).await,
            AttackKind::Flood => flood::run(target, report, limit).await,
            AttackKind::Slow => slow::run(target, report, limit).await,
            AttackKind::Race => race::run(target, report, limit).await,
            AttackKind::Werera => werera::run(target, report, limit).await,
            AttackKind::Crowd => crowd::run(target, report, limit).await,
            AttackKind::Accounts => accounts::run(target, report, limit).await,
            AttackKind::Events => events::run(target, report, limit).await,
            AttackKind::Moderation => moderation::run(target, report, limit).await,
            AttackKind::Appointments => appointments::run(target, report, limit).await,
            AttackKind::Email => email::run(target, report, limit).await,
            AttackKind::Webhooks => webhooks::run(target, report, limit).await,
        }
        report.run((self.afterwards(), "running and ready"), limit, target.check_ready()).await;
    }
}

impl AttackKind {
    /// Name of the check after the attacks of this kind.
    fn afterwards(self) -> &'static str {
        match self {
            AttackKind::Malformed => "malformed: server afterwards",
            AttackKind::Websocket => "websocket: server afterwards",
            AttackKind::Forged => "forged: server afterwards",
            AttackKind::Flood => "flood: server afterwards",
            AttackKind::Slow => "slow: server afterwards",
            AttackKind::Race => "race: server afterwards",
            AttackKind::Werera => "werera: server afterwards",
            AttackKind::Crowd => "crowd: server afterwards",
            AttackKind::Accounts => "accounts: server afterwards",
            AttackKind::Events => "events: server afterwards",
            AttackKind::Moderation => "moderation: server afterwards",
            AttackKind::Appointments => "appointments: server afterwards",
            AttackKind::Email => "email: server afterwards",
            AttackKind::Webhooks => "webhooks: server afterwards",
        }
    }
}

/// Whether a reply is a clear refusal over a limit: 429 with `Retry-After`, a conflict with a code,
/// or 503.
fn is_limit(reply: &Reply) -> bool {
    match reply.status {
        429 => reply.retry_after().is_some_and(|wait| wait > 0),
        409 => reply.json()["code"] == "too_fast" || reply.json()["error"]["code"].is_string(),
        503 => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Reply, is_limit, loopback};

    #[test]
    fn address_that_is_not_on_loopback_is_refused() {
        for text in ["127.0.0.1:7878", "[::1]:7878", "127.9.9.9:1", "localhost:7878"] {
            assert!(loopback(text).is_ok(), "{text}");
        }
        for text in ["192.168.1.5:7878", "0.0.0.0:7878", "[2001:db8::1]:80"] {
            let error = loopback(text).expect_err("another machine").to_string();
            assert!(error.contains("not on loopback"), "{error}");
        }
        assert!(loopback("rukh.example:80").expect_err("a name").to_string().contains("HOST:PORT"));
    }

    #[test]
    fn refusal_for_rate_without_time_is_no_clear_limit() {
        let reply =
            |head: &str| Reply { status: 429, head: format!("HTTP/1.1 429 x\r\n{head}"), ..Reply::default() };
        assert!(is_limit(&reply("retry-after: 1")));
        assert!(!is_limit(&reply("retry-after: 0")) && !is_limit(&reply("")));
    }
}
