//! Late move reductions (LMR).

use rukh_rules::Position;
use rukh_rules::movegen::CheckInfo;
use rukh_rules::shape::Shape;

use super::node::NodeContext;
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
    /// `check_info` is computed when first needed.
    pub(super) fn reduction_or_bound(
        &self,
        position: &Position<S>,
        node: NodeContext,
        (scored, check_info): (ScoredMove, &mut Option<CheckInfo<S::Set>>),
        (move_count, best, alpha): (i32, Value, Value),
        (is_pv, tt_move_is_noisy): (bool, bool),
    ) -> Result<i32, Value> {
        if scored.is_tt_move_or_good_capture() || scored.mv.is_pass() {
            return Ok(0);
        }
        let is_lost = best <= -WIN_IN_MAX_PLY;
        if self.stack[node.ply].static_eval.is_none() {
            let is_late = scored.quiet && move_count > LMR_MIN_EVASIONS && node.depth > LMR_MIN_DEPTH;
            let may_reduce = is_late && !is_lost && !self.has_few_pieces(position, position.turn().other());
            return Ok(i32::from(may_reduce));
        }
        let history = if scored.quiet { Some(self.history_score(position, scored, node.ply)) } else { None };
        let reduction = self.reduction(node, history, move_count, (is_pv, tt_move_is_noisy));
        let check_info = check_info.get_or_insert_with(|| self.rules.checking(position));
        if self.rules.gives_check(position, check_info, scored.kind, scored.mv) {
            let may_reduce = reduction > 1 && !is_lost && !self.has_few_pieces(position, position.turn());
            return Ok(if may_reduce { reduction - 1 } else { 0 });
        }
        let late = (move_count, node.depth - reduction);
        let most = if is_lost {
            None
        } else {
            self.pruned_move_bound(position, node, (scored, history), late, alpha)
        };
        most.map_or(Ok(reduction), Err)
    }

    /// The late move reduction in plies: more in cut nodes, for quiet moves where the table move is noisy,
    /// and without improvement; less in PV nodes and by history.
    pub(super) fn reduction(
        &self,
        node: NodeContext,
        history: Option<i32>,
        move_count: i32,
        (is_pv, tt_move_is_noisy): (bool, bool),
    ) -> i32 {
        let depth = node.depth;
        if depth < LMR_MIN_DEPTH || move_count < 2 {
            return 0;
        }
        let product = log2(depth) * log2(move_count + 1) / 1024;
        let mut reduction = (900 + product * 210 / 1024) / 1024;
        reduction += i32::from(!node.improving) - i32::from(is_pv);
        reduction -= history.map_or(1, |history| history / HISTORY_PER_PLY);
        let reduction = reduction.clamp(0, depth - 1) + i32::from(self.stack[node.ply].is_cut_node);
        (reduction + i32::from(tt_move_is_noisy && history.is_some())).min(depth - 1)
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
    use crate::search::ScoredMove;
    use crate::search::fixture::Fixture;
    use crate::search::node::NodeContext;

    /// By how much less deep a quiet move between two cells is searched, the twentieth
    /// of a node of eight plies whose side stands so far above the window.
    fn reduction(fen: &str, [from, to]: [&str; 2], above: i32) -> Result<i32, i32> {
        let mut fixture = Fixture::named("shatranj");
        let ruleset = fixture.ruleset.clone();
        let game = Game::from_fen(ruleset.clone(), fen).unwrap();
        let position = game.position();
        let mut search = fixture.search(&[]);
        let in_check = search.rules.is_in_check(position, position.turn());
        search.stack[1].static_eval = (!in_check).then_some(0);
        let node = NodeContext { key: position.key(), depth: 8, ply: 1, improving: true };
        search.rules.legal_moves_into(position, &mut search.scratch);
        let range = search.score_moves(position, None, 1);
        let is_meant =
            |scored: &&ScoredMove| coordinate::format(&ruleset, scored.mv) == format!("{from}{to}");
        let scored = search.moves[range].iter().find(is_meant).copied().expect("a legal move");
        search.reduction_or_bound(position, node, (scored, &mut None), (20, -above, -above), (false, false))
    }

    #[test]
    fn late_checks_and_answers_are_searched_less_deep_but_where_few_men_give_check() {
        let many = "4k3/8/8/8/2r5/8/N4NER/R3K3 w - - 0 1";
        let quiet = reduction(many, ["h2", "h3"], 0).expect("it is searched");
        assert!(quiet > 1);
        assert_eq!(reduction(many, ["h2", "h8"], 0), Ok(quiet - 1), "a check");
        let few = "4k3/8/8/8/2r5/8/7R/R3K3 w - - 0 1";
        assert_eq!(reduction(few, ["h2", "h3"], 0), Ok(quiet));
        assert_eq!(reduction(few, ["h2", "h8"], 0), Ok(0));
        let checked = "4k3/8/8/8/8/7R/N4NER/R3K3 b - - 0 1".replacen("4k3", "4k2R", 1);
        assert_eq!(reduction(&checked, ["e8", "e7"], 0), Ok(1), "an answer to many men");
        assert_eq!(reduction("4k2R/8/8/8/8/8/8/R3K3 b - - 0 1", ["e8", "e7"], 0), Ok(0));
    }

    #[test]
    fn what_is_left_out_tells_how_much_it_could_have_brought() {
        let fen = "4k3/8/8/8/2r5/8/N4NER/R3K3 w - - 0 1";
        let most = reduction(fen, ["h2", "h3"], -3_000).expect_err("it is left out");
        assert!((1..3_000).contains(&most), "{most}");
        assert!(reduction(fen, ["h2", "h8"], -3_000).is_ok(), "a check never is");
    }

    #[test]
    fn logarithms_rise() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(8), 3 * 1024);
        assert_eq!(log2(12), 3 * 1024 + 512);
        assert!((1..200).all(|move_count| log2(move_count) < log2(move_count + 1)));
    }
}
