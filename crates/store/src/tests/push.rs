//! Subscriptions to push messages.

use super::{TestStore, guest_id, ms, on_both};
use crate::{PushRow, Store};

on_both! {
    subscription_saved_again_is_renewed subscriptions_above_the_limit_drop_the_oldest
    subscription_of_another_guest_needs_its_secret subscription_gone_or_old_is_deleted
    subscriptions_saved_concurrently_stay_within_the_limit
}

fn row(id: &str, guest: &str, renewed: u64) -> PushRow {
    PushRow {
        id: id.to_owned(),
        guest: guest_id(guest),
        endpoint: format!("https://push.example/{id}"),
        p256dh: format!("key of {id}"),
        auth: format!("secret of {id}"),
        locale: "en".to_owned(),
        renewed: ms(renewed),
    }
}

async fn ids(store: &Store, guest: &str) -> Vec<String> {
    store.push_of(&guest_id(guest)).await.unwrap().into_iter().map(|row| row.id).collect()
}

async fn subscription_saved_again_is_renewed(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    assert!(store.save_push(&row("a", "p", 1), 5).await.unwrap());
    let again = PushRow { locale: "fa".to_owned(), auth: "another".to_owned(), ..row("a", "p", 9) };
    assert!(store.save_push(&again, 5).await.unwrap());
    assert_eq!(store.push_of(&guest_id("p")).await.unwrap(), [again]);
    assert!(ids(&store, "q").await.is_empty());
    assert!(!store.delete_push("a", &guest_id("q")).await.unwrap(), "the subscription of another guest");
    assert!(store.delete_push("a", &guest_id("p")).await.unwrap());
    assert!(!store.delete_push("a", &guest_id("p")).await.unwrap());
    assert!(ids(&store, "p").await.is_empty());
}

async fn subscriptions_above_the_limit_drop_the_oldest(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for (id, renewed) in [("a", 1), ("b", 2), ("c", 3)] {
        assert!(store.save_push(&row(id, "p", renewed), 3).await.unwrap());
    }
    store.save_push(&row("z", "q", 1), 3).await.unwrap();
    store.save_push(&row("a", "p", 4), 3).await.unwrap();
    store.save_push(&row("d", "p", 5), 3).await.unwrap();
    assert_eq!(ids(&store, "p").await, ["d", "a", "c"]);
    assert_eq!(ids(&store, "q").await, ["z"]);
}

async fn subscription_of_another_guest_needs_its_secret(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.save_push(&row("a", "p", 1), 5).await.unwrap();
    let stolen = PushRow { auth: "guessed".to_owned(), ..row("a", "q", 2) };
    assert!(!store.save_push(&stolen, 5).await.unwrap());
    assert_eq!(store.push_of(&guest_id("p")).await.unwrap(), [row("a", "p", 1)]);
    assert!(store.save_push(&row("a", "q", 3), 5).await.unwrap(), "the same browser is another guest");
    assert!(ids(&store, "p").await.is_empty());
    assert_eq!(ids(&store, "q").await, ["a"]);
}

async fn subscription_gone_or_old_is_deleted(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let read = row("a", "p", 1);
    store.save_push(&read, 5).await.unwrap();
    store.save_push(&row("a", "p", 2), 5).await.unwrap();
    store.forget_push(&read).await.unwrap();
    assert_eq!(ids(&store, "p").await, ["a"], "it was renewed meanwhile");
    store.forget_push(&row("a", "p", 2)).await.unwrap();
    assert!(ids(&store, "p").await.is_empty());
    for (id, renewed) in [("old", 10), ("new", 20)] {
        store.save_push(&row(id, "p", renewed), 5).await.unwrap();
    }
    assert_eq!(store.purge_push(ms(20)).await.unwrap(), 1);
    assert_eq!(ids(&store, "p").await, ["new"]);
}

async fn subscriptions_saved_concurrently_stay_within_the_limit(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let mut saving = tokio::task::JoinSet::new();
    for number in 0..30 {
        let store = store.clone();
        saving
            .spawn(async move { store.save_push(&row(&format!("{number}"), "p", number), 4).await.unwrap() });
    }
    assert!(saving.join_all().await.into_iter().all(|saved| saved));
    assert_eq!(ids(&store, "p").await.len(), 4);
}
