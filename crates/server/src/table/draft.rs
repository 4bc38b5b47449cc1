//! What an intent causes, made ready to be stored and told.

use rukh_rules::game::{Event, Refusal, RefusalCode, SideWord};
use rukh_rules::law::Pass;
use rukh_rules::notation::coordinate::{self, PASS};
use rukh_rules::notation::san;
use rukh_rules::{Game, Move, MoveTag, Node, Phase, Side};

use super::Table;
use crate::wire::event::{Moved, Place, Retract, Throw, WereraEnded};
use crate::wire::intent::PlaceIntent;
use crate::wire::{EventKind, Intent, MatchResult, WireEvent};

/// The most events that follow of themselves in one draft; what is left comes
/// in the next, so that two sides that can only pass do not hold up the rest.
const MOST_STEPS: usize = 64;

/// Events that are not stored yet, and the game as they would leave it.
#[derive(Debug, Clone)]
pub struct Draft {
    pub(super) game: Game,
    pub(super) events: Vec<WireEvent>,
    pub(super) told_as: Vec<u64>,
    pub(super) throws: u64,
}

impl Draft {
    /// The events in order; never empty.
    #[must_use]
    pub fn events(&self) -> &[WireEvent] {
        &self.events
    }

    pub(super) fn opening(table: &Table, start: EventKind, now: u64) -> Draft {
        let mut writer = Writer::new(table, now);
        writer.tell(start);
        writer.finish()
    }

    pub(super) fn of_itself(table: &Table, now: u64) -> Option<Draft> {
        let draft = Writer::new(table, now).finish();
        (!draft.events.is_empty()).then_some(draft)
    }

    pub(super) fn of_intent(table: &Table, intent: &Intent, now: u64) -> Result<Draft, Refusal> {
        let mut writer = Writer::new(table, now);
        match intent {
            Intent::Move { coordinates } => writer.make_move(coordinates)?,
            Intent::Place(place) => writer.place(place)?,
            Intent::Retract { side, seq } => writer.retract(*side, *seq)?,
            Intent::Substitute { retract, place } => {
                writer.retract(place.side, *retract)?;
                writer.place(place)?;
            }
            Intent::Turns => writer.decide(Event::Turns { why: "agreed".to_owned() }, Told::AsEndOfWerera)?,
            Intent::Bundle => writer.end_bundle()?,
            Intent::Resign { side } => {
                writer.decide(Event::Resign { side: *side }, Told::As(EventKind::Resign { side: *side }))?;
            }
            Intent::Draw => writer.decide(Event::Draw, Told::As(EventKind::Draw {}))?,
        }
        Ok(writer.finish())
    }
}

/// How an entry of the rules' log is told.
enum Told {
    /// As an event of its own.
    As(EventKind),
    /// As the end of the werera, which it is.
    AsEndOfWerera,
}

/// Why the werera has ended.
enum EndOfWerera {
    /// A side has taken a man, in the event of that number.
    Capture(SideWord, u64),
    /// The players wanted it.
    Agreement,
    /// Both sides have made all their moves.
    Budget,
}

struct Writer<'t> {
    table: &'t Table,
    now: u64,
    draft: Draft,
}

