//! Lists, due games and archived logs.

use rukh_session::wire::GameCard;
use rukh_session::wire::event::Seq;

use super::{
    TestStore, acquire, card, everything, game_id, guest_id, human, is_out_of_order, last, ms, new_game,
    next, numbers, on_both,
};
use crate::{Append, Epoch, GameFilter, GameStatus, Store, StoreError};

on_both! {
    list_applies_the_filter list_pages_cover_every_game due_games_are_ordered_by_deadline archived_log_reads_like_rows
    corrupt_rows_are_reported site_key_is_created_once list_attended_since_omits_abandoned_games
}

async fn put(store: &Store, card: GameCard) {
    store.append(Append { card, ..new_game("any") }).await.unwrap();
}

async fn names(store: &Store, filter: GameFilter) -> Vec<String> {
    let cards = store.list(GameFilter { count: 100, ..filter }).await.unwrap();
    cards.into_iter().map(|card| card.id.to_string()).collect()
}

async fn list_applies_the_filter(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    put(&store, GameCard { started: ms(10), ..card("first") }).await;
    put(&store, GameCard { started: ms(20), private: true, ..card("hidden") }).await;
    put(&store, GameCard { started: ms(30), instance: "shatranj".to_owned(), ..card("other") }).await;
    put(&store, GameCard { started: ms(40), white: human("somebody"), ..card("theirs") }).await;
    put(&store, GameCard { started: ms(50), ..card("over") }).await;
    let end = last("over", 2, 0);
    let result = end.card.result.clone();
    store.append(end).await.unwrap();
    assert_eq!(names(&store, GameFilter::default()).await, ["over", "theirs", "other", "first"]);
    assert_eq!(names(&store, everything()).await, ["over", "theirs", "other", "hidden", "first"]);
    let live = GameFilter { state: Some(GameStatus::Live), ..GameFilter::default() };
    assert_eq!(names(&store, live).await, ["theirs", "other", "first"]);
    let over = GameFilter { state: Some(GameStatus::Over), ..GameFilter::default() };
    assert_eq!(names(&store, over.clone()).await, ["over"]);
    assert_eq!(store.list(GameFilter { count: 1, ..over }).await.unwrap()[0].result, result);
    let of = |player: &str| GameFilter { player: Some(guest_id(player)), ..everything() };
    assert_eq!(names(&store, of("somebody")).await, ["theirs"]);
    assert_eq!(names(&store, of("p-black")).await.len(), 5);
    assert_eq!(names(&store, of("p-white")).await, ["over", "other", "hidden", "first"]);
    let shatranj = GameFilter { instance: Some("shatranj".to_owned()), ..GameFilter::default() };
    assert_eq!(names(&store, shatranj).await, ["other"]);
    let both = GameFilter { state: Some(GameStatus::Live), before: Some(ms(40)), ..of("p-white") };
    assert_eq!(names(&store, both).await, ["other", "hidden", "first"]);
}

async fn list_attended_since_omits_abandoned_games(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for (name, updated) in [("left", 1_000), ("fresh", 9_000), ("thinking", 1_000)] {
        put(&store, GameCard { updated: ms(updated), ..card(name) }).await;
    }
    let attended = |since| GameFilter { attended_since: Some(since), ..GameFilter::default() };
    store.record_presence(&[game_id("nowhere"), game_id("thinking")], ms(8_000)).await.unwrap();
    assert_eq!(names(&store, attended(ms(5_000))).await, ["thinking", "fresh"]);
    assert_eq!(names(&store, attended(ms(8_500))).await, ["fresh"]);
    store.record_presence(&[game_id("left"), game_id("thinking")], ms(9_500)).await.unwrap();
    assert_eq!(names(&store, attended(ms(8_500))).await, ["thinking", "left", "fresh"]);
    store.purge_presence(ms(9_501 + 86_400_000)).await.unwrap();
    assert_eq!(names(&store, attended(ms(9_400))).await, Vec::<String>::new());
    assert_eq!(names(&store, GameFilter::default()).await.len(), 3);
}

async fn list_pages_cover_every_game(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for game in 0..10_u64 {
        // Three of them start in the same millisecond.
        let started = if (4..7).contains(&game) { 5 } else { game };
        put(&store, GameCard { started: ms(started), ..card(&format!("game{game}")) }).await;
    }
    let (mut seen, mut before) = (Vec::new(), None);
    loop {
        let page = store.list(GameFilter { count: 4, before, ..everything() }).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some(last.started);
        seen.extend(page.into_iter().map(|card| card.id.to_string()));
    }
    let expected: Vec<String> = (0..10).rev().map(|game| format!("game{game}")).collect();
    assert_eq!(seen, expected);
}

