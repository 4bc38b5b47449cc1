//! A game whose server's wall clock jumps.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::Directory;
use crate::client::{Failure, Server, free_port};
use crate::postgres;

/// Moves of the game; the wall clock jumps before some of them.
const MOVES: [&str; 8] = ["e2e3", "e7e6", "d2d3", "d7d6", "c2c3", "c7c6", "b2b3", "b7b6"];
/// Position of the wall clock, as `libfaketime` reads it, from a move on.
const JUMPS: [(usize, &str); 3] = [(3, "+3600"), (4, "-3600"), (6, "+0")];
/// How long each side thinks.
const THINKING: Duration = Duration::from_millis(2_500);
/// Most that a move may be charged more than was thought, for delays of this machine.
const TOLERANCE: Duration = Duration::from_millis(500);
const INITIAL: u64 = 300_000;

/// The library that `faketime` preloads, if it is installed.
fn shim() -> Option<PathBuf> {
    let directories = std::fs::read_dir("/usr/lib").ok()?;
    let paths = directories.flatten().map(|entry| entry.path().join("faketime/libfaketime.so.1"));
    std::env::var_os("RUKH_FAKETIME").map(PathBuf::from).into_iter().chain(paths).find(|path| path.exists())
}

/// Lets the wall clock of a server jump by an hour forward and back while a game is played, on both
/// databases. Returns whether there is a library to do it.
///
/// # Errors
/// A jump changed a player's clock, or the game could not go on.
pub async fn jump(binary: &Path) -> Result<bool, Failure> {
    let Some(shim) = shim() else { return Ok(false) };
    let directory = Directory::new("clocks")?;
    // With SQLite the wall clock is the reference: a jump forward is an outage, which is free.
    jump_on(binary, &shim, ("SQLite", 1), &["--data-dir", &directory.text()]).await?;
    jump_on(binary, &shim, ("PostgreSQL", 0), &["--database", &postgres::fresh_database()]).await?;
    Ok(true)
}

async fn jump_on(
    binary: &Path,
    shim: &Path,
    (database, outages): (&str, usize),
    storage: &[&str],
) -> Result<(), Failure> {
    let directory = Directory::new("faketime")?;
    let wall_clock = Path::new(&directory.text()).join("clock");
    // Renamed into place, since the server reads the file at any time.
    let set = |position: &str| -> Result<(), Failure> {
        let new = wall_clock.with_extension("new");
        std::fs::write(&new, position)?;
        Ok(std::fs::rename(&new, &wall_clock)?)
    };
    set("+0")?;
    let environment = [
        ("LD_PRELOAD", shim.as_os_str()),
        ("FAKETIME_TIMESTAMP_FILE", wall_clock.as_os_str()),
        ("FAKETIME_NO_CACHE", "1".as_ref()),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".as_ref()),
    ];
    let server = Server::start_with(binary, free_port().await?, storage, &environment).await?;
    let token = server.guest("jump").await?;
    let seat = json!({ "kind": "human" });
    let clock = json!({ "kind": "fischer", "initial": INITIAL / 1000, "increment": 0 });
    let body = json!({ "instance": "shatranj", "white": seat, "black": seat, "time_control": clock });
    let game = server.request("POST", "/api/v1/games", Some(&token), &body.to_string()).await?;
    let game = game["id"].as_str().ok_or("no game")?.to_owned();
    let mut left = [INITIAL; 2];
    for (number, text) in MOVES.into_iter().enumerate() {
        let begun = Instant::now();
        if let Some((_, position)) = JUMPS.iter().find(|(at, _)| *at == number) {
            set(position)?;
        }
        tokio::time::sleep(THINKING).await;
        let data = json!({ "kind": "move", "move": text });
        let body = json!({ "id": text, "base": 0, "data": data }).to_string();
        server.request("POST", &format!("/api/v1/games/{game}/intents"), Some(&token), &body).await?;
        let thought = begun.elapsed();
        let hello = server.request("GET", &format!("/api/v1/games/{game}"), None, "").await?;
        let side = number % 2;
        let now = hello["view"]["clock"][["white", "black"][side]].as_u64().ok_or("no clock")?;
        let charged = Duration::from_millis(left[side].saturating_sub(now));
        left[side] = now;
        // Clocks start with the second move of each side.
        let is_free = number < 2 || outages > 0 && number == JUMPS[0].0;
        let least = if is_free { Duration::ZERO } else { THINKING.saturating_sub(TOLERANCE) };
        if charged < least || charged > thought + TOLERANCE {
            return Err(format!("{text}: thought for {thought:.1?}, charged {charged:.1?}").into());
        }
    }
    let events = super::log(&server, &game).await?;
    let found = events.iter().filter(|event| event["type"] == "outage").count();
    if found != outages {
        return Err(format!("{database}: {found} outages in the log, where {outages} were expected").into());
    }
    println!(
        "{database}: wall clock an hour forward, two back, one forward: each move charged as long as was \
         thought, {outages} outages in the log"
    );
    Ok(())
}
