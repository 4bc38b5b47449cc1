//! A node of the search without a die.

use std::hash::{Hash, Hasher};

use rukh_rules::hash::mix;
use rukh_rules::movegen::CheckInfo;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position, Side};

use super::futility::NodeContext;
use super::{CorrectionKeys, PieceTo, ScoredMove, Search};
use crate::score::{INFINITE, MAX_PLY, Value, WIN, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};

/// From this depth on late moves are searched less deep.
const LMR_MIN_DEPTH: i32 = 2;
/// From this depth on a node without a move from the table is searched less deep.
const IIR_MIN_DEPTH: i32 = 4;
/// A move searched by so many plies less gets one back if it did its side good.
const HINDSIGHT_MIN_REDUCTION: i32 = 3;
/// Checks by a side with fewer men besides king and pawns are looked into: the answers
/// a ply deeper. Where men are few, wins are long and made of checks.
const CHECK_EXTENSION_MEN: i32 = 3;
/// Answers to a check after which quiet ones are searched a ply less deep.
const LMR_MIN_EVASIONS: i32 = 2;
/// From this depth on it is asked whether the table's move stands alone.
const SINGULAR_MIN_DEPTH: i32 = 6;
/// The most moves of a line that are searched two plies deeper.
const MAX_DOUBLE_EXTENSIONS: u8 = 6;
/// Centipawns by which a late move must be better than others to be searched in full.
const SHALLOWER_MARGIN: Value = 8;
/// Repute that makes a reduction one ply less or more.
const HISTORY_PER_PLY: i32 = 9_000;

