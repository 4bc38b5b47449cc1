//! Hidden layers that a search keeps, so that a position pays only for the pieces that differ.
//!
//! The search names no moves: a position is compared with that of the ply before and with the last one of its
//! own ply, and the nearer one is updated. So nothing can be forgotten when a law changes more of the board
//! than a move says.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Position, Rules, Side};

use super::features::{PlacedPiece, View};
use super::{Hidden, Net, Rows};
use crate::score::Value;

/// Differences up to which the position of the ply before is taken without looking at another.
const FEW: usize = 4;

/// The hidden layers of one position.
#[derive(Debug, Clone)]
struct Snapshot<S: Shape> {
    position: Position<S>,
    /// Of White and Black.
    views: [View; 2],
    hidden: [Hidden; 2],
}

/// The hidden layers of the last position of each ply.
#[derive(Debug)]
pub(crate) struct Accumulators<S: Shape> {
    snapshots: Vec<Option<Snapshot<S>>>,
}

impl<S: Shape> Default for Accumulators<S> {
    fn default() -> Accumulators<S> {
        Accumulators { snapshots: Vec::new() }
    }
}

impl<S: Shape> Accumulators<S> {
    /// What a net adds for White, in centipawns; `ply` says which positions are probably near.
    pub(crate) fn value(&mut self, net: &Net, rules: &Rules<S>, position: &Position<S>, ply: usize) -> Value {
        if self.snapshots.len() <= ply {
            self.snapshots.resize(ply + 1, None);
        }
        let views = Side::BOTH.map(|side| net.features.view(rules, position, side));
        let hidden = match self.nearest(rules, position, ply) {
            Some((near, changes)) => views.map(|view| {
                let index = view.side.index();
                if near.views[index] == view {
                    changes.updated(net, &near.hidden[index], view)
                } else {
                    net.hidden(rules, position, view)
                }
            }),
            None => views.map(|view| net.hidden(rules, position, view)),
        };
        let value = net.white_output(position, &hidden);
        debug_assert_eq!(value, net.value(rules, position), "an updated net says what a fresh one says");
        self.snapshots[ply] = Some(Snapshot { position: *position, views, hidden });
        value
    }

    /// The kept position with the fewest differences, unless all have many.
    fn nearest(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        ply: usize,
    ) -> Option<(&Snapshot<S>, Changes)> {
        let changes = |ply: usize| {
            let near = self.snapshots.get(ply)?.as_ref()?;
            Some((near, Changes::between(rules, &near.position, position)?))
        };
        let before = changes(ply.wrapping_sub(1));
        if before.as_ref().is_some_and(|(_, changes)| changes.len() <= FEW) {
            return before;
        }
        let beside = changes(ply);
        let length = |near: &Option<(&Snapshot<S>, Changes)>| near.as_ref().map(|(_, changes)| changes.len());
        match (length(&before), length(&beside)) {
            (Some(one), Some(other)) if one <= other => before,
            (_, Some(_)) => beside,
            _ => before,
        }
    }
}

/// The pieces that two positions do not have in common.
#[derive(Debug)]
struct Changes {
    added: [PlacedPiece; Changes::CAPACITY],
    removed: [PlacedPiece; Changes::CAPACITY],
    added_count: usize,
    removed_count: usize,
}

impl Changes {
    /// More differences of a kind cost as much as a computation from nothing.
    const CAPACITY: usize = 8;

    /// The differences, unless there are too many.
    #[inline(always)]
    fn between<S: Shape>(rules: &Rules<S>, before: &Position<S>, after: &Position<S>) -> Option<Changes> {
        let nothing = (Side::White, rules.ruleset().royal(), Cell::new(0));
        let mut changes = Changes {
            added: [nothing; Changes::CAPACITY],
            removed: [nothing; Changes::CAPACITY],
            added_count: 0,
            removed_count: 0,
        };
        for side in Side::BOTH {
            for kind in rules.ruleset().kinds() {
                let [old, new] = [before, after].map(|position| position.pieces_of(rules, side, kind));
                if old == new {
                    continue;
                }
                for cell in (new & !old).cells() {
                    *changes.added.get_mut(changes.added_count)? = (side, kind, cell);
                    changes.added_count += 1;
                }
                for cell in (old & !new).cells() {
                    *changes.removed.get_mut(changes.removed_count)? = (side, kind, cell);
                    changes.removed_count += 1;
                }
            }
        }
        Some(changes)
    }

    fn len(&self) -> usize {
        self.added_count + self.removed_count
    }

    /// A hidden layer after the changes.
    #[inline(always)]
    fn updated(&self, net: &Net, hidden: &Hidden, view: View) -> Hidden {
        let rows = |changes: &[PlacedPiece]| {
            let mut rows = Rows::default();
            for placed in changes {
                rows.push(net.features.row(view, *placed));
            }
            rows
        };
        let added = rows(&self.added[..self.added_count]);
        let removed = rows(&self.removed[..self.removed_count]);
        net.updated(hidden, added.as_slice(), removed.as_slice())
    }
}
