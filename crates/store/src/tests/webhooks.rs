//! Webhooks: who has them, what is delivered once and by one node, and what ends them.

use rukh_session::id::GuestId;
use rukh_session::wire::moderation::Measure;
use rukh_session::wire::time::UnixMillis;

use super::accounts::{new_account, sign_in};
use super::moderation::new_sanction;
use super::{TestStore, guest_id, ms, on_both};
use crate::webhook::MAX_WAITING;
use crate::{
    AccountAction, DeliveryAttempt, DeliveryOutcome, DueDelivery, FailureLimit, LATEST_DELIVERIES,
    NewDelivery, Store, WebhookRow, WebhookStop,
};

on_both! {
    webhook_is_its_owners_and_five_are_the_most
    delivery_found_twice_is_written_once
    delivery_is_taken_by_one_node_and_few_of_an_account
    delivery_of_a_node_that_dies_is_taken_again
    webhook_that_fails_long_enough_is_switched_off
    webhook_that_fails_waits_for_others
    webhook_switched_on_again_posts_nothing_old
    note_that_is_late_changes_nothing
    webhook_of_a_closed_account_waits
    webhook_with_a_full_queue_is_not_watched
    recovered_account_has_its_webhooks_switched_off
    deleted_account_takes_webhooks_and_deliveries_along
    deliveries_that_are_done_are_kept_for_a_while
}

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
const LIMIT: FailureLimit = FailureLimit { attempts: 3, age: DAY };

pub(super) fn webhook(id: &str, player: &str) -> WebhookRow {
    WebhookRow {
        id: id.to_owned(),
        player: guest_id(player),
        url: "https://bot.example/".to_owned(),
        events: vec!["turn".to_owned(), "game_ended".to_owned()],
        secret: "whsec_one".to_owned(),
        former: None,
        created: ms(1),
        looked: ms(1),
        failures: 0,
        failing: None,
        stopped: None,
    }
}

pub(super) fn new(id: &str, webhook: &str, player: &str, due: u64) -> NewDelivery {
    NewDelivery {
        id: id.to_owned(),
        webhook: webhook.to_owned(),
        player: guest_id(player),
        kind: "turn".to_owned(),
        body: format!("{{\"key\":\"{id}\"}}"),
        due: ms(due),
    }
}

/// A webhook of an account with two deliveries: three rows beside those of the account.
pub(super) async fn make_webhook(store: &Store, player: &str) {
    assert!(store.add_webhook(&webhook("hook", player), 5).await.unwrap());
    let deliveries = [new("one", "hook", player, 1), new("two", "hook", player, 2)];
    assert_eq!(store.put_deliveries(&deliveries, (&[], ms(1)), ms(1)).await.unwrap(), 2);
}

async fn almaz(store: &Store) {
    store.create_account(&new_account("a", "Almaz")).await.unwrap();
    make_webhook(store, "a").await;
}

async fn take(store: &Store, now: u64, busy: &[GuestId]) -> Vec<DueDelivery> {
    let mut taken = store.take_deliveries(ms(now), 32, busy).await.unwrap();
    taken.sort_by(|one, other| one.id.cmp(&other.id));
    taken
}

fn ids(taken: &[DueDelivery]) -> Vec<&str> {
    taken.iter().map(|one| one.id.as_str()).collect()
}

fn attempt(at: u64, outcome: DeliveryOutcome) -> DeliveryAttempt<'static> {
    let answer = if outcome == DeliveryOutcome::Taken { Some(204) } else { None };
    DeliveryAttempt { at: ms(at), answer, problem: answer.is_none().then_some("late"), outcome }
}

async fn stop_of(store: &Store) -> Option<(UnixMillis, WebhookStop)> {
    store.webhooks_of(&guest_id("a")).await.unwrap()[0].stopped
}

