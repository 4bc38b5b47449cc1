//! The server's own players.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rukh_engine::{Engine, Level};
use rukh_rules::{Event, Game, Side};
use tokio::sync::Semaphore;

/// Someone who can play a side.
pub trait Opponent: Send + Sync + 'static {
    /// What to do now; nothing while there is nothing to decide or waiting is
    /// best. May take long, so it is called on a thread that may block.
    fn choose(&self, game: &Game, side: Side, level: u8, seed: u64) -> Option<Event>;
}

/// Engines at rest, by the fingerprint of their ruleset.
#[derive(Default)]
pub struct Engines {
    resting: Mutex<HashMap<String, Vec<Engine>>>,
}

/// Engines kept for each ruleset between two moves.
const KEPT: usize = 2;

impl Opponent for Engines {
    fn choose(&self, game: &Game, side: Side, level: u8, seed: u64) -> Option<Event> {
        let name = game.ruleset().instance.to_string();
        let resting = || self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = resting().get_mut(&name).and_then(Vec::pop);
        let fits = rested.filter(|engine| engine.ruleset() == game.ruleset());
        let mut engine = fits.unwrap_or_else(|| Engine::new(game.ruleset().clone()));
        let decision = engine.choose(game, side, Level::new(level).unwrap_or(Level::LOWEST), seed);
        let mut resting = resting();
        let like = resting.entry(name).or_default();
        if like.len() < KEPT {
            like.push(engine);
        }
        decision.and_then(|decision| decision.event(game.ruleset(), side))
    }
}

/// A place where opponents think, a few at a time.
#[derive(Clone)]
pub struct Study {
    opponent: Arc<dyn Opponent>,
    seats: Arc<Semaphore>,
}

impl Study {
    /// A study that leaves one core to the rest of the server.
    #[must_use]
    pub fn new(opponent: Arc<dyn Opponent>) -> Study {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Study { opponent, seats: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))) }
    }

    /// Lets the opponent think about a game.
    pub async fn choose(&self, game: Game, side: Side, level: u8, seed: u64) -> Option<Event> {
        let _seat = self.seats.clone().acquire_owned().await.ok()?;
        let opponent = self.opponent.clone();
        let thinking = tokio::task::spawn_blocking(move || opponent.choose(&game, side, level, seed));
        thinking.await.unwrap_or_default()
    }
}
