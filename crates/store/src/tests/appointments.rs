//! Appointments: agreed by two people, changed in one way only, and told once; and whom people follow.

use std::sync::Arc;

use super::{TestStore, close, everything, game_id, guest_id, ms, new_game, on_both};
use crate::clock::now;
use crate::{
    AppointmentLimits, AppointmentRow, AppointmentStage, EventRow, EventStage, FollowRow, Reminder,
    ReminderKind, Store, StoreError,
};

on_both! {
    open_appointments_stay_within_the_limits appointment_is_changed_in_one_way_only
    game_of_an_appointment_begins_once game_of_a_killed_node_begins_with_the_next
    reminder_is_taken_once_also_after_a_crash event_is_reminded_of_once_for_each_time
    account_that_is_deleted_leaves_no_appointment_open
    follow_ends_at_its_limit_and_shows_who_is_online
}

const LIMITS: AppointmentLimits = AppointmentLimits { of_person: 3, of_pair: 2, of_origin: 4, of_asked: 3 };

fn row(id: &str, by: &str, with: Option<&str>) -> AppointmentRow {
    AppointmentRow {
        id: id.to_owned(),
        body: format!("{{\"instance\":\"{id}\"}}"),
        by: guest_id(by),
        with: with.map(guest_id),
        proposer: guest_id(by),
        times: vec![ms(100), ms(200)],
        stage: AppointmentStage::Proposed,
        starts: None,
        expires: ms(300),
        seq: 0,
        created: ms(1),
        changed: ms(1),
        game: None,
        origin: None,
    }
}

fn agreed(row: &AppointmentRow, with: &str) -> AppointmentRow {
    let (stage, starts) = (AppointmentStage::Agreed, Some(ms(100)));
    AppointmentRow { with: Some(guest_id(with)), stage, starts, ..row.clone() }
}

fn reminder(player: &str, kind: ReminderKind, subject: &str, due: u64) -> Reminder {
    Reminder { player: guest_id(player), kind, subject: subject.to_owned(), due: ms(due) }
}

/// An appointment that is agreed, with two reminders; somebody who follows and hides: five rows.
pub(super) async fn make_appointment(store: &Store) {
    let first = row("meet", "a", None);
    store.insert_appointment(&first, LIMITS, &[]).await.unwrap();
    let reminders = ["a", "b"].map(|player| reminder(player, ReminderKind::Soon, "meet", 90));
    assert!(store.change_appointment(&agreed(&first, "b"), None, &reminders).await.unwrap());
    store.follow(&guest_id("a"), &guest_id("b"), ms(1), 9).await.unwrap();
    store.show_online(&guest_id("a"), false).await.unwrap();
}

