//! Late move reductions (LMR).

use rukh_rules::Position;
use rukh_rules::shape::Shape;

use super::futility::PruningCandidate;
use super::node::{MoveLoop, NodeContext};
use super::{ScoredMove, Search};
use crate::score::{Value, WIN_IN_MAX_PLY};

/// Depth from which late moves are reduced.
const LMR_MIN_DEPTH: i32 = 2;
/// Check evasions after which quiet ones are reduced by a ply.
const LMR_MIN_EVASIONS: i32 = 2;
/// History score that changes a reduction by one ply.
const HISTORY_PER_PLY: i32 = 9_000;

impl<S: Shape> Search<'_, S> {
    /// Plies by which a move is reduced; or, where it is pruned, an upper bound of its value.
    pub(super) fn reduction_or_bound(
        &self,
        position: &Position<S>,
        node: &NodeContext,
        scored: ScoredMove,
        state: &mut MoveLoop<S::Set>,
    ) -> Result<i32, Value> {
        if scored.is_tt_move_or_good_capture() || scored.mv.is_pass() {
            return Ok(0);
        }
        let is_lost = state.best <= -WIN_IN_MAX_PLY;
        if self.stack[node.ply].static_eval.is_none() {
            let is_late = scored.quiet && state.move_count > LMR_MIN_EVASIONS && node.depth > LMR_MIN_DEPTH;
            let may_reduce = is_late && !is_lost && !self.has_few_pieces(position, position.turn().other());
            return Ok(i32::from(may_reduce));
        }
        let history = if scored.quiet { Some(self.history_score(position, scored, node.ply)) } else { None };
        let reduction = self.reduction(node, history, state);
        let check_info = state.check_info.get_or_insert_with(|| self.rules.checking(position));
        if self.rules.gives_check(position, check_info, scored.kind, scored.mv) {
            let may_reduce = reduction > 1 && !is_lost && !self.has_few_pieces(position, position.turn());
            return Ok(if may_reduce { reduction - 1 } else { 0 });
        }
        if is_lost {
            return Ok(reduction);
        }
        let candidate = PruningCandidate {
            scored,
            history,
            move_count: state.move_count,
            reduced_depth: node.depth - reduction,
            alpha: state.alpha,
        };
        self.pruned_move_bound(position, node, candidate).map_or(Ok(reduction), Err)
    }

    /// The late move reduction in plies: more in cut nodes, for quiet moves where the table move is noisy,
    /// and without improvement; less in PV nodes and by history.
    pub(super) fn reduction(
        &self,
        node: &NodeContext,
        history: Option<i32>,
        state: &MoveLoop<S::Set>,
    ) -> i32 {
        let (depth, move_count) = (node.depth, state.move_count);
        if depth < LMR_MIN_DEPTH || move_count < 2 {
            return 0;
        }
        let product = log2(depth) * log2(move_count + 1) / 1024;
        let mut reduction = (900 + product * 210 / 1024) / 1024;
        reduction += i32::from(!node.improving) - i32::from(node.window.is_open());
        reduction -= history.map_or(1, |history| history / HISTORY_PER_PLY);
        let reduction = reduction.clamp(0, depth - 1) + i32::from(self.stack[node.ply].is_cut_node);
        (reduction + i32::from(state.tt_move_is_noisy && history.is_some())).min(depth - 1)
    }
}

/// Base-2 logarithm in 1024ths, linear between powers of two.
fn log2(number: i32) -> i32 {
    let number = number.max(1);
    let exponent = number.ilog2();
    let fraction = ((number - (1 << exponent)) << 10) >> exponent;
    (exponent as i32) * 1024 + fraction
}

#[cfg(test)]
mod tests {
    use rukh_rules::Game;
    use rukh_rules::notation::coordinate;

    use super::log2;
    use crate::search::fixture::Fixture;
    use crate::search::node::{MoveLoop, NodeContext};
    use crate::search::{ScoredMove, Window};

    /// The reduction of a quiet move, the twentieth of a node of depth 8 with a static evaluation of 0 and
    /// `alpha` at `-above`.
    fn reduction(fen: &str, [from, to]: [&str; 2], above: i32) -> Result<i32, i32> {
        let mut fixture = Fixture::named("shatranj");
        let ruleset = fixture.ruleset.clone();
        let game = Game::from_fen(ruleset.clone(), fen).unwrap();
        let position = game.position();
        let mut search = fixture.search(&[]);
        let in_check = search.rules.is_in_check(position, position.turn());
        search.stack[1].static_eval = (!in_check).then_some(0);
        let node = NodeContext {
            key: position.key(),
            window: Window::above(-above),
            depth: 8,
            ply: 1,
            improving: true,
            tt_entry: None,
            correction_keys: search.correction_keys(position, 1),
        };
        search.rules.legal_moves_into(position, &mut search.scratch);
        let range = search.score_moves(position, None, 1);
        let has_name =
            |scored: &&ScoredMove| coordinate::format(&ruleset, scored.mv) == format!("{from}{to}");
        let scored = search.moves[range].iter().find(has_name).copied().expect("a legal move");
        let mut state = MoveLoop::new(-above);
        (state.best, state.move_count) = (-above, 20);
        search.reduction_or_bound(position, &node, scored, &mut state)
    }

    #[test]
    fn reduction_checks_and_evasions_are_less_reduced_unless_pieces_are_few() {
        let many = "4k3/8/8/8/2r5/8/N4NER/R3K3 w - - 0 1";
        let quiet = reduction(many, ["h2", "h3"], 0).expect("the move is searched");
        assert!(quiet > 1);
        assert_eq!(reduction(many, ["h2", "h8"], 0), Ok(quiet - 1), "a check");
        let few = "4k3/8/8/8/2r5/8/7R/R3K3 w - - 0 1";
        assert_eq!(reduction(few, ["h2", "h3"], 0), Ok(quiet));
        assert_eq!(reduction(few, ["h2", "h8"], 0), Ok(0));
        let checked = "4k3/8/8/8/8/7R/N4NER/R3K3 b - - 0 1".replacen("4k3", "4k2R", 1);
        assert_eq!(
            reduction(&checked, ["e8", "e7"], 0),
            Ok(1),
            "an evasion where the opponent has many pieces"
        );
        assert_eq!(reduction("4k2R/8/8/8/8/8/8/R3K3 b - - 0 1", ["e8", "e7"], 0), Ok(0));
    }

    #[test]
    fn pruned_move_returns_an_upper_bound() {
        let fen = "4k3/8/8/8/2r5/8/N4NER/R3K3 w - - 0 1";
        let most = reduction(fen, ["h2", "h3"], -3_000).expect_err("the move is pruned");
        assert!((1..3_000).contains(&most), "{most}");
        assert!(reduction(fen, ["h2", "h8"], -3_000).is_ok(), "checks are never pruned");
    }

    #[test]
    fn log2_is_monotonic() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(8), 3 * 1024);
        assert_eq!(log2(12), 3 * 1024 + 512);
        assert!((1..200).all(|move_count| log2(move_count) < log2(move_count + 1)));
    }
}
