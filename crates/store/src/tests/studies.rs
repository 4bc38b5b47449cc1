//! Studies: each operation is written once, whoever sends it again; and what stays of whom.

use rukh_session::id::GuestId;
use rukh_session::wire::study::{StudyRole, StudyVisibility};

use super::accounts::new_account;
use super::{TestStore, close, guest_id, ms, on_both};
use crate::{NewStudyOp, Store, StoreError, StudyAppend, StudyLimits, StudyMember, StudyRow};

on_both! {
    operation_that_is_sent_again_is_written_once full_study_takes_nothing
    studies_are_listed_for_those_who_can_read_them study_of_a_deleted_account_passes_to_a_writer
}

pub(super) const LIMITS: StudyLimits = StudyLimits { ops: 100, bytes: 1000 };

pub(super) fn row(id: &str, owner: &str) -> StudyRow {
    StudyRow {
        id: id.to_owned(),
        owner: guest_id(owner),
        name: format!("About {id}"),
        visibility: StudyVisibility::Link,
        seq: 0,
        clock: 0,
        bytes: 0,
        created: ms(1),
        changed: ms(1),
        hidden: None,
    }
}

fn op(id: &str) -> NewStudyOp {
    NewStudyOp { id: id.to_owned(), clock: 7, body: format!("{{\"id\":\"{id}\"}}") }
}

fn append<'a>(study: &'a str, author: &'a GuestId, ops: &'a [NewStudyOp], at: u64) -> StudyAppend<'a> {
    StudyAppend { study, author, ops, after: None, at: ms(at) }
}

fn member(player: &str, role: StudyRole) -> StudyMember {
    StudyMember { player: guest_id(player), role }
}

/// A study that is shared, with two operations: four rows.
pub(super) async fn make_study(store: &Store) {
    store.create_study(&row("study", "a"), &[op("x-1"), op("x-2")], 9, LIMITS).await.unwrap();
    store.share_study("study", &member("b", StudyRole::Writer), 9, ms(2)).await.unwrap();
}

async fn ids(store: &Store, study: &str, after: u64) -> Vec<(u64, String)> {
    let ops = store.study_ops(study, after, 2000).await.unwrap().into_iter();
    let id = |body: &str| {
        serde_json::from_str::<serde_json::Value>(body).unwrap()["id"].as_str().unwrap().to_owned()
    };
    ops.map(|row| (row.seq, id(&row.body))).collect()
}

