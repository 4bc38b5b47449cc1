//! Whoever changes several rows of PostgreSQL locks them in one order, and holds none while waiting for the first.

use std::time::Duration;

use rukh_session::wire::moderation::Measure;

use super::accounts::new_account;
use super::moderation::new_sanction;
use super::seeks::seek;
use super::webhooks::{new, webhook};
use super::{LIMITS, TestStore, guest_id, ms};
use crate::{Store, StoreError};

/// What must have begun to wait by then.
const MEANWHILE: Duration = Duration::from_millis(300);

/// Does something while another transaction has executed the first statement, and then executes the second one: that
/// of the two which waits for the other would be ended as a deadlock.
async fn beside<T>(
    store: &Store,
    [first, second]: [String; 2],
    work: impl Future<Output = Result<T, StoreError>>,
) -> T {
    let mut other = store.writers.begin().await.unwrap();
    other.execute(first, &[]).await.unwrap();
    let going_on = async move {
        tokio::time::sleep(MEANWHILE).await;
        other.execute(second, &[]).await.unwrap();
        other.commit().await.unwrap();
    };
    let (done, ()) = tokio::join!(work, going_on);
    done.unwrap()
}

/// Statements that lock rows, the one with the lower id first.
fn lock(table: &str) -> [String; 2] {
    ["a", "z"].map(|id| format!("UPDATE {table} SET id = id WHERE id = '{id}'"))
}

/// A webhook with two deliveries, of which the one with the higher id was written first.
async fn hook(store: &Store) {
    store.create_account(&new_account("p", "Almaz")).await.unwrap();
    assert!(store.add_webhook(&webhook("hook", "p"), 5).await.unwrap());
    for (at, id) in ["z", "a"].into_iter().enumerate() {
        let at = ms(1 + at as u64);
        store.put_deliveries(&[new(id, "hook", "p", 1)], (&[], at), at).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn webhook_resumed_locks_its_deliveries_in_order() {
    let fixture = TestStore::postgres();
    let (store, _closing) = fixture.open().await;
    hook(&store).await;
    store.writers.execute("UPDATE webhook SET stopped = 1, cause = 'gone'", &[]).await.unwrap();
    let player = guest_id("p");
    assert!(beside(&store, lock("webhook_delivery"), store.resume_webhook(&player, "hook", ms(3))).await);
    assert_eq!(store.waiting_deliveries().await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn account_deleted_locks_its_deliveries_in_order() {
    let fixture = TestStore::postgres();
    let (store, _closing) = fixture.open().await;
    hook(&store).await;
    let player = guest_id("p");
    beside(&store, lock("webhook_delivery"), store.delete_account(&player)).await;
    assert_eq!(store.waiting_deliveries().await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deliveries_are_written_in_order() {
    let fixture = TestStore::postgres();
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("p", "Almaz")).await.unwrap();
    assert!(store.add_webhook(&webhook("hook", "p"), 5).await.unwrap());
    let put = ["a", "z"].map(|id| {
        format!(
            "INSERT INTO webhook_delivery (id, webhook, player, kind, body, created, due, attempts) \
             VALUES ('{id}', 'hook', 'p', 'turn', '', 1, 1, 0)"
        )
    });
    let same = [new("z", "hook", "p", 1), new("a", "hook", "p", 1)];
    assert_eq!(beside(&store, put, store.put_deliveries(&same, (&[], ms(1)), ms(1))).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deliveries_that_others_change_are_not_waited_for() {
    let fixture = TestStore::postgres();
    let (store, _closing) = fixture.open().await;
    hook(&store).await;
    let mut other = store.writers.begin().await.unwrap();
    let [first, _] = lock("webhook_delivery");
    other.execute(first, &[]).await.unwrap();
    let taking = store.take_deliveries(ms(9), 32, &[]);
    let taken = tokio::time::timeout(Duration::from_secs(5), taking).await.expect("it waits").unwrap();
    assert_eq!(taken.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["z"]);
    other.commit().await.unwrap();
    let taken = store.take_deliveries(ms(9), 32, &[]).await.unwrap();
    assert_eq!(taken.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["a"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seeks_of_a_person_are_locked_in_order() {
    let fixture = TestStore::postgres();
    let (store, _closing) = fixture.open().await;
    for id in ["z", "a"] {
        store.insert_seek(seek(id, "p", 1), LIMITS).await.unwrap();
    }
    let player = guest_id("p");
    beside(&store, lock("seek"), store.touch_seeks(std::slice::from_ref(&player), ms(5))).await;
    let (sanction, moderator) = (new_sanction("p", Measure::Play), guest_id("m"));
    beside(&store, lock("seek"), store.impose(&sanction, &moderator, ms(6))).await;
    assert!(store.seek("a").await.unwrap().is_none());
}
