//! Clubs: who belongs to one, whatever happens at once, and what stays when people go.

use futures_util::future::join_all;
use rukh_session::id::GuestId;
use rukh_session::wire::club::{ClubEntry, ClubRole};

use super::accounts::new_account;
use super::{TestStore, close, guest_id, ms, on_both};
use crate::{
    ClubChange, ClubLimits, ClubMemberKind, ClubRefusal, ClubRow, EventStage, LogPage, NewClubPost, Store,
    StoreError,
};

on_both! {
    names_of_open_clubs_do_not_look_alike club_of_each_entry_takes_whom_it_should
    many_who_join_at_once_do_not_pass_the_limit last_owner_is_followed_whoever_leaves_at_once
    officer_is_changed_once board_shows_each_reader_what_they_may_see deleted_account_leaves_its_clubs_to_others
    moderator_closes_opens_and_renames edits_at_once_keep_what_each_changes
    club_is_closed_while_accounts_are_deleted
}

const LIMITS: ClubLimits = ClubLimits { owned: 2, joined: 3, members: 4, replies: 2, posts: 6 };

fn club(id: &str, name: &str, entry: ClubEntry) -> ClubRow {
    ClubRow {
        id: id.to_owned(),
        name: name.to_owned(),
        about: "About it.".to_owned(),
        entry,
        invite: format!("secret-of-{id}"),
        is_name_kept: false,
        created: ms(1),
        closed: None,
        members: 1,
    }
}

async fn accounts(store: &Store, names: &[&str]) {
    for name in names {
        store.create_account(&new_account(name, &format!("Player {name}"))).await.unwrap();
    }
}

async fn found(store: &Store, id: &str, entry: ClubEntry, owner: &str) {
    store.found_club(&club(id, &format!("Club {id}"), entry), &guest_id(owner), LIMITS).await.unwrap();
}

async fn join(store: &Store, id: &str, player: &str, at: u64) -> Result<ClubRole, StoreError> {
    store.join_club(id, &guest_id(player), None, LIMITS, ms(at)).await
}

fn post<'a>(author: &'a GuestId, text: &'a str, parent: Option<u64>) -> NewClubPost<'a> {
    NewClubPost { club: "c", parent, author, text, announces: false, shadowed: false, at: ms(9) }
}

/// A club with a member and two posts, for backups: four rows.
pub(super) async fn make_club(store: &Store) {
    store.found_club(&club("c", "Club", ClubEntry::Open), &guest_id("a"), LIMITS).await.unwrap();
    let a = guest_id("a");
    let first = store.add_club_post(post(&a, "ሰላም", None), LIMITS).await.unwrap();
    store.add_club_post(post(&a, "again", Some(first)), LIMITS).await.unwrap();
}

async fn edit(store: &Store, change: ClubChange<'_>) -> Result<(), StoreError> {
    store.edit_club("c", change).await
}

/// The people of a club with what they are.
async fn people(store: &Store, id: &str, kind: ClubMemberKind) -> Vec<(String, ClubRole)> {
    let rows = store.club_members(id, kind, 0, 99).await.unwrap().into_iter();
    rows.map(|row| (row.player.to_string(), row.role)).collect()
}

fn is_refused<T: std::fmt::Debug>(outcome: Result<T, StoreError>, refusal: ClubRefusal) -> bool {
    matches!(outcome, Err(StoreError::Club(found)) if found == refusal)
}

