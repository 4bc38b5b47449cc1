//! The server's own players in a room: when they think, and how fast they move.

use std::time::Duration;

use rukh_engine::Level;
use rukh_rules::game::SideName;
use rukh_rules::hash::mix;
use rukh_rules::law::{Opening, WereraMode};
use rukh_rules::notation::coordinate;
use rukh_rules::{ActiveSides, Event, Node, Side};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::intent::check_seen;
use super::is_for_people;
use super::think_time::Haste;
use crate::clock::now_ms;
use crate::config::Pace;
use crate::engine_pool::{Matter, Question, Seat, Study};
use crate::session::Table;
use crate::wire::Intent;
use crate::wire::intent::PlaceIntent;

/// How often two players of ours wait for each other before turns begin.
const MOST_WAITS: u32 = 8;

/// Something a player's desk asks for.
pub(super) enum Wish {
    /// It is time for a move of the werera.
    Due(Side),
    /// The player may think.
    Seated(Seated),
    /// The player has thought.
    Decided(Decided),
}

/// A player who may think.
pub(super) struct Seated {
    side: Side,
    matter: Matter,
    seat: Seat,
    /// Before this nothing is done.
    ready: Instant,
    /// When it is done, if a clock runs.
    until: Option<Instant>,
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
    /// For a seat in the study.
    Waiting,
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
    wishes: mpsc::Sender<Wish>,
    inbox: mpsc::Receiver<Wish>,
}

impl Players {
    pub(super) fn new(study: Study, pace: Pace, table: &Table) -> Players {
        let desk = |side: Side| {
            let level = table.terms().seat(side).engine_level()?;
            Some(Desk { side, level, state: State::Idle, waits: 0 })
        };
        let desks: Vec<Desk> = Side::BOTH.into_iter().filter_map(desk).collect();
        let (wishes, inbox) = mpsc::channel(desks.len().max(1));
        Players { study, pace, desks, wishes, inbox }
    }

    /// Sets everyone to work who has something to do.
    pub(super) fn seat(&mut self, table: &Table, is_watched: bool) {
        for index in 0..self.desks.len() {
            let desk = &self.desks[index];
            match (&desk.state, task(table, desk.side)) {
                (State::Idle | State::Pausing(_), Some(Matter::Turn)) => {
                    let haste = Haste::of_turn(table, desk.side, self.pace.turn, now_ms());
                    self.queue(index, Matter::Turn, haste);
                }
                (State::Idle, Some(Matter::Werera)) if is_watched || !is_for_people(table) => {
                    let pause = self.pause(desk, table);
                    self.desks[index].state = State::Pausing(Instant::now() + pause);
                }
                (State::Pausing(_), None) => self.desks[index].state = State::Idle,
                _ => {}
            }
        }
    }

    /// How long until the next move of the werera: the pace of the level, slower the
    /// longer nothing was worth doing.
    fn pause(&self, desk: &Desk, table: &Table) -> Duration {
        let seed = table.seq() ^ u64::from(desk.waits) << 32 ^ desk.side as u64;
        let level = Level::new(desk.level).unwrap_or(Level::LOWEST);
        self.pace.werera.for_level(level).delay(desk.waits, seed)
    }

    /// Asks for a seat in the study. What is thought about is seen when there is one:
    /// in the werera the board does not wait. A clock does not either: what the seat
    /// takes is part of the move's time.
    fn queue(&mut self, index: usize, matter: Matter, haste: Haste) {
        let desk = &mut self.desks[index];
        desk.state = State::Waiting;
        let (side, asked) = (desk.side, Instant::now());
        let (ready, until) = (asked + haste.at_least, haste.at_most.map(|most| asked + most));
        let (study, wishes) = (self.study.clone(), self.wishes.clone());
        tokio::spawn(async move {
            let seat = study.seat(matter, until).await;
            // A room that has closed needs none.
            let _ = wishes.send(Wish::Seated(Seated { side, matter, seat, ready, until })).await;
        });
    }

