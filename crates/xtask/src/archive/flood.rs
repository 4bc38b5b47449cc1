//! Searches that read much, from many connections at once, and what others wait for meanwhile.

use std::time::{Duration, Instant};

use crate::Failure;
use crate::attack::client::Client;
use crate::client::Server;
use crate::http::Reply;

/// Connections that search.
const CONNECTIONS: usize = 150;
/// Time of the flood.
const TIME: Duration = Duration::from_secs(20);
/// Pause between the reads of a stranger.
const PAUSE: Duration = Duration::from_millis(200);
/// The longest that a stranger may wait for a page that is no search.
const AIM: Duration = Duration::from_secs(1);

/// Floods the archive and reads as a stranger in the meantime; prints what happened.
///
/// # Errors
/// A stranger's request fails or takes longer than the aim.
pub async fn flood(server: &Server, searches: [String; 2], game: &str) -> Result<(), Failure> {
    let client = Client::new(server.address);
    let until = Instant::now() + TIME;
    let crowd = (0..CONNECTIONS).map(|number| {
        // Four of each subnet.
        let client = client.at(&format!("198.18.{}.{}", number / 4, 1 + number % 4));
        let path = format!("/api/v1/games?{}", searches[number % 2]);
        tokio::spawn(async move {
            let mut answered = [0; 2];
            while Instant::now() < until {
                answered[usize::from(client.get(&path).await.status != 200)] += 1;
            }
            answered
        })
    });
    let crowd: Vec<_> = crowd.collect();
    let stranger = client.at("203.0.113.1");
    let paths = [format!("/api/v1/games/{game}"), "/api/v1/seeks".to_owned(), "/readyz".to_owned()];
    let mut slowest = [Duration::ZERO; 3];
    let mut refused: Option<Reply> = None;
    while Instant::now() < until {
        for (path, slowest) in paths.iter().zip(&mut slowest) {
            let begun = Instant::now();
            let reply = stranger.get(path).await;
            *slowest = (*slowest).max(begun.elapsed());
            if reply.status != 200 {
                refused.get_or_insert(reply);
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
    let mut answered = [0; 2];
    for one in crowd {
        let [found, refused] = one.await?;
        answered = [answered[0] + found, answered[1] + refused];
    }
    let [found, turned_away] = answered;
    println!("\nflood of {CONNECTIONS} connections: {found} searches answered, {turned_away} turned away");
    for (path, slowest) in paths.iter().zip(slowest) {
        println!("{path:<34} {slowest:>16.1?} at most, for a stranger");
    }
    match refused {
        Some(reply) => Err(format!("a stranger is refused: {}", reply.summary()).into()),
        None if slowest.iter().any(|time| *time > AIM) => Err("a stranger waits too long".into()),
        None => Ok(()),
    }
}