async fn operation_that_is_sent_again_is_written_once(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    make_study(&store).await;
    let (a, b) = (guest_id("a"), guest_id("b"));
    let sent = [op("y-1"), op("x-2"), op("y-2"), op("y-1")];
    assert_eq!(store.append_study(append("study", &b, &sent, 5), LIMITS).await.unwrap(), 4);
    assert_eq!(store.append_study(append("study", &b, &sent, 6), LIMITS).await.unwrap(), 4);
    let expected: Vec<(u64, String)> =
        [(1, "x-1"), (2, "x-2"), (3, "y-1"), (4, "y-2")].map(|(seq, id)| (seq, id.to_owned())).into();
    assert_eq!(ids(&store, "study", 0).await, expected);
    assert_eq!(ids(&store, "study", 3).await, expected[3..]);
    let kept = store.study("study").await.unwrap().unwrap();
    assert_eq!((kept.seq, kept.clock, kept.changed, kept.bytes), (4, 7, ms(5), 4 * 12));
    let late = StudyAppend { after: Some(3), ..append("study", &b, &sent, 6) };
    assert!(matches!(store.append_study(late, LIMITS).await, Err(StoreError::Stale)));
    // Many at once, from two connections.
    let batches: Vec<Vec<NewStudyOp>> =
        (0..8).map(|number| (0..5).map(|k| op(&format!("z-{}", (number + k) % 8))).collect()).collect();
    let sending = batches.iter().map(|ops| store.append_study(append("study", &a, ops, 7), LIMITS));
    for sent in futures_util::future::join_all(sending).await {
        sent.unwrap();
    }
    let all = ids(&store, "study", 0).await;
    assert_eq!(all.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    assert!(matches!(
        store.append_study(append("none", &a, &sent, 5), LIMITS).await,
        Err(StoreError::NoStudy)
    ));
    close((store, closing)).await;
}

async fn full_study_takes_nothing(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    make_study(&store).await;
    let a = guest_id("a");
    let few = StudyLimits { ops: 3, ..LIMITS };
    let both = [op("y-1"), op("y-2")];
    assert!(matches!(
        store.append_study(append("study", &a, &both, 3), few).await,
        Err(StoreError::StudyFull)
    ));
    let small = StudyLimits { bytes: 47, ..LIMITS };
    assert!(matches!(
        store.append_study(append("study", &a, &both, 3), small).await,
        Err(StoreError::StudyFull)
    ));
    assert_eq!(ids(&store, "study", 0).await.len(), 2);
    // What is there already is no more.
    assert_eq!(store.append_study(append("study", &a, &[op("x-1")], 3), few).await.unwrap(), 2);
    assert!(matches!(
        store.create_study(&row("other", "a"), &[], 1, LIMITS).await,
        Err(StoreError::TooManyStudies(1))
    ));
    let third = member("c", StudyRole::Reader);
    assert!(matches!(store.share_study("study", &third, 1, ms(3)).await, Err(StoreError::TooManyMembers(1))));
    // The role of somebody with whom it is shared can still be changed.
    store.share_study("study", &member("b", StudyRole::Reader), 1, ms(3)).await.unwrap();
    assert_eq!(store.study_members("study").await.unwrap(), [member("b", StudyRole::Reader)]);
    close((store, closing)).await;
}

async fn studies_are_listed_for_those_who_can_read_them(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    make_study(&store).await;
    store.create_study(&row("own", "b"), &[], 9, LIMITS).await.unwrap();
    let listed = async |player: &str| -> Vec<String> {
        store.studies_of(&guest_id(player)).await.unwrap().into_iter().map(|row| row.id).collect()
    };
    assert_eq!(listed("a").await, ["study"]);
    assert_eq!(listed("b").await, ["own", "study"]);
    let public = async || store.public_studies(ms(9), 9).await.unwrap().len();
    assert_eq!(public().await, 0);
    store.edit_study("own", "Mine", StudyVisibility::Public).await.unwrap();
    assert_eq!(store.public_studies(ms(9), 9).await.unwrap()[0].name, "Mine");
    assert_eq!(store.public_studies(ms(1), 9).await.unwrap(), []);
    let own = store.study("own").await.unwrap().unwrap();
    store.hide_study(&own, &guest_id("m"), Some(ms(4))).await.unwrap();
    assert_eq!(public().await, 0);
    let acts = store.moderation_log(crate::LogPage::After(0), None, None, 9).await.unwrap();
    assert_eq!((acts[0].act.as_str(), acts[0].about.as_deref()), ("hide study", Some("own")));
    store.hide_study(&own, &guest_id("m"), None).await.unwrap();
    assert_eq!(public().await, 1);
    store.unshare_study("study", &guest_id("b")).await.unwrap();
    assert_eq!(listed("b").await, ["own"]);
    // Whoever blocks the other, neither shares anything of the other's.
    store.share_study("study", &member("b", StudyRole::Writer), 9, ms(5)).await.unwrap();
    store.share_study("own", &member("a", StudyRole::Reader), 9, ms(5)).await.unwrap();
    store.share_study("own", &member("c", StudyRole::Reader), 9, ms(5)).await.unwrap();
    assert!(store.block(&guest_id("b"), &guest_id("a"), ms(6), 9).await.unwrap());
    assert_eq!((listed("a").await, listed("b").await), (vec!["study".to_owned()], vec!["own".to_owned()]));
    assert_eq!(listed("c").await, ["own"]);
    store.delete_study("study").await.unwrap();
    assert_eq!((listed("a").await.len(), ids(&store, "study", 0).await.len()), (0, 0));
    close((store, closing)).await;
}

async fn study_of_a_deleted_account_passes_to_a_writer(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    store.create_account(&new_account("a", "Almaz")).await.unwrap();
    make_study(&store).await;
    store.share_study("study", &member("c", StudyRole::Writer), 9, ms(3)).await.unwrap();
    store.create_study(&row("alone", "a"), &[op("p-1")], 9, LIMITS).await.unwrap();
    store.create_study(&row("other", "c"), &[op("q-1")], 9, LIMITS).await.unwrap();
    store.share_study("other", &member("a", StudyRole::Writer), 9, ms(3)).await.unwrap();
    store.append_study(append("other", &guest_id("a"), &[op("q-2")], 4), LIMITS).await.unwrap();
    assert_eq!(store.study_ops_by(&guest_id("a")).await.unwrap().len(), 1);
    store.delete_account(&guest_id("a")).await.unwrap();
    assert_eq!(store.study("study").await.unwrap().unwrap().owner, guest_id("b"));
    assert_eq!(store.study_members("study").await.unwrap(), [member("c", StudyRole::Writer)]);
    assert!(store.study_ops("study", 0, 100).await.unwrap().iter().all(|row| row.author.is_none()));
    assert_eq!(store.study("alone").await.unwrap(), None);
    assert_eq!(ids(&store, "alone", 0).await, []);
    assert_eq!(store.study_members("other").await.unwrap(), []);
    let authors: Vec<_> =
        store.study_ops("other", 0, 100).await.unwrap().into_iter().map(|row| row.author).collect();
    assert_eq!(authors, [Some(guest_id("c")), None]);
    close((store, closing)).await;
}
