//! Roles, reports, decisions, blocks, and the log that nobody can change.

use rukh_session::wire::moderation::{Measure, ReportReason, Role};
use rukh_session::wire::time::UnixMillis;

use super::accounts::new_account;
use super::{TestStore, guest_id, ms, on_both};
use crate::moderation_log::{Act, log};
use crate::player::lock_names;
use crate::sql::Transaction;
use crate::{
    AccountAction, LogPage, NewReport, NewSanction, REPORT_RETENTION_DAYS, Restrictions, Store, StoreError,
    clock,
};

on_both! {
    log_of_moderation_cannot_be_changed
    report_is_kept_once_and_within_limits
    decisions_restrict_until_they_end_or_are_revoked
    account_closed_leaves_devices_nothing_but_the_appeal
    name_taken_away_is_nobodys_until_that_is_revoked
    appeal_is_made_once_and_decided_once
    reports_are_deleted_in_time_and_the_log_stays
    block_is_one_sided_and_bounded
    account_deleted_says_no_more_who_reported
    operator_gives_roles_suspends_and_resets
    account_deleted_hides_no_open_report_and_waits_for_no_answer
    decisions_wait_for_whoever_changes_names
    name_taken_away_is_the_one_that_was_reported
}

pub(super) fn new_report(reporter: &str, about: &str) -> NewReport {
    NewReport {
        reporter: guest_id(reporter),
        player: guest_id("rude"),
        about: about.to_owned(),
        reason: ReportReason::Insult,
        text: Some("listen".to_owned()),
        name: "Rude Name".to_owned(),
        quote: Some("rude words".to_owned()),
    }
}

pub(super) fn new_sanction(player: &str, measure: Measure) -> NewSanction {
    NewSanction {
        player: guest_id(player),
        measure,
        reason: ReportReason::Spam,
        text: "because".to_owned(),
        hours: measure.is_timed().then_some(1),
    }
}

fn hours(n: u64) -> UnixMillis {
    ms(n * 3_600_000)
}

async fn acts(store: &Store) -> Vec<String> {
    let log = store.moderation_log(LogPage::After(0), None, None, 100).await.unwrap();
    assert!((1..).zip(&log).all(|(number, entry)| entry.number == number));
    log.into_iter().map(|entry| entry.act).collect()
}

async fn log_of_moderation_cannot_be_changed(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.impose(&new_sanction("rude", Measure::Chat), &guest_id("m"), ms(1)).await.unwrap();
    let before = store.moderation_log(LogPage::After(0), None, None, 10).await.unwrap();
    assert_eq!(before.len(), 1);
    for statement in [
        "UPDATE moderation_log SET actor = 'else'",
        "DELETE FROM moderation_log",
        "INSERT INTO moderation_log (number, at, act) VALUES (1, 1, 'forged')",
        store.writers.dialect().choose(
            "INSERT OR REPLACE INTO moderation_log (number, at, act) VALUES (1, 1, 'forged')",
            "INSERT INTO moderation_log (number, at, act) VALUES (1, 1, 'forged') \
             ON CONFLICT (number) DO UPDATE SET act = 'forged'",
        ),
        store
            .writers
            .dialect()
            .choose("DELETE FROM moderation_log WHERE number = 1", "TRUNCATE moderation_log"),
    ] {
        let error = store.writers.execute(statement, &[]).await.unwrap_err().to_string();
        assert!(
            ["append-only", "duplicate key"].iter().any(|why| error.contains(why)),
            "{statement}: {error}"
        );
    }
    assert_eq!(store.moderation_log(LogPage::After(0), None, None, 10).await.unwrap(), before);
}

