//! A game that is walked through with its variations, one move at a time.

use std::sync::Arc;

use crate::game::{Checkpoint, Entry, Event, Game, Refusal};
use crate::notation::annotation::{Element, Variation};

/// A game as far as it has come, and where a variation at this place begins.
pub(super) struct Walk {
    pub(super) game: Game,
    place: Place,
}

/// Where a variation begins that stands at some place.
struct Place {
    /// Before the last event; where a line has only begun, where it begins.
    before: Checkpoint,
    /// Before the throw that the last event followed.
    before_throw: Option<Checkpoint>,
    /// Whether the line has only begun.
    is_fresh: bool,
}

/// The first event of a variation, which says where it begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BeginsWith {
    /// A throw, which stands instead of an earlier one if none is due.
    Throw,
    /// Anything else.
    Other,
}

impl BeginsWith {
    pub(super) fn of(variation: &Variation) -> BeginsWith {
        match variation.elements.iter().find(|element| !matches!(element, Element::Annotation(_))) {
            Some(Element::Throw(_)) => BeginsWith::Throw,
            _ => BeginsWith::Other,
        }
    }
}

/// What a walk goes back to after a variation.
pub(super) struct Outer {
    place: Place,
    begun: Checkpoint,
    /// What stands behind the begin of the variation.
    tail: Vec<Arc<Entry>>,
}

impl Walk {
    /// At the start of a game.
    pub(super) fn new(game: Game) -> Walk {
        let place = Place { before: game.checkpoint(), before_throw: None, is_fresh: true };
        Walk { game, place }
    }

    /// Lets an event happen.
    ///
    /// # Errors
    /// Why it cannot; then nothing has changed.
    pub(super) fn apply(&mut self, event: Event, at: Option<u64>) -> Result<(), Refusal> {
        let before = self.game.checkpoint();
        let follows_throw = self.has_thrown();
        self.game.apply(event, at)?;
        let Place { before: last, before_throw, is_fresh } =
            std::mem::replace(&mut self.place, Place { before, before_throw: None, is_fresh: false });
        if follows_throw {
            self.place.before_throw = if is_fresh { before_throw } else { Some(last) };
        }
        Ok(())
    }

    /// Whether the last event is a throw.
    fn has_thrown(&self) -> bool {
        self.game.log().last().is_some_and(|entry| matches!(entry.event, Event::Throw { .. }))
    }

    /// Goes to where a variation at this place begins.
    pub(super) fn enter(&mut self, begins_with: BeginsWith) -> Outer {
        let place = &self.place;
        let instead_of_throw = place.before_throw.as_ref().filter(|_| begins_with == BeginsWith::Throw);
        let begun = instead_of_throw.unwrap_or(&place.before).clone();
        let tail = self.game.log()[begun.events()..].to_vec();
        self.game.rewind(begun.clone());
        let before_throw = place.before_throw.clone().filter(|_| self.has_thrown());
        let place = Place { before: begun.clone(), before_throw, is_fresh: true };
        Outer { place: std::mem::replace(&mut self.place, place), begun, tail }
    }

    /// Goes back to where the variation stands.
    pub(super) fn leave(&mut self, outer: Outer) {
        self.game.rewind(outer.begun);
        for entry in &outer.tail {
            self.game.apply(entry.event.clone(), entry.at).expect("what was played once can be played again");
        }
        self.place = outer.place;
    }

    /// Whether an event can happen here.
    pub(super) fn allows(&mut self, event: &Event) -> bool {
        let here = self.game.checkpoint();
        let is_possible = self.game.apply(event.clone(), None).is_ok();
        if is_possible {
            self.game.rewind(here);
        }
        is_possible
    }
}