    /// Lets a player think who has a seat, if there is still something to think about.
    fn think(&mut self, seated: Seated, table: &Table) {
        let Seated { side, matter, seat, ready, until } = seated;
        let Some(desk) = self.desks.iter_mut().find(|desk| desk.side == side) else { return };
        if task(table, side) != Some(matter) {
            desk.state = State::Idle;
            return;
        }
        desk.state = State::Thinking;
        let base = table.seq();
        let secret = table.terms().server_seed.0;
        let secret = secret.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let seed = mix(secret ^ base << 1 ^ side as u64);
        let begun = Duration::from_millis(now_ms().saturating_sub(table.state().begun_at()));
        let person = (!table.terms().is_engine(side.other())).then_some(begun);
        let question = Question { game: table.game().clone(), side, level: desk.level, seed, until, person };
        let (study, wishes) = (self.study.clone(), self.wishes.clone());
        tokio::spawn(async move {
            let event = study.choose(seat, question).await;
            tokio::time::sleep_until(ready).await;
            // A room that has closed needs no answer.
            let _ = wishes.send(Wish::Decided(Decided { side, base, event })).await;
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
            Some(wish) = self.inbox.recv() => wish,
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

    /// Whether a player thinks or is about to, or must go on though nobody looks.
    pub(super) fn are_busy(&self, table: &Table) -> bool {
        self.desks.iter().any(|desk| matches!(desk.state, State::Waiting | State::Thinking))
            || !is_for_people(table)
    }

    /// The intent behind a wish, if it has come to one.
    pub(super) fn take(&mut self, wish: Wish, table: &Table) -> Option<Intent> {
        match wish {
            Wish::Due(side) => {
                let index = self.desks.iter().position(|desk| desk.side == side)?;
                self.queue(index, Matter::Werera, Haste::default());
                None
            }
            Wish::Seated(seated) => {
                self.think(seated, table);
                None
            }
            Wish::Decided(decided) => self.conclude(decided, table),
        }
    }

    fn conclude(&mut self, decided: Decided, table: &Table) -> Option<Intent> {
        let desk = self.desks.iter_mut().find(|desk| desk.side == decided.side)?;
        desk.state = State::Idle;
        match decided.event {
            Some(Event::Move { .. }) if decided.base != table.seq() => None,
            // What it was about may have moved on meanwhile, as for people.
            Some(event) if !is_bundle_full(table) => {
                intent(event, table).filter(|intent| check_seen(table, decided.base, intent).is_ok())
            }
            _ if task(table, decided.side) == Some(Matter::Werera) => {
                desk.waits += 1;
                self.after_waiting(table)
            }
            // A player that finds nothing must not hold up the game.
            None if task(table, decided.side) == Some(Matter::Turn) => first_move(table),
            _ => None,
        }
    }

    /// A bundle in which nothing more is worth doing ends; two players of ours
    /// that wait for each other begin turns.
    fn after_waiting(&self, table: &Table) -> Option<Intent> {
        if let Node::Werera(ActiveSides::Only(side)) = table.game().node() {
            // Who is attacked and has no way out cannot end a bundle: only the turns can.
            let is_mated = table.game().rules().is_in_check(table.game().position(), side);
            return Some(if is_mated { Intent::Turns { side: side.into() } } else { Intent::Bundle });
        }
        let all_wait = self.desks.iter().all(|desk| desk.waits >= MOST_WAITS);
        (self.desks.len() == 2 && all_wait).then_some(Intent::Turns { side: SideName::White })
    }
}

/// What a side has to decide.
fn task(table: &Table, side: Side) -> Option<Matter> {
    match table.game().node() {
        Node::Choice(turn) if turn == side && !table.must_pass() => Some(Matter::Turn),
        Node::Werera(acting) if acting.may(side) && table.state().is_begun() => Some(Matter::Werera),
        _ => None,
    }
}

fn first_move(table: &Table) -> Option<Intent> {
    let chosen = *table.game().legal_moves().first()?;
    Some(Intent::Move { coordinates: coordinate::format(table.game().ruleset(), chosen) })
}

fn is_bundle_full(table: &Table) -> bool {
    let Opening::Werera(law) = table.game().ruleset().laws.opening.law else { return false };
    matches!(law.manner, WereraMode::Batched { .. })
        && matches!(table.game().node(), Node::Werera(_))
        && table.game().werera().is_batch_full(&law)
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
        Event::Turns { .. } => Some(Intent::Turns { side: SideName::White }),
        Event::Resign { side } => Some(Intent::Resign { side }),
        Event::Draw
        | Event::Throw { .. }
        | Event::Flag { .. }
        | Event::Leave { .. }
        | Event::Abort
        | Event::Unclaimed
        | Event::Result { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use rukh_rules::law::dice::commit::ServerSeed;
    use rukh_rules::{Event, Game, Ruleset, Side};
    use tokio::time::Instant;

    use super::{Matter, Players, State, Study, Wish, first_move, intent};
    use crate::clock::now_ms;
    use crate::config::Pace;
    use crate::engine_pool::{Opponent, Question};
    use crate::session::{Table, Terms};
    use crate::wire::{MannerWord, Seat, SeatKind, Time};

    /// Remembers what it was asked, and waits.
    #[derive(Default)]
    struct Listener(Mutex<Vec<Question>>);

    impl Opponent for Listener {
        fn choose(&self, question: &Question) -> Option<Event> {
            self.0.lock().unwrap().push(question.clone());
            None
        }
    }

    /// A game between two players of ours, and these with one seat of each kind.
    fn players(instance: &str, time: Time) -> (Table, Players, Arc<Listener>) {
        let seat = Seat { kind: SeatKind::Engine, name: None, level: Some(3), player: None };
        let terms = Terms {
            id: "game".to_owned(),
            white: seat.clone(),
            black: seat,
            server_seed: ServerSeed([7; 32]),
            time,
            manner: MannerWord::Match,
            private: false,
            started: 0,
        };
        let game = Game::new(Arc::new(Ruleset::named(instance).unwrap()));
        let (mut table, draft) = Table::new(terms, game, 0);
        table.take(draft, None);
        let listener = Arc::new(Listener::default());
        let study = Study::with_seats(listener.clone(), 1, 1);
        let players = Players::new(study, Pace::default(), &table);
        (table, players, listener)
    }

    /// Nobody sleeps through the other side's moves, and nobody is put off by them.
    #[tokio::test]
    async fn who_waits_looks_again_when_something_happens() {
        let (_, mut players, _) = players("senterej", Time::None);
        let long = Instant::now() + Duration::from_secs(12);
        for (desk, waits) in players.desks.iter_mut().zip([3, 0]) {
            (desk.state, desk.waits) = (State::Pausing(long), waits);
        }
        players.stir();
        assert!(matches!(players.desks[0].state, State::Idle) && players.desks[0].waits == 0);
        assert!(matches!(players.desks[1].state, State::Pausing(until) if until == long));
    }

    /// What happens while a player waits for a seat is seen by it.
    #[tokio::test]
    async fn who_gets_a_seat_sees_the_board_as_it_is_then() {
        let (mut table, mut players, listener) = players("senterej", Time::None);
        let taken = players.study.seat(Matter::Werera, None).await;
        assert!(players.take(Wish::Due(Side::White), &table).is_none());
        let chosen = table.game().moves_of(Side::Black)[0];
        let geometry = &table.game().ruleset().geometry;
        let (from, to) = (geometry.name(chosen.from()), geometry.name(chosen.to()));
        let made = Event::Place { side: Side::Black.into(), id: None, from, to, promotion: None };
        let draft = table.answer(&intent(made, &table).unwrap(), 0, 0).unwrap();
        table.take(draft, None);
        drop(taken);
        let seated = players.next().await;
        assert!(matches!(seated, Wish::Seated(_)) && players.take(seated, &table).is_none());
        let Wish::Decided(decided) = players.next().await else { panic!("it has thought") };
        assert_eq!(decided.base, table.seq());
        let asked = listener.0.lock().unwrap();
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].game.fen(), table.game().fen());
    }

    /// Who gets a seat when there is nothing left to decide gives it back.
    #[tokio::test]
    async fn a_seat_that_is_not_needed_is_free_at_once() {
        let (table, mut players, listener) = players("shatranj", Time::None);
        players.take(Wish::Due(Side::White), &table);
        let seated = players.next().await;
        players.take(seated, &table);
        assert!(matches!(players.desks[0].state, State::Idle));
        drop(players.study.seat(Matter::Werera, None).await);
        assert!(listener.0.lock().unwrap().is_empty());
    }

    /// A clock's time begins when the move is asked for, not when there is a seat.
    #[tokio::test]
    async fn who_waits_for_a_seat_on_a_clock_is_given_no_more_time() {
        for (time, is_due) in [
            (Time::Fischer { initial: 2, increment: 0, marshal: None }, true),
            (Time::Days { days: 1, marshal_days: None }, false),
            (Time::None, false),
        ] {
            let (mut table, mut players, listener) = players("shatranj", time);
            for _ in 0..2 {
                let draft = table.answer(&first_move(&table).unwrap(), now_ms(), 0).unwrap();
                table.take(draft, None);
            }
            let taken = players.study.seat(Matter::Turn, None).await;
            players.seat(&table, true);
            let asked = Instant::now();
            // Who has a clock does not wait for this one.
            let _taken = is_due.then_some(taken);
            let seated = players.next().await;
            players.take(seated, &table);
            assert!(matches!(players.next().await, Wish::Decided(_)));
            let until = listener.0.lock().unwrap()[0].until;
            assert_eq!(until.is_some(), is_due, "{time:?}");
            assert!(until.is_none_or(|until| until <= asked + Duration::from_secs(1)), "{time:?}");
        }
    }
}
