//! Who follows games hears of them.

use std::time::Duration;

use tokio::sync::broadcast::Receiver;

use super::{House, new_game, next, on_both};
use crate::store::Hint;

on_both! { ones_own_node_is_told }

/// The next hint that is one of those waited for.
async fn hear(hints: &mut Receiver<Hint>, is_it: impl Fn(&Hint) -> bool) -> Hint {
    let waiting = async {
        loop {
            let hint = hints.recv().await.unwrap();
            if is_it(&hint) {
                return hint;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), waiting).await.expect("a hint")
}

fn games(id: &str, seq: u64, asides: u64) -> Hint {
    Hint::Games(vec![(id.to_owned(), seq, asides)])
}

async fn ones_own_node_is_told(house: &House) {
    let (store, _closing) = house.open().await;
    let mut hints = store.hints();
    store.append(new_game("g")).await.unwrap();
    store.append(next("g", 2, 0)).await.unwrap();
    store.add_aside("g", 1, 1, "{}".to_owned(), 0).await.unwrap();
    store.say_lobby().await;
    for expected in [games("g", 1, 0), games("g", 2, 0), games("g", 2, 1), Hint::Lobby] {
        assert_eq!(hints.recv().await.unwrap(), expected);
    }
    // Nothing is told of what was not written.
    let _ = store.append(next("g", 7, 0)).await;
    assert!(tokio::time::timeout(Duration::from_millis(200), hints.recv()).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_nodes_are_told() {
    let house = House::postgres();
    let (one, _one) = house.open_as("one").await;
    let (two, _two) = house.open_as("two").await;
    let mut hints = two.hints();
    one.append(new_game("g")).await.unwrap();
    assert_eq!(hear(&mut hints, |_| true).await, games("g", 1, 0));
    one.add_aside("g", 1, 1, "{}".to_owned(), 0).await.unwrap();
    assert_eq!(hear(&mut hints, |_| true).await, games("g", 1, 1));
    one.say_lobby().await;
    assert_eq!(hear(&mut hints, |_| true).await, Hint::Lobby);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_line_is_told_and_mended() {
    let house = House::postgres();
    let (one, _one) = house.open_as("one").await;
    let (two, _two) = house.open_as("two").await;
    one.append(new_game("g")).await.unwrap();
    let mut hints = two.hints();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()";
    // Everybody's lines are cut: of readers, writers, hearts and ears.
    let mut last = one.writers.connection().await.unwrap();
    last.rows(cut, &[]).await.unwrap();
    assert_eq!(hear(&mut hints, |hint| *hint == Hint::Missed).await, Hint::Missed);
    // Whose line was lost while idle does not notice.
    one.append(next("g", 2, 0)).await.unwrap();
    assert_eq!(one.load("g").await.unwrap().unwrap().log.len(), 2);
    assert_eq!(two.claim("g").await.unwrap().map(|_| ()), Some(()));
    assert_eq!(hear(&mut hints, |hint| *hint == games("g", 2, 0)).await, games("g", 2, 0));
    two.is_well().await.unwrap();
}
