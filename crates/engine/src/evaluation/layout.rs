//! The weights of an evaluation and their order.

use rukh_rules::ruleset::Ruleset;
use rukh_rules::{Cell, Geometry, PieceKind, PieceKindSet, Side};
use strum::{IntoStaticStr, VariantArray};

/// Number of mobility counts with a weight; a larger count has the last.
pub(crate) const MAX_MOBILITY: usize = 28;
/// Number of guard counts with a weight; a larger count has the last.
pub(crate) const MAX_GUARDS: usize = 8;
/// Number of king attacker counts with a weight; a larger count has the last.
pub(crate) const MAX_KING_ATTACKERS: usize = 8;

/// A kind of term, in the order of the layout; as a text its name in files and output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Term {
    /// A piece, by kind.
    Material,
    /// The cell of a piece, by kind and cell; mirrored files share a weight.
    #[strum(serialize = "place")]
    PieceSquare,
    /// Cells in reach, by kind and number.
    Mobility,
    /// Attacked cells around the enemy's king, by kind.
    #[strum(serialize = "siege")]
    KingAttack,
    /// Pieces that attack cells around the enemy's king, by number.
    #[strum(serialize = "besiegers")]
    KingAttackers,
    /// An attack on an enemy piece, by both kinds.
    #[strum(serialize = "threats")]
    Threat,
    /// An own piece that is attacked and not protected, by kind.
    #[strum(serialize = "loose pieces")]
    Hanging,
    /// A passed pawn, by rank.
    #[strum(serialize = "passed pawns")]
    Passed,
    /// A pawn protected by a pawn, by rank.
    #[strum(serialize = "guarded pawns")]
    Protected,
    /// An isolated pawn.
    #[strum(serialize = "isolated pawns")]
    Isolated,
    /// Enemy pieces on the cells that a colour-bound piece can ever reach, by kind.
    #[strum(serialize = "orbits")]
    ReachClass,
    /// Pieces that keep the king from being bare, by number.
    #[strum(serialize = "guards against baring")]
    Guards,
    /// The side to move.
    #[strum(serialize = "the move")]
    Tempo,
}

/// The index of each weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    geometry: Geometry,
    kinds: usize,
    pub(crate) pawns: PieceKindSet,
    starts: [usize; Term::VARIANTS.len() + 1],
}

impl Layout {
    pub(crate) fn new(ruleset: &Ruleset) -> Layout {
        let (geometry, kinds) = (ruleset.geometry, ruleset.pieces.len());
        let ranks = usize::from(geometry.ranks());
        let half = usize::from(geometry.files()).div_ceil(2);
        let count = |term: Term| match term {
            Term::Material | Term::KingAttack | Term::Hanging | Term::ReachClass => kinds,
            Term::PieceSquare => kinds * half * ranks,
            Term::Mobility => kinds * MAX_MOBILITY,
            Term::KingAttackers => MAX_KING_ATTACKERS,
            Term::Threat => kinds * kinds,
            Term::Passed | Term::Protected => ranks,
            Term::Isolated | Term::Tempo => 1,
            Term::Guards => MAX_GUARDS,
        };
        let mut starts = [0; Term::VARIANTS.len() + 1];
        for (index, term) in Term::VARIANTS.iter().enumerate() {
            starts[index + 1] = starts[index] + count(*term);
        }
        Layout { geometry, kinds, pawns: ruleset.pawns, starts }
    }

    /// Number of weights.
    pub(crate) fn len(&self) -> usize {
        self.starts[Term::VARIANTS.len()]
    }

    /// Indices of a term's weights.
    pub(crate) fn range(&self, term: Term) -> std::ops::Range<usize> {
        self.starts[term as usize]..self.starts[term as usize + 1]
    }

    /// Index of a weight of a term.
    #[inline(always)]
    pub(crate) fn index(&self, term: Term, index: usize) -> usize {
        self.starts[term as usize] + index
    }

    /// Index of a weight of a term of two kinds.
    #[inline(always)]
    pub(crate) fn index_of_pair(&self, term: Term, kind: PieceKind, other: PieceKind) -> usize {
        self.index(term, kind.index() * self.kinds + other.index())
    }

    #[inline(always)]
    pub(crate) fn index_of_mobility(&self, kind: PieceKind, reach: u32) -> usize {
        self.index(Term::Mobility, kind.index() * MAX_MOBILITY + (reach as usize).min(MAX_MOBILITY - 1))
    }

    /// Index of a piece's cell, seen from its side; mirrored files share a weight.
    pub(crate) fn index_of_cell(&self, kind: PieceKind, cell: Cell, side: Side) -> usize {
        let files = usize::from(self.geometry.files());
        let half = files.div_ceil(2);
        let file = usize::from(self.geometry.file(cell));
        let file = file.min(files - 1 - file);
        let rank = usize::from(self.geometry.rank_for(cell, side));
        let ranks = usize::from(self.geometry.ranks());
        self.index(Term::PieceSquare, (kind.index() * ranks + rank) * half + file)
    }
}
