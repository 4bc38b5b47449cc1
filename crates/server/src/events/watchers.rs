//! Those who watch events: each has the latest state as a text that is written once for all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::watch;

use super::state::EventState;
use super::{EventQuery, Events, view};
use crate::error::ApiError;
use crate::id::{GameId, GuestId};
use crate::wire::events::EventMessage;

/// A state with its text.
#[derive(Debug)]
struct Shown {
    state: Arc<EventState>,
    text: Utf8Bytes,
}

/// Senders by the ids of events.
#[derive(Default)]
pub(super) struct Watchers(Mutex<HashMap<String, watch::Sender<Arc<Shown>>>>);

impl Watchers {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<Arc<Shown>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who watches an event.
pub(crate) struct EventWatcher {
    person: Option<GuestId>,
    shown: watch::Receiver<Arc<Shown>>,
    /// The game of which the watcher was told last.
    game: Option<GameId>,
}

impl EventWatcher {
    /// The next messages, to be sent together; `None` if nothing comes any more.
    pub(crate) async fn next(&mut self) -> Option<Vec<Utf8Bytes>> {
        self.shown.changed().await.ok()?;
        let shown = self.shown.borrow_and_update().clone();
        let mut messages = vec![shown.text.clone()];
        let game = self.person.as_ref().and_then(|person| shown.state.open_game_of(person)).cloned();
        if game != self.game {
            self.game.clone_from(&game);
            messages.extend(game.map(|game| text(&EventMessage::Paired { game })));
        }
        Some(messages)
    }
}

fn text(message: &EventMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

impl Events {
    /// Watches an event; its state comes at once.
    ///
    /// # Errors
    /// There is no such event, or the store failed.
    pub(crate) async fn watch(&self, id: &str, person: Option<GuestId>) -> Result<EventWatcher, ApiError> {
        let shown = Arc::new(self.shown(self.load(id).await?).await);
        let mut receiver = match self.watchers.lock().entry(id.to_owned()) {
            std::collections::hash_map::Entry::Occupied(sender) => sender.get().subscribe(),
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(watch::Sender::new(shown)).subscribe()
            }
        };
        receiver.mark_changed();
        let state = receiver.borrow().state.clone();
        let game = person.as_ref().and_then(|person| state.open_game_of(person)).cloned();
        // A game that has ended is counted a moment later; nobody is led back to it.
        let is_over = match &game {
            Some(game) => self.registry.store().summary(game).await?.is_some_and(|game| game.is_over),
            None => false,
        };
        Ok(EventWatcher { person, shown: receiver, game: game.filter(|_| is_over) })
    }

    async fn shown(&self, state: Arc<EventState>) -> Shown {
        let names = self.names(&state).await;
        // The page shows it without its club, and asks again.
        let club = self.club_of(&state, None).await.unwrap_or_default();
        let view = view::EventView::new(&state, &names, club, self.config.minute);
        let data = Box::new(view.details(EventQuery::default()));
        Shown { text: text(&EventMessage::Event { data }), state }
    }

    /// Shows an event to those who watch it, if it has changed.
    pub(super) async fn publish(&self, id: &str) {
        let is_watched = self.watchers.lock().get(id).is_some_and(|sender| sender.receiver_count() > 0);
        if !is_watched {
            return;
        }
        let state = match self.load(id).await {
            Ok(state) => state,
            Err(error) => return tracing::warn!(event = id, %error, "an event cannot be shown"),
        };
        let is_new = |known: &Shown| known.state.row != state.row;
        let has_changed = self.watchers.lock().get(id).is_some_and(|sender| is_new(&sender.borrow()));
        if !has_changed {
            return;
        }
        let shown = Arc::new(self.shown(state).await);
        if let Some(sender) = self.watchers.lock().get(id) {
            sender.send_if_modified(|known| {
                let is_later = known.state.row.seq <= shown.state.row.seq;
                if is_later {
                    *known = shown;
                }
                is_later
            });
        }
    }

    /// Shows all that other nodes have changed, and forgets events that nobody watches.
    pub(super) async fn publish_all(&self) {
        let ids: Vec<String> = {
            let mut watchers = self.watchers.lock();
            watchers.retain(|_, sender| sender.receiver_count() > 0);
            watchers.keys().cloned().collect()
        };
        for id in ids {
            self.publish(&id).await;
        }
    }
}
