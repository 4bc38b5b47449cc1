//! Search with a die (expectimax): a turn is worth the mean of the best moves over the faces.
//!
//! Values are expected results scaled to [-WIN, WIN]. A turn's value is the mean
//! rounded down, always from the thrower's side, so that windows can be cut in
//! whole numbers (Ballard's Star1, after a probe of each face's first move as in
//! Star2) without changing the result.

use rukh_rules::hash::mix;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::history_update::Cutoff;
use super::{PieceTo, Search, Window};
use crate::score::{INFINITE, Value, WIN, expected_result};
use crate::transposition::TtEntry;

/// Maximum number of faces of a die.
const MAX_FACES: usize = 20;
/// Depth from which each face's first move is probed before the rest.
const STAR2_MIN_DEPTH: i32 = 2;

/// The moves of a throw.
#[derive(Debug, Clone, Copy, Default)]
struct Throw {
    /// Face of the die; 0 for all faces without a move.
    face: u8,
    /// Number of faces with these moves.
    weight: Value,
    /// Indices of its moves.
    start: usize,
    end: usize,
    /// Lower bound of its value.
    least: Value,
}

/// The throws of a turn.
struct Throws {
    list: [Throw; MAX_FACES + 1],
    length: usize,
}

/// A turn: a position before a throw, and how it is searched.
struct Turn<'p, S: Shape> {
    position: &'p Position<S>,
    window: Window,
    /// Depth in turns.
    depth: i32,
    ply: usize,
}

/// Bounds of the mean while the throws of a turn are searched one by one.
struct MeanBounds {
    faces: Value,
    /// Window of the turn.
    window: Window,
    /// Weighted sum of the values of the throws searched.
    sum: Value,
    /// Weighted sums of the bounds of the others.
    least: Value,
    most: Value,
}

impl MeanBounds {
    /// The window of a throw: with a value outside, the mean is outside the window of the turn.
    fn window_of(&self, throw: &Throw) -> Window {
        let others_most = self.most - throw.weight * WIN;
        let others_least = self.least - throw.weight * throw.least;
        let room = self.window.alpha * self.faces + self.faces - 1 - self.sum - others_most;
        let need = self.window.beta * self.faces - self.sum - others_least;
        let low = room.div_euclid(throw.weight);
        let high = (need + throw.weight - 1).div_euclid(throw.weight);
        Window::new(low.max(-WIN - 1), high.min(WIN + 1))
    }
}

