//! One test suite for both databases, against a real PostgreSQL.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::time::UnixMillis;
use rukh_session::wire::{
    FinalResult, GameCard, GamePhase, GameTimeControl, Player, Seat, SpectatorMode, WireEvent,
};
use serde_json::json;

use super::{
    Append, CloseHandle, Epoch, GameFilter, Lease, LeaseOutcome, NewGame, SeekLimits, StorageLocation, Store,
    StoreError,
};
use crate::name::Names;

mod accounts;
mod appends;
mod appointments;
mod backups;
mod clubs;
mod events;
mod faults;
mod indicators;
mod inputs;
mod leases;
mod locks;
mod migrations;
mod moderation;
mod notifications;
mod outbox;
mod players;
#[path = "../tests/support/postgres.rs"]
mod postgres;
mod push;
mod queries;
mod ratings;
mod revocations;
mod seeks;
mod studies;
mod throughput;
mod webhooks;

/// A test for each database, which gets an empty one.
macro_rules! on_both {
    ($($name:ident)*) => {$(
        mod $name {
            use crate::tests::TestStore;

            #[tokio::test]
            async fn on_sqlite() {
                super::$name(&TestStore::sqlite()).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                super::$name(&TestStore::postgres()).await;
            }
        }
    )*};
}
use on_both;

/// A storage location of a single test.
struct TestStore {
    location: StorageLocation,
    directory: Option<PathBuf>,
}

static COUNT: AtomicU32 = AtomicU32::new(0);

impl TestStore {
    fn sqlite() -> TestStore {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("rukh-store-{}-{number}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        TestStore { location: StorageLocation::Sqlite(directory.clone()), directory: Some(directory) }
    }

    fn postgres() -> TestStore {
        TestStore { location: StorageLocation::Postgres(postgres::fresh_database()), directory: None }
    }

    async fn open(&self) -> (Store, CloseHandle) {
        self.open_as("one").await
    }

    async fn open_as(&self, node: &str) -> (Store, CloseHandle) {
        Store::open(&self.location, node).await.unwrap()
    }

    /// Does something on a separate runtime that ends like a killed process.
    fn crash_after(&self, node: &str, work: impl AsyncFnOnce(&Store) + Send) {
        let crash = || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            let (store, closing) = runtime.block_on(self.open_as(node));
            runtime.block_on(work(&store));
            runtime.shutdown_timeout(Duration::from_millis(300));
            drop((store, closing));
        };
        std::thread::scope(|scope| scope.spawn(crash).join()).unwrap();
    }
}

impl Drop for TestStore {
    fn drop(&mut self) {
        let _ = self.directory.as_ref().map(std::fs::remove_dir_all);
    }
}

/// Closes a store and waits until the database is closed.
async fn close((store, closing): (Store, CloseHandle)) {
    drop(store);
    closing.await;
}

fn game_id(text: &str) -> GameId {
    text.parse().unwrap()
}

fn ms(milliseconds: u64) -> UnixMillis {
    UnixMillis::new(milliseconds)
}

fn guest_id(text: &str) -> GuestId {
    text.parse().unwrap()
}

fn human(player: &str) -> Seat {
    let player = Player::Guest { id: guest_id(player) };
    let names = Names::default().of_seats(&player, &player);
    Seat { player, name: names.white }
}

fn card(id: &str) -> GameCard {
    GameCard {
        id: game_id(id),
        instance: "senterej".to_owned(),
        ruleset_name: "Senterej".to_owned(),
        skin: "cloth".to_owned(),
        white: human("p-white"),
        black: human("p-black"),
        phase: GamePhase::Werera,
        turn: None,
        result: None,
        started: ms(1_000),
        updated: ms(1_000),
        plies: 0,
        time_control: GameTimeControl::Fischer { initial: 300, increment: 5, werera: None },
        odds: None,
        spectator_mode: SpectatorMode::Match,
        private: false,
        rated: None,
    }
}

fn event(v: u64) -> WireEvent {
    let said = json!({ "seq": v, "type": "batch_ended", "data": { "side": "white" }, "at": 1_000 + v });
    serde_json::from_value(said).unwrap()
}

const LIMITS: SeekLimits = SeekLimits { of_guest: 5, of_origin: 10 };

/// A new game with its first event.
fn new_game(id: &str) -> Append {
    let seed = "5a".repeat(32);
    let new = NewGame {
        hash: "h".to_owned(),
        fen: "a fen".to_owned(),
        server_seed: seed,
        ruleset_text: Some(format!("laws of {id}")),
        seek: None,
    };
    Append {
        card: card(id),
        new: Some(new),
        events: vec![event(1)],
        intent: None,
        epoch: Epoch::FIRST,
        deadline: None,
        inputs: Vec::new(),
        begins: None,
    }
}

/// The next event of a game.
fn next(id: &str, v: u64, epoch: i64) -> Append {
    let card = GameCard { plies: v, updated: ms(1_000 + v), ..card(id) };
    let intent = Some(format!("intent-{v}"));
    Append {
        card,
        new: None,
        events: vec![event(v)],
        intent,
        epoch: Epoch(epoch),
        deadline: Some(ms(50_000 + v)),
        inputs: Vec::new(),
        begins: None,
    }
}

/// The last event of a game.
fn last(id: &str, v: u64, epoch: i64) -> Append {
    let result =
        json!({ "winner": "white", "reason": "mate", "text": { "english": "White has won" }, "style": null });
    let result: Option<FinalResult> = Some(serde_json::from_value(result).unwrap());
    let mut append = next(id, v, epoch);
    append.card = GameCard { phase: GamePhase::Over, result, ..append.card };
    append.deadline = None;
    append
}

fn everything() -> GameFilter {
    GameFilter { count: 100, with_private: true, ..GameFilter::default() }
}

/// Acquires the lease of a free game.
async fn acquire(store: &Store, game: &str) -> Lease {
    match store.acquire_lease(&game_id(game)).await.unwrap() {
        Some(LeaseOutcome::Granted(lease)) => lease,
        other => panic!("{other:?}"),
    }
}

fn is_stale(outcome: &Result<(), StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Stale))
}

fn is_out_of_order(outcome: &Result<(), StoreError>) -> bool {
    matches!(outcome, Err(StoreError::OutOfOrder(_)))
}

/// Event numbers of a loaded game.
async fn numbers(store: &Store, game: &str) -> Vec<u64> {
    let stored = store.load(&game_id(game)).await.unwrap().unwrap();
    stored.log.iter().map(|(event, _)| event.seq.as_u64()).collect()
}
