//! Search with a die: every turn is the mean over the faces of the best answer.
//!
//! Values are expected results scaled to [-WIN, WIN]. A turn's value is the mean
//! rounded down, always from the thrower's side, so that windows can be cut in
//! whole numbers (Ballard's Star1, after a look at each face's first move as in
//! Star2) without changing the result.

use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::Search;
use crate::score::{INFINITE, MAX_PLY, Value, WIN, expectation};

/// The most faces a die may have.
const MOST_FACES: usize = 20;
/// From this depth on each face's first move is looked at before the rest.
const PROBE_DEPTH: i32 = 2;

/// What a throw allows.
#[derive(Debug, Clone, Copy, Default)]
struct Throw {
    face: u8,
    /// How many faces allow the same.
    weight: Value,
    start: usize,
    end: usize,
    /// What its value is at least.
    least: Value,
}

/// The throws of a turn.
struct Throws {
    list: [Throw; MOST_FACES + 1],
    length: usize,
}

/// A window for one throw, from the window of the turn.
struct Window {
    faces: Value,
    alpha: Value,
    beta: Value,
    /// The weighted sum of the throws that are settled.
    sum: Value,
    /// The weighted sum of what the others are at least and at most.
    least: Value,
    most: Value,
}

impl Window {
    /// Beyond what values of this throw the turn is settled.
    fn of(&self, throw: &Throw) -> (Value, Value) {
        let others_most = self.most - throw.weight * WIN;
        let others_least = self.least - throw.weight * throw.least;
        let room = self.alpha * self.faces + self.faces - 1 - self.sum - others_most;
        let need = self.beta * self.faces - self.sum - others_least;
        let low = room.div_euclid(throw.weight);
        let high = (need + throw.weight - 1).div_euclid(throw.weight);
        (low.max(-WIN - 1), high.min(WIN + 1))
    }
}

