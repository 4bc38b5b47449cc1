//! Checks that acknowledged moves survive a killed server, a stopped node and a full disk.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{self, Failure, Refused, Server, free_port, intent};
use crate::people::Person;
use crate::{postgres, program};

mod appointments;
mod arena;
mod clocks;
mod cluster;
mod promises;
mod ratings;

use appointments::Agreed;
use arena::Arena;
use promises::Promises;
use ratings::RatedGames;

const GAMES: usize = 24;
/// Of so many rounds one is long.
const LONG_ROUND: u64 = 10;
/// Longest time another node may take to continue a stopped node's games.
const MAX_TAKEOVER: Duration = Duration::from_secs(6);

/// Options of `cargo xtask crash`.
#[derive(Debug, Args)]
pub struct CrashOptions {
    /// Part to run [default: all].
    #[arg(value_enum)]
    part: Option<CrashPart>,
    /// Number of times the server is killed on each database.
    #[arg(long, value_name = "N", env = "RUKH_ROUNDS", default_value_t = 60)]
    rounds: u64,
    /// Program to test [default: that of this build].
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// Program of an earlier version, such as one of `cargo xtask baseline`, for the part `upgrade`.
    #[arg(long, value_name = "PATH")]
    old: Option<PathBuf>,
}

/// Part of the crash test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CrashPart {
    /// A server on SQLite is killed.
    Sqlite,
    /// A server on PostgreSQL is killed.
    Postgres,
    /// One of two nodes is killed or stopped.
    Nodes,
    /// The disk is full.
    Disk,
    /// The database stalls.
    Stall,
    /// The wall clock of the server jumps; it needs `libfaketime`.
    Clocks,
    /// Two nodes are upgraded one after the other; it needs `--old`.
    Upgrade,
}

/// Runs the crash tests.
///
/// # Errors
/// An acknowledged move was lost, or a server does not come back.
pub fn run(options: &CrashOptions) -> Result<(), Failure> {
    let binary = program(options.binary.as_deref())?;
    let is_wanted = |part| options.part.is_none_or(|wanted| wanted == part);
    tokio::runtime::Runtime::new()?.block_on(async {
        if is_wanted(CrashPart::Sqlite) {
            let directory = Directory::new("crash")?;
            kill_repeatedly(&binary, "SQLite", options.rounds, &["--data-dir", &directory.text()]).await?;
        }
        if is_wanted(CrashPart::Postgres) {
            let database = postgres::fresh_database();
            kill_repeatedly(&binary, "PostgreSQL", options.rounds, &["--database", &database]).await?;
        }
        if is_wanted(CrashPart::Nodes) {
            two_nodes(&binary, Outage::Kill).await?;
            two_nodes(&binary, Outage::Stop).await?;
        }
        if is_wanted(CrashPart::Disk) {
            full_disk(&binary).await?;
        }
        if is_wanted(CrashPart::Stall) {
            cluster::stall(&binary).await?;
        }
        if is_wanted(CrashPart::Clocks) && !clocks::jump(&binary).await? {
            let missing = "jumps of the clock need libfaketime (Debian's package `faketime`)";
            if options.part.is_some() {
                return Err(missing.into());
            }
            println!("left out: {missing}");
        }
        match &options.old {
            Some(old) if is_wanted(CrashPart::Upgrade) => {
                cluster::upgrade(&program(Some(old))?, &binary).await?
            }
            None if options.part == Some(CrashPart::Upgrade) => {
                return Err("an upgrade needs the program of an earlier version: give `--old`".into());
            }
            _ => {}
        }
        Ok(())
    })
}

/// A directory that is deleted on drop.
pub struct Directory(PathBuf);

