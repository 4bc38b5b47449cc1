//! Events: their logs, which go on in one way only, and what is written with them.

use std::sync::Arc;

use super::{TestStore, close, everything, game_id, guest_id, last, ms, new_game, on_both};
use crate::{EventAppend, EventEntry, EventRow, EventStage, FinishedEventGame, Store, StoreError};

on_both! {
    events_of_an_account_stay_within_the_limit event_log_goes_on_in_one_way_only
    games_begin_with_the_entries_or_not_at_all finished_games_are_counted_once
    finished_game_of_a_killed_node_is_counted_by_the_next events_are_listed_by_stage
    account_that_is_deleted_cancels_its_upcoming_events
    event_is_edited_and_cancelled_before_its_start_only
    event_that_runs_is_ended_with_an_entry simul_counts_for_the_limit_until_its_end
}

pub(super) fn row(id: &str, creator: Option<&str>) -> EventRow {
    EventRow {
        id: id.to_owned(),
        body: format!("{{\"name\":\"{id}\"}}"),
        creator: creator.map(guest_id),
        created: ms(1),
        starts: ms(100),
        stage: EventStage::Upcoming,
        seq: 0,
        club: None,
        ended: None,
    }
}

fn append(event: &str, after: u64, entries: &[&str]) -> EventAppend {
    let entry = |body: &&str| EventEntry { at: ms(50), body: (*body).to_owned() };
    EventAppend {
        event: event.to_owned(),
        after,
        settings: row(event, None).body,
        stage: EventStage::Running,
        ended: None,
        entries: entries.iter().map(entry).collect(),
        games: Vec::new(),
        counted: Vec::new(),
        reminders: Vec::new(),
    }
}

/// An event with two entries and a game, in a store that has none: one row of an event, two of its log, one of its
/// games; and three of the game.
pub(super) async fn make_event(store: &Store) {
    assert!(store.insert_event(&row("e", Some("a")), 1).await.unwrap());
    let games = vec![(0, new_game("played"))];
    assert!(store.append_event(EventAppend { games, ..append("e", 0, &["1", "2"]) }).await.unwrap());
}

async fn log_of(store: &Store, event: &str) -> Vec<String> {
    let entries = store.event_log(event, 0, 1_000).await.unwrap();
    entries.into_iter().map(|entry| entry.body).collect()
}

async fn events_of_an_account_stay_within_the_limit(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let store = Arc::new(store);
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..20 {
        let store = store.clone();
        tasks.spawn(async move { store.insert_event(&row(&format!("e{number}"), Some("a")), 3).await });
    }
    let outcomes = tasks.join_all().await;
    let refused = outcomes.iter().filter(|one| matches!(one, Err(StoreError::TooManyEvents(3)))).count();
    assert_eq!((refused, outcomes.iter().filter(|one| one.is_ok()).count()), (17, 3));
    // Of the calendar's each is made once, by whichever node.
    for is_new in [true, false] {
        assert_eq!(store.insert_event(&row("weekly", None), 0).await.unwrap(), is_new);
    }
    let found = store.event("weekly").await.unwrap().unwrap();
    assert_eq!(found, row("weekly", None));
    assert_eq!(store.event("nothing").await.unwrap(), None);
}

