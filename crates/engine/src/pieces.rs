//! What a search must know of the pieces, whatever evaluates a position: exchange values, captures and their
//! gains, pieces that keep a king from being bare, pawns.

use rukh_rules::bits::CellSet;
use rukh_rules::law::BareKing;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{PieceKind, PieceKindSet, Position, Rules, Side};

pub(crate) mod see;
pub(crate) mod values;

use values::{PieceValues, ROYAL_VALUE};

/// The pieces of a ruleset.
#[derive(Debug)]
pub(crate) struct PieceModel {
    pub(crate) values: PieceValues,
    /// By kind, for exchanges; [`ROYAL_VALUE`] for the royal piece.
    pub(crate) exchange: Vec<i32>,
    /// All kinds by exchange value, the least valuable first.
    by_value: Vec<PieceKind>,
    /// Kinds other than pawns and the royal piece.
    non_pawn_kinds: Vec<PieceKind>,
    pawns: PieceKindSet,
    /// Kinds that keep a king from being bare, where bare kings lose.
    pub(crate) baring_guards: Option<Vec<PieceKind>>,
}

impl PieceModel {
    /// The pieces with the exchange values of each kind but the royal.
    pub(crate) fn new(ruleset: &Ruleset, values: PieceValues, mut exchange: Vec<i32>) -> PieceModel {
        let royal = ruleset.royal();
        exchange[royal.index()] = ROYAL_VALUE;
        let mut by_value: Vec<PieceKind> = ruleset.kinds().collect();
        by_value.sort_by_key(|kind| exchange[kind.index()]);
        let is_guard = |kind: &PieceKind| *kind != royal && !ruleset.pawns.has(*kind);
        PieceModel {
            values,
            exchange,
            by_value,
            non_pawn_kinds: ruleset.kinds().filter(is_guard).collect(),
            pawns: ruleset.pawns,
            baring_guards: baring_guards(ruleset),
        }
    }

    /// Material of a side.
    pub(crate) fn material<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, side: Side) -> i32 {
        let of_kind = |kind: &PieceKind| {
            self.values.material[kind.index()] * position.pieces_of(rules, side, *kind).count() as i32
        };
        self.by_value.iter().map(of_kind).sum()
    }

    /// Whether at most one piece keeps a side's king from being bare.
    pub(crate) fn is_nearly_bare<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
    ) -> bool {
        let Some(counted) = &self.baring_guards else { return false };
        pieces_of_kinds(rules, position, side, counted).without_lowest().is_empty()
    }

    /// Number of a side's pieces besides the royal piece and pawns.
    pub(crate) fn non_pawn_count<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
    ) -> i32 {
        pieces_of_kinds(rules, position, side, &self.non_pawn_kinds).count() as i32
    }

    /// The pawns of both sides.
    pub(crate) fn pawns_of<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> S::Set {
        let of_kind = |kind| Side::BOTH.map(|side| position.pieces_of(rules, side, kind));
        let pawns = self.pawns.iter().map(of_kind);
        pawns.fold(S::Set::EMPTY, |set, [white, black]| set | white | black)
    }
}

/// Kinds that keep a king from being bare, where bare kings lose.
pub(crate) fn baring_guards(ruleset: &Ruleset) -> Option<Vec<PieceKind>> {
    matches!(ruleset.bare_king(), BareKing::Loss { .. }).then(|| ruleset.guards().iter().collect())
}

/// A side's pieces of some kinds.
#[inline(always)]
pub(crate) fn pieces_of_kinds<S: Shape>(
    rules: &Rules<S>,
    position: &Position<S>,
    side: Side,
    kinds: &[PieceKind],
) -> S::Set {
    kinds.iter().fold(S::Set::EMPTY, |set, kind| set | position.pieces_of(rules, side, *kind))
}