async fn names_of_open_clubs_do_not_look_alike(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    accounts(&store, &["a", "b"]).await;
    let a = guest_id("a");
    store.found_club(&club("c", "Almaz 100%", ClubEntry::Open), &a, LIMITS).await.unwrap();
    let alike = club("d", "ALMAZ 100%", ClubEntry::Open);
    assert!(matches!(store.found_club(&alike, &guest_id("b"), LIMITS).await, Err(StoreError::NameTaken)));
    // A capital I looks like an l, and is an i all the same.
    store.found_club(&club("i", "Institute", ClubEntry::Open), &a, LIMITS).await.unwrap();
    let alike_too = club("d", "institute", ClubEntry::Open);
    assert!(matches!(store.found_club(&alike_too, &guest_id("b"), LIMITS).await, Err(StoreError::NameTaken)));
    store.close_club("i", ms(2)).await.unwrap();
    // Of two at once one gets the name.
    let rows: Vec<ClubRow> = (0..6).map(|n| club(&format!("n{n}"), "New", ClubEntry::Open)).collect();
    let (a, b) = (guest_id("a"), guest_id("b"));
    let both = rows.iter().zip([&a, &b].into_iter().cycle());
    let founded = join_all(both.map(|(row, by)| store.found_club(row, by, LIMITS))).await;
    assert_eq!(founded.iter().filter(|one| one.is_ok()).count(), 1, "{founded:?}");
    let guest = club("g", "Guests", ClubEntry::Open);
    let refused = store.found_club(&guest, &guest_id("nobody"), LIMITS).await;
    assert!(matches!(refused, Err(StoreError::NoAccount)));
    let named = async |text: &str| store.listed_clubs(text, ms(9), 9).await.unwrap().len();
    assert_eq!((named("").await, named("LMAZ 1").await, named("0%").await, named("_").await), (2, 1, 1, 0));
    assert_eq!(store.listed_clubs("", ms(1), 9).await.unwrap(), []);
    // The name of a closed club is free; the club itself may keep its own.
    edit(&store, ClubChange { name: Some("Almaz 100%"), about: Some("More."), ..ClubChange::default() })
        .await
        .unwrap();
    store.close_club("c", ms(5)).await.unwrap();
    assert_eq!((named("").await, store.clubs_among(&["c"]).await.unwrap().len()), (1, 0));
    store.found_club(&alike, &guest_id("b"), LIMITS).await.unwrap();
    close((store, closing)).await;
}

async fn club_of_each_entry_takes_whom_it_should(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    accounts(&store, &["a", "b"]).await;
    found(&store, "open", ClubEntry::Open, "a").await;
    found(&store, "link", ClubEntry::Link, "a").await;
    accounts(&store, &["o"]).await;
    found(&store, "ask", ClubEntry::Request, "o").await;
    let b = guest_id("b");
    assert_eq!(join(&store, "open", "b", 2).await.unwrap(), ClubRole::Member);
    assert_eq!(join(&store, "open", "b", 3).await.unwrap(), ClubRole::Member);
    assert!(is_refused(join(&store, "link", "b", 2).await, ClubRefusal::BadInvite));
    assert_eq!(join(&store, "ask", "b", 4).await.unwrap(), ClubRole::Asking);
    assert_eq!(store.count_asking("ask").await.unwrap(), 1);
    let invited = store.join_club("ask", &b, Some("secret-of-ask"), LIMITS, ms(5)).await;
    assert_eq!((invited.unwrap(), store.count_asking("ask").await.unwrap()), (ClubRole::Member, 0));
    let wrong = store.join_club("link", &b, Some("secret-of-ask"), LIMITS, ms(5)).await;
    assert!(is_refused(wrong, ClubRefusal::BadInvite));
    store.join_club("link", &b, Some("secret-of-link"), LIMITS, ms(6)).await.unwrap();
    let own: Vec<String> = store.clubs_of(&b).await.unwrap().into_iter().map(|(row, _)| row.id).collect();
    assert_eq!(own, ["open", "ask", "link"]);
    assert!(is_refused(join(&store, "none", "b", 7).await, ClubRefusal::NoClub));
    // Those who were removed do not come back by themselves.
    let change = [ClubRole::Member, ClubRole::Removed];
    store.change_club_member("open", &b, change, LIMITS, ms(8)).await.unwrap();
    assert!(is_refused(join(&store, "open", "b", 9).await, ClubRefusal::Removed));
    assert!(is_refused(store.leave_club("open", &b, ms(9)).await, ClubRefusal::NotMember));
    store.forget_club_member("open", &b, ClubRole::Removed).await.unwrap();
    assert!(matches!(store.forget_club_member("open", &b, ClubRole::Removed).await, Err(StoreError::Stale)));
    assert_eq!(join(&store, "open", "b", 9).await.unwrap(), ClubRole::Member);
    assert!(store.tell_of_club("open", &b, true).await.unwrap());
    assert_eq!(store.told_of_club("open").await.unwrap(), [b]);
    close((store, closing)).await;
}

