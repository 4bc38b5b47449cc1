//! Who is online: in the lobby, at an event or in a game, on any node.
//!
//! Each node stores which people are connected to it, if somebody follows them and they show it. Those who were not
//! seen lately are offline, so a node that dies needs no cleaning up. Whose account is closed loses every connection.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_store::{Store, clock};
use tokio::sync::{Notify, watch};

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
    connected: Mutex<HashMap<GuestId, Connections>>,
    arrived: Notify,
}

/// The connections of a person.
#[derive(Debug, Default)]
struct Connections {
    count: usize,
    dismissed: watch::Sender<bool>,
}

/// A connection of a person; dropping it ends it.
#[derive(Debug)]
pub(crate) struct OnlineGuard {
    people: Arc<OnlinePeople>,
    person: Option<GuestId>,
    dismissed: Option<watch::Receiver<bool>>,
}

impl OnlinePeople {
    fn lock(&self) -> MutexGuard<'_, HashMap<GuestId, Connections>> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection, unless it is nobody's.
    pub(crate) fn enter(self: &Arc<Self>, person: Option<GuestId>) -> OnlineGuard {
        let dismissed = person.as_ref().map(|person| {
            let mut connected = self.lock();
            let connections = connected.entry(person.clone()).or_default();
            connections.count += 1;
            if connections.count == 1 {
                self.arrived.notify_one();
            }
            connections.dismissed.subscribe()
        });
        OnlineGuard { people: self.clone(), person, dismissed }
    }

    /// Ends the connections of a person to this node.
    pub(crate) fn dismiss(&self, person: &GuestId) {
        if let Some(connections) = self.lock().get(person) {
            connections.dismissed.send_replace(true);
        }
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

impl OnlineGuard {
    /// Waits until the person's connections are to end, perhaps for ever. Can be cancelled.
    pub(crate) async fn dismissed(&mut self) {
        match &mut self.dismissed {
            // The sender lives as long as the guard.
            Some(dismissed) => drop(dismissed.wait_for(|is_dismissed| *is_dismissed).await),
            None => std::future::pending().await,
        }
    }
}

impl Drop for OnlineGuard {
    fn drop(&mut self) {
        let Some(person) = &self.person else { return };
        let mut connected = self.people.lock();
        if let Some(connections) = connected.get_mut(person) {
            connections.count -= 1;
            if connections.count == 0 {
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

    #[tokio::test]
    async fn dismissal_ends_the_connections_of_one_person_and_none_of_later() {
        let people = Arc::new(OnlinePeople::default());
        let (almaz, bekele) = ("almaz".parse().unwrap(), "bekele".parse().unwrap());
        let mut theirs = [Some(&almaz), Some(&almaz)].map(|one| people.enter(one.cloned()));
        let mut others = [Some(&bekele), None].map(|one| people.enter(one.cloned()));
        people.dismiss(&almaz);
        for guard in &mut theirs {
            guard.dismissed().await;
        }
        drop(theirs);
        let [other, nobody] = &mut others;
        let mut later = people.enter(Some(almaz));
        tokio::select! {
            biased;
            () = other.dismissed() => panic!("another person"),
            () = nobody.dismissed() => panic!("nobody"),
            () = later.dismissed() => panic!("a later connection"),
            () = std::future::ready(()) => {}
        }
    }
}
