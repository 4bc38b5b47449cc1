//! Notifications.

use std::time::Duration;

use rukh_session::wire::event::Seq;
use tokio::sync::broadcast::Receiver;
use tokio::time::Instant;

use super::{TestStore, game_id, ms, new_game, next, on_both};
use crate::{Epoch, StoreEvent};

on_both! { append_is_no_news_on_its_own_node }

/// The next event that matches.
async fn hear(hints: &mut Receiver<StoreEvent>, is_it: impl Fn(&StoreEvent) -> bool) -> StoreEvent {
    let waiting = async {
        loop {
            let hint = hints.recv().await.unwrap();
            if is_it(&hint) {
                return hint;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), waiting).await.expect("a notification")
}

fn games(id: &str, seq: u64, asides: u64) -> StoreEvent {
    StoreEvent::Games(vec![(game_id(id), Seq::new(seq), asides)])
}

async fn append_is_no_news_on_its_own_node(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let mut hints = store.subscribe();
    store.append(new_game("g")).await.unwrap();
    store.append(next("g", 2, 0)).await.unwrap();
    store.add_aside(&game_id("g"), 1, ms(1), "{}".to_owned(), Epoch::FIRST).await.unwrap();
    store.notify_lobby().await;
    assert_eq!(hints.recv().await.unwrap(), StoreEvent::Lobby);
    assert!(tokio::time::timeout(Duration::from_millis(200), hints.recv()).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn append_notifies_other_nodes() {
    let fixture = TestStore::postgres();
    let (one, _one) = fixture.open_as("one").await;
    let (two, _two) = fixture.open_as("two").await;
    let mut hints = two.subscribe();
    one.append(new_game("g")).await.unwrap();
    assert_eq!(hear(&mut hints, |_| true).await, games("g", 1, 0));
    one.add_aside(&game_id("g"), 1, ms(1), "{}".to_owned(), Epoch::FIRST).await.unwrap();
    assert_eq!(hear(&mut hints, |_| true).await, games("g", 1, 1));
    one.notify_lobby().await;
    assert_eq!(hear(&mut hints, |_| true).await, StoreEvent::Lobby);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn listener_lost_connection_reconnects() {
    let fixture = TestStore::postgres();
    let (one, _one) = fixture.open_as("one").await;
    let (two, _two) = fixture.open_as("two").await;
    one.append(new_game("g")).await.unwrap();
    let mut hints = two.subscribe();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()";
    // All connections are cut: of readers, writers, heartbeat and listener.
    let mut last = one.writers.connection().await.unwrap();
    last.fetch(cut, &[]).await.unwrap();
    assert_eq!(hear(&mut hints, |hint| *hint == StoreEvent::Lagged).await, StoreEvent::Lagged);
    // A connection lost while idle is replaced unnoticed.
    one.append(next("g", 2, 0)).await.unwrap();
    assert_eq!(one.load(&game_id("g")).await.unwrap().unwrap().log.len(), 2);
    assert_eq!(two.acquire_lease(&game_id("g")).await.unwrap().map(|_| ()), Some(()));
    assert_eq!(hear(&mut hints, |hint| *hint == games("g", 2, 0)).await, games("g", 2, 0));
    two.check_health().await.unwrap();
}

/// A request by way of the database, and one that nobody answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_is_answered_or_times_out() {
    let fixture = TestStore::postgres();
    let (one, _one) = fixture.open_as("one").await;
    let (two, _two) = fixture.open_as("two").await;
    let mut hints = two.subscribe();
    let receiver = two.node_lease.incarnation();
    let asking = {
        let (one, receiver) = (one.clone(), receiver.clone());
        let until = Instant::now() + Duration::from_secs(20);
        tokio::spawn(async move { one.exchange_mail(&receiver, &game_id("g"), "question", until).await })
    };
    hear(&mut hints, |hint| *hint == StoreEvent::Mail(receiver.clone())).await;
    let mail = two.read_mail().await.unwrap();
    assert_eq!((mail.len(), &mail[0].game, mail[0].request.as_str()), (1, &game_id("g"), "question"));
    assert_eq!(one.read_mail().await.unwrap(), []);
    two.answer_mail(&mail[0].id, "answer").await.unwrap();
    assert_eq!(asking.await.unwrap().unwrap().as_deref(), Some("answer"));
    let soon = Instant::now() + Duration::from_millis(300);
    assert_eq!(one.exchange_mail(&receiver, &game_id("g"), "again", soon).await.unwrap(), None);
    assert_eq!(two.read_mail().await.unwrap(), [], "a request that was given up is gone");
}
