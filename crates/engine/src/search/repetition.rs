//! Repetitions: draws by the law, and moves that lead back to an earlier position.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rukh_rules::bits::CellSet;
use rukh_rules::hash;
use rukh_rules::movement::Mode;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Position, Side};

use super::Search;
use super::node::SetHasher;
use crate::score::Value;

/// Differences of position keys made by reversible moves, with their cells.
#[derive(Debug, Clone, Default)]
pub(super) struct ReversibleMoves(HashMap<u64, [Cell; 2], BuildHasherDefault<SetHasher>>);

impl ReversibleMoves {
    /// The reversible moves of a ruleset.
    pub(super) fn new(ruleset: &Ruleset) -> ReversibleMoves {
        let geometry = ruleset.geometry;
        let mut steps = ReversibleMoves::default();
        for side in Side::BOTH {
            for (kind, piece) in ruleset.kinds().zip(&ruleset.pieces) {
                if ruleset.pawns.has(kind) {
                    continue;
                }
                for from in geometry.all() {
                    let routes = piece.movement.routes(geometry, from, side);
                    for route in routes.iter().filter(|route| route.mode != Mode::Capture) {
                        for to in &route.steps[route.first_stop..] {
                            let step = hash::piece(side, kind, from) ^ hash::piece(side, kind, *to);
                            steps.0.insert(step, [from, *to]);
                        }
                    }
                }
            }
        }
        steps
    }
}

impl<S: Shape> Search<'_, S> {
    /// Whether a position is drawn by repetition, or repeats one of the line.
    pub(super) fn is_repeated(&self, position: &Position<S>, key: u64) -> bool {
        self.is_repetition_draw(key, self.reversible_plies(position))
    }

    /// Plies since the last irreversible move or null move.
    fn reversible_plies(&self, position: &Position<S>) -> usize {
        let plies = usize::from(position.halfmove_clock());
        self.null_moves.last().map_or(plies, |(_, before)| plies.min(self.path.len() - before))
    }

    /// Whether a key is drawn by repetition within the last reversible plies.
    fn is_repetition_draw(&self, key: u64, plies: usize) -> bool {
        let Some(times) = self.search_rules.repetition else { return false };
        let since = self.path.len() - plies.min(self.path.len());
        let mut seen = 0;
        for index in (since..self.path.len()).rev() {
            if self.path[index] == key {
                seen += 1;
                if index >= self.root_index || seen + 1 >= times {
                    return true;
                }
            }
        }
        false
    }

    /// A lower bound of the value: a draw, if the side to move can repeat a position. Such a move looks as bad as
    /// any other in a lost position and might be pruned.
    pub(super) fn upcoming_repetition_bound(
        &mut self,
        position: &Position<S>,
        alpha: Value,
    ) -> Option<Value> {
        let drawn = self.draw_value(position.turn());
        (alpha < drawn && self.has_upcoming_repetition(position)).then_some(drawn)
    }

    fn has_upcoming_repetition(&mut self, position: &Position<S>) -> bool {
        let plies = self.reversible_plies(position);
        if self.search_rules.repetition.is_none() || plies < 3 {
            return false;
        }
        let other_turn_key = position.key_of_other_turn();
        let mut back = 3;
        while back <= plies && self.root_index + back <= self.path.len() {
            let earlier = self.path[self.path.len() - back];
            let step = self.search_rules.reversible_moves.0.get(&(other_turn_key ^ earlier)).copied();
            if step.is_some_and(|step| self.is_reached_by_move(position, step, earlier)) {
                return true;
            }
            back += 2;
        }
        let reaches_game = plies >= self.path.len() - self.root_index;
        let count = if reaches_game { self.nearly_drawn_keys.len() } else { 0 };
        for index in 0..count {
            let earlier = self.nearly_drawn_keys[index];
            let step = self.search_rules.reversible_moves.0.get(&(other_turn_key ^ earlier)).copied();
            let repeats = |step| {
                self.is_repetition_draw(earlier, plies) && self.is_reached_by_move(position, step, earlier)
            };
            if step.is_some_and(repeats) {
                return true;
            }
        }
        false
    }

    /// Whether a legal move between two cells, in either direction, leads to a key.
    fn is_reached_by_move(&mut self, position: &Position<S>, [one, other]: [Cell; 2], key: u64) -> bool {
        let is_own = position.pieces_of_side(position.turn()).has(one);
        let (from, to) = if is_own { (one, other) } else { (other, one) };
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.legal_moves_into(position, &mut list);
        let mv = list.iter().find(|mv| (mv.from(), mv.to()) == (from, to)).copied();
        self.scratch = list;
        mv.is_some_and(|mv| {
            let next = self.rules.play(position, mv);
            // After an irreversible move no position recurs, even with an equal key.
            next.key() == key && next.halfmove_clock() > 0
        })
    }
}

/// Positions of a game that draw if they occur once more.
pub(super) fn nearly_drawn_keys(game: &[u64], repetition: Option<usize>) -> Vec<u64> {
    let Some(times) = repetition else { return Vec::new() };
    let mut sorted = game.to_vec();
    sorted.sort_unstable();
    let nearly_drawn = sorted.chunk_by(|one, other| one == other).filter(|same| same.len() + 1 >= times);
    nearly_drawn.map(|same| same[0]).collect()
}

