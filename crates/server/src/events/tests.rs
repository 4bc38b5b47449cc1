//! Who is in an event that starts; and the cost of an arena, a measurement: `cargo test --release -p rukh-server --lib
//! events::tests -- --ignored --nocapture`.

use std::collections::BTreeSet;
use std::time::Instant;

use rukh_store::{EventStage, clock};
use rukh_tournament::{BoardResult, EntrantId, TournamentEvent};

use super::{Change, Events, row_of};
use crate::config::EventConfig;
use crate::game::TestRegistry;
use crate::wire::events::{EventFormat, EventRequest};
use crate::wire::{GameTimeControl, SpectatorMode};

const PLAYERS: usize = 200;
const WAVES: usize = 10;

fn arena() -> EventRequest {
    EventRequest {
        name: "Arena".to_owned(),
        instance: "shatranj".to_owned(),
        time_control: GameTimeControl::Fischer { initial: 300, increment: 0, werera: None },
        format: EventFormat::Arena { minutes: 60 },
        starts: clock::now() + 1,
        spectator_mode: SpectatorMode::Match,
        rated: false,
        bots: false,
        club: None,
        members_only: false,
    }
}

/// Two who took part before the event was for members alone, of a club to which neither belongs.
#[tokio::test]
async fn event_for_members_starts_without_others() {
    let test = TestRegistry::new().await;
    let events = Events::new(test.registry.clone(), EventConfig::default(), None);
    for (id, members_only, stage, left) in
        [("open", false, EventStage::Running, 2), ("closed", true, EventStage::Cancelled, 0)]
    {
        let request = EventRequest { club: Some("club".to_owned()), members_only, ..arena() };
        let settings = events.checked(request, clock::now()).unwrap();
        let row = row_of(id.to_owned(), &settings, None, clock::now()).unwrap();
        events.store().insert_event(&row, 0).await.unwrap();
        let joined = ["a", "b"]
            .map(|name| TournamentEvent::Joined { entrant: EntrantId::new(name).unwrap(), rating: 1500 });
        let change = Change { events: joined.into(), ..Change::default() };
        assert!(events.append(&events.load(id).await.unwrap(), change).await.unwrap());
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        events.drive(events.load(id).await.unwrap().row.clone()).await.unwrap();
        let state = events.load(id).await.unwrap();
        let waiting = state.waiting(clock::now()).len();
        assert_eq!((state.row.stage, waiting), (stage, left), "{id}");
    }
}

#[tokio::test]
async fn event_that_cannot_be_read_hides_no_other() {
    let test = TestRegistry::new().await;
    let events = Events::new(test.registry.clone(), EventConfig::default(), None);
    let settings = events.checked(arena(), clock::now()).unwrap();
    for (id, is_readable) in [("corrupt", false), ("good", true)] {
        let mut row = row_of(id.to_owned(), &settings, None, clock::now()).unwrap();
        if !is_readable {
            row.body = "{}".to_owned();
        }
        events.store().insert_event(&row, 0).await.unwrap();
    }
    let listed = events.list().await.unwrap().upcoming;
    assert_eq!(listed.iter().map(|event| event.id.as_str()).collect::<Vec<_>>(), ["good"]);
    events.withdraw_from_all(&BTreeSet::new()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn arena_of_200_is_paired() {
    let test = TestRegistry::new().await;
    let config = EventConfig { pairing_interval: std::time::Duration::ZERO, ..EventConfig::default() };
    let events = Events::new(test.registry.clone(), config, None);
    let settings = events.checked(arena(), clock::now()).unwrap();
    let row = row_of("arena".to_owned(), &settings, None, clock::now()).unwrap();
    events.store().insert_event(&row, 0).await.unwrap();
    let joined = (0..PLAYERS).map(|number| TournamentEvent::Joined {
        entrant: EntrantId::new(format!("player{number:03}")).unwrap(),
        rating: 1500,
    });
    let change = Change { events: joined.collect(), ..Change::default() };
    assert!(events.append(&events.load("arena").await.unwrap(), change).await.unwrap());
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    events.drive(row.clone()).await.unwrap();
    for wave in 0..WAVES {
        let state = events.load("arena").await.unwrap();
        let begun = Instant::now();
        let pairings = state.tournament.next_pairings(&state.waiting(clock::now()), 7).unwrap();
        let paired = begun.elapsed();
        events.drive(state.row.clone()).await.unwrap();
        let driven = begun.elapsed() - paired;
        let state = events.load("arena").await.unwrap();
        let open = (0..).zip(state.tournament.games()).filter(|(_, game)| game.is_open());
        let results: Vec<TournamentEvent> =
            open.map(|(game, _)| TournamentEvent::Result { game, result: BoardResult::WhiteWins }).collect();
        assert_eq!(results.len(), pairings.len());
        let count = results.len();
        let begun = Instant::now();
        let change = Change { events: results, ..Change::default() };
        assert!(events.append(&state, change).await.unwrap());
        println!(
            "wave {wave}: {count} games paired in {paired:?}, begun in {driven:?}, counted in {:?}",
            begun.elapsed()
        );
    }
}