async fn webhook_is_its_owners_and_five_are_the_most(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    assert!(!store.add_webhook(&webhook("hook", "nobody"), 5).await.unwrap(), "a guest has none");
    almaz(&store).await;
    assert_eq!(store.webhooks_of(&guest_id("a")).await.unwrap(), [webhook("hook", "a")]);
    let more: Vec<WebhookRow> = (0..8).map(|n| webhook(&format!("hook {n}"), "a")).collect();
    let added = futures_util::future::join_all(more.iter().map(|row| store.add_webhook(row, 5))).await;
    assert_eq!(added.into_iter().filter(|added| *added.as_ref().unwrap()).count(), 4);

    let (own, other) = (guest_id("a"), guest_id("b"));
    assert!(!store.replace_webhook_secret(&other, "hook", "theirs", ms(9)).await.unwrap());
    assert!(store.replace_webhook_secret(&own, "hook", "whsec_two", ms(9)).await.unwrap());
    let row = store.webhook("hook").await.unwrap().unwrap();
    assert_eq!((row.secret.as_str(), row.former), ("whsec_two", Some(("whsec_one".to_owned(), ms(9)))));
    assert!(!store.resume_webhook(&other, "hook", ms(5)).await.unwrap());
    assert_eq!(store.latest_deliveries(&other, "hook").await.unwrap(), None);
    assert!(!store.delete_webhook(&other, "hook").await.unwrap());
    assert!(store.delete_webhook(&own, "hook").await.unwrap());
    assert_eq!(store.webhook("hook").await.unwrap(), None);
    assert_eq!(store.waiting_deliveries().await.unwrap(), 0);
}

async fn delivery_found_twice_is_written_once(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    let again = [new("one", "hook", "a", 9), new("three", "hook", "a", 9), new("four", "gone", "a", 9)];
    let looked = ["hook".to_owned()];
    assert_eq!(store.put_deliveries(&again, (&looked, ms(7)), ms(9)).await.unwrap(), 1);
    assert_eq!(store.webhook("hook").await.unwrap().unwrap().looked, ms(7));
    // A look that ended later does not take it back.
    store.put_deliveries(&[], (&looked, ms(6)), ms(9)).await.unwrap();
    assert_eq!(store.webhook("hook").await.unwrap().unwrap().looked, ms(7));
    // But one that no clock can have told by now does.
    store.put_deliveries(&[], (&looked, ms(9 * DAY)), ms(9)).await.unwrap();
    store.put_deliveries(&[], (&looked, ms(8)), ms(9)).await.unwrap();
    assert_eq!(store.webhook("hook").await.unwrap().unwrap().looked, ms(8));
    let known = store.known_deliveries(&["one", "three", "four"]).await.unwrap();
    assert_eq!(known, std::collections::HashSet::from(["one".to_owned(), "three".to_owned()]));
    // One that is done is known, too.
    let one = take(&store, 1, &[]).await.remove(0);
    store.note_attempt(&one, attempt(1, DeliveryOutcome::Taken), LIMIT).await.unwrap();
    assert_eq!(store.put_deliveries(&again[..1], (&[], ms(9)), ms(9)).await.unwrap(), 0);
}

async fn delivery_is_taken_by_one_node_and_few_of_an_account(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    store.create_account(&new_account("b", "Bekele")).await.unwrap();
    store.add_webhook(&webhook("other", "b"), 5).await.unwrap();
    let more = ["three", "four"].map(|id| new(id, "hook", "a", 3));
    store.put_deliveries(&more, (&[], ms(1)), ms(1)).await.unwrap();
    store.put_deliveries(&[new("zero", "other", "b", 9)], (&[], ms(1)), ms(1)).await.unwrap();
    assert_eq!(ids(&take(&store, 9, &[guest_id("a")]).await), ["zero"], "whoever is busy waits");
    assert_eq!(ids(&take(&store, 9, &[]).await), ["one", "two"], "few of an account are taken at once");
    let both = futures_util::future::join(take(&store, 9, &[]), take(&store, 9, &[])).await;
    let all = [both.0, both.1].concat();
    let mut all = ids(&all);
    all.sort_unstable();
    assert_eq!(all, ["four", "three"], "each is taken once");
}

