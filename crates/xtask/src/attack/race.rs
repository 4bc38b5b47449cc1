//! Requests at the same time that exclude each other.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::Client;
use super::report::{Report, Tally};
use super::{Target, together};
use crate::Failure;
use crate::http::Reply;

/// The checks.
pub async fn run(target: &Target, report: &mut Report, limit: Duration) {
    report.run(("race: 50 accept a seek", "one 201"), limit, accepts(target)).await;
    report.run(("race: an intent 50 times", "one event"), limit, same_intent(target)).await;
    report.run(("race: conflicting moves", "one of each position"), limit, moves(target)).await;
    report.run(("race: resign and move", "one result"), limit, resign_and_move(target)).await;
    report.run(("race: 30 rematches", "one new game"), limit, rematches(target)).await;
    report.run(("race: withdraw and accept a seek", "one of them"), limit, withdrawals(target)).await;
}

async fn guests(target: &Target, count: usize) -> Result<Vec<Client>, Failure> {
    let mut guests = Vec::new();
    for number in 0..count {
        guests.push(target.client().guest(&format!("Racer {number}")).await?);
    }
    Ok(guests)
}

fn count_all(tally: &mut Tally, replies: &[Reply], statuses: &[u16]) {
    for reply in replies {
        tally.expect(reply, statuses, || "an answer in the race".to_owned());
    }
}

async fn accepts(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let owner = target.client().guest("Owner").await?;
    let seek = owner.seek("shatranj").await?;
    let path = format!("/api/v1/seeks/{seek}/accept");
    let requests = guests(target, 50).await?.into_iter().map(|guest| {
        let path = path.clone();
        async move { (guest.id.clone(), guest.post(&path, &json!({})).await) }
    });
    let (ids, replies): (Vec<String>, Vec<Reply>) = together(requests).await?.into_iter().unzip();
    count_all(&mut tally, &replies, &[201, 409]);
    let accepted: Vec<usize> = (0..replies.len()).filter(|index| replies[*index].status == 201).collect();
    tally.require(accepted.len() == 1, || format!("{} accepted", accepted.len()));
    if let [winner] = accepted[..] {
        let game = replies[winner].json();
        let stored = owner.get(&format!("/api/v1/seeks/{seek}")).await.json();
        tally.require(stored["game"] == game["id"], || format!("the seek names {}", stored["game"]));
        let black = &game["black"]["player"]["id"];
        tally.require(*black == ids[winner].as_str(), || format!("Black is {black}"));
    }
    let again = owner.post(&path, &json!({})).await;
    tally.expect(&again, &[409], || "the owner accepts".to_owned());
    Ok(tally)
}

async fn same_intent(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let person = target.client().guest("Twice").await?;
    let game = person.game("senterej").await?;
    let place = json!({ "kind": "place", "side": "white", "from": "b1", "to": "c3" });
    let requests = (0..50).map(|_| {
        let (person, game, place) = (person.clone(), game.clone(), place.clone());
        async move { person.intent(&game, "same", place).await }
    });
    let replies = together(requests).await?;
    count_all(&mut tally, &replies, &[200]);
    let seq = &replies[0].json()["seq"];
    tally.require(replies.iter().all(|reply| reply.json()["seq"] == *seq), || "different answers".to_owned());
    let count = count_of(&person.frames(&game).await?, "place");
    tally.require(count == 1, || format!("{count} events of one intent"));
    Ok(tally)
}

/// Number of events of a kind.
fn count_of(frames: &[Value], kind: &str) -> usize {
    frames.iter().filter(|frame| frame["type"] == kind).count()
}

/// Two players send many different moves at once, several times: as many events as acknowledgements,
/// the players in turn, and consecutive numbers.
async fn moves(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let pair = guests(target, 2).await?;
    let game = pair[0].game_against(&pair[1], "shatranj").await?;
    let mut acknowledged = 0;
    for round in 0..target.scaled(4, 12) {
        let requests = (0..16_usize).map(|number| {
            let (person, game) = (pair[number % 2].clone(), game.clone());
            let (rank, next) = if number % 2 == 0 { (2, 3) } else { (7, 6) };
            let file = char::from(b'a' + (number / 2) as u8);
            let data = json!({ "kind": "move", "move": format!("{file}{rank}{file}{next}") });
            async move { person.intent(&game, &format!("{round} {number}"), data).await }
        });
        let replies = together(requests).await?;
        count_all(&mut tally, &replies, &[200, 409]);
        acknowledged += replies.iter().filter(|reply| reply.status == 200).count();
    }
    let frames = pair[0].frames(&game).await?;
    let played: Vec<&Value> = frames.iter().filter(|frame| frame["type"] == "move").collect();
    tally.require(played.len() == acknowledged, || {
        format!("{acknowledged} moves were acknowledged, {} are there", played.len())
    });
    let alternate = played
        .iter()
        .enumerate()
        .all(|(index, frame)| frame["side"] == if index % 2 == 0 { "white" } else { "black" });
    tally.require(alternate, || "the players did not move in turn".to_owned());
    require_consecutive(&mut tally, &frames);
    Ok(tally)
}

