//! Which numbers an evaluation is made of, in which order.

use rukh_rules::ruleset::Ruleset;
use rukh_rules::{Cell, Geometry, PieceKind, PieceKindSet, Side};

/// Cells a man may reach that are told apart; more count as the last.
pub(crate) const MAX_MOBILITY: usize = 28;
/// Men that keep a king from being bare that are told apart.
pub(crate) const MAX_GUARDS: usize = 8;
/// Enemies at the king that are told apart.
pub(crate) const MAX_KING_ATTACKERS: usize = 8;

/// A kind of term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    /// A man, by kind.
    Material,
    /// Where it stands, by kind and cell; left and right alike.
    PieceSquare,
    /// How many cells it reaches, by kind and number.
    Mobility,
    /// Cells around the enemy's king it attacks, by kind.
    KingAttack,
    /// How many men attack around the enemy's king, by number.
    KingAttackers,
    /// An enemy man it attacks, by its kind and the other's.
    Threat,
    /// An own man that is attacked and not guarded, by kind.
    Hanging,
    /// A pawn that no enemy pawn can stop or take any more, by rank.
    Passed,
    /// A pawn that another guards, by rank.
    Protected,
    /// A pawn without another on the files beside it.
    Isolated,
    /// Enemy men on the cells a man can ever get to, where it cannot get to all.
    ReachClass,
    /// Men left that keep the king from being bare, by number.
    Guards,
    /// To be on move.
    Tempo,
}

impl Term {
    /// Every term, as their numbers lie one behind the other.
    pub(crate) const ALL: [Term; 13] = [
        Term::Material,
        Term::PieceSquare,
        Term::Mobility,
        Term::KingAttack,
        Term::KingAttackers,
        Term::Threat,
        Term::Hanging,
        Term::Passed,
        Term::Protected,
        Term::Isolated,
        Term::ReachClass,
        Term::Guards,
        Term::Tempo,
    ];

    /// Its name in files and to users.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::PieceSquare => "place",
            Term::Mobility => "mobility",
            Term::KingAttack => "siege",
            Term::KingAttackers => "besiegers",
            Term::Threat => "threats",
            Term::Hanging => "loose men",
            Term::Passed => "passed pawns",
            Term::Protected => "guarded pawns",
            Term::Isolated => "isolated pawns",
            Term::ReachClass => "orbits",
            Term::Guards => "guards against baring",
            Term::Tempo => "the move",
        }
    }
}

/// Where each number lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    geometry: Geometry,
    kinds: usize,
    pub(crate) pawns: PieceKindSet,
    starts: [usize; Term::ALL.len() + 1],
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
        let mut starts = [0; Term::ALL.len() + 1];
        for (index, term) in Term::ALL.into_iter().enumerate() {
            starts[index + 1] = starts[index] + count(term);
        }
        Layout { geometry, kinds, pawns: ruleset.pawns, starts }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.starts[Term::ALL.len()]
    }

    /// Where the numbers of a term lie.
    pub(crate) fn range(&self, term: Term) -> std::ops::Range<usize> {
        self.starts[term as usize]..self.starts[term as usize + 1]
    }

    /// The place of a number of a term.
    #[inline(always)]
    pub(crate) fn index(&self, term: Term, index: usize) -> usize {
        self.starts[term as usize] + index
    }

    /// The place of a number of a term that goes by two things.
    #[inline(always)]
    pub(crate) fn index_of_pair(&self, term: Term, kind: PieceKind, other: PieceKind) -> usize {
        self.index(term, kind.index() * self.kinds + other.index())
    }

    #[inline(always)]
    pub(crate) fn index_of_mobility(&self, kind: PieceKind, reach: u32) -> usize {
        self.index(Term::Mobility, kind.index() * MAX_MOBILITY + (reach as usize).min(MAX_MOBILITY - 1))
    }

    /// The place of a man's cell, seen from its side, left and right alike.
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
