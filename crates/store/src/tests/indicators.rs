//! Figures of how people play: claimed by one node, kept while that works, deleted in time.

use rukh_session::wire::time::UnixMillis;

use super::accounts::new_account;
use super::{TestStore, close, game_id, guest_id, ms, on_both};
use crate::{
    CountedGameRow, IndicatorClaim, IndicatorRow, LogPage, REPORT_RETENTION_DAYS, Store, StoreError,
};

on_both! {
    figures_are_asked_for_once_and_logged
    figures_are_of_people_with_accounts
    what_cannot_be_made_ends_and_keeps_what_there_was
    claim_goes_on_after_a_kill_with_what_was_counted
    claim_that_was_lost_writes_nothing
    peers_are_others_of_about_the_same_rating
    figures_are_deleted_in_time_and_with_the_account
}

fn counted(game: &str, at: UnixMillis) -> CountedGameRow {
    CountedGameRow { game: game_id(game), revision: 1, nodes: 40_000, body: "[]".to_owned(), at }
}

fn figures(pool: &str, rating: Option<u16>, at: UnixMillis) -> IndicatorRow {
    let body = format!("{{\"of\":{}}}", rating.unwrap_or_default());
    IndicatorRow { pool: pool.parse().unwrap(), revision: 1, nodes: 40_000, rating, body, at }
}

async fn claim(store: &Store) -> IndicatorClaim {
    store.claim_indicators().await.unwrap().expect("something is asked")
}

/// People with accounts, whose names are their ids.
async fn people(store: &Store, ids: &[&str]) {
    for id in ids {
        store.create_account(&new_account(id, &format!("Person {id}"))).await.unwrap();
    }
}

/// Asks about a person and finishes with figures of a rating.
async fn measure(store: &Store, player: &str, rating: Option<u16>, at: UnixMillis) {
    assert!(store.ask_indicators(&guest_id(player), &guest_id("m"), at).await.unwrap());
    let own = claim(store).await;
    assert_eq!(own.player, guest_id(player));
    assert!(store.save_counted_game(&own, &counted("g", at), (1, 1)).await.unwrap());
    let rows = [figures("shatranj-live", rating, at)];
    assert!(store.finish_indicators(&own, &rows, at).await.unwrap());
}

/// A row in each table, for a backup.
pub(super) async fn make_indicators(store: &Store) {
    measure(store, "a", Some(1500), ms(1)).await;
}

async fn figures_are_asked_for_once_and_logged(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let (rude, moderator) = (guest_id("rude"), guest_id("m"));
    people(&store, &["rude"]).await;
    assert_eq!(store.indicator_job(&rude).await.unwrap(), None);
    assert!(store.claim_indicators().await.unwrap().is_none());
    assert!(store.ask_indicators(&rude, &moderator, ms(5)).await.unwrap());
    assert!(!store.ask_indicators(&rude, &guest_id("n"), ms(6)).await.unwrap(), "it is under way");
    let job = store.indicator_job(&rude).await.unwrap().unwrap();
    assert_eq!((job.asked, job.done, job.total, job.ended), (ms(5), 0, None, None));
    let own = claim(&store).await;
    assert!(store.note_indicators(&own, (0, 2)).await.unwrap());
    assert!(store.save_counted_game(&own, &counted("g", ms(7)), (1, 2)).await.unwrap());
    let job = store.indicator_job(&rude).await.unwrap().unwrap();
    assert_eq!((job.done, job.total), (1, Some(2)));
    assert!(store.finish_indicators(&own, &[figures("shatranj-live", None, ms(8))], ms(8)).await.unwrap());
    assert!(store.claim_indicators().await.unwrap().is_none(), "it is done");
    // Asked again, what is there stays until it is replaced.
    assert!(store.ask_indicators(&rude, &moderator, ms(9)).await.unwrap());
    let job = store.indicator_job(&rude).await.unwrap().unwrap();
    assert_eq!((job.asked, job.done, job.total, job.ended), (ms(9), 0, None, None));
    assert_eq!(store.indicators_of(&rude).await.unwrap(), [figures("shatranj-live", None, ms(8))]);
    assert_eq!(store.counted_games(&rude).await.unwrap(), [counted("g", ms(7))]);
    let own = claim(&store).await;
    assert!(store.finish_indicators(&own, &[], ms(10)).await.unwrap());
    assert!(store.indicators_of(&rude).await.unwrap().is_empty());
    let log = store.moderation_log(LogPage::After(0), None, None, 9).await.unwrap();
    let acts: Vec<_> =
        log.iter().map(|one| (one.act.as_str(), one.actor.clone(), one.player.clone())).collect();
    let asked = ("indicators", Some(moderator), Some(rude));
    assert_eq!(acts, [asked.clone(), asked], "each asking once");
}