async fn many_who_join_at_once_do_not_pass_the_limit(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    let names = ["a", "p0", "p1", "p2", "p3", "p4", "p5"];
    accounts(&store, &names).await;
    found(&store, "c", ClubEntry::Open, "a").await;
    let joined = join_all(names[1..].iter().map(|name| join(&store, "c", name, 2))).await;
    assert_eq!(joined.iter().filter(|one| one.is_ok()).count(), 3, "{joined:?}");
    assert!(joined.into_iter().filter(Result::is_err).all(|one| is_refused(one, ClubRefusal::Full(4))));
    assert_eq!(store.club("c").await.unwrap().unwrap().members, 4);
    // One person who joins many.
    accounts(&store, &["x", "y"]).await;
    for (id, owner) in [("d", "x"), ("e", "x"), ("f", "y"), ("g", "y")] {
        found(&store, id, ClubEntry::Open, owner).await;
    }
    let refused = store.found_club(&club("h", "H", ClubEntry::Open), &guest_id("x"), LIMITS).await;
    assert!(is_refused(refused, ClubRefusal::TooManyOwned(2)));
    let joined = join_all(["d", "e", "f", "g"].map(|id| join(&store, id, "a", 3))).await;
    assert_eq!(joined.iter().filter(|one| one.is_ok()).count(), 2, "{joined:?}");
    assert!(
        joined.into_iter().filter(Result::is_err).all(|one| is_refused(one, ClubRefusal::TooManyJoined(3)))
    );
    close((store, closing)).await;
}

async fn last_owner_is_followed_whoever_leaves_at_once(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    accounts(&store, &["a", "b", "c", "d"]).await;
    let [a, b, c, d] = ["a", "b", "c", "d"].map(guest_id);
    found(&store, "c", ClubEntry::Open, "a").await;
    for (name, at) in [("b", 2), ("c", 3), ("d", 4)] {
        join(&store, "c", name, at).await.unwrap();
    }
    let step_back = [ClubRole::Owner, ClubRole::Member];
    let refused = store.change_club_member("c", &a, step_back, LIMITS, ms(5)).await;
    assert!(is_refused(refused, ClubRefusal::LastOwner));
    let promote = [ClubRole::Member, ClubRole::Officer];
    store.change_club_member("c", &c, promote, LIMITS, ms(5)).await.unwrap();
    // The owner and the officer who would follow: whoever comes first, a member is left who owns it.
    let (one, other) = tokio::join!(store.leave_club("c", &a, ms(6)), store.leave_club("c", &c, ms(6)));
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
    let left = [("b".to_owned(), ClubRole::Owner), ("d".to_owned(), ClubRole::Member)];
    assert_eq!(people(&store, "c", ClubMemberKind::Members).await, left);
    // Passing on: two owners, of whom one steps back.
    let pass_on = [ClubRole::Member, ClubRole::Owner];
    store.change_club_member("c", &d, pass_on, LIMITS, ms(7)).await.unwrap();
    let both = [&b, &d].map(|player| store.change_club_member("c", player, step_back, LIMITS, ms(8)));
    let done = join_all(both).await;
    assert_eq!(done.iter().filter(|one| one.is_ok()).count(), 1, "{done:?}");
    assert_eq!(people(&store, "c", ClubMemberKind::Leaders).await.len(), 1);
    let (one, other) = tokio::join!(store.leave_club("c", &b, ms(9)), store.leave_club("c", &d, ms(9)));
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
    let kept = store.club("c").await.unwrap().unwrap();
    assert_eq!((kept.members, kept.closed), (0, Some(ms(9))));
    close((store, closing)).await;
}

async fn officer_is_changed_once(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    accounts(&store, &["a", "b"]).await;
    found(&store, "c", ClubEntry::Request, "a").await;
    join(&store, "c", "b", 2).await.unwrap();
    let b = guest_id("b");
    let accept = [ClubRole::Asking, ClubRole::Member];
    let accepted = join_all((0..4).map(|_| store.change_club_member("c", &b, accept, LIMITS, ms(3)))).await;
    assert_eq!(accepted.iter().filter(|one| one.is_ok()).count(), 1, "{accepted:?}");
    assert!(accepted.iter().all(|one| matches!(one, Ok(()) | Err(StoreError::Stale))), "{accepted:?}");
    assert_eq!(store.club_member("c", &b).await.unwrap().unwrap().since, ms(3));
    let promote = [ClubRole::Member, ClubRole::Officer];
    store.change_club_member("c", &b, promote, LIMITS, ms(7)).await.unwrap();
    assert_eq!(store.club_member("c", &b).await.unwrap().unwrap().since, ms(3));
    close((store, closing)).await;
}