async fn delivery_of_a_node_that_dies_is_taken_again(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    let taken = take(&store, 2, &[]).await;
    assert_eq!(ids(&taken), ["one", "two"]);
    assert_eq!((taken[0].attempts, taken[0].body.as_str()), (1, "{\"key\":\"one\"}"));
    assert_eq!(ids(&take(&store, MINUTE, &[]).await), Vec::<&str>::new());
    let again = take(&store, 2 + MINUTE, &[]).await;
    assert_eq!((ids(&again), again[0].attempts), (vec!["one", "two"], 2));
    let later = attempt(2 + MINUTE, DeliveryOutcome::Retry(ms(HOUR)));
    assert!(!store.note_attempt(&again[0], later, LIMIT).await.unwrap());
    store.note_attempt(&again[1], attempt(3, DeliveryOutcome::Taken), LIMIT).await.unwrap();
    assert_eq!(ids(&take(&store, HOUR - 1, &[]).await), Vec::<&str>::new());
    let latest = store.latest_deliveries(&guest_id("a"), "hook").await.unwrap().unwrap();
    let seen = latest.iter().map(|row| (row.id.as_str(), row.taken, row.answer, row.problem.as_deref()));
    assert_eq!(
        seen.collect::<Vec<_>>(),
        [("one", None, None, Some("late")), ("two", Some(true), Some(204), None)]
    );
    assert_eq!(ids(&take(&store, HOUR, &[]).await), ["one"]);
}

async fn webhook_that_fails_long_enough_is_switched_off(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    let fail = async |at: u64| {
        let outcome = DeliveryOutcome::Retry(ms(at + 1));
        let one = take(&store, at, &[]).await.remove(0);
        store.note_attempt(&one, attempt(at, outcome), LIMIT).await.unwrap()
    };
    // Often enough, but not for long enough; then one that succeeds; then long enough, but not often enough.
    assert_eq!([fail(1).await, fail(2).await, fail(3).await, fail(DAY).await], [false; 4]);
    let one = take(&store, DAY + 1, &[]).await.remove(0);
    store.note_attempt(&one, attempt(DAY + 1, DeliveryOutcome::Taken), LIMIT).await.unwrap();
    let begin = 2 * DAY;
    assert_eq!([fail(begin).await, fail(begin + DAY).await], [false; 2]);
    assert!(fail(begin + DAY + 1).await);
    assert_eq!(stop_of(&store).await, Some((ms(begin + DAY + 1), WebhookStop::Failing)));
    assert_eq!(store.watching_webhooks().await.unwrap(), []);
    assert!(!fail(begin + DAY + 2).await, "it is switched off once");

    assert!(store.resume_webhook(&guest_id("a"), "hook", ms(9 * DAY)).await.unwrap());
    let row = store.watching_webhooks().await.unwrap().remove(0);
    assert_eq!((row.stopped, row.failures, row.failing, row.looked), (None, 0, None, ms(9 * DAY)));
    store.put_deliveries(&[new("three", "hook", "a", 1)], (&[], ms(1)), ms(1)).await.unwrap();
    let three = take(&store, 9 * DAY, &[]).await.remove(0);
    assert!(store.note_attempt(&three, attempt(9 * DAY, DeliveryOutcome::Gone), LIMIT).await.unwrap());
    assert_eq!(stop_of(&store).await, Some((ms(9 * DAY), WebhookStop::Gone)));
}

async fn webhook_that_fails_waits_for_others(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    store.create_account(&new_account("b", "Bekele")).await.unwrap();
    store.add_webhook(&webhook("other", "b"), 5).await.unwrap();
    store.put_deliveries(&[new("three", "other", "b", 9)], (&[], ms(1)), ms(1)).await.unwrap();
    let one = take(&store, 1, &[]).await.remove(0);
    store.note_attempt(&one, attempt(1, DeliveryOutcome::Retry(ms(2))), LIMIT).await.unwrap();
    assert_eq!(
        ids(&store.take_deliveries(ms(9), 1, &[]).await.unwrap()),
        ["three"],
        "though it is the latest"
    );
    assert_eq!(ids(&take(&store, 9, &[]).await), ["one", "two"]);
}

