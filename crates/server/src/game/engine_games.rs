//! Games of engines: who created them, and which of those between two engines run. These run only while
//! a person watches, and one at a time for each guest.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_engine_pool::Owner;
use tokio::time::Instant;

use super::RETRY_DELAY;
use super::{GameActor, needs_a_person};
use crate::error::ApiError;
use crate::id::{GameId, GuestId};
use crate::say;
use crate::session::{Draft, GameInfo, Rejection, Session};
use crate::wire::time::UnixMillis;

/// Greatest number of games whose creators are remembered.
const MAX_CREATORS: usize = 4_096;
/// Shortest pause that is refunded on a clock, in milliseconds.
const MIN_PAUSE: u64 = 500;

/// Creators of games of engines, kept in memory only: after a restart they are unknown, and until
/// a player moves, those games share one turn in the pool.
#[derive(Default)]
pub(super) struct EngineGames(Mutex<EngineGameTable>);

#[derive(Default)]
struct EngineGameTable {
    creators: HashMap<GameId, Owner>,
    /// The oldest first.
    order: VecDeque<GameId>,
    /// The running game of each guest.
    running: HashMap<GuestId, GameId>,
}

impl EngineGameTable {
    fn remember(&mut self, id: &GameId, creator: &Owner) {
        self.creators.insert(id.clone(), creator.clone());
        self.order.push_back(id.clone());
        if self.order.len() > MAX_CREATORS
            && let Some(oldest) = self.order.pop_front()
        {
            self.creators.remove(&oldest);
        }
    }
}

impl EngineGames {
    fn table(&self) -> MutexGuard<'_, EngineGameTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The creator of a game, if known.
    fn creator(&self, id: &GameId) -> Option<Owner> {
        self.table().creators.get(id).cloned()
    }

    /// Notes who creates a game of an engine.
    pub(super) fn remember(&self, id: &GameId, creator: &Owner) {
        self.table().remember(id, creator);
    }

    /// Lets a guest create a game between engines, which counts as running until its actor says otherwise.
    ///
    /// # Errors
    /// Another game of the guest is running.
    pub(super) fn create(&self, id: &GameId, creator: &Owner) -> Result<(), ApiError> {
        let mut table = self.table();
        if let Some(other) = creator.guest().and_then(|guest| table.running.get(guest)) {
            let message = say::host::error_engine_game(other.to_string());
            return Err(Rejection::new("too_many_engine_games", message).into());
        }
        table.remember(id, creator);
        if let Some(guest) = creator.guest() {
            table.running.insert(guest.clone(), id.clone());
        }
        Ok(())
    }

    /// Lets a game run, unless another of its creator is running.
    fn run(self: &Arc<Self>, id: &GameId) -> Option<RunningGame> {
        let mut table = self.table();
        if let Some(guest) = table.creators.get(id).and_then(|creator| creator.guest().cloned()) {
            let running = table.running.entry(guest).or_insert_with(|| id.clone());
            if running != id {
                return None;
            }
        }
        Some(RunningGame { games: self.clone(), id: id.clone() })
    }

    /// A game does not run: another of the guest may.
    pub(super) fn stop(&self, id: &GameId) {
        self.table().running.retain(|_, running| running != id);
    }
}

/// A game between engines that runs; dropping it lets another game of the guest run.
pub(super) struct RunningGame {
    games: Arc<EngineGames>,
    id: GameId,
}

impl Drop for RunningGame {
    fn drop(&mut self) {
        self.games.stop(&self.id);
    }
}

/// Whether the engines of a game may move.
pub(super) enum EngineWatch {
    /// A person plays.
    Attended,
    /// Two engines play.
    Running {
        /// When the game was last watched.
        watched: Instant,
        _place: RunningGame,
    },
    /// Two engines would play, but nobody watches, or another game of the creator runs.
    Paused {
        /// Since when the clocks stand still.
        since: UnixMillis,
        /// Whether it is watched.
        is_watched: bool,
    },
}

impl EngineWatch {
    /// The state of a game that was just loaded: between engines, paused since its last event.
    pub(super) fn new(session: &Session) -> EngineWatch {
        if needs_a_person(session) {
            return EngineWatch::Attended;
        }
        let since = session.events().last().map(|event| event.at).unwrap_or_default();
        EngineWatch::Paused { since, is_watched: false }
    }
}

/// Who is charged for a game's searches, until a player moves.
pub(super) fn seat_owner(info: &GameInfo, games: &EngineGames) -> Owner {
    games.creator(&info.id).unwrap_or_else(|| Owner::new(info.people().next(), None))
}

