//! The table of actors: the games in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OnceCell, mpsc};

use super::ActorCommand;
use crate::error::ApiError;
use crate::id::GameId;

/// Maximum number of games in memory, which take some 40 KiB each.
pub(super) const MAX_ACTORS: usize = 20_000;

/// Where the actor of a game is, or is being spawned.
pub(super) type ActorSlot = Arc<OnceCell<mpsc::Sender<ActorCommand>>>;

/// The actors of games by their ids.
pub(super) struct ActorTable {
    /// `None` once the server is shutting down.
    actors: Mutex<Option<HashMap<GameId, ActorSlot>>>,
}

impl Default for ActorTable {
    fn default() -> ActorTable {
        ActorTable { actors: Mutex::new(Some(HashMap::new())) }
    }
}

impl ActorTable {
    pub(super) fn lock(&self) -> MutexGuard<'_, Option<HashMap<GameId, ActorSlot>>> {
        self.actors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of games in memory.
    pub(super) fn count(&self) -> usize {
        self.lock().as_ref().map_or(0, HashMap::len)
    }

    /// The games in memory.
    pub(super) fn ids(&self) -> Vec<GameId> {
        self.lock().iter().flat_map(|actors| actors.keys().cloned()).collect()
    }

    /// Whether an actor holds a game.
    pub(super) fn contains(&self, id: &GameId) -> bool {
        self.lock().as_ref().is_some_and(|actors| actors.contains_key(id))
    }

    /// The actor of a game, if it has been spawned.
    pub(super) fn get(&self, id: &GameId) -> Option<mpsc::Sender<ActorCommand>> {
        self.lock().as_ref()?.get(id)?.get().cloned()
    }

    /// The slot of a game's actor.
    ///
    /// # Errors
    /// The server is shutting down, or there are too many games in memory.
    pub(super) fn slot(&self, id: &GameId) -> Result<ActorSlot, ApiError> {
        let mut actors = self.lock();
        let actors = actors.as_mut().ok_or(ApiError::ShuttingDown)?;
        // A crashed actor has left its slot behind.
        if actors.get(id).is_some_and(|slot| slot.get().is_some_and(mpsc::Sender::is_closed)) {
            actors.remove(id);
        }
        if actors.len() >= MAX_ACTORS && !actors.contains_key(id) {
            return Err(ApiError::TimedOut);
        }
        Ok(actors.entry(id.clone()).or_default().clone())
    }

    /// Evicts an actor unless its mailbox has messages; returns whether it was evicted.
    pub(super) fn evict_if_idle(&self, id: &GameId, inbox: &mpsc::Receiver<ActorCommand>) -> bool {
        let mut actors = self.lock();
        let is_free = inbox.is_empty();
        if is_free && let Some(actors) = actors.as_mut() {
            actors.remove(id);
        }
        is_free
    }

    /// Evicts an actor that has stopped or could not be spawned. A slot that others wait for, or
    /// that already holds another actor, stays: with two actors of a game, each would take the
    /// other's subscribers.
    pub(super) fn evict(&self, id: &GameId) {
        let leads_nowhere = |slot: &ActorSlot| match slot.get() {
            Some(actor) => actor.is_closed(),
            None => Arc::strong_count(slot) == 1,
        };
        if let Some(actors) = self.lock().as_mut()
            && actors.get(id).is_some_and(leads_nowhere)
        {
            actors.remove(id);
        }
    }

    /// Stops every actor and spawns no other.
    pub(super) fn shut_down(&self) {
        self.lock().take();
    }

    /// Whether no actor is spawned any more.
    pub(super) fn is_shut_down(&self) -> bool {
        self.lock().is_none()
    }
}