impl<S: Shape> Search<'_, S> {
    /// The value for the side to move.
    pub(super) fn negamax(
        &mut self,
        position: &Position<S>,
        mut depth: i32,
        mut alpha: Value,
        mut beta: Value,
        ply: usize,
    ) -> Value {
        self.clear_pv(ply);
        if depth <= 0 {
            return self.quiescence(position, alpha, beta, ply, 0);
        }
        if self.count_node(ply) {
            return 0;
        }
        if let Some(over) = self.outcome_before_moves(position) {
            return self.outcome_value(over, position.turn(), ply);
        }
        let key = position.key();
        let excluded = self.stack[ply].excluded_move;
        if excluded.is_none() && self.is_repeated(position, key) {
            return self.draw_value(position.turn());
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        // No line from here ends sooner than the next ply.
        alpha = alpha.max(ply as Value - WIN);
        beta = beta.min(WIN - ply as Value - 1);
        let is_open = beta - alpha > 1;
        let least = if excluded.is_none() { self.upcoming_repetition_bound(position, alpha) } else { None };
        alpha = alpha.max(least.unwrap_or(alpha));
        if alpha >= beta {
            return alpha;
        }
        let table_key = self.tt_key(position, key);
        let known = if excluded.is_none() { self.table.probe(table_key, ply) } else { None };
        if !is_open && let Some(value) = known.and_then(|known| known.cutoff_value(depth, alpha, beta)) {
            if value >= beta
                && let Some(chosen) = known.and_then(|known| known.chosen)
            {
                self.update_tt_move_history(position, chosen, depth, ply);
            }
            return value;
        }
        let in_check = self.rules.is_in_check(position, position.turn());
        let aspects = self.correction_keys(position, ply);
        let calm = if in_check { None } else { Some(self.static_eval(position, aspects, known, ply)) };
        self.stack[ply].static_eval = calm;
        if let Some(calm) = calm
            && excluded.is_none()
        {
            self.update_static_eval_history(position.turn(), calm, ply);
        }
        if in_check {
            depth += i32::from(self.has_few_pieces(position, position.turn().other()));
        } else if depth >= IIR_MIN_DEPTH
            && excluded.is_none()
            && known.is_none_or(|known| known.chosen.is_none())
        {
            depth -= 1;
        }
        depth += self.hindsight_extension(calm, ply);
        let here = NodeContext { key, depth, ply, improving: self.is_improving(ply) };
        if !is_open
            && excluded.is_none()
            && let Some(calm) = calm
            && let Some(value) = self.prune_before_moves(position, here, (alpha, beta), calm, known)
        {
            return value;
        }
        if self.stopped {
            return 0;
        }
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.legal_moves_into(position, &mut list);
        self.scratch = list;
        if Self::has_only_pass(&self.scratch)
            && let Some(over) = self.rules.outcome(position)
        {
            return self.outcome_value(over, position.turn(), ply);
        }
        let range = self.score_moves(position, known.and_then(|known| known.chosen), ply);
        let start = range.start;
        self.path.push(key);
        let (best, best_move) = self.search_moves(position, here, range, (alpha, beta), known);
        self.path.pop();
        self.moves.truncate(start);
        if self.stopped {
            return 0;
        }
        if best_move.is_none() && best >= beta && excluded.is_none() {
            // Several moves are that good, says half a search: it is kept nowhere.
            return best;
        }
        if let Some(least) = least
            && best_move.is_none()
        {
            return best.max(least);
        }
        if excluded.is_none() {
            self.store(table_key, ply, depth, best, best_move, (alpha, beta));
            self.update_correction_history(position, here, aspects, best_move, best, (alpha, beta));
            if best_move.is_none() {
                self.update_fail_low_history(position.turn(), depth, ply);
            }
        }
        best.max(-INFINITE + 1)
    }

    /// A ply more where the move that led here was searched much less deep, yet
    /// seems to have done its side good.
    fn hindsight_extension(&mut self, calm: Option<Value>, ply: usize) -> i32 {
        let Some(before) = ply.checked_sub(1).map(|before| &mut self.stack[before]) else { return 0 };
        let was_reduced = std::mem::take(&mut before.reduction) >= HINDSIGHT_MIN_REDUCTION;
        let did_good = calm.zip(before.static_eval).is_some_and(|(calm, before)| calm + before < 0);
        i32::from(was_reduced && did_good)
    }

    /// Whether the side stands better than on its last turn without a check.
    fn is_improving(&self, ply: usize) -> bool {
        let before = |back: usize| ply.checked_sub(back).and_then(|earlier| self.stack[earlier].static_eval);
        let calm = self.stack[ply].static_eval;
        calm.is_some() && ply >= 2 && calm > before(2).or_else(|| before(4))
    }

    /// Searches the moves of a node, the likeliest first: the best value, and
    /// the move that brought it above `alpha`.
    fn search_moves(
        &mut self,
        position: &Position<S>,
        here: NodeContext,
        range: std::ops::Range<usize>,
        (mut alpha, beta): (Value, Value),
        known: Option<TtEntry>,
    ) -> (Value, Option<Move>) {
        let NodeContext { depth, ply, .. } = here;
        let is_open = beta - alpha > 1;
        let in_check = self.stack[ply].static_eval.is_none();
        let excluded = self.stack[ply].excluded_move;
        let known_move = known.and_then(|known| known.chosen);
        let known_takes = known_move.is_some_and(|chosen| !self.is_quiet(position, chosen));
        let (start, end) = (range.start, range.end);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut number = 0;
        let mut checking = None;
        for index in start..end {
            // Once quiet moves are left out, the order of the rest is no matter.
            let is_late = !in_check && best > -WIN_IN_MAX_PLY && here.is_late_move(number);
            let scored = if is_late { self.moves[index] } else { self.pick_best(index, end) };
            let chosen = scored.chosen;
            if Some(chosen) == excluded {
                continue;
            }
            let so_far = (number, best, alpha);
            let less = match self.reduction_or_bound(
                position,
                here,
                (scored, &mut checking),
                so_far,
                (is_open, known_takes),
            ) {
                Ok(less) => less,
                Err(most) => {
                    best = best.max(most.min(WIN_IN_MAX_PLY - 1));
                    continue;
                }
            };
            let more = match known {
                Some(known) if known_move == Some(chosen) => {
                    self.singular_extension(position, here, known, (beta, is_open))
                }
                _ => Ok(0),
            };
            let more = match more {
                Ok(more) => more,
                Err(value) => return (value, None),
            };
            let next = self.rules.play_piece(position, scored.kind, chosen);
            self.table.prefetch(next.key());
            self.stack[ply].piece_to = self.scored_piece_to(scored);
            self.stack[ply].quiet_move = (scored.quiet && !chosen.is_pass()).then_some(chosen);
            self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions + u8::from(more > 1);
            let depths = (depth - 1 + more, if number > 0 { Some(less) } else { None });
            let value = self.search_move(&next, depths, (alpha, beta), (best, ply));
            if self.stopped {
                break;
            }
            number += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(chosen);
                    self.update_pv(ply, chosen);
                }
                if value >= beta {
                    self.update_histories(position, chosen, start..index, depth, ply);
                    break;
                }
            }
        }
        if number == 0 && excluded.is_some() {
            return (alpha, None);
        }
        // How far above the window is worth the less, the less deep it was found.
        if best > beta && best < WIN_IN_MAX_PLY && beta > -WIN_IN_MAX_PLY {
            best = (best * depth + beta) / (depth + 1);
        }
        (best, best_move)
    }

    /// By how many plies less a move is searched, the `number`th of its node; or,
    /// where it is not searched at all, the most it could bring. `checking` is asked
    /// for where it is needed first.
    fn reduction_or_bound(
        &self,
        position: &Position<S>,
        here: NodeContext,
        (scored, checking): (ScoredMove, &mut Option<CheckInfo<S::Set>>),
        (number, best, alpha): (i32, Value, Value),
        (is_open, known_takes): (bool, bool),
    ) -> Result<i32, Value> {
        if scored.is_tt_move_or_good_capture() || scored.chosen.is_pass() {
            return Ok(0);
        }
        let is_lost = best <= -WIN_IN_MAX_PLY;
        if self.stack[here.ply].static_eval.is_none() {
            let is_late = scored.quiet && number > LMR_MIN_EVASIONS && here.depth > LMR_MIN_DEPTH;
            let may_lessen = is_late && !is_lost && !self.has_few_pieces(position, position.turn().other());
            return Ok(i32::from(may_lessen));
        }
        let repute = if scored.quiet { Some(self.history_score(position, scored, here.ply)) } else { None };
        let less = self.reduction(here, repute, number, (is_open, known_takes));
        let checking = checking.get_or_insert_with(|| self.rules.checking(position));
        if self.rules.gives_check(position, checking, scored.kind, scored.chosen) {
            let may_lessen = less > 1 && !is_lost && !self.has_few_pieces(position, position.turn());
            return Ok(if may_lessen { less - 1 } else { 0 });
        }
        let late = (number, here.depth - less);
        let most = if is_lost {
            None
        } else {
            self.pruned_move_bound(position, here, (scored, repute), late, alpha)
        };
        most.map_or(Ok(less), Err)
    }

    /// Whether a side has so few men besides king and pawns that its checks are looked into.
    fn has_few_pieces(&self, position: &Position<S>, side: Side) -> bool {
        self.evaluation.non_pawn_count(self.rules, position, side) < CHECK_EXTENSION_MEN
    }

    /// The value of what follows a move, for the side that made it: the first of
    /// a node at once within the whole window, others less deep and within a
    /// null window until they prove better; the better, the deeper.
    fn search_move(
        &mut self,
        next: &Position<S>,
        (mut whole, less): (i32, Option<i32>),
        (alpha, beta): (Value, Value),
        (best, ply): (Value, usize),
    ) -> Value {
        let is_cut = self.stack[ply].is_cut_node;
        if let Some(less) = less {
            let shallow = whole - less;
            self.stack[ply].reduction = less;
            self.stack[ply + 1].is_cut_node = less > 0 || !is_cut;
            let mut value = -self.negamax(next, shallow, -alpha - 1, -alpha, ply + 1);
            self.stack[ply].reduction = 0;
            if value > alpha && less > 0 && !self.stopped {
                whole += i32::from(less > 1 && value > best + self.margins.deeper_search);
                whole -= i32::from(value < best + SHALLOWER_MARGIN);
                if whole > shallow {
                    self.stack[ply + 1].is_cut_node = !is_cut;
                    value = -self.negamax(next, whole, -alpha - 1, -alpha, ply + 1);
                }
                if self.stopped {
                    return value;
                }
                self.update_late_move_history(value > alpha, whole, ply);
            }
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
        }
        self.stack[ply + 1].is_cut_node = beta - alpha == 1 && !is_cut;
        -self.negamax(next, whole, -beta, -alpha, ply + 1)
    }

    /// Whether the table's move stands alone: by how many plies it is searched
    /// deeper, or a value at least `beta` that others bring as well.
    fn singular_extension(
        &mut self,
        position: &Position<S>,
        here: NodeContext,
        known: TtEntry,
        (beta, is_open): (Value, bool),
    ) -> Result<i32, Value> {
        let NodeContext { depth, ply, .. } = here;
        let asks = depth >= SINGULAR_MIN_DEPTH
            && ply > 0
            && self.stack[ply].excluded_move.is_none()
            && known.depth >= depth - 3
            && known.bound != Bound::Upper
            && known.value.abs() < WIN_IN_MAX_PLY
            // A line cannot grow for ever.
            && ply < 2 * self.root_depth;
        if !asks {
            return Ok(0);
        }
        let bar = known.value - 2 * depth;
        self.stack[ply].excluded_move = known.chosen;
        // The node pushes its own key once more, which only repetitions see.
        let own = self.path.pop();
        let value = self.negamax(position, (depth - 1) / 2, bar - 1, bar, ply);
        self.path.extend(own);
        self.stack[ply].excluded_move = None;
        if self.stopped {
            return Err(0);
        }
        Ok(match value {
            value if value < bar => {
                let doubles = !is_open && self.stack[ply].double_extensions < MAX_DOUBLE_EXTENSIONS;
                1 + i32::from(doubles && value < bar - self.margins.double_extension)
            }
            _ if bar >= beta => return Err(bar),
            _ if known.value >= beta => -1,
            _ => 0,
        })
    }

    /// Puts a result into the table.
    pub(super) fn store(
        &mut self,
        key: u64,
        ply: usize,
        depth: i32,
        value: Value,
        chosen: Option<Move>,
        (alpha, beta): (Value, Value),
    ) {
        let bound = match value {
            value if value >= beta => Bound::Lower,
            value if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(key, ply, TtEntry { chosen, value, depth, bound });
    }

    /// The value without search: the evaluation, corrected by how wrong it has
    /// been about such positions, and by what the table knows.
    pub(super) fn static_eval(
        &mut self,
        position: &Position<S>,
        aspects: CorrectionKeys,
        known: Option<TtEntry>,
        ply: usize,
    ) -> Value {
        let plain = self.evaluate(position);
        self.stack[ply].raw_eval = plain;
        let value = plain + self.histories.correction(position.turn().index(), aspects);
        let value = value.clamp(-WIN_IN_MAX_PLY + 1, WIN_IN_MAX_PLY - 1);
        match known {
            Some(known) if known.value.abs() < WIN_IN_MAX_PLY => match known.bound {
                Bound::Exact => known.value,
                Bound::Lower => value.max(known.value),
                Bound::Upper => value.min(known.value),
            },
            _ => value,
        }
    }

    /// Learns how wrong the evaluation was, where the result is not a matter of captures.
    fn update_correction_history(
        &mut self,
        position: &Position<S>,
        here: NodeContext,
        aspects: CorrectionKeys,
        best_move: Option<Move>,
        best: Value,
        (alpha, beta): (Value, Value),
    ) {
        let Some(calm) = self.stack[here.ply].static_eval else { return };
        let tells = best.abs() < WIN_IN_MAX_PLY
            && best_move.is_none_or(|chosen| self.is_quiet(position, chosen))
            && !(best >= beta && best <= calm)
            && !(best <= alpha && best >= calm);
        if tells {
            let error = best - self.stack[here.ply].raw_eval;
            self.histories.update_correction(position.turn().index(), aspects, error, here.depth);
        }
    }

    /// What the evaluation may be wrong about here.
    pub(super) fn correction_keys(&self, position: &Position<S>, ply: usize) -> CorrectionKeys {
        let pawns = self.evaluation.pawns_of(self.rules, position);
        let of_side = |side| set_key(position.pieces_of_side(side) & !pawns);
        let last = if ply > 0 { self.stack[ply - 1].piece_to } else { PieceTo::NONE };
        CorrectionKeys([set_key(pawns), of_side(Side::White), of_side(Side::Black), last.key()])
    }

    /// By how much less a late move is searched; a quiet one has a repute. Where one
    /// good move will do, or the table's takes something, by more.
    fn reduction(
        &self,
        here: NodeContext,
        repute: Option<i32>,
        number: i32,
        (is_open, known_takes): (bool, bool),
    ) -> i32 {
        let depth = here.depth;
        if depth < LMR_MIN_DEPTH || number < 2 {
            return 0;
        }
        let product = log2(depth) * log2(number + 1) / 1024;
        let mut less = (900 + product * 210 / 1024) / 1024;
        less += i32::from(!here.improving) - i32::from(is_open);
        less -= repute.map_or(1, |repute| repute / HISTORY_PER_PLY);
        let less = less.clamp(0, depth - 1) + i32::from(self.stack[here.ply].is_cut_node);
        (less + i32::from(known_takes && repute.is_some())).min(depth - 1)
    }
}

