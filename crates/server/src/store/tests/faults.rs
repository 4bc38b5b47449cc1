//! Faults of disk, directory and database.

use super::{TestStore, acquire, close, game_id, new_game, next, node_info, numbers};
use crate::store::{Append, Epoch, StorageLocation, Store, StoreError};
use crate::wire::WireEvent;

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
        "seq": v, "type": "retract", "at": 1_000 + v,
        "data": { "side": "white", "seq": 1, "piece": "P", "from": "x".repeat(3_000), "to": "a1" },
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
    assert_eq!(mode("games.sqlite"), 0o600, "an older version made it readable");
}

#[tokio::test]
async fn open_directory_in_use_is_rejected() {
    let fixture = TestStore::sqlite();
    let first = fixture.open().await;
    let second = Store::open(&fixture.location, node_info("two")).await;
    let error = second.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::InUse(_)), "{error:?}");
    assert!(error.to_string().contains("in use by another process"));
    close(first).await;
    fixture.open_as("two").await;
}

#[tokio::test]
async fn open_unreachable_database_fails() {
    let nowhere = StorageLocation::Postgres("postgres://nobody@127.0.0.1:1/nothing".to_owned());
    let error = Store::open(&nowhere, node_info("one")).await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::Database(_)), "{error:?}");
    let nonsense = StorageLocation::Postgres("nonsense".to_owned());
    assert!(Store::open(&nonsense, node_info("one")).await.is_err());
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