async fn due_games_are_ordered_by_deadline(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for game in ["soon", "later", "never", "over"] {
        store.append(new_game(game)).await.unwrap();
    }
    store.append(Append { deadline: Some(ms(200)), ..next("later", 2, 0) }).await.unwrap();
    store.append(Append { deadline: Some(ms(100)), ..next("soon", 2, 0) }).await.unwrap();
    store.append(Append { deadline: Some(ms(100)), ..last("over", 2, 0) }).await.unwrap();
    assert!(store.due_games(ms(99)).await.unwrap().is_empty());
    assert_eq!(store.due_games(ms(100)).await.unwrap(), [game_id("soon")]);
    assert_eq!(store.due_games(ms(1_000)).await.unwrap(), [game_id("soon"), game_id("later")]);
    store.append(Append { deadline: None, ..next("soon", 3, 0) }).await.unwrap();
    assert_eq!(store.due_games(ms(1_000)).await.unwrap(), [game_id("later")]);
}

async fn archived_log_reads_like_rows(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for game in ["old", "live", "recent"] {
        store.append(new_game(game)).await.unwrap();
        store.append(next(game, 2, 0)).await.unwrap();
    }
    store.append(last("old", 3, 0)).await.unwrap();
    let mut recent = last("recent", 3, 0);
    recent.card.updated = ms(9_000);
    store.append(recent).await.unwrap();
    let log = store.load(&game_id("old")).await.unwrap().unwrap().log;
    assert_eq!(store.archive_games(ms(5_000), 10).await.unwrap(), 1);
    assert_eq!(store.archive_games(ms(5_000), 10).await.unwrap(), 0);
    let rows = store.readers.fetch("SELECT 1 FROM log WHERE game = 'old'", &[]).await.unwrap();
    assert!(rows.is_empty());
    assert_eq!(store.load(&game_id("old")).await.unwrap().unwrap().log, log);
    assert_eq!(store.log_after(&game_id("old"), Seq::new(1)).await.unwrap(), log[1..]);
    assert_eq!(store.log_after(&game_id("old"), Seq::new(3)).await.unwrap(), []);
    // A finished game may still get events, such as a rematch, which are archived in turn.
    assert!(is_out_of_order(&store.append(last("old", 3, 0)).await));
    store.append(last("old", 4, 0)).await.unwrap();
    assert_eq!(numbers(&store, "old").await, [1, 2, 3, 4]);
    assert_eq!(store.log_after(&game_id("old"), Seq::new(2)).await.unwrap().len(), 2);
    assert_eq!(store.archive_games(ms(u64::MAX >> 2), 1).await.unwrap(), 1);
    assert_eq!(store.archive_games(ms(u64::MAX >> 2), 10).await.unwrap(), 1);
    for (game, count) in [("old", 4), ("live", 2), ("recent", 3)] {
        assert_eq!(numbers(&store, game).await, (1..=count).collect::<Vec<_>>());
    }
}

async fn corrupt_rows_are_reported(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.site_key().await.unwrap();
    store.append(new_game("g")).await.unwrap();
    store.append(last("g", 2, 0)).await.unwrap();
    let is_broken = |error: &StoreError| matches!(error, StoreError::Corrupt(_));
    store.writers.execute("UPDATE log SET body = 'nonsense' WHERE seq = 2", &[]).await.unwrap();
    assert!(is_broken(&store.load(&game_id("g")).await.unwrap_err()));
    store.writers.execute("UPDATE log SET seq = 3 WHERE seq = 2", &[]).await.unwrap();
    assert!(is_broken(&store.archive_games(ms(u64::MAX >> 2), 10).await.unwrap_err()));
    let nonsense = "UPDATE game SET server_seed = 'x', time = 'y', started = -1";
    store.writers.execute(nonsense, &[]).await.unwrap();
    assert!(is_broken(&store.load(&game_id("g")).await.unwrap_err()));
    assert!(is_broken(&store.list(everything()).await.unwrap_err()));
    store.writers.execute("UPDATE secret SET value = 'short'", &[]).await.unwrap();
    assert!(is_broken(&store.site_key().await.unwrap_err()));
    assert_eq!(acquire(&store, "g").await.epoch, Epoch(1));
}

async fn site_key_is_created_once(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    let (one, two) = tokio::join!(store.site_key(), store.site_key());
    let key = one.unwrap();
    assert_eq!(key, two.unwrap());
    assert_ne!(key, [0; 32]);
    super::close((store, closing)).await;
    let (store, _closing) = fixture.open_as("two").await;
    assert_eq!(store.site_key().await.unwrap(), key);
}
