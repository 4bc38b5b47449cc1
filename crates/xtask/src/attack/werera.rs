//! Werera moves made and taken back without end.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::client::Client;
use super::report::{Report, Tally};
use super::{Stranger, Target, at_once};
use crate::Failure;
use crate::http::Reply;

/// Longest time to read a game after the flood.
const READ_PATIENCE: Duration = Duration::from_secs(2);
/// Codes with which moves of the werera may be refused.
const CODES: &[&str] = &[
    "illegal",
    "target_taken",
    "target_moved",
    "path_blocked",
    "piece_moved",
    "too_fast",
    "bad_intent",
    "stale",
    "phase_over",
    "unavailable",
];

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    let expected = "acks or clear codes, readable";
    report.run(("werera: moves of an address", expected), limit, places(target)).await;
    report.run(("werera: place and retract", "30 a minute, readable"), limit, retractions(target)).await;
}

/// Counts the answer to an intent: an acknowledgement, or a refusal that says why.
fn count_answer(tally: &mut Tally, reply: &Reply) {
    let code = reply.json()["code"].as_str().unwrap_or_default().to_owned();
    let is_clear = match reply.status {
        200 => true,
        409 => CODES.contains(&code.as_str()),
        429 => reply.retry_after().is_some_and(|wait| wait > 0),
        503 => true,
        _ => false,
    };
    tally.count(if reply.status == 409 { format!("409 {code}") } else { reply.status_text() });
    tally.require(is_clear, || format!("no clear answer: {}", reply.summary()));
}

/// Both sides' knights, many moves at a time.
async fn places(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let stranger = Stranger::start(target);
    let person = target.client().guest("Werera").await?;
    let game = person.game("senterej").await?;
    let hasty = person.at(&target.new_address());
    let sent = (0..target.scaled(300, 3_000)).map(async |number: usize| {
        let (side, one, other) =
            [("white", "b1", "c3"), ("black", "b8", "c6"), ("white", "c3", "b1"), ("black", "c6", "b8")]
                [number % 4];
        let place = json!({ "kind": "place", "side": side, "from": one, "to": other });
        hasty.intent(&game, &number.to_string(), place).await
    });
    for reply in at_once(16, sent).await {
        count_answer(&mut tally, &reply);
    }
    require_readable(&person, &game, &mut tally).await?;
    stranger.finish(&mut tally).await?;
    Ok(tally)
}

/// A pawn moved and taken back by the same person.
async fn retractions(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let stranger = Stranger::start(target);
    let person = target.client().guest("Werera").await?;
    let game = person.game("senterej").await?;
    let mut retracted = 0;
    let begun = Instant::now();
    for number in 0..target.scaled(60, 400) {
        let place = json!({ "kind": "place", "side": "white", "from": "a2", "to": "a3" });
        let placed = person.intent(&game, &format!("place {number}"), place).await;
        count_answer(&mut tally, &placed);
        if placed.status != 200 {
            continue;
        }
        let retract = json!({ "kind": "retract", "side": "white", "seq": placed.json()["seq"] });
        let reply = person.intent(&game, &format!("retract {number}"), retract).await;
        count_answer(&mut tally, &reply);
        retracted += u64::from(reply.status == 200);
    }
    let most = 30 * (1 + begun.elapsed().as_secs() / 60);
    tally.note(format!("{retracted} retracted"));
    tally.require(retracted <= most, || format!("{retracted} retractions of a piece, {most} at most"));
    tally.require(retracted > 0, || "nothing could be retracted".to_owned());
    require_readable(&person, &game, &mut tally).await?;
    stranger.finish(&mut tally).await?;
    Ok(tally)
}

/// The game can be read in every form, and its log has no gaps.
async fn require_readable(person: &Client, game: &str, tally: &mut Tally) -> Result<(), Failure> {
    let mut slowest = Duration::ZERO;
    for part in ["", "/replay", "/pgn", "/jsonl", "/premoves/white"] {
        let begun = Instant::now();
        let reply = person.get(&format!("/api/v1/games/{game}{part}")).await;
        let time = begun.elapsed();
        slowest = slowest.max(time);
        tally.expect(&reply, &[200], || format!("the game's {part}"));
        tally.require(time <= READ_PATIENCE, || format!("the game's {part} takes {time:.1?}"));
    }
    let frames = person.frames(game).await?;
    let numbers: Vec<u64> = frames.iter().filter_map(|frame: &Value| frame["seq"].as_u64()).collect();
    tally.require(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), || "the log has gaps".to_owned());
    tally.note(format!("{} events, read in {slowest:.0?} at most", frames.len()));
    Ok(())
}
