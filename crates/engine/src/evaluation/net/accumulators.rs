//! Hidden layers that a search keeps, so that a position pays only for the pieces that differ.
//!
//! The search names no moves: a position is compared with that of the ply before and with the last one of its
//! own ply, and the nearer one is updated. So nothing can be forgotten when a law changes more of the board
//! than a move says. A side whose king crosses the middle sees another board; its layer is then made of the last
//! one in that view.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, PieceKind, Position, Rules, Side};

use super::features::{PlacedPiece, View};
use super::{Hidden, Net};
use crate::score::Value;

/// Differing cells up to which the position of the ply before is taken without looking at another.
const FEW: u32 = 3;
/// More differing cells cost as much as a computation from nothing.
const MANY: u32 = 16;

/// The hidden layers of one position.
#[derive(Debug, Clone)]
struct Snapshot<S: Shape> {
    position: Position<S>,
    /// Of White and Black.
    views: [View; 2],
    hidden: [Hidden; 2],
}

/// The hidden layers of the last position of each ply, and of each view.
#[derive(Debug)]
pub(crate) struct Accumulators<S: Shape> {
    snapshots: Vec<Snapshot<S>>,
    of_views: [Option<(Position<S>, Hidden)>; View::COUNT],
}

impl<S: Shape> Default for Accumulators<S> {
    fn default() -> Accumulators<S> {
        Accumulators { snapshots: Vec::new(), of_views: [const { None }; View::COUNT] }
    }
}

impl<S: Shape> Accumulators<S> {
    /// What a net adds for White, in centipawns; `ply` says which positions are probably near.
    #[inline(always)]
    pub(crate) fn value(&mut self, net: &Net, rules: &Rules<S>, position: &Position<S>, ply: usize) -> Value {
        let views = Side::BOTH.map(|side| net.features.view(rules, position, side));
        if self.snapshots.len() <= ply {
            let hidden = views.map(|view| net.hidden(rules, position, view));
            self.snapshots.resize(ply + 1, Snapshot { position: *position, views, hidden });
        }
        let near = self.nearest(position, ply);
        if near < ply {
            let (before, own) = self.snapshots.split_at_mut(ply);
            own[0].position = before[near].position;
            own[0].views = before[near].views;
            let size = net.file.hidden();
            for (own, before) in own[0].hidden.iter_mut().zip(&before[near].hidden) {
                own[..size].copy_from_slice(&before[..size]);
            }
        }
        let Accumulators { snapshots, of_views } = self;
        let own = &mut snapshots[ply];
        let changes = Changes::between(rules, &own.position, position);
        for (index, view) in views.into_iter().enumerate() {
            match &changes {
                Some(changes) if own.views[index] == view => {
                    changes.update(net, &mut own.hidden[index], view)
                }
                _ => own.hidden[index] = refreshed(of_views, net, rules, position, view),
            }
        }
        own.position = *position;
        own.views = views;
        let value = net.white_output(position, &own.hidden);
        debug_assert_eq!(value, net.value(rules, position), "an updated net says what a fresh one says");
        value
    }

    /// The ply of the kept position with the fewest differences.
    #[inline(always)]
    fn nearest(&self, position: &Position<S>, ply: usize) -> usize {
        let Some(before) = ply.checked_sub(1) else { return ply };
        let distance = |ply: usize| self.snapshots[ply].position.differing_cells(position).count();
        let from_before = distance(before);
        if from_before <= FEW || from_before <= distance(ply) { before } else { ply }
    }
}

/// The hidden layer in a view, made of the last one that was asked for here.
#[cold]
fn refreshed<S: Shape>(
    of_views: &mut [Option<(Position<S>, Hidden)>; View::COUNT],
    net: &Net,
    rules: &Rules<S>,
    position: &Position<S>,
    view: View,
) -> Hidden {
    let kept = &mut of_views[view.index()];
    let updated = kept.as_ref().and_then(|(before, hidden)| {
        let mut hidden = *hidden;
        Changes::between(rules, before, position)?.update(net, &mut hidden, view);
        Some(hidden)
    });
    let hidden = updated.unwrap_or_else(|| net.hidden(rules, position, view));
    *kept = Some((*position, hidden));
    hidden
}

/// The pieces that two positions do not have in common, as at most [`MANY`] of each position.
#[derive(Debug)]
struct Changes {
    added: PlacedPieces,
    removed: PlacedPieces,
}

impl Changes {
    /// The differences, unless there are too many.
    #[inline(always)]
    fn between<S: Shape>(rules: &Rules<S>, before: &Position<S>, after: &Position<S>) -> Option<Changes> {
        let cells = before.differing_cells(after);
        if cells.count() > MANY {
            return None;
        }
        let [added, removed] = [PlacedPieces::new(rules.ruleset().royal()); 2];
        let mut changes = Changes { added, removed };
        for cell in cells.cells() {
            if let Some((side, kind)) = before.piece_at(rules, cell) {
                changes.removed.push((side, kind, cell));
            }
            if let Some((side, kind)) = after.piece_at(rules, cell) {
                changes.added.push((side, kind, cell));
            }
        }
        Some(changes)
    }

    /// Updates a hidden layer.
    #[inline(always)]
    fn update(&self, net: &Net, hidden: &mut Hidden, view: View) {
        let row = |placed: &PlacedPiece| net.features.row(view, *placed);
        let (added, removed) = (self.added.as_slice(), self.removed.as_slice());
        let both = added.len().min(removed.len());
        for (more, less) in added.iter().zip(removed) {
            net.file.replace_row(hidden, row(less), row(more));
        }
        added[both..].iter().for_each(|more| net.file.add_row(hidden, row(more)));
        removed[both..].iter().for_each(|less| net.file.remove_row(hidden, row(less)));
    }
}

/// Some pieces on cells.
#[derive(Debug, Clone, Copy)]
struct PlacedPieces {
    list: [PlacedPiece; MANY as usize],
    length: usize,
}

impl PlacedPieces {
    #[inline(always)]
    fn new(any: PieceKind) -> PlacedPieces {
        PlacedPieces { list: [(Side::White, any, Cell::new(0)); MANY as usize], length: 0 }
    }

    #[inline(always)]
    fn push(&mut self, placed: PlacedPiece) {
        self.list[self.length] = placed;
        self.length += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[PlacedPiece] {
        &self.list[..self.length]
    }
}