async fn open_appointments_stay_within_the_limits(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let store = Arc::new(store);
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..20 {
        let store = store.clone();
        tasks.spawn(async move {
            store.insert_appointment(&row(&format!("m{number}"), "a", None), LIMITS, &[]).await
        });
    }
    let outcomes = tasks.join_all().await;
    assert_eq!(outcomes.iter().filter(|one| one.is_ok()).count(), 3);
    let is_refused = |one: &Result<(), StoreError>, most: u64| matches!(one, Err(StoreError::TooManyAppointments(found)) if *found == most);
    assert_eq!(outcomes.iter().filter(|one| is_refused(one, 3)).count(), 17);
    let insert = async |id: &str, by: &str, with: &str, origin: &str| {
        let row = AppointmentRow { origin: Some(origin.to_owned()), ..row(id, by, Some(with)) };
        store.insert_appointment(&row, LIMITS, &[]).await
    };
    insert("1", "b", "z", "here").await.unwrap();
    insert("2", "b", "z", "here").await.unwrap();
    assert!(is_refused(&insert("3", "b", "z", "here").await, 2), "of one pair");
    insert("3", "b", "y", "here").await.unwrap();
    insert("4", "c", "z", "here").await.unwrap();
    assert!(is_refused(&insert("5", "d", "z", "there").await, 3), "of one who is asked");
    assert!(is_refused(&insert("5", "d", "x", "here").await, 4), "of one address");
    // What is called off counts for an hour: nobody proposes and calls off without end.
    let off = AppointmentRow { stage: AppointmentStage::Cancelled, ..row("m0", "a", None) };
    let off = AppointmentRow {
        id: store.appointments_of(&guest_id("a"), ms(0), 1).await.unwrap()[0].id.clone(),
        ..off
    };
    assert!(store.change_appointment(&off, None, &[]).await.unwrap());
    assert!(is_refused(&store.insert_appointment(&row("6", "a", None), LIMITS, &[]).await, 3));
    // Those that have expired count no more.
    let later = AppointmentRow { created: ms(300), expires: ms(900), ..row("later", "a", Some("z")) };
    store.insert_appointment(&later, LIMITS, &[]).await.unwrap();
    assert_eq!(store.appointment("later").await.unwrap(), Some(later));
    assert_eq!(store.appointment("nothing").await.unwrap(), None);
    assert_eq!(store.purge_appointments(ms(301)).await.unwrap(), 7);
    assert_eq!(store.appointments_of(&guest_id("z"), ms(0), 9).await.unwrap().len(), 1);
}

async fn appointment_is_changed_in_one_way_only(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let store = Arc::new(store);
    let first = row("m", "a", None);
    store.insert_appointment(&first, LIMITS, &[]).await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..20 {
        let (store, player) = (store.clone(), format!("p{number}"));
        let change = agreed(&first, &player);
        tasks.spawn(async move {
            let told = [reminder(&player, ReminderKind::Soon, "m", 90)];
            store.change_appointment(&change, None, &told).await.unwrap()
        });
    }
    let changed = tasks.join_all().await.into_iter().filter(|changed| *changed).count();
    assert_eq!(changed, 1);
    let found = store.appointment("m").await.unwrap().unwrap();
    assert_eq!((found.seq, found.stage), (1, AppointmentStage::Agreed));
    // Who is reminded is the one who was first, and nobody any more once it is called off.
    let off = AppointmentRow { stage: AppointmentStage::Cancelled, ..found.clone() };
    let told = [reminder("a", ReminderKind::Cancelled, "m", 50)];
    assert!(store.change_appointment(&off, None, &told).await.unwrap());
    assert_eq!(store.take_reminders(ms(1_000), 9).await.unwrap(), told);
    let again = AppointmentRow { seq: 2, ..off };
    assert!(!store.change_appointment(&again, None, &told).await.unwrap(), "it is over");
    assert!(store.take_reminders(ms(1_000), 9).await.unwrap().is_empty());
    assert!(store.due_appointments(ms(1_000), 9).await.unwrap().is_empty());
}

/// The change that two nodes make at the time of an appointment.
fn begun(row: &AppointmentRow, game: &str) -> AppointmentRow {
    AppointmentRow { stage: AppointmentStage::Begun, game: Some(game_id(game)), ..row.clone() }
}

async fn game_of_an_appointment_begins_once(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let store = Arc::new(store);
    make_appointment(&store).await;
    assert!(store.due_appointments(ms(99), 9).await.unwrap().is_empty());
    let due = store.due_appointments(ms(100), 9).await.unwrap();
    let [found] = due.try_into().unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..8 {
        let (store, game) = (store.clone(), format!("g{number}"));
        let change = begun(&found, &game);
        tasks.spawn(
            async move { store.change_appointment(&change, Some(new_game(&game)), &[]).await.unwrap() },
        );
    }
    let begun = tasks.join_all().await.into_iter().filter(|begun| *begun).count();
    let games = store.list(everything()).await.unwrap();
    let found = store.appointment("meet").await.unwrap().unwrap();
    assert_eq!((begun, games.len()), (1, 1));
    assert_eq!(found.game.as_ref(), Some(&games[0].id));
    assert!(store.due_appointments(ms(900), 9).await.unwrap().is_empty());
    // That it begins soon is told no more.
    assert!(store.take_reminders(ms(900), 9).await.unwrap().is_empty());
}

