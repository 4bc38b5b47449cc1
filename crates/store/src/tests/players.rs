//! Names.

use super::outbox::{entry, finish};
use super::{TestStore, game_id, guest_id, on_both};
use crate::name::search_name;
use crate::{GameSearch, IndexEntry, PlayerFilter, Store};

on_both! {
    name_changed_is_that_of_every_game name_deleted_is_that_of_a_guest
}

/// The names of White and Black in the list entry of the game.
async fn shown(store: &Store) -> [String; 2] {
    let card = store.card(&game_id("g")).await.unwrap().unwrap();
    [card.white, card.black].map(|seat| seat.name.unwrap())
}

/// How many finished games a name finds.
async fn found(store: &Store, name: &str) -> usize {
    let player = Some(PlayerFilter::Name(search_name(name)));
    store.search(&GameSearch { player, count: 10, ..GameSearch::default() }).await.unwrap().len()
}

/// A finished game of White and Black in the index.
async fn finished_game(store: &Store) {
    finish(store, "g").await;
    let players = ["p-white", "p-black"].map(|id| Some(guest_id(id)));
    store.index_games(&[IndexEntry { players, ..entry("g") }]).await.unwrap();
}

async fn name_changed_is_that_of_every_game(fixture: &TestStore) {
    let (store, _) = fixture.open().await;
    let [white, black] = ["p-white", "p-black"].map(guest_id);
    store.set_name(&white, Some("Ras Ali")).await.unwrap();
    finished_game(&store).await;
    assert_eq!(found(&store, "ras ali").await, 1, "a name that was chosen before the game");
    store.set_name(&white, Some("Sara")).await.unwrap();
    store.set_name(&black, Some("sara")).await.unwrap();
    assert_eq!(shown(&store).await, ["Sara", "sara (2)"]);
    assert_eq!((found(&store, "ras ali").await, found(&store, "Sara").await), (0, 1));
    let names = store.names([&white, &guest_id("another")]).await.unwrap();
    assert_eq!(names.of(&white), "Sara");
}

async fn name_deleted_is_that_of_a_guest(fixture: &TestStore) {
    let (store, _) = fixture.open().await;
    finished_game(&store).await;
    let unnamed = shown(&store).await;
    assert!(unnamed.iter().all(|name| name.starts_with("Guest ")), "{unnamed:?}");
    assert_eq!(found(&store, &unnamed[0]).await, 1);
    let white = guest_id("p-white");
    store.set_name(&white, Some("Sara")).await.unwrap();
    assert_eq!((found(&store, &unnamed[0]).await, found(&store, "sara").await), (0, 1));
    store.set_name(&white, None).await.unwrap();
    assert_eq!(shown(&store).await, unnamed);
    assert_eq!((found(&store, &unnamed[0]).await, found(&store, "sara").await), (1, 0));
}