async fn simul_counts_for_the_limit_until_its_end(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for (id, body, counts) in [
        ("weekly-1", r#"{"format":{"kind":"simul"}}"#, false),
        ("arena", r#"{"name":"\"kind\":\"simul\"","format":{"kind":"arena"}}"#, false),
        ("simul", r#"{"format":{"kind":"simul"}}"#, true),
    ] {
        let own = EventRow { body: body.to_owned(), ..row(id, Some("a")) };
        assert!(store.insert_event(&own, 1).await.unwrap(), "{id}");
        let settings = own.body;
        assert!(store.append_event(EventAppend { settings, ..append(id, 0, &["x"]) }).await.unwrap());
        let next = store.insert_event(&row(&format!("{id}2"), Some("a")), 1).await;
        assert_eq!(matches!(next, Err(StoreError::TooManyEvents(1))), counts, "{id}");
        if !counts {
            let off = append(&format!("{id}2"), 0, &[]);
            store.append_event(EventAppend { stage: EventStage::Cancelled, ..off }).await.unwrap();
        }
    }
}

async fn event_is_edited_and_cancelled_before_its_start_only(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    make_event(&store).await;
    store.insert_event(&row("later", None), 0).await.unwrap();
    assert!(!store.edit_event("later", 1, "{}", ms(900)).await.unwrap(), "somebody has left meanwhile");
    assert!(store.edit_event("later", 0, "{}", ms(900)).await.unwrap());
    assert!(!store.append_event(append("later", 0, &["x"])).await.unwrap(), "of other settings");
    let found = store.event("later").await.unwrap().unwrap();
    assert_eq!((found.body.as_str(), found.starts), ("{}", ms(900)));
    assert!(!store.edit_event("e", 2, "{}", ms(900)).await.unwrap(), "it runs");
    close((store, closing)).await;
    for (id, is_cancelled) in [("e", false), ("nothing", false), ("later", true), ("later", false)] {
        assert_eq!(Store::cancel_event(&fixture.location, id).await.unwrap(), is_cancelled, "{id}");
    }
    let (store, _closing) = fixture.open().await;
    assert_eq!(store.event("later").await.unwrap().unwrap().stage, EventStage::Cancelled);
}

async fn event_that_runs_is_ended_with_an_entry(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    make_event(&store).await;
    store.insert_event(&row("later", None), 0).await.unwrap();
    store.append(last("played", 2, 0)).await.unwrap();
    close((store, closing)).await;
    let early = Store::end_event(&fixture.location, "e", "the end").await;
    assert!(matches!(early, Err(StoreError::Uncounted(1))), "{early:?}");
    let (store, closing) = fixture.open().await;
    assert_eq!(store.finished_games_of_event("e").await.unwrap(), [finished("played", 0)]);
    assert_eq!(store.finished_games_of_event("later").await.unwrap(), []);
    assert!(store.append_event(counting(2, "played")).await.unwrap());
    close((store, closing)).await;
    for (id, is_ended) in [("nothing", false), ("later", false), ("e", true), ("e", false)] {
        assert_eq!(Store::end_event(&fixture.location, id, "the end").await.unwrap(), is_ended, "{id}");
    }
    let (store, _closing) = fixture.open().await;
    let ended = store.event("e").await.unwrap().unwrap();
    assert_eq!((ended.stage, ended.seq, ended.ended.is_some()), (EventStage::Finished, 4, true));
    assert_eq!(log_of(&store, "e").await, ["1", "2", "result", "the end"]);
    assert!(!store.append_event(append("e", 4, &["late"])).await.unwrap());
}

async fn account_that_is_deleted_cancels_its_upcoming_events(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&super::accounts::new_account("a", "Almaz")).await.unwrap();
    make_event(&store).await;
    store.insert_event(&row("later", Some("a")), 9).await.unwrap();
    store.insert_event(&row("other", Some("b")), 9).await.unwrap();
    let joined = r#"{"type":"joined","entrant":"a","rating":1500}"#;
    assert!(store.append_event(append("other", 0, &[joined])).await.unwrap());
    let own = store.events_of(&guest_id("a")).await.unwrap();
    assert_eq!(own.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["e", "later", "other"]);
    assert!(store.events_of(&guest_id("c")).await.unwrap().is_empty());
    store.delete_account(&guest_id("a")).await.unwrap();
    let mut stages = Vec::new();
    for id in ["e", "later", "other"] {
        let row = store.event(id).await.unwrap().unwrap();
        stages.push((row.stage, row.ended.is_some()));
    }
    let running = (EventStage::Running, false);
    assert_eq!(stages, [running, (EventStage::Cancelled, true), running]);
}

async fn event_log_goes_on_in_one_way_only(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    let store = Arc::new(store);
    store.insert_event(&row("e", Some("a")), 1).await.unwrap();
    assert!(store.append_event(append("e", 0, &["first"])).await.unwrap());
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..20 {
        let store = store.clone();
        let bodies = [format!("{number} a"), format!("{number} b")];
        tasks.spawn(async move {
            store.append_event(append("e", 1, &[&*bodies[0], &*bodies[1]])).await.unwrap().then_some(number)
        });
    }
    let winners: Vec<i32> = tasks.join_all().await.into_iter().flatten().collect();
    let [winner] = winners[..] else { panic!("{winners:?}") };
    let expected = ["first".to_owned(), format!("{winner} a"), format!("{winner} b")];
    assert_eq!(log_of(&store, "e").await, expected);
    assert_eq!(store.event_log("e", 1, 2).await.unwrap().len(), 1);
    assert!(!store.append_event(append("missing", 0, &["x"])).await.unwrap());
    // An end is an end.
    let end = EventAppend { stage: EventStage::Cancelled, ended: Some(ms(60)), ..append("e", 3, &[]) };
    assert!(store.append_event(end).await.unwrap());
    assert!(!store.append_event(append("e", 3, &["late"])).await.unwrap());
    let found = store.event("e").await.unwrap().unwrap();
    assert_eq!((found.seq, found.stage, found.ended), (3, EventStage::Cancelled, Some(ms(60))));
    drop(Arc::into_inner(store));
    closing.await;
}

async fn games_begin_with_the_entries_or_not_at_all(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    make_event(&store).await;
    assert_eq!(store.event_games("e", 0).await.unwrap(), [(0, game_id("played"))]);
    assert_eq!(store.event_of_game(&game_id("played")).await.unwrap(), Some(("e".to_owned(), 0)));
    assert_eq!(store.event_of_game(&game_id("other")).await.unwrap(), None);
    let two = |after| EventAppend {
        games: vec![(1, new_game("g1")), (2, new_game("g2"))],
        ..append("e", after, &["3", "4"])
    };
    assert!(!store.append_event(two(1)).await.unwrap(), "another entry is the last");
    // A game that is there already.
    let again = EventAppend { games: vec![(1, new_game("g1")), (2, new_game("played"))], ..two(2) };
    store.append_event(again).await.unwrap_err();
    assert_eq!((log_of(&store, "e").await.len(), store.list(everything()).await.unwrap().len()), (2, 1));
    assert!(store.append_event(two(2)).await.unwrap());
    assert_eq!((log_of(&store, "e").await.len(), store.list(everything()).await.unwrap().len()), (4, 3));
    assert_eq!(store.event_games("e", 2).await.unwrap(), [(2, game_id("g2"))]);
}

fn finished(game: &str, number: u32) -> FinishedEventGame {
    FinishedEventGame { game: game_id(game), event: "e".to_owned(), number }
}

fn counting(after: u64, game: &str) -> EventAppend {
    EventAppend { counted: vec![game_id(game)], ..append("e", after, &["result"]) }
}

async fn finished_games_are_counted_once(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    make_event(&store).await;
    super::outbox::finish(&store, "unrelated").await;
    assert_eq!(store.finished_event_games(10).await.unwrap(), []);
    store.append(last("played", 2, 0)).await.unwrap();
    assert_eq!(store.finished_event_games(10).await.unwrap(), [finished("played", 0)]);
    let (one, other) =
        tokio::join!(store.append_event(counting(2, "played")), store.append_event(counting(2, "played")));
    assert_ne!(one.unwrap(), other.unwrap());
    assert!(!store.append_event(counting(3, "played")).await.unwrap(), "it is counted");
    assert_eq!(
        (store.finished_event_games(10).await.unwrap().len(), log_of(&store, "e").await.len()),
        (0, 3)
    );
    close((store, closing)).await;
}

async fn finished_game_of_a_killed_node_is_counted_by_the_next(fixture: &TestStore) {
    fixture.crash_after("killed", async |store| {
        make_event(store).await;
        store.append(last("played", 2, 0)).await.unwrap();
    });
    let (store, _closing) = fixture.open().await;
    assert_eq!(store.finished_event_games(10).await.unwrap(), [finished("played", 0)]);
    assert!(store.append_event(counting(2, "played")).await.unwrap());
    assert_eq!(store.finished_event_games(10).await.unwrap(), []);
}

async fn events_are_listed_by_stage(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for (id, starts) in [("late", 300), ("soon", 200), ("done", 100)] {
        let row = EventRow { starts: ms(starts), ..row(id, None) };
        assert!(store.insert_event(&row, 0).await.unwrap());
    }
    let end = EventAppend { stage: EventStage::Finished, ended: Some(ms(150)), ..append("done", 0, &["x"]) };
    assert!(store.append_event(end).await.unwrap());
    let ids = async |stage, most| -> Vec<String> {
        let rows = store.events(stage, most).await.unwrap();
        rows.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(ids(EventStage::Upcoming, 10).await, ["soon", "late"]);
    assert_eq!(ids(EventStage::Upcoming, 1).await, ["soon"]);
    assert_eq!(ids(EventStage::Finished, 10).await, ["done"]);
    assert!(ids(EventStage::Running, 10).await.is_empty());
    let due = async |now| -> Vec<String> {
        let rows = store.due_events(ms(now), 10).await.unwrap();
        rows.into_iter().map(|row| row.id).collect()
    };
    assert!(due(199).await.is_empty());
    assert_eq!(due(200).await, ["soon"]);
    assert!(store.append_event(append("late", 0, &["started"])).await.unwrap());
    assert_eq!(due(199).await, ["late"]);
}