async fn board_shows_each_reader_what_they_may_see(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    accounts(&store, &["a", "b", "x"]).await;
    found(&store, "c", ClubEntry::Open, "a").await;
    join(&store, "c", "b", 2).await.unwrap();
    let [a, b, x] = ["a", "b", "x"].map(guest_id);
    assert!(is_refused(store.add_club_post(post(&x, "no", None), LIMITS).await, ClubRefusal::NotMember));
    let first = store.add_club_post(post(&a, "one", None), LIMITS).await.unwrap();
    let answers = join_all((0..5).map(|_| store.add_club_post(post(&b, "yes", Some(first)), LIMITS))).await;
    assert_eq!(answers.iter().filter(|one| one.is_ok()).count(), 2, "{answers:?}");
    let refused = store.add_club_post(post(&b, "yes", Some(2)), LIMITS).await;
    assert!(is_refused(refused, ClubRefusal::NoPost), "answers are not answered");
    let shadowed = NewClubPost { shadowed: true, announces: true, ..post(&b, "two", None) };
    let hidden = store.add_club_post(shadowed, LIMITS).await.unwrap();
    let seen = async |reader: &GuestId| -> Vec<u64> {
        store.club_posts("c", reader, u64::MAX, 9).await.unwrap().iter().map(|row| row.number).collect()
    };
    assert_eq!((seen(&a).await, seen(&b).await), (vec![first], vec![hidden, first]));
    assert_eq!(store.club_announcement("c", &a).await.unwrap(), None);
    assert_eq!(store.club_announcement("c", &b).await.unwrap().unwrap().number, hidden);
    assert!(is_refused(store.add_club_post(post(&a, "hm", Some(hidden)), LIMITS).await, ClubRefusal::NoPost));
    assert_eq!(store.club_replies("c", &a, &[first]).await.unwrap().len(), 2);
    store.block(&a, &b, ms(3), 9).await.unwrap();
    assert_eq!(store.club_replies("c", &a, &[first]).await.unwrap(), []);
    let shown = async |reader: Option<&GuestId>, number: u64| {
        store.club_post("c", reader, number).await.unwrap().is_some()
    };
    assert_eq!(
        (shown(Some(&a), 2).await, shown(Some(&b), 2).await, shown(None, 2).await),
        (false, true, true)
    );
    store.unblock(&a, &b).await.unwrap();
    assert_eq!((shown(Some(&a), 2).await, shown(Some(&a), hidden).await), (true, false));
    assert_eq!((shown(Some(&b), hidden).await, shown(None, hidden).await), (true, true));
    // A post with answers loses its text; with the last answer it goes.
    store.delete_club_post("c", first, None).await.unwrap();
    assert!(is_refused(store.delete_club_post("c", first, None).await, ClubRefusal::NoPost));
    let kept = store.club_posts("c", &a, u64::MAX, 9).await.unwrap();
    assert_eq!((kept.len(), &kept[0].text, &kept[0].author), (1, &None, &None));
    for reply in store.club_replies("c", &a, &[first]).await.unwrap() {
        store.delete_club_post("c", reply.number, None).await.unwrap();
    }
    assert_eq!(seen(&a).await, Vec::<u64>::new());
    // Only the newest are kept.
    let mut last = 0;
    for _ in 0..8 {
        last = store.add_club_post(post(&a, "more", None), LIMITS).await.unwrap();
    }
    assert_eq!(seen(&b).await, (last - 5..=last).rev().collect::<Vec<_>>());
    assert_eq!(store.club_posts("c", &a, last - 3, 2).await.unwrap().len(), 2);
    close((store, closing)).await;
}

