//! The server's own players.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rukh_engine::{Decision, Engine, Level, SearchLimits};
use rukh_rules::{Event, Game, Node, Side};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

/// What an opponent is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The game as it stands.
    pub game: Game,
    /// Whom the opponent plays.
    pub side: Side,
    /// How well it plays, from 1 on.
    pub level: u8,
    /// Decides between what looks alike.
    pub seed: u64,
    /// When a move in turn is due, if a clock runs; what the level may search holds as well.
    pub until: Option<Instant>,
    /// How long ago both sides were ready, if a person plays the other side.
    pub person: Option<Duration>,
}

/// Someone who can play a side.
pub trait Opponent: Send + Sync + 'static {
    /// What to do now; nothing while there is nothing to decide or waiting is
    /// best. May take long, so it is called on a thread that may block.
    fn choose(&self, question: &Question) -> Option<Event>;
}

/// Engines at rest, by the fingerprint of their ruleset.
#[derive(Default)]
pub struct Engines {
    resting: Mutex<HashMap<String, Vec<Engine>>>,
}

/// Engines kept for each ruleset between two moves.
const KEPT: usize = 2;

impl Opponent for Engines {
    fn choose(&self, question: &Question) -> Option<Event> {
        let Question { game, side, .. } = question;
        let name = game.ruleset().instance.to_string();
        let resting = || self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = resting().get_mut(&name).and_then(Vec::pop);
        let fits = rested.filter(|engine| engine.ruleset() == game.ruleset());
        let mut engine = fits.unwrap_or_else(|| Engine::new(game.ruleset().clone()));
        let decision = decide(&mut engine, question);
        let mut resting = resting();
        let like = resting.entry(name).or_default();
        if like.len() < KEPT {
            like.push(engine);
        }
        decision.and_then(|decision| decision.event(game.ruleset(), *side))
    }
}

/// What an engine decides, on a clock if one runs.
fn decide(engine: &mut Engine, question: &Question) -> Option<Decision> {
    let Question { ref game, side, level, seed, until, person } = *question;
    let level = Level::new(level).unwrap_or(Level::LOWEST);
    let until = match until {
        Some(until) if game.node() == Node::Choice(side) => until,
        _ => {
            return match person {
                Some(begun) => engine.choose_against_human(game, side, level, begun, seed),
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

/// What there is to think about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    /// A move in turn, which may take long.
    Turn,
    /// A move of the werera, which must not wait for those.
    Werera,
}

/// Leave to think; whoever waits for it is next when it is dropped.
#[derive(Debug)]
pub struct Seat {
    _permit: Option<OwnedSemaphorePermit>,
}

/// A place where opponents think, a few at a time.
#[derive(Clone)]
pub struct Study {
    opponent: Arc<dyn Opponent>,
    turns: Arc<Semaphore>,
    wereras: Arc<Semaphore>,
}

impl Study {
    /// A study in which turns leave one core to the werera and the rest of the server.
    #[must_use]
    pub fn new(opponent: Arc<dyn Opponent>) -> Study {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Study::with_seats(opponent, cores.saturating_sub(1).max(1), (cores / 4).max(1))
    }

    /// A study with so many seats for turns and for the werera.
    pub(crate) fn with_seats(opponent: Arc<dyn Opponent>, turns: usize, wereras: usize) -> Study {
        let [turns, wereras] = [turns, wereras].map(|seats| Arc::new(Semaphore::new(seats)));
        Study { opponent, turns, wereras }
    }

    /// Waits for a seat. Whose move is due before there is one thinks without: it
    /// is so short that it takes nobody's place.
    pub async fn seat(&self, matter: Matter, until: Option<Instant>) -> Seat {
        let seats = match matter {
            Matter::Turn => &self.turns,
            Matter::Werera => &self.wereras,
        };
        let free = seats.clone().acquire_owned();
        let permit = match until {
            Some(until) => timeout_at(until, free).await.ok().and_then(Result::ok),
            None => free.await.ok(),
        };
        Seat { _permit: permit }
    }

    /// Lets the opponent think, and then leaves the seat.
    pub async fn choose(&self, seat: Seat, question: Question) -> Option<Event> {
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

    use super::{Engines, Matter, Opponent, Question, Study};

    /// However long turns are thought about, nobody in a werera waits for them.
    #[tokio::test]
    async fn a_werera_has_seats_of_its_own() {
        let study = Study::with_seats(Arc::new(Engines::default()), 1, 1);
        let turn = study.seat(Matter::Turn, None).await;
        assert!(study.seat(Matter::Turn, None).now_or_never().is_none());
        let werera = study.seat(Matter::Werera, None).now_or_never();
        assert!(werera.is_some() && study.seat(Matter::Werera, None).now_or_never().is_none());
        drop((turn, werera));
        assert!(study.seat(Matter::Turn, None).now_or_never().is_some());
    }

    #[tokio::test]
    async fn whose_move_is_due_waits_for_no_seat() {
        let study = Study::with_seats(Arc::new(Engines::default()), 1, 1);
        let _taken = study.seat(Matter::Turn, None).await;
        let seat = study.seat(Matter::Turn, Some(Instant::now())).await;
        assert!(seat._permit.is_none());
    }

    /// A level has done when its move is due, and moves all the same.
    #[test]
    fn a_level_obeys_its_clock() {
        let ruleset = Arc::new(Ruleset::named("shatranj").unwrap());
        let game = Game::new(ruleset.clone());
        let question = Question {
            game: game.clone(),
            side: Side::White,
            level: 8,
            seed: 5,
            until: Some(Instant::now()),
            person: None,
        };
        let event = Engines::default().choose(&question);
        // The search asks for the first time after so many positions.
        let within = SearchLimits::nodes(1024);
        let found = Engine::new(ruleset.clone()).play(&game, Level::HIGHEST.strength(), &within, 5);
        let mv = coordinate::format(&ruleset, found.best.unwrap());
        assert_eq!(event, Some(Event::Move { mv }));
    }
}
