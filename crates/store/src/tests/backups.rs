//! Backup and restore.

use std::io::BufReader;

use rukh_session::wire::GameCard;
use rukh_session::wire::moderation::{Measure, Role};

use super::accounts::new_account;
use super::appointments::make_appointment;
use super::clubs::make_club;
use super::events::make_event;
use super::indicators::make_indicators;
use super::moderation::{new_report, new_sanction};
use super::studies::make_study;
use super::webhooks::make_webhook;
use super::{
    LIMITS, TestStore, acquire, card, close, everything, game_id, guest_id, last, ms, new_game, next, numbers,
};
use crate::{Append, Epoch, PushRow, SeekRow, Store, StoreError};

/// A store with rows in every table, and its backup.
async fn furnish(fixture: &TestStore) -> Vec<u8> {
    let (store, closing) = fixture.open().await;
    store.site_key().await.unwrap();
    for game in ["live", "over", "packed"] {
        store.append(new_game(game)).await.unwrap();
        store.append(next(game, 2, 0)).await.unwrap();
    }
    store.append(last("over", 3, 0)).await.unwrap();
    store
        .append(Append {
            card: GameCard { updated: ms(10), ..last("packed", 3, 0).card },
            ..last("packed", 3, 0)
        })
        .await
        .unwrap();
    assert_eq!(store.archive_games(ms(100), 10).await.unwrap(), 1);
    acquire(&store, "live").await;
    let said = "{\"text\":\"ሰላም \\\"x\\\" \\u0000\"}".to_owned();
    store.add_aside(&game_id("live"), 1, ms(7), said, Epoch(1)).await.unwrap();
    let seek = SeekRow {
        id: "s".to_owned(),
        by: guest_id("p"),
        body: "{}".to_owned(),
        private: true,
        created: ms(1),
        expires: ms(2),
        origin: Some("here".to_owned()),
    };
    store.insert_seek(seek, LIMITS).await.unwrap();
    let subscription = PushRow {
        id: "push".to_owned(),
        guest: guest_id("p"),
        endpoint: "https://push.example/1".to_owned(),
        p256dh: "key".to_owned(),
        auth: "secret".to_owned(),
        locale: "am".to_owned(),
        renewed: ms(5),
    };
    assert!(store.save_push(&subscription, 1).await.unwrap());
    store.set_name(&guest_id("p"), Some("አልማዝ")).await.unwrap();
    store.create_account(&new_account("a", "Almaz")).await.unwrap();
    make_event(&store).await;
    let report = new_report("p", "chat:live:1");
    store.insert_report(&report, ms(1), 9).await.unwrap();
    store.impose(&new_sanction("p", Measure::Warning), &guest_id("a"), ms(1)).await.unwrap();
    store.block(&guest_id("p"), &guest_id("a"), ms(1), 9).await.unwrap();
    Store::set_role(&fixture.location, "Almaz", Some(Role::Moderator)).await.unwrap();
    make_appointment(&store).await;
    make_study(&store).await;
    make_club(&store).await;
    make_indicators(&store).await;
    make_webhook(&store, "a").await;
    for game in 0..600 {
        let card = GameCard { started: ms(1), ..card(&format!("many{game}")) };
        store.append(Append { card, ..new_game("any") }).await.unwrap();
    }
    let mut text = Vec::new();
    assert_eq!(
        store.backup(&mut text).await.unwrap(),
        603 + 5 + 600 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 7 + 3 + 3 + 6 + 5 + 4 + 4 + 4 + 3
    );
    close((store, closing)).await;
    text
}

async fn restore(fixture: &TestStore, text: &[u8]) -> Result<u64, StoreError> {
    Store::restore(&fixture.location, BufReader::new(text)).await
}

/// All lines but the header.
fn body(text: &[u8]) -> String {
    String::from_utf8(text.to_vec()).unwrap().split_once('\n').unwrap().1.to_owned()
}