impl<'t> Writer<'t> {
    fn new(table: &'t Table, now: u64) -> Writer<'t> {
        let draft =
            Draft { game: table.game.clone(), events: Vec::new(), told_as: Vec::new(), throws: table.throws };
        Writer { table, now, draft }
    }

    fn seq(&self) -> u64 {
        self.table.seq() + self.draft.events.len() as u64
    }

    fn tell(&mut self, kind: EventKind) {
        let v = self.seq() + 1;
        self.draft.events.push(WireEvent { v, kind, at: self.now });
    }

    /// Lets something happen and tells it, and the end of the werera if that
    /// is what it caused.
    fn decide(&mut self, event: Event, told: Told) -> Result<(), Refusal> {
        let was_werera = self.is_werera();
        self.draft.game.apply(event, Some(self.now))?;
        let cause = self.seq() + 1;
        self.draft.told_as.push(cause);
        let mut why = EndOfWerera::Agreement;
        if let Told::As(kind) = told {
            why = match &kind {
                EventKind::Place(place) if place.capture => EndOfWerera::Capture(place.side, cause),
                _ => EndOfWerera::Budget,
            };
            self.tell(kind);
        }
        if was_werera && !self.is_werera() {
            self.end_werera(why);
        }
        Ok(())
    }

    /// Why the rules refuse something that was found to be impossible.
    fn refusal(&mut self, event: Event) -> Refusal {
        let refused = self.draft.game.apply(event, None).err();
        refused.unwrap_or_else(|| Refusal {
            code: RefusalCode::Illegal,
            reason: "That cannot be done here.".to_owned(),
        })
    }

    fn is_werera(&self) -> bool {
        self.draft.game.position().phase() == Phase::Werera
    }

    fn end_werera(&mut self, why: EndOfWerera) {
        let (by, capture_seq, reason) = match why {
            EndOfWerera::Capture(side, seq) => {
                let name = Side::from(side).name();
                (Some(side), Some(seq), format!("{name} has taken a man: the werera is over."))
            }
            EndOfWerera::Agreement => (None, None, "The players have agreed to begin turns.".to_owned()),
            EndOfWerera::Budget => {
                (None, None, "Both sides have used up their moves of the werera.".to_owned())
            }
        };
        let first = self.draft.game.position().turn().into();
        self.tell(EventKind::WereraEnded(WereraEnded { by, capture_seq, first, reason }));
    }

    fn place(&mut self, wish: &PlaceIntent) -> Result<(), Refusal> {
        let chosen = self.find_placement(wish);
        let told = chosen.and_then(|chosen| self.tell_placement(wish, chosen));
        let PlaceIntent { side, id, from, to, promotion } = wish.clone();
        match told {
            Some(told) => {
                let promotion = told.promotion;
                let event = Event::Place { side, id, from, to, promotion };
                self.decide(event, Told::As(EventKind::Place(told)))
            }
            None => Err(self.refusal(Event::Place { side, id, from, to, promotion })),
        }
    }

    /// The legal move that is meant: with the promotion named, or the only one.
    fn find_placement(&self, wish: &PlaceIntent) -> Option<Move> {
        let game = &self.draft.game;
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
        let game = &self.draft.game;
        let (_, kind) = game.position().man_at(game.rules(), chosen.from())?;
        Some(Place {
            side: wish.side,
            id: game.id_at(chosen.from())?,
            man: game.ruleset().letter(kind),
            from: wish.from.clone(),
            to: wish.to.clone(),
            san: san::write_for(game.rules(), game.position(), wish.side.into(), chosen),
            capture: game.rules().is_capture(game.position(), chosen),
            promotion: chosen.promotion().map(|kind| game.ruleset().letter(kind)),
        })
    }

    fn retract(&mut self, side: SideWord, seq: u64) -> Result<(), Refusal> {
        // A number that tells no move is refused by the rules, in their words.
        let entry = self.table.entry_of(seq).unwrap_or(u64::MAX);
        let event = Event::Retract { side, seq: entry };
        let game = &self.draft.game;
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
        self.decide(event, Told::As(EventKind::Retract(told)))
    }

    fn end_bundle(&mut self) -> Result<(), Refusal> {
        let side = self.draft.game.position().turn().into();
        self.decide(Event::Bundle { side }, Told::As(EventKind::Bundle { side }))
    }

    fn make_move(&mut self, text: &str) -> Result<(), Refusal> {
        let event = Event::Move { mv: text.to_owned() };
        let game = &self.draft.game;
        match coordinate::find(game.ruleset(), &game.legal_moves(), text) {
            Ok(chosen) => {
                let told = tell_move(game, chosen);
                self.decide(event, Told::As(told))
            }
            Err(_) => Err(self.refusal(event)),
        }
    }

    /// Adds what follows of itself: throws, forced passes, the end.
    fn finish(mut self) -> Draft {
        for _ in 0..MOST_STEPS {
            if !self.step() {
                break;
            }
        }
        self.draft
    }

    fn step(&mut self) -> bool {
        match self.draft.game.node() {
            Node::Over(_) => {
                self.tell_end();
                false
            }
            Node::Chance(faces) => self.throw(faces.len() as u8),
            Node::Choice(_) if must_pass(&self.draft.game) => {
                let told = tell_move(&self.draft.game, Move::PASS);
                self.decide(Event::Move { mv: PASS.to_owned() }, Told::As(told)).is_ok()
            }
            Node::Choice(_) | Node::Werera(_) => false,
        }
    }

    fn throw(&mut self, faces: u8) -> bool {
        let (terms, n) = (self.table.terms(), self.draft.throws + 1);
        let face = terms.server_seed.throw(&terms.client_seed, n, faces);
        let ruleset = self.draft.game.ruleset();
        let mans = ruleset.laws.die.law.men(face).kinds().map(|kind| ruleset.letter(kind)).collect();
        let side = self.draft.game.position().turn().into();
        self.draft.throws = n;
        let told = Throw { side, face, n, mans };
        self.decide(Event::Throw { face }, Told::As(EventKind::Throw(told))).is_ok()
    }

    fn tell_end(&mut self) {
        let is_end = |event: &WireEvent| matches!(event.kind, EventKind::End { .. });
        if self.draft.events.last().or(self.table.events.last()).is_some_and(is_end) {
            return;
        }
        let Some(result) = MatchResult::of(&self.draft.game) else { return };
        let has_die = self.draft.game.ruleset().laws.die.law.face_count() > 0;
        let server_seed = has_die.then(|| self.table.terms.server_seed.reveal());
        self.tell(EventKind::End { result, server_seed });
    }
}

fn tell_move(game: &Game, chosen: Move) -> EventKind {
    let (ruleset, position) = (game.ruleset(), game.position());
    let cell = |cell| (!chosen.is_pass()).then(|| ruleset.geometry.name(cell));
    let man = position.man_at(game.rules(), chosen.from()).filter(|_| !chosen.is_pass());
    EventKind::Move(Moved {
        side: position.turn().into(),
        from: cell(chosen.from()),
        to: cell(chosen.to()),
        man: man.map(|(_, kind)| ruleset.letter(kind)),
        san: san::write(game.rules(), position, chosen),
        coordinates: coordinate::write(ruleset, chosen),
        capture: !chosen.is_pass() && game.rules().is_capture(position, chosen),
        promotion: chosen.promotion().map(|kind| ruleset.letter(kind)),
        castle: chosen.tag() == MoveTag::Castle,
        pass: chosen.is_pass(),
    })
}

/// Whether the side on move can only pass, and must.
pub(super) fn must_pass(game: &Game) -> bool {
    game.ruleset().laws.pass.law == Pass::Forced && game.legal_moves() == [Move::PASS]
}
