//! A node of the search without a die.

use std::hash::{Hash, Hasher};

use rukh_rules::hash::mix;
use rukh_rules::movegen::Checking;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position, Side};

use super::prune::Here;
use super::{Aspects, Scored, Search, Stamp};
use crate::score::{INFINITE, MAX_PLY, Value, WIN, WIN_IN_SIGHT};
use crate::table::{Bound, Known};

/// From this depth on late moves are searched less deep.
const REDUCE_DEPTH: i32 = 2;
/// From this depth on a node without a move from the table is searched less deep.
const UNKNOWN_DEPTH: i32 = 4;
/// A move searched by so many plies less gets one back if it did its side good.
const MUCH_LESS: i32 = 3;
/// Checks by a side with fewer men besides king and pawns are looked into: the answers
/// a ply deeper. Where men are few, wins are long and made of checks.
const CHECK_MEN: i32 = 3;
/// Answers to a check after which quiet ones are searched a ply less deep.
const EVASIONS: i32 = 2;
/// From this depth on it is asked whether the table's move stands alone.
const SINGULAR_DEPTH: i32 = 6;
/// The most moves of a line that are searched two plies deeper.
const MOST_DOUBLED: u8 = 6;
/// Centipawns by which a late move must be better than others to be searched in full.
const HARDLY_BETTER: Value = 8;
/// Repute that makes a reduction one ply less or more.
const REPUTE_PLY: i32 = 9_000;