/// Neither of nobody, nor of who has deleted the account.
async fn figures_are_of_people_with_accounts(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    people(&store, &["gone"]).await;
    assert!(store.ask_indicators(&guest_id("gone"), &guest_id("m"), ms(5)).await.unwrap());
    store.delete_account(&guest_id("gone")).await.unwrap();
    for player in ["nobody", "gone"] {
        let asked = store.ask_indicators(&guest_id(player), &guest_id("m"), ms(6)).await;
        assert!(matches!(asked, Err(StoreError::NoAccount)), "{player}: {asked:?}");
        assert_eq!(store.indicator_job(&guest_id(player)).await.unwrap(), None, "{player}");
    }
    let log = store.moderation_log(LogPage::After(0), None, None, 9).await.unwrap();
    assert_eq!(log.iter().filter(|one| one.act == "indicators").count(), 1, "{log:?}");
    assert!(store.claim_indicators().await.unwrap().is_none());
}

async fn what_cannot_be_made_ends_and_keeps_what_there_was(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    people(&store, &["rude", "later"]).await;
    measure(&store, "rude", None, ms(4)).await;
    for (player, at) in [("rude", 5), ("later", 6)] {
        assert!(store.ask_indicators(&guest_id(player), &guest_id("m"), ms(at)).await.unwrap());
    }
    let own = claim(&store).await;
    assert_eq!(own.player, guest_id("rude"));
    assert!(store.end_indicators(&own, ms(7)).await.unwrap());
    assert!(!store.end_indicators(&own, ms(8)).await.unwrap(), "it has ended");
    let job = store.indicator_job(&own.player).await.unwrap().unwrap();
    assert_eq!((job.asked, job.ended), (ms(5), Some(ms(7))));
    assert_eq!(store.indicators_of(&own.player).await.unwrap(), [figures("shatranj-live", None, ms(4))]);
    assert_eq!(claim(&store).await.player, guest_id("later"), "others do not wait for it");
}

async fn claim_goes_on_after_a_kill_with_what_was_counted(fixture: &TestStore) {
    fixture.crash_after("one", async |store| {
        people(store, &["rude", "later"]).await;
        assert!(store.ask_indicators(&guest_id("rude"), &guest_id("m"), ms(5)).await.unwrap());
        assert!(store.ask_indicators(&guest_id("later"), &guest_id("m"), ms(6)).await.unwrap());
        let own = claim(store).await;
        assert!(store.save_counted_game(&own, &counted("g", ms(7)), (1, 2)).await.unwrap());
    });
    // Opening the same node expires its earlier incarnation at once.
    let (store, closing) = fixture.open().await;
    for _ in 0..2 {
        // Whoever asks again before it ends gets the same.
        let own = claim(&store).await;
        assert_eq!((own.player.as_str(), own.asked), ("rude", ms(5)));
    }
    assert_eq!(store.counted_games(&guest_id("rude")).await.unwrap(), [counted("g", ms(7))]);
    let job = store.indicator_job(&guest_id("rude")).await.unwrap().unwrap();
    assert_eq!((job.done, job.total), (1, Some(2)));
    assert!(store.finish_indicators(&claim(&store).await, &[], ms(8)).await.unwrap());
    assert_eq!(claim(&store).await.player, guest_id("later"));
    close((store, closing)).await;
}

