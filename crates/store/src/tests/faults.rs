//! Faults of disk, directory and database.

use rukh_session::wire::WireEvent;

use super::{TestStore, acquire, close, game_id, new_game, next, numbers, on_both};
use crate::{Append, Epoch, StorageLocation, Store, StoreError};

on_both! { site_key_missing_beside_games_is_an_error health_proves_a_write }

#[tokio::test]
async fn append_sqlite_disk_full_keeps_earlier_events() {
    let fixture = TestStore::sqlite();
    let (store, closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    store.writers.execute("PRAGMA wal_checkpoint", &[]).await.unwrap();
    let pages: i64 =
        store.writers.fetch("PRAGMA page_count", &[]).await.unwrap()[0].get("page_count").unwrap();
    let limit = |most: i64| store.writers.fetch(format!("PRAGMA max_page_count = {most}"), &[]);
    limit(pages + 4).await.unwrap();
    let mut seq = 2;
    let error = loop {
        match store.append(big("g", seq)).await {
            Ok(()) => seq += 1,
            Err(error) => break error,
        }
        assert!(seq < 100, "the disk does not fill");
    };
    assert!(matches!(error, StoreError::Full), "{error:?}");
    let tried = store.append(big("g", seq)).await;
    assert!(matches!(tried, Err(StoreError::Full)), "{tried:?}");
    assert_eq!(numbers(&store, "g").await, (1..seq).collect::<Vec<_>>());
    limit(1 << 20).await.unwrap();
    store.append(big("g", seq)).await.unwrap();
    store.append(next("g", seq + 1, 0)).await.unwrap();
    close((store, closing)).await;
    let (store, _closing) = fixture.open().await;
    assert_eq!(numbers(&store, "g").await, (1..=seq + 1).collect::<Vec<_>>());
    assert_eq!(acquire(&store, "g").await.epoch, Epoch(1));
}

/// An append that needs some space.
fn big(id: &str, v: u64) -> Append {
    let said = serde_json::json!({
        "seq": v, "type": "move", "at": 1_000 + v,
        "data": {
            "side": "white", "from": "a2", "to": "a3", "piece": "P", "san": "x".repeat(3_000), "move": "a2a3",
            "capture": false, "promotion": null, "castle": false, "pass": false, "forced": false,
        },
    });
    let event: WireEvent = serde_json::from_value(said).unwrap();
    Append { events: vec![event], ..next(id, v, 0) }
}

/// The database holds the key that signs cookies, and so do the files beside it.
#[cfg(unix)]
#[tokio::test]
async fn open_sqlite_files_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;

    let fixture = TestStore::sqlite();
    let directory = fixture.directory.clone().unwrap();
    let mode = |name: &str| {
        let found = std::fs::metadata(directory.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        found.permissions().mode() & 0o777
    };
    let first = fixture.open().await;
    first.0.append(new_game("g")).await.unwrap();
    assert_eq!(mode(""), 0o700);
    for name in ["games.sqlite", "games.sqlite-wal", "games.sqlite-shm"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    close(first).await;
    let loose = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(directory.join("games.sqlite"), loose).unwrap();
    fixture.open_as("two").await;
    assert_eq!(mode("games.sqlite"), 0o600, "somebody else made it readable");
}

#[tokio::test]
async fn open_directory_in_use_is_rejected() {
    let fixture = TestStore::sqlite();
    let first = fixture.open().await;
    let second = Store::open(&fixture.location, "two").await;
    let error = second.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::InUse(_)), "{error:?}");
    assert!(error.to_string().contains("in use by another process"));
    close(first).await;
    fixture.open_as("two").await;
}

#[tokio::test]
async fn open_unreachable_database_fails() {
    let nowhere = StorageLocation::Postgres("postgres://nobody@127.0.0.1:1/nothing".to_owned());
    let error = Store::open(&nowhere, "one").await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::Database(_)), "{error:?}");
    let nonsense = StorageLocation::Postgres("nonsense".to_owned());
    assert!(Store::open(&nonsense, "one").await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn append_postgres_disk_full_keeps_earlier_events() {
    let fixture = TestStore::postgres();
    let (store, _closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    let mut connection = store.writers.connection().await.unwrap();
    let full = "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ \
         BEGIN RAISE 'no space left' USING ERRCODE = 'disk_full'; END $$; \
         CREATE TRIGGER no_room BEFORE INSERT ON log EXECUTE FUNCTION no_room()";
    connection.script(full).await.unwrap();
    let tried = store.append(next("g", 2, 0)).await;
    assert!(matches!(tried, Err(StoreError::Full)), "{tried:?}");
    assert_eq!(store.load(&game_id("g")).await.unwrap().unwrap().log.len(), 1);
    connection.script("DROP TRIGGER no_room ON log").await.unwrap();
    store.append(next("g", 2, 0)).await.unwrap();
    assert_eq!(numbers(&store, "g").await, [1, 2]);
}

/// A page in the middle of the file is overwritten.
#[tokio::test]
async fn open_damaged_file_is_rejected_and_kept() {
    let fixture = TestStore::sqlite();
    let (store, closing) = fixture.open().await;
    store.site_key().await.unwrap();
    for game in 0..200 {
        store.append(new_game(&format!("g{game}"))).await.unwrap();
    }
    close((store, closing)).await;
    let file = fixture.directory.as_ref().unwrap().join("games.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8192].fill(0xa5);
    for text in [bytes, b"no database at all, but a text that is longer than a header".repeat(99)] {
        std::fs::write(&file, &text).unwrap();
        let error = Store::open(&fixture.location, "one").await.map(drop).unwrap_err();
        assert!(error.to_string().contains("restore a backup"), "{error}");
        assert!(std::fs::read(&file).unwrap() == text, "the damaged file is left as it was");
    }
}

async fn site_key_missing_beside_games_is_an_error(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    let key = store.site_key().await.unwrap();
    store.append(new_game("g")).await.unwrap();
    assert_eq!(store.site_key().await.unwrap(), key);
    store.writers.execute("DELETE FROM secret", &[]).await.unwrap();
    let error = store.site_key().await.unwrap_err();
    assert!(matches!(error, StoreError::NoSiteKey), "{error}");
    close((store, closing)).await;
}

async fn health_proves_a_write(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    store.check_health().await.unwrap();
    store.writers.execute("ALTER TABLE node RENAME COLUMN seen TO gone", &[]).await.unwrap();
    assert!(store.check_health().await.is_err());
    store.writers.execute("ALTER TABLE node RENAME COLUMN gone TO seen", &[]).await.unwrap();
    close((store, closing)).await;
}