#[cfg(test)]
mod tests {
    use rukh_rules::hash::SplitMix64;
    use rukh_rules::notation::coordinate;
    use rukh_rules::shape::Any;
    use rukh_rules::{Game, Position};

    use crate::search::fixture::Fixture;
    use crate::search::{Search, Window};
    use crate::transposition::{Bound, TtEntry};

    /// Random games of mostly reversible moves: the prediction agrees with trying every move.
    fn upcoming_repetitions_agree(id: &str, fen: &str) {
        let mut fixture = Fixture::named(id);
        let mut random = SplitMix64::new(7);
        let mut found = [0; 2];
        for round in 0..60 {
            let rules = &fixture.rules;
            let game = Game::from_fen(fixture.ruleset.clone(), fen).unwrap();
            let mut position = *game.position();
            let mut keys = vec![position.key()];
            let mut line = vec![position];
            let before = 1 + round % 30;
            for _ in 0..before + 12 {
                let moves = rules.legal_moves(&position);
                if moves.is_empty() || rules.outcome(&position).is_some() {
                    break;
                }
                // Every other round repeats an earlier position where it can.
                let back = moves
                    .iter()
                    .map(|mv| rules.play(&position, *mv))
                    .find(|next| keys.contains(&next.key()) && round % 2 == 0 && line.len() % 5 > 1);
                position = back.unwrap_or_else(|| rules.play(&position, moves[random.below(moves.len())]));
                keys.push(position.key());
                line.push(position);
            }
            let root = before.min(line.len() - 1);
            let mut search = fixture.search(&keys[..=root]);
            let rules = search.rules;
            for position in &line[root + 1..] {
                let predicted = search.has_upcoming_repetition(position);
                search.path.push(position.key());
                let tried = rules.legal_moves(position).into_iter().any(|mv| {
                    let next = rules.play(position, mv);
                    search.is_repeated(&next, next.key())
                });
                assert_eq!(predicted, tried, "{id}: {:?}", line.len());
                found[usize::from(predicted)] += 1;
            }
        }
        assert!(found[0] > 20 && found[1] > 20, "{id}: {found:?}");
    }

    #[test]
    fn upcoming_repetition_agrees_with_trying_every_move() {
        for (id, fen) in [
            ("shatranj", "r3k3/8/4f3/8/8/3N4/8/R3K3 w - - 0 1"),
            ("senterej", "r3k2n/8/4f3/8/8/3N4/8/R3K2E w - - 0 1"),
            ("mideast", "r3k5/10/4q5/10/10/10/10/3T6/10/R3K4B w - - 0 1"),
        ] {
            upcoming_repetitions_agree(id, fen);
        }
    }

    /// A search after moves of its line, in a position where Black's rook can capture White's.
    fn after_moves<'f>(fixture: &'f mut Fixture, moves: &[&str]) -> (Search<'f, Any>, Position<Any>) {
        let ruleset = fixture.ruleset.clone();
        let game = Game::from_fen(ruleset.clone(), "4k2n/8/8/8/r7/8/8/R3K3 b - - 0 1").unwrap();
        let mut position = *game.position();
        let mut search = fixture.search(&[]);
        let rules = search.rules;
        for text in moves {
            search.path.push(position.key());
            let has_text = |mv: &_| coordinate::format(&ruleset, *mv) == *text;
            let mv = rules.legal_moves(&position).into_iter().find(has_text).unwrap();
            position = rules.play(&position, mv);
        }
        (search, position)
    }

    #[test]
    fn repetition_does_not_reach_back_beyond_a_null_move() {
        let mut fixture = Fixture::named("shatranj");
        let (mut search, position) = after_moves(&mut fixture, &["e8d8", "a1a2", "d8e8"]);
        search.null_moves.push((position.key(), 0));
        assert!(search.has_upcoming_repetition(&position), "by a2a1");
        search.null_moves.push((position.key(), 1));
        assert!(!search.has_upcoming_repetition(&position));
        let (mut search, position) = after_moves(&mut fixture, &["e8d8", "a1a2", "d8e8", "a2a1"]);
        assert!(search.is_repeated(&position, position.key()));
        search.null_moves.push((position.key(), 1));
        assert!(!search.is_repeated(&position, position.key()));
    }

    #[test]
    fn repetition_at_depth_zero_is_a_draw_despite_captures() {
        let mut fixture = Fixture::named("shatranj");
        let (mut search, position) = after_moves(&mut fixture, &["e8d8", "a1a2", "d8e8", "a2a1"]);
        let window = Window::new(-2_000, 2_000);
        assert_eq!(search.negamax(&position, window, 0, 4), 0);
        search.path.clear();
        assert!(search.negamax(&position, window, 0, 4) > 200);
    }

    /// A draw by upcoming repetition raises alpha, but does not let the table cut off a node of an open window.
    #[test]
    fn upcoming_repetition_keeps_an_open_window_open() {
        let mut fixture = Fixture::named("shatranj");
        let (mut search, position) = after_moves(&mut fixture, &["e8d8", "a1a2", "d8e8"]);
        assert!(search.has_upcoming_repetition(&position), "by a2a1");
        // White can take a rook, whatever the table says.
        let wrong = TtEntry { mv: None, value: 0, depth: 20, bound: Bound::Upper };
        search.table.store(position.key(), 3, wrong);
        assert_eq!(search.negamax(&position, Window::above(0), 2, 3), 0);
        assert!(search.negamax(&position, Window::new(-1, 1), 2, 3) > 0);
    }
}
