//! Appends.

use std::sync::Arc;
use std::time::Duration;

use rukh_rules::Side;
use rukh_session::wire::event::Seq;
use rukh_session::wire::{GamePhase, GameTimeControl, TimeOdds};
use tokio::task::JoinSet;

use super::{
    TestStore, acquire, close, event, game_id, is_out_of_order, is_stale, last, ms, new_game, next, numbers,
    on_both,
};
use crate::batch::MAX_BATCH;
use crate::{Append, Epoch, GameFilter, GameStatus};

on_both! {
    append_is_loaded_back append_with_gap_is_rejected append_of_an_event_that_is_there_fails_alone
    append_stale_epoch_fails_alone asides_are_stored_apart_from_the_log
    appends_beyond_one_batch_are_all_written append_whose_caller_gave_up_is_not_written
    appends_survive_reopening append_unknown_game_is_rejected append_several_events_is_atomic
}

async fn append_is_loaded_back(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    assert!(store.load(&game_id("g")).await.unwrap().is_none());
    let time_control = GameTimeControl::Delay { initial: 60, delay: 2, werera: None };
    let odds = Some(TimeOdds { side: Side::Black, time_control });
    let mut first = new_game("g");
    first.card.odds = odds;
    store.append(first).await.unwrap();
    store.append(next("g", 2, 0)).await.unwrap();
    let stored = store.load(&game_id("g")).await.unwrap().unwrap();
    assert_eq!(stored.log, [(event(1), None), (event(2), Some("intent-2".to_owned()))]);
    assert_eq!((stored.instance.as_str(), stored.hash.as_str(), stored.asides), ("senterej", "h", 0));
    let card = next("g", 2, 0).card;
    assert_eq!(
        (stored.info.id, stored.info.white, stored.info.black),
        (card.id, card.white.player, card.black.player)
    );
    assert_eq!(
        (stored.info.time_control, stored.info.odds, stored.info.spectator_mode),
        (card.time_control, odds, card.spectator_mode)
    );
    assert_eq!((stored.info.private, stored.info.started), (false, ms(1_000)));
    assert_eq!(stored.info.server_seed.reveal(), "5a".repeat(32));
    assert_eq!(store.log_after(&game_id("g"), Seq::new(1)).await.unwrap(), stored.log[1..]);
    assert_eq!(store.log_after(&game_id("g"), Seq::new(2)).await.unwrap(), []);
    close((store, closing)).await;
}

async fn append_with_gap_is_rejected(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    assert!(is_out_of_order(&store.append(next("g", 3, 0)).await));
    assert!(is_out_of_order(&store.append(next("g", 1, 0)).await));
    let torn = Append { events: vec![event(2), event(4)], ..next("g", 2, 0) };
    assert!(is_out_of_order(&store.append(torn).await));
    assert_eq!(numbers(&store, "g").await, [1]);
    store.append(next("g", 2, 0)).await.unwrap();
    assert_eq!(numbers(&store, "g").await, [1, 2]);
}

async fn append_of_an_event_that_is_there_fails_alone(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    store.append(new_game("other")).await.unwrap();
    store.append(next("g", 2, 0)).await.unwrap();
    store.writers.execute("INSERT INTO log (game, seq, body) VALUES ('g', 3, '{}')", &[]).await.unwrap();
    let (again, other) = tokio::join!(store.append(next("g", 3, 0)), store.append(next("other", 2, 0)));
    assert!(is_out_of_order(&again), "{again:?}");
    other.unwrap();
    let log = store.writers.fetch("SELECT seq FROM log WHERE game = 'g'", &[]).await.unwrap();
    assert_eq!((log.len(), numbers(&store, "other").await), (3, vec![1, 2]));
}

async fn append_stale_epoch_fails_alone(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for game in ["a", "b", "c"] {
        store.append(new_game(game)).await.unwrap();
    }
    assert_eq!(acquire(&store, "b").await.epoch, Epoch(1));
    let appends = [next("a", 2, 0), next("b", 2, 0), next("c", 2, 0)].map(|append| store.append(append));
    let outcomes = futures_util::future::join_all(appends).await;
    assert!(outcomes[0].is_ok() && is_stale(&outcomes[1]) && outcomes[2].is_ok(), "{outcomes:?}");
    store.append(next("b", 2, 1)).await.unwrap();
    assert!(is_stale(&store.append(next("b", 3, 2)).await));
    assert!(is_stale(&store.add_aside(&game_id("b"), 1, ms(5), "{}".to_owned(), Epoch::FIRST).await));
    assert_eq!(numbers(&store, "b").await, [1, 2]);
}

