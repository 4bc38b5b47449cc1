//! Who writes a game.

use std::time::Duration;

use super::{House, close, event, is_stale, lodge, new_game, next, node_info, numbers, on_both};
use crate::clock::now_ms;
use crate::store::{Claim, Lodging, Store};

on_both! {
    each_claim_raises_the_epoch what_was_released_is_nobodys what_was_left_in_a_hurry_is_an_orphan
    a_crash_makes_orphans
}

async fn each_claim_raises_the_epoch(house: &House) {
    let (store, _closing) = house.open().await;
    store.append(new_game("g")).await.unwrap();
    assert_eq!(lodge(&store, "g").await, Lodging { epoch: 1, orphaned_since: None });
    store.append(next("g", 2, 1)).await.unwrap();
    assert_eq!(lodge(&store, "g").await, Lodging { epoch: 2, orphaned_since: None });
    assert!(is_stale(&store.append(next("g", 3, 1)).await));
    store.append(next("g", 3, 2)).await.unwrap();
}

async fn what_was_released_is_nobodys(house: &House) {
    let (store, closing) = house.open().await;
    store.append(new_game("g")).await.unwrap();
    let lodging = lodge(&store, "g").await;
    store.release("g", lodging.epoch - 1).await.unwrap();
    store.release("g", lodging.epoch).await.unwrap();
    close((store, closing)).await;
    let (store, _closing) = house.open_as("two").await;
    assert_eq!(lodge(&store, "g").await, Lodging { epoch: 2, orphaned_since: None });
}

async fn what_was_left_in_a_hurry_is_an_orphan(house: &House) {
    let (store, closing) = house.open().await;
    store.append(new_game("g")).await.unwrap();
    lodge(&store, "g").await;
    let before = now_ms();
    close((store, closing)).await;
    let after = now_ms();
    let (store, _closing) = house.open_as("two").await;
    let lodging = lodge(&store, "g").await;
    assert_eq!(lodging.epoch, 2);
    let since = lodging.orphaned_since.unwrap();
    assert!((before..=after).contains(&since), "{since} is not in {before}..={after}");
}

/// Takes games on a runtime of its own that ends as a process does that is killed.
fn crash(house: &House, node: &str, games: &'static [&'static str]) {
    let (place, node) = (house.place.clone(), node_info(node));
    let life = std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let (store, closing) = runtime.block_on(Store::open(&place, node)).unwrap();
        runtime.block_on(async {
            for game in games {
                store.append(new_game(game)).await.unwrap();
                lodge(&store, game).await;
            }
        });
        runtime.shutdown_timeout(Duration::from_millis(300));
        drop((store, closing));
    });
    life.join().unwrap();
}

