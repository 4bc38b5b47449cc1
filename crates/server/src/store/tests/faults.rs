//! What goes wrong around a store.

use super::{House, close, lodge, new_game, next, node_info, numbers};
use crate::store::{Append, Place, Store, StoreError};
use crate::wire::WireEvent;

#[tokio::test]
async fn a_full_disk_is_told_and_what_was_written_stays() {
    let house = House::sqlite();
    let (store, closing) = house.open().await;
    store.append(new_game("g")).await.unwrap();
    store.writers.run("PRAGMA wal_checkpoint", &[]).await.unwrap();
    let pages: i64 =
        store.writers.rows("PRAGMA page_count", &[]).await.unwrap()[0].get("page_count").unwrap();
    let limit = |most: i64| store.writers.rows(format!("PRAGMA max_page_count = {most}"), &[]);
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
    let (store, _closing) = house.open().await;
    assert_eq!(numbers(&store, "g").await, (1..=seq + 1).collect::<Vec<_>>());
    assert_eq!(lodge(&store, "g").await.epoch, 1);
}

/// An append that needs some room.
fn big(id: &str, v: u64) -> Append {
    let said = serde_json::json!({
        "v": v, "t": "retract", "at": 1_000 + v,
        "d": { "side": "white", "seq": 1, "man": "P", "from": "x".repeat(3_000), "to": "a1" },
    });
    let event: WireEvent = serde_json::from_value(said).unwrap();
    Append { events: vec![event], ..next(id, v, 0) }
}

#[tokio::test]
async fn one_directory_has_one_owner() {
    let house = House::sqlite();
    let first = house.open().await;
    let second = Store::open(&house.place, node_info("two")).await;
    let error = second.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::InUse(_)), "{error:?}");
    assert!(error.to_string().contains("in use by another process"));
    close(first).await;
    house.open_as("two").await;
}

#[tokio::test]
async fn tables_of_another_version_are_refused() {
    let house = House::sqlite();
    let store = house.open().await;
    store.0.append(new_game("g")).await.unwrap();
    store.0.writers.run("PRAGMA user_version = 1", &[]).await.unwrap();
    close(store).await;
    let error = Store::open(&house.place, node_info("one")).await.map(drop).unwrap_err();
    assert!(error.to_string().contains("move `games.sqlite` away"), "{error}");
}

#[tokio::test]
async fn empty_tables_of_the_first_version_are_replaced() {
    let house = House::sqlite();
    let store = house.open().await;
    store
        .0
        .writers
        .connection()
        .await
        .unwrap()
        .script(
            "DROP TABLE node; DROP TABLE secret; DROP TABLE seek; DROP TABLE aside; DROP TABLE archive; \
         DROP TABLE game; DROP TABLE log; CREATE TABLE game (id TEXT); CREATE TABLE log (id INTEGER); \
         PRAGMA user_version = 1",
        )
        .await
        .unwrap();
    close(store).await;
    let (store, _closing) = house.open().await;
    store.append(new_game("g")).await.unwrap();
    assert_eq!(numbers(&store, "g").await, [1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_a_later_version_are_refused() {
    for (house, later) in [
        (House::sqlite(), "PRAGMA user_version = 4"),
        (House::postgres(), "UPDATE table_version SET version = 4"),
    ] {
        let store = house.open().await;
        store.0.writers.run(later, &[]).await.unwrap();
        close(store).await;
        let error = Store::open(&house.place, node_info("one")).await.map(drop).unwrap_err();
        assert!(error.to_string().contains("later version of rukh"), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_start_together_make_the_tables_once() {
    let house = House::postgres();
    let nodes = ["a", "b", "c", "d", "e"].map(|node| house.open_as(node));
    let stores = futures_util::future::join_all(nodes).await;
    stores[0].0.append(new_game("g")).await.unwrap();
    assert_eq!(numbers(&stores[4].0, "g").await, [1]);
}

#[tokio::test]
async fn a_database_that_is_not_there_is_told() {
    let nowhere = Place::Postgres("postgres://nobody@127.0.0.1:1/nothing".to_owned());
    let error = Store::open(&nowhere, node_info("one")).await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::Database(_)), "{error:?}");
    let nonsense = Place::Postgres("nonsense".to_owned());
    assert!(Store::open(&nonsense, node_info("one")).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_of_postgres_is_told_and_what_was_written_stays() {
    let house = House::postgres();
    let (store, _closing) = house.open().await;
    store.append(new_game("g")).await.unwrap();
    let mut connection = store.writers.connection().await.unwrap();
    let full = "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ \
         BEGIN RAISE 'no space left' USING ERRCODE = 'disk_full'; END $$; \
         CREATE TRIGGER no_room BEFORE INSERT ON log EXECUTE FUNCTION no_room()";
    connection.script(full).await.unwrap();
    let tried = store.append(next("g", 2, 0)).await;
    assert!(matches!(tried, Err(StoreError::Full)), "{tried:?}");
    assert_eq!(store.load("g").await.unwrap().unwrap().log.len(), 1);
    connection.script("DROP TRIGGER no_room ON log").await.unwrap();
    store.append(next("g", 2, 0)).await.unwrap();
    assert_eq!(numbers(&store, "g").await, [1, 2]);
}
