//! Static exchange evaluation (SEE).

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Move, MoveTag, PieceKind, Position, Rules, Side};

use super::PieceModel;

/// Maximum captures in one exchange.
const MAX_EXCHANGE: usize = 40;

/// The first move of an exchange, with what its caller already knows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExchangeMove {
    pub(crate) mv: Move,
    /// Kind of the moving piece.
    pub(crate) kind: PieceKind,
    /// Value captured, and gained by promotion.
    pub(crate) gain: i32,
}

impl PieceModel {
    /// Exchange value of the piece on a cell, 0 on an empty cell.
    pub(crate) fn value_on<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, cell: Cell) -> i32 {
        position.piece_at(rules, cell).map_or(0, |(_, kind)| self.exchange[kind.index()])
    }

    /// The value a move captures and gains by promotion.
    pub(crate) fn capture_gain<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, mv: Move) -> i32 {
        let captured = match mv.tag() {
            MoveTag::Pass | MoveTag::Castle => return 0,
            MoveTag::EnPassant => self.value_on(rules, position, mv.from()),
            _ => self.value_on(rules, position, mv.to()),
        };
        let promoted = mv
            .promotion()
            .map_or(0, |kind| self.exchange[kind.index()] - self.value_on(rules, position, mv.from()));
        captured + promoted
    }

    /// As [`PieceModel::capture_gain`], for a move other than a pass, from the kinds of mover and victim.
    #[inline]
    pub(crate) fn capture_gain_of(&self, mv: Move, kind: PieceKind, victim: Option<PieceKind>) -> i32 {
        let value_of = |kind: PieceKind| self.exchange[kind.index()];
        let captured = match mv.tag() {
            MoveTag::Pass | MoveTag::Castle => return 0,
            MoveTag::EnPassant => value_of(kind),
            _ => victim.map_or(0, value_of),
        };
        captured + mv.promotion().map_or(0, |becomes| value_of(becomes) - value_of(kind))
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
            Some(kind) => self.exchange[kind.index()],
            None => self.value_on(rules, position, mv.from()),
        };
        let mut removed = S::Set::of(mv.from());
        let mut attacker = side.other();
        let mut length = 1;
        while length < MAX_EXCHANGE {
            let attackers = rules.attackers(position, cell, attacker, removed | S::Set::of(cell));
            let Some((from, value)) = self.least_valuable_attacker(rules, position, attacker, attackers)
            else {
                break;
            };
            gains[length] = standing - gains[length - 1];
            standing = value;
            removed |= S::Set::of(from);
            attacker = attacker.other();
            length += 1;
        }
        for index in (1..length).rev() {
            gains[index - 1] = -gains[index].max(-gains[index - 1]);
        }
        gains[0]
    }

    /// Whether the static exchange evaluation of a move of the side to move reaches a threshold. Stops at the
    /// first capture whose answer cannot change that.
    pub(crate) fn see_ge<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        exchange: ExchangeMove,
        threshold: i32,
    ) -> bool {
        let ExchangeMove { mv, kind, gain } = exchange;
        if gain < threshold {
            return false;
        }
        let cell = mv.to();
        let mut standing = self.exchange[mv.promotion().unwrap_or(kind).index()];
        let mut removed = S::Set::of(mv.from());
        let mut attacker = position.turn().other();
        // The gain the next capture must exceed (opponent) or reach (mover).
        let mut needed = gain - threshold;
        let mut is_answer = true;
        loop {
            if standing < needed || (is_answer && standing == needed) {
                return is_answer;
            }
            let attackers = rules.attackers(position, cell, attacker, removed | S::Set::of(cell));
            let Some((from, value)) = self.least_valuable_attacker(rules, position, attacker, attackers)
            else {
                return is_answer;
            };
            needed = standing - needed;
            standing = value;
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
        attackers: S::Set,
    ) -> Option<(Cell, i32)> {
        if attackers.is_empty() {
            return None;
        }
        self.by_value.iter().find_map(|kind| {
            let found = position.pieces_of(rules, side, *kind) & attackers;
            (!found.is_empty()).then(|| (found.lowest(), self.exchange[kind.index()]))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::hash::SplitMix64;
    use rukh_rules::shape::{Leapers64, Shape, Standard128};
    use rukh_rules::{Game, Node, Rules, Ruleset};

    use super::ExchangeMove;
    use crate::evaluation::Evaluation;

    fn shortcuts_agree<S: Shape>(id: &str) {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let rules = Rules::<S>::compile(ruleset.clone());
        let evaluation = Evaluation::new(&ruleset);
        let pieces = &evaluation.pieces;
        let mut chance = SplitMix64::new(5);
        for _ in 0..10 {
            let mut game = Game::new(ruleset.clone());
            while game.log().len() < 150 && matches!(game.node(), Node::Choice(_)) {
                let position = game.position().reshape(game.rules(), &rules);
                let moves = rules.legal_moves(&position);
                for mv in moves.iter().copied().filter(|mv| !mv.is_pass()) {
                    let (_, kind) = position.piece_at(&rules, mv.from()).expect("a moving piece");
                    let victim = position.piece_at(&rules, mv.to()).map(|(_, kind)| kind);
                    let gain = pieces.capture_gain_of(mv, kind, victim);
                    assert_eq!(gain, pieces.capture_gain(&rules, &position, mv));
                    let value = pieces.see(&rules, &position, position.turn(), mv);
                    for threshold in [0, value, value + 1, chance.below(2_000) as i32 - 1_000] {
                        let holds =
                            pieces.see_ge(&rules, &position, ExchangeMove { mv, kind, gain }, threshold);
                        assert_eq!(holds, value >= threshold, "{} {mv:?} {threshold}", game.fen());
                    }
                }
                let mv = moves[chance.below(moves.len())];
                game.play(mv, None).expect("a legal move");
            }
        }
    }

    #[test]
    fn see_ge_agrees_with_see_at_every_threshold() {
        shortcuts_agree::<Leapers64>("shatranj");
        shortcuts_agree::<Standard128>("mideast");
    }
}