async fn report_is_kept_once_and_within_limits(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let hours = |n: u64| hours(48 + n);
    let make = async |about: &str, at| store.insert_report(&new_report("almaz", about), at, 2).await;
    let id = make("chat:g:1", hours(0)).await.unwrap();
    assert!(matches!(make("chat:g:1", hours(1)).await, Err(StoreError::Reported)), "it is open");
    let row = store.report(&id).await.unwrap().unwrap();
    assert_eq!((row.quote.as_deref(), row.name.as_deref()), (Some("rude words"), Some("Rude Name")));
    make("chat:g:2", hours(1)).await.unwrap();
    assert!(matches!(make("chat:g:3", hours(23)).await, Err(StoreError::TooManyReports(2))));
    make("chat:g:3", hours(25)).await.unwrap();
    let queue: Vec<_> =
        store.open_reports(&guest_id("m"), None, 9).await.unwrap().into_iter().map(|row| row.about).collect();
    assert_eq!(queue, ["chat:g:1", "chat:g:2", "chat:g:3"]);
    let rest = store.open_reports(&guest_id("m"), Some(&id), 1).await.unwrap();
    assert_eq!(rest.iter().map(|row| row.about.as_str()).collect::<Vec<_>>(), ["chat:g:2"]);
    assert_eq!(store.open_report_count(&guest_id("m")).await.unwrap(), 3);
    assert_eq!(store.open_report_count(&guest_id("rude")).await.unwrap(), 0, "about the reader");
    let moderator = guest_id("m");
    assert!(store.take_report(&row, &moderator).await.unwrap());
    assert!(store.note_report(&row, &moderator, "seen").await.unwrap());
    assert!(!store.note_report(&row, &guest_id("n"), "mine").await.unwrap(), "another note came first");
    let warning = new_sanction("rude", Measure::Warning);
    assert!(store.resolve_report(&row, &moderator, Some(&warning), hours(26)).await.unwrap());
    assert!(!store.resolve_report(&row, &moderator, Some(&warning), hours(26)).await.unwrap());
    assert!(!store.note_report(&row, &moderator, "late").await.unwrap());
    assert_eq!(store.sanctions_of(&guest_id("rude")).await.unwrap().len(), 1, "once");
    let row = store.report(&id).await.unwrap().unwrap();
    assert_eq!((row.decision.as_deref(), row.note.as_deref()), (Some("warning"), Some("seen")));
    make("chat:g:1", hours(60)).await.unwrap();
    assert_eq!(acts(&store).await, ["take", "note", "resolve", "impose warning"]);
    let last = store.moderation_log(LogPage::Before(None), None, None, 2).await.unwrap();
    assert_eq!(last.iter().map(|entry| entry.number).collect::<Vec<_>>(), [4, 3]);
    let earlier = store.moderation_log(LogPage::Before(Some(3)), None, None, 9).await.unwrap();
    assert_eq!(earlier.iter().map(|entry| entry.number).collect::<Vec<_>>(), [2, 1]);
}

async fn decisions_restrict_until_they_end_or_are_revoked(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let (rude, moderator) = (guest_id("rude"), guest_id("m"));
    for measure in [Measure::Chat, Measure::Play, Measure::Shadow, Measure::Warning] {
        store.impose(&new_sanction("rude", measure), &moderator, hours(0)).await.unwrap();
    }
    let at = async |time| store.restrictions(&rude, time).await.unwrap();
    let all = Restrictions { chat: true, play: true, closed: false, shadowed: true };
    assert_eq!(at(ms(3_599_999)).await, all);
    assert_eq!(at(hours(1)).await, Restrictions { chat: false, play: false, ..all });
    assert_eq!(store.restrictions(&guest_id("else"), hours(0)).await.unwrap(), Restrictions::default());
    for row in store.sanctions_of(&rude).await.unwrap() {
        assert!(store.revoke(&row, &moderator, ms(5)).await.unwrap());
        assert!(!store.revoke(&row, &moderator, ms(5)).await.unwrap(), "once");
    }
    assert_eq!(at(ms(6)).await, Restrictions::default());
}

