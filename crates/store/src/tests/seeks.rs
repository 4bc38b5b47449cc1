//! Seeks.

use std::sync::Arc;

use super::{LIMITS, TestStore, everything, game_id, guest_id, ms, new_game, on_both};
use crate::{Append, NewGame, SeekLimits, SeekRow, StoreError};

on_both! {
    seek_taken_concurrently_begins_one_game open_seeks_need_a_live_owner
    delete_seek_of_another_or_taken_is_rejected
    seeks_inserted_concurrently_stay_within_limits newest_and_own_seeks_are_listed
}

pub(super) fn seek(id: &str, by: &str, created: u64) -> SeekRow {
    let body = format!("{{\"for\":\"{id}\"}}");
    SeekRow {
        id: id.to_owned(),
        by: guest_id(by),
        body,
        private: false,
        created: ms(created),
        expires: ms(created + 1_000),
        origin: None,
    }
}

/// A new game that takes a seek.
fn taking(seek: &str, game: &str) -> Append {
    let new = new_game(game);
    let taken = new.new.clone().map(|facts| NewGame { seek: Some(seek.to_owned()), ..facts });
    Append { new: taken, ..new }
}

async fn seek_taken_concurrently_begins_one_game(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let store = Arc::new(store);
    store.insert_seek(seek("s", "p", 1), LIMITS).await.unwrap();
    assert_eq!(store.seek("s").await.unwrap().unwrap(), (seek("s", "p", 1), None));
    assert!(store.insert_seek(seek("s", "p", 1), LIMITS).await.is_err());
    let mut takers = tokio::task::JoinSet::new();
    for taker in 0..50 {
        let store = store.clone();
        takers.spawn(async move {
            match store.append(taking("s", &format!("game{taker}"))).await {
                Ok(()) => Some(taker),
                Err(StoreError::SeekTaken) => None,
                Err(error) => panic!("{error:?}"),
            }
        });
    }
    let winners: Vec<_> = takers.join_all().await.into_iter().flatten().collect();
    assert_eq!(winners.len(), 1);
    let game = game_id(&format!("game{}", winners[0]));
    assert_eq!(store.seek("s").await.unwrap().unwrap().1.as_ref(), Some(&game));
    assert_eq!(store.list(everything()).await.unwrap().len(), 1, "no other game has begun");
    assert!(store.open_seeks(ms(5), [ms(0); 2]).await.unwrap().is_empty());
    let missing = store.append(taking("nothing", "again")).await;
    assert!(matches!(missing, Err(StoreError::SeekTaken)), "{missing:?}");
}

async fn seeks_inserted_concurrently_stay_within_limits(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let store = Arc::new(store);
    let insert = async |guest: fn(u32) -> String, limits: SeekLimits| {
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..40 {
            let store = store.clone();
            let row = seek(&format!("{}-{number}", guest(99)), &guest(number), 1);
            let row = SeekRow { origin: Some("here".to_owned()), ..row };
            tasks.spawn(async move { store.insert_seek(row, limits).await });
        }
        let outcomes = tasks.join_all().await;
        let refused = outcomes.iter().filter(|one| matches!(one, Err(StoreError::TooManySeeks(_)))).count();
        assert_eq!(refused + outcomes.iter().filter(|one| one.is_ok()).count(), 40);
        40 - refused
    };
    assert_eq!(insert(|_| "one".to_owned(), LIMITS).await, 5);
    // Five more of the same address.
    assert_eq!(insert(|number| format!("guest{number}"), LIMITS).await, 5);
}

async fn newest_and_own_seeks_are_listed(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for number in 0..205_u64 {
        let row = seek(&format!("s{number:03}"), &format!("p{number}"), 100 + number);
        store.insert_seek(row, LIMITS).await.unwrap();
    }
    let open = store.open_seeks(ms(400), [ms(0); 2]).await.unwrap();
    let ends = [open.first().unwrap().id.as_str(), open.last().unwrap().id.as_str()];
    assert_eq!((open.len(), ends), (200, ["s005", "s204"]));
    let own = store.own_seeks(&guest_id("p3"), ms(400)).await.unwrap();
    assert_eq!(own.iter().map(|seek| seek.id.as_str()).collect::<Vec<_>>(), ["s003"]);
}

async fn open_seeks_need_a_live_owner(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.insert_seek(seek("old", "p", 100), LIMITS).await.unwrap();
    store.insert_seek(seek("new", "q", 500), LIMITS).await.unwrap();
    store.insert_seek(SeekRow { private: true, ..seek("hidden", "q", 500) }, LIMITS).await.unwrap();
    let open = async |now, since| -> Vec<String> {
        let seeks = store.open_seeks(ms(now), [ms(since); 2]).await.unwrap();
        seeks.into_iter().map(|seek| seek.id).collect()
    };
    assert_eq!(open(600, 0).await, ["old", "new"]);
    assert_eq!(open(600, 400).await, ["new"]);
    store.touch_seeks(&[guest_id("p"), guest_id("nobody")], ms(550)).await.unwrap();
    store.touch_seeks(&[], ms(600)).await.unwrap();
    assert_eq!(open(600, 400).await, ["old", "new"]);
    assert_eq!(open(1_200, 0).await, ["new"]);
    // Whoever has days for a move may come back later.
    let body = r#"{"instance":"shatranj","time_control":{"kind":"days","days":3}}"#.to_owned();
    store.insert_seek(SeekRow { body, ..seek("days", "r", 500) }, LIMITS).await.unwrap();
    let away = store.open_seeks(ms(1_200), [ms(1_100), ms(400)]).await.unwrap();
    assert_eq!(away.into_iter().map(|seek| seek.id).collect::<Vec<_>>(), ["days"]);
    assert!(store.open_seeks(ms(1_200), [ms(1_100), ms(600)]).await.unwrap().is_empty());
    assert_eq!(store.seek("hidden").await.unwrap().unwrap().0.id, "hidden");
    assert!(store.seek("nothing").await.unwrap().is_none());
}

async fn delete_seek_of_another_or_taken_is_rejected(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.insert_seek(seek("s", "p", 1), LIMITS).await.unwrap();
    assert!(!store.delete_seek("s", &guest_id("q")).await.unwrap());
    assert!(store.delete_seek("s", &guest_id("p")).await.unwrap());
    assert!(store.seek("s").await.unwrap().is_none());
    store.insert_seek(seek("t", "p", 1), LIMITS).await.unwrap();
    store.append(taking("t", "game")).await.unwrap();
    assert!(!store.delete_seek("t", &guest_id("p")).await.unwrap());
}
