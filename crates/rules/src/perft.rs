//! Perft: the number of leaf nodes of the move tree to a depth.
//!
//! It compares two move generators, or one with itself after a change: where counts differ, [`divide`]
//! shows below which move. It says nothing of results: a law that only draws or wins games changes no
//! count with [`Scope::MovesOnly`].
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::perft::{Scope, divide, perft};
//! use rukh_rules::{Game, Ruleset};
//!
//! let shatranj = Arc::new(Ruleset::named("shatranj")?);
//! let start = *Game::new(shatranj.clone()).position();
//! assert_eq!(perft(&shatranj, &start, 3, Scope::AllLaws), 4176);
//! let rows = divide(&shatranj, &start, 3, Scope::AllLaws);
//! assert_eq!(rows.len(), 16);
//! assert_eq!(rows.iter().map(|(_, leaves)| leaves).sum::<u64>(), 4176);
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```

use std::sync::Arc;

use crate::geometry::Side;
use crate::law::PassLaw;
use crate::moves::Move;
use crate::play::{CountersOnly, PiecesOnly};
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::shape::{Any, Shape};

mod counter;
mod walk;

pub use crate::scope::Scope;
pub use counter::{PerftCounter, PerftNode, PerftVisitor, UNVISITED_DEPTH, Visit};

/// Counts the leaves `depth` plies below a position.
///
/// Without a die, the number of move sequences. With a die, the sum over all
/// faces, unweighted, of the moves each allows; a turn without a move is one
/// pass and counts one. In the werera both sides' moves are counted from every
/// position, each a ply.
#[must_use]
pub fn perft(ruleset: &Arc<Ruleset>, position: &Position<Any>, depth: u32, scope: Scope) -> u64 {
    divide(ruleset, position, depth, scope).into_iter().map(|(_, nodes)| nodes).sum()
}

/// As [`perft`], for each first move with the face it needs (0 without a die).
#[must_use]
pub fn divide(
    ruleset: &Arc<Ruleset>,
    position: &Position<Any>,
    depth: u32,
    scope: Scope,
) -> Vec<((u8, Move), u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let counter = PerftCounter::new(ruleset, position, scope);
    let children = counter.children(position).into_iter();
    children.map(|(row, next)| (row, counter.perft(&next, depth - 1))).collect()
}

impl<S: Shape> Rules<S> {
    /// The rules and a position as a count of this scope needs them.
    #[must_use]
    pub fn for_counting(
        ruleset: &Arc<Ruleset>,
        position: &Position<Any>,
        scope: Scope,
    ) -> (Rules<S>, Position<S>) {
        let mut rules = Rules::<S>::compile(ruleset.clone());
        let wide = Rules::<Any>::compile(ruleset.clone());
        let position = position.reshape(&wide, &rules);
        if scope == Scope::MovesOnly
            && !rules.laws.has_die
            && rules.is_king_attacked(&position, position.turn().other())
        {
            // No game comes to this; asked for its moves, the king can be taken,
            // and the others of its side play on.
            rules.laws.king_capturable = true;
        }
        (rules, position)
    }

    /// Leaves below each first move, with the face it needs.
    #[must_use]
    pub fn divide(&self, position: &Position<S>, depth: u32, scope: Scope) -> Vec<((u8, Move), u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let children = self.children(position, scope).into_iter();
        children.map(|(row, next)| (row, self.perft(&next, depth - 1, scope))).collect()
    }

    /// Every position a ply further, with the move that leads there and the face it needs.
    #[must_use]
    pub fn children(&self, position: &Position<S>, scope: Scope) -> Vec<((u8, Move), Position<S>)> {
        if self.is_finished(position, scope) {
            return Vec::new();
        }
        let mut children = Vec::new();
        if position.phase() == Phase::Werera {
            for side in Side::BOTH {
                let moves = self.werera_moves(position, side).into_iter();
                children.extend(moves.map(|mv| ((0, mv), self.werera_play(position, side, mv))));
            }
            return children;
        }
        let mut in_turn = |face, thrown: &Position<S>| {
            let moves = self.legal_moves(thrown).into_iter();
            children.extend(moves.map(|mv| ((face, mv), self.play(thrown, mv))));
        };
        if !self.laws.has_die || position.state.throw() > 0 {
            in_turn(position.state.throw(), position);
        } else {
            for face in 1..=self.ruleset.faces() {
                in_turn(face, &self.throw(position, face));
            }
        }
        children
    }

    /// [`Rules::perft`].
    pub(crate) fn count_leaves(&self, position: &Position<S>, depth: u32, scope: Scope) -> u64 {
        if depth == 0 {
            return 1;
        }
        let passes = S::GENERAL && self.ruleset.has_passes();
        if position.phase() == Phase::Werera || self.laws.has_die || passes {
            return self.perft_rich(position, depth, scope);
        }
        match scope {
            Scope::AllLaws => self.walk::<CountersOnly, true>(position, depth),
            Scope::MovesOnly => self.walk::<PiecesOnly, true>(position, depth),
        }
    }

    /// As [`Rules::perft`], but every leaf is played to, not only counted: what
    /// making moves costs. The same count; only games without dice and passes
    /// are walked so, the others counted as they always are.
    #[must_use]
    pub fn perft_to_leaves(&self, position: &Position<S>, depth: u32, scope: Scope) -> u64 {
        if depth == 0 {
            return 1;
        }
        let passes = S::GENERAL && self.ruleset.has_passes();
        if position.phase() == Phase::Werera || self.laws.has_die || passes {
            return self.perft(position, depth, scope);
        }
        match scope {
            Scope::AllLaws => self.walk::<CountersOnly, false>(position, depth),
            Scope::MovesOnly => self.walk::<PiecesOnly, false>(position, depth),
        }
    }

    #[inline(always)]
    fn is_finished(&self, position: &Position<S>, scope: Scope) -> bool {
        match scope {
            Scope::AllLaws => self.outcome(position).is_some(),
            Scope::MovesOnly => {
                let is_gone = |side: Side| position.king(side).is_none();
                // By the law: `for_counting` lets a king be captured that plays on.
                let ends = self.ruleset.is_king_capturable();
                position.phase() == Phase::Claimed || (ends && Side::BOTH.into_iter().any(is_gone))
            }
        }
    }

    fn perft_rich(&self, position: &Position<S>, depth: u32, scope: Scope) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_finished(position, scope) {
            return 0;
        }
        if position.phase() == Phase::Werera
            || (depth > 1 && !self.laws.has_die)
            || position.state.throw() > 0
        {
            return self.divide(position, depth, scope).into_iter().map(|(_, nodes)| nodes).sum();
        }
        let faces = self.ruleset.faces().max(1);
        (1..=faces)
            .map(|face| self.perft_face(position, if self.laws.has_die { face } else { 0 }, depth, scope))
            .sum()
    }

    fn perft_face(&self, position: &Position<S>, face: u8, depth: u32, scope: Scope) -> u64 {
        let thrown = self.throw(position, face);
        let bulk = depth == 1 && matches!(self.ruleset.laws.pass.law, PassLaw::Never | PassLaw::Forced);
        if bulk {
            let moves = self.count_turn(&thrown, thrown.turn(), self.movable_slots(&thrown, face));
            let forced = self.ruleset.laws.pass.law == PassLaw::Forced;
            return if forced { moves.max(1) } else { moves };
        }
        let moves = self.legal_moves(&thrown);
        moves.into_iter().map(|mv| self.perft(&self.play(&thrown, mv), depth - 1, scope)).sum()
    }
}