async fn account_closed_leaves_devices_nothing_but_the_appeal(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    let guest = store.impose(&new_sanction("rude", Measure::Close), &guest_id("m"), ms(1)).await;
    assert!(matches!(guest, Err(StoreError::NoAccount)), "{guest:?}");
    assert_eq!(acts(&store).await, [""; 0], "nothing was written");
    let scopes = async || store.sign_in("device of almaz", ms(1)).await.unwrap().unwrap().scopes;
    assert_eq!(scopes().await, None);
    store.impose(&new_sanction("almaz", Measure::Close), &guest_id("m"), ms(1)).await.unwrap();
    assert_eq!(scopes().await.as_deref(), Some(crate::APPEAL_SCOPE));
    let row = store.sanctions_of(&guest_id("almaz")).await.unwrap().remove(0);
    store.revoke(&row, &guest_id("m"), ms(2)).await.unwrap();
    assert_eq!(scopes().await, None);
}

async fn name_taken_away_is_nobodys_until_that_is_revoked(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Rude Name")).await.unwrap();
    store.set_name(&guest_id("guest"), Some("Worse")).await.unwrap();
    for player in ["almaz", "guest"] {
        store.impose(&new_sanction(player, Measure::Name), &guest_id("m"), clock::now()).await.unwrap();
    }
    let almaz = guest_id("almaz");
    let names = store.names([&almaz, &guest_id("guest")]).await.unwrap();
    assert!(names.of(&almaz).starts_with("Player "), "{names:?}");
    assert!(names.of(&guest_id("guest")).starts_with("Guest "), "{names:?}");
    let later = ms(1_900_000_000_000);
    let again = async || store.rename_account(&almaz, "rude name", later).await;
    assert!(matches!(again().await, Err(StoreError::NameTaken)), "also for its former owner");
    let guest = store.set_name(&guest_id("else"), Some("Rude Name")).await;
    assert!(matches!(guest, Err(StoreError::NameTaken)), "{guest:?}");
    let row = store.sanctions_of(&almaz).await.unwrap().remove(0);
    assert_eq!(row.name.as_deref(), Some("Rude Name"));
    store.revoke(&row, &guest_id("m"), clock::now()).await.unwrap();
    assert!(again().await.unwrap(), "it may be chosen again");
}

async fn appeal_is_made_once_and_decided_once(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let (rude, moderator) = (guest_id("rude"), guest_id("m"));
    let id = store.impose(&new_sanction("rude", Measure::Chat), &moderator, hours(0)).await.unwrap();
    assert!(!store.appeal(&id, &guest_id("else"), "not mine", ms(1)).await.unwrap());
    assert!(store.appeal(&id, &rude, "I am sorry", ms(2)).await.unwrap());
    assert!(!store.appeal(&id, &rude, "once more", ms(3)).await.unwrap());
    let row = store.appeals(&moderator, 9).await.unwrap().remove(0);
    assert_eq!(row.appeal, Some(("I am sorry".to_owned(), ms(2))));
    assert!(store.answer_appeal(&row, &moderator, (true, "all right"), ms(4)).await.unwrap());
    assert!(!store.answer_appeal(&row, &moderator, (false, "no"), ms(5)).await.unwrap());
    assert_eq!(store.restrictions(&rude, ms(6)).await.unwrap(), Restrictions::default());
    assert_eq!(store.appeals(&moderator, 9).await.unwrap(), []);
    assert_eq!(acts(&store).await, ["impose chat", "appeal", "grant appeal", "revoke chat"]);
}

