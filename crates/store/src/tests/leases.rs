//! Leases and takeovers.

use std::time::Duration;

use rukh_session::wire::event::Seq;

use super::{TestStore, acquire, close, event, game_id, is_stale, new_game, next, numbers, on_both};
use crate::clock;
use crate::{Epoch, Lease, LeaseOutcome};

on_both! {
    acquire_raises_the_epoch release_leaves_no_owner close_without_release_orphans_the_game
    crash_orphans_the_games
}

async fn acquire_raises_the_epoch(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    assert_eq!(acquire(&store, "g").await, Lease { epoch: Epoch(1), orphaned_since: None });
    store.append(next("g", 2, 1)).await.unwrap();
    assert_eq!(acquire(&store, "g").await, Lease { epoch: Epoch(2), orphaned_since: None });
    assert!(is_stale(&store.append(next("g", 3, 1)).await));
    store.append(next("g", 3, 2)).await.unwrap();
}

async fn release_leaves_no_owner(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    let lease = acquire(&store, "g").await;
    store.release_lease(&game_id("g"), Epoch(lease.epoch.0 - 1)).await.unwrap();
    store.release_lease(&game_id("g"), lease.epoch).await.unwrap();
    close((store, closing)).await;
    let (store, _closing) = fixture.open_as("two").await;
    assert_eq!(acquire(&store, "g").await, Lease { epoch: Epoch(2), orphaned_since: None });
}

async fn close_without_release_orphans_the_game(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    acquire(&store, "g").await;
    // The site's clock follows that of the database, to a few milliseconds.
    let before = clock::now().saturating_sub(50);
    close((store, closing)).await;
    let after = clock::now() + 50;
    let (store, _closing) = fixture.open_as("two").await;
    let lease = acquire(&store, "g").await;
    assert_eq!(lease.epoch, Epoch(2));
    let since = lease.orphaned_since.unwrap();
    assert!((before..=after).contains(&since), "{since} is not in {before}..={after}");
}

/// Acquires games on a node that is killed.
fn crash(fixture: &TestStore, node: &str, games: &'static [&'static str]) {
    fixture.crash_after(node, async move |store| {
        for game in games {
            store.append(new_game(game)).await.unwrap();
            acquire(store, game).await;
        }
    });
}

