//! Engines kept for the next move, within a budget of memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rukh_engine::{Decision, DecisionRequest, Engine, Level, SearchLimits, SharedTables};
use rukh_rules::{Event, Node, Ruleset};

use super::{MoveTask, Opponent};

/// Values kept up to a number of bytes; the least recently used is dropped first.
struct ByteLru<V> {
    budget: usize,
    /// Bytes of the values taken out and not put back.
    taken: usize,
    kept_bytes: usize,
    /// The least recently used first.
    kept: VecDeque<(V, usize)>,
}

impl<V> ByteLru<V> {
    fn new(budget: usize) -> ByteLru<V> {
        ByteLru { budget, taken: 0, kept_bytes: 0, kept: VecDeque::new() }
    }

    /// Bytes of all values, kept and taken.
    fn bytes(&self) -> usize {
        self.kept_bytes + self.taken
    }

    /// Takes the most recently used matching value, with its size.
    fn take(&mut self, is_wanted: impl Fn(&V) -> bool) -> Option<(V, usize)> {
        let index = self.kept.iter().rposition(|(value, _)| is_wanted(value))?;
        let (value, bytes) = self.kept.remove(index)?;
        self.kept_bytes -= bytes;
        self.taken += bytes;
        Some((value, bytes))
    }

    /// Counts a new value as taken; returns those that must make room for it.
    fn add_taken(&mut self, bytes: usize) -> Vec<V> {
        self.taken += bytes;
        self.shrink()
    }

    /// Puts a taken value back, whose size may have changed; returns those that must go.
    fn put(&mut self, value: V, was: usize, bytes: usize) -> Vec<V> {
        self.forget(was);
        self.kept.push_back((value, bytes));
        self.kept_bytes += bytes;
        self.shrink()
    }

    /// A taken value is not put back.
    fn forget(&mut self, bytes: usize) {
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// Removes kept values while all are over the budget.
    fn shrink(&mut self) -> Vec<V> {
        let mut dropped = Vec::new();
        while self.bytes() > self.budget
            && let Some((value, bytes)) = self.kept.pop_front()
        {
            self.kept_bytes -= bytes;
            dropped.push(value);
        }
        dropped
    }
}

/// Engines of all rulesets, with their tables, within a budget of memory.
///
/// Engines that think are never dropped, so as many as there are seats exist however small the
/// budget is.
pub struct EngineCache {
    engines: Mutex<ByteLru<Engine>>,
    tables: Arc<SharedTables>,
}

impl EngineCache {
    /// A cache of at most `budget` bytes, whose engines have these solved endings.
    #[must_use]
    pub fn new(budget: usize, tables: Arc<SharedTables>) -> EngineCache {
        EngineCache { engines: Mutex::new(ByteLru::new(budget)), tables }
    }

    fn engines(&self) -> MutexGuard<'_, ByteLru<Engine>> {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An engine for a task, kept or new.
    fn take(&self, ruleset: &Arc<Ruleset>) -> TakenEngine<'_> {
        let fits =
            |engine: &Engine| engine.ruleset().instance == ruleset.instance && *engine.ruleset() == *ruleset;
        if let Some((engine, bytes)) = self.engines().take(fits) {
            return TakenEngine { cache: self, engine: Some(engine), bytes };
        }
        let engine = Engine::new(ruleset.clone()).with_tables(self.tables.of(ruleset));
        let bytes = engine.memory();
        // Tables are freed outside of the lock.
        let dropped = self.engines().add_taken(bytes);
        drop(dropped);
        self.report();
        TakenEngine { cache: self, engine: Some(engine), bytes }
    }

    fn report(&self) {
        metrics::gauge!("rukh_engine_memory_bytes").set(self.engines().bytes() as f64);
    }
}

/// An engine in use, put back on drop.
struct TakenEngine<'c> {
    cache: &'c EngineCache,
    /// `None` once it was put back.
    engine: Option<Engine>,
    bytes: usize,
}

impl Drop for TakenEngine<'_> {
    fn drop(&mut self) {
        let Some(engine) = self.engine.take() else { return };
        // After a panic its tables may be in any state.
        if std::thread::panicking() {
            self.cache.engines().forget(self.bytes);
        } else {
            let bytes = engine.memory();
            let dropped = self.cache.engines().put(engine, self.bytes, bytes);
            drop(dropped);
        }
        self.cache.report();
    }
}

impl Opponent for EngineCache {
    fn choose(&self, task: &MoveTask, stop: &(dyn Fn() -> bool + Sync)) -> Option<Event> {
        let ruleset = task.game.ruleset();
        let mut taken = self.take(ruleset);
        let decision = decide(taken.engine.as_mut()?, task, stop);
        drop(taken);
        decision.and_then(|decision| decision.event(ruleset, task.side))
    }

    fn agrees_to_draw(&self, task: &MoveTask, stop: &(dyn Fn() -> bool + Sync)) -> bool {
        let mut taken = self.take(task.game.ruleset());
        taken.engine.as_mut().is_some_and(|engine| engine.agrees_to_draw(&task.game, task.side, stop))
    }
}