async fn reports_are_deleted_in_time_and_the_log_stays(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let moderator = guest_id("m");
    let day = |n: u64| hours(24 * n);
    let old = store.insert_report(&new_report("almaz", "chat:g:1"), day(0), 9).await.unwrap();
    let open = store.insert_report(&new_report("almaz", "chat:g:2"), day(0), 9).await.unwrap();
    let row = store.report(&old).await.unwrap().unwrap();
    let chat = new_sanction("rude", Measure::Chat);
    store.resolve_report(&row, &moderator, Some(&chat), day(1)).await.unwrap();
    store.impose(&new_sanction("rude", Measure::Shadow), &moderator, day(1)).await.unwrap();
    let shadow = store.sanctions_of(&guest_id("rude")).await.unwrap();
    let shadow = shadow.iter().find(|row| row.measure == Measure::Shadow).unwrap();
    assert_eq!(store.purge_moderation(day(1 + REPORT_RETENTION_DAYS)).await.unwrap(), 0);
    assert_eq!(store.purge_moderation(day(2 + REPORT_RETENTION_DAYS)).await.unwrap(), 2);
    assert_eq!(store.report(&old).await.unwrap(), None);
    assert!(store.report(&open).await.unwrap().is_some(), "it waits");
    let left = store.sanctions_of(&guest_id("rude")).await.unwrap();
    assert_eq!(left.iter().map(|row| &row.id).collect::<Vec<_>>(), [&shadow.id], "it is in force");
    assert_eq!(acts(&store).await, ["resolve", "impose chat", "impose shadow"]);
}

async fn block_is_one_sided_and_bounded(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let (almaz, rude, other) = (guest_id("almaz"), guest_id("rude"), guest_id("other"));
    for _ in 0..2 {
        assert!(store.block(&almaz, &rude, ms(1), 1).await.unwrap(), "twice is once");
    }
    assert!(!store.block(&almaz, &other, ms(1), 1).await.unwrap(), "one too many");
    assert!(store.is_blocked(&almaz, &rude).await.unwrap());
    assert!(!store.is_blocked(&rude, &almaz).await.unwrap());
    assert!(store.is_either_blocked([&rude, &almaz]).await.unwrap());
    assert!(!store.is_either_blocked([&other, &almaz]).await.unwrap());
    let blockers = store.blockers_of(&rude, &[&almaz, &other]).await.unwrap();
    assert_eq!(blockers.iter().collect::<Vec<_>>(), [&almaz]);
    let pair = [[almaz.clone(), rude.clone()]];
    for people in [&[&almaz][..], &[&rude], &[&almaz, &other, &rude]] {
        assert_eq!(store.blocks_among(people).await.unwrap(), pair, "{people:?}");
    }
    assert!(store.blocks_among(&[&other]).await.unwrap().is_empty());
    assert!(store.blocks_among(&[]).await.unwrap().is_empty());
    assert!(!store.unblock(&rude, &almaz).await.unwrap(), "that is another block");
    assert!(store.unblock(&almaz, &rude).await.unwrap());
    assert!(!store.unblock(&almaz, &rude).await.unwrap());
    assert!(store.blocks_of(&almaz).await.unwrap().is_empty());
}

async fn account_deleted_says_no_more_who_reported(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    store.create_account(&new_account("rude", "Rude Name")).await.unwrap();
    let id = store.insert_report(&new_report("almaz", "chat:g:1"), ms(1), 9).await.unwrap();
    store.block(&guest_id("almaz"), &guest_id("rude"), ms(1), 9).await.unwrap();
    let sanction = store.impose(&new_sanction("rude", Measure::Chat), &guest_id("m"), ms(1)).await.unwrap();
    assert_eq!(store.reports_by(&guest_id("almaz")).await.unwrap().len(), 1);
    store.delete_account(&guest_id("almaz")).await.unwrap();
    let row = store.report(&id).await.unwrap().unwrap();
    assert_eq!((row.reporter, row.text), (None, None));
    assert!(row.quote.is_some(), "what is reported is still to be looked at");
    store.delete_account(&guest_id("rude")).await.unwrap();
    assert_eq!(store.sanction(&sanction).await.unwrap().unwrap().text, "");
    assert_eq!(store.blocks_of(&guest_id("almaz")).await.unwrap().len(), 0);
}