fn require_consecutive(tally: &mut Tally, frames: &[Value]) {
    let numbers: Vec<u64> = frames.iter().filter_map(|frame| frame["seq"].as_u64()).collect();
    let is_whole = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    tally.require(is_whole, || format!("event numbers are {numbers:?}"));
}

async fn resign_and_move(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    for _ in 0..target.scaled(3, 10) {
        let pair = guests(target, 2).await?;
        let game = pair[0].game_against(&pair[1], "shatranj").await?;
        let requests = (0..12_usize).map(|number| {
            let (person, game) = (pair[number % 2].clone(), game.clone());
            let side = ["white", "black"][number % 2];
            let data = match number {
                0..4 => json!({ "kind": "move", "move": "a2a3" }),
                4..10 => json!({ "kind": "resign", "side": side }),
                _ => json!({ "kind": "draw", "side": side }),
            };
            async move { (number, person.intent(&game, &number.to_string(), data).await) }
        });
        let replies = together(requests).await?;
        let resigned =
            replies.iter().filter(|(number, reply)| (4..10).contains(number) && reply.status == 200).count();
        count_all(&mut tally, &replies.into_iter().map(|(_, reply)| reply).collect::<Vec<_>>(), &[200, 409]);
        let frames = pair[0].frames(&game).await?;
        let over = pair[0].get(&format!("/api/v1/games/{game}")).await.json();
        tally.require(over["view"]["phase"] == "over", || format!("{game} is not over"));
        tally.require(count_of(&frames, "resign") <= 1 && resigned <= 1, || {
            format!(
                "{resigned} resignations of {game}: {}",
                json!(frames.iter().map(|frame| &frame["type"]).collect::<Vec<_>>())
            )
        });
        require_consecutive(&mut tally, &frames);
    }
    Ok(tally)
}

/// Both players ask for a rematch many times at once.
async fn rematches(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let pair = guests(target, 2).await?;
    let game = pair[0].game_against(&pair[1], "shatranj").await?;
    pair[0].intent(&game, "resign", json!({ "kind": "resign", "side": "white" })).await;
    let requests = (0..30_usize).map(|number| {
        let (person, game) = (pair[number % 2].clone(), game.clone());
        let side = ["white", "black"][number % 2];
        let data = json!({ "kind": "rematch", "side": side });
        async move { person.intent(&game, &number.to_string(), data).await }
    });
    let replies = together(requests).await?;
    count_all(&mut tally, &replies, &[200, 409, 429]);
    let rematched = count_of(&pair[0].frames(&game).await?, "rematched");
    tally.require(rematched == 1, || format!("{rematched} rematches"));
    let games = pair[0].get("/api/v1/games?player=me").await.json();
    let count = games["games"].as_array().map_or(0, Vec::len);
    tally.require(count == 2, || format!("{count} games of the players, not 2"));
    Ok(tally)
}

/// A seek is withdrawn while others accept it: it is accepted by one, or by nobody.
async fn withdrawals(target: &Target) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let owner = target.client().guest("Owner").await?;
    let others = guests(target, 6).await?;
    let mut accepted_rounds = 0;
    for _ in 0..target.scaled(6, 25) {
        let seek = owner.seek("shatranj").await?;
        let requests = (0..7_usize).map(|number| {
            let (owner, others, seek) = (owner.clone(), others.clone(), seek.clone());
            async move {
                match others.get(number) {
                    Some(other) => other.post(&format!("/api/v1/seeks/{seek}/accept"), &json!({})).await,
                    None => owner.send("DELETE", &format!("/api/v1/seeks/{seek}"), "", "").await,
                }
            }
        });
        let replies = together(requests).await?;
        count_all(&mut tally, &replies, &[201, 204, 404, 409]);
        let accepted = replies.iter().filter(|reply| reply.status == 201).count();
        let withdrawn = replies[6].status == 204;
        accepted_rounds += accepted;
        tally.require(accepted <= 1, || format!("{accepted} accepted {seek}"));
        tally.require(accepted == 1 || withdrawn, || format!("{seek} is neither accepted nor withdrawn"));
        tally.require(accepted == 0 || !withdrawn, || format!("{seek} is both accepted and withdrawn"));
        let now = owner.get(&format!("/api/v1/seeks/{seek}")).await;
        let has_game = now.json()["game"].is_string();
        tally.require(has_game == (accepted == 1), || format!("{seek}: {}", now.summary()));
    }
    tally.note(format!("{accepted_rounds} accepted"));
    Ok(tally)
}
