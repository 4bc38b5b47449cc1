//! The games of which a player is connected to this node.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_store::{Store, clock};

use crate::id::GameId;

/// How often the presence of players is stored.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(20);

/// Games with a player connected to this node.
#[derive(Default)]
pub(super) struct OccupiedGames(Mutex<BTreeSet<GameId>>);

impl OccupiedGames {
    fn lock(&self) -> MutexGuard<'_, BTreeSet<GameId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player is connected to this game.
    pub(super) fn insert(&self, id: &GameId) {
        let mut games = self.lock();
        if !games.contains(id) {
            games.insert(id.clone());
        }
    }

    /// No player is connected to this game any more.
    pub(super) fn remove(&self, id: &GameId) {
        self.lock().remove(id);
    }

    /// Stores which games have connected players, for all nodes. Runs until shutdown.
    pub(super) async fn persist(&self, store: &Store) {
        loop {
            tokio::time::sleep(PRESENCE_INTERVAL).await;
            let games: Vec<GameId> = self.lock().iter().cloned().collect();
            if let Err(error) = store.record_presence(&games, clock::now()).await {
                tracing::warn!(%error, "presence cannot be stored");
            }
        }
    }
}
