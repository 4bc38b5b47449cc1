//! Static exchange evaluation (SEE).

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Move, MoveTag, PieceKind, Position, Rules, Side};

use crate::evaluation::Evaluation;

/// Maximum captures in one exchange.
const MAX_EXCHANGE: usize = 40;

impl Evaluation {
    /// Exchange value of the piece on a cell, 0 on an empty cell.
    pub(crate) fn value_on<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, cell: Cell) -> i32 {
        position.piece_at(rules, cell).map_or(0, |(_, kind)| self.piece_values.exchange[kind.index()])
    }

    /// The value a move captures and gains by promotion.
    pub(crate) fn capture_gain<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, mv: Move) -> i32 {
        let taken = match mv.tag() {
            MoveTag::Pass | MoveTag::Castle => return 0,
            MoveTag::EnPassant => self.value_on(rules, position, mv.from()),
            _ => self.value_on(rules, position, mv.to()),
        };
        let promoted = mv.promotion().map_or(0, |kind| {
            self.piece_values.exchange[kind.index()] - self.value_on(rules, position, mv.from())
        });
        taken + promoted
    }

    /// The same of a move that is no pass, from the kinds of mover and victim.
    #[inline]
    pub(crate) fn capture_gain_of(&self, mv: Move, kind: PieceKind, victim: Option<PieceKind>) -> i32 {
        let worth = |kind: PieceKind| self.piece_values.exchange[kind.index()];
        let taken = match mv.tag() {
            MoveTag::Pass | MoveTag::Castle => return 0,
            MoveTag::EnPassant => worth(kind),
            _ => victim.map_or(0, worth),
        };
        taken + mv.promotion().map_or(0, |becomes| worth(becomes) - worth(kind))
    }

    /// The static exchange evaluation of a move of `side`: both capture on its cell with the least valuable
    /// attacker first, and stop when going on would lose.
    pub(crate) fn see<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
        mv: Move,
    ) -> i32 {
        if mv.is_pass() {
            return 0;
        }
        let cell = mv.to();
        let mut gains = [0; MAX_EXCHANGE];
        gains[0] = self.capture_gain(rules, position, mv);
        let mut standing = match mv.promotion() {
            Some(kind) => self.piece_values.exchange[kind.index()],
            None => self.value_on(rules, position, mv.from()),
        };
        let mut removed = S::Set::of(mv.from());
        let mut attacker = side.other();
        let mut length = 1;
        while length < MAX_EXCHANGE {
            let attackers = rules.attackers(position, cell, attacker, removed | S::Set::of(cell));
            let Some((from, worth)) = self.least_valuable_attacker(rules, position, attacker, attackers)
            else {
                break;
            };
            gains[length] = standing - gains[length - 1];
            standing = worth;
            removed |= S::Set::of(from);
            attacker = attacker.other();
            length += 1;
        }
        for index in (1..length).rev() {
            gains[index - 1] = -gains[index].max(-gains[index - 1]);
        }
        gains[0]
    }

    /// Whether [`Evaluation::exchange`] of a move of the side to move comes to
    /// less than `least`, where the moving man's kind and the gain are known: no
    /// taker is looked for whose answer changes nothing.
    pub(crate) fn see_ge<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        (mv, kind, gain): (Move, PieceKind, i32),
        threshold: i32,
    ) -> bool {
        if gain < threshold {
            return false;
        }
        let cell = mv.to();
        let mut standing = self.piece_values.exchange[mv.promotion().unwrap_or(kind).index()];
        let mut removed = S::Set::of(mv.from());
        let mut attacker = position.turn().other();
        // What the next taker must win: the other side more than this, the mover at least this.
        let mut needed = gain - threshold;
        let mut is_answer = true;
        loop {
            if standing < needed || (is_answer && standing == needed) {
                return is_answer;
            }
            let attackers = rules.attackers(position, cell, attacker, removed | S::Set::of(cell));
            let Some((from, worth)) = self.least_valuable_attacker(rules, position, attacker, attackers)
            else {
                return is_answer;
            };
            needed = standing - needed;
            standing = worth;
            removed |= S::Set::of(from);
            attacker = attacker.other();
            is_answer = !is_answer;
        }
    }

    /// The least valuable of a side's attackers, and its value.
    fn least_valuable_attacker<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
        men: S::Set,
    ) -> Option<(Cell, i32)> {
        if men.is_empty() {
            return None;
        }
        self.attackers_by_value.iter().find_map(|kind| {
            let found = position.pieces_of(rules, side, *kind) & men;
            (!found.is_empty()).then(|| (found.lowest(), self.piece_values.exchange[kind.index()]))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::hash::SplitMix64;
    use rukh_rules::notation::coordinate;
    use rukh_rules::shape::{Leapers64, Shape, Standard128};
    use rukh_rules::{Event, Game, Node, Rules, Ruleset};

    use crate::evaluation::Evaluation;

    fn short_ways_lead_to_the_same<S: Shape>(id: &str) {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let rules = Rules::<S>::compile(ruleset.clone());
        let evaluation = Evaluation::new(&ruleset);
        let mut chance = SplitMix64::new(5);
        for _ in 0..10 {
            let mut game = Game::new(ruleset.clone());
            while game.log().len() < 150 && matches!(game.node(), Node::Choice(_)) {
                let position = game.position().reshape(game.rules(), &rules);
                let plain = evaluation.compute_value(&rules, &position);
                assert_eq!(evaluation.value_before_counters(&rules, &position), plain, "{}", game.fen());
                let moves = rules.legal_moves(&position);
                for mv in moves.iter().copied().filter(|mv| !mv.is_pass()) {
                    let (_, kind) = position.piece_at(&rules, mv.from()).expect("a man that moves");
                    let victim = position.piece_at(&rules, mv.to()).map(|(_, kind)| kind);
                    let gain = evaluation.capture_gain_of(mv, kind, victim);
                    assert_eq!(gain, evaluation.capture_gain(&rules, &position, mv));
                    let whole = evaluation.see(&rules, &position, position.turn(), mv);
                    for threshold in [0, whole, whole + 1, chance.below(2_000) as i32 - 1_000] {
                        let holds = evaluation.see_ge(&rules, &position, (mv, kind, gain), threshold);
                        assert_eq!(holds, whole >= threshold, "{} {mv:?} {threshold}", game.fen());
                    }
                }
                let mv = coordinate::format(&ruleset, moves[chance.below(moves.len())]);
                game.apply(Event::Move { mv }, None).expect("a legal move");
            }
        }
    }

    #[test]
    fn what_is_cut_short_comes_to_the_same() {
        short_ways_lead_to_the_same::<Leapers64>("shatranj");
        short_ways_lead_to_the_same::<Standard128>("mideast");
    }
}