/// The logarithm to the base of two in 1024ths, in whole numbers.
fn log2(number: i32) -> i32 {
    let number = number.max(1);
    let whole = number.ilog2();
    let part = ((number - (1 << whole)) << 10) >> whole;
    (whole as i32) * 1024 + part
}

/// A number for a set.
fn set_key(set: impl Hash) -> u64 {
    let mut mixer = SetHasher(0);
    set.hash(&mut mixer);
    mixer.0
}

/// Makes numbers of sets, the same on every machine.
#[derive(Debug, Clone, Default)]
pub(super) struct SetHasher(u64);

impl Hasher for SetHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
    fn write_u128(&mut self, words: u128) {
        self.write_u64(words as u64);
        self.write_u64((words >> 64) as u64);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::Game;
    use rukh_rules::notation::coordinate;

    use super::{NodeContext, ScoredMove, log2};
    use crate::search::fixture::Fixture;
    use crate::transposition::{Bound, TtEntry};

    /// That several moves are good enough is found by half a search, and is not
    /// told as if it were a whole one.
    #[test]
    fn what_half_a_search_says_is_not_kept_as_a_whole_one() {
        let mut fixture = Fixture::named("shatranj");
        let fen = "3fk3/8/8/8/8/8/8/R2K3R w - - 0 1";
        let game = Game::from_fen(fixture.ruleset.clone(), fen).unwrap();
        let position = game.position();
        let mut search = fixture.search(&[]);
        search.root_depth = 10;
        let chosen = search.rules.legal_moves(position).first().copied();
        let known = TtEntry { chosen, value: 600, depth: 7, bound: Bound::Lower };
        search.table.store(position.key(), 1, known);
        assert_eq!(search.negamax(position, 10, 99, 100, 1), 580, "the bar that others reach, too");
        let kept = search.table.probe(position.key(), 1).map(|known| (known.depth, known.value));
        assert_eq!(kept, Some((7, 600)));
    }

    /// By how much less deep a quiet move between two cells is searched, the twentieth
    /// of a node of eight plies whose side stands so far above the window.
    fn less(fen: &str, [from, to]: [&str; 2], above: i32) -> Result<i32, i32> {
        let mut fixture = Fixture::named("shatranj");
        let ruleset = fixture.ruleset.clone();
        let game = Game::from_fen(ruleset.clone(), fen).unwrap();
        let position = game.position();
        let mut search = fixture.search(&[]);
        let in_check = search.rules.is_in_check(position, position.turn());
        search.stack[1].static_eval = (!in_check).then_some(0);
        let here = NodeContext { key: position.key(), depth: 8, ply: 1, improving: true };
        search.rules.legal_moves_into(position, &mut search.scratch);
        let range = search.score_moves(position, None, 1);
        let is_meant =
            |scored: &&ScoredMove| coordinate::format(&ruleset, scored.chosen) == format!("{from}{to}");
        let scored = search.moves[range].iter().find(is_meant).copied().expect("a legal move");
        search.reduction_or_bound(position, here, (scored, &mut None), (20, -above, -above), (false, false))
    }

    #[test]
    fn late_checks_and_answers_are_searched_less_deep_but_where_few_men_give_check() {
        let many = "4k3/8/8/8/2r5/8/N4NER/R3K3 w - - 0 1";
        let quiet = less(many, ["h2", "h3"], 0).expect("it is searched");
        assert!(quiet > 1);
        assert_eq!(less(many, ["h2", "h8"], 0), Ok(quiet - 1), "a check");
        let few = "4k3/8/8/8/2r5/8/7R/R3K3 w - - 0 1";
        assert_eq!(less(few, ["h2", "h3"], 0), Ok(quiet));
        assert_eq!(less(few, ["h2", "h8"], 0), Ok(0));
        let checked = "4k3/8/8/8/8/7R/N4NER/R3K3 b - - 0 1".replacen("4k3", "4k2R", 1);
        assert_eq!(less(&checked, ["e8", "e7"], 0), Ok(1), "an answer to many men");
        assert_eq!(less("4k2R/8/8/8/8/8/8/R3K3 b - - 0 1", ["e8", "e7"], 0), Ok(0));
    }

    #[test]
    fn what_is_left_out_tells_how_much_it_could_have_brought() {
        let fen = "4k3/8/8/8/2r5/8/N4NER/R3K3 w - - 0 1";
        let most = less(fen, ["h2", "h3"], -3_000).expect_err("it is left out");
        assert!((1..3_000).contains(&most), "{most}");
        assert!(less(fen, ["h2", "h8"], -3_000).is_ok(), "a check never is");
    }

    #[test]
    fn logarithms_rise() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(8), 3 * 1024);
        assert_eq!(log2(12), 3 * 1024 + 512);
        assert!((1..200).all(|number| log2(number) < log2(number + 1)));
    }
}
