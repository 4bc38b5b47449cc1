//! What an intent causes, made ready to be stored and told.

use rukh_rules::game::{Event, RefusalCode, SideName};
use rukh_rules::law::PassLaw;
use rukh_rules::notation::coordinate;
use rukh_rules::notation::san;
use rukh_rules::{Game, Move, MoveTag, Node, Side};

use super::offers::Step;
use super::{Advance, Refused, State, Table, clock};
use crate::wire::event::{Moved, Place, Retract, Throw, WereraEnded};
use crate::wire::intent::{OfferWord, PlaceIntent};
use crate::wire::time::Runs;
use crate::wire::{EventKind, Intent, MatchResult, Reading, WireEvent};

/// The most events that follow of themselves in one draft; what is left comes
/// in the next, so that nothing that follows for long holds up the rest.
const MOST_STEPS: usize = 64;

/// Events that are not stored yet, and the game as they would leave it.
#[derive(Debug, Clone)]
pub struct Draft {
    pub(super) state: State,
    pub(super) events: Vec<WireEvent>,
    pub(super) advance: Advance,
}

impl Draft {
    /// The events in order.
    #[must_use]
    pub fn events(&self) -> &[WireEvent] {
        &self.events
    }

    pub(super) fn opening(table: &Table, start: EventKind, now: u64) -> Draft {
        let mut writer = Writer::new(table, now, 0);
        writer.before = table.terms().time.reading(table.game());
        writer.tell_fact(start);
        writer.finish()
    }

    pub(super) fn of_itself(table: &Table, now: u64) -> Option<Draft> {
        Writer::new(table, now, 0).finish().if_any()
    }

    pub(super) fn of_time(table: &Table, now: u64) -> Option<Draft> {
        let mut writer = Writer::new(table, now, 0);
        writer.time_up();
        writer.finish().if_any()
    }

    pub(super) fn of_outage(table: &Table, from: u64, now: u64) -> Option<Draft> {
        let (reading, at) = table.state().reading()?;
        let (state, terms) = (table.state(), table.terms());
        let is_waiting = state.waits_for_first_move(terms) || state.waits_for_ready(terms);
        if reading.runs.is_none() && !is_waiting {
            return None;
        }
        let from = from.max(at).min(now);
        let mut writer = Writer::new(table, now, 0);
        writer.before = Some(reading.after(from - at));
        writer.tell_fact(EventKind::Outage { from, to: now });
        writer.finish().if_any()
    }

    pub(super) fn of_telling(table: &Table, told: EventKind, now: u64) -> Draft {
        let mut writer = Writer::new(table, now, 0);
        writer.tell_fact(told);
        writer.draft
    }

    pub(super) fn of_intent(table: &Table, intent: &Intent, now: u64, lag: u64) -> Result<Draft, Refused> {
        let mut writer = Writer::new(table, now, lag);
        match intent {
            Intent::Move { coordinates } => writer.make_move(coordinates)?,
            Intent::Place(place) => writer.place(place)?,
            Intent::Retract { side, seq } => writer.retract(*side, *seq)?,
            Intent::Substitute { retract, place } => {
                writer.retract(place.side, *retract)?;
                writer.place(place)?;
            }
            Intent::Bundle => writer.end_bundle()?,
            Intent::Ready { side } => writer.be_ready(*side)?,
            Intent::Resign { side } => writer.tell(EventKind::Resign { side: *side })?,
            Intent::Draw { side } => writer.offer(*side, OfferWord::Draw)?,
            Intent::Takeback { side } => writer.offer(*side, OfferWord::Takeback)?,
            Intent::Turns { side } => writer.offer(*side, OfferWord::Turns)?,
            Intent::Rematch { side } => writer.offer(*side, OfferWord::Rematch)?,
            Intent::Decline { side, what } => {
                table.check_decline(*side, *what)?;
                writer.tell(EventKind::Decline { side: *side, what: *what })?;
            }
            Intent::Abort { side } => writer.abort(Some(*side))?,
            Intent::AddTime { side } => writer.add_time(*side)?,
            Intent::Claim { side, result } => {
                writer.tell(EventKind::Claim { side: *side, result: *result })?
            }
            Intent::Premove { side, moves } => {
                if !table.state().is_over() {
                    *writer.draft.advance.premoves.of_mut(*side) = moves.clone();
                }
            }
            Intent::Seed { side, seed } => writer.seed(*side, seed)?,
        }
        Ok(writer.finish())
    }