async fn deleted_account_leaves_its_clubs_to_others(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    accounts(&store, &["a", "b", "o"]).await;
    found(&store, "c", ClubEntry::Open, "a").await;
    found(&store, "alone", ClubEntry::Open, "a").await;
    accounts(&store, &["z"]).await;
    found(&store, "other", ClubEntry::Request, "z").await;
    for (name, at) in [("b", 2), ("o", 3)] {
        join(&store, "c", name, at).await.unwrap();
    }
    join(&store, "other", "a", 3).await.unwrap();
    let [a, b, o] = ["a", "b", "o"].map(guest_id);
    store.change_club_member("c", &o, [ClubRole::Member, ClubRole::Officer], LIMITS, ms(4)).await.unwrap();
    let first = store.add_club_post(post(&a, "one", None), LIMITS).await.unwrap();
    store.add_club_post(post(&b, "answer", Some(first)), LIMITS).await.unwrap();
    store.add_club_post(post(&a, "two", None), LIMITS).await.unwrap();
    assert_eq!(store.club_posts_by(&a).await.unwrap().len(), 2);
    store.delete_account(&a).await.unwrap();
    // The officer follows, not the member who was there before.
    assert_eq!(people(&store, "c", ClubMemberKind::Leaders).await, [("o".to_owned(), ClubRole::Owner)]);
    assert!(store.club("alone").await.unwrap().unwrap().closed.is_some());
    assert_eq!(people(&store, "other", ClubMemberKind::Asking).await, []);
    assert_eq!(store.club_posts_by(&a).await.unwrap(), []);
    let left = store.club_posts("c", &b, u64::MAX, 9).await.unwrap();
    assert_eq!(left.iter().map(|row| (row.number, row.text.clone())).collect::<Vec<_>>(), [(first, None)]);
    assert!(matches!(join(&store, "c", "a", 9).await, Err(StoreError::NoAccount)));
    // The last two at once.
    let both = tokio::join!(store.delete_account(&b), store.delete_account(&o));
    assert!(both.0.is_ok() && both.1.is_ok(), "{both:?}");
    assert!(store.club("c").await.unwrap().unwrap().closed.is_some());
    assert_eq!(store.club_posts("c", &b, u64::MAX, 9).await.unwrap(), []);
    close((store, closing)).await;
}

async fn moderator_closes_opens_and_renames(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    accounts(&store, &["a", "b"]).await;
    found(&store, "c", ClubEntry::Open, "a").await;
    let event = crate::EventRow { club: Some("c".to_owned()), ..super::events::row("e", Some("a")) };
    store.insert_event(&event, 9).await.unwrap();
    assert_eq!(store.club_events("c", 9).await.unwrap(), [event]);
    let moderator = guest_id("m");
    let decide = async |name: Option<&str>, closed: Option<bool>| {
        store.moderate_club("c", &moderator, (name, closed), ms(5)).await
    };
    decide(Some("Better"), Some(true)).await.unwrap();
    let row = store.club("c").await.unwrap().unwrap();
    assert_eq!((row.name.as_str(), row.is_name_kept, row.closed), ("Better", true, Some(ms(5))));
    assert_eq!(store.club_events("c", 9).await.unwrap()[0].stage, EventStage::Cancelled);
    assert_eq!(store.club_member("c", &guest_id("a")).await.unwrap(), None);
    assert!(is_refused(join(&store, "c", "b", 6).await, ClubRefusal::NoClub));
    let refused = store.add_club_post(post(&guest_id("a"), "one", None), LIMITS).await;
    assert!(is_refused(refused, ClubRefusal::NoClub));
    store.found_club(&club("d", "BETTER", ClubEntry::Open), &guest_id("b"), LIMITS).await.unwrap();
    assert!(matches!(decide(None, Some(false)).await, Err(StoreError::NameTaken)));
    decide(Some("Other"), Some(false)).await.unwrap();
    assert_eq!(join(&store, "c", "b", 6).await.unwrap(), ClubRole::Member);
    // What a moderator has called it, it stays.
    let mine = ClubChange { name: Some("Mine"), about: Some("Ours."), ..ClubChange::default() };
    assert!(is_refused(edit(&store, mine).await, ClubRefusal::NameKept));
    edit(&store, ClubChange { name: Some("Other"), ..mine }).await.unwrap();
    let row = store.club("c").await.unwrap().unwrap();
    assert_eq!((row.name.as_str(), row.about.as_str(), row.is_name_kept), ("Other", "Ours.", true));
    let rude = store.add_club_post(post(&guest_id("b"), "rude", None), LIMITS).await.unwrap();
    store.delete_club_post("c", rude, Some(&moderator)).await.unwrap();
    let again = store.delete_club_post("c", rude, Some(&moderator)).await;
    assert!(is_refused(again, ClubRefusal::NoPost));
    let acts = store.moderation_log(LogPage::After(0), None, None, 9).await.unwrap();
    let last = acts.last().unwrap();
    assert_eq!((last.actor.as_ref(), last.player.as_ref()), (Some(&moderator), Some(&guest_id("b"))));
    let acts: Vec<_> = acts.iter().map(|entry| (entry.act.as_str(), entry.about.as_deref())).collect();
    let expected = ["rename club", "close club", "rename club", "open club", "delete post"];
    assert_eq!(acts, expected.map(|act| (act, Some("c"))));
    // What was written goes some time after; then nobody could open it again.
    store.add_club_post(post(&guest_id("b"), "one", None), LIMITS).await.unwrap();
    decide(None, Some(true)).await.unwrap();
    assert_eq!(store.purge_clubs(ms(5)).await.unwrap(), 0);
    assert_eq!(store.purge_clubs(ms(6)).await.unwrap(), 4);
    assert_eq!(store.purge_clubs(ms(6)).await.unwrap(), 0);
    let row = store.club("c").await.unwrap().unwrap();
    assert_eq!([row.name, row.about, row.invite], ["", "", ""]);
    assert!(is_refused(decide(None, Some(false)).await, ClubRefusal::NoClub));
    close((store, closing)).await;
}

