//! Migrations: earlier, later and changed tables.

use std::sync::Arc;
use std::time::Duration;

use rukh_rules::game::SideName;
use rukh_rules::{Rules, Ruleset};
use sqlx::{Connection, PgConnection};

use super::{
    TestStore, acquire, close, everything, game_id, ms, new_game, next, node_info, numbers, on_both,
};
use crate::session::Session;
use crate::store::{SeekRow, StorageLocation, Store, StoreError, migrations};
use crate::token::GuestTokens;

on_both! {
    open_schema_version_2_is_migrated open_schema_version_3_keeps_everything
    open_schema_version_3_continues_games backup_offline_of_schema_version_3_has_every_row
    migration_status_of_version_3_names_what_is_missing
}

/// The games of the stored version 3: id, number of events, number of chat entries and final FEN.
const VERSION_3_GAMES: [(&str, u64, usize, &str); 5] = [
    // Over and archived; over; with dice; in the werera; with a premove.
    ("qh88svxp5unn", 15, 3, "rnekfe1r/pppp1ppp/4pn2/8/8/2P1P3/PP1P1PPP/RNEKFENR w - - 1 3"),
    ("xmxa6u8g565i", 14, 2, "1rekfenr/pp1ppppp/2p5/8/3n4/P1N5/1PPPPPPP/R1EFKE1R w - - 0 3"),
    (
        "4dhkpv2c5qzjmvxmtf9e9unnrb",
        11,
        0,
        "ek1e/fnn1/r2r/4/pppp/4/pppp/4/4/PPPP/P3/1PPP/4/R2R/FNN1/E1KE w - - 3 3 throw:2",
    ),
    ("egt2i3htj5py", 4, 0, "rnekfenr/ppp1pppp/3p4/8/8/4PN2/PPPP1PPP/RNEFKE1R * Kq - 0 1"),
    ("mj2mcqq5ixnp", 3, 1, "rnekfenr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNEKFENR w - - 0 2"),
];
/// The token of the guest who plays White in them.
const VERSION_3_TOKEN: &str = "v1.47em3fbd97tjsyvq.416c6d617a.\
     6132ff9799cf02d1aa3bd3ec2c81bf2db5feaa31fc324c3471fd0ce225bcd21d";

