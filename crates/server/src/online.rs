//! Who is online: in the lobby or in a game, on any node.
//!
//! Each node stores which people are connected to it, if somebody follows them and they show it. Those who were not
//! seen lately are offline, so a node that dies needs no cleaning up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_store::{Store, clock};
use tokio::sync::Notify;

use crate::id::GuestId;

/// How often it is stored who is connected.
const INTERVAL: Duration = Duration::from_secs(20);
/// Those who come within this time are stored together.
const DEBOUNCE: Duration = Duration::from_secs(1);
/// How long somebody counts as online who was connected, in milliseconds.
pub(crate) const ONLINE_TTL: u64 = 60_000;

/// The people who are connected to this node.
#[derive(Debug, Default)]
pub struct OnlinePeople {
    /// Number of connections of each.
    connected: Mutex<HashMap<GuestId, usize>>,
    arrived: Notify,
}

/// A connection of a person; dropping it ends it.
#[derive(Debug)]
pub(crate) struct OnlineGuard {
    people: Arc<OnlinePeople>,
    person: Option<GuestId>,
}

impl OnlinePeople {
    fn lock(&self) -> MutexGuard<'_, HashMap<GuestId, usize>> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection, unless it is nobody's.
    pub(crate) fn enter(self: &Arc<Self>, person: Option<GuestId>) -> OnlineGuard {
        if let Some(person) = &person {
            let mut connected = self.lock();
            let count = connected.entry(person.clone()).or_default();
            *count += 1;
            if *count == 1 {
                self.arrived.notify_one();
            }
        }
        OnlineGuard { people: self.clone(), person }
    }

    /// Stores who is connected, for all nodes. Runs until shutdown.
    pub(crate) async fn persist(self: Arc<Self>, store: Store) {
        loop {
            // Soon after somebody has come, who may be waited for.
            let _ = tokio::time::timeout(INTERVAL, self.arrived.notified()).await;
            tokio::time::sleep(DEBOUNCE).await;
            let people: Vec<GuestId> = self.lock().keys().cloned().collect();
            if let Err(error) = store.record_online(&people, clock::now()).await {
                tracing::warn!(%error, "it cannot be stored who is online");
            }
        }
    }
}

impl Drop for OnlineGuard {
    fn drop(&mut self) {
        let Some(person) = &self.person else { return };
        let mut connected = self.people.lock();
        if let Some(count) = connected.get_mut(person) {
            *count -= 1;
            if *count == 0 {
                connected.remove(person);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::OnlinePeople;

    #[test]
    fn person_is_connected_until_the_last_connection_ends() {
        let people = Arc::new(OnlinePeople::default());
        let almaz = Some("almaz".parse().unwrap());
        let (first, second) = (people.enter(almaz.clone()), people.enter(almaz));
        let nobody = people.enter(None);
        drop(first);
        assert_eq!(people.lock().len(), 1);
        drop((second, nobody));
        assert!(people.lock().is_empty());
    }
}
