//! The werera at a terminal: step by step, with an answer of the engine to each step.

use std::io;

use rukh_rules::notation::coordinate;
use rukh_rules::notation::san;
use rukh_rules::{ActiveSides, Event, Failure, Node, Side, UciMove};

use super::{PlayCommand, Players, TerminalGame};

/// Number of events after which two engines agree to begin turns.
const MAX_ENGINE_EVENTS: usize = 300;

impl TerminalGame {
    /// Executes a command in the werera; then the opponent may act.
    pub(super) fn marshal(&mut self, command: PlayCommand) -> anyhow::Result<()> {
        let acted = match command {
            PlayCommand::Act(side, text) => self.place(side, &text)?,
            PlayCommand::Retract(side, cells) => self.retract(side, &cells)?,
            PlayCommand::Turns => self.attempt(Event::Turns { why: "agreed".to_owned() })?,
            PlayCommand::Done => self.end_bundle()?,
            PlayCommand::Wait => true,
            _ => false,
        };
        let opponent = match self.players {
            Players::White => Side::Black,
            Players::Black => Side::White,
            Players::Both | Players::None => return Ok(()),
        };
        match self.game.node() {
            Node::Werera(ActiveSides::Both) if acted => self.marshal_engine(opponent).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn place(&mut self, side: Option<Side>, text: &str) -> io::Result<bool> {
        let (ruleset, rules) = (self.ruleset(), self.game.rules().clone());
        let position = *self.game.position();
        let event = match coordinate::parse(&ruleset, text) {
            Ok(UciMove::Pass) => {
                return self
                    .say("You cannot pass in the werera; type `wait` to let the opponent move.")
                    .map(|()| false);
            }
            Ok(UciMove::Go { from, to, promotion }) => {
                let owner = || position.piece_at(&rules, ruleset.geometry.cell_at(from)?);
                let Some(side) = side.or_else(|| Some(owner()?.0)) else {
                    return self.say(&format!("{from} is empty.")).map(|()| false);
                };
                (side, Event::Place { side, id: None, from, to, promotion })
            }
            Err(_) => match self.place_by_san(side, text) {
                Ok(event) => event,
                Err(why) => return self.say(&why.to_string()).map(|()| false),
            },
        };
        let (side, event) = event;
        if !self.is_person(side) {
            let text =
                format!("You play {}; {}'s pieces belong to the engine.", side.other().name(), side.name());
            return self.say(&text).map(|()| false);
        }
        self.attempt(event)
    }

    fn place_by_san(&self, side: Option<Side>, text: &str) -> Result<(Side, Event), Failure> {
        let side = side.or(self.own_side()).ok_or("Which side moves? Type `w Nf3` or `b Nf6`.")?;
        let mv = san::parse_for(self.game.rules(), self.game.position(), side, text);
        let mv = mv.map_err(|error| error.to_string())?;
        Ok((side, self.game.event_of(side, mv)))
    }

    fn retract(&mut self, side: Option<Side>, cells: &str) -> io::Result<bool> {
        let ruleset = self.ruleset();
        let own = Side::BOTH
            .into_iter()
            .filter(|&owner| self.is_person(owner) && side.is_none_or(|side| side == owner));
        let mut standing: Vec<_> = own.flat_map(|owner| self.game.retractable(owner)).collect();
        standing.retain(|standing| coordinate::format(&ruleset, standing.mv).starts_with(cells));
        match standing.last() {
            Some(last) => self.attempt(Event::Retract { side: last.side, seq: last.seq }),
            None => {
                let mut lines = self.retractions();
                if lines.is_empty() {
                    lines.push("Nothing can be taken back now.".to_owned());
                }
                self.say(&format!("`{cells}` cannot be taken back. {}", lines.join(" "))).map(|()| false)
            }
        }
    }

    /// Moves that people may retract now, a line for each side.
    pub(super) fn retractions(&self) -> Vec<String> {
        let people = Side::BOTH.into_iter().filter(|&side| self.is_person(side));
        let lines = people.map(|side| (side, self.game.retractable(side)));
        lines
            .filter(|(_, standing)| !standing.is_empty())
            .map(|(side, standing)| {
                let name = |mv| format!("-{}", coordinate::format(self.game.ruleset(), mv));
                let names: Vec<String> = standing.iter().map(|standing| name(standing.mv)).collect();
                format!("{} may take back {}", side.name(), names.join(" "))
            })
            .collect()
    }

    fn end_bundle(&mut self) -> io::Result<bool> {
        let side = match self.game.node() {
            Node::Werera(ActiveSides::Only(side)) => side,
            _ => self.own_side().unwrap_or(Side::White),
        };
        self.attempt(Event::Bundle { side })
    }

    /// Applies one action of the engine for a side; false if it waits.
    fn marshal_engine(&mut self, side: Side) -> anyhow::Result<bool> {
        self.out.flush()?;
        match self.decide(side) {
            Some(event) => {
                let text = self.event_text(&event);
                self.say(&text)?;
                self.apply(event)?;
                Ok(true)
            }
            None => {
                self.say(&format!("{} waits.", side.name()))?;
                Ok(false)
            }
        }
    }

    /// Applies actions of the engines where no person may act: one for each side, or a bundle.
    pub(super) fn marshal_engines(&mut self, acting: ActiveSides) -> anyhow::Result<()> {
        let mut acted = false;
        for side in Side::BOTH.into_iter().filter(|&side| acting.may(side)) {
            if matches!(self.game.node(), Node::Werera(now) if now.may(side)) {
                acted |= self.marshal_engine(side)?;
            }
        }
        if acted && self.game.log().len() < MAX_ENGINE_EVENTS {
            return Ok(());
        }
        let next = match (self.game.node(), acted) {
            (Node::Werera(ActiveSides::Only(side)), false) => Event::Bundle { side },
            (Node::Werera(_), _) => Event::Turns { why: "agreed".to_owned() },
            _ => return Ok(()),
        };
        let text = self.event_text(&next);
        if self.game.apply(next, None).is_err() {
            return self.apply(Event::Turns { why: "agreed".to_owned() });
        }
        Ok(self.say(&text)?)
    }
}