impl Directory {
    /// A new directory among the temporary files; its name contains `name`.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn new(name: &str) -> Result<Directory, Failure> {
        let path = std::env::temp_dir().join(format!("rukh-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Directory(path))
    }

    /// Its path.
    pub fn text(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Acknowledged intents: for each game, the event number of each intent id.
type Acknowledged = Arc<Mutex<BTreeMap<String, HashMap<String, u64>>>>;

/// Plays a game until the socket breaks: knights of both sides move out and back.
async fn play(
    server: SocketAddr,
    token: String,
    game: String,
    round: u64,
    acknowledged: Acknowledged,
) -> Result<(), Failure> {
    let (mut sink, mut stream) =
        client::connect(server, Some(&token), &format!("/ws/v1/game/{game}?after=0")).await?;
    let mut knights_out: HashMap<&str, bool> = HashMap::new();
    // The first message has the cells of the knights.
    if let Some(Ok(Message::Text(text))) = stream.next().await {
        let hello: Value = serde_json::from_str(&text)?;
        for piece in hello["view"]["pieces"].as_array().into_iter().flatten() {
            match piece["cell"].as_str() {
                Some("c3") => drop(knights_out.insert("white", true)),
                Some("c6") => drop(knights_out.insert("black", true)),
                _ => {}
            }
        }
    }
    for number in 0_u64.. {
        let side = if number.is_multiple_of(2) { "white" } else { "black" };
        let is_out = knights_out.entry(side).or_default();
        let (home, out) = if side == "white" { ("b1", "c3") } else { ("b8", "c6") };
        let (from, to) = if *is_out { (out, home) } else { (home, out) };
        let id = format!("{round}-{number}");
        let data = json!({ "kind": "place", "side": side, "from": from, "to": to });
        sink.send(intent(&id, &data)).await?;
        loop {
            let message = stream.next().await.ok_or("the socket closed")??;
            let Message::Text(text) = message else { continue };
            if !text.starts_with("{\"type\":\"ack\"") && !text.starts_with("{\"type\":\"nack\"") {
                continue;
            }
            let answer: Value = serde_json::from_str(&text)?;
            if answer["type"] == "ack" {
                *is_out = !*is_out;
                let seq = answer["seq"].as_u64().ok_or("no number")?;
                acknowledged.lock().await.entry(game.clone()).or_default().insert(id.clone(), seq);
            }
            break;
        }
        // The server accepts twenty messages a second per socket.
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
    Ok(())
}

/// The whole event log of a game, as the server reports it.
async fn log(server: &Server, game: &str) -> Result<Vec<Value>, Failure> {
    let (_sink, mut stream) = server.connect(None, game, 0).await?;
    let hello = loop {
        match stream.next().await.ok_or("no first message")?? {
            Message::Text(text) => break serde_json::from_str::<Value>(&text)?,
            _ => continue,
        }
    };
    let count = hello["seq"].as_u64().ok_or("no number")?;
    let mut events = Vec::new();
    while (events.len() as u64) < count {
        if let Message::Text(text) = stream.next().await.ok_or("the log ends early")?? {
            let event: Value = serde_json::from_str(&text)?;
            if event["seq"].is_u64() && event["at"].is_u64() {
                events.push(event);
            }
        }
    }
    let replay = server.request("GET", &format!("/api/v1/games/{game}/replay"), None, "").await?;
    let pieces = replayed(&replay, count);
    let mut seen: Vec<(u64, String)> = hello["view"]["pieces"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|piece| {
            (piece["id"].as_u64().unwrap_or(0), piece["cell"].as_str().unwrap_or_default().to_owned())
        })
        .collect();
    seen.sort();
    if seen != pieces {
        return Err(format!("{game}: the replay does not lead to the position").into());
    }
    Ok(events)
}

/// Piece positions after `count` events of a replay. There may be more events: a following node may
/// have received some since the log was requested.
fn replayed(replay: &Value, count: u64) -> Vec<(u64, String)> {
    let mut pieces: BTreeMap<u64, String> = BTreeMap::new();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for piece in replay["pieces"].as_array().into_iter().flatten() {
        pieces.insert(piece["id"].as_u64().unwrap_or(0), text(&piece["cell"]));
    }
    let frames = replay["frames"].as_array().into_iter().flatten();
    for frame in frames.filter(|frame| frame["seq"].as_u64().is_some_and(|seq| seq <= count)) {
        for change in frame["changes"].as_array().into_iter().flatten() {
            let id = change["id"].as_u64().unwrap_or(0);
            match change["cell"].as_str() {
                Some(cell) => drop(pieces.insert(id, cell.to_owned())),
                None => drop(pieces.remove(&id)),
            }
        }
    }
    pieces.into_iter().collect()
}

/// Compares acknowledged with stored events; returns how many were lost.
async fn check(server: &Server, acknowledged: &Acknowledged, token: &str) -> Result<(usize, usize), Failure> {
    let acknowledged = acknowledged.lock().await.clone();
    let (mut count, mut lost) = (0, 0);
    for (game, intents) in &acknowledged {
        let events = log(server, game).await?;
        for (index, event) in events.iter().enumerate() {
            if event["seq"].as_u64() != Some(index as u64 + 1) {
                return Err(format!("{game}: a gap before {}", event["seq"]).into());
            }
        }
        count += intents.len();
        for (id, seq) in intents {
            let is_there = events.get(*seq as usize - 1).is_some_and(|event| event["type"] == "place");
            lost += usize::from(!is_there);
            // The last intents are sent again: the server must recognise them and not repeat them.
            if *seq as usize + 2 > events.len() {
                let body = json!({ "id": id, "base": 0, "data": { "kind": "resign", "side": "white" } });
                let path = format!("/api/v1/games/{game}/intents");
                let again = repeat(server, &path, token, &body.to_string()).await?;
                if again["seq"].as_u64() != Some(*seq) {
                    return Err(format!("{game}: intent {id} was forgotten").into());
                }
            }
        }
    }
    Ok((count, lost))
}

/// Sends a request again while the games of a killed node are still held by it.
async fn repeat(server: &Server, path: &str, token: &str, body: &str) -> Result<Value, Failure> {
    let start = Instant::now();
    loop {
        match server.request("POST", path, Some(token), body).await {
            Err(error) if error.to_string().contains("unavailable") && start.elapsed() < 2 * MAX_TAKEOVER => {
            }
            answer => return answer,
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A random number below a bound, from the operating system, so that every run differs.
fn below(bound: u64) -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() % bound
}

/// How long a server lives: mostly so briefly that it dies in the middle of something, and now and then long enough
/// for what it does by itself, such as pairing an arena.
fn lifetime(round: u64) -> Duration {
    match round % LONG_ROUND {
        0 => Duration::from_secs(4),
        _ => Duration::from_millis(150 + below(900)),
    }
}

/// A count of what was checked: of many rounds some must have left something.
fn checked(rounds: u64, count: usize, what: &str) -> Result<(), Failure> {
    match count == 0 && rounds > 2 * LONG_ROUND {
        true => Err(format!("{rounds} rounds, and there were no {what}: the load does nothing").into()),
        false => Ok(()),
    }
}

/// Kills a server again and again while games are played, then compares its games with the moves
/// that it acknowledged.
async fn kill_repeatedly(binary: &Path, name: &str, rounds: u64, storage: &[&str]) -> Result<(), Failure> {
    let address = free_port().await?;
    let storage = [storage, &["--passwords"]].concat();
    let mut server = Server::start(binary, address, &storage).await?;
    let meetings = Meetings::new(address, rounds).await?;
    let token = server.guest("crash").await?;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(server.game(&token, "senterej").await?);
    }
    let acknowledged: Acknowledged = Arc::default();
    let promises: Arc<Mutex<Promises>> = Arc::default();
    let mut slowest = Duration::ZERO;
    for round in 0..rounds {
        let players: Vec<_> = games
            .iter()
            .map(|game| tokio::spawn(play(address, token.clone(), game.clone(), round, acknowledged.clone())))
            .chain([
                tokio::spawn(promises::make(address, round, promises.clone())),
                tokio::spawn(ratings::play(address, meetings.rated.clone())),
                tokio::spawn(arena::play(address, meetings.arena.clone())),
                tokio::spawn(appointments::make(address, meetings.agreed.clone())),
            ])
            .collect();
        tokio::time::sleep(lifetime(round)).await;
        server.kill();
        for player in players {
            // Every player ends with a broken socket, as intended; one that is refused something tests nothing.
            if let Ok(Err(failure)) = player.await
                && failure.is::<Refused>()
            {
                return Err(failure);
            }
        }
        let start = Instant::now();
        server = Server::start(binary, address, &storage).await?;
        // On PostgreSQL the killed process holds its leases for a few more seconds.
        loop {
            let (_sink, mut stream) = server.connect(Some(&token), &games[0], 0).await?;
            if stream.next().await.is_some_and(|message| message.is_ok()) {
                break;
            }
        }
        slowest = slowest.max(start.elapsed());
    }
    let (count, lost) = check(&server, &acknowledged, &token).await?;
    println!(
        "{name}: killed {rounds} times; {count} acknowledged moves, {lost} lost; up again within {slowest:.2?}"
    );
    if lost > 0 {
        return Err("acknowledged moves were lost".into());
    }
    checked(rounds, count, "moves")?;
    let tally = promises::check(&server, &*promises.lock().await).await?;
    println!("{name}: {} seeks, seeds, chat messages and premoves as promised", tally.kept);
    if !tally.lost.is_empty() {
        return Err(format!("not as promised: {}", tally.lost.join("; ")).into());
    }
    checked(rounds, tally.kept, "promises")?;
    for (count, what) in meetings.check(&server, name).await? {
        checked(rounds, count, what)?;
    }
    Ok(())
}

/// People with accounts who play rated games and in an arena, and agree on games.
struct Meetings {
    rated: Arc<Mutex<RatedGames>>,
    arena: Arc<Mutex<Arena>>,
    agreed: Arc<Mutex<Agreed>>,
}

impl Meetings {
    async fn new(server: SocketAddr, rounds: u64) -> Result<Meetings, Failure> {
        let rated = RatedGames::new(server, rounds).await?;
        let arena = Arena::new(server, &rated.people).await?;
        let two = [Person::register(server, "Crash A").await?, Person::register(server, "Crash B").await?];
        Ok(Meetings {
            rated: Arc::new(Mutex::new(rated)),
            arena: Arc::new(Mutex::new(arena)),
            agreed: Arc::new(Mutex::new(Agreed::new(two))),
        })
    }

    /// Compares what was acknowledged with what a server has; how much of each kind that was.
    async fn check(&self, server: &Server, name: &str) -> Result<[(usize, &'static str); 3], Failure> {
        let rated = ratings::check(server, &*self.rated.lock().await).await?;
        println!("{name}: {rated} rated games that were acknowledged count, each once");
        let paired = arena::check(server, &*self.arena.lock().await).await?;
        println!("{name}: {paired} games of an arena that were acknowledged count, each once");
        let begun = appointments::check(server, &*self.agreed.lock().await).await?;
        println!("{name}: {begun} appointments that were acknowledged have begun, each once");
        Ok([(rated, "rated games"), (paired, "games of the arena"), (begun, "appointments")])
    }
}

/// What happens to the node that owns a game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Outage {
    Kill,
    Stop,
}

/// Sends an intent until it is acknowledged; returns how long that took.
async fn send_until_acked(
    server: &Server,
    token: &str,
    game: &str,
    id: &str,
    data: &Value,
) -> Result<Duration, Failure> {
    let start = Instant::now();
    let body = json!({ "id": id, "base": 0, "data": data }).to_string();
    let mut refusal = String::new();
    while start.elapsed() < 3 * MAX_TAKEOVER {
        let path = format!("/api/v1/games/{game}/intents");
        match server.request("POST", &path, Some(token), &body).await {
            Ok(_) => return Ok(start.elapsed()),
            Err(error) => refusal = error.to_string(),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(format!("{game}: no node accepts `{id}`: {refusal}").into())
}

fn shuffle(number: u64) -> Value {
    let (from, to) = if number.is_multiple_of(2) { ("b1", "c3") } else { ("c3", "b1") };
    json!({ "kind": "place", "side": "white", "from": from, "to": to })
}

async fn two_nodes(binary: &Path, outage: Outage) -> Result<(), Failure> {
    let database = postgres::fresh_database();
    let storage = ["--database", database.as_str()];
    let owner = Server::start(binary, free_port().await?, &storage).await?;
    let other = Server::start(binary, free_port().await?, &storage).await?;
    let token = owner.guest("two").await?;
    let game = owner.game(&token, "senterej").await?;
    let mut number = 0;
    let mut slowest = Duration::ZERO;
    for _ in 0..10 {
        send_until_acked(&owner, &token, &game, &number.to_string(), &shuffle(number)).await?;
        number += 1;
        slowest = slowest
            .max(send_until_acked(&other, &token, &game, &number.to_string(), &shuffle(number)).await?);
        number += 1;
    }
    // A spectator follows on the other node; its socket must stay open.
    let (_sink, mut stream) = other.connect(None, &game, number).await?;
    stream.next().await.ok_or("no first message")??;
    let start = Instant::now();
    owner.signal(if outage == Outage::Kill { "-KILL" } else { "-STOP" })?;
    let takeover = send_until_acked(&other, &token, &game, &number.to_string(), &shuffle(number)).await?;
    number += 1;
    loop {
        let Message::Text(text) = stream.next().await.ok_or("the socket closed")?? else { continue };
        if text.starts_with("{\"seq\":") && text.contains("\"type\":\"place\"") {
            break;
        }
    }
    let seen = start.elapsed();
    println!(
        "two nodes, owner {outage:?}: forwarded in {slowest:.1?} at most; went on after {takeover:.2?}, seen after {seen:.2?}"
    );
    if seen > MAX_TAKEOVER {
        return Err("the other node took too long".into());
    }
    if outage == Outage::Stop {
        resume_owner(&owner, &other, &token, &game, &mut number).await?;
    }
    let events = log(&other, &game).await?;
    let places = events.iter().filter(|event| event["type"] == "place").count() as u64;
    if places != number {
        return Err(format!("{number} moves were acknowledged, {places} are there").into());
    }
    Ok(())
}

/// The stopped owner resumes: its writes are rejected and it follows the new owner.
async fn resume_owner(
    owner: &Server,
    other: &Server,
    token: &str,
    game: &str,
    number: &mut u64,
) -> Result<(), Failure> {
    let body = json!({ "id": "late", "base": 0, "data": shuffle(*number) }).to_string();
    let path = format!("/api/v1/games/{game}/intents");
    owner.signal("-CONT")?;
    let late = owner.request("POST", &path, Some(token), &body).await;
    let (done, before) = (late.is_ok(), log(other, game).await?);
    let is_there = before.iter().filter(|event| event["type"] == "place").count() as u64;
    println!(
        "  resumed owner: its own write was {}",
        if done { "passed on to the new owner" } else { "refused" }
    );
    *number += u64::from(done);
    if is_there != *number {
        return Err(format!("a fork: {number} acknowledged, {is_there} there").into());
    }
    for _ in 0..6 {
        send_until_acked(owner, token, game, &number.to_string(), &shuffle(*number)).await?;
        *number += 1;
        send_until_acked(other, token, game, &number.to_string(), &shuffle(*number)).await?;
        *number += 1;
    }
    // A follower receives events written on another node a moment later.
    let start = Instant::now();
    let one = loop {
        let (one, two) = (log(owner, game).await?, log(other, game).await?);
        if one == two {
            break one;
        }
        if start.elapsed() > Duration::from_secs(2) {
            return Err("the nodes have different logs".into());
        }
    };
    println!("  afterwards both nodes have the same {} events", one.len());
    Ok(())
}

/// Full disk: play stops with a clear error and continues when space is free again.
async fn full_disk(binary: &Path) -> Result<(), Failure> {
    let directory = Directory::new("disk")?;
    let mounted = std::process::Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=4m", "tmpfs", &directory.text()])
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        println!("full disk: no small file system can be mounted here (this needs root); skipped");
        return Ok(());
    }
    let result = play_on_full_disk(binary, &directory).await;
    std::process::Command::new("umount").args(["-l", &directory.text()]).status()?;
    result
}

async fn play_on_full_disk(binary: &Path, directory: &Directory) -> Result<(), Failure> {
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    let token = server.guest("disk").await?;
    let game = server.game(&token, "senterej").await?;
    send_until_acked(&server, &token, &game, "0", &shuffle(0)).await?;
    let ballast = directory.0.join("ballast");
    fill(&ballast)?;
    let mut number = 1;
    let refusal = loop {
        let body = json!({ "id": number.to_string(), "base": 0, "data": shuffle(number) }).to_string();
        match server.request("POST", &format!("/api/v1/games/{game}/intents"), Some(&token), &body).await {
            Ok(_) if number < 20_000 => number += 1,
            Ok(_) => return Err("the disk does not fill".into()),
            Err(error) => break error.to_string(),
        }
    };
    if !refusal.contains("unavailable") {
        return Err(format!("a full disk is reported as {refusal}").into());
    }
    let full = log(&server, &game).await?;
    std::fs::remove_file(&ballast)?;
    send_until_acked(&server, &token, &game, &number.to_string(), &shuffle(number)).await?;
    let events = log(&server, &game).await?;
    let places = events.iter().filter(|event| event["type"] == "place").count() as u64;
    println!(
        "full disk: stopped after {} moves ({} events whole), went on when there was room",
        number,
        full.len()
    );
    if places != number + 1 {
        return Err(format!("{} moves were acknowledged, {places} are there", number + 1).into());
    }
    Ok(())
}

/// Fills the disk with a file.
fn fill(path: &Path) -> Result<(), Failure> {
    use std::io::Write;
    let mut file = std::fs::File::create(path)?;
    while file.write_all(&[0; 4096]).is_ok() {}
    Ok(())
}