async fn game_of_a_killed_node_begins_with_the_next(fixture: &TestStore) {
    // Killed before the time, after it, and when the game has begun.
    fixture.crash_after("one", async |store| make_appointment(store).await);
    fixture.crash_after("two", async |store| {
        assert_eq!(store.due_appointments(ms(150), 9).await.unwrap().len(), 1);
    });
    fixture.crash_after("three", async |store| {
        let [found] = store.due_appointments(ms(150), 9).await.unwrap().try_into().unwrap();
        assert!(store.change_appointment(&begun(&found, "g"), Some(new_game("g")), &[]).await.unwrap());
    });
    let (store, closing) = fixture.open_as("four").await;
    assert!(store.due_appointments(ms(150), 9).await.unwrap().is_empty());
    assert_eq!(store.list(everything()).await.unwrap().len(), 1);
    close((store, closing)).await;
}

async fn reminder_is_taken_once_also_after_a_crash(fixture: &TestStore) {
    fixture.crash_after("one", async |store| make_appointment(store).await);
    let (store, _closing) = fixture.open().await;
    assert!(store.take_reminders(ms(89), 9).await.unwrap().is_empty());
    let store = Arc::new(store);
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        tasks.spawn(async move { store.take_reminders(ms(90), 1).await.unwrap() });
    }
    let mut taken: Vec<Reminder> = tasks.join_all().await.into_iter().flatten().collect();
    taken.sort_by(|one, other| one.player.cmp(&other.player));
    assert_eq!(taken, ["a", "b"].map(|player| reminder(player, ReminderKind::Soon, "meet", 90)));
    assert_eq!(store.purge_reminders(ms(900)).await.unwrap(), 0);
}

async fn event_is_reminded_of_once_for_each_time(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let event = EventRow {
        id: "e".to_owned(),
        body: "{}".to_owned(),
        creator: None,
        created: ms(1),
        starts: ms(100),
        stage: EventStage::Upcoming,
        seq: 0,
        club: None,
        ended: None,
    };
    store.insert_event(&event, 9).await.unwrap();
    assert!(store.events_to_remind(ms(99), 9).await.unwrap().is_empty());
    assert_eq!(store.events_to_remind(ms(100), 9).await.unwrap(), [event]);
    let told = [reminder("a", ReminderKind::Event, "e", 50)];
    for is_new in [true, false] {
        assert_eq!(store.remind_of_event("e", &told).await.unwrap(), is_new);
    }
    assert_eq!(store.take_reminders(ms(100), 9).await.unwrap(), told);
    // Of another name alone nobody is told.
    store.edit_event("e", 0, "{\"name\":\"1\"}", ms(100)).await.unwrap();
    assert!(store.events_to_remind(ms(900), 9).await.unwrap().is_empty());
    store.edit_event("e", 0, "{}", ms(500)).await.unwrap();
    assert_eq!(store.events_to_remind(ms(500), 9).await.unwrap().len(), 1);
}