async fn account_deleted_hides_no_open_report_and_waits_for_no_answer(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let (rude, moderator) = (guest_id("rude"), guest_id("m"));
    store.create_account(&new_account("rude", "Rude Name")).await.unwrap();
    let mut ids = Vec::new();
    for about in ["chat:g:1", "chat:g:2"] {
        let id = store.insert_report(&new_report("almaz", about), ms(1), 9).await.unwrap();
        let row = store.report(&id).await.unwrap().unwrap();
        assert!(store.note_report(&row, &moderator, "Rude Name again").await.unwrap());
        ids.push(row);
    }
    assert!(store.resolve_report(&ids[0], &moderator, None, ms(2)).await.unwrap());
    let chat = store.impose(&new_sanction("rude", Measure::Chat), &moderator, ms(2)).await.unwrap();
    assert!(store.appeal(&chat, &rude, "I, Rude Name", ms(3)).await.unwrap());
    store.delete_account(&rude).await.unwrap();
    let kept = async |n: usize| {
        let row = store.report(&ids[n].id).await.unwrap().unwrap();
        [row.name, row.quote, row.note].map(|text| text.is_some())
    };
    assert_eq!(kept(0).await, [false; 3]);
    assert_eq!(kept(1).await, [true; 3], "the account hides nothing by being deleted");
    assert_eq!(store.appeals(&moderator, 9).await.unwrap(), [], "nobody waits for an answer");
    let name = new_sanction("rude", Measure::Name);
    assert!(store.resolve_report(&ids[1], &moderator, Some(&name), ms(4)).await.unwrap());
    assert_eq!(kept(1).await, [false; 3], "nothing is left to decide");
    assert!(store.sanctions_of(&rude).await.unwrap().iter().all(|row| row.name.is_none()));
    // What a guest is reported for is still to be seen: they can answer.
    let report = NewReport { player: guest_id("guest"), ..new_report("almaz", "chat:g:3") };
    let id = store.insert_report(&report, ms(1), 9).await.unwrap();
    let row = store.report(&id).await.unwrap().unwrap();
    assert!(store.resolve_report(&row, &moderator, None, ms(2)).await.unwrap());
    assert!(store.report(&id).await.unwrap().unwrap().quote.is_some());
    // Nor does one wait whose decision was revoked, and it goes in time.
    let id = store.impose(&new_sanction("guest", Measure::Chat), &moderator, ms(2)).await.unwrap();
    assert!(store.appeal(&id, &guest_id("guest"), "why", ms(3)).await.unwrap());
    let row = store.sanction(&id).await.unwrap().unwrap();
    assert!(store.revoke(&row, &moderator, ms(4)).await.unwrap());
    assert_eq!(store.appeals(&moderator, 9).await.unwrap(), []);
    store.purge_moderation(hours(24 * (1 + REPORT_RETENTION_DAYS))).await.unwrap();
    assert_eq!(store.sanction(&id).await.unwrap(), None);
}

/// Whoever has the lock of names writes to the log at last; a decision that comes meanwhile has not locked that.
async fn decisions_wait_for_whoever_changes_names(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let (rude, moderator) = (guest_id("rude"), guest_id("m"));
    let locked = async || {
        let mut work = store.writers.begin().await.unwrap();
        lock_names(&mut work).await.unwrap();
        work
    };
    let rename = async |mut work: Transaction| {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let act = Act { actor: None, act: "reset name", player: None, about: None, reason: None };
        let logged = log(&mut work, act).await;
        work.finish(logged).await.unwrap();
    };
    let id = store.insert_report(&new_report("almaz", "name:rude"), ms(1), 9).await.unwrap();
    let row = store.report(&id).await.unwrap().unwrap();
    let name = new_sanction("rude", Measure::Name);
    let (resolved, ()) =
        tokio::join!(store.resolve_report(&row, &moderator, Some(&name), ms(2)), rename(locked().await));
    assert!(resolved.unwrap());
    let row = store.sanctions_of(&rude).await.unwrap().remove(0);
    assert!(store.appeal(&row.id, &rude, "why", ms(3)).await.unwrap());
    let (answered, ()) =
        tokio::join!(store.answer_appeal(&row, &moderator, (true, "so"), ms(4)), rename(locked().await));
    assert!(answered.unwrap());
    let id = store.impose(&name, &moderator, ms(5)).await.unwrap();
    let row = store.sanction(&id).await.unwrap().unwrap();
    let (revoked, ()) = tokio::join!(store.revoke(&row, &moderator, ms(6)), rename(locked().await));
    assert!(revoked.unwrap());
}

