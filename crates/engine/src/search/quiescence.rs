//! Quiescence search: captures and promotions; in check every move, so that a mate is seen.

use std::ops::Range;

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::{Search, Window};
use crate::score::{INFINITE, Value};
use crate::transposition::TtEntry;

/// Plies of quiescence in which checks are answered with every move.
const MAX_CHECK_PLIES: u32 = 6;
/// Pieces of a side up to which stalemate is tested.
const STALEMATE_MAX_PIECES: u32 = 4;

impl<S: Shape> Search<'_, S> {
    /// The value for the side to move once no capture is left to try.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<S>,
        mut window: Window,
        ply: usize,
        qs_ply: u32,
    ) -> Value {
        let key = position.key();
        // Below the first ply of quiescence every move captures or answers a check.
        let repetition_key = if qs_ply == 0 { Some(key) } else { None };
        if let Some(value) = self.enter(position, ply, repetition_key) {
            return value;
        }
        let is_pv = window.is_open();
        let repetition_bound =
            if qs_ply == 0 { self.upcoming_repetition_bound(position, window.alpha) } else { None };
        window = window.raised(repetition_bound.unwrap_or(window.alpha));
        if window.is_empty() {
            return window.alpha;
        }
        let table_key = self.tt_key(position, key);
        let tt_entry = self.table.probe(table_key, ply);
        if !is_pv && let Some(value) = tt_entry.and_then(|tt_entry| tt_entry.cutoff_value(0, window)) {
            return value;
        }
        let Window { mut alpha, beta } = window;
        let in_check = qs_ply < MAX_CHECK_PLIES && self.rules.is_in_check(position, position.turn());
        let mut best = -INFINITE;
        if !in_check {
            let correction_keys = self.correction_keys(position, ply);
            best = self.static_eval(position, correction_keys, tt_entry, ply);
            if best >= beta {
                return self.stalemate_value(position, ply).unwrap_or(best);
            }
        }
        let static_eval = best;
        alpha = alpha.max(best);
        let mut list = std::mem::take(&mut self.scratch);
        if in_check {
            self.rules.legal_moves_into(position, &mut list);
        } else {
            self.rules.captures_into(position, &mut list);
        }
        self.scratch = list;
        if Self::has_only_pass(&self.scratch)
            && (in_check || self.may_be_stalemate(position))
            && let Some(over) = self.rules.outcome(position)
        {
            return self.outcome_value(over, position.turn(), ply);
        }
        let tt_move = tt_entry.and_then(|tt_entry| tt_entry.mv);
        let mut best_move = None;
        let range = if in_check {
            self.score_moves(position, tt_move, ply)
        } else {
            self.score_captures(position, alpha - static_eval, tt_move, ply)
        };
        for index in range.clone() {
            let scored = self.pick_best(index, range.end);
            let mv = scored.mv;
            self.stack[ply].piece_to = self.scored_piece_to(scored);
            let next = self.rules.play_piece(position, scored.kind, mv);
            self.table.prefetch(next.key());
            let value = -self.quiescence(&next, Window::new(alpha, beta).negated(), ply + 1, qs_ply + 1);
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = Some(mv);
                self.update_pv(ply, mv);
                if value >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(range.start);
        if self.stopped {
            return 0;
        }
        if let Some(repetition_bound) = repetition_bound
            && best_move.is_none()
        {
            return best.max(repetition_bound);
        }
        let best = best.max(-INFINITE + 1);
        let bound = window.bound_of(best);
        self.table.store(table_key, ply, TtEntry { mv: best_move, value: best, depth: 0, bound });
        best
    }

    /// The value of a stalemate, where it ends the game and pieces are few.
    pub(super) fn stalemate_value(&self, position: &Position<S>, ply: usize) -> Option<Value> {
        let over = self.may_be_stalemate(position).then(|| self.rules.outcome(position))?;
        over.map(|over| self.outcome_value(over, position.turn(), ply))
    }

    /// Whether a side has so few pieces that stalemate is tested, where it ends the game.
    fn may_be_stalemate(&self, position: &Position<S>) -> bool {
        self.search_rules.stalemate_ends
            && position.pieces_of_side(position.turn()).count() <= STALEMATE_MAX_PIECES
    }

    /// Scores the captures and promotions in `scratch` that do not lose material and that gain nearly `wanted`
    /// (delta pruning) or give check, and appends them to `moves`.
    pub(super) fn score_captures(
        &mut self,
        position: &Position<S>,
        wanted: Value,
        tt_move: Option<Move>,
        ply: usize,
    ) -> Range<usize> {
        let start = self.moves.len();
        if self.scratch.is_empty() {
            return start..start;
        }
        let context = self.ordering_context(position, tt_move, ply);
        let mut check_info = None;
        for index in 0..self.scratch.len() {
            let mv = self.scratch[index];
            let ends = context.may_bare_king && self.rules.is_capture(position, mv);
            if !ends {
                let mover = context.mover(mv);
                let gain = self.pieces.capture_gain_of(mv, mover, self.victim(position, mv));
                if gain + self.margins.delta < wanted {
                    // A check may mate.
                    let check_info = check_info.get_or_insert_with(|| self.rules.checking(position));
                    if !self.rules.gives_check(position, check_info, mover, mv) {
                        continue;
                    }
                }
            }
            let scored = self.score_move(position, &context, mv);
            if ends || !scored.is_bad_capture() {
                self.moves.push(scored);
            }
        }
        start..self.moves.len()
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::{Event, Game};

    use crate::score::WIN_IN_MAX_PLY;
    use crate::search::Window;
    use crate::search::fixture::Fixture;

    /// White, more than a queen behind, mates by capturing a bishop.
    #[test]
    fn quiescence_capture_that_mates_escapes_delta_pruning() {
        let mut fixture = Fixture::named("mideast");
        let fen = "c4vh3/rn5b1k/pv3Q4/7P2/1p1pP5/7P2/5P4/1Pq1t2VP1/1N1V1K2N1/C6H2 w - - 5 50";
        let mut game = Game::from_fen(fixture.ruleset.clone(), fen).unwrap();
        for mv in ["f8j4", "h9j7"] {
            game.apply(Event::Move { mv: mv.parse().expect("coordinates") }, None).unwrap();
        }
        let mut search = fixture.search(&[]);
        assert!(search.evaluation.value(search.rules, game.position()) < -1_000, "far behind");
        assert!(search.quiescence(game.position(), Window::above(100), 1, 0) > WIN_IN_MAX_PLY);
    }
}