async fn claim_that_was_lost_writes_nothing(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    people(&store, &["rude"]).await;
    assert!(store.ask_indicators(&guest_id("rude"), &guest_id("m"), ms(5)).await.unwrap());
    let lost = claim(&store).await;
    close((store, closing)).await;
    let (store, _closing) = fixture.open_as("two").await;
    let own = claim(&store).await;
    assert_eq!(own.player, lost.player);
    assert!(!store.note_indicators(&lost, (1, 2)).await.unwrap());
    assert!(!store.save_counted_game(&lost, &counted("g", ms(7)), (1, 2)).await.unwrap());
    assert!(!store.finish_indicators(&lost, &[figures("shatranj-live", None, ms(8))], ms(8)).await.unwrap());
    assert!(store.counted_games(&own.player).await.unwrap().is_empty());
    assert!(store.indicators_of(&own.player).await.unwrap().is_empty());
    assert!(store.note_indicators(&own, (0, 2)).await.unwrap());
}

async fn peers_are_others_of_about_the_same_rating(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let rated = [("a", Some(1500)), ("b", Some(1600)), ("c", Some(1601)), ("d", Some(1400)), ("e", None)];
    people(&store, &rated.map(|(player, _)| player)).await;
    for (player, rating) in rated {
        measure(&store, player, rating, ms(5)).await;
    }
    let peers = async |player: &str, row: IndicatorRow| {
        store.indicator_peers(&guest_id(player), &row, 100).await.unwrap()
    };
    let own = figures("shatranj-live", Some(1500), ms(5));
    assert_eq!(peers("a", own.clone()).await, ["{\"of\":1600}", "{\"of\":1400}"]);
    assert!(peers("e", figures("shatranj-live", None, ms(5))).await.is_empty(), "without a rating");
    assert!(peers("a", IndicatorRow { revision: 2, ..own.clone() }).await.is_empty(), "another judge");
    assert!(peers("a", IndicatorRow { nodes: 1, ..own.clone() }).await.is_empty(), "another judge");
    assert!(peers("a", figures("shatranj-days", Some(1500), ms(5))).await.is_empty(), "another pool");
}

async fn figures_are_deleted_in_time_and_with_the_account(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let day = |n: u64| ms(n * 86_400_000);
    people(&store, &["old", "new", "never", "a"]).await;
    measure(&store, "old", None, day(1)).await;
    measure(&store, "new", None, day(2)).await;
    assert!(store.ask_indicators(&guest_id("never"), &guest_id("m"), day(1)).await.unwrap());
    assert_eq!(store.purge_moderation(day(1 + REPORT_RETENTION_DAYS)).await.unwrap(), 0);
    assert_eq!(store.purge_moderation(day(2 + REPORT_RETENTION_DAYS)).await.unwrap(), 4);
    assert_eq!(store.indicator_job(&guest_id("never")).await.unwrap(), None, "no node has ever worked on it");
    let has = async |player: &str| {
        let player = guest_id(player);
        let rows = store.indicators_of(&player).await.unwrap().len();
        let games = store.counted_games(&player).await.unwrap().len();
        (store.indicator_job(&player).await.unwrap().is_some(), games, rows)
    };
    assert_eq!((has("old").await, has("new").await), ((false, 0, 0), (true, 1, 1)));

    measure(&store, "a", Some(1500), day(3)).await;
    assert!(store.ask_indicators(&guest_id("a"), &guest_id("m"), day(4)).await.unwrap());
    let own = claim(&store).await;
    store.delete_account(&guest_id("a")).await.unwrap();
    assert_eq!(has("a").await, (false, 0, 0));
    // Who was at work on it brings nothing back.
    assert!(!store.save_counted_game(&own, &counted("g", day(4)), (1, 1)).await.unwrap());
    assert!(!store.finish_indicators(&own, &[figures("shatranj-live", None, day(4))], day(4)).await.unwrap());
    assert_eq!(has("a").await, (false, 0, 0));
}
