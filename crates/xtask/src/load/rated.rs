//! What the end of a rated game costs a server beside that of an unrated one: both players' ratings, in the
//! background.

use std::path::Path;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::json;

use super::Directory;
use crate::client::{Failure, Server, free_port};
use crate::people::Person;
use crate::postgres;

/// Number of those who play; the limit of new accounts allows not many more.
const PEOPLE: usize = 24;
/// Games of a set, and sets of each kind.
const GAMES: usize = 150;
const SETS: usize = 3;
/// Requests that wait for an answer at once.
const AT_ONCE: usize = 16;
/// Time in which the games of a set are counted and indexed.
const SETTLE_TIME: Duration = Duration::from_secs(4);

/// Processor time, in seconds.
#[derive(Default)]
struct Cost {
    game: f64,
    end: f64,
}

/// Measures on each database.
pub(super) async fn run(binary: &Path) -> Result<(), Failure> {
    println!("\nends of rated games beside those of unrated ones, {} games of each kind", SETS * GAMES);
    let directory = Directory::new("rated");
    measure(binary, "SQLite", &["--data-dir", &directory.text()]).await?;
    measure(binary, "PostgreSQL", &["--database", &postgres::fresh_database()]).await
}

async fn measure(binary: &Path, name: &str, storage: &[&str]) -> Result<(), Failure> {
    let storage = [storage, &["--passwords"]].concat();
    let server = Server::start(binary, free_port().await?, &storage).await?;
    let mut people = Vec::with_capacity(PEOPLE);
    for number in 0..PEOPLE {
        people.push(Person::register(server.address, &format!("Rated {number}")).await?);
    }
    let mut costs = [Cost::default(), Cost::default()];
    // The first set of each kind warms up, and what the machine does besides meets both.
    for set in 0..=SETS {
        for (is_rated, cost) in [false, true].into_iter().zip(&mut costs) {
            let Cost { game, end } = play_set(&server, &people, is_rated).await?;
            if set > 0 {
                cost.game += game;
                cost.end += end;
            }
        }
    }
    let [unrated, rated] = costs;
    let each = |seconds: f64| seconds * 1e6 / (SETS * GAMES) as f64;
    println!(
        "{name:<11} the end of a game: {:.0} µs of processor, rated {:.0} µs, {:+.0} %; with its 17 moves: {:.0} µs, \
         rated {:.0} µs, {:+.0} %",
        each(unrated.end),
        each(rated.end),
        100.0 * (rated.end / unrated.end - 1.0),
        each(unrated.game),
        each(rated.game),
        100.0 * (rated.game / unrated.game - 1.0),
    );
    Ok(())
}

/// Plays a set of games to a resignation; the processor time of the whole set, and of the ends.
async fn play_set(server: &Server, people: &[Person], is_rated: bool) -> Result<Cost, Failure> {
    let before = server.cpu_seconds();
    let games: Vec<(String, &Person)> = stream::iter(0..GAMES)
        .map(|number| async move {
            let (first, step) = (number % PEOPLE, 1 + number / PEOPLE);
            let [white, black] = [first, (first + step) % PEOPLE].map(|index| &people[index]);
            Ok::<_, Failure>((begin(server, [white, black], is_rated).await?, black))
        })
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    let at_the_end = server.cpu_seconds();
    stream::iter(&games)
        .map(|(game, black)| async move {
            let resign = json!({ "id": "end", "base": 0, "data": { "kind": "resign", "side": "black" } });
            black.post(server.address, &format!("/api/v1/games/{game}/intents"), resign).await
        })
        .buffer_unordered(AT_ONCE)
        .try_for_each(async |_| Ok(()))
        .await?;
    tokio::time::sleep(SETTLE_TIME).await;
    let after = server.cpu_seconds();
    Ok(Cost { game: after - before, end: after - at_the_end })
}

/// Begins a game of two and makes seventeen moves.
async fn begin(server: &Server, [white, black]: [&Person; 2], is_rated: bool) -> Result<String, Failure> {
    let address = server.address;
    let terms = json!({
        "instance": "shatranj", "colour": "white", "rated": is_rated,
        "time_control": { "kind": "fischer", "initial": 600, "increment": 0 },
    });
    let seek = white.post(address, "/api/v1/seeks", terms).await?;
    let seek = seek["id"].as_str().ok_or("a seek without an id")?;
    let game = black.post(address, &format!("/api/v1/seeks/{seek}/accept"), json!({})).await?;
    let game = game["id"].as_str().ok_or("a game without an id")?.to_owned();
    let path = format!("/api/v1/games/{game}/intents");
    let pawns = "abcdefgh"
        .chars()
        .flat_map(|file| [(white, format!("{file}2{file}3")), (black, format!("{file}7{file}6"))]);
    for (number, (person, mv)) in pawns.chain([(white, "a3a4".to_owned())]).enumerate() {
        let data = json!({ "kind": "move", "move": mv });
        person.post(address, &path, json!({ "id": number.to_string(), "base": 0, "data": data })).await?;
    }
    Ok(game)
}
