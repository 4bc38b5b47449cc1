//! Where variations begin, and how their moves are played.

use std::rc::Rc;

use crate::game::{Event, Game};
use crate::moves::Move;
use crate::notation::annotation::{Annotation, Element, Variation};
use crate::outcome::Reason;
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::shape::Any;

/// Where a variation at this place of a game may begin.
#[derive(Clone)]
pub(super) struct Branch {
    /// Where it begins with a throw.
    chance: Position,
    /// Where it begins with a move.
    choice: Position,
    /// The game up to there, in the werera: its log says what can be taken back.
    werera: Option<Rc<Game>>,
}

impl Branch {
    /// Where nothing could have been played instead.
    pub(super) fn at(position: Position) -> Branch {
        Branch { chance: position, choice: position, werera: None }
    }

    /// After a throw.
    pub(super) fn after_throw(before: Position, after: Position) -> Branch {
        Branch { chance: before, choice: after, werera: None }
    }

    /// Where a variation after the last event of a game begins. In the werera the game is played again
    /// without that event, once and only for a variation.
    pub(super) fn of_variation(&mut self, game: &Game) -> Branch {
        let is_in_werera = game.log().last().is_some_and(|last| last.event.is_werera());
        if is_in_werera && self.werera.is_none() {
            *self = Branch::in_werera(Rc::new(game.without_last(1)));
        }
        self.clone()
    }

    /// In the werera, where this game stands.
    pub(super) fn in_werera(game: Rc<Game>) -> Branch {
        Branch { werera: Some(game.clone()), ..Branch::at(*game.position()) }
    }

    /// After a move.
    pub(super) fn after_move(&self, rules: &Rules<Any>, before: Position) -> Branch {
        let chance = if rules.laws.has_die { self.chance } else { before };
        Branch { chance, choice: before, werera: None }
    }

    /// Where this variation begins.
    pub(super) fn start(&self, variation: &Variation) -> Position {
        let is_annotation = |element: &&Element| {
            matches!(element, Element::Annotation(Annotation::Comment(_) | Annotation::Nag(_)))
        };
        match variation.elements.iter().find(|element| !is_annotation(element)) {
            Some(Element::Throw(_)) => self.chance,
            _ => self.choice,
        }
    }

    /// The game where a variation begins in the werera.
    pub(super) fn werera(&self) -> Option<Rc<Game>> {
        self.werera.clone()
    }

    /// Where a variation that begins with a throw begins.
    pub(super) fn chance(&self) -> Position {
        self.chance
    }

    /// Where a variation that begins with a move begins.
    pub(super) fn choice(&self) -> Position {
        self.choice
    }
}

/// The moves a variation may go on with; none where it is over, or where something
/// else than a move comes next.
pub(super) fn moves(rules: &Rules<Any>, position: &Position) -> Vec<Move> {
    let is_over = rules.outcome(position).is_some_and(|over| over.reason != Reason::MoveLimit);
    let waits_for_throw = rules.laws.has_die && position.state.throw() == 0;
    if position.phase() != Phase::Turns || is_over || waits_for_throw {
        return Vec::new();
    }
    rules.legal_moves(position)
}

/// The position after a throw, if one comes next and there is such a face.
pub(super) fn throw(rules: &Rules<Any>, position: &Position, face: u8) -> Option<Position> {
    let is_due = position.phase() == Phase::Turns && position.state.throw() == 0;
    (is_due && (1..=rules.ruleset().faces()).contains(&face)).then(|| rules.throw(position, face))
}

/// The game after an event of the werera, if that can happen.
pub(super) fn apply(game: &Game, event: &Event) -> Option<Rc<Game>> {
    let mut after = game.clone();
    after.apply(event.clone(), None).ok()?;
    Some(Rc::new(after))
}
