//! The counters of the werera, mates in it, and pawns that run there.

use super::{Opening, PawnAdvance, WereraMate, WereraMode};
use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::Side;
use crate::law::counter::{CounterKind, LawCounter};
use crate::movegen::{MoveContext, Pins, VisitingSink};
use crate::moves::Move;
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Rules;
use crate::werera::WereraState;

impl Opening {
    /// The counters of the werera: the bundle of the side on move, and the moves
    /// each side has made of its budget.
    pub(crate) fn counters(self, state: &WereraState, turn: Side) -> Vec<LawCounter> {
        let Opening::Werera(law) = self else { return Vec::new() };
        let mut found = Vec::new();
        if let WereraMode::Batched { bundle } = law.manner {
            found.push(LawCounter {
                kind: CounterKind::Bundle,
                side: Some(turn),
                value: state.batched.into(),
                limit: bundle.into(),
            });
        }
        if law.budget > 0 {
            found.extend(Side::BOTH.map(|side| LawCounter {
                kind: CounterKind::WereraMoves,
                side: Some(side),
                value: state.made[side.index()].into(),
                limit: law.budget.into(),
            }));
        }
        found
    }
}

impl<S: Dimensions> Rules<S> {
    /// A mate that stands in the werera, where it ends the game.
    pub(crate) fn werera_mate(&self, position: &Position<S>) -> Option<Outcome> {
        if self.ruleset.werera()?.mate == WereraMate::NotAdjudicated {
            return None;
        }
        let loser = Side::BOTH.into_iter().find(|&side| self.is_mated_in_werera(position, side))?;
        Some(Outcome::win(loser.other(), Reason::WereraMate))
    }

    /// Whether a side is in check in the werera and no move of its own ends it.
    pub(crate) fn is_mated_in_werera(&self, position: &Position<S>, side: Side) -> bool {
        self.is_in_check(position, side) && self.list_werera(position, side).is_empty()
    }
}

impl<S: Dimensions> Rules<S> {
    /// Pawns' advances of more than one step in the werera, where the law allows
    /// them, as far as the list does not have them yet.
    pub(crate) fn generate_sprints(&self, position: &Position<S>, side: Side, list: &mut Vec<Move>) {
        if self.ruleset.werera().is_none_or(|law| law.pawns == PawnAdvance::OneStep) {
            return;
        }
        let mut pins = Pins::new();
        let danger = self.danger(position, side, &mut pins);
        let occupied = position.occupied();
        let mut sprints = Vec::new();
        let mut visitor = VisitingSink::<_>(&mut sprints);
        let turn = MoveContext { rules: self, position, side };
        for slot in self.ruleset.pawns.iter().map(|kind| self.slot(kind)) {
            for from in (position.of(slot) & position.own(side)).cells() {
                let mut reached = S::Set::EMPTY;
                let mut cell = from;
                while let Some(next) = self.geometry.forward(cell, side).filter(|&next| !occupied.has(next)) {
                    reached |= S::Set::of(next);
                    cell = next;
                }
                let mut reached = reached & danger.mask_of(from);
                if danger.crowded {
                    reached = self.legal_by_trial(position, side, slot, from, reached);
                }
                visitor.sprint(turn, slot, from, reached);
            }
        }
        sprints
            .retain(|sprint| !list.iter().any(|old| (old.from(), old.to()) == (sprint.from(), sprint.to())));
        list.extend(sprints);
    }
}