async fn edits_at_once_keep_what_each_changes(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    accounts(&store, &["a"]).await;
    found(&store, "c", ClubEntry::Open, "a").await;
    let none = ClubChange::default();
    let changes = [
        ClubChange { name: Some("New"), ..none },
        ClubChange { about: Some("Text."), ..none },
        ClubChange { entry: Some(ClubEntry::Link), ..none },
        ClubChange { invite: Some("other"), ..none },
        none,
    ];
    for done in join_all(changes.map(|change| edit(&store, change))).await {
        done.unwrap();
    }
    let row = store.club("c").await.unwrap().unwrap();
    assert_eq!([&row.name, &row.about, &row.invite], ["New", "Text.", "other"]);
    assert_eq!(row.entry, ClubEntry::Link);
    assert_eq!(store.listed_clubs("", ms(9), 9).await.unwrap(), []);
    close((store, closing)).await;
}

async fn club_is_closed_while_accounts_are_deleted(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    for round in 0..6 {
        let (owner, maker, id) = (format!("o{round}"), format!("m{round}"), format!("c{round}"));
        accounts(&store, &[&owner, &maker]).await;
        found(&store, &id, ClubEntry::Open, &owner).await;
        join(&store, &id, &maker, 2).await.unwrap();
        let made = super::events::row(&format!("e{round}"), Some(&maker));
        store.insert_event(&crate::EventRow { club: Some(id.clone()), ..made }, 9).await.unwrap();
        let (owner, maker) = (guest_id(&owner), guest_id(&maker));
        // Both call the event off: whoever comes first.
        let (ended, deleted) = match round % 2 {
            0 => tokio::join!(store.close_club(&id, ms(5)), store.delete_account(&maker)),
            _ => {
                store
                    .change_club_member(&id, &maker, [ClubRole::Member, ClubRole::Removed], LIMITS, ms(4))
                    .await
                    .unwrap();
                tokio::join!(store.leave_club(&id, &owner, ms(5)), store.delete_account(&maker))
            }
        };
        assert!(ended.is_ok() && deleted.is_ok(), "{ended:?} {deleted:?}");
        assert!(store.club(&id).await.unwrap().unwrap().closed.is_some());
        assert_eq!(store.club_events(&id, 9).await.unwrap()[0].stage, EventStage::Cancelled);
    }
    close((store, closing)).await;
}