async fn there_and_back(from: TestStore, to: TestStore) {
    let text = furnish(&from).await;
    let made: serde_json::Value =
        serde_json::from_slice(text.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
    let count = restore(&to, &text).await.unwrap();
    let (store, _closing) = to.open_as("two").await;
    let mut again = Vec::new();
    assert_eq!(store.backup(&mut again).await.unwrap(), count);
    assert_eq!(body(&again), body(&text));
    for game in ["over", "packed"] {
        assert_eq!(numbers(&store, game).await, [1, 2, 3]);
    }
    assert_eq!(store.asides(&game_id("live"), 0).await.unwrap()[0].2, "{\"text\":\"ሰላም \\\"x\\\" \\u0000\"}");
    assert_eq!(store.list(everything()).await.unwrap().len(), 604);
    // No clock has run since the backup was made.
    let lease = acquire(&store, "live").await;
    assert_eq!((lease.epoch, lease.orphaned_since), (Epoch(2), made["made"].as_u64().map(ms)));
    store.append(next("live", 3, 2)).await.unwrap();
    drop(store);
    let refused = restore(&to, &text).await;
    assert!(matches!(refused, Err(StoreError::NotEmpty | StoreError::InUse(_))), "{refused:?}");
}

#[tokio::test]
async fn backup_sqlite_to_sqlite_round_trips() {
    there_and_back(TestStore::sqlite(), TestStore::sqlite()).await;
}

#[tokio::test]
async fn backup_sqlite_to_postgres_round_trips() {
    there_and_back(TestStore::sqlite(), TestStore::postgres()).await;
}

#[tokio::test]
async fn backup_postgres_to_sqlite_round_trips() {
    there_and_back(TestStore::postgres(), TestStore::sqlite()).await;
}

#[tokio::test]
async fn backup_postgres_to_postgres_round_trips() {
    there_and_back(TestStore::postgres(), TestStore::postgres()).await;
}

#[tokio::test]
async fn restore_broken_backup_is_rejected() {
    let text = furnish(&TestStore::sqlite()).await;
    let lines: Vec<&str> = std::str::from_utf8(&text).unwrap().lines().collect();
    let without = |number: usize| {
        let left = lines.iter().enumerate().filter(|(index, _)| *index != number).map(|(_, line)| *line);
        left.collect::<Vec<_>>().join("\n")
    };
    let broken = [
        String::new(),
        "{}".to_owned(),
        "not json".to_owned(),
        lines[..lines.len() / 2].join("\n"),
        lines[..lines.len() - 1].join("\n"),
        String::from_utf8_lossy(&text[..text.len() / 2]).into_owned(),
        without(0),
        without(1),
        without(5),
        format!("{}\n[1]", lines.join("\n")),
        lines.join("\n").replacen("\"version\":1", "\"version\":99", 1),
        lines.join("\n").replacen("\"table\":\"log\"", "\"table\":\"lag\"", 1),
        format!("{}\n{}", lines[..3].join("\n"), lines[2..].join("\n")),
    ];
    for (fixture, is_sqlite) in [(TestStore::sqlite(), true), (TestStore::postgres(), false)] {
        for (number, text) in broken.iter().enumerate() {
            let refused = restore(&fixture, text.as_bytes()).await;
            assert!(matches!(refused, Err(StoreError::Backup(_))), "{number} {is_sqlite}: {refused:?}");
        }
        let (store, closing) = fixture.open().await;
        assert!(store.list(everything()).await.unwrap().is_empty());
        close((store, closing)).await;
        restore(&fixture, &text).await.unwrap();
        let again = restore(&fixture, &text).await;
        assert!(matches!(again, Err(StoreError::NotEmpty)), "{again:?}");
    }
}

/// A backup of a version that lacked the last column of a table, and the last table.
fn without_the_last(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let review = lines.iter().position(|line| line.contains("\"table\":\"review\"")).unwrap();
    lines.remove(review);
    let seek = lines.iter().position(|line| line.contains("\"table\":\"seek\"")).unwrap();
    assert_eq!(lines[seek + 1].matches("here").count(), 1, "its origin");
    lines[seek] = lines[seek].replace(",\"origin\"", "");
    lines[seek + 1] = lines[seek + 1].replace(",\"here\"", "");
    lines.join("\n")
}

#[tokio::test]
async fn restore_of_a_backup_without_the_last_column_fills_it_with_nulls() {
    let text = without_the_last(&String::from_utf8(furnish(&TestStore::sqlite()).await).unwrap());
    for fixture in [TestStore::sqlite(), TestStore::postgres()] {
        restore(&fixture, text.as_bytes()).await.unwrap();
        let (store, closing) = fixture.open().await;
        assert_eq!(store.list(everything()).await.unwrap().len(), 604);
        assert_eq!(store.seek("s").await.unwrap().unwrap().0.origin, None);
        close((store, closing)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_of_running_server_works_of_missing_store_fails() {
    for fixture in [TestStore::sqlite(), TestStore::postgres()] {
        let mut text = Vec::new();
        assert!(Store::backup_offline(&fixture.location, &mut text).await.is_err());
        let (store, _closing) = fixture.open().await;
        store.append(new_game("g")).await.unwrap();
        assert_eq!(Store::backup_offline(&fixture.location, &mut text).await.unwrap(), 3);
        store.append(next("g", 2, 0)).await.unwrap();
        assert_eq!(restore(&TestStore::sqlite(), &text).await.unwrap(), 3);
    }
}