async fn crash_orphans_the_games(fixture: &TestStore) {
    let before = clock::now();
    crash(fixture, "one", &["g"]);
    // The database may still be told that the node lives when nobody waits for its answer any more.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let after = clock::now();
    // Reopening the same node expires its earlier incarnation at once.
    let (store, _closing) = fixture.open_as("one").await;
    let lease = acquire(&store, "g").await;
    let since = lease.orphaned_since.unwrap();
    assert!((before..=after).contains(&since), "{since} is not in {before}..={after}");
    store.append(next("g", 2, lease.epoch.0)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lease_of_live_node_holds_of_dead_node_expires() {
    let fixture = TestStore::postgres();
    let (one, _one) = fixture.open_as("one").await;
    let (two, _two) = fixture.open_as("two").await;
    one.append(new_game("alive")).await.unwrap();
    assert_eq!(acquire(&one, "alive").await.epoch, Epoch(1));
    let theirs = one.node_lease.incarnation();
    let held = two.acquire_lease(&game_id("alive")).await.unwrap().unwrap();
    assert_eq!(held, LeaseOutcome::HeldBy(theirs.clone()));

    crash(&fixture, "three", &["g"]);
    let mut tries = 0;
    let lease = loop {
        match two.acquire_lease(&game_id("g")).await.unwrap().unwrap() {
            LeaseOutcome::Granted(lease) => break lease,
            LeaseOutcome::HeldBy(holder) => assert!(holder.starts_with("three-"), "{holder}"),
        }
        tries += 1;
        assert!(tries < 100, "the lease never expires");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert!(tries > 0, "the lease was taken from a live node");
    assert_eq!(lease.epoch, Epoch(2));
    assert!(lease.orphaned_since.is_some());
    // The first node has been alive all the while.
    assert_eq!(two.acquire_lease(&game_id("alive")).await.unwrap().unwrap(), LeaseOutcome::HeldBy(theirs));
    one.append(next("alive", 2, 1)).await.unwrap();
    assert!(is_stale(&one.append(next("g", 2, 1)).await));
    two.append(next("g", 2, 2)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acquire_orphan_concurrently_has_one_winner() {
    let fixture = TestStore::postgres();
    crash(&fixture, "gone", &["g"]);
    let mut stores = Vec::new();
    for node in ["a", "b", "c", "d"] {
        stores.push(fixture.open_as(node).await);
    }
    let outlive = "UPDATE node SET expires = 0 WHERE id = 'gone'";
    stores[0].0.writers.execute(outlive, &[]).await.unwrap();
    let id = game_id("g");
    let claims = stores.iter().map(|(store, _)| store.acquire_lease(&id));
    let claims = futures_util::future::join_all(claims).await;
    let mine = claims.iter().filter(|claim| matches!(claim, Ok(Some(LeaseOutcome::Granted(_))))).count();
    assert_eq!(mine, 1, "{claims:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lease_expired_node_renews_with_untaken_games() {
    let fixture = TestStore::postgres();
    let (one, _one) = fixture.open_as("one").await;
    let (two, _two) = fixture.open_as("two").await;
    for game in ["taken", "kept"] {
        one.append(new_game(game)).await.unwrap();
        acquire(&one, game).await;
    }
    let held_for_dead = "UPDATE node SET expires = 0 WHERE id = 'one'";
    two.writers.execute(held_for_dead, &[]).await.unwrap();
    assert_eq!(acquire(&two, "taken").await.epoch, Epoch(2));
    let life = one.node_lease.incarnation();
    for _ in 0..100 {
        if one.node_lease.incarnation() != life {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_ne!(one.node_lease.incarnation(), life);
    assert!(!one.is_fenced());
    assert!(is_stale(&one.append(next("taken", 2, 1)).await));
    one.append(next("kept", 2, 1)).await.unwrap();
    for (store, game, owner) in [(&one, "taken", "two"), (&two, "kept", "one")] {
        let lease = store.acquire_lease(&game_id(game)).await.unwrap();
        let Some(LeaseOutcome::HeldBy(node)) = lease else { panic!("{game}") };
        assert!(node.starts_with(&format!("{owner}-")), "{node}");
    }
    assert_eq!(numbers(&two, "kept").await, [1, 2]);
    assert_eq!(two.log_after(&game_id("kept"), Seq::new(1)).await.unwrap()[0].0, event(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn takeover_keeps_acknowledged_appends() {
    let fixture = TestStore::postgres();
    let (one, _one) = fixture.open_as("one").await;
    let (two, _two) = fixture.open_as("two").await;
    one.append(new_game("g")).await.unwrap();
    let mut epoch = acquire(&one, "g").await.epoch;
    for (writer, thief) in [(&one, &two), (&two, &one), (&one, &two)] {
        let seq = writer.load(&game_id("g")).await.unwrap().unwrap().log.len() as u64;
        let writing = async {
            let mut seq = seq;
            loop {
                match writer.append(next("g", seq + 1, epoch.0)).await {
                    Ok(()) => seq += 1,
                    refused => break (seq, refused),
                }
            }
        };
        let stealing = async {
            // Amid writing, however slow that is.
            while thief.load(&game_id("g")).await.unwrap().unwrap().log.len() as u64 == seq {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
            thief.writers.execute("UPDATE game SET owner = NULL", &[]).await.unwrap();
            let lease = acquire(thief, "g").await;
            (lease.epoch, thief.load(&game_id("g")).await.unwrap().unwrap().log.len() as u64)
        };
        let ((acknowledged, refused), (taken, seen)) = tokio::join!(writing, stealing);
        assert!(is_stale(&refused), "{refused:?}");
        assert!(acknowledged > seq, "nothing was written");
        // The new owner sees everything that was acknowledged, and nothing follows.
        assert_eq!(seen, acknowledged);
        assert_eq!(numbers(thief, "g").await, (1..=seen).collect::<Vec<_>>());
        epoch = taken;
    }
}