impl<S: Shape> Search<'_, S> {
    /// The expected result for the side about to throw.
    pub(super) fn chance(
        &mut self,
        position: &Position<S>,
        depth: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        self.clear_line(ply);
        if self.count_node() {
            return 0;
        }
        if let Some(over) = self.ending(position) {
            return self.outcome_value(over, position.turn(), ply);
        }
        let key = position.key();
        if self.is_repeated(position, key) {
            return 0;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(position, ply);
        }
        let table_key = self.table_key(position, key);
        let known = self.table.probe(table_key, 0);
        if let Some(value) = known.and_then(|known| known.settles(depth, alpha, beta)) {
            return value;
        }
        let first = self.moves.len();
        let mut throws = self.throws(position, known.and_then(|known| known.chosen), ply);
        if throws.list[..throws.length].iter().all(|throw| throw.face == 0)
            && let Some(over) = self.rules.outcome(position)
        {
            return self.outcome_value(over, position.turn(), ply);
        }
        self.path.push(key);
        let (value, best) = self.mean(position, &mut throws, depth, (alpha, beta), ply);
        self.path.pop();
        self.moves.truncate(first);
        if self.stopped {
            return 0;
        }
        self.keep(table_key, 0, depth, value, best, (alpha, beta));
        value
    }

    /// What each face allows; faces that allow nothing are one throw, of face 0.
    fn throws(&mut self, position: &Position<S>, known: Option<Move>, ply: usize) -> Throws {
        let mut throws = Throws { list: [Throw::default(); MOST_FACES + 1], length: 0 };
        let mut idle = 0;
        for face in 1..=self.traits.faces.min(MOST_FACES as u8) {
            let thrown = self.rules.throw(position, face);
            let mut list = std::mem::take(&mut self.scratch);
            self.rules.legal_moves_into(&thrown, &mut list);
            self.scratch = list;
            if Self::has_no_move(&self.scratch) {
                idle += 1;
                continue;
            }
            let range = self.rank_moves(&thrown, known, ply);
            throws.list[throws.length] =
                Throw { face, weight: 1, start: range.start, end: range.end, least: -WIN };
            throws.length += 1;
        }
        if idle > 0 {
            throws.list[throws.length] = Throw { face: 0, weight: idle, start: 0, end: 0, least: -WIN };
            throws.length += 1;
        }
        throws
    }

    /// The mean over the throws, or a bound of it outside the window; with the
    /// best move of the throw that said most.
    fn mean(
        &mut self,
        position: &Position<S>,
        throws: &mut Throws,
        depth: i32,
        (alpha, beta): (Value, Value),
        ply: usize,
    ) -> (Value, Option<Move>) {
        let faces = Value::from(self.traits.faces);
        let mut window = Window { faces, alpha, beta, sum: 0, least: -WIN * faces, most: WIN * faces };
        if depth >= PROBE_DEPTH
            && beta < WIN
            && let Some(value) = self.probe(position, throws, &mut window, depth, ply)
        {
            return (value, None);
        }
        let mut best = None;
        for index in 0..throws.length {
            let throw = throws.list[index];
            let (low, high) = window.of(&throw);
            let (value, chosen) = self.best_of(position, &throw, depth, (low, high), ply);
            if self.stopped {
                return (0, None);
            }
            best = best.or(chosen);
            window.least -= throw.weight * throw.least;
            window.most -= throw.weight * WIN;
            window.sum += throw.weight * value;
            if value <= low {
                return ((window.sum + window.most).div_euclid(faces).min(alpha), best);
            }
            if value >= high {
                return ((window.sum + window.least).div_euclid(faces).max(beta), chosen);
            }
        }
        (window.sum.div_euclid(faces), best)
    }

    /// Looks at each throw's first move only; a value if that alone is enough.
    fn probe(
        &mut self,
        position: &Position<S>,
        throws: &mut Throws,
        window: &mut Window,
        depth: i32,
        ply: usize,
    ) -> Option<Value> {
        for index in 0..throws.length {
            let throw = throws.list[index];
            let (_, high) = window.of(&throw);
            let low = (window.beta - WIN / 4).max(-WIN - 1).min(high - 1);
            let value = self.first_of(position, &throw, depth, (low, high), ply);
            if self.stopped {
                return Some(0);
            }
            if value <= low {
                continue;
            }
            throws.list[index].least = value;
            window.least += throw.weight * (value - throw.least);
            if window.least >= window.beta * window.faces {
                return Some(window.least.div_euclid(window.faces).max(window.beta));
            }
        }
        None
    }

    /// The value of a throw's first move.
    fn first_of(
        &mut self,
        position: &Position<S>,
        throw: &Throw,
        depth: i32,
        (low, high): (Value, Value),
        ply: usize,
    ) -> Value {
        let chosen = if throw.face == 0 { Move::PASS } else { self.pick(throw.start, throw.end).chosen };
        let thrown = self.rules.throw(position, throw.face);
        let next = self.rules.play(&thrown, chosen);
        -self.chance(&next, depth - 1, -high, -low, ply + 1)
    }

    /// The value of the best move a throw allows, and that move if it is above `low`.
    fn best_of(
        &mut self,
        position: &Position<S>,
        throw: &Throw,
        depth: i32,
        (low, high): (Value, Value),
        ply: usize,
    ) -> (Value, Option<Move>) {
        let mut alpha = low;
        let mut best = self.first_of(position, throw, depth, (alpha, high), ply);
        if throw.face == 0 || self.stopped {
            return (best, None);
        }
        let thrown = self.rules.throw(position, throw.face);
        let mut best_move = (best > low).then(|| self.moves[throw.start].chosen);
        alpha = alpha.max(best);
        for index in throw.start + 1..throw.end {
            if best >= high || self.stopped {
                break;
            }
            let chosen = self.pick(index, throw.end).chosen;
            let next = self.rules.play(&thrown, chosen);
            let mut value = -self.chance(&next, depth - 1, -alpha - 1, -alpha, ply + 1);
            if value > alpha && value < high {
                value = -self.chance(&next, depth - 1, -high, -alpha, ply + 1);
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(chosen);
                }
            }
        }
        if best >= high
            && let Some(chosen) = best_move
        {
            self.reward(&thrown, chosen, throw.start..throw.start, depth, ply);
        }
        (best.max(-INFINITE), best_move)
    }

    /// The value of a turn without search: each face takes what it can.
    pub(super) fn leaf(&mut self, position: &Position<S>, ply: usize) -> Value {
        let side = position.turn();
        let calm = self.evaluation.value(self.rules, position);
        let falls = self.traits.one_throw && self.rules.is_king_attacked(position, side);
        let wins = self.traits.one_throw && self.rules.is_king_attacked(position, side.other());
        let faces = Value::from(self.traits.faces);
        let (mut sum, mut moved) = (0, wins);
        for face in 1..=self.traits.faces {
            let thrown = self.rules.throw(position, face);
            let mut list = std::mem::take(&mut self.scratch);
            self.rules.legal_moves_into(&thrown, &mut list);
            let still = Self::has_no_move(&list);
            moved |= !still;
            sum += match still {
                _ if wins => WIN,
                true if falls => -WIN,
                _ => list
                    .iter()
                    .map(|chosen| self.taken(&thrown, *chosen, calm))
                    .max()
                    .unwrap_or(expectation(calm)),
            };
            self.scratch = list;
        }
        if !moved && let Some(over) = self.rules.outcome(position) {
            return self.outcome_value(over, side, ply);
        }
        sum.div_euclid(faces.max(1))
    }

    /// What a move makes of a calm position: it takes, at some risk.
    fn taken(&self, thrown: &Position<S>, chosen: Move, calm: Value) -> Value {
        if self.rules.takes_king(thrown, chosen) {
            return WIN;
        }
        let gain = self.evaluation.gain(self.rules, thrown, chosen);
        if gain == 0 {
            return expectation(calm);
        }
        let risk = self.evaluation.worth_on(self.rules, thrown, chosen.from()).min(1_000);
        expectation(calm + (gain - risk / Value::from(self.traits.faces)).max(0))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::hash::SplitMix64;
    use rukh_rules::shape::{Any, Shape};
    use rukh_rules::{Event, Game, Node, Position, Rules, Ruleset};

    use crate::evaluation::Evaluation;
    use crate::limits::Limits;
    use crate::score::{INFINITE, Value};
    use crate::search::{Search, Traits};
    use crate::table::Table;

    /// The definition: no window, no table, no order.
    fn plain<S: Shape>(search: &mut Search<'_, S>, position: &Position<S>, depth: i32, ply: usize) -> Value {
        if let Some(over) = search.rules.outcome(position) {
            return search.outcome_value(over, position.turn(), ply);
        }
        if depth == 0 {
            return search.leaf(position, ply);
        }
        let faces = search.traits.faces;
        let mut sum = 0;
        for face in 1..=faces {
            let thrown = search.rules.throw(position, face);
            let moves = search.rules.legal_moves(&thrown);
            let values = moves.iter().map(|chosen| {
                let next = search.rules.play(&thrown, *chosen);
                -plain(search, &next, depth - 1, ply + 1)
            });
            sum += values.max().expect("with a die there is a move or a pass");
        }
        sum.div_euclid(Value::from(faces))
    }

    fn agree(id: &str, depth: i32, seed: u64) {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let rules = Rules::<Any>::compile(ruleset.clone());
        let (evaluation, traits) = (Evaluation::new(&ruleset), Traits::new(&ruleset));
        let mut dice = SplitMix64::new(seed);
        let mut game = Game::new(ruleset.clone());
        for _ in 0..60 + dice.below(200) {
            match game.node() {
                Node::Chance(faces) => {
                    let face = faces[dice.below(faces.len())].number;
                    game.apply(Event::Throw { face }, None).expect("a face of the die");
                }
                Node::Choice(_) => {
                    let moves = game.legal_moves();
                    let chosen = moves[dice.below(moves.len())];
                    let mv = rukh_rules::notation::coordinate::format(&ruleset, chosen);
                    game.apply(Event::Move { mv }, None).expect("a legal move");
                }
                Node::Over(_) | Node::Werera(_) => return,
            }
        }
        if game.position().throw().is_some() {
            return;
        }
        let mut table = Table::new(1 << 12);
        let mut search = Search::new(&rules, &evaluation, &traits, &mut table, Limits::depth(99), &[]);
        let expected = plain(&mut search, game.position(), depth, 0);
        let found = search.chance(game.position(), depth, -INFINITE, INFINITE, 0);
        assert_eq!(found, expected, "{id} at depth {depth}: {}", game.fen());
        for window in [(expected - 40, expected + 40), (expected, expected + 1), (expected - 1, expected)] {
            search.table.clear();
            let bounded = search.chance(game.position(), depth, window.0, window.1, 0);
            let side = |value: Value| (value > window.0, value >= window.1);
            assert_eq!(side(bounded), side(expected), "{id}: {bounded} for {expected} in {window:?}");
        }
    }

    #[test]
    fn windows_probes_and_the_table_change_nothing() {
        for id in rukh_rules::catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            if !ruleset.has_die() {
                continue;
            }
            for seed in 1..12 {
                agree(id, 1 + (seed % 2) as i32, seed);
            }
        }
    }
}