async fn account_that_is_deleted_leaves_no_appointment_open(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&super::accounts::new_account("a", "Almaz")).await.unwrap();
    let later = now() + 1_000_000;
    let open =
        |id: &str, by: &str, with: Option<&str>| AppointmentRow { expires: later, ..row(id, by, with) };
    for row in [open("own", "a", Some("b")), open("asked", "c", Some("a")), open("offer", "a", None)] {
        store.insert_appointment(&row, LIMITS, &[]).await.unwrap();
    }
    let told = [reminder("a", ReminderKind::Proposed, "asked", 5)];
    let declined = AppointmentRow { id: "declined".to_owned(), ..open("declined", "a", Some("d")) };
    store.insert_appointment(&declined, LIMITS, &told).await.unwrap();
    let declined = AppointmentRow { stage: AppointmentStage::Declined, ..declined };
    assert!(store.change_appointment(&declined, None, &[]).await.unwrap());
    for (by, whom) in [("a", "b"), ("b", "a"), ("b", "c")] {
        store.follow(&guest_id(by), &guest_id(whom), ms(1), 9).await.unwrap();
    }
    store.delete_account(&guest_id("a")).await.unwrap();
    for (id, stage) in [
        ("own", Some(AppointmentStage::Cancelled)),
        ("asked", Some(AppointmentStage::Cancelled)),
        ("offer", None),
        ("declined", None),
    ] {
        assert_eq!(store.appointment(id).await.unwrap().map(|row| row.stage), stage, "{id}");
    }
    let mut told: Vec<_> = store.take_reminders(later, 9).await.unwrap();
    told.sort_by(|one, other| one.player.cmp(&other.player));
    let told: Vec<_> = told.iter().map(|one| (one.player.as_str(), one.kind, one.subject.as_str())).collect();
    assert_eq!(told, [("b", ReminderKind::Cancelled, "own"), ("c", ReminderKind::Cancelled, "asked")]);
    assert!(store.followed(&guest_id("a")).await.unwrap().is_empty());
    let left: Vec<FollowRow> = store.followed(&guest_id("b")).await.unwrap();
    assert_eq!(left.iter().map(|row| row.whom.as_str()).collect::<Vec<_>>(), ["c"]);
    let mut backup = Vec::new();
    store.backup(&mut backup).await.unwrap();
    assert!(!String::from_utf8(backup).unwrap().contains("Almaz"));
}

async fn follow_ends_at_its_limit_and_shows_who_is_online(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let [a, b, c, d] = ["a", "b", "c", "d"].map(guest_id);
    for whom in [&b, &c, &b] {
        store.follow(&a, whom, ms(1), 2).await.unwrap();
    }
    assert!(matches!(store.follow(&a, &d, ms(2), 2).await, Err(StoreError::TooManyFollowed(2))));
    store.show_online(&c, false).await.unwrap();
    // Nobody follows d, and c does not show it.
    store.record_online(&[b.clone(), c.clone(), d.clone()], ms(50)).await.unwrap();
    store.record_online(std::slice::from_ref(&b), ms(60)).await.unwrap();
    let seen = async |by| {
        let rows = store.followed(by).await.unwrap();
        rows.into_iter().map(|row| (row.whom.as_str().to_owned(), row.seen)).collect::<Vec<_>>()
    };
    assert_eq!(seen(&a).await, [("b".to_owned(), Some(ms(60))), ("c".to_owned(), None)]);
    assert!(!store.shows_online(&c).await.unwrap());
    store.show_online(&c, true).await.unwrap();
    store.record_online(std::slice::from_ref(&c), ms(70)).await.unwrap();
    assert_eq!(seen(&a).await[1], ("c".to_owned(), Some(ms(70))));
    // Whom somebody blocks still follows, and sees nothing.
    store.follow(&d, &b, ms(1), 2).await.unwrap();
    store.block(&b, &d, ms(80), 9).await.unwrap();
    assert_eq!(seen(&d).await, [("b".to_owned(), None)]);
    assert_eq!(seen(&a).await[0], ("b".to_owned(), Some(ms(60))), "others do");
    store.block(&b, &a, ms(80), 9).await.unwrap();
    store.record_online(std::slice::from_ref(&b), ms(90)).await.unwrap();
    store.unblock(&b, &a).await.unwrap();
    assert_eq!(seen(&a).await[0], ("b".to_owned(), Some(ms(60))), "nobody was to see it");
    store.show_online(&b, false).await.unwrap();
    assert_eq!(seen(&a).await[0], ("b".to_owned(), None));
    assert_eq!(store.purge_online(ms(900)).await.unwrap(), 1);
    store.unfollow(&a, &b).await.unwrap();
    assert_eq!(seen(&a).await.len(), 1);
}