async fn a_crash_makes_orphans(house: &House) {
    let before = now_ms();
    crash(house, "one", &["g"]);
    let after = now_ms();
    // The same node again ends its earlier life at once.
    let (store, _closing) = house.open_as("one").await;
    let lodging = lodge(&store, "g").await;
    let since = lodging.orphaned_since.unwrap();
    assert!((before..=after).contains(&since), "{since} is not in {before}..={after}");
    store.append(next("g", 2, lodging.epoch)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_living_node_keeps_its_games_and_a_dead_one_loses_them() {
    let house = House::postgres();
    let (one, _one) = house.open_as("one").await;
    let (two, _two) = house.open_as("two").await;
    one.append(new_game("alive")).await.unwrap();
    assert_eq!(lodge(&one, "alive").await.epoch, 1);
    let theirs = Claim::Theirs { node: "one".to_owned(), address: "http://one.example".to_owned() };
    assert_eq!(two.claim("alive").await.unwrap().unwrap(), theirs);

    crash(&house, "three", &["g"]);
    let mut tries = 0;
    let lodging = loop {
        match two.claim("g").await.unwrap().unwrap() {
            Claim::Mine(lodging) => break lodging,
            Claim::Theirs { node, .. } => assert_eq!(node, "three"),
        }
        tries += 1;
        assert!(tries < 100, "it is never let go");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert!(tries > 0, "it was taken from somebody alive");
    assert_eq!(lodging.epoch, 2);
    assert!(lodging.orphaned_since.is_some());
    // The first has lived on all the while.
    assert_eq!(two.claim("alive").await.unwrap().unwrap(), theirs);
    one.append(next("alive", 2, 1)).await.unwrap();
    assert!(is_stale(&one.append(next("g", 2, 1)).await));
    two.append(next("g", 2, 2)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_many_who_claim_an_orphan_has_it() {
    let house = House::postgres();
    crash(&house, "gone", &["g"]);
    let mut stores = Vec::new();
    for node in ["a", "b", "c", "d"] {
        stores.push(house.open_as(node).await);
    }
    let outlive = "UPDATE node SET expires = 0 WHERE id = 'gone'";
    stores[0].0.writers.run(outlive, &[]).await.unwrap();
    let claims = stores.iter().map(|(store, _)| store.claim("g"));
    let claims = futures_util::future::join_all(claims).await;
    let mine = claims.iter().filter(|claim| matches!(claim, Ok(Some(Claim::Mine(_))))).count();
    assert_eq!(mine, 1, "{claims:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_was_held_for_dead_lives_again_with_what_nobody_took() {
    let house = House::postgres();
    let (one, _one) = house.open_as("one").await;
    let (two, _two) = house.open_as("two").await;
    for game in ["taken", "kept"] {
        one.append(new_game(game)).await.unwrap();
        lodge(&one, game).await;
    }
    let held_for_dead = "UPDATE node SET expires = 0 WHERE id = 'one'";
    two.writers.run(held_for_dead, &[]).await.unwrap();
    assert_eq!(lodge(&two, "taken").await.epoch, 2);
    let life = one.resident.life();
    for _ in 0..100 {
        if one.resident.life() != life {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_ne!(one.resident.life(), life);
    assert!(!one.is_fenced());
    assert!(is_stale(&one.append(next("taken", 2, 1)).await));
    one.append(next("kept", 2, 1)).await.unwrap();
    for (store, game, owner) in [(&one, "taken", "two"), (&two, "kept", "one")] {
        let Some(Claim::Theirs { node, .. }) = store.claim(game).await.unwrap() else { panic!("{game}") };
        assert_eq!(node, owner);
    }
    assert_eq!(numbers(&two, "kept").await, [1, 2]);
    assert_eq!(two.log_after("kept", 1).await.unwrap()[0].0, event(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_before_a_takeover_is_in_the_log() {
    let house = House::postgres();
    let (one, _one) = house.open_as("one").await;
    let (two, _two) = house.open_as("two").await;
    one.append(new_game("g")).await.unwrap();
    let mut epoch = lodge(&one, "g").await.epoch;
    for (writer, thief) in [(&one, &two), (&two, &one), (&one, &two)] {
        let seq = writer.load("g").await.unwrap().unwrap().log.len() as u64;
        let writing = async {
            let mut seq = seq;
            loop {
                match writer.append(next("g", seq + 1, epoch)).await {
                    Ok(()) => seq += 1,
                    refused => break (seq, refused),
                }
            }
        };
        let stealing = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            thief.writers.run("UPDATE game SET owner = NULL", &[]).await.unwrap();
            let lodging = lodge(thief, "g").await;
            (lodging.epoch, thief.load("g").await.unwrap().unwrap().log.len() as u64)
        };
        let ((acknowledged, refused), (taken, seen)) = tokio::join!(writing, stealing);
        assert!(is_stale(&refused), "{refused:?}");
        assert!(acknowledged > seq, "nothing was written");
        // Who has taken it sees everything that was acknowledged, and nothing follows.
        assert_eq!(seen, acknowledged);
        assert_eq!(numbers(thief, "g").await, (1..=seen).collect::<Vec<_>>());
        epoch = taken;
    }
}
