//! The server's own players in a room: when they think, and how fast they move.

use std::time::Duration;

use rukh_rules::game::SideWord;
use rukh_rules::hash::mix;
use rukh_rules::law::{Manner, Opening};
use rukh_rules::notation::coordinate;
use rukh_rules::{Acting, Event, Node, Side};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::is_for_people;
use super::manners::check_seen;
use crate::config::Pace;
use crate::opponent::Study;
use crate::table::Table;
use crate::wire::Intent;
use crate::wire::intent::PlaceIntent;

/// How often two players of ours wait for each other before turns begin.
const MOST_WAITS: u32 = 8;
/// The most a player who waits slows down, as a power of two.
const SLOWEST: u32 = 3;

/// Something a player's desk asks for.
pub(super) enum Wish {
    /// It is time for a move of the werera.
    Due(Side),
    /// The player has thought.
    Decided(Decided),
}

/// What a player has decided.
pub(super) struct Decided {
    side: Side,
    /// The last event the player knew.
    base: u64,
    /// What to do; nothing is waiting.
    event: Option<Event>,
}

enum State {
    Idle,
    /// Until then, at a person's pace.
    Pausing(Instant),
    Thinking,
}

struct Desk {
    side: Side,
    level: u8,
    state: State,
    /// How often in a row it has decided to wait.
    waits: u32,
}

/// The server's own players in a room.
pub(super) struct Players {
    study: Study,
    pace: Pace,
    desks: Vec<Desk>,
    decided: mpsc::Sender<Decided>,
    inbox: mpsc::Receiver<Decided>,
}

impl Players {
    pub(super) fn new(study: Study, pace: Pace, table: &Table) -> Players {
        let desk = |side: Side| {
            let level = table.terms().seat(side).engine_level()?;
            Some(Desk { side, level, state: State::Idle, waits: 0 })
        };
        let desks: Vec<Desk> = Side::BOTH.into_iter().filter_map(desk).collect();
        let (decided, inbox) = mpsc::channel(desks.len().max(1));
        Players { study, pace, desks, decided, inbox }
    }

    /// Sets everyone to work who has something to do.
    pub(super) fn seat(&mut self, table: &Table, is_watched: bool) {
        for index in 0..self.desks.len() {
            let desk = &self.desks[index];
            match (&desk.state, task(table, desk.side)) {
                (State::Idle | State::Pausing(_), Task::Turn) => self.think(index, table, self.pace.turn),
                (State::Idle, Task::Werera) if is_watched || !is_for_people(table) => {
                    let pause = self.pause(desk, table);
                    self.desks[index].state = State::Pausing(Instant::now() + pause);
                }
                (State::Pausing(_), Task::None) => self.desks[index].state = State::Idle,
                _ => {}
            }
        }
    }

    /// How long until the next move of the werera: a person's pace, slower the
    /// longer nothing was worth doing.
    fn pause(&self, desk: &Desk, table: &Table) -> Duration {
        let share = mix(table.seq() ^ u64::from(desk.waits) << 32 ^ desk.side as u64) % 1000;
        let varied = self.pace.werera_spread.mul_f64(share as f64 / 1000.0);
        (self.pace.werera + varied) * 2_u32.pow(desk.waits.min(SLOWEST))
    }

    fn think(&mut self, index: usize, table: &Table, at_least: Duration) {
        let desk = &mut self.desks[index];
        desk.state = State::Thinking;
        let (side, level, base) = (desk.side, desk.level, table.seq());
        let (study, decided, game) = (self.study.clone(), self.decided.clone(), table.game().clone());
        let secret = table.terms().server_seed.0;
        let secret = secret.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let seed = mix(secret ^ base << 1 ^ side as u64);
        let ready = Instant::now() + at_least;
        tokio::spawn(async move {
            let event = study.choose(game, side, level, seed).await;
            tokio::time::sleep_until(ready).await;
            // A room that has closed needs no answer.
            let _ = decided.send(Decided { side, base, event }).await;
        });
    }

    /// Waits until a desk asks for something.
    pub(super) async fn next(&mut self) -> Wish {
        let pausing = self.desks.iter().filter_map(|desk| match desk.state {
            State::Pausing(until) => Some((until, desk.side)),
            _ => None,
        });
        let due = pausing.min();
        tokio::select! {
            Some(decided) = self.inbox.recv() => Wish::Decided(decided),
            side = async {
                match due {
                    Some((until, side)) => {
                        tokio::time::sleep_until(until).await;
                        side
                    }
                    None => std::future::pending().await,
                }
            } => Wish::Due(side),
        }
    }

    /// Something has happened: who was waiting looks again, at the usual pace. Who was
    /// not goes on as before, or a hurried opponent would put him off for ever.
    pub(super) fn stir(&mut self) {
        for desk in self.desks.iter_mut().filter(|desk| desk.waits > 0) {
            desk.waits = 0;
            if matches!(desk.state, State::Pausing(_)) {
                desk.state = State::Idle;
            }
        }
    }