/// The deadline that is stored after a draft. A game between engines has none: nobody needs its
/// clocks to be read while nobody watches it.
pub(super) fn stored_deadline(session: &Session, draft: &Draft) -> Option<UnixMillis> {
    session.deadline_with(draft).filter(|_| needs_a_person(session))
}

impl GameActor {
    /// Whether this is a game between engines that stands still.
    pub(super) fn is_paused(&self) -> bool {
        matches!(self.engine_watch, EngineWatch::Paused { .. })
    }

    /// Whether this is a game between engines that runs.
    pub(super) fn runs_by_itself(&self) -> bool {
        matches!(self.engine_watch, EngineWatch::Running { .. })
    }

    /// When a game between engines looks again at whether it runs, if nothing happens before.
    pub(super) fn next_watch_check(&self) -> Option<Instant> {
        match self.engine_watch {
            EngineWatch::Running { watched, .. } if self.subscribers.is_empty() => {
                Some(watched + self.registry.config.watch_grace)
            }
            EngineWatch::Paused { is_watched: true, .. } => Some(Instant::now() + RETRY_DELAY),
            _ => None,
        }
    }

    /// Pauses or resumes a game between engines.
    pub(super) fn update_engine_watch(&mut self) {
        if needs_a_person(&self.session) {
            self.engine_watch = EngineWatch::Attended;
            return;
        }
        let (now, grace) = (Instant::now(), self.registry.config.watch_grace);
        let time = self.now();
        let is_new = time.since(self.session.info().started) < milliseconds(grace);
        let has_visitors = !self.subscribers.is_empty() || self.attendance.has_remote_visitors(time);
        match &mut self.engine_watch {
            EngineWatch::Running { watched, .. } if has_visitors => *watched = now,
            EngineWatch::Running { watched, .. } if watched.elapsed() < grace => {}
            EngineWatch::Running { .. } | EngineWatch::Attended => {
                self.engine_watch = EngineWatch::Paused { since: time, is_watched: false };
            }
            EngineWatch::Paused { since, is_watched } => {
                let since = *since;
                *is_watched = has_visitors;
                let id = &self.session.info().id;
                if !has_visitors && !is_new {
                    self.registry.engine_games.stop(id);
                } else if let Some(place) = self.registry.engine_games.run(id) {
                    self.engine_watch = EngineWatch::Running { watched: now, _place: place };
                    self.refund_pause(since);
                }
            }
        }
    }

    /// A pause costs no time on a clock: it is recorded as an outage before anything else.
    fn refund_pause(&mut self, since: UnixMillis) {
        if self.now().since(since) >= MIN_PAUSE {
            self.outage_since = Some(self.outage_since.map_or(since, |known| known.min(since)));
            self.retry_at = Some(Instant::now());
        }
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_engine_pool::Owner;

    use super::{EngineGames, MAX_CREATORS};
    use crate::error::ApiError;
    use crate::id::GameId;

    fn game(id: &str) -> GameId {
        id.parse().unwrap()
    }

    fn guest(id: &str) -> Owner {
        Owner::new(Some(&id.parse().unwrap()), None)
    }

    #[test]
    fn one_game_of_a_guest_runs_at_a_time() {
        let games = Arc::new(EngineGames::default());
        games.create(&game("a"), &guest("one")).unwrap();
        let refused = games.create(&game("b"), &guest("one"));
        assert!(
            matches!(refused, Err(ApiError::Refused(refused)) if refused.code == "too_many_engine_games")
        );
        games.create(&game("c"), &guest("two")).unwrap();
        let running = games.run(&game("a")).unwrap();
        games.stop(&game("c"));
        drop(running);
        games.create(&game("b"), &guest("one")).unwrap();
        assert!(games.run(&game("a")).is_none(), "the later game runs");
        drop(games.run(&game("b")).unwrap());
        assert!(games.run(&game("a")).is_some());
        // Nobody knows who created a game of before the restart.
        assert!(games.run(&game("old")).is_some() && games.run(&game("older")).is_some());
    }

    #[test]
    fn creators_are_forgotten_beyond_a_bound() {
        let games = EngineGames::default();
        for number in 0..=MAX_CREATORS {
            games.create(&game(&number.to_string()), &guest(&number.to_string())).unwrap();
        }
        assert_eq!(games.creator(&game("0")), None);
        assert_eq!(games.creator(&game("1")), Some(guest("1")));
        assert_eq!(games.table().creators.len(), MAX_CREATORS);
    }
}