async fn name_taken_away_is_the_one_that_was_reported(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let (rude, guest, moderator) = (guest_id("rude"), guest_id("guest"), guest_id("m"));
    store.create_account(&new_account("rude", "Rude Name")).await.unwrap();
    store.set_name(&guest, Some("Worse")).await.unwrap();
    let mut rows = Vec::new();
    for (player, name) in [(&rude, "Rude Name"), (&guest, "Worse")] {
        let about = format!("name:{player}");
        let report =
            NewReport { player: player.clone(), name: name.to_owned(), ..new_report("almaz", &about) };
        let id = store.insert_report(&report, ms(1), 9).await.unwrap();
        rows.push(store.report(&id).await.unwrap().unwrap());
    }
    // Both are called something else meanwhile.
    assert!(store.rename_account(&rude, "Polite", ms(1_900_000_000_000)).await.unwrap());
    store.set_name(&guest, Some("Better")).await.unwrap();
    for (row, player) in rows.iter().zip(["rude", "guest"]) {
        let name = new_sanction(player, Measure::Name);
        assert!(store.resolve_report(row, &moderator, Some(&name), clock::now()).await.unwrap());
    }
    let names = store.names([&rude, &guest]).await.unwrap();
    assert_eq!((names.of(&rude), names.of(&guest)), ("Polite".to_owned(), "Better".to_owned()));
    let taken = |set: Result<(), StoreError>| matches!(set, Err(StoreError::NameTaken));
    let again = store.rename_account(&rude, "rude name", ms(1_999_000_000_000)).await;
    assert!(taken(again.map(drop)), "the reported one is gone");
    for player in [&guest, &guest_id("else")] {
        assert!(taken(store.set_name(player, Some("worse")).await), "for everybody");
    }
    let row = store.sanctions_of(&guest).await.unwrap().remove(0);
    assert_eq!(row.name.as_deref(), Some("Worse"));
    assert!(store.revoke(&row, &moderator, clock::now()).await.unwrap());
    store.set_name(&guest, Some("Worse")).await.unwrap();
}

async fn operator_gives_roles_suspends_and_resets(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    let (place, almaz) = (&fixture.location, guest_id("almaz"));
    assert_eq!(Store::set_role(place, "Sara", Some(Role::Admin)).await.unwrap(), None);
    for role in [Role::Moderator, Role::Admin] {
        assert_eq!(Store::set_role(place, "almaz", Some(role)).await.unwrap(), Some(almaz.clone()));
        assert_eq!(store.role(&almaz).await.unwrap(), Some(role));
    }
    let close = |player| NewSanction { player, ..new_sanction("any", Measure::Close) };
    assert_eq!(Store::impose_at(place, "nobody at all", close).await.unwrap(), None);
    assert_eq!(Store::impose_at(place, "Almaz", close).await.unwrap(), Some(almaz.clone()));
    let listed = Store::list_accounts(place).await.unwrap().remove(0);
    assert_eq!((listed.role, listed.measures), (Some(Role::Admin), vec![Measure::Close]));
    assert_eq!(Store::revoke_at(place, "Almaz").await.unwrap(), Some((almaz.clone(), 1)));
    Store::administer_account(place, "Almaz", &AccountAction::ResetName).await.unwrap();
    assert_eq!(store.player_named("Almaz").await.unwrap(), Some(guest_id("nobody")));
    let log = Store::moderation_log_at(place, Some("almaz")).await.unwrap().unwrap();
    let acts: Vec<&str> = log.iter().map(|entry| &*entry.act).collect();
    assert_eq!(acts, ["role", "role", "impose close", "revoke close", "reset name"]);
    assert!(log.iter().all(|entry| entry.actor.is_none()), "{log:?}");
}