/// Fills an empty database with what a server at commit a4e44c2 stored, the last one without a table
/// of migrations. Games were played through its HTTP API; the files say how they were dumped.
async fn write_version_3(fixture: &TestStore) {
    let mut connection = match &fixture.location {
        StorageLocation::Sqlite(directory) => {
            std::fs::create_dir_all(directory).unwrap();
            let file = directory.join("games.sqlite");
            let dump = include_str!("../../../tests/data/store-version-3.sqlite.sql");
            return rusqlite::Connection::open(file).unwrap().execute_batch(dump).unwrap();
        }
        StorageLocation::Postgres(url) => PgConnection::connect(url).await.unwrap(),
    };
    let dump = include_str!("../../../tests/data/store-version-3.postgres.sql");
    sqlx::raw_sql(dump).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// What takes the tables back to version 3, together with the table `mail` of PostgreSQL.
const WITHOUT_LATER_VERSIONS: [&str; 12] = [
    "DROP TABLE review",
    "DROP TABLE game_index",
    "DROP TABLE position_index",
    "DROP INDEX game_unindexed",
    "ALTER TABLE game DROP COLUMN indexed",
    "DROP TABLE push_subscription",
    "CREATE UNIQUE INDEX log_intent ON log (game, intent) WHERE intent IS NOT NULL",
    "DROP TABLE ruleset",
    "DROP TABLE player_input",
    "DROP INDEX seek_origin",
    "ALTER TABLE seek DROP COLUMN origin",
    "ALTER TABLE node DROP COLUMN protocol",
];

async fn open_schema_version_3_keeps_everything(fixture: &TestStore) {
    write_version_3(fixture).await;
    // The second time the migrations are recorded.
    for _ in 0..2 {
        let (store, closing) = fixture.open().await;
        for (id, events, entries, fen) in VERSION_3_GAMES {
            let game = store.load(&game_id(id)).await.unwrap().unwrap();
            let rules = Rules::compile(Arc::new(Ruleset::named(&game.instance).unwrap()));
            let session = Session::replay(game.info, Arc::new(rules), game.log).unwrap();
            assert_eq!((session.seq().as_u64(), &*session.view().fen), (events, fen), "{id}");
            assert_eq!(store.asides(&game_id(id), 0).await.unwrap().len(), entries, "{id}");
        }
        let mut listed: Vec<String> =
            store.list(everything()).await.unwrap().into_iter().map(|card| card.id.to_string()).collect();
        listed.sort();
        let mut ids = VERSION_3_GAMES.map(|(id, ..)| id);
        ids.sort_unstable();
        assert_eq!(listed, ids);
        let guest =
            GuestTokens::new(store.token_keys().await.unwrap()).verify(VERSION_3_TOKEN).unwrap().guest;
        assert_eq!(guest.name, "Almaz");
        let open = store.open_seeks(ms(1_795_609_025_000), ms(0)).await.unwrap();
        let open: Vec<_> = open.into_iter().map(|SeekRow { id, by, .. }| (id, by)).collect();
        assert_eq!(open, [("qb2j7ibgts2gn2ik".to_owned(), guest.id)]);
        let (private, game) = store.seek("cn9qh78jguygu2x8").await.unwrap().unwrap();
        assert_eq!((private.private, game), (true, None));
        let (_, game) = store.seek("jfxfkhp9cej8j8rg").await.unwrap().unwrap();
        assert_eq!(game, Some(game_id("xmxa6u8g565i")));
        close((store, closing)).await;
    }
}

async fn open_schema_version_3_continues_games(fixture: &TestStore) {
    write_version_3(fixture).await;
    let (store, _closing) = fixture.open().await;
    for (id, events, ..) in VERSION_3_GAMES {
        let lease = acquire(&store, id).await;
        store.append(next(id, events + 1, lease.epoch.0)).await.unwrap();
        assert_eq!(numbers(&store, id).await, (1..=events + 1).collect::<Vec<_>>(), "{id}");
    }
}

/// A backup only reads; it needs no table of migrations.
async fn backup_offline_of_schema_version_3_has_every_row(fixture: &TestStore) {
    write_version_3(fixture).await;
    let mut text = Vec::new();
    let rows = Store::backup_offline(&fixture.location, &mut text).await.unwrap();
    assert_eq!(rows, 51);
}

/// Games of version 2 can be continued.
async fn open_schema_version_2_is_migrated(fixture: &TestStore) {
    let opened = fixture.open().await;
    opened.0.append(new_game("old")).await.unwrap();
    let version = match fixture.location {
        StorageLocation::Sqlite(_) => "PRAGMA user_version = 2",
        StorageLocation::Postgres(_) => "UPDATE table_version SET version = 2",
    };
    let downgrade =
        ["ALTER TABLE game DROP COLUMN turn", "DROP TABLE presence", "DROP TABLE _sqlx_migrations"];
    let mail = match fixture.location {
        StorageLocation::Sqlite(_) => None,
        StorageLocation::Postgres(_) => Some("DROP TABLE mail"),
    };
    for statement in WITHOUT_LATER_VERSIONS.into_iter().chain(mail).chain(downgrade).chain([version]) {
        opened.0.writers.execute(statement, &[]).await.unwrap();
    }
    close(opened).await;
    let (store, closing) = fixture.open().await;
    assert_eq!(store.list(everything()).await.unwrap()[0].turn, None);
    let lease = acquire(&store, "old").await;
    let mut append = next("old", 2, lease.epoch.0);
    append.card.turn = Some(SideName::Black);
    store.append(append).await.unwrap();
    assert_eq!(store.list(everything()).await.unwrap()[0].turn, Some(SideName::Black));
    store.record_presence(&[game_id("old")], ms(1)).await.unwrap();
    close((store, closing)).await;
    close(fixture.open().await).await;
}

#[tokio::test]
async fn open_schema_version_1_is_rejected() {
    let fixture = TestStore::sqlite();
    let store = fixture.open().await;
    store.0.append(new_game("g")).await.unwrap();
    store.0.writers.execute("PRAGMA user_version = 1", &[]).await.unwrap();
    close(store).await;
    let error = Store::open(&fixture.location, node_info("one")).await.map(drop).unwrap_err();
    assert!(error.to_string().contains("move `games.sqlite` away"), "{error}");
}

#[tokio::test]
async fn open_empty_schema_version_1_is_recreated() {
    let fixture = TestStore::sqlite();
    let store = fixture.open().await;
    store
        .0
        .writers
        .connection()
        .await
        .unwrap()
        .script(
            "DROP TABLE _sqlx_migrations; DROP TABLE review; DROP TABLE game_index; DROP TABLE position_index; DROP TABLE push_subscription; DROP TABLE ruleset; DROP TABLE player_input; DROP TABLE presence; DROP TABLE node; DROP TABLE secret; \
         DROP TABLE seek; DROP TABLE aside; DROP TABLE archive; DROP TABLE game; DROP TABLE log; CREATE TABLE game (id TEXT); CREATE TABLE log (id INTEGER); \
         PRAGMA user_version = 1",
        )
        .await
        .unwrap();
    close(store).await;
    let (store, _closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    assert_eq!(numbers(&store, "g").await, [1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_later_level_is_rejected() {
    for (fixture, later) in [
        (TestStore::sqlite(), "PRAGMA user_version = 9"),
        (TestStore::postgres(), "UPDATE table_version SET version = 9"),
    ] {
        let store = fixture.open().await;
        store.0.writers.execute(later, &[]).await.unwrap();
        close(store).await;
        let opened = Store::open(&fixture.location, node_info("one")).await.map(drop);
        let checked = Store::migration_status(&fixture.location).await.map(drop);
        let copied = Store::backup_offline(&fixture.location, Vec::new()).await.map(drop);
        for outcome in [opened, checked, copied] {
            let error = outcome.unwrap_err().to_string();
            let expected = "stored by a later version of rukh (tables of version 9, this program knows 8)";
            assert!(error.contains(expected), "{error}");
        }
    }
}

/// A later version that has only expanded the tables runs beside this one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_expanded_by_a_later_version_works() {
    let recorded = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         SELECT 9, 'later', success, checksum, execution_time FROM _sqlx_migrations WHERE version = 3";
    let expand =
        ["ALTER TABLE game ADD COLUMN later TEXT", "CREATE TABLE later (id TEXT PRIMARY KEY)", recorded];
    for fixture in [TestStore::sqlite(), TestStore::postgres()] {
        let (store, closing) = fixture.open().await;
        store.append(new_game("g")).await.unwrap();
        for statement in expand {
            store.writers.execute(statement, &[]).await.unwrap();
        }
        close((store, closing)).await;
        let (store, _closing) = fixture.open().await;
        let lease = acquire(&store, "g").await;
        store.append(next("g", 2, lease.epoch.0)).await.unwrap();
        assert_eq!(numbers(&store, "g").await, [1, 2]);
        let mut text = Vec::new();
        assert!(Store::backup_offline(&fixture.location, &mut text).await.unwrap() > 0);
    }
}

/// The check names what is missing and changes nothing.
async fn migration_status_of_version_3_names_what_is_missing(fixture: &TestStore) {
    write_version_3(fixture).await;
    for _ in 0..2 {
        let status = Store::migration_status(&fixture.location).await.unwrap();
        assert_eq!((status.version, status.target), (Some(3), 8));
        assert_eq!(
            status.pending,
            [
                (4, "laws inputs and origins".to_owned()),
                (5, "no index of intents".to_owned()),
                (6, "push subscriptions".to_owned()),
                (7, "reviews".to_owned()),
                (8, "archive index".to_owned()),
            ]
        );
    }
    Store::migrate(&fixture.location).await.unwrap();
    let status = Store::migration_status(&fixture.location).await.unwrap();
    assert_eq!((status.version, status.pending), (Some(8), Vec::new()));
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
        let changed = format!("UPDATE _sqlx_migrations SET checksum = {checksum} WHERE version = 3");
        store.0.writers.execute(changed, &[]).await.unwrap();
        close(store).await;
        let error = Store::open(&fixture.location, node_info("one")).await.map(drop).unwrap_err();
        assert!(matches!(error, StoreError::Version(_)), "{error:?}");
        assert!(error.to_string().contains("whose migration 3 differs"), "{error}");
    }
}

/// A transaction that keeps the lock of the tables, as that of a node which migrates them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lock_held_by_another_connection_is_waited_for_and_then_named() {
    let fixture = TestStore::postgres();
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