impl<S: Shape> Search<'_, S> {
    /// The value for the side to move.
    pub(super) fn node(
        &mut self,
        position: &Position<S>,
        mut depth: i32,
        mut alpha: Value,
        mut beta: Value,
        ply: usize,
    ) -> Value {
        self.clear_line(ply);
        if depth <= 0 {
            return self.quiescence(position, alpha, beta, ply, 0);
        }
        if self.count_node(ply) {
            return 0;
        }
        if let Some(over) = self.ending(position) {
            return self.outcome_value(over, position.turn(), ply);
        }
        let key = position.key();
        let excluded = self.stack[ply].excluded;
        if excluded.is_none() && self.is_repeated(position, key) {
            return self.drawn(position.turn());
        }
        if ply >= MAX_PLY {
            return self.value_without_search(position);
        }
        // No line from here ends sooner than the next ply.
        alpha = alpha.max(ply as Value - WIN);
        beta = beta.min(WIN - ply as Value - 1);
        let is_open = beta - alpha > 1;
        let least = if excluded.is_none() { self.least(position, alpha) } else { None };
        alpha = alpha.max(least.unwrap_or(alpha));
        if alpha >= beta {
            return alpha;
        }
        let table_key = self.table_key(position, key);
        let known = if excluded.is_none() { self.table.probe(table_key, ply) } else { None };
        if !is_open && let Some(value) = known.and_then(|known| known.settles(depth, alpha, beta)) {
            if value >= beta
                && let Some(chosen) = known.and_then(|known| known.chosen)
            {
                self.reward_known(position, chosen, depth, ply);
            }
            return value;
        }
        let in_check = self.rules.is_in_check(position, position.turn());
        let aspects = self.aspects(position, ply);
        let calm = if in_check { None } else { Some(self.calm(position, aspects, known, ply)) };
        self.stack[ply].calm = calm;
        if let Some(calm) = calm
            && excluded.is_none()
        {
            self.reward_outright(position.turn(), calm, ply);
        }
        if in_check {
            depth += i32::from(self.has_few_men(position, position.turn().other()));
        } else if depth >= UNKNOWN_DEPTH
            && excluded.is_none()
            && known.is_none_or(|known| known.chosen.is_none())
        {
            depth -= 1;
        }
        depth += self.amends(calm, ply);
        let here = Here { key, depth, ply, improving: self.is_improving(ply) };
        if !is_open
            && excluded.is_none()
            && let Some(calm) = calm
            && let Some(value) = self.without_moving(position, here, (alpha, beta), calm, known)
        {
            return value;
        }
        if self.stopped {
            return 0;
        }
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.legal_moves_into(position, &mut list);
        self.scratch = list;
        if Self::has_no_move(&self.scratch)
            && let Some(over) = self.rules.outcome(position)
        {
            return self.outcome_value(over, position.turn(), ply);
        }
        let range = self.rank_moves(position, known.and_then(|known| known.chosen), ply);
        let start = range.start;
        self.path.push(key);
        let (best, best_move) = self.best_of_moves(position, here, range, (alpha, beta), known);
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
            self.keep(table_key, ply, depth, best, best_move, (alpha, beta));
            self.learn(position, here, aspects, best_move, best, (alpha, beta));
            if best_move.is_none() {
                self.reward_unanswered(position.turn(), depth, ply);
            }
        }
        best.max(-INFINITE + 1)
    }

    /// A ply more where the move that led here was searched much less deep, yet
    /// seems to have done its side good.
    fn amends(&mut self, calm: Option<Value>, ply: usize) -> i32 {
        let Some(before) = ply.checked_sub(1).map(|before| &mut self.stack[before]) else { return 0 };
        let was_reduced = std::mem::take(&mut before.less) >= MUCH_LESS;
        let did_good = calm.zip(before.calm).is_some_and(|(calm, before)| calm + before < 0);
        i32::from(was_reduced && did_good)
    }

    /// Whether the side stands better than on its last turn without a check.
    fn is_improving(&self, ply: usize) -> bool {
        let before = |back: usize| ply.checked_sub(back).and_then(|earlier| self.stack[earlier].calm);
        let calm = self.stack[ply].calm;
        calm.is_some() && ply >= 2 && calm > before(2).or_else(|| before(4))
    }

    /// Searches the moves of a node, the likeliest first: the best value, and
    /// the move that brought it above `alpha`.
    fn best_of_moves(
        &mut self,
        position: &Position<S>,
        here: Here,
        range: std::ops::Range<usize>,
        (mut alpha, beta): (Value, Value),
        known: Option<Known>,
    ) -> (Value, Option<Move>) {
        let Here { depth, ply, .. } = here;
        let is_open = beta - alpha > 1;
        let in_check = self.stack[ply].calm.is_none();
        let excluded = self.stack[ply].excluded;
        let known_move = known.and_then(|known| known.chosen);
        let known_takes = known_move.is_some_and(|chosen| !self.is_quiet(position, chosen));
        let (start, end) = (range.start, range.end);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut number = 0;
        let mut checking = None;
        for index in start..end {
            // Once quiet moves are left out, the order of the rest is no matter.
            let is_late = !in_check && best > -WIN_IN_SIGHT && here.is_late(number);
            let scored = if is_late { self.moves[index] } else { self.pick(index, end) };
            let chosen = scored.chosen;
            if Some(chosen) == excluded {
                continue;
            }
            let so_far = (number, best, alpha);
            let less =
                match self.less(position, here, (scored, &mut checking), so_far, (is_open, known_takes)) {
                    Ok(less) => less,
                    Err(most) => {
                        best = best.max(most.min(WIN_IN_SIGHT - 1));
                        continue;
                    }
                };
            let more = match known {
                Some(known) if known_move == Some(chosen) => {
                    self.singular(position, here, known, (beta, is_open))
                }
                _ => Ok(0),
            };
            let more = match more {
                Ok(more) => more,
                Err(value) => return (value, None),
            };
            let next = self.rules.play_man(position, scored.kind, chosen);
            self.table.prefetch(next.key());
            self.stack[ply].made = self.stamp_of(scored);
            self.stack[ply].quiet = (scored.quiet && !chosen.is_pass()).then_some(chosen);
            self.stack[ply + 1].doubled = self.stack[ply].doubled + u8::from(more > 1);
            let depths = (depth - 1 + more, if number > 0 { Some(less) } else { None });
            let value = self.value_of_move(&next, depths, (alpha, beta), (best, ply));
            if self.stopped {
                break;
            }
            number += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(chosen);
                    self.adopt_line(ply, chosen);
                }
                if value >= beta {
                    self.reward(position, chosen, start..index, depth, ply);
                    break;
                }
            }
        }
        if number == 0 && excluded.is_some() {
            return (alpha, None);
        }
        // How far above the window is worth the less, the less deep it was found.
        if best > beta && best < WIN_IN_SIGHT && beta > -WIN_IN_SIGHT {
            best = (best * depth + beta) / (depth + 1);
        }
        (best, best_move)
    }

    /// By how many plies less a move is searched, the `number`th of its node; or,
    /// where it is not searched at all, the most it could bring. `checking` is asked
    /// for where it is needed first.
    fn less(
        &self,
        position: &Position<S>,
        here: Here,
        (scored, checking): (Scored, &mut Option<Checking<S::Set>>),
        (number, best, alpha): (i32, Value, Value),
        (is_open, known_takes): (bool, bool),
    ) -> Result<i32, Value> {
        if scored.is_good() || scored.chosen.is_pass() {
            return Ok(0);
        }
        let is_lost = best <= -WIN_IN_SIGHT;
        if self.stack[here.ply].calm.is_none() {
            let is_late = scored.quiet && number > EVASIONS && here.depth > REDUCE_DEPTH;
            let may_lessen = is_late && !is_lost && !self.has_few_men(position, position.turn().other());
            return Ok(i32::from(may_lessen));
        }
        let repute = if scored.quiet { Some(self.repute_of(position, scored, here.ply)) } else { None };
        let less = self.reduction(here, repute, number, (is_open, known_takes));
        let checking = checking.get_or_insert_with(|| self.rules.checking(position));
        if self.rules.gives_check(position, checking, scored.kind, scored.chosen) {
            let may_lessen = less > 1 && !is_lost && !self.has_few_men(position, position.turn());
            return Ok(if may_lessen { less - 1 } else { 0 });
        }
        let late = (number, here.depth - less);
        let most = if is_lost { None } else { self.hopeless(position, here, (scored, repute), late, alpha) };
        most.map_or(Ok(less), Err)
    }

    /// Whether a side has so few men besides king and pawns that its checks are looked into.
    fn has_few_men(&self, position: &Position<S>, side: Side) -> bool {
        self.evaluation.pieces(self.rules, position, side) < CHECK_MEN
    }

    /// The value of what follows a move, for the side that made it: the first of
    /// a node at once within the whole window, others less deep and within a
    /// null window until they prove better; the better, the deeper.
    fn value_of_move(
        &mut self,
        next: &Position<S>,
        (mut whole, less): (i32, Option<i32>),
        (alpha, beta): (Value, Value),
        (best, ply): (Value, usize),
    ) -> Value {
        let is_cut = self.stack[ply].is_cut;
        if let Some(less) = less {
            let shallow = whole - less;
            self.stack[ply].less = less;
            self.stack[ply + 1].is_cut = less > 0 || !is_cut;
            let mut value = -self.node(next, shallow, -alpha - 1, -alpha, ply + 1);
            self.stack[ply].less = 0;
            if value > alpha && less > 0 && !self.stopped {
                whole += i32::from(less > 1 && value > best + self.margins.better);
                whole -= i32::from(value < best + HARDLY_BETTER);
                if whole > shallow {
                    self.stack[ply + 1].is_cut = !is_cut;
                    value = -self.node(next, whole, -alpha - 1, -alpha, ply + 1);
                }
                if self.stopped {
                    return value;
                }
                self.reward_late(value > alpha, whole, ply);
            }
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
        }
        self.stack[ply + 1].is_cut = beta - alpha == 1 && !is_cut;
        -self.node(next, whole, -beta, -alpha, ply + 1)
    }

    /// Whether the table's move stands alone: by how many plies it is searched
    /// deeper, or a value at least `beta` that others bring as well.
    fn singular(
        &mut self,
        position: &Position<S>,
        here: Here,
        known: Known,
        (beta, is_open): (Value, bool),
    ) -> Result<i32, Value> {
        let Here { depth, ply, .. } = here;
        let asks = depth >= SINGULAR_DEPTH
            && ply > 0
            && self.stack[ply].excluded.is_none()
            && known.depth >= depth - 3
            && known.bound != Bound::Upper
            && known.value.abs() < WIN_IN_SIGHT
            // A line cannot grow for ever.
            && ply < 2 * self.root_depth;
        if !asks {
            return Ok(0);
        }
        let bar = known.value - 2 * depth;
        self.stack[ply].excluded = known.chosen;
        // The node pushes its own key once more, which only repetitions see.
        let own = self.path.pop();
        let value = self.node(position, (depth - 1) / 2, bar - 1, bar, ply);
        self.path.extend(own);
        self.stack[ply].excluded = None;
        if self.stopped {
            return Err(0);
        }
        Ok(match value {
            value if value < bar => {
                let doubles = !is_open && self.stack[ply].doubled < MOST_DOUBLED;
                1 + i32::from(doubles && value < bar - self.margins.alone)
            }
            _ if bar >= beta => return Err(bar),
            _ if known.value >= beta => -1,
            _ => 0,
        })
    }

    /// Puts a result into the table.
    pub(super) fn keep(
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
        self.table.store(key, ply, Known { chosen, value, depth, bound });
    }

    /// The value without search: the evaluation, corrected by how wrong it has
    /// been about such positions, and by what the table knows.
    pub(super) fn calm(
        &mut self,
        position: &Position<S>,
        aspects: Aspects,
        known: Option<Known>,
        ply: usize,
    ) -> Value {
        let plain = self.value_without_search(position);
        self.stack[ply].plain = plain;
        let value = plain + self.histories.correction(position.turn().index(), aspects);
        let value = value.clamp(-WIN_IN_SIGHT + 1, WIN_IN_SIGHT - 1);
        match known {
            Some(known) if known.value.abs() < WIN_IN_SIGHT => match known.bound {
                Bound::Exact => known.value,
                Bound::Lower => value.max(known.value),
                Bound::Upper => value.min(known.value),
            },
            _ => value,
        }
    }

    /// Learns how wrong the evaluation was, where the result is not a matter of captures.
    fn learn(
        &mut self,
        position: &Position<S>,
        here: Here,
        aspects: Aspects,
        best_move: Option<Move>,
        best: Value,
        (alpha, beta): (Value, Value),
    ) {
        let Some(calm) = self.stack[here.ply].calm else { return };
        let tells = best.abs() < WIN_IN_SIGHT
            && best_move.is_none_or(|chosen| self.is_quiet(position, chosen))
            && !(best >= beta && best <= calm)
            && !(best <= alpha && best >= calm);
        if tells {
            let error = best - self.stack[here.ply].plain;
            self.histories.correct(position.turn().index(), aspects, error, here.depth);
        }
    }

    /// What the evaluation may be wrong about here.
    pub(super) fn aspects(&self, position: &Position<S>, ply: usize) -> Aspects {
        let pawns = self.evaluation.pawns_of(self.rules, position);
        let of_side = |side| keyed(position.men_of_side(side) & !pawns);
        let last = if ply > 0 { self.stack[ply - 1].made } else { Stamp::NONE };
        Aspects([keyed(pawns), of_side(Side::White), of_side(Side::Black), last.key()])
    }

    /// By how much less a late move is searched; a quiet one has a repute. Where one
    /// good move will do, or the table's takes something, by more.
    fn reduction(
        &self,
        here: Here,
        repute: Option<i32>,
        number: i32,
        (is_open, known_takes): (bool, bool),
    ) -> i32 {
        let depth = here.depth;
        if depth < REDUCE_DEPTH || number < 2 {
            return 0;
        }
        let product = log2(depth) * log2(number + 1) / 1024;
        let mut less = (900 + product * 210 / 1024) / 1024;
        less += i32::from(!here.improving) - i32::from(is_open);
        less -= repute.map_or(1, |repute| repute / REPUTE_PLY);
        let less = less.clamp(0, depth - 1) + i32::from(self.stack[here.ply].is_cut);
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
fn keyed(set: impl Hash) -> u64 {
    let mut mixer = Mixer(0);
    set.hash(&mut mixer);
    mixer.0
}

/// Makes numbers of sets, the same on every machine.
#[derive(Debug, Clone, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
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

    use super::{Here, Scored, log2};
    use crate::search::fixture::Fixture;
    use crate::table::{Bound, Known};

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
        let known = Known { chosen, value: 600, depth: 7, bound: Bound::Lower };
        search.table.store(position.key(), 1, known);
        assert_eq!(search.node(position, 10, 99, 100, 1), 580, "the bar that others reach, too");
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
        search.stack[1].calm = (!in_check).then_some(0);
        let here = Here { key: position.key(), depth: 8, ply: 1, improving: true };
        search.rules.legal_moves_into(position, &mut search.scratch);
        let range = search.rank_moves(position, None, 1);
        let is_meant = |scored: &&Scored| coordinate::write(&ruleset, scored.chosen) == format!("{from}{to}");
        let scored = search.moves[range].iter().find(is_meant).copied().expect("a legal move");
        search.less(position, here, (scored, &mut None), (20, -above, -above), (false, false))
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