async fn webhook_switched_on_again_posts_nothing_old(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    let test = NewDelivery { kind: "test".to_owned(), ..new("test", "hook", "a", 3) };
    store.put_deliveries(&[test], (&[], ms(1)), ms(1)).await.unwrap();
    assert!(store.resume_webhook(&guest_id("a"), "hook", ms(2)).await.unwrap());
    assert_eq!(store.waiting_deliveries().await.unwrap(), 3, "one that is on stays as it is");
    let one = take(&store, 1, &[]).await.remove(0);
    assert!(store.note_attempt(&one, attempt(1, DeliveryOutcome::Gone), LIMIT).await.unwrap());
    assert!(!store.resume_webhook(&guest_id("b"), "hook", ms(2)).await.unwrap());
    assert_eq!(store.waiting_deliveries().await.unwrap(), 2);
    assert!(store.resume_webhook(&guest_id("a"), "hook", ms(2)).await.unwrap());
    assert_eq!(ids(&take(&store, DAY, &[]).await), ["test"]);
    let latest = store.latest_deliveries(&guest_id("a"), "hook").await.unwrap().unwrap();
    let two = latest.iter().find(|row| row.id == "two").unwrap();
    assert_eq!((two.taken, two.due), (Some(false), None));
}

async fn note_that_is_late_changes_nothing(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    let late = take(&store, 1, &[]).await.remove(0);
    let again = take(&store, 1 + MINUTE, &[]).await.remove(0);
    assert_eq!((late.attempts, again.attempts, &late.id), (1, 2, &again.id));
    let note_late = async |delivery: &DueDelivery| {
        for outcome in [
            DeliveryOutcome::Taken,
            DeliveryOutcome::Retry(ms(2)),
            DeliveryOutcome::GivenUp,
            DeliveryOutcome::Gone,
        ] {
            assert!(!store.note_attempt(delivery, attempt(2, outcome), LIMIT).await.unwrap());
        }
        store.give_up_delivery(delivery).await.unwrap();
        let latest = store.latest_deliveries(&guest_id("a"), "hook").await.unwrap().unwrap();
        let one = latest.iter().find(|row| row.id == "one").unwrap();
        (one.taken, one.due, one.attempts)
    };
    // It was taken again, and then delivered.
    assert_eq!(note_late(&late).await, (None, Some(ms(1 + 2 * MINUTE)), 2));
    store.note_attempt(&again, attempt(3, DeliveryOutcome::Taken), LIMIT).await.unwrap();
    for delivery in [&late, &again] {
        assert_eq!(note_late(delivery).await, (Some(true), None, 2));
    }
    let row = store.webhook("hook").await.unwrap().unwrap();
    assert_eq!((row.failures, row.stopped), (0, None));
}

async fn webhook_of_a_closed_account_waits(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    store.impose(&new_sanction("a", Measure::Close), &guest_id("m"), ms(1)).await.unwrap();
    assert_eq!(store.watching_webhooks().await.unwrap(), []);
    assert_eq!(store.webhook("hook").await.unwrap(), None);
    let one = take(&store, 1, &[]).await.remove(0);
    store.give_up_delivery(&one).await.unwrap();
    let latest = store.latest_deliveries(&guest_id("a"), "hook").await.unwrap().unwrap();
    let given_up = latest.iter().find(|row| row.id == "one").unwrap();
    assert_eq!((given_up.taken, given_up.due, given_up.attempts), (Some(false), None, 0));
}

async fn webhook_with_a_full_queue_is_not_watched(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    let many: Vec<NewDelivery> =
        (2..MAX_WAITING).map(|n| new(&format!("many {n}"), "hook", "a", 9)).collect();
    store.put_deliveries(&many[1..], (&[], ms(1)), ms(1)).await.unwrap();
    assert_eq!(store.watching_webhooks().await.unwrap().len(), 1);
    store.put_deliveries(&many, (&[], ms(1)), ms(1)).await.unwrap();
    assert_eq!(store.waiting_deliveries().await.unwrap(), MAX_WAITING);
    assert_eq!(store.watching_webhooks().await.unwrap(), []);
    let one = take(&store, 1, &[]).await.remove(0);
    store.note_attempt(&one, attempt(1, DeliveryOutcome::Taken), LIMIT).await.unwrap();
    assert_eq!(store.watching_webhooks().await.unwrap().len(), 1);
}

