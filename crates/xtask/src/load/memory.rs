//! Memory of live games, and what it comes to for many.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::{Directory, GAMES, Latencies, drive, open_games};
use crate::client::{Failure, Server, free_port};

/// Sets of [`GAMES`] games: enough that what the allocator keeps for later does not count.
const SETS: usize = 5;
/// Moves of each game; a game of chess has some eighty.
const MOVES: u64 = 80;
const MOVES_PER_SECOND: u64 = 2_000;
/// Time in which the last moves are stored.
const SETTLE_TIME: Duration = Duration::from_secs(2);
/// Games that a node keeps in memory at most.
const MOST_GAMES: u64 = 20_000;

/// Measures what a game takes at its start and after some moves, each with one socket.
pub(super) async fn run(binary: &Path) -> Result<(), Failure> {
    let games = (SETS * GAMES) as u64;
    println!("\nmemory of {games} games, each with a socket");
    let directory = Directory::new("memory");
    let server = Server::start(binary, free_port().await?, &["--data-dir", &directory.text()]).await?;
    // The ruleset, its tables and what the database caches belong to no game.
    let warm = open_games(&server, &server, &Latencies::default(), &Arc::new(AtomicU64::new(0))).await?;
    let before = server.memory();
    let mut players = Vec::new();
    for _ in 0..SETS {
        players
            .extend(open_games(&server, &server, &Latencies::default(), &Arc::new(AtomicU64::new(0))).await?);
    }
    let each = |memory: u64| memory.saturating_sub(before) / games;
    tokio::time::sleep(SETTLE_TIME).await;
    let begun = each(server.memory());
    let duration = Duration::from_secs(games * MOVES / MOVES_PER_SECOND);
    drive(&mut players, MOVES_PER_SECOND, duration).await?;
    tokio::time::sleep(SETTLE_TIME).await;
    let played = each(server.memory());
    println!("a game that has begun: {begun} bytes; after {MOVES} moves: {played} bytes");
    println!("{MOST_GAMES} such games, each with its socket: {} MB", MOST_GAMES * played / 1_000_000);
    drop(warm);
    Ok(())
}
