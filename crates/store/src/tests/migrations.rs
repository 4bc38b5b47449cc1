//! Migrations: later and changed tables.

use std::time::Duration;

use super::{TestStore, acquire, close, new_game, next, numbers, on_both};
use crate::migrations::{self, MIGRATIONS, Migration, SCHEMA_VERSION};
use crate::{StorageLocation, Store, StoreError};

on_both! {
    migration_of_the_next_version_keeps_games_and_lets_this_one_work migration_status_names_what_is_missing
}

/// The migration of a version after this one, which only expands the tables.
const LATER: &str = "ALTER TABLE game ADD COLUMN later TEXT; CREATE TABLE later (id TEXT PRIMARY KEY);";

/// Nodes of both versions run side by side, also while the tables are migrated.
async fn migration_of_the_next_version_keeps_games_and_lets_this_one_work(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    let mut all = MIGRATIONS.to_vec();
    let name = format!("{:04}_later", SCHEMA_VERSION + 1).leak();
    all.push(Migration { name, sqlite: LATER, postgres: LATER });
    migrations::run_all(&store.writers, &all).await.unwrap();
    assert!(store.writers.fetch("SELECT id FROM later", &[]).await.unwrap().is_empty());
    close((store, closing)).await;
    let status = Store::migration_status(&fixture.location).await.unwrap();
    assert_eq!((status.version, status.pending), (Some(SCHEMA_VERSION + 1), Vec::new()));
    let (store, _closing) = fixture.open().await;
    let lease = acquire(&store, "g").await;
    store.append(next("g", 2, lease.epoch.0)).await.unwrap();
    assert_eq!(numbers(&store, "g").await, [1, 2]);
    let mut text = Vec::new();
    assert!(Store::backup_offline(&fixture.location, &mut text).await.unwrap() > 0);
}

/// The check names what is missing and changes nothing.
async fn migration_status_names_what_is_missing(fixture: &TestStore) {
    if let StorageLocation::Sqlite(directory) = &fixture.location {
        std::fs::create_dir_all(directory).unwrap();
        std::fs::File::create(directory.join("games.sqlite")).unwrap();
    }
    for _ in 0..2 {
        let status = Store::migration_status(&fixture.location).await.unwrap();
        assert_eq!((status.version, status.target), (None, SCHEMA_VERSION));
        let pending = MIGRATIONS.iter().map(|one| one.name.split_once('_').unwrap_or_default());
        let pending = pending.map(|(number, what)| (number.parse().unwrap(), what.to_owned()));
        assert_eq!(status.pending, pending.collect::<Vec<_>>());
    }
    Store::migrate(&fixture.location).await.unwrap();
    let status = Store::migration_status(&fixture.location).await.unwrap();
    assert_eq!((status.version, status.pending), (Some(SCHEMA_VERSION), Vec::new()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_later_level_is_rejected() {
    let next = SCHEMA_VERSION + 1;
    for (fixture, later) in [
        (TestStore::sqlite(), format!("PRAGMA user_version = {next}")),
        (TestStore::postgres(), format!("UPDATE table_version SET version = {next}")),
    ] {
        let store = fixture.open().await;
        store.0.writers.execute(later, &[]).await.unwrap();
        close(store).await;
        let opened = Store::open(&fixture.location, "one").await.map(drop);
        let checked = Store::migration_status(&fixture.location).await.map(drop);
        let copied = Store::backup_offline(&fixture.location, Vec::new()).await.map(drop);
        for outcome in [opened, checked, copied] {
            let error = outcome.unwrap_err().to_string();
            let expected = format!(
                "stored by a later version of rukh (tables of version {next}, this program knows {SCHEMA_VERSION})"
            );
            assert!(error.contains(&expected), "{error}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_concurrently_creates_tables_once() {
    let fixture = TestStore::postgres();
    let nodes = ["a", "b", "c", "d", "e"].map(|node| fixture.open_as(node));
    let stores = futures_util::future::join_all(nodes).await;
    stores[0].0.append(new_game("g")).await.unwrap();
    assert_eq!(numbers(&stores[4].0, "g").await, [1]);
}

/// A migration that is not the one recorded in the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_changed_migration_is_rejected() {
    for (fixture, checksum) in [(TestStore::sqlite(), "x'00'"), (TestStore::postgres(), "'\\x00'")] {
        let store = fixture.open().await;
        let changed = format!("UPDATE _sqlx_migrations SET checksum = {checksum} WHERE version = 1");
        store.0.writers.execute(changed, &[]).await.unwrap();
        close(store).await;
        let error = Store::open(&fixture.location, "one").await.map(drop).unwrap_err();
        assert!(matches!(error, StoreError::Version(_)), "{error:?}");
        assert!(error.to_string().contains("whose migration 1 differs"), "{error}");
    }
}

/// A transaction that keeps the lock of the tables, as that of a node which migrates them. The lock of another
/// database of the same server, which has the same number, is neither waited for nor named.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lock_held_by_another_connection_is_waited_for_and_then_named() {
    let (elsewhere, fixture) = (TestStore::postgres(), TestStore::postgres());
    let other = elsewhere.open().await;
    let mut unrelated = other.0.control.begin().await.unwrap();
    unrelated.script("SELECT pg_advisory_xact_lock(7240661)").await.unwrap();
    let store = fixture.open().await;
    let mut holder = store.0.control.begin().await.unwrap();
    holder.script("SELECT pg_advisory_xact_lock(7240661)").await.unwrap();
    let pid = i64::from(holder.session_id().await.unwrap().unwrap());
    let error = migrations::lock(&store.0.writers, Duration::from_millis(600)).await.map(drop).unwrap_err();
    assert!(matches!(&error, StoreError::Locked { pid: found, .. } if *found == pid), "{error}");
    let release = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        holder.finish(Ok(())).await.unwrap();
    };
    let (locked, ()) = tokio::join!(migrations::lock(&store.0.writers, Duration::from_secs(20)), release);
    locked.unwrap().finish(Ok(())).await.unwrap();
    // The lock ends with its transaction, and leaves nothing in the session.
    migrations::run(&store.0.writers).await.unwrap();
}