    /// Whether a player thinks, or must go on though nobody looks.
    pub(super) fn are_busy(&self, table: &Table) -> bool {
        self.desks.iter().any(|desk| matches!(desk.state, State::Thinking)) || !is_for_people(table)
    }

    /// The intent behind a wish, if it has come to one.
    pub(super) fn take(&mut self, wish: Wish, table: &Table) -> Option<Intent> {
        let decided = match wish {
            Wish::Decided(decided) => decided,
            Wish::Due(side) => {
                let index = self.desks.iter().position(|desk| desk.side == side)?;
                self.think(index, table, Duration::ZERO);
                return None;
            }
        };
        let desk = self.desks.iter_mut().find(|desk| desk.side == decided.side)?;
        desk.state = State::Idle;
        match decided.event {
            Some(Event::Move { .. }) if decided.base != table.seq() => None,
            // What it was about may have moved on meanwhile, as for people.
            Some(event) if !is_bundle_full(table) => {
                intent(event, table).filter(|intent| check_seen(table, decided.base, intent).is_ok())
            }
            _ if matches!(task(table, decided.side), Task::Werera) => {
                desk.waits += 1;
                self.after_waiting(table)
            }
            // A player that finds nothing must not hold up the game.
            None if matches!(task(table, decided.side), Task::Turn) => first_move(table),
            _ => None,
        }
    }

    /// A bundle in which nothing more is worth doing ends; two players of ours
    /// that wait for each other begin turns.
    fn after_waiting(&self, table: &Table) -> Option<Intent> {
        if let Node::Werera(Acting::Only(side)) = table.game().node() {
            // Who is attacked and has no way out cannot end a bundle: only the turns can.
            let is_mated = table.game().rules().is_in_check(table.game().position(), side);
            return Some(if is_mated { Intent::Turns { side: side.into() } } else { Intent::Bundle });
        }
        let all_wait = self.desks.iter().all(|desk| desk.waits >= MOST_WAITS);
        (self.desks.len() == 2 && all_wait).then_some(Intent::Turns { side: SideWord::White })
    }
}

enum Task {
    None,
    Turn,
    Werera,
}

fn task(table: &Table, side: Side) -> Task {
    match table.game().node() {
        Node::Choice(turn) if turn == side && !table.must_pass() => Task::Turn,
        Node::Werera(acting) if acting.may(side) => Task::Werera,
        _ => Task::None,
    }
}

fn first_move(table: &Table) -> Option<Intent> {
    let chosen = *table.game().legal_moves().first()?;
    Some(Intent::Move { coordinates: coordinate::write(table.game().ruleset(), chosen) })
}

fn is_bundle_full(table: &Table) -> bool {
    let Opening::Werera(law) = table.game().ruleset().laws.opening.law else { return false };
    matches!(law.manner, Manner::Batched { .. })
        && matches!(table.game().node(), Node::Werera(_))
        && table.game().werera().is_bundle_full(&law)
}

/// What people would have to want for this to happen.
fn intent(event: Event, table: &Table) -> Option<Intent> {
    match event {
        Event::Move { mv } => Some(Intent::Move { coordinates: mv }),
        Event::Place { side, id, from, to, promotion } => {
            Some(Intent::Place(PlaceIntent { side, id, from, to, promotion }))
        }
        Event::Retract { side, seq } => Some(Intent::Retract { side, seq: table.event_of(seq) }),
        Event::Bundle { .. } => Some(Intent::Bundle),
        Event::Turns { .. } => Some(Intent::Turns { side: SideWord::White }),
        Event::Resign { side } => Some(Intent::Resign { side }),
        Event::Draw | Event::Throw { .. } | Event::Flag { .. } | Event::Leave { .. } | Event::Abort => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use rukh_rules::Side;
    use tokio::sync::mpsc;
    use tokio::time::Instant;

    use super::{Desk, Players, State, Study};
    use crate::config::Pace;
    use crate::opponent::Engines;

    /// Nobody sleeps through the other side's moves, and nobody is put off by them.
    #[tokio::test]
    async fn who_waits_looks_again_when_something_happens() {
        let (decided, inbox) = mpsc::channel(2);
        let long = Instant::now() + Duration::from_secs(12);
        let desk = |side, waits| Desk { side, level: 3, state: State::Pausing(long), waits };
        let desks = vec![desk(Side::White, 3), desk(Side::Black, 0)];
        let mut players = Players {
            study: Study::new(Arc::new(Engines::default())),
            pace: Pace::default(),
            desks,
            decided,
            inbox,
        };
        players.stir();
        assert!(matches!(players.desks[0].state, State::Idle) && players.desks[0].waits == 0);
        assert!(matches!(players.desks[1].state, State::Pausing(until) if until == long));
    }
}