async fn recovered_account_has_its_webhooks_switched_off(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    let code = crate::Ceremony {
        id: "hash".to_owned(),
        kind: "email",
        player: Some(guest_id("a")),
        body: Vec::new(),
        expires: ms(9),
    };
    store.begin_ceremony(&code).await.unwrap();
    let device = |player: &GuestId| sign_in("new device", player.as_str(), ms(2));
    assert_eq!(store.recover_by_email("hash", device, ms(2)).await.unwrap(), Some(guest_id("a")));
    assert_eq!(stop_of(&store).await, Some((ms(2), WebhookStop::Recovered)));
    store.resume_webhook(&guest_id("a"), "hook", ms(3)).await.unwrap();
    Store::administer_account(&fixture.location, "Almaz", &AccountAction::SignOut).await.unwrap();
    assert!(matches!(stop_of(&store).await, Some((_, WebhookStop::Recovered))));
    // Whoever signs out everywhere else wants nothing that another may have set up.
    store.resume_webhook(&guest_id("a"), "hook", ms(4)).await.unwrap();
    store.end_other_sign_ins(&guest_id("a"), "this device").await.unwrap();
    assert!(matches!(stop_of(&store).await, Some((_, WebhookStop::Recovered))));
}

async fn deleted_account_takes_webhooks_and_deliveries_along(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    let one = take(&store, 1, &[]).await.remove(0);
    store.delete_account(&guest_id("a")).await.unwrap();
    assert_eq!(store.webhooks_of(&guest_id("a")).await.unwrap(), []);
    assert_eq!(store.waiting_deliveries().await.unwrap(), 0);
    // What is under way, or was just found, leaves nothing.
    store.note_attempt(&one, attempt(2, DeliveryOutcome::Retry(ms(3))), LIMIT).await.unwrap();
    assert_eq!(store.put_deliveries(&[new("six", "hook", "a", 1)], (&[], ms(1)), ms(1)).await.unwrap(), 0);
    assert!(store.known_deliveries(&["one", "two", "six"]).await.unwrap().is_empty());
}

async fn deliveries_that_are_done_are_kept_for_a_while(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    almaz(&store).await;
    let many: Vec<NewDelivery> = (0..30).map(|n| new(&format!("many {n:02}"), "hook", "a", 9)).collect();
    for (place, one) in many.iter().enumerate() {
        let at = ms(10 + place as u64);
        store.put_deliveries(std::slice::from_ref(one), (&[], at), at).await.unwrap();
    }
    for _ in 0..16 {
        for one in take(&store, 9, &[]).await {
            store.note_attempt(&one, attempt(9, DeliveryOutcome::Taken), LIMIT).await.unwrap();
        }
    }
    store.put_deliveries(&[new("waits", "hook", "a", 9)], (&[], ms(1)), ms(1)).await.unwrap();
    assert_eq!(store.purge_deliveries(ms(HOUR)).await.unwrap(), 0, "within an hour all stay");
    assert_eq!(store.purge_deliveries(ms(HOUR + 1000)).await.unwrap(), 0, "they may be found again");
    store.put_deliveries(&[], (&["hook".to_owned()], ms(HOUR + 1000)), ms(HOUR + 1000)).await.unwrap();
    // The 20 latest of 32 that are done stay, and what waits, however old it is.
    assert_eq!(store.purge_deliveries(ms(HOUR + 1000)).await.unwrap(), 12);
    let latest = store.latest_deliveries(&guest_id("a"), "hook").await.unwrap().unwrap();
    assert_eq!(latest.len(), LATEST_DELIVERIES as usize);
    assert_eq!((latest[0].id.as_str(), latest[19].id.as_str()), ("many 29", "many 10"));
    assert_eq!(store.purge_deliveries(ms(30 * DAY + 1000)).await.unwrap(), 20);
    assert_eq!(ids(&take(&store, 9, &[]).await), ["waits"]);
}
