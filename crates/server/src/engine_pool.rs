//! A pool of engines that play for the server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rukh_engine::{Decision, DecisionRequest, Engine, Level, SearchLimits};
use rukh_rules::{Event, Game, Node, Side};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

/// A request for an engine's next action.
#[derive(Debug, Clone)]
pub struct MoveTask {
    /// Current game.
    pub game: Game,
    /// Side the engine plays.
    pub side: Side,
    /// Strength, from 1 upwards.
    pub level: u8,
    /// Random seed that decides between equal choices.
    pub seed: u64,
    /// Deadline of a move in turn if a clock runs; the level's own limits apply as well.
    pub deadline: Option<Instant>,
    /// Time since both sides were ready, if the opponent is a person.
    pub person: Option<Duration>,
}

/// A player of one side.
pub trait Opponent: Send + Sync + 'static {
    /// The action to take now; `None` if there is nothing to decide or waiting is best. May take
    /// long, so it is called on a blocking thread.
    fn choose(&self, question: &MoveTask) -> Option<Event>;
}

/// Idle engines, by ruleset instance.
#[derive(Default)]
pub struct EngineCache {
    idle: Mutex<HashMap<String, Vec<Engine>>>,
}

/// Idle engines kept for each ruleset.
const MAX_IDLE: usize = 2;

impl Opponent for EngineCache {
    fn choose(&self, question: &MoveTask) -> Option<Event> {
        let MoveTask { game, side, .. } = question;
        let name = game.ruleset().instance.to_string();
        let resting = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = resting().get_mut(&name).and_then(Vec::pop);
        let fits = rested.filter(|engine| engine.ruleset() == game.ruleset());
        let mut engine = fits.unwrap_or_else(|| Engine::new(game.ruleset().clone()));
        let decision = decide(&mut engine, question);
        let mut resting = resting();
        let like = resting.entry(name).or_default();
        if like.len() < MAX_IDLE {
            like.push(engine);
        }
        decision.and_then(|decision| decision.event(game.ruleset(), *side))
    }
}

/// An engine's decision, on a clock if one runs.
fn decide(engine: &mut Engine, question: &MoveTask) -> Option<Decision> {
    let MoveTask { ref game, side, level, seed, deadline: until, person } = *question;
    let level = Level::new(level).unwrap_or(Level::LOWEST);
    let until = match until {
        Some(until) if game.node() == Node::Choice(side) => until,
        _ => {
            return match person {
                Some(begun) => {
                    engine.choose_against_human(DecisionRequest { game, side, level, seed }, begun)
                }
                None => engine.choose(game, side, level, seed),
            };
        }
    };
    if let [only] = game.legal_moves()[..] {
        return Some(Decision::Move(only));
    }
    let is_late = || Instant::now() >= until;
    let within = SearchLimits::nodes(u64::MAX).with_stop(&is_late);
    engine.play(game, level.strength(), &within, seed).best.map(Decision::Move)
}

/// Kind of decision an engine thinks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskKind {
    /// A move in turn, which may take long.
    Turn,
    /// A werera move, which must not wait behind moves in turn.
    Werera,
}

/// Permission to think; dropping it lets the next waiter continue.
#[derive(Debug)]
pub struct ThinkPermit {
    _permit: Option<OwnedSemaphorePermit>,
}

/// A pool that limits how many engines think at once.
#[derive(Clone)]
pub struct EnginePool {
    opponent: Arc<dyn Opponent>,
    turns: Arc<Semaphore>,
    werera: Arc<Semaphore>,
}

impl EnginePool {
    /// A pool in which moves in turn leave one core to the werera and the rest of the server.
    #[must_use]
    pub fn new(opponent: Arc<dyn Opponent>) -> EnginePool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        EnginePool::with_permits(opponent, cores.saturating_sub(1).max(1), (cores / 4).max(1))
    }

    /// A pool with a number of permits for moves in turn and for the werera.
    pub(crate) fn with_permits(opponent: Arc<dyn Opponent>, turns: usize, wereras: usize) -> EnginePool {
        let [turns, wereras] = [turns, wereras].map(|seats| Arc::new(Semaphore::new(seats)));
        EnginePool { opponent, turns, werera: wereras }
    }

    /// Waits for a permit. A move whose deadline passes first gets one without counting: it is too
    /// short to delay others.
    pub async fn acquire(&self, matter: TaskKind, until: Option<Instant>) -> ThinkPermit {
        let seats = match matter {
            TaskKind::Turn => &self.turns,
            TaskKind::Werera => &self.werera,
        };
        let free = seats.clone().acquire_owned();
        let permit = match until {
            Some(until) => timeout_at(until, free).await.ok().and_then(Result::ok),
            None => free.await.ok(),
        };
        ThinkPermit { _permit: permit }
    }

    /// Lets the engine think, then releases the permit.
    pub async fn choose(&self, seat: ThinkPermit, question: MoveTask) -> Option<Event> {
        let opponent = self.opponent.clone();
        let thinking = tokio::task::spawn_blocking(move || {
            let event = opponent.choose(&question);
            drop(seat);
            event
        });
        thinking.await.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_util::FutureExt;
    use rukh_engine::{Engine, Level, SearchLimits};
    use rukh_rules::notation::coordinate;
    use rukh_rules::{Event, Game, Ruleset, Side};
    use tokio::time::Instant;

    use super::{EngineCache, EnginePool, MoveTask, Opponent, TaskKind};

    /// Werera moves never wait for long searches of moves in turn.
    #[tokio::test]
    async fn permits_of_werera_are_separate() {
        let pool = EnginePool::with_permits(Arc::new(EngineCache::default()), 1, 1);
        let turn = pool.acquire(TaskKind::Turn, None).await;
        assert!(pool.acquire(TaskKind::Turn, None).now_or_never().is_none());
        let werera = pool.acquire(TaskKind::Werera, None).now_or_never();
        assert!(werera.is_some() && pool.acquire(TaskKind::Werera, None).now_or_never().is_none());
        drop((turn, werera));
        assert!(pool.acquire(TaskKind::Turn, None).now_or_never().is_some());
    }

    #[tokio::test]
    async fn permit_past_deadline_is_granted_at_once() {
        let pool = EnginePool::with_permits(Arc::new(EngineCache::default()), 1, 1);
        let _taken = pool.acquire(TaskKind::Turn, None).await;
        let seat = pool.acquire(TaskKind::Turn, Some(Instant::now())).await;
        assert!(seat._permit.is_none());
    }

    /// A level stops at its deadline and still returns a move.
    #[test]
    fn engine_past_deadline_still_moves() {
        let ruleset = Arc::new(Ruleset::named("shatranj").unwrap());
        let game = Game::new(ruleset.clone());
        let question = MoveTask {
            game: game.clone(),
            side: Side::White,
            level: 8,
            seed: 5,
            deadline: Some(Instant::now()),
            person: None,
        };
        let event = EngineCache::default().choose(&question);
        // The search polls its stop condition every 1024 nodes.
        let within = SearchLimits::nodes(1024);
        let found = Engine::new(ruleset.clone()).play(&game, Level::HIGHEST.strength(), &within, 5);
        let mv = coordinate::format(&ruleset, found.best.unwrap());
        assert_eq!(event, Some(Event::Move { mv }));
    }
}
