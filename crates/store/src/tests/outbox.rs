//! Finished games, each of which is consumed once.

use super::{TestStore, close, game_id, last, ms, new_game, next, on_both};
use crate::{FinishedGameConsumer, IndexEntry, IndexedResult, PositionHash, Store};

on_both! {
    finished_game_is_consumed_once finished_game_of_a_killed_node_is_consumed_by_the_next
    consumption_that_fails_leaves_the_game new_consumer_gets_games_that_ended_before
}

const INDEX: FinishedGameConsumer = FinishedGameConsumer::Index;

pub(super) async fn finish(store: &Store, id: &str) {
    store.append(new_game(id)).await.unwrap();
    store.append(last(id, 2, 0)).await.unwrap();
}

pub(super) fn entry(id: &str) -> IndexEntry {
    IndexEntry {
        game: game_id(id),
        private: false,
        started: ms(1_000),
        ruleset: "senterej".to_owned(),
        instance: "senterej".to_owned(),
        players: [None, None],
        result: IndexedResult::Draw,
        reason: "mate".to_owned(),
        plies: 2,
        opening: None,
        placement: "8".to_owned(),
        positions: vec![(PositionHash::of("8"), 0)],
    }
}

async fn waiting(store: &Store) -> Vec<String> {
    let games = store.finished_games(INDEX, 10).await.unwrap();
    assert_eq!(store.count_finished_games(INDEX).await.unwrap(), games.len() as u64);
    games.into_iter().map(|id| id.to_string()).collect()
}

async fn number_indexed(store: &Store) -> usize {
    store.readers.fetch("SELECT game FROM game_index", &[]).await.unwrap().len()
}

async fn finished_game_is_consumed_once(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.append(new_game("live")).await.unwrap();
    store.append(next("live", 2, 0)).await.unwrap();
    finish(&store, "one").await;
    finish(&store, "two").await;
    assert_eq!(waiting(&store).await, ["one", "two"]);
    // Two nodes may read the same games.
    let entries = [entry("one"), entry("two")];
    let (one, other) = tokio::join!(store.index_games(&entries), store.index_games(&entries[1..]));
    one.unwrap();
    other.unwrap();
    assert_eq!((waiting(&store).await.len(), number_indexed(&store).await), (0, 2));
    // What a game that is over is given later is no other end.
    store.append(last("one", 3, 0)).await.unwrap();
    assert_eq!(waiting(&store).await.len(), 0);
    finish(&store, "three").await;
    store.skip_finished_game(INDEX, &game_id("three")).await.unwrap();
    assert_eq!((waiting(&store).await.len(), number_indexed(&store).await), (0, 2));
}

async fn finished_game_of_a_killed_node_is_consumed_by_the_next(fixture: &TestStore) {
    fixture.crash_after("killed", async |store| finish(store, "g").await);
    let (store, _closing) = fixture.open().await;
    assert_eq!(waiting(&store).await, ["g"]);
    store.index_games(&[entry("g")]).await.unwrap();
    assert_eq!((waiting(&store).await.len(), number_indexed(&store).await), (0, 1));
}

/// Neither of two games is consumed if the other cannot be written.
async fn consumption_that_fails_leaves_the_game(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    finish(&store, "one").await;
    finish(&store, "two").await;
    let twice = PositionHash::of("8");
    let broken = IndexEntry { positions: vec![(twice, 0), (twice, 1)], ..entry("two") };
    store.index_games(&[entry("one"), broken]).await.unwrap_err();
    assert_eq!(waiting(&store).await, ["one", "two"]);
    assert_eq!(number_indexed(&store).await, 0);
}

async fn new_consumer_gets_games_that_ended_before(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    store.writers.execute("DELETE FROM consumer", &[]).await.unwrap();
    finish(&store, "before").await;
    store.append(new_game("live")).await.unwrap();
    assert_eq!(waiting(&store).await.len(), 0);
    close((store, closing)).await;
    let (store, _closing) = fixture.open().await;
    assert_eq!(waiting(&store).await, ["before"]);
    store.append(last("live", 2, 0)).await.unwrap();
    assert_eq!(waiting(&store).await, ["before", "live"]);
}
