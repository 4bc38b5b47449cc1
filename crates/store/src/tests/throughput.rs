//! Cost of an append; a measurement, not a test: `cargo test --release -p rukh-store --lib
//! tests::throughput -- --ignored --nocapture`. For PostgreSQL, name a server with `fsync`
//! on in `RUKH_TEST_POSTGRES`.

use std::time::{Duration, Instant};

use super::{TestStore, acquire, new_game, next};

/// Games played at once.
const GAMES: u64 = 500;
/// Appends a second.
const RATE: u64 = 2_000;
/// Duration in seconds.
const LONG: u64 = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn of_sqlite() {
    measure("SQLite", TestStore::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn of_postgres() {
    measure("PostgreSQL", TestStore::postgres()).await;
}

async fn measure(name: &str, fixture: TestStore) {
    let (store, _closing) = fixture.open().await;
    for game in 0..GAMES {
        store.append(new_game(&format!("game{game:08}"))).await.unwrap();
        acquire(&store, &format!("game{game:08}")).await;
    }
    let append = |one: u64| next(&format!("game{:08}", one % GAMES), 2 + one / GAMES, 1);
    let mut appends = (0..RATE * LONG).map(append).collect::<Vec<_>>().into_iter();
    let (begun, cpu) = (Instant::now(), cpu());
    let mut waits = tokio::task::JoinSet::new();
    let mut ticks = tokio::time::interval(Duration::from_millis(1));
    while appends.len() > 0 {
        ticks.tick().await;
        for append in appends.by_ref().take(2) {
            let store = store.clone();
            waits.spawn(async move {
                let asked = Instant::now();
                store.append(append).await.unwrap();
                asked.elapsed()
            });
        }
    }
    let mut waits = waits.join_all().await;
    let (elapsed, cpu) = (begun.elapsed(), self::cpu() - cpu);
    waits.sort();
    let count = waits.len();
    println!(
        "{name}: {:.0} appends/s, {:.0} µs CPU each, answered in {:.1} ms (half), {:.1} ms (99 of 100)",
        count as f64 / elapsed.as_secs_f64(),
        cpu.as_secs_f64() * 1e6 / count as f64,
        waits[count / 2].as_secs_f64() * 1e3,
        waits[count * 99 / 100].as_secs_f64() * 1e3,
    );
}

/// CPU time of this process, in ticks of ten milliseconds.
fn cpu() -> Duration {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = told.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}
