//! Tests of the registry of games.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rukh_engine_pool::{EngineCache, EnginePool};
use rukh_store::{SeekLimits, SeekRow, StorageLocation, Store, clock};
use serde_json::json;
use tokio::sync::{OnceCell, mpsc};

use super::{ActorConfig, GameRegistry};
use crate::config::BotDelay;
use crate::error::ApiError;
use crate::game::actor_table::{ActorSlot, MAX_ACTORS};
use crate::game::{ActorCommand, IncomingIntent, ReplyTo};
use crate::id::{self, GameId, GuestId};
use crate::library::RulesetLibrary;
use crate::limits::OriginNames;
use crate::session::Session;
use crate::wire::event::Seq;
use crate::wire::time::UnixMillis;
use crate::wire::{ClientMessage, EventKind, Seek};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A registry with its own store.
pub(crate) struct TestRegistry {
    pub(crate) registry: Arc<GameRegistry>,
    pub(crate) directory: PathBuf,
}

impl Drop for TestRegistry {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

impl TestRegistry {
    pub(crate) async fn new() -> TestRegistry {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let directory = std::env::temp_dir().join(format!("rukh-registry-{}-{number}", std::process::id()));
        let (store, _) = Store::open(&StorageLocation::Sqlite(directory.clone()), "node").await.unwrap();
        let config = ActorConfig {
            bot_delay: BotDelay::default(),
            idle_timeout: Duration::from_secs(300),
            max_contest_delay: Duration::ZERO,
            owner_check_interval: Duration::from_millis(400),
            watch_grace: Duration::from_secs(10),
        };
        let engine_pool = EnginePool::new(Arc::new(EngineCache::new(64 << 20, Arc::default())), None);
        let library = RulesetLibrary::open(&[]).unwrap();
        let node = ("node".to_owned(), OriginNames::new([1; 32]));
        TestRegistry {
            registry: Arc::new(GameRegistry::new(store, Arc::new(library), engine_pool, config, node)),
            directory,
        }
    }

    pub(in crate::game) fn person(id: &str) -> GuestId {
        id.parse().unwrap()
    }

    /// A game of White and Black without clocks.
    pub(in crate::game) async fn game(&self) -> GameId {
        self.timed_game(json!({ "kind": "none" })).await
    }

    /// A game of White and Black in which White's clock runs.
    pub(in crate::game) async fn running_game(&self) -> GameId {
        let id = self.timed_game(json!({ "kind": "fischer", "initial": 300, "increment": 0 })).await;
        for (side, text) in [("white", "e2e3"), ("black", "e7e6")] {
            let asked = || IncomingIntent {
                message: ClientMessage {
                    id: text.to_owned(),
                    base: Seq::ZERO,
                    data: json!({ "kind": "move", "move": text }),
                },
                guest: Some(TestRegistry::person(side)),
                address: None,
                arrived_at: clock::now(),
                lag: None,
            };
            let command = |reply| ActorCommand::Intent(asked(), ReplyTo::Request(reply));
            self.registry.ask(&id, command).await.unwrap().0.unwrap();
        }
        self.registry.actors.lock().as_mut().unwrap().clear();
        id
    }

    async fn timed_game(&self, time: serde_json::Value) -> GameId {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let seek = json!({
            "id": format!("seek{number}"), "ruleset_name": "", "skin": "", "owner": { "id": "white", "name": "White" }, "created": 0,
            "instance": "shatranj", "colour": "white", "time_control": time,
        });
        let seek: Seek = serde_json::from_value(seek).unwrap();
        let row = SeekRow {
            id: seek.id.clone(),
            by: seek.owner.id.clone(),
            body: String::new(),
            private: false,
            created: UnixMillis::new(1),
            expires: UnixMillis::new(2),
            origin: None,
        };
        let limits = SeekLimits { of_guest: 100, of_origin: 100 };
        self.registry.store.insert_seek(row, limits).await.unwrap();
        self.registry.create_from_seek(&seek, &TestRegistry::person("black")).await.unwrap().id
    }

    pub(in crate::game) async fn session(&self, id: &GameId) -> Session {
        let stored = self.registry.store.load(id).await.unwrap().unwrap();
        let rules = self.registry.factory.library.rules(&stored.instance).unwrap();
        Session::replay(stored.info, rules, stored.log).unwrap()
    }

    fn slot(&self, id: &GameId) -> Option<ActorSlot> {
        self.registry.actors.lock().as_ref()?.get(id).cloned()
    }

    fn put_slot(&self, id: &GameId, slot: ActorSlot) {
        self.registry.actors.lock().as_mut().unwrap().insert(id.clone(), slot);
    }
}

#[tokio::test]
async fn evict_slot_with_waiters_stays() {
    let fixture = TestRegistry::new().await;
    let (nowhere, others) = (id::random_public_game().unwrap(), ActorSlot::default());
    fixture.put_slot(&nowhere, others.clone());
    assert!(fixture.registry.actor(&nowhere).await.is_err());
    assert!(fixture.slot(&nowhere).is_some_and(|slot| Arc::ptr_eq(&slot, &others)));
    drop(others);
    assert!(fixture.registry.actor(&nowhere).await.is_err());
    assert_eq!(fixture.registry.count(), 0);
}

#[tokio::test]
async fn actor_above_the_greatest_number_is_refused() {
    let fixture = TestRegistry::new().await;
    let known = fixture.game().await;
    fixture.registry.actor(&known).await.unwrap();
    for _ in fixture.registry.count()..MAX_ACTORS {
        fixture.put_slot(&id::random_public_game().unwrap(), ActorSlot::default());
    }
    let other = id::random_public_game().unwrap();
    assert!(matches!(fixture.registry.actor(&other).await, Err(ApiError::TimedOut)));
    fixture.registry.actor(&known).await.unwrap();
}

/// The database was unreachable while this process kept running.
#[tokio::test]
async fn outage_failed_append_refunds_the_clock() {
    let fixture = TestRegistry::new().await;
    let id = fixture.running_game().await;
    let clock = |session: &Session| serde_json::to_value(session.view()).unwrap()["clock"].clone();
    let before = clock(&fixture.session(&id).await);
    let (began, later) = (before["at"].as_u64().unwrap(), clock::now() + 1);
    fixture.registry.record_outage(&id, later);
    fixture.registry.record_outage(&id, UnixMillis::new(began));
    tokio::time::sleep(Duration::from_millis(60)).await;
    fixture.registry.ask(&id, ActorCommand::Throws).await.unwrap();
    let session = loop {
        let session = fixture.session(&id).await;
        if session.events().iter().any(|event| matches!(event.kind, EventKind::Outage { .. })) {
            break session;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    assert_eq!(clock(&session)["white"], before["white"], "the time from the first failure on is given back");
    assert!(fixture.registry.take_outage(&id).is_none(), "an outage is returned once");
}

#[tokio::test]
async fn ask_closed_actor_is_respawned() {
    let fixture = TestRegistry::new().await;
    let id = fixture.game().await;
    fixture.put_slot(&id, Arc::new(OnceCell::new_with(Some(mpsc::channel(1).0))));
    assert!(fixture.registry.ask(&id, ActorCommand::Throws).await.is_ok());
}

#[tokio::test]
async fn evict_running_actor_stays() {
    let fixture = TestRegistry::new().await;
    let id = fixture.game().await;
    fixture.registry.actor(&id).await.unwrap();
    fixture.registry.actors.evict(&id);
    assert!(fixture.slot(&id).is_some());
}