/// An engine's decision.
fn decide(engine: &mut Engine, task: &MoveTask, stop: &(dyn Fn() -> bool + Sync)) -> Option<Decision> {
    let MoveTask { ref game, side, level, seed, person, .. } = *task;
    let level = Level::new(level).unwrap_or(Level::LOWEST);
    if game.node() != Node::Choice(side) {
        let request = DecisionRequest { game, side, level, seed };
        return match person {
            Some(since_ready) => engine.choose_against_human(request, since_ready),
            None => engine.choose(game, side, level, seed),
        };
    }
    if let [only] = game.legal_moves()[..] {
        return Some(Decision::Move(only));
    }
    let within = SearchLimits::nodes(u64::MAX).with_stop(stop);
    engine.play(game, level.strength(), &within, seed).best.map(Decision::Move)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_engine::{Engine, Level, SearchLimits};
    use rukh_rules::{Event, Game, Ruleset, Side, UciMove};

    use super::{ByteLru, EngineCache};
    use crate::{MoveTask, Opponent};

    #[test]
    fn least_recently_used_values_make_room() {
        let mut lru = ByteLru::new(100);
        for value in ["a", "b", "c"] {
            assert!(lru.add_taken(30).is_empty());
            assert!(lru.put(value, 30, 30).is_empty());
        }
        assert_eq!(lru.take(|value| *value == "a"), Some(("a", 30)));
        assert!(lru.put("a", 30, 30).is_empty());
        assert_eq!(lru.add_taken(30), ["b"], "a was used later");
        assert_eq!(lru.bytes(), 90);
        // A value that has grown makes room for itself.
        assert_eq!(lru.put("d", 30, 60), ["c"]);
        assert_eq!(lru.bytes(), 90);
        assert_eq!(lru.take(|value| *value == "b"), None);
    }

    #[test]
    fn taken_values_count_and_are_never_dropped() {
        let mut lru = ByteLru::new(50);
        assert!(lru.add_taken(30).is_empty());
        assert!(lru.put("kept", 30, 30).is_empty());
        assert_eq!(lru.add_taken(40), ["kept"]);
        assert!(lru.add_taken(40).is_empty());
        assert_eq!(lru.bytes(), 80);
        lru.forget(40);
        assert_eq!(lru.put("late", 40, 40), [] as [&str; 0]);
        assert_eq!(lru.bytes(), 40);
        // More than the budget is not kept at all.
        assert!(lru.add_taken(60).len() == 1);
        assert_eq!(lru.put("large", 60, 60), ["large"]);
        assert_eq!(lru.bytes(), 0);
    }

    fn task(instance: &str, level: u8) -> MoveTask {
        let game = Game::new(Arc::new(Ruleset::named(instance).unwrap()));
        MoveTask { game, side: Side::White, level, seed: 5, person: None }
    }

    /// Engines of many rulesets stay within the budget, and one within it is used again.
    #[test]
    fn engines_stay_within_the_budget() {
        let one = Engine::new(Arc::new(Ruleset::named("mideast").unwrap())).memory();
        let cache = EngineCache::new(2 * one, Arc::default());
        for instance in ["shatranj", "oblong", "mideast", "shatranj", "shatranj"] {
            assert!(cache.choose(&task(instance, 1), &|| false).is_some(), "{instance}");
            assert!(cache.engines().bytes() <= 2 * one);
            assert!(!cache.engines().kept.is_empty());
        }
        let kept = cache.engines();
        let is_shatranj = |(engine, _): &&(Engine, usize)| engine.ruleset().instance.id == "shatranj";
        assert_eq!(kept.kept.iter().filter(is_shatranj).count(), 1);
    }

    fn agrees(instance: &str, fen: &str, side: Side, level: u8) -> bool {
        let ruleset = Arc::new(Ruleset::named(instance).unwrap());
        let game = Game::from_fen(ruleset, fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
        let task = MoveTask { game, side, level, seed: 5, person: None };
        EngineCache::new(0, Arc::default()).agrees_to_draw(&task, &|| false)
    }

    /// White has a rook more, Black is to move.
    const AHEAD: &str = "4k3/pp4pp/8/8/8/8/PP4PP/R3K3 b - - 0 30";

    #[test]
    fn draw_is_agreed_to_when_not_ahead_at_every_level() {
        for level in [1, 8] {
            assert!(!agrees("shatranj", AHEAD, Side::White, level));
            assert!(agrees("shatranj", AHEAD, Side::Black, level));
            let even = AHEAD.replace("4k3", "r3k3");
            assert!(agrees("shatranj", &even, Side::White, level));
        }
    }

    #[test]
    fn draw_before_enough_turns_is_declined() {
        assert!(!agrees("shatranj", &AHEAD.replace(" 30", " 19"), Side::Black, 3));
        assert!(agrees("shatranj", &AHEAD.replace(" 30", " 20"), Side::Black, 3));
    }

    /// With a die the expected result decides, before and after the throw.
    #[test]
    fn draw_with_a_die_is_judged_by_the_expected_result() {
        let ahead = |side: &str, throw: &str| {
            format!("4/1k2/4/p1p1/4/4/4/4/4/4/4/4/P1P1/4/R1K1/4 {side} - - 0 30{throw}")
        };
        for (side, throw) in [("w", ""), ("b", ""), ("b", " throw:1")] {
            let fen = ahead(side, throw);
            assert!(!agrees("oblong-dice", &fen, Side::White, 3), "{fen}");
            assert!(agrees("oblong-dice", &fen, Side::Black, 3), "{fen}");
        }
    }

    /// A level stops when it is told to and still returns a move.
    #[test]
    fn engine_stopped_at_once_still_moves() {
        let task = task("shatranj", 8);
        let event = EngineCache::new(0, Arc::default()).choose(&task, &|| true);
        // The search polls its stop condition every 1024 nodes.
        let within = SearchLimits::nodes(1024);
        let ruleset = task.game.ruleset().clone();
        let found = Engine::new(ruleset.clone()).play(&task.game, Level::HIGHEST.strength(), &within, 5);
        let mv = UciMove::of(&ruleset, found.best.unwrap());
        assert_eq!(event, Some(Event::Move { mv }));
    }
}