    fn if_any(self) -> Option<Draft> {
        (!self.events.is_empty()).then_some(self)
    }
}

/// Why the werera has ended.
enum EndOfWerera {
    /// A side has taken a man, in the event of that number.
    Capture(SideName, u64),
    /// The players wanted it.
    Agreement,
    /// Its time is over.
    Clock,
    /// Both sides have made all their moves.
    Budget,
}

struct Writer<'t> {
    table: &'t Table,
    now: u64,
    /// What the mover is given back for the way through the net, in milliseconds.
    lag: u64,
    /// What the clocks show now, before what is told next.
    before: Option<Reading>,
    draft: Draft,
}

impl<'t> Writer<'t> {
    fn new(table: &'t Table, now: u64, lag: u64) -> Writer<'t> {
        let (state, advance) = (table.state.clone(), table.advance.clone());
        let (before, lag) = (state.clock(now), state.refund(now, lag));
        Writer { table, now, lag, before, draft: Draft { state, events: Vec::new(), advance } }
    }

    fn seq(&self) -> u64 {
        self.table.seq() + self.draft.events.len() as u64
    }

    /// Lets something happen and tells it, and the end of the werera if that
    /// is what it caused.
    fn tell(&mut self, kind: EventKind) -> Result<(), Refused> {
        let was_werera = self.is_werera();
        let mut event = WireEvent { v: self.seq() + 1, kind, at: self.now, clock: None };
        self.draft.state.absorb(&event, &self.table.events)?;
        event.clock = self.read_clock(&event.kind);
        let why = match &event.kind {
            EventKind::Place(place) if place.capture => Some(EndOfWerera::Capture(place.side, event.v)),
            EventKind::Place(_) => Some(EndOfWerera::Budget),
            _ => None,
        };
        self.draft.events.push(event);
        if was_werera
            && !self.is_werera()
            && let Some(why) = why
        {
            let first = self.draft.state.game.position().turn();
            self.tell_end_of_werera(why, first.into())?;
        }
        Ok(())
    }

    /// Tells what the rules have no say in.
    fn tell_fact(&mut self, kind: EventKind) {
        let told = self.tell(kind);
        debug_assert!(told.is_ok(), "the rules are not asked: {told:?}");
    }

    /// What the clocks show after an event, if it has changed them.
    fn read_clock(&mut self, told: &EventKind) -> Option<Reading> {
        let state = &mut self.draft.state;
        let before = self.before?;
        let time = &self.table.terms().time;
        let mut reading = match told {
            EventKind::Move(moved) => before.moved(moved.side, time, self.lag),
            EventKind::TimeAdded { side, ms } => before.given(*side, *ms),
            _ => Reading { lag: None, ..before },
        };
        reading.runs = state.runs(time);
        let is_news =
            Some(reading) != self.before || matches!(told, EventKind::Start(_) | EventKind::Outage { .. });
        self.before = Some(Reading { lag: None, ..reading });
        is_news.then(|| {
            state.reading = Some((reading, self.now));
            reading
        })
    }

    /// Why the rules refuse something that was found to be impossible.
    fn refusal(&mut self, event: Event) -> Refused {
        match self.draft.state.game.apply(event, None) {
            Err(refusal) => refusal.into(),
            Ok(_) => Refused::new(RefusalCode::Illegal.as_str(), "That cannot be done here."),
        }
    }

    fn is_werera(&self) -> bool {
        self.draft.state.game.position().phase() == rukh_rules::Phase::Werera
    }

    fn tell_end_of_werera(&mut self, why: EndOfWerera, first: SideName) -> Result<(), Refused> {
        let (by, capture_seq, word, reason) = match why {
            EndOfWerera::Capture(side, seq) => {
                let name = Side::from(side).name();
                (Some(side), Some(seq), "capture", format!("{name} has taken a man: the werera is over."))
            }
            EndOfWerera::Agreement => {
                (None, None, "agreed", "The players have agreed to begin turns.".to_owned())
            }
            EndOfWerera::Clock => (None, None, "clock", "The time of the werera is over.".to_owned()),
            EndOfWerera::Budget => {
                (None, None, "budget", "Both sides have used up their moves of the werera.".to_owned())
            }
        };
        let why = word.to_owned();
        self.tell(EventKind::WereraEnded(WereraEnded { by, capture_seq, first, why, reason }))
    }

    /// Ends the werera without a capture.
    fn begin_turns(&mut self, why: EndOfWerera) -> Result<(), Refused> {
        let mut tried = self.draft.state.game.clone();
        tried.apply(Event::Turns { why: String::new() }, None)?;
        self.tell_end_of_werera(why, tried.position().turn().into())
    }

    fn offer(&mut self, side: SideName, what: OfferWord) -> Result<(), Refused> {
        match (self.table.offer(side, what)?, what) {
            (Step::Offered, OfferWord::Draw) => self.tell(EventKind::DrawOffer { side }),
            (Step::Offered, OfferWord::Takeback) => self.tell(EventKind::TakebackOffer { side }),
            (Step::Offered, OfferWord::Turns) => self.tell(EventKind::TurnsOffer { side }),
            // The room begins the game when both want it.
            (_, OfferWord::Rematch) => self.tell(EventKind::RematchOffer { side }),
            (Step::Agreed, OfferWord::Draw) => self.tell(EventKind::Draw {}),
            (Step::Agreed, OfferWord::Turns) => self.begin_turns(EndOfWerera::Agreement),
            (Step::Agreed, OfferWord::Takeback) => self.take_back(side),
        }
    }

    fn take_back(&mut self, side: SideName) -> Result<(), Refused> {
        let offered = self.table.state().offers.takeback;
        let side = offered.filter(|by| *by != side).unwrap_or(side);
        let target = self.table.takeback_target(side.into());
        let to =
            target.ok_or_else(|| Refused::new("bad_intent", "There is no move to take back in turn."))?;
        self.draft.advance.premoves = Default::default();
        self.tell(EventKind::Takeback { side, to })
    }

    fn abort(&mut self, side: Option<SideName>) -> Result<(), Refused> {
        if !self.table.state().is_over() && !self.table.may_abort() {
            let reason = "Both sides have moved: the game has begun and can be given up, not broken off.";
            return Err(Refused::new("bad_intent", reason));
        }
        self.tell(EventKind::Abort { side })
    }

    fn add_time(&mut self, side: SideName) -> Result<(), Refused> {
        if !self.table.may_add_time(side.into()) {
            return Err(Refused::new("bad_intent", "There is no clock to add time to."));
        }
        let other = Side::from(side).other().into();
        self.tell(EventKind::TimeAdded { side: other, ms: clock::GIFT })
    }

    fn seed(&mut self, side: SideName, seed: &str) -> Result<(), Refused> {
        if !self.table.state().awaits_seeds() {
            return Err(Refused::new("bad_intent", "The throws of this game wait for nothing."));
        }
        *self.draft.advance.seeds.of_mut(side) = Some(seed.to_owned());
        Ok(())
    }

    /// Whether everybody has given for the throws who can.
    fn has_all_seeds(&self) -> bool {
        let terms = self.table.terms();
        Side::BOTH.iter().all(|side| terms.is_engine(*side) || self.draft.advance.seeds.of(*side).is_some())
    }

    fn settle_seeds(&mut self) {
        let seeds = &self.draft.advance.seeds;
        let (white, black) =
            (seeds.white.clone().unwrap_or_default(), seeds.black.clone().unwrap_or_default());
        let client_seed = format!("{white}\n{black}");
        self.tell_fact(EventKind::Seeds { white, black, client_seed });
    }

    /// What the clock causes, if its time has come.
    fn time_up(&mut self) {
        let state = self.table.state();
        let is_due = self.table.deadline().is_some_and(|deadline| deadline <= self.now);
        if !is_due {
            return;
        }
        if self.table.must_pass() {
            self.tell_fact(tell_move(&state.game, Move::PASS));
            return;
        }
        if state.awaits_seeds() {
            self.settle_seeds();
            return;
        }
        // What the rules refuse here has been overtaken by the game's end.
        let _ = match state.reading().and_then(|(reading, _)| reading.runs) {
            Some(Runs::White) => self.tell(EventKind::Flag { side: SideName::White }),
            Some(Runs::Black) => self.tell(EventKind::Flag { side: SideName::Black }),
            Some(Runs::Marshal) => self.begin_turns(EndOfWerera::Clock),
            None => self.abort(None),
        };
    }

    fn be_ready(&mut self, side: SideName) -> Result<(), Refused> {
        if !self.table.may_be_ready(side.into()) {
            return Err(Refused::new("bad_intent", "The game is not waiting for Ready."));
        }
        self.tell(EventKind::Ready { side })
    }

    fn place(&mut self, wish: &PlaceIntent) -> Result<(), Refused> {
        let chosen = self.find_placement(wish);
        let told = chosen.and_then(|chosen| self.tell_placement(wish, chosen));
        let PlaceIntent { side, id, from, to, promotion } = wish.clone();
        match told {
            Some(told) => {
                let is_meant = id.is_none_or(|id| id == told.id);
                match is_meant {
                    true => self.tell(EventKind::Place(told)),
                    false => Err(self.refusal(Event::Place { side, id, from, to, promotion })),
                }
            }
            None => Err(self.refusal(Event::Place { side, id, from, to, promotion })),
        }
    }

    /// The legal move that is meant: with the promotion named, or the only one.
    fn find_placement(&self, wish: &PlaceIntent) -> Option<Move> {
        let game = &self.draft.state.game;
        let geometry = game.ruleset().geometry;
        let cells = (geometry.parse_cell(&wish.from)?, geometry.parse_cell(&wish.to)?);
        let moves = game.moves_of(wish.side.into());
        let meant: Vec<Move> =
            moves.into_iter().filter(|chosen| (chosen.from(), chosen.to()) == cells).collect();
        let kind = wish.promotion.and_then(|letter| game.ruleset().kind(letter));
        let exact = meant.iter().find(|chosen| chosen.promotion() == kind);
        exact.or(if meant.len() == 1 && kind.is_none() { meant.first() } else { None }).copied()
    }

    fn tell_placement(&self, wish: &PlaceIntent, chosen: Move) -> Option<Place> {
        let game = &self.draft.state.game;
        let (_, kind) = game.position().piece_at(game.rules(), chosen.from())?;
        Some(Place {
            side: wish.side,
            id: game.id_at(chosen.from())?,
            man: game.ruleset().letter(kind),
            from: wish.from.clone(),
            to: wish.to.clone(),
            san: san::format_for(game.rules(), game.position(), wish.side.into(), chosen),
            capture: game.rules().is_capture(game.position(), chosen),
            promotion: chosen.promotion().map(|kind| game.ruleset().letter(kind)),
        })
    }

    fn retract(&mut self, side: SideName, seq: u64) -> Result<(), Refused> {
        // A number that tells no move is refused by the rules, in their words.
        let entry = self.table.state.entry_of(seq).unwrap_or(u64::MAX);
        let event = Event::Retract { side, seq: entry };
        let game = &self.draft.state.game;
        let Some(standing) = game.werera().standing.iter().find(|standing| standing.seq == entry) else {
            return Err(self.refusal(event));
        };
        let name = |cell| game.ruleset().geometry.name(cell);
        let told = Retract {
            side,
            seq,
            man: game.ruleset().letter(standing.kind),
            from: name(standing.chosen.from()),
            to: name(standing.chosen.to()),
        };
        self.tell(EventKind::Retract(told))
    }

    fn end_bundle(&mut self) -> Result<(), Refused> {
        let side = self.draft.state.game.position().turn().into();
        self.tell(EventKind::Bundle { side })
    }

    fn make_move(&mut self, text: &str) -> Result<(), Refused> {
        let game = &self.draft.state.game;
        match coordinate::parse_legal(game.ruleset(), &game.legal_moves(), text) {
            Ok(chosen) => {
                let told = tell_move(game, chosen);
                self.tell(told)
            }
            Err(_) => Err(self.refusal(Event::Move { mv: text.to_owned() })),
        }
    }

    /// Adds what follows by itself: throws, prepared moves, the end. A forced pass
    /// follows later, so that the throw is seen.
    fn finish(mut self) -> Draft {
        // It has come through no net.
        self.lag = 0;
        for _ in 0..MOST_STEPS {
            if !self.step() {
                break;
            }
        }
        self.draft
    }

    fn step(&mut self) -> bool {
        match self.draft.state.game.node() {
            Node::Over(_) => {
                self.tell_end();
                false
            }
            Node::Chance(_) if self.draft.state.awaits_seeds() => {
                let has_all = self.has_all_seeds();
                if has_all {
                    self.settle_seeds();
                }
                has_all
            }
            Node::Chance(faces) => self.throw(faces.len() as u8),
            Node::Choice(_) if must_pass(&self.draft.state.game) => false,
            Node::Choice(side) => self.play_ahead(side),
            Node::Werera(_) => false,
        }
    }

    /// Makes the move a side has prepared, if it has come to that.
    fn play_ahead(&mut self, side: Side) -> bool {
        let prepared = std::mem::take(self.draft.advance.premoves.of_mut(side));
        let throw = self.draft.state.game.position().throw();
        let fits = |face: Option<u8>| face.is_none() || face == throw;
        let Some(chosen) = prepared.iter().find(|one| fits(one.face)) else { return false };
        self.make_move(&chosen.coordinates).is_ok()
    }

    fn throw(&mut self, faces: u8) -> bool {
        let (state, n) = (&self.draft.state, self.draft.state.throws + 1);
        let client_seed = state.client_seed.as_deref().unwrap_or_default();
        let face = self.table.terms().server_seed.throw(client_seed, n, faces);
        let ruleset = self.draft.state.game.ruleset();
        let mans = ruleset.laws.die.law.pieces(face).iter().map(|kind| ruleset.letter(kind)).collect();
        let side = self.draft.state.game.position().turn().into();
        let told = Throw { side, face, n, mans };
        self.tell(EventKind::Throw(told)).is_ok()
    }

    fn tell_end(&mut self) {
        if self.draft.state.is_told_over {
            return;
        }
        let Some(result) = MatchResult::of(&self.draft.state.game) else { return };
        let has_secret = matches!(
            self.table.events.first().or(self.draft.events.first()).map(|event| &event.kind),
            Some(EventKind::Start(start)) if start.commitment.is_some()
        );
        let server_seed = has_secret.then(|| self.table.terms.server_seed.reveal());
        self.tell_fact(EventKind::End { result, server_seed });
    }
}

fn tell_move(game: &Game, chosen: Move) -> EventKind {
    let (ruleset, position) = (game.ruleset(), game.position());
    let cell = |cell| (!chosen.is_pass()).then(|| ruleset.geometry.name(cell));
    let man = position.piece_at(game.rules(), chosen.from()).filter(|_| !chosen.is_pass());
    EventKind::Move(Moved {
        side: position.turn().into(),
        from: cell(chosen.from()),
        to: cell(chosen.to()),
        man: man.map(|(_, kind)| ruleset.letter(kind)),
        san: san::format(game.rules(), position, chosen),
        coordinates: coordinate::format(ruleset, chosen),
        capture: !chosen.is_pass() && game.rules().is_capture(position, chosen),
        promotion: chosen.promotion().map(|kind| ruleset.letter(kind)),
        castle: chosen.tag() == MoveTag::Castle,
        pass: chosen.is_pass(),
    })
}

/// Whether the side on move can only pass.
pub(super) fn must_pass(game: &Game) -> bool {
    game.ruleset().laws.pass.law != PassLaw::Never && game.legal_moves() == [Move::PASS]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::game::SideName;
    use rukh_rules::law::dice::commit::ServerSeed;
    use rukh_rules::notation::coordinate;
    use rukh_rules::{Game, Ruleset};

    use crate::session::{Table, Terms};
    use crate::wire::{EventKind, Intent, MannerWord, Seat, SeatKind, Time, WireEvent};

    fn table(instance: &str, fen: Option<&str>) -> Table {
        let seat = Seat { kind: SeatKind::Human, name: None, level: None, player: None };
        let terms = Terms {
            id: "game".to_owned(),
            white: seat.clone(),
            black: seat,
            server_seed: ServerSeed([7; 32]),
            time: Time::Fischer { initial: 300, increment: 0, marshal: None },
            manner: MannerWord::Match,
            private: false,
            started: 0,
        };
        let ruleset = Arc::new(Ruleset::named(instance).unwrap());
        let game = match fen {
            Some(fen) => Game::from_fen(ruleset, fen).unwrap(),
            None => Game::new(ruleset),
        };
        let (mut table, draft) = Table::new(terms, game, 0);
        table.take(draft, None);
        table
    }

    /// Does something at a moment, with that much delay; answers what is told.
    fn does(table: &mut Table, intent: &Intent, now: u64, lag: u64) -> Vec<WireEvent> {
        let draft = table.answer(intent, now, lag).unwrap();
        let events = draft.events().to_vec();
        table.take(draft, None);
        events
    }

    fn moves(table: &mut Table, now: u64, lag: u64) -> Vec<WireEvent> {
        let chosen = table.game().legal_moves()[0];
        let coordinates = coordinate::format(table.game().ruleset(), chosen);
        does(table, &Intent::Move { coordinates }, now, lag)
    }

    #[test]
    fn nobody_is_given_back_more_than_a_move_has_taken() {
        let mut table = table("shatranj", None);
        for _ in 0..2 {
            moves(&mut table, 1000, 0);
        }
        let reading = |events: &[WireEvent]| events[0].clock.unwrap();
        let quick = reading(&moves(&mut table, 1050, 400));
        assert_eq!((quick.white, quick.lag), (300_000, Some(50)));
        // Black's clock has run out by 100 milliseconds of the 400 on the way.
        let late = reading(&moves(&mut table, 301_150, 400));
        assert_eq!((late.black, late.lag), (300, Some(300)));
    }

    #[test]
    fn what_follows_of_itself_came_through_no_net() {
        let fen = "k3/4/4/4/4/4/p3/4/4/4/3P/4/4/4/4/3K w - - 0 1";
        let mut table = table("oblong-dice-cazaux", Some(fen));
        for side in [SideName::White, SideName::Black] {
            does(&mut table, &Intent::Seed { side, seed: "salt".to_owned() }, 0, 0);
        }
        let mut passes = 0;
        for turn in 1..30 {
            if table.state().is_over() {
                break;
            }
            let now = turn * 10_000;
            let told = match table.deadline().filter(|_| table.must_pass()) {
                Some(_) => {
                    let before = table.state().reading().unwrap().0;
                    let due = table.deadline().unwrap();
                    assert!(table.time_up(due - 1).is_none(), "the throw is seen first");
                    let draft = table.time_up(due).unwrap();
                    let told = draft.events().to_vec();
                    table.take(draft, None);
                    let after = told[0].clock.unwrap_or(before);
                    assert_eq!((before.runs, before.white, before.black), (None, after.white, after.black));
                    assert!(matches!(&told[0].kind, EventKind::Move(moved) if moved.pass), "{told:?}");
                    passes += 1;
                    told
                }
                None => moves(&mut table, now, 400).split_off(1),
            };
            assert!(told.iter().filter_map(|one| one.clock).all(|clock| clock.lag.is_none()), "{told:?}");
        }
        assert!(passes > 0);
    }
}
