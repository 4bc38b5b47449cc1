//! Extensions: singular, double and negative, check, and hindsight.

use rukh_rules::shape::Shape;
use rukh_rules::{Position, Side};

use super::node::NodeContext;
use super::{Search, Window};
use crate::score::{Value, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};

/// Reduction from which a move that improved its side's evaluation gets a ply back.
const HINDSIGHT_MIN_REDUCTION: i32 = 3;
/// Fewer pieces than this besides king and pawns: evasions of that side's checks are extended.
/// With few pieces, wins are long and consist of checks.
const CHECK_EXTENSION_PIECES: i32 = 3;
/// Depth from which the table move is tested for singularity.
const SINGULAR_MIN_DEPTH: i32 = 6;
/// Double extensions allowed on one line.
const MAX_DOUBLE_EXTENSIONS: u8 = 6;

impl<S: Shape> Search<'_, S> {
    /// The hindsight extension: one ply if the move that led here was much reduced yet improved its side.
    pub(super) fn hindsight_extension(&mut self, static_eval: Option<Value>, ply: usize) -> i32 {
        let Some(before) = ply.checked_sub(1).map(|before| &mut self.stack[before]) else { return 0 };
        let was_reduced = std::mem::take(&mut before.reduction) >= HINDSIGHT_MIN_REDUCTION;
        let has_improved =
            static_eval.zip(before.static_eval).is_some_and(|(static_eval, before)| static_eval + before < 0);
        i32::from(was_reduced && has_improved)
    }

    /// The extension of the table move, in plies: 1 or 2 if it is singular, -1 if others are as good.
    ///
    /// # Errors
    /// The value of a multi-cut: other moves reach beta too.
    pub(super) fn singular_extension(
        &mut self,
        position: &Position<S>,
        node: &NodeContext,
        tt_entry: TtEntry,
    ) -> Result<i32, Value> {
        let NodeContext { depth, ply, window, .. } = *node;
        let is_candidate = depth >= SINGULAR_MIN_DEPTH
            && ply > 0
            && self.stack[ply].excluded_move.is_none()
            && tt_entry.depth >= depth - 3
            && tt_entry.bound != Bound::Upper
            && tt_entry.value.abs() < WIN_IN_MAX_PLY
            // Bounds the length of a line.
            && ply < 2 * self.root_depth;
        if !is_candidate {
            return Ok(0);
        }
        let singular_beta = tt_entry.value - 2 * depth;
        self.stack[ply].excluded_move = tt_entry.mv;
        // The node pushes its own key once more, which only repetitions see.
        let own = self.path.pop();
        let value = self.negamax(position, Window::below(singular_beta), (depth - 1) / 2, ply);
        self.path.extend(own);
        self.stack[ply].excluded_move = None;
        if self.stopped {
            return Err(0);
        }
        Ok(match value {
            value if value < singular_beta => {
                let may_double =
                    !window.is_open() && self.stack[ply].double_extensions < MAX_DOUBLE_EXTENSIONS;
                1 + i32::from(may_double && value < singular_beta - self.margins.double_extension)
            }
            _ if singular_beta >= window.beta => return Err(singular_beta),
            _ if tt_entry.value >= window.beta => -1,
            _ => 0,
        })
    }

    /// Whether a side has so few pieces that evasions of its checks are extended.
    pub(super) fn has_few_pieces(&self, position: &Position<S>, side: Side) -> bool {
        self.pieces.non_pawn_count(self.rules, position, side) < CHECK_EXTENSION_PIECES
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::Game;

    use crate::search::Window;
    use crate::search::fixture::Fixture;
    use crate::transposition::{Bound, TtEntry};

    /// The value of a multi-cut comes from a reduced search.
    #[test]
    fn multicut_value_is_not_stored_at_full_depth() {
        let mut fixture = Fixture::named("shatranj");
        let fen = "3fk3/8/8/8/8/8/8/R2K3R w - - 0 1";
        let game = Game::from_fen(fixture.ruleset.clone(), fen).unwrap();
        let position = game.position();
        let mut search = fixture.search(&[]);
        search.root_depth = 10;
        let mv = search.rules.legal_moves(position).first().copied();
        let tt_entry = TtEntry { mv, value: 600, depth: 7, bound: Bound::Lower };
        search.table.store(position.key(), 1, tt_entry);
        assert_eq!(search.negamax(position, Window::below(100), 10, 1), 580, "the singular beta");
        let stored = search.table.probe(position.key(), 1).map(|tt_entry| (tt_entry.depth, tt_entry.value));
        assert_eq!(stored, Some((7, 600)));
    }
}