async fn asides_are_stored_apart_from_the_log(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    let id = game_id("g");
    let say = |n: u64| store.add_aside(&id, n, ms(10 * n), format!("{{\"said\":{n}}}"), Epoch::FIRST);
    let (first, event) = tokio::join!(say(1), store.append(next("g", 2, 0)));
    first.unwrap();
    event.unwrap();
    say(2).await.unwrap();
    assert!(is_out_of_order(&say(2).await));
    let heard = store.asides(&game_id("g"), 0).await.unwrap();
    assert_eq!(heard, [(1, ms(10), "{\"said\":1}".to_owned()), (2, ms(20), "{\"said\":2}".to_owned())]);
    assert_eq!(store.asides(&game_id("g"), 1).await.unwrap(), heard[1..]);
    assert_eq!(store.load(&game_id("g")).await.unwrap().unwrap().asides, 2);
    assert_eq!(numbers(&store, "g").await, [1, 2]);
}

async fn appends_survive_reopening(fixture: &TestStore) {
    const GAMES: usize = 64;
    const EVENTS: u64 = 12;
    let (store, closing) = fixture.open().await;
    let store = Arc::new(store);
    let mut games = tokio::task::JoinSet::new();
    for game in 0..GAMES {
        let (store, id) = (store.clone(), format!("game{game}"));
        games.spawn(async move {
            store.append(new_game(&id)).await.unwrap();
            for v in 2..=EVENTS {
                let append = if v == EVENTS { last(&id, v, 0) } else { next(&id, v, 0) };
                store.append(append).await.unwrap();
            }
        });
    }
    games.join_all().await;
    drop(store);
    closing.await;
    let (store, _closing) = fixture.open().await;
    for game in 0..GAMES {
        let id = format!("game{game}");
        assert_eq!(numbers(&store, &id).await, (1..=EVENTS).collect::<Vec<_>>());
    }
    let filter = GameFilter { state: Some(GameStatus::Over), count: 1_000, ..GameFilter::default() };
    let cards = store.list(filter).await.unwrap();
    assert_eq!(cards.len(), GAMES);
    assert!(cards.iter().all(|card| card.plies == EVENTS && card.phase == GamePhase::Over));
}

/// All at once: more than are written together, first as new games and then as games that go on.
async fn appends_beyond_one_batch_are_all_written(fixture: &TestStore) {
    const GAMES: usize = 3 * MAX_BATCH / 2;
    let (store, _closing) = fixture.open().await;
    for seq in 1..=2 {
        let append = |game: usize| match seq {
            1 => new_game(&format!("g{game}")),
            _ => next(&format!("g{game}"), seq, 0),
        };
        let writing = (0..GAMES).map(|game| {
            let (store, append) = (store.clone(), append(game));
            async move { store.append(append).await }
        });
        let written = writing.collect::<JoinSet<_>>().join_all().await;
        assert_eq!(written.iter().filter(|outcome| outcome.is_ok()).count(), GAMES, "{seq}");
    }
    for game in [0, MAX_BATCH - 1, MAX_BATCH, GAMES - 1] {
        assert_eq!(numbers(&store, &format!("g{game}")).await, [1, 2]);
    }
}

/// Its player was told that nothing was stored.
async fn append_whose_caller_gave_up_is_not_written(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    let mut held = store.writers.begin().await.unwrap();
    if store.is_shared() {
        held.script("LOCK TABLE game IN ACCESS EXCLUSIVE MODE").await.unwrap();
    }
    let first = tokio::spawn({
        let store = store.clone();
        async move { store.append(next("g", 2, 0)).await }
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let given_up = tokio::time::timeout(Duration::from_millis(200), store.append(next("g", 3, 0))).await;
    assert!(given_up.is_err(), "{given_up:?}");
    held.commit().await.unwrap();
    first.await.unwrap().unwrap();
    store.append(next("g", 3, 0)).await.unwrap();
    assert_eq!(numbers(&store, "g").await, [1, 2, 3]);
}

async fn append_unknown_game_is_rejected(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    assert!(is_out_of_order(&store.append(next("nobody", 2, 0)).await));
    assert!(is_out_of_order(
        &store.add_aside(&game_id("nobody"), 1, ms(1), "{}".to_owned(), Epoch::FIRST).await
    ));
    store.append(new_game("g")).await.unwrap();
    assert!(is_out_of_order(&store.append(new_game("g")).await));
    assert!(store.acquire_lease(&game_id("nobody")).await.unwrap().is_none());
    assert_eq!(store.log_after(&game_id("nobody"), Seq::new(0)).await.unwrap(), []);
}

async fn append_several_events_is_atomic(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.append(Append { events: vec![event(1), event(2), event(3)], ..new_game("g") }).await.unwrap();
    // An append may change only the list entry.
    store.append(Append { events: Vec::new(), intent: None, ..next("g", 3, 0) }).await.unwrap();
    let both = Append { events: vec![event(4), event(5)], ..next("g", 4, 0) };
    store.append(both).await.unwrap();
    let log = store.load(&game_id("g")).await.unwrap().unwrap().log;
    let intents: Vec<_> = log.iter().map(|(_, intent)| intent.as_deref()).collect();
    assert_eq!(intents, [None, None, None, None, Some("intent-4")]);
}
