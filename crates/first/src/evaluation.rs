//! The value of a position without search: men, places, mobility, and how near
//! a side is to what its laws call won or drawn. Everything is derived from the
//! ruleset; none is named here.

use rukh_rules::bits::CellSet;
use rukh_rules::law::{BareCount, BareKing};
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{Geometry, PieceKind, PieceKindSet, Position, Rules, Side};

use crate::score::{EVALUATION_LIMIT, Value};

pub(crate) mod exchange;
pub(crate) mod worth;

use worth::Worth;

/// Raw hundredths against a side by the men it has left that keep it from being
/// bare, where baring loses.
const NEARLY_BARE: [i32; 5] = [250, 130, 70, 35, 15];

/// How a ruleset's positions are valued.
#[derive(Debug)]
pub(crate) struct Evaluation {
    pub(crate) worth: Worth,
    geometry: Geometry,
    kinds: Vec<PieceKind>,
    royal: PieceKind,
    pawns: PieceKindSet,
    /// Kinds that keep a king from being bare, where bare kings lose.
    counted: Option<Vec<PieceKind>>,
    nearly_bare: [i32; 5],
    /// Counted moves at which a lone man or bared king draws.
    counter_limit: Option<i32>,
    idle_limit: Option<i32>,
    /// Raw ahead of which the weaker king is driven.
    mop_up: i32,
}

/// What a side has.
#[derive(Debug, Clone, Copy, Default)]
struct Half {
    material: i32,
    place: i32,
}

impl Evaluation {
    pub(crate) fn new(ruleset: &Ruleset) -> Evaluation {
        let worth = Worth::new(ruleset);
        let kinds: Vec<PieceKind> = (0..ruleset.pieces.len()).map(|index| PieceKind(index as u8)).collect();
        let royal = ruleset.royal();
        let keeps = |counts: BareCount, kind: PieceKind| {
            kind != royal && (counts == BareCount::AllMen || !ruleset.pawns.has(kind))
        };
        let counted = match ruleset.bare_king() {
            BareKing::Loss { counts, .. } => {
                Some(kinds.iter().copied().filter(|kind| keeps(counts, *kind)).collect())
            }
            _ => None,
        };
        let of_bare_king = ruleset.bare_king_limit().map(|moves| 2 * i32::from(moves));
        let counter_limit = ruleset.lone_man_limit().map(i32::from).or(of_bare_king);
        let idle_limit = ruleset.move_limit().map(i32::from);
        Evaluation {
            nearly_bare: NEARLY_BARE.map(|raw| worth.scaled(raw)),
            mop_up: worth.scaled(150),
            geometry: ruleset.geometry,
            kinds,
            royal,
            pawns: ruleset.pawns,
            counted,
            counter_limit,
            idle_limit,
            worth,
        }
    }

    /// The value for the side to move, in centipawns.
    pub(crate) fn value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        let white = self.white_value(rules, position);
        match position.turn() {
            Side::White => white,
            Side::Black => -white,
        }
    }

    /// The value for White, in centipawns.
    pub(crate) fn white_value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        let halves = Side::BOTH.map(|side| self.half(rules, position, side));
        let material = halves[0].material + halves[1].material;
        let phase = (material * 256 / self.worth.total).min(256);
        let mut value = 0;
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let half = halves[side.index()];
            value += sign * (half.material + half.place);
            value += sign * self.royal_place(rules, position, side, phase);
            value += sign * self.worth.mobility * rules.mobility(position, side) as i32;
            value -= sign * self.bareness(rules, position, side);
        }
        value += self.drive(rules, position, halves[0].material - halves[1].material, phase);
        self.fade(position, value).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    fn half<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, side: Side) -> Half {
        let mut half = Half::default();
        let places = &self.worth.place[side.index()];
        let cells = self.geometry.cells();
        for &kind in &self.kinds {
            if kind == self.royal {
                continue;
            }
            let worth = self.worth.material[kind.index()];
            let places = &places[kind.index() * cells..][..cells];
            for cell in position.pieces_of(rules, side, kind).cells() {
                half.material += worth;
                half.place += places[cell.index()];
            }
        }
        half
    }

    /// The king hides while there are men about, and comes out later.
    fn royal_place<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, side: Side, phase: i32) -> i32 {
        let king = position.pieces_of(rules, side, self.royal);
        let cells = self.geometry.cells();
        let of_cell = |cell: rukh_rules::Cell| {
            let early = self.worth.place[side.index()][self.royal.index() * cells + cell.index()];
            let late = self.worth.royal_late[side.index()][cell.index()];
            (early * phase + late * (256 - phase)) / 256
        };
        king.cells().map(of_cell).sum()
    }

    /// Whether the last man that keeps a king from being bare may be taken next.
    pub(crate) fn is_nearly_bare<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
    ) -> bool {
        let Some(counted) = &self.counted else { return false };
        counted.iter().map(|kind| position.pieces_of(rules, side, *kind).count()).sum::<u32>() <= 1
    }

    /// How many men a side has besides the royal man and pawns.
    pub(crate) fn pieces<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, side: Side) -> i32 {
        let pieces = self.kinds.iter().filter(|kind| **kind != self.royal && !self.pawns.has(**kind));
        pieces.map(|kind| position.pieces_of(rules, side, *kind).count() as i32).sum()
    }

    fn bareness<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, side: Side) -> i32 {
        let Some(counted) = &self.counted else { return 0 };
        let left: u32 = counted.iter().map(|kind| position.pieces_of(rules, side, *kind).count()).sum();
        self.nearly_bare.get(left as usize).copied().unwrap_or(0)
    }

    /// With few men about, the stronger king goes to the weaker.
    fn drive<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, ahead: i32, phase: i32) -> i32 {
        if ahead.abs() < self.mop_up || phase > 160 {
            return 0;
        }
        let kings = Side::BOTH.map(|side| position.pieces_of(rules, side, self.royal));
        if kings.iter().any(|king| king.is_empty()) {
            return 0;
        }
        let [white, black] = kings.map(|king| king.lowest());
        let across = self.geometry.file(white).abs_diff(self.geometry.file(black));
        let along = self.geometry.rank(white).abs_diff(self.geometry.rank(black));
        let near = 16 - i32::from(across.max(along));
        let weaker = if ahead > 0 { black } else { white };
        let side = usize::from(ahead > 0);
        let cornered = -self.worth.royal_late[side][weaker.index()];
        ahead.signum() * (self.worth.scaled(3) * near + cornered) * (256 - phase) / 256
    }

    /// Towards a draw as the counters of the laws run on.
    fn fade<S: Shape>(&self, position: &Position<S>, mut value: Value) -> Value {
        if let Some(limit) = self.counter_limit {
            let run = position.counters().into_iter().map(i32::from).max().unwrap_or(0).min(limit);
            value -= value * run / (limit + 1);
        }
        if let Some(limit) = self.idle_limit {
            value -= value * i32::from(position.halfmove_clock()).min(limit) / (2 * limit);
        }
        value
    }
}
