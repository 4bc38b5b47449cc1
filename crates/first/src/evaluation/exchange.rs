//! What an exchange on one cell comes to, reckoned without playing it.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Move, MoveTag, Position, Rules, Side};

use super::Evaluation;

/// More takers than any cell has.
const LONGEST: usize = 40;

impl Evaluation {
    /// Worth of the man on a cell for exchanges, 0 on an empty cell.
    pub(crate) fn worth_on<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, cell: Cell) -> i32 {
        position.piece_at(rules, cell).map_or(0, |(_, kind)| self.worth.exchange[kind.index()])
    }

    /// What a move of `side` takes, and what it gains by promotion.
    pub(crate) fn gain<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, chosen: Move) -> i32 {
        let taken = match chosen.tag() {
            MoveTag::Pass | MoveTag::Castle => return 0,
            MoveTag::EnPassant => self.worth_on(rules, position, chosen.from()),
            _ => self.worth_on(rules, position, chosen.to()),
        };
        let promoted = chosen.promotion().map_or(0, |kind| {
            self.worth.exchange[kind.index()] - self.worth_on(rules, position, chosen.from())
        });
        taken + promoted
    }

    /// What a move of `side` comes to when both take on its cell with the least
    /// man first, and stop when they would lose by going on.
    pub(crate) fn exchange<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
        chosen: Move,
    ) -> i32 {
        if chosen.is_pass() {
            return 0;
        }
        let cell = chosen.to();
        let mut gains = [0; LONGEST];
        gains[0] = self.gain(rules, position, chosen);
        let mut standing = match chosen.promotion() {
            Some(kind) => self.worth.exchange[kind.index()],
            None => self.worth_on(rules, position, chosen.from()),
        };
        let mut gone = S::Set::of(chosen.from());
        let mut taker = side.other();
        let mut length = 1;
        while length < LONGEST {
            let attackers = rules.attackers(position, cell, taker, gone | S::Set::of(cell));
            let Some((from, worth)) = self.least(rules, position, taker, attackers) else { break };
            gains[length] = standing - gains[length - 1];
            standing = worth;
            gone |= S::Set::of(from);
            taker = taker.other();
            length += 1;
        }
        for index in (1..length).rev() {
            gains[index - 1] = -gains[index].max(-gains[index - 1]);
        }
        gains[0]
    }

    /// The least of some men of a side, and its worth.
    fn least<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
        men: S::Set,
    ) -> Option<(Cell, i32)> {
        if men.is_empty() {
            return None;
        }
        let of_kind = |kind: &rukh_rules::PieceKind| {
            let found = position.pieces_of(rules, side, *kind) & men;
            (!found.is_empty()).then(|| (found.lowest(), self.worth.exchange[kind.index()]))
        };
        self.kinds.iter().filter_map(of_kind).min_by_key(|(_, worth)| *worth)
    }
}
