//! How a board is played on: who may move, and what is kept of each event.

use std::sync::Arc;

use pyo3::prelude::*;
use rukh_rules::{Event, Game, Move, Node, Reason, Side};

use super::{PyBoard, owner_of};
use crate::errors;
use crate::moves::PyMove;
use crate::ruleset::LoadedRuleset;

impl PyBoard {
    /// A board that stands where a game does, and can go back to its start.
    pub(crate) fn from_game(loaded: Arc<LoadedRuleset>, game: Game) -> PyBoard {
        let mut replayed = Game::from_position(game.rules().clone(), *game.start());
        let mut moves = Vec::with_capacity(game.log().len());
        for entry in game.log() {
            moves.push(replayed.move_of(&entry.event));
            replayed.apply(entry.event.clone(), entry.at).expect("a game's log replays");
        }
        PyBoard { loaded, game: Box::new(game), moves, checkpoints: Vec::new() }
    }

    /// The sides that may move now.
    pub(super) fn sides(&self) -> Vec<Side> {
        match self.game.node() {
            Node::Werera(acting) => Side::BOTH.into_iter().filter(|side| acting.may(*side)).collect(),
            _ => vec![self.game.position().turn()],
        }
    }

    /// The side that may make a move now.
    pub(super) fn mover(&self, mv: &PyMove) -> Option<Side> {
        let may_make = |side: &Side| self.game.moves_of(*side).contains(&mv.mv);
        self.loaded.is_same(&mv.loaded).then(|| self.sides().into_iter().find(may_make)).flatten()
    }

    pub(super) fn owner(&self, cell: rukh_rules::Cell) -> Option<Side> {
        self.game.position().piece_at(self.game.rules(), cell).map(|(side, _)| side)
    }

    pub(crate) fn wrap(&self, mv: Move) -> PyMove {
        PyMove { loaded: self.loaded.clone(), mv }
    }

    pub(super) fn ended_by(&self, reasons: &[Reason]) -> bool {
        self.game.outcome().is_some_and(|outcome| reasons.contains(&outcome.reason))
    }

    pub(super) fn make(&mut self, mv: Move) -> Result<(), rukh_rules::Refusal> {
        let side = owner_of(&self.game, mv).unwrap_or(self.game.position().turn());
        self.apply(self.game.event_of(side, mv), None, Some(mv))
    }

    pub(super) fn event(&mut self, py: Python<'_>, what: &str, event: Event) -> PyResult<()> {
        self.happen(event, None).map_err(|refused| errors::refusal(py, what, &refused))
    }

    /// Lets an event happen, at a time in milliseconds since the epoch if it is known.
    pub(crate) fn happen(&mut self, event: Event, at: Option<u64>) -> Result<(), rukh_rules::Refusal> {
        let mv = self.game.move_of(&event);
        self.apply(event, at, mv)
    }

    pub(super) fn apply(
        &mut self,
        event: Event,
        at: Option<u64>,
        mv: Option<Move>,
    ) -> Result<(), rukh_rules::Refusal> {
        let before = self.game.checkpoint();
        self.game.apply(event, at)?;
        self.moves.push(mv);
        self.checkpoints.push(before);
        Ok(())
    }
}