impl<S: Shape> Search<'_, S> {
    /// The expected result for the side about to throw.
    pub(super) fn expectimax(
        &mut self,
        position: &Position<S>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Value {
        let key = position.key();
        if let Some(value) = self.enter(position, ply, Some(key)) {
            return value;
        }
        // No mean lies beyond a certain win or loss.
        if window.alpha >= WIN || window.beta <= -WIN {
            return if window.alpha >= WIN { WIN } else { -WIN };
        }
        if depth <= 0 {
            return self.static_expectation(position, window.beta, ply);
        }
        let table_key = self.turn_key(position, key);
        let tt_entry = self.table.probe_deep(table_key, 0, depth);
        let is_of_depth = |tt_entry: &TtEntry| !self.limits.exact_depth || tt_entry.depth == depth;
        let usable = tt_entry.filter(is_of_depth);
        if let Some(value) = usable.and_then(|tt_entry| tt_entry.cutoff_value(depth, window)) {
            return value;
        }
        let first = self.moves.len();
        let mut throws = self.throws(position, tt_entry.and_then(|tt_entry| tt_entry.mv), ply);
        if throws.list[..throws.length].iter().all(|throw| throw.face == 0)
            && let Some(over) = self.rules.outcome(position)
        {
            return self.outcome_value(over, position.turn(), ply);
        }
        self.path.push(key);
        let (value, mv) = self.mean_over_throws(&Turn { position, window, depth, ply }, &mut throws);
        self.path.pop();
        self.moves.truncate(first);
        if self.stopped {
            return 0;
        }
        self.table.store(table_key, 0, TtEntry { mv, value, depth, bound: window.bound_of(value) });
        value
    }

    /// The table key of a turn. Its value depends on the halfmove clock, by which evaluations fade toward a draw,
    /// and turns that differ in nothing else are met: with the same pawn moved a turn earlier or later.
    #[inline]
    fn turn_key(&self, position: &Position<S>, key: u64) -> u64 {
        match self.search_rules.move_limit {
            u16::MAX => key,
            _ => key ^ mix(u64::from(position.halfmove_clock()) | 1 << 48),
        }
    }

    /// The throws of a turn; faces without a move are one throw, of face 0.
    fn throws(&mut self, position: &Position<S>, tt_move: Option<Move>, ply: usize) -> Throws {
        let mut throws = Throws { list: [Throw::default(); MAX_FACES + 1], length: 0 };
        let mut without_move = 0;
        for face in 1..=self.search_rules.die_faces.min(MAX_FACES as u8) {
            let thrown = self.rules.throw(position, face);
            let mut list = std::mem::take(&mut self.scratch);
            self.rules.legal_moves_into(&thrown, &mut list);
            self.scratch = list;
            if Self::has_only_pass(&self.scratch) {
                without_move += 1;
                continue;
            }
            let range = self.score_moves(&thrown, tt_move, ply);
            throws.list[throws.length] =
                Throw { face, weight: 1, start: range.start, end: range.end, least: -WIN };
            throws.length += 1;
        }
        if without_move > 0 {
            throws.list[throws.length] =
                Throw { face: 0, weight: without_move, start: 0, end: 0, least: -WIN };
            throws.length += 1;
        }
        throws
    }

    /// The mean over the throws, or a bound of it outside the window; with the
    /// best move of the throw that decided it.
    fn mean_over_throws(&mut self, turn: &Turn<'_, S>, throws: &mut Throws) -> (Value, Option<Move>) {
        let faces = Value::from(self.search_rules.die_faces);
        let Window { alpha, beta } = turn.window;
        let mut bounds =
            MeanBounds { faces, window: turn.window, sum: 0, least: -WIN * faces, most: WIN * faces };
        if turn.depth >= STAR2_MIN_DEPTH
            && beta < WIN
            && let Some(value) = self.star2_probe(turn, throws, &mut bounds)
        {
            return (value, None);
        }
        let mut best = None;
        for index in 0..throws.length {
            let throw = throws.list[index];
            let window = bounds.window_of(&throw);
            let (value, mv) = self.search_throw(turn, &throw, window);
            if self.stopped {
                return (0, None);
            }
            best = best.or(mv);
            bounds.least -= throw.weight * throw.least;
            bounds.most -= throw.weight * WIN;
            bounds.sum += throw.weight * value;
            if value <= window.alpha {
                return ((bounds.sum + bounds.most).div_euclid(faces).min(alpha), best);
            }
            if value >= window.beta {
                return ((bounds.sum + bounds.least).div_euclid(faces).max(beta), mv);
            }
        }
        (bounds.sum.div_euclid(faces), best)
    }

    /// Searches the first move of each throw only; a lower bound of the mean, if it reaches beta.
    fn star2_probe(
        &mut self,
        turn: &Turn<'_, S>,
        throws: &mut Throws,
        bounds: &mut MeanBounds,
    ) -> Option<Value> {
        let beta = turn.window.beta;
        for index in 0..throws.length {
            let throw = throws.list[index];
            let high = bounds.window_of(&throw).beta;
            let low = (beta - WIN / 4).max(-WIN - 1).min(high - 1);
            let value = self.search_first_move(turn, &throw, Window::new(low, high));
            if self.stopped {
                return Some(0);
            }
            if value <= low {
                continue;
            }
            throws.list[index].least = value;
            bounds.least += throw.weight * (value - throw.least);
            if bounds.least >= beta * bounds.faces {
                return Some(bounds.least.div_euclid(bounds.faces).max(beta));
            }
        }
        None
    }

    /// The value of a throw's first move.
    fn search_first_move(&mut self, turn: &Turn<'_, S>, throw: &Throw, window: Window) -> Value {
        let ply = turn.ply;
        let scored = (throw.face > 0).then(|| self.pick_best(throw.start, throw.end));
        let mv = scored.map_or(Move::PASS, |scored| scored.mv);
        self.stack[ply].piece_to = scored.map_or(PieceTo::NONE, |scored| self.scored_piece_to(scored));
        let thrown = self.rules.throw(turn.position, throw.face);
        let next = self.rules.play(&thrown, mv);
        -self.expectimax(&next, window.negated(), turn.depth - 1, ply + 1)
    }

    /// The value of a throw's best move, and that move if it raises alpha.
    fn search_throw(&mut self, turn: &Turn<'_, S>, throw: &Throw, window: Window) -> (Value, Option<Move>) {
        let Turn { depth, ply, .. } = *turn;
        let mut best = self.search_first_move(turn, throw, window);
        if throw.face == 0 || self.stopped {
            return (best, None);
        }
        let thrown = self.rules.throw(turn.position, throw.face);
        let mut best_move = (best > window.alpha).then(|| self.moves[throw.start].mv);
        let Window { mut alpha, beta } = window.raised(best);
        let mut tried = throw.start;
        for index in throw.start + 1..throw.end {
            if best >= beta.min(WIN) || self.stopped {
                break;
            }
            tried = index;
            let scored = self.pick_best(index, throw.end);
            let mv = scored.mv;
            self.stack[ply].piece_to = self.scored_piece_to(scored);
            let next = self.rules.play(&thrown, mv);
            let mut value = -self.expectimax(&next, Window::above(alpha).negated(), depth - 1, ply + 1);
            if value > alpha && value < beta {
                value = -self.expectimax(&next, Window::new(alpha, beta).negated(), depth - 1, ply + 1);
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                }
            }
        }
        if best >= beta
            && let Some(mv) = best_move
        {
            self.update_histories(&thrown, Cutoff { mv, tried: throw.start..tried, depth, ply });
        }
        (best.max(-INFINITE), best_move)
    }

    /// The value of a turn without search: the best capture of each face. From `beta` on it is a lower bound.
    pub(super) fn static_expectation(&mut self, position: &Position<S>, beta: Value, ply: usize) -> Value {
        let side = position.turn();
        let static_eval = self.evaluate(position, ply);
        let loses = self.search_rules.one_throw && self.rules.is_king_attacked(position, side);
        let wins = self.search_rules.one_throw && self.rules.is_king_attacked(position, side.other());
        let faces = Value::from(self.search_rules.die_faces);
        let (mut sum, mut moved) = (0, wins);
        // A side whose king cannot be captured need not capture.
        let least = if loses && !wins { -WIN } else { expected_result(static_eval) };
        for face in 1..=self.search_rules.die_faces {
            let at_least = sum + least * (faces - Value::from(face) + 1);
            if moved && at_least >= beta * faces {
                return at_least.div_euclid(faces);
            }
            let thrown = self.rules.throw(position, face);
            let mut list = std::mem::take(&mut self.scratch);
            self.rules.legal_moves_into(&thrown, &mut list);
            let only_passes = Self::has_only_pass(&list);
            moved |= !only_passes;
            sum += match only_passes {
                _ if wins => WIN,
                true if loses => -WIN,
                _ => list
                    .iter()
                    .map(|mv| self.capture_outlook(&thrown, *mv, static_eval))
                    .max()
                    .unwrap_or(expected_result(static_eval)),
            };
            self.scratch = list;
        }
        if !moved && let Some(over) = self.rules.outcome(position) {
            return self.outcome_value(over, side, ply);
        }
        sum.div_euclid(faces.max(1))
    }

    /// The expected result after a move, by what it captures and risks.
    fn capture_outlook(&self, thrown: &Position<S>, mv: Move, static_eval: Value) -> Value {
        if self.rules.takes_king(thrown, mv) {
            return WIN;
        }
        let gain = self.pieces.capture_gain(self.rules, thrown, mv);
        if gain == 0 {
            return expected_result(static_eval);
        }
        let risk = self.pieces.value_on(self.rules, thrown, mv.from()).min(1_000);
        expected_result(static_eval + (gain - risk / Value::from(self.search_rules.die_faces)).max(0))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::hash::SplitMix64;
    use rukh_rules::shape::{Any, Shape};
    use rukh_rules::{Event, Game, Node, Position, Rules, Ruleset};

    use crate::evaluation::Evaluation;
    use crate::limits::SearchLimits;
    use crate::score::{INFINITE, Value};
    use crate::search::{Histories, Search, SearchContext, SearchRules, Window};
    use crate::transposition::TranspositionTable;

    /// Expectimax by its definition: no window, no table, no move ordering; gives up after `left` turns.
    fn reference<S: Shape>(
        search: &mut Search<'_, S>,
        position: &Position<S>,
        depth: i32,
        left: &mut u32,
    ) -> Option<Value> {
        *left = left.checked_sub(1)?;
        if let Some(over) = search.rules.outcome(position) {
            return Some(search.outcome_value(over, position.turn(), 0));
        }
        if depth == 0 {
            return Some(search.static_expectation(position, INFINITE, 0));
        }
        let faces = search.search_rules.die_faces;
        let mut sum = 0;
        for face in 1..=faces {
            let thrown = search.rules.throw(position, face);
            let mut best = -INFINITE;
            for mv in search.rules.legal_moves(&thrown) {
                let next = search.rules.play(&thrown, mv);
                best = best.max(-reference(search, &next, depth - 1, left)?);
            }
            sum += best;
        }
        Some(sum.div_euclid(Value::from(faces)))
    }

    /// The position after a random game, before a throw; `None` where the game was over or the die thrown.
    fn random_turn(ruleset: &Arc<Ruleset>, events: usize, seed: u64) -> Option<Game> {
        let mut dice = SplitMix64::new(seed);
        let mut game = Game::new(ruleset.clone());
        for _ in 0..60 + dice.below(events) {
            match game.node() {
                Node::Chance(faces) => {
                    let face = faces[dice.below(faces.len())].number;
                    game.apply(Event::Throw { face }, None).expect("a face of the die");
                }
                Node::Choice(_) => {
                    let moves = game.legal_moves();
                    let mv = moves[dice.below(moves.len())];
                    game.play(mv, None).expect("a legal move");
                }
                Node::Over(_) | Node::Werera(_) => return None,
            }
        }
        matches!(game.node(), Node::Chance(_)).then_some(game)
    }

    /// Compares both after a random game, a turn deeper where moves are few; the depth, or `None` where the game
    /// was over or the die thrown.
    fn compared_depth(id: &str, depth: i32, seed: u64) -> Option<i32> {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let rules = Rules::<Any>::compile(ruleset.clone());
        let (evaluation, search_rules) = (Evaluation::new(&ruleset), SearchRules::new(&ruleset));
        let game = random_turn(&ruleset, 1_000, seed)?;
        let Node::Chance(faces) = game.node() else { return None };
        let count = |number| rules.legal_moves(&rules.throw(game.position(), number)).len();
        let depth = if faces.iter().map(|face| count(face.number)).sum::<usize>() < 24 { 3 } else { depth };
        let table = TranspositionTable::new(1 << 12);
        let mut histories = Histories::new(ruleset.pieces.len(), ruleset.geometry.cells());
        let context = SearchContext {
            rules: &rules,
            evaluation: &evaluation,
            search_rules: &search_rules,
            table: &table,
            endings: None,
        };
        let mut search = Search::new(context, &mut histories, SearchLimits::depth(99), &[]);
        let expected = reference(&mut search, game.position(), depth, &mut { u32::MAX })?;
        let found = search.expectimax(game.position(), Window::FULL, depth, 0);
        assert_eq!(found, expected, "{id} at depth {depth}: {}", game.fen());
        for window in
            [Window::new(expected - 40, expected + 40), Window::above(expected), Window::below(expected)]
        {
            let table = TranspositionTable::new(1 << 12);
            let context = SearchContext { table: &table, ..context };
            let mut search = Search::new(context, &mut histories, SearchLimits::depth(99), &[]);
            let bounded = search.expectimax(game.position(), window, depth, 0);
            assert_eq!(
                window.bound_of(bounded),
                window.bound_of(expected),
                "{id}: {bounded} for {expected} in {window:?}"
            );
        }
        Some(depth)
    }

    #[test]
    fn expectimax_agrees_with_its_definition() {
        let mut deep = 0;
        for id in rukh_rules::catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            if !ruleset.has_die() {
                continue;
            }
            let depths: Vec<i32> =
                (1..60).filter_map(|seed| compared_depth(id, 1 + (seed % 2) as i32, seed)).collect();
            assert!(depths.len() >= 8 && depths.contains(&2), "{id}: {depths:?}");
            deep += depths.iter().filter(|depth| **depth == 3).count();
        }
        assert!(deep >= 10, "{deep} deep enough for a probe below the root");
    }

    /// A random position of few pieces before a throw, with a halfmove clock of any length: each side has its king
    /// and a pawn, Black another piece. `None` where no such position may stand.
    fn random_ending(ruleset: &Arc<Ruleset>, random: &mut SplitMix64) -> Option<Game> {
        let geometry = ruleset.geometry;
        let royal = ruleset.royal();
        let others: Vec<char> = ruleset
            .pieces
            .iter()
            .map(|piece| piece.letter)
            .filter(|letter| !"kp".contains(*letter))
            .collect();
        let mut cells = vec![None; geometry.cells()];
        let king = ruleset.pieces[royal.index()].letter;
        for placed in [king, 'p', king.to_ascii_uppercase(), 'P', others[random.below(others.len())]] {
            cells[random.below(geometry.cells())] = Some(placed);
        }
        let rows = cells.chunks(usize::from(geometry.files())).map(|row| {
            let pieces: String = row.iter().map(|cell| cell.unwrap_or('.')).collect();
            (1..=row.len()).rev().fold(pieces, |text, gap| text.replace(&".".repeat(gap), &gap.to_string()))
        });
        let clock = random.below(usize::from(ruleset.move_limit().unwrap_or(100)));
        let fen = format!("{} w - - {clock} 200", rows.collect::<Vec<_>>().join("/"));
        Game::from_fen(ruleset.clone(), &fen).ok().filter(|game| matches!(game.node(), Node::Chance(_)))
    }

    /// Compares this many positions at depth 4, those of at most so many turns; each depth before leaves its values
    /// in the table, as in iterative deepening.
    fn compare_at_depth_4(id: &str, mut positions: usize, turns: u32) {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let rules = Rules::<Any>::compile(ruleset.clone());
        let (evaluation, search_rules) = (Evaluation::new(&ruleset), SearchRules::new(&ruleset));
        let mut histories = Histories::new(ruleset.pieces.len(), ruleset.geometry.cells());
        let mut random = SplitMix64::new(1);
        while positions > 0 {
            let Some(game) = random_ending(&ruleset, &mut random) else { continue };
            let table = TranspositionTable::new(1 << 16);
            let context = SearchContext {
                rules: &rules,
                evaluation: &evaluation,
                search_rules: &search_rules,
                table: &table,
                endings: None,
            };
            let limits = SearchLimits::depth(4).with_exact_depth();
            let mut search = Search::new(context, &mut histories, limits, &[]);
            let Some(expected) = reference(&mut search, game.position(), 4, &mut { turns }) else { continue };
            let found = (1..=4).map(|depth| search.expectimax(game.position(), Window::FULL, depth, 0));
            assert_eq!(found.last(), Some(expected), "{id} {}", game.fen());
            positions -= 1;
        }
    }

    /// The same pawn moved a turn earlier or later leaves another halfmove clock, and the same position three turns
    /// later a table entry of another depth: either made most of these values wrong.
    #[test]
    fn expectimax_at_depth_4_is_plain_expectiminimax() {
        for id in rukh_rules::catalog::ids() {
            if Ruleset::named(id).expect("a built-in ruleset").has_die() {
                compare_at_depth_4(id, 8, 200_000);
            }
        }
    }
}
