//! Seeks.

use std::sync::Arc;

use super::{TestStore, game_id, guest_id, ms, on_both};
use crate::store::SeekRow;

on_both! { take_seek_concurrently_has_one_winner open_seeks_need_a_live_owner delete_seek_by_another_is_rejected }

fn seek(id: &str, by: &str, created: u64) -> SeekRow {
    let body = format!("{{\"for\":\"{id}\"}}");
    SeekRow {
        id: id.to_owned(),
        by: guest_id(by),
        body,
        private: false,
        created: ms(created),
        expires: ms(created + 1_000),
    }
}

async fn take_seek_concurrently_has_one_winner(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let store = Arc::new(store);
    store.insert_seek(seek("s", "p", 1)).await.unwrap();
    assert_eq!(store.seek("s").await.unwrap().unwrap(), (seek("s", "p", 1), None));
    assert!(store.insert_seek(seek("s", "p", 1)).await.is_err());
    let mut takers = tokio::task::JoinSet::new();
    for taker in 0..50 {
        let store = store.clone();
        takers.spawn(async move {
            store.take_seek("s", &game_id(&format!("game{taker}"))).await.unwrap().then_some(taker)
        });
    }
    let winners: Vec<_> = takers.join_all().await.into_iter().flatten().collect();
    assert_eq!(winners.len(), 1);
    let game = Some(game_id(&format!("game{}", winners[0])));
    assert_eq!(store.seek("s").await.unwrap().unwrap().1, game);
    assert!(store.open_seeks(ms(5), ms(0)).await.unwrap().is_empty());
    store.reopen_seek("s").await.unwrap();
    assert_eq!(store.open_seeks(ms(5), ms(0)).await.unwrap(), [seek("s", "p", 1)]);
    assert!(store.take_seek("s", &game_id("again")).await.unwrap());
    assert!(!store.take_seek("nothing", &game_id("again")).await.unwrap());
}

async fn open_seeks_need_a_live_owner(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.insert_seek(seek("old", "p", 100)).await.unwrap();
    store.insert_seek(seek("new", "q", 500)).await.unwrap();
    store.insert_seek(SeekRow { private: true, ..seek("hidden", "q", 500) }).await.unwrap();
    let open = async |now, since| -> Vec<String> {
        let seeks = store.open_seeks(ms(now), ms(since)).await.unwrap();
        seeks.into_iter().map(|seek| seek.id).collect()
    };
    assert_eq!(open(600, 0).await, ["old", "new"]);
    assert_eq!(open(600, 400).await, ["new"]);
    store.touch_seeks(&[guest_id("p"), guest_id("nobody")], ms(550)).await.unwrap();
    store.touch_seeks(&[], ms(600)).await.unwrap();
    assert_eq!(open(600, 400).await, ["old", "new"]);
    assert_eq!(open(1_200, 0).await, ["new"]);
    assert_eq!(store.seek("hidden").await.unwrap().unwrap().0.id, "hidden");
    assert!(store.seek("nothing").await.unwrap().is_none());
}

async fn delete_seek_by_another_is_rejected(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.insert_seek(seek("s", "p", 1)).await.unwrap();
    assert!(!store.delete_seek("s", &guest_id("q")).await.unwrap());
    store.take_seek("s", &game_id("g")).await.unwrap();
    assert!(!store.delete_seek("s", &guest_id("p")).await.unwrap());
    store.reopen_seek("s").await.unwrap();
    assert!(store.delete_seek("s", &guest_id("p")).await.unwrap());
    assert!(store.seek("s").await.unwrap().is_none());
}
